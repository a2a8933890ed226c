//! Variance, deviation and median.

use super::number::{Class, all_floats, float_of_atom, floats_of_run};
use super::{Agg, nested, over_blocks, wide};
use crate::built::concat;
use crate::pipe::column::{Column, runs_of};
use crate::pool;
use crate::runs::worth;
use quarry_value::error::type_error;
use quarry_value::{Item, Result, Value, Vector, room};

/// Items converted to floats at a time.
pub(super) const RUN: usize = 2048;

/// How many items are not null, and the sum of their squared distances from their mean.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    pub count: f64,
    pub squares: f64,
}

impl Spread {
    /// From count, sum and sum of squares of distances from some near value.
    pub fn of([count, sum, squares]: [f64; 3]) -> Spread {
        Spread { count, squares: (squares - sum * sum / count).max_or_nan(0.0) }
    }

    pub fn var(self) -> f64 {
        self.squares / self.count
    }

    pub fn svar(self) -> f64 {
        if self.count > 1.0 { self.squares / (self.count - 1.0) } else { f64::NULL }
    }
}

/// `f64::max` that keeps NaN.
trait MaxOrNan {
    fn max_or_nan(self, least: f64) -> f64;
}

impl MaxOrNan for f64 {
    fn max_or_nan(self, least: f64) -> f64 {
        if self < least { least } else { self }
    }
}

/// `var x`: variance, the mean squared distance from the mean.
///
/// Types: numeric, temporal, char; lists of lists column by column. Null: passed over. Empty: 0n.
/// Errors: 'type for symbols and guids. Source: ref/var.
pub fn var(x: &Value) -> Result<Value> {
    spread(x, Spread::var)
}

/// `dev x`: standard deviation, the square root of [`var`].
///
/// Source: ref/dev.
pub fn dev(x: &Value) -> Result<Value> {
    spread(x, |s| s.var().sqrt())
}

/// `svar x`: sample variance; null for fewer than two items.
///
/// Source: ref/var.
pub fn svar(x: &Value) -> Result<Value> {
    spread(x, Spread::svar)
}

/// `sdev x`: sample standard deviation.
///
/// Source: ref/dev.
pub fn sdev(x: &Value) -> Result<Value> {
    spread(x, |s| s.svar().sqrt())
}

fn spread(x: &Value, answer: fn(Spread) -> f64) -> Result<Value> {
    each_vector(x, &|v| match v {
        Items::Vector(v) => Value::float(answer(Spread::of(moments(Column::Vector(v))))),
        Items::Floats(xs) => Value::float(answer(Spread::of(wide::moments(xs, anchor(xs))))),
    })
}

/// The vectors that a statistic is taken of.
pub(super) enum Items<'a> {
    Vector(&'a Vector),
    Floats(&'a [f64]),
}

/// `of` each vector in `x`: of a list of lists each column, of a table each column, of a dictionary its values.
fn each_vector(x: &Value, of: &dyn Fn(Items) -> Value) -> Result<Value> {
    match x {
        Value::Vector(v) if Class::of(v.ty).is_some() => Ok(of(Items::Vector(v))),
        Value::Dict(d) => each_vector(&d.values, of),
        Value::Table(t) => nested::by_column(t, |c| each_vector(c, of)),
        Value::List(l) => {
            if let Some(columns) = nested::columns(l) {
                let each = columns.iter().map(|c| each_vector(c, of));
                return Ok(Value::collapse(each.collect::<Result<Vec<Value>>>()?));
            }
            Ok(of(Items::Floats(&nested::float_atoms(l).ok_or_else(type_error)?)))
        }
        _ => Ok(of(Items::Floats(&[float_of_atom(x).ok_or_else(type_error)?]))),
    }
}

/// A value near the items: the first that is finite. Distances from it keep their precision.
fn anchor(xs: &[f64]) -> f64 {
    xs.iter().copied().find(|x| x.is_finite()).unwrap_or(0.0)
}

/// [`anchor`] of a column.
pub(super) fn anchor_of(x: Column) -> f64 {
    let (mut reader, mut scratch) = (x.reader(), Vec::new());
    for run in runs_of(0..x.len()) {
        let floats = floats_of_run(reader.run(run), &mut scratch);
        if let Some(x) = floats.iter().find(|x| x.is_finite()) {
            return *x;
        }
    }
    0.0
}

/// Of a column: the statistic of a spread.
pub(super) fn of_column(x: Column, agg: Agg) -> f64 {
    let spread = Spread::of(moments(x));
    match agg {
        Agg::Var => spread.var(),
        Agg::Dev => spread.var().sqrt(),
        Agg::SVar => spread.svar(),
        _ => spread.svar().sqrt(),
    }
}

fn moments(x: Column) -> [f64; 3] {
    let shift = anchor_of(x);
    let block = |range: std::ops::Range<usize>| {
        let (mut reader, mut scratch) = (x.reader(), Vec::new());
        let mut sums = [0.0; 3];
        for run in runs_of(range) {
            sums = plus(sums, wide::moments(floats_of_run(reader.run(run), &mut scratch), shift));
        }
        sums
    };
    over_blocks(x.len(), block, plus).unwrap_or([0.0; 3])
}

/// Sums added place by place.
pub(super) fn plus<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
    std::array::from_fn(|i| a[i] + b[i])
}

/// `med x`: median, the mean of the one or two items in the middle of the sorted list.
///
/// Types: as [`var`]. Null: sorts first and counts as an item. Empty: 0n. Source: ref/med.
pub fn med(x: &Value) -> Result<Value> {
    each_vector(x, &|v| match v {
        Items::Vector(v) => {
            let floats = v.slice::<f64>();
            let middle = |xs: &[f64]| near_middle(xs).unwrap_or_else(|| median(&mut room::copied(xs)));
            Value::float(floats.map_or_else(|| middle(&all_floats(v)), middle))
        }
        Items::Floats(xs) => Value::float(median(&mut room::copied(xs))),
    })
}

/// Items of which few are looked at to see where the middle is, and how many those are.
const MANY: usize = 1 << 16;
const SAMPLE: usize = 1 << 12;
/// The middle is looked for among the items between those that lie so far from the middle of the sample.
const AROUND: usize = SAMPLE / 32;
/// Items that one thread goes through at a time.
const BLOCK: usize = 1 << 16;

/// The median of many items, of which those near it are picked out by all threads, again and again until they are few. `None`
/// where they are not found so.
fn near_middle(xs: &[f64]) -> Option<f64> {
    // The one or two in the middle.
    let (first, last) = (xs.len().checked_sub(1)? / 2, xs.len() / 2);
    let (mut below, mut near) = around(xs, first, last)?;
    while near.len() >= worth(MANY)
        && let Some((more, nearer)) = around(&near, first - below, last - below)
        && nearer.len() < near.len()
    {
        (below, near) = (below + more, nearer);
    }
    let (before, &mut high, _) = near.select_nth_unstable_by(last - below, nulls_first);
    let low = match first == last {
        true => high,
        false => before.iter().copied().max_by(nulls_first)?,
    };
    Some(if first == last { high } else { (low + high) / 2.0 })
}

/// How many of many items are less than those that are about the ones at places `first` to `last` of the sorted list, and those.
fn around(xs: &[f64], first: usize, last: usize) -> Option<(usize, Vec<f64>)> {
    let n = xs.len();
    if n < worth(MANY).max(SAMPLE) {
        return None;
    }
    let of_sample = |k: usize, of: usize| (k as u128 * of as u128 / n as u128) as usize;
    let mut sample: Vec<f64> =
        (0..SAMPLE).map(|k| xs[(k as u128 * n as u128 / SAMPLE as u128) as usize]).collect();
    sample.sort_unstable_by(nulls_first);
    let low = sample[of_sample(first, SAMPLE).saturating_sub(AROUND)];
    let high = sample[(of_sample(last, SAMPLE) + AROUND).min(SAMPLE - 1)];
    if low.is_nan() {
        return None;
    }
    let parts = pool::map_ranges(n, BLOCK, |r| {
        let mut below = 0;
        let (mut near, mut some) = (Vec::new(), [0.0; RUN]);
        for xs in xs[r].chunks(RUN) {
            let mut kept = 0;
            for &x in xs {
                // Which are kept cannot be foreseen: so each is, until the next that takes its place.
                some[kept] = x;
                kept += usize::from((x >= low) & (x <= high));
                below += usize::from(x < low || x.is_nan());
            }
            room::reserve(&mut near, kept);
            near.extend_from_slice(&some[..kept]);
        }
        (below, near)
    });
    let (below, near): (Vec<usize>, Vec<Vec<f64>>) = parts.into_iter().unzip();
    let below = below.into_iter().sum();
    let near = concat(&near);
    (first >= below && last < below + near.len()).then_some((below, near))
}

/// The median of `xs`, which are put in another order.
pub(super) fn median(xs: &mut [f64]) -> f64 {
    let n = xs.len();
    if n == 0 {
        return f64::NULL;
    }
    let (below, &mut high, _) = xs.select_nth_unstable_by(n / 2, nulls_first);
    if n % 2 == 1 {
        return high;
    }
    let low = below.iter().copied().max_by(nulls_first).unwrap_or(high);
    if low.is_nan() { high } else { (low + high) / 2.0 }
}

fn nulls_first(x: &f64, y: &f64) -> std::cmp::Ordering {
    match (x.is_nan(), y.is_nan()) {
        (false, false) => x.total_cmp(y),
        (a, b) => b.cmp(&a),
    }
}
