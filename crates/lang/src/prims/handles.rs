//! Files by handle and by name: listing, reading as text and bytes, open handles, appends.

use super::ipc;
use crate::network::Numbers;
use crate::operators;
use crate::vm::{Change, Vm};
use quarry_store as store;
use quarry_value::{Attr, Error, Kind, Result, Sym, Texts, Type, Value, Vector, error, fault, wire};
use std::collections::BTreeMap;
use std::collections::HashSet;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

/// Files that are open for appending, by handle.
pub struct Handles {
    numbers: Arc<Numbers>,
    files: Mutex<BTreeMap<i32, Arc<Open>>>,
}

/// A file that is open.
struct Open {
    file: File,
    /// What was read of it too early.
    early: Mutex<store::Early>,
}

enum File {
    /// It is written, and may be read, too.
    Out(store::Out, Form),
    /// It is only read.
    In(std::fs::File),
}

/// What becomes of what a handle is applied to.
enum Form {
    /// It goes behind the bytes of the file that lies here: text, bytes, a log.
    Bytes(PathBuf),
    /// It goes into the blocks of the compressed file that lies here.
    Packed(PathBuf),
    /// The file holds a vector or a list: items are appended to it.
    Items(PathBuf),
}

/// Handles a process may have open.
const HANDLES_MAX: usize = 1000;

impl Handles {
    /// No file is open. Numbers are shared with the connections.
    pub(crate) fn new(numbers: Arc<Numbers>) -> Handles {
        Handles { numbers, files: Mutex::default() }
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<i32, Arc<Open>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self, file: File, early: store::Early) -> Result<i32> {
        let mut open = self.files();
        if open.len() >= HANDLES_MAX {
            return Err(Error::new("conn").detail("too many files are open"));
        }
        let free = self.numbers.take();
        open.insert(free, Arc::new(Open { file, early: Mutex::new(early) }));
        Ok(free)
    }

    fn get(&self, handle: i64) -> Option<Arc<Open>> {
        let handle = i32::try_from(handle).ok()?;
        self.files().get(&handle).cloned()
    }

    /// The file of a handle; when another one has taken its place (``f set ()`` empties a log so), that one from now on.
    fn current(&self, handle: i64) -> Result<Option<Arc<Open>>> {
        let Some(open) = self.get(handle) else { return Ok(None) };
        let File::Out(file, Form::Bytes(path)) = &open.file else { return Ok(Some(open)) };
        if !file.is_nameless() || !path.is_file() {
            return Ok(Some(open));
        }
        let file = File::Out(store::open_to_append(path)?, Form::Bytes(path.clone()));
        let renewed = Arc::new(Open { file, early: Mutex::default() });
        let mut files = self.files();
        if let Some(place) = i32::try_from(handle).ok().and_then(|h| files.get_mut(&h)) {
            *place = renewed.clone();
        }
        Ok(Some(renewed))
    }

    fn close(&self, handle: i32) -> bool {
        let closed = self.files().remove(&handle).is_some();
        if closed {
            self.numbers.give_back(handle);
        }
        closed
    }
}

impl Open {
    /// Reads from it. What is read too much stays for the next time.
    fn read<R>(&self, read: impl FnOnce(&mut store::Input<&std::fs::File>) -> io::Result<R>) -> Result<R> {
        let file = match &self.file {
            File::Out(out, _) => out.file(),
            File::In(file) => file,
        };
        // Another thread may be waiting for what comes: to wait for that can be stopped, too.
        let free = || match self.early.try_lock() {
            Ok(early) => Ok(Some(early)),
            Err(TryLockError::Poisoned(e)) => Ok(Some(e.into_inner())),
            Err(TryLockError::WouldBlock) => Ok(None),
        };
        let mut early = store::until(free).map_err(|e| failed(&e))?;
        let mut input = store::Input::resumed(file, std::mem::take(&mut *early));
        let got = read(&mut input);
        *early = input.into_early();
        got.map_err(|e| failed(&e))
    }
}

/// What stopped a wait for a file, or 'os.
fn failed(e: &io::Error) -> Error {
    store::own_error(e).unwrap_or_else(|| Error::new("os").detail(error::reason(e)))
}

/// ``key `:path``: the sorted names in a directory, the path itself for a file, `()` when there is neither.
pub fn key(vm: &Vm, name: Sym) -> Result<Value> {
    Ok(match store::list(&vm.path(name)?)? {
        store::Listing::Directory(names) if names.is_empty() => Value::syms(names),
        store::Listing::Directory(names) => Vector::of(Type::Symbol, names).with_attr(Attr::Sorted).into(),
        store::Listing::File => Value::Sym(name),
        store::Listing::Nothing => Value::empty_list(),
    })
}

/// The file, offset and length that `read0` and `read1` take: a name, or `(name;offset;length)`.
fn extent(x: &Value) -> Result<(Sym, u64, Option<u64>)> {
    let whole = |v: &Value| v.as_long().and_then(|n| u64::try_from(n).ok());
    let what = "wanted a file's name, `:file, (name;offset), (name;offset;length) or a handle; offset and length are 0 or more";
    let wrong = || error::type_error().detail(what);
    match x {
        Value::Sym(name) => Ok((*name, 0, None)),
        Value::List(l) if (2..=3).contains(&l.len()) => {
            let (Value::Sym(name), Some(offset)) = (l.get(0), whole(&l.get(1))) else {
                return Err(wrong());
            };
            let length = if l.len() == 3 { Some(whole(&l.get(2)).ok_or_else(wrong)?) } else { None };
            Ok((name, offset, length))
        }
        _ => Err(wrong()),
    }
}

/// The bytes of a file, or of the part of one that `x` says.
pub fn read(vm: &Vm, x: &Value) -> Result<Vec<u8>> {
    let (name, offset, length) = extent(x)?;
    let at = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    store::textfile::read_bytes(&vm.path(name)?, at(offset), length.map(at))
}

/// `read0 x`: lines of a file (or of a part of it); a line of the console for 0, or of an open handle; of
/// `(handle;most)`, the characters that come next.
pub fn read0(vm: &mut Vm, x: &Value) -> Result<Value> {
    if x.as_long() == Some(0) {
        let mut stopped = Ok(());
        let line = vm.host.read_line(None, &mut || {
            stopped = vm.check_interrupt();
            stopped.is_err()
        });
        return stopped.map(|()| Value::chars(line.unwrap_or_default()));
    }
    match (pipe_of(x), x.is_atom()) {
        (Some((handle, _)), true) => return Ok(Value::chars(read_line(vm, handle)?)),
        (Some((handle, most)), false) => return Ok(Value::chars(read_pipe(vm, handle, most)?)),
        _ => {}
    }
    let bytes = read(vm, x)?;
    let mut lines: Vec<&[u8]> = bytes.split(|&c| c == b'\n').collect();
    if lines.last().is_some_and(|l| l.is_empty()) {
        lines.pop();
    }
    Ok(lines.iter().map(|l| l.strip_suffix(b"\r").unwrap_or(l)).collect::<Texts>().into())
}

/// `read1 x`: bytes of a file, or of a part of it; of a pipe's handle, or of `(handle;most)`, what comes next.
pub fn read1(vm: &mut Vm, x: &Value) -> Result<Value> {
    if let Some((handle, most)) = pipe_of(x) {
        return Ok(Value::bytes(read_pipe(vm, handle, most)?));
    }
    Ok(Value::bytes(read(vm, x)?))
}

/// Bytes that `read1 h` takes from a pipe at most, when it is not told.
const PIPE_READ: i64 = 65_536;

/// The handle and count of `read1 h` and `read1 (h;n)`.
fn pipe_of(x: &Value) -> Option<(i64, i64)> {
    match x {
        Value::I32(Type::Int, h) => Some((i64::from(*h), PIPE_READ)),
        Value::Vector(_) | Value::List(_) if x.count() == 2 && x.at(0).is_atom() => {
            Some((x.at(0).as_long()?, x.at(1).as_long()?))
        }
        _ => None,
    }
}

/// What a handle has, at most `most` bytes: the first of them is waited for. None at its end.
fn read_pipe(vm: &mut Vm, handle: i64, most: i64) -> Result<Vec<u8>> {
    let file = vm.handles.get(handle).ok_or_else(|| no_handle(handle))?;
    let most = usize::try_from(most).map_err(|_| error::domain_error())?;
    file.read(|input| input.some(most))
}

/// A line of a handle, without its end. What follows it stays to be read.
fn read_line(vm: &mut Vm, handle: i64) -> Result<Vec<u8>> {
    let file = vm.handles.get(handle).ok_or_else(|| no_handle(handle))?;
    file.read(|input| input.line())
}

fn no_handle(handle: i64) -> Error {
    Error::text(format!("{handle}")).detail("no such handle is open")
}

/// A handle that reads the named pipe at `path`; it waits for somebody who writes.
fn open_pipe(vm: &Vm, path: &[u8]) -> Result<Value> {
    let path = std::path::Path::new(std::ffi::OsStr::from_bytes(path));
    let input = store::Input::open(path).map_err(|e| store::os_error(path, &e))?;
    let (file, early) = input.into_parts();
    Ok(Value::int(vm.handles.open(File::In(file), early)?))
}

/// `hopen x`: a handle. To a process, by its place or port, perhaps with a time limit; ``hopen `:file``: one that
/// appends to a file, which is made, with its directories, when it is missing; ``hopen `:fifo://file``: one that reads
/// a named pipe. `reval` opens no file, 'access, and no connection, which it could not close: 'noupdate.
pub fn hopen(vm: &mut Vm, x: &Value) -> Result<Value> {
    let target = ipc::Target::of(x)?;
    if target.is_none() && vm.guarded {
        return Err(Error::new("access").detail("reval opens no file"));
    }
    if let Some(target) = target {
        // Only `reval` is more than what `-b` blocks: files. Source: basics/cmdline.
        if vm.guarded {
            vm.may_change()?;
        }
        return ipc::open(vm, &target);
    }
    vm.may_change()?;
    vm.may_use_system()?;
    let name = match x {
        Value::Sym(name) => *name,
        v => Sym::new(v.as_text().ok_or_else(error::type_error)?),
    };
    if let Some(pipe) = name.bytes().strip_prefix(b":fifo://") {
        return open_pipe(vm, pipe);
    }
    let path = vm.path(name)?;
    let file = store::open_to_append(&path)?;
    // The current directory may be another one by the time of the writing.
    let place = || std::path::absolute(&path).map_err(|e| store::os_error(&path, &e));
    let form = match (store::holds_items(&path)?, store::compression_of(&path)?) {
        (true, _) => Form::Items(place()?),
        (false, Some(_)) => Form::Packed(place()?),
        (false, None) => Form::Bytes(place()?),
    };
    Ok(Value::int(vm.handles.open(File::Out(file, form), store::Early::default())?))
}

/// `hclose h`: 'noupdate where nothing may be changed.
pub fn hclose(vm: &mut Vm, x: &Value) -> Result<Value> {
    let Some(h) = x.as_long() else { return Err(error::type_error()) };
    let handle = i32::try_from(h).map_err(|_| no_handle(h))?;
    // Who may change nothing closes no files, and in `reval` no connections.
    if vm.guarded || vm.handles.get(h).is_some() {
        vm.may_change()?;
    }
    if vm.handles.close(handle) || ipc::close(vm, handle)? {
        return Ok(Value::identity());
    }
    Err(no_handle(h))
}

/// ``hdel `:file``: deletes a file, or an empty directory.
pub fn hdel(vm: &mut Vm, x: &Value) -> Result<Value> {
    vm.may_change()?;
    vm.may_use_system()?;
    let Value::Sym(name) = x else { return Err(error::type_error()) };
    store::hdel(&vm.path(*name)?)?;
    Ok(x.clone())
}

/// ``hcount `:file``: its size in bytes, before compression.
pub fn hcount(vm: &mut Vm, x: &Value) -> Result<Value> {
    let Value::Sym(name) = x else { return Err(error::type_error()) };
    Ok(Value::long(store::hcount(&vm.path(*name)?)?))
}

fn not_written(h: i64, why: &str) -> Error {
    Error::text(format!("Cannot write to handle {}. OS reports: {why}", h.saturating_abs()))
}

const NO_FILE: &str = "Bad file descriptor";

/// A handle applied: to a process, a message; to a file that holds a vector or a list, items of it; to any other file the
/// bytes of each item of a list, serialised, which makes a log of one that ``f set ()`` began; text goes as it is to a text
/// file, and with a newline when the handle is negated. The handle.
pub fn write(vm: &mut Vm, h: i64, x: &Value) -> Result<Value> {
    if let Some(peer) = ipc::peer_of(vm, h.saturating_abs()) {
        return ipc::apply(vm, h, &peer, x);
    }
    vm.may_change()?;
    if vm.is_worker() {
        return Err(Error::new("hwr").detail("only the main thread writes to handles"));
    }
    let Some(file) = vm.handles.current(h.saturating_abs())? else { return Err(no_file(h, x)) };
    let File::Out(file, form) = &file.file else {
        return Err(not_written(h, NO_FILE).detail("what :fifo:// opens is only read"));
    };
    match form {
        Form::Items(path) => {
            let how = super::compressed::Defaults::of(vm)?.file(path);
            store::append(path, x, &|_| how)?;
        }
        Form::Packed(path) => store::append_bytes(path, &bytes_of(x, h < 0)?)?,
        // A disk that is full, say: a program that traps the error has its text alone.
        Form::Bytes(_) => file
            .add(&bytes_of(x, h < 0)?)
            .map_err(|e| store::own_error(&e).unwrap_or_else(|| not_written(h, &error::reason(&e))))?,
    }
    Ok(Value::int(h as i32))
}

/// The error of a number applied that is no handle: what no file takes was hardly meant for one.
fn no_file(h: i64, x: &Value) -> Error {
    let is_flush = h < 0 && (x.is_identity() || x.is_elided());
    let is_handle = i32::try_from(h).is_ok_and(|h| h != i32::MIN) && (is_flush || !x.is_function());
    let e = if is_handle { not_written(h, NO_FILE) } else { error::type_error() };
    let is_name = matches!(x, Value::Sym(_));
    if !is_flush && (x.is_function() || x.is_atom() && x.as_text().is_none() && !is_name) {
        return e.detail(format!(
            "{h} is no function or list; as a handle it takes text or a list, not type {}",
            x.type_told()
        ));
    }
    e.detail(format!("{h} is no function or list, and no handle that is open"))
}

/// What goes into a file that is text or a log.
fn bytes_of(x: &Value, as_lines: bool) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    match x {
        Value::Vector(v) if matches!(v.ty, Type::Char | Type::Byte) => {
            out.extend_from_slice(v.slice::<u8>().unwrap_or_default());
            if as_lines {
                out.push(b'\n');
            }
        }
        Value::U8(Type::Char, c) => {
            out.push(*c);
            if as_lines {
                out.push(b'\n');
            }
        }
        Value::List(l) if as_lines => {
            for i in 0..l.len() {
                out.extend_from_slice(l.get(i).as_text().ok_or_else(error::type_error)?);
                out.push(b'\n');
            }
        }
        Value::List(l) => {
            for i in 0..l.len() {
                wire::write_object(&l.get(i), &mut out)?;
            }
        }
        other => wire::write_object(other, &mut out)?,
    }
    // Of a mapped file that was cut short these are not its bytes.
    fault::check()?;
    Ok(out)
}

/// `` `:file[i;…] ``: the value in the file, indexed. The first index of a directory names a file in it, or several: of a
/// table whose columns differ in count each is read by itself, so that it can be mended (wp/hdb-analysis).
///
/// Errors: those of `get` and of indexing.
/// Source: ref/get.
pub(crate) fn apply(vm: &mut Vm, name: Sym, args: &[Value]) -> Result<Value> {
    if let Some(answer) = ipc::once(vm, name, args) {
        return answer;
    }
    let (name, rest) = match args {
        [Value::Sym(file), rest @ ..] if vm.path(name)?.is_dir() => (inside(name, *file), rest),
        _ => (name, args),
    };
    let x = match (super::files::get(vm, &Value::Sym(name)), rest) {
        (Err(e), [columns, rest @ ..]) if e.word() == b"length" && columns.as_syms().is_some() => {
            let files = columns.as_syms().unwrap_or_default().to_vec();
            let each = files.into_iter().map(|file| apply(vm, inside(name, file), rest));
            return Ok(Value::collapse(each.collect::<Result<_>>()?));
        }
        (x, _) => x?,
    };
    if rest.is_empty() { Ok(x) } else { vm.apply(&x, rest) }
}

/// The file `name` in a directory; of the null symbol, the directory as a splayed table.
fn inside(dir: Sym, name: Sym) -> Sym {
    Sym::new([dir.bytes().strip_suffix(b"/").unwrap_or(dir.bytes()), b"/", name.bytes()].concat())
}

/// ``.[`:file;();,;x]`` appends to a file; ``@[`:file;i;:;x]`` changes what is there. The first index of what is no
/// file names a file inside it: ``@[`:db/t;`sym;`p#]``.
///
/// Errors: those of reading, of the change and of writing; 'length; 'type/attr where items cannot be changed in place.
/// Source: ref/amend, kb/splayed-tables.
pub(crate) fn amend(vm: &mut Vm, name: Sym, path: &[Value], change: Change) -> Result<Value> {
    vm.may_change()?;
    match path {
        [] => amend_whole(vm, name, change)?,
        [file, rest @ ..] if file.item_type() == Some(Type::Symbol) && !vm.path(name)?.is_file() => {
            if let Value::Sym(file) = file {
                amend(vm, inside(name, *file), rest, change)?;
                return Ok(Value::Sym(name));
            }
            let files = file.as_syms().ok_or_else(error::type_error)?;
            let all: Vec<Sym> = files.iter().map(|file| inside(name, *file)).collect();
            if is_made(&change) && are_files(vm, &all) {
                super::files::change_all(vm, &all, |vm, i, mut x| {
                    let change = change.item(i, all.len())?;
                    if !rest.is_empty() {
                        may_amend(vm, all[i], &x)?;
                    }
                    vm.amend(&mut x, rest, change)?;
                    Ok(x)
                })?;
                return Ok(Value::Sym(name));
            }
            for (i, file) in files.iter().enumerate() {
                amend(vm, inside(name, *file), rest, change.item(i, files.len())?)?;
            }
        }
        _ => {
            let is_pure = is_pure(&change);
            super::files::change(vm, name, is_pure, |vm, mut x| {
                may_amend(vm, name, &x)?;
                vm.amend(&mut x, path, change.clone())?;
                Ok(x)
            })?;
        }
    }
    Ok(Value::Sym(name))
}

/// Is each of the new values what a function makes?
fn is_made(change: &Change) -> bool {
    match change {
        Change::Set(_) | Change::Made(_) => false,
        Change::Unary(_) => true,
        Change::Binary(f, _) => !is_operator(f, ":") && !is_operator(f, ","),
    }
}

/// Are there several files, each under a name of its own? One that is not there fails before any is changed.
fn are_files(vm: &Vm, names: &[Sym]) -> bool {
    let distinct: HashSet<&Sym> = names.iter().collect();
    names.len() > 1
        && distinct.len() == names.len()
        && names.iter().all(|name| vm.path(*name).is_ok_and(|path| !path.is_dir()))
}

/// Items of a file can be changed where they are plain: a vector without attribute, neither enumerated nor compressed.
///
/// Source: ref/amend.
fn may_amend(vm: &Vm, name: Sym, x: &Value) -> Result<()> {
    let path = vm.path(name)?;
    let plain = matches!(x, Value::Vector(v) if v.attr == Attr::None && v.ty != Type::Enum);
    if plain && store::compression_of(&path)?.is_none() {
        return Ok(());
    }
    let file = path.file_name().unwrap_or_default();
    let word = [b"type/attr error amending file ", file.as_bytes()].concat();
    let told = "only items of a plain vector, without attribute and not compressed, are changed in a file; set replaces the file";
    Err(Error::text(word).detail(told))
}

fn amend_whole(vm: &mut Vm, name: Sym, change: Change) -> Result<()> {
    let is_pure = is_pure(&change);
    let y = match change {
        Change::Set(y) | Change::Made(y) => y,
        Change::Binary(f, y) if is_operator(&f, ":") => y,
        Change::Binary(f, y) if is_operator(&f, ",") => {
            super::files::upsert(vm, name, &y)?;
            return Ok(());
        }
        Change::Unary(f) => {
            return super::files::change(vm, name, is_pure, |vm, x| vm.apply(&f, &[x]));
        }
        Change::Binary(f, y) => {
            return super::files::change(vm, name, is_pure, |vm, x| vm.apply(&f, &[x, y.clone()]));
        }
    };
    super::files::set(vm, &Value::Sym(name), &y)?;
    Ok(())
}

/// Is a change the same when it is made again? What a function of the program does is seen elsewhere.
fn is_pure(change: &Change) -> bool {
    match change {
        Change::Set(_) | Change::Made(_) => true,
        Change::Unary(f) | Change::Binary(f, _) => matches!(f, Value::Prim(_)),
    }
}

fn is_operator(f: &Value, text: &str) -> bool {
    matches!(f, Value::Prim(p) if p.kind() == Kind::Binary && p.text() == text)
}

/// `` `:dir/sym?x ``: positions in a domain's file, which grows by what it lacks; the variable follows.
pub fn extend_enumeration(vm: &mut Vm, name: Sym, x: &Value) -> Result<Value> {
    vm.may_change()?;
    // The variable follows.
    vm.globals_mut()?;
    let path = vm.path(name)?;
    let given = quarry_kernel::attr(x)?;
    let x = quarry_kernel::domain::resolve(x);
    let texts = match &x {
        Value::Sym(s) => vec![*s],
        other => other.as_syms().ok_or_else(error::type_error)?.to_vec(),
    };
    let how = super::compressed::Defaults::of(vm)?.file(&path);
    quarry_value::evaluation::settle()?;
    let found = store::enumerate(&path, &texts, how)?;
    let short = Sym::new(path.file_name().map(|f| f.as_bytes()).unwrap_or_default());
    super::persist::set_domain(vm, short, found.domain)?;
    let positions = Value::longs(found.positions);
    let positions = if x.is_atom() { positions.at(0) } else { positions };
    operators::with_attribute(&given, operators::enumeration(short, &positions)?)
}
