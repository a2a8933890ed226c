//! Patterns: `?` any character, `*` any stretch, `[a-z]` one of, `[^a-z]` none of.

use crate::strings::same;
use memchr::memmem::{self, Finder};
use quarry_value::error::length_error;
use quarry_value::evaluation::is_over;
use quarry_value::{Result, room};

/// Places found between two looks whether the evaluation is over.
const LOOK: usize = 1 << 16;

/// A compiled pattern.
pub struct Pattern {
    shape: Shape,
    /// How many pieces it has, a stretch being one.
    size: usize,
}

/// What stands between the stretches.
enum Shape {
    /// No stretch.
    Whole(Group),
    /// What a text begins and ends with, and what comes one after the other between them.
    Stretched { start: Group, within: Vec<Group>, end: Group },
}

/// Pieces that match as many characters.
enum Group {
    /// Characters that stand for themselves.
    Plain(Vec<u8>),
    /// The same, to be found anywhere.
    Sought(Box<Finder<'static>>),
    Pieces(Vec<Piece>),
}

impl Group {
    fn new(pieces: &[Piece]) -> Group {
        let plain = pieces.iter().map(|p| if let Piece::Byte(b) = p { Some(*b) } else { None });
        plain.collect::<Option<_>>().map_or_else(|| Group::Pieces(pieces.to_vec()), Group::Plain)
    }

    fn sought(self) -> Group {
        match self {
            Group::Plain(text) => Group::Sought(Box::new(Finder::new(&text).into_owned())),
            other => other,
        }
    }

    #[inline(always)]
    fn len(&self) -> usize {
        match self {
            Group::Plain(text) => text.len(),
            Group::Sought(finder) => finder.needle().len(),
            Group::Pieces(pieces) => pieces.len(),
        }
    }

    /// Does it match a text of its length?
    #[inline(always)]
    fn is(&self, text: &[u8]) -> bool {
        match self {
            Group::Plain(plain) => same(text, plain),
            Group::Sought(finder) => same(text, finder.needle()),
            Group::Pieces(pieces) => pieces.iter().zip(text).all(|(p, c)| p.holds(*c)),
        }
    }

    /// Where it, which is not empty, is found first.
    fn find(&self, text: &[u8]) -> Option<usize> {
        match self {
            Group::Plain(plain) => memmem::find(text, plain),
            Group::Sought(finder) => finder.find(text),
            Group::Pieces(pieces) => text.windows(pieces.len()).position(|part| self.is(part)),
        }
    }
}

#[derive(Clone, PartialEq)]
enum Piece {
    Byte(u8),
    Any,
    Stretch,
    /// One bit a byte.
    Class(Box<[u64; 4]>),
}

impl Piece {
    #[inline(always)]
    fn holds(&self, c: u8) -> bool {
        match self {
            Piece::Byte(b) => *b == c,
            Piece::Any => true,
            Piece::Stretch => false,
            Piece::Class(bits) => bits[c as usize / 64] >> (c % 64) & 1 == 1,
        }
    }
}

impl Pattern {
    /// Within brackets `]` stands for itself when it comes first, as do `?`, `*`, `[` anywhere and `^` but first.
    /// A bracket that is not closed stands for itself.
    pub fn new(text: &[u8]) -> Pattern {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let [c, tail @ ..] = rest {
            rest = tail;
            pieces.push(match c {
                b'?' => Piece::Any,
                b'*' => Piece::Stretch,
                b'[' => match class(tail) {
                    Some((bits, size)) => {
                        rest = &tail[size..];
                        Piece::Class(Box::new(bits))
                    }
                    None => Piece::Byte(b'['),
                },
                c => Piece::Byte(*c),
            });
        }
        pieces.dedup_by(|a, b| *a == Piece::Stretch && *b == Piece::Stretch);
        Pattern { shape: shape(&pieces), size: pieces.len() }
    }

    /// A pattern for `ss`: of one length, which is not 0. An asterisk alone stands for itself (inferred from programs
    /// that replace it).
    pub fn for_search(text: &[u8]) -> Result<Pattern> {
        if text == b"*" {
            return Ok(Pattern::new(b"[*]"));
        }
        let pattern = Pattern::new(text);
        match pattern.shape {
            Shape::Whole(_) if pattern.size > 0 => Ok(pattern),
            _ => Err(length_error().detail("a pattern to search for must have one length, above 0")),
        }
    }

    /// Does the whole text match? What stands between two stretches is taken where it is found first, so that as much as can be
    /// is left for what follows.
    #[inline]
    pub fn matches(&self, text: &[u8]) -> bool {
        match &self.shape {
            Shape::Whole(all) => text.len() == all.len() && all.is(text),
            Shape::Stretched { start, within, end } => {
                let (first, last) = (start.len(), end.len());
                if text.len() < first + last {
                    return false;
                }
                let (middle, tail) = text.split_at(text.len() - last);
                let (head, middle) = middle.split_at(first);
                start.is(head) && end.is(tail) && (within.is_empty() || in_order(within, middle))
            }
        }
    }

    /// What a text must hold, and nothing else: `*abc*`.
    pub fn sought(&self) -> Option<&Finder<'static>> {
        match &self.shape {
            Shape::Stretched { start, within, end } if start.len() + end.len() == 0 => match &within[..] {
                [Group::Sought(finder)] => Some(finder),
                _ => None,
            },
            _ => None,
        }
    }

    /// The text that the pattern is, where every character stands for itself.
    pub fn plain(&self) -> Option<&[u8]> {
        match &self.shape {
            Shape::Whole(Group::Plain(text)) => Some(text),
            _ => None,
        }
    }

    /// Where the pattern (without stretches) is found, from left to right, no two overlapping.
    pub fn positions(&self, text: &[u8]) -> Vec<usize> {
        let mut found = Vec::new();
        let Shape::Whole(group) = &self.shape else { return found };
        if let Group::Plain(plain) = group {
            for at in memmem::find_iter(text, plain) {
                if found.len() % LOOK == 0 && is_over() {
                    break;
                }
                room::push(&mut found, at);
            }
            return found;
        }
        let (size, mut at) = (group.len(), 0);
        while at + size <= text.len() && size > 0 && !is_over() {
            if group.is(&text[at..at + size]) {
                room::push(&mut found, at);
                at += size;
            } else {
                at += 1;
            }
        }
        found
    }

    /// How many characters a match has, where there is no stretch.
    pub fn size(&self) -> usize {
        self.size
    }
}

/// Are the groups found one after the other?
fn in_order(groups: &[Group], mut text: &[u8]) -> bool {
    groups.iter().all(|group| match group.find(text) {
        Some(at) => {
            text = &text[at + group.len()..];
            true
        }
        None => false,
    })
}

fn shape(pieces: &[Piece]) -> Shape {
    let mut groups = pieces.split(|p| *p == Piece::Stretch).map(Group::new);
    let start = groups.next().unwrap_or_else(|| Group::new(&[]));
    match groups.next_back() {
        Some(end) => Shape::Stretched { start, within: groups.map(Group::sought).collect(), end },
        None => Shape::Whole(start),
    }
}

/// The characters between brackets, and how much of `text` they take with the closing one.
fn class(text: &[u8]) -> Option<([u64; 4], usize)> {
    let negated = text.first() == Some(&b'^');
    let start = negated as usize;
    let end = start + 1 + text.get(start + 1..)?.iter().position(|c| *c == b']')?;
    let mut bits = [0u64; 4];
    let mut rest = &text[start..end];
    while let [c, tail @ ..] = rest {
        let last = match tail {
            [b'-', last, ..] => {
                rest = &tail[2..];
                *last
            }
            _ => {
                rest = tail;
                *c
            }
        };
        for c in *c..=last {
            bits[c as usize / 64] |= 1 << (c % 64);
        }
    }
    Some((if negated { bits.map(|b| !b) } else { bits }, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Is a text what a pattern says, read one character at a time?
    fn says(pattern: &[u8], text: &[u8]) -> bool {
        match (pattern, text) {
            ([], text) => text.is_empty(),
            ([b'*', rest @ ..], text) => (0..=text.len()).any(|i| says(rest, &text[i..])),
            ([b'[', b'^', c, b']', rest @ ..], [t, text @ ..]) => t != c && says(rest, text),
            ([b'[', c, b']', rest @ ..], [t, text @ ..]) => t == c && says(rest, text),
            ([c, rest @ ..], [t, text @ ..]) => (*c == b'?' || c == t) && says(rest, text),
            _ => false,
        }
    }

    #[test]
    fn patterns_are_what_they_say() {
        let words = |letters: &[&[u8]], size: usize| -> Vec<Vec<u8>> {
            let mut all = vec![Vec::new()];
            for _ in 0..size {
                let longer = all.iter().flat_map(|w: &Vec<u8>| letters.iter().map(|c| [&w[..], c].concat()));
                all = all.iter().cloned().chain(longer.collect::<Vec<_>>()).collect();
            }
            all.sort();
            all.dedup();
            all
        };
        let texts = words(&[b"a", b"b"], 6);
        for pattern in words(&[b"a", b"b", b"*", b"?", b"[^a]"], 5) {
            let p = Pattern::new(&pattern);
            for t in &texts {
                assert_eq!(p.matches(t), says(&pattern, t), "{:?} {t:?}", String::from_utf8_lossy(&pattern));
            }
        }
        let long = b"0123456789abcdefghijklmnopqrstuvwxyz";
        for n in 0..long.len() {
            let (start, end) = long.split_at(n);
            for p in [[start, b"*", end], [b"*", start, end], [start, end, b"*"]] {
                assert!(Pattern::new(&p.concat()).matches(long));
                assert!(!Pattern::new(&p.concat()).matches(&long[..n]));
            }
        }
    }
}
