//! What the console does with a line: evaluate, show the answer, or tell what is wrong.

use quarry_lang::report;
use quarry_lang::settings::Settings;
use quarry_lang::vm::{Shown, Vm};
use quarry_server::{Ask, Console};
use quarry_value::{Result, Sym, Value};

/// The console of a process.
pub struct Plain {
    /// Somebody types.
    pub person: bool,
    /// Show prompts: there is a person, and no `-q`.
    pub prompts: bool,
    /// What was named at the start has been loaded to its end.
    pub loaded: bool,
    /// Who completes names, if someone does.
    pub names: Option<crate::edit::Names>,
    /// The size of the console that was taken from the window. It follows the window until a program says otherwise.
    pub window: Option<(i32, i32)>,
}

impl Console for Plain {
    fn ask(&self, vm: &Vm) -> Ask {
        if let Some(names) = &self.names {
            names.refresh(vm);
        }
        let prompt = if self.prompts { vm.prompt() } else { String::new() };
        Ask { prompt, is_q: reader(vm).is_none() }
    }

    fn line(&mut self, vm: &mut Vm, line: &[u8]) {
        // A Ctrl-C from before this line was meant for something else.
        vm.host.interrupted();
        self.follow_window(vm);
        let outcome = self.work(vm, |vm| evaluate(vm, line));
        self.report(vm, outcome);
    }

    fn may_be_left(&self) -> bool {
        // Half a program serves nobody: who started it sees it end.
        !self.person && self.loaded
    }

    fn code(&self) -> i32 {
        // With nobody there to see the message, a script that failed fails the process.
        i32::from(!self.person && !self.loaded)
    }

    fn report(&mut self, vm: &mut Vm, outcome: Result<Shown>) {
        match outcome.and_then(|shown| vm.catching(|vm| vm.present(&shown))) {
            Ok(()) => {}
            // What unwinds an exit or a debugger's session has nothing to tell.
            Err(e) if vm.exiting.is_some() || !e.is_catchable() => {}
            Err(e) => vm.host.err(&report::text(&e)),
        }
    }
}

impl Plain {
    /// Takes the size of a window that was changed.
    fn follow_window(&mut self, vm: &mut Vm) {
        if self.window == Some(vm.settings.console)
            && let Some(size) = window()
        {
            vm.settings.console = size;
            self.window = Some(size);
        }
    }

    /// Does what was asked at the console. Errors in functions suspend when there is a person, or `\e 1` asks for it.
    pub fn work<T>(&self, vm: &mut Vm, work: impl FnOnce(&mut Vm) -> Result<T>) -> Result<T> {
        let suspend = self.person || vm.settings.error_trap == 1;
        vm.catching(|vm| vm.at_console(suspend, work))
    }
}

/// Rows and columns of the terminal's window.
pub fn window() -> Option<(i32, i32)> {
    let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
    (size.ws_row > 0).then(|| Settings::coerce_size(size.ws_row.into(), size.ws_col.into()))
}

/// The answer to a line of the console. `.z.pi` sees it first when a program has set that.
fn evaluate(vm: &mut Vm, line: &[u8]) -> Result<Shown> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if let Some(f) = reader(vm) {
        let answer = vm.apply(&f, &[Value::chars([line, b"\n"].concat())])?;
        return Ok(print(vm, answer));
    }
    vm.console_line(line)
}

/// `.z.pi`, where a program reads the lines of the console.
fn reader(vm: &Vm) -> Option<Value> {
    vm.get(Sym::new(".z.pi")).filter(Value::is_function)
}

/// A string that `.z.pi` answers is shown as it is.
fn print(vm: &mut Vm, answer: Value) -> Shown {
    match answer.as_text() {
        Some(text) => vm.host.out(text),
        None => return Shown::Value(answer),
    }
    Shown::Nothing
}
