//! The index that follows the items of an enumeration with `p#` or `g#`.
//!
//! Three blocks, each with a header: the keys in order of first appearance, with a hash table of them; where each
//! key's rows start, cumulative; for `g#` the row numbers, key by key. A slot of the hash table holds the position
//! of a key or -1: twice as many slots as room for keys, a power of two. A key's slot is its product with
//! 0x9E3779B1 shifted right by 11; on collision the next one, around.

use crate::encode;
use quarry_value::Attr;
use std::collections::HashMap;

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
}
