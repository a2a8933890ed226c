//! The index that follows the items of an enumeration with `p#` or `g#`.
//!
//! Three blocks, each with a header: the keys in order of first appearance, with a hash table of them; where each
//! key's rows start, cumulative; for `g#` the row numbers, key by key. A slot of the hash table holds the position
//! of a key or -1: twice as many slots as room for keys, a power of two. A key's slot is its product with
//! 0x9E3779B1 shifted right by 11; on collision the next one, around.

use crate::encode;
use crate::read::{HEADER_SIZE, Header};
use quarry_value::{Attr, Buf, RunIndex, Source, StoredIndex, Sym, Vector};
use std::collections::HashMap;
use std::sync::Arc;

const MULTIPLIER: u64 = 0x9E37_79B1;
const SHIFT: u32 = 11;

/// The index for `attr`; `None` when there is none to write, or the items are not what the attribute promises.
pub fn index(attr: Attr, items: &[i64]) -> Option<Vec<u8>> {
    match attr {
        Attr::Parted => parted(items),
        Attr::Grouped => Some(grouped(items)),
        _ => None,
    }
}

/// The index behind the items of a parted enumeration, whose `count` items of `width` bytes end at `end`: read when it
/// is asked for. `None` where the file has none.
pub fn stored(
    image: &Arc<dyn Source>,
    domain: Sym,
    count: usize,
    width: usize,
    end: usize,
) -> Option<StoredIndex> {
    let start = end.next_multiple_of(8);
    (start + HEADER_SIZE <= image.size()).then_some(())?;
    let image = image.clone();
    Some(StoredIndex::new(move || runs(&image, domain, count, width, start)))
}

/// The runs that the index at byte `at` tells; `None` when it is not one of `count` items in runs.
fn runs(image: &Arc<dyn Source>, domain: Sym, count: usize, width: usize, at: usize) -> Option<RunIndex> {
    // Wide enumerations have a hidden item each.
    let hidden = usize::from(width == 8);
    let at = at + 8 * hidden;
    // Before the first byte is read, which would make the system read what lies around it.
    let all = at..image.size();
    image.ahead(std::slice::from_ref(&all));
    let header = Header::read(&**image, at).filter(|h| h.attr == Attr::Unique)?;
    let n = usize::try_from(header.count).ok().filter(|n| *n <= count)?;
    let room = n.max(if width == 8 { 1 } else { 2 }).next_power_of_two();
    let keys = at + HEADER_SIZE;
    let block = keys + (room + hidden) * width + 2 * room * 8;
    let header = Header::read(&**image, block).filter(|h| h.ty == 7 && h.count == n as i64 + 1)?;
    let starts = Buf::<i64>::view(image.clone(), block + HEADER_SIZE, usize::try_from(header.count).ok()?)?;
    let starts: Vec<usize> =
        starts.as_slice().iter().map(|i| usize::try_from(*i).ok()).collect::<Option<_>>()?;
    let fits = starts.first() == Some(&0) && starts.last() == Some(&count);
    (fits && starts.is_sorted_by(|a, b| a < b)).then_some(())?;
    let keys = match width {
        8 => Buf::<i64>::view(image.clone(), keys, n)?.to_vec(),
        _ => {
            let wide = |k: &i32| if *k == i32::MIN { i64::MIN } else { i64::from(*k) };
            Buf::<i32>::view(image.clone(), keys, n)?.as_slice().iter().map(wide).collect()
        }
    };
    Some(RunIndex::new(starts, Some(Vector::enumeration(domain, keys))))
}

fn parted(items: &[i64]) -> Option<Vec<u8>> {
    let mut starts = Vec::new();
    let mut keys = Vec::new();
    let mut slots = HashMap::new();
    for (i, k) in items.iter().enumerate() {
        if keys.last() != Some(k) {
            if slots.insert(*k, ()).is_some() {
                return None;
            }
            keys.push(*k);
            starts.push(i as i64);
        }
    }
    starts.push(items.len() as i64);
    let mut out = vec![0; 8];
    out.extend(keys_block(&keys, 0));
    out.extend(longs_block(&starts));
    Some(out)
}

fn grouped(items: &[i64]) -> Vec<u8> {
    let mut keys = Vec::new();
    let mut rows: Vec<Vec<i64>> = Vec::new();
    let mut group_of = HashMap::new();
    for (i, k) in items.iter().enumerate() {
        let g = *group_of.entry(*k).or_insert_with(|| {
            keys.push(*k);
            rows.push(Vec::new());
            keys.len() - 1
        });
        rows[g].push(i as i64);
    }
    let mut starts = vec![0];
    starts.extend(rows.iter().scan(0, |at, r| {
        *at += r.len() as i64;
        Some(*at)
    }));
    let mut out = vec![0; 8];
    out.extend(keys_block(&keys, 1));
    out.extend(longs_block(&starts));
    out.extend(longs_block(&rows.concat()));
    out
}

/// Header, room for the keys and one hidden item, slots.
fn keys_block(keys: &[i64], references: u8) -> Vec<u8> {
    let room = keys.len().max(1).next_power_of_two();
    let mut body: Vec<u8> = keys.iter().flat_map(|k| k.to_le_bytes()).collect();
    body.resize((room + 1) * 8, 0);
    body.extend(slots(keys, 2 * room).iter().flat_map(|s| s.to_le_bytes()));
    let mut block = block(20, Attr::Unique, keys.len(), body);
    block[4] = references;
    block
}

fn slots(keys: &[i64], count: usize) -> Vec<i64> {
    let mut slots = vec![-1; count];
    for (i, k) in keys.iter().enumerate() {
        let mut at = ((*k as u64).wrapping_mul(MULTIPLIER) >> SHIFT) as usize & (count - 1);
        while slots[at] >= 0 {
            at = (at + 1) & (count - 1);
        }
        slots[at] = i as i64;
    }
    slots
}

fn longs_block(items: &[i64]) -> Vec<u8> {
    block(7, Attr::None, items.len(), items.iter().flat_map(|i| i.to_le_bytes()).collect())
}

/// A block as kdb+'s allocator had it: the first byte says which power of two of sixteen bytes it takes.
fn block(ty: u8, attr: Attr, count: usize, body: Vec<u8>) -> Vec<u8> {
    let size = (body.len() + 16).next_power_of_two().max(16);
    let bucket = (size / 16).ilog2() as u8;
    let mut out = encode::header([bucket, 0], ty, attr, count);
    out.extend(body);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parted_keys_and_starts() {
        let mut items = vec![16; 3];
        items.extend([17; 18]);
        let out = index(Attr::Parted, &items).expect("an index");
        let longs: Vec<i64> =
            out.chunks_exact(8).map(|b| i64::from_le_bytes(b.try_into().expect("eight"))).collect();
        // Hidden item; header and count; two keys and a hidden one; slots; header, count and starts.
        assert_eq!(longs[2], 2);
        assert_eq!(longs[3..6], [16, 17, 0]);
        assert_eq!(longs[6..10], [-1, -1, 1, 0]);
        assert_eq!(longs[11..], [3, 0, 3, 21]);
        assert_eq!(index(Attr::Parted, &[1, 2, 1]), None);
    }

    /// What lies behind items that end at byte 16.
    struct Image(Vec<u8>);

    impl Source for Image {
        fn size(&self) -> usize {
            self.0.len()
        }
        fn bytes(&self, range: std::ops::Range<usize>) -> &[u8] {
            &self.0[range]
        }
        fn name(&self) -> String {
            "image".into()
        }
    }

    fn read(bytes: &[u8], count: usize, width: usize) -> Option<(Vec<usize>, Vec<i64>)> {
        let image: Arc<dyn Source> = Arc::new(Image([&[0; 16], bytes].concat()));
        let found = runs(&image, Sym::new(b"sym"), count, width, 16)?;
        Some((found.starts, found.keys?.slice::<i64>()?.to_vec()))
    }

    #[test]
    fn what_is_written_is_read_and_what_does_not_fit_is_not() {
        for keys in [&[][..], &[5], &[16, 17], &[9, i64::MIN, 3], &[4, 1, 0, 2, 7, 6, 8, 3, 5]] {
            let items: Vec<i64> =
                keys.iter().enumerate().flat_map(|(i, k)| std::iter::repeat_n(*k, 1 + i * 3)).collect();
            let bytes = index(Attr::Parted, &items).expect("an index");
            let (starts, found) = read(&bytes, items.len(), 8).expect("read");
            assert_eq!(found, keys);
            assert_eq!((starts.len(), starts.last()), (keys.len() + 1, Some(&items.len())));
            assert_eq!(read(&bytes, items.len() + 1, 8), None);
            for cut in (0..bytes.len()).step_by(8) {
                assert_eq!(read(&bytes[..cut], items.len(), 8), None, "{keys:?} cut at {cut}");
            }
        }
        // The example of kdb+'s 32-bit form, 21 items: the last start is another's.
        let longs = [0x0000_0000_0214_0002u64, 2, 0x0000_0011_0000_0010, u64::MAX, u64::MAX, 1, 0];
        let rest = [0x0000_0000_0007_0002, 3, 0, 3, 21];
        let old: Vec<u8> = longs.iter().chain(&rest).flat_map(|l| l.to_le_bytes()).collect();
        assert_eq!(read(&old, 21, 4), Some((vec![0, 3, 21], vec![16, 17])));
        assert_eq!(read(&old, 20, 4), None);
        let mut falling = old.clone();
        falling[old.len() - 16] = 22;
        assert_eq!(read(&falling, 21, 4), None);
    }
}
