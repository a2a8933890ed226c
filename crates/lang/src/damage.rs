//! What is wrong with the columns of a partition: found when they are first read, before an answer is built on them.

use quarry_kernel::parted::Runs;
use quarry_store::database::Layout;
use quarry_value::{Attr, Data, Error, Result, Sym, Value, domain};

/// Of an enumeration that is not parted, at most this many items are looked at.
const LOOK_MAX: usize = 1 << 20;

/// Columns must be as long as the first of their table: a file cut short is not fewer rows.
/// Errors: 'length, naming the folder and both columns.
pub fn check_counts(layout: &Layout, i: usize, table: Sym, names: &[Sym], found: &[Value]) -> Result<()> {
    let first = layout.columns(table).and_then(|c| c.first()).copied().unwrap_or(table);
    let count = match found.first() {
        Some(c) if names.first() == Some(&first) => c.count(),
        // Where the first column is not to be had, a query of others may still run.
        _ => layout.count(i, table).unwrap_or_else(|_| found.first().map_or(0, Value::count)),
    };
    let Some(k) = found.iter().position(|c| c.count() != count) else { return Ok(()) };
    let dir = layout.table_dir(i, table);
    let (name, n) = (names[k].text(), found[k].count());
    let detail = format!("{}: {name} has {n} items, {} has {count}", dir.display(), first.text());
    Err(Error::new("length").detail(detail))
}

/// The positions of an enumerated column must lie in its domain: a `sym` file that is too short is not null symbols.
/// A domain that is not known is not judged. Errors: 'index, naming the file and the domain.
pub fn check_domain(file: &str, column: &Value) -> Result<()> {
    let Value::Vector(v) = column else { return Ok(()) };
    let Data::I64(positions) = &v.data else { return Ok(()) };
    if v.domain == Sym::EMPTY {
        return Ok(());
    }
    let Some(items) = domain::items(v.domain) else { return Ok(()) };
    let most = match v.attr.get() {
        Attr::Parted => most(Runs::of(v).heads(v).slice().unwrap_or_default()),
        _ => most(positions.range(0..positions.len().min(LOOK_MAX))),
    };
    if most < items.count() as i64 {
        return Ok(());
    }
    let detail =
        format!("{file} has position {most} of {}, which has {} items", v.domain.text(), items.count());
    Err(Error::new("index").detail(detail))
}

fn most(items: &[i64]) -> i64 {
    items.iter().copied().max().unwrap_or(i64::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_domain_is_not_judged() {
        let v = quarry_value::Vector::enumeration(Sym::new("nowhere"), vec![5]);
        assert!(check_domain("f", &v.into()).is_ok());
    }
}
