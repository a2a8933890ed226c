//! Large blocks that grow: each is a mapping of its own, which the system makes larger by moving pages, not bytes.
//!
//! A column that takes rows all day doubles its room now and then; copying hundreds of megabytes for that would keep
//! every row that waits. Only blocks that have grown are here: large temporaries are better off with memory that
//! was used before.
#![allow(unsafe_code, reason = "blocks are pointers, and mappings that move")]

use rustix::mm::{MapFlags, MremapFlags, ProtFlags};
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
    // SAFETY: a fresh mapping, where the system finds room, touches nothing that is there.
    let Ok(block) = (unsafe { rustix::mm::mmap_anonymous(null_mut(), size, access, kind) }) else {
        return null_mut();
    };
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
    let moved = unsafe { rustix::mm::mremap(block.cast(), old, new, MremapFlags::MAYMOVE) };
    match moved {
        Ok(moved) => {
            add(moved);
            moved.cast()
        }
        Err(_) => {
            add(block.cast());
            null_mut()
        }
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
