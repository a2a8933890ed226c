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

/// `q tick ROLE …` is `q tick/ROLE.q …`, unless there is something else called `tick` that q would open.
pub fn name_role(settings: &mut Settings) {
    if settings.file.bytes() != b"tick" || taken(Path::new("tick")) {
        return;
    }
    let Some(role) = settings.args.first().map(|role| format!("tick/{role}.q")) else { return };
    if SCRIPTS.iter().any(|(path, _)| *path == role) {
        settings.file = Sym::new(role);
        settings.args.remove(0);
    }
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

    #[test]
    fn roles_are_scripts() {
        let of = |file: &str, args: &[&str]| {
            let args = args.iter().map(|a| (*a).to_string()).collect();
            let mut s = Settings { file: Sym::new(file), args, ..Settings::default() };
            name_role(&mut s);
            (s.file.text().into_owned(), s.args)
        };
        assert_eq!(of("tick", &["rdb", "-tp"]), ("tick/rdb.q".into(), vec!["-tp".into()]));
        assert_eq!(of("tick", &["nosuch"]), ("tick".into(), vec!["nosuch".into()]));
        assert_eq!(of("tick", &[]), ("tick".into(), vec![]));
        assert_eq!(of("tick.q", &["rdb"]), ("tick.q".into(), vec!["rdb".into()]));
    }
}
