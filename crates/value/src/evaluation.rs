//! One evaluation, as those see it who work for it and know of no evaluator: where failures are left that cannot be returned
//! (`fault`), and whether it is to end before it is done.
//!
//! A thread works for one evaluation at a time; [`crate::pool`] takes it along to the threads that share the work.
//! Long loops ask [`check`] now and then, or [`is_over`] where they cannot fail: one relaxed load, unless somebody has said
//! [`look`] since. Who waits for something outside says [`ask`]. The evaluator calls [`settle`] after every primitive, and before
//! it changes a variable; what changes a value where it is does so [`steadily`].
//!
//! Data may be lost while it is looked at, when the file under it is cut short. Who notices first cannot say who has seen
//! what ([`lose`]): all evaluations that run then fail, but not those that wait for others they began.
//!
//! Another thread may want to know what is evaluated ([`want_sample`]): the evaluating thread tells it at the next of those
//! questions, and while it waits in [`waiting`] the other may see for itself.

use crate::{Error, Result, spare};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// Somebody should look whether evaluations are to end.
const LOOK: u64 = 1;
/// Somebody wants to know what is evaluated.
const SAMPLE: u64 = 2;
/// Data was lost while somebody may have looked at it: one is added for each time.
const LOST: u64 = 4;
/// A failure is left somewhere: one is added for each.
const FAULT: u64 = 1 << 32;

/// What there is to be looked after, by all threads: [`LOOK`], [`SAMPLE`], and numbers of [`LOST`]s and [`FAULT`]s.
static ATTENTION: AtomicU64 = AtomicU64::new(0);
/// Of threads that work for no evaluation.
static NOBODY: Mutex<Option<Error>> = Mutex::new(None);

thread_local! {
    static CURRENT: RefCell<Option<Arc<Evaluation>>> = const { RefCell::new(None) };
    /// Does the thread work for one? Signal handlers may ask.
    static WORKS: Cell<bool> = const { Cell::new(false) };
    /// Does it share the work of others, who hear for it of what is lost?
    static HELPS: Cell<bool> = const { Cell::new(false) };
    static SAMPLED: RefCell<Option<Rc<dyn Sampled>>> = const { RefCell::new(None) };
}

/// An evaluator that tells what it does. It belongs to one thread.
pub trait Sampled {
    /// Tells it now.
    fn tell(&self);
    /// The thread waits from now on: others may see for themselves.
    fn lend(&self);
    /// It goes on.
    fn take_back(&self);
}

/// What is evaluated for one client, or for one of the threads of `peach`.
pub struct Evaluation {
    fault: Mutex<Option<Error>>,
    ends: Box<dyn Fn() -> Result<()> + Send + Sync>,
    /// The one that began it and waits for it, and how many this one began.
    outer: Option<Arc<Evaluation>>,
    inner: AtomicUsize,
    /// Its place among all.
    place: usize,
    /// How many changes are under way that are not broken off.
    steady: AtomicUsize,
}

impl Evaluation {
    /// `ends` tells why it is to end, in `'stop`.
    pub fn new(ends: impl Fn() -> Result<()> + Send + Sync + 'static) -> Arc<Evaluation> {
        let (fault, ends, outer) = (Mutex::new(None), Box::new(ends), current());
        if let Some(outer) = &outer {
            outer.inner.fetch_add(1, Ordering::Relaxed);
        }
        Arc::new_cyclic(|this| {
            let place = running().add(this.clone());
            let (inner, steady) = (AtomicUsize::new(0), AtomicUsize::new(0));
            Evaluation { fault, ends, outer, inner, place, steady }
        })
    }
}

impl Drop for Evaluation {
    fn drop(&mut self) {
        running().remove(self.place);
        if let Some(outer) = &self.outer {
            outer.inner.fetch_sub(1, Ordering::Relaxed);
        }
        take_from(&self.fault);
    }
}

/// All evaluations there are.
struct Running {
    all: Vec<Option<Weak<Evaluation>>>,
    free: Vec<usize>,
}

static RUNNING: Mutex<Running> = Mutex::new(Running { all: Vec::new(), free: Vec::new() });

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Running {
    fn add(&mut self, evaluation: Weak<Evaluation>) -> usize {
        let place = self.free.pop().unwrap_or(self.all.len());
        match self.all.get_mut(place) {
            Some(there) => *there = Some(evaluation),
            None => self.all.push(Some(evaluation)),
        }
        place
    }

    fn remove(&mut self, place: usize) {
        self.all[place] = None;
        self.free.push(place);
    }
}

/// Data was lost in work for nobody.
static NOBODY_LOST: AtomicBool = AtomicBool::new(false);
/// What tells why data was lost.
static WHY_LOST: OnceLock<fn() -> Error> = OnceLock::new();
static TELLING: Mutex<()> = Mutex::new(());

/// Who says [`lose`] tells here why, before it does so for the first time.
pub fn loses_because(why: fn() -> Error) {
    // It is said once.
    let _ = WHY_LOST.set(why);
}

/// From now on data reads as zeros that evaluations may be looking at. Signal handlers may say so.
pub fn lose() {
    if !WORKS.get() && !HELPS.get() {
        NOBODY_LOST.store(true, Ordering::Relaxed);
    }
    ATTENTION.fetch_add(LOST, Ordering::SeqCst);
}

/// Tells all evaluations that run of what was lost. Those that wait for others they began look at nothing.
#[cold]
fn tell_of_loss() {
    let _turn = TELLING.lock().unwrap_or_else(PoisonError::into_inner);
    let lost = ATTENTION.load(Ordering::SeqCst) % FAULT / LOST;
    if lost == 0 {
        return;
    }
    let why = WHY_LOST.get().map_or_else(|| Error::new("lost"), |why| why());
    let all: Vec<_> = running().all.iter().flatten().filter_map(Weak::upgrade).collect();
    for evaluation in all.iter().filter(|e| e.inner.load(Ordering::Relaxed) == 0) {
        leave_in(&evaluation.fault, why.clone());
    }
    if NOBODY_LOST.swap(false, Ordering::Relaxed) {
        leave_in(&NOBODY, why);
    }
    ATTENTION.fetch_sub(lost * LOST, Ordering::SeqCst);
}

/// Evaluations learn of what was lost before anybody looks whether a failure is left.
#[inline]
fn hear_of_loss() {
    if ATTENTION.load(Ordering::Relaxed) % FAULT >= LOST {
        tell_of_loss();
    }
}

/// While it lives the thread works for an evaluation.
pub struct Within(Option<Arc<Evaluation>>);

impl Drop for Within {
    fn drop(&mut self) {
        // The thread's own values may be gone already when it ends.
        let _ = WORKS.try_with(|w| w.set(self.0.is_some()));
        let _ = CURRENT.try_with(|c| c.replace(self.0.take()));
    }
}

/// Lets this thread work for `evaluation` until the answer is dropped.
#[must_use]
pub fn within(evaluation: Option<Arc<Evaluation>>) -> Within {
    WORKS.set(evaluation.is_some());
    Within(CURRENT.replace(evaluation))
}

/// From now on this thread does nothing but share the work of others, for evaluations that it may not know.
pub fn helps() {
    HELPS.set(true);
}

/// What this thread works for.
pub fn current() -> Option<Arc<Evaluation>> {
    CURRENT.with_borrow(Option::clone)
}

/// Does this thread work for one?
pub(crate) fn works() -> bool {
    WORKS.try_with(Cell::get).unwrap_or(false)
}

/// `work` that changes a value where it is: no loop in it is broken off, by whatever asks the evaluation to end, and none of its
/// parts finds less than there is. Who asked is heard after it.
pub fn steadily<R>(work: impl FnOnce() -> R) -> R {
    struct Steady;
    impl Drop for Steady {
        fn drop(&mut self) {
            count_steady(usize::wrapping_sub, 1);
        }
    }
    count_steady(usize::wrapping_add, 1);
    let _steady = Steady;
    work()
}

/// `work` that makes a value of its own within what is done [`steadily`]: it may be broken off, which fails.
pub fn apart<R>(work: impl FnOnce() -> Result<R>) -> Result<R> {
    struct Before(usize);
    impl Drop for Before {
        fn drop(&mut self) {
            count_steady(|_, before| before, self.0);
        }
    }
    let before = steadily_now();
    if before == 0 {
        return work();
    }
    let _before = Before(before);
    count_steady(|_, none| none, 0);
    let made = work()?;
    settle()?;
    Ok(made)
}

/// [`settle`] also within what is done [`steadily`]: between parts of a change that is undone where it fails.
#[inline]
pub fn pause() -> Result<()> {
    if ATTENTION.load(Ordering::Relaxed) == 0 { Ok(()) } else { apart(settle) }
}

fn count_steady(change: fn(usize, usize) -> usize, by: usize) {
    // Whatever it worked for meanwhile, the thread works for the same evaluation again.
    CURRENT.with_borrow(|current| {
        if let Some(e) = current {
            // The thread that evaluates is the only one that changes it.
            e.steady.store(change(e.steady.load(Ordering::Relaxed), by), Ordering::Relaxed);
        }
    });
}

fn is_steady() -> bool {
    steadily_now() > 0
}

/// How many times within each other the thread works steadily.
fn steadily_now() -> usize {
    let steady = |e: &Arc<Evaluation>| e.steady.load(Ordering::Relaxed);
    CURRENT.try_with(|c| c.borrow().as_ref().map_or(0, steady)).unwrap_or(0)
}

/// All evaluations ask soon whether they are to end.
pub fn look() {
    ATTENTION.fetch_or(LOOK, Ordering::Relaxed);
}

/// For long loops: is it time to give up? Errors: 'stop, or the failure that was left; both stay for the evaluator.
#[inline]
pub fn check() -> Result<()> {
    if ATTENTION.load(Ordering::Relaxed) == 0 { Ok(()) } else { asked() }
}

/// For those who wait for something outside, now and then: [`check`], whether or not somebody has said [`look`].
pub fn ask() -> Result<()> {
    look();
    check()
}

/// For long loops that cannot fail: what they leave undone nobody sees, as the evaluator finds the reason.
#[inline]
pub fn is_over() -> bool {
    check().is_err()
}

/// This thread's evaluator tells what it does when it is asked.
pub fn sampled_by(evaluator: Rc<dyn Sampled>) {
    SAMPLED.replace(Some(evaluator));
}

/// Evaluators that can are to tell soon what they do.
pub fn want_sample() {
    ATTENTION.fetch_or(SAMPLE, Ordering::Relaxed);
}

/// Nobody wants to know any more.
pub fn unwant_sample() {
    ATTENTION.fetch_and(!SAMPLE, Ordering::Relaxed);
}

/// Does somebody want to know what is evaluated?
#[inline(always)]
pub fn wants_sample() -> bool {
    ATTENTION.load(Ordering::Relaxed) & SAMPLE != 0
}

/// What is done is told if somebody wants to know.
pub fn sample() {
    if !wants_sample() {
        return;
    }
    // A thread that cannot tell leaves it to the one that can.
    if let Some(evaluator) = sampled() {
        unwant_sample();
        evaluator.tell();
    }
}

fn sampled() -> Option<Rc<dyn Sampled>> {
    SAMPLED.try_with(|s| s.borrow().clone()).ok().flatten()
}

/// `work` that waits for others and evaluates nothing on this thread: who wants to know what is evaluated need not wait.
pub fn waiting<T>(work: impl FnOnce() -> T) -> T {
    struct Lent(Option<Rc<dyn Sampled>>);
    impl Drop for Lent {
        fn drop(&mut self) {
            if let Some(evaluator) = &self.0 {
                evaluator.take_back();
            }
        }
    }
    let lent = Lent(sampled());
    if let Some(evaluator) = &lent.0 {
        evaluator.lend();
    }
    work()
}

/// For the evaluator: [`check`], and the failure is taken.
#[inline]
pub fn settle() -> Result<()> {
    if ATTENTION.load(Ordering::Relaxed) == 0 {
        return Ok(());
    }
    let asked = asked();
    take();
    if asked.is_err() {
        spare::restore();
    }
    asked
}

#[cold]
fn asked() -> Result<()> {
    sample();
    if is_steady() {
        return Ok(());
    }
    hear_of_loss();
    if let Some(e) = spare::shortage() {
        leave(e);
    }
    let left = mine(|fault| fault.lock().unwrap_or_else(PoisonError::into_inner).clone());
    if let Some(e) = left {
        return Err(e);
    }
    if ATTENTION.fetch_and(!LOOK, Ordering::Relaxed) & LOOK == 0 {
        return Ok(());
    }
    let Some(evaluation) = current() else { return Ok(()) };
    (evaluation.ends)().inspect_err(|e| {
        // The others that work for it learn of it, too.
        leave(e.clone());
    })
}

/// Leaves a failure to be found; the first one stays.
pub(crate) fn leave(e: Error) {
    // What was lost may be the reason.
    hear_of_loss();
    mine(|fault| leave_in(fault, e));
}

fn leave_in(fault: &Mutex<Option<Error>>, e: Error) {
    let mut fault = fault.lock().unwrap_or_else(PoisonError::into_inner);
    if fault.is_none() {
        *fault = Some(e);
        ATTENTION.fetch_add(FAULT, Ordering::Release);
    }
}

/// Is one left?
#[inline]
pub(crate) fn is_left() -> bool {
    hear_of_loss();
    ATTENTION.load(Ordering::Relaxed) >= FAULT
        && mine(|fault| fault.lock().unwrap_or_else(PoisonError::into_inner).is_some())
}

/// Takes it.
pub(crate) fn take() -> Option<Error> {
    hear_of_loss();
    if ATTENTION.load(Ordering::Relaxed) < FAULT {
        return None;
    }
    mine(take_from)
}

fn take_from(fault: &Mutex<Option<Error>>) -> Option<Error> {
    let left = fault.lock().unwrap_or_else(PoisonError::into_inner).take()?;
    ATTENTION.fetch_sub(FAULT, Ordering::Relaxed);
    Some(left)
}

fn mine<R>(with: impl FnOnce(&Mutex<Option<Error>>) -> R) -> R {
    let current = CURRENT.try_with(|c| c.borrow().clone()).ok().flatten();
    with(current.as_ref().map_or(&NOBODY, |e| &e.fault))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    /// What one test loses all evaluations hear of.
    static ALONE: Mutex<()> = Mutex::new(());

    fn alone() -> MutexGuard<'static, ()> {
        ALONE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop() -> Error {
        Error::new("stop")
    }

    #[test]
    fn an_evaluation_ends_when_it_is_asked_to_and_others_go_on() {
        let _alone = alone();
        let asked = Arc::new(AtomicBool::new(false));
        let heard = asked.clone();
        let ends = move || if heard.swap(false, Ordering::Relaxed) { Err(stop()) } else { Ok(()) };
        let (one, other) = (Evaluation::new(ends), Evaluation::new(|| Ok(())));
        let _working = within(Some(one.clone()));
        assert!(!is_over());
        asked.store(true, Ordering::Relaxed);
        look();
        assert!(is_over());
        // It was asked once, and all who work for it hear it until the evaluator did.
        assert!(check().is_err());
        {
            let _elsewhere = within(Some(other));
            assert!(!is_over());
            settle().expect("nobody asked this one");
        }
        assert_eq!(settle().expect_err("it was asked to end").word(), b"stop");
        settle().expect("that was heard");
        assert!(!is_over());
    }

    #[test]
    fn a_change_is_not_broken_off() {
        let _alone = alone();
        let _working = within(Some(Evaluation::new(|| Err(stop()))));
        steadily(|| {
            look();
            assert!(!is_over());
            steadily(|| settle().expect("later"));
            assert!(!is_over());
        });
        assert!(is_over());
        assert_eq!(settle().expect_err("it was asked meanwhile").word(), b"stop");
    }

    #[test]
    fn what_is_lost_fails_all_that_may_have_seen_it() {
        let _alone = alone();
        fn why() -> Error {
            Error::new("gone")
        }
        loses_because(why);
        let (waits, other) = (Evaluation::new(|| Ok(())), Evaluation::new(|| Ok(())));
        let _outer = within(Some(waits));
        {
            let _inner = within(Some(Evaluation::new(|| Ok(()))));
            lose();
            lose();
            assert!(is_over(), "it is heard");
            assert_eq!(settle().expect_err("it is lost").word(), b"gone");
            settle().expect("that was heard");
        }
        settle().expect("it waited meanwhile");
        let _other = within(Some(other));
        assert_eq!(settle().expect_err("it ran meanwhile").word(), b"gone");
        let _new = within(Some(Evaluation::new(|| Ok(()))));
        settle().expect("it began after it");
    }

    #[test]
    fn failures_belong_to_their_evaluation() {
        let _alone = alone();
        let (one, other) = (Evaluation::new(|| Ok(())), Evaluation::new(|| Ok(())));
        {
            let _working = within(Some(one.clone()));
            leave(Error::new("corrupt"));
        }
        {
            let _working = within(Some(other));
            assert!(!is_left());
            assert!(take().is_none());
        }
        let _working = within(Some(one));
        assert!(is_left());
        assert_eq!(take().expect("it was left").word(), b"corrupt");
        assert!(!is_left());
    }
}
