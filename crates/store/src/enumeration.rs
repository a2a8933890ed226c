//! Enumerations of 32-bit positions, as kdb+ wrote them before V3.6. They are read only.
//!
//! ```text
//! 0      fe
//! 1      domain name, 00
//! 8      header; its first bytes may be hidden by the name; attribute at 11, count at 16
//! 24     i32 positions, null 0x80000000
//! ```
//!
//! For a name of more than nine characters the header is taken to move up by multiples of eight bytes, so that
//! the name ends before the header's type.

use crate::blocks::{Blocks, Maker};
use crate::read::{HEADER_SIZE, Header, truncated, with_stored_index};
use crate::{decoded, fail, live};
use quarry_value::{Buf, Result, Source, Sym, Value, Vector};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Positions widened in one go: 64 kB of them.
const BLOCK_COUNT: usize = 8192;
const NAME_MAX: usize = 256;

/// The vector in `image`, which is that of the file at `path`.
pub fn old(image: &Arc<dyn Source>, path: &Path) -> Result<Value> {
    let start = image.bytes(0..image.size().min(NAME_MAX));
    let end = start.iter().position(|c| *c == 0).ok_or_else(|| fail::corrupt(&image.name(), "bad header"))?;
    let domain = Sym::new(&start[1..end]);
    quarry_value::domain::met(domain);
    let at = 8 + end.saturating_sub(10).next_multiple_of(8);
    let header = Header::read(&**image, at).ok_or_else(|| fail::corrupt(&image.name(), "bad header"))?;
    let first = at + HEADER_SIZE;
    let count = header.count(&**image, first, 4).ok_or_else(|| truncated(&**image))?;
    let narrow = Buf::view(image.clone(), first, count).ok_or_else(|| truncated(&**image))?;
    let wide = decoded::widened(path, || Blocks::new(Widened { image: image.clone(), narrow }))?;
    let positions = Buf::view(wide, 0, count).ok_or_else(|| truncated(&**image))?;
    let v = Vector::enumeration(domain, positions).with_attr(header.attr);
    Ok(with_stored_index(v, image, 4, first).into())
}

/// 32-bit positions as 64-bit ones.
pub struct Widened {
    image: Arc<dyn Source>,
    narrow: Buf<i32>,
}

impl Maker for Widened {
    fn block_size(&self) -> usize {
        BLOCK_COUNT * 8
    }
    fn size(&self) -> usize {
        self.narrow.len() * 8
    }
    fn make(&self, k: usize, out: &mut [u8]) -> Result<()> {
        let first = k * BLOCK_COUNT;
        let narrow = self.narrow.range(first..first + out.len() / 8);
        for (to, i) in out.chunks_exact_mut(8).zip(narrow) {
            let wide = if *i == i32::MIN { i64::MIN } else { i64::from(*i) };
            to.copy_from_slice(&wide.to_ne_bytes());
        }
        if self.image.is_lost() { Err(live::lost(&self.image.name())) } else { Ok(()) }
    }
    fn is_lost(&self) -> bool {
        self.image.is_lost()
    }
    fn ahead(&self, _: Range<usize>) {}
    fn cost(&self, _: usize) -> usize {
        BLOCK_COUNT * 4
    }
    fn name(&self) -> String {
        self.image.name()
    }
}
