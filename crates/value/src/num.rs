//! Widening integers so that nulls and infinities stay what they are.

/// A short as a long.
#[inline(always)]
pub fn long_of_short(x: i16) -> i64 {
    match x {
        i16::MIN => i64::MIN,
        i16::MAX => i64::MAX,
        x if x == -i16::MAX => -i64::MAX,
        x => x.into(),
    }
}

/// An int as a long.
#[inline(always)]
pub fn long_of_int(x: i32) -> i64 {
    match x {
        i32::MIN => i64::MIN,
        i32::MAX => i64::MAX,
        x if x == -i32::MAX => -i64::MAX,
        x => x.into(),
    }
}
