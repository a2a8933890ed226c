//! `2:`: functions of libraries.
#![allow(unsafe_code, reason = "loading a library runs its code")]

use crate::{api, calls};
use libloading::Library;
use quarry_value::{Error, Result, Value};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The function of `rank` arguments that a library calls `name`.
///
/// The library is looked for as it is written, with the ending of this system's libraries if it has none; then in the
/// folder that q keeps them in; then where the system looks.
/// Errors: what the system says of a library or a function that is not there; 'rank.
pub fn load(library: &Path, name: &str, rank: usize, home: Option<&Path>) -> Result<Value> {
    api::keep();
    let opened = open(library, home)?;
    // Functions live as long as the process, and so does what they are in.
    let opened: &'static Library = Box::leak(Box::new(opened));
    // SAFETY: nothing is said yet of what the symbol is.
    let found = unsafe { opened.get::<*const std::ffi::c_void>(name) };
    let found = found.map_err(|e| Error::text(said(&e)))?;
    // SAFETY: that it takes so many K and answers one is what the user says.
    unsafe { calls::function(*found, rank) }
}

fn open(library: &Path, home: Option<&Path>) -> Result<Library> {
    let mut last = None;
    for path in places(library, home) {
        // SAFETY: the user asks for the library's code to be run.
        match unsafe { Library::new(&path) } {
            Ok(library) => return Ok(library),
            // A library that is there and does not load is what the user wants to know of.
            Err(e) if path.exists() => return Err(Error::text(said(&e))),
            Err(e) => last = last.or(Some(e)),
        }
    }
    Err(last.map_or_else(|| Error::new("2:"), |e| Error::text(said(&e))))
}

fn places(library: &Path, home: Option<&Path>) -> Vec<PathBuf> {
    let ending = std::env::consts::DLL_EXTENSION;
    let named = match library.extension() {
        Some(e) if e == OsStr::new(ending) => library.to_path_buf(),
        _ => {
            let mut name = OsString::from(library);
            name.push(".");
            name.push(ending);
            name.into()
        }
    };
    // A name with a slash means a file here, and not one that the system looks for.
    let here = std::path::absolute(&named).unwrap_or_else(|_| named.clone());
    let kept = home.map(|home| home.join(quarry_lang::SYSTEM).join(&named));
    [Some(here), kept, Some(named)].into_iter().flatten().collect()
}

/// What the system says.
fn said(e: &libloading::Error) -> String {
    std::error::Error::source(e).map_or_else(|| e.to_string(), ToString::to_string)
}
