//! Patterns: `?` any character, `*` any stretch, `[a-z]` one of, `[^a-z]` none of.

use memchr::memmem::{self, Finder};
use quarry_value::Result;
use quarry_value::error::length_error;
use quarry_value::evaluation::is_over;

/// A compiled pattern.
pub struct Pattern {
    pieces: Vec<Piece>,
    shape: Shape,
}

/// What most patterns are, which is found faster than piece by piece.
enum Shape {
    /// `abc`
    Whole(Vec<u8>),
    /// `abc*`, `*abc`, `abc*xyz`, `*`: what a text starts and ends with.
    Ends(Vec<u8>, Vec<u8>),
    /// `*abc*`
    Within(Box<Finder<'static>>),
    Other,
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
        Pattern { shape: shape(&pieces), pieces }
    }

    /// A pattern for `ss`: of one length, which is not 0. An asterisk alone stands for itself (inferred from programs
    /// that replace it).
    pub fn for_search(text: &[u8]) -> Result<Pattern> {
        if text == b"*" {
            return Ok(Pattern::new(b"[*]"));
        }
        let pattern = Pattern::new(text);
        if pattern.pieces.is_empty() || pattern.pieces.contains(&Piece::Stretch) {
            return Err(length_error().detail("a pattern to search for must have one length, above 0"));
        }
        Ok(pattern)
    }

    /// Does the whole text match?
    pub fn matches(&self, text: &[u8]) -> bool {
        match &self.shape {
            Shape::Whole(all) => text == all,
            Shape::Ends(start, end) => {
                text.len() >= start.len() + end.len() && text.starts_with(start) && text.ends_with(end)
            }
            Shape::Within(finder) => finder.find(text).is_some(),
            Shape::Other => self.matches_pieces(text),
        }
    }

    /// [`Pattern::matches`] for any pattern. A stretch first takes as little as it can; on a mismatch the last one takes one
    /// character more, so that no stretch before it needs to be tried again.
    fn matches_pieces(&self, text: &[u8]) -> bool {
        let pieces = self.pieces.as_slice();
        let (mut p, mut t) = (0, 0);
        let mut retry = None;
        while t < text.len() {
            match pieces.get(p) {
                Some(Piece::Stretch) => {
                    retry = Some((p, t));
                    p += 1;
                }
                Some(piece) if piece.holds(text[t]) => {
                    p += 1;
                    t += 1;
                }
                _ => match &mut retry {
                    Some((at, from)) => {
                        *from += 1;
                        (p, t) = (*at + 1, *from);
                    }
                    None => return false,
                },
            }
        }
        pieces[p..].iter().all(|piece| *piece == Piece::Stretch)
    }

    /// Where the pattern (without stretches) is found, from left to right, no two overlapping.
    pub fn positions(&self, text: &[u8]) -> Vec<usize> {
        let size = self.pieces.len();
        if let Shape::Whole(all) = &self.shape {
            return memmem::find_iter(text, all).collect();
        }
        let mut found = Vec::new();
        let mut at = 0;
        while at + size <= text.len() && size > 0 && !is_over() {
            if self.pieces.iter().zip(&text[at..]).all(|(p, c)| p.holds(*c)) {
                found.push(at);
                at += size;
            } else {
                at += 1;
            }
        }
        found
    }

    /// How many characters a match has, where there is no stretch.
    pub fn size(&self) -> usize {
        self.pieces.len()
    }
}

fn shape(pieces: &[Piece]) -> Shape {
    let plain = |pieces: &[Piece]| {
        pieces
            .iter()
            .map(|p| if let Piece::Byte(b) = p { Some(*b) } else { None })
            .collect::<Option<Vec<u8>>>()
    };
    let parts: Option<Vec<Vec<u8>>> = pieces.split(|p| *p == Piece::Stretch).map(plain).collect();
    match parts.as_deref() {
        Some([all]) => Shape::Whole(all.clone()),
        Some([start, end]) => Shape::Ends(start.clone(), end.clone()),
        Some([start, within, end]) if start.is_empty() && end.is_empty() => {
            Shape::Within(Box::new(Finder::new(within).into_owned()))
        }
        _ => Shape::Other,
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

    #[test]
    fn shapes_match_as_pieces_do() {
        let words = |letters: &[u8], size: usize| -> Vec<Vec<u8>> {
            let mut all = vec![Vec::new()];
            for _ in 0..size {
                let longer = all.iter().flat_map(|w| letters.iter().map(|c| [&w[..], &[*c]].concat()));
                all = all.iter().cloned().chain(longer.collect::<Vec<_>>()).collect();
            }
            all
        };
        let texts = words(b"ab", 4);
        for pattern in words(b"ab*?", 4) {
            let p = Pattern::new(&pattern);
            for t in &texts {
                assert_eq!(p.matches(t), p.matches_pieces(t), "{pattern:?} {t:?}");
            }
        }
    }
}
