//! A thread that has evaluations look whether they are to end: from when the time of one is over until that one has ended.

use quarry_value::evaluation;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often they look then, for who traps that his time is over goes on.
const INTERVAL: Duration = Duration::from_millis(10);

#[derive(Default)]
pub struct Alarm {
    times: Mutex<Times>,
    called: Condvar,
}

#[derive(Default)]
struct Times {
    /// When those of what is evaluated are over.
    ends: Vec<Instant>,
    has_thread: bool,
    /// When the thread wakes, unless it is called.
    wakes: Option<Instant>,
}

impl Alarm {
    /// Something is evaluated that is to be done by `end`.
    pub fn add(self: &Arc<Self>, end: Instant) {
        let mut times = self.times();
        times.ends.push(end);
        if !times.has_thread {
            let alarm = self.clone();
            let thread = std::thread::Builder::new().name("alarm".into()).spawn(move || alarm.run());
            // Without one, loops of q look by themselves now and then.
            times.has_thread = thread.is_ok();
        } else if times.wakes.is_none_or(|at| end < at) {
            self.called.notify_one();
        }
    }

    /// What was to be done by `end` has ended.
    pub fn remove(&self, end: Instant) {
        let ends = &mut self.times().ends;
        if let Some(i) = ends.iter().position(|e| *e == end) {
            ends.swap_remove(i);
        }
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nobody calls the thread for each message: it wakes when the time of one is over, and finds that it has long ended.
    fn run(&self) {
        let mut times = self.times();
        loop {
            let now = Instant::now();
            let first = times.ends.iter().min().map(|end| end.saturating_duration_since(now));
            let wait = match first {
                Some(Duration::ZERO) => {
                    evaluation::look();
                    INTERVAL
                }
                Some(wait) => wait,
                None => {
                    times.wakes = None;
                    times = self.called.wait(times).unwrap_or_else(PoisonError::into_inner);
                    continue;
                }
            };
            times.wakes = Some(now + wait);
            times = self.called.wait_timeout(times, wait).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
