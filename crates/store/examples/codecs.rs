//! How fast files are compressed and expanded, beside the bare loop over the libraries that do it: the floor.
//!
//!   cargo run --release -p quarry-store --example codecs [threads] [folder] [block size] [algorithm]
//!
//! One line each: algorithm, level, direction; megabytes of plain data a second of the bare loop, of the loop with what no
//! file can do without, and of ours; and how much longer ours takes than the one and the other. The bare loop compresses
//! each block, or expands it, into the same buffer again and again. A file that is written costs writing the compressed bytes
//! (to memory, if the folder is); one that is read costs memory that the system has to give first. Medians of several turns.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use quarry_store::{Compression, get, request, set, set_cache_limit};
use quarry_value::{Value, pool, wire};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

const COUNT: usize = 8 << 20;
const TURNS: usize = 9;

fn main() {
    let argument = |i: usize| std::env::args().nth(i);
    let threads = argument(1).and_then(|a| a.parse().ok()).unwrap_or(2usize);
    let folder = argument(2).unwrap_or("/dev/shm".into());
    let block_log2 = argument(3).and_then(|a| a.parse().ok()).unwrap_or(17);
    pool::set_threads(if threads < 2 { 0 } else { threads });
    set_cache_limit(Some(0));
    let path = Path::new(&folder).join(format!("quarry-codecs-{}", std::process::id()));
    let plain = column();
    let value = Value::longs(plain.clone());
    let only = argument(4).and_then(|a| a.parse().ok());
    let all = [(1, 0), (2, 1), (2, 6), (3, 0), (4, 1), (4, 9), (5, 1), (5, 10)];
    for (algorithm, level) in all.into_iter().filter(|(a, _)| only.is_none_or(|o: i64| o == *a)) {
        let codec = Codec { algorithm, level };
        let mut states: Vec<State> = (0..threads).map(|_| State::new(codec)).collect();
        let bytes: &[u8] = bytemuck::cast_slice(&plain);
        let blocks: Vec<&[u8]> = bytes.chunks(1 << block_log2).collect();
        let how = Compression::new(block_log2, algorithm, level.into()).expect("good numbers");
        set(&path, &value, how).expect("written");
        let packed = std::fs::read(&path).expect("bytes");
        let [raw, write, ours] = medians([
            &mut || codec.shrink_all(&blocks, &mut states),
            &mut || std::fs::write(path.with_extension("raw"), &packed).expect("written"),
            &mut || set(&path, &value, how).expect("written"),
        ]);
        show(codec, "compress", bytes.len(), raw, raw + write, ours);
        let coded: Vec<(Vec<u8>, usize)> =
            blocks.iter().map(|b| (codec.shrink(b, &mut states[0]).unwrap_or_default(), b.len())).collect();
        let [raw, fresh, ours] = medians([
            &mut || codec.expand_all(&coded, &mut states),
            &mut || fill_fresh(COUNT * 8, threads),
            &mut || request(|| touch(&get(&path).expect("read"))),
        ]);
        show(codec, "expand", bytes.len(), raw, raw + fresh, ours);
    }
    [path.clone(), path.with_extension("raw")].iter().for_each(|p| std::fs::remove_file(p).expect("removed"));
}

fn show(codec: Codec, what: &str, size: usize, raw: f64, floor: f64, ours: f64) {
    let rate = |seconds: f64| size as f64 / 1e6 / seconds;
    let name = ["none", "ipc", "gzip", "snappy", "lz4hc", "zstd"][codec.algorithm as usize];
    let (level, of_raw, of_floor) = (codec.level, ours / raw, ours / floor);
    let rates = [raw, floor, ours].map(|s| format!("{:.0}", rate(s))).join(",");
    println!("{name},{level},{what},{rates},{of_raw:.2},{of_floor:.2}");
}

/// Seconds of each, which take turns: what disturbs the machine for a while disturbs all of them.
fn medians<const N: usize>(mut all: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut times = [(); N].map(|()| Vec::new());
    for _ in 0..TURNS {
        for (f, times) in all.iter_mut().zip(&mut times) {
            let start = Instant::now();
            f();
            times.push(start.elapsed().as_secs_f64());
        }
    }
    times.map(|mut t| {
        t.sort_by(f64::total_cmp);
        t[TURNS / 2]
    })
}

/// Sizes of trades: below a hundred, and so that every algorithm has something to gain.
fn column() -> Vec<i64> {
    let mut state = 42u64;
    let mut size = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as i64 % 100
    };
    (0..COUNT).map(|_| size()).collect()
}

fn touch(x: &Value) {
    let Value::Vector(v) = x else { panic!("a vector") };
    assert_eq!(v.slice::<i64>().expect("longs").len(), COUNT);
}

fn fill_fresh(size: usize, threads: usize) {
    let mut all = vec![0u8; size];
    let part = size.div_ceil(threads);
    std::thread::scope(|scope| all.chunks_mut(part).for_each(|part| drop(scope.spawn(|| part.fill(1)))));
    std::hint::black_box(&all);
}

#[derive(Clone, Copy)]
struct Codec {
    algorithm: i64,
    level: i32,
}

/// What a library wants to be made once.
struct State {
    deflate: flate2::Compress,
    inflate: libdeflater::Decompressor,
    zip: zstd::bulk::Compressor<'static>,
    unzip: zstd::bulk::Decompressor<'static>,
    snap: snap::raw::Encoder,
    buffer: Vec<u8>,
}

impl State {
    fn new(codec: Codec) -> State {
        State {
            deflate: flate2::Compress::new(flate2::Compression::new(codec.level.clamp(0, 9) as u32), true),
            inflate: libdeflater::Decompressor::new(),
            zip: zstd::bulk::Compressor::new(codec.level).expect("zstd"),
            unzip: zstd::bulk::Decompressor::new().expect("zstd"),
            snap: snap::raw::Encoder::new(),
            buffer: vec![0; 4 << 20],
        }
    }
}

impl Codec {
    fn shrink(self, block: &[u8], s: &mut State) -> Option<Vec<u8>> {
        let size = self.shrink_to(block, s)?;
        Some(s.buffer[..size].to_vec())
    }

    fn shrink_to(self, block: &[u8], s: &mut State) -> Option<usize> {
        match self.algorithm {
            1 => {
                let coded = wire::lz::shrink(block)?;
                s.buffer[..coded.len()].copy_from_slice(&coded);
                Some(coded.len())
            }
            2 => {
                s.deflate.reset();
                s.deflate.compress(block, &mut s.buffer, flate2::FlushCompress::Finish).expect("deflated");
                Some(s.deflate.total_out() as usize)
            }
            3 => s.snap.compress(block, &mut s.buffer).ok(),
            4 => {
                let mode = lz4::block::CompressionMode::HIGHCOMPRESSION(self.level);
                lz4::block::compress_to_buffer(block, Some(mode), false, &mut s.buffer).ok()
            }
            _ => s.zip.compress_to_buffer(block, &mut s.buffer[..]).ok(),
        }
    }

    fn expand_to(self, coded: &[u8], size: usize, s: &mut State) {
        let out = &mut s.buffer[..size];
        match self.algorithm {
            _ if coded.is_empty() => {}
            1 => wire::lz::expand(coded, out).expect("expanded"),
            2 => drop(s.inflate.zlib_decompress(coded, out).expect("inflated")),
            3 => drop(snap::raw::Decoder::new().decompress(coded, out).expect("expanded")),
            4 => drop(lz4::block::decompress_to_buffer(coded, Some(size as i32), out).expect("expanded")),
            _ => drop(s.unzip.decompress_to_buffer(coded, out).expect("expanded")),
        }
    }

    fn shrink_all(self, blocks: &[&[u8]], states: &mut [State]) {
        side_by_side(blocks, states, |block, s| {
            self.shrink_to(block, s);
        });
    }

    fn expand_all(self, blocks: &[(Vec<u8>, usize)], states: &mut [State]) {
        side_by_side(blocks, states, |(coded, size), s| self.expand_to(coded, *size, s));
    }
}

/// One thread for each state, which takes the next block until there is none.
fn side_by_side<T: Sync>(blocks: &[T], states: &mut [State], work: impl Fn(&T, &mut State) + Sync) {
    let next = AtomicUsize::new(0);
    let turn = |state: &mut State| {
        while let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
            work(block, state);
        }
    };
    std::thread::scope(|scope| states.iter_mut().for_each(|state| drop(scope.spawn(|| turn(state)))));
}
