//! The mappings that live, and those whose file did not hold what it promised.
//!
//! Who reads a page of a mapping that the file under it does not have any more, because another program cut it short, or
//! that cannot be read, is sent SIGBUS. The handler finds the mapping, marks it as lost, lets zeros take the place of its
//! bytes from that page on, and tells the evaluations ([`evaluation::lose`]); the thread goes on, and the answer that comes of
//! the zeros nobody sees. What is lost stays so: who asks for bytes of that mapping again is told again. The file is mapped
//! anew by whoever opens it anew.
//!
//! What cannot be told from data is the end of the file's last page: it reads as zeros, as the system has it.
//!
//! A SIGBUS elsewhere goes to whoever had it before us, who ends the process.
#![allow(unsafe_code, reason = "a handler of signals, which puts pages in the place of others")]

use crate::fail;
use libc::{c_int, c_void, siginfo_t};
use quarry_value::{Error, evaluation, fault};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, OnceLock, PoisonError};

/// A mapping's entry in the table, which the handler reads without locks. While `size` is zero it is nobody's.
struct Slot {
    start: AtomicUsize,
    size: AtomicUsize,
    lost: AtomicBool,
    /// It was lost, and nobody has told of it.
    untold: AtomicBool,
    name: Mutex<Option<Arc<str>>>,
}

/// Slots are made in blocks, each twice as large as the one before, and stay: who finds one may look at it at any time.
const FIRST: usize = 256;
static BLOCKS: [AtomicPtr<Slot>; 32] = [const { AtomicPtr::new(null_mut()) }; 32];

/// The slots that are free, and how many blocks there are.
struct Free {
    slots: Vec<&'static Slot>,
    blocks: usize,
}

static FREE: Mutex<Free> = Mutex::new(Free { slots: Vec::new(), blocks: 0 });
/// Losses so far.
static LOSSES: AtomicU64 = AtomicU64::new(0);

/// A mapping, for as long as it lives.
pub struct Live(&'static Slot);

impl Live {
    /// Of the mapping of a file at `bytes`, which must be told before anybody reads them.
    pub fn new(bytes: &[u8], name: &Arc<str>) -> Live {
        handle();
        let slot = take_slot();
        slot.lost.store(false, Ordering::Relaxed);
        *lock(&slot.name) = Some(name.clone());
        slot.start.store(bytes.as_ptr() as usize, Ordering::Release);
        slot.size.store(bytes.len(), Ordering::Release);
        Live(slot)
    }

    /// Does a part of it read as zeros?
    #[inline]
    pub fn is_lost(&self) -> bool {
        self.0.lost.load(Ordering::Acquire)
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if self.0.untold.load(Ordering::Acquire) {
            // As long as the name is known.
            fault::pending();
        }
        self.0.size.store(0, Ordering::Release);
        *lock(&self.0.name) = None;
        lock(&FREE).slots.push(self.0);
    }
}

/// How many mappings were lost so far.
pub fn losses() -> u64 {
    LOSSES.load(Ordering::Acquire)
}

/// The error of those who read what is lost.
pub fn lost(name: &str) -> Error {
    fail::corrupt(name, "became shorter, or could not be read, while it was mapped")
        .detail("another program changed the file in place, or its disk failed; get and \\l map it anew")
}

/// Why data was lost since this was asked last.
fn why() -> Error {
    let untold = blocks().flatten().filter(|s| s.untold.swap(false, Ordering::AcqRel));
    // All are told of, and the first by its name.
    let names: Vec<_> = untold.filter_map(|s| lock(&s.name).clone()).collect();
    lost(names.first().map_or("a file", |n| n))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take_slot() -> &'static Slot {
    let mut free = lock(&FREE);
    if free.slots.is_empty() {
        let block = Box::leak((0..FIRST << free.blocks).map(|_| Slot::empty()).collect());
        BLOCKS[free.blocks].store(block.as_mut_ptr(), Ordering::Release);
        free.blocks += 1;
        free.slots.extend(block.iter());
    }
    free.slots.pop().expect("a block has slots")
}

/// All slots there are. Signal handlers may ask.
fn blocks() -> impl Iterator<Item = &'static [Slot]> {
    BLOCKS.iter().enumerate().map_while(|(k, block)| {
        let block = block.load(Ordering::Acquire);
        // SAFETY: `take_slot` made so many and lets them stay; they are changed through shared references alone.
        (!block.is_null()).then(|| unsafe { std::slice::from_raw_parts(block, FIRST << k) })
    })
}

impl Slot {
    fn empty() -> Slot {
        Slot {
            start: AtomicUsize::new(0),
            size: AtomicUsize::new(0),
            lost: AtomicBool::new(false),
            untold: AtomicBool::new(false),
            name: Mutex::new(None),
        }
    }

    /// Where the mapping ends in which `at` lies. The mapping in which a thread reads does not go meanwhile; another's that comes
    /// or goes is none in which it reads, also when its numbers are read while they change.
    fn end_around(&self, at: usize) -> Option<usize> {
        let size = self.size.load(Ordering::Acquire);
        let start = self.start.load(Ordering::Acquire);
        let same = self.size.load(Ordering::Acquire) == size;
        (same && at.wrapping_sub(start) < size).then(|| start + size)
    }
}

static PREVIOUS: OnceLock<libc::sigaction> = OnceLock::new();
static PAGE: AtomicUsize = AtomicUsize::new(0);

/// Handles SIGBUS from now on.
fn handle() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        evaluation::loses_because(why);
        PAGE.store(crate::decoded::page_size(), Ordering::Relaxed);
        // SAFETY: both calls read and write the structs given, which are whole: all zeros is an action of no flags, and
        // what the handler needs is there before it is called.
        unsafe {
            let mut previous = MaybeUninit::<libc::sigaction>::zeroed().assume_init();
            if libc::sigaction(libc::SIGBUS, null(), &mut previous) != 0 || PREVIOUS.set(previous).is_err() {
                return;
            }
            let mut action = MaybeUninit::<libc::sigaction>::zeroed().assume_init();
            action.sa_sigaction = on_bus as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
            libc::sigemptyset(&mut action.sa_mask);
            // Where that is refused, such a signal ends the process.
            libc::sigaction(libc::SIGBUS, &action, null_mut());
        }
    });
}

/// Called in the middle of anything: it takes no lock, asks for no memory, and calls what signal handlers may call. `errno` stays as it
/// is: a mapping that is made sets none, and where none is made the process ends.
extern "C" fn on_bus(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    // SAFETY: the system gives a handler with SA_SIGINFO a whole one.
    let (code, at) = unsafe { ((*info).si_code, (*info).si_addr() as usize) };
    if code <= 0 {
        // What a program sends has no address, and is meant.
        default(signal);
    } else if !replace(at) {
        hand_on(signal, info, context);
    }
}

/// The default action, which ends the process: a signal waits until the one that is handled is over, and meets it.
fn default(signal: c_int) {
    // SAFETY: an action of all zeros is the default one, without flags.
    unsafe {
        let action = MaybeUninit::<libc::sigaction>::zeroed().assume_init();
        libc::sigaction(signal, &action, null_mut());
        libc::raise(signal);
    }
}

/// Lets zeros take the place of the rest of the mapping in which `at` lies. False when there is none.
fn replace(at: usize) -> bool {
    let found = blocks().flatten().find_map(|s| s.end_around(at).map(|end| (s, end)));
    let Some((slot, end)) = found else { return false };
    let page = PAGE.load(Ordering::Relaxed);
    let from = at / page * page;
    // Before anybody can read zeros.
    slot.lost.store(true, Ordering::SeqCst);
    slot.untold.store(true, Ordering::SeqCst);
    LOSSES.fetch_add(1, Ordering::SeqCst);
    evaluation::lose();
    let size = end.next_multiple_of(page) - from;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_FIXED | libc::MAP_NORESERVE;
    // SAFETY: the pages are those of a mapping of ours, which lives as long as the thread reads in it, and stay readable.
    let start = unsafe { libc::mmap(from as *mut c_void, size, libc::PROT_READ, flags, -1, 0) };
    start != libc::MAP_FAILED
}

/// Does with the signal what would have been done without us.
fn hand_on(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    let previous = PREVIOUS.get().map_or((libc::SIG_DFL, 0), |p| (p.sa_sigaction, p.sa_flags));
    let (handler, flags) = previous;
    // SAFETY: what was set as a handler with these flags is a function of this type.
    unsafe {
        match handler {
            libc::SIG_DFL | libc::SIG_IGN => default(signal),
            _ if flags & libc::SA_SIGINFO != 0 => {
                let handler: extern "C" fn(c_int, *mut siginfo_t, *mut c_void) = std::mem::transmute(handler);
                handler(signal, info, context);
            }
            _ => {
                let handler: extern "C" fn(c_int) = std::mem::transmute(handler);
                handler(signal);
            }
        }
    }
}
