//! The file of users, `-u` and `-U`: who comes in by q's protocol and by HTTP, and what they may do then.
//! source: basics/cmdline, basics/syscmds, ref/dotz (.z.pw, .z.ac), wp/permissions

mod common;

use common::wire::Server;
use common::{Folder, q, typed};
use std::io::{Read, Write};
use std::net::TcpStream;

const USERS: &str =
    "alice:secret\nbob:5f4dcc3b5aa765d61d8327deb882cf99\ncarol:5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8\n";

fn users(name: &str, text: &str) -> (Folder, String) {
    let dir = Folder::new(name);
    let path = dir.join("users");
    std::fs::write(&path, text).expect("a file of users");
    let path = path.to_str().expect("a path").to_string();
    (dir, path)
}

fn may_enter(server: &Server, login: &str) -> bool {
    server.log_in(format!("{login}\x06\0").as_bytes()).is_some()
}

/// The status of the response to a GET with the header.
fn status(server: &Server, authorization: &str) -> String {
    let mut socket = TcpStream::connect(("localhost", server.port)).expect("it listens");
    let request = format!("GET /?1%2B1 HTTP/1.1\r\nHost: localhost\r\n{authorization}\r\n");
    socket.write_all(request.as_bytes()).expect("sent");
    let mut response = String::new();
    socket.read_to_string(&mut response).expect("a response");
    response.lines().next().unwrap_or_default().to_string()
}

#[test]
fn who_is_in_the_file_comes_in_with_the_password() {
    let (_dir, path) = users("passwords_in", USERS);
    for flag in ["-u", "-U"] {
        let mut server = Server::start(&[flag, &path], "");
        for login in ["alice:secret", "bob:password", "carol:password"] {
            let (mut client, _) = server.log_in(format!("{login}\x06\0").as_bytes()).expect("let in");
            assert_eq!(client.ask(".z.u"), format!("`{}", login.split(':').next().expect("a user")));
        }
        let wrong =
            ["", ":", "alice", "alice:", "alice:Secret", "alice:secret ", "dave:secret", "carol:secret"];
        for login in wrong.iter().chain(&["bob:5f4dcc3b5aa765d61d8327deb882cf99"]) {
            assert!(!may_enter(&server, login), "{flag} {login}");
        }
        let port = server.port;
        let open = |login: &str| format!("@[hopen;`$\"::{port}:{login}\";::]");
        let mut other = Server::start(&[], "");
        for login in ["alice:wrong", "nobody:secret"] {
            assert_eq!(other.says(&open(login)), "\"access\"\n");
        }
        assert_eq!(other.says(&format!("{}\"2+2\"", open("alice:secret"))), "4\n");
        assert_eq!(server.says("@[system;\"x .z.pg\";::]"), "\"restricted\"\n");
    }
}

#[test]
fn the_callback_is_asked_after_the_file() {
    let (_dir, path) = users("passwords_pw", USERS);
    let mut server = Server::start(&["-U", &path], "asked:();.z.pw:{[u;p]asked,:u;u=`alice}");
    assert!(may_enter(&server, "alice:secret"));
    assert!(!may_enter(&server, "bob:password"));
    assert!(!may_enter(&server, "carol:wrong"));
    assert_eq!(server.says("asked"), "`alice`bob\n");
    // An answer that is no boolean is no.
    for answer in ["0N", "0Ni", "0Nh", "`a", "()", "'`oops"] {
        server.says(&format!(".z.pw:{{[u;p]{answer}}}"));
        assert!(!may_enter(&server, "alice:secret"), "{answer}");
    }
    server.says(".z.pw:{[u;p]1b}");
    assert!(may_enter(&server, "alice:secret"));
}

#[test]
fn browsers_need_the_same_passwords() {
    let (_dir, path) = users("passwords_http", USERS);
    let mut server = Server::start(&["-U", &path], "");
    let basic = |login: &str| {
        let text = typed(&mut q(&["-q"]), &format!("-1 .Q.btoa\"{login}\";\n")).out;
        format!("Authorization: Basic {}\r\n", text.trim())
    };
    assert_eq!(status(&server, &basic("bob:password")), "HTTP/1.1 200 OK");
    for wrong in [String::new(), basic("bob:secret"), basic("dave:password"), basic("bob")] {
        assert_eq!(status(&server, &wrong), "HTTP/1.1 401 Unauthorized", "{wrong}");
    }
    server.says(".z.ac:{(1;`guest)}");
    assert_eq!(status(&server, ""), "HTTP/1.1 200 OK");
    server.says(".z.ac:{(4;\"\")}");
    assert_eq!(status(&server, ""), "HTTP/1.1 401 Unauthorized");
}

#[test]
fn the_file_is_read_again_when_asked() {
    let (dir, path) = users("passwords_again", USERS);
    let mut server = Server::start(&["-u", &path], "");
    std::fs::write(&path, "dave:new\n").expect("a file of users");
    assert!(may_enter(&server, "alice:secret") && !may_enter(&server, "dave:new"));
    // The process may be elsewhere by then.
    server.says("\\cd /\n\\u");
    assert!(!may_enter(&server, "alice:secret") && may_enter(&server, "dave:new"));
    for (i, bad) in ["dave:newer\nnonsense\n", ""].iter().enumerate() {
        if i == 0 {
            std::fs::write(&path, bad).expect("a file of users");
        } else {
            std::fs::remove_file(&path).expect("gone");
        }
        assert_eq!(server.says("10h=type@[system;\"u\";::]"), "1b\n");
        assert!(may_enter(&server, "dave:new") && !may_enter(&server, "dave:newer"));
    }
    drop(dir);
    assert_eq!(Server::start(&[], "").says("@[system;\"u\";::]"), ",\"u\"\n");
}

#[test]
fn without_its_file_a_process_does_not_start() {
    let (_dir, path) = users("passwords_none", "alice:secret\nnonsense\n");
    for (file, why) in [(path.as_str(), "line 2"), ("/nowhere/users", "No such file")] {
        let said = typed(&mut q(&["-q", "-U", file]), "1+1\n");
        assert!(said.code == Some(1) && said.out.is_empty() && said.err.contains(why), "{}", said.err);
    }
    let both = typed(&mut q(&["-q", "-U", &path, "-u", "1"]), "");
    assert!(both.code == Some(1) && both.err.contains("-u or -U"), "{}", both.err);
}

#[test]
fn small_u_keeps_clients_inside_and_large_u_does_not() {
    let (dir, path) = users("passwords_inside", USERS);
    std::fs::create_dir(dir.join("start")).expect("a folder");
    std::fs::write(dir.join("start/in.q"), "a:1\n").expect("a script");
    std::fs::write(dir.join("out.q"), "b:2\n").expect("a script");
    let go = format!("\\cd {}/start", dir.display());
    let small = Server::start(&["-u", &path], &go);
    let large = Server::start(&["-U", &path], &go);
    let ask = |server: &Server, text: &str| server.log_in(b"alice:secret\x06\0").expect("let in").0.ask(text);
    assert_eq!(ask(&small, "system\"l in.q\";a"), "1");
    for refused in
        ["system\"l ../out.q\"", "read0`:../out.q", "system\"ls\"", "hopen`:in.q", "system\"u\"", "exit 0"]
    {
        assert_eq!(ask(&small, refused), "'access", "{refused}");
    }
    for told in [".Q.w[]`wmax", "count .h.page[0;\"til 3\"]", "@[.Q.fc[{x}];til 3;::]"] {
        let answer = ask(&small, told);
        assert!(!answer.starts_with('\''), "{told}: {answer}");
    }
    assert_eq!(ask(&small, "system\"w\""), "'access");
    assert_eq!(ask(&small, "{system x}\"v\""), "'access");
    assert_eq!(ask(&large, "system\"l ../out.q\";b"), "2");
    assert_eq!(ask(&large, "first read0`:../out.q"), "\"b:2\"");
}
