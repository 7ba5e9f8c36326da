//! Writes a new rule that works: its file, its line in the table, and its spec. It reports something
//! simple, so that every test passes before the first change.

use std::collections::BTreeSet;
use std::path::Path;

use azml_rules::checks::{self, RULES};
use azml_rules::similar::closest;

/// Where the rules are listed.
pub const TABLE: &str = "rules/src/checks/mod.rs";

/// Adds the rule `name` of `group` to the repository at `root`; returns the files that it wrote or
/// changed, or what is wrong.
///
/// # Errors
/// When there is no such group, the name is none or is taken, or a file cannot be written.
pub fn generate(root: &Path, group: &str, name: &str) -> Result<[String; 3], String> {
    check_names(group, name)?;
    let module = name.replace('-', "_");
    let rule = format!("rules/src/checks/{group}/{module}.rs");
    let spec = format!("tests/specs/{group}/{name}.md");
    let taken = [&rule, &spec]
        .into_iter()
        .find(|path| root.join(path).exists());
    if let Some(path) = taken {
        return Err(format!("{path} is there already"));
    }
    let table =
        std::fs::read_to_string(root.join(TABLE)).map_err(|error| format!("{TABLE}: {error}"))?;
    let table = with_line(&table, group, &module).ok_or("the table has no place for the group")?;
    for (path, text) in [
        (&rule, filled(include_str!("rule.txt"), group, name)),
        (&spec, filled(include_str!("spec.txt"), group, name)),
        (&TABLE.to_owned(), table),
    ] {
        let whole = root.join(path);
        let folder = whole.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = folder.and_then(|()| std::fs::write(&whole, text));
        written.map_err(|error| format!("{path}: {error}"))?;
    }
    Ok([rule, TABLE.to_owned(), spec])
}

fn check_names(group: &str, name: &str) -> Result<(), String> {
    let groups: BTreeSet<&str> = RULES.iter().map(|rule| rule.group.name()).collect();
    if !groups.contains(group) {
        return Err(match closest(group, groups.iter().copied()) {
            Some(similar) => format!("there is no group `{group}`; did you mean `{similar}`?"),
            None => format!("there is no group `{group}`; there are {groups:?}"),
        });
    }
    let is_word = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some()
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    let starts_well = name.starts_with(|c: char| c.is_ascii_lowercase());
    if !starts_well || !name.split('-').all(is_word) {
        return Err(format!(
            "`{name}` is not in kebab-case; name the rule after the problem, such as `environment-unpinned`"
        ));
    }
    if checks::rule(name).is_some() {
        return Err(format!("there is a rule `{name}` already"));
    }
    Ok(())
}

fn filled(template: &str, group: &str, name: &str) -> String {
    let (first, rest) = group.split_at(1);
    let variant = format!("{}{rest}", first.to_uppercase());
    template
        .replace("{name}", name)
        .replace("{Group}", &variant)
        .replace("{version}", env!("CARGO_PKG_VERSION"))
}

/// `table` with a line for `module` in the list of `group`, at its place in the alphabet.
fn with_line(table: &str, group: &str, module: &str) -> Option<String> {
    let head = format!("    {group} {{\n");
    let start = table.find(&head)? + head.len();
    let end = start + table[start..].find("    }\n")?;
    let line = format!("        {module},\n");
    let mut lines: Vec<&str> = table[start..end].split_inclusive('\n').collect();
    let at = lines.iter().position(|other| **other > *line);
    lines.insert(at.unwrap_or(lines.len()), &line);
    Some(format!(
        "{}{}{}",
        &table[..start],
        lines.concat(),
        &table[end..]
    ))
}
