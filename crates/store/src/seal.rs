//! The encryption of one file: its own key, and the sealing of its blocks and its trailer with AES-256-GCM.
//!
//! ```text
//! 0      "QuarryAE"
//! 8      version u32 (1)
//! 12     number of the file, 16 random bytes
//! 28     the file's key, 32 random bytes, sealed with what the master key and the number make: nonce 12 · 32 · tag 16
//! ```
//!
//! Each seal has a fresh random nonce. It holds for its kind, its place and this file alone: what is changed, moved, or comes
//! from another file does not open. The nonces and tags of the blocks are in the trailer, which is sealed itself: a block that
//! was in the file once and was written again since does not open, either.

use crate::{fail, key};
use quarry_value::{Error, Result};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, Tag, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};
use zeroize::Zeroizing;

pub const MAGIC: &[u8; 8] = b"QuarryAE";
const VERSION: u32 = 1;
const NUMBER_AT: usize = 12;
const KEY_AT: usize = NUMBER_AT + 16;
/// Bytes before the blocks.
pub const HEADER_SIZE: usize = KEY_AT + MARK_SIZE + key::SIZE;

pub const TAG_SIZE: usize = 16;
/// Bytes of a [`Mark`].
pub const MARK_SIZE: usize = NONCE_LEN + TAG_SIZE;

/// What opens a piece that was sealed, beside the key: nonce and tag.
pub type Mark = [u8; MARK_SIZE];

/// What a seal is for: the same bytes mean nothing elsewhere.
enum Place {
    Key,
    /// A block by its number.
    Block(u64),
    /// The trailer, which begins there.
    Trailer(u64),
}

pub struct Seal {
    header: [u8; HEADER_SIZE],
    key: LessSafeKey,
}

impl Seal {
    /// Of a file that is going to be written.
    ///
    /// Errors: no key is loaded; the system's.
    pub fn fresh() -> Result<Seal> {
        let mut header = [0; HEADER_SIZE];
        header[..8].copy_from_slice(MAGIC);
        header[8..NUMBER_AT].copy_from_slice(&VERSION.to_le_bytes());
        let mut number = [0; KEY_AT - NUMBER_AT];
        random(&mut number)?;
        let wrapper = key::wrapper(&number, "what is to be written")?;
        header[NUMBER_AT..KEY_AT].copy_from_slice(&number);
        let mut bytes = Zeroizing::new([0; key::SIZE]);
        random(&mut *bytes)?;
        let key = key_of(&bytes)?;
        let mut wrapped = Zeroizing::new(*bytes);
        let mark = seal(&wrapper, &number, &Place::Key, &mut *wrapped)?;
        header[KEY_AT..KEY_AT + MARK_SIZE].copy_from_slice(&mark);
        header[KEY_AT + MARK_SIZE..].copy_from_slice(&*wrapped);
        Ok(Seal { header, key })
    }

    /// Of a file that is there, by its first bytes.
    ///
    /// Errors: no key is loaded, or another one; a header that is damaged.
    pub fn of(file: &[u8], name: &str) -> Result<Seal> {
        let header = file.first_chunk::<HEADER_SIZE>().ok_or_else(|| damaged(name))?;
        let version = u32::from_le_bytes([header[8], header[9], header[10], header[11]]);
        if version != VERSION {
            let detail = format!("{name} is encrypted in version {version}");
            return Err(Error::new("version").detail(detail));
        }
        let number = &header[NUMBER_AT..KEY_AT];
        let wrapper = key::wrapper(number, name)?;
        let (mark, wrapped) = header[KEY_AT..].split_at(MARK_SIZE);
        let mut bytes: key::Bytes = Zeroizing::new(wrapped.try_into().unwrap_or_default());
        open(&wrapper, number, &Place::Key, mark, &mut *bytes).ok_or_else(|| {
            let detail = format!("{name} was encrypted with another key, or is damaged");
            Error::text(format!("decryption error in {name}")).detail(detail)
        })?;
        Ok(Seal { header: *header, key: key_of(&bytes)? })
    }

    pub fn header(&self) -> &[u8] {
        &self.header
    }

    fn number(&self) -> &[u8] {
        &self.header[NUMBER_AT..KEY_AT]
    }

    /// Encrypts block `k` in place.
    pub fn seal_block(&self, k: usize, block: &mut [u8]) -> Result<Mark> {
        seal(&self.key, self.number(), &Place::Block(k as u64), block)
    }

    /// Decrypts block `k` in place. `None`, and it is zeros: it is not what was written there.
    pub fn open_block(&self, k: usize, mark: &Mark, block: &mut [u8]) -> Option<()> {
        open(&self.key, self.number(), &Place::Block(k as u64), mark, block)
    }

    /// The bytes of a trailer that begins at byte `at` of the file: a mark, and what it says.
    pub fn seal_trailer(&self, at: usize, mut trailer: Vec<u8>) -> Result<Vec<u8>> {
        let mark = seal(&self.key, self.number(), &Place::Trailer(at as u64), &mut trailer)?;
        trailer.splice(..0, mark);
        Ok(trailer)
    }

    /// What the trailer at byte `at` says.
    pub fn open_trailer(&self, at: usize, bytes: &[u8], name: &str) -> Result<Vec<u8>> {
        let (mark, said) = bytes.split_at_checked(MARK_SIZE).ok_or_else(|| damaged(name))?;
        let mut said = said.to_vec();
        let place = Place::Trailer(at as u64);
        open(&self.key, self.number(), &place, mark, &mut said).ok_or_else(|| damaged(name))?;
        Ok(said)
    }
}

pub fn damaged(name: &str) -> Error {
    fail::bad_trailer("bad meta data in file", name)
}

fn key_of(bytes: &key::Bytes) -> Result<LessSafeKey> {
    UnboundKey::new(&AES_256_GCM, &bytes[..]).map(LessSafeKey::new).map_err(|_| failed())
}

fn failed() -> Error {
    Error::text("encryption failed")
}

fn random(bytes: &mut [u8]) -> Result<()> {
    SystemRandom::new().fill(bytes).map_err(|_| failed().detail("the system gives no random numbers"))
}

fn bound_to(number: &[u8], place: &Place) -> Aad<[u8; 25]> {
    let (kind, at) = match place {
        Place::Key => (0, 0),
        Place::Block(k) => (1, *k),
        Place::Trailer(at) => (2, *at),
    };
    let mut bytes = [kind; 25];
    bytes[1..17].copy_from_slice(number);
    bytes[17..].copy_from_slice(&at.to_le_bytes());
    Aad::from(bytes)
}

fn seal(key: &LessSafeKey, number: &[u8], place: &Place, bytes: &mut [u8]) -> Result<Mark> {
    let mut mark = [0; MARK_SIZE];
    let (nonce, tag) = mark.split_at_mut(NONCE_LEN);
    random(nonce)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| failed())?;
    let made = key.seal_in_place_separate_tag(nonce, bound_to(number, place), bytes);
    tag.copy_from_slice(made.map_err(|_| failed())?.as_ref());
    Ok(mark)
}

fn open(key: &LessSafeKey, number: &[u8], place: &Place, mark: &[u8], bytes: &mut [u8]) -> Option<()> {
    let (nonce, tag) = mark.split_at_checked(NONCE_LEN)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
    let tag = Tag::try_from(tag).ok()?;
    let done = key.open_in_place_separate_tag(nonce, bound_to(number, place), tag, bytes, 0..).is_ok();
    if !done {
        bytes.fill(0);
    }
    done.then_some(())
}
