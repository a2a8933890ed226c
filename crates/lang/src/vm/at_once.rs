//! Derived functions that kernels answer at once for all items: the same answers as item by item, and where there is an error
//! nothing, so that whoever goes item by item meets it at its place.
//!
//! A function that is made of atomic primitives alone (an operator, a projection or composition of some, a lambda without choices or
//! assignments to globals) does with vectors what it does with their items.

use crate::bind::{self, Run};
use crate::prims::ops;
use crate::vm::Vm;
use crate::vm::abreast::at;
use crate::vm::code::{CONSTANT, Code, GLOBAL, Op, Operand};
use quarry_kernel as kernel;
use quarry_kernel::cast::Cast;
use quarry_kernel::each::{self, Text};
use quarry_kernel::pipe::{self, Expr, binary_op, unary_op};
use quarry_kernel::slices::{self, Edge, LaidOut, Part};
use quarry_kernel::strings::Strings;
use quarry_kernel::{Agg, BinaryOp, UnaryOp};
use quarry_value::evaluation::settle;
use quarry_value::{Attr, Gathered, Iter, Kind, Lambda, List, Prim, Result, Slices, Type, Value, room};
use std::ops::Range;
use std::sync::Arc;

/// Fewer items are done one by one.
const LEAST: usize = 16;
/// Operators of an expression; what is larger is evaluated item by item.
pub(super) const SIZE_MAX: usize = 64;

/// An argument of a function that is applied to items: the item of a list, or the same for each.
#[derive(Clone)]
pub(super) enum Arg {
    Item(Value),
    Same(Value),
}

impl Arg {
    /// What is no list is the same for each item.
    fn of(x: &Value) -> Arg {
        if x.is_list() { Arg::Item(x.clone()) } else { Arg::Same(x.clone()) }
    }
}

/// An expression and how many operators it has.
type Sized = (Expr, usize);

impl Vm {
    /// `f'[x;y;…]` of lists of one count, and atoms.
    pub(super) fn each_at_once(&mut self, f: &Value, args: &[Value]) -> Result<Option<Value>> {
        // Tables and dictionaries have items, too.
        if !args.iter().all(|x| x.is_list() || x.is_atom() || x.is_function()) {
            return Ok(None);
        }
        self.together(f, || args.iter().map(Arg::of).collect(), true)
    }

    /// `f peach x`: not what threads would share.
    pub(super) fn peach_at_once(&mut self, f: &Value, x: &Value) -> Result<Option<Value>> {
        self.together(f, || vec![Arg::of(x)], false)
    }

    /// `x f\:y`
    pub(super) fn left_at_once(&mut self, f: &Value, x: &Value, y: &Value) -> Result<Option<Value>> {
        if let Some(answer) = every_pair(f, Iter::EachRight, x, y)? {
            return Ok(Some(answer));
        }
        if let Some(answer) = with_few(f, x, y, false) {
            return settle().map(|()| Some(answer));
        }
        self.together(f, || vec![Arg::of(x), Arg::Same(y.clone())], true)
    }

    /// `x f/:y`
    pub(super) fn right_at_once(&mut self, f: &Value, x: &Value, y: &Value) -> Result<Option<Value>> {
        if let Some(answer) = every_pair(f, Iter::EachLeft, y, x)? {
            return Ok(Some(answer));
        }
        if let Some(answer) = with_few(f, y, x, true) {
            return settle().map(|()| Some(answer));
        }
        self.together(f, || vec![Arg::Same(x.clone()), Arg::of(y)], true)
    }

    fn together(
        &mut self,
        f: &Value,
        args: impl FnOnce() -> Vec<Arg>,
        in_turn: bool,
    ) -> Result<Option<Value>> {
        let is_function =
            matches!(f, Value::Prim(_) | Value::Lambda(_) | Value::Projection(_) | Value::Composition(_));
        if !is_function && !is_looked_up(f) {
            return Ok(None);
        }
        let args = args();
        let least = kernel::runs::worth(LEAST);
        if !args.iter().any(|a| matches!(a, Arg::Item(x) if x.count() >= least)) {
            return Ok(None);
        }
        if !is_function {
            // Items of a vector are for who goes one by one.
            let answer = match &args[..] {
                [x @ Arg::Item(Value::List(_))] => {
                    self.prim_abreast(at(), &[Arg::Same(f.clone()), x.clone()])?
                }
                _ => None,
            };
            return settle().map(|()| answer);
        }
        let answer = match self.atomic_expression(f, args.len())? {
            Some((expr, _)) if args.iter().all(is_plain) => pipe::each(&expr, &values(&args)),
            _ => match self.with_given(f, args)? {
                Some((Value::Prim(prim), args)) => {
                    let answer = self.prim_abreast(prim, &args)?;
                    if answer.is_none() && in_turn { self.in_turn(prim, &args)? } else { answer }
                }
                // What goes wrong on the way is met again item by item, at its place.
                Some((f, args)) if args.iter().any(|a| is_packed(a) || are_symbols(a)) => {
                    self.abreast(&f, args).unwrap_or(None)
                }
                _ => None,
            },
        };
        settle().map(|()| answer)
    }

    /// A primitive that looks at its arguments alone, applied to the items where they lie, when there is a list of them in memory.
    fn in_turn(&mut self, prim: Prim, args: &[Arg]) -> Result<Option<Value>> {
        let held = |a: &Arg| matches!(a, Arg::Item(Value::List(l)) if !l.is_mapped());
        let count = args.iter().find_map(|a| if let Arg::Item(x) = a { Some(x.count()) } else { None });
        let (Some(n), true) = (count, Vm::is_run(prim, args.len()) && args.iter().any(held)) else {
            return Ok(None);
        };
        let mut out = Gathered::new();
        let (mut x_room, mut y_room) = (Value::identity(), Value::identity());
        for i in 0..n {
            let answer = match (bind::run(prim), args) {
                (Run::Unary(f), [x]) => bind::unary(prim, f, item(x, i, &mut x_room)),
                (Run::Binary(f), [x, y]) => {
                    let (x, y) = (item(x, i, &mut x_room), item(y, i, &mut y_room));
                    if x.is_elided() || y.is_elided() {
                        return Ok(None);
                    }
                    bind::binary(prim, f, x, y)
                }
                _ => return Ok(None),
            };
            let mut answer = match answer {
                Ok(answer) => answer,
                // The error is that of the call.
                Err(_) => {
                    let items: Vec<Value> = args.iter().map(|a| item(a, i, &mut x_room).clone()).collect();
                    self.apply(&Value::Prim(prim), &items)?
                }
            };
            out.push(&mut answer, n);
            self.check_interrupt()?;
        }
        Ok(Some(out.collapse()))
    }

    /// `f':y` and `x f':y` of a vector.
    pub(super) fn prior_at_once(&mut self, f: &Value, before: &Value, y: &Value) -> Result<Option<Value>> {
        let Value::Vector(v) = y else { return Ok(None) };
        if v.len() < kernel::runs::worth(LEAST) || !before.is_atom() {
            return Ok(None);
        }
        let all = match f {
            Value::Prim(p) if p.kind() == Kind::Binary && p.text() == "~" => {
                kernel::differ(y).and_then(|d| kernel::not(&d)).ok()
            }
            _ => match self.atomic_expression(f, 2)? {
                Some((expr, _)) => pipe::each(&expr, &[y.clone(), kernel::prev(y)?]),
                None => None,
            },
        };
        settle()?;
        let Some(all) = all else { return Ok(None) };
        let first = self.apply(f, &[y.at(0), before.clone()])?;
        // The first item may be of another type than the others.
        let like =
            first.is_atom() && first.item_type() == all.item_type() && first.item_type() != Some(Type::Enum);
        Ok(if like { Some(kernel::set_at(all, &Value::long(0), &first)?) } else { None })
    }

    /// The expression of atomic primitives that `f` of `n` arguments is, which are its leaves.
    fn atomic_expression(&mut self, f: &Value, n: usize) -> Result<Option<Sized>> {
        Ok(match f {
            Value::Prim(p) => match n {
                1 => unary_op(*p).map(|op| (Expr::Unary(op, leaf(0)), 1)),
                2 if p.kind() == Kind::Binary => {
                    binary_op(*p).map(|op| (Expr::Binary(op, leaf(0), leaf(1)), 1))
                }
                _ => None,
            },
            Value::Projection(p) => {
                let rank = self.rank_of_value(&p.func)?;
                let elided = |i: usize| p.args.get(i).is_none_or(Value::is_elided);
                if (0..rank).filter(|i| elided(*i)).count() != n || p.args.len() > rank {
                    return Ok(None);
                }
                let Some((expr, size)) = self.atomic_expression(&p.func, rank)? else { return Ok(None) };
                let mut leaves = 0..n;
                let given = |i: usize| match elided(i) {
                    true => leaves.next().map(Expr::Leaf),
                    false => Some(Expr::Const(p.args[i].clone())).filter(|_| p.args[i].is_atom()),
                };
                (0..rank).map(given).collect::<Option<Vec<_>>>().map(|given| (put(&expr, &given), size))
            }
            Value::Composition(c) => {
                let Some((last, outer)) = c.funcs.split_last() else { return Ok(None) };
                let Some(mut all) = self.atomic_expression(last, n)? else { return Ok(None) };
                for f in outer.iter().rev() {
                    match self.atomic_expression(f, 1)? {
                        Some((expr, size)) if size + all.1 <= SIZE_MAX => {
                            all = (put(&expr, &[all.0]), size + all.1);
                        }
                        _ => return Ok(None),
                    }
                }
                Some(all)
            }
            Value::Lambda(l) => self.expression_of(l, n)?,
            _ => None,
        })
    }

    /// The expression that a lambda's code amounts to, if it is a straight line of atomic primitives.
    fn expression_of(&mut self, l: &Arc<Lambda>, n: usize) -> Result<Option<Sized>> {
        let code = self.code_of(l)?;
        if code.params != n || code.filed {
            return Ok(None);
        }
        let mut registers: Vec<Option<Sized>> = vec![None; code.registers];
        (0..n).for_each(|i| registers[i] = Some((Expr::Leaf(i), 0)));
        // What nobody uses may fail all the same, and is no part of the expression.
        let mut unused: Vec<Operand> = Vec::new();
        for op in &code.ops {
            let (dst, operands, value) = match *op {
                Op::Return { x } => {
                    unused.retain(|r| *r != x);
                    return Ok(self.traced(code, &registers, x).filter(|_| unused.is_empty()));
                }
                // What follows says the same in single instructions, and what is let go of is not read again.
                Op::Fused { .. } | Op::Release { .. } => continue,
                Op::Move { dst, from } => (dst, [from, from], self.traced(code, &registers, from)),
                Op::Load { dst, cell } => {
                    (dst, [CONSTANT, CONSTANT], self.globals.plain(cell).and_then(constant))
                }
                Op::Unary { dst, prim, x } => {
                    let value = self.traced(code, &registers, x);
                    (dst, [x, x], unary_op(prim).zip(value).and_then(|(op, x)| unary(op, x)))
                }
                Op::Binary { dst, prim, x, y } => {
                    let values = self.traced(code, &registers, x).zip(self.traced(code, &registers, y));
                    (dst, [x, y], binary_op(prim).zip(values).and_then(|(op, (x, y))| binary(op, x, y)))
                }
                Op::Quick { dst, op, x, y } | Op::QuickGlobal { dst, op, x, y } => {
                    let values = self.traced(code, &registers, x).zip(self.traced(code, &registers, y));
                    (dst, [x, y], values.and_then(|(x, y)| binary(op.atomic(), x, y)))
                }
                _ => return Ok(None),
            };
            unused.retain(|r| !operands.contains(r));
            if value.is_none() || unused.contains(&dst) {
                return Ok(None);
            }
            unused.push(dst);
            registers[dst as usize] = value;
        }
        Ok(None)
    }

    /// What an operand of [`Vm::expression_of`] is.
    fn traced(&self, code: &Code, registers: &[Option<Sized>], o: Operand) -> Option<Sized> {
        if o & CONSTANT != 0 {
            return constant(code.constants.get((o & !CONSTANT) as usize)?);
        }
        match o & GLOBAL {
            0 => registers.get(o as usize)?.clone(),
            _ => constant(self.globals.plain(*code.cells.get((o & !GLOBAL) as usize)?)?),
        }
    }
}

/// `f` of each of `xs` with each of `ys`, where it is `inner` of an aggregate, or the aggregate of each of `xs` with the one vector `ys`.
/// All such aggregates are the same with their arguments the other way round.
fn every_pair(f: &Value, inner: Iter, xs: &Value, ys: &Value) -> Result<Option<Value>> {
    let (prim, ys) = match (f, ys) {
        (Value::Derived(d), Value::List(l)) if d.iter == inner && l.holds_values() => (&d.func, l.as_slice()),
        (Value::Prim(_), Value::Vector(_)) => (f, std::slice::from_ref(ys)),
        _ => return Ok(None),
    };
    let (Value::Prim(prim), Value::List(l)) = (prim, xs) else { return Ok(None) };
    let Some(agg) = Agg::from_prim(*prim).filter(|_| l.holds_values()) else { return Ok(None) };
    let rows = match f {
        Value::Prim(_) => kernel::every_pair(agg, ys, l.as_slice()).and_then(|mut rows| rows.pop()),
        _ => kernel::every_pair(agg, l.as_slice(), ys).map(Value::collapse),
    };
    settle().map(|()| rows)
}

/// An atomic operator between each item of a vector and a short one, which is its left argument where `few_left`: between two vectors
/// of all the pairs, of which each answer is a stretch.
fn with_few(f: &Value, items: &Value, few: &Value, few_left: bool) -> Option<Value> {
    const FEW_MAX: usize = 64;
    const ALL_MAX: usize = 1 << 24;
    let (Value::Prim(prim), Value::Vector(many), Value::Vector(same)) = (f, items, few) else { return None };
    let (Some(_), Run::Binary(run)) = (binary_op(*prim), bind::run(*prim)) else { return None };
    let (n, m) = (many.len(), same.len());
    let fits = n >= kernel::runs::worth(LEAST) && (1..=FEW_MAX).contains(&m) && n * m <= ALL_MAX;
    if !fits || [many, same].iter().any(|v| v.attr != Attr::None || v.ty == Type::Enum) {
        return None;
    }
    let at: Vec<i64> = room::collected((0..n * m).map(|k| (k / m) as i64));
    let (each, same) =
        (kernel::gather::pick(items, &at), kernel::take(&Value::long((n * m) as i64), few).ok()?);
    let (x, y) = if few_left { (&same, &each) } else { (&each, &same) };
    match bind::binary(*prim, run, x, y) {
        Ok(Value::Vector(all))
            if all.len() == n * m && all.attr == Attr::None && Slices::pay(n, all.ty, n * m) =>
        {
            Some(Slices::new(all, room::collected((0..n).map(|i| (i + 1) * m))).into())
        }
        // What goes wrong is met again item by item.
        _ => None,
    }
}

/// An argument's item: where it lies, or made in `room`.
fn item<'a>(a: &'a Arg, i: usize, room: &'a mut Value) -> &'a Value {
    match a {
        Arg::Same(x) => x,
        Arg::Item(Value::List(l)) if l.holds_values() => &l.as_slice()[i],
        Arg::Item(Value::List(l)) => {
            l.get_in(i, room);
            room
        }
        Arg::Item(x) => {
            *room = x.at(i);
            room
        }
    }
}

pub(super) fn leaf(i: usize) -> Box<Expr> {
    Box::new(Expr::Leaf(i))
}

fn constant(x: &Value) -> Option<Sized> {
    x.is_atom().then(|| (Expr::Const(x.clone()), 0))
}

fn unary(op: UnaryOp, (x, size): Sized) -> Option<Sized> {
    (size < SIZE_MAX).then(|| (Expr::Unary(op, Box::new(x)), size + 1))
}

fn binary(op: BinaryOp, (x, n): Sized, (y, m): Sized) -> Option<Sized> {
    (n + m < SIZE_MAX).then(|| (Expr::Binary(op, Box::new(x), Box::new(y)), n + m + 1))
}

/// An expression with others for its leaves, of which there are enough.
fn put(expr: &Expr, leaves: &[Expr]) -> Expr {
    match expr {
        Expr::Leaf(i) => leaves[*i].clone(),
        Expr::Const(x) => Expr::Const(x.clone()),
        Expr::Unary(op, x) => Expr::Unary(*op, Box::new(put(x, leaves))),
        Expr::Binary(op, x, y) => Expr::Binary(*op, Box::new(put(x, leaves)), Box::new(put(y, leaves))),
    }
}

/// Is an argument a vector, of which each item is one, or an atom?
pub(super) fn is_plain(a: &Arg) -> bool {
    match a {
        Arg::Item(x) => matches!(x, Value::Vector(_)),
        Arg::Same(x) => x.is_atom(),
    }
}

pub(super) fn values(args: &[Arg]) -> Vec<Value> {
    args.iter().map(|(Arg::Item(x) | Arg::Same(x))| x.clone()).collect()
}

/// Is an argument a list that begins with a string, or of lists of strings, or of vectors that lie one behind the other?
fn is_packed(a: &Arg) -> bool {
    let is =
        |l: &List| l.as_pieces().is_some() || l.as_slices().is_some() || !l.is_empty() && l.text(0).is_some();
    matches!(a, Arg::Item(Value::List(l)) if is(l))
}

/// Symbols, which become texts and lists rather than other atoms.
fn are_symbols(a: &Arg) -> bool {
    matches!(a, Arg::Item(Value::Vector(v)) if v.ty == Type::Symbol)
}

/// Primitives that are not atomic.
pub(super) fn by_prim(vm: &mut Vm, prim: Prim, args: &[Arg]) -> Result<Option<Value>> {
    use Arg::{Item, Same};
    use Value::{List as L, Vector};
    if prim.row().rank as usize != args.len() {
        return Ok(None);
    }
    if let ([Item(L(x))], Some(agg)) = (args, Agg::from_prim(prim))
        && let Some(answer) = x.as_slices().and_then(|s| kernel::fold_each(agg, s))
    {
        return Ok(Some(answer));
    }
    Ok(match (prim.text(), args) {
        ("#:", [Item(L(x))]) => each::counts(x),
        ("#:", [Item(Vector(x))]) => Some(Value::longs(room::repeated(1, x.len()))),
        ("@:", [Item(Vector(x))]) => {
            let ty = room::repeated(-(x.ty as i16), x.len());
            Some(quarry_value::Vector::of(Type::Short, ty).into())
        }
        ("*:", [Item(L(x))]) => each::items(x, |_, _| 0)?,
        ("last", [Item(L(x))]) => each::items(x, |_, n| n.wrapping_sub(1))?,
        ("|:", [Item(L(x))]) => each::reversed(x)?,
        ("&:", [Item(L(x))]) => x.as_slices().and_then(slices::places),
        ("sums", [Item(L(x))]) => x.as_slices().and_then(kernel::sums_each),
        ("-':", [Item(L(x))]) => {
            x.as_slices().and_then(|s| slices::stepped(s, kernel::deltas, Edge::FirstIsKept))
        }
        ("prev", [Item(L(x))]) => {
            x.as_slices().and_then(|s| slices::stepped(s, kernel::prev, Edge::FirstIsNull))
        }
        ("next", [Item(L(x))]) => {
            x.as_slices().and_then(|s| slices::stepped(s, kernel::next, Edge::LastIsNull))
        }
        ("sublist", [Same(Value::I64(Type::Long, n)), Item(L(y))]) => {
            y.as_slices().map(|s| slices::stretches(s, |_, have| first_of(*n, have)).into())
        }
        (",:" | "enlist", [Item(x @ Vector(_))]) => kernel::flip(&Value::list(vec![x.clone()])).ok(),
        ("$:", [Item(x @ Vector(_))]) => quarry_value::text::string(x).ok(),
        ("upper" | "lower" | "trim" | "ltrim" | "rtrim", [Item(L(x))]) if x.are_strings() => {
            match bind::run(prim) {
                Run::Unary(f) => f(&Value::List(x.clone())).ok(),
                _ => None,
            }
        }
        ("@", [Item(L(x)), Item(L(at))]) => match at.as_slices() {
            Some(at) => each::items_each(x, at)?,
            None => None,
        },
        ("$" | "mmu", [Item(L(x)), Item(L(y))]) => match (x.as_slices(), y.as_slices()) {
            (Some(x), Some(y)) => kernel::dot_each(x, y),
            _ => None,
        },
        ("wavg" | "wsum", [x, y]) => Agg::from_prim(prim).and_then(|agg| weighted(agg, x, y)),
        ("@", [Item(L(x)), Same(Vector(at))]) if at.ty == Type::Long => {
            at.slice().map_or(Ok(None), |at| each::items_at(x, at))?
        }
        ("@", [Same(x @ Vector(_)), Item(at @ Vector(i))]) if i.ty == Type::Long => {
            kernel::index(x, at).ok().map(|items| ops::without_attr(&items))
        }
        ("@", [Same(x), Item(at @ L(l))]) if slices::ends(l).is_some() && is_looked_up(x) => {
            kernel::index(x, at).ok()
        }
        ("@", [Item(L(x)), at]) => match longs(at) {
            Some(at) => each::items(x, |i, _| usize::try_from(at(i)).unwrap_or(usize::MAX))?,
            None => None,
        },
        ("_", [n, Item(L(y))]) => match longs(n) {
            Some(n) => each::dropped(n, y)?,
            None => None,
        },
        ("#", [n, Item(Vector(y))]) => longs(n).and_then(|n| slices::repeated(n, y)),
        ("til", [Item(Vector(x))]) if x.ty == Type::Long => x.slice().and_then(slices::counted),
        ("#", [n, Item(L(y))]) => match longs(n) {
            Some(n) => each::taken(n, y)?,
            None => None,
        },
        (",", [x, y]) => joined(x, y)?,
        ("rotate", [n, Item(L(x))]) => match (longs(n), x.as_slices()) {
            (Some(n), Some(x)) => Some(slices::rotated(x, n).into()),
            _ => None,
        },
        ("in" | "within", [Item(L(x)), Same(y @ Vector(_))]) => flat(x, y, |x| match prim.text() {
            "in" => kernel::in_(x, y),
            _ => kernel::within(x, y),
        }),
        ("?" | "bin" | "binr", [Same(x @ Vector(_)), Item(L(y))]) => flat(y, x, |y| match prim.text() {
            "?" => kernel::find(x, y),
            "bin" => kernel::bin(x, y),
            _ => kernel::binr(x, y),
        }),
        ("?", [Item(L(x)), y]) if x.as_slices().is_some() => {
            one_each(y).and_then(|y| slices::find_each(x.as_slices()?, y)).map(Value::longs)
        }
        ("in", [x, Item(L(y))]) if y.as_slices().is_some() => {
            one_each(x).and_then(|x| slices::holds_each(y.as_slices()?, x))
        }
        ("in", [Item(x @ Vector(_)), Same(y @ Vector(_))]) if alike(x, y) => kernel::in_(x, y).ok(),
        ("within", [Item(x @ Vector(_)), Same(y @ Vector(_))]) if alike(x, y) => kernel::within(x, y).ok(),
        ("?", [Item(L(x)), Item(y @ Vector(_))]) => match (Strings::of(x), y.as_text()) {
            (Some(x), Some(y)) if y.len() == x.len() => {
                Some(Value::longs(kernel::words::find_each(&x, |i| y[i])))
            }
            _ => None,
        },
        ("?", [Item(L(x)), Same(Value::U8(Type::Char, y))]) => {
            Strings::of(x).map(|x| Value::longs(kernel::words::find_each(&x, |_| *y)))
        }
        ("in", [Same(Value::U8(Type::Char, x)), Item(L(y))]) => {
            Strings::of(y).map(|y| Value::bools(kernel::words::holds_each(&y, *x)))
        }
        ("?:", [Item(L(x))]) => slices::distinct_each(x),
        ("except" | "inter", [Item(L(x)), Same(y)]) => slices::among(x, y, prim.text() == "inter"),
        ("except" | "inter", [Item(L(x)), Item(y)]) => slices::among_each(x, y, prim.text() == "inter"),
        ("~", [x, y]) => matched(x, y),
        ("vs", [Same(x), Item(L(y))]) if is_char(x) => match (x.as_text(), Strings::of(y)) {
            (Some(x), Some(y)) => kernel::words::vs_each(x, &y).ok(),
            _ => None,
        },
        ("vs", [Same(Value::Sym(x)), Item(Vector(y))]) if x.is_empty() => {
            kernel::words::parts_each(y).ok().flatten()
        }
        ("sv", [Same(x), Item(L(y))]) if is_char(x) => match (x.as_text(), y.as_pieces()) {
            (Some(x), Some(y)) => kernel::words::sv_each(x, y).ok(),
            _ => None,
        },
        ("sv", [Same(Value::Sym(x)), Item(L(y))]) if x.is_empty() => {
            y.as_slices().and_then(kernel::words::unite_each)
        }
        ("ss", [Item(L(x)), Same(y)]) => match (Strings::of(x), kernel::words::sought(y)) {
            (Some(x), Some(y)) => kernel::words::ss_each(&x, &y).ok(),
            _ => None,
        },
        ("ssr", [Item(L(x)), Same(y), Same(z)]) => {
            match (Strings::of(x), kernel::words::sought(y), z.as_text()) {
                (Some(x), Some(y), Some(z)) => kernel::words::ssr_each(&x, &y, z).ok(),
                _ => None,
            }
        }
        ("like", [Item(x), Same(y)]) if are_texts(x) && y.is_string() => kernel::like(x, y).ok(),
        ("?", [Same(x @ Vector(_)), Item(y @ Vector(_))]) if alike(x, y) => kernel::find(x, y).ok(),
        ("bin", [Same(x @ Vector(_)), Item(y @ Vector(_))]) if alike(x, y) => kernel::bin(x, y).ok(),
        ("binr", [Same(x @ Vector(_)), Item(y @ Vector(_))]) if alike(x, y) => kernel::binr(x, y).ok(),
        ("$", [Same(x), Item(y @ Vector(_))]) if Cast::of_some(x).is_some() => kernel::cast(x, y).ok(),
        ("$", [Same(x), Item(y @ L(lists))]) if is_tok(x) && lists.as_pieces().is_some() => {
            vm.apply(&Value::Prim(prim), &[x.clone(), y.clone()]).ok()
        }
        ("$", [Same(x), Item(y @ L(texts))]) if is_tok(x) && texts.are_strings() => {
            vm.apply(&Value::Prim(prim), &[x.clone(), y.clone()]).ok().filter(|v| matches!(v, Vector(_)))
        }
        _ => None,
    })
}

/// What a function makes of the items of all vectors that lie one behind the other, when they are of the type of `other`.
fn flat(x: &List, other: &Value, f: impl FnOnce(&Value) -> Result<Value>) -> Option<Value> {
    let all = LaidOut::of(x)?;
    let alike = other.item_type() == all.all().item_type() && other.item_type() != Some(Type::Enum);
    if alike { all.mapped(f) } else { None }
}

/// `x wsum'y` and `x wavg'y` of vectors that lie one behind the other, on one side at least.
fn weighted(agg: Agg, x: &Arg, y: &Arg) -> Option<Value> {
    fn rows(x: &Arg) -> Option<&Slices> {
        if let Arg::Item(Value::List(l)) = x { l.as_slices() } else { None }
    }
    let beside = |v: &Arg, rows: &Slices| match v {
        Arg::Same(Value::Vector(v)) => slices::tiled_beside(v, rows),
        _ => None,
    };
    match (rows(x), rows(y)) {
        (Some(x), Some(y)) => kernel::weighted_each(agg, x, y),
        (Some(x), None) => kernel::weighted_each(agg, x, &beside(y, x)?),
        (None, Some(y)) => kernel::weighted_each(agg, &beside(x, y)?, y),
        (None, None) => None,
    }
}

/// An atom for each item: those of a vector, or the same.
fn one_each(x: &Arg) -> Option<&Value> {
    match x {
        Arg::Item(x @ Value::Vector(_)) => Some(x),
        Arg::Same(x) if x.is_atom() => Some(x),
        _ => None,
    }
}

/// Is each item of an index looked up in it, so that a list of indexes is as good as each?
pub(super) fn is_looked_up(x: &Value) -> bool {
    match x {
        Value::Dict(d) => !d.sorted && matches!(d.keys, Value::Vector(_)),
        x => matches!(x, Value::Vector(_)),
    }
}

/// Vectors of one type, and of one domain.
fn alike(x: &Value, y: &Value) -> bool {
    match (x, y) {
        (Value::Vector(x), Value::Vector(y)) => x.ty == y.ty && x.ty != Type::Enum,
        _ => false,
    }
}

/// A character or a string.
fn is_char(x: &Value) -> bool {
    x.item_type() == Some(Type::Char)
}

fn are_texts(x: &Value) -> bool {
    match x {
        Value::List(l) => l.are_strings(),
        x => x.item_type() == Some(Type::Symbol),
    }
}

/// Does `x$` make an atom of each string: a capital letter, or the empty symbol?
fn is_tok(x: &Value) -> bool {
    match x {
        Value::U8(Type::Char, c) => c.is_ascii_uppercase() && *c != b'C',
        Value::Sym(s) => s.is_empty(),
        _ => false,
    }
}

/// Longs, or one for all items.
fn longs(x: &Arg) -> Option<impl Fn(usize) -> i64 + Sync + Send> {
    let (all, same) = match x {
        Arg::Item(Value::Vector(v)) => (v.slice::<i64>().filter(|_| v.ty == Type::Long)?, 0),
        Arg::Same(Value::I64(Type::Long, n)) => (&[][..], *n),
        _ => return None,
    };
    Some(move |i: usize| all.get(i).copied().unwrap_or(same))
}

/// `(x;y;…)` of each: of strings, or of vectors of one type and atoms of it.
pub(super) fn rows(items: &[Arg]) -> Result<Option<Value>> {
    let Some(n) = items.iter().find_map(count) else { return Ok(None) };
    if items.iter().any(holds_list) {
        let texts = items.iter().map(|a| strings(a, n)).collect::<Option<Vec<Strings>>>();
        return texts.map_or(Ok(None), |texts| each::rows(&texts, n));
    }
    let columns = items.iter().map(|a| column(a, n)).collect::<Option<Result<Vec<Value>>>>();
    let Some(columns) = columns.transpose()? else { return Ok(None) };
    let ty = columns[0].item_type();
    let alike = ty != Some(Type::Enum) && columns.iter().all(|c| c.item_type() == ty && c.count() == n);
    if alike { kernel::flip(&Value::list(columns)).map(Some) } else { Ok(None) }
}

/// The strings of a list, or one for each of `n` items.
fn strings(a: &Arg, n: usize) -> Option<Strings<'_>> {
    match a {
        Arg::Item(Value::List(l)) => Strings::of(l),
        Arg::Same(x) if x.is_string() => Some(Strings::Apart(room::repeated(x.as_text()?, n))),
        _ => None,
    }
}

/// How many items there are for one argument of each.
fn count(a: &Arg) -> Option<usize> {
    if let Arg::Item(x) = a { Some(x.count()) } else { None }
}

/// The `n` items of a vector, or an atom for each.
fn column(a: &Arg, n: usize) -> Option<Result<Value>> {
    match a {
        Arg::Item(x @ Value::Vector(_)) => Some(Ok(x.clone())),
        Arg::Same(x) if x.is_atom() && !matches!(x, Value::Enum(..)) => {
            Some(kernel::take(&Value::long(n as i64), x))
        }
        _ => None,
    }
}

/// `x,'y` where one at least is a list of strings, or both are vectors of one type or atoms of it.
fn joined(x: &Arg, y: &Arg) -> Result<Option<Value>> {
    let Some(n) = count(x).or(count(y)) else { return Ok(None) };
    if holds_list(x) || holds_list(y) {
        if let (Some(x), Some(y)) = (text(x), text(y)) {
            return each::joined(n, x, y);
        }
        let one = |a: &Arg| match a {
            Arg::Same(x) if x.is_atom() => kernel::enlist(x).ok(),
            _ => None,
        };
        let (one_x, one_y) = (one(x), one(y));
        let parts = part(x, one_x.as_ref()).zip(part(y, one_y.as_ref()));
        return Ok(parts.and_then(|(x, y)| slices::joined_each(n, x, y)));
    }
    let (Some(x), Some(y)) = (column(x, n), column(y, n)) else { return Ok(None) };
    let (x, y) = (x?, y?);
    if x.item_type() != y.item_type() {
        return Ok(None);
    }
    kernel::flip(&Value::list(vec![x, y])).map(Some)
}

fn holds_list(a: &Arg) -> bool {
    matches!(a, Arg::Item(Value::List(_)))
}

/// What vectors are made of; `one` is an atom's.
fn part<'a>(a: &'a Arg, one: Option<&'a Value>) -> Option<Part<'a>> {
    Some(match (a, one) {
        (Arg::Item(x @ (Value::List(_) | Value::Vector(_))), _) => Part::of(x)?,
        (Arg::Same(Value::Vector(v)), _) | (_, Some(Value::Vector(v))) => Part::Whole(v),
        _ => return None,
    })
}

/// `n sublist x` of so many items.
fn first_of(n: i64, have: usize) -> Range<usize> {
    let size = n.unsigned_abs().min(have as u64) as usize;
    if n < 0 { have - size..have } else { 0..size }
}

/// `x~'y` of lists of strings, of one with a string, and of vectors and atoms of one type, which match where they are equal.
fn matched(x: &Arg, y: &Arg) -> Option<Value> {
    if let (Some(a), Some(b)) = (items_of_type(x), items_of_type(y))
        && a == b
    {
        let (Arg::Item(x) | Arg::Same(x), Arg::Item(y) | Arg::Same(y)) = (x, y);
        return kernel::equal(x, y).ok();
    }
    let is_text = |a: &Arg| holds_list(a) || matches!(a, Arg::Same(x) if x.is_string());
    let ((Arg::Item(items), _) | (_, Arg::Item(items))) = (x, y) else { return None };
    if !is_text(x) || !is_text(y) {
        return None;
    }
    each::matched(items.count(), text(x)?, text(y)?)
}

/// The type of the items of a vector, or of an atom, of which equal ones are alike to the bit.
fn items_of_type(a: &Arg) -> Option<Type> {
    let ty = match a {
        Arg::Item(Value::Vector(v)) => v.ty,
        Arg::Same(x) if x.is_atom() => x.item_type()?,
        _ => return None,
    };
    let is_exact = !matches!(ty, Type::Real | Type::Float | Type::Datetime | Type::Enum | Type::List);
    is_exact.then_some(ty)
}

fn text(a: &Arg) -> Option<Text<'_>> {
    Some(match a {
        Arg::Item(x) => Text::of(x)?,
        Arg::Same(x) => Text::One(x.as_text()?),
    })
}
