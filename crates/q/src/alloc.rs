//! The allocator: mimalloc, which gives memory back, with every block counted for `\ts`, `\w` and `-w`.
#![allow(unsafe_code)]

use quarry_value::meter;
use std::alloc::{GlobalAlloc, Layout};

pub struct Counted(mimalloc::MiMalloc);

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
        unsafe { self.0.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if meter::exceeds(layout.size()) {
            over_limit();
        }
        meter::gained(layout.size());
        // SAFETY: as in `alloc`.
        unsafe { self.0.alloc_zeroed(layout) }
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
        unsafe { self.0.realloc(block, layout, size) }
    }
}
