//! Ids by text. Most texts are short, and numbers that are keys themselves, so that looking one up follows no pointer. Of a
//! longer one a part of its hash lies beside its id, so that hardly ever another text than the one looked for is read.

use super::{Sym, Text, slot};
use crate::room;
use std::hash::{BuildHasher, RandomState};

/// Bytes of a block of texts; longer texts have their own.
const BLOCK: usize = 1 << 16;
/// Places of a table at first.
const FIRST_SIZE: usize = 1 << 10;

/// What a text is looked up by: a short one's number, or a longer one's hash.
#[derive(Clone, Copy)]
pub(super) enum Key {
    Short(u128),
    Long(u32),
}

pub(super) struct Ids {
    short: ShortIds,
    long: LongIds,
    secrets: Secrets,
    /// What is left of the last block of texts.
    room: &'static mut [u8],
}

impl Ids {
    pub(super) fn new() -> Ids {
        Ids { short: ShortIds::new(), long: LongIds::new(), secrets: Secrets::new(), room: &mut [] }
    }

    #[inline]
    pub(super) fn key(&self, text: &[u8]) -> Key {
        match number(text) {
            Some(number) => Key::Short(number),
            None => Key::Long(self.secrets.hash(text)),
        }
    }

    /// The id of a text, whose key is given.
    #[inline]
    pub(super) fn get(&self, key: Key, text: &[u8]) -> Option<u32> {
        match key {
            Key::Short(number) => self.short.get(number, self.secrets),
            Key::Long(hash) => self.long.find(hash, text).ok(),
        }
    }

    /// Reads where a key most likely is, so that it is near when it is looked up; the answer means nothing.
    #[inline]
    pub(super) fn touch(&self, key: Key) -> u64 {
        match key {
            Key::Short(number) => self.short.touch(number, self.secrets),
            Key::Long(hash) => self.long.places[self.long.home(hash)],
        }
    }

    pub(super) fn len(&self) -> usize {
        // The empty text has its id without being in a table.
        1 + self.short.used + self.long.used
    }

    /// The id of a text, which has one from now on.
    pub(super) fn get_or_insert(&mut self, key: Key, text: &[u8]) -> u32 {
        let next = u32::try_from(self.len()).expect("fewer than 2^32 symbols");
        // Before anything changes: there may be no room for it.
        let slot = slot(next);
        let id = match key {
            Key::Short(number) => self.short.get_or_insert(number, next, self.secrets),
            Key::Long(hash) => self.long.get_or_insert(hash, text, next),
        };
        if id == next {
            slot.set(self.keep(text)).expect("a symbol id is given once");
        }
        id
    }

    /// A copy of a text that stays.
    fn keep(&mut self, text: &[u8]) -> Text {
        if text.len() > BLOCK / 16 {
            return Box::leak(text.to_vec().into_boxed_slice());
        }
        if text.len() > self.room.len() {
            self.room = Box::leak(vec![0; BLOCK].into_boxed_slice());
        }
        let (place, rest) = std::mem::take(&mut self.room).split_at_mut(text.len());
        self.room = rest;
        place.copy_from_slice(text);
        place
    }
}

/// A text of up to sixteen bytes as a number: no text has a NUL, so that those behind it tell its size. That of the empty
/// text is 0.
///
/// It is put together from loads that overlap: bytes copied one behind the other and read as one number would have to be in the
/// cache first, behind all that went before.
#[inline]
pub(crate) fn number(text: &[u8]) -> Option<u128> {
    let n = text.len();
    let two = |first: u64, last: u64, size: usize| u128::from(first) | u128::from(last) << (8 * (n - size));
    Some(match n {
        0 => 0,
        1..4 => two(text[0].into(), text[n - 1].into(), 1) | u128::from(text[n / 2]) << (8 * (n / 2)),
        4..8 => {
            let word = |b: &[u8; 4]| u64::from(u32::from_le_bytes(*b));
            two(word(text.first_chunk()?), word(text.last_chunk()?), 4)
        }
        8..=16 => {
            let word = |b: &[u8; 8]| u64::from_le_bytes(*b);
            two(word(text.first_chunk()?), word(text.last_chunk()?), 8)
        }
        _ => return None,
    })
}

/// Random numbers of this process, so that nobody can choose texts that all want one place.
#[derive(Clone, Copy)]
struct Secrets(u64, u64);

impl Secrets {
    fn new() -> Secrets {
        let secret = || RandomState::new().hash_one(0u8);
        Secrets(secret(), secret())
    }

    /// Sixteen bytes mixed.
    #[inline]
    fn mix(self, number: u128) -> u64 {
        fold(number as u64 ^ self.0, (number >> 64) as u64 ^ self.1)
    }

    /// A hash of more than sixteen bytes: of the whole groups of sixteen from the start, and of the last sixteen.
    fn hash(self, text: &[u8]) -> u32 {
        let groups = text.as_chunks::<16>().0.iter().chain(text.last_chunk());
        let size = text.len() as u128;
        let mixed = groups.fold(size, |h, group| self.mix(u128::from_le_bytes(*group) ^ h).into());
        (fold(mixed as u64, self.0 | 1) >> 32) as u32
    }
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b);
    wide as u64 ^ (wide >> 64) as u64
}

/// Are so many places too many to be taken, of all that there are?
fn is_full(used: usize, places: usize) -> bool {
    8 * used > 5 * places
}

/// Ids by numbers other than 0, which has the id 0. Of the places, a power of two, at most five eighths are taken; a number is
/// at its own or at the first free one after it.
struct ShortIds {
    /// 0 where nothing is.
    keys: Vec<u128>,
    ids: Vec<u32>,
    used: usize,
}

impl ShortIds {
    fn new() -> ShortIds {
        ShortIds { keys: vec![0; FIRST_SIZE], ids: vec![0; FIRST_SIZE], used: 0 }
    }

    /// The place that a number wants.
    #[inline]
    fn home(&self, key: u128, secrets: Secrets) -> usize {
        fold(secrets.mix(key), secrets.0 | 1) as usize & (self.keys.len() - 1)
    }

    /// Where a number is, or would be.
    #[inline]
    fn find(&self, key: u128, secrets: Secrets) -> usize {
        let mut at = self.home(key, secrets);
        while self.keys[at] != key && self.keys[at] != 0 {
            at = (at + 1) & (self.keys.len() - 1);
        }
        at
    }

    #[inline]
    fn get(&self, key: u128, secrets: Secrets) -> Option<u32> {
        let at = self.find(key, secrets);
        (self.keys[at] == key).then(|| self.ids[at])
    }

    #[inline]
    fn touch(&self, key: u128, secrets: Secrets) -> u64 {
        let at = self.home(key, secrets);
        self.keys[at] as u64 ^ u64::from(self.ids[at])
    }

    /// The id of a number: `next` if it had none.
    fn get_or_insert(&mut self, key: u128, next: u32, secrets: Secrets) -> u32 {
        if key == 0 {
            return 0;
        }
        let mut at = self.find(key, secrets);
        if self.keys[at] == key {
            return self.ids[at];
        }
        if is_full(self.used + 1, self.keys.len()) {
            self.grow(secrets);
            at = self.find(key, secrets);
        }
        (self.keys[at], self.ids[at]) = (key, next);
        self.used += 1;
        next
    }

    fn grow(&mut self, secrets: Secrets) {
        let size = 2 * self.keys.len();
        let larger = (room::zeros(size), room::zeros(size));
        let keys = std::mem::replace(&mut self.keys, larger.0);
        let ids = std::mem::replace(&mut self.ids, larger.1);
        for (key, id) in keys.into_iter().zip(ids).filter(|(key, _)| *key != 0) {
            let at = self.find(key, secrets);
            (self.keys[at], self.ids[at]) = (key, id);
        }
    }
}

/// Ids of texts by their hashes. Of the places, a power of two, at most five eighths are taken. They are in the order of the hashes, but
/// that an id whose place is taken has the first free one after it.
struct LongIds {
    /// Hash and id; 0 where nothing is, since that id is of no long text.
    places: Vec<u64>,
    used: usize,
}

impl LongIds {
    fn new() -> LongIds {
        LongIds { places: vec![0; FIRST_SIZE], used: 0 }
    }

    #[inline]
    fn home(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.places.len() as u64) >> 32) as usize
    }

    /// The id of a text, or the place that would be its own.
    #[inline]
    fn find(&self, hash: u32, text: &[u8]) -> Result<u32, usize> {
        let mut at = self.home(hash);
        loop {
            let (here, id) = ((self.places[at] >> 32) as u32, self.places[at] as u32);
            if id == 0 {
                return Err(at);
            }
            if here == hash && Sym::from_id(id).bytes() == text {
                return Ok(id);
            }
            at = (at + 1) & (self.places.len() - 1);
        }
    }

    /// The id of a text: `next` if it had none.
    fn get_or_insert(&mut self, hash: u32, text: &[u8], next: u32) -> u32 {
        let at = match self.find(hash, text) {
            Ok(id) => return id,
            Err(_) if is_full(self.used + 1, self.places.len()) => {
                let size = 2 * self.places.len();
                let places = std::mem::replace(&mut self.places, room::zeros(size));
                places.into_iter().filter(|p| *p != 0).for_each(|p| {
                    let at = self.free((p >> 32) as u32);
                    self.places[at] = p;
                });
                self.free(hash)
            }
            Err(at) => at,
        };
        self.places[at] = u64::from(hash) << 32 | u64::from(next);
        self.used += 1;
        next
    }

    /// The first free place for a hash.
    fn free(&self, hash: u32) -> usize {
        let mut at = self.home(hash);
        while self.places[at] != 0 {
            at = (at + 1) & (self.places.len() - 1);
        }
        at
    }
}
