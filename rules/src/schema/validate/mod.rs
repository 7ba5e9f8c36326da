//! Holds a document against the type of its kind, once: what in it is wrong, and what each mapping,
//! key and value turned out to be.
//!
//! Start with [`judge_document`]. [`value`] is the walk down; `union` chooses between alternatives,
//! `scalar` knows the client's coercions, `load_checks` and `validation_checks` what the client
//! looks at beyond single fields. What must stay true: a judgement is plain facts, the words are
//! found elsewhere; only `value` calls itself.

mod conditions;
mod default_compute;
mod expression;
mod files;
mod isolated_node;
mod kind_words;
mod load_checks;
mod local_files;
mod mapping;
mod missing_key;
mod problem;
mod scalar;
mod scope;
mod subtree_cache;
mod union;
mod validation;
mod validation_checks;
mod value;

use crate::document::Document;
use crate::schema::table::{Inside, KindDef, Type};
use crate::syntax::{Node, NodeKind};
use crate::workspace::Workspace;

use files::{DocumentFiles, Influence};
use missing_key::missing_key;
use scope::Focus;
use subtree_cache::Kept;
use value::Judge;

pub use expression::takes_expression;
pub use missing_key::mark_for_missing;
pub use problem::{SchemaFault, SchemaProblem};
pub use validation::Judgement;

/// Holds the document against the type of its kind. Nothing for kinds without a type.
#[must_use]
pub fn judge_document<'t>(workspace: &Workspace, document: &'t Document) -> Judgement<'t> {
    judge(workspace, document, own_kind(document), Focus::default())
}

/// As [`judge_document`], as if the document were of another kind.
#[must_use]
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

/// As [`judge_document`], as far as it concerns `offset`: what mappings, keys and values around it
/// are. Problems elsewhere are missing.
#[must_use]
pub fn judge_around<'t>(
    workspace: &Workspace,
    document: &'t Document,
    offset: u32,
) -> Judgement<'t> {
    // What an anchor marks is known from the places that repeat it.
    let has_aliases = document
        .tree()
        .nodes()
        .any(|node| node.kind() == NodeKind::Alias);
    let focus = Focus((!has_aliases).then_some(offset));
    judge(workspace, document, own_kind(document), focus)
}

/// Whether the client takes `node` where `ty` is expected; every file counts as there.
#[must_use]
pub fn accepts(ty: &'static Type, node: Node<'_>) -> bool {
    let (workspace, influence) = (Workspace::default(), Influence::default());
    let judge = Judge::of_value(DocumentFiles {
        workspace: &workspace,
        path: "",
        influence: &influence,
    });
    judge.value(ty, node, false).is_accepted()
}

/// As [`accepts`], in a document at `path` of a workspace, where expressions are taken.
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
    let kept = Kept::before(workspace.cache(), document.tree(), kind.kind);
    let judge = Judge {
        files: DocumentFiles {
            workspace,
            path: document.path(),
            influence: &influence,
        },
        kind: Some(kind.kind),
        focus,
        kept: kept.as_ref(),
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

/// Adds the keys that only this kind needs.
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
