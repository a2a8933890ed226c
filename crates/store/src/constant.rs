//! Columns of one value, written without being made.

use crate::{encode, write};
use quarry_value::{Attr, Error, Result, Type, Vector, evaluation};
use std::io::{self, Write};
use std::path::Path;

/// Bytes that are written at a time: they stay in the processor's cache, and what a call costs does not count.
const PIECE: usize = 1 << 18;

/// `.Q.const[file;n;x]`: `n` times the only item of `x`, which holds no symbols, as `set` would write them.
///
/// Errors: 'limit for a size that no file has, the system's.
pub fn repeat(path: &Path, n: usize, x: &Vector) -> Result<()> {
    let head = match x.ty {
        Type::Enum => encode::page_of(x, Attr::None, n)?,
        ty => encode::header([0xfe, 0x20], ty as u8, Attr::None, n),
    };
    let item = encode::items(x);
    let piece = item.repeat(n.min(PIECE / item.len().max(1)));
    let size = n.checked_mul(item.len()).ok_or_else(|| Error::new("limit").detail("a file of that size"))?;
    // With the header in the first piece, all of them begin where pages do.
    let first = [&head[..], &piece[..size.min(PIECE.saturating_sub(head.len()))]].concat();
    write::put_stream(path, &mut |to| {
        to.write_all(&first)?;
        let mut left = size - (first.len() - head.len());
        while left > 0 {
            // The evaluator finds the reason.
            if evaluation::is_over() {
                return Err(io::Error::other("stopped"));
            }
            let size = left.min(piece.len());
            to.write_all(&piece[..size])?;
            left -= size;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::{Data, Sym, Value};

    fn longs(n: usize) -> Vector {
        Vector::new(Type::Long, Data::I64(vec![7; n].into()))
    }

    #[test]
    fn the_bytes_are_those_of_set() {
        let dir = std::env::temp_dir().join(format!("quarry-constant-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("made");
        let (a, b) = (dir.join("a"), dir.join("b"));
        for n in [0, 1, 3, 70_000] {
            let all = [
                (longs(1), longs(n)),
                (
                    Vector::enumeration(Sym::new("sym"), vec![3]),
                    Vector::enumeration(Sym::new("sym"), vec![3; n]),
                ),
            ];
            for (one, many) in all {
                repeat(&a, n, &one).expect("written");
                write::set(&b, &Value::from(many), None).expect("written");
                let read = |p| std::fs::read(p).expect("read");
                assert!(read(&a) == read(&b), "{n} items of type {}", one.ty as u8);
            }
        }
        std::fs::remove_dir_all(&dir).expect("removed");
    }
}
