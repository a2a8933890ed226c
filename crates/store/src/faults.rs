//! Failures that tests ask for: of the operations on files below a folder, the one with a given number fails.
//!
//! Every change to a file goes through `disk`, which asks here first. Where nothing was asked for that is one load.
//! A plan names a folder, so that tests side by side do not meet, and threads of one test all do.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The operation fails, once; a write, after half of its bytes.
    Error,
    /// From there on there is no room: what needs some fails, a write after half of its bytes.
    Full,
    /// The process is gone: a write stops half way, and everything after it is refused.
    Crash,
    /// As a crash, and of each file only what was waited for has reached the disk.
    PowerCut,
}

/// What an operation does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Create,
    Write,
    Cut,
    Sync,
    Rename,
    Link,
    Remove,
    Directory,
    Map,
}

/// What is to happen instead of an operation.
pub enum Verdict {
    Go,
    /// Half of a write is done; the rest fails.
    Half,
    Refuse(io::Error),
}

/// A plan, until it is dropped.
pub struct Planned(Arc<Mutex<Plan>>);

struct Plan {
    folder: PathBuf,
    at: usize,
    fault: Fault,
    steps: Vec<(Step, PathBuf)>,
    /// A write that stopped half way fails when it is gone on with.
    owed: bool,
    /// Files that were written to and not waited for, by number, with the size that is safe.
    unsafe_sizes: HashMap<u64, (File, u64)>,
}

/// Plans there are.
static COUNT: AtomicUsize = AtomicUsize::new(0);
static PLANS: Mutex<Vec<Arc<Mutex<Plan>>>> = Mutex::new(Vec::new());

/// Lets operation `at` (from 0) of those below `folder` fail.
pub fn plan(folder: &Path, at: usize, fault: Fault) -> Planned {
    let plan = Plan {
        folder: folder.to_path_buf(),
        at,
        fault,
        steps: Vec::new(),
        owed: false,
        unsafe_sizes: HashMap::new(),
    };
    let plan = Arc::new(Mutex::new(plan));
    guard(&PLANS).push(plan.clone());
    COUNT.fetch_add(1, Ordering::Relaxed);
    Planned(plan)
}

impl Planned {
    /// The operations so far, those refused among them.
    pub fn steps(&self) -> Vec<(Step, PathBuf)> {
        guard(&self.0).steps.clone()
    }

    /// Has it happened?
    pub fn struck(&self) -> bool {
        let plan = guard(&self.0);
        plan.steps.len() > plan.at
    }
}

impl Drop for Planned {
    fn drop(&mut self) {
        guard(&PLANS).retain(|p| !Arc::ptr_eq(p, &self.0));
        COUNT.fetch_sub(1, Ordering::Relaxed);
    }
}

fn guard<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

fn plan_of(path: &Path) -> Option<Arc<Mutex<Plan>>> {
    if COUNT.load(Ordering::Relaxed) == 0 {
        return None;
    }
    guard(&PLANS).iter().find(|p| path.starts_with(&guard(p).folder)).cloned()
}

/// Asks whether a step may be done.
#[inline]
pub(crate) fn ask(step: Step, path: &Path) -> Verdict {
    match plan_of(path) {
        None => Verdict::Go,
        Some(plan) => guard(&plan).ask(step, path),
    }
}

/// A file of this size is about to be written to.
pub(crate) fn writing(file: &File, path: &Path) -> io::Result<()> {
    let Some(plan) = plan_of(path) else { return Ok(()) };
    let meta = file.metadata()?;
    guard(&plan).unsafe_sizes.entry(meta.ino()).or_insert((file.try_clone()?, meta.size()));
    Ok(())
}

/// What was written to a file has reached the disk.
pub(crate) fn synced(file: &File, path: &Path) -> io::Result<()> {
    let Some(plan) = plan_of(path) else { return Ok(()) };
    guard(&plan).unsafe_sizes.remove(&file.metadata()?.ino());
    Ok(())
}

impl Plan {
    fn ask(&mut self, step: Step, path: &Path) -> Verdict {
        let io_error = || io::Error::from_raw_os_error(5);
        if self.owed && step == Step::Write {
            self.owed = false;
            return Verdict::Refuse(io_error());
        }
        let now = self.steps.len();
        self.steps.push((step, path.to_path_buf()));
        if now < self.at {
            return Verdict::Go;
        }
        let here = now == self.at;
        let full = || io::Error::from_raw_os_error(28);
        let gone = || io::Error::other("the process is gone");
        match self.fault {
            Fault::Error if here && step == Step::Write => {
                self.owed = true;
                Verdict::Half
            }
            Fault::Error if here => Verdict::Refuse(io_error()),
            Fault::Error => Verdict::Go,
            Fault::Full | Fault::Crash if here && step == Step::Write => Verdict::Half,
            Fault::Full if [Step::Write, Step::Create, Step::Directory, Step::Link].contains(&step) => {
                Verdict::Refuse(full())
            }
            Fault::Full => Verdict::Go,
            Fault::PowerCut if here => {
                self.lose();
                Verdict::Refuse(gone())
            }
            _ => Verdict::Refuse(gone()),
        }
    }

    /// Cuts files to what is safe.
    fn lose(&mut self) {
        for (file, size) in self.unsafe_sizes.values() {
            let there = file.metadata().map_or(0, |m| m.len());
            file.set_len((*size).min(there)).expect("a file of the test");
        }
    }
}
