//! A fuzzer for stable Rust: mutates files that kdb+ wrote and runs a reader on them.
//!
//! `cargo run --release --bin mutate TARGET [SECONDS [SEED]]`, in `fuzz/`. A panic, or more memory than the bound, stops
//! it with the seed of the input; with that seed and 0 seconds the one input is run again.

use quarry_fuzz::inputs::{input, seeds};
use quarry_fuzz::{TARGETS, tidy};
use std::panic::catch_unwind;
use std::time::{Duration, Instant};
use std::{fs, process};

/// Resident bytes at which a run has failed, beside those that symbols take: they stay as long as the process.
const MEMORY_MAX: usize = 2 << 30;
/// A symbol's text, and its places in the table.
const SYMBOL: usize = 128;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let name = args.first().map_or("", String::as_str);
    let Some((_, target, kind)) = TARGETS.iter().find(|t| t.0 == name) else {
        eprintln!("targets: {}", TARGETS.map(|t| t.0).join(" "));
        process::exit(2);
    };
    let seconds: u64 = args.get(1).map_or(60, |s| s.parse().expect("seconds"));
    let first: u64 = args.get(2).map_or(1, |s| s.parse().expect("a seed"));
    let seeds = seeds(*kind);
    assert!(!seeds.is_empty(), "no fixtures");
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut seed = first;
    loop {
        let input = input(&seeds, seed);
        if let Err(why) = run(*target, &input) {
            let file = format!("artifacts/{name}-{seed}");
            let _ = fs::create_dir_all("artifacts");
            let _ = fs::write(&file, &input);
            println!("{name}: {why}; seed {seed}, input in {file}");
            tidy();
            process::exit(1);
        }
        if Instant::now() >= end {
            break;
        }
        seed += 1;
    }
    tidy();
    println!("{name}: {} inputs, nothing found; next seed {}", seed - first + 1, seed + 1);
}

fn run(target: quarry_fuzz::Target, input: &[u8]) -> Result<(), String> {
    let start = Instant::now();
    catch_unwind(|| target(input)).map_err(|_| "panicked".to_string())?;
    let (held, took) = (resident(), start.elapsed());
    if held > MEMORY_MAX + SYMBOL * quarry_value::Sym::interned() {
        return Err(format!("{held} bytes resident"));
    }
    if took > Duration::from_secs(10) {
        return Err(format!("took {took:?}"));
    }
    Ok(())
}

/// Resident bytes, where the system tells.
fn resident() -> usize {
    let text = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|p| p.parse::<usize>().ok()).unwrap_or(0) * 4096
}
