//! Runs every transcript under `tests/transcripts`, and the examples of every page under `docs`, in every
//! configuration: the same answers however values are stored and however work is cut.
//!
//! A transcript is what a person would see: `q)` and an input, then the output. Lines that start with `/ ` and
//! blank lines are for readers. For an error the word alone will do; a trace shown is a trace checked.
//! `QUARRY_TRANSCRIPT=part-of-a-path` runs some of them.

mod common;
mod transcript;

use common::parts;
use std::path::{Path, PathBuf};
use transcript::{Case, Configuration, Step};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/transcripts")
}

fn book() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The text of a transcript. A page of the book is one, too, of its blocks of q; the rest counts as blank lines.
fn text_of(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    if path.extension().is_some_and(|e| e == "q") {
        return text;
    }
    let mut inside = false;
    let mut keep = |line: &str| {
        let fence = line.starts_with("```");
        inside = if fence { line == "```q" } else { inside };
        inside && !fence
    };
    text.lines().map(|l| if keep(l) { format!("{l}\n") } else { "\n".into() }).collect()
}

fn files(dir: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|e| e == "q" || e == "md") {
            out.push(path);
        }
    }
}

/// All transcripts, or those that the environment asks for.
fn chosen() -> Vec<PathBuf> {
    let mut all = Vec::new();
    files(&root(), &mut all);
    files(&book(), &mut all);
    if let Ok(part) = std::env::var("QUARRY_TRANSCRIPT") {
        all.retain(|p| p.to_string_lossy().contains(&part));
    }
    all
}

/// Makes the current directory a fresh one: transcripts may write files.
fn empty_directory(configuration: Configuration) {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("transcripts/{configuration:?}"));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    std::env::set_current_dir(&dir).unwrap();
}

/// Runs every file in a configuration; prints what differs, and how many steps there were. The steps that differ.
fn run(configuration: Configuration) -> usize {
    let work = move || {
        let (mut steps, mut wrong) = (0, 0);
        for path in chosen() {
            let text = text_of(&path);
            if !configuration.suits(&text) {
                continue;
            }
            let file = transcript::parse(&text);
            steps += file.len();
            empty_directory(configuration);
            let name = path.strip_prefix(root()).or_else(|_| path.strip_prefix(book())).unwrap_or(&path);
            let name = name.display().to_string();
            wrong += transcript::run(&file, configuration, |step, got| tell(&name, step, got));
        }
        println!("{steps} transcript steps, {wrong} wrong ({configuration:?})");
        wrong
    };
    // The evaluator recurses on the stack of its thread.
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(work).unwrap();
    thread.join().unwrap()
}

fn tell(name: &str, step: &Step, got: &str) {
    let indent = |text: &str| text.lines().map(|l| format!("    {l}\n")).collect::<String>();
    println!(
        "{name}:{}: q){}\n  expected\n{}  got\n{}",
        step.line,
        step.input,
        indent(&step.output),
        indent(got)
    );
}

/// Settings of kernels and threads are a process's, so each configuration has its own.
#[test]
fn transcripts_in_every_configuration() {
    let all = Configuration::ALL;
    parts::each("transcripts_in_every_configuration", all.len(), |part| {
        assert_eq!(run(all[part]), 0, "transcript steps that differ");
    });
}

/// What a page of the manual must have at least.
const STEPS_MIN: usize = 8;

/// Every page that `pages.txt` lists has steps enough, among them an error and steps that are marked as showing an
/// empty and a nested argument (`/ empty`, `/ nested`).
#[test]
fn every_page_has_its_steps() {
    let mut all = Vec::new();
    files(&root(), &mut all);
    let texts: Vec<String> = all.iter().map(|p| text_of(p)).collect();
    let steps: Vec<Step> = texts.iter().flat_map(|t| transcript::parse(t)).collect();
    let pages = std::fs::read_to_string(root().join("pages.txt")).unwrap();
    let mut short = Vec::new();
    for page in pages.lines() {
        let of: Vec<&Step> = steps.iter().filter(|s| s.page.as_deref() == Some(page)).collect();
        let shows = |case| of.iter().any(|s| s.case == Some(case));
        let lacks = [
            ("steps", of.len() < STEPS_MIN),
            ("an error", !of.iter().any(|s| s.is_error())),
            ("an empty case", !shows(Case::Empty)),
            ("a nested case", !shows(Case::Nested)),
        ];
        let lacks: Vec<&str> = lacks.iter().filter(|(_, lacks)| *lacks).map(|(what, _)| *what).collect();
        if !lacks.is_empty() {
            short.push(format!("{page} ({} steps) lacks {}", of.len(), lacks.join(", ")));
        }
    }
    assert!(short.is_empty(), "{}", short.join("\n"));
}

/// Every page is in the table of contents, and everything that is promised there is a page.
#[test]
fn the_book_is_whole() {
    let mut pages = Vec::new();
    files(&book(), &mut pages);
    let contents = std::fs::read_to_string(book().join("SUMMARY.md")).unwrap();
    let links: Vec<&str> = contents.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    for link in &links {
        assert!(book().join(link).is_file(), "{link} is not there");
    }
    for page in pages {
        let name = page.strip_prefix(book()).unwrap().display().to_string();
        assert!(name == "SUMMARY.md" || links.contains(&name.as_str()), "{name} is not in SUMMARY.md");
    }
}
