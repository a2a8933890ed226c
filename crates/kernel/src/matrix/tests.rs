//! Products, inverses and least squares, beside plain loops.

use super::*;
use quarry_value::Value;

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
    assert!(rows_of(&inv(&m(&[&[1., 2.], &[2., 4.]])).unwrap())[0][0].is_nan());
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

/// Numbers without a pattern, between -1 and 1.
fn noise(rows: usize, columns: usize, seed: u64) -> Rows {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..rows).map(|_| (0..columns).map(|_| next()).collect()).collect()
}

fn rows_of(x: &Value) -> Rows {
    matrix(x).unwrap().iter().map(|row| row.to_vec()).collect()
}

fn assert_near(got: &Rows, want: &Rows, error: f64) {
    assert_eq!((got.len(), width(got)), (want.len(), width(want)));
    for (g, w) in got.iter().flatten().zip(want.iter().flatten()) {
        assert!((g - w).abs() <= error, "{g} {w}");
    }
}

#[test]
fn products_of_every_size() {
    for (rows, deep, columns) in [(1, 1, 1), (3, 63, 2), (5, 64, 513), (7, 130, 9), (64, 65, 66)] {
        let (a, b) = (noise(rows, deep, 1), noise(deep, columns, 2));
        let plain: Rows = a
            .iter()
            .map(|row| (0..columns).map(|j| row.iter().zip(&b).map(|(x, r)| x * r[j]).sum()).collect())
            .collect();
        let (x, y) = (value(a.clone()), value(b.clone()));
        assert_near(&rows_of(&mmu(&x, &y).unwrap()), &plain, 1e-12);
        let column = Value::floats(b.iter().map(|row| row[0]).collect());
        let first: Rows = vec![plain.iter().map(|row| row[0]).collect()];
        assert_near(&vec![vector(&mmu(&x, &column).unwrap()).unwrap().to_vec()], &first, 1e-12);
        let row = Value::floats(a[0].clone());
        assert_near(&vec![vector(&mmu(&row, &y).unwrap()).unwrap().to_vec()], &vec![plain[0].clone()], 1e-12);
    }
}

/// A sum of weighted numbers, four at a time.
fn in_fours(weights: &[f64], xs: &[f64]) -> f64 {
    let ((fours, w), (blocks, x)) = (weights.as_chunks::<4>(), xs.as_chunks::<4>());
    let four =
        |sum, (w, x): (&[f64; 4], &[f64; 4])| sum + (w[0] * x[0] + w[1] * x[1] + (w[2] * x[2] + w[3] * x[3]));
    let sum = fours.iter().zip(blocks).fold(0.0, four);
    w.iter().zip(x).fold(sum, |sum, (w, x)| sum + w * x)
}

#[test]
fn products_are_the_same_to_the_bit_however_rows_lie() {
    let flat = |rows: &Rows| -> Value {
        let ends = (1..=rows.len()).map(|i| i * width(rows)).collect();
        Slices::new(Arc::new(Vector::of(Type::Float, rows.concat())), ends).into()
    };
    for (rows, deep, columns) in
        [(90, 10, 3), (90, 2, 2), (40, 70, 1), (300, 5, 31), (33, 300, 15), (64, 40, 33), (40, 1, 7)]
    {
        let (a, b) = (noise(rows, deep, 1), noise(deep, columns, 2));
        let column = |j: usize| -> Vec<f64> { b.iter().map(|row| row[j]).collect() };
        let sums = |row: &Vec<f64>| (0..columns).map(|j| in_fours(row, &column(j))).collect();
        let want: Rows = a.iter().map(sums).collect();
        let dots: Vec<f64> = a.iter().map(|row| dot(row, &column(0))).collect();
        crate::strings::tests::in_all_ways(|| {
            for (x, y) in [(value(a.clone()), value(b.clone())), (flat(&a), flat(&b))] {
                assert_eq!(rows_of(&mmu(&x, &y).unwrap()), want);
                assert_eq!(vector(&mmu(&x, &Value::floats(column(0))).unwrap()).unwrap(), dots);
                assert_eq!(vector(&mmu(&Value::floats(a[0].clone()), &y).unwrap()).unwrap(), want[0]);
            }
        });
    }
}

#[test]
fn inverses_of_every_size() {
    for n in [1, 2, 5, 63, 64, 65, 130, 200] {
        let mut a = noise(n, n, n as u64);
        a.iter_mut().enumerate().for_each(|(i, row)| row[(i * 7 + 3) % n] += 2.0);
        let x = value(a);
        let unit: Rows = (0..n).map(|i| (0..n).map(|j| f64::from(i == j)).collect()).collect();
        assert_near(&rows_of(&mmu(&x, &inv(&x).unwrap()).unwrap()), &unit, 1e-9);
    }
    let mut dependent = noise(100, 100, 9);
    dependent[70] = dependent[3].iter().map(|x| 2.0 * x).collect();
    dependent[3] = vec![0.0; 100];
    assert!(rows_of(&inv(&value(dependent)).unwrap()).iter().flatten().all(|x| x.is_nan()));
    let with_null = value(vec![vec![1.0, f64::NAN], vec![2.0, 3.0]]);
    assert!(rows_of(&inv(&with_null).unwrap()).iter().flatten().all(|x| x.is_nan()));
}

#[test]
fn least_squares_of_every_size() {
    for (rights, m, n) in [(1, 1, 1), (2, 3, 3), (1, 3, 100), (2, 5, 70_000), (3, 40, 5_000), (70, 64, 64)] {
        let (y, w) = (noise(m, n, 3), noise(rights, m, 4));
        let x = rows_of(&mmu(&value(w.clone()), &value(y.clone())).unwrap());
        assert_near(&rows_of(&lsq(&value(x.clone()), &value(y.clone())).unwrap()), &w, 1e-8);
        // What is left over stands at right angles to all rows of y.
        let mut off = x;
        off.iter_mut()
            .zip(noise(rights, n, 5))
            .for_each(|(row, e)| row.iter_mut().zip(e).for_each(|(x, e)| *x += e));
        let got = lsq(&value(off.clone()), &value(y.clone())).unwrap();
        let fit = mmu(&got, &value(y.clone())).unwrap();
        for (row, fit) in off.iter().zip(matrix(&fit).unwrap()) {
            let left: Vec<f64> = row.iter().zip(fit).map(|(x, f)| x - f).collect();
            assert!(y.iter().all(|y| dot(y, &left).abs() < 1e-7 * n as f64));
        }
    }
}

#[test]
fn dependent_rows_and_nulls_have_no_least_squares() {
    for n in [10, 50_000] {
        let mut y = noise(4, n, 6);
        y[3] = y[0].iter().zip(&y[1]).map(|(a, b)| a - 3.0 * b).collect();
        let x = value(noise(1, n, 7));
        assert_eq!(lsq(&x, &value(y.clone())).unwrap_err().word(), b"domain");
        y[3] = vec![0.0; n];
        assert_eq!(lsq(&x, &value(y.clone())).unwrap_err().word(), b"domain");
        y[3] = noise(1, n, 8).remove(0);
        assert!(lsq(&x, &value(y.clone())).is_ok());
        y[3][n / 2] = f64::NAN;
        assert_eq!(lsq(&x, &value(y)).unwrap_err().word(), b"domain");
    }
    let none = lsq(&value(vec![vec![1.0, f64::NAN, 3.0]]), &value(vec![vec![1.0, 2.0, 4.0]])).unwrap();
    assert!(rows_of(&none)[0][0].is_nan());
}
