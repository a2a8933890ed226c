//! Primitives of an atom and a constant that says what becomes of it: casts, and tests whether it is among a few items or within two.

use super::*;
use quarry_kernel::cast::Cast;
use quarry_value::{Attr, Prim, Repr};

/// More items are searched.
const FEW: usize = 8;

#[derive(Clone, Copy)]
pub(super) enum Form<'a> {
    Cast(Cast),
    In(&'a Value),
    Within(&'a Value),
}

impl Form<'_> {
    /// The type of what it answers.
    pub(super) fn out(self) -> Type {
        match self {
            Form::Cast(how) => how.out,
            Form::In(_) | Form::Within(_) => Type::Bool,
        }
    }
}

fn constant(code: &Code, o: Operand) -> Option<&Value> {
    if o & CONSTANT != 0 { code.constants.get((o & !CONSTANT) as usize) } else { None }
}

/// The constant that says what `prim` does, which has a form for atoms of some types.
fn form<'a>(code: &'a Code, prim: Prim, x: Operand, y: Operand) -> Option<(Form<'a>, Operand)> {
    let few = |y: &&Value| matches!(y, Value::Vector(v) if v.attr == Attr::None && (1..=FEW).contains(&v.len()) && v.ty != Type::Enum);
    Some(match prim.text() {
        "$" => (Form::Cast(constant(code, x).and_then(Cast::of_some)?), y),
        "in" => (Form::In(constant(code, y).filter(few)?), x),
        "within" => (Form::Within(constant(code, y).filter(|y| few(y) && y.count() == 2)?), x),
        _ => return None,
    })
}

/// May there be steps for `prim` of these operands?
pub fn has_form(code: &Code, prim: Prim, x: Operand, y: Operand) -> bool {
    form(code, prim, x, y).is_some()
}

impl<'a> Maker<'a> {
    /// What `prim` does with an atom, and where that is.
    pub(super) fn form(
        &self,
        prim: Prim,
        x: Operand,
        y: Operand,
        state: &State,
    ) -> Option<(Form<'a>, Operand)> {
        let (form, of) = form(self.code, prim, x, y)?;
        let ty = self.ty(of, state)?;
        Some(match form {
            Form::Cast(_) => (Form::Cast(Cast::of(constant(self.code, x)?, ty)?), of),
            // Floats are compared otherwise than searched for.
            Form::In(all) | Form::Within(all) => {
                let alike = all.item_type() == Some(ty) && !matches!(ty.repr(), Repr::F32 | Repr::F64);
                let ordered = matches!(form, Form::In(_)) || ty != Type::Symbol;
                (alike && ordered).then_some((form, of))?
            }
        })
    }

    /// Writes the steps of a form of an operand, whose answer goes to `out`.
    pub(super) fn write_form(&mut self, form: Form, of: Operand, state: &State, out: Slot) -> Option<()> {
        let (x, ty) = (self.slot(of)?, self.ty(of, state)?);
        match form {
            Form::Cast(to) => self.push(Step::Cast { to, out, x }),
            Form::In(all) => {
                let (found, one) = (self.aside(0)?, self.aside(1)?);
                for (k, item) in all.items().enumerate() {
                    self.compared(BinaryOp::Equal, (x, ty), &item, if k == 0 { found } else { one })?;
                    if k > 0 {
                        let both = [(found, Type::Bool), (one, Type::Bool)];
                        self.typed(BinaryOp::Greater, both, Some(found), 0)?;
                    }
                }
                self.push(Step::Move { out, x: found })
            }
            Form::Within(ends) => {
                let (from, to) = (self.aside(0)?, self.aside(1)?);
                self.compared(BinaryOp::AtLeast, (x, ty), &ends.at(0), from)?;
                self.compared(BinaryOp::AtMost, (x, ty), &ends.at(1), to)?;
                self.typed(BinaryOp::Lesser, [(from, Type::Bool), (to, Type::Bool)], Some(out), 0)
            }
        }
    }

    /// Writes the comparison of a slot with a constant.
    fn compared(&mut self, op: BinaryOp, x: (Slot, Type), item: &Value, out: Slot) -> Option<()> {
        let (ty, item) = bits::of(item)?;
        let y = (self.constant(item)?, ty);
        self.typed(op, [x, y], Some(out), 0)
    }
}
