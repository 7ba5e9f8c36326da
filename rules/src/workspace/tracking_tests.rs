//! What is noted, and what is computed again.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::*;
use crate::analyze_recording;
use crate::document::Document;
use crate::path::PathStyle;
use crate::settings::Settings;
use crate::workspace::{Disk, OnDisk};

const COMPONENT: &str = "$schema: https://x/commandComponent.schema.json\nname: c\ntype: \
                         command\nversion: 1\n\
                         command: echo ${{inputs.a}}\nenvironment: azureml:e:1\ninputs:\n  a: \
                         {type: string}\n";

fn pipeline(component: &str) -> String {
    format!(
        "$schema: https://x/pipelineJob.schema.json\ntype: pipeline\ncompute: azureml:cpu\n\
         jobs:\n  s:\n    type: command\n    component: {component}\n    inputs: {{a: x}}\n"
    )
}

fn workspace() -> Workspace {
    let mut workspace = Workspace::default();
    workspace.insert(Document::new("lib/c.yml", COMPONENT));
    workspace.insert(Document::new("user.yml", pipeline("./lib/c.yml")));
    workspace.insert(Document::new("other.yml", pipeline("azureml:other:1")));
    workspace
}

fn named(name: &str) -> Document {
    let text = COMPONENT.replace("name: c", &format!("name: {name}"));
    Document::new("lib/d.yml", text)
}

fn compute(name: &str) -> Document {
    let text = format!("type: amlcompute\nname: {name}\nsize: x\n");
    Document::new("cpu.yml", text)
}

fn dependencies_of(workspace: &Workspace, path: &str) -> Dependencies {
    let analyzed = analyze_recording(workspace, path, &|| true);
    analyzed.expect("it is wanted").1
}

/// Which of the pipelines are outdated once `change` is made.
fn outdated(change: impl FnOnce(&mut Workspace)) -> Vec<&'static str> {
    let before = workspace();
    let dependencies = ["user.yml", "other.yml"].map(|path| (path, dependencies_of(&before, path)));
    let mut after = before.clone();
    change(&mut after);
    let mut outdated = dependencies.to_vec();
    outdated.retain(|(_, dependencies)| !after.confirms(dependencies));
    outdated.into_iter().map(|(path, _)| path).collect()
}

#[test]
fn only_users_of_what_changed_are_outdated() {
    let none: [&str; 0] = [];
    assert_eq!(outdated(|_| {}), none);
    assert_eq!(
        outdated(|w| w.insert(Document::new("lib/c.yml", COMPONENT))),
        none,
        "the same text again"
    );
    assert_eq!(
        outdated(|w| w.insert(Document::new("lib/c.yml", COMPONENT.replace("a:", "b:")))),
        ["user.yml"]
    );
    assert_eq!(outdated(|w| w.remove("lib/c.yml")), ["user.yml"]);
    assert_eq!(outdated(|w| w.insert(named("d"))), none);
    assert_eq!(
        outdated(|w| w.insert(named("othre"))),
        ["other.yml"],
        "its reference may be a slip"
    );
    assert_eq!(outdated(|w| w.insert(compute("training"))), none);
    assert_eq!(
        outdated(|w| w.insert(compute("CPU"))),
        ["user.yml", "other.yml"],
        "letter case does not count"
    );
    assert_eq!(
        outdated(|w| w.set_settings("lib", Settings::default())),
        none
    );
    let prices = Settings {
        path: Some("azml.yaml".into()),
        ..Settings::default()
    };
    assert_eq!(
        outdated(|w| w.set_settings("", prices)),
        ["user.yml", "other.yml"]
    );
}

#[test]
fn a_file_that_comes_outdates_those_that_missed_it() {
    let mut before = workspace();
    before.remove("lib/c.yml");
    let dependencies = dependencies_of(&before, "user.yml");
    assert!(before.confirms(&dependencies) && before.disk_confirms(&dependencies));
    assert!(!workspace().confirms(&dependencies));
}

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
    // On the command line, they are not.
    files.write("/p/a.py", "4");
    assert_eq!(
        computed.text(&workspace.for_one_analysis()).as_deref(),
        Some("4")
    );
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
