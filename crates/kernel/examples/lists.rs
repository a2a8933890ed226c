//! Times of list primitives on ten million items: `cargo run --release -p quarry-kernel --example lists [threads]`.
//! Best of three, in milliseconds: wall clock, and processor time of the calling thread where the system tells it.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use quarry_kernel as k;
use quarry_value::{Sym, Type, Value};
use std::time::Instant;

fn main() {
    let threads = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(0);
    k::pool::set_threads(threads).expect("threads");
    let n = 10_000_000;
    let noise = noise(n);
    let syms: Vec<Sym> = (0..1000).map(|i| Sym::new(format!("s{}", i * 7919 % 1000))).collect();
    let sym = Value::syms(noise.iter().map(|r| syms[(r % 1000) as usize]).collect());
    let minute =
        Value::vector(Type::Minute, noise.iter().map(|r| (r >> 20) as i32 % 390 + 570).collect::<Vec<i32>>());
    let time = Value::vector(
        Type::Timespan,
        noise.iter().map(|r| (r >> 8) as i64 % 86_400_000_000_000).collect::<Vec<i64>>(),
    );
    let long = Value::longs(noise.iter().map(|&r| r as i64).collect());
    let small = Value::longs(noise.iter().map(|&r| (r >> 30) as i64 % 100_000).collect());
    let float = Value::floats(noise.iter().map(|&r| (r >> 11) as f64 / 1e9).collect());
    let few = Value::longs((0..1000).map(|i| i * 37).collect());
    let grade = k::iasc(&small).unwrap();
    let t = k::set_attribute(Sym::new("s"), &k::asc(&time).unwrap()).unwrap();
    println!("{n} items, {threads} threads");
    time_of("group_ids sym", || k::group_ids(&[&sym]).unwrap().count);
    time_of("group_ids sym minute", || k::group_ids(&[&sym, &minute]).unwrap().count);
    time_of("group_ids long (all distinct)", || k::group_ids(&[&long]).unwrap().count);
    time_of("group_ids long (100k)", || k::group_ids(&[&small]).unwrap().count);
    time_of("group_ids float", || k::group_ids(&[&float]).unwrap().count);
    time_of("group sym", || k::group(&sym).unwrap().count());
    time_of("distinct long (100k)", || k::distinct(&small).unwrap().count());
    time_of("distinct sym", || k::distinct(&sym).unwrap().count());
    time_of("find long in 1000", || k::find(&few, &small).unwrap().count());
    time_of("find 1000 in long", || k::find(&small, &few).unwrap().count());
    time_of("long in 1000", || k::in_(&small, &few).unwrap().count());
    time_of("bin timespan", || k::bin(&t, &time).unwrap().count());
    time_of("iasc long", || k::iasc(&long).unwrap().count());
    time_of("iasc long (100k)", || k::iasc(&small).unwrap().count());
    time_of("iasc float", || k::iasc(&float).unwrap().count());
    time_of("iasc sym", || k::iasc(&sym).unwrap().count());
    time_of("iasc timespan", || k::iasc(&time).unwrap().count());
    time_of("asc long", || k::asc(&long).unwrap().count());
    time_of("asc sym", || k::asc(&sym).unwrap().count());
    time_of("grade sym timespan", || k::grade_columns(&[&sym, &time], false).len());
    time_of("index long (random)", || k::index(&long, &grade).unwrap().count());
    time_of("reverse long", || k::reverse(&long).unwrap().count());
    time_of("long,long", || k::join(&long, &small).unwrap().count());
    time_of("where half", || k::where_(&k::less(&long, &Value::long(0)).unwrap()).unwrap().count());
    time_of("differ sym", || k::differ(&sym).unwrap().count());
}

fn time_of(name: &str, mut work: impl FnMut() -> usize) {
    let (mut best, mut cpu) = (f64::MAX, f64::MAX);
    let mut answer = 0;
    for _ in 0..3 {
        let (start, cpu_start) = (Instant::now(), cpu_ms());
        answer = std::hint::black_box(work());
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
        cpu = cpu.min(cpu_ms() - cpu_start);
    }
    println!("{best:9.1} {cpu:9.1} ms  {name}  ({answer})");
}

/// Processor time of this thread so far; 0 where it is not told.
fn cpu_ms() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e6
}

fn noise(n: usize) -> Vec<u64> {
    let mut s = 0x2545_F491_4F6C_DD1Du64;
    let next = |_| {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        s
    };
    (0..n).map(next).collect()
}
