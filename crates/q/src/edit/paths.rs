//! Completion of paths: behind `\l` and `\cd`, and in file symbols.

use std::path::Path;

/// Where the path that ends at `at` starts, if one does.
pub fn stem(line: &str, at: usize) -> Option<usize> {
    let before = &line[..at];
    for command in ["\\l ", "\\cd "] {
        if let Some(path) = before.strip_prefix(command) {
            return Some(at - path.trim_start().len());
        }
    }
    let start = before.rfind("`:")? + 2;
    let path = |c: char| c.is_alphanumeric() || "._-/".contains(c);
    before[start..].chars().all(path).then_some(start)
}

/// The paths that start with `stem`, in order; a slash follows those of folders. Hidden files are offered to those who
/// begin with a dot.
pub fn starting(stem: &str) -> Vec<String> {
    let (folder, name) = stem.rsplit_once('/').map_or(("", stem), |(folder, name)| (folder, name));
    let shown = &stem[..stem.len() - name.len()];
    let place = match (folder, shown) {
        ("", "") => Path::new("."),
        ("", _) => Path::new("/"),
        _ => Path::new(folder),
    };
    let Ok(entries) = std::fs::read_dir(place) else { return Vec::new() };
    let mut found: Vec<String> = entries
        .filter_map(Result::ok)
        .filter_map(|entry| {
            let own = entry.file_name().into_string().ok()?;
            let fits = own.starts_with(name) && own.starts_with('.') == name.starts_with('.');
            let slash = if entry.path().is_dir() { "/" } else { "" };
            fits.then(|| format!("{shown}{own}{slash}"))
        })
        .collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_where_they_stand() {
        for (line, path) in [
            ("\\l sr", Some("sr")),
            ("\\l ", Some("")),
            ("get`:a/b", Some("a/b")),
            ("x:`a", None),
            ("`:a+b", None),
        ] {
            assert_eq!(stem(line, line.len()).map(|start| &line[start..]), path, "{line}");
        }
    }

    #[test]
    fn folders_end_with_a_slash() {
        assert_eq!(starting("src/ed"), ["src/edit/"]);
        assert_eq!(starting("src/edit/pa"), ["src/edit/paths.rs"]);
        assert!(starting("src/nosuch/").is_empty());
    }
}
