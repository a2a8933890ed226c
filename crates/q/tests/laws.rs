//! Laws that examples cannot cover, tried on random values: text and bytes round-trip, and an expression means the
//! same however long its vectors are and however many threads compute it.

#[allow(dead_code, reason = "what is printed does not matter here")]
#[path = "transcript/host.rs"]
mod host;

use proptest::prelude::*;
use quarry_kernel::order::identical;
use quarry_lang::vm::Vm;
use quarry_value::{Sym, Type, Value, text, wire};
use std::sync::{Arc, Mutex};

/// The pool and the length of runs belong to the process: tests that change them take turns.
static TURN: Mutex<()> = Mutex::new(());

fn vm() -> Vm {
    Vm::new(Arc::new(host::Scripted::default()))
}

fn symbol() -> impl Strategy<Value = Sym> {
    prop_oneof![Just(Sym::EMPTY), "[a-zA-Z][a-zA-Z0-9]{0,8}".prop_map(Sym::new)]
}

fn long() -> impl Strategy<Value = i64> {
    prop_oneof![Just(i64::MIN), Just(i64::MAX), -1000i64..1000, any::<i64>()]
}

fn int() -> impl Strategy<Value = i32> {
    prop_oneof![Just(i32::MIN), -100_000i32..100_000]
}

fn float() -> impl Strategy<Value = f64> {
    prop_oneof![Just(f64::NAN), Just(f64::INFINITY), -1e6..1e6f64, any::<f64>()]
}

/// Vectors of up to five items, of every type whose text is exact.
fn vector() -> impl Strategy<Value = Value> {
    let n = 0..6usize;
    prop_oneof![
        prop::collection::vec(0..2u8, n.clone()).prop_map(Value::bools),
        prop::collection::vec(any::<u8>(), n.clone()).prop_map(Value::bytes),
        prop::collection::vec(any::<u8>(), n.clone()).prop_map(Value::chars),
        prop::collection::vec(any::<i16>(), n.clone()).prop_map(|v| Value::vector(Type::Short, v)),
        prop::collection::vec(int(), n.clone()).prop_map(Value::ints),
        prop::collection::vec(long(), n.clone()).prop_map(Value::longs),
        prop::collection::vec(float(), n.clone()).prop_map(Value::floats),
        prop::collection::vec(symbol(), n.clone()).prop_map(Value::syms),
        prop::collection::vec(int(), n.clone()).prop_map(|v| Value::vector(Type::Date, v)),
        prop::collection::vec(int(), n.clone()).prop_map(|v| Value::vector(Type::Month, v)),
        prop::collection::vec(0..86_400_000i32, n.clone()).prop_map(|v| Value::vector(Type::Time, v)),
        prop::collection::vec(0..86_400i32, n.clone()).prop_map(|v| Value::vector(Type::Second, v)),
        prop::collection::vec(0..1440i32, n.clone()).prop_map(|v| Value::vector(Type::Minute, v)),
        prop::collection::vec(long(), n.clone()).prop_map(|v| Value::vector(Type::Timespan, v)),
        prop::collection::vec(long(), n).prop_map(|v| Value::vector(Type::Timestamp, v)),
    ]
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        vector(),
        (vector(), any::<prop::sample::Index>()).prop_map(|(v, i)| match v.count() {
            0 => v,
            n => v.at(i.index(n)),
        }),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::collapse),
            prop::collection::vec((symbol(), inner.clone()), 1..4).prop_map(|entries| {
                let (keys, values): (Vec<Sym>, Vec<Value>) = entries.into_iter().unzip();
                Value::dict(Value::syms(keys), Value::collapse(values))
            }),
        ]
    })
}

/// Dates whose year has not four digits have no literal; lists of one item, and tables, are written as k writes them.
fn has_text(x: &Value) -> bool {
    let year = |v: &Value| match *v {
        Value::I32(Type::Date, d) => d == i32::MIN || (-700_000..2_900_000).contains(&d),
        Value::I32(Type::Month, m) => m == i32::MIN || (-23_000..96_000).contains(&m),
        _ => true,
    };
    match x {
        Value::Vector(_) | Value::List(_) => x.count() != 1 && x.items().all(|v| has_text(&v)),
        Value::Dict(d) => has_text(&d.keys) && has_text(&d.values),
        Value::Table(_) => false,
        atom => year(atom),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_reads_back(x in any_value().prop_filter("has a literal", has_text)) {
        let written = text::literal_with(&x, 0, usize::MAX);
        let read = vm().run_text(&written);
        let back = read.map_err(|e| TestCaseError::fail(format!("{e} of {}", String::from_utf8_lossy(&written))))?;
        prop_assert!(identical(&back, &x), "{} read as {back:?}", String::from_utf8_lossy(&written));
    }

    #[test]
    fn bytes_read_back(x in any_value()) {
        let bytes = wire::serialise(&x).unwrap();
        let back = wire::deserialise(&bytes, false).unwrap();
        prop_assert!(identical(&back, &x), "{x:?} came back as {back:?}");
        prop_assert_eq!(wire::serialise(&back).unwrap(), bytes);
    }
}

/// Expressions over `a` (longs), `b` (floats) and `c` (booleans) of one count.
const EXPRESSIONS: [&str; 12] = [
    "sum a*b",
    "avg b+a",
    "max neg a-b",
    "min abs a",
    "sum a>500",
    "where (b>0.5)&a<300",
    "(a*2)+b%3",
    "sum c&b>0.1",
    "a wavg b*b",
    "dev b-a",
    "(not c)|a>=100",
    "count where 0.5<b*c",
];

#[test]
fn expressions_mean_the_same_however_they_are_computed() {
    let _turn = TURN.lock();
    let make = "\\S 42\n a:7000?1000; b:7000?1.0; c:7000?0b";
    let answers = |threads: usize, runs: usize| -> Vec<Value> {
        quarry_kernel::pool::set_threads(threads).expect("threads");
        quarry_kernel::runs::set_length(runs);
        let mut vm = vm();
        for line in make.lines() {
            match line.trim().strip_prefix('\\') {
                Some(command) => drop(quarry_lang::system::command(&mut vm, command.as_bytes()).unwrap()),
                None => drop(vm.run_text(line.trim().as_bytes()).unwrap()),
            }
        }
        EXPRESSIONS.iter().map(|e| vm.run_text(e.as_bytes()).unwrap()).collect()
    };
    let plain = answers(0, quarry_kernel::runs::USUAL);
    for (threads, runs) in [(2, quarry_kernel::runs::USUAL), (0, 7), (2, 7)] {
        for (got, (want, e)) in answers(threads, runs).iter().zip(plain.iter().zip(EXPRESSIONS)) {
            let same = wire::serialise(got).unwrap() == wire::serialise(want).unwrap();
            assert!(same, "{e}: {got:?} with {threads} threads and runs of {runs}, {want:?} plainly");
        }
    }
    // Against the primitives called one by one: each step is kept in a variable, so that nothing is fused.
    let mut vm = vm();
    for e in ["x:a*b;sum x", "x:b+a;avg x", "x:a>500;sum x"] {
        vm.run_text(b"a:til 5000;b:0.25*til 5000").unwrap();
        let fused = e.replace("x:", "").split(';').next().map(String::from).unwrap_or_default();
        let head = e.rsplit(';').next().unwrap_or_default().replace(" x", " ");
        let whole = vm.run_text(format!("{head}({fused})").as_bytes()).unwrap();
        let steps = vm.run_text(e.as_bytes()).unwrap();
        assert!(wire::serialise(&whole).unwrap() == wire::serialise(&steps).unwrap(), "{e}");
    }
}
