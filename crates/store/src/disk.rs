//! Every change to files: made here and nowhere else, so that one switch makes all of them wait for the disk, and
//! tests can make any of them fail ([`faults`]).

use crate::faults::{self, Step, Verdict};
use crate::input::Input;
use crate::wait;
use std::cell::Cell;
use std::fs::{self, File, Metadata, OpenOptions, Permissions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, MetadataExt, PermissionsExt};
use std::path::Path;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes of a file that are compared at once.
const PART: usize = 1 << 16;

static DURABLE: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// Do the changes that this thread makes wait, whether all do or not?
    static WAITS: Cell<bool> = const { Cell::new(false) };
}

/// Shall changes wait until they have reached the disk?
pub fn set_durable(on: bool) {
    DURABLE.store(on, Ordering::Relaxed);
}

pub fn is_durable() -> bool {
    DURABLE.load(Ordering::Relaxed) || WAITS.get()
}

/// Does something whose changes wait for the disk, whether all do or not: those of other threads are none of its business.
pub fn durably<T>(work: impl FnOnce() -> T) -> T {
    let before = WAITS.replace(true);
    let done = work();
    WAITS.set(before);
    done
}

/// Does `work` unless a test wants it to fail.
fn step<T>(step: Step, path: &Path, work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    match faults::ask(step, path) {
        Verdict::Go => work(),
        Verdict::Half => unreachable!("only writes are done by halves"),
        Verdict::Refuse(e) => Err(e),
    }
}

/// A file that is written to.
pub struct Out {
    file: File,
    path: PathBuf,
}

impl Out {
    /// A file that must not be there yet.
    pub fn create_new(path: &Path) -> io::Result<Out> {
        Out::open(path, Step::Create, File::options().read(true).write(true).create_new(true))
    }

    /// A file that is there.
    pub fn update(path: &Path) -> io::Result<Out> {
        Out::open(path, Step::Map, File::options().read(true).write(true))
    }

    /// A file that is there, for writing only, as a pipe wants it: when somebody reads it.
    pub fn device(path: &Path) -> io::Result<Out> {
        Out::open(path, Step::Map, File::options().write(true))
    }

    /// A file that is made when it is not there.
    pub fn update_or_create(path: &Path) -> io::Result<Out> {
        Out::open(path, Step::Create, File::options().read(true).write(true).create(true).truncate(false))
    }

    /// A file whose end is written to, wherever that is; made when it is not there.
    pub fn append(path: &Path) -> io::Result<Out> {
        Out::open(path, Step::Create, File::options().read(true).append(true).create(true))
    }

    fn open(path: &Path, kind: Step, how: &OpenOptions) -> io::Result<Out> {
        let file = step(kind, path, || wait::open(path, how))?;
        Ok(Out { file, path: path.to_path_buf() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn file(&self) -> &File {
        &self.file
    }

    pub fn size(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// All bytes of the file.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        self.read_from(0)
    }

    /// The bytes from `at` to the end.
    pub fn read_from(&self, at: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        (&self.file).seek(SeekFrom::Start(at))?;
        (&self.file).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// `n` bytes from `at`, or as many as there are.
    pub fn read_some(&self, at: u64, n: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        (&self.file).seek(SeekFrom::Start(at))?;
        (&self.file).take(n as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Are these the bytes from `at` on?
    pub fn has(&self, at: u64, bytes: &[u8]) -> io::Result<bool> {
        let mut there = vec![0; PART.min(bytes.len())];
        let mut at = at;
        for part in bytes.chunks(PART) {
            let there = &mut there[..part.len()];
            match self.file.read_exact_at(there, at) {
                Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
                read => read?,
            }
            if there != part {
                return Ok(false);
            }
            at += part.len() as u64;
        }
        Ok(true)
    }

    /// Writes at byte `at`.
    pub fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(at))?;
        self.write_all(bytes)
    }

    /// Writes behind the first `size` bytes; when that fails they are what is there.
    pub fn extend(&mut self, size: u64, bytes: &[u8]) -> io::Result<()> {
        if self.size()? > size {
            self.cut(size)?;
        }
        self.write_at(size, bytes).map_err(|e| self.undone(size, e))
    }

    /// Writes at the end of a file that was opened for that; when it fails the file is as it was.
    pub fn add(&self, bytes: &[u8]) -> io::Result<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            match self.write_some(rest) {
                Ok(0) => {
                    return Err(self.taken_back(bytes.len() - rest.len(), io::ErrorKind::WriteZero.into()));
                }
                Ok(n) => rest = &rest[n..],
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(self.taken_back(bytes.len() - rest.len(), e)),
            }
        }
        Ok(())
    }

    /// [`Out::add`], and waits for the disk. What cannot be waited for is taken back, too.
    pub fn add_durably(&self, bytes: &[u8]) -> io::Result<()> {
        self.add(bytes)?;
        self.sync().map_err(|e| self.taken_back(bytes.len(), e))
    }

    /// Takes back the last `written` bytes, unless others have written behind them meanwhile.
    fn taken_back(&self, written: usize, e: io::Error) -> io::Error {
        let end = (&self.file).stream_position().unwrap_or(0);
        match self.file.metadata() {
            Ok(m) if m.is_file() && written > 0 && m.len() == end => {
                self.undone(end.saturating_sub(written as u64), e)
            }
            _ => e,
        }
    }

    /// Cuts off what was written of something that failed: a torn end would spoil what comes after it.
    fn undone(&self, size: u64, e: io::Error) -> io::Error {
        match self.cut(size) {
            Ok(()) => e,
            Err(left) => io::Error::new(e.kind(), format!("{e}; the file could not be cut back: {left}")),
        }
    }

    /// Makes the file so short.
    pub fn cut(&self, size: u64) -> io::Result<()> {
        step(Step::Cut, &self.path, || self.file.set_len(size))
    }

    /// Waits for the disk.
    pub fn sync(&self) -> io::Result<()> {
        step(Step::Sync, &self.path, || self.file.sync_data())?;
        faults::synced(&self.file, &self.path)
    }

    /// Waits for the disk if all changes do.
    pub fn settle(&self) -> io::Result<()> {
        if is_durable() { self.sync() } else { Ok(()) }
    }

    /// Gives the file the rights of another, and its group if this process may do that.
    pub fn take_rights(&self, model: &Metadata) -> io::Result<()> {
        take_rights(&self.file, model)
    }

    /// Has the file no name any more, because another took its place or it was deleted?
    pub fn is_nameless(&self) -> bool {
        self.file.metadata().is_ok_and(|m| m.is_file() && m.nlink() == 0)
    }

    /// Waits until no other process has the file locked. It is unlocked when it is closed.
    pub fn lock(&self) -> io::Result<()> {
        lock(&self.file)
    }

    /// Locks the file unless somebody else has. Where there are no locks, as if nobody had.
    pub fn try_lock(&self) -> io::Result<bool> {
        try_lock(&self.file)
    }

    /// Is this the file that the path leads to, and not one that was renamed or removed meanwhile?
    pub fn is_at_path(&self) -> io::Result<bool> {
        is_at(&self.file, &self.path)
    }
}

impl Out {
    fn write_some(&self, bytes: &[u8]) -> io::Result<usize> {
        let size = match faults::ask(Step::Write, &self.path) {
            Verdict::Go => bytes.len(),
            Verdict::Half => bytes.len().div_ceil(2),
            Verdict::Refuse(e) => return Err(e),
        };
        faults::writing(&self.file, &self.path)?;
        loop {
            match (&self.file).write(&bytes[..size]) {
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => wait::to_write(&self.file)?,
                written => return written,
            }
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_some(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Some file systems have no locks; kdb+ goes on without, too.
fn unless_unsupported(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(e) if has_no_locks(&e) => Ok(()),
        done => done,
    }
}

fn has_no_locks(e: &io::Error) -> bool {
    const NO_LOCKS: i32 = 37;
    e.kind() == io::ErrorKind::Unsupported || e.raw_os_error() == Some(NO_LOCKS)
}

/// Waits until nobody else has a file or directory locked. It is unlocked when it is closed.
pub fn lock(file: &File) -> io::Result<()> {
    wait::until(|| Ok(try_lock(file)?.then_some(())))
}

/// [`lock`] of what nobody else has. No: somebody has it.
pub fn try_lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(e)) => unless_unsupported(Err(e)).map(|()| true),
    }
}

/// Could somebody else have a file or directory locked, and nobody has? It is locked now.
pub fn is_ownerless(file: &File) -> bool {
    file.try_lock().is_ok()
}

/// Gives a file or directory the rights of another, and its group if this process may do that.
pub fn take_rights(file: &File, model: &Metadata) -> io::Result<()> {
    use rustix::fs::{Gid, Uid, fchown};
    let own = file.metadata()?;
    if own.gid() != model.gid() {
        // Whose group it is then is as for any new file.
        let _ = fchown(file, None, Some(Gid::from_raw(model.gid())));
    }
    if own.uid() != model.uid() {
        // Only root gives files to others.
        let _ = fchown(file, Some(Uid::from_raw(model.uid())), None);
    }
    let mask = if model.is_dir() { 0o7777 } else { 0o777 };
    let rights = |m: &Metadata| m.permissions().mode() & mask;
    if rights(&own) == rights(model) {
        return Ok(());
    }
    file.set_permissions(Permissions::from_mode(rights(model)))
}

/// Symbolic links that are followed one after the other, as many as the system follows.
const LINKS_MAX: usize = 40;

/// Where a path leads when its symbolic links are followed, also to what is not there yet. The path itself when they lead nowhere.
pub fn led_to(path: &Path) -> PathBuf {
    if let Ok(there) = fs::canonicalize(path) {
        return there;
    }
    let mut at = path.to_path_buf();
    for _ in 0..LINKS_MAX {
        match fs::read_link(&at) {
            Ok(to) => at = folder_of(&at).join(to),
            Err(_) => return at,
        }
    }
    path.to_path_buf()
}

pub fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let ours = file.metadata()?;
    match fs::metadata(path) {
        Ok(there) => Ok((there.dev(), there.ino()) == (ours.dev(), ours.ino())),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(e) => Err(e),
    }
}

pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    step(Step::Rename, to, || fs::rename(from, to))
}

/// [`rename`] to a name that nothing has. False: something has it.
pub fn rename_new(from: &Path, to: &Path) -> io::Result<bool> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    let new = || match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        // Some file systems cannot tell: nearly one step.
        Err(e) if [io::ErrorKind::InvalidInput, io::ErrorKind::Unsupported].contains(&e.kind()) => {
            if to.exists() { Ok(false) } else { fs::rename(from, to).map(|()| true) }
        }
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        done => done.map(|()| true).map_err(io::Error::from),
    };
    step(Step::Rename, to, new)
}

/// Two files or directories of one file system take each other's names, in one step.
pub fn exchange(a: &Path, b: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    step(Step::Rename, b, || Ok(renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE)?))
}

/// Another name for a file. It must not be there yet.
pub fn link(from: &Path, to: &Path) -> io::Result<()> {
    step(Step::Link, to, || fs::hard_link(from, to))
}

pub fn remove_file(path: &Path) -> io::Result<()> {
    step(Step::Remove, path, || fs::remove_file(path))
}

/// [`remove_file`]; not to be there is as good.
pub fn remove_if_there(path: &Path) -> io::Result<()> {
    match remove_file(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Removes an empty directory.
pub fn remove_dir(path: &Path) -> io::Result<()> {
    step(Step::Remove, path, || fs::remove_dir(path))
}

pub fn create_dir(path: &Path) -> io::Result<()> {
    step(Step::Directory, path, || fs::create_dir(path))
}

/// A directory and those above it, unless they are there.
pub fn create_dir_all(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() || path.is_dir() {
        return Ok(());
    }
    step(Step::Directory, path, || fs::create_dir_all(path))
}

/// Bytes that a name may have so that more can be put around it: file systems take 255.
const NAME_MAX: usize = 240;

/// The name of a file to which more is added. A long one goes by its beginning and a number that is made of all of it.
pub fn stem(path: &Path) -> Vec<u8> {
    let name = path.file_name().unwrap_or_default().as_bytes();
    if name.len() <= NAME_MAX {
        return name.to_vec();
    }
    let number =
        name.iter().fold(0xcbf29ce484222325u64, |h, c| (h ^ u64::from(*c)).wrapping_mul(0x100000001b3));
    [&name[..NAME_MAX - 17], format!("~{number:016x}").as_bytes()].concat()
}

/// The directory that a file is in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    }
}

/// Waits, if all changes do, until names in a directory have reached the disk.
pub fn settle_names(dir: &Path) -> io::Result<()> {
    if !is_durable() {
        return Ok(());
    }
    step(Step::Sync, dir, || File::open(dir)?.sync_all())
}

/// Opens a file to be mapped.
pub fn open_to_map(path: &Path) -> io::Result<File> {
    step(Step::Map, path, || wait::open(path, File::options().read(true)))
}

/// Opens what is read from the front.
pub fn open_to_read(path: &Path) -> io::Result<Input> {
    step(Step::Map, path, || Input::open(path))
}
