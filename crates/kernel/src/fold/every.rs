//! Correlations and covariances of every row of a matrix with every row of another: what belongs to one row is added up once, and
//! of each pair only the products, with the sums in the order in which [`super::pair`] has them, so that the bits are the same.

use super::number::{Class, floats_of_run};
use super::pair::Joint;
use super::spread::{anchor_of, plus};
use super::{Agg, BLOCK, wide};
use crate::pipe::column::{Column, runs_of};
use crate::pool;
use quarry_value::evaluation::is_over;
use quarry_value::{Type, Value, Vector, room};
use std::ops::Range;

/// Rows that one task pairs with all others.
const ROWS: usize = 16;
/// Pairs whose products are added up side by side.
const ABREAST: usize = 4;
/// Fewer pairs are done one by one.
const PAIRS_MIN: usize = 8;

/// `xs agg/:\:ys` of vectors, for `cov`, `scov` and `cor`: a vector for each of `xs`. `None` for other aggregates, where a
/// row has nulls or another length, or is no vector of numbers, and for few pairs.
pub fn every_pair(agg: Agg, xs: &[Value], ys: &[Value]) -> Option<Vec<Value>> {
    let answer: fn(Joint) -> f64 = match agg {
        Agg::Cov => Joint::cov,
        Agg::SCov => Joint::scov,
        Agg::Cor => Joint::cor,
        _ => return None,
    };
    if xs.len() * ys.len() < crate::runs::worth(PAIRS_MIN) {
        return None;
    }
    let same = std::ptr::eq(xs, ys);
    let left = rows_of(xs)?;
    let right = if same { left.clone() } else { rows_of(ys)? };
    let n = left.first()?.column.len();
    if n == 0 || left.iter().chain(&right).any(|r| r.column.len() != n) {
        return None;
    }
    let left_sums = sums_of(&left, n)?;
    let right_sums = if same { left_sums.clone() } else { sums_of(&right, n)? };
    // A matrix beside itself is symmetric: products do not depend on the order of their factors.
    let first_of = |i: usize| if same { i } else { 0 };
    let products = pool::map_ranges(left.len(), ROWS, |rows| {
        products(&left[rows.clone()], &right[first_of(rows.start)..], n)
    });
    let product = |i: usize, j: usize| {
        let (i, j) = if same && j < i { (j, i) } else { (i, j) };
        let first = first_of(i / ROWS * ROWS);
        products[i / ROWS][(i % ROWS) * (right.len() - first) + j - first]
    };
    let row = |i: usize| -> Value {
        let [count, x, xx] = left_sums[i];
        let of =
            |j: usize| answer(Joint::of([count, x, right_sums[j][1], xx, right_sums[j][2], product(i, j)]));
        Vector::of(Type::Float, room::collected((0..right.len()).map(of))).into()
    };
    Some((0..left.len()).map(row).collect())
}

/// A row, and what its items are measured from.
#[derive(Clone)]
struct Row<'a> {
    column: Column<'a>,
    shift: f64,
}

impl Row<'_> {
    /// The distances of the items of `run` from the shift.
    fn distances(&self, run: Range<usize>, scratch: &mut Vec<f64>, out: &mut [f64]) {
        let mut reader = self.column.reader();
        let floats = floats_of_run(reader.run(run), scratch);
        out.iter_mut().zip(floats).for_each(|(o, x)| *o = x - self.shift);
    }
}

fn rows_of(xs: &[Value]) -> Option<Vec<Row<'_>>> {
    xs.iter()
        .map(|x| match x {
            Value::Vector(v) if Class::of(v.ty).is_some() => {
                let column = Column::Vector(v);
                Some(Row { column, shift: anchor_of(column) })
            }
            _ => None,
        })
        .collect()
}

/// Count, sum and sum of squares of the distances of each row. `None` when one has a null.
fn sums_of(rows: &[Row], n: usize) -> Option<Vec<[f64; 3]>> {
    let sums = pool::map_items(rows.len(), |i| {
        let row = &rows[i];
        let mut scratch = Vec::new();
        in_blocks(n, [0.0; 3], plus, |run, sums| {
            let mut reader = row.column.reader();
            plus(sums, wide::moments(floats_of_run(reader.run(run), &mut scratch), row.shift))
        })
    });
    sums.iter().all(|s| s[0] == n as f64).then_some(sums)
}

/// The sums of products of each of `left` with each of `right`, row after row.
fn products(left: &[Row], right: &[Row], n: usize) -> Vec<f64> {
    let mut scratch = Vec::new();
    let size = crate::pipe::column::FOLD_RUN;
    let mut xs = room::repeated(0.0, left.len() * size);
    let mut ys = room::repeated(0.0, right.len() * size);
    let nothing = room::repeated(0.0, left.len() * right.len());
    let join = |mut a: Vec<f64>, b: Vec<f64>| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        a
    };
    in_blocks(n, nothing, join, |run, mut sums: Vec<f64>| {
        let count = run.len();
        for (row, out) in left.iter().zip(xs.chunks_exact_mut(size)) {
            row.distances(run.clone(), &mut scratch, &mut out[..count]);
        }
        for (row, out) in right.iter().zip(ys.chunks_exact_mut(size)) {
            row.distances(run.clone(), &mut scratch, &mut out[..count]);
        }
        for (x, sums) in xs.chunks_exact(size).zip(sums.chunks_exact_mut(right.len())) {
            for (ys, sums) in ys.chunks(ABREAST * size).zip(sums.chunks_mut(ABREAST)) {
                // Where there are fewer than four, the last is there more than once.
                let y = |k: usize| &ys[k.min(sums.len() - 1) * size..][..count];
                let new = wide::products(&x[..count], [y(0), y(1), y(2), y(3)]);
                sums.iter_mut().zip(new).for_each(|(sum, new)| *sum += new);
            }
        }
        sums
    })
}

/// What `step` makes of the runs of each block of `n` items, from `start` on; the blocks joined from first to last.
fn in_blocks<A: Clone>(
    n: usize,
    start: A,
    join: impl Fn(A, A) -> A,
    mut step: impl FnMut(Range<usize>, A) -> A,
) -> A {
    let mut answer = None;
    for at in (0..n).step_by(BLOCK).take_while(|_| !is_over()) {
        let mut sums = start.clone();
        for run in runs_of(at..n.min(at + BLOCK)) {
            if is_over() {
                break;
            }
            sums = step(run, sums);
        }
        answer = Some(match answer {
            None => sums,
            Some(before) => join(before, sums),
        });
    }
    answer.unwrap_or(start)
}
