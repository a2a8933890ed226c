//! Functions that are made of primitives which kernels answer at once for all items: the items go through the primitives abreast,
//! each primitive taking all of them before the next begins. No primitive that does so changes anything, so that it may be left half way,
//! and whoever goes item by item meets an error at its place.

use crate::vm::Vm;
use crate::vm::at_once::{Arg, SIZE_MAX, by_prim, is_looked_up, is_plain, leaf, rows, values};
use crate::vm::code::{CONSTANT, Op, Operand, Reg};
use quarry_kernel as kernel;
use quarry_kernel::pipe::{self, Expr, binary_op, unary_op};
use quarry_kernel::{Side, slices};
use quarry_value::{Kind, Lambda, Prim, Result, Value};
use std::sync::Arc;

impl Vm {
    /// A composition or lambda whose primitives, one after the other, answer for all items: as if the items went through each
    /// of them abreast. No primitive that does so changes anything, so that it may be left half way.
    pub(super) fn abreast(&mut self, f: &Value, args: Vec<Arg>) -> Result<Option<Value>> {
        let made = match f {
            Value::Prim(prim) => self.prim_abreast(*prim, &args)?,
            Value::Composition(c) => {
                let Some((last, outer)) = c.funcs.split_last() else { return Ok(None) };
                let mut made = self.inner_abreast(last, args)?;
                for f in outer.iter().rev() {
                    made = match made {
                        Some(x) => self.inner_abreast(f, vec![Arg::Item(x)])?,
                        None => return Ok(None),
                    };
                }
                made
            }
            Value::Lambda(l) => self.lambda_abreast(l, args)?,
            _ => None,
        };
        Ok(made)
    }

    fn inner_abreast(&mut self, f: &Value, args: Vec<Arg>) -> Result<Option<Value>> {
        match self.with_given(f, args)? {
            // No deeper.
            Some((Value::Composition(_), _)) | None => Ok(None),
            Some((f, args)) => self.abreast(&f, args),
        }
    }

    /// A function and all its arguments, of which a projection gives some.
    pub(super) fn with_given(&mut self, f: &Value, args: Vec<Arg>) -> Result<Option<(Value, Vec<Arg>)>> {
        let Value::Projection(p) = f else { return Ok(Some((f.clone(), args))) };
        let rank = match &p.func {
            Value::Prim(prim) => prim.row().rank as usize,
            Value::Lambda(l) => self.rank_of(l)?,
            _ => return Ok(None),
        };
        let mut args = args.into_iter();
        let arg = |i: usize| match p.args.get(i) {
            Some(a) if !a.is_elided() => Some(Arg::Same(a.clone())),
            _ => args.next(),
        };
        let all = (0..rank).map(arg).collect::<Option<Vec<_>>>();
        let fits = args.next().is_none() && p.args.len() <= rank;
        Ok(all.filter(|_| fits).map(|all| (p.func.clone(), all)))
    }

    /// What a primitive answers for each item.
    pub(super) fn prim_abreast(&mut self, prim: Prim, args: &[Arg]) -> Result<Option<Value>> {
        let op = match args {
            [_] => unary_op(prim).map(|op| Expr::Unary(op, leaf(0))),
            [_, _] if prim.kind() == Kind::Binary => {
                binary_op(prim).map(|op| Expr::Binary(op, leaf(0), leaf(1)))
            }
            _ => None,
        };
        match op {
            Some(op) => Ok(atomic_abreast(&op, args)),
            None if args.iter().any(|a| matches!(a, Arg::Item(_))) => by_prim(self, prim, args),
            None => Ok(None),
        }
    }

    /// [`Vm::abreast`] of the instructions of a lambda without choices, loops and assignments to globals.
    fn lambda_abreast(&mut self, l: &Arc<Lambda>, args: Vec<Arg>) -> Result<Option<Value>> {
        let code = self.code_of(l)?;
        let few = |op: &Op| {
            matches!(
                op,
                Op::Return { .. }
                    | Op::Fused { .. }
                    | Op::Release { .. }
                    | Op::Move { .. }
                    | Op::Unary { .. }
                    | Op::Length { .. }
                    | Op::Binary { .. }
                    | Op::Quick { .. }
                    | Op::Apply { .. }
                    | Op::ApplyGlobal { .. }
                    | Op::List { .. }
            )
        };
        if code.params != args.len() || code.filed || code.ops.len() > SIZE_MAX || !code.ops.iter().all(few) {
            return Ok(None);
        }
        let mut registers: Vec<Option<Arg>> = vec![None; code.registers];
        registers.iter_mut().zip(args).for_each(|(r, a)| *r = Some(a));
        let operand = |registers: &[Option<Arg>], o: Operand| match o & CONSTANT {
            0 => registers.get(o as usize)?.clone(),
            _ => code.constants.get((o & !CONSTANT) as usize).cloned().map(Arg::Same),
        };
        // An argument or a constant that is given back is for who goes item by item.
        let mut made = vec![false; code.registers];
        for op in &code.ops {
            let (dst, answer) = match *op {
                Op::Return { x } => {
                    return Ok(match (made.get(x as usize), operand(&registers, x)) {
                        (Some(true), Some(Arg::Item(x))) => Some(x),
                        _ => None,
                    });
                }
                // What follows says the same in single instructions.
                Op::Fused { .. } => continue,
                Op::Release { first, n } => {
                    registers.iter_mut().skip(first as usize).take(n as usize).for_each(|r| *r = None);
                    continue;
                }
                Op::Move { dst, from } => {
                    made[dst as usize] = made.get(from as usize).copied().unwrap_or(false);
                    registers[dst as usize] = operand(&registers, from);
                    continue;
                }
                Op::Unary { dst, prim, x } | Op::Length { dst, prim, x } => {
                    let Some(x) = operand(&registers, x) else { return Ok(None) };
                    (dst, self.prim_abreast(prim, &[x])?)
                }
                Op::Binary { dst, prim, x, y } => match (operand(&registers, x), operand(&registers, y)) {
                    (Some(Arg::Same(x)), Some(Arg::Same(y))) if prim.text() == "," => {
                        registers[dst as usize] = Some(Arg::Same(kernel::join(&x, &y)?));
                        continue;
                    }
                    (Some(x), Some(y)) => (dst, self.prim_abreast(prim, &[x, y])?),
                    _ => return Ok(None),
                },
                Op::Quick { dst, op, x, y } => match (operand(&registers, x), operand(&registers, y)) {
                    (Some(x), Some(y)) => {
                        (dst, atomic_abreast(&Expr::Binary(op.atomic(), leaf(0), leaf(1)), &[x, y]))
                    }
                    _ => return Ok(None),
                },
                Op::Apply { dst, f, first, n } => {
                    let given = (first..first + Reg::from(n)).map(|r| operand(&registers, r));
                    let Some(mut given) = given.collect::<Option<Vec<Arg>>>() else { return Ok(None) };
                    match (operand(&registers, f), n) {
                        (Some(Arg::Same(Value::Prim(prim))), _) => (dst, self.prim_abreast(prim, &given)?),
                        (Some(x @ Arg::Item(_)), 1) => {
                            given.insert(0, x);
                            (dst, self.prim_abreast(at(), &given)?)
                        }
                        _ => return Ok(None),
                    }
                }
                Op::ApplyGlobal { dst, cell, first, n: 1 } => {
                    let looked_up = self.globals.plain(cell).filter(|x| is_looked_up(x)).cloned();
                    match looked_up.zip(operand(&registers, first)) {
                        Some((x, i)) => (dst, self.prim_abreast(at(), &[Arg::Same(x), i])?),
                        None => return Ok(None),
                    }
                }
                Op::List { dst, first, n } => {
                    let items = (first..first + n).map(|r| operand(&registers, r));
                    match items.collect::<Option<Vec<Arg>>>() {
                        Some(items) => (dst, rows(&items)?),
                        None => return Ok(None),
                    }
                }
                _ => return Ok(None),
            };
            let Some(answer) = answer else { return Ok(None) };
            registers[dst as usize] = Some(Arg::Item(answer));
            made[dst as usize] = true;
        }
        Ok(None)
    }
}

/// `@` that indexes.
pub(super) fn at() -> Prim {
    Prim::find(Kind::Binary, "@").unwrap_or(Prim::IDENTITY)
}

/// An atomic function of vectors and atoms, or of vectors that lie one behind the other, also with one vector for each of them.
fn atomic_abreast(op: &Expr, args: &[Arg]) -> Option<Value> {
    use Arg::{Item, Same};
    use Value::{List, Vector};
    if !args.iter().any(|a| matches!(a, Arg::Item(_))) {
        return None;
    }
    if args.iter().all(is_plain) {
        return pipe::each(op, &values(args));
    }
    match (op, args) {
        (Expr::Binary(op, ..), [Same(Vector(x)), Item(List(y))]) => {
            return kernel::with_each(*op, x, y, Side::Left);
        }
        (Expr::Binary(op, ..), [Item(List(x)), Same(Vector(y))]) => {
            return kernel::with_each(*op, y, x, Side::Right);
        }
        _ if !args.iter().all(|a| is_plain(a) || is_in_slices(a)) => return None,
        _ => {}
    }
    // Lists go item by item with what they go with, as the function does.
    match (op, &values(args)[..]) {
        (Expr::Unary(op, _), [x]) => kernel::atomic_unary(*op, x).ok(),
        (Expr::Binary(op, ..), [x, y]) => kernel::atomic_binary(*op, x, y).ok(),
        _ => None,
    }
}

fn is_in_slices(a: &Arg) -> bool {
    matches!(a, Arg::Item(Value::List(l)) if slices::ends(l).is_some())
}
