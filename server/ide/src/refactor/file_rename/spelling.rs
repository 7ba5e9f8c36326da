//! Spelling of a new path in the style of the old one.

use azml_rules::expression::SourceMap;
use azml_rules::fix::Edit;
use azml_rules::syntax::ScalarStyle;

use super::NamedPath;

/// Returns `new`, relative to the same folder, in the style of `old`: with `./` and with a
/// `/` at the end if that has one.
pub(crate) fn like(old: &str, new: &str) -> String {
    let leads_up = new.starts_with("..");
    let dot = if old.starts_with('.') && !leads_up && new != "." {
        "./"
    } else {
        ""
    };
    let slash = if old.ends_with('/') { "/" } else { "" };
    format!("{dot}{new}{slash}")
}

/// Returns the edit that writes `new` in place of `path`; `None` if that cannot be done exactly.
pub(crate) fn written(
    document: &azml_rules::document::Document,
    path: &NamedPath,
    new: &str,
) -> Option<Edit> {
    let edit = |text: String| Edit {
        path: Some(document.shared_path()),
        ..Edit::new(path.range, text)
    };
    if path.is_shell {
        let is_plain = path.range.slice(document.text()) == path.text && new.chars().all(is_plain);
        return is_plain.then(|| edit(new.to_owned()));
    }
    let node = document.tree().node_at(path.range.start)?;
    let map = SourceMap::new(node);
    if !map.is_exact() || node.is_repaired() || new.contains(['\n', '\r']) {
        return None;
    }
    if new.chars().all(is_plain) && !new.starts_with('-') {
        return Some(edit(new.to_owned()));
    }
    match node.style()? {
        ScalarStyle::DoubleQuoted if !new.contains(['"', '\\']) => Some(edit(new.to_owned())),
        ScalarStyle::SingleQuoted if !new.contains('\'') => Some(edit(new.to_owned())),
        ScalarStyle::Plain
            if node.text() == Some(path.text.as_str()) && !new.contains(['"', '\\']) =>
        {
            Some(edit(format!("\"{new}\"")))
        }
        _ => None,
    }
}

/// Returns `true` if `c` has no special meaning in YAML and in a shell.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/')
}

#[cfg(test)]
mod tests {
    use super::like;

    #[test]
    fn a_path_is_spelled_as_the_old_one() {
        for (old, new, expected) in [
            ("./a.yml", "b/a.yml", "./b/a.yml"),
            ("a.yml", "b/a.yml", "b/a.yml"),
            ("./a.yml", "../a.yml", "../a.yml"),
            ("../a.yml", "a.yml", "./a.yml"),
            ("src/", "code/src", "code/src/"),
            (".", "..", ".."),
            ("./src", ".", "."),
        ] {
            assert_eq!(like(old, new), expected, "{old}");
        }
    }
}
