//! Analyzing again only what depends on a change finds the same as analyzing everything again:
//! random edits of whole folders, one after the other, of texts, files, settings, inventories, and of
//! what is on the disk: scripts, Dockerfiles, lists of packages, `.amlignore`, `.gitignore`.

mod files;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use azml_rules::compute::{ComputeDef, Inventory, OriginKind};
use azml_rules::document::Document;
use azml_rules::rule::Level;
use azml_rules::settings::{RuleLevel, Settings};
use azml_rules::snapshot::Snapshot;
use azml_rules::syntax::Node;
use azml_rules::workspace::{Dependencies, Workspace};
use azml_rules::{analyze, analyze_tracked};
use azml_tests::corpus::{folders, load};
use azml_tests::random::Random;

use self::files::{AROUND, Files, ON_DISK};

/// What a server remembers of one document.
struct Known {
    found: String,
    dependencies: Dependencies,
}

fn look(workspace: &Workspace, path: &str) -> Known {
    let (found, dependencies) = analyze_tracked(workspace, path);
    Known {
        found: format!("{found:?}"),
        dependencies,
    }
}

/// A folder that is edited.
struct Folder {
    workspace: Workspace,
    paths: Vec<String>,
    originals: BTreeMap<String, Arc<Document>>,
    settings: BTreeMap<String, Settings>,
    disk: Files,
    asked: Vec<String>,
    random: Random,
    /// Whether the workspace learns of changes of the disk, as in an editor.
    has_revisions: bool,
}

impl Folder {
    fn new(mut workspace: Workspace, seed: u64) -> Self {
        let disk = Files::default();
        let texts = ON_DISK.iter();
        let texts = texts.map(|(path, texts)| ((*path).to_owned(), texts[0]));
        disk.contents().texts = texts.collect();
        workspace.set_disk(Arc::new(disk.clone()));
        let has_revisions = seed % 2 == 1;
        if has_revisions {
            workspace.begin_revision();
        }
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
            settings: BTreeMap::new(),
            disk,
            asked,
            random: Random::new(seed),
            has_revisions,
        }
    }

    /// The same folder as if it had just been read.
    fn read_anew(&self) -> Workspace {
        let mut workspace = Workspace::default();
        workspace.set_disk(Arc::new(self.disk.clone()));
        for (folder, settings) in &self.settings {
            workspace.set_settings(folder, settings.clone());
        }
        for document in self.workspace.documents() {
            workspace.insert(document.clone());
        }
        workspace
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
        match self.random.below(13) {
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
            9..=11 => self.write_on_disk(),
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
        self.come_or_go(&path)
    }

    fn come_or_go(&mut self, path: &str) -> String {
        let gone = &mut self.disk.contents().gone;
        if !gone.remove(path) {
            gone.insert(path.to_owned());
        }
        if self.has_revisions {
            self.workspace.begin_revision();
        }
        format!("{path} came or went")
    }

    /// Lets a script, a Dockerfile, a list of packages, or a file that leaves something out become
    /// another one, come, or go.
    fn write_on_disk(&mut self) -> String {
        let (path, texts) = *self.random.pick(ON_DISK);
        if self.random.below(4) == 0 {
            return self.come_or_go(path);
        }
        let text = *self.random.pick(texts);
        let texts = &mut self.disk.contents().texts;
        texts.insert(path.to_owned(), text);
        if self.has_revisions {
            self.workspace.begin_revision();
        }
        format!("{path} is {text:?}")
    }

    /// Settings of a folder: a level, a compute, an inventory.
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
        let listed = [
            r#"[{"name": "listed", "type": "amlcompute", "size": "Standard_D4s_v5"}]"#,
            "[]",
            "[",
        ];
        let listed = *self.random.pick::<&str>(&listed);
        let (inventory, _) = Inventory::read(".azml/computes.json", listed);
        settings.inventories.push(inventory);
        settings.snapshot = self.snapshot();
        self.workspace.set_settings(&folder, settings.clone());
        self.settings.insert(folder.clone(), settings);
        format!("settings of {folder:?}")
    }
}

impl Folder {
    /// A snapshot that has some of the names of the folder, and others.
    fn snapshot(&mut self) -> Option<Arc<Snapshot>> {
        if self.random.below(3) == 0 {
            return None;
        }
        let listed = [
            "[]",
            "[",
            r#"[{"name": "sklearn", "latest": "3", "versions": ["1", "3"]}]"#,
        ];
        let assets: Arc<str> = (*self.random.pick::<&str>(&listed)).into();
        let description = r#"{"format": 1, "workspace": "dev", "saved": "2026-11-20"}"#;
        let (snapshot, _) = Snapshot::read(".azml", |name| match name {
            "snapshot.json" => Some(description.into()),
            "quota.json" | "sizes.json" => None,
            _ => Some(assets.clone()),
        });
        snapshot.map(Arc::new)
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
        let anew = folder.read_anew();
        for document in folder.workspace.documents() {
            let path = document.path();
            all += 1;
            let is_known = known.get(path).is_some_and(|old| {
                folder.workspace.confirms(&old.dependencies)
                    && folder.workspace.disk_confirms(&old.dependencies)
            });
            if !is_known {
                again += 1;
                known.insert(path.to_owned(), look(&folder.workspace, path));
            }
            // What is remembered of scripts and commands must not be wrong either.
            let found = format!("{:?}", analyze(&anew, path));
            assert_eq!(
                known[path].found, found,
                "{path} with seed {seed} after {history:#?}"
            );
        }
    }
    (again, all)
}

#[test]
fn documents_that_are_not_analyzed_again_would_have_the_same_findings() {
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
fn what_is_found_is_the_same_after_a_file_of_the_snapshot_or_a_script_changes() {
    let job = "$schema: https://x/latest/commandJob.schema.json\ncommand: x\n\
               environment: azureml:train:3\n";
    let script = "az ml environment create --name train --image x/y:1\n";
    let mut workspace = Workspace::default();
    workspace.insert(Document::new("job.yml", job));
    let mut known: Option<Known> = None;
    let listed = ["[]", r#"[{"name": "train", "latest": "7"}]"#, "["];
    let mut all = BTreeSet::new();
    for text in [None, Some(script), Some("az ml job list\n")] {
        match text {
            Some(text) => workspace.insert(Document::new("create.sh", text)),
            None => workspace.remove("create.sh"),
        }
        for assets in listed {
            let (snapshot, _) = Snapshot::read(".azml", |name| match name {
                "snapshot.json" => Some(r#"{"format": 1}"#.into()),
                "environments.json" => Some(assets.into()),
                _ => None,
            });
            let settings = Settings {
                snapshot: snapshot.map(Arc::new),
                ..Settings::default()
            };
            let mut anew = Workspace::default();
            workspace.documents().for_each(|it| anew.insert(it.clone()));
            anew.set_settings("", settings.clone());
            workspace.set_settings("", settings);
            let confirmed = known.filter(|old| workspace.confirms(&old.dependencies));
            let now = confirmed.unwrap_or_else(|| look(&workspace, "job.yml"));
            assert_eq!(
                now.found,
                format!("{:?}", analyze(&anew, "job.yml")),
                "{assets}"
            );
            all.insert(now.found.clone());
            known = Some(now);
        }
    }
    // Not listed, outdated, and nothing known.
    assert_eq!(all.len(), 3, "{all:?}");
}

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
