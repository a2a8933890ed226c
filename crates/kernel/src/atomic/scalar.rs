//! Atom with atom by plain arithmetic: what a plan would do, without runs. Scalar code mixes types often.

use super::BinaryOp;
use super::binary::Plan;
use super::convert::{Cast, Conversion};
use super::ops::{self, Add, Arith, Div, Int, Mod, Multiply, Ordered, Subtract, Xbar};
use quarry_value::{Repr, Type, Value};

/// The answer for the pairs of types that scalar code mixes most, without a plan; `None` for others.
pub fn mixed(op: BinaryOp, x: &Value, y: &Value) -> Option<Value> {
    use Type::{Bool, Float, Int, Long};
    // `div` takes its type from `x`.
    let wider = |x: Type, y: Type| if op == BinaryOp::Div { x } else { y };
    match (x, y) {
        (Value::I64(Long, x), Value::F64(Float, y)) => floats(op, (*x).cast(), *y, wider(Long, Float)),
        (Value::F64(Float, x), Value::I64(Long, y)) => floats(op, *x, (*y).cast(), Float),
        (Value::I32(Int, x), Value::F64(Float, y)) => floats(op, (*x).cast(), *y, wider(Int, Float)),
        (Value::F64(Float, x), Value::I32(Int, y)) => floats(op, *x, (*y).cast(), Float),
        (Value::I32(Int, x), Value::I32(Int, y)) => ints(op, *x, *y, Int),
        (Value::I32(Int, x), Value::I64(Long, y)) => ints::<i64>(op, (*x).cast(), *y, wider(Int, Long)),
        (Value::I64(Long, x), Value::I32(Int, y)) => ints::<i64>(op, *x, (*y).cast(), Long),
        (Value::I64(Long, x), Value::U8(Bool, y)) => ints::<i64>(op, *x, (*y).cast(), Long),
        (Value::U8(Bool, x), Value::I64(Long, y)) => ints::<i64>(op, (*x).cast(), *y, wider(Int, Long)),
        (Value::U8(Bool, x), Value::F64(Float, y)) => floats(op, (*x).cast(), *y, wider(Int, Float)),
        (Value::F64(Float, x), Value::U8(Bool, y)) => floats(op, *x, (*y).cast(), Float),
        _ => None,
    }
}

/// The answer for two atoms, or `None` where it takes more: another unit, another storage.
pub fn binary(op: BinaryOp, plan: &Plan, x: &Value, y: &Value) -> Option<Value> {
    if plan.x != Conversion::Raw || plan.y != Conversion::Raw {
        return None;
    }
    match plan.calc {
        Repr::I64 => ints::<i64>(op, number(x)?, number(y)?, plan.out),
        Repr::I32 => ints::<i32>(op, number(x)?, number(y)?, plan.out),
        Repr::F64 => floats(op, number(x)?, number(y)?, plan.out),
        _ => None,
    }
}

/// The number an atom holds.
#[inline(always)]
fn number<T>(x: &Value) -> Option<T>
where
    u8: Cast<T>,
    i16: Cast<T>,
    i32: Cast<T>,
    i64: Cast<T>,
    f32: Cast<T>,
    f64: Cast<T>,
{
    Some(match x {
        Value::U8(_, x) => x.cast(),
        Value::I16(x) => x.cast(),
        Value::I32(_, x) => x.cast(),
        Value::I64(_, x) => x.cast(),
        Value::F32(x) => x.cast(),
        Value::F64(_, x) => x.cast(),
        _ => return None,
    })
}

fn ints<I: Int + Ordered + Cast<i32> + Cast<i64>>(op: BinaryOp, x: I, y: I, out: Type) -> Option<Value> {
    let answer = match op {
        BinaryOp::Add => Add::int(x, y),
        BinaryOp::Subtract => Subtract::int(x, y),
        BinaryOp::Multiply => Multiply::int(x, y),
        BinaryOp::Div => Div::int(x, y),
        BinaryOp::Mod => Mod::int(x, y),
        BinaryOp::Xbar => Xbar::int(x, y),
        BinaryOp::Lesser => I::lesser(x, y),
        BinaryOp::Greater => I::greater(x, y),
        BinaryOp::Fill => ops::fill(x, y),
        _ => return truth(op, x, y),
    };
    match out.repr() {
        Repr::I64 => Some(Value::I64(out, answer.cast())),
        Repr::I32 => Some(Value::I32(out, answer.cast())),
        _ => None,
    }
}

fn floats(op: BinaryOp, x: f64, y: f64, out: Type) -> Option<Value> {
    let answer = match op {
        BinaryOp::Add => x + y,
        BinaryOp::Subtract => x - y,
        BinaryOp::Multiply => x * y,
        BinaryOp::Divide => x / y,
        BinaryOp::Div => Div::float(x, y),
        BinaryOp::Mod => Mod::float(x, y),
        BinaryOp::Xbar => Xbar::float(x, y),
        BinaryOp::Xexp => ops::power(x, y),
        BinaryOp::Xlog => ops::logarithm(x, y),
        BinaryOp::Lesser => f64::lesser(x, y),
        BinaryOp::Greater => f64::greater(x, y),
        BinaryOp::Fill => ops::fill(x, y),
        _ => return truth(op, x, y),
    };
    match out.repr() {
        Repr::F64 => Some(Value::F64(out, answer)),
        Repr::F32 => Some(Value::F32(answer.cast())),
        Repr::I64 => Some(Value::I64(out, answer.cast())),
        Repr::I32 => Some(Value::I32(out, answer.cast())),
        _ => None,
    }
}

fn truth<T: Ordered>(op: BinaryOp, x: T, y: T) -> Option<Value> {
    Some(Value::bool(match op {
        BinaryOp::Equal => T::equal(x, y),
        BinaryOp::NotEqual => !T::equal(x, y),
        BinaryOp::Less => T::less(x, y),
        BinaryOp::More => T::less(y, x),
        BinaryOp::AtMost => !T::less(y, x),
        BinaryOp::AtLeast => !T::less(x, y),
        _ => return None,
    }))
}
