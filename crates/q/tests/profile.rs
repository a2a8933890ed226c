//! One process asks another what it evaluates, whatever that does: `.Q.prf0`; and starts it: `\q`.
//! source: kb/profiler, ref/dotq
#![cfg(target_os = "linux")]

mod common;

use common::wire::{LONGEST, Server};
use common::{Folder, q};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// One that asks others.
struct Profiler(Server);

impl Profiler {
    fn start() -> Profiler {
        let profiler = "said:{$[count x;\"|\"sv{(x`name),\" \",(x`text),\" \",string x`pos}each x;\"idle\"]};\n\
            calls:{@[{said select from .Q.prf0 x where not .Q.fqk each file};x;{\"'\",x}]}";
        Profiler(Server::start(&["-c", "2000", "2000"], profiler))
    }

    /// The calls of a process from the outermost in, each by name, text and place, or the error.
    fn calls(&mut self, pid: u32) -> String {
        self.0.says(&format!("-1 calls {pid};")).trim_end().to_string()
    }

    /// Asks until it hears what is wanted, which it does sooner or later.
    fn hears(&mut self, pid: u32, wanted: &str) {
        let due = Instant::now() + LONGEST;
        loop {
            let calls = self.calls(pid);
            if calls == wanted {
                return;
            }
            assert!(Instant::now() < due, "wanted {wanted}, and still {calls}");
        }
    }
}

/// A process that is ended with the test.
struct Ends(Child);

impl Drop for Ends {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs a script that never ends.
fn run(script: &std::path::Path) -> Ends {
    let mut command = q(&["-q"]);
    let command = command.arg(script).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    Ends(command.spawn().expect("q starts"))
}

#[test]
fn calls_are_told_from_the_outermost_in() {
    let folder = Folder::new("profile_calls");
    let script = folder.join("p.q");
    std::fs::write(&script, ".z.i\na:{b x};b:{c x}\nc:{while[1;]}\na`\n").expect("a script");
    let target = run(&script);
    let mut profiler = Profiler::start();
    profiler.hears(target.0.id(), " a` 0|..a {b x} 1|..b {c x} 1|..c {while[1;]} 7");
    let at = script.display();
    let w = at.to_string().len() + 2;
    let wanted = format!(
        "name  {:w$} line col text          pos\n{}\n\
        \"\"    \"{at}\" 4    0   \"a`\"          0  \n\
        \"..a\" \"{at}\" 2    2   \"{{b x}}\"       1  \n\
        \"..b\" \"{at}\" 2    10  \"{{c x}}\"       1  \n\
        \"..c\" \"{at}\" 3    2   \"{{while[1;]}}\" 7  \n",
        "file",
        "-".repeat(w + 33)
    );
    let pid = target.0.id();
    let shown = profiler.0.says(&format!("select from .Q.prf0 {pid} where not .Q.fqk each file"));
    assert_eq!(shown, wanted);
    // What is in the program counts too, and a negative number stops nothing either.
    assert_eq!(
        profiler.0.says(&format!("exec text from .Q.prf0 neg {pid} where .Q.fqk each file")),
        "\"(load)\"\n"
    );
    assert_eq!(profiler.0.says(&format!("exec t from meta .Q.prf0 {pid}")), "\"CCjjCj\"\n");
}

#[test]
fn a_process_tells_while_it_computes_and_while_it_waits() {
    let mut profiler = Profiler::start();
    let other = Server::start(&[], "");
    let cases = [
        // A long primitive, by itself and on threads.
        ("", "r:5000000?1000000000;{while[1b;asc r]}[]", "{while[1b;asc r]} 10"),
        ("2", "r:5000000?1000000000;{while[1b;asc r]}[]", "{while[1b;asc r]} 10"),
        // Functions that end soon, the innermost of which does nothing long.
        ("2", "{while[1b;{while[1b;]}peach x]}til 2", "{while[1b;{while[1b;]}peach x]} 22"),
        ("", "{while[1b;system\"sleep 9\"]}[]", "{while[1b;system\"sleep 9\"]} 10"),
        ("", "{read0 0}[]", "{read0 0} 1"),
        ("", "{.Q.await[`:/nowhere/at/all;0W]}[]", "{.Q.await[`:/nowhere/at/all;0W]} 1"),
        ("", "h:hopen`::PORT;{h\"while[1b;]\"}[]", "{h\"while[1b;]\"} 1"),
    ];
    for (threads, line, wanted) in cases {
        let line = line.replace("PORT", &other.port.to_string());
        let flags: &[&str] = if threads.is_empty() { &[] } else { &["-s", threads] };
        let mut target = Server::start(flags, "");
        profiler.hears(target.pid(), "idle");
        target.types(&line);
        // The lambda's place in the line.
        let at = line.find(wanted.rsplit_once(' ').map_or("", |w| w.0)).expect("it is in the line");
        profiler.hears(target.pid(), &format!(" {line} {at}| {wanted}"));
    }
}

#[test]
fn a_function_is_told_of_as_often_as_it_is_at_work() {
    // `f` calls nothing, and each of its calls is over soon.
    let target = Server::start(&[], "f:{x:x+1;x:x+2;x:x*3;x:x-4;x};g:{while[1b;f 1]}");
    let mut target = target;
    target.types("g[]");
    let mut profiler = Profiler::start();
    profiler.hears(target.pid(), " g[] 0|..g {while[1b;f 1]} 10");
    let line = format!("do[200;seen,:enlist .Q.prf0 {}]", target.pid());
    profiler.0.says("seen:()");
    profiler.0.says(&line);
    assert_eq!(profiler.0.says("any\"..f\"~/:last each seen[;`name]"), "1b\n");
}

#[test]
fn whoever_called_is_told() {
    let mut profiler = Profiler::start();
    let wanted = "..spin {while[1b;]} 7";
    let spin = "spin:{while[1b;]};";
    // The timer.
    let mut target = Server::start(&[], spin);
    target.types(".z.ts:{spin x}\n\\t 1");
    profiler.hears(target.pid(), &format!(".z.ts {{spin x}} 1|{wanted}"));
    // A message, and the callback that takes it.
    let target = Server::start(&[], &format!("{spin}.z.ps:{{value x}}"));
    target
        .client()
        .send_value(quarry_value::wire::MessageKind::Async, &quarry_value::Value::chars(&b"spin 1"[..]));
    profiler.hears(target.pid(), &format!(".z.ps {{value x}} 1| spin 1 0|{wanted}"));
    // Inside of reval, an evaluator of its own.
    let mut target = Server::start(&[], spin);
    target.types("reval(`spin;1)");
    profiler.hears(target.pid(), &format!(" reval(`spin;1) 0|{wanted}"));
    // Suspended in the debugger.
    let mut target = Server::start(&["-e", "1"], "f:{x+`a}");
    target.types("f 1");
    profiler.hears(target.pid(), " f 1 0|..f {x+`a} 2");
    target.types("\\");
    profiler.hears(target.pid(), "idle");
}

#[test]
fn a_deep_stack_is_told_whole() {
    let mut target = Server::start(&[], "f:{$[x=0;{while[1b;]}[];1+f x-1]}");
    target.types("f 3000");
    let mut profiler = Profiler::start();
    let depth = format!("-1 string count .Q.prf0 {};", target.pid());
    let due = Instant::now() + LONGEST;
    while profiler.0.says(&depth) != "3003\n" {
        assert!(Instant::now() < due, "the stack is not whole");
    }
    assert_eq!(profiler.0.says("-1 string count .Q.prf0 .z.i;"), "1\n");
}

#[test]
fn what_cannot_be_asked_is_an_error() {
    let mut profiler = Profiler::start();
    let other = Ends(Command::new("sleep").arg("1000").spawn().expect("sleep starts"));
    assert_eq!(profiler.calls(other.0.id()), "'binary mismatch");
    assert_eq!(profiler.calls(0), "'no such process");
    assert_eq!(profiler.0.says("@[.Q.prf0;\"a\";`$]"), "`type\n");
    assert_eq!(profiler.0.says("@[.Q.prf0;-0Wj;`$]"), "`domain\n");
    // One that has ended and of whose end nobody took note.
    let ended = Ends(q(&["--version"]).stdout(Stdio::null()).spawn().expect("q starts"));
    profiler.hears(ended.0.id(), "'no such process");
    // One that is stopped, and goes on.
    let target = Server::start(&[], "");
    let pid = target.pid().to_string();
    let signal =
        |s: &str| assert!(Command::new("kill").args([s, &pid]).status().expect("kill runs").success());
    signal("-STOP");
    profiler.hears(target.pid(), "'stopped");
    signal("-CONT");
    profiler.hears(target.pid(), "idle");
}

#[test]
fn nobody_who_only_knocks_does_harm() {
    let mut profiler = Profiler::start();
    let mut target = Server::start(&[], "");
    let pid = target.pid().to_string();
    // Signals that nobody waits for an answer to.
    for _ in 0..100 {
        assert!(Command::new("kill").args(["-URG", &pid]).status().expect("kill runs").success());
    }
    profiler.hears(target.pid(), "idle");
    // Somebody has taken the place where the answer is awaited, and listens to nothing.
    let address = SocketAddr::from_abstract_name(format!("quarry/prf0/{pid}")).expect("a name");
    let squatter = UnixListener::bind_addr(&address).expect("the place is free");
    assert_eq!(profiler.calls(target.pid()), "'timeout");
    assert!(Command::new("kill").args(["-URG", &pid]).status().expect("kill runs").success());
    drop(squatter);
    profiler.hears(target.pid(), "idle");
    assert_eq!(target.says("1+1"), "2\n");
}

#[test]
fn two_that_ask_each_other_both_hear() {
    let (mut one, mut other) = (Profiler::start(), Profiler::start());
    let (first, second) = (one.0.pid(), other.0.pid());
    let ask = |pid: u32| format!("do[50;calls {pid}];-1 calls {pid};-1\"<<over>>\";");
    one.0.types(&ask(second));
    other.0.types(&ask(first));
    for server in [&one.0, &other.0] {
        let told = server.line();
        assert!(told == "idle" || told.contains("calls"), "{told}");
        assert_eq!(server.line(), "<<over>>");
    }
}

#[test]
fn a_process_is_started_and_tells_who_it_is() {
    let folder = Folder::new("profile_start");
    let script = folder.join("with blank.q");
    let text = "h:hopen\"J\"$.z.x 0;h(`started;.z.i);work:{while[1b;]};work[]";
    std::fs::write(&script, text).expect("a script");
    let mut profiler = Profiler::start();
    profiler.0.says("started:{pid::x}");
    let at = script.display();
    profiler.0.types(&format!("system\"q '{at}' -q \",string system\"p\""));
    let due = Instant::now() + LONGEST;
    while profiler.0.says("-1 string`pid in key`.;") != "1\n" {
        assert!(Instant::now() < due, "it does not start");
    }
    let pid = profiler.0.says("-1 string pid;").trim().parse().expect("a number");
    profiler.hears(pid, &format!(" {text} 53|..work {{while[1b;]}} 7"));
    assert!(Command::new("kill").args(["-KILL", &pid.to_string()]).status().expect("kill runs").success());
    // Somebody took note of its end.
    profiler.hears(pid, "'no such process");
    assert_eq!(profiler.0.says("@[system;\"q\";`$]"), "`q\n");
}
