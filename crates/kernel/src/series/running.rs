//! Running totals, products, extremes, averages; fills; exponential averages.

use super::{as_floats, through};
use crate::built::in_blocks;
use crate::fold::{Agg, Class, Number, vector_of_floats, vector_of_longs, with_numbers};
use crate::gather::null_item;
use crate::pool::{map_ranges, threads};
use crate::runs::worth;
use crate::slices;
use crate::{add, divide, fill, greater, lesser, multiply, subtract};
use quarry_value::error::{length_error, type_error};
use quarry_value::evaluation::check;
use quarry_value::{Data, Item, Result, Slices, Type, Value, Vector, room, with_data};
use std::mem::MaybeUninit;
use std::ops::Range;

/// `sums x`: running totals; of lists of vectors, item by item.
///
/// Types: those of `sum`. Null: counts as 0 in vectors. An atom is itself. Errors: 'type. Source: ref/sum.
pub fn sums(x: &Value) -> Result<Value> {
    running(x, &|v| sums_of(v, &[v.len()]).ok_or_else(type_error), add)
}

/// `sums each x`
pub fn sums_each(x: &Slices) -> Option<Value> {
    slices::mapped(x, |all| match all {
        Value::Vector(v) => sums_of(v, x.ends()).ok_or_else(type_error),
        _ => Err(type_error()),
    })
}

/// Running totals of each of the vectors that end at `ends`.
fn sums_of(v: &Vector, ends: &[usize]) -> Option<Value> {
    let ty = summed(v.ty)?;
    Some(totals(v, ends, ty, |a, x| a.wrapping_add(x), 0, |a, x| a + x, 0.0))
}

/// The type of running totals: of characters there are none, though they have a sum.
fn summed(ty: Type) -> Option<Type> {
    Agg::Sum.result(ty).filter(|_| ty != Type::Char)
}

/// `prds x`: running products. Null: counts as 1 in vectors. As [`sums`]. Source: ref/prd.
pub fn prds(x: &Value) -> Result<Value> {
    let totals = |v: &Vector| {
        let ty = Agg::Prd.result(v.ty).ok_or_else(type_error)?;
        Ok(totals(v, &[v.len()], ty, |a, x| a.wrapping_mul(x), 1, |a, x| a * x, 1.0))
    };
    running(x, &totals, multiply)
}

/// `maxs x`: running maximums. Null: passed over; leading ones give negative infinity. Source: ref/max.
pub fn maxs(x: &Value) -> Result<Value> {
    let extremes = |v: &Vector| {
        Agg::Max.result(v.ty).ok_or_else(type_error)?;
        Ok(
            with_numbers!(&v.data, b => extremes(v, b.as_slice(), |a, x| x > a, false), else return Err(type_error())),
        )
    };
    running(x, &extremes, greater)
}

/// `mins x`: running minimums. Null: passed over; leading ones give infinity. Source: ref/min.
pub fn mins(x: &Value) -> Result<Value> {
    let extremes = |v: &Vector| {
        Agg::Min.result(v.ty).ok_or_else(type_error)?;
        Ok(
            with_numbers!(&v.data, b => extremes(v, b.as_slice(), |a, x| x < a, true), else return Err(type_error())),
        )
    };
    running(x, &extremes, lesser)
}

/// `of` a vector; a list of lists row by row with `pair`; dictionaries and tables by their values and columns.
fn running(
    x: &Value,
    of: &dyn Fn(&Vector) -> Result<Value>,
    pair: fn(&Value, &Value) -> Result<Value>,
) -> Result<Value> {
    match x {
        Value::Vector(v) => of(v),
        Value::List(_) => match as_floats(x) {
            Some(_) => scan_atoms(x, pair),
            None => scan(x, pair),
        },
        _ => match through(x, &|x| running(x, of, pair)) {
            Some(answer) => answer,
            None => match x.item_type().and_then(Class::of) {
                Some(_) => Ok(x.clone()),
                None => Err(type_error()),
            },
        },
    }
}

/// Each row with the answer before it.
fn scan(x: &Value, pair: fn(&Value, &Value) -> Result<Value>) -> Result<Value> {
    let mut rows: Vec<Value> = room::vec(x.count());
    for row in x.items() {
        check()?;
        rows.push(match rows.last() {
            Some(last) => pair(last, &row)?,
            None => row,
        });
    }
    Ok(Value::collapse(rows))
}

/// As [`scan`], over atoms, where a null leaves the answer as it was.
fn scan_atoms(x: &Value, pair: fn(&Value, &Value) -> Result<Value>) -> Result<Value> {
    let mut rows: Vec<Value> = room::vec(x.count());
    for row in x.items() {
        check()?;
        rows.push(match rows.last() {
            Some(last) if crate::fold::is_absent_atom(&row) => last.clone(),
            Some(last) if crate::fold::is_absent_atom(last) => row,
            Some(last) => pair(last, &row)?,
            None => row,
        });
    }
    Ok(Value::collapse(rows))
}

fn totals(
    v: &Vector,
    ends: &[usize],
    ty: Type,
    long: impl Fn(i64, i64) -> i64 + Copy + Sync + Send,
    long_start: i64,
    float: impl Fn(f64, f64) -> f64,
    float_start: f64,
) -> Value {
    if Class::of(v.ty) == Some(Class::Float) {
        // What a total starts with leaves a total as it is.
        let step = |acc: f64, x: f64| float(acc, if x.is_nan() { float_start } else { x });
        let xs = with_numbers!(&v.data, b => scanned(b.as_slice(), ends, float_start, |acc, x| step(acc, x.float())), else Vec::new());
        return vector_of_floats(ty, xs);
    }
    let step = |acc: i64, x: i64| if x == i64::MIN { acc } else { long(acc, x) };
    let xs = with_numbers!(&v.data, b => match ends {
        [_] => carried_on(b.as_slice(), long_start, |acc, x| step(acc, x.long()), |acc| acc, long),
        _ => scanned(b.as_slice(), ends, long_start, |acc, x| step(acc, x.long())),
    }, else Vec::new());
    vector_of_longs(ty, xs)
}

/// Every `step` of the one before, from `start` on in each vector, and an item.
fn scanned<T: Copy, A: Copy>(xs: &[T], ends: &[usize], start: A, step: impl Fn(A, T) -> A) -> Vec<A> {
    let mut out = room::vec(xs.len());
    let mut from = 0;
    for end in ends {
        let mut acc = start;
        out.extend(xs[from..*end].iter().map(|x| {
            acc = step(acc, *x);
            acc
        }));
        from = *end;
    }
    out
}

/// Items that one thread goes through from what came before them.
const BLOCK: usize = 1 << 16;

/// What `shown` shows of every `step` of the one before, from `start` on, and an item. Threads share blocks: each first makes out
/// what a block comes to, from `start` on, and `join` is what two stretches come to, one after the other. That is twice the work,
/// which two threads gain nothing by.
fn carried_on<T: Copy + Sync, A: Copy + Send + Sync, R: Copy + Send>(
    xs: &[T],
    start: A,
    step: impl Fn(A, T) -> A + Copy + Sync + Send,
    shown: impl Fn(A) -> R + Copy + Sync + Send,
    join: impl Fn(A, A) -> A,
) -> Vec<R> {
    let shared = threads() > 2 && xs.len() >= 4 * worth(BLOCK);
    let block = if shared { worth(BLOCK) } else { xs.len() };
    let mut before = start;
    let befores: Vec<A> = match shared {
        false => vec![start],
        true => folds(xs.len(), block, &|r| xs[r].iter().fold(start, |acc, x| step(acc, *x)))
            .into_iter()
            .map(|comes_to| {
                let begins = before;
                before = join(before, comes_to);
                begins
            })
            .collect(),
    };
    written(xs.len(), block.max(1), &|from, out| {
        let mut acc = befores[from / block.max(1)];
        for (out, x) in out.iter_mut().zip(&xs[from..]) {
            acc = step(acc, *x);
            out.write(shown(acc));
        }
    })
}

/// What is shared by threads, compiled once for each type.
fn folds<A: Send>(n: usize, block: usize, fold: &(dyn Fn(Range<usize>) -> A + Sync)) -> Vec<A> {
    map_ranges(n, block, fold)
}

fn written<R: Copy + Send>(
    n: usize,
    block: usize,
    write: &(dyn Fn(usize, &mut [MaybeUninit<R>]) + Sync),
) -> Vec<R> {
    in_blocks(n, block, BLOCK, write)
}

fn extremes<T: Number>(
    v: &Vector,
    xs: &[T],
    better: impl Fn(T, T) -> bool + Copy + Sync + Send,
    least: bool,
) -> Value {
    let start = if least { T::MAX } else { T::MIN };
    let step = |last: T, x: T| if better(last, x) && !x.is_absent() { x } else { last };
    v.like(T::data(carried_on(xs, start, step, |x| x, step).into())).into()
}

/// `avgs x`: running averages as floats.
///
/// Null: passed over; leading ones give 0n. Lists of vectors item by item. Source: ref/avg.
pub fn avgs(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => {
            summed(v.ty).and(Agg::Avg.result(v.ty)).ok_or_else(type_error)?;
            let (mut sum, mut count) = (0.0, 0.0);
            let step = |x: f64| {
                if !x.is_nan() {
                    sum += x;
                    count += 1.0;
                }
                sum / count
            };
            Ok(Value::floats(room::collected(crate::fold::all_floats(v).into_iter().map(step))))
        }
        Value::List(l) if l.is_empty() => Ok(Value::floats(Vec::new())),
        Value::List(l) => {
            divide(&sums(x)?, &Value::longs(room::collected((0..l.len()).map(|i| i as i64 + 1))))
        }
        _ => match through(x, &avgs) {
            Some(answer) => answer,
            None => crate::fold::avg(x),
        },
    }
}

/// `fills x`: nulls replaced by the item before them that is not null.
///
/// Types: all; lists of vectors item by item, tables by column. Source: ref/fill.
pub fn fills(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) if matches!(v.ty, Type::Bool | Type::Byte) => Ok(x.clone()),
        Value::Vector(v) => Ok(v.like(with_data!(&v.data, b => filled(v.ty, b.as_slice()))).into()),
        Value::List(_) => scan(x, fill),
        _ => through(x, &fills).unwrap_or_else(|| Ok(x.clone())),
    }
}

fn filled<T: Item>(ty: Type, xs: &[T]) -> Data {
    let later = |last: T, x: T| if x.is_null() { last } else { x };
    T::data(carried_on(xs, null_item(ty), later, |x| x, later).into())
}

/// `x ema y`: exponential moving averages of `y`; `x` is the share of the new item, one for all or one each.
///
/// Types: numeric and temporal, as floats; lists of vectors item by item. Null: makes the rest null.
/// Errors: 'type, 'length. Source: ref/ema.
pub fn ema(x: &Value, y: &Value) -> Result<Value> {
    if !y.is_list() {
        return Err(type_error());
    }
    if !x.is_atom() && x.count() != y.count() {
        return Err(length_error());
    }
    match (x, y) {
        (_, Value::Vector(ys)) if Class::of(ys.ty).is_some() => {
            let ys = crate::fold::all_floats(ys);
            Ok(Value::floats(match x {
                Value::Vector(xs) if Class::of(xs.ty).is_some() => {
                    averages(crate::fold::all_floats(xs).into_iter(), &ys)
                }
                _ => {
                    let share = crate::fold::float_of_atom(x).ok_or_else(type_error)?;
                    averages(std::iter::repeat(share), &ys)
                }
            }))
        }
        (_, Value::List(l)) if !l.is_empty() => average_rows(x, y),
        (_, Value::List(_)) => Ok(Value::floats(Vec::new())),
        _ => Err(type_error()),
    }
}

/// `x b\y` where `b` is of floats: each total is the one before it times its `b` plus its `y`, from `x` on.
///
/// Types: numbers, as floats; items of `x` and `y` may be lists of them. `b` and `y`: atoms or lists that conform.
/// Errors: 'type, 'length. Source: ref/accumulators.
pub fn recurrence(x: &Value, b: &Value, y: &Value) -> Result<Value> {
    if matches!(y, Value::Dict(_) | Value::Table(_)) || y.is_function() {
        return Err(type_error().detail("a scan of floats is over a list of numbers"));
    }
    if b.is_list() && y.is_list() && b.count() != y.count() {
        return Err(length_error().detail(format!("{} factors for {} items", b.count(), y.count())));
    }
    let n = if b.is_list() { b.count() } else { y.count() };
    let many = b.is_list() || y.is_list();
    if let (Some(start), Some(b), Some(y)) = (crate::fold::float_of_atom(x), plain_floats(b), plain_floats(y))
    {
        let mut total = start;
        let totals = (0..n).map(|i| {
            total = total * b[i % b.len()] + y[i % y.len()];
            total
        });
        let totals: Vec<f64> = room::collected(totals);
        return Ok(if many { Value::floats(totals) } else { Value::float(totals[0]) });
    }
    let mut total = x.clone();
    let mut totals = room::vec(n);
    for i in 0..n {
        check()?;
        total = add(&multiply(&total, &b.at(i))?, &y.at(i))?;
        totals.push(total.clone());
    }
    Ok(match totals.pop() {
        None => Value::floats(Vec::new()),
        Some(only) if !many => only,
        Some(last) => {
            totals.push(last);
            Value::collapse(totals)
        }
    })
}

/// A number as one float, a vector of numbers as floats.
fn plain_floats(x: &Value) -> Option<Vec<f64>> {
    match x {
        Value::Vector(v) if Class::of(v.ty).is_some() => Some(crate::fold::all_floats(v)),
        _ => crate::fold::float_of_atom(x).map(|x| vec![x]),
    }
}

fn averages(shares: impl Iterator<Item = f64>, ys: &[f64]) -> Vec<f64> {
    let Some(first) = ys.first() else { return Vec::new() };
    let mut acc = *first;
    let rest = ys.iter().zip(shares).skip(1).map(|(y, share)| {
        acc = (1.0 - share) * acc + share * y;
        acc
    });
    std::iter::once(*first).chain(rest).collect()
}

fn average_rows(x: &Value, y: &Value) -> Result<Value> {
    let one = Value::float(1.0);
    let mut rows = vec![multiply(&one, &y.at(0))?];
    for i in 1..y.count() {
        check()?;
        let share = x.at(i);
        let kept = multiply(&subtract(&one, &share)?, &rows[i - 1])?;
        rows.push(add(&kept, &multiply(&share, &y.at(i))?)?);
    }
    Ok(Value::collapse(rows))
}
