//! `(types;delimiter) 0: text` and `(types;widths) 0: text`: fields to typed columns.

use crate::append::join;
use crate::csv::{self, Delimited};
use quarry_value::error::type_error;
use quarry_value::text::parse;
use quarry_value::{Error, Result, Type, Value};
use std::borrow::Cow;

/// Records that are cut before their fields are read: enough for the readers' loops, few enough for the cache.
const BATCH_COUNT: usize = 4096;

/// What becomes of a column of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Column {
    /// A blank: it is skipped.
    Skipped,
    /// `*`: it stays text.
    Text,
    /// An upper-case letter: items of a type.
    Typed(Type),
}

/// Where fields end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cut {
    Delimited(Delimited),
    Fixed(Vec<usize>),
}

/// How text is loaded.
pub struct Loader {
    columns: Vec<Column>,
    cut: Cut,
}

impl Loader {
    /// Errors: 'type for a letter that is no upper-case type letter, `*` or blank; 'length when widths are not as many.
    pub fn new(types: &[u8], cut: Cut) -> Result<Loader> {
        let columns = types.iter().map(|c| column_of(*c)).collect::<Result<Vec<Column>>>()?;
        match &cut {
            Cut::Fixed(widths) if widths.len() != columns.len() => Err(Error::new("length")),
            _ => Ok(Loader { columns, cut }),
        }
    }

    /// The columns of text, skipped ones left out.
    pub fn text(&self, all: &[u8]) -> Vec<Value> {
        let mut rows = Rows::new(&self.columns);
        match &self.cut {
            Cut::Delimited(how) => {
                let mut rest = all;
                while !rest.is_empty() {
                    rest = csv::record(rest, *how, self.columns.len(), &mut |c, t| rows.field(c, t));
                    rows.end();
                }
            }
            Cut::Fixed(widths) => {
                let last = widths.len().saturating_sub(1);
                csv::fixed(all, widths, &mut |c, t| {
                    rows.field(c, t);
                    if c == last {
                        rows.end();
                    }
                });
            }
        }
        rows.finish()
    }

    /// The columns of records that are given one by one.
    pub fn records<'a>(&self, all: impl Iterator<Item = &'a [u8]>) -> Vec<Value> {
        let mut rows = Rows::new(&self.columns);
        for one in all {
            match &self.cut {
                Cut::Delimited(how) => {
                    csv::record(one, *how, self.columns.len(), &mut |c, t| rows.field(c, t));
                }
                Cut::Fixed(widths) => csv::fixed_record(one, widths, &mut |c, t| rows.field(c, t)),
            }
            rows.end();
        }
        rows.finish()
    }

    /// The fields of the record that a text starts with, skipped ones left out, and the rest of the text: a header.
    pub fn header<'a>(&self, all: &'a [u8]) -> (Vec<Cow<'a, [u8]>>, &'a [u8]) {
        let mut names = Vec::new();
        let keep = |c: usize| self.columns[c] != Column::Skipped;
        let rest = match &self.cut {
            Cut::Delimited(how) => csv::record(all, *how, self.columns.len(), &mut |c, t| {
                if keep(c) {
                    names.push(t);
                }
            }),
            Cut::Fixed(_) => all,
        };
        (names, rest)
    }

    /// May the text be cut at line ends and loaded in pieces?
    pub fn takes_pieces(&self) -> bool {
        matches!(self.cut, Cut::Delimited(how) if !how.newlines)
    }
}

/// The columns of pieces of a text, one piece after another.
pub fn join_pieces(pieces: Vec<Vec<Value>>) -> Vec<Value> {
    let mut all = pieces.into_iter();
    let Some(mut first) = all.next() else { return Vec::new() };
    let rest: Vec<Vec<Value>> = all.collect();
    for (c, column) in first.iter_mut().enumerate() {
        let parts = std::iter::once(column.clone()).chain(rest.iter().map(|p| p[c].clone()));
        *column = concat(parts.collect());
    }
    first
}

/// Joins parts of one column, which are alike.
fn concat(mut parts: Vec<Value>) -> Value {
    while parts.len() > 1 {
        let mut halves = parts.chunks(2);
        let pair = |p: &[Value]| match p {
            [x, y] => join(x, y).unwrap_or_else(|| x.clone()),
            _ => p[0].clone(),
        };
        parts = halves.by_ref().map(pair).collect();
    }
    parts.pop().unwrap_or_else(Value::empty_list)
}

fn column_of(letter: u8) -> Result<Column> {
    match letter {
        b' ' => Ok(Column::Skipped),
        b'*' => Ok(Column::Text),
        b'A'..=b'Z' => {
            Type::from_letter(letter.to_ascii_lowercase()).map(Column::Typed).ok_or_else(type_error)
        }
        _ => Err(type_error().detail("column types are upper-case letters, * and blanks")),
    }
}

/// Rows on their way to columns: a batch of fields at a time.
struct Rows<'a, 'c> {
    columns: &'c [Column],
    fields: Vec<Vec<Cow<'a, [u8]>>>,
    count: usize,
    done: Vec<Vec<Value>>,
}

impl<'a, 'c> Rows<'a, 'c> {
    fn new(columns: &'c [Column]) -> Rows<'a, 'c> {
        let none = || columns.iter().map(|_| Vec::new()).collect();
        Rows { columns, fields: columns.iter().map(|_| Vec::new()).collect(), count: 0, done: none() }
    }

    #[inline]
    fn field(&mut self, c: usize, text: Cow<'a, [u8]>) {
        if self.columns[c] != Column::Skipped {
            self.fields[c].push(text);
        }
    }

    fn end(&mut self) {
        self.count += 1;
        if self.count == BATCH_COUNT {
            self.read();
        }
    }

    /// Reads the fields of the batch.
    fn read(&mut self) {
        for ((column, texts), done) in self.columns.iter().zip(&mut self.fields).zip(&mut self.done) {
            match column {
                Column::Skipped => {}
                Column::Text => {
                    done.push(Value::list(texts.drain(..).map(|t| Value::chars(t.into_owned())).collect()))
                }
                Column::Typed(ty) => {
                    done.push(parse::column(*ty, &mut texts.iter().map(|t| &**t)));
                    texts.clear();
                }
            }
        }
        self.count = 0;
    }

    fn finish(mut self) -> Vec<Value> {
        self.read();
        let kept = self.columns.iter().zip(self.done).filter(|(c, _)| **c != Column::Skipped);
        kept.map(|(_, parts)| concat(parts)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(columns: &[Value]) -> String {
        String::from_utf8_lossy(&quarry_value::text::literal(&Value::list(columns.to_vec()))).into_owned()
    }

    fn loader(types: &str) -> Loader {
        let how = Delimited { delimiter: b',', newlines: false };
        Loader::new(types.as_bytes(), Cut::Delimited(how)).expect("a loader")
    }

    #[test]
    fn typed_columns() {
        let l = loader("IS* J");
        let text = b"0,hea,481,x,7\n10,dfi,579,y,\n20,oil,77,z,9\n";
        assert_eq!(show(&l.text(text)), "(0 10 20i;`hea`dfi`oil;(\"481\";\"579\";\"77\");7 0N 9)");
        let (names, rest) = l.header(b"a,b,c,d,e\n1,x,,,2\n");
        assert_eq!((names.len(), rest), (4, &b"1,x,,,2\n"[..]));
        assert!(Loader::new(b"ij", Cut::Fixed(vec![1, 1])).is_err());
    }

    #[test]
    fn pieces_make_the_whole() {
        let text: String = (0..20_000).map(|i| format!("{i},s{}\n", i % 5)).collect();
        let l = loader("JS");
        let whole = l.text(text.as_bytes());
        let pieces = csv::pieces(text.as_bytes(), 7).into_iter().map(|p| l.text(p)).collect();
        assert_eq!(show(&join_pieces(pieces)), show(&whole));
        assert_eq!(whole[0].count(), 20_000);
    }

    #[test]
    fn fixed_widths() {
        let l = Loader::new(b"IC F", Cut::Fixed(vec![2, 1, 1, 3])).expect("a loader");
        assert_eq!(show(&l.text(b"12a-1.5\n 3b- 2\n")), "(12 3i;\"ab\";1.5 2)");
        assert_eq!(show(&l.records([&b"12a-1.5"[..]].into_iter())), "(,12i;,\"a\";,1.5)");
    }
}
