//! The mapping of a job or step, and those that it takes values from.

use std::sync::Arc;

use azml_rules::document::Document;
use azml_rules::estimate::Estimate;
use azml_rules::expression::{Callee, ComponentInterface};
use azml_rules::syntax::Node;

use crate::Site;

/// A mapping with the file that has it.
#[derive(Clone)]
pub(super) struct Layer<'a> {
    pub(super) node: Node<'a>,
    pub(super) path: Arc<str>,
}

/// A job or step as it is written.
pub(super) struct WrittenWork<'a> {
    /// Its mapping.
    pub(super) own: Layer<'a>,
    /// The component or trial that it runs, if it can be read.
    pub(super) interface: Option<ComponentInterface<'a>>,
    /// The mapping of the pipeline around a step.
    pub(super) pipeline: Option<Node<'a>>,
}

impl<'a> WrittenWork<'a> {
    /// Returns the job or step that `estimate` is about.
    pub(super) fn of(site: &'a Site<'_>, estimate: &Estimate) -> Option<Self> {
        let document: &Document = if site.document.path() == &*estimate.path {
            site.document
        } else {
            site.workspace.document(&estimate.path)?
        };
        let first = document.tree().node_at(estimate.range.start)?;
        let key = Some(first).filter(|it| it.is_key() && it.range() == estimate.range);
        let node = match key {
            Some(key) => key.value_of_key()?.resolved(),
            None => {
                let mut around = std::iter::successors(Some(first), |it| it.parent());
                around.find(|it| it.range() == estimate.range)?
            }
        };
        let pipeline = key.and_then(|key| key.parent()?.parent());
        let called = node.get("component").or_else(|| node.get("trial"));
        let callee = called.map(|it| Callee::resolve(site.workspace, &estimate.path, it));
        Some(Self {
            own: Layer {
                node,
                path: estimate.path.clone(),
            },
            interface: callee.as_ref().and_then(Callee::interface).cloned(),
            pipeline,
        })
    }

    /// Returns its mapping, then that of its component or trial.
    pub(super) fn layers(&self) -> Vec<Layer<'a>> {
        let inner = self.interface.as_ref().map(|it| Layer {
            node: it.node,
            path: it
                .document
                .map_or_else(|| self.own.path.clone(), |it| it.shared_path()),
        });
        std::iter::once(self.own.clone()).chain(inner).collect()
    }

    /// Returns the first value at one of `places` that is set, with the file that has it.
    pub(super) fn get(&self, places: &[&[&str]]) -> Option<Layer<'a>> {
        let layers = self.layers().into_iter();
        let mut found = layers.flat_map(|layer| {
            let values = places.iter().filter_map(move |place| {
                let node = layer.node.get_path(place)?.resolved();
                (!node.is_null()).then_some(node)
            });
            let path = layer.path.clone();
            values
                .map(move |node| Layer {
                    node,
                    path: path.clone(),
                })
                .collect::<Vec<_>>()
        });
        found.next()
    }
}
