//! One function applied to one thing after the other, as iterators do.
//!
//! A lambda's level is opened once, and its code run again and again in it: what a call does before and after the code
//! is most of what a short function costs. Anything else is applied each time.

use crate::vm::Vm;
use crate::vm::code::Code;
use quarry_value::{Lambda, Prim, Result, Value, room};
use std::sync::Arc;

/// A function that is about to be applied many times.
pub(crate) struct Calls<'f> {
    f: &'f Value,
    open: Option<Open<'f>>,
    /// A primitive that takes as many arguments.
    prim: Option<Prim>,
}

/// A lambda whose level is open.
struct Open<'f> {
    f: &'f Arc<Lambda>,
    code: &'f Code,
    /// Its first register.
    base: usize,
    /// The first argument, where a projection gives it.
    given: Option<&'f Value>,
}

impl Vm {
    /// Does `work`, which applies `f` to `n` arguments many times.
    pub(crate) fn calling<'f, T>(
        &mut self,
        f: &'f Value,
        n: usize,
        work: impl FnOnce(&mut Vm, &Calls<'f>) -> Result<T>,
    ) -> Result<T> {
        let Some((l, code, given)) = self.plain_lambda(f, n)? else {
            let prim = if let Value::Prim(p) = f { Some(*p).filter(|p| Vm::is_run(*p, n)) } else { None };
            return work(self, &Calls { f, open: None, prim });
        };
        let (base, home) = (self.top, self.home);
        self.depth += 1;
        let opened = self.open(code, Some(l), base, code.params);
        if opened.is_ok() {
            self.home = l.context;
            self.push_call(l, base);
        }
        let done = opened.and_then(|()| {
            let calls = Calls { f, open: Some(Open { f: l, code, base, given }), prim: None };
            let done = room::asking(|| work(self, &calls));
            self.close(code, base, base);
            done
        });
        self.home = home;
        self.depth -= 1;
        done
    }

    /// The lambda that `f` of `n` arguments is, which has so many parameters: itself, or with the first argument given
    /// by a projection.
    fn plain_lambda<'f>(
        &mut self,
        f: &'f Value,
        n: usize,
    ) -> Result<Option<(&'f Arc<Lambda>, &'f Code, Option<&'f Value>)>> {
        let (l, given) = match f {
            Value::Lambda(l) => (l, None),
            Value::Projection(p) => match (&p.func, &p.args[..]) {
                (Value::Lambda(l), [x]) if !x.is_elided() => (l, Some(x)),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let code = self.code_of(l)?;
        let fits = code.params == n + usize::from(given.is_some()) && !code.filed;
        Ok(fits.then_some((l, code, given)))
    }

    /// Applies the function to its arguments. The answer, which may be taken, lies where the next one is going to.
    #[inline]
    pub(crate) fn call_again<const N: usize>(
        &mut self,
        calls: &Calls,
        args: [Value; N],
    ) -> Result<&mut Value> {
        let whole = N == 1 || !args.iter().any(Value::is_elided);
        let Some(Open { f, code, base, given }) = calls.open.as_ref().filter(|_| whole) else {
            self.answer = match calls.prim {
                Some(p) if whole && self.depth < self.depth_limit => {
                    self.depth += 1;
                    let answer = room::asking(|| self.run_prim(p, &args));
                    self.depth -= 1;
                    answer?
                }
                _ => self.apply(calls.f, &args)?,
            };
            return Ok(&mut self.answer);
        };
        let mut to = *base;
        if let Some(x) = given {
            self.regs[to] = (*x).clone();
            to += 1;
        }
        for x in args {
            self.regs[to] = x;
            to += 1;
        }
        self.prepare(code, Some(f), *base, code.params);
        let floor = self.stack.len();
        if let Err(e) = self.exec(code, Some(f), *base, 0) {
            self.failed(e, code, Some(f), floor)?;
        }
        self.let_go(code, *base);
        Ok(&mut self.answer)
    }
}
