//! What symbol files held when this process last saw them: names that are there still are compared, which takes a twentieth of the time that it
//! takes to read them.

use crate::disk::Out;
use crate::read;
use quarry_value::{Sym, Value};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many files are remembered.
const FILES_MAX: usize = 4;

static FILES: Mutex<Vec<(PathBuf, Seen)>> = Mutex::new(Vec::new());

/// The whole names in a file, and their text there.
pub struct Seen {
    text: Vec<u8>,
    names: Value,
}

impl Seen {
    /// The names in a file that nobody changes meanwhile, which begin at byte `at`.
    pub fn of(file: &Out, at: u64) -> io::Result<Seen> {
        let mut seen = match taken(file.path()) {
            Some(seen) if file.has(at, &seen.text)? => seen,
            _ => Seen { text: Vec::new(), names: Value::syms(Vec::new()) },
        };
        let mut more = file.read_from(at + seen.text.len() as u64)?;
        more.truncate(read::whole_names(&more));
        seen.add(&more, &read::names(&more));
        Ok(seen)
    }

    pub fn names(&self) -> &[Sym] {
        self.names.as_syms().unwrap_or_default()
    }

    /// Bytes of their text.
    pub fn size(&self) -> usize {
        self.text.len()
    }

    /// Names that follow those, and their text.
    pub fn add(&mut self, text: &[u8], names: &[Sym]) {
        if !names.is_empty() {
            self.text.extend_from_slice(text);
            self.names = Value::syms([self.names(), names].concat());
        }
    }

    /// Remembers what is in the file with this path; all names.
    pub fn keep(self, path: &Path) -> Value {
        let names = self.names.clone();
        let mut files = lock();
        files.truncate(FILES_MAX - 1);
        files.insert(0, (path.to_path_buf(), self));
        names
    }
}

/// What is remembered of a file, which is then remembered no more.
fn taken(path: &Path) -> Option<Seen> {
    let mut files = lock();
    let at = files.iter().position(|(p, _)| p == path)?;
    Some(files.remove(at).1)
}

fn lock() -> MutexGuard<'static, Vec<(PathBuf, Seen)>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}
