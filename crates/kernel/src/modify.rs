//! `x[i]+:y` of many places of a vector at once.
//!
//! In q each place is changed in turn, so that a place that is named twice is changed twice. Where no place is, the
//! function may as well be applied to all items at once; sums and differences are made in turn.

use crate::amend::{set_in, writable};
use crate::atomic::{BinaryOp, atomic_binary};
use crate::gather::pick;
use quarry_value::{Data, Item, Result, Type, Value, room};

/// Fewer places than this are changed in turn by who calls.
pub const MIN: usize = 8;
/// Places are few where there are so many times as many items.
const FEW: usize = 1000;

/// The items of the vector `x` at `places` changed by `op` with `y`: an atom, or an item for each place. `None` where
/// that must be done place by place: few places, some out of range or repeated, a result of another type.
pub fn modify(x: &mut Value, places: &Value, op: BinaryOp, y: &Value) -> Option<Result<()>> {
    let wide = match places.item_type()? {
        Type::Int | Type::Short | Type::Char => crate::cast(&Value::I16(Type::Long as i16), places).ok()?,
        _ => places.clone(),
    };
    let places = &wide;
    let (Value::Vector(v), Value::Vector(i)) = (&*x, places) else { return None };
    let at = i.slice::<i64>().filter(|_| i.ty == Type::Long && i.len() >= MIN)?;
    let (n, whole) = (v.len(), y.is_atom());
    if at.iter().any(|&i| i as u64 >= n as u64)
        || !(whole || matches!(y, Value::Vector(y) if y.len() == at.len()))
    {
        return None;
    }
    if op.grid().result(v.ty, y.item_type()?) != Some(v.ty) {
        return None;
    }
    if repeat(at, n) {
        return in_turn(x, at, op, y);
    }
    let items = atomic_binary(op, &pick(x, at), y);
    Some(items.and_then(|items| set_in(x, places, &items)))
}

/// Is a place named twice?
fn repeat(at: &[i64], n: usize) -> bool {
    if at.is_sorted_by(|a, b| a < b) {
        return false;
    }
    // A bit for each item of a long vector takes longer to clear than few places take to sort.
    if at.len() < n / FEW {
        let mut sorted = room::copied(at);
        sorted.sort_unstable();
        return !sorted.is_sorted_by(|a, b| a < b);
    }
    let mut seen = room::zeros::<u64>(n / 64 + 1);
    at.iter().any(|&i| {
        let (word, bit) = (&mut seen[i as usize / 64], 1 << (i % 64));
        let again = *word & bit != 0;
        *word |= bit;
        again
    })
}

/// Sums and differences of numbers.
fn in_turn(x: &mut Value, at: &[i64], op: BinaryOp, y: &Value) -> Option<Result<()>> {
    let Value::Vector(v) = x else { return None };
    let ty = v.ty;
    if !matches!(op, BinaryOp::Add | BinaryOp::Subtract)
        || !matches!(ty, Type::Int | Type::Long | Type::Real | Type::Float)
    {
        return None;
    }
    let y = crate::cast(&Value::I16(ty as i16), y).ok()?;
    let v = match writable(v) {
        Ok(v) => v,
        Err(e) => return Some(Err(e)),
    };
    let negative = op == BinaryOp::Subtract;
    match &mut v.data {
        Data::I32(b) => {
            walk(b.make_mut(), at, &y, |x, y| integer(x, y, negative, i32::wrapping_add, i32::wrapping_sub))
        }
        Data::I64(b) => {
            walk(b.make_mut(), at, &y, |x, y| integer(x, y, negative, i64::wrapping_add, i64::wrapping_sub))
        }
        Data::F32(b) => walk(b.make_mut(), at, &y, |x, y| if negative { x - y } else { x + y }),
        Data::F64(b) => walk(b.make_mut(), at, &y, |x, y| if negative { x - y } else { x + y }),
        _ => None,
    }
    .map(Ok)
}

/// The sum or the difference; null when either is.
#[inline(always)]
fn integer<T: Item + PartialEq>(
    x: T,
    y: T,
    negative: bool,
    add: fn(T, T) -> T,
    subtract: fn(T, T) -> T,
) -> T {
    if x == T::NULL || y == T::NULL {
        return T::NULL;
    }
    if negative { subtract(x, y) } else { add(x, y) }
}

#[inline(always)]
fn walk<T: crate::order::Key>(xs: &mut [T], at: &[i64], y: &Value, f: impl Fn(T, T) -> T) -> Option<()> {
    match y {
        Value::Vector(y) => {
            at.iter().zip(y.slice::<T>()?).for_each(|(&i, &y)| xs[i as usize] = f(xs[i as usize], y))
        }
        atom => {
            let y = T::of_atom(atom)?;
            at.iter().for_each(|&i| xs[i as usize] = f(xs[i as usize], y));
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Place by place, as q says.
    fn plain(x: &Value, at: &[i64], op: BinaryOp, y: &Value) -> Value {
        let mut x = x.clone();
        for (k, &i) in at.iter().enumerate() {
            let y = if y.is_atom() { y.clone() } else { y.at(k) };
            let item = atomic_binary(op, &x.at(i as usize), &y).unwrap();
            set_in(&mut x, &Value::long(i), &item).unwrap();
        }
        x
    }

    #[test]
    fn all_at_once_is_as_place_by_place() {
        let longs = Value::longs((0..40).map(|i| if i % 7 == 3 { i64::MIN } else { i * i - 90 }).collect());
        let floats =
            Value::floats((0..40).map(|i| if i % 5 == 1 { f64::NAN } else { f64::from(i) / 3.0 }).collect());
        let ints = Value::ints((0..40).map(|i| if i % 9 == 1 { i32::MIN } else { i }).collect());
        let apart: Vec<i64> = (0..20).map(|i| (i * 7 + 3) % 40).collect();
        let again: Vec<i64> = (0..20).map(|i| (i * i) % 11).collect();
        let many = Value::longs((0..20).map(|i| if i == 4 { i64::MIN } else { i - 9 }).collect());
        let bools = Value::bools((0..20).map(|i| u8::from(i % 3 == 0)).collect());
        let mut taken = 0;
        for x in [&longs, &floats, &ints] {
            for at in [&apart, &again] {
                for y in
                    [&many, &bools, &floats_of(20), &Value::long(3), &Value::long(i64::MIN), &Value::int(2)]
                {
                    for op in BinaryOp::ALL {
                        let mut got = x.clone();
                        let Some(done) = modify(&mut got, &Value::longs(at.clone()), op, y) else { continue };
                        done.unwrap();
                        taken += 1;
                        assert!(crate::order::identical(&got, &plain(x, at, op, y)), "{} {at:?}", op.name());
                    }
                }
            }
        }
        assert!(taken > 60, "{taken}");
    }

    fn floats_of(n: i32) -> Value {
        Value::floats((0..n).map(|i| f64::from(i) * 0.7).collect())
    }

    #[test]
    fn what_does_not_fit_is_left() {
        let mut x = Value::longs((0..10).collect());
        let at = Value::longs((0..9).collect());
        assert!(modify(&mut x, &at, BinaryOp::Divide, &Value::long(2)).is_none());
        assert!(modify(&mut x, &at, BinaryOp::Add, &Value::float(2.0)).is_none());
        assert!(
            modify(&mut x, &Value::longs(vec![0, 1, 2, 3, 4, 5, 6, 10]), BinaryOp::Add, &Value::long(2))
                .is_none()
        );
        assert!(modify(&mut x, &at, BinaryOp::Add, &Value::longs(vec![1, 2])).is_none());
        assert!(crate::order::identical(&x, &Value::longs((0..10).collect())));
    }
}
