//! From tokens to nodes.
//!
//! An expression is a row of terms, which [`fold`] makes a node of. Both are loops: only brackets recurse.
//!
//! A text that starts with `k)` is in k, which differs little: a verb with nothing on its left is unary, and the
//! keywords that q adds are ordinary names. So may a function within q: `f:k){x+1}`. Another letter before the parenthesis hands the text to `.x.e`.

use super::lexer::{Token, TokenKind, tokens_after};
use super::node::{Control, LambdaNode, Node, NodeKind, Span};
use super::row::{Term, fold};
use super::{Fault, Names, pattern, script};
use quarry_value::{Iter, Kind, Prim, Result, Sym, Value};
use std::sync::Arc;

/// How deep expressions may nest, in brackets or as templates.
const LEVELS_MAX: u32 = 300;
/// How deep a tree may be. It bounds the recursion of everything that walks one.
const DEPTH_MAX: u32 = 1000;
/// Bytes that are shown of what a bracket that is still open begins.
const SHOWN_MAX: usize = 20;

/// The statements of `text`. One that is empty, also after a last semicolon, is [`NodeKind::Elided`].
///
/// Errors: the unmatched bracket or quote; the operator that has nothing on its left; 'parse, 'char, 'assign,
/// 'from, 'dup names…, 'params, 'stack.
pub fn parse(text: &[u8], names: &dyn Names) -> Result<Vec<Node>> {
    parse_statements(text, names).map_err(|fault| fault.signal(text))
}

fn parse_statements(text: &[u8], names: &dyn Names) -> std::result::Result<Vec<Node>, Fault> {
    if text.len() > i32::MAX as usize {
        return Err(Fault::new("domain", 0));
    }
    let (language, start) = match script::language(text) {
        Some((letter, rest)) if letter != b'q' && letter != b'k' => {
            return Ok(vec![foreign(letter, rest, text)]);
        }
        Some((letter, rest)) => (letter, text.len() - rest.len()),
        None => (b'q', 0),
    };
    let tokens = tokens_after(text, start, language == b'k')?;
    let mut parser = Parser::new(text, &tokens, names);
    parser.k = language == b'k';
    let statements = parser.sequence(None)?;
    Ok(views(statements, parser.last_end()))
}

/// `x)text`: the text goes to the evaluator of that language, `.x.e`.
fn foreign(letter: u8, rest: &[u8], text: &[u8]) -> Node {
    let (start, end) = ((text.len() - rest.len()) as u32, text.len() as u32);
    let name = Sym::new([b".", &[letter][..], b".e"].concat());
    let func = Node { span: 0..start, kind: NodeKind::Name(name) };
    apply(func, vec![constant(start..end, Value::chars(rest))])
}

/// A view takes everything after it: `v::a;b` is one statement.
fn views(mut statements: Vec<Node>, end: u32) -> Vec<Node> {
    let Some(at) = statements.iter().position(is_view).filter(|at| at + 1 < statements.len()) else {
        return statements;
    };
    let rest = statements.split_off(at + 1);
    if let Some(Node { span, kind: NodeKind::Apply(_, args) }) = statements.last_mut()
        && let Some(body) = args.pop()
    {
        let inside = body.span.start..end;
        let mut items = vec![body];
        items.extend(rest);
        span.end = end;
        args.push(Node { span: inside, kind: NodeKind::Sequence(items) });
    }
    statements
}

/// `a::…` of a name outside namespaces.
fn is_view(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Apply(func, args) if args.len() == 2 => {
            let global = matches!(&func.kind, NodeKind::Const(v) if v.is_identity());
            global && matches!(&args[0].kind, NodeKind::Name(n) if !n.bytes().starts_with(b"."))
        }
        _ => false,
    }
}

pub(super) type Parsed<T> = std::result::Result<T, Fault>;

/// What ends an expression besides brackets and semicolons, inside the phrases of a query.
#[derive(Clone, Copy, Default)]
pub(super) struct Ends {
    pub comma: bool,
    pub by: bool,
    pub from: bool,
    pub filter: bool,
}

/// What is known of the lambda being read.
struct Scope {
    /// How many of x, y and z are used.
    implicit: usize,
    /// Inside the phrases of a query, where x, y and z are columns.
    masked: u32,
}

pub(super) struct Parser<'a> {
    text: &'a [u8],
    tokens: &'a [Token],
    names: &'a dyn Names,
    /// Is this k?
    k: bool,
    pub(super) at: usize,
    pub(super) ends: Ends,
    levels: u32,
    depth: u32,
    scopes: Vec<Scope>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a [u8], tokens: &'a [Token], names: &'a dyn Names) -> Parser<'a> {
        let ends = Ends::default();
        Parser { text, tokens, names, k: false, at: 0, ends, levels: 0, depth: 0, scopes: Vec::new() }
    }
}

/// Looking at tokens.
impl Parser<'_> {
    pub(super) fn kind(&self) -> Option<&TokenKind> {
        self.kind_at(0)
    }

    pub(super) fn kind_at(&self, ahead: usize) -> Option<&TokenKind> {
        self.tokens.get(self.at + ahead).map(|t| &t.kind)
    }

    /// Where the next token starts; the end of the text when there is none.
    pub(super) fn place(&self) -> u32 {
        self.tokens.get(self.at).map_or(self.text.len() as u32, |t| t.start)
    }

    fn last_end(&self) -> u32 {
        if self.at == 0 { 0 } else { self.tokens[self.at - 1].end }
    }

    fn spaced(&self) -> bool {
        self.tokens.get(self.at).is_none_or(|t| t.spaced)
    }

    pub(super) fn is_close(&self, close: u8) -> bool {
        matches!(self.kind(), Some(TokenKind::Close(c)) if *c == close)
    }

    pub(super) fn is_open(&self, open: u8) -> bool {
        matches!(self.kind(), Some(TokenKind::Open(c)) if *c == open)
    }

    pub(super) fn is_semi(&self) -> bool {
        matches!(self.kind(), Some(TokenKind::Semi))
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.kind(), Some(TokenKind::Name(n)) if n.bytes() == word.as_bytes())
    }

    pub(super) fn is_operator(&self, text: &str) -> bool {
        matches!(self.kind(), Some(TokenKind::Operator(Value::Prim(p))) if p.text() == text)
    }

    /// Does the expression end here?
    fn at_end(&self) -> bool {
        match self.kind() {
            None | Some(TokenKind::Close(_) | TokenKind::Semi) => true,
            Some(TokenKind::Operator(_)) => self.ends.comma && self.is_operator(","),
            Some(TokenKind::Name(n)) => match n.bytes() {
                b"by" => self.ends.by,
                b"from" => self.ends.from,
                b"where" => self.ends.filter,
                _ => false,
            },
            _ => false,
        }
    }

    /// Does something follow after `ahead` tokens?
    fn has_right_side(&self, ahead: usize) -> bool {
        !matches!(self.kind_at(ahead), None | Some(TokenKind::Close(_) | TokenKind::Semi))
    }

    pub(super) fn fail<T>(&self, word: &str) -> Parsed<T> {
        Err(Fault::new(word, self.place() as usize))
    }
}

/// Brackets.
impl Parser<'_> {
    /// Reads `open`, what `inside` reads, and `close`.
    pub(super) fn bracketed<T>(
        &mut self,
        open: u8,
        inside: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<(T, Span)> {
        let start = self.place();
        self.at += 1;
        let ends = std::mem::take(&mut self.ends);
        let value = inside(self)?;
        let close = match open {
            b'(' => b')',
            b'[' => b']',
            _ => b'}',
        };
        match self.kind() {
            Some(TokenKind::Close(c)) if *c == close => self.at += 1,
            Some(TokenKind::Close(c)) => return Err(self.closes_another(*c)),
            Some(_) => return self.fail("parse"),
            None => return Err(Fault::new(char::from(open), start as usize)),
        }
        self.ends = ends;
        Ok((value, start..self.last_end()))
    }

    /// The fault of a bracket that does not close the one that was opened last.
    fn closes_another(&self, close: u8) -> Fault {
        let fault = Fault::new(char::from(close), self.place() as usize);
        let mut open = Vec::new();
        for token in &self.tokens[..self.at] {
            match token.kind {
                TokenKind::Open(_) => open.push(token.start as usize),
                TokenKind::Close(_) => _ = open.pop(),
                _ => {}
            }
        }
        let Some(start) = open.last() else { return fault };
        let line = self.text[*start..fault.at].split(|c| *c == b'\n').next().unwrap_or_default();
        let shown = String::from_utf8_lossy(&line[..line.len().min(SHOWN_MAX)]);
        let more = if fault.at - start > line.len().min(SHOWN_MAX) { "…" } else { "" };
        let open = char::from(self.text[*start]);
        fault.detail(format!("the {open} of {shown}{more} is still open"))
    }

    /// Expressions with semicolons between them, up to `close` or the end of the text.
    fn sequence(&mut self, close: Option<u8>) -> Parsed<Vec<Node>> {
        let mut items = Vec::new();
        loop {
            items.push(self.expression()?);
            match self.kind() {
                Some(TokenKind::Semi) => self.at += 1,
                Some(TokenKind::Close(c)) if close != Some(*c) => return Err(self.closes_another(*c)),
                _ => return Ok(items),
            }
        }
    }

    /// `[a;b]` after a function. `f[]` is `f[::]`.
    fn arguments(&mut self) -> Parsed<Vec<Node>> {
        let (mut args, span) = self.bracketed(b'[', |p| p.sequence(Some(b']')))?;
        if let [only] = &mut args[..]
            && matches!(only.kind, NodeKind::Elided)
        {
            *only = constant(span, Value::identity());
        }
        Ok(args)
    }
}

/// Expressions.
impl Parser<'_> {
    /// One expression; [`NodeKind::Elided`] when there is nothing.
    pub(super) fn expression(&mut self) -> Parsed<Node> {
        self.levels += 1;
        if self.levels > LEVELS_MAX {
            return self.fail("stack");
        }
        let node = self.row()?;
        self.levels -= 1;
        Ok(node)
    }

    fn row(&mut self) -> Parsed<Node> {
        let start = self.place();
        let depth = self.depth;
        let mut row = Vec::new();
        while !self.at_end() {
            let term = self.term(&row)?;
            if let (Term::Assign(_), Some(Term::Noun(place))) = (&term, row.last_mut()) {
                self.name_again(place);
            }
            // The noun on the right of a verb is as deep as the verb.
            let beside =
                matches!((row.last(), &term), (Some(Term::Verb(_) | Term::Assign(_)), Term::Noun(_)));
            self.depth += !beside as u32;
            if self.depth > DEPTH_MAX {
                return self.fail("stack");
            }
            row.push(term);
        }
        self.depth = depth;
        if row.is_empty() {
            return Ok(Node { span: start..start, kind: NodeKind::Elided });
        }
        fold(row, self.k)
    }

    fn term(&mut self, row: &[Term]) -> Parsed<Term> {
        match row {
            [.., Term::Noun(left)] => {
                if let Some(assign) = self.assignment(left)? {
                    return Ok(Term::Assign(assign));
                }
            }
            [Term::Verb(left)]
                if is_keyword(left)
                    && matches!(self.kind(), Some(TokenKind::Colon))
                    && self.has_right_side(1) =>
            {
                return self.fail("assign");
            }
            _ => {}
        }
        let first = self.primary(row)?;
        self.postfixes(first)
    }

    /// `:`, `::`, `+:` or `+::` when what stands before it can be assigned to.
    fn assignment(&mut self, left: &Node) -> Parsed<Option<Node>> {
        let span = self.place()..self.tokens.get(self.at).map_or(0, |t| t.end);
        let global = self.has_right_side(1);
        let next = self.tokens.get(self.at + 1);
        let literal = matches!(left.kind, NodeKind::Const(_)) && !is_keyword(left);
        let derives = next.filter(|t| !t.spaced).is_some_and(|t| match t.kind {
            TokenKind::Iter(Iter::EachLeft | Iter::EachRight) => true,
            TokenKind::Iter(_) | TokenKind::Open(b'[') => literal,
            _ => false,
        });
        let node = match self.kind() {
            // `x:\:y` is of no use as an assignment, for what comes after it has no left side, nor is `1 :[;2]\3`.
            Some(TokenKind::Colon) if derives => return Ok(None),
            Some(TokenKind::Colon) if is_keyword(left) || is_csv(left) => return self.fail("assign"),
            Some(TokenKind::ColonColon) if global && is_csv(left) => return self.fail("assign"),
            Some(TokenKind::Colon) => constant(span, primitive(Kind::Binary, ":")),
            Some(TokenKind::ColonColon) if global && (is_place(left) || is_keyword(left)) => {
                constant(span, Value::identity())
            }
            Some(TokenKind::OperatorColon(op)) if is_place(left) => {
                let op = constant(span.start..span.end - 1, Value::Prim(*op));
                // `x+::1` says of a global what `x+:1` does of any variable that is not local.
                let next = self.tokens.get(self.at + 1);
                let double = next.is_some_and(|t| matches!(t.kind, TokenKind::Colon) && t.start == span.end);
                self.at += usize::from(double);
                Node { span, kind: NodeKind::Assigner(Box::new(op)) }
            }
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(node))
    }

    /// What a view is called may be a keyword: `view::…`.
    fn name_again(&self, place: &mut Node) {
        let before = self.at.checked_sub(2).map(|at| &self.tokens[at].kind);
        if let (true, Some(TokenKind::Name(name))) = (is_keyword(place), before) {
            place.kind = NodeKind::Name(*name);
        }
    }

    /// Iterators and brackets after a term. A blank may stand before an iterator that has something to derive from, as
    /// nothing signals in the middle of an expression (observed); before a slash it begins a comment.
    fn postfixes(&mut self, first: Term) -> Parsed<Term> {
        let mut term = first;
        loop {
            match self.kind() {
                Some(TokenKind::Iter(iter)) if !self.spaced() || !matches!(term, Term::Assign(_)) => {
                    let iter = *iter;
                    self.at += 1;
                    let func = term.node();
                    let span = func.span.start..self.last_end();
                    term = Term::Verb(Node { span, kind: NodeKind::Derived(iter, Box::new(func)) });
                }
                Some(TokenKind::Open(b'[')) => {
                    let before = self.at.checked_sub(1).map(|at| self.tokens[at].kind.clone());
                    let mut func = term.node();
                    let args = self.arguments()?;
                    // `+:[x;y]` is `x+:y`.
                    if let (Some(TokenKind::OperatorColon(op)), NodeKind::Const(_), [x, _]) =
                        (before, &func.kind, args.as_slice())
                        && is_place(x)
                    {
                        let op = constant(func.span.start..func.span.end - 1, Value::Prim(op));
                        func.kind = NodeKind::Assigner(Box::new(op));
                    }
                    let span = func.span.start..self.last_end();
                    term = Term::Noun(Node { span, kind: NodeKind::Apply(Box::new(func), args) });
                }
                _ => return Ok(term),
            }
            self.depth += 1;
            if self.depth > DEPTH_MAX {
                return self.fail("stack");
            }
        }
    }

    fn primary(&mut self, row: &[Term]) -> Parsed<Term> {
        let Some(token) = self.tokens.get(self.at) else { return self.fail("parse") };
        let span = token.start..token.end;
        match &token.kind {
            TokenKind::Literal(v) => Ok(Term::Noun(self.one(span, v.clone()))),
            TokenKind::Operator(v) => Ok(Term::Verb(self.one(span, v.clone()))),
            TokenKind::OperatorColon(op) => {
                let unary = Prim::find(Kind::Unary, &format!("{}:", op.text())).unwrap_or(Prim::IDENTITY);
                Ok(Term::Noun(self.one(span, Value::Prim(unary))))
            }
            TokenKind::ColonColon => {
                let ends_train = matches!(row.last(), Some(Term::Noun(_))) && !self.has_right_side(1);
                let node = self.one(span, Value::identity());
                Ok(if ends_train { Term::Verb(node) } else { Term::Noun(node) })
            }
            TokenKind::Name(name) => self.name(span, *name),
            TokenKind::Open(b'(') => self.parenthesis().map(Term::Noun),
            TokenKind::Open(b'{') => self.lambda().map(Term::Noun),
            TokenKind::InK => self.lambda_in_k().map(Term::Noun),
            TokenKind::Open(_) => {
                let (items, span) = self.bracketed(b'[', |p| p.sequence(Some(b']')))?;
                Ok(Term::Noun(Node { span, kind: NodeKind::Sequence(items) }))
            }
            TokenKind::Colon => self.colon(span, row),
            TokenKind::Iter(iter) => self.iterator(span, *iter),
            TokenKind::Close(_) | TokenKind::Semi => self.fail("parse"),
        }
    }

    fn one(&mut self, span: Span, value: Value) -> Node {
        self.at += 1;
        constant(span, value)
    }

    /// `:x` returns; a colon alone, with an iterator or with brackets is a value.
    fn colon(&mut self, span: Span, row: &[Term]) -> Parsed<Term> {
        let node = self.one(span.clone(), primitive(Kind::Binary, ":"));
        let touching =
            matches!(self.kind(), Some(TokenKind::Iter(_) | TokenKind::Open(b'['))) && !self.spaced();
        if self.at_end() || touching || !row.is_empty() {
            return Ok(Term::Verb(node));
        }
        let value = self.expression()?;
        let span = span.start..value.span.end;
        Ok(Term::Noun(Node { span, kind: NodeKind::Return(Box::new(value)) }))
    }

    /// An iterator with nothing to derive from: `'` signals; others are values.
    fn iterator(&mut self, span: Span, iter: Iter) -> Parsed<Term> {
        let node = self.one(span.clone(), primitive(Kind::Iter, iter.text()));
        if iter != Iter::Each || self.at_end() || (self.is_open(b'[') && !self.spaced()) {
            return Ok(Term::Noun(node));
        }
        let value = self.expression()?;
        let span = span.start..value.span.end;
        Ok(Term::Noun(Node { span, kind: NodeKind::Signal(Box::new(value)) }))
    }

    fn name(&mut self, span: Span, name: Sym) -> Parsed<Term> {
        if let Some(verb) = super::query::verb(name) {
            return self.query(verb).map(Term::Noun);
        }
        let control = match name.bytes() {
            b"if" => Some(Control::If),
            b"do" => Some(Control::Do),
            b"while" => Some(Control::While),
            _ => None,
        };
        self.at += 1;
        if let Some(control) = control {
            if matches!(self.kind(), Some(TokenKind::Colon | TokenKind::ColonColon)) {
                return self.fail("assign");
            }
            // An expression on its right is all that it has: `while .z.p<end`.
            if self.at_end() {
                let fault = Fault::new("parse", span.start as usize);
                return Err(fault.detail("a control word without anything to decide by"));
            }
            return Ok(Term::Noun(Node { span, kind: NodeKind::Control(control) }));
        }
        if let Some(prim) = Prim::keyword(name).filter(|p| !self.k || p.is_reserved()) {
            let node = constant(span, Value::Prim(prim));
            return Ok(if prim.kind() == Kind::Binary { Term::Verb(node) } else { Term::Noun(node) });
        }
        let name = match self.names.in_module(name) {
            Some((full, true)) => return Ok(Term::Noun(constant(span, Value::Sym(full)))),
            Some((full, false)) => full,
            None => name,
        };
        self.note_implicit(name);
        let node = Node { span, kind: NodeKind::Name(name) };
        Ok(if !self.k && self.names.is_infix(name) { Term::Verb(node) } else { Term::Noun(node) })
    }

    /// `(a)`, `(a;b)`, `()`, or a table or dictionary.
    fn parenthesis(&mut self) -> Parsed<Node> {
        if matches!(self.kind_at(1), Some(TokenKind::Open(b'['))) {
            return self.table_or_dict();
        }
        let (mut items, span) = self.bracketed(b'(', |p| p.sequence(Some(b')')))?;
        if items.len() > 1 {
            return Ok(Node { span, kind: NodeKind::List(items) });
        }
        Ok(match items.pop() {
            Some(item) if !matches!(item.kind, NodeKind::Elided) => Node { span, kind: item.kind },
            _ => constant(span, Value::empty_list()),
        })
    }
}

/// Lambdas.
impl Parser<'_> {
    fn lambda(&mut self) -> Parsed<Node> {
        self.scopes.push(Scope { implicit: 0, masked: 0 });
        let (mut node, span) = self.bracketed(b'{', Self::lambda_inside)?;
        let language: &[u8] = if self.k { b"k)" } else { b"" };
        node.source = [language, &self.text[span.start as usize..span.end as usize]].concat();
        let used = self.scopes.pop().map_or(0, |s| s.implicit);
        if !node.signed {
            // A lambda that uses none of them still takes one.
            node.params =
                ["x", "y", "z"][..used.max(1)].iter().map(|n| super::Pattern::Name(Sym::new(n))).collect();
        }
        super::scope::check(&node)?;
        Ok(Node { span, kind: NodeKind::Lambda(Arc::new(node)) })
    }

    /// `k){x+1}` in q.
    fn lambda_in_k(&mut self) -> Parsed<Node> {
        self.at += 1;
        self.k = true;
        let node = self.lambda();
        self.k = false;
        node
    }

    fn lambda_inside(&mut self) -> Parsed<LambdaNode> {
        let mut node = LambdaNode { source: vec![], params: vec![], signed: false, body: vec![] };
        if self.is_open(b'[') {
            let place = self.place() as usize;
            let (params, _) = self.bracketed(b'[', |p| p.sequence(Some(b']')))?;
            node.signed = true;
            let none = matches!(&params[..], [only] if matches!(only.kind, NodeKind::Elided));
            if !none {
                node.params = params.iter().map(pattern::parameter).collect::<Parsed<_>>()?;
            }
            if node.params.len() > 8 {
                return Err(Fault::new("params", place).detail("a function takes at most 8 arguments"));
            }
        }
        node.body = self.sequence(Some(b'}'))?;
        Ok(node)
    }

    fn note_implicit(&mut self, name: Sym) {
        let rank = match name.bytes() {
            b"x" => 1,
            b"y" => 2,
            b"z" => 3,
            _ => return,
        };
        if let Some(scope) = self.scopes.last_mut()
            && scope.masked == 0
        {
            scope.implicit = scope.implicit.max(rank);
        }
    }

    /// Reads a phrase of a query: names in it are columns first.
    pub(super) fn masked<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let scope = self.scopes.len();
        if let Some(s) = self.scopes.last_mut() {
            s.masked += 1;
        }
        let value = inside(self)?;
        if let Some(s) = scope.checked_sub(1).and_then(|i| self.scopes.get_mut(i)) {
            s.masked -= 1;
        }
        Ok(value)
    }
}

pub(super) fn apply(func: Node, args: Vec<Node>) -> Node {
    let start = args.first().map_or(func.span.start, |a| a.span.start.min(func.span.start));
    let end = args.last().map_or(func.span.end, |a| a.span.end.max(func.span.end));
    Node { span: start..end, kind: NodeKind::Apply(Box::new(func), args) }
}

pub(super) fn constant(span: Span, value: Value) -> Node {
    Node { span, kind: NodeKind::Const(value) }
}

pub(super) fn primitive(kind: Kind, text: &str) -> Value {
    Value::Prim(Prim::find(kind, text).unwrap_or(Prim::IDENTITY))
}

/// A name, or a name with an index: what `::` and `+:` assign to.
fn is_place(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Name(_) => true,
        NodeKind::Apply(f, _) => is_place(f),
        _ => false,
    }
}

/// The keyword that is no function.
fn is_csv(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Name(n) if n.bytes() == b"csv")
}

fn is_keyword(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Const(Value::Prim(p)) if !p.row().keywords.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::NoNames;

    fn word(text: &str) -> String {
        match parse(text.as_bytes(), &NoNames) {
            Ok(_) => "ok".to_string(),
            Err(e) => String::from_utf8_lossy(e.word()).into_owned(),
        }
    }

    #[test]
    fn errors_have_qs_words() {
        for (text, expected) in [
            ("(1;2", "("),
            ("f[1;2", "["),
            ("{x", "{"),
            ("1)", ")"),
            ("(1]", "]"),
            ("\"abc", "\""),
            ("+2", "+"),
            ("cos:12", "assign"),
            ("select price trade", "from"),
            ("select a,a by a from t", "dup names for cols/groups a"),
            ("{[a;b;c;d;e;f;g;h;e]}", "params"),
        ] {
            assert_eq!(word(text), expected, "{text}");
        }
        assert_eq!(word(&"(".repeat(100_000)), "stack");
        assert_eq!(word(&"1+".repeat(100_000)), "stack");
    }
}
