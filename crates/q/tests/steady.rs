//! Who is asked to end in the middle of a change has not changed anything, or all of it.
//! source: ours; basics/interrupts says only that what is evaluated ends

mod common;

use common::wire::{Client, Server};
use quarry_value::Value;
use quarry_value::wire::MessageKind;
use std::process::Command;
use std::time::Duration;

/// What is there, the change, and what holds before it and after it.
const CHANGES: [[&str; 3]; 8] = [
    ["t:([]a:n?1000000000;b:til n);u:t", "`a xasc `t", "(t~u)|t~`a xasc u"],
    [
        "k:([k:neg[n]?1000000000]v:n#1);l:k;y:([k:reverse exec k from k]v:n#2)",
        "`k upsert y",
        "(k~l)|k~l upsert y",
    ],
    ["t:([]a:n?100;b:til n);u:t", "delete from `t where a>50", "(t~u)|t~delete from u where a>50"],
    ["t:([]a:n?100;b:til n);u:t", "update c:b by a from `t", "(t~u)|t~update c:b by a from u"],
    ["x:til n;i:neg[n div 2]?n;y:x", "x[i]+:1", "(x~y)|x~@[y;i;+;1]"],
    ["d:(neg[n]?1000000000)!n#1;e:d", "d[reverse key d]:2", "(d~e)|d~@[e;reverse key e;:;2]"],
    ["s:`$string til n;e:10#s;z:(2*n)?s", "`e?z", "(count e)=count distinct e"],
    ["x:`u#neg[n]?1000000000;z:x;y:x til 5", "x,:y", "(x~z)|(x~z,y)&`=attr x"],
];

/// What is there before a change. An interrupt that came late has another try.
fn prepare(client: &mut Client, before: &str) {
    for _ in 0..10 {
        if client.ask(before) != "'stop" {
            return;
        }
    }
    panic!("{before} is stopped again and again");
}

/// Waits until no signal is left that the system has for a process, but no thread has taken: one after the other would end it.
fn wait_until_taken(pid: u32) {
    let pending = || {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        status.lines().any(|l| l.starts_with("ShdPnd:") && !l.ends_with("0000000000000000"))
    };
    while pending() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn an_interrupt_leaves_all_or_nothing() {
    let server = Server::start(&[], "n:100000");
    let mut client = server.client();
    for [before, change, holds] in CHANGES {
        for micros in [300, 2_000, 5_000, 12_000, 30_000] {
            prepare(&mut client, before);
            client.send_value(MessageKind::Sync, &Value::chars(format!("-1\"begun\";{change}").as_bytes()));
            assert_eq!(server.line(), "begun");
            std::thread::sleep(Duration::from_micros(micros));
            let sent = Command::new("kill").args(["-INT", &server.pid().to_string()]).status();
            assert!(sent.expect("kill runs").success());
            wait_until_taken(server.pid());
            // It may have been done before.
            client.answer();
            let mut told = client.ask(holds);
            if told == "'stop" {
                // It came when that was done already.
                told = client.ask(holds);
            }
            assert_eq!(told, "1b", "{change} after {micros} microseconds");
        }
    }
}

#[test]
fn a_change_of_many_places_is_stopped_between_them() {
    let server = Server::start(&[], "n:1500");
    let mut client = server.client();
    for change in ["x[til n;til n;0]:2", ".[`x;(til n;til n;0);:;2]", "@[`l;til count l;,;1]"] {
        prepare(&mut client, "x:n#enlist n#enlist(1;`a);y:x;l:(n*n)#enlist 0#0;k:l");
        client.send_value(MessageKind::Sync, &Value::chars(format!("-1\"begun\";{change}").as_bytes()));
        assert_eq!(server.line(), "begun");
        std::thread::sleep(Duration::from_millis(20));
        let sent = Command::new("kill").args(["-INT", &server.pid().to_string()]).status();
        assert!(sent.expect("kill runs").success());
        assert_eq!(client.answer(), "'stop", "{change}");
        assert_eq!(client.ask("(x~y)&l~k"), "1b", "{change}");
    }
}
