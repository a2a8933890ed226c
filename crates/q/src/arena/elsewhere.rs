//! Memory domain 1 where there is none: its files are kept and cut with calls that only Linux has.

use std::alloc::Layout;
use std::path::Path;

pub fn open(_: &Path) -> Result<(), String> {
    Err("memory that a file system backs needs Linux".into())
}

pub fn take(_: Layout) -> *mut u8 {
    std::ptr::null_mut()
}

pub fn give(_: *mut u8, _: Layout) {}

pub fn resize(_: *mut u8, _: Layout, _: usize) -> bool {
    false
}
