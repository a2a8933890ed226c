//! What is read first of files that are about to be opened: of all of them at once, because a disk takes long to answer
//! and answers many questions at the same time.

use crate::blocks::Maker;
use crate::once::Paths;
use crate::{container, decoded};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// Bytes that are asked for where a file begins, and where a compressed one tells of its blocks.
const HEAD: u64 = 4096;
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
    let mut files: Vec<(&Path, File)> = paths.iter().filter_map(|p| open(p).map(|f| (*p, f))).collect();
    files.iter().for_each(|(_, f)| will_need(f, 0, HEAD));
    files.retain(|(_, f)| is_compressed(f));
    for (_, file) in &files {
        let size = file.metadata().map_or(0, |m| m.len());
        will_need(file, size.saturating_sub(TAIL), TAIL);
    }
    // The header is in the first block.
    for (path, _) in &files {
        if let Ok(Ok(image)) = decoded::open(path)
            && image.maker().size() > 0
        {
            image.maker().ahead(0..1);
        }
    }
}

fn is_compressed(file: &File) -> bool {
    let mut head = [0; 8];
    file.read_exact_at(&mut head, 0).is_ok() && container::is_compressed(&head)
}

fn will_need(file: &File, from: u64, size: u64) {
    // A system that does not want to loses nothing but time.
    #[cfg(not(target_vendor = "apple"))]
    let _ = rustix::fs::fadvise(file, from, std::num::NonZeroU64::new(size), rustix::fs::Advice::WillNeed);
    #[cfg(target_vendor = "apple")]
    let _ = rustix::fs::fcntl_rdadvise(file, from, size);
}
