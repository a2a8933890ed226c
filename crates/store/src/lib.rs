//! Floor 1: vectors on disk. Never evaluates q and knows no names.
//!
//! | file | noun |
//! |---|---|
//! | `mapped`, `blocks` | bytes of files: mapped, or made block by block when touched |
//! | `codec`, `container` | compression algorithms; compressed files |
//! | `read` | `get`: the value in a file, by its form |
//! | `enumeration`, `nested`, `anymap` | forms of their own: enumerations, nested columns old and new |
//! | `log` | log files |
//! | `splayed` | tables in directories |
//! | `fail` | errors that name the file |

mod anymap;
mod blocks;
mod codec;
mod container;
mod enumeration;
mod fail;
pub mod log;
mod mapped;
mod nested;
mod object;
mod read;
pub mod splayed;

pub use codec::Algorithm;
pub use container::{Compression, Stats};
pub use read::get;

use quarry_value::{Result, Source};
use std::path::Path;

/// `-21!`: how a file is compressed; `None` for one that is not.
pub fn stats(path: &Path) -> Result<Option<Stats>> {
    let file = mapped::Mapped::open(path)?;
    let bytes = file.as_slice();
    if !container::is_compressed(bytes) {
        return Ok(None);
    }
    Ok(Some(container::Trailer::read(bytes, &file.name())?.stats(bytes.len())))
}
