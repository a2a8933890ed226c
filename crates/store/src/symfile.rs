//! Symbol files: the domains of enumerations on disk. They only grow, and grow under a lock.

mod seen;

use crate::container::{Compressed, Compression};
use crate::disk::{self, Out};
use crate::encode::Image;
use crate::stage::Staged;
use crate::write::stage;
use crate::{container, decoded, encode, fail, read, wait};
use quarry_value::pool::locking;
use quarry_value::{Attr, Error, Result, Source, Sym, Value, fault, room};
use rustix::fs::{FlockOperation, fcntl_lock};
use rustix::io::Errno;
use seen::Seen;
use std::io;
use std::path::Path;

/// Bytes before the names.
const HEADER_SIZE: usize = 8;

/// A domain and the positions in it of the symbols asked for.
pub struct Enumerated {
    pub domain: Value,
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
    let head = file.read_some(0, HEADER_SIZE).map_err(os)?;
    if container::is_encrypted(&head) {
        return enumerate_encrypted(path, names);
    }
    check(&head, path)?;
    let mut seen = Seen::of(&file, HEADER_SIZE as u64).map_err(os)?;
    let (positions, new) = places(seen.names(), names);
    if !new.is_empty() {
        let text = encode::text(&new);
        grow(&mut file, &head, HEADER_SIZE + seen.size(), &text).map_err(os)?;
        seen.add(&text, &new);
    }
    Ok(Enumerated { domain: seen.keep(path), positions })
}

/// [`enumerate`] over an encrypted domain, which the caller has locked: it grows by another file that takes its place.
fn enumerate_encrypted(path: &Path, names: &[Sym]) -> Result<Enumerated> {
    let Ok(image) = decoded::open(path)? else { return Err(changed(path)) };
    let bytes = image.bytes(0..image.size());
    fault::check()?;
    check(bytes, path)?;
    let mut domain = read::names(&bytes[HEADER_SIZE..]);
    let (positions, new) = places(&domain, names);
    if !new.is_empty() {
        disk::durably(|| {
            let keeps = bytes.get(3) != Some(&(Attr::Sorted as u8));
            let grown = longer(path, &image, &new, keeps)?;
            grown.map_or(Ok(()), Staged::commit).map_err(|e| fail::os(path, &e))
        })?;
    }
    domain.extend(new);
    Ok(Enumerated { domain: Value::syms(domain), positions })
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
    let staged = Staged::write(&disk::led_to(path), &mut |to| match how.filter(|h| h.encrypted) {
        Some(how) => container::write(&empty, how, to),
        None => container::write_plain(&empty, to),
    });
    staged?.commit_new().map(|_| ())
}

/// Does a file begin as one does that can grow?
fn check(bytes: &[u8], path: &Path) -> Result<()> {
    if container::is_compressed(bytes) {
        return Err(Error::new("no append to zipped enums").detail(path.display().to_string()));
    }
    match bytes {
        [0xff, 1, 11, ..] if bytes.len() >= HEADER_SIZE => Ok(()),
        _ => Err(no_names(path)),
    }
}

fn no_names(path: &Path) -> Error {
    fail::not_q(&path.display().to_string(), "a symbol file starts with ff 01 0b, even one without symbols")
}

/// The positions of `names` in a domain that has been given what it lacked of them, and what that was, in order. The null symbol
/// takes a place like any other.
pub fn places(domain: &[Sym], names: &[Sym]) -> (Vec<i64>, Vec<Sym>) {
    const WANTED: i64 = -1;
    let ids = names.iter().map(|name| name.id() as usize + 1).max().unwrap_or(0);
    // By ids: 0 for what is not asked for, or one more than the position.
    let mut place_of: Vec<i64> = room::zeros(ids);
    let mut left = 0;
    for name in names {
        let place = &mut place_of[name.id() as usize];
        left += usize::from(*place == 0);
        *place = WANTED;
    }
    for (i, name) in domain.iter().enumerate() {
        if left == 0 {
            break;
        }
        if let Some(place) = place_of.get_mut(name.id() as usize).filter(|place| **place == WANTED) {
            *place = i as i64 + 1;
            left -= 1;
        }
    }
    let mut new = Vec::new();
    let position = |name: &Sym| {
        let place = &mut place_of[name.id() as usize];
        if *place == WANTED {
            new.push(*name);
            *place = (domain.len() + new.len()) as i64;
        }
        *place - 1
    };
    let positions = room::collected(names.iter().map(position));
    (positions, new)
}

/// Where the last whole name of a symbol file ends.
pub fn size(file: &[u8]) -> usize {
    HEADER_SIZE + read::whole_names(file.get(HEADER_SIZE..).unwrap_or_default())
}

/// The last name in a file of symbols, if there is one.
pub fn last(path: &Path) -> Result<Vec<Sym>> {
    let image = read::image(path)?;
    let text = image.bytes(0..image.size());
    let whole = text.get(HEADER_SIZE..size(text).saturating_sub(1));
    fault::check()?;
    Ok(whole.and_then(|names| names.rsplit(|c| *c == 0).next()).map(Sym::new).into_iter().collect())
}

/// Writes new names behind the old ones, which end at `size`. `s#` may no longer hold and is cleared; a name that is half there
/// goes.
fn grow(file: &mut Out, head: &[u8], size: usize, new: &[u8]) -> io::Result<()> {
    if head.get(3) == Some(&(Attr::Sorted as u8)) {
        file.write_at(3, &[0])?;
    }
    file.extend(size as u64, new)?;
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
        assert_eq!(second.domain.as_syms(), Some(&syms("b a c")[..]));
        let read = crate::get(&path).expect("read");
        assert_eq!(read.as_syms(), second.domain.as_syms());
        // What others do to the file meanwhile is seen: it grows, a name is half there, it is another one, of the same size too.
        let bytes = |t: &[u8]| [&b"\xff\x01\x0b\0\0\0\0\0"[..], t].concat();
        for (text, there) in [
            (&b"b\0a\0c\0d\0"[..], "b a c d"),
            (b"b\0a\0c\0d\0ee\0f", "b a c d ee"),
            (b"b\0a\0d\0c\0ee\0f", "b a d c ee"),
            (b"b\0a\0", "b a"),
            (b"ba\0", "ba"),
            (b"b\0a\0b\0", "b a b"),
            (b"", ""),
        ] {
            std::fs::write(&path, bytes(text)).expect("written");
            let there = if there.is_empty() { Vec::new() } else { syms(there) };
            for more in ["b", "g h"] {
                let got = enumerate(&path, &syms(more), None).expect("enumerated");
                let all = got.domain.as_syms().expect("symbols");
                assert!(all.starts_with(&there), "{all:?}");
                for (name, place) in syms(more).iter().zip(&got.positions) {
                    assert_eq!(all.iter().position(|s| s == name), Some(*place as usize));
                }
                assert_eq!(crate::get(&path).expect("read").as_syms(), Some(all));
            }
        }
        // What is left of a file that was cut is no domain: positions that lead into it would get other symbols.
        std::fs::write(&path, b"").expect("cut");
        assert!(enumerate(&path, &syms("c"), None).is_err());
        assert_eq!(std::fs::read(&path).expect("read"), b"");
        std::fs::remove_file(&path).expect("removed");
    }
}
