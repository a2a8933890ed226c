/* The functions of the C interface that take any number of arguments: Rust defines the rest. */

#include <stdarg.h>
#include <stddef.h>

typedef struct k0 *K;

/* Of q, an evaluation takes a function and at most eight arguments. */
enum { MOST = 16 };

extern K ktn(int type, long long n);
extern K quarry_evaluate(int handle, const char *text, const K *arguments, int n);
extern K *quarry_items(K list);

K vak(int handle, const char *text, va_list more) {
  K arguments[MOST];
  int n = 0;
  for (K x = va_arg(more, K); x != NULL; x = va_arg(more, K)) {
    if (n < MOST) arguments[n] = x;
    n++;
  }
  return quarry_evaluate(handle, text, arguments, n);
}

K k(int handle, const char *text, ...) {
  va_list more;
  va_start(more, text);
  K x = vak(handle, text, more);
  va_end(more);
  return x;
}

K vaknk(int n, va_list more) {
  K list = ktn(0, n);
  if (list == NULL) return NULL;
  for (int i = 0; i < n; i++) quarry_items(list)[i] = va_arg(more, K);
  return list;
}

K knk(int n, ...) {
  va_list more;
  va_start(more, n);
  K list = vaknk(n, more);
  va_end(more);
  return list;
}
