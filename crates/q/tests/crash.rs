//! Processes that change files are killed at random moments, again and again over the same files: what they said was
//! done is there, what was under way is there wholly or not at all, and everything can be read. After so many kills that
//! looking at the files takes long, they are left for new ones.
//!
//! `QUARRY_CRASHES=500 cargo test -p q --test crash` kills so many; without it there are few. `QUARRY_CRASH_SEED`
//! gives the moments of an earlier run, as far as a machine repeats itself.

mod common;

use common::{Folder, Said, q, typed};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

const KINDS: u64 = 12;
/// Kinds of changes that replace what was there before; of kind 3, in one of four partitions.
const REPLACES: [u64; 3] = [3, 4, 10];
/// Kinds that leave no number.
const SILENT: [u64; 2] = [9, 11];
/// A process is killed at most so long after it began.
const LONGEST_US: u64 = 400_000;
/// So many kills meet the same files.
const KILLS: u64 = 25;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// What is known of the changes.
#[derive(Default)]
struct Known {
    done: BTreeSet<u64>,
    /// Changes that were under way.
    cut: BTreeSet<u64>,
}

impl Known {
    /// Which changes of a kind must be seen, and which may.
    fn expected(&self, kind: u64) -> (BTreeSet<u64>, BTreeSet<u64>) {
        let of =
            |all: &BTreeSet<u64>| all.iter().copied().filter(|i| i % KINDS == kind).collect::<BTreeSet<_>>();
        let (done, cut) = (of(&self.done), of(&self.cut));
        if !REPLACES.contains(&kind) {
            let may = done.union(&cut).copied().collect();
            return (done, may);
        }
        // In each place, the last that was done, or one that was cut after it.
        let place = |i: u64| if kind == 3 { i / KINDS % 4 } else { 0 };
        let mut last: BTreeMap<u64, u64> = BTreeMap::new();
        done.iter().for_each(|i| {
            last.insert(place(*i), *i);
        });
        let later = cut.iter().copied().filter(|i| last.get(&place(*i)).is_none_or(|l| i > l));
        let may: BTreeSet<u64> = last.values().copied().chain(later).collect();
        (BTreeSet::new(), may)
    }
}

/// Starts a process that changes files from number `from` on, kills it after a while; the numbers that it said.
fn work(at: &Path, from: u64, after: Duration) -> Vec<u64> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/crash/work.q");
    let from = from.to_string();
    let mut command = q(&[script, "-q", "-s", "2", "-at", &at.display().to_string(), "-from", &from]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("q starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let ready = lines.next().and_then(Result::ok);
    if ready.as_deref() == Some("ready") {
        std::thread::sleep(after);
    }
    child.kill().expect("killed");
    let said = child.wait_with_output().expect("ended");
    let errors = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(ready.as_deref() == Some("ready") && errors.is_empty(), "{ready:?} {errors}");
    lines.map_while(Result::ok).filter_map(|l| l.parse().ok()).collect()
}

/// What another process finds.
fn look(at: &Path) -> BTreeMap<u64, BTreeSet<u64>> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/crash/look.q");
    let mut command = q(&[script, "-q", "-at", &at.display().to_string()]);
    let Said { out, err, code } = typed(&mut command, "");
    assert!(err.is_empty() && code == Some(0), "{out}\n{err}");
    let numbers = |l: &str| l.split(' ').filter_map(|w| w.parse().ok()).collect::<Vec<u64>>();
    out.lines().map(numbers).map(|l| (l[0], l[1..].iter().copied().collect())).collect()
}

#[test]
fn killed_at_any_moment() {
    let crashes = number("QUARRY_CRASHES", 10);
    let mut seed = number("QUARRY_CRASH_SEED", std::process::id().into()).max(1);
    println!("{crashes} crashes, QUARRY_CRASH_SEED={seed}");
    let (mut kinds, mut done, mut cut) = (BTreeSet::new(), 0, 0);
    let mut left = crashes;
    while left > 0 {
        let known = kill_often(left.min(KILLS), &mut seed);
        left -= left.min(KILLS);
        kinds.extend(known.done.iter().map(|i| i % KINDS));
        (done, cut) = (done + known.done.len(), cut + known.cut.len());
    }
    println!("{done} changes were done, {cut} cut");
    assert!(crashes < 10 || kinds.len() as u64 == KINDS, "only {kinds:?} were done");
    assert!(SILENT.iter().all(|k| *k < KINDS));
}

/// Kills so many processes, one after another, that change the same files; what is known of their changes.
fn kill_often(kills: u64, seed: &mut u64) -> Known {
    let began = *seed;
    let folder = Folder::new("crash");
    let mut known = Known::default();
    let mut next = 0;
    for kill in 0..kills {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        let said = work(folder.path(), next, Duration::from_micros(*seed % LONGEST_US));
        let last = said.last().map_or(next, |l| l + 1);
        known.done.extend(said);
        known.cut.insert(last);
        next = last + 1;
        for (kind, found) in look(folder.path()) {
            let (must, may) = known.expected(kind);
            let lost: Vec<_> = must.difference(&found).collect();
            let strange: Vec<_> = found.difference(&may).collect();
            assert!(
                lost.is_empty() && strange.is_empty(),
                "kill {kill} from QUARRY_CRASH_SEED={began} on, kind {kind}: lost {lost:?}, not done {strange:?}, the last one was {last}"
            );
        }
    }
    known
}
