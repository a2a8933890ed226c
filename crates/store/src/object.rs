//! Serialised objects as files hold them.

use quarry_value::{Result, Value, wire};

/// Reads one object from the front of `bytes`: it and the bytes it took.
pub fn read(bytes: &[u8]) -> Result<(Value, usize)> {
    wire::read_object(bytes)
}

/// What the front of bytes is that may end before an object does.
pub fn front(bytes: &[u8]) -> wire::Front {
    wire::read_front(bytes)
}

/// How far the front of an object goes in bytes that end before it does; see [`wire::front_size`].
pub fn front_size(bytes: &[u8]) -> Option<usize> {
    wire::front_size(bytes)
}

/// Writes one object behind `out`.
pub fn write(x: &Value, out: &mut Vec<u8>) -> Result<()> {
    wire::write_object(x, out)
}
