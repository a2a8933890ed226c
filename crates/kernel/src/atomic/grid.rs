//! Result types: one text table for every binary atomic function, one line for every unary one.

use quarry_value::Type;

/// Result types of a binary function: x down, y across; `.` and what is not listed signal 'type.
pub struct Grid {
    cells: [[Option<Type>; SIZE]; SIZE],
}

/// Result types of a unary function: arguments and, below them, results.
pub struct Line {
    cells: [Option<Type>; SIZE],
}

/// Types 0 to 19.
const SIZE: usize = 20;

/// The types that tables name, by letter.
const TYPES: [(u8, Type); 18] = [
    (b'b', Type::Bool),
    (b'g', Type::Guid),
    (b'x', Type::Byte),
    (b'h', Type::Short),
    (b'i', Type::Int),
    (b'j', Type::Long),
    (b'e', Type::Real),
    (b'f', Type::Float),
    (b'c', Type::Char),
    (b's', Type::Symbol),
    (b'p', Type::Timestamp),
    (b'm', Type::Month),
    (b'd', Type::Date),
    (b'z', Type::Datetime),
    (b'n', Type::Timespan),
    (b'u', Type::Minute),
    (b'v', Type::Second),
    (b't', Type::Time),
];

const fn named(letter: u8) -> Option<Type> {
    let mut i = 0;
    while i < TYPES.len() {
        if TYPES[i].0 == letter {
            return Some(TYPES[i].1);
        }
        i += 1;
    }
    None
}

/// The place of a type that a table names.
const fn place(letter: u8) -> usize {
    match named(letter) {
        Some(ty) => ty as usize,
        None => panic!("a letter of no type"),
    }
}

impl Grid {
    /// Reads a table: a line of letters across, then lines `x | results`.
    pub const fn parse(text: &str) -> Grid {
        let text = text.as_bytes();
        let mut cells = [[None; SIZE]; SIZE];
        let mut across = [0; SIZE];
        let (mut row, mut column, mut line, mut i) = (0, 0, 0, 0);
        while i < text.len() {
            let c = text[i];
            i += 1;
            if c == b'\n' {
                line += if column > 0 { 1 } else { 0 };
                column = 0;
                row = 0;
            } else if c == b' ' || c == b'|' {
                continue;
            } else if line == 0 {
                across[column] = place(c);
                column += 1;
            } else if row == 0 {
                row = place(c);
            } else {
                cells[row][across[column]] = named(c);
                column += 1;
            }
        }
        Grid { cells }
    }

    /// The type of the result for items of types `x` and `y`.
    #[inline]
    pub fn result(&self, x: Type, y: Type) -> Option<Type> {
        *self.cells.get(x as usize)?.get(y as usize)?
    }
}

impl Line {
    pub const fn parse(from: &str, to: &str) -> Line {
        let (from, to) = (from.as_bytes(), to.as_bytes());
        assert!(from.len() == to.len());
        let mut cells = [None; SIZE];
        let mut i = 0;
        while i < from.len() {
            if from[i] != b' ' {
                cells[place(from[i])] = named(to[i]);
            }
            i += 1;
        }
        Line { cells }
    }

    /// The type of the result for items of type `x`.
    #[inline]
    pub fn result(&self, x: Type) -> Option<Type> {
        *self.cells.get(x as usize)?
    }
}

/// `neg x` and `abs x`. Source: ref/neg, ref/abs.
pub static NEG: Line = Line::parse(
    "b x h i j e f c p m d z n u v t", //
    "i i h i j e f i p m d z n u v t",
);

/// `signum x`. Source: ref/signum.
pub static SIGNUM: Line = Line::parse(
    "b x h i j e f c p m d z n u v t", //
    "i i i i i i i i i i i i i i i i",
);

/// `not x`. Source: ref/not.
pub static NOT: Line = Line::parse(
    "b g x h i j e f c p m d z n u v t", //
    "b b b b b b b b b b b b b b b b b",
);

/// `null x`. Source: ref/null.
pub static NULL: Line = Line::parse(
    "b g x h i j e f c s p m d z n u v t", //
    "b b b b b b b b b b b b b b b b b b",
);

/// `floor x`. Source: ref/floor.
pub static FLOOR: Line = Line::parse(
    "h i j e f c s", //
    "h i j j j c s",
);

/// `ceiling x`. Source: ref/ceiling.
pub static CEILING: Line = Line::parse(
    "b x h i j e f c", //
    "i i h i j j j i",
);

/// `reciprocal x`. Source: ref/reciprocal.
pub static RECIPROCAL: Line = Line::parse(
    "b x h i j e f c p m d z n u v t", //
    "f f f f f f f f p f f z f f f f",
);

/// `sqrt exp log sin cos tan asin acos atan`. Source: their pages.
pub static FLOAT: Line = Line::parse(
    "b x h i j e f c p m d z n u v t", //
    "f f f f f f f f f f f z f f f f",
);

/// `x+y`. Source: ref/add.
pub static ADD: Grid = Grid::parse(
    "
          b x h i j e f c p m d z n u v t
      b | i i i i j e f . p m d z n u v t
      x | i i i i j e f . p m d z n u v t
      h | i i i i j e f . p m d z n u v t
      i | i i i i j e f . p m d z n u v t
      j | j j j j j e f . p m d z n u v t
      e | e e e e e e f . p m d z n u v t
      f | f f f f f f f f f f z z f f f f
      c | . . . . . . f . p m d z n u v t
      p | p p p p p p f p n . . . p p p p
      m | m m m m m m f m . i . . p p p p
      d | d d d d d d z d . . i . p p p p
      z | z z z z z z z z . . . f p z z z
      n | n n n n n n f n p p p p n n n n
      u | u u u u u u f u p p p z n u v t
      v | v v v v v v f v p p p z n v v t
      t | t t t t t t f t p p p z n t t t
",
);

/// `x-y`. Source: ref/subtract.
pub static SUBTRACT: Grid = Grid::parse(
    "
          b x h i j e f c p m d z n u v t
      b | i i i i j e f i p m d z n u v t
      x | i i i i j e f i p m d z n u v t
      h | i i i i j e f i p m d z n u v t
      i | i i i i j e f i p m d z n u v t
      j | j j j j j e f j p m d z n u v t
      e | e e e e e e f e p m d z n u v t
      f | f f f f f f f f f f z z f f f f
      c | . . . . . . f . p m d z n u v t
      p | p p p p p p f p n . . . p p p p
      m | m m m m m m f m . i . . p p p p
      d | d d d d d d z d . . i . p p p p
      z | z z z z z z z z . . . f p z z z
      n | n n n n n n f n p p p p n n n n
      u | u u u u u u f u p p p z n u v t
      v | v v v v v v f v p p p z n v v t
      t | t t t t t t f t p p p z n t t t
",
);

/// `x*y`. Source: ref/multiply.
pub static MULTIPLY: Grid = Grid::parse(
    "
          b x h i j e f c p m d z n u v t
      b | i i i i j e f . p m d z n u v t
      x | i i i i j e f . p m d z n u v t
      h | i i i i j e f . p m d z n u v t
      i | i i i i j e f . p m d z n u v t
      j | j j j j j e f . p m d z n u v t
      e | e e e e e e f . p m d z n u v t
      f | f f f f f f f f f f z z f f f f
      c | . . . . . . f . p m d z n u v t
      p | p p p p p p f p . . . . . . . .
      m | m m m m m m f m . . . . . . . .
      d | d d d d d d z d . . . . . . . .
      z | z z z z z z z z . . . . . . . .
      n | n n n n n n f n . . . . . . . .
      u | u u u u u u f u . . . . . . . .
      v | v v v v v v f v . . . . . . . .
      t | t t t t t t f t . . . . . . . .
",
);

/// `x%y`. Source: ref/divide.
pub static DIVIDE: Grid = Grid::parse(
    "
          b x h i j e f c p m d z n u v t
      b | f f f f f f f f f f f f f f f f
      x | f f f f f f f f f f f f f f f f
      h | f f f f f f f f f f f f f f f f
      i | f f f f f f f f f f f f f f f f
      j | f f f f f f f f f f f f f f f f
      e | f f f f f f f f f f f f f f f f
      f | f f f f f f f f f f f f f f f f
      c | f f f f f f f f f f f f f f f f
      p | f f f f f f f f f f f f f f f f
      m | f f f f f f f f f f f f f f f f
      d | f f f f f f f f f f f f f f f f
      z | f f f f f f f f f f f f f f f f
      n | f f f f f f f f f f f f f f f f
      u | f f f f f f f f f f f f f f f f
      v | f f f f f f f f f f f f f f f f
      t | f f f f f f f f f f f f f f f f
",
);

/// `x&y` and `x|y`. Its temporal part also says in which type two temporals are compared.
///
/// Source: ref/lesser, ref/greater, basics/comparison.
pub static LESSER: Grid = Grid::parse(
    "
          b x h i j e f c p m d z n u v t
      b | b x h i j e f c p m d z n u v t
      x | x x h i j e f c p m d z n u v t
      h | h h h i j e f c p m d z n u v t
      i | i i i i j e f c p m d z n u v t
      j | j j j j j e f c p m d z n u v t
      e | e e e e e e f c p m d z n u v t
      f | f f f f f f f c p m d z n u v t
      c | c c c c c c c c p m d z n u v t
      p | p p p p p p p p p p p p n u v t
      m | m m m m m m m m p m d . . . . .
      d | d d d d d d d d p d d z . . . .
      z | z z z z z z z z p . z z n u v t
      n | n n n n n n n n n . . n n n n n
      u | u u u u u u u u u . . u n u v t
      v | v v v v v v v v v . . v n v v t
      t | t t t t t t t t t . . t n t t t
",
);

/// The six comparisons. Source: ref/less-than, ref/greater-than.
pub static COMPARE: Grid = Grid::parse(
    "
          b g x h i j e f c s p m d z n u v t
      b | b . b b b b b b b . b b b b b b b b
      g | . b . . . . . . . . . . . . . . . .
      x | b . b b b b b b b . b b b b b b b b
      h | b . b b b b b b b . b b b b b b b b
      i | b . b b b b b b b . b b b b b b b b
      j | b . b b b b b b b . b b b b b b b b
      e | b . b b b b b b b . b b b b b b b b
      f | b . b b b b b b b . b b b b b b b b
      c | b . b b b b b b b . b b b b b b b b
      s | . . . . . . . . . b . . . . . . . .
      p | b . b b b b b b b . b b b b b b b b
      m | b . b b b b b b b . b b b . . . . .
      d | b . b b b b b b b . b b b b . . . .
      z | b . b b b b b b b . b . b b b b b b
      n | b . b b b b b b b . b . . b b b b b
      u | b . b b b b b b b . b . . b b b b b
      v | b . b b b b b b b . b . . b b b b b
      t | b . b b b b b b b . b . . b b b b b
",
);

/// `x^y`. Source: ref/fill.
pub static FILL: Grid = Grid::parse(
    "
          b g x h i j e f c s p m d z n u v t
      b | b . x h i j e f c . p m d z n u v t
      g | . g . . . . . . . . . . . . . . . .
      x | x . x h i j e f c . p m d z n u v t
      h | h . h h i j e f c . p m d z n u v t
      i | i . i i i j e f c . p m d z n u v t
      j | j . j j j j e f c . p m d z n u v t
      e | e . e e e e e f c . p m d z n u v t
      f | f . f f f f f f c . p m d z n u v t
      c | c . c c c c c c c . p m d z n u v t
      s | . . . . . . . . . s . . . . . . . .
      p | p . p p p p p p p . p p p p n u v t
      m | m . m m m m m m m . p m d . . . . .
      d | d . d d d d d d d . p d d z . . . .
      z | z . z z z z z z z . p . z z n u v t
      n | n . n n n n n n n . n . . n n n n n
      u | u . u u u u u u u . u . . u n u v t
      v | v . v v v v v v v . v . . v n v v t
      t | t . t t t t t t t . t . . t n t t t
",
);

/// `x xbar y`. Source: ref/xbar.
pub static XBAR: Grid = Grid::parse(
    "
          b x h i j e f c p m d z n u v t
      b | i i i i j f f i p m d z n u v t
      x | i i i i j f f i p m d z n u v t
      h | i i i i j f f i p m d z n u v t
      i | i i i i j f f i p m d z n u v t
      j | j j j j j f f j p m d z n u v t
      e | e e e e e f f e p m d z n u v t
      f | f f f f f f f f f f z z f f f f
      c | . . . . . f f . p m d z n u v t
      p | p p p p p f f p . . . . . . . .
      m | m m m m m f f m . . . . . . . .
      d | d d d d d z z d . . . . . . . .
      z | z z z z z z z z . . . . . . . .
      n | j j j j j f f j p m d z n u v t
      u | u u u u u f f u . . . . . . . .
      v | v v v v v f f v . . . . . . . .
      t | t t t t t f f t . . . . . . . .
",
);

/// `x mod y`. Source: ref/mod.
pub static MOD: Grid = Grid::parse(
    "
          b x h i j e f c p m d z n u v t
      b | i i i i j e f . p m d z n u v t
      x | i i i i j e f . p m d z n u v t
      h | i i i i j e f . p m d z n u v t
      i | i i i i j e f . p m d z n u v t
      j | j j j j j e f . p m d z n u v t
      e | f f f f f f f f f f z z f f f f
      f | f f f f f f f f f f z z f f f f
      c | . . . . . . f . p m d z n u v t
      p | n n n n n n f n . . . . . . . .
      m | i i i i i i f i . . . . . . . .
      d | i i i i i i . i . . . . . . . .
      z | f f f f f f f f . . . . . . . .
      n | n n n n n n f n . . . . . . . .
      u | u u u u u u f u . . . . . . . .
      v | v v v v v v f v . . . . . . . .
      t | t t t t t t f t . . . . . . . .
",
);

/// `x div y`. Source: ref/div.
pub static DIV: Grid = Grid::parse(
    "
          b x h i j e f c p m d z n u v t
      b | i i i i i i i i i i i i i i i i
      x | i i i i i i i i i i i i i i i i
      h | i i i i i i i i i i i i i i i i
      i | i i i i i i i i i i i i i i i i
      j | j j j j j j j j j j j j j j j j
      e | f f f f f f f f f f f f f f f f
      f | f f f f f f f f f f f f f f f f
      c | i i i i i i i i i i i i i i i i
      p | p p p p p p p p p p p p p p p p
      m | m m m m m m m m m m m m m m m m
      d | d d d d d d d d d d d d d d d d
      z | z z z z z z z z z z z z z z z z
      n | n n n n n n n n n n n n n n n n
      u | u u u u u u u u u u u u u u u u
      v | v v v v v v v v v v v v v v v v
      t | t t t t t t t t t t t t t t t t
",
);

/// `x xexp y`. Source: ref/exp.
pub static XEXP: Grid = Grid::parse(
    "
          b x h i j e f
      b | f f f f f f f
      x | f f f f f f f
      h | f f f f f f f
      i | f f f f f f f
      j | f f f f f f f
      e | f f f f f f f
      f | f f f f f f f
",
);

/// `x xlog y`. Source: ref/log.
pub static XLOG: Grid = Grid::parse(
    "
          b x h i j e f c p m d n u v t
      b | f f f f f f f f f f f f f f f
      x | f f f f f f f f f f f f f f f
      h | f f f f f f f f f f f f f f f
      i | f f f f f f f f f f f f f f f
      j | f f f f f f f f f f f f f f f
      e | f f f f f f f f f f f f f f f
      f | f f f f f f f f f f f f f f f
      c | f f f f f f f f f f f f f f f
      p | f f f f f f f f f f f f f f f
      m | f f f f f f f f f f f f f f f
      d | f f f f f f f f f f f f f f f
      n | f f f f f f f f f f f f f f f
      u | f f f f f f f f f f f f f f f
      v | f f f f f f f f f f f f f f f
      t | f f f f f f f f f f f f f f f
",
);

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(grid: &Grid, x: u8, y: u8) -> u8 {
        let (x, y) = (Type::from_letter(x).unwrap(), Type::from_letter(y).unwrap());
        grid.result(x, y).map_or(b'.', Type::letter)
    }

    #[test]
    fn grids_read_as_written() {
        assert_eq!(ask(&ADD, b'b', b'b'), b'i');
        assert_eq!(ask(&ADD, b'd', b't'), b'p');
        assert_eq!(ask(&ADD, b'f', b'd'), b'z');
        assert_eq!(ask(&ADD, b'i', b'c'), b'.');
        assert_eq!(ask(&SUBTRACT, b'd', b'd'), b'i');
        assert_eq!(ask(&SUBTRACT, b'p', b'p'), b'n');
        assert_eq!(ask(&ADD, b's', b'j'), b'.');
        assert_eq!(ask(&COMPARE, b's', b's'), b'b');
        assert_eq!(ask(&COMPARE, b'g', b'g'), b'b');
        assert_eq!(ask(&FILL, b's', b's'), b's');
        assert_eq!(ask(&LESSER, b'p', b'u'), b'u');
        assert_eq!(ask(&XBAR, b'n', b't'), b't');
    }
}
