//! Running text: statements at the console, scripts, lambdas from their source, parse trees.

use crate::explain::explain;
use crate::prims::persist::knowing;
use crate::query::frame::has_cond;
use crate::syntax::node::{Node, NodeKind};
use crate::syntax::{Names, script, tree};
use crate::vm::Vm;
use crate::vm::apply::rank;
use crate::vm::code::Code;
use crate::vm::compile::{self, Cells};
use crate::vm::frames::{Command, Level, Statement, place_functions, told};
use crate::vm::globals::{Cell, Globals, qualify};
use crate::vm::run::Entry;
use quarry_value::error::rank_error;
use quarry_value::{Error, Kind, Lambda, Place, Result, Sym, Value};
use quarry_value::{evaluation, fault};
use std::borrow::Cow;
use std::sync::Arc;

/// What a script that loads another counts for among nested calls.
const SCRIPT_DEPTH: usize = 100;

/// What the console shows of a line.
pub enum Shown {
    Value(Value),
    /// An assignment, or a line that ends with a semicolon.
    Nothing,
}

/// The names in `.q` that are functions of two arguments are infix, and a namespace may be a module's.
struct Known<'a> {
    globals: &'a Globals,
    context: Sym,
}

impl Names for Known<'_> {
    fn is_infix(&self, name: Sym) -> bool {
        if name.bytes().contains(&b'.') {
            return false;
        }
        let Some(cell) = self.globals.existing_cell(qualify(Sym::new("q"), name)) else { return false };
        self.globals.load(cell).is_some_and(takes_two)
    }

    fn in_module(&self, name: Sym) -> Option<(Sym, bool)> {
        crate::modules::expand(self.context, name)
    }
}

/// Does a function take two arguments? A lambda that has not been compiled tells it by its parameter list, or its use of `y`.
fn takes_two(f: &Value) -> bool {
    let of = &mut |f: &Value| match f {
        Value::Lambda(l) => match Code::of(l) {
            Some(code) => Ok(code.params),
            None => tree::lambda(&l.source, &crate::syntax::NoNames).map(|l| l.params.len()),
        },
        _ => Ok(1),
    };
    let is_iterator = matches!(f, Value::Prim(p) if p.kind() == Kind::Iter);
    !is_iterator && matches!(rank(f, of), Ok(2))
}

/// Slots for the compiler: made on the main thread, only found on a worker.
struct VmCells<'a>(&'a mut Arc<Globals>);

impl Cells for VmCells<'_> {
    fn cell(&mut self, name: Sym) -> Option<Cell> {
        match Arc::get_mut(self.0) {
            Some(globals) => Some(globals.cell(name)),
            None => self.0.existing_cell(name),
        }
    }

    fn value(&self, name: Sym) -> Option<&Value> {
        self.0.existing_cell(name).and_then(|c| self.0.load(c))
    }

    fn is_filed(&self, space: Sym) -> bool {
        self.0.is_filed_space(space)
    }
}

impl Vm {
    /// The statements of a text.
    pub fn parse(&self, text: &[u8]) -> Result<Vec<Node>> {
        let known = Known { globals: &self.globals, context: self.context };
        crate::syntax::parse(text, &known).map_err(|e| explain(e, None))
    }

    /// Evaluates source text as at the console or in a script; the value of the last statement, `::` of an assignment.
    pub fn run_text(&mut self, text: &[u8]) -> Result<Value> {
        Ok(match self.line(text)? {
            Shown::Value(value) => value,
            Shown::Nothing => Value::identity(),
        })
    }

    /// Does what a line typed at the console asks for: a system command, a change of language, an expression.
    pub fn console_line(&mut self, text: &[u8]) -> Result<Shown> {
        match text {
            b"\\" => {
                self.settings.k = !self.settings.k;
                Ok(Shown::Nothing)
            }
            [b'/', ..] => Ok(Shown::Nothing),
            _ => match (script::command(text), self.help(text)) {
                (Some((language, command)), _) => {
                    self.command_level(text, None, language, command).map(Shown::Value)
                }
                (None, Some(answer)) => {
                    self.host.out(&answer?);
                    Ok(Shown::Nothing)
                }
                (None, None) => self.line(&self.typed(text)),
            },
        }
    }

    /// A system command as a level of its own.
    fn command_level(
        &mut self,
        text: &[u8],
        place: Option<Place>,
        language: Option<u8>,
        command: &[u8],
    ) -> Result<Value> {
        let level = Level::Command(Box::new(Command { text: text.into(), place }));
        self.as_level(level, |vm| vm.command_in(language, command).map_err(|e| vm.placed(e)))
    }

    /// A system command; what it evaluates is in `language`, or in that of the session.
    pub(crate) fn command_in(&mut self, language: Option<u8>, command: &[u8]) -> Result<Value> {
        let Some(language) = language else { return crate::system::command(self, command) };
        let outer = std::mem::replace(&mut self.settings.k, language == b'k');
        let result = crate::system::command(self, command);
        self.settings.k = outer;
        result
    }

    /// The value of an expression or a system command.
    pub(crate) fn run_entry(&mut self, text: &[u8]) -> Result<Value> {
        match script::command(text) {
            Some((language, command)) => self.command_in(language, command),
            None => self.run_text(text),
        }
    }

    /// A line that was typed, in the language of the session.
    pub(crate) fn typed<'a>(&self, text: &'a [u8]) -> Cow<'a, [u8]> {
        script::in_language(if self.settings.k { b'k' } else { b'q' }, text)
    }

    /// What stands before a line that is typed.
    pub fn prompt(&self) -> String {
        let context = self.context.text();
        // One parenthesis more for each suspended session.
        let suspended = ")".repeat(self.debug.sessions);
        match (self.settings.k, context.is_empty()) {
            (true, _) if suspended.is_empty() => "  ".into(),
            (true, _) => format!("  {suspended}"),
            (false, true) => format!("q){suspended}"),
            (false, false) => format!("q.{context}){suspended}"),
        }
    }

    /// Evaluates a line, and says what of it is to be shown.
    pub fn line(&mut self, text: &[u8]) -> Result<Shown> {
        let statements = self.parse(text)?;
        let value = self.run_statements(&statements, text)?;
        Ok(shown(&statements, value))
    }

    /// Evaluates a line among the variables of a suspended level: their names, their first register, the level's
    /// function.
    pub(crate) fn line_among(
        &mut self,
        text: &[u8],
        names: &[Sym],
        from: usize,
        this: Option<&Arc<Lambda>>,
    ) -> Result<Shown> {
        let statements = self.parse(text)?;
        let source: Arc<[u8]> = text.into();
        let mut last = Value::identity();
        for node in statements.iter().filter(|s| !matches!(s.kind, NodeKind::Elided)) {
            let cells = &mut VmCells(&mut self.globals);
            let code = compile::among(node, source.clone(), names, self.context, cells)?;
            let statement = Arc::new(Statement { code, place: None, context: self.context });
            let (base, n) = (self.top, names.len());
            if self.regs.len() < base + n {
                self.regs.resize(base + n, Value::identity());
            }
            let values = self.regs[from..from + n].to_vec();
            self.regs[base..base + n].clone_from_slice(&values);
            self.enter(&statement.code, base, n, Entry::Among(&statement, this, from))?;
            last = self.take_answer();
        }
        Ok(shown(&statements, last))
    }

    fn run_statements(&mut self, statements: &[Node], text: &[u8]) -> Result<Value> {
        let source: Arc<[u8]> = text.into();
        let mut last = Value::identity();
        for s in statements {
            if matches!(s.kind, NodeKind::Elided) {
                last = Value::identity();
                continue;
            }
            last = self.run_statement(s, source.clone(), self.context)?;
            // What a last step that is no primitive left belongs to this statement.
            evaluation::settle()?;
        }
        Ok(last)
    }

    /// [`Vm::run_entry`] so many times. An expression is compiled anew for the first two only: then all its names are there.
    pub(crate) fn run_turns(&mut self, text: &[u8], turns: i64) -> Result<()> {
        let is_command = script::command(text).is_some();
        for _ in 0..if is_command { turns } else { turns.min(1) } {
            self.run_entry(text)?;
        }
        if is_command || turns < 2 {
            return Ok(());
        }
        let source: Arc<[u8]> = text.into();
        let nodes = self.parse(text)?;
        let nodes = nodes.iter().filter(|s| !matches!(s.kind, NodeKind::Elided));
        let statements = nodes.map(|s| self.compiled(s, source.clone(), self.context));
        let statements = statements.collect::<Result<Vec<_>>>()?;
        for _ in 1..turns {
            for statement in &statements {
                self.run_compiled(statement)?;
                evaluation::settle()?;
            }
        }
        Ok(())
    }

    /// Runs a statement written in namespace `home`.
    pub(super) fn run_statement(&mut self, node: &Node, source: Arc<[u8]>, home: Sym) -> Result<Value> {
        let statement = self.compiled(node, source, home)?;
        self.run_compiled(&statement)
    }

    fn compiled(&mut self, node: &Node, source: Arc<[u8]>, home: Sym) -> Result<Arc<Statement>> {
        let code = compile::statement(node, source, home, &mut VmCells(&mut self.globals));
        let code = code.map_err(|e| explain(e, None))?;
        if let Some(place) = self.script {
            place_functions(&code, place);
        }
        Ok(Arc::new(Statement { code, place: self.script, context: home }))
    }

    fn run_compiled(&mut self, statement: &Arc<Statement>) -> Result<Value> {
        let base = self.top;
        let outer = std::mem::replace(&mut self.home, statement.context);
        let entry = Entry::Statement(statement);
        let _work = evaluation::current().is_none().then(|| self.begin());
        let result = quarry_store::request(|| match statement.code.filed {
            true => self.run_filed(|vm| vm.enter(&statement.code, base, 0, entry)),
            false => self.enter(&statement.code, base, 0, entry),
        });
        self.home = outer;
        result.map(|()| self.take_answer())
    }

    /// Evaluates a syntax tree at the top level of the current namespace.
    fn eval_node(&mut self, node: &Node) -> Result<Value> {
        self.eval_node_in(node, self.context)
    }

    fn eval_node_in(&mut self, node: &Node, home: Sym) -> Result<Value> {
        self.run_statement(node, Arc::from(&b""[..]), home)
    }

    /// Evaluates a parse tree.
    pub fn eval(&mut self, tree: &Value) -> Result<Value> {
        let node = tree::from_value(tree)?;
        self.eval_node(&node)
    }

    /// Evaluates a parse tree whose names are first looked up in `env` (columns, then locals), then as globals.
    pub fn eval_in(&mut self, tree: &Value, env: &dyn Fn(Sym) -> Option<Value>) -> Result<Value> {
        let code = self.expression(tree)?;
        self.run_expression(&code, env)
    }

    /// Compiles a query's parse tree to be run again and again by [`Vm::run_expression`].
    ///
    /// Errors: 'rank for a Cond. Source: basics/qsql.
    pub fn expression(&mut self, tree: &Value) -> Result<Arc<Code>> {
        if has_cond(tree) {
            return Err(rank_error().detail("$[…] is not for columns: ?[…] is, or a function around it"));
        }
        let node = tree::from_value(tree)?;
        let source: Arc<[u8]> = Arc::from(&b""[..]);
        Ok(Arc::new(compile::expression(&node, source, self.home, &mut VmCells(&mut self.globals))?))
    }

    /// Runs a compiled expression with its names bound by `env`, or as globals.
    pub(crate) fn run_expression(
        &mut self,
        code: &Code,
        env: &dyn Fn(Sym) -> Option<Value>,
    ) -> Result<Value> {
        let base = self.top;
        let n = code.params;
        if self.regs.len() < base + n {
            self.regs.resize(base + n, Value::identity());
        }
        for (i, name) in code.names[..n].iter().enumerate() {
            self.regs[base + i] = match env(*name) {
                Some(v) => v,
                None => {
                    // A view may run code of its own: keep the registers bound so far out of its way.
                    let outer = std::mem::replace(&mut self.top, base + i);
                    let v = self.get_at_home(*name);
                    self.top = outer;
                    v?
                }
            };
        }
        self.enter(code, base, n, Entry::Expression)?;
        Ok(self.take_answer())
    }

    /// The byte code of a lambda, from its source.
    pub(crate) fn compile_lambda(&mut self, f: &Lambda) -> Result<Code> {
        let node = tree::lambda(&f.source, &Known { globals: &self.globals, context: f.context })?;
        compile::lambda(&node, f.source.clone().into(), f.context, &mut VmCells(&mut self.globals))
    }

    /// Runs a script: statements over several lines, blocks of comment, system commands. `file` is for messages; when
    /// its name ends in one letter, like `a.k`, that is the language. Values of expressions are shown, as at the
    /// console.
    pub fn run_script(&mut self, text: &[u8], file: &[u8]) -> Result<()> {
        if self.depth + SCRIPT_DEPTH > self.depth_limit {
            return Err(Error::new("stack").detail("scripts load each other without end"));
        }
        let outer = (self.context, self.script, self.settings.k);
        let _loading = crate::modules::loading_script(file);
        self.settings.k = script::language_of_file(file) == b'k';
        self.depth += SCRIPT_DEPTH;
        let result = self
            .as_level(Level::Load(Sym::new(file)), |vm| vm.run_entries(text, file).map_err(|e| vm.placed(e)));
        self.depth -= SCRIPT_DEPTH;
        (self.script, self.settings.k) = (outer.1, outer.2);
        self.set_context(outer.0);
        result
    }

    fn run_entries(&mut self, text: &[u8], file: &[u8]) -> Result<()> {
        let language = script::language_of_file(file);
        let file = Sym::new(file);
        for mut entry in script::entries(text) {
            // The library's own functions have no file that people could open.
            self.script =
                (!file.is_empty()).then_some(Place { file, line: entry.line as i64 + 1, column: 0 });
            let shown = match script::command(&entry.text) {
                Some((language, command)) => {
                    self.command_level(&entry.text, self.script, language, command).map(Shown::Value)
                }
                None => {
                    entry.text = script::in_language(language, &entry.text).into_owned();
                    self.line(&entry.text)
                }
            };
            let told = shown.and_then(|shown| match shown {
                // What the prompt shows nothing of.
                Shown::Value(Value::List(l)) if l.is_empty() => Ok(()),
                Shown::Value(x) if !x.is_identity() => self.display(&x),
                _ => Ok(()),
            });
            told.map_err(|e| self.in_script(e))?;
        }
        Ok(())
    }

    /// The file of the script that is being run.
    pub(crate) fn script_file(&self) -> Option<Sym> {
        self.script.map(|place| place.file)
    }

    /// Tells an error that a script's entry ended with where that stands, unless it knows.
    fn in_script(&self, mut e: Error) -> Error {
        let Some(place) = self.script.filter(|_| e.is_catchable()) else { return e };
        let last = e.trace_mut().last_mut();
        if let Some(frame) = last.filter(|f| f.name.is_empty() && f.place.is_none() && f.at.is_some()) {
            frame.place = told(Some(place));
        }
        e
    }

    /// Writes a value to the console as the prompt shows it.
    ///
    /// Errors: those of what cannot be read.
    pub fn show(&self, value: &Value) -> Result<()> {
        let text = self.format(value);
        fault::check()?;
        self.host.out(&text);
        Ok(())
    }

    /// Shows what came of a line, if anything is to be seen. Errors: as [`Vm::show`].
    pub fn present(&self, shown: &Shown) -> Result<()> {
        match shown {
            Shown::Value(x) if !x.is_identity() => self.show(x),
            _ => Ok(()),
        }
    }

    /// Writes a value to the console as `0N!` does, and scripts that are loaded: as q text in one line, cut to its width.
    ///
    /// Errors: those of what cannot be read.
    pub fn display(&self, value: &Value) -> Result<()> {
        let (rows, cols) = self.settings.console;
        let size = self.console_size(rows.max(0) as usize, cols.max(0) as usize);
        let text = knowing(self, || quarry_value::text::in_a_line(value, &size));
        fault::check()?;
        self.host.out(&text);
        Ok(())
    }

    /// Formats a value as the console does.
    pub fn format(&self, value: &Value) -> Vec<u8> {
        let (rows, cols) = self.settings.console;
        self.format_in(rows.max(0) as usize, cols.max(0) as usize, value)
    }

    /// [`Vm::format`] for a console of so many rows and columns.
    pub fn format_in(&self, rows: usize, cols: usize, value: &Value) -> Vec<u8> {
        let size = self.console_size(rows, cols);
        knowing(self, || {
            // Of a table whose rows live elsewhere a page is read.
            let page = match value {
                Value::Table(t) if t.is_elsewhere() => crate::db::first_rows(t, size.rows + 1).ok(),
                _ => None,
            };
            quarry_value::text::console(page.as_ref().unwrap_or(value), &size)
        })
    }

    fn console_size(&self, rows: usize, cols: usize) -> quarry_value::text::Console {
        quarry_value::text::Console { rows, cols, precision: self.settings.precision.max(0) as u8 }
    }
}

/// What is shown of the value of statements.
fn shown(statements: &[Node], value: Value) -> Shown {
    let silent = statements.last().is_none_or(is_silent);
    if silent || value.is_identity() { Shown::Nothing } else { Shown::Value(value) }
}

/// Assignments are not shown, nor are lines that end with a semicolon.
fn is_silent(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Elided => true,
        NodeKind::Apply(f, args) if args.len() == 2 => match &f.kind {
            NodeKind::Assigner(_) => true,
            NodeKind::Const(Value::Prim(p)) => {
                (p.kind() == Kind::Binary && p.text() == ":") || *p == quarry_value::Prim::IDENTITY
            }
            _ => false,
        },
        _ => false,
    }
}
