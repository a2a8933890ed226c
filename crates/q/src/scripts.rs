//! Scripts that come with the program: the roles of the tick stack. One file is enough to run them.

use quarry_lang::settings::Settings;
use quarry_value::Sym;
use std::path::Path;

macro_rules! scripts {
    ($($name:literal)*) => {
        /// Path and text of each.
        pub static SCRIPTS: &[(&str, &str)] =
            &[$((concat!("tick/", $name, ".q"), include_str!(concat!("../../../tick/", $name, ".q")))),*];
    };
}

scripts! { "lib" "pub" "follow" "save" "schema" "tp" "chained" "rdb" "wdb" "hdb" "agg" "feed" "gw" "mon" "stack" }

/// What `q tick` and words after it mean.
pub enum Tick {
    /// Nothing of ours.
    Elsewhere,
    /// A role to be run; the settings name its script now.
    Role,
    /// Text to be printed: the roles there are, or the usage of one.
    Help(String),
    /// A role that there is not.
    Unknown(String),
}

/// `q tick ROLE …` is `q tick/ROLE.q …`, unless there is something else called `tick` that q would open.
pub fn name_role(settings: &mut Settings) -> Tick {
    if settings.file.bytes() != b"tick" || taken(Path::new("tick")) {
        return Tick::Elsewhere;
    }
    let wants_help = settings.args.iter().any(|word| word == "--help" || word == "-h");
    let Some(role) = settings.args.first().filter(|word| !word.as_encoded_bytes().starts_with(b"-")) else {
        return Tick::Help(roles());
    };
    let role = role.to_string_lossy();
    let path = format!("tick/{role}.q");
    match SCRIPTS.iter().find(|(known, text)| *known == path && usage(text).is_some()) {
        None => Tick::Unknown(format!("'{role}\n  is no role; there are {}", names().join(" "))),
        Some((_, text)) if wants_help => Tick::Help(head(text)),
        Some(_) => {
            settings.file = Sym::new(&path);
            settings.args.remove(0);
            Tick::Role
        }
    }
}

/// The comment that a script begins with, without its slashes.
fn head(script: &str) -> String {
    let lines = script.lines().map_while(|line| line.strip_prefix("/ "));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The line of a role's head that shows how it is called. Scripts that only others load have none.
fn usage(script: &str) -> Option<&str> {
    let mut lines = script.lines().map_while(|line| line.strip_prefix("/ "));
    lines.find(|line| line.starts_with("  q tick "))
}

/// The roles there are.
fn names() -> Vec<&'static str> {
    let roles = SCRIPTS.iter().filter(|(_, text)| usage(text).is_some());
    roles.filter_map(|(path, _)| path.strip_prefix("tick/")?.strip_suffix(".q")).collect()
}

/// What `q tick` prints: each role and the first line of its head.
fn roles() -> String {
    let mut text = String::from("q tick ROLE [FLAG...]     q tick ROLE --help tells more\n\n");
    for (path, script) in SCRIPTS.iter().filter(|(_, script)| usage(script).is_some()) {
        let role = path.trim_start_matches("tick/").trim_end_matches(".q");
        let line = script.lines().next().unwrap_or("").trim_start_matches("/ ");
        text += &format!("  {role:<10}{line}\n");
    }
    text
}

/// Is this a script, or a folder that holds more than scripts?
fn taken(tick: &Path) -> bool {
    let is_script = |name: &Path| name.extension().is_some_and(|end| end == "q");
    match std::fs::read_dir(tick) {
        Ok(mut entries) => entries.any(|e| e.is_ok_and(|e| !is_script(&e.path()))),
        Err(_) => tick.exists(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(file: &str, args: &[&str]) -> Settings {
        let args = args.iter().map(Into::into).collect();
        Settings { file: Sym::new(file), args, ..Settings::default() }
    }

    #[test]
    fn roles_are_scripts() {
        let of = |file: &str, args: &[&str]| {
            let mut s = settings(file, args);
            name_role(&mut s);
            (s.file.text().into_owned(), s.args)
        };
        assert_eq!(of("tick", &["rdb", "-tp"]), ("tick/rdb.q".into(), vec!["-tp".into()]));
        assert_eq!(of("tick.q", &["rdb"]), ("tick.q".into(), vec!["rdb".into()]));
    }

    #[test]
    fn roles_tell_of_themselves() {
        let of = |args: &[&str]| name_role(&mut settings("tick", args));
        let Tick::Help(all) = of(&[]) else { panic!("no list of roles") };
        for role in names() {
            assert!(all.contains(&format!("  {role} ")), "{role}");
            let Tick::Help(one) = of(&[role, "--help"]) else { panic!("no help for {role}") };
            assert!(one.contains(&format!("  q tick {role}")), "{role}");
        }
        for helper in ["lib", "pub", "follow", "save", "schema", "nosuch"] {
            assert!(matches!(of(&[helper]), Tick::Unknown(_)), "{helper}");
        }
    }
}
