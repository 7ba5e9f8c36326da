//! What the specs say of refactorings.

use azml_ide::refactor::{Refactoring, refactorings};
use azml_rules::fix::{Fix, apply};
use azml_rules::text::TextRange;

use super::Scene;

fn found(scene: &Scene) -> Vec<Refactoring> {
    scene.look(|site, offset| refactorings(site, TextRange::empty(offset)))
}

/// A line for each.
pub(super) fn titles(scene: &Scene) -> String {
    found(scene)
        .iter()
        .map(|found| format!("{}\n", found.title))
        .collect()
}

/// The file after the first one, or the one whose title holds `title`, with the new files below.
pub(super) fn result(scene: &Scene, title: Option<&str>) -> String {
    let all = found(scene);
    let mut fitting = all
        .into_iter()
        .filter(|found| title.is_none_or(|title| found.title.contains(title)));
    let Some(first) = fitting.next() else {
        return "nothing is offered\n".to_owned();
    };
    let mut out = apply(scene.text(), [&Fix::unsafe_("", first.edits)]).0;
    let is_crlf = scene.text().contains("\r\n");
    let newline = if is_crlf { "\r\n" } else { "\n" };
    for file in first.new_files {
        let path = file.path.strip_prefix("/p/").unwrap_or(&file.path);
        out += &format!("--- {path}{newline}{}", file.text);
    }
    out
}
