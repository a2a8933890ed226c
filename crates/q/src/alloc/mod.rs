//! The allocator: mimalloc, which gives memory back, with every block counted for `\ts`, `\w` and `-w`, and large
//! blocks in large pages; large blocks that grow, in mappings of their own; and beside it the arena of memory domain 1,
//! which blocks know by their addresses.
#![allow(unsafe_code, reason = "an allocator hands out pointers")]

#[cfg(target_os = "linux")]
mod growing;
#[cfg(target_os = "linux")]
mod kept;

use crate::arena;
use quarry_value::memory::{self, Domain};
use quarry_value::{meter, room, spare};
use std::alloc::{GlobalAlloc, Layout};

pub struct Counted(mimalloc::MiMalloc);

/// Blocks of so many bytes are worth large pages: scans of them cross fewer pages, and are filled in fewer faults.
#[cfg(target_os = "linux")]
const LARGE: usize = 4 << 20;

/// Asks for large pages under a block. A hint: what the system makes of it changes no content.
#[cfg(target_os = "linux")]
#[inline]
fn in_large_pages(block: *mut u8, size: usize) {
    #[cold]
    fn advise(block: *mut u8, size: usize) {
        let end = (block as usize + size) & !(PAGE - 1);
        let start = block.map_addr(|a| a.next_multiple_of(PAGE));
        // SAFETY: the pages lie within the block that was just made; the advice touches no byte.
        let _ = unsafe {
            rustix::mm::madvise(start.cast(), end - start as usize, rustix::mm::Advice::LinuxHugepage)
        };
    }
    const PAGE: usize = 4096;
    if size >= LARGE {
        advise(block, size);
    }
}

#[cfg(not(target_os = "linux"))]
fn in_large_pages(_: *mut u8, _: usize) {}

/// Left alone, mimalloc lays its first megabytes in large pages too, which makes a process that does nothing three
/// times as big. So it is told, before the first block is asked for, to take its first megabytes as it needs them. Whoever needs more than
/// those has more: many small blocks then lie in large pages as well, and are filled in a five hundredth of the faults.
#[cfg(target_os = "linux")]
mod frugal {
    use std::ffi::{c_int, c_long};

    unsafe extern "C" {
        fn mi_option_set(option: c_int, value: c_long);
        fn mi_reserve_os_memory(size: usize, commit: bool, allow_large: bool) -> c_int;
    }

    /// `mi_option_arena_eager_commit` of mimalloc's header: 2 where the system promises more memory than it has.
    const ARENA_EAGER_COMMIT: c_int = 4;
    /// `mi_option_allow_thp`: 2 gives no part of a large page back.
    const ALLOW_THP: c_int = 43;
    /// Bytes that are taken page by page.
    const FIRST: usize = 64 << 20;

    extern "C" fn settle() {
        // SAFETY: options may be set and memory reserved at any time; this runs before `main` on the only thread.
        unsafe {
            // Should there be none to reserve, the first block will tell.
            let _ = mi_reserve_os_memory(FIRST, false, false);
            mi_option_set(ARENA_EAGER_COMMIT, 2);
            mi_option_set(ALLOW_THP, 2);
        };
    }

    // SAFETY: the linker's section of functions that run before `main`; this one calls nothing that needs it to have run.
    #[used]
    #[unsafe(link_section = ".init_array")]
    static SETTLE: extern "C" fn() = settle;
}

impl Counted {
    pub const NEW: Counted = Counted(mimalloc::MiMalloc);
}

/// Bytes beyond the limit of `-w` for blocks that cannot be refused: whoever gets them is to end soon.
const BEYOND_LIMIT: usize = 64 << 20;

/// Is a block refused because it would pass the limit of `-w`? One that cannot be refused and passes it by far ends the process,
/// as in kdb+.
#[inline]
fn is_over_limit(size: usize) -> bool {
    meter::exceeds(size) && refused_over_limit(size)
}

#[cold]
fn refused_over_limit(size: usize) -> bool {
    use std::io::Write;
    if room::may_refuse() {
        return true;
    }
    if meter::exceeds_by(size, BEYOND_LIMIT) {
        let _ = std::io::stderr().write_all(b"-w abort\n");
        std::process::exit(1)
    }
    spare::run_short();
    false
}

/// A block that the system has no room for: refused if it may be, else with what is kept back given up for it.
#[cold]
fn in_need(mut take: impl FnMut() -> *mut u8) -> *mut u8 {
    #[cfg(target_os = "linux")]
    if !room::may_refuse() && kept::spend() {
        spare::run_short();
        return take();
    }
    std::ptr::null_mut()
}

/// What `take` gives, and at need once more.
#[inline]
fn given(mut take: impl FnMut() -> *mut u8) -> *mut u8 {
    let block = take();
    if block.is_null() { in_need(take) } else { block }
}

unsafe extern "C" {
    fn mi_collect(force: bool);
}

/// Gives what the calling thread has freed back to the operating system.
pub fn give_back() {
    // SAFETY: it may be called at any time, and moves no block that is in use.
    unsafe { mi_collect(true) }
}

/// Memory is kept back from now on for blocks that cannot be refused.
#[cfg(target_os = "linux")]
pub fn keep_some() {
    spare::kept_by(kept::keep);
}

#[cfg(not(target_os = "linux"))]
pub fn keep_some() {}

/// Is a new block to lie in domain 1? Without `-m` that is one load and a branch.
#[inline]
fn is_filed() -> bool {
    memory::is_on() && memory::current() == Domain::Filed
}

impl Counted {
    /// A block of domain 0, counted.
    #[inline]
    fn regular(&self, layout: Layout, take: impl Fn(&mimalloc::MiMalloc) -> *mut u8) -> *mut u8 {
        if is_over_limit(layout.size()) {
            return std::ptr::null_mut();
        }
        let block = given(|| take(&self.0));
        if !block.is_null() {
            meter::gained(layout.size());
            in_large_pages(block, layout.size());
        }
        block
    }

    /// A block of domain 1, or of domain 0 where that is full; null when it may be refused.
    #[cold]
    unsafe fn filed(&self, layout: Layout) -> *mut u8 {
        let block = arena::take(layout);
        if !block.is_null() || memory::is_strict() {
            return block;
        }
        memory::spill(layout.size());
        // SAFETY: the caller's promises about `layout` are passed on.
        self.regular(layout, |m| unsafe { m.alloc(layout) })
    }

    /// A block of domain 1 in another size: where it is, or moved.
    #[cold]
    unsafe fn filed_again(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if arena::resize(block, layout, size) {
            return block;
        }
        // SAFETY: the caller promises that `size` is not zero and, rounded up to the alignment, no more than `isize::MAX`.
        let new = unsafe {
            let wanted = Layout::from_size_align_unchecked(size, layout.align());
            self.filed(wanted)
        };
        if !new.is_null() {
            // SAFETY: both blocks are ours and apart, and have at least this many bytes.
            unsafe { std::ptr::copy_nonoverlapping(block, new, size.min(layout.size())) };
            arena::give(block, layout);
        }
        new
    }
}

#[cfg(target_os = "linux")]
impl Counted {
    /// A block in another size, where it or what it becomes is a mapping. See [`growing`].
    #[cold]
    unsafe fn grown(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let was = growing::has(block, layout);
        let is = if was { size >= growing::LEAST } else { growing::takes(layout, size) };
        // SAFETY: the caller promises that `size` is not zero and, rounded up to the alignment, no more than `isize::MAX`,
        // and that the block is its own, of this layout.
        let (new, moved) = unsafe {
            let mapped = || match (was, is) {
                (true, true) => growing::resize(block, layout.size(), size),
                (_, true) => growing::new(size),
                (_, false) => std::ptr::null_mut(),
            };
            let anywhere = || {
                let new = self.0.alloc(Layout::from_size_align_unchecked(size, layout.align()));
                if !new.is_null() {
                    in_large_pages(new, size);
                }
                new
            };
            match mapped() {
                there if !there.is_null() => (there, was),
                _ => match anywhere() {
                    new if !new.is_null() => (new, false),
                    _ => {
                        let mut moved = false;
                        let new = in_need(|| {
                            let there = mapped();
                            moved = was && !there.is_null();
                            if there.is_null() { anywhere() } else { there }
                        });
                        (new, moved)
                    }
                },
            }
        };
        if new.is_null() {
            return new;
        }
        if !moved {
            // SAFETY: both blocks are ours and apart, and have at least this many bytes; the old one came from where it
            // is given back.
            unsafe {
                std::ptr::copy_nonoverlapping(block, new, size.min(layout.size()));
                if was { growing::free(block, layout.size()) } else { self.0.dealloc(block, layout) }
            }
        }
        meter::lost(layout.size());
        meter::gained(size);
        new
    }
}

// SAFETY: every call goes to mimalloc unchanged, to a mapping of its own, or to the arena, whose blocks are apart from each other and from
// mimalloc's and are known by their addresses; counting touches no block.
unsafe impl GlobalAlloc for Counted {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_filed() {
            // SAFETY: the caller's promises about `layout` are passed on.
            return unsafe { self.filed(layout) };
        }
        // SAFETY: as above.
        self.regular(layout, |m| unsafe { m.alloc(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_filed() {
            // SAFETY: as in `alloc`; the block has as many bytes as are zeroed.
            return unsafe {
                let block = self.filed(layout);
                if !block.is_null() {
                    block.write_bytes(0, layout.size());
                }
                block
            };
        }
        // SAFETY: as in `alloc`.
        self.regular(layout, |m| unsafe { m.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if memory::is_filed(block as usize) {
            return arena::give(block, layout);
        }
        meter::lost(layout.size());
        #[cfg(target_os = "linux")]
        if growing::has(block, layout) {
            // SAFETY: it is a mapping of this size, and the caller is done with it.
            return unsafe { growing::free(block, layout.size()) };
        }
        // SAFETY: `block` came from this allocator, not from the arena and not as a mapping, so from mimalloc, with this
        // layout.
        unsafe { self.0.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if memory::is_filed(block as usize) {
            // SAFETY: the caller's promises are passed on; the block is one of the arena's.
            return unsafe { self.filed_again(block, layout, size) };
        }
        if is_over_limit(size.saturating_sub(layout.size())) {
            return std::ptr::null_mut();
        }
        #[cfg(target_os = "linux")]
        if growing::takes(layout, size) || growing::has(block, layout) {
            // SAFETY: the caller's promises are passed on; the block is not of the arena.
            return unsafe { self.grown(block, layout, size) };
        }
        // SAFETY: as in `dealloc`; the caller promises that `size` is not zero.
        let block = given(|| unsafe { self.0.realloc(block, layout, size) });
        if !block.is_null() {
            meter::gained(size);
            meter::lost(layout.size());
            in_large_pages(block, size);
        }
        block
    }
}
