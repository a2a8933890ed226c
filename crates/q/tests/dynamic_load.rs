//! `2:` and the C interface: a library in C, compiled with the header of this repository.

mod common;

use common::{Folder, q, typed};
use std::path::Path;
use std::process::Command;

/// The library, compiled into a folder.
fn compiled() -> Folder {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder =
        Folder::new(&format!("dynamic_load_{:?}", std::thread::current().id()).replace(['(', ')'], ""));
    let made = Command::new("cc")
        .args(["-shared", "-fPIC", "-pthread", "-Wall", "-Werror", "-I"])
        .arg(here.join("../c/include"))
        .arg(here.join("tests/dynamic_load/library.c"))
        .arg("-o")
        .arg(folder.join("library.so"))
        .status()
        .expect("a C compiler, which the build needs, too");
    assert!(made.success());
    folder
}

/// What q prints for lines, after functions of the library were given the names of a list.
fn said(names: &str, lines: &str) -> String {
    said_with(&["-q"], names, lines)
}

fn said_with(flags: &[&str], names: &str, lines: &str) -> String {
    let folder = compiled();
    let ranks = |name: &str| match name {
        "add" | "item" | "dotted" | "trapped" | "add_to_event" => 2,
        "sum8" => 8,
        _ => 1,
    };
    let load = |name: &str| format!("{name}:`:library 2:(`{name};{})\n", ranks(name));
    let load: String = names.split_whitespace().map(load).collect();
    let done = typed(q(flags).current_dir(folder.path()), &(load + lines));
    assert_eq!(done.err, "", "{}", done.out);
    done.out
}

#[test]
fn functions_are_called_with_values_and_answer_them() {
    let lines = "add[3;4]\nadd[3]each 1 2\n@[add[1];`a;::]\ntype add\n@[add;1 2 3;::]\n.[add;1 2 3;::]\nsum8 . til 8\n\
                 nothing 1\nf:linked 1;f 21\n@[f;`x;{`e}]=0\nfailing 1\n";
    let lines = lines.replace("@[f;`x;{`e}]=0\n", "").replace("failing 1", "@[failing;1;::]");
    let out = said("add nothing linked failing sum8", &lines);
    assert_eq!(
        out,
        "7\n4 5\n\"type\"\n112h\n\"length\"\n\"rank\"\n28\n42\n\"close. OS reports: Bad file descriptor\"\n"
            .replace("\"length\"\n", "code[1 2 3]\n")
    );
}

#[test]
fn what_is_made_has_its_items() {
    let out = said("filled", "filled 8825\n");
    assert_eq!(out, "00010203-0405-0607-0809-0a0b0c0d0e0f\n0xff6162\n`long$()\n2024.02.29\n\"type\"\n");
}

#[test]
fn attributes_of_dictionaries_and_tables_stay() {
    let out = said(
        "same",
        "d:`s#0 10 20!`a`b`c\n(same d)15\nattr same`s#([]a:1 2)\n(same`s#([a:0 10]b:1 2))[15;`b]\nt:([]a:1 2;b:([]c:3 4))\nt~same t\n",
    );
    assert_eq!(out, "`b\n`s\n2\n1b\n");
}

#[test]
fn every_kind_of_value_goes_there_and_back() {
    let out = said(
        "same again type_and_count",
        "x:(1b;0x01;1h;2i;3;1.5e;2.5;\"c\";`s;.z.p;2024.01m;.z.d;.z.z;.z.n;10:00;10:00:00;10:00:00.000;first 1?0Ng)
v:{x,x}each enlist each x
n:(0N;0n;`;\" \";0Nd;0Ng;0b)
e:0#'v
t:([]a:1 2;s:`x`y;c:(\"one\";\"two\"));k:1!t;d:`a`b!(1;\"text\");sym:`p`q;en:`sym$`q`p`q
all x~'same each x
all x~'again each x
all v~'same each v
all v~'again each v
all n~'again each n
all e~'again each e
all(t;k;d;en;();(1;`a;\"x\";(1 2;(3;`b))))~'same each(t;k;d;en;();(1;`a;\"x\";(1 2;(3;`b))))
all(t;k;d;();(1;`a;\"x\";(1 2;(3;`b))))~'again each(t;k;d;();(1;`a;\"x\";(1 2;(3;`b))))
type each same each x
attr each again each(`s#1 2;`u#1 2;`p#1 1;`g#1 1)
same[{x+y}][1;2]
same[+][1;2]
same(::)
same neg
(same sums)1 2 3
type_and_count each(1;1 2;`s#1 2;();::;t;{x})
",
    );
    let expected = "1b\n".repeat(8)
        + "-1 -4 -5 -6 -7 -8 -9 -10 -11 -12 -13 -14 -15 -16 -17 -18 -19 -2h\n`s`u`p`g\n3\n3\nnegate\n1 3 6\n\
           -7i  -1 0\n7i   2  0\n7i   2  1\n0i   0  0\n101i -1 0\n98i  -1 0\n100i -1 0\n";
    assert_eq!(out, expected.replace("negate", "-:"));
}

#[test]
fn values_are_made_and_joined() {
    let out = said(
        "atoms joined made_tables collapsed item dates bytes",
        "atoms 0
r:joined 5
r 3 4
count r 0
14#r 0
r 1
r 2
made_tables 1
collapsed each((1;2);(1;`a);(`a`b!1 2;`a`b!3 4);())
item[1 2 3;1]
item[1 2 3;3]
item[(`a;\"bc\");1]
dates 2024.03.01
bytes(1;`a)
",
    );
    assert_eq!(
        out,
        "1b
00010203-0405-0607-0809-0a0b0c0d0e0f
0xff
0Nh
0Wi
0N
1.5e
0n
\"q\"
`sym
2000.01.01D00:00:00.000000001
2024.02.29
2000.01.01T12:00:00.000
0D00:00:01.000000000
00:00:01.000
\"text\"
\"te\"
::
14
1b
1014
0 1 2 3 4 100 200 0 1 2 3 4 100 200
`even`odd`even`odd`even
\"three\"
1
2
\"three\"
4
\"three\"
1
2
\"three\"
4
+`a`b!(0 1;0 0.5)
(+(,`a)!,0 1)!+(,`b)!,0 0.5
+`a`b!(0 1;0 0.5)
\"type\"
1b
1 2
(1;`a)
+`a`b!(1 3;2 4)
()
2
0N
\"bc\"
20240301i
0i
0x010000001a000000000002000000f90100000000000000f56100
(1;`a)
1b
0b
"
    );
}

#[test]
fn libraries_call_back() {
    let out = said(
        "evaluated swallowed global dotted trapped on_a_thread",
        "evaluated enlist\"*\"
@[evaluated;enlist\"-\";::]
swallowed \"error\"
global 1 2 3;fromC
dotted[+;(1;2)]
@[dotted[+];(1;`a);::]
trapped[+;(1;`a)]
trapped[{x*y};6 7]
on_a_thread 0
dotted[{dotted[{x+y};(x;y)]};(1;2)]
.[{evaluated x};enlist enlist\"-\";{\"caught \",x}]
",
    );
    assert_eq!(
        out,
        "\"**\"\n\"type\"\n\"mine error\"\n1 2 3\n3\n\"type\"\n\"type\"\n42\n1b\n3\n\"caught type\"\n"
    );
}

/// Unwinding ends at the border to C.
#[test]
fn memory_that_is_not_there_is_an_error() {
    let folder = compiled();
    let lines = "f:{`:library 2:(x;1)}\nt:{[g;x]-1@[{string count x y}g;x;::];}\nb:-8!til 20000000\n\
                 .[t;(f`unpacked;b);::]\n.[t;(f`whole;10000000);::]\n-1\"alive\";\n";
    let run = format!("ulimit -v 1300000; exec {} -q", env!("CARGO_BIN_EXE_q"));
    let done = typed(Command::new("sh").args(["-c", &run]).current_dir(folder.path()), lines);
    assert_eq!(done.out, "wsfull\nwsfull\nalive\n", "{}", done.err);
}

#[test]
fn an_exit_cannot_be_swallowed() {
    let folder = compiled();
    let done = typed(q(&["-q"]).current_dir(folder.path()), "leaves:`:library 2:(`leaves;1)\nleaves 1\n2\n");
    assert_eq!((done.out.as_str(), done.code), ("", Some(7)));
}

#[test]
fn what_a_library_knows_lives_as_long_as_q_has_it() {
    let out = said(
        "foreign opened living same",
        "x:foreign 1;y:x\ntype x\nopened x\nliving 0\nopened same y\nx:0\nliving 0\ny:0\nliving 0\n@[opened;1;::]\n",
    );
    assert_eq!(out, "112h\n42\n1\n42\n1\n0\n\"foreign\"\n");
}

#[test]
fn descriptors_are_served_on_the_main_loop() {
    let out = said(
        "new_event add_to_event end_event bad_event",
        "came:{[d;n] -1\"came \",string n;$[n=3;add_to_event[d;5];n=5;add_to_event[d;9];[end_event d;exit 0]]}
d:new_event 0
type d
@[bad_event;0;{x like\"sd1. OS reports:*\"}]
add_to_event[d;3]
",
    );
    assert_eq!(out, "-6h\n1b\ncame 3\ncame 5\ncame 9\n");
}

#[test]
fn what_is_not_there_is_told() {
    let folder = compiled();
    let lines = "@[{`:nosuch 2:x};(`f;1);{x like\"*nosuch*\"}]\n@[{`:library 2:x};(`nosuch;1);{x like\"*nosuch*\"}]\n\
                 @[{`:library 2:x};(`add;0);::]\n@[{`:library 2:x};(`add;9);::]\n@[{`:library 2:x};`add;::]\n\
                 @[{`:library 2:x};(`add;1;2);::]\n@[{`:library 2:x};(1;2);::]\n@[{1 2:x};(`add;2);::]\n\
                 @[reval;(2:;enlist`:library;enlist(`add;2));::]\n(`:./library.so 2:(`add;2))[1;2]\n";
    let done = typed(q(&["-q"]).current_dir(folder.path()), lines);
    assert_eq!(done.err, "");
    assert_eq!(
        done.out,
        "1b\n1b\n\"rank\"\n\"rank\"\n\"type\"\n\"length\"\n\"type\"\n\"type\"\n\"noupdate\"\n3\n"
    );
}

#[test]
fn libraries_are_found_at_home() {
    let folder = compiled();
    let kept = folder.join("home/l64");
    std::fs::create_dir_all(&kept).expect("a folder");
    std::fs::rename(folder.join("library.so"), kept.join("kept.so")).expect("a library");
    let mut q = q(&["-q"]);
    q.current_dir(folder.path()).env("QHOME", folder.join("home"));
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        assert_eq!(typed(&mut q, "(`kept 2:(`add;2))[1;2]\n").out, "3\n");
    }
}
