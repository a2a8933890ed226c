//! A thread that looks after the sockets while the main thread is busy: it sends what is queued, notices that a
//! client whose request is being evaluated has gone, and has evaluations look whether they are to end.
//!
//! It sleeps while the main thread waits for events itself, and a short request never sees it.

use crate::sockets::Sockets;
use quarry_lang::network::Link;
use quarry_value::evaluation;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::Thread;
use std::time::Duration;

/// How long the main thread is busy before somebody looks after its sockets, and how often that is done then.
pub const INTERVAL: Duration = Duration::from_millis(10);
/// Looks at an idle main thread before the attendant sleeps until it is called.
const IDLE_MAX: u32 = 100;

/// Who waits for what another thread evaluates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waits {
    Nobody,
    Client,
    /// The client did, and is gone.
    Lost,
}

/// What is being evaluated, as far as the attendant must know.
pub struct Watch {
    /// How often the main thread began and ended something: odd while it is busy.
    turns: AtomicU64,
    /// The connection that waits for the answer; the console when nobody does.
    client: Mutex<Link>,
    /// The turn in which that connection went: what is evaluated for the next is not meant.
    abandoned: AtomicU64,
    /// Connections whose messages other threads evaluate.
    readers: Mutex<BTreeMap<i32, Waits>>,
    /// How many of them are lost.
    lost: AtomicUsize,
    asleep: AtomicBool,
    thread: OnceLock<Thread>,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch {
            turns: AtomicU64::default(),
            client: Mutex::new(Link::CONSOLE),
            abandoned: AtomicU64::default(),
            readers: Mutex::default(),
            lost: AtomicUsize::default(),
            asleep: AtomicBool::default(),
            thread: OnceLock::default(),
        }
    }
}

impl Watch {
    /// Has the client gone that waits for an answer from handle `handle`?
    pub fn is_abandoned(&self, handle: i32) -> bool {
        let of_main = self.client().handle == handle && self.abandoned.load(Ordering::Relaxed) == self.turn();
        of_main || self.lost.load(Ordering::Relaxed) > 0 && self.readers().get(&handle) == Some(&Waits::Lost)
    }

    /// The connection for which the main thread does what it does.
    pub fn client(&self) -> Link {
        *self.client.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the main thread does: another number for each.
    pub fn turn(&self) -> u64 {
        self.turns.load(Ordering::SeqCst)
    }

    /// The connection of this turn is gone.
    pub fn abandon(&self, turn: u64) {
        self.abandoned.store(turn, Ordering::Relaxed);
    }

    fn readers(&self) -> MutexGuard<'_, BTreeMap<i32, Waits>> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Another thread evaluates a message of a connection from now on, for which its client `waits` or not.
    pub fn begin_reading(&self, handle: i32, waits: bool) {
        self.readers().insert(handle, if waits { Waits::Client } else { Waits::Nobody });
        self.call();
    }

    pub fn end_reading(&self, handle: i32) {
        if self.readers().remove(&handle) == Some(Waits::Lost) {
            self.lost.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// A connection is gone while a message of it is evaluated elsewhere. What nobody waits for goes on.
    pub fn lose(&self, handle: i32) {
        if let Some(waits) = self.readers().get_mut(&handle).filter(|waits| **waits == Waits::Client) {
            *waits = Waits::Lost;
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Starts the attendant, unless that was done.
    pub fn start(&self, sockets: &Arc<Sockets>) {
        if self.thread.get().is_some() {
            return;
        }
        let sockets = sockets.clone();
        // Without one, queues wait for the main thread: slower, and right.
        if let Ok(started) =
            std::thread::Builder::new().name("sockets".into()).spawn(move || attend(&sockets))
        {
            let _ = self.thread.set(started.thread().clone());
        }
    }

    /// The main thread is busy until what this gives is dropped; `client` waits for the answer.
    pub fn busy(&self, client: Option<Link>) -> Busy<'_> {
        *self.client.lock().unwrap_or_else(PoisonError::into_inner) = client.unwrap_or(Link::CONSOLE);
        self.turns.fetch_add(1, Ordering::SeqCst);
        self.call();
        Busy(self)
    }

    /// Wakes the attendant.
    fn call(&self) {
        if self.asleep.swap(false, Ordering::SeqCst) {
            if let Some(thread) = self.thread.get() {
                thread.unpark();
            }
        }
    }

    /// Sleeps until something is evaluated.
    fn sleep(&self) {
        self.asleep.store(true, Ordering::SeqCst);
        if self.turn().is_multiple_of(2) && self.readers().is_empty() {
            std::thread::park();
        }
        self.asleep.store(false, Ordering::SeqCst);
    }
}

/// The main thread is busy.
pub struct Busy<'a>(&'a Watch);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.turns.fetch_add(1, Ordering::SeqCst);
    }
}

fn attend(sockets: &Sockets) {
    let watch = sockets.watch();
    let (mut seen, mut idle) = (0, 0);
    loop {
        std::thread::sleep(INTERVAL);
        let reads = !watch.readers().is_empty();
        if reads {
            evaluation::look();
        }
        let turn = watch.turn();
        if turn.is_multiple_of(2) {
            idle = if reads { 0 } else { idle + 1 };
            if idle >= IDLE_MAX {
                watch.sleep();
                idle = 0;
            }
            continue;
        }
        idle = 0;
        // Busy with the same since the last look.
        if std::mem::replace(&mut seen, turn) == turn {
            if sockets.attend(watch.client()) {
                watch.abandon(turn);
            }
            evaluation::look();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_waits_for_is_lost_with_nobody() {
        let watch = Watch::default();
        for (handle, waits) in [(5, true), (6, false)] {
            watch.begin_reading(handle, waits);
            watch.lose(handle);
            watch.lose(handle);
            assert_eq!(watch.is_abandoned(handle), waits);
        }
        [5, 6].into_iter().for_each(|handle| watch.end_reading(handle));
        assert_eq!(watch.lost.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn a_client_that_went_takes_nobody_along() {
        let (watch, client) = (Watch::default(), Link { handle: 5, serial: 7 });
        let busy = watch.busy(Some(client));
        let turn = watch.turn();
        assert!(!watch.is_abandoned(5));
        watch.abandon(turn);
        assert!(watch.is_abandoned(5) && !watch.is_abandoned(6));
        drop(busy);
        // The next request of anybody, and news of the one before that come late.
        let _busy = watch.busy(Some(client));
        assert!(!watch.is_abandoned(5));
        watch.abandon(turn);
        assert!(!watch.is_abandoned(5));
    }
}
