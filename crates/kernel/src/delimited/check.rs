//! What `0:` passes over: fields that are not of their type, which it reads as nulls, and records of another shape.

use super::fields::{self, lines_with_quotes};
use super::load::{Cut, Format, column_type, format, names, rows_of_list};
use crate::pool;
use crate::runs::worth;
use quarry_value::error::type_error;
use quarry_value::text::parse;
use quarry_value::{Result, Sym, Type, Value};
use std::ops::Range;

/// A field or record that is not as the format says.
pub struct Bad {
    /// The line, counted from 1: of the text, or the number of the string in a list.
    pub line: usize,
    /// The byte of the line where it begins, counted from 1.
    pub column: usize,
    /// The number of the field in its record.
    pub field: usize,
    /// The name of the field's column, if the text has names.
    pub name: Sym,
    pub text: Vec<u8>,
    pub why: Why,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// A field that is not of its type.
    Type,
    /// A quote that is not closed, or is followed by something else than the delimiter.
    Quote,
    /// Fewer fields than types: the first that is missing.
    Few,
    /// More fields than types: the first that is left over.
    Many,
}

impl Why {
    pub fn name(self) -> Sym {
        Sym::new(match self {
            Why::Type => "type",
            Why::Quote => "quote",
            Why::Few => "few",
            Why::Many => "many",
        })
    }
}

/// The fields of `y`, a string, list of strings or the bytes of a file, that `x 0: y` would not read as they stand.
/// An empty field is a null, and so is what q writes for one.
///
/// Errors: 'type, 'length, as `0:`.
pub fn bad_fields(x: &Value, y: &Value) -> Result<Vec<Bad>> {
    let format = format(x)?;
    if let Value::List(rows) = y {
        let (text, places) = rows_of_list(rows)?;
        let start = |bad: &Found| (bad.record + 1, bad.at - places[bad.record].start + 1);
        let found = all(&format, &text, &places);
        let names = all_names(&format, &text, &places);
        return Ok(found.iter().map(|bad| told(&text, &names, bad, start(bad))).collect());
    }
    let text = match y {
        Value::Vector(v) if matches!(v.ty, Type::Char | Type::Byte) => v.slice::<u8>().unwrap_or_default(),
        _ => return Err(type_error()),
    };
    let places = records(&format, text);
    let names = all_names(&format, text, &places);
    let (mut line, mut line_start, mut seen) = (1, 0, 0);
    let mut tell = |bad: &Found| {
        for newline in memchr::memchr_iter(b'\n', &text[seen..bad.at]) {
            line += 1;
            line_start = seen + newline + 1;
        }
        seen = bad.at;
        told(text, &names, bad, (line, bad.at - line_start + 1))
    };
    let found = all(&format, text, &places);
    Ok(found.iter().map(&mut tell).collect())
}

/// What is wrong, where in the text, in which record.
struct Found {
    record: usize,
    field: usize,
    at: usize,
    text: Range<usize>,
    why: Why,
}

/// The names of all columns, if the text has names.
fn all_names(format: &Format, text: &[u8], places: &[Range<usize>]) -> Vec<Sym> {
    let header = places.first().filter(|_| format.named);
    header.map(|h| names(format, text, h.clone(), |_| true)).unwrap_or_default()
}

fn told(text: &[u8], names: &[Sym], bad: &Found, (line, column): (usize, usize)) -> Bad {
    let name = names.get(bad.field).copied().unwrap_or(Sym::EMPTY);
    Bad { line, column, field: bad.field, name, text: text[bad.text.clone()].to_vec(), why: bad.why }
}

/// Where the records of a text are, the names among them.
fn records(format: &Format, text: &[u8]) -> Vec<Range<usize>> {
    if let Some(places) = format.unbroken(text) {
        return places;
    }
    if format.quotes {
        return lines_with_quotes(text, format.separator());
    }
    let mut start = 0;
    let ends = memchr::memchr_iter(b'\n', text).chain((!text.ends_with(b"\n")).then_some(text.len()));
    ends.filter(|_| !text.is_empty())
        .map(|end| {
            let place = start..end;
            start = end + 1;
            fields::line(text, place)
        })
        .collect()
}

/// Records that a thread looks at in one go.
const BLOCK_COUNT: usize = 1 << 14;

fn all(format: &Format, text: &[u8], places: &[Range<usize>]) -> Vec<Found> {
    let blocks = pool::map_ranges(places.len(), worth(BLOCK_COUNT), |range| {
        let mut found = Vec::new();
        for record in range {
            let types = if format.named && record == 0 { None } else { Some(format.types) };
            check(format, types, text, record, places[record].clone(), &mut found);
        }
        found
    });
    blocks.into_iter().flatten().collect()
}

/// Looks at one record; with no types at the count of its fields alone.
fn check(
    format: &Format,
    types: Option<&[u8]>,
    text: &[u8],
    record: usize,
    line: Range<usize>,
    found: &mut Vec<Found>,
) {
    let count = format.types.len();
    let mut note = |field, at, text, why| found.push(Found { record, field, at, text, why });
    let mut n = 0;
    let mut rest = Some(line.start);
    while let Some(at) = rest {
        if n == count {
            return note(n, at, at..line.end, Why::Many);
        }
        let field = field_at(format, text, at..line.end, n);
        if !field.closed {
            note(n, at, at..field.end, Why::Quote);
        } else if types.is_some_and(|types| is_wrong(types[n], &text[field.inside.clone()])) {
            note(n, at, field.inside, Why::Type);
        }
        rest = field.next;
        n += 1;
    }
    if n < count {
        note(n, line.end, line.end..line.end, Why::Few);
    }
}

struct Field {
    /// Without its quotes.
    inside: Range<usize>,
    /// With all that stands before the next delimiter.
    end: usize,
    /// Its quotes, if it has any, are where they should be.
    closed: bool,
    next: Option<usize>,
}

/// The field at the start of `rest`: number `n` of its record.
fn field_at(format: &Format, text: &[u8], rest: Range<usize>, n: usize) -> Field {
    let delimiter = match &format.cut {
        Cut::At(c) => *c,
        Cut::Widths(widths) => {
            let end = rest.start.saturating_add(widths[n]).min(rest.end);
            return Field {
                inside: rest.start..end,
                end,
                closed: true,
                next: (end < rest.end).then_some(end),
            };
        }
    };
    let until = |from: usize| memchr::memchr(delimiter, &text[from..rest.end]).map(|i| from + i);
    let next = |from: usize| (until(from).unwrap_or(rest.end), until(from).map(|at| at + 1));
    if text[rest.clone()].first() != Some(&b'"') {
        let (end, next) = next(rest.start);
        return Field { inside: rest.start..end, end, closed: true, next };
    }
    let mut close = rest.start + 1;
    loop {
        match memchr::memchr(b'"', &text[close..rest.end]) {
            None => {
                let inside = rest.start + 1..rest.end;
                return Field { inside, end: rest.end, closed: false, next: None };
            }
            Some(i) if text[close + i + 1..rest.end].first() == Some(&b'"') => close += i + 2,
            Some(i) => {
                close += i;
                break;
            }
        }
    }
    let (end, next) = next(close);
    Field { inside: rest.start + 1..close, end, closed: end == close + 1, next }
}

/// Does a field hold something that is not of the type with this letter?
fn is_wrong(letter: u8, text: &[u8]) -> bool {
    let bare = text.trim_ascii();
    match column_type(letter) {
        None | Some(Type::Symbol) => false,
        Some(Type::Char) => bare.len() > 1,
        Some(_) if bare.is_empty() || bare == [b'0', b'N', letter.to_ascii_lowercase()] => false,
        Some(Type::Bool) => !b"01tfynxTFYNX".contains(&bare[0]),
        Some(ty) => parse::parse(ty, text).is_none(),
    }
}
