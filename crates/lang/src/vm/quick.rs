//! The operators that the loop does by itself when both sides are atoms.

use crate::vm::early::{set_bits, set_bool, set_i64};
use quarry_kernel as kernel;
use quarry_kernel::atomic::bits;
use quarry_value::{Kind, Prim, Result, Type, Value};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quick {
    Add,
    Subtract,
    Multiply,
    Greatest,
    Least,
    Fill,
    Divide,
    Div,
    Mod,
    Xbar,
    Less,
    Greater,
    Equal,
    AtMost,
    AtLeast,
    NotEqual,
}

use Quick::*;

/// Primitives, and compositions of `not` with one.
const PLAIN: [Quick; 13] =
    [Add, Subtract, Multiply, Greatest, Least, Fill, Divide, Div, Mod, Xbar, Less, Greater, Equal];
const NEGATED: [Quick; 3] = [AtMost, AtLeast, NotEqual];

impl Quick {
    /// The primitive that it is or negates.
    fn text(self) -> &'static str {
        match self {
            Add => "+",
            Subtract => "-",
            Multiply => "*",
            Greatest => "|",
            Least => "&",
            Fill => "^",
            Divide => "%",
            Div => "div",
            Mod => "mod",
            Xbar => "xbar",
            Less | AtLeast => "<",
            Greater | AtMost => ">",
            Equal | NotEqual => "=",
        }
    }

    /// The early path of a primitive, if it has one.
    pub fn of(prim: Prim) -> Option<Quick> {
        PLAIN.into_iter().find(|op| op.text() == prim.text())
    }

    /// The same of `<=`, `>=` and `<>`.
    pub fn of_composition(f: &Value) -> Option<Quick> {
        let Value::Composition(c) = f else { return None };
        let [Value::Prim(not), Value::Prim(inner)] = &c.funcs[..] else { return None };
        if not.text() != "~:" || inner.kind() != Kind::Binary {
            return None;
        }
        NEGATED.into_iter().find(|op| op.text() == inner.text())
    }

    /// The primitive that fails when this does.
    pub fn prim(self) -> Option<Prim> {
        Prim::find(Kind::Binary, self.text())
    }

    /// The atomic function that it is.
    pub fn atomic(self) -> kernel::BinaryOp {
        use kernel::BinaryOp as B;
        match self {
            Add => B::Add,
            Subtract => B::Subtract,
            Multiply => B::Multiply,
            Greatest => B::Greater,
            Least => B::Lesser,
            Fill => B::Fill,
            Divide => B::Divide,
            Div => B::Div,
            Mod => B::Mod,
            Xbar => B::Xbar,
            Less => B::Less,
            Greater => B::More,
            Equal => B::Equal,
            AtMost => B::AtMost,
            AtLeast => B::AtLeast,
            NotEqual => B::NotEqual,
        }
    }

    /// Is the answer a boolean?
    pub fn is_comparison(self) -> bool {
        matches!(self, Less | Greater | AtMost | AtLeast | Equal | NotEqual)
    }

    /// Puts the answer for two longs in a register.
    #[inline(always)]
    pub fn longs(self, x: i64, y: i64, slot: &mut Value) {
        let null = x == i64::MIN || y == i64::MIN;
        let long = |n: i64| if null { i64::MIN } else { n };
        match self {
            Add => set_i64(slot, Type::Long, long(x.wrapping_add(y))),
            Subtract => set_i64(slot, Type::Long, long(x.wrapping_sub(y))),
            Multiply => set_i64(slot, Type::Long, long(x.wrapping_mul(y))),
            Greatest => set_i64(slot, Type::Long, x.max(y)),
            Least => set_i64(slot, Type::Long, x.min(y)),
            Fill => set_i64(slot, Type::Long, if y == i64::MIN { x } else { y }),
            Divide | Div | Mod | Xbar => self.quotient(x, y, slot),
            _ => set_bool(slot, self.compare(x, y)),
        }
    }

    #[inline(never)]
    fn quotient(self, x: i64, y: i64, slot: &mut Value) {
        match bits::two(self.atomic(), &Value::long(x), &Value::long(y)) {
            Some((ty, bits)) => set_bits(slot, ty, bits),
            None => unreachable!("longs have quotients"),
        }
    }

    /// The answer of a comparison of two longs.
    #[inline(always)]
    pub fn compare(self, x: i64, y: i64) -> bool {
        match self {
            Less => x < y,
            Greater => x > y,
            AtMost => x <= y,
            AtLeast => x >= y,
            Equal => x == y,
            _ => x != y,
        }
    }

    /// The answer for two floats, if it is one, and if no call is needed.
    #[inline(always)]
    pub fn floats(self, x: f64, y: f64) -> Option<f64> {
        match self {
            Add => Some(x + y),
            Subtract => Some(x - y),
            Multiply => Some(x * y),
            Divide => Some(x / y),
            _ => None,
        }
    }

    /// The answer for two atoms that are numbers, symbols or times: its type and bits.
    #[inline(never)]
    pub fn atoms(self, x: &Value, y: &Value) -> Option<(Type, u64)> {
        bits::two(self.atomic(), x, y)
    }

    /// The answer for any two values.
    #[inline(never)]
    pub fn values(self, x: &Value, y: &Value) -> Result<Value> {
        match self {
            Add => kernel::add(x, y),
            Subtract => kernel::subtract(x, y),
            Multiply => kernel::multiply(x, y),
            Greatest => kernel::greater(x, y),
            Least => kernel::lesser(x, y),
            Fill => kernel::fill(x, y),
            Divide => kernel::divide(x, y),
            Div => kernel::div(x, y),
            Mod => kernel::mod_(x, y),
            Xbar => kernel::xbar(x, y),
            Less => kernel::less(x, y),
            Greater => kernel::more(x, y),
            AtMost => kernel::at_most(x, y),
            AtLeast => kernel::at_least(x, y),
            Equal => kernel::equal(x, y),
            NotEqual => kernel::not_equal(x, y),
        }
    }
}
