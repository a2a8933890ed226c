//! Laws of list primitives, against plain loops over items.

use proptest::prelude::*;
use quarry_kernel as k;
use quarry_value::{Sym, Type, Value};

/// Small items collide, large ones spread the range; nulls are among them.
fn longs() -> impl Strategy<Value = Vec<i64>> {
    let item = prop_oneof![4 => -3i64..4, 1 => any::<i64>(), 1 => Just(i64::MIN)];
    prop::collection::vec(item, 0..120)
}

/// One list of items as vectors of several types, and as a general list.
fn forms(xs: &[i64]) -> Vec<Value> {
    let float = |x: &i64| match *x {
        i64::MIN => f64::NAN,
        0 => -0.0,
        x => x as f64,
    };
    let mut mixed: Vec<Value> = xs.iter().map(|x| Value::long(*x)).collect();
    mixed.push(Value::chars("end"));
    vec![
        Value::longs(xs.to_vec()),
        Value::vector(Type::Date, xs.iter().map(|x| *x as i32).collect::<Vec<i32>>()),
        Value::vector(Type::Short, xs.iter().map(|x| *x as i16).collect::<Vec<i16>>()),
        Value::bytes(xs.iter().map(|x| *x as u8).collect()),
        Value::floats(xs.iter().map(float).collect()),
        Value::syms(xs.iter().map(|x| Sym::new(format!("s{}", x % 50))).collect()),
        Value::list(mixed),
    ]
}

fn same(x: &Value, y: &Value) -> bool {
    k::order::identical(x, y)
}

fn at(x: &Value) -> Vec<i64> {
    k::gather::positions(x).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn take_and_drop_part_a_list(xs in longs(), n in -130i64..130) {
        for x in forms(&xs) {
            let n = n.clamp(-(x.count() as i64), x.count() as i64);
            let (taken, left) = (k::take(&Value::long(n), &x).unwrap(), k::drop(&Value::long(n), &x).unwrap());
            let whole = if n < 0 { k::join(&left, &taken) } else { k::join(&taken, &left) }.unwrap();
            prop_assert!(same(&whole, &x));
            prop_assert!(same(&k::reverse(&k::reverse(&x).unwrap()).unwrap(), &x));
        }
    }

    #[test]
    fn find_is_the_first_that_matches(xs in longs(), ys in longs()) {
        for (x, y) in forms(&xs).into_iter().zip(forms(&ys)).take(6) {
            let found = at(&k::find(&x, &y).unwrap());
            for (j, item) in y.items().enumerate() {
                let plain = x.items().position(|a| same(&a, &item)).unwrap_or(x.count());
                prop_assert_eq!(found[j], plain as i64);
            }
            if x.count() > 1 {
                let flags = at(&k::in_(&y, &x).unwrap());
                prop_assert!(flags.iter().zip(&found).all(|(f, p)| (*f == 1) == (*p < x.count() as i64)));
            }
        }
    }

    #[test]
    fn groups_part_a_list(xs in longs()) {
        for x in forms(&xs) {
            let groups = k::group_ids(&[&x]).unwrap();
            for (i, item) in x.items().enumerate() {
                let first = x.items().position(|a| same(&a, &item)).unwrap();
                prop_assert_eq!(groups.first[groups.ids[i] as usize], first);
            }
            let rows = k::group_ids(&[&x, &k::reverse(&x).unwrap()]).unwrap();
            prop_assert!(rows.count >= groups.count);
        }
    }

    #[test]
    fn grades_sort_and_are_stable(xs in longs()) {
        for x in forms(&xs) {
            for descending in [false, true] {
                let mut plain: Vec<i64> = (0..x.count() as i64).collect();
                plain.sort_by(|&i, &j| {
                    let o = k::compare(&x.at(i as usize), &x.at(j as usize));
                    if descending { o.reverse() } else { o }
                });
                prop_assert_eq!(k::sort::grade(&x, descending).unwrap(), plain);
            }
            prop_assert!(same(&k::asc(&x).unwrap(), &k::index(&x, &k::iasc(&x).unwrap()).unwrap()));
        }
    }

    #[test]
    fn bin_is_the_last_not_above(xs in longs(), ys in longs()) {
        for (x, y) in forms(&xs).into_iter().zip(forms(&ys)).take(6) {
            let x = k::asc(&x).unwrap();
            let (last, first) = (at(&k::bin(&x, &y).unwrap()), at(&k::binr(&x, &y).unwrap()));
            for (j, item) in y.items().enumerate() {
                let below = x.items().filter(|a| k::compare(a, &item).is_lt()).count() as i64;
                let not_above = x.items().filter(|a| k::compare(a, &item).is_le()).count() as i64;
                prop_assert_eq!((first[j], last[j]), (below, not_above - 1));
            }
        }
    }

    #[test]
    fn assignment_changes_what_it_names(xs in longs(), i in any::<usize>(), j in any::<usize>()) {
        for x in forms(&xs).into_iter().filter(|x| x.count() > 0) {
            let (i, j) = (i % x.count(), j % x.count());
            let y = k::set_at(x.clone(), &Value::long(i as i64), &x.at(j)).unwrap();
            prop_assert_eq!(y.count(), x.count());
            for p in 0..x.count() {
                let from = if p == i { j } else { p };
                prop_assert!(same(&y.at(p), &x.at(from)));
            }
        }
    }

    #[test]
    fn attributes_change_no_answer(xs in longs(), ys in longs()) {
        let given = Value::longs(xs.clone());
        let unique = k::distinct(&given).unwrap();
        let sorted = k::set_attribute(Sym::EMPTY, &k::asc(&given).unwrap()).unwrap();
        let y = Value::longs(ys.clone());
        for (attr, x) in [("u", &unique), ("s", &sorted), ("p", &sorted), ("g", &given)] {
            let with = k::set_attribute(Sym::new(attr), x).unwrap();
            prop_assert!(same(&k::find(x, &y).unwrap(), &k::find(&with, &y).unwrap()));
            let joined = k::join(x, &y).unwrap();
            let grown = k::append(with.clone(), &y).unwrap();
            prop_assert!(same(&joined, &grown));
            prop_assert!(same(&k::find(&joined, &y).unwrap(), &k::find(&grown, &y).unwrap()));
            for item in y.items().take(5) {
                let rows = k::lookup::equal_rows(&with, &item).unwrap().positions();
                let walked: Vec<i64> = (0..x.count() as i64).filter(|&i| same(&x.at(i as usize), &item)).collect();
                prop_assert_eq!(rows, walked);
            }
        }
    }

    #[test]
    fn dictionaries_join_by_key(xs in longs(), ys in longs()) {
        let dict = |keys: &[i64], from: i64| {
            let keys = k::distinct(&Value::longs(keys.to_vec())).unwrap();
            let n = keys.count() as i64;
            Value::dict(keys, Value::longs((from..from + n).collect()))
        };
        let (x, y) = (dict(&xs, 0), dict(&ys, 1000));
        let joined = k::join(&x, &y).unwrap();
        for key in xs.iter().chain(&ys).map(|key| Value::long(*key)) {
            let new = k::index(&y, &key).unwrap().as_long();
            let want = if new == Some(i64::MIN) { k::index(&x, &key).unwrap().as_long() } else { new };
            prop_assert_eq!(k::index(&joined, &key).unwrap().as_long(), want);
        }
    }
}
