//! Analysing again only what looked up something that changed finds the same as analysing
//! everything again: random edits of whole folders, one after the other, texts, files, the disk and
//! settings.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use azml_rules::compute::{ComputeDef, OriginKind};
use azml_rules::document::Document;
use azml_rules::rule::Level;
use azml_rules::settings::{RuleLevel, Settings};
use azml_rules::syntax::Node;
use azml_rules::workspace::{Disk, OnDisk, Reads, Workspace};
use azml_rules::{analyze, analyze_recording};
use azml_tests::corpus::{folders, load};
use azml_tests::random::Random;

/// What our own pipelines are used by, and what they use.
const AROUND: &[(&str, &str)] = &[
    (
        "env.yml",
        "$schema: https://x/latest/environment.schema.json\nname: sklearn-fit\nimage: i:1\n",
    ),
    (
        "cpu.yml",
        "type: amlcompute\nname: cpu-cluster\nsize: Standard_D4s_v5\nmax_instances: 1\n",
    ),
    (
        "ws.yml",
        "$schema: https://x/latest/workspace.schema.json\nname: w\nlocation: westeurope\n",
    ),
    (
        "far.yml",
        "type: amlcompute\nname: cpu-far\nsize: Standard_D4s_v5\nlocation: eastus\n",
    ),
    (
        "end.yml",
        "$schema: https://x/latest/kubernetesOnlineEndpoint.schema.json\nname: e\n\
            compute: azureml:cpu-far\n",
    ),
    (
        "dep.yml",
        "$schema: https://x/latest/managedOnlineDeployment.schema.json\nname: d\nendpoint_name: e\n\
            model: azureml:m:1\n",
    ),
    (
        "schedule.yml",
        "$schema: https://x/latest/schedule.schema.json\nname: s\n\
            trigger: {type: cron, expression: 0 0 * * *}\n\
         create_job:\n  type: pipeline\n  job: ./wine.yml\n  inputs: {data: x}\n",
    ),
    (
        "job.yml",
        "$schema: https://x/latest/commandJob.schema.json\ncommand: echo\n\
            environment: azureml:sklearn-fir:1\n\
         compute: azureml:cpu-cluster\nresources: {instance_count: 2}\ncode: ./src\n",
    ),
];

/// A disk on which everything is, but for some paths.
#[derive(Clone, Debug, Default)]
struct Files(Arc<Mutex<BTreeSet<String>>>);

impl Disk for Files {
    fn at(&self, path: &str) -> Option<OnDisk> {
        let gone = self
            .0
            .lock()
            .expect("no test panics with it")
            .contains(path);
        Some(if gone { OnDisk::Nothing } else { OnDisk::File })
    }
}

/// What a server keeps of one document.
struct Known {
    found: String,
    reads: Reads,
}

fn look(workspace: &Workspace, path: &str) -> Known {
    let analyzed = analyze_recording(workspace, path, &|| true);
    let (found, reads) = analyzed.expect("it is wanted");
    Known {
        found: format!("{found:?}"),
        reads,
    }
}

/// A folder that is edited.
struct Folder {
    workspace: Workspace,
    paths: Vec<String>,
    originals: BTreeMap<String, Arc<Document>>,
    disk: Files,
    asked: Vec<String>,
    random: Random,
}

impl Folder {
    fn new(mut workspace: Workspace, seed: u64) -> Self {
        let disk = Files::default();
        workspace.set_disk(Arc::new(disk.clone()));
        let originals: BTreeMap<String, Arc<Document>> = workspace
            .documents()
            .map(|document| (document.path().to_owned(), document.clone()))
            .collect();
        let paths: Vec<String> = originals.keys().cloned().collect();
        let of = |document: &Arc<Document>| {
            let nodes = document.tree().nodes().filter_map(Node::text);
            nodes
                .filter(|text| text.contains(['/', '.']))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let asked = originals.values().flat_map(of).collect();
        Self {
            workspace,
            paths,
            originals,
            disk,
            asked,
            random: Random::new(seed),
        }
    }

    fn some_path(&mut self) -> String {
        self.random.pick(&self.paths).clone()
    }

    /// A scalar of some document.
    fn some_text(&mut self) -> String {
        let path = self.some_path();
        let texts: Vec<&str> = self.originals[&path]
            .tree()
            .nodes()
            .filter_map(Node::text)
            .filter(|text| !text.is_empty())
            .collect();
        if texts.is_empty() {
            "x".to_owned()
        } else {
            (*self.random.pick(&texts)).to_owned()
        }
    }

    /// Makes one edit and says which.
    fn edit(&mut self) -> String {
        let path = self.some_path();
        let text = self
            .workspace
            .document(&path)
            .map_or(String::new(), |document| document.text().to_owned());
        match self.random.below(9) {
            0 => {
                self.workspace.remove(&path);
                format!("removed {path}")
            }
            1 => {
                self.workspace.insert(self.originals[&path].clone());
                format!("put {path} back")
            }
            2 => self.toggle(&path),
            3 => self.set(),
            4 => {
                let mut lines: Vec<&str> = text.lines().collect();
                if !lines.is_empty() {
                    lines.remove(
                        self.random
                            .below(u32::try_from(lines.len()).expect("a short text"))
                            as usize,
                    );
                }
                self.write(&path, lines.join("\n"));
                format!("dropped a line of {path}")
            }
            5 => {
                let other = self.some_path();
                self.write(&path, self.originals[&other].text().to_owned());
                format!("copied {other} to {path}")
            }
            // Close to a name: that is what "did you mean" looks for.
            6 => {
                let old = self.text_of(&path);
                let new: String = old.chars().skip(1).collect();
                self.write(&path, text.replace(&old, &new));
                format!("{path}: {old:?} is now {new:?}")
            }
            _ => {
                let (old, new) = (self.text_of(&path), self.some_text());
                self.write(&path, text.replace(&old, &new));
                format!("{path}: {old:?} is now {new:?}")
            }
        }
    }

    fn text_of(&mut self, path: &str) -> String {
        let texts: Vec<&str> = self.originals[path]
            .tree()
            .nodes()
            .filter_map(Node::text)
            .filter(|text| !text.is_empty() && !text.contains('\n'))
            .collect();
        if texts.is_empty() {
            "x".to_owned()
        } else {
            (*self.random.pick(&texts)).to_owned()
        }
    }

    fn write(&mut self, path: &str, text: String) {
        self.workspace.insert(Document::new(path, text));
    }

    /// Lets a file that some document may name come or go.
    fn toggle(&mut self, from: &str) -> String {
        let name = self
            .random
            .pick(&self.asked)
            .trim_start_matches("./")
            .to_owned();
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let path = if folder.is_empty() {
            name
        } else {
            format!("{folder}/{name}")
        };
        let mut gone = self.disk.0.lock().expect("no test panics with it");
        if !gone.remove(&path) {
            gone.insert(path.clone());
        }
        format!("{path} came or went")
    }

    /// Settings of a folder: a level, a compute.
    fn set(&mut self) -> String {
        let path = self.some_path();
        let folder = path
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder)
            .to_owned();
        let mut settings = Settings::default();
        let rules = ["unused-input", "missing-schema", "unknown-component-port"];
        let level = if self.random.below(2) == 0 {
            RuleLevel::Off
        } else {
            RuleLevel::Set(Level::Error)
        };
        settings
            .rules
            .insert((*self.random.pick(&rules)).to_owned(), level.into());
        let yaml = format!(
            "name: {}\ntype: computeinstance\n",
            self.some_text().replace(['\n', ':'], "")
        );
        let document = Document::new("azml.yaml", yaml);
        let def = document.root().and_then(|root| {
            ComputeDef::read(root, None, &document.shared_path(), OriginKind::Config)
        });
        settings.computes.extend(def.map(Arc::new));
        self.workspace.set_settings(&folder, settings);
        format!("settings of {folder:?}")
    }
}

/// How many documents were analysed again in all, out of how many.
fn run(workspace: Workspace, edits: usize, seed: u64) -> (usize, usize) {
    let mut folder = Folder::new(workspace, seed);
    let mut known: BTreeMap<String, Known> = BTreeMap::new();
    let (mut again, mut all) = (0, 0);
    let mut history = Vec::new();
    for _ in 0..edits {
        history.push(folder.edit());
        known.retain(|path, _| folder.workspace.document(path).is_some());
        for document in folder.workspace.documents() {
            let path = document.path();
            all += 1;
            match known.get(path) {
                Some(old)
                    if folder.workspace.confirms(&old.reads)
                        && folder.workspace.disk_confirms(&old.reads) =>
                {
                    let found = format!("{:?}", analyze(&folder.workspace, path));
                    assert_eq!(
                        old.found, found,
                        "{path} with seed {seed} after {history:#?}"
                    );
                }
                _ => {
                    again += 1;
                    known.insert(path.to_owned(), look(&folder.workspace, path));
                }
            }
        }
    }
    (again, all)
}

#[test]
fn what_is_not_analysed_again_would_find_the_same() {
    for (index, path) in folders().into_iter().enumerate() {
        // Our own folder is small: nearly every edit there is of a file that others use.
        let (seeds, edits) = if index == 0 { (20, 25) } else { (1, 10) };
        let mut workspace = load(&path);
        if index == 0 {
            AROUND
                .iter()
                .for_each(|(path, text)| workspace.insert(Document::new(*path, *text)));
        }
        for seed in 0..seeds {
            let (again, all) = run(workspace.clone(), edits, seed);
            println!("{}, seed {seed}: {again} of {all} analyses", path.display());
            assert!(again * 2 < all, "{again} of {all}");
        }
    }
}

/// A step that no `type` tells: what it is depends on the component in its file.
const STEP: &str = "type: pipeline\njobs:\n  a:\n    component: ./c.yml\n    environment: \
    sklearn:3\n    \
                    compute: azureml:c\n";

#[test]
fn what_is_found_is_the_same_after_a_referenced_file_appears() {
    let components = [
        "$schema: https://x/latest/parallelComponent.schema.json\ntype: parallel\nname: p\n\
            version: 1\n",
        "$schema: https://x/latest/sparkComponent.schema.json\ntype: spark\nname: p\nversion: 1\n",
        "$schema: https://x/latest/commandComponent.schema.json\ntype: command\nname: p\n\
            version: 1\n\
         command: echo\nenvironment: azureml:e:1\n",
    ];
    for component in components {
        // The same document before and after, as the server keeps it.
        let mut kept = Workspace::default();
        kept.insert(Document::new("job.yml", STEP));
        look(&kept, "job.yml");
        kept.insert(Document::new("c.yml", component));
        let mut fresh = Workspace::default();
        fresh.insert(Document::new("job.yml", STEP));
        fresh.insert(Document::new("c.yml", component));
        let (kept, fresh) = (look(&kept, "job.yml").found, look(&fresh, "job.yml").found);
        assert_eq!(kept, fresh, "{component}");
    }
}
