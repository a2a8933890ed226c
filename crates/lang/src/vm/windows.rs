//! Windows that slide over a vector, made at once for all items: `{1_x,y}\[w;v]` is the usual way to write them.

use crate::vm::Vm;
use crate::vm::code::{CONSTANT, Code, GLOBAL, Op, Operand};
use quarry_kernel::{drop, join, slices};
use quarry_value::{Result, Type, Value};

/// What a register holds.
#[derive(Clone, Copy, PartialEq)]
enum Held {
    Window { is_cut: bool, is_joined: bool },
    Item,
}

impl Vm {
    /// `f\[x;y]` of a function that takes an item at the end of a vector and lets the first one go.
    pub(super) fn windows(&mut self, f: &Value, x: &Value, y: &Value) -> Result<Option<Value>> {
        let (Value::Lambda(l), Value::Vector(window), Value::Vector(items)) = (f, x, y) else {
            return Ok(None);
        };
        let alike = window.ty == items.ty && items.ty != Type::Enum;
        if !alike || window.is_empty() || items.is_empty() || !slides(self.code_of(l)?) {
            return Ok(None);
        }
        match join(&drop(&Value::long(1), x)?, y)? {
            Value::Vector(all) => slices::windows(&all, window.len()).map(Some),
            _ => Ok(None),
        }
    }
}

/// Is it the code of `{1_x,y}` or `{(1_x),y}`?
fn slides(code: &Code) -> bool {
    if code.params != 2 || code.filed {
        return false;
    }
    let mut registers = vec![None; code.registers];
    registers[0] = Some(Held::Window { is_cut: false, is_joined: false });
    registers[1] = Some(Held::Item);
    let held = |registers: &[Option<Held>], o: Operand| match o & (CONSTANT | GLOBAL) {
        0 => registers.get(o as usize).copied().flatten(),
        _ => None,
    };
    let is_one = |o: Operand| {
        let constant = code.constants.get((o & !CONSTANT) as usize);
        o & CONSTANT != 0 && matches!(constant, Some(Value::I64(Type::Long, 1)))
    };
    for op in &code.ops {
        let (dst, value) = match *op {
            Op::Return { x } => {
                return held(&registers, x) == Some(Held::Window { is_cut: true, is_joined: true });
            }
            Op::Fused { .. } | Op::Release { .. } => continue,
            Op::Move { dst, from } => (dst, held(&registers, from)),
            Op::Binary { dst, prim, x, y } => {
                let value = match (prim.text(), held(&registers, x), held(&registers, y)) {
                    (",", Some(Held::Window { is_cut, is_joined: false }), Some(Held::Item)) => {
                        Some(Held::Window { is_cut, is_joined: true })
                    }
                    ("_", None, Some(Held::Window { is_cut: false, is_joined })) if is_one(x) => {
                        Some(Held::Window { is_cut: true, is_joined })
                    }
                    _ => None,
                };
                (dst, value)
            }
            _ => return false,
        };
        if value.is_none() {
            return false;
        }
        registers[dst as usize] = value;
    }
    false
}
