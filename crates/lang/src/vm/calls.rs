//! One function applied to one thing after the other, as iterators do.
//!
//! A lambda's level is opened once, and its code run again and again in it: what a call does before and after the code
//! is most of what a short function costs. Where the arguments are atoms a program may answer for the code. Anything else is
//! applied each time.

use crate::vm::Vm;
use crate::vm::code::Code;
use crate::vm::typed::{Again, How};
use quarry_kernel::atomic::bits;
use quarry_kernel::pipe::{binary_op, unary_op};
use quarry_value::{Gathered, InTurn, Lambda, Prim, Result, Type, Value, room};
use std::ops::Range;
use std::sync::Arc;

/// A function that is about to be applied many times.
pub(crate) struct Calls<'f> {
    f: &'f Value,
    open: Option<Open<'f>>,
    /// A primitive that takes as many arguments.
    prim: Option<Prim>,
    again: Again,
}

/// A lambda whose level is open.
pub(crate) struct Open<'f> {
    pub f: &'f Arc<Lambda>,
    pub code: &'f Code,
    /// Its first register.
    pub base: usize,
    /// The first argument, where a projection gives it.
    pub given: Option<&'f Value>,
}

impl Vm {
    /// Does `work`, which applies `f` to `n` arguments many times.
    pub(crate) fn calling<'f, T>(
        &mut self,
        f: &'f Value,
        n: usize,
        work: impl FnOnce(&mut Vm, &mut Calls<'f>) -> Result<T>,
    ) -> Result<T> {
        let Some((l, code, given)) = self.plain_lambda(f, n)? else {
            let prim = if let Value::Prim(p) = f { Some(*p).filter(|p| Vm::is_run(*p, n)) } else { None };
            return work(self, &mut Calls { f, open: None, prim, again: Again::default() });
        };
        let (base, home) = (self.top, self.home);
        self.depth += 1;
        let opened = self.open(code, Some(l), base, code.params);
        if opened.is_ok() {
            self.home = l.context;
            self.push_call(l, base);
        }
        let done = opened.and_then(|()| {
            let open = Some(Open { f: l, code, base, given });
            let mut calls = Calls { f, open, prim: None, again: Again::default() };
            let done = room::asking(|| work(self, &mut calls));
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

    /// Applies the function to its arguments, which are used up. The answer, which may be taken, lies where the next one is
    /// going to.
    #[inline]
    pub(crate) fn call_again(
        &mut self,
        calls: &mut Calls,
        mut args: impl AsMut<[Value]>,
    ) -> Result<&mut Value> {
        let args = args.as_mut();
        let whole = args.len() == 1 || !args.iter().any(Value::is_elided);
        let Some(Open { f, code, base, given }) = calls.open.as_ref().filter(|_| whole) else {
            self.answer = match calls.prim {
                Some(p) if whole && self.depth < self.depth_limit => {
                    self.depth += 1;
                    let answer = room::asking(|| self.run_prim_taking(p, args));
                    self.depth -= 1;
                    answer?
                }
                _ => self.apply_taking(calls.f, args)?,
            };
            return Ok(&mut self.answer);
        };
        let how = How { globals: &self.globals, code, given: *given, told_after: &self.told_after };
        if let Some(answer) = calls.again.answer(how, args) {
            self.answer = answer;
            return Ok(&mut self.answer);
        }
        let mut to = *base;
        if let Some(x) = given {
            self.regs[to] = (*x).clone();
            to += 1;
        }
        for x in args {
            self.regs[to] = x.take();
            to += 1;
        }
        self.prepare(code, Some(f), *base, code.params);
        self.run_open(calls, 0)?;
        Ok(&mut self.answer)
    }

    /// Runs the code of a lambda whose level is open from an instruction on.
    fn run_open(&mut self, calls: &mut Calls, start: usize) -> Result<()> {
        let Some(Open { f, code, base, .. }) = calls.open.as_ref() else { return Ok(()) };
        let floor = self.stack.len();
        if let Err(e) = self.exec(code, Some(f), *base, start) {
            self.failed(e, code, Some(f), floor)?;
            // Whoever went on with it may have set globals.
            calls.again = Again::default();
        }
        self.let_go(code, *base);
        Ok(())
    }
}

/// What an argument is from call to call.
pub(crate) enum Column<'a> {
    Same(&'a Value),
    /// The items of a list, table or dictionary.
    Items(&'a Value, InTurn<'a>),
    /// The items before those; there is none before the first.
    Before(&'a Value, InTurn<'a>),
}

impl<'a> Column<'a> {
    /// Atoms and functions stay the same.
    pub fn of(x: &'a Value) -> Column<'a> {
        if x.is_atom() || x.is_function() { Column::Same(x) } else { Column::Items(x, InTurn::of(x)) }
    }

    /// The item before each of a list or table.
    pub fn before(x: &'a Value) -> Column<'a> {
        Column::Before(x, InTurn::of(x))
    }

    #[inline]
    pub fn get(&mut self, i: usize) -> Value {
        match self {
            Column::Same(x) => x.clone(),
            Column::Items(_, items) => given(items.get(i)),
            Column::Before(_, items) => given(items.get(i - 1)),
        }
    }
}

/// An item as an argument: what a projection lacks, which `value` lists, is given as `::`.
#[inline]
fn given(item: Value) -> Value {
    if item.is_elided() { Value::identity() } else { item }
}

/// What comes of a function that is applied along lists.
pub(crate) struct Along {
    /// What it answered last, which is its first argument then.
    pub acc: Option<Value>,
    /// All its answers, if they are wanted.
    pub out: Option<Gathered>,
    /// How many those are.
    pub n: usize,
    /// Does the function take its answers?
    is_fold: bool,
    /// Room for arguments.
    args: Vec<Value>,
}

impl Along {
    /// All `n` answers of a function that takes nothing but items.
    pub fn each(n: usize) -> Along {
        Along { acc: None, out: Some(Gathered::new()), n, is_fold: false, args: Vec::new() }
    }

    /// The last answer of a function that takes its answer before, which is `acc` at first; with `out`, after which they come,
    /// all `n`.
    pub fn fold(acc: Value, out: Option<Gathered>, n: usize) -> Along {
        Along { acc: Some(acc), out, n, is_fold: true, args: Vec::new() }
    }

    /// The next answer, which is taken if answers are wanted.
    #[inline]
    pub fn push(&mut self, answer: &mut Value) {
        if let Some(out) = &mut self.out {
            out.push(answer, self.n);
        }
    }

    /// The next answer, whatever is wanted of it.
    #[inline]
    pub fn put(&mut self, answer: &mut Value) {
        if !self.is_fold {
            return self.push(answer);
        }
        let acc = answer.take();
        if self.out.is_some() {
            self.push(&mut acc.clone());
        }
        self.acc = Some(acc);
    }

    /// The next answers, which are atoms of a type.
    pub fn extend(&mut self, ty: Type, answers: &[u64]) {
        if let Some(out) = &mut self.out {
            bits::push(out, ty, answers, self.n);
        }
        if let (true, Some(last)) = (self.is_fold, answers.last()) {
            self.acc = Some(bits::atom(ty, *last));
        }
    }

    /// All the answers.
    pub fn collapse(self) -> Value {
        self.out.unwrap_or_default().collapse()
    }
}

impl Vm {
    /// Applies a function to the items that `columns` have at the places `range`.
    pub(crate) fn call_along(
        &mut self,
        calls: &mut Calls,
        columns: &mut [Column],
        range: Range<usize>,
        along: &mut Along,
    ) -> Result<()> {
        let mut at = range.start;
        while at < range.end {
            at += self.call_next(calls, columns, at..range.end, along)?;
        }
        Ok(())
    }

    /// The first step of [`Vm::call_along`]: one item, or some that a program answers for. It tells how many.
    #[inline]
    pub(crate) fn call_next(
        &mut self,
        calls: &mut Calls,
        columns: &mut [Column],
        range: Range<usize>,
        along: &mut Along,
    ) -> Result<usize> {
        if let Some(open) = &calls.open {
            let mut done = 0;
            if !calls.again.sets(open.code) {
                let (code, given) = (open.code, open.given);
                let how = How { globals: &self.globals, code, given, told_after: &self.told_after };
                done = calls.again.answer_along(how, columns, range.clone(), along);
            } else if let Some((n, to)) =
                self.set_along(&mut calls.again, open, columns, range.clone(), along)
            {
                done = n;
                if let Some(to) = to {
                    self.run_open(calls, to)?;
                    along.put(&mut self.answer);
                    done += 1;
                }
            }
            if done > 0 {
                self.check_interrupt()?;
                return Ok(done);
            }
        }
        let mut args = std::mem::take(&mut along.args);
        args.clear();
        args.extend(along.acc.take());
        args.extend(columns.iter_mut().map(|c| c.get(range.start)));
        let answer = self.call_again(calls, &mut args)?;
        along.args = args;
        along.put(answer);
        self.check_interrupt()?;
        Ok(1)
    }

    /// What the program for a function of one argument answers, if there is one.
    pub(crate) fn ask_again(&mut self, again: &mut Again, f: &Value, x: &Value) -> Result<Option<Value>> {
        let Some((_, code, given)) = self.plain_lambda(f, 1)? else { return Ok(None) };
        Ok(again.answer(
            How { globals: &self.globals, code, given, told_after: &self.told_after },
            std::slice::from_ref(x),
        ))
    }

    /// Is it certain that a function of one argument sets no globals?
    pub(crate) fn sets_nothing(&mut self, f: &Value) -> Result<bool> {
        let is_atomic =
            |f: &Value| matches!(f, Value::Prim(p) if unary_op(*p).is_some() || binary_op(*p).is_some());
        Ok(match f {
            Value::Projection(p) if is_atomic(&p.func) => true,
            f => is_atomic(f) || self.plain_lambda(f, 1)?.is_some_and(|(_, code, _)| code.is_pure()),
        })
    }
}

impl Calls<'_> {
    /// From now on other functions run between two calls, which may set globals.
    pub(crate) fn beside_others(&mut self) {
        self.again.beside_others();
    }
}
