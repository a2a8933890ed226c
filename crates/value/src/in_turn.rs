//! Items that are looked at one after the other.

use crate::{Buf, Data, Dict, List, Slices, Table, Texts, Type, Value, stack};
use std::sync::Arc;

/// The items of a value, the rows of a table or the values of a dictionary, made as they are asked for.
pub struct InTurn<'a>(From<'a>);

enum From<'a> {
    /// Packed strings, and the last one that was made.
    Texts(&'a Texts, Value),
    /// Vectors that lie one behind the other, and the last one that was made.
    Slices(&'a Slices, Value),
    Rows(Rows<'a>),
    Other(&'a Value),
}

impl<'a> InTurn<'a> {
    pub fn of(x: &'a Value) -> InTurn<'a> {
        let within = if let Value::Dict(d) = x { &d.values } else { x };
        InTurn(match within {
            Value::Table(t) => From::Rows(Rows::of(t)),
            Value::List(l) if l.lies_together() => match (l.as_packed(), l.as_slices()) {
                (Some(texts), _) => From::Texts(texts, Value::identity()),
                (_, Some(slices)) => From::Slices(slices, Value::identity()),
                _ => From::Other(within),
            },
            other => From::Other(other),
        })
    }

    /// Item `i`. A string or vector lies where the one before lay, when nobody has kept that.
    #[inline]
    pub fn get(&mut self, i: usize) -> Value {
        match &mut self.0 {
            From::Other(x) => x.at(i),
            From::Texts(texts, room) => {
                write(texts.get(i), room);
                room.clone()
            }
            From::Slices(slices, room) => {
                slices.get_in(i, room);
                room.clone()
            }
            From::Rows(rows) => rows.get(i),
        }
    }
}

/// The rows of a table, and the last one that was made.
struct Rows<'a> {
    table: &'a Table,
    /// The keys that they share.
    names: Value,
    room: Value,
    /// How many more rows may be kept by others before none is made where another lay.
    tries: u8,
}

/// Where so many rows were kept, the others will be.
const ROWS_KEPT: u8 = 4;

impl<'a> Rows<'a> {
    fn of(table: &'a Table) -> Rows<'a> {
        // Where two columns differ, so do two atoms of each row: its cells are a general list, whatever the others are.
        let mut types = table.columns.iter().filter_map(|c| match c {
            Value::Vector(v) => Some((v.ty, v.domain)),
            _ => None,
        });
        let first = types.next();
        let are_mixed = types.any(|ty| Some(ty) != first);
        let names = Value::syms(table.names.clone());
        let tries = if are_mixed { ROWS_KEPT } else { 0 };
        Rows { table, names, room: Value::identity(), tries }
    }

    fn get(&mut self, i: usize) -> Value {
        if self.tries == 0 {
            return self.table.row_under(&self.names, i);
        }
        let cells = if let Value::Dict(row) = &mut self.room { Dict::own_cells(row) } else { None };
        match cells {
            Some(cells) if !stack::is_over() => {
                cells.iter_mut().zip(&self.table.columns).for_each(|(cell, c)| *cell = c.at(i));
            }
            _ => {
                self.tries -= 1;
                self.room = self.table.row_under(&self.names, i);
            }
        }
        self.room.clone()
    }
}

impl List {
    /// Makes item `i` in `room`: a string or vector where the one before lay, when nobody else holds that.
    #[inline]
    pub fn get_in(&self, i: usize, room: &mut Value) {
        if let Some(texts) = self.as_packed().filter(|_| self.is_packed()) {
            write(texts.get(i), room);
        } else if let Some(slices) = self.as_slices().filter(|_| self.is_in_slices()) {
            slices.get_in(i, room);
        } else {
            *room = self.get(i);
        }
    }
}

/// The string of `text`, in the block of another one if nobody else holds that.
#[inline]
fn write(text: &[u8], room: &mut Value) {
    if let Value::Vector(old) = room
        && let Some(v) = Arc::get_mut(old)
        && let (Type::Char, Data::U8(Buf::Heap(bytes))) = (v.ty, &mut v.data)
    {
        bytes.clear();
        bytes.extend_from_slice(text);
        v.attr = Default::default();
        v.forget_index();
        return;
    }
    *room = Value::chars(text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Attr, Sym};

    #[test]
    fn strings_that_were_kept_stay_as_they_are() {
        let words = ["ab", "", "cde", "f", "ghi"];
        let list = Value::from(words.iter().collect::<Texts>());
        let mut items = InTurn::of(&list);
        let kept: Vec<Value> = (0..5).map(|i| items.get(i)).collect();
        let shown = |v: &Value| v.as_text().map(<[u8]>::to_vec);
        assert!(kept.iter().zip(words).all(|(v, w)| shown(v) == Some(w.as_bytes().to_vec())));
        let place = |v: &Value| v.as_text().map(<[u8]>::as_ptr);
        let first = items.get(2);
        let at = place(&first);
        if let Value::Vector(v) = &first {
            v.attr.note_sorted();
        }
        drop(first);
        let next = items.get(4);
        assert_eq!((place(&next), shown(&next)), (at, Some(b"ghi".to_vec())));
        assert!(matches!(&next, Value::Vector(v) if v.attr == Attr::None));
    }

    #[test]
    fn items_are_those_of_values_and_rows() {
        let longs = Value::longs(vec![3, 4]);
        let dict = Value::dict(longs.clone(), Value::list(vec![longs.clone(), Value::long(7)]));
        assert_eq!(InTurn::of(&dict).get(1).as_long(), Some(7));
        let table = Value::table(vec![Sym::new("a")], vec![longs]);
        let row = InTurn::of(&table).get(1);
        assert_eq!((row.type_number(), row.at(0).as_long()), (99, Some(4)));
    }
}
