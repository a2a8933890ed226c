//! A table as delimited lines, which are made when somebody asks for them: a file takes them as they are made.

use crate::pool;
use crate::runs::worth;
use quarry_value::error::{length_error, type_error};
use quarry_value::text::{self, cells::Cells};
use quarry_value::{Items, List, Made, Result, Sym, Texts, Type, Value, domain, room};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// `delimiter 0: y`: the rows of a table, keyed or not, under a line of its names, or of a list of columns, each as text.
/// Cells with the delimiter or a newline in them are put in double quotes.
///
/// Types: columns are vectors or lists of strings.
/// Null: numeric and temporal nulls are empty.
/// Errors: 'type, 'length.
/// Source: ref/file-text; darrenwsun/fluent-q (tests) for keyed tables.
pub fn prepare_text(delimiter: u8, y: &Value) -> Result<Value> {
    let bytes = |names: &[Sym]| names.iter().map(|n| n.bytes()).collect::<Vec<_>>();
    let (names, columns): (Option<Vec<&[u8]>>, Vec<Value>) = match y {
        Value::Table(t) => (Some(bytes(&t.names)), t.here()?.to_vec()),
        Value::List(_) => (None, y.items().collect()),
        _ if let Some((k, v)) = y.as_keyed() => {
            (Some(bytes(&[&k.names[..], &v.names].concat())), [k.here()?, v.here()?].concat())
        }
        _ => return Err(type_error().detail("right of 0: a table or a list of columns")),
    };
    let count = columns.first().map_or(0, Value::count);
    if let Some(other) = columns.iter().find(|c| c.count() != count) {
        return Err(length_error().detail(format!("columns of {count} and {} items", other.count())));
    }
    let columns = columns.into_iter().map(column).collect::<Result<_>>()?;
    let header = names.map(|names| header(delimiter, &names));
    let lines = Lines { header, columns, delimiter, digits: text::precision(), count, made: Made::default() };
    Ok(if lines.len() == 0 { Value::empty_list() } else { List::lazy(Arc::new(lines)).into() })
}

/// A column that can be written; an enumeration as what it stands for now.
fn column(x: Value) -> Result<Value> {
    match &x {
        Value::Vector(v) if v.ty == Type::Enum => domain::resolve(v).map_or(Ok(x), column),
        Value::Vector(_) => Ok(x),
        Value::List(l) if l.are_strings() => Ok(x),
        _ => Err(type_error().detail("a column that is neither a vector nor a list of strings")),
    }
}

fn header(delimiter: u8, names: &[&[u8]]) -> Vec<u8> {
    let mut line = Vec::new();
    for (i, name) in names.iter().enumerate() {
        if i > 0 {
            line.push(delimiter);
        }
        let start = line.len();
        line.extend_from_slice(name);
        quote_if_needed(&mut line, start, delimiter);
    }
    line
}

/// The rows of a table as strings. Until somebody wants to look at many of them there is nothing but the columns.
struct Lines {
    header: Option<Vec<u8>>,
    columns: Vec<Value>,
    delimiter: u8,
    /// The digits of floats, as they were asked for.
    digits: u8,
    /// How many rows.
    count: usize,
    made: Made<Texts>,
}

/// Rows that a thread makes text of at once.
const BLOCK_COUNT: usize = 1 << 13;
/// Bytes that are kept ready for a cell.
const CELL_SIZE: usize = 10;

impl Lines {
    /// The numbers of the rows among lines `range`, and whether the header is among them.
    fn rows(&self, range: Range<usize>) -> (bool, Range<usize>) {
        let above = usize::from(self.header.is_some());
        (
            range.start < above && range.end > 0,
            range.start.saturating_sub(above)..range.end.saturating_sub(above),
        )
    }

    /// Writes the lines of `range`, calling `end` after each.
    fn write(&self, range: Range<usize>, out: &mut Vec<u8>, mut end: impl FnMut(&mut Vec<u8>)) {
        let (with_header, rows) = self.rows(range);
        if let (true, Some(header)) = (with_header, &self.header) {
            out.extend_from_slice(header);
            end(out);
        }
        let numbers = self.delimiter.is_ascii_alphanumeric() || b"+-.:".contains(&self.delimiter);
        let columns = self.columns.iter().filter_map(Cells::of).map(|c| (numbers || c.is_text(), c));
        let columns: Vec<(bool, Cells)> = columns.collect();
        for i in rows {
            room::reserve(out, columns.len() * CELL_SIZE);
            for (c, (may_need_quotes, cells)) in columns.iter().enumerate() {
                if c > 0 {
                    out.push(self.delimiter);
                }
                let start = out.len();
                cells.write(out, i, self.digits);
                if *may_need_quotes {
                    quote_if_needed(out, start, self.delimiter);
                }
            }
            end(out);
        }
    }

    fn block(&self, range: Range<usize>) -> Texts {
        let count = range.len();
        let mut bytes = room::vec(count * self.columns.len() * CELL_SIZE);
        let mut ends = room::vec(count);
        self.write(range, &mut bytes, |out| ends.push(out.len()));
        Texts::from_parts(bytes, ends)
    }

    /// All lines.
    fn all(&self) -> &Texts {
        let blocks = || pool::map_ranges(self.len(), worth(BLOCK_COUNT), |rows| self.block(rows));
        self.made.make(|| Texts::joined(blocks()))
    }
}

impl Items for Lines {
    fn len(&self) -> usize {
        self.count + usize::from(self.header.is_some())
    }

    fn get(&self, i: usize) -> Value {
        match self.made.get() {
            Some(texts) => Value::chars(texts.get(i)),
            None => Value::chars(self.block(i..i + 1).bytes()),
        }
    }

    fn text(&self, i: usize) -> Option<&[u8]> {
        Some(self.all().get(i))
    }

    fn are_made(&self) -> bool {
        true
    }

    fn texts(&self) -> Option<&Texts> {
        Some(self.all())
    }

    fn write_lines(&self, range: Range<usize>, out: &mut Vec<u8>) {
        match self.made.get() {
            Some(texts) => range.for_each(|i| {
                out.extend_from_slice(texts.get(i));
                out.push(b'\n');
            }),
            None => {
                out.reserve(range.len() * self.columns.len() * CELL_SIZE);
                self.write(range, out, |out| out.push(b'\n'));
            }
        }
    }
}

/// Puts what follows `start` in double quotes when it holds the delimiter or a newline.
#[inline]
fn quote_if_needed(line: &mut Vec<u8>, start: usize, delimiter: u8) {
    if line[start..].iter().any(|&c| c == delimiter || c == b'\n') {
        let cell = quoted(&line[start..]);
        line.truncate(start);
        line.extend(cell);
    }
}

fn quoted(text: &[u8]) -> Vec<u8> {
    let mut out = vec![b'"'];
    for &c in text {
        if c == b'"' {
            out.push(b'"');
        }
        out.push(c);
    }
    out.push(b'"');
    out
}

/// Hands a list's strings, each with a newline after it, to `take`, in pieces: made on all threads, taken in their
/// order. Ends with the first error of `take`.
pub fn write_lines<E: Send>(
    lines: &List,
    mut take: impl FnMut(&[u8]) -> std::result::Result<(), E> + Send,
) -> std::result::Result<(), E> {
    let (count, size) = (lines.len(), worth(rows_of_block(lines)));
    // Blocks are used again: fresh memory costs as much as a fifth of what is written to it.
    let spare: Mutex<Vec<Vec<u8>>> = Mutex::default();
    let blocks = || spare.lock().unwrap_or_else(PoisonError::into_inner);
    let make = |k: usize| {
        let mut out = blocks().pop().unwrap_or_default();
        lines.write_lines(k * size..count.min((k + 1) * size), &mut out);
        out
    };
    pool::in_order(count.div_ceil(size), make, |mut block| {
        take(&block)?;
        block.clear();
        blocks().push(block);
        Ok(())
    })
}

/// Bytes that a thread makes before they are taken, about.
const BLOCK_SIZE: usize = 1 << 19;
/// Rows that are looked at to know how long rows are.
const SAMPLE_COUNT: usize = 16;

/// How many rows make up a block: fewer when they are long.
fn rows_of_block(lines: &List) -> usize {
    let samples = lines.len().min(SAMPLE_COUNT);
    let mut text = Vec::new();
    for k in 0..samples {
        let row = k * lines.len() / samples;
        lines.write_lines(row..row + 1, &mut text);
    }
    (BLOCK_SIZE * samples / text.len().max(1)).clamp(1, BLOCK_COUNT)
}

/// `-14!x`: text for a CSV cell, with its double quotes doubled.
pub fn escape_quotes(x: &Value) -> Result<Value> {
    match x.item_type() {
        Some(Type::Char) => Ok(Value::chars(quoted(x.as_text().unwrap_or_default()))),
        _ => Err(type_error()),
    }
}
