//! Places that read, write and set a declared name, as lines of a hover.

use std::collections::BTreeMap;

use azml_rules::expression::Declaration;
use azml_rules::symbols::Reference;
use azml_rules::syntax::Node;

use crate::Site;
use crate::markdown::{Markdown, code, joined, md};

/// Maximum number of places listed in a line.
const LISTED: usize = 5;

/// Returns the lines, each with its label: places of this document by step and key, others by file
/// and line.
pub(crate) fn rows(
    site: &Site<'_>,
    kind: Declaration,
    places: &[Reference],
) -> Vec<(&'static str, Markdown)> {
    let mut places_by_role: BTreeMap<usize, Vec<Markdown>> = BTreeMap::new();
    for place in places.iter().filter(|place| !place.is_definition) {
        let path = &place.location.path;
        let Some(document) = site.workspace.document(path) else {
            continue;
        };
        let Some(node) = document.tree().node_at(place.location.range.start) else {
            continue;
        };
        let keys = KeysAround::of(node);
        let text = if **path == *site.document.path() {
            keys.in_this_file(node.is_key())
        } else {
            let place = site.place_link(path, place.location.range.start);
            md!("{}{}", place, keys.in_another_file())
        };
        let list = places_by_role.entry(keys.role(kind, node)).or_default();
        if !list.contains(&text) {
            list.push(text);
        }
    }
    let row =
        |(role, list): (usize, Vec<Markdown>)| Some((*ROLES.get(role)?, places_listed(&list)));
    places_by_role.into_iter().filter_map(row).collect()
}

/// Roles of a place, in the order of the hover.
const ROLES: [&str; 4] = ["Set by", "Bound by", "Written by", "Read by"];

/// "7 places: a, b, c, d, e, and 2 more"
fn places_listed(list: &[Markdown]) -> Markdown {
    let more = list.len().saturating_sub(LISTED);
    let shown = joined(list.iter().take(LISTED), ", ");
    match more {
        0 => shown,
        _ => md!("{} places: {}, and {} more", list.len(), shown, more),
    }
}

/// The keys that contain a place.
#[derive(Default)]
struct KeysAround<'t> {
    /// The innermost step.
    step: Option<&'t str>,
    /// The keys below the step, else from the root.
    keys: Vec<&'t str>,
}

impl<'t> KeysAround<'t> {
    fn of(node: Node<'t>) -> Self {
        let up = std::iter::successors(Some(node), |node| node.parent());
        let keys = up.filter_map(|node| {
            if node.is_key() {
                Some(node)
            } else {
                node.key()
            }
        });
        let mut found = Self::default();
        for key in keys.filter_map(Node::text) {
            if key == "jobs" && !found.keys.is_empty() {
                found.step = found.keys.pop();
                break;
            }
            found.keys.push(key);
        }
        found.keys.reverse();
        found
    }

    /// Returns the input or output that the place belongs to, with the key of its section.
    fn port(&self) -> Option<(&'t str, &'t str)> {
        match self.keys.as_slice() {
            [section @ ("inputs" | "outputs"), port, ..] => Some((section, port)),
            _ => None,
        }
    }

    fn role(&self, kind: Declaration, node: Node<'_>) -> usize {
        match (kind, node.is_key(), self.port()) {
            (Declaration::Output, true, _) => 1,
            (Declaration::Output, false, Some(("inputs", _))) => 3,
            (Declaration::Output, false, _) => 2,
            (_, true, _) => 0,
            (_, false, _) => 3,
        }
    }

    /// "step `prep` (`raw`)", "`command` of step `prep`", "`trial.command`".
    fn in_this_file(&self, is_key: bool) -> Markdown {
        let keys = self.keys.join(".");
        match (self.step, self.port()) {
            (Some(step), Some((_, port))) if !is_key => {
                md!("step {} ({})", code(step), code(port))
            }
            (Some(step), None) if !is_key && !keys.is_empty() => {
                md!("{} of step {}", code(keys), code(step))
            }
            (Some(step), _) => md!("step {}", code(step)),
            (None, _) => code(keys),
        }
    }

    /// " (step `prep`)"
    fn in_another_file(&self) -> Markdown {
        self.step
            .map_or_else(Markdown::new, |step| md!(" (step {})", code(step)))
    }
}
