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

use crate::fold::wide::{self, dot};
use crate::pool;
use quarry_value::error::{length_error, type_error};
use quarry_value::evaluation::{check, is_over};
use quarry_value::{Result, Type, Value, meter, room};
use std::ops::Range;

/// Rows of one length.
type Rows = Vec<Vec<f64>>;

/// Multiplications that are worth a thread.
const WORTH_THREADS: usize = 1 << 20;
/// Rows of a product that are worth a thread.
const ROWS_MIN: usize = 16;
/// Rows and columns of a factor that stay in the cache together: a multiple of four rows.
const TILE: (usize, usize) = (64, 512);
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
            let b = matrix(y)?;
            same(a.len(), b.len())?;
            Ok(Value::floats(combine(a, &b)?))
        }
        (None, Some(b)) => {
            let a = matrix(x)?;
            same(width(&a), b.len())?;
            Ok(Value::floats(times_column(&a, b)?))
        }
        (None, None) => {
            let (a, b) = (matrix(x)?, matrix(y)?);
            same(width(&a), b.len())?;
            Ok(value(multiply(&a, &b)?))
        }
    }
}

fn vector(x: &Value) -> Option<&[f64]> {
    match x {
        Value::Vector(v) if v.ty == Type::Float => v.slice(),
        _ => None,
    }
}

/// The rows of a matrix, where they lie.
fn matrix(x: &Value) -> Result<Vec<&[f64]>> {
    let Value::List(l) = x else { return Err(type_error()) };
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

fn times_column(a: &[&[f64]], b: &[f64]) -> Result<Vec<f64>> {
    let mut out = room::zeros(a.len());
    let rows_min = (WORTH_THREADS / b.len().max(1)).max(1);
    pool::for_each_part(&mut out, rows_min, |start, out| {
        out.iter_mut().zip(&a[start..]).for_each(|(o, row)| *o = dot(row, b));
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

fn multiply(a: &[&[f64]], b: &[&[f64]]) -> Result<Rows> {
    // A column by a row is much larger than both.
    meter::check(a.len().saturating_mul(width(b)).saturating_mul(size_of::<f64>()))?;
    let mut out: Rows = a.iter().map(|_| room::zeros(width(b))).collect();
    let columns = 0..width(b);
    for (k, deep) in b.chunks(TILE.0).enumerate() {
        add_product(&mut out, columns.clone(), deep, |i, _, weights| {
            weights.copy_from_slice(&a[i][k * TILE.0..][..weights.len()]);
        });
    }
    check()?;
    Ok(out)
}

/// Adds `tops`, weighted, to each row of `out`, all in `columns` alone. There are no more of them than a tile has rows;
/// `weights` writes one for each, given the row's number and what lies left of the columns. Tile by tile, which stays in
/// the cache while all rows meet it; each number is the same sum in the same order whatever the tiles and threads.
fn add_product<R: AsRef<[f64]> + Sync>(
    out: &mut [Vec<f64>],
    columns: Range<usize>,
    tops: &[R],
    weights: impl Fn(usize, &[f64], &mut [f64]) + Sync + Send,
) {
    let work = |start: usize, out: &mut [Vec<f64>]| {
        for column in columns.clone().step_by(TILE.1) {
            if is_over() {
                return;
            }
            let across = column..columns.end.min(column + TILE.1);
            let tile: Vec<&[f64]> = tops.iter().map(|row| &row.as_ref()[across.clone()]).collect();
            for (i, row) in out.iter_mut().enumerate() {
                let (left, right) = row.split_at_mut(columns.start);
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
