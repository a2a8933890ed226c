//! Files that other programs of the format wrote: every listed answer, bit for bit where it is one.
//!
//! The files are not part of the repository. They are looked for in the folder `QUARRY_DATA` names,
//! else in `../shared/data` beside the repository; without them the tests say so and pass.

mod common;

use common::{Folder, q, typed};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The folder with the files, if it is there.
fn data() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2)?.to_path_buf();
    let beside = || {
        let near = root.parent()?;
        let folders = near.ancestors().take(2).map(|p| p.join("shared/data"));
        folders.into_iter().find(|p| p.is_dir())
    };
    std::env::var_os("QUARRY_DATA").map(PathBuf::from).filter(|p| p.is_dir()).or_else(beside)
}

/// Runs a file of checks: lines that start with `? ` are expressions that must be `1b`.
fn check(name: &str, checks: &str) {
    let Some(data) = data() else {
        println!("{name}: skipped, no outside data (set QUARRY_DATA to its folder)");
        return;
    };
    let tmp = Folder::new(&format!("data_{name}"));
    let mut script = format!("data:\"{}\";tmp:\"{}\"\n", data.display(), tmp.display());
    let lines: Vec<&str> = checks.lines().collect();
    for (k, line) in lines.iter().enumerate() {
        match line.strip_prefix("? ") {
            Some(expression) => {
                writeln!(script, "1\"check {k} \",(-3!{expression}),\"\\n\";").expect("a string")
            }
            None => writeln!(script, "{line}").expect("a string"),
        }
    }
    let said = typed(&mut q(&["-q"]), &script);
    let wrong: Vec<String> = lines
        .iter()
        .enumerate()
        .filter(|(k, line)| line.starts_with("? ") && !said.out.lines().any(|o| o == format!("check {k} 1b")))
        .map(|(k, line)| format!("{}: {line}", k + 1))
        .collect();
    assert!(wrong.is_empty(), "{name}: {} wrong\n{}\n{}", wrong.len(), wrong.join("\n"), said.err);
}

#[test]
fn a_partitioned_database() {
    check("hdb", include_str!("data/hdb.q"));
}

#[test]
fn anymaps_and_enumerations() {
    check("dqe", include_str!("data/dqe.q"));
}

#[test]
fn logs() {
    check("logs", include_str!("data/logs.q"));
}

#[test]
fn small_compressed_files() {
    check("gzip", include_str!("data/gzip.q"));
}
