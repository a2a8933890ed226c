//! Compressed files: a file image cut into blocks that are compressed one by one.
//!
//! ```text
//! 0      "kxzipped"
//! 8      the blocks, back to back
//! E      version i32 (2 or 3) · algorithm u8 · level u8 · 0 u16
//! E+8    U i64, size of the image
//! E+16   E i64
//! E+24   L i64, bytes in a block: 2^12 to 2^20
//! E+32   for each block: stored size i32 · algorithm used i32
//! end-8  B i64, blocks: U/L rounded up
//! ```
//!
//! Little-endian; the trailer is found from the end. An older reader takes version 3 as version 2.

use crate::blocks::{Blocks, Maker};
use crate::codec::{self, Algorithm};
use crate::encode::Image;
use crate::fail;
use crate::mapped::Mapped;
use quarry_value::{Error, Result, Source, evaluation, fault, pool};
use rayon::prelude::*;
use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

const MAGIC: &[u8; 8] = b"kxzipped";
const ENCRYPTED: &[u8; 8] = b"kxzippEd";
const FIXED_SIZE: usize = 40;

/// How to compress: what `(file;lbs;alg;lvl) set x` and `.z.zd` say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compression {
    /// Base-2 logarithm of the block size: 12 to 20.
    pub block_log2: u8,
    pub algorithm: Algorithm,
    pub level: i32,
}

impl Compression {
    /// From the three numbers a q programmer gives. `None`: do not compress (algorithm 0).
    ///
    /// Errors: 'domain for numbers out of range, 'nyi for encryption.
    pub fn new(block_log2: i64, algorithm: i64, level: i64) -> Result<Option<Compression>> {
        if algorithm == 0 {
            return Ok(None);
        }
        if algorithm & 16 != 0 {
            return Err(quarry_value::error::nyi("encrypted files"));
        }
        let wrong = |what: &str| Error::new("domain").detail(format!("compression: {what}"));
        let a = Algorithm::from_number(algorithm).ok_or_else(|| wrong("the algorithm is 0 to 5"))?;
        let level = if a == Algorithm::Lz4 { level.min(16) } else { level };
        let level = i32::try_from(level).ok().filter(|l| a.levels().contains(l));
        let level = level.ok_or_else(|| wrong(&format!("the level is {:?} for {a:?}", a.levels())))?;
        let log2 = u8::try_from(block_log2).ok().filter(|l| (12..=20).contains(l));
        let block_log2 = log2.ok_or_else(|| wrong("the logical block size is 12 to 20"))?;
        Ok(Some(Compression { block_log2, algorithm: a, level }))
    }
}

/// What `-21!` tells of a compressed file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stats {
    pub compressed_size: i64,
    pub plain_size: i64,
    pub algorithm: i32,
    pub block_log2: i32,
    pub level: i32,
}

/// The trailer of a compressed file.
pub struct Trailer {
    pub algorithm: u8,
    pub level: i8,
    pub plain_size: usize,
    pub block_size: usize,
    blocks: Vec<Block>,
}

#[derive(Clone, Copy)]
struct Block {
    start: usize,
    size: u32,
    algorithm: i32,
}

/// The image inside a compressed file.
pub type Compressed = Blocks<Expander>;

pub struct Expander {
    file: Mapped,
    trailer: Trailer,
}

pub fn is_compressed(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || bytes.starts_with(ENCRYPTED)
}

/// Opens the image in a compressed file.
pub fn open(file: Mapped) -> Result<Compressed> {
    let trailer = Trailer::read(file.as_slice(), &file.name())?;
    Blocks::new(Expander { file, trailer })
}

impl Maker for Expander {
    fn block_size(&self) -> usize {
        self.trailer.block_size
    }
    fn size(&self) -> usize {
        self.trailer.plain_size
    }
    fn make(&self, k: usize, out: &mut [u8]) -> Result<()> {
        let b = self.trailer.blocks[k];
        let coded = &self.file.as_slice()[b.start..b.start + b.size as usize];
        let algorithm = Algorithm::from_number(b.algorithm.into());
        let made = algorithm.and_then(|a| codec::expand(a, coded, out));
        // Zeros may have taken the place of what the block is made from, and make a block as well.
        if let Some(e) = self.file.loss() {
            return Err(e);
        }
        made.ok_or_else(|| Error::text(format!("decompression error at block {k} in {}", self.file.name())))
    }
    fn is_lost(&self) -> bool {
        self.file.is_lost()
    }
    fn ahead(&self, blocks: Range<usize>) {
        if let (Some(first), Some(last)) = (blocks.clone().next(), blocks.last()) {
            let (first, last) = (self.trailer.blocks[first], self.trailer.blocks[last]);
            self.file.will_need(first.start..last.start + last.size as usize);
        }
    }
    fn cost(&self, k: usize) -> usize {
        self.trailer.blocks[k].size as usize
    }
    fn name(&self) -> String {
        self.file.name()
    }
}

impl Plain for Expander {
    fn size(&self) -> usize {
        self.trailer.plain_size
    }
    /// Decodes what covers `range`, past the cache.
    fn bytes(&self, range: Range<usize>) -> Cow<'_, [u8]> {
        let block_size = self.trailer.block_size;
        let first = range.start / block_size;
        let start = first * block_size;
        let mut out = vec![0; range.end.next_multiple_of(block_size).min(self.trailer.plain_size) - start];
        let make = |(i, out): (usize, &mut [u8])| {
            if let Err(e) = self.make(first + i, out) {
                fault::raise(e);
            }
        };
        match pool::threads() {
            0 => out.chunks_mut(block_size).enumerate().for_each(make),
            _ => {
                let make = pool::carried(make);
                pool::install(|| out.par_chunks_mut(block_size).enumerate().for_each(make))
            }
        }
        out.truncate(range.end - start);
        out.drain(..range.start - start);
        out.into()
    }
}

impl Trailer {
    /// Reads the trailer of a whole file; every size is checked against the bytes there are.
    pub fn read(bytes: &[u8], name: &str) -> Result<Trailer> {
        if bytes.starts_with(ENCRYPTED) {
            return Err(quarry_value::error::nyi("encrypted files").detail(name.to_string()));
        }
        Trailer::parse(bytes).ok_or_else(|| fail::bad_trailer("bad meta data in file", name))?.check(name)
    }

    fn parse(bytes: &[u8]) -> Option<Trailer> {
        let long = |at: usize| Some(i64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        let int = |at: usize| Some(i32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let room = bytes.len().checked_sub(8 + FIXED_SIZE)?;
        let count = usize::try_from(long(bytes.len() - 8)?).ok().filter(|b| *b <= room / 8)?;
        let end = bytes.len() - FIXED_SIZE - 8 * count;
        if long(end + 16)? != end as i64 {
            return None;
        }
        let mut start = 8usize;
        let mut blocks = Vec::with_capacity(count);
        for k in 0..count {
            let size = u32::try_from(int(end + 32 + 8 * k)?).ok()?;
            blocks.push(Block { start, size, algorithm: int(end + 36 + 8 * k)? });
            start = start.checked_add(size as usize).filter(|s| *s <= end)?;
        }
        (start == end).then_some(())?;
        Some(Trailer {
            algorithm: bytes[end + 4],
            level: bytes[end + 5] as i8,
            plain_size: usize::try_from(long(end + 8)?).ok()?,
            block_size: usize::try_from(long(end + 24)?).ok()?,
            blocks,
        })
    }

    fn check(self, name: &str) -> Result<Trailer> {
        if !self.block_size.is_power_of_two() || !(12..=20).contains(&self.block_size.ilog2()) {
            return Err(fail::bad_trailer("disk compression - bad logicalBlockSize", name));
        }
        if self.plain_size.div_ceil(self.block_size) != self.blocks.len() {
            return Err(fail::bad_trailer("bad meta data in file", name));
        }
        Ok(self)
    }

    /// `-21!` of a file of `file_size` bytes.
    pub fn stats(&self, file_size: usize) -> Stats {
        Stats {
            compressed_size: file_size as i64,
            plain_size: self.plain_size as i64,
            algorithm: self.algorithm.into(),
            block_log2: self.block_size.ilog2() as i32,
            level: self.level.into(),
        }
    }

    pub fn compression(&self) -> Option<Compression> {
        let algorithm = Algorithm::from_number(self.algorithm.into())?;
        let block_log2 = self.block_size.ilog2() as u8;
        Some(Compression { block_log2, algorithm, level: self.level.into() })
    }

    /// The stored size of each block and the algorithm used for it.
    fn stored(&self) -> impl Iterator<Item = (u32, i32)> + '_ {
        self.blocks.iter().map(|b| (b.size, b.algorithm))
    }
}

/// How the file at `path` is compressed. What is no file, a pipe or a device, is not.
pub fn compression_of(path: &Path) -> Result<Option<Compression>> {
    if std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir()) {
        return Ok(None);
    }
    let file = Mapped::open(path)?;
    if !is_compressed(file.as_slice()) {
        return Ok(None);
    }
    Ok(Trailer::read(file.as_slice(), &file.name())?.compression())
}

/// Bytes to compress, piece by piece.
pub trait Plain: Sync {
    fn size(&self) -> usize;
    /// The bytes of `range`. A failure is left with [`fault::raise`].
    fn bytes(&self, range: Range<usize>) -> Cow<'_, [u8]>;
}

impl Plain for Image<'_> {
    fn size(&self) -> usize {
        self.size()
    }
    fn bytes(&self, range: Range<usize>) -> Cow<'_, [u8]> {
        self.bytes(range)
    }
}

/// Writes bytes as they are.
pub fn write_plain(image: &dyn Plain, to: &mut impl Write) -> io::Result<()> {
    (0..image.size())
        .step_by(BATCH)
        .try_for_each(|start| to.write_all(&image.bytes(start..image.size().min(start + BATCH))))
}

/// Bytes that are compressed at least before they are written: a multiple of every block size.
const BATCH: usize = 8 << 20;

/// Writes the compressed file that holds `image`. Memory is used for two batches of blocks.
pub fn write(image: &dyn Plain, how: Compression, to: &mut (impl Write + Send)) -> io::Result<()> {
    to.write_all(MAGIC)?;
    let entries = write_blocks(image, how, to)?;
    write_trailer(image.size(), how, &entries, to)
}

/// The stored size of a block and the algorithm used for it.
type Entry = (u32, i32);

/// Writes the blocks of an image: all threads compress a batch while the one before is written.
fn write_blocks(image: &dyn Plain, how: Compression, to: &mut (impl Write + Send)) -> io::Result<Vec<Entry>> {
    let block_size = 1usize << how.block_log2;
    let batch_size = (8 * pool::threads() * block_size).next_multiple_of(BATCH).max(BATCH);
    let mut entries = Vec::with_capacity(image.size().div_ceil(block_size));
    let (mut ready, mut next): (Vec<Slot>, Vec<Slot>) = Default::default();
    let mut before: Cow<[u8]> = Cow::Borrowed(&[]);
    for start in (0..image.size()).step_by(batch_size) {
        // The evaluator finds the reason.
        if evaluation::is_over() {
            return Err(io::Error::other("stopped"));
        }
        let batch = image.bytes(start..image.size().min(start + batch_size));
        let written = pool::join(
            || put_blocks(&ready, &before, how, &mut entries, to),
            || shrink_all(&batch, how, &mut next),
        );
        written.0?;
        std::mem::swap(&mut ready, &mut next);
        before = batch;
    }
    put_blocks(&ready, &before, how, &mut entries, to)?;
    Ok(entries)
}

/// A compressed block; its room is used for one batch after another.
#[derive(Default)]
struct Slot {
    coded: Vec<u8>,
    /// Not compressed: to be stored as it is.
    plain: bool,
}

/// Compresses the blocks of a batch.
fn shrink_all(batch: &[u8], how: Compression, slots: &mut Vec<Slot>) {
    let block_size = 1 << how.block_log2;
    slots.resize_with(batch.len().div_ceil(block_size), Slot::default);
    let code = |(block, slot): (&[u8], &mut Slot)| {
        slot.plain = codec::shrink(how.algorithm, how.level, block, &mut slot.coded).is_none();
    };
    match pool::threads() {
        0 => batch.chunks(block_size).zip(slots).for_each(code),
        _ => {
            let code = pool::carried(code);
            pool::install(|| batch.par_chunks(block_size).zip(slots).for_each(code))
        }
    }
}

fn put_blocks(
    slots: &[Slot],
    plain: &[u8],
    how: Compression,
    entries: &mut Vec<Entry>,
    to: &mut impl Write,
) -> io::Result<()> {
    for (slot, plain) in slots.iter().zip(plain.chunks(1 << how.block_log2)) {
        let (bytes, algorithm) = match slot.plain {
            false => (&slot.coded[..], how.algorithm),
            true => (plain, Algorithm::None),
        };
        to.write_all(bytes)?;
        entries.push((bytes.len() as u32, algorithm as i32));
    }
    Ok(())
}

fn write_trailer(
    plain_size: usize,
    how: Compression,
    entries: &[Entry],
    to: &mut impl Write,
) -> io::Result<()> {
    let end = 8 + entries.iter().map(|e| i64::from(e.0)).sum::<i64>();
    to.write_all(&3i32.to_le_bytes())?;
    to.write_all(&[how.algorithm as u8, how.level as u8, 0, 0])?;
    to.write_all(&(plain_size as i64).to_le_bytes())?;
    to.write_all(&end.to_le_bytes())?;
    to.write_all(&(1i64 << how.block_log2).to_le_bytes())?;
    for (size, algorithm) in entries {
        to.write_all(&size.to_le_bytes())?;
        to.write_all(&algorithm.to_le_bytes())?;
    }
    to.write_all(&(entries.len() as i64).to_le_bytes())
}

/// Writes a compressed file that holds the image of `old` and then `more`: whole blocks are copied as they are.
pub fn write_longer(old: &Compressed, more: &[u8], to: &mut (impl Write + Send)) -> io::Result<()> {
    let t = &old.maker().trailer;
    let how = t.compression().ok_or_else(|| io::Error::other("unknown compression"))?;
    let whole = t.plain_size / t.block_size;
    let kept: usize = t.blocks[..whole].iter().map(|b| b.size as usize).sum();
    to.write_all(&old.maker().file.as_slice()[..8 + kept])?;
    let tail = old.bytes(whole * t.block_size..t.plain_size);
    let rest = Image::new(vec![tail.into(), more.into()]);
    let mut entries: Vec<Entry> = t.stored().take(whole).collect();
    entries.extend(write_blocks(&rest, how, to)?);
    write_trailer(t.plain_size + more.len(), how, &entries, to)
}
