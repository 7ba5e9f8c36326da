//! Results of validation that an edit did not change: of a pipeline with a thousand steps, one is
//! validated again.
//!
//! Invariant: a result is reused only for a part without mistakes and file lookups, in an entry that
//! the edit did not touch. Then it depends on nothing but its own nodes.

use std::sync::Arc;

use crate::document::Kind;
use crate::query::{Query, QueryCache};
use crate::schema::table::{Field, Type, TypeDef};
use crate::syntax::{Alike, NodeId, Tree};

use super::isolated_node::Apart;
use super::validation::Judgement;

/// The newest judged tree of each edited text, with its number.
struct JudgedTrees;

impl Query for JudgedTrees {
    type Key = u64;
    type Value = (u64, Arc<Judged>);
    /// In values: enough for some texts that are as long as programs write them.
    const CAPACITY: usize = 200_000;
}

/// The types of the nodes of a tree.
#[derive(Debug)]
struct Judged {
    kind: Kind,
    mappings: Vec<(NodeId, &'static TypeDef)>,
    fields: Vec<(NodeId, &'static Field)>,
    values: Vec<(NodeId, &'static Type)>,
    apart: Vec<Apart>,
}

/// The results for a tree before an edit.
#[derive(Debug)]
pub(crate) struct PreviousResults {
    judged: Arc<Judged>,
    alike: Alike,
}

impl PreviousResults {
    /// Returns the results from before the last edit of `tree`, which is that of a document of this kind.
    pub(crate) fn before(cache: &QueryCache, tree: &Tree, kind: Kind) -> Option<Self> {
        let revision = tree.revision.as_ref()?;
        let (earlier, judged) = cache.table::<JudgedTrees>().get(&revision.text())?;
        let alike = revision.alike(earlier)?;
        (judged.kind == kind).then_some(Self { judged, alike })
    }

    /// Adds the results for `part` to `judgement`; `false` if there are none.
    pub(crate) fn add(&self, part: &Apart, judgement: &mut Judgement<'_>) -> bool {
        let Some(node) = self.alike.before_edit(part.node, part.end) else {
            return false;
        };
        let all = &self.judged;
        let found = all.apart.binary_search_by_key(&node, |before| before.node);
        let before = found.ok().and_then(|at| all.apart.get(at));
        let Some(before) = before.filter(|before| before.expects(part)) else {
            return false;
        };
        add_within(&all.mappings, before, part, &mut judgement.mappings);
        add_within(&all.fields, before, part, &mut judgement.fields);
        add_within(&all.values, before, part, &mut judgement.values);
        judgement.apart.push(*part);
        true
    }
}

/// Adds to `added` what `all` says of the nodes in `before`, which are those in `part` now.
fn add_within<T: Copy>(
    all: &[(NodeId, T)],
    before: &Apart,
    part: &Apart,
    added: &mut Vec<(NodeId, T)>,
) {
    let from = all.partition_point(|(id, _)| *id < before.node);
    let within = all[from..].iter().take_while(|(id, _)| *id < before.end);
    added.extend(within.map(|(id, it)| (id.moved(before.node, part.node), *it)));
}

/// Stores the types of the nodes of `tree` for its next revision. `judgement` is sorted.
pub(crate) fn keep(cache: &QueryCache, tree: &Tree, kind: Kind, judgement: &Judgement<'_>) {
    let Some(revision) = tree.revision.as_ref().filter(|it| !it.is_draft()) else {
        return;
    };
    let judged = Judged {
        kind,
        mappings: judgement.mappings.clone(),
        fields: judgement.fields.clone(),
        values: judgement.values.clone(),
        apart: judgement.apart.clone(),
    };
    let size = judged.values.len();
    let judged = (revision.own(), Arc::new(judged));
    cache
        .table::<JudgedTrees>()
        .insert(revision.text(), judged, size);
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::schema::judge_document;
    use crate::syntax::NodeId;
    use crate::work_counter::spent;
    use crate::workspace::Workspace;

    fn pipeline() -> String {
        let step = |n: usize| {
            format!(
                "  step_{n}:\n    type: command\n    command: echo {n}\n    inputs:\n      data:\n        \
                 type: uri_file\n        path: azureml:d:{n}\n    environment: azureml:e:1\n"
            )
        };
        let steps: String = (0..20).map(step).collect();
        format!(
            "type: pipeline\ndisplay_name: many\njobs:\n{steps}outputs:\n  o: {{type: uri_folder}}\n"
        )
    }

    /// What `document` turned out to be, with the effort that took.
    fn judged(workspace: &Workspace, document: &Document) -> (String, u64) {
        let before = spent();
        let it = judge_document(workspace, document);
        let effort = spent() - before;
        let places = it.problems.iter().map(|problem| problem.at);
        let problems: Vec<String> = places.map(|at| format!("{at:?}")).collect();
        let known = (at(&it.mappings), at(&it.fields), at(&it.values));
        (format!("{problems:?} {known:?}"), effort)
    }

    /// The types, which are recursive, by their places in memory.
    fn at<T>(all: &[(NodeId, &'static T)]) -> Vec<(NodeId, *const T)> {
        let at = |(id, it): &(NodeId, &'static T)| (*id, std::ptr::from_ref(*it));
        all.iter().map(at).collect()
    }

    #[test]
    fn what_is_judged_after_edits_is_what_the_whole_text_is() {
        let workspace = Workspace::default();
        let mut text = pipeline();
        let mut document = Document::new("p.yml", text.as_str());
        let mut spent_after_edits = Vec::new();
        for (old, new) in [
            ("echo 7", "echo 77"),
            ("echo 8", "echo 8\n    compute: azureml:c"),
            (
                "uri_file\n        path: azureml:d:3",
                "uri_fil\n        path: azureml:d:3",
            ),
            ("uri_fil\n", "uri_folder\n"),
            ("display_name", "tags: {a: b}\ndisplay_name"),
            ("  step_5:", "  other:\n    type: command\n  step_5:"),
            ("    type: command\n  step_5:", "    type: [\n  step_5:"),
            ("type: [", "type: sweep"),
            (
                "type: pipeline",
                "type: pipeline\nsettings:\n  default_compute: azureml:x",
            ),
            ("echo 19", "echo ${{inputs.x}}"),
        ] {
            text = text.replacen(old, new, 1);
            document = Document::edited_after(&document, text.as_str(), &[]);
            let (after_edit, effort) = judged(&workspace, &document);
            let (whole, whole_effort) = judged(&workspace, &Document::new("p.yml", text.as_str()));
            assert_eq!(after_edit, whole, "{new}");
            spent_after_edits.push(effort * 100 / whole_effort);
        }
        let few = spent_after_edits.iter().filter(|percent| **percent < 50);
        assert!(few.count() >= 6, "{spent_after_edits:?}");
    }
}
