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
//!
//! An encrypted file (its layout is Quarry's own):
//!
//! ```text
//! 0      the header that `seal` tells of
//! 88     the blocks, back to back: compressed as above, then encrypted
//! E      nonce 12 · tag 16 · encrypted:
//!           algorithm u8 (16 to 21) · level i8 · logarithm of the bytes in a block u8 · 0 u8 · 0 u32
//!           U i64, size of the image
//!           for each block: stored size u32 · algorithm used u32 · nonce 12 · tag 16
//! end-8  T i64, bytes from E up to here
//! ```

use crate::blocks::{Blocks, HEAD, Maker};
use crate::codec::{self, Algorithm};
use crate::encode::Image;
use crate::fail;
use crate::mapped::Mapped;
use crate::seal::{self, MARK_SIZE, Mark, Seal};
use quarry_value::{Error, Result, Source, evaluation, fault, pool};
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

const MAGIC: &[u8; 8] = b"kxzipped";
const ENCRYPTED: &[u8; 8] = b"kxzippEd";
const FIXED_SIZE: usize = 40;
/// Added to the number of an algorithm: what it makes is encrypted.
const ENCRYPT: u8 = 16;
/// Bytes before the blocks' in what the trailer of an encrypted file says, and of each block.
const SEALED_FIXED_SIZE: usize = 16;
const SEALED_BLOCK_SIZE: usize = 8 + MARK_SIZE;

/// How to compress: what `(file;lbs;alg;lvl) set x` and `.z.zd` say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compression {
    /// Base-2 logarithm of the block size: 12 to 20.
    pub block_log2: u8,
    pub algorithm: Algorithm,
    pub level: i32,
    /// Compressed, then encrypted.
    pub encrypted: bool,
}

impl Compression {
    /// From the three numbers a q programmer gives. `None`: do not compress (algorithm 0).
    ///
    /// Errors: 'domain for numbers out of range.
    pub fn new(block_log2: i64, algorithm: i64, level: i64) -> Result<Option<Compression>> {
        if algorithm == 0 {
            return Ok(None);
        }
        let wrong = |what: &str| Error::new("domain").detail(format!("compression: {what}"));
        let encrypted = algorithm & i64::from(ENCRYPT) != 0;
        let a = Algorithm::from_number(algorithm & !i64::from(ENCRYPT))
            .ok_or_else(|| wrong("the algorithm is 0 to 5, and 16 more to encrypt"))?;
        let level = if a == Algorithm::Lz4 { level.min(16) } else { level };
        // A level that means nothing is kept as it was given. Source: releases/ChangesIn4.0, which has 17 3 6.
        let levels = match a {
            Algorithm::None | Algorithm::Ipc | Algorithm::Snappy => i8::MIN.into()..=i8::MAX.into(),
            _ => a.levels(),
        };
        let level = i32::try_from(level).ok().filter(|l| levels.contains(l));
        let level = level.ok_or_else(|| wrong(&format!("the level is {levels:?} for {a:?}")))?;
        let log2 = u8::try_from(block_log2).ok().filter(|l| (12..=20).contains(l));
        let block_log2 = log2.ok_or_else(|| wrong("the logical block size is 12 to 20"))?;
        Ok(Some(Compression { block_log2, algorithm: a, level, encrypted }))
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
    sealed: Option<Sealed>,
}

/// What opens the blocks of an encrypted file.
struct Sealed {
    seal: Seal,
    marks: Vec<Mark>,
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
    /// The first bytes, expanded by themselves.
    head: OnceLock<Option<Vec<u8>>>,
}

pub fn is_compressed(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || bytes.starts_with(ENCRYPTED) || is_encrypted(bytes)
}

/// Is it a file that Quarry encrypted?
pub fn is_encrypted(bytes: &[u8]) -> bool {
    bytes.starts_with(seal::MAGIC)
}

/// Opens the image in a compressed file.
pub fn open(file: Mapped) -> Result<Compressed> {
    let trailer = Trailer::read(file.as_slice(), &file.name())?;
    Blocks::new(Expander { file, trailer, head: OnceLock::new() })
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
        let made = algorithm.and_then(|a| match &self.trailer.sealed {
            None => codec::expand(a, coded, out),
            Some(sealed) => sealed.expand(k, a, coded, out),
        });
        // Zeros may have taken the place of what the block is made from, and make a block as well.
        if let Some(e) = self.file.loss() {
            return Err(e);
        }
        made.ok_or_else(|| self.failed(k))
    }
    fn head(&self) -> Option<&[u8]> {
        #[expect(clippy::disallowed_methods, reason = "the start of one block is expanded here")]
        self.head.get_or_init(|| self.make_head()).as_deref()
    }
    fn failed(&self, k: usize) -> Error {
        let what = if self.trailer.sealed.is_some() { "decryption" } else { "decompression" };
        Error::text(format!("{what} error at block {k} in {}", self.file.name()))
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

impl Expander {
    /// Is the header of the file had without its first block?
    pub fn has_head(&self) -> bool {
        let first = self.trailer.blocks.first().and_then(|b| Algorithm::from_number(b.algorithm.into()));
        self.trailer.sealed.is_none() && first.is_some_and(codec::has_start)
    }

    /// `None`: the first block is wanted whole, also to learn what is wrong with it.
    fn make_head(&self) -> Option<Vec<u8>> {
        let (b, size) = (self.trailer.blocks.first()?, self.trailer.block_size.min(self.trailer.plain_size));
        if size <= HEAD || !self.has_head() {
            return None;
        }
        let coded = &self.file.as_slice()[b.start..b.start + b.size as usize];
        let mut out = vec![0; HEAD];
        codec::expand_start(Algorithm::from_number(b.algorithm.into())?, coded, &mut out)?;
        self.file.loss().is_none().then_some(out)
    }

    /// Is the file encrypted?
    pub fn is_encrypted(&self) -> bool {
        self.trailer.sealed.is_some()
    }
}

thread_local! {
    /// Where a block lies when it is decrypted and not yet expanded.
    static OPENED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl Sealed {
    /// Decrypts and expands block `k` to exactly `out`. `None` when it is not what was written.
    fn expand(&self, k: usize, algorithm: Algorithm, coded: &[u8], out: &mut [u8]) -> Option<()> {
        let mark = self.marks.get(k)?;
        if algorithm == Algorithm::None {
            codec::expand(algorithm, coded, out)?;
            return self.seal.open_block(k, mark, out);
        }
        OPENED.with_borrow_mut(|opened| {
            opened.clear();
            opened.extend_from_slice(coded);
            self.seal.open_block(k, mark, opened)?;
            codec::expand(algorithm, opened, out)
        })
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
        pool::for_each_chunk(&mut out, block_size, &|k, out| {
            if let Err(e) = self.make(first + k, out) {
                out.fill(0);
                fault::raise(e);
            }
        });
        out.truncate(range.end - start);
        out.drain(..range.start - start);
        out.into()
    }
}

/// Bytes of the trailer, by the last eight bytes of the file.
pub fn trailer_size(last: [u8; 8], is_encrypted: bool) -> u64 {
    let last = u64::from_le_bytes(last);
    if is_encrypted {
        last.saturating_add(8)
    } else {
        last.saturating_mul(8).saturating_add(FIXED_SIZE as u64)
    }
}

impl Trailer {
    /// Reads the trailer of a whole file; every size is checked against the bytes there are.
    pub fn read(bytes: &[u8], name: &str) -> Result<Trailer> {
        if bytes.starts_with(ENCRYPTED) {
            let detail = format!("{name} was encrypted by kdb+, whose layout is not published");
            return Err(quarry_value::error::nyi("files that kdb+ encrypted").detail(detail));
        }
        if is_encrypted(bytes) {
            return Trailer::open(bytes, name)?.check(name);
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
            sealed: None,
        })
    }

    /// Of an encrypted file.
    fn open(bytes: &[u8], name: &str) -> Result<Trailer> {
        let seal = Seal::of(bytes, name)?;
        let end = bytes.len().saturating_sub(8);
        let size = bytes[end..].try_into().ok().and_then(|b| usize::try_from(i64::from_le_bytes(b)).ok());
        let start = size.and_then(|s| end.checked_sub(s)).filter(|s| *s >= seal::HEADER_SIZE);
        let start = start.ok_or_else(|| seal::damaged(name))?;
        let said = seal.open_trailer(start, &bytes[start..end], name)?;
        Trailer::parse_sealed(seal, &said, start).ok_or_else(|| seal::damaged(name))
    }

    /// What the trailer of an encrypted file says, which begins at byte `end`.
    fn parse_sealed(seal: Seal, said: &[u8], end: usize) -> Option<Trailer> {
        let (fixed, entries) = said.split_at_checked(SEALED_FIXED_SIZE)?;
        let mut start = seal::HEADER_SIZE;
        let (mut blocks, mut marks) = (Vec::new(), Vec::new());
        for entry in entries.chunks(SEALED_BLOCK_SIZE) {
            let (size, rest) = entry.split_first_chunk()?;
            let (algorithm, mark) = rest.split_first_chunk()?;
            let size = u32::from_le_bytes(*size);
            blocks.push(Block { start, size, algorithm: i32::from_le_bytes(*algorithm) });
            marks.push(mark.try_into().ok()?);
            start = start.checked_add(size as usize).filter(|s| *s <= end)?;
        }
        (start == end).then_some(())?;
        Some(Trailer {
            algorithm: fixed[0].checked_sub(ENCRYPT)?,
            level: fixed[1] as i8,
            plain_size: usize::try_from(i64::from_le_bytes(fixed[8..].try_into().ok()?)).ok()?,
            block_size: 1usize.checked_shl(fixed[2].into())?,
            blocks,
            sealed: Some(Sealed { seal, marks }),
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
            algorithm: i32::from(self.algorithm) + if self.sealed.is_some() { i32::from(ENCRYPT) } else { 0 },
            block_log2: self.block_size.ilog2() as i32,
            level: self.level.into(),
        }
    }

    pub fn compression(&self) -> Option<Compression> {
        let algorithm = Algorithm::from_number(self.algorithm.into())?;
        let block_log2 = self.block_size.ilog2() as u8;
        let encrypted = self.sealed.is_some();
        Some(Compression { block_log2, algorithm, level: self.level.into(), encrypted })
    }

    /// The blocks as they are stored.
    fn stored(&self) -> impl Iterator<Item = Entry> + '_ {
        let mark = |k: usize| self.sealed.as_ref().map_or([0; MARK_SIZE], |s| s.marks[k]);
        let entry =
            move |(k, b): (usize, &Block)| Entry { size: b.size, algorithm: b.algorithm, mark: mark(k) };
        self.blocks.iter().enumerate().map(entry)
    }

    fn seal(&self) -> Option<&Seal> {
        self.sealed.as_ref().map(|s| &s.seal)
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
///
/// Errors: the system's; no key is loaded and the file is to be encrypted.
pub fn write(image: &dyn Plain, how: Compression, to: &mut (impl Write + Send)) -> io::Result<()> {
    let seal = if how.encrypted { Some(Seal::fresh().map_err(fail::stopped)?) } else { None };
    let w = Writer { how, seal: seal.as_ref() };
    to.write_all(w.header())?;
    let entries = w.write_blocks(0, image, to)?;
    w.write_trailer(image.size(), &entries, to)
}

/// Writes a compressed file that holds the image of `old` and then `more`: whole blocks are copied as they are.
pub fn write_longer(old: &Compressed, more: &[u8], to: &mut (impl Write + Send)) -> io::Result<()> {
    let t = &old.maker().trailer;
    let how = t.compression().ok_or_else(|| io::Error::other("unknown compression"))?;
    let w = Writer { how, seal: t.seal() };
    let whole = t.plain_size / t.block_size;
    let kept: usize = t.blocks[..whole].iter().map(|b| b.size as usize).sum();
    to.write_all(&old.maker().file.as_slice()[..w.header().len() + kept])?;
    let tail = old.bytes(whole * t.block_size..t.plain_size);
    let rest = Image::new(vec![tail.into(), more.into()]);
    let mut entries: Vec<Entry> = t.stored().take(whole).collect();
    entries.extend(w.write_blocks(whole, &rest, to)?);
    // What was copied may have been cut off meanwhile.
    old.maker().file.loss().map_or(Ok(()), |e| Err(fail::stopped(e)))?;
    w.write_trailer(t.plain_size + more.len(), &entries, to)
}

/// A block as it is stored: its size, the algorithm used for it, and what opens it if it is encrypted.
struct Entry {
    size: u32,
    algorithm: i32,
    mark: Mark,
}

/// A block that is made; its room is used for one batch after another.
#[derive(Default)]
struct Slot {
    coded: Vec<u8>,
    /// Not compressed.
    plain: bool,
    /// Encrypted, and so.
    mark: Option<Result<Mark>>,
}

/// Writes a file in one way.
struct Writer<'a> {
    how: Compression,
    seal: Option<&'a Seal>,
}

impl Writer<'_> {
    fn header(&self) -> &[u8] {
        self.seal.map_or(MAGIC, |s| s.header())
    }

    /// Writes the blocks of an image, numbered from `first`: all threads make a batch while the one before is written.
    fn write_blocks(
        &self,
        first: usize,
        image: &dyn Plain,
        to: &mut (impl Write + Send),
    ) -> io::Result<Vec<Entry>> {
        let block_size = 1usize << self.how.block_log2;
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
            let mut written = Ok(());
            pool::join(&mut || written = self.put_blocks(&ready, &before, &mut entries, to), &mut || {
                self.make_all(first + start / block_size, &batch, &mut next)
            });
            written?;
            std::mem::swap(&mut ready, &mut next);
            before = batch;
        }
        self.put_blocks(&ready, &before, &mut entries, to)?;
        Ok(entries)
    }

    /// Makes the blocks of a batch, the first of which has the number `first`.
    fn make_all(&self, first: usize, batch: &[u8], slots: &mut Vec<Slot>) {
        let block_size = 1 << self.how.block_log2;
        slots.resize_with(batch.len().div_ceil(block_size), Slot::default);
        let block = |k: usize| &batch[k * block_size..batch.len().min((k + 1) * block_size)];
        pool::for_each_chunk(slots, 1, &|k, slot| self.make(first + k, block(k), &mut slot[0]));
    }

    fn make(&self, k: usize, block: &[u8], slot: &mut Slot) {
        let how = self.how;
        slot.plain = codec::shrink(how.algorithm, how.level, block, &mut slot.coded).is_none();
        slot.mark = self.seal.map(|seal| {
            if slot.plain {
                slot.coded.clear();
                slot.coded.extend_from_slice(block);
            }
            seal.seal_block(k, &mut slot.coded)
        });
    }

    fn put_blocks(
        &self,
        slots: &[Slot],
        plain: &[u8],
        entries: &mut Vec<Entry>,
        to: &mut impl Write,
    ) -> io::Result<()> {
        for (slot, plain) in slots.iter().zip(plain.chunks(1 << self.how.block_log2)) {
            let algorithm = if slot.plain { Algorithm::None } else { self.how.algorithm };
            let (bytes, mark) = match &slot.mark {
                Some(mark) => (&slot.coded[..], mark.clone().map_err(fail::stopped)?),
                None => (if slot.plain { plain } else { &slot.coded }, [0; MARK_SIZE]),
            };
            to.write_all(bytes)?;
            entries.push(Entry { size: bytes.len() as u32, algorithm: algorithm as i32, mark });
        }
        Ok(())
    }

    fn write_trailer(&self, plain_size: usize, entries: &[Entry], to: &mut impl Write) -> io::Result<()> {
        let end = self.header().len() + entries.iter().map(|e| e.size as usize).sum::<usize>();
        match self.seal {
            None => self.write_plain_trailer(plain_size, end, entries, to),
            Some(seal) => {
                let said = self.sealed_trailer(plain_size, entries);
                let bytes = seal.seal_trailer(end, said).map_err(fail::stopped)?;
                to.write_all(&bytes)?;
                to.write_all(&(bytes.len() as i64).to_le_bytes())
            }
        }
    }

    fn write_plain_trailer(
        &self,
        plain_size: usize,
        end: usize,
        entries: &[Entry],
        to: &mut impl Write,
    ) -> io::Result<()> {
        to.write_all(&3i32.to_le_bytes())?;
        to.write_all(&[self.how.algorithm as u8, self.how.level as u8, 0, 0])?;
        to.write_all(&(plain_size as i64).to_le_bytes())?;
        to.write_all(&(end as i64).to_le_bytes())?;
        to.write_all(&(1i64 << self.how.block_log2).to_le_bytes())?;
        for e in entries {
            to.write_all(&e.size.to_le_bytes())?;
            to.write_all(&e.algorithm.to_le_bytes())?;
        }
        to.write_all(&(entries.len() as i64).to_le_bytes())
    }

    /// What the trailer of an encrypted file says.
    fn sealed_trailer(&self, plain_size: usize, entries: &[Entry]) -> Vec<u8> {
        let how = self.how;
        let mut out = Vec::with_capacity(SEALED_FIXED_SIZE + SEALED_BLOCK_SIZE * entries.len());
        out.extend([how.algorithm as u8 + ENCRYPT, how.level as u8, how.block_log2, 0, 0, 0, 0, 0]);
        out.extend((plain_size as i64).to_le_bytes());
        for e in entries {
            out.extend(e.size.to_le_bytes());
            out.extend(e.algorithm.to_le_bytes());
            out.extend(e.mark);
        }
        out
    }
}
