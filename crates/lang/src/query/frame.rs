//! What a query's expressions see: columns on the rows that survive, then locals, then globals.

use super::links::Link;
use crate::prims::ahead;
use crate::prims::flat::Flat;
use crate::prims::ops;
use crate::vm::Vm;
use crate::vm::globals::has_many_parts;
use quarry_kernel::kept::{Flags, Kept};
use quarry_kernel::stack::Places;
use quarry_kernel::{self as kernel, domain};
use quarry_value::{Data, Error, Result, Sym, Type, Value, Vector, room};
use std::cell::RefCell;
use std::ops::Range;
use std::sync::LazyLock;

/// Rows further apart than this on average are not asked for ahead: most of what lies between would not be read.
const AHEAD_SPARSE: usize = 64;

/// One row in so many of a stretch is most of it: see [`Rows::mostly`].
const MOST: usize = 2;

/// The rows a query still looks at.
#[derive(Clone)]
pub enum Rows {
    All(usize),
    /// A stretch.
    Span(Range<usize>),
    /// Several stretches, ascending.
    Spans(Vec<Range<usize>>),
    Some(Vec<i64>),
    /// Many, told by flags.
    Flagged(Flags),
}

impl Rows {
    /// The rows in `span` of a table of `n` rows.
    pub fn of_span(span: Range<usize>, n: usize) -> Rows {
        if span == (0..n) { Rows::All(n) } else { Rows::Span(span) }
    }

    /// The rows in `spans`, which ascend and do not overlap, of a table of `n` rows.
    pub fn of_spans(spans: Vec<Range<usize>>, n: usize) -> Rows {
        if let [span] = &spans[..] {
            return Rows::of_span(span.clone(), n);
        }
        Rows::Spans(spans)
    }

    pub fn count(&self) -> usize {
        match self {
            Rows::All(n) => *n,
            Rows::Span(span) => span.len(),
            Rows::Spans(spans) => spans.iter().map(Range::len).sum(),
            Rows::Some(at) => at.len(),
            Rows::Flagged(flags) => flags.count(),
        }
    }

    /// A column's items on these rows.
    pub fn take(&self, column: &Value) -> Value {
        match self {
            Rows::All(_) => column.clone(),
            Rows::Span(span) if !kernel::parted::is_known(column) => {
                kernel::gather::slice(column, span.clone())
            }
            Rows::Span(_) | Rows::Spans(_) => kernel::stack::stack(&[(column, self.places())])
                .unwrap_or_else(|| ops::pick(column, &self.positions())),
            Rows::Some(at) => ops::pick(column, at),
            Rows::Flagged(flags) => flags.take(column),
        }
    }

    /// From the first row to the last, or somewhat more; `None` for no rows.
    fn span(&self) -> Option<Range<usize>> {
        match self {
            Rows::All(n) => Some(0..*n),
            Rows::Span(span) => Some(span.clone()),
            Rows::Spans(spans) => Some(spans.first()?.start..spans.last()?.end),
            Rows::Some(at) => {
                Some(usize::try_from(*at.first()?).ok()?..usize::try_from(*at.last()?).ok()? + 1)
            }
            Rows::Flagged(flags) => flags.span(),
        }
    }

    /// Stretches that cover the rows and few others: those of which less than `gap` rows lie between are one.
    fn stretches(&self, gap: usize) -> Vec<Range<usize>> {
        if let Rows::Spans(spans) = self
            && let Some(stretches) = ahead::joined(spans, gap)
        {
            return stretches;
        }
        let dense = |s: &Range<usize>| !s.is_empty() && s.len() / AHEAD_SPARSE < self.count();
        self.span().into_iter().filter(dense).collect()
    }

    /// The row numbers.
    pub fn positions(&self) -> Vec<i64> {
        match self {
            Rows::All(n) => room::collected((0..*n).map(|i| i as i64)),
            Rows::Span(span) => room::collected(span.clone().map(|i| i as i64)),
            Rows::Spans(spans) => {
                let mut at = room::vec(self.count());
                spans.iter().for_each(|span| at.extend(span.clone().map(|i| i as i64)));
                at
            }
            Rows::Some(at) => room::copied(at),
            Rows::Flagged(flags) => room::copied(flags.positions()),
        }
    }

    /// These rows as what is stacked.
    pub fn places(&self) -> Places<'_> {
        match self {
            Rows::All(n) => Places::First(*n),
            Rows::Span(span) => Places::Spans(std::slice::from_ref(span)),
            Rows::Spans(spans) => Places::Spans(spans),
            Rows::Some(at) => Places::At(at),
            Rows::Flagged(flags) => Places::Kept(flags),
        }
    }

    /// The rows at `places` among these.
    pub fn at(&self, places: Vec<i64>) -> Rows {
        match self {
            Rows::All(_) => Rows::Some(places),
            Rows::Span(span) => Rows::Some(places.into_iter().map(|p| p + span.start as i64).collect()),
            Rows::Spans(_) => Rows::Some(self.positions()).at(places),
            Rows::Some(at) => Rows::Some(places.into_iter().map(|p| at[p as usize]).collect()),
            Rows::Flagged(flags) => {
                let at = flags.positions();
                Rows::Some(places.into_iter().map(|p| at[p as usize]).collect())
            }
        }
    }

    /// A stretch of these rows.
    pub fn stretch(&self, range: Range<usize>) -> Rows {
        match self {
            Rows::All(n) => Rows::of_span(range, *n),
            Rows::Span(span) => Rows::Span(span.start + range.start..span.start + range.end),
            Rows::Some(at) => Rows::Some(at[range].to_vec()),
            Rows::Flagged(flags) => Rows::Some(flags.positions()[range].to_vec()),
            Rows::Spans(_) => Rows::Some(self.positions()[range].to_vec()),
        }
    }

    /// The rows that are kept of these.
    pub fn among(&self, kept: Kept) -> Rows {
        let flags = match kept {
            Kept::At(places) => return self.at(places),
            Kept::Flagged(flags) => flags,
        };
        match self {
            Rows::All(_) => Rows::Flagged(flags),
            Rows::Span(span) => Rows::Flagged(flags.from(span.start)),
            Rows::Flagged(outer) => Rows::of(outer.within(&flags)),
            Rows::Spans(_) | Rows::Some(_) => Rows::Some(flags.items(&self.positions().into())),
        }
    }

    /// The flags of rows that are most of a stretch: what each row is asked is then asked of the whole stretch, because to
    /// take their items out of a column costs more.
    pub fn mostly(&self) -> Option<&Flags> {
        match self {
            Rows::Flagged(flags) => Some(flags).filter(|f| f.count() >= f.range().len() / MOST),
            _ => None,
        }
    }

    /// The rows of a table that are kept.
    pub fn of(kept: Kept) -> Rows {
        match kept {
            Kept::At(at) => Rows::Some(at),
            Kept::Flagged(flags) => Rows::Flagged(flags),
        }
    }

    /// The other rows of a table of `n`.
    pub fn others(&self, n: usize) -> Rows {
        match self {
            Rows::All(_) => Rows::Some(Vec::new()),
            Rows::Flagged(flags) if flags.range() == (0..n) => Rows::of(flags.others()),
            rows => Rows::of(Kept::others(&rows.positions(), n)),
        }
    }
}

/// A table, the rows of it that survive, and the locals of the function around the query.
pub struct Frame<'a> {
    pub table: &'a Flat,
    pub rows: Rows,
    pub locals: &'a [(Sym, Value)],
    /// The partition column's name and value when the table is one partition of a partitioned one.
    pub partition: Option<(Sym, Value)>,
    /// Columns of other tables in that partition.
    pub links: &'a [Link],
    /// Are the columns entries of a dictionary, which need not be of one count?
    pub is_dict: bool,
    /// Columns gathered for `rows`.
    seen: RefCell<Vec<(Sym, Value)>>,
}

impl<'a> Frame<'a> {
    pub fn new(table: &'a Flat, locals: &'a [(Sym, Value)]) -> Frame<'a> {
        let rows = Rows::All(table.count());
        Frame { table, rows, locals, partition: None, links: &[], is_dict: false, seen: RefCell::default() }
    }

    pub fn count(&self) -> usize {
        self.rows.count()
    }

    /// Do all rows survive, so that its columns are taken as they are?
    pub fn is_whole(&self) -> bool {
        matches!(self.rows, Rows::All(_))
    }

    /// The same table on other rows.
    pub fn with_rows(&self, rows: Rows) -> Frame<'a> {
        Frame {
            table: self.table,
            rows,
            locals: self.locals,
            partition: self.partition.clone(),
            links: self.links,
            is_dict: self.is_dict,
            seen: RefCell::default(),
        }
    }

    /// The column called `name` on the surviving rows, or the row numbers for `i`, or the partition's value.
    ///
    /// A column of the table that is called `i` is not seen (wp/machine-learning).
    pub fn column(&self, name: Sym) -> Option<Value> {
        if is_row_number(name) {
            let kept = self.column_of_table(numbers_in_partition());
            return Some(kept.unwrap_or_else(|| Value::longs(self.rows.positions())));
        }
        if let Some(column) = self.column_of_table(name) {
            return Some(column);
        }
        if let Some((partition, value)) = &self.partition
            && *partition == name
        {
            return Some(crate::prims::column::repeat(value, self.count()));
        }
        if let Some(link) = self.link(name) {
            return self.seen_once(name, || {
                let Some(Value::Vector(key)) = self.column(link.key) else { return None };
                Some(ops::pick(&link.target, key.slice::<i64>()?))
            });
        }
        None
    }

    fn column_of_table(&self, name: Sym) -> Option<Value> {
        let column = self.table.columns.get(self.table.position(name)?)?;
        if self.is_whole() {
            return Some(column.clone());
        }
        self.seen_once(name, || Some(self.rows.take(column)))
    }

    /// What `gather` gives for a name, which is asked for it once.
    fn seen_once(&self, name: Sym, gather: impl FnOnce() -> Option<Value>) -> Option<Value> {
        if let Some((_, column)) = self.seen.borrow().iter().find(|(seen, _)| *seen == name) {
            return Some(column.clone());
        }
        let column = gather()?;
        self.seen.borrow_mut().push((name, column.clone()));
        Some(column)
    }

    /// Asks for what the surviving rows have in columns that will be read: this table has one of `shares` in what is asked
    /// for. Rows far apart are not worth it.
    pub fn ask_for(&self, columns: impl Iterator<Item = Sym>, shares: usize) {
        // `time.minute` reads `time`.
        let start = |name| self.start_of(name).and_then(|(start, _)| self.table.column(start).ok());
        let columns = columns.filter_map(|name| self.table.column(name).ok().or_else(|| start(name)));
        ahead::ask(columns, shares, |gap| self.rows.stretches(gap));
    }

    /// [`Frame::ask_for`] of all columns.
    pub fn ask_for_all(&self, shares: usize) {
        self.ask_for(self.table.names.iter().copied(), shares);
    }

    /// Something with one item a row, for those who only count: no column is gathered for it.
    pub fn any_column(&self) -> Value {
        match (&self.rows, self.table.columns.first()) {
            (Rows::All(_), Some(column)) => column.clone(),
            _ => Vector::of(Type::Bool, room::zeros::<u8>(self.count())).into(),
        }
    }

    /// Does [`Frame::column`] know the name?
    pub fn knows(&self, name: Sym) -> bool {
        self.table.position(name).is_some()
            || is_row_number(name)
            || self.partition.as_ref().is_some_and(|(p, _)| *p == name)
            || self.link(name).is_some()
    }

    pub fn link(&self, name: Sym) -> Option<&'a Link> {
        self.links.iter().find(|l| l.name == name)
    }

    /// The longest start of a name with dots that [`Frame::column`] knows, and the parts after it.
    pub fn start_of(&self, name: Sym) -> Option<(Sym, Vec<Sym>)> {
        if has_many_parts(name) {
            return None;
        }
        let text = name.bytes();
        let ends = (1..text.len()).rev().filter(|i| text[*i] == b'.');
        let known = |end: &usize| self.knows(Sym::new(&text[..*end]));
        let end = std::iter::once(text.len()).chain(ends).find(known)?;
        let rest = text[end..].split(|c| *c == b'.').skip(1).map(Sym::new).collect();
        Some((Sym::new(&text[..end]), rest))
    }

    /// A column by a name with dots: `s.name` follows a foreign key, `time.minute` takes a part of a time.
    pub fn dotted(&self, vm: &Vm, name: Sym) -> Result<Option<Value>> {
        let Some((first, parts)) = self.start_of(name) else { return Ok(None) };
        let Some(mut column) = self.column(first) else { return Ok(None) };
        for part in parts {
            column = member(vm, &column, part)?;
        }
        Ok(Some(column))
    }

    /// What `name` means here, if it is a column or a local.
    pub fn lookup(&self, vm: &Vm, name: Sym) -> Result<Option<Value>> {
        let found = if name.bytes().contains(&b'.') { self.dotted(vm, name)? } else { self.column(name) };
        Ok(found.or_else(|| self.local(name)))
    }

    pub fn local(&self, name: Sym) -> Option<Value> {
        self.locals.iter().rev().find(|(n, _)| *n == name).map(|(_, v)| v.clone())
    }

    /// Evaluates an expression tree on the surviving rows.
    pub fn eval(&self, vm: &mut Vm, tree: &Value) -> Result<Value> {
        let mut bound = Vec::new();
        for name in names_in(tree) {
            if let Some(v) = self.lookup(vm, name)? {
                bound.push((name, v));
            }
        }
        if let Value::Sym(name) = tree
            && let Some((_, v)) = bound.iter().find(|(n, _)| n == name)
        {
            return Ok(v.clone());
        }
        vm.eval_in(tree, &|name| bound.iter().find(|(n, _)| *n == name).map(|(_, v)| v.clone()))
    }
}

/// Is it the virtual column of row numbers?
pub fn is_row_number(name: Sym) -> bool {
    static NAME: LazyLock<Sym> = LazyLock::new(|| Sym::new("i"));
    name == *NAME
}

/// The name of a column that has the row numbers, in a table whose rows come from several partitions.
pub fn numbers_in_partition() -> Sym {
    static NAME: LazyLock<Sym> = LazyLock::new(|| Sym::new("\u{1}i"));
    *NAME
}

/// Is a tree nothing but this name?
pub fn is_name(tree: &Value, name: Sym) -> bool {
    matches!(tree, Value::Sym(s) if *s == name)
}

/// Is there a `$` of three or more arguments in a tree?
pub fn has_cond(tree: &Value) -> bool {
    let Value::List(l) = tree else { return false };
    if !l.holds_values() {
        return false;
    }
    let items = l.as_slice();
    let dollar = |f: &Value| matches!(f, Value::Prim(p) if p.text() == "$");
    items.len() > 3 && dollar(&items[0]) || items.len() > 1 && items.iter().any(has_cond)
}

/// The names an expression tree reads. A list of one item is a constant.
pub fn names_in(tree: &Value) -> Vec<Sym> {
    fn walk(tree: &Value, names: &mut Vec<Sym>) {
        match tree {
            Value::Sym(s) if quarry_value::place_of(names, *s).is_none() => names.push(*s),
            Value::Vector(v) if v.ty == Type::Symbol && v.len() > 1 => {
                tree.items().for_each(|item| walk(&item, names));
            }
            Value::List(l) if l.len() > 1 => l.as_slice().iter().for_each(|item| walk(item, names)),
            _ => {}
        }
    }
    let mut names = Vec::new();
    walk(tree, &mut names);
    names
}

/// `column.part`: the column `part` of the table that a foreign key points to, or a part of a temporal column.
pub fn member(vm: &Vm, column: &Value, part: Sym) -> Result<Value> {
    match column {
        Value::Vector(v) if v.ty == Type::Enum => through_key(vm, v, part),
        // Of a record.
        Value::Enum(domain, at) => {
            let key = Vector { domain: *domain, ..Vector::of(Type::Enum, vec![*at]) };
            Ok(through_key(vm, &key, part)?.at(0))
        }
        Value::Table(t) => t.column(part).cloned().ok_or_else(|| Error::text(part.bytes())),
        _ => kernel::cast(&Value::Sym(part), column),
    }
}

fn through_key(vm: &Vm, key: &Vector, part: Sym) -> Result<Value> {
    let table = vm.get(key.domain).ok_or_else(|| Error::text(key.domain.bytes()))?;
    if matches!(&table, Value::Table(t) if t.is_elsewhere()) {
        return Err(Error::new("par").detail(format!("a link into the partitioned {}", key.domain.text())));
    }
    let Ok(target) = Flat::of(&table) else {
        // An enumeration over a list has no columns: its symbols may still have parts.
        return kernel::cast(&Value::Sym(part), &domain::resolve(&key.clone().into()));
    };
    let Data::I64(at) = &key.data else { return Err(Error::new("type")) };
    Ok(ops::pick(target.column(part)?, at.as_slice()))
}
