//! From text to tokens.
//!
//! Spaces matter in q: they tell a comment from an iterator and a negative number from a subtraction. A token
//! therefore remembers whether a space stands before it, and the rest of the rules are settled here, so that the
//! parser sees no characters.

use super::Fault;
use super::literal;
use quarry_value::text::scan;
use quarry_value::{Composition, Iter, Kind, Prim, Sym, Value, room};
use std::sync::OnceLock;

const FORM_FEED: u8 = 0x0c;
/// As UTF-8 has it.
const NO_BREAK_SPACE: &[u8] = &[0xc2, 0xa0];

#[derive(Clone, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
    /// A space, a newline or the start of the text stands before it.
    pub spaced: bool,
}

#[derive(Clone, Debug)]
pub enum TokenKind {
    /// A number, string or symbol, or a vector of them.
    Literal(Value),
    Name(Sym),
    /// `+`, `<=`, `0:`
    Operator(Value),
    /// `+:`, of an assignment or as the unary form; it holds `+`.
    OperatorColon(Prim),
    /// `:`
    Colon,
    /// `::`
    ColonColon,
    Iter(Iter),
    /// `(`, `[` or `{`
    Open(u8),
    /// `)`, `]` or `}`
    Close(u8),
    Semi,
    /// The `k)` of a function in k that stands in q: `f:k){x+1}`
    InK,
}

const OPERATORS: &[u8] = b"+-*%&|^=<>$,#_~!?@.";

const ESCAPES: &str =
    "in text a backslash stands before n, r, t, three octal digits or a mark: \"\\\\\" is one";

/// All tokens of `text`.
pub fn tokens(text: &[u8]) -> Result<Vec<Token>, Fault> {
    tokens_after(text, 0, false)
}

/// The tokens of `text` after its first `start` bytes; their places count from the start of the text. In k `<=` is
/// two operators.
pub fn tokens_after(text: &[u8], start: usize, k: bool) -> Result<Vec<Token>, Fault> {
    let mut lexer =
        Lexer { text, start, k, at: start, tokens: Vec::new(), open: Vec::new(), opened: None, k_from: None };
    loop {
        let before = lexer.at;
        let Some(spaced) = lexer.skip_blanks() else { break };
        let start = lexer.at;
        if let Some(line) = lexer.ends_statement(before) {
            let (start, end) = (line as u32, line as u32 + 1);
            room::push(&mut lexer.tokens, Token { kind: TokenKind::Semi, start, end, spaced });
        }
        let kind = lexer.token(spaced)?;
        room::push(&mut lexer.tokens, Token { kind, start: start as u32, end: lexer.at as u32, spaced });
    }
    Ok(lexer.tokens)
}

/// The texts of all tokens of `text`, and of what stands between them: each blank, and each comment with the blank before it.
///
/// Source: releases/ChangesIn3.5; KxSystems/kx-vscode (evaluate.q).
pub fn words(text: &[u8]) -> Result<Vec<Vec<u8>>, Fault> {
    let mut words = Vec::new();
    let mut at = 0;
    for token in tokens(text)? {
        let (start, end) = (token.start as usize, token.end as usize);
        between(&text[at..start], &mut words);
        words.push(text[start..end].to_vec());
        at = end;
    }
    between(&text[at..], &mut words);
    Ok(words)
}

/// Adds the blanks and comments between two tokens.
fn between(mut gap: &[u8], words: &mut Vec<Vec<u8>>) {
    while !gap.is_empty() {
        let blank = if gap.starts_with(NO_BREAK_SPACE) { NO_BREAK_SPACE.len() } else { 1 };
        let is_comment = gap[0] == b'/' || gap.get(blank) == Some(&b'/');
        let end = match is_comment {
            true => gap[blank..].iter().position(|&c| c == b'\n').map_or(gap.len(), |n| blank + n),
            false => blank,
        };
        words.push(gap[..end].to_vec());
        gap = &gap[end..];
    }
}

struct Lexer<'a> {
    text: &'a [u8],
    /// Where the first token may stand.
    start: usize,
    k: bool,
    at: usize,
    tokens: Vec<Token>,
    /// The tokens that open what is not closed yet, and the one that opened what was closed last.
    open: Vec<usize>,
    opened: Option<usize>,
    /// How many brackets were open where a function in k began.
    k_from: Option<usize>,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Skips spaces and comments. Were there any? `None` at the end.
    ///
    /// A no-break space counts as a space: text copied from a page often has it.
    fn skip_blanks(&mut self) -> Option<bool> {
        let start = self.at;
        loop {
            match self.text[self.at..] {
                [] => return None,
                [b' ' | b'\t' | b'\r' | b'\n' | FORM_FEED, ..] => self.at += 1,
                _ if self.text[self.at..].starts_with(NO_BREAK_SPACE) => self.at += NO_BREAK_SPACE.len(),
                [b'/', ..] if ends_blank(&self.text[self.start..self.at]) => self.skip_line(),
                _ => return Some(self.at == self.start || self.at > start),
            }
        }
    }

    /// Where a line ends between `before` and the next token, if a statement ends with it: in k, in braces, behind a noun.
    ///
    /// Source: KxSystems/kdb-taq (tq.q).
    fn ends_statement(&self, before: usize) -> Option<usize> {
        let gap = if self.k { &self.text[before..self.at] } else { return None };
        let line = gap.iter().position(|&c| c == b'\n')?;
        let inside = self.open.last().map(|at| &self.tokens[*at].kind);
        let after_noun = matches!(
            self.tokens.last().map(|t| &t.kind),
            Some(TokenKind::Literal(_) | TokenKind::Name(_) | TokenKind::Close(_))
        );
        let ends = matches!(inside, Some(TokenKind::Open(b'{'))) && after_noun && self.peek(0) != b'}';
        ends.then_some(before + line)
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.iter().position(|&c| c == b'\n').unwrap_or(rest.len());
    }

    fn token(&mut self, spaced: bool) -> Result<TokenKind, Fault> {
        let c = self.peek(0);
        match c {
            b'"' => self.string(),
            b'`' => Ok(self.symbols()),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            b'-' if self.starts_negative(spaced) => self.number(),
            b'k' if self.starts_k() => {
                (self.k, self.k_from) = (true, Some(self.open.len()));
                Ok(self.take(2, TokenKind::InK))
            }
            b'a'..=b'z' | b'A'..=b'Z' => Ok(self.name()),
            b'.' if self.applies_to_keyword(spaced) => Ok(self.operator(c)),
            b'.' if self.peek(1).is_ascii_alphabetic() => Ok(self.name()),
            b'(' | b'[' | b'{' => {
                self.open.push(self.tokens.len());
                Ok(self.take(1, TokenKind::Open(c)))
            }
            b')' | b']' | b'}' => {
                self.opened = self.open.pop();
                if self.k_from == Some(self.open.len()) {
                    (self.k, self.k_from) = (false, None);
                }
                Ok(self.take(1, TokenKind::Close(c)))
            }
            b';' => Ok(self.take(1, TokenKind::Semi)),
            b':' if self.peek(1) == b':' => Ok(self.take(2, TokenKind::ColonColon)),
            b':' => Ok(self.take(1, TokenKind::Colon)),
            b'\'' | b'/' | b'\\' => Ok(self.iterator(c)),
            _ if OPERATORS.contains(&c) => Ok(self.operator(c)),
            _ => Err(Fault::new("char", self.at).detail(typeset(&self.text[self.at..]))),
        }
    }

    /// Is the letter the `k)` of a function in k? In `(k){x}` the parenthesis is closed.
    /// Source: kb/lp.
    fn starts_k(&self) -> bool {
        let closes =
            || self.open.last().is_some_and(|at| matches!(self.tokens[*at].kind, TokenKind::Open(b'(')));
        !self.k && self.text[self.at..].starts_with(b"k){") && !closes()
    }

    /// Is the dot that of `(!).flip x`: behind a closing bracket, and before a keyword rather than a name in a namespace?
    /// Source: learn/python/examples/dict.
    fn applies_to_keyword(&self, spaced: bool) -> bool {
        let closes = matches!(self.tokens.last(), Some(Token { kind: TokenKind::Close(_), .. }));
        if self.k || spaced || !closes {
            return false;
        }
        let rest = &self.text[self.at + 1..];
        let end = rest.iter().position(|c| !c.is_ascii_alphanumeric() && *c != b'_').unwrap_or(rest.len());
        rest.get(end) != Some(&b'.') && Prim::keyword(Sym::new(&rest[..end])).is_some()
    }

    fn take(&mut self, size: usize, kind: TokenKind) -> TokenKind {
        self.at += size;
        kind
    }

    fn iterator(&mut self, c: u8) -> TokenKind {
        let colon = self.peek(1) == b':';
        let iter = match (c, colon) {
            (b'\'', false) => Iter::Each,
            (b'/', false) => Iter::Over,
            (_, false) => Iter::Scan,
            (b'\'', true) => Iter::Prior,
            (b'/', true) => Iter::EachRight,
            (_, true) => Iter::EachLeft,
        };
        self.take(1 + colon as usize, TokenKind::Iter(iter))
    }

    fn operator(&mut self, c: u8) -> TokenKind {
        let denied = match (c, self.peek(1)) {
            (b'<', b'=') => Some(">"),
            (b'>', b'=') => Some("<"),
            (b'<', b'>') => Some("="),
            _ => None,
        };
        if let Some(op) = denied.filter(|_| !self.k) {
            return self.take(2, TokenKind::Operator(negation_of(op)));
        }
        let prim = glyph(c);
        match self.peek(1) {
            b':' if !self.closes_train() => self.take(2, TokenKind::OperatorColon(prim)),
            _ => self.take(1, TokenKind::Operator(Value::Prim(prim))),
        }
    }

    /// Is this the operator of `sum 3#::`, whose colons end a train? They would assign if anything followed.
    fn closes_train(&self) -> bool {
        let Some(rest) = self.text[self.at + 1..].strip_prefix(b"::") else { return false };
        let next = rest.iter().find(|c| !c.is_ascii_whitespace());
        let ends = next.is_none_or(|c| matches!(c, b')' | b']' | b'}' | b';'));
        ends && self.tokens.last().is_some_and(|t| t.kind.ends_noun())
    }

    fn name(&mut self) -> TokenKind {
        let size = name_size(&self.text[self.at..], self.k);
        let name = Sym::new(&self.text[self.at..self.at + size]);
        self.take(size, TokenKind::Name(name))
    }

    /// A minus sign belongs to the number after it unless something to subtract from touches it.
    fn starts_negative(&self, spaced: bool) -> bool {
        let digit = self.peek(1).is_ascii_digit() || (self.peek(1) == b'.' && self.peek(2).is_ascii_digit());
        digit
            && (spaced
                || !self.tokens.last().is_some_and(|t| t.kind.ends_noun())
                || self.is_after_parameters())
    }

    /// Do the tokens end in the parameters of a function? There is nothing to subtract from then.
    fn is_after_parameters(&self) -> bool {
        let last = self.tokens.last().is_some_and(|t| matches!(t.kind, TokenKind::Close(b']')));
        let before = self.opened.filter(|_| last).and_then(|at| at.checked_sub(1));
        before.is_some_and(|at| matches!(self.tokens[at].kind, TokenKind::Open(b'{')))
    }

    /// Numbers with spaces between them are one vector. `0:` and its like are operators.
    fn number(&mut self) -> Result<TokenKind, Fault> {
        if let Some(op) = self.file_operator() {
            return Ok(op);
        }
        let start = self.at;
        let mut words = Vec::new();
        loop {
            let size = scan::number_length(&self.text[self.at..]).max(1);
            words.push(&self.text[self.at..self.at + size]);
            self.at += size;
            let end = self.at;
            if self.skip_blanks() != Some(true) || !self.number_follows() {
                self.at = end;
                break;
            }
        }
        let value = match words[..] {
            [word] => scan::scan_number(word),
            _ => scan::scan_vector(&words),
        };
        let word = |e: quarry_value::Error| {
            Fault::new(String::from_utf8_lossy(e.word()), start)
                .detail("no number, date or time of q is written so, and a name begins with a letter")
        };
        value.map(TokenKind::Literal).map_err(word)
    }

    fn number_follows(&self) -> bool {
        let mut rest = &self.text[self.at..];
        if rest.first() == Some(&b'-') {
            rest = &rest[1..];
        }
        match rest {
            [b'0'..=b'2', b':', ..] => false,
            [b'0'..=b'9', ..] => true,
            [b'.', c, ..] => c.is_ascii_digit(),
            _ => false,
        }
    }

    /// `0:` `1:` `2:` and their unary forms.
    fn file_operator(&mut self) -> Option<TokenKind> {
        let (digit @ b'0'..=b'2', b':') = (self.peek(0), self.peek(1)) else { return None };
        let text = ["0:", "1:", "2:"][(digit - b'0') as usize];
        if self.peek(2) == b':' {
            let prim = Prim::find(Kind::Unary, ["0::", "1::", "2::"][(digit - b'0') as usize])?;
            return Some(self.take(3, TokenKind::Literal(Value::Prim(prim))));
        }
        Some(self.take(2, TokenKind::Operator(Value::Prim(binary(text)))))
    }

    fn string(&mut self) -> Result<TokenKind, Fault> {
        let (bytes, size) = literal::string(&self.text[self.at..]).map_err(|bad| match bad {
            literal::Bad::Open => Fault::new("\"", self.at),
            literal::Bad::Escape(at) => Fault::new("char", self.at + at).detail(ESCAPES),
        })?;
        let value = if let [c] = bytes[..] { Value::char(c) } else { Value::chars(bytes) };
        Ok(self.take(size, TokenKind::Literal(value)))
    }

    fn symbols(&mut self) -> TokenKind {
        let mut symbols = Vec::new();
        while self.peek(0) == b'`' {
            let size = symbol_size(&self.text[self.at + 1..], self.k);
            symbols.push(Sym::new(&self.text[self.at + 1..self.at + 1 + size]));
            self.at += 1 + size;
        }
        let value = if let [s] = symbols[..] { Value::Sym(s) } else { Value::syms(symbols) };
        TokenKind::Literal(value)
    }
}

/// Is what comes next at the start of the text or behind a blank?
fn ends_blank(text: &[u8]) -> bool {
    text.last().is_none_or(u8::is_ascii_whitespace) || text.ends_with(NO_BREAK_SPACE)
}

impl TokenKind {
    /// Does a minus sign that touches this token subtract?
    fn ends_noun(&self) -> bool {
        matches!(self, TokenKind::Literal(_) | TokenKind::Name(_) | TokenKind::Close(_))
    }
}

/// The bytes of a name at the start of `text`. A dot joins names, so it counts only before a letter or digit; or before
/// a colon, where it names the entry under the null symbol: `` d.:x `` is `` d[`]:x ``. In k an underscore always drops or cuts.
fn name_size(text: &[u8], k: bool) -> usize {
    let mut size = 0;
    while let Some(&c) = text.get(size) {
        let next = text.get(size + 1).copied().unwrap_or(0);
        let joins = c == b'.' && (next.is_ascii_alphanumeric() || matches!(next, b'_' | b':'));
        if !(c.is_ascii_alphanumeric() || joins || (c == b'_' && size > 0 && !k)) {
            break;
        }
        size += 1;
    }
    size
}

/// The bytes of a symbol after its backquote. A colon makes it a file symbol, in which slashes count; an underscore at the
/// start drops from the null symbol: `` `_d ``, and in k every one that is in no file's name.
fn symbol_size(text: &[u8], k: bool) -> usize {
    let mut in_file = false;
    let part = |&i: &usize| {
        let c = text[i];
        in_file |= c == b':';
        c.is_ascii_alphanumeric()
            || matches!(c, b'.' | b':')
            || (c == b'_' && i > 0 && (in_file || !k))
            || (c >= 0x80 && !text[i..].starts_with(NO_BREAK_SPACE))
            || (c == b'/' && in_file)
    };
    (0..text.len()).take_while(part).count()
}

/// The operator of one character.
fn glyph(c: u8) -> Prim {
    static PRIMS: OnceLock<Vec<Prim>> = OnceLock::new();
    let prims = PRIMS.get_or_init(|| {
        OPERATORS.iter().map(|c| binary(std::str::from_utf8(&[*c]).unwrap_or_default())).collect()
    });
    OPERATORS.iter().position(|o| *o == c).map_or(Prim::IDENTITY, |i| prims[i])
}

fn binary(text: &str) -> Prim {
    Prim::find(Kind::Binary, text).unwrap_or(Prim::IDENTITY)
}

/// `<=` is `~>`: not greater.
fn negation_of(op: &str) -> Value {
    let not = Prim::find(Kind::Unary, "~:").unwrap_or(Prim::IDENTITY);
    Composition { funcs: vec![Value::Prim(not), Value::Prim(binary(op))] }.into()
}

/// What was meant by a character that editors and pages make of plain ones.
fn typeset(text: &[u8]) -> &'static str {
    const MEANT: [(&[char], &str); 6] = [
        (&['\u{feff}'], "a byte-order mark: save the file without it"),
        (
            &['\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}', '\u{bb}'],
            "text is written in plain quotes: \"abc\"",
        ),
        (&['\u{2018}', '\u{2019}', '\u{b4}'], "no plain quote: ' is each and signals, ` begins a symbol"),
        (&['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'], "no plain minus: -"),
        (&['\u{a0}', '\u{2009}', '\u{202f}', '\u{200b}'], "no plain blank: it came from a page"),
        (&['\u{2026}'], "three dots in one: something was left out there"),
    ];
    let first = text.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    let meant = |c: char| MEANT.iter().find(|(chars, _)| chars.contains(&c)).map(|(_, says)| *says);
    first.and_then(meant).unwrap_or_default()
}
