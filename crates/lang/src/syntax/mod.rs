//! From text to syntax trees.
//!
//! | file | noun |
//! |---|---|
//! | `lexer`, `literal` | tokens; strings in quotes |
//! | `parser`, `row` | tokens to nodes; how functions find their arguments in a row |
//! | `node` | what nodes are |
//! | `query`, `table` | templates; tables and dictionaries in brackets |
//! | `pattern` | what stands left of an assignment |
//! | `naming` | what columns without a name are called |
//! | `scope` | names that are global and then local |
//! | `tree` | between nodes and the parse trees that q programs see |
//! | `script` | a script cut into entries |

pub mod lexer;
pub(crate) mod literal;
pub(crate) mod naming;
pub(crate) mod node;
pub mod parser;
pub(crate) mod pattern;
pub(crate) mod query;
mod row;
mod scope;
pub mod script;
pub(crate) mod table;
#[cfg(test)]
mod tests;
pub mod tree;

pub use node::{Control, LambdaNode, Node, NodeKind, Pattern, QueryNode, QueryVerb, Span};
pub use parser::parse;

use quarry_value::{Error, Frame, Sym};

/// What the parser must know of the names in scope.
pub trait Names {
    /// Is `name` a function of ours that is written between its arguments?
    fn is_infix(&self, name: Sym) -> bool;

    /// The full name of one that starts with `.z.m` or `.z.M`, the module's namespace, and whether it means the symbol.
    fn in_module(&self, _name: Sym) -> Option<(Sym, bool)> {
        None
    }
}

/// No name is infix but q's own.
pub struct NoNames;

impl Names for NoNames {
    fn is_infix(&self, _name: Sym) -> bool {
        false
    }
}

/// A syntax error: q's word for it, and where.
#[derive(Debug)]
pub struct Fault {
    pub word: String,
    pub at: usize,
    pub detail: String,
}

impl Fault {
    pub fn new(word: impl Into<String>, at: usize) -> Fault {
        Fault { word: word.into(), at, detail: String::new() }
    }

    pub fn detail(mut self, detail: impl Into<String>) -> Fault {
        self.detail = detail.into();
        self
    }

    /// The error to signal, with its place in `text`.
    pub fn signal(self, text: &[u8]) -> Error {
        let mut error = Error::text(self.word);
        if !self.detail.is_empty() {
            error = error.detail(self.detail);
        }
        error.push(Frame::new("", text, self.at));
        error
    }
}
