//! Who is asked to end in the middle of a change has not changed anything, or all of it.
//! source: ours; basics/interrupts says only that what is evaluated ends

mod common;

use common::wire::Server;
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

#[test]
fn an_interrupt_leaves_all_or_nothing() {
    let server = Server::start(&[], "n:100000");
    let mut client = server.client();
    for [before, change, holds] in CHANGES {
        for micros in [300, 2_000, 5_000, 12_000, 30_000] {
            client.ask(before);
            client.send_value(MessageKind::Sync, &Value::chars(format!("-1\"begun\";{change}").as_bytes()));
            assert_eq!(server.line(), "begun");
            std::thread::sleep(Duration::from_micros(micros));
            let sent = Command::new("kill").args(["-INT", &server.pid().to_string()]).status();
            assert!(sent.expect("kill runs").success());
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
