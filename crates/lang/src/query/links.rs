//! Links from a partitioned table into another: `select link.bid from trade`. The positions in a link are rows of the
//! other table in the same partition, so each partition's frame has the columns that its links lead to.

use super::frame::{Frame, names_in};
use crate::db::Database;
use crate::prims::flat::Flat;
use quarry_value::{Error, Result, Sym, Type, Value};

/// A name that leads into another partitioned table: `name` is column `column` of `table` at the positions that the
/// column `key` has, which may be such a name itself.
pub struct Path {
    pub name: Sym,
    key: Sym,
    table: Sym,
    column: Sym,
}

/// A [`Path`] in one partition.
pub struct Link {
    pub name: Sym,
    pub key: Sym,
    /// The column that the positions select from.
    pub target: Value,
}

/// The paths that expressions on a table follow, those to keys first. Columns are looked at in partition `k`.
///
/// Errors: the name of a column that the other table lacks.
pub fn paths(db: &Database, k: usize, table: Sym, trees: &[&Value]) -> Result<Vec<Path>> {
    let mut found: Vec<Path> = Vec::new();
    for name in trees.iter().flat_map(|tree| names_in(tree)) {
        let text = name.bytes();
        let dots: Vec<usize> = (1..text.len()).filter(|i| text[*i] == b'.').collect();
        let mut table = table;
        for (i, &dot) in dots.iter().enumerate() {
            let end = dots.get(i + 1).map_or(text.len(), |next| *next);
            let start = if i == 0 { 0 } else { dots[i - 1] + 1 };
            let own = Sym::new(&text[start..dot]);
            let (Ok(columns), column) = (db.columns(table), Sym::new(&text[dot + 1..end])) else { break };
            if !columns.contains(&own) {
                break;
            }
            let Some(other) = domain(db, k, table, own)? else { break };
            if !db.columns(other)?.contains(&column) {
                return Err(Error::text(column.bytes()).detail(format!("no column of {}", other.text())));
            }
            let (name, key) = (Sym::new(&text[..end]), Sym::new(&text[..dot]));
            if found.iter().all(|p| p.name != name) {
                found.push(Path { name, key, table: other, column });
            }
            table = other;
        }
    }
    Ok(found)
}

/// The partitioned table that a column is a link into.
fn domain(db: &Database, k: usize, table: Sym, column: Sym) -> Result<Option<Sym>> {
    let flat = db.part(k, table, &[column])?;
    Ok(match flat.columns.first() {
        Some(Value::Vector(v)) if v.ty == Type::Enum && db.columns(v.domain).is_ok() => Some(v.domain),
        _ => None,
    })
}

/// What the paths lead to in partition `k`.
pub fn open(db: &Database, k: usize, paths: &[Path]) -> Result<Vec<Link>> {
    let one = |p: &Path| {
        let target = db.part(k, p.table, &[p.column])?.columns.swap_remove(0);
        Ok(Link { name: p.name, key: p.key, target })
    };
    paths.iter().map(one).collect()
}

/// Adds what the paths lead to as columns, for a table that is looked at without its partition.
pub fn add(to: &mut Flat, frame: &Frame, paths: &[Path]) {
    for path in paths {
        if let Some(column) = frame.column(path.name) {
            to.names.push(path.name);
            to.columns.push(column);
        }
    }
}
