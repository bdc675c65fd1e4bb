#!/usr/bin/env python3
"""Chooses the test of effects in docs/statistics.md: the share of significant results at 5 % of three tests, for main effects A and
B and their interaction, on simulated sweeps with skewed whole penalties.

    pip install numpy==2.4.6 scipy==1.17.1
    python3 crates/stats/tests/data/choose_effect_test.py

ats: the statistic of the analysis-of-variance type; classic: pooled variances; art: aligned ranks (Wobbrock et al. 2011).
"""
import numpy as np
from scipy import stats
rng=np.random.default_rng(1)


def basis(L):
    H=[]
    for j in range(1,L):
        v=np.zeros(L); v[:j]=1; v[j]=-j; H.append(v/np.sqrt(j*(j+1)))
    return np.array(H)
def effects(L1,L2):
    o1=np.ones((1,L1))/np.sqrt(L1); o2=np.ones((1,L2))/np.sqrt(L2)
    return {'A':np.kron(basis(L1),o2),'B':np.kron(o1,basis(L2)),'AB':np.kron(basis(L1),basis(L2))}
def gen(S,L1,L2,I,R,A,B,hetero,inter=0):
    inst=rng.normal(0,4,(S,I))
    m=24+np.add.outer(np.linspace(0,A,L1),np.linspace(0,B,L2)).ravel()
    m=m+inter*np.outer(np.linspace(-1,1,L1),np.linspace(-1,1,L2)).ravel()
    sd=np.where(np.arange(L1*L2)%L2==0,1+hetero,1)*7
    z=rng.gamma(2,1/np.sqrt(2),(S,L1*L2,I,R))-np.sqrt(2)
    y=m[None,:,None,None]+inst[:,None,:,None]+sd[None,:,None,None]*z
    y=np.maximum(0,np.round(y/2)*2)
    return y
def ats(y,B):
    S,C,I,R=y.shape
    if R>=2:
        u=y.var(3,ddof=1)/R            # S,C,I
        m=y.mean(3).mean(2)
        e=u.sum(2)/I**2
        d=m@B.T
        K=np.einsum('jc,sc,kc->sjk',B,e,B)
        tr=np.trace(K,axis1=1,axis2=2); tr2=(K**2).sum((1,2))
        Q=(d**2).sum(1)/tr; df1=tr**2/tr2; df2=u.sum((1,2))**2/((u**2).sum((1,2))/(R-1))
        return stats.f.sf(Q,df1,df2)
    x=y[...,0]; D=np.einsum('jc,sci->sji',B,x)
    d=D.mean(2); E=D-d[:,:,None]; K=np.einsum('sji,ski->sjk',E,E)/(I-1)/I
    tr=np.trace(K,axis1=1,axis2=2); tr2=(K**2).sum((1,2))
    Q=(d**2).sum(1)/tr; df1=tr**2/tr2
    return stats.f.sf(Q,df1,df1*(I-1))
def classic(y,B):
    S,C,I,R=y.shape
    if R>=2:
        s2=y.var(3,ddof=1).mean((1,2)); m=y.mean(3).mean(2); d=m@B.T
        return stats.f.sf((d**2).sum(1)*I*R/len(B)/s2,len(B),C*I*(R-1))
    x=y[...,0]; r=x-x.mean(1,keepdims=True)-x.mean(2,keepdims=True)+x.mean((1,2),keepdims=True)
    s2=(r**2).sum((1,2))/(C-1)/(I-1); d=x.mean(2)@B.T
    return stats.f.sf((d**2).sum(1)*I/len(B)/s2,len(B),(C-1)*(I-1))
def art(y,B,allB):
    S,C,I,R=y.shape
    m=y.mean((2,3)); g=m.mean(1,keepdims=True)
    res=y-y.mean(3,keepdims=True) if R>=2 else y-y.mean(2,keepdims=True)-y.mean(1,keepdims=True)+y.mean((1,2),keepdims=True)
    eff=(m@B.T)@B
    a=res+eff[:,:,None,None]
    r=stats.rankdata(a.reshape(S,-1),axis=1).reshape(a.shape)
    return classic(r,B)
S=4000
for (L1,L2,I,R) in [(3,4,1,5),(3,4,1,10),(3,4,1,31),(3,4,3,5),(5,5,1,5),(3,4,6,1),(3,4,12,1),(3,4,30,1),(2,2,20,1),(3,4,2,2)]:
    Bs=effects(L1,L2)
    for (A,Bb,h,name) in [(0,0,0,'null'),(0,0,1,'null het'),(8,0,1,'A only het'),(3,0,0,'power A')]:
        y=gen(S,L1,L2,I,R,A,Bb,h)
        out=[]
        for n in Bs:
            out.append(n+' '+' '.join(f'{(f(y,Bs[n])<.05).mean():.3f}' for f in (ats,classic,lambda y,b:art(y,b,Bs))))
        print((L1,L2,I,R),name,'| ats classic art |',' | '.join(out),flush=True)
