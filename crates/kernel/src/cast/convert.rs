//! Items of one type as items of another.
//!
//! A conversion goes through a long or a float an item: the source is widened to one of them, the target
//! narrowed from it. Nulls stay nulls; the infinities of integers are ordinary numbers to wider types.

use super::Cast;
use crate::atomic::binary::PER_TASK;
use crate::atomic::bits;
use crate::atomic::run::{Out, Run};
use crate::atomic::wide;
use quarry_value::error::type_error;
use quarry_value::{Item, Result, Type, Value, Vector};

/// Atom or vector `y` as type `ty`.
pub fn convert(ty: Type, y: &Value) -> Result<Value> {
    match y {
        Value::Vector(v) if v.ty == ty => Ok(y.clone()),
        Value::Vector(v) => vector(ty, v).map(Value::from),
        _ if y.is_atom() => {
            if y.item_type() == Some(ty) {
                return Ok(y.clone());
            }
            if let Some((from, x)) = bits::of(y)
                && let Some(how) = Cast::to(ty, from)
            {
                return Ok(bits::atom(ty, how.bits(x)));
            }
            let Value::Vector(one) = Value::collapse(vec![y.clone()]) else { return Err(type_error()) };
            Ok(vector(ty, &one)?.get(0))
        }
        _ => Err(type_error().detail(format!("a function cannot be cast to {}", ty.name()))),
    }
}

/// A vector as another type. Errors: 'type.
pub fn vector(ty: Type, v: &Vector) -> Result<Vector> {
    // Positions of an enumeration are numbers.
    let from = if v.ty == Type::Enum { Type::Long } else { v.ty };
    let Some(how) = Cast::to(ty, from) else {
        return Err(type_error().detail(format!("{} cannot be cast to {}", v.ty.name(), ty.name())));
    };
    let data =
        wide::filled(ty.repr(), v.len(), PER_TASK, |range, out| how.write(Run::of(&v.data, range), out));
    Ok(Vector::new(ty, data))
}

/// Writes the items of `x` as type `ty`, not both of them moments.
pub(super) fn write(ty: Type, x: Run, out: Out) {
    let long = |x: i64| x;
    match x {
        Run::U8(x) => from_longs(ty, x, out, u8::into),
        Run::I16(x) => from_longs(ty, x, out, |x| if x.is_null() { i64::NULL } else { x.into() }),
        Run::I32(x) => from_longs(ty, x, out, move |x| if x.is_null() { i64::NULL } else { long(x.into()) }),
        Run::I64(x) => from_longs(ty, x, out, long),
        Run::F32(x) => from_floats(ty, x, out, f32::into),
        Run::F64(x) => from_floats(ty, x, out, |x| x),
        Run::Guid(_) | Run::Sym(_) => unreachable!("guids and symbols were refused"),
    }
}

/// Items that are integers, through the longs that they are.
fn from_longs<T: Copy>(ty: Type, x: &[T], out: Out, of: impl Fn(T) -> i64 + Copy) {
    let float = move |x: T| {
        let x = of(x);
        if x.is_null() { f64::NULL } else { x as f64 }
    };
    match out {
        Out::U8(out) if ty == Type::Bool => wide::map(x, out, move |x| u8::from(of(x) != 0)),
        Out::U8(out) => wide::map(x, out, move |x| int(of(x)) as u8),
        Out::I16(out) => wide::map(x, out, move |x| short(of(x))),
        Out::I32(out) => wide::map(x, out, move |x| int(of(x))),
        Out::I64(out) => wide::map(x, out, of),
        Out::F32(out) => wide::map(x, out, move |x| float(x) as f32),
        Out::F64(out) => wide::map(x, out, float),
        Out::Guid(_) | Out::Sym(_) => unreachable!("guids and symbols were refused"),
    }
}

/// Items that are floats; integers are made of the longs nearest to them.
fn from_floats<T: Copy>(ty: Type, x: &[T], out: Out, of: impl Fn(T) -> f64 + Copy) {
    match out {
        Out::U8(out) if ty == Type::Bool => wide::map(x, out, move |x| u8::from(of(x) != 0.0)),
        Out::F32(out) => wide::map(x, out, move |x| of(x) as f32),
        Out::F64(out) => wide::map(x, out, of),
        out => from_longs(ty, x, out, move |x| long(of(x))),
    }
}

/// A long as a short, what does not fit as an infinity.
#[inline(always)]
fn short(x: i64) -> i16 {
    match x {
        i64::MIN => i16::MIN,
        _ => x.clamp(-i64::from(i16::MAX), i16::MAX.into()) as i16,
    }
}

/// A long as an int, what does not fit as an infinity.
#[inline(always)]
pub fn int(x: i64) -> i32 {
    match x {
        i64::MIN => i32::MIN,
        _ => x.clamp(-i64::from(i32::MAX), i32::MAX.into()) as i32,
    }
}

/// A float as a long, rounded to the nearest, halves up.
#[inline(always)]
pub fn long(x: f64) -> i64 {
    // `x + 0.5` would itself be rounded: beyond 2^52, and just below a half.
    let whole = x.floor();
    let up = i64::from(x - whole >= 0.5);
    if x.is_nan() { i64::MIN } else { (whole as i64).saturating_add(up).max(-i64::MAX) }
}
