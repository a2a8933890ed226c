//! Clients that may not do everything: `-b` and `-u 1` hold whatever way they go.
//! source: basics/cmdline, ref/eval

mod common;

use common::Folder;
use common::wire::Server;

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
