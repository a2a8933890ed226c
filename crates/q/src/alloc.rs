//! The allocator: mimalloc, which gives memory back, with every block counted for `\ts`, `\w` and `-w`, and large
//! blocks in large pages.
#![allow(unsafe_code)]

use quarry_value::meter;
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
    if size >= LARGE && !block.is_null() {
        advise(block, size);
    }
}

#[cfg(not(target_os = "linux"))]
fn in_large_pages(_: *mut u8, _: usize) {}

/// Left alone, mimalloc lays its first megabytes in large pages too, which makes a process that does nothing three
/// times as big. So it is told, before the first block is asked for, to take memory as it needs it.
#[cfg(target_os = "linux")]
mod frugal {
    unsafe extern "C" {
        fn mi_option_set(option: std::ffi::c_int, value: std::ffi::c_long);
    }

    /// `mi_option_arena_eager_commit` of mimalloc's header.
    const ARENA_EAGER_COMMIT: std::ffi::c_int = 4;

    extern "C" fn settle() {
        // SAFETY: setting an option is allowed at any time; this runs before `main` on the only thread.
        unsafe { mi_option_set(ARENA_EAGER_COMMIT, 0) };
    }

    // SAFETY: the linker's section of functions that run before `main`; this one calls nothing that needs it to have run.
    #[used]
    #[unsafe(link_section = ".init_array")]
    static SETTLE: extern "C" fn() = settle;
}

impl Counted {
    pub const NEW: Counted = Counted(mimalloc::MiMalloc);
}

/// Ends the process as kdb+ does when the limit of `-w` is passed.
#[cold]
fn over_limit() -> ! {
    use std::io::Write;
    let _ = std::io::stderr().write_all(b"-w abort\n");
    std::process::exit(1)
}

// SAFETY: every call goes to mimalloc unchanged; counting touches no block.
unsafe impl GlobalAlloc for Counted {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if meter::exceeds(layout.size()) {
            over_limit();
        }
        meter::gained(layout.size());
        // SAFETY: the caller's promises about `layout` are passed on.
        let block = unsafe { self.0.alloc(layout) };
        in_large_pages(block, layout.size());
        block
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if meter::exceeds(layout.size()) {
            over_limit();
        }
        meter::gained(layout.size());
        // SAFETY: as in `alloc`.
        let block = unsafe { self.0.alloc_zeroed(layout) };
        in_large_pages(block, layout.size());
        block
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        meter::lost(layout.size());
        // SAFETY: `block` came from this allocator, so from mimalloc, with this layout.
        unsafe { self.0.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if meter::exceeds(size.saturating_sub(layout.size())) {
            over_limit();
        }
        meter::gained(size);
        meter::lost(layout.size());
        // SAFETY: as in `dealloc`; the caller promises that `size` is not zero.
        let block = unsafe { self.0.realloc(block, layout, size) };
        in_large_pages(block, size);
        block
    }
}
