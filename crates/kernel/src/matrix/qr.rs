//! Least squares, by reflections.

use super::{Rows, WORTH_THREADS, matrix, same, value, width};
use crate::fold::wide::{add_scaled, dot};
use crate::pool;
use quarry_value::error::{domain_error, length_error};
use quarry_value::evaluation::{check, is_over};
use quarry_value::{Result, Value, room};

/// Numbers of a stretch that is brought to a triangle in the cache.
const STRETCH: usize = 1 << 16;
/// How many times the rounding of one operation a part of a row must be for the row not to depend on those before it.
const TOLERANCE: f64 = 16.0 * f64::EPSILON;

/// `x lsq y`: the matrix `w` for which the squares of `x - w mmu y` have the least sum, by Householder's QR.
///
/// Types: float matrices with as many columns; `y` no more rows than columns, and those independent.
/// Errors: 'type, 'length, 'domain (dependent rows). Source: ref/lsq.
pub fn lsq(x: &Value, y: &Value) -> Result<Value> {
    let (x, y) = (matrix(x)?, matrix(y)?);
    let n = width(&x);
    same(n, width(&y))?;
    let m = y.len();
    if m > n {
        return Err(length_error());
    }
    let both: Vec<&[f64]> = y.iter().chain(&x).copied().collect();
    let triangle = triangle(&both, m)?;
    let (y, x) = triangle.split_at(m);
    if (0..m).any(|k| depends(&y[k], k)) {
        return Err(domain_error().detail("rows that depend on one another"));
    }
    Ok(value(x.iter().map(|x| weights(y, x)).collect()))
}

/// Columns, given as rows, after the reflections that leave nothing below the diagonal of the first `m`. Of long columns
/// stretches are brought to triangles of their own, on all threads, then the triangles below one another to one.
fn triangle(columns: &[&[f64]], m: usize) -> Result<Rows> {
    let n = width(columns);
    // Twice as long as a triangle is high, so that what is left is half as long or shorter.
    let stretch = (STRETCH / columns.len()).max(2 * m);
    let pieces = pool::map_ranges(n, stretch, |range| {
        let mut piece: Rows = columns.iter().map(|c| c[range.clone()].to_vec()).collect();
        reflect_all(&mut piece, m);
        piece.iter_mut().for_each(|column| column.truncate(m));
        piece
    });
    check()?;
    let [piece] = &pieces[..] else {
        let stacked: Rows =
            (0..columns.len()).map(|i| pieces.iter().flat_map(|p| p[i].iter().copied()).collect()).collect();
        return triangle(&stacked.iter().map(Vec::as_slice).collect::<Vec<_>>(), m);
    };
    Ok(piece.clone())
}

/// Brings the first `m` columns to a triangle by reflections, and all that follow them along. Not to the end when the
/// evaluation is to end.
fn reflect_all(columns: &mut Rows, m: usize) {
    let n = width(columns);
    for k in 0..m.min(n) {
        if is_over() {
            return;
        }
        let Some((column, rest)) = columns[k..].split_first_mut() else { return };
        let (known, below) = column.split_at_mut(k);
        let size = dot(below, below).sqrt();
        // A column with nothing from the diagonal on stays as it is.
        if size.is_nan() {
            below[0] = size;
        } else if size > 0.0 {
            let diagonal = if below[0] > 0.0 { -size } else { size };
            below[0] -= diagonal;
            let factor = -2.0 / dot(below, below);
            let reflect = |_, rest: &mut [Vec<f64>]| {
                for other in rest {
                    let other = &mut other[known.len()..];
                    let along = dot(below, other);
                    add_scaled(other, below, factor * along);
                }
            };
            match rest.len().saturating_mul(below.len()) < WORTH_THREADS {
                true => reflect(0, rest),
                false => pool::for_each_part(rest, 1, reflect),
            }
            below[0] = diagonal;
        }
        below[1..].fill(0.0);
    }
}

/// Whether column `k` of a triangle lies in the space of those before it, or is no number.
fn depends(column: &[f64], k: usize) -> bool {
    let size = dot(&column[..=k], &column[..=k]).sqrt();
    size.is_nan() || column[k].abs() <= size * TOLERANCE
}

/// The weights of the triangle's columns that add up to `b`.
fn weights(columns: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
    let mut b = b.to_vec();
    let mut x = room::zeros::<f64>(columns.len());
    for (i, column) in columns.iter().enumerate().rev() {
        x[i] = b[i] / column[i];
        add_scaled(&mut b[..i], &column[..i], -x[i]);
    }
    x
}
