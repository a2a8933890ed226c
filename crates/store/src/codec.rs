//! The compression algorithms of compressed files, one block at a time.

use quarry_value::wire;
use std::cell::RefCell;
use std::io::Read;

/// How a block is stored, numbered as kdb+ numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Algorithm {
    /// The bytes as they are.
    None = 0,
    /// q's own, as in IPC messages: a whole compressed message whose payload is the block.
    Ipc = 1,
    /// A zlib stream.
    Gzip = 2,
    /// Raw Snappy.
    Snappy = 3,
    /// A raw LZ4 block.
    Lz4 = 4,
    /// A Zstandard frame.
    Zstd = 5,
}

impl Algorithm {
    pub fn from_number(n: i64) -> Option<Algorithm> {
        use Algorithm::*;
        [None, Ipc, Gzip, Snappy, Lz4, Zstd].into_iter().find(|a| *a as i64 == n)
    }

    /// The levels that may be asked for.
    pub fn levels(self) -> std::ops::RangeInclusive<i32> {
        match self {
            Algorithm::Gzip => 0..=9,
            Algorithm::Lz4 => 0..=16,
            Algorithm::Zstd => -7..=22,
            _ => 0..=0,
        }
    }
}

// Coders and decoders are dear to make and are kept, one a thread; so is the room that a block is compressed into.
thread_local! {
    static GZIP: RefCell<libdeflater::Decompressor> = RefCell::new(libdeflater::Decompressor::new());
    static ZSTD: RefCell<Option<zstd::bulk::Decompressor<'static>>> =
        RefCell::new(zstd::bulk::Decompressor::new().ok());
    static CODER: RefCell<Coder> = RefCell::new(Coder::new());
}

/// Expands a block to exactly `out`. `None` when it does not.
pub fn expand(algorithm: Algorithm, coded: &[u8], out: &mut [u8]) -> Option<()> {
    let size = match algorithm {
        Algorithm::None if coded.len() == out.len() => {
            out.copy_from_slice(coded);
            out.len()
        }
        Algorithm::None => return None,
        Algorithm::Ipc => return expand_frame(coded, out),
        Algorithm::Gzip => GZIP.with_borrow_mut(|d| d.zlib_decompress(coded, out)).ok()?,
        Algorithm::Snappy => {
            let fits = snap::raw::decompress_len(coded).ok()? == out.len();
            if fits { snap::raw::Decoder::new().decompress(coded, out).ok()? } else { return None }
        }
        Algorithm::Lz4 => {
            let size = i32::try_from(out.len()).ok()?;
            lz4::block::decompress_to_buffer(coded, Some(size), out).ok()?
        }
        Algorithm::Zstd => ZSTD.with_borrow_mut(|d| d.as_mut()?.decompress_to_buffer(coded, out).ok())?,
    };
    (size == out.len()).then_some(())
}

/// Can [`expand_start`] do it?
pub fn has_start(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::None | Algorithm::Ipc | Algorithm::Gzip | Algorithm::Zstd)
}

/// Expands the beginning of a block to exactly `out`, without the rest. `None` when it does not, or nobody knows how.
pub fn expand_start(algorithm: Algorithm, coded: &[u8], out: &mut [u8]) -> Option<()> {
    match algorithm {
        Algorithm::None => out.copy_from_slice(coded.get(..out.len())?),
        Algorithm::Ipc => wire::lz::expand_start(coded.get(FRAME_HEADER..)?, out)?,
        Algorithm::Gzip => {
            let mut stream = flate2::Decompress::new(true);
            stream.decompress(coded, out, flate2::FlushDecompress::None).ok()?;
            (stream.total_out() == out.len() as u64).then_some(())?;
        }
        Algorithm::Zstd => zstd::stream::read::Decoder::with_buffer(coded).ok()?.read_exact(out).ok()?,
        Algorithm::Snappy | Algorithm::Lz4 => return None,
    }
    Some(())
}

/// Bytes before the coded ones of q's own algorithm.
const FRAME_HEADER: usize = 12;

/// `01 00 01 00`, coded size, plain size + 8 (both i32), the coded bytes.
fn expand_frame(frame: &[u8], out: &mut [u8]) -> Option<()> {
    let total = u32::try_from(out.len() + 8).ok()?;
    let good = frame.len() >= FRAME_HEADER
        && frame[..4] == [1, 0, 1, 0]
        && frame[4..8] == u32::try_from(frame.len()).ok()?.to_le_bytes()
        && frame[8..12] == total.to_le_bytes();
    if !good {
        return None;
    }
    wire::lz::expand(&frame[FRAME_HEADER..], out)
}

/// Compresses a block; `out` holds it then. `None` when it is to be stored as it is.
pub fn shrink(algorithm: Algorithm, level: i32, block: &[u8], out: &mut Vec<u8>) -> Option<()> {
    out.clear();
    match algorithm {
        Algorithm::None => None,
        Algorithm::Ipc => shrink_frame(block, out),
        _ => CODER.with_borrow_mut(|c| c.shrink(algorithm, level, block, out)),
    }
}

/// What libraries want to be made once, each for the level it was used with last.
struct Coder {
    room: Vec<u8>,
    gzip: Option<(i32, flate2::Compress)>,
    zstd: Option<(i32, zstd::bulk::Compressor<'static>)>,
    snappy: snap::raw::Encoder,
}

impl Coder {
    fn new() -> Coder {
        Coder { room: Vec::new(), gzip: None, zstd: None, snappy: snap::raw::Encoder::new() }
    }

    fn shrink(&mut self, algorithm: Algorithm, level: i32, block: &[u8], out: &mut Vec<u8>) -> Option<()> {
        // What does not fit in so many bytes is stored as it is; the libraries want a little more to begin with.
        let most = block.len() + block.len() / 6 + 128;
        if self.room.len() < most {
            self.room.resize(most, 0);
        }
        let size = match algorithm {
            Algorithm::Gzip => self.deflate(level, block)?,
            Algorithm::Snappy => self.snappy.compress(block, &mut self.room).ok()?,
            Algorithm::Lz4 => {
                let mode = lz4::block::CompressionMode::HIGHCOMPRESSION(level.clamp(0, 16));
                lz4::block::compress_to_buffer(block, Some(mode), false, &mut self.room).ok()?
            }
            Algorithm::Zstd => {
                if self.zstd.as_ref().is_none_or(|(l, _)| *l != level) {
                    self.zstd = Some((level, zstd::bulk::Compressor::new(level).ok()?));
                }
                let (_, coder) = self.zstd.as_mut()?;
                coder.compress_to_buffer(block, &mut self.room[..]).ok()?
            }
            Algorithm::None | Algorithm::Ipc => return None,
        };
        (size < block.len()).then(|| out.extend_from_slice(&self.room[..size]))
    }

    fn deflate(&mut self, level: i32, block: &[u8]) -> Option<usize> {
        if self.gzip.as_ref().is_none_or(|(l, _)| *l != level) {
            // A file may name a level that zlib does not know.
            let level_of_zlib = flate2::Compression::new(level.clamp(0, 9) as u32);
            self.gzip = Some((level, flate2::Compress::new(level_of_zlib, true)));
        }
        let (_, coder) = self.gzip.as_mut()?;
        coder.reset();
        let done = coder.compress(block, &mut self.room, flate2::FlushCompress::Finish).ok()?;
        let size = usize::try_from(coder.total_out()).ok()?;
        (done == flate2::Status::StreamEnd).then_some(size)
    }
}

fn shrink_frame(block: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let coded = wire::lz::shrink(block)?;
    let total = u32::try_from(block.len() + 8).ok()?;
    out.extend([1, 0, 1, 0]);
    out.extend(u32::try_from(coded.len() + FRAME_HEADER).ok()?.to_le_bytes());
    out.extend(total.to_le_bytes());
    out.extend(coded);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_algorithm_gives_back_what_it_took() {
        let runs: Vec<u8> = (0..50_000u32).map(|i| (i / 100) as u8).collect();
        for n in 1..=5 {
            let a = Algorithm::from_number(n).expect("an algorithm");
            let mut coded = Vec::new();
            shrink(a, *a.levels().start().max(&1).min(a.levels().end()), &runs, &mut coded)
                .expect("runs shrink");
            let mut out = vec![0; runs.len()];
            expand(a, &coded, &mut out).expect("expands");
            assert!(out == runs, "{a:?}");
            for size in [0, 1, 99, 100, 101, 4096, runs.len()] {
                let mut start = vec![0; size];
                assert_eq!(expand_start(a, &coded, &mut start).is_some(), has_start(a), "{a:?} {size}");
                assert!(!has_start(a) || start == runs[..size], "{a:?} {size}");
            }
            let mut beyond = vec![0; runs.len() + 1];
            assert!(expand_start(a, &coded, &mut beyond).is_none(), "{a:?} beyond the end");
            assert!(expand_start(a, &coded[..20], &mut beyond).is_none(), "{a:?} cut");
            for cut in [0, 1, coded.len() / 2, coded.len() - 1] {
                assert!(expand(a, &coded[..cut], &mut out).is_none(), "{a:?} cut at {cut}");
            }
            let mut long = vec![0; runs.len() + 1];
            assert!(expand(a, &coded, &mut long).is_none(), "{a:?} into too much room");
        }
    }
}
