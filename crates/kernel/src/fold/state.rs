//! Accumulators of an aggregate, one a group: what by-group, parallel and partitioned folds carry.

use super::ends::Picked;
use super::number::{Class, floats, longs, sum_vector, vector_of_floats, vector_of_longs};
use super::pair::{Joint, is_plain};
use super::spread::{RUN, Spread};
use super::{Agg, Fold};
use crate::atomic::wide;
use crate::gather::null_of;
use crate::pipe::column::runs_of;
use crate::pool;
use quarry_value::error::{declined, type_error};
use quarry_value::{Repr, Result, Type, Value, Vector, room};
use std::ops::Range;

/// Names the fold of an aggregate over longs or floats, and does something with it.
macro_rules! with_fold {
    ($agg:expr, $f:ident => $body:expr) => {
        match $agg {
            Agg::Prd => {
                type $f = Prd;
                $body
            }
            Agg::Min => {
                type $f = Min;
                $body
            }
            Agg::Max => {
                type $f = Max;
                $body
            }
            Agg::All => {
                type $f = All;
                $body
            }
            Agg::Any => {
                type $f = Any;
                $body
            }
            _ => {
                type $f = Sum;
                $body
            }
        }
    };
}

/// Groups whose parts are put together by one task.
const GROUPS_MIN: usize = 1 << 13;

/// What is known of every group so far.
pub(super) enum State {
    Counts(Vec<i64>),
    Longs(Type, Vec<i64>),
    Floats(Type, Vec<f64>),
    Means(Vec<Mean>),
    Spreads(Vec<Shifted>),
    Joints(Vec<ShiftedPair>),
    Weights(Vec<[f64; 2]>),
    /// The first or last item of each group, and the null for groups without.
    Ends(Vec<Option<Value>>, Value),
    /// As `Ends`, of a vector.
    Picked(Picked),
    /// All items of each group, for what cannot be folded.
    Items(Vec<Vec<Vec<Value>>>),
}

/// Which group each item of the arguments is in.
#[derive(Clone, Copy)]
pub(super) enum Split<'a> {
    /// All in group 0.
    One,
    Ids(&'a [u32]),
    /// Groups that lie together: group `g` from `starts[g]` to `starts[g + 1]`.
    Spans(&'a [usize]),
}

/// Which items a step takes: `range` of the arguments, the groups they are in (`None`: all in group 0).
struct Rows<'a> {
    range: Range<usize>,
    ids: Option<&'a [u32]>,
}

impl State {
    /// Accumulators for `groups` groups of `args`.
    pub fn new(agg: Agg, args: &[&Value], groups: usize) -> Result<State> {
        if let (Agg::First | Agg::Last, [Value::Vector(v)]) = (agg, args) {
            return Ok(State::Picked(Picked::new(v, groups)));
        }
        let vectors: Option<Vec<&Vector>> = args.iter().map(|x| numbers(x)).collect();
        Ok(match (agg, vectors.as_deref()) {
            (Agg::Count, _) => State::Counts(room::zeros(groups)),
            (Agg::First | Agg::Last, _) => State::Ends(room::repeated(None, groups), null_of(args[0])),
            (Agg::Med, _) | (_, None) => State::Items(room::repeated(Vec::new(), groups)),
            (Agg::Cov | Agg::SCov | Agg::Cor, Some([_, _])) => {
                State::Joints(room::repeated(ShiftedPair::default(), groups))
            }
            (Agg::WAvg, Some([_, _])) => State::Weights(room::repeated([0.0; 2], groups)),
            (Agg::WSum, Some([x, y])) if is_plain(x.ty) && is_plain(y.ty) => {
                State::Weights(room::repeated([0.0; 2], groups))
            }
            (_, Some([x])) => State::of_vector(agg, x.ty, groups)?,
            _ => State::Items(room::repeated(Vec::new(), groups)),
        })
    }

    fn of_vector(agg: Agg, ty: Type, groups: usize) -> Result<State> {
        let result =
            agg.result(ty).ok_or_else(|| type_error().detail(format!("{} of {}", agg.name(), ty.name())))?;
        Ok(match agg {
            Agg::Avg => State::Means(room::repeated(Mean::default(), groups)),
            Agg::Var | Agg::Dev | Agg::SVar | Agg::SDev => {
                State::Spreads(room::repeated(Shifted::default(), groups))
            }
            _ if Class::of(ty) == Some(Class::Long) => {
                State::Longs(result, room::repeated(start_long(agg, ty), groups))
            }
            Agg::All | Agg::Any => State::Longs(result, room::repeated(start_long(agg, ty), groups)),
            _ => State::Floats(result, room::repeated(start_float(agg), groups)),
        })
    }

    /// Accumulators like these that have seen nothing.
    pub fn fresh(&self, agg: Agg, groups: usize) -> State {
        let mut state = match self {
            State::Counts(_) => State::Counts(Vec::new()),
            State::Longs(ty, _) => State::Longs(*ty, Vec::new()),
            State::Floats(ty, _) => State::Floats(*ty, Vec::new()),
            State::Means(_) => State::Means(Vec::new()),
            State::Spreads(_) => State::Spreads(Vec::new()),
            State::Joints(_) => State::Joints(Vec::new()),
            State::Weights(_) => State::Weights(Vec::new()),
            State::Ends(_, null) => State::Ends(Vec::new(), null.clone()),
            State::Picked(p) => State::Picked(p.fresh()),
            State::Items(_) => State::Items(Vec::new()),
        };
        state.grow(agg, groups);
        state
    }

    /// Makes room for `groups` groups.
    pub fn grow(&mut self, agg: Agg, groups: usize) {
        match self {
            State::Counts(a) => a.resize(groups.max(a.len()), 0),
            State::Longs(ty, a) => a.resize(groups.max(a.len()), start_long(agg, *ty)),
            State::Floats(_, a) => a.resize(groups.max(a.len()), start_float(agg)),
            State::Means(a) => a.resize(groups.max(a.len()), Mean::default()),
            State::Spreads(a) => a.resize(groups.max(a.len()), Shifted::default()),
            State::Joints(a) => a.resize(groups.max(a.len()), ShiftedPair::default()),
            State::Weights(a) => a.resize(groups.max(a.len()), [0.0; 2]),
            State::Ends(a, _) => a.resize(groups.max(a.len()), None),
            State::Picked(p) => p.grow(groups),
            State::Items(a) => a.resize(groups.max(a.len()), Vec::new()),
        }
    }

    /// Takes in the items of `range`. A group that there is no room for passes its items over. However the groups are told,
    /// items are taken in one by one, in their order: sums of floats do not depend on it.
    pub fn step(&mut self, agg: Agg, args: &[&Value], range: Range<usize>, split: Split) {
        let ids = match split {
            Split::One => None,
            Split::Ids(ids) => Some(&ids[range.clone()]),
            Split::Spans(starts) => return self.step_spans(agg, args, range, starts),
        };
        self.step_rows(agg, args, &Rows { range, ids });
    }

    fn step_rows(&mut self, agg: Agg, args: &[&Value], rows: &Rows) {
        match self {
            State::Counts(accs) => each(accs, rows.ids, rows.range.clone().map(|_| ()), |a, ()| *a += 1),
            State::Ends(accs, _) => step_ends(accs, agg, args[0], rows),
            State::Picked(p) => {
                let mut at = room::repeated(usize::MAX, p.len());
                end_rows(&mut at, agg, rows);
                p.take_in(agg, args[0], &at);
            }
            State::Items(accs) => step_items(accs, args, rows),
            _ => match args {
                [x] => self.step_runs(agg, x, rows),
                [x, y] => self.step_pairs(x, y, rows),
                _ => {}
            },
        }
    }

    fn step_runs(&mut self, agg: Agg, x: &Value, rows: &Rows) {
        let Some(v) = numbers(x) else { return };
        let (mut ls, mut fs) = (Vec::new(), Vec::new());
        for (run, ids) in runs(rows) {
            match self {
                State::Longs(_, accs) if Class::of(v.ty) == Some(Class::Float) => {
                    step_truths(accs, agg, ids, floats(&v.data, run, &mut fs));
                }
                State::Longs(_, accs) => step_longs(accs, agg, ids, longs(&v.data, run, &mut ls)),
                State::Floats(_, accs) => step_floats(accs, agg, ids, floats(&v.data, run, &mut fs)),
                State::Means(accs) => step_means(accs, ids, floats(&v.data, run, &mut fs)),
                State::Spreads(accs) => fold::<Shifted, f64>(accs, ids, floats(&v.data, run, &mut fs)),
                _ => {}
            }
        }
    }

    fn step_pairs(&mut self, x: &Value, y: &Value, rows: &Rows) {
        let (Some(x), Some(y)) = (numbers(x), numbers(y)) else { return };
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for (run, ids) in runs(rows) {
            let xs = floats(&x.data, run.clone(), &mut a);
            let ys = floats(&y.data, run, &mut b);
            let pairs = xs.iter().copied().zip(ys.iter().copied());
            match self {
                State::Joints(accs) => each(accs, ids, pairs, ShiftedPair::step),
                State::Weights(accs) => each(accs, ids, pairs, weigh),
                _ => {}
            }
        }
    }

    /// [`State::step`] of groups that lie together.
    fn step_spans(&mut self, agg: Agg, args: &[&Value], range: Range<usize>, starts: &[usize]) {
        let mut group = group_at(starts, range.start);
        let numbers = || args.iter().map(|x| numbers(x)).collect::<Option<Vec<&Vector>>>();
        match self {
            State::Counts(accs) => in_spans(starts, range, &mut group, |g, r| accs[g] += r.len() as i64),
            State::Picked(p) => {
                let mut at = room::repeated(usize::MAX, p.len());
                let end = |r: Range<usize>| if agg == Agg::First { r.start } else { r.end - 1 };
                in_spans(starts, range.clone(), &mut group, |g, r| at[g] = range.start + end(r));
                p.take_in(agg, args[0], &at);
            }
            State::Longs(..) | State::Floats(..) | State::Means(_) | State::Weights(_) => {
                match numbers().as_deref() {
                    Some([x]) => self.step_span_runs(agg, x, range, starts),
                    Some([x, y]) => self.step_span_pairs(x, y, range, starts),
                    _ => {}
                }
            }
            _ => {
                let mut ids = room::zeros::<u32>(range.len());
                in_spans(starts, range.clone(), &mut group, |g, r| ids[r].fill(g as u32));
                self.step_rows(agg, args, &Rows { range, ids: Some(&ids) });
            }
        }
    }

    fn step_span_runs(&mut self, agg: Agg, v: &Vector, range: Range<usize>, starts: &[usize]) {
        let (mut ls, mut fs) = (Vec::new(), Vec::new());
        let mut group = group_at(starts, range.start);
        for run in runs_of(range) {
            match self {
                State::Longs(_, accs) if Class::of(v.ty) == Some(Class::Float) => {
                    let xs = floats(&v.data, run.clone(), &mut fs);
                    in_spans(starts, run, &mut group, |g, r| {
                        step_truths(&mut accs[g..=g], agg, None, &xs[r]);
                    });
                }
                State::Longs(_, accs) => {
                    let xs = longs(&v.data, run.clone(), &mut ls);
                    in_spans(starts, run, &mut group, |g, r| step_longs(&mut accs[g..=g], agg, None, &xs[r]));
                }
                State::Floats(_, accs) => {
                    let xs = floats(&v.data, run.clone(), &mut fs);
                    in_spans(starts, run, &mut group, |g, r| {
                        step_floats(&mut accs[g..=g], agg, None, &xs[r])
                    });
                }
                State::Means(accs) => {
                    let xs = floats(&v.data, run.clone(), &mut fs);
                    in_spans(starts, run, &mut group, |g, r| {
                        xs[r].iter().for_each(|x| Mean::step(&mut accs[g], *x));
                    });
                }
                _ => {}
            }
        }
    }

    fn step_span_pairs(&mut self, x: &Vector, y: &Vector, range: Range<usize>, starts: &[usize]) {
        let State::Weights(accs) = self else { return };
        let (mut a, mut b) = (Vec::new(), Vec::new());
        let mut group = group_at(starts, range.start);
        for run in runs_of(range) {
            let xs = floats(&x.data, run.clone(), &mut a);
            let ys = floats(&y.data, run.clone(), &mut b);
            in_spans(starts, run, &mut group, |g, r| {
                let pairs = xs[r.clone()].iter().copied().zip(ys[r].iter().copied());
                each(&mut accs[g..=g], None, pairs, weigh);
            });
        }
    }

    /// `Picked` as `Ends`, which takes items of any type.
    fn loosen(&mut self) {
        if let State::Picked(p) = self {
            let (items, null) = p.items();
            *self = State::Ends(items, null);
        }
    }

    /// Takes in what is known of later items; group `g` of `later` is our group `map[g]` (`None`: `g`).
    pub fn merge(&mut self, agg: Agg, later: State, map: Option<&[u32]>) -> Result<()> {
        match (self, later) {
            (State::Counts(a), State::Counts(b)) => join(a, map, b.into_iter(), |a, b| *a += b),
            (State::Longs(t, a), State::Longs(u, b)) if *t == u => merge_longs(a, agg, map, b),
            (State::Floats(t, a), State::Floats(u, b)) if *t == u => merge_floats(a, agg, map, b),
            (State::Means(a), State::Means(b)) => join(a, map, b.into_iter(), Mean::merge),
            (State::Spreads(a), State::Spreads(b)) => join(a, map, b.into_iter(), Shifted::merge),
            (State::Joints(a), State::Joints(b)) => join(a, map, b.into_iter(), ShiftedPair::merge),
            (State::Weights(a), State::Weights(b)) => join(a, map, b.into_iter(), add_weights),
            (State::Ends(a, _), State::Ends(b, _)) => join(a, map, b.into_iter(), |a, b| {
                if b.is_some() && (a.is_none() || agg == Agg::Last) {
                    *a = b;
                }
            }),
            (State::Picked(a), State::Picked(b)) if a.is_like(&b) => a.merge(agg, &b, map),
            (State::Picked(a), State::Picked(b)) if a.has_other_numbers(&b) => return Err(declined()),
            (State::Items(a), State::Items(b)) => join(a, map, b.into_iter(), |a, b| a.extend(b)),
            (all @ (State::Picked(_) | State::Ends(..)), later @ (State::Picked(_) | State::Ends(..))) => {
                all.loosen();
                let mut later = later;
                later.loosen();
                return all.merge(agg, later, map);
            }
            // Columns of two types: parts are not put together, items are.
            _ => return Err(declined()),
        }
        Ok(())
    }

    /// Takes in what is known of later items, part after part, of the same groups and types.
    pub fn merge_in_order(&mut self, agg: Agg, later: Vec<State>) -> Result<()> {
        macro_rules! all {
            ($accs:expr, $kind:pat => $b:expr, $merge:expr) => {
                join_all(
                    $accs,
                    later.into_iter().filter_map(|s| if let $kind = s { Some($b) } else { None }).collect(),
                    $merge,
                )
            };
        }
        match self {
            State::Counts(a) => all!(a, State::Counts(b) => b, |a: &mut i64, b| *a += b),
            State::Longs(_, a) => {
                with_fold!(agg, F => all!(a, State::Longs(_, b) => b, <F as Fold<i64>>::merge));
            }
            State::Floats(_, a) => all!(a, State::Floats(_, b) => b, merge_of_floats(agg)),
            State::Means(a) => all!(a, State::Means(b) => b, Mean::merge),
            State::Spreads(a) => all!(a, State::Spreads(b) => b, Shifted::merge),
            State::Joints(a) => all!(a, State::Joints(b) => b, ShiftedPair::merge),
            State::Weights(a) => all!(a, State::Weights(b) => b, add_weights),
            _ => return later.into_iter().try_for_each(|b| self.merge(agg, b, None)),
        }
        Ok(())
    }

    /// One answer a group.
    pub fn finish(self, agg: Agg) -> Result<Value> {
        Ok(match self {
            State::Counts(a) => Value::longs(a),
            State::Longs(ty, a) => finish_longs(agg, ty, a),
            State::Floats(ty, a) => vector_of_floats(ty, a),
            State::Means(a) => Value::floats(a.into_iter().map(|m| m.sum / m.count).collect()),
            State::Spreads(a) => Value::floats(a.into_iter().map(|s| s.finish(agg)).collect()),
            State::Joints(a) => Value::floats(a.into_iter().map(|s| s.finish(agg)).collect()),
            State::Weights(a) if agg == Agg::WSum => Value::floats(a.into_iter().map(|w| w[0]).collect()),
            State::Weights(a) => Value::floats(a.into_iter().map(|w| w[0] / w[1]).collect()),
            State::Ends(a, null) => {
                if a.is_empty() {
                    return Ok(null.item_type().map_or_else(Value::empty_list, Value::empty));
                }
                Value::collapse(a.into_iter().map(|x| x.unwrap_or_else(|| null.clone())).collect())
            }
            State::Picked(p) => p.finish(),
            State::Items(a) => {
                Value::collapse(a.into_iter().map(|g| finish_items(agg, g)).collect::<Result<Vec<Value>>>()?)
            }
        })
    }
}

/// The vector, when it computes as numbers.
fn numbers(x: &Value) -> Option<&Vector> {
    match x {
        Value::Vector(v) if Class::of(v.ty).is_some() => Some(v),
        _ => None,
    }
}

/// Adds a pair in which neither is null: the product, and the weight.
#[inline(always)]
fn weigh(acc: &mut [f64; 2], (w, x): (f64, f64)) {
    if !(w.is_nan() || x.is_nan()) {
        acc[0] += w * x;
        acc[1] += w;
    }
}

fn add_weights(acc: &mut [f64; 2], later: [f64; 2]) {
    *acc = [acc[0] + later[0], acc[1] + later[1]];
}

/// The group of row `at`, of groups that lie together.
fn group_at(starts: &[usize], at: usize) -> usize {
    starts.partition_point(|start| *start <= at).saturating_sub(1)
}

/// The parts of the spans that lie in `run`: the group, and the rows counted from the start of the run. `group` is
/// the first that may, and moves on.
#[inline(always)]
fn in_spans(
    starts: &[usize],
    run: Range<usize>,
    group: &mut usize,
    mut work: impl FnMut(usize, Range<usize>),
) {
    let mut at = run.start;
    while at < run.end {
        let end = starts[*group + 1];
        let stop = end.min(run.end);
        work(*group, at - run.start..stop - run.start);
        at = stop;
        *group += usize::from(stop == end);
    }
}

/// The rows in runs that fit the cache.
fn runs<'a>(rows: &Rows<'a>) -> impl Iterator<Item = (Range<usize>, Option<&'a [u32]>)> + use<'a> {
    let (range, ids) = (rows.range.clone(), rows.ids);
    range.clone().step_by(RUN).map(move |start| {
        let end = range.end.min(start + RUN);
        (start..end, ids.map(|ids| &ids[start - range.start..end - range.start]))
    })
}

/// `step` on the accumulator of every item; without groups, on the first.
#[inline(always)]
fn each<A, T>(accs: &mut [A], ids: Option<&[u32]>, items: impl Iterator<Item = T>, step: impl Fn(&mut A, T)) {
    match (ids, accs) {
        // Parted rows: one group, whose accumulator can stay in a register.
        (Some(ids), accs) if is_one_group(ids) => {
            if let Some(acc) = accs.get_mut(ids[0] as usize) {
                items.for_each(|item| step(acc, item));
            }
        }
        (Some(ids), accs) => {
            for (id, item) in ids.iter().zip(items) {
                if let Some(acc) = accs.get_mut(*id as usize) {
                    step(acc, item);
                }
            }
        }
        (None, [acc, ..]) => items.for_each(|item| step(acc, item)),
        (None, []) => {}
    }
}

/// Are all rows of one group? There is at least one row. Mostly the ends tell that they are not.
#[inline(always)]
fn is_one_group(ids: &[u32]) -> bool {
    match ids {
        [first, .., last] => first == last && ids.iter().all(|id| id == first),
        _ => false,
    }
}

/// `merge` on accumulators and later ones; `map` says where a later one belongs.
fn join<A, T>(
    accs: &mut [A],
    map: Option<&[u32]>,
    later: impl Iterator<Item = T>,
    merge: impl Fn(&mut A, T),
) {
    match map {
        Some(map) => each(accs, Some(map), later, merge),
        None => accs.iter_mut().zip(later).for_each(|(acc, b)| merge(acc, b)),
    }
}

/// `merge` on accumulators and those of later parts, part after part; ranges of groups on all threads.
fn join_all<A: Copy + Send + Sync>(
    accs: &mut [A],
    later: Vec<Vec<A>>,
    merge: impl Fn(&mut A, A) + Sync + Send,
) {
    pool::fill_parts(accs, GROUPS_MIN, |start, part| {
        for b in &later {
            part.iter_mut().zip(&b[start..]).for_each(|(a, &b)| merge(a, b));
        }
    });
}

fn fold<F: Fold<T>, T: Copy>(accs: &mut [F::Acc], ids: Option<&[u32]>, items: &[T]) {
    each(accs, ids, items.iter(), |acc, x| F::step(acc, *x));
}

fn step_longs(accs: &mut [i64], agg: Agg, ids: Option<&[u32]>, xs: &[i64]) {
    with_fold!(agg, F => fold::<F, i64>(accs, ids, xs));
}

fn merge_longs(accs: &mut [i64], agg: Agg, map: Option<&[u32]>, later: Vec<i64>) {
    with_fold!(agg, F => join(accs, map, later.into_iter(), <F as Fold<i64>>::merge));
}

fn step_floats(accs: &mut [f64], agg: Agg, ids: Option<&[u32]>, xs: &[f64]) {
    match agg {
        Agg::Prd => fold::<Prd, f64>(accs, ids, xs),
        Agg::Min => fold::<Min, f64>(accs, ids, xs),
        Agg::Max => fold::<Max, f64>(accs, ids, xs),
        _ if is_without_nulls(xs) => each(accs, ids, xs.iter(), |acc, x| *acc += x),
        _ => fold::<Sum, f64>(accs, ids, xs),
    }
}

/// Nearly all runs have no null: then nothing is asked of single items, and sum and count are added at once.
fn step_means(accs: &mut [Mean], ids: Option<&[u32]>, xs: &[f64]) {
    if !is_without_nulls(xs) {
        return fold::<Mean, f64>(accs, ids, xs);
    }
    each(accs, ids, xs.iter(), |acc, x| {
        *acc = Mean { sum: acc.sum + x, count: acc.count + 1.0 };
    });
}

/// Is no item of a run null? Those of a few items are not asked.
fn is_without_nulls(xs: &[f64]) -> bool {
    xs.len() >= 8 && wide::all(xs, |x| !x.is_nan())
}

fn merge_floats(accs: &mut [f64], agg: Agg, map: Option<&[u32]>, later: Vec<f64>) {
    join(accs, map, later.into_iter(), merge_of_floats(agg));
}

fn merge_of_floats(agg: Agg) -> fn(&mut f64, f64) {
    match agg {
        Agg::Prd => <Prd as Fold<f64>>::merge,
        Agg::Min => <Min as Fold<f64>>::merge,
        Agg::Max => <Max as Fold<f64>>::merge,
        _ => <Sum as Fold<f64>>::merge,
    }
}

/// `all` and `any` of floats.
fn step_truths(accs: &mut [i64], agg: Agg, ids: Option<&[u32]>, xs: &[f64]) {
    each(accs, ids, xs.iter(), |acc, x| {
        if agg == Agg::All {
            *acc &= (*x != 0.0) as i64;
        } else {
            *acc |= (*x != 0.0) as i64;
        }
    });
}

fn start_long(agg: Agg, ty: Type) -> i64 {
    match (agg, ty) {
        (Agg::Max, Type::Bool | Type::Byte | Type::Char) => 0,
        _ => with_fold!(agg, F => <F as Fold<i64>>::start()),
    }
}

fn start_float(agg: Agg) -> f64 {
    match agg {
        Agg::Prd => <Prd as Fold<f64>>::start(),
        Agg::Min => <Min as Fold<f64>>::start(),
        Agg::Max => <Max as Fold<f64>>::start(),
        _ => <Sum as Fold<f64>>::start(),
    }
}

/// Longs as the type of the answer: products wrap, greatest and least of nothing are the type's infinities.
fn finish_longs(agg: Agg, ty: Type, mut accs: Vec<i64>) -> Value {
    if matches!(agg, Agg::Min | Agg::Max) {
        let most = match ty.repr() {
            Repr::U8 if ty == Type::Bool => 1,
            Repr::U8 => u8::MAX as i64,
            Repr::I16 => i16::MAX as i64,
            Repr::I32 => i32::MAX as i64,
            _ => i64::MAX,
        };
        let least = if ty.repr() == Repr::U8 { 0 } else { -most };
        accs.iter_mut().for_each(|x| *x = (*x).clamp(least, most));
    }
    if agg == Agg::Sum { sum_vector(ty, accs) } else { vector_of_longs(ty, accs) }
}

/// Folds over longs (null is `i64::MIN`) and floats (null is NaN); nulls are passed over.
struct Sum;
struct Prd;
struct Min;
struct Max;
struct All;
struct Any;

macro_rules! folds {
    ($($fold:ident $item:ty, $start:expr, |$a:ident, $x:ident| $step:expr $(, |$b:ident, $y:ident| $merge:expr)?;)*) => {$(
        impl Fold<$item> for $fold {
            type Acc = $item;
            #[inline(always)]
            fn start() -> $item {
                $start
            }
            #[inline(always)]
            fn step(acc: &mut $item, item: $item) {
                let ($a, $x) = (*acc, item);
                *acc = $step;
            }
            #[inline(always)]
            fn merge(acc: &mut $item, later: $item) {
                folds!(@merge acc, later $(, |$b, $y| $merge)?);
            }
        }
    )*};
    (@merge $acc:ident, $later:ident) => {
        Self::step($acc, $later)
    };
    (@merge $acc:ident, $later:ident, |$a:ident, $x:ident| $merge:expr) => {{
        let ($a, $x) = (*$acc, $later);
        *$acc = $merge;
    }};
}

// A sum or product may itself be a null or look like one, so that merging is not stepping.
folds! {
    Sum i64, 0, |a, x| a.wrapping_add(if x == i64::MIN { 0 } else { x }), |a, x| a.wrapping_add(x);
    Prd i64, 1, |a, x| a.wrapping_mul(if x == i64::MIN { 1 } else { x }), |a, x| a.wrapping_mul(x);
    Sum f64, 0.0, |a, x| if x.is_nan() { a } else { a + x }, |a, x| a + x;
    Prd f64, 1.0, |a, x| if x.is_nan() { a } else { a * x }, |a, x| a * x;
    Min i64, i64::MAX, |a, x| if x < a && x != i64::MIN { x } else { a };
    Max i64, -i64::MAX, |a, x| if x > a { x } else { a };
    All i64, 1, |a, x| a & (x != 0) as i64;
    Any i64, 0, |a, x| a | (x != 0) as i64;
    Min f64, f64::INFINITY, |a, x| if x < a { x } else { a };
    Max f64, f64::NEG_INFINITY, |a, x| if x > a { x } else { a };
}

/// Sum and count of what is not null.
#[derive(Clone, Copy, Default)]
pub(super) struct Mean {
    sum: f64,
    count: f64,
}

impl Mean {
    fn merge(acc: &mut Mean, later: Mean) {
        acc.sum += later.sum;
        acc.count += later.count;
    }
}

impl Fold<f64> for Mean {
    type Acc = Mean;
    fn start() -> Mean {
        Mean::default()
    }
    #[inline(always)]
    fn step(acc: &mut Mean, x: f64) {
        if !x.is_nan() {
            acc.sum += x;
            acc.count += 1.0;
        }
    }
    fn merge(acc: &mut Mean, later: Mean) {
        Mean::merge(acc, later);
    }
}

/// Count, sum and sum of squares of distances from `shift`, the first item that is finite.
#[derive(Clone, Copy, Default)]
pub(super) struct Shifted {
    shift: f64,
    count: f64,
    sum: f64,
    squares: f64,
}

impl Shifted {
    fn merge(acc: &mut Shifted, later: Shifted) {
        if acc.count == 0.0 {
            *acc = later;
            return;
        }
        if later.count == 0.0 {
            return;
        }
        let d = later.shift - acc.shift;
        acc.count += later.count;
        acc.sum += later.sum + later.count * d;
        acc.squares += later.squares + 2.0 * d * later.sum + later.count * d * d;
    }

    fn finish(self, agg: Agg) -> f64 {
        let spread = Spread::of([self.count, self.sum, self.squares]);
        match agg {
            Agg::Var => spread.var(),
            Agg::Dev => spread.var().sqrt(),
            Agg::SVar => spread.svar(),
            _ => spread.svar().sqrt(),
        }
    }
}

impl Fold<f64> for Shifted {
    type Acc = Shifted;
    fn start() -> Shifted {
        Shifted::default()
    }
    #[inline(always)]
    fn step(acc: &mut Shifted, x: f64) {
        if x.is_nan() {
            return;
        }
        if acc.count == 0.0 && x.is_finite() {
            acc.shift = x;
        }
        let d = x - acc.shift;
        acc.count += 1.0;
        acc.sum += d;
        acc.squares += d * d;
    }
    fn merge(acc: &mut Shifted, later: Shifted) {
        Shifted::merge(acc, later);
    }
}

/// As [`Shifted`], of pairs in which neither is null.
#[derive(Clone, Copy, Default)]
pub(super) struct ShiftedPair {
    shifts: [f64; 2],
    /// Count, sums of x and y, of their squares, of their products.
    sums: [f64; 6],
}

impl ShiftedPair {
    #[inline(always)]
    fn step(acc: &mut ShiftedPair, (x, y): (f64, f64)) {
        if x.is_nan() || y.is_nan() {
            return;
        }
        if acc.sums[0] == 0.0 && x.is_finite() && y.is_finite() {
            acc.shifts = [x, y];
        }
        let (dx, dy) = (x - acc.shifts[0], y - acc.shifts[1]);
        let new = [1.0, dx, dy, dx * dx, dy * dy, dx * dy];
        acc.sums.iter_mut().zip(new).for_each(|(a, b)| *a += b);
    }

    fn merge(acc: &mut ShiftedPair, later: ShiftedPair) {
        if acc.sums[0] == 0.0 {
            *acc = later;
            return;
        }
        let [n, x, y, xx, yy, xy] = later.sums;
        let (dx, dy) = (later.shifts[0] - acc.shifts[0], later.shifts[1] - acc.shifts[1]);
        let moved = [
            n,
            x + n * dx,
            y + n * dy,
            xx + 2.0 * dx * x + n * dx * dx,
            yy + 2.0 * dy * y + n * dy * dy,
            xy + dx * y + dy * x + n * dx * dy,
        ];
        if n > 0.0 {
            acc.sums.iter_mut().zip(moved).for_each(|(a, b)| *a += b);
        }
    }

    fn finish(self, agg: Agg) -> f64 {
        let joint = Joint::of(self.sums);
        match agg {
            Agg::Cov => joint.cov(),
            Agg::SCov => joint.scov(),
            _ => joint.cor(),
        }
    }
}

/// Keeps the first or last item of each group: finds where it is, then fetches it.
fn step_ends(accs: &mut [Option<Value>], agg: Agg, x: &Value, rows: &Rows) {
    let mut at = room::repeated(usize::MAX, accs.len());
    end_rows(&mut at, agg, rows);
    for (acc, at) in accs.iter_mut().zip(at) {
        if at != usize::MAX && (agg == Agg::Last || acc.is_none()) {
            *acc = Some(x.at(at));
        }
    }
}

/// Puts in `at` the first or last row of each group.
fn end_rows(at: &mut [usize], agg: Agg, rows: &Rows) {
    each(at, rows.ids, rows.range.clone(), |at, i| {
        if agg == Agg::Last || *at == usize::MAX {
            *at = i;
        }
    });
}

/// Keeps the items of each group, an entry for every row.
fn step_items(accs: &mut [Vec<Vec<Value>>], args: &[&Value], rows: &Rows) {
    each(accs, rows.ids, rows.range.clone(), |acc, i| acc.push(args.iter().map(|x| x.at(i)).collect()));
}

fn finish_items(agg: Agg, rows: Vec<Vec<Value>>) -> Result<Value> {
    let columns: Vec<Value> = (0..agg.rank())
        .map(|c| Value::collapse(rows.iter().filter_map(|row| row.get(c).cloned()).collect()))
        .collect();
    agg.apply(&columns.iter().collect::<Vec<_>>())
}
