//! JSON: `.j.j` and `.j.k`.

use super::literal::{bare, is_blank};
use crate::{Error, Result, Sym, Table, Type, Value, domain, evaluation};
use std::io::Write;

const DEPTH_MAX: usize = 400;

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
                Some((k, v)) => {
                    self.array(k.count(), &mut |w, i| {
                        w.out.push(b'{');
                        w.row(k, i, depth)?;
                        w.out.push(b',');
                        w.row(v, i, depth)?;
                        w.out.push(b'}');
                        Ok(())
                    })?;
                }
                None => {
                    self.out.push(b'{');
                    for i in 0..d.keys.count() {
                        self.entry(i, &d.keys.at(i), &d.values.at(i), depth)?;
                    }
                    self.out.push(b'}');
                }
            },
            Value::Table(t) => self.array(t.count(), &mut |w, i| {
                w.out.push(b'{');
                w.row(t, i, depth)?;
                w.out.push(b'}');
                Ok(())
            })?,
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

    /// The entries of row `i`.
    fn row(&mut self, t: &Table, i: usize, depth: usize) -> Result<()> {
        for (c, (name, column)) in t.names.iter().zip(&t.columns).enumerate() {
            self.entry(c, &Value::Sym(*name), &column.at(i), depth)?;
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
                    let n = x.as_long().unwrap_or_default();
                    let _ = write!(self.out, "{n}");
                }
            }
            _ => self.string(&super::string::iso(x)),
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
        self.out.push(b'"');
        for &c in text {
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
            Some(b'n') => self.word(b"null", Value::float(f64::NAN)),
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
        loop {
            evaluation::check()?;
            items.push(self.value(depth + 1)?);
            if self.taken(b']') {
                return Ok(Value::collapse(items));
            }
            if !self.taken(b',') {
                return Err(self.bad());
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value> {
        self.at += 1;
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        if !self.taken(b'}') {
            loop {
                self.blanks();
                if self.peek() != Some(b'"') {
                    return Err(self.bad());
                }
                keys.push(Sym::new(self.string()?));
                if !self.taken(b':') {
                    return Err(self.bad());
                }
                values.push(self.value(depth + 1)?);
                if self.taken(b'}') {
                    break;
                }
                if !self.taken(b',') {
                    return Err(self.bad());
                }
            }
        }
        Ok(Value::dict(Value::syms(keys), Value::collapse(values)))
    }

    fn string(&mut self) -> Result<Vec<u8>> {
        self.at += 1;
        let mut out = Vec::new();
        loop {
            let c = self.peek().ok_or_else(|| self.bad())?;
            self.at += 1;
            match c {
                b'"' => return Ok(out),
                b'\\' => self.escaped(&mut out)?,
                _ => out.push(c),
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
