//! Help tells of everything that has a name, and its examples are true.

mod common;

use common::{q, typed};
use quarry_lang::{help, system};
use quarry_value::{Kind, Prim};
use std::collections::BTreeSet;

/// What q prints for lines that are typed.
fn answers(lines: &str) -> String {
    typed(&mut q(&["-q", "-c", "2000", "2000"]), lines).out
}

fn names() -> BTreeSet<&'static str> {
    help::rows().iter().map(|r| r.name).collect()
}

/// Members of namespaces that others of them stand on.
const PARTS: &[&str] = &[
    ".Q.def1",
    ".Q.dsftg1",
    ".Q.fpn0",
    ".Q.fpn1",
    ".Q.fsn1",
    ".Q.hap",
    ".Q.hauth",
    ".Q.hplace",
    ".Q.hreq",
    ".Q.hres",
    ".Q.id1",
    ".Q.idn",
    ".Q.idu",
    ".Q.idw",
    ".Q.nct1",
    ".Q.proxy",
    ".Q.tyn",
    ".h.answer",
    ".h.cd1",
    ".h.cd2",
    ".h.con",
    ".h.conCells",
    ".h.conColumn",
    ".h.conCut",
    ".h.conRows",
    ".h.conSaid",
    ".h.conStatements",
    ".h.conTable",
    ".h.conTell",
    ".h.conText",
    ".h.conValue",
    ".h.en",
    ".h.er",
    ".h.es",
    ".h.ev",
    ".h.file",
    ".h.foreign",
    ".h.format",
    ".h.hb1",
    ".h.header",
    ".h.home",
    ".h.ht1",
    ".h.ht2",
    ".h.hta1",
    ".h.jd",
    ".h.json",
    ".h.lines",
    ".h.names",
    ".h.nl",
    ".h.pack",
    ".h.page",
    ".h.query",
    ".h.read",
    ".h.rows",
    ".h.shown",
    ".h.uh1",
    ".h.walk",
    ".h.xv",
];

#[test]
fn everything_has_a_line() {
    let operator = |p: &Prim| matches!(p.kind(), Kind::Binary | Kind::Iter) && p.row().keywords.is_empty();
    let control = ["if", "do", "while", "select", "exec", "update", "delete", "from", "by"];
    let mut all: Vec<String> = control.map(String::from).into();
    all.extend(Prim::all().flat_map(|p| p.row().keywords).map(|k| (*k).to_string()));
    all.extend(Prim::all().filter(operator).map(|p| p.text().to_string()));
    all.extend(system::words().map(|w| format!("\\{w}")));
    let listed = answers(&["Q", "h", "j"].map(|n| format!("-1@\".{n}.\",/:string 1_key`.{n};\n")).concat());
    all.extend(listed.lines().filter(|m| !PARTS.contains(m)).map(String::from));
    let known = names();
    let missing: Vec<&String> = all.iter().filter(|n| !known.contains(n.as_str())).collect();
    assert!(all.len() > 300 && missing.is_empty(), "no help for {missing:?}");
}

#[test]
fn nothing_has_two_lines() {
    assert_eq!(names().len(), help::rows().len());
}

#[test]
fn examples_are_true() {
    let examples: Vec<_> = help::rows().iter().filter_map(|r| r.example.map(|e| (r.name, e))).collect();
    assert!(examples.len() > 200);
    let lines: String = examples.iter().map(|(_, (line, _))| format!("-1 .Q.s1 {line};\n")).collect();
    let answers = answers(&lines);
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), examples.len(), "an example has no answer, or several lines");
    for ((name, (line, expected)), got) in examples.iter().zip(answers) {
        assert_eq!(&got, expected, "{name}: {line}");
    }
}
