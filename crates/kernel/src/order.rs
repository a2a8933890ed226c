//! Order and identity of items and values: `~`, and the total order that sorting uses.
//!
//! Sorting, searching and grouping compare exactly (no tolerance); only `~` is tolerant of float rounding.

use crate::atomic::ops;
use crate::domain;
use quarry_value::evaluation::is_over;
use quarry_value::{Guid, Item, List, Result, Sym, Type, Value, Vector, stack, with_data};
use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// The order of items of one storage, nulls first, and codes that are equal just when items are.
pub trait Key: Item {
    /// A number that is equal for equal items (in the sense of search and grouping: exact, nulls equal).
    type Code: Copy + Eq + Ord + Send + Sync + Bits;
    fn code(self) -> Self::Code;
    fn order(self, other: Self) -> Ordering;
    /// Is it before `other`, or the same, in that order?
    #[inline(always)]
    fn is_at_most(self, other: Self) -> bool {
        self.order(other).is_le()
    }
    /// A number in the order of items, for numbers; 0 for symbols and guids.
    fn bits(self) -> u64 {
        0
    }
    /// The item of an atom of this storage.
    fn of_atom(atom: &Value) -> Option<Self>;
    #[inline(always)]
    fn same(self, other: Self) -> bool {
        self.code() == other.code()
    }
}

/// A code as something to hash, and as a number when it is one.
pub trait Bits {
    fn hash(self) -> u64;
    fn number(self) -> u64;
}

const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

impl Bits for u64 {
    #[inline(always)]
    fn hash(self) -> u64 {
        let wide = u128::from(self ^ (MIX >> 3)) * u128::from(MIX);
        (wide as u64) ^ (wide >> 64) as u64
    }
    #[inline(always)]
    fn number(self) -> u64 {
        self
    }
}

impl Bits for u128 {
    #[inline(always)]
    fn hash(self) -> u64 {
        ((self as u64) ^ ((self >> 64) as u64).hash()).hash()
    }
    #[inline(always)]
    fn number(self) -> u64 {
        self as u64
    }
}

macro_rules! integer_keys {
    ($($t:ty, $atom:pat => $x:expr;)*) => {$(
        impl Key for $t {
            type Code = u64;
            #[inline(always)]
            fn code(self) -> u64 {
                i64::from(self) as u64
            }
            #[inline(always)]
            fn bits(self) -> u64 {
                i64::from(self) as u64 ^ 1 << 63
            }
            #[inline(always)]
            fn order(self, other: Self) -> Ordering {
                self.cmp(&other)
            }
            #[inline]
            fn of_atom(atom: &Value) -> Option<Self> {
                if let $atom = atom { Some(*$x) } else { None }
            }
        }
    )*};
}

integer_keys! {
    u8, Value::U8(_, x) => x;
    i16, Value::I16(x) => x;
    i32, Value::I32(_, x) => x;
    i64, Value::I64(_, x) | Value::Enum(_, x) => x;
}

impl Key for f64 {
    type Code = u64;
    #[inline(always)]
    fn code(self) -> u64 {
        // Adding zero makes the negative zero positive.
        if self.is_nan() { u64::MAX } else { (self + 0.0).to_bits() }
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        // Negative numbers descend with their bits, positive ones ascend.
        let bits = (self + 0.0).to_bits();
        let flipped = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
        if self.is_nan() { 0 } else { flipped }
    }
    #[inline(always)]
    fn order(self, other: f64) -> Ordering {
        self.partial_cmp(&other).unwrap_or_else(|| other.is_nan().cmp(&self.is_nan()))
    }
    #[inline(always)]
    fn is_at_most(self, other: f64) -> bool {
        (self <= other) | self.is_nan()
    }
    #[inline]
    fn of_atom(atom: &Value) -> Option<Self> {
        if let Value::F64(_, x) = atom { Some(*x) } else { None }
    }
}

/// The float that has these [`Key::bits`]; of the zeros the positive one.
#[inline(always)]
pub fn float_of_bits(bits: u64) -> f64 {
    match bits {
        0 => f64::NULL,
        _ if bits >> 63 == 1 => f64::from_bits(bits & !(1 << 63)),
        _ => f64::from_bits(!bits),
    }
}

impl Key for f32 {
    type Code = u64;
    #[inline(always)]
    fn code(self) -> u64 {
        f64::from(self).code()
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        f64::from(self).bits()
    }
    #[inline(always)]
    fn order(self, other: f32) -> Ordering {
        f64::from(self).order(f64::from(other))
    }
    #[inline(always)]
    fn is_at_most(self, other: f32) -> bool {
        (self <= other) | self.is_nan()
    }
    #[inline]
    fn of_atom(atom: &Value) -> Option<Self> {
        if let Value::F32(x) = atom { Some(*x) } else { None }
    }
}

impl Key for Sym {
    type Code = u64;
    #[inline(always)]
    fn code(self) -> u64 {
        self.id().into()
    }
    #[inline(always)]
    fn order(self, other: Sym) -> Ordering {
        self.cmp(&other)
    }
    #[inline]
    fn of_atom(atom: &Value) -> Option<Self> {
        if let Value::Sym(x) = atom { Some(*x) } else { None }
    }
}

impl Key for Guid {
    type Code = u128;
    #[inline(always)]
    fn code(self) -> u128 {
        u128::from_be_bytes(self)
    }
    #[inline(always)]
    fn order(self, other: Guid) -> Ordering {
        self.cmp(&other)
    }
    #[inline]
    fn of_atom(atom: &Value) -> Option<Self> {
        if let Value::Guid(x) = atom { Some(**x) } else { None }
    }
}

/// The total order of values: atoms before lists, atoms of different types by type number, lists item by item, dictionaries by
/// the type and the items of their values (KxSystems/kx-vscode, tests).
pub fn compare(x: &Value, y: &Value) -> Ordering {
    match (x, y) {
        // An order that nobody will see.
        (Value::List(_) | Value::Dict(_) | Value::Table(_), _) if stack::is_over() => Ordering::Equal,
        (Value::Vector(a), Value::Vector(b)) => compare_vectors(a, b),
        (Value::List(a), Value::List(b)) => compare_slices(a.as_slice(), b.as_slice()),
        (Value::List(_) | Value::Vector(_), Value::List(_) | Value::Vector(_)) => lexicographic(x, y),
        (Value::Dict(a), Value::Dict(b)) => {
            let types = a.values.type_number().cmp(&b.values.type_number());
            types.then_with(|| compare(&a.values, &b.values)).then_with(|| compare(&a.keys, &b.keys))
        }
        (Value::Table(a), Value::Table(b)) => {
            a.names.cmp(&b.names).then_with(|| compare_slices(&a.columns, &b.columns))
        }
        _ => compare_atoms(x, y),
    }
}

/// Sorts items; equal ones stay in order. When the evaluation is to end, in any order.
///
/// Values have no order from then on, nor have bytes whose file is cut short, and the standard sort panics when it finds that an
/// order contradicts itself. So it is left before it can: it keeps all items when it is unwound.
pub fn sort_by<T>(items: &mut [T], order: impl Fn(&T, &T) -> Ordering) {
    struct Over;
    let sort = || {
        items.sort_by(|x, y| {
            let o = order(x, y);
            if is_over() {
                resume_unwind(Box::new(Over));
            }
            o
        });
    };
    match catch_unwind(AssertUnwindSafe(sort)) {
        Err(panic) if !panic.is::<Over>() => resume_unwind(panic),
        _ => {}
    }
}

fn compare_slices(x: &[Value], y: &[Value]) -> Ordering {
    // An order that nobody will see.
    if is_over() {
        return Ordering::Equal;
    }
    let mut items = x.iter().zip(y).map(|(a, b)| compare(a, b));
    items.find(|o| o.is_ne()).unwrap_or_else(|| x.len().cmp(&y.len()))
}

fn lexicographic(x: &Value, y: &Value) -> Ordering {
    let mut items = x.items().zip(y.items()).map(|(a, b)| compare(&a, &b));
    items.find(|o| o.is_ne()).unwrap_or_else(|| x.count().cmp(&y.count()))
}

fn compare_vectors(x: &Vector, y: &Vector) -> Ordering {
    fn go<T: Key>(x: &quarry_value::Buf<T>, y: &Vector) -> Option<Ordering> {
        let (x, y) = (x.as_slice(), y.slice::<T>()?);
        let mut items = x.iter().zip(y).map(|(a, b)| a.order(*b));
        Some(items.find(|o| o.is_ne()).unwrap_or_else(|| x.len().cmp(&y.len())))
    }
    if x.ty == y.ty
        && (x.ty != Type::Enum)
        && let Some(order) = with_data!(&x.data, b => go(b, y))
    {
        return order;
    }
    let item = |v: &Vector, i| domain::resolve(&v.get(i));
    let mut items = (0..x.len().min(y.len())).map(|i| compare(&item(x, i), &item(y, i)));
    items.find(|o| o.is_ne()).unwrap_or_else(|| x.len().cmp(&y.len()))
}

fn compare_atoms(x: &Value, y: &Value) -> Ordering {
    match (x, y) {
        (Value::U8(s, a), Value::U8(t, b)) if s == t => a.cmp(b),
        (Value::I16(a), Value::I16(b)) => a.cmp(b),
        (Value::I32(s, a), Value::I32(t, b)) if s == t => a.cmp(b),
        (Value::I64(s, a), Value::I64(t, b)) if s == t => a.cmp(b),
        (Value::F32(a), Value::F32(b)) => a.order(*b),
        (Value::F64(s, a), Value::F64(t, b)) if s == t => a.order(*b),
        (Value::Sym(a), Value::Sym(b)) => a.cmp(b),
        (Value::Guid(a), Value::Guid(b)) => a.cmp(b),
        (Value::Enum(..), Value::Enum(..)) => compare(&domain::resolve(x), &domain::resolve(y)),
        (Value::Prim(a), Value::Prim(b)) => a.id().cmp(&b.id()),
        (Value::Lambda(a), Value::Lambda(b)) => a.source.cmp(&b.source),
        _ => (!x.is_atom()).cmp(&!y.is_atom()).then(x.type_number().abs().cmp(&y.type_number().abs())),
    }
}

/// `x~y`: are they the same value? Types count, attributes do not; floats are compared tolerantly.
/// Source: ref/match.
pub fn matches(x: &Value, y: &Value) -> Result<Value> {
    Ok(Value::bool(same(x, y, true)))
}

/// Exactly the same value, as search and grouping see it.
pub fn identical(x: &Value, y: &Value) -> bool {
    same(x, y, false)
}

fn same(x: &Value, y: &Value, tolerant: bool) -> bool {
    match (x, y) {
        (Value::Vector(a), Value::Vector(b)) => Arc::ptr_eq(a, b) || same_vectors(a, b, tolerant),
        (Value::List(a), Value::List(b)) => Arc::ptr_eq(a, b) || same_lists(a, b, tolerant),
        (Value::Dict(_) | Value::Table(_), _) if stack::is_over() => false,
        (Value::Dict(a), Value::Dict(b)) => {
            Arc::ptr_eq(a, b) || same(&a.keys, &b.keys, tolerant) && same(&a.values, &b.values, tolerant)
        }
        (Value::Table(a), Value::Table(b)) => {
            Arc::ptr_eq(a, b)
                || a.names == b.names
                    && (a.from == b.from || !a.is_elsewhere() && !b.is_elsewhere())
                    && same_slices(&a.columns, &b.columns, tolerant)
        }
        (Value::F64(s, a), Value::F64(t, b)) => s == t && same_floats(*a, *b, tolerant),
        (Value::F32(a), Value::F32(b)) => same_floats((*a).into(), (*b).into(), tolerant),
        (Value::U8(s, a), Value::U8(t, b)) => s == t && a == b,
        (Value::I16(a), Value::I16(b)) => a == b,
        (Value::I32(s, a), Value::I32(t, b)) => s == t && a == b,
        (Value::I64(s, a), Value::I64(t, b)) => s == t && a == b,
        (Value::Sym(a), Value::Sym(b)) => a == b,
        (Value::Guid(a), Value::Guid(b)) => a == b,
        (Value::Enum(s, a), Value::Enum(t, b)) => s == t && a == b,
        _ => same_functions(x, y, tolerant),
    }
}

fn same_functions(x: &Value, y: &Value, tolerant: bool) -> bool {
    match (x, y) {
        (Value::Prim(a), Value::Prim(b)) => a == b,
        (Value::Lambda(a), Value::Lambda(b)) => {
            Arc::ptr_eq(a, b) || a.source == b.source && a.context == b.context
        }
        (Value::Projection(a), Value::Projection(b)) if Arc::ptr_eq(a, b) => true,
        (Value::Composition(a), Value::Composition(b)) if Arc::ptr_eq(a, b) => true,
        (Value::Derived(a), Value::Derived(b)) if Arc::ptr_eq(a, b) => true,
        (Value::Projection(_) | Value::Composition(_) | Value::Derived(_), _)
            if is_over() || stack::is_over() =>
        {
            false
        }
        (Value::Projection(a), Value::Projection(b)) => {
            same(&a.func, &b.func, tolerant) && same_slices(&a.args, &b.args, tolerant)
        }
        (Value::Composition(a), Value::Composition(b)) => same_slices(&a.funcs, &b.funcs, tolerant),
        (Value::Derived(a), Value::Derived(b)) => a.iter == b.iter && same(&a.func, &b.func, tolerant),
        (Value::Foreign(a), Value::Foreign(b)) => Arc::ptr_eq(a, b),
        _ => false,
    }
}

fn same_floats(x: f64, y: f64, tolerant: bool) -> bool {
    if tolerant { ops::same(x, y) } else { x.same(y) }
}

fn same_slices(x: &[Value], y: &[Value], tolerant: bool) -> bool {
    x.len() == y.len() && x.iter().zip(y).all(|(a, b)| same(a, b, tolerant))
}

fn same_lists(x: &List, y: &List, tolerant: bool) -> bool {
    if let (Some(x), Some(y)) = (x.as_slices(), y.as_slices()) {
        return x.ends() == y.ends() && same_vectors(x.all(), y.all(), tolerant);
    }
    let same_at = |i| match (x.text(i), y.text(i)) {
        (Some(a), Some(b)) => a == b,
        _ => same(&x.get(i), &y.get(i), tolerant),
    };
    x.len() == y.len() && !is_over() && !stack::is_over() && (0..x.len()).all(same_at)
}

fn same_vectors(x: &Vector, y: &Vector, tolerant: bool) -> bool {
    fn go<T: Key>(x: &quarry_value::Buf<T>, y: &Vector) -> bool {
        y.slice::<T>().is_some_and(|y| x.as_slice().iter().zip(y).all(|(a, b)| a.same(*b)))
    }
    if x.ty != y.ty || x.domain != y.domain || x.len() != y.len() {
        return false;
    }
    if tolerant {
        if let (Some(a), Some(b)) = (x.slice::<f64>(), y.slice::<f64>()) {
            return a.iter().zip(b).all(|(a, b)| ops::same(*a, *b));
        }
        if let (Some(a), Some(b)) = (x.slice::<f32>(), y.slice::<f32>()) {
            return a.iter().zip(b).all(|(a, b)| ops::same(*a, *b));
        }
    }
    with_data!(&x.data, b => go(b, y))
}

/// The hash of an item of a list.
fn hash_at(l: &List, i: usize) -> u64 {
    match l.text(i) {
        Some(text) => {
            let seed = (Type::Char as u64).hash();
            text.iter().fold(seed, |h, a| (h ^ a.code().hash()).hash())
        }
        None => hash(&l.get(i)),
    }
}

/// A hash that is equal for values that are [`identical`].
pub fn hash(x: &Value) -> u64 {
    fn go<T: Key>(x: &quarry_value::Buf<T>, seed: u64) -> u64 {
        x.as_slice().iter().fold(seed, |h, a| (h ^ a.code().hash()).hash())
    }
    let seed = (x.type_number() as u64).hash();
    let mix = |code: u64| (seed ^ code).hash();
    match x {
        Value::Vector(v) => with_data!(&v.data, b => go(b, seed)),
        Value::List(_) if is_over() => seed,
        Value::List(_) | Value::Dict(_) | Value::Table(_) if stack::is_over() => seed,
        Value::List(l) => (0..l.len()).fold(seed, |h, i| (h ^ hash_at(l, i)).hash()),
        Value::Dict(d) => mix(hash(&d.keys) ^ hash(&d.values).rotate_left(7)),
        Value::Table(t) => t.columns.iter().fold(seed, |h, c| (h ^ hash(c)).hash()),
        Value::U8(_, a) => mix(a.code()),
        Value::I16(a) => mix(a.code()),
        Value::I32(_, a) => mix(a.code()),
        Value::I64(_, a) => mix(a.code()),
        Value::F32(a) => mix(a.code()),
        Value::F64(_, a) => mix(a.code()),
        Value::Sym(a) => mix(a.code()),
        Value::Guid(a) => mix(a.code().hash()),
        Value::Enum(_, a) => mix(a.code()),
        Value::Prim(p) => mix(p.id() as u64),
        Value::Lambda(l) => l.source.iter().fold(seed, |h, a| (h ^ a.code()).hash()),
        _ => seed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn match_is_tolerant_and_strict_about_type() {
        let yes = |x: &Value, y: &Value| matches(x, y).unwrap().as_long() == Some(1);
        assert!(yes(&Value::float(1.0), &Value::float(1.0 - 1e-13)));
        assert!(!yes(&Value::float(1.0), &Value::float(1.0 - 1e-12)));
        assert!(yes(&Value::float(f64::NAN), &Value::float(f64::NAN)));
        assert!(!yes(&Value::float(f64::INFINITY), &Value::float(1.0)));
        assert!(!yes(&Value::long(3), &Value::float(3.0)));
        assert!(!yes(&Value::empty_list(), &Value::longs(vec![])));
        assert!(!identical(&Value::float(1.0), &Value::float(1.0 - 1e-13)));
    }

    #[test]
    fn order_is_by_type_then_value() {
        let sorted = [
            Value::bool(true),
            Value::long(i64::MIN),
            Value::long(0),
            Value::float(f64::NAN),
            Value::float(f64::NEG_INFINITY),
            Value::float(0.5),
            Value::char(b'a'),
            Value::sym("a"),
            Value::longs(vec![1]),
            Value::longs(vec![1, 2]),
        ];
        for (i, a) in sorted.iter().enumerate() {
            for (j, b) in sorted.iter().enumerate() {
                assert_eq!(compare(a, b), i.cmp(&j), "{i} {j}");
                assert_eq!(identical(a, b), i == j);
            }
        }
    }

    /// Whenever the order ends, all items are there.
    #[test]
    fn an_order_may_end_while_it_is_asked_for() {
        use quarry_value::evaluation::{Evaluation, within};
        use quarry_value::{Error, fault};
        let _own = within(Some(Evaluation::new(|| Ok(()))));
        let keys = || (0..40u32).map(|i| (i * 17 + 5) % 23);
        let asked = std::cell::Cell::new(0);
        for last in 0..250 {
            let mut items: Vec<u32> = keys().collect();
            asked.set(0);
            sort_by(&mut items, |x, y| {
                asked.set(asked.get() + 1);
                if asked.get() < last {
                    return x.cmp(y);
                }
                fault::raise(Error::new("stop"));
                Ordering::Equal
            });
            assert_eq!(fault::take().is_some(), asked.get() >= last, "{last}");
            assert!(asked.get() <= last.max(1), "{last}: nothing is compared afterwards");
            let mut want: Vec<u32> = keys().collect();
            want.sort();
            if asked.get() >= last {
                items.sort();
            }
            assert_eq!(items, want, "{last}");
        }
    }

    #[test]
    fn equal_values_have_equal_hashes() {
        assert_eq!(hash(&Value::float(0.0)), hash(&Value::float(-0.0)));
        let l = || Value::list(vec![Value::long(1), Value::chars("ab")]);
        assert_eq!(hash(&l()), hash(&l()));
        assert_ne!(hash(&Value::long(1)), hash(&Value::long(2)));
    }
}
