use super::window::windows;
use super::*;
use proptest::prelude::*;
use quarry_value::{Type, Value};

const N: i64 = i64::MIN;

fn j(xs: &[i64]) -> Value {
    Value::longs(xs.to_vec())
}

fn longs(x: Value) -> Vec<i64> {
    x.items().map(|i| i.as_long().expect("an integer")).collect()
}

fn floats(x: Value) -> Vec<String> {
    x.items()
        .map(|i| match i {
            Value::F64(_, x) => format!("{x:.4}"),
            other => panic!("a float, not type {}", other.type_number()),
        })
        .collect()
}

#[test]
fn running_forms() {
    assert_eq!(longs(sums(&j(&[2, 3, N, 7])).unwrap()), [2, 5, 5, 12]);
    assert_eq!(longs(prds(&j(&[2, 3, N, 7])).unwrap()), [2, 6, 6, 42]);
    assert_eq!(longs(maxs(&j(&[N, 5, N, 1, 3])).unwrap()), [-i64::MAX, 5, 5, 5, 5]);
    assert_eq!(longs(mins(&j(&[N, 5, N, 1, 3])).unwrap()), [i64::MAX, 5, 5, 1, 1]);
    assert_eq!(maxs(&Value::chars("genie")).unwrap().as_text().unwrap(), b"ggnnn");
    assert_eq!(longs(fills(&j(&[N, 2, 3, N, N, 7, N])).unwrap()), [N, 2, 3, 3, 3, 7, 7]);
    assert_eq!(sums(&Value::chars("abc")).unwrap_err().word(), b"type");
    assert_eq!(sums(&Value::long(7)).unwrap().as_long(), Some(7));
    assert_eq!(sums(&Value::bools(vec![1, 1])).unwrap().type_number(), 6);
    assert_eq!(longs(sums(&Value::list(vec![j(&[1, 2]), j(&[3, N])])).unwrap().at(1)), [4, N]);
    let xs = Value::floats(vec![1.0, 2.0, f64::NAN, 4.0]);
    assert_eq!(floats(avgs(&xs).unwrap()), ["1.0000", "1.5000", "1.5000", "2.3333"]);
    assert_eq!(floats(ema(&Value::float(0.5), &j(&[1, 0, 0])).unwrap()), ["1.0000", "0.5000", "0.2500"]);
}

#[test]
fn neighbours() {
    assert_eq!(longs(deltas(&j(&[1, 4, N, 16])).unwrap()), [1, 3, N, N]);
    assert_eq!(deltas(&Value::vector(Type::Date, vec![3, 4])).unwrap().type_number(), 6);
    assert_eq!(deltas(&Value::vector(Type::Timestamp, vec![3i64])).unwrap().type_number(), 16);
    assert_eq!(floats(ratios(&j(&[2000, 2005])).unwrap()), ["2000.0000", "1.0025"]);
    assert_eq!(deltas(&Value::syms(vec![])).unwrap_err().word(), b"type");
}

#[test]
fn moving_forms() {
    let three = Value::long(3);
    assert_eq!(longs(msum(&three, &j(&[N, 2, 3, 5, N, 11])).unwrap()), [0, 2, 5, 10, 8, 16]);
    assert_eq!(longs(mcount(&three, &j(&[N, 1, 2, 3, N, 5])).unwrap()), [0, 1, 2, 3, 2, 2]);
    assert_eq!(longs(mmax(&three, &j(&[2, 7, 1, 3, 5, 2, 8])).unwrap()), [2, 7, 7, 7, 5, 5, 8]);
    assert_eq!(longs(mmax(&three, &j(&[N, -3, -2, N, 1, 0])).unwrap()), [-i64::MAX, -3, -2, -2, 1, 1]);
    let lows = mmin(&three, &j(&[N, -3, -2, 1, -i64::MAX, 0])).unwrap();
    assert_eq!(longs(lows), [N, N, N, -3, -i64::MAX, -i64::MAX]);
    let five = Value::long(5);
    assert_eq!(
        floats(mavg(&five, &j(&[N, 2, N, 5, 7, N])).unwrap()),
        ["NaN", "2.0000", "2.0000", "3.5000", "4.6667", "4.6667"]
    );
    assert_eq!(
        floats(mdev(&five, &j(&[N, 2, N, 5, 7, N])).unwrap()),
        ["NaN", "0.0000", "0.0000", "1.5000", "2.0548", "2.0548"]
    );
    assert_eq!(floats(mavg(&Value::long(0), &j(&[2, 3])).unwrap()), ["NaN", "NaN"]);
    assert_eq!(longs(mmin(&Value::long(0), &j(&[2, 1])).unwrap()), [2, 1]);
}

proptest! {
    #[test]
    fn windows_fold_what_they_hold(xs in proptest::collection::vec(-9i64..9, 0..40), width in 1usize..45) {
        let places: Vec<usize> = (0..xs.len()).collect();
        let join = |a: (usize, usize), b: (usize, usize)| { assert_eq!(a.1 + 1, b.0); (a.0, b.1) };
        let got = windows(&places, width, vec_id, join, |count, range| (count, range));
        for (i, (count, range)) in got.into_iter().enumerate() {
            prop_assert_eq!(range, ((i + 1).saturating_sub(width), i));
            prop_assert_eq!(count, width.min(i + 1));
        }
    }
}

#[test]
fn threads_share_long_lists() {
    let noise = |i: i64| i.wrapping_mul(0x5851_F42D_4C95_7F2D).rotate_left(29) % 1000;
    let item = |i: i64| if noise(i) % 3 == 0 { N } else { noise(i) };
    let long: Vec<i64> = (0..500).map(item).collect();
    let nulls: Vec<i64> = (0..500).map(|i| if i < 300 { N } else { item(i) }).collect();
    let as_floats = |xs: &[i64]| {
        Value::floats(xs.iter().map(|&x| if x == N { f64::NAN } else { x as f64 / 7.0 }).collect())
    };
    let lists = [j(&long), j(&nulls), as_floats(&long), as_floats(&nulls)];
    let all = || {
        let mut answers = Vec::new();
        for x in &lists {
            for f in [sums, prds, maxs, mins, fills, avgs] {
                answers.push(f(x).unwrap());
            }
            for f in [msum, mavg, mmax, mmin, mdev, mcount] {
                answers.extend([0, 1, 2, 5, 17, 499, 500, 900].map(|n| f(&Value::long(n), x).unwrap()));
            }
        }
        answers
    };
    let want = all();
    crate::pool::tests::with_threads(&[0, 2, 4], || {
        crate::runs::set_length(5);
        let got = all();
        crate::runs::set_length(crate::runs::USUAL);
        let same = |(a, b): (&Value, &Value)| crate::order::identical(a, b);
        assert!(got.iter().zip(&want).all(same));
    });
}

/// Deviations keep their digits where items lie close together far from zero, next to one that is far away, in narrow windows and wide ones.
#[test]
fn moving_deviations_keep_their_digits() {
    let noise = |i: usize| (i * 7919 % 1000) as f64 / 1000.0;
    let far = |i: usize| if i.is_multiple_of(50) { -1e9 } else { 1e9 + noise(i) };
    let full: Vec<f64> = (0..400).map(far).collect();
    let with_nulls = |i: usize| if i % 7 < 2 || i / 60 == 3 { f64::NAN } else { far(i) };
    let gaps: Vec<f64> = (0..400).map(with_nulls).collect();
    let widths = [1, 2, 5, 8, 9, 30, 49];
    for (xs, width) in [full, gaps].iter().flat_map(|xs| widths.map(|width| (xs, width))) {
        let Value::Vector(got) = mdev(&Value::long(width as i64), &Value::floats(xs.clone())).unwrap() else {
            panic!("a vector")
        };
        let got = got.slice::<f64>().unwrap();
        for end in 0..xs.len() {
            let window = &xs[(end + 1).saturating_sub(width)..=end];
            let window: Vec<f64> = window.iter().copied().filter(|x| !x.is_nan()).collect();
            // The distances from one of them are exact.
            let apart: Vec<f64> = window.iter().map(|x| x - window[0]).collect();
            let n = apart.len() as f64;
            let mean = apart.iter().sum::<f64>() / n;
            let want = (apart.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt();
            let error = (got[end] - want).abs();
            let is_right = if window.is_empty() { got[end].is_nan() } else { error <= 1e-12 * want.max(1.0) };
            assert!(is_right, "{width} {end}: {} {want}", got[end]);
        }
    }
}

/// A window as its first and last position: joining shows order and gaps.
fn vec_id(i: usize, _: usize) -> (usize, usize) {
    (i, i)
}
