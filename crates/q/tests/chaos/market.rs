//! The processes of a stack, in a folder of their own, and what is done to them.

use crate::common::Folder;
use crate::common::stack::noon;
use quarry_client::{Client, Failure};
use quarry_value::Value;
use rustix::process::{Pid, Signal, kill_process};
use std::collections::{BTreeMap, HashMap};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Nothing takes longer unless something hangs, also where the machine is busy.
pub const LONGEST: Duration = Duration::from_secs(300);

/// Names and words of the roles, in an order in which each finds the ones it follows; `{name}` is a port.
const ROLES: [(&str, &str); 15] = [
    ("tp", "tick/tp.q schema.q ."),
    ("hdb", "tick/hdb.q db"),
    ("written", "tick/hdb.q written.db"),
    ("farhdb", "tick/hdb.q far.db"),
    ("fewhdb", "tick/hdb.q few.db"),
    ("chained", "tick/chained.q -tp {tp} -t 20"),
    ("picky", "tick/chained.q -tp {tp} -syms A C"),
    ("rdb", "tick/rdb.q -tp {tp} -hdb {hdb} -db db -measure"),
    ("wdb", "tick/wdb.q -tp {tp} -hdb {written} -db written.db -rows 300"),
    ("far", "tick/rdb.q -tp {chained} -hdb {farhdb} -db far.db"),
    ("few", "tick/rdb.q -tp {picky} -hdb {fewhdb} -db few.db"),
    ("agg", "tick/agg.q -tp {tp} -every 100"),
    ("gw", "tick/gw.q -rdb {rdb} -hdb {hdb}"),
    ("gwdb", "tick/gw.q -rdb {wdb} -hdb {written}"),
    ("mon", "tick/mon.q -rdb {rdb} -tp {tp} -every 200"),
];

/// Holds at a role that is connected to all whom it wants.
pub const LINKED: &str = "all .tick.here key .tick.where_";

pub fn roles() -> impl Iterator<Item = &'static str> {
    ROLES.iter().map(|(name, _)| *name)
}

pub struct Market {
    pub folder: Folder,
    /// Flags of the tickerplant.
    batch: &'static str,
    ports: HashMap<&'static str, u16>,
    running: BTreeMap<&'static str, Child>,
    /// How much of what each told on standard error was read.
    told: HashMap<&'static str, usize>,
    /// The days there were so far.
    pub days: Vec<String>,
}

impl Market {
    /// Starts all roles in an order that a seed chooses. With `batch` the tickerplant publishes in batches.
    pub fn start(batch: bool, order: u64) -> Market {
        let folder = Folder::new("chaos");
        let ports = roles().zip(free_ports(ROLES.len() as u16)).collect();
        let batch = if batch { " -t 30" } else { "" };
        let (running, told) = (BTreeMap::new(), HashMap::new());
        let mut market = Market { folder, batch, ports, running, told, days: Vec::new() };
        market.tomorrow(1);
        market.write("schema.q", include_str!("schema.q"));
        market.write_scripts();
        market.begin_all(order);
        market
    }

    /// The tickerplant has a day of the test's making, so that it ends when the test wants it and may be slept over. Other
    /// scripts are those in the program, unless a folder is named that has them.
    fn write_scripts(&self) {
        std::fs::create_dir(self.folder.join("tick")).expect("a folder");
        let mut tp = include_str!("../../../../tick/tp.q").to_string();
        if let Some(folder) = std::env::var_os("QUARRY_CHAOS_TICK") {
            for entry in std::fs::read_dir(folder).expect("a folder").filter_map(Result::ok) {
                let name = entry.file_name().to_string_lossy().into_owned();
                let text = std::fs::read_to_string(entry.path()).expect("a script");
                if name == "tp.q" { tp = text } else { self.write(&format!("tick/{name}"), &text) }
            }
        }
        assert!(tp.contains(".u.d<.z.D"), "the tickerplant's day is .z.D");
        let today = ".u.today:{\"D\"$first read0`:day}\n";
        self.write("tick/tp.q", &format!("{today}{}", tp.replace(".z.D", ".u.today[]")));
    }

    /// Begins all roles, in an order that a seed chooses.
    pub fn begin_all(&mut self, mut seed: u64) {
        let mut names: Vec<&str> = roles().collect();
        names.sort_by_cached_key(|_| crate::random(&mut seed));
        names.into_iter().for_each(|name| self.begin(name));
    }

    /// Writes a file that is there wholly or not at all.
    pub fn write(&self, name: &str, text: &str) {
        let new = self.folder.join("new");
        std::fs::write(&new, text).expect("a file");
        std::fs::rename(new, self.folder.join(name)).expect("a file");
    }

    pub fn today(&self) -> &str {
        self.days.last().expect("a day")
    }

    /// Lets so many days begin: all but the last are slept over.
    pub fn tomorrow(&mut self, days: usize) {
        for _ in 0..days {
            let n = self.days.len();
            self.days.push(format!("2001.{:02}.{:02}", 1 + n / 28, 1 + n % 28));
        }
        self.write("day", self.today());
    }

    pub fn begin(&mut self, name: &'static str) {
        let words = ROLES.iter().find(|(n, _)| *n == name).expect("a role").1;
        let mut words = words.to_string();
        for (other, port) in &self.ports {
            words = words.replace(&format!("{{{other}}}"), &port.to_string());
        }
        if name == "tp" {
            words += self.batch;
        }
        let us = std::process::id();
        let words = format!("{words} -p {} -with {us} -q", self.ports[name]);
        let file = |ending| {
            let path = self.folder.join(&format!("{name}.{ending}"));
            std::fs::OpenOptions::new().create(true).append(true).open(path).expect("a file")
        };
        let mut q = Command::new(env!("CARGO_BIN_EXE_q"));
        q.current_dir(self.folder.path()).args(words.split(' '));
        q.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        q.env("HOME", self.folder.path()).env("TZ", noon());
        q.stdin(Stdio::null()).stdout(file("out")).stderr(file("err"));
        self.running.insert(name, q.spawn().expect("q starts"));
    }

    pub fn kill(&mut self, name: &str) {
        let mut child = self.running.remove(name).expect("it runs");
        child.kill().expect("killed");
        child.wait().expect("its end");
    }

    /// Ends a process as the system does, and says what is wrong with how it ends.
    pub fn end(&mut self, name: &str) -> Result<(), String> {
        self.signal(name, Signal::TERM);
        let began = Instant::now();
        let child = self.running.get_mut(name).expect("it runs");
        let status = loop {
            match child.try_wait().expect("a child") {
                Some(status) => break status,
                None if began.elapsed() > LONGEST => return Err(format!("{name} does not end")),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        self.running.remove(name);
        if status.code() == Some(0) { Ok(()) } else { Err(format!("{name} ended with {status}")) }
    }

    pub fn signal(&self, name: &str, signal: Signal) {
        let pid = i32::try_from(self.running[name].id()).ok().and_then(Pid::from_raw);
        kill_process(pid.expect("a process"), signal).expect("a signal");
    }

    /// The processes that ended though nobody ended them.
    pub fn died(&mut self) -> Result<(), String> {
        for (name, child) in &mut self.running {
            if let Some(status) = child.try_wait().expect("a child") {
                return Err(format!("{name} died: {status}"));
            }
        }
        Ok(())
    }

    pub fn connect(&self, name: &str) -> Result<Client, Failure> {
        let stream = TcpStream::connect(("127.0.0.1", self.ports[name]))?;
        stream.set_read_timeout(Some(LONGEST))?;
        stream.set_write_timeout(Some(LONGEST))?;
        stream.set_nodelay(true)?;
        Client::over(stream, "")
    }

    pub fn port(&self, name: &str) -> u16 {
        self.ports[name]
    }

    /// What a process answers to a line of q.
    pub fn ask(&self, name: &str, line: &str) -> Result<Value, String> {
        let answer = self.connect(name).and_then(|mut q| q.ask(&Value::chars(line)));
        answer.map_err(|e| format!("{name} answers {line} with: {e}"))
    }

    /// What came on standard error since it was asked last: role and entry of the diary, with its trace.
    pub fn complaints(&mut self) -> Vec<(&'static str, String)> {
        let mut entries: Vec<(&'static str, String)> = Vec::new();
        for name in roles() {
            let text = self.said(name, "err");
            let from = self.told.insert(name, text.len()).unwrap_or(0);
            for line in text[from..].lines() {
                match entries.last_mut() {
                    // Traces are indented or begin with the place.
                    Some((n, entry)) if *n == name && !line.starts_with("20") => {
                        *entry += &format!("\n{line}")
                    }
                    _ => entries.push((name, line.to_string())),
                }
            }
        }
        entries
    }

    fn said(&self, name: &str, ending: &str) -> String {
        std::fs::read_to_string(self.folder.join(&format!("{name}.{ending}"))).unwrap_or_default()
    }

    /// The last that each process has said.
    pub fn everything(&self) -> String {
        let tail = |text: String| {
            let lines: Vec<&str> = text.lines().collect();
            lines[lines.len().saturating_sub(12)..].iter().map(|l| format!("{l}\n")).collect::<String>()
        };
        roles()
            .filter(|n| *n != "mon")
            .map(|n| format!("--- {n}\n{}{}", tail(self.said(n, "out")), tail(self.said(n, "err"))))
            .collect()
    }
}

impl Drop for Market {
    fn drop(&mut self) {
        for child in self.running.values_mut() {
            let _ = child.kill();
        }
        for child in self.running.values_mut() {
            let _ = child.wait();
        }
        if std::thread::panicking()
            && let Some(keep) = std::env::var_os("QUARRY_CHAOS_KEEP")
        {
            let _ = std::fs::rename(self.folder.path(), keep);
        }
    }
}

/// Ports in a row, from a range that the system takes none of for connections, so that a role finds its port again.
fn free_ports(count: u16) -> impl Iterator<Item = u16> {
    let first = (std::process::id() % 130) as u16;
    let base = (0..130).map(|i| 30_000 + (first + i) % 130 * 20);
    let is_free = |port| TcpListener::bind(("0.0.0.0", port)).is_ok();
    let base = base.into_iter().find(|b| (*b..b + count).all(is_free)).expect("ports that are free");
    base..base + count
}
