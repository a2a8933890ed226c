//! Lines cut into fields.

use quarry_value::room;
use std::ops::Range;

/// Where the fields of some lines lie, column by column: in the text, or (when quotes inside them were undoubled)
/// behind it.
pub struct Fields<'a> {
    text: &'a [u8],
    /// Texts that differ from what the source holds.
    side: Vec<u8>,
    /// One list of places a column.
    columns: Vec<Vec<Range<usize>>>,
    delimiter: Byte,
}

impl<'a> Fields<'a> {
    pub fn new(text: &'a [u8], columns: usize, delimiter: u8) -> Fields<'a> {
        Fields {
            text,
            side: Vec::new(),
            columns: room::repeated(Vec::new(), columns),
            delimiter: Byte::new(delimiter),
        }
    }

    /// Forgets all lines.
    pub fn clear(&mut self) {
        self.side.clear();
        self.columns.iter_mut().for_each(Vec::clear);
    }

    /// The texts of column `c`.
    pub fn column(&self, c: usize) -> impl Iterator<Item = &[u8]> {
        self.columns[c].iter().map(|r| self.get(r))
    }

    #[inline]
    fn get(&self, r: &Range<usize>) -> &[u8] {
        match self.text.get(r.clone()) {
            Some(text) => text,
            None => &self.side[r.start - self.text.len()..r.end - self.text.len()],
        }
    }

    /// Cuts the line at `line` at each delimiter outside quotes; what is missing is empty.
    pub fn cut(&mut self, line: Range<usize>) {
        let mut at = line.start;
        for c in 0..self.columns.len() {
            let field = if at > line.end {
                0..0
            } else if self.text.get(at) == Some(&b'"') && at < line.end {
                let (field, next) = self.quoted(at..line.end);
                at = next;
                field
            } else {
                let end = self.delimiter.find(self.text, at..line.end);
                let field = at..end;
                at = end + 1;
                field
            };
            self.columns[c].push(field);
        }
    }

    /// The field in double quotes at the start of `rest`, and where the next one starts: past the end after the
    /// last. Two quotes inside stand for one.
    fn quoted(&mut self, rest: Range<usize>) -> (Range<usize>, usize) {
        let start = rest.start + 1;
        let mut at = start;
        let mut doubled = false;
        while let Some(size) = memchr::memchr(b'"', &self.text[at..rest.end]) {
            at += size;
            if at + 1 < rest.end && self.text[at + 1] == b'"' {
                doubled = true;
                at += 2;
            } else {
                break;
            }
        }
        let closed = at < rest.end && self.text[at] == b'"';
        let inside = start..if closed { at } else { rest.end };
        let next = self.delimiter.find(self.text, inside.end..rest.end) + 1;
        if !doubled {
            return (inside, next);
        }
        let from = self.side.len();
        let mut skip = false;
        for &c in &self.text[inside] {
            skip = c == b'"' && !skip;
            if !skip {
                self.side.push(c);
            }
        }
        let base = self.text.len();
        (base + from..base + self.side.len(), next)
    }

    /// Cuts the line at `line` into fields of the given widths.
    pub fn cut_fixed(&mut self, line: Range<usize>, widths: &[usize]) {
        let mut at = line.start;
        for (column, width) in self.columns.iter_mut().zip(widths) {
            let end = at.saturating_add(*width).min(line.end);
            column.push(at..end);
            at = end;
        }
    }
}

/// A byte to search for, eight at a time: fields are too short for a search that has to be started.
struct Byte {
    byte: u8,
    pattern: u64,
}

impl Byte {
    fn new(byte: u8) -> Byte {
        Byte { byte, pattern: u64::from(byte) * LOWS }
    }

    /// Where the byte is met in `range` of `text`; the end of the range when it is not. What lies behind the range may
    /// be looked at.
    #[inline]
    fn find(&self, text: &[u8], range: Range<usize>) -> usize {
        let Range { start: mut at, end } = range;
        while at < end
            && let Some(eight) = text.get(at..).and_then(|t| t.first_chunk::<8>())
        {
            // The lowest byte that is zero after this is the lowest high bit that is set.
            let x = u64::from_le_bytes(*eight) ^ self.pattern;
            let zeros = x.wrapping_sub(LOWS) & !x & (LOWS << 7);
            if zeros != 0 {
                return end.min(at + zeros.trailing_zeros() as usize / 8);
            }
            at += 8;
        }
        let rest = text.get(at..end).unwrap_or_default();
        rest.iter().position(|c| *c == self.byte).map_or(end, |i| at + i)
    }
}

/// The lowest bit of each of eight bytes.
const LOWS: u64 = 0x0101_0101_0101_0101;

/// The lines of a text, ended by LF or CRLF; a newline in double quotes ends none. With a delimiter a field begins with its quote:
/// any other is a character.
pub fn lines_with_quotes(text: &[u8], delimiter: Option<u8>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut inside = false;
    // Where the last field in quotes ended, if another quote does not go on with it.
    let mut closed = None;
    for at in memchr::memchr2_iter(b'"', b'\n', text) {
        match text[at] {
            b'"' if inside => {
                inside = false;
                closed = Some(at + 1);
            }
            b'"' => {
                let opens = |d| at == start || text[at - 1] == d;
                inside = delimiter.is_none_or(opens) || closed == Some(at);
            }
            _ if !inside => {
                room::push(&mut found, line(text, start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    if start < text.len() {
        found.push(line(text, start..text.len()));
    }
    found
}

/// A line without a CR at its end.
#[inline]
pub fn line(text: &[u8], place: Range<usize>) -> Range<usize> {
    match text[place.clone()].last() {
        Some(b'\r') => place.start..place.end - 1,
        _ => place,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_found_where_it_is() {
        for size in 0..40 {
            for at in 0..=size {
                let mut text = vec![b'.'; size];
                text.iter_mut().skip(at).step_by(3).for_each(|c| *c = b',');
                for (from, end) in (0..=size).flat_map(|from| (from..=size).map(move |end| (from, end))) {
                    let want = text[from..end].iter().position(|c| *c == b',').map_or(end, |i| from + i);
                    assert_eq!(Byte::new(b',').find(&text, from..end), want);
                }
            }
        }
        assert_eq!(Byte::new(0).find(b"\x01\x01\x01\x01\x01\x01\x01\x01\0", 0..9), 8);
        assert_eq!(Byte::new(b',').find(b"-----,--", 0..8), 5);
    }
}
