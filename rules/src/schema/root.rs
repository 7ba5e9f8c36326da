//! What holds at the top of a document only: which words tell the kinds of a family apart.

use super::choose::enum_values;
use super::problem::{Fault, Problem};
use super::table::{KindDef, kinds};
use super::walk::Walk;
use crate::document::known_text;
use crate::syntax::{Node, Scalar};

const DISCRIMINATORS: [&str; 4] = ["type", "task", "model_provider", "kind"];

/// Turns a wrong discriminator at the top into one problem that knows the words of the whole family, and finds one that the
/// client takes in this spelling only.
pub(super) fn look<'t>(kind: &KindDef, root: Node<'t>, walk: &mut Walk<'t>) {
    let family = kind.id.split('/').next().unwrap_or_default();
    for name in DISCRIMINATORS {
        let Some(value) = root.get(name) else { continue };
        let values = words(family, name);
        if values.len() < 2 {
            continue;
        }
        let exact = matches!(family, "job" | "datastore") && (name != "task" || kind.id.starts_with("job/automl"));
        let wrong = walk.problems.iter_mut().find(|problem| problem.at == value && problem.refused);
        if let Some(problem) = wrong {
            problem.fault = Fault::Discriminator { values };
        } else if exact
            && value.scalar() == Some(Scalar::Str)
            && known_text(value).is_some_and(|text| !values.contains(&text))
        {
            walk.problems.push(Problem::refused(value, Fault::Discriminator { values }));
        }
    }
}

/// The values that the key `name` has in the kinds of a family.
fn words(family: &str, name: &str) -> Vec<&'static str> {
    let mut values = Vec::new();
    let same = |def: &&KindDef| def.id.split('/').next() == Some(family) && !def.nested_only;
    for field in kinds().iter().filter(same).filter_map(|def| def.ty.field(name)) {
        enum_values(&field.ty, &mut values);
    }
    values
}
