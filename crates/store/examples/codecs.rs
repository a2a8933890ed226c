//! How fast files are compressed and expanded, beside the bare loop over the libraries that do it: the floor.
//!
//!   cargo run --release -p quarry-store --example codecs [threads] [folder] [block size] [algorithm]
//!
//! One line each: algorithm, level, direction; megabytes of plain data a second of the bare loop, of the loop with what no
//! file can do without, and of ours; and how much longer ours takes than the one and the other. The bare loop compresses
//! all blocks, or expands them, into one buffer that is there, as the libraries' own benchmarks do. A file that is written costs writing the compressed bytes
//! (to memory, if the folder is); one that is read costs memory that the system has to give first. Medians of several turns.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use quarry_store::{Compression, get, key, request, set, set_cache_limit};
use quarry_value::{Value, pool, wire};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, Tag, UnboundKey};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

const COUNT: usize = 8 << 20;
const TURNS: usize = 9;

fn main() {
    let argument = |i: usize| std::env::args().nth(i);
    let threads = argument(1).and_then(|a| a.parse().ok()).unwrap_or(2usize);
    let folder = argument(2).unwrap_or("/dev/shm".into());
    let block_log2 = argument(3).and_then(|a| a.parse().ok()).unwrap_or(17);
    pool::set_threads(if threads < 2 { 0 } else { threads }).expect("threads");
    set_cache_limit(Some(0));
    let path = Path::new(&folder).join(format!("quarry-codecs-{}", std::process::id()));
    let plain = column();
    let value = Value::longs(plain.clone());
    let only = argument(4).and_then(|a| a.parse().ok());
    let all = [(1, 0), (2, 1), (2, 6), (3, 0), (4, 1), (4, 9), (5, 1), (5, 10), (16, 0), (20, 1), (21, 1)];
    let keys = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/keys/first.key");
    key::load(Path::new(keys), b"quarry", None).expect("a key");
    for (algorithm, level) in all.into_iter().filter(|(a, _)| only.is_none_or(|o: i64| o == *a)) {
        let codec = Codec { algorithm, level };
        let mut out = vec![1u8; COUNT * 16];
        let mut states: Vec<State> = (0..threads).map(|_| State::new(codec)).collect();
        let bytes: &[u8] = bytemuck::cast_slice(&plain);
        let blocks: Vec<&[u8]> = bytes.chunks(1 << block_log2).collect();
        let how = Compression::new(block_log2, algorithm, level.into()).expect("good numbers");
        set(&path, &value, how).expect("written");
        let packed = std::fs::read(&path).expect("bytes");
        let [raw, write, ours] = medians([
            &mut || codec.shrink_all(&blocks, &mut out, &mut states),
            &mut || std::fs::write(path.with_extension("raw"), &packed).expect("written"),
            &mut || set(&path, &value, how).expect("written"),
        ]);
        show(codec, "compress", bytes.len(), raw, raw + write, ours);
        let coded: Vec<(Vec<u8>, usize)> =
            blocks.iter().map(|b| (codec.shrink(b, &mut states[0]).unwrap_or_default(), b.len())).collect();
        let [raw, fresh, ours] = medians([
            &mut || codec.expand_all(&coded, &mut out, &mut states),
            &mut || fill_fresh(COUNT * 8, threads),
            &mut || request(|| touch(&get(&path).expect("read"))),
        ]);
        show(codec, "expand", bytes.len(), raw, raw + fresh, ours);
    }
    [path.clone(), path.with_extension("raw")].iter().for_each(|p| std::fs::remove_file(p).expect("removed"));
}

fn show(codec: Codec, what: &str, size: usize, raw: f64, floor: f64, ours: f64) {
    let rate = |seconds: f64| size as f64 / 1e6 / seconds;
    let name = ["", "ipc", "gzip", "snappy", "lz4hc", "zstd"][codec.packs() as usize];
    let name = if codec.encrypts() { format!("aes {name}") } else { name.into() };
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
    key: LessSafeKey,
    /// Where a block lies between decrypting and expanding.
    opened: Vec<u8>,
}

/// The same for all blocks: the bare loop keeps nothing secret.
fn nonce() -> Nonce {
    Nonce::assume_unique_for_key([7; 12])
}

impl State {
    fn new(codec: Codec) -> State {
        State {
            deflate: flate2::Compress::new(flate2::Compression::new(codec.level.clamp(0, 9) as u32), true),
            inflate: libdeflater::Decompressor::new(),
            zip: zstd::bulk::Compressor::new(codec.level).expect("zstd"),
            unzip: zstd::bulk::Decompressor::new().expect("zstd"),
            snap: snap::raw::Encoder::new(),
            key: LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &[42; 32]).expect("a key")),
            opened: Vec::new(),
        }
    }
}

impl Codec {
    fn encrypts(self) -> bool {
        self.algorithm >= 16
    }

    /// The algorithm that compresses.
    fn packs(self) -> i64 {
        self.algorithm & 15
    }

    fn shrink(self, block: &[u8], s: &mut State) -> Option<Vec<u8>> {
        let mut out = vec![0; 2 * block.len() + 1024];
        let size = self.shrink_to(block, &mut out, s)?;
        out.truncate(size);
        Some(out)
    }

    fn shrink_to(self, block: &[u8], out: &mut [u8], s: &mut State) -> Option<usize> {
        let size = self.pack_to(block, out, s)?;
        if !self.encrypts() {
            return Some(size);
        }
        let tag = s.key.seal_in_place_separate_tag(nonce(), Aad::empty(), &mut out[..size]).expect("sealed");
        out[size..size + 16].copy_from_slice(tag.as_ref());
        Some(size + 16)
    }

    fn pack_to(self, block: &[u8], out: &mut [u8], s: &mut State) -> Option<usize> {
        match self.packs() {
            0 => {
                out[..block.len()].copy_from_slice(block);
                Some(block.len())
            }
            1 => {
                let coded = wire::lz::shrink(block)?;
                out[..coded.len()].copy_from_slice(&coded);
                Some(coded.len())
            }
            2 => {
                s.deflate.reset();
                s.deflate.compress(block, out, flate2::FlushCompress::Finish).expect("deflated");
                Some(s.deflate.total_out() as usize)
            }
            3 => s.snap.compress(block, out).ok(),
            4 => {
                let mode = lz4::block::CompressionMode::HIGHCOMPRESSION(self.level);
                lz4::block::compress_to_buffer(block, Some(mode), false, out).ok()
            }
            _ => s.zip.compress_to_buffer(block, out).ok(),
        }
    }

    fn expand_to(self, coded: &[u8], out: &mut [u8], s: &mut State) {
        if !self.encrypts() {
            return self.unpack_to(coded, out, s);
        }
        let (coded, tag) = coded.split_at(coded.len() - 16);
        let tag = Tag::try_from(tag).expect("a tag");
        if self.packs() == 0 {
            out.copy_from_slice(coded);
            s.key.open_in_place_separate_tag(nonce(), Aad::empty(), tag, out, 0..).expect("opened");
            return;
        }
        let mut opened = std::mem::take(&mut s.opened);
        opened.clear();
        opened.extend_from_slice(coded);
        s.key.open_in_place_separate_tag(nonce(), Aad::empty(), tag, &mut opened, 0..).expect("opened");
        self.unpack_to(&opened, out, s);
        s.opened = opened;
    }

    fn unpack_to(self, coded: &[u8], out: &mut [u8], s: &mut State) {
        match self.packs() {
            _ if coded.is_empty() => {}
            0 => out.copy_from_slice(coded),
            1 => wire::lz::expand(coded, out).expect("expanded"),
            2 => drop(s.inflate.zlib_decompress(coded, out).expect("inflated")),
            3 => drop(snap::raw::Decoder::new().decompress(coded, out).expect("expanded")),
            4 => lz4::block::decompress_to_buffer(coded, Some(out.len() as i32), out)
                .map(drop)
                .expect("expanded"),
            _ => drop(s.unzip.decompress_to_buffer(coded, out).expect("expanded")),
        }
    }

    /// Each block has room for twice its bytes.
    fn shrink_all(self, blocks: &[&[u8]], out: &mut [u8], states: &mut [State]) {
        let room = out.len() / (blocks.len() * blocks[0].len()) * blocks[0].len();
        side_by_side(blocks, out, room, states, |block, out, s| {
            self.shrink_to(block, out, s);
        });
    }

    fn expand_all(self, blocks: &[(Vec<u8>, usize)], out: &mut [u8], states: &mut [State]) {
        let size = blocks[0].1;
        side_by_side(blocks, out, size, states, |(coded, size), out, s| {
            self.expand_to(coded, &mut out[..*size], s);
        });
    }
}

/// One thread for each state, which takes the next block until there is none; each block has `room` bytes of `out`.
fn side_by_side<T: Sync>(
    blocks: &[T],
    out: &mut [u8],
    room: usize,
    states: &mut [State],
    work: impl Fn(&T, &mut [u8], &mut State) + Sync,
) {
    let places: Vec<Mutex<&mut [u8]>> = out.chunks_mut(room).map(Mutex::new).collect();
    let next = AtomicUsize::new(0);
    let turn = |state: &mut State| {
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            let Some(block) = blocks.get(k) else { return };
            work(block, &mut places[k].lock().expect("nobody panics"), state);
        }
    };
    std::thread::scope(|scope| states.iter_mut().for_each(|state| drop(scope.spawn(|| turn(state)))));
}
