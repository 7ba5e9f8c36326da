//! One file: its tree, what kind of document it is, and lenient views of it.
//!
//! Start at [`Document`], then [`Kind`]. `classify` finds the kind, with `refine` (the
//! discriminators that the client reads), `content` (what a file without `$schema` looks like;
//! `connection`, `declared_inputs`, `feature_set` and `foundry` belong to it) and `foreign` (YAML of other tools).
//! The other files are views. A view never fails: a piece that is missing, broken or of the wrong
//! type is `None`.

mod classify;
mod connection;
mod content;
mod declared_inputs;
mod deployment;
mod feature_set;
mod foreign;
mod foundry;
mod kind;
mod refine;
mod resource;
mod schedule;
mod work;

use std::sync::{Arc, OnceLock};

pub use classify::Certainty;
pub(crate) use declared_inputs::declares_value;
pub use deployment::BatchDeployment;
pub use kind::{Kind, KindFamily, KindId};
pub use resource::{Resource, ResourcePosition, ResourceUse};
pub use schedule::{Schedule, ScheduledJob};
pub use work::{ComputeTarget, Inherited, Task, Work, concurrent_trials, total_trials};

use crate::syntax::{self, Node, NodeId, Tree};
use crate::text::{LineIndex, TextRange};

/// A file as text, tree and kind.
#[derive(Clone, Debug)]
pub struct Document {
    path: Arc<str>,
    tree: Tree,
    template: Vec<TextRange>,
    kind: Option<(Kind, Certainty)>,
    /// What names resources in it: found once, asked for by several rules and by every request of
    /// an editor.
    resource_uses: OnceLock<Vec<(NodeId, ResourceUse)>>,
}

impl Document {
    /// Parses `text` of the file at `path` (with `/`, as the user named it or relative to the
    /// workspace).
    #[must_use]
    pub fn new(path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self::from_tree(path.into(), syntax::parse(text), &[])
    }

    /// As [`Self::new`], knowing which lines (from 0) changed since the text last parsed.
    #[must_use]
    pub fn edited(path: impl Into<Arc<str>>, text: impl Into<Arc<str>>, lines: &[u32]) -> Self {
        Self::from_tree(path.into(), syntax::parse_edited(text, lines), lines)
    }

    fn from_tree(path: Arc<str>, tree: Tree, edited: &[u32]) -> Self {
        let (tree, template) = syntax::parse_template(&tree, edited).unwrap_or((tree, Vec::new()));
        let kind = tree.root().and_then(|root| classify::classify(&path, root));
        Self {
            path,
            tree,
            template,
            kind,
            resource_uses: OnceLock::new(),
        }
    }

    /// The scalars that name resources, looked for with `find` if nobody did yet.
    pub(crate) fn resource_uses(
        &self,
        find: impl FnOnce() -> Vec<(NodeId, ResourceUse)>,
    ) -> &[(NodeId, ResourceUse)] {
        self.resource_uses.get_or_init(find)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Where it is, shared.
    #[must_use]
    pub fn shared_path(&self) -> Arc<str> {
        self.path.clone()
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.tree.text()
    }

    /// Its tree.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The markers of a template: a file that is no YAML until they are filled in. Its tree holds
    /// them as text.
    #[must_use]
    pub fn template_markers(&self) -> &[TextRange] {
        &self.template
    }

    /// Its lines.
    #[must_use]
    pub fn lines(&self) -> &LineIndex {
        self.tree.lines()
    }

    /// What it describes; `None` for YAML that is not Azure ML's.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        self.kind.map(|(kind, _)| kind)
    }

    /// Whether it is YAML of another tool.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        foreign::is_foreign(&self.path, self.root())
    }

    /// How its kind was decided.
    #[must_use]
    pub fn certainty(&self) -> Option<Certainty> {
        self.kind.map(|(_, certainty)| certainty)
    }

    /// What it looks like, whatever its `$schema` says.
    #[must_use]
    pub fn kind_by_content(&self) -> Option<Kind> {
        classify::classify_by_content(&self.path, self.root()?).map(|(kind, _)| kind)
    }

    /// The mapping at the top; files with several documents are read by their first.
    #[must_use]
    pub fn root(&self) -> Option<Node<'_>> {
        self.tree.root()
    }

    /// The value of a top-level key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Node<'_>> {
        self.root()?.get(key)
    }
}
