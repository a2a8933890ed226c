//! Asking for memory before it is read, so that a loop waits for the bus and not for each line in turn.
//!
//! Unsafe because the instruction belongs to SSE, which the compiler asks about anew; every x86-64 CPU has it.
#![allow(unsafe_code, reason = "an instruction of the CPU")]

/// How far ahead of the items in hand: about as far as memory answers while a simple loop goes on.
#[cfg(target_arch = "x86_64")]
const DISTANCE: usize = 8192;
/// What memory is fetched by.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Asks for what lies a distance after `items`, as many bytes as they are. A hint: it reads nothing and
/// never fails, wherever that is.
#[inline(always)]
pub fn ahead<T>(items: &[T]) {
    #[cfg(target_arch = "x86_64")]
    {
        let there = items.as_ptr().cast::<i8>().wrapping_add(DISTANCE);
        let mut line = 0;
        while line < size_of_val(items) {
            ask(there.wrapping_add(line));
            line += LINE;
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = items;
}

/// Asks for the item at `place`, if there is one. A hint, like [`ahead`].
#[inline(always)]
pub fn item<T>(items: &[T], place: usize) {
    #[cfg(target_arch = "x86_64")]
    ask(items.as_ptr().wrapping_add(place).cast());
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, place);
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn ask(there: *const i8) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: SSE is part of x86-64; a prefetch of any address is harmless.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(there) };
}
