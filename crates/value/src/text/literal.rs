//! `-3!x`: any value as q text on one line.

use super::number::{self, Dates};
use crate::{
    Attr, Derived, Dict, Item, List, Projection, Sym, Table, Type, Value, Vector, domain, evaluation,
};

/// How deep nested values are followed before `..` stands for the rest.
const DEPTH_MAX: usize = 400;

/// `-3!x`: `x` as q text, with the digits of `\P`.
pub fn literal(x: &Value) -> Vec<u8> {
    literal_with(x, super::precision(), usize::MAX)
}

/// `x` as q text with `digits` digits of floats. Writing stops soon after `limit` bytes.
pub fn literal_with(x: &Value, digits: u8, limit: usize) -> Vec<u8> {
    let mut w = Writer { out: Vec::new(), digits, limit, depth: 0 };
    w.value(x);
    w.out
}

/// The functions of a composition as [`literal_with`] has them, each with a limit of its own.
pub fn parts_with(funcs: &[Value], digits: u8, limit: usize) -> impl Iterator<Item = Vec<u8>> {
    funcs.iter().enumerate().map(move |(i, f)| {
        let mut w = Writer { out: Vec::new(), digits, limit, depth: 0 };
        w.part(f, i + 1 == funcs.len());
        w.out
    })
}

/// `text` in double quotes, with `\` before quotes and octal codes for what cannot be shown.
pub fn escape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 2);
    quote(&mut out, text, usize::MAX);
    out
}

fn quote(out: &mut Vec<u8>, text: &[u8], limit: usize) {
    out.push(b'"');
    for &c in text {
        match c {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', c]),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b' '..=b'~' => out.push(c),
            _ => out.extend_from_slice(&[b'\\', b'0' + (c >> 6), b'0' + (c >> 3 & 7), b'0' + (c & 7)]),
        }
        if out.len() > limit {
            return;
        }
    }
    out.push(b'"');
}

/// Writes the bare text of atom `x` (no suffix, no quotes, no backtick); nothing for what is not an atom.
pub fn bare(out: &mut Vec<u8>, x: &Value, digits: u8) {
    bare_with(out, x, digits, Dates::Q);
}

/// The same, with dates as asked.
pub fn bare_with(out: &mut Vec<u8>, x: &Value, digits: u8, dates: Dates) {
    match x {
        Value::U8(Type::Bool, b) => out.push(b'0' + (b & 1)),
        Value::U8(Type::Byte, b) => number::hex(out, *b),
        Value::U8(_, c) => out.push(*c),
        Value::I16(n) => number::short(out, *n),
        Value::I32(ty, n) => number::in_i32(out, *ty, *n, dates),
        Value::I64(ty, n) => number::in_i64(out, *ty, *n, dates),
        Value::F32(n) => number::real(out, *n, digits),
        Value::F64(ty, n) => number::in_f64(out, *ty, *n, digits, dates),
        Value::Sym(s) => out.extend_from_slice(s.bytes()),
        Value::Guid(g) => number::guid(out, **g),
        Value::Enum(name, at) => match domain::resolve_atom(*name, *at) {
            Some(atom) => bare_with(out, &atom, digits, dates),
            None => number::in_i64(out, Type::Long, *at, dates),
        },
        _ => {}
    }
}

/// Is `x` a null that shows as a blank in tables: numbers, temporals and symbols, but not guids?
pub fn is_blank(x: &Value) -> bool {
    match x {
        Value::I16(n) => n.is_null(),
        Value::I32(_, n) => n.is_null(),
        Value::I64(_, n) => n.is_null(),
        Value::F32(n) => n.is_nan(),
        Value::F64(_, n) => n.is_nan(),
        Value::Sym(s) => s.is_empty(),
        Value::Enum(name, at) => match domain::resolve_atom(*name, *at) {
            Some(atom) => is_blank(&atom),
            None => at.is_null(),
        },
        _ => false,
    }
}

struct Writer {
    out: Vec<u8>,
    digits: u8,
    limit: usize,
    depth: usize,
}

impl Writer {
    fn is_full(&self) -> bool {
        self.out.len() > self.limit || evaluation::is_over()
    }

    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn value(&mut self, x: &Value) {
        if self.depth >= DEPTH_MAX {
            return self.text("..");
        }
        self.depth += 1;
        match x {
            Value::Vector(v) => self.vector(v),
            Value::List(l) => self.list(l),
            Value::Dict(d) => self.dict(d),
            Value::Table(t) => self.table(t),
            Value::Prim(p) => self.text(p.text()),
            Value::Lambda(f) => self.out.extend_from_slice(&f.source),
            Value::Projection(_) | Value::Composition(_) | Value::Derived(_) if self.is_full() => {}
            Value::Projection(p) => self.projection(p),
            Value::Composition(c) => self.composition(&c.funcs),
            Value::Derived(d) => self.derived(d),
            Value::Foreign(f) => self.out.extend_from_slice(f.name.as_bytes()),
            atom => self.atom(atom),
        }
        self.depth -= 1;
    }

    fn atom(&mut self, x: &Value) {
        match x {
            Value::U8(Type::Byte, _) => self.text("0x"),
            Value::U8(Type::Char, c) => return quote(&mut self.out, &[*c], usize::MAX),
            Value::Sym(_) => self.out.push(b'`'),
            Value::Enum(name, _) => return self.enumerated(*name, x, Attr::None),
            _ => {}
        }
        let start = self.out.len();
        bare(&mut self.out, x, self.digits);
        let ty = x.item_type().unwrap_or(Type::List);
        self.suffix(ty, start, start);
    }

    /// What marks the type after the text of a vector or atom that began at `start` and whose last item began at
    /// `last`.
    fn suffix(&mut self, ty: Type, start: usize, last: usize) {
        let text = &self.out[start..];
        let is_special = matches!(self.out.get(last..), Some(b"0N" | b"0W" | b"-0W" | b"0w" | b"-0w"));
        match ty {
            Type::Bool => self.out.push(b'b'),
            Type::Short | Type::Int | Type::Real | Type::Month => self.out.push(ty.letter()),
            Type::Float if text.iter().all(|c| c.is_ascii_digit() || matches!(c, b' ' | b'-')) => {
                self.out.push(b'f');
            }
            _ if ty.is_temporal() && is_special => self.out.push(ty.letter()),
            _ => {}
        }
    }

    /// An enumeration with this attribute, which what it stands for has as well.
    fn enumerated(&mut self, name: Sym, x: &Value, attr: Attr) {
        self.out.push(b'`');
        self.out.extend_from_slice(name.bytes());
        // Numbers of rows are made an enumeration by `!`.
        let resolved = match x {
            _ if domain::items(name).is_none() => None,
            Value::Enum(name, at) => domain::resolve_atom(*name, *at),
            Value::Vector(v) => domain::resolve(v),
            _ => None,
        };
        match (resolved, x) {
            (_, Value::Vector(v)) if v.is_empty() => self.text("$()"),
            (Some(y), _) => {
                self.out.push(b'$');
                self.attribute(attr);
                self.value(&y);
            }
            (None, Value::Enum(_, at)) => {
                self.out.push(b'!');
                self.value(&Value::long(*at));
            }
            (None, Value::Vector(v)) => {
                self.out.push(b'!');
                self.value(&Value::longs(v.slice::<i64>().unwrap_or_default().to_vec()));
            }
            _ => {}
        }
    }

    fn attribute(&mut self, attr: Attr) {
        if attr != Attr::None {
            self.out.push(b'`');
            self.text(attr.letter());
            self.out.push(b'#');
        }
    }

    fn vector(&mut self, v: &Vector) {
        self.attribute(v.attr.get());
        match v.ty {
            Type::Enum => {
                // Each item takes a byte or more.
                let count = v.len().min(self.limit.saturating_add(1));
                let positions = v.slice::<i64>().unwrap_or_default();
                let shown = Vector::enumeration(v.domain, positions[..count].to_vec());
                return self.enumerated(v.domain, &shown.into(), v.attr.get());
            }
            Type::Char => {
                self.comma(v.len());
                return quote(&mut self.out, v.slice().unwrap_or_default(), self.limit);
            }
            _ if v.is_empty() => {
                self.out.push(b'`');
                self.text(v.ty.name());
                return self.text("$()");
            }
            _ => {}
        }
        self.comma(v.len());
        let start = self.out.len();
        let mut last = start;
        if v.ty == Type::Byte {
            self.text("0x");
        }
        for i in 0..v.len() {
            match v.ty {
                Type::Symbol => self.out.push(b'`'),
                Type::Bool | Type::Byte => {}
                _ if i > 0 => self.out.push(b' '),
                _ => {}
            }
            last = self.out.len();
            bare(&mut self.out, &v.get(i), self.digits);
            if self.is_full() {
                return;
            }
        }
        self.suffix(v.ty, start, last);
    }

    fn comma(&mut self, count: usize) {
        if count == 1 {
            self.out.push(b',');
        }
    }

    fn list(&mut self, l: &List) {
        self.attribute(l.attr.get());
        if l.len() == 1 {
            self.out.push(b',');
            return self.value(&l.get(0));
        }
        self.out.push(b'(');
        for i in 0..l.len() {
            if i > 0 {
                self.out.push(b';');
            }
            self.value(&l.get(i));
            if self.is_full() {
                return;
            }
        }
        self.out.push(b')');
    }

    fn dict(&mut self, d: &Dict) {
        if d.sorted {
            self.attribute(Attr::Sorted);
        }
        self.operand(&d.keys);
        self.out.push(b'!');
        self.value(&d.values);
    }

    /// The left operand of `!`: in parentheses when it is an expression.
    fn operand(&mut self, x: &Value) {
        let start = self.out.len();
        self.value(x);
        // An attribute says nothing of what follows it.
        let attr = match x {
            Value::Vector(v) => v.attr.get(),
            Value::List(l) => l.attr.get(),
            _ => Attr::None,
        };
        let first = start + if attr == Attr::None { 0 } else { "`s#".len() };
        let is_empty = matches!(x, Value::Vector(v) if v.is_empty() && v.ty != Type::Char);
        if is_empty
            || matches!(self.out.get(first), Some(b',' | b'+'))
            || matches!(x, Value::Dict(_) | Value::Table(_))
        {
            self.out.insert(start, b'(');
            self.out.push(b')');
        }
    }

    fn table(&mut self, t: &Table) {
        self.attribute(t.attr.get());
        self.out.push(b'+');
        self.operand(&Value::syms(t.names.clone()));
        self.out.push(b'!');
        if let Some(place) = t.place() {
            return self.atom(&Value::Sym(place));
        }
        self.value(&Value::list(t.columns.clone()));
    }

    fn projection(&mut self, p: &Projection) {
        self.function(&p.func);
        self.out.push(b'[');
        for (i, arg) in p.args.iter().enumerate() {
            if i > 0 {
                self.out.push(b';');
            }
            self.value(arg);
        }
        self.out.push(b']');
    }

    fn composition(&mut self, funcs: &[Value]) {
        for (i, f) in funcs.iter().enumerate() {
            self.part(f, i + 1 == funcs.len());
        }
    }

    /// Unary operators inside a composition lose their colon: `<=` is `~>`.
    fn part(&mut self, f: &Value, is_last: bool) {
        match f {
            Value::Prim(p) if !is_last && p.text().len() == 2 => self.text(&p.text()[..1]),
            _ => self.value(f),
        }
    }

    fn derived(&mut self, d: &Derived) {
        self.function(&d.func);
        self.text(d.iter.text());
    }

    /// A function that something follows: compositions need parentheses then.
    fn function(&mut self, f: &Value) {
        if !matches!(f, Value::Composition(_)) {
            return self.value(f);
        }
        self.out.push(b'(');
        self.value(f);
        self.out.push(b')');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Composition, Iter, Kind, Lambda, Prim};

    fn show(x: impl Into<Value>) -> String {
        String::from_utf8(literal(&x.into())).unwrap()
    }

    fn syms(texts: &[&str]) -> Value {
        Value::syms(texts.iter().map(Sym::new).collect())
    }

    #[test]
    fn atoms() {
        assert_eq!(show(Value::long(42)), "42");
        assert_eq!(show(Value::null(Type::Long)), "0N");
        assert_eq!(show(Value::I16(i16::MIN)), "0Nh");
        assert_eq!(show(Value::int(-1)), "-1i");
        assert_eq!(show(Value::float(1.0)), "1f");
        assert_eq!(show(Value::float(1.5)), "1.5");
        assert_eq!(show(Value::float(f64::NAN)), "0n");
        assert_eq!(show(Value::F32(1.5)), "1.5e");
        assert_eq!(show(Value::F32(f32::NAN)), "0Ne");
        assert_eq!(show(Value::bool(true)), "1b");
        assert_eq!(show(Value::byte(10)), "0x0a");
        assert_eq!(show(Value::char(b'a')), "\"a\"");
        assert_eq!(show(Value::sym("ab")), "`ab");
        assert_eq!(show(Value::null(Type::Date)), "0Nd");
        assert_eq!(show(Value::I32(Type::Month, 5)), "2000.06m");
        assert_eq!(show(Value::I32(Type::Date, i32::MAX)), "0Wd");
    }

    #[test]
    fn vectors() {
        assert_eq!(show(Value::longs(vec![1, 2, i64::MIN])), "1 2 0N");
        assert_eq!(show(Value::longs(vec![1])), ",1");
        assert_eq!(show(Value::ints(vec![1, i32::MIN])), "1 0Ni");
        assert_eq!(show(Value::floats(vec![1.0, 2.0])), "1 2f");
        assert_eq!(show(Value::floats(vec![1.0, f64::NAN])), "1 0n");
        assert_eq!(show(Value::bools(vec![1, 0])), "10b");
        assert_eq!(show(Value::bytes(vec![1])), ",0x01");
        assert_eq!(show(Value::chars("a\n\"\\\u{1}")), "\"a\\n\\\"\\\\\\001\"");
        assert_eq!(show(Value::empty(Type::Symbol)), "`symbol$()");
        assert_eq!(show(syms(&["a", ""])), "`a`");
        assert_eq!(show(Vector::of(Type::Long, vec![1i64, 2]).with_attr(Attr::Sorted)), "`s#1 2");
        assert_eq!(show(Value::vector(Type::Date, vec![0, i32::MIN])), "2000.01.01 0Nd");
        assert_eq!(show(Value::vector(Type::Date, vec![i32::MIN, 0])), "0N 2000.01.01");
    }

    #[test]
    fn structures() {
        let list = Value::list(vec![Value::long(1), Value::sym("a"), Value::chars("x")]);
        assert_eq!(show(list), "(1;`a;,\"x\")");
        assert_eq!(show(Value::empty_list()), "()");
        assert_eq!(show(Value::list(vec![Value::longs(vec![1, 2])])), ",1 2");
        assert_eq!(show(Value::dict(syms(&["a"]), Value::longs(vec![1]))), "(,`a)!,1");
        let names = vec![Sym::new("a"), Sym::new("b")];
        let columns = vec![Value::longs(vec![1, 2]), Value::longs(vec![3, 4])];
        assert_eq!(show(Value::table(names, columns)), "+`a`b!(1 2;3 4)");
        let keys = Value::table(vec![Sym::new("k")], vec![Value::longs(vec![1, 2])]);
        assert_eq!(show(Value::dict(keys, Value::longs(vec![1, 2]))), "(+(,`k)!,1 2)!1 2");
    }

    #[test]
    fn functions() {
        let plus = Value::Prim(Prim::find(Kind::Binary, "+").unwrap());
        let lambda = Value::from(Lambda::new(*b"{x+y}", Sym::EMPTY));
        assert_eq!(show(Derived { iter: Iter::Over, func: plus.clone() }), "+/");
        let args = vec![Value::elided(), Value::long(1)];
        assert_eq!(show(Projection { func: lambda.clone(), args }), "{x+y}[;1]");
        assert_eq!(show(Composition { funcs: vec![lambda, plus] }), "{x+y}+");
        assert_eq!(show(Value::identity()), "::");
    }

    #[test]
    fn deep_nesting_is_cut() {
        let mut x = Value::empty_list();
        for _ in 0..5000 {
            x = Value::list(vec![x.clone(), Value::long(1)]);
        }
        assert!(literal(&x).len() < 10_000);
        // Dropping such a value one level at a time keeps the stack of the test small.
        while let Value::List(l) = &x {
            if l.is_empty() {
                break;
            }
            x = l.get(0);
        }
    }
}
