//! What holds at the top of a document only: which words tell the kinds of a family apart.

use super::choose::enum_values;
use super::problem::{Fault, Problem};
use super::table::{KindDef, kinds};
use super::walk::{Walk, take_for_typo};
use crate::document::KindFamily;
use crate::syntax::{Entry, Node, Scalar, known_text};

const DISCRIMINATORS: [&str; 4] = ["type", "task", "model_provider", "kind"];

/// Turns a wrong discriminator at the top into one problem that knows the words of the whole family, and finds one that the
/// client takes in this spelling only.
pub(super) fn look<'t>(kind: &KindDef, root: Node<'t>, walk: &mut Walk<'t>) {
    let family = kind.kind.family();
    default_compute(root, walk);
    for name in DISCRIMINATORS {
        let Some(value) = root.get(name) else {
            continue;
        };
        let values = words(family, name);
        if values.len() < 2 {
            continue;
        }
        let exact = matches!(family, KindFamily::Job | KindFamily::Datastore)
            && (name != "task" || kind.kind.is_automl());
        let wrong = walk
            .problems
            .iter_mut()
            .find(|problem| problem.at == value && problem.refused);
        if let Some(problem) = wrong {
            problem.fault = Fault::Discriminator { values };
        } else if exact
            && value.scalar() == Some(Scalar::Str)
            && known_text(value).is_some_and(|text| !values.contains(&text))
        {
            walk.problems
                .push(Problem::refused(value, Fault::Discriminator { values }));
        }
    }
}

/// `settings` and steps of a pipeline drop unknown keys, but a misspelled `default_compute` or `compute` leaves steps
/// without a compute.
fn default_compute<'t>(root: Node<'t>, walk: &mut Walk<'t>) {
    let without = |entry: Entry<'t>| {
        let step = entry.value.resolved();
        step.get("compute").is_none() && step.get("type").and_then(Node::text) != Some("pipeline")
    };
    let settings = root.get("settings");
    if root.get("compute").is_some()
        || settings.is_some_and(|settings| settings.get("default_compute").is_some())
    {
        return;
    }
    let steps: Vec<Entry<'t>> = root
        .get("jobs")
        .into_iter()
        .flat_map(Node::entries)
        .filter(|e| without(*e))
        .collect();
    let mut blame = |mapping: Node<'t>, name: &str| {
        let field = walk.mapping_type(mapping).and_then(|def| def.field(name));
        field.is_some_and(|field| take_for_typo(walk, mapping, field))
    };
    let by_default =
        !steps.is_empty() && settings.is_some_and(|settings| blame(settings, "default_compute"));
    for step in steps.iter().filter(|_| !by_default) {
        blame(step.value.resolved(), "compute");
    }
}

/// The values that the key `name` has in the kinds of a family.
fn words(family: KindFamily, name: &str) -> Vec<&'static str> {
    let mut values = Vec::new();
    let same = |def: &&KindDef| def.kind.family() == family && !def.nested_only;
    for field in kinds()
        .iter()
        .filter(same)
        .filter_map(|def| def.ty.field(name))
    {
        enum_values(&field.ty, &mut values);
    }
    values
}
