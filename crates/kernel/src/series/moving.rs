//! Moving sums, averages, extremes, deviations and counts.

use super::window::{TASK_MIN, by_blocks, windows};
use super::{as_floats, difference, through};
use crate::atomic::wide;
use crate::built::{PART, in_blocks, mapped};
use crate::fold::{Class, Number, vector_of_floats, vector_of_longs, with_numbers};
use quarry_value::error::{domain_error, type_error};
use quarry_value::evaluation::is_over;
use quarry_value::{Data, Item, Result, Type, Value, Vector, room, with_data};
use std::borrow::Cow;
use std::mem::MaybeUninit;

/// `x msum y`: sums of the last `x` items.
///
/// Types: those of a difference of sums: as [`super::deltas`]. Null: counts as 0. Errors: 'type.
/// Source: ref/sum.
pub fn msum(x: &Value, y: &Value) -> Result<Value> {
    moving(x, y, &|n, v| {
        let ty = difference(v.ty)?;
        if Class::of(v.ty) == Some(Class::Float) {
            let ys = floats(v);
            let item = |y: f64, _| if y.is_nan() { 0.0 } else { y };
            let sums = match n {
                0 => room::zeros::<f64>(ys.len()),
                _ => windows(&ys, n, item, |a, b| a + b, |_, sum| sum),
            };
            return Ok(vector_of_floats(ty, sums));
        }
        let sums =
            with_numbers!(&v.data, b => totals(b.as_slice(), n, |x| x.long_or_zero()), else Vec::new());
        Ok(vector_of_longs(ty, sums))
    })
}

/// Sums of `of` the last `n` items: what leaves a window is taken off.
fn totals<T: Item>(xs: &[T], n: usize, of: impl Fn(T) -> i64 + Sync + Send) -> Vec<i64> {
    // Every part starts with the sum of a whole window, which is to be little of its work.
    in_blocks(xs.len(), 1, TASK_MIN.max(n.saturating_mul(4)), |start, out| {
        let mut sum = xs[start.saturating_sub(n)..start].iter().fold(0i64, |sum, x| sum.wrapping_add(of(*x)));
        for (part, out) in out.chunks_mut(PART).enumerate() {
            let start = start + part * PART;
            if is_over() {
                out.fill(MaybeUninit::new(sum));
                continue;
            }
            let (growing, whole) = out.split_at_mut(n.saturating_sub(start).min(out.len()));
            let come = &xs[start..];
            for (out, x) in growing.iter_mut().zip(come) {
                sum = sum.wrapping_add(of(*x));
                out.write(sum);
            }
            let gone = &xs[(start + growing.len()).saturating_sub(n)..];
            for ((out, x), gone) in whole.iter_mut().zip(&come[growing.len()..]).zip(gone) {
                sum = sum.wrapping_add(of(*x)).wrapping_sub(of(*gone));
                out.write(sum);
            }
        }
    })
}

/// `x mavg y`: averages of the last `x` items, as floats. Null: passed over; 0n where there is nothing else.
///
/// Errors: 'type. Source: ref/avg.
pub fn mavg(x: &Value, y: &Value) -> Result<Value> {
    moving(x, y, &|n, v| {
        let ys = numbers(v)?;
        if n == 0 {
            return Ok(Value::floats(room::repeated(f64::NULL, ys.len())));
        }
        if wide::all(&ys, |y| !y.is_nan()) {
            return Ok(Value::floats(windows(
                &ys,
                n,
                |y, _| y,
                |a, b| a + b,
                |count, sum| sum / count as f64,
            )));
        }
        let item = |y: f64, _| if y.is_nan() { (0.0, 0.0) } else { (y, 1.0) };
        let join = |a: (f64, f64), b: (f64, f64)| (a.0 + b.0, a.1 + b.1);
        Ok(Value::floats(windows(&ys, n, item, join, |_, (sum, count)| sum / count)))
    })
}

/// `x mcount y`: how many of the last `x` items are not null, as ints.
///
/// Types: all. Source: ref/count; moazim1993/Kdb-ML-Big-Data-Notes (chapter 3) and Q for Mortals for the type.
pub fn mcount(x: &Value, y: &Value) -> Result<Value> {
    moving(x, y, &|n, v| {
        let all = matches!(v.ty, Type::Bool | Type::Byte);
        let counts = with_data!(&v.data, b => totals(b.as_slice(), n, |x| i64::from(all || !x.is_null())));
        let counts = room::collected(counts.iter().map(|n| i32::try_from(*n).unwrap_or(i32::MAX)));
        Ok(Value::vector(Type::Int, counts))
    })
}

/// `x mmax y`: greatest of the last `x` items; of none but nulls at the start, negative infinity.
///
/// Types: numeric, temporal, char. `x` below 2 gives `y`. Source: ref/max.
pub fn mmax(x: &Value, y: &Value) -> Result<Value> {
    moving(x, y, &|n, v| {
        if n < 2 {
            return Ok(v.like(v.data.clone()).into());
        }
        Class::of(v.ty).ok_or_else(type_error)?;
        Ok(with_numbers!(&v.data, b => greatest(v, b.as_slice(), n), else return Err(type_error())))
    })
}

fn greatest<T: Number>(v: &Vector, xs: &[T], n: usize) -> Value {
    let greater = |a: T, b: T| if b > a || a.is_absent() { b } else { a };
    let mut out = windows(xs, n, |x, _| x, greater, |_, x| x);
    for x in out.iter_mut().take(n - 1).take_while(|x| x.is_absent()) {
        *x = T::MIN;
    }
    v.like(T::data(out.into())).into()
}

/// `x mmin y`: least of the last `x` items; a null is less than all.
///
/// Types: numeric, temporal, char. `x` below 2 gives `y`. Source: ref/min.
pub fn mmin(x: &Value, y: &Value) -> Result<Value> {
    moving(x, y, &|n, v| {
        if n < 2 {
            return Ok(v.like(v.data.clone()).into());
        }
        Class::of(v.ty).ok_or_else(type_error)?;
        Ok(with_numbers!(&v.data, b => least(v, b.as_slice(), n), else return Err(type_error())))
    })
}

fn least<T: Number>(v: &Vector, xs: &[T], n: usize) -> Value {
    let lesser = |a: T, b: T| if b < a || b.is_absent() { b } else { a };
    v.like(T::data(windows(xs, n, |x, _| x, lesser, |_, x| x).into())).into()
}

/// `x mdev y`: standard deviations of the last `x` items. Null: passed over; 0n where there is nothing else.
///
/// Types: numeric, temporal, char. Errors: 'type. Source: ref/dev.
pub fn mdev(x: &Value, y: &Value) -> Result<Value> {
    moving(x, y, &|n, v| {
        Class::of(v.ty).ok_or_else(type_error)?;
        let ys = floats(v);
        if n == 0 {
            return Ok(Value::floats(room::repeated(f64::NULL, ys.len())));
        }
        if wide::all(&ys, |y| !y.is_nan()) {
            let kept = |count: usize, sums| spread(count as f64, sums);
            return Ok(Value::floats(windows(&ys, n, distance, |a, b| (a.0 + b.0, a.1 + b.1), kept)));
        }
        Ok(Value::floats(by_blocks(&ys, n, |y, _| Spread::of(y), Spread::join, |_, s| s.deviation())))
    })
}

/// How far an item is from another of its window, and the square of that. What is lost of the sum of squares when the mean's
/// part is taken off is at most the window's width times as much as of the variance itself: the other is no further from the
/// mean than that many deviations.
fn distance(y: f64, other: f64) -> (f64, f64) {
    let apart = y - other;
    (apart, apart * apart)
}

/// The deviation of items by the sums of their distances from one of them. An infinity has none: null.
fn spread(count: f64, (sum, squares): (f64, f64)) -> f64 {
    let variance = (squares - sum * sum / count) / count;
    if variance < 0.0 { 0.0 } else { variance.sqrt() }
}

/// How many items are not null, one of them, and the sums of their distances from that and of the squares: [`distance`] where nulls
/// are passed over, and so no item is known to be in all windows.
#[derive(Clone, Copy)]
struct Spread {
    count: f64,
    origin: f64,
    sum: f64,
    squares: f64,
}

/// All of it is part of loops over the items, where it may stay in registers.
impl Spread {
    #[inline(always)]
    fn of(y: f64) -> Spread {
        if y.is_nan() {
            return Spread { count: 0.0, origin: 0.0, sum: 0.0, squares: 0.0 };
        }
        // An infinity has no distance from itself: null.
        let distance = if y.is_finite() { 0.0 } else { f64::NULL };
        Spread { count: 1.0, origin: y, sum: distance, squares: distance }
    }

    /// Distances are told from the origin of the greater part: that of few is further from the mean of all.
    #[inline(always)]
    fn join(self, later: Spread) -> Spread {
        let (most, few) = if self.count < later.count { (later, self) } else { (self, later) };
        if few.count == 0.0 {
            return most;
        }
        let apart = few.origin - most.origin;
        Spread {
            count: most.count + few.count,
            origin: most.origin,
            sum: most.sum + (few.sum + few.count * apart),
            squares: most.squares + (few.squares + apart * (2.0 * few.sum + few.count * apart)),
        }
    }

    #[inline(always)]
    fn deviation(self) -> f64 {
        spread(self.count, (self.sum, self.squares))
    }
}

fn numbers(v: &Vector) -> Result<Cow<'_, [f64]>> {
    Class::of(v.ty).filter(|_| v.ty != Type::Char).ok_or_else(type_error)?;
    Ok(floats(v))
}

/// All items as floats.
fn floats(v: &Vector) -> Cow<'_, [f64]> {
    match &v.data {
        Data::F64(b) => Cow::Borrowed(b.as_slice()),
        other => {
            with_numbers!(other, b => mapped(b.as_slice(), TASK_MIN, |x| x.float()), else Vec::new()).into()
        }
    }
}

/// `of` the window's width and each vector: of a list of lists, each column; of a dictionary its values.
fn moving(x: &Value, y: &Value, of: &dyn Fn(usize, &Vector) -> Result<Value>) -> Result<Value> {
    let width = match x.as_long() {
        Some(i64::MIN) => return Err(domain_error()),
        Some(n) => n.max(0) as usize,
        None => return Err(type_error()),
    };
    along(y, &|v| of(width, v))
}

fn along(y: &Value, of: &dyn Fn(&Vector) -> Result<Value>) -> Result<Value> {
    match y {
        Value::Vector(v) => of(v),
        Value::List(l) if l.is_empty() => Ok(y.clone()),
        Value::List(_) => match as_floats(y) {
            Some(v) => of(&v),
            None => {
                let columns = crate::flip(y)?;
                let each = columns.items().map(|c| along(&c, of)).collect::<Result<Vec<Value>>>()?;
                crate::flip(&Value::list(each))
            }
        },
        _ => through(y, &|y| along(y, of)).unwrap_or_else(|| Err(type_error())),
    }
}
