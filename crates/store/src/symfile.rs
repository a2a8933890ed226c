//! Symbol files: the domains of enumerations on disk. They only grow, and grow under a lock.

use crate::{container, encode, fail};
use quarry_value::{Attr, Result, Sym};
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Bytes before the names.
const HEADER_SIZE: usize = 8;

/// A domain and the positions in it of the symbols asked for.
pub struct Enumerated {
    pub domain: Vec<Sym>,
    pub positions: Vec<i64>,
}

/// Enumerates symbols over the domain in a file, which gets the ones it lacks: the part of `.Q.en` that needs a lock.
/// The file is made when it is not there.
///
/// Errors: the system's; 'type when the file holds no symbols; `no append to zipped enums`.
/// Source: ref/dotq, `.Q.en`.
pub fn enumerate(path: &Path, names: &[Sym]) -> Result<Enumerated> {
    crate::write::make_directory_of(path)?;
    let os = |e| fail::os(path, &e);
    let mut file =
        File::options().read(true).write(true).create(true).truncate(false).open(path).map_err(os)?;
    // Released when the file is closed.
    file.lock().map_err(os)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(os)?;
    let mut domain = domain_of(&bytes, path)?;
    let old_count = domain.len();
    let positions = extend(&mut domain, names);
    let new = &domain[old_count..];
    if bytes.is_empty() {
        file.write_all(&encode::symbols(&domain, Attr::None)).map_err(os)?;
    } else if !new.is_empty() {
        grow(&mut file, &bytes, new).map_err(os)?;
    }
    Ok(Enumerated { domain, positions })
}

fn domain_of(bytes: &[u8], path: &Path) -> Result<Vec<Sym>> {
    let name = path.display().to_string();
    if container::is_compressed(bytes) {
        return Err(quarry_value::Error::new("no append to zipped enums").detail(name));
    }
    match bytes {
        [] => Ok(Vec::new()),
        [0xff, 1, 11, ..] if bytes.len() >= HEADER_SIZE => crate::read::names(&bytes[HEADER_SIZE..], &name),
        _ => Err(fail::not_q(&name, "a symbol file starts with ff 01 0b")),
    }
}

/// Adds what `domain` lacks of `names`; their positions. The null symbol takes a place like any other.
fn extend(domain: &mut Vec<Sym>, names: &[Sym]) -> Vec<i64> {
    let mut place_of: HashMap<Sym, i64> = HashMap::with_capacity(domain.len());
    for (i, name) in domain.iter().enumerate() {
        place_of.entry(*name).or_insert(i as i64);
    }
    let mut place = |name: &Sym| {
        *place_of.entry(*name).or_insert_with(|| {
            domain.push(*name);
            domain.len() as i64 - 1
        })
    };
    names.iter().map(&mut place).collect()
}

/// Writes new names behind the old ones. `s#` may no longer hold and is cleared.
fn grow(file: &mut File, old: &[u8], new: &[Sym]) -> std::io::Result<()> {
    if old[3] == Attr::Sorted as u8 {
        file.seek(SeekFrom::Start(3))?;
        file.write_all(&[0])?;
    }
    file.seek(SeekFrom::Start(old.len() as u64))?;
    let text = encode::text(new);
    let done = file.write_all(&text).and_then(|()| file.sync_data());
    done.inspect_err(|_| {
        // A name that is half there would shift all that follow.
        let _ = file.set_len(old.len() as u64);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_grows_and_positions_stay() {
        let path = std::env::temp_dir().join(format!("quarry-sym-{}", std::process::id()));
        let syms = |t: &str| t.split(' ').map(Sym::new).collect::<Vec<_>>();
        let first = enumerate(&path, &syms("b a b")).expect("made");
        assert_eq!(first.positions, [0, 1, 0]);
        let second = enumerate(&path, &syms("c a")).expect("grown");
        assert_eq!(second.positions, [2, 1]);
        assert_eq!(second.domain, syms("b a c"));
        let read = crate::get(&path).expect("read");
        assert_eq!(read.as_syms(), Some(&second.domain[..]));
        std::fs::remove_file(&path).expect("removed");
    }
}
