//! The eight storages as Rust types: nulls, infinities, and the way from a number to an atom.

use crate::{Buf, Data, Repr, Sym, Type, Value};
use bytemuck::Zeroable;
use std::sync::Arc;

/// A guid's sixteen bytes in printed order.
pub type Guid = [u8; 16];

/// One item of a vector as it is stored.
pub trait Item: Copy + Send + Sync + PartialEq + Zeroable + std::fmt::Debug + 'static {
    const REPR: Repr;
    /// The null of this storage. For `U8` it is that of char; booleans and bytes have none.
    const NULL: Self;
    /// All bits zero: fresh memory has those.
    const ZEROS: Self;
    fn is_null(self) -> bool;
    /// An atom of type `ty`, whose storage must be this one.
    fn atom(self, ty: Type) -> Value;
    fn data(items: Buf<Self>) -> Data;
    fn of(data: &Data) -> Option<&Buf<Self>>;
    fn of_mut(data: &mut Data) -> Option<&mut Buf<Self>>;
}

macro_rules! items {
    ($($t:ty, $r:ident, $null:expr, $zero:expr, $is_null:expr, $atom:expr;)*) => {$(
        impl Item for $t {
            const REPR: Repr = Repr::$r;
            const NULL: Self = $null;
            const ZEROS: Self = $zero;
            #[inline(always)]
            fn is_null(self) -> bool {
                $is_null(self)
            }
            #[inline]
            fn atom(self, ty: Type) -> Value {
                debug_assert!(ty.repr() == Repr::$r);
                $atom(ty, self)
            }
            fn data(items: Buf<Self>) -> Data {
                Data::$r(items)
            }
            fn of(data: &Data) -> Option<&Buf<Self>> {
                if let Data::$r(b) = data { Some(b) } else { None }
            }
            fn of_mut(data: &mut Data) -> Option<&mut Buf<Self>> {
                if let Data::$r(b) = data { Some(b) } else { None }
            }
        }
    )*};
}

// The nulls of floats have their sign bit set, as kdb+ writes them and as 0%0 gives; every NaN is read as null.
items! {
    u8, U8, b' ', 0, |x| x == b' ', Value::U8;
    i16, I16, i16::MIN, 0, |x| x == i16::MIN, |_, x| Value::I16(x);
    i32, I32, i32::MIN, 0, |x| x == i32::MIN, Value::I32;
    i64, I64, i64::MIN, 0, |x| x == i64::MIN, Value::I64;
    f32, F32, f32::from_bits(0xffc0_0000), 0.0, f32::is_nan, |_, x| Value::F32(x);
    f64, F64, f64::from_bits(0xfff8 << 48), 0.0, f64::is_nan, Value::F64;
    Guid, Guid, [0; 16], [0; 16], |x| x == [0; 16], |_, x| Value::Guid(Arc::new(x));
    Sym, Sym, Sym::EMPTY, Sym::EMPTY, Sym::is_empty, |_, x| Value::Sym(x);
}
