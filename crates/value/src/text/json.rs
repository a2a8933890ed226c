//! JSON: `.j.j` and `.j.k`.

use super::literal::{bare, is_blank};
use crate::num::number;
use crate::{Error, Item, Result, Sym, Table, Texts, Type, Value, domain, evaluation, pool, room};
use std::borrow::Cow;
use std::io::Write;
use std::ops::Range;

const DEPTH_MAX: usize = 400;
/// Rows that are worth a thread.
const PART_MIN: usize = 1 << 12;
/// Rows between two looks whether it is time to stop.
const LOOK: usize = 1 << 12;

/// `.j.j x`: dictionaries as objects, tables as arrays of objects, lists as arrays, text, symbols and temporals
/// as strings, numeric nulls as `null`.
///
/// Errors: 'limit for what lies too deep.
/// Source: ref/dotj.
pub fn to_json(x: &Value, style: Style) -> Result<Vec<u8>> {
    let mut w = Writer { out: Vec::new(), style };
    w.value(x, 0)?;
    Ok(w.out)
}

/// How numbers are written.
#[derive(Clone, Copy)]
pub struct Style {
    /// Infinities are `null`, else `inf`.
    pub null_infinity: bool,
    /// Significant digits; 0 shows all seventeen.
    pub digits: u8,
}

impl Default for Style {
    /// What `.j.j` does.
    fn default() -> Style {
        Style { null_infinity: false, digits: super::precision() }
    }
}

struct Writer {
    out: Vec<u8>,
    style: Style,
}

/// Bytes that an atom takes at most, and what stands around it, without its text if it is one.
const CELL_SIZE: usize = 64;

impl Writer {
    fn value(&mut self, x: &Value, depth: usize) -> Result<()> {
        if depth > DEPTH_MAX {
            return Err(Error::new("limit").detail("a value nested too deeply for JSON"));
        }
        match x {
            _ if x.is_string() => self.string(x.as_text().unwrap_or_default()),
            Value::Vector(v) if v.ty == Type::Enum => {
                let plain = domain::resolve(v).unwrap_or_else(|| Value::longs(Vec::new()));
                self.array(plain.count(), &mut |w, i| w.value(&plain.at(i), depth + 1))?;
            }
            Value::Vector(_) | Value::List(_) => {
                self.array(x.count(), &mut |w, i| w.value(&x.at(i), depth + 1))?;
            }
            Value::Dict(d) => match x.as_keyed() {
                Some((k, v)) => self.rows(&[k, v], depth)?,
                None => {
                    self.out.push(b'{');
                    for i in 0..d.keys.count() {
                        self.entry(i, &d.keys.at(i), &d.values.at(i), depth)?;
                    }
                    self.out.push(b'}');
                }
            },
            Value::Table(t) => self.rows(&[t], depth)?,
            _ if x.is_identity() => self.out.extend_from_slice(b"null"),
            _ if x.is_function() => self.string(&super::literal(x)),
            atom => self.atom(atom),
        }
        Ok(())
    }

    fn array(&mut self, count: usize, item: &mut dyn FnMut(&mut Writer, usize) -> Result<()>) -> Result<()> {
        self.out.push(b'[');
        evaluation::check()?;
        for i in 0..count {
            if i > 0 {
                self.out.push(b',');
            }
            item(self, i)?;
        }
        self.out.push(b']');
        Ok(())
    }

    /// The rows of tables side by side, by all threads.
    fn rows(&mut self, tables: &[&Table], depth: usize) -> Result<()> {
        evaluation::check()?;
        tables.iter().try_for_each(|t| t.here().map(|_| ()))?;
        let style = self.style;
        let mut columns = Vec::new();
        for (name, column) in tables.iter().flat_map(|t| t.names.iter().zip(&t.columns)) {
            let mut head = Writer { out: vec![if columns.is_empty() { b'{' } else { b',' }], style };
            head.string(name.bytes());
            head.out.push(b':');
            let names = if let Value::Vector(v) = column { domain::symbols(v) } else { None };
            columns.push((head.out, names.map_or(Cow::Borrowed(column), |v| Cow::Owned(Value::Vector(v)))));
        }
        let n = tables.first().map_or(0, |t| t.count());
        let parts = n / PART_MIN;
        self.out.push(b'[');
        if pool::threads() < 2 || parts < 2 {
            self.some_rows(&columns, 0..n, depth)?;
        } else {
            let part = |i: usize| {
                let mut w = Writer { out: Vec::new(), style };
                w.some_rows(&columns, i * n / parts..(i + 1) * n / parts, depth).map(|()| w.out)
            };
            for part in pool::map_items(parts, part) {
                let part = part?;
                room::reserve(&mut self.out, part.len());
                self.out.extend_from_slice(&part);
            }
        }
        self.out.push(b']');
        Ok(())
    }

    /// The rows of `range`, with a comma before each that is not the first of all.
    fn some_rows(
        &mut self,
        columns: &[(Vec<u8>, Cow<Value>)],
        range: Range<usize>,
        depth: usize,
    ) -> Result<()> {
        for i in range {
            if i % LOOK == 0 {
                evaluation::check()?;
            }
            if i > 0 {
                self.out.push(b',');
            }
            if columns.is_empty() {
                self.out.push(b'{');
            }
            for (head, column) in columns {
                room::reserve(&mut self.out, head.len());
                self.out.extend_from_slice(head);
                match &**column {
                    Value::Vector(v) if depth < DEPTH_MAX => self.atom(&v.get(i)),
                    column => self.value(&column.at(i), depth + 1)?,
                }
            }
            self.out.push(b'}');
        }
        Ok(())
    }

    fn entry(&mut self, i: usize, key: &Value, value: &Value, depth: usize) -> Result<()> {
        if i > 0 {
            self.out.push(b',');
        }
        match key.as_text() {
            Some(text) => self.string(text),
            None => self.string(&super::text_of(key)),
        }
        self.out.push(b':');
        self.value(value, depth + 1)
    }

    fn atom(&mut self, x: &Value) {
        let ty = x.item_type().unwrap_or(Type::List);
        room::reserve(&mut self.out, CELL_SIZE);
        match x {
            Value::U8(Type::Bool, b) => self.out.extend_from_slice(if *b != 0 { b"true" } else { b"false" }),
            Value::U8(Type::Char, c) => self.string(&[*c]),
            Value::Sym(s) => self.string(s.bytes()),
            _ if is_blank(x) => self.out.extend_from_slice(b"null"),
            Value::F64(Type::Float, f) if f.is_infinite() => self.infinity(*f),
            Value::F32(f) if f.is_infinite() => self.infinity((*f).into()),
            _ if ty.is_numeric() && ty != Type::Byte => {
                let start = self.out.len();
                bare(&mut self.out, x, self.style.digits);
                if self.out.ends_with(b"0W") {
                    self.out.truncate(start);
                    let n = number(x).unwrap_or_default();
                    let _ = write!(self.out, "{n}");
                }
            }
            Value::Enum(..) => self.string(&super::string::iso(x)),
            // Digits, and what is between them.
            _ => {
                self.out.push(b'"');
                super::string::write_iso(&mut self.out, x);
                self.out.push(b'"');
            }
        }
    }

    fn infinity(&mut self, x: f64) {
        let text: &[u8] = match () {
            () if self.style.null_infinity => b"null",
            () if x > 0.0 => b"inf",
            () => b"-inf",
        };
        self.out.extend_from_slice(text);
    }

    fn string(&mut self, text: &[u8]) {
        room::reserve(&mut self.out, text.len() + CELL_SIZE);
        self.out.push(b'"');
        let mut rest = text;
        loop {
            // Most texts are as they are.
            let plain = rest.iter().position(|c| is_escaped(*c)).unwrap_or(rest.len());
            self.out.extend_from_slice(&rest[..plain]);
            let Some((&c, more)) = rest[plain..].split_first() else { break };
            rest = more;
            match c {
                b'"' | b'\\' => self.out.extend_from_slice(&[b'\\', c]),
                b'\n' => self.out.extend_from_slice(b"\\n"),
                b'\r' => self.out.extend_from_slice(b"\\r"),
                b'\t' => self.out.extend_from_slice(b"\\t"),
                8 => self.out.extend_from_slice(b"\\b"),
                12 => self.out.extend_from_slice(b"\\f"),
                0..32 => {
                    let _ = write!(self.out, "\\u{c:04x}");
                }
                _ => self.out.push(c),
            }
        }
        self.out.push(b'"');
    }
}

/// Is a character written otherwise in a string?
fn is_escaped(c: u8) -> bool {
    c < 32 || c == b'"' || c == b'\\'
}

/// `.j.k text`: objects as dictionaries with symbol keys, arrays as lists (of like objects: as tables), numbers as
/// floats, `null` as `0n`, strings as char vectors.
///
/// Errors: 'domain where the text is no JSON, 'limit for what lies too deep.
/// Source: ref/dotj.
pub fn from_json(text: &[u8]) -> Result<Value> {
    let mut r = Reader { text, at: 0 };
    let x = r.value(0)?;
    r.blanks();
    if r.at == text.len() { Ok(x) } else { Err(r.bad()) }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn bad(&self) -> Error {
        Error::new("domain").detail(format!("no JSON at byte {}", self.at))
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Takes `c` after blanks, if it is there.
    fn taken(&mut self, c: u8) -> bool {
        self.blanks();
        let is_there = self.peek() == Some(c);
        self.at += usize::from(is_there);
        is_there
    }

    fn value(&mut self, depth: usize) -> Result<Value> {
        if depth > DEPTH_MAX {
            return Err(Error::new("limit").detail("JSON nested too deeply"));
        }
        self.blanks();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => Ok(Value::chars(self.string()?)),
            Some(b't') => self.word(b"true", Value::bool(true)),
            Some(b'f') => self.word(b"false", Value::bool(false)),
            Some(b'n') => self.word(b"null", Value::float(f64::NULL)),
            Some(b'i') => self.word(b"inf", Value::float(f64::INFINITY)),
            _ => self.number(),
        }
    }

    fn word(&mut self, word: &[u8], x: Value) -> Result<Value> {
        if !self.text[self.at..].starts_with(word) {
            return Err(self.bad());
        }
        self.at += word.len();
        Ok(x)
    }

    fn number(&mut self) -> Result<Value> {
        let rest = &self.text[self.at..];
        if rest.starts_with(b"-inf") {
            return self.word(b"-inf", Value::float(f64::NEG_INFINITY));
        }
        let is_part = |c: &u8| c.is_ascii_digit() || matches!(c, b'.' | b'e' | b'E' | b'+' | b'-');
        let size = rest.iter().position(|c| !is_part(c)).unwrap_or(rest.len());
        let text = std::str::from_utf8(&rest[..size]).unwrap_or_default();
        let x: f64 = text.parse().map_err(|_| self.bad())?;
        self.at += size;
        Ok(Value::float(x))
    }

    fn array(&mut self, depth: usize) -> Result<Value> {
        self.at += 1;
        let mut items = Vec::new();
        if self.taken(b']') {
            return Ok(Value::empty_list());
        }
        if self.peek() == Some(b'{') {
            let first = self.value(depth + 1)?;
            match Rows::of(&first) {
                Some(rows) => match self.rows(rows, depth)? {
                    Read::Table(table) => return Ok(table),
                    Read::Items(some) => items = some,
                },
                None => items.push(first),
            }
            if self.taken(b']') {
                return Ok(Value::collapse(items));
            }
            if !self.taken(b',') {
                return Err(self.bad());
            }
        }
        loop {
            evaluation::check()?;
            let item = self.value(depth + 1)?;
            room::push(&mut items, item);
            if self.taken(b']') {
                return Ok(Value::collapse(items));
            }
            if !self.taken(b',') {
                return Err(self.bad());
            }
        }
    }

    /// The objects of an array as the rows of a table, as long as they have the keys of the first, which was read. What ends
    /// that is among the items, and nothing behind it is read yet.
    fn rows(&mut self, mut rows: Rows, depth: usize) -> Result<Read> {
        let (mut cells, mut texts) = (Vec::new(), Vec::new());
        loop {
            if self.taken(b']') {
                return Ok(Read::Table(rows.into_table()));
            }
            if !self.taken(b',') {
                return Err(self.bad());
            }
            evaluation::check()?;
            self.blanks();
            let other = match self.peek() {
                Some(b'{') => self.row(&rows, &mut cells, &mut texts, depth + 1)?,
                _ => Some(self.value(depth + 1)?),
            };
            match other {
                None => rows.push(cells.drain(..), &texts),
                Some(other) => {
                    let mut items = rows.into_items();
                    items.push(other);
                    return Ok(Read::Items(items));
                }
            }
            texts.clear();
        }
    }

    /// An object with the keys of `rows`, of which the cells are kept; or another one.
    fn row(
        &mut self,
        rows: &Rows,
        cells: &mut Vec<Cell>,
        texts: &mut Vec<u8>,
        depth: usize,
    ) -> Result<Option<Value>> {
        let values = |cells: &mut Vec<Cell>, texts: &[u8]| -> Vec<Value> {
            cells.drain(..).map(|cell| cell.into_value(texts)).collect()
        };
        let names = |n: usize| rows.names[..n].to_vec();
        self.at += 1;
        if self.taken(b'}') {
            return Ok(Some(object(Vec::new(), Vec::new())));
        }
        loop {
            let n = cells.len();
            if !self.is_key(rows.plain.get(n)) {
                let key = self.key()?;
                if rows.names.get(n) != Some(&key) {
                    let (mut keys, mut values) = (names(n), values(cells, texts));
                    keys.push(key);
                    values.push(self.value(depth + 1)?);
                    return self.entries(keys, values, depth).map(Some);
                }
            }
            let cell = self.cell(texts, depth + 1)?;
            cells.push(cell);
            if self.taken(b'}') {
                let is_whole = cells.len() == rows.names.len();
                return Ok((!is_whole).then(|| object(names(n + 1), values(cells, texts))));
            }
            if !self.taken(b',') {
                return Err(self.bad());
            }
        }
    }

    /// A value, of which a text goes behind `texts`.
    fn cell(&mut self, texts: &mut Vec<u8>, depth: usize) -> Result<Cell> {
        self.blanks();
        if self.peek() != Some(b'"') || depth > DEPTH_MAX {
            return self.value(depth).map(Cell::Other);
        }
        let start = texts.len();
        self.string_into(texts)?;
        Ok(Cell::Text(start..texts.len()))
    }

    /// Takes a key and its colon if it is `name`, which needs no escapes.
    fn is_key(&mut self, name: Option<&Option<Sym>>) -> bool {
        self.blanks();
        let Some(Some(name)) = name else { return false };
        let (name, rest) = (name.bytes(), &self.text[self.at..]);
        let is_it = rest.len() > name.len() + 1
            && rest[0] == b'"'
            && rest[name.len() + 1] == b'"'
            && &rest[1..=name.len()] == name;
        let before = self.at;
        self.at += if is_it { name.len() + 2 } else { 0 };
        if is_it && self.taken(b':') {
            return true;
        }
        self.at = before;
        false
    }

    /// A key and its colon.
    fn key(&mut self) -> Result<Sym> {
        self.blanks();
        if self.peek() != Some(b'"') {
            return Err(self.bad());
        }
        let key = Sym::new(self.string()?);
        if self.taken(b':') { Ok(key) } else { Err(self.bad()) }
    }

    fn object(&mut self, depth: usize) -> Result<Value> {
        self.at += 1;
        if self.taken(b'}') {
            return Ok(object(Vec::new(), Vec::new()));
        }
        let key = self.key()?;
        let value = self.value(depth + 1)?;
        self.entries(vec![key], vec![value], depth)
    }

    /// What is left of an object behind some of its entries.
    fn entries(&mut self, mut keys: Vec<Sym>, mut values: Vec<Value>, depth: usize) -> Result<Value> {
        loop {
            if self.taken(b'}') {
                return Ok(object(keys, values));
            }
            if !self.taken(b',') {
                return Err(self.bad());
            }
            keys.push(self.key()?);
            values.push(self.value(depth + 1)?);
        }
    }

    fn string(&mut self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        self.string_into(&mut out)?;
        Ok(out)
    }

    fn string_into(&mut self, out: &mut Vec<u8>) -> Result<()> {
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.iter().position(|c| matches!(c, b'"' | b'\\')).unwrap_or(rest.len());
            room::reserve(out, plain);
            out.extend_from_slice(&rest[..plain]);
            self.at += plain;
            let c = self.peek().ok_or_else(|| self.bad())?;
            self.at += 1;
            match c {
                b'"' => return Ok(()),
                _ => self.escaped(out)?,
            }
        }
    }

    fn escaped(&mut self, out: &mut Vec<u8>) -> Result<()> {
        let c = self.peek().ok_or_else(|| self.bad())?;
        self.at += 1;
        out.push(match c {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'b' => 8,
            b'f' => 12,
            b'"' | b'\\' | b'/' => c,
            b'u' => {
                let c = self.unicode()?;
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                return Ok(());
            }
            _ => return Err(self.bad()),
        });
        Ok(())
    }

    /// Four hexadecimal digits, or two groups of them for a character beyond the first 65536.
    fn unicode(&mut self) -> Result<char> {
        let first = self.hex4()?;
        if !(0xd800..0xdc00).contains(&first) {
            return Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        if !self.text[self.at..].starts_with(b"\\u") {
            return Ok(char::REPLACEMENT_CHARACTER);
        }
        self.at += 2;
        let second = self.hex4()?;
        let code = 0x10000 + ((first - 0xd800) << 10) + (second.wrapping_sub(0xdc00) & 0x3ff);
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex4(&mut self) -> Result<u32> {
        let digits = self.text.get(self.at..self.at + 4).ok_or_else(|| self.bad())?;
        let mut n = 0;
        for &c in digits {
            n = n << 4 | u32::from(super::parse::hex_digit(c).ok_or_else(|| self.bad())?);
        }
        self.at += 4;
        Ok(n)
    }
}

fn object(keys: Vec<Sym>, values: Vec<Value>) -> Value {
    Value::dict(Value::syms(keys), Value::collapse(values))
}

/// What an array was read as.
enum Read {
    Table(Value),
    Items(Vec<Value>),
}

/// A value of an object: a text lies in a buffer.
enum Cell {
    Text(Range<usize>),
    Other(Value),
}

impl Cell {
    fn into_value(self, texts: &[u8]) -> Value {
        match self {
            Cell::Text(place) => Value::chars(&texts[place]),
            Cell::Other(value) => value,
        }
    }
}

/// Objects with the same keys, key by key.
struct Rows {
    names: Vec<Sym>,
    /// Those that are written as they are.
    plain: Vec<Option<Sym>>,
    columns: Vec<Column>,
}

impl Rows {
    /// The rows that an object begins; none begin with one that has no keys.
    fn of(first: &Value) -> Option<Rows> {
        let Value::Dict(d) = first else { return None };
        let names = d.keys.as_syms().filter(|names| !names.is_empty())?.to_vec();
        let is_plain = |name: &Sym| !name.bytes().iter().any(|c| matches!(c, b'"' | b'\\'));
        let plain = names.iter().map(|name| is_plain(name).then_some(*name)).collect();
        let mut columns: Vec<Column> = names.iter().map(|_| Column::Values(Vec::new())).collect();
        columns.iter_mut().zip(d.values.items()).for_each(|(column, value)| match value.as_text() {
            Some(text) if value.is_string() => column.push_text(text),
            _ => column.push(value),
        });
        Some(Rows { names, plain, columns })
    }

    fn push(&mut self, cells: impl Iterator<Item = Cell>, texts: &[u8]) {
        self.columns.iter_mut().zip(cells).for_each(|(column, cell)| match cell {
            Cell::Text(place) => column.push_text(&texts[place]),
            Cell::Other(value) => column.push(value),
        });
    }

    fn into_table(self) -> Value {
        Value::table(self.names, self.columns.into_iter().map(Column::into_value).collect())
    }

    /// Each row as an object.
    fn into_items(self) -> Vec<Value> {
        let Rows { names, columns, .. } = self;
        let columns: Vec<Value> = columns.into_iter().map(Column::into_value).collect();
        let count = columns.first().map_or(0, Value::count);
        let row = |i: usize| object(names.clone(), columns.iter().map(|c| c.at(i)).collect());
        room::collected((0..count).map(row))
    }
}

/// Values that came one after the other under a key.
enum Column {
    Floats(Vec<f64>),
    Texts(Texts),
    Values(Vec<Value>),
}

impl Column {
    fn push_text(&mut self, text: &[u8]) {
        match self {
            Column::Texts(texts) => texts.push(text),
            Column::Values(values) if values.is_empty() => {
                let mut texts = Texts::new();
                texts.push(text);
                *self = Column::Texts(texts);
            }
            _ => self.values().push(Value::chars(text)),
        }
    }

    fn push(&mut self, value: Value) {
        match (&mut *self, &value) {
            (Column::Floats(floats), Value::F64(Type::Float, x)) => {
                room::push(floats, *x);
            }
            (Column::Values(values), Value::F64(Type::Float, x)) if values.is_empty() => {
                *self = Column::Floats(vec![*x]);
            }
            _ => self.values().push(value),
        }
    }

    /// What is there as values, to add others.
    fn values(&mut self) -> &mut Vec<Value> {
        if !matches!(self, Column::Values(_)) {
            *self = Column::Values(match self {
                Column::Floats(floats) => room::collected(floats.iter().map(|x| Value::float(*x))),
                Column::Texts(texts) => room::collected(texts.iter().map(Value::chars)),
                Column::Values(values) => std::mem::take(values),
            });
        }
        match self {
            Column::Values(values) => {
                room::reserve(values, 1);
                values
            }
            _ => unreachable!("values were just made"),
        }
    }

    fn into_value(self) -> Value {
        match self {
            Column::Floats(floats) => Value::floats(floats),
            Column::Texts(mut texts) => {
                texts.fit();
                texts.into()
            }
            Column::Values(values) => Value::collapse(values),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str) -> String {
        match from_json(text.as_bytes()) {
            Ok(x) => String::from_utf8(super::super::literal(&x)).unwrap(),
            Err(e) => e.to_string(),
        }
    }

    fn json(x: &Value) -> String {
        String::from_utf8(to_json(x, Style::default()).unwrap()).unwrap()
    }

    #[test]
    fn read() {
        assert_eq!(show(r#"{"a":[0,1],"b":["hello","x"]}"#), "`a`b!(0 1f;(\"hello\";,\"x\"))");
        assert_eq!(show(r#"[{"a":1,"b":"G"},{"a":2,"b":"E"}]"#), "+`a`b!(1 2f;(,\"G\";,\"E\"))");
        assert_eq!(show(" [true, null , -1.5e3]"), "(1b;0n;-1500f)");
        assert_eq!(show("[]"), "()");
        assert_eq!(show("{}"), "(`symbol$())!()");
        assert_eq!(show(r#""a\n\u00e9\ud83d\ude00""#), "\"a\\n\\303\\251\\360\\237\\230\\200\"");
        for bad in ["", "[1", "{\"a\"}", "tru", "1 2", "\"\\x\"", "{1:2}", "nan"] {
            assert_eq!(show(bad), "'domain", "{bad}");
        }
        assert_eq!(show(&"[".repeat(10_000)), "'limit");
    }

    #[test]
    fn objects_with_the_keys_of_the_first_are_rows_until_one_has_others() {
        assert_eq!(show(r#"[{"a":1,"b":"x"},{"a":"y","b":"zz"}]"#), "+`a`b!((1f;,\"y\");(,\"x\";\"zz\"))");
        let begun = r#"[{"a":1,"b":"x"},{"a":2,"b":"y\n"},"#;
        let rows = "`a`b!(1f;,\"x\");`a`b!(2f;\"y\\n\")";
        for (more, shown) in [
            (r#"{"a":3}"#, "(,`a)!,3f"),
            (r#"{"b":3,"a":"q"}"#, "`b`a!(3f;,\"q\")"),
            (r#"{"a":"p","c":[1,2]}"#, "`a`c!(,\"p\";1 2f)"),
            (r#"{"a":"p","b":"q","c":[{"d":1},{"d":2}]}"#, "`a`b`c!(,\"p\";,\"q\";+(,`d)!,1 2f)"),
            ("{}", "(`symbol$())!()"),
            ("4", "4f"),
            ("\"ab\"", "\"ab\""),
        ] {
            assert_eq!(show(&format!("{begun}{more}]")), format!("({rows};{shown})"), "{more}");
            let last = format!("({rows};{shown};`a`b!5 6f)");
            assert_eq!(show(&format!(r#"{begun}{more},{{"a":5,"b":6}}]"#)), last, "{more}");
        }
        for bad in
            ["", "{", "{\"a\"", "{\"a\":1,", "{\"a\":1 \"b\":2}", "{\"a\":1,\"b\":2,}", "{\"a\":\"x}", ","]
        {
            assert_eq!(show(&format!("{begun}{bad}]")), "'domain", "{bad}");
        }
        assert_eq!(show(r#"[ { "a\"" : "x" } , { "a\"" : "y" } ]"#), "+(,`a\")!,(,\"x\";,\"y\")");
        assert_eq!(show(r#"[{"a\\":1},{"a\":1}]"#), "'domain");
        assert_eq!(show(r#"[{"a":true},{"a":false}]"#), "+(,`a)!,10b");
        assert_eq!(show(r#"[{"a":1,"a":2},{"a":3,"a":4}]"#), "+`a`a!(1 3f;2 4f)");
        let deep = |n: usize| format!("{}1{}", "[{\"a\":0},{\"a\":".repeat(n), "}]".repeat(n));
        assert_eq!(show(&deep(300)), "'limit");
        assert!(show(&deep(100)).starts_with("+(,`a)!,(0f;+"));
    }

    #[test]
    fn threads_write_the_rows_of_a_table_in_order() {
        let n = 3 * PART_MIN + 5;
        let names = vec![Sym::new("a"), Sym::new("b\"")];
        let texts: Texts = (0..n).map(|i| "\t\"x".repeat(i % 3)).collect();
        let t = Value::table(names, vec![Value::longs((0..n as i64).collect()), texts.into()]);
        let plain = json(&t);
        let row = |i: usize| format!(r#"{{"a":{i},"b\"":"{}"}}"#, r#"\t\"x"#.repeat(i % 3));
        assert_eq!(plain, format!("[{}]", (0..n).map(row).collect::<Vec<_>>().join(",")));
        pool::set_threads(3).expect("threads");
        assert!(json(&t) == plain);
        pool::set_threads(0).expect("none");
    }

    #[test]
    fn written() {
        let names = vec![Sym::new("a"), Sym::new("b")];
        let texts = Value::syms(vec![Sym::new("Greetings"), Sym::new("Earthlings")]);
        let t = Value::table(names, vec![Value::longs(vec![1, i64::MIN]), texts]);
        assert_eq!(json(&t), r#"[{"a":1,"b":"Greetings"},{"a":null,"b":"Earthlings"}]"#);
        let x = Value::floats(vec![f64::NEG_INFINITY, 0.0, 1.5, f64::INFINITY]);
        assert_eq!(json(&x), "[-inf,0,1.5,inf]");
        let style = Style { null_infinity: true, digits: 0 };
        assert_eq!(to_json(&x, style).unwrap(), b"[null,0,1.5,null]");
        assert_eq!(json(&Value::chars("a\"b\n\u{1}")), "\"a\\\"b\\n\\u0001\"");
        assert_eq!(json(&Value::I32(Type::Date, 0)), "\"2000-01-01\"");
        assert_eq!(json(&Value::bools(vec![1, 0])), "[true,false]");
        assert_eq!(json(&Value::identity()), "null");
    }
}
