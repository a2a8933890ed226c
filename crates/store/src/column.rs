//! A column's files as one thing: renamed, and given a second name, together with their companions.

use crate::disk;
use crate::nested::companion;
use crate::stage::Staged;
use crate::write::{make_directory_of, take_places};
use crate::{fail, read, repair};
use quarry_value::Result;
use std::path::Path;

const COMPANIONS: [&str; 2] = ["##", "#"];

/// `.Q.mv[from;to]`: `from` takes the place of `to`. A directory needs a place that is free.
///
/// Whoever opens the column meanwhile finds the old one or the new one. A move that was stopped goes on when it is
/// asked for again, or when something else is written there.
///
/// Errors: the system's.
pub fn replace(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        return disk::rename(from, to).map_err(|e| fail::os(from, &e));
    }
    if repair::settle(to)? && !from.exists() {
        return Ok(());
    }
    repair::settle(from)?;
    let nested = read::is_nested(from)?;
    if nested && !are_in_one_folder(from, to) {
        // What is noted of files is noted of one folder: there they are staged, and then all take their places.
        link(from, to)?;
        let files = [""].iter().chain(&COMPANIONS).map(|s| companion(from, s));
        return files.into_iter().try_for_each(|p| disk::remove_if_there(&p).map_err(|e| fail::os(&p, &e)));
    }
    let there = COMPANIONS.iter().filter(|s| nested && companion(from, s).exists()).chain([&""]);
    let moved = there.map(|s| Staged::existing(companion(from, s), companion(to, s)));
    take_places(to, moved.collect())
}

fn are_in_one_folder(from: &Path, to: &Path) -> bool {
    let folder = |p: &Path| std::fs::canonicalize(disk::folder_of(p)).ok();
    folder(from).is_some_and(|f| folder(to) == Some(f))
}

/// `.Q.ln[from;to]`: a second name for a column's files. They are copied where the file system knows no links.
///
/// Whoever opens the column meanwhile finds the old one or the new one. Errors: the system's.
pub fn link(from: &Path, to: &Path) -> Result<()> {
    repair::settle(from)?;
    make_directory_of(to)?;
    repair::settle(to)?;
    let nested = read::is_nested(from)?;
    let there = COMPANIONS.iter().filter(|s| nested && companion(from, s).exists()).chain([&""]);
    let link = |s: &&str| Staged::link(&companion(from, s), &companion(to, s)).map_err(|e| fail::os(to, &e));
    take_places(to, there.map(link).collect::<Result<_>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults::{self, Fault};
    use crate::write;
    use quarry_value::{Value, text};
    use std::fs;
    use std::io;
    use std::path::PathBuf;

    fn dir(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("quarry-column-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).expect("made");
        dir
    }

    fn strings(all: &[&str]) -> Value {
        Value::list(all.iter().map(|s| Value::chars(s.as_bytes().to_vec())).collect())
    }

    fn shown(path: &Path) -> String {
        String::from_utf8_lossy(&text::literal(&read::get(path).expect("readable"))).into_owned()
    }

    fn names(dir: &Path) -> Vec<String> {
        let entry =
            |e: io::Result<fs::DirEntry>| e.expect("entry").file_name().to_string_lossy().into_owned();
        let mut all: Vec<String> = fs::read_dir(dir).expect("listed").map(entry).collect();
        all.sort();
        all
    }

    #[test]
    fn every_form_replaces_every_other() {
        let forms = [strings(&["ab", "c"]), Value::longs(vec![1, 2]), strings(&["", "xyz", "w"])];
        let dir = dir("forms");
        let (a, b) = (dir.join("a"), dir.join("b"));
        for old in &forms {
            for new in &forms {
                write::set(&a, new, None).expect("set");
                write::set(&b, old, None).expect("set");
                let expected = shown(&a);
                replace(&a, &b).expect("replaced");
                assert_eq!(shown(&b), expected);
                let nested = matches!(new, Value::List(_));
                let files: &[&str] = if nested { &["b", "b#"] } else { &["b"] };
                assert_eq!(names(&dir), files, "old {old:?} new {new:?}");
                let again = companion(&b, "#");
                let _ = fs::remove_file(again);
                fs::remove_file(&b).expect("removed");
            }
        }
        fs::remove_dir_all(&dir).expect("removed");
    }

    #[test]
    fn a_move_that_stopped_goes_on() {
        for at in 0.. {
            let dir = dir("stopped");
            let (a, b) = (dir.join("a"), dir.join("b"));
            write::set(&a, &strings(&["new", "one"]), None).expect("set");
            write::set(&b, &strings(&["old", "two", "more"]), None).expect("set");
            let plan = faults::plan(&dir, at, Fault::Crash);
            let done = replace(&a, &b);
            drop(plan);
            let now = shown(&b);
            assert!(
                ["(\"new\";\"one\")", "(\"old\";\"two\";\"more\")"].contains(&now.as_str()),
                "{at}: {now}"
            );
            if a.exists() {
                replace(&a, &b).expect("goes on");
            } else {
                repair::settle(&b).expect("put right");
            }
            assert_eq!(shown(&b), "(\"new\";\"one\")");
            assert_eq!(names(&dir), ["b", "b#"], "{at}");
            fs::remove_dir_all(&dir).expect("removed");
            if done.is_ok() {
                assert!(at > 3);
                break;
            }
        }
    }

    #[test]
    fn a_link_is_the_same_file() {
        use std::os::unix::fs::MetadataExt;
        let dir = dir("link");
        let (a, b) = (dir.join("a"), dir.join("b"));
        write::set(&a, &strings(&["x", "yz"]), None).expect("set");
        write::set(&b, &Value::longs(vec![1]), None).expect("set");
        link(&a, &b).expect("linked");
        let file = |p: &Path| fs::metadata(p).expect("there").ino();
        assert_eq!((file(&a), file(&companion(&a, "#"))), (file(&b), file(&companion(&b, "#"))));
        fs::remove_dir_all(&dir).expect("removed");
    }
}
