//! Uses of names that another file declares: the inputs of a schedule's job, those of a sweep whose
//! trial is a file.

use std::sync::Arc;

use super::link::Link;
use crate::document::{Document, Kind, ScheduledJob};
use crate::expression::{Declaration, Ports, text_range};
use crate::syntax::{Node, known_text};
use crate::text::Location;
use crate::workspace::Workspace;

/// Returns the uses in `document` of ports that the other file declares.
pub(super) fn links(workspace: &Workspace, document: &Document) -> Vec<Link> {
    let mut found = Vec::new();
    let other = |node: Node<'_>| workspace.referenced(document.path(), known_text(node)?);
    if let Some(schedule) = document.schedule() {
        let file = if let ScheduledJob::File(node) = schedule.job {
            other(node)
        } else {
            None
        };
        if let Some((job, overrides)) = file.zip(schedule.overrides) {
            for (section, kind) in [
                ("inputs", Declaration::Input),
                ("outputs", Declaration::Output),
            ] {
                add(&mut found, (overrides.get(section), kind), job, section);
            }
        }
    }
    if document.kind() == Some(Kind::JobSweep)
        && let Some(trial) = document.get("trial").and_then(other)
    {
        let sections = [
            ("inputs", Declaration::Input),
            ("search_space", Declaration::SearchSpace),
        ];
        for (section, kind) in sections {
            add(&mut found, (document.get(section), kind), trial, "inputs");
        }
        add(
            &mut found,
            (document.get("outputs"), Declaration::Output),
            trial,
            "outputs",
        );
    }
    found
}

/// Adds the keys of `given` that `section` of `other` declares.
fn add(
    found: &mut Vec<Link>,
    given: (Option<Node<'_>>, Declaration),
    other: &Arc<Document>,
    section: &str,
) {
    let declared = Ports::read(other.get(section));
    let (given, kind) = (Ports::read(given.0), given.1);
    let known = given
        .list
        .iter()
        .filter_map(|port| Some((port, declared.get(port.name())?)));
    found.extend(known.map(|(port, declared)| Link {
        name: port.name().to_owned(),
        kind,
        range: text_range(port.key),
        definition: Location {
            path: other.shared_path(),
            range: text_range(declared.key),
        },
    }));
}
