//! q's own compression: of IPC messages, and algorithm 1 of compressed files.
//!
//! The bytes are coded as items in groups of eight, each group led by a byte of flags, lowest bit first. A clear
//! bit is one literal byte. A set bit is a copy: a byte `h` and a byte `n` say to repeat `n + 2` bytes from the
//! place that a table of 256 places holds for `h`. Both sides fill the table as they go with the place of each
//! pair of bytes, under the exclusive or of the pair, except for pairs that lie in the tail of a copy.
//!
//! What is coded here is the payload alone: a message after its eight byte header. The header still counts for
//! the size at which the coder gives up.

/// Bytes of the message header, which is not coded.
const HEADER: usize = 8;
/// Bytes of the header of a compressed message.
const CODED_HEADER: usize = 12;
/// A group never takes more: flags and eight copies.
const GROUP_MAX: usize = 17;
/// The longest copy, less the two bytes it always has.
const TAIL_MAX: usize = 255;

/// Expands to exactly `out`, using up all of `coded`. `None` when that cannot be.
pub fn expand(coded: &[u8], out: &mut [u8]) -> Option<()> {
    (expand_until(coded, out, out.len())? == coded.len()).then_some(())
}

/// Expands the beginning of what is longer to exactly `out`. `None` when that cannot be.
pub fn expand_start(coded: &[u8], out: &mut [u8]) -> Option<()> {
    // The last copy may go on behind the end.
    let mut room = vec![0; out.len() + 2 + TAIL_MAX];
    expand_until(coded, &mut room, out.len())?;
    out.copy_from_slice(&room[..out.len()]);
    Some(())
}

/// Expands to at least `end` bytes of `out`; how many of `coded` that took. `None` when `coded` ends before, or more would
/// come than there is room for.
#[inline(always)]
fn expand_until(coded: &[u8], out: &mut [u8], end: usize) -> Option<usize> {
    let mut places = Places::new();
    let mut entered = 0; // pairs before this place are in the table
    let mut at = 0; // in coded
    let mut s = 0; // in out
    while s < end {
        let flags = *coded.get(at)?;
        at += 1;
        for bit in 0..8 {
            if s >= end {
                break;
            }
            if flags >> bit & 1 == 0 {
                out[s] = *coded.get(at)?;
                (at, s) = (at + 1, s + 1);
                places.enter(out, &mut entered, s);
                continue;
            }
            let (h, n) = (*coded.get(at)?, usize::from(*coded.get(at + 1)?));
            at += 2;
            let from = places.find(h)?;
            if s + 2 + n > out.len() {
                return None;
            }
            out[s] = out[from];
            out[s + 1] = out[from + 1];
            places.enter(out, &mut entered, s + 2);
            repeat(out, from + 2, s + 2, n);
            s += 2 + n;
            entered = s;
        }
    }
    Some(at)
}

/// Copies `n` bytes forward from `from` to `to`, which may overlap: what was just written is read again.
fn repeat(out: &mut [u8], from: usize, to: usize, n: usize) {
    if from + n <= to {
        out.copy_within(from..from + n, to);
    } else {
        for i in 0..n {
            out[to + i] = out[from + i];
        }
    }
}

/// Where each pair of bytes was seen last, by the exclusive or of the two; one more than the place, 0 for nowhere.
struct Places([u32; 256]);

impl Places {
    fn new() -> Places {
        Places([0; 256])
    }

    fn find(&self, h: u8) -> Option<usize> {
        (self.0[usize::from(h)] as usize).checked_sub(1)
    }

    fn set(&mut self, h: u8, place: usize) {
        self.0[usize::from(h)] = place as u32 + 1;
    }

    /// Enters the pairs from `entered` on that lie before `end`.
    #[inline(always)]
    fn enter(&mut self, out: &[u8], entered: &mut usize, end: usize) {
        while *entered + 1 < end {
            self.set(out[*entered] ^ out[*entered + 1], *entered);
            *entered += 1;
        }
    }
}

/// Codes a payload as kdb+ does, byte for byte. `None` when the coded message would not be shorter than half of
/// the plain one, or when the payload has 4 GB.
pub fn shrink(plain: &[u8]) -> Option<Vec<u8>> {
    u32::try_from(plain.len() + HEADER).ok()?;
    let room = (plain.len() + HEADER) / 2;
    let mut out = Vec::with_capacity(room);
    let mut coder = Coder { plain, places: Places::new(), pending: None, s: 0 };
    while coder.s < plain.len() {
        if CODED_HEADER + out.len() + GROUP_MAX > room {
            return None;
        }
        coder.group(&mut out);
    }
    Some(out)
}

struct Coder<'a> {
    plain: &'a [u8],
    places: Places,
    /// A literal's pair enters the table one item late.
    pending: Option<(u8, usize)>,
    s: usize,
}

impl Coder<'_> {
    fn group(&mut self, out: &mut Vec<u8>) {
        let flags_at = out.len();
        out.push(0);
        for bit in 0..8 {
            if self.s == self.plain.len() {
                break;
            }
            if self.item(out) {
                out[flags_at] |= 1 << bit;
            }
        }
    }

    /// Codes the next item; true for a copy.
    fn item(&mut self, out: &mut Vec<u8>) -> bool {
        let (plain, s) = (self.plain, self.s);
        let long_enough = plain.len() - s >= 3;
        let h = if long_enough { plain[s] ^ plain[s + 1] } else { 0 };
        let hit = if long_enough { self.places.find(h).filter(|q| plain[*q] == plain[s]) } else { None };
        if let Some((h, place)) = self.pending.take() {
            self.places.set(h, place);
        }
        let Some(q) = hit else {
            out.push(plain[s]);
            self.pending = long_enough.then_some((h, s));
            self.s += 1;
            return false;
        };
        self.places.set(h, s);
        let (tail, again) = (&plain[s + 2..], &plain[q + 2..]);
        let same = tail.iter().zip(again).take(TAIL_MAX).take_while(|(a, b)| a == b).count();
        out.extend([h, same as u8]);
        self.s += 2 + same;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(plain: &[u8]) -> Option<usize> {
        let coded = shrink(plain)?;
        let mut out = vec![0; plain.len()];
        expand(&coded, &mut out).expect("what was coded expands");
        assert!(out == plain);
        Some(coded.len())
    }

    #[test]
    fn two_thousand_booleans() {
        let mut plain = vec![1, 0, 0xd0, 7, 0, 0];
        plain.extend([1u8; 2000]);
        let coded = shrink(&plain).expect("they shrink");
        assert_eq!(coded.len() + CODED_HEADER, 38);
        assert_eq!(coded[..11], [0, 1, 0, 0xd0, 7, 0, 0, 1, 1, 0xff, 0]);
        assert_eq!(coded[coded.len() - 2..], [0, 0xc5]);
        round(&plain);
    }

    #[test]
    fn a_thousand_longs() {
        let mut plain = vec![7, 0, 0xe8, 3, 0, 0];
        plain.extend((0..1000i64).flat_map(i64::to_le_bytes));
        assert_eq!(round(&plain).map(|n| n + CODED_HEADER), Some(3276));
    }

    #[test]
    fn noise_is_given_up_and_shapes_round_trip() {
        let mut x = 7u64;
        let mut noise = || {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (x >> 56) as u8
        };
        let bytes: Vec<u8> = (0..5000).map(|_| noise()).collect();
        assert_eq!(round(&bytes), None);
        for period in 1..40 {
            let bytes: Vec<u8> = (0..3000).map(|i| (i % period * 37) as u8).collect();
            round(&bytes);
            let mixed: Vec<u8> = (0..4000).map(|i| if i % 97 < period { noise() } else { 3 }).collect();
            round(&mixed);
        }
        assert_eq!(round(&[]), Some(0));
    }

    #[test]
    fn hostile_bytes_are_refused() {
        let mut out = [0; 64];
        assert!(expand(&[0xff, 9, 3], &mut out).is_none(), "a copy from nowhere");
        assert!(expand(&[0, 1, 1], &mut out).is_none(), "too short");
        let mut out = [0; 3];
        assert!(expand(&[0b100, 1, 1, 0, 200], &mut out).is_none(), "a copy past the end");
        assert!(expand(&[0, 1, 1, 1, 1], &mut out).is_none(), "bytes left over");
    }
}
