//! The master key of encrypted files: read with its password from a file that OpenSSL wrote, and kept for the whole
//! process.
//!
//! ```text
//! 0      "Salted__"
//! 8      salt, 8 bytes
//! 16     the key, 32 bytes, padded to 48: AES-256-CBC
//! ```
//!
//! PBKDF2 with HMAC-SHA256 and 50000 iterations makes cipher key and first block of the password and the salt. What is
//! held here is overwritten when it goes.

use crate::{cache, decoded, disk, fail};
use aes::cipher::{BlockModeDecrypt, KeyIvInit};
use quarry_value::{Error, Result};
use ring::{aead, hkdf, pbkdf2};
use std::io::Read;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use zeroize::Zeroizing;

const MAGIC: &[u8; 8] = b"Salted__";
const FILE_SIZE: usize = 64;
const ITERATIONS: NonZeroU32 = NonZeroU32::new(50_000).expect("not zero");
/// Bytes of an AES-256 key.
pub const SIZE: usize = 32;
const BLOCK_SIZE: usize = 16;

/// The bytes of a key.
pub type Bytes = Zeroizing<[u8; SIZE]>;

#[derive(Default)]
struct State {
    key: Option<Bytes>,
    /// No other key is taken.
    locked: bool,
}

static STATE: RwLock<State> = RwLock::new(State { key: None, locked: false });

fn state() -> RwLockReadGuard<'static, State> {
    STATE.read().unwrap_or_else(PoisonError::into_inner)
}

fn state_mut() -> RwLockWriteGuard<'static, State> {
    STATE.write().unwrap_or_else(PoisonError::into_inner)
}

/// `-36!(::)`: is there a key?
pub fn is_loaded() -> bool {
    state().key.is_some()
}

/// `-36!(file;password)`, `-36!(file;password;lock)`: takes a key for the files that are read and written from now on. A key
/// that is locked in is the process's until it is given once more, to unlock it.
///
/// Errors: 'Unrecognized key format; 'Invalid password, for any other number of iterations too; 'DARE key locked; the
/// system's. The key stays what it was then.
/// Source: basics/internal, kb/dare.
pub fn load(path: &Path, password: &[u8], lock: Option<bool>) -> Result<()> {
    let unlock = lock == Some(false);
    let refused =
        || Error::text("DARE key locked").detail("the key that is loaded unlocks: -36!(file;password;0b)");
    if state().locked && !unlock {
        return Err(refused());
    }
    let key = decipher(&read(path)?, password).ok_or_else(|| Error::text("Invalid password"))?;
    let mut state = state_mut();
    let same = state.key.as_ref().is_some_and(|k| is_same(k, &key));
    if state.locked && !(unlock && same) {
        return Err(refused());
    }
    *state = State { key: Some(key), locked: lock == Some(true) };
    drop(state);
    if !same {
        forget_opened();
    }
    Ok(())
}

/// Lets go of the key, as if none had been loaded: tests begin so.
pub fn unload() {
    *state_mut() = State::default();
    forget_opened();
}

/// What was opened with a key is not opened for who has another one.
fn forget_opened() {
    cache::clear();
    decoded::forget_all();
}

/// All bytes are compared, however soon they differ.
fn is_same(a: &Bytes, b: &Bytes) -> bool {
    a.iter().zip(b.iter()).fold(0, |d, (a, b)| d | (a ^ b)) == 0
}

fn read(path: &Path) -> Result<Vec<u8>> {
    let os = |e| fail::os(path, &e);
    let mut bytes = Vec::with_capacity(FILE_SIZE + 1);
    let mut file = disk::open_to_read(path).map_err(os)?;
    file.by_ref().take(FILE_SIZE as u64 + 1).read_to_end(&mut bytes).map_err(os)?;
    if bytes.len() != FILE_SIZE || !bytes.starts_with(MAGIC) {
        let detail = format!("{} is not what openssl makes of 32 bytes and a password", path.display());
        return Err(Error::text("Unrecognized key format").detail(detail));
    }
    Ok(bytes)
}

/// The key in the bytes of its file. `None`: it is another password.
fn decipher(file: &[u8], password: &[u8]) -> Option<Bytes> {
    let (salt, coded) = file[MAGIC.len()..].split_at(8);
    let mut secret = Zeroizing::new([0; SIZE + BLOCK_SIZE]);
    pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA256, ITERATIONS, salt, password, &mut *secret);
    let (key, first) = secret.split_at(SIZE);
    let mut plain = Zeroizing::new([0; SIZE + BLOCK_SIZE]);
    plain.copy_from_slice(coded);
    let mut cipher = cbc::Decryptor::<aes::Aes256>::new_from_slices(key, first).ok()?;
    for block in plain.chunks_exact_mut(BLOCK_SIZE) {
        cipher.decrypt_block(block.try_into().ok()?);
    }
    let (key, rest) = plain.split_at(SIZE);
    // A shell that changes the password puts a newline behind the key.
    let good = *rest == [16; 16] || rest[0] == b'\n' && rest[1..] == [15; 15];
    good.then(|| Zeroizing::new(<[u8; SIZE]>::try_from(key).unwrap_or_default()))
}

/// What the key of one file is wrapped with: it comes of the master key and the file's number.
///
/// Errors: no key is loaded.
pub fn wrapper(file_number: &[u8], name: &str) -> Result<aead::LessSafeKey> {
    let state = state();
    let key = state.key.as_ref().ok_or_else(|| none(name))?;
    let secret = hkdf::Salt::new(hkdf::HKDF_SHA256, file_number).extract(&key[..]);
    let key = secret.expand(&[b"quarry file key"], &aead::AES_256_GCM).map(aead::UnboundKey::from);
    key.map(aead::LessSafeKey::new).map_err(|_| Error::text("encryption failed"))
}

fn none(name: &str) -> Error {
    let detail = format!("{name} is encrypted: -36!(`:keyfile;\"password\") loads the key");
    Error::text("encryption key not loaded").detail(detail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn fixture(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/keys").join(name)
    }

    fn key_in(name: &str, password: &str) -> Option<Bytes> {
        decipher(&read(&fixture(name)).expect("a key file"), password.as_bytes())
    }

    #[test]
    fn openssl_s_files_are_read() {
        let raw: String = std::fs::read_to_string(fixture("raw.hex")).expect("text");
        let byte = |i: usize| u8::from_str_radix(&raw[2 * i..2 * i + 2], 16).expect("hexadecimal");
        let key: [u8; SIZE] = std::array::from_fn(byte);
        for (name, password) in
            [("first.key", "quarry"), ("changed.key", "another"), ("newline.key", "newline")]
        {
            assert_eq!(key_in(name, password).map(|k| *k), Some(key), "{name}");
            assert_eq!(key_in(name, "Quarry"), None, "{name}");
            assert_eq!(key_in(name, ""), None, "{name}");
        }
        assert_eq!(key_in("iter.key", "quarry"), None);
        assert_ne!(key_in("other.key", "quarry").map(|k| *k), Some(key));
    }

    #[test]
    fn what_is_no_key_file_is_told_from_a_wrong_password() {
        for name in ["raw.hex", "nowhere.key", ""] {
            assert!(read(&fixture(name)).is_err(), "{name}");
        }
        let whole = std::fs::read(fixture("first.key")).expect("bytes");
        let path = std::env::temp_dir().join(format!("quarry-key-{}", std::process::id()));
        for bytes in [
            &whole[..63],
            &whole[..16],
            b"",
            &[&whole[..], b"x"].concat(),
            &[b"salted__", &whole[8..]].concat(),
        ] {
            std::fs::write(&path, bytes).expect("written");
            let failed = read(&path).expect_err("no key file");
            assert_eq!(failed.word(), b"Unrecognized key format");
        }
        std::fs::remove_file(&path).expect("removed");
    }
}
