//! Many texts as items of one type, read into place.

use super::parse;
use crate::evaluation::is_over;
use crate::{Buf, Data, Guid, Item, Repr, Sym, Type, Vector};
use crate::{pool, room, sym};
use bytemuck::Zeroable;

/// Part of a column that is being read: places for items of one storage.
pub enum Slots<'a> {
    U8(&'a mut [u8]),
    I16(&'a mut [i16]),
    I32(&'a mut [i32]),
    I64(&'a mut [i64]),
    F32(&'a mut [f32]),
    F64(&'a mut [f64]),
    Guid(&'a mut [Guid]),
    Sym(&'a mut [Sym]),
}

impl<'a> Slots<'a> {
    /// The places of a buffer's items.
    pub fn of(data: &'a mut Data) -> Slots<'a> {
        match data {
            Data::U8(b) => Slots::U8(b.make_mut()),
            Data::I16(b) => Slots::I16(b.make_mut()),
            Data::I32(b) => Slots::I32(b.make_mut()),
            Data::I64(b) => Slots::I64(b.make_mut()),
            Data::F32(b) => Slots::F32(b.make_mut()),
            Data::F64(b) => Slots::F64(b.make_mut()),
            Data::Guid(b) => Slots::Guid(b.make_mut()),
            Data::Sym(b) => Slots::Sym(b.make_mut()),
        }
    }

    /// Cut into consecutive parts of these counts, which make up the whole.
    pub fn parts(self, counts: &[usize]) -> Vec<Slots<'a>> {
        fn cut<'a, T>(mut xs: &'a mut [T], counts: &[usize]) -> impl Iterator<Item = &'a mut [T]> {
            counts.iter().map(move |n| {
                let (part, rest) = std::mem::take(&mut xs).split_at_mut(*n);
                xs = rest;
                part
            })
        }
        match self {
            Slots::U8(xs) => cut(xs, counts).map(Slots::U8).collect(),
            Slots::I16(xs) => cut(xs, counts).map(Slots::I16).collect(),
            Slots::I32(xs) => cut(xs, counts).map(Slots::I32).collect(),
            Slots::I64(xs) => cut(xs, counts).map(Slots::I64).collect(),
            Slots::F32(xs) => cut(xs, counts).map(Slots::F32).collect(),
            Slots::F64(xs) => cut(xs, counts).map(Slots::F64).collect(),
            Slots::Guid(xs) => cut(xs, counts).map(Slots::Guid).collect(),
            Slots::Sym(xs) => cut(xs, counts).map(Slots::Sym).collect(),
        }
    }
}

/// Texts that one thread reads.
const PART: usize = 1 << 14;

/// A vector of type `ty` from texts; what means none is the null.
pub fn vector(ty: Type, texts: &[&[u8]]) -> Vector {
    let mut data = zeros(ty.repr(), texts.len());
    let counts: Vec<usize> = texts.chunks(PART).map(<[_]>::len).collect();
    let parts: Vec<_> = Slots::of(&mut data).parts(&counts).into_iter().zip(texts.chunks(PART)).collect();
    pool::for_each_item(parts, |(slots, texts)| read_all(ty, texts, slots));
    Vector::new(ty, data)
}

fn read_all(ty: Type, texts: &[&[u8]], mut slots: Slots) {
    if is_over() {
        return;
    }
    let each = texts.iter().copied();
    match &mut slots {
        Slots::Sym(xs) => Sym::read_into(xs, each.map(<[u8]>::trim_ascii)),
        slots => read(ty, each, slots, 0, &mut Names::default()),
    }
}

/// Room for `count` items of storage `repr`, all zero.
pub fn zeros(repr: Repr, count: usize) -> Data {
    fn of<T: Item + Zeroable>(count: usize) -> Data {
        T::data(Buf::Heap(room::zeros::<T>(count)))
    }
    match repr {
        Repr::U8 => of::<u8>(count),
        Repr::I16 => of::<i16>(count),
        Repr::I32 => of::<i32>(count),
        Repr::I64 => of::<i64>(count),
        Repr::F32 => of::<f32>(count),
        Repr::F64 => of::<f64>(count),
        Repr::Guid => of::<Guid>(count),
        Repr::Sym => Sym::data(Buf::Heap(room::repeated(Sym::EMPTY, count))),
    }
}

/// The one char of a field with blanks around it. Source: the data that wp/machine-learning reads.
fn padded(ty: Type, text: &[u8]) -> Option<u8> {
    match text.trim_ascii() {
        [c] if ty == Type::Char => Some(*c),
        _ => None,
    }
}

/// Reads texts as items of type `ty` into `slots`, from place `at`; what means none is the null. `names` remembers
/// symbols from one call to the next.
pub fn read<'t>(
    ty: Type,
    texts: impl Iterator<Item = &'t [u8]>,
    slots: &mut Slots,
    at: usize,
    names: &mut Names,
) {
    fn fill<'t, T: Copy>(
        out: &mut [T],
        texts: impl Iterator<Item = &'t [u8]>,
        null: T,
        of: impl Fn(&[u8]) -> Option<T>,
    ) {
        out.iter_mut().zip(texts).for_each(|(o, t)| *o = of(t).unwrap_or(null));
    }
    match slots {
        Slots::U8(xs) => {
            let null = if ty == Type::Char { b' ' } else { 0 };
            fill(&mut xs[at..], texts, null, |t| parse::in_u8(ty, t).or_else(|| padded(ty, t)));
        }
        Slots::I16(xs) => fill(&mut xs[at..], texts, i16::NULL, parse::short),
        Slots::I32(xs) => match ty {
            Type::Date => fill(&mut xs[at..], texts, i32::NULL, parse::date_item),
            Type::Time => fill(&mut xs[at..], texts, i32::NULL, parse::time_item),
            _ => fill(&mut xs[at..], texts, i32::NULL, |t| parse::in_i32(ty, t)),
        },
        Slots::I64(xs) => match ty {
            Type::Long => fill(&mut xs[at..], texts, i64::NULL, parse::long_item),
            _ => fill(&mut xs[at..], texts, i64::NULL, |t| parse::in_i64(ty, t)),
        },
        Slots::F32(xs) => fill(&mut xs[at..], texts, f32::NULL, |t| parse::float(t).map(|x| x as f32)),
        Slots::F64(xs) => match ty {
            Type::Float => fill(&mut xs[at..], texts, f64::NULL, parse::float),
            _ => fill(&mut xs[at..], texts, f64::NULL, |t| parse::in_f64(ty, t)),
        },
        Slots::Guid(xs) => fill(&mut xs[at..], texts, Guid::NULL, parse::guid),
        Slots::Sym(xs) => xs[at..].iter_mut().zip(texts).for_each(|(o, t)| *o = names.get(t.trim_ascii())),
    }
}

/// Symbols met lately, by their text: asking the table of all symbols for each of a million cells costs more than
/// everything else that is done with them.
#[derive(Default)]
pub struct Names {
    /// How often a symbol was asked for, until there are enough to remember some.
    asked: usize,
    recent: Box<[(u128, Sym)]>,
}

const RECENT_BITS: u32 = 12;
const ASKED_MIN: usize = 256;

impl Names {
    /// The symbol with this text.
    #[inline]
    pub fn get(&mut self, text: &[u8]) -> Sym {
        // The key of the empty text is 0, whose symbol is there from the start.
        if self.recent.is_empty() {
            self.asked += 1;
            if self.asked < ASKED_MIN {
                return Sym::new(text);
            }
            self.recent = vec![(0, Sym::EMPTY); 1 << RECENT_BITS].into();
        }
        let Some(key) = sym::number(text) else { return Sym::new(text) };
        let mixed = (key as u64 ^ ((key >> 64) as u64).rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let slot = &mut self.recent[(mixed >> (64 - RECENT_BITS)) as usize];
        if slot.0 != key {
            *slot = (key, Sym::new(text));
        }
        slot.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_symbols() {
        let mut names = Names::default();
        for round in 0..2 {
            for i in 0..5000 {
                let text = format!("{}{i}", "x".repeat(i % 20));
                assert_eq!(names.get(text.as_bytes()), Sym::new(&text), "{round}");
            }
            assert_eq!(names.get(b""), Sym::EMPTY);
            assert_eq!(names.get(b"a\0b"), Sym::new("a"));
        }
    }

    #[test]
    fn parts_are_read_in_place() {
        let mut data = zeros(Repr::I64, 4);
        let parts = Slots::of(&mut data).parts(&[1, 3]);
        for (mut part, texts) in parts.into_iter().zip([&["7"][..], &["-8", "x", "0W"]]) {
            read(Type::Long, texts.iter().map(|t| t.as_bytes()), &mut part, 0, &mut Names::default());
        }
        assert_eq!(i64::of(&data).map(Buf::as_slice), Some(&[7, -8, i64::MIN, i64::MAX][..]));
    }
}
