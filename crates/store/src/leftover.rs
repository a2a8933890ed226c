//! What processes that are gone left in a folder under the names of `stage`, and notes of `pending` that say nothing. Whoever
//! writes to the folder next removes it.
//!
//! Its owner has such a file or directory locked, so that one that can be locked has none. Where there are no locks nobody
//! can tell, and it stays; so does what a change waits for that was not ended (`pending`).

use crate::once::Paths;
use crate::{disk, pending};
use std::ffi::OsStr;
use std::fs::{self, DirEntry, File};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// What names of `stage` end with.
pub const SUFFIX: &str = ".qtmp";

/// Folders that this process looked at.
static FOLDERS: Paths = Paths::new();

/// Is this the name of something that is being written?
pub fn is_staged(name: &OsStr) -> bool {
    let name = name.as_bytes();
    name.starts_with(b".") && name.ends_with(SUFFIX.as_bytes()) && name.len() > 1 + SUFFIX.len()
}

/// Removes what was left in a folder, the first time that this process writes to it.
pub fn sweep_once(folder: &Path) {
    if FOLDERS.meets(folder) {
        sweep(folder);
    }
}

/// Removes what was left in a folder. What cannot be removed is in nobody's way.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let _ = match () {
            _ if is_staged(&name) => remove(folder, &entry),
            _ if pending::is_note(&name) => remove_note(&entry),
            _ => Ok(()),
        };
    }
}

/// Removes a note that says nothing.
fn remove_note(entry: &DirEntry) -> io::Result<()> {
    let path = entry.path();
    if !entry.file_type()?.is_file() {
        return Ok(());
    }
    let left = File::open(&path)?;
    // Who is about to write one has it locked, or finds that it is gone when he has.
    let goes = disk::is_ownerless(&left) && pending::is_unfinished(&path)? && disk::is_at(&left, &path)?;
    if goes { disk::remove_file(&path) } else { Ok(()) }
}

fn remove(folder: &Path, entry: &DirEntry) -> io::Result<()> {
    let (kind, path) = (entry.file_type()?, entry.path());
    if !kind.is_file() && !kind.is_dir() {
        return Ok(());
    }
    let left = File::open(&path)?;
    if !disk::is_ownerless(&left) || is_awaited(folder, &entry.file_name())? || !disk::is_at(&left, &path)? {
        return Ok(());
    }
    if kind.is_file() { disk::remove_file(&path) } else { remove_all(&path) }
}

/// Removes a directory and what is in it.
pub fn remove_all(dir: &Path) -> io::Result<()> {
    empty(dir)?;
    disk::remove_dir(dir)
}

/// Removes what is in a directory.
pub fn empty(dir: &Path) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            remove_all(&entry.path())?;
        } else {
            disk::remove_if_there(&entry.path())?;
        }
    }
    Ok(())
}

/// Is a file to take another's place when a change that was stopped is gone on with?
fn is_awaited(folder: &Path, name: &OsStr) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let other = entry?.path();
        if let Some(pending::Step::Rename(files)) = pending::noted_in(&other)
            && files.iter().any(|(from, _)| from == name.as_bytes())
        {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults::{self, Fault};
    use crate::write;
    use quarry_value::{Result, Value, text};
    use std::path::PathBuf;

    fn dir(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("quarry-leftover-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).expect("made");
        dir
    }

    fn names(dir: &Path) -> Vec<String> {
        let name = |e: io::Result<DirEntry>| e.expect("entry").file_name().to_string_lossy().into_owned();
        let mut all: Vec<String> = fs::read_dir(dir).expect("listed").map(name).collect();
        all.sort();
        all
    }

    #[test]
    fn what_nobody_writes_any_more_goes_with_the_first_write() -> Result<()> {
        let dir = dir("first");
        for name in [".a.qtmp", ".a.3.qtmp", ".busy.qtmp", ".mine.tmp", ".qtmp", "c.qtmp"] {
            fs::write(dir.join(name), "x").expect("written");
        }
        let said = "append\x001\x002\0end";
        for (name, text) in
            [(".a.pending", ""), (".pending", "append\x001"), (".b.pending", said), ("c.pending", "")]
        {
            fs::write(dir.join(name), text).expect("written");
        }
        for name in [".t.qtmp", ".taken.qtmp"] {
            fs::create_dir(dir.join(name)).expect("made");
            fs::write(dir.join(name).join("col"), "x").expect("written");
        }
        let busy = [".busy.qtmp", ".taken.qtmp"].map(|n| File::open(dir.join(n)).expect("opened"));
        busy.iter().for_each(|f| f.lock().expect("locked"));
        write::set(&dir.join("z"), &Value::longs(vec![1]), None)?;
        let kept =
            [".b.pending", ".busy.qtmp", ".mine.tmp", ".qtmp", ".taken.qtmp", "c.pending", "c.qtmp", "z"];
        assert_eq!(names(&dir), kept);
        assert_eq!(names(&dir.join(".taken.qtmp")), ["col"]);
        drop(busy);
        sweep(&dir);
        assert_eq!(names(&dir), [".b.pending", ".mine.tmp", ".qtmp", "c.pending", "c.qtmp", "z"]);
        fs::remove_dir_all(&dir).expect("removed");
        Ok(())
    }

    /// Files of a nested column that are written, and a note that they are to take their places.
    #[test]
    fn what_a_stopped_change_waits_for_stays() {
        let strings =
            |all: &[&str]| Value::list(all.iter().map(|s| Value::chars(s.as_bytes().to_vec())).collect());
        let mut awaited = 0;
        for at in 0.. {
            let dir = dir("stopped");
            let file = dir.join("a");
            write::set(&file, &strings(&["old", "two", "more"]), None).expect("written");
            let plan = faults::plan(&dir, at, Fault::Crash);
            let done = write::set(&file, &strings(&["new", "one"]), None);
            drop(plan);
            let shown = || text::literal(&crate::get(&file).expect("readable"));
            let before = shown();
            awaited += usize::from(names(&dir).iter().any(|n| is_staged(OsStr::new(n))));
            sweep(&dir);
            assert!(shown() == before, "{at}");
            fs::remove_dir_all(&dir).expect("removed");
            if done.is_ok() {
                break;
            }
        }
        assert!(awaited > 1);
    }
}
