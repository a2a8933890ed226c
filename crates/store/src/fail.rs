//! What goes wrong with files, in words that name the file.

use quarry_value::Error;
use std::io;
use std::path::Path;

/// `'path. OS reports: …`, as q words it; 'stop and its like, which ended a wait for the file ([`stopped`]), as they are.
pub fn os(path: &Path, e: &io::Error) -> Error {
    if let Some(own) = own(e) {
        return own;
    }
    let reason = quarry_value::error::reason(e);
    Error::text(format!("{}. OS reports: {reason}", path.display()))
}

/// The error of q's that ended a wait, if this is one.
pub fn own(e: &io::Error) -> Option<Error> {
    e.get_ref()?.downcast_ref::<Error>().cloned()
}

/// An error of q's on its way through code that knows those of the system.
pub fn stopped(e: Error) -> io::Error {
    io::Error::other(e)
}

/// `'type`: the file is not what q writes.
pub fn not_q(name: &str, why: &str) -> Error {
    Error::new("type").detail(format!("{name} is not a q data file: {why}"))
}

/// What a compressed file says of itself does not fit its bytes, in q's words.
pub fn bad_trailer(word: &str, name: &str) -> Error {
    Error::text(word).detail(format!("{name} is damaged, or was not written to its end"))
}

/// A q file whose bytes do not add up.
pub fn corrupt(name: &str, why: &str) -> Error {
    Error::text(format!("{name}: {why}"))
}
