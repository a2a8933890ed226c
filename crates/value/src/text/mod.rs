//! Values as text.
use crate::Value;
/// `-3!x`
pub fn literal(x: &Value) -> Vec<u8> {
    let _ = x;
    Vec::new()
}
