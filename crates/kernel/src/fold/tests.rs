use super::any;
use super::*;
use crate::Groups;
use proptest::prelude::*;
use quarry_value::{Sym, Type, Value, Vector};

fn j(xs: &[i64]) -> Value {
    Value::longs(xs.to_vec())
}

fn f(xs: &[f64]) -> Value {
    Value::floats(xs.to_vec())
}

fn long(x: Value) -> i64 {
    x.as_long().expect("an integer")
}

fn float(x: Value) -> f64 {
    match x {
        Value::F64(_, x) => x,
        other => panic!("a float, not type {}", other.type_number()),
    }
}

const N: i64 = i64::MIN;

#[test]
fn sums_pass_nulls_over_and_keep_types() {
    assert_eq!(long(sum(&j(&[2, 3, N, 7])).unwrap()), 12);
    assert_eq!(long(sum(&j(&[])).unwrap()), 0);
    assert_eq!(float(sum(&f(&[f64::NAN, 8.0])).unwrap()), 8.0);
    assert_eq!(sum(&Value::bools(vec![1, 0, 1])).unwrap().type_number(), -6);
    assert_eq!(long(sum(&Value::bools(vec![1; 100_000])).unwrap()), 100_000);
    assert_eq!(long(sum(&Value::bytes(vec![255; 100_000])).unwrap()), 25_500_000);
    assert_eq!(sum(&Value::chars("abc")).unwrap().as_long(), Some(294));
    assert_eq!(sum(&Value::syms(vec![])).unwrap_err().word(), b"type");
    assert_eq!(long(sum(&Value::long(7)).unwrap()), 7);
    assert!(matches!(sum(&Value::vector(Type::Date, vec![3, 4])).unwrap(), Value::I32(Type::Date, 7)));
    assert_eq!(long(prd(&j(&[2, 3, N, 7])).unwrap()), 42);
    assert_eq!(long(prd(&Value::bools(vec![1, 0, 1])).unwrap()), 0);
}

#[test]
fn greatest_and_least() {
    assert_eq!(long(max(&j(&[N, 5, N, 1, 3])).unwrap()), 5);
    assert_eq!(long(max(&j(&[N, N])).unwrap()), -i64::MAX);
    assert_eq!(long(min(&j(&[N, 5, N, 1, 3])).unwrap()), 1);
    assert_eq!(long(min(&j(&[N, N])).unwrap()), i64::MAX);
    assert_eq!(float(max(&f(&[f64::NAN, 2.0])).unwrap()), 2.0);
    assert!(matches!(max(&Value::chars("genie")).unwrap(), Value::U8(Type::Char, b'n')));
    assert!(matches!(min(&Value::bools(vec![])).unwrap(), Value::U8(Type::Bool, 1)));
    assert_eq!(max(&Value::syms(vec![Sym::new("a")])).unwrap_err().word(), b"type");
}

#[test]
fn averages() {
    assert_eq!(float(avg(&j(&[1, 2, 3])).unwrap()), 2.0);
    assert_eq!(float(avg(&f(&[1.0, f64::NAN, 2.0, 3.0])).unwrap()), 2.0);
    assert!(float(avg(&f(&[f64::INFINITY, f64::NEG_INFINITY])).unwrap()).is_nan());
    assert!(float(avg(&j(&[])).unwrap()).is_nan());
    assert_eq!(float(avg(&Value::bool(true)).unwrap()), 1.0);
    assert_eq!(float(avg(&j(&[1, i64::MAX])).unwrap()), 2f64.powi(62));
    assert_eq!(float(avg(&Value::vector(Type::Short, vec![i16::MAX, 1])).unwrap()), 16384.0);
    assert_eq!(float(avg(&Value::vector(Type::Short, vec![1i16, 2])).unwrap()), 1.5);
    assert_eq!(float(avg(&j(&[1 << 60; 100])).unwrap()), (1i64 << 60) as f64);
    let mixed = [Value::long(1), Value::float(f64::NAN), Value::long(2), Value::long(3)];
    assert_eq!(float(avg(&Value::list(mixed.to_vec())).unwrap()), 1.5);
}

#[test]
fn truths() {
    assert!(matches!(all(&Value::empty_list()).unwrap(), Value::U8(Type::Bool, 1)));
    assert!(matches!(any(&Value::empty_list()).unwrap(), Value::U8(Type::Bool, 0)));
    assert!(matches!(all(&Value::chars(" \0")).unwrap(), Value::U8(Type::Bool, 0)));
    assert!(matches!(any(&f(&[0.0, f64::NAN])).unwrap(), Value::U8(Type::Bool, 1)));
    assert_eq!(all(&Value::sym("a")).unwrap_err().word(), b"type");
}

#[test]
fn spreads() {
    assert_eq!(float(var(&j(&[2, 3, 5, 7])).unwrap()), 3.6875);
    assert_eq!(float(var(&f(&[2.0, 3.0, 5.0, f64::NAN, 7.0])).unwrap()), 3.6875);
    assert!((float(svar(&j(&[2, 3, 5, 7])).unwrap()) - 4.916667).abs() < 1e-6);
    assert!((float(dev(&j(&[10, 343, 232, 55])).unwrap()) - 134.3484).abs() < 1e-4);
    assert!((float(sdev(&j(&[10, 343, 232, 55])).unwrap()) - 155.1322).abs() < 1e-4);
    assert!(float(var(&j(&[])).unwrap()).is_nan());
    let matrix = Value::list(vec![j(&[2, 3]), j(&[4, N]), j(&[1, 7])]);
    assert_eq!(var(&matrix).unwrap().at(1).as_long(), None);
    assert_eq!(float(var(&matrix).unwrap().at(1)), 4.0);
    assert_eq!(float(med(&j(&[10, 34, 23, 123, 5, 56])).unwrap()), 28.5);
}

#[test]
fn pairs() {
    let near = |x: Value, y: f64| assert!((float(x) - y).abs() < 1e-6);
    near(cov(&j(&[2, 3, 5, 7]), &j(&[3, 3, 5, 9])).unwrap(), 4.5);
    near(scov(&j(&[2, 3, 5, 7]), &j(&[3, 3, 5, 9])).unwrap(), 6.0);
    near(cor(&j(&[29, 10, 54]), &j(&[1, 3, 9])).unwrap(), 0.7727746);
    near(cor(&j(&[1, 3, N]), &j(&[1, 3, 9])).unwrap(), 1.0);
    assert!(float(cor(&j(&[1, 1, 1]), &j(&[1, 3, 9])).unwrap()).is_nan());
    near(wavg(&j(&[2, N, 4, 5]), &j(&[1, 2, N, 8])).unwrap(), 6.0);
    assert!(float(wavg(&Value::long(0), &j(&[2, 3])).unwrap()).is_nan());
    near(wsum(&j(&[2, 3, 4]), &j(&[1, 2, 4])).unwrap(), 24.0);
    assert_eq!(cov(&j(&[1]), &j(&[1, 2])).unwrap_err().word(), b"length");
}

const UNARY: [Agg; 13] = [
    Agg::Count,
    Agg::First,
    Agg::Last,
    Agg::Sum,
    Agg::Prd,
    Agg::Min,
    Agg::Max,
    Agg::Avg,
    Agg::All,
    Agg::Any,
    Agg::Var,
    Agg::SDev,
    Agg::Med,
];
const BINARY: [Agg; 5] = [Agg::Cov, Agg::SCov, Agg::Cor, Agg::WAvg, Agg::WSum];

/// Equal, floats nearly.
fn like(x: &Value, y: &Value) -> bool {
    match (x, y) {
        (Value::F64(_, a), Value::F64(_, b)) => {
            a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= 1e-6 * (1.0 + a.abs().max(b.abs()))
        }
        (Value::I64(t, a), Value::I64(u, b)) => t == u && a == b,
        (Value::I32(t, a), Value::I32(u, b)) => t == u && a == b,
        (Value::U8(t, a), Value::U8(u, b)) => t == u && a == b,
        (Value::I16(a), Value::I16(b)) => a == b,
        (Value::List(_), Value::List(_)) => {
            x.count() == y.count() && x.items().zip(y.items()).all(|(x, y)| like(&x, &y))
        }
        _ => false,
    }
}

fn vector() -> impl Strategy<Value = Value> {
    let long = prop_oneof![4 => -50i64..50, 1 => Just(N)];
    let float = prop_oneof![4 => -50.0..50.0, 1 => Just(f64::NAN)];
    let int = prop_oneof![4 => -50i32..50, 1 => Just(i32::MIN)];
    prop_oneof![
        proptest::collection::vec(long, 40).prop_map(Value::longs),
        proptest::collection::vec(float, 40).prop_map(Value::floats),
        proptest::collection::vec(int.clone(), 40).prop_map(Value::ints),
        proptest::collection::vec(int, 40).prop_map(|xs| Value::vector(Type::Time, xs)),
        proptest::collection::vec(0u8..2, 40).prop_map(Value::bools),
        proptest::collection::vec(-9i16..9, 40).prop_map(|xs| Value::vector(Type::Short, xs)),
    ]
}

fn pick(x: &Value, at: impl Iterator<Item = usize>) -> Value {
    let items: Vec<Value> = at.map(|i| x.at(i)).collect();
    if items.is_empty() { Value::empty(x.item_type().unwrap()) } else { Value::collapse(items) }
}

/// Groups as numbered, however they first appear.
fn groups(ids: &[u32], count: usize) -> Groups {
    Groups { ids: ids.to_vec(), count, first: Vec::new() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn by_group_is_each_group(x in vector(), y in vector(), ids in proptest::collection::vec(0u32..5, 40)) {
        let gs = groups(&ids, 5);
        let part = |v: &Value, g: u32| pick(v, (0..40).filter(|i| ids[*i] == g));
        for agg in UNARY {
            let got = fold_by(agg, &[&x], &gs).unwrap();
            for g in 0..5 {
                let want = agg.apply(&[&part(&x, g)]).unwrap();
                prop_assert!(like(&got.at(g as usize), &want), "{agg:?} {:?} {:?}", x.type_number(), g);
            }
        }
        for agg in BINARY {
            if agg == Agg::WSum { continue }
            let got = fold_by(agg, &[&x, &y], &gs).unwrap();
            for g in 0..5 {
                let want = agg.apply(&[&part(&x, g), &part(&y, g)]);
                if let Ok(want) = want {
                    prop_assert!(like(&got.at(g as usize), &want), "{agg:?} {:?}", g);
                }
            }
        }
    }

    #[test]
    fn parts_make_the_whole(x in vector(), y in vector(), cuts in proptest::collection::vec(0usize..41, 0..4)) {
        let mut cuts = cuts;
        cuts.extend([0, 40]);
        cuts.sort();
        for agg in UNARY.into_iter().chain(BINARY) {
            let args: Vec<&Value> = if agg.rank() == 1 { vec![&x] } else { vec![&x, &y] };
            if agg == Agg::WSum { continue }
            let mut merged = Partial::new(agg);
            let mut stepped = Partial::new(agg);
            for w in cuts.windows(2) {
                let parts: Vec<Value> = args.iter().map(|a| pick(a, w[0]..w[1])).collect();
                let parts: Vec<&Value> = parts.iter().collect();
                stepped.step(&parts, None, 1).unwrap();
                let mut one = Partial::new(agg);
                one.step(&parts, None, 1).unwrap();
                merged.merge(one, Some(&[0]), 1).unwrap();
            }
            let want = agg.apply(&args).unwrap();
            prop_assert!(like(&merged.finish().unwrap().at(0), &want), "{agg:?}");
            prop_assert!(like(&stepped.finish().unwrap().at(0), &want), "{agg:?}");
        }
    }

    #[test]
    fn kernels_agree_with_plain_loops(xs in proptest::collection::vec(prop_oneof![-1e6..1e6f64, Just(f64::NAN)], 0usize..200)) {
        let there: Vec<f64> = xs.iter().copied().filter(|x| !x.is_nan()).collect();
        let total: f64 = there.iter().sum();
        prop_assert!((wide::sum_floats(&xs) - total).abs() < 1e-3);
        prop_assert_eq!(wide::sum_absent_floats(&xs).1 as usize, xs.len() - there.len());
        prop_assert_eq!(wide::sum_floats(&xs).to_bits(), lanes::sum_floats(&xs).to_bits());
        prop_assert_eq!(wide::max(&xs), there.iter().copied().fold(f64::NEG_INFINITY, f64::max));
        prop_assert_eq!(wide::min(&xs), there.iter().copied().fold(f64::INFINITY, f64::min));
    }
}

#[test]
fn threads_change_no_bit() {
    let xs: Vec<f64> = (0..300_000).map(|i| (i as f64 * 0.37).sin()).collect();
    let x = Value::floats(xs);
    let ids: Vec<u32> = (0..300_000).map(|i| (i as u32).wrapping_mul(7919) % 1000).collect();
    let gs = groups(&ids, 1000);
    let alone = (float(sum(&x).unwrap()), float(dev(&x).unwrap()), fold_by(Agg::Sum, &[&x], &gs).unwrap());
    crate::pool::tests::with_threads(&[3], || {
        assert_eq!(float(sum(&x).unwrap()).to_bits(), alone.0.to_bits());
        assert_eq!(float(dev(&x).unwrap()).to_bits(), alone.1.to_bits());
        let by = fold_by(Agg::Sum, &[&x], &gs).unwrap();
        for g in 0..1000 {
            assert_eq!(float(by.at(g)).to_bits(), float(alone.2.at(g)).to_bits());
        }
    });
}

#[test]
fn spans_fold_as_group_numbers_do_to_the_bit() {
    // Two groups lie in more than one block.
    let many = (1 << 17) + 9000;
    let starts: Vec<usize> =
        [0, 1, 3].into_iter().chain((10..5000).step_by(7)).chain([5000, 9000, many, 3 * many]).collect();
    let n = 3 * many;
    let mut ids = vec![0u32; n];
    starts.windows(2).enumerate().for_each(|(g, s)| ids[s[0]..s[1]].fill(g as u32));
    let rows = || 0..n as i64;
    let x = Value::longs(rows().map(|i| if i % 11 == 3 { N } else { i * 7919 % 1000 - 500 }).collect());
    let y = rows().map(|i| if i % 13 == 5 { f64::NAN } else { (i as f64 * 0.37).sin() });
    let y = Value::floats(y.collect());
    let s = Value::syms(rows().map(|i| Sym::new(format!("s{}", i % 10))).collect());
    let unary =
        [Agg::First, Agg::Last, Agg::Sum, Agg::Max, Agg::Min, Agg::Avg, Agg::Count, Agg::All, Agg::Dev];
    let cases = unary.iter().flat_map(|agg| [(*agg, vec![&x]), (*agg, vec![&y])]);
    let ends =
        [(Agg::First, vec![&s]), (Agg::Last, vec![&s]), (Agg::WAvg, vec![&x, &y]), (Agg::Cor, vec![&x, &y])];
    for (agg, args) in cases.chain(ends) {
        let (mut by_ids, mut by_spans) = (Partial::new(agg), Partial::new(agg));
        by_ids.step(&args, Some(&ids), starts.len() - 1).unwrap();
        by_spans.step_spans(&args, &starts).unwrap();
        assert!(crate::order::identical(&by_ids.finish().unwrap(), &by_spans.finish().unwrap()), "{agg:?}");
    }
}

/// Every row with every other gives to the bit what pairs give one by one.
#[test]
fn rows_of_a_matrix_are_paired_as_one_by_one() {
    let rows = |count: usize, n: usize| -> Vec<Value> {
        let item = |r: usize, i: usize| ((r * 7919 + i * 104_729) % 1009) as f64 / 31.0 - 9.0;
        (0..count)
            .map(|r| match r % 3 {
                0 => Value::longs((0..n).map(|i| item(r, i) as i64).collect()),
                1 if r == 4 => Vector::of(Type::Float, vec![2.5; n]).into(),
                _ => Vector::of(Type::Float, (0..n).map(|i| item(r, i)).collect::<Vec<f64>>()).into(),
            })
            .collect()
    };
    let one_by_one = |agg: Agg, xs: &[Value], ys: &[Value]| -> Vec<Vec<u64>> {
        let bits = |x: &Value, y: &Value| float(agg.apply(&[x, y]).unwrap()).to_bits();
        xs.iter().map(|x| ys.iter().map(|y| bits(x, y)).collect()).collect()
    };
    let bits = |rows: Vec<Value>| -> Vec<Vec<u64>> {
        let of = |v: &Value| match v {
            Value::Vector(v) => v.slice::<f64>().unwrap().iter().map(|x| x.to_bits()).collect(),
            _ => panic!("no vector"),
        };
        rows.iter().map(of).collect()
    };
    crate::pool::tests::with_threads(&[0, 3], || {
        // The longest has more than one block, and is slow to go through one by one.
        for (n, count) in [(1, 19), (7, 19), (2050, 18), (66_000, 8)] {
            let (xs, ys) = (rows(count, n), rows(2, n));
            for agg in [Agg::Cor, Agg::Cov, Agg::SCov] {
                let check = |xs: &[Value], ys: &[Value]| {
                    assert_eq!(bits(every_pair(agg, xs, ys).unwrap()), one_by_one(agg, xs, ys), "{n}");
                };
                check(&ys[..1], &xs);
                if n < 10_000 {
                    check(&xs, &xs);
                    check(&xs, &ys);
                }
            }
        }
    });
    let mut xs = rows(4, 5);
    assert!(every_pair(Agg::WAvg, &xs, &xs).is_none());
    xs.push(Value::longs(vec![1, 2, i64::MIN, 4, 5]));
    assert!(every_pair(Agg::Cor, &xs, &xs).is_none());
    xs.pop();
    xs.push(Value::longs(vec![1, 2]));
    assert!(every_pair(Agg::Cor, &xs, &xs).is_none());
}

#[test]
fn parts_of_vectors_answer_as_vectors_of_their_own() {
    let n = 10_000;
    let vectors = [
        Value::longs((0..n).map(|i| if i % 7 == 0 { N } else { i * i % 1013 - 500 }).collect::<Vec<_>>()),
        Value::floats(
            (0..n).map(|i| if i % 11 == 0 { f64::NAN } else { (i as f64).sin() }).collect::<Vec<_>>(),
        ),
        Value::bools((0..n).map(|i| u8::from(i % 3 == 0)).collect::<Vec<_>>()),
        Value::vector(Type::Short, (0..n).map(|i| (i % 300) as i16).collect::<Vec<_>>()),
    ];
    let aggs = [Agg::Sum, Agg::Prd, Agg::Max, Agg::Min, Agg::Avg, Agg::All, Agg::Any, Agg::Dev, Agg::SVar];
    for range in [0..0, 0..1, 5..70, 77..4200, 4096..10_000, 0..10_000] {
        let places = Value::longs(range.clone().map(|i| i as i64).collect::<Vec<_>>());
        let own: Vec<Value> = vectors.iter().map(|x| crate::index(x, &places).unwrap()).collect();
        let whole: Vec<&Vector> =
            vectors.iter().map(|x| if let Value::Vector(v) = x { &**v } else { panic!() }).collect();
        for agg in aggs {
            for (x, own) in whole.iter().zip(&own) {
                let got = agg.apply_within(&[x], &range).expect("an aggregate of numbers");
                assert!(crate::order::identical(&got, &agg.apply(&[own]).unwrap()), "{agg:?} {range:?}");
            }
        }
        for agg in [Agg::WAvg, Agg::WSum, Agg::Cor, Agg::Cov] {
            let got = agg.apply_within(&[whole[0], whole[1]], &range).expect("an aggregate of numbers");
            assert!(
                crate::order::identical(&got, &agg.apply(&[&own[0], &own[1]]).unwrap()),
                "{agg:?} {range:?}"
            );
        }
    }
    assert!(Agg::Med.apply_within(&[&Vector::of(Type::Long, vec![1i64])], &(0..1)).is_none());
}
