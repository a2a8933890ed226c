//! The pipeline answers as the primitives do.

use super::*;
use crate::atomic::{BinaryOp, UnaryOp, atomic_binary, atomic_unary};

fn binary(op: BinaryOp, x: Expr, y: Expr) -> Expr {
    Expr::Binary(op, Box::new(x), Box::new(y))
}

fn unary(op: UnaryOp, x: Expr) -> Expr {
    Expr::Unary(op, Box::new(x))
}

/// The same by the primitives, one after the other.
fn plainly(expr: &Expr, leaves: &[Value]) -> Value {
    match expr {
        Expr::Leaf(i) => leaves[*i].clone(),
        Expr::Const(x) => x.clone(),
        Expr::Unary(op, x) => atomic_unary(*op, &plainly(x, leaves)).unwrap(),
        Expr::Binary(op, x, y) => atomic_binary(*op, &plainly(x, leaves), &plainly(y, leaves)).unwrap(),
    }
}

/// Bits of numbers, so that nulls and zeros are compared strictly.
fn bits(x: &Value) -> Vec<u64> {
    let bits = |x: Value| match x {
        Value::U8(_, x) => x.into(),
        Value::I16(x) => x as u64,
        Value::I32(_, x) => x as u64,
        Value::I64(_, x) => x as u64,
        Value::F32(x) => x.to_bits().into(),
        Value::F64(_, x) => x.to_bits(),
        _ => 0,
    };
    x.items().map(bits).collect()
}

fn leaves(n: usize) -> Vec<Value> {
    let noise = |i: usize| (i as i64).wrapping_mul(0x9E37_79B9_7F4A_7C15_u64 as i64) >> 40;
    vec![
        Value::longs((0..n).map(|i| if i % 97 == 0 { i64::MIN } else { noise(i) }).collect()),
        Value::floats((0..n).map(|i| if i % 89 == 0 { f64::NAN } else { noise(i) as f64 / 7.0 }).collect()),
        Value::ints((0..n).map(|i| noise(i + 5) as i32 % 1000).collect()),
        Value::vector(
            Type::Time,
            (0..n).map(|i| (noise(i) as i32).rem_euclid(86_400_000)).collect::<Vec<i32>>(),
        ),
        Value::bools((0..n).map(|i| (noise(i) & 1) as u8).collect()),
        Value::long(3),
    ]
}

fn expressions() -> Vec<Expr> {
    use BinaryOp::*;
    use Expr::Leaf;
    let c = |x| Expr::Const(Value::long(x));
    vec![
        binary(Add, binary(Multiply, Leaf(0), Leaf(1)), Leaf(2)),
        binary(Greater, unary(UnaryOp::Neg, Leaf(2)), binary(Xbar, c(7), Leaf(0))),
        binary(Lesser, binary(More, Leaf(0), c(5)), binary(AtMost, Leaf(1), Leaf(2))),
        Expr::within(
            Leaf(3),
            Expr::Const(Value::I32(Type::Minute, 300)),
            Expr::Const(Value::I32(Type::Minute, 900)),
        ),
        unary(UnaryOp::Not, binary(Equal, binary(Mod, Leaf(0), Leaf(5)), c(1))),
        unary(UnaryOp::Sqrt, binary(Multiply, Leaf(1), Leaf(1))),
        binary(Fill, binary(Add, c(1), c(2)), unary(UnaryOp::Floor, Leaf(1))),
        binary(Lesser, Leaf(4), binary(Less, Leaf(3), binary(Add, Leaf(3), Leaf(5)))),
    ]
}

#[test]
fn vectors_as_the_primitives_make_them() {
    for n in [512, 2048, 5000, 140_000] {
        let leaves = leaves(n);
        for expr in expressions() {
            let (fast, plain) = (collect(&expr, &leaves).unwrap(), plainly(&expr, &leaves));
            assert_eq!(fast.item_type(), plain.item_type());
            assert_eq!(bits(&fast), bits(&plain), "{expr:?}");
        }
    }
}

#[test]
fn positions_as_where_gives_them() {
    for n in [600, 5000, 300_000] {
        let leaves = leaves(n);
        for expr in expressions() {
            let plain = plainly(&expr, &leaves);
            let Value::Vector(v) = &plain else { panic!() };
            if v.ty != Type::Bool {
                assert!(filter(&expr, &leaves).is_none());
                continue;
            }
            let flags = v.slice::<u8>().unwrap();
            let wanted: Vec<i64> = (0..n).filter(|&i| flags[i] == 1).map(|i| i as i64).collect();
            let ones = fold(Agg::Sum, std::slice::from_ref(&expr), &leaves).and_then(|n| n.as_long());
            assert_eq!(ones, Some(wanted.len() as i64));
            assert_eq!(filter(&expr, &leaves).map(Kept::into_positions), Some(wanted));
        }
    }
}

#[test]
fn what_is_not_taken() {
    let one = binary(BinaryOp::Add, Expr::Leaf(0), Expr::Leaf(1));
    let deep = binary(BinaryOp::Add, one.clone(), Expr::Leaf(1));
    let longs = |n: usize| Value::longs(vec![1; n]);
    assert!(collect(&one, &[longs(1000), longs(1000)]).is_none(), "nothing to fuse");
    assert!(collect(&deep, &[longs(1000), longs(1000)]).is_some());
    assert!(collect(&deep, &[longs(1000), longs(1001)]).is_none(), "lengths");
    assert!(collect(&deep, &[longs(10), longs(10)]).is_none(), "short");
    assert!(
        collect(&deep, &[longs(1000), Value::syms(vec![quarry_value::Sym::EMPTY; 1000])]).is_none(),
        "types"
    );
    assert!(collect(&deep, &[longs(1000), Value::list(vec![Value::long(1); 1000])]).is_none(), "lists");
}

#[test]
fn folds_as_the_primitives_fold() {
    use crate::Agg::*;
    for n in [512, 5000, 140_000] {
        let leaves = leaves(n);
        for expr in expressions() {
            let plain = plainly(&expr, &leaves);
            for agg in [Sum, Prd, Min, Max, Avg, All, Any, Count, Var, Dev, SVar, SDev] {
                let fast = fold(agg, std::slice::from_ref(&expr), &leaves).unwrap();
                let slow = agg.apply(&[&plain]).unwrap();
                assert_eq!(
                    (fast.item_type(), bits(&fast)),
                    (slow.item_type(), bits(&slow)),
                    "{agg:?} {expr:?}"
                );
            }
            let other = Expr::Leaf(1);
            for agg in [WSum, WAvg, Cov, Cor] {
                let Some(fast) = fold(agg, &[expr.clone(), other.clone()], &leaves) else { continue };
                let slow = agg.apply(&[&plain, &leaves[1]]).unwrap();
                assert_eq!(
                    (fast.item_type(), bits(&fast)),
                    (slow.item_type(), bits(&slow)),
                    "{agg:?} {expr:?}"
                );
            }
        }
    }
}
