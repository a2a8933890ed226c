//! Where the rows of a table are: several columns searched at once, for `x?y` of tables, keys and joins.
//!
//! One row is looked for among the rows that hold its first item. A few rows among many are numbered, and the many walked
//! until all are found ([`Few`]). Otherwise both sides are numbered, column by column.

use crate::append::plain_text;
use crate::domain;
use crate::find::{LONG, find_items, first_at, first_text, is_integer, never, places_in_domain};
use crate::ids::{Ids, NONE, SOON};
use crate::joint;
use crate::lookup::{self, Rows};
use crate::order::{Key, identical};
use quarry_value::error::type_error;
use quarry_value::evaluation::{check, is_over};
use quarry_value::{Attr, Buf, List, Result, Sym, Type, Value, Vector, room, with_data};

/// The first row of `columns` for each row of `rows`; the count where there is none.
///
/// Errors: 'type when a column of `rows` cannot be found in its column, the name of a domain that is not loaded.
pub fn find_rows(columns: &[Value], rows: &[Value]) -> Result<Vec<i64>> {
    if columns.iter().zip(rows).any(|(c, r)| differ_in_width(c, r)) {
        let (columns, rows): (Vec<_>, Vec<_>) =
            columns.iter().zip(rows).map(widened).collect::<Result<_>>()?;
        return find_rows(&columns, &rows);
    }
    let are_many = columns.len() > 1;
    if are_many && columns.iter().zip(rows).any(|(c, r)| foreign(c, r).is_some()) {
        let (columns, rows): (Vec<_>, Vec<_>) =
            columns.iter().zip(rows).map(placed).collect::<Result<_>>()?;
        return find_rows(&columns, &rows);
    }
    find_as_they_are(columns, rows)
}

/// An enumerated column, and items for it that are symbols or over another domain.
fn foreign<'a>(column: &'a Value, items: &'a Value) -> Option<(&'a Vector, &'a Vector)> {
    let (Value::Vector(column), Value::Vector(items)) = (column, items) else { return None };
    let is_foreign = match items.ty {
        Type::Symbol => true,
        Type::Enum => items.domain != column.domain,
        _ => false,
    };
    (column.ty == Type::Enum && is_foreign && !column.is_empty()).then_some((column, items))
}

/// A column and what is searched for in it: by places in the column's domain where that is enumerated and the items are not, or
/// over another domain. Errors: the name of a domain that is not loaded.
///
/// The null symbol may have a place in the domain while none stands for it, too. It is sought where the column has it; in a column
/// that has both, all have the former.
fn placed((column, items): (&Value, &Value)) -> Result<(Value, Value)> {
    let Some((own, other)) = foreign(column, items) else { return Ok((column.clone(), items.clone())) };
    domain::check(own.domain, own.len())?;
    if [own, other].iter().any(|v| v.ty == Type::Enum && domain::has_keys(v.domain)) {
        return Ok((domain::resolve(column), domain::resolve(items)));
    }
    let mut places = places_in_domain(own.domain, other)?;
    let is_there = |place| first_at(own, &Value::Enum(own.domain, place)) < own.len() as i64;
    let null = domain::position(own.domain, Sym::EMPTY);
    let mut column = column.clone();
    if let Some(null) = null
        && places.contains(&null)
        && is_there(i64::MIN)
    {
        let put = |from, to| move |place: &i64| if *place == from { to } else { *place };
        if is_there(null) {
            let all = own.slice::<i64>().unwrap_or_default().iter().map(put(i64::MIN, null));
            column = Vector::enumeration(own.domain, room::collected(all)).into();
        } else {
            places = room::collected(places.iter().map(put(null, i64::MIN)));
        }
    }
    Ok((column, Vector::enumeration(own.domain, places).into()))
}

fn find_as_they_are(columns: &[Value], rows: &[Value]) -> Result<Vec<i64>> {
    let n = columns.first().map_or(0, Value::count);
    if let ([column], [row]) = (columns, rows) {
        check_types(column, row)?;
        return find_items(column, row);
    }
    let m = rows.first().map_or(0, Value::count);
    let lists = columns.iter().any(|c| matches!(c, Value::List(_)));
    if (m == 1 || lists && m <= ONE_BY_ONE) && columns.iter().all(|c| !matches!(c, Value::Table(_))) {
        return (0..m).map(|k| Ok(find_one_row(columns, rows, k)? as i64)).collect();
    }
    match find_few(columns, rows) {
        Some(at) => Ok(at),
        None => find_many(columns, rows, n),
    }
}

/// Many rows among `n`: both sides are numbered column by column; a row's code is the mixed number of its columns' numbers.
fn find_many(columns: &[Value], rows: &[Value], n: usize) -> Result<Vec<i64>> {
    let m = rows.first().map_or(0, Value::count);
    let mut codes = room::zeros::<u64>(n);
    let mut wanted = room::zeros::<u64>(m);
    let mut bound = 1u64;
    for (column, row) in columns.iter().zip(rows) {
        let (a, b, count) = number_both(column, row)?;
        let (product, wide) = bound.overflowing_mul(count);
        if wide || product > 1 << 62 {
            bound = renumber(&mut codes, &mut wanted);
        }
        bound = bound.saturating_mul(count);
        codes.iter_mut().zip(&a).for_each(|(c, &id)| *c = *c * count + u64::from(id));
        wanted.iter_mut().zip(&b).for_each(|(c, &id)| {
            *c = if id == NONE || *c == u64::MAX { u64::MAX } else { *c * count + u64::from(id) }
        });
    }
    let mut ids: Ids<u64> = Ids::hashed(16);
    for (part, codes) in codes.chunks(PART).enumerate() {
        check()?;
        for (i, &c) in codes.iter().enumerate() {
            ids.ask(codes.get(i + SOON).copied());
            ids.insert(c, (part * PART + i) as u32);
        }
    }
    let place = |(i, c): (usize, &u64)| {
        ids.ask(wanted.get(i + SOON).copied());
        match ids.get(*c) {
            NONE => n as i64,
            _ if *c == u64::MAX => n as i64,
            id => id.into(),
        }
    };
    Ok(room::collected(wanted.iter().enumerate().map(place)))
}

/// So many rows are sought one by one where lists are among the columns: the walks for more know several at a time, but vectors only.
const ONE_BY_ONE: usize = 8;
/// Rows between two looks whether it is time to stop.
const PART: usize = 1 << 18;
/// How many rows of a walk pass through all columns before the next: what is kept of them stays in the cache.
const BLOCK: usize = 4096;
/// A row of a walk for several is as much work as so many of a walk for one.
const FEW_STEPS: usize = 4;

/// A few rows among many, by a walk that stops when all are found. `None` when they are not few, when a column is no
/// vector, or when types differ.
fn find_few(columns: &[Value], rows: &[Value]) -> Option<Vec<i64>> {
    let (n, m) = (columns.first()?.count(), rows.first()?.count());
    if m == 0 || m * 8 > n || n >= NONE as usize {
        return None;
    }
    let vectors = joint::vectors(columns)?;
    let fitting = vectors.iter().zip(rows).map(|(c, r)| match r {
        Value::Vector(r) => fitted(c, r),
        _ => None,
    });
    let rows = fitting.collect::<Option<Vec<_>>>()?;
    if let Some(at) = joint::find(&vectors, &rows) {
        return Some(at);
    }
    let few = Few::new(&vectors, &rows, m)?;
    let mut first = room::repeated(n as i64, few.count);
    let mut missing = few.count;
    let mut block = Block::default();
    let candidates = candidates(columns, &rows, n);
    let mut start = 0;
    while start < candidates.count() && missing > 0 && !is_over() {
        let end = candidates.count().min(start + BLOCK);
        block.fill(&candidates, start..end);
        for column in &few.columns {
            column.keep(&mut block);
        }
        for (at, id) in block.at.iter().zip(&block.ids) {
            let first = &mut first[*id as usize];
            if *first == n as i64 {
                *first = i64::from(*at);
                missing -= 1;
            }
        }
        start = end;
    }
    joint::walked(&vectors, start * FEW_STEPS);
    Some(few.wanted.iter().map(|id| first[*id as usize]).collect())
}

/// The rows in which the wanted ones may lie: what an attribute tells, else all.
fn candidates(columns: &[Value], rows: &[Vector], n: usize) -> Rows {
    let by_attribute = |(c, r): (&Value, &Vector)| match c {
        Value::Vector(v) if v.attr != Attr::None => lookup::among_rows(c, &r.clone().into()),
        _ => None,
    };
    columns.iter().zip(rows).find_map(by_attribute).unwrap_or(Rows::Range(0, n))
}

/// Rows of the walk that are still in question, and the number of the wanted row's columns so far that each has.
#[derive(Default)]
struct Block {
    at: Vec<u32>,
    ids: Vec<u32>,
}

impl Block {
    fn fill(&mut self, rows: &Rows, part: std::ops::Range<usize>) {
        self.at.clear();
        self.ids.clear();
        match rows {
            Rows::Range(from, _) => self.at.extend((from + part.start) as u32..(from + part.end) as u32),
            Rows::Positions(at) => self.at.extend(at[part].iter().map(|&i| i as u32)),
        }
        self.ids.resize(self.at.len(), 0);
    }
}

/// The wanted rows, numbered: by their first column, then by that number and the second, and so on.
struct Few<'a> {
    columns: Vec<Box<dyn Keep + 'a>>,
    /// The number of each wanted row; equal rows share one.
    wanted: Vec<u32>,
    count: usize,
}

impl<'a> Few<'a> {
    /// Of rows of the columns' types.
    fn new(columns: &[&'a Vector], rows: &[Vector], m: usize) -> Option<Few<'a>> {
        let mut few = Few { columns: Vec::new(), wanted: room::zeros(m), count: 1 };
        for (c, r) in columns.iter().zip(rows) {
            with_data!(&c.data, b => few.add(b, r))?;
        }
        Some(few)
    }

    fn add<T: Key>(&mut self, column: &'a Buf<T>, items: &Vector) -> Option<()> {
        let items = items.slice::<T>()?;
        let mut ids = Ids::for_lookups(items, column.len());
        let mut pairs: Ids<u64> = Ids::hashed(16);
        let (mut distinct, mut count) = (0, 0);
        for (item, id) in items.iter().zip(&mut self.wanted) {
            let (own, new) = ids.insert(item.code(), distinct);
            distinct += u32::from(new);
            let (both, new) = pairs.insert(pair(*id, own), count);
            count += u32::from(new);
            *id = both;
        }
        self.count = count as usize;
        self.columns.push(Box::new(Wanted { column: column.as_slice(), ids, pairs }));
        Some(())
    }
}

/// Items of a column for a search in another: places for symbols in an enumerated one, symbols for an enumeration.
fn fitted(column: &Vector, items: &Vector) -> Option<Vector> {
    match (column.ty, items.ty) {
        (Type::Enum, Type::Enum) if column.domain == items.domain => Some(items.clone()),
        (Type::Enum, Type::Symbol | Type::Enum) => {
            let places =
                (0..items.len()).map(|i| match lookup::fitted(column, &domain::resolve(&items.get(i))) {
                    Some(Value::Enum(_, place)) => Some(place),
                    _ => None,
                });
            Some(Vector::enumeration(column.domain, places.collect::<Option<Vec<i64>>>()?))
        }
        (Type::Symbol, Type::Enum) => Some(Vector::of(Type::Symbol, domain::symbols(items))),
        (a, b) => (a == b).then(|| items.clone()),
    }
}

fn pair(id: u32, own: u32) -> u64 {
    u64::from(id) << 32 | u64::from(own)
}

/// One column of the walk.
trait Keep {
    /// Drops the rows that no wanted row is like in this column, and numbers the others.
    fn keep(&self, block: &mut Block);
}

struct Wanted<'a, T: Key> {
    column: &'a [T],
    /// The numbers of this column's wanted items.
    ids: Ids<T::Code>,
    /// The number of a wanted row so far, by its number before and that of its item.
    pairs: Ids<u64>,
}

impl<T: Key> Keep for Wanted<'_, T> {
    fn keep(&self, block: &mut Block) {
        let mut kept = 0;
        for i in 0..block.at.len() {
            let at = block.at[i];
            let own = self.ids.get(self.column[at as usize].code());
            if own == NONE {
                continue;
            }
            let id = self.pairs.get(pair(block.ids[i], own));
            if id != NONE {
                block.at[kept] = at;
                block.ids[kept] = id;
                kept += 1;
            }
        }
        block.at.truncate(kept);
        block.ids.truncate(kept);
    }
}

/// Row `k` of `rows`: candidates of one column are checked in the others.
fn find_one_row(columns: &[Value], rows: &[Value], k: usize) -> Result<usize> {
    let n = columns[0].count();
    if n == 0 {
        return Ok(0);
    }
    let mut cells = room::vec(columns.len());
    for (c, r) in columns.iter().zip(rows) {
        let item = r.at(k);
        check_type(c, &item)?;
        cells.push(match c {
            Value::Vector(v) => match lookup::fitted(v, &item) {
                Some(item) => Cell::Atom(v, item),
                // The null symbol, which two places stand for, or one of another domain.
                None if v.ty == Type::Enum => {
                    let one: Vec<Value> = rows.iter().map(|r| crate::gather::slice(r, k..k + 1)).collect();
                    return Ok(find_many(columns, &one, n)?[0] as usize);
                }
                None => return Ok(n),
            },
            Value::List(l) => Cell::Item(l, item),
            _ => return Err(type_error()),
        });
    }
    let same = |at: usize| cells.iter().all(|cell| cell.is_at(at));
    if let Some(listed) = columns.iter().zip(rows).find_map(|(c, r)| lookup::listed(c, &r.at(k))) {
        return Ok(listed.iter().find(|at| same(**at as usize)).map_or(n, |at| *at as usize));
    }
    let vectors: Vec<&Vector> = cells.iter().filter_map(Cell::vector).collect();
    let all = vectors.len() == cells.len();
    if all && let Some(at) = joint::find_one(&vectors, cells.iter().map(Cell::item), same) {
        return Ok(at);
    }
    // Vectors are walked faster than lists.
    let first = cells.iter().find(|cell| cell.vector().is_some()).unwrap_or(&cells[0]);
    // No row before the first of each string is meant, and where strings are is known before long.
    let (mut from, mut found) = (cells.iter().filter_map(Cell::first).max().unwrap_or(0), n);
    while let Some(at) = first.next(from, n) {
        if same(at) {
            found = at;
            break;
        }
        check()?;
        from = at + 1;
    }
    if all {
        joint::walked(&vectors, found);
    }
    Ok(found)
}

/// A column, and what is sought in it.
enum Cell<'a> {
    Atom(&'a Vector, Value),
    Item(&'a List, Value),
}

impl<'a> Cell<'a> {
    fn vector(&self) -> Option<&'a Vector> {
        match self {
            Cell::Atom(v, _) => Some(v),
            Cell::Item(..) => None,
        }
    }

    /// Where a string is first among strings; their count where it is not there.
    fn first(&self) -> Option<usize> {
        match self {
            Cell::Item(l, item) => Some(first_text(l, l.as_packed()?, plain_text(item)?) as usize),
            Cell::Atom(..) => None,
        }
    }

    fn item(&self) -> &Value {
        match self {
            Cell::Atom(_, item) | Cell::Item(_, item) => item,
        }
    }

    fn is_at(&self, at: usize) -> bool {
        fn is<T: Key>(b: &Buf<T>, at: usize, item: &Value) -> bool {
            T::of_atom(item).is_some_and(|item| b.get(at).same(item))
        }
        match self {
            Cell::Atom(v, item) => with_data!(&v.data, b => is(b, at, item)),
            Cell::Item(l, item) => match (l.text(at), plain_text(item)) {
                (Some(a), Some(b)) => a == b,
                _ => identical(&l.get(at), item),
            },
        }
    }

    /// The next place of the item, at `from` or behind it, among `n`.
    fn next(&self, from: usize, n: usize) -> Option<usize> {
        fn next<T: Key>(b: &Buf<T>, from: usize, item: &Value) -> Option<usize> {
            let item = T::of_atom(item)?;
            b.as_slice()[from..].iter().position(|x| x.same(item)).map(|i| from + i)
        }
        match self {
            Cell::Atom(v, item) => with_data!(&v.data, b => next(b, from, item)),
            Cell::Item(..) => (from..n).take_while(|_| !is_over()).find(|at| self.is_at(*at)),
        }
    }
}

fn check_type(column: &Value, item: &Value) -> Result<()> {
    let symbols = |t| matches!(t, Some(Type::Symbol | Type::Enum));
    let (a, b) = (column.item_type(), item.item_type());
    if a == b || a == Some(Type::List) || symbols(a) && symbols(b) { Ok(()) } else { Err(never(a, b)) }
}

/// As [`check_type`], of columns: an empty one may be of any type.
fn check_types(x: &Value, y: &Value) -> Result<()> {
    if x.count() == 0 || y.count() == 0 { Ok(()) } else { check_type(x, y) }
}

/// Integers of two types.
fn differ_in_width(column: &Value, row: &Value) -> bool {
    let types = (column.item_type(), row.item_type());
    matches!(types, (Some(a), Some(b)) if a != b && is_integer(a) && is_integer(b))
}

/// A column and what is searched for in it, as longs when they are integers of two types.
fn widened((column, row): (&Value, &Value)) -> Result<(Value, Value)> {
    match differ_in_width(column, row) {
        true => Ok((crate::cast(&LONG, column)?, crate::cast(&LONG, row)?)),
        false => Ok((column.clone(), row.clone())),
    }
}

/// Numbers for the items of `x`, those of `y` by the same numbers ([`NONE`] for others), and how many there are.
fn number_both(x: &Value, y: &Value) -> Result<(Vec<u32>, Vec<u32>, u64)> {
    check_types(x, y)?;
    let groups = crate::group_ids(&[x])?;
    let firsts: Vec<i64> = room::collected(groups.first.iter().map(|&i| i as i64));
    let distinct = crate::gather::pick(x, &firsts);
    let at = find_items(&distinct, y)?;
    let count = groups.count as i64;
    let b = at.into_iter().map(|i| if i < count { i as u32 } else { NONE }).collect();
    Ok((groups.ids, b, groups.count.max(1) as u64))
}

/// Replaces codes by their ranks of appearance; the new bound.
fn renumber(codes: &mut [u64], wanted: &mut [u64]) -> u64 {
    let mut ids: Ids<u64> = Ids::hashed(16);
    let mut count = 0;
    for c in codes {
        let (id, new) = ids.insert(*c, count);
        count += u32::from(new);
        *c = id.into();
    }
    for c in wanted {
        let id = if *c == u64::MAX { NONE } else { ids.get(*c) };
        *c = if id == NONE { u64::MAX } else { id.into() };
    }
    u64::from(count).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::Sym;

    /// Columns of few distinct items, so that rows repeat and share parts.
    fn table(n: usize, seed: usize) -> Vec<Value> {
        let item = |i: usize, width: usize| (i * 7919 + seed * 31 + i / 3) % width;
        let symbol = |i| Sym::new(["a", "b", "", "d"][item(i, 4)]);
        vec![
            Vector::of(Type::Symbol, (0..n).map(symbol).collect::<Vec<_>>()).into(),
            Value::longs((0..n).map(|i| item(i + 1, 900) as i64 - 5).collect()),
            Value::floats((0..n).map(|i| [0.0, f64::NAN, 1.5][item(i + 2, 3)]).collect()),
        ]
    }

    fn walk(columns: &[Value], rows: &[Value]) -> Vec<i64> {
        let n = columns[0].count();
        let same = |i: usize, j: usize| {
            columns.iter().zip(rows).all(|(c, r)| crate::order::identical(&c.at(i), &r.at(j)))
        };
        (0..rows[0].count()).map(|j| (0..n).find(|&i| same(i, j)).unwrap_or(n) as i64).collect()
    }

    #[test]
    fn few_and_many_rows_are_found_where_a_walk_finds_them() {
        let columns = table(9000, 1);
        for (m, seed) in [(1, 1), (2, 5), (9, 1), (300, 1), (300, 3), (2000, 2)] {
            let rows = table(m, seed);
            assert_eq!(find_rows(&columns, &rows).unwrap(), walk(&columns, &rows), "{m} rows");
        }
    }

    /// Strings among the columns, each of them in many rows.
    #[test]
    fn rows_with_strings_are_found_where_a_walk_finds_them() {
        let with_texts = |n: usize, seed: usize| {
            let texts: quarry_value::Texts =
                (0..n).map(|i| ["x", "", "yz", "w"][(i + seed) * i % 4].as_bytes()).collect();
            let mut columns = table(n, seed);
            columns.insert(1, texts.into());
            columns
        };
        for n in [3, 900] {
            let columns = with_texts(n, 1);
            for (m, seed) in [(1, 1), (1, 2), (2, 5), (8, 3), (9, 1), (40, 2)] {
                let rows = with_texts(m, seed);
                for _ in 0..12 {
                    assert_eq!(find_rows(&columns, &rows).unwrap(), walk(&columns, &rows), "{m} rows");
                }
            }
        }
    }

    #[test]
    fn an_attribute_changes_no_answer() {
        let plain = table(9000, 1);
        for attr in ["g", "p", "s", "u"] {
            let mut columns = plain.clone();
            match attr {
                "g" => {}
                "p" | "s" => {
                    let order = crate::gather::positions(&crate::iasc(&columns[0]).unwrap()).unwrap();
                    columns.iter_mut().for_each(|c| *c = crate::gather::pick(c, &order));
                }
                _ => columns[0] = Value::longs((0..9000).collect()),
            }
            columns[0] = crate::set_attribute(Sym::new(attr), &columns[0]).unwrap();
            for m in [1, 5, 100] {
                let mut rows = table(m, 4);
                if attr == "u" {
                    rows[0] = Value::longs((0..m as i64).map(|i| i * 91).collect());
                }
                assert_eq!(find_rows(&columns, &rows).unwrap(), walk(&columns, &rows), "{attr}# {m} rows");
            }
        }
    }
}
