//! Primitives whose kernels have not landed.
use quarry_value::{Result, Value, error::nyi};
pub fn inv(_: &Value) -> Result<Value> {
    Err(nyi("inv"))
}
pub fn lsq(_: &Value, _: &Value) -> Result<Value> {
    Err(nyi("lsq"))
}
pub fn mmu(_: &Value, _: &Value) -> Result<Value> {
    Err(nyi("mmu"))
}
pub type Replace<'a> = &'a mut dyn FnMut(&Value, &Value) -> Result<Value>;
