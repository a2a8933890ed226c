//! Matrices: lists of float vectors of one length. Products, inverses, least squares.

use crate::fold::wide::{self, dot};
use crate::pool;
use quarry_value::error::{domain_error, length_error, type_error};
use quarry_value::evaluation::{check, is_over};
use quarry_value::{Result, Type, Value, meter};

/// Rows of one length.
type Rows = Vec<Vec<f64>>;

/// Multiplications that are worth a thread.
const WORTH_THREADS: usize = 1 << 20;
/// Rows of a product that are worth a thread.
const ROWS_MIN: usize = 16;
/// Rows and columns of a factor that stay in the cache together: a multiple of four rows.
const TILE: (usize, usize) = (64, 512);

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
            Ok(Value::floats(combine(a, &b)))
        }
        (None, Some(b)) => {
            let a = matrix(x)?;
            same(width(&a), b.len())?;
            Ok(Value::floats(a.iter().map(|row| dot(row, b)).collect()))
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

fn matrix(x: &Value) -> Result<Rows> {
    let Value::List(l) = x else { return Err(type_error()) };
    let rows = l.as_slice().iter().map(|row| vector(row).map(<[f64]>::to_vec).ok_or_else(type_error));
    let rows = rows.collect::<Result<Rows>>()?;
    let n = width(&rows);
    if rows.is_empty() {
        return Err(type_error());
    }
    if rows.iter().any(|row| row.len() != n) { Err(length_error()) } else { Ok(rows) }
}

fn value(rows: Rows) -> Value {
    Value::list(rows.into_iter().map(Value::floats).collect())
}

fn width(rows: &Rows) -> usize {
    rows.first().map_or(0, Vec::len)
}

fn same(a: usize, b: usize) -> Result<()> {
    if a == b { Ok(()) } else { Err(length_error()) }
}

/// The rows weighted by `a` and added.
fn combine(a: &[f64], rows: &Rows) -> Vec<f64> {
    let mut out = vec![0.0; width(rows)];
    add_rows(&mut out, a, rows);
    out
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

fn multiply(a: &Rows, b: &Rows) -> Result<Rows> {
    if a.len().saturating_mul(b.len()).saturating_mul(width(b)) < WORTH_THREADS {
        return Ok(a.iter().map(|row| combine(row, b)).collect());
    }
    // A column by a row is much larger than both.
    meter::check(a.len().saturating_mul(width(b)).saturating_mul(size_of::<f64>()))?;
    let mut out: Rows = a.iter().map(|_| vec![0.0; width(b)]).collect();
    pool::for_each_part(&mut out, ROWS_MIN, |start, out| add_product(out, &a[start..], b));
    check()?;
    Ok(out)
}

/// Adds the product of rows of `a`, as many as those of `out`, and of `b`. Tile by tile of `b`, which stays in the cache while
/// all rows meet it; each number is the same sum in the same order as by [`combine`].
fn add_product(out: &mut [Vec<f64>], a: &[Vec<f64>], b: &Rows) {
    for (k, deep) in b.chunks(TILE.0).enumerate() {
        for column in (0..width(b)).step_by(TILE.1) {
            if is_over() {
                return;
            }
            let columns = column..width(b).min(column + TILE.1);
            let tile: Vec<&[f64]> = deep.iter().map(|row| &row[columns.clone()]).collect();
            for (out, row) in out.iter_mut().zip(a) {
                add_rows(&mut out[columns.clone()], &row[k * TILE.0..][..tile.len()], &tile);
            }
        }
    }
}

/// `inv x`: the inverse of a square float matrix, by LU decomposition with row exchanges. Of a singular one, nulls.
///
/// Errors: 'type, 'length (not square). Source: ref/inv.
pub fn inv(x: &Value) -> Result<Value> {
    let a = matrix(x)?;
    same(a.len(), width(&a))?;
    let n = a.len();
    let Some(lu) = Lu::new(a) else { return Ok(value(vec![vec![f64::NAN; n]; n])) };
    let column = |j| check().map(|()| lu.solve(&unit(n, j)));
    let columns = (0..n).map(column).collect::<Result<Rows>>()?;
    Ok(value(transpose(&columns)))
}

fn unit(n: usize, j: usize) -> Vec<f64> {
    (0..n).map(|i| if i == j { 1.0 } else { 0.0 }).collect()
}

fn transpose(a: &Rows) -> Rows {
    (0..width(a)).map(|j| a.iter().map(|row| row[j]).collect()).collect()
}

/// A matrix as the product of a lower and an upper triangle, its rows in the order of `order`.
struct Lu {
    rows: Rows,
    order: Vec<usize>,
}

impl Lu {
    /// `None` for a singular matrix.
    fn new(mut rows: Rows) -> Option<Lu> {
        let n = rows.len();
        let mut order: Vec<usize> = (0..n).collect();
        for k in 0..n {
            if is_over() {
                return None;
            }
            let pivot = (k..n).max_by(|i, j| rows[*i][k].abs().total_cmp(&rows[*j][k].abs()))?;
            rows.swap(k, pivot);
            order.swap(k, pivot);
            let (above, below) = rows.split_at_mut(k + 1);
            let top = &above[k];
            if top[k] == 0.0 || top[k].is_nan() {
                return None;
            }
            for row in below {
                let factor = row[k] / top[k];
                row[k] = factor;
                for j in k + 1..n {
                    row[j] -= factor * top[j];
                }
            }
        }
        Some(Lu { rows, order })
    }

    fn solve(&self, b: &[f64]) -> Vec<f64> {
        let n = self.rows.len();
        let mut x: Vec<f64> = self.order.iter().map(|i| b[*i]).collect();
        for i in 0..n {
            let known: f64 = (0..i).map(|j| self.rows[i][j] * x[j]).sum();
            x[i] -= known;
        }
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|j| self.rows[i][j] * x[j]).sum();
            x[i] = (x[i] - known) / self.rows[i][i];
        }
        x
    }
}

/// `x lsq y`: the matrix `w` for which the squares of `x - w mmu y` have the least sum, by Householder's QR.
///
/// Types: float matrices with as many columns; `y` no more rows than columns, and those independent.
/// Errors: 'type, 'length, 'domain (dependent rows). Source: ref/lsq.
pub fn lsq(x: &Value, y: &Value) -> Result<Value> {
    let (x, y) = (matrix(x)?, matrix(y)?);
    same(width(&x), width(&y))?;
    if y.len() > width(&y) {
        return Err(length_error());
    }
    let qr = Qr::new(y);
    check()?;
    let qr = qr.ok_or_else(domain_error)?;
    let row = |row| check().map(|()| qr.solve(row));
    Ok(value(x.into_iter().map(row).collect::<Result<Rows>>()?))
}

/// The columns of a matrix brought to a triangle by reflections. Column `k` keeps the vector of reflection `k` from
/// its place `k` on, and above it the triangle; `diagonal` keeps the triangle's diagonal.
struct Qr {
    columns: Rows,
    diagonal: Vec<f64>,
}

impl Qr {
    /// `None` when a column depends on those before it, or when the evaluation is to end.
    fn new(mut columns: Rows) -> Option<Qr> {
        let mut diagonal = Vec::with_capacity(columns.len());
        for k in 0..columns.len() {
            if is_over() {
                return None;
            }
            let (column, rest) = columns[k..].split_first_mut()?;
            let size: f64 = column.iter().map(|x| x * x).sum::<f64>().sqrt();
            let norm = column[k..].iter().map(|x| x * x).sum::<f64>().sqrt();
            if norm.is_nan() || norm <= size * f64::EPSILON {
                return None;
            }
            let norm = if column[k] > 0.0 { -norm } else { norm };
            diagonal.push(norm);
            column[k] -= norm;
            rest.iter_mut().for_each(|other| reflect(&column[k..], &mut other[k..]));
        }
        Some(Qr { columns, diagonal })
    }

    /// The weights of the columns that come nearest to `b`.
    fn solve(&self, mut b: Vec<f64>) -> Vec<f64> {
        let m = self.columns.len();
        for (k, column) in self.columns.iter().enumerate() {
            reflect(&column[k..], &mut b[k..]);
        }
        let mut x = vec![0.0; m];
        for i in (0..m).rev() {
            let known: f64 = (i + 1..m).map(|j| self.columns[j][i] * x[j]).sum();
            x[i] = (b[i] - known) / self.diagonal[i];
        }
        x
    }
}

/// Reflects `b` in the plane that `v` is at right angles to.
fn reflect(v: &[f64], b: &mut [f64]) {
    let size: f64 = v.iter().map(|x| x * x).sum();
    let along: f64 = v.iter().zip(&*b).map(|(x, y)| x * y).sum();
    if size > 0.0 {
        let factor = 2.0 * along / size;
        b.iter_mut().zip(v).for_each(|(y, x)| *y -= factor * x);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn m(rows: &[&[f64]]) -> Value {
        value(rows.iter().map(|r| r.to_vec()).collect())
    }

    fn near(x: &Value, rows: &[&[f64]]) {
        let got = matrix(x).unwrap();
        assert_eq!(got.len(), rows.len());
        for (g, w) in got.iter().zip(rows) {
            assert!(g.iter().zip(*w).all(|(a, b)| (a - b).abs() < 1e-6), "{g:?} {w:?}");
        }
    }

    #[test]
    fn products() {
        let a = m(&[&[2., 4., 8., 3.], &[5., 6., 0., 7.]]);
        let b = m(&[&[0., 1., 2.], &[3., 4., 5.], &[6., 7., 8.], &[9., 10., 11.]]);
        near(&mmu(&a, &b).unwrap(), &[&[87., 104., 121.], &[81., 99., 117.]]);
        let v = |xs: &[f64]| Value::floats(xs.to_vec());
        assert!(matches!(mmu(&v(&[1., 2., 3.]), &v(&[4., 5., 6.])).unwrap(), Value::F64(_, 32.0)));
        assert_eq!(mmu(&v(&[1.]), &v(&[4., 5.])).unwrap_err().word(), b"length");
        assert_eq!(mmu(&Value::longs(vec![1]), &v(&[4.])).unwrap_err().word(), b"type");
    }

    #[test]
    fn inverses() {
        let a = m(&[&[2., 4., 8.], &[3., 5., 6.], &[0., 7., 1.]]);
        near(&mmu(&a, &inv(&a).unwrap()).unwrap(), &[&[1., 0., 0.], &[0., 1., 0.], &[0., 0., 1.]]);
        let singular = matrix(&inv(&m(&[&[1., 2.], &[2., 4.]])).unwrap()).unwrap();
        assert!(singular[0][0].is_nan());
        assert_eq!(inv(&m(&[&[1., 2.]])).unwrap_err().word(), b"length");
    }

    #[test]
    fn least_squares() {
        let a = m(&[&[1., 2., 3., 4.], &[5., 6., 7., 8.], &[9., 10., 11., 12.]]);
        let b = m(&[&[2., 7., -2., 5.], &[5., 3., 6., 1.], &[-2., 5., 2., 7.]]);
        let want: &[&[f64]] = &[
            &[-0.1055556, 0.3333333, 0.4944444],
            &[0.1113757, 1.031746, 0.7113757],
            &[0.3283069, 1.730159, 0.9283069],
        ];
        near(&lsq(&a, &b).unwrap(), want);
        let dependent = m(&[&[1., 2., 3., 4.], &[2., 4., 6., 8.]]);
        assert_eq!(lsq(&a, &dependent).unwrap_err().word(), b"domain");
    }
}
