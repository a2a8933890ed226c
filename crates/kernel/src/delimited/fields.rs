//! Lines cut into fields.

use std::ops::Range;

/// Where the fields of some columns lie: in the text, or (when quotes inside them were undoubled) behind it.
pub struct Fields<'a> {
    text: &'a [u8],
    /// Texts that differ from what the source holds.
    side: Vec<u8>,
    /// One list of places a column.
    pub columns: Vec<Vec<Range<usize>>>,
}

impl<'a> Fields<'a> {
    pub fn new(text: &'a [u8], columns: usize) -> Fields<'a> {
        Fields { text, side: Vec::new(), columns: vec![Vec::new(); columns] }
    }

    /// The texts of column `c`.
    pub fn column(&self, c: usize) -> impl Iterator<Item = &[u8]> {
        self.columns[c].iter().map(|r| self.get(r))
    }

    fn get(&self, r: &Range<usize>) -> &[u8] {
        let size = self.text.len();
        if r.start < size || r.is_empty() {
            self.text.get(r.clone()).unwrap_or_default()
        } else {
            &self.side[r.start - size..r.end - size]
        }
    }

    /// Cuts the line at `line` at each delimiter outside quotes; what is missing is empty.
    pub fn cut(&mut self, line: Range<usize>, delimiter: u8) {
        let mut at = line.start;
        for c in 0..self.columns.len() {
            if at > line.end {
                self.columns[c].push(0..0);
                continue;
            }
            let (field, next) = self.field(at..line.end, delimiter);
            self.columns[c].push(field);
            at = next;
        }
    }

    /// The field at the start of `rest`, and where the next one starts: past the end after the last.
    fn field(&mut self, rest: Range<usize>, delimiter: u8) -> (Range<usize>, usize) {
        if self.text[rest.clone()].first() == Some(&b'"') {
            return self.quoted(rest, delimiter);
        }
        let size = self.text[rest.clone()].iter().position(|&c| c == delimiter).unwrap_or(rest.len());
        (rest.start..rest.start + size, rest.start + size + 1)
    }

    /// A field in double quotes; two of them inside stand for one.
    fn quoted(&mut self, rest: Range<usize>, delimiter: u8) -> (Range<usize>, usize) {
        let start = rest.start + 1;
        let mut at = start;
        let mut doubled = false;
        while at < rest.end {
            if self.text[at] == b'"' {
                if at + 1 < rest.end && self.text[at + 1] == b'"' {
                    doubled = true;
                    at += 1;
                } else {
                    break;
                }
            }
            at += 1;
        }
        let inside = start..at;
        let after = &self.text[at.min(rest.end)..rest.end];
        let next = at + after.iter().position(|&c| c == delimiter).unwrap_or(after.len()) + 1;
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

/// The lines of a file's text; a newline in double quotes ends none when `quotes` is set.
pub fn lines(text: &[u8], quotes: bool) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut inside = false;
    for (at, &c) in text.iter().enumerate() {
        match c {
            b'"' if quotes => inside = !inside,
            b'\n' if !inside => {
                let end = if at > start && text[at - 1] == b'\r' { at - 1 } else { at };
                found.push(start..end);
                start = at + 1;
            }
            _ => {}
        }
    }
    if start < text.len() {
        found.push(start..text.len());
    }
    found
}
