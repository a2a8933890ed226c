//! Who waits for something outside can be stopped, like everything else; and what comes late arrives whole.
//! source: kb/named-pipes, ref/hopen, ref/read0, ref/read1, basics/cmdline

mod common;

use common::wire::{Client, LONGEST, Server};
use common::{Folder, q};
use quarry_value::Value;
use quarry_value::wire::MessageKind;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::channel;

fn pipe(folder: &Folder, name: &str) -> String {
    let path = folder.join(name);
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success());
    path.display().to_string()
}

/// Both ends of a pipe, which is neither written nor read.
fn hold(path: &str) -> File {
    OpenOptions::new().read(true).write(true).open(path).expect("a pipe")
}

/// What keeps silent, while it lives.
struct Silence {
    _folder: Folder,
    _ends: [File; 2],
    _doors: [TcpListener; 2],
    /// Each waits for it.
    waits: Vec<String>,
}

impl Silence {
    fn new(name: &str) -> Silence {
        let folder = Folder::new(name);
        let [nobody, silent, full] = ["nobody", "silent", "full"].map(|name| pipe(&folder, name));
        // One lets connections wait to be let in; the other lets in, and says nothing more.
        let doors = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port"));
        let [deaf, mute] = [0, 1].map(|i| doors[i].local_addr().expect("an address").port());
        let inside = doors[1].try_clone().expect("a socket");
        std::thread::spawn(move || {
            let mut kept = Vec::new();
            for stream in inside.incoming() {
                let Ok(mut stream) = stream else { return };
                // Who has gone is not let in.
                let _ = stream.write_all(&[6]);
                kept.push(stream);
            }
        });
        let waits = [
            format!("hopen`$\":fifo://{nobody}\""),
            format!("read1 h:hopen`$\":fifo://{silent}\""),
            format!("read1(hopen`$\":fifo://{silent}\";10)"),
            format!("read0 hopen`$\":fifo://{silent}\""),
            format!("read1`$\":{nobody}\""),
            format!("read0`$\":{silent}\""),
            format!("(\"II\";\",\")0:`$\":{silent}\""),
            format!(".Q.fps[{{x}}]`$\":{silent}\""),
            format!("-11!`$\":{nobody}\""),
            format!("-11!`$\":{silent}\""),
            format!("system\"l {silent}\""),
            format!("(hopen`$\":{full}\")10000000#\"x\""),
            format!("(`$\":{full}\")0:1000000#enlist\"line\""),
            format!("(`$\":{nobody}\")0:enlist\"line\""),
            "while[1b;read1(`:/dev/zero;10000000000;10)]".to_string(),
            "read0 0".to_string(),
            format!("hopen {deaf}"),
            format!("hopen(`:localhost:{deaf};100000)"),
            format!("`::{mute} \"1\""),
            format!("(hopen {mute})\"1\""),
            format!("`::{deaf} 10000000#\"x\""),
            format!(".Q.hg\"http://localhost:{deaf}\""),
            format!("`:http://localhost:{deaf} 10000000#\"x\""),
        ];
        Silence { waits: waits.into(), _folder: folder, _ends: [hold(&silent), hold(&full)], _doors: doors }
    }
}

/// A client whose request has begun to be evaluated: it says so on the console first.
fn begin(server: &Server, wait: &str) -> Client {
    let mut client = server.client();
    client.send_value(MessageKind::Sync, &Value::chars(begun(wait).as_bytes()));
    await_begun(server, wait);
    client
}

/// A wait that says on the console when it begins. One for an answer has its connection by then.
fn begun(wait: &str) -> String {
    match wait.strip_suffix(QUESTION) {
        Some(open) => format!("h:{open});-1\"begun\";(h{QUESTION}"),
        None => format!("-1\"begun\";{wait}"),
    }
}

/// What is asked over a connection, of which the answer is waited for.
const QUESTION: &str = ")\"1\"";

fn await_begun(server: &Server, wait: &str) {
    assert_eq!(server.line(), "begun");
    if wait.ends_with(QUESTION) {
        // What has not been asked yet is not waited for.
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}

fn signal(pid: u32, name: &str) {
    assert!(Command::new("kill").args([name, &pid.to_string()]).status().expect("kill runs").success());
}

/// Is this what an interrupted wait signals? One for an answer says what the system does. source: basics/ipc, interrupting requests
fn is_of_interrupt(word: &str, wait: &str) -> bool {
    let tells =
        |begin: &str| word.starts_with(begin) && word.ends_with(". OS reports: Interrupted system call");
    match wait.ends_with(QUESTION) {
        true => tells("rcv handle: "),
        // Who asks once may not have been let in yet.
        false => word == "stop" || wait.starts_with("`::") && tells("rcv"),
    }
}

/// Whatever way the answer is waited for. source: basics/ipc, interrupting requests
#[test]
fn an_interrupt_ends_a_wait_for_what_others_do() {
    let ways = [
        "`::PORT \"1\"",
        "(hopen PORT)\"1\"",
        "(hopen PORT)[]",
        "{.z.pd:`u#enlist hopen PORT;{x}peach 1 2}[]",
    ];
    for way in ways {
        let door = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = door.local_addr().expect("an address").port();
        let mut server = Server::start(&["-s", "-1"], "");
        server.types(&format!("-1@[{{{}}};::;::];", way.replace("PORT", &port.to_string())));
        let (mut asker, _) = door.accept().expect("a connection");
        let _ = asker.read(&mut [0; 100]).expect("a login");
        asker.write_all(&[6]).expect("it waits to be let in");
        if way.ends_with("[]") && !way.starts_with('{') {
            std::thread::sleep(std::time::Duration::from_millis(300));
        } else {
            let _ = asker.read(&mut [0; 100]).expect("a question");
        }
        signal(server.pid(), "-INT");
        let line = server.line();
        assert!(
            line.starts_with("rcv") && line.ends_with(". OS reports: Interrupted system call"),
            "{way}: {line}"
        );
        assert_eq!(line.starts_with("rcv handle: "), !way.starts_with('`'), "{way}: {line}");
    }
}

#[test]
fn an_interrupt_ends_a_wait() {
    let (silence, mut server) = (Silence::new("interrupt"), Server::start(&[], ""));
    for wait in &silence.waits {
        let mut client = begin(&server, wait);
        signal(server.pid(), "-INT");
        let answer = client.answer();
        assert!(is_of_interrupt(answer.trim_start_matches('\''), wait), "{wait}: {answer}");
        assert_eq!(client.ask("1+1"), "2");
    }
    // And one of the console.
    for wait in &silence.waits {
        server.types(&format!("-1@[{{{}}};::;::];", begun(wait)));
        await_begun(&server, wait);
        if wait == "read0 0" {
            server.types("a line");
            assert_eq!(server.line(), "a line");
            continue;
        }
        signal(server.pid(), "-INT");
        let answer = server.line();
        assert!(is_of_interrupt(&answer, wait), "{wait}: {answer}");
    }
}

#[test]
fn a_wait_takes_no_longer_than_it_may() {
    // They wait side by side, each for a silence of its own: some would meet in one.
    let count = Silence::new("count").waits.len();
    let mut all: Vec<_> = (0..count)
        .map(|i| {
            let (silence, server) = (Silence::new(&format!("time{i}")), Server::start(&[], "system\"T 1\""));
            let client = begin(&server, &silence.waits[i]);
            (silence, server, client)
        })
        .collect();
    for (i, (silence, _, client)) in all.iter_mut().enumerate() {
        assert_eq!(client.answer(), "'stop", "{}", silence.waits[i]);
    }
}

#[test]
fn nobody_waits_for_a_client_that_has_gone() {
    let (silence, server) = (Silence::new("gone"), Server::start(&[], ""));
    for wait in &silence.waits {
        drop(begin(&server, wait));
        assert_eq!(server.client().ask("1+1"), "2", "{wait}");
    }
}

/// A process that listens to nobody, where a line that begins with `-1"begun"` is evaluated.
fn alone(line: &str) -> (Child, ChildStdin, ChildStdout) {
    let mut child = q(&["-q"]);
    let child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = child.spawn().expect("q starts");
    let (mut input, mut output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    input.write_all(format!("{line}\n").as_bytes()).expect("q reads");
    let mut begun = [0; 6];
    output.read_exact(&mut begun).expect("it begins");
    (child, input, output)
}

/// Lists that share their items, and so stand for more than any machine gets through.
const ENDLESS: &str = "x:1 2;do[60;x:2#enlist x];y:1 2;do[60;y:2#enlist y];";

#[test]
fn an_interrupt_ends_a_primitive_of_a_process_that_listens_to_nobody() {
    let primitives = [
        "x~y",
        "neg x",
        "x+y",
        "asc(x;y)",
        "string x",
        "-22!x",
        ".j.j x",
        ".Q.s1 x",
        "distinct(x;y)",
        "trim x",
    ];
    for primitive in primitives {
        let (mut child, mut input, mut output) = alone(&format!("{ENDLESS}-1\"begun\";{primitive}"));
        signal(child.id(), "-INT");
        input.write_all(b"-1\"after\";\n").expect("q reads");
        drop(input);
        let (tell, told) = channel();
        std::thread::spawn(move || {
            let mut said = String::new();
            tell.send(output.read_to_string(&mut said).map(|_| said))
        });
        let said = told.recv_timeout(LONGEST);
        let _ = child.kill();
        child.wait().expect("q ends");
        let said = said.unwrap_or_else(|_| panic!("{primitive} goes on")).expect("text");
        assert_eq!(said, "after\n", "{primitive}");
    }
}

#[test]
fn a_wait_does_not_keep_a_process() {
    let silence = Silence::new("end");
    let primitive = "@[{x~y}[x];y;0b]";
    let waits = silence.waits.iter().map(String::as_str).chain(["system\"sleep 100\"", primitive]);
    // All at once: each has a second to end what it does.
    std::thread::scope(|all| {
        for wait in waits {
            all.spawn(move || {
                let (mut child, _input, _output) = alone(&format!("{ENDLESS}-1\"begun\";{wait}"));
                signal(child.id(), "-TERM");
                let (tell, told) = channel();
                let pid = child.id();
                std::thread::spawn(move || tell.send(child.wait()));
                let ended = told.recv_timeout(LONGEST).unwrap_or_else(|_| panic!("{pid} waits: {wait}"));
                assert_eq!(ended.expect("q ends").code(), Some(0), "{wait}");
            });
        }
    });
}

#[test]
fn what_comes_through_pipes_arrives_whole() {
    let folder = Folder::new("pipes");
    let path = pipe(&folder, "p");
    let mut server = Server::start(&[], &format!("p:`$\":{path}\";f:`$\":fifo://{path}\""));
    let lines: String = (0..100_000).map(|i| format!("line {i}\n")).collect();
    let answers = [
        ("h:hopen f;b:\"\";while[count r:read1 h;b,:\"c\"$r];hclose h;count b", lines.len().to_string()),
        (
            "h:hopen f;b:\"\";while[count r:read1(h;1000);b,:\"c\"$r];hclose h;count b",
            lines.len().to_string(),
        ),
        (
            "h:hopen f;b:();while[count r:read0 h;b,:enlist r];hclose h;b~\"line \",/:string til 100000",
            "1b".into(),
        ),
        ("b:();.Q.fps[{b,:x}]p;b~\"line \",/:string til 100000", "1b".into()),
        ("b:();.Q.fpn[{b,:enlist count x};p;50000];(sum;count)@\\:b", "100000 22".into()),
        ("count read0 p", "100000".into()),
        ("count read1(p;10;20)", "20".into()),
        ("count(\"SI\";\" \")0:p", "2".into()),
    ];
    for (text, answer) in &answers {
        let (path, lines) = (path.clone(), lines.clone());
        let write = std::thread::spawn(move || {
            // It waits for somebody who reads; who has read enough closes it.
            let mut pipe = OpenOptions::new().write(true).open(path).expect("a pipe");
            lines.as_bytes().chunks(30_000).try_for_each(|part| pipe.write_all(part))
        });
        assert_eq!(server.says(text).trim_end(), *answer, "{text}");
        let _ = write.join().expect("it wrote");
    }
    // Who opens it for writing and writes nothing; who writes later.
    let open = move |late: bool| {
        let path = path.clone();
        std::thread::spawn(move || {
            let mut pipe = OpenOptions::new().write(true).open(path).expect("a pipe");
            if late {
                std::thread::sleep(std::time::Duration::from_millis(100));
                pipe.write_all(b"late").expect("read");
            }
        })
    };
    for (late, answer) in [(false, "`byte$()"), (true, "0x6c617465")] {
        let writer = open(late);
        assert_eq!(server.says("b:read1 h:hopen f;hclose h;b").trim_end(), answer);
        writer.join().expect("it wrote");
    }
    // What goes into one.
    let reader = {
        let path = folder.join("p");
        std::thread::spawn(move || std::fs::read(path).expect("a pipe").len())
    };
    server.says("p 0:1000000#enlist\"line\"");
    assert_eq!(reader.join().expect("it read"), 5_000_000);
}

#[test]
fn a_log_is_played_from_a_pipe() {
    let folder = Folder::new("pipelog");
    let (path, log) = (pipe(&folder, "p"), folder.join("log"));
    let mut server = Server::start(&[], "n:0;f:{n+:count x}");
    server.says(&format!(
        "l:`$\":{}\";l set();h:hopen l;do[100;h enlist(`f;til 10000)];hclose h",
        log.display()
    ));
    let (from, to) = (log.clone(), path.clone());
    let writer = std::thread::spawn(move || {
        std::io::copy(&mut File::open(from)?, &mut OpenOptions::new().write(true).open(to)?)
    });
    assert_eq!(server.says(&format!("-11!`$\":{path}\"")), "100\n");
    writer.join().expect("it wrote").expect("all of it");
    assert_eq!(server.says("n"), "1000000\n");
}

#[test]
fn what_has_no_end_is_refused() {
    let mut server = Server::start(&[], "");
    for (text, answer) in [
        ("@[read1;`:/dev/zero;::]", "\"limit\""),
        ("@[read0;`:/dev/zero;::]", "\"limit\""),
        ("@[(\"II\";\",\")0:;`:/dev/zero;::]", "\"limit\""),
        ("@[read1;(`:/dev/zero;0;0W);::]", "\"wsfull\""),
        ("@[get;`:/dev/zero;::]", "\"/dev/zero. OS reports: No such device\""),
        ("@[system;\"l /dev/zero\";::]", "\"limit\""),
        ("read1(`:/dev/zero;5;3)", "0x000000"),
        ("count read1 hopen`:fifo:///dev/zero", "65536"),
        ("count read1(hopen`:fifo:///dev/urandom;100000)", "100000"),
        ("count read0`:/dev/null", "0"),
        ("0<count read0`:/proc/cpuinfo", "1b"),
    ] {
        assert_eq!(server.says(text).trim_end(), answer, "{text}");
    }
    assert!(server.resident() < 1 << 30);
}

/// A client that asks for something by HTTP which goes on until it is given up.
fn asks(server: &Server, head: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
    stream.set_read_timeout(Some(LONGEST)).expect("a time");
    stream.write_all(head.as_bytes()).expect("sent");
    assert_eq!(server.line(), "begun");
    stream
}

const ENDLESS_PAGE: &str = ".z.ph:{-1\"begun\";if[\"wait\"~4#x 0;while[1b;1]];.h.hy[`txt]x 0}";

#[test]
fn a_page_that_nobody_waits_for_is_given_up() {
    let one = "GET /wait HTTP/1.1\r\n\r\n";
    // What it asks for next does not hide that.
    let more = format!("{one}GET /next HTTP/1.1\r\n\r\n");
    let cases = [(&[][..], one), (&[], &more), (&["-p", "-0W"], one)];
    let servers = cases.map(|(flags, head)| {
        let server = Server::start(flags, ENDLESS_PAGE);
        drop(asks(&server, head));
        server
    });
    for (server, (flags, head)) in servers.iter().zip(cases) {
        assert_eq!(server.client().ask("1+1"), "2", "{flags:?} {head:?}");
    }
}

#[test]
fn who_asks_for_more_or_says_no_more_still_waits() {
    // It keeps the connection where it says so.
    let page = ".z.ph:{-1\"begun\";t:.z.p;while[.z.p<t+0D00:00:04;1];k:.h.ka 60000i;\
                \"HTTP/1.1 200 OK\\r\\nConnection: \",k,\"\\r\\nContent-Length: \",string[count x 0],\"\\r\\n\\r\\n\",x 0}";
    let servers = [(); 3].map(|()| Server::start(&[], page));
    let both =
        "GET /one HTTP/1.1\r\nConnection: keep-alive\r\n\r\nGET /two HTTP/1.1\r\nConnection: close\r\n\r\n";
    let mut stream = asks(&servers[0], both);
    // It learns that the answer is being made, unless it would not understand that.
    let halves = [("1.1", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK"), ("1.0", "HTTP/1.1 200 OK")];
    let streams = [0, 1].map(|i| {
        let stream = asks(&servers[i + 1], &format!("GET /half HTTP/{}\r\n\r\n", halves[i].0));
        stream.shutdown(std::net::Shutdown::Write).expect("half closed");
        stream
    });
    for (mut stream, (_, first)) in streams.into_iter().zip(halves) {
        let mut said = String::new();
        stream.read_to_string(&mut said).expect("an answer");
        assert!(said.starts_with(first) && said.ends_with("half"), "{said}");
    }
    let mut said = String::new();
    stream.read_to_string(&mut said).expect("both");
    assert!(said.contains("one") && said.ends_with("two"), "{said}");
    assert_eq!(servers[0].line(), "begun");
}
