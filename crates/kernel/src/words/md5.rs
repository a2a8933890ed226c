//! `md5`: the message digest of RFC 1321.

use quarry_value::error::type_error;
use quarry_value::{Result, Value};

/// `md5 x`: the digest of a string, as sixteen bytes. Errors: 'type. Source: ref/md5.
pub fn md5(x: &Value) -> Result<Value> {
    Ok(Value::bytes(digest(x.as_text().ok_or_else(type_error)?).to_vec()))
}

/// How far each step of a round rotates.
const ROTATIONS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

fn digest(text: &[u8]) -> [u8; 16] {
    let mut padded = text.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((text.len() as u64).wrapping_mul(8).to_le_bytes());
    // The constants of RFC 1321: the fractions of sines.
    let sines: Vec<u32> = (1..=64).map(|i| ((i as f64).sin().abs() * 4_294_967_296.0) as u32).collect();
    let mut state: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    for block in padded.chunks_exact(64) {
        let words: Vec<u32> =
            block.chunks_exact(4).map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]])).collect();
        let mixed = mix(state, &words, &sines);
        state = std::array::from_fn(|i| state[i].wrapping_add(mixed[i]));
    }
    let mut out = [0; 16];
    out.chunks_exact_mut(4).zip(state).for_each(|(o, s)| o.copy_from_slice(&s.to_le_bytes()));
    out
}

fn mix([mut a, mut b, mut c, mut d]: [u32; 4], words: &[u32], sines: &[u32]) -> [u32; 4] {
    for i in 0..64 {
        let (f, word) = match i / 16 {
            0 => ((b & c) | (!b & d), i),
            1 => ((d & b) | (!d & c), (5 * i + 1) % 16),
            2 => (b ^ c ^ d, (3 * i + 5) % 16),
            _ => (c ^ (b | !d), 7 * i % 16),
        };
        let sum = a.wrapping_add(f).wrapping_add(sines[i]).wrapping_add(words[word]);
        (a, d, c) = (d, c, b);
        b = b.wrapping_add(sum.rotate_left(ROTATIONS[i / 16][i % 4]));
    }
    [a, b, c, d]
}
