//! Matrices: lists of float vectors of one length.
//!
//! | file | noun |
//! |---|---|
//! | here | products |
//! | `lu` | inverses |
//! | `qr` | least squares |

mod lu;
mod qr;
#[cfg(test)]
mod tests;

pub use lu::inv;
pub use qr::lsq;

use crate::fold::wide::{self, DEEP, dot};
use crate::pool;
use crate::strings;
use quarry_value::error::{length_error, type_error};
use quarry_value::evaluation::{check, is_over};
use quarry_value::{Result, Slices, Type, Value, Vector, meter, room};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// Rows of one length.
type Rows = Vec<Vec<f64>>;

/// Multiplications that are worth a thread.
const WORTH_THREADS: usize = 1 << 20;
/// Rows of a product that are worth a thread.
const ROWS_MIN: usize = 16;
/// Rows and columns of a factor that stay in the cache together: a multiple of four rows.
const TILE: (usize, usize) = (64, 512);
/// Columns of a product whose rows are short.
const NARROW: usize = 32;
/// Items of a sum of weighted rows that are worth a thread.
const ITEMS_MIN: usize = 1 << 14;

/// `x mmu y`: the matrix product; of two vectors the dot product. A vector stands for a row at the left and for a
/// column at the right.
///
/// Types: float vectors and matrices. Null: as a float that is not a number. Errors: 'type, 'length.
/// Source: ref/mmu.
pub fn mmu(x: &Value, y: &Value) -> Result<Value> {
    match (vector(x), vector(y)) {
        (Some(a), Some(b)) => {
            same(a.len(), b.len())?;
            Ok(Value::float(dot(a, b)))
        }
        (Some(a), None) => {
            let b = Matrix::of(y)?;
            same(a.len(), b.len())?;
            let out =
                if b.width <= NARROW { product(&Matrix::of_row(a), &b)? } else { combine(a, &b.rows())? };
            Ok(Value::floats(out))
        }
        (None, Some(b)) => {
            let a = Matrix::of(x)?;
            same(a.width, b.len())?;
            Ok(Value::floats(times_column(&a, b)?))
        }
        (None, None) => {
            let (a, b) = (Matrix::of(x)?, Matrix::of(y)?);
            same(a.width, b.len())?;
            Ok(value_of_flat(product(&a, &b)?, a.len(), b.width))
        }
    }
}

/// `x mmu'y` of vectors of the same counts: the dot product of each two.
pub fn dot_each(x: &Slices, y: &Slices) -> Option<Value> {
    let (a, b) = (floats(x.all())?, floats(y.all())?);
    let one = |k: usize| dot(&a[x.place(k)], &b[x.place(k)]);
    (x.ends() == y.ends()).then(|| Value::floats(strings::each(room::zeros(x.len()), one)))
}

fn vector(x: &Value) -> Option<&[f64]> {
    match x {
        Value::Vector(v) => floats(v),
        _ => None,
    }
}

/// A matrix where its rows lie: there are some, all of `width` items.
struct Matrix<'a> {
    rows: Lying<'a>,
    width: usize,
}

enum Lying<'a> {
    Apart(Vec<&'a [f64]>),
    /// One behind the other, so many.
    Together(&'a [f64], usize),
}

impl<'a> Matrix<'a> {
    fn of(x: &'a Value) -> Result<Matrix<'a>> {
        let Value::List(l) = x else { return Err(type_error()) };
        let Some(slices) = l.as_slices() else {
            let rows = matrix(x)?;
            return Ok(Matrix { width: width(&rows), rows: Lying::Apart(rows) });
        };
        let all = floats(slices.all()).ok_or_else(type_error)?;
        let width = slices.width().ok_or_else(length_error)?;
        Ok(Matrix { width, rows: Lying::Together(all, slices.len()) })
    }

    fn of_row(row: &'a [f64]) -> Matrix<'a> {
        Matrix { width: row.len(), rows: Lying::Together(row, 1) }
    }

    fn len(&self) -> usize {
        match &self.rows {
            Lying::Apart(rows) => rows.len(),
            Lying::Together(_, n) => *n,
        }
    }

    #[inline]
    fn row(&self, i: usize) -> &'a [f64] {
        match &self.rows {
            Lying::Apart(rows) => rows[i],
            Lying::Together(all, _) => &all[i * self.width..][..self.width],
        }
    }

    fn rows(&self) -> Vec<&'a [f64]> {
        room::collected((0..self.len()).map(|i| self.row(i)))
    }

    /// The items of some rows, one row behind the other.
    fn flat(&self, rows: Range<usize>) -> Cow<'a, [f64]> {
        match &self.rows {
            Lying::Apart(all) => Cow::Owned(all[rows].concat()),
            Lying::Together(all, _) => Cow::Borrowed(&all[rows.start * self.width..rows.end * self.width]),
        }
    }
}

fn floats(v: &Vector) -> Option<&[f64]> {
    if v.ty == Type::Float { v.slice() } else { None }
}

/// The rows of a matrix, where they lie.
fn matrix(x: &Value) -> Result<Vec<&[f64]>> {
    let Value::List(l) = x else { return Err(type_error()) };
    if l.as_slices().is_some() {
        return Ok(Matrix::of(x)?.rows());
    }
    let rows: Vec<&[f64]> =
        l.as_slice().iter().map(|row| vector(row).ok_or_else(type_error)).collect::<Result<_>>()?;
    let n = width(&rows);
    if rows.is_empty() {
        return Err(type_error());
    }
    if rows.iter().any(|row| row.len() != n) { Err(length_error()) } else { Ok(rows) }
}

fn value(rows: Rows) -> Value {
    Value::list(rows.into_iter().map(Value::floats).collect())
}

/// `n` rows that lie one behind the other.
fn value_of_flat(all: Vec<f64>, n: usize, width: usize) -> Value {
    if Slices::pay(n, Type::Float, all.len()) {
        let ends = room::collected((0..n).map(|i| (i + 1) * width));
        return Slices::new(Arc::new(Vector::of(Type::Float, all)), ends).into();
    }
    Value::list(room::collected((0..n).map(|i| Value::floats(room::copied(&all[i * width..][..width])))))
}

fn width<R: AsRef<[f64]>>(rows: &[R]) -> usize {
    rows.first().map_or(0, |row| row.as_ref().len())
}

fn same(a: usize, b: usize) -> Result<()> {
    if a == b { Ok(()) } else { Err(length_error()) }
}

/// The rows weighted by `a` and added.
fn combine(a: &[f64], rows: &[&[f64]]) -> Result<Vec<f64>> {
    let mut out = room::zeros(width(rows));
    pool::for_each_part(&mut out, ITEMS_MIN, |start, out| {
        // A stretch of the answer stays in the cache while all rows are added.
        for (i, out) in out.chunks_mut(TILE.1).enumerate() {
            let start = start + i * TILE.1;
            let stretch: Vec<&[f64]> = rows.iter().map(|row| &row[start..][..out.len()]).collect();
            add_rows(out, a, &stretch);
        }
    });
    check()?;
    Ok(out)
}

fn times_column(a: &Matrix, b: &[f64]) -> Result<Vec<f64>> {
    let mut out = room::zeros(a.len());
    let rows_min = (WORTH_THREADS / b.len().max(1)).max(1);
    pool::for_each_part(&mut out, rows_min, |start, out| match &a.rows {
        Lying::Together(all, _) => wide::dots(&all[start * a.width..], b, out),
        Lying::Apart(rows) => out.iter_mut().zip(&rows[start..]).for_each(|(o, row)| *o = dot(row, b)),
    });
    check()?;
    Ok(out)
}

/// Adds rows weighted by `a`, four at a time.
fn add_rows<R: AsRef<[f64]>>(out: &mut [f64], a: &[f64], rows: &[R]) {
    let mut weights = a.chunks_exact(4);
    let mut fours = rows.chunks_exact(4);
    for (w, r) in (&mut weights).zip(&mut fours) {
        let four = [r[0].as_ref(), r[1].as_ref(), r[2].as_ref(), r[3].as_ref()];
        wide::add_weighted(out, four, [w[0], w[1], w[2], w[3]]);
    }
    for (w, row) in weights.remainder().iter().zip(fours.remainder()) {
        out.iter_mut().zip(row.as_ref()).for_each(|(o, x)| *o += w * x);
    }
}

/// The rows of a product, one behind the other.
fn product(a: &Matrix, b: &Matrix) -> Result<Vec<f64>> {
    let size = a.len().saturating_mul(b.width);
    // A column by a row is much larger than both.
    meter::check(size.saturating_mul(size_of::<f64>()))?;
    let mut out = room::zeros(size);
    match b.width {
        0 => {}
        1..=NARROW => add_narrow(&mut out, a, b),
        width => {
            let mut rows: Vec<&mut [f64]> = out.chunks_mut(width).collect();
            for (k, deep) in b.rows().chunks(TILE.0).enumerate() {
                add_product(&mut rows, 0..width, deep, |i, _, weights| {
                    weights.copy_from_slice(&a.row(i)[k * TILE.0..][..weights.len()]);
                });
            }
        }
    }
    check()?;
    Ok(out)
}

/// Adds a product whose rows are short to `out`: a few numbers of a row at a time, while many rows of `b` meet them. Each is the same sum
/// in the same order as in [`add_product`].
fn add_narrow(out: &mut [f64], a: &Matrix, b: &Matrix) {
    let (n, m) = (b.len(), b.width);
    let rows_min = (WORTH_THREADS / n.max(1)).max(m);
    pool::fill_blocks(out, m, rows_min, |start, out| {
        for deep in (0..n).step_by(DEEP) {
            let deep = deep..n.min(deep + DEEP);
            let factor = b.flat(deep.clone());
            for (k, out) in out.chunks_mut(m * DEEP).enumerate() {
                if is_over() {
                    return;
                }
                let rows = (start / m + k * DEEP..).take(out.len() / m);
                let weights: Vec<&[f64]> = rows.map(|i| &a.row(i)[deep.clone()]).collect();
                wide::add_strips(out, m, &weights, &factor);
            }
        }
    });
}

/// Adds `tops`, weighted, to each row of `out`, all in `columns` alone. There are no more of them than a tile has rows;
/// `weights` writes one for each, given the row's number and what lies left of the columns. Tile by tile, which stays in
/// the cache while all rows meet it; each number is the same sum in the same order whatever the tiles and threads.
fn add_product<O: AsMut<[f64]> + Send, R: AsRef<[f64]> + Sync>(
    out: &mut [O],
    columns: Range<usize>,
    tops: &[R],
    weights: impl Fn(usize, &[f64], &mut [f64]) + Sync + Send,
) {
    let work = |start: usize, out: &mut [O]| {
        for column in columns.clone().step_by(TILE.1) {
            if is_over() {
                return;
            }
            let across = column..columns.end.min(column + TILE.1);
            let tile: Vec<&[f64]> = tops.iter().map(|row| &row.as_ref()[across.clone()]).collect();
            for (i, row) in out.iter_mut().enumerate() {
                let (left, right) = row.as_mut().split_at_mut(columns.start);
                let mut room = [0.0; TILE.0];
                let factors = &mut room[..tops.len()];
                weights(start + i, left, factors);
                let across = across.start - columns.start..across.end - columns.start;
                add_rows(&mut right[across], factors, &tile);
            }
        }
    };
    match out.len().saturating_mul(tops.len()).saturating_mul(columns.len()) < WORTH_THREADS {
        true => work(0, out),
        false => pool::for_each_part(out, ROWS_MIN, work),
    }
}
