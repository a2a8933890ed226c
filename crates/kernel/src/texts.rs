//! Many strings: numbering them, and sorting them.

use crate::pool;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Texts that are worth sorting on all threads.
const SORTED_MIN: usize = 1 << 14;

/// A map by text. The usual hasher resists hostile keys, which costs more than all else that a look-up does.
pub type ByText<'a, V> = HashMap<&'a [u8], V, BuildHasherDefault<Mixer>>;

/// Mixes eight bytes at a time.
#[derive(Default)]
pub struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, x: u64) {
        let wide = u128::from(self.0 ^ x ^ 0x9E37_79B9_7F4A_7C15) * u128::from(0xD6E8_FEB8_6659_FD93u64);
        self.0 = (wide as u64) ^ (wide >> 64) as u64;
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|w| self.mix(u64::from_le_bytes(*w)));
        if !rest.is_empty() {
            self.mix(rest.iter().rev().fold(0, |n, c| n << 8 | u64::from(*c)));
        }
    }

    /// How long a text is comes before it.
    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The positions that sort texts; equal ones stay in order. Most comparisons look only at the first eight bytes behind
/// those that all texts begin with, which lie beside the position.
pub fn grade(texts: &[&[u8]], descending: bool) -> Vec<i64> {
    let skip = common_start(texts);
    let mut at: Vec<(u64, i64)> = texts.iter().map(|t| start(&t[skip..])).zip(0..).collect();
    let order = |a: &(u64, i64), b: &(u64, i64)| -> Ordering {
        a.0.cmp(&b.0).then_with(|| texts[a.1 as usize][skip..].cmp(&texts[b.1 as usize][skip..]))
    };
    match descending {
        false => pool::sort_by(&mut at, SORTED_MIN, order),
        true => pool::sort_by(&mut at, SORTED_MIN, |a, b| order(b, a)),
    }
    at.into_iter().map(|(_, i)| i).collect()
}

/// How many bytes all texts begin with.
fn common_start(texts: &[&[u8]]) -> usize {
    let [first, rest @ ..] = texts else { return 0 };
    rest.iter().fold(first.len(), |n, t| first[..n].iter().zip(*t).take_while(|(a, b)| a == b).count())
}

/// The first eight bytes as a number in their order.
fn start(text: &[u8]) -> u64 {
    match text.first_chunk::<8>() {
        Some(eight) => u64::from_be_bytes(*eight),
        None => text.iter().rev().fold(0, |n, c| n >> 8 | u64::from(*c) << 56),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_sorted_as_bytes() {
        let words = ["b", "a\0", "a", "", "abcdefgh", "abcdefghi", "abcdefg", "abcdefgha", "b", "\u{ff}"];
        sorts_as_bytes(&words);
        sorts_as_bytes(&["common7", "common", "common70000000001", "common70000000000", "common7"]);
        sorts_as_bytes(&["same", "same"]);
        sorts_as_bytes(&[]);
    }

    fn sorts_as_bytes(words: &[&str]) {
        let texts: Vec<&[u8]> = words.iter().map(|w| w.as_bytes()).collect();
        for descending in [false, true] {
            let mut want: Vec<i64> = (0..texts.len() as i64).collect();
            want.sort_by(|a, b| {
                let o = texts[*a as usize].cmp(texts[*b as usize]);
                if descending { o.reverse() } else { o }
            });
            assert_eq!(grade(&texts, descending), want);
        }
    }

    #[test]
    fn maps_tell_texts_apart() {
        let words: Vec<String> = (0..3000).map(|i| "ab\0".repeat(i % 7) + &i.to_string()).collect();
        let map: ByText<usize> = words.iter().map(|w| w.as_bytes()).zip(0..).collect();
        assert!(words.iter().enumerate().all(|(i, w)| map.get(w.as_bytes()) == Some(&i)));
        assert_eq!(map.get(&b"ab"[..]), None);
    }
}
