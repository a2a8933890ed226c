//! Binary atomic functions on atoms and vectors: which types, which loop, run by run.

use super::bound::{self, Bound};
use super::convert::{self, Conversion};
use super::grid::{self, Grid};
use super::kernels::{self, Kernel};
use super::run::{Few, One, Out, RUN, Run, run_length};
use super::wide;
use crate::symbols::answers;
use quarry_value::{Data, Repr, Result, Sym, Type, Value, Vector, error};
use std::ops::Range;

/// The binary atomic functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Lesser,
    Greater,
    Fill,
    Equal,
    NotEqual,
    Less,
    More,
    AtMost,
    AtLeast,
    Div,
    Mod,
    Xbar,
    Xexp,
    Xlog,
}

use BinaryOp::*;

impl BinaryOp {
    /// Does it say which of two comes first?
    pub fn is_order(self) -> bool {
        matches!(self, Less | More | AtMost | AtLeast)
    }

    pub const ALL: [BinaryOp; 18] = [
        Add, Subtract, Multiply, Divide, Lesser, Greater, Fill, Equal, NotEqual, Less, More, AtMost, AtLeast,
        Div, Mod, Xbar, Xexp, Xlog,
    ];

    /// As it is written in q.
    pub fn name(self) -> &'static str {
        match self {
            Add => "+",
            Subtract => "-",
            Multiply => "*",
            Divide => "%",
            Lesser => "&",
            Greater => "|",
            Fill => "^",
            Equal => "=",
            NotEqual => "<>",
            Less => "<",
            More => ">",
            AtMost => "<=",
            AtLeast => ">=",
            Div => "div",
            Mod => "mod",
            Xbar => "xbar",
            Xexp => "xexp",
            Xlog => "xlog",
        }
    }

    /// The types of its results.
    pub fn grid(self) -> &'static Grid {
        match self {
            Add => &grid::ADD,
            Subtract => &grid::SUBTRACT,
            Multiply => &grid::MULTIPLY,
            Divide => &grid::DIVIDE,
            Lesser | Greater => &grid::LESSER,
            Fill => &grid::FILL,
            Equal | NotEqual | Less | More | AtMost | AtLeast => &grid::COMPARE,
            Div => &grid::DIV,
            Mod => &grid::MOD,
            Xbar => &grid::XBAR,
            Xexp => &grid::XEXP,
            Xlog => &grid::XLOG,
        }
    }

    pub fn is_comparison(self) -> bool {
        matches!(self, Equal | NotEqual | Less | More | AtMost | AtLeast)
    }
}

/// How items of two types are computed with.
#[derive(Clone, Copy)]
pub struct Plan {
    pub op: BinaryOp,
    /// What happens to the operands first.
    pub x: Conversion,
    pub y: Conversion,
    /// How both are stored then.
    pub calc: Repr,
    /// The type of the result.
    pub out: Type,
    /// The loop; it takes the operands the other way round when `swap`.
    pub kernel: Kernel,
    pub swap: bool,
}

impl Plan {
    /// How `n` items compare with `one`, the right operand or the left; `None` when the loop is for it.
    pub fn bound(&self, one: Run, is_right: bool, n: usize) -> Option<Bound> {
        let (op, conversion) = if is_right { (self.op, self.y) } else { (bound::mirrored(self.op), self.x) };
        Bound::new(op, conversion.one(one, self.calc), n)
    }

    /// Runs the loop on operands that are stored as it wants them.
    #[inline]
    pub fn call(&self, x: Run, y: Run, out: Out) {
        if self.swap { (self.kernel)(y, x, out) } else { (self.kernel)(x, y, out) }
    }
}

/// The plan for items of types `x` and `y`; `None` where q signals 'type.
pub fn plan(op: BinaryOp, x: Type, y: Type) -> Option<Plan> {
    if x == Type::Enum || y == Type::Enum {
        return positions_plan(op, x, y);
    }
    let out = op.grid().result(x, y)?;
    let (to_x, to_y, calc) = match op {
        Add | Subtract | Multiply if x == y && x != out => (Conversion::Raw, Conversion::Raw, out.repr()),
        Add | Subtract | Multiply => (convert::between(x, out), convert::between(y, out), out.repr()),
        Lesser | Greater | Fill => (convert::within(x, out), convert::within(y, out), out.repr()),
        Divide | Xexp | Xlog => (Conversion::Raw, Conversion::Raw, Repr::F64),
        Div | Mod | Xbar => (Conversion::Raw, Conversion::Raw, rounding_repr(x, y, out)),
        Equal | NotEqual | Less | More | AtMost | AtLeast => meet(x, y),
    };
    let kernel = kernels::kernel(op, calc, out.repr())?;
    Some(Plan { op, x: to_x, y: to_y, calc, out, kernel, swap: matches!(op, More | AtLeast) })
}

/// Enumerations over one domain, as the positions they hold.
fn positions_plan(op: BinaryOp, x: Type, y: Type) -> Option<Plan> {
    let out = match op {
        Equal | NotEqual => Type::Bool,
        Fill => Type::Enum,
        _ => return None,
    };
    if x != y {
        return None;
    }
    let kernel = kernels::kernel(op, Repr::I64, out.repr())?;
    Some(Plan { op, x: Conversion::Raw, y: Conversion::Raw, calc: Repr::I64, out, kernel, swap: false })
}

/// What `div`, `mod` and `xbar` compute in.
fn rounding_repr(x: Type, y: Type, out: Type) -> Repr {
    let is_float = |t: Type| matches!(t.repr(), Repr::F32 | Repr::F64);
    let is_long = |t: Type| t.repr() == Repr::I64;
    if is_float(x) || is_float(y) || is_float(out) {
        Repr::F64
    } else if is_long(x) || is_long(y) || is_long(out) {
        Repr::I64
    } else {
        Repr::I32
    }
}

/// In which storage items of two types are compared, and how they get there.
fn meet(x: Type, y: Type) -> (Conversion, Conversion, Repr) {
    if x.is_temporal()
        && y.is_temporal()
        && x != y
        && let Some(common) = grid::LESSER.result(x, y)
    {
        return (convert::between(x, common), convert::between(y, common), common.repr());
    }
    (Conversion::Raw, Conversion::Raw, wider(x.repr(), y.repr()))
}

/// A storage that holds the numbers of both. A float beside something else makes a 64-bit float.
fn wider(x: Repr, y: Repr) -> Repr {
    let rank = |r| match r {
        Repr::U8 => 0,
        Repr::I16 => 1,
        Repr::I32 => 2,
        Repr::I64 => 3,
        _ => 4,
    };
    match (x, y) {
        _ if x == y => x,
        (Repr::F32 | Repr::F64, _) | (_, Repr::F32 | Repr::F64) => Repr::F64,
        _ if rank(x) > rank(y) => x,
        _ => y,
    }
}

/// One operand, handed out run by run as the loop wants it.
pub struct Operand<'a> {
    source: Source<'a>,
    conversion: Conversion,
    repr: Repr,
    scratch: Option<Data>,
}

enum Source<'a> {
    /// Items stored as wanted.
    Ready(&'a Data),
    /// Items to convert.
    Foreign(&'a Data),
    /// One item for all, already converted; the scratch holds a run of it.
    Same,
    /// The same for a few.
    Few(Few),
    /// One item, already converted, for one.
    Single(One),
}

impl<'a> Operand<'a> {
    pub fn vector(x: &'a Data, from: Repr, conversion: Conversion, repr: Repr) -> Operand<'a> {
        let source = if conversion.is_needed(from, repr) { Source::Foreign(x) } else { Source::Ready(x) };
        Operand { source, conversion, repr, scratch: None }
    }

    /// An atom, for runs of at most `n` items.
    pub fn atom(x: Run, conversion: Conversion, repr: Repr, n: usize) -> Operand<'a> {
        let one = conversion.one(x, repr);
        if n == 1 {
            return Operand { source: Source::Single(one), conversion, repr, scratch: None };
        }
        if let Some(few) = Few::of(one, n) {
            return Operand { source: Source::Few(few), conversion, repr, scratch: None };
        }
        let scratch = Some(one.repeated(n.min(RUN)));
        Operand { source: Source::Same, conversion, repr, scratch }
    }

    /// May the whole be taken as one run?
    fn is_ready(&self) -> bool {
        matches!(self.source, Source::Ready(_))
    }

    /// The items of `range`: any range when ready, otherwise at most [`RUN`] items.
    #[inline]
    pub fn run(&mut self, range: Range<usize>) -> Run<'_> {
        match &self.source {
            Source::Ready(x) => Run::of(x, range),
            Source::Single(one) => one.run(),
            Source::Few(few) => few.run(range.len()),
            Source::Same => match &self.scratch {
                Some(run) => Run::of(run, 0..range.len()),
                None => unreachable!("an atom has its run"),
            },
            Source::Foreign(x) => {
                let n = range.len();
                let (conversion, repr) = (self.conversion, self.repr);
                let converted = wide::refill(self.scratch.take(), repr, n, |out| {
                    conversion.write(Run::of(x, range), out)
                });
                Run::of(self.scratch.insert(converted), 0..n)
            }
        }
    }
}

/// Items below which a second thread costs more than it brings.
pub const PER_TASK: usize = 1 << 16;

/// An operand as it is given: a vector or an atom.
#[derive(Clone, Copy)]
pub enum Side<'a> {
    Vector(&'a Data, Repr),
    Atom(Run<'a>),
}

impl<'a> Side<'a> {
    fn of(x: &'a Value) -> Option<Side<'a>> {
        match x {
            Value::Vector(v) => Some(Side::Vector(&v.data, v.ty.repr())),
            atom => Run::of_atom(atom).map(Side::Atom),
        }
    }

    fn operand(self, conversion: Conversion, calc: Repr, n: usize) -> Operand<'a> {
        match self {
            Side::Vector(data, repr) => Operand::vector(data, repr, conversion, calc),
            Side::Atom(run) => Operand::atom(run, conversion, calc, n),
        }
    }
}

/// `op` of two atoms, two vectors, or one of each. Anything else signals 'type.
pub fn flat(op: BinaryOp, x: &Value, y: &Value) -> Result<Value> {
    let types = (x.item_type(), y.item_type());
    let (Some(tx), Some(ty)) = types else { return Err(mismatch(op, x, y)) };
    let Some(plan) = plan(op, tx, ty) else { return Err(mismatch(op, x, y)) };
    let (Some(a), Some(b)) = (Side::of(x), Side::of(y)) else { return Err(mismatch(op, x, y)) };
    let n = match (a, b) {
        (Side::Atom(a), Side::Atom(b)) => return Ok(atoms(&plan, a, b).atom(plan.out)),
        (Side::Vector(a, _), Side::Vector(b, _)) if a.len() != b.len() => {
            return Err(error::length_error().detail(format!(
                "{} of {} and {} items",
                op.name(),
                a.len(),
                b.len()
            )));
        }
        (Side::Vector(a, _), _) => a.len(),
        (_, Side::Vector(b, _)) => b.len(),
    };
    if let Some(flags) = symbols_beside_one(op, x, y) {
        return Ok(Value::bools(flags));
    }
    Ok(Vector::new(plan.out, vectors(&plan, a, b, n)).into())
}

/// An order between symbols and one symbol: the texts of distinct ones are compared.
fn symbols_beside_one(op: BinaryOp, x: &Value, y: &Value) -> Option<Vec<u8>> {
    let (op, items, one) = match (x, y) {
        (Value::Vector(v), Value::Sym(one)) => (op, v.slice::<Sym>()?, *one),
        (Value::Sym(one), Value::Vector(v)) => (bound::mirrored(op), v.slice::<Sym>()?, *one),
        _ => return None,
    };
    Some(match op {
        Less => answers(items, |s| u8::from(s < one)),
        More => answers(items, |s| u8::from(s > one)),
        AtMost => answers(items, |s| u8::from(s <= one)),
        AtLeast => answers(items, |s| u8::from(s >= one)),
        _ => return None,
    })
}

/// What is written instead, where the types tell what was confused.
fn meant(op: BinaryOp, x: &Value, y: &Value) -> Option<&'static str> {
    let symbols = |v: &Value| matches!(v.item_type(), Some(Type::Symbol | Type::Enum));
    let is = |v: &Value, ty| v.item_type() == Some(ty);
    match op {
        Equal | NotEqual | Less | More | AtMost | AtLeast
            if symbols(x) && is(y, Type::Char) || is(x, Type::Char) && symbols(y) =>
        {
            Some("a symbol is written with a backtick, `abc")
        }
        // a=1 and b=2 is a=(1 and b=2).
        Lesser | Greater if is(y, Type::Bool) && !is(x, Type::Bool) => {
            Some("its right side is all that follows: write (a=1) and b=2, or in a query where a=1,b=2")
        }
        Add if is(x, Type::Char) && is(y, Type::Char) => Some("text is joined by a comma"),
        _ => None,
    }
}

/// 'type, with the types for people.
#[cold]
pub fn mismatch(op: BinaryOp, x: &Value, y: &Value) -> quarry_value::Error {
    let meant = meant(op, x, y).map_or(String::new(), |meant| format!("; {meant}"));
    error::type_error().detail(format!(
        "{} of types {} and {}{meant}",
        op.name(),
        x.type_told(),
        y.type_told()
    ))
}

fn atoms(plan: &Plan, x: Run, y: Run) -> One {
    let (x, y) = (plan.x.one(x, plan.calc), plan.y.one(y, plan.calc));
    One::written(plan.out.repr(), |out| plan.call(x.run(), y.run(), out))
}

fn vectors(plan: &Plan, x: Side, y: Side, n: usize) -> Data {
    wide::filled(plan.out.repr(), n, PER_TASK, |range, out| part(plan, x, y, range, out))
}

/// A comparison of a vector with an atom: the range, and the items.
fn bounded<'a>(plan: &Plan, x: Side<'a>, y: Side<'a>, n: usize) -> Option<(Bound, Operand<'a>)> {
    match (x, y) {
        (items @ Side::Vector(..), Side::Atom(one)) => {
            Some((plan.bound(one, true, n)?, items.operand(plan.x, plan.calc, n)))
        }
        (Side::Atom(one), items @ Side::Vector(..)) => {
            Some((plan.bound(one, false, n)?, items.operand(plan.y, plan.calc, n)))
        }
        _ => None,
    }
}

/// Computes the items of `range`.
fn part(plan: &Plan, x: Side, y: Side, range: Range<usize>, out: Out) {
    if let Some((bound, mut items)) = bounded(plan, x, y, range.len()) {
        let size = if items.is_ready() { range.len() } else { run_length() };
        return wide::by_runs(out, size, |at, out| {
            let start = range.start + at;
            bound.write(items.run(start..start + out.len()), out)
        });
    }
    let mut x = x.operand(plan.x, plan.calc, range.len());
    let mut y = y.operand(plan.y, plan.calc, range.len());
    if x.is_ready() && y.is_ready() {
        return plan.call(x.run(range.clone()), y.run(range), out);
    }
    let start = range.start;
    wide::by_runs(out, run_length(), |at, out| {
        let range = start + at..start + at + out.len();
        plan.call(x.run(range.clone()), y.run(range), out)
    })
}
