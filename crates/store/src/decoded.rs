//! Compressed files that were opened lately, with the blocks of them that are decoded: one bounded cache for all
//! readers of the process.
//!
//! A file is known by its path and stamp; one that changed is opened anew. While a request runs, what it decodes stays:
//! a query that looks at a column twice decodes it once. Files that nobody holds any more make room for others even then,
//! above [`RUNNING_LEAST`]. When the last request that runs ends, blocks are given back until no more than the limit is
//! held, those of the file that was used least lately first. With a limit of 0 that is every block, as in kdb+. Some of the
//! memory given back stays with the process until the system wants it (`blocks`), because fresh memory is dear.
#![allow(
    unsafe_code,
    reason = "blocks are given back when nobody looks at them, which only a clock of requests tells"
)]

use crate::blocks::Blocks;
use crate::container::{self, Compressed};
use crate::enumeration::Widened;
use crate::mapped::Mapped;
use crate::stamp::Stamp;
use quarry_value::{Result, Source, meter};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// Bytes that may be held while a request runs whatever the limit says: a query looks at the columns of a partition more
/// than once.
const RUNNING_LEAST: usize = 256 << 20;
/// Files kept open that nobody holds.
const FILES_MAX: usize = 4096;
/// How many requests end before open files are counted.
const TIDY_EVERY: u32 = 256;
/// Without a limit of its own the cache takes this part of the machine's memory.
const DEFAULT_PART: usize = 8;

struct Entry {
    stamp: Stamp,
    image: Image,
}

/// What is made of a file's blocks.
enum Image {
    Compressed(Arc<Compressed>),
    /// Old enumerations, whose positions are widened.
    Widened(Arc<Blocks<Widened>>),
}

macro_rules! with_blocks {
    ($image:expr, $blocks:ident => $body:expr) => {
        match $image {
            Image::Compressed($blocks) => $body,
            Image::Widened($blocks) => $body,
        }
    };
}

impl Image {
    fn held(&self) -> usize {
        with_blocks!(self, b => b.held())
    }
    fn touched(&self) -> u32 {
        with_blocks!(self, b => b.touched())
    }
    fn is_lost(&self) -> bool {
        with_blocks!(self, b => b.is_lost())
    }
    fn is_held(&self) -> bool {
        with_blocks!(self, b => Arc::strong_count(b) > 1)
    }
    /// Gives blocks back, down to `keep` bytes, unless somebody holds the file.
    fn shed(&mut self, keep: usize) {
        with_blocks!(self, b => { Arc::get_mut(b).map(|b| b.shed(keep)); });
    }
    /// Gives blocks back, down to `keep` bytes.
    ///
    /// # Safety
    ///
    /// As for [`Blocks::shed_idle`].
    unsafe fn shed_idle(&self, keep: usize) {
        // SAFETY: the caller's promise.
        with_blocks!(self, b => { unsafe { b.shed_idle(keep) }; });
    }
}

#[derive(Default)]
struct Files {
    compressed: HashMap<PathBuf, Entry>,
    widened: HashMap<PathBuf, Entry>,
}

impl Files {
    fn all(&self) -> impl Iterator<Item = &Image> {
        self.compressed.values().chain(self.widened.values()).map(|e| &e.image)
    }

    /// The files that nobody seems to hold, used least lately first.
    fn unheld(&mut self) -> Vec<&mut Image> {
        // Widened files hold compressed ones.
        let all = self.widened.values_mut().chain(self.compressed.values_mut()).map(|e| &mut e.image);
        let mut unheld: Vec<_> = all.filter(|i| !i.is_held() && i.held() > 0).collect();
        unheld.sort_by_key(|i| i.touched());
        unheld
    }

    fn retain(&mut self, mut keep: impl FnMut(&Path, &Entry) -> bool) {
        self.widened.retain(|path, e| keep(path, e));
        self.compressed.retain(|path, e| keep(path, e));
    }
}

static FILES: LazyLock<Mutex<Files>> = LazyLock::new(Mutex::default);

/// The number of the request (high half), and how many run (low half; [`SETTLING`] while blocks are given back).
static CLOCK: AtomicU64 = AtomicU64::new(1 << 32);
const SETTLING: u32 = u32::MAX;

/// Bytes of the limit; `usize::MAX` for [`DEFAULT_PART`].
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);
static HELD: AtomicUsize = AtomicUsize::new(0);
/// Above so many bytes a running request makes room.
static CROWDED: AtomicUsize = AtomicUsize::new(0);

static HITS: AtomicU64 = AtomicU64::new(0);
static MISSES: AtomicU64 = AtomicU64::new(0);
static BYTES_FOUND: AtomicU64 = AtomicU64::new(0);
static BYTES_DECODED: AtomicU64 = AtomicU64::new(0);
static BYTES_READ: AtomicU64 = AtomicU64::new(0);
static BYTES_DROPPED: AtomicU64 = AtomicU64::new(0);

/// What the cache holds, and what it did since the process started.
#[derive(Clone, Copy, Debug)]
pub struct Statistics {
    /// Bytes that may be held between requests.
    pub limit: usize,
    /// Bytes of decoded blocks held now.
    pub held: usize,
    /// Compressed files that are open.
    pub files: usize,
    /// Blocks that a request found decoded, and those that had to be: each is counted once a request.
    pub hits: u64,
    pub misses: u64,
    pub bytes_found: u64,
    /// Bytes that came of decoding, those they were decoded from, and those given back.
    pub bytes_decoded: u64,
    pub bytes_read: u64,
    pub bytes_dropped: u64,
}

pub fn statistics() -> Statistics {
    Statistics {
        limit: limit(),
        held: HELD.load(Relaxed),
        files: files().compressed.len(),
        hits: HITS.load(Relaxed),
        misses: MISSES.load(Relaxed),
        bytes_found: BYTES_FOUND.load(Relaxed),
        bytes_decoded: BYTES_DECODED.load(Relaxed),
        bytes_read: BYTES_READ.load(Relaxed),
        bytes_dropped: BYTES_DROPPED.load(Relaxed),
    }
}

/// Bytes of decoded blocks that may stay between requests.
pub fn limit() -> usize {
    match LIMIT.load(Relaxed) {
        usize::MAX => meter::machine() / DEFAULT_PART,
        n => n,
    }
}

/// Sets [`limit`]; what is too much goes at the end of the request. `None` for the part of memory that is usual.
pub fn set_limit(bytes: Option<usize>) {
    LIMIT.store(bytes.unwrap_or(usize::MAX), Relaxed);
    CROWDED.store(0, Relaxed);
}

/// The image in a compressed file; `None` for a file that is not compressed.
pub fn open(path: &Path) -> Result<std::result::Result<Arc<Compressed>, Mapped>> {
    let stamp = Stamp::of(path);
    if let Some(image) = stamp.and_then(|s| find(path, s)) {
        return Ok(Ok(image));
    }
    let file = Mapped::open(path)?;
    if !container::is_compressed(file.as_slice()) {
        return Ok(Err(file));
    }
    let image = Arc::new(container::open(file)?);
    if let Some(stamp) = stamp {
        let entry = Entry { stamp, image: Image::Compressed(image.clone()) };
        let old = files().compressed.insert(path.to_path_buf(), entry);
        // Unmapped without the lock.
        drop(old);
    }
    Ok(Ok(image))
}

fn find(path: &Path, stamp: Stamp) -> Option<Arc<Compressed>> {
    match files().compressed.get(path).filter(|e| e.stamp == stamp && !e.image.is_lost()).map(|e| &e.image) {
        Some(Image::Compressed(image)) => Some(image.clone()),
        _ => None,
    }
}

/// The widened positions of the file at `path`.
pub fn widened(path: &Path, make: impl FnOnce() -> Result<Blocks<Widened>>) -> Result<Arc<Blocks<Widened>>> {
    let stamp = Stamp::of(path);
    if let Some(e) = files().widened.get(path).filter(|e| Some(e.stamp) == stamp && !e.image.is_lost())
        && let Image::Widened(image) = &e.image
    {
        return Ok(image.clone());
    }
    let image = Arc::new(make()?);
    if let Some(stamp) = stamp {
        let entry = Entry { stamp, image: Image::Widened(image.clone()) };
        let old = files().widened.insert(path.to_path_buf(), entry);
        drop(old);
    }
    Ok(image)
}

fn files() -> MutexGuard<'static, Files> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Forgets a file that is about to be another one, so that its room on the disk is free when nobody holds it.
pub fn forget(path: &Path) {
    let mut files = files();
    let old = (files.widened.remove(path), files.compressed.remove(path));
    drop(files);
    drop(old);
}

/// Forgets all files.
pub fn forget_all() {
    // Unmapped without the lock.
    let all = std::mem::take(&mut *files());
    drop(all);
}

/// Forgets the files that are no longer what they were.
pub fn forget_changed() {
    files().retain(|path, e| Stamp::of(path) == Some(e.stamp) && !e.image.is_lost());
}

/// The number of the request that runs, and whether one does.
#[inline]
pub fn now() -> (u32, bool) {
    let clock = CLOCK.load(Relaxed);
    ((clock >> 32) as u32, !matches!(clock as u32, 0 | SETTLING))
}

/// A block was found decoded.
pub fn found(size: usize) {
    HITS.fetch_add(1, Relaxed);
    BYTES_FOUND.fetch_add(size as u64, Relaxed);
}

/// A block of `size` bytes was decoded from `cost`.
pub fn gained(size: usize, cost: usize) {
    MISSES.fetch_add(1, Relaxed);
    BYTES_DECODED.fetch_add(size as u64, Relaxed);
    BYTES_READ.fetch_add(cost as u64, Relaxed);
    meter::map(size as i64);
    let held = HELD.fetch_add(size, Relaxed) + size;
    if held > CROWDED.load(Relaxed) {
        make_room(held);
    }
}

/// Decoded blocks were given back.
pub fn lost(size: usize) {
    HELD.fetch_sub(size, Relaxed);
    BYTES_DROPPED.fetch_add(size as u64, Relaxed);
    meter::map(-(size as i64));
}

/// While a request runs: gives back what nobody holds, used least lately first, down to the limit.
fn make_room(held: usize) {
    let most = limit().max(RUNNING_LEAST);
    if held <= most {
        return CROWDED.store(most, Relaxed);
    }
    // Somebody else is at it, or opens a file.
    let Ok(mut files) = FILES.try_lock() else { return };
    shed_unheld(&mut files, most);
    // What is left belongs to those who hold it. Looking again pays after a while only.
    CROWDED.store(most.max(HELD.load(Relaxed) + most / 16), Relaxed);
}

/// Gives back blocks of files that nobody holds until no more than `most` bytes are held.
fn shed_unheld(files: &mut Files, most: usize) {
    for image in files.unheld() {
        let over = HELD.load(Relaxed).saturating_sub(most);
        if over == 0 {
            break;
        }
        image.shed(image.held().saturating_sub(over));
    }
}

/// Runs `work` as a request: what it decodes stays for its whole length. Requests nest, and run beside each other.
///
/// Slices of a [`quarry_value::Source`] that were taken in `work` must not outlive it.
pub fn request<R>(work: impl FnOnce() -> R) -> R {
    let _running = Running::start();
    work()
}

struct Running;

impl Running {
    fn start() -> Running {
        loop {
            let clock = CLOCK.load(SeqCst);
            if clock as u32 != SETTLING && CLOCK.compare_exchange(clock, clock + 1, SeqCst, SeqCst).is_ok() {
                return Running;
            }
            std::hint::spin_loop();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let clock = CLOCK.fetch_sub(1, SeqCst) - 1;
        if clock as u32 != 0 {
            return;
        }
        let number = ((clock >> 32) as u32).wrapping_add(1).max(1);
        let next = u64::from(number) << 32;
        if HELD.load(Relaxed) <= limit() && !now().0.is_multiple_of(TIDY_EVERY) {
            // Somebody else may have started meanwhile; the next end counts.
            let _ = CLOCK.compare_exchange(clock, next, SeqCst, SeqCst);
            return;
        }
        if CLOCK.compare_exchange(clock, next | u64::from(SETTLING), SeqCst, SeqCst).is_ok() {
            settle();
            CLOCK.store(next, SeqCst);
        }
    }
}

/// Between requests: gives back what is above the limit. Only [`Running`] calls this, when nothing runs.
fn settle() {
    let most = limit();
    let mut files = files();
    shed_unheld(&mut files, most);
    if HELD.load(Relaxed) > most {
        let mut held: Vec<&Image> = files.all().collect();
        held.sort_by_key(|i| i.touched());
        for image in held {
            let over = HELD.load(Relaxed).saturating_sub(most);
            if over == 0 {
                break;
            }
            // SAFETY: no request runs, and none starts before CLOCK is set again.
            unsafe { image.shed_idle(image.held().saturating_sub(over)) };
        }
    }
    if files.all().count() > FILES_MAX {
        files.retain(|_, e| e.image.is_held() || e.image.held() > 0);
    }
    CROWDED.store(0, Relaxed);
}

/// Bytes of a page of memory.
pub fn page_size() -> usize {
    static SIZE: LazyLock<usize> = LazyLock::new(rustix::param::page_size);
    *SIZE
}
