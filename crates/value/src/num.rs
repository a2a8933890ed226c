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

/// The number that an integer is; null for null, `None` for what is none. Infinities are numbers like others, as where there is arithmetic on them.
pub fn number(x: &crate::Value) -> Option<i64> {
    Some(match *x {
        crate::Value::I16(x) if x != i16::MIN => x.into(),
        crate::Value::I32(crate::Type::Int, x) if x != i32::MIN => x.into(),
        _ => return x.as_long(),
    })
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
