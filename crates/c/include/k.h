/* The C interface of q, for libraries that `2:` loads:
 *
 *     cc -shared -fPIC -I include add.c -o add.so
 *     q)add:`:./add 2:(`add;2)
 *
 * A K is a pointer to a value that counts who holds it. A function does not own its arguments: it returns a new value, or
 * r1 of one. Libraries that were made with KX's header of the same name load as they are. */
#ifndef QUARRY_K_H
#define QUARRY_K_H

#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned char G;
typedef short H;
typedef int I;
typedef long long J;
typedef unsigned long long UJ;
typedef float E;
typedef double F;
typedef char C;
typedef char *S;
typedef void V;
typedef struct { G g[16]; } U;

typedef struct k0 {
  signed char m, a; /* not yours */
  signed char t;    /* type: negative for an atom, 0 for a general list */
  C u;              /* attribute */
  I r;              /* how many hold it besides the first */
  union {
    G g; H h; I i; J j; E e; F f; S s;
    struct k0 *k;
    struct { J n; G G0[]; };
  };
} *K;

/* Items of a list. */
#define kG(x) ((x)->G0)
#define kC(x) kG(x)
#define kU(x) ((U *)kG(x))
#define kH(x) ((H *)kG(x))
#define kI(x) ((I *)kG(x))
#define kJ(x) ((J *)kG(x))
#define kE(x) ((E *)kG(x))
#define kF(x) ((F *)kG(x))
#define kS(x) ((S *)kG(x))
#define kK(x) ((K *)kG(x))

/* Short names that C code for q is written with, of an argument x. */
#define xt x->t
#define xu x->u
#define xr x->r
#define xn x->n
#define xg x->g
#define xh x->h
#define xi x->i
#define xj x->j
#define xe x->e
#define xf x->f
#define xs x->s
#define xk x->k
#define xG kG(x)
#define xC kC(x)
#define xU kU(x)
#define xH kH(x)
#define xI kI(x)
#define xJ kJ(x)
#define xE kE(x)
#define xF kF(x)
#define xS kS(x)
#define xK kK(x)
#define xx xK[0]
#define xy xK[1]
#define R return
#define Z static
#define ZV Z V
#define ZK Z K
#define ZC Z C
#define ZS Z S
#define ZH Z H
#define ZI Z I
#define ZJ Z J
#define ZF Z F
#define K1(f) K f(K x)
#define K2(f) K f(K x, K y)
#define P(x, y) { if (x) return (y); }
#define U(x) P(!(x), 0)
#define DO(n, x) { J i = 0, _i = (n); for (; i < _i; ++i) { x; } }

/* Types of vectors. */
enum { KB = 1, UU, KG = 4, KH, KI, KJ, KE, KF, KC, KS, KP, KM, KD, KZ, KN, KU, KV, KT, XT = 98, XD };

/* Nulls and infinities. */
#define nh ((I)0xFFFF8000)
#define wh ((I)0x7FFF)
#define ni ((I)0x80000000)
#define wi ((I)0x7FFFFFFF)
#define nj ((J)0x8000000000000000LL)
#define wj ((J)0x7FFFFFFFFFFFFFFFLL)
#define nf (0 / 0.0)
#define wf (1 / 0.0)

/* Atoms. */
extern K ka(I), kb(I), kg(I), kh(I), ki(I), kj(J), ke(F), kf(F), kc(I), ks(S), ku(U), kd(I), kt(I), kz(F), ktj(I, J);
/* Lists, dictionaries, tables. */
extern K ktn(I, J), knk(I, ...), vaknk(I, va_list), kp(S), kpn(S, J), xD(K, K), xT(K), ktd(K), knt(J, K), vk(K), vi(K, UJ);
/* Appending to a list, which may move. */
extern K ja(K *, V *), jk(K *, K), js(K *, S), jv(K *, K);
/* Holding and letting go; symbols. */
extern K r1(K);
extern V r0(K);
extern S ss(S), sn(S, I);
/* Evaluating; errors. */
extern K k(I, const S, ...), vak(I, const S, va_list), dot(K, K), dl(V *, J), krr(const S), orr(const S), ee(K);
/* Bytes of a message. */
extern K b9(I, K), d9(K);
extern I okx(K);
/* A descriptor on the main loop. */
extern K sd1(I, K (*)(I));
extern V sd0(I), sd0x(I, I);
/* Dates; the rest. */
extern I ymd(I, I, I), dj(I), setm(I), ver(V);
extern V m9(V);
extern J gc(J);

#ifdef __cplusplus
}
#endif
#endif
