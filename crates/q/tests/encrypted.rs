//! Encrypted files and several processes: those that have the key, those that have not, and clients.

mod common;

use common::wire::Server;
use common::{Folder, q, typed};
use std::path::PathBuf;

const WRITERS: usize = 4;

/// Loads the key.
fn load() -> String {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/keys/first.key");
    format!("-36!(`$\":{}\";\"quarry\");\n", file.display())
}

/// A database of one table in two partitions, encrypted.
fn database(dir: &Folder) -> String {
    format!(
        "{}.z.zd:17 16 0\n\
         trade:([]sym:900#`b`a`c;price:900#1 2.5;note:900#(\"one\";\"two words\"))\n\
         .Q.dpft[`:{};;`sym;`trade]each 2024.01.01 2024.01.02;\n",
        load(),
        dir.display()
    )
}

#[test]
fn who_has_no_key_reads_and_writes_nothing() {
    let dir = Folder::new("encrypted");
    let made = typed(&mut q(&["-q"]), &database(&dir));
    assert_eq!((made.out.as_str(), made.err.as_str()), ("", ""));
    // No text of the data is in any file but those that name columns.
    let told = typed(
        &mut q(&["-q"]),
        &format!("system\"grep -rl -e words -e price {} | grep -v /.d$ || true\"\n", dir.display()),
    );
    assert_eq!(told.out, "", "{}", told.err);
    let lines = format!(
        "show@[system;\"l {d}\";::]\n\
         @[get;`:{d}/sym;::]\n@[get;`:{d}/2024.01.01/trade/price;::]\n\
         @[{{select from get x}};`:{d}/2024.01.01/trade;::]\n\
         @[`:{d}/sym?;`new;::]\n.[upsert;(`:{d}/2024.01.01/trade/price;1.5);::]\n\
         get`:{d}/2024.01.01/trade/.d\n",
        d = dir.display()
    );
    let none = "\"encryption key not loaded\"\n";
    let said = typed(&mut q(&["-q"]), &lines);
    assert_eq!(said.out, format!("{}`sym`price`note\n", none.repeat(6)), "{}", said.err);
    let lines = format!("{}\\l {}\nexec sum price from trade\nsym\n", load(), dir.display());
    let said = typed(&mut q(&["-q"]), &lines);
    assert_eq!((said.out.as_str(), said.err.as_str()), ("3150f\n`b`a`c\n", ""));
}

#[test]
fn clients_query_and_load_no_key() {
    let dir = Folder::new("encrypted_clients");
    let made = typed(&mut q(&["-q"]), &database(&dir));
    assert_eq!((made.out.as_str(), made.err.as_str()), ("", ""));
    let server = Server::start(&[], &format!("{}\\l {}\n", load(), dir.display()));
    let mut client = server.client();
    assert_eq!(client.ask("-36!(::)"), "1b");
    assert_eq!(client.ask("exec sum price from trade"), "3150f");
    assert_eq!(client.ask("@[-36!;(`:first.key;\"quarry\");::]"), "\"Restricted\"");
    assert_eq!(client.ask("@[-36!;`what;::]"), "\"Restricted\"");
    let server = Server::start(&["-s", "2"], "");
    let mut client = server.client();
    assert_eq!(client.ask("-36!(::)"), "0b");
    let said = typed(&mut q(&["-q", "-s", "2"]), "@[{-36!(`:f;\"p\")};;::]peach 1 2\n");
    assert_eq!(said.out, "\"Main thread only\"\n\"Main thread only\"\n", "{}", said.err);
}

#[test]
fn processes_extend_one_encrypted_domain_at_once() {
    let dir = Folder::new("encrypted_domain");
    let writer = |k: usize| {
        format!(
            "{}.z.zd:12 18 6\n\
             one:{{[i]s:`$(\"s\",/:string i+til 5),enlist\"own{k}x\",string i;\
             $[i mod 2;s~value`:{d}/sym?s;s~value exec s from .Q.en[`:{d}]([]s)]}}\n\
             all one each til 20\n",
            load(),
            d = dir.display()
        )
    };
    let reader = format!(
        "{}one:{{s:@[get;`:{d}/sym;`symbol$()];(s~distinct s)&all(first each string s)in\"so\"}}\nall one each til 200\n",
        load(),
        d = dir.display()
    );
    std::thread::scope(|scope| {
        let say = |lines: String| typed(&mut q(&["-q"]), &lines);
        let mut all: Vec<_> = (0..WRITERS).map(writer).map(|lines| scope.spawn(move || say(lines))).collect();
        all.push(scope.spawn(move || say(reader)));
        for each in all {
            let said = each.join().expect("a process");
            assert_eq!((said.out.as_str(), said.err.as_str()), ("1b\n", ""));
        }
    });
    let lines = format!(
        "{}s:get`:{d}/sym\n(count s;s~distinct s;(-21!`:{d}/sym)`algorithm;key`:{d})\n",
        load(),
        d = dir.display()
    );
    let said = typed(&mut q(&["-q"]), &lines);
    assert_eq!(said.out, format!("{}\n1b\n18i\n`s#,`sym\n", 24 + 20 * WRITERS), "{}", said.err);
}
