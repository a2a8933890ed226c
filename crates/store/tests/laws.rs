//! Laws of files: what is written is read back to the bit, in every form and compression; appending is joining; a
//! column that is expanded late is the same from any thread.

mod common;

use common::{Folder, append};
use proptest::prelude::*;
use quarry_store::{Compression, get, set};
use quarry_value::{Attr, Repr, Sym, Type, Value, Vector, fault, wire};
use rayon::prelude::*;

/// The value to the bit: as files hold it.
fn bytes(x: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    wire::write_object(x, &mut out).expect("an object");
    out
}

fn compression() -> impl Strategy<Value = Option<Compression>> {
    let how = prop_oneof![
        Just((0, 0)),
        Just((1, 0)),
        (Just(2), 0..=9i64),
        Just((3, 0)),
        (Just(4), 0..=12i64),
        (Just(5), -7..=9i64)
    ];
    (12..=20i64, how, any::<bool>()).prop_map(|(block, (a, level), encrypted)| {
        Compression::new(block, if encrypted { a + 16 } else { a }, level).expect("good numbers")
    })
}

fn symbol() -> impl Strategy<Value = Sym> {
    "[a-zA-Z0-9_. é]{0,6}".prop_map(Sym::new)
}

/// A vector from bits.
fn of_bits(ty: Type, bits: &[u64]) -> Value {
    fn items<T: quarry_value::Item>(ty: Type, bits: &[u64], of: impl Fn(u64) -> T) -> Value {
        Value::vector(ty, bits.iter().map(|x| of(*x)).collect::<Vec<T>>())
    }
    match ty.repr() {
        Repr::U8 if ty == Type::Bool => items(ty, bits, |x| (x & 1) as u8),
        Repr::U8 => items(ty, bits, |x| x as u8),
        Repr::I16 => items(ty, bits, |x| x as i16),
        Repr::I32 => items(ty, bits, |x| x as i32),
        Repr::I64 => items(ty, bits, |x| x as i64),
        Repr::F32 => items(ty, bits, |x| f32::from_bits(x as u32)),
        Repr::F64 => items(ty, bits, f64::from_bits),
        Repr::Guid => items::<[u8; 16]>(ty, bits, |x| {
            [x.to_le_bytes(), x.to_be_bytes()].concat().try_into().expect("sixteen")
        }),
        Repr::Sym => items(ty, bits, |x| Sym::new(format!("{:x}", x % 5000))),
    }
}

/// Items with few distinct ones or many, in counts around those where forms change.
fn vector(ty: Type) -> impl Strategy<Value = Value> {
    let count = prop_oneof![0..4usize, 90..100usize, 0..3000usize];
    let bits = count.prop_flat_map(|n| {
        prop_oneof![prop::collection::vec(any::<u64>(), n), prop::collection::vec(0..5u64, n)]
    });
    bits.prop_map(move |b| of_bits(ty, &b))
}

fn any_vector() -> impl Strategy<Value = Value> {
    let types: Vec<Type> = Type::all().collect();
    let plain = prop::sample::select(types).prop_flat_map(vector);
    let positions = prop::collection::vec(prop_oneof![0..40i64, Just(i64::MIN)], 0..500);
    let enumeration = (positions, 0..3).prop_map(|(mut p, kind)| {
        let attr = [Attr::None, Attr::Parted, Attr::Grouped][kind as usize];
        if attr == Attr::Parted {
            p.sort();
        }
        Value::from(Vector::enumeration(Sym::new("sym"), p).with_attr(attr))
    });
    prop_oneof![4 => plain, 1 => enumeration]
}

fn any_value() -> impl Strategy<Value = Value> {
    let atom = any_vector().prop_map(|v| if v.count() > 0 { v.at(0) } else { Value::sym("none") });
    let text = "[ -~]{0,120}".prop_map(Value::chars);
    let leaf = prop_oneof![any_vector(), atom, text];
    leaf.prop_recursive(3, 40, 6, |inner| {
        let list = prop::collection::vec(inner.clone(), 0..6).prop_map(Value::list);
        let dict = prop::collection::vec((symbol(), inner), 0..5).prop_map(|all| {
            let (keys, values): (Vec<Sym>, Vec<Value>) = all.into_iter().unzip();
            Value::dict(Value::syms(keys), Value::list(values))
        });
        let table = prop::collection::vec(any::<i64>(), 0..40).prop_map(|x| {
            let names = ["a", "b"].map(Sym::new).to_vec();
            let texts = Value::list(x.iter().map(|i| Value::chars(i.to_string())).collect());
            Value::table(names, vec![Value::longs(x), texts])
        });
        prop_oneof![list, dict, table]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read(x in any_value(), how in compression()) {
        common::with_key();
        let folder = Folder::new();
        let path = folder.path("x");
        set(&path, &x, how).expect("written");
        let read = get(&path).expect("read");
        prop_assert_eq!(bytes(&read), bytes(&x));
        prop_assert_eq!(read.type_number(), x.type_number());
        prop_assert!(!fault::pending());
    }

    #[test]
    fn appending_is_joining(x in any_vector(), at in 0.0..1.0f64, how in compression()) {
        let Value::Vector(v) = &x else { panic!("a vector") };
        let plain = Value::from((**v).clone().with_attr(Attr::None));
        let middle = (x.count() as f64 * at) as usize;
        let part = |r: std::ops::Range<usize>| {
            if r.is_empty() {
                return Value::from(v.like(quarry_value::Data::empty(v.ty.repr())));
            }
            Value::collapse(r.map(|i| plain.at(i)).collect())
        };
        common::with_key();
        let folder = Folder::new();
        let path = folder.path("x");
        // A domain that is compressed takes no more names, unless it is encrypted.
        let how = how.filter(|h| v.ty != Type::Symbol || h.encrypted);
        set(&path, &part(0..middle), how).expect("written");
        append(&path, &part(middle..x.count())).expect("appended");
        prop_assert_eq!(bytes(&get(&path).expect("read")), bytes(&plain));
    }

    #[test]
    fn lists_grow_in_place(a in prop::collection::vec(any_value(), 1..6), b in prop::collection::vec(any_value(), 0..6)) {
        let folder = Folder::new();
        let path = folder.path("x");
        set(&path, &Value::list(a.clone()), None).expect("written");
        append(&path, &Value::list(b.clone())).expect("appended");
        let all = Value::list(a.into_iter().chain(b).collect());
        prop_assert_eq!(bytes(&get(&path).expect("read")), bytes(&all));
    }
}

#[test]
fn any_thread_may_come_first() {
    let folder = Folder::new();
    let path = folder.path("c");
    let items: Vec<i64> = (0..300_000).map(|i| i * i % 1013).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("a pool");
    common::with_key();
    for algorithm in (1..=5).chain(16..=21) {
        let how = Compression::new(12, algorithm, i64::from(algorithm & 15 == 2)).expect("good numbers");
        pool.install(|| set(&path, &Value::longs(items.clone()), how)).expect("written");
        let Value::Vector(v) = get(&path).expect("read") else { panic!("a vector") };
        let quarry_value::Data::I64(b) = &v.data else { panic!("longs") };
        pool.install(|| {
            (0..2000usize).into_par_iter().for_each(|i| {
                let from = i * 7919 % 299_000;
                assert_eq!(b.range(from..from + 1000), &items[from..from + 1000]);
            });
            assert_eq!(b.as_slice(), &items[..]);
        });
    }
    assert!(!fault::pending());
}
