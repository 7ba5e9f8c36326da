//! The words at the top of a document that tell the kinds of a family apart.

use crate::document::KindFamily;
use crate::schema::table::{KindDef, kinds};
use crate::schema::union_members::enum_values_of_all;
use crate::syntax::{Node, Scalar, known_text};

use super::problem::{SchemaFault, SchemaProblem};
use super::validation::Judgement;

/// Keys at the top whose words tell kinds apart.
const KIND_KEYS: [&str; 4] = ["type", "task", "model_provider", "kind"];

/// Turns a word at the top that names no kind into one problem that knows the words of the whole
/// family, and finds one that the client takes in this spelling only.
pub(crate) fn look<'t>(kind: &KindDef, root: Node<'t>, judgement: &mut Judgement<'t>) {
    for name in KIND_KEYS {
        let Some(value) = root.get(name) else {
            continue;
        };
        let values = words_of_family(kind, name);
        if values.len() < 2 {
            continue;
        }
        let refused = judgement
            .problems
            .iter_mut()
            .find(|problem| problem.at == value && problem.refused);
        if let Some(problem) = refused {
            problem.fault = SchemaFault::Discriminator { values };
            continue;
        }
        let is_other = |text: &str| !values.contains(&text);
        if is_exact(kind, name)
            && value.scalar() == Some(Scalar::Str)
            && known_text(value).is_some_and(is_other)
        {
            let fault = SchemaFault::Discriminator { values };
            judgement
                .problems
                .push(SchemaProblem::refused(value, fault));
        }
    }
}

/// Whether the client takes the words of this key in one spelling only.
fn is_exact(kind: &KindDef, name: &str) -> bool {
    matches!(kind.kind.family(), KindFamily::Job | KindFamily::Datastore)
        && (name != "task" || kind.kind.is_automl())
}

/// The values that the key `name` has in the kinds of a family.
fn words_of_family(kind: &KindDef, name: &str) -> Vec<&'static str> {
    let family = kinds()
        .iter()
        .filter(|other| !other.nested_only && other.kind.family() == kind.kind.family());
    let fields = family.filter_map(|other| other.ty.field(name));
    enum_values_of_all(fields.map(|field| &field.ty))
}
