//! Compressed files: how they are asked for (`(lbs;alg;lvl)`, `.z.zd`), `-19!`, `-21!`, and the cache of what is decoded.

use super::files::symbol_of;
use super::flat::names;
use crate::vm::Vm;
use quarry_store::{self as store, Compression};
use quarry_value::error::{length_error, type_error};
use quarry_value::{Result, Sym, Value};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// `(lbs;alg;lvl)`: logical block size, algorithm and level. `None` for algorithm 0.
///
/// Errors: 'length, 'type; 'domain, which says what is out of range.
/// Source: kb/file-compression.
pub fn parameters(x: &Value) -> Result<Option<Compression>> {
    if x.count() != 3 || !x.is_list() {
        return Err(length_error().detail("compression is (block size;algorithm;level)"));
    }
    let at = |i: usize| x.at(i).as_long().ok_or_else(|| type_error().detail("compression is three integers"));
    Compression::new(at(0)?, at(1)?, at(2)?)
}

/// How files are compressed when nothing else is said: `.z.zd`, or a dictionary's own settings.
pub struct Defaults {
    other: Option<Compression>,
    columns: Vec<(Sym, Option<Compression>)>,
}

impl Defaults {
    /// What `.z.zd` holds: one setting, or a dictionary of settings by column whose null symbol is for the others. An
    /// empty list is none.
    pub fn of(vm: &Vm) -> Result<Defaults> {
        match vm.get(Sym::new(".z.zd")) {
            None => Ok(Defaults { other: None, columns: Vec::new() }),
            Some(x) if x.is_list() && x.count() == 0 => Ok(Defaults { other: None, columns: Vec::new() }),
            Some(x @ Value::Dict(_)) => Defaults { other: None, columns: Vec::new() }.but(&x),
            Some(x) => Ok(Defaults { other: parameters(&x)?, columns: Vec::new() }),
        }
    }

    /// These settings but for those of a dictionary, whose null symbol is for columns that neither names.
    pub fn but(mut self, how: &Value) -> Result<Defaults> {
        let Value::Dict(d) = how else { return Err(type_error()) };
        let setting = |(i, name): (usize, &Sym)| Ok((*name, parameters(&d.values.at(i))?));
        let columns: Vec<_> = names(&d.keys)?.iter().enumerate().map(setting).collect::<Result<_>>()?;
        if let Some((_, other)) = columns.iter().find(|(name, _)| name.is_empty()) {
            // It is for every column that the dictionary does not name.
            self = Defaults { other: *other, columns: Vec::new() };
        }
        self.columns.splice(..0, columns);
        Ok(self)
    }

    /// How a column is compressed.
    pub fn column(&self, name: Sym) -> Option<Compression> {
        self.columns.iter().find(|(n, _)| *n == name).map_or(self.other, |(_, how)| *how)
    }

    /// How a file is compressed: not at all when its name has a dot.
    pub fn file(&self, path: &Path) -> Option<Compression> {
        let dotted = path.file_name().is_some_and(|name| name.as_bytes().contains(&b'.'));
        self.other.filter(|_| !dotted)
    }

    /// How a column, whose file may be there, is to be written again: as is said here, else as it is.
    pub fn column_again(&self, name: Sym, file: &Path) -> Result<Option<Compression>> {
        match self.column(name) {
            None if file.is_file() => store::compression_of(file),
            how => Ok(how),
        }
    }

    /// How what lies at `path` is to be written again: a file that is there stays compressed as it is.
    pub fn again(&self, path: &Path) -> Result<Option<Compression>> {
        if path.is_file() { store::compression_of(path) } else { Ok(self.file(path)) }
    }
}

/// `-19!(from;to;lbs;alg;lvl)`: writes a file's content compressed to another; the other.
///
/// Errors: 'type, 'length, 'domain; the system's.
/// Source: basics/internal.
pub fn compress(vm: &Vm, x: &Value) -> Result<Value> {
    vm.may_change()?;
    if !x.is_list() || x.count() != 5 {
        return Err(length_error().detail("-19! takes (from;to;block size;algorithm;level)"));
    }
    let (Value::Sym(from), Value::Sym(to)) = (x.at(0), x.at(1)) else { return Err(type_error()) };
    let how = parameters(&Value::list((2..5).map(|i| x.at(i)).collect()))?;
    let to = vm.path(to)?;
    store::compress_file(&vm.path(from)?, &to, how)?;
    Ok(symbol_of(&to))
}

/// ``-21!`:file``: lengths, algorithm, block size and level of a compressed file; empty otherwise.
///
/// Errors: 'type; the system's; `bad meta data in file`.
/// Source: basics/internal.
pub fn statistics(vm: &Vm, x: &Value) -> Result<Value> {
    let Value::Sym(name) = x else { return Err(type_error()) };
    let Some(s) = store::stats(&vm.path(*name)?)? else {
        return Ok(Value::dict(Value::syms(Vec::new()), Value::empty_list()));
    };
    Ok(dictionary([
        ("compressedLength", Value::long(s.compressed_size)),
        ("uncompressedLength", Value::long(s.plain_size)),
        ("algorithm", Value::int(s.algorithm)),
        ("logicalBlockSize", Value::int(s.block_log2)),
        ("zipLevel", Value::int(s.level)),
    ]))
}

/// `.Q.zcache[]`: what the cache of decoded blocks holds and did. `.Q.zcache n` lets it hold `n` megabytes between
/// requests: 0 keeps nothing that long, as kdb+ does, and `0N` takes an eighth of the machine's memory.
///
/// `limit` and `held` are bytes; `files` are open; `hits` are blocks that a request found decoded, `misses` those it had to
/// decode; `decoded` bytes came of `read` ones.
/// Errors: 'type, 'domain.
/// Source: Quarry's own.
pub fn cache(vm: &Vm, x: &Value) -> Result<Value> {
    if !x.is_identity() {
        vm.may_change()?;
        resize(x.as_long().filter(|_| x.is_atom()).ok_or_else(type_error)?)?;
    }
    let s = store::cache_statistics();
    let long = |n: u64| Value::long(i64::try_from(n).unwrap_or(i64::MAX));
    let ratio = |a: u64, b: u64| Value::float(a as f64 / b as f64);
    Ok(dictionary([
        ("limit", long(s.limit as u64)),
        ("held", long(s.held as u64)),
        ("files", long(s.files as u64)),
        ("hits", long(s.hits)),
        ("misses", long(s.misses)),
        ("hitRatio", ratio(s.hits, s.hits + s.misses)),
        ("found", long(s.bytes_found)),
        ("decoded", long(s.bytes_decoded)),
        ("read", long(s.bytes_read)),
        ("dropped", long(s.bytes_dropped)),
        ("compressionRatio", ratio(s.bytes_decoded, s.bytes_read)),
    ]))
}

/// The cache may hold `megabytes`.
fn resize(megabytes: i64) -> Result<()> {
    let bytes = match megabytes {
        i64::MIN => None,
        n => Some(
            usize::try_from(n).ok().filter(|n| *n < 1 << 40).ok_or_else(|| {
                quarry_value::error::domain_error().detail("the cache holds megabytes, from 0")
            })? << 20,
        ),
    };
    store::set_cache_limit(bytes);
    Ok(())
}

fn dictionary<const N: usize>(entries: [(&str, Value); N]) -> Value {
    let names = entries.iter().map(|(name, _)| Sym::new(name)).collect();
    Value::dict(Value::syms(names), Value::list(entries.into_iter().map(|(_, v)| v).collect()))
}
