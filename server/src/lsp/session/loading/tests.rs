//! Diagnostics of open documents before and after their folder is loaded. Nothing runs on its own
//! here: the test triggers the loading.

use std::fs;

use tempfile::TempDir;
use tokio::sync::mpsc::UnboundedReceiver;
use tower_lsp::lsp_types::{Diagnostic, NumberOrString};

use super::*;
use crate::config::Options;
use crate::lsp::scheduling::client_queue;
use crate::lsp::session::document::LONG_TEXT;
use crate::lsp::session::log::Log;

const SWEEP: &str = "$schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json\n\
    type: sweep\ncompute: azureml:ci-anna\nsearch_space:\n  rate: {type: choice, values: [1]}\n\
    trial:\n  command: echo ${{search_space.rate}} ${{inputs.missing}}\n  \
    environment: azureml:training:3\n\
    objective: {goal: minimize, primary_metric: loss}\nsampling_algorithm: random\n\
    limits: {max_total_trials: 24, max_concurrent_trials: 4, timeout: 3600, trial_timeout: 600}\n";
const INVENTORY: &str = r#"[{"name": "cpu-cluster", "type": "amlcompute"}]"#;
const INSTANCE: &str = "type: computeinstance\nname: ci-anna\nsize: Standard_D4s_v5\n\
    idle_time_before_shutdown_minutes: 60\n";
const PIPELINE: &str = "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\n\
    type: pipeline\njobs:\n  train:\n    type: command\n    component: ./lib/train.yml\n    \
    inputs: {number: 1, missing: 2}\n";
const COMPONENT: &str = "$schema: \
    https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\n\
    type: command\nname: train\nversion: 1\ncommand: echo ${{inputs.number}}\n\
    environment: azureml:training:3\ninputs:\n  number: {type: integer}\n";

/// Folder that is loaded only by the test.
struct Unread {
    folder: TempDir,
    shared: Arc<Shared>,
    queue: UnboundedReceiver<Outgoing>,
}

impl Unread {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let (sender, queue) = client_queue::queue();
        let shared = Arc::new(Shared::new(sender, Options::default(), Log::default()));
        let id = folder.path().to_owned();
        let chosen = Folder::chosen(&id);
        shared.lock().folders.insert(id, chosen);
        Self {
            folder,
            shared,
            queue,
        }
    }

    /// Opens a file as it is on disk.
    fn open(&mut self, name: &str) -> Url {
        let path = self.folder.path().join(name);
        let url = Url::from_file_path(&path).unwrap();
        let text = fs::read_to_string(path).unwrap();
        let new = self.shared.lock().open(url.clone(), "yaml", 1, &text);
        assert_eq!(new, None, "the file is in the folder");
        url
    }

    /// Analyzes what is to be analyzed, without a pause. Returns whether something was.
    fn analyze(&mut self) -> bool {
        let mut outdated = Vec::new();
        for (url, open) in self.shared.lock().open.iter() {
            outdated.extend(open.is_outdated().then(|| url.clone()));
        }
        for url in &outdated {
            publish::publish(&self.shared, url);
        }
        !outdated.is_empty()
    }

    fn read_folder(&mut self) {
        let id = self.folder.path().to_owned();
        let request = {
            let mut state = self.shared.lock();
            let folder = state.folders.get_mut(&id);
            folder.and_then(Folder::begin_loading).unwrap()
        };
        let loaded = loading::load(&request);
        let read = ReadFolders::of(&loaded, SystemTime::now());
        finish(&self.shared, &id, Ok((loaded, read)));
    }

    /// Returns the rules of the diagnostics published since the last call; `None` if there were none.
    fn told(&mut self) -> Option<Vec<String>> {
        let mut told = None;
        while let Ok(message) = self.queue.try_recv() {
            if let Outgoing::Diagnostics(_, found, _) = message {
                told = Some(found.into_iter().filter_map(rule).collect());
            }
        }
        told
    }
}

fn rule(found: Diagnostic) -> Option<String> {
    match found.code? {
        NumberOrString::String(rule) => Some(rule),
        NumberOrString::Number(_) => None,
    }
}

fn has(told: Option<&Vec<String>>, rule: &str) -> bool {
    told.is_some_and(|told| told.iter().any(|it| it == rule))
}

#[test]
fn what_a_document_says_by_itself_is_told_at_once_and_the_rest_when_the_folder_is_read() {
    let mut unread = Unread::new(&[("sweep.yml", SWEEP), ("ci.yml", INSTANCE)]);
    unread.open("sweep.yml");
    assert!(unread.analyze());
    let told = unread.told();
    assert!(has(told.as_ref(), "undefined-input-reference"), "{told:?}");
    assert!(!has(told.as_ref(), "unresolved-compute"), "{told:?}");
    assert!(!unread.analyze(), "nothing is new");
    unread.read_folder();
    assert!(unread.analyze(), "the compute is known now");
    let told = unread.told();
    assert!(has(told.as_ref(), "undefined-input-reference"), "{told:?}");
    assert!(has(told.as_ref(), "sweep-on-single-node"), "{told:?}");
}

#[test]
fn what_waited_for_the_folder_is_told_without_another_analysis_where_nothing_is_new() {
    let mut unread = Unread::new(&[("sweep.yml", SWEEP), (".azml/computes.json", INVENTORY)]);
    unread.open("sweep.yml");
    assert!(unread.analyze());
    assert!(!has(unread.told().as_ref(), "unresolved-compute"));
    unread.read_folder();
    let told = unread.told();
    assert!(has(told.as_ref(), "unresolved-compute"), "{told:?}");
    assert!(has(told.as_ref(), "undefined-input-reference"), "{told:?}");
    assert!(!unread.analyze(), "the folder says what was expected");
}

#[test]
fn a_client_that_asks_is_answered_at_once_and_asks_again_when_the_folder_is_read() {
    let mut unread = Unread::new(&[("sweep.yml", SWEEP), (".azml/computes.json", INVENTORY)]);
    unread.shared.lock().client.pulls = true;
    let url = unread.open("sweep.yml");
    let pull = |shared: &Arc<Shared>| -> Vec<String> {
        let found = publish::pull(shared, &url).unwrap();
        found.into_iter().filter_map(rule).collect()
    };
    let told = pull(&unread.shared);
    assert!(has(Some(&told), "undefined-input-reference"), "{told:?}");
    assert!(!has(Some(&told), "unresolved-compute"), "{told:?}");
    unread.read_folder();
    let mut asked_again = false;
    while let Ok(message) = unread.queue.try_recv() {
        asked_again |= matches!(message, Outgoing::PullAgain);
    }
    assert!(asked_again);
    let told = pull(&unread.shared);
    assert!(has(Some(&told), "unresolved-compute"), "{told:?}");
}

#[test]
fn settings_hold_before_the_folder_is_read() {
    let off = "rules:\n  undefined-input-reference: off\n";
    let files = [("sweep.yml", SWEEP), ("azml.yaml", off)];
    let mut unread = Unread::new(&files);
    unread.open("sweep.yml");
    assert!(unread.analyze());
    assert!(!has(unread.told().as_ref(), "undefined-input-reference"));
    let left_out = [
        ("sweep.yml", SWEEP),
        ("azml.yaml", "exclude: [sweep.yml]\n"),
    ];
    let mut unread = Unread::new(&left_out);
    unread.open("sweep.yml");
    assert!(unread.analyze());
    assert_eq!(unread.told(), None);
    unread.read_folder();
    assert_eq!((unread.analyze(), unread.told()), (false, None));
}

#[test]
fn files_that_a_document_names_count_before_the_folder_is_read() {
    let files = [("pipeline.yml", PIPELINE), ("lib/train.yml", COMPONENT)];
    let mut unread = Unread::new(&files);
    unread.open("pipeline.yml");
    assert!(unread.analyze());
    let told = unread.told();
    assert!(has(told.as_ref(), "unknown-component-port"), "{told:?}");
    // What the walk leaves out says nothing, also not at once.
    let ignored = [files[0], files[1], (".gitignore", "lib\n")];
    let mut unread = Unread::new(&ignored);
    unread.open("pipeline.yml");
    assert!(unread.analyze());
    assert!(!has(unread.told().as_ref(), "unknown-component-port"));
    unread.read_folder();
    unread.analyze();
    assert!(!has(unread.told().as_ref(), "unknown-component-port"));
}

#[test]
fn a_configuration_that_is_open_is_judged_once_the_folder_is_read() {
    let mut unread = Unread::new(&[("azml.yaml", "rulez: {}\n")]);
    unread.open("azml.yaml");
    unread.analyze();
    assert_eq!(unread.told(), None);
    unread.read_folder();
    assert!(unread.analyze());
    assert!(unread.told().is_some());
}

#[test]
fn the_first_findings_of_a_long_document_go_before_its_folder() {
    let text = format!("{SWEEP}# {}\n", "-".repeat(LONG_TEXT));
    let mut unread = Unread::new(&[("long.yml", &text), ("short.yml", SWEEP)]);
    let [long, short] = ["long.yml", "short.yml"].map(|name| unread.open(name));
    let go_ahead = |unread: &Unread, url| publish::go_ahead(&unread.shared, url).is_some();
    assert_eq!(
        [&long, &short].map(|url| go_ahead(&unread, url)),
        [true, false]
    );
    unread.analyze();
    assert!(!go_ahead(&unread, &long), "the first ones are told");
    let mut read = Unread::new(&[("long.yml", &text)]);
    read.read_folder();
    let long = read.open("long.yml");
    assert!(!go_ahead(&read, &long), "the folder is read");
}
