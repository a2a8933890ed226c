//! The floor under every scan: how long it takes to read 10 million longs (80 MB) that are not in a cache.
//! Prints milliseconds, the median of eleven turns: `bandwidth THREADS`.

use std::time::Instant;

const COUNT: usize = 10_000_000;

/// Reads every word; the compiler makes vector loads of it.
fn scan(words: &[u64]) -> u64 {
    let mut sums = [0u64; 16];
    for chunk in words.chunks_exact(16) {
        for (sum, word) in sums.iter_mut().zip(chunk) {
            *sum ^= word;
        }
    }
    sums.iter().fold(0, |a, b| a ^ b)
}

fn main() {
    let threads: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1);
    let words: Vec<u64> = (0..COUNT as u64).collect();
    let mut times: Vec<f64> = (0..11)
        .map(|_| {
            let start = Instant::now();
            let part = COUNT.div_ceil(threads);
            std::thread::scope(|s| {
                for chunk in words.chunks(part) {
                    s.spawn(move || std::hint::black_box(scan(chunk)));
                }
            });
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("{:.3}", times[times.len() / 2]);
}
