//! What takes too long, comes too late or is not there any more: one client's trouble is not another's.
//! source: basics/ipc, basics/internal, basics/cmdline, ref/hopen, kb/deferred-response

mod common;

use common::wire::{Client, Server, shown};
use quarry_value::Value;
use quarry_value::wire::{MessageKind, message};
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::Command;

/// What goes on for longer than any test, one step after the other.
const ENDLESS: &[&str] = &[
    "while[1b;1]",
    "{$[x<2;x;.z.s[x-1]+.z.s x-2]}90",
    "{sum til x}each 10000000#100000",
    "sum each 3000000#enlist til 100000",
    "sums/[1000000000;til 100000]",
    "{x+1}/[{1b};0]",
    "{x+y+sum til 100000}/[0;til 10000000]",
    "{x-y+sum til 100000}prior til 10000000",
    "select{while[1b;1];x}x from([]x:1 2)",
    "{sum til x}peach 10000000#100000",
    "sum peach 3000000#enlist til 100000",
    "do[1000000;reverse til 1000000]",
    "inv 3000 3000#9000000?1f",
    "{inv 3000 3000#9000000?1f}peach til 4",
    "system\"sleep 100\"",
];

fn sync(text: &str) -> Vec<u8> {
    message(MessageKind::Sync, &Value::chars(text)).expect("bytes")
}

fn interrupt(server: &Server) {
    let sent = Command::new("kill").args(["-INT", &server.pid().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// Has no thread of the process taken the interrupt yet? Where the system does not tell, all is taken.
fn is_unheard(server: &Server) -> bool {
    const SIGINT: u64 = 1 << 1;
    let threads = std::fs::read_dir(format!("/proc/{}/task", server.pid()));
    let states =
        threads.into_iter().flatten().flatten().map(|t| std::fs::read_to_string(t.path().join("status")));
    states.flatten().any(|state| {
        let pending = state.lines().filter_map(|l| l.strip_prefix("SigPnd:").or(l.strip_prefix("ShdPnd:")));
        pending.filter_map(|mask| u64::from_str_radix(mask.trim(), 16).ok()).any(|mask| mask & SIGINT != 0)
    })
}

/// A client whose request has begun to be evaluated: it says so on the console first.
fn begin(server: &Server, endless: &str) -> Client {
    let mut client = server.client();
    client.send(&sync(&format!("-1\"begun\";{endless}")));
    assert_eq!(server.line(), "begun");
    client
}

#[test]
fn requests_are_stopped_when_their_time_is_over() {
    let start = || Server::start(&["-s", "2"], "system\"T 1\"");
    let mut server = start();
    // They run side by side.
    let begun = |endless: &&'static str| {
        let server = start();
        let client = begin(&server, endless);
        (server, client, *endless)
    };
    for (_server, mut client, endless) in ENDLESS.iter().map(begun).collect::<Vec<_>>() {
        assert!(client.answer() == "'stop", "{endless}");
        assert_eq!(client.ask("1+1"), "2");
    }
    // Async ones, too; who waited behind them is answered then.
    let mut client = server.client();
    client.send_value(MessageKind::Async, &Value::chars("a:1;while[1b;1]"));
    let mut other = server.client();
    assert_eq!(other.ask("a"), "1");
    assert_eq!(server.told(), "'stop");
    // The console has all the time it wants, and so has everybody without a limit.
    assert_eq!(server.says("t:.z.p;while[.z.p<t+0D00:00:01.2;1];`done"), "`done\n");
    assert_eq!(server.says("system\"T\""), "1i\n");
    server.says("system\"T 0\"");
    assert_eq!(client.ask("t:.z.p;while[.z.p<t+0D00:00:01.2;1];`done"), "`done");
}

#[test]
fn an_interrupt_stops_a_request_and_nothing_else() {
    let mut server = Server::start(&["-s", "2"], "");
    for endless in ENDLESS {
        let mut client = begin(&server, endless);
        interrupt(&server);
        assert!(client.answer() == "'stop", "{endless}");
        assert_eq!(client.ask("1+1"), "2");
    }
    server.types("-1\"begun\";while[1b;1]");
    assert_eq!(server.line(), "begun");
    interrupt(&server);
    assert_eq!(server.says("2+2"), "4\n");
    // One that comes while nothing runs stops nothing that comes later. The system lets the process hear of it when it likes, seldom
    // as late as during what is asked next: not always.
    let mut client = server.client();
    let mut answers = (0..5).map(|_| {
        interrupt(&server);
        while is_unheard(&server) {
            std::thread::yield_now();
        }
        client.ask("n:0;do[100000;n+:1];n")
    });
    assert!(answers.any(|answer| answer == "100000"));
}

#[test]
fn requests_of_clients_that_went_away_are_stopped() {
    let server = Server::start(&["-s", "2"], "");
    for endless in ENDLESS {
        drop(begin(&server, endless));
        assert_eq!(server.client().ask("1+1"), "2", "{endless}");
    }
}

#[test]
fn readers_are_stopped_too() {
    let mut server = Server::start(&["-p", "-0W", "-s", "2"], "");
    for endless in ["while[1b;1]", "inv 3000 3000#9000000?1f"] {
        drop(begin(&server, endless));
        // The main thread waits until nobody reads.
        assert_eq!(server.says("a:1;a"), "1\n", "{endless}");
    }
    server.says("system\"T 1\"");
    let mut client = begin(&server, "inv 3000 3000#9000000?1f");
    assert!(client.answer() == "'stop");
}

#[test]
fn a_response_may_come_later() {
    let mut server = Server::start(&[], "waiting:0#0i;later:{waiting,:.z.w;-30!(::)}");
    let (mut first, mut second) = (server.client(), server.client());
    let mut third = server.client();
    first.send(&sync("later[]"));
    while third.ask("count waiting") != "1" {}
    second.send(&sync("later[]"));
    while third.ask("count waiting") != "2" {}
    // In any order, as a value or as an error, and only once.
    server.says("-30!(waiting 1;0b;42)");
    assert_eq!(second.answer(), "42");
    server.says("-30!(waiting 0;1b;\"too late\")");
    assert_eq!(first.answer(), "'too late");
    assert_eq!(
        server.says("@[-30!;(waiting 0;0b;1);{ssr[x;string waiting 0;\"N\"]}]"),
        "\"Handle N was not expecting a response msg\"\n"
    );
    assert_eq!(server.says("@[-30!;(99i;0b;1);{x}]"), "\"domain\"\n");
    // An error before the end of the callback is the answer.
    assert_eq!(third.ask("-30!(::);'oops"), "'oops");
    // Who waits may ask no more and be answered by and by; what is deferred stays so whatever others do.
    first.send(&sync("later[]"));
    first.send(&sync("`next"));
    while third.ask("count waiting") != "3" {}
    server.says("-30!(last waiting;0b;`mine)");
    let mut answers = [first.answer(), first.answer()];
    answers.sort();
    assert_eq!(answers, ["`mine", "`next"]);
    // A client that went away is owed nothing.
    second.send(&sync("later[]"));
    while third.ask("count waiting") != "4" {}
    server.says("gone:0b;.z.pc:{gone::1b}");
    drop(second);
    while third.ask("gone") != "1b" {}
    assert_eq!(server.says("@[-30!;(last waiting;0b;1);{x}]"), "\"domain\"\n");
    assert_eq!(third.ask("1+1"), "2");
}

#[test]
fn who_asks_and_does_not_listen_is_not_answered_for_ever() {
    const ASKED: usize = 100;
    let server = Server::start(&[], "n:0;f:{n+:1;til 1000000}");
    let (mut deaf, mut other) = (server.client(), server.client());
    deaf.send(&sync("f[]").repeat(ASKED));
    while other.ask("n") == "0" {}
    // Sixteen million bytes wait, and what the sockets hold.
    for _ in 0..200 {
        let answered: usize = other.ask("n").parse().expect("a count");
        assert!(answered < 20, "{answered} answers of 8 MB");
    }
    for i in 0..ASKED {
        assert_eq!(deaf.receive().map(|m| m.len()), Some(8_000_014), "answer {i}");
    }
    assert_eq!(other.ask("n"), ASKED.to_string());
    // Answers that come later than what was asked next are no trouble.
    deaf.send(&sync("-30!(::);neg[.z.w]1b;{-30!x}(.z.w;0b;til 9000000);1b"));
    other.send(&sync("1+1"));
    assert_eq!(other.answer(), "2");
}

#[test]
fn a_deferred_response_of_a_gateway() {
    // A gateway asks a worker in the background, and serves others meanwhile.
    let worker = Server::start(&[], "");
    let mut gateway = Server::start(
        &[],
        &format!(
            "w:hopen {};.z.pg:{{$[10h=type x;value x;[neg[w]({{neg[.z.w](`back;y;x*x)}};x;.z.w);-30!(::)]]}};back:{{-30!(x;0b;y)}}",
            worker.port
        ),
    );
    let mut clients: Vec<Client> = (0..20).map(|_| gateway.client()).collect();
    for (i, client) in clients.iter_mut().enumerate() {
        client.send_value(MessageKind::Sync, &Value::long(i as i64));
    }
    let mut other = gateway.client();
    assert_eq!(other.ask("1+1"), "2");
    for (i, client) in clients.iter_mut().enumerate() {
        assert_eq!(client.answer(), (i * i).to_string());
    }
    // They, the other one and the worker are connected still.
    assert_eq!(gateway.says("count .z.W"), "22\n");
}

#[test]
fn a_broadcast_reaches_those_that_are_there() {
    let mut server =
        Server::start(&["-queue", "4"], "all_h:`int$();.z.po:{all_h,:x};gone:`int$();.z.pc:{gone,:x}");
    let (mut good, mut slow, dead) = (server.client(), server.client(), server.client());
    assert_eq!(server.says("count all_h"), "3\n");
    // One goes while q is busy, which learns of it later: the others get the message.
    server.types("-1\"busy\";t:.z.p;while[.z.p<t+0D00:00:00.3;1];-25!(all_h;`one)");
    assert_eq!(server.line(), "busy");
    drop(dead);
    assert_eq!(shown(&good.receive().expect("a message")), "`one");
    assert_eq!(shown(&slow.receive().expect("a message")), "`one");
    while good.ask("count gone") != "1" {}
    assert_eq!(server.says("@[-25!;(all_h;`two);{x like\"* is not an ipc handle\"}]"), "1b\n");
    server.says("all_h:all_h except gone;-25!(all_h;`three)");
    assert_eq!(shown(&good.receive().expect("a message")), "`three");
    // One reads nothing: its queue is bounded, and the others go on.
    let mut rounds = 0;
    while server.says("r:2=count all_h except gone;if[r;-25!(all_h;1000000#0x00)];r") == "1b\n" {
        assert_eq!(good.receive().expect("a message").len(), 1_000_014);
        rounds += 1;
        assert!(rounds < 200, "a queue without a bound");
    }
    assert_eq!(server.told(), "'queue");
    server.says("-25!(all_h except gone;`four);-25!(all_h except gone;::)");
    assert_eq!(shown(&good.receive().expect("a message")), "`four");
    assert_eq!(good.ask("1+1"), "2");
}

/// That there are no more sockets is told once, and who waits comes in when there are.
#[test]
fn who_waits_for_a_socket_comes_in_when_there_is_one() {
    let server = Server::start(&[], "");
    let limit = |n: &str| {
        let process = format!("{}", server.pid());
        let done = Command::new("prlimit").args(["--pid", &process, &format!("--nofile={n}")]).status();
        assert!(done.expect("prlimit runs").success());
    };
    let mut inside = server.client();
    let open = std::fs::read_dir(format!("/proc/{}/fd", server.pid())).expect("running").count();
    limit(&format!("{}:4096", open + 1));
    let _last = server.client();
    let mut waits = server.connect();
    waits.send(b"u:p\x06\0");
    for i in 0..200 {
        assert_eq!(inside.ask(&format!("{i}+1")), format!("{}", i + 1));
    }
    limit("4096:4096");
    let mut answer = [0];
    waits.0.read_exact(&mut answer).expect("let in");
    assert_eq!(waits.ask("2+2"), "4");
    inside.send_value(MessageKind::Async, &Value::chars("-2\"end\""));
    assert!(server.told().starts_with("'conn"));
    let told = std::iter::repeat_with(|| server.told()).take_while(|line| line != "end");
    assert!(told.into_iter().all(|line| !line.starts_with("'conn")));
}

#[test]
fn a_callback_may_hang_up_on_who_it_serves() {
    let mut server = Server::start(&[], "po:0;.z.po:{if[`out=.z.u;hclose x]};.z.pc:{po+:1}");
    for text in ["hclose .z.w;42", "hclose .z.w;'oops", "neg[.z.w]`x;hclose .z.w", "hclose .z.w;-30!(::)"] {
        let mut client = server.client();
        client.send(&sync(text));
        assert!(client.is_over(), "{text}");
        assert_eq!(server.client().ask("1+1"), "2", "{text}");
    }
    let mut client = server.client();
    client.send_value(MessageKind::Async, &Value::chars("hclose .z.w"));
    assert!(client.is_over());
    // In `.z.po`, before anything was asked.
    let (mut out, _) = server.log_in(b"out:x\x06\0").expect("let in");
    assert!(out.is_over());
    // The number may belong to another connection at once, which is sent nothing that was not meant for it.
    let other = Server::start(&[], "");
    let mut client = server.client();
    client.send(&sync(&format!("hclose .z.w;h:hopen {};`secret", other.port)));
    assert!(client.is_over());
    assert_eq!(server.says("h\"1+1\""), "2\n");
    assert_eq!(server.client().ask("`:nowhere"), "`:nowhere");
    // HTTP, and the console: handle 0 cannot be closed away.
    server.says(".z.ph:{hclose .z.w;.h.hy[`txt]\"x\"}");
    let mut browser = server.connect();
    browser.send(b"GET / HTTP/1.1\r\n\r\n");
    assert!(browser.is_over());
    assert_eq!(server.client().ask("1+1"), "2");
}

#[test]
fn connecting_takes_as_long_as_it_may() {
    // It accepts, and never answers a login.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = silent.local_addr().expect("an address").port();
    let mut client = Server::start(&[], "");
    for place in [format!("`::{port}"), format!("\":localhost:{port}:u:p\""), format!("{port}")] {
        assert_eq!(client.says(&format!("@[hopen;({place};100);{{x}}]")), "\"timeout\"\n");
    }
    assert_eq!(client.says(&format!("@[hopen;{port} 100;{{x}}]")), "\"timeout\"\n");
    assert_eq!(client.says(&format!("@[{{`::[x;\"1+1\"]}};(`::{port};100);{{x}}]")), "\"timeout\"\n");
    // Nobody listens.
    drop(silent);
    assert_eq!(
        client.says(&format!("@[hopen;(`::{port};100);{{x}}]")),
        "\"hop. OS reports: Connection refused\"\n"
    );
    assert_eq!(
        client.says(&format!("@[{{`::{port} x}};\"1+1\";{{x}}]")),
        "\"hop. OS reports: Connection refused\"\n"
    );
    // The time is for connecting alone.
    let server = Server::start(&[], "");
    let slow = "t:.z.p;while[.z.p<t+0D00:00:01.5;1];42";
    assert_eq!(client.says(&format!("`::[(`::{};1000);\"{slow}\"]", server.port)), "42\n");
    assert_eq!(client.says(&format!("h:hopen(`::{};1000);h\"{slow}\"", server.port)), "42\n");
}

#[test]
fn who_answers_slowly_keeps_a_client_for_as_long_as_that_wants() {
    // It lets everybody in, and answers nothing.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = silent.local_addr().expect("an address").port();
    let held = std::thread::spawn(move || {
        let mut held: Vec<TcpStream> = Vec::new();
        for _ in 0..3 {
            let (mut stream, _) = silent.accept().expect("a connection");
            let mut byte = [1];
            while byte != [0] {
                stream.read_exact(&mut byte).expect("a login");
            }
            stream.write_all(&[6]).expect("let in");
            held.push(stream);
        }
        held
    });
    // A client's request that waits for another process has its time, too.
    let mut server = Server::start(&["-T", "1"], "");
    let mut client = server.client();
    assert_eq!(client.ask(&format!("h:hopen {port};h\"1\"")), "'stop");
    assert_eq!(client.ask(&format!("`::{port} \"1\"")), "'stop");
    // Ctrl-C ends the wait of the console.
    server.types(&format!("-1\"begun\";@[hopen {port};\"1\";{{-1 x;}}]"));
    assert_eq!(server.line(), "begun");
    std::thread::sleep(std::time::Duration::from_millis(300));
    interrupt(&server);
    let line = server.line();
    assert!(
        line.starts_with("rcv handle: ") && line.ends_with(". OS reports: Interrupted system call"),
        "{line}"
    );
    drop(held.join());
    assert_eq!(server.client().ask("1+1"), "2");
}

#[test]
fn halves_delay_nobody() {
    let server = Server::start(&[], "");
    let whole = sync("`whole");
    // Messages that come a byte at a time, on many connections at once.
    let mut dripping: Vec<Client> = (0..50).map(|_| server.client()).collect();
    for byte in &whole {
        for client in &mut dripping {
            client.send(&[*byte]);
        }
        assert_eq!(server.client().ask("1+1"), "2");
    }
    for client in &mut dripping {
        assert_eq!(client.answer(), "`whole");
    }
    // The head of a large message, and then silence; of an HTTP request; of a WebSocket.
    let mut silent = Vec::new();
    for beginning in [&[1u8, 1, 0, 0, 0, 0, 0, 1, 4][..], &whole[..3], &[]] {
        let mut client = server.client();
        client.send(beginning);
        silent.push(client);
    }
    for beginning in ["G", "GET / HTTP/1.1\r\nHost", "POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\nabc"] {
        let mut client = server.connect();
        client.send(beginning.as_bytes());
        silent.push(client);
    }
    for _ in 0..20 {
        assert_eq!(server.client().ask("1+1"), "2");
    }
    // One direction is over: what was asked before is answered or not, and nobody else minds.
    for text in ["1+1", "10000000#0x00"] {
        let client = server.client();
        let common::wire::Socket::Tcp(socket) = &client.0 else { panic!("a TCP socket") };
        let mut client = Client(common::wire::Socket::Tcp(socket.try_clone().expect("a socket")));
        client.send(&sync(text));
        socket.shutdown(Shutdown::Write).expect("half closed");
        assert_eq!(server.client().ask("1+1"), "2");
        while client.receive_what_came().is_some() {}
    }
    // Those that were silent may go on.
    silent[1].send(&whole[3..]);
    assert_eq!(silent[1].answer(), "`whole");
}

#[test]
fn a_wrong_password_is_refused_without_a_hint() {
    let server = Server::start(&[], ".z.pw:{(x;y)~(`alice;\"secret\")}");
    for login in ["alice:wrong", "alice:", "alice", "alice:secret ", "alice:Secret", "nobody:secret", "", ":"]
    {
        let mut client = server.connect();
        client.send(&[login.as_bytes(), b"\x06\0"].concat());
        let mut said = Vec::new();
        let ended = client.0.read_to_end(&mut said);
        assert_eq!((ended.ok(), said.as_slice()), (Some(0), &[][..]), "{login}");
    }
    assert!(server.log_in(b"alice:secret\x06\0").is_some());
    // HTTP says the same to everybody.
    let refusals = ["", "YWxpY2U6d3Jvbmc=", "bm9ib2R5OnNlY3JldA==", "YWxpY2U=", "!"].map(|login| {
        let mut client = server.connect();
        client.send(format!("GET /?1 HTTP/1.1\r\nAuthorization: Basic {login}\r\n\r\n").as_bytes());
        let mut said = String::new();
        client.0.read_to_string(&mut said).expect("an answer");
        said
    });
    assert!(refusals[0].starts_with("HTTP/1.1 401 "), "{}", refusals[0]);
    assert!(refusals.iter().all(|r| *r == refusals[0]), "{refusals:?}");
}

#[test]
fn a_browsers_console_gives_up_what_it_asked() {
    let server = Server::start(&[], "");
    let mut browser = server.connect();
    let request = "POST /.console/eval HTTP/1.1\r\nX-Quarry-Console: 1\r\nContent-Length: 29\r\n\r\n";
    browser.send(format!("{request}-1\"begun\";while[1b;sum til 9]").as_bytes());
    assert_eq!(server.line(), "begun");
    drop(browser);
    assert_eq!(server.client().ask("1+1"), "2");
}

/// A port is one process's, unless all ask to share it (wp/socket-sharding).
#[test]
fn a_port_is_shared_by_those_who_ask_for_it() {
    let mut alone = Server::start(&[], "");
    let taken = format!("\"{}: Address already in use\"\n", alone.port);
    let mut other = Server::start(&[], "");
    assert_eq!(other.says(&format!("@[system;\"p {}\";{{x}}]", alone.port)), taken);
    assert_eq!(other.says(&format!("@[system;\"p rp,{}\";{{x}}]", alone.port)), taken);
    // The first that asks for it says whether it is shared.
    let shared = alone.says("system\"p rp,0W\";system\"p\"").trim().trim_end_matches('i').to_string();
    assert_eq!(other.says(&format!("system\"p rp,{shared}\";system\"p\"")), format!("{shared}i\n"));
    let mut client = Server::start(&[], "");
    let pids = client.says(&format!("h:hopen each 64#`::{shared};count distinct h@\\:\".z.i\""));
    assert_eq!(pids, "2\n");
}
