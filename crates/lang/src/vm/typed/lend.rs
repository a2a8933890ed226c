//! What programs have of registers and globals while they run, and how those get it back.

use super::maker::{Held, Home, Made};
use crate::vm::Vm;
use crate::vm::code::Code;
use crate::vm::early::set_bits;
use crate::vm::globals::Cell;
use quarry_kernel::atomic::bits;
use quarry_kernel::lane::Lane;
use quarry_kernel::program::{Exit, Slot};
use quarry_value::Value;

/// The places of a program: the registers from `base` on, globals, and the constants of its code.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    pub code: &'a Code,
    pub base: usize,
    pub cells: &'a [Cell],
}

/// Where a place is.
enum At {
    Register(usize),
    Global(Cell),
    Constant(usize),
}

impl Places<'_> {
    fn find(&self, place: usize) -> At {
        let registers = self.code.registers;
        match place.checked_sub(registers) {
            None => At::Register(self.base + place),
            Some(k) => {
                self.cells.get(k).map_or_else(|| At::Constant(k - self.cells.len()), |c| At::Global(*c))
            }
        }
    }
}

impl Made {
    /// The lanes of what was taken from places; `None` when one is another's as well and is to be changed.
    pub(super) fn lanes<'a>(&self, taken: &'a mut [Value]) -> Option<Vec<Lane<'a>>> {
        let lanes = self.lanes.iter().zip(taken).map(|(lane, x)| match lane.is_changed {
            true => Lane::of_own(x),
            false => Lane::of(x),
        });
        lanes.collect()
    }
}

impl Vm {
    /// Takes what a program's lanes are made of out of its places.
    pub(super) fn lend(&mut self, places: Places, made: &Made) -> Vec<Value> {
        let take = |lane: &super::maker::LaneOf| match places.find(lane.home as usize) {
            At::Register(r) => self.regs[r].take(),
            At::Global(cell) => match lane.is_changed {
                true => self.globals_mut().ok().and_then(|g| g.take(cell)).unwrap_or_else(Value::identity),
                false => self.globals.plain(cell).cloned().unwrap_or_else(Value::identity),
            },
            At::Constant(k) => places.code.constants[k].clone(),
        };
        made.lanes.iter().map(take).collect()
    }

    /// Puts it back.
    pub(super) fn give_back(&mut self, places: Places, made: &Made, taken: Vec<Value>) {
        for (lane, x) in made.lanes.iter().zip(taken) {
            match places.find(lane.home as usize) {
                At::Register(r) => self.regs[r] = x,
                At::Global(cell) if lane.is_changed => {
                    if let Ok(globals) = self.globals_mut() {
                        globals.put_back(cell, x);
                    }
                }
                _ => {}
            }
        }
    }

    /// Puts what a program has been left with where the code has it; the instruction at which that goes on.
    pub(super) fn leave(&mut self, places: Places, made: &Made, exit: Exit) -> Option<usize> {
        let way = &made.ways[exit as usize];
        // First what is read, as it was.
        for (place, held) in &way.held {
            match held {
                Held::Vector { home, .. } => {
                    self.regs[places.base + *place as usize] = self.home(places, *home)?;
                }
                Held::Nothing => self.regs[places.base + *place as usize] = Value::identity(),
                _ => {}
            }
        }
        for (place, held) in &way.held {
            self.put_atom(places, made, *place, *held)?;
        }
        Some(way.to)
    }

    /// Puts an atom that a program has in a place there.
    pub(super) fn put_atom(&mut self, places: Places, made: &Made, place: Home, held: Held) -> Option<()> {
        let Held::Atom(ty) = held else { return Some(()) };
        let bits = made.program.get(place as Slot);
        match places.find(place as usize) {
            At::Register(r) => set_bits(&mut self.regs[r], ty, bits),
            At::Global(cell) => self.globals_mut().ok()?.store(cell, bits::atom(ty, bits)),
            At::Constant(_) => {}
        }
        Some(())
    }

    /// What a place holds.
    fn home(&self, places: Places, home: Home) -> Option<Value> {
        match places.find(home as usize) {
            At::Register(r) => Some(self.regs[r].clone()),
            At::Global(cell) => self.globals.plain(cell).cloned(),
            At::Constant(k) => places.code.constants.get(k).cloned(),
        }
    }
}
