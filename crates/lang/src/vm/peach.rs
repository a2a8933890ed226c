//! `f peach y`: over the threads of the pool, or over other processes, when there are any.

use crate::prims::processes;
use crate::vm::calls::{Along, Column};
use crate::vm::{DEPTH_WORKER, Shared, Vm};
use quarry_kernel::{pool, random, turns};
use quarry_value::{Gathered, Result, Value};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// Blocks of work for each thread: so small that threads which finish early find more to do.
const BLOCKS: usize = 16;

impl Vm {
    pub(crate) fn peach(&mut self, f: &Value, y: &Value) -> Result<Value> {
        if let Value::Dict(d) = y {
            return d.with_values(self.peach(f, &d.values)?);
        }
        if self.may_ask_others()
            && !y.is_atom()
            && !y.is_function()
            && let Some(answers) = processes::peach(self, f, y)?
        {
            return Ok(answers);
        }
        match pool::threads() {
            0 => self.each(f, std::slice::from_ref(y)),
            _ if y.is_atom() || y.count() < 2 => self.each(f, std::slice::from_ref(y)),
            threads => match self.peach_at_once(f, y)? {
                Some(v) => Ok(v),
                None => self.peach_on(threads, f, y),
            },
        }
    }

    fn peach_on(&mut self, threads: usize, f: &Value, y: &Value) -> Result<Value> {
        let n = y.count();
        let exit = Arc::new(OnceLock::new());
        let work = Work {
            shared: self.share(),
            f: f.clone(),
            y: y.clone(),
            block: (n / (threads * BLOCKS)).max(1),
            failed: AtomicUsize::new(n),
            exit: exit.clone(),
        };
        let blocks = n.div_ceil(work.block);
        let parts = if self.may_work() {
            let _aside = random::aside();
            turns::in_turns(blocks, move |turns| work.run(|| turns.take()))
        } else {
            // Each block is a task of its own.
            pool::map_items(blocks, |k| {
                let mut block = Some(k);
                work.run(|| block.take())
            })
        };
        if let Some(code) = exit.get() {
            return crate::system::quit(self, *code);
        }
        let mut parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.sort_unstable_by_key(|(k, _)| *k);
        // Nothing is put together where an item has failed: there may be no room for it.
        let parts = parts.into_iter().map(|(_, part)| part).collect::<Result<Vec<_>>>()?;
        let mut all = Gathered::new();
        parts.into_iter().for_each(|part| all.append(part));
        Ok(all.collapse())
    }

    /// The answers of `one` for the numbers below `n`, in order: where there are secondary threads, of evaluators that change
    /// nothing outside of themselves.
    ///
    /// Errors: that of the first number that fails; 'noupdate there for what would change globals.
    pub(crate) fn on_threads<T: Send>(
        &mut self,
        n: usize,
        one: impl Fn(&mut Vm, usize) -> Result<T> + Sync + Send,
    ) -> Result<Vec<T>> {
        if pool::threads() == 0 || n < 2 || !self.may_work() {
            return (0..n).map(|k| one(self, k)).collect();
        }
        let (shared, failed, exit) = (self.share(), AtomicUsize::new(n), OnceLock::new());
        let _aside = random::aside();
        let answers = pool::map_items(n, |k| {
            if k > failed.load(Relaxed) {
                return None;
            }
            let mut worker = shared.worker();
            let _work = worker.begin();
            let answer = one(&mut worker, k);
            if let Some(code) = worker.exiting {
                exit.get_or_init(|| code);
            }
            if answer.is_err() {
                failed.fetch_min(k, Relaxed);
            }
            Some(answer)
        });
        if let Some(code) = exit.get() {
            return crate::system::quit(self, *code).and(Ok(Vec::new()));
        }
        answers.into_iter().flatten().collect()
    }

    /// Is there stack left to do on this thread what a thread of `peach` does?
    fn may_work(&self) -> bool {
        !self.worker && self.depth + DEPTH_WORKER <= self.depth_limit
    }
}

/// Items that `f` is applied to in blocks.
struct Work {
    shared: Shared,
    f: Value,
    y: Value,
    block: usize,
    /// Where an item failed: those after it are not needed.
    failed: AtomicUsize,
    /// The code that one of them ends the process with.
    exit: Arc<OnceLock<i32>>,
}

impl Work {
    /// The answers of blocks by their number, in an evaluator that lives as long as no item fails.
    fn run(&self, mut blocks: impl FnMut() -> Option<usize>) -> Vec<(usize, Result<Gathered>)> {
        let (mut done, n) = (Vec::new(), self.y.count());
        // Who comes when nothing is left needs no evaluator.
        let Some(mut next) = blocks() else { return done };
        let mut worker = self.shared.worker();
        let _work = worker.begin();
        let (mut current, mut y) = (0, [Column::of(&self.y)]);
        let ran = worker.calling(&self.f, 1, |vm, calls| {
            loop {
                let k = next;
                current = k;
                let items = k * self.block..n.min((k + 1) * self.block);
                let (from, mut at, mut along) = (items.start, items.start, Along::each(items.len()));
                while at < items.end && from <= self.failed.load(Relaxed) {
                    at += vm.call_next(calls, &mut y, at..items.end, &mut along)?;
                }
                done.push((k, Ok(along.out.unwrap_or_default())));
                match blocks() {
                    Some(k) => next = k,
                    None => break,
                }
            }
            Ok(())
        });
        if let Some(code) = worker.exiting {
            self.exit.get_or_init(|| code);
        }
        if let Err(e) = ran {
            self.failed.fetch_min(current * self.block, Relaxed);
            done.push((current, Err(e)));
        }
        done
    }
}
