//! Large blocks that grow: each is a mapping of its own, which the system makes larger by moving pages, not bytes.
//!
//! A column that takes rows all day doubles its room now and then; copying hundreds of megabytes for that would keep
//! every row that waits. Only blocks that have grown are here: large temporaries are better off with memory that
//! was used before.
#![allow(unsafe_code, reason = "blocks are pointers, and mappings that move")]

use rustix::mm::{Advice, MapFlags, MremapFlags, ProtFlags};
use std::alloc::Layout;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Blocks of so many bytes are worth a mapping.
pub const LEAST: usize = 1 << 20;

/// There are so many at most: systems limit the mappings of a process.
const MOST: usize = 4096;

/// The addresses of the blocks, ascending. Only blocks of [`LEAST`] bytes are ever looked for.
static BLOCKS: Mutex<Vec<usize>> = Mutex::new(Vec::new());

fn blocks() -> MutexGuard<'static, Vec<usize>> {
    BLOCKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does a block of `old` bytes that shall have `new` belong here?
#[inline]
pub fn takes(old: Layout, new: usize) -> bool {
    new >= LEAST && new > old.size() && old.align() <= 4096
}

/// Is it one of ours?
#[inline]
pub fn has(block: *mut u8, layout: Layout) -> bool {
    #[cold]
    fn look(block: *mut u8) -> bool {
        blocks().binary_search(&(block as usize)).is_ok()
    }
    layout.size() >= LEAST && look(block)
}

fn add(block: *mut c_void) {
    let mut blocks = blocks();
    let at = blocks.partition_point(|b| *b < block as usize);
    blocks.insert(at, block as usize);
}

fn remove(block: *mut u8) {
    let mut blocks = blocks();
    if let Ok(at) = blocks.binary_search(&(block as usize)) {
        blocks.remove(at);
    }
}

/// A new block of `size` bytes; null when there is no room, or are too many.
pub fn new(size: usize) -> *mut u8 {
    if blocks().len() >= MOST {
        return null_mut();
    }
    let (access, kind) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE);
    let (at, kind) = match reserve(size) {
        Some(at) => (at, kind | MapFlags::FIXED),
        None => (null_mut(), kind),
    };
    // SAFETY: a fresh mapping, where the system finds room or where that was reserved, touches nothing that is there.
    let Ok(block) = (unsafe { rustix::mm::mmap_anonymous(at, size, access, kind) }) else {
        return null_mut();
    };
    in_large_pages(block, size);
    add(block);
    block.cast()
}

/// The block in another size, at least [`LEAST`], perhaps elsewhere; null, and as it was, when there is no room.
///
/// # Safety
///
/// `block` is one of ours of `old` bytes, and nobody looks at it meanwhile.
pub unsafe fn resize(block: *mut u8, old: usize, new: usize) -> *mut u8 {
    // Before: once the pages have moved another thread may be given the old address.
    remove(block);
    // SAFETY: the mapping is ours alone, and of `old` bytes; who holds it gets the new address.
    let moved = unsafe { moved(block.cast(), old, new) };
    match moved {
        Some(moved) => {
            in_large_pages(moved, new);
            add(moved);
            moved.cast()
        }
        None => {
            add(block.cast());
            null_mut()
        }
    }
}

/// A mapping in another size: where it is, where large pages stay whole, or anywhere.
///
/// # Safety
///
/// The mapping is of `old` bytes, and nobody looks at it meanwhile.
unsafe fn moved(block: *mut c_void, old: usize, new: usize) -> Option<*mut c_void> {
    let anywhere = || {
        // SAFETY: as promised; the system finds room where nothing is.
        let moved = unsafe { rustix::mm::mremap(block, old, new, MremapFlags::MAYMOVE) };
        moved.ok()
    };
    if new < LARGE {
        return anywhere();
    }
    // SAFETY: as promised; nothing moves.
    if let Ok(there) = unsafe { rustix::mm::mremap(block, old, new, MremapFlags::empty()) } {
        return Some(there);
    }
    let Some(at) = reserve(new) else { return anywhere() };
    // SAFETY: as promised; nothing but the reserved room is at the new place.
    let moved = unsafe { rustix::mm::mremap_fixed(block, old, new, MremapFlags::MAYMOVE, at) };
    moved.ok().or_else(anywhere)
}

/// Blocks of so many bytes lie in large pages, and begin with one.
const LARGE: usize = 2 * LARGE_PAGE;
const LARGE_PAGE: usize = 2 << 20;

/// Room for so many bytes at the beginning of a large page, where nothing is; `None` if there is none, or it is not worth it. If it then cannot
/// be used it must not be given back: the system may have done so, and others have been given it.
fn reserve(size: usize) -> Option<*mut c_void> {
    if size < LARGE {
        return None;
    }
    let page = rustix::param::page_size();
    let length = size.checked_next_multiple_of(page)?;
    let all = length.checked_add(LARGE_PAGE)?;
    let kind = MapFlags::PRIVATE | MapFlags::NORESERVE;
    // SAFETY: a fresh mapping, where the system finds room.
    let found = unsafe { rustix::mm::mmap_anonymous(null_mut(), all, ProtFlags::empty(), kind) }.ok()?;
    let at = found.map_addr(|a| a.next_multiple_of(LARGE_PAGE));
    let before = at.addr() - found.addr();
    release(found, before);
    release(at.wrapping_byte_add(length), all - before - length);
    Some(at)
}

/// Gives a part of reserved room back.
fn release(at: *mut c_void, size: usize) {
    if size > 0 {
        // SAFETY: the room was reserved, nothing else has been there, and it is not used.
        let _ = unsafe { rustix::mm::munmap(at, size) };
    }
}

/// Asks for large pages under a whole mapping: of one that is in parts the system would not move the pages. A hint.
fn in_large_pages(block: *mut c_void, size: usize) {
    if size >= LARGE {
        // SAFETY: the mapping is ours, of so many bytes; the advice touches none of them.
        let _ = unsafe { rustix::mm::madvise(block, size, Advice::LinuxHugepage) };
    }
}

/// Gives the block back.
///
/// # Safety
///
/// `block` is one of ours of `size` bytes, and nobody looks at it any more.
pub unsafe fn free(block: *mut u8, size: usize) {
    remove(block);
    // SAFETY: the mapping is ours alone, and of `size` bytes. It cannot fail for whole mappings.
    let _ = unsafe { rustix::mm::munmap(block.cast(), size) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_grow_and_shrink_and_keep_what_they_hold() {
        let filled = |block: *mut u8, n: usize| {
            // SAFETY: the block has at least `n` bytes, all of them mapped.
            let bytes = unsafe { std::slice::from_raw_parts(block, n) };
            bytes.iter().step_by(999_983).all(|b| *b == 7)
        };
        let layout = |size| Layout::from_size_align(size, 8).unwrap();
        let block = new(LEAST);
        assert!(has(block, layout(LEAST)));
        // SAFETY: as above, here and below: sizes are those the block was last given.
        unsafe { block.write_bytes(7, LEAST) };
        let larger = unsafe { resize(block, LEAST, 5 * LEAST) };
        assert!(has(larger, layout(5 * LEAST)) && filled(larger, LEAST));
        unsafe { larger.write_bytes(7, 5 * LEAST) };
        let smaller = unsafe { resize(larger, 5 * LEAST, 2 * LEAST) };
        assert!(filled(smaller, 2 * LEAST));
        unsafe { free(smaller, 2 * LEAST) };
        assert!(!has(smaller, layout(2 * LEAST)));
    }

    #[test]
    fn large_pages_move_whole() {
        let mut size = LARGE + 123;
        let mut block = new(size);
        assert!(!block.is_null());
        // SAFETY: sizes are those the block was last given.
        unsafe { block.write_bytes(7, size) };
        for more in [LARGE + 77, 2 * LARGE, 1, 10 * LARGE + 1] {
            block = unsafe { resize(block, size, size + more) };
            assert!(!block.is_null() && block.addr().is_multiple_of(LARGE_PAGE));
            let bytes = unsafe { std::slice::from_raw_parts_mut(block, size + more) };
            assert!(bytes[..size].iter().step_by(4093).all(|b| *b == 7));
            assert!(bytes[size..].iter().step_by(4093).all(|b| *b == 0));
            bytes.fill(7);
            size += more;
        }
        unsafe { free(block, size) };
    }

    #[test]
    fn a_vector_that_grows_by_appends_is_one_of_them() {
        let mut x: Vec<u64> = Vec::new();
        for i in 0..(6 * LEAST / 8) as u64 {
            x.push(i);
        }
        let layout = Layout::array::<u64>(x.capacity()).unwrap();
        assert!(has(x.as_mut_ptr().cast(), layout));
        assert!(x.iter().copied().eq(0..x.len() as u64));
        x.truncate(10);
        x.shrink_to_fit();
        assert_eq!(x, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_too_large_is_refused_and_the_block_stays() {
        let block = new(LEAST);
        // SAFETY: the block has `LEAST` bytes.
        unsafe { block.write(7) };
        assert!(unsafe { resize(block, LEAST, 1 << 62) }.is_null());
        assert_eq!(unsafe { block.read() }, 7);
        unsafe { free(block, LEAST) };
    }
}
