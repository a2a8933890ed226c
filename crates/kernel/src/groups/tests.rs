//! Groups against oracles.

use super::*;
use quarry_value::{Sym, Type};
use std::collections::HashMap;

fn oracle<K: std::hash::Hash + Eq>(keys: impl Iterator<Item = K>) -> (Vec<u32>, usize) {
    let mut seen = HashMap::new();
    let ids = keys
        .map(|k| {
            let n = seen.len() as u32;
            *seen.entry(k).or_insert(n)
        })
        .collect();
    (ids, seen.len())
}

fn check(keys: &[&Value], want: (Vec<u32>, usize)) {
    let got = group_ids(keys).unwrap();
    assert_eq!((&got.ids, got.count), (&want.0, want.1));
    for (g, &at) in got.first.iter().enumerate() {
        assert_eq!(got.ids[at], g as u32);
        assert!(!got.ids[..at].contains(&(g as u32)));
    }
}

#[test]
fn stretches_merge_to_the_same_numbers() {
    // Half of the codes, and all of them.
    let codes: [fn(i64) -> i64; 2] = [|i| i * i % 5003, |i| i * 7 % 5003];
    for (wide, code) in [(1i64, codes[0]), (1 << 40, codes[0]), (1, codes[1])] {
        let xs: Vec<i64> = (0..2 * STRETCH as i64 + 77).map(|i| code(i) * wide).collect();
        let b = stretches::group_stretch(&xs, 0, Ids::for_items(&xs));
        let a = stretches::group_parallel(&xs, &Ids::for_items(&xs));
        assert!(a.ids == b.ids && a.first == b.first && a.count == b.count);
        let c = dealt::group(&xs);
        assert!(c.ids == b.ids && c.first == b.first && c.count == b.count);
        assert!(dealt::firsts(&xs) == b.first);
        let v = Vector::of(Type::Long, xs);
        crate::pool::tests::with_threads(&[0, 2], || assert!(firsts(&v) == b.first));
    }
}

#[test]
fn wide_tables_number_as_narrow_ones() {
    for (n, codes) in [(1, 1), (2, 5), (1000, 64), (5000, 7001), (300_000, 100_003)] {
        for step in [1, 60_000_000_000] {
            for nulls in [i64::MAX, 7] {
                let item = |i| if i % nulls == 6 { i64::MIN } else { (i * i * 7919 % codes - 50) * step };
                let xs: Vec<i64> = (0..n).map(item).collect();
                let want = stretches::group_stretch(&xs, 0, Ids::hashed(16));
                let slots = crate::slots::Slots::of(&xs, 2 * codes as usize).unwrap();
                let v = Value::longs(xs.clone());
                let sorted = renumbered(want.clone(), &[&v]);
                crate::pool::tests::with_threads(&[0, 3], || {
                    let narrow = stretches::group(&xs, Ids::direct(slots));
                    for got in [narrow, wide::group(&xs, slots)] {
                        assert!(got.ids == want.ids && got.first == want.first && got.count == want.count);
                    }
                    assert!(wide::firsts(&xs, slots) == want.first);
                    let got = wide::group_by_code(&xs, slots);
                    assert!(got.ids == sorted.ids && got.first == sorted.first && got.count == sorted.count);
                    let got = group_ids_ascending(&[&v]).unwrap();
                    assert!(got.ids == sorted.ids && got.first == sorted.first && got.count == sorted.count);
                });
            }
        }
    }
}

#[test]
fn groups_are_numbered_by_first_appearance() {
    for wide in [1i64, 3, 1000, 1 << 40] {
        let xs: Vec<i64> = (0..500i64).map(|i| (i * 7919 % 31) * wide - 5).collect();
        check(&[&Value::longs(xs.clone())], oracle(xs.iter()));
        let ys: Vec<Sym> = (0..500).map(|i| Sym::new(format!("y{}", i * i % 17))).collect();
        check(&[&Value::longs(xs.clone()), &Value::syms(ys.clone())], oracle(xs.iter().zip(&ys)));
    }
    let fs = vec![0.0, -0.0, f64::NAN, 1.0, f64::NAN];
    assert_eq!(group_ids(&[&Value::floats(fs)]).unwrap().ids, [0, 0, 1, 2, 1]);
    let l = Value::list(vec![Value::chars("ab"), Value::long(1), Value::chars("ab")]);
    assert_eq!(group_ids(&[&l]).unwrap().ids, [0, 1, 0]);
    assert_eq!(group_ids(&[&Value::longs(vec![])]).unwrap().count, 0);
    assert!(group_ids(&[&l, &Value::longs(vec![1])]).is_err());
}

#[test]
fn items_that_ascend_need_no_table() {
    crate::pool::tests::with_threads(&[0, 3], || {
        for n in [0, 1, 2, 3, 1000, 150_000] {
            for each in [1, 2, 7] {
                let xs: Vec<i64> = (0..n).map(|i| i / each * (1 << 45) - (1 << 61)).collect();
                let want = stretches::group_stretch(&xs, 0, Ids::hashed(16));
                let got = sorted::group(&xs).unwrap();
                assert!(got.ids == want.ids && got.first == want.first && got.count == want.count);
                assert!(firsts(&Vector::of(Type::Long, xs.clone())) == want.first);
                assert!(group_items(&xs).ids == want.ids);
                for at in [1, n / 2, n - 1].into_iter().filter(|at| *at > 0 && *at < n) {
                    let mut xs = xs.clone();
                    xs[at as usize] = i64::MIN;
                    assert!(sorted::group(&xs).is_none());
                }
            }
        }
    });
    let fs = [f64::NAN, -1.0, -0.0, 0.0, 0.0, 2.0];
    assert_eq!(sorted::group(&fs).unwrap().ids, [0, 1, 2, 2, 2, 3]);
    assert!(sorted::group(&[1.0, f64::NAN]).is_none());
}

#[test]
fn multiples_and_nulls_are_numbered_closely() {
    let n = 3000i64;
    let few = Value::longs((0..n).map(|i| i % 3).collect());
    for step in [1, 2, 3, 60, 64, 1_000_000, 300_000_000_000, (1 << 52) + 3, 1 << 51] {
        for (nulls, odd, low) in [(0, 0, 0), (7, 0, -5), (0, 1, 1 << 60), (7, 1, -(1 << 59))] {
            let item = |i: i64| match () {
                _ if nulls > 0 && i % nulls == 6 => i64::MIN,
                // Not where the sample looks, which takes every second item.
                _ if odd > 0 && i == 1501 => low + 1,
                _ => low + (i * 7919 % 1301) * step,
            };
            let xs: Vec<i64> = (0..n).map(item).collect();
            let column = Vector::of(Type::Timespan, xs.clone());
            let mut digit = digits::Digit::of(&column).unwrap();
            digit.narrow();
            let is_close = odd == 0 || step == 1;
            assert_eq!(digit.width() <= 1303, is_close, "{step} {nulls} {odd}");
            let mut numbers = vec![u64::MAX; xs.len()];
            digit.each(0, &mut numbers[..2000], |to, x| *to = x);
            digit.each(2000, &mut numbers[2000..], |to, x| *to = x);
            assert!(numbers.iter().all(|x| *x < digit.width()));
            assert!(oracle(xs.iter()) == oracle(numbers.iter()));
            check(&[&Value::from(column), &few], oracle(xs.iter().zip((0..n).map(|i| i % 3))));
        }
    }
    let nothing = Vector::of(Type::Long, vec![i64::MIN; 5000]);
    let mut digit = digits::Digit::of(&nothing).unwrap();
    digit.narrow();
    assert_eq!(digit.width(), 1);
}

/// Keys of every kind, `n` rows of each: few and many distinct ones, dense and far apart, nulls, negative zeros.
fn columns(n: usize) -> Vec<Value> {
    let noise = |seed: u64| {
        let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        std::iter::repeat_with(move || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x
        })
        .take(n)
    };
    let floats = [0.0, -0.0, f64::NAN, 1.5, -2.0, f64::INFINITY];
    let syms: Vec<Sym> = ["b", "", "a", "abc", "B"].iter().map(|s| Sym::new(*s)).collect();
    let domain = Sym::new("groups_domain");
    vec![
        Value::longs(noise(1).map(|x| (x % 7) as i64 - 3).collect()),
        Value::longs(noise(2).map(|x| (x % 5) as i64 * (1 << 40)).collect()),
        Value::longs(noise(3).map(|x| x as i64).collect()),
        Value::longs(noise(4).map(|x| if x % 3 == 0 { i64::MIN } else { (x % 1000) as i64 }).collect()),
        Value::vector(Type::Int, noise(5).map(|x| (x % 11) as i32).collect::<Vec<i32>>()),
        Value::bools(noise(6).map(|x| (x % 2) as u8).collect()),
        Value::floats(noise(7).map(|x| floats[(x % 6) as usize]).collect()),
        Value::floats(noise(8).map(|x| (x >> 20) as f64).collect()),
        Value::syms(noise(9).map(|x| syms[(x % 5) as usize]).collect()),
        Value::from(Vector::enumeration(domain, noise(10).map(|x| (x % 4) as i64).collect::<Vec<i64>>())),
        Value::list(noise(11).map(|x| Value::long((x % 3) as i64)).collect()),
    ]
}

#[test]
fn ascending_groups_are_those_in_the_order_of_their_keys() {
    use super::ascending::renumbered;
    crate::pool::tests::with_threads(&[0, 3], || {
        for length in [8, crate::runs::USUAL] {
            crate::runs::set_length(length);
            for n in [0, 1, 2, 90] {
                let all = columns(n);
                for (i, a) in all.iter().enumerate() {
                    let mut keys = vec![vec![a]];
                    keys.extend(all.iter().skip(i % 4).step_by(4).map(|b| vec![a, b]));
                    keys.push(vec![a, &all[(i + 3) % all.len()], &all[0], &all[4]]);
                    for keys in keys {
                        let got = group_ids_ascending(&keys).unwrap();
                        let want = renumbered(group_ids(&keys).unwrap(), &keys);
                        assert!(got.ids == want.ids && got.first == want.first && got.count == want.count);
                        let (mut sizes, mut lasts) = (vec![0i64; got.count], vec![0; got.count]);
                        for (i, id) in got.ids.iter().enumerate() {
                            (sizes[*id as usize], lasts[*id as usize]) = (sizes[*id as usize] + 1, i);
                        }
                        assert_eq!((got.sizes(), got.lasts()), (sizes, lasts));
                    }
                }
            }
            crate::runs::set_length(crate::runs::USUAL);
        }
    });
}

#[test]
fn rows_that_are_nearly_all_distinct_are_dealt() {
    let n = 5000i64;
    let xs = Value::longs((0..n).map(|i| i.wrapping_mul(0x5851_F42D_4C95_7F2D) >> 3).collect());
    let few = Value::longs((0..n).map(|i| i % 3).collect());
    crate::pool::tests::with_threads(&[0, 2], || {
        crate::runs::set_length(64);
        for keys in [vec![&xs], vec![&few, &xs]] {
            let got = group_ids_ascending(&keys).unwrap();
            let want = ascending::renumbered(group_ids(&keys).unwrap(), &keys);
            assert!(got.ids == want.ids && got.first == want.first && got.count == want.count);
        }
        crate::runs::set_length(crate::runs::USUAL);
    });
}

#[test]
fn what_is_to_end_reads_no_further() {
    use quarry_value::evaluation::{Evaluation, within};
    use quarry_value::{Texts, fault};
    let _own = within(Some(Evaluation::new(|| Ok(()))));
    let texts = Value::from((0..1000).map(|i| i.to_string()).collect::<Texts>());
    assert_eq!(group_ids(&[&texts]).unwrap().count, 1000);
    fault::raise(Error::new("stop"));
    let groups = group_ids(&[&texts]).unwrap();
    assert_eq!((groups.count, groups.ids.len()), (1, 1000));
    assert!(crate::group(&texts).is_err());
    assert!(fault::take().is_some());
}
