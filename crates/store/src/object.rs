//! Serialised objects as files hold them.

use quarry_value::{Result, Value};

/// Reads one object from the front of `bytes`: it and the bytes it took.
pub fn read(_bytes: &[u8]) -> Result<(Value, usize)> {
    Err(quarry_value::error::nyi("serialised objects"))
}

/// Writes one object behind `out`.
pub fn write(_x: &Value, _out: &mut Vec<u8>) -> Result<()> {
    Err(quarry_value::error::nyi("serialised objects"))
}
