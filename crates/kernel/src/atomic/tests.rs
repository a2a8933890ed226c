//! Examples, and laws that hold for every operation and every pair of types.

use super::*;
use quarry_value::{Sym, Vector};

fn v(x: Result<Value>) -> String {
    match x {
        Ok(x) => show(&x),
        Err(e) => e.to_string(),
    }
}

/// A plain rendering for comparison: type number and items.
fn show(x: &Value) -> String {
    match x {
        Value::Vector(_) | Value::List(_) => {
            let items: Vec<String> = x.items().map(|x| show(&x)).collect();
            format!("{}[{}]", x.type_number(), items.join(" "))
        }
        Value::Dict(d) => format!("{}!{}", show(&d.keys), show(&d.values)),
        Value::Table(t) => {
            format!("{:?}{}", t.names, t.columns.iter().map(show).collect::<Vec<_>>().join(";"))
        }
        Value::U8(t, x) => format!("{x}{}", t.letter() as char),
        Value::I16(x) => format!("{x}h"),
        Value::I32(t, x) => format!("{x}{}", t.letter() as char),
        Value::I64(t, x) => format!("{x}{}", t.letter() as char),
        Value::F32(x) => format!("{x}e"),
        Value::F64(t, x) => format!("{x}{}", t.letter() as char),
        Value::Sym(s) => format!("{s:?}"),
        other => format!("{}", other.type_number()),
    }
}

fn long(x: i64) -> Value {
    Value::long(x)
}

const NULL: i64 = i64::MIN;

#[test]
fn sums_promote_and_wrap() {
    assert_eq!(v(add(&Value::bool(true), &Value::bool(true))), "2i");
    assert_eq!(v(add(&Value::int(i32::MAX), &long(5))), "2147483652j");
    assert_eq!(v(add(&Value::int(i32::MAX), &Value::int(5))), "-2147483644i");
    assert_eq!(v(add(&long(1), &long(NULL))), v(Ok(long(NULL))));
    assert_eq!(v(add(&long(2), &Value::float(0.5))), "2.5f");
    assert_eq!(v(add(&long(1), &Value::longs(vec![1, NULL, i64::MAX]))), format!("7[2j {NULL}j {NULL}j]"));
    assert_eq!(v(add(&Value::I16(i16::MIN), &Value::I16(1))), format!("{}i", i32::MIN));
    assert_eq!(v(add(&Value::sym("a"), &long(1))), "'type");
    assert_eq!(v(add(&Value::longs(vec![1, 2]), &Value::longs(vec![1, 2, 3]))), "'length");
    assert_eq!(v(add(&Value::longs(vec![1, 2]), &Value::floats(vec![0.5, 1.5]))), "9[1.5f 3.5f]");
}

#[test]
fn dates_and_times_meet() {
    let date = |d| Value::I32(Type::Date, d);
    assert_eq!(v(add(&date(1), &Value::I32(Type::Time, 1))), "86400001000000p");
    assert_eq!(v(subtract(&date(5), &date(3))), "2i");
    assert_eq!(v(add(&date(5), &long(3))), "8d");
    assert_eq!(v(subtract(&Value::I64(Type::Timestamp, 9), &Value::I64(Type::Timestamp, 4))), "5n");
    assert_eq!(v(add(&Value::I32(Type::Minute, 1), &Value::I32(Type::Second, 1))), "61v");
    let stamp = Value::I64(Type::Timestamp, 86_400_000_000_000 + 61_000_000_000);
    assert_eq!(v(equal(&stamp, &Value::I32(Type::Minute, 1))), "1b");
    assert_eq!(v(more(&stamp, &Value::I32(Type::Minute, 1))), "0b");
    assert_eq!(v(more(&stamp, &date(1))), "1b");
}

#[test]
fn comparisons_are_tolerant_and_order_nulls() {
    assert_eq!(v(equal(&Value::float(1.0 + 1e-13), &long(1))), "1b");
    assert_eq!(v(equal(&Value::float(1.0 + 1e-12), &long(1))), "0b");
    assert_eq!(v(less(&Value::float(1.0 - 1e-13), &Value::float(1.0))), "0b");
    assert_eq!(v(equal(&Value::float(f64::INFINITY), &Value::float(1.0))), "0b");
    assert_eq!(v(equal(&Value::float(f64::INFINITY), &Value::float(f64::INFINITY))), "1b");
    assert_eq!(v(equal(&Value::float(f64::NAN), &long(NULL))), "1b");
    assert_eq!(v(less(&Value::float(f64::NAN), &Value::float(f64::NEG_INFINITY))), "1b");
    assert_eq!(v(less(&Value::int(i32::MIN), &Value::float(f64::NEG_INFINITY))), "1b");
    assert_eq!(v(at_most(&Value::sym("alpha"), &Value::sym("omega"))), "1b");
    assert_eq!(v(more(&Value::sym("alpha"), &Value::sym("omega"))), "0b");
    assert_eq!(v(equal(&Value::chars("hello"), &Value::chars("world"))), "1[0b 0b 0b 1b 0b]");
    assert_eq!(v(less(&Value::char(b'0'), &long(50))), "1b");
}

/// The two ways to ask whether floats are apart agree.
#[test]
fn equal_less_and_more_exclude_each_other() {
    let tiny = f64::from_bits(1);
    let some = [0.0, -0.0, tiny, -tiny, 1.0, 1.0 + 1e-13, 1.0 + 1e-12, -1.0, f64::MAX, -f64::MAX, f64::NAN];
    let all: Vec<f64> = some.into_iter().chain([f64::INFINITY, f64::NEG_INFINITY]).collect();
    for &x in &all {
        for &y in &all {
            let three = [ops::same(x, y), ops::below(x, y), ops::below(y, x)];
            assert_eq!(three.iter().filter(|b| **b).count(), 1, "{x:e} {y:e} {three:?}");
        }
    }
}

#[test]
fn choices() {
    assert_eq!(v(lesser(&long(98), &Value::char(b'c'))), "98c");
    assert_eq!(v(greater(&Value::float(f64::NAN), &Value::float(1.0))), "1f");
    assert_eq!(v(lesser(&Value::float(f64::NAN), &Value::float(1.0))), "NaNf");
    assert_eq!(v(lesser(&Value::bools(vec![1, 0]), &Value::bools(vec![1, 1]))), "1[1b 0b]");
    assert_eq!(v(fill(&long(0), &Value::longs(vec![1, NULL]))), "7[1j 0j]");
    assert_eq!(v(fill(&Value::sym("x"), &Value::syms(vec![Sym::EMPTY, Sym::new("y")]))), "11[`x `y]");
    assert_eq!(v(fill(&long(5), &Value::ints(vec![i32::MIN, 2]))), "7[5j 2j]");
}

#[test]
fn rounding() {
    assert_eq!(v(div(&long(-7), &long(2))), "-4j");
    assert_eq!(v(mod_(&long(-7), &long(2))), "1j");
    assert_eq!(v(mod_(&long(-7), &Value::float(-2.5))), "-2f");
    assert_eq!(v(div(&long(7), &Value::float(2.5))), "2j");
    assert_eq!(v(div(&Value::I16(7), &long(3))), "2i");
    assert_eq!(v(div(&long(7), &long(0))), format!("{NULL}j"));
    assert_eq!(v(div(&long(NULL), &long(-1))), format!("{NULL}j"));
    assert_eq!(v(xbar(&long(3), &Value::longs(vec![-1, 0, 4, NULL]))), format!("7[-3j 0j 3j {NULL}j]"));
    assert_eq!(v(xbar(&Value::float(2.5), &long(7))), "5f");
    assert_eq!(v(xbar(&long(5), &Value::I32(Type::Minute, 667))), "665u");
    assert_eq!(v(floor(&Value::floats(vec![-2.1, 0.0, 2.1, f64::NAN]))), format!("7[-3j 0j 2j {NULL}j]"));
    assert_eq!(v(ceiling(&Value::floats(vec![-2.1, 0.0, 2.1]))), "7[-2j 0j 3j]");
    assert_eq!(v(ceiling(&Value::bools(vec![0, 1]))), "6[0i 1i]");
}

#[test]
fn unaries() {
    assert_eq!(v(neg(&Value::bools(vec![0, 1]))), "6[0i -1i]");
    assert_eq!(v(neg(&Value::I32(Type::Date, 4))), "-4d");
    assert_eq!(v(signum(&Value::floats(vec![f64::NAN, 0.0, 3.5]))), "6[-1i 0i 1i]");
    assert_eq!(v(not(&Value::longs(vec![-1, 0]))), "1[0b 1b]");
    assert_eq!(v(not(&Value::sym("a"))), "'type");
    assert_eq!(v(null(&Value::syms(vec![Sym::EMPTY, Sym::new("a")]))), "1[1b 0b]");
    assert_eq!(v(reciprocal(&long(4))), "0.25f");
    assert_eq!(v(sqrt(&long(-1))), "NaNf");
    assert_eq!(v(xexp(&long(2), &long(3))), "8f");
    assert_eq!(
        v(within(&Value::longs(vec![1, 3, 10, 6, 4]), &Value::longs(vec![2, 6]))),
        "1[0b 1b 0b 1b 1b]"
    );
}

#[test]
fn lists_and_dictionaries() {
    let x = Value::list(vec![long(10), Value::longs(vec![20, 30])]);
    let y = Value::list(vec![long(2), Value::longs(vec![3, 4])]);
    assert_eq!(v(add(&x, &y)), "0[12j 7[23j 34j]]");
    assert_eq!(v(add(&x, &Value::longs(vec![1, 2, 3]))), "'length");
    let names = |s: &[&str]| Value::syms(s.iter().map(Sym::new).collect());
    let d = |k: &[&str], v: &[i64]| Value::dict(names(k), Value::longs(v.to_vec()));
    assert_eq!(v(add(&d(&["a", "b"], &[1, 2]), &long(1))), "11[`a `b]!7[2j 3j]");
    assert_eq!(v(add(&d(&["a", "b"], &[1, 2]), &d(&["b", "c"], &[10, 20]))), "11[`a `b `c]!7[1j 12j 20j]");
    let t = |v: Vec<i64>| Value::table(vec![Sym::new("p")], vec![Value::longs(v)]);
    assert_eq!(v(add(&t(vec![1, 2]), &t(vec![3, 4]))), "[`p]7[4j 6j]");
    let keyed =
        |k: &[&str], v: Vec<i64>| Value::dict(Value::table(vec![Sym::new("k")], vec![names(k)]), t(v));
    assert_eq!(
        v(greater(&keyed(&["a", "b"], vec![1, 5]), &keyed(&["b", "c"], vec![3, 4]))),
        "[`k]11[`a `b `c]![`p]7[1j 5j 4j]"
    );
}

#[test]
fn enumerations_stand_for_symbols() {
    let domain = Sym::new("atomicTest");
    let names = |s: &[&str]| Value::syms(s.iter().map(Sym::new).collect());
    crate::domain::set(domain, &names(&["b", "a"]));
    let e: Value = Vector::enumeration(domain, vec![0, 1, 0]).into();
    assert_eq!(v(equal(&e, &Value::sym("b"))), "1[1b 0b 1b]");
    assert_eq!(v(equal(&Value::sym("zz"), &e)), "1[0b 0b 0b]");
    assert_eq!(v(equal(&e, &names(&["b", "b", "a"]))), "1[1b 0b 0b]");
    assert_eq!(v(more(&e, &Value::sym("a"))), "1[1b 0b 1b]");
    assert_eq!(v(equal(&e, &e)), "1[1b 1b 1b]");
    assert_eq!(v(add(&e, &long(1))), "'type");
}

/// A few items of every type: zero, one, something, null, infinities.
fn samples(ty: Type) -> Value {
    use quarry_value::Repr;
    match ty.repr() {
        Repr::U8 if ty == Type::Bool => Value::vector(ty, vec![0u8, 1, 1, 0, 1]),
        Repr::U8 => Value::vector(ty, vec![0u8, 1, 65, 32, 255]),
        Repr::I16 => Value::vector(ty, vec![0i16, 1, -7, i16::MIN, i16::MAX]),
        Repr::I32 => Value::vector(ty, vec![0i32, 1, -7, i32::MIN, i32::MAX]),
        Repr::I64 => Value::vector(ty, vec![0i64, 1, -7, i64::MIN, i64::MAX]),
        Repr::F32 => Value::vector(ty, vec![0f32, 1.5, -7.25, f32::NAN, f32::INFINITY]),
        Repr::F64 => Value::vector(ty, vec![0f64, 1.5, -7.25, f64::NAN, f64::INFINITY]),
        Repr::Guid => Value::vector(ty, vec![[0u8; 16], [1; 16], [2; 16], [3; 16], [255; 16]]),
        Repr::Sym => Value::syms(["", "a", "B", "ab", "c"].iter().map(Sym::new).collect()),
    }
}

#[test]
fn binary_functions_commute_with_indexing() {
    for op in BinaryOp::ALL {
        for tx in Type::all() {
            for ty in Type::all() {
                let (x, y) = (samples(tx), samples(ty));
                let whole = atomic_binary(op, &x, &y);
                assert_eq!(whole.is_ok(), op.grid().result(tx, ty).is_some(), "{op:?} {tx:?} {ty:?}");
                for i in 0..5 {
                    let item = atomic_binary(op, &x.at(i), &y.at(i));
                    match (&whole, item) {
                        (Ok(w), Ok(item)) => {
                            assert_eq!(show(&w.at(i)), show(&item), "{op:?} {tx:?} {ty:?} {i}");
                            assert_eq!(item.item_type(), op.grid().result(tx, ty));
                        }
                        (Err(a), Err(b)) => assert_eq!(a.word(), b.word()),
                        _ => panic!("{op:?} {tx:?} {ty:?}: item and list differ"),
                    }
                    let right = atomic_binary(op, &x.at(i), &y);
                    let left = atomic_binary(op, &x, &y.at(i));
                    if let (Ok(w), Ok(l), Ok(r)) = (&whole, left, right) {
                        assert_eq!(show(&w.at(i)), show(&l.at(i)), "{op:?} {tx:?} {ty:?} {i}");
                        assert_eq!(show(&w.at(i)), show(&r.at(i)), "{op:?} {tx:?} {ty:?} {i}");
                    }
                }
            }
        }
    }
}

#[test]
fn unary_functions_commute_with_indexing() {
    for op in UnaryOp::ALL {
        for ty in Type::all() {
            let x = samples(ty);
            let whole = atomic_unary(op, &x);
            assert_eq!(whole.is_ok(), op.line().result(ty).is_some(), "{op:?} {ty:?}");
            for i in 0..5 {
                match (&whole, atomic_unary(op, &x.at(i))) {
                    (Ok(w), Ok(item)) => assert_eq!(show(&w.at(i)), show(&item), "{op:?} {ty:?} {i}"),
                    (w, item) => assert_eq!(w.is_ok(), item.is_ok()),
                }
            }
        }
    }
}

#[test]
fn long_vectors_agree_with_short_ones() {
    let n = 300_000;
    let x = Value::ints((0..n).map(|i| i % 1000 - 500).collect());
    let y = Value::floats((0..n).map(|i| f64::from(i) / 7.0).collect());
    for op in [BinaryOp::Add, BinaryOp::Mod, BinaryOp::Less, BinaryOp::Fill] {
        let whole = atomic_binary(op, &x, &y).unwrap();
        for i in [0, 1, 2047, 2048, 2049, 65_536, 131_072, 299_999] {
            assert_eq!(show(&whole.at(i)), v(atomic_binary(op, &x.at(i), &y.at(i))));
        }
    }
}

#[test]
fn atoms_as_bits_are_the_same() {
    let mut known = 0;
    for (tx, ty) in Type::all().flat_map(|x| Type::all().map(move |y| (x, y))) {
        let (xs, ys) = (samples(tx), samples(ty));
        for (x, y) in (0..5).flat_map(|i| (0..5).map(move |j| (i, j))).map(|(i, j)| (xs.at(i), ys.at(j))) {
            for op in BinaryOp::ALL {
                if let Some(answer) = bits::of_two(op, &x, &y) {
                    known += 1;
                    let items = atomic_binary(op, &Value::collapse(vec![x.clone()]), &y).unwrap();
                    assert_eq!(show(&answer), show(&items.at(0)), "{op:?} {x:?} {y:?}");
                }
            }
        }
        for (op, x) in UnaryOp::ALL.into_iter().flat_map(|op| xs.items().map(move |x| (op, x))) {
            if let Some(answer) = bits::of_one(op, &x) {
                let items = atomic_unary(op, &Value::collapse(vec![x.clone()])).unwrap();
                assert_eq!(show(&answer), show(&items.at(0)), "{op:?} {x:?}");
            }
        }
    }
    assert!(known > 25 * 1000, "most pairs of numbers have a function of bits: {known}");
    let pairs = |x, y| BinaryOp::ALL.into_iter().filter(|op| bits::binary(*op, x, y).is_some()).count();
    assert_eq!(pairs(Type::Float, Type::Float), BinaryOp::ALL.len());
    assert_eq!(pairs(Type::Long, Type::Long), BinaryOp::ALL.len());
    assert_eq!(pairs(Type::Bool, Type::Bool), BinaryOp::ALL.len());
}

mod laws {
    use super::*;
    use proptest::prelude::*;

    /// Numbers that tend to be special.
    fn number() -> impl Strategy<Value = i64> {
        prop_oneof![
            -20i64..20,
            Just(i64::MIN),
            Just(i64::MAX),
            Just(-i64::MAX),
            any::<i64>(),
            any::<i32>().prop_map(i64::from)
        ]
    }

    /// A vector of type `ty` from numbers.
    fn vector(ty: Type, xs: &[i64]) -> Value {
        use quarry_value::Repr;
        let float = |x: &i64| if *x == i64::MIN { f64::NAN } else { *x as f64 / 4.0 };
        match ty.repr() {
            Repr::U8 if ty == Type::Bool => {
                Value::vector(ty, xs.iter().map(|x| (x & 1) as u8).collect::<Vec<u8>>())
            }
            Repr::U8 => Value::vector(ty, xs.iter().map(|x| *x as u8).collect::<Vec<u8>>()),
            Repr::I16 => Value::vector(ty, xs.iter().map(|x| *x as i16).collect::<Vec<i16>>()),
            Repr::I32 => Value::vector(ty, xs.iter().map(|x| *x as i32).collect::<Vec<i32>>()),
            Repr::I64 => Value::vector(ty, xs.to_vec()),
            Repr::F32 => Value::vector(ty, xs.iter().map(|x| float(x) as f32).collect::<Vec<f32>>()),
            Repr::F64 => Value::vector(ty, xs.iter().map(float).collect::<Vec<f64>>()),
            Repr::Guid => Value::vector(ty, xs.iter().map(|x| [*x as u8; 16]).collect::<Vec<[u8; 16]>>()),
            Repr::Sym => Value::syms(xs.iter().map(|x| Sym::new(format!("{}", x % 5))).collect()),
        }
    }

    fn any_type() -> impl Strategy<Value = Type> {
        proptest::sample::select(Type::all().collect::<Vec<Type>>())
    }

    proptest! {
        /// The item at `i` of an answer is the answer for the items at `i`, in vectors, in lists, beside atoms.
        #[test]
        fn atomic_functions_commute_with_indexing(
            op in proptest::sample::select(BinaryOp::ALL.to_vec()),
            tx in any_type(),
            ty in any_type(),
            pairs in proptest::collection::vec((number(), number()), 1..12),
        ) {
            let (xs, ys): (Vec<i64>, Vec<i64>) = pairs.into_iter().unzip();
            let (x, y) = (vector(tx, &xs), vector(ty, &ys));
            let whole = atomic_binary(op, &x, &y);
            let nested = atomic_binary(op, &Value::list(vec![x.clone(), x.at(0)]), &Value::list(vec![y.clone(), y.clone()]));
            prop_assert_eq!(whole.is_ok(), nested.is_ok());
            let (Ok(whole), Ok(nested)) = (whole, nested) else { return Ok(()) };
            prop_assert_eq!(show(&nested.at(0)), show(&whole));
            for i in 0..xs.len() {
                let item = v(atomic_binary(op, &x.at(i), &y.at(i)));
                prop_assert_eq!(&item, &show(&whole.at(i)));
                prop_assert_eq!(v(atomic_binary(op, &x.at(0), &y.at(i))), show(&nested.at(1).at(i)));
            }
        }

        /// Every order of two values is one of less, equal, more.
        #[test]
        fn one_of_three(tx in any_type(), ty in any_type(), a in number(), b in number()) {
            let (x, y) = (vector(tx, &[a]).at(0), vector(ty, &[b]).at(0));
            let ask = |op| atomic_binary(op, &x, &y).ok().map(|v| show(&v) == "1b");
            let three = [ask(BinaryOp::Less), ask(BinaryOp::Equal), ask(BinaryOp::More)];
            let others = [ask(BinaryOp::AtLeast), ask(BinaryOp::NotEqual), ask(BinaryOp::AtMost)];
            if let [Some(less), Some(equal), Some(more)] = three {
                prop_assert_eq!(u8::from(less) + u8::from(equal) + u8::from(more), 1);
                prop_assert_eq!(others, [Some(!less), Some(!equal), Some(!more)]);
            } else {
                prop_assert_eq!(three, [None; 3]);
            }
        }
    }
}
