//! Floor 1: vectors on disk. Never evaluates q and knows no names.
//!
//! | file | noun |
//! |---|---|
//! | `mapped`, `blocks` | bytes of files: mapped, or made block by block when touched |
//! | `live` | mappings whose file is cut short by others |
//! | `codec`, `container` | compression algorithms; compressed files |
//! | `key`, `seal` | the master key; the encryption of one file |
//! | `read` | `get`: the value in a file, by its form |
//! | `enumeration`, `nested`, `anymap`, `object` | forms of their own: enumerations, nested columns old and new, serialised objects |
//! | `encode`, `attribute`, `pool` | the bytes of a value's files; the index of `p#` and `g#`; anymaps |
//! | `disk`, `faults` | every change to files; failures that tests ask for |
//! | `write`, `append` | `set` and `upsert` to files |
//! | `column`, `constant` | a column's files renamed and linked together; columns of one value |
//! | `stage`, `leftover` | what is written beside its place and takes it in one step; what processes that are gone left |
//! | `pending`, `repair` | changes of several steps, and those that were not ended |
//! | `log` | log files |
//! | `splayed`, `database`, `symfile` | tables in directories, partitions and segments, domains on disk |
//! | `ahead`, `once` | the first bytes of a table's files, asked for together; what is done once for each file or folder |
//! | `cache`, `decoded`, `stamp` | columns mapped lately; decoded blocks of compressed files; what tells that a file changed |
//! | `input`, `wait` | what is read from the front, as pipes are; waiting for what lies in the hands of others |
//! | `files` | `hcount`, `hdel`, `key`, `\r`, `\cd` |
//! | `textfile`, `binary` | text and bytes of files; binary records |
//! | `gzip` | gzip streams in memory |
//! | `fail` | errors that name the file |

mod ahead;
mod anymap;
mod append;
mod attribute;
pub mod binary;
mod blocks;
mod cache;
mod codec;
mod column;
mod constant;
mod container;
pub mod database;
mod decoded;
mod disk;
mod encode;
mod enumeration;
mod fail;
#[doc(hidden)]
pub mod faults;
mod files;
pub mod gzip;
mod input;
pub mod key;
mod leftover;
mod live;
pub mod log;
mod mapped;
mod nested;
mod object;
mod once;
mod pending;
mod pool;
mod read;
mod repair;
mod seal;
pub mod splayed;
mod stage;
mod stamp;
mod symfile;
pub mod textfile;
mod wait;
mod write;

pub use append::{
    Seen, append, append_bytes, change, holds_items, holds_rows, open_to_append, see, set_over, start_log,
};
pub use cache::{clear as forget, get as cached};
pub use codec::Algorithm;
pub use column::{link as link_column, replace as move_column};
pub use constant::repeat;
pub use container::{Compression, Stats, compression_of};
pub use decoded::{
    Statistics, limit as cache_limit, request, set_limit as set_cache_limit, statistics as cache_statistics,
};
pub use disk::{Out, is_durable, set_durable};
pub use fail::{os as os_error, own as own_error};
pub use files::{Listing, hcount, hdel, is_loaded, list, make_directory, rename};
pub use input::{Early, Input};
pub use read::{count, get, is_data_file};
pub use repair::settle;
pub use symfile::{Enumerated, enumerate, places};
pub use wait::until;
pub use write::{checkpoint, compress_file, create_nested, set, splay, splay_over};

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

/// The compressed file that the image of the compressed file at `path` makes: its own bytes, if it is ours or kdb+'s.
#[doc(hidden)]
pub fn recompress(path: &Path) -> Result<Vec<u8>> {
    let how = container::compression_of(path)?
        .ok_or_else(|| fail::not_q(&path.display().to_string(), "not compressed"))?;
    let image = read::image(path)?;
    let bytes = encode::Image::new(vec![image.bytes(0..image.size()).into()]);
    let mut out = Vec::new();
    container::write(&bytes, how, &mut out).map_err(|e| fail::os(path, &e))?;
    Ok(out)
}
