//! Every way that q has to change files, and at every single operation on files something goes wrong: an error, no room,
//! a crash, a power cut. A process that starts afterwards finds what was before or what was to come, and doing it again
//! ends it: in the same process after an error, in another one after a crash.
//!
//! `crates/store/tests/faults.rs` does the same to the floor below; what is here is what q makes of it: changes of
//! several files, and variables that go with them.

#[path = "faults/cases.rs"]
mod cases;
mod common;
#[allow(dead_code, reason = "what is printed does not matter here")]
#[path = "transcript/host.rs"]
mod host;

use cases::{CASES, Case};
use common::{Folder, parts};
use quarry_lang::vm::Vm;
use quarry_store::faults::{self, Fault};
use quarry_value::{Error, Sym, Value, fault};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Current directory and plans belong to the process: tests take turns.
static TURN: Mutex<()> = Mutex::new(());

const FAULTS: [Fault; 4] = [Fault::Error, Fault::Full, Fault::Crash, Fault::PowerCut];

/// Processes, as far as variables go. To start one takes longer than all it does here: they forget what they knew instead.
struct Processes {
    /// The one that something goes wrong in.
    first: Vm,
    /// The one that comes after it.
    next: Vm,
    /// The one that looks.
    reader: Vm,
}

impl Processes {
    fn start() -> Processes {
        let process = || {
            let mut vm = Vm::new(Arc::new(host::Scripted::default()));
            must(&mut vm, cases::COMMON);
            vm
        };
        Processes { first: process(), next: process(), reader: process() }
    }

    /// An empty folder as it is before a case, and the first process about to change it.
    fn ready(&mut self, case: &Case) -> Folder {
        let folder = in_memory();
        enter(&folder);
        forget(&mut self.first);
        must(&mut self.first, case.memory);
        must(&mut self.first, case.before);
        folder
    }

    /// What the reader finds: the text of each part that changes by itself.
    fn read(&mut self, case: &Case, folder: &Folder) -> Vec<String> {
        let vm = &mut self.reader;
        forget(vm);
        must(vm, &format!("read_:.c.looked(::;{})", case.read));
        let parts = vm.get(Sym::new("read_")).expect("what was read");
        enter(folder);
        parts.items().map(|x| plain(&x)).collect()
    }
}

/// An empty folder, in memory where there is such a place: waiting for the disk costs nothing there.
fn in_memory() -> Folder {
    let shared = Path::new("/dev/shm");
    let outer = if shared.is_dir() { shared.to_path_buf() } else { std::env::temp_dir() };
    Folder::within(&outer, "language_faults")
}

fn forget(vm: &mut Vm) {
    ["sym", "other"].iter().for_each(|name| quarry_kernel::domain::unset(Sym::new(name)));
    must(vm, "delete from`.\n\\x .z.zd");
}

fn enter(folder: &Folder) {
    std::env::set_current_dir(folder.path()).expect("the folder");
}

fn run(vm: &mut Vm, text: &str) -> Result<(), Error> {
    quarry_lang::request(|| {
        let done = vm.run_script(text.as_bytes(), b"a.q");
        let left = fault::take();
        match left {
            Some(e) => done.and(Err(e)),
            None => done,
        }
    })
}

fn must(vm: &mut Vm, text: &str) {
    run(vm, text).unwrap_or_else(|e| panic!("{text}: {}", told(&e)));
}

fn told(e: &Error) -> String {
    format!("'{} {}", String::from_utf8_lossy(e.word()), e.details().unwrap_or_default())
}

/// Text without attributes: one may be lost with the change that would have ended it.
fn plain(x: &Value) -> String {
    let text = String::from_utf8_lossy(x.as_text().expect("text")).into_owned();
    ["`p#", "`g#", "`s#", "`u#"].iter().fold(text, |t, attr| t.replace(attr, ""))
}

/// What is read before, after the work is done once, and after it is done twice.
fn states(case: &Case, all: &mut Processes) -> Vec<Vec<String>> {
    let folder = all.ready(case);
    let mut states = vec![all.read(case, &folder)];
    must(&mut all.first, case.work);
    states.push(all.read(case, &folder));
    if case.adds {
        must(&mut all.first, case.work);
    }
    states.push(all.read(case, &folder));
    assert!(states[0] != states[1], "{}: nothing changed", case.name);
    states
}

fn left_over(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        // A note that says nothing goes with the next process that writes there.
        let says = |path: &Path| std::fs::metadata(path).is_ok_and(|m| m.len() > 0);
        let hidden = path.extension().is_some_and(|e| e == "qtmp" || e == "pending" && says(&path));
        match (hidden, path.is_dir()) {
            (true, _) => all.push(path),
            (false, true) => all.extend(left_over(&path)),
            _ => {}
        }
    }
    all
}

/// Walks a case through every operation it makes; how many there are.
fn walk(case: &Case, fault: Fault, all: &mut Processes) -> usize {
    let states = states(case, all);
    for at in 0.. {
        let folder = all.ready(case);
        // Relative names and absolute ones both begin like this.
        let plan = faults::plan(Path::new(""), at, fault);
        let done = run(&mut all.first, case.work);
        let (struck, steps) = (plan.struck(), plan.steps());
        drop(plan);
        if !struck {
            assert!(at > 0, "{} changes no file", case.name);
            return at;
        }
        let ended = done.as_ref().map_or_else(told, |()| "done".to_string());
        let what = || format!("{}: {fault:?} at {at}, {:?}: {ended}", case.name, steps.get(at));
        let now = all.read(case, &folder);
        assert_eq!(now.len(), states[0].len(), "{}", what());
        let state_of = |i: usize| {
            let (old, new) = (&states[0][i], &states[1][i]);
            let known = if now[i] == *old { Some(0) } else { (now[i] == *new).then_some(1) };
            known.unwrap_or_else(|| panic!("{}\n{}\nis neither\n{old}\nnor\n{new}", what(), now[i]))
        };
        let found: Vec<usize> = (0..now.len()).map(state_of).collect();
        assert!(done.is_err() || now == states[1], "{}: {now:?}", what());
        let again = if done.is_ok() || matches!(fault, Fault::Crash | Fault::PowerCut) {
            forget(&mut all.next);
            must(&mut all.next, case.memory);
            &mut all.next
        } else {
            &mut all.first
        };
        run(again, case.work).unwrap_or_else(|e| panic!("{}, and again: {}", what(), told(&e)));
        for (i, part) in all.read(case, &folder).iter().enumerate() {
            assert!(*part == states[found[i] + 1][i], "{}, and again:\n{part}", what());
        }
        assert_eq!(left_over(folder.path()), [] as [PathBuf; 0], "{}, and again", what());
    }
    unreachable!("some operation is the last")
}

fn walk_all(case: &Case, all: &mut Processes) {
    let faults = if case.tears { &FAULTS[..2] } else { &FAULTS[..] };
    let counts: Vec<usize> = faults.iter().map(|f| walk(case, *f, all)).collect();
    assert!(counts.iter().all(|n| *n == counts[0]), "{}: {counts:?}", case.name);
}

/// Parts of a walk through all cases: enough that none keeps the others waiting for long.
const PARTS: usize = 8;

#[test]
fn whatever_fails_nothing_is_lost() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let only = std::env::var("QUARRY_FAULTS").unwrap_or_default();
    let cases: Vec<&Case> = CASES.iter().filter(|c| c.name.contains(&only)).collect();
    parts::each("whatever_fails_nothing_is_lost", PARTS, |part| {
        quarry_lang::set_durable(true);
        let mut all = Processes::start();
        cases.iter().skip(part).step_by(PARTS).for_each(|case| walk_all(case, &mut all));
    });
}

/// What a process that logs its updates is asked for: messages that each add an item, and checkpoints between them.
const MESSAGES: [&str; 4] = ["0\"a,:1\"", "0\"a,:2\"", "system\"l \"", "0\"a,:3\""];

/// Becomes a process that logs its updates; what its script and its files make of the list `a`.
fn start_logging(vm: &mut Vm, folder: &Folder) -> Result<(), Error> {
    forget(vm);
    let name = folder.join("s").to_string_lossy().into_owned();
    quarry_lang::request(|| vm.start_updates(name.as_bytes(), true))
}

fn items(vm: &Vm) -> Vec<i64> {
    vm.get(Sym::new("a")).expect("a list").items().filter_map(|x| x.as_long()).collect()
}

/// Does what it is asked for until the process is gone: the items that were answered for, and the one under way.
fn log_some(vm: &mut Vm, folder: &Folder, fault: Fault) -> (Vec<i64>, Option<i64>) {
    let (mut done, mut next) = (Vec::new(), 1);
    if start_logging(vm, folder).is_err() {
        return (done, None);
    }
    for message in MESSAGES {
        let is_update = message.starts_with('0');
        match run(vm, message) {
            Ok(()) if is_update => done.push(next),
            Err(_) if matches!(fault, Fault::Crash | Fault::PowerCut) => {
                return (done, is_update.then_some(next));
            }
            _ => {}
        }
        next += i64::from(is_update);
        assert_eq!(items(vm), done, "in memory");
    }
    (done, None)
}

/// Starts again, twice, and finds what was answered for.
fn find(vm: &mut Vm, folder: &Folder, mut done: Vec<i64>, under_way: Option<i64>) {
    for _ in 0..2 {
        start_logging(vm, folder).unwrap_or_else(|e| panic!("{}", told(&e)));
        let (found, also) = (items(vm), done.iter().copied().chain(under_way).collect::<Vec<_>>());
        assert!(found == done || found == also, "{found:?}, answered for {done:?}");
        // It goes on as if nothing had been.
        must(vm, "0\"a,:9\"\nsystem\"l \"\n0\"a,:10\"");
        done = items(vm);
    }
    assert_eq!(left_over(folder.path()), [] as [PathBuf; 0]);
}

#[test]
fn what_a_log_of_updates_answered_for_is_done_once() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut vm = Vm::new(Arc::new(host::Scripted::default()));
    for fault in FAULTS {
        for at in 0.. {
            let folder = in_memory();
            std::fs::write(folder.join("s.q"), "a:0#0\n").expect("a script");
            let plan = faults::plan(folder.path(), at, fault);
            let (done, under_way) = log_some(&mut vm, &folder, fault);
            let (struck, steps) = (plan.struck(), plan.steps());
            drop(plan);
            println!("{fault:?} at {at}, {:?}", steps.get(at));
            find(&mut vm, &folder, done, under_way);
            if !struck {
                assert!(at > 20);
                break;
            }
        }
    }
}
