//! The words at the top of a document that select the kind within a family.

use crate::document::KindFamily;
use crate::schema::table::{KindDef, kinds};
use crate::schema::union_members::enum_values_of_all;
use crate::syntax::{Node, Scalar, known_text};

use super::{SchemaFault, SchemaProblem};
use crate::schema::validate::validation::Judgement;

/// Keys at the top that select the kind.
const KIND_KEYS: [&str; 4] = ["type", "task", "model_provider", "kind"];

/// Replaces the problems of a word at the top that selects no kind by one that lists the words of
/// the whole family, and reports a word that the client accepts only in the exact spelling.
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

/// Returns `true` if the client accepts the words of this key only in the exact spelling.
fn is_exact(kind: &KindDef, name: &str) -> bool {
    matches!(kind.kind.family(), KindFamily::Job | KindFamily::Datastore)
        && (name != "task" || kind.kind.is_automl())
}

/// Returns the values that the key `name` has in the kinds of a family.
fn words_of_family(kind: &KindDef, name: &str) -> Vec<&'static str> {
    let family = kinds()
        .iter()
        .filter(|other| !other.nested_only && other.kind.family() == kind.kind.family());
    let fields = family.filter_map(|other| other.ty.field(name));
    enum_values_of_all(fields.map(|field| &field.ty))
}
