//! Patterns: where their names go, and their filters and indexes as operands.

use super::assign::stored_by_name;
use super::{Compiler, is_elided};
use crate::syntax::node::{Node, Pattern};
use crate::vm::code::*;
use crate::vm::globals::qualify;
use quarry_value::{Error, Result, Sym, Value};

impl Compiler<'_> {
    /// Matches what is at `from`; the value as filters leave it goes to `dst`.
    pub(super) fn bind(&mut self, pattern: &Pattern, dst: Reg, from: Operand) -> Result<()> {
        let mark = self.next;
        let plan = self.bind_plan(pattern)?;
        self.emit(Op::Bind { dst, plan, from });
        self.next = mark;
        Ok(())
    }

    /// The number of a pattern whose expressions have been evaluated.
    pub(super) fn bind_plan(&mut self, pattern: &Pattern) -> Result<u16> {
        let plan = self.matcher(pattern)?;
        self.code.binds.push(plan);
        Ok((self.code.binds.len() - 1) as u16)
    }

    /// Expressions are evaluated from the right, like those of lists.
    fn matcher(&mut self, pattern: &Pattern) -> Result<Match> {
        Ok(match pattern {
            Pattern::Empty => Match::Empty,
            Pattern::Const(value) => Match::Const(value.clone()),
            Pattern::Name(name) => self.place_of(*name, &[])?,
            Pattern::Index(name, indexes) => self.place_of(*name, indexes)?,
            Pattern::List(parts) => {
                let parts: Result<Vec<Match>> = parts.iter().rev().map(|p| self.matcher(p)).collect();
                Match::List(parts?.into_iter().rev().collect())
            }
            Pattern::Dict(keys, values) => {
                let values = self.matcher(values)?;
                Match::Dict(Box::new(self.matcher(keys)?), Box::new(values))
            }
            Pattern::Flip(columns) => Match::Flip(Box::new(self.matcher(columns)?)),
            Pattern::Filter(inner, filter) => {
                let filter = self.expr(filter)?;
                Match::Filter(Box::new(self.matcher(inner)?), filter)
            }
        })
    }

    fn place_of(&mut self, name: Sym, indexes: &[Node]) -> Result<Match> {
        let mut operands = Vec::with_capacity(indexes.len());
        for index in indexes.iter().rev() {
            operands.push(match is_elided(index) {
                true => self.constant(Value::identity()),
                false => self.expr(index)?,
            });
        }
        operands.reverse();
        if operands.is_empty() && stored_by_name(name) {
            return Ok(Match::Name(qualify(self.context, name)));
        }
        let (target, inside) = self.target(name);
        Ok(match target {
            Some(target) => Match::Place { target, inside, indexes: operands },
            None if operands.is_empty() => Match::Name(qualify(self.context, name)),
            None => return Err(Error::text(name.bytes()).detail("this cannot be assigned through an index")),
        })
    }
}
