//! Clients that may not do everything: `-b` and `-u 1` hold whatever way they go.
//! source: basics/cmdline, ref/eval

mod common;

use common::Folder;
use common::wire::Server;
use std::io::Read as _;

/// A server whose current directory is `dir`.
fn server_in(dir: &Folder, flags: &[&str]) -> Server {
    let mut server = Server::start(flags, "");
    server.says(&format!("\\cd {}", dir.path().display()));
    server
}

#[test]
fn threads_are_blocked_as_who_asked_them() {
    for flags in [&["-b", "-s", "2"][..], &["-b", "-p", "-0W"]] {
        let dir = Folder::new("restricted_threads");
        let server = server_in(&dir, flags);
        let mut client = server.client();
        assert_eq!(client.ask("{x+1}peach 1 2"), "2 3");
        for text in [
            "{`:f set x}peach 1 2",
            "{hopen`:f}peach 1 2",
            "{setenv[`QUARRY_B;\"x\"]}peach 1 2",
            "{`:f 0:enlist\"x\"}peach 1 2",
            "`:f set 1",
            "{g::x}peach 1 2",
        ] {
            assert_eq!(client.ask(text), "'noupdate", "{text} with {flags:?}");
        }
        assert!(std::fs::read_dir(dir.path()).expect("a folder").next().is_none());
    }
}

#[test]
fn who_is_blocked_closes_no_file() {
    let dir = Folder::new("restricted_files");
    let mut server = server_in(&dir, &["-b"]);
    server.says("h:hopen`:log");
    let mut client = server.client();
    assert_eq!(client.ask("hclose h"), "'noupdate");
    server.says("neg[h]\"still open\"");
    assert_eq!(client.ask("read0`:log"), ",\"still open\"");
}

#[test]
fn no_way_leads_out_of_the_directory() {
    let outside = Folder::new("restricted_outside");
    let at = outside.path();
    let inside = at.join("inside");
    std::fs::create_dir_all(&inside).expect("a folder");
    std::fs::create_dir_all(at.join("data/segment")).expect("a folder");
    std::fs::write(at.join("evil.q"), "export:([secret:7])").expect("a file");
    std::fs::write(at.join("data/secret.txt"), "hidden").expect("a file");
    std::os::unix::fs::symlink("../data/segment", inside.join("segment")).expect("a link");
    let mut server = Server::start(&["-u", "1"], "");
    server.says(&format!("\\cd {}", at.display()));
    server.says("`:other/2020.01.01/pt/ set ([]a:1 2)");
    server.says("\\cd inside");
    let mut client = server.client();
    // Partitions that lie elsewhere, as a list of directories says that anybody may write.
    assert_eq!(client.ask("`:db/par.txt 0:enlist\"../../other\""), "`:db/par.txt");
    assert_eq!(client.ask(".Q.chk`:db"), "'access");
    assert_eq!(client.ask("system\"l db\""), "'access");
    // Modules on a search path that anybody may change.
    assert_eq!(client.ask(".Q.m.SP:enlist\"..\";(use`evil)`secret"), "'access");
    // What is above the place that a link leads to.
    assert_eq!(client.ask("read0`:segment/../secret.txt"), "'access");
    assert_eq!(client.ask("`:segment/../made set 1"), "'access");
    assert_eq!(client.ask("`:segment/made set 1"), "`:segment/made");
    assert_eq!(client.ask("`:a set 5"), "`:a");
    assert_eq!(client.ask("get`:db/../a"), "5");
    // The process itself goes where it likes.
    assert_eq!(server.says("first read0`:segment/../secret.txt"), "\"hidden\"\n");
}

#[test]
fn names_lead_nowhere_else() {
    let outside = Folder::new("restricted_names");
    let at = outside.path();
    std::fs::create_dir_all(at.join("inside")).expect("a folder");
    std::fs::write(at.join("evil.q"), "secret:7").expect("a file");
    let mut server = Server::start(&["-u", "1"], "");
    server.says(&format!("\\cd {}", at.display()));
    server.says("`:x/a set 101 102 103;`:inside/2024.01.01/pt/ set ([]b:1 2 3)");
    server.says("\\cd inside");
    server.says("`:sp/ set ([]b:1 2 3);system\"l .\"");
    let mut client = server.client();
    for (names, table) in [("../../x/a", "`:sp/"), ("../../../x/a", "`pt"), ("..", "`pt")] {
        let text = format!("select from flip(enlist`$\"{names}\")!{table}");
        assert!(client.ask(&text).contains("bad column name"), "{text}: {}", client.ask(&text));
        assert!(server.says(&format!("reval parse\"{}\"", text.replace('"', "\\\""))).is_empty());
    }
    assert_eq!(client.ask("exec b from flip(enlist`b)!`:sp/"), "1 2 3");
    // A script loads what is beside it, and is a file that a client may write.
    assert_eq!(client.ask("`:ld.q 0:enlist\"\\\\l ::../../evil.q\""), "`:ld.q");
    assert_eq!(client.ask("system\"l ld.q\""), "'access");
    assert_eq!(client.ask("secret"), "'secret");
    // What a library does nobody restricts.
    for library in ["`:lib", "`lib", "(`$\"../lib\")"] {
        assert_eq!(client.ask(&format!("{library} 2:(`f;1)")), "'access");
    }
}

#[test]
fn the_limit_of_memory_is_the_owners() {
    for (flags, handler) in [
        (&["-w", "200"][..], ".z.pg:{reval(value;enlist x)}"),
        (&["-w", "200", "-b"], ""),
        (&["-w", "200", "-u", "1"], ""),
        (&["-w", "200", "-p", "-0W"], ""),
    ] {
        let server = Server::start(flags, handler);
        let mut client = server.client();
        assert_eq!(client.ask("count til 100000000"), "'wsfull", "{flags:?}");
        for text in
            ["system\"w 2000\"", ".Q.fc[system each;enlist\"w 2000\"]", ".Q.ts[system;enlist\"w 2000\"]"]
        {
            let said = client.ask(text);
            assert!(["'noupdate", "'access", "'sys"].contains(&&*said), "{text} with {flags:?}: {said}");
        }
        assert_eq!(client.ask("count til 100000000"), "'wsfull", "{flags:?}");
        assert_eq!(client.ask("type .Q.w[]"), "99h", "{flags:?}");
    }
}

/// The part written in q asks the system what clients may not, on whatever thread.
#[test]
fn what_the_program_itself_asks_is_answered_on_threads() {
    for flags in [&["-u", "1", "-s", "2"][..], &["-u", "1", "-p", "-0W"]] {
        let server = Server::start(flags, "a:1;v::2");
        let mut client = server.client();
        for (text, answer) in [
            ("type .Q.w[]", "99h"),
            ("type each{.Q.w[]}peach 1 2", "99 99h"),
            (".Q.fc[neg;1 2 3]", "-1 -2 -3"),
            ("{count .h.lines x}peach 1 2", "1 1"),
            ("system\"v\"", "'access"),
            ("{system\"v\"}peach 1 2", "'access"),
            ("{x[]}peach 2#{system\"v\"}", "'access"),
        ] {
            assert_eq!(client.ask(text), answer, "{text} with {flags:?}");
        }
        for (asked, has) in [("GET /?1%2B1", "2\n"), ("GET /?", ">v<")] {
            let mut browser = server.connect();
            browser
                .send(format!("{asked} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes());
            let mut said = String::new();
            browser.0.read_to_string(&mut said).expect("a response");
            assert!(said.starts_with("HTTP/1.1 200") && said.contains(has), "{asked} with {flags:?}: {said}");
        }
    }
}

/// A gateway that changes nothing asks others all the same.
#[test]
fn reval_has_the_sockets_and_the_stack_of_its_thread() {
    let mut other = Server::start(&[], "f:{x+1}");
    let mut gateway = Server::start(&[], ".z.pg:{reval(value;enlist x)}");
    gateway.says(&format!("h:hopen {};ask:{{h x}};deep:{{$[x;1+.z.s x-1;0]}}", other.port));
    let mut client = gateway.client();
    assert_eq!(client.ask("h\"f 1\""), "2");
    assert_eq!(client.ask("ask(`f;41)"), "42");
    assert_eq!(client.ask("neg[h]\"told:5\";h\"told\""), "5");
    assert_eq!(client.ask("deep 3000"), "3000");
    assert_eq!(client.ask("{h x}peach(\"1\";\"2\")"), "1 2");
    assert_eq!(client.ask("hopen 5000"), "'noupdate");
    assert_eq!(client.ask("hclose h"), "'noupdate");
    assert_eq!(client.ask("0\"a:1\""), "'noupdate");
    assert_eq!(client.ask(".Q.prf0 1"), "'noupdate");
    assert_eq!(other.says("told"), "5\n");
}
