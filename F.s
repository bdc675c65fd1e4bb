0000000000167460 <_ZN4core3ptr80drop_in_place$LT$evocube_engine..evaluation..x86_64..stickers..StickerTables$GT$17h7af87323da3b82f4E>:
0000000000167460 <_ZN4core3ptr80drop_in_place$LT$evocube_engine..evaluation..x86_64..stickers..StickerTables$GT$17h7af87323da3b82f4E>:
  167460:	push   r14
  167462:	push   rbx
  167463:	push   rax
  167464:	mov    rbx,rdi
  167467:	mov    rax,QWORD PTR [rdi+0xb0]
  16746e:	lock dec QWORD PTR [rax]
  167472:	jne    167481 <_ZN4core3ptr80drop_in_place$LT$evocube_engine..evaluation..x86_64..stickers..StickerTables$GT$17h7af87323da3b82f4E+0x21>
  167474:	lea    rdi,[rbx+0xb0]
  16747b:	call   QWORD PTR [rip+0x224c0f]        # 38c090 <_DYNAMIC+0x820>
  167481:	mov    rax,QWORD PTR [rbx+0xc0]
  167488:	lock dec QWORD PTR [rax]
  16748c:	jne    1674a5 <_ZN4core3ptr80drop_in_place$LT$evocube_engine..evaluation..x86_64..stickers..StickerTables$GT$17h7af87323da3b82f4E+0x45>
  16748e:	add    rbx,0xc0
  167495:	mov    rdi,rbx
  167498:	add    rsp,0x8
  16749c:	pop    rbx
  16749d:	pop    r14
  16749f:	jmp    QWORD PTR [rip+0x224bf3]        # 38c098 <_DYNAMIC+0x828>
  1674a5:	add    rsp,0x8
  1674a9:	pop    rbx
  1674aa:	pop    r14
  1674ac:	ret
  1674ad:	mov    r14,rax
  1674b0:	mov    rax,QWORD PTR [rbx+0xc0]
  1674b7:	lock dec QWORD PTR [rax]
  1674bb:	jne    1674cd <_ZN4core3ptr80drop_in_place$LT$evocube_engine..evaluation..x86_64..stickers..StickerTables$GT$17h7af87323da3b82f4E+0x6d>
  1674bd:	add    rbx,0xc0
  1674c4:	mov    rdi,rbx
  1674c7:	call   QWORD PTR [rip+0x224bcb]        # 38c098 <_DYNAMIC+0x828>
  1674cd:	mov    rdi,r14
  1674d0:	call   37c3f0 <_Unwind_Resume@plt>
  1674d5:	call   QWORD PTR [rip+0x2245fd]        # 38bad8 <_DYNAMIC+0x268>
  1674db:	int3
  1674dc:	int3
  1674dd:	int3
  1674de:	int3
  1674df:	int3
00000000001b9ad0 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E>:
00000000001b9ad0 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E>:
  1b9ad0:	push   rbp
  1b9ad1:	push   r15
  1b9ad3:	push   r14
  1b9ad5:	push   r13
  1b9ad7:	push   r12
  1b9ad9:	push   rbx
  1b9ada:	sub    rsp,0x88
  1b9ae1:	mov    r12,rdi
  1b9ae4:	mov    DWORD PTR [rsp+0x5c],0x0
  1b9aec:	mov    DWORD PTR [rsp+0x58],0x0
  1b9af4:	pxor   xmm0,xmm0
  1b9af8:	movdqa XMMWORD PTR [rsp+0x60],xmm0
  1b9afe:	mov    r15d,DWORD PTR [rsi+0x4]
  1b9b02:	mov    r13d,DWORD PTR [rsi+0x8]
  1b9b06:	mov    eax,DWORD PTR [rsi+0xc]
  1b9b09:	cmp    BYTE PTR [rsi],0x1
  1b9b0c:	jne    1b9b5f <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x8f>
  1b9b0e:	movabs rcx,0xff00000000
  1b9b18:	mov    QWORD PTR [rsp+0x78],rcx
  1b9b1d:	mov    ecx,DWORD PTR [rsi+0x10]
  1b9b20:	mov    r14d,r15d
  1b9b23:	sub    r14d,eax
  1b9b26:	mov    DWORD PTR [rsp+0x60],r14d
  1b9b2b:	mov    DWORD PTR [rsp+0x64],r14d
  1b9b30:	mov    ebp,r13d
  1b9b33:	sub    ebp,ecx
  1b9b35:	mov    DWORD PTR [rsp+0x68],ebp
  1b9b39:	mov    DWORD PTR [rsp+0x6c],ebp
  1b9b3d:	sub    eax,r15d
  1b9b40:	shl    eax,0x4
  1b9b43:	sub    ecx,r13d
  1b9b46:	lea    ecx,[rcx+rcx*2]
  1b9b49:	lea    eax,[rax+rcx*4]
  1b9b4c:	mov    QWORD PTR [rsp+0x70],rax
  1b9b51:	mov    DWORD PTR [rsp+0x54],0x0
  1b9b59:	mov    edi,ebp
  1b9b5b:	xor    ebx,ebx
  1b9b5d:	jmp    1b9bd2 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x102>
  1b9b5f:	movzx  ecx,BYTE PTR [rsi+0x1]
  1b9b63:	movd   xmm0,r15d
  1b9b68:	pshufd xmm0,xmm0,0x0
  1b9b6d:	cmp    cl,0x2
  1b9b70:	lea    rdx,[rsp+0x68]
  1b9b75:	lea    rsi,[rsp+0x5c]
  1b9b7a:	cmove  rsi,rdx
  1b9b7e:	movdqa XMMWORD PTR [rsp+0x60],xmm0
  1b9b84:	mov    DWORD PTR [rsi],eax
  1b9b86:	lea    rdx,[rsp+0x6c]
  1b9b8b:	lea    rsi,[rsp+0x58]
  1b9b90:	cmove  rsi,rdx
  1b9b94:	mov    DWORD PTR [rsi],eax
  1b9b96:	xor    eax,eax
  1b9b98:	test   cl,cl
  1b9b9a:	setne  al
  1b9b9d:	shl    rax,0x30
  1b9ba1:	movabs rcx,0xffff00ff00000000
  1b9bab:	add    rcx,rax
  1b9bae:	mov    QWORD PTR [rsp+0x78],rcx
  1b9bb3:	mov    edi,DWORD PTR [rsp+0x68]
  1b9bb7:	mov    ebp,DWORD PTR [rsp+0x6c]
  1b9bbb:	mov    QWORD PTR [rsp+0x70],0x0
  1b9bc4:	mov    DWORD PTR [rsp+0x54],r13d
  1b9bc9:	mov    r14d,r15d
  1b9bcc:	mov    r13d,r15d
  1b9bcf:	mov    ebx,r15d
  1b9bd2:	mov    eax,r15d
  1b9bd5:	and    al,0x7f
  1b9bd7:	mov    ecx,ebx
  1b9bd9:	and    cl,0x7f
  1b9bdc:	mov    edx,r13d
  1b9bdf:	and    dl,0x7f
  1b9be2:	mov    esi,r14d
  1b9be5:	and    sil,0x7f
  1b9be9:	mov    DWORD PTR [rsp+0x84],edi
  1b9bf0:	and    dil,0x7f
  1b9bf4:	mov    r8d,ebp
  1b9bf7:	and    r8b,0x7f
  1b9bfb:	mov    BYTE PTR [rsp+0x7],0x0
  1b9c00:	lea    r9,[rsp+0x7]
  1b9c05:	mov    QWORD PTR [rsp+0x8],r9
  1b9c0a:	mov    QWORD PTR [rsp+0x10],0x0
  1b9c13:	mov    QWORD PTR [rsp+0x18],0x8
  1b9c1c:	mov    BYTE PTR [rsp+0x20],0x1
  1b9c21:	mov    BYTE PTR [rsp+0x21],al
  1b9c25:	mov    BYTE PTR [rsp+0x22],0x1
  1b9c2a:	mov    BYTE PTR [rsp+0x23],cl
  1b9c2e:	mov    BYTE PTR [rsp+0x24],0x1
  1b9c33:	mov    BYTE PTR [rsp+0x25],dl
  1b9c37:	mov    BYTE PTR [rsp+0x26],0x1
  1b9c3c:	mov    BYTE PTR [rsp+0x27],dl
  1b9c40:	mov    BYTE PTR [rsp+0x28],0x1
  1b9c45:	mov    BYTE PTR [rsp+0x29],sil
  1b9c4a:	mov    BYTE PTR [rsp+0x2a],0x1
  1b9c4f:	mov    BYTE PTR [rsp+0x2b],sil
  1b9c54:	mov    BYTE PTR [rsp+0x2c],0x1
  1b9c59:	mov    BYTE PTR [rsp+0x2d],dil
  1b9c5e:	mov    BYTE PTR [rsp+0x2e],0x1
  1b9c63:	mov    BYTE PTR [rsp+0x2f],r8b
  1b9c68:	lea    rdi,[rsp+0x38]
  1b9c6d:	lea    rsi,[rsp+0x8]
  1b9c72:	call   1af410 <_ZN98_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$alloc..vec..spec_from_iter..SpecFromIter$LT$T$C$I$GT$$GT$9from_iter17h5e36221edb32797cE>
  1b9c77:	cmp    BYTE PTR [rsp+0x7],0x1
  1b9c7c:	jne    1b9c91 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x1c1>
  1b9c7e:	mov    rsi,QWORD PTR [rsp+0x38]
  1b9c83:	test   rsi,rsi
  1b9c86:	jne    1b9dfd <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x32d>
  1b9c8c:	jmp    1b9e0d <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x33d>
  1b9c91:	mov    rsi,QWORD PTR [rsp+0x38]
  1b9c96:	mov    rax,rsi
  1b9c99:	neg    rax
  1b9c9c:	jo     1b9e0d <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x33d>
  1b9ca2:	mov    rdi,QWORD PTR [rsp+0x40]
  1b9ca7:	mov    rdx,QWORD PTR [rsp+0x48]
  1b9cac:	test   rdx,rdx
  1b9caf:	mov    QWORD PTR [rsp+0x30],r12
  1b9cb4:	je     1b9cca <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x1fa>
  1b9cb6:	lea    rcx,[rdi+rdx*1]
  1b9cba:	mov    eax,edx
  1b9cbc:	and    eax,0x7
  1b9cbf:	cmp    rdx,0x8
  1b9cc3:	jae    1b9ccf <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x1ff>
  1b9cc5:	xor    r12d,r12d
  1b9cc8:	jmp    1b9cf6 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x226>
  1b9cca:	xor    r12d,r12d
  1b9ccd:	jmp    1b9d15 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x245>
  1b9ccf:	and    rdx,0xfffffffffffffff8
  1b9cd3:	data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  1b9ce0:	mov    r8,rcx
  1b9ce3:	add    rcx,0xfffffffffffffff8
  1b9ce7:	add    rdx,0xfffffffffffffff8
  1b9ceb:	jne    1b9ce0 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x210>
  1b9ced:	mov    r12,QWORD PTR [r8-0x8]
  1b9cf1:	test   rax,rax
  1b9cf4:	je     1b9d15 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x245>
  1b9cf6:	neg    rax
  1b9cf9:	xor    edx,edx
  1b9cfb:	nop    DWORD PTR [rax+rax*1+0x0]
  1b9d00:	movzx  r8d,BYTE PTR [rcx+rdx*1-0x1]
  1b9d06:	shl    r12,0x8
  1b9d0a:	or     r12,r8
  1b9d0d:	dec    rdx
  1b9d10:	cmp    rax,rdx
  1b9d13:	jne    1b9d00 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x230>
  1b9d15:	test   rsi,rsi
  1b9d18:	je     1b9d25 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x255>
  1b9d1a:	mov    edx,0x1
  1b9d1f:	call   QWORD PTR [rip+0x1d1d93]        # 38bab8 <_DYNAMIC+0x248>
  1b9d25:	sar    r15d,0x7
  1b9d29:	movsx  eax,r15b
  1b9d2d:	sar    ebx,0x7
  1b9d30:	sar    r13d,0x7
  1b9d34:	sar    r14d,0x7
  1b9d38:	mov    r8d,DWORD PTR [rsp+0x84]
  1b9d40:	sar    r8d,0x7
  1b9d44:	sar    ebp,0x7
  1b9d47:	cmp    eax,r15d
  1b9d4a:	movsx  ecx,bl
  1b9d4d:	mov    BYTE PTR [rsp+0x7],0x0
  1b9d52:	sete   BYTE PTR [rsp+0x20]
  1b9d57:	cmp    ecx,ebx
  1b9d59:	movsx  edx,r13b
  1b9d5d:	sete   BYTE PTR [rsp+0x22]
  1b9d62:	cmp    edx,r13d
  1b9d65:	sete   BYTE PTR [rsp+0x24]
  1b9d6a:	movsx  esi,r14b
  1b9d6e:	sete   BYTE PTR [rsp+0x26]
  1b9d73:	cmp    esi,r14d
  1b9d76:	sete   BYTE PTR [rsp+0x28]
  1b9d7b:	movsx  edi,r8b
  1b9d7f:	sete   BYTE PTR [rsp+0x2a]
  1b9d84:	cmp    edi,r8d
  1b9d87:	sete   BYTE PTR [rsp+0x2c]
  1b9d8c:	movsx  r8d,bpl
  1b9d90:	cmp    r8d,ebp
  1b9d93:	lea    rbx,[rsp+0x7]
  1b9d98:	mov    QWORD PTR [rsp+0x8],rbx
  1b9d9d:	mov    QWORD PTR [rsp+0x10],0x0
  1b9da6:	mov    QWORD PTR [rsp+0x18],0x8
  1b9daf:	mov    BYTE PTR [rsp+0x21],al
  1b9db3:	mov    BYTE PTR [rsp+0x23],cl
  1b9db7:	mov    BYTE PTR [rsp+0x25],dl
  1b9dbb:	mov    BYTE PTR [rsp+0x27],dl
  1b9dbf:	mov    BYTE PTR [rsp+0x29],sil
  1b9dc4:	mov    BYTE PTR [rsp+0x2b],sil
  1b9dc9:	mov    BYTE PTR [rsp+0x2d],dil
  1b9dce:	sete   BYTE PTR [rsp+0x2e]
  1b9dd3:	mov    BYTE PTR [rsp+0x2f],r8b
  1b9dd8:	lea    rdi,[rsp+0x38]
  1b9ddd:	lea    rsi,[rsp+0x8]
  1b9de2:	call   1af410 <_ZN98_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$alloc..vec..spec_from_iter..SpecFromIter$LT$T$C$I$GT$$GT$9from_iter17h5e36221edb32797cE>
  1b9de7:	cmp    BYTE PTR [rsp+0x7],0x1
  1b9dec:	jne    1b9e28 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x358>
  1b9dee:	mov    rsi,QWORD PTR [rsp+0x38]
  1b9df3:	test   rsi,rsi
  1b9df6:	mov    r12,QWORD PTR [rsp+0x30]
  1b9dfb:	je     1b9e0d <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x33d>
  1b9dfd:	mov    rdi,QWORD PTR [rsp+0x40]
  1b9e02:	mov    edx,0x1
  1b9e07:	call   QWORD PTR [rip+0x1d1cab]        # 38bab8 <_DYNAMIC+0x248>
  1b9e0d:	xor    eax,eax
  1b9e0f:	mov    QWORD PTR [r12],rax
  1b9e13:	mov    rax,r12
  1b9e16:	add    rsp,0x88
  1b9e1d:	pop    rbx
  1b9e1e:	pop    r12
  1b9e20:	pop    r13
  1b9e22:	pop    r14
  1b9e24:	pop    r15
  1b9e26:	pop    rbp
  1b9e27:	ret
  1b9e28:	movabs rax,0x8000000000000000
  1b9e32:	mov    rsi,QWORD PTR [rsp+0x38]
  1b9e37:	cmp    rsi,rax
  1b9e3a:	jne    1b9e45 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x375>
  1b9e3c:	xor    eax,eax
  1b9e3e:	mov    r12,QWORD PTR [rsp+0x30]
  1b9e43:	jmp    1b9e0f <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x33f>
  1b9e45:	mov    rdi,QWORD PTR [rsp+0x40]
  1b9e4a:	mov    rdx,QWORD PTR [rsp+0x48]
  1b9e4f:	test   rdx,rdx
  1b9e52:	je     1b9e68 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x398>
  1b9e54:	lea    rcx,[rdi+rdx*1]
  1b9e58:	mov    eax,edx
  1b9e5a:	and    eax,0x7
  1b9e5d:	cmp    rdx,0x8
  1b9e61:	jae    1b9e6d <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x39d>
  1b9e63:	xor    r15d,r15d
  1b9e66:	jmp    1b9e96 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x3c6>
  1b9e68:	xor    r15d,r15d
  1b9e6b:	jmp    1b9eb5 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x3e5>
  1b9e6d:	and    rdx,0xfffffffffffffff8
  1b9e71:	data16 data16 data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  1b9e80:	mov    r8,rcx
  1b9e83:	add    rcx,0xfffffffffffffff8
  1b9e87:	add    rdx,0xfffffffffffffff8
  1b9e8b:	jne    1b9e80 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x3b0>
  1b9e8d:	mov    r15,QWORD PTR [r8-0x8]
  1b9e91:	test   rax,rax
  1b9e94:	je     1b9eb5 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x3e5>
  1b9e96:	neg    rax
  1b9e99:	xor    edx,edx
  1b9e9b:	nop    DWORD PTR [rax+rax*1+0x0]
  1b9ea0:	movzx  r8d,BYTE PTR [rcx+rdx*1-0x1]
  1b9ea6:	shl    r15,0x8
  1b9eaa:	or     r15,r8
  1b9ead:	dec    rdx
  1b9eb0:	cmp    rax,rdx
  1b9eb3:	jne    1b9ea0 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x3d0>
  1b9eb5:	test   rsi,rsi
  1b9eb8:	je     1b9ec5 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x3f5>
  1b9eba:	mov    edx,0x1
  1b9ebf:	call   QWORD PTR [rip+0x1d1bf3]        # 38bab8 <_DYNAMIC+0x248>
  1b9ec5:	mov    r14d,DWORD PTR [rsp+0x5c]
  1b9eca:	mov    ebp,DWORD PTR [rsp+0x58]
  1b9ece:	mov    eax,DWORD PTR [rsp+0x54]
  1b9ed2:	and    al,0x7f
  1b9ed4:	mov    ecx,r14d
  1b9ed7:	and    cl,0x7f
  1b9eda:	mov    edx,ebp
  1b9edc:	and    dl,0x7f
  1b9edf:	mov    BYTE PTR [rsp+0x7],0x0
  1b9ee4:	mov    QWORD PTR [rsp+0x8],rbx
  1b9ee9:	mov    QWORD PTR [rsp+0x10],0x0
  1b9ef2:	mov    QWORD PTR [rsp+0x18],0x8
  1b9efb:	movabs r13,0x1000100010001
  1b9f05:	mov    QWORD PTR [rsp+0x20],r13
  1b9f0a:	mov    BYTE PTR [rsp+0x28],0x1
  1b9f0f:	mov    BYTE PTR [rsp+0x29],al
  1b9f13:	mov    WORD PTR [rsp+0x2a],0x1
  1b9f1a:	mov    BYTE PTR [rsp+0x2c],0x1
  1b9f1f:	mov    BYTE PTR [rsp+0x2d],cl
  1b9f23:	mov    BYTE PTR [rsp+0x2e],0x1
  1b9f28:	mov    BYTE PTR [rsp+0x2f],dl
  1b9f2c:	lea    rdi,[rsp+0x38]
  1b9f31:	lea    rsi,[rsp+0x8]
  1b9f36:	call   1af410 <_ZN98_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$alloc..vec..spec_from_iter..SpecFromIter$LT$T$C$I$GT$$GT$9from_iter17h5e36221edb32797cE>
  1b9f3b:	cmp    BYTE PTR [rsp+0x7],0x1
  1b9f40:	je     1b9dee <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x31e>
  1b9f46:	mov    rsi,QWORD PTR [rsp+0x38]
  1b9f4b:	movabs rax,0x8000000000000000
  1b9f55:	cmp    rsi,rax
  1b9f58:	je     1b9e3c <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x36c>
  1b9f5e:	mov    rdi,QWORD PTR [rsp+0x40]
  1b9f63:	mov    rdx,QWORD PTR [rsp+0x48]
  1b9f68:	test   rdx,rdx
  1b9f6b:	je     1b9f80 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x4b0>
  1b9f6d:	lea    rcx,[rdi+rdx*1]
  1b9f71:	mov    eax,edx
  1b9f73:	and    eax,0x7
  1b9f76:	cmp    rdx,0x8
  1b9f7a:	jae    1b9f84 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x4b4>
  1b9f7c:	xor    ebx,ebx
  1b9f7e:	jmp    1b9f9e <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x4ce>
  1b9f80:	xor    ebx,ebx
  1b9f82:	jmp    1b9fc5 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x4f5>
  1b9f84:	and    rdx,0xfffffffffffffff8
  1b9f88:	mov    r8,rcx
  1b9f8b:	add    rcx,0xfffffffffffffff8
  1b9f8f:	add    rdx,0xfffffffffffffff8
  1b9f93:	jne    1b9f88 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x4b8>
  1b9f95:	mov    rbx,QWORD PTR [r8-0x8]
  1b9f99:	test   rax,rax
  1b9f9c:	je     1b9fc5 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x4f5>
  1b9f9e:	neg    rax
  1b9fa1:	xor    edx,edx
  1b9fa3:	data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  1b9fb0:	movzx  r8d,BYTE PTR [rcx+rdx*1-0x1]
  1b9fb6:	shl    rbx,0x8
  1b9fba:	or     rbx,r8
  1b9fbd:	dec    rdx
  1b9fc0:	cmp    rax,rdx
  1b9fc3:	jne    1b9fb0 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x4e0>
  1b9fc5:	test   rsi,rsi
  1b9fc8:	je     1b9fd5 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x505>
  1b9fca:	mov    edx,0x1
  1b9fcf:	call   QWORD PTR [rip+0x1d1ae3]        # 38bab8 <_DYNAMIC+0x248>
  1b9fd5:	mov    ecx,DWORD PTR [rsp+0x54]
  1b9fd9:	sar    ecx,0x7
  1b9fdc:	movsx  eax,cl
  1b9fdf:	sar    r14d,0x7
  1b9fe3:	sar    ebp,0x7
  1b9fe6:	cmp    eax,ecx
  1b9fe8:	movsx  ecx,r14b
  1b9fec:	mov    BYTE PTR [rsp+0x7],0x0
  1b9ff1:	sete   BYTE PTR [rsp+0x28]
  1b9ff6:	cmp    ecx,r14d
  1b9ff9:	movsx  edx,bpl
  1b9ffd:	sete   BYTE PTR [rsp+0x2c]
  1ba002:	cmp    edx,ebp
  1ba004:	lea    rsi,[rsp+0x7]
  1ba009:	mov    QWORD PTR [rsp+0x8],rsi
  1ba00e:	mov    QWORD PTR [rsp+0x10],0x0
  1ba017:	mov    QWORD PTR [rsp+0x18],0x8
  1ba020:	mov    QWORD PTR [rsp+0x20],r13
  1ba025:	mov    BYTE PTR [rsp+0x29],al
  1ba029:	mov    WORD PTR [rsp+0x2a],0x1
  1ba030:	mov    BYTE PTR [rsp+0x2d],cl
  1ba034:	sete   BYTE PTR [rsp+0x2e]
  1ba039:	mov    BYTE PTR [rsp+0x2f],dl
  1ba03d:	lea    rdi,[rsp+0x38]
  1ba042:	lea    rsi,[rsp+0x8]
  1ba047:	call   1af410 <_ZN98_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$alloc..vec..spec_from_iter..SpecFromIter$LT$T$C$I$GT$$GT$9from_iter17h5e36221edb32797cE>
  1ba04c:	cmp    BYTE PTR [rsp+0x7],0x1
  1ba051:	je     1b9dee <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x31e>
  1ba057:	mov    rsi,QWORD PTR [rsp+0x38]
  1ba05c:	movabs rax,0x8000000000000000
  1ba066:	cmp    rsi,rax
  1ba069:	je     1b9e3c <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x36c>
  1ba06f:	mov    rdi,QWORD PTR [rsp+0x40]
  1ba074:	mov    rdx,QWORD PTR [rsp+0x48]
  1ba079:	test   rdx,rdx
  1ba07c:	je     1ba09c <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x5cc>
  1ba07e:	lea    rcx,[rdi+rdx*1]
  1ba082:	mov    eax,edx
  1ba084:	and    eax,0x7
  1ba087:	cmp    rdx,0x8
  1ba08b:	mov    r13,QWORD PTR [rsp+0x78]
  1ba090:	mov    rbp,QWORD PTR [rsp+0x70]
  1ba095:	jae    1ba0ab <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x5db>
  1ba097:	xor    r14d,r14d
  1ba09a:	jmp    1ba0c5 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x5f5>
  1ba09c:	xor    r14d,r14d
  1ba09f:	mov    r13,QWORD PTR [rsp+0x78]
  1ba0a4:	mov    rbp,QWORD PTR [rsp+0x70]
  1ba0a9:	jmp    1ba0df <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x60f>
  1ba0ab:	and    rdx,0xfffffffffffffff8
  1ba0af:	mov    r8,rcx
  1ba0b2:	add    rcx,0xfffffffffffffff8
  1ba0b6:	add    rdx,0xfffffffffffffff8
  1ba0ba:	jne    1ba0af <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x5df>
  1ba0bc:	mov    r14,QWORD PTR [r8-0x8]
  1ba0c0:	test   rax,rax
  1ba0c3:	je     1ba0df <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x60f>
  1ba0c5:	neg    rax
  1ba0c8:	xor    edx,edx
  1ba0ca:	movzx  r8d,BYTE PTR [rcx+rdx*1-0x1]
  1ba0d0:	shl    r14,0x8
  1ba0d4:	or     r14,r8
  1ba0d7:	dec    rdx
  1ba0da:	cmp    rax,rdx
  1ba0dd:	jne    1ba0ca <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x5fa>
  1ba0df:	test   rsi,rsi
  1ba0e2:	je     1ba0ef <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x61f>
  1ba0e4:	mov    edx,0x1
  1ba0e9:	call   QWORD PTR [rip+0x1d19c9]        # 38bab8 <_DYNAMIC+0x248>
  1ba0ef:	mov    rax,QWORD PTR [rsp+0x30]
  1ba0f4:	mov    QWORD PTR [rax+0x8],r12
  1ba0f8:	mov    r12,rax
  1ba0fb:	mov    QWORD PTR [rax+0x10],r15
  1ba0ff:	mov    QWORD PTR [rax+0x18],rbx
  1ba103:	mov    QWORD PTR [rax+0x20],r14
  1ba107:	mov    QWORD PTR [rax+0x28],r13
  1ba10b:	mov    QWORD PTR [rax+0x30],rbp
  1ba10f:	mov    eax,0x1
  1ba114:	jmp    1b9e0f <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E+0x33f>
  1ba119:	int3
  1ba11a:	int3
  1ba11b:	int3
  1ba11c:	int3
  1ba11d:	int3
  1ba11e:	int3
  1ba11f:	int3
0000000000274ce0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E>:
0000000000274ce0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E>:
  274ce0:	push   r15
  274ce2:	push   r14
  274ce4:	push   r12
  274ce6:	push   rbx
  274ce7:	sub    rsp,0x138
  274cee:	mov    r14,rdi
  274cf1:	mov    rax,QWORD PTR [rsi+0x28]
  274cf5:	mov    QWORD PTR [rsp+0xa8],rsi
  274cfd:	mov    QWORD PTR [rsp+0xb0],rdx
  274d05:	mov    QWORD PTR [rsp+0xb8],0x0
  274d11:	mov    QWORD PTR [rsp+0xc0],rax
  274d19:	mov    QWORD PTR [rsp+0xc8],0x0
  274d25:	mov    QWORD PTR [rsp+0x100],0x0
  274d31:	lea    rdi,[rsp+0x90]
  274d39:	lea    rsi,[rsp+0xa8]
  274d41:	call   1a6ea0 <_ZN111_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$alloc..vec..spec_from_iter_nested..SpecFromIterNested$LT$T$C$I$GT$$GT$9from_iter17h985d85d3d1acff84E>
  274d46:	mov    rbx,QWORD PTR [rsp+0x98]
  274d4e:	mov    r15,QWORD PTR [rsp+0xa0]
  274d56:	lea    rax,[r15*8+0x0]
  274d5e:	lea    rdi,[rax+rax*2]
  274d62:	lea    rdx,[rbx+rdi*1]
  274d66:	xor    eax,eax
  274d68:	test   r15,r15
  274d6b:	je     274e18 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x138>
  274d71:	lea    rcx,[rbx+0xc]
  274d75:	jmp    274d91 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0xb1>
  274d77:	nop    WORD PTR [rax+rax*1+0x0]
  274d80:	lea    rsi,[rcx-0xc]
  274d84:	add    rcx,0x18
  274d88:	add    rsi,0x18
  274d8c:	cmp    rsi,rdx
  274d8f:	je     274da8 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0xc8>
  274d91:	cmp    QWORD PTR [rcx-0xc],0x0
  274d96:	jne    274d80 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0xa0>
  274d98:	cmp    BYTE PTR [rcx+0x4],0x0
  274d9c:	jne    274d80 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0xa0>
  274d9e:	cmp    DWORD PTR [rcx-0x4],0x3
  274da2:	jne    274d80 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0xa0>
  274da4:	mov    ecx,DWORD PTR [rcx]
  274da6:	jmp    274daa <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0xca>
  274da8:	xor    ecx,ecx
  274daa:	lea    rsi,[rbx+0xc]
  274dae:	jmp    274dc1 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0xe1>
  274db0:	lea    r8,[rsi-0xc]
  274db4:	add    rsi,0x18
  274db8:	add    r8,0x18
  274dbc:	cmp    r8,rdx
  274dbf:	je     274dd8 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0xf8>
  274dc1:	cmp    QWORD PTR [rsi-0xc],0x0
  274dc6:	jne    274db0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0xd0>
  274dc8:	cmp    BYTE PTR [rsi+0x4],0x0
  274dcc:	jne    274db0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0xd0>
  274dce:	cmp    DWORD PTR [rsi-0x4],0x2
  274dd2:	jne    274db0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0xd0>
  274dd4:	mov    esi,DWORD PTR [rsi]
  274dd6:	jmp    274dda <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0xfa>
  274dd8:	xor    esi,esi
  274dda:	sub    ecx,esi
  274ddc:	lea    rsi,[rbx+0xc]
  274de0:	jmp    274e01 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x121>
  274de2:	data16 data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  274df0:	lea    r8,[rsi-0xc]
  274df4:	add    rsi,0x18
  274df8:	add    r8,0x18
  274dfc:	cmp    r8,rdx
  274dff:	je     274e1a <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x13a>
  274e01:	cmp    QWORD PTR [rsi-0xc],0x0
  274e06:	jne    274df0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x110>
  274e08:	cmp    BYTE PTR [rsi+0x4],0x0
  274e0c:	jne    274df0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x110>
  274e0e:	cmp    DWORD PTR [rsi-0x4],0x3
  274e12:	jne    274df0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x110>
  274e14:	mov    eax,DWORD PTR [rsi]
  274e16:	jmp    274e1a <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x13a>
  274e18:	xor    ecx,ecx
  274e1a:	lea    esi,[rcx+rcx*2]
  274e1d:	sub    eax,esi
  274e1f:	xor    esi,esi
  274e21:	xor    r8d,r8d
  274e24:	data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  274e30:	cmp    rdi,r8
  274e33:	je     274e7a <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x19a>
  274e35:	cmp    QWORD PTR [rbx+r8*1],0x1
  274e3a:	lea    r8,[r8+0x18]
  274e3e:	jne    274e30 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x150>
  274e40:	xor    esi,esi
  274e42:	test   r15,r15
  274e45:	je     274e76 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x196>
  274e47:	lea    rdi,[rbx+0xc]
  274e4b:	jmp    274e61 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x181>
  274e4d:	nop    DWORD PTR [rax]
  274e50:	lea    r8,[rdi-0xc]
  274e54:	add    rdi,0x18
  274e58:	add    r8,0x18
  274e5c:	cmp    r8,rdx
  274e5f:	je     274e76 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x196>
  274e61:	cmp    QWORD PTR [rdi-0xc],0x1
  274e66:	jne    274e50 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x170>
  274e68:	cmp    BYTE PTR [rdi+0x4],0x0
  274e6c:	jne    274e50 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x170>
  274e6e:	cmp    DWORD PTR [rdi-0x4],0x2
  274e72:	jne    274e50 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x170>
  274e74:	mov    esi,DWORD PTR [rdi]
  274e76:	sub    esi,ecx
  274e78:	sub    esi,ecx
  274e7a:	test   r15,r15
  274e7d:	je     274f6f <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x28f>
  274e83:	lea    r8,[rbx+0xc]
  274e87:	xor    edi,edi
  274e89:	jmp    274ea1 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x1c1>
  274e8b:	nop    DWORD PTR [rax+rax*1+0x0]
  274e90:	lea    r9,[r8-0xc]
  274e94:	add    r8,0x18
  274e98:	add    r9,0x18
  274e9c:	cmp    r9,rdx
  274e9f:	je     274eb9 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x1d9>
  274ea1:	cmp    QWORD PTR [r8-0xc],0x0
  274ea6:	jne    274e90 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x1b0>
  274ea8:	cmp    BYTE PTR [r8+0x4],0x0
  274ead:	jne    274e90 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x1b0>
  274eaf:	cmp    DWORD PTR [r8-0x4],0x0
  274eb4:	jle    274e90 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x1b0>
  274eb6:	mov    edi,DWORD PTR [r8]
  274eb9:	lea    r8,[rbx+0xc]
  274ebd:	jmp    274ed1 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x1f1>
  274ebf:	nop
  274ec0:	lea    r9,[r8-0xc]
  274ec4:	add    r8,0x18
  274ec8:	add    r9,0x18
  274ecc:	cmp    r9,rdx
  274ecf:	je     274ef0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x210>
  274ed1:	cmp    QWORD PTR [r8-0xc],0x1
  274ed6:	jne    274ec0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x1e0>
  274ed8:	cmp    BYTE PTR [r8+0x4],0x0
  274edd:	jne    274ec0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x1e0>
  274edf:	cmp    DWORD PTR [r8-0x4],0x0
  274ee4:	jle    274ec0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x1e0>
  274ee6:	mov    r8d,DWORD PTR [r8]
  274ee9:	shl    r8,0x20
  274eed:	or     rdi,r8
  274ef0:	lea    r8,[rbx+0xc]
  274ef4:	jmp    274f11 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x231>
  274ef6:	cs nop WORD PTR [rax+rax*1+0x0]
  274f00:	lea    r9,[r8-0xc]
  274f04:	add    r8,0x18
  274f08:	add    r9,0x18
  274f0c:	cmp    r9,rdx
  274f0f:	je     274f2b <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x24b>
  274f11:	cmp    QWORD PTR [r8-0xc],0x0
  274f16:	jne    274f00 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x220>
  274f18:	cmp    BYTE PTR [r8+0x4],0x0
  274f1d:	je     274f00 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x220>
  274f1f:	cmp    DWORD PTR [r8-0x4],0x0
  274f24:	jle    274f00 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x220>
  274f26:	mov    r8d,DWORD PTR [r8]
  274f29:	jmp    274f2e <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x24e>
  274f2b:	xor    r8d,r8d
  274f2e:	lea    r10,[rbx+0xc]
  274f32:	xor    r9d,r9d
  274f35:	jmp    274f51 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x271>
  274f37:	nop    WORD PTR [rax+rax*1+0x0]
  274f40:	lea    r11,[r10-0xc]
  274f44:	add    r10,0x18
  274f48:	add    r11,0x18
  274f4c:	cmp    r11,rdx
  274f4f:	je     274f77 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x297>
  274f51:	cmp    QWORD PTR [r10-0xc],0x1
  274f56:	jne    274f40 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x260>
  274f58:	cmp    BYTE PTR [r10+0x4],0x0
  274f5d:	je     274f40 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x260>
  274f5f:	cmp    DWORD PTR [r10-0x4],0x0
  274f64:	jle    274f40 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x260>
  274f66:	mov    r9d,DWORD PTR [r10]
  274f69:	shl    r9,0x20
  274f6d:	jmp    274f77 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x297>
  274f6f:	xor    edi,edi
  274f71:	xor    r8d,r8d
  274f74:	xor    r9d,r9d
  274f77:	mov    edx,r8d
  274f7a:	or     rdx,r9
  274f7d:	lea    r12,[rsp+0x20]
  274f82:	mov    BYTE PTR [rsp+0x20],0x0
  274f87:	mov    BYTE PTR [rsp+0x21],0x0
  274f8c:	mov    DWORD PTR [rsp+0x24],ecx
  274f90:	mov    DWORD PTR [rsp+0x28],eax
  274f94:	mov    DWORD PTR [rsp+0x2c],esi
  274f98:	mov    BYTE PTR [rsp+0x34],0x0
  274f9d:	mov    BYTE PTR [rsp+0x35],0x1
  274fa2:	mov    DWORD PTR [rsp+0x38],ecx
  274fa6:	mov    DWORD PTR [rsp+0x3c],eax
  274faa:	mov    DWORD PTR [rsp+0x40],esi
  274fae:	mov    BYTE PTR [rsp+0x48],0x0
  274fb3:	mov    BYTE PTR [rsp+0x49],0x2
  274fb8:	mov    DWORD PTR [rsp+0x4c],ecx
  274fbc:	mov    DWORD PTR [rsp+0x50],eax
  274fc0:	mov    DWORD PTR [rsp+0x54],esi
  274fc4:	mov    BYTE PTR [rsp+0x78],0x1
  274fc9:	mov    QWORD PTR [rsp+0x7c],rdi
  274fce:	mov    QWORD PTR [rsp+0x84],rdx
  274fd6:	mov    QWORD PTR [rsp+0x8],0x1
  274fdf:	mov    QWORD PTR [rsp+0x18],0x3
  274fe8:	mov    QWORD PTR [rsp+0x60],0x1
  274ff1:	mov    QWORD PTR [rsp+0x68],0x0
  274ffa:	mov    QWORD PTR [rsp+0x70],0x1
  275003:	mov    QWORD PTR [rsp+0x10],0x1
  27500c:	mov    rdi,rbx
  27500f:	mov    rsi,r15
  275012:	mov    rdx,r12
  275015:	call   275120 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE>
  27501a:	test   al,al
  27501c:	jne    27505e <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x37e>
  27501e:	mov    QWORD PTR [rsp+0x10],0x2
  275027:	lea    r12,[rsp+0x34]
  27502c:	mov    rdi,rbx
  27502f:	mov    rsi,r15
  275032:	mov    rdx,r12
  275035:	call   275120 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE>
  27503a:	test   al,al
  27503c:	jne    27505e <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x37e>
  27503e:	mov    QWORD PTR [rsp+0x10],0x3
  275047:	lea    r12,[rsp+0x48]
  27504c:	mov    rdi,rbx
  27504f:	mov    rsi,r15
  275052:	mov    rdx,r12
  275055:	call   275120 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE>
  27505a:	test   al,al
  27505c:	je     2750ac <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x3cc>
  27505e:	mov    eax,DWORD PTR [r12+0x10]
  275063:	mov    DWORD PTR [r14+0x10],eax
  275067:	movups xmm0,XMMWORD PTR [r12+0x1]
  27506d:	movups XMMWORD PTR [r14+0x1],xmm0
  275072:	xor    ecx,ecx
  275074:	mov    BYTE PTR [r14],cl
  275077:	mov    rax,QWORD PTR [rsp+0x90]
  27507f:	test   rax,rax
  275082:	je     27509a <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x3ba>
  275084:	shl    rax,0x3
  275088:	lea    rsi,[rax+rax*2]
  27508c:	mov    edx,0x8
  275091:	mov    rdi,rbx
  275094:	call   QWORD PTR [rip+0x116a1e]        # 38bab8 <_DYNAMIC+0x248>
  27509a:	mov    rax,r14
  27509d:	add    rsp,0x138
  2750a4:	pop    rbx
  2750a5:	pop    r12
  2750a7:	pop    r14
  2750a9:	pop    r15
  2750ab:	ret
  2750ac:	lea    rdx,[rsp+0x78]
  2750b1:	mov    QWORD PTR [rsp+0x8],0x0
  2750ba:	mov    QWORD PTR [rsp+0x68],0x1
  2750c3:	mov    rdi,rbx
  2750c6:	mov    rsi,r15
  2750c9:	call   275120 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE>
  2750ce:	mov    cl,0x2
  2750d0:	test   al,al
  2750d2:	je     275074 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x394>
  2750d4:	mov    eax,DWORD PTR [rsp+0x88]
  2750db:	mov    DWORD PTR [r14+0x10],eax
  2750df:	movups xmm0,XMMWORD PTR [rsp+0x79]
  2750e4:	movups XMMWORD PTR [r14+0x1],xmm0
  2750e9:	mov    cl,0x1
  2750eb:	jmp    275074 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x394>
  2750ed:	jmp    2750ef <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x40f>
  2750ef:	mov    r14,rax
  2750f2:	mov    rax,QWORD PTR [rsp+0x90]
  2750fa:	test   rax,rax
  2750fd:	je     275115 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E+0x435>
  2750ff:	shl    rax,0x3
  275103:	lea    rsi,[rax+rax*2]
  275107:	mov    edx,0x8
  27510c:	mov    rdi,rbx
  27510f:	call   QWORD PTR [rip+0x1169a3]        # 38bab8 <_DYNAMIC+0x248>
  275115:	mov    rdi,r14
  275118:	call   37c3f0 <_Unwind_Resume@plt>
  27511d:	int3
  27511e:	int3
  27511f:	int3
0000000000275120 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE>:
0000000000275120 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE>:
  275120:	push   rbp
  275121:	push   r14
  275123:	push   rbx
  275124:	sub    rsp,0x10
  275128:	mov    r8,QWORD PTR [rdx+0x4]
  27512c:	mov    r9,QWORD PTR [rdx+0xc]
  275130:	test   BYTE PTR [rdx],0x1
  275133:	je     2751ac <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x8c>
  275135:	shl    rsi,0x3
  275139:	lea    rdx,[rsi+rsi*2]
  27513d:	xor    esi,esi
  27513f:	jmp    275177 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x57>
  275141:	data16 data16 data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  275150:	mov    QWORD PTR [rsp+0x8],r8
  275155:	mov    rcx,QWORD PTR [rdi+rsi*1]
  275159:	cmp    rcx,0x1
  27515d:	ja     27531e <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x1fe>
  275163:	mov    r10d,DWORD PTR [rsp+rcx*4+0x8]
  275168:	cmp    r10d,DWORD PTR [rdi+rsi*1+0xc]
  27516d:	lea    rsi,[rsi+0x18]
  275171:	jne    275315 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x1f5>
  275177:	cmp    rdx,rsi
  27517a:	sete   al
  27517d:	je     275315 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x1f5>
  275183:	cmp    BYTE PTR [rdi+rsi*1+0x10],0x0
  275188:	je     275150 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x30>
  27518a:	mov    r11d,DWORD PTR [rdi+rsi*1+0x8]
  27518f:	mov    QWORD PTR [rsp+0x8],r9
  275194:	mov    rcx,QWORD PTR [rdi+rsi*1]
  275198:	cmp    rcx,0x1
  27519c:	ja     275333 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x213>
  2751a2:	xor    r10d,r10d
  2751a5:	test   r11d,r11d
  2751a8:	jg     275163 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x43>
  2751aa:	jmp    275168 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x48>
  2751ac:	mov    ecx,r8d
  2751af:	shr    r8,0x20
  2751b3:	movzx  eax,BYTE PTR [rdx+0x1]
  2751b7:	test   al,al
  2751b9:	je     2752d5 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x1b5>
  2751bf:	movzx  eax,al
  2751c2:	shl    rsi,0x3
  2751c6:	lea    rdx,[rsi+rsi*2]
  2751ca:	cmp    eax,0x1
  2751cd:	je     275247 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x127>
  2751cf:	cmp    eax,0x2
  2751d2:	jne    2751f0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0xd0>
  2751d4:	xor    esi,esi
  2751d6:	xor    r10d,r10d
  2751d9:	mov    r11,rdi
  2751dc:	jmp    2752ab <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x18b>
  2751e1:	data16 data16 data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2751f0:	test   rdx,rdx
  2751f3:	sete   al
  2751f6:	je     275315 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x1f5>
  2751fc:	mov    esi,DWORD PTR [rdi+0x8]
  2751ff:	mov    r9d,esi
  275202:	imul   r9d,ecx
  275206:	test   esi,esi
  275208:	mov    esi,0x0
  27520d:	cmovg  esi,r8d
  275211:	add    esi,r9d
  275214:	add    rdx,0xffffffffffffffe8
  275218:	cmp    esi,DWORD PTR [rdi+0xc]
  27521b:	lea    rdi,[rdi+0x18]
  27521f:	je     2751f0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0xd0>
  275221:	jmp    275315 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x1f5>
  275226:	cs nop WORD PTR [rax+rax*1+0x0]
  275230:	imul   esi,ecx
  275233:	add    esi,r10d
  275236:	add    rdx,0xffffffffffffffe8
  27523a:	cmp    esi,DWORD PTR [rdi+0xc]
  27523d:	lea    rdi,[rdi+0x18]
  275241:	jne    275315 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x1f5>
  275247:	test   rdx,rdx
  27524a:	sete   al
  27524d:	je     275315 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x1f5>
  275253:	mov    esi,DWORD PTR [rdi+0x8]
  275256:	xor    r10d,r10d
  275259:	test   esi,esi
  27525b:	setg   r10b
  27525f:	xor    r11d,r11d
  275262:	cmp    esi,0x2
  275265:	sete   r11b
  275269:	cmp    QWORD PTR [rdi],0x0
  27526d:	cmove  r11d,r10d
  275271:	mov    r10d,r9d
  275274:	cmove  r10d,r8d
  275278:	test   r11b,r11b
  27527b:	jne    275230 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x110>
  27527d:	xor    r10d,r10d
  275280:	jmp    275230 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x110>
  275282:	data16 data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  275290:	imul   ebx,ecx
  275293:	test   bpl,bpl
  275296:	cmove  r14d,esi
  27529a:	add    r14d,ebx
  27529d:	add    r10,0x18
  2752a1:	cmp    r14d,DWORD PTR [r11+0xc]
  2752a5:	lea    r11,[r11+0x18]
  2752a9:	jne    275315 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x1f5>
  2752ab:	cmp    rdx,r10
  2752ae:	sete   al
  2752b1:	je     275315 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x1f5>
  2752b3:	mov    ebx,DWORD PTR [r11+0x8]
  2752b7:	test   ebx,ebx
  2752b9:	setg   bpl
  2752bd:	cmp    QWORD PTR [r11],0x0
  2752c1:	mov    r14,r8
  2752c4:	je     275290 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x170>
  2752c6:	movzx  ebp,BYTE PTR [rdi+r10*1+0x10]
  2752cc:	xor    bpl,0x1
  2752d0:	mov    r14,r9
  2752d3:	jmp    275290 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x170>
  2752d5:	shl    rsi,0x3
  2752d9:	lea    rdx,[rsi+rsi*2]
  2752dd:	xor    esi,esi
  2752df:	nop
  2752e0:	test   rdx,rdx
  2752e3:	sete   al
  2752e6:	je     275315 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x1f5>
  2752e8:	cmp    QWORD PTR [rdi],0x0
  2752ec:	mov    r10d,r9d
  2752ef:	cmove  r10d,r8d
  2752f3:	mov    r11d,DWORD PTR [rdi+0x8]
  2752f7:	mov    ebx,r11d
  2752fa:	imul   ebx,ecx
  2752fd:	test   r11d,r11d
  275300:	cmovle r10d,esi
  275304:	add    r10d,ebx
  275307:	add    rdx,0xffffffffffffffe8
  27530b:	cmp    r10d,DWORD PTR [rdi+0xc]
  27530f:	lea    rdi,[rdi+0x18]
  275313:	je     2752e0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new28_$u7b$$u7b$closure$u7d$$u7d$17h395468eb9a54beceE+0x1c0>
  275315:	add    rsp,0x10
  275319:	pop    rbx
  27531a:	pop    r14
  27531c:	pop    rbp
  27531d:	ret
  27531e:	lea    rdx,[rip+0x10fb5b]        # 384e80 <anon.3bfd9de168a4e576dc29a20315d3b992.20.llvm.16956817015214747894+0x18>
  275325:	mov    esi,0x2
  27532a:	mov    rdi,rcx
  27532d:	call   QWORD PTR [rip+0x116c35]        # 38bf68 <_DYNAMIC+0x6f8>
  275333:	lea    rdx,[rip+0x10fb5e]        # 384e98 <anon.3bfd9de168a4e576dc29a20315d3b992.20.llvm.16956817015214747894+0x30>
  27533a:	mov    esi,0x2
  27533f:	mov    rdi,rcx
  275342:	call   QWORD PTR [rip+0x116c20]        # 38bf68 <_DYNAMIC+0x6f8>
  275348:	int3
  275349:	int3
  27534a:	int3
  27534b:	int3
  27534c:	int3
  27534d:	int3
  27534e:	int3
  27534f:	int3
00000000002a4e40 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE>:
00000000002a4e40 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE>:
  2a4e40:	push   rbp
  2a4e41:	mov    rbp,rsp
  2a4e44:	push   r15
  2a4e46:	push   r14
  2a4e48:	push   r13
  2a4e4a:	push   r12
  2a4e4c:	push   rbx
  2a4e4d:	and    rsp,0xffffffffffffffc0
  2a4e51:	sub    rsp,0xc0
  2a4e58:	mov    r15,rdx
  2a4e5b:	mov    QWORD PTR [rsp+0x80],rdi
  2a4e63:	movzx  ecx,BYTE PTR [rsi+0xcc]
  2a4e6a:	mov    QWORD PTR [rsp+0x38],rsi
  2a4e6f:	cmp    BYTE PTR [rsi+0xcd],0x2
  2a4e76:	setne  BYTE PTR [rsp+0x37]
  2a4e7b:	xorps  xmm0,xmm0
  2a4e7e:	movaps XMMWORD PTR [rsp+0x70],xmm0
  2a4e83:	movaps XMMWORD PTR [rsp+0x60],xmm0
  2a4e88:	movaps XMMWORD PTR [rsp+0x50],xmm0
  2a4e8d:	movaps XMMWORD PTR [rsp+0x40],xmm0
  2a4e92:	mov    rsi,QWORD PTR [rdx+0x28]
  2a4e96:	test   rsi,rsi
  2a4e99:	je     2a508b <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x24b>
  2a4e9f:	or     BYTE PTR [rsp+0x37],cl
  2a4ea3:	mov    rax,QWORD PTR [rsp+0x38]
  2a4ea8:	mov    r8,QWORD PTR [rax+0xc0]
  2a4eaf:	add    r8,0x10
  2a4eb3:	xor    r11d,r11d
  2a4eb6:	xor    r9d,r9d
  2a4eb9:	jmp    2a4ee8 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0xa8>
  2a4ebb:	shr    eax,0x6
  2a4ebe:	and    al,0x7
  2a4ec0:	mov    BYTE PTR [rsp+r11*1+0x40],al
  2a4ec5:	cmp    rdi,0x18
  2a4ec9:	jae    2a5214 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x3d4>
  2a4ecf:	mov    BYTE PTR [rsp+rdi*1+0x68],r10b
  2a4ed4:	add    r8,0x60
  2a4ed8:	add    r9,0x2
  2a4edc:	mov    r11,r10
  2a4edf:	cmp    rsi,r10
  2a4ee2:	je     2a508b <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x24b>
  2a4ee8:	cmp    r11,0x8
  2a4eec:	mov    r12d,0x8
  2a4ef2:	cmovb  r12,r11
  2a4ef6:	cmp    r11,0x14
  2a4efa:	je     2a51e8 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x3a8>
  2a4f00:	movzx  eax,BYTE PTR [r15+r11*1+0x7bc]
  2a4f09:	cmp    rax,0x18
  2a4f0d:	jae    2a4f20 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0xe0>
  2a4f0f:	imul   edi,eax,0xab
  2a4f15:	shr    edi,0x9
  2a4f18:	jmp    2a4f2b <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0xeb>
  2a4f1a:	nop    WORD PTR [rax+rax*1+0x0]
  2a4f20:	lea    rdi,[rax-0x18]
  2a4f24:	shr    rdi,1
  2a4f27:	add    rdi,0x8
  2a4f2b:	cmp    al,0x2f
  2a4f2d:	ja     2a51d3 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x393>
  2a4f33:	lea    r10,[r11+0x1]
  2a4f37:	add    r12,r9
  2a4f3a:	movzx  r12d,BYTE PTR [r8+r12*2]
  2a4f3f:	and    r12b,0x7
  2a4f43:	movzx  eax,WORD PTR [r8+rax*2]
  2a4f48:	cmp    rdi,0x7
  2a4f4c:	ja     2a4fc0 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x180>
  2a4f4e:	mov    r13d,eax
  2a4f51:	and    r13b,0x7
  2a4f55:	cmp    r13b,r12b
  2a4f58:	mov    r14d,0x0
  2a4f5e:	cmove  r14d,r10d
  2a4f62:	mov    edx,eax
  2a4f64:	shr    dl,0x3
  2a4f67:	and    dl,0x7
  2a4f6a:	cmp    dl,r12b
  2a4f6d:	mov    ebx,0x0
  2a4f72:	cmove  ebx,r10d
  2a4f76:	movzx  r13d,r13b
  2a4f7a:	test   cl,0x1
  2a4f7d:	cmovne r13d,r14d
  2a4f81:	movzx  edx,dl
  2a4f84:	cmovne edx,ebx
  2a4f87:	mov    BYTE PTR [rsp+rdi*1+0x40],r13b
  2a4f8c:	mov    BYTE PTR [rsp+rdi*1+0x60],dl
  2a4f90:	cmp    r11,0x7
  2a4f94:	ja     2a4ed4 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x94>
  2a4f9a:	shr    eax,0x6
  2a4f9d:	and    al,0x7
  2a4f9f:	cmp    al,r12b
  2a4fa2:	mov    edx,0x0
  2a4fa7:	cmove  edx,r10d
  2a4fab:	movzx  eax,al
  2a4fae:	test   cl,0x1
  2a4fb1:	cmovne eax,edx
  2a4fb4:	mov    BYTE PTR [rsp+rdi*1+0x68],al
  2a4fb8:	jmp    2a4ed4 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x94>
  2a4fbd:	nop    DWORD PTR [rax]
  2a4fc0:	test   BYTE PTR [rsp+0x37],0x1
  2a4fc5:	je     2a5030 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x1f0>
  2a4fc7:	cmp    rdi,0x38
  2a4fcb:	jae    2a522a <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x3ea>
  2a4fd1:	mov    edx,eax
  2a4fd3:	and    dl,0x7
  2a4fd6:	cmp    dl,r12b
  2a4fd9:	mov    ebx,0x0
  2a4fde:	cmove  ebx,r10d
  2a4fe2:	movzx  edx,dl
  2a4fe5:	test   cl,0x1
  2a4fe8:	cmovne edx,ebx
  2a4feb:	mov    BYTE PTR [rsp+rdi*1+0x48],dl
  2a4fef:	lea    r13,[rdi+0x28]
  2a4ff3:	cmp    rdi,0x17
  2a4ff7:	ja     2a5240 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x400>
  2a4ffd:	shr    al,0x3
  2a5000:	and    al,0x7
  2a5002:	cmp    al,r12b
  2a5005:	mov    edx,0x0
  2a500a:	cmove  edx,r10d
  2a500e:	movzx  eax,al
  2a5011:	test   cl,0x1
  2a5014:	cmovne eax,edx
  2a5017:	mov    BYTE PTR [rsp+r13*1+0x40],al
  2a501c:	cmp    r11,0x7
  2a5020:	ja     2a4ed4 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x94>
  2a5026:	jmp    2a5255 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x415>
  2a502b:	nop    DWORD PTR [rax+rax*1+0x0]
  2a5030:	cmp    rdi,0x3f
  2a5034:	ja     2a5243 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x403>
  2a503a:	mov    edx,eax
  2a503c:	and    dl,0x7
  2a503f:	mov    BYTE PTR [rsp+rdi*1+0x40],dl
  2a5043:	lea    r12,[rdi+0xc]
  2a5047:	cmp    rdi,0x33
  2a504b:	ja     2a51ff <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x3bf>
  2a5051:	mov    edx,eax
  2a5053:	shr    dl,0x3
  2a5056:	and    dl,0x7
  2a5059:	mov    BYTE PTR [rsp+r12*1+0x40],dl
  2a505e:	cmp    r11,0x7
  2a5062:	ja     2a4ec5 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x85>
  2a5068:	lea    r11,[rdi+0x18]
  2a506c:	cmp    rdi,0x27
  2a5070:	jbe    2a4ebb <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x7b>
  2a5076:	mov    rdi,r11
  2a5079:	lea    rdx,[rip+0xe1038]        # 3860b8 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x220>
  2a5080:	mov    esi,0x40
  2a5085:	call   QWORD PTR [rip+0xe6edd]        # 38bf68 <_DYNAMIC+0x6f8>
  2a508b:	cmp    DWORD PTR [r15],0x2
  2a508f:	jne    2a50ab <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x26b>
  2a5091:	mov    rdi,QWORD PTR [r15+0x8]
  2a5095:	movzx  esi,BYTE PTR [r15+0x7d0]
  2a509d:	mov    edx,0x2
  2a50a2:	xor    ecx,ecx
  2a50a4:	call   1e4bb0 <_ZN14evocube_engine10evaluation5plain11PlainTables8evaluate17h9e83e6c0d5f8e16fE>
  2a50a9:	jmp    2a50ba <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x27a>
  2a50ab:	mov    esi,0x2
  2a50b0:	mov    rdi,r15
  2a50b3:	xor    edx,edx
  2a50b5:	call   2137d0 <_ZN14evocube_engine10evaluation6scalar8evaluate17hfbc11721626fe6b2E>
  2a50ba:	mov    r11,QWORD PTR [rsp+0x38]
  2a50bf:	movzx  r9d,BYTE PTR [r15+0x7d1]
  2a50c7:	mov    rsi,QWORD PTR [r11+0xb0]
  2a50ce:	mov    rdi,QWORD PTR [r11+0xb8]
  2a50d5:	lock inc QWORD PTR [rsi]
  2a50d9:	jle    2a526c <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x42c>
  2a50df:	movzx  edx,BYTE PTR [r11+0xe0]
  2a50e7:	mov    rcx,QWORD PTR [r11+0xc0]
  2a50ee:	lock inc QWORD PTR [rcx]
  2a50f2:	jle    2a526c <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables13with_start_of17h13ef23289672e3bbE+0x42c>
  2a50f8:	lea    r10,[r11+0xcc]
  2a50ff:	mov    r8d,eax
  2a5102:	and    r8d,0xffff0000
  2a5109:	test   r9b,r9b
  2a510c:	cmove  r8d,eax
  2a5110:	mov    r9d,DWORD PTR [r10+0x10]
  2a5114:	mov    rax,QWORD PTR [rsp+0x80]
  2a511c:	mov    DWORD PTR [rax+0xdc],r9d
  2a5123:	movups xmm0,XMMWORD PTR [r10]
  2a5127:	movups XMMWORD PTR [rax+0xcc],xmm0
  2a512e:	movaps xmm0,XMMWORD PTR [rsp+0x40]
  2a5133:	movaps xmm1,XMMWORD PTR [rsp+0x50]
  2a5138:	movaps xmm2,XMMWORD PTR [rsp+0x60]
  2a513d:	movaps xmm3,XMMWORD PTR [rsp+0x70]
  2a5142:	movaps XMMWORD PTR [rax],xmm0
  2a5145:	movaps XMMWORD PTR [rax+0x30],xmm3
  2a5149:	movaps XMMWORD PTR [rax+0x20],xmm2
  2a514d:	movaps XMMWORD PTR [rax+0x10],xmm1
  2a5151:	movaps xmm0,XMMWORD PTR [r11+0x40]
  2a5156:	movaps XMMWORD PTR [rax+0x40],xmm0
  2a515a:	movaps xmm0,XMMWORD PTR [r11+0x50]
  2a515f:	movaps xmm1,XMMWORD PTR [r11+0x60]
  2a5164:	movaps xmm2,XMMWORD PTR [r11+0x70]
  2a5169:	movaps XMMWORD PTR [rax+0x70],xmm2
  2a516d:	movaps XMMWORD PTR [rax+0x60],xmm1
  2a5171:	movaps XMMWORD PTR [rax+0x50],xmm0
  2a5175:	mov    QWORD PTR [rax+0xb0],rsi
  2a517c:	mov    QWORD PTR [rax+0xb8],rdi
  2a5183:	movaps xmm0,XMMWORD PTR [r11+0x80]
  2a518b:	movaps XMMWORD PTR [rax+0x80],xmm0
  2a5192:	movaps xmm0,XMMWORD PTR [r11+0x90]
  2a519a:	movaps xmm1,XMMWORD PTR [r11+0xa0]
  2a51a2:	movaps XMMWORD PTR [rax+0x90],xmm0
  2a51a9:	movaps XMMWORD PTR [rax+0xa0],xmm1
  2a51b0:	mov    BYTE PTR [rax+0xe0],dl
  2a51b6:	mov    DWORD PTR [rax+0xc8],r8d
  2a51bd:	mov    QWORD PTR [rax+0xc0],rcx
  2a51c4:	lea    rsp,[rbp-0x28]
  2a51c8:	pop    rbx
  2a51c9:	pop    r12
  2a51cb:	pop    r13
  2a51cd:	pop    r14
  2a51cf:	pop    r15
  2a51d1:	pop    rbp
  2a51d2:	ret
  2a51d3:	lea    rdx,[rip+0xe0eae]        # 386088 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x1f0>
  2a51da:	mov    esi,0x30
  2a51df:	mov    rdi,rax
  2a51e2:	call   QWORD PTR [rip+0xe6d80]        # 38bf68 <_DYNAMIC+0x6f8>
  2a51e8:	lea    rdx,[rip+0xe0e81]        # 386070 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x1d8>
  2a51ef:	mov    edi,0x14
  2a51f4:	mov    esi,0x14
  2a51f9:	call   QWORD PTR [rip+0xe6d69]        # 38bf68 <_DYNAMIC+0x6f8>
  2a51ff:	mov    rdi,r12
  2a5202:	lea    rdx,[rip+0xe0eaf]        # 3860b8 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x220>
  2a5209:	mov    esi,0x40
  2a520e:	call   QWORD PTR [rip+0xe6d54]        # 38bf68 <_DYNAMIC+0x6f8>
  2a5214:	add    rdi,0x28
  2a5218:	lea    rdx,[rip+0xe0e81]        # 3860a0 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x208>
  2a521f:	mov    esi,0x40
  2a5224:	call   QWORD PTR [rip+0xe6d3e]        # 38bf68 <_DYNAMIC+0x6f8>
  2a522a:	add    rdi,0x8
  2a522e:	lea    rdx,[rip+0xe0e83]        # 3860b8 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x220>
  2a5235:	mov    esi,0x40
  2a523a:	call   QWORD PTR [rip+0xe6d28]        # 38bf68 <_DYNAMIC+0x6f8>
  2a5240:	mov    rdi,r13
  2a5243:	lea    rdx,[rip+0xe0e6e]        # 3860b8 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x220>
  2a524a:	mov    esi,0x40
  2a524f:	call   QWORD PTR [rip+0xe6d13]        # 38bf68 <_DYNAMIC+0x6f8>
  2a5255:	lea    rdx,[rip+0xe0ed4]        # 386130 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x298>
  2a525c:	mov    edi,0x2
  2a5261:	mov    esi,0x2
  2a5266:	call   QWORD PTR [rip+0xe6cfc]        # 38bf68 <_DYNAMIC+0x6f8>
  2a526c:	ud2
  2a526e:	int3
  2a526f:	int3
00000000002a5270 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E>:
00000000002a5270 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E>:
  2a5270:	push   rbp
  2a5271:	mov    rbp,rsp
  2a5274:	push   r15
  2a5276:	push   r14
  2a5278:	push   r13
  2a527a:	push   r12
  2a527c:	push   rbx
  2a527d:	and    rsp,0xffffffffffffffc0
  2a5281:	sub    rsp,0x40
  2a5285:	mov    QWORD PTR [rsp],0x0
  2a528d:	mov    r11,rsp
  2a5290:	sub    r11,0xb000
  2a5297:	sub    rsp,0x1000
  2a529e:	mov    QWORD PTR [rsp],0x0
  2a52a6:	cmp    rsp,r11
  2a52a9:	jne    2a5297 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x27>
  2a52ab:	sub    rsp,0x700
  2a52b2:	mov    r14,rsi
  2a52b5:	mov    rbx,rdi
  2a52b8:	lea    r12,[rsp+0x308]
  2a52c0:	mov    rdi,r12
  2a52c3:	mov    QWORD PTR [rsp+0x40],rdx
  2a52c8:	call   274ce0 <_ZN14evocube_engine10evaluation6x86_648stickers4form11PenaltyForm3new17h389441f83e03c282E>
  2a52cd:	movzx  r10d,BYTE PTR [rsp+0x308]
  2a52d6:	cmp    r10b,0x2
  2a52da:	je     2a5850 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x5e0>
  2a52e0:	mov    QWORD PTR [rsp+0x38],rbx
  2a52e5:	movzx  ecx,BYTE PTR [rsp+0x309]
  2a52ed:	movups xmm0,XMMWORD PTR [rsp+0x30a]
  2a52f5:	movaps XMMWORD PTR [rsp+0x50],xmm0
  2a52fa:	movzx  eax,WORD PTR [rsp+0x31a]
  2a5302:	mov    WORD PTR [rsp+0x60],ax
  2a5307:	mov    BYTE PTR [rsp+0x16],cl
  2a530b:	cmp    cl,0x2
  2a530e:	setne  bl
  2a5311:	xorps  xmm0,xmm0
  2a5314:	movaps XMMWORD PTR [rsp+0x80],xmm0
  2a531c:	movaps XMMWORD PTR [rsp+0x90],xmm0
  2a5324:	movaps XMMWORD PTR [rsp+0xa0],xmm0
  2a532c:	movaps XMMWORD PTR [rsp+0xb0],xmm0
  2a5334:	mov    QWORD PTR [rsp+0x48],r14
  2a5339:	mov    r15,QWORD PTR [r14+0x28]
  2a533d:	test   r15,r15
  2a5340:	mov    BYTE PTR [rsp+0x17],r10b
  2a5345:	je     2a5869 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x5f9>
  2a534b:	or     bl,r10b
  2a534e:	xor    edx,edx
  2a5350:	xor    eax,eax
  2a5352:	mov    rcx,QWORD PTR [rsp+0x40]
  2a5357:	jmp    2a53b5 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x145>
  2a5359:	nop    DWORD PTR [rax+0x0]
  2a5360:	movzx  r8d,r8b
  2a5364:	mov    r9d,edi
  2a5367:	shr    r9b,0x3
  2a536b:	and    r9b,0x7
  2a536f:	shr    edi,0x6
  2a5372:	and    dil,0x7
  2a5376:	test   r10b,0x1
  2a537a:	cmovne r8d,esi
  2a537e:	mov    BYTE PTR [rsp+rdx*1+0x80],r8b
  2a5386:	movzx  r8d,r9b
  2a538a:	cmovne r8d,esi
  2a538e:	mov    BYTE PTR [rsp+rdx*1+0xa0],r8b
  2a5396:	movzx  edi,dil
  2a539a:	cmovne edi,esi
  2a539d:	mov    BYTE PTR [rsp+rdx*1+0xa8],dil
  2a53a5:	add    rcx,0x60
  2a53a9:	add    rax,0x2
  2a53ad:	mov    rdx,rsi
  2a53b0:	cmp    r15,rsi
  2a53b3:	je     2a542f <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x1bf>
  2a53b5:	cmp    rdx,0x8
  2a53b9:	mov    edi,0x8
  2a53be:	cmovb  rdi,rdx
  2a53c2:	cmp    rdx,0x14
  2a53c6:	je     2a5e85 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xc15>
  2a53cc:	lea    rsi,[rdx+0x1]
  2a53d0:	add    rdi,rax
  2a53d3:	movzx  edi,WORD PTR [rcx+rdi*2]
  2a53d7:	mov    r8d,edi
  2a53da:	and    r8b,0x7
  2a53de:	cmp    rdx,0x8
  2a53e2:	jb     2a5360 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xf0>
  2a53e8:	test   bl,0x1
  2a53eb:	je     2a5410 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x1a0>
  2a53ed:	movzx  r8d,r8b
  2a53f1:	shr    dil,0x3
  2a53f5:	and    dil,0x7
  2a53f9:	test   r10b,0x1
  2a53fd:	cmovne r8d,esi
  2a5401:	mov    BYTE PTR [rsp+rdx*1+0x88],r8b
  2a5409:	jmp    2a5396 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x126>
  2a540b:	nop    DWORD PTR [rax+rax*1+0x0]
  2a5410:	mov    BYTE PTR [rsp+rdx*1+0x80],r8b
  2a5418:	shr    dil,0x3
  2a541c:	and    dil,0x7
  2a5420:	mov    BYTE PTR [rsp+rdx*1+0x8c],dil
  2a5428:	mov    edi,esi
  2a542a:	jmp    2a539d <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x12d>
  2a542f:	xor    r14d,r14d
  2a5432:	mov    edx,0xb400
  2a5437:	mov    rdi,r12
  2a543a:	xor    esi,esi
  2a543c:	call   QWORD PTR [rip+0xe6b36]        # 38bf78 <memset@GLIBC_2.2.5>
  2a5442:	lea    rax,[r15+r15*8]
  2a5446:	shl    rax,0x8
  2a544a:	add    rax,rsp
  2a544d:	add    rax,0x308
  2a5453:	mov    QWORD PTR [rsp+0x70],rax
  2a5458:	mov    rsi,QWORD PTR [rsp+0x40]
  2a545d:	mov    r8,r14
  2a5460:	mov    r9,r12
  2a5463:	lea    rax,[r12+0x900]
  2a546b:	mov    QWORD PTR [rsp+0x18],rax
  2a5470:	lea    rax,[r14+r14*2]
  2a5474:	mov    rcx,rax
  2a5477:	shl    rcx,0x5
  2a547b:	add    rcx,QWORD PTR [rsp+0x40]
  2a5480:	mov    QWORD PTR [rsp+0x30],rcx
  2a5485:	mov    rcx,r14
  2a5488:	sub    rcx,0x8
  2a548c:	mov    QWORD PTR [rsp+0x20],rcx
  2a5491:	lea    rcx,[r14+r14*1+0x8]
  2a5496:	cmovb  rcx,rax
  2a549a:	mov    QWORD PTR [rsp+0x28],rcx
  2a549f:	lea    rax,[r14+0x1]
  2a54a3:	mov    QWORD PTR [rsp+0x78],rax
  2a54a8:	mov    r13d,0x28
  2a54ae:	xor    edx,edx
  2a54b0:	jmp    2a54da <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x26a>
  2a54b2:	data16 data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2a54c0:	mov    rax,QWORD PTR [r9+r13*1-0x28]
  2a54c5:	mov    rcx,QWORD PTR [r9+r13*1-0x20]
  2a54ca:	mov    QWORD PTR [r9+r13*1-0x8],rax
  2a54cf:	mov    QWORD PTR [r9+r13*1],rcx
  2a54d3:	add    r13,0x30
  2a54d7:	inc    rdx
  2a54da:	cmp    r13,0x928
  2a54e1:	je     2a5830 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x5c0>
  2a54e7:	cmp    rdx,0x2f
  2a54eb:	ja     2a5e9c <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xc2c>
  2a54f1:	movzx  ecx,WORD PTR [rsi+rdx*2]
  2a54f5:	test   cx,cx
  2a54f8:	je     2a54d3 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x263>
  2a54fa:	cmp    rdx,0x18
  2a54fe:	jae    2a5510 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x2a0>
  2a5500:	movzx  eax,dl
  2a5503:	imul   eax,eax,0xab
  2a5509:	shr    eax,0x9
  2a550c:	jmp    2a551b <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x2ab>
  2a550e:	xchg   ax,ax
  2a5510:	lea    rax,[rdx-0x18]
  2a5514:	shr    rax,1
  2a5517:	add    rax,0x8
  2a551b:	mov    rdi,QWORD PTR [rsp+0x30]
  2a5520:	mov    r10,QWORD PTR [rsp+0x28]
  2a5525:	movzx  r14d,WORD PTR [rdi+r10*2]
  2a552a:	mov    edi,ecx
  2a552c:	xor    edi,r14d
  2a552f:	mov    r11b,0x1
  2a5532:	test   dil,0x7
  2a5536:	je     2a5590 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x320>
  2a5538:	movzx  edi,r14w
  2a553c:	mov    r10d,edi
  2a553f:	shr    r10d,0x3
  2a5543:	mov    r12d,ecx
  2a5546:	xor    r12d,r10d
  2a5549:	test   r12b,0x7
  2a554d:	je     2a578a <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x51a>
  2a5553:	cmp    r8,0x7
  2a5557:	ja     2a584b <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x5db>
  2a555d:	shr    edi,0x6
  2a5560:	mov    r10d,ecx
  2a5563:	xor    r10d,edi
  2a5566:	test   r10b,0x7
  2a556a:	jne    2a584b <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x5db>
  2a5570:	mov    edi,0x2
  2a5575:	xor    r11d,r11d
  2a5578:	cmp    rax,0x8
  2a557c:	jb     2a5598 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x328>
  2a557e:	test   bl,0x1
  2a5581:	je     2a55c8 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x358>
  2a5583:	lea    r10,[rax+0x8]
  2a5587:	cmp    r8,0x8
  2a558b:	jb     2a55d1 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x361>
  2a558d:	jmp    2a55a9 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x339>
  2a558f:	nop
  2a5590:	xor    edi,edi
  2a5592:	cmp    rax,0x8
  2a5596:	jae    2a557e <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x30e>
  2a5598:	mov    r10,rax
  2a559b:	cmp    r8,0x8
  2a559f:	jb     2a55d1 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x361>
  2a55a1:	mov    r10,rax
  2a55a4:	test   bl,0x1
  2a55a7:	je     2a55e5 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x375>
  2a55a9:	test   r11b,r11b
  2a55ac:	je     2a5eb3 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xc43>
  2a55b2:	lea    r11,[rip+0xffffffffffda0dc7]        # 46380 <anon.c95ad8401ce62737f9c44fe84c5ecf6a.28.llvm.6049739029966617299+0xad0>
  2a55b9:	mov    rdi,QWORD PTR [r11+rdi*8]
  2a55bd:	mov    r11,QWORD PTR [rsp+0x20]
  2a55c2:	lea    rdi,[r11+rdi*8]
  2a55c6:	jmp    2a55f2 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x382>
  2a55c8:	mov    r10,rax
  2a55cb:	cmp    r8,0x8
  2a55cf:	jae    2a55e5 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x375>
  2a55d1:	lea    r11,[rip+0xffffffffffdae968]        # 53f40 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1c0>
  2a55d8:	mov    rdi,QWORD PTR [r11+rdi*8]
  2a55dc:	shl    rdi,0x3
  2a55e0:	add    rdi,r8
  2a55e3:	jmp    2a55f2 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x382>
  2a55e5:	shl    edi,0x2
  2a55e8:	lea    rdi,[rdi+rdi*2]
  2a55ec:	add    rdi,r8
  2a55ef:	mov    r10,rax
  2a55f2:	mov    QWORD PTR [r9+r13*1-0x28],r10
  2a55f7:	mov    QWORD PTR [r9+r13*1-0x20],rdi
  2a55fc:	movzx  r11d,cx
  2a5600:	mov    edi,r11d
  2a5603:	shr    edi,0x3
  2a5606:	mov    r12d,r14d
  2a5609:	xor    r12d,edi
  2a560c:	mov    r10b,0x1
  2a560f:	test   r12b,0x7
  2a5613:	je     2a5670 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x400>
  2a5615:	mov    r12d,r14d
  2a5618:	xor    r12d,ecx
  2a561b:	test   r12b,0x38
  2a561f:	je     2a579e <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x52e>
  2a5625:	cmp    r8,0x7
  2a5629:	ja     2a584b <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x5db>
  2a562f:	movzx  r10d,r14w
  2a5633:	shr    r10d,0x6
  2a5637:	movzx  edi,di
  2a563a:	xor    edi,r10d
  2a563d:	test   dil,0x7
  2a5641:	jne    2a584b <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x5db>
  2a5647:	mov    edi,0x2
  2a564c:	xor    r10d,r10d
  2a564f:	cmp    rax,0x8
  2a5653:	jb     2a5678 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x408>
  2a5655:	test   bl,0x1
  2a5658:	je     2a56bc <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x44c>
  2a565a:	lea    r12,[rax+0x28]
  2a565e:	cmp    r8,0x8
  2a5662:	jb     2a56c6 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x456>
  2a5664:	jmp    2a568a <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x41a>
  2a5666:	cs nop WORD PTR [rax+rax*1+0x0]
  2a5670:	xor    edi,edi
  2a5672:	cmp    rax,0x8
  2a5676:	jae    2a5655 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x3e5>
  2a5678:	mov    r12,rax
  2a567b:	or     r12,0x20
  2a567f:	cmp    r8,0x8
  2a5683:	jb     2a56c6 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x456>
  2a5685:	test   bl,0x1
  2a5688:	je     2a56d7 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x467>
  2a568a:	test   r10b,r10b
  2a568d:	je     2a5eb3 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xc43>
  2a5693:	lea    r10,[rip+0xffffffffffda0ce6]        # 46380 <anon.c95ad8401ce62737f9c44fe84c5ecf6a.28.llvm.6049739029966617299+0xad0>
  2a569a:	mov    rdi,QWORD PTR [r10+rdi*8]
  2a569e:	mov    r10,QWORD PTR [rsp+0x20]
  2a56a3:	lea    rdi,[r10+rdi*8]
  2a56a7:	mov    QWORD PTR [r9+r13*1-0x18],r12
  2a56ac:	mov    QWORD PTR [r9+r13*1-0x10],rdi
  2a56b1:	cmp    r8,0x7
  2a56b5:	jbe    2a56f5 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x485>
  2a56b7:	jmp    2a57fb <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x58b>
  2a56bc:	lea    r12,[rax+0xc]
  2a56c0:	cmp    r8,0x8
  2a56c4:	jae    2a56d7 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x467>
  2a56c6:	lea    r10,[rip+0xffffffffffdae873]        # 53f40 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1c0>
  2a56cd:	mov    rdi,QWORD PTR [r10+rdi*8]
  2a56d1:	shl    rdi,0x3
  2a56d5:	jmp    2a56de <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x46e>
  2a56d7:	shl    edi,0x2
  2a56da:	lea    rdi,[rdi+rdi*2]
  2a56de:	add    rdi,r8
  2a56e1:	mov    QWORD PTR [r9+r13*1-0x18],r12
  2a56e6:	mov    QWORD PTR [r9+r13*1-0x10],rdi
  2a56eb:	cmp    r8,0x7
  2a56ef:	ja     2a57fb <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x58b>
  2a56f5:	shr    r11d,0x6
  2a56f9:	mov    edi,r14d
  2a56fc:	xor    edi,r11d
  2a56ff:	mov    r10b,0x1
  2a5702:	test   dil,0x7
  2a5706:	je     2a57b2 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x542>
  2a570c:	movzx  edi,r14w
  2a5710:	shr    edi,0x3
  2a5713:	movzx  r11d,r11w
  2a5717:	xor    r11d,edi
  2a571a:	test   r11b,0x7
  2a571e:	je     2a581a <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x5aa>
  2a5724:	xor    r14d,ecx
  2a5727:	test   r14d,0x1c0
  2a572e:	jne    2a584b <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x5db>
  2a5734:	mov    edi,0x2
  2a5739:	xor    r10d,r10d
  2a573c:	cmp    rax,0x8
  2a5740:	jae    2a57ba <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x54a>
  2a5742:	mov    rcx,rax
  2a5745:	or     rcx,0x28
  2a5749:	cmp    r8,0x8
  2a574d:	jb     2a57cd <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x55d>
  2a574f:	test   bl,0x1
  2a5752:	je     2a57de <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x56e>
  2a5758:	test   r10b,r10b
  2a575b:	je     2a5eb3 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xc43>
  2a5761:	lea    r10,[rip+0xffffffffffda0c18]        # 46380 <anon.c95ad8401ce62737f9c44fe84c5ecf6a.28.llvm.6049739029966617299+0xad0>
  2a5768:	mov    rdi,QWORD PTR [r10+rdi*8]
  2a576c:	mov    r10,QWORD PTR [rsp+0x20]
  2a5771:	lea    rdi,[r10+rdi*8]
  2a5775:	mov    QWORD PTR [r9+r13*1-0x8],rcx
  2a577a:	mov    QWORD PTR [r9+r13*1],rdi
  2a577e:	cmp    r8,0x7
  2a5782:	jbe    2a54d3 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x263>
  2a5788:	jmp    2a57fb <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x58b>
  2a578a:	mov    edi,0x1
  2a578f:	cmp    rax,0x8
  2a5793:	jb     2a5598 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x328>
  2a5799:	jmp    2a557e <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x30e>
  2a579e:	mov    edi,0x1
  2a57a3:	cmp    rax,0x8
  2a57a7:	jb     2a5678 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x408>
  2a57ad:	jmp    2a5655 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x3e5>
  2a57b2:	xor    edi,edi
  2a57b4:	cmp    rax,0x8
  2a57b8:	jb     2a5742 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x4d2>
  2a57ba:	test   bl,0x1
  2a57bd:	jne    2a5ec5 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xc55>
  2a57c3:	lea    rcx,[rax+0x18]
  2a57c7:	cmp    r8,0x8
  2a57cb:	jae    2a57de <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x56e>
  2a57cd:	lea    r10,[rip+0xffffffffffdae76c]        # 53f40 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1c0>
  2a57d4:	mov    rdi,QWORD PTR [r10+rdi*8]
  2a57d8:	shl    rdi,0x3
  2a57dc:	jmp    2a57e5 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x575>
  2a57de:	shl    edi,0x2
  2a57e1:	lea    rdi,[rdi+rdi*2]
  2a57e5:	add    rdi,r8
  2a57e8:	mov    QWORD PTR [r9+r13*1-0x8],rcx
  2a57ed:	mov    QWORD PTR [r9+r13*1],rdi
  2a57f1:	cmp    r8,0x7
  2a57f5:	jbe    2a54d3 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x263>
  2a57fb:	cmp    rax,0x8
  2a57ff:	setb   cl
  2a5802:	or     cl,bl
  2a5804:	test   cl,0x1
  2a5807:	jne    2a54c0 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x250>
  2a580d:	add    rax,0x28
  2a5811:	lea    rcx,[r8+0x28]
  2a5815:	jmp    2a54ca <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x25a>
  2a581a:	mov    edi,0x1
  2a581f:	cmp    rax,0x8
  2a5823:	jb     2a5742 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x4d2>
  2a5829:	jmp    2a57ba <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x54a>
  2a582b:	nop    DWORD PTR [rax+rax*1+0x0]
  2a5830:	add    rsi,0x60
  2a5834:	mov    r12,QWORD PTR [rsp+0x18]
  2a5839:	cmp    r12,QWORD PTR [rsp+0x70]
  2a583e:	mov    r14,QWORD PTR [rsp+0x78]
  2a5843:	jne    2a545d <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x1ed>
  2a5849:	jmp    2a587e <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x60e>
  2a584b:	mov    rbx,QWORD PTR [rsp+0x38]
  2a5850:	mov    BYTE PTR [rbx+0xe0],0x2
  2a5857:	mov    rax,rbx
  2a585a:	lea    rsp,[rbp-0x28]
  2a585e:	pop    rbx
  2a585f:	pop    r12
  2a5861:	pop    r13
  2a5863:	pop    r14
  2a5865:	pop    r15
  2a5867:	pop    rbp
  2a5868:	ret
  2a5869:	lea    rdi,[rsp+0x308]
  2a5871:	mov    edx,0xb400
  2a5876:	xor    esi,esi
  2a5878:	call   QWORD PTR [rip+0xe66fa]        # 38bf78 <memset@GLIBC_2.2.5>
  2a587e:	mov    rdx,QWORD PTR [rsp+0x48]
  2a5883:	mov    r8,QWORD PTR [rdx+0x20]
  2a5887:	mov    rsi,r8
  2a588a:	shl    rsi,0x6
  2a588e:	mov    rax,r8
  2a5891:	shr    rax,0x3a
  2a5895:	setne  al
  2a5898:	movabs rcx,0x7fffffffffffffc0
  2a58a2:	cmp    rsi,rcx
  2a58a5:	seta   cl
  2a58a8:	or     cl,al
  2a58aa:	je     2a58b7 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x647>
  2a58ac:	xor    ebx,ebx
  2a58ae:	mov    rdi,rbx
  2a58b1:	call   QWORD PTR [rip+0xe6209]        # 38bac0 <_DYNAMIC+0x250>
  2a58b7:	mov    r14,QWORD PTR [rdx+0x18]
  2a58bb:	test   rsi,rsi
  2a58be:	mov    QWORD PTR [rsp+0x30],r8
  2a58c3:	mov    QWORD PTR [rsp+0x20],rsi
  2a58c8:	je     2a59fa <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x78a>
  2a58ce:	call   QWORD PTR [rip+0xe61f4]        # 38bac8 <_DYNAMIC+0x258>
  2a58d4:	mov    ebx,0x40
  2a58d9:	mov    esi,0x40
  2a58de:	mov    rdi,QWORD PTR [rsp+0x20]
  2a58e3:	call   QWORD PTR [rip+0xe61e7]        # 38bad0 <_DYNAMIC+0x260>
  2a58e9:	mov    rsi,QWORD PTR [rsp+0x20]
  2a58ee:	test   rax,rax
  2a58f1:	je     2a58ae <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x63e>
  2a58f3:	mov    r8,QWORD PTR [rsp+0x30]
  2a58f8:	mov    QWORD PTR [rsp+0x18],r8
  2a58fd:	cmp    r8,0x2
  2a5901:	jb     2a5a12 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x7a2>
  2a5907:	lea    rdx,[r8-0x1]
  2a590b:	lea    rsi,[r8-0x2]
  2a590f:	mov    r9d,edx
  2a5912:	and    r9d,0x3
  2a5916:	mov    rcx,rax
  2a5919:	cmp    rsi,0x3
  2a591d:	jb     2a59b9 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x749>
  2a5923:	and    rdx,0xfffffffffffffffc
  2a5927:	movaps xmm0,XMMWORD PTR [rip+0xffffffffffdae602]        # 53f30 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1b0>
  2a592e:	movaps xmm1,XMMWORD PTR [rip+0xffffffffffdae5eb]        # 53f20 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1a0>
  2a5935:	movaps xmm2,XMMWORD PTR [rip+0xffffffffffdae5d4]        # 53f10 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x190>
  2a593c:	movaps xmm3,XMMWORD PTR [rip+0xffffffffffdae5bd]        # 53f00 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x180>
  2a5943:	mov    rcx,rax
  2a5946:	cs nop WORD PTR [rax+rax*1+0x0]
  2a5950:	movaps XMMWORD PTR [rcx+0x30],xmm0
  2a5954:	movaps XMMWORD PTR [rcx+0x20],xmm1
  2a5958:	movaps XMMWORD PTR [rcx+0x10],xmm2
  2a595c:	movaps XMMWORD PTR [rcx],xmm3
  2a595f:	movaps XMMWORD PTR [rcx+0x40],xmm3
  2a5963:	movaps XMMWORD PTR [rcx+0x50],xmm2
  2a5967:	movaps XMMWORD PTR [rcx+0x60],xmm1
  2a596b:	movaps XMMWORD PTR [rcx+0x70],xmm0
  2a596f:	movaps XMMWORD PTR [rcx+0x80],xmm3
  2a5976:	movaps XMMWORD PTR [rcx+0x90],xmm2
  2a597d:	movaps XMMWORD PTR [rcx+0xa0],xmm1
  2a5984:	movaps XMMWORD PTR [rcx+0xb0],xmm0
  2a598b:	movaps XMMWORD PTR [rcx+0xc0],xmm3
  2a5992:	movaps XMMWORD PTR [rcx+0xd0],xmm2
  2a5999:	movaps XMMWORD PTR [rcx+0xe0],xmm1
  2a59a0:	movaps XMMWORD PTR [rcx+0xf0],xmm0
  2a59a7:	add    rcx,0x100
  2a59ae:	add    rdx,0xfffffffffffffffc
  2a59b2:	jne    2a5950 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x6e0>
  2a59b4:	test   r9,r9
  2a59b7:	je     2a5a1a <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x7aa>
  2a59b9:	movaps xmm0,XMMWORD PTR [rip+0xffffffffffdae570]        # 53f30 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1b0>
  2a59c0:	movaps xmm1,XMMWORD PTR [rip+0xffffffffffdae559]        # 53f20 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1a0>
  2a59c7:	movaps xmm2,XMMWORD PTR [rip+0xffffffffffdae542]        # 53f10 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x190>
  2a59ce:	movaps xmm3,XMMWORD PTR [rip+0xffffffffffdae52b]        # 53f00 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x180>
  2a59d5:	data16 cs nop WORD PTR [rax+rax*1+0x0]
  2a59e0:	movaps XMMWORD PTR [rcx+0x30],xmm0
  2a59e4:	movaps XMMWORD PTR [rcx+0x20],xmm1
  2a59e8:	movaps XMMWORD PTR [rcx+0x10],xmm2
  2a59ec:	movaps XMMWORD PTR [rcx],xmm3
  2a59ef:	add    rcx,0x40
  2a59f3:	dec    r9
  2a59f6:	jne    2a59e0 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x770>
  2a59f8:	jmp    2a5a1a <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x7aa>
  2a59fa:	mov    eax,0x40
  2a59ff:	mov    QWORD PTR [rsp+0x18],0x0
  2a5a08:	cmp    r8,0x2
  2a5a0c:	jae    2a5907 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x697>
  2a5a12:	mov    rcx,rax
  2a5a15:	test   r8,r8
  2a5a18:	je     2a5a45 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x7d5>
  2a5a1a:	movaps xmm0,XMMWORD PTR [rip+0xffffffffffdae50f]        # 53f30 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1b0>
  2a5a21:	movaps XMMWORD PTR [rcx+0x30],xmm0
  2a5a25:	movaps xmm0,XMMWORD PTR [rip+0xffffffffffdae4f4]        # 53f20 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1a0>
  2a5a2c:	movaps XMMWORD PTR [rcx+0x20],xmm0
  2a5a30:	movaps xmm0,XMMWORD PTR [rip+0xffffffffffdae4d9]        # 53f10 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x190>
  2a5a37:	movaps XMMWORD PTR [rcx+0x10],xmm0
  2a5a3b:	movaps xmm0,XMMWORD PTR [rip+0xffffffffffdae4be]        # 53f00 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x180>
  2a5a42:	movaps XMMWORD PTR [rcx],xmm0
  2a5a45:	test   r15,r15
  2a5a48:	mov    QWORD PTR [rsp+0x28],rax
  2a5a4d:	je     2a5b2c <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x8bc>
  2a5a53:	test   r8,r8
  2a5a56:	je     2a5b2c <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x8bc>
  2a5a5c:	add    r14,0x40
  2a5a60:	xor    ecx,ecx
  2a5a62:	data16 data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2a5a70:	mov    rdx,rcx
  2a5a73:	inc    rcx
  2a5a76:	shl    rdx,0x6
  2a5a7a:	add    rdx,rax
  2a5a7d:	lea    rsi,[rsp+0x320]
  2a5a85:	mov    r8,r14
  2a5a88:	xor    r9d,r9d
  2a5a8b:	nop    DWORD PTR [rax+rax*1+0x0]
  2a5a90:	cmp    r9,0x8
  2a5a94:	mov    edi,0x8
  2a5a99:	cmovb  rdi,r9
  2a5a9d:	movzx  edi,BYTE PTR [r8+rdi*1]
  2a5aa2:	cmp    rdi,0x2f
  2a5aa6:	ja     2a5e2a <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xbba>
  2a5aac:	lea    rbx,[rdi+rdi*2]
  2a5ab0:	mov    r11d,ebx
  2a5ab3:	shl    r11d,0x4
  2a5ab7:	mov    r12,QWORD PTR [rsi+r11*1-0x18]
  2a5abc:	cmp    r12,0x3f
  2a5ac0:	ja     2a5e4b <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xbdb>
  2a5ac6:	mov    rdi,QWORD PTR [rsi+r11*1-0x8]
  2a5acb:	mov    r13,QWORD PTR [rsi+r11*1]
  2a5acf:	mov    r10,QWORD PTR [rsi+r11*1+0x8]
  2a5ad4:	mov    r11,QWORD PTR [rsi+r11*1+0x10]
  2a5ad9:	shl    ebx,0x4
  2a5adc:	movzx  ebx,BYTE PTR [rsi+rbx*1-0x10]
  2a5ae1:	mov    BYTE PTR [rdx+r12*1],bl
  2a5ae5:	cmp    rdi,0x3f
  2a5ae9:	ja     2a5e43 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xbd3>
  2a5aef:	mov    BYTE PTR [rdx+rdi*1],r13b
  2a5af3:	cmp    r10,0x3f
  2a5af7:	ja     2a5e48 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xbd8>
  2a5afd:	inc    r9
  2a5b00:	mov    BYTE PTR [rdx+r10*1],r11b
  2a5b04:	add    r8,0x2
  2a5b08:	add    rsi,0x900
  2a5b0f:	cmp    r15,r9
  2a5b12:	jne    2a5a90 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x820>
  2a5b18:	add    r14,0x40
  2a5b1c:	cmp    rcx,QWORD PTR [rsp+0x30]
  2a5b21:	mov    rax,QWORD PTR [rsp+0x28]
  2a5b26:	jne    2a5a70 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x800>
  2a5b2c:	movzx  eax,BYTE PTR [rsp+0x17]
  2a5b31:	mov    BYTE PTR [rsp+0x200],al
  2a5b38:	movzx  eax,BYTE PTR [rsp+0x16]
  2a5b3d:	mov    BYTE PTR [rsp+0x201],al
  2a5b44:	movaps xmm0,XMMWORD PTR [rsp+0x50]
  2a5b49:	movups XMMWORD PTR [rsp+0x202],xmm0
  2a5b51:	movzx  eax,WORD PTR [rsp+0x60]
  2a5b56:	mov    WORD PTR [rsp+0x212],ax
  2a5b5e:	lea    rdi,[rsp+0xc0]
  2a5b66:	lea    rsi,[rsp+0x200]
  2a5b6e:	mov    r15,QWORD PTR [rsp+0x18]
  2a5b73:	call   1b9ad0 <_ZN14evocube_engine10evaluation6x86_648stickers5judge5Judge3new17h775fae7be78f5ff3E>
  2a5b78:	cmp    DWORD PTR [rsp+0xc0],0x1
  2a5b80:	mov    rbx,QWORD PTR [rsp+0x38]
  2a5b85:	mov    rax,QWORD PTR [rsp+0x48]
  2a5b8a:	mov    rsi,QWORD PTR [rsp+0x20]
  2a5b8f:	jne    2a5bf6 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x986>
  2a5b91:	movups xmm0,XMMWORD PTR [rsp+0xc8]
  2a5b99:	movups xmm1,XMMWORD PTR [rsp+0xd8]
  2a5ba1:	movups xmm2,XMMWORD PTR [rsp+0xe8]
  2a5ba9:	movaps XMMWORD PTR [rsp+0x1f0],xmm2
  2a5bb1:	movaps XMMWORD PTR [rsp+0x1e0],xmm1
  2a5bb9:	movaps XMMWORD PTR [rsp+0x1d0],xmm0
  2a5bc1:	movzx  r14d,BYTE PTR [rax+0x7d0]
  2a5bc9:	mov    edi,0x40
  2a5bce:	call   QWORD PTR [rip+0xe647c]        # 38c050 <_DYNAMIC+0x7e0>
  2a5bd4:	mov    r12,rax
  2a5bd7:	mov    r15,rdx
  2a5bda:	test   rdx,rdx
  2a5bdd:	je     2a5c22 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x9b2>
  2a5bdf:	call   QWORD PTR [rip+0xe5ee3]        # 38bac8 <_DYNAMIC+0x258>
  2a5be5:	mov    rdi,r15
  2a5be8:	mov    rsi,r12
  2a5beb:	call   QWORD PTR [rip+0xe5edf]        # 38bad0 <_DYNAMIC+0x260>
  2a5bf1:	mov    rbx,rax
  2a5bf4:	jmp    2a5c25 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x9b5>
  2a5bf6:	mov    BYTE PTR [rbx+0xe0],0x2
  2a5bfd:	test   r15,r15
  2a5c00:	je     2a5857 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x5e7>
  2a5c06:	shl    r15,0x6
  2a5c0a:	mov    edx,0x40
  2a5c0f:	mov    rdi,QWORD PTR [rsp+0x28]
  2a5c14:	mov    rsi,r15
  2a5c17:	call   QWORD PTR [rip+0xe5e9b]        # 38bab8 <_DYNAMIC+0x248>
  2a5c1d:	jmp    2a5857 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x5e7>
  2a5c22:	mov    rbx,r12
  2a5c25:	mov    rsi,QWORD PTR [rsp+0x28]
  2a5c2a:	test   rbx,rbx
  2a5c2d:	je     2a5e79 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xc09>
  2a5c33:	mov    QWORD PTR [rbx],0x1
  2a5c3a:	mov    QWORD PTR [rbx+0x8],0x1
  2a5c42:	lea    rdi,[rbx+0x40]
  2a5c46:	mov    rdx,QWORD PTR [rsp+0x20]
  2a5c4b:	mov    r15,rsi
  2a5c4e:	call   QWORD PTR [rip+0xe5e54]        # 38baa8 <memcpy@GLIBC_2.14>
  2a5c54:	mov    rsi,QWORD PTR [rsp+0x18]
  2a5c59:	test   rsi,rsi
  2a5c5c:	je     2a5c70 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xa00>
  2a5c5e:	shl    rsi,0x6
  2a5c62:	mov    edx,0x40
  2a5c67:	mov    rdi,r15
  2a5c6a:	call   QWORD PTR [rip+0xe5e48]        # 38bab8 <_DYNAMIC+0x248>
  2a5c70:	mov    QWORD PTR [rsp+0xc0],rbx
  2a5c78:	mov    r12,QWORD PTR [rsp+0x30]
  2a5c7d:	mov    QWORD PTR [rsp+0xc8],r12
  2a5c85:	call   QWORD PTR [rip+0xe5e3d]        # 38bac8 <_DYNAMIC+0x258>
  2a5c8b:	mov    edi,0x790
  2a5c90:	mov    esi,0x8
  2a5c95:	call   QWORD PTR [rip+0xe5e35]        # 38bad0 <_DYNAMIC+0x260>
  2a5c9b:	test   rax,rax
  2a5c9e:	je     2a5e67 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xbf7>
  2a5ca4:	mov    r15,rax
  2a5ca7:	mov    QWORD PTR [rax],0x1
  2a5cae:	mov    QWORD PTR [rax+0x8],0x1
  2a5cb6:	add    rax,0x10
  2a5cba:	mov    edx,0x780
  2a5cbf:	mov    rdi,rax
  2a5cc2:	mov    rsi,QWORD PTR [rsp+0x40]
  2a5cc7:	call   QWORD PTR [rip+0xe5ddb]        # 38baa8 <memcpy@GLIBC_2.14>
  2a5ccd:	movaps xmm0,XMMWORD PTR [rsp+0x80]
  2a5cd5:	movaps xmm1,XMMWORD PTR [rsp+0x90]
  2a5cdd:	movaps xmm2,XMMWORD PTR [rsp+0xa0]
  2a5ce5:	movaps xmm3,XMMWORD PTR [rsp+0xb0]
  2a5ced:	movaps XMMWORD PTR [rsp+0xf0],xmm3
  2a5cf5:	movaps XMMWORD PTR [rsp+0xe0],xmm2
  2a5cfd:	movaps XMMWORD PTR [rsp+0xd0],xmm1
  2a5d05:	movaps XMMWORD PTR [rsp+0xc0],xmm0
  2a5d0d:	movaps XMMWORD PTR [rsp+0x100],xmm0
  2a5d15:	movaps XMMWORD PTR [rsp+0x110],xmm1
  2a5d1d:	movaps XMMWORD PTR [rsp+0x120],xmm2
  2a5d25:	movaps XMMWORD PTR [rsp+0x130],xmm3
  2a5d2d:	mov    QWORD PTR [rsp+0x170],rbx
  2a5d35:	mov    QWORD PTR [rsp+0x178],r12
  2a5d3d:	movaps xmm0,XMMWORD PTR [rsp+0x1d0]
  2a5d45:	movaps xmm1,XMMWORD PTR [rsp+0x1e0]
  2a5d4d:	movaps xmm2,XMMWORD PTR [rsp+0x1f0]
  2a5d55:	movaps XMMWORD PTR [rsp+0x160],xmm2
  2a5d5d:	movaps XMMWORD PTR [rsp+0x150],xmm1
  2a5d65:	movaps XMMWORD PTR [rsp+0x140],xmm0
  2a5d6d:	mov    BYTE PTR [rsp+0x1a0],r14b
  2a5d75:	mov    DWORD PTR [rsp+0x188],0xffffffff
  2a5d80:	movzx  eax,BYTE PTR [rsp+0x17]
  2a5d85:	mov    BYTE PTR [rsp+0x18c],al
  2a5d8c:	movzx  eax,BYTE PTR [rsp+0x16]
  2a5d91:	mov    BYTE PTR [rsp+0x18d],al
  2a5d98:	movaps xmm0,XMMWORD PTR [rsp+0x50]
  2a5d9d:	movups XMMWORD PTR [rsp+0x18e],xmm0
  2a5da5:	movzx  eax,WORD PTR [rsp+0x60]
  2a5daa:	mov    WORD PTR [rsp+0x19e],ax
  2a5db2:	mov    QWORD PTR [rsp+0x180],r15
  2a5dba:	lea    rdi,[rsp+0x200]
  2a5dc2:	lea    rsi,[rsp+0xc0]
  2a5dca:	mov    rdx,QWORD PTR [rsp+0x48]
  2a5dcf:	call   QWORD PTR [rip+0xe6233]        # 38c008 <_DYNAMIC+0x798>
  2a5dd5:	lea    r15,[rsp+0x180]
  2a5ddd:	lea    rsi,[rsp+0x200]
  2a5de5:	mov    edx,0x100
  2a5dea:	mov    rdi,QWORD PTR [rsp+0x38]
  2a5def:	call   QWORD PTR [rip+0xe5cb3]        # 38baa8 <memcpy@GLIBC_2.14>
  2a5df5:	lock dec QWORD PTR [rbx]
  2a5df9:	jne    2a5e09 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xb99>
  2a5dfb:	lea    rdi,[rsp+0x170]
  2a5e03:	call   QWORD PTR [rip+0xe6287]        # 38c090 <_DYNAMIC+0x820>
  2a5e09:	mov    rax,QWORD PTR [rsp+0x180]
  2a5e11:	lock dec QWORD PTR [rax]
  2a5e15:	jne    2a5e20 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xbb0>
  2a5e17:	mov    rdi,r15
  2a5e1a:	call   QWORD PTR [rip+0xe6278]        # 38c098 <_DYNAMIC+0x828>
  2a5e20:	mov    rbx,QWORD PTR [rsp+0x38]
  2a5e25:	jmp    2a5857 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0x5e7>
  2a5e2a:	lea    rdx,[rip+0xe029f]        # 3860d0 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x238>
  2a5e31:	mov    esi,0x30
  2a5e36:	mov    r15,QWORD PTR [rsp+0x18]
  2a5e3b:	call   QWORD PTR [rip+0xe6127]        # 38bf68 <_DYNAMIC+0x6f8>
  2a5e41:	jmp    2a5e77 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xc07>
  2a5e43:	mov    r12,rdi
  2a5e46:	jmp    2a5e4b <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xbdb>
  2a5e48:	mov    r12,r10
  2a5e4b:	mov    r15,QWORD PTR [rsp+0x18]
  2a5e50:	lea    rdx,[rip+0xe0291]        # 3860e8 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x250>
  2a5e57:	mov    esi,0x40
  2a5e5c:	mov    rdi,r12
  2a5e5f:	call   QWORD PTR [rip+0xe6103]        # 38bf68 <_DYNAMIC+0x6f8>
  2a5e65:	jmp    2a5e77 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xc07>
  2a5e67:	mov    edi,0x8
  2a5e6c:	mov    esi,0x790
  2a5e71:	call   QWORD PTR [rip+0xe6159]        # 38bfd0 <_DYNAMIC+0x760>
  2a5e77:	ud2
  2a5e79:	mov    rdi,r12
  2a5e7c:	mov    rsi,r15
  2a5e7f:	call   QWORD PTR [rip+0xe614b]        # 38bfd0 <_DYNAMIC+0x760>
  2a5e85:	lea    rdx,[rip+0xe0274]        # 386100 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x268>
  2a5e8c:	mov    edi,0x14
  2a5e91:	mov    esi,0x14
  2a5e96:	call   QWORD PTR [rip+0xe60cc]        # 38bf68 <_DYNAMIC+0x6f8>
  2a5e9c:	lea    rdx,[rip+0xe0275]        # 386118 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x280>
  2a5ea3:	mov    edi,0x30
  2a5ea8:	mov    esi,0x30
  2a5ead:	call   QWORD PTR [rip+0xe60b5]        # 38bf68 <_DYNAMIC+0x6f8>
  2a5eb3:	lea    rdx,[rip+0xe0276]        # 386130 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x298>
  2a5eba:	mov    esi,0x2
  2a5ebf:	call   QWORD PTR [rip+0xe60a3]        # 38bf68 <_DYNAMIC+0x6f8>
  2a5ec5:	lea    rdx,[rip+0xe0264]        # 386130 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x298>
  2a5ecc:	mov    edi,0x2
  2a5ed1:	mov    esi,0x2
  2a5ed6:	call   QWORD PTR [rip+0xe608c]        # 38bf68 <_DYNAMIC+0x6f8>
  2a5edc:	mov    r14,rax
  2a5edf:	mov    rax,QWORD PTR [rsp+0x180]
  2a5ee7:	lock dec QWORD PTR [rax]
  2a5eeb:	jne    2a5f39 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xcc9>
  2a5eed:	mov    rdi,r15
  2a5ef0:	call   QWORD PTR [rip+0xe61a2]        # 38c098 <_DYNAMIC+0x828>
  2a5ef6:	jmp    2a5f39 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xcc9>
  2a5ef8:	call   QWORD PTR [rip+0xe5bda]        # 38bad8 <_DYNAMIC+0x268>
  2a5efe:	mov    r14,rax
  2a5f01:	lea    rdi,[rsp+0xc0]
  2a5f09:	call   2b1e90 <_ZN4core3ptr80drop_in_place$LT$evocube_engine..evaluation..x86_64..stickers..StickerTables$GT$17h23e1bdab0ae07f34E>
  2a5f0e:	jmp    2a5f39 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xcc9>
  2a5f10:	mov    r14,rax
  2a5f13:	lock dec QWORD PTR [rbx]
  2a5f17:	jne    2a5f39 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xcc9>
  2a5f19:	lea    rdi,[rsp+0xc0]
  2a5f21:	call   QWORD PTR [rip+0xe6169]        # 38c090 <_DYNAMIC+0x820>
  2a5f27:	jmp    2a5f39 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xcc9>
  2a5f29:	call   QWORD PTR [rip+0xe5ba9]        # 38bad8 <_DYNAMIC+0x268>
  2a5f2f:	jmp    2a5f31 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xcc1>
  2a5f31:	mov    r14,rax
  2a5f34:	test   r15,r15
  2a5f37:	jne    2a5f41 <_ZN14evocube_engine10evaluation6x86_648stickers13StickerTables3new17hd350bc4bc47d1d52E+0xcd1>
  2a5f39:	mov    rdi,r14
  2a5f3c:	call   37c3f0 <_Unwind_Resume@plt>
  2a5f41:	shl    r15,0x6
  2a5f45:	mov    edx,0x40
  2a5f4a:	mov    rdi,QWORD PTR [rsp+0x28]
  2a5f4f:	mov    rsi,r15
  2a5f52:	call   QWORD PTR [rip+0xe5b60]        # 38bab8 <_DYNAMIC+0x248>
  2a5f58:	mov    rdi,r14
  2a5f5b:	call   37c3f0 <_Unwind_Resume@plt>
00000000002a5f60 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE>:
00000000002a5f60 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE>:
  2a5f60:	push   rbp
  2a5f61:	push   r15
  2a5f63:	push   r14
  2a5f65:	push   r13
  2a5f67:	push   r12
  2a5f69:	push   rbx
  2a5f6a:	sub    rsp,0x78
  2a5f6e:	mov    r10,QWORD PTR [rdx+0x18]
  2a5f72:	test   r10,r10
  2a5f75:	je     2a69ab <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xa4b>
  2a5f7b:	mov    rbx,rdx
  2a5f7e:	mov    r14,QWORD PTR [rdx+0x10]
  2a5f82:	mov    eax,DWORD PTR [r14]
  2a5f85:	mov    r12,QWORD PTR [rsi+0x20]
  2a5f89:	mul    r12
  2a5f8c:	jo     2a69f2 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xa92>
  2a5f92:	mov    rbp,rax
  2a5f95:	mov    r11,QWORD PTR [rsi+0x8]
  2a5f99:	mov    rdx,rax
  2a5f9c:	add    rdx,r12
  2a5f9f:	mov    rax,0xffffffffffffffff
  2a5fa6:	cmovae rax,rdx
  2a5faa:	cmp    rax,r11
  2a5fad:	ja     2a697d <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xa1d>
  2a5fb3:	mov    rax,QWORD PTR [rbx]
  2a5fb6:	mov    QWORD PTR [rsp+0x8],rax
  2a5fbb:	mov    rax,QWORD PTR [rbx+0x8]
  2a5fbf:	mov    QWORD PTR [rsp+0x10],rax
  2a5fc4:	vmovdqa64 zmm9,ZMMWORD PTR [rcx]
  2a5fca:	vmovdqa64 zmm1,ZMMWORD PTR [rcx+0x40]
  2a5fd1:	mov    rbx,QWORD PTR [rcx+0x80]
  2a5fd8:	mov    rax,QWORD PTR [rcx+0x88]
  2a5fdf:	mov    QWORD PTR [rsp+0x18],rax
  2a5fe4:	mov    r13,QWORD PTR [rsi+0x10]
  2a5fe8:	vmovdqa64 zmm0,ZMMWORD PTR [rdi+0x40]
  2a5fef:	mov    r15,QWORD PTR [rsi]
  2a5ff2:	shl    rbp,0x6
  2a5ff6:	add    rbp,r15
  2a5ff9:	mov    QWORD PTR [rsp+0x30],rbp
  2a5ffe:	cmp    r10,0x1
  2a6002:	je     2a6041 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xe1>
  2a6004:	mov    eax,DWORD PTR [r14+0x4]
  2a6008:	mul    r12
  2a600b:	jo     2a69f2 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xa92>
  2a6011:	mov    rdx,rax
  2a6014:	add    rdx,r12
  2a6017:	mov    rsi,0xffffffffffffffff
  2a601e:	cmovae rsi,rdx
  2a6022:	cmp    rsi,r11
  2a6025:	ja     2a6a0e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xaae>
  2a602b:	cmp    r10,0x2
  2a602f:	jne    2a69bc <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xa5c>
  2a6035:	shl    rax,0x6
  2a6039:	add    r15,rax
  2a603c:	mov    QWORD PTR [rsp+0x30],r15
  2a6041:	mov    QWORD PTR [rsp+0x50],rcx
  2a6046:	mov    rax,r13
  2a6049:	shr    rax,0x5
  2a604d:	mov    ecx,r13d
  2a6050:	and    ecx,0x1f
  2a6053:	cmp    rcx,0x1
  2a6057:	sbb    rax,0xffffffffffffffff
  2a605b:	mov    QWORD PTR [rsp+0x58],rax
  2a6060:	test   r13,r13
  2a6063:	je     2a6936 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x9d6>
  2a6069:	mov    rdx,r13
  2a606c:	vmovdqa64 zmm10,ZMMWORD PTR [rdi]
  2a6072:	mov    r13,QWORD PTR [rdi+0xb0]
  2a6079:	mov    r11,QWORD PTR [rdi+0xb8]
  2a6080:	movabs rax,0x3ffffffffffffff
  2a608a:	add    rax,r11
  2a608d:	mov    QWORD PTR [rsp+0x48],rax
  2a6092:	shl    r11,0x6
  2a6096:	vpbroadcastq zmm2,QWORD PTR [rdi+0xa0]
  2a609d:	vpbroadcastq zmm3,QWORD PTR [rdi+0x80]
  2a60a4:	vpbroadcastq zmm4,QWORD PTR [rdi+0xa8]
  2a60ab:	vpbroadcastq zmm5,QWORD PTR [rdi+0x90]
  2a60b2:	vpbroadcastd zmm6,DWORD PTR [rdi+0xc8]
  2a60b9:	add    r11,0xffffffffffffffc0
  2a60bd:	mov    QWORD PTR [rsp+0x38],0x0
  2a60c6:	vpbroadcastd zmm7,DWORD PTR [rip+0xffffffffffda084c]        # 4691c <anon.74d9173fa936bc4ad9211e0eaa8ac3bc.9.llvm.4715180366670976963+0x20>
  2a60d0:	vmovdqa64 zmm8,ZMMWORD PTR [rip+0xffffffffffdada66]        # 53b40 <anon.b41ac9ec7a205aa9e45d18e0b41eb89e.278.llvm.9876469709905689609+0x3f1>
  2a60da:	mov    ax,0xaaaa
  2a60de:	kmovd  k1,eax
  2a60e2:	xor    r12d,r12d
  2a60e5:	vmovdqa64 zmm11,zmm10
  2a60eb:	mov    r10,rdx
  2a60ee:	xor    r15d,r15d
  2a60f1:	mov    r14,QWORD PTR [rsp+0x18]
  2a60f6:	mov    QWORD PTR [rsp+0x40],rdx
  2a60fb:	jmp    2a612a <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x1ca>
  2a60fd:	nop    DWORD PTR [rax]
  2a6100:	vmovdqa64 zmm12,zmm9
  2a6106:	inc    r15
  2a6109:	add    r10,0xffffffffffffffe0
  2a610d:	add    r12,0x8
  2a6111:	mov    r8,rax
  2a6114:	vmovdqa64 zmm9,zmm12
  2a611a:	mov    ebx,0x0
  2a611f:	cmp    r15,QWORD PTR [rsp+0x58]
  2a6124:	je     2a6946 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x9e6>
  2a612a:	mov    rdi,r14
  2a612d:	mov    rax,r9
  2a6130:	mov    r9,r8
  2a6133:	cmp    r10,0x20
  2a6137:	mov    r8d,0x20
  2a613d:	cmovb  r8,r10
  2a6141:	mov    rcx,r15
  2a6144:	shl    rcx,0x5
  2a6148:	mov    r14,rdx
  2a614b:	sub    r14,rcx
  2a614e:	cmp    r14,0x20
  2a6152:	mov    ecx,0x20
  2a6157:	cmovae r14,rcx
  2a615b:	mov    ecx,r14d
  2a615e:	shr    ecx,0x2
  2a6161:	mov    QWORD PTR [rsp+0x28],r10
  2a6166:	mov    QWORD PTR [rsp+0x20],r15
  2a616b:	je     2a64b3 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x553>
  2a6171:	mov    QWORD PTR [rsp+0x60],rcx
  2a6176:	mov    QWORD PTR [rsp+0x18],r14
  2a617b:	mov    QWORD PTR [rsp+0x68],r8
  2a6180:	and    r8d,0x3c
  2a6184:	shl    r8d,0x3
  2a6188:	mov    QWORD PTR [rsp+0x70],r12
  2a618d:	mov    r15,r12
  2a6190:	xor    r12d,r12d
  2a6193:	jmp    2a6256 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x2f6>
  2a6198:	nop    DWORD PTR [rax+rax*1+0x0]
  2a61a0:	lea    esi,[rcx+0x1]
  2a61a3:	and    esi,0x1f
  2a61a6:	and    ecx,0x1f
  2a61a9:	shl    ecx,0x6
  2a61ac:	shl    esi,0x6
  2a61af:	vmovdqa64 zmm12,ZMMWORD PTR [r9+rcx*1]
  2a61b6:	vpsllq zmm13,zmm12,0x20
  2a61bd:	vpternlogq zmm13,zmm12,zmm2,0xe8
  2a61c4:	vpopcntb zmm12,zmm12
  2a61ca:	vpopcntb zmm13,zmm13
  2a61d0:	vmovdqa64 zmm14,zmm4
  2a61d6:	vpdpbusd zmm14,zmm12,zmm3
  2a61dc:	vpdpbusd zmm14,zmm13,zmm5
  2a61e2:	vmovdqa64 zmm12,ZMMWORD PTR [r9+rsi*1]
  2a61e9:	vpsllq zmm13,zmm12,0x20
  2a61f0:	vpternlogq zmm13,zmm12,zmm2,0xe8
  2a61f7:	vpopcntb zmm12,zmm12
  2a61fd:	vpopcntb zmm13,zmm13
  2a6203:	vmovdqa64 zmm15,zmm4
  2a6209:	vpdpbusd zmm15,zmm12,zmm3
  2a620f:	vpdpbusd zmm15,zmm13,zmm5
  2a6215:	mov    cx,0xaaaa
  2a6219:	kmovd  k2,ecx
  2a621d:	vpblendmd zmm12{k2},zmm14,zmm15
  2a6223:	vpshldq zmm13,zmm15,zmm14,0x20
  2a622a:	vpaddd zmm12,zmm12,zmm13
  2a6230:	vpshldd zmm12,zmm12,zmm1,0x10
  2a6237:	vpminud zmm9,zmm9,zmm12
  2a623d:	vpaddd zmm1,zmm1,zmm7
  2a6243:	mov    rbx,r10
  2a6246:	add    r12,0x20
  2a624a:	inc    r15
  2a624d:	cmp    r8,r12
  2a6250:	je     2a6490 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x530>
  2a6256:	mov    r14,QWORD PTR [rbp+r15*8+0x0]
  2a625b:	mov    rcx,QWORD PTR [rsp+0x30]
  2a6260:	mov    rsi,QWORD PTR [rcx+r15*8]
  2a6264:	mov    rcx,r14
  2a6267:	mov    rdx,QWORD PTR [rsp+0x48]
  2a626c:	and    rcx,rdx
  2a626f:	shl    rcx,0x6
  2a6273:	vmovdqa64 zmm12,ZMMWORD PTR [r13+rcx*1+0x40]
  2a627b:	vpermb zmm11,zmm12,zmm11
  2a6281:	vpcmpneqb k0,zmm11,zmm0
  2a6288:	kmovq  QWORD PTR [rax+r12*8],k0
  2a628e:	mov    rcx,rsi
  2a6291:	and    rcx,rdx
  2a6294:	shl    rcx,0x6
  2a6298:	vmovdqa64 zmm12,ZMMWORD PTR [r13+rcx*1+0x40]
  2a62a0:	vpermb zmm12,zmm12,zmm10
  2a62a6:	vpcmpneqb k0,zmm12,zmm0
  2a62ad:	kmovq  QWORD PTR [rax+r12*8+0x8],k0
  2a62b4:	rorx   rcx,r14,0xa
  2a62ba:	and    rcx,r11
  2a62bd:	vmovdqa64 zmm10,ZMMWORD PTR [r13+rcx*1+0x40]
  2a62c5:	vpermb zmm10,zmm10,zmm11
  2a62cb:	vpcmpneqb k0,zmm10,zmm0
  2a62d2:	kmovq  QWORD PTR [rax+r12*8+0x40],k0
  2a62d9:	rorx   rcx,rsi,0xa
  2a62df:	and    rcx,r11
  2a62e2:	vmovdqa64 zmm11,ZMMWORD PTR [r13+rcx*1+0x40]
  2a62ea:	vpermb zmm11,zmm11,zmm12
  2a62f0:	vpcmpneqb k0,zmm11,zmm0
  2a62f7:	kmovq  QWORD PTR [rax+r12*8+0x48],k0
  2a62fe:	lea    rcx,[rbx+0x2]
  2a6302:	cmp    rcx,rdi
  2a6305:	jbe    2a6320 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x3c0>
  2a6307:	mov    r10,rcx
  2a630a:	mov    rcx,rbx
  2a630d:	jmp    2a63d5 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x475>
  2a6312:	data16 data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2a6320:	lea    r10d,[rbx+0x1]
  2a6324:	and    r10d,0x1f
  2a6328:	mov    rdx,rbp
  2a632b:	mov    ebp,ebx
  2a632d:	and    ebp,0x1f
  2a6330:	shl    ebp,0x6
  2a6333:	shl    r10d,0x6
  2a6337:	vmovdqa64 zmm12,ZMMWORD PTR [r9+rbp*1]
  2a633e:	mov    rbp,rdx
  2a6341:	vpsllq zmm13,zmm12,0x20
  2a6348:	vpternlogq zmm13,zmm12,zmm2,0xe8
  2a634f:	vpopcntb zmm12,zmm12
  2a6355:	vpopcntb zmm13,zmm13
  2a635b:	vmovdqa64 zmm14,zmm4
  2a6361:	vpdpbusd zmm14,zmm12,zmm3
  2a6367:	vpdpbusd zmm14,zmm13,zmm5
  2a636d:	vmovdqa64 zmm12,ZMMWORD PTR [r9+r10*1]
  2a6374:	vpsllq zmm13,zmm12,0x20
  2a637b:	vpternlogq zmm13,zmm12,zmm2,0xe8
  2a6382:	vpopcntb zmm12,zmm12
  2a6388:	vpopcntb zmm13,zmm13
  2a638e:	vmovdqa64 zmm15,zmm4
  2a6394:	vpdpbusd zmm15,zmm12,zmm3
  2a639a:	vpdpbusd zmm15,zmm13,zmm5
  2a63a0:	mov    dx,0xaaaa
  2a63a4:	kmovd  k2,edx
  2a63a8:	vpblendmd zmm12{k2},zmm14,zmm15
  2a63ae:	vpshldq zmm13,zmm15,zmm14,0x20
  2a63b5:	vpaddd zmm12,zmm12,zmm13
  2a63bb:	vpshldd zmm12,zmm12,zmm1,0x10
  2a63c2:	vpminud zmm9,zmm9,zmm12
  2a63c8:	vpaddd zmm1,zmm1,zmm7
  2a63ce:	add    rbx,0x4
  2a63d2:	mov    r10,rbx
  2a63d5:	rorx   rbx,r14,0x1a
  2a63db:	and    rbx,r11
  2a63de:	vmovdqa64 zmm12,ZMMWORD PTR [r13+rbx*1+0x40]
  2a63e6:	vpermb zmm10,zmm12,zmm10
  2a63ec:	vpcmpneqb k0,zmm10,zmm0
  2a63f3:	kmovq  QWORD PTR [rax+r12*8+0x80],k0
  2a63fd:	rorx   rbx,rsi,0x1a
  2a6403:	and    rbx,r11
  2a6406:	vmovdqa64 zmm12,ZMMWORD PTR [r13+rbx*1+0x40]
  2a640e:	vpermb zmm12,zmm12,zmm11
  2a6414:	vpcmpneqb k0,zmm12,zmm0
  2a641b:	kmovq  QWORD PTR [rax+r12*8+0x88],k0
  2a6425:	rorx   rbx,r14,0x2a
  2a642b:	and    rbx,r11
  2a642e:	vmovdqa64 zmm11,ZMMWORD PTR [r13+rbx*1+0x40]
  2a6436:	vpermb zmm11,zmm11,zmm10
  2a643c:	vpcmpneqb k0,zmm11,zmm0
  2a6443:	kmovq  QWORD PTR [rax+r12*8+0xc0],k0
  2a644d:	rorx   rsi,rsi,0x2a
  2a6453:	and    rsi,r11
  2a6456:	vmovdqa64 zmm10,ZMMWORD PTR [r13+rsi*1+0x40]
  2a645e:	vpermb zmm10,zmm10,zmm12
  2a6464:	vpcmpneqb k0,zmm10,zmm0
  2a646b:	kmovq  QWORD PTR [rax+r12*8+0xc8],k0
  2a6475:	cmp    r10,rdi
  2a6478:	jbe    2a61a0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x240>
  2a647e:	mov    rbx,rcx
  2a6481:	jmp    2a6246 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x2e6>
  2a6486:	cs nop WORD PTR [rax+rax*1+0x0]
  2a6490:	mov    rdx,QWORD PTR [rsp+0x40]
  2a6495:	mov    r14,QWORD PTR [rsp+0x18]
  2a649a:	mov    r12,QWORD PTR [rsp+0x70]
  2a649f:	mov    r10,QWORD PTR [rsp+0x28]
  2a64a4:	mov    r15,QWORD PTR [rsp+0x20]
  2a64a9:	mov    r8,QWORD PTR [rsp+0x68]
  2a64ae:	mov    rcx,QWORD PTR [rsp+0x60]
  2a64b3:	test   r14b,0x3
  2a64b7:	je     2a65e5 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x685>
  2a64bd:	and    r8d,0x3
  2a64c1:	lea    rcx,[rcx+r15*8]
  2a64c5:	mov    rdx,r8
  2a64c8:	mov    r8,QWORD PTR [rbp+rcx*8+0x0]
  2a64cd:	mov    rsi,QWORD PTR [rsp+0x30]
  2a64d2:	mov    rsi,QWORD PTR [rsi+rcx*8]
  2a64d6:	mov    ecx,r14d
  2a64d9:	and    ecx,0x1c
  2a64dc:	shl    ecx,0x6
  2a64df:	mov    r10,r8
  2a64e2:	mov    r15,QWORD PTR [rsp+0x48]
  2a64e7:	and    r10,r15
  2a64ea:	shl    r10,0x6
  2a64ee:	vmovdqa64 zmm12,ZMMWORD PTR [r13+r10*1+0x40]
  2a64f6:	vpermb zmm11,zmm12,zmm11
  2a64fc:	vpcmpneqb k0,zmm11,zmm0
  2a6503:	kmovq  QWORD PTR [rax+rcx*1],k0
  2a6509:	mov    r10,rsi
  2a650c:	and    r10,r15
  2a650f:	shl    r10,0x6
  2a6513:	vmovdqa64 zmm12,ZMMWORD PTR [r13+r10*1+0x40]
  2a651b:	vpermb zmm10,zmm12,zmm10
  2a6521:	vpcmpneqb k0,zmm10,zmm0
  2a6528:	kmovq  QWORD PTR [rax+rcx*1+0x8],k0
  2a652f:	cmp    edx,0x1
  2a6532:	je     2a65d6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x676>
  2a6538:	add    rcx,rax
  2a653b:	rorx   r10,r8,0xa
  2a6541:	and    r10,r11
  2a6544:	vmovdqa64 zmm12,ZMMWORD PTR [r13+r10*1+0x40]
  2a654c:	vpermb zmm11,zmm12,zmm11
  2a6552:	vpcmpneqb k0,zmm11,zmm0
  2a6559:	kmovq  QWORD PTR [rcx+0x40],k0
  2a655f:	rorx   r10,rsi,0xa
  2a6565:	and    r10,r11
  2a6568:	vmovdqa64 zmm12,ZMMWORD PTR [r13+r10*1+0x40]
  2a6570:	vpermb zmm10,zmm12,zmm10
  2a6576:	vpcmpneqb k0,zmm10,zmm0
  2a657d:	kmovq  QWORD PTR [rcx+0x48],k0
  2a6583:	cmp    edx,0x2
  2a6586:	je     2a65d6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x676>
  2a6588:	rorx   r8,r8,0x1a
  2a658e:	and    r8,r11
  2a6591:	vmovdqa64 zmm12,ZMMWORD PTR [r13+r8*1+0x40]
  2a6599:	vpermb zmm11,zmm12,zmm11
  2a659f:	vpcmpneqb k0,zmm11,zmm0
  2a65a6:	kmovq  QWORD PTR [rcx+0x80],k0
  2a65af:	rorx   rsi,rsi,0x1a
  2a65b5:	and    rsi,r11
  2a65b8:	vmovdqa64 zmm12,ZMMWORD PTR [r13+rsi*1+0x40]
  2a65c0:	vpermb zmm10,zmm12,zmm10
  2a65c6:	vpcmpneqb k0,zmm10,zmm0
  2a65cd:	kmovq  QWORD PTR [rcx+0x88],k0
  2a65d6:	mov    r10,QWORD PTR [rsp+0x28]
  2a65db:	mov    r15,QWORD PTR [rsp+0x20]
  2a65e0:	mov    rdx,QWORD PTR [rsp+0x40]
  2a65e5:	lea    rcx,[rbx+0x2]
  2a65e9:	cmp    rcx,rdi
  2a65ec:	ja     2a66b4 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x754>
  2a65f2:	data16 data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2a6600:	mov    rcx,rbx
  2a6603:	lea    esi,[rbx+0x1]
  2a6606:	and    esi,0x1f
  2a6609:	mov    r8d,ecx
  2a660c:	and    r8d,0x1f
  2a6610:	shl    r8d,0x6
  2a6614:	shl    esi,0x6
  2a6617:	vmovdqa64 zmm12,ZMMWORD PTR [r9+r8*1]
  2a661e:	vpsllq zmm13,zmm12,0x20
  2a6625:	vpternlogq zmm13,zmm12,zmm2,0xe8
  2a662c:	vpopcntb zmm12,zmm12
  2a6632:	vpopcntb zmm13,zmm13
  2a6638:	vmovdqa64 zmm14,zmm4
  2a663e:	vpdpbusd zmm14,zmm12,zmm3
  2a6644:	vpdpbusd zmm14,zmm13,zmm5
  2a664a:	vmovdqa64 zmm12,ZMMWORD PTR [r9+rsi*1]
  2a6651:	vpsllq zmm13,zmm12,0x20
  2a6658:	vpternlogq zmm13,zmm12,zmm2,0xe8
  2a665f:	vpopcntb zmm12,zmm12
  2a6665:	vpopcntb zmm13,zmm13
  2a666b:	vmovdqa64 zmm15,zmm4
  2a6671:	vpdpbusd zmm15,zmm12,zmm3
  2a6677:	vpdpbusd zmm15,zmm13,zmm5
  2a667d:	vpblendmd zmm12{k1},zmm14,zmm15
  2a6683:	vpshldq zmm13,zmm15,zmm14,0x20
  2a668a:	vpaddd zmm12,zmm12,zmm13
  2a6690:	vpshldd zmm12,zmm12,zmm1,0x10
  2a6697:	vpminud zmm9,zmm9,zmm12
  2a669d:	vpaddd zmm1,zmm1,zmm7
  2a66a3:	add    rbx,0x2
  2a66a7:	add    rcx,0x4
  2a66ab:	cmp    rcx,rdi
  2a66ae:	jbe    2a6600 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x6a0>
  2a66b4:	cmp    rbx,rdi
  2a66b7:	jae    2a6712 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x7b2>
  2a66b9:	and    ebx,0x1f
  2a66bc:	shl    ebx,0x6
  2a66bf:	vmovdqa64 zmm12,ZMMWORD PTR [r9+rbx*1]
  2a66c6:	vpsllq zmm13,zmm12,0x20
  2a66cd:	vpternlogq zmm13,zmm12,zmm2,0xe8
  2a66d4:	vpopcntb zmm12,zmm12
  2a66da:	vpopcntb zmm13,zmm13
  2a66e0:	vmovdqa64 zmm14,zmm4
  2a66e6:	vpdpbusd zmm14,zmm12,zmm3
  2a66ec:	vpdpbusd zmm14,zmm13,zmm5
  2a66f2:	vprolq zmm12,zmm14,0x20
  2a66f9:	vpaddd zmm12,zmm14,zmm12
  2a66ff:	vpshldd zmm12,zmm12,zmm1,0x10
  2a6706:	vpminud zmm9,zmm9,zmm12
  2a670c:	vpaddd zmm1,zmm1,zmm7
  2a6712:	test   r15,r15
  2a6715:	jne    2a6100 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x1a0>
  2a671b:	vmovdqa64 zmm1,zmm8
  2a6721:	vmovdqa64 zmm12,zmm6
  2a6727:	cmp    QWORD PTR [rsp+0x10],0x0
  2a672d:	je     2a6106 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x1a6>
  2a6733:	mov    rcx,QWORD PTR [rsp+0x8]
  2a6738:	mov    edi,DWORD PTR [rcx]
  2a673a:	cmp    QWORD PTR [rsp+0xb8],rdi
  2a6742:	jbe    2a6993 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xa33>
  2a6748:	vpsllq zmm1,zmm9,0x20
  2a674f:	vpminud zmm9,zmm9,zmm1
  2a6755:	mov    rcx,QWORD PTR [rsp+0xb0]
  2a675d:	vpextrd DWORD PTR [rcx+rdi*4],xmm9,0x1
  2a6764:	vmovdqa64 zmm1,zmm8
  2a676a:	vmovdqa64 zmm12,zmm6
  2a6770:	cmp    QWORD PTR [rsp+0x10],0x1
  2a6776:	je     2a6106 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x1a6>
  2a677c:	mov    rcx,QWORD PTR [rsp+0x8]
  2a6781:	mov    edi,DWORD PTR [rcx+0x4]
  2a6784:	cmp    QWORD PTR [rsp+0xb8],rdi
  2a678c:	jbe    2a6993 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xa33>
  2a6792:	mov    rcx,QWORD PTR [rsp+0xb0]
  2a679a:	vpextrd DWORD PTR [rcx+rdi*4],xmm9,0x3
  2a67a1:	vmovdqa64 zmm1,zmm8
  2a67a7:	vmovdqa64 zmm12,zmm6
  2a67ad:	cmp    QWORD PTR [rsp+0x10],0x2
  2a67b3:	je     2a6106 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x1a6>
  2a67b9:	mov    rcx,QWORD PTR [rsp+0x8]
  2a67be:	mov    edi,DWORD PTR [rcx+0x8]
  2a67c1:	cmp    QWORD PTR [rsp+0xb8],rdi
  2a67c9:	jbe    2a6993 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xa33>
  2a67cf:	vextracti128 xmm1,ymm9,0x1
  2a67d5:	mov    rcx,QWORD PTR [rsp+0xb0]
  2a67dd:	vpextrd DWORD PTR [rcx+rdi*4],xmm1,0x1
  2a67e4:	vmovdqa64 zmm1,zmm8
  2a67ea:	vmovdqa64 zmm12,zmm6
  2a67f0:	cmp    QWORD PTR [rsp+0x10],0x3
  2a67f6:	je     2a6106 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x1a6>
  2a67fc:	mov    rcx,QWORD PTR [rsp+0x8]
  2a6801:	mov    edi,DWORD PTR [rcx+0xc]
  2a6804:	cmp    QWORD PTR [rsp+0xb8],rdi
  2a680c:	jbe    2a6993 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xa33>
  2a6812:	vextracti128 xmm1,ymm9,0x1
  2a6818:	mov    rcx,QWORD PTR [rsp+0xb0]
  2a6820:	vpextrd DWORD PTR [rcx+rdi*4],xmm1,0x3
  2a6827:	vmovdqa64 zmm1,zmm8
  2a682d:	vmovdqa64 zmm12,zmm6
  2a6833:	cmp    QWORD PTR [rsp+0x10],0x4
  2a6839:	je     2a6106 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x1a6>
  2a683f:	mov    rcx,QWORD PTR [rsp+0x8]
  2a6844:	mov    edi,DWORD PTR [rcx+0x10]
  2a6847:	cmp    QWORD PTR [rsp+0xb8],rdi
  2a684f:	jbe    2a6993 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xa33>
  2a6855:	vextracti32x4 xmm13,zmm9,0x2
  2a685c:	mov    rcx,QWORD PTR [rsp+0xb0]
  2a6864:	vpextrd DWORD PTR [rcx+rdi*4],xmm13,0x1
  2a686b:	vmovdqa64 zmm1,zmm8
  2a6871:	vmovdqa64 zmm12,zmm6
  2a6877:	cmp    QWORD PTR [rsp+0x10],0x5
  2a687d:	je     2a6106 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x1a6>
  2a6883:	mov    rcx,QWORD PTR [rsp+0x8]
  2a6888:	mov    edi,DWORD PTR [rcx+0x14]
  2a688b:	cmp    QWORD PTR [rsp+0xb8],rdi
  2a6893:	jbe    2a6993 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xa33>
  2a6899:	mov    rcx,QWORD PTR [rsp+0xb0]
  2a68a1:	vpextrd DWORD PTR [rcx+rdi*4],xmm13,0x3
  2a68a8:	vmovdqa64 zmm1,zmm8
  2a68ae:	vmovdqa64 zmm12,zmm6
  2a68b4:	cmp    QWORD PTR [rsp+0x10],0x6
  2a68ba:	je     2a6106 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x1a6>
  2a68c0:	mov    rcx,QWORD PTR [rsp+0x8]
  2a68c5:	mov    edi,DWORD PTR [rcx+0x18]
  2a68c8:	cmp    QWORD PTR [rsp+0xb8],rdi
  2a68d0:	jbe    2a6993 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xa33>
  2a68d6:	vextracti32x4 xmm9,zmm9,0x3
  2a68dd:	mov    rcx,QWORD PTR [rsp+0xb0]
  2a68e5:	vpextrd DWORD PTR [rcx+rdi*4],xmm9,0x1
  2a68ec:	vmovdqa64 zmm1,zmm8
  2a68f2:	vmovdqa64 zmm12,zmm6
  2a68f8:	cmp    QWORD PTR [rsp+0x10],0x7
  2a68fe:	je     2a6106 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x1a6>
  2a6904:	mov    rcx,QWORD PTR [rsp+0x8]
  2a6909:	mov    edi,DWORD PTR [rcx+0x1c]
  2a690c:	cmp    QWORD PTR [rsp+0xb8],rdi
  2a6914:	jbe    2a6993 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xa33>
  2a6916:	mov    rcx,QWORD PTR [rsp+0xb0]
  2a691e:	vpextrd DWORD PTR [rcx+rdi*4],xmm9,0x3
  2a6925:	vmovdqa64 zmm1,zmm8
  2a692b:	vmovdqa64 zmm12,zmm6
  2a6931:	jmp    2a6106 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0x1a6>
  2a6936:	mov    QWORD PTR [rsp+0x38],rbx
  2a693b:	vmovdqa64 zmm12,zmm9
  2a6941:	mov    r14,QWORD PTR [rsp+0x18]
  2a6946:	mov    rax,QWORD PTR [rsp+0x50]
  2a694b:	vmovdqa64 ZMMWORD PTR [rax],zmm12
  2a6951:	vmovdqa64 ZMMWORD PTR [rax+0x40],zmm1
  2a6958:	mov    rcx,QWORD PTR [rsp+0x38]
  2a695d:	mov    QWORD PTR [rax+0x80],rcx
  2a6964:	mov    QWORD PTR [rax+0x88],r14
  2a696b:	add    rsp,0x78
  2a696f:	pop    rbx
  2a6970:	pop    r12
  2a6972:	pop    r13
  2a6974:	pop    r14
  2a6976:	pop    r15
  2a6978:	pop    rbp
  2a6979:	vzeroupper
  2a697c:	ret
  2a697d:	lea    rcx,[rip+0xdf7dc]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2a6984:	mov    rdi,rbp
  2a6987:	mov    rsi,rax
  2a698a:	mov    rdx,r11
  2a698d:	call   QWORD PTR [rip+0xe5645]        # 38bfd8 <_DYNAMIC+0x768>
  2a6993:	lea    rdx,[rip+0xdf7ae]        # 386148 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2b0>
  2a699a:	mov    rsi,QWORD PTR [rsp+0xb8]
  2a69a2:	vzeroupper
  2a69a5:	call   QWORD PTR [rip+0xe55bd]        # 38bf68 <_DYNAMIC+0x6f8>
  2a69ab:	lea    rdx,[rip+0xdf56e]        # 385f20 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x88>
  2a69b2:	xor    edi,edi
  2a69b4:	xor    esi,esi
  2a69b6:	call   QWORD PTR [rip+0xe55ac]        # 38bf68 <_DYNAMIC+0x6f8>
  2a69bc:	mov    eax,DWORD PTR [r14+0x8]
  2a69c0:	mul    r12
  2a69c3:	jo     2a69f2 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xa92>
  2a69c5:	add    r12,rax
  2a69c8:	mov    rsi,0xffffffffffffffff
  2a69cf:	cmovae rsi,r12
  2a69d3:	cmp    rsi,r11
  2a69d6:	ja     2a6a0e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE+0xaae>
  2a69d8:	lea    rdx,[rip+0xdf559]        # 385f38 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0xa0>
  2a69df:	mov    edi,0x2
  2a69e4:	mov    esi,0x2
  2a69e9:	vzeroupper
  2a69ec:	call   QWORD PTR [rip+0xe5576]        # 38bf68 <_DYNAMIC+0x6f8>
  2a69f2:	lea    rdi,[rip+0xffffffffffdad55f]        # 53f58 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1d8>
  2a69f9:	lea    rdx,[rip+0xdf778]        # 386178 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2e0>
  2a6a00:	mov    esi,0x13
  2a6a05:	vzeroupper
  2a6a08:	call   QWORD PTR [rip+0xe5532]        # 38bf40 <_DYNAMIC+0x6d0>
  2a6a0e:	lea    rcx,[rip+0xdf74b]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2a6a15:	mov    rdi,rax
  2a6a18:	mov    rdx,r11
  2a6a1b:	vzeroupper
  2a6a1e:	call   QWORD PTR [rip+0xe55b4]        # 38bfd8 <_DYNAMIC+0x768>
  2a6a24:	int3
  2a6a25:	int3
  2a6a26:	int3
  2a6a27:	int3
  2a6a28:	int3
  2a6a29:	int3
  2a6a2a:	int3
  2a6a2b:	int3
  2a6a2c:	int3
  2a6a2d:	int3
  2a6a2e:	int3
  2a6a2f:	int3
00000000002a6a30 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE>:
00000000002a6a30 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE>:
  2a6a30:	push   rbp
  2a6a31:	push   r15
  2a6a33:	push   r14
  2a6a35:	push   r13
  2a6a37:	push   r12
  2a6a39:	push   rbx
  2a6a3a:	sub    rsp,0x98
  2a6a41:	mov    QWORD PTR [rsp+0x20],r9
  2a6a46:	mov    r12,QWORD PTR [rdx+0x18]
  2a6a4a:	test   r12,r12
  2a6a4d:	je     2a78be <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xe8e>
  2a6a53:	mov    r10,rdx
  2a6a56:	mov    r13,rsi
  2a6a59:	mov    rbx,QWORD PTR [rdx+0x10]
  2a6a5d:	mov    eax,DWORD PTR [rbx]
  2a6a5f:	mov    r15,QWORD PTR [rsi+0x20]
  2a6a63:	mul    r15
  2a6a66:	jo     2a7904 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xed4>
  2a6a6c:	mov    r14,QWORD PTR [r13+0x8]
  2a6a70:	mov    rdx,rax
  2a6a73:	add    rdx,r15
  2a6a76:	mov    rbp,rax
  2a6a79:	mov    rax,0xffffffffffffffff
  2a6a80:	cmovae rax,rdx
  2a6a84:	cmp    rax,r14
  2a6a87:	ja     2a7890 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xe60>
  2a6a8d:	mov    r11,r8
  2a6a90:	mov    r8,rdi
  2a6a93:	mov    rax,QWORD PTR [r10]
  2a6a96:	mov    QWORD PTR [rsp+0x10],rax
  2a6a9b:	mov    rax,QWORD PTR [r10+0x8]
  2a6a9f:	mov    QWORD PTR [rsp+0x18],rax
  2a6aa4:	vmovdqa64 zmm2,ZMMWORD PTR [rcx]
  2a6aaa:	vmovdqa64 zmm1,ZMMWORD PTR [rcx+0x40]
  2a6ab1:	mov    r9,QWORD PTR [rcx+0x80]
  2a6ab8:	mov    rsi,QWORD PTR [rcx+0x88]
  2a6abf:	mov    rdx,QWORD PTR [r13+0x10]
  2a6ac3:	vmovdqa64 zmm0,ZMMWORD PTR [rdi+0x40]
  2a6aca:	mov    r10,QWORD PTR [r13+0x0]
  2a6ace:	shl    rbp,0x6
  2a6ad2:	add    rbp,r10
  2a6ad5:	mov    QWORD PTR [rsp+0x38],rbp
  2a6ada:	mov    QWORD PTR [rsp],rbp
  2a6ade:	mov    QWORD PTR [rsp+0x30],rbp
  2a6ae3:	cmp    r12,0x1
  2a6ae7:	je     2a6bb5 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x185>
  2a6aed:	mov    rdi,rdx
  2a6af0:	mov    eax,DWORD PTR [rbx+0x4]
  2a6af3:	mul    r15
  2a6af6:	jo     2a7904 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xed4>
  2a6afc:	mov    rbp,rax
  2a6aff:	add    rax,r15
  2a6b02:	mov    r13,0xffffffffffffffff
  2a6b09:	cmovae r13,rax
  2a6b0d:	cmp    r13,r14
  2a6b10:	ja     2a7923 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xef3>
  2a6b16:	shl    rbp,0x6
  2a6b1a:	add    rbp,r10
  2a6b1d:	cmp    r12,0x2
  2a6b21:	jne    2a6b33 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x103>
  2a6b23:	mov    rax,QWORD PTR [rsp+0x30]
  2a6b28:	mov    QWORD PTR [rsp+0x38],rax
  2a6b2d:	mov    QWORD PTR [rsp],rax
  2a6b31:	jmp    2a6bb2 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x182>
  2a6b33:	mov    eax,DWORD PTR [rbx+0x8]
  2a6b36:	mul    r15
  2a6b39:	jo     2a7904 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xed4>
  2a6b3f:	mov    rdx,rax
  2a6b42:	add    rdx,r15
  2a6b45:	mov    r13,0xffffffffffffffff
  2a6b4c:	cmovae r13,rdx
  2a6b50:	cmp    r13,r14
  2a6b53:	ja     2a7920 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xef0>
  2a6b59:	shl    rax,0x6
  2a6b5d:	add    rax,r10
  2a6b60:	mov    QWORD PTR [rsp],rax
  2a6b64:	cmp    r12,0x3
  2a6b68:	jne    2a6b76 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x146>
  2a6b6a:	mov    rax,QWORD PTR [rsp+0x30]
  2a6b6f:	mov    QWORD PTR [rsp+0x38],rax
  2a6b74:	jmp    2a6bb2 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x182>
  2a6b76:	mov    eax,DWORD PTR [rbx+0xc]
  2a6b79:	mul    r15
  2a6b7c:	jo     2a7904 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xed4>
  2a6b82:	mov    rdx,rax
  2a6b85:	add    rdx,r15
  2a6b88:	mov    r13,0xffffffffffffffff
  2a6b8f:	cmovae r13,rdx
  2a6b93:	cmp    r13,r14
  2a6b96:	ja     2a7920 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xef0>
  2a6b9c:	cmp    r12,0x4
  2a6ba0:	jne    2a78cf <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xe9f>
  2a6ba6:	shl    rax,0x6
  2a6baa:	add    r10,rax
  2a6bad:	mov    QWORD PTR [rsp+0x38],r10
  2a6bb2:	mov    rdx,rdi
  2a6bb5:	mov    QWORD PTR [rsp+0x68],rcx
  2a6bba:	mov    rcx,rdx
  2a6bbd:	shr    rcx,0x5
  2a6bc1:	mov    eax,edx
  2a6bc3:	and    eax,0x1f
  2a6bc6:	cmp    rax,0x1
  2a6bca:	sbb    rcx,0xffffffffffffffff
  2a6bce:	mov    QWORD PTR [rsp+0x70],rcx
  2a6bd3:	test   rdx,rdx
  2a6bd6:	je     2a784b <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xe1b>
  2a6bdc:	mov    rbx,rdx
  2a6bdf:	vmovdqa64 zmm12,ZMMWORD PTR [r8]
  2a6be5:	mov    r14,QWORD PTR [r8+0xb0]
  2a6bec:	mov    r15,QWORD PTR [r8+0xb8]
  2a6bf3:	movabs rax,0x3ffffffffffffff
  2a6bfd:	add    rax,r15
  2a6c00:	mov    QWORD PTR [rsp+0x60],rax
  2a6c05:	shl    r15,0x6
  2a6c09:	vpbroadcastq zmm3,QWORD PTR [r8+0xa0]
  2a6c10:	vpbroadcastq zmm4,QWORD PTR [r8+0x88]
  2a6c17:	vpbroadcastq zmm5,QWORD PTR [r8+0x98]
  2a6c1e:	vpbroadcastq zmm6,QWORD PTR [r8+0xa8]
  2a6c25:	vpbroadcastq zmm7,QWORD PTR [r8+0x80]
  2a6c2c:	vpbroadcastq zmm8,QWORD PTR [r8+0x90]
  2a6c33:	add    r15,0xffffffffffffffc0
  2a6c37:	vpbroadcastd zmm9,DWORD PTR [r8+0xc8]
  2a6c3e:	mov    QWORD PTR [rsp+0x48],0x0
  2a6c47:	vpbroadcastd zmm10,DWORD PTR [rip+0xffffffffffd9fccb]        # 4691c <anon.74d9173fa936bc4ad9211e0eaa8ac3bc.9.llvm.4715180366670976963+0x20>
  2a6c51:	vmovdqa64 zmm17,ZMMWORD PTR [rip+0xffffffffffdacf25]        # 53b80 <anon.b41ac9ec7a205aa9e45d18e0b41eb89e.278.llvm.9876469709905689609+0x431>
  2a6c5b:	mov    ax,0xaaaa
  2a6c5f:	kmovd  k1,eax
  2a6c63:	mov    QWORD PTR [rsp+0x50],0x0
  2a6c6c:	vmovdqa64 zmm13,zmm12
  2a6c72:	vmovdqa64 zmm14,zmm12
  2a6c78:	vmovdqa64 zmm15,zmm12
  2a6c7e:	mov    rax,rdx
  2a6c81:	xor    edx,edx
  2a6c83:	mov    r8,QWORD PTR [rsp+0x20]
  2a6c88:	mov    rdi,QWORD PTR [rsp]
  2a6c8c:	mov    r13,r9
  2a6c8f:	mov    QWORD PTR [rsp+0x58],rbp
  2a6c94:	mov    QWORD PTR [rsp+0x40],rbx
  2a6c99:	jmp    2a6ccd <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x29d>
  2a6c9b:	nop    DWORD PTR [rax+rax*1+0x0]
  2a6ca0:	vmovdqa64 zmm16,zmm2
  2a6ca6:	inc    rdx
  2a6ca9:	add    rax,0xffffffffffffffe0
  2a6cad:	add    QWORD PTR [rsp+0x50],0x8
  2a6cb3:	mov    r11,r9
  2a6cb6:	vmovdqa64 zmm2,zmm16
  2a6cbc:	mov    r13d,0x0
  2a6cc2:	cmp    rdx,QWORD PTR [rsp+0x70]
  2a6cc7:	je     2a7856 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xe26>
  2a6ccd:	mov    r10,rsi
  2a6cd0:	mov    r9,r8
  2a6cd3:	mov    r8,r11
  2a6cd6:	cmp    rax,0x20
  2a6cda:	mov    r11d,0x20
  2a6ce0:	mov    QWORD PTR [rsp+0x8],rax
  2a6ce5:	cmovb  r11,rax
  2a6ce9:	mov    rax,rdx
  2a6cec:	shl    rax,0x5
  2a6cf0:	mov    rsi,rbx
  2a6cf3:	sub    rsi,rax
  2a6cf6:	cmp    rsi,0x20
  2a6cfa:	mov    eax,0x20
  2a6cff:	cmovae rsi,rax
  2a6d03:	mov    eax,esi
  2a6d05:	shr    eax,0x2
  2a6d08:	mov    QWORD PTR [rsp+0x80],rax
  2a6d10:	mov    QWORD PTR [rsp+0x28],rdx
  2a6d15:	mov    QWORD PTR [rsp+0x20],r10
  2a6d1a:	mov    QWORD PTR [rsp+0x88],r11
  2a6d22:	je     2a7230 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x800>
  2a6d28:	mov    QWORD PTR [rsp+0x78],rsi
  2a6d2d:	and    r11d,0x3c
  2a6d31:	shl    r11d,0x3
  2a6d35:	mov    QWORD PTR [rsp+0x90],r11
  2a6d3d:	mov    rdx,QWORD PTR [rsp+0x50]
  2a6d42:	xor    ecx,ecx
  2a6d44:	mov    rax,QWORD PTR [rsp+0x30]
  2a6d49:	jmp    2a6d6e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x33e>
  2a6d4b:	nop    DWORD PTR [rax+rax*1+0x0]
  2a6d50:	mov    rbp,QWORD PTR [rsp+0x58]
  2a6d55:	mov    rdi,QWORD PTR [rsp]
  2a6d59:	add    rcx,0x20
  2a6d5d:	inc    rdx
  2a6d60:	cmp    QWORD PTR [rsp+0x90],rcx
  2a6d68:	je     2a71f0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x7c0>
  2a6d6e:	mov    r11,QWORD PTR [rax+rdx*8]
  2a6d72:	mov    rbx,QWORD PTR [rbp+rdx*8+0x0]
  2a6d77:	mov    rsi,QWORD PTR [rdi+rdx*8]
  2a6d7b:	mov    rdi,QWORD PTR [rsp+0x38]
  2a6d80:	mov    rbp,QWORD PTR [rdi+rdx*8]
  2a6d84:	mov    r12,r11
  2a6d87:	mov    rdi,QWORD PTR [rsp+0x60]
  2a6d8c:	and    r12,rdi
  2a6d8f:	shl    r12,0x6
  2a6d93:	vmovdqa64 zmm11,ZMMWORD PTR [r14+r12*1+0x40]
  2a6d9b:	vpermb zmm11,zmm11,zmm15
  2a6da1:	vpcmpneqb k0,zmm11,zmm0
  2a6da8:	kmovq  QWORD PTR [r9+rcx*8],k0
  2a6dae:	mov    r12,rbx
  2a6db1:	and    r12,rdi
  2a6db4:	shl    r12,0x6
  2a6db8:	vmovdqa64 zmm15,ZMMWORD PTR [r14+r12*1+0x40]
  2a6dc0:	vpermb zmm14,zmm15,zmm14
  2a6dc6:	vpcmpneqb k0,zmm14,zmm0
  2a6dcd:	kmovq  QWORD PTR [r9+rcx*8+0x8],k0
  2a6dd4:	mov    r12,rsi
  2a6dd7:	and    r12,rdi
  2a6dda:	shl    r12,0x6
  2a6dde:	vmovdqa64 zmm15,ZMMWORD PTR [r14+r12*1+0x40]
  2a6de6:	vpermb zmm15,zmm15,zmm13
  2a6dec:	vpcmpneqb k0,zmm15,zmm0
  2a6df3:	kmovq  QWORD PTR [r9+rcx*8+0x10],k0
  2a6dfa:	mov    r12,rbp
  2a6dfd:	and    r12,rdi
  2a6e00:	shl    r12,0x6
  2a6e04:	vmovdqa64 zmm13,ZMMWORD PTR [r14+r12*1+0x40]
  2a6e0c:	vpermb zmm16,zmm13,zmm12
  2a6e12:	vpcmpneqb k0,zmm16,zmm0
  2a6e19:	kmovq  QWORD PTR [r9+rcx*8+0x18],k0
  2a6e20:	rorx   r12,r11,0xa
  2a6e26:	and    r12,r15
  2a6e29:	vmovdqa64 zmm12,ZMMWORD PTR [r14+r12*1+0x40]
  2a6e31:	vpermb zmm12,zmm12,zmm11
  2a6e37:	vpcmpneqb k0,zmm12,zmm0
  2a6e3e:	kmovq  QWORD PTR [r9+rcx*8+0x40],k0
  2a6e45:	rorx   r12,rbx,0xa
  2a6e4b:	and    r12,r15
  2a6e4e:	vmovdqa64 zmm11,ZMMWORD PTR [r14+r12*1+0x40]
  2a6e56:	vpermb zmm13,zmm11,zmm14
  2a6e5c:	vpcmpneqb k0,zmm13,zmm0
  2a6e63:	kmovq  QWORD PTR [r9+rcx*8+0x48],k0
  2a6e6a:	rorx   r12,rsi,0xa
  2a6e70:	and    r12,r15
  2a6e73:	vmovdqa64 zmm11,ZMMWORD PTR [r14+r12*1+0x40]
  2a6e7b:	vpermb zmm14,zmm11,zmm15
  2a6e81:	vpcmpneqb k0,zmm14,zmm0
  2a6e88:	kmovq  QWORD PTR [r9+rcx*8+0x50],k0
  2a6e8f:	rorx   r12,rbp,0xa
  2a6e95:	and    r12,r15
  2a6e98:	vmovdqa64 zmm11,ZMMWORD PTR [r14+r12*1+0x40]
  2a6ea0:	vpermb zmm15,zmm11,zmm16
  2a6ea6:	vpcmpneqb k0,zmm15,zmm0
  2a6ead:	kmovq  QWORD PTR [r9+rcx*8+0x58],k0
  2a6eb4:	mov    rdi,r13
  2a6eb7:	add    r13,0x2
  2a6ebb:	cmp    r13,r10
  2a6ebe:	jbe    2a6ed0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x4a0>
  2a6ec0:	mov    r12,r13
  2a6ec3:	mov    r13,rdi
  2a6ec6:	jmp    2a6fc2 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x592>
  2a6ecb:	nop    DWORD PTR [rax+rax*1+0x0]
  2a6ed0:	mov    r10,rdi
  2a6ed3:	lea    r12d,[rdi+0x1]
  2a6ed7:	and    r12d,0x1f
  2a6edb:	mov    rax,r8
  2a6ede:	mov    r8d,r10d
  2a6ee1:	and    r8d,0x1f
  2a6ee5:	shl    r8d,0x6
  2a6ee9:	shl    r12d,0x6
  2a6eed:	vmovdqa64 zmm11,ZMMWORD PTR [rax+r8*1]
  2a6ef4:	mov    r8,rax
  2a6ef7:	mov    rax,QWORD PTR [rsp+0x30]
  2a6efc:	vpsllq zmm16,zmm11,0x20
  2a6f03:	vpternlogq zmm16,zmm11,zmm3,0xe8
  2a6f0a:	vpopcntb zmm11,zmm11
  2a6f10:	vpopcntb zmm16,zmm16
  2a6f16:	vpxord zmm18,zmm18,zmm18
  2a6f1c:	vpdpbusd zmm18,zmm11,zmm4
  2a6f22:	vpdpbusd zmm18,zmm16,zmm5
  2a6f28:	vpslld zmm18,zmm18,0x7
  2a6f2f:	vpaddd zmm18,zmm18,zmm6
  2a6f35:	vpdpbusd zmm18,zmm11,zmm7
  2a6f3b:	vpdpbusd zmm18,zmm16,zmm8
  2a6f41:	vmovdqa64 zmm11,ZMMWORD PTR [r8+r12*1]
  2a6f48:	vpsllq zmm16,zmm11,0x20
  2a6f4f:	vpternlogq zmm16,zmm11,zmm3,0xe8
  2a6f56:	vpopcntb zmm11,zmm11
  2a6f5c:	vpopcntb zmm16,zmm16
  2a6f62:	vpxord zmm19,zmm19,zmm19
  2a6f68:	vpdpbusd zmm19,zmm11,zmm4
  2a6f6e:	vpdpbusd zmm19,zmm16,zmm5
  2a6f74:	vpslld zmm19,zmm19,0x7
  2a6f7b:	vpaddd zmm19,zmm19,zmm6
  2a6f81:	vpdpbusd zmm19,zmm11,zmm7
  2a6f87:	vpdpbusd zmm19,zmm16,zmm8
  2a6f8d:	mov    di,0xaaaa
  2a6f91:	kmovd  k2,edi
  2a6f95:	vpblendmd zmm11{k2},zmm18,zmm19
  2a6f9b:	vpshldq zmm16,zmm19,zmm18,0x20
  2a6fa2:	vpaddd zmm11,zmm11,zmm16
  2a6fa8:	vpshldd zmm11,zmm11,zmm1,0x10
  2a6faf:	vpminud zmm2,zmm2,zmm11
  2a6fb5:	vpaddd zmm1,zmm1,zmm10
  2a6fbb:	add    r10,0x4
  2a6fbf:	mov    r12,r10
  2a6fc2:	rorx   rdi,r11,0x1a
  2a6fc8:	and    rdi,r15
  2a6fcb:	vmovdqa64 zmm11,ZMMWORD PTR [r14+rdi*1+0x40]
  2a6fd3:	vpermb zmm11,zmm11,zmm12
  2a6fd9:	vpcmpneqb k0,zmm11,zmm0
  2a6fe0:	kmovq  QWORD PTR [r9+rcx*8+0x80],k0
  2a6fea:	rorx   rdi,rbx,0x1a
  2a6ff0:	and    rdi,r15
  2a6ff3:	vmovdqa64 zmm12,ZMMWORD PTR [r14+rdi*1+0x40]
  2a6ffb:	vpermb zmm12,zmm12,zmm13
  2a7001:	vpcmpneqb k0,zmm12,zmm0
  2a7008:	kmovq  QWORD PTR [r9+rcx*8+0x88],k0
  2a7012:	rorx   rdi,rsi,0x1a
  2a7018:	and    rdi,r15
  2a701b:	vmovdqa64 zmm13,ZMMWORD PTR [r14+rdi*1+0x40]
  2a7023:	vpermb zmm13,zmm13,zmm14
  2a7029:	vpcmpneqb k0,zmm13,zmm0
  2a7030:	kmovq  QWORD PTR [r9+rcx*8+0x90],k0
  2a703a:	rorx   rdi,rbp,0x1a
  2a7040:	and    rdi,r15
  2a7043:	vmovdqa64 zmm14,ZMMWORD PTR [r14+rdi*1+0x40]
  2a704b:	vpermb zmm16,zmm14,zmm15
  2a7051:	vpcmpneqb k0,zmm16,zmm0
  2a7058:	kmovq  QWORD PTR [r9+rcx*8+0x98],k0
  2a7062:	rorx   rdi,r11,0x2a
  2a7068:	and    rdi,r15
  2a706b:	vmovdqa64 zmm14,ZMMWORD PTR [r14+rdi*1+0x40]
  2a7073:	vpermb zmm15,zmm14,zmm11
  2a7079:	vpcmpneqb k0,zmm15,zmm0
  2a7080:	kmovq  QWORD PTR [r9+rcx*8+0xc0],k0
  2a708a:	rorx   rdi,rbx,0x2a
  2a7090:	and    rdi,r15
  2a7093:	vmovdqa64 zmm11,ZMMWORD PTR [r14+rdi*1+0x40]
  2a709b:	vpermb zmm14,zmm11,zmm12
  2a70a1:	vpcmpneqb k0,zmm14,zmm0
  2a70a8:	kmovq  QWORD PTR [r9+rcx*8+0xc8],k0
  2a70b2:	rorx   rdi,rsi,0x2a
  2a70b8:	and    rdi,r15
  2a70bb:	vmovdqa64 zmm11,ZMMWORD PTR [r14+rdi*1+0x40]
  2a70c3:	vpermb zmm13,zmm11,zmm13
  2a70c9:	vpcmpneqb k0,zmm13,zmm0
  2a70d0:	kmovq  QWORD PTR [r9+rcx*8+0xd0],k0
  2a70da:	rorx   rdi,rbp,0x2a
  2a70e0:	and    rdi,r15
  2a70e3:	vmovdqa64 zmm11,ZMMWORD PTR [r14+rdi*1+0x40]
  2a70eb:	vpermb zmm12,zmm11,zmm16
  2a70f1:	vpcmpneqb k0,zmm12,zmm0
  2a70f8:	kmovq  QWORD PTR [r9+rcx*8+0xd8],k0
  2a7102:	mov    r10,QWORD PTR [rsp+0x20]
  2a7107:	cmp    r12,r10
  2a710a:	ja     2a6d50 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x320>
  2a7110:	lea    edi,[r13+0x1]
  2a7114:	and    edi,0x1f
  2a7117:	and    r13d,0x1f
  2a711b:	shl    r13d,0x6
  2a711f:	shl    edi,0x6
  2a7122:	vmovdqa64 zmm11,ZMMWORD PTR [r8+r13*1]
  2a7129:	vpsllq zmm16,zmm11,0x20
  2a7130:	vpternlogq zmm16,zmm11,zmm3,0xe8
  2a7137:	vpopcntb zmm11,zmm11
  2a713d:	vpopcntb zmm16,zmm16
  2a7143:	vpxord zmm18,zmm18,zmm18
  2a7149:	vpdpbusd zmm18,zmm11,zmm4
  2a714f:	vpdpbusd zmm18,zmm16,zmm5
  2a7155:	vpslld zmm18,zmm18,0x7
  2a715c:	vpaddd zmm18,zmm18,zmm6
  2a7162:	vpdpbusd zmm18,zmm11,zmm7
  2a7168:	vpdpbusd zmm18,zmm16,zmm8
  2a716e:	vmovdqa64 zmm11,ZMMWORD PTR [r8+rdi*1]
  2a7175:	vpsllq zmm16,zmm11,0x20
  2a717c:	vpternlogq zmm16,zmm11,zmm3,0xe8
  2a7183:	vpopcntb zmm11,zmm11
  2a7189:	vpopcntb zmm16,zmm16
  2a718f:	vpxord zmm19,zmm19,zmm19
  2a7195:	vpdpbusd zmm19,zmm11,zmm4
  2a719b:	vpdpbusd zmm19,zmm16,zmm5
  2a71a1:	vpslld zmm19,zmm19,0x7
  2a71a8:	vpaddd zmm19,zmm19,zmm6
  2a71ae:	vpdpbusd zmm19,zmm11,zmm7
  2a71b4:	vpdpbusd zmm19,zmm16,zmm8
  2a71ba:	mov    si,0xaaaa
  2a71be:	kmovd  k2,esi
  2a71c2:	vpblendmd zmm11{k2},zmm18,zmm19
  2a71c8:	vpshldq zmm16,zmm19,zmm18,0x20
  2a71cf:	vpaddd zmm11,zmm11,zmm16
  2a71d5:	vpshldd zmm11,zmm11,zmm1,0x10
  2a71dc:	vpminud zmm2,zmm2,zmm11
  2a71e2:	vpaddd zmm1,zmm1,zmm10
  2a71e8:	mov    r13,r12
  2a71eb:	jmp    2a6d50 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x320>
  2a71f0:	mov    rbx,QWORD PTR [rsp+0x40]
  2a71f5:	mov    rsi,QWORD PTR [rsp+0x78]
  2a71fa:	mov    rdx,QWORD PTR [rsp+0x28]
  2a71ff:	test   sil,0x3
  2a7203:	jne    2a723b <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x80b>
  2a7205:	lea    rax,[r13+0x2]
  2a7209:	cmp    rax,r10
  2a720c:	jbe    2a7470 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xa40>
  2a7212:	cmp    r13,r10
  2a7215:	mov    rax,QWORD PTR [rsp+0x8]
  2a721a:	jb     2a7567 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xb37>
  2a7220:	test   rdx,rdx
  2a7223:	jne    2a6ca0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x270>
  2a7229:	jmp    2a75e4 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xbb4>
  2a722e:	xchg   ax,ax
  2a7230:	mov    rax,QWORD PTR [rsp+0x30]
  2a7235:	test   sil,0x3
  2a7239:	je     2a7205 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x7d5>
  2a723b:	mov    rcx,rax
  2a723e:	mov    rax,QWORD PTR [rsp+0x80]
  2a7246:	lea    rax,[rax+rdx*8]
  2a724a:	mov    r11,QWORD PTR [rcx+rax*8]
  2a724e:	mov    r10,QWORD PTR [rbp+rax*8+0x0]
  2a7253:	mov    rdx,QWORD PTR [rdi+rax*8]
  2a7257:	mov    rcx,QWORD PTR [rsp+0x38]
  2a725c:	mov    rcx,QWORD PTR [rcx+rax*8]
  2a7260:	mov    eax,esi
  2a7262:	and    eax,0x1c
  2a7265:	shl    eax,0x6
  2a7268:	mov    rbx,r11
  2a726b:	mov    r12,QWORD PTR [rsp+0x60]
  2a7270:	and    rbx,r12
  2a7273:	shl    rbx,0x6
  2a7277:	vmovdqa64 zmm11,ZMMWORD PTR [r14+rbx*1+0x40]
  2a727f:	vpermb zmm15,zmm11,zmm15
  2a7285:	vpcmpneqb k0,zmm15,zmm0
  2a728c:	kmovq  QWORD PTR [r9+rax*1],k0
  2a7292:	mov    rbx,r10
  2a7295:	and    rbx,r12
  2a7298:	shl    rbx,0x6
  2a729c:	vmovdqa64 zmm11,ZMMWORD PTR [r14+rbx*1+0x40]
  2a72a4:	vpermb zmm14,zmm11,zmm14
  2a72aa:	vpcmpneqb k0,zmm14,zmm0
  2a72b1:	kmovq  QWORD PTR [r9+rax*1+0x8],k0
  2a72b8:	mov    rbx,rdx
  2a72bb:	and    rbx,r12
  2a72be:	shl    rbx,0x6
  2a72c2:	vmovdqa64 zmm11,ZMMWORD PTR [r14+rbx*1+0x40]
  2a72ca:	vpermb zmm13,zmm11,zmm13
  2a72d0:	vpcmpneqb k0,zmm13,zmm0
  2a72d7:	kmovq  QWORD PTR [r9+rax*1+0x10],k0
  2a72de:	mov    rbx,rcx
  2a72e1:	and    rbx,r12
  2a72e4:	shl    rbx,0x6
  2a72e8:	vmovdqa64 zmm11,ZMMWORD PTR [r14+rbx*1+0x40]
  2a72f0:	mov    rbx,QWORD PTR [rsp+0x88]
  2a72f8:	and    ebx,0x3
  2a72fb:	vpermb zmm12,zmm11,zmm12
  2a7301:	vpcmpneqb k0,zmm12,zmm0
  2a7308:	kmovq  QWORD PTR [r9+rax*1+0x18],k0
  2a730f:	cmp    ebx,0x1
  2a7312:	je     2a7454 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xa24>
  2a7318:	add    rax,r9
  2a731b:	mov    r12,rbx
  2a731e:	rorx   rbx,r11,0xa
  2a7324:	and    rbx,r15
  2a7327:	vmovdqa64 zmm11,ZMMWORD PTR [r14+rbx*1+0x40]
  2a732f:	vpermb zmm15,zmm11,zmm15
  2a7335:	vpcmpneqb k0,zmm15,zmm0
  2a733c:	kmovq  QWORD PTR [rax+0x40],k0
  2a7342:	rorx   rbx,r10,0xa
  2a7348:	and    rbx,r15
  2a734b:	vmovdqa64 zmm11,ZMMWORD PTR [r14+rbx*1+0x40]
  2a7353:	vpermb zmm14,zmm11,zmm14
  2a7359:	vpcmpneqb k0,zmm14,zmm0
  2a7360:	kmovq  QWORD PTR [rax+0x48],k0
  2a7366:	rorx   rbx,rdx,0xa
  2a736c:	and    rbx,r15
  2a736f:	vmovdqa64 zmm11,ZMMWORD PTR [r14+rbx*1+0x40]
  2a7377:	vpermb zmm13,zmm11,zmm13
  2a737d:	vpcmpneqb k0,zmm13,zmm0
  2a7384:	kmovq  QWORD PTR [rax+0x50],k0
  2a738a:	rorx   rbx,rcx,0xa
  2a7390:	and    rbx,r15
  2a7393:	vmovdqa64 zmm11,ZMMWORD PTR [r14+rbx*1+0x40]
  2a739b:	vpermb zmm12,zmm11,zmm12
  2a73a1:	vpcmpneqb k0,zmm12,zmm0
  2a73a8:	kmovq  QWORD PTR [rax+0x58],k0
  2a73ae:	cmp    r12d,0x2
  2a73b2:	je     2a7454 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xa24>
  2a73b8:	rorx   r11,r11,0x1a
  2a73be:	and    r11,r15
  2a73c1:	vmovdqa64 zmm11,ZMMWORD PTR [r14+r11*1+0x40]
  2a73c9:	vpermb zmm15,zmm11,zmm15
  2a73cf:	vpcmpneqb k0,zmm15,zmm0
  2a73d6:	kmovq  QWORD PTR [rax+0x80],k0
  2a73df:	rorx   r10,r10,0x1a
  2a73e5:	and    r10,r15
  2a73e8:	vmovdqa64 zmm11,ZMMWORD PTR [r14+r10*1+0x40]
  2a73f0:	vpermb zmm14,zmm11,zmm14
  2a73f6:	vpcmpneqb k0,zmm14,zmm0
  2a73fd:	kmovq  QWORD PTR [rax+0x88],k0
  2a7406:	rorx   rdx,rdx,0x1a
  2a740c:	and    rdx,r15
  2a740f:	vmovdqa64 zmm11,ZMMWORD PTR [r14+rdx*1+0x40]
  2a7417:	vpermb zmm13,zmm11,zmm13
  2a741d:	vpcmpneqb k0,zmm13,zmm0
  2a7424:	kmovq  QWORD PTR [rax+0x90],k0
  2a742d:	rorx   rcx,rcx,0x1a
  2a7433:	and    rcx,r15
  2a7436:	vmovdqa64 zmm11,ZMMWORD PTR [r14+rcx*1+0x40]
  2a743e:	vpermb zmm12,zmm11,zmm12
  2a7444:	vpcmpneqb k0,zmm12,zmm0
  2a744b:	kmovq  QWORD PTR [rax+0x98],k0
  2a7454:	mov    rdx,QWORD PTR [rsp+0x28]
  2a7459:	mov    r10,QWORD PTR [rsp+0x20]
  2a745e:	mov    rbx,QWORD PTR [rsp+0x40]
  2a7463:	lea    rax,[r13+0x2]
  2a7467:	cmp    rax,r10
  2a746a:	ja     2a7212 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x7e2>
  2a7470:	mov    rax,r13
  2a7473:	lea    ecx,[r13+0x1]
  2a7477:	and    ecx,0x1f
  2a747a:	mov    edx,eax
  2a747c:	and    edx,0x1f
  2a747f:	shl    edx,0x6
  2a7482:	shl    ecx,0x6
  2a7485:	vmovdqa64 zmm11,ZMMWORD PTR [r8+rdx*1]
  2a748c:	vpsllq zmm16,zmm11,0x20
  2a7493:	vpternlogq zmm16,zmm11,zmm3,0xe8
  2a749a:	vpopcntb zmm11,zmm11
  2a74a0:	vpxord zmm18,zmm18,zmm18
  2a74a6:	vpopcntb zmm16,zmm16
  2a74ac:	vpdpbusd zmm18,zmm11,zmm4
  2a74b2:	vpdpbusd zmm18,zmm16,zmm5
  2a74b8:	vmovdqa64 zmm19,ZMMWORD PTR [r8+rcx*1]
  2a74bf:	vpslld zmm18,zmm18,0x7
  2a74c6:	vpsllq zmm20,zmm19,0x20
  2a74cd:	vpternlogq zmm20,zmm19,zmm3,0xe8
  2a74d4:	vpopcntb zmm19,zmm19
  2a74da:	vpaddd zmm18,zmm18,zmm6
  2a74e0:	vpopcntb zmm20,zmm20
  2a74e6:	vpxord zmm21,zmm21,zmm21
  2a74ec:	vpdpbusd zmm21,zmm19,zmm4
  2a74f2:	vpdpbusd zmm18,zmm11,zmm7
  2a74f8:	vpdpbusd zmm21,zmm20,zmm5
  2a74fe:	vpslld zmm11,zmm21,0x7
  2a7505:	vpaddd zmm11,zmm11,zmm6
  2a750b:	vpdpbusd zmm18,zmm16,zmm8
  2a7511:	vpdpbusd zmm11,zmm19,zmm7
  2a7517:	vpdpbusd zmm11,zmm20,zmm8
  2a751d:	vpblendmd zmm16{k1},zmm18,zmm11
  2a7523:	vpshldq zmm11,zmm11,zmm18,0x20
  2a752a:	vpaddd zmm11,zmm16,zmm11
  2a7530:	vpshldd zmm11,zmm11,zmm1,0x10
  2a7537:	vpminud zmm2,zmm2,zmm11
  2a753d:	vpaddd zmm1,zmm1,zmm10
  2a7543:	add    r13,0x2
  2a7547:	add    rax,0x4
  2a754b:	cmp    rax,r10
  2a754e:	jbe    2a7470 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xa40>
  2a7554:	mov    rdx,QWORD PTR [rsp+0x28]
  2a7559:	cmp    r13,r10
  2a755c:	mov    rax,QWORD PTR [rsp+0x8]
  2a7561:	jae    2a7220 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x7f0>
  2a7567:	and    r13d,0x1f
  2a756b:	shl    r13d,0x6
  2a756f:	vmovdqa64 zmm11,ZMMWORD PTR [r8+r13*1]
  2a7576:	vpsllq zmm16,zmm11,0x20
  2a757d:	vpternlogq zmm16,zmm11,zmm3,0xe8
  2a7584:	vpopcntb zmm11,zmm11
  2a758a:	vpopcntb zmm16,zmm16
  2a7590:	vpxord zmm18,zmm18,zmm18
  2a7596:	vpdpbusd zmm18,zmm11,zmm4
  2a759c:	vpdpbusd zmm18,zmm16,zmm5
  2a75a2:	vpslld zmm18,zmm18,0x7
  2a75a9:	vpaddd zmm18,zmm18,zmm6
  2a75af:	vpdpbusd zmm18,zmm11,zmm7
  2a75b5:	vpdpbusd zmm18,zmm16,zmm8
  2a75bb:	vprolq zmm11,zmm18,0x20
  2a75c2:	vpaddd zmm11,zmm18,zmm11
  2a75c8:	vpshldd zmm11,zmm11,zmm1,0x10
  2a75cf:	vpminud zmm2,zmm2,zmm11
  2a75d5:	vpaddd zmm1,zmm1,zmm10
  2a75db:	test   rdx,rdx
  2a75de:	jne    2a6ca0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x270>
  2a75e4:	vmovdqa64 zmm1,zmm17
  2a75ea:	vmovdqa64 zmm16,zmm9
  2a75f0:	cmp    QWORD PTR [rsp+0x18],0x0
  2a75f6:	je     2a6ca6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x276>
  2a75fc:	mov    rax,QWORD PTR [rsp+0x10]
  2a7601:	mov    edi,DWORD PTR [rax]
  2a7603:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a760b:	jbe    2a78a6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xe76>
  2a7611:	vpsllq zmm1,zmm2,0x20
  2a7618:	vpminud zmm2,zmm2,zmm1
  2a761e:	mov    rax,QWORD PTR [rsp+0xd0]
  2a7626:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x1
  2a762d:	vmovdqa64 zmm1,zmm17
  2a7633:	vmovdqa64 zmm16,zmm9
  2a7639:	cmp    QWORD PTR [rsp+0x18],0x1
  2a763f:	mov    rdi,QWORD PTR [rsp]
  2a7643:	mov    rax,QWORD PTR [rsp+0x8]
  2a7648:	je     2a6ca6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x276>
  2a764e:	mov    rax,QWORD PTR [rsp+0x10]
  2a7653:	mov    edi,DWORD PTR [rax+0x4]
  2a7656:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a765e:	jbe    2a78a6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xe76>
  2a7664:	mov    rax,QWORD PTR [rsp+0xd0]
  2a766c:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x3
  2a7673:	vmovdqa64 zmm1,zmm17
  2a7679:	vmovdqa64 zmm16,zmm9
  2a767f:	cmp    QWORD PTR [rsp+0x18],0x2
  2a7685:	mov    rdi,QWORD PTR [rsp]
  2a7689:	mov    rax,QWORD PTR [rsp+0x8]
  2a768e:	je     2a6ca6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x276>
  2a7694:	mov    rax,QWORD PTR [rsp+0x10]
  2a7699:	mov    edi,DWORD PTR [rax+0x8]
  2a769c:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a76a4:	jbe    2a78a6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xe76>
  2a76aa:	vextracti128 xmm1,ymm2,0x1
  2a76b0:	mov    rax,QWORD PTR [rsp+0xd0]
  2a76b8:	vpextrd DWORD PTR [rax+rdi*4],xmm1,0x1
  2a76bf:	vmovdqa64 zmm1,zmm17
  2a76c5:	vmovdqa64 zmm16,zmm9
  2a76cb:	cmp    QWORD PTR [rsp+0x18],0x3
  2a76d1:	mov    rdi,QWORD PTR [rsp]
  2a76d5:	mov    rax,QWORD PTR [rsp+0x8]
  2a76da:	je     2a6ca6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x276>
  2a76e0:	mov    rax,QWORD PTR [rsp+0x10]
  2a76e5:	mov    edi,DWORD PTR [rax+0xc]
  2a76e8:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a76f0:	jbe    2a78a6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xe76>
  2a76f6:	vextracti128 xmm1,ymm2,0x1
  2a76fc:	mov    rax,QWORD PTR [rsp+0xd0]
  2a7704:	vpextrd DWORD PTR [rax+rdi*4],xmm1,0x3
  2a770b:	vmovdqa64 zmm1,zmm17
  2a7711:	vmovdqa64 zmm16,zmm9
  2a7717:	cmp    QWORD PTR [rsp+0x18],0x4
  2a771d:	mov    rdi,QWORD PTR [rsp]
  2a7721:	mov    rax,QWORD PTR [rsp+0x8]
  2a7726:	je     2a6ca6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x276>
  2a772c:	mov    rax,QWORD PTR [rsp+0x10]
  2a7731:	mov    edi,DWORD PTR [rax+0x10]
  2a7734:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a773c:	jbe    2a78a6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xe76>
  2a7742:	vextracti32x4 xmm11,zmm2,0x2
  2a7749:	mov    rax,QWORD PTR [rsp+0xd0]
  2a7751:	vpextrd DWORD PTR [rax+rdi*4],xmm11,0x1
  2a7758:	vmovdqa64 zmm1,zmm17
  2a775e:	vmovdqa64 zmm16,zmm9
  2a7764:	cmp    QWORD PTR [rsp+0x18],0x5
  2a776a:	mov    rdi,QWORD PTR [rsp]
  2a776e:	mov    rax,QWORD PTR [rsp+0x8]
  2a7773:	je     2a6ca6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x276>
  2a7779:	mov    rax,QWORD PTR [rsp+0x10]
  2a777e:	mov    edi,DWORD PTR [rax+0x14]
  2a7781:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a7789:	jbe    2a78a6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xe76>
  2a778f:	mov    rax,QWORD PTR [rsp+0xd0]
  2a7797:	vpextrd DWORD PTR [rax+rdi*4],xmm11,0x3
  2a779e:	vmovdqa64 zmm1,zmm17
  2a77a4:	vmovdqa64 zmm16,zmm9
  2a77aa:	cmp    QWORD PTR [rsp+0x18],0x6
  2a77b0:	mov    rdi,QWORD PTR [rsp]
  2a77b4:	mov    rax,QWORD PTR [rsp+0x8]
  2a77b9:	je     2a6ca6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x276>
  2a77bf:	mov    rax,QWORD PTR [rsp+0x10]
  2a77c4:	mov    edi,DWORD PTR [rax+0x18]
  2a77c7:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a77cf:	jbe    2a78a6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xe76>
  2a77d5:	vextracti32x4 xmm2,zmm2,0x3
  2a77dc:	mov    rax,QWORD PTR [rsp+0xd0]
  2a77e4:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x1
  2a77eb:	vmovdqa64 zmm1,zmm17
  2a77f1:	vmovdqa64 zmm16,zmm9
  2a77f7:	cmp    QWORD PTR [rsp+0x18],0x7
  2a77fd:	mov    rdi,QWORD PTR [rsp]
  2a7801:	mov    rax,QWORD PTR [rsp+0x8]
  2a7806:	je     2a6ca6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x276>
  2a780c:	mov    rax,QWORD PTR [rsp+0x10]
  2a7811:	mov    edi,DWORD PTR [rax+0x1c]
  2a7814:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a781c:	jbe    2a78a6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xe76>
  2a7822:	mov    rax,QWORD PTR [rsp+0xd0]
  2a782a:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x3
  2a7831:	vmovdqa64 zmm1,zmm17
  2a7837:	vmovdqa64 zmm16,zmm9
  2a783d:	mov    rdi,QWORD PTR [rsp]
  2a7841:	mov    rax,QWORD PTR [rsp+0x8]
  2a7846:	jmp    2a6ca6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0x276>
  2a784b:	mov    QWORD PTR [rsp+0x48],r9
  2a7850:	vmovdqa64 zmm16,zmm2
  2a7856:	mov    rax,QWORD PTR [rsp+0x68]
  2a785b:	vmovdqa64 ZMMWORD PTR [rax],zmm16
  2a7861:	vmovdqa64 ZMMWORD PTR [rax+0x40],zmm1
  2a7868:	mov    rcx,QWORD PTR [rsp+0x48]
  2a786d:	mov    QWORD PTR [rax+0x80],rcx
  2a7874:	mov    QWORD PTR [rax+0x88],rsi
  2a787b:	add    rsp,0x98
  2a7882:	pop    rbx
  2a7883:	pop    r12
  2a7885:	pop    r13
  2a7887:	pop    r14
  2a7889:	pop    r15
  2a788b:	pop    rbp
  2a788c:	vzeroupper
  2a788f:	ret
  2a7890:	lea    rcx,[rip+0xde8c9]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2a7897:	mov    rdi,rbp
  2a789a:	mov    rsi,rax
  2a789d:	mov    rdx,r14
  2a78a0:	call   QWORD PTR [rip+0xe4732]        # 38bfd8 <_DYNAMIC+0x768>
  2a78a6:	lea    rdx,[rip+0xde89b]        # 386148 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2b0>
  2a78ad:	mov    rsi,QWORD PTR [rsp+0xd8]
  2a78b5:	vzeroupper
  2a78b8:	call   QWORD PTR [rip+0xe46aa]        # 38bf68 <_DYNAMIC+0x6f8>
  2a78be:	lea    rdx,[rip+0xde65b]        # 385f20 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x88>
  2a78c5:	xor    edi,edi
  2a78c7:	xor    esi,esi
  2a78c9:	call   QWORD PTR [rip+0xe4699]        # 38bf68 <_DYNAMIC+0x6f8>
  2a78cf:	mov    eax,DWORD PTR [rbx+0x10]
  2a78d2:	mul    r15
  2a78d5:	jo     2a7904 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xed4>
  2a78d7:	add    r15,rax
  2a78da:	mov    r13,0xffffffffffffffff
  2a78e1:	cmovae r13,r15
  2a78e5:	cmp    r13,r14
  2a78e8:	ja     2a7920 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE+0xef0>
  2a78ea:	lea    rdx,[rip+0xde647]        # 385f38 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0xa0>
  2a78f1:	mov    edi,0x4
  2a78f6:	mov    esi,0x4
  2a78fb:	vzeroupper
  2a78fe:	call   QWORD PTR [rip+0xe4664]        # 38bf68 <_DYNAMIC+0x6f8>
  2a7904:	lea    rdi,[rip+0xffffffffffdac64d]        # 53f58 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1d8>
  2a790b:	lea    rdx,[rip+0xde866]        # 386178 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2e0>
  2a7912:	mov    esi,0x13
  2a7917:	vzeroupper
  2a791a:	call   QWORD PTR [rip+0xe4620]        # 38bf40 <_DYNAMIC+0x6d0>
  2a7920:	mov    rbp,rax
  2a7923:	lea    rcx,[rip+0xde836]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2a792a:	mov    rdi,rbp
  2a792d:	mov    rsi,r13
  2a7930:	mov    rdx,r14
  2a7933:	vzeroupper
  2a7936:	call   QWORD PTR [rip+0xe469c]        # 38bfd8 <_DYNAMIC+0x768>
  2a793c:	int3
  2a793d:	int3
  2a793e:	int3
  2a793f:	int3
00000000002a7940 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE>:
00000000002a7940 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE>:
  2a7940:	push   rbp
  2a7941:	push   r15
  2a7943:	push   r14
  2a7945:	push   r13
  2a7947:	push   r12
  2a7949:	push   rbx
  2a794a:	sub    rsp,0x98
  2a7951:	mov    QWORD PTR [rsp+0x20],r9
  2a7956:	mov    r12,QWORD PTR [rdx+0x18]
  2a795a:	test   r12,r12
  2a795d:	je     2a8713 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xdd3>
  2a7963:	mov    r10,rdx
  2a7966:	mov    r13,rsi
  2a7969:	mov    rbx,QWORD PTR [rdx+0x10]
  2a796d:	mov    eax,DWORD PTR [rbx]
  2a796f:	mov    r15,QWORD PTR [rsi+0x20]
  2a7973:	mul    r15
  2a7976:	jo     2a8759 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xe19>
  2a797c:	mov    r14,QWORD PTR [r13+0x8]
  2a7980:	mov    rdx,rax
  2a7983:	add    rdx,r15
  2a7986:	mov    rbp,rax
  2a7989:	mov    rax,0xffffffffffffffff
  2a7990:	cmovae rax,rdx
  2a7994:	cmp    rax,r14
  2a7997:	ja     2a86e5 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xda5>
  2a799d:	mov    r11,r8
  2a79a0:	mov    r8,rdi
  2a79a3:	mov    rax,QWORD PTR [r10]
  2a79a6:	mov    QWORD PTR [rsp+0x10],rax
  2a79ab:	mov    rax,QWORD PTR [r10+0x8]
  2a79af:	mov    QWORD PTR [rsp+0x18],rax
  2a79b4:	vmovdqa64 zmm2,ZMMWORD PTR [rcx]
  2a79ba:	vmovdqa64 zmm1,ZMMWORD PTR [rcx+0x40]
  2a79c1:	mov    r9,QWORD PTR [rcx+0x80]
  2a79c8:	mov    rsi,QWORD PTR [rcx+0x88]
  2a79cf:	mov    rdx,QWORD PTR [r13+0x10]
  2a79d3:	vmovdqa64 zmm0,ZMMWORD PTR [rdi+0x40]
  2a79da:	mov    r10,QWORD PTR [r13+0x0]
  2a79de:	shl    rbp,0x6
  2a79e2:	add    rbp,r10
  2a79e5:	mov    QWORD PTR [rsp+0x38],rbp
  2a79ea:	mov    QWORD PTR [rsp],rbp
  2a79ee:	mov    QWORD PTR [rsp+0x30],rbp
  2a79f3:	cmp    r12,0x1
  2a79f7:	je     2a7ac5 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x185>
  2a79fd:	mov    rdi,rdx
  2a7a00:	mov    eax,DWORD PTR [rbx+0x4]
  2a7a03:	mul    r15
  2a7a06:	jo     2a8759 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xe19>
  2a7a0c:	mov    rbp,rax
  2a7a0f:	add    rax,r15
  2a7a12:	mov    r13,0xffffffffffffffff
  2a7a19:	cmovae r13,rax
  2a7a1d:	cmp    r13,r14
  2a7a20:	ja     2a8778 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xe38>
  2a7a26:	shl    rbp,0x6
  2a7a2a:	add    rbp,r10
  2a7a2d:	cmp    r12,0x2
  2a7a31:	jne    2a7a43 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x103>
  2a7a33:	mov    rax,QWORD PTR [rsp+0x30]
  2a7a38:	mov    QWORD PTR [rsp+0x38],rax
  2a7a3d:	mov    QWORD PTR [rsp],rax
  2a7a41:	jmp    2a7ac2 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x182>
  2a7a43:	mov    eax,DWORD PTR [rbx+0x8]
  2a7a46:	mul    r15
  2a7a49:	jo     2a8759 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xe19>
  2a7a4f:	mov    rdx,rax
  2a7a52:	add    rdx,r15
  2a7a55:	mov    r13,0xffffffffffffffff
  2a7a5c:	cmovae r13,rdx
  2a7a60:	cmp    r13,r14
  2a7a63:	ja     2a8775 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xe35>
  2a7a69:	shl    rax,0x6
  2a7a6d:	add    rax,r10
  2a7a70:	mov    QWORD PTR [rsp],rax
  2a7a74:	cmp    r12,0x3
  2a7a78:	jne    2a7a86 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x146>
  2a7a7a:	mov    rax,QWORD PTR [rsp+0x30]
  2a7a7f:	mov    QWORD PTR [rsp+0x38],rax
  2a7a84:	jmp    2a7ac2 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x182>
  2a7a86:	mov    eax,DWORD PTR [rbx+0xc]
  2a7a89:	mul    r15
  2a7a8c:	jo     2a8759 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xe19>
  2a7a92:	mov    rdx,rax
  2a7a95:	add    rdx,r15
  2a7a98:	mov    r13,0xffffffffffffffff
  2a7a9f:	cmovae r13,rdx
  2a7aa3:	cmp    r13,r14
  2a7aa6:	ja     2a8775 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xe35>
  2a7aac:	cmp    r12,0x4
  2a7ab0:	jne    2a8724 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xde4>
  2a7ab6:	shl    rax,0x6
  2a7aba:	add    r10,rax
  2a7abd:	mov    QWORD PTR [rsp+0x38],r10
  2a7ac2:	mov    rdx,rdi
  2a7ac5:	mov    QWORD PTR [rsp+0x68],rcx
  2a7aca:	mov    rcx,rdx
  2a7acd:	shr    rcx,0x5
  2a7ad1:	mov    eax,edx
  2a7ad3:	and    eax,0x1f
  2a7ad6:	cmp    rax,0x1
  2a7ada:	sbb    rcx,0xffffffffffffffff
  2a7ade:	mov    QWORD PTR [rsp+0x70],rcx
  2a7ae3:	test   rdx,rdx
  2a7ae6:	je     2a86a0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xd60>
  2a7aec:	mov    rbx,rdx
  2a7aef:	vmovdqa64 zmm10,ZMMWORD PTR [r8]
  2a7af5:	mov    r14,QWORD PTR [r8+0xb0]
  2a7afc:	mov    r15,QWORD PTR [r8+0xb8]
  2a7b03:	movabs rax,0x3ffffffffffffff
  2a7b0d:	add    rax,r15
  2a7b10:	mov    QWORD PTR [rsp+0x60],rax
  2a7b15:	shl    r15,0x6
  2a7b19:	vpbroadcastq zmm3,QWORD PTR [r8+0xa0]
  2a7b20:	vpbroadcastq zmm4,QWORD PTR [r8+0x80]
  2a7b27:	vpbroadcastq zmm5,QWORD PTR [r8+0xa8]
  2a7b2e:	vpbroadcastq zmm6,QWORD PTR [r8+0x90]
  2a7b35:	add    r15,0xffffffffffffffc0
  2a7b39:	vpbroadcastd zmm7,DWORD PTR [r8+0xc8]
  2a7b40:	mov    QWORD PTR [rsp+0x48],0x0
  2a7b49:	vpbroadcastd zmm8,DWORD PTR [rip+0xffffffffffd9edc9]        # 4691c <anon.74d9173fa936bc4ad9211e0eaa8ac3bc.9.llvm.4715180366670976963+0x20>
  2a7b53:	vmovdqa64 zmm9,ZMMWORD PTR [rip+0xffffffffffdac063]        # 53bc0 <anon.b41ac9ec7a205aa9e45d18e0b41eb89e.278.llvm.9876469709905689609+0x471>
  2a7b5d:	mov    ax,0xaaaa
  2a7b61:	kmovd  k1,eax
  2a7b65:	mov    QWORD PTR [rsp+0x50],0x0
  2a7b6e:	vmovdqa64 zmm11,zmm10
  2a7b74:	vmovdqa64 zmm12,zmm10
  2a7b7a:	vmovdqa64 zmm13,zmm10
  2a7b80:	mov    rax,rdx
  2a7b83:	xor    edx,edx
  2a7b85:	mov    r8,QWORD PTR [rsp+0x20]
  2a7b8a:	mov    rdi,QWORD PTR [rsp]
  2a7b8e:	mov    r13,r9
  2a7b91:	mov    QWORD PTR [rsp+0x58],rbp
  2a7b96:	mov    QWORD PTR [rsp+0x40],rbx
  2a7b9b:	jmp    2a7bcd <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x28d>
  2a7b9d:	nop    DWORD PTR [rax]
  2a7ba0:	vmovdqa64 zmm14,zmm2
  2a7ba6:	inc    rdx
  2a7ba9:	add    rax,0xffffffffffffffe0
  2a7bad:	add    QWORD PTR [rsp+0x50],0x8
  2a7bb3:	mov    r11,r9
  2a7bb6:	vmovdqa64 zmm2,zmm14
  2a7bbc:	mov    r13d,0x0
  2a7bc2:	cmp    rdx,QWORD PTR [rsp+0x70]
  2a7bc7:	je     2a86ab <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xd6b>
  2a7bcd:	mov    r10,rsi
  2a7bd0:	mov    r9,r8
  2a7bd3:	mov    r8,r11
  2a7bd6:	cmp    rax,0x20
  2a7bda:	mov    r11d,0x20
  2a7be0:	mov    QWORD PTR [rsp+0x8],rax
  2a7be5:	cmovb  r11,rax
  2a7be9:	mov    rax,rdx
  2a7bec:	shl    rax,0x5
  2a7bf0:	mov    rsi,rbx
  2a7bf3:	sub    rsi,rax
  2a7bf6:	cmp    rsi,0x20
  2a7bfa:	mov    eax,0x20
  2a7bff:	cmovae rsi,rax
  2a7c03:	mov    eax,esi
  2a7c05:	shr    eax,0x2
  2a7c08:	mov    QWORD PTR [rsp+0x80],rax
  2a7c10:	mov    QWORD PTR [rsp+0x28],rdx
  2a7c15:	mov    QWORD PTR [rsp+0x20],r10
  2a7c1a:	mov    QWORD PTR [rsp+0x88],r11
  2a7c22:	je     2a80d0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x790>
  2a7c28:	mov    QWORD PTR [rsp+0x78],rsi
  2a7c2d:	and    r11d,0x3c
  2a7c31:	shl    r11d,0x3
  2a7c35:	mov    QWORD PTR [rsp+0x90],r11
  2a7c3d:	mov    rdx,QWORD PTR [rsp+0x50]
  2a7c42:	xor    ecx,ecx
  2a7c44:	mov    rax,QWORD PTR [rsp+0x30]
  2a7c49:	jmp    2a7c6e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x32e>
  2a7c4b:	nop    DWORD PTR [rax+rax*1+0x0]
  2a7c50:	mov    rbp,QWORD PTR [rsp+0x58]
  2a7c55:	mov    rdi,QWORD PTR [rsp]
  2a7c59:	add    rcx,0x20
  2a7c5d:	inc    rdx
  2a7c60:	cmp    QWORD PTR [rsp+0x90],rcx
  2a7c68:	je     2a8090 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x750>
  2a7c6e:	mov    r11,QWORD PTR [rax+rdx*8]
  2a7c72:	mov    rbx,QWORD PTR [rbp+rdx*8+0x0]
  2a7c77:	mov    rsi,r10
  2a7c7a:	mov    r10,QWORD PTR [rdi+rdx*8]
  2a7c7e:	mov    rdi,QWORD PTR [rsp+0x38]
  2a7c83:	mov    rbp,QWORD PTR [rdi+rdx*8]
  2a7c87:	mov    r12,r11
  2a7c8a:	mov    rdi,QWORD PTR [rsp+0x60]
  2a7c8f:	and    r12,rdi
  2a7c92:	shl    r12,0x6
  2a7c96:	vmovdqa64 zmm14,ZMMWORD PTR [r14+r12*1+0x40]
  2a7c9e:	vpermb zmm13,zmm14,zmm13
  2a7ca4:	vpcmpneqb k0,zmm13,zmm0
  2a7cab:	kmovq  QWORD PTR [r9+rcx*8],k0
  2a7cb1:	mov    r12,rbx
  2a7cb4:	and    r12,rdi
  2a7cb7:	shl    r12,0x6
  2a7cbb:	vmovdqa64 zmm14,ZMMWORD PTR [r14+r12*1+0x40]
  2a7cc3:	vpermb zmm12,zmm14,zmm12
  2a7cc9:	vpcmpneqb k0,zmm12,zmm0
  2a7cd0:	kmovq  QWORD PTR [r9+rcx*8+0x8],k0
  2a7cd7:	mov    r12,r10
  2a7cda:	and    r12,rdi
  2a7cdd:	shl    r12,0x6
  2a7ce1:	vmovdqa64 zmm14,ZMMWORD PTR [r14+r12*1+0x40]
  2a7ce9:	vpermb zmm14,zmm14,zmm11
  2a7cef:	vpcmpneqb k0,zmm14,zmm0
  2a7cf6:	kmovq  QWORD PTR [r9+rcx*8+0x10],k0
  2a7cfd:	mov    r12,rbp
  2a7d00:	and    r12,rdi
  2a7d03:	shl    r12,0x6
  2a7d07:	vmovdqa64 zmm11,ZMMWORD PTR [r14+r12*1+0x40]
  2a7d0f:	vpermb zmm15,zmm11,zmm10
  2a7d15:	vpcmpneqb k0,zmm15,zmm0
  2a7d1c:	kmovq  QWORD PTR [r9+rcx*8+0x18],k0
  2a7d23:	rorx   r12,r11,0xa
  2a7d29:	and    r12,r15
  2a7d2c:	vmovdqa64 zmm10,ZMMWORD PTR [r14+r12*1+0x40]
  2a7d34:	vpermb zmm10,zmm10,zmm13
  2a7d3a:	vpcmpneqb k0,zmm10,zmm0
  2a7d41:	kmovq  QWORD PTR [r9+rcx*8+0x40],k0
  2a7d48:	rorx   r12,rbx,0xa
  2a7d4e:	and    r12,r15
  2a7d51:	vmovdqa64 zmm11,ZMMWORD PTR [r14+r12*1+0x40]
  2a7d59:	vpermb zmm11,zmm11,zmm12
  2a7d5f:	vpcmpneqb k0,zmm11,zmm0
  2a7d66:	kmovq  QWORD PTR [r9+rcx*8+0x48],k0
  2a7d6d:	rorx   r12,r10,0xa
  2a7d73:	and    r12,r15
  2a7d76:	vmovdqa64 zmm12,ZMMWORD PTR [r14+r12*1+0x40]
  2a7d7e:	vpermb zmm12,zmm12,zmm14
  2a7d84:	vpcmpneqb k0,zmm12,zmm0
  2a7d8b:	kmovq  QWORD PTR [r9+rcx*8+0x50],k0
  2a7d92:	rorx   r12,rbp,0xa
  2a7d98:	and    r12,r15
  2a7d9b:	vmovdqa64 zmm13,ZMMWORD PTR [r14+r12*1+0x40]
  2a7da3:	vpermb zmm13,zmm13,zmm15
  2a7da9:	vpcmpneqb k0,zmm13,zmm0
  2a7db0:	kmovq  QWORD PTR [r9+rcx*8+0x58],k0
  2a7db7:	mov    rdi,r13
  2a7dba:	add    r13,0x2
  2a7dbe:	cmp    r13,rsi
  2a7dc1:	jbe    2a7dd0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x490>
  2a7dc3:	mov    r12,r13
  2a7dc6:	mov    r13,rdi
  2a7dc9:	jmp    2a7e90 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x550>
  2a7dce:	xchg   ax,ax
  2a7dd0:	mov    rsi,rdi
  2a7dd3:	lea    r12d,[rdi+0x1]
  2a7dd7:	and    r12d,0x1f
  2a7ddb:	mov    rax,r8
  2a7dde:	mov    r8d,esi
  2a7de1:	and    r8d,0x1f
  2a7de5:	shl    r8d,0x6
  2a7de9:	shl    r12d,0x6
  2a7ded:	vmovdqa64 zmm14,ZMMWORD PTR [rax+r8*1]
  2a7df4:	mov    r8,rax
  2a7df7:	mov    rax,QWORD PTR [rsp+0x30]
  2a7dfc:	vpsllq zmm15,zmm14,0x20
  2a7e03:	vpternlogq zmm15,zmm14,zmm3,0xe8
  2a7e0a:	vpopcntb zmm14,zmm14
  2a7e10:	vpopcntb zmm15,zmm15
  2a7e16:	vmovdqa64 zmm16,zmm5
  2a7e1c:	vpdpbusd zmm16,zmm14,zmm4
  2a7e22:	vpdpbusd zmm16,zmm15,zmm6
  2a7e28:	vmovdqa64 zmm14,ZMMWORD PTR [r8+r12*1]
  2a7e2f:	vpsllq zmm15,zmm14,0x20
  2a7e36:	vpternlogq zmm15,zmm14,zmm3,0xe8
  2a7e3d:	vpopcntb zmm14,zmm14
  2a7e43:	vpopcntb zmm15,zmm15
  2a7e49:	vmovdqa64 zmm17,zmm5
  2a7e4f:	vpdpbusd zmm17,zmm14,zmm4
  2a7e55:	vpdpbusd zmm17,zmm15,zmm6
  2a7e5b:	mov    di,0xaaaa
  2a7e5f:	kmovd  k2,edi
  2a7e63:	vpblendmd zmm14{k2},zmm16,zmm17
  2a7e69:	vpshldq zmm15,zmm17,zmm16,0x20
  2a7e70:	vpaddd zmm14,zmm14,zmm15
  2a7e76:	vpshldd zmm14,zmm14,zmm1,0x10
  2a7e7d:	vpminud zmm2,zmm2,zmm14
  2a7e83:	vpaddd zmm1,zmm1,zmm8
  2a7e89:	add    rsi,0x4
  2a7e8d:	mov    r12,rsi
  2a7e90:	rorx   rdi,r11,0x1a
  2a7e96:	and    rdi,r15
  2a7e99:	vmovdqa64 zmm14,ZMMWORD PTR [r14+rdi*1+0x40]
  2a7ea1:	vpermb zmm10,zmm14,zmm10
  2a7ea7:	vpcmpneqb k0,zmm10,zmm0
  2a7eae:	kmovq  QWORD PTR [r9+rcx*8+0x80],k0
  2a7eb8:	rorx   rdi,rbx,0x1a
  2a7ebe:	and    rdi,r15
  2a7ec1:	vmovdqa64 zmm14,ZMMWORD PTR [r14+rdi*1+0x40]
  2a7ec9:	vpermb zmm11,zmm14,zmm11
  2a7ecf:	vpcmpneqb k0,zmm11,zmm0
  2a7ed6:	kmovq  QWORD PTR [r9+rcx*8+0x88],k0
  2a7ee0:	rorx   rdi,r10,0x1a
  2a7ee6:	and    rdi,r15
  2a7ee9:	vmovdqa64 zmm14,ZMMWORD PTR [r14+rdi*1+0x40]
  2a7ef1:	vpermb zmm14,zmm14,zmm12
  2a7ef7:	vpcmpneqb k0,zmm14,zmm0
  2a7efe:	kmovq  QWORD PTR [r9+rcx*8+0x90],k0
  2a7f08:	rorx   rdi,rbp,0x1a
  2a7f0e:	and    rdi,r15
  2a7f11:	vmovdqa64 zmm12,ZMMWORD PTR [r14+rdi*1+0x40]
  2a7f19:	vpermb zmm15,zmm12,zmm13
  2a7f1f:	vpcmpneqb k0,zmm15,zmm0
  2a7f26:	kmovq  QWORD PTR [r9+rcx*8+0x98],k0
  2a7f30:	rorx   rdi,r11,0x2a
  2a7f36:	and    rdi,r15
  2a7f39:	vmovdqa64 zmm12,ZMMWORD PTR [r14+rdi*1+0x40]
  2a7f41:	vpermb zmm13,zmm12,zmm10
  2a7f47:	vpcmpneqb k0,zmm13,zmm0
  2a7f4e:	kmovq  QWORD PTR [r9+rcx*8+0xc0],k0
  2a7f58:	rorx   rdi,rbx,0x2a
  2a7f5e:	and    rdi,r15
  2a7f61:	vmovdqa64 zmm10,ZMMWORD PTR [r14+rdi*1+0x40]
  2a7f69:	vpermb zmm12,zmm10,zmm11
  2a7f6f:	vpcmpneqb k0,zmm12,zmm0
  2a7f76:	kmovq  QWORD PTR [r9+rcx*8+0xc8],k0
  2a7f80:	rorx   rdi,r10,0x2a
  2a7f86:	and    rdi,r15
  2a7f89:	vmovdqa64 zmm10,ZMMWORD PTR [r14+rdi*1+0x40]
  2a7f91:	vpermb zmm11,zmm10,zmm14
  2a7f97:	vpcmpneqb k0,zmm11,zmm0
  2a7f9e:	kmovq  QWORD PTR [r9+rcx*8+0xd0],k0
  2a7fa8:	rorx   rdi,rbp,0x2a
  2a7fae:	and    rdi,r15
  2a7fb1:	vmovdqa64 zmm10,ZMMWORD PTR [r14+rdi*1+0x40]
  2a7fb9:	vpermb zmm10,zmm10,zmm15
  2a7fbf:	vpcmpneqb k0,zmm10,zmm0
  2a7fc6:	kmovq  QWORD PTR [r9+rcx*8+0xd8],k0
  2a7fd0:	mov    r10,QWORD PTR [rsp+0x20]
  2a7fd5:	cmp    r12,r10
  2a7fd8:	ja     2a7c50 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x310>
  2a7fde:	lea    edi,[r13+0x1]
  2a7fe2:	and    edi,0x1f
  2a7fe5:	and    r13d,0x1f
  2a7fe9:	shl    r13d,0x6
  2a7fed:	shl    edi,0x6
  2a7ff0:	vmovdqa64 zmm14,ZMMWORD PTR [r8+r13*1]
  2a7ff7:	vpsllq zmm15,zmm14,0x20
  2a7ffe:	vpternlogq zmm15,zmm14,zmm3,0xe8
  2a8005:	vpopcntb zmm14,zmm14
  2a800b:	vpopcntb zmm15,zmm15
  2a8011:	vmovdqa64 zmm16,zmm5
  2a8017:	vpdpbusd zmm16,zmm14,zmm4
  2a801d:	vpdpbusd zmm16,zmm15,zmm6
  2a8023:	vmovdqa64 zmm14,ZMMWORD PTR [r8+rdi*1]
  2a802a:	vpsllq zmm15,zmm14,0x20
  2a8031:	vpternlogq zmm15,zmm14,zmm3,0xe8
  2a8038:	vpopcntb zmm14,zmm14
  2a803e:	vpopcntb zmm15,zmm15
  2a8044:	vmovdqa64 zmm17,zmm5
  2a804a:	vpdpbusd zmm17,zmm14,zmm4
  2a8050:	vpdpbusd zmm17,zmm15,zmm6
  2a8056:	mov    si,0xaaaa
  2a805a:	kmovd  k2,esi
  2a805e:	vpblendmd zmm14{k2},zmm16,zmm17
  2a8064:	vpshldq zmm15,zmm17,zmm16,0x20
  2a806b:	vpaddd zmm14,zmm14,zmm15
  2a8071:	vpshldd zmm14,zmm14,zmm1,0x10
  2a8078:	vpminud zmm2,zmm2,zmm14
  2a807e:	vpaddd zmm1,zmm1,zmm8
  2a8084:	mov    r13,r12
  2a8087:	jmp    2a7c50 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x310>
  2a808c:	nop    DWORD PTR [rax+0x0]
  2a8090:	mov    rbx,QWORD PTR [rsp+0x40]
  2a8095:	mov    rsi,QWORD PTR [rsp+0x78]
  2a809a:	mov    rdx,QWORD PTR [rsp+0x28]
  2a809f:	test   sil,0x3
  2a80a3:	jne    2a80db <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x79b>
  2a80a5:	lea    rax,[r13+0x2]
  2a80a9:	cmp    rax,r10
  2a80ac:	jbe    2a8310 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x9d0>
  2a80b2:	cmp    r13,r10
  2a80b5:	mov    rax,QWORD PTR [rsp+0x8]
  2a80ba:	jb     2a83d5 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xa95>
  2a80c0:	test   rdx,rdx
  2a80c3:	jne    2a7ba0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x260>
  2a80c9:	jmp    2a8439 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xaf9>
  2a80ce:	xchg   ax,ax
  2a80d0:	mov    rax,QWORD PTR [rsp+0x30]
  2a80d5:	test   sil,0x3
  2a80d9:	je     2a80a5 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x765>
  2a80db:	mov    rcx,rax
  2a80de:	mov    rax,QWORD PTR [rsp+0x80]
  2a80e6:	lea    rax,[rax+rdx*8]
  2a80ea:	mov    r11,QWORD PTR [rcx+rax*8]
  2a80ee:	mov    r10,QWORD PTR [rbp+rax*8+0x0]
  2a80f3:	mov    rdx,QWORD PTR [rdi+rax*8]
  2a80f7:	mov    rcx,QWORD PTR [rsp+0x38]
  2a80fc:	mov    rcx,QWORD PTR [rcx+rax*8]
  2a8100:	mov    eax,esi
  2a8102:	and    eax,0x1c
  2a8105:	shl    eax,0x6
  2a8108:	mov    rbx,r11
  2a810b:	mov    r12,QWORD PTR [rsp+0x60]
  2a8110:	and    rbx,r12
  2a8113:	shl    rbx,0x6
  2a8117:	vmovdqa64 zmm14,ZMMWORD PTR [r14+rbx*1+0x40]
  2a811f:	vpermb zmm13,zmm14,zmm13
  2a8125:	vpcmpneqb k0,zmm13,zmm0
  2a812c:	kmovq  QWORD PTR [r9+rax*1],k0
  2a8132:	mov    rbx,r10
  2a8135:	and    rbx,r12
  2a8138:	shl    rbx,0x6
  2a813c:	vmovdqa64 zmm14,ZMMWORD PTR [r14+rbx*1+0x40]
  2a8144:	vpermb zmm12,zmm14,zmm12
  2a814a:	vpcmpneqb k0,zmm12,zmm0
  2a8151:	kmovq  QWORD PTR [r9+rax*1+0x8],k0
  2a8158:	mov    rbx,rdx
  2a815b:	and    rbx,r12
  2a815e:	shl    rbx,0x6
  2a8162:	vmovdqa64 zmm14,ZMMWORD PTR [r14+rbx*1+0x40]
  2a816a:	vpermb zmm11,zmm14,zmm11
  2a8170:	vpcmpneqb k0,zmm11,zmm0
  2a8177:	kmovq  QWORD PTR [r9+rax*1+0x10],k0
  2a817e:	mov    rbx,rcx
  2a8181:	and    rbx,r12
  2a8184:	shl    rbx,0x6
  2a8188:	vmovdqa64 zmm14,ZMMWORD PTR [r14+rbx*1+0x40]
  2a8190:	mov    rbx,QWORD PTR [rsp+0x88]
  2a8198:	and    ebx,0x3
  2a819b:	vpermb zmm10,zmm14,zmm10
  2a81a1:	vpcmpneqb k0,zmm10,zmm0
  2a81a8:	kmovq  QWORD PTR [r9+rax*1+0x18],k0
  2a81af:	cmp    ebx,0x1
  2a81b2:	je     2a82f4 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x9b4>
  2a81b8:	add    rax,r9
  2a81bb:	mov    r12,rbx
  2a81be:	rorx   rbx,r11,0xa
  2a81c4:	and    rbx,r15
  2a81c7:	vmovdqa64 zmm14,ZMMWORD PTR [r14+rbx*1+0x40]
  2a81cf:	vpermb zmm13,zmm14,zmm13
  2a81d5:	vpcmpneqb k0,zmm13,zmm0
  2a81dc:	kmovq  QWORD PTR [rax+0x40],k0
  2a81e2:	rorx   rbx,r10,0xa
  2a81e8:	and    rbx,r15
  2a81eb:	vmovdqa64 zmm14,ZMMWORD PTR [r14+rbx*1+0x40]
  2a81f3:	vpermb zmm12,zmm14,zmm12
  2a81f9:	vpcmpneqb k0,zmm12,zmm0
  2a8200:	kmovq  QWORD PTR [rax+0x48],k0
  2a8206:	rorx   rbx,rdx,0xa
  2a820c:	and    rbx,r15
  2a820f:	vmovdqa64 zmm14,ZMMWORD PTR [r14+rbx*1+0x40]
  2a8217:	vpermb zmm11,zmm14,zmm11
  2a821d:	vpcmpneqb k0,zmm11,zmm0
  2a8224:	kmovq  QWORD PTR [rax+0x50],k0
  2a822a:	rorx   rbx,rcx,0xa
  2a8230:	and    rbx,r15
  2a8233:	vmovdqa64 zmm14,ZMMWORD PTR [r14+rbx*1+0x40]
  2a823b:	vpermb zmm10,zmm14,zmm10
  2a8241:	vpcmpneqb k0,zmm10,zmm0
  2a8248:	kmovq  QWORD PTR [rax+0x58],k0
  2a824e:	cmp    r12d,0x2
  2a8252:	je     2a82f4 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x9b4>
  2a8258:	rorx   r11,r11,0x1a
  2a825e:	and    r11,r15
  2a8261:	vmovdqa64 zmm14,ZMMWORD PTR [r14+r11*1+0x40]
  2a8269:	vpermb zmm13,zmm14,zmm13
  2a826f:	vpcmpneqb k0,zmm13,zmm0
  2a8276:	kmovq  QWORD PTR [rax+0x80],k0
  2a827f:	rorx   r10,r10,0x1a
  2a8285:	and    r10,r15
  2a8288:	vmovdqa64 zmm14,ZMMWORD PTR [r14+r10*1+0x40]
  2a8290:	vpermb zmm12,zmm14,zmm12
  2a8296:	vpcmpneqb k0,zmm12,zmm0
  2a829d:	kmovq  QWORD PTR [rax+0x88],k0
  2a82a6:	rorx   rdx,rdx,0x1a
  2a82ac:	and    rdx,r15
  2a82af:	vmovdqa64 zmm14,ZMMWORD PTR [r14+rdx*1+0x40]
  2a82b7:	vpermb zmm11,zmm14,zmm11
  2a82bd:	vpcmpneqb k0,zmm11,zmm0
  2a82c4:	kmovq  QWORD PTR [rax+0x90],k0
  2a82cd:	rorx   rcx,rcx,0x1a
  2a82d3:	and    rcx,r15
  2a82d6:	vmovdqa64 zmm14,ZMMWORD PTR [r14+rcx*1+0x40]
  2a82de:	vpermb zmm10,zmm14,zmm10
  2a82e4:	vpcmpneqb k0,zmm10,zmm0
  2a82eb:	kmovq  QWORD PTR [rax+0x98],k0
  2a82f4:	mov    rdx,QWORD PTR [rsp+0x28]
  2a82f9:	mov    r10,QWORD PTR [rsp+0x20]
  2a82fe:	mov    rbx,QWORD PTR [rsp+0x40]
  2a8303:	lea    rax,[r13+0x2]
  2a8307:	cmp    rax,r10
  2a830a:	ja     2a80b2 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x772>
  2a8310:	mov    rax,r13
  2a8313:	lea    ecx,[r13+0x1]
  2a8317:	and    ecx,0x1f
  2a831a:	mov    edx,eax
  2a831c:	and    edx,0x1f
  2a831f:	shl    edx,0x6
  2a8322:	shl    ecx,0x6
  2a8325:	vmovdqa64 zmm14,ZMMWORD PTR [r8+rdx*1]
  2a832c:	vpsllq zmm15,zmm14,0x20
  2a8333:	vpternlogq zmm15,zmm14,zmm3,0xe8
  2a833a:	vpopcntb zmm14,zmm14
  2a8340:	vpopcntb zmm15,zmm15
  2a8346:	vmovdqa64 zmm16,zmm5
  2a834c:	vpdpbusd zmm16,zmm14,zmm4
  2a8352:	vpdpbusd zmm16,zmm15,zmm6
  2a8358:	vmovdqa64 zmm14,ZMMWORD PTR [r8+rcx*1]
  2a835f:	vpsllq zmm15,zmm14,0x20
  2a8366:	vpternlogq zmm15,zmm14,zmm3,0xe8
  2a836d:	vpopcntb zmm14,zmm14
  2a8373:	vpopcntb zmm15,zmm15
  2a8379:	vmovdqa64 zmm17,zmm5
  2a837f:	vpdpbusd zmm17,zmm14,zmm4
  2a8385:	vpdpbusd zmm17,zmm15,zmm6
  2a838b:	vpblendmd zmm14{k1},zmm16,zmm17
  2a8391:	vpshldq zmm15,zmm17,zmm16,0x20
  2a8398:	vpaddd zmm14,zmm14,zmm15
  2a839e:	vpshldd zmm14,zmm14,zmm1,0x10
  2a83a5:	vpminud zmm2,zmm2,zmm14
  2a83ab:	vpaddd zmm1,zmm1,zmm8
  2a83b1:	add    r13,0x2
  2a83b5:	add    rax,0x4
  2a83b9:	cmp    rax,r10
  2a83bc:	jbe    2a8310 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x9d0>
  2a83c2:	mov    rdx,QWORD PTR [rsp+0x28]
  2a83c7:	cmp    r13,r10
  2a83ca:	mov    rax,QWORD PTR [rsp+0x8]
  2a83cf:	jae    2a80c0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x780>
  2a83d5:	and    r13d,0x1f
  2a83d9:	shl    r13d,0x6
  2a83dd:	vmovdqa64 zmm14,ZMMWORD PTR [r8+r13*1]
  2a83e4:	vpsllq zmm15,zmm14,0x20
  2a83eb:	vpternlogq zmm15,zmm14,zmm3,0xe8
  2a83f2:	vpopcntb zmm14,zmm14
  2a83f8:	vpopcntb zmm15,zmm15
  2a83fe:	vmovdqa64 zmm16,zmm5
  2a8404:	vpdpbusd zmm16,zmm14,zmm4
  2a840a:	vpdpbusd zmm16,zmm15,zmm6
  2a8410:	vprolq zmm14,zmm16,0x20
  2a8417:	vpaddd zmm14,zmm16,zmm14
  2a841d:	vpshldd zmm14,zmm14,zmm1,0x10
  2a8424:	vpminud zmm2,zmm2,zmm14
  2a842a:	vpaddd zmm1,zmm1,zmm8
  2a8430:	test   rdx,rdx
  2a8433:	jne    2a7ba0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x260>
  2a8439:	vmovdqa64 zmm1,zmm9
  2a843f:	vmovdqa64 zmm14,zmm7
  2a8445:	cmp    QWORD PTR [rsp+0x18],0x0
  2a844b:	je     2a7ba6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x266>
  2a8451:	mov    rax,QWORD PTR [rsp+0x10]
  2a8456:	mov    edi,DWORD PTR [rax]
  2a8458:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a8460:	jbe    2a86fb <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xdbb>
  2a8466:	vpsllq zmm1,zmm2,0x20
  2a846d:	vpminud zmm2,zmm2,zmm1
  2a8473:	mov    rax,QWORD PTR [rsp+0xd0]
  2a847b:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x1
  2a8482:	vmovdqa64 zmm1,zmm9
  2a8488:	vmovdqa64 zmm14,zmm7
  2a848e:	cmp    QWORD PTR [rsp+0x18],0x1
  2a8494:	mov    rdi,QWORD PTR [rsp]
  2a8498:	mov    rax,QWORD PTR [rsp+0x8]
  2a849d:	je     2a7ba6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x266>
  2a84a3:	mov    rax,QWORD PTR [rsp+0x10]
  2a84a8:	mov    edi,DWORD PTR [rax+0x4]
  2a84ab:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a84b3:	jbe    2a86fb <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xdbb>
  2a84b9:	mov    rax,QWORD PTR [rsp+0xd0]
  2a84c1:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x3
  2a84c8:	vmovdqa64 zmm1,zmm9
  2a84ce:	vmovdqa64 zmm14,zmm7
  2a84d4:	cmp    QWORD PTR [rsp+0x18],0x2
  2a84da:	mov    rdi,QWORD PTR [rsp]
  2a84de:	mov    rax,QWORD PTR [rsp+0x8]
  2a84e3:	je     2a7ba6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x266>
  2a84e9:	mov    rax,QWORD PTR [rsp+0x10]
  2a84ee:	mov    edi,DWORD PTR [rax+0x8]
  2a84f1:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a84f9:	jbe    2a86fb <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xdbb>
  2a84ff:	vextracti128 xmm1,ymm2,0x1
  2a8505:	mov    rax,QWORD PTR [rsp+0xd0]
  2a850d:	vpextrd DWORD PTR [rax+rdi*4],xmm1,0x1
  2a8514:	vmovdqa64 zmm1,zmm9
  2a851a:	vmovdqa64 zmm14,zmm7
  2a8520:	cmp    QWORD PTR [rsp+0x18],0x3
  2a8526:	mov    rdi,QWORD PTR [rsp]
  2a852a:	mov    rax,QWORD PTR [rsp+0x8]
  2a852f:	je     2a7ba6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x266>
  2a8535:	mov    rax,QWORD PTR [rsp+0x10]
  2a853a:	mov    edi,DWORD PTR [rax+0xc]
  2a853d:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a8545:	jbe    2a86fb <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xdbb>
  2a854b:	vextracti128 xmm1,ymm2,0x1
  2a8551:	mov    rax,QWORD PTR [rsp+0xd0]
  2a8559:	vpextrd DWORD PTR [rax+rdi*4],xmm1,0x3
  2a8560:	vmovdqa64 zmm1,zmm9
  2a8566:	vmovdqa64 zmm14,zmm7
  2a856c:	cmp    QWORD PTR [rsp+0x18],0x4
  2a8572:	mov    rdi,QWORD PTR [rsp]
  2a8576:	mov    rax,QWORD PTR [rsp+0x8]
  2a857b:	je     2a7ba6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x266>
  2a8581:	mov    rax,QWORD PTR [rsp+0x10]
  2a8586:	mov    edi,DWORD PTR [rax+0x10]
  2a8589:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a8591:	jbe    2a86fb <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xdbb>
  2a8597:	vextracti32x4 xmm15,zmm2,0x2
  2a859e:	mov    rax,QWORD PTR [rsp+0xd0]
  2a85a6:	vpextrd DWORD PTR [rax+rdi*4],xmm15,0x1
  2a85ad:	vmovdqa64 zmm1,zmm9
  2a85b3:	vmovdqa64 zmm14,zmm7
  2a85b9:	cmp    QWORD PTR [rsp+0x18],0x5
  2a85bf:	mov    rdi,QWORD PTR [rsp]
  2a85c3:	mov    rax,QWORD PTR [rsp+0x8]
  2a85c8:	je     2a7ba6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x266>
  2a85ce:	mov    rax,QWORD PTR [rsp+0x10]
  2a85d3:	mov    edi,DWORD PTR [rax+0x14]
  2a85d6:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a85de:	jbe    2a86fb <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xdbb>
  2a85e4:	mov    rax,QWORD PTR [rsp+0xd0]
  2a85ec:	vpextrd DWORD PTR [rax+rdi*4],xmm15,0x3
  2a85f3:	vmovdqa64 zmm1,zmm9
  2a85f9:	vmovdqa64 zmm14,zmm7
  2a85ff:	cmp    QWORD PTR [rsp+0x18],0x6
  2a8605:	mov    rdi,QWORD PTR [rsp]
  2a8609:	mov    rax,QWORD PTR [rsp+0x8]
  2a860e:	je     2a7ba6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x266>
  2a8614:	mov    rax,QWORD PTR [rsp+0x10]
  2a8619:	mov    edi,DWORD PTR [rax+0x18]
  2a861c:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a8624:	jbe    2a86fb <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xdbb>
  2a862a:	vextracti32x4 xmm2,zmm2,0x3
  2a8631:	mov    rax,QWORD PTR [rsp+0xd0]
  2a8639:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x1
  2a8640:	vmovdqa64 zmm1,zmm9
  2a8646:	vmovdqa64 zmm14,zmm7
  2a864c:	cmp    QWORD PTR [rsp+0x18],0x7
  2a8652:	mov    rdi,QWORD PTR [rsp]
  2a8656:	mov    rax,QWORD PTR [rsp+0x8]
  2a865b:	je     2a7ba6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x266>
  2a8661:	mov    rax,QWORD PTR [rsp+0x10]
  2a8666:	mov    edi,DWORD PTR [rax+0x1c]
  2a8669:	cmp    QWORD PTR [rsp+0xd8],rdi
  2a8671:	jbe    2a86fb <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xdbb>
  2a8677:	mov    rax,QWORD PTR [rsp+0xd0]
  2a867f:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x3
  2a8686:	vmovdqa64 zmm1,zmm9
  2a868c:	vmovdqa64 zmm14,zmm7
  2a8692:	mov    rdi,QWORD PTR [rsp]
  2a8696:	mov    rax,QWORD PTR [rsp+0x8]
  2a869b:	jmp    2a7ba6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0x266>
  2a86a0:	mov    QWORD PTR [rsp+0x48],r9
  2a86a5:	vmovdqa64 zmm14,zmm2
  2a86ab:	mov    rax,QWORD PTR [rsp+0x68]
  2a86b0:	vmovdqa64 ZMMWORD PTR [rax],zmm14
  2a86b6:	vmovdqa64 ZMMWORD PTR [rax+0x40],zmm1
  2a86bd:	mov    rcx,QWORD PTR [rsp+0x48]
  2a86c2:	mov    QWORD PTR [rax+0x80],rcx
  2a86c9:	mov    QWORD PTR [rax+0x88],rsi
  2a86d0:	add    rsp,0x98
  2a86d7:	pop    rbx
  2a86d8:	pop    r12
  2a86da:	pop    r13
  2a86dc:	pop    r14
  2a86de:	pop    r15
  2a86e0:	pop    rbp
  2a86e1:	vzeroupper
  2a86e4:	ret
  2a86e5:	lea    rcx,[rip+0xdda74]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2a86ec:	mov    rdi,rbp
  2a86ef:	mov    rsi,rax
  2a86f2:	mov    rdx,r14
  2a86f5:	call   QWORD PTR [rip+0xe38dd]        # 38bfd8 <_DYNAMIC+0x768>
  2a86fb:	lea    rdx,[rip+0xdda46]        # 386148 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2b0>
  2a8702:	mov    rsi,QWORD PTR [rsp+0xd8]
  2a870a:	vzeroupper
  2a870d:	call   QWORD PTR [rip+0xe3855]        # 38bf68 <_DYNAMIC+0x6f8>
  2a8713:	lea    rdx,[rip+0xdd806]        # 385f20 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x88>
  2a871a:	xor    edi,edi
  2a871c:	xor    esi,esi
  2a871e:	call   QWORD PTR [rip+0xe3844]        # 38bf68 <_DYNAMIC+0x6f8>
  2a8724:	mov    eax,DWORD PTR [rbx+0x10]
  2a8727:	mul    r15
  2a872a:	jo     2a8759 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xe19>
  2a872c:	add    r15,rax
  2a872f:	mov    r13,0xffffffffffffffff
  2a8736:	cmovae r13,r15
  2a873a:	cmp    r13,r14
  2a873d:	ja     2a8775 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE+0xe35>
  2a873f:	lea    rdx,[rip+0xdd7f2]        # 385f38 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0xa0>
  2a8746:	mov    edi,0x4
  2a874b:	mov    esi,0x4
  2a8750:	vzeroupper
  2a8753:	call   QWORD PTR [rip+0xe380f]        # 38bf68 <_DYNAMIC+0x6f8>
  2a8759:	lea    rdi,[rip+0xffffffffffdab7f8]        # 53f58 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1d8>
  2a8760:	lea    rdx,[rip+0xdda11]        # 386178 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2e0>
  2a8767:	mov    esi,0x13
  2a876c:	vzeroupper
  2a876f:	call   QWORD PTR [rip+0xe37cb]        # 38bf40 <_DYNAMIC+0x6d0>
  2a8775:	mov    rbp,rax
  2a8778:	lea    rcx,[rip+0xdd9e1]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2a877f:	mov    rdi,rbp
  2a8782:	mov    rsi,r13
  2a8785:	mov    rdx,r14
  2a8788:	vzeroupper
  2a878b:	call   QWORD PTR [rip+0xe3847]        # 38bfd8 <_DYNAMIC+0x768>
  2a8791:	int3
  2a8792:	int3
  2a8793:	int3
  2a8794:	int3
  2a8795:	int3
  2a8796:	int3
  2a8797:	int3
  2a8798:	int3
  2a8799:	int3
  2a879a:	int3
  2a879b:	int3
  2a879c:	int3
  2a879d:	int3
  2a879e:	int3
  2a879f:	int3
00000000002a87a0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE>:
00000000002a87a0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE>:
  2a87a0:	push   rbp
  2a87a1:	push   r15
  2a87a3:	push   r14
  2a87a5:	push   r13
  2a87a7:	push   r12
  2a87a9:	push   rbx
  2a87aa:	sub    rsp,0x118
  2a87b1:	mov    QWORD PTR [rsp+0xa8],rcx
  2a87b9:	mov    rbx,QWORD PTR [rdx+0x18]
  2a87bd:	test   rbx,rbx
  2a87c0:	je     2a9d45 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x15a5>
  2a87c6:	mov    r10,rdx
  2a87c9:	mov    r11,QWORD PTR [rdx+0x10]
  2a87cd:	mov    eax,DWORD PTR [r11]
  2a87d0:	mov    rcx,QWORD PTR [rsi+0x20]
  2a87d4:	mul    rcx
  2a87d7:	jo     2a9d8e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x15ee>
  2a87dd:	mov    r14,QWORD PTR [rsi+0x8]
  2a87e1:	mov    r12,rax
  2a87e4:	mov    rdx,rax
  2a87e7:	add    rdx,rcx
  2a87ea:	mov    rax,0xffffffffffffffff
  2a87f1:	cmovae rax,rdx
  2a87f5:	mov    QWORD PTR [rsp+0x8],r14
  2a87fa:	cmp    rax,r14
  2a87fd:	ja     2a9d15 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x1575>
  2a8803:	mov    rax,QWORD PTR [r10]
  2a8806:	mov    QWORD PTR [rsp+0x30],rax
  2a880b:	mov    rax,QWORD PTR [r10+0x8]
  2a880f:	mov    QWORD PTR [rsp+0x38],rax
  2a8814:	mov    rax,QWORD PTR [rsp+0xa8]
  2a881c:	vmovdqa64 zmm2,ZMMWORD PTR [rax]
  2a8822:	vmovdqa64 zmm1,ZMMWORD PTR [rax+0x40]
  2a8829:	mov    rdx,QWORD PTR [rax+0x80]
  2a8830:	mov    QWORD PTR [rsp+0x18],rdx
  2a8835:	mov    rbp,QWORD PTR [rax+0x88]
  2a883c:	mov    r15,QWORD PTR [rsi+0x10]
  2a8840:	vmovdqa64 zmm0,ZMMWORD PTR [rdi+0x40]
  2a8847:	mov    r10,QWORD PTR [rsi]
  2a884a:	shl    r12,0x6
  2a884e:	add    r12,r10
  2a8851:	mov    QWORD PTR [rsp+0x20],r12
  2a8856:	mov    QWORD PTR [rsp+0x10],r12
  2a885b:	mov    QWORD PTR [rsp+0x40],r12
  2a8860:	mov    QWORD PTR [rsp+0x28],r12
  2a8865:	mov    QWORD PTR [rsp+0x50],r12
  2a886a:	mov    r14,r12
  2a886d:	mov    rsi,r12
  2a8870:	cmp    rbx,0x1
  2a8874:	mov    r13,r12
  2a8877:	je     2a8aa5 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x305>
  2a887d:	mov    eax,DWORD PTR [r11+0x4]
  2a8881:	mul    rcx
  2a8884:	jo     2a9d8e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x15ee>
  2a888a:	mov    rdx,rax
  2a888d:	add    rax,rcx
  2a8890:	mov    rsi,0xffffffffffffffff
  2a8897:	cmovae rsi,rax
  2a889b:	cmp    rsi,QWORD PTR [rsp+0x8]
  2a88a0:	ja     2a9dad <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x160d>
  2a88a6:	shl    rdx,0x6
  2a88aa:	add    rdx,r10
  2a88ad:	cmp    rbx,0x2
  2a88b1:	mov    rsi,rdx
  2a88b4:	jne    2a88d7 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x137>
  2a88b6:	mov    QWORD PTR [rsp+0x20],r13
  2a88bb:	mov    QWORD PTR [rsp+0x10],r13
  2a88c0:	mov    QWORD PTR [rsp+0x40],r13
  2a88c5:	mov    QWORD PTR [rsp+0x28],r13
  2a88ca:	mov    QWORD PTR [rsp+0x50],r13
  2a88cf:	mov    r14,r13
  2a88d2:	jmp    2a8aa5 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x305>
  2a88d7:	mov    eax,DWORD PTR [r11+0x8]
  2a88db:	mul    rcx
  2a88de:	jo     2a9d8e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x15ee>
  2a88e4:	mov    r14,rsi
  2a88e7:	mov    rdx,rax
  2a88ea:	add    rax,rcx
  2a88ed:	mov    rsi,0xffffffffffffffff
  2a88f4:	cmovae rsi,rax
  2a88f8:	cmp    rsi,QWORD PTR [rsp+0x8]
  2a88fd:	ja     2a9dad <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x160d>
  2a8903:	shl    rdx,0x6
  2a8907:	add    rdx,r10
  2a890a:	mov    r12,rdx
  2a890d:	cmp    rbx,0x3
  2a8911:	jne    2a8931 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x191>
  2a8913:	mov    QWORD PTR [rsp+0x20],r13
  2a8918:	mov    QWORD PTR [rsp+0x10],r13
  2a891d:	mov    QWORD PTR [rsp+0x40],r13
  2a8922:	mov    QWORD PTR [rsp+0x28],r13
  2a8927:	mov    QWORD PTR [rsp+0x50],r13
  2a892c:	jmp    2a8a9f <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x2ff>
  2a8931:	mov    eax,DWORD PTR [r11+0xc]
  2a8935:	mul    rcx
  2a8938:	jo     2a9d8e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x15ee>
  2a893e:	mov    rdx,rax
  2a8941:	add    rdx,rcx
  2a8944:	mov    rsi,0xffffffffffffffff
  2a894b:	cmovae rsi,rdx
  2a894f:	cmp    rsi,QWORD PTR [rsp+0x8]
  2a8954:	ja     2a9daa <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x160a>
  2a895a:	shl    rax,0x6
  2a895e:	add    rax,r10
  2a8961:	cmp    rbx,0x4
  2a8965:	mov    QWORD PTR [rsp+0x50],rax
  2a896a:	jne    2a8985 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x1e5>
  2a896c:	mov    QWORD PTR [rsp+0x20],r13
  2a8971:	mov    QWORD PTR [rsp+0x10],r13
  2a8976:	mov    QWORD PTR [rsp+0x40],r13
  2a897b:	mov    QWORD PTR [rsp+0x28],r13
  2a8980:	jmp    2a8a9f <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x2ff>
  2a8985:	mov    eax,DWORD PTR [r11+0x10]
  2a8989:	mul    rcx
  2a898c:	jo     2a9d8e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x15ee>
  2a8992:	mov    rdx,rax
  2a8995:	add    rax,rcx
  2a8998:	mov    rsi,0xffffffffffffffff
  2a899f:	cmovae rsi,rax
  2a89a3:	cmp    rsi,QWORD PTR [rsp+0x8]
  2a89a8:	ja     2a9dad <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x160d>
  2a89ae:	shl    rdx,0x6
  2a89b2:	add    rdx,r10
  2a89b5:	mov    QWORD PTR [rsp+0x28],rdx
  2a89ba:	cmp    rbx,0x5
  2a89be:	jne    2a89d4 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x234>
  2a89c0:	mov    QWORD PTR [rsp+0x20],r13
  2a89c5:	mov    QWORD PTR [rsp+0x10],r13
  2a89ca:	mov    QWORD PTR [rsp+0x40],r13
  2a89cf:	jmp    2a8a9f <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x2ff>
  2a89d4:	mov    eax,DWORD PTR [r11+0x14]
  2a89d8:	mul    rcx
  2a89db:	jo     2a9d8e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x15ee>
  2a89e1:	mov    rdx,rax
  2a89e4:	add    rdx,rcx
  2a89e7:	mov    rsi,0xffffffffffffffff
  2a89ee:	cmovae rsi,rdx
  2a89f2:	cmp    rsi,QWORD PTR [rsp+0x8]
  2a89f7:	ja     2a9daa <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x160a>
  2a89fd:	shl    rax,0x6
  2a8a01:	add    rax,r10
  2a8a04:	cmp    rbx,0x6
  2a8a08:	mov    QWORD PTR [rsp+0x40],rax
  2a8a0d:	jne    2a8a1e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x27e>
  2a8a0f:	mov    QWORD PTR [rsp+0x20],r13
  2a8a14:	mov    QWORD PTR [rsp+0x10],r13
  2a8a19:	jmp    2a8a9f <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x2ff>
  2a8a1e:	mov    eax,DWORD PTR [r11+0x18]
  2a8a22:	mul    rcx
  2a8a25:	jo     2a9d8e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x15ee>
  2a8a2b:	mov    rdx,rax
  2a8a2e:	add    rax,rcx
  2a8a31:	mov    rsi,0xffffffffffffffff
  2a8a38:	cmovae rsi,rax
  2a8a3c:	cmp    rsi,QWORD PTR [rsp+0x8]
  2a8a41:	ja     2a9dad <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x160d>
  2a8a47:	shl    rdx,0x6
  2a8a4b:	add    rdx,r10
  2a8a4e:	mov    QWORD PTR [rsp+0x10],rdx
  2a8a53:	cmp    rbx,0x7
  2a8a57:	jne    2a8a60 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x2c0>
  2a8a59:	mov    QWORD PTR [rsp+0x20],r13
  2a8a5e:	jmp    2a8a9f <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x2ff>
  2a8a60:	mov    eax,DWORD PTR [r11+0x1c]
  2a8a64:	mul    rcx
  2a8a67:	jo     2a9d8e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x15ee>
  2a8a6d:	mov    rdx,rax
  2a8a70:	add    rdx,rcx
  2a8a73:	mov    rsi,0xffffffffffffffff
  2a8a7a:	cmovae rsi,rdx
  2a8a7e:	cmp    rsi,QWORD PTR [rsp+0x8]
  2a8a83:	ja     2a9daa <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x160a>
  2a8a89:	cmp    rbx,0x8
  2a8a8d:	jne    2a9d56 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x15b6>
  2a8a93:	shl    rax,0x6
  2a8a97:	add    r10,rax
  2a8a9a:	mov    QWORD PTR [rsp+0x20],r10
  2a8a9f:	mov    rsi,r14
  2a8aa2:	mov    r14,r12
  2a8aa5:	mov    rcx,r15
  2a8aa8:	shr    rcx,0x5
  2a8aac:	mov    eax,r15d
  2a8aaf:	and    eax,0x1f
  2a8ab2:	cmp    rax,0x1
  2a8ab6:	sbb    rcx,0xffffffffffffffff
  2a8aba:	mov    QWORD PTR [rsp+0x108],rcx
  2a8ac2:	test   r15,r15
  2a8ac5:	je     2a9cc2 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x1522>
  2a8acb:	vmovdqa64 zmm12,ZMMWORD PTR [rdi]
  2a8ad1:	mov    rax,rsi
  2a8ad4:	mov    rsi,QWORD PTR [rdi+0xb0]
  2a8adb:	mov    rbx,QWORD PTR [rdi+0xb8]
  2a8ae2:	add    rsi,0x40
  2a8ae6:	movabs rdx,0x3ffffffffffffff
  2a8af0:	add    rdx,rbx
  2a8af3:	mov    QWORD PTR [rsp+0xb0],rdx
  2a8afb:	shl    rbx,0x6
  2a8aff:	add    rbx,0xffffffffffffffc0
  2a8b03:	vpbroadcastq zmm3,QWORD PTR [rdi+0xa0]
  2a8b0a:	vpbroadcastq zmm4,QWORD PTR [rdi+0x88]
  2a8b11:	vpbroadcastq zmm5,QWORD PTR [rdi+0x98]
  2a8b18:	vpbroadcastq zmm6,QWORD PTR [rdi+0xa8]
  2a8b1f:	vpbroadcastq zmm7,QWORD PTR [rdi+0x80]
  2a8b26:	vpbroadcastq zmm8,QWORD PTR [rdi+0x90]
  2a8b2d:	vpbroadcastd zmm9,DWORD PTR [rdi+0xc8]
  2a8b34:	mov    QWORD PTR [rsp+0xa0],0x0
  2a8b40:	vpbroadcastd zmm10,DWORD PTR [rip+0xffffffffffd9ddd2]        # 4691c <anon.74d9173fa936bc4ad9211e0eaa8ac3bc.9.llvm.4715180366670976963+0x20>
  2a8b4a:	vmovdqa64 zmm21,ZMMWORD PTR [rip+0xffffffffffdab0ac]        # 53c00 <anon.b41ac9ec7a205aa9e45d18e0b41eb89e.278.llvm.9876469709905689609+0x4b1>
  2a8b54:	mov    dx,0xaaaa
  2a8b58:	kmovd  k1,edx
  2a8b5c:	mov    rdx,r13
  2a8b5f:	mov    QWORD PTR [rsp+0xf0],r13
  2a8b67:	mov    QWORD PTR [rsp+0xf8],rax
  2a8b6f:	mov    QWORD PTR [rsp+0xe8],rax
  2a8b77:	mov    QWORD PTR [rsp+0xe0],r14
  2a8b7f:	mov    rax,QWORD PTR [rsp+0x50]
  2a8b84:	mov    QWORD PTR [rsp+0xd8],rax
  2a8b8c:	mov    r10,QWORD PTR [rsp+0x28]
  2a8b91:	mov    QWORD PTR [rsp+0xd0],r10
  2a8b99:	mov    rax,QWORD PTR [rsp+0x40]
  2a8b9e:	mov    QWORD PTR [rsp+0xc8],rax
  2a8ba6:	mov    r11,QWORD PTR [rsp+0x10]
  2a8bab:	mov    QWORD PTR [rsp+0xc0],r11
  2a8bb3:	vmovdqa64 zmm13,zmm12
  2a8bb9:	vmovdqa64 zmm14,zmm12
  2a8bbf:	vmovdqa64 zmm15,zmm12
  2a8bc5:	vmovdqa64 zmm16,zmm12
  2a8bcb:	vmovdqa64 zmm17,zmm12
  2a8bd1:	vmovdqa64 zmm18,zmm12
  2a8bd7:	vmovdqa64 zmm19,zmm12
  2a8bdd:	mov    rax,QWORD PTR [rsp+0x20]
  2a8be2:	mov    QWORD PTR [rsp+0xb8],rax
  2a8bea:	mov    QWORD PTR [rsp+0x100],r15
  2a8bf2:	xor    r12d,r12d
  2a8bf5:	mov    QWORD PTR [rsp+0x58],r14
  2a8bfa:	mov    QWORD PTR [rsp+0x60],r13
  2a8bff:	jmp    2a8c86 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x4e6>
  2a8c04:	data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2a8c10:	vmovdqa64 zmm20,zmm2
  2a8c16:	inc    r12
  2a8c19:	add    r15,0xffffffffffffffe0
  2a8c1d:	add    QWORD PTR [rsp+0xb8],0x40
  2a8c26:	add    QWORD PTR [rsp+0xc0],0x40
  2a8c2f:	add    QWORD PTR [rsp+0xc8],0x40
  2a8c38:	add    QWORD PTR [rsp+0xd0],0x40
  2a8c41:	add    QWORD PTR [rsp+0xd8],0x40
  2a8c4a:	add    QWORD PTR [rsp+0xe0],0x40
  2a8c53:	add    QWORD PTR [rsp+0xe8],0x40
  2a8c5c:	add    QWORD PTR [rsp+0xf0],0x40
  2a8c65:	mov    r8,r13
  2a8c68:	vmovdqa64 zmm2,zmm20
  2a8c6e:	mov    eax,0x0
  2a8c73:	mov    QWORD PTR [rsp+0x18],rax
  2a8c78:	cmp    r12,QWORD PTR [rsp+0x108]
  2a8c80:	je     2a9cd5 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x1535>
  2a8c86:	mov    QWORD PTR [rsp+0x8],rbp
  2a8c8b:	mov    r13,r9
  2a8c8e:	mov    r9,r8
  2a8c91:	cmp    r15,0x20
  2a8c95:	mov    ecx,0x20
  2a8c9a:	cmovb  rcx,r15
  2a8c9e:	mov    rax,r12
  2a8ca1:	shl    rax,0x5
  2a8ca5:	mov    rbp,QWORD PTR [rsp+0x100]
  2a8cad:	sub    rbp,rax
  2a8cb0:	cmp    rbp,0x20
  2a8cb4:	mov    eax,0x20
  2a8cb9:	cmovae rbp,rax
  2a8cbd:	mov    eax,ebp
  2a8cbf:	shr    eax,0x2
  2a8cc2:	mov    QWORD PTR [rsp+0x98],rax
  2a8cca:	mov    QWORD PTR [rsp+0x78],rbp
  2a8ccf:	mov    QWORD PTR [rsp+0x70],r15
  2a8cd4:	mov    QWORD PTR [rsp+0x68],r12
  2a8cd9:	mov    QWORD PTR [rsp+0x110],rcx
  2a8ce1:	je     2a9485 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0xce5>
  2a8ce7:	mov    QWORD PTR [rsp+0x48],r9
  2a8cec:	shr    ecx,0x2
  2a8cef:	mov    QWORD PTR [rsp+0x80],rcx
  2a8cf7:	mov    QWORD PTR [rsp+0x90],r13
  2a8cff:	add    r13,0xf8
  2a8d06:	xor    r15d,r15d
  2a8d09:	mov    r10,QWORD PTR [rsp+0x18]
  2a8d0e:	jmp    2a8e18 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x678>
  2a8d13:	data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2a8d20:	lea    eax,[r14+0x1]
  2a8d24:	and    eax,0x1f
  2a8d27:	and    r14d,0x1f
  2a8d2b:	shl    r14d,0x6
  2a8d2f:	shl    eax,0x6
  2a8d32:	mov    rcx,QWORD PTR [rsp+0x48]
  2a8d37:	vmovdqa64 zmm11,ZMMWORD PTR [rcx+r14*1]
  2a8d3e:	vpsllq zmm20,zmm11,0x20
  2a8d45:	vpternlogq zmm20,zmm11,zmm3,0xe8
  2a8d4c:	vpopcntb zmm11,zmm11
  2a8d52:	vpopcntb zmm20,zmm20
  2a8d58:	vpxord zmm22,zmm22,zmm22
  2a8d5e:	vpdpbusd zmm22,zmm11,zmm4
  2a8d64:	vpdpbusd zmm22,zmm20,zmm5
  2a8d6a:	vpslld zmm22,zmm22,0x7
  2a8d71:	vpaddd zmm22,zmm22,zmm6
  2a8d77:	vpdpbusd zmm22,zmm11,zmm7
  2a8d7d:	vpdpbusd zmm22,zmm20,zmm8
  2a8d83:	vmovdqa64 zmm11,ZMMWORD PTR [rcx+rax*1]
  2a8d8a:	vpsllq zmm20,zmm11,0x20
  2a8d91:	vpternlogq zmm20,zmm11,zmm3,0xe8
  2a8d98:	vpopcntb zmm11,zmm11
  2a8d9e:	vpopcntb zmm20,zmm20
  2a8da4:	vpxord zmm23,zmm23,zmm23
  2a8daa:	vpdpbusd zmm23,zmm11,zmm4
  2a8db0:	vpdpbusd zmm23,zmm20,zmm5
  2a8db6:	vpslld zmm23,zmm23,0x7
  2a8dbd:	vpaddd zmm23,zmm23,zmm6
  2a8dc3:	vpdpbusd zmm23,zmm11,zmm7
  2a8dc9:	vpdpbusd zmm23,zmm20,zmm8
  2a8dcf:	mov    ax,0xaaaa
  2a8dd3:	kmovd  k2,eax
  2a8dd7:	vpblendmd zmm11{k2},zmm22,zmm23
  2a8ddd:	vpshldq zmm20,zmm23,zmm22,0x20
  2a8de4:	vpaddd zmm11,zmm11,zmm20
  2a8dea:	vpshldd zmm11,zmm11,zmm1,0x10
  2a8df1:	vpminud zmm2,zmm2,zmm11
  2a8df7:	vpaddd zmm1,zmm1,zmm10
  2a8dfd:	mov    r10,r9
  2a8e00:	inc    r15
  2a8e03:	add    r13,0x100
  2a8e0a:	cmp    QWORD PTR [rsp+0x80],r15
  2a8e12:	je     2a9450 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0xcb0>
  2a8e18:	mov    rax,QWORD PTR [rsp+0xf0]
  2a8e20:	mov    rdi,QWORD PTR [rax+r15*8]
  2a8e24:	mov    rax,QWORD PTR [rsp+0xe8]
  2a8e2c:	mov    r8,QWORD PTR [rax+r15*8]
  2a8e30:	mov    rax,QWORD PTR [rsp+0xe0]
  2a8e38:	mov    rbp,QWORD PTR [rax+r15*8]
  2a8e3c:	mov    rax,QWORD PTR [rsp+0xd8]
  2a8e44:	mov    rdx,QWORD PTR [rax+r15*8]
  2a8e48:	mov    rax,QWORD PTR [rsp+0xd0]
  2a8e50:	mov    r12,QWORD PTR [rax+r15*8]
  2a8e54:	mov    rax,QWORD PTR [rsp+0xc8]
  2a8e5c:	mov    r11,QWORD PTR [rax+r15*8]
  2a8e60:	mov    rax,QWORD PTR [rsp+0xc0]
  2a8e68:	mov    r14,QWORD PTR [rax+r15*8]
  2a8e6c:	mov    rax,QWORD PTR [rsp+0xb8]
  2a8e74:	mov    rcx,QWORD PTR [rax+r15*8]
  2a8e78:	mov    r9,rdi
  2a8e7b:	mov    rax,QWORD PTR [rsp+0xb0]
  2a8e83:	and    r9,rax
  2a8e86:	shl    r9,0x6
  2a8e8a:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r9*1]
  2a8e91:	vpermb zmm11,zmm11,zmm19
  2a8e97:	vpcmpneqb k0,zmm11,zmm0
  2a8e9e:	kmovq  QWORD PTR [r13-0xf8],k0
  2a8ea7:	mov    r9,r8
  2a8eaa:	and    r9,rax
  2a8ead:	shl    r9,0x6
  2a8eb1:	vmovdqa64 zmm19,ZMMWORD PTR [rsi+r9*1]
  2a8eb8:	vpermb zmm18,zmm19,zmm18
  2a8ebe:	vpcmpneqb k0,zmm18,zmm0
  2a8ec5:	kmovq  QWORD PTR [r13-0xf0],k0
  2a8ece:	mov    r9,rbp
  2a8ed1:	and    r9,rax
  2a8ed4:	shl    r9,0x6
  2a8ed8:	vmovdqa64 zmm19,ZMMWORD PTR [rsi+r9*1]
  2a8edf:	vpermb zmm17,zmm19,zmm17
  2a8ee5:	vpcmpneqb k0,zmm17,zmm0
  2a8eec:	kmovq  QWORD PTR [r13-0xe8],k0
  2a8ef5:	mov    r9,rdx
  2a8ef8:	and    r9,rax
  2a8efb:	shl    r9,0x6
  2a8eff:	vmovdqa64 zmm19,ZMMWORD PTR [rsi+r9*1]
  2a8f06:	vpermb zmm16,zmm19,zmm16
  2a8f0c:	vpcmpneqb k0,zmm16,zmm0
  2a8f13:	kmovq  QWORD PTR [r13-0xe0],k0
  2a8f1c:	mov    r9,r12
  2a8f1f:	and    r9,rax
  2a8f22:	shl    r9,0x6
  2a8f26:	vmovdqa64 zmm19,ZMMWORD PTR [rsi+r9*1]
  2a8f2d:	vpermb zmm19,zmm19,zmm15
  2a8f33:	vpcmpneqb k0,zmm19,zmm0
  2a8f3a:	kmovq  QWORD PTR [r13-0xd8],k0
  2a8f43:	mov    r9,r11
  2a8f46:	and    r9,rax
  2a8f49:	shl    r9,0x6
  2a8f4d:	vmovdqa64 zmm15,ZMMWORD PTR [rsi+r9*1]
  2a8f54:	vpermb zmm20,zmm15,zmm14
  2a8f5a:	vpcmpneqb k0,zmm20,zmm0
  2a8f61:	kmovq  QWORD PTR [r13-0xd0],k0
  2a8f6a:	mov    r9,r14
  2a8f6d:	and    r9,rax
  2a8f70:	shl    r9,0x6
  2a8f74:	vmovdqa64 zmm14,ZMMWORD PTR [rsi+r9*1]
  2a8f7b:	vpermb zmm22,zmm14,zmm13
  2a8f81:	vpcmpneqb k0,zmm22,zmm0
  2a8f88:	kmovq  QWORD PTR [r13-0xc8],k0
  2a8f91:	mov    r9,rcx
  2a8f94:	and    r9,rax
  2a8f97:	shl    r9,0x6
  2a8f9b:	vmovdqa64 zmm13,ZMMWORD PTR [rsi+r9*1]
  2a8fa2:	vpermb zmm23,zmm13,zmm12
  2a8fa8:	vpcmpneqb k0,zmm23,zmm0
  2a8faf:	kmovq  QWORD PTR [r13-0xc0],k0
  2a8fb8:	rorx   r9,rdi,0xa
  2a8fbe:	and    r9,rbx
  2a8fc1:	vmovdqa64 zmm12,ZMMWORD PTR [rsi+r9*1]
  2a8fc8:	vpermb zmm12,zmm12,zmm11
  2a8fce:	vpcmpneqb k0,zmm12,zmm0
  2a8fd5:	kmovq  QWORD PTR [r13-0xb8],k0
  2a8fde:	rorx   r9,r8,0xa
  2a8fe4:	and    r9,rbx
  2a8fe7:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r9*1]
  2a8fee:	vpermb zmm13,zmm11,zmm18
  2a8ff4:	vpcmpneqb k0,zmm13,zmm0
  2a8ffb:	kmovq  QWORD PTR [r13-0xb0],k0
  2a9004:	rorx   r9,rbp,0xa
  2a900a:	and    r9,rbx
  2a900d:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r9*1]
  2a9014:	vpermb zmm14,zmm11,zmm17
  2a901a:	vpcmpneqb k0,zmm14,zmm0
  2a9021:	kmovq  QWORD PTR [r13-0xa8],k0
  2a902a:	rorx   r9,rdx,0xa
  2a9030:	and    r9,rbx
  2a9033:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r9*1]
  2a903a:	vpermb zmm15,zmm11,zmm16
  2a9040:	vpcmpneqb k0,zmm15,zmm0
  2a9047:	kmovq  QWORD PTR [r13-0xa0],k0
  2a9050:	rorx   r9,r12,0xa
  2a9056:	and    r9,rbx
  2a9059:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r9*1]
  2a9060:	vpermb zmm16,zmm11,zmm19
  2a9066:	vpcmpneqb k0,zmm16,zmm0
  2a906d:	kmovq  QWORD PTR [r13-0x98],k0
  2a9076:	rorx   r9,r11,0xa
  2a907c:	and    r9,rbx
  2a907f:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r9*1]
  2a9086:	vpermb zmm17,zmm11,zmm20
  2a908c:	vpcmpneqb k0,zmm17,zmm0
  2a9093:	kmovq  QWORD PTR [r13-0x90],k0
  2a909c:	mov    QWORD PTR [rsp+0x88],r14
  2a90a4:	rorx   r9,r14,0xa
  2a90aa:	and    r9,rbx
  2a90ad:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r9*1]
  2a90b4:	vpermb zmm18,zmm11,zmm22
  2a90ba:	vpcmpneqb k0,zmm18,zmm0
  2a90c1:	kmovq  QWORD PTR [r13-0x88],k0
  2a90ca:	mov    QWORD PTR [rsp+0x18],rcx
  2a90cf:	rorx   r9,rcx,0xa
  2a90d5:	and    r9,rbx
  2a90d8:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r9*1]
  2a90df:	vpermb zmm19,zmm11,zmm23
  2a90e5:	vpcmpneqb k0,zmm19,zmm0
  2a90ec:	kmovq  QWORD PTR [r13-0x80],k0
  2a90f2:	lea    r14,[r10+0x2]
  2a90f6:	cmp    r14,QWORD PTR [rsp+0x8]
  2a90fb:	jbe    2a9110 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x970>
  2a90fd:	mov    r9,r14
  2a9100:	mov    r14,r10
  2a9103:	jmp    2a91f9 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0xa59>
  2a9108:	nop    DWORD PTR [rax+rax*1+0x0]
  2a9110:	lea    r9d,[r10+0x1]
  2a9114:	and    r9d,0x1f
  2a9118:	mov    rcx,r10
  2a911b:	and    r10d,0x1f
  2a911f:	shl    r10d,0x6
  2a9123:	shl    r9d,0x6
  2a9127:	mov    rax,QWORD PTR [rsp+0x48]
  2a912c:	vmovdqa64 zmm11,ZMMWORD PTR [rax+r10*1]
  2a9133:	vpsllq zmm20,zmm11,0x20
  2a913a:	vpternlogq zmm20,zmm11,zmm3,0xe8
  2a9141:	vpopcntb zmm11,zmm11
  2a9147:	vpopcntb zmm20,zmm20
  2a914d:	vpxord zmm22,zmm22,zmm22
  2a9153:	vpdpbusd zmm22,zmm11,zmm4
  2a9159:	vpdpbusd zmm22,zmm20,zmm5
  2a915f:	vpslld zmm22,zmm22,0x7
  2a9166:	vpaddd zmm22,zmm22,zmm6
  2a916c:	vpdpbusd zmm22,zmm11,zmm7
  2a9172:	vpdpbusd zmm22,zmm20,zmm8
  2a9178:	vmovdqa64 zmm11,ZMMWORD PTR [rax+r9*1]
  2a917f:	vpsllq zmm20,zmm11,0x20
  2a9186:	vpternlogq zmm20,zmm11,zmm3,0xe8
  2a918d:	vpopcntb zmm11,zmm11
  2a9193:	vpopcntb zmm20,zmm20
  2a9199:	vpxord zmm23,zmm23,zmm23
  2a919f:	vpdpbusd zmm23,zmm11,zmm4
  2a91a5:	vpdpbusd zmm23,zmm20,zmm5
  2a91ab:	vpslld zmm23,zmm23,0x7
  2a91b2:	vpaddd zmm23,zmm23,zmm6
  2a91b8:	vpdpbusd zmm23,zmm11,zmm7
  2a91be:	vpdpbusd zmm23,zmm20,zmm8
  2a91c4:	mov    ax,0xaaaa
  2a91c8:	kmovd  k2,eax
  2a91cc:	vpblendmd zmm11{k2},zmm22,zmm23
  2a91d2:	vpshldq zmm20,zmm23,zmm22,0x20
  2a91d9:	vpaddd zmm11,zmm11,zmm20
  2a91df:	vpshldd zmm11,zmm11,zmm1,0x10
  2a91e6:	vpminud zmm2,zmm2,zmm11
  2a91ec:	vpaddd zmm1,zmm1,zmm10
  2a91f2:	add    rcx,0x4
  2a91f6:	mov    r9,rcx
  2a91f9:	rorx   r10,rdi,0x1a
  2a91ff:	and    r10,rbx
  2a9202:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r10*1]
  2a9209:	vpermb zmm11,zmm11,zmm12
  2a920f:	vpcmpneqb k0,zmm11,zmm0
  2a9216:	kmovq  QWORD PTR [r13-0x78],k0
  2a921c:	rorx   r10,r8,0x1a
  2a9222:	and    r10,rbx
  2a9225:	vmovdqa64 zmm12,ZMMWORD PTR [rsi+r10*1]
  2a922c:	vpermb zmm12,zmm12,zmm13
  2a9232:	vpcmpneqb k0,zmm12,zmm0
  2a9239:	kmovq  QWORD PTR [r13-0x70],k0
  2a923f:	rorx   r10,rbp,0x1a
  2a9245:	and    r10,rbx
  2a9248:	vmovdqa64 zmm13,ZMMWORD PTR [rsi+r10*1]
  2a924f:	vpermb zmm13,zmm13,zmm14
  2a9255:	vpcmpneqb k0,zmm13,zmm0
  2a925c:	kmovq  QWORD PTR [r13-0x68],k0
  2a9262:	rorx   r10,rdx,0x1a
  2a9268:	and    r10,rbx
  2a926b:	vmovdqa64 zmm14,ZMMWORD PTR [rsi+r10*1]
  2a9272:	vpermb zmm14,zmm14,zmm15
  2a9278:	vpcmpneqb k0,zmm14,zmm0
  2a927f:	kmovq  QWORD PTR [r13-0x60],k0
  2a9285:	rorx   r10,r12,0x1a
  2a928b:	and    r10,rbx
  2a928e:	vmovdqa64 zmm15,ZMMWORD PTR [rsi+r10*1]
  2a9295:	vpermb zmm15,zmm15,zmm16
  2a929b:	vpcmpneqb k0,zmm15,zmm0
  2a92a2:	kmovq  QWORD PTR [r13-0x58],k0
  2a92a8:	rorx   r10,r11,0x1a
  2a92ae:	and    r10,rbx
  2a92b1:	vmovdqa64 zmm16,ZMMWORD PTR [rsi+r10*1]
  2a92b8:	vpermb zmm20,zmm16,zmm17
  2a92be:	vpcmpneqb k0,zmm20,zmm0
  2a92c5:	kmovq  QWORD PTR [r13-0x50],k0
  2a92cb:	mov    rcx,QWORD PTR [rsp+0x88]
  2a92d3:	rorx   r10,rcx,0x1a
  2a92d9:	and    r10,rbx
  2a92dc:	vmovdqa64 zmm16,ZMMWORD PTR [rsi+r10*1]
  2a92e3:	vpermb zmm22,zmm16,zmm18
  2a92e9:	vpcmpneqb k0,zmm22,zmm0
  2a92f0:	kmovq  QWORD PTR [r13-0x48],k0
  2a92f6:	mov    rax,QWORD PTR [rsp+0x18]
  2a92fb:	rorx   r10,rax,0x1a
  2a9301:	and    r10,rbx
  2a9304:	vmovdqa64 zmm16,ZMMWORD PTR [rsi+r10*1]
  2a930b:	vpermb zmm23,zmm16,zmm19
  2a9311:	vpcmpneqb k0,zmm23,zmm0
  2a9318:	kmovq  QWORD PTR [r13-0x40],k0
  2a931e:	rorx   rdi,rdi,0x2a
  2a9324:	and    rdi,rbx
  2a9327:	vmovdqa64 zmm16,ZMMWORD PTR [rsi+rdi*1]
  2a932e:	vpermb zmm19,zmm16,zmm11
  2a9334:	vpcmpneqb k0,zmm19,zmm0
  2a933b:	kmovq  QWORD PTR [r13-0x38],k0
  2a9341:	rorx   rdi,r8,0x2a
  2a9347:	and    rdi,rbx
  2a934a:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+rdi*1]
  2a9351:	vpermb zmm18,zmm11,zmm12
  2a9357:	vpcmpneqb k0,zmm18,zmm0
  2a935e:	kmovq  QWORD PTR [r13-0x30],k0
  2a9364:	rorx   rdi,rbp,0x2a
  2a936a:	and    rdi,rbx
  2a936d:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+rdi*1]
  2a9374:	vpermb zmm17,zmm11,zmm13
  2a937a:	vpcmpneqb k0,zmm17,zmm0
  2a9381:	kmovq  QWORD PTR [r13-0x28],k0
  2a9387:	rorx   rdx,rdx,0x2a
  2a938d:	and    rdx,rbx
  2a9390:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+rdx*1]
  2a9397:	vpermb zmm16,zmm11,zmm14
  2a939d:	vpcmpneqb k0,zmm16,zmm0
  2a93a4:	kmovq  QWORD PTR [r13-0x20],k0
  2a93aa:	rorx   rdx,r12,0x2a
  2a93b0:	and    rdx,rbx
  2a93b3:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+rdx*1]
  2a93ba:	vpermb zmm15,zmm11,zmm15
  2a93c0:	vpcmpneqb k0,zmm15,zmm0
  2a93c7:	kmovq  QWORD PTR [r13-0x18],k0
  2a93cd:	rorx   rdx,r11,0x2a
  2a93d3:	and    rdx,rbx
  2a93d6:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+rdx*1]
  2a93dd:	vpermb zmm14,zmm11,zmm20
  2a93e3:	vpcmpneqb k0,zmm14,zmm0
  2a93ea:	kmovq  QWORD PTR [r13-0x10],k0
  2a93f0:	rorx   rcx,rcx,0x2a
  2a93f6:	and    rcx,rbx
  2a93f9:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+rcx*1]
  2a9400:	vpermb zmm13,zmm11,zmm22
  2a9406:	vpcmpneqb k0,zmm13,zmm0
  2a940d:	kmovq  QWORD PTR [r13-0x8],k0
  2a9413:	rorx   rax,rax,0x2a
  2a9419:	and    rax,rbx
  2a941c:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+rax*1]
  2a9423:	vpermb zmm12,zmm11,zmm23
  2a9429:	vpcmpneqb k0,zmm12,zmm0
  2a9430:	kmovq  QWORD PTR [r13+0x0],k0
  2a9436:	cmp    r9,QWORD PTR [rsp+0x8]
  2a943b:	jbe    2a8d20 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x580>
  2a9441:	mov    r10,r14
  2a9444:	jmp    2a8e00 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x660>
  2a9449:	nop    DWORD PTR [rax+0x0]
  2a9450:	mov    QWORD PTR [rsp+0x18],r10
  2a9455:	mov    r9,QWORD PTR [rsp+0x48]
  2a945a:	mov    rdx,QWORD PTR [rsp+0x60]
  2a945f:	mov    rbp,QWORD PTR [rsp+0x78]
  2a9464:	mov    r14,QWORD PTR [rsp+0x58]
  2a9469:	mov    r10,QWORD PTR [rsp+0x28]
  2a946e:	mov    r11,QWORD PTR [rsp+0x10]
  2a9473:	mov    r15,QWORD PTR [rsp+0x70]
  2a9478:	mov    r12,QWORD PTR [rsp+0x68]
  2a947d:	mov    r13,QWORD PTR [rsp+0x90]
  2a9485:	mov    r8,QWORD PTR [rsp+0x8]
  2a948a:	test   bpl,0x3
  2a948e:	je     2a98ee <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x114e>
  2a9494:	mov    rax,QWORD PTR [rsp+0x98]
  2a949c:	lea    rax,[rax+r12*8]
  2a94a0:	mov    r12,QWORD PTR [rdx+rax*8]
  2a94a4:	mov    rcx,QWORD PTR [rsp+0xf8]
  2a94ac:	mov    r15,QWORD PTR [rcx+rax*8]
  2a94b0:	mov    r14,QWORD PTR [r14+rax*8]
  2a94b4:	mov    rcx,QWORD PTR [rsp+0x50]
  2a94b9:	mov    rdx,QWORD PTR [rcx+rax*8]
  2a94bd:	mov    r10,QWORD PTR [r10+rax*8]
  2a94c1:	mov    rcx,QWORD PTR [rsp+0x40]
  2a94c6:	mov    r8,QWORD PTR [rcx+rax*8]
  2a94ca:	mov    rdi,QWORD PTR [r11+rax*8]
  2a94ce:	mov    rcx,QWORD PTR [rsp+0x20]
  2a94d3:	mov    r11,QWORD PTR [rcx+rax*8]
  2a94d7:	mov    eax,ebp
  2a94d9:	and    eax,0x1c
  2a94dc:	shl    eax,0x6
  2a94df:	mov    rbp,r12
  2a94e2:	mov    rcx,r13
  2a94e5:	mov    r13,QWORD PTR [rsp+0xb0]
  2a94ed:	and    r12,r13
  2a94f0:	shl    r12,0x6
  2a94f4:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r12*1]
  2a94fb:	vpermb zmm19,zmm11,zmm19
  2a9501:	vpcmpneqb k0,zmm19,zmm0
  2a9508:	kmovq  QWORD PTR [rcx+rax*1],k0
  2a950e:	mov    QWORD PTR [rsp+0x90],r15
  2a9516:	and    r15,r13
  2a9519:	shl    r15,0x6
  2a951d:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r15*1]
  2a9524:	vpermb zmm18,zmm11,zmm18
  2a952a:	vpcmpneqb k0,zmm18,zmm0
  2a9531:	kmovq  QWORD PTR [rcx+rax*1+0x8],k0
  2a9538:	mov    QWORD PTR [rsp+0x98],r14
  2a9540:	and    r14,r13
  2a9543:	shl    r14,0x6
  2a9547:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r14*1]
  2a954e:	vpermb zmm17,zmm11,zmm17
  2a9554:	vpcmpneqb k0,zmm17,zmm0
  2a955b:	kmovq  QWORD PTR [rcx+rax*1+0x10],k0
  2a9562:	mov    QWORD PTR [rsp+0x80],rdx
  2a956a:	and    rdx,r13
  2a956d:	shl    rdx,0x6
  2a9571:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+rdx*1]
  2a9578:	vpermb zmm16,zmm11,zmm16
  2a957e:	vpcmpneqb k0,zmm16,zmm0
  2a9585:	kmovq  QWORD PTR [rcx+rax*1+0x18],k0
  2a958c:	mov    QWORD PTR [rsp+0x48],r10
  2a9591:	mov    r12,r10
  2a9594:	and    r12,r13
  2a9597:	shl    r12,0x6
  2a959b:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r12*1]
  2a95a2:	vpermb zmm15,zmm11,zmm15
  2a95a8:	vpcmpneqb k0,zmm15,zmm0
  2a95af:	kmovq  QWORD PTR [rcx+rax*1+0x20],k0
  2a95b6:	mov    r10,r8
  2a95b9:	mov    r12,r8
  2a95bc:	and    r12,r13
  2a95bf:	shl    r12,0x6
  2a95c3:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r12*1]
  2a95ca:	vpermb zmm14,zmm11,zmm14
  2a95d0:	vpcmpneqb k0,zmm14,zmm0
  2a95d7:	kmovq  QWORD PTR [rcx+rax*1+0x28],k0
  2a95de:	mov    r8,rdi
  2a95e1:	and    rdi,r13
  2a95e4:	shl    rdi,0x6
  2a95e8:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+rdi*1]
  2a95ef:	vpermb zmm13,zmm11,zmm13
  2a95f5:	vpcmpneqb k0,zmm13,zmm0
  2a95fc:	kmovq  QWORD PTR [rcx+rax*1+0x30],k0
  2a9603:	mov    QWORD PTR [rsp+0x88],r11
  2a960b:	and    r11,r13
  2a960e:	mov    r13,rcx
  2a9611:	shl    r11,0x6
  2a9615:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r11*1]
  2a961c:	mov    rcx,QWORD PTR [rsp+0x110]
  2a9624:	and    ecx,0x3
  2a9627:	vpermb zmm12,zmm11,zmm12
  2a962d:	vpcmpneqb k0,zmm12,zmm0
  2a9634:	kmovq  QWORD PTR [r13+rax*1+0x38],k0
  2a963b:	cmp    ecx,0x1
  2a963e:	je     2a98c6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x1126>
  2a9644:	add    rax,r13
  2a9647:	rorx   r12,rbp,0xa
  2a964d:	and    r12,rbx
  2a9650:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r12*1]
  2a9657:	vpermb zmm19,zmm11,zmm19
  2a965d:	vpcmpneqb k0,zmm19,zmm0
  2a9664:	kmovq  QWORD PTR [rax+0x40],k0
  2a966a:	mov    r14,QWORD PTR [rsp+0x90]
  2a9672:	rorx   r12,r14,0xa
  2a9678:	and    r12,rbx
  2a967b:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r12*1]
  2a9682:	vpermb zmm18,zmm11,zmm18
  2a9688:	vpcmpneqb k0,zmm18,zmm0
  2a968f:	kmovq  QWORD PTR [rax+0x48],k0
  2a9695:	mov    r11,QWORD PTR [rsp+0x98]
  2a969d:	rorx   r12,r11,0xa
  2a96a3:	and    r12,rbx
  2a96a6:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r12*1]
  2a96ad:	vpermb zmm17,zmm11,zmm17
  2a96b3:	vpcmpneqb k0,zmm17,zmm0
  2a96ba:	kmovq  QWORD PTR [rax+0x50],k0
  2a96c0:	rorx   r12,QWORD PTR [rsp+0x80],0xa
  2a96cb:	and    r12,rbx
  2a96ce:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r12*1]
  2a96d5:	vpermb zmm16,zmm11,zmm16
  2a96db:	vpcmpneqb k0,zmm16,zmm0
  2a96e2:	kmovq  QWORD PTR [rax+0x58],k0
  2a96e8:	rorx   r12,QWORD PTR [rsp+0x48],0xa
  2a96f0:	and    r12,rbx
  2a96f3:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r12*1]
  2a96fa:	vpermb zmm15,zmm11,zmm15
  2a9700:	vpcmpneqb k0,zmm15,zmm0
  2a9707:	kmovq  QWORD PTR [rax+0x60],k0
  2a970d:	rorx   r12,r10,0xa
  2a9713:	and    r12,rbx
  2a9716:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r12*1]
  2a971d:	vpermb zmm14,zmm11,zmm14
  2a9723:	vpcmpneqb k0,zmm14,zmm0
  2a972a:	kmovq  QWORD PTR [rax+0x68],k0
  2a9730:	rorx   r12,r8,0xa
  2a9736:	and    r12,rbx
  2a9739:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r12*1]
  2a9740:	vpermb zmm13,zmm11,zmm13
  2a9746:	vpcmpneqb k0,zmm13,zmm0
  2a974d:	kmovq  QWORD PTR [rax+0x70],k0
  2a9753:	rorx   r12,QWORD PTR [rsp+0x88],0xa
  2a975e:	and    r12,rbx
  2a9761:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r12*1]
  2a9768:	vpermb zmm12,zmm11,zmm12
  2a976e:	vpcmpneqb k0,zmm12,zmm0
  2a9775:	kmovq  QWORD PTR [rax+0x78],k0
  2a977b:	cmp    ecx,0x2
  2a977e:	je     2a98c6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x1126>
  2a9784:	mov    rdi,r10
  2a9787:	mov    rdx,r8
  2a978a:	rorx   r15,rbp,0x1a
  2a9790:	and    r15,rbx
  2a9793:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r15*1]
  2a979a:	vpermb zmm19,zmm11,zmm19
  2a97a0:	vpcmpneqb k0,zmm19,zmm0
  2a97a7:	kmovq  QWORD PTR [rax+0x80],k0
  2a97b0:	rorx   r14,r14,0x1a
  2a97b6:	and    r14,rbx
  2a97b9:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r14*1]
  2a97c0:	vpermb zmm18,zmm11,zmm18
  2a97c6:	vpcmpneqb k0,zmm18,zmm0
  2a97cd:	kmovq  QWORD PTR [rax+0x88],k0
  2a97d6:	rorx   r11,r11,0x1a
  2a97dc:	and    r11,rbx
  2a97df:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r11*1]
  2a97e6:	vpermb zmm17,zmm11,zmm17
  2a97ec:	vpcmpneqb k0,zmm17,zmm0
  2a97f3:	kmovq  QWORD PTR [rax+0x90],k0
  2a97fc:	rorx   r10,QWORD PTR [rsp+0x80],0x1a
  2a9807:	and    r10,rbx
  2a980a:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r10*1]
  2a9811:	vpermb zmm16,zmm11,zmm16
  2a9817:	vpcmpneqb k0,zmm16,zmm0
  2a981e:	kmovq  QWORD PTR [rax+0x98],k0
  2a9827:	rorx   r8,QWORD PTR [rsp+0x48],0x1a
  2a982f:	and    r8,rbx
  2a9832:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r8*1]
  2a9839:	vpermb zmm15,zmm11,zmm15
  2a983f:	vpcmpneqb k0,zmm15,zmm0
  2a9846:	kmovq  QWORD PTR [rax+0xa0],k0
  2a984f:	rorx   rdi,rdi,0x1a
  2a9855:	and    rdi,rbx
  2a9858:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+rdi*1]
  2a985f:	vpermb zmm14,zmm11,zmm14
  2a9865:	vpcmpneqb k0,zmm14,zmm0
  2a986c:	kmovq  QWORD PTR [rax+0xa8],k0
  2a9875:	rorx   rdx,rdx,0x1a
  2a987b:	and    rdx,rbx
  2a987e:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+rdx*1]
  2a9885:	vpermb zmm13,zmm11,zmm13
  2a988b:	vpcmpneqb k0,zmm13,zmm0
  2a9892:	kmovq  QWORD PTR [rax+0xb0],k0
  2a989b:	rorx   rcx,QWORD PTR [rsp+0x88],0x1a
  2a98a6:	and    rcx,rbx
  2a98a9:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+rcx*1]
  2a98b0:	vpermb zmm12,zmm11,zmm12
  2a98b6:	vpcmpneqb k0,zmm12,zmm0
  2a98bd:	kmovq  QWORD PTR [rax+0xb8],k0
  2a98c6:	mov    r14,QWORD PTR [rsp+0x58]
  2a98cb:	mov    r10,QWORD PTR [rsp+0x28]
  2a98d0:	mov    r11,QWORD PTR [rsp+0x10]
  2a98d5:	mov    r15,QWORD PTR [rsp+0x70]
  2a98da:	mov    r12,QWORD PTR [rsp+0x68]
  2a98df:	mov    rdx,QWORD PTR [rsp+0x60]
  2a98e4:	mov    r8,QWORD PTR [rsp+0x8]
  2a98e9:	mov    rbp,QWORD PTR [rsp+0x78]
  2a98ee:	mov    rax,QWORD PTR [rsp+0x18]
  2a98f3:	add    rax,0x2
  2a98f7:	cmp    rax,r8
  2a98fa:	jbe    2a9920 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x1180>
  2a98fc:	mov    rax,QWORD PTR [rsp+0x18]
  2a9901:	cmp    rax,r8
  2a9904:	jb     2a9a28 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x1288>
  2a990a:	test   r12,r12
  2a990d:	jne    2a8c10 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x470>
  2a9913:	jmp    2a9aa3 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x1303>
  2a9918:	nop    DWORD PTR [rax+rax*1+0x0]
  2a9920:	mov    rdi,rdx
  2a9923:	mov    rcx,QWORD PTR [rsp+0x18]
  2a9928:	nop    DWORD PTR [rax+rax*1+0x0]
  2a9930:	mov    rax,rcx
  2a9933:	inc    ecx
  2a9935:	and    ecx,0x1f
  2a9938:	mov    edx,eax
  2a993a:	and    edx,0x1f
  2a993d:	shl    edx,0x6
  2a9940:	shl    ecx,0x6
  2a9943:	vmovdqa64 zmm11,ZMMWORD PTR [r9+rdx*1]
  2a994a:	vpsllq zmm20,zmm11,0x20
  2a9951:	vpternlogq zmm20,zmm11,zmm3,0xe8
  2a9958:	vpopcntb zmm11,zmm11
  2a995e:	vpxord zmm22,zmm22,zmm22
  2a9964:	vpopcntb zmm20,zmm20
  2a996a:	vpdpbusd zmm22,zmm11,zmm4
  2a9970:	vpdpbusd zmm22,zmm20,zmm5
  2a9976:	vmovdqa64 zmm23,ZMMWORD PTR [r9+rcx*1]
  2a997d:	vpslld zmm22,zmm22,0x7
  2a9984:	vpsllq zmm24,zmm23,0x20
  2a998b:	vpternlogq zmm24,zmm23,zmm3,0xe8
  2a9992:	vpopcntb zmm23,zmm23
  2a9998:	vpaddd zmm22,zmm22,zmm6
  2a999e:	vpopcntb zmm24,zmm24
  2a99a4:	vpxord zmm25,zmm25,zmm25
  2a99aa:	vpdpbusd zmm25,zmm23,zmm4
  2a99b0:	vpdpbusd zmm22,zmm11,zmm7
  2a99b6:	vpdpbusd zmm25,zmm24,zmm5
  2a99bc:	vpslld zmm11,zmm25,0x7
  2a99c3:	vpaddd zmm11,zmm11,zmm6
  2a99c9:	vpdpbusd zmm22,zmm20,zmm8
  2a99cf:	vpdpbusd zmm11,zmm23,zmm7
  2a99d5:	vpdpbusd zmm11,zmm24,zmm8
  2a99db:	vpblendmd zmm20{k1},zmm22,zmm11
  2a99e1:	vpshldq zmm11,zmm11,zmm22,0x20
  2a99e8:	vpaddd zmm11,zmm20,zmm11
  2a99ee:	vpshldd zmm11,zmm11,zmm1,0x10
  2a99f5:	vpminud zmm2,zmm2,zmm11
  2a99fb:	vpaddd zmm1,zmm1,zmm10
  2a9a01:	lea    rcx,[rax+0x2]
  2a9a05:	add    rax,0x4
  2a9a09:	cmp    rax,r8
  2a9a0c:	jbe    2a9930 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x1190>
  2a9a12:	mov    QWORD PTR [rsp+0x18],rcx
  2a9a17:	mov    rdx,rdi
  2a9a1a:	mov    rax,QWORD PTR [rsp+0x18]
  2a9a1f:	cmp    rax,r8
  2a9a22:	jae    2a990a <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x116a>
  2a9a28:	and    eax,0x1f
  2a9a2b:	shl    eax,0x6
  2a9a2e:	vmovdqa64 zmm11,ZMMWORD PTR [r9+rax*1]
  2a9a35:	vpsllq zmm20,zmm11,0x20
  2a9a3c:	vpternlogq zmm20,zmm11,zmm3,0xe8
  2a9a43:	vpopcntb zmm11,zmm11
  2a9a49:	vpopcntb zmm20,zmm20
  2a9a4f:	vpxord zmm22,zmm22,zmm22
  2a9a55:	vpdpbusd zmm22,zmm11,zmm4
  2a9a5b:	vpdpbusd zmm22,zmm20,zmm5
  2a9a61:	vpslld zmm22,zmm22,0x7
  2a9a68:	vpaddd zmm22,zmm22,zmm6
  2a9a6e:	vpdpbusd zmm22,zmm11,zmm7
  2a9a74:	vpdpbusd zmm22,zmm20,zmm8
  2a9a7a:	vprolq zmm11,zmm22,0x20
  2a9a81:	vpaddd zmm11,zmm22,zmm11
  2a9a87:	vpshldd zmm11,zmm11,zmm1,0x10
  2a9a8e:	vpminud zmm2,zmm2,zmm11
  2a9a94:	vpaddd zmm1,zmm1,zmm10
  2a9a9a:	test   r12,r12
  2a9a9d:	jne    2a8c10 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x470>
  2a9aa3:	vmovdqa64 zmm1,zmm21
  2a9aa9:	vmovdqa64 zmm20,zmm9
  2a9aaf:	cmp    QWORD PTR [rsp+0x38],0x0
  2a9ab5:	je     2a8c16 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x476>
  2a9abb:	mov    rax,QWORD PTR [rsp+0x30]
  2a9ac0:	mov    edi,DWORD PTR [rax]
  2a9ac2:	cmp    QWORD PTR [rsp+0x158],rdi
  2a9aca:	jbe    2a9d2d <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x158d>
  2a9ad0:	vpsllq zmm1,zmm2,0x20
  2a9ad7:	vpminud zmm2,zmm2,zmm1
  2a9add:	mov    rax,QWORD PTR [rsp+0x150]
  2a9ae5:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x1
  2a9aec:	vmovdqa64 zmm1,zmm21
  2a9af2:	vmovdqa64 zmm20,zmm9
  2a9af8:	cmp    QWORD PTR [rsp+0x38],0x1
  2a9afe:	je     2a8c16 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x476>
  2a9b04:	mov    rax,QWORD PTR [rsp+0x30]
  2a9b09:	mov    edi,DWORD PTR [rax+0x4]
  2a9b0c:	cmp    QWORD PTR [rsp+0x158],rdi
  2a9b14:	jbe    2a9d2d <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x158d>
  2a9b1a:	mov    rax,QWORD PTR [rsp+0x150]
  2a9b22:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x3
  2a9b29:	vmovdqa64 zmm1,zmm21
  2a9b2f:	vmovdqa64 zmm20,zmm9
  2a9b35:	cmp    QWORD PTR [rsp+0x38],0x2
  2a9b3b:	je     2a8c16 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x476>
  2a9b41:	mov    rax,QWORD PTR [rsp+0x30]
  2a9b46:	mov    edi,DWORD PTR [rax+0x8]
  2a9b49:	cmp    QWORD PTR [rsp+0x158],rdi
  2a9b51:	jbe    2a9d2d <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x158d>
  2a9b57:	vextracti128 xmm1,ymm2,0x1
  2a9b5d:	mov    rax,QWORD PTR [rsp+0x150]
  2a9b65:	vpextrd DWORD PTR [rax+rdi*4],xmm1,0x1
  2a9b6c:	vmovdqa64 zmm1,zmm21
  2a9b72:	vmovdqa64 zmm20,zmm9
  2a9b78:	cmp    QWORD PTR [rsp+0x38],0x3
  2a9b7e:	je     2a8c16 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x476>
  2a9b84:	mov    rax,QWORD PTR [rsp+0x30]
  2a9b89:	mov    edi,DWORD PTR [rax+0xc]
  2a9b8c:	cmp    QWORD PTR [rsp+0x158],rdi
  2a9b94:	jbe    2a9d2d <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x158d>
  2a9b9a:	vextracti128 xmm1,ymm2,0x1
  2a9ba0:	mov    rax,QWORD PTR [rsp+0x150]
  2a9ba8:	vpextrd DWORD PTR [rax+rdi*4],xmm1,0x3
  2a9baf:	vmovdqa64 zmm1,zmm21
  2a9bb5:	vmovdqa64 zmm20,zmm9
  2a9bbb:	cmp    QWORD PTR [rsp+0x38],0x4
  2a9bc1:	je     2a8c16 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x476>
  2a9bc7:	mov    rax,QWORD PTR [rsp+0x30]
  2a9bcc:	mov    edi,DWORD PTR [rax+0x10]
  2a9bcf:	cmp    QWORD PTR [rsp+0x158],rdi
  2a9bd7:	jbe    2a9d2d <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x158d>
  2a9bdd:	vextracti32x4 xmm11,zmm2,0x2
  2a9be4:	mov    rax,QWORD PTR [rsp+0x150]
  2a9bec:	vpextrd DWORD PTR [rax+rdi*4],xmm11,0x1
  2a9bf3:	vmovdqa64 zmm1,zmm21
  2a9bf9:	vmovdqa64 zmm20,zmm9
  2a9bff:	cmp    QWORD PTR [rsp+0x38],0x5
  2a9c05:	je     2a8c16 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x476>
  2a9c0b:	mov    rax,QWORD PTR [rsp+0x30]
  2a9c10:	mov    edi,DWORD PTR [rax+0x14]
  2a9c13:	cmp    QWORD PTR [rsp+0x158],rdi
  2a9c1b:	jbe    2a9d2d <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x158d>
  2a9c21:	mov    rax,QWORD PTR [rsp+0x150]
  2a9c29:	vpextrd DWORD PTR [rax+rdi*4],xmm11,0x3
  2a9c30:	vmovdqa64 zmm1,zmm21
  2a9c36:	vmovdqa64 zmm20,zmm9
  2a9c3c:	cmp    QWORD PTR [rsp+0x38],0x6
  2a9c42:	je     2a8c16 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x476>
  2a9c48:	mov    rax,QWORD PTR [rsp+0x30]
  2a9c4d:	mov    edi,DWORD PTR [rax+0x18]
  2a9c50:	cmp    QWORD PTR [rsp+0x158],rdi
  2a9c58:	jbe    2a9d2d <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x158d>
  2a9c5e:	vextracti32x4 xmm2,zmm2,0x3
  2a9c65:	mov    rax,QWORD PTR [rsp+0x150]
  2a9c6d:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x1
  2a9c74:	vmovdqa64 zmm1,zmm21
  2a9c7a:	vmovdqa64 zmm20,zmm9
  2a9c80:	cmp    QWORD PTR [rsp+0x38],0x7
  2a9c86:	je     2a8c16 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x476>
  2a9c8c:	mov    rax,QWORD PTR [rsp+0x30]
  2a9c91:	mov    edi,DWORD PTR [rax+0x1c]
  2a9c94:	cmp    QWORD PTR [rsp+0x158],rdi
  2a9c9c:	jbe    2a9d2d <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x158d>
  2a9ca2:	mov    rax,QWORD PTR [rsp+0x150]
  2a9caa:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x3
  2a9cb1:	vmovdqa64 zmm1,zmm21
  2a9cb7:	vmovdqa64 zmm20,zmm9
  2a9cbd:	jmp    2a8c16 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x476>
  2a9cc2:	mov    rax,QWORD PTR [rsp+0x18]
  2a9cc7:	mov    QWORD PTR [rsp+0xa0],rax
  2a9ccf:	vmovdqa64 zmm20,zmm2
  2a9cd5:	mov    rax,QWORD PTR [rsp+0xa8]
  2a9cdd:	vmovdqa64 ZMMWORD PTR [rax],zmm20
  2a9ce3:	vmovdqa64 ZMMWORD PTR [rax+0x40],zmm1
  2a9cea:	mov    rcx,QWORD PTR [rsp+0xa0]
  2a9cf2:	mov    QWORD PTR [rax+0x80],rcx
  2a9cf9:	mov    QWORD PTR [rax+0x88],rbp
  2a9d00:	add    rsp,0x118
  2a9d07:	pop    rbx
  2a9d08:	pop    r12
  2a9d0a:	pop    r13
  2a9d0c:	pop    r14
  2a9d0e:	pop    r15
  2a9d10:	pop    rbp
  2a9d11:	vzeroupper
  2a9d14:	ret
  2a9d15:	lea    rcx,[rip+0xdc444]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2a9d1c:	mov    rdi,r12
  2a9d1f:	mov    rsi,rax
  2a9d22:	mov    rdx,QWORD PTR [rsp+0x8]
  2a9d27:	call   QWORD PTR [rip+0xe22ab]        # 38bfd8 <_DYNAMIC+0x768>
  2a9d2d:	lea    rdx,[rip+0xdc414]        # 386148 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2b0>
  2a9d34:	mov    rsi,QWORD PTR [rsp+0x158]
  2a9d3c:	vzeroupper
  2a9d3f:	call   QWORD PTR [rip+0xe2223]        # 38bf68 <_DYNAMIC+0x6f8>
  2a9d45:	lea    rdx,[rip+0xdc1d4]        # 385f20 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x88>
  2a9d4c:	xor    edi,edi
  2a9d4e:	xor    esi,esi
  2a9d50:	call   QWORD PTR [rip+0xe2212]        # 38bf68 <_DYNAMIC+0x6f8>
  2a9d56:	mov    eax,DWORD PTR [r11+0x20]
  2a9d5a:	mul    rcx
  2a9d5d:	jo     2a9d8e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x15ee>
  2a9d5f:	add    rcx,rax
  2a9d62:	mov    rsi,0xffffffffffffffff
  2a9d69:	cmovae rsi,rcx
  2a9d6d:	cmp    rsi,QWORD PTR [rsp+0x8]
  2a9d72:	ja     2a9daa <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE+0x160a>
  2a9d74:	lea    rdx,[rip+0xdc1bd]        # 385f38 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0xa0>
  2a9d7b:	mov    edi,0x8
  2a9d80:	mov    esi,0x8
  2a9d85:	vzeroupper
  2a9d88:	call   QWORD PTR [rip+0xe21da]        # 38bf68 <_DYNAMIC+0x6f8>
  2a9d8e:	lea    rdi,[rip+0xffffffffffdaa1c3]        # 53f58 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1d8>
  2a9d95:	lea    rdx,[rip+0xdc3dc]        # 386178 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2e0>
  2a9d9c:	mov    esi,0x13
  2a9da1:	vzeroupper
  2a9da4:	call   QWORD PTR [rip+0xe2196]        # 38bf40 <_DYNAMIC+0x6d0>
  2a9daa:	mov    rdx,rax
  2a9dad:	lea    rcx,[rip+0xdc3ac]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2a9db4:	mov    rdi,rdx
  2a9db7:	mov    rdx,QWORD PTR [rsp+0x8]
  2a9dbc:	vzeroupper
  2a9dbf:	call   QWORD PTR [rip+0xe2213]        # 38bfd8 <_DYNAMIC+0x768>
  2a9dc5:	int3
  2a9dc6:	int3
  2a9dc7:	int3
  2a9dc8:	int3
  2a9dc9:	int3
  2a9dca:	int3
  2a9dcb:	int3
  2a9dcc:	int3
  2a9dcd:	int3
  2a9dce:	int3
  2a9dcf:	int3
00000000002a9dd0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E>:
00000000002a9dd0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E>:
  2a9dd0:	push   rbp
  2a9dd1:	push   r15
  2a9dd3:	push   r14
  2a9dd5:	push   r13
  2a9dd7:	push   r12
  2a9dd9:	push   rbx
  2a9dda:	sub    rsp,0x78
  2a9dde:	mov    r10,QWORD PTR [rdx+0x18]
  2a9de2:	test   r10,r10
  2a9de5:	je     2aa8d6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xb06>
  2a9deb:	mov    rbx,rdx
  2a9dee:	mov    r14,QWORD PTR [rdx+0x10]
  2a9df2:	mov    eax,DWORD PTR [r14]
  2a9df5:	mov    r12,QWORD PTR [rsi+0x20]
  2a9df9:	mul    r12
  2a9dfc:	jo     2aa91d <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xb4d>
  2a9e02:	mov    rbp,rax
  2a9e05:	mov    r11,QWORD PTR [rsi+0x8]
  2a9e09:	mov    rdx,rax
  2a9e0c:	add    rdx,r12
  2a9e0f:	mov    rax,0xffffffffffffffff
  2a9e16:	cmovae rax,rdx
  2a9e1a:	cmp    rax,r11
  2a9e1d:	ja     2aa8a8 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xad8>
  2a9e23:	mov    rax,QWORD PTR [rbx]
  2a9e26:	mov    QWORD PTR [rsp+0x8],rax
  2a9e2b:	mov    rax,QWORD PTR [rbx+0x8]
  2a9e2f:	mov    QWORD PTR [rsp+0x10],rax
  2a9e34:	vmovdqa64 zmm11,ZMMWORD PTR [rcx]
  2a9e3a:	vmovdqa64 zmm1,ZMMWORD PTR [rcx+0x40]
  2a9e41:	mov    rbx,QWORD PTR [rcx+0x80]
  2a9e48:	mov    rax,QWORD PTR [rcx+0x88]
  2a9e4f:	mov    QWORD PTR [rsp+0x18],rax
  2a9e54:	mov    r13,QWORD PTR [rsi+0x10]
  2a9e58:	vmovdqa64 zmm0,ZMMWORD PTR [rdi+0x40]
  2a9e5f:	mov    r15,QWORD PTR [rsi]
  2a9e62:	shl    rbp,0x6
  2a9e66:	add    rbp,r15
  2a9e69:	mov    QWORD PTR [rsp+0x30],rbp
  2a9e6e:	cmp    r10,0x1
  2a9e72:	je     2a9eb1 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xe1>
  2a9e74:	mov    eax,DWORD PTR [r14+0x4]
  2a9e78:	mul    r12
  2a9e7b:	jo     2aa91d <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xb4d>
  2a9e81:	mov    rdx,rax
  2a9e84:	add    rdx,r12
  2a9e87:	mov    rsi,0xffffffffffffffff
  2a9e8e:	cmovae rsi,rdx
  2a9e92:	cmp    rsi,r11
  2a9e95:	ja     2aa939 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xb69>
  2a9e9b:	cmp    r10,0x2
  2a9e9f:	jne    2aa8e7 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xb17>
  2a9ea5:	shl    rax,0x6
  2a9ea9:	add    r15,rax
  2a9eac:	mov    QWORD PTR [rsp+0x30],r15
  2a9eb1:	mov    QWORD PTR [rsp+0x50],rcx
  2a9eb6:	mov    rax,r13
  2a9eb9:	shr    rax,0x5
  2a9ebd:	mov    ecx,r13d
  2a9ec0:	and    ecx,0x1f
  2a9ec3:	cmp    rcx,0x1
  2a9ec7:	sbb    rax,0xffffffffffffffff
  2a9ecb:	mov    QWORD PTR [rsp+0x58],rax
  2a9ed0:	test   r13,r13
  2a9ed3:	je     2aa861 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xa91>
  2a9ed9:	mov    rdx,r13
  2a9edc:	vmovdqa64 zmm12,ZMMWORD PTR [rdi]
  2a9ee2:	mov    r13,QWORD PTR [rdi+0xb0]
  2a9ee9:	mov    r11,QWORD PTR [rdi+0xb8]
  2a9ef0:	movabs rax,0x3ffffffffffffff
  2a9efa:	add    rax,r11
  2a9efd:	mov    QWORD PTR [rsp+0x48],rax
  2a9f02:	shl    r11,0x6
  2a9f06:	vpbroadcastq zmm2,QWORD PTR [rdi+0xa0]
  2a9f0d:	vpbroadcastq zmm3,QWORD PTR [rdi+0x88]
  2a9f14:	vpbroadcastq zmm4,QWORD PTR [rdi+0x98]
  2a9f1b:	vpbroadcastq zmm5,QWORD PTR [rdi+0xa8]
  2a9f22:	vpbroadcastq zmm6,QWORD PTR [rdi+0x80]
  2a9f29:	vpbroadcastq zmm7,QWORD PTR [rdi+0x90]
  2a9f30:	vpbroadcastd zmm8,DWORD PTR [rdi+0xc8]
  2a9f37:	add    r11,0xffffffffffffffc0
  2a9f3b:	mov    QWORD PTR [rsp+0x38],0x0
  2a9f44:	vpbroadcastd zmm9,DWORD PTR [rip+0xffffffffffd9c9ce]        # 4691c <anon.74d9173fa936bc4ad9211e0eaa8ac3bc.9.llvm.4715180366670976963+0x20>
  2a9f4e:	vmovdqa64 zmm10,ZMMWORD PTR [rip+0xffffffffffda9ce8]        # 53c40 <anon.b41ac9ec7a205aa9e45d18e0b41eb89e.278.llvm.9876469709905689609+0x4f1>
  2a9f58:	mov    ax,0xaaaa
  2a9f5c:	kmovd  k1,eax
  2a9f60:	xor    r12d,r12d
  2a9f63:	vmovdqa64 zmm13,zmm12
  2a9f69:	mov    r10,rdx
  2a9f6c:	xor    r15d,r15d
  2a9f6f:	mov    r14,QWORD PTR [rsp+0x18]
  2a9f74:	mov    QWORD PTR [rsp+0x40],rdx
  2a9f79:	jmp    2a9faa <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x1da>
  2a9f7b:	nop    DWORD PTR [rax+rax*1+0x0]
  2a9f80:	vmovdqa64 zmm14,zmm11
  2a9f86:	inc    r15
  2a9f89:	add    r10,0xffffffffffffffe0
  2a9f8d:	add    r12,0x8
  2a9f91:	mov    r8,rax
  2a9f94:	vmovdqa64 zmm11,zmm14
  2a9f9a:	mov    ebx,0x0
  2a9f9f:	cmp    r15,QWORD PTR [rsp+0x58]
  2a9fa4:	je     2aa871 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xaa1>
  2a9faa:	mov    rdi,r14
  2a9fad:	mov    rax,r9
  2a9fb0:	mov    r9,r8
  2a9fb3:	cmp    r10,0x20
  2a9fb7:	mov    r8d,0x20
  2a9fbd:	cmovb  r8,r10
  2a9fc1:	mov    rcx,r15
  2a9fc4:	shl    rcx,0x5
  2a9fc8:	mov    r14,rdx
  2a9fcb:	sub    r14,rcx
  2a9fce:	cmp    r14,0x20
  2a9fd2:	mov    ecx,0x20
  2a9fd7:	cmovae r14,rcx
  2a9fdb:	mov    ecx,r14d
  2a9fde:	shr    ecx,0x2
  2a9fe1:	mov    QWORD PTR [rsp+0x28],r10
  2a9fe6:	mov    QWORD PTR [rsp+0x20],r15
  2a9feb:	je     2aa393 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x5c3>
  2a9ff1:	mov    QWORD PTR [rsp+0x60],rcx
  2a9ff6:	mov    QWORD PTR [rsp+0x18],r14
  2a9ffb:	mov    QWORD PTR [rsp+0x68],r8
  2aa000:	and    r8d,0x3c
  2aa004:	shl    r8d,0x3
  2aa008:	mov    QWORD PTR [rsp+0x70],r12
  2aa00d:	mov    r15,r12
  2aa010:	xor    r12d,r12d
  2aa013:	jmp    2aa108 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x338>
  2aa018:	nop    DWORD PTR [rax+rax*1+0x0]
  2aa020:	lea    esi,[rcx+0x1]
  2aa023:	and    esi,0x1f
  2aa026:	and    ecx,0x1f
  2aa029:	shl    ecx,0x6
  2aa02c:	shl    esi,0x6
  2aa02f:	vmovdqa64 zmm14,ZMMWORD PTR [r9+rcx*1]
  2aa036:	vpsllq zmm15,zmm14,0x20
  2aa03d:	vpternlogq zmm15,zmm14,zmm2,0xe8
  2aa044:	vpopcntb zmm14,zmm14
  2aa04a:	vpopcntb zmm15,zmm15
  2aa050:	vpxord zmm16,zmm16,zmm16
  2aa056:	vpdpbusd zmm16,zmm14,zmm3
  2aa05c:	vpdpbusd zmm16,zmm15,zmm4
  2aa062:	vpslld zmm16,zmm16,0x7
  2aa069:	vpaddd zmm16,zmm16,zmm5
  2aa06f:	vpdpbusd zmm16,zmm14,zmm6
  2aa075:	vpdpbusd zmm16,zmm15,zmm7
  2aa07b:	vmovdqa64 zmm14,ZMMWORD PTR [r9+rsi*1]
  2aa082:	vpsllq zmm15,zmm14,0x20
  2aa089:	vpternlogq zmm15,zmm14,zmm2,0xe8
  2aa090:	vpopcntb zmm14,zmm14
  2aa096:	vpopcntb zmm15,zmm15
  2aa09c:	vpxord zmm17,zmm17,zmm17
  2aa0a2:	vpdpbusd zmm17,zmm14,zmm3
  2aa0a8:	vpdpbusd zmm17,zmm15,zmm4
  2aa0ae:	vpslld zmm17,zmm17,0x7
  2aa0b5:	vpaddd zmm17,zmm17,zmm5
  2aa0bb:	vpdpbusd zmm17,zmm14,zmm6
  2aa0c1:	vpdpbusd zmm17,zmm15,zmm7
  2aa0c7:	mov    cx,0xaaaa
  2aa0cb:	kmovd  k2,ecx
  2aa0cf:	vpblendmd zmm14{k2},zmm16,zmm17
  2aa0d5:	vpshldq zmm15,zmm17,zmm16,0x20
  2aa0dc:	vpaddd zmm14,zmm14,zmm15
  2aa0e2:	vpshldd zmm14,zmm14,zmm1,0x10
  2aa0e9:	vpminud zmm11,zmm11,zmm14
  2aa0ef:	vpaddd zmm1,zmm1,zmm9
  2aa0f5:	mov    rbx,r10
  2aa0f8:	add    r12,0x20
  2aa0fc:	inc    r15
  2aa0ff:	cmp    r8,r12
  2aa102:	je     2aa370 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x5a0>
  2aa108:	mov    r14,QWORD PTR [rbp+r15*8+0x0]
  2aa10d:	mov    rcx,QWORD PTR [rsp+0x30]
  2aa112:	mov    rsi,QWORD PTR [rcx+r15*8]
  2aa116:	mov    rcx,r14
  2aa119:	mov    rdx,QWORD PTR [rsp+0x48]
  2aa11e:	and    rcx,rdx
  2aa121:	shl    rcx,0x6
  2aa125:	vmovdqa64 zmm14,ZMMWORD PTR [r13+rcx*1+0x40]
  2aa12d:	vpermb zmm13,zmm14,zmm13
  2aa133:	vpcmpneqb k0,zmm13,zmm0
  2aa13a:	kmovq  QWORD PTR [rax+r12*8],k0
  2aa140:	mov    rcx,rsi
  2aa143:	and    rcx,rdx
  2aa146:	shl    rcx,0x6
  2aa14a:	vmovdqa64 zmm14,ZMMWORD PTR [r13+rcx*1+0x40]
  2aa152:	vpermb zmm14,zmm14,zmm12
  2aa158:	vpcmpneqb k0,zmm14,zmm0
  2aa15f:	kmovq  QWORD PTR [rax+r12*8+0x8],k0
  2aa166:	rorx   rcx,r14,0xa
  2aa16c:	and    rcx,r11
  2aa16f:	vmovdqa64 zmm12,ZMMWORD PTR [r13+rcx*1+0x40]
  2aa177:	vpermb zmm12,zmm12,zmm13
  2aa17d:	vpcmpneqb k0,zmm12,zmm0
  2aa184:	kmovq  QWORD PTR [rax+r12*8+0x40],k0
  2aa18b:	rorx   rcx,rsi,0xa
  2aa191:	and    rcx,r11
  2aa194:	vmovdqa64 zmm13,ZMMWORD PTR [r13+rcx*1+0x40]
  2aa19c:	vpermb zmm13,zmm13,zmm14
  2aa1a2:	vpcmpneqb k0,zmm13,zmm0
  2aa1a9:	kmovq  QWORD PTR [rax+r12*8+0x48],k0
  2aa1b0:	lea    rcx,[rbx+0x2]
  2aa1b4:	cmp    rcx,rdi
  2aa1b7:	jbe    2aa1d0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x400>
  2aa1b9:	mov    r10,rcx
  2aa1bc:	mov    rcx,rbx
  2aa1bf:	jmp    2aa2b7 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x4e7>
  2aa1c4:	data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2aa1d0:	lea    r10d,[rbx+0x1]
  2aa1d4:	and    r10d,0x1f
  2aa1d8:	mov    rdx,rbp
  2aa1db:	mov    ebp,ebx
  2aa1dd:	and    ebp,0x1f
  2aa1e0:	shl    ebp,0x6
  2aa1e3:	shl    r10d,0x6
  2aa1e7:	vmovdqa64 zmm14,ZMMWORD PTR [r9+rbp*1]
  2aa1ee:	mov    rbp,rdx
  2aa1f1:	vpsllq zmm15,zmm14,0x20
  2aa1f8:	vpternlogq zmm15,zmm14,zmm2,0xe8
  2aa1ff:	vpopcntb zmm14,zmm14
  2aa205:	vpopcntb zmm15,zmm15
  2aa20b:	vpxord zmm16,zmm16,zmm16
  2aa211:	vpdpbusd zmm16,zmm14,zmm3
  2aa217:	vpdpbusd zmm16,zmm15,zmm4
  2aa21d:	vpslld zmm16,zmm16,0x7
  2aa224:	vpaddd zmm16,zmm16,zmm5
  2aa22a:	vpdpbusd zmm16,zmm14,zmm6
  2aa230:	vpdpbusd zmm16,zmm15,zmm7
  2aa236:	vmovdqa64 zmm14,ZMMWORD PTR [r9+r10*1]
  2aa23d:	vpsllq zmm15,zmm14,0x20
  2aa244:	vpternlogq zmm15,zmm14,zmm2,0xe8
  2aa24b:	vpopcntb zmm14,zmm14
  2aa251:	vpopcntb zmm15,zmm15
  2aa257:	vpxord zmm17,zmm17,zmm17
  2aa25d:	vpdpbusd zmm17,zmm14,zmm3
  2aa263:	vpdpbusd zmm17,zmm15,zmm4
  2aa269:	vpslld zmm17,zmm17,0x7
  2aa270:	vpaddd zmm17,zmm17,zmm5
  2aa276:	vpdpbusd zmm17,zmm14,zmm6
  2aa27c:	vpdpbusd zmm17,zmm15,zmm7
  2aa282:	mov    dx,0xaaaa
  2aa286:	kmovd  k2,edx
  2aa28a:	vpblendmd zmm14{k2},zmm16,zmm17
  2aa290:	vpshldq zmm15,zmm17,zmm16,0x20
  2aa297:	vpaddd zmm14,zmm14,zmm15
  2aa29d:	vpshldd zmm14,zmm14,zmm1,0x10
  2aa2a4:	vpminud zmm11,zmm11,zmm14
  2aa2aa:	vpaddd zmm1,zmm1,zmm9
  2aa2b0:	add    rbx,0x4
  2aa2b4:	mov    r10,rbx
  2aa2b7:	rorx   rbx,r14,0x1a
  2aa2bd:	and    rbx,r11
  2aa2c0:	vmovdqa64 zmm14,ZMMWORD PTR [r13+rbx*1+0x40]
  2aa2c8:	vpermb zmm12,zmm14,zmm12
  2aa2ce:	vpcmpneqb k0,zmm12,zmm0
  2aa2d5:	kmovq  QWORD PTR [rax+r12*8+0x80],k0
  2aa2df:	rorx   rbx,rsi,0x1a
  2aa2e5:	and    rbx,r11
  2aa2e8:	vmovdqa64 zmm14,ZMMWORD PTR [r13+rbx*1+0x40]
  2aa2f0:	vpermb zmm14,zmm14,zmm13
  2aa2f6:	vpcmpneqb k0,zmm14,zmm0
  2aa2fd:	kmovq  QWORD PTR [rax+r12*8+0x88],k0
  2aa307:	rorx   rbx,r14,0x2a
  2aa30d:	and    rbx,r11
  2aa310:	vmovdqa64 zmm13,ZMMWORD PTR [r13+rbx*1+0x40]
  2aa318:	vpermb zmm13,zmm13,zmm12
  2aa31e:	vpcmpneqb k0,zmm13,zmm0
  2aa325:	kmovq  QWORD PTR [rax+r12*8+0xc0],k0
  2aa32f:	rorx   rsi,rsi,0x2a
  2aa335:	and    rsi,r11
  2aa338:	vmovdqa64 zmm12,ZMMWORD PTR [r13+rsi*1+0x40]
  2aa340:	vpermb zmm12,zmm12,zmm14
  2aa346:	vpcmpneqb k0,zmm12,zmm0
  2aa34d:	kmovq  QWORD PTR [rax+r12*8+0xc8],k0
  2aa357:	cmp    r10,rdi
  2aa35a:	jbe    2aa020 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x250>
  2aa360:	mov    rbx,rcx
  2aa363:	jmp    2aa0f8 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x328>
  2aa368:	nop    DWORD PTR [rax+rax*1+0x0]
  2aa370:	mov    rdx,QWORD PTR [rsp+0x40]
  2aa375:	mov    r14,QWORD PTR [rsp+0x18]
  2aa37a:	mov    r12,QWORD PTR [rsp+0x70]
  2aa37f:	mov    r10,QWORD PTR [rsp+0x28]
  2aa384:	mov    r15,QWORD PTR [rsp+0x20]
  2aa389:	mov    r8,QWORD PTR [rsp+0x68]
  2aa38e:	mov    rcx,QWORD PTR [rsp+0x60]
  2aa393:	test   r14b,0x3
  2aa397:	je     2aa4c5 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x6f5>
  2aa39d:	and    r8d,0x3
  2aa3a1:	lea    rcx,[rcx+r15*8]
  2aa3a5:	mov    rdx,r8
  2aa3a8:	mov    r8,QWORD PTR [rbp+rcx*8+0x0]
  2aa3ad:	mov    rsi,QWORD PTR [rsp+0x30]
  2aa3b2:	mov    rsi,QWORD PTR [rsi+rcx*8]
  2aa3b6:	mov    ecx,r14d
  2aa3b9:	and    ecx,0x1c
  2aa3bc:	shl    ecx,0x6
  2aa3bf:	mov    r10,r8
  2aa3c2:	mov    r15,QWORD PTR [rsp+0x48]
  2aa3c7:	and    r10,r15
  2aa3ca:	shl    r10,0x6
  2aa3ce:	vmovdqa64 zmm14,ZMMWORD PTR [r13+r10*1+0x40]
  2aa3d6:	vpermb zmm13,zmm14,zmm13
  2aa3dc:	vpcmpneqb k0,zmm13,zmm0
  2aa3e3:	kmovq  QWORD PTR [rax+rcx*1],k0
  2aa3e9:	mov    r10,rsi
  2aa3ec:	and    r10,r15
  2aa3ef:	shl    r10,0x6
  2aa3f3:	vmovdqa64 zmm14,ZMMWORD PTR [r13+r10*1+0x40]
  2aa3fb:	vpermb zmm12,zmm14,zmm12
  2aa401:	vpcmpneqb k0,zmm12,zmm0
  2aa408:	kmovq  QWORD PTR [rax+rcx*1+0x8],k0
  2aa40f:	cmp    edx,0x1
  2aa412:	je     2aa4b6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x6e6>
  2aa418:	add    rcx,rax
  2aa41b:	rorx   r10,r8,0xa
  2aa421:	and    r10,r11
  2aa424:	vmovdqa64 zmm14,ZMMWORD PTR [r13+r10*1+0x40]
  2aa42c:	vpermb zmm13,zmm14,zmm13
  2aa432:	vpcmpneqb k0,zmm13,zmm0
  2aa439:	kmovq  QWORD PTR [rcx+0x40],k0
  2aa43f:	rorx   r10,rsi,0xa
  2aa445:	and    r10,r11
  2aa448:	vmovdqa64 zmm14,ZMMWORD PTR [r13+r10*1+0x40]
  2aa450:	vpermb zmm12,zmm14,zmm12
  2aa456:	vpcmpneqb k0,zmm12,zmm0
  2aa45d:	kmovq  QWORD PTR [rcx+0x48],k0
  2aa463:	cmp    edx,0x2
  2aa466:	je     2aa4b6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x6e6>
  2aa468:	rorx   r8,r8,0x1a
  2aa46e:	and    r8,r11
  2aa471:	vmovdqa64 zmm14,ZMMWORD PTR [r13+r8*1+0x40]
  2aa479:	vpermb zmm13,zmm14,zmm13
  2aa47f:	vpcmpneqb k0,zmm13,zmm0
  2aa486:	kmovq  QWORD PTR [rcx+0x80],k0
  2aa48f:	rorx   rsi,rsi,0x1a
  2aa495:	and    rsi,r11
  2aa498:	vmovdqa64 zmm14,ZMMWORD PTR [r13+rsi*1+0x40]
  2aa4a0:	vpermb zmm12,zmm14,zmm12
  2aa4a6:	vpcmpneqb k0,zmm12,zmm0
  2aa4ad:	kmovq  QWORD PTR [rcx+0x88],k0
  2aa4b6:	mov    r10,QWORD PTR [rsp+0x28]
  2aa4bb:	mov    r15,QWORD PTR [rsp+0x20]
  2aa4c0:	mov    rdx,QWORD PTR [rsp+0x40]
  2aa4c5:	lea    rcx,[rbx+0x2]
  2aa4c9:	cmp    rcx,rdi
  2aa4cc:	ja     2aa5c6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x7f6>
  2aa4d2:	data16 data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2aa4e0:	mov    rcx,rbx
  2aa4e3:	lea    esi,[rbx+0x1]
  2aa4e6:	and    esi,0x1f
  2aa4e9:	mov    r8d,ecx
  2aa4ec:	and    r8d,0x1f
  2aa4f0:	shl    r8d,0x6
  2aa4f4:	shl    esi,0x6
  2aa4f7:	vmovdqa64 zmm14,ZMMWORD PTR [r9+r8*1]
  2aa4fe:	vpsllq zmm15,zmm14,0x20
  2aa505:	vpternlogq zmm15,zmm14,zmm2,0xe8
  2aa50c:	vpopcntb zmm14,zmm14
  2aa512:	vpxord zmm16,zmm16,zmm16
  2aa518:	vpopcntb zmm15,zmm15
  2aa51e:	vpdpbusd zmm16,zmm14,zmm3
  2aa524:	vpdpbusd zmm16,zmm15,zmm4
  2aa52a:	vmovdqa64 zmm17,ZMMWORD PTR [r9+rsi*1]
  2aa531:	vpslld zmm16,zmm16,0x7
  2aa538:	vpsllq zmm18,zmm17,0x20
  2aa53f:	vpternlogq zmm18,zmm17,zmm2,0xe8
  2aa546:	vpopcntb zmm17,zmm17
  2aa54c:	vpaddd zmm16,zmm16,zmm5
  2aa552:	vpopcntb zmm18,zmm18
  2aa558:	vpxord zmm19,zmm19,zmm19
  2aa55e:	vpdpbusd zmm19,zmm17,zmm3
  2aa564:	vpdpbusd zmm16,zmm14,zmm6
  2aa56a:	vpdpbusd zmm19,zmm18,zmm4
  2aa570:	vpslld zmm14,zmm19,0x7
  2aa577:	vpaddd zmm14,zmm14,zmm5
  2aa57d:	vpdpbusd zmm16,zmm15,zmm7
  2aa583:	vpdpbusd zmm14,zmm17,zmm6
  2aa589:	vpdpbusd zmm14,zmm18,zmm7
  2aa58f:	vpblendmd zmm15{k1},zmm16,zmm14
  2aa595:	vpshldq zmm14,zmm14,zmm16,0x20
  2aa59c:	vpaddd zmm14,zmm15,zmm14
  2aa5a2:	vpshldd zmm14,zmm14,zmm1,0x10
  2aa5a9:	vpminud zmm11,zmm11,zmm14
  2aa5af:	vpaddd zmm1,zmm1,zmm9
  2aa5b5:	add    rbx,0x2
  2aa5b9:	add    rcx,0x4
  2aa5bd:	cmp    rcx,rdi
  2aa5c0:	jbe    2aa4e0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x710>
  2aa5c6:	cmp    rbx,rdi
  2aa5c9:	jae    2aa63d <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x86d>
  2aa5cb:	and    ebx,0x1f
  2aa5ce:	shl    ebx,0x6
  2aa5d1:	vmovdqa64 zmm14,ZMMWORD PTR [r9+rbx*1]
  2aa5d8:	vpsllq zmm15,zmm14,0x20
  2aa5df:	vpternlogq zmm15,zmm14,zmm2,0xe8
  2aa5e6:	vpopcntb zmm14,zmm14
  2aa5ec:	vpopcntb zmm15,zmm15
  2aa5f2:	vpxord zmm16,zmm16,zmm16
  2aa5f8:	vpdpbusd zmm16,zmm14,zmm3
  2aa5fe:	vpdpbusd zmm16,zmm15,zmm4
  2aa604:	vpslld zmm16,zmm16,0x7
  2aa60b:	vpaddd zmm16,zmm16,zmm5
  2aa611:	vpdpbusd zmm16,zmm14,zmm6
  2aa617:	vpdpbusd zmm16,zmm15,zmm7
  2aa61d:	vprolq zmm14,zmm16,0x20
  2aa624:	vpaddd zmm14,zmm16,zmm14
  2aa62a:	vpshldd zmm14,zmm14,zmm1,0x10
  2aa631:	vpminud zmm11,zmm11,zmm14
  2aa637:	vpaddd zmm1,zmm1,zmm9
  2aa63d:	test   r15,r15
  2aa640:	jne    2a9f80 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x1b0>
  2aa646:	vmovdqa64 zmm1,zmm10
  2aa64c:	vmovdqa64 zmm14,zmm8
  2aa652:	cmp    QWORD PTR [rsp+0x10],0x0
  2aa658:	je     2a9f86 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x1b6>
  2aa65e:	mov    rcx,QWORD PTR [rsp+0x8]
  2aa663:	mov    edi,DWORD PTR [rcx]
  2aa665:	cmp    QWORD PTR [rsp+0xb8],rdi
  2aa66d:	jbe    2aa8be <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xaee>
  2aa673:	vpsllq zmm1,zmm11,0x20
  2aa67a:	vpminud zmm11,zmm11,zmm1
  2aa680:	mov    rcx,QWORD PTR [rsp+0xb0]
  2aa688:	vpextrd DWORD PTR [rcx+rdi*4],xmm11,0x1
  2aa68f:	vmovdqa64 zmm1,zmm10
  2aa695:	vmovdqa64 zmm14,zmm8
  2aa69b:	cmp    QWORD PTR [rsp+0x10],0x1
  2aa6a1:	je     2a9f86 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x1b6>
  2aa6a7:	mov    rcx,QWORD PTR [rsp+0x8]
  2aa6ac:	mov    edi,DWORD PTR [rcx+0x4]
  2aa6af:	cmp    QWORD PTR [rsp+0xb8],rdi
  2aa6b7:	jbe    2aa8be <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xaee>
  2aa6bd:	mov    rcx,QWORD PTR [rsp+0xb0]
  2aa6c5:	vpextrd DWORD PTR [rcx+rdi*4],xmm11,0x3
  2aa6cc:	vmovdqa64 zmm1,zmm10
  2aa6d2:	vmovdqa64 zmm14,zmm8
  2aa6d8:	cmp    QWORD PTR [rsp+0x10],0x2
  2aa6de:	je     2a9f86 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x1b6>
  2aa6e4:	mov    rcx,QWORD PTR [rsp+0x8]
  2aa6e9:	mov    edi,DWORD PTR [rcx+0x8]
  2aa6ec:	cmp    QWORD PTR [rsp+0xb8],rdi
  2aa6f4:	jbe    2aa8be <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xaee>
  2aa6fa:	vextracti128 xmm1,ymm11,0x1
  2aa700:	mov    rcx,QWORD PTR [rsp+0xb0]
  2aa708:	vpextrd DWORD PTR [rcx+rdi*4],xmm1,0x1
  2aa70f:	vmovdqa64 zmm1,zmm10
  2aa715:	vmovdqa64 zmm14,zmm8
  2aa71b:	cmp    QWORD PTR [rsp+0x10],0x3
  2aa721:	je     2a9f86 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x1b6>
  2aa727:	mov    rcx,QWORD PTR [rsp+0x8]
  2aa72c:	mov    edi,DWORD PTR [rcx+0xc]
  2aa72f:	cmp    QWORD PTR [rsp+0xb8],rdi
  2aa737:	jbe    2aa8be <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xaee>
  2aa73d:	vextracti128 xmm1,ymm11,0x1
  2aa743:	mov    rcx,QWORD PTR [rsp+0xb0]
  2aa74b:	vpextrd DWORD PTR [rcx+rdi*4],xmm1,0x3
  2aa752:	vmovdqa64 zmm1,zmm10
  2aa758:	vmovdqa64 zmm14,zmm8
  2aa75e:	cmp    QWORD PTR [rsp+0x10],0x4
  2aa764:	je     2a9f86 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x1b6>
  2aa76a:	mov    rcx,QWORD PTR [rsp+0x8]
  2aa76f:	mov    edi,DWORD PTR [rcx+0x10]
  2aa772:	cmp    QWORD PTR [rsp+0xb8],rdi
  2aa77a:	jbe    2aa8be <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xaee>
  2aa780:	vextracti32x4 xmm15,zmm11,0x2
  2aa787:	mov    rcx,QWORD PTR [rsp+0xb0]
  2aa78f:	vpextrd DWORD PTR [rcx+rdi*4],xmm15,0x1
  2aa796:	vmovdqa64 zmm1,zmm10
  2aa79c:	vmovdqa64 zmm14,zmm8
  2aa7a2:	cmp    QWORD PTR [rsp+0x10],0x5
  2aa7a8:	je     2a9f86 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x1b6>
  2aa7ae:	mov    rcx,QWORD PTR [rsp+0x8]
  2aa7b3:	mov    edi,DWORD PTR [rcx+0x14]
  2aa7b6:	cmp    QWORD PTR [rsp+0xb8],rdi
  2aa7be:	jbe    2aa8be <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xaee>
  2aa7c4:	mov    rcx,QWORD PTR [rsp+0xb0]
  2aa7cc:	vpextrd DWORD PTR [rcx+rdi*4],xmm15,0x3
  2aa7d3:	vmovdqa64 zmm1,zmm10
  2aa7d9:	vmovdqa64 zmm14,zmm8
  2aa7df:	cmp    QWORD PTR [rsp+0x10],0x6
  2aa7e5:	je     2a9f86 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x1b6>
  2aa7eb:	mov    rcx,QWORD PTR [rsp+0x8]
  2aa7f0:	mov    edi,DWORD PTR [rcx+0x18]
  2aa7f3:	cmp    QWORD PTR [rsp+0xb8],rdi
  2aa7fb:	jbe    2aa8be <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xaee>
  2aa801:	vextracti32x4 xmm11,zmm11,0x3
  2aa808:	mov    rcx,QWORD PTR [rsp+0xb0]
  2aa810:	vpextrd DWORD PTR [rcx+rdi*4],xmm11,0x1
  2aa817:	vmovdqa64 zmm1,zmm10
  2aa81d:	vmovdqa64 zmm14,zmm8
  2aa823:	cmp    QWORD PTR [rsp+0x10],0x7
  2aa829:	je     2a9f86 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x1b6>
  2aa82f:	mov    rcx,QWORD PTR [rsp+0x8]
  2aa834:	mov    edi,DWORD PTR [rcx+0x1c]
  2aa837:	cmp    QWORD PTR [rsp+0xb8],rdi
  2aa83f:	jbe    2aa8be <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xaee>
  2aa841:	mov    rcx,QWORD PTR [rsp+0xb0]
  2aa849:	vpextrd DWORD PTR [rcx+rdi*4],xmm11,0x3
  2aa850:	vmovdqa64 zmm1,zmm10
  2aa856:	vmovdqa64 zmm14,zmm8
  2aa85c:	jmp    2a9f86 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0x1b6>
  2aa861:	mov    QWORD PTR [rsp+0x38],rbx
  2aa866:	vmovdqa64 zmm14,zmm11
  2aa86c:	mov    r14,QWORD PTR [rsp+0x18]
  2aa871:	mov    rax,QWORD PTR [rsp+0x50]
  2aa876:	vmovdqa64 ZMMWORD PTR [rax],zmm14
  2aa87c:	vmovdqa64 ZMMWORD PTR [rax+0x40],zmm1
  2aa883:	mov    rcx,QWORD PTR [rsp+0x38]
  2aa888:	mov    QWORD PTR [rax+0x80],rcx
  2aa88f:	mov    QWORD PTR [rax+0x88],r14
  2aa896:	add    rsp,0x78
  2aa89a:	pop    rbx
  2aa89b:	pop    r12
  2aa89d:	pop    r13
  2aa89f:	pop    r14
  2aa8a1:	pop    r15
  2aa8a3:	pop    rbp
  2aa8a4:	vzeroupper
  2aa8a7:	ret
  2aa8a8:	lea    rcx,[rip+0xdb8b1]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2aa8af:	mov    rdi,rbp
  2aa8b2:	mov    rsi,rax
  2aa8b5:	mov    rdx,r11
  2aa8b8:	call   QWORD PTR [rip+0xe171a]        # 38bfd8 <_DYNAMIC+0x768>
  2aa8be:	lea    rdx,[rip+0xdb883]        # 386148 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2b0>
  2aa8c5:	mov    rsi,QWORD PTR [rsp+0xb8]
  2aa8cd:	vzeroupper
  2aa8d0:	call   QWORD PTR [rip+0xe1692]        # 38bf68 <_DYNAMIC+0x6f8>
  2aa8d6:	lea    rdx,[rip+0xdb643]        # 385f20 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x88>
  2aa8dd:	xor    edi,edi
  2aa8df:	xor    esi,esi
  2aa8e1:	call   QWORD PTR [rip+0xe1681]        # 38bf68 <_DYNAMIC+0x6f8>
  2aa8e7:	mov    eax,DWORD PTR [r14+0x8]
  2aa8eb:	mul    r12
  2aa8ee:	jo     2aa91d <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xb4d>
  2aa8f0:	add    r12,rax
  2aa8f3:	mov    rsi,0xffffffffffffffff
  2aa8fa:	cmovae rsi,r12
  2aa8fe:	cmp    rsi,r11
  2aa901:	ja     2aa939 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E+0xb69>
  2aa903:	lea    rdx,[rip+0xdb62e]        # 385f38 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0xa0>
  2aa90a:	mov    edi,0x2
  2aa90f:	mov    esi,0x2
  2aa914:	vzeroupper
  2aa917:	call   QWORD PTR [rip+0xe164b]        # 38bf68 <_DYNAMIC+0x6f8>
  2aa91d:	lea    rdi,[rip+0xffffffffffda9634]        # 53f58 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1d8>
  2aa924:	lea    rdx,[rip+0xdb84d]        # 386178 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2e0>
  2aa92b:	mov    esi,0x13
  2aa930:	vzeroupper
  2aa933:	call   QWORD PTR [rip+0xe1607]        # 38bf40 <_DYNAMIC+0x6d0>
  2aa939:	lea    rcx,[rip+0xdb820]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2aa940:	mov    rdi,rax
  2aa943:	mov    rdx,r11
  2aa946:	vzeroupper
  2aa949:	call   QWORD PTR [rip+0xe1689]        # 38bfd8 <_DYNAMIC+0x768>
  2aa94f:	int3
00000000002aa950 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E>:
00000000002aa950 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E>:
  2aa950:	push   rbp
  2aa951:	push   r15
  2aa953:	push   r14
  2aa955:	push   r13
  2aa957:	push   r12
  2aa959:	push   rbx
  2aa95a:	sub    rsp,0x118
  2aa961:	mov    QWORD PTR [rsp+0xa8],rcx
  2aa969:	mov    rbx,QWORD PTR [rdx+0x18]
  2aa96d:	test   rbx,rbx
  2aa970:	je     2abe3a <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x14ea>
  2aa976:	mov    r10,rdx
  2aa979:	mov    r11,QWORD PTR [rdx+0x10]
  2aa97d:	mov    eax,DWORD PTR [r11]
  2aa980:	mov    rcx,QWORD PTR [rsi+0x20]
  2aa984:	mul    rcx
  2aa987:	jo     2abe83 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1533>
  2aa98d:	mov    r14,QWORD PTR [rsi+0x8]
  2aa991:	mov    r12,rax
  2aa994:	mov    rdx,rax
  2aa997:	add    rdx,rcx
  2aa99a:	mov    rax,0xffffffffffffffff
  2aa9a1:	cmovae rax,rdx
  2aa9a5:	mov    QWORD PTR [rsp+0x8],r14
  2aa9aa:	cmp    rax,r14
  2aa9ad:	ja     2abe0a <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x14ba>
  2aa9b3:	mov    rax,QWORD PTR [r10]
  2aa9b6:	mov    QWORD PTR [rsp+0x30],rax
  2aa9bb:	mov    rax,QWORD PTR [r10+0x8]
  2aa9bf:	mov    QWORD PTR [rsp+0x38],rax
  2aa9c4:	mov    rax,QWORD PTR [rsp+0xa8]
  2aa9cc:	vmovdqa64 zmm2,ZMMWORD PTR [rax]
  2aa9d2:	vmovdqa64 zmm1,ZMMWORD PTR [rax+0x40]
  2aa9d9:	mov    rdx,QWORD PTR [rax+0x80]
  2aa9e0:	mov    QWORD PTR [rsp+0x18],rdx
  2aa9e5:	mov    rbp,QWORD PTR [rax+0x88]
  2aa9ec:	mov    r15,QWORD PTR [rsi+0x10]
  2aa9f0:	vmovdqa64 zmm0,ZMMWORD PTR [rdi+0x40]
  2aa9f7:	mov    r10,QWORD PTR [rsi]
  2aa9fa:	shl    r12,0x6
  2aa9fe:	add    r12,r10
  2aaa01:	mov    QWORD PTR [rsp+0x20],r12
  2aaa06:	mov    QWORD PTR [rsp+0x10],r12
  2aaa0b:	mov    QWORD PTR [rsp+0x40],r12
  2aaa10:	mov    QWORD PTR [rsp+0x28],r12
  2aaa15:	mov    QWORD PTR [rsp+0x50],r12
  2aaa1a:	mov    r14,r12
  2aaa1d:	mov    rsi,r12
  2aaa20:	cmp    rbx,0x1
  2aaa24:	mov    r13,r12
  2aaa27:	je     2aac55 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x305>
  2aaa2d:	mov    eax,DWORD PTR [r11+0x4]
  2aaa31:	mul    rcx
  2aaa34:	jo     2abe83 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1533>
  2aaa3a:	mov    rdx,rax
  2aaa3d:	add    rax,rcx
  2aaa40:	mov    rsi,0xffffffffffffffff
  2aaa47:	cmovae rsi,rax
  2aaa4b:	cmp    rsi,QWORD PTR [rsp+0x8]
  2aaa50:	ja     2abea2 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1552>
  2aaa56:	shl    rdx,0x6
  2aaa5a:	add    rdx,r10
  2aaa5d:	cmp    rbx,0x2
  2aaa61:	mov    rsi,rdx
  2aaa64:	jne    2aaa87 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x137>
  2aaa66:	mov    QWORD PTR [rsp+0x20],r13
  2aaa6b:	mov    QWORD PTR [rsp+0x10],r13
  2aaa70:	mov    QWORD PTR [rsp+0x40],r13
  2aaa75:	mov    QWORD PTR [rsp+0x28],r13
  2aaa7a:	mov    QWORD PTR [rsp+0x50],r13
  2aaa7f:	mov    r14,r13
  2aaa82:	jmp    2aac55 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x305>
  2aaa87:	mov    eax,DWORD PTR [r11+0x8]
  2aaa8b:	mul    rcx
  2aaa8e:	jo     2abe83 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1533>
  2aaa94:	mov    r14,rsi
  2aaa97:	mov    rdx,rax
  2aaa9a:	add    rax,rcx
  2aaa9d:	mov    rsi,0xffffffffffffffff
  2aaaa4:	cmovae rsi,rax
  2aaaa8:	cmp    rsi,QWORD PTR [rsp+0x8]
  2aaaad:	ja     2abea2 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1552>
  2aaab3:	shl    rdx,0x6
  2aaab7:	add    rdx,r10
  2aaaba:	mov    r12,rdx
  2aaabd:	cmp    rbx,0x3
  2aaac1:	jne    2aaae1 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x191>
  2aaac3:	mov    QWORD PTR [rsp+0x20],r13
  2aaac8:	mov    QWORD PTR [rsp+0x10],r13
  2aaacd:	mov    QWORD PTR [rsp+0x40],r13
  2aaad2:	mov    QWORD PTR [rsp+0x28],r13
  2aaad7:	mov    QWORD PTR [rsp+0x50],r13
  2aaadc:	jmp    2aac4f <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x2ff>
  2aaae1:	mov    eax,DWORD PTR [r11+0xc]
  2aaae5:	mul    rcx
  2aaae8:	jo     2abe83 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1533>
  2aaaee:	mov    rdx,rax
  2aaaf1:	add    rdx,rcx
  2aaaf4:	mov    rsi,0xffffffffffffffff
  2aaafb:	cmovae rsi,rdx
  2aaaff:	cmp    rsi,QWORD PTR [rsp+0x8]
  2aab04:	ja     2abe9f <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x154f>
  2aab0a:	shl    rax,0x6
  2aab0e:	add    rax,r10
  2aab11:	cmp    rbx,0x4
  2aab15:	mov    QWORD PTR [rsp+0x50],rax
  2aab1a:	jne    2aab35 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1e5>
  2aab1c:	mov    QWORD PTR [rsp+0x20],r13
  2aab21:	mov    QWORD PTR [rsp+0x10],r13
  2aab26:	mov    QWORD PTR [rsp+0x40],r13
  2aab2b:	mov    QWORD PTR [rsp+0x28],r13
  2aab30:	jmp    2aac4f <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x2ff>
  2aab35:	mov    eax,DWORD PTR [r11+0x10]
  2aab39:	mul    rcx
  2aab3c:	jo     2abe83 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1533>
  2aab42:	mov    rdx,rax
  2aab45:	add    rax,rcx
  2aab48:	mov    rsi,0xffffffffffffffff
  2aab4f:	cmovae rsi,rax
  2aab53:	cmp    rsi,QWORD PTR [rsp+0x8]
  2aab58:	ja     2abea2 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1552>
  2aab5e:	shl    rdx,0x6
  2aab62:	add    rdx,r10
  2aab65:	mov    QWORD PTR [rsp+0x28],rdx
  2aab6a:	cmp    rbx,0x5
  2aab6e:	jne    2aab84 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x234>
  2aab70:	mov    QWORD PTR [rsp+0x20],r13
  2aab75:	mov    QWORD PTR [rsp+0x10],r13
  2aab7a:	mov    QWORD PTR [rsp+0x40],r13
  2aab7f:	jmp    2aac4f <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x2ff>
  2aab84:	mov    eax,DWORD PTR [r11+0x14]
  2aab88:	mul    rcx
  2aab8b:	jo     2abe83 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1533>
  2aab91:	mov    rdx,rax
  2aab94:	add    rdx,rcx
  2aab97:	mov    rsi,0xffffffffffffffff
  2aab9e:	cmovae rsi,rdx
  2aaba2:	cmp    rsi,QWORD PTR [rsp+0x8]
  2aaba7:	ja     2abe9f <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x154f>
  2aabad:	shl    rax,0x6
  2aabb1:	add    rax,r10
  2aabb4:	cmp    rbx,0x6
  2aabb8:	mov    QWORD PTR [rsp+0x40],rax
  2aabbd:	jne    2aabce <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x27e>
  2aabbf:	mov    QWORD PTR [rsp+0x20],r13
  2aabc4:	mov    QWORD PTR [rsp+0x10],r13
  2aabc9:	jmp    2aac4f <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x2ff>
  2aabce:	mov    eax,DWORD PTR [r11+0x18]
  2aabd2:	mul    rcx
  2aabd5:	jo     2abe83 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1533>
  2aabdb:	mov    rdx,rax
  2aabde:	add    rax,rcx
  2aabe1:	mov    rsi,0xffffffffffffffff
  2aabe8:	cmovae rsi,rax
  2aabec:	cmp    rsi,QWORD PTR [rsp+0x8]
  2aabf1:	ja     2abea2 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1552>
  2aabf7:	shl    rdx,0x6
  2aabfb:	add    rdx,r10
  2aabfe:	mov    QWORD PTR [rsp+0x10],rdx
  2aac03:	cmp    rbx,0x7
  2aac07:	jne    2aac10 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x2c0>
  2aac09:	mov    QWORD PTR [rsp+0x20],r13
  2aac0e:	jmp    2aac4f <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x2ff>
  2aac10:	mov    eax,DWORD PTR [r11+0x1c]
  2aac14:	mul    rcx
  2aac17:	jo     2abe83 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1533>
  2aac1d:	mov    rdx,rax
  2aac20:	add    rdx,rcx
  2aac23:	mov    rsi,0xffffffffffffffff
  2aac2a:	cmovae rsi,rdx
  2aac2e:	cmp    rsi,QWORD PTR [rsp+0x8]
  2aac33:	ja     2abe9f <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x154f>
  2aac39:	cmp    rbx,0x8
  2aac3d:	jne    2abe4b <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x14fb>
  2aac43:	shl    rax,0x6
  2aac47:	add    r10,rax
  2aac4a:	mov    QWORD PTR [rsp+0x20],r10
  2aac4f:	mov    rsi,r14
  2aac52:	mov    r14,r12
  2aac55:	mov    rcx,r15
  2aac58:	shr    rcx,0x5
  2aac5c:	mov    eax,r15d
  2aac5f:	and    eax,0x1f
  2aac62:	cmp    rax,0x1
  2aac66:	sbb    rcx,0xffffffffffffffff
  2aac6a:	mov    QWORD PTR [rsp+0x108],rcx
  2aac72:	test   r15,r15
  2aac75:	je     2abdb7 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1467>
  2aac7b:	vmovdqa64 zmm10,ZMMWORD PTR [rdi]
  2aac81:	mov    rax,rsi
  2aac84:	mov    rsi,QWORD PTR [rdi+0xb0]
  2aac8b:	mov    rbx,QWORD PTR [rdi+0xb8]
  2aac92:	add    rsi,0x40
  2aac96:	movabs rdx,0x3ffffffffffffff
  2aaca0:	add    rdx,rbx
  2aaca3:	mov    QWORD PTR [rsp+0xb0],rdx
  2aacab:	shl    rbx,0x6
  2aacaf:	add    rbx,0xffffffffffffffc0
  2aacb3:	vpbroadcastq zmm3,QWORD PTR [rdi+0xa0]
  2aacba:	vpbroadcastq zmm4,QWORD PTR [rdi+0x80]
  2aacc1:	vpbroadcastq zmm5,QWORD PTR [rdi+0xa8]
  2aacc8:	vpbroadcastq zmm6,QWORD PTR [rdi+0x90]
  2aaccf:	vpbroadcastd zmm7,DWORD PTR [rdi+0xc8]
  2aacd6:	mov    QWORD PTR [rsp+0xa0],0x0
  2aace2:	vpbroadcastd zmm8,DWORD PTR [rip+0xffffffffffd9bc30]        # 4691c <anon.74d9173fa936bc4ad9211e0eaa8ac3bc.9.llvm.4715180366670976963+0x20>
  2aacec:	vmovdqa64 zmm19,ZMMWORD PTR [rip+0xffffffffffda8f8a]        # 53c80 <anon.b41ac9ec7a205aa9e45d18e0b41eb89e.278.llvm.9876469709905689609+0x531>
  2aacf6:	mov    dx,0xaaaa
  2aacfa:	kmovd  k1,edx
  2aacfe:	mov    rdx,r13
  2aad01:	mov    QWORD PTR [rsp+0xf0],r13
  2aad09:	mov    QWORD PTR [rsp+0xf8],rax
  2aad11:	mov    QWORD PTR [rsp+0xe8],rax
  2aad19:	mov    QWORD PTR [rsp+0xe0],r14
  2aad21:	mov    rax,QWORD PTR [rsp+0x50]
  2aad26:	mov    QWORD PTR [rsp+0xd8],rax
  2aad2e:	mov    r10,QWORD PTR [rsp+0x28]
  2aad33:	mov    QWORD PTR [rsp+0xd0],r10
  2aad3b:	mov    rax,QWORD PTR [rsp+0x40]
  2aad40:	mov    QWORD PTR [rsp+0xc8],rax
  2aad48:	mov    r11,QWORD PTR [rsp+0x10]
  2aad4d:	mov    QWORD PTR [rsp+0xc0],r11
  2aad55:	vmovdqa64 zmm11,zmm10
  2aad5b:	vmovdqa64 zmm12,zmm10
  2aad61:	vmovdqa64 zmm13,zmm10
  2aad67:	vmovdqa64 zmm14,zmm10
  2aad6d:	vmovdqa64 zmm15,zmm10
  2aad73:	vmovdqa64 zmm16,zmm10
  2aad79:	vmovdqa64 zmm17,zmm10
  2aad7f:	mov    rax,QWORD PTR [rsp+0x20]
  2aad84:	mov    QWORD PTR [rsp+0xb8],rax
  2aad8c:	mov    QWORD PTR [rsp+0x100],r15
  2aad94:	xor    r12d,r12d
  2aad97:	mov    QWORD PTR [rsp+0x58],r14
  2aad9c:	mov    QWORD PTR [rsp+0x60],r13
  2aada1:	jmp    2aae26 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x4d6>
  2aada6:	cs nop WORD PTR [rax+rax*1+0x0]
  2aadb0:	vmovdqa64 zmm18,zmm2
  2aadb6:	inc    r12
  2aadb9:	add    r15,0xffffffffffffffe0
  2aadbd:	add    QWORD PTR [rsp+0xb8],0x40
  2aadc6:	add    QWORD PTR [rsp+0xc0],0x40
  2aadcf:	add    QWORD PTR [rsp+0xc8],0x40
  2aadd8:	add    QWORD PTR [rsp+0xd0],0x40
  2aade1:	add    QWORD PTR [rsp+0xd8],0x40
  2aadea:	add    QWORD PTR [rsp+0xe0],0x40
  2aadf3:	add    QWORD PTR [rsp+0xe8],0x40
  2aadfc:	add    QWORD PTR [rsp+0xf0],0x40
  2aae05:	mov    r8,r13
  2aae08:	vmovdqa64 zmm2,zmm18
  2aae0e:	mov    eax,0x0
  2aae13:	mov    QWORD PTR [rsp+0x18],rax
  2aae18:	cmp    r12,QWORD PTR [rsp+0x108]
  2aae20:	je     2abdca <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x147a>
  2aae26:	mov    QWORD PTR [rsp+0x8],rbp
  2aae2b:	mov    r13,r9
  2aae2e:	mov    r9,r8
  2aae31:	cmp    r15,0x20
  2aae35:	mov    ecx,0x20
  2aae3a:	cmovb  rcx,r15
  2aae3e:	mov    rax,r12
  2aae41:	shl    rax,0x5
  2aae45:	mov    rbp,QWORD PTR [rsp+0x100]
  2aae4d:	sub    rbp,rax
  2aae50:	cmp    rbp,0x20
  2aae54:	mov    eax,0x20
  2aae59:	cmovae rbp,rax
  2aae5d:	mov    eax,ebp
  2aae5f:	shr    eax,0x2
  2aae62:	mov    QWORD PTR [rsp+0x98],rax
  2aae6a:	mov    QWORD PTR [rsp+0x78],rbp
  2aae6f:	mov    QWORD PTR [rsp+0x70],r15
  2aae74:	mov    QWORD PTR [rsp+0x68],r12
  2aae79:	mov    QWORD PTR [rsp+0x110],rcx
  2aae81:	je     2ab5c5 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0xc75>
  2aae87:	mov    QWORD PTR [rsp+0x48],r9
  2aae8c:	shr    ecx,0x2
  2aae8f:	mov    QWORD PTR [rsp+0x80],rcx
  2aae97:	mov    QWORD PTR [rsp+0x90],r13
  2aae9f:	add    r13,0xf8
  2aaea6:	xor    r15d,r15d
  2aaea9:	mov    r10,QWORD PTR [rsp+0x18]
  2aaeae:	jmp    2aaf86 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x636>
  2aaeb3:	data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2aaec0:	lea    eax,[r14+0x1]
  2aaec4:	and    eax,0x1f
  2aaec7:	and    r14d,0x1f
  2aaecb:	shl    r14d,0x6
  2aaecf:	shl    eax,0x6
  2aaed2:	mov    rcx,QWORD PTR [rsp+0x48]
  2aaed7:	vmovdqa64 zmm9,ZMMWORD PTR [rcx+r14*1]
  2aaede:	vpsllq zmm18,zmm9,0x20
  2aaee5:	vpternlogq zmm18,zmm9,zmm3,0xe8
  2aaeec:	vpopcntb zmm9,zmm9
  2aaef2:	vpopcntb zmm18,zmm18
  2aaef8:	vmovdqa64 zmm20,zmm5
  2aaefe:	vpdpbusd zmm20,zmm9,zmm4
  2aaf04:	vpdpbusd zmm20,zmm18,zmm6
  2aaf0a:	vmovdqa64 zmm9,ZMMWORD PTR [rcx+rax*1]
  2aaf11:	vpsllq zmm18,zmm9,0x20
  2aaf18:	vpternlogq zmm18,zmm9,zmm3,0xe8
  2aaf1f:	vpopcntb zmm9,zmm9
  2aaf25:	vpopcntb zmm18,zmm18
  2aaf2b:	vmovdqa64 zmm21,zmm5
  2aaf31:	vpdpbusd zmm21,zmm9,zmm4
  2aaf37:	vpdpbusd zmm21,zmm18,zmm6
  2aaf3d:	mov    ax,0xaaaa
  2aaf41:	kmovd  k2,eax
  2aaf45:	vpblendmd zmm9{k2},zmm20,zmm21
  2aaf4b:	vpshldq zmm18,zmm21,zmm20,0x20
  2aaf52:	vpaddd zmm9,zmm9,zmm18
  2aaf58:	vpshldd zmm9,zmm9,zmm1,0x10
  2aaf5f:	vpminud zmm2,zmm2,zmm9
  2aaf65:	vpaddd zmm1,zmm1,zmm8
  2aaf6b:	mov    r10,r9
  2aaf6e:	inc    r15
  2aaf71:	add    r13,0x100
  2aaf78:	cmp    QWORD PTR [rsp+0x80],r15
  2aaf80:	je     2ab590 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0xc40>
  2aaf86:	mov    rax,QWORD PTR [rsp+0xf0]
  2aaf8e:	mov    rdi,QWORD PTR [rax+r15*8]
  2aaf92:	mov    rax,QWORD PTR [rsp+0xe8]
  2aaf9a:	mov    r8,QWORD PTR [rax+r15*8]
  2aaf9e:	mov    rax,QWORD PTR [rsp+0xe0]
  2aafa6:	mov    rbp,QWORD PTR [rax+r15*8]
  2aafaa:	mov    rax,QWORD PTR [rsp+0xd8]
  2aafb2:	mov    rdx,QWORD PTR [rax+r15*8]
  2aafb6:	mov    rax,QWORD PTR [rsp+0xd0]
  2aafbe:	mov    r12,QWORD PTR [rax+r15*8]
  2aafc2:	mov    rax,QWORD PTR [rsp+0xc8]
  2aafca:	mov    r11,QWORD PTR [rax+r15*8]
  2aafce:	mov    rax,QWORD PTR [rsp+0xc0]
  2aafd6:	mov    r14,QWORD PTR [rax+r15*8]
  2aafda:	mov    rax,QWORD PTR [rsp+0xb8]
  2aafe2:	mov    rcx,QWORD PTR [rax+r15*8]
  2aafe6:	mov    r9,rdi
  2aafe9:	mov    rax,QWORD PTR [rsp+0xb0]
  2aaff1:	and    r9,rax
  2aaff4:	shl    r9,0x6
  2aaff8:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r9*1]
  2aafff:	vpermb zmm9,zmm9,zmm17
  2ab005:	vpcmpneqb k0,zmm9,zmm0
  2ab00c:	kmovq  QWORD PTR [r13-0xf8],k0
  2ab015:	mov    r9,r8
  2ab018:	and    r9,rax
  2ab01b:	shl    r9,0x6
  2ab01f:	vmovdqa64 zmm17,ZMMWORD PTR [rsi+r9*1]
  2ab026:	vpermb zmm16,zmm17,zmm16
  2ab02c:	vpcmpneqb k0,zmm16,zmm0
  2ab033:	kmovq  QWORD PTR [r13-0xf0],k0
  2ab03c:	mov    r9,rbp
  2ab03f:	and    r9,rax
  2ab042:	shl    r9,0x6
  2ab046:	vmovdqa64 zmm17,ZMMWORD PTR [rsi+r9*1]
  2ab04d:	vpermb zmm15,zmm17,zmm15
  2ab053:	vpcmpneqb k0,zmm15,zmm0
  2ab05a:	kmovq  QWORD PTR [r13-0xe8],k0
  2ab063:	mov    r9,rdx
  2ab066:	and    r9,rax
  2ab069:	shl    r9,0x6
  2ab06d:	vmovdqa64 zmm17,ZMMWORD PTR [rsi+r9*1]
  2ab074:	vpermb zmm14,zmm17,zmm14
  2ab07a:	vpcmpneqb k0,zmm14,zmm0
  2ab081:	kmovq  QWORD PTR [r13-0xe0],k0
  2ab08a:	mov    r9,r12
  2ab08d:	and    r9,rax
  2ab090:	shl    r9,0x6
  2ab094:	vmovdqa64 zmm17,ZMMWORD PTR [rsi+r9*1]
  2ab09b:	vpermb zmm17,zmm17,zmm13
  2ab0a1:	vpcmpneqb k0,zmm17,zmm0
  2ab0a8:	kmovq  QWORD PTR [r13-0xd8],k0
  2ab0b1:	mov    r9,r11
  2ab0b4:	and    r9,rax
  2ab0b7:	shl    r9,0x6
  2ab0bb:	vmovdqa64 zmm13,ZMMWORD PTR [rsi+r9*1]
  2ab0c2:	vpermb zmm18,zmm13,zmm12
  2ab0c8:	vpcmpneqb k0,zmm18,zmm0
  2ab0cf:	kmovq  QWORD PTR [r13-0xd0],k0
  2ab0d8:	mov    r9,r14
  2ab0db:	and    r9,rax
  2ab0de:	shl    r9,0x6
  2ab0e2:	vmovdqa64 zmm12,ZMMWORD PTR [rsi+r9*1]
  2ab0e9:	vpermb zmm20,zmm12,zmm11
  2ab0ef:	vpcmpneqb k0,zmm20,zmm0
  2ab0f6:	kmovq  QWORD PTR [r13-0xc8],k0
  2ab0ff:	mov    r9,rcx
  2ab102:	and    r9,rax
  2ab105:	shl    r9,0x6
  2ab109:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r9*1]
  2ab110:	vpermb zmm21,zmm11,zmm10
  2ab116:	vpcmpneqb k0,zmm21,zmm0
  2ab11d:	kmovq  QWORD PTR [r13-0xc0],k0
  2ab126:	rorx   r9,rdi,0xa
  2ab12c:	and    r9,rbx
  2ab12f:	vmovdqa64 zmm10,ZMMWORD PTR [rsi+r9*1]
  2ab136:	vpermb zmm10,zmm10,zmm9
  2ab13c:	vpcmpneqb k0,zmm10,zmm0
  2ab143:	kmovq  QWORD PTR [r13-0xb8],k0
  2ab14c:	rorx   r9,r8,0xa
  2ab152:	and    r9,rbx
  2ab155:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r9*1]
  2ab15c:	vpermb zmm11,zmm9,zmm16
  2ab162:	vpcmpneqb k0,zmm11,zmm0
  2ab169:	kmovq  QWORD PTR [r13-0xb0],k0
  2ab172:	rorx   r9,rbp,0xa
  2ab178:	and    r9,rbx
  2ab17b:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r9*1]
  2ab182:	vpermb zmm12,zmm9,zmm15
  2ab188:	vpcmpneqb k0,zmm12,zmm0
  2ab18f:	kmovq  QWORD PTR [r13-0xa8],k0
  2ab198:	rorx   r9,rdx,0xa
  2ab19e:	and    r9,rbx
  2ab1a1:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r9*1]
  2ab1a8:	vpermb zmm13,zmm9,zmm14
  2ab1ae:	vpcmpneqb k0,zmm13,zmm0
  2ab1b5:	kmovq  QWORD PTR [r13-0xa0],k0
  2ab1be:	rorx   r9,r12,0xa
  2ab1c4:	and    r9,rbx
  2ab1c7:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r9*1]
  2ab1ce:	vpermb zmm14,zmm9,zmm17
  2ab1d4:	vpcmpneqb k0,zmm14,zmm0
  2ab1db:	kmovq  QWORD PTR [r13-0x98],k0
  2ab1e4:	rorx   r9,r11,0xa
  2ab1ea:	and    r9,rbx
  2ab1ed:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r9*1]
  2ab1f4:	vpermb zmm15,zmm9,zmm18
  2ab1fa:	vpcmpneqb k0,zmm15,zmm0
  2ab201:	kmovq  QWORD PTR [r13-0x90],k0
  2ab20a:	mov    QWORD PTR [rsp+0x88],r14
  2ab212:	rorx   r9,r14,0xa
  2ab218:	and    r9,rbx
  2ab21b:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r9*1]
  2ab222:	vpermb zmm16,zmm9,zmm20
  2ab228:	vpcmpneqb k0,zmm16,zmm0
  2ab22f:	kmovq  QWORD PTR [r13-0x88],k0
  2ab238:	mov    QWORD PTR [rsp+0x18],rcx
  2ab23d:	rorx   r9,rcx,0xa
  2ab243:	and    r9,rbx
  2ab246:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r9*1]
  2ab24d:	vpermb zmm17,zmm9,zmm21
  2ab253:	vpcmpneqb k0,zmm17,zmm0
  2ab25a:	kmovq  QWORD PTR [r13-0x80],k0
  2ab260:	lea    r14,[r10+0x2]
  2ab264:	cmp    r14,QWORD PTR [rsp+0x8]
  2ab269:	jbe    2ab280 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x930>
  2ab26b:	mov    r9,r14
  2ab26e:	mov    r14,r10
  2ab271:	jmp    2ab337 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x9e7>
  2ab276:	cs nop WORD PTR [rax+rax*1+0x0]
  2ab280:	lea    r9d,[r10+0x1]
  2ab284:	and    r9d,0x1f
  2ab288:	mov    rcx,r10
  2ab28b:	and    r10d,0x1f
  2ab28f:	shl    r10d,0x6
  2ab293:	shl    r9d,0x6
  2ab297:	mov    rax,QWORD PTR [rsp+0x48]
  2ab29c:	vmovdqa64 zmm9,ZMMWORD PTR [rax+r10*1]
  2ab2a3:	vpsllq zmm18,zmm9,0x20
  2ab2aa:	vpternlogq zmm18,zmm9,zmm3,0xe8
  2ab2b1:	vpopcntb zmm9,zmm9
  2ab2b7:	vpopcntb zmm18,zmm18
  2ab2bd:	vmovdqa64 zmm20,zmm5
  2ab2c3:	vpdpbusd zmm20,zmm9,zmm4
  2ab2c9:	vpdpbusd zmm20,zmm18,zmm6
  2ab2cf:	vmovdqa64 zmm9,ZMMWORD PTR [rax+r9*1]
  2ab2d6:	vpsllq zmm18,zmm9,0x20
  2ab2dd:	vpternlogq zmm18,zmm9,zmm3,0xe8
  2ab2e4:	vpopcntb zmm9,zmm9
  2ab2ea:	vpopcntb zmm18,zmm18
  2ab2f0:	vmovdqa64 zmm21,zmm5
  2ab2f6:	vpdpbusd zmm21,zmm9,zmm4
  2ab2fc:	vpdpbusd zmm21,zmm18,zmm6
  2ab302:	mov    ax,0xaaaa
  2ab306:	kmovd  k2,eax
  2ab30a:	vpblendmd zmm9{k2},zmm20,zmm21
  2ab310:	vpshldq zmm18,zmm21,zmm20,0x20
  2ab317:	vpaddd zmm9,zmm9,zmm18
  2ab31d:	vpshldd zmm9,zmm9,zmm1,0x10
  2ab324:	vpminud zmm2,zmm2,zmm9
  2ab32a:	vpaddd zmm1,zmm1,zmm8
  2ab330:	add    rcx,0x4
  2ab334:	mov    r9,rcx
  2ab337:	rorx   r10,rdi,0x1a
  2ab33d:	and    r10,rbx
  2ab340:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r10*1]
  2ab347:	vpermb zmm9,zmm9,zmm10
  2ab34d:	vpcmpneqb k0,zmm9,zmm0
  2ab354:	kmovq  QWORD PTR [r13-0x78],k0
  2ab35a:	rorx   r10,r8,0x1a
  2ab360:	and    r10,rbx
  2ab363:	vmovdqa64 zmm10,ZMMWORD PTR [rsi+r10*1]
  2ab36a:	vpermb zmm10,zmm10,zmm11
  2ab370:	vpcmpneqb k0,zmm10,zmm0
  2ab377:	kmovq  QWORD PTR [r13-0x70],k0
  2ab37d:	rorx   r10,rbp,0x1a
  2ab383:	and    r10,rbx
  2ab386:	vmovdqa64 zmm11,ZMMWORD PTR [rsi+r10*1]
  2ab38d:	vpermb zmm11,zmm11,zmm12
  2ab393:	vpcmpneqb k0,zmm11,zmm0
  2ab39a:	kmovq  QWORD PTR [r13-0x68],k0
  2ab3a0:	rorx   r10,rdx,0x1a
  2ab3a6:	and    r10,rbx
  2ab3a9:	vmovdqa64 zmm12,ZMMWORD PTR [rsi+r10*1]
  2ab3b0:	vpermb zmm12,zmm12,zmm13
  2ab3b6:	vpcmpneqb k0,zmm12,zmm0
  2ab3bd:	kmovq  QWORD PTR [r13-0x60],k0
  2ab3c3:	rorx   r10,r12,0x1a
  2ab3c9:	and    r10,rbx
  2ab3cc:	vmovdqa64 zmm13,ZMMWORD PTR [rsi+r10*1]
  2ab3d3:	vpermb zmm13,zmm13,zmm14
  2ab3d9:	vpcmpneqb k0,zmm13,zmm0
  2ab3e0:	kmovq  QWORD PTR [r13-0x58],k0
  2ab3e6:	rorx   r10,r11,0x1a
  2ab3ec:	and    r10,rbx
  2ab3ef:	vmovdqa64 zmm14,ZMMWORD PTR [rsi+r10*1]
  2ab3f6:	vpermb zmm18,zmm14,zmm15
  2ab3fc:	vpcmpneqb k0,zmm18,zmm0
  2ab403:	kmovq  QWORD PTR [r13-0x50],k0
  2ab409:	mov    rcx,QWORD PTR [rsp+0x88]
  2ab411:	rorx   r10,rcx,0x1a
  2ab417:	and    r10,rbx
  2ab41a:	vmovdqa64 zmm14,ZMMWORD PTR [rsi+r10*1]
  2ab421:	vpermb zmm20,zmm14,zmm16
  2ab427:	vpcmpneqb k0,zmm20,zmm0
  2ab42e:	kmovq  QWORD PTR [r13-0x48],k0
  2ab434:	mov    rax,QWORD PTR [rsp+0x18]
  2ab439:	rorx   r10,rax,0x1a
  2ab43f:	and    r10,rbx
  2ab442:	vmovdqa64 zmm14,ZMMWORD PTR [rsi+r10*1]
  2ab449:	vpermb zmm21,zmm14,zmm17
  2ab44f:	vpcmpneqb k0,zmm21,zmm0
  2ab456:	kmovq  QWORD PTR [r13-0x40],k0
  2ab45c:	rorx   rdi,rdi,0x2a
  2ab462:	and    rdi,rbx
  2ab465:	vmovdqa64 zmm14,ZMMWORD PTR [rsi+rdi*1]
  2ab46c:	vpermb zmm17,zmm14,zmm9
  2ab472:	vpcmpneqb k0,zmm17,zmm0
  2ab479:	kmovq  QWORD PTR [r13-0x38],k0
  2ab47f:	rorx   rdi,r8,0x2a
  2ab485:	and    rdi,rbx
  2ab488:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+rdi*1]
  2ab48f:	vpermb zmm16,zmm9,zmm10
  2ab495:	vpcmpneqb k0,zmm16,zmm0
  2ab49c:	kmovq  QWORD PTR [r13-0x30],k0
  2ab4a2:	rorx   rdi,rbp,0x2a
  2ab4a8:	and    rdi,rbx
  2ab4ab:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+rdi*1]
  2ab4b2:	vpermb zmm15,zmm9,zmm11
  2ab4b8:	vpcmpneqb k0,zmm15,zmm0
  2ab4bf:	kmovq  QWORD PTR [r13-0x28],k0
  2ab4c5:	rorx   rdx,rdx,0x2a
  2ab4cb:	and    rdx,rbx
  2ab4ce:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+rdx*1]
  2ab4d5:	vpermb zmm14,zmm9,zmm12
  2ab4db:	vpcmpneqb k0,zmm14,zmm0
  2ab4e2:	kmovq  QWORD PTR [r13-0x20],k0
  2ab4e8:	rorx   rdx,r12,0x2a
  2ab4ee:	and    rdx,rbx
  2ab4f1:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+rdx*1]
  2ab4f8:	vpermb zmm13,zmm9,zmm13
  2ab4fe:	vpcmpneqb k0,zmm13,zmm0
  2ab505:	kmovq  QWORD PTR [r13-0x18],k0
  2ab50b:	rorx   rdx,r11,0x2a
  2ab511:	and    rdx,rbx
  2ab514:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+rdx*1]
  2ab51b:	vpermb zmm12,zmm9,zmm18
  2ab521:	vpcmpneqb k0,zmm12,zmm0
  2ab528:	kmovq  QWORD PTR [r13-0x10],k0
  2ab52e:	rorx   rcx,rcx,0x2a
  2ab534:	and    rcx,rbx
  2ab537:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+rcx*1]
  2ab53e:	vpermb zmm11,zmm9,zmm20
  2ab544:	vpcmpneqb k0,zmm11,zmm0
  2ab54b:	kmovq  QWORD PTR [r13-0x8],k0
  2ab551:	rorx   rax,rax,0x2a
  2ab557:	and    rax,rbx
  2ab55a:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+rax*1]
  2ab561:	vpermb zmm10,zmm9,zmm21
  2ab567:	vpcmpneqb k0,zmm10,zmm0
  2ab56e:	kmovq  QWORD PTR [r13+0x0],k0
  2ab574:	cmp    r9,QWORD PTR [rsp+0x8]
  2ab579:	jbe    2aaec0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x570>
  2ab57f:	mov    r10,r14
  2ab582:	jmp    2aaf6e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x61e>
  2ab587:	nop    WORD PTR [rax+rax*1+0x0]
  2ab590:	mov    QWORD PTR [rsp+0x18],r10
  2ab595:	mov    r9,QWORD PTR [rsp+0x48]
  2ab59a:	mov    rdx,QWORD PTR [rsp+0x60]
  2ab59f:	mov    rbp,QWORD PTR [rsp+0x78]
  2ab5a4:	mov    r14,QWORD PTR [rsp+0x58]
  2ab5a9:	mov    r10,QWORD PTR [rsp+0x28]
  2ab5ae:	mov    r11,QWORD PTR [rsp+0x10]
  2ab5b3:	mov    r15,QWORD PTR [rsp+0x70]
  2ab5b8:	mov    r12,QWORD PTR [rsp+0x68]
  2ab5bd:	mov    r13,QWORD PTR [rsp+0x90]
  2ab5c5:	mov    r8,QWORD PTR [rsp+0x8]
  2ab5ca:	test   bpl,0x3
  2ab5ce:	je     2aba2e <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x10de>
  2ab5d4:	mov    rax,QWORD PTR [rsp+0x98]
  2ab5dc:	lea    rax,[rax+r12*8]
  2ab5e0:	mov    r12,QWORD PTR [rdx+rax*8]
  2ab5e4:	mov    rcx,QWORD PTR [rsp+0xf8]
  2ab5ec:	mov    r15,QWORD PTR [rcx+rax*8]
  2ab5f0:	mov    r14,QWORD PTR [r14+rax*8]
  2ab5f4:	mov    rcx,QWORD PTR [rsp+0x50]
  2ab5f9:	mov    rdx,QWORD PTR [rcx+rax*8]
  2ab5fd:	mov    r10,QWORD PTR [r10+rax*8]
  2ab601:	mov    rcx,QWORD PTR [rsp+0x40]
  2ab606:	mov    r8,QWORD PTR [rcx+rax*8]
  2ab60a:	mov    rdi,QWORD PTR [r11+rax*8]
  2ab60e:	mov    rcx,QWORD PTR [rsp+0x20]
  2ab613:	mov    r11,QWORD PTR [rcx+rax*8]
  2ab617:	mov    eax,ebp
  2ab619:	and    eax,0x1c
  2ab61c:	shl    eax,0x6
  2ab61f:	mov    rbp,r12
  2ab622:	mov    rcx,r13
  2ab625:	mov    r13,QWORD PTR [rsp+0xb0]
  2ab62d:	and    r12,r13
  2ab630:	shl    r12,0x6
  2ab634:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r12*1]
  2ab63b:	vpermb zmm17,zmm9,zmm17
  2ab641:	vpcmpneqb k0,zmm17,zmm0
  2ab648:	kmovq  QWORD PTR [rcx+rax*1],k0
  2ab64e:	mov    QWORD PTR [rsp+0x90],r15
  2ab656:	and    r15,r13
  2ab659:	shl    r15,0x6
  2ab65d:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r15*1]
  2ab664:	vpermb zmm16,zmm9,zmm16
  2ab66a:	vpcmpneqb k0,zmm16,zmm0
  2ab671:	kmovq  QWORD PTR [rcx+rax*1+0x8],k0
  2ab678:	mov    QWORD PTR [rsp+0x98],r14
  2ab680:	and    r14,r13
  2ab683:	shl    r14,0x6
  2ab687:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r14*1]
  2ab68e:	vpermb zmm15,zmm9,zmm15
  2ab694:	vpcmpneqb k0,zmm15,zmm0
  2ab69b:	kmovq  QWORD PTR [rcx+rax*1+0x10],k0
  2ab6a2:	mov    QWORD PTR [rsp+0x80],rdx
  2ab6aa:	and    rdx,r13
  2ab6ad:	shl    rdx,0x6
  2ab6b1:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+rdx*1]
  2ab6b8:	vpermb zmm14,zmm9,zmm14
  2ab6be:	vpcmpneqb k0,zmm14,zmm0
  2ab6c5:	kmovq  QWORD PTR [rcx+rax*1+0x18],k0
  2ab6cc:	mov    QWORD PTR [rsp+0x48],r10
  2ab6d1:	mov    r12,r10
  2ab6d4:	and    r12,r13
  2ab6d7:	shl    r12,0x6
  2ab6db:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r12*1]
  2ab6e2:	vpermb zmm13,zmm9,zmm13
  2ab6e8:	vpcmpneqb k0,zmm13,zmm0
  2ab6ef:	kmovq  QWORD PTR [rcx+rax*1+0x20],k0
  2ab6f6:	mov    r10,r8
  2ab6f9:	mov    r12,r8
  2ab6fc:	and    r12,r13
  2ab6ff:	shl    r12,0x6
  2ab703:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r12*1]
  2ab70a:	vpermb zmm12,zmm9,zmm12
  2ab710:	vpcmpneqb k0,zmm12,zmm0
  2ab717:	kmovq  QWORD PTR [rcx+rax*1+0x28],k0
  2ab71e:	mov    r8,rdi
  2ab721:	and    rdi,r13
  2ab724:	shl    rdi,0x6
  2ab728:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+rdi*1]
  2ab72f:	vpermb zmm11,zmm9,zmm11
  2ab735:	vpcmpneqb k0,zmm11,zmm0
  2ab73c:	kmovq  QWORD PTR [rcx+rax*1+0x30],k0
  2ab743:	mov    QWORD PTR [rsp+0x88],r11
  2ab74b:	and    r11,r13
  2ab74e:	mov    r13,rcx
  2ab751:	shl    r11,0x6
  2ab755:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r11*1]
  2ab75c:	mov    rcx,QWORD PTR [rsp+0x110]
  2ab764:	and    ecx,0x3
  2ab767:	vpermb zmm10,zmm9,zmm10
  2ab76d:	vpcmpneqb k0,zmm10,zmm0
  2ab774:	kmovq  QWORD PTR [r13+rax*1+0x38],k0
  2ab77b:	cmp    ecx,0x1
  2ab77e:	je     2aba06 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x10b6>
  2ab784:	add    rax,r13
  2ab787:	rorx   r12,rbp,0xa
  2ab78d:	and    r12,rbx
  2ab790:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r12*1]
  2ab797:	vpermb zmm17,zmm9,zmm17
  2ab79d:	vpcmpneqb k0,zmm17,zmm0
  2ab7a4:	kmovq  QWORD PTR [rax+0x40],k0
  2ab7aa:	mov    r14,QWORD PTR [rsp+0x90]
  2ab7b2:	rorx   r12,r14,0xa
  2ab7b8:	and    r12,rbx
  2ab7bb:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r12*1]
  2ab7c2:	vpermb zmm16,zmm9,zmm16
  2ab7c8:	vpcmpneqb k0,zmm16,zmm0
  2ab7cf:	kmovq  QWORD PTR [rax+0x48],k0
  2ab7d5:	mov    r11,QWORD PTR [rsp+0x98]
  2ab7dd:	rorx   r12,r11,0xa
  2ab7e3:	and    r12,rbx
  2ab7e6:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r12*1]
  2ab7ed:	vpermb zmm15,zmm9,zmm15
  2ab7f3:	vpcmpneqb k0,zmm15,zmm0
  2ab7fa:	kmovq  QWORD PTR [rax+0x50],k0
  2ab800:	rorx   r12,QWORD PTR [rsp+0x80],0xa
  2ab80b:	and    r12,rbx
  2ab80e:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r12*1]
  2ab815:	vpermb zmm14,zmm9,zmm14
  2ab81b:	vpcmpneqb k0,zmm14,zmm0
  2ab822:	kmovq  QWORD PTR [rax+0x58],k0
  2ab828:	rorx   r12,QWORD PTR [rsp+0x48],0xa
  2ab830:	and    r12,rbx
  2ab833:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r12*1]
  2ab83a:	vpermb zmm13,zmm9,zmm13
  2ab840:	vpcmpneqb k0,zmm13,zmm0
  2ab847:	kmovq  QWORD PTR [rax+0x60],k0
  2ab84d:	rorx   r12,r10,0xa
  2ab853:	and    r12,rbx
  2ab856:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r12*1]
  2ab85d:	vpermb zmm12,zmm9,zmm12
  2ab863:	vpcmpneqb k0,zmm12,zmm0
  2ab86a:	kmovq  QWORD PTR [rax+0x68],k0
  2ab870:	rorx   r12,r8,0xa
  2ab876:	and    r12,rbx
  2ab879:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r12*1]
  2ab880:	vpermb zmm11,zmm9,zmm11
  2ab886:	vpcmpneqb k0,zmm11,zmm0
  2ab88d:	kmovq  QWORD PTR [rax+0x70],k0
  2ab893:	rorx   r12,QWORD PTR [rsp+0x88],0xa
  2ab89e:	and    r12,rbx
  2ab8a1:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r12*1]
  2ab8a8:	vpermb zmm10,zmm9,zmm10
  2ab8ae:	vpcmpneqb k0,zmm10,zmm0
  2ab8b5:	kmovq  QWORD PTR [rax+0x78],k0
  2ab8bb:	cmp    ecx,0x2
  2ab8be:	je     2aba06 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x10b6>
  2ab8c4:	mov    rdi,r10
  2ab8c7:	mov    rdx,r8
  2ab8ca:	rorx   r15,rbp,0x1a
  2ab8d0:	and    r15,rbx
  2ab8d3:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r15*1]
  2ab8da:	vpermb zmm17,zmm9,zmm17
  2ab8e0:	vpcmpneqb k0,zmm17,zmm0
  2ab8e7:	kmovq  QWORD PTR [rax+0x80],k0
  2ab8f0:	rorx   r14,r14,0x1a
  2ab8f6:	and    r14,rbx
  2ab8f9:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r14*1]
  2ab900:	vpermb zmm16,zmm9,zmm16
  2ab906:	vpcmpneqb k0,zmm16,zmm0
  2ab90d:	kmovq  QWORD PTR [rax+0x88],k0
  2ab916:	rorx   r11,r11,0x1a
  2ab91c:	and    r11,rbx
  2ab91f:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r11*1]
  2ab926:	vpermb zmm15,zmm9,zmm15
  2ab92c:	vpcmpneqb k0,zmm15,zmm0
  2ab933:	kmovq  QWORD PTR [rax+0x90],k0
  2ab93c:	rorx   r10,QWORD PTR [rsp+0x80],0x1a
  2ab947:	and    r10,rbx
  2ab94a:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r10*1]
  2ab951:	vpermb zmm14,zmm9,zmm14
  2ab957:	vpcmpneqb k0,zmm14,zmm0
  2ab95e:	kmovq  QWORD PTR [rax+0x98],k0
  2ab967:	rorx   r8,QWORD PTR [rsp+0x48],0x1a
  2ab96f:	and    r8,rbx
  2ab972:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+r8*1]
  2ab979:	vpermb zmm13,zmm9,zmm13
  2ab97f:	vpcmpneqb k0,zmm13,zmm0
  2ab986:	kmovq  QWORD PTR [rax+0xa0],k0
  2ab98f:	rorx   rdi,rdi,0x1a
  2ab995:	and    rdi,rbx
  2ab998:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+rdi*1]
  2ab99f:	vpermb zmm12,zmm9,zmm12
  2ab9a5:	vpcmpneqb k0,zmm12,zmm0
  2ab9ac:	kmovq  QWORD PTR [rax+0xa8],k0
  2ab9b5:	rorx   rdx,rdx,0x1a
  2ab9bb:	and    rdx,rbx
  2ab9be:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+rdx*1]
  2ab9c5:	vpermb zmm11,zmm9,zmm11
  2ab9cb:	vpcmpneqb k0,zmm11,zmm0
  2ab9d2:	kmovq  QWORD PTR [rax+0xb0],k0
  2ab9db:	rorx   rcx,QWORD PTR [rsp+0x88],0x1a
  2ab9e6:	and    rcx,rbx
  2ab9e9:	vmovdqa64 zmm9,ZMMWORD PTR [rsi+rcx*1]
  2ab9f0:	vpermb zmm10,zmm9,zmm10
  2ab9f6:	vpcmpneqb k0,zmm10,zmm0
  2ab9fd:	kmovq  QWORD PTR [rax+0xb8],k0
  2aba06:	mov    r14,QWORD PTR [rsp+0x58]
  2aba0b:	mov    r10,QWORD PTR [rsp+0x28]
  2aba10:	mov    r11,QWORD PTR [rsp+0x10]
  2aba15:	mov    r15,QWORD PTR [rsp+0x70]
  2aba1a:	mov    r12,QWORD PTR [rsp+0x68]
  2aba1f:	mov    rdx,QWORD PTR [rsp+0x60]
  2aba24:	mov    r8,QWORD PTR [rsp+0x8]
  2aba29:	mov    rbp,QWORD PTR [rsp+0x78]
  2aba2e:	mov    rax,QWORD PTR [rsp+0x18]
  2aba33:	add    rax,0x2
  2aba37:	cmp    rax,r8
  2aba3a:	jbe    2aba60 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1110>
  2aba3c:	mov    rax,QWORD PTR [rsp+0x18]
  2aba41:	cmp    rax,r8
  2aba44:	jb     2abb36 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x11e6>
  2aba4a:	test   r12,r12
  2aba4d:	jne    2aadb0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x460>
  2aba53:	jmp    2abb98 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1248>
  2aba58:	nop    DWORD PTR [rax+rax*1+0x0]
  2aba60:	mov    rdi,rdx
  2aba63:	mov    rcx,QWORD PTR [rsp+0x18]
  2aba68:	nop    DWORD PTR [rax+rax*1+0x0]
  2aba70:	mov    rax,rcx
  2aba73:	inc    ecx
  2aba75:	and    ecx,0x1f
  2aba78:	mov    edx,eax
  2aba7a:	and    edx,0x1f
  2aba7d:	shl    edx,0x6
  2aba80:	shl    ecx,0x6
  2aba83:	vmovdqa64 zmm9,ZMMWORD PTR [r9+rdx*1]
  2aba8a:	vpsllq zmm18,zmm9,0x20
  2aba91:	vpternlogq zmm18,zmm9,zmm3,0xe8
  2aba98:	vpopcntb zmm9,zmm9
  2aba9e:	vpopcntb zmm18,zmm18
  2abaa4:	vmovdqa64 zmm20,zmm5
  2abaaa:	vpdpbusd zmm20,zmm9,zmm4
  2abab0:	vpdpbusd zmm20,zmm18,zmm6
  2abab6:	vmovdqa64 zmm9,ZMMWORD PTR [r9+rcx*1]
  2ababd:	vpsllq zmm18,zmm9,0x20
  2abac4:	vpternlogq zmm18,zmm9,zmm3,0xe8
  2abacb:	vpopcntb zmm9,zmm9
  2abad1:	vpopcntb zmm18,zmm18
  2abad7:	vmovdqa64 zmm21,zmm5
  2abadd:	vpdpbusd zmm21,zmm9,zmm4
  2abae3:	vpdpbusd zmm21,zmm18,zmm6
  2abae9:	vpblendmd zmm9{k1},zmm20,zmm21
  2abaef:	vpshldq zmm18,zmm21,zmm20,0x20
  2abaf6:	vpaddd zmm9,zmm9,zmm18
  2abafc:	vpshldd zmm9,zmm9,zmm1,0x10
  2abb03:	vpminud zmm2,zmm2,zmm9
  2abb09:	vpaddd zmm1,zmm1,zmm8
  2abb0f:	lea    rcx,[rax+0x2]
  2abb13:	add    rax,0x4
  2abb17:	cmp    rax,r8
  2abb1a:	jbe    2aba70 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1120>
  2abb20:	mov    QWORD PTR [rsp+0x18],rcx
  2abb25:	mov    rdx,rdi
  2abb28:	mov    rax,QWORD PTR [rsp+0x18]
  2abb2d:	cmp    rax,r8
  2abb30:	jae    2aba4a <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x10fa>
  2abb36:	and    eax,0x1f
  2abb39:	shl    eax,0x6
  2abb3c:	vmovdqa64 zmm9,ZMMWORD PTR [r9+rax*1]
  2abb43:	vpsllq zmm18,zmm9,0x20
  2abb4a:	vpternlogq zmm18,zmm9,zmm3,0xe8
  2abb51:	vpopcntb zmm9,zmm9
  2abb57:	vpopcntb zmm18,zmm18
  2abb5d:	vmovdqa64 zmm20,zmm5
  2abb63:	vpdpbusd zmm20,zmm9,zmm4
  2abb69:	vpdpbusd zmm20,zmm18,zmm6
  2abb6f:	vprolq zmm9,zmm20,0x20
  2abb76:	vpaddd zmm9,zmm20,zmm9
  2abb7c:	vpshldd zmm9,zmm9,zmm1,0x10
  2abb83:	vpminud zmm2,zmm2,zmm9
  2abb89:	vpaddd zmm1,zmm1,zmm8
  2abb8f:	test   r12,r12
  2abb92:	jne    2aadb0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x460>
  2abb98:	vmovdqa64 zmm1,zmm19
  2abb9e:	vmovdqa64 zmm18,zmm7
  2abba4:	cmp    QWORD PTR [rsp+0x38],0x0
  2abbaa:	je     2aadb6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x466>
  2abbb0:	mov    rax,QWORD PTR [rsp+0x30]
  2abbb5:	mov    edi,DWORD PTR [rax]
  2abbb7:	cmp    QWORD PTR [rsp+0x158],rdi
  2abbbf:	jbe    2abe22 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x14d2>
  2abbc5:	vpsllq zmm1,zmm2,0x20
  2abbcc:	vpminud zmm2,zmm2,zmm1
  2abbd2:	mov    rax,QWORD PTR [rsp+0x150]
  2abbda:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x1
  2abbe1:	vmovdqa64 zmm1,zmm19
  2abbe7:	vmovdqa64 zmm18,zmm7
  2abbed:	cmp    QWORD PTR [rsp+0x38],0x1
  2abbf3:	je     2aadb6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x466>
  2abbf9:	mov    rax,QWORD PTR [rsp+0x30]
  2abbfe:	mov    edi,DWORD PTR [rax+0x4]
  2abc01:	cmp    QWORD PTR [rsp+0x158],rdi
  2abc09:	jbe    2abe22 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x14d2>
  2abc0f:	mov    rax,QWORD PTR [rsp+0x150]
  2abc17:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x3
  2abc1e:	vmovdqa64 zmm1,zmm19
  2abc24:	vmovdqa64 zmm18,zmm7
  2abc2a:	cmp    QWORD PTR [rsp+0x38],0x2
  2abc30:	je     2aadb6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x466>
  2abc36:	mov    rax,QWORD PTR [rsp+0x30]
  2abc3b:	mov    edi,DWORD PTR [rax+0x8]
  2abc3e:	cmp    QWORD PTR [rsp+0x158],rdi
  2abc46:	jbe    2abe22 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x14d2>
  2abc4c:	vextracti128 xmm1,ymm2,0x1
  2abc52:	mov    rax,QWORD PTR [rsp+0x150]
  2abc5a:	vpextrd DWORD PTR [rax+rdi*4],xmm1,0x1
  2abc61:	vmovdqa64 zmm1,zmm19
  2abc67:	vmovdqa64 zmm18,zmm7
  2abc6d:	cmp    QWORD PTR [rsp+0x38],0x3
  2abc73:	je     2aadb6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x466>
  2abc79:	mov    rax,QWORD PTR [rsp+0x30]
  2abc7e:	mov    edi,DWORD PTR [rax+0xc]
  2abc81:	cmp    QWORD PTR [rsp+0x158],rdi
  2abc89:	jbe    2abe22 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x14d2>
  2abc8f:	vextracti128 xmm1,ymm2,0x1
  2abc95:	mov    rax,QWORD PTR [rsp+0x150]
  2abc9d:	vpextrd DWORD PTR [rax+rdi*4],xmm1,0x3
  2abca4:	vmovdqa64 zmm1,zmm19
  2abcaa:	vmovdqa64 zmm18,zmm7
  2abcb0:	cmp    QWORD PTR [rsp+0x38],0x4
  2abcb6:	je     2aadb6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x466>
  2abcbc:	mov    rax,QWORD PTR [rsp+0x30]
  2abcc1:	mov    edi,DWORD PTR [rax+0x10]
  2abcc4:	cmp    QWORD PTR [rsp+0x158],rdi
  2abccc:	jbe    2abe22 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x14d2>
  2abcd2:	vextracti32x4 xmm9,zmm2,0x2
  2abcd9:	mov    rax,QWORD PTR [rsp+0x150]
  2abce1:	vpextrd DWORD PTR [rax+rdi*4],xmm9,0x1
  2abce8:	vmovdqa64 zmm1,zmm19
  2abcee:	vmovdqa64 zmm18,zmm7
  2abcf4:	cmp    QWORD PTR [rsp+0x38],0x5
  2abcfa:	je     2aadb6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x466>
  2abd00:	mov    rax,QWORD PTR [rsp+0x30]
  2abd05:	mov    edi,DWORD PTR [rax+0x14]
  2abd08:	cmp    QWORD PTR [rsp+0x158],rdi
  2abd10:	jbe    2abe22 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x14d2>
  2abd16:	mov    rax,QWORD PTR [rsp+0x150]
  2abd1e:	vpextrd DWORD PTR [rax+rdi*4],xmm9,0x3
  2abd25:	vmovdqa64 zmm1,zmm19
  2abd2b:	vmovdqa64 zmm18,zmm7
  2abd31:	cmp    QWORD PTR [rsp+0x38],0x6
  2abd37:	je     2aadb6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x466>
  2abd3d:	mov    rax,QWORD PTR [rsp+0x30]
  2abd42:	mov    edi,DWORD PTR [rax+0x18]
  2abd45:	cmp    QWORD PTR [rsp+0x158],rdi
  2abd4d:	jbe    2abe22 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x14d2>
  2abd53:	vextracti32x4 xmm2,zmm2,0x3
  2abd5a:	mov    rax,QWORD PTR [rsp+0x150]
  2abd62:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x1
  2abd69:	vmovdqa64 zmm1,zmm19
  2abd6f:	vmovdqa64 zmm18,zmm7
  2abd75:	cmp    QWORD PTR [rsp+0x38],0x7
  2abd7b:	je     2aadb6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x466>
  2abd81:	mov    rax,QWORD PTR [rsp+0x30]
  2abd86:	mov    edi,DWORD PTR [rax+0x1c]
  2abd89:	cmp    QWORD PTR [rsp+0x158],rdi
  2abd91:	jbe    2abe22 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x14d2>
  2abd97:	mov    rax,QWORD PTR [rsp+0x150]
  2abd9f:	vpextrd DWORD PTR [rax+rdi*4],xmm2,0x3
  2abda6:	vmovdqa64 zmm1,zmm19
  2abdac:	vmovdqa64 zmm18,zmm7
  2abdb2:	jmp    2aadb6 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x466>
  2abdb7:	mov    rax,QWORD PTR [rsp+0x18]
  2abdbc:	mov    QWORD PTR [rsp+0xa0],rax
  2abdc4:	vmovdqa64 zmm18,zmm2
  2abdca:	mov    rax,QWORD PTR [rsp+0xa8]
  2abdd2:	vmovdqa64 ZMMWORD PTR [rax],zmm18
  2abdd8:	vmovdqa64 ZMMWORD PTR [rax+0x40],zmm1
  2abddf:	mov    rcx,QWORD PTR [rsp+0xa0]
  2abde7:	mov    QWORD PTR [rax+0x80],rcx
  2abdee:	mov    QWORD PTR [rax+0x88],rbp
  2abdf5:	add    rsp,0x118
  2abdfc:	pop    rbx
  2abdfd:	pop    r12
  2abdff:	pop    r13
  2abe01:	pop    r14
  2abe03:	pop    r15
  2abe05:	pop    rbp
  2abe06:	vzeroupper
  2abe09:	ret
  2abe0a:	lea    rcx,[rip+0xda34f]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2abe11:	mov    rdi,r12
  2abe14:	mov    rsi,rax
  2abe17:	mov    rdx,QWORD PTR [rsp+0x8]
  2abe1c:	call   QWORD PTR [rip+0xe01b6]        # 38bfd8 <_DYNAMIC+0x768>
  2abe22:	lea    rdx,[rip+0xda31f]        # 386148 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2b0>
  2abe29:	mov    rsi,QWORD PTR [rsp+0x158]
  2abe31:	vzeroupper
  2abe34:	call   QWORD PTR [rip+0xe012e]        # 38bf68 <_DYNAMIC+0x6f8>
  2abe3a:	lea    rdx,[rip+0xda0df]        # 385f20 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x88>
  2abe41:	xor    edi,edi
  2abe43:	xor    esi,esi
  2abe45:	call   QWORD PTR [rip+0xe011d]        # 38bf68 <_DYNAMIC+0x6f8>
  2abe4b:	mov    eax,DWORD PTR [r11+0x20]
  2abe4f:	mul    rcx
  2abe52:	jo     2abe83 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x1533>
  2abe54:	add    rcx,rax
  2abe57:	mov    rsi,0xffffffffffffffff
  2abe5e:	cmovae rsi,rcx
  2abe62:	cmp    rsi,QWORD PTR [rsp+0x8]
  2abe67:	ja     2abe9f <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E+0x154f>
  2abe69:	lea    rdx,[rip+0xda0c8]        # 385f38 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0xa0>
  2abe70:	mov    edi,0x8
  2abe75:	mov    esi,0x8
  2abe7a:	vzeroupper
  2abe7d:	call   QWORD PTR [rip+0xe00e5]        # 38bf68 <_DYNAMIC+0x6f8>
  2abe83:	lea    rdi,[rip+0xffffffffffda80ce]        # 53f58 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1d8>
  2abe8a:	lea    rdx,[rip+0xda2e7]        # 386178 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2e0>
  2abe91:	mov    esi,0x13
  2abe96:	vzeroupper
  2abe99:	call   QWORD PTR [rip+0xe00a1]        # 38bf40 <_DYNAMIC+0x6d0>
  2abe9f:	mov    rdx,rax
  2abea2:	lea    rcx,[rip+0xda2b7]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2abea9:	mov    rdi,rdx
  2abeac:	mov    rdx,QWORD PTR [rsp+0x8]
  2abeb1:	vzeroupper
  2abeb4:	call   QWORD PTR [rip+0xe011e]        # 38bfd8 <_DYNAMIC+0x768>
  2abeba:	int3
  2abebb:	int3
  2abebc:	int3
  2abebd:	int3
  2abebe:	int3
  2abebf:	int3
00000000002abec0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE>:
00000000002abec0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE>:
  2abec0:	push   rbp
  2abec1:	mov    rbp,rsp
  2abec4:	push   r15
  2abec6:	push   r14
  2abec8:	push   r13
  2abeca:	push   r12
  2abecc:	push   rbx
  2abecd:	and    rsp,0xffffffffffffffc0
  2abed1:	sub    rsp,0xfc0
  2abed8:	mov    QWORD PTR [rsp],0x0
  2abee0:	sub    rsp,0x2c0
  2abee7:	mov    QWORD PTR [rsp+0x78],r9
  2abeec:	mov    QWORD PTR [rsp+0x30],r8
  2abef1:	mov    r14,rdx
  2abef4:	mov    rbx,rsi
  2abef7:	mov    rax,QWORD PTR [rdi+0x98]
  2abefe:	or     rax,QWORD PTR [rdi+0x88]
  2abf05:	mov    QWORD PTR [rsp+0x38],rdi
  2abf0a:	cmp    BYTE PTR [rdi+0xe0],0x1
  2abf11:	jne    2ac07e <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1be>
  2abf17:	mov    r12,r14
  2abf1a:	mov    r14,rcx
  2abf1d:	lea    rdi,[rsp+0x240]
  2abf25:	xor    r15d,r15d
  2abf28:	mov    edx,0x1000
  2abf2d:	xor    esi,esi
  2abf2f:	test   rax,rax
  2abf32:	je     2ac1b0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2f0>
  2abf38:	call   QWORD PTR [rip+0xe003a]        # 38bf78 <memset@GLIBC_2.2.5>
  2abf3e:	mov    rax,QWORD PTR [rsp+0x38]
  2abf43:	vbroadcastss zmm0,DWORD PTR [rax+0xc8]
  2abf4a:	vpxor  xmm1,xmm1,xmm1
  2abf4e:	vmovdqa XMMWORD PTR [rsp+0x200],xmm1
  2abf57:	vmovaps ZMMWORD PTR [rsp+0x180],zmm0
  2abf5f:	vpbroadcastq zmm0,QWORD PTR [rip+0xffffffffffd992ef]        # 45258 <anon.3ffc875ea261fb789824526734b62be7.34.llvm.3278249029104477938+0x10>
  2abf69:	vmovdqa64 ZMMWORD PTR [rsp+0x1c0],zmm0
  2abf71:	test   r14,r14
  2abf74:	je     2acf40 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1080>
  2abf7a:	mov    rax,QWORD PTR [rbx+0x10]
  2abf7e:	mov    ecx,eax
  2abf80:	and    ecx,0x20
  2abf83:	shr    ecx,0x5
  2abf86:	test   al,0x1f
  2abf88:	sete   al
  2abf8b:	cmp    cl,al
  2abf8d:	je     2ad1a5 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x12e5>
  2abf93:	mov    eax,0x4
  2abf98:	xor    ecx,ecx
  2abf9a:	mov    rdx,r12
  2abf9d:	jmp    2ac04d <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x18d>
  2abfa2:	data16 data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2abfb0:	lea    r13,[r12+rdx*4]
  2abfb4:	cmp    r14,0x3
  2abfb8:	lea    rdx,[rip+0xffffffffffffde11]        # 2a9dd0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E>
  2abfbf:	cmovb  r10,rdx
  2abfc3:	mov    QWORD PTR [rsp+0xc0],rax
  2abfcb:	mov    QWORD PTR [rsp+0xc8],rcx
  2abfd3:	mov    QWORD PTR [rsp+0xd0],r12
  2abfdb:	mov    QWORD PTR [rsp+0xd8],r15
  2abfe3:	mov    rax,QWORD PTR [rbx+0x20]
  2abfe7:	mov    QWORD PTR [rsp+0x160],rax
  2abfef:	vmovdqu ymm0,YMMWORD PTR [rbx]
  2abff3:	vmovdqa YMMWORD PTR [rsp+0x140],ymm0
  2abffc:	mov    rdi,QWORD PTR [rsp+0x38]
  2ac001:	lea    rsi,[rsp+0x140]
  2ac009:	lea    rdx,[rsp+0xc0]
  2ac011:	lea    rcx,[rsp+0x180]
  2ac019:	lea    r8,[rsp+0x240]
  2ac021:	lea    r9,[rsp+0xa40]
  2ac029:	push   QWORD PTR [rsp+0x78]
  2ac02d:	push   QWORD PTR [rsp+0x38]
  2ac031:	vzeroupper
  2ac034:	call   r10
  2ac037:	mov    rdx,r13
  2ac03a:	add    rsp,0x10
  2ac03e:	mov    rax,r12
  2ac041:	mov    rcx,r15
  2ac044:	sub    r14,r15
  2ac047:	je     2acf46 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1086>
  2ac04d:	cmp    r14,0x8
  2ac051:	mov    r15d,0x8
  2ac057:	cmovb  r15,r14
  2ac05b:	mov    r12,rdx
  2ac05e:	mov    edx,r15d
  2ac061:	lea    r10,[rip+0xffffffffffffa9c8]        # 2a6a30 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE>
  2ac068:	cmp    r14,0x5
  2ac06c:	jb     2abfb0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0xf0>
  2ac072:	lea    r10,[rip+0xffffffffffffc727]        # 2a87a0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE>
  2ac079:	jmp    2abfb0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0xf0>
  2ac07e:	test   rax,rax
  2ac081:	je     2ac2eb <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x42b>
  2ac087:	test   rcx,rcx
  2ac08a:	je     2ad9c5 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b05>
  2ac090:	mov    r11,rcx
  2ac093:	mov    rdi,QWORD PTR [rsp+0x38]
  2ac098:	vmovdqa64 zmm0,ZMMWORD PTR [rdi]
  2ac09e:	vmovdqa64 zmm1,ZMMWORD PTR [rdi+0x40]
  2ac0a5:	mov    rax,QWORD PTR [rbx+0x10]
  2ac0a9:	mov    r10,QWORD PTR [rbx]
  2ac0ac:	mov    r13,QWORD PTR [rbx+0x8]
  2ac0b0:	mov    r8,QWORD PTR [rbx+0x20]
  2ac0b4:	vmovdqa64 zmm2,ZMMWORD PTR [rip+0xffffffffffda7e42]        # 53f00 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x180>
  2ac0be:	mov    edx,eax
  2ac0c0:	and    edx,0x3
  2ac0c3:	mov    rsi,rax
  2ac0c6:	shr    rsi,0x2
  2ac0ca:	mov    r12,QWORD PTR [rdi+0xb0]
  2ac0d1:	mov    r15,QWORD PTR [rdi+0xb8]
  2ac0d8:	add    r12,0x40
  2ac0dc:	movabs r9,0x3ffffffffffffff
  2ac0e6:	add    r9,r15
  2ac0e9:	shl    r15,0x6
  2ac0ed:	add    r15,0xffffffffffffffc0
  2ac0f1:	mov    QWORD PTR [rsp+0x128],rax
  2ac0f9:	shl    eax,0x10
  2ac0fc:	vpbroadcastq zmm3,QWORD PTR [rdi+0xa0]
  2ac103:	vpbroadcastq zmm4,QWORD PTR [rdi+0x88]
  2ac10a:	vpbroadcastq zmm5,QWORD PTR [rdi+0x98]
  2ac111:	vpbroadcastq zmm6,QWORD PTR [rdi+0xa8]
  2ac118:	vpbroadcastq zmm7,QWORD PTR [rdi+0x80]
  2ac11f:	vpbroadcastd zmm8,eax
  2ac125:	vpbroadcastq zmm9,QWORD PTR [rdi+0x90]
  2ac12c:	lea    rcx,[rdx-0x1]
  2ac130:	mov    QWORD PTR [rsp+0xf8],rcx
  2ac138:	shl    rcx,0x4
  2ac13c:	add    rcx,0x3a
  2ac140:	mov    QWORD PTR [rsp+0x100],rcx
  2ac148:	lea    rcx,[rdx-0x2]
  2ac14c:	mov    QWORD PTR [rsp+0xf0],rcx
  2ac154:	shl    rcx,0x4
  2ac158:	add    rcx,0x3a
  2ac15c:	mov    QWORD PTR [rsp+0xe8],rcx
  2ac164:	mov    QWORD PTR [rsp+0xb0],rdx
  2ac16c:	shl    edx,0x4
  2ac16f:	or     rdx,0xa
  2ac173:	mov    QWORD PTR [rsp+0xe0],rdx
  2ac17b:	mov    QWORD PTR [rsp+0xb8],rsi
  2ac183:	lea    rax,[rsi-0x1]
  2ac187:	mov    QWORD PTR [rsp+0x120],rax
  2ac18f:	mov    rcx,0xffffffffffffffff
  2ac196:	mov    QWORD PTR [rsp+0xa0],r13
  2ac19e:	mov    QWORD PTR [rsp+0x138],r10
  2ac1a6:	mov    QWORD PTR [rsp+0x68],r8
  2ac1ab:	jmp    2adef6 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2036>
  2ac1b0:	call   QWORD PTR [rip+0xdfdc2]        # 38bf78 <memset@GLIBC_2.2.5>
  2ac1b6:	mov    rax,QWORD PTR [rsp+0x38]
  2ac1bb:	vbroadcastss zmm0,DWORD PTR [rax+0xc8]
  2ac1c2:	vpxor  xmm1,xmm1,xmm1
  2ac1c6:	vmovdqa XMMWORD PTR [rsp+0x200],xmm1
  2ac1cf:	vmovaps ZMMWORD PTR [rsp+0x180],zmm0
  2ac1d7:	vpbroadcastq zmm0,QWORD PTR [rip+0xffffffffffd99077]        # 45258 <anon.3ffc875ea261fb789824526734b62be7.34.llvm.3278249029104477938+0x10>
  2ac1e1:	vmovdqa64 ZMMWORD PTR [rsp+0x1c0],zmm0
  2ac1e9:	test   r14,r14
  2ac1ec:	je     2ad687 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x17c7>
  2ac1f2:	mov    rax,QWORD PTR [rbx+0x10]
  2ac1f6:	mov    ecx,eax
  2ac1f8:	and    ecx,0x20
  2ac1fb:	shr    ecx,0x5
  2ac1fe:	test   al,0x1f
  2ac200:	sete   al
  2ac203:	cmp    cl,al
  2ac205:	je     2ad9d7 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b17>
  2ac20b:	mov    eax,0x4
  2ac210:	xor    ecx,ecx
  2ac212:	mov    r13,r12
  2ac215:	jmp    2ac2ba <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x3fa>
  2ac21a:	nop    WORD PTR [rax+rax*1+0x0]
  2ac220:	lea    r13,[r12+rdx*4]
  2ac224:	cmp    r14,0x3
  2ac228:	lea    rdx,[rip+0xffffffffffff9d31]        # 2a5f60 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE>
  2ac22f:	cmovb  r10,rdx
  2ac233:	mov    QWORD PTR [rsp+0xc0],rax
  2ac23b:	mov    QWORD PTR [rsp+0xc8],rcx
  2ac243:	mov    QWORD PTR [rsp+0xd0],r12
  2ac24b:	mov    QWORD PTR [rsp+0xd8],r15
  2ac253:	mov    rax,QWORD PTR [rbx+0x20]
  2ac257:	mov    QWORD PTR [rsp+0x160],rax
  2ac25f:	vmovdqu ymm0,YMMWORD PTR [rbx]
  2ac263:	vmovdqa YMMWORD PTR [rsp+0x140],ymm0
  2ac26c:	mov    rdi,QWORD PTR [rsp+0x38]
  2ac271:	lea    rsi,[rsp+0x140]
  2ac279:	lea    rdx,[rsp+0xc0]
  2ac281:	lea    rcx,[rsp+0x180]
  2ac289:	lea    r8,[rsp+0x240]
  2ac291:	lea    r9,[rsp+0xa40]
  2ac299:	push   QWORD PTR [rsp+0x78]
  2ac29d:	push   QWORD PTR [rsp+0x38]
  2ac2a1:	vzeroupper
  2ac2a4:	call   r10
  2ac2a7:	add    rsp,0x10
  2ac2ab:	mov    rax,r12
  2ac2ae:	mov    rcx,r15
  2ac2b1:	sub    r14,r15
  2ac2b4:	je     2ad68d <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x17cd>
  2ac2ba:	cmp    r14,0x8
  2ac2be:	mov    r15d,0x8
  2ac2c4:	cmovb  r15,r14
  2ac2c8:	mov    r12,r13
  2ac2cb:	mov    edx,r15d
  2ac2ce:	lea    r10,[rip+0xffffffffffffb66b]        # 2a7940 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE>
  2ac2d5:	cmp    r14,0x5
  2ac2d9:	jb     2ac220 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x360>
  2ac2df:	lea    r10,[rip+0xffffffffffffe66a]        # 2aa950 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E>
  2ac2e6:	jmp    2ac220 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x360>
  2ac2eb:	test   rcx,rcx
  2ac2ee:	je     2ad9c5 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b05>
  2ac2f4:	mov    r8,rcx
  2ac2f7:	mov    rdi,QWORD PTR [rsp+0x38]
  2ac2fc:	vmovdqa64 zmm0,ZMMWORD PTR [rdi]
  2ac302:	vmovdqa64 zmm1,ZMMWORD PTR [rdi+0x40]
  2ac309:	mov    rax,QWORD PTR [rbx+0x10]
  2ac30d:	mov    r11,QWORD PTR [rbx]
  2ac310:	mov    r13,QWORD PTR [rbx+0x8]
  2ac314:	mov    r10,QWORD PTR [rbx+0x20]
  2ac318:	vmovdqa64 zmm2,ZMMWORD PTR [rip+0xffffffffffda7bde]        # 53f00 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x180>
  2ac322:	mov    edx,eax
  2ac324:	and    edx,0x3
  2ac327:	mov    rsi,rax
  2ac32a:	shr    rsi,0x2
  2ac32e:	mov    r12,QWORD PTR [rdi+0xb0]
  2ac335:	mov    r9,QWORD PTR [rdi+0xb8]
  2ac33c:	add    r12,0x40
  2ac340:	movabs r15,0x3ffffffffffffff
  2ac34a:	add    r15,r9
  2ac34d:	shl    r9,0x6
  2ac351:	add    r9,0xffffffffffffffc0
  2ac355:	mov    QWORD PTR [rsp+0x128],rax
  2ac35d:	shl    eax,0x10
  2ac360:	vpbroadcastq zmm3,QWORD PTR [rdi+0xa0]
  2ac367:	vpbroadcastq zmm4,QWORD PTR [rdi+0x80]
  2ac36e:	vpbroadcastq zmm5,QWORD PTR [rdi+0xa8]
  2ac375:	vpbroadcastd zmm6,eax
  2ac37b:	vpbroadcastq zmm7,QWORD PTR [rdi+0x90]
  2ac382:	lea    rcx,[rdx-0x1]
  2ac386:	mov    QWORD PTR [rsp+0xf8],rcx
  2ac38e:	shl    rcx,0x4
  2ac392:	add    rcx,0x3a
  2ac396:	mov    QWORD PTR [rsp+0x100],rcx
  2ac39e:	lea    rcx,[rdx-0x2]
  2ac3a2:	mov    QWORD PTR [rsp+0xf0],rcx
  2ac3aa:	shl    rcx,0x4
  2ac3ae:	add    rcx,0x3a
  2ac3b2:	mov    QWORD PTR [rsp+0xe8],rcx
  2ac3ba:	mov    QWORD PTR [rsp+0x138],rdx
  2ac3c2:	shl    edx,0x4
  2ac3c5:	or     rdx,0xa
  2ac3c9:	mov    QWORD PTR [rsp+0xe0],rdx
  2ac3d1:	mov    QWORD PTR [rsp+0xa0],rsi
  2ac3d9:	lea    rax,[rsi-0x1]
  2ac3dd:	mov    QWORD PTR [rsp+0x120],rax
  2ac3e5:	mov    rcx,0xffffffffffffffff
  2ac3ec:	mov    QWORD PTR [rsp+0x40],r13
  2ac3f1:	mov    QWORD PTR [rsp+0x80],r11
  2ac3f9:	mov    QWORD PTR [rsp+0xb0],r10
  2ac401:	jmp    2ac439 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x579>
  2ac403:	data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2ac410:	mov    rcx,QWORD PTR [rsp+0xb8]
  2ac418:	mov    eax,ecx
  2ac41a:	lea    r14,[r14+rax*4]
  2ac41e:	sub    rdx,rcx
  2ac421:	mov    r10,QWORD PTR [rsp+0xb0]
  2ac429:	mov    rcx,0xffffffffffffffff
  2ac430:	mov    r8,rdx
  2ac433:	je     2ad9c5 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b05>
  2ac439:	cmp    r8,0x8
  2ac43d:	mov    ebx,0x8
  2ac442:	cmovb  rbx,r8
  2ac446:	mov    eax,DWORD PTR [r14]
  2ac449:	mov    QWORD PTR [rsp+0x68],rax
  2ac44e:	mul    r10
  2ac451:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2ac457:	mov    rdi,rax
  2ac45a:	mov    rsi,rax
  2ac45d:	add    rsi,r10
  2ac460:	cmovb  rsi,rcx
  2ac464:	cmp    rsi,r13
  2ac467:	ja     2aea21 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b61>
  2ac46d:	mov    rdx,r10
  2ac470:	mov    QWORD PTR [rsp+0xb8],rbx
  2ac478:	shl    rdi,0x6
  2ac47c:	add    rdi,r11
  2ac47f:	mov    QWORD PTR [rsp+0x58],rdi
  2ac484:	mov    QWORD PTR [rsp+0x60],rdi
  2ac489:	mov    QWORD PTR [rsp+0x38],rdi
  2ac48e:	mov    rsi,rdi
  2ac491:	mov    r10,rdi
  2ac494:	mov    rax,rdi
  2ac497:	mov    rbx,rdi
  2ac49a:	cmp    r8,0x2
  2ac49e:	jb     2ac770 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x8b0>
  2ac4a4:	mov    eax,DWORD PTR [r14+0x4]
  2ac4a8:	mov    r10,rdx
  2ac4ab:	mul    rdx
  2ac4ae:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2ac4b4:	mov    rbx,rax
  2ac4b7:	mov    rsi,rax
  2ac4ba:	add    rsi,r10
  2ac4bd:	cmovb  rsi,rcx
  2ac4c1:	mov    rax,QWORD PTR [rsp+0x40]
  2ac4c6:	mov    r13,rax
  2ac4c9:	cmp    rsi,rax
  2ac4cc:	ja     2aeb04 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c44>
  2ac4d2:	shl    rbx,0x6
  2ac4d6:	add    rbx,QWORD PTR [rsp+0x80]
  2ac4de:	cmp    r8,0x2
  2ac4e2:	jne    2ac510 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x650>
  2ac4e4:	mov    QWORD PTR [rsp+0x58],rdi
  2ac4e9:	mov    QWORD PTR [rsp+0x60],rdi
  2ac4ee:	mov    QWORD PTR [rsp+0x38],rdi
  2ac4f3:	mov    rsi,rdi
  2ac4f6:	mov    r10,rdi
  2ac4f9:	mov    rax,rdi
  2ac4fc:	jmp    2ac770 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x8b0>
  2ac501:	data16 data16 data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2ac510:	mov    rdx,r10
  2ac513:	mov    eax,DWORD PTR [r14+0x8]
  2ac517:	mov    QWORD PTR [rsp+0x70],rbx
  2ac51c:	mul    rdx
  2ac51f:	mov    rbx,QWORD PTR [rsp+0x70]
  2ac524:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2ac52a:	mov    rsi,rax
  2ac52d:	add    rsi,r10
  2ac530:	cmovb  rsi,rcx
  2ac534:	cmp    rsi,QWORD PTR [rsp+0x40]
  2ac539:	ja     2aea7c <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2bbc>
  2ac53f:	shl    rax,0x6
  2ac543:	add    rax,QWORD PTR [rsp+0x80]
  2ac54b:	cmp    r8,0x3
  2ac54f:	jne    2ac570 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x6b0>
  2ac551:	mov    QWORD PTR [rsp+0x58],rdi
  2ac556:	mov    QWORD PTR [rsp+0x60],rdi
  2ac55b:	mov    QWORD PTR [rsp+0x38],rdi
  2ac560:	mov    rsi,rdi
  2ac563:	mov    r13,QWORD PTR [rsp+0x40]
  2ac568:	mov    r10,rdi
  2ac56b:	jmp    2ac770 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x8b0>
  2ac570:	mov    rdx,r10
  2ac573:	mov    QWORD PTR [rsp+0x88],rax
  2ac57b:	mov    eax,DWORD PTR [r14+0xc]
  2ac57f:	mul    rdx
  2ac582:	mov    rbx,QWORD PTR [rsp+0x70]
  2ac587:	mov    rdx,rax
  2ac58a:	mov    rax,QWORD PTR [rsp+0x88]
  2ac592:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2ac598:	mov    rsi,rdx
  2ac59b:	add    rsi,r10
  2ac59e:	cmovb  rsi,rcx
  2ac5a2:	cmp    rsi,QWORD PTR [rsp+0x40]
  2ac5a7:	ja     2aea97 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2bd7>
  2ac5ad:	shl    rdx,0x6
  2ac5b1:	add    rdx,QWORD PTR [rsp+0x80]
  2ac5b9:	mov    QWORD PTR [rsp+0x50],rdx
  2ac5be:	cmp    r8,0x4
  2ac5c2:	jne    2ac5d8 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x718>
  2ac5c4:	mov    QWORD PTR [rsp+0x58],rdi
  2ac5c9:	mov    QWORD PTR [rsp+0x60],rdi
  2ac5ce:	mov    QWORD PTR [rsp+0x38],rdi
  2ac5d3:	mov    rsi,rdi
  2ac5d6:	jmp    2ac636 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x776>
  2ac5d8:	mov    eax,DWORD PTR [r14+0x10]
  2ac5dc:	mov    r10,QWORD PTR [rsp+0xb0]
  2ac5e4:	mul    r10
  2ac5e7:	mov    rbx,QWORD PTR [rsp+0x70]
  2ac5ec:	mov    rdx,rax
  2ac5ef:	mov    rax,QWORD PTR [rsp+0x88]
  2ac5f7:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2ac5fd:	mov    rsi,rdx
  2ac600:	add    rsi,r10
  2ac603:	cmovb  rsi,rcx
  2ac607:	cmp    rsi,QWORD PTR [rsp+0x40]
  2ac60c:	ja     2aea97 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2bd7>
  2ac612:	shl    rdx,0x6
  2ac616:	add    rdx,QWORD PTR [rsp+0x80]
  2ac61e:	cmp    r8,0x5
  2ac622:	mov    rsi,rdx
  2ac625:	jne    2ac645 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x785>
  2ac627:	mov    QWORD PTR [rsp+0x58],rdi
  2ac62c:	mov    QWORD PTR [rsp+0x60],rdi
  2ac631:	mov    QWORD PTR [rsp+0x38],rdi
  2ac636:	mov    r13,QWORD PTR [rsp+0x40]
  2ac63b:	mov    r10,QWORD PTR [rsp+0x50]
  2ac640:	jmp    2ac770 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x8b0>
  2ac645:	mov    eax,DWORD PTR [r14+0x14]
  2ac649:	mov    r11,QWORD PTR [rsp+0xb0]
  2ac651:	mul    r11
  2ac654:	mov    rbx,QWORD PTR [rsp+0x70]
  2ac659:	mov    r10,rax
  2ac65c:	mov    rax,QWORD PTR [rsp+0x88]
  2ac664:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2ac66a:	mov    QWORD PTR [rsp+0x48],rsi
  2ac66f:	mov    rsi,r10
  2ac672:	add    rsi,r11
  2ac675:	cmovb  rsi,rcx
  2ac679:	cmp    rsi,QWORD PTR [rsp+0x40]
  2ac67e:	ja     2aeab2 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2bf2>
  2ac684:	shl    r10,0x6
  2ac688:	add    r10,QWORD PTR [rsp+0x80]
  2ac690:	mov    QWORD PTR [rsp+0x38],r10
  2ac695:	cmp    r8,0x6
  2ac699:	jne    2ac6af <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x7ef>
  2ac69b:	mov    QWORD PTR [rsp+0x58],rdi
  2ac6a0:	mov    QWORD PTR [rsp+0x60],rdi
  2ac6a5:	mov    r13,QWORD PTR [rsp+0x40]
  2ac6aa:	jmp    2ac75c <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x89c>
  2ac6af:	mov    rdx,r11
  2ac6b2:	mov    eax,DWORD PTR [r14+0x18]
  2ac6b6:	mul    rdx
  2ac6b9:	mov    rbx,QWORD PTR [rsp+0x70]
  2ac6be:	mov    r10,rax
  2ac6c1:	mov    rax,QWORD PTR [rsp+0x88]
  2ac6c9:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2ac6cf:	mov    rsi,r10
  2ac6d2:	add    rsi,r11
  2ac6d5:	cmovb  rsi,rcx
  2ac6d9:	cmp    rsi,QWORD PTR [rsp+0x40]
  2ac6de:	ja     2aeab2 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2bf2>
  2ac6e4:	shl    r10,0x6
  2ac6e8:	add    r10,QWORD PTR [rsp+0x80]
  2ac6f0:	cmp    r8,0x7
  2ac6f4:	mov    QWORD PTR [rsp+0x60],r10
  2ac6f9:	jne    2ac707 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x847>
  2ac6fb:	mov    QWORD PTR [rsp+0x58],rdi
  2ac700:	mov    r13,QWORD PTR [rsp+0x40]
  2ac705:	jmp    2ac75c <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x89c>
  2ac707:	mov    rdx,r11
  2ac70a:	mov    eax,DWORD PTR [r14+0x1c]
  2ac70e:	mov    r10,r11
  2ac711:	mul    rdx
  2ac714:	mov    rbx,QWORD PTR [rsp+0x70]
  2ac719:	mov    rdx,rax
  2ac71c:	mov    rax,QWORD PTR [rsp+0x88]
  2ac724:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2ac72a:	mov    rsi,rdx
  2ac72d:	add    rsi,r10
  2ac730:	cmovb  rsi,rcx
  2ac734:	mov    rcx,QWORD PTR [rsp+0x40]
  2ac739:	mov    r13,rcx
  2ac73c:	cmp    rsi,rcx
  2ac73f:	mov    rcx,rdx
  2ac742:	ja     2aeb01 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c41>
  2ac748:	shl    rcx,0x6
  2ac74c:	mov    r11,QWORD PTR [rsp+0x80]
  2ac754:	add    rcx,r11
  2ac757:	mov    QWORD PTR [rsp+0x58],rcx
  2ac75c:	mov    r10,QWORD PTR [rsp+0x50]
  2ac761:	mov    rsi,QWORD PTR [rsp+0x48]
  2ac766:	cs nop WORD PTR [rax+rax*1+0x0]
  2ac770:	vmovdqa64 zmm15,zmm2
  2ac776:	vmovdqa64 zmm14,zmm2
  2ac77c:	vmovdqa64 zmm13,zmm2
  2ac782:	vmovdqa64 zmm12,zmm2
  2ac788:	vmovdqa64 zmm11,zmm2
  2ac78e:	vmovdqa64 zmm10,zmm2
  2ac794:	vmovdqa64 zmm9,zmm2
  2ac79a:	vmovdqa64 zmm8,zmm2
  2ac7a0:	cmp    QWORD PTR [rsp+0x138],0x0
  2ac7a9:	mov    QWORD PTR [rsp+0x50],rdi
  2ac7ae:	mov    QWORD PTR [rsp+0x48],rsi
  2ac7b3:	mov    QWORD PTR [rsp+0x70],rbx
  2ac7b8:	mov    QWORD PTR [rsp+0x88],rax
  2ac7c0:	je     2aca47 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0xb87>
  2ac7c6:	vmovdqa64 zmm15,zmm2
  2ac7cc:	vmovdqa64 zmm14,zmm2
  2ac7d2:	vmovdqa64 zmm13,zmm2
  2ac7d8:	vmovdqa64 zmm12,zmm2
  2ac7de:	vmovdqa64 zmm11,zmm2
  2ac7e4:	vmovdqa64 zmm10,zmm2
  2ac7ea:	vmovdqa64 zmm9,zmm2
  2ac7f0:	vmovdqa64 zmm8,zmm2
  2ac7f6:	test   BYTE PTR [rsp+0x128],0x3
  2ac7fe:	je     2aca47 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0xb87>
  2ac804:	mov    rcx,QWORD PTR [rsp+0xa0]
  2ac80c:	mov    rdi,QWORD PTR [rdi+rcx*8]
  2ac810:	mov    rdx,QWORD PTR [rbx+rcx*8]
  2ac814:	mov    rax,QWORD PTR [rax+rcx*8]
  2ac818:	mov    r13,QWORD PTR [r10+rcx*8]
  2ac81c:	mov    r11,QWORD PTR [rsi+rcx*8]
  2ac820:	mov    rsi,QWORD PTR [rsp+0x38]
  2ac825:	mov    rsi,QWORD PTR [rsi+rcx*8]
  2ac829:	mov    QWORD PTR [rsp+0x130],rsi
  2ac831:	mov    rsi,QWORD PTR [rsp+0x60]
  2ac836:	mov    rbx,QWORD PTR [rsi+rcx*8]
  2ac83a:	mov    rsi,QWORD PTR [rsp+0x58]
  2ac83f:	mov    rsi,QWORD PTR [rsi+rcx*8]
  2ac843:	mov    QWORD PTR [rsp+0xa8],rdi
  2ac84b:	mov    rcx,QWORD PTR [rsp+0x100]
  2ac853:	ror    rdi,cl
  2ac856:	and    rdi,r9
  2ac859:	vpermb zmm8,zmm2,ZMMWORD PTR [r12+rdi*1]
  2ac860:	mov    QWORD PTR [rsp+0x108],rdx
  2ac868:	ror    rdx,cl
  2ac86b:	and    rdx,r9
  2ac86e:	vpermb zmm9,zmm2,ZMMWORD PTR [r12+rdx*1]
  2ac875:	mov    QWORD PTR [rsp+0x110],rax
  2ac87d:	ror    rax,cl
  2ac880:	and    rax,r9
  2ac883:	vpermb zmm10,zmm2,ZMMWORD PTR [r12+rax*1]
  2ac88a:	mov    QWORD PTR [rsp+0x118],r13
  2ac892:	ror    r13,cl
  2ac895:	and    r13,r9
  2ac898:	vpermb zmm11,zmm2,ZMMWORD PTR [r12+r13*1]
  2ac89f:	mov    QWORD PTR [rsp+0x98],r11
  2ac8a7:	mov    rdi,r11
  2ac8aa:	mov    r11,rbx
  2ac8ad:	mov    rbx,QWORD PTR [rsp+0x130]
  2ac8b5:	ror    rdi,cl
  2ac8b8:	and    rdi,r9
  2ac8bb:	vpermb zmm12,zmm2,ZMMWORD PTR [r12+rdi*1]
  2ac8c2:	mov    rdi,rbx
  2ac8c5:	ror    rdi,cl
  2ac8c8:	and    rdi,r9
  2ac8cb:	vpermb zmm13,zmm2,ZMMWORD PTR [r12+rdi*1]
  2ac8d2:	mov    rdi,r11
  2ac8d5:	ror    rdi,cl
  2ac8d8:	and    rdi,r9
  2ac8db:	vpermb zmm14,zmm2,ZMMWORD PTR [r12+rdi*1]
  2ac8e2:	mov    rdi,rsi
  2ac8e5:	ror    rdi,cl
  2ac8e8:	and    rdi,r9
  2ac8eb:	vpermb zmm15,zmm2,ZMMWORD PTR [r12+rdi*1]
  2ac8f2:	cmp    DWORD PTR [rsp+0xf8],0x0
  2ac8fa:	je     2aca38 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0xb78>
  2ac900:	mov    rdi,QWORD PTR [rsp+0xa8]
  2ac908:	mov    rcx,QWORD PTR [rsp+0xe8]
  2ac910:	ror    rdi,cl
  2ac913:	and    rdi,r9
  2ac916:	vpermb zmm8,zmm8,ZMMWORD PTR [r12+rdi*1]
  2ac91d:	mov    r13,QWORD PTR [rsp+0x108]
  2ac925:	mov    rdi,r13
  2ac928:	ror    rdi,cl
  2ac92b:	and    rdi,r9
  2ac92e:	vpermb zmm9,zmm9,ZMMWORD PTR [r12+rdi*1]
  2ac935:	mov    rax,QWORD PTR [rsp+0x110]
  2ac93d:	mov    rdi,rax
  2ac940:	ror    rdi,cl
  2ac943:	and    rdi,r9
  2ac946:	vpermb zmm10,zmm10,ZMMWORD PTR [r12+rdi*1]
  2ac94d:	mov    rdx,QWORD PTR [rsp+0x118]
  2ac955:	mov    rdi,rdx
  2ac958:	ror    rdi,cl
  2ac95b:	and    rdi,r9
  2ac95e:	vpermb zmm11,zmm11,ZMMWORD PTR [r12+rdi*1]
  2ac965:	mov    rdi,QWORD PTR [rsp+0x98]
  2ac96d:	ror    rdi,cl
  2ac970:	and    rdi,r9
  2ac973:	vpermb zmm12,zmm12,ZMMWORD PTR [r12+rdi*1]
  2ac97a:	mov    rdi,rbx
  2ac97d:	ror    rdi,cl
  2ac980:	and    rdi,r9
  2ac983:	vpermb zmm13,zmm13,ZMMWORD PTR [r12+rdi*1]
  2ac98a:	mov    rdi,r11
  2ac98d:	ror    rdi,cl
  2ac990:	and    rdi,r9
  2ac993:	vpermb zmm14,zmm14,ZMMWORD PTR [r12+rdi*1]
  2ac99a:	mov    rdi,rsi
  2ac99d:	ror    rdi,cl
  2ac9a0:	and    rdi,r9
  2ac9a3:	vpermb zmm15,zmm15,ZMMWORD PTR [r12+rdi*1]
  2ac9aa:	cmp    DWORD PTR [rsp+0xf0],0x0
  2ac9b2:	je     2aca38 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0xb78>
  2ac9b8:	mov    rcx,QWORD PTR [rsp+0xe0]
  2ac9c0:	mov    rdi,QWORD PTR [rsp+0xa8]
  2ac9c8:	ror    rdi,cl
  2ac9cb:	and    rdi,r9
  2ac9ce:	vpermb zmm8,zmm8,ZMMWORD PTR [r12+rdi*1]
  2ac9d5:	ror    r13,cl
  2ac9d8:	and    r13,r9
  2ac9db:	vpermb zmm9,zmm9,ZMMWORD PTR [r12+r13*1]
  2ac9e2:	ror    rax,cl
  2ac9e5:	and    rax,r9
  2ac9e8:	vpermb zmm10,zmm10,ZMMWORD PTR [r12+rax*1]
  2ac9ef:	ror    rdx,cl
  2ac9f2:	and    rdx,r9
  2ac9f5:	vpermb zmm11,zmm11,ZMMWORD PTR [r12+rdx*1]
  2ac9fc:	mov    rdx,QWORD PTR [rsp+0x98]
  2aca04:	ror    rdx,cl
  2aca07:	and    rdx,r9
  2aca0a:	vpermb zmm12,zmm12,ZMMWORD PTR [r12+rdx*1]
  2aca11:	ror    rbx,cl
  2aca14:	and    rbx,r9
  2aca17:	vpermb zmm13,zmm13,ZMMWORD PTR [r12+rbx*1]
  2aca1e:	ror    r11,cl
  2aca21:	and    r11,r9
  2aca24:	vpermb zmm14,zmm14,ZMMWORD PTR [r12+r11*1]
  2aca2b:	ror    rsi,cl
  2aca2e:	and    rsi,r9
  2aca31:	vpermb zmm15,zmm15,ZMMWORD PTR [r12+rsi*1]
  2aca38:	mov    rdi,QWORD PTR [rsp+0x50]
  2aca3d:	mov    rsi,QWORD PTR [rsp+0x48]
  2aca42:	mov    r13,QWORD PTR [rsp+0x40]
  2aca47:	mov    QWORD PTR [rsp+0x98],r8
  2aca4f:	cmp    QWORD PTR [rsp+0xa0],0x0
  2aca58:	mov    QWORD PTR [rsp+0x90],r14
  2aca60:	je     2accd0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0xe10>
  2aca66:	mov    rdx,QWORD PTR [rsp+0x120]
  2aca6e:	xchg   ax,ax
  2aca70:	mov    r11,QWORD PTR [rdi+rdx*8]
  2aca74:	mov    rax,QWORD PTR [rsp+0x70]
  2aca79:	mov    r14,QWORD PTR [rax+rdx*8]
  2aca7d:	mov    rax,QWORD PTR [rsp+0x88]
  2aca85:	mov    rbx,QWORD PTR [rax+rdx*8]
  2aca89:	mov    rdi,QWORD PTR [r10+rdx*8]
  2aca8d:	mov    r13,QWORD PTR [rsi+rdx*8]
  2aca91:	mov    rax,QWORD PTR [rsp+0x38]
  2aca96:	mov    r8,QWORD PTR [rax+rdx*8]
  2aca9a:	mov    rax,QWORD PTR [rsp+0x60]
  2aca9f:	mov    rcx,QWORD PTR [rax+rdx*8]
  2acaa3:	mov    rax,QWORD PTR [rsp+0x58]
  2acaa8:	mov    rsi,QWORD PTR [rax+rdx*8]
  2acaac:	mov    rax,r10
  2acaaf:	rorx   r10,r11,0x2a
  2acab5:	and    r10,r9
  2acab8:	vpermb zmm8,zmm8,ZMMWORD PTR [r12+r10*1]
  2acabf:	rorx   r10,r14,0x2a
  2acac5:	and    r10,r9
  2acac8:	vpermb zmm9,zmm9,ZMMWORD PTR [r12+r10*1]
  2acacf:	rorx   r10,rbx,0x2a
  2acad5:	and    r10,r9
  2acad8:	vpermb zmm10,zmm10,ZMMWORD PTR [r12+r10*1]
  2acadf:	rorx   r10,rdi,0x2a
  2acae5:	and    r10,r9
  2acae8:	vpermb zmm11,zmm11,ZMMWORD PTR [r12+r10*1]
  2acaef:	rorx   r10,r13,0x2a
  2acaf5:	and    r10,r9
  2acaf8:	vpermb zmm12,zmm12,ZMMWORD PTR [r12+r10*1]
  2acaff:	rorx   r10,r8,0x2a
  2acb05:	and    r10,r9
  2acb08:	vpermb zmm13,zmm13,ZMMWORD PTR [r12+r10*1]
  2acb0f:	rorx   r10,rcx,0x2a
  2acb15:	and    r10,r9
  2acb18:	vpermb zmm14,zmm14,ZMMWORD PTR [r12+r10*1]
  2acb1f:	rorx   r10,rsi,0x2a
  2acb25:	and    r10,r9
  2acb28:	vpermb zmm15,zmm15,ZMMWORD PTR [r12+r10*1]
  2acb2f:	rorx   r10,r11,0x1a
  2acb35:	and    r10,r9
  2acb38:	vpermb zmm8,zmm8,ZMMWORD PTR [r12+r10*1]
  2acb3f:	rorx   r10,r14,0x1a
  2acb45:	and    r10,r9
  2acb48:	vpermb zmm9,zmm9,ZMMWORD PTR [r12+r10*1]
  2acb4f:	rorx   r10,rbx,0x1a
  2acb55:	and    r10,r9
  2acb58:	vpermb zmm10,zmm10,ZMMWORD PTR [r12+r10*1]
  2acb5f:	rorx   r10,rdi,0x1a
  2acb65:	and    r10,r9
  2acb68:	vpermb zmm11,zmm11,ZMMWORD PTR [r12+r10*1]
  2acb6f:	rorx   r10,r13,0x1a
  2acb75:	and    r10,r9
  2acb78:	vpermb zmm12,zmm12,ZMMWORD PTR [r12+r10*1]
  2acb7f:	rorx   r10,r8,0x1a
  2acb85:	and    r10,r9
  2acb88:	vpermb zmm13,zmm13,ZMMWORD PTR [r12+r10*1]
  2acb8f:	rorx   r10,rcx,0x1a
  2acb95:	and    r10,r9
  2acb98:	vpermb zmm14,zmm14,ZMMWORD PTR [r12+r10*1]
  2acb9f:	rorx   r10,rsi,0x1a
  2acba5:	and    r10,r9
  2acba8:	vpermb zmm15,zmm15,ZMMWORD PTR [r12+r10*1]
  2acbaf:	rorx   r10,r11,0xa
  2acbb5:	and    r10,r9
  2acbb8:	vpermb zmm8,zmm8,ZMMWORD PTR [r12+r10*1]
  2acbbf:	rorx   r10,r14,0xa
  2acbc5:	and    r10,r9
  2acbc8:	vpermb zmm9,zmm9,ZMMWORD PTR [r12+r10*1]
  2acbcf:	rorx   r10,rbx,0xa
  2acbd5:	and    r10,r9
  2acbd8:	vpermb zmm10,zmm10,ZMMWORD PTR [r12+r10*1]
  2acbdf:	rorx   r10,rdi,0xa
  2acbe5:	and    r10,r9
  2acbe8:	vpermb zmm11,zmm11,ZMMWORD PTR [r12+r10*1]
  2acbef:	rorx   r10,r13,0xa
  2acbf5:	and    r10,r9
  2acbf8:	vpermb zmm12,zmm12,ZMMWORD PTR [r12+r10*1]
  2acbff:	rorx   r10,r8,0xa
  2acc05:	and    r10,r9
  2acc08:	vpermb zmm13,zmm13,ZMMWORD PTR [r12+r10*1]
  2acc0f:	rorx   r10,rcx,0xa
  2acc15:	and    r10,r9
  2acc18:	vpermb zmm14,zmm14,ZMMWORD PTR [r12+r10*1]
  2acc1f:	rorx   r10,rsi,0xa
  2acc25:	and    r10,r9
  2acc28:	vpermb zmm15,zmm15,ZMMWORD PTR [r12+r10*1]
  2acc2f:	mov    r10,rax
  2acc32:	and    r11,r15
  2acc35:	shl    r11,0x6
  2acc39:	vpermb zmm8,zmm8,ZMMWORD PTR [r12+r11*1]
  2acc40:	and    r14,r15
  2acc43:	shl    r14,0x6
  2acc47:	vpermb zmm9,zmm9,ZMMWORD PTR [r12+r14*1]
  2acc4e:	and    rbx,r15
  2acc51:	shl    rbx,0x6
  2acc55:	vpermb zmm10,zmm10,ZMMWORD PTR [r12+rbx*1]
  2acc5c:	and    rdi,r15
  2acc5f:	shl    rdi,0x6
  2acc63:	vpermb zmm11,zmm11,ZMMWORD PTR [r12+rdi*1]
  2acc6a:	mov    rdi,QWORD PTR [rsp+0x50]
  2acc6f:	and    r13,r15
  2acc72:	shl    r13,0x6
  2acc76:	vpermb zmm12,zmm12,ZMMWORD PTR [r12+r13*1]
  2acc7d:	and    r8,r15
  2acc80:	shl    r8,0x6
  2acc84:	vpermb zmm13,zmm13,ZMMWORD PTR [r12+r8*1]
  2acc8b:	and    rcx,r15
  2acc8e:	shl    rcx,0x6
  2acc92:	vpermb zmm14,zmm14,ZMMWORD PTR [r12+rcx*1]
  2acc99:	and    rsi,r15
  2acc9c:	shl    rsi,0x6
  2acca0:	vpermb zmm15,zmm15,ZMMWORD PTR [r12+rsi*1]
  2acca7:	mov    rsi,QWORD PTR [rsp+0x48]
  2accac:	add    rdx,0xffffffffffffffff
  2accb0:	jb     2aca70 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0xbb0>
  2accb6:	mov    r14,QWORD PTR [rsp+0x40]
  2accbb:	mov    rbx,QWORD PTR [rsp+0x78]
  2accc0:	mov    r13,QWORD PTR [rsp+0x68]
  2accc5:	cmp    rbx,r13
  2accc8:	ja     2acce6 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0xe26>
  2accca:	jmp    2aeb3e <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c7e>
  2acccf:	nop
  2accd0:	mov    r14,r13
  2accd3:	mov    rbx,QWORD PTR [rsp+0x78]
  2accd8:	mov    r13,QWORD PTR [rsp+0x68]
  2accdd:	cmp    rbx,r13
  2acce0:	jbe    2aeb3e <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c7e>
  2acce6:	vpermb zmm8,zmm8,zmm0
  2accec:	vpcmpneqb k0,zmm8,zmm1
  2accf3:	kmovq  rax,k0
  2accf8:	vpermb zmm8,zmm9,zmm0
  2accfe:	vpcmpneqb k0,zmm8,zmm1
  2acd05:	kmovq  rcx,k0
  2acd0a:	vpermb zmm8,zmm10,zmm0
  2acd10:	vpcmpneqb k0,zmm8,zmm1
  2acd17:	kmovq  rdx,k0
  2acd1c:	vpermb zmm8,zmm11,zmm0
  2acd22:	vpcmpneqb k0,zmm8,zmm1
  2acd29:	kmovq  rsi,k0
  2acd2e:	vpermb zmm8,zmm12,zmm0
  2acd34:	vpcmpneqb k0,zmm8,zmm1
  2acd3b:	kmovq  rdi,k0
  2acd40:	vpermb zmm8,zmm13,zmm0
  2acd46:	vpcmpneqb k0,zmm8,zmm1
  2acd4d:	kmovq  r8,k0
  2acd52:	vpermb zmm8,zmm14,zmm0
  2acd58:	vpcmpneqb k0,zmm8,zmm1
  2acd5f:	kmovq  r10,k0
  2acd64:	vpermb zmm8,zmm15,zmm0
  2acd6a:	vpcmpneqb k0,zmm8,zmm1
  2acd71:	kmovq  r11,k0
  2acd76:	vmovq  xmm8,r11
  2acd7b:	vmovq  xmm9,r10
  2acd80:	vpunpcklqdq xmm8,xmm9,xmm8
  2acd85:	vmovq  xmm9,r8
  2acd8a:	vmovq  xmm10,rdi
  2acd8f:	vpunpcklqdq xmm9,xmm10,xmm9
  2acd94:	vinserti128 ymm8,ymm9,xmm8,0x1
  2acd9a:	vmovq  xmm9,rsi
  2acd9f:	vmovq  xmm10,rdx
  2acda4:	vpunpcklqdq xmm9,xmm10,xmm9
  2acda9:	vmovq  xmm10,rcx
  2acdae:	vmovq  xmm11,rax
  2acdb3:	vpunpcklqdq xmm10,xmm11,xmm10
  2acdb8:	vinserti128 ymm9,ymm10,xmm9,0x1
  2acdbe:	vinserti64x4 zmm8,zmm9,ymm8,0x1
  2acdc5:	vpsllq zmm9,zmm8,0x20
  2acdcc:	vpternlogq zmm9,zmm8,zmm3,0xe8
  2acdd3:	vpopcntb zmm8,zmm8
  2acdd9:	vmovdqa64 zmm10,zmm5
  2acddf:	vpdpbusd zmm10,zmm8,zmm4
  2acde5:	vpopcntb zmm8,zmm9
  2acdeb:	vpdpbusd zmm10,zmm8,zmm7
  2acdf1:	vprolq zmm8,zmm10,0x20
  2acdf8:	vpaddd zmm8,zmm10,zmm8
  2acdfe:	vpshldd zmm8,zmm8,zmm6,0x10
  2ace05:	mov    rax,QWORD PTR [rsp+0x30]
  2ace0a:	vpextrd DWORD PTR [rax+r13*4],xmm8,0x1
  2ace11:	mov    rdx,QWORD PTR [rsp+0x98]
  2ace19:	cmp    rdx,0x1
  2ace1d:	mov    r11,QWORD PTR [rsp+0x80]
  2ace25:	mov    r13,r14
  2ace28:	mov    r14,QWORD PTR [rsp+0x90]
  2ace30:	je     2ac410 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x550>
  2ace36:	mov    ecx,DWORD PTR [r14+0x4]
  2ace3a:	cmp    rbx,rcx
  2ace3d:	jbe    2aeb39 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c79>
  2ace43:	mov    rax,QWORD PTR [rsp+0x30]
  2ace48:	vpextrd DWORD PTR [rax+rcx*4],xmm8,0x3
  2ace4f:	cmp    rdx,0x2
  2ace53:	je     2ac410 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x550>
  2ace59:	mov    ecx,DWORD PTR [r14+0x8]
  2ace5d:	cmp    rbx,rcx
  2ace60:	jbe    2aeb39 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c79>
  2ace66:	vextracti128 xmm9,ymm8,0x1
  2ace6c:	mov    rax,QWORD PTR [rsp+0x30]
  2ace71:	vpextrd DWORD PTR [rax+rcx*4],xmm9,0x1
  2ace78:	cmp    rdx,0x3
  2ace7c:	je     2ac410 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x550>
  2ace82:	mov    ecx,DWORD PTR [r14+0xc]
  2ace86:	cmp    rbx,rcx
  2ace89:	jbe    2aeb39 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c79>
  2ace8f:	vextracti128 xmm9,ymm8,0x1
  2ace95:	mov    rax,QWORD PTR [rsp+0x30]
  2ace9a:	vpextrd DWORD PTR [rax+rcx*4],xmm9,0x3
  2acea1:	cmp    rdx,0x4
  2acea5:	je     2ac410 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x550>
  2aceab:	mov    ecx,DWORD PTR [r14+0x10]
  2aceaf:	cmp    rbx,rcx
  2aceb2:	jbe    2aeb39 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c79>
  2aceb8:	vextracti32x4 xmm9,zmm8,0x2
  2acebf:	mov    rax,QWORD PTR [rsp+0x30]
  2acec4:	vpextrd DWORD PTR [rax+rcx*4],xmm9,0x1
  2acecb:	cmp    rdx,0x5
  2acecf:	je     2ac410 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x550>
  2aced5:	mov    ecx,DWORD PTR [r14+0x14]
  2aced9:	cmp    rbx,rcx
  2acedc:	jbe    2aeb39 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c79>
  2acee2:	mov    rax,QWORD PTR [rsp+0x30]
  2acee7:	vpextrd DWORD PTR [rax+rcx*4],xmm9,0x3
  2aceee:	cmp    rdx,0x6
  2acef2:	je     2ac410 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x550>
  2acef8:	mov    ecx,DWORD PTR [r14+0x18]
  2acefc:	cmp    rbx,rcx
  2aceff:	jbe    2aeb39 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c79>
  2acf05:	vextracti32x4 xmm8,zmm8,0x3
  2acf0c:	mov    rax,QWORD PTR [rsp+0x30]
  2acf11:	vpextrd DWORD PTR [rax+rcx*4],xmm8,0x1
  2acf18:	cmp    rdx,0x7
  2acf1c:	je     2ac410 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x550>
  2acf22:	mov    ecx,DWORD PTR [r14+0x1c]
  2acf26:	cmp    rbx,rcx
  2acf29:	jbe    2aeb39 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c79>
  2acf2f:	mov    rax,QWORD PTR [rsp+0x30]
  2acf34:	vpextrd DWORD PTR [rax+rcx*4],xmm8,0x3
  2acf3b:	jmp    2ac410 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x550>
  2acf40:	mov    r12d,0x4
  2acf46:	mov    rcx,QWORD PTR [rsp+0x200]
  2acf4e:	mov    rax,QWORD PTR [rsp+0x208]
  2acf56:	lea    rdx,[rcx+0x2]
  2acf5a:	cmp    rdx,rax
  2acf5d:	jbe    2acf72 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x10b2>
  2acf5f:	mov    r8,QWORD PTR [rsp+0x78]
  2acf64:	cmp    rcx,rax
  2acf67:	jb     2ad0d7 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1217>
  2acf6d:	jmp    2ad6b4 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x17f4>
  2acf72:	vmovdqa64 zmm0,ZMMWORD PTR [rsp+0x180]
  2acf7a:	vmovdqa64 zmm1,ZMMWORD PTR [rsp+0x1c0]
  2acf82:	mov    rdx,QWORD PTR [rsp+0x38]
  2acf87:	vpbroadcastq zmm2,QWORD PTR [rdx+0xa0]
  2acf8e:	vpbroadcastq zmm3,QWORD PTR [rdx+0x88]
  2acf95:	vpbroadcastq zmm4,QWORD PTR [rdx+0x98]
  2acf9c:	vpbroadcastq zmm5,QWORD PTR [rdx+0xa8]
  2acfa3:	vpbroadcastq zmm6,QWORD PTR [rdx+0x80]
  2acfaa:	vpbroadcastq zmm7,QWORD PTR [rdx+0x90]
  2acfb1:	mov    dx,0xaaaa
  2acfb5:	kmovd  k1,edx
  2acfb9:	vpbroadcastd zmm8,DWORD PTR [rip+0xffffffffffd99959]        # 4691c <anon.74d9173fa936bc4ad9211e0eaa8ac3bc.9.llvm.4715180366670976963+0x20>
  2acfc3:	mov    r8,QWORD PTR [rsp+0x78]
  2acfc8:	nop    DWORD PTR [rax+rax*1+0x0]
  2acfd0:	mov    rdx,rcx
  2acfd3:	inc    ecx
  2acfd5:	and    ecx,0x1f
  2acfd8:	mov    esi,edx
  2acfda:	and    esi,0x1f
  2acfdd:	shl    esi,0x6
  2acfe0:	shl    ecx,0x6
  2acfe3:	vmovdqa64 zmm9,ZMMWORD PTR [rsp+rsi*1+0x240]
  2acfeb:	vpsllq zmm10,zmm9,0x20
  2acff2:	vpternlogq zmm10,zmm9,zmm2,0xe8
  2acff9:	vpopcntb zmm9,zmm9
  2acfff:	vpxor  xmm11,xmm11,xmm11
  2ad004:	vpopcntb zmm10,zmm10
  2ad00a:	vpdpbusd zmm11,zmm9,zmm3
  2ad010:	vpdpbusd zmm11,zmm10,zmm4
  2ad016:	vmovdqa64 zmm12,ZMMWORD PTR [rsp+rcx*1+0x240]
  2ad01e:	vpslld zmm11,zmm11,0x7
  2ad025:	vpsllq zmm13,zmm12,0x20
  2ad02c:	vpternlogq zmm13,zmm12,zmm2,0xe8
  2ad033:	vpopcntb zmm12,zmm12
  2ad039:	vpaddd zmm11,zmm11,zmm5
  2ad03f:	vpopcntb zmm13,zmm13
  2ad045:	vpxor  xmm14,xmm14,xmm14
  2ad04a:	vpdpbusd zmm14,zmm12,zmm3
  2ad050:	vpdpbusd zmm11,zmm9,zmm6
  2ad056:	vpdpbusd zmm14,zmm13,zmm4
  2ad05c:	vpslld zmm9,zmm14,0x7
  2ad063:	vpaddd zmm9,zmm9,zmm5
  2ad069:	vpdpbusd zmm11,zmm10,zmm7
  2ad06f:	vpdpbusd zmm9,zmm12,zmm6
  2ad075:	vpdpbusd zmm9,zmm13,zmm7
  2ad07b:	vpblendmd zmm10{k1},zmm11,zmm9
  2ad081:	vpshldq zmm9,zmm9,zmm11,0x20
  2ad088:	vpaddd zmm9,zmm10,zmm9
  2ad08e:	vpshldd zmm9,zmm9,zmm1,0x10
  2ad095:	vpminud zmm0,zmm0,zmm9
  2ad09b:	vpaddd zmm1,zmm1,zmm8
  2ad0a1:	lea    rcx,[rdx+0x2]
  2ad0a5:	add    rdx,0x4
  2ad0a9:	cmp    rdx,rax
  2ad0ac:	jbe    2acfd0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1110>
  2ad0b2:	vmovdqa64 ZMMWORD PTR [rsp+0x1c0],zmm1
  2ad0ba:	vmovdqa64 ZMMWORD PTR [rsp+0x180],zmm0
  2ad0c2:	mov    QWORD PTR [rsp+0x200],rcx
  2ad0ca:	lea    rdx,[rcx+0x2]
  2ad0ce:	cmp    rcx,rax
  2ad0d1:	jae    2ad6b4 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x17f4>
  2ad0d7:	and    ecx,0x1f
  2ad0da:	shl    ecx,0x6
  2ad0dd:	vmovdqa64 zmm0,ZMMWORD PTR [rsp+rcx*1+0x240]
  2ad0e5:	vpsllq zmm1,zmm0,0x20
  2ad0ec:	mov    rax,QWORD PTR [rsp+0x38]
  2ad0f1:	vpternlogq zmm1,zmm0,QWORD BCST [rax+0xa0],0xe8
  2ad0f9:	vpopcntb zmm0,zmm0
  2ad0ff:	vpopcntb zmm1,zmm1
  2ad105:	vpbroadcastq zmm2,QWORD PTR [rax+0x88]
  2ad10c:	vpxor  xmm3,xmm3,xmm3
  2ad110:	vpdpbusd zmm3,zmm0,zmm2
  2ad116:	vpbroadcastq zmm2,QWORD PTR [rax+0x98]
  2ad11d:	vpdpbusd zmm3,zmm1,zmm2
  2ad123:	vpslld zmm2,zmm3,0x7
  2ad12a:	vpbroadcastq zmm3,QWORD PTR [rax+0xa8]
  2ad131:	vpbroadcastq zmm4,QWORD PTR [rax+0x80]
  2ad138:	vpaddd zmm2,zmm2,zmm3
  2ad13e:	vpdpbusd zmm2,zmm0,zmm4
  2ad144:	vpbroadcastq zmm0,QWORD PTR [rax+0x90]
  2ad14b:	vmovdqa64 zmm3,ZMMWORD PTR [rsp+0x1c0]
  2ad153:	vpdpbusd zmm2,zmm1,zmm0
  2ad159:	vprolq zmm0,zmm2,0x20
  2ad160:	vpaddd zmm0,zmm2,zmm0
  2ad166:	vpshldd zmm0,zmm0,zmm3,0x10
  2ad16d:	vpminud zmm0,zmm0,ZMMWORD PTR [rsp+0x180]
  2ad175:	vmovdqa64 ZMMWORD PTR [rsp+0x180],zmm0
  2ad17d:	vpaddd zmm1,zmm3,DWORD BCST [rip+0xffffffffffd99795]        # 4691c <anon.74d9173fa936bc4ad9211e0eaa8ac3bc.9.llvm.4715180366670976963+0x20>
  2ad187:	vmovdqa64 ZMMWORD PTR [rsp+0x1c0],zmm1
  2ad18f:	mov    QWORD PTR [rsp+0x200],rdx
  2ad197:	test   r15,r15
  2ad19a:	jne    2ad895 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x19d5>
  2ad1a0:	jmp    2ad9c5 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b05>
  2ad1a5:	mov    eax,0x4
  2ad1aa:	xor    ecx,ecx
  2ad1ac:	lea    r13,[rip+0xffffffffffff987d]        # 2a6a30 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h35a4b090c108c94dE>
  2ad1b3:	mov    rdx,r12
  2ad1b6:	jmp    2ad65d <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x179d>
  2ad1bb:	nop    DWORD PTR [rax+rax*1+0x0]
  2ad1c0:	cmp    r14,0x3
  2ad1c4:	lea    rdx,[rip+0xffffffffffffcc05]        # 2a9dd0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha9aecab37d174664E>
  2ad1cb:	cmovb  r10,rdx
  2ad1cf:	mov    QWORD PTR [rsp+0xc0],rax
  2ad1d7:	mov    QWORD PTR [rsp+0xc8],rcx
  2ad1df:	mov    QWORD PTR [rsp+0xd0],r12
  2ad1e7:	mov    QWORD PTR [rsp+0xd8],r15
  2ad1ef:	mov    rax,QWORD PTR [rbx+0x20]
  2ad1f3:	mov    QWORD PTR [rsp+0x160],rax
  2ad1fb:	vmovups ymm0,YMMWORD PTR [rbx]
  2ad1ff:	vmovaps YMMWORD PTR [rsp+0x140],ymm0
  2ad208:	mov    rdi,QWORD PTR [rsp+0x38]
  2ad20d:	lea    rsi,[rsp+0x140]
  2ad215:	lea    rdx,[rsp+0xc0]
  2ad21d:	lea    rcx,[rsp+0x180]
  2ad225:	lea    r8,[rsp+0x240]
  2ad22d:	lea    r9,[rsp+0xa40]
  2ad235:	push   QWORD PTR [rsp+0x78]
  2ad239:	push   QWORD PTR [rsp+0x38]
  2ad23d:	vzeroupper
  2ad240:	call   r10
  2ad243:	add    rsp,0x10
  2ad247:	vmovaps zmm0,ZMMWORD PTR [rsp+0xa40]
  2ad24f:	vmovaps zmm1,ZMMWORD PTR [rsp+0xa80]
  2ad257:	vmovaps zmm2,ZMMWORD PTR [rsp+0x240]
  2ad25f:	vmovaps zmm3,ZMMWORD PTR [rsp+0x280]
  2ad267:	vmovdqa64 zmm4,ZMMWORD PTR [rsp+0x2c0]
  2ad26f:	vmovdqa64 zmm5,ZMMWORD PTR [rsp+0x300]
  2ad277:	vmovaps ZMMWORD PTR [rsp+0x240],zmm0
  2ad27f:	vmovaps ZMMWORD PTR [rsp+0x280],zmm1
  2ad287:	vmovaps ZMMWORD PTR [rsp+0xa40],zmm2
  2ad28f:	vmovaps ZMMWORD PTR [rsp+0xa80],zmm3
  2ad297:	vmovaps zmm0,ZMMWORD PTR [rsp+0xac0]
  2ad29f:	vmovaps zmm1,ZMMWORD PTR [rsp+0xb00]
  2ad2a7:	vmovaps ZMMWORD PTR [rsp+0x2c0],zmm0
  2ad2af:	vmovaps ZMMWORD PTR [rsp+0x300],zmm1
  2ad2b7:	vmovdqa64 ZMMWORD PTR [rsp+0xac0],zmm4
  2ad2bf:	vmovdqa64 ZMMWORD PTR [rsp+0xb00],zmm5
  2ad2c7:	vmovaps zmm0,ZMMWORD PTR [rsp+0x340]
  2ad2cf:	vmovaps zmm1,ZMMWORD PTR [rsp+0x380]
  2ad2d7:	vmovaps zmm2,ZMMWORD PTR [rsp+0xb40]
  2ad2df:	vmovaps zmm3,ZMMWORD PTR [rsp+0xb80]
  2ad2e7:	vmovaps ZMMWORD PTR [rsp+0x340],zmm2
  2ad2ef:	vmovaps ZMMWORD PTR [rsp+0x380],zmm3
  2ad2f7:	vmovaps ZMMWORD PTR [rsp+0xb40],zmm0
  2ad2ff:	vmovaps ZMMWORD PTR [rsp+0xb80],zmm1
  2ad307:	vmovaps zmm0,ZMMWORD PTR [rsp+0x3c0]
  2ad30f:	vmovaps zmm1,ZMMWORD PTR [rsp+0x400]
  2ad317:	vmovaps zmm2,ZMMWORD PTR [rsp+0xbc0]
  2ad31f:	vmovaps zmm3,ZMMWORD PTR [rsp+0xc00]
  2ad327:	vmovaps ZMMWORD PTR [rsp+0x3c0],zmm2
  2ad32f:	vmovaps ZMMWORD PTR [rsp+0x400],zmm3
  2ad337:	vmovaps ZMMWORD PTR [rsp+0xbc0],zmm0
  2ad33f:	vmovaps ZMMWORD PTR [rsp+0xc00],zmm1
  2ad347:	vmovaps zmm0,ZMMWORD PTR [rsp+0x440]
  2ad34f:	vmovaps zmm1,ZMMWORD PTR [rsp+0x480]
  2ad357:	vmovaps zmm2,ZMMWORD PTR [rsp+0xc40]
  2ad35f:	vmovaps zmm3,ZMMWORD PTR [rsp+0xc80]
  2ad367:	vmovaps ZMMWORD PTR [rsp+0x440],zmm2
  2ad36f:	vmovaps ZMMWORD PTR [rsp+0x480],zmm3
  2ad377:	vmovaps ZMMWORD PTR [rsp+0xc40],zmm0
  2ad37f:	vmovaps ZMMWORD PTR [rsp+0xc80],zmm1
  2ad387:	vmovaps zmm0,ZMMWORD PTR [rsp+0x4c0]
  2ad38f:	vmovaps zmm1,ZMMWORD PTR [rsp+0x500]
  2ad397:	vmovaps zmm2,ZMMWORD PTR [rsp+0xcc0]
  2ad39f:	vmovaps zmm3,ZMMWORD PTR [rsp+0xd00]
  2ad3a7:	vmovaps ZMMWORD PTR [rsp+0x4c0],zmm2
  2ad3af:	vmovaps ZMMWORD PTR [rsp+0x500],zmm3
  2ad3b7:	vmovaps ZMMWORD PTR [rsp+0xcc0],zmm0
  2ad3bf:	vmovaps ZMMWORD PTR [rsp+0xd00],zmm1
  2ad3c7:	vmovaps zmm0,ZMMWORD PTR [rsp+0x540]
  2ad3cf:	vmovaps zmm1,ZMMWORD PTR [rsp+0x580]
  2ad3d7:	vmovaps zmm2,ZMMWORD PTR [rsp+0xd40]
  2ad3df:	vmovaps zmm3,ZMMWORD PTR [rsp+0xd80]
  2ad3e7:	vmovaps ZMMWORD PTR [rsp+0x540],zmm2
  2ad3ef:	vmovaps ZMMWORD PTR [rsp+0x580],zmm3
  2ad3f7:	vmovaps ZMMWORD PTR [rsp+0xd40],zmm0
  2ad3ff:	vmovaps ZMMWORD PTR [rsp+0xd80],zmm1
  2ad407:	vmovaps zmm0,ZMMWORD PTR [rsp+0x5c0]
  2ad40f:	vmovaps zmm1,ZMMWORD PTR [rsp+0x600]
  2ad417:	vmovaps zmm2,ZMMWORD PTR [rsp+0xdc0]
  2ad41f:	vmovaps zmm3,ZMMWORD PTR [rsp+0xe00]
  2ad427:	vmovaps ZMMWORD PTR [rsp+0x5c0],zmm2
  2ad42f:	vmovaps ZMMWORD PTR [rsp+0x600],zmm3
  2ad437:	vmovaps ZMMWORD PTR [rsp+0xdc0],zmm0
  2ad43f:	vmovaps ZMMWORD PTR [rsp+0xe00],zmm1
  2ad447:	vmovaps zmm0,ZMMWORD PTR [rsp+0x640]
  2ad44f:	vmovaps zmm1,ZMMWORD PTR [rsp+0x680]
  2ad457:	vmovaps zmm2,ZMMWORD PTR [rsp+0xe40]
  2ad45f:	vmovaps zmm3,ZMMWORD PTR [rsp+0xe80]
  2ad467:	vmovaps ZMMWORD PTR [rsp+0x640],zmm2
  2ad46f:	vmovaps ZMMWORD PTR [rsp+0x680],zmm3
  2ad477:	vmovaps ZMMWORD PTR [rsp+0xe40],zmm0
  2ad47f:	vmovaps ZMMWORD PTR [rsp+0xe80],zmm1
  2ad487:	vmovaps zmm0,ZMMWORD PTR [rsp+0x6c0]
  2ad48f:	vmovaps zmm1,ZMMWORD PTR [rsp+0x700]
  2ad497:	vmovaps zmm2,ZMMWORD PTR [rsp+0xec0]
  2ad49f:	vmovaps zmm3,ZMMWORD PTR [rsp+0xf00]
  2ad4a7:	vmovaps ZMMWORD PTR [rsp+0x6c0],zmm2
  2ad4af:	vmovaps ZMMWORD PTR [rsp+0x700],zmm3
  2ad4b7:	vmovaps ZMMWORD PTR [rsp+0xec0],zmm0
  2ad4bf:	vmovaps ZMMWORD PTR [rsp+0xf00],zmm1
  2ad4c7:	vmovaps zmm0,ZMMWORD PTR [rsp+0x740]
  2ad4cf:	vmovaps zmm1,ZMMWORD PTR [rsp+0x780]
  2ad4d7:	vmovaps zmm2,ZMMWORD PTR [rsp+0xf40]
  2ad4df:	vmovaps zmm3,ZMMWORD PTR [rsp+0xf80]
  2ad4e7:	vmovaps ZMMWORD PTR [rsp+0x740],zmm2
  2ad4ef:	vmovaps ZMMWORD PTR [rsp+0x780],zmm3
  2ad4f7:	vmovaps ZMMWORD PTR [rsp+0xf40],zmm0
  2ad4ff:	vmovaps ZMMWORD PTR [rsp+0xf80],zmm1
  2ad507:	vmovaps zmm0,ZMMWORD PTR [rsp+0x7c0]
  2ad50f:	vmovaps zmm1,ZMMWORD PTR [rsp+0x800]
  2ad517:	vmovaps zmm2,ZMMWORD PTR [rsp+0xfc0]
  2ad51f:	vmovaps zmm3,ZMMWORD PTR [rsp+0x1000]
  2ad527:	vmovaps ZMMWORD PTR [rsp+0x7c0],zmm2
  2ad52f:	vmovaps ZMMWORD PTR [rsp+0x800],zmm3
  2ad537:	vmovaps ZMMWORD PTR [rsp+0xfc0],zmm0
  2ad53f:	vmovaps ZMMWORD PTR [rsp+0x1000],zmm1
  2ad547:	vmovaps zmm0,ZMMWORD PTR [rsp+0x840]
  2ad54f:	vmovaps zmm1,ZMMWORD PTR [rsp+0x880]
  2ad557:	vmovaps zmm2,ZMMWORD PTR [rsp+0x1040]
  2ad55f:	vmovaps zmm3,ZMMWORD PTR [rsp+0x1080]
  2ad567:	vmovaps ZMMWORD PTR [rsp+0x840],zmm2
  2ad56f:	vmovaps ZMMWORD PTR [rsp+0x880],zmm3
  2ad577:	vmovaps ZMMWORD PTR [rsp+0x1040],zmm0
  2ad57f:	vmovaps ZMMWORD PTR [rsp+0x1080],zmm1
  2ad587:	vmovaps zmm0,ZMMWORD PTR [rsp+0x8c0]
  2ad58f:	vmovaps zmm1,ZMMWORD PTR [rsp+0x900]
  2ad597:	vmovaps zmm2,ZMMWORD PTR [rsp+0x10c0]
  2ad59f:	vmovaps zmm3,ZMMWORD PTR [rsp+0x1100]
  2ad5a7:	vmovaps ZMMWORD PTR [rsp+0x8c0],zmm2
  2ad5af:	vmovaps ZMMWORD PTR [rsp+0x900],zmm3
  2ad5b7:	vmovaps ZMMWORD PTR [rsp+0x10c0],zmm0
  2ad5bf:	vmovaps ZMMWORD PTR [rsp+0x1100],zmm1
  2ad5c7:	vmovaps zmm0,ZMMWORD PTR [rsp+0x940]
  2ad5cf:	vmovaps zmm1,ZMMWORD PTR [rsp+0x980]
  2ad5d7:	vmovaps zmm2,ZMMWORD PTR [rsp+0x1140]
  2ad5df:	vmovaps zmm3,ZMMWORD PTR [rsp+0x1180]
  2ad5e7:	vmovaps ZMMWORD PTR [rsp+0x940],zmm2
  2ad5ef:	vmovaps ZMMWORD PTR [rsp+0x980],zmm3
  2ad5f7:	vmovaps ZMMWORD PTR [rsp+0x1140],zmm0
  2ad5ff:	vmovaps ZMMWORD PTR [rsp+0x1180],zmm1
  2ad607:	vmovdqa64 zmm0,ZMMWORD PTR [rsp+0x9c0]
  2ad60f:	vmovdqa64 zmm1,ZMMWORD PTR [rsp+0xa00]
  2ad617:	vmovdqa64 zmm2,ZMMWORD PTR [rsp+0x11c0]
  2ad61f:	vmovdqa64 zmm3,ZMMWORD PTR [rsp+0x1200]
  2ad627:	vmovdqa64 ZMMWORD PTR [rsp+0x9c0],zmm2
  2ad62f:	vmovdqa64 ZMMWORD PTR [rsp+0xa00],zmm3
  2ad637:	vmovdqa64 ZMMWORD PTR [rsp+0x11c0],zmm0
  2ad63f:	vmovdqa64 ZMMWORD PTR [rsp+0x1200],zmm1
  2ad647:	mov    eax,r15d
  2ad64a:	lea    rdx,[r12+rax*4]
  2ad64e:	mov    rax,r12
  2ad651:	mov    rcx,r15
  2ad654:	sub    r14,r15
  2ad657:	je     2acf46 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1086>
  2ad65d:	mov    r12,rdx
  2ad660:	cmp    r14,0x8
  2ad664:	mov    r15d,0x8
  2ad66a:	cmovb  r15,r14
  2ad66e:	mov    r10,r13
  2ad671:	cmp    r14,0x5
  2ad675:	jb     2ad1c0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1300>
  2ad67b:	lea    r10,[rip+0xffffffffffffb11e]        # 2a87a0 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17ha0dd10bd29174fccE>
  2ad682:	jmp    2ad1c0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1300>
  2ad687:	mov    r12d,0x4
  2ad68d:	mov    rcx,QWORD PTR [rsp+0x200]
  2ad695:	mov    rax,QWORD PTR [rsp+0x208]
  2ad69d:	lea    rdx,[rcx+0x2]
  2ad6a1:	cmp    rdx,rax
  2ad6a4:	jbe    2ad6ca <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x180a>
  2ad6a6:	mov    r8,QWORD PTR [rsp+0x78]
  2ad6ab:	cmp    rcx,rax
  2ad6ae:	jb     2ad7f7 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1937>
  2ad6b4:	vmovdqa64 zmm0,ZMMWORD PTR [rsp+0x180]
  2ad6bc:	test   r15,r15
  2ad6bf:	jne    2ad895 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x19d5>
  2ad6c5:	jmp    2ad9c5 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b05>
  2ad6ca:	vmovdqa64 zmm0,ZMMWORD PTR [rsp+0x180]
  2ad6d2:	vmovdqa64 zmm1,ZMMWORD PTR [rsp+0x1c0]
  2ad6da:	mov    rdx,QWORD PTR [rsp+0x38]
  2ad6df:	vpbroadcastq zmm2,QWORD PTR [rdx+0xa0]
  2ad6e6:	vpbroadcastq zmm3,QWORD PTR [rdx+0x80]
  2ad6ed:	vpbroadcastq zmm4,QWORD PTR [rdx+0xa8]
  2ad6f4:	vpbroadcastq zmm5,QWORD PTR [rdx+0x90]
  2ad6fb:	mov    dx,0xaaaa
  2ad6ff:	kmovd  k1,edx
  2ad703:	vpbroadcastd zmm6,DWORD PTR [rip+0xffffffffffd9920f]        # 4691c <anon.74d9173fa936bc4ad9211e0eaa8ac3bc.9.llvm.4715180366670976963+0x20>
  2ad70d:	mov    r8,QWORD PTR [rsp+0x78]
  2ad712:	data16 data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2ad720:	mov    rdx,rcx
  2ad723:	inc    ecx
  2ad725:	and    ecx,0x1f
  2ad728:	mov    esi,edx
  2ad72a:	and    esi,0x1f
  2ad72d:	shl    esi,0x6
  2ad730:	shl    ecx,0x6
  2ad733:	vmovdqa64 zmm7,ZMMWORD PTR [rsp+rsi*1+0x240]
  2ad73b:	vpsllq zmm8,zmm7,0x20
  2ad742:	vpternlogq zmm8,zmm7,zmm2,0xe8
  2ad749:	vpopcntb zmm7,zmm7
  2ad74f:	vpopcntb zmm8,zmm8
  2ad755:	vmovdqa64 zmm9,zmm4
  2ad75b:	vpdpbusd zmm9,zmm7,zmm3
  2ad761:	vpdpbusd zmm9,zmm8,zmm5
  2ad767:	vmovdqa64 zmm7,ZMMWORD PTR [rsp+rcx*1+0x240]
  2ad76f:	vpsllq zmm8,zmm7,0x20
  2ad776:	vpternlogq zmm8,zmm7,zmm2,0xe8
  2ad77d:	vpopcntb zmm7,zmm7
  2ad783:	vpopcntb zmm8,zmm8
  2ad789:	vmovdqa64 zmm10,zmm4
  2ad78f:	vpdpbusd zmm10,zmm7,zmm3
  2ad795:	vpdpbusd zmm10,zmm8,zmm5
  2ad79b:	vpblendmd zmm7{k1},zmm9,zmm10
  2ad7a1:	vpshldq zmm8,zmm10,zmm9,0x20
  2ad7a8:	vpaddd zmm7,zmm7,zmm8
  2ad7ae:	vpshldd zmm7,zmm7,zmm1,0x10
  2ad7b5:	vpminud zmm0,zmm0,zmm7
  2ad7bb:	vpaddd zmm1,zmm1,zmm6
  2ad7c1:	lea    rcx,[rdx+0x2]
  2ad7c5:	add    rdx,0x4
  2ad7c9:	cmp    rdx,rax
  2ad7cc:	jbe    2ad720 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1860>
  2ad7d2:	vmovdqa64 ZMMWORD PTR [rsp+0x1c0],zmm1
  2ad7da:	vmovdqa64 ZMMWORD PTR [rsp+0x180],zmm0
  2ad7e2:	mov    QWORD PTR [rsp+0x200],rcx
  2ad7ea:	lea    rdx,[rcx+0x2]
  2ad7ee:	cmp    rcx,rax
  2ad7f1:	jae    2ad6b4 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x17f4>
  2ad7f7:	and    ecx,0x1f
  2ad7fa:	shl    ecx,0x6
  2ad7fd:	vmovdqa64 zmm1,ZMMWORD PTR [rsp+0x1c0]
  2ad805:	vmovdqa64 zmm0,ZMMWORD PTR [rsp+rcx*1+0x240]
  2ad80d:	vpsllq zmm2,zmm0,0x20
  2ad814:	mov    rax,QWORD PTR [rsp+0x38]
  2ad819:	vpternlogq zmm2,zmm0,QWORD BCST [rax+0xa0],0xe8
  2ad821:	vpbroadcastq zmm3,QWORD PTR [rax+0x80]
  2ad828:	vpbroadcastq zmm4,QWORD PTR [rax+0xa8]
  2ad82f:	vpopcntb zmm0,zmm0
  2ad835:	vpdpbusd zmm4,zmm0,zmm3
  2ad83b:	vpbroadcastq zmm0,QWORD PTR [rax+0x90]
  2ad842:	vpopcntb zmm2,zmm2
  2ad848:	vpdpbusd zmm4,zmm2,zmm0
  2ad84e:	vprolq zmm0,zmm4,0x20
  2ad855:	vpaddd zmm0,zmm4,zmm0
  2ad85b:	vpshldd zmm0,zmm0,zmm1,0x10
  2ad862:	vpminud zmm0,zmm0,ZMMWORD PTR [rsp+0x180]
  2ad86a:	vmovdqa64 ZMMWORD PTR [rsp+0x180],zmm0
  2ad872:	vpaddd zmm1,zmm1,DWORD BCST [rip+0xffffffffffd990a0]        # 4691c <anon.74d9173fa936bc4ad9211e0eaa8ac3bc.9.llvm.4715180366670976963+0x20>
  2ad87c:	vmovdqa64 ZMMWORD PTR [rsp+0x1c0],zmm1
  2ad884:	mov    QWORD PTR [rsp+0x200],rdx
  2ad88c:	test   r15,r15
  2ad88f:	je     2ad9c5 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b05>
  2ad895:	mov    edi,DWORD PTR [r12]
  2ad899:	cmp    r8,rdi
  2ad89c:	jbe    2aeb58 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c98>
  2ad8a2:	vpsllq zmm1,zmm0,0x20
  2ad8a9:	vpminud zmm0,zmm0,zmm1
  2ad8af:	mov    rax,QWORD PTR [rsp+0x30]
  2ad8b4:	vpextrd DWORD PTR [rax+rdi*4],xmm0,0x1
  2ad8bb:	cmp    r15,0x1
  2ad8bf:	je     2ad9c5 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b05>
  2ad8c5:	mov    edi,DWORD PTR [r12+0x4]
  2ad8ca:	cmp    r8,rdi
  2ad8cd:	jbe    2aeb58 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c98>
  2ad8d3:	mov    rax,QWORD PTR [rsp+0x30]
  2ad8d8:	vpextrd DWORD PTR [rax+rdi*4],xmm0,0x3
  2ad8df:	cmp    r15,0x2
  2ad8e3:	je     2ad9c5 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b05>
  2ad8e9:	mov    edi,DWORD PTR [r12+0x8]
  2ad8ee:	cmp    r8,rdi
  2ad8f1:	jbe    2aeb58 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c98>
  2ad8f7:	vextracti128 xmm1,ymm0,0x1
  2ad8fd:	mov    rax,QWORD PTR [rsp+0x30]
  2ad902:	vpextrd DWORD PTR [rax+rdi*4],xmm1,0x1
  2ad909:	cmp    r15,0x3
  2ad90d:	je     2ad9c5 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b05>
  2ad913:	mov    edi,DWORD PTR [r12+0xc]
  2ad918:	cmp    r8,rdi
  2ad91b:	jbe    2aeb58 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c98>
  2ad921:	vextracti128 xmm1,ymm0,0x1
  2ad927:	mov    rax,QWORD PTR [rsp+0x30]
  2ad92c:	vpextrd DWORD PTR [rax+rdi*4],xmm1,0x3
  2ad933:	cmp    r15,0x4
  2ad937:	je     2ad9c5 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b05>
  2ad93d:	mov    edi,DWORD PTR [r12+0x10]
  2ad942:	cmp    r8,rdi
  2ad945:	jbe    2aeb58 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c98>
  2ad94b:	vextracti32x4 xmm1,zmm0,0x2
  2ad952:	mov    rax,QWORD PTR [rsp+0x30]
  2ad957:	vpextrd DWORD PTR [rax+rdi*4],xmm1,0x1
  2ad95e:	cmp    r15,0x5
  2ad962:	je     2ad9c5 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b05>
  2ad964:	mov    edi,DWORD PTR [r12+0x14]
  2ad969:	cmp    r8,rdi
  2ad96c:	jbe    2aeb58 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c98>
  2ad972:	mov    rax,QWORD PTR [rsp+0x30]
  2ad977:	vpextrd DWORD PTR [rax+rdi*4],xmm1,0x3
  2ad97e:	cmp    r15,0x6
  2ad982:	je     2ad9c5 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b05>
  2ad984:	mov    edi,DWORD PTR [r12+0x18]
  2ad989:	cmp    r8,rdi
  2ad98c:	jbe    2aeb58 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c98>
  2ad992:	vextracti32x4 xmm0,zmm0,0x3
  2ad999:	mov    rax,QWORD PTR [rsp+0x30]
  2ad99e:	vpextrd DWORD PTR [rax+rdi*4],xmm0,0x1
  2ad9a5:	cmp    r15,0x7
  2ad9a9:	je     2ad9c5 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b05>
  2ad9ab:	mov    edi,DWORD PTR [r12+0x1c]
  2ad9b0:	cmp    r8,rdi
  2ad9b3:	jbe    2aeb58 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c98>
  2ad9b9:	mov    rax,QWORD PTR [rsp+0x30]
  2ad9be:	vpextrd DWORD PTR [rax+rdi*4],xmm0,0x3
  2ad9c5:	lea    rsp,[rbp-0x28]
  2ad9c9:	pop    rbx
  2ad9ca:	pop    r12
  2ad9cc:	pop    r13
  2ad9ce:	pop    r14
  2ad9d0:	pop    r15
  2ad9d2:	pop    rbp
  2ad9d3:	vzeroupper
  2ad9d6:	ret
  2ad9d7:	mov    eax,0x4
  2ad9dc:	xor    ecx,ecx
  2ad9de:	lea    r13,[rip+0xffffffffffff9f5b]        # 2a7940 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h709d685f4399557eE>
  2ad9e5:	mov    rdx,r12
  2ad9e8:	jmp    2ade8d <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1fcd>
  2ad9ed:	nop    DWORD PTR [rax]
  2ad9f0:	cmp    r14,0x3
  2ad9f4:	lea    rdx,[rip+0xffffffffffff8565]        # 2a5f60 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17h022a0d6c05562ceaE>
  2ad9fb:	cmovb  r10,rdx
  2ad9ff:	mov    QWORD PTR [rsp+0xc0],rax
  2ada07:	mov    QWORD PTR [rsp+0xc8],rcx
  2ada0f:	mov    QWORD PTR [rsp+0xd0],r12
  2ada17:	mov    QWORD PTR [rsp+0xd8],r15
  2ada1f:	mov    rax,QWORD PTR [rbx+0x20]
  2ada23:	mov    QWORD PTR [rsp+0x160],rax
  2ada2b:	vmovups ymm0,YMMWORD PTR [rbx]
  2ada2f:	vmovaps YMMWORD PTR [rsp+0x140],ymm0
  2ada38:	mov    rdi,QWORD PTR [rsp+0x38]
  2ada3d:	lea    rsi,[rsp+0x140]
  2ada45:	lea    rdx,[rsp+0xc0]
  2ada4d:	lea    rcx,[rsp+0x180]
  2ada55:	lea    r8,[rsp+0x240]
  2ada5d:	lea    r9,[rsp+0xa40]
  2ada65:	push   QWORD PTR [rsp+0x78]
  2ada69:	push   QWORD PTR [rsp+0x38]
  2ada6d:	vzeroupper
  2ada70:	call   r10
  2ada73:	add    rsp,0x10
  2ada77:	vmovaps zmm0,ZMMWORD PTR [rsp+0xa40]
  2ada7f:	vmovaps zmm1,ZMMWORD PTR [rsp+0xa80]
  2ada87:	vmovaps zmm2,ZMMWORD PTR [rsp+0x240]
  2ada8f:	vmovaps zmm3,ZMMWORD PTR [rsp+0x280]
  2ada97:	vmovdqa64 zmm4,ZMMWORD PTR [rsp+0x2c0]
  2ada9f:	vmovdqa64 zmm5,ZMMWORD PTR [rsp+0x300]
  2adaa7:	vmovaps ZMMWORD PTR [rsp+0x240],zmm0
  2adaaf:	vmovaps ZMMWORD PTR [rsp+0x280],zmm1
  2adab7:	vmovaps ZMMWORD PTR [rsp+0xa40],zmm2
  2adabf:	vmovaps ZMMWORD PTR [rsp+0xa80],zmm3
  2adac7:	vmovaps zmm0,ZMMWORD PTR [rsp+0xac0]
  2adacf:	vmovaps zmm1,ZMMWORD PTR [rsp+0xb00]
  2adad7:	vmovaps ZMMWORD PTR [rsp+0x2c0],zmm0
  2adadf:	vmovaps ZMMWORD PTR [rsp+0x300],zmm1
  2adae7:	vmovdqa64 ZMMWORD PTR [rsp+0xac0],zmm4
  2adaef:	vmovdqa64 ZMMWORD PTR [rsp+0xb00],zmm5
  2adaf7:	vmovaps zmm0,ZMMWORD PTR [rsp+0x340]
  2adaff:	vmovaps zmm1,ZMMWORD PTR [rsp+0x380]
  2adb07:	vmovaps zmm2,ZMMWORD PTR [rsp+0xb40]
  2adb0f:	vmovaps zmm3,ZMMWORD PTR [rsp+0xb80]
  2adb17:	vmovaps ZMMWORD PTR [rsp+0x340],zmm2
  2adb1f:	vmovaps ZMMWORD PTR [rsp+0x380],zmm3
  2adb27:	vmovaps ZMMWORD PTR [rsp+0xb40],zmm0
  2adb2f:	vmovaps ZMMWORD PTR [rsp+0xb80],zmm1
  2adb37:	vmovaps zmm0,ZMMWORD PTR [rsp+0x3c0]
  2adb3f:	vmovaps zmm1,ZMMWORD PTR [rsp+0x400]
  2adb47:	vmovaps zmm2,ZMMWORD PTR [rsp+0xbc0]
  2adb4f:	vmovaps zmm3,ZMMWORD PTR [rsp+0xc00]
  2adb57:	vmovaps ZMMWORD PTR [rsp+0x3c0],zmm2
  2adb5f:	vmovaps ZMMWORD PTR [rsp+0x400],zmm3
  2adb67:	vmovaps ZMMWORD PTR [rsp+0xbc0],zmm0
  2adb6f:	vmovaps ZMMWORD PTR [rsp+0xc00],zmm1
  2adb77:	vmovaps zmm0,ZMMWORD PTR [rsp+0x440]
  2adb7f:	vmovaps zmm1,ZMMWORD PTR [rsp+0x480]
  2adb87:	vmovaps zmm2,ZMMWORD PTR [rsp+0xc40]
  2adb8f:	vmovaps zmm3,ZMMWORD PTR [rsp+0xc80]
  2adb97:	vmovaps ZMMWORD PTR [rsp+0x440],zmm2
  2adb9f:	vmovaps ZMMWORD PTR [rsp+0x480],zmm3
  2adba7:	vmovaps ZMMWORD PTR [rsp+0xc40],zmm0
  2adbaf:	vmovaps ZMMWORD PTR [rsp+0xc80],zmm1
  2adbb7:	vmovaps zmm0,ZMMWORD PTR [rsp+0x4c0]
  2adbbf:	vmovaps zmm1,ZMMWORD PTR [rsp+0x500]
  2adbc7:	vmovaps zmm2,ZMMWORD PTR [rsp+0xcc0]
  2adbcf:	vmovaps zmm3,ZMMWORD PTR [rsp+0xd00]
  2adbd7:	vmovaps ZMMWORD PTR [rsp+0x4c0],zmm2
  2adbdf:	vmovaps ZMMWORD PTR [rsp+0x500],zmm3
  2adbe7:	vmovaps ZMMWORD PTR [rsp+0xcc0],zmm0
  2adbef:	vmovaps ZMMWORD PTR [rsp+0xd00],zmm1
  2adbf7:	vmovaps zmm0,ZMMWORD PTR [rsp+0x540]
  2adbff:	vmovaps zmm1,ZMMWORD PTR [rsp+0x580]
  2adc07:	vmovaps zmm2,ZMMWORD PTR [rsp+0xd40]
  2adc0f:	vmovaps zmm3,ZMMWORD PTR [rsp+0xd80]
  2adc17:	vmovaps ZMMWORD PTR [rsp+0x540],zmm2
  2adc1f:	vmovaps ZMMWORD PTR [rsp+0x580],zmm3
  2adc27:	vmovaps ZMMWORD PTR [rsp+0xd40],zmm0
  2adc2f:	vmovaps ZMMWORD PTR [rsp+0xd80],zmm1
  2adc37:	vmovaps zmm0,ZMMWORD PTR [rsp+0x5c0]
  2adc3f:	vmovaps zmm1,ZMMWORD PTR [rsp+0x600]
  2adc47:	vmovaps zmm2,ZMMWORD PTR [rsp+0xdc0]
  2adc4f:	vmovaps zmm3,ZMMWORD PTR [rsp+0xe00]
  2adc57:	vmovaps ZMMWORD PTR [rsp+0x5c0],zmm2
  2adc5f:	vmovaps ZMMWORD PTR [rsp+0x600],zmm3
  2adc67:	vmovaps ZMMWORD PTR [rsp+0xdc0],zmm0
  2adc6f:	vmovaps ZMMWORD PTR [rsp+0xe00],zmm1
  2adc77:	vmovaps zmm0,ZMMWORD PTR [rsp+0x640]
  2adc7f:	vmovaps zmm1,ZMMWORD PTR [rsp+0x680]
  2adc87:	vmovaps zmm2,ZMMWORD PTR [rsp+0xe40]
  2adc8f:	vmovaps zmm3,ZMMWORD PTR [rsp+0xe80]
  2adc97:	vmovaps ZMMWORD PTR [rsp+0x640],zmm2
  2adc9f:	vmovaps ZMMWORD PTR [rsp+0x680],zmm3
  2adca7:	vmovaps ZMMWORD PTR [rsp+0xe40],zmm0
  2adcaf:	vmovaps ZMMWORD PTR [rsp+0xe80],zmm1
  2adcb7:	vmovaps zmm0,ZMMWORD PTR [rsp+0x6c0]
  2adcbf:	vmovaps zmm1,ZMMWORD PTR [rsp+0x700]
  2adcc7:	vmovaps zmm2,ZMMWORD PTR [rsp+0xec0]
  2adccf:	vmovaps zmm3,ZMMWORD PTR [rsp+0xf00]
  2adcd7:	vmovaps ZMMWORD PTR [rsp+0x6c0],zmm2
  2adcdf:	vmovaps ZMMWORD PTR [rsp+0x700],zmm3
  2adce7:	vmovaps ZMMWORD PTR [rsp+0xec0],zmm0
  2adcef:	vmovaps ZMMWORD PTR [rsp+0xf00],zmm1
  2adcf7:	vmovaps zmm0,ZMMWORD PTR [rsp+0x740]
  2adcff:	vmovaps zmm1,ZMMWORD PTR [rsp+0x780]
  2add07:	vmovaps zmm2,ZMMWORD PTR [rsp+0xf40]
  2add0f:	vmovaps zmm3,ZMMWORD PTR [rsp+0xf80]
  2add17:	vmovaps ZMMWORD PTR [rsp+0x740],zmm2
  2add1f:	vmovaps ZMMWORD PTR [rsp+0x780],zmm3
  2add27:	vmovaps ZMMWORD PTR [rsp+0xf40],zmm0
  2add2f:	vmovaps ZMMWORD PTR [rsp+0xf80],zmm1
  2add37:	vmovaps zmm0,ZMMWORD PTR [rsp+0x7c0]
  2add3f:	vmovaps zmm1,ZMMWORD PTR [rsp+0x800]
  2add47:	vmovaps zmm2,ZMMWORD PTR [rsp+0xfc0]
  2add4f:	vmovaps zmm3,ZMMWORD PTR [rsp+0x1000]
  2add57:	vmovaps ZMMWORD PTR [rsp+0x7c0],zmm2
  2add5f:	vmovaps ZMMWORD PTR [rsp+0x800],zmm3
  2add67:	vmovaps ZMMWORD PTR [rsp+0xfc0],zmm0
  2add6f:	vmovaps ZMMWORD PTR [rsp+0x1000],zmm1
  2add77:	vmovaps zmm0,ZMMWORD PTR [rsp+0x840]
  2add7f:	vmovaps zmm1,ZMMWORD PTR [rsp+0x880]
  2add87:	vmovaps zmm2,ZMMWORD PTR [rsp+0x1040]
  2add8f:	vmovaps zmm3,ZMMWORD PTR [rsp+0x1080]
  2add97:	vmovaps ZMMWORD PTR [rsp+0x840],zmm2
  2add9f:	vmovaps ZMMWORD PTR [rsp+0x880],zmm3
  2adda7:	vmovaps ZMMWORD PTR [rsp+0x1040],zmm0
  2addaf:	vmovaps ZMMWORD PTR [rsp+0x1080],zmm1
  2addb7:	vmovaps zmm0,ZMMWORD PTR [rsp+0x8c0]
  2addbf:	vmovaps zmm1,ZMMWORD PTR [rsp+0x900]
  2addc7:	vmovaps zmm2,ZMMWORD PTR [rsp+0x10c0]
  2addcf:	vmovaps zmm3,ZMMWORD PTR [rsp+0x1100]
  2addd7:	vmovaps ZMMWORD PTR [rsp+0x8c0],zmm2
  2adddf:	vmovaps ZMMWORD PTR [rsp+0x900],zmm3
  2adde7:	vmovaps ZMMWORD PTR [rsp+0x10c0],zmm0
  2addef:	vmovaps ZMMWORD PTR [rsp+0x1100],zmm1
  2addf7:	vmovaps zmm0,ZMMWORD PTR [rsp+0x940]
  2addff:	vmovaps zmm1,ZMMWORD PTR [rsp+0x980]
  2ade07:	vmovaps zmm2,ZMMWORD PTR [rsp+0x1140]
  2ade0f:	vmovaps zmm3,ZMMWORD PTR [rsp+0x1180]
  2ade17:	vmovaps ZMMWORD PTR [rsp+0x940],zmm2
  2ade1f:	vmovaps ZMMWORD PTR [rsp+0x980],zmm3
  2ade27:	vmovaps ZMMWORD PTR [rsp+0x1140],zmm0
  2ade2f:	vmovaps ZMMWORD PTR [rsp+0x1180],zmm1
  2ade37:	vmovdqa64 zmm0,ZMMWORD PTR [rsp+0x9c0]
  2ade3f:	vmovdqa64 zmm1,ZMMWORD PTR [rsp+0xa00]
  2ade47:	vmovdqa64 zmm2,ZMMWORD PTR [rsp+0x11c0]
  2ade4f:	vmovdqa64 zmm3,ZMMWORD PTR [rsp+0x1200]
  2ade57:	vmovdqa64 ZMMWORD PTR [rsp+0x9c0],zmm2
  2ade5f:	vmovdqa64 ZMMWORD PTR [rsp+0xa00],zmm3
  2ade67:	vmovdqa64 ZMMWORD PTR [rsp+0x11c0],zmm0
  2ade6f:	vmovdqa64 ZMMWORD PTR [rsp+0x1200],zmm1
  2ade77:	mov    eax,r15d
  2ade7a:	lea    rdx,[r12+rax*4]
  2ade7e:	mov    rax,r12
  2ade81:	mov    rcx,r15
  2ade84:	sub    r14,r15
  2ade87:	je     2ad68d <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x17cd>
  2ade8d:	mov    r12,rdx
  2ade90:	cmp    r14,0x8
  2ade94:	mov    r15d,0x8
  2ade9a:	cmovb  r15,r14
  2ade9e:	mov    r10,r13
  2adea1:	cmp    r14,0x5
  2adea5:	jb     2ad9f0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b30>
  2adeab:	lea    r10,[rip+0xffffffffffffca9e]        # 2aa950 <_ZN14evocube_engine10evaluation6x86_648stickers6replay17hbfed98d2f0d3f3d5E>
  2adeb2:	jmp    2ad9f0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b30>
  2adeb7:	mov    rax,QWORD PTR [rsp+0x30]
  2adebc:	vpextrd DWORD PTR [rax+rcx*4],xmm10,0x3
  2adec3:	data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2aded0:	mov    rcx,QWORD PTR [rsp+0x80]
  2aded8:	mov    eax,ecx
  2adeda:	lea    r14,[r14+rax*4]
  2adede:	sub    rdx,rcx
  2adee1:	mov    r11,rdx
  2adee4:	mov    r8,QWORD PTR [rsp+0x68]
  2adee9:	mov    rcx,0xffffffffffffffff
  2adef0:	je     2ad9c5 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1b05>
  2adef6:	cmp    r11,0x8
  2adefa:	mov    ebx,0x8
  2adeff:	mov    QWORD PTR [rsp+0x98],r11
  2adf07:	cmovb  rbx,r11
  2adf0b:	mov    eax,DWORD PTR [r14]
  2adf0e:	mov    QWORD PTR [rsp+0x40],rax
  2adf13:	mul    r8
  2adf16:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2adf1c:	mov    rdi,rax
  2adf1f:	mov    rsi,rax
  2adf22:	add    rsi,r8
  2adf25:	cmovb  rsi,rcx
  2adf29:	cmp    rsi,r13
  2adf2c:	ja     2aea21 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b61>
  2adf32:	mov    QWORD PTR [rsp+0x90],r14
  2adf3a:	shl    rdi,0x6
  2adf3e:	add    rdi,r10
  2adf41:	mov    QWORD PTR [rsp+0x38],rdi
  2adf46:	mov    rdx,rdi
  2adf49:	mov    rsi,rdi
  2adf4c:	mov    r11,r10
  2adf4f:	mov    r10,rdi
  2adf52:	mov    rax,rdi
  2adf55:	mov    r14,rdi
  2adf58:	mov    QWORD PTR [rsp+0x60],rdi
  2adf5d:	cmp    QWORD PTR [rsp+0x98],0x2
  2adf66:	jb     2ae0f0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2230>
  2adf6c:	mov    r10,r13
  2adf6f:	mov    r13,r8
  2adf72:	mov    rax,QWORD PTR [rsp+0x90]
  2adf7a:	mov    eax,DWORD PTR [rax+0x4]
  2adf7d:	mul    r8
  2adf80:	mov    r8,QWORD PTR [rsp+0x98]
  2adf88:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2adf8e:	mov    r14,rax
  2adf91:	mov    rsi,rax
  2adf94:	add    rsi,r13
  2adf97:	cmovb  rsi,rcx
  2adf9b:	mov    r13,r10
  2adf9e:	cmp    rsi,r10
  2adfa1:	ja     2aea34 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b74>
  2adfa7:	shl    r14,0x6
  2adfab:	add    r14,r11
  2adfae:	cmp    r8,0x2
  2adfb2:	jne    2adfd0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2110>
  2adfb4:	mov    QWORD PTR [rsp+0x38],rdi
  2adfb9:	mov    rdx,rdi
  2adfbc:	mov    rsi,rdi
  2adfbf:	mov    r10,rdi
  2adfc2:	mov    rax,rdi
  2adfc5:	mov    QWORD PTR [rsp+0x60],rdi
  2adfca:	jmp    2ae0f0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2230>
  2adfcf:	nop
  2adfd0:	mov    rax,QWORD PTR [rsp+0x90]
  2adfd8:	mov    eax,DWORD PTR [rax+0x8]
  2adfdb:	mov    QWORD PTR [rsp+0x58],r14
  2adfe0:	mov    r13,QWORD PTR [rsp+0x68]
  2adfe5:	mul    r13
  2adfe8:	mov    r14,QWORD PTR [rsp+0x58]
  2adfed:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2adff3:	mov    rsi,rax
  2adff6:	add    rsi,r13
  2adff9:	cmovb  rsi,rcx
  2adffd:	cmp    rsi,r10
  2ae000:	ja     2aea4a <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b8a>
  2ae006:	shl    rax,0x6
  2ae00a:	add    rax,r11
  2ae00d:	cmp    r8,0x3
  2ae011:	jne    2ae02e <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x216e>
  2ae013:	mov    QWORD PTR [rsp+0x38],rdi
  2ae018:	mov    rdx,rdi
  2ae01b:	mov    rsi,rdi
  2ae01e:	mov    QWORD PTR [rsp+0x60],rdi
  2ae023:	mov    r13,r10
  2ae026:	mov    r10,rdi
  2ae029:	jmp    2ae0f0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2230>
  2ae02e:	mov    QWORD PTR [rsp+0x50],rax
  2ae033:	mov    rax,QWORD PTR [rsp+0x90]
  2ae03b:	mov    eax,DWORD PTR [rax+0xc]
  2ae03e:	mov    r13,QWORD PTR [rsp+0x68]
  2ae043:	mul    r13
  2ae046:	mov    r14,QWORD PTR [rsp+0x58]
  2ae04b:	mov    rdx,rax
  2ae04e:	mov    rax,QWORD PTR [rsp+0x50]
  2ae053:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2ae059:	mov    rsi,rdx
  2ae05c:	add    rsi,r13
  2ae05f:	cmovb  rsi,rcx
  2ae063:	cmp    rsi,r10
  2ae066:	ja     2aea63 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2ba3>
  2ae06c:	shl    rdx,0x6
  2ae070:	add    rdx,r11
  2ae073:	mov    QWORD PTR [rsp+0x48],rdx
  2ae078:	cmp    r8,0x4
  2ae07c:	jne    2ae08b <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x21cb>
  2ae07e:	mov    QWORD PTR [rsp+0x38],rdi
  2ae083:	mov    rdx,rdi
  2ae086:	mov    rsi,rdi
  2ae089:	jmp    2ae0e0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2220>
  2ae08b:	mov    rax,QWORD PTR [rsp+0x90]
  2ae093:	mov    eax,DWORD PTR [rax+0x10]
  2ae096:	mov    r13,QWORD PTR [rsp+0x68]
  2ae09b:	mul    r13
  2ae09e:	mov    r14,QWORD PTR [rsp+0x58]
  2ae0a3:	mov    rdx,rax
  2ae0a6:	mov    rax,QWORD PTR [rsp+0x50]
  2ae0ab:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2ae0b1:	mov    rsi,rdx
  2ae0b4:	add    rsi,r13
  2ae0b7:	cmovb  rsi,rcx
  2ae0bb:	cmp    rsi,r10
  2ae0be:	ja     2aea63 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2ba3>
  2ae0c4:	shl    rdx,0x6
  2ae0c8:	add    rdx,r11
  2ae0cb:	cmp    r8,0x5
  2ae0cf:	mov    rsi,rdx
  2ae0d2:	jne    2ae8dc <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2a1c>
  2ae0d8:	mov    QWORD PTR [rsp+0x38],rdi
  2ae0dd:	mov    rdx,rdi
  2ae0e0:	mov    QWORD PTR [rsp+0x60],rdi
  2ae0e5:	mov    r13,r10
  2ae0e8:	mov    r10,QWORD PTR [rsp+0x48]
  2ae0ed:	nop    DWORD PTR [rax]
  2ae0f0:	vmovdqa64 zmm17,zmm2
  2ae0f6:	vmovdqa64 zmm16,zmm2
  2ae0fc:	vmovdqa64 zmm15,zmm2
  2ae102:	vmovdqa64 zmm14,zmm2
  2ae108:	vmovdqa64 zmm13,zmm2
  2ae10e:	vmovdqa64 zmm12,zmm2
  2ae114:	vmovdqa64 zmm11,zmm2
  2ae11a:	vmovdqa64 zmm10,zmm2
  2ae120:	cmp    QWORD PTR [rsp+0xb0],0x0
  2ae129:	mov    QWORD PTR [rsp+0x48],rdi
  2ae12e:	mov    QWORD PTR [rsp+0x70],rsi
  2ae133:	mov    QWORD PTR [rsp+0x58],r14
  2ae138:	mov    QWORD PTR [rsp+0x88],rdx
  2ae140:	mov    QWORD PTR [rsp+0x50],rax
  2ae145:	je     2ae3cd <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x250d>
  2ae14b:	vmovdqa64 zmm17,zmm2
  2ae151:	vmovdqa64 zmm16,zmm2
  2ae157:	vmovdqa64 zmm15,zmm2
  2ae15d:	vmovdqa64 zmm14,zmm2
  2ae163:	vmovdqa64 zmm13,zmm2
  2ae169:	vmovdqa64 zmm12,zmm2
  2ae16f:	vmovdqa64 zmm11,zmm2
  2ae175:	vmovdqa64 zmm10,zmm2
  2ae17b:	test   BYTE PTR [rsp+0x128],0x3
  2ae183:	je     2ae3cd <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x250d>
  2ae189:	mov    rcx,QWORD PTR [rsp+0xb8]
  2ae191:	mov    r8,QWORD PTR [rdi+rcx*8]
  2ae195:	mov    rdi,rdx
  2ae198:	mov    rdx,QWORD PTR [r14+rcx*8]
  2ae19c:	mov    rax,QWORD PTR [rax+rcx*8]
  2ae1a0:	mov    r13,QWORD PTR [r10+rcx*8]
  2ae1a4:	mov    r11,QWORD PTR [rsi+rcx*8]
  2ae1a8:	mov    rsi,QWORD PTR [rdi+rcx*8]
  2ae1ac:	mov    QWORD PTR [rsp+0x130],rsi
  2ae1b4:	mov    rsi,QWORD PTR [rsp+0x38]
  2ae1b9:	mov    r14,QWORD PTR [rsi+rcx*8]
  2ae1bd:	mov    rsi,QWORD PTR [rsp+0x60]
  2ae1c2:	mov    rsi,QWORD PTR [rsi+rcx*8]
  2ae1c6:	mov    QWORD PTR [rsp+0xa8],r8
  2ae1ce:	mov    rcx,QWORD PTR [rsp+0x100]
  2ae1d6:	ror    r8,cl
  2ae1d9:	and    r8,r15
  2ae1dc:	vpermb zmm10,zmm2,ZMMWORD PTR [r12+r8*1]
  2ae1e3:	mov    QWORD PTR [rsp+0x108],rdx
  2ae1eb:	ror    rdx,cl
  2ae1ee:	and    rdx,r15
  2ae1f1:	vpermb zmm11,zmm2,ZMMWORD PTR [r12+rdx*1]
  2ae1f8:	mov    QWORD PTR [rsp+0x110],rax
  2ae200:	ror    rax,cl
  2ae203:	and    rax,r15
  2ae206:	vpermb zmm12,zmm2,ZMMWORD PTR [r12+rax*1]
  2ae20d:	mov    QWORD PTR [rsp+0x118],r13
  2ae215:	ror    r13,cl
  2ae218:	and    r13,r15
  2ae21b:	vpermb zmm13,zmm2,ZMMWORD PTR [r12+r13*1]
  2ae222:	mov    QWORD PTR [rsp+0x80],r11
  2ae22a:	mov    rdi,r11
  2ae22d:	mov    r11,r14
  2ae230:	mov    r14,QWORD PTR [rsp+0x130]
  2ae238:	ror    rdi,cl
  2ae23b:	and    rdi,r15
  2ae23e:	vpermb zmm14,zmm2,ZMMWORD PTR [r12+rdi*1]
  2ae245:	mov    rdi,r14
  2ae248:	ror    rdi,cl
  2ae24b:	and    rdi,r15
  2ae24e:	vpermb zmm15,zmm2,ZMMWORD PTR [r12+rdi*1]
  2ae255:	mov    rdi,r11
  2ae258:	ror    rdi,cl
  2ae25b:	and    rdi,r15
  2ae25e:	vpermb zmm16,zmm2,ZMMWORD PTR [r12+rdi*1]
  2ae265:	mov    rdi,rsi
  2ae268:	ror    rdi,cl
  2ae26b:	and    rdi,r15
  2ae26e:	vpermb zmm17,zmm2,ZMMWORD PTR [r12+rdi*1]
  2ae275:	cmp    DWORD PTR [rsp+0xf8],0x0
  2ae27d:	je     2ae3bb <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x24fb>
  2ae283:	mov    rdi,QWORD PTR [rsp+0xa8]
  2ae28b:	mov    rcx,QWORD PTR [rsp+0xe8]
  2ae293:	ror    rdi,cl
  2ae296:	and    rdi,r15
  2ae299:	vpermb zmm10,zmm10,ZMMWORD PTR [r12+rdi*1]
  2ae2a0:	mov    r13,QWORD PTR [rsp+0x108]
  2ae2a8:	mov    rdi,r13
  2ae2ab:	ror    rdi,cl
  2ae2ae:	and    rdi,r15
  2ae2b1:	vpermb zmm11,zmm11,ZMMWORD PTR [r12+rdi*1]
  2ae2b8:	mov    rax,QWORD PTR [rsp+0x110]
  2ae2c0:	mov    rdi,rax
  2ae2c3:	ror    rdi,cl
  2ae2c6:	and    rdi,r15
  2ae2c9:	vpermb zmm12,zmm12,ZMMWORD PTR [r12+rdi*1]
  2ae2d0:	mov    rdx,QWORD PTR [rsp+0x118]
  2ae2d8:	mov    rdi,rdx
  2ae2db:	ror    rdi,cl
  2ae2de:	and    rdi,r15
  2ae2e1:	vpermb zmm13,zmm13,ZMMWORD PTR [r12+rdi*1]
  2ae2e8:	mov    rdi,QWORD PTR [rsp+0x80]
  2ae2f0:	ror    rdi,cl
  2ae2f3:	and    rdi,r15
  2ae2f6:	vpermb zmm14,zmm14,ZMMWORD PTR [r12+rdi*1]
  2ae2fd:	mov    rdi,r14
  2ae300:	ror    rdi,cl
  2ae303:	and    rdi,r15
  2ae306:	vpermb zmm15,zmm15,ZMMWORD PTR [r12+rdi*1]
  2ae30d:	mov    rdi,r11
  2ae310:	ror    rdi,cl
  2ae313:	and    rdi,r15
  2ae316:	vpermb zmm16,zmm16,ZMMWORD PTR [r12+rdi*1]
  2ae31d:	mov    rdi,rsi
  2ae320:	ror    rdi,cl
  2ae323:	and    rdi,r15
  2ae326:	vpermb zmm17,zmm17,ZMMWORD PTR [r12+rdi*1]
  2ae32d:	cmp    DWORD PTR [rsp+0xf0],0x0
  2ae335:	je     2ae3bb <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x24fb>
  2ae33b:	mov    rcx,QWORD PTR [rsp+0xe0]
  2ae343:	mov    rdi,QWORD PTR [rsp+0xa8]
  2ae34b:	ror    rdi,cl
  2ae34e:	and    rdi,r15
  2ae351:	vpermb zmm10,zmm10,ZMMWORD PTR [r12+rdi*1]
  2ae358:	ror    r13,cl
  2ae35b:	and    r13,r15
  2ae35e:	vpermb zmm11,zmm11,ZMMWORD PTR [r12+r13*1]
  2ae365:	ror    rax,cl
  2ae368:	and    rax,r15
  2ae36b:	vpermb zmm12,zmm12,ZMMWORD PTR [r12+rax*1]
  2ae372:	ror    rdx,cl
  2ae375:	and    rdx,r15
  2ae378:	vpermb zmm13,zmm13,ZMMWORD PTR [r12+rdx*1]
  2ae37f:	mov    rdx,QWORD PTR [rsp+0x80]
  2ae387:	ror    rdx,cl
  2ae38a:	and    rdx,r15
  2ae38d:	vpermb zmm14,zmm14,ZMMWORD PTR [r12+rdx*1]
  2ae394:	ror    r14,cl
  2ae397:	and    r14,r15
  2ae39a:	vpermb zmm15,zmm15,ZMMWORD PTR [r12+r14*1]
  2ae3a1:	ror    r11,cl
  2ae3a4:	and    r11,r15
  2ae3a7:	vpermb zmm16,zmm16,ZMMWORD PTR [r12+r11*1]
  2ae3ae:	ror    rsi,cl
  2ae3b1:	and    rsi,r15
  2ae3b4:	vpermb zmm17,zmm17,ZMMWORD PTR [r12+rsi*1]
  2ae3bb:	mov    rdi,QWORD PTR [rsp+0x48]
  2ae3c0:	mov    rsi,QWORD PTR [rsp+0x70]
  2ae3c5:	mov    r13,QWORD PTR [rsp+0xa0]
  2ae3cd:	mov    QWORD PTR [rsp+0x80],rbx
  2ae3d5:	cmp    QWORD PTR [rsp+0xb8],0x0
  2ae3de:	je     2ae660 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x27a0>
  2ae3e4:	mov    rdx,QWORD PTR [rsp+0x120]
  2ae3ec:	nop    DWORD PTR [rax+0x0]
  2ae3f0:	mov    r13,QWORD PTR [rdi+rdx*8]
  2ae3f4:	mov    rax,QWORD PTR [rsp+0x58]
  2ae3f9:	mov    rdi,QWORD PTR [rax+rdx*8]
  2ae3fd:	mov    rax,QWORD PTR [rsp+0x50]
  2ae402:	mov    r11,QWORD PTR [rax+rdx*8]
  2ae406:	mov    r14,QWORD PTR [r10+rdx*8]
  2ae40a:	mov    r8,QWORD PTR [rsi+rdx*8]
  2ae40e:	mov    rax,QWORD PTR [rsp+0x88]
  2ae416:	mov    rbx,QWORD PTR [rax+rdx*8]
  2ae41a:	mov    rax,QWORD PTR [rsp+0x38]
  2ae41f:	mov    rcx,QWORD PTR [rax+rdx*8]
  2ae423:	mov    rax,QWORD PTR [rsp+0x60]
  2ae428:	mov    rsi,QWORD PTR [rax+rdx*8]
  2ae42c:	mov    rax,r10
  2ae42f:	rorx   r10,r13,0x2a
  2ae435:	and    r10,r15
  2ae438:	vpermb zmm10,zmm10,ZMMWORD PTR [r12+r10*1]
  2ae43f:	rorx   r10,rdi,0x2a
  2ae445:	and    r10,r15
  2ae448:	vpermb zmm11,zmm11,ZMMWORD PTR [r12+r10*1]
  2ae44f:	rorx   r10,r11,0x2a
  2ae455:	and    r10,r15
  2ae458:	vpermb zmm12,zmm12,ZMMWORD PTR [r12+r10*1]
  2ae45f:	rorx   r10,r14,0x2a
  2ae465:	and    r10,r15
  2ae468:	vpermb zmm13,zmm13,ZMMWORD PTR [r12+r10*1]
  2ae46f:	rorx   r10,r8,0x2a
  2ae475:	and    r10,r15
  2ae478:	vpermb zmm14,zmm14,ZMMWORD PTR [r12+r10*1]
  2ae47f:	rorx   r10,rbx,0x2a
  2ae485:	and    r10,r15
  2ae488:	vpermb zmm15,zmm15,ZMMWORD PTR [r12+r10*1]
  2ae48f:	rorx   r10,rcx,0x2a
  2ae495:	and    r10,r15
  2ae498:	vpermb zmm16,zmm16,ZMMWORD PTR [r12+r10*1]
  2ae49f:	rorx   r10,rsi,0x2a
  2ae4a5:	and    r10,r15
  2ae4a8:	vpermb zmm17,zmm17,ZMMWORD PTR [r12+r10*1]
  2ae4af:	rorx   r10,r13,0x1a
  2ae4b5:	and    r10,r15
  2ae4b8:	vpermb zmm10,zmm10,ZMMWORD PTR [r12+r10*1]
  2ae4bf:	rorx   r10,rdi,0x1a
  2ae4c5:	and    r10,r15
  2ae4c8:	vpermb zmm11,zmm11,ZMMWORD PTR [r12+r10*1]
  2ae4cf:	rorx   r10,r11,0x1a
  2ae4d5:	and    r10,r15
  2ae4d8:	vpermb zmm12,zmm12,ZMMWORD PTR [r12+r10*1]
  2ae4df:	rorx   r10,r14,0x1a
  2ae4e5:	and    r10,r15
  2ae4e8:	vpermb zmm13,zmm13,ZMMWORD PTR [r12+r10*1]
  2ae4ef:	rorx   r10,r8,0x1a
  2ae4f5:	and    r10,r15
  2ae4f8:	vpermb zmm14,zmm14,ZMMWORD PTR [r12+r10*1]
  2ae4ff:	rorx   r10,rbx,0x1a
  2ae505:	and    r10,r15
  2ae508:	vpermb zmm15,zmm15,ZMMWORD PTR [r12+r10*1]
  2ae50f:	rorx   r10,rcx,0x1a
  2ae515:	and    r10,r15
  2ae518:	vpermb zmm16,zmm16,ZMMWORD PTR [r12+r10*1]
  2ae51f:	rorx   r10,rsi,0x1a
  2ae525:	and    r10,r15
  2ae528:	vpermb zmm17,zmm17,ZMMWORD PTR [r12+r10*1]
  2ae52f:	rorx   r10,r13,0xa
  2ae535:	and    r10,r15
  2ae538:	vpermb zmm10,zmm10,ZMMWORD PTR [r12+r10*1]
  2ae53f:	rorx   r10,rdi,0xa
  2ae545:	and    r10,r15
  2ae548:	vpermb zmm11,zmm11,ZMMWORD PTR [r12+r10*1]
  2ae54f:	rorx   r10,r11,0xa
  2ae555:	and    r10,r15
  2ae558:	vpermb zmm12,zmm12,ZMMWORD PTR [r12+r10*1]
  2ae55f:	rorx   r10,r14,0xa
  2ae565:	and    r10,r15
  2ae568:	vpermb zmm13,zmm13,ZMMWORD PTR [r12+r10*1]
  2ae56f:	rorx   r10,r8,0xa
  2ae575:	and    r10,r15
  2ae578:	vpermb zmm14,zmm14,ZMMWORD PTR [r12+r10*1]
  2ae57f:	rorx   r10,rbx,0xa
  2ae585:	and    r10,r15
  2ae588:	vpermb zmm15,zmm15,ZMMWORD PTR [r12+r10*1]
  2ae58f:	rorx   r10,rcx,0xa
  2ae595:	and    r10,r15
  2ae598:	vpermb zmm16,zmm16,ZMMWORD PTR [r12+r10*1]
  2ae59f:	rorx   r10,rsi,0xa
  2ae5a5:	and    r10,r15
  2ae5a8:	vpermb zmm17,zmm17,ZMMWORD PTR [r12+r10*1]
  2ae5af:	mov    r10,rax
  2ae5b2:	and    r13,r9
  2ae5b5:	shl    r13,0x6
  2ae5b9:	vpermb zmm10,zmm10,ZMMWORD PTR [r12+r13*1]
  2ae5c0:	and    rdi,r9
  2ae5c3:	shl    rdi,0x6
  2ae5c7:	vpermb zmm11,zmm11,ZMMWORD PTR [r12+rdi*1]
  2ae5ce:	mov    rdi,QWORD PTR [rsp+0x48]
  2ae5d3:	and    r11,r9
  2ae5d6:	shl    r11,0x6
  2ae5da:	vpermb zmm12,zmm12,ZMMWORD PTR [r12+r11*1]
  2ae5e1:	and    r14,r9
  2ae5e4:	shl    r14,0x6
  2ae5e8:	vpermb zmm13,zmm13,ZMMWORD PTR [r12+r14*1]
  2ae5ef:	and    r8,r9
  2ae5f2:	shl    r8,0x6
  2ae5f6:	vpermb zmm14,zmm14,ZMMWORD PTR [r12+r8*1]
  2ae5fd:	and    rbx,r9
  2ae600:	shl    rbx,0x6
  2ae604:	vpermb zmm15,zmm15,ZMMWORD PTR [r12+rbx*1]
  2ae60b:	and    rcx,r9
  2ae60e:	shl    rcx,0x6
  2ae612:	vpermb zmm16,zmm16,ZMMWORD PTR [r12+rcx*1]
  2ae619:	and    rsi,r9
  2ae61c:	shl    rsi,0x6
  2ae620:	vpermb zmm17,zmm17,ZMMWORD PTR [r12+rsi*1]
  2ae627:	mov    rsi,QWORD PTR [rsp+0x70]
  2ae62c:	add    rdx,0xffffffffffffffff
  2ae630:	jb     2ae3f0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2530>
  2ae636:	mov    r14,QWORD PTR [rsp+0xa0]
  2ae63e:	mov    rbx,QWORD PTR [rsp+0x78]
  2ae643:	mov    r13,QWORD PTR [rsp+0x40]
  2ae648:	cmp    rbx,r13
  2ae64b:	ja     2ae676 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x27b6>
  2ae64d:	jmp    2aeb1f <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c5f>
  2ae652:	data16 data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
  2ae660:	mov    r14,r13
  2ae663:	mov    rbx,QWORD PTR [rsp+0x78]
  2ae668:	mov    r13,QWORD PTR [rsp+0x40]
  2ae66d:	cmp    rbx,r13
  2ae670:	jbe    2aeb1f <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c5f>
  2ae676:	vpermb zmm10,zmm10,zmm0
  2ae67c:	vpcmpneqb k0,zmm10,zmm1
  2ae683:	kmovq  rax,k0
  2ae688:	vpermb zmm10,zmm11,zmm0
  2ae68e:	vpcmpneqb k0,zmm10,zmm1
  2ae695:	kmovq  rcx,k0
  2ae69a:	vpermb zmm10,zmm12,zmm0
  2ae6a0:	vpcmpneqb k0,zmm10,zmm1
  2ae6a7:	kmovq  rdx,k0
  2ae6ac:	vpermb zmm10,zmm13,zmm0
  2ae6b2:	vpcmpneqb k0,zmm10,zmm1
  2ae6b9:	kmovq  rsi,k0
  2ae6be:	vpermb zmm10,zmm14,zmm0
  2ae6c4:	vpcmpneqb k0,zmm10,zmm1
  2ae6cb:	kmovq  rdi,k0
  2ae6d0:	vpermb zmm10,zmm15,zmm0
  2ae6d6:	vpcmpneqb k0,zmm10,zmm1
  2ae6dd:	kmovq  r8,k0
  2ae6e2:	vpermb zmm10,zmm16,zmm0
  2ae6e8:	vpcmpneqb k0,zmm10,zmm1
  2ae6ef:	kmovq  r10,k0
  2ae6f4:	vpermb zmm10,zmm17,zmm0
  2ae6fa:	vpcmpneqb k0,zmm10,zmm1
  2ae701:	kmovq  r11,k0
  2ae706:	vmovq  xmm10,r11
  2ae70b:	vmovq  xmm11,r10
  2ae710:	vpunpcklqdq xmm10,xmm11,xmm10
  2ae715:	vmovq  xmm11,r8
  2ae71a:	vmovq  xmm12,rdi
  2ae71f:	vpunpcklqdq xmm11,xmm12,xmm11
  2ae724:	vinserti128 ymm10,ymm11,xmm10,0x1
  2ae72a:	vmovq  xmm11,rsi
  2ae72f:	vmovq  xmm12,rdx
  2ae734:	vpunpcklqdq xmm11,xmm12,xmm11
  2ae739:	vmovq  xmm12,rcx
  2ae73e:	vmovq  xmm13,rax
  2ae743:	vpunpcklqdq xmm12,xmm13,xmm12
  2ae748:	vinserti128 ymm11,ymm12,xmm11,0x1
  2ae74e:	vinserti64x4 zmm10,zmm11,ymm10,0x1
  2ae755:	vpsllq zmm11,zmm10,0x20
  2ae75c:	vpternlogq zmm11,zmm10,zmm3,0xe8
  2ae763:	vpopcntb zmm10,zmm10
  2ae769:	vpopcntb zmm11,zmm11
  2ae76f:	vpxor  xmm12,xmm12,xmm12
  2ae774:	vpdpbusd zmm12,zmm10,zmm4
  2ae77a:	vpdpbusd zmm12,zmm11,zmm5
  2ae780:	vpslld zmm12,zmm12,0x7
  2ae787:	vpaddd zmm12,zmm12,zmm6
  2ae78d:	vpdpbusd zmm12,zmm10,zmm7
  2ae793:	vpdpbusd zmm12,zmm11,zmm9
  2ae799:	vprolq zmm10,zmm12,0x20
  2ae7a0:	vpaddd zmm10,zmm12,zmm10
  2ae7a6:	vpshldd zmm10,zmm10,zmm8,0x10
  2ae7ad:	mov    rax,QWORD PTR [rsp+0x30]
  2ae7b2:	vpextrd DWORD PTR [rax+r13*4],xmm10,0x1
  2ae7b9:	mov    rdx,QWORD PTR [rsp+0x98]
  2ae7c1:	cmp    rdx,0x1
  2ae7c5:	mov    r10,QWORD PTR [rsp+0x138]
  2ae7cd:	mov    r13,r14
  2ae7d0:	mov    r14,QWORD PTR [rsp+0x90]
  2ae7d8:	je     2aded0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2010>
  2ae7de:	mov    ecx,DWORD PTR [r14+0x4]
  2ae7e2:	cmp    rbx,rcx
  2ae7e5:	jbe    2aeb1a <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c5a>
  2ae7eb:	mov    rax,QWORD PTR [rsp+0x30]
  2ae7f0:	vpextrd DWORD PTR [rax+rcx*4],xmm10,0x3
  2ae7f7:	cmp    rdx,0x2
  2ae7fb:	je     2aded0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2010>
  2ae801:	mov    ecx,DWORD PTR [r14+0x8]
  2ae805:	cmp    rbx,rcx
  2ae808:	jbe    2aeb1a <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c5a>
  2ae80e:	vextracti128 xmm11,ymm10,0x1
  2ae814:	mov    rax,QWORD PTR [rsp+0x30]
  2ae819:	vpextrd DWORD PTR [rax+rcx*4],xmm11,0x1
  2ae820:	cmp    rdx,0x3
  2ae824:	je     2aded0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2010>
  2ae82a:	mov    ecx,DWORD PTR [r14+0xc]
  2ae82e:	cmp    rbx,rcx
  2ae831:	jbe    2aeb1a <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c5a>
  2ae837:	vextracti128 xmm11,ymm10,0x1
  2ae83d:	mov    rax,QWORD PTR [rsp+0x30]
  2ae842:	vpextrd DWORD PTR [rax+rcx*4],xmm11,0x3
  2ae849:	cmp    rdx,0x4
  2ae84d:	je     2aded0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2010>
  2ae853:	mov    ecx,DWORD PTR [r14+0x10]
  2ae857:	cmp    rbx,rcx
  2ae85a:	jbe    2aeb1a <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c5a>
  2ae860:	vextracti32x4 xmm11,zmm10,0x2
  2ae867:	mov    rax,QWORD PTR [rsp+0x30]
  2ae86c:	vpextrd DWORD PTR [rax+rcx*4],xmm11,0x1
  2ae873:	cmp    rdx,0x5
  2ae877:	je     2aded0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2010>
  2ae87d:	mov    ecx,DWORD PTR [r14+0x14]
  2ae881:	cmp    rbx,rcx
  2ae884:	jbe    2aeb1a <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c5a>
  2ae88a:	mov    rax,QWORD PTR [rsp+0x30]
  2ae88f:	vpextrd DWORD PTR [rax+rcx*4],xmm11,0x3
  2ae896:	cmp    rdx,0x6
  2ae89a:	je     2aded0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2010>
  2ae8a0:	mov    ecx,DWORD PTR [r14+0x18]
  2ae8a4:	cmp    rbx,rcx
  2ae8a7:	jbe    2aeb1a <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c5a>
  2ae8ad:	vextracti32x4 xmm10,zmm10,0x3
  2ae8b4:	mov    rax,QWORD PTR [rsp+0x30]
  2ae8b9:	vpextrd DWORD PTR [rax+rcx*4],xmm10,0x1
  2ae8c0:	cmp    rdx,0x7
  2ae8c4:	je     2aded0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2010>
  2ae8ca:	mov    ecx,DWORD PTR [r14+0x1c]
  2ae8ce:	cmp    rbx,rcx
  2ae8d1:	ja     2adeb7 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x1ff7>
  2ae8d7:	jmp    2aeb1a <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c5a>
  2ae8dc:	mov    rax,QWORD PTR [rsp+0x90]
  2ae8e4:	mov    eax,DWORD PTR [rax+0x14]
  2ae8e7:	mov    r13,QWORD PTR [rsp+0x68]
  2ae8ec:	mul    r13
  2ae8ef:	mov    r14,QWORD PTR [rsp+0x58]
  2ae8f4:	mov    rdx,rax
  2ae8f7:	mov    rax,QWORD PTR [rsp+0x50]
  2ae8fc:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2ae902:	mov    QWORD PTR [rsp+0x70],rsi
  2ae907:	mov    rsi,rdx
  2ae90a:	add    rsi,r13
  2ae90d:	cmovb  rsi,rcx
  2ae911:	cmp    rsi,r10
  2ae914:	ja     2aea63 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2ba3>
  2ae91a:	shl    rdx,0x6
  2ae91e:	add    rdx,r11
  2ae921:	cmp    r8,0x6
  2ae925:	jne    2ae92e <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2a6e>
  2ae927:	mov    QWORD PTR [rsp+0x38],rdi
  2ae92c:	jmp    2ae990 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2ad0>
  2ae92e:	mov    rax,QWORD PTR [rsp+0x90]
  2ae936:	mov    eax,DWORD PTR [rax+0x18]
  2ae939:	mov    QWORD PTR [rsp+0x88],rdx
  2ae941:	mov    r13,QWORD PTR [rsp+0x68]
  2ae946:	mul    r13
  2ae949:	mov    rdx,QWORD PTR [rsp+0x88]
  2ae951:	mov    r14,QWORD PTR [rsp+0x58]
  2ae956:	mov    rsi,rax
  2ae959:	mov    rax,QWORD PTR [rsp+0x50]
  2ae95e:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2ae964:	mov    QWORD PTR [rsp+0x38],rsi
  2ae969:	add    rsi,r13
  2ae96c:	cmovb  rsi,rcx
  2ae970:	cmp    rsi,r10
  2ae973:	ja     2aeacd <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c0d>
  2ae979:	mov    rsi,QWORD PTR [rsp+0x38]
  2ae97e:	shl    rsi,0x6
  2ae982:	add    rsi,r11
  2ae985:	cmp    r8,0x7
  2ae989:	mov    QWORD PTR [rsp+0x38],rsi
  2ae98e:	jne    2ae9a7 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2ae7>
  2ae990:	mov    QWORD PTR [rsp+0x60],rdi
  2ae995:	mov    r13,r10
  2ae998:	mov    r10,QWORD PTR [rsp+0x48]
  2ae99d:	mov    rsi,QWORD PTR [rsp+0x70]
  2ae9a2:	jmp    2ae0f0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2230>
  2ae9a7:	mov    rax,QWORD PTR [rsp+0x90]
  2ae9af:	mov    eax,DWORD PTR [rax+0x1c]
  2ae9b2:	mov    r8,QWORD PTR [rsp+0x68]
  2ae9b7:	mul    r8
  2ae9ba:	mov    rdx,QWORD PTR [rsp+0x88]
  2ae9c2:	mov    r14,QWORD PTR [rsp+0x58]
  2ae9c7:	mov    r13,rax
  2ae9ca:	mov    rax,QWORD PTR [rsp+0x50]
  2ae9cf:	jo     2aea05 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2b45>
  2ae9d1:	mov    rsi,r13
  2ae9d4:	add    rsi,r8
  2ae9d7:	cmovb  rsi,rcx
  2ae9db:	mov    rcx,r10
  2ae9de:	cmp    rsi,r10
  2ae9e1:	ja     2aeae8 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2c28>
  2ae9e7:	shl    r13,0x6
  2ae9eb:	add    r13,r11
  2ae9ee:	mov    QWORD PTR [rsp+0x60],r13
  2ae9f3:	mov    r10,QWORD PTR [rsp+0x48]
  2ae9f8:	mov    rsi,QWORD PTR [rsp+0x70]
  2ae9fd:	mov    r13,rcx
  2aea00:	jmp    2ae0f0 <_ZN14evocube_engine10evaluation6x86_648stickers8evaluate17haba9cda858d4dd0eE+0x2230>
  2aea05:	lea    rdi,[rip+0xffffffffffda554c]        # 53f58 <_ZN14evocube_engine10evaluation6x86_6414columns_avx5126TWISTS17h66325a3d9f633396E+0x1d8>
  2aea0c:	lea    rdx,[rip+0xd7765]        # 386178 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2e0>
  2aea13:	mov    esi,0x13
  2aea18:	vzeroupper
  2aea1b:	call   QWORD PTR [rip+0xdd51f]        # 38bf40 <_DYNAMIC+0x6d0>
  2aea21:	lea    rcx,[rip+0xd7738]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2aea28:	mov    rdx,r13
  2aea2b:	vzeroupper
  2aea2e:	call   QWORD PTR [rip+0xdd5a4]        # 38bfd8 <_DYNAMIC+0x768>
  2aea34:	mov    rdx,r13
  2aea37:	lea    rcx,[rip+0xd7722]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2aea3e:	mov    rdi,r14
  2aea41:	vzeroupper
  2aea44:	call   QWORD PTR [rip+0xdd58e]        # 38bfd8 <_DYNAMIC+0x768>
  2aea4a:	mov    r14,rax
  2aea4d:	mov    rdx,r10
  2aea50:	lea    rcx,[rip+0xd7709]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2aea57:	mov    rdi,r14
  2aea5a:	vzeroupper
  2aea5d:	call   QWORD PTR [rip+0xdd575]        # 38bfd8 <_DYNAMIC+0x768>
  2aea63:	mov    r14,rdx
  2aea66:	mov    rdx,r10
  2aea69:	lea    rcx,[rip+0xd76f0]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2aea70:	mov    rdi,r14
  2aea73:	vzeroupper
  2aea76:	call   QWORD PTR [rip+0xdd55c]        # 38bfd8 <_DYNAMIC+0x768>
  2aea7c:	mov    rbx,rax
  2aea7f:	mov    rdx,QWORD PTR [rsp+0x40]
  2aea84:	lea    rcx,[rip+0xd76d5]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2aea8b:	mov    rdi,rbx
  2aea8e:	vzeroupper
  2aea91:	call   QWORD PTR [rip+0xdd541]        # 38bfd8 <_DYNAMIC+0x768>
  2aea97:	mov    rbx,rdx
  2aea9a:	mov    rdx,QWORD PTR [rsp+0x40]
  2aea9f:	lea    rcx,[rip+0xd76ba]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2aeaa6:	mov    rdi,rbx
  2aeaa9:	vzeroupper
  2aeaac:	call   QWORD PTR [rip+0xdd526]        # 38bfd8 <_DYNAMIC+0x768>
  2aeab2:	mov    rbx,r10
  2aeab5:	mov    rdx,QWORD PTR [rsp+0x40]
  2aeaba:	lea    rcx,[rip+0xd769f]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2aeac1:	mov    rdi,rbx
  2aeac4:	vzeroupper
  2aeac7:	call   QWORD PTR [rip+0xdd50b]        # 38bfd8 <_DYNAMIC+0x768>
  2aeacd:	mov    r14,QWORD PTR [rsp+0x38]
  2aead2:	mov    rdx,r10
  2aead5:	lea    rcx,[rip+0xd7684]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2aeadc:	mov    rdi,r14
  2aeadf:	vzeroupper
  2aeae2:	call   QWORD PTR [rip+0xdd4f0]        # 38bfd8 <_DYNAMIC+0x768>
  2aeae8:	mov    r14,r13
  2aeaeb:	mov    rdx,rcx
  2aeaee:	lea    rcx,[rip+0xd766b]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2aeaf5:	mov    rdi,r14
  2aeaf8:	vzeroupper
  2aeafb:	call   QWORD PTR [rip+0xdd4d7]        # 38bfd8 <_DYNAMIC+0x768>
  2aeb01:	mov    rbx,rcx
  2aeb04:	mov    rdx,r13
  2aeb07:	lea    rcx,[rip+0xd7652]        # 386160 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2c8>
  2aeb0e:	mov    rdi,rbx
  2aeb11:	vzeroupper
  2aeb14:	call   QWORD PTR [rip+0xdd4be]        # 38bfd8 <_DYNAMIC+0x768>
  2aeb1a:	mov    QWORD PTR [rsp+0x40],rcx
  2aeb1f:	lea    rdx,[rip+0xd7622]        # 386148 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2b0>
  2aeb26:	mov    rdi,QWORD PTR [rsp+0x40]
  2aeb2b:	mov    rsi,QWORD PTR [rsp+0x78]
  2aeb30:	vzeroupper
  2aeb33:	call   QWORD PTR [rip+0xdd42f]        # 38bf68 <_DYNAMIC+0x6f8>
  2aeb39:	mov    QWORD PTR [rsp+0x68],rcx
  2aeb3e:	lea    rdx,[rip+0xd7603]        # 386148 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2b0>
  2aeb45:	mov    rdi,QWORD PTR [rsp+0x68]
  2aeb4a:	mov    rsi,QWORD PTR [rsp+0x78]
  2aeb4f:	vzeroupper
  2aeb52:	call   QWORD PTR [rip+0xdd410]        # 38bf68 <_DYNAMIC+0x6f8>
  2aeb58:	lea    rdx,[rip+0xd75e9]        # 386148 <anon.1477aa62485811f8c555c35d79698f1b.40.llvm.15549822007582599478+0x2b0>
  2aeb5f:	mov    rsi,QWORD PTR [rsp+0x78]
  2aeb64:	vzeroupper
  2aeb67:	call   QWORD PTR [rip+0xdd3fb]        # 38bf68 <_DYNAMIC+0x6f8>
  2aeb6d:	int3
  2aeb6e:	int3
  2aeb6f:	int3
00000000002b1e90 <_ZN4core3ptr80drop_in_place$LT$evocube_engine..evaluation..x86_64..stickers..StickerTables$GT$17h23e1bdab0ae07f34E>:
00000000002b1e90 <_ZN4core3ptr80drop_in_place$LT$evocube_engine..evaluation..x86_64..stickers..StickerTables$GT$17h23e1bdab0ae07f34E>:
  2b1e90:	push   r14
  2b1e92:	push   rbx
  2b1e93:	push   rax
  2b1e94:	mov    rbx,rdi
  2b1e97:	mov    rax,QWORD PTR [rdi+0xb0]
  2b1e9e:	lock dec QWORD PTR [rax]
  2b1ea2:	jne    2b1eb1 <_ZN4core3ptr80drop_in_place$LT$evocube_engine..evaluation..x86_64..stickers..StickerTables$GT$17h23e1bdab0ae07f34E+0x21>
  2b1ea4:	lea    rdi,[rbx+0xb0]
  2b1eab:	call   QWORD PTR [rip+0xda1df]        # 38c090 <_DYNAMIC+0x820>
  2b1eb1:	mov    rax,QWORD PTR [rbx+0xc0]
  2b1eb8:	lock dec QWORD PTR [rax]
  2b1ebc:	jne    2b1ed5 <_ZN4core3ptr80drop_in_place$LT$evocube_engine..evaluation..x86_64..stickers..StickerTables$GT$17h23e1bdab0ae07f34E+0x45>
  2b1ebe:	add    rbx,0xc0
  2b1ec5:	mov    rdi,rbx
  2b1ec8:	add    rsp,0x8
  2b1ecc:	pop    rbx
  2b1ecd:	pop    r14
  2b1ecf:	jmp    QWORD PTR [rip+0xda1c3]        # 38c098 <_DYNAMIC+0x828>
  2b1ed5:	add    rsp,0x8
  2b1ed9:	pop    rbx
  2b1eda:	pop    r14
  2b1edc:	ret
  2b1edd:	mov    r14,rax
  2b1ee0:	mov    rax,QWORD PTR [rbx+0xc0]
  2b1ee7:	lock dec QWORD PTR [rax]
  2b1eeb:	jne    2b1efd <_ZN4core3ptr80drop_in_place$LT$evocube_engine..evaluation..x86_64..stickers..StickerTables$GT$17h23e1bdab0ae07f34E+0x6d>
  2b1eed:	add    rbx,0xc0
  2b1ef4:	mov    rdi,rbx
  2b1ef7:	call   QWORD PTR [rip+0xda19b]        # 38c098 <_DYNAMIC+0x828>
  2b1efd:	mov    rdi,r14
  2b1f00:	call   37c3f0 <_Unwind_Resume@plt>
  2b1f05:	call   QWORD PTR [rip+0xd9bcd]        # 38bad8 <_DYNAMIC+0x268>
  2b1f0b:	int3
  2b1f0c:	int3
  2b1f0d:	int3
  2b1f0e:	int3
  2b1f0f:	int3
