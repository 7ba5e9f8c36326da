//! Notes the inputs that analyses read of a workspace, and remembers the results of queries.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::Workspace;
use super::input::Input;
use super::store::Store;
use crate::cancellation;
use crate::path::inside;
use crate::query::{self, Database, Query, QueryCache, QueryFrame, Revision, Tracker};

/// The inputs of an analysis with their values: as long as all of them are the same, so is what it
/// found.
pub type Dependencies = query::DependencySet<Store>;

impl Dependencies {
    /// The full paths that were read from the disk. The upload of a folder also depends on the files
    /// in it that leave something out.
    pub fn on_disk(&self) -> BTreeSet<Cow<'_, str>> {
        let mut found = BTreeSet::new();
        self.for_each(&mut |input| match input {
            Input::OnDisk(path) | Input::Text(_, path) => _ = found.insert(Cow::Borrowed(&**path)),
            Input::UploadSize(path) => {
                found.insert(Cow::Borrowed(path));
                found.insert(Cow::Owned(inside(path, ".amlignore")));
            }
            _ => {}
        });
        found
    }
}

impl Workspace {
    fn with(&self, tracker: Tracker<Store>) -> Self {
        Self {
            store: self.store.clone(),
            tracker: Some(Arc::new(tracker)),
        }
    }

    /// The same workspace for one analysis, which reads each input on the disk once.
    pub(crate) fn for_one_analysis(&self) -> Self {
        if self.is_unread() {
            return self.tracking();
        }
        self.with(Tracker::of_disk())
    }

    /// Returns whether it is made for one analysis: then results about a document are used once.
    pub(crate) fn is_for_one_analysis(&self) -> bool {
        let tracker = self.tracker.as_ref();
        tracker.is_some_and(|tracker| tracker.is_for_disk())
    }

    /// The same workspace, which notes the inputs that are read of it.
    pub(crate) fn tracking(&self) -> Self {
        self.with(Tracker::of_everything())
    }

    /// The same workspace for another frame of the same analysis. Frames differ only before the folder
    /// is read: then each notes whether its results are provisional.
    pub(crate) fn fork(&self) -> Self {
        match &self.tracker {
            Some(tracker) if self.is_unread() => self.with(tracker.fork()),
            _ => self.clone(),
        }
    }

    /// The inputs that were read since [`Self::tracking`].
    pub(crate) fn dependencies(&self) -> Dependencies {
        let tracker = self.tracker.as_ref();
        tracker.map(|it| it.dependencies()).unwrap_or_default()
    }

    /// The result of `Q` for `key`, which `compute` returns with its size in a workspace that notes
    /// what it reads. An earlier result is used again where its inputs are the same.
    pub(crate) fn query<Q: Query>(
        &self,
        key: Q::Key,
        compute: impl FnOnce(&Self, &Q::Key) -> (Q::Value, usize),
    ) -> Q::Value {
        self.query_where::<Q>(key, |_| true, compute)
    }

    /// As [`Self::query`]; an earlier result also has to be `is_current`.
    pub(crate) fn query_where<Q: Query>(
        &self,
        key: Q::Key,
        is_current: impl FnOnce(&Q::Value) -> bool,
        compute: impl FnOnce(&Self, &Q::Key) -> (Q::Value, usize),
    ) -> Q::Value {
        cancellation::poll();
        let frame = (&*self.store, self.tracker.as_ref());
        let cache = &self.store.cache;
        cache.get::<Q, Store>(frame, key, is_current, |tracker, key| {
            let inner = Self {
                store: self.store.clone(),
                tracker: Some(tracker.clone()),
            };
            compute(&inner, key)
        })
    }

    /// The results of queries.
    pub(crate) fn cache(&self) -> &QueryCache {
        &self.store.cache
    }

    /// Begins a new revision: the disk may have changed. Until the next one, or until a file that is
    /// not Azure ML's changes in the workspace, what was read from the disk is not read again. For
    /// callers that learn of changes.
    pub fn begin_revision(&mut self) {
        self.store_mut().begin_revision();
        if let Some(disk) = &self.store.disk {
            disk.begin_revision();
        }
    }

    /// The revision of the disk; `None` where changes of the disk are not reported.
    pub fn revision(&self) -> Option<Revision> {
        self.store.revision()
    }

    /// Returns whether `dependencies` hold, without looking at the disk.
    pub fn confirms(&self, dependencies: &Dependencies) -> bool {
        dependencies.hold(&self.store)
    }

    /// Returns whether `dependencies` on the disk hold.
    pub fn disk_confirms(&self, dependencies: &Dependencies) -> bool {
        dependencies.hold_on_disk(&self.store)
    }

    /// Notes an input that is about to be read.
    pub(super) fn note(&self, input: impl FnOnce() -> Input) {
        cancellation::poll();
        if let Some(tracker) = &self.tracker {
            tracker.note(input, &self.store);
        }
    }

    /// Reads an input on the disk. An analysis reads each once, so what is noted is what its rules saw.
    pub(super) fn read_disk(&self, input: Input) -> <Store as Database>::Value {
        cancellation::poll();
        match &self.tracker {
            Some(tracker) => tracker.read(input, &self.store),
            None => self.store.value(&input),
        }
    }
}

impl QueryFrame for Workspace {
    fn isolate<T>(&self, compute: impl FnOnce() -> T) -> (T, bool) {
        match &self.tracker {
            Some(tracker) if self.is_unread() => tracker.isolate(compute),
            _ => (compute(), false),
        }
    }

    fn reuse(&self, was_provisional: bool) {
        if let Some(tracker) = self.tracker.as_ref().filter(|_| was_provisional) {
            tracker.reuse(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::HashMap;
    use std::sync::Mutex;

    use super::*;
    use crate::document::Document;
    use crate::path::PathStyle;
    use crate::workspace::{Disk, OnDisk};

    /// Files with their texts, and how often they were read.
    #[derive(Debug, Default)]
    struct Files {
        texts: Mutex<HashMap<String, String>>,
        reads: Mutex<usize>,
    }

    impl Files {
        fn write(&self, path: &str, text: &str) {
            let mut texts = self.texts.lock().expect("not poisoned");
            texts.insert(path.to_owned(), text.to_owned());
        }

        fn reads(&self) -> usize {
            std::mem::take(&mut *self.reads.lock().expect("not poisoned"))
        }
    }

    impl Disk for Files {
        fn at(&self, path: &str) -> Option<OnDisk> {
            let texts = self.texts.lock().expect("not poisoned");
            Some(if texts.contains_key(path) {
                OnDisk::File
            } else {
                OnDisk::Nothing
            })
        }

        fn text(&self, _: &str, path: &str) -> Option<Arc<str>> {
            *self.reads.lock().expect("not poisoned") += 1;
            let texts = self.texts.lock().expect("not poisoned");
            texts.get(path).map(|text| text.as_str().into())
        }
    }

    fn workspace_on(files: &Arc<Files>) -> Workspace {
        let mut workspace = Workspace::new(PathStyle::Unix);
        workspace.set_disk(files.clone());
        workspace
    }

    struct TextOfScript;

    impl Query for TextOfScript {
        type Key = &'static str;
        type Value = Option<Arc<str>>;
        const CAPACITY: usize = 1000;
    }

    /// Counts how often the query was computed.
    #[derive(Default)]
    struct Computed(Cell<usize>);

    impl Computed {
        fn text(&self, workspace: &Workspace) -> Option<Arc<str>> {
            workspace.query::<TextOfScript>("/p/a.py", |inner, path| {
                self.0.set(self.0.get() + 1);
                (inner.text_at("job.yml", path), 1)
            })
        }
    }

    #[test]
    fn the_disk_is_read_again_where_its_changes_are_not_reported() {
        let files = Arc::new(Files::default());
        files.write("/p/a.py", "1");
        let mut workspace = workspace_on(&files);
        let computed = Computed::default();
        assert_eq!(computed.text(&workspace.tracking()).as_deref(), Some("1"));
        assert_eq!(files.reads(), 1);
        // Changes of the disk are not reported.
        assert_eq!(computed.text(&workspace.tracking()).as_deref(), Some("1"));
        assert_eq!((files.reads(), computed.0.get()), (1, 1));
        files.write("/p/a.py", "2");
        assert_eq!(computed.text(&workspace.tracking()).as_deref(), Some("2"));
        assert_eq!((files.reads(), computed.0.get()), (1, 2));
        // They are.
        workspace.begin_revision();
        for _ in 0..3 {
            assert_eq!(computed.text(&workspace.tracking()).as_deref(), Some("2"));
        }
        assert_eq!((files.reads(), computed.0.get()), (1, 2));
        files.write("/p/a.py", "3");
        workspace.begin_revision();
        assert_eq!(computed.text(&workspace.tracking()).as_deref(), Some("3"));
    }

    #[test]
    fn an_analysis_of_the_command_line_reads_what_it_read_before_in_no_revision() {
        let files = Arc::new(Files::default());
        files.write("/p/a.py", "1");
        let mut workspace = workspace_on(&files);
        let computed = Computed::default();
        let text = |workspace: &Workspace| computed.text(&workspace.for_one_analysis());
        assert_eq!(text(&workspace).as_deref(), Some("1"));
        files.write("/p/a.py", "2");
        assert_eq!(text(&workspace).as_deref(), Some("2"));
        workspace.begin_revision();
        let _ = text(&workspace);
        files.reads();
        assert_eq!(text(&workspace).as_deref(), Some("2"));
        assert_eq!(files.reads(), 0);
    }

    #[test]
    fn a_result_that_is_used_again_is_noted() {
        let files = Arc::new(Files::default());
        files.write("/p/a.py", "1");
        let mut workspace = workspace_on(&files);
        workspace.begin_revision();
        let computed = Computed::default();
        let _ = computed.text(&workspace.tracking());
        let tracking = workspace.tracking();
        let _ = computed.text(&tracking);
        let noted = tracking.dependencies();
        assert!(noted.on_disk().contains("/p/a.py") && noted.len() == 1);
        assert!(workspace.confirms(&noted) && workspace.disk_confirms(&noted));
        files.write("/p/a.py", "2");
        assert!(!workspace.disk_confirms(&noted));
    }

    #[test]
    fn a_text_in_the_editor_counts_at_once() {
        let files = Arc::new(Files::default());
        files.write("/p/a.py", "1");
        let mut workspace = workspace_on(&files);
        workspace.begin_revision();
        let computed = Computed::default();
        let _ = computed.text(&workspace.tracking());
        let typed = |text: &str| Document::new("/p/a.py", text.to_owned());
        for text in ["2", "3"] {
            workspace.insert(typed(text));
            assert_eq!(computed.text(&workspace.tracking()).as_deref(), Some(text));
        }
        workspace.remove("/p/a.py");
        assert_eq!(computed.text(&workspace.tracking()).as_deref(), Some("1"));
        let found = computed.0.get();
        let job = |command: &str| {
            let text = format!("$schema: https://x/commandJob.schema.json\ncommand: {command}\n");
            Document::new("/p/job.yml", text)
        };
        workspace.insert(job("x"));
        let _ = computed.text(&workspace.tracking());
        files.reads();
        // A keystroke in a job changes no script.
        workspace.insert(job("y"));
        let _ = computed.text(&workspace.tracking());
        assert_eq!((files.reads(), computed.0.get()), (0, found));
    }

    struct Length;

    impl Query for Length {
        type Key = &'static str;
        type Value = (&'static str, usize);
        const CAPACITY: usize = 1000;
    }

    #[test]
    fn a_result_that_is_not_current_is_computed_again() {
        let workspace = Workspace::new(PathStyle::Unix);
        let computed = Cell::new(0);
        let length = |text: &'static str| {
            let is_current = |(of, _): &(&str, usize)| *of == text;
            let (_, length) =
                workspace
                    .tracking()
                    .query_where::<Length>("place", is_current, |_, _| {
                        computed.set(computed.get() + 1);
                        ((text, text.len()), 1)
                    });
            length
        };
        assert_eq!((length("a"), length("a"), computed.get()), (1, 1, 1));
        assert_eq!((length("ab"), length("ab"), computed.get()), (2, 2, 2));
        assert_eq!((length("a"), computed.get()), (1, 3));
    }

    #[test]
    fn two_workspaces_share_nothing_and_snapshots_share_everything() {
        let files = Arc::new(Files::default());
        files.write("/p/a.py", "1");
        let (one, other) = (workspace_on(&files), workspace_on(&files));
        let computed = Computed::default();
        for workspace in [&one, &one.clone(), &other] {
            let _ = computed.text(&workspace.tracking());
        }
        assert_eq!(computed.0.get(), 2);
    }
}
