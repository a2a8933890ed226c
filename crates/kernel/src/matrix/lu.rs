//! The inverse of a matrix, by its two triangles.

use super::{Rows, TILE, add_product, add_rows, matrix, same, value, width};
use quarry_value::evaluation::{check, is_over};
use quarry_value::{Item, Result, Value, room};
use std::ops::Range;

/// `inv x`: the inverse of a square float matrix, by LU decomposition with row exchanges. Of a singular one, nulls.
///
/// Errors: 'type, 'length (not square). Source: ref/inv.
pub fn inv(x: &Value) -> Result<Value> {
    let a = matrix(x)?;
    same(a.len(), width(&a))?;
    let n = a.len();
    let lu = Lu::new(a.iter().map(|row| row.to_vec()).collect());
    check()?;
    let rows = lu.map_or_else(|| vec![vec![f64::NULL; n]; n], |lu| lu.inverse());
    check()?;
    Ok(value(rows))
}

/// A matrix as the product of a lower and an upper triangle, its rows in the order of `order`.
struct Lu {
    rows: Rows,
    order: Vec<usize>,
}

/// The places `0..n` in blocks, each as wide as a tile is high.
fn blocks(n: usize) -> impl DoubleEndedIterator<Item = Range<usize>> {
    (0..n.div_ceil(TILE.0)).map(move |i| i * TILE.0..n.min((i + 1) * TILE.0))
}

/// Takes the rows of `block` but the one at `i`, each as often as `factors` say, from that one, in `columns`.
fn take(rows: &mut Rows, i: usize, block: Range<usize>, columns: Range<usize>, factors: &[f64]) {
    let (before, rest) = rows.split_at_mut(i);
    let Some((row, after)) = rest.split_first_mut() else { return };
    let others = if block.end <= i { &before[block] } else { &after[block.start - i - 1..block.end - i - 1] };
    let others: Vec<&[f64]> = others.iter().map(|other| &other[columns.clone()]).collect();
    let weights: Vec<f64> = factors.iter().map(|f| -f).collect();
    add_rows(&mut row[columns], &weights, &others);
}

fn negated(from: &[f64], out: &mut [f64]) {
    out.iter_mut().zip(from).for_each(|(o, x)| *o = -x);
}

impl Lu {
    /// `None` for a singular matrix, or when the evaluation is to end. Block by block of columns: what a block does to all that
    /// is right of it is a product of matrices.
    fn new(mut rows: Rows) -> Option<Lu> {
        let n = rows.len();
        let mut order: Vec<usize> = (0..n).collect();
        for block in blocks(n) {
            for k in block.clone() {
                if is_over() {
                    return None;
                }
                let pivot = (k..n).max_by(|i, j| rows[*i][k].abs().total_cmp(&rows[*j][k].abs()))?;
                rows.swap(k, pivot);
                order.swap(k, pivot);
                let (above, below) = rows.split_at_mut(k + 1);
                let top = &above[k][k..block.end];
                if top[0] == 0.0 || top[0].is_nan() {
                    return None;
                }
                for row in below {
                    let row = &mut row[k..block.end];
                    row[0] /= top[0];
                    let factor = row[0];
                    row[1..].iter_mut().zip(&top[1..]).for_each(|(x, t)| *x -= factor * t);
                }
            }
            for i in block.clone() {
                let factors = rows[i][block.start..i].to_vec();
                take(&mut rows, i, block.start..i, block.end..n, &factors);
            }
            let (above, below) = rows.split_at_mut(block.end);
            add_product(below, block.end..n, &above[block.clone()], |_, left, weights| {
                negated(&left[block.clone()], weights);
            });
        }
        Some(Lu { rows, order })
    }

    /// Not the inverse when the evaluation is to end.
    fn inverse(&self) -> Rows {
        let n = self.rows.len();
        let unit = |i| (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect();
        let mut x: Rows = (0..n).map(unit).collect();
        // The lower triangle's inverse is one, too: nothing stands right of the diagonal.
        for block in blocks(n) {
            for i in block.clone() {
                take(&mut x, i, block.start..i, 0..block.end, &self.rows[i][block.start..i]);
            }
            let (above, below) = x.split_at_mut(block.end);
            add_product(below, 0..block.end, &above[block.clone()], |i, _, weights| {
                negated(&self.rows[block.end + i][block.clone()], weights);
            });
        }
        for block in blocks(n).rev() {
            for i in block.clone().rev() {
                take(&mut x, i, i + 1..block.end, 0..n, &self.rows[i][i + 1..block.end]);
                let divisor = self.rows[i][i];
                x[i].iter_mut().for_each(|x| *x /= divisor);
            }
            let (above, below) = x.split_at_mut(block.start);
            add_product(above, 0..n, &below[..block.len()], |i, _, weights| {
                negated(&self.rows[i][block.clone()], weights);
            });
        }
        // The columns belong to the rows as they were before they were exchanged.
        let mut place = room::zeros(n);
        self.order.iter().enumerate().for_each(|(k, i)| place[*i] = k);
        x.iter().map(|row| place.iter().map(|k| row[*k]).collect()).collect()
    }
}
