//! The compression algorithms of compressed files, one block at a time.

use quarry_value::wire;
use std::cell::RefCell;

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

// Decoders are dear to make and are kept, one a thread.
thread_local! {
    static GZIP: RefCell<libdeflater::Decompressor> = RefCell::new(libdeflater::Decompressor::new());
    static ZSTD: RefCell<Option<zstd::bulk::Decompressor<'static>>> =
        RefCell::new(zstd::bulk::Decompressor::new().ok());
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

/// `01 00 01 00`, coded size, plain size + 8 (both i32), the coded bytes.
fn expand_frame(frame: &[u8], out: &mut [u8]) -> Option<()> {
    let total = u32::try_from(out.len() + 8).ok()?;
    let good = frame.len() >= 12
        && frame[..4] == [1, 0, 1, 0]
        && frame[4..8] == u32::try_from(frame.len()).ok()?.to_le_bytes()
        && frame[8..12] == total.to_le_bytes();
    if !good {
        return None;
    }
    wire::lz::expand(&frame[12..], out)
}

/// Compresses a block. `None` when it is to be stored as it is.
pub fn shrink(algorithm: Algorithm, level: i32, block: &[u8]) -> Option<Vec<u8>> {
    let coded = match algorithm {
        Algorithm::None => return None,
        Algorithm::Ipc => return shrink_frame(block),
        Algorithm::Gzip => deflate(level, block)?,
        Algorithm::Snappy => snap::raw::Encoder::new().compress_vec(block).ok()?,
        Algorithm::Lz4 => {
            let mode = lz4::block::CompressionMode::HIGHCOMPRESSION(level.clamp(0, 16));
            lz4::block::compress(block, Some(mode), false).ok()?
        }
        Algorithm::Zstd => zstd::bulk::compress(block, level).ok()?,
    };
    (coded.len() < block.len()).then_some(coded)
}

fn shrink_frame(block: &[u8]) -> Option<Vec<u8>> {
    let coded = wire::lz::shrink(block)?;
    let total = u32::try_from(block.len() + 8).ok()?;
    let mut frame = vec![1, 0, 1, 0];
    frame.extend(u32::try_from(coded.len() + 12).ok()?.to_le_bytes());
    frame.extend(total.to_le_bytes());
    frame.extend(coded);
    Some(frame)
}

fn deflate(level: i32, block: &[u8]) -> Option<Vec<u8>> {
    let level = flate2::Compression::new(u32::try_from(level).ok()?);
    let mut out = Vec::with_capacity(block.len() + 64);
    let mut coder = flate2::Compress::new(level, true);
    let done = coder.compress_vec(block, &mut out, flate2::FlushCompress::Finish).ok()?;
    (done == flate2::Status::StreamEnd).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_algorithm_gives_back_what_it_took() {
        let runs: Vec<u8> = (0..50_000u32).map(|i| (i / 100) as u8).collect();
        for n in 1..=5 {
            let a = Algorithm::from_number(n).expect("an algorithm");
            let coded =
                shrink(a, *a.levels().start().max(&1).min(a.levels().end()), &runs).expect("runs shrink");
            let mut out = vec![0; runs.len()];
            expand(a, &coded, &mut out).expect("expands");
            assert!(out == runs, "{a:?}");
            for cut in [0, 1, coded.len() / 2, coded.len() - 1] {
                assert!(expand(a, &coded[..cut], &mut out).is_none(), "{a:?} cut at {cut}");
            }
            let mut long = vec![0; runs.len() + 1];
            assert!(expand(a, &coded, &mut long).is_none(), "{a:?} into too much room");
        }
    }
}
