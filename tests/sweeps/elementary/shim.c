// The elementary functions of another C library, for a program that is started with LD_PRELOAD: each returns the next number farther
// from zero than that of this machine. With PROBE it is a program that calls each once.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define EACH(one, two)                                                                                                      \
    one(exp, 1) one(exp2, 1.1) one(exp10, 1.1) one(expm1, 1) one(log, 3) one(log2, 3) one(log10, 3) one(log1p, 3) one(sin, 1) \
    one(cos, 1) one(tan, 1) one(asin, .3) one(acos, .3) one(atan, .3) one(sinh, 1) one(cosh, 1) one(tanh, 1) one(asinh, 1)    \
    one(acosh, 3) one(atanh, .3) one(cbrt, 3) one(erf, 1) one(erfc, 1) one(lgamma, 4) one(tgamma, 4) two(pow, 3) two(hypot, 3) \
    two(atan2, 3)

#ifdef PROBE

#define ONE(name, at) printf(#name " %a %a\n", name(x * at), name##f(x * at));
#define TWO(name, at) printf(#name " %a %a\n", name(x * at, .7), name##f(x * at, .7f));

int main(void) {
    volatile double x = 1;
    EACH(ONE, TWO)
}

#else

static double next(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits += isfinite(value);
    memcpy(&value, &bits, sizeof bits);
    return value;
}

static float next_single(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits += isfinite(value);
    memcpy(&value, &bits, sizeof bits);
    return value;
}

// The function of this machine, looked up once.
#define REAL(name)                      \
    static __typeof__(&name) real;      \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name);
#define ONE(name, at)                                          \
    double name(double x) { REAL(name) return next(real(x)); } \
    float name##f(float x) { REAL(name##f) return next_single(real(x)); }
#define TWO(name, at)                                                       \
    double name(double x, double y) { REAL(name) return next(real(x, y)); } \
    float name##f(float x, float y) { REAL(name##f) return next_single(real(x, y)); }

EACH(ONE, TWO)

void sincos(double x, double *sine, double *cosine) {
    *sine = sin(x);
    *cosine = cos(x);
}

void sincosf(float x, float *sine, float *cosine) {
    *sine = sinf(x);
    *cosine = cosf(x);
}

#endif
