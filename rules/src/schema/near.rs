//! Walking only what matters for one place: a card is about one step, not about the five hundred beside it.

use super::walk::{Walk, Walker, effective_entries, walk_near};
use crate::document::Document;
use crate::syntax::{Entry, Node, NodeKind};
use crate::text::TextRange;
use crate::workspace::Workspace;

/// Which entries of free mappings and which items of lists are looked at.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Near(Option<u32>);

impl Near {
    fn holds(self, range: TextRange) -> bool {
        self.0.is_none_or(|offset| range.touches(offset))
    }

    pub(super) fn items<'t>(self, list: Node<'t>) -> impl Iterator<Item = Node<'t>> {
        list.children()
            .filter(move |item| self.holds(item.range()))
            .map(Node::resolved)
    }

    pub(super) fn entries(self, mapping: Node<'_>) -> Vec<Entry<'_>> {
        if self.0.is_some() && mapping.entry("<<").is_none() {
            return mapping
                .entries()
                .filter(|entry| self.holds(entry.range()))
                .collect();
        }
        effective_entries(mapping)
    }
}

impl<'w> Walker<'w> {
    /// Looks at everything: which alternative fits must not depend on the place that is asked for.
    pub(super) fn everywhere(&self) -> Walker<'w> {
        Walker {
            near: Near::default(),
            ..*self
        }
    }
}

/// As [`super::walk`], as far as it concerns `offset`: what mappings, keys and values around it are. Problems elsewhere are
/// missing.
#[must_use]
pub fn walk_at<'t>(workspace: &Workspace, document: &'t Document, offset: u32) -> Walk<'t> {
    // What an anchor marks is known from the places that repeat it.
    let has_aliases = document
        .tree()
        .nodes()
        .any(|node| node.kind() == NodeKind::Alias);
    walk_near(workspace, document, Near((!has_aliases).then_some(offset)))
}

#[cfg(test)]
mod tests {
    use super::super::walk;
    use super::walk_at;
    use crate::document::Document;
    use crate::workspace::Workspace;

    #[test]
    fn what_is_near_is_the_same_and_the_rest_is_left_out() {
        let text = "type: pipeline\njobs:\n  a: {type: command, component: azureml:c:1, compute: azureml:x}\n  \
                    b: {type: sweep, trial: ./t.yml, limits: {max_total_trials: 3}}\n";
        let (workspace, document) = (Workspace::default(), Document::new("job.yml", text));
        let all = walk(&workspace, &document);
        for key in document.tree().nodes().filter(|node| node.is_key()) {
            let near = walk_at(&workspace, &document, key.range().start);
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
        let near = walk_at(&workspace, &document, key.range().start);
        assert!(near.field_of(key).is_some());
    }
}
