//! Work that its caller begins at once, and shares with threads of the pool that come to help.
//!
//! To hand work over and to wait until it is back takes longer than little work itself. So the caller does not wait for others
//! to begin: all who work take turns until none is left, and who comes too late finds nothing to do. In the end the caller
//! waits for those only who have begun.

use crate::pool::threads;
use quarry_value::evaluation;
use quarry_value::pool::{carried, is_worker, spawn, taking_part};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// So often the caller looks whether the helpers are done before it sleeps, which takes longer than they have left to do when
/// there was little.
const SPINS: usize = 2000;

/// The numbers below `count`, each given out once, in order.
pub struct Turns {
    next: AtomicUsize,
    count: usize,
}

impl Turns {
    /// The next one, until none is left.
    pub fn take(&self) -> Option<usize> {
        let turn = self.next.fetch_add(1, Ordering::Relaxed);
        (turn < self.count).then_some(turn)
    }

    fn are_left(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.count
    }
}

/// The answers of `work` for all who did it, of which there are as many as secondary threads at most and the caller is one; it
/// takes turns until none of `count` is left. A caller that is a secondary thread itself works alone.
pub fn in_turns<R: Send + 'static>(
    count: usize,
    work: impl Fn(&Turns) -> R + Send + Sync + 'static,
) -> Vec<R> {
    let turns = Arc::new(Turns { next: AtomicUsize::new(0), count });
    let helpers = if is_worker() { 0 } else { threads().min(count).saturating_sub(1) };
    if helpers == 0 {
        return vec![work(&turns)];
    }
    let own = turns.clone();
    let work = Arc::new(carried(move |()| work(&own)));
    let table = Arc::new(Table {
        turns,
        busy: AtomicUsize::new(0),
        state: Mutex::new(State::new(&work)),
        left: Condvar::new(),
    });
    call(&table, helpers);
    let closing = Closing(&*table);
    let own = taking_part(|| work(()));
    drop(work);
    drop(closing);
    let state = &mut *table.lock();
    if let Some(panic) = state.panic.take() {
        resume_unwind(panic);
    }
    state.answers.push(own);
    std::mem::take(&mut state.answers)
}

/// Calls so many helpers. Two are woken, who each wake half of the others if there still is something to do: to wake one takes
/// longer than little work.
fn call<W, R>(table: &Arc<Table<W, R>>, helpers: usize)
where
    W: Fn(()) -> R + Send + Sync + 'static,
    R: Send + 'static,
{
    for share in [helpers.div_ceil(2), helpers / 2].into_iter().filter(|share| *share > 0) {
        let table = table.clone();
        spawn(move || {
            if table.turns.are_left() {
                call(&table, share - 1);
                table.help();
            }
        });
    }
}

/// Where helpers find the work.
struct Table<W, R> {
    turns: Arc<Turns>,
    /// Helpers at work.
    busy: AtomicUsize,
    state: Mutex<State<W, R>>,
    /// A helper has left.
    left: Condvar,
}

struct State<W, R> {
    /// Until the caller is done.
    work: Option<Arc<W>>,
    answers: Vec<R>,
    panic: Option<Box<dyn std::any::Any + Send>>,
}

impl<W, R> State<W, R> {
    fn new(work: &Arc<W>) -> State<W, R> {
        State { work: Some(work.clone()), answers: Vec::new(), panic: None }
    }
}

impl<W, R> Table<W, R> {
    fn lock(&self) -> MutexGuard<'_, State<W, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Fn(()) -> R, R> Table<W, R> {
    /// Takes part, unless the caller is done.
    fn help(&self) {
        let work = {
            let state = self.lock();
            let Some(work) = state.work.clone() else { return };
            self.busy.fetch_add(1, Ordering::Relaxed);
            work
        };
        let done = catch_unwind(AssertUnwindSafe(|| work(())));
        // What the work holds is the caller's alone again before the caller goes on.
        drop(work);
        let mut state = self.lock();
        match done {
            Ok(answer) => state.answers.push(answer),
            Err(panic) => state.panic = Some(panic),
        }
        self.busy.fetch_sub(1, Ordering::Release);
        self.left.notify_all();
    }
}

/// Lets nobody begin any more, and waits for those who have, also when the caller unwinds.
struct Closing<'a, W, R>(&'a Table<W, R>);

impl<W, R> Drop for Closing<'_, W, R> {
    fn drop(&mut self) {
        self.0.lock().work = None;
        let is_busy = || self.0.busy.load(Ordering::Acquire) > 0;
        for _ in 0..SPINS {
            if !is_busy() {
                return;
            }
            std::hint::spin_loop();
        }
        evaluation::waiting(|| {
            let mut state = self.0.lock();
            while is_busy() {
                state = self.0.left.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::tests::with_threads;
    use std::time::Duration;

    /// Every turn that somebody took, in order.
    fn all(count: usize, each: impl Fn(usize) + Send + Sync + 'static) -> Vec<usize> {
        let work = move |turns: &Turns| {
            let mut taken = Vec::new();
            while let Some(turn) = turns.take() {
                each(turn);
                taken.push(turn);
            }
            taken
        };
        let mut taken = in_turns(count, work).concat();
        taken.sort_unstable();
        taken
    }

    #[test]
    fn each_turn_is_taken_once() {
        with_threads(&[0, 1, 3], || {
            for count in [0, 1, 2, 1000] {
                assert_eq!(all(count, |_| ()), (0..count).collect::<Vec<_>>());
            }
            let slow = |_| std::thread::sleep(Duration::from_micros(50));
            assert_eq!(all(100, slow), (0..100).collect::<Vec<_>>());
            // Within turns of others.
            let nested = |_| assert_eq!(all(10, |_| ()).len(), 10);
            assert_eq!(all(20, nested).len(), 20);
        });
    }

    #[test]
    fn what_the_work_holds_is_the_callers_again() {
        with_threads(&[3], || {
            let held = Arc::new(());
            for count in 0..200 {
                let theirs = held.clone();
                all(count % 7, move |_| drop(theirs.clone()));
                assert_eq!(Arc::strong_count(&held), 1);
            }
        });
    }

    #[test]
    fn a_panic_of_a_helper_reaches_the_caller() {
        with_threads(&[2], || {
            let caller = std::thread::current().id();
            // The caller waits until the other has begun.
            let (begun, begins) = std::sync::mpsc::channel();
            let begins = Mutex::new(begins);
            let work = move |_: &Turns| {
                if std::thread::current().id() == caller {
                    let _ = begins.lock().map(|b| b.recv());
                } else {
                    let _ = begun.send(());
                    panic!("on purpose");
                }
            };
            assert!(catch_unwind(AssertUnwindSafe(|| in_turns(2, work))).is_err());
        });
    }
}
