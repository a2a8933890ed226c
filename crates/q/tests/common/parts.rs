//! A long test whose parts need a process each, because what they set (a directory, planned faults, the length of runs)
//! is a process's: as many at a time as there are processors.

use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Tells a process its part.
const PART: &str = "QUARRY_PART";

/// Does `work` for all parts, each in a process that runs `test`, the caller, again for it. What a part prints is printed;
/// where one fails, so does the test.
pub fn each(test: &str, count: usize, work: impl Fn(usize)) {
    if let Some(part) = std::env::var(PART).ok().and_then(|part| part.parse().ok()) {
        return work(part);
    }
    let next = AtomicUsize::new(0);
    let take = || {
        let mine = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|part| *part < count);
        std::iter::from_fn(mine).filter(|part| !succeeds(test, *part)).collect::<Vec<_>>()
    };
    let processors = std::thread::available_parallelism().map_or(1, |n| n.get());
    let failed: Vec<usize> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..processors).map(|_| scope.spawn(take)).collect();
        threads.into_iter().flat_map(|t| t.join().expect("it waits")).collect()
    });
    assert!(failed.is_empty(), "parts that failed: {failed:?} of {count}");
}

/// Runs the test for one part; prints what it prints, without what the frame of tests adds.
fn succeeds(test: &str, part: usize) -> bool {
    let mut command = Command::new(std::env::current_exe().expect("the test's program"));
    let command = command.args(["--exact", test, "--nocapture", "--quiet"]).env(PART, part.to_string());
    let Output { status, stdout, stderr } = command.output().expect("it starts");
    let text = String::from_utf8_lossy(&stdout);
    // A name that is none runs no test, successfully.
    let ran = text.contains("1 passed") || !status.success();
    assert!(ran, "{test} is the test");
    let said =
        text.lines().filter(|l| !["", "running 1 test", "."].contains(l) && !l.starts_with("test result:"));
    said.for_each(|l| println!("{l}"));
    eprint!("{}", String::from_utf8_lossy(&stderr));
    status.success()
}
