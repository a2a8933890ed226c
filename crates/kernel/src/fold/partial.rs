//! Answers put together from parts, as those of partitions are.

use super::Agg;
use super::group::fold_state;
use super::pair::is_plain;
use super::state::{Split, State};
use crate::multiply;
use quarry_value::error::{declined, length_error, rank_error};
use quarry_value::{Result, Value, room};

/// An aggregate under way: step through parts, or merge partials of parts, in order; then finish.
pub struct Partial {
    agg: Agg,
    groups: usize,
    /// `None` until a part has shown what the arguments are.
    state: Option<State>,
}

impl Partial {
    pub fn new(agg: Agg) -> Partial {
        Partial { agg, groups: 0, state: None }
    }

    /// Takes in a part. `ids` are the groups of the items (beyond `groups`: none); `None` puts all in group 0.
    ///
    /// Errors: 'length, 'rank, those of the aggregate; [`declined`] for arguments that are atoms.
    pub fn step(&mut self, args: &[&Value], ids: Option<&[u32]>, groups: usize) -> Result<()> {
        let n = ids.map_or_else(|| args.first().map_or(0, |x| x.count()), <[u32]>::len);
        self.step_split(args, ids.map_or(Split::One, Split::Ids), groups.max(ids.is_none() as usize), n)
    }

    /// [`Partial::step`] of groups whose rows lie together: group `g` is the rows from `starts[g]` to `starts[g + 1]`.
    ///
    /// Errors: as [`Partial::step`].
    pub fn step_spans(&mut self, args: &[&Value], starts: &[usize]) -> Result<()> {
        let n = starts.last().copied().unwrap_or(0);
        self.step_split(args, Split::Spans(starts), starts.len().saturating_sub(1), n)
    }

    /// [`Partial::step`] of `n` items.
    fn step_split(&mut self, args: &[&Value], split: Split, groups: usize, n: usize) -> Result<()> {
        if args.len() != self.agg.rank() {
            return Err(rank_error());
        }
        if args.iter().any(|x| x.is_atom()) {
            return Err(declined());
        }
        if args.iter().any(|x| x.count() != n) {
            return Err(length_error());
        }
        let state = match (self.agg, args) {
            (Agg::WSum, [Value::Vector(x), Value::Vector(y)]) if !(is_plain(x.ty) && is_plain(y.ty)) => {
                self.agg = Agg::Sum;
                fold_state(Agg::Sum, &[&multiply(args[0], args[1])?], split, groups, n)?
            }
            _ => fold_state(self.agg, args, split, groups, n)?,
        };
        self.take_in(state, None, groups)
    }

    /// Takes in what another knows of later items. Its group `g` is our group `map[g]` (`None`: `g`).
    pub fn merge(&mut self, later: Partial, map: Option<&[u32]>, groups: usize) -> Result<()> {
        let groups = groups.max(if map.is_none() { later.groups } else { 0 });
        match later.state {
            Some(state) => {
                self.agg = later.agg;
                self.take_in(state, map, groups)
            }
            None => {
                self.groups = self.groups.max(groups);
                Ok(())
            }
        }
    }

    fn take_in(&mut self, later: State, map: Option<&[u32]>, groups: usize) -> Result<()> {
        self.groups = self.groups.max(groups);
        match (&mut self.state, map) {
            (None, None) => self.state = Some(later),
            (None, Some(_)) => {
                let mut state = later.fresh(self.agg, self.groups);
                state.merge(self.agg, later, map)?;
                self.state = Some(state);
            }
            (Some(state), _) => {
                state.grow(self.agg, self.groups);
                state.merge(self.agg, later, map)?;
            }
        }
        Ok(())
    }

    /// One answer a group, as a list.
    pub fn finish(self) -> Result<Value> {
        match self.state {
            Some(mut state) => {
                state.grow(self.agg, self.groups);
                state.finish(self.agg)
            }
            None => {
                let nothing = room::repeated(Value::empty_list(), self.agg.rank());
                let one = self.agg.apply(&nothing.iter().collect::<Vec<_>>())?;
                Ok(Value::collapse(room::repeated(one, self.groups)))
            }
        }
    }
}
