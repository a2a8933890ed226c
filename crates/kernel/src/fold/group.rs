//! One answer a group.

use super::number::{Class, Number, with_numbers};
use super::pair::is_plain;
use super::spread::median;
use super::state::{Split, State};
use super::{Agg, WORTH_THREADS};
use crate::deal::cut;
use crate::sets::of_first;
use crate::together::together;
use crate::{Groups, group_ids, multiply, pool};
use quarry_value::error::{length_error, rank_error};
use quarry_value::evaluation::check;
use quarry_value::{Buf, Item, Result, Value, Vector, room, with_data};
use std::ops::Range;

/// Items whose medians are worth a task.
const MEDIANS_MIN: usize = 1 << 14;

/// The answer of `agg` for each of `groups`: item `g` is that of the items of `args` that are in group `g`.
///
/// Items whose group is beyond `groups.count` are in none. Where blocks are cut depends on counts alone, so that
/// sums of floats are the same with any number of threads.
/// Errors: 'length, and those of the aggregate.
pub fn fold_by(agg: Agg, args: &[&Value], groups: &Groups) -> Result<Value> {
    if args.len() != agg.rank() {
        return Err(rank_error());
    }
    if args.iter().all(|x| !x.is_list()) && !args.iter().any(|x| matches!(x, Value::Table(_))) {
        let one = agg.apply(args)?;
        return Ok(Value::collapse(room::repeated(one, groups.count)));
    }
    let args = args.iter().map(|x| conform(x, groups.ids.len())).collect::<Result<Vec<Value>>>()?;
    let args: Vec<&Value> = args.iter().collect();
    if let (Agg::WSum, [Value::Vector(x), Value::Vector(y)]) = (agg, &args[..])
        && !(is_plain(x.ty) && is_plain(y.ty))
    {
        return fold_by(Agg::Sum, &[&multiply(args[0], args[1])?], groups);
    }
    match (agg, args[0]) {
        (Agg::First, x) if groups.first.len() == groups.count => Ok(gather(x, &groups.first)),
        (Agg::Last, Value::Vector(_)) if groups.first.len() == groups.count => {
            Ok(gather(args[0], &groups.lasts()))
        }
        (Agg::Med, Value::Vector(v)) if Class::of(v.ty).is_some() => Ok(Value::floats(medians(groups, v))),
        _ => fold_state(agg, &args, Split::Ids(&groups.ids), groups.count, groups.ids.len())?.finish(agg),
    }
}

/// `agg each x group y`, or `agg each group y` without `x`, of a vector `x` and a vector or packed strings `y` of one count: a
/// dictionary from the distinct items of `y`, made without the lists of each group. `None` when it is not to be had so.
pub fn fold_each_group(agg: Agg, x: Option<&Value>, y: &Value) -> Option<Value> {
    let is_vector = |v: &Value| matches!(v, Value::Vector(_));
    let keys = is_vector(y) || matches!(y, Value::List(l) if l.as_packed().is_some());
    if agg.rank() != 1 || !keys || x.is_some_and(|x| !is_vector(x) || x.count() != y.count()) {
        return None;
    }
    let groups = group_ids(&[y]).ok()?;
    let places = |at: &[usize]| at.iter().map(|&i| i as i64).collect::<Vec<i64>>();
    let values = match (x, agg) {
        (Some(x), _) => fold_by(agg, &[x], &groups).ok()?,
        (None, Agg::Count) => fold_by(agg, &[y], &groups).ok()?,
        (None, Agg::First) => Value::longs(places(&groups.first)),
        (None, Agg::Last) => Value::longs(places(&groups.lasts())),
        _ => return None,
    };
    Some(Value::dict(of_first(y, &places(&groups.first)), values))
}

/// A list of `count` items; an atom is repeated.
fn conform(x: &Value, count: usize) -> Result<Value> {
    if x.is_atom() {
        return Ok(Value::collapse(room::repeated(x.clone(), count)));
    }
    if x.count() != count { Err(length_error()) } else { Ok(x.clone()) }
}

/// Accumulators after stepping through `n` items, in blocks that threads share.
pub(super) fn fold_state(agg: Agg, args: &[&Value], split: Split, groups: usize, n: usize) -> Result<State> {
    let block = (1 << 17).max(4 * groups);
    let step = |range: Range<usize>| -> Result<State> {
        check()?;
        let mut state = State::new(agg, args, groups)?;
        state.step(agg, args, range, split);
        Ok(state)
    };
    if n <= block {
        return step(0..n);
    }
    let merge = |a: Result<State>, b: Result<State>| -> Result<State> {
        let mut a = a?;
        a.merge(agg, b?, None)?;
        Ok(a)
    };
    if pool::threads() > 0 && n >= WORTH_THREADS {
        let mut parts = pool::map_ranges(n, block, step).into_iter();
        let mut all = parts.next().unwrap_or_else(|| step(0..0))?;
        all.merge_in_order(agg, parts.collect::<Result<Vec<State>>>()?)?;
        return Ok(all);
    }
    (block..n).step_by(block).fold(step(0..block), |a, start| merge(a, step(start..n.min(start + block))))
}

/// The items of `x` at positions that are all in range.
fn gather(x: &Value, at: &[usize]) -> Value {
    fn pick<T: Item>(b: &Buf<T>, at: &[usize]) -> quarry_value::Data {
        let xs = b.slice_for(at);
        T::data(crate::built::mapped(at, crate::built::COPY_MIN, |i| xs[i]).into())
    }
    match x {
        Value::Vector(v) => v.like(with_data!(&v.data, b => pick(b, at))).into(),
        _ => Value::collapse(at.iter().map(|i| x.at(*i)).collect()),
    }
}

/// The median of each group.
fn medians(groups: &Groups, v: &Vector) -> Vec<f64> {
    fn go<T: Number>(groups: &Groups, b: &Buf<T>) -> (Vec<f64>, Vec<usize>) {
        let xs = b.as_slice();
        together(groups, |i| xs[i], Number::float)
    }
    let (mut items, starts) = with_numbers!(&v.data, b => go(groups, b), else return Vec::new());
    let sizes: Vec<usize> = starts.windows(2).map(|w| w[1] - w[0]).collect();
    let mut each: Vec<(&mut [f64], f64)> = cut(&mut items, &sizes).into_iter().map(|g| (g, 0.0)).collect();
    let per_task = (MEDIANS_MIN * groups.count / groups.ids.len().max(1)).max(1);
    pool::for_each_part(&mut each, per_task, |_, part| part.iter_mut().for_each(|(g, m)| *m = median(g)));
    each.into_iter().map(|(_, m)| m).collect()
}
