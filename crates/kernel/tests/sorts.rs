//! Laws of sorting for vectors of every type, of every shape that has a way of its own, at the sizes where ways change.
//!
//! A grade is checked by what makes it the only right one: it has each position once, items ascend (or descend) along it,
//! and positions of equal items ascend.

use proptest::prelude::*;
use quarry_kernel as k;
use quarry_value::{Guid, Sym, Type, Value, Vector};
use std::cmp::Ordering;

/// Counts around which another way of sorting is taken, and where several apply.
fn counts() -> impl Strategy<Value = usize> {
    let near = |n: usize| n.saturating_sub(2)..n + 3;
    prop_oneof![0usize..40, near(64), near(256), near(512), near(4096), near(16384), 20_000usize..24_000]
}

/// Shapes of numbers.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Even,
    /// Few that differ.
    Few,
    /// So many of one that the others hardly show.
    NearlyOne,
    /// Small numbers, and some of any size.
    Clustered,
    /// Those that differ in their high and in their low bits only.
    Ends,
    /// Nulls, infinities, and what is next to them.
    Special,
    /// Ascending already, but for the last.
    Ascending,
    Descending,
}

fn shapes() -> impl Strategy<Value = Shape> {
    use Shape::*;
    prop::sample::select(vec![Even, Few, NearlyOne, Clustered, Ends, Special, Ascending, Descending])
}

fn numbers(n: usize, shape: Shape, seed: u64) -> Vec<i64> {
    let mut s = seed | 1;
    let mut next = || {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        s
    };
    let special = [i64::MIN, i64::MIN + 1, i64::MAX, i64::MAX - 1, 0, -1, 1];
    let mut number = |i: usize| {
        let x = next();
        (match shape {
            Shape::Even => x,
            Shape::Few => x % 5,
            Shape::NearlyOne if x % 1000 > 0 => 7,
            Shape::NearlyOne => x >> 7,
            Shape::Clustered if x % 200 > 0 => x >> 8 & 0xff,
            Shape::Clustered => x,
            Shape::Ends => x & 0xff00_0000_0000_00ff,
            Shape::Special => special[x as usize % special.len()] as u64,
            Shape::Ascending => {
                if i + 1 < n {
                    3 * i as u64
                } else {
                    1
                }
            }
            Shape::Descending => 3 * (n - i) as u64,
        }) as i64
    };
    (0..n).map(&mut number).collect()
}

/// A float for a number: the null, infinities and both zeros are among them.
fn float(x: i64) -> f64 {
    match x {
        i64::MIN => f64::NAN,
        i64::MAX => f64::INFINITY,
        -9223372036854775807 => f64::NEG_INFINITY,
        x if x % 7 == 3 => -0.0,
        x => x as f64 / 8.0,
    }
}

/// The numbers as vectors of every type.
fn vectors(xs: &[i64]) -> Vec<Value> {
    fn of<T: quarry_value::Item>(ty: Type, xs: &[i64], item: impl Fn(i64) -> T) -> Value {
        Value::vector(ty, xs.iter().map(|&x| item(x)).collect::<Vec<T>>())
    }
    let guid = |x: i64| -> Guid { u128::from(x as u64).wrapping_mul(1 << 61 | 1).to_be_bytes() };
    let names: Vec<Sym> = (0..300).map(|i| Sym::new(format!("{}{i}", "n".repeat(i % 20)))).collect();
    let domain = Sym::new("names");
    k::domain::set(domain, &Value::syms(names.clone()));
    let positions: Vec<i64> =
        xs.iter().map(|x| if *x == i64::MIN { *x } else { x.rem_euclid(300) }).collect();
    vec![
        of(Type::Bool, xs, |x| (x & 1) as u8),
        of(Type::Byte, xs, |x| x as u8),
        of(Type::Char, xs, |x| x as u8),
        of(Type::Short, xs, |x| x as i16),
        of(Type::Int, xs, |x| (x >> 32) as i32),
        of(Type::Date, xs, |x| x as i32),
        of(Type::Long, xs, |x| x),
        of(Type::Timestamp, xs, |x| x),
        of(Type::Real, xs, |x| float(x) as f32),
        of(Type::Float, xs, float),
        of(Type::Float, xs, |x| if x == i64::MIN { f64::NAN } else { x as f64 }),
        of(Type::Symbol, xs, |x| names[x.rem_euclid(300) as usize]),
        of(Type::Guid, xs, guid),
        Value::Vector(Vector::enumeration(domain, positions).into()),
    ]
}

/// Runs a check without threads and with thresholds as they are, and with threads and so low ones that few items cross them.
fn every_way(check: impl Fn() -> Result<(), TestCaseError>) -> Result<(), TestCaseError> {
    for (threads, length) in [(0, k::runs::USUAL), (3, 20)] {
        quarry_value::pool::set_threads(threads).expect("threads");
        k::runs::set_length(length);
        let result = check();
        quarry_value::pool::set_threads(0).expect("threads");
        k::runs::set_length(k::runs::USUAL);
        result?;
    }
    Ok(())
}

/// Is `at` the stable grade of `n` items by `order`?
fn is_grade(at: &[i64], n: usize, order: impl Fn(usize, usize) -> Ordering) -> bool {
    let mut seen = vec![false; n];
    let each_once = at.len() == n && at.iter().all(|&i| !std::mem::replace(&mut seen[i as usize], true));
    each_once
        && at.windows(2).all(|w| match order(w[0] as usize, w[1] as usize) {
            Ordering::Less => true,
            Ordering::Equal => w[0] < w[1],
            Ordering::Greater => false,
        })
}

/// The same items, bit by bit: of floats, the zeros have their signs.
fn same_bits(x: &Value, y: &Value) -> bool {
    let zeros = |x: &Value| -> Vec<bool> {
        x.items().map(|x| matches!(x, Value::F64(_, x) if x.is_sign_negative() && x == 0.0)).collect()
    };
    k::order::identical(x, y) && zeros(x) == zeros(y)
}

fn longs(x: &Value) -> Vec<i64> {
    k::gather::positions(x).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    /// One test: threads and thresholds belong to the process.
    #[test]
    fn sorts_agree_with_the_plain_order(n in counts(), shape in shapes(), by in shapes(), seed in any::<u64>()) {
        let (xs, ys) = (vectors(&numbers(n, shape, seed)), vectors(&numbers(n, by, !seed)));
        every_way(|| {
            for x in &xs {
                let order = |i: usize, j: usize| k::compare(&x.at(i), &x.at(j));
                let (up, down) = (longs(&k::iasc(x).unwrap()), longs(&k::idesc(x).unwrap()));
                prop_assert!(is_grade(&up, n, order), "iasc of type {}", x.type_number());
                prop_assert!(is_grade(&down, n, |i, j| order(j, i)), "idesc of type {}", x.type_number());
                let (asc, desc) = (k::asc(x).unwrap(), k::desc(x).unwrap());
                prop_assert!(same_bits(&asc, &k::gather::pick(x, &up)), "asc of type {}", x.type_number());
                prop_assert!(same_bits(&desc, &k::gather::pick(x, &down)), "desc of type {}", x.type_number());
                let places = longs(&k::rank(x).unwrap());
                prop_assert!(up.iter().enumerate().all(|(place, &i)| places[i as usize] == place as i64));
            }
            // Columns of short ranks, of long ones, and of those that have none.
            for (a, b, c) in [(0, 3, 1), (6, 9, 3), (11, 6, 0), (12, 13, 8), (5, 5, 5), (9, 4, 12)] {
                let columns = [&ys[a], &xs[b], &ys[c]];
                let order = |i: usize, j: usize| {
                    let each = columns.iter().map(|x| k::compare(&x.at(i), &x.at(j)));
                    each.fold(Ordering::Equal, Ordering::then)
                };
                let (up, down) = (k::grade_columns(&columns, false), k::grade_columns(&columns, true));
                prop_assert!(is_grade(&up, n, order), "columns {a} {b} {c}");
                prop_assert!(is_grade(&down, n, |i, j| order(j, i)), "columns {a} {b} {c}, descending");
            }
            Ok(())
        })?;
    }
}
