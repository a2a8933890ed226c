//! Conversions between storages and between temporal units, run by run.
//!
//! Nulls stay nulls. The infinities of integers are numbers like others when an integer gets wider, as in q; only
//! a change of temporal unit keeps them.

use super::run::{Cell, One, Out, Run};
use super::wide;
use crate::cast::convert::int;
use quarry_value::calendar::{self, MS_DAY, NS_DAY, NS_MINUTE, NS_SECOND};
use quarry_value::{Item, Repr, Type};

/// How items become items of another type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Conversion {
    /// The number as it is, in another storage or the same.
    Raw,
    /// Units that are `n` finer units each.
    Finer(i64),
    /// Units of which `n` make a day, as the fraction of a day.
    Days(f64),
    /// The time of day of a count of nanoseconds, in units of `n` nanoseconds.
    TimeOfDay(i64),
    /// The time of day of a count of days, in units of which `n` make a day.
    TimeOfDays(f64),
    /// A count of days as nanoseconds.
    Nanoseconds,
    /// The first day of a month, as a count of units of which `n` make a day.
    FirstDay(i64),
}

use Conversion::*;

/// How items of type `from` become items of type `to` when they meet in a computation.
pub fn between(from: Type, to: Type) -> Conversion {
    if from == to || !from.is_temporal() || !to.is_temporal() {
        return Raw;
    }
    match (from, to) {
        (Type::Month, Type::Date | Type::Datetime) => FirstDay(1),
        (Type::Month, Type::Timestamp) => FirstDay(NS_DAY),
        (Type::Date, Type::Timestamp) => Finer(NS_DAY),
        (Type::Datetime, Type::Timestamp) => Nanoseconds,
        (Type::Timestamp, _) => unit(to).map_or(Raw, TimeOfDay),
        (Type::Datetime, _) => unit(to).map_or(Raw, |n| TimeOfDays((NS_DAY / n) as f64)),
        (_, Type::Timestamp) => unit(from).map_or(Raw, finer(1)),
        (_, Type::Datetime) => unit(from).map_or(Raw, |n| Days((NS_DAY / n) as f64)),
        _ => match (unit(from), unit(to)) {
            (Some(from), Some(to)) => finer(to)(from),
            _ => Raw,
        },
    }
}

/// The same where one of the items is the answer: a long that an int has no room for is infinite.
pub fn within(from: Type, to: Type) -> Conversion {
    match between(from, to) {
        Raw if from.repr() == Repr::I64 && to.repr() == Repr::I32 => Finer(1),
        conversion => conversion,
    }
}

/// From units of `from` nanoseconds to units of `to`.
fn finer(to: i64) -> impl Fn(i64) -> Conversion {
    move |from| if from > to { Finer(from / to) } else { Raw }
}

/// Nanoseconds in one of a time of day.
fn unit(ty: Type) -> Option<i64> {
    Some(match ty {
        Type::Timespan => 1,
        Type::Time => NS_DAY / MS_DAY,
        Type::Second => NS_SECOND,
        Type::Minute => NS_MINUTE,
        _ => return None,
    })
}

impl Conversion {
    /// Does it change items of storage `from` into storage `to`?
    #[inline]
    pub fn is_needed(self, from: Repr, to: Repr) -> bool {
        self != Raw || from != to
    }

    /// Writes the items of `x`, converted, to `out`.
    pub fn write(self, x: Run, out: Out) {
        match self {
            Raw => raw(x, out),
            Finer(n) => integers(x, out, |x| scaled(x, n)),
            TimeOfDay(n) => integers(x, out, |x| bounded(x, |x| x.rem_euclid(NS_DAY) / n)),
            FirstDay(n) => integers(x, out, |x| scaled(bounded(x, calendar::first_day), n)),
            Days(n) => to_days(x, out, n),
            TimeOfDays(n) => {
                // Minutes and seconds that are over; a datetime tells milliseconds, but not to the last bit.
                let fine = n.max(MS_DAY as f64);
                let time = |d: f64| (((d - d.floor()) * fine).round() / (fine / n)).floor();
                of_days(x, out, |d| if d.is_infinite() { d } else { time(d) })
            }
            Nanoseconds => of_days(x, out, |d| (d * NS_DAY as f64).round()),
        }
    }

    /// One item, converted to storage `to`.
    pub fn one(self, x: Run, to: Repr) -> One {
        One::written(to, |out| self.write(x, out))
    }
}

/// `f` of a long that is neither null nor infinite.
#[inline(always)]
pub fn bounded(x: i64, f: impl Fn(i64) -> i64) -> i64 {
    if x == i64::MIN || x == i64::MAX || x == -i64::MAX { x } else { f(x) }
}

/// `x*n`; what does not fit is infinite.
#[inline(always)]
pub fn scaled(x: i64, n: i64) -> i64 {
    if x == i64::MIN {
        return x;
    }
    x.checked_mul(n).filter(|&y| y != i64::MIN).unwrap_or(if x < 0 { -i64::MAX } else { i64::MAX })
}

/// Integers through `f` of longs; null and infinities keep their place.
pub fn integers(x: Run, out: Out, f: impl Fn(i64) -> i64 + Copy) {
    use quarry_value::num::long_of_int;
    match (x, out) {
        (Run::I32(x), Out::I64(out)) => wide::map(x, out, move |x| f(long_of_int(x))),
        (Run::I32(x), Out::I32(out)) => wide::map(x, out, move |x| int(f(long_of_int(x)))),
        (Run::I64(x), Out::I32(out)) => wide::map(x, out, move |x| int(f(x))),
        (Run::I64(x), Out::I64(out)) => wide::map(x, out, f),
        (Run::I32(x), Out::F64(out)) => wide::map(x, out, move |x| float_of_long(f(long_of_int(x)))),
        (_, out) => never(out),
    }
}

/// A long as a float; an infinity stays one.
#[inline(always)]
fn float_of_long(x: i64) -> f64 {
    match x {
        i64::MIN => f64::NULL,
        i64::MAX => f64::INFINITY,
        x if x == -i64::MAX => f64::NEG_INFINITY,
        x => x as f64,
    }
}

fn to_days(x: Run, out: Out, n: f64) {
    use quarry_value::num::long_of_int;
    match (x, out) {
        (Run::I32(x), Out::F64(out)) => wide::map(x, out, move |x| float_of_long(long_of_int(x)) / n),
        (Run::I64(x), Out::F64(out)) => wide::map(x, out, move |x| float_of_long(x) / n),
        (_, out) => never(out),
    }
}

fn of_days(x: Run, out: Out, f: impl Fn(f64) -> f64 + Copy) {
    match (x, out) {
        (Run::F64(x), Out::I64(out)) => wide::map(x, out, move |x| f(x).cast()),
        (Run::F64(x), Out::I32(out)) => wide::map(x, out, move |x| f(x).cast()),
        (_, out) => never(out),
    }
}

/// A number in another storage.
pub trait Cast<To> {
    /// Null becomes null; fractions round to the nearest; what does not fit wraps (integers) or is infinite (floats).
    fn cast(self) -> To;
}

macro_rules! casts {
    ($($from:ty, $to:ty, $f:expr;)*) => {$(
        impl Cast<$to> for $from {
            #[inline(always)]
            fn cast(self) -> $to {
                $f(self)
            }
        }
    )*};
}

/// Widens or narrows an integer that has a null.
macro_rules! null_kept {
    ($from:ty, $to:ty) => {
        |x: $from| if x == <$from>::MIN { <$to>::MIN } else { x as $to }
    };
}

/// As [`null_kept`], to a float.
macro_rules! null_to_nan {
    ($from:ty, $to:ty) => {
        |x: $from| if x == <$from>::MIN { <$to>::NULL } else { x as $to }
    };
}

/// Rounds a float; not a number is null, what is too large infinite.
macro_rules! rounded {
    ($from:ty, $to:ty) => {
        |x: $from| {
            if x.is_nan() { <$to>::MIN } else { (x.round_ties_even() as $to).max(-<$to>::MAX) }
        }
    };
}

casts! {
    u8, u8, |x| x;
    u8, i16, |x| x as i16;
    u8, i32, |x| x as i32;
    u8, i64, |x| x as i64;
    u8, f32, |x| x as f32;
    u8, f64, |x| x as f64;
    i16, u8, |x| x as u8;
    i16, i16, |x| x;
    i16, i32, null_kept!(i16, i32);
    i16, i64, null_kept!(i16, i64);
    i16, f32, null_to_nan!(i16, f32);
    i16, f64, null_to_nan!(i16, f64);
    i32, u8, |x| x as u8;
    i32, i16, null_kept!(i32, i16);
    i32, i32, |x| x;
    i32, i64, null_kept!(i32, i64);
    i32, f32, null_to_nan!(i32, f32);
    i32, f64, null_to_nan!(i32, f64);
    i64, u8, |x| x as u8;
    i64, i16, null_kept!(i64, i16);
    i64, i32, null_kept!(i64, i32);
    i64, i64, |x| x;
    i64, f32, null_to_nan!(i64, f32);
    i64, f64, null_to_nan!(i64, f64);
    f32, u8, |x: f32| x.round_ties_even() as i64 as u8;
    f32, i16, rounded!(f32, i16);
    f32, i32, rounded!(f32, i32);
    f32, i64, rounded!(f32, i64);
    f32, f32, |x| x;
    f32, f64, |x| x as f64;
    f64, u8, |x: f64| x.round_ties_even() as i64 as u8;
    f64, i16, rounded!(f64, i16);
    f64, i32, rounded!(f64, i32);
    f64, i64, rounded!(f64, i64);
    f64, f32, |x| x as f32;
    f64, f64, |x| x;
}

/// Numbers to another storage, or any items to their own.
fn raw(x: Run, out: Out) {
    match x {
        Run::U8(x) => raw_to(x, out),
        Run::I16(x) => raw_to(x, out),
        Run::I32(x) => raw_to(x, out),
        Run::I64(x) => raw_to(x, out),
        Run::F32(x) => raw_to(x, out),
        Run::F64(x) => raw_to(x, out),
        Run::Guid(x) => wide::map(x, Cell::of_out(out), |x| x),
        Run::Sym(x) => wide::map(x, Cell::of_out(out), |x| x),
    }
}

fn raw_to<T>(x: &[T], out: Out)
where
    T: Cell + Cast<u8> + Cast<i16> + Cast<i32> + Cast<i64> + Cast<f32> + Cast<f64>,
{
    match out {
        Out::U8(out) => wide::map(x, out, T::cast),
        Out::I16(out) => wide::map(x, out, T::cast),
        Out::I32(out) => wide::map(x, out, T::cast),
        Out::I64(out) => wide::map(x, out, T::cast),
        Out::F32(out) => wide::map(x, out, T::cast),
        Out::F64(out) => wide::map(x, out, T::cast),
        out => never(out),
    }
}

/// The tables of result types name no such pair; still, everything is written.
#[cold]
fn never(out: Out) {
    fn nulls<T: Cell>(out: &mut [std::mem::MaybeUninit<T>]) {
        debug_assert!(false, "a conversion that no table asks for");
        out.fill(std::mem::MaybeUninit::new(T::NULL));
    }
    super::run::each_repr!(Out, out, b => nulls(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(from: Type, to: Type, x: One) -> One {
        between(from, to).one(x.run(), to.repr())
    }

    #[test]
    fn units_meet() {
        assert!(matches!(one(Type::Date, Type::Timestamp, One::I32(2)), One::I64(x) if x == 2 * NS_DAY));
        assert!(matches!(one(Type::Minute, Type::Second, One::I32(2)), One::I32(120)));
        assert!(matches!(one(Type::Minute, Type::Second, One::I32(i32::MIN)), One::I32(i32::MIN)));
        assert!(matches!(one(Type::Minute, Type::Second, One::I32(i32::MAX)), One::I32(i32::MAX)));
        assert!(matches!(one(Type::Timestamp, Type::Minute, One::I64(-1)), One::I32(1439)));
        assert!(matches!(one(Type::Month, Type::Date, One::I32(1)), One::I32(31)));
        assert!(matches!(one(Type::Time, Type::Datetime, One::I32(43_200_000)), One::F64(0.5)));
        assert!(matches!(one(Type::Datetime, Type::Time, One::F64(1.5)), One::I32(43_200_000)));
        assert!(
            matches!(one(Type::Datetime, Type::Timestamp, One::F64(0.5)), One::I64(x) if x == NS_DAY / 2)
        );
        assert!(
            matches!(one(Type::Date, Type::Timestamp, One::I32(-200_000)), One::I64(x) if x == -i64::MAX)
        );
    }

    #[test]
    fn numbers_keep_nulls() {
        assert!(matches!(one(Type::Short, Type::Int, One::I16(i16::MIN)), One::I32(i32::MIN)));
        assert!(matches!(one(Type::Int, Type::Long, One::I32(i32::MAX)), One::I64(2_147_483_647)));
        assert!(matches!(one(Type::Long, Type::Float, One::I64(i64::MIN)), One::F64(x) if x.is_nan()));
        assert!(matches!(one(Type::Float, Type::Long, One::F64(f64::NAN)), One::I64(i64::MIN)));
        assert!(
            matches!(one(Type::Float, Type::Long, One::F64(f64::NEG_INFINITY)), One::I64(x) if x == -i64::MAX)
        );
    }
}
