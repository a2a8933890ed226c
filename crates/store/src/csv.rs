//! Delimited and fixed-width text, cut into fields: the part of `0:` that is about text. Types are the language's.
//!
//! A field that starts with `"` runs to the next lone `"`; doubled ones stand for one, and delimiters in between for
//! themselves. Line ends in between do so where [`Delimited::newlines`] says so. A line with too few fields has
//! empty ones; what follows the last field wanted is skipped.

use crate::textfile::lines;
use quarry_value::{Error, Result, Sym, Type, Value, domain, text};
use std::borrow::Cow;

/// How text is cut at delimiters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delimited {
    pub delimiter: u8,
    /// May a quoted field hold line ends?
    pub newlines: bool,
}

/// Gives every field of every record: `field(column, text)`, row by row, for `count` columns. How many records.
pub fn delimited<'a>(
    all: &'a [u8],
    how: Delimited,
    count: usize,
    field: &mut impl FnMut(usize, Cow<'a, [u8]>),
) -> usize {
    let mut rest = all;
    let mut records = 0;
    while !rest.is_empty() {
        rest = record(rest, how, count, field);
        records += 1;
    }
    records
}

/// Gives the fields of the record that `text` starts with; what follows it.
pub fn record<'a>(
    text: &'a [u8],
    how: Delimited,
    count: usize,
    field: &mut impl FnMut(usize, Cow<'a, [u8]>),
) -> &'a [u8] {
    let (line, mut after) = first_line(text);
    let (mut rest, mut more) = (line, true);
    for column in 0..count {
        if !more {
            field(column, Cow::Borrowed(b""));
            continue;
        }
        if how.newlines && rest.first() == Some(&b'"') {
            // The quoted field may go on over the line's end: look for its end in all of the text.
            let from = offset(text, rest);
            let end = from + quoted_end(&text[from..]);
            if end > from + rest.len() {
                let (longer, beyond) = first_line(&text[end..]);
                rest = &text[from..offset(text, longer) + longer.len()];
                after = beyond;
            }
        }
        let (one, next) = split(rest, how.delimiter);
        field(column, one);
        (rest, more) = (next.unwrap_or_default(), next.is_some());
    }
    after
}

/// Where `part`, a slice of `whole`, starts in it.
fn offset(whole: &[u8], part: &[u8]) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

/// The first line without its end, and what follows.
fn first_line(text: &[u8]) -> (&[u8], &[u8]) {
    let end = memchr::memchr(b'\n', text);
    let (line, rest) = end.map_or((text, &text[text.len()..]), |i| (&text[..i], &text[i + 1..]));
    (line.strip_suffix(b"\r").unwrap_or(line), rest)
}

/// The first field of a line, without quotes, and what follows its delimiter.
fn split(line: &[u8], delimiter: u8) -> (Cow<'_, [u8]>, Option<&[u8]>) {
    if line.first() == Some(&b'"') {
        let end = quoted_end(line);
        let tail = memchr::memchr(delimiter, &line[end..]);
        let rest = tail.map(|i| &line[end + i + 1..]);
        let trailing = &line[end..tail.map_or(line.len(), |i| end + i)];
        return (unquoted(&line[..end], trailing), rest);
    }
    match memchr::memchr(delimiter, line) {
        Some(i) => (Cow::Borrowed(&line[..i]), Some(&line[i + 1..])),
        None => (Cow::Borrowed(line), None),
    }
}

/// Just past the quote that ends the field which starts with one; the end of the text when none does.
fn quoted_end(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(i) = memchr::memchr(b'"', &text[at..]) {
        at += i + 1;
        if text.get(at) != Some(&b'"') {
            return at;
        }
        at += 1;
    }
    text.len()
}

/// A field's text from its quoted part and what trails it.
fn unquoted<'a>(quoted: &'a [u8], trailing: &[u8]) -> Cow<'a, [u8]> {
    let inner = &quoted[1..];
    let inner = if inner.last() == Some(&b'"') { &inner[..inner.len() - 1] } else { inner };
    if trailing.is_empty() && !inner.contains(&b'"') {
        return Cow::Borrowed(inner);
    }
    let mut out = Vec::with_capacity(inner.len() + trailing.len());
    let mut skip = false;
    for c in inner {
        skip = *c == b'"' && !skip;
        if !skip {
            out.push(*c);
        }
    }
    out.extend_from_slice(trailing);
    Cow::Owned(out)
}

/// Cuts text into about `count` pieces at line ends, for threads. Not for text with line ends in quoted fields.
pub fn pieces(text: &[u8], count: usize) -> Vec<&[u8]> {
    let size = (text.len() / count.max(1)).max(1);
    let mut out = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let from = size.min(rest.len());
        let end = memchr::memchr(b'\n', &rest[from..]).map_or(rest.len(), |i| from + i + 1);
        out.push(&rest[..end]);
        rest = &rest[end..];
    }
    out
}

/// Fixed-width fields: records of the sum of `widths`, each with a line end behind it or none of them.
/// `field(column, text)`; how many records.
pub fn fixed<'a>(all: &'a [u8], widths: &[usize], field: &mut impl FnMut(usize, Cow<'a, [u8]>)) -> usize {
    let size: usize = widths.iter().fold(0, |a, w| a.saturating_add(*w));
    let in_lines = memchr::memchr(b'\n', &all[..all.len().min(size.saturating_add(2))]).is_some();
    let mut count = 0;
    if in_lines {
        for line in lines(all) {
            fixed_record(line, widths, field);
            count += 1;
        }
    } else {
        for record in all.chunks(size.max(1)) {
            fixed_record(record, widths, field);
            count += 1;
        }
    }
    count
}

/// The fields of one fixed-width record.
pub fn fixed_record<'a>(record: &'a [u8], widths: &[usize], field: &mut impl FnMut(usize, Cow<'a, [u8]>)) {
    let mut rest = record;
    for (column, width) in widths.iter().enumerate() {
        let (one, next) = rest.split_at((*width).min(rest.len()));
        field(column, Cow::Borrowed(one));
        rest = next;
    }
}

/// Key-value pairs: records that `between` ends, keys that `separator` ends. With `quoted`, a value that starts with `"`
/// runs to the next lone one. Source: ref/file-text.
pub fn pairs(text: &[u8], separator: u8, between: u8, quoted: bool) -> Vec<(&[u8], Cow<'_, [u8]>)> {
    let mut out = Vec::new();
    let mut rest = Some(text).filter(|t| !t.is_empty());
    while let Some(all) = rest {
        let stop = memchr::memchr2(separator, between, all).unwrap_or(all.len());
        let key = &all[..stop];
        if all.get(stop) != Some(&separator) {
            out.push((key, Cow::Borrowed(&b""[..])));
            rest = all.get(stop + 1..);
        } else {
            let (value, next) = match quoted {
                true => split(&all[stop + 1..], between),
                false => plain(&all[stop + 1..], between),
            };
            out.push((key, value));
            rest = next;
        }
        rest = rest.filter(|t| !t.is_empty());
    }
    out
}

fn plain(text: &[u8], delimiter: u8) -> (Cow<'_, [u8]>, Option<&[u8]>) {
    match memchr::memchr(delimiter, text) {
        Some(i) => (Cow::Borrowed(&text[..i]), Some(&text[i + 1..])),
        None => (Cow::Borrowed(text), None),
    }
}

/// `delimiter 0: t`: the rows of columns as text, after a line of names if there are any.
///
/// Errors: 'type for a column that is neither a vector nor a list of strings; 'length.
/// Source: ref/file-text.
pub fn prepare(delimiter: u8, names: Option<&[Sym]>, columns: &[Value]) -> Result<Vec<Vec<u8>>> {
    let count = columns.first().map_or(0, Value::count);
    let mut out: Vec<Vec<u8>> = Vec::with_capacity(count + 1);
    if let Some(names) = names {
        let texts: Vec<_> = names.iter().map(|n| cell(n.bytes().into(), delimiter)).collect();
        out.push(texts.join(&delimiter));
    }
    let first = out.len();
    out.resize(first + count, Vec::new());
    for (c, column) in columns.iter().enumerate() {
        if column.is_list() && column.count() != count {
            return Err(Error::new("length"));
        }
        for (line, text) in out[first..].iter_mut().zip(cells(column)?) {
            if c > 0 {
                line.push(delimiter);
            }
            line.extend_from_slice(&cell(text, delimiter));
        }
    }
    Ok(out)
}

/// A cell's text in quotes when it needs them.
fn cell(text: Cow<'_, [u8]>, delimiter: u8) -> Cow<'_, [u8]> {
    if memchr::memchr2(delimiter, b'\n', &text).is_none() {
        return text;
    }
    let mut out = vec![b'"'];
    for c in text.iter() {
        out.extend_from_slice(if *c == b'"' { b"\"\"" } else { std::slice::from_ref(c) });
    }
    out.push(b'"');
    Cow::Owned(out)
}

/// The texts of a column's items.
fn cells(column: &Value) -> Result<Vec<Cow<'_, [u8]>>> {
    match column {
        Value::Vector(v) => match v.ty {
            Type::Char => Ok(v.slice::<u8>().unwrap_or_default().chunks(1).map(Cow::Borrowed).collect()),
            Type::Symbol => {
                Ok(v.slice::<Sym>().unwrap_or_default().iter().map(|s| Cow::Borrowed(s.bytes())).collect())
            }
            Type::Enum => {
                let plain = domain::resolve(v).ok_or_else(quarry_value::error::type_error)?;
                let texts = cells(&plain)?;
                Ok(texts.into_iter().map(|t| Cow::Owned(t.into_owned())).collect())
            }
            ty => column.items().map(|x| Ok(Cow::Owned(item(ty, &x)?))).collect(),
        },
        Value::List(l) => l
            .as_slice()
            .iter()
            .map(|x| match x {
                x if x.is_string() => Ok(Cow::Borrowed(x.as_text().unwrap_or_default())),
                _ => {
                    Err(quarry_value::error::type_error().detail("a column is a vector or a list of strings"))
                }
            })
            .collect(),
        _ => Err(quarry_value::error::type_error().detail("a column is a vector or a list of strings")),
    }
}

/// The text of an atom; dates are written as ISO 8601 does.
fn item(ty: Type, x: &Value) -> Result<Vec<u8>> {
    let shown = text::string(x)?;
    let mut out = shown.as_text().unwrap_or_default().to_vec();
    if matches!(ty, Type::Timestamp | Type::Month | Type::Date | Type::Datetime) {
        let years = out.iter().take(10).filter(|c| **c == b'.').count();
        for c in out.iter_mut().take(10).filter(|c| **c == b'.').take(years) {
            *c = b'-';
        }
        if let Some(c) = out.get_mut(10).filter(|c| **c == b'D') {
            *c = b'T';
        }
        if ty == Type::Month && out.last() == Some(&b'm') {
            out.pop();
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMA: Delimited = Delimited { delimiter: b',', newlines: false };

    fn table(text: &str, how: Delimited, count: usize) -> Vec<Vec<String>> {
        let mut columns = vec![Vec::new(); count];
        let rows = delimited(text.as_bytes(), how, count, &mut |c, t| {
            columns[c].push(String::from_utf8_lossy(&t).into_owned());
        });
        assert!(columns.iter().all(|c| c.len() == rows));
        columns
    }

    #[test]
    fn fields_and_quotes() {
        assert_eq!(
            table("0,hea,481\r\n10,dfi,579\n", COMMA, 3),
            [["0", "10"], ["hea", "dfi"], ["481", "579"]]
        );
        assert_eq!(table("1\n2,3,4\n\n5,6", COMMA, 2), [["1", "2", "", "5"], ["", "3", "", "6"]]);
        assert_eq!(
            table("\"a,b\",\"say \"\"x\"\"\"\n\"open,c", COMMA, 2),
            [["a,b", "open,c"], ["say \"x\"", ""]]
        );
        assert_eq!(table("\"a\"b,c", COMMA, 2), [["ab"], ["c"]]);
        assert_eq!(table("qu\"ux,c", COMMA, 2), [["qu\"ux"], ["c"]]);
    }

    #[test]
    fn lines_within_quotes() {
        let how = Delimited { newlines: true, ..COMMA };
        assert_eq!(table("0,\"ab\nc\"\n1,\"def\"", how, 2), [["0", "1"], ["ab\nc", "def"]]);
        assert_eq!(table("\"a\r\n\nb\",2,3\nx,y", how, 2), [["a\r\n\nb", "x"], ["2", "y"]]);
        assert_eq!(table("\"a\nb", how, 2), [["a\nb"], [""]]);
    }

    #[test]
    fn pieces_end_at_lines() {
        let text: String = (0..100).map(|i| format!("{i},x\n")).collect();
        for n in 1..20 {
            let parts = pieces(text.as_bytes(), n);
            assert!(parts.len() <= n + 1 && parts.iter().all(|p| p.ends_with(b"\n")));
            assert_eq!(parts.concat(), text.as_bytes());
        }
    }

    #[test]
    fn fixed_widths() {
        let of = |text: &str| {
            let mut out = Vec::new();
            fixed(text.as_bytes(), &[2, 3], &mut |_, t| out.push(String::from_utf8_lossy(&t).into_owned()));
            out.join("|")
        };
        assert_eq!(of("12abc34def"), "12|abc|34|def");
        assert_eq!(of("12abc\n34def\n"), "12|abc|34|def");
        assert_eq!(of("12abc\r\n34d"), "12|abc|34|d");
    }

    #[test]
    fn keys_and_values() {
        let of = |t: &'static str, sep, between, quoted| {
            let all = pairs(t.as_bytes(), sep, between, quoted);
            let show = |(k, v): &(&[u8], Cow<[u8]>)| {
                format!("{}:{}", String::from_utf8_lossy(k), String::from_utf8_lossy(v))
            };
            all.iter().map(show).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of("one=1;two=2;three=3", b'=', b';', false), "one:1 two:2 three:3");
        assert_eq!(of("a=\"hello,world\",b=1", b'=', b',', true), "a:hello,world b:1");
        assert_eq!(of("8=FIX\u{1}9=\u{1}35=D\u{1}", b'=', 1, false), "8:FIX 9: 35:D");
        assert_eq!(of("a;b=2", b'=', b';', false), "a: b:2");
    }

    #[test]
    fn tables_as_text() {
        let texts = |names: Option<&[Sym]>, columns: &[Value]| {
            let lines = prepare(b',', names, columns).expect("text");
            lines.iter().map(|l| String::from_utf8_lossy(l).into_owned()).collect::<Vec<_>>().join(" ")
        };
        let (a, b) = (Sym::new("a"), Sym::new("b"));
        let columns = [Value::longs(vec![1, 2, i64::MIN]), Value::syms(vec![a, b, Sym::EMPTY])];
        assert_eq!(texts(Some(&[a, b]), &columns), "a,b 1,a 2,b ,");
        let strings = ["foo", "bar,baz", "qu\"ux", "fred\",barney", "x\ny"].map(Value::chars);
        assert_eq!(
            texts(None, &[Value::list(strings.to_vec())]),
            "foo \"bar,baz\" qu\"ux \"fred\"\",barney\" \"x\ny\""
        );
        let dates = Value::vector(Type::Date, vec![8108i32]);
        let stamps = Value::vector(Type::Timestamp, vec![8108 * calendar_day() + 1]);
        let months = Value::vector(Type::Month, vec![266i32]);
        assert_eq!(texts(None, &[dates, stamps, months]), "2022-03-14,2022-03-14T00:00:00.000000001,2022-03");
        let mixed = Value::list(vec![Value::chars("a"), Value::list(vec![Value::chars("b")])]);
        assert_eq!(prepare(b',', None, &[mixed]).expect_err("mixed").word(), b"type");
    }

    fn calendar_day() -> i64 {
        quarry_value::calendar::NS_DAY
    }
}
