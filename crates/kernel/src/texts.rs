//! Many strings: numbering them, sorting them, and picking some.

use crate::built::mapped;
use crate::groups::{Groups, group_items};
use crate::radix::{View, sorted};
use crate::runs::worth;
use crate::strings::{put, same, sized};
use crate::{order, pool};
use quarry_value::evaluation::is_over;
use quarry_value::{Texts, room};
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};
use std::ops::Range;

/// Texts that are worth a task.
const TASK_MIN: usize = 1 << 14;
/// Fewer texts that begin alike are compared.
const COMPARED_MAX: usize = 64;

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

/// The positions that sort texts; equal ones stay in order. Behind what all texts begin with, seven bytes of each and how
/// many there are make a number, and numbers are dealt by their bits, next to the positions; only where they are equal is
/// there more to look at.
pub fn grade(texts: &[&[u8]], descending: bool) -> Vec<i64> {
    let skip = common_start(texts);
    let Ok(count) = u32::try_from(texts.len()) else {
        let mut at = room::numbers(texts.len());
        let order = |a: &i64, b: &i64| texts[*a as usize][skip..].cmp(&texts[*b as usize][skip..]);
        order::sort_by(&mut at, |a, b| if descending { order(b, a) } else { order(a, b) });
        return at;
    };
    let order = Order { texts, flip: if descending { u64::MAX } else { 0 } };
    let mut cells: Vec<Cell> = crate::built::zeros(texts.len());
    pool::for_each_part(&mut cells, TASK_MIN, |from, part| {
        part.iter_mut().zip(from as u32..count).for_each(|(c, i)| *c = (order.number(i, skip), i));
    });
    let mut cells = sorted(cells, EVERY_NUMBER);
    let mut tasks = Vec::new();
    let mut rest = &mut cells[..];
    while !rest.is_empty() {
        let least = worth(TASK_MIN).clamp(1, rest.len());
        let last = rest[least - 1].0;
        let size = least + rest[least..].iter().take_while(|c| c.0 == last).count();
        let (task, more) = rest.split_at_mut(size);
        tasks.push(task);
        rest = more;
    }
    pool::for_each_item(tasks, |task| order.settle(task, skip));
    crate::built::mapped(&cells, TASK_MIN, |c| i64::from(c.1))
}

/// A text's number and its position.
type Cell = (u64, u32);

const EVERY_NUMBER: View = View { skip: 0, low: 0, high: u64::MAX };

/// Texts and which way they are sorted.
struct Order<'a> {
    texts: &'a [&'a [u8]],
    /// What numbers are changed by.
    flip: u64,
}

impl Order<'_> {
    /// The number of what is behind the first `skip` bytes of text `i`.
    fn number(&self, i: u32, skip: usize) -> u64 {
        number(self.texts[i as usize].get(skip..).unwrap_or_default()) ^ self.flip
    }

    /// Sorts texts that are sorted by their numbers behind the first `skip` bytes where those are equal.
    fn settle(&self, cells: &mut [Cell], skip: usize) {
        let mut left = self.equal(cells, 0, skip);
        while let Some((range, skip)) = left.pop() {
            if is_over() {
                return;
            }
            let run = &mut cells[range.clone()];
            let rest = |c: &Cell| self.texts[c.1 as usize].get(skip..).unwrap_or_default();
            if run.len() < COMPARED_MAX {
                order::sort_by(run, |a, b| match self.flip {
                    0 => rest(a).cmp(rest(b)),
                    _ => rest(b).cmp(rest(a)),
                });
                continue;
            }
            let skip = skip + common_start_of(run.iter().map(rest));
            run.iter_mut().for_each(|c| c.0 = self.number(c.1, skip));
            let numbered = sorted(run.to_vec(), EVERY_NUMBER);
            run.copy_from_slice(&numbered);
            left.extend(self.equal(run, range.start, skip));
        }
    }

    /// Where the numbers of cells that follow on `start` others are equal, but not all of the texts has gone into them, and
    /// how much of it has.
    fn equal(&self, cells: &[Cell], start: usize, skip: usize) -> Vec<(Range<usize>, usize)> {
        let (mut found, mut from) = (Vec::new(), 0);
        for run in cells.chunk_by(|a, b| a.0 == b.0) {
            let range = start + from..start + from + run.len();
            from += run.len();
            if run.len() > 1 && (run[0].0 ^ self.flip) as u8 > WHOLE_MAX {
                found.push((range, skip + usize::from(WHOLE_MAX)));
            }
        }
        found
    }
}

/// Groups of texts, as of their hashes; `None` if two texts that differ have the same.
pub fn group(texts: &[&[u8]]) -> Option<Groups> {
    let hashes: Vec<i64> =
        mapped(texts, TASK_MIN, |t| BuildHasherDefault::<Mixer>::default().hash_one(t) as i64);
    let groups = group_items(&hashes);
    drop(hashes);
    let stands = |i: usize| {
        let first = groups.first[groups.ids[i] as usize];
        i == first || same(texts[i], texts[first])
    };
    let all = pool::map_ranges(texts.len(), TASK_MIN, |mut r| is_over() || r.all(stands));
    all.into_iter().all(|stand| stand).then_some(groups)
}

/// Where texts are first found among others, of which there are `among`: those are the first of `texts`, and `among` is
/// the answer for one that is not there. `None` as of [`group`].
pub fn find(texts: &[&[u8]], among: usize) -> Option<Vec<i64>> {
    let groups = group(texts)?;
    let place = |id: &u32| groups.first[*id as usize].min(among) as i64;
    Some(room::collected(groups.ids[among..].iter().map(place)))
}

/// The texts at `at`; out of range is the empty one.
pub fn pick(texts: &Texts, at: &[i64]) -> Option<Texts> {
    let n = texts.len() as u64;
    let text = |k: usize| if (at[k] as u64) < n { texts.get(at[k] as usize) } else { &[] };
    match sized(at.len(), |k| text(k).len(), |k, out| put(out, text(k))) {
        Ok(picked) => Some(picked),
        // Nobody will see them.
        Err(_) if is_over() => Some(Texts::from_parts(Vec::new(), room::zeros(at.len()))),
        Err(_) => None,
    }
}

/// How many bytes all texts begin with.
fn common_start(texts: &[&[u8]]) -> usize {
    common_start_of(texts.iter().copied())
}

fn common_start_of<'a>(mut texts: impl Iterator<Item = &'a [u8]>) -> usize {
    let Some(first) = texts.next() else { return 0 };
    let mut n = first.len();
    for text in texts {
        if n == 0 {
            break;
        }
        n = first[..n].iter().zip(text).take_while(|(a, b)| a == b).count();
    }
    n
}

/// So many bytes of a text go into its number. Behind them is how many there are, or one more if the text goes on.
const WHOLE_MAX: u8 = 7;

/// A number in the order of texts: texts of the same number are the same, or both go on.
fn number(text: &[u8]) -> u64 {
    match text.first_chunk::<8>() {
        Some(eight) => u64::from_be_bytes(*eight) & !0xff | u64::from(WHOLE_MAX + 1),
        None => text.iter().rev().fold(0, |n, c| n >> 8 | u64::from(*c) << 56) | text.len() as u64,
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

    /// Texts of few letters and of all sizes, NUL and the last byte among them: many begin alike.
    fn many(n: usize) -> Vec<Vec<u8>> {
        let mut s = 88172645463325252u64;
        let mut next = move |below: usize| {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            s as usize % below
        };
        let starts: [&[u8]; 4] = [b"", b"common", b"common start of many", b"\0\0\0\0\0\0\0\0"];
        let text = |_| {
            let start = starts[next(4)];
            let size = next(12) * next(3);
            [start, &(0..size).map(|_| [0, b'a', b'b', 255][next(4)]).collect::<Vec<u8>>()].concat()
        };
        (0..n).map(text).collect()
    }

    /// With no threads and with some, and in stretches of a few texts.
    fn every_way(check: impl Fn()) {
        crate::pool::tests::with_threads(&[0, 3], || {
            for length in [crate::runs::USUAL, 4] {
                crate::runs::set_length(length);
                check();
            }
            crate::runs::set_length(crate::runs::USUAL);
        });
    }

    #[test]
    fn many_texts_are_sorted_grouped_found_and_picked() {
        let words = many(2000);
        let texts: Vec<&[u8]> = words.iter().map(|w| &w[..]).collect();
        let packed: Texts = words.iter().collect();
        let mut sorted: Vec<i64> = (0..2000).collect();
        sorted.sort_by_key(|i| texts[*i as usize]);
        let mut falling: Vec<i64> = (0..2000).collect();
        falling.sort_by_key(|i| std::cmp::Reverse(texts[*i as usize]));
        let first = |t: &[u8]| texts.iter().position(|x| *x == t).unwrap_or(texts.len());
        let firsts: Vec<usize> = texts.iter().map(|t| first(t)).collect();
        let at = [3, -1, 1999, 2000, 3, i64::MIN, 0];
        every_way(|| {
            assert_eq!(grade(&texts, false), sorted);
            assert_eq!(grade(&texts, true), falling);
            let groups = group(&texts).expect("hashes that differ");
            assert!(groups.first.is_sorted() && groups.first.len() == groups.count);
            assert!(groups.ids.iter().zip(&firsts).all(|(id, first)| groups.first[*id as usize] == *first));
            let among = 800;
            let place = |i: &usize| (*i).min(among) as i64;
            let want: Vec<i64> = firsts[among..].iter().map(place).collect();
            assert_eq!(find(&texts, among), Some(want));
            let picked = pick(&packed, &at).expect("room");
            let want =
                at.map(|i| usize::try_from(i).ok().and_then(|i| texts.get(i)).copied().unwrap_or_default());
            assert_eq!(picked.iter().collect::<Vec<_>>(), want);
        });
    }

    #[test]
    fn long_texts_that_begin_alike_are_sorted() {
        let words: Vec<Vec<u8>> =
            (0..150).map(|i| vec![b'a'; i * 7 % 150]).chain((0..50).map(|_| vec![0; 100])).collect();
        let texts: Vec<&[u8]> = words.iter().map(|w| &w[..]).collect();
        let mut want: Vec<i64> = (0..200).collect();
        want.sort_by_key(|i| texts[*i as usize]);
        every_way(|| assert_eq!(grade(&texts, false), want));
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
