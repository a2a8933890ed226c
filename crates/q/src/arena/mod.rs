//! Memory domain 1: memory that a file without a name backs, in the folder that `-m` names. It is gone when the process
//! is.
//!
//! | file | noun |
//! |---|---|
//! | `mod` | the file, its mapping, and blocks as pointers |
//! | `space` | blocks of any size, as offsets |
//! | `spans`, `slabs` | whole pages; small blocks |
//!
//! The whole range of addresses is mapped once, over a file that is longer than its pages. A page is asked for
//! (`fallocate`) before the first byte of it is touched: a file system that is full refuses then, where touching it
//! would end the process.
#![allow(unsafe_code, reason = "an allocator hands out pointers")]

mod slabs;
mod space;
mod spans;

use quarry_value::error::reason;
use quarry_value::memory::{self, Domain, Store};
use rustix::fs::{FallocateFlags, Mode, OFlags};
use rustix::mm::{Advice, MapFlags, ProtFlags};
use space::Space;
use spans::Backing;
use std::alloc::Layout;
use std::ops::Range;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};

/// Large pages lie at multiples of this.
const LARGE_PAGE: usize = spans::CHUNK;
/// The fewest and the most bytes of addresses to reserve.
const LEAST: usize = 64 << 20;
const MOST: usize = 64 << 40;

struct File(OwnedFd);

impl File {
    fn allocate(&self, flags: FallocateFlags, range: &Range<usize>) -> rustix::io::Result<()> {
        let call = || rustix::fs::fallocate(&self.0, flags, range.start as u64, range.len() as u64);
        rustix::io::retry_on_intr(call)
    }

    /// Bytes of the file system, and those that are free for us.
    fn sizes(&self) -> (usize, usize) {
        let bytes =
            |blocks: u64, size: u64| usize::try_from(blocks.saturating_mul(size)).unwrap_or(usize::MAX);
        let known = rustix::fs::fstatvfs(&self.0);
        known.map_or((0, 0), |s| (bytes(s.f_blocks, s.f_frsize), bytes(s.f_bavail, s.f_frsize)))
    }
}

impl Backing for File {
    fn back(&mut self, range: Range<usize>) -> bool {
        let done = self.allocate(FallocateFlags::empty(), &range).is_ok();
        if !done {
            // Some file systems keep what they found before they had no more.
            self.release(range);
        }
        done
    }

    fn release(&mut self, range: Range<usize>) -> bool {
        self.allocate(FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE, &range).is_ok()
    }
}

struct Arena {
    size: usize,
    space: Mutex<Space<File>>,
}

static ARENA: OnceLock<Arena> = OnceLock::new();
static BASE: AtomicPtr<u8> = AtomicPtr::new(null_mut());

/// Makes domain 1 over a file in the folder `path`, or tells why that cannot be.
pub fn open(path: &Path) -> Result<(), String> {
    let wrong = |e: rustix::io::Errno| format!("{}: {}", path.display(), reason(&e.into()));
    let file = File(nameless(path).map_err(wrong)?);
    let first = 0..LARGE_PAGE;
    file.allocate(FallocateFlags::empty(), &first).map_err(wrong)?;
    file.allocate(FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE, &first).map_err(wrong)?;
    let (base, size) = map(&file).map_err(wrong)?;
    let mut space = Space::new(file, size);
    if !space.spans.start() {
        return Err(wrong(rustix::io::Errno::NOSPC));
    }
    let arena = ARENA.get_or_init(|| Arena { size, space: Mutex::new(space) });
    BASE.store(base.as_ptr(), Ordering::Release);
    memory::open(base.as_ptr() as usize, size, arena);
    Ok(())
}

/// A file in a folder that no name leads to, or none any more.
fn nameless(folder: &Path) -> rustix::io::Result<OwnedFd> {
    use rustix::io::Errno;
    let flags = OFlags::RDWR | OFlags::CLOEXEC;
    let mode = Mode::RUSR | Mode::WUSR;
    match rustix::fs::open(folder, flags | OFlags::TMPFILE, mode) {
        // File systems that know no files without names say one of these.
        Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => {}
        done => return done,
    }
    let name = folder.join(format!(".quarry_{}", std::process::id()));
    let file = rustix::fs::open(&name, flags | OFlags::CREATE | OFlags::EXCL, mode)?;
    rustix::fs::unlink(&name)?;
    Ok(file)
}

/// Maps the file at a multiple of [`LARGE_PAGE`], twice as long as the file system, so that blocks find addresses
/// also where free ones lie in pieces; less where the system refuses that.
fn map(file: &File) -> rustix::io::Result<(NonNull<u8>, usize)> {
    let mut size = file.sizes().0.saturating_mul(2).clamp(LEAST, MOST).next_multiple_of(LARGE_PAGE);
    loop {
        match map_bytes(file, size) {
            Err(_) if size > LEAST => size = (size / 2).next_multiple_of(LARGE_PAGE),
            done => return done.map(|base| (base, size)),
        }
    }
}

fn map_bytes(file: &File, size: usize) -> rustix::io::Result<NonNull<u8>> {
    use rustix::io::Errno;
    let reserved = size + LARGE_PAGE;
    // SAFETY: a new mapping at an address of the system's choice; nothing refers to it yet.
    let start = unsafe {
        rustix::mm::mmap_anonymous(
            null_mut(),
            reserved,
            ProtFlags::empty(),
            MapFlags::PRIVATE | MapFlags::NORESERVE,
        )?
    };
    let base = start.cast::<u8>().map_addr(|a| a.next_multiple_of(LARGE_PAGE));
    let protection = ProtFlags::READ | ProtFlags::WRITE;
    let flags = MapFlags::SHARED | MapFlags::NORESERVE | MapFlags::FIXED;
    // SAFETY: the range lies within what was just reserved and nobody uses. The file has no name and its descriptor is
    // ours alone: nobody else changes or shortens it.
    let mapped = unsafe { rustix::mm::mmap(base.cast(), size, protection, flags, &file.0, 0) };
    let Ok(mapped) = mapped else {
        // SAFETY: the reserved range is ours and was given to nobody.
        let _ = unsafe { rustix::mm::munmap(start, reserved) };
        return Err(mapped.err().unwrap_or(Errno::NOMEM));
    };
    // SAFETY: advice on our own mapping, which changes no content; file systems without large pages ignore it.
    let _ = unsafe { rustix::mm::madvise(mapped, size, Advice::LinuxHugepage) };
    NonNull::new(mapped.cast()).ok_or(Errno::NOMEM)
}

/// The account of the blocks. What it allocates for itself while it is held is in domain 0.
fn locked() -> Option<(memory::Within, MutexGuard<'static, Space<File>>)> {
    let arena = ARENA.get()?;
    let regular = memory::within(Domain::Regular);
    Some((regular, arena.space.lock().unwrap_or_else(|e| e.into_inner())))
}

fn pointer(at: usize) -> *mut u8 {
    BASE.load(Ordering::Acquire).wrapping_add(at)
}

fn offset(block: *mut u8) -> usize {
    block as usize - BASE.load(Ordering::Acquire) as usize
}

/// A block of domain 1; null when there is no room.
pub fn take(layout: Layout) -> *mut u8 {
    let Some((_regular, mut space)) = locked() else { return null_mut() };
    space.take(layout.size(), layout.align()).map_or(null_mut(), pointer)
}

/// Takes a block of domain 1 back.
pub fn give(block: *mut u8, layout: Layout) {
    if let Some((_regular, mut space)) = locked() {
        space.give(offset(block), layout.size(), layout.align());
    }
}

/// Makes a block of domain 1 larger or smaller where it is, if that can be.
pub fn resize(block: *mut u8, layout: Layout, size: usize) -> bool {
    locked()
        .is_some_and(|(_regular, mut space)| space.resize(offset(block), layout.size(), size, layout.align()))
}

impl Store for Arena {
    fn used(&self) -> usize {
        locked().map_or(0, |(_, space)| space.used)
    }

    fn held(&self) -> (usize, usize) {
        locked().map_or((0, 0), |(_, space)| space.spans.held())
    }

    fn peak(&self) -> usize {
        locked().map_or(0, |(_, space)| space.peak)
    }

    fn restart_peak(&self) {
        if let Some((_, mut space)) = locked() {
            space.peak = space.used;
        }
    }

    fn room(&self) -> usize {
        let room = |space: &Space<File>| space.spans.idle().saturating_add(space.spans.backing.sizes().1);
        let (used, room) = locked().map_or((0, 0), |(_, space)| (space.used, room(&space)));
        room.min(self.size.saturating_sub(used))
    }

    fn trim(&self) {
        if let Some((_, mut space)) = locked() {
            space.spans.trim();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    /// Bytes that tell where they belong.
    fn filled(seed: usize, size: usize) -> Vec<u8> {
        (0..size).map(|i| (seed + i) as u8).collect()
    }

    fn is_filled(seed: usize, block: &[u8]) -> bool {
        block.iter().enumerate().all(|(i, b)| *b == (seed + i) as u8)
    }

    /// A size from a number: small ones, pages, and a few that are large.
    fn size_of(n: usize) -> usize {
        match n % 16 {
            0 => n % 3_000_000,
            1..4 => n % 100_000,
            _ => n % 2_000,
        }
    }

    #[test]
    fn threads_free_and_grow_blocks_of_each_other() {
        const THREADS: usize = 4;
        open(&std::env::temp_dir()).expect("a folder of a file system that backs memory");
        let ends: Vec<_> = (0..THREADS).map(|_| mpsc::sync_channel::<(usize, Vec<u8>)>(50)).collect();
        let to: Vec<_> = ends.iter().map(|(to, _)| to.clone()).collect();
        let work = |at: usize, from: mpsc::Receiver<(usize, Vec<u8>)>| {
            let next = to[(at + 1) % THREADS].clone();
            move || {
                let mut kept = Vec::new();
                let mut n = at * 7919 + 1;
                for turn in 0..400 {
                    n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let block = {
                        let _filed = memory::within(Domain::Filed);
                        filled(turn, size_of(n >> 33))
                    };
                    assert!(block.capacity() == 0 || memory::is_filed(block.as_ptr() as usize));
                    if let Err(mpsc::TrySendError::Full(block)) = next.try_send((turn, block)) {
                        kept.push(block);
                    }
                    // Outside of domain 1: a block that grows stays where it was made.
                    for (seed, mut block) in from.try_iter() {
                        assert!(is_filled(seed, &block));
                        let size = block.len();
                        block.extend((size..size + 100).map(|i| (seed + i) as u8));
                        assert!(
                            is_filled(seed, &block)
                                && (size == 0 || memory::is_filed(block.as_ptr() as usize))
                        );
                        if block.len() % 3 == 0 {
                            block.truncate(10);
                            block.shrink_to_fit();
                            kept.push((seed, block));
                        }
                    }
                    if turn % 50 == 0 {
                        kept.clear();
                        memory::store().expect("it is open").trim();
                    }
                }
                assert!(kept.iter().all(|(seed, block)| is_filled(*seed, block)));
            }
        };
        let jobs: Vec<_> = ends.into_iter().enumerate().map(|(at, (_, from))| work(at, from)).collect();
        std::thread::scope(|s| jobs.into_iter().for_each(|job| drop(s.spawn(job))));
        drop(to);
        assert_eq!(memory::store().map(|s| s.used()), Some(0));
    }
}
