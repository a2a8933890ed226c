//! Multithreaded input (`-p -N`): what clients ask for is evaluated on threads, several at a time, and changes nothing.
//!
//! The main thread goes on meanwhile. Before it does anything that may change globals itself it waits until nothing is
//! being evaluated: many read, or one writes.

use crate::attendant::INTERVAL;
use crate::sockets::Sockets;
use quarry_lang::http::Answer;
use quarry_lang::network::{Link, Network};
use quarry_lang::reader::{Asked, Outcome, Reader, Served};
use quarry_value::evaluation;
use quarry_value::pool::taking_part;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Threads that evaluate. More wait for one of them.
const THREADS_MAX: usize = 256;
/// Bytes of stack for each.
const STACK_SIZE: usize = 64 << 20;
/// Threads that have had nothing to do for so long end, and what they hold of the heap with them.
const IDLE: Duration = Duration::from_secs(5);

/// What is asked for, and who evaluates it.
struct Job {
    reader: Reader,
    asked: Asked,
}

impl Job {
    fn done(self) -> Done {
        let link = self.reader.link();
        (link, quarry_lang::request(|| self.reader.serve(self.asked)))
    }
}

/// What came of one, for its connection.
type Done = (Link, Served);

/// Where threads take jobs from, one at a time.
struct Taken {
    jobs: Receiver<Job>,
    /// When the last one came.
    last: Instant,
}

/// The threads, which are started as they are needed.
pub struct Crew {
    jobs: Sender<Job>,
    taken: Arc<Mutex<Taken>>,
    tell: Sender<Done>,
    done: Receiver<Done>,
    /// How many threads there are, and how many have been started.
    threads: Arc<AtomicUsize>,
    started: usize,
    /// Jobs that are being done, or wait for a thread.
    outstanding: usize,
    /// The code that one of them has asked to end the process with.
    pub exit: Option<i32>,
}

impl Taken {
    /// The next job; `None` when none has come for a while, or none comes any more.
    fn next(&mut self) -> Option<Job> {
        let left = IDLE.saturating_sub(self.last.elapsed());
        let next = self.jobs.recv_timeout(left).ok();
        if next.is_some() {
            self.last = Instant::now();
        }
        next
    }
}

impl Crew {
    pub fn new() -> Crew {
        let ((jobs, taken), (tell, done)) = (channel(), channel());
        let taken = Arc::new(Mutex::new(Taken { jobs: taken, last: Instant::now() }));
        let threads = Arc::default();
        Crew { jobs, taken, tell, done, threads, started: 0, outstanding: 0, exit: None }
    }

    /// Has evaluated what a connection asks for, of which nothing more is heard until then. The main thread is woken when that is
    /// done.
    pub fn evaluate(&mut self, reader: Reader, asked: Asked, sockets: &Arc<Sockets>) {
        self.outstanding += 1;
        let handle = reader.link().handle;
        sockets.suspend(handle);
        sockets.attended(handle, asked.waits());
        // The receiver lives as long as we do.
        let _ = self.jobs.send(Job { reader, asked });
        // Then: a thread that ends now finds it, or is not counted here any more.
        if self.outstanding > self.threads.load(SeqCst) && self.threads.load(SeqCst) < THREADS_MAX {
            self.add_thread(sockets);
        }
        // The system gives no thread: the main thread does it.
        if self.threads.load(SeqCst) == 0 {
            let job = self.lock().jobs.try_recv();
            if let Ok(job) = job {
                let _ = self.tell.send(job.done());
                sockets.wake();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add_thread(&mut self, sockets: &Arc<Sockets>) {
        let (taken, tell, sockets) = (self.taken.clone(), self.tell.clone(), sockets.clone());
        let (number, threads) = (self.started, self.threads.clone());
        let work = move || {
            quarry_kernel::random::begin_input(number);
            let lock = || taken.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                let mut next = lock().next();
                if next.is_none() {
                    threads.fetch_sub(1, SeqCst);
                    next = lock().jobs.try_recv().ok();
                    if next.is_some() {
                        threads.fetch_add(1, SeqCst);
                    }
                }
                let Some(job) = next else { return };
                // By then the reader is gone, and globals may be changed again.
                if tell.send(taking_part(|| job.done())).is_err() {
                    return;
                }
                sockets.wake();
            }
        };
        let named = std::thread::Builder::new().name("input".into()).stack_size(STACK_SIZE);
        // With fewer threads than there could be, messages wait longer.
        self.threads.fetch_add(1, SeqCst);
        self.started += 1;
        if named.spawn(work).is_err() {
            self.threads.fetch_sub(1, SeqCst);
        }
    }

    /// Is anything being evaluated?
    pub fn is_busy(&self) -> bool {
        self.outstanding > 0
    }

    /// Sends the responses that are ready.
    pub fn collect(&mut self, sockets: &Sockets) {
        while let Ok(done) = self.done.try_recv() {
            self.finish(done, sockets);
        }
    }

    /// Waits for one of those that evaluate, for a moment.
    pub fn wait(&mut self, sockets: &Sockets) {
        if let Ok(done) = evaluation::waiting(|| self.done.recv_timeout(INTERVAL)) {
            self.finish(done, sockets);
        }
        sockets.attend_readers();
    }

    fn finish(&mut self, (link, served): Done, sockets: &Sockets) {
        self.outstanding -= 1;
        self.exit = self.exit.or(served.exit);
        sockets.watch().end_reading(link.handle);
        sockets.resume(link.handle);
        match served.outcome {
            Outcome::Done => {}
            // It fails for a client that went away meanwhile, which its own event tells.
            Outcome::Response(bytes) => _ = sockets.send(link.handle, bytes.into()),
            Outcome::Login(user, true) => _ = sockets.admit(link, user),
            Outcome::Answer(Answer::Response { bytes, keep }) => sockets.respond(link, bytes, keep),
            // A thread agrees to no WebSocket.
            Outcome::Login(_, false) | Outcome::Answer(Answer::Upgrade { .. }) => _ = sockets.hang_up(link),
        }
    }
}
