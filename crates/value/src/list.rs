//! General lists.
//!
//! A list holds its items as values, or stands for items that are built when asked for: strings packed in one
//! buffer, lists of such strings, short vectors one behind the other, a nested column mapped from disk, the lines of a table. All answer as type 0h.

use crate::held::Held;
use crate::made::Made;
use crate::slices::Growing;
use crate::strings::Strings;
use crate::{Attr, Mark, Pieces, Slices, Texts, Type, Value, Vector, moving, packing, room, with_data};
use std::any::Any;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The items of a general list.
#[derive(Clone)]
pub struct List {
    pub attr: Mark,
    form: Form,
}

#[derive(Clone)]
enum Form {
    Items(Held),
    Lazy(Box<Lazy<Arc<dyn Items>>>),
    Packed(Box<Lazy<Texts>>),
    Pieces(Box<Lazy<Pieces>>),
    Slices(Box<Lazy<Slices>>),
}

/// There may be a list for each item of a long one.
const _: () = assert!(size_of::<List>() <= 32);

/// Where items come from, the items once all were asked for, and what was learned of them.
struct Lazy<T> {
    source: T,
    items: Made<Vec<Value>>,
    learned: OnceLock<Learned>,
    /// Bytes that changes have moved.
    moved: usize,
}

/// Bytes of a list that changes may move for each item of it: in about that time a value is made of each.
const MOVED_MAX: usize = 1 << 10;

/// What was learned of items by searching them.
pub type Learned = Arc<dyn Any + Send + Sync>;

impl<T> Lazy<T> {
    fn of(source: T) -> Box<Lazy<T>> {
        Box::new(Lazy { source, items: Made::default(), learned: OnceLock::new(), moved: 0 })
    }

    /// May a change move so many bytes, of `count` items? If all changes have taken longer than to make values of the items, the
    /// others are to find those.
    fn moves(&mut self, bytes: usize, count: usize) -> bool {
        self.moved = self.moved.saturating_add(bytes);
        self.moved <= count.saturating_mul(MOVED_MAX)
    }
}

/// The copy may come to have other items: what was learned stays with the first.
impl<T: Clone> Clone for Lazy<T> {
    fn clone(&self) -> Lazy<T> {
        Lazy { source: self.source.clone(), items: self.items.clone(), learned: OnceLock::new(), moved: 0 }
    }
}

/// Items that are built when asked for.
pub trait Items: Send + Sync {
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Item `i` (in range). A failure is left with [`crate::fault::raise`].
    fn get(&self, i: usize) -> Value;
    /// The text of item `i` when it is a char vector without attribute whose bytes can be shown as they are.
    fn text(&self, _: usize) -> Option<&[u8]> {
        None
    }
    /// Appends the texts of items (in range), which lie where they are; `None` when one has no [`Items::text`].
    fn gather<'a>(&'a self, at: &mut dyn Iterator<Item = usize>, out: &mut Vec<&'a [u8]>) -> Option<()> {
        for i in at {
            out.push(self.text(i)?);
        }
        Some(())
    }
    /// Are the items strings made of values in memory? They are mapped from disk otherwise.
    fn are_made(&self) -> bool {
        false
    }
    /// All items, made now, when [`Items::are_made`].
    fn texts(&self) -> Option<&Texts> {
        None
    }
    /// Appends the items of `range` with a newline after each, when [`Items::are_made`].
    fn write_lines(&self, _: Range<usize>, _: &mut Vec<u8>) {}
}

impl List {
    pub fn new(items: Vec<Value>) -> List {
        List { attr: Mark::default(), form: Form::Items(items.into()) }
    }

    pub fn lazy(source: Arc<dyn Items>) -> List {
        List { attr: Mark::default(), form: Form::Lazy(Lazy::of(source)) }
    }

    /// A list of strings.
    pub fn packed(texts: Texts) -> List {
        if texts.is_empty() {
            return List::new(Vec::new());
        }
        List { attr: Mark::default(), form: Form::Packed(Lazy::of(texts)) }
    }

    /// A list of lists of strings.
    pub fn pieces(pieces: Pieces) -> List {
        if pieces.is_empty() {
            return List::new(Vec::new());
        }
        List { attr: Mark::default(), form: Form::Pieces(Lazy::of(pieces)) }
    }

    /// A list of vectors.
    pub fn slices(slices: Slices) -> List {
        if slices.is_empty() {
            return List::new(Vec::new());
        }
        List { attr: Mark::default(), form: Form::Slices(Lazy::of(slices)) }
    }

    pub fn len(&self) -> usize {
        match &self.form {
            Form::Items(v) => v.len(),
            Form::Lazy(l) => l.source.len(),
            Form::Packed(p) => p.source.len(),
            Form::Pieces(p) => p.source.len(),
            Form::Slices(s) => s.source.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Item `i`, without building the others.
    pub fn get(&self, i: usize) -> Value {
        match &self.form {
            Form::Items(v) => v[i].clone(),
            Form::Lazy(l) => l.source.get(i),
            Form::Packed(p) => match p.items.get() {
                Some(items) => items[i].clone(),
                None => Value::chars(p.source.get(i)),
            },
            Form::Pieces(p) => match p.items.get() {
                Some(items) => items[i].clone(),
                None => p.source.get(i),
            },
            Form::Slices(s) => match s.items.get() {
                Some(items) => items[i].clone(),
                None => s.source.get(i),
            },
        }
    }

    /// The text of item `i` when it is a char vector and can be looked at where it lies. What is `None` here may
    /// still be text: [`List::get`] and [`Value::as_text`] tell.
    pub fn text(&self, i: usize) -> Option<&[u8]> {
        match &self.form {
            Form::Items(v) => match &v[i] {
                Value::Vector(v) if v.ty == Type::Char && v.attr == Attr::None => v.slice(),
                _ => None,
            },
            Form::Lazy(l) => l.source.text(i),
            Form::Packed(p) => Some(p.source.get(i)),
            Form::Pieces(_) | Form::Slices(_) => None,
        }
    }

    /// All items as texts, when each has a [`List::text`].
    pub fn texts(&self) -> Option<Vec<&[u8]>> {
        if !self.is_empty() {
            self.text(0)?;
        }
        let mut all = room::vec(self.len());
        self.gather(&mut (0..self.len()), &mut all)?;
        Some(all)
    }

    /// The texts of items (in range), when each has a [`List::text`].
    pub fn texts_at(&self, at: impl ExactSizeIterator<Item = usize>) -> Option<Vec<&[u8]>> {
        let mut at = at;
        let mut some = room::vec(at.len());
        self.gather(&mut at, &mut some)?;
        Some(some)
    }

    fn gather<'a>(&'a self, at: &mut dyn Iterator<Item = usize>, out: &mut Vec<&'a [u8]>) -> Option<()> {
        match &self.form {
            Form::Lazy(l) => return l.source.gather(at, out),
            _ => {
                for i in at {
                    out.push(self.text(i)?);
                }
            }
        }
        Some(())
    }

    /// Calls `take` with each item's text, in order; `None` when one has no [`List::text`].
    pub fn each_text<'a>(&'a self, mut take: impl FnMut(&'a [u8])) -> Option<()> {
        const TOGETHER: usize = 1 << 10;
        let mut some = room::vec(self.len().min(TOGETHER));
        for start in (0..self.len()).step_by(TOGETHER) {
            self.gather(&mut (start..self.len().min(start + TOGETHER)), &mut some)?;
            some.drain(..).for_each(&mut take);
        }
        Some(())
    }

    /// The strings of a packed list, made now if they are not yet there.
    pub fn as_packed(&self) -> Option<&Texts> {
        match &self.form {
            Form::Packed(p) => Some(&p.source),
            Form::Lazy(l) => l.source.texts(),
            Form::Items(_) | Form::Pieces(_) | Form::Slices(_) => None,
        }
    }

    /// The lists of a list of lists of strings that lie together.
    pub fn as_pieces(&self) -> Option<&Pieces> {
        match &self.form {
            Form::Pieces(p) => Some(&p.source),
            _ => None,
        }
    }

    /// The vectors of a list in which they lie one behind the other.
    pub fn as_slices(&self) -> Option<&Slices> {
        match &self.form {
            Form::Slices(s) => Some(&s.source),
            _ => None,
        }
    }

    /// The place for what is learned by searching packed strings, or vectors that lie one behind the other. It stays when others
    /// come behind them, and is forgotten when they change.
    pub fn learned(&self) -> Option<&OnceLock<Learned>> {
        match &self.form {
            Form::Packed(p) => Some(&p.learned),
            Form::Slices(s) => Some(&s.learned),
            _ => None,
        }
    }

    /// Do the vectors lie one behind the other, and in no other form?
    pub(crate) fn is_in_slices(&self) -> bool {
        matches!(&self.form, Form::Slices(s) if s.items.get().is_none())
    }

    /// Are the items strings? A look at each at most, and none is built that can be avoided.
    pub fn are_strings(&self) -> bool {
        match &self.form {
            Form::Packed(_) => true,
            Form::Pieces(_) | Form::Slices(_) => false,
            Form::Lazy(l) if l.source.are_made() => true,
            _ => (0..self.len()).all(|i| self.text(i).is_some() || self.get(i).is_string()),
        }
    }

    /// Appends the strings of `range` with a newline after each.
    pub fn write_lines(&self, range: Range<usize>, out: &mut Vec<u8>) {
        match &self.form {
            Form::Lazy(l) if l.source.are_made() => l.source.write_lines(range, out),
            _ => range.for_each(|i| {
                match self.text(i) {
                    Some(text) => out.extend_from_slice(text),
                    None => out.extend_from_slice(self.get(i).as_text().unwrap_or_default()),
                }
                out.push(b'\n');
            }),
        }
    }

    /// The strings of a packed list, to append to.
    pub fn packed_mut(&mut self) -> Option<&mut Texts> {
        self.attr = Mark::default();
        if let Form::Lazy(l) = &self.form
            && let Some(texts) = l.source.texts()
        {
            self.form = Form::Packed(Lazy::of(texts.clone()));
        }
        match &mut self.form {
            Form::Packed(p) => {
                p.items = Made::default();
                Some(&mut p.source)
            }
            _ => None,
        }
    }

    /// The vectors of a list in which they lie one behind the other, to append to.
    pub fn slices_mut(&mut self) -> Option<&mut Slices> {
        self.attr = Mark::default();
        match &mut self.form {
            Form::Slices(s) => {
                s.items = Made::default();
                Some(&mut s.source)
            }
            _ => None,
        }
    }

    /// Item `i` (in range) becomes `v`: where it lies, if the items lie together and better stay so.
    pub fn set(&mut self, i: usize, v: Value) {
        let is_put = match &v {
            Value::Vector(v) => self.put_text(i, v) || self.put_vector(i, v),
            _ => false,
        };
        if !is_put {
            self.make_mut()[i] = v;
        }
    }

    /// Puts `v` where string `i` is, when that is one, too, and the strings are packed and nothing else, and better stay so. False,
    /// and nothing is done, otherwise.
    fn put_text(&mut self, i: usize, v: &Vector) -> bool {
        let is_filed = moving::is_filed_list(self);
        let Form::Packed(p) = &mut self.form else { return false };
        if p.items.get().is_some() || v.ty != Type::Char || v.attr != Attr::None {
            return false;
        }
        let (old, new, count) = (p.source.get(i).len(), v.len(), p.source.len());
        if old != new {
            let behind = p.source.bytes().len() - p.source.ends()[i] + size_of_val(&p.source.ends()[i..]);
            let stays = packing::takes(count, new, p.source.bytes().len() - old + new);
            // What does not fit the file would be refused with the list half changed.
            if is_filed || !stays || !p.moves(behind + new, count) {
                return false;
            }
        }
        let text = v.slice().unwrap_or_default();
        room::refuse_spoilt();
        p.source.put(i, text);
        p.learned = OnceLock::new();
        self.attr = Mark::default();
        true
    }

    /// [`List::put_text`] of a vector in a list in which they lie one behind the other.
    fn put_vector(&mut self, i: usize, v: &Vector) -> bool {
        let is_filed = moving::is_filed_list(self);
        let Form::Slices(s) = &mut self.form else { return false };
        if is_filed || s.items.get().is_some() || !s.source.takes(v) {
            return false;
        }
        let (old, new, count) = (s.source.place(i).len(), v.len(), s.source.len());
        let (width, all) = (v.ty.width(), s.source.all().len());
        let behind = match old == new {
            true => 0,
            false => (all - s.source.ends()[i]) * width + size_of_val(&s.source.ends()[i..]),
        };
        let stays = packing::takes(count, new * width, (all - old + new) * width);
        // Whoever changes items of all vectors changes those of values sooner.
        if !stays || !s.moves(behind + MOVED_MAX, count) {
            return false;
        }
        with_data!(&v.data, b => _ = b.as_slice());
        room::refuse_spoilt();
        s.source.put(i, v);
        s.learned = OnceLock::new();
        self.attr = Mark::default();
        true
    }

    /// Are the items packed strings, or vectors one behind the other, and in no other form?
    pub fn lies_together(&self) -> bool {
        self.is_packed() || self.is_in_slices()
    }

    /// Are the strings packed, and in no other form?
    pub fn is_packed(&self) -> bool {
        matches!(&self.form, Form::Packed(p) if p.items.get().is_none())
    }

    /// Are the items values in memory, so that a copy of one costs next to nothing?
    pub fn holds_values(&self) -> bool {
        matches!(self.form, Form::Items(_))
    }

    /// Packs what came item by item once there were `before`, when it is many strings or short vectors and nothing else. It looks
    /// only where their number has doubled.
    pub fn settle(&mut self, before: usize) {
        let n = self.len();
        let Form::Items(items) = &self.form else { return };
        if !packing::are_many(n) || before.checked_ilog2() == n.checked_ilog2() {
            return;
        }
        let packed = match (Strings::of_first(&items[0], n), Growing::of_first(&items[0], n)) {
            (Some(mut strings), _) => strings.extend(&items[1..]).then(|| List::packed(strings.into_texts())),
            (_, Some(mut vectors)) => {
                vectors.extend(&items[1..]).then(|| List::slices(vectors.into_slices()))
            }
            _ => None,
        };
        if let Some(packed) = packed {
            self.form = packed.form;
        }
    }

    /// All items, built if need be.
    pub fn as_slice(&self) -> &[Value] {
        match &self.form {
            Form::Items(v) => v,
            Form::Lazy(l) => l.items.make(|| match l.source.texts() {
                Some(texts) => room::collected(texts.iter().map(Value::chars)),
                None => room::collected((0..l.source.len()).map(|i| l.source.get(i))),
            }),
            Form::Packed(p) => p.items.make(|| room::collected(p.source.iter().map(Value::chars))),
            Form::Pieces(p) => {
                let lists = || (0..p.source.len()).map(|i| p.source.get(i));
                p.items.make(|| room::collected(lists()))
            }
            Form::Slices(s) => {
                let vectors = || (0..s.source.len()).map(|i| s.source.get(i));
                s.items.make(|| room::collected(vectors()))
            }
        }
    }

    /// True when items are built on demand from outside memory.
    pub fn is_mapped(&self) -> bool {
        matches!(&self.form, Form::Lazy(l) if !l.source.are_made())
    }

    /// The list with its strings packed, when all items are strings without attributes; `None` otherwise.
    pub fn pack(&self) -> Option<List> {
        let mut texts = Texts::with_capacity(self.len(), 0);
        for i in 0..self.len() {
            texts.push(self.text(i)?);
        }
        texts.fit();
        Some(List { attr: self.attr.clone(), ..List::packed(texts) })
    }

    /// The items to change; what they had as an attribute need not hold any more.
    pub fn make_mut(&mut self) -> &mut Vec<Value> {
        if !self.holds_values() {
            self.as_slice();
            room::refuse_spoilt();
            let items = match &mut self.form {
                Form::Lazy(l) => l.items.take(),
                Form::Packed(p) => p.items.take(),
                Form::Pieces(p) => p.items.take(),
                Form::Slices(s) => s.items.take(),
                Form::Items(_) => None,
            };
            self.form = Form::Items(items.unwrap_or_default().into());
        }
        self.attr = Mark::default();
        match &mut self.form {
            Form::Items(v) => v,
            _ => unreachable!("the items were just built"),
        }
    }
}

impl From<Vec<Value>> for List {
    fn from(v: Vec<Value>) -> List {
        List::new(v)
    }
}
