/* What a library does that `2:` loads: every part of the C interface. */
#include "k.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

K add(K x, K y) {
  if (x->t != -KJ || y->t != -KJ) return krr("type");
  return kj(x->j + y->j);
}

/* The same object, or one made anew with every byte copied. */
K same(K x) { return r1(x); }

K again(K x) {
  if (x->t == XT) return xT(again(x->k));
  if (x->t == XD) return xD(again(kK(x)[0]), again(kK(x)[1]));
  if (x->t < 0 || x->t > KT) return r1(x);
  K y = ktn(x->t, x->n);
  if (x->t == 0) {
    for (J i = 0; i < x->n; i++) kK(y)[i] = again(kK(x)[i]);
    return y;
  }
  static const int size[] = {8, 1, 16, 0, 1, 2, 4, 8, 4, 8, 1, 8, 8, 4, 4, 8, 8, 4, 4, 4};
  memcpy(kG(y), kG(x), size[x->t] * x->n);
  y->u = x->u;
  return y;
}

K type_and_count(K x) { return knk(3, ki(x->t), kj(x->t < 0 || x->t > 19 ? -1 : x->n), kj(x->u)); }

K atoms(K x) {
  U u;
  for (int i = 0; i < 16; i++) u.g[i] = i;
  (void)x;
  return knk(18, kb(1), ku(u), kg(255), kh(nh), ki(wi), kj(nj), ke(1.5), kf(nf), kc('q'), ks("sym"), ktj(-KP, 1),
             kd(ymd(2024, 2, 29)), kz(0.5), ktj(-KN, 1000000000), kt(1000), kp("text"), kpn("text", 2), ka(101));
}

K joined(K x) {
  K longs = ktn(KJ, 0), symbols = ktn(KS, 0), list = ktn(0, 0), more = ktn(KJ, 2);
  for (J i = 0; i < x->j; i++) {
    ja(&longs, &i);
    js(&symbols, ss(i % 2 ? "odd" : "even"));
    jk(&list, i % 3 ? kj(i) : kp("three"));
  }
  kJ(more)[0] = 100;
  kJ(more)[1] = 200;
  jv(&longs, more);
  jv(&longs, longs);
  jv(&list, list);
  r0(more);
  /* One that somebody else holds stays when it moves. */
  K held = r1(longs);
  J n = held->n;
  for (J i = 0; i < 1000; i++) ja(&longs, &i);
  K y = knk(5, longs, symbols, list, kj(n), kb(held->n >= n && kJ(held)[13] == 200));
  r0(held);
  return y;
}

K made_tables(K x) {
  K names = ktn(KS, 2), columns = knk(2, ktn(KJ, 2), ktn(KF, 2));
  kS(names)[0] = ss("a");
  kS(names)[1] = sn("bcd", 1);
  for (int i = 0; i < 2; i++) kJ(kK(columns)[0])[i] = i, kF(kK(columns)[1])[i] = i / 2.0;
  K t = xT(xD(names, columns)), keyed = knt(1, t), simple = ktd(r1(keyed));
  K bad = xT(xD(ktn(KS, 1), ktn(KJ, 1))), error = ee(bad);
  K y = knk(5, t, keyed, simple, kp(error->s), ee(xT(r1(x)))->t == -128 ? kb(1) : kb(0));
  r0(error);
  return y;
}

K collapsed(K x) { return vk(r1(x)); }
K item(K x, K i) { return vi(x, i->j); }

/* Back into q. */
K evaluated(K x) { return k(0, kC(x)[0] == '*' ? "{x,y}" : "1+`a", r1(x), r1(x), (K)0); }
K swallowed(K x) {
  K y = k(0, "'mine", (K)0);
  if (!y || y->t != -128) return krr("not an error");
  K z = kp(y->s);
  r0(y);
  return k(0, "{x,\" \",y}", z, r1(x), (K)0);
}
K global(K x) { return k(0, "set", ks("fromC"), r1(x), (K)0); }
K dotted(K f, K args) { return dot(f, args); }
K trapped(K f, K args) {
  K y = ee(dot(f, args));
  if (y->t != -128) return y;
  K z = kp(y->s);
  r0(y);
  return z;
}
K leaves(K x) {
  K y = k(0, "exit 7", (K)0);
  if (y) r0(y);
  return r1(x);
}

K nothing(K x) { return (K)0; }
K twice(K x) { return kj(2 * x->j); }
K linked(K x) { return dl((V *)twice, 1); }
K failing(K x) { return close(-1), orr("close"); }
K sum8(K a, K b, K c, K d, K e, K f, K g, K h) { return kj(a->j + b->j + c->j + d->j + e->j + f->j + g->j + h->j); }

K bytes(K x) {
  K b = b9(-1, x), y = d9(b), bad = ktn(KG, 4);
  memset(kG(bad), 7, 4);
  K r = knk(4, r1(b), y, kb(okx(b)), kb(okx(bad)));
  r0(b);
  r0(bad);
  return r;
}

K dates(K x) { return knk(2, ki(dj(x->i)), ki(ymd(2000, 1, 1))); }

/* What only this library knows: given back when q lets go of it. */
static int alive;
static K destroy(K x) {
  alive--;
  (void)x;
  return (K)0;
}
K foreign(K x) {
  K y = knk(2, (K)destroy, (K)(intptr_t)42);
  y->t = 112;
  alive++;
  return y;
}
K opened(K x) { return x->t == 112 ? kj((intptr_t)kK(x)[1]) : krr("foreign"); }
K living(K x) { return kj(alive); }

/* A descriptor on the main loop. */
static K came(I d) {
  J n;
  if (read(d, &n, 8) == -1) return sd0(d), orr("read");
  return k(0, "came", ki(d), kj(n), (K)0);
}
K new_event(K x) { return sd1(-eventfd(x->j, 0), came); }
K add_to_event(K d, K n) { return write(d->i, &n->j, 8) == -1 ? orr("write") : (K)0; }
K end_event(K d) { return sd0(d->i), (K)0; }
K bad_event(K x) { return sd1(1000000, came); }

static void *elsewhere(void *x) {
  K y = k(0, "1+1", (K)0);
  *(int *)x = y && y->t == -128;
  if (y) r0(y);
  return 0;
}
K on_a_thread(K x) {
  pthread_t t;
  int refused = 0;
  pthread_create(&t, 0, elsewhere, &refused);
  pthread_join(t, 0);
  return kb(refused);
}

/* Atoms that are made and filled afterwards, text behind bytes, and an atom for a list of arguments. */
K filled(K x) {
  K guid = ka(-UU), bytes = ktn(KG, 1), text = kp("ab"), numbers = ktn(KJ, 0);
  for (int i = 0; i < 16; i++) kU(guid)[0].g[i] = i;
  kG(bytes)[0] = 0xff;
  jv(&bytes, text);
  jv(&numbers, text);
  r0(text);
  return knk(5, guid, bytes, numbers, ktj(-KD, x->j), trapped(x, x));
}

/* What asks for more memory than the caller may have. */
K unpacked(K x) { return d9(x); }
K whole(K x) {
  K all = ktn(0, x->j), one = kj(7);
  if (!all) return 0;
  for (J i = 0; i < all->n; i++) kK(all)[i] = r1(one);
  r0(one);
  return vk(all);
}
