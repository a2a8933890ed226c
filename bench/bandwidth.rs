//! The floor under every scan: how long it takes to read 10 million longs (80 MB) that are not in a cache, in large
//! pages and with prefetches, the best of several distances: as fast as a program can.
//! Prints milliseconds, the median of fifteen turns: `bandwidth THREADS`. On Linux and x86-64.

use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
use std::time::Instant;

const COUNT: usize = 10_000_000;
const LARGE_PAGE: usize = 1 << 21;

/// Reads every word, eight at a time, and asks for the line `ahead` bytes further on.
#[target_feature(enable = "avx2")]
fn scan(words: &[u64], ahead: usize) -> u64 {
    let mut sums = [0u64; 16];
    for chunk in words.chunks_exact(16) {
        let there = chunk.as_ptr().cast::<i8>().wrapping_add(ahead);
        _mm_prefetch::<_MM_HINT_T0>(there);
        _mm_prefetch::<_MM_HINT_T0>(there.wrapping_add(64));
        for (sum, word) in sums.iter_mut().zip(chunk) {
            *sum ^= word;
        }
    }
    sums.iter().fold(0, |a, b| a ^ b)
}

/// The words, in memory that the system was asked to back with large pages.
fn words() -> Vec<u64> {
    unsafe extern "C" {
        fn madvise(start: *mut u64, bytes: usize, advice: i32) -> i32;
    }
    const MADV_HUGEPAGE: i32 = 14;
    let mut words: Vec<u64> = Vec::with_capacity(COUNT);
    let start = words.as_mut_ptr().map_addr(|a| a.next_multiple_of(LARGE_PAGE));
    // SAFETY: the range lies within the vector's own memory; advice changes no content. That it may not be taken
    // costs time and nothing else.
    unsafe { madvise(start, COUNT * 8 - 2 * LARGE_PAGE, MADV_HUGEPAGE) };
    words.extend(0..COUNT as u64);
    words
}

fn median(words: &[u64], threads: usize, ahead: usize) -> f64 {
    let mut times: Vec<f64> = (0..15)
        .map(|_| {
            let start = Instant::now();
            std::thread::scope(|s| {
                for chunk in words.chunks(COUNT.div_ceil(threads)) {
                    // SAFETY: `main` has asked for AVX2.
                    s.spawn(move || std::hint::black_box(unsafe { scan(chunk, ahead) }));
                }
            });
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    assert!(is_x86_feature_detected!("avx2"), "the floor is for CPUs with AVX2");
    let threads: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1);
    let words = words();
    let best = [0, 1 << 11, 1 << 13, 1 << 14].map(|ahead| median(&words, threads, ahead));
    println!("{:.3}", best.into_iter().fold(f64::INFINITY, f64::min));
}
