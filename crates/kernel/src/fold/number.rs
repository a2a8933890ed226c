//! Stored items as the two numbers that folds compute in: longs and floats.

use crate::atomic::run::Run;
use quarry_value::{Data, Item, Repr, Type, Value, Vector, room};
use std::ops::Range;

/// An item that computes as a number.
pub trait Number: Item + PartialOrd {
    /// The greatest value: infinity where there is one.
    const MAX: Self;
    /// The least value that is not null.
    const MIN: Self;
    /// The number of this item; null stays null, infinities of narrow types stay what they are stored as.
    fn long(self) -> i64;
    /// The number of this item; null is NaN. Infinities of integers are numbers like others (basics/datatypes).
    fn float(self) -> f64;
    /// As [`Number::long`], with null as 0.
    #[inline(always)]
    fn long_or_zero(self) -> i64 {
        if self.is_absent() { 0 } else { self.long() }
    }
    /// As [`Number::float`], with null as 0.
    #[inline(always)]
    fn float_or_zero(self) -> f64 {
        if self.is_absent() { 0.0 } else { self.float() }
    }
    /// Is this null? Never for bytes: their types have no null that a number could be.
    fn is_absent(self) -> bool;
    /// A counter as wide as the item, so that counting keeps pace with reading.
    type Mark: Mark;
    /// What adds up a run of items without overflow (longs wrap).
    type Wide: Copy;
    const ZERO: Self::Wide;
    /// This item to add, null as 0.
    fn wide(self) -> Self::Wide;
    fn add_wide(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    fn wide_long(a: Self::Wide) -> i64;
    /// The bits that the magnitude of an integer uses; none of null.
    fn magnitude(self) -> Self::Mark;
    /// The items as floats; both slices have one length.
    #[inline(always)]
    fn to_floats(xs: &[Self], out: &mut [f64]) {
        out.iter_mut().zip(xs).for_each(|(o, x)| *o = x.float());
    }
}

/// A small counter of a run's items: [`RUN_MAX`] over sixteen of them fit a byte.
pub trait Mark: Copy {
    const ZERO: Self;
    fn of(x: bool) -> Self;
    fn plus(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn long(self) -> i64;
}

/// No run that is counted or added up by width is longer.
pub const RUN_MAX: usize = 2048;

macro_rules! marks {
    ($($t:ty)*) => {$(
        impl Mark for $t {
            const ZERO: $t = 0;
            #[inline(always)]
            fn of(x: bool) -> $t {
                x as $t
            }
            #[inline(always)]
            fn plus(self, other: $t) -> $t {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn or(self, other: $t) -> $t {
                self | other
            }
            #[inline(always)]
            fn long(self) -> i64 {
                self as i64
            }
        }
    )*};
}

marks! { u8 i16 i32 i64 }

/// How a storage adds up: in `$wide`; `$item` makes the number to add of an item.
macro_rules! adding {
    ($wide:ty, $mark:ty, $magnitude:expr) => {
        type Mark = $mark;
        type Wide = $wide;
        const ZERO: $wide = 0;
        #[inline(always)]
        fn wide(self) -> $wide {
            if self.is_absent() { 0 } else { self as $wide }
        }
        #[inline(always)]
        fn add_wide(a: $wide, b: $wide) -> $wide {
            a.wrapping_add(b)
        }
        #[inline(always)]
        fn wide_long(a: $wide) -> i64 {
            a as i64
        }
        #[inline(always)]
        fn magnitude(self) -> $mark {
            let of: fn(Self) -> $mark = $magnitude;
            of(self)
        }
    };
}

macro_rules! integers {
    ($($t:ty, $wide:ty, { $($own:tt)* };)*) => {$(
        impl Number for $t {
            adding! { $wide, $t, |x| if x == <$t>::MIN { 0 } else { x ^ (x >> (<$t>::BITS - 1)) } }
            $($own)*
            const MAX: $t = <$t>::MAX;
            const MIN: $t = -<$t>::MAX;
            #[inline(always)]
            fn long(self) -> i64 {
                if self == <$t>::MIN { i64::MIN } else { self as i64 }
            }
            #[inline(always)]
            fn float(self) -> f64 {
                if self == <$t>::MIN { f64::NULL } else { self as f64 }
            }
            #[inline(always)]
            fn is_absent(self) -> bool {
                self == <$t>::MIN
            }
        }
    )*};
}

macro_rules! floats {
    ($($t:ty, $mark:ty;)*) => {$(
        impl Number for $t {
            adding! { i64, $mark, |_| 0 }
            const MAX: $t = <$t>::INFINITY;
            const MIN: $t = <$t>::NEG_INFINITY;
            #[inline(always)]
            fn long(self) -> i64 {
                if self.is_nan() { i64::MIN } else { self as i64 }
            }
            #[inline(always)]
            fn float(self) -> f64 {
                self as f64
            }
            #[inline(always)]
            fn is_absent(self) -> bool {
                self.is_nan()
            }
        }
    )*};
}

/// Where null, the least number, is not there, a conversion is all there is to do.
macro_rules! plainly_to_floats {
    ($t:ty) => {
        #[inline(always)]
        fn to_floats(xs: &[$t], out: &mut [f64]) {
            let least = xs.iter().fold(<$t>::MAX, |least, x| least.min(*x));
            if least > <$t>::MIN {
                out.iter_mut().zip(xs).for_each(|(o, x)| *o = f64::from(*x));
            } else {
                out.iter_mut().zip(xs).for_each(|(o, x)| *o = x.float());
            }
        }
    };
}

integers! {
    i16, i32, { plainly_to_floats! { i16 } };
    i32, i64, { plainly_to_floats! { i32 } };
    i64, i64, {
        #[inline(always)]
        fn to_floats(xs: &[i64], out: &mut [f64]) {
            let bits = xs.iter().fold(0, |bits, x| bits | x.magnitude());
            if bits < 1 << 51 {
                out.iter_mut().zip(xs).for_each(|(o, x)| *o = near_float(*x));
            } else {
                out.iter_mut().zip(xs).for_each(|(o, x)| *o = x.float());
            }
        }
    };
}

floats! {
    f32, i32;
    f64, i64;
}

/// A long below 2^51 in magnitude, or null, as a float, without an instruction that older CPUs lack: added to the
/// bits of 1.5·2^52 it lands in the fraction, and taking that number off leaves it.
#[inline(always)]
fn near_float(x: i64) -> f64 {
    const BASE: f64 = 6_755_399_441_055_744.0;
    let float = f64::from_bits(x.wrapping_add(BASE.to_bits() as i64) as u64) - BASE;
    if x == i64::MIN { f64::NULL } else { float }
}

impl Number for u8 {
    adding! { i32, u8, |_| 0 }
    const MAX: u8 = u8::MAX;
    const MIN: u8 = 0;
    #[inline(always)]
    fn long(self) -> i64 {
        self as i64
    }
    #[inline(always)]
    fn float(self) -> f64 {
        self as f64
    }
    #[inline(always)]
    fn is_absent(self) -> bool {
        false
    }
}

/// What folds compute a type in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Long,
    Float,
}

impl Class {
    /// `None` for symbols, guids, enumerations and general lists.
    pub fn of(ty: Type) -> Option<Class> {
        match ty.repr() {
            _ if ty == Type::List || ty == Type::Enum => None,
            Repr::U8 | Repr::I16 | Repr::I32 | Repr::I64 => Some(Class::Long),
            Repr::F32 | Repr::F64 => Some(Class::Float),
            Repr::Guid | Repr::Sym => None,
        }
    }
}

/// An atom of type `ty` from a long that wraps as the type's arithmetic does.
pub fn wrapped_atom(ty: Type, x: i64) -> Value {
    match ty.repr() {
        Repr::U8 => Value::U8(ty, x as u8),
        Repr::I16 => Value::I16(x as i16),
        Repr::I32 => Value::I32(ty, x as i32),
        _ => Value::I64(ty, x),
    }
}

/// The sum `x` as an atom of type `ty`: null where an int is too small for it (releases/ChangesIn3.3).
pub fn sum_atom(ty: Type, x: i64) -> Value {
    match ty.repr() {
        Repr::I32 => Value::I32(ty, int_of_sum(x)),
        _ => wrapped_atom(ty, x),
    }
}

/// See [`sum_atom`].
pub fn sum_vector(ty: Type, xs: Vec<i64>) -> Value {
    match ty.repr() {
        Repr::I32 => Value::vector(ty, xs.into_iter().map(int_of_sum).collect::<Vec<i32>>()),
        _ => vector_of_longs(ty, xs),
    }
}

fn int_of_sum(x: i64) -> i32 {
    i32::try_from(x).unwrap_or(i32::MIN)
}

/// An atom of real, float or datetime.
pub fn atom_of_float(ty: Type, x: f64) -> Value {
    if ty == Type::Real { Value::F32(x as f32) } else { Value::F64(ty, x) }
}

/// A vector of type `ty` from longs, wrapped as the type's arithmetic does.
pub fn vector_of_longs(ty: Type, xs: Vec<i64>) -> Value {
    match ty.repr() {
        Repr::U8 => Value::vector(ty, xs.into_iter().map(|x| x as u8).collect::<Vec<u8>>()),
        Repr::I16 => Value::vector(ty, xs.into_iter().map(|x| x as i16).collect::<Vec<i16>>()),
        Repr::I32 => Value::vector(ty, xs.into_iter().map(|x| x as i32).collect::<Vec<i32>>()),
        _ => Value::vector(ty, xs),
    }
}

/// A vector of real, float or datetime.
pub fn vector_of_floats(ty: Type, xs: Vec<f64>) -> Value {
    if ty == Type::Real {
        Value::vector(ty, xs.into_iter().map(|x| x as f32).collect::<Vec<f32>>())
    } else {
        Value::vector(ty, xs)
    }
}

/// The items of a run as floats; nulls are NaN. `scratch` is used when they are stored otherwise.
pub fn floats_of_run<'a>(run: Run<'a>, scratch: &'a mut Vec<f64>) -> &'a [f64] {
    fn widen<'a, T: Number>(xs: &[T], out: &'a mut Vec<f64>) -> &'a [f64] {
        room::reserve(out, xs.len().saturating_sub(out.len()));
        out.resize(xs.len(), 0.0);
        super::wide::to_floats(xs, out);
        out
    }
    match run {
        Run::F64(xs) => xs,
        Run::F32(xs) => widen(xs, scratch),
        Run::U8(xs) => widen(xs, scratch),
        Run::I16(xs) => widen(xs, scratch),
        Run::I32(xs) => widen(xs, scratch),
        Run::I64(xs) => widen(xs, scratch),
        Run::Guid(xs) => empty_run(0..xs.len(), scratch),
        Run::Sym(xs) => empty_run(0..xs.len(), scratch),
    }
}

/// The items of `range` as longs; nulls are `i64::MIN`. `scratch` is used when they are stored otherwise.
pub fn longs<'a>(data: &'a Data, range: Range<usize>, scratch: &'a mut Vec<i64>) -> &'a [i64] {
    fn widen<'a, T: Number>(xs: &[T], out: &'a mut Vec<i64>) -> &'a [i64] {
        out.clear();
        room::reserve(out, xs.len());
        out.extend(xs.iter().map(|x| x.long()));
        out
    }
    match data {
        Data::I64(b) => b.range(range),
        Data::U8(b) => widen(b.range(range), scratch),
        Data::I16(b) => widen(b.range(range), scratch),
        Data::I32(b) => widen(b.range(range), scratch),
        Data::F32(b) => widen(b.range(range), scratch),
        Data::F64(b) => widen(b.range(range), scratch),
        Data::Guid(_) | Data::Sym(_) => empty_run(range, scratch),
    }
}

/// Guids and symbols are no numbers; callers have turned them away by [`Class::of`].
fn empty_run<T: Item>(range: Range<usize>, scratch: &mut Vec<T>) -> &[T] {
    scratch.clear();
    room::reserve(scratch, range.len());
    scratch.resize(range.len(), T::NULL);
    scratch
}

/// The items of `range` as floats; nulls are NaN. `scratch` is used when they are stored otherwise.
pub fn floats<'a>(data: &'a Data, range: Range<usize>, scratch: &'a mut Vec<f64>) -> &'a [f64] {
    floats_of_run(Run::of(data, range), scratch)
}

/// All items as floats.
pub fn all_floats(v: &Vector) -> Vec<f64> {
    if let Data::F64(b) = &v.data {
        return room::copied(b.as_slice());
    }
    let mut all = Vec::new();
    floats(&v.data, 0..v.len(), &mut all);
    all
}

/// A numeric or temporal atom as a float; `None` for what is no number.
pub fn float_of_atom(x: &Value) -> Option<f64> {
    Some(match x {
        Value::U8(_, x) => x.float(),
        Value::I16(x) => x.float(),
        Value::I32(_, x) => x.float(),
        Value::I64(_, x) => x.float(),
        Value::F32(x) => x.float(),
        Value::F64(_, x) => *x,
        _ => return None,
    })
}

/// Is this atom the null of its type (of a type that has one and computes)?
pub fn is_absent_atom(x: &Value) -> bool {
    match x {
        Value::I16(x) => x.is_absent(),
        Value::I32(_, x) => x.is_absent(),
        Value::I64(_, x) => x.is_absent(),
        Value::F32(x) => x.is_nan(),
        Value::F64(_, x) => x.is_nan(),
        _ => false,
    }
}

/// `$body` with `$t` the type of the numbers stored as `$repr`; `$none` for guids and symbols.
macro_rules! by_number {
    ($repr:expr, $t:ident => $body:expr, else $none:expr) => {
        match $repr {
            quarry_value::Repr::U8 => by_number!(@ $t u8 $body),
            quarry_value::Repr::I16 => by_number!(@ $t i16 $body),
            quarry_value::Repr::I32 => by_number!(@ $t i32 $body),
            quarry_value::Repr::I64 => by_number!(@ $t i64 $body),
            quarry_value::Repr::F32 => by_number!(@ $t f32 $body),
            quarry_value::Repr::F64 => by_number!(@ $t f64 $body),
            quarry_value::Repr::Guid | quarry_value::Repr::Sym => $none,
        }
    };
    (@ $t:ident $of:ident $body:expr) => {{
        type $t = $of;
        $body
    }};
}
pub(crate) use by_number;

/// `$body` with `$b` bound to the buffer of numbers in `$data`; `$none` for guids and symbols.
macro_rules! with_numbers {
    ($data:expr, $b:ident => $body:expr, else $none:expr) => {
        match $data {
            quarry_value::Data::U8($b) => $body,
            quarry_value::Data::I16($b) => $body,
            quarry_value::Data::I32($b) => $body,
            quarry_value::Data::I64($b) => $body,
            quarry_value::Data::F32($b) => $body,
            quarry_value::Data::F64($b) => $body,
            quarry_value::Data::Guid(_) | quarry_value::Data::Sym(_) => $none,
        }
    };
}
pub(crate) use with_numbers;
