//! The open database: its partitioned tables, where their partitions are, and what `.Q` says of them.
//!
//! A process has one database open, as it has one current directory: loading a database makes its root the current
//! directory. A partitioned table is a table without columns that names itself ([`Table::from`]); queries find its
//! partitions here.

use crate::damage;
use crate::prims::column::repeat;
use crate::prims::files::symbol_of;
use crate::prims::flat::Flat;
use crate::prims::ops;
use crate::prims::persist::{self, adopt};
use crate::vm::Vm;
use quarry_kernel::{domain, pool};
use quarry_store::database::{self, Layout};
use quarry_store::{forget, splayed};
use quarry_value::error::type_error;
use quarry_value::{Error, Result, Sym, Table, Type, Value};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

/// How often columns are opened again whose counts differ.
const TRIES: usize = 20;

static OPEN: RwLock<Option<Arc<Database>>> = RwLock::new(None);

/// A database that is open.
pub struct Database {
    pub layout: Layout,
    /// Which partitions queries see: all, or those that `.Q.view` leaves.
    pub seen: Vec<usize>,
    /// Rows of each table in each partition of `seen`, once counted: `.Q.pn`.
    counts: Mutex<HashMap<Sym, Vec<i64>>>,
    /// Tables that partitions may lack, with their schemas: `.Q.vp`.
    missing: HashMap<Sym, Table>,
    /// Enumerated columns found to lie in their domain: partition, table, column.
    checked: Mutex<HashSet<(usize, Sym, Sym)>>,
    /// In which partitions the domains of a column of a table were met.
    met: Mutex<HashMap<(Sym, Sym), Vec<bool>>>,
    /// Rows that count of a table in a partition, where an append was not ended when it was first looked at.
    torn: Mutex<HashMap<(usize, Sym), Option<usize>>>,
}

/// The open database.
pub fn current() -> Option<Arc<Database>> {
    OPEN.read().unwrap_or_else(PoisonError::into_inner).clone()
}

fn open() -> Result<Arc<Database>> {
    current().ok_or_else(|| Error::new("par").detail("no partitioned database is open"))
}

/// Is this a table that the first partition of the open database has and the last one lacks?
pub(crate) fn is_earlier_table(name: Sym) -> bool {
    let is_plain = !name.bytes().contains(&b'.');
    let is_earlier = |db: Arc<Database>| match db.layout.partitions.len() {
        0 => false,
        n => db.layout.has(0, name) && !db.layout.has(n - 1, name),
    };
    is_plain && current().is_some_and(is_earlier)
}

/// What a thread that panicked has left is as good as any: entries are put in whole.
fn known<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

fn set_current(db: Option<Database>) {
    *OPEN.write().unwrap_or_else(PoisonError::into_inner) = db.map(Arc::new);
}

impl Database {
    fn of(layout: Layout) -> Database {
        let seen = (0..layout.partitions.len()).collect();
        Database {
            layout,
            seen,
            counts: Mutex::default(),
            missing: HashMap::new(),
            checked: Mutex::default(),
            met: Mutex::default(),
            torn: Mutex::default(),
        }
    }

    /// The partition column: `.Q.pf`.
    pub fn field(&self) -> Sym {
        Sym::new(self.layout.field.map_or("", |f| f.name()))
    }

    /// The partition column before other columns. One of these that has its name stands in its place.
    ///
    /// Source: MartinKMwai/KDB-Q (partitioned tables).
    pub fn with_field(&self, columns: &[Sym]) -> impl Iterator<Item = Sym> {
        let field = self.field();
        std::iter::once(field).chain(columns.iter().copied().filter(move |name| *name != field))
    }

    /// The values of the partitions that queries see: `.Q.pv`.
    pub fn values(&self) -> Value {
        let at: Vec<i64> = self.seen.iter().map(|i| *i as i64).collect();
        ops::pick(&self.layout.values(), &at)
    }

    /// The columns of a table, without the partition column.
    pub fn columns(&self, table: Sym) -> Result<&[Sym]> {
        self.layout.columns(table).ok_or_else(|| Error::text(table.bytes()))
    }

    /// Looks into columns of a table in partitions of those seen, for the first time: then the domains are met that they are
    /// enumerated over.
    pub fn meet_domains(&self, parts: &[usize], table: Sym, columns: &[Sym]) {
        let mut new: BTreeMap<usize, Vec<Sym>> = BTreeMap::new();
        let mut met = known(&self.met);
        for column in columns {
            let met =
                met.entry((table, *column)).or_insert_with(|| vec![false; self.layout.partitions.len()]);
            let is_new = |k: &&usize| !std::mem::replace(&mut met[self.seen[**k]], true);
            parts.iter().filter(is_new).for_each(|k| new.entry(*k).or_default().push(*column));
        }
        drop(met);
        let new: Vec<(usize, Vec<Sym>)> = new.into_iter().collect();
        // What fails is told where it is read.
        pool::map_items(new.len(), |i| self.part(new[i].0, table, &new[i].1).ok());
    }

    /// Columns of a table in partition `k` of those seen. A partition without the table is an error, or empty when
    /// `.Q.bv` has been called.
    pub fn part(&self, k: usize, table: Sym, columns: &[Sym]) -> Result<Flat> {
        let i = self.seen[k];
        if let Some(schema) = self.missing.get(&table)
            && !self.layout.has(i, table)
        {
            let column = |n: &Sym| schema.column(*n).cloned().ok_or_else(|| Error::text(n.bytes()));
            let columns_found = columns.iter().map(column).collect::<Result<_>>()?;
            return Ok(Flat { names: columns.to_vec(), columns: columns_found, keys: 0 });
        }
        let mut tries = 0;
        let found = loop {
            let found = self.columns_at(i, table, columns);
            tries += 1;
            // An append by somebody else may have ended between two columns.
            if tries > TRIES || !matches!(&found, Err(e) if e.word() == b"length") {
                break found?;
            }
        };
        self.check_domains(i, table, columns, &found)?;
        Ok(Flat { names: columns.to_vec(), columns: found, keys: 0 })
    }

    /// Columns of a table in partition `i`, of one count.
    fn columns_at(&self, i: usize, table: Sym, columns: &[Sym]) -> Result<Vec<Value>> {
        let mut found =
            self.layout.columns_at(i, table, columns).map_err(|e| match self.layout.has(i, table) {
                true => e,
                false => {
                    e.detail(format!("this partition has no {}: .Q.chk adds an empty one", table.text()))
                }
            })?;
        match self.torn(i, table) {
            Some(rows) => splayed::cut(&mut found, rows)?,
            None => damage::check_counts(&self.layout, i, table, columns, &found)?,
        }
        Ok(found)
    }

    /// Rows that count of a table in partition `i`, when not all that its columns hold do.
    fn torn(&self, i: usize, table: Sym) -> Option<usize> {
        let rows = known(&self.torn).get(&(i, table)).copied();
        rows.unwrap_or_else(|| {
            let rows = splayed::committed(&self.layout.table_dir(i, table)).ok().flatten();
            known(&self.torn).insert((i, table), rows);
            rows
        })
    }

    /// Signals what is wrong with enumerated columns of partition `i`: see [`damage`].
    fn check_domains(&self, i: usize, table: Sym, names: &[Sym], found: &[Value]) -> Result<()> {
        let enumerated = |c: &Value| c.item_type() == Some(Type::Enum);
        for (name, column) in names.iter().zip(found).filter(|(_, c)| enumerated(c)) {
            let place = (i, table, *name);
            if !known(&self.checked).contains(&place) {
                let file = splayed::column_path(&self.layout.table_dir(i, table), *name);
                damage::check_domain(&file.display().to_string(), column)?;
                if domain::name_of(column).is_some_and(domain::has_value) {
                    known(&self.checked).insert(place);
                }
            }
        }
        Ok(())
    }

    /// Rows of a table in each partition seen: `.Q.cn`.
    pub fn counts(&self, table: Sym) -> Result<Vec<i64>> {
        if let Some(counts) = known(&self.counts).get(&table) {
            return Ok(counts.clone());
        }
        let first: Vec<Sym> = self.columns(table)?.iter().take(1).copied().collect();
        let count = |k: usize| Ok(self.part(k, table, &first)?.count() as i64);
        let counts = pool::map_items(self.seen.len(), count).into_iter().collect::<Result<Vec<i64>>>()?;
        known(&self.counts).insert(table, counts.clone());
        Ok(counts)
    }
}

/// The column names of a table, with the partition column of a partitioned one.
pub fn column_names(t: &Table) -> Vec<Sym> {
    match current().filter(|_| t.is_elsewhere()) {
        Some(db) => db.with_field(&t.names).collect(),
        None => t.names.clone(),
    }
}

/// The columns of the last partition, with the partition column: what `meta` describes. They are those that are there now, also
/// where maintenance has changed them since the database was loaded.
///
/// Source: mau-mauricelim/dotfiles (tests of dbmaint).
pub fn sample(t: &Table) -> Result<Flat> {
    let db = open()?;
    let last = db.seen.len().checked_sub(1).ok_or_else(|| Error::new("par").detail("no partition"))?;
    let is_whole = db.columns(t.from).is_ok_and(|all| all == t.names);
    let names = match is_whole && db.layout.has(db.seen[last], t.from) {
        true => splayed::names(&db.layout.table_dir(db.seen[last], t.from))?,
        false => t.names.clone(),
    };
    let mut flat = db.part(last, t.from, &names)?;
    flat.put_first(db.field(), ops::without_attr(&db.values()));
    Ok(flat)
}

/// The first rows of a partitioned table, at most `n`: what the console shows.
pub fn first_rows(t: &Table, n: usize) -> Result<Value> {
    let db = open()?;
    let counts = db.counts(t.from)?;
    let mut at = Vec::new();
    let mut start = 0;
    for count in counts {
        let take = (n - at.len()).min(count as usize);
        at.extend((0..take as i64).map(|i| start + i));
        start += count;
    }
    rows(&db, t, &at)
}

/// `.Q.ind[t;rows]`: rows of a partitioned table by their numbers over all partitions.
///
/// Errors: 'type when `t` is not partitioned; 'length for a row beyond the last.
/// Source: ref/dotq, `.Q.ind`.
pub fn ind(t: &Value, at: &Value) -> Result<Value> {
    let Value::Table(t) = t else { return Err(type_error()) };
    if !t.is_elsewhere() {
        return Err(type_error().detail("the table is not partitioned"));
    }
    let Value::Vector(v) = at else {
        let one = at.as_long().ok_or_else(type_error)?;
        return rows(&*open()?, t, &[one]);
    };
    rows(&*open()?, t, v.slice::<i64>().ok_or_else(type_error)?)
}

fn rows(db: &Database, t: &Table, at: &[i64]) -> Result<Value> {
    let mut all = 0;
    let ends: Vec<i64> = db
        .counts(t.from)?
        .iter()
        .map(|count| {
            all += count;
            all
        })
        .collect();
    if at.iter().any(|i| !(0..all).contains(i)) {
        return Err(Error::new("length").detail("a row beyond the last"));
    }
    // The numbers in the order of their partitions.
    let parts: Vec<usize> = at.iter().map(|i| ends.partition_point(|end| end <= i)).collect();
    let mut order: Vec<usize> = (0..at.len()).collect();
    let in_order = parts.is_sorted();
    if !in_order {
        order.sort_by_key(|i| parts[*i]);
    }
    let mut out: Option<Flat> = None;
    let mut add = |k: usize, inside: &[usize]| -> Result<()> {
        let start = if k == 0 { 0 } else { ends[k - 1] };
        let local: Vec<i64> = inside.iter().map(|i| at[*i] - start).collect();
        let mut part = db.part(k, t.from, &t.names)?.map(|c| Ok(ops::pick(c, &local)))?;
        part.put_first(db.field(), repeat(&db.values().at(k), local.len()));
        append_flat(&mut out, part)
    };
    if at.is_empty() && !ends.is_empty() {
        add(ends.len() - 1, &[])?;
    }
    order.chunk_by(|i, j| parts[*i] == parts[*j]).try_for_each(|inside| add(parts[inside[0]], inside))?;
    let out = out.ok_or_else(|| Error::new("par"))?;
    if in_order {
        return Ok(out.into_value());
    }
    let mut places = vec![0; at.len()];
    order.iter().enumerate().for_each(|(place, i)| places[*i] = place as i64);
    Ok(out.map(|c| Ok(ops::pick(c, &places)))?.into_value())
}

/// Appends the rows of `part`; columns of different types are joined as `,` joins lists.
pub fn append_flat(all: &mut Option<Flat>, part: Flat) -> Result<()> {
    let Some(all) = all else {
        *all = Some(part);
        return Ok(());
    };
    for (column, more) in all.columns.iter_mut().zip(&part.columns) {
        let old = std::mem::replace(column, Value::identity());
        *column = quarry_kernel::join::join_onto(old, more)?;
    }
    Ok(())
}

/// Tables of the same columns, one under the other.
///
/// Errors: 'par when there is none; those of join.
pub fn under_another(parts: Vec<Flat>) -> Result<Flat> {
    let mut all: Option<Flat> = None;
    parts.into_iter().try_for_each(|part| append_flat(&mut all, part))?;
    all.ok_or_else(|| Error::new("par"))
}

/// `\l path`: a script is run, a data file or splayed table is assigned to its name, a database is opened: its root
/// becomes the current directory, what lies in it is assigned in the root, its scripts are run, but not for `\l .`.
///
/// Errors: the system's; those of the scripts.
/// Source: basics/syscmds, `\l`; ref/dotq, `.Q.l`, for the root.
pub fn load(vm: &mut Vm, path: &Path) -> Result<Value> {
    if !path.is_dir() {
        return load_file(vm, path);
    }
    if path.join(splayed::ORDER).is_file() {
        let name = base_name(path);
        let table = splayed_at(path)?;
        adopt(vm, &table);
        vm.set(name, table)?;
        return Ok(Value::Sym(name));
    }
    // Who is there already reloads what may have changed.
    load_database(vm, path, true, path != Path::new("."))?;
    Ok(Value::identity())
}

fn load_file(vm: &mut Vm, path: &Path) -> Result<Value> {
    let is_script = matches!(path.extension().and_then(|e| e.to_str()), Some("q" | "k" | "s"));
    if is_script || !quarry_store::is_data_file(path) {
        let text = quarry_store::textfile::script(path)?;
        // Functions keep the full path, which still leads there when the current directory is another.
        let full = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        vm.run_script(&text, full.as_os_str().as_bytes())?;
        return Ok(Value::identity());
    }
    let name = base_name(path);
    let value = quarry_store::get(path)?;
    adopt(vm, &value);
    vm.set(name, value)?;
    Ok(Value::Sym(name))
}

/// The splayed table in a directory, shown as that.
fn splayed_at(dir: &Path) -> Result<Value> {
    let name = dir.as_os_str().as_bytes();
    let end = name.iter().rposition(|c| *c != b'/').map_or(0, |last| last + 1);
    let from = Sym::new([b":", &name[..end], b"/"].concat());
    splayed::open_as(dir, splayed::names(dir)?, from)
}

fn base_name(path: &Path) -> Sym {
    let full = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    Sym::new(full.file_name().unwrap_or_default().as_bytes())
}

/// `'access` where a client under `-u`, or `reval`, would leave the current directory by what `par.txt` says.
fn may_open(vm: &Vm, root: &Path) -> Result<()> {
    if !vm.is_confined() {
        return Ok(());
    }
    database::segments(root)?.iter().try_for_each(|segment| vm.may_reach(&root.join(segment)))
}

/// `work` in a directory, which is the current one from then on. When that fails, the one before is again.
fn moving_to<T>(path: &Path, work: impl FnOnce(&Path) -> Result<T>) -> Result<T> {
    let before = std::env::current_dir();
    std::env::set_current_dir(path).map_err(|e| quarry_store::os_error(path, &e))?;
    let done = work(Path::new("."));
    if let (Err(_), Ok(before)) = (&done, before) {
        // What failed is told already; the directory before may be gone.
        let _ = std::env::set_current_dir(before);
        forget();
    }
    done
}

/// Where the parts of a database are, and the values of what lies in its root.
fn read(root: &Path) -> Result<(Layout, Vec<(Sym, Value)>)> {
    forget();
    let layout = database::open(root)?;
    // Other files that are no data are passed over, but not the domain of the enumerations.
    let sym = root.join("sym");
    let has_tables = layout.field.is_some() || layout.objects.iter().any(|(_, path)| path.is_dir());
    if has_tables && sym.is_file() && !quarry_store::is_data_file(&sym) {
        quarry_store::get(&sym)?;
    }
    let value = |path: &Path| match path.join(splayed::ORDER).is_file() {
        true => splayed_at(path),
        false => persist::loaded(path),
    };
    let objects = layout.objects.iter().map(|(name, path)| Ok((*name, value(path)?)));
    let objects = objects.collect::<Result<_>>()?;
    Ok((layout, objects))
}

/// `.Q.lo`: opens a database, with or without making its root the current directory and running its scripts.
fn load_database(vm: &mut Vm, path: &Path, change_directory: bool, scripts: bool) -> Result<()> {
    // Nothing is done by halves where globals cannot be set.
    vm.globals_mut()?;
    may_open(vm, path)?;
    let (layout, objects) = if change_directory { moving_to(path, read)? } else { read(path)? };
    for (name, value) in objects {
        if value.as_syms().is_some() || value.is_keyed_table() || matches!(value, Value::Table(_)) {
            domain::set(name, &value);
        }
        adopt(vm, &value);
        vm.set_full(name, value)?;
    }
    let files = layout.scripts.clone();
    match layout.field {
        Some(_) => install(vm, Database::of(layout))?,
        // Without a change of the directory what is open stays.
        None if change_directory => set_current(None),
        None => {}
    }
    if scripts {
        for file in files {
            load_file(vm, &file)?;
        }
    }
    Ok(())
}

/// `.Q.l x`: loads the directory or file that `x` names.
///
/// Source: ref/dotq, `.Q.l`.
pub fn load_named(vm: &mut Vm, x: &Value) -> Result<Value> {
    let Value::Sym(name) = x else { return Err(type_error()) };
    load(vm, &vm.path(*name)?)
}

/// `.Q.lo[dir;cd;scripts]`: opens a database, optionally without changing to its directory or running its scripts.
///
/// Source: ref/dotq, `.Q.lo`.
pub fn load_without(vm: &mut Vm, dir: &Value, cd: &Value, scripts: &Value) -> Result<Value> {
    let Value::Sym(name) = dir else { return Err(type_error()) };
    let flag = |x: &Value| x.as_long().map(|x| x != 0).ok_or_else(type_error);
    load_database(vm, &vm.path(*name)?, flag(cd)?, flag(scripts)?)?;
    Ok(Value::identity())
}

/// `.Q.li x`: partitions with these values that have appeared on disk since are added to the open database.
///
/// Source: ref/dotq, `.Q.li`.
pub fn load_partitions(vm: &mut Vm, x: &Value) -> Result<Value> {
    let db = open()?;
    may_open(vm, &db.layout.root)?;
    let layout = database::open(&db.layout.root)?;
    let mut fresh = Database::of(layout);
    let all = fresh.layout.values();
    let known = quarry_kernel::in_(&all, &db.values())?;
    let asked = quarry_kernel::in_(&all, x)?;
    let is = |mask: &Value, i: usize| matches!(mask.at(i), Value::U8(_, 1));
    fresh.seen.retain(|i| is(&known, *i) || is(&asked, *i));
    // What `.Q.bv` found of tables that partitions lack holds for those, too.
    fresh.missing = db.missing.clone();
    for t in db.layout.tables.iter().filter(|t| db.missing.contains_key(&t.name)) {
        if fresh.layout.tables.iter().all(|u| u.name != t.name) {
            fresh.layout.tables.push(t.clone());
        }
    }
    install(vm, fresh)?;
    Ok(Value::identity())
}

/// Makes a database current and tells `.Q` and the globals of it: those of the root, whatever the current namespace.
fn install(vm: &mut Vm, db: Database) -> Result<()> {
    let layout = &db.layout;
    for t in &layout.tables {
        vm.set_full(t.name, Table::from_elsewhere(t.columns.clone(), t.name).into())?;
    }
    let table_names: Vec<Sym> = layout.tables.iter().map(|t| t.name).collect();
    let handle = |s: &str| Sym::new(format!(":{s}"));
    let places: Vec<Sym> = layout.partitions.iter().map(|p| handle(&p.segment)).collect();
    let seen: Vec<Sym> = db.seen.iter().map(|i| places[*i]).collect();
    let q = |name: &str| Sym::new(format!(".Q.{name}"));
    let values = db.values();
    vm.set(q("pf"), Value::Sym(db.field()))?;
    vm.set(q("pt"), Value::syms(table_names.clone()))?;
    vm.set(q("PV"), layout.values())?;
    vm.set(q("PD"), Value::syms(places))?;
    vm.set(
        q("u"),
        Value::bool(quarry_kernel::distinct(&layout.values())?.count() == layout.partitions.len()),
    )?;
    vm.set(q("pv"), values.clone())?;
    vm.set(q("pd"), Value::syms(seen))?;
    vm.set(
        q("pn"),
        Value::dict(
            Value::syms(table_names.clone()),
            Value::list(vec![Value::empty_list(); table_names.len()]),
        ),
    )?;
    if !layout.segments.is_empty() {
        vm.set(q("P"), Value::syms(layout.segments.iter().map(|s| handle(s)).collect()))?;
        vm.set(q("D"), values_by_segment(layout))?;
    } else {
        // Of a segmented database that was open before.
        for name in ["P", "D"].map(q) {
            vm.remove_full(name)?;
        }
    }
    vm.set_full(db.field(), values)?;
    set_current(Some(db));
    Ok(())
}

/// `.Q.D`: the partitions of each segment.
fn values_by_segment(layout: &Layout) -> Value {
    let values = layout.values();
    let of = |s: &String| {
        let here = (0..layout.partitions.len()).filter(|i| layout.partitions[*i].segment == *s);
        ops::pick(&values, &here.map(|i| i as i64).collect::<Vec<_>>())
    };
    Value::list(layout.segments.iter().map(of).collect())
}

/// `.Q.view x`: from now on queries see only the partitions with these values; `.Q.view[]` shows all. Tables have the
/// columns of the last partition that is seen.
///
/// Errors: `invalid partition filter` when none is left; the system's for a table without its file of columns.
/// Source: ref/dotq, `.Q.view`; wp/hdb-analysis.
pub fn view(vm: &mut Vm, x: &Value) -> Result<Value> {
    let db = open()?;
    let all = db.layout.values();
    let mut fresh = Database::of(db.layout.clone());
    fresh.missing = db.missing.clone();
    if x.item_type().is_some() && !x.is_identity() && x.item_type() != Some(Type::List) {
        let keep = quarry_kernel::in_(&all, x)?;
        fresh.seen.retain(|i| matches!(keep.at(*i), Value::U8(_, 1)));
        if fresh.seen.is_empty() {
            return Err(Error::new("invalid partition filter"));
        }
    }
    if let Some(last) = fresh.seen.last() {
        fresh.layout.take_columns_of(*last)?;
    }
    install(vm, fresh)?;
    Ok(Value::identity())
}

/// The rows of a partitioned table in all partitions seen.
pub fn count(t: &Table) -> Result<u64> {
    Ok(open()?.counts(t.from)?.iter().map(|n| n.unsigned_abs()).sum())
}

/// `.Q.cn t`: rows of a partitioned table in each partition; fills `.Q.pn`.
///
/// Source: ref/dotq, `.Q.cn`.
pub fn cn(vm: &mut Vm, x: &Value) -> Result<Value> {
    let Value::Table(t) = x else { return Err(type_error()) };
    if !t.is_elsewhere() {
        return Ok(Value::long(t.count() as i64));
    }
    let db = open()?;
    let counts = Value::longs(db.counts(t.from)?);
    let all = known(&db.counts).clone();
    let tables: Vec<Sym> = db.layout.tables.iter().map(|t| t.name).collect();
    let each = |n: &Sym| all.get(n).map_or_else(Value::empty_list, |c| Value::longs(c.clone()));
    let pn = Value::dict(Value::syms(tables.clone()), Value::list(tables.iter().map(each).collect()));
    vm.set(Sym::new(".Q.pn"), pn)?;
    Ok(counts)
}

/// `.Q.qp x`: `1b` for a partitioned table, `0b` for a splayed one, 0 for anything else.
///
/// Source: ref/dotq, `.Q.qp`.
pub fn qp(x: &Value) -> Value {
    match x {
        Value::Table(t) if t.is_elsewhere() => Value::bool(!t.is_from_directory()),
        Value::Table(t) if t.place().is_some() => Value::bool(false),
        _ => Value::long(0),
    }
}

/// `.Q.bv x`: partitions may lack tables, the last one too; they count as empty, like the last partition that has the
/// table, or the first when `x` is the null symbol.
///
/// Source: ref/dotq, `.Q.bv`.
pub fn bv(vm: &mut Vm, x: &Value) -> Result<Value> {
    let db = open()?;
    let from_first = matches!(x, Value::Sym(_));
    let mut layout = db.layout.clone();
    layout.find_all_tables(from_first)?;
    let mut fresh = Database::of(layout);
    fresh.seen = db.seen.clone();
    let n = db.layout.partitions.len();
    for t in &fresh.layout.tables {
        let having: Vec<usize> = (0..n).filter(|i| db.layout.has(*i, t.name)).collect();
        let model = if from_first { having.first() } else { having.last() };
        if let Some(i) = model
            && having.len() < n
        {
            fresh.missing.insert(t.name, db.layout.schema(*i, t.name)?);
        }
    }
    let mut tables: Vec<Sym> = fresh.missing.keys().copied().collect();
    tables.sort();
    let (field, none) = (fresh.field(), ops::pick(&fresh.layout.values(), &[]));
    let with_field = |n: &Sym| {
        let mut schema = fresh.missing[n].clone();
        schema.columns.iter_mut().for_each(|c| *c = ops::without_attr(c));
        schema.names.insert(0, field);
        schema.columns.insert(0, none.clone());
        Value::Table(Arc::new(schema))
    };
    let schemas = tables.iter().map(with_field).collect();
    let vp = Value::dict(Value::syms(tables), Value::list(schemas));
    install(vm, fresh)?;
    vm.set(Sym::new(".Q.vp"), vp)?;
    Ok(Value::identity())
}

/// `.Q.chk dir`: writes empty tables where partitions lack them; the partitions that were mended.
///
/// Source: ref/dotq, `.Q.chk`.
pub fn chk(vm: &Vm, x: &Value) -> Result<Value> {
    vm.may_change()?;
    let Value::Sym(dir) = x else { return Err(type_error()) };
    let root = vm.path(*dir)?;
    may_open(vm, &root)?;
    let mended = database::fill_missing(&root)?;
    let one = |(path, tables): &(std::path::PathBuf, Vec<Sym>)| match tables.is_empty() {
        true => Value::empty_list(),
        false => Value::collapse(vec![symbol_of(path)]),
    };
    Ok(Value::list(mended.iter().map(one).collect()))
}

/// `.Q.par[dir;partition;table]`: where a table of a partition is expected.
///
/// Source: ref/dotq, `.Q.par`.
pub fn par(vm: &Vm, dir: &Value, partition: &Value, table: &Value) -> Result<Value> {
    let (Value::Sym(dir), Value::Sym(table)) = (dir, table) else { return Err(type_error()) };
    Ok(symbol_of(&database::par(&vm.path(*dir)?, &partition_name(partition)?, *table)?))
}

/// The directory of a partition: its value as `string` shows it.
///
/// Errors: 'type for what is not an atom.
pub fn partition_name(x: &Value) -> Result<String> {
    if !x.is_atom() {
        return Err(type_error().detail("a partition is an atom"));
    }
    Ok(String::from_utf8_lossy(&quarry_value::text::text_of(x)).into_owned())
}
