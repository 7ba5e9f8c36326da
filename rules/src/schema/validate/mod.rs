//! Validates a document against the type of its kind, and records the types of its mappings, keys
//! and values.
//!
//! Start with [`judge_document`]. The walk down is in [`value`], with [`mapping`],
//! [`scope`], [`isolated_node`] and [`subtree_cache`]; [`union`] selects an alternative, [`scalar`]
//! implements the client's coercions, [`expression`] the places of expressions, [`client_checks`]
//! the client's checks beyond single fields. [`files`] checks paths. Invariants: a [`problem`] or result
//! in [`validation`] has facts, no messages; only `value` is recursive.

mod client_checks;
mod expression;
mod files;
mod isolated_node;
mod mapping;
mod problem;
mod scalar;
mod scope;
mod subtree_cache;
mod union;
mod validation;
mod value;

use crate::document::Document;
use crate::schema::table::{Inside, KindDef, Type};
use crate::syntax::{Node, NodeKind};
use crate::workspace::Workspace;

use files::{DocumentFiles, Influence};
use problem::missing_key::missing_key;
use problem::{default_compute, kind_words};
use scope::Focus;
use subtree_cache::PreviousResults;
use value::Judge;

pub use expression::takes_expression;
pub use problem::missing_key::mark_for_missing;
pub use problem::{SchemaFault, SchemaProblem};
pub use validation::Judgement;

/// Validates the document against the type of its kind. The result is empty for kinds without a type.
pub fn judge_document<'t>(workspace: &Workspace, document: &'t Document) -> Judgement<'t> {
    judge(workspace, document, own_kind(document), Focus::default())
}

/// Same as [`judge_document`], as if the document were of another kind.
pub fn judge_as<'t>(
    workspace: &Workspace,
    document: &'t Document,
    kind: &'static KindDef,
) -> Judgement<'t> {
    judge(workspace, document, Some(kind), Focus::default())
}

fn own_kind(document: &Document) -> Option<&'static KindDef> {
    document.kind().and_then(KindDef::of)
}

/// Same as [`judge_document`], but only for the mappings, keys and values around `offset`. Problems
/// in other places are missing.
pub fn judge_around<'t>(
    workspace: &Workspace,
    document: &'t Document,
    offset: u32,
) -> Judgement<'t> {
    // Anchored nodes get their types in the places of their aliases.
    let has_aliases = document
        .tree()
        .nodes()
        .any(|node| node.kind() == NodeKind::Alias);
    let focus = Focus((!has_aliases).then_some(offset));
    judge(workspace, document, own_kind(document), focus)
}

/// Returns `true` if the client accepts `node` where `ty` is expected; all files are assumed to exist.
pub fn accepts(ty: &'static Type, node: Node<'_>) -> bool {
    let (workspace, influence) = (Workspace::default(), Influence::default());
    let judge = Judge::of_value(DocumentFiles {
        workspace: &workspace,
        path: "",
        influence: &influence,
    });
    judge.value(ty, node, false).is_accepted()
}

/// Same as [`accepts`], in a document at `path` of a workspace, with expressions allowed.
pub(crate) fn accepts_in(
    workspace: &Workspace,
    path: &str,
    ty: &'static Type,
    node: Node<'_>,
) -> bool {
    let influence = Influence::default();
    let judge = Judge::of_value(DocumentFiles {
        workspace,
        path,
        influence: &influence,
    });
    judge.value(ty, node, true).is_accepted()
}

fn judge<'t>(
    workspace: &Workspace,
    document: &'t Document,
    kind: Option<&'static KindDef>,
    focus: Focus,
) -> Judgement<'t> {
    let (Some(kind), Some(root)) = (kind, document.root()) else {
        return Judgement::default();
    };
    let influence = Influence::default();
    let previous = PreviousResults::before(workspace.cache(), document.tree(), kind.kind);
    let judge = Judge {
        files: DocumentFiles {
            workspace,
            path: document.path(),
            influence: &influence,
        },
        kind: Some(kind.kind),
        focus,
        previous: previous.as_ref(),
    };
    let inside = Inside {
        expressions: false,
        unknown: kind.unknown,
    };
    let mut judgement = Judgement::default();
    if root.kind() == NodeKind::Mapping {
        judgement = judge.mapping(kind.ty, inside, root, false);
        add_missing(kind, root, &mut judgement);
    }
    judgement.sort();
    if !focus.is_somewhere() {
        subtree_cache::keep(workspace.cache(), document.tree(), kind.kind, &judgement);
    }
    default_compute::look(root, &mut judgement);
    kind_words::look(kind, root, &mut judgement);
    let after_load = std::mem::take(&mut judgement.after_load);
    judgement.add_all_unless_refused(after_load);
    judgement.problems.sort_by_key(|problem| problem.at.range());
    judgement.depends_on_others = influence.is_on_a_choice();
    judgement
}

/// Adds the missing keys that only this kind requires.
fn add_missing<'t>(kind: &KindDef, root: Node<'t>, judgement: &mut Judgement<'t>) {
    for name in kind.required {
        let is_known = judgement.problems.iter().any(|problem| {
            matches!(
                problem.fault,
                SchemaFault::MissingKey { name: other, mapping, .. } if other == *name && mapping == root
            )
        });
        if root.get(name).is_none() && !is_known && !root.is_incomplete() {
            judgement.problems.push(missing_key(kind.ty, name, root));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{judge_around, judge_document};
    use crate::document::Document;
    use crate::workspace::Workspace;

    #[test]
    fn what_is_near_is_the_same_and_the_rest_is_left_out() {
        let text = "type: pipeline\njobs:\n  \
                    a: {type: command, component: azureml:c:1, compute: azureml:x}\n  \
                    b: {type: sweep, trial: ./t.yml, limits: {max_total_trials: 3}}\n";
        let (workspace, document) = (Workspace::default(), Document::new("job.yml", text));
        let all = judge_document(&workspace, &document);
        for key in document.tree().nodes().filter(|node| node.is_key()) {
            let near = judge_around(&workspace, &document, key.range().start);
            let name = |field: Option<&crate::schema::table::Field>| field.map(|field| field.doc);
            assert_eq!(name(near.field_of(key)), name(all.field_of(key)), "{key:?}");
            assert!(near.fields.len() < all.fields.len());
        }
    }

    #[test]
    fn what_an_anchor_marks_is_known() {
        let text =
            "type: pipeline\nx: &x {compute: azureml:c}\njobs:\n  a: {type: command, <<: *x}\n";
        let (workspace, document) = (Workspace::default(), Document::new("job.yml", text));
        let key = document
            .root()
            .and_then(|root| root.get("x")?.entry("compute"))
            .unwrap()
            .key;
        let near = judge_around(&workspace, &document, key.range().start);
        assert!(near.field_of(key).is_some());
    }
}
