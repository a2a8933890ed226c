//! Primitives whose kernels have not landed.
use quarry_value::{Result, Value, error::nyi};
pub fn avgs(_: &Value) -> Result<Value> {
    Err(nyi("avgs"))
}
pub fn deltas(_: &Value) -> Result<Value> {
    Err(nyi("deltas"))
}
pub fn fills(_: &Value) -> Result<Value> {
    Err(nyi("fills"))
}
pub fn inv(_: &Value) -> Result<Value> {
    Err(nyi("inv"))
}
pub fn maxs(_: &Value) -> Result<Value> {
    Err(nyi("maxs"))
}
pub fn mins(_: &Value) -> Result<Value> {
    Err(nyi("mins"))
}
pub fn prds(_: &Value) -> Result<Value> {
    Err(nyi("prds"))
}
pub fn sums(_: &Value) -> Result<Value> {
    Err(nyi("sums"))
}
pub fn ratios(_: &Value) -> Result<Value> {
    Err(nyi("ratios"))
}
pub fn ema(_: &Value, _: &Value) -> Result<Value> {
    Err(nyi("ema"))
}
pub fn lsq(_: &Value, _: &Value) -> Result<Value> {
    Err(nyi("lsq"))
}
pub fn mmu(_: &Value, _: &Value) -> Result<Value> {
    Err(nyi("mmu"))
}
pub fn mavg(_: &Value, _: &Value) -> Result<Value> {
    Err(nyi("mavg"))
}
pub fn mcount(_: &Value, _: &Value) -> Result<Value> {
    Err(nyi("mcount"))
}
pub fn mdev(_: &Value, _: &Value) -> Result<Value> {
    Err(nyi("mdev"))
}
pub fn mmax(_: &Value, _: &Value) -> Result<Value> {
    Err(nyi("mmax"))
}
pub fn mmin(_: &Value, _: &Value) -> Result<Value> {
    Err(nyi("mmin"))
}
pub fn msum(_: &Value, _: &Value) -> Result<Value> {
    Err(nyi("msum"))
}
pub fn deal(_: &Value, _: &Value) -> Result<Value> {
    Err(nyi("deal"))
}
pub type Replace<'a> = &'a mut dyn FnMut(&Value, &Value) -> Result<Value>;
