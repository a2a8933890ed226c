//! Unary atomic functions on atoms and vectors.

use super::binary::PER_TASK;
use super::convert::Conversion;
use super::curves;
use super::exact;
use super::grid::{self, Line};
use super::ops::{self, Float, Int};
use super::run::{Cell, One, Out, Run, run_length};
use super::wide;
use quarry_value::{Error, Guid, Repr, Result, Sym, Type, Value, Vector, error};

/// The unary atomic functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum UnaryOp {
    Neg,
    Abs,
    Signum,
    Not,
    Null,
    Floor,
    Ceiling,
    Reciprocal,
    Sqrt,
    Exp,
    Log,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
}

use UnaryOp::*;

impl UnaryOp {
    pub const ALL: [UnaryOp; 17] = [
        Neg, Abs, Signum, Not, Null, Floor, Ceiling, Reciprocal, Sqrt, Exp, Log, Sin, Cos, Tan, Asin, Acos,
        Atan,
    ];

    /// As it is written in q.
    pub fn name(self) -> &'static str {
        match self {
            Neg => "neg",
            Abs => "abs",
            Signum => "signum",
            Not => "not",
            Null => "null",
            Floor => "floor",
            Ceiling => "ceiling",
            Reciprocal => "reciprocal",
            Sqrt => "sqrt",
            Exp => "exp",
            Log => "log",
            Sin => "sin",
            Cos => "cos",
            Tan => "tan",
            Asin => "asin",
            Acos => "acos",
            Atan => "atan",
        }
    }

    /// The types of its results.
    pub fn line(self) -> &'static Line {
        match self {
            Neg | Abs => &grid::NEG,
            Signum => &grid::SIGNUM,
            Not => &grid::NOT,
            Null => &grid::NULL,
            Floor => &grid::FLOOR,
            Ceiling => &grid::CEILING,
            Reciprocal => &grid::RECIPROCAL,
            Sqrt | Exp | Log | Sin | Cos | Tan | Asin | Acos | Atan => &grid::FLOAT,
        }
    }
}

/// Computes a run from another.
pub type Kernel = fn(Run, Out);

/// How items of a type are computed with.
#[derive(Clone, Copy)]
pub struct Plan {
    /// How the operand is stored for the loop.
    pub calc: Repr,
    /// The type of the result.
    pub out: Type,
    pub kernel: Kernel,
}

/// The plan for items of type `x`; `None` where q signals 'type.
pub fn plan(op: UnaryOp, x: Type) -> Option<Plan> {
    if x == Type::Enum {
        // Positions are null where they are out of range.
        return (op == Null).then_some(Plan { calc: Repr::I64, out: Type::Bool, kernel: null::<i64> });
    }
    let out = op.line().result(x)?;
    let (calc, kernel): (Repr, Kernel) = match op {
        Neg => (
            out.repr(),
            signed(out.repr(), [neg::<i16>, neg::<i32>, neg::<i64>], [minus::<f32>, minus::<f64>])?,
        ),
        Abs => (
            out.repr(),
            signed(out.repr(), [abs::<i16>, abs::<i32>, abs::<i64>], [size::<f32>, size::<f64>])?,
        ),
        Signum => {
            let calc = if x.repr() == Repr::U8 { Repr::I16 } else { x.repr() };
            (calc, signed(calc, [sign::<i16>, sign::<i32>, sign::<i64>], [side::<f32>, side::<f64>])?)
        }
        Not => (x.repr(), not(x.repr())?),
        Null => (x.repr(), nulls(x)),
        Floor => rounding(
            x,
            out,
            lowered,
            |x, o| each(x, o, |x: f32| ops::long_below(x)),
            |x, o| exact::longs(f64::of_run(x), i64::of_out(o), f64::floor, ops::long_below),
        ),
        Ceiling => rounding(
            x,
            out,
            same::<u8>,
            |x, o| each(x, o, |x: f32| ops::long_above(x)),
            |x, o| exact::longs(f64::of_run(x), i64::of_out(o), f64::ceil, ops::long_above),
        ),
        Reciprocal if out == Type::Timestamp => {
            (Repr::F64, |x, o| each(x, o, |x: f64| super::convert::Cast::<i64>::cast(1.0 / x)))
        }
        Reciprocal => (Repr::F64, |x, o| floats(x, o, |x| 1.0 / x)),
        Sqrt => (Repr::F64, |x, o| floats(x, o, f64::sqrt)),
        Exp => (Repr::F64, curves::run::<curves::Exp>),
        Log => (Repr::F64, curves::run::<curves::Log>),
        Sin => (Repr::F64, curves::run::<curves::Sin>),
        Cos => (Repr::F64, curves::run::<curves::Cos>),
        Tan => (Repr::F64, curves::run::<curves::Tan>),
        Asin => (Repr::F64, |x, o| floats(x, o, f64::asin)),
        Acos => (Repr::F64, |x, o| floats(x, o, f64::acos)),
        Atan => (Repr::F64, |x, o| floats(x, o, f64::atan)),
    };
    Some(Plan { calc, out, kernel })
}

#[inline(always)]
fn each<T: Cell, R: Cell>(x: Run, out: Out, f: impl Fn(T) -> R + Copy) {
    wide::map(T::of_run(x), R::of_out(out), f)
}

#[inline(always)]
fn floats(x: Run, out: Out, f: impl Fn(f64) -> f64 + Copy) {
    each::<f64, f64>(x, out, f)
}

fn signed(calc: Repr, ints: [Kernel; 3], floats: [Kernel; 2]) -> Option<Kernel> {
    Some(match calc {
        Repr::I16 => ints[0],
        Repr::I32 => ints[1],
        Repr::I64 => ints[2],
        Repr::F32 => floats[0],
        Repr::F64 => floats[1],
        _ => return None,
    })
}

fn neg<I: Int>(x: Run, out: Out) {
    each(x, out, I::negated)
}

fn minus<F: Float>(x: Run, out: Out) {
    each(x, out, |x: F| -x)
}

fn abs<I: Int>(x: Run, out: Out) {
    each(x, out, ops::magnitude::<I>)
}

fn size<F: Float>(x: Run, out: Out) {
    each(x, out, F::magnitude)
}

fn sign<I: Int>(x: Run, out: Out) {
    each(x, out, I::sign)
}

fn side<F: Float>(x: Run, out: Out) {
    each(x, out, ops::side::<F>)
}

fn zero<T: Cell + Default>(x: Run, out: Out) {
    each(x, out, |x: T| u8::from(x == T::default()))
}

fn not(repr: Repr) -> Option<Kernel> {
    Some(match repr {
        Repr::U8 => zero::<u8>,
        Repr::I16 => zero::<i16>,
        Repr::I32 => zero::<i32>,
        Repr::I64 => zero::<i64>,
        Repr::F32 => zero::<f32>,
        Repr::F64 => zero::<f64>,
        Repr::Guid => zero::<Guid>,
        Repr::Sym => return None,
    })
}

fn null<T: Cell>(x: Run, out: Out) {
    each(x, out, |x: T| u8::from(x.is_null()))
}

/// Booleans and bytes have no null.
fn nulls(x: Type) -> Kernel {
    match x.repr() {
        Repr::U8 if x == Type::Char => null::<u8>,
        Repr::U8 => |x, out| each(x, out, |_: u8| 0u8),
        Repr::I16 => null::<i16>,
        Repr::I32 => null::<i32>,
        Repr::I64 => null::<i64>,
        Repr::F32 => null::<f32>,
        Repr::F64 => null::<f64>,
        Repr::Guid => null::<Guid>,
        Repr::Sym => null::<Sym>,
    }
}

/// `floor` and `ceiling`: floats become longs, everything else stays (letters become small ones).
fn rounding(x: Type, out: Type, chars: Kernel, reals: Kernel, floats: Kernel) -> (Repr, Kernel) {
    match (x.repr(), out.repr()) {
        (Repr::F32, _) => (Repr::F32, reals),
        (Repr::F64, _) => (Repr::F64, floats),
        (_, Repr::U8) => (Repr::U8, chars),
        (_, Repr::I16) => (Repr::I16, same::<i16>),
        (_, Repr::I64) => (Repr::I64, same::<i64>),
        (_, Repr::Sym) => (Repr::Sym, |x, out| each(x, out, small)),
        _ => (Repr::I32, same::<i32>),
    }
}

fn same<T: Cell>(x: Run, out: Out) {
    each(x, out, |x: T| x)
}

fn lowered(x: Run, out: Out) {
    each(x, out, |x: u8| x.to_ascii_lowercase())
}

fn small(x: Sym) -> Sym {
    if x.bytes().iter().any(u8::is_ascii_uppercase) { Sym::new(x.bytes().to_ascii_lowercase()) } else { x }
}

/// `op` of an atom or a vector. Anything else signals 'type.
pub fn flat(op: UnaryOp, x: &Value) -> Result<Value> {
    let Some(plan) = x.item_type().and_then(|ty| plan(op, ty)) else { return Err(mismatch(op, x)) };
    if let Some(run) = Run::of_atom(x) {
        let x = Conversion::Raw.one(run, plan.calc);
        return Ok(One::written(plan.out.repr(), |out| (plan.kernel)(x.run(), out)).atom(plan.out));
    }
    let Value::Vector(v) = x else { return Err(mismatch(op, x)) };
    let repr = v.ty.repr();
    let data = wide::filled(plan.out.repr(), v.len(), PER_TASK, |range, out| {
        let mut x = super::binary::Operand::vector(&v.data, repr, Conversion::Raw, plan.calc);
        if repr == plan.calc {
            return (plan.kernel)(x.run(range), out);
        }
        wide::by_runs(out, run_length(), |at, out| {
            let start = range.start + at;
            (plan.kernel)(x.run(start..start + out.len()), out)
        })
    });
    Ok(Vector::new(plan.out, data).into())
}

#[cold]
fn mismatch(op: UnaryOp, x: &Value) -> Error {
    error::type_error().detail(format!("{} of type {}", op.name(), x.type_told()))
}
