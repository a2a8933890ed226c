//! Memory kept back for blocks that cannot be refused: addresses that nothing lies at, given back to the system when it has no other.
//!
//! Only a limit of the process (`ulimit -v`) or of what the system promises refuses memory; nothing of this is ever touched.
#![allow(unsafe_code, reason = "mappings are made and given back")]

use quarry_value::spare;
use rustix::mm::{MapFlags, ProtFlags};
use rustix::process::{Resource, getrlimit};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes kept back where nothing limits the process, and the least and the most where something does.
const USUAL: usize = 64 << 20;
const LEAST: usize = 16 << 20;
const MOST: usize = 1 << 30;

/// Where it lies, 0 for nowhere, and how much it is.
static START: AtomicUsize = AtomicUsize::new(0);
static SIZE: AtomicUsize = AtomicUsize::new(0);

/// Keeps some back, if there is some: a sixth of what may be left to the process.
pub fn keep() {
    if START.load(Ordering::SeqCst) != 0 {
        return;
    }
    let size = match SIZE.load(Ordering::Relaxed) {
        0 => getrlimit(Resource::As).current.map_or(USUAL, |limit| {
            let used = std::fs::read_to_string("/proc/self/statm").ok();
            let pages = used.and_then(|text| text.split(' ').next()?.parse::<usize>().ok()).unwrap_or(0);
            let left = (limit as usize).saturating_sub(pages.saturating_mul(rustix::param::page_size()));
            (left / 6).clamp(LEAST, MOST)
        }),
        size => size,
    };
    SIZE.store(size, Ordering::Relaxed);
    let access = ProtFlags::READ | ProtFlags::WRITE;
    // SAFETY: a fresh mapping, where the system finds room.
    let map = || unsafe { rustix::mm::mmap_anonymous(null_mut(), size, access, MapFlags::PRIVATE) };
    let made = map().or_else(|_| {
        // What is free may still be the allocator's.
        super::give_back();
        map()
    });
    let Ok(at) = made else { return spare::is_still_spent() };
    if START.compare_exchange(0, at as usize, Ordering::SeqCst, Ordering::SeqCst).is_err() {
        // Another thread was first.
        give_back(at as usize);
    }
}

fn give_back(at: usize) -> bool {
    // SAFETY: the mapping is ours alone, of this size, and nobody ever looked at it.
    unsafe { rustix::mm::munmap(at as *mut _, SIZE.load(Ordering::Relaxed)) }.is_ok()
}

/// Gives it up: was there something?
pub fn spend() -> bool {
    let at = START.swap(0, Ordering::SeqCst);
    at != 0 && give_back(at)
}
