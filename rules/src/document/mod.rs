//! One file: its tree, its kind, and lenient views of it.
//!
//! Start at [`Document`], then [`Kind`] in [`kind`]. [`parse_cache`] has the parsed text,
//! [`materialized_trees`] records the trees in memory. [`classify`] detects the kind; [`dialects`] has documents that
//! `az ml` rejects as a whole. [`resource`] has the types of resources.
//!
//! The views [`conda`], [`deployment`], [`schedule`], [`work`] and [`search_space`] never fail: a piece that is
//! missing, broken or of the wrong type is `None`.

mod classify;
mod conda;
mod deployment;
mod dialects;
mod kind;
mod materialized_trees;
mod parse_cache;
mod resource;
mod schedule;
pub(crate) mod search_space;
mod work;

use std::sync::{Arc, OnceLock};

pub use classify::Certainty;
pub(crate) use classify::declared_inputs::{declares_value, is_reserved_name};
use classify::foreign;
pub use conda::CondaFile;
pub(crate) use conda::requirement::without_comment;
pub use conda::requirement::{Installer, ListedPackage, Requirement, read_requirement};
pub use deployment::BatchDeployment;
pub use dialects::{OldForm, PreviewMark, preview_mark};
pub use kind::{Kind, KindFamily, KindId};
pub(crate) use materialized_trees::TreesMade;
pub use parse_cache::ParseCache;
use parse_cache::ParsedText;
pub use resource::{Resource, ResourcePosition, ResourceUse};
pub use schedule::{Schedule, ScheduledJob};
pub(crate) use work::step_task;
pub use work::{ComputeTarget, Inherited, Task, Work, concurrent_trials, total_trials};

use crate::az_ml::{CommandLines, is_script, may_call_compute_template};
use crate::secrets::{self, Secret};
use crate::syntax::{self, Node, NodeId, Tree};
use crate::terraform::is_terraform;
use crate::text::{LineIndex, TextRange};

/// Maximum size in bytes of files of other tools that are stored in full: a component often has no
/// key that reveals its kind, but a step may name it. Components are smaller.
const MAX_FOREIGN_TEXT: usize = 16 * 1024;

/// Returns `true` if the file at `path` is not YAML by its name.
fn is_other_text(path: &str) -> bool {
    is_script(path) || is_terraform(path) || is_python(path)
}

/// Returns `true` if the file at `path` is a Python script by its name. It is a document only while an editor has it open.
pub fn is_python(path: &str) -> bool {
    path.ends_with(".py")
}

/// A file as text, tree and kind.
#[derive(Clone, Debug)]
pub struct Document {
    path: Arc<str>,
    text: Arc<str>,
    /// The parsed text; empty after it was dropped to free memory.
    reading: OnceLock<Arc<ParsedText>>,
    /// `true` if nothing in the text was repaired or filled in.
    is_whole: bool,
    kind: Option<(Kind, Certainty)>,
    /// Kind by its own content, without regard to command lines.
    own_kind: Option<(Kind, Certainty)>,
    /// The `az ml` commands that it runs; only in files of other tools.
    commands: Option<Arc<CommandLines>>,
    /// Values that name resources, cached because several rules and every editor request use them.
    resource_uses: OnceLock<Vec<(NodeId, ResourceUse)>>,
    /// The secrets in the text, which no output may show.
    secrets: OnceLock<Vec<Secret>>,
    /// Notified when the tree is parsed again.
    trees_made: Option<Arc<TreesMade>>,
}

impl Document {
    /// Parses `text` of the file at `path` (with `/`, as given by the user or relative to the
    /// workspace).
    pub fn new(path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let (path, text) = (path.into(), text.into());
        if is_other_text(&path) {
            return Self::of_script(path, text);
        }
        Self::from_reading(path, Arc::new(ParsedText::of(&text)))
    }

    /// As [`Self::new`]; the tree of a long text is shared with other documents of the `cache`.
    pub fn cached(
        cache: &ParseCache,
        path: impl Into<Arc<str>>,
        text: impl Into<Arc<str>>,
    ) -> Self {
        let (path, text) = (path.into(), text.into());
        if is_other_text(&path) {
            return Self::of_script(path, text);
        }
        let reading = cache.reading(&text);
        Self::from_reading(path, reading)
    }

    /// As [`Self::cached`], for a file that is one of many: a long one that is not Azure ML's has no
    /// text.
    pub fn of_file(
        cache: &ParseCache,
        path: impl Into<Arc<str>>,
        text: impl Into<Arc<str>>,
    ) -> Self {
        let (path, text) = (path.into(), text.into());
        let may_count = text.len() <= MAX_FOREIGN_TEXT || is_other_text(&path);
        if may_count || text.contains("az ml") || may_call_compute_template(&text) {
            return Self::cached(cache, path, text);
        }
        let head = syntax::parse_head(&text);
        if head.is_some_and(|head| Self::from_tree(path.clone(), head, &[]).kind.is_none()) {
            return Self::new(path, "");
        }
        let document = Self::cached(cache, path.clone(), text);
        if document.kind.is_none() {
            return Self::new(path, "");
        }
        document
    }

    /// Same as [`Self::new`], for a text of which `lines` (from 0) changed since it last parsed.
    pub fn edited(path: impl Into<Arc<str>>, text: impl Into<Arc<str>>, lines: &[u32]) -> Self {
        let (path, text) = (path.into(), text.into());
        if lines.is_empty() || is_other_text(&path) {
            return Self::new(path, text);
        }
        Self::from_tree(path, syntax::parse_edited(text, lines), lines)
    }

    /// Same as [`Self::edited`], but reuses the unchanged parts of `before`, the document before the edit.
    pub fn edited_after(before: &Self, text: impl Into<Arc<str>>, lines: &[u32]) -> Self {
        before.next(text.into(), lines, |tree| tree)
    }

    /// Same as [`Self::edited_after`], for a temporary text: the next edit is one of `before`.
    pub fn draft_after(before: &Self, text: impl Into<Arc<str>>, lines: &[u32]) -> Self {
        before.next(text.into(), lines, syntax::as_draft)
    }

    /// Returns the document with `text` after an edit; `mark` is applied to its tree.
    fn next(&self, text: Arc<str>, lines: &[u32], mark: impl FnOnce(Tree) -> Tree) -> Self {
        let path = self.shared_path();
        if is_other_text(&path) {
            return Self::of_script(path, text);
        }
        Self::from_tree(path, mark(self.next_tree(text, lines)), lines)
    }

    /// Returns the tree of `text` after an edit.
    fn next_tree(&self, text: Arc<str>, lines: &[u32]) -> Tree {
        // The tree of a template is that of the masked text.
        if !self.template_markers().is_empty() {
            return syntax::parse_edited(text, lines);
        }
        syntax::parse_after(self.tree(), text, lines)
    }

    /// Creates a document for a script, which has only command lines, or for a Terraform file.
    fn of_script(path: Arc<str>, text: Arc<str>) -> Self {
        let mut tree = Tree::of_other_text(text);
        let commands = CommandLines::read(&path, &tree);
        if let Some(commands) = &commands {
            tree = tree.with_comments(commands.comments.clone());
        }
        let reading = ParsedText::of_parts(tree, Vec::new());
        Self::of_reading(path, Arc::new(reading), None, commands)
    }

    fn from_tree(path: Arc<str>, tree: Tree, edited: &[u32]) -> Self {
        Self::from_reading(path, Arc::new(ParsedText::of_tree(tree, edited)))
    }

    fn from_reading(path: Arc<str>, reading: Arc<ParsedText>) -> Self {
        let tree = &reading.tree;
        let kind = tree.root().and_then(|root| classify::classify(&path, root));
        let commands = match kind {
            Some(_) => None,
            None => CommandLines::read(&path, tree),
        };
        Self::of_reading(path, reading, kind, commands)
    }

    fn of_reading(
        path: Arc<str>,
        reading: Arc<ParsedText>,
        kind: Option<(Kind, Certainty)>,
        commands: Option<CommandLines>,
    ) -> Self {
        Self {
            path,
            text: reading.tree.shared_text(),
            is_whole: reading.is_whole(),
            reading: OnceLock::from(reading),
            kind,
            own_kind: kind,
            commands: commands.map(Arc::new),
            resource_uses: OnceLock::new(),
            secrets: OnceLock::new(),
            trees_made: None,
        }
    }

    /// Drops the tree, which is parsed again on next use. Documents with repairs keep it, because
    /// the repair depended on the last edit; so do documents that run `az ml`.
    pub(crate) fn put_tree_away(&mut self) {
        if self.can_put_tree_away() {
            self.reading.take();
            self.resource_uses.take();
        }
    }

    /// Returns the document without its tree, like after [`Self::put_tree_away`].
    pub(crate) fn without_tree(&self) -> Self {
        Self {
            path: self.path.clone(),
            text: self.text.clone(),
            reading: OnceLock::new(),
            is_whole: self.is_whole,
            kind: self.kind,
            own_kind: self.own_kind,
            commands: self.commands.clone(),
            resource_uses: OnceLock::new(),
            secrets: OnceLock::new(),
            trees_made: self.trees_made.clone(),
        }
    }

    /// Registers `trees_made` to be notified when the tree is parsed again.
    pub(crate) fn tell(&mut self, trees_made: &Arc<TreesMade>) {
        self.trees_made = Some(trees_made.clone());
    }

    /// Returns `true` if both have the same text, which is usually shared.
    pub(crate) fn has_text_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.text, &other.text) || self.text == other.text
    }

    /// Returns `true` if the document has a tree that can be restored from the text alone.
    pub(crate) fn can_put_tree_away(&self) -> bool {
        let is_yaml = !is_other_text(&self.path);
        self.is_whole && self.commands.is_none() && is_yaml && self.has_tree()
    }

    /// Returns `true` if the tree is in memory.
    pub(crate) fn has_tree(&self) -> bool {
        self.reading.get().is_some()
    }

    /// Returns `true` if nothing in the text was repaired or filled in, so that the tree can be
    /// restored from the text alone.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }

    fn reading(&self) -> &ParsedText {
        self.reading.get_or_init(|| {
            if let Some(trees_made) = &self.trees_made {
                trees_made.note(self.shared_path());
            }
            Arc::new(ParsedText::of(&self.text))
        })
    }

    /// Returns the scalars that name resources, computed with `find` on first use.
    pub(crate) fn resource_uses(
        &self,
        find: impl FnOnce() -> Vec<(NodeId, ResourceUse)>,
    ) -> &[(NodeId, ResourceUse)] {
        self.resource_uses.get_or_init(find)
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the path of the file, shared.
    pub fn shared_path(&self) -> Arc<str> {
        self.path.clone()
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text, shared.
    pub fn shared_text(&self) -> Arc<str> {
        self.text.clone()
    }

    /// Returns the secrets in the text, in order, which no output may show.
    pub fn secrets(&self) -> &[Secret] {
        self.secrets.get_or_init(|| {
            if is_other_text(&self.path) {
                secrets::in_text(&self.text)
            } else {
                secrets::in_tree(self.tree())
            }
        })
    }

    /// Returns the tree.
    pub fn tree(&self) -> &Tree {
        &self.reading().tree
    }

    /// Returns the markers of a template: a file that is not YAML until they are filled in. In the
    /// tree, they are text.
    pub fn template_markers(&self) -> &[TextRange] {
        &self.reading().template
    }

    /// Returns the line index.
    pub fn lines(&self) -> &LineIndex {
        self.tree().lines()
    }

    /// Returns the kind; `None` for YAML that is not Azure ML's.
    pub fn kind(&self) -> Option<Kind> {
        self.kind.map(|(kind, _)| kind)
    }

    /// Returns the `az ml` commands in a script or in YAML of another tool such as a workflow.
    pub fn commands(&self) -> Option<&Arc<CommandLines>> {
        self.commands.as_ref()
    }

    /// Returns the document with the kind that the client uses when command lines name it as a
    /// `noun`; `None` if this does not change its kind.
    pub(crate) fn with_noun(&self, noun: Option<&str>) -> Option<Self> {
        let of_noun = noun.and_then(|noun| classify::kind_of_noun(noun, self.path(), self.root()?));
        let kind = of_noun
            .map(|kind| (kind, Certainty::Command))
            .or(self.own_kind);
        let is_same = kind.map(|(kind, _)| kind) == self.kind();
        (!is_same).then(|| Self {
            kind,
            resource_uses: OnceLock::new(),
            secrets: OnceLock::new(),
            ..self.clone()
        })
    }

    /// Returns the document with `kind` if its own kind is unknown.
    #[must_use]
    pub fn taken_for(self, kind: Option<Kind>) -> Self {
        let taken = kind.map(|kind| (kind, Certainty::Keys));
        Self {
            kind: self.kind.or(taken),
            ..self
        }
    }

    /// Returns `true` if it is YAML of another tool.
    pub fn is_foreign(&self) -> bool {
        foreign::is_foreign(&self.path, self.root())
    }

    /// Returns the evidence for the kind.
    pub fn certainty(&self) -> Option<Certainty> {
        self.kind.map(|(_, certainty)| certainty)
    }

    /// Returns the kind by content alone, without regard to `$schema`.
    pub fn kind_by_content(&self) -> Option<Kind> {
        classify::classify_by_content(&self.path, self.root()?).map(|(kind, _)| kind)
    }

    /// Returns the node at the top; of several documents in a file, that of the first.
    pub fn root(&self) -> Option<Node<'_>> {
        self.tree().root()
    }

    /// Returns the value of a top-level key.
    pub fn get(&self, key: &str) -> Option<Node<'_>> {
        self.root()?.get(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_document_is_what_its_text_is() {
        let mut document = Document::new("job.yml", "name: a\nimage: {{ x }}\n");
        for text in [
            "name: a\nimage: {{ x }}\ntags: 1\n",
            "$schema: y\nname: a\nimage: {{ x }}\ntags: 1\n",
            "$schema: y\nname: a\nimage: x\ntags: 1\n",
            "$schema: y\nname: b\nimage: x\ntags: 1\n",
            "$schema: y\nname: b\nimage: {{ x }}\ntags: 1\n",
            "$schema: y\nname: bc\nimage: {{ x }}\ntags: 1\n",
        ] {
            document = Document::edited_after(&document, text, &[]);
            let whole = Document::new("job.yml", text);
            assert_eq!(
                document.template_markers(),
                whole.template_markers(),
                "{text}"
            );
            let nodes = |of: &Document| format!("{:?}", of.tree().nodes().collect::<Vec<_>>());
            assert_eq!(nodes(&document), nodes(&whole));
        }
    }

    /// Returns `start` with enough text after it to exceed the size limit.
    fn long(start: &str) -> String {
        let rest: String = (0..2000).map(|i| format!("  k{i}: {{v: 1}}\n")).collect();
        format!("{start}\ntags:\n{rest}")
    }

    #[test]
    fn a_long_file_of_others_is_only_known_to_be_there() {
        for text in [
            long("openapi: 3"),
            long("a: [1"),
            long("a: {{ b }}"),
            long("a: *b"),
        ] {
            let document = Document::of_file(&ParseCache::default(), "a.yml", text.as_str());
            assert_eq!((document.kind(), document.text()), (None, ""), "{text:.20}");
        }
        let short = Document::of_file(&ParseCache::default(), "a.yml", "openapi: 3\n");
        assert_eq!((short.kind(), short.text()), (None, "openapi: 3\n"));
    }

    #[test]
    fn a_tree_that_was_put_away_is_made_again() {
        let text = "type: amlcompute\nname: &n c\nsize: *n # why\n";
        let mut document = Document::new("a.yml", text);
        let before = format!("{:?}", document.tree());
        document.put_tree_away();
        assert!(document.reading.get().is_none());
        assert_eq!(
            (document.kind(), document.text()),
            (Some(Kind::ComputeAmlcompute), text)
        );
        assert!(
            document.reading.get().is_none(),
            "kind and text need no tree"
        );
        assert_eq!(document.get("name").and_then(Node::text), Some("c"));
        assert_eq!(format!("{:?}", document.tree()), before);
        assert!(document.can_put_tree_away());
    }

    #[test]
    fn a_tree_that_the_text_alone_does_not_tell_stays() {
        for text in ["type: amlcompute\nname: [c\n", "name: {{ name }}\n"] {
            let mut document = Document::edited("a.yml", text, &[1]);
            document.put_tree_away();
            assert!(document.reading.get().is_some(), "{text}");
        }
        let mut script = Document::new("a.sh", "az ml job create -f job.yml\n");
        script.put_tree_away();
        assert!(script.reading.get().is_some());
    }

    #[test]
    fn a_long_file_of_ours_is_kept_however_it_is_written() {
        let cluster = "type: amlcompute\nname: c";
        for start in [
            cluster.to_owned(),
            format!("{cluster}\nsize: {{{{ size }}}}"),
            format!("{cluster}\nsize: [1"),
            format!("{cluster}\nsize: *x"),
            "x: &x {type: amlcompute, name: c}\n<<: *x".to_owned(),
        ] {
            let text = long(&start);
            let whole = Document::new("a.yml", text.as_str());
            let document = Document::of_file(&ParseCache::default(), "a.yml", text.as_str());
            assert_eq!(document.kind(), whole.kind(), "{start}");
            assert_eq!(document.text(), text, "{start}");
            let last = long("").replace("tags:", "x:") + &format!("{cluster}\n");
            assert!(
                Document::of_file(&ParseCache::default(), "a.yml", last)
                    .kind()
                    .is_some()
            );
        }
    }
}
