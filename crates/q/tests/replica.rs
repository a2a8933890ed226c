//! Replication: a process that does what another one logs, `-r`.
//! source: kb/logging, basics/cmdline, basics/syscmds

mod common;

use common::wire::Server;
use common::{Folder, q, typed};

/// A process that logs, and the place where replicas find it.
fn primary(dir: &Folder, flags: &[&str]) -> (Server, String) {
    std::fs::write(dir.join("trade.q"), "trade:([]sym:`symbol$();price:`float$())\nadd:{`trade insert x}\n")
        .expect("a script");
    let base = dir.join("trade").to_str().expect("a path").to_string();
    let server = Server::start(&[&[base.as_str(), "-l"], flags].concat(), "");
    let place = format!(":localhost:{}:me:secret", server.port);
    (server, place)
}

/// Waits until a process says something.
fn until(server: &mut Server, asked: &str, wanted: &str) {
    let said = |server: &mut Server| server.says(asked) == wanted;
    assert!((0..20_000).any(|_| said(server)), "{asked}: {} for {wanted}", server.says(asked));
}

#[test]
fn a_replica_has_what_was_done_and_follows() {
    let dir = Folder::new("replica");
    let (mut first, place) = primary(&dir, &[]);
    let mut client = first.client();
    client.ask("insert[`trade](`a;1.5)");
    client.ask("n:7");
    let script = dir.join("trade.q").to_str().expect("a path").to_string();
    let mut second = Server::start(&[&script, "-r", &place], "");
    assert_eq!(second.says("trade\nn"), "sym price\n---------\na   1.5  \n7\n");
    // What follows: by name, a lambda, sent here and there; what fails or changes nothing is not sent.
    client.ask("add(`b;2.5)");
    client.ask("{`trade insert(x;3.5);'oops}`lost");
    client.ask("count trade");
    first.says("0(`add;(`c;4.5));");
    client.ask("`n set n+1");
    until(&mut second, "n", "8\n");
    assert_eq!(second.says("exec sym from trade"), "`a`b`c\n");
    // The end is told.
    second.says(".z.pc:{lost::x}");
    drop(first);
    until(&mut second, "`lost in key`.", "1b\n");
}

#[test]
fn a_checkpoint_is_part_of_what_was_done() {
    let dir = Folder::new("replica_checkpoint");
    let (mut first, place) = primary(&dir, &[]);
    let mut client = first.client();
    client.ask("add(`a;1.5)");
    first.says("\\l");
    client.ask("add(`b;2.5)");
    let mut second = Server::start(&["-r", &place], "");
    assert_eq!(second.says("exec sym from trade"), "`a`b\n");
    // One made later changes nothing for those who follow.
    first.says("\\l");
    client.ask("add(`c;3.5)");
    until(&mut second, "exec sym from trade", "`a`b`c\n");
}

#[test]
fn the_latest_replica_follows_alone() {
    let dir = Folder::new("replica_two");
    let (mut first, place) = primary(&dir, &[]);
    let mut client = first.client();
    client.ask("n:1");
    let mut second = Server::start(&["-r", &place], "");
    client.ask("n:2");
    until(&mut second, "n", "2\n");
    let mut third = Server::start(&["-r", &place], "");
    client.ask("n:3");
    until(&mut third, "n", "3\n");
    assert_eq!(second.says("n"), "2\n");
    // Its handle is not somebody else's when that comes next.
    drop(third);
    until(&mut first, "count .z.W", "2\n");
    let mut other = first.client();
    client.ask("n:4");
    assert_eq!(other.ask("n"), "4");
}

#[test]
fn what_cannot_be_a_replica_does_not_start() {
    let dir = Folder::new("replica_not");
    let plain = Server::start(&[], "");
    let place = format!(":localhost:{}", plain.port);
    let no_log = typed(&mut q(&["-q", "-r", &place]), "1+1\n");
    assert!(no_log.code == Some(1) && no_log.out.is_empty() && no_log.err.contains("log"), "{}", no_log.err);
    let both = typed(q(&["f", "-q", "-l", "-r", &place]).current_dir(dir.path()), "1+1\n");
    assert!(both.code == Some(1) && both.err.contains("-r goes without -l"), "{}", both.err);
    let nobody = typed(&mut q(&["-q", "-r", "::1"]), "1+1\n");
    assert!(nobody.code == Some(1) && nobody.err.contains("Connection refused"), "{}", nobody.err);
    // Passwords are asked of replicas, too.
    std::fs::write(dir.join("users"), "me:secret\n").expect("a file");
    let users = dir.join("users").to_str().expect("a path").to_string();
    let (mut first, place) = primary(&dir, &["-U", &users]);
    first.says("0\"n:5\";");
    let bad = typed(&mut q(&["-q", "-r", &place.replace("secret", "guess")]), "");
    assert!(bad.err.contains("'access"), "{}", bad.err);
    let mut good = Server::start(&["-r", &place], "");
    assert_eq!(good.says("n"), "5\n");
}
