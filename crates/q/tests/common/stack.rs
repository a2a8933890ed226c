//! Processes that work together in one folder.

#![allow(dead_code, reason = "each test file uses a part")]

use super::{Folder, typed};
use std::collections::HashMap;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

/// Processes in a folder of their own, each known by a name; they end with the test.
pub struct Stack {
    pub folder: Folder,
    ports: HashMap<String, u16>,
    running: HashMap<String, Child>,
}

impl Stack {
    pub fn new(name: &str) -> Stack {
        let folder = Folder::new(&format!("tick_{name}"));
        Stack { folder, ports: HashMap::new(), running: HashMap::new() }
    }

    /// The port of a name, the same each time.
    pub fn port(&mut self, name: &str) -> u16 {
        *self.ports.entry(name.into()).or_insert_with(|| {
            let free = TcpListener::bind(("127.0.0.1", 0)).expect("a socket");
            free.local_addr().expect("an address").port()
        })
    }

    pub fn q(&self) -> Command {
        let mut q = Command::new(env!("CARGO_BIN_EXE_q"));
        q.current_dir(self.folder.path())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default());
        q.env("HOME", self.folder.path()).env("TZ", noon());
        q
    }

    /// Starts `q tick …`; `{name}` is a port.
    pub fn start(&mut self, name: &str, words: &str) {
        let us = std::process::id();
        self.script(name, &format!("tick {words} -with {us}"), ".");
    }

    /// Starts q with words in a folder below ours; `{name}` is a port.
    pub fn script(&mut self, name: &str, words: &str, folder: &str) {
        let port = self.port(name).to_string();
        let mut words = words.to_string();
        while let Some((before, rest)) = words.split_once('{') {
            let (other, after) = rest.split_once('}').expect("a brace");
            words = format!("{before}{}{after}", self.port(other));
        }
        let said = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.folder.join(&format!("{name}.txt")));
        let said = said.expect("a file");
        let mut q = self.q();
        q.current_dir(self.folder.join(folder)).args(words.split(' ')).args(["-p", &port, "-q"]);
        q.stdin(Stdio::null()).stdout(said.try_clone().expect("a file")).stderr(said);
        self.running.insert(name.into(), q.spawn().expect("q starts"));
        self.until(name, "1b");
    }

    /// kill -9.
    pub fn kill(&mut self, name: &str) {
        let mut child = self.running.remove(name).expect("a process that runs");
        child.kill().expect("a process to end");
        child.wait().expect("its end");
    }

    pub fn said(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.join(&format!("{name}.txt"))).expect("a file")
    }

    /// What a process answers to an expression, as the console shows it.
    pub fn ask(&mut self, name: &str, expression: &str) -> String {
        let port = self.port(name);
        let quoted = expression.replace('\\', "\\\\").replace('"', "\\\"");
        self.run(&format!("`::{port} \"{quoted}\"\n"))
    }

    pub fn run(&mut self, lines: &str) -> String {
        let done = typed(self.q().args(["-q", "-c", "100", "300"]), lines);
        assert!(done.err.is_empty(), "{lines}\n{}\n{}", done.err, self.everything());
        done.out.trim_end().to_string()
    }

    /// Waits until a process answers that an expression holds.
    pub fn until(&mut self, name: &str, expression: &str) {
        let port = self.port(name);
        let quoted = expression.replace('"', "\\\"");
        let wait = format!(
            "n:0;while[(n<600)&not 1b~@[{{`::{port} x}};\"{quoted}\";0b];n+:1;system\"sleep 0.05\"];n<600\n"
        );
        assert_eq!(self.run(&wait), "1b", "{name} never has {expression}\n{}", self.everything());
    }

    /// What all processes have said.
    pub fn everything(&self) -> String {
        self.running.keys().map(|n| format!("--- {n}\n{}", self.said(n))).collect()
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        for child in self.running.values_mut() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A zone where it was about noon when the tests began, so that none sees midnight.
pub fn noon() -> &'static str {
    static NOON: OnceLock<String> = OnceLock::new();
    NOON.get_or_init(zone_at_noon)
}

fn zone_at_noon() -> String {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock");
    let hour = (since_1970.as_secs() / 3600 % 24) as i64;
    format!("NOON{}", hour - 12)
}
