//! The findings of all files.

use std::collections::BTreeSet;

use azml_ide::diagnostics::writing::Writing;
use azml_rules::analyze;
use azml_rules::diagnostic::{Diagnostic, Tag};
use azml_rules::text::printable::printable;
use serde_json::{Value, json};

use crate::project::Project;
use crate::request::Spot;

/// The findings by file and place, each with its file, and the kind of each file: of those at `paths`, or of all. What
/// may only be incomplete at `writing` is left out.
pub(crate) fn findings(
    project: &Project,
    paths: Option<&BTreeSet<String>>,
    writing: Option<&Spot>,
) -> Value {
    let (mut findings, mut kinds) = (Vec::new(), serde_json::Map::new());
    let mut chosen = project.paths();
    chosen.retain(|path| paths.is_none_or(|paths| paths.contains(path)));
    for path in chosen {
        for problem in project.config_problems(&path) {
            findings.push(json!({
                "path": path,
                "range": project.units(&path, problem.range),
                "level": "error",
                "message": printable(&problem.message),
                "notes": [],
                "help": problem.help,
                "related": [],
            }));
        }
        let kind = project.workspace.document(&path).and_then(|it| it.kind());
        if let Some(kind) = kind {
            kinds.insert(
                path.clone(),
                json!({"id": kind.id().as_str(), "label": kind.label()}),
            );
        }
        let found = shown(project, &path, writing.filter(|spot| spot.path == path));
        findings.extend(found.iter().map(|it| finding(project, &path, it)));
    }
    json!({"findings": findings, "kinds": kinds})
}

/// The findings of one file that are shown while text is typed at `writing`.
fn shown(project: &Project, path: &str, writing: Option<&Spot>) -> Vec<Diagnostic> {
    let mut found = analyze(&project.workspace, path);
    if let Some((document, spot)) = project.workspace.document(path).zip(writing)
        && let Some(writing) = Writing::at(document, project.offset(path, spot.at))
    {
        found.retain(|finding| writing.wait(finding).is_none());
    }
    found
}

fn finding(project: &Project, path: &str, finding: &Diagnostic) -> Value {
    let related = finding.related.iter().map(|related| {
        json!({
            "path": &*related.path,
            "range": project.units(&related.path, related.range),
            "message": printable(&related.message),
        })
    });
    let tag = finding.tag.map(|tag| match tag {
        Tag::Unnecessary => "unnecessary",
        Tag::Deprecated => "deprecated",
    });
    json!({
        "path": path,
        "range": project.units(path, finding.range),
        "rule": finding.rule.name,
        "level": finding.level.name(),
        "message": printable(&finding.message),
        "notes": finding.notes.iter().map(|it| printable(it)).collect::<Vec<_>>(),
        "help": finding.help.as_deref().map(printable),
        "tag": tag,
        "related": related.collect::<Vec<_>>(),
    })
}
