//! What is read first of files that are about to be opened: of all of them at once, because a disk takes long to answer
//! and answers many questions at the same time.

use crate::blocks::Maker;
use crate::once::Paths;
use crate::{container, decoded};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// Bytes that are asked for where a file begins, and where a compressed one tells of its blocks.
const HEAD: u64 = 16 << 10;
const TAIL: u64 = 128 << 10;
/// Files that are open at a time.
const FILES: usize = 64;

/// Files that were asked for before.
static MET: Paths = Paths::new();

/// Asks for the beginnings of files that are about to be opened, of each the first time that this process does. What cannot
/// be read is told by who opens it.
pub fn ask_once(files: &[PathBuf]) {
    let new: Vec<&Path> = files.iter().map(PathBuf::as_path).filter(|f| MET.meets(f)).collect();
    new.chunks(FILES).for_each(ask);
}

fn ask(paths: &[&Path]) {
    let open = |p: &&Path| p.is_file().then(|| File::open(p).ok()).flatten();
    let files: Vec<(&Path, File)> = paths.iter().filter_map(|p| open(p).map(|f| (*p, f))).collect();
    files.iter().for_each(|(_, f)| will_need(f, 0, HEAD));
    let files: Vec<Found> = files.into_iter().filter_map(|(path, file)| Found::of(path, file)).collect();
    files.iter().for_each(Found::ask_for_trailer);
    // The header is in the first block.
    for found in &files {
        if let Ok(Ok(image)) = decoded::open(found.path)
            && image.maker().size() > 0
            && !image.maker().has_head()
        {
            image.maker().ahead(0..1);
        }
    }
}

/// A compressed file, whose end was asked for.
struct Found<'a> {
    path: &'a Path,
    file: File,
    size: u64,
    is_encrypted: bool,
}

impl<'a> Found<'a> {
    /// Asks for the end of a compressed file; `None` for others.
    fn of(path: &'a Path, file: File) -> Option<Found<'a>> {
        let mut head = [0; 8];
        file.read_exact_at(&mut head, 0).ok().filter(|_| container::is_compressed(&head))?;
        let size = file.metadata().ok()?.len();
        will_need(&file, size.saturating_sub(TAIL), TAIL);
        Some(Found { path, size, is_encrypted: container::is_encrypted(&head), file })
    }

    /// The trailer of a file of many blocks begins before what was asked for.
    fn ask_for_trailer(&self) {
        let mut last = [0; 8];
        let end = self.size.saturating_sub(8);
        if self.file.read_exact_at(&mut last, end).is_ok() {
            let size = container::trailer_size(last, self.is_encrypted).min(self.size);
            if size > TAIL {
                will_need(&self.file, self.size - size, size - TAIL);
            }
        }
    }
}

fn will_need(file: &File, from: u64, size: u64) {
    // A system that does not want to loses nothing but time.
    #[cfg(not(target_vendor = "apple"))]
    let _ = rustix::fs::fadvise(file, from, std::num::NonZeroU64::new(size), rustix::fs::Advice::WillNeed);
    #[cfg(target_vendor = "apple")]
    let _ = rustix::fs::fcntl_rdadvise(file, from, size);
}
