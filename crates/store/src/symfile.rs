//! Symbol files: the domains of enumerations on disk. They only grow, and grow under a lock.

use crate::container::{Compressed, Compression};
use crate::disk::{self, Out};
use crate::encode::Image;
use crate::stage::Staged;
use crate::write::stage;
use crate::{container, decoded, encode, fail, read, wait};
use quarry_value::pool::locking;
use quarry_value::{Attr, Error, Result, Source, Sym, fault, room};
use rustix::fs::{FlockOperation, fcntl_lock};
use rustix::io::Errno;
use std::io;
use std::path::Path;

/// Bytes before the names.
const HEADER_SIZE: usize = 8;

/// A domain and the positions in it of the symbols asked for.
pub struct Enumerated {
    pub domain: Vec<Sym>,
    pub positions: Vec<i64>,
}

/// Enumerates symbols over the domain in a file, which gets the ones it lacks: the part of `.Q.en` that needs a lock.
/// The file is made when it is not there, encrypted if `how` says so. The new names have reached the disk when this is over.
///
/// Errors: the system's; 'type when the file holds no symbols; `no append to zipped enums`.
/// Source: ref/dotq, `.Q.en`.
pub fn enumerate(path: &Path, names: &[Sym], how: Option<Compression>) -> Result<Enumerated> {
    locking(|| enumerated(path, names, how))
}

fn enumerated(path: &Path, names: &[Sym], how: Option<Compression>) -> Result<Enumerated> {
    crate::write::make_directory_of(path)?;
    let os = |e| fail::os(path, &e);
    let mut file = locked(path, how).map_err(os)?;
    let bytes = file.read().map_err(os)?;
    if container::is_encrypted(&bytes) {
        return enumerate_encrypted(path, names);
    }
    let mut domain = domain_of(&bytes, path)?;
    let old_count = domain.len();
    let positions = extend(&mut domain, names);
    if domain.len() > old_count {
        grow(&mut file, &bytes, &domain[old_count..]).map_err(os)?;
    }
    Ok(Enumerated { domain, positions })
}

/// [`enumerate`] over an encrypted domain, which the caller has locked: it grows by another file that takes its place.
fn enumerate_encrypted(path: &Path, names: &[Sym]) -> Result<Enumerated> {
    let Ok(image) = decoded::open(path)? else { return Err(changed(path)) };
    let bytes = image.bytes(0..image.size());
    fault::check()?;
    let mut domain = domain_of(bytes, path)?;
    let old_count = domain.len();
    let positions = extend(&mut domain, names);
    if domain.len() > old_count {
        disk::durably(|| {
            let keeps = bytes.get(3) != Some(&(Attr::Sorted as u8));
            let grown = longer(path, &image, &domain[old_count..], keeps)?;
            grown.map_or(Ok(()), Staged::commit).map_err(|e| fail::os(path, &e))
        })?;
    }
    Ok(Enumerated { domain, positions })
}

fn changed(path: &Path) -> Error {
    fail::os(path, &io::Error::other("another process changes the file"))
}

/// A file that has the names in the image of an encrypted one and then `new`, to take its place. Does its attribute hold
/// still? A name that is half there goes.
pub fn longer(path: &Path, old: &Compressed, new: &[Sym], keeps: bool) -> Result<Option<Staged>> {
    let bytes = old.bytes(0..old.size());
    fault::check()?;
    if bytes.len() < HEADER_SIZE {
        return Err(no_names(path));
    }
    let (text, whole) = (encode::text(new), size(bytes));
    match container::compression_of(path)? {
        Some(how) if !keeps || whole < bytes.len() => {
            let header = [&bytes[..3], &[if keeps { bytes[3] } else { 0 }], &bytes[4..HEADER_SIZE]].concat();
            let names = &bytes[HEADER_SIZE..whole];
            let all = Image::new(vec![header.into(), names.into(), text.into()]);
            stage(path, &mut |to| container::write(&all, how, to))
        }
        _ => stage(path, &mut |to| container::write_longer(old, &text, to)),
    }
}

/// The file, for this process alone until it is closed: it has the lock that kdb+ takes, too. One that is made is encrypted
/// if `how` says so.
pub fn locked(path: &Path, how: Option<Compression>) -> io::Result<Out> {
    loop {
        let file = match Out::update(path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                make(path, how)?;
                continue;
            }
            file => file?,
        };
        file.lock()?;
        // kdb+ goes on where there is no such lock.
        wait::until(|| match fcntl_lock(file.file(), FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::AGAIN | Errno::ACCESS) => Ok(None),
            _ => Ok(Some(())),
        })?;
        // Meanwhile another file may have taken its place.
        if file.is_at_path()? {
            return Ok(file);
        }
    }
}

/// Makes an empty domain, in one step: readers find none or a whole one.
fn make(path: &Path, how: Option<Compression>) -> io::Result<()> {
    let empty = Image::new(vec![encode::symbols(&[], Attr::None).into()]);
    let staged = Staged::write(path, &mut |to| match how.filter(|h| h.encrypted) {
        Some(how) => container::write(&empty, how, to),
        None => container::write_plain(&empty, to),
    });
    staged?.commit_new().map(|_| ())
}

fn domain_of(bytes: &[u8], path: &Path) -> Result<Vec<Sym>> {
    if container::is_compressed(bytes) {
        return Err(Error::new("no append to zipped enums").detail(path.display().to_string()));
    }
    match bytes {
        [0xff, 1, 11, ..] if bytes.len() >= HEADER_SIZE => Ok(read::names(&bytes[HEADER_SIZE..])),
        _ => Err(no_names(path)),
    }
}

fn no_names(path: &Path) -> Error {
    fail::not_q(&path.display().to_string(), "a symbol file starts with ff 01 0b, even one without symbols")
}

/// Adds what `domain` lacks of `names`; their positions. The null symbol takes a place like any other.
pub fn extend(domain: &mut Vec<Sym>, names: &[Sym]) -> Vec<i64> {
    let ids = domain.iter().chain(names).map(|name| name.id() as usize + 1).max().unwrap_or(0);
    // One more than the position; 0 where there is none.
    let mut place_of: Vec<i64> = room::zeros(ids);
    for (i, name) in domain.iter().enumerate() {
        let place = &mut place_of[name.id() as usize];
        if *place == 0 {
            *place = i as i64 + 1;
        }
    }
    let position = |name: &Sym| {
        let place = &mut place_of[name.id() as usize];
        if *place == 0 {
            domain.push(*name);
            *place = domain.len() as i64;
        }
        *place - 1
    };
    room::collected(names.iter().map(position))
}

/// Where the last whole name of a symbol file ends.
pub fn size(file: &[u8]) -> usize {
    HEADER_SIZE + read::whole_names(file.get(HEADER_SIZE..).unwrap_or_default())
}

/// Writes new names behind the old ones. `s#` may no longer hold and is cleared; a name that is half there goes.
fn grow(file: &mut Out, old: &[u8], new: &[Sym]) -> io::Result<()> {
    if old[3] == Attr::Sorted as u8 {
        file.write_at(3, &[0])?;
    }
    file.extend(size(old) as u64, &encode::text(new))?;
    file.sync()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_grows_and_positions_stay() {
        let path = std::env::temp_dir().join(format!("quarry-sym-{}", std::process::id()));
        let syms = |t: &str| t.split(' ').map(Sym::new).collect::<Vec<_>>();
        let first = enumerate(&path, &syms("b a b"), None).expect("made");
        assert_eq!(first.positions, [0, 1, 0]);
        let second = enumerate(&path, &syms("c a"), None).expect("grown");
        assert_eq!(second.positions, [2, 1]);
        assert_eq!(second.domain, syms("b a c"));
        let read = crate::get(&path).expect("read");
        assert_eq!(read.as_syms(), Some(&second.domain[..]));
        // What is left of a file that was cut is no domain: positions that lead into it would get other symbols.
        std::fs::write(&path, b"").expect("cut");
        assert!(enumerate(&path, &syms("c"), None).is_err());
        assert_eq!(std::fs::read(&path).expect("read"), b"");
        std::fs::remove_file(&path).expect("removed");
    }
}
