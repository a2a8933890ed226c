//! Moving sums, averages, extremes, deviations and counts.

use super::window::windows;
use super::{as_floats, difference, through};
use crate::fold::{Class, Number, all_floats, vector_of_floats, vector_of_longs, with_numbers};
use quarry_value::error::{domain_error, type_error};
use quarry_value::{Item, Result, Type, Value, Vector, with_data};

/// `x msum y`: sums of the last `x` items.
///
/// Types: those of a difference of sums: as [`super::deltas`]. Null: counts as 0. Errors: 'type.
/// Source: ref/sum.
pub fn msum(x: &Value, y: &Value) -> Result<Value> {
    moving(x, y, &|n, v| {
        let ty = difference(v.ty)?;
        if Class::of(v.ty) == Some(Class::Float) {
            let ys = all_floats(v);
            let item = |i: usize| if ys[i].is_nan() { 0.0 } else { ys[i] };
            let sums = if n == 0 { vec![0.0; ys.len()] } else { windows(ys.len(), n, item, |a, b| a + b) };
            return Ok(vector_of_floats(ty, sums));
        }
        let ys: Vec<i64> = with_numbers!(&v.data, b => b.as_slice().iter().map(|x| x.long_or_zero()).collect(), else Vec::new());
        let mut sum = 0i64;
        let step = |i: usize| {
            let gone = if i >= n { ys[i - n] } else { 0 };
            sum = sum.wrapping_add(ys[i]).wrapping_sub(gone);
            sum
        };
        Ok(vector_of_longs(ty, (0..ys.len()).map(step).collect()))
    })
}

/// `x mavg y`: averages of the last `x` items, as floats. Null: passed over; 0n where there is nothing else.
///
/// Errors: 'type. Source: ref/avg.
pub fn mavg(x: &Value, y: &Value) -> Result<Value> {
    moving(x, y, &|n, v| {
        let ys = numbers(v)?;
        if n == 0 {
            return Ok(Value::floats(vec![f64::NAN; ys.len()]));
        }
        if !ys.iter().any(|y| y.is_nan()) {
            let mut sums = windows(ys.len(), n, |i| ys[i], |a, b| a + b);
            sums.iter_mut().enumerate().for_each(|(i, sum)| *sum /= n.min(i + 1) as f64);
            return Ok(Value::floats(sums));
        }
        let item = |i: usize| if ys[i].is_nan() { (0.0, 0.0) } else { (ys[i], 1.0) };
        let sums = windows(ys.len(), n, item, |a, b| (a.0 + b.0, a.1 + b.1));
        Ok(Value::floats(sums.into_iter().map(|(sum, count)| sum / count).collect()))
    })
}

/// `x mcount y`: how many of the last `x` items are not null. Types: all. Source: ref/count.
pub fn mcount(x: &Value, y: &Value) -> Result<Value> {
    moving(x, y, &|n, v| {
        let there: Vec<i64> = match v.ty {
            Type::Bool | Type::Byte => vec![1; v.len()],
            _ => with_data!(&v.data, b => b.as_slice().iter().map(|x| !x.is_null() as i64).collect()),
        };
        let mut count = 0;
        let step = |i: usize| {
            count += there[i] - if i >= n { there[i - n] } else { 0 };
            count
        };
        Ok(Value::longs((0..there.len()).map(step).collect()))
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
    let mut out = windows(xs.len(), n, |i| xs[i], greater);
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
    v.like(T::data(windows(xs.len(), n, |i| xs[i], lesser).into())).into()
}

/// `x mdev y`: standard deviations of the last `x` items. Null: passed over; 0n where there is nothing else.
///
/// Types: numeric, temporal, char. Errors: 'type. Source: ref/dev.
pub fn mdev(x: &Value, y: &Value) -> Result<Value> {
    moving(x, y, &|n, v| {
        Class::of(v.ty).ok_or_else(type_error)?;
        let ys = all_floats(v);
        if n == 0 {
            return Ok(Value::floats(vec![f64::NAN; ys.len()]));
        }
        let spreads = windows(ys.len(), n, |i| Spread::of(ys[i]), Spread::join);
        Ok(Value::floats(spreads.into_iter().map(Spread::deviation).collect()))
    })
}

/// Count, mean, and sum of squares of the distances from the mean: what joins without losing the digits of items
/// that lie close together far from zero.
#[derive(Clone, Copy)]
struct Spread {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Spread {
    fn of(y: f64) -> Spread {
        if y.is_nan() {
            return Spread { count: 0.0, mean: 0.0, squares: 0.0 };
        }
        // An infinity has no distance from itself: null.
        Spread { count: 1.0, mean: y, squares: if y.is_finite() { 0.0 } else { f64::NAN } }
    }

    fn join(self, later: Spread) -> Spread {
        if self.count == 0.0 || later.count == 0.0 {
            return if later.count == 0.0 { self } else { later };
        }
        let count = self.count + later.count;
        let apart = later.mean - self.mean;
        let shift = apart * (later.count / count);
        Spread {
            count,
            mean: self.mean + shift,
            squares: self.squares + later.squares + apart * shift * self.count,
        }
    }

    fn deviation(self) -> f64 {
        (self.squares / self.count).sqrt()
    }
}

fn numbers(v: &Vector) -> Result<Vec<f64>> {
    Class::of(v.ty).filter(|_| v.ty != Type::Char).ok_or_else(type_error)?;
    Ok(all_floats(v))
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
