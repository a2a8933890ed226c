//! One answer a group.

use super::number::{Class, all_floats};
use super::spread::median;
use super::state::{Split, State};
use super::{Agg, WORTH_THREADS};
use crate::gather::pick;
use crate::{Groups, group_ids, pool};
use quarry_value::error::{length_error, rank_error};
use quarry_value::evaluation::check;
use quarry_value::{Buf, Item, Result, Value, with_data};
use std::ops::Range;

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
        return Ok(Value::collapse(vec![one; groups.count]));
    }
    let args = args.iter().map(|x| conform(x, groups.ids.len())).collect::<Result<Vec<Value>>>()?;
    let args: Vec<&Value> = args.iter().collect();
    match (agg, args[0]) {
        (Agg::First, x) if groups.first.len() == groups.count => Ok(gather(x, &groups.first)),
        (Agg::Last, Value::Vector(_)) if groups.first.len() == groups.count => {
            Ok(gather(args[0], &lasts(groups)))
        }
        (Agg::Med, Value::Vector(v)) if Class::of(v.ty).is_some() => {
            let parts = Parts::new(groups, &all_floats(v));
            Ok(Value::floats(pool::map_items(groups.count, |g| median(&mut parts.group(g).to_vec()))))
        }
        _ => fold_state(agg, &args, Split::Ids(&groups.ids), groups.count, groups.ids.len())?.finish(agg),
    }
}

/// `agg each x group y`, or `agg each group y` without `x`, of vectors of one count: a dictionary from the distinct items of
/// `y`, made without the lists of each group. `None` when it is not to be had so.
pub fn fold_each_group(agg: Agg, x: Option<&Value>, y: &Value) -> Option<Value> {
    let is_vector = |v: &Value| matches!(v, Value::Vector(_));
    if agg.rank() != 1 || !is_vector(y) || x.is_some_and(|x| !is_vector(x) || x.count() != y.count()) {
        return None;
    }
    let groups = group_ids(&[y]).ok()?;
    let places = |at: &[usize]| at.iter().map(|&i| i as i64).collect::<Vec<i64>>();
    let values = match (x, agg) {
        (Some(x), _) => fold_by(agg, &[x], &groups).ok()?,
        (None, Agg::Count) => fold_by(agg, &[y], &groups).ok()?,
        (None, Agg::First) => Value::longs(places(&groups.first)),
        (None, Agg::Last) => Value::longs(places(&lasts(&groups))),
        _ => return None,
    };
    Some(Value::dict(pick(y, &places(&groups.first)), values))
}

/// A list of `count` items; an atom is repeated.
fn conform(x: &Value, count: usize) -> Result<Value> {
    if x.is_atom() {
        return Ok(Value::collapse(vec![x.clone(); count]));
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
        let parts = pool::map_ranges(n, block, step);
        return parts.into_iter().reduce(merge).unwrap_or_else(|| step(0..0));
    }
    (block..n).step_by(block).fold(step(0..block), |a, start| merge(a, step(start..n.min(start + block))))
}

/// Where each group appears last.
fn lasts(groups: &Groups) -> Vec<usize> {
    let mut at = groups.first.clone();
    for (i, id) in groups.ids.iter().enumerate() {
        if let Some(at) = at.get_mut(*id as usize) {
            *at = i;
        }
    }
    at
}

/// The items of `x` at positions that are all in range.
fn gather(x: &Value, at: &[usize]) -> Value {
    fn pick<T: Item>(b: &Buf<T>, at: &[usize]) -> quarry_value::Data {
        let xs = b.slice_for(at);
        T::data(at.iter().map(|i| xs[*i]).collect::<Vec<T>>().into())
    }
    match x {
        Value::Vector(v) => v.like(with_data!(&v.data, b => pick(b, at))).into(),
        _ => Value::collapse(at.iter().map(|i| x.at(*i)).collect()),
    }
}

/// Items brought together by group.
struct Parts {
    items: Vec<f64>,
    /// Where each group starts, and where the last ends.
    starts: Vec<usize>,
}

impl Parts {
    fn new(groups: &Groups, xs: &[f64]) -> Parts {
        let mut starts = vec![0usize; groups.count + 1];
        for id in &groups.ids {
            if let Some(n) = starts.get_mut(*id as usize + 1) {
                *n += 1;
            }
        }
        for g in 0..groups.count {
            starts[g + 1] += starts[g];
        }
        let mut next = starts.clone();
        let mut items = vec![0.0; starts[groups.count]];
        for (id, x) in groups.ids.iter().zip(xs) {
            if (*id as usize) < groups.count {
                let at = &mut next[*id as usize];
                items[*at] = *x;
                *at += 1;
            }
        }
        Parts { items, starts }
    }

    fn group(&self, g: usize) -> &[f64] {
        &self.items[self.starts[g]..self.starts[g + 1]]
    }
}
