//! All rules over a folder of any texts: findings lie in their files, are the same twice, and stay
//! the same while nothing that was looked up changes.

use azml_rules::diagnostic::Diagnostic;
use azml_rules::fix::{Fix, apply};
use azml_rules::text::TextRange;
use azml_rules::workspace::{Dependencies, Workspace};
use azml_rules::{analyze, analyze_tracked};

use super::{Folder, fits};

pub(super) fn check(bytes: &[u8]) {
    let Some(text) = super::folder::text(bytes) else {
        return;
    };
    hold(&Folder::read(&text).workspace());
}

/// Checks each file of `workspace`.
pub(super) fn hold(workspace: &Workspace) {
    let paths: Vec<String> = workspace.paths().map(str::to_owned).collect();
    let mut known = Vec::new();
    for path in &paths {
        let (found, reads) = analyze_tracked(workspace, path);
        found
            .iter()
            .for_each(|finding| is_in_order(finding, workspace, path));
        assert!(found.is_sorted_by_key(|finding| finding.range));
        known.push((path, shown(&found), reads));
    }
    for gone in &paths {
        let mut smaller = workspace.clone();
        smaller.remove(gone);
        for (path, found, reads) in known.iter().filter(|(path, ..)| *path != gone) {
            stays(&smaller, path, found, reads);
        }
    }
}

fn shown(found: &[Diagnostic]) -> String {
    format!("{found:?}")
}

fn stays(workspace: &Workspace, path: &str, found: &str, reads: &Dependencies) {
    if workspace.confirms(reads) && workspace.disk_confirms(reads) {
        assert_eq!(shown(&analyze(workspace, path)), found, "{path}");
    }
}

fn is_in_order(finding: &Diagnostic, workspace: &Workspace, path: &str) {
    let document = workspace.document(path).expect("it was analyzed");
    fits(finding.range, document.text());
    // A name in it may hold anything: whoever shows it escapes it.
    assert!(!finding.message.is_empty());
    for related in &finding.related {
        if let Some(document) = workspace.document(&related.path) {
            fits(related.range, document.text());
        }
    }
    for fix in &finding.fixes {
        can_be_made(fix, document.text());
    }
}

/// That the edits of this file are in order, do not overlap, and can be made.
fn can_be_made(fix: &Fix, text: &str) {
    let edits = fix.edits.iter().filter(|edit| edit.path.is_none());
    let ranges: Vec<TextRange> = edits.map(|edit| edit.range).collect();
    ranges.iter().for_each(|range| fits(*range, text));
    for pair in ranges.windows(2) {
        assert!(pair[0].end <= pair[1].start, "{fix:?}");
    }
    let (_, made) = apply(text, [fix]);
    assert_eq!(made, usize::from(!ranges.is_empty()), "{fix:?}");
}
