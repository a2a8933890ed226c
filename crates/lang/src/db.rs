//! The open database: partitioned tables and where their partitions are.

use crate::prims::flat::Flat;
use crate::vm::Vm;
use quarry_value::{Error, Result, Sym, Table};

/// The column names of a table, with the partition column of a partitioned one.
pub fn column_names(_vm: &Vm, t: &Table) -> Vec<Sym> {
    t.names.clone()
}

/// The columns of the last partition, with the partition column: what `meta` describes.
pub fn sample(_vm: &mut Vm, _t: &Table) -> Result<Flat> {
    Err(Error::new("par"))
}
