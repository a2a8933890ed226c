//! What the prompt prints: vectors on one line, lists and dictionaries one item a line, tables under a header,
//! all cut to the size of the console.

use super::literal::{bare, is_blank, literal_with, parts_with};
use crate::{Dict, Sym, Table, Type, Value};
use std::cell::Cell;

/// The size of the console and the digits of floats: `\c` and `\P`.
#[derive(Clone, Copy, Debug)]
pub struct Console {
    pub rows: usize,
    pub cols: usize,
    pub precision: u8,
}

impl Default for Console {
    fn default() -> Console {
        Console { rows: 25, cols: 80, precision: 7 }
    }
}

type Line = Vec<u8>;

/// The text the prompt prints for `x`, each line ended by a newline; nothing for `::` and empty lists that have
/// no type.
pub fn console(x: &Value, size: &Console) -> Vec<u8> {
    let page = Page::of(size);
    match x {
        Value::Prim(_) if x.is_identity() || x.is_elided() => Vec::new(),
        Value::Lambda(_) | Value::Projection(_) | Value::Composition(_) => page.function(x),
        Value::List(l) if !l.is_empty() => page.join(page.cells(x, page.rows_of(l.len(), 0))),
        Value::List(_) => Vec::new(),
        Value::Dict(d) if is_column(&d.values) => page.join(page.dict(d)),
        Value::Table(t) if !t.is_elsewhere() => page.join(page.table(t, page.rows_of(t.count(), 2))),
        _ => page.join(vec![page.literal(x)]),
    }
}

/// `x` as q text in one line, cut to the width of a console and ended by a newline: what `0N!` prints, and the values of a
/// script's expressions as it is loaded.
pub fn in_a_line(x: &Value, size: &Console) -> Vec<u8> {
    let page = Page::of(size);
    match x {
        Value::Lambda(_) | Value::Projection(_) | Value::Composition(_) => page.function(x),
        _ => page.join(vec![page.literal(x)]),
    }
}

/// `text` with the lines cut that are too long for a console of so many columns.
pub fn cut_lines(text: &[u8], cols: usize) -> Vec<u8> {
    let width = width_of(cols);
    text.split_inclusive(|c| *c == b'\n').fold(Vec::new(), |mut out, line| {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        put_line(&mut out, line, width);
        out
    })
}

/// The longest line of a console of so many columns.
fn width_of(cols: usize) -> usize {
    cols.saturating_sub(1).max(3)
}

/// Adds a line, which is cut if it is longer than `width`.
fn put_line(out: &mut Vec<u8>, line: &[u8], width: usize) {
    put_cut(out, line, width);
    out.push(b'\n');
}

fn put_cut(out: &mut Vec<u8>, line: &[u8], width: usize) {
    if line.len() > width {
        out.extend_from_slice(&line[..width - 2]);
        out.extend_from_slice(b"..");
    } else {
        out.extend_from_slice(line);
    }
}

/// Cells of lists in lists that are laid out in columns. Of more those that may be seen are, or, as deeper ones, they are written in a row.
const CELLS_MAX: usize = 200_000;
/// What a list in a list counts as at least, so that not too many lie in each other.
const CELLS_LIST: usize = 100;

/// Writes within a console's size.
struct Page {
    size: Console,
    /// How many cells of lists in lists may still be laid out.
    cells: Cell<usize>,
    /// Are there more rows than those that are laid out?
    more: Cell<bool>,
}

impl Page {
    fn of(size: &Console) -> Page {
        Page { size: *size, cells: Cell::new(CELLS_MAX), more: Cell::new(false) }
    }

    /// How many lines fit; one less when the last must say that more follow.
    fn height(&self) -> usize {
        self.size.rows.saturating_sub(2).max(2)
    }

    /// The longest line.
    fn width(&self) -> usize {
        width_of(self.size.cols)
    }

    /// How many of `count` rows are shown below `header` lines. Those that are not do not widen columns, and [`Page::join`] says that
    /// there are more.
    ///
    /// Source: gyorokpeter/puzzle_solutions (2023, day 18).
    fn rows_of(&self, count: usize, header: usize) -> usize {
        let room = self.height().saturating_sub(header);
        if count <= room {
            return count;
        }
        self.more.set(true);
        room.saturating_sub(1)
    }

    fn literal(&self, x: &Value) -> Line {
        literal_with(x, self.size.precision, self.width() + 1)
    }

    /// A function, which may have lines of its own: the text of a lambda is whole, also where arguments follow it, which are cut; of a
    /// composition each function is cut.
    ///
    /// Source: psaris.github.io (profiling q functions).
    fn function(&self, x: &Value) -> Vec<u8> {
        let (digits, width) = (self.size.precision, self.width());
        let mut out = Vec::new();
        match x {
            Value::Lambda(f) => out.extend_from_slice(&f.source),
            Value::Projection(p) if let Value::Lambda(f) = &p.func => {
                let whole = f.source.len();
                let text = literal_with(x, digits, whole + width + 1);
                out.extend_from_slice(&text[..whole]);
                put_cut(&mut out, &text[whole..], width);
            }
            Value::Composition(c) => {
                parts_with(&c.funcs, digits, width + 1).for_each(|part| put_cut(&mut out, &part, width));
            }
            _ => put_cut(&mut out, &self.literal(x), width),
        }
        out.push(b'\n');
        out
    }

    /// The lines as printed: too long ones cut, too many replaced by `..`.
    fn join(&self, mut lines: Vec<Line>) -> Vec<u8> {
        let more = self.more.get() || lines.len() > self.height();
        if more {
            lines.truncate(self.height() - 1);
        }
        let mut out = Vec::new();
        for line in &lines {
            put_line(&mut out, line, self.width());
        }
        if more {
            out.extend_from_slice(b"..\n");
        }
        out
    }

    /// The first `count` items of a list (or rows of a table), one cell each.
    fn cells(&self, x: &Value, count: usize) -> Vec<Line> {
        match x {
            Value::Vector(v) if v.ty == Type::Enum => (0..count).map(|i| self.bare(&v.get(i))).collect(),
            Value::Vector(v) => (0..count).map(|i| self.bare(&v.get(i))).collect(),
            Value::List(l) => {
                let items: Vec<Value> = (0..count).map(|i| l.get(i)).collect();
                match self.matrix(&items) {
                    Some(lines) => lines,
                    None => items.iter().map(|v| self.literal(v)).collect(),
                }
            }
            _ => (0..count).map(|i| self.literal(&x.at(i))).collect(),
        }
    }

    fn bare(&self, x: &Value) -> Line {
        let mut out = Vec::new();
        if !is_blank(x) {
            bare(&mut out, x, self.size.precision);
        }
        out
    }

    /// Lists of one count are shown as a matrix with aligned columns. A row that is a general list has the cells that
    /// it would have as lines of its own, so that a row of lists is laid out as a matrix of its own.
    fn matrix(&self, rows: &[Value]) -> Option<Vec<Line>> {
        let count = rows.first()?.count();
        if !rows.iter().all(|r| r.is_list() && r.count() == count) || are_compact(rows) {
            return None;
        }
        // A column takes two places at least.
        let shown = count.min(self.width());
        let nested: Vec<_> = rows.iter().map(|r| self.nested(r, shown)).collect();
        let mut lines = vec![Line::new(); rows.len()];
        for c in 0..shown {
            let cell = |(r, cells): (&Value, &Option<Vec<Line>>)| match (r, cells) {
                (_, Some(cells)) => cells[c].clone(),
                (Value::Vector(v), None) => self.bare(&v.get(c)),
                (r, None) => self.literal(&r.at(c)),
            };
            let column: Vec<Line> = rows.iter().zip(&nested).map(cell).collect();
            if c > 0 {
                lines.iter_mut().for_each(|l| l.push(b' '));
            }
            append(&mut lines, &column);
            if lines[0].len() > self.width() {
                break;
            }
        }
        Some(lines)
    }

    /// The cells of a row that is a general list, of which `shown` may be seen. All of them make its columns as wide as they are.
    ///
    /// Source: gyorokpeter/puzzle_solutions (2021, day 19).
    fn nested(&self, row: &Value, shown: usize) -> Option<Vec<Line>> {
        let Value::List(items) = row else { return None };
        let left = |count: usize| Some((count, self.cells.get().checked_sub(count.max(CELLS_LIST))?));
        let (count, left) = left(items.len()).or_else(|| left(shown))?;
        self.cells.set(left);
        Some(self.cells(row, count))
    }

    fn dict(&self, d: &Dict) -> Vec<Line> {
        let count = d.keys.count();
        if let Value::Table(keys) = &d.keys {
            return self.keyed(keys, &d.values);
        }
        let shown = self.rows_of(count, 0);
        let mut lines = vec![Line::new(); shown];
        append(&mut lines, &self.cells(&d.keys, shown));
        lines.iter_mut().for_each(|l| l.extend_from_slice(b"| "));
        match &d.values {
            Value::Table(t) => {
                let width = lines.first().map_or(0, |l| l.len() - 2);
                let left = |c: u8| [&vec![c; width][..], b"| "].concat();
                lines.splice(0..0, [left(b' '), left(b'-')]);
                append(&mut lines, &self.table(t, shown));
            }
            // Lists of one count are a matrix, whose columns are filled with blanks; other values end where they end.
            values => behind(&mut lines, &self.cells(values, shown)),
        }
        lines
    }

    /// A table keyed by a table; the values may be a plain list too.
    fn keyed(&self, keys: &Table, values: &Value) -> Vec<Line> {
        let shown = self.rows_of(keys.count(), 2);
        let mut lines = self.table(keys, shown);
        let right = match values {
            Value::Table(t) => self.table(t, shown),
            _ => {
                let cells = self.cells(values, shown);
                let width = cells.iter().map(Vec::len).max().unwrap_or(0);
                [vec![Line::new(), vec![b'-'; width]], cells].concat()
            }
        };
        lines.iter_mut().for_each(|l| l.extend_from_slice(b"| "));
        append(&mut lines, &right);
        lines
    }

    /// Header, rule and the first `count` rows.
    fn table(&self, t: &Table, count: usize) -> Vec<Line> {
        let (header, rows) = self.table_rows(t, count);
        let rule = vec![b'-'; header.len()];
        [vec![header, rule], rows].concat()
    }

    fn table_rows(&self, t: &Table, count: usize) -> (Line, Vec<Line>) {
        let mut lines = vec![Line::new(); count + 1];
        for (i, (name, column)) in t.names.iter().zip(&t.columns).enumerate() {
            let mut cells = vec![name_cell(*name)];
            cells.extend(self.cells(column, count));
            if i > 0 {
                lines.iter_mut().for_each(|l| l.push(b' '));
            }
            append(&mut lines, &cells);
            // Columns right of the console are still laid out: the rule of a keyed table needs their width only
            // up to the console's.
            if lines[0].len() > self.width() * 2 {
                break;
            }
        }
        let rows = lines.split_off(1);
        (lines.pop().unwrap_or_default(), rows)
    }
}

fn name_cell(name: Sym) -> Line {
    name.bytes().to_vec()
}

/// The values of a dictionary may be the name of a table that lies elsewhere.
fn is_column(x: &Value) -> bool {
    x.is_list() || matches!(x, Value::Table(_) | Value::Dict(_))
}

/// Strings are shown whole, and so are lists of booleans or bytes, unless they stand among rows of other types.
fn are_compact(rows: &[Value]) -> bool {
    let ty = rows.first().and_then(Value::item_type);
    matches!(ty, Some(Type::Char | Type::Bool | Type::Byte)) && rows.iter().all(|r| r.item_type() == ty)
}

/// Adds a cell to each line.
fn behind(lines: &mut [Line], cells: &[Line]) {
    lines.iter_mut().zip(cells).for_each(|(line, cell)| line.extend_from_slice(cell));
}

/// Adds a column of cells, each filled with blanks to the widest.
fn append(lines: &mut [Line], cells: &[Line]) {
    let width = cells.iter().map(Vec::len).max().unwrap_or(0);
    for (line, cell) in lines.iter_mut().zip(cells) {
        line.extend_from_slice(cell);
        line.resize(line.len() + width - cell.len(), b' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(x: &Value) -> String {
        String::from_utf8(console(x, &Console::default())).unwrap()
    }

    fn syms(texts: &[&str]) -> Value {
        Value::syms(texts.iter().map(Sym::new).collect())
    }

    fn table(names: &[&str], columns: Vec<Value>) -> Value {
        Value::table(names.iter().map(Sym::new).collect(), columns)
    }

    #[test]
    fn one_line() {
        assert_eq!(show(&Value::identity()), "");
        assert_eq!(show(&Value::empty_list()), "");
        assert_eq!(show(&Value::longs(vec![])), "`long$()\n");
        let line = show(&Value::longs((0..100).collect()));
        assert_eq!(line.len(), 80);
        assert!(line.ends_with(" 27 28 ..\n"), "{line}");
    }

    #[test]
    fn lists_and_matrices() {
        let mixed = Value::list(vec![Value::long(1), Value::sym("a"), Value::chars("x")]);
        assert_eq!(show(&mixed), "1\n`a\n,\"x\"\n");
        let matrix = Value::list(vec![Value::longs(vec![1, 2]), Value::longs(vec![10, 20])]);
        assert_eq!(show(&matrix), "1  2 \n10 20\n");
        let rows = Value::list(vec![
            Value::list(vec![Value::long(1), Value::sym("a")]),
            Value::list(vec![Value::long(2), Value::sym("b")]),
        ]);
        assert_eq!(show(&rows), "1 `a\n2 `b\n");
        let texts = Value::list(vec![Value::chars("ab"), Value::chars("cd")]);
        assert_eq!(show(&texts), "\"ab\"\n\"cd\"\n");
        let kinds = Value::list(vec![Value::chars("ab"), Value::longs(vec![1, -2])]);
        assert_eq!(show(&kinds), "a b \n1 -2\n");
    }

    /// Lists that share what is in them can stand for more than any machine holds.
    #[test]
    fn lists_in_lists_without_end() {
        let (mut wide, mut deep) = (Value::longs(vec![1, 2]), Value::long(1));
        for _ in 0..60 {
            wide = Value::list(vec![wide.clone(), wide]);
        }
        for _ in 0..1000 {
            deep = Value::list(vec![deep]);
        }
        for x in [&wide, &deep] {
            let text = show(x);
            assert!(text.lines().count() <= 2 && text.lines().all(|l| l.len() < 80), "{text}");
        }
    }

    #[test]
    fn dictionaries() {
        let d = Value::dict(syms(&["a", "bb"]), Value::longs(vec![1, i64::MIN]));
        assert_eq!(show(&d), "a | 1\nbb| \n");
        let empty = Value::dict(syms(&["a", "bb"]), Value::list(vec![Value::empty_list(); 2]));
        let values = vec![Value::longs(vec![1, 20]), Value::longs(vec![300, 4])];
        let d = Value::dict(syms(&["a", "b"]), Value::list(values));
        assert_eq!(show(&d), "a| 1   20\nb| 300 4 \n");
        let d = Value::dict(syms(&["a", "b"]), Value::list(vec![Value::long(1), Value::chars("two")]));
        assert_eq!(show(&d), "a| 1\nb| \"two\"\n");
        assert_eq!(show(&empty), "a | \nbb| \n");
        assert_eq!(show(&Value::dict(syms(&["a"]), Value::sym("t"))), "(,`a)!`t\n");
    }

    #[test]
    fn tables() {
        let t = table(&["h", "m"], vec![Value::longs(vec![1, 20]), syms(&["x", "yy"])]);
        assert_eq!(show(&t), "h  m \n-----\n1  x \n20 yy\n");
        let k = table(&["h"], vec![Value::longs(vec![1, 2])]);
        let v = table(&["m"], vec![Value::longs(vec![4, 5])]);
        assert_eq!(show(&Value::dict(k.clone(), v)), "h| m\n-| -\n1| 4\n2| 5\n");
        assert_eq!(show(&table(&["a", "b"], vec![Value::empty_list(), Value::empty_list()])), "a b\n---\n");
        let long = show(&table(&["x"], vec![Value::longs((0..100).collect())]));
        assert_eq!(long.lines().count(), 23);
        assert!(long.ends_with("\n19\n..\n"), "{long}");
        assert_eq!(show(&Value::dict(k, Value::longs(vec![4, 5]))), "h|  \n-| -\n1| 4\n2| 5\n");
    }
}
