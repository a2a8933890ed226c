//! `q`: the program. Reads its flags, makes an evaluator over the real world, opens what it was given, and serves
//! the console until something ends it.
//!
//! | file | noun |
//! |---|---|
//! | `main` | the walk from start to exit |
//! | `flags` | the command line |
//! | `host` | clock, zone, shell, console, memory |
//! | `alarm` | time that is over |
//! | `console` | a line and its answer |
//! | `scripts` | the scripts that come with the program |
//! | `shell` | commands of the operating system |
//! | `input`, `edit` | lines from a pipe; lines from a person: editing, history, colour, completion |
//! | `await_file` | waiting for a file |
//! | `profile` | asking another process what it evaluates, and telling it |
//! | `alloc`, `arena` | the allocator, which counts; memory that a file system backs |

mod alarm;
mod alloc;
#[cfg_attr(not(target_os = "linux"), path = "arena/elsewhere.rs")]
mod arena;
#[cfg(target_os = "linux")]
mod await_file;
mod console;
mod edit;
mod flags;
mod host;
mod input;
#[cfg(target_os = "linux")]
mod profile;
mod scripts;
mod shell;

use console::Plain;
use quarry_lang::settings::Settings;
use quarry_lang::system;
use quarry_lang::vm::{Shown, Vm};
use quarry_server::Console;
use quarry_value::{Value, meter, room};
use scripts::Tick;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::sync::Arc;

#[global_allocator]
static ALLOCATOR: alloc::Counted = alloc::Counted::NEW;

/// Bytes of stack for the evaluator, which recurses as deep as programs do.
const STACK_SIZE: usize = 512 << 20;

fn main() {
    host::survive_file_limits();
    let words: Vec<OsString> = std::env::args_os().collect();
    let mut settings = flags::parse(&words).unwrap_or_else(|wrong| refuse(&wrong));
    settings.scripts = scripts::SCRIPTS;
    match scripts::name_role(&mut settings) {
        Tick::Help(text) => tell(&text),
        Tick::Unknown(wrong) => refuse(&wrong),
        Tick::Role | Tick::Elsewhere => {}
    }
    if settings.file.is_empty() {
        match settings.args.first().and_then(|word| word.to_str()) {
            Some("--help" | "-h") => tell(&flags::help()),
            Some("--version") => tell(concat!("Quarry ", env!("CARGO_PKG_VERSION"), "\n")),
            _ => {}
        }
    }
    if let Some(folder) = &settings.memory_path
        && let Err(wrong) = arena::open(folder.as_ref())
    {
        refuse(&format!("-m {wrong}"))
    }
    let evaluator = std::thread::Builder::new().name("main".into()).stack_size(STACK_SIZE);
    let evaluator = evaluator.spawn(move || serve(settings));
    let evaluator =
        evaluator.unwrap_or_else(|e| refuse(&format!("no stack of {} MB: {e}", STACK_SIZE >> 20)));
    std::process::exit(evaluator.join().unwrap_or_else(|panic| {
        // A panic has told of itself on standard error, but not one for want of memory. The code is Rust's own.
        if room::is_lacking(&*panic) {
            eprintln!("q: no memory is left");
        }
        101
    }))
}

/// Prints what was asked for instead of starting. Whoever reads it may have read enough and gone.
fn tell(text: &str) -> ! {
    let _ = std::io::stdout().write_all(text.as_bytes());
    std::process::exit(0)
}

/// Does not start.
fn refuse(why: &str) -> ! {
    eprintln!("q: {why}");
    std::process::exit(1)
}

/// The life of a process: its exit code.
fn serve(mut settings: Settings) -> i32 {
    let person = std::io::stdin().is_terminal();
    let window = fit_window(&mut settings, person);
    let host = Arc::new(host::System::new().unwrap_or_else(|e| refuse(&e.to_string())));
    let sockets = host.sockets();
    prepare(&settings);
    let mut vm = Vm::new(host.clone());
    host.set_watch(vm.watch());
    vm.settings = settings;
    if !vm.settings.quiet {
        banner(&vm);
    }
    if let Err(e) = vm.read_users().and_then(|()| encrypt(&vm)) {
        vm.host.err(&quarry_lang::report::text(&e));
        return 1;
    }
    let waiter = sockets.clone();
    let wake = move || waiter.wake();
    let lines = if person { edit::lines(wake) } else { input::lines(wake) };
    let (lines, names) = lines.unwrap_or_else(|e| refuse(&e.to_string()));
    let lines = Arc::new(lines);
    let prompts = person && !vm.settings.quiet;
    let mut console = Plain { person, prompts, loaded: true, names: person.then_some(names), window };
    vm.prompts = console.prompts;
    host.set_lines(lines.clone());
    alloc::keep_some();
    if !begin(&mut vm, &mut console) {
        return 1;
    }
    let code = quarry_server::run(&mut vm, &lines, &sockets, &mut console);
    if code == 0 { console.code() } else { code }
}

/// Listens, loads what was named, and becomes a replica: may the process go on?
fn begin(vm: &mut Vm, console: &mut Plain) -> bool {
    system::limit_queues(vm);
    // Others may connect while scripts are loaded; they are served when that is done.
    if !vm.settings.place.is_empty() {
        let place = vm.settings.place.clone();
        if let Err(e) = system::listen(vm, place.as_bytes()) {
            console.report(vm, Err(e));
            return false;
        }
    }
    initialise(vm, console);
    // Who is asked to end meanwhile has not failed.
    console.loaded = open(vm, console) || vm.host.terminated();
    // Going on without the log that was asked for, or over half of what it holds, would lose updates.
    let is_logged = console.loaded || !vm.settings.logged;
    // Half of what the other process holds is no replica of it.
    is_logged && replicate(vm, console)
}

/// Sets the size of the console, unless `-c` did: by the environment, else by a person's window, which is told and followed.
fn fit_window(settings: &mut Settings, person: bool) -> Option<(i32, i32)> {
    if settings.raw_args.iter().any(|w| w == "-c") {
        return None;
    }
    let said = environment_size();
    let window = if person && said.is_none() { console::window() } else { None };
    settings.console = said.or(window).unwrap_or(settings.console);
    window
}

/// Reads what TLS needs, if it is spoken here.
fn encrypt(vm: &Vm) -> quarry_value::Result<()> {
    match vm.settings.tls {
        0 => Ok(()),
        mode => vm.host.network().encrypt(mode),
    }
}

/// Becomes the replica of another process, if one was named: not when that fails.
fn replicate(vm: &mut Vm, console: &mut Plain) -> bool {
    let place = vm.settings.primary.clone();
    if place.is_empty() {
        return true;
    }
    let outcome = quarry_lang::request(|| console.work(vm, |vm| vm.replicate(place.as_bytes())));
    let good = outcome.is_ok() || vm.exiting.is_some();
    console.report(vm, outcome.map(|_| Shown::Nothing));
    good
}

/// Passes settings on to what keeps its own copy.
fn prepare(settings: &Settings) {
    quarry_value::text::set_precision(settings.precision as u8);
    quarry_value::text::parse::set_day_first(settings.day_first == 1);
    quarry_kernel::set_week(settings.week);
    quarry_kernel::random::seed(settings.seed.into());
    meter::told_by(host::machine);
    meter::set_limit((settings.memory_mb as usize) << 20);
    quarry_lang::set_durable(settings.durable);
    quarry_lang::set_cache_limit(settings.cache_mb.map(|mb| (mb as usize) << 20));
    if let Err(e) = quarry_kernel::pool::set_threads(settings.threads.max(0) as usize) {
        refuse(&format!("-s {}: {}", settings.threads, e.details().unwrap_or("limit")));
    }
}

/// Loads what is loaded before anything else: the script that `QINIT` names, or `q.q` at home if there is one.
fn initialise(vm: &mut Vm, console: &mut Plain) {
    let named = vm.host.environment("QINIT").filter(|name| !name.is_empty());
    let script = named.or_else(|| {
        let path = system::home(vm)?.join("q.q");
        path.is_file().then(|| path.into_os_string().into_encoded_bytes())
    });
    if let Some(script) = script {
        let outcome = console.work(vm, |vm| system::load(vm, &script));
        console.report(vm, outcome.map(|_| Shown::Nothing));
    }
}

/// Opens the script or database of the command line: did that go well?
fn open(vm: &mut Vm, console: &mut Plain) -> bool {
    let file = vm.settings.file;
    if file.is_empty() {
        return true;
    }
    let (logged, sync) = (vm.settings.logged, vm.settings.log_sync);
    let outcome = console.work(vm, |vm| match logged {
        true => vm.start_updates(file.bytes(), sync).map(|()| Value::identity()),
        false => system::load(vm, file.bytes()),
    });
    let good = outcome.is_ok() || vm.exiting.is_some();
    console.report(vm, outcome.map(Shown::Value));
    good
}

/// Rows and columns that the environment asks for. A shell may keep `LINES` and `COLUMNS` to itself.
fn environment_size() -> Option<(i32, i32)> {
    let number = |name| std::env::var(name).ok()?.parse().ok();
    Some(Settings::coerce_size(number("LINES")?, number("COLUMNS")?))
}

/// Tells who we are, on standard error, where it does not mix with answers.
fn banner(vm: &Vm) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mb = vm.host.memory().machine >> 20;
    let text = format!("Quarry {} · q 4.1 · {cores} cores · {mb} MB\n\n", env!("CARGO_PKG_VERSION"));
    vm.host.err(text.as_bytes());
}
