//! Text and bytes of files: `read0`, `read1`, and saving lines and bytes.

use crate::container::Compression;
use crate::encode::{Files, Image};
use crate::stage::Fill;
use crate::write::{put, put_stream};
use crate::{fail, input, read};
use quarry_value::{Result, fault, meter};
use std::io;
use std::ops::Range;
use std::path::Path;

/// ``read1 `:file``, ``read1 (`:file;offset)``, ``read1 (`:file;offset;size)``: bytes of a file, expanded when it is
/// compressed; as many of `size` as there are.
///
/// Source: ref/read1.
pub fn read_bytes(path: &Path, offset: usize, size: Option<usize>) -> Result<Vec<u8>> {
    let os = |e| fail::os(path, &e);
    if read::is_compressed(path) {
        let image = read::image(path)?;
        let range = within(image.size(), offset, size);
        meter::check(range.len())?;
        let bytes = image.bytes(range).to_vec();
        return fault::check().map(|()| bytes);
    }
    input::contents(path, offset, size).map_err(os)
}

/// The text in a file such as a script: all bytes, as they are.
///
/// Errors: the system's, as those of all that is read here; 'limit for a device without an end.
pub fn script(path: &Path) -> Result<Vec<u8>> {
    input::contents(path, 0, None).map_err(|e| fail::os(path, &e))
}

fn within(total: usize, offset: usize, size: Option<usize>) -> Range<usize> {
    let start = offset.min(total);
    start..size.map_or(total, |n| total.min(start.saturating_add(n)))
}

/// The lines of a text, ended by LF or CRLF. What follows the last end is a line unless it is empty.
pub fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let whole = text.strip_suffix(b"\n").unwrap_or(text);
    let all = if text.is_empty() { None } else { Some(whole.split(|c| *c == b'\n')) };
    all.into_iter().flatten().map(|l| l.strip_suffix(b"\r").unwrap_or(l))
}

/// ```:file 0: strings``: what `write` hands over to a file, with missing directories. It is replaced when all is
/// written, and only if every byte could be read that went into it.
///
/// Source: ref/file-text.
pub fn write_text(path: &Path, write: &mut Fill) -> Result<()> {
    let done = put_stream(path, &mut |to| {
        write(to)?;
        if fault::pending() {
            Err(io::Error::other("what was to be written could not be read"))
        } else {
            Ok(())
        }
    });
    fault::check().and(done)
}

/// ```:file 1: bytes``: bytes to a file as they are. Source: ref/file-binary.
pub fn write_bytes(path: &Path, bytes: &[u8], how: Option<Compression>) -> Result<()> {
    put(path, &Files { main: Image::new(vec![bytes.into()]), ..Files::default() }, how)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_either_newline() {
        let of = |t: &'static [u8]| lines(t).collect::<Vec<_>>();
        assert_eq!(of(b"a\r\nb\n\nc"), [&b"a"[..], b"b", b"", b"c"]);
        assert_eq!(of(b"a\n"), [&b"a"[..]]);
        assert_eq!(of(b""), [&b""[..]; 0]);
        assert_eq!(of(b"\n"), [&b""[..]; 1]);
        assert_eq!(of(b"\n\n"), [&b""[..]; 2]);
    }

    #[test]
    fn parts_of_files() {
        let path = std::env::temp_dir().join(format!("quarry-text-{}", std::process::id()));
        for how in [None, Compression::new(12, 2, 6).expect("good numbers")] {
            write_bytes(&path, b"hello world", how).expect("written");
            assert_eq!(read_bytes(&path, 0, None).expect("read"), b"hello world");
            assert_eq!(read_bytes(&path, 6, Some(2)).expect("read"), b"wo");
            assert_eq!(read_bytes(&path, 6, Some(99)).expect("read"), b"world");
            assert_eq!(read_bytes(&path, 99, None).expect("read"), b"");
        }
        std::fs::remove_file(&path).expect("removed");
    }
}
