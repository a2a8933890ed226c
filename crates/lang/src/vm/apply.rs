//! Applying any applicable value to arguments.

use crate::bind;
use crate::prims::flat::is_file;
use crate::prims::persist::know_domains;
use crate::syntax::script;
use crate::vm::Vm;
use crate::vm::amend::has_items;
use quarry_kernel as kernel;
use quarry_value::{
    Composition, Error, Iter, Kind, Lambda, List, Prim, Projection, Result, Sym, Type, Value, error,
    evaluation, fault, room,
};
use std::sync::Arc;

impl Vm {
    /// `f . args`: any applicable value. Elided arguments make a projection; so do too few of them. An elided argument
    /// alone, taken out of a projection by `value`, is a value as any other: `f[]` is no projection either.
    pub fn apply(&mut self, f: &Value, args: &[Value]) -> Result<Value> {
        self.deeper(|vm| vm.apply_inner(f, args))
    }

    /// [`Vm::apply`] to arguments that nobody wants afterwards: what changes the first one changes it where it is.
    pub(crate) fn apply_taking(&mut self, f: &Value, args: &mut [Value]) -> Result<Value> {
        self.deeper(|vm| vm.apply_taking_inner(f, args))
    }

    fn deeper(&mut self, work: impl FnOnce(&mut Vm) -> Result<Value>) -> Result<Value> {
        if self.depth >= self.depth_limit {
            return Err(Error::new("stack"));
        }
        self.depth += 1;
        let result = room::asking(|| work(self));
        self.depth -= 1;
        result
    }

    fn apply_taking_inner(&mut self, f: &Value, args: &mut [Value]) -> Result<Value> {
        let elided = args.len() > 1 && args.iter().any(Value::is_elided);
        match f {
            Value::Lambda(l) if !elided && args.len() == self.rank_of(l)? => {
                self.call_lambda(l, args.len(), |regs| regs.swap_with_slice(args))
            }
            Value::Prim(p) if !elided && (Vm::is_run(*p, args.len()) || args.len() > 2 && amends(*p)) => {
                self.run_prim_taking(*p, args)
            }
            Value::Projection(p) => self.apply_projection(p, args.len(), args.iter_mut().map(Value::take)),
            Value::Composition(c) if !elided && args.len() >= self.rank_of_value(f)? => {
                self.apply_composition(c, |vm, last| vm.apply_taking(last, args))
            }
            _ => self.apply_inner(f, args),
        }
    }

    fn apply_inner(&mut self, f: &Value, args: &[Value]) -> Result<Value> {
        let elided = args.len() > 1 && args.iter().any(Value::is_elided);
        match f {
            Value::Lambda(l) => self.apply_lambda(l, args, elided),
            Value::Prim(p) => self.apply_prim(*p, args, elided),
            Value::Projection(p) => self.apply_projection(p, args.len(), args.iter().cloned()),
            Value::Derived(_) if elided => Ok(project(f, args)),
            // Each has the rank of what it applies.
            Value::Derived(d) if d.iter == Iter::Each && args.len() < self.rank_of_value(&d.func)? => {
                Ok(project(f, args))
            }
            Value::Derived(d) => self.apply_derived(d, args),
            Value::Composition(_) if elided || args.len() < self.rank_of_value(f)? => Ok(project(f, args)),
            Value::Composition(c) => self.apply_composition(c, |vm, last| vm.apply(last, args)),
            Value::Foreign(f) => crate::native::apply(self, f, args, elided),
            Value::Sym(name) => self.apply_name(*name, args),
            Value::I16(_) | Value::I32(Type::Int, _) | Value::I64(Type::Long, _) => {
                self.apply_handle(f, args)
            }
            Value::List(_) | Value::Dict(_) if args.len() > 1 => self.index_then(f, args),
            Value::U8(Type::Char, letter) if let Some(answer) = self.apply_letter(*letter, args) => answer,
            _ if f.is_list() || matches!(f, Value::Dict(_) | Value::Table(_)) => index_by(f, args),
            _ => {
                Err(error::type_error()
                    .detail(format!("a value of type {} cannot be applied", f.type_told())))
            }
        }
    }

    fn apply_lambda(&mut self, l: &Arc<Lambda>, args: &[Value], elided: bool) -> Result<Value> {
        let rank = self.rank_of(l)?;
        if args.len() > rank.max(1) {
            return Err(too_many(args.len(), rank));
        }
        if elided || args.len() < rank {
            return Ok(project(&Value::Lambda(l.clone()), args));
        }
        let n = args.len().min(rank);
        self.call_lambda(l, n, |regs| regs.clone_from_slice(&args[..n]))
    }

    /// Calls a lambda with as many arguments as it has parameters, which `put` puts into its registers.
    fn call_lambda(&mut self, l: &Arc<Lambda>, n: usize, put: impl FnOnce(&mut [Value])) -> Result<Value> {
        let code = self.code_of(l)?;
        let base = self.top;
        if self.regs.len() < base + n {
            self.regs.resize((base + n).max(2 * self.regs.len()), Value::identity());
        }
        put(&mut self.regs[base..base + n]);
        self.call(l, code, base, n)?;
        Ok(self.take_answer())
    }

    fn apply_prim(&mut self, p: Prim, args: &[Value], elided: bool) -> Result<Value> {
        if p == Prim::IDENTITY && args.len() == 1 {
            return Ok(args[0].clone());
        }
        if p.text() == "enlist" {
            return if elided { Ok(project(&Value::Prim(p), args)) } else { Ok(enlist(args)) };
        }
        if p.kind() == Kind::Iter {
            return match args {
                _ if elided => Ok(project(&Value::Prim(p), args)),
                [f] => Ok(quarry_value::Derived { iter: bind::iterator(p), func: f.clone() }.into()),
                [f, g] if p.text() == "'" => Ok(compose(f.clone(), g.clone())),
                _ => Err(error::rank_error()),
            };
        }
        if let ([x, y], Some(derived), false) = (args, bind::as_derived(p), elided) {
            let answer = self.apply(derived, &[x.clone(), y.clone()])?;
            return if p.text() == "differ" { quarry_kernel::not(&answer) } else { Ok(answer) };
        }
        let rank = p.row().rank as usize;
        let variadic = matches!(p.text(), "@" | "." | "?" | "!" | "$" | "_");
        if elided || args.len() < rank {
            return Ok(project(&Value::Prim(p), args));
        }
        if args.len() > rank && !(variadic && p.kind() == Kind::Binary) {
            return Err(error::rank_error().detail(format!(
                "{} takes {rank}, not {} arguments",
                p.row().keywords.first().unwrap_or(&p.text()),
                args.len()
            )));
        }
        self.run_prim(p, args)
    }

    /// Does what a primitive does with as many arguments as it takes.
    pub(super) fn run_prim(&mut self, p: Prim, args: &[Value]) -> Result<Value> {
        let v = bind::run(p).apply(self, p, args);
        self.noting(p, args, v)
    }

    /// [`Vm::run_prim`] of arguments that nobody wants afterwards.
    pub(super) fn run_prim_taking(&mut self, p: Prim, args: &mut [Value]) -> Result<Value> {
        let v = match args {
            [x, y] if joins(p) && has_items(x) => {
                know_domains(self);
                fault::whole(y).and_then(|()| evaluation::steadily(|| self.join_in(p, x, y)))
            }
            [x, _, _, ..] if amends(p) && has_items(x) => {
                know_domains(self);
                self.amend_taking(args, p.text() == ".")
            }
            _ => return self.run_prim(p, args),
        };
        let v = v.map(|()| args[0].take());
        self.noting(p, args, v)
    }

    /// What a primitive answered; that it failed is noted.
    fn noting(&mut self, p: Prim, args: &[Value], v: Result<Value>) -> Result<Value> {
        let v = v.and_then(|v| evaluation::settle().map(|()| v));
        if v.is_err() && self.debug.noted.is_none() {
            let (function, arguments) = (Value::Prim(p), args.to_vec());
            self.debug.noted = Some(crate::vm::debug::Failed { function, arguments });
        }
        v
    }

    /// Is `p` of `n` arguments, none elided, no more than [`Vm::run_prim`]?
    pub(super) fn is_run(p: Prim, n: usize) -> bool {
        let own = p == Prim::IDENTITY || p.text() == "enlist" || p.kind() == Kind::Iter;
        !own && p.row().rank as usize == n && (n != 2 || bind::as_derived(p).is_none())
    }

    fn apply_projection(
        &mut self,
        p: &Arc<Projection>,
        more: usize,
        mut given: impl ExactSizeIterator<Item = Value>,
    ) -> Result<Value> {
        let mut all: Vec<Value> = Vec::with_capacity(p.args.len() + more);
        for a in &p.args {
            all.push(if a.is_elided() { given.next().unwrap_or_else(Value::elided) } else { a.clone() });
        }
        // A projection from the wire has lost the elided items at its end.
        let elided = more - given.len();
        if is_enlist(&p.func) && given.len() > 0 && elided > 0 {
            return Err(error::rank_error().detail(format!("{more} arguments for {elided} elided items")));
        }
        all.extend(given);
        self.apply_taking(&p.func, &mut all)
    }

    /// Applies the last function by `first`, and the others to what that answers.
    fn apply_composition(
        &mut self,
        c: &Arc<Composition>,
        first: impl FnOnce(&mut Vm, &Value) -> Result<Value>,
    ) -> Result<Value> {
        let Some((last, outer)) = c.funcs.split_last() else { return Err(error::rank_error()) };
        let mut v = first(self, last)?;
        for f in outer.iter().rev() {
            v = self.apply_taking(f, &mut [v])?;
        }
        Ok(v)
    }

    /// `x[i;…]` where the items at `i` may be functions, or lists of them, which take the other arguments.
    fn index_then(&mut self, x: &Value, args: &[Value]) -> Result<Value> {
        let (i, rest) = (&args[0], &args[1..]);
        let item = index_by(x, std::slice::from_ref(i))?;
        let all = i.is_elided() || i.is_identity();
        let one = i.is_atom() || !all && (i.is_function() || is_one_key(x, i));
        if one {
            let deeper = rest.len() > 1 && matches!(item, Value::List(_) | Value::Dict(_));
            return if deeper || item.is_function() { self.apply(&item, rest) } else { index_by(x, args) };
        }
        match item {
            Value::List(l) if has_functions(&l, rest.len()) => {
                let items = l.as_slice().iter().map(|item| self.apply(item, rest)).collect::<Result<_>>()?;
                Ok(Value::collapse(items))
            }
            Value::Dict(d) => match &d.values {
                Value::List(l) if has_functions(l, rest.len()) => {
                    let mut all = vec![Value::elided()];
                    all.extend_from_slice(rest);
                    Ok(Value::dict(d.keys.clone(), self.index_then(&d.values, &all)?))
                }
                _ => index_by(x, args),
            },
            _ => index_by(x, args),
        }
    }

    /// A symbol applied means the global it names, or what is in its file.
    fn apply_name(&mut self, name: Sym, args: &[Value]) -> Result<Value> {
        if is_file(name) {
            return crate::prims::handles::apply(self, name, args);
        }
        let f = self.get_or_signal(name)?;
        self.apply(&f, args)
    }

    /// A number applied is a handle: 0 evaluates, 1 and 2 write text, their negatives write lines.
    fn apply_handle(&mut self, h: &Value, args: &[Value]) -> Result<Value> {
        let (Some(n), [x]) = (h.as_long(), args) else { return Err(error::rank_error()) };
        match n {
            0 if self.settings.blocked => {
                Err(Error::new("restricted").detail("-b blocks messages to handle 0"))
            }
            0 if !self.main => Err(crate::network::no_socket()),
            0 => {
                let callback = self.get(Sym::new(".z.ps"));
                self.in_time(|vm| vm.logged(x, |vm| crate::serve::received(vm, callback.as_ref(), x)))
            }
            1 | -1 | 2 | -2 => {
                let text = console_text(x, n < 0)?;
                if n.abs() == 1 {
                    self.host.out(&text)
                } else {
                    self.host.err(&text)
                }
                Ok(h.clone())
            }
            _ => crate::prims::handles::write(self, n, x),
        }
    }

    /// A letter applied to text: what a line with that letter and a parenthesis before the text means, `"k" ",1"`; any
    /// character that has an evaluator. The semicolon, which blocks of statements are in a tree, answers its last
    /// argument.
    ///
    /// Source: quintanar401/DCoQ.
    fn apply_letter(&mut self, letter: u8, args: &[Value]) -> Option<Result<Value>> {
        match (letter, args) {
            (b';', [.., last]) => Some(Ok(last.clone())),
            (b'q' | b'k', [text]) => {
                let text = Value::chars(script::in_language(letter, text.as_text()?).into_owned());
                Some(crate::words::value(self, &text))
            }
            (_, [text]) if text.as_text().is_some() => {
                let evaluator = self.get(Sym::new([b".", &[letter][..], b".e"].concat()))?;
                Some(self.apply(&evaluator, args))
            }
            _ => None,
        }
    }

    /// Evaluates what another process sent: as `value` does.
    pub fn evaluate_message(&mut self, x: &Value) -> Result<Value> {
        crate::words::value(self, x)
    }

    /// Applies the first of a list, a function, its name or its text, to the others. A vector of anything but symbols is
    /// itself.
    pub(crate) fn apply_list(&mut self, x: &Value) -> Result<Value> {
        match x {
            Value::List(l) if !l.is_empty() => {
                let items = l.as_slice().to_vec();
                let f = match &items[0] {
                    f if f.as_text().is_some() => self.evaluate_message(f)?,
                    f => f.clone(),
                };
                self.apply(&f, &items[1..])
            }
            Value::Vector(v) if v.ty == Type::Symbol && !v.is_empty() => {
                let items: Vec<Value> = x.items().collect();
                self.apply(&items[0], &items[1..])
            }
            other => Ok(other.clone()),
        }
    }

    /// The rank of what a symbol names, which may be another function by name.
    fn rank_of_name(&mut self, name: Sym) -> Result<usize> {
        let Some(f) = self.get(name) else { return Ok(1) };
        if self.depth >= self.depth_limit {
            return Err(Error::new("stack"));
        }
        self.depth += 1;
        let rank = self.rank_of_value(&f);
        self.depth -= 1;
        rank
    }

    /// How many arguments a function takes, as `value` and iterators want to know.
    pub(crate) fn rank_of_value(&mut self, f: &Value) -> Result<usize> {
        rank(f, &mut |f| match f {
            Value::Lambda(l) => self.rank_of(l),
            Value::Sym(name) => self.rank_of_name(*name),
            _ => Ok(1),
        })
    }
}

/// How many arguments a function takes; `of` tells it of a lambda, and of what a symbol names.
pub(crate) fn rank(f: &Value, of: &mut dyn FnMut(&Value) -> Result<usize>) -> Result<usize> {
    Ok(match f {
        Value::Lambda(_) | Value::Sym(_) => of(f)?,
        // An iterator composes two functions.
        Value::Prim(p) if p.kind() == Kind::Iter => 2,
        Value::Prim(p) => p.row().rank as usize,
        Value::Projection(p) => {
            let full = rank(&p.func, of)?;
            let holes = p.args.iter().filter(|a| a.is_elided()).count();
            holes + full.saturating_sub(p.args.len())
        }
        Value::Composition(c) => c.funcs.last().map_or(Ok(1), |inner| rank(inner, of))?,
        Value::Foreign(f) => crate::native::Native::of(f).map_or(1, |n| n.rank),
        Value::Derived(d) => match d.iter {
            Iter::Each => rank(&d.func, of)?,
            // Of what is no function they split and join.
            Iter::EachLeft | Iter::EachRight if d.func.is_function() => 2,
            _ => 1,
        },
        _ => 1,
    })
}

/// Is this list one key of a dictionary or a keyed table?
fn is_one_key(x: &Value, i: &Value) -> bool {
    match x {
        Value::Dict(d) => kernel::index::key_positions(&d.keys, i).is_ok_and(|at| at.is_atom()),
        _ => false,
    }
}

/// Would indexing these items by `n` indexes come to a function?
fn has_functions(items: &List, n: usize) -> bool {
    // What is made when it is asked for is text and numbers.
    items.holds_values()
        && items.as_slice().iter().any(|item| match item {
            Value::List(l) if n > 1 => has_functions(l, n - 1),
            item => item.is_function(),
        })
}

/// Does it change its first argument, when it takes more than two?
fn amends(p: Prim) -> bool {
    p.kind() == Kind::Binary && matches!(p.text(), "@" | ".")
}

/// Does it put its second argument behind its first?
fn joins(p: Prim) -> bool {
    p.kind() == Kind::Binary && matches!(p.text(), "," | "upsert")
}

/// A projection; trailing elided arguments are not kept.
pub(crate) fn project(f: &Value, args: &[Value]) -> Value {
    Projection { func: f.clone(), args: args.to_vec() }.into()
}

/// `'[f;g]`, flattened when `f` or `g` is a composition.
pub(crate) fn compose(f: Value, g: Value) -> Value {
    let mut funcs = Vec::new();
    for part in [f, g] {
        match part {
            Value::Composition(c) => funcs.extend(c.funcs.iter().cloned()),
            other => funcs.push(other),
        }
    }
    Composition { funcs }.into()
}

fn is_enlist(f: &Value) -> bool {
    matches!(f, Value::Prim(p) if p.text() == "enlist")
}

/// `enlist[a;b;c]`
pub(crate) fn enlist(args: &[Value]) -> Value {
    match args {
        [one] if !one.is_atom() => kernel::enlist(one).unwrap_or_else(|_| Value::list(vec![one.clone()])),
        _ => Value::collapse(args.to_vec()),
    }
}

/// `x[i;j;…]` of data.
fn index_by(x: &Value, args: &[Value]) -> Result<Value> {
    let plain: Vec<Value> =
        args.iter().map(|a| if a.is_elided() { Value::identity() } else { a.clone() }).collect();
    let v = kernel::index_at(x, &plain)?;
    evaluation::settle()?;
    Ok(v)
}

/// Text for handles 1 and 2: chars as they are; a list of strings as lines.
fn console_text(x: &Value, newline: bool) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    match x {
        Value::List(l) => {
            for item in l.as_slice() {
                let Some(t) = item.as_text() else { return Err(error::type_error()) };
                out.extend_from_slice(t);
                if newline {
                    out.push(b'\n');
                }
            }
            return Ok(out);
        }
        Value::Sym(s) => out.extend_from_slice(s.bytes()),
        v => match v.as_text() {
            Some(t) => out.extend_from_slice(t),
            None => {
                let detail =
                    format!("as functions 1 and 2 write text to the console, not type {}", v.type_told());
                return Err(error::type_error().detail(detail));
            }
        },
    }
    if newline {
        out.push(b'\n');
    }
    Ok(out)
}

/// More arguments than a function takes.
pub(super) fn too_many(arguments: usize, parameters: usize) -> Error {
    let s = if parameters == 1 { "" } else { "s" };
    error::rank_error().detail(format!("{arguments} arguments for {parameters} parameter{s}"))
}
