//! Items of one type as items of another.
//!
//! A conversion goes through a long or a float an item: the source is widened to one of them, the target
//! narrowed from it. Nulls stay nulls; the infinities of integers are ordinary numbers to wider types.

use super::temporal;
use quarry_value::error::type_error;
use quarry_value::{Data, Item, Repr, Result, Type, Value, Vector};
use std::borrow::Cow;

/// Items widened.
pub enum Wide<'a> {
    Longs(Cow<'a, [i64]>),
    Floats(Cow<'a, [f64]>),
}

/// Atom or vector `y` as type `ty`.
pub fn convert(ty: Type, y: &Value) -> Result<Value> {
    match y {
        Value::Vector(v) if v.ty == ty => Ok(y.clone()),
        Value::Vector(v) => vector(ty, v).map(Value::from),
        _ if y.is_atom() => {
            if y.item_type() == Some(ty) {
                return Ok(y.clone());
            }
            let Value::Vector(one) = Value::collapse(vec![y.clone()]) else { return Err(type_error()) };
            Ok(vector(ty, &one)?.get(0))
        }
        _ => Err(type_error().detail(format!("a function cannot be cast to {}", ty.name()))),
    }
}

fn vector(ty: Type, v: &Vector) -> Result<Vector> {
    let refuse = || type_error().detail(format!("{} cannot be cast to {}", v.ty.name(), ty.name()));
    if matches!(ty, Type::Guid | Type::Symbol | Type::Enum | Type::List) {
        return Err(refuse());
    }
    if v.ty.is_temporal() && ty.is_temporal() {
        return temporal::convert(ty, v).ok_or_else(refuse);
    }
    if v.ty == Type::Char && ty == Type::Bool {
        return Ok(Vector::of(ty, vec![1u8; v.len()]));
    }
    Ok(Vector::new(ty, narrow(ty, &widen(v).ok_or_else(refuse)?)))
}

/// The items as longs or floats; `None` for guids and symbols. An enumeration's are its positions.
pub fn widen(v: &Vector) -> Option<Wide<'_>> {
    let long = |x: i64| x;
    Some(match &v.data {
        Data::U8(b) => Wide::Longs(b.as_slice().iter().map(|&x| x.into()).collect()),
        Data::I16(b) => Wide::Longs(
            b.as_slice().iter().map(|&x| if x.is_null() { i64::NULL } else { x.into() }).collect(),
        ),
        Data::I32(b) => Wide::Longs(
            b.as_slice().iter().map(|&x| if x.is_null() { i64::NULL } else { long(x.into()) }).collect(),
        ),
        Data::I64(b) => Wide::Longs(Cow::Borrowed(b.as_slice())),
        Data::F32(b) => Wide::Floats(b.as_slice().iter().map(|&x| x.into()).collect()),
        Data::F64(b) => Wide::Floats(Cow::Borrowed(b.as_slice())),
        Data::Guid(_) | Data::Sym(_) => return None,
    })
}

/// Wide items in the storage of `ty`.
fn narrow(ty: Type, wide: &Wide) -> Data {
    if ty == Type::Bool {
        return u8::data(match wide {
            Wide::Longs(xs) => xs.iter().map(|&x| u8::from(x != 0)).collect::<Vec<u8>>().into(),
            Wide::Floats(xs) => xs.iter().map(|&x| u8::from(x != 0.0)).collect::<Vec<u8>>().into(),
        });
    }
    match ty.repr() {
        Repr::U8 => from_longs(wide, |x| int(x) as u8),
        Repr::I16 => from_longs(wide, |x| match x {
            i64::MIN => i16::MIN,
            _ => x.clamp(-i64::from(i16::MAX), i16::MAX.into()) as i16,
        }),
        Repr::I32 => from_longs(wide, int),
        Repr::I64 => from_longs(wide, |x| x),
        Repr::F32 => from_floats(wide, |x| x as f32),
        _ => from_floats(wide, |x| x),
    }
}

/// A long as an int, what does not fit as an infinity.
pub fn int(x: i64) -> i32 {
    match x {
        i64::MIN => i32::MIN,
        _ => x.clamp(-i64::from(i32::MAX), i32::MAX.into()) as i32,
    }
}

/// A float as a long, rounded to the nearest, halves up.
pub fn long(x: f64) -> i64 {
    if x.is_nan() {
        return i64::MIN;
    }
    // `x + 0.5` would itself be rounded: beyond 2^52, and just below a half.
    let whole = x.floor();
    let up = i64::from(x - whole >= 0.5);
    (whole as i64).saturating_add(up).max(-i64::MAX)
}

fn from_longs<T: Item>(wide: &Wide, of: impl Fn(i64) -> T) -> Data {
    T::data(match wide {
        Wide::Longs(xs) => xs.iter().map(|&x| of(x)).collect::<Vec<T>>().into(),
        Wide::Floats(xs) => xs.iter().map(|&x| of(long(x))).collect::<Vec<T>>().into(),
    })
}

fn from_floats<T: Item>(wide: &Wide, of: impl Fn(f64) -> T) -> Data {
    T::data(match wide {
        Wide::Longs(xs) => {
            xs.iter().map(|&x| of(if x.is_null() { f64::NAN } else { x as f64 })).collect::<Vec<T>>().into()
        }
        Wide::Floats(xs) => xs.iter().map(|&x| of(x)).collect::<Vec<T>>().into(),
    })
}
