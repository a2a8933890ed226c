//! Queries of partitioned tables.

use super::Query;
use crate::vm::Vm;
use quarry_value::{Error, Result, Table, Value};

/// Select and exec of a partitioned table.
pub fn select(_vm: &mut Vm, _t: &Table, _query: &Query) -> Result<Value> {
    Err(Error::new("par").detail("no partitioned database is open"))
}
