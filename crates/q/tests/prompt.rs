//! The prompt as a person at a terminal meets it, and what `q` says of itself.

mod common;

use common::{Folder, q, typed};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// What a person waits for comes sooner than that.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with `q` in it.
struct Terminal {
    keys: File,
    screen: Receiver<Vec<u8>>,
    seen: String,
    child: Child,
    _home: Folder,
}

impl Terminal {
    fn new(name: &str) -> Terminal {
        let home = Folder::new(name);
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let path = ptsname(&master, Vec::new()).unwrap();
        let slave = File::options().read(true).write(true).open(path.to_str().unwrap()).unwrap();
        let end = || std::process::Stdio::from(slave.try_clone().unwrap());
        let keys = File::from(master);
        let mut command = q(&[]);
        command.env("XDG_STATE_HOME", home.path()).env("TERM", "xterm").env("NO_COLOR", "1");
        command.current_dir(home.path()).stdin(end()).stdout(end()).stderr(end());
        // Before anybody can ask for it.
        resize(&keys, 30, 80);
        let mut terminal = Terminal {
            keys,
            screen: channel().1,
            seen: String::new(),
            child: command.spawn().unwrap(),
            _home: home,
        };
        let (tell, screen) = channel();
        let mut shown = terminal.keys.try_clone().unwrap();
        std::thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(n @ 1..) = shown.read(&mut piece) {
                if tell.send(piece[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        terminal.screen = screen;
        terminal.wait_for("q)");
        terminal
    }

    fn resize(&self, rows: u16, columns: u16) {
        resize(&self.keys, rows, columns);
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the screen shows `text` after what was waited for before.
    fn wait_for(&mut self, text: &str) {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.seen.find(text) {
                self.seen.drain(..at + text.len());
                return;
            }
            let left = end.saturating_duration_since(Instant::now());
            let Ok(more) = self.screen.recv_timeout(left) else { panic!("no {text:?} in {:?}", self.seen) };
            self.seen += &String::from_utf8_lossy(&more);
        }
    }
}

fn resize(terminal: &File, rows: u16, columns: u16) {
    let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(terminal, size).unwrap();
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn lines_typed_ahead_are_not_lost() {
    let mut t = Terminal::new("ahead");
    t.press("a:40\rb:2\ra+b\r1000+a+b\r");
    t.wait_for("\n42\r");
    t.wait_for("\n1042\r");
    t.press("f:{\r\n x+1}\rf 2000\r");
    t.wait_for("\n2001\r");
}

/// What is no line of q goes on no further than it does, whatever brackets are open in it.
#[test]
fn a_line_that_is_not_of_q_ends_where_it_ends() {
    let mut t = Terminal::new("others");
    t.press("a:read0 0\rit's (\r-3!a\r");
    t.wait_for("\n\"\\\"it's (\\\"\"\r");
    t.press(".p.e:{2000+count x}\rp)(\"\r");
    t.wait_for("\n2002\r");
    t.press(".z.pi:{string[3000+count x],\"\\n\"}\r{(\r");
    t.wait_for("\n3003\r");
}

#[test]
fn a_pasted_text_is_its_statements() {
    let mut t = Terminal::new("paste");
    t.press("\x1b[200~g:{[a;b]\r\n  c:a+b;\r\n  c*2}\r\ng[100;2]\r\nh:g[1000;1]\x1b[201~\r");
    t.wait_for("\n204\r");
    t.press("h+1\r");
    t.wait_for("\n2003\r");
}

#[test]
fn a_line_is_given_up_by_control_c() {
    let mut t = Terminal::new("control_c");
    t.press("f:{x+\x03");
    t.wait_for("q)");
    t.press("1234+1\r");
    t.wait_for("\n1235\r");
}

#[test]
fn names_columns_and_files_are_completed() {
    let mut t = Terminal::new("completion");
    t.press("trade:([]mysymbol:100#1;price:2)\r.my.deep.counter:4321\r");
    t.press("exec sum mysy\t from trade\r");
    t.wait_for("\n100\r");
    t.press(".my.de\t.co\t\r");
    t.wait_for("\n4321\r");
    t.press("`:abcdef.txt 0:enlist\"777\"\r");
    t.wait_for("\n`:abcdef.txt\r");
    t.press("1000+value first read0`:abcd\t\r");
    t.wait_for("\n1777\r");
}

#[test]
fn the_console_has_the_size_of_the_window_until_it_is_told() {
    let mut t = Terminal::new("window");
    t.press("\\c\r");
    t.wait_for("30 80i");
    t.resize(41, 101);
    t.press("\\c\r");
    t.wait_for("41 101i");
    t.press("\\c 25 77\r");
    t.resize(50, 90);
    t.press("\\c\r");
    t.wait_for("25 77i");
}

#[test]
fn history_is_there_again() {
    let mut t = Terminal::new("history");
    t.press("x:5000\rx+1\r");
    t.wait_for("\n5001\r");
    t.press("x:6000\r\x1b[A\x1b[A\r");
    t.wait_for("\n6001\r");
}

#[test]
fn help_and_version_are_told_instead_of_starting() {
    let help = typed(&mut q(&["--help"]), "1+1\n");
    assert!(help.out.contains("-p PORT") && !help.out.contains("\n2\n"), "{}", help.out);
    assert_eq!((help.err.as_str(), help.code), ("", Some(0)));
    assert!(typed(&mut q(&["--version"]), "").out.starts_with("Quarry "));
    let folder = Folder::new("help");
    std::fs::write(folder.join("s.q"), "-1 first .z.x;").unwrap();
    let own = typed(q(&["s.q", "--help"]).current_dir(folder.path()), "");
    assert_eq!(own.out, "--help\n", "a script's own words are its own");
    let role = typed(q(&["tick", "rdb", "--help"]).current_dir(folder.path()), "");
    assert!(role.out.contains("q tick rdb"), "{}", role.out);
    let unknown = typed(q(&["tick", "nosuch"]).current_dir(folder.path()), "");
    assert!(unknown.err.contains("nosuch") && unknown.code == Some(1), "{}", unknown.err);
}
