//! The strings of a list where they lie, what is found in them, and lists of strings that all threads make.
//!
//! Most strings are short: what costs is not their bytes but whatever is done once for each. So nothing is allocated for one,
//! what is sought is sought in the bytes of all of them at once, and a few bytes are copied and compared without a call.

use crate::built::{COPY_MIN, Piece, joined};
use crate::pool;
use crate::runs::worth;
use crate::shape::check_room;
use memchr::memmem::Finder;
use quarry_value::evaluation::{check, is_over};
use quarry_value::{List, Result, Texts, room};
use std::ops::Range;

/// Strings that are worth a thread.
pub const TASK_MIN: usize = 1 << 13;
/// Strings between two looks whether it is time to stop.
pub const PART: usize = 1 << 14;

/// The strings of a list where they lie.
pub enum Strings<'a> {
    Packed(&'a Texts),
    Apart(Vec<&'a [u8]>),
}

/// Bytes of strings to which it takes less to copy them together than to begin a search in each.
const SHORT: usize = 64;

impl<'a> Strings<'a> {
    /// Those of a list in which all items are strings that can be looked at where they lie.
    pub fn of(l: &'a List) -> Option<Strings<'a>> {
        match l.as_packed() {
            Some(texts) => Some(Strings::Packed(texts)),
            None => l.texts().map(Strings::Apart),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Strings::Packed(texts) => texts.len(),
            Strings::Apart(texts) => texts.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// String `i`, which must be in range.
    #[inline(always)]
    pub fn get(&self, i: usize) -> &[u8] {
        match self {
            Strings::Packed(texts) => texts.get(i),
            Strings::Apart(texts) => texts[i],
        }
    }

    /// Calls `found` with the number of each string of `range` that holds what `finder` seeks (which is not empty) and the
    /// place in it: from left to right, no two overlapping. When it answers no, nothing more is sought in that string.
    pub fn each_hit(
        &self,
        range: Range<usize>,
        finder: &Finder,
        mut found: impl FnMut(usize, usize) -> bool,
    ) {
        for i in range.clone().step_by(PART) {
            if is_over() {
                return;
            }
            let part = i..range.end.min(i + PART);
            match self {
                Strings::Packed(texts) => hits_in_packed(texts, part, finder, &mut found),
                Strings::Apart(texts) => {
                    let (start, texts) = (part.start, &texts[part]);
                    let size = texts.iter().map(|text| text.len()).sum::<usize>();
                    if size <= SHORT * texts.len() {
                        let mut joined = Texts::with_capacity(texts.len(), size);
                        texts.iter().for_each(|text| joined.push(text));
                        hits_in_packed(&joined, 0..texts.len(), finder, &mut |i, at| found(start + i, at));
                        continue;
                    }
                    for (i, text) in texts.iter().enumerate() {
                        finder.find_iter(text).all(|at| found(start + i, at));
                    }
                }
            }
        }
    }
}

/// One search goes through the bytes of all strings. A hit that reaches into the next string is none, and then there is no later
/// one in its own string either.
fn hits_in_packed(
    texts: &Texts,
    range: Range<usize>,
    finder: &Finder,
    found: &mut impl FnMut(usize, usize) -> bool,
) {
    let (bytes, ends, size) = (texts.bytes(), texts.ends(), finder.needle().len());
    let mut i = range.start;
    let mut start = if i == 0 { 0 } else { ends[i - 1] };
    let bytes = &bytes[..ends[range.end - 1]];
    let mut from = start;
    while let Some(hit) = finder.find(&bytes[from..]) {
        let hit = from + hit;
        while ends[i] <= hit {
            start = ends[i];
            i += 1;
        }
        let end = hit + size;
        from = if end <= ends[i] && found(i, hit - start) { end } else { ends[i] };
    }
}

/// Puts into each place what `f` answers for its number, by all threads. When the evaluation is to end, into some.
pub fn each<T: Send>(mut out: Vec<T>, f: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    pool::fill_parts(&mut out, TASK_MIN, |start, part| {
        for (k, part) in part.chunks_mut(PART).enumerate() {
            if is_over() {
                return;
            }
            part.iter_mut().zip(start + k * PART..).for_each(|(o, i)| *o = f(i));
        }
    });
    out
}

/// How many of `n` items one task has: all without threads.
fn block(n: usize) -> usize {
    match pool::threads() {
        0 => n.max(1),
        t => worth(TASK_MIN).max(n.div_ceil(4 * t)),
    }
}

/// `work` of stretches of numbers that make up those below `n`, in order, by all threads.
pub fn in_stretches<R: Send>(n: usize, work: impl Fn(Range<usize>) -> R + Sync + Send) -> Vec<R> {
    pool::map_ranges(n, block(n), work)
}

/// `n` strings of which `size` tells how long each is, and `write` writes it to its place. Both are called by many threads.
pub fn sized(
    n: usize,
    size: impl Fn(usize) -> usize + Sync + Send,
    write: impl Fn(usize, &mut [u8]) + Sync + Send,
) -> Result<Texts> {
    let mut ends = room::zeros::<usize>(n);
    let block = block(n);
    // Each block counts from its own start until it is known where that is.
    pool::for_each_item(ends.chunks_mut(block).enumerate().collect(), |(k, ends)| {
        let mut end = 0usize;
        for (i, e) in ends.iter_mut().enumerate() {
            if i % PART == 0 && is_over() {
                return;
            }
            end = end.saturating_add(size(k * block + i));
            *e = end;
        }
    });
    check()?;
    let sizes: Vec<usize> = ends.chunks(block).map(|ends| ends.last().copied().unwrap_or(0)).collect();
    let total = sizes.iter().fold(0usize, |n, size| n.saturating_add(*size));
    check_room(i64::try_from(total).unwrap_or(i64::MAX), 1)?;
    let mut bytes = room::zeros::<u8>(total);
    let mut blocks = Vec::new();
    let (mut start, mut rest) = (0, &mut bytes[..]);
    for (k, (size, ends)) in sizes.iter().zip(ends.chunks_mut(block)).enumerate() {
        let (own, more) = rest.split_at_mut(*size);
        rest = more;
        blocks.push((k, start, ends, own));
        start += size;
    }
    pool::for_each_item(blocks, |(k, start, ends, out)| {
        let mut at = 0;
        for (i, end) in ends.iter_mut().enumerate() {
            if i % PART == 0 && is_over() {
                return;
            }
            write(k * block + i, &mut out[at..*end]);
            at = *end;
            *end += start;
        }
    });
    check()?;
    Ok(Texts::from_parts(bytes, ends))
}

/// `n` strings, of which `write` appends those of a stretch. It is called by many threads.
pub fn written(
    n: usize,
    write: impl Fn(Range<usize>, &mut Texts) -> Result<()> + Sync + Send,
) -> Result<Texts> {
    let part = |range: Range<usize>| {
        let mut texts = Texts::with_capacity(range.len(), 0);
        write(range, &mut texts)?;
        texts.fit();
        Ok(texts)
    };
    let parts = in_stretches(n, part).into_iter().collect::<Result<Vec<Texts>>>()?;
    check()?;
    Ok(one_after_the_other(parts))
}

/// The strings of several, in order.
pub fn one_after_the_other(mut parts: Vec<Texts>) -> Texts {
    if parts.len() < 2 {
        return parts.pop().unwrap_or_default();
    }
    let pieces: Vec<Piece<u8>> = parts.iter().map(|t| Piece::Items(t.bytes())).collect();
    let bytes = joined(&pieces, COPY_MIN);
    let mut ends = room::zeros::<usize>(parts.iter().map(Texts::len).sum());
    let mut shifted = Vec::new();
    let (mut start, mut rest) = (0, &mut ends[..]);
    for part in &parts {
        let (own, more) = rest.split_at_mut(part.len());
        rest = more;
        shifted.push((start, own, part.ends()));
        start += part.bytes().len();
    }
    pool::for_each_item(shifted, |(start, own, ends)| {
        own.iter_mut().zip(ends).for_each(|(o, e)| *o = start + e);
    });
    Texts::from_parts(bytes, ends)
}

/// Copies a text to a place of its size.
#[inline(always)]
pub fn put(out: &mut [u8], text: &[u8]) {
    // Two moves, which overlap, are all the bytes there are.
    macro_rules! ends {
        ($n:literal) => {
            if let (Some(o), Some(t)) = (out.first_chunk_mut::<$n>(), text.first_chunk()) {
                *o = *t;
            }
            if let (Some(o), Some(t)) = (out.last_chunk_mut::<$n>(), text.last_chunk()) {
                *o = *t;
            }
        };
    }
    match text.len() {
        0 => {}
        1..4 => out.iter_mut().zip(text).for_each(|(o, c)| *o = *c),
        4..8 => {
            ends!(4);
        }
        8..16 => {
            ends!(8);
        }
        16..=32 => {
            ends!(16);
        }
        _ => out.copy_from_slice(text),
    }
}

/// Are two texts the same? The system's comparison takes longer than that for a few bytes, and much longer for none.
#[inline(always)]
pub fn same(x: &[u8], y: &[u8]) -> bool {
    macro_rules! ends {
        ($n:literal) => {
            x.first_chunk::<$n>() == y.first_chunk() && x.last_chunk::<$n>() == y.last_chunk()
        };
    }
    x.len() == y.len()
        && match x.len() {
            0 => true,
            1..4 => x.iter().zip(y).all(|(a, b)| a == b),
            4..8 => ends!(4),
            8..=16 => ends!(8),
            _ => x == y,
        }
}

/// Does a text begin with another?
#[inline(always)]
pub fn starts_with(text: &[u8], start: &[u8]) -> bool {
    text.len() >= start.len() && same(&text[..start.len()], start)
}

/// Does a text end with another?
#[inline(always)]
pub fn ends_with(text: &[u8], end: &[u8]) -> bool {
    text.len() >= end.len() && same(&text[text.len() - end.len()..], end)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::pool::tests::with_threads;
    use crate::runs;
    use quarry_value::Value;

    /// Strings of few letters and of all sizes, so that hits touch, overlap, and lie at the edges.
    pub(crate) fn words(count: usize, seed: u64) -> Vec<Vec<u8>> {
        let mut state = seed.wrapping_mul(2) + 1;
        let mut next = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let letters = b"aab_\xff\xc3 a";
        (0..count).map(|_| (0..next(4) * next(12)).map(|_| letters[next(8) as usize]).collect()).collect()
    }

    /// The words as a packed list, and as a list of values.
    pub(crate) fn both_lists(words: &[Vec<u8>]) -> [List; 2] {
        [
            List::packed(words.iter().collect()),
            List::new(words.iter().map(|w| Value::chars(w.as_slice())).collect()),
        ]
    }

    /// With and without threads, in whole and in short stretches.
    pub(crate) fn in_all_ways(check: impl Fn()) {
        with_threads(&[0, 3], || {
            for length in [3, runs::USUAL] {
                runs::set_length(length);
                check();
            }
            runs::set_length(runs::USUAL);
        });
    }

    #[test]
    fn hits_are_those_of_each_string() {
        for seed in 0..20 {
            let words = words(200, seed);
            for needle in [&b"a"[..], b"aa", b"aba", b"_", b"\xff", b"a_a", b"zz"] {
                let finder = Finder::new(needle);
                let plain = |i: usize| memchr::memmem::find_iter(&words[i], needle).map(move |at| (i, at));
                for l in both_lists(&words) {
                    let strings = Strings::of(&l).unwrap();
                    for range in [0..200, 7..100, 199..200, 5..5] {
                        let (mut all, mut first) = (Vec::new(), Vec::new());
                        strings.each_hit(range.clone(), &finder, |i, at| {
                            all.push((i, at));
                            true
                        });
                        strings.each_hit(range.clone(), &finder, |i, at| {
                            first.push((i, at));
                            false
                        });
                        assert_eq!(all, range.clone().flat_map(plain).collect::<Vec<_>>());
                        assert_eq!(first, range.filter_map(|i| plain(i).next()).collect::<Vec<_>>());
                    }
                }
            }
        }
    }

    #[test]
    fn strings_are_made_in_order() {
        let words = words(500, 1);
        let want: Texts = words.iter().collect();
        in_all_ways(|| {
            for n in [0, 1, 2, 17, 500] {
                let made = sized(n, |i| words[i].len(), |i, out| put(out, &words[i])).unwrap();
                assert_eq!(made, want.slice(0..n));
                let made = written(n, |range, out| {
                    out.extend(&words[range]);
                    Ok(())
                });
                assert_eq!(made.unwrap(), want.slice(0..n));
                assert_eq!(each(room::zeros(n), |i| i as i64), room::numbers(n));
            }
        });
        assert_eq!(sized(3, |_| usize::MAX / 2, |_, _| {}).unwrap_err().word(), b"limit");
    }

    #[test]
    fn short_texts_are_copied_and_compared_whole() {
        let text: Vec<u8> = (0..100).collect();
        for n in 0..100 {
            let mut out = vec![0; n];
            put(&mut out, &text[..n]);
            assert_eq!(out, text[..n]);
            assert!(same(&out, &text[..n]));
            assert!(starts_with(&text, &out) && ends_with(&text[..n], &out));
            for i in 0..n {
                out[i] ^= 128;
                assert!(!same(&out, &text[..n]) && !starts_with(&text, &out) && !ends_with(&text[..n], &out));
                out[i] ^= 128;
            }
            assert!(!same(&out, &text[..n + 1]) && !starts_with(&out, &text[..n + 1]));
        }
    }
}
