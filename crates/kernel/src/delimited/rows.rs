//! Records to columns: cut into stretches for the threads, each stretch read into its part of every column.
//!
//! Stretches start at line starts. The lines of each are counted first, so that columns are made once, as long as they
//! will be, and every stretch knows its place in them.

use super::fields::{Fields, line};
use super::load::{Cut, Format, column_type};
use crate::pool;
use crate::runs::worth;
use quarry_value::evaluation::{check, is_over};
use quarry_value::text::column::{self, Names, Slots};
use quarry_value::{Data, Error, Result, Texts, Value, Vector, meter};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Bytes of a stretch of lines, about.
const STRETCH_SIZE: usize = 1 << 20;
/// Records of a stretch whose places are known.
const STRETCH_COUNT: usize = 1 << 14;
/// Records cut into fields at once: few enough for their places to stay in the cache.
const BATCH: usize = 256;

/// Where records are.
pub enum Rows<'a> {
    /// One a line, from this byte to the end of the text.
    Lines(usize),
    At(&'a [Range<usize>]),
}

/// A part of the records: bytes for [`Rows::Lines`], numbers of places for [`Rows::At`]; and how many there are.
struct Stretch {
    place: Range<usize>,
    count: usize,
}

/// The columns that are not left out. Errors: 'wsfull.
pub fn columns(format: &Format, text: &[u8], rows: &Rows) -> Result<Vec<Value>> {
    let stretches = stretches(text, rows);
    let counts: Vec<usize> = stretches.iter().map(|s| s.count).collect();
    let count: usize = counts.iter().sum();
    let letters = || format.types.iter().copied().filter(|l| *l != b' ');
    let width: usize = letters().map(|l| column_type(l).map_or(8, |t| t.width())).sum();
    meter::check(count.saturating_mul(width)).map_err(|_| Error::new("wsfull"))?;
    let mut vectors: Vec<Option<(quarry_value::Type, Data)>> =
        letters().map(|l| column_type(l).map(|t| (t, column::zeros(t.repr(), count)))).collect();
    // The parts of all columns for one stretch go to whoever reads it.
    let mut parts: Vec<Vec<Cells>> = stretches.iter().map(|_| Vec::new()).collect();
    for vector in &mut vectors {
        match vector {
            Some((ty, data)) => {
                let slots = Slots::of(data).parts(&counts);
                parts.iter_mut().zip(slots).for_each(|(p, s)| p.push(Cells::Items(*ty, s)));
            }
            None => parts.iter_mut().for_each(|p| p.push(Cells::Texts(Texts::new()))),
        }
    }
    let parts: Vec<Mutex<Vec<Cells>>> = parts.into_iter().map(Mutex::new).collect();
    let texts = pool::map_items(stretches.len(), |i| {
        let mut cells = parts[i].lock().unwrap_or_else(PoisonError::into_inner);
        fill(format, text, rows, &stretches[i], &mut cells);
        cells.iter_mut().filter_map(Cells::take_texts).collect::<Vec<Texts>>()
    });
    drop(parts);
    check()?;
    let mut texts = transposed(texts);
    let value = |v: Option<(_, Data)>| match v {
        Some((ty, data)) => Vector::new(ty, data).into(),
        None => texts.next().map_or_else(Value::empty_list, Value::from),
    };
    Ok(vectors.into_iter().map(value).collect())
}

/// A stretch's part of a column.
enum Cells<'a> {
    Items(quarry_value::Type, Slots<'a>),
    Texts(Texts),
}

impl Cells<'_> {
    fn take_texts(&mut self) -> Option<Texts> {
        match self {
            Cells::Texts(t) => Some(std::mem::take(t)),
            Cells::Items(..) => None,
        }
    }
}

/// The text columns of all stretches, joined.
fn transposed(stretches: Vec<Vec<Texts>>) -> impl Iterator<Item = Texts> {
    let mut columns: Vec<Vec<Texts>> = Vec::new();
    for stretch in stretches {
        columns.resize_with(stretch.len(), Vec::new);
        columns.iter_mut().zip(stretch).for_each(|(c, texts)| c.push(texts));
    }
    columns.into_iter().map(|parts| {
        let mut all = Texts::joined(parts);
        all.fit();
        all
    })
}

fn stretches(text: &[u8], rows: &Rows) -> Vec<Stretch> {
    match rows {
        Rows::At(places) => {
            let n = places.len();
            let size = worth(STRETCH_COUNT);
            let starts = (0..n).step_by(size);
            let place = |s: usize| s..(s + size).min(n);
            starts.map(|s| Stretch { place: place(s), count: place(s).len() }).collect()
        }
        Rows::Lines(start) => {
            let mut places = Vec::new();
            let mut at = *start;
            while at < text.len() {
                let least = (at + worth(STRETCH_SIZE)).min(text.len());
                let end = memchr::memchr(b'\n', &text[least..]).map_or(text.len(), |i| least + i + 1);
                places.push(at..end);
                at = end;
            }
            let counts = pool::map_items(places.len(), |i| {
                let bytes = &text[places[i].clone()];
                memchr::memchr_iter(b'\n', bytes).count() + usize::from(!bytes.ends_with(b"\n"))
            });
            places.into_iter().zip(counts).map(|(place, count)| Stretch { place, count }).collect()
        }
    }
}

/// Reads the records of a stretch.
fn fill(format: &Format, text: &[u8], rows: &Rows, stretch: &Stretch, cells: &mut [Cells]) {
    match rows {
        Rows::At(places) => {
            let mut places = places[stretch.place.clone()].iter().cloned();
            fill_from(format, text, stretch.count, &mut places, cells);
        }
        Rows::Lines(_) => {
            let Range { start, end } = stretch.place.clone();
            let ends = memchr::memchr_iter(b'\n', &text[start..end]).map(|i| start + i);
            let last = (!text[start..end].ends_with(b"\n")).then_some(end);
            let mut from = start;
            let mut lines = ends.chain(last).map(|at| {
                let place = from..at;
                from = at + 1;
                line(text, place)
            });
            fill_from(format, text, stretch.count, &mut lines, cells);
        }
    }
}

fn fill_from(
    format: &Format,
    text: &[u8],
    count: usize,
    places: &mut impl Iterator<Item = Range<usize>>,
    cells: &mut [Cells],
) {
    let wanted: Vec<usize> = (0..format.types.len()).filter(|c| format.types[*c] != b' ').collect();
    // What follows the last column that is wanted is not looked at.
    let mut fields = Fields::new(text, wanted.last().map_or(0, |c| c + 1), format.delimiter());
    let mut names = Names::default();
    let batch = worth(BATCH);
    for start in (0..count).step_by(batch) {
        if is_over() {
            return;
        }
        fields.clear();
        for place in places.take(batch.min(count - start)) {
            match &format.cut {
                Cut::At(_) => fields.cut(place),
                Cut::Widths(widths) => fields.cut_fixed(place, widths),
            }
        }
        for (c, part) in wanted.iter().zip(&mut *cells) {
            match part {
                Cells::Items(ty, slots) => column::read(*ty, fields.column(*c), slots, start, &mut names),
                Cells::Texts(texts) => texts.extend(fields.column(*c)),
            }
        }
    }
}
