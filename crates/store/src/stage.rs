//! What is written under another name and takes its place in one step: files, and the directories of splayed tables.
//!
//! The other name is hidden and beside the place (`.x.qtmp`), so that renaming is one step of one file system. Its
//! owner has it locked: what a process that is gone left behind is removed by the next that writes there (`leftover`).

use crate::disk::{self, Out};
use crate::pending::Pending;
use crate::stamp::Before;
use crate::{leftover, splayed};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Writers of one place at a time.
const WRITERS_MAX: usize = 1000;

/// What writes the bytes of a file.
pub type Fill<'a> = dyn FnMut(&mut BufWriter<Out>) -> io::Result<()> + 'a;

/// A file that is written and not yet in its place. Dropped, it is gone, unless it is to be kept.
pub struct Staged {
    path: PathBuf,
    pub target: PathBuf,
    keep: bool,
    /// It is a second name of a file, which may be the one in its place already.
    is_link: bool,
    /// Open, because it is locked.
    _lock: Option<Out>,
}

impl Staged {
    /// Writes a file for `target`.
    pub fn write(target: &Path, fill: &mut Fill) -> io::Result<Staged> {
        leftover::sweep_once(disk::folder_of(target));
        let out = claim(target)?;
        let rights = fs::metadata(target).map_or(Ok(()), |old| out.take_rights(&old));
        let mut to = BufWriter::with_capacity(1 << 16, out);
        let done = rights
            .and_then(|()| fill(&mut to))
            .and_then(|()| to.flush())
            .and_then(|()| to.get_ref().settle());
        let (out, _) = to.into_parts();
        let path = out.path().to_path_buf();
        let target = target.to_path_buf();
        let staged = Staged { path, target, keep: false, is_link: false, _lock: Some(out) };
        done.map(|()| staged)
    }

    /// A second name for the file `from`, which is to become `target`. Where the file system has none, a copy.
    pub fn link(from: &Path, target: &Path) -> io::Result<Staged> {
        leftover::sweep_once(disk::folder_of(target));
        for n in 0..WRITERS_MAX {
            let path = beside(target, n);
            match disk::link(from, &path) {
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                    reclaim(&path)?;
                }
                Err(e) if e.kind() == io::ErrorKind::StorageFull => return Err(e),
                Err(_) => break,
                Ok(()) => {
                    let target = target.to_path_buf();
                    return Ok(Staged { path, target, keep: false, is_link: true, _lock: None });
                }
            }
        }
        Staged::write(target, &mut |to| io::copy(&mut File::open(from)?, to).map(drop))
    }

    /// A file that is there under a name of its own.
    pub fn existing(path: PathBuf, target: PathBuf) -> Staged {
        Staged { path, target, keep: true, is_link: false, _lock: None }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the file in its place.
    pub fn commit(mut self) -> io::Result<()> {
        disk::rename(&self.path, &self.target)?;
        if self.is_link {
            // A name in place of one of the same file stays.
            disk::remove_if_there(&self.path)?;
        }
        self.keep = true;
        disk::settle_names(disk::folder_of(&self.target))
    }

    /// Puts the file where nothing is. False: something is.
    pub fn commit_new(mut self) -> io::Result<bool> {
        self.keep = disk::rename_new(&self.path, &self.target)?;
        disk::settle_names(disk::folder_of(&self.target))?;
        Ok(self.keep)
    }

    /// The file is not to go away any more: it is noted where it belongs.
    pub fn keep(&mut self) {
        self.keep = true;
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if !self.keep {
            // It is of no use to anybody; one that stays is used by the next writer.
            let _ = disk::remove_file(&self.path);
        }
    }
}

/// The name beside `target` under which writer `n` writes.
fn beside(target: &Path, n: usize) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(OsStr::from_bytes(&disk::stem(target)));
    if n > 0 {
        name.push(format!(".{n}"));
    }
    name.push(leftover::SUFFIX);
    target.with_file_name(name)
}

/// An empty file that nobody else writes.
fn claim(target: &Path) -> io::Result<Out> {
    for n in 0..WRITERS_MAX {
        let path = beside(target, n);
        let out = match Out::create_new(&path) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => match reclaim(&path)? {
                true => match Out::create_new(&path) {
                    Err(e) if e.kind() == io::ErrorKind::AlreadyExists => continue,
                    out => out?,
                },
                false => continue,
            },
            out => out?,
        };
        if out.try_lock()? && out.is_at_path()? {
            return Ok(out);
        }
    }
    Err(io::Error::other("too many writers"))
}

/// Removes what a process that is gone left under a name. No: somebody has it.
fn reclaim(path: &Path) -> io::Result<bool> {
    let left = match File::open(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(true),
        left => left?,
    };
    let ours = disk::try_lock(&left)? && disk::is_at(&left, path)?;
    if ours {
        disk::remove_if_there(path)?;
    }
    Ok(ours)
}

/// What a table may take the place of.
#[derive(Clone, Copy)]
pub enum Over<'a> {
    Anything,
    /// Of a directory at most.
    NoTable,
    /// Of the table with these files.
    Seen(&'a Before),
}

impl Over<'_> {
    fn allows(self, target: &Path) -> bool {
        match self {
            Over::Anything => true,
            Over::NoTable => !target.join(splayed::ORDER).exists(),
            Over::Seen(before) => before.is_now(),
        }
    }
}

/// The directory of a splayed table that is being written.
pub struct StagedTable {
    path: PathBuf,
    target: PathBuf,
    /// Where the folder that the table belongs in is not there: the one that is to become it, so that nobody finds a
    /// partition without its table.
    outer: Option<PathBuf>,
    /// Open, because it is locked: the directory that is to take its place, then the one whose place it took.
    lock: File,
    /// Somebody else may use the name by now.
    committed: bool,
}

impl StagedTable {
    /// An empty directory to write the files of the table `target` to. The folders around it are made.
    pub fn begin(target: &Path) -> io::Result<StagedTable> {
        let folder = disk::folder_of(target);
        if !folder.exists() {
            return StagedTable::begin_with(folder, target);
        }
        let claimed = match claim_directory(target) {
            // Nothing may be made beside it; inside it may.
            Err(e) if e.kind() == io::ErrorKind::PermissionDenied && target.is_dir() => {
                claim_directory(&target.join("d"))
            }
            claimed => claimed,
        };
        let (path, lock) = claimed?;
        leftover::sweep_once(disk::folder_of(&path));
        let target = target.to_path_buf();
        Ok(StagedTable { path, target, outer: None, lock, committed: false })
    }

    /// The same where the folder that it belongs in is not there, either.
    fn begin_with(folder: &Path, target: &Path) -> io::Result<StagedTable> {
        disk::create_dir_all(disk::folder_of(folder))?;
        let (outer, lock) = claim_directory(folder)?;
        leftover::sweep_once(disk::folder_of(&outer));
        let path = outer.join(target.file_name().unwrap_or_default());
        let stage =
            StagedTable { path, target: target.to_path_buf(), outer: Some(outer), lock, committed: false };
        disk::create_dir(&stage.path).map(|()| stage)
    }

    /// Writes a file of the table.
    pub fn write(&self, name: &OsStr, fill: &mut Fill) -> io::Result<()> {
        let out = Out::create_new(&self.path.join(name))?;
        // A new column has the rights of the table's other files.
        let models = [self.target.join(name), self.target.join(splayed::ORDER)];
        if let Some(model) = models.iter().find_map(|p| fs::metadata(p).ok()) {
            out.take_rights(&model)?;
        }
        let mut to = BufWriter::with_capacity(1 << 16, out);
        fill(&mut to)?;
        to.flush()?;
        to.get_ref().settle()
    }

    /// Puts the table in its place, in one step where the file system can. `belongs` says of a file in the old
    /// directory whether it goes with the old table; the others stay. False: it was not to replace what is there.
    pub fn commit(mut self, belongs: &dyn Fn(&OsStr) -> bool, over: Over) -> io::Result<bool> {
        disk::settle_names(&self.path)?;
        if !over.allows(&self.target) {
            return Ok(false);
        }
        if self.commit_folder()? || self.commit_new()? {
            return Ok(true);
        }
        // Nobody is to append to the old table meanwhile. Who may not write there may not append, either.
        let alone = match Pending::begin(&self.target) {
            Err(e) if e.kind() == io::ErrorKind::PermissionDenied => None,
            alone => Some(alone?),
        };
        if !over.allows(&self.target) {
            return Ok(false);
        }
        if !self.may_exchange() {
            return self.move_files(belongs).map(|()| true);
        }
        // The old directory is going to have the staged one's name, which others look for what was left behind: it is locked until it
        // is gone.
        let old = File::open(&self.target)?;
        disk::lock(&old)?;
        disk::take_rights(&self.lock, &old.metadata()?)?;
        if !(carry_over(&self.target, &self.path, belongs)? && self.exchange()?) {
            return self.move_files(belongs).map(|()| true);
        }
        // What somebody has put there since, as far as that can be: the table has been replaced.
        let _ = carry_over(&self.path, &self.target, belongs);
        self.lock = old;
        // It is in the old directory now, and goes with it.
        alone.into_iter().for_each(Pending::leave);
        disk::settle_names(disk::folder_of(&self.target)).map(|()| true)
    }

    /// Puts the table where nothing is. No: something is.
    fn commit_new(&mut self) -> io::Result<bool> {
        if self.target.exists() {
            return if self.target.is_dir() { Ok(false) } else { Err(io::ErrorKind::NotADirectory.into()) };
        }
        self.committed = disk::rename_new(&self.path, &self.target)?;
        if self.committed {
            disk::settle_names(disk::folder_of(&self.target))?;
        }
        Ok(self.committed)
    }

    /// Puts a new folder with the table in its place. No: there is none, or somebody else made it meanwhile.
    fn commit_folder(&mut self) -> io::Result<bool> {
        let Some(outer) = &self.outer else { return Ok(false) };
        let folder = disk::folder_of(&self.target);
        disk::settle_names(outer)?;
        self.committed = disk::rename_new(outer, folder)?;
        if self.committed {
            self.outer = None;
            disk::settle_names(disk::folder_of(folder))?;
        }
        Ok(self.committed)
    }

    /// A process whose current directory this is would be left behind in the old one.
    fn may_exchange(&self) -> bool {
        let inside = self.path.parent() == Some(&self.target);
        !inside && std::env::current_dir().map_or(true, |d| !d.starts_with(&self.target))
    }

    fn exchange(&self) -> io::Result<bool> {
        match disk::exchange(&self.path, &self.target) {
            Ok(()) => Ok(true),
            Err(e) if is_refusal(&e) => Ok(false),
            Err(e) => Err(e),
        }
    }

    /// Where directories cannot be exchanged: file by file, `.d` last.
    fn move_files(&self, belongs: &dyn Fn(&OsStr) -> bool) -> io::Result<()> {
        let mut names = names(&self.path)?;
        // Directories are not the table's.
        names.retain(|n| !self.path.join(n).is_dir());
        names.sort_by_key(|n| n == splayed::ORDER);
        for name in &names {
            disk::rename(&self.path.join(name), &self.target.join(name))?;
        }
        for stale in fs::read_dir(&self.target)? {
            let name = stale?.file_name();
            if belongs(&name) && !names.contains(&name) {
                disk::remove_if_there(&self.target.join(&name))?;
            }
        }
        disk::settle_names(&self.target)
    }
}

impl Drop for StagedTable {
    fn drop(&mut self) {
        // What failed, or the old table. It is of no use to anybody; one that stays is used by the next writer.
        if !self.committed {
            let _ = leftover::remove_all(&self.path);
        }
        if let Some(outer) = &self.outer {
            let _ = disk::remove_dir(outer);
        }
    }
}

/// The file system does not do this here.
fn is_refusal(e: &io::Error) -> bool {
    use io::ErrorKind::*;
    let kinds = [Unsupported, InvalidInput, CrossesDevices, ResourceBusy, PermissionDenied, TooManyLinks];
    kinds.contains(&e.kind())
}

/// Gives the files of a directory that stay, and those in directories there, second names in another. No: one of the table's is a
/// directory, or the file system has no second names.
fn carry_over(from: &Path, to: &Path, belongs: &dyn Fn(&OsStr) -> bool) -> io::Result<bool> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (name, is_dir) = (entry.file_name(), entry.file_type()?.is_dir());
        match belongs(&name) {
            true if is_dir => return Ok(false),
            true => continue,
            false => {}
        }
        let (from, to) = (entry.path(), to.join(&name));
        match if is_dir { carry_directory(&from, &to) } else { disk::link(&from, &to).map(|()| true) } {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            Err(e) if is_refusal(&e) => return Ok(false),
            Ok(false) => return Ok(false),
            done => drop(done?),
        }
    }
    disk::settle_names(to)?;
    Ok(true)
}

/// A directory with the same files. What is there of it already stays.
fn carry_directory(from: &Path, to: &Path) -> io::Result<bool> {
    match disk::create_dir(to) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
        done => done?,
    }
    let carried = carry_over(from, to, &|_| false)?;
    disk::take_rights(&File::open(to)?, &fs::metadata(from)?)?;
    Ok(carried)
}

fn claim_directory(target: &Path) -> io::Result<(PathBuf, File)> {
    for n in 0..WRITERS_MAX {
        let path = beside(target, n);
        match disk::create_dir(&path) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            done => done?,
        }
        let lock = match File::open(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
            lock => lock?,
        };
        if disk::try_lock(&lock)? && disk::is_at(&lock, &path)? {
            leftover::empty(&path)?;
            return Ok((path, lock));
        }
    }
    Err(io::Error::other("too many writers"))
}

fn names(dir: &Path) -> io::Result<Vec<OsString>> {
    fs::read_dir(dir)?.map(|e| Ok(e?.file_name())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::{Sym, Table, Value};

    fn splay(dir: &Path, x: i64) {
        let t = Table::new(vec![Sym::new("a")], vec![Value::longs(vec![x; 3])]);
        crate::write::splay(dir, &t, &|_| None).expect("written");
    }

    #[test]
    fn two_writers_make_one_folder() {
        let root = std::env::temp_dir().join(format!("quarry-stage-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        for others in [&["u"][..], &["t"], &["t", "u"]] {
            let dir = root.join("db/2024.01.01");
            let staged = StagedTable::begin(&dir.join("t")).expect("begun");
            assert!(!dir.exists());
            others.iter().for_each(|name| splay(&dir.join(name), 1));
            let order = crate::encode::symbols(&[], Default::default());
            staged.write(OsStr::new(splayed::ORDER), &mut |to| to.write_all(&order)).expect("written");
            assert!(staged.commit(&|_| true, Over::Anything).expect("in its place"));
            let mut all = names(&dir).expect("listed");
            all.sort();
            assert!(all == ["t"] || all == ["t", "u"], "{all:?}");
            assert_eq!(names(&dir.join("t")).expect("listed"), [splayed::ORDER]);
            assert_eq!(names(&root.join("db")).expect("listed"), ["2024.01.01"]);
            fs::remove_dir_all(&root).expect("removed");
        }
    }
}
