//! Random expressions and queries are answered in several ways, and the answers are compared: with what the plainest
//! reading gives (each, loops, row by row), with other attributes, storage and owners, in other places of a program,
//! and on other threads and in runs of other lengths.
//!
//! Each part is a script under `equal/`, whose `try` is one case: it adds to `failures` what differs and to `answers`
//! what was asked and answered. `QUARRY_EQUAL=100 cargo test --release -p q --test equal` tries a hundred times as many
//! cases, and longer lists; `QUARRY_EQUAL_SEED` begins elsewhere. A failure tells the seed.

#[allow(dead_code, reason = "what is printed does not matter here")]
#[path = "transcript/host.rs"]
mod host;

use quarry_lang::vm::Vm;
use quarry_value::{Value, wire};
use std::path::Path;
use std::sync::Arc;

/// A part: its scripts after `values.q`, and how many cases it has in `./test`.
struct Part {
    scripts: &'static [&'static str],
    cases: usize,
}

const PARTS: [Part; 7] = [
    Part { scripts: &["lists"], cases: 300 },
    Part { scripts: &["expressions"], cases: 30 },
    Part { scripts: &["queries"], cases: 20 },
    Part { scripts: &["joins"], cases: 10 },
    Part { scripts: &["changes"], cases: 15 },
    Part { scripts: &["changes", "nested"], cases: 15 },
    Part { scripts: &["queries", "databases"], cases: 3 },
];

/// Threads, and the length of runs.
const WAYS: [(usize, usize); 3] = [(0, quarry_kernel::runs::USUAL), (2, 3), (2, quarry_kernel::runs::USUAL)];

fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).map_or(otherwise, |n| n.parse().expect("a number"))
}

/// One part, tried in one way: what was asked and answered. Fails with what differed.
fn answers(part: &Part, (threads, runs): (usize, usize), seed: usize, times: usize) -> Vec<Value> {
    quarry_kernel::pool::set_threads(threads).expect("threads");
    quarry_kernel::runs::set_length(runs);
    quarry_value::packing::set_least(if runs == quarry_kernel::runs::USUAL {
        quarry_value::packing::USUAL
    } else {
        1
    });
    let mut vm = Vm::new(Arc::new(host::Scripted::default()));
    let command =
        |vm: &mut Vm, text: String| drop(quarry_lang::system::command(vm, text.as_bytes()).unwrap());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/equal");
    for script in std::iter::once("values").chain(part.scripts.iter().copied()) {
        command(&mut vm, format!("l {}/{script}.q", folder.display()));
    }
    command(&mut vm, format!("S {seed}"));
    if times > 1 {
        vm.run_text(b"sizes,:300 1000 1025;large:9000 20000").unwrap();
    }
    let run = format!("do[{};try[]]", part.cases * times);
    vm.run_text(run.as_bytes()).unwrap_or_else(|e| panic!("{e} in {:?} of seed {seed}", part.scripts));
    let failures = vm.run_text(b"\"\\n\"sv failures").unwrap();
    let text = String::from_utf8_lossy(failures.as_text().unwrap_or_default()).into_owned();
    assert!(text.is_empty(), "{:?}, seed {seed}, {threads} threads, runs of {runs}:\n{text}", part.scripts);
    vm.run_text(b"answers").unwrap().items().collect()
}

fn try_all() {
    let (seed, times) = (number("QUARRY_EQUAL_SEED", 1), number("QUARRY_EQUAL", 1));
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join("equal");
    std::fs::create_dir_all(&here).unwrap();
    std::env::set_current_dir(&here).unwrap();
    for part in &PARTS {
        let plain = answers(part, WAYS[0], seed, times);
        for way in &WAYS[1..] {
            let others = answers(part, *way, seed, times);
            assert_eq!(plain.len(), others.len());
            for (a, b) in plain.iter().zip(&others) {
                let same = wire::serialise(a).unwrap() == wire::serialise(b).unwrap();
                assert!(same, "{:?}, seed {seed}: {a:?}, but {b:?} in way {way:?}", part.scripts);
            }
        }
        println!("{} answers of {:?}", plain.len(), part.scripts);
    }
}

#[test]
fn answers_do_not_depend_on_the_way_they_are_got() {
    // The evaluator recurses on the stack of its thread.
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(try_all).unwrap();
    thread.join().unwrap();
}
