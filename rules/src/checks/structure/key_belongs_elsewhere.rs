//! A key that is valid in another place or kind of document.

use crate::checks::prelude::*;
use crate::syntax::NodeId;

declare_rule! {
    /// The key is valid one level deeper or in another kind of document: a cluster has
    /// `idle_time_before_scale_down` in seconds, an instance `idle_time_before_shutdown_minutes`,
    /// and the number of nodes of a job is under `resources`.
    ///
    /// Fix: moves a key to the section beside it where it belongs. It is unsafe, because the value was never
    /// checked there. There is no fix if another key of the document may become that section.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// idle_time_before_scale_down: 3600
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// idle_time_before_shutdown_minutes: 60
    /// ```
    "key-belongs-elsewhere", Structure, Error,
    summary: "a key that belongs in another place or kind of document",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    // A section is added once.
    let mut added: Vec<(NodeId, &str)> = Vec::new();
    for problem in faults::of(cx, FaultRule::MisplacedKey) {
        let SchemaFault::UnknownKey {
            owner,
            mapping,
            sent,
            ..
        } = &problem.fault
        else {
            continue;
        };
        let Some(found) = faults::misplaced_key(owner, problem.at) else {
            continue;
        };
        let place = faults::mapping_name(cx.kind(), *mapping);
        let message = format!(
            "`{}` belongs {}, not in {place}",
            faults::short_text(problem.at),
            found.belongs
        );
        let section = found.section().filter(|(section, _)| {
            let place = (mapping.id(), *section);
            let is_new = mapping.entry(section).is_none();
            let is_second = is_new && added.contains(&place);
            added.extend(is_new.then_some(place));
            !is_second
        });
        let edits = section.and_then(|(section, key)| moved(*mapping, problem.at, section, key));
        let diagnostic = cx.report(problem.at.range(), message);
        diagnostic.help(found.help);
        if let (Some((section, _)), Some(edits)) = (section, edits) {
            let title = format!("move it to `{section}`");
            diagnostic.fix(Fix::unsafe_(title, edits));
        }
        if !problem.refused {
            diagnostic.level(Level::Warning).note(if *sent {
                "the CLI sends it to the service as written, without a check"
            } else {
                "the CLI ignores it without warning"
            });
        }
    }
}

/// Returns the edits that move the entry with the key `at` of `mapping` into its `section`, under the name `key`. `None` if its value
/// isn't on the line of the key, or the section has such a key.
fn moved(mapping: Node<'_>, at: Node<'_>, section: &str, key: &str) -> Option<Vec<Edit>> {
    let entry = mapping.entries().find(|entry| entry.key == at)?;
    let value = entry.value.raw();
    if entry.value.text().is_none()
        || value.contains(['\n', '\r'])
        || fix::holds_anchor(entry.value)
    {
        return None;
    }
    let Some(place) = mapping.entry(section) else {
        if may_become(mapping, section) {
            return None;
        }
        let text = if mapping.is_flow() {
            format!("{section}: {{{key}: {value}}}")
        } else {
            let tree = at.tree();
            let indent = " ".repeat(fix::column(at) + fix::indent_unit(tree));
            format!("{section}:{}{indent}{key}: {value}", fix::newline(tree))
        };
        return Some(vec![Edit::new(entry.range(), text)]);
    };
    if place.value.get(key).is_some() {
        return None;
    }
    Some(vec![
        fix::remove_entry(entry),
        fix::add_below(place, key, value)?,
    ])
}

/// Returns `true` if the fix of another finding may write the section: of a misspelled key, or of `compute` with
/// the number of nodes in it.
fn may_become(mapping: Node<'_>, section: &str) -> bool {
    let has_nodes = |compute: Node<'_>| {
        ["instance_count", "instance_type"]
            .iter()
            .any(|key| compute.get(key).is_some())
    };
    let mut keys = mapping.entries().filter_map(|entry| entry.key.text());
    keys.any(|key| closest(key, [section]).is_some())
        || section == "resources" && mapping.get("compute").is_some_and(has_nodes)
}
