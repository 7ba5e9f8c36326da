//! A folder of files in one text, so that a corpus can be read and a dictionary helps.
//!
//! A line `=== path` begins a file; what stands before the first is `job.yml`. An `azml.yaml` holds
//! the settings of its folder, `│` is the cursor.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use azml_ls::sandbox::decode;
use azml_rules::compute::Inventory;
use azml_rules::config;
use azml_rules::document::Document;
use azml_rules::path::PathStyle;
use azml_rules::settings::Settings;
use azml_rules::workspace::Workspace;

use crate::markdown::{Block, blocks};
use crate::process::root;
use crate::spec::{Files, TODAY};

const FIRST: &str = "job.yml";
const MARK: &str = "=== ";
/// More files only take longer.
const MOST: usize = 6;
const CURSOR: char = '│';

/// Files by their paths.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    /// Their texts.
    pub files: BTreeMap<String, String>,
    /// Where the cursor is, if there is one.
    pub cursor: Option<(String, u32)>,
}

/// The place `at`, or the one before it: no editor has its cursor in a line end of two characters.
pub(super) fn between(text: &str, at: usize) -> usize {
    let splits = text[..at].ends_with('\r') && text[at..].starts_with('\n');
    if splits { at - 1 } else { at }
}

/// The text that `bytes` are, as a file would be read.
pub(super) fn text(bytes: &[u8]) -> Option<String> {
    decode(bytes.to_vec()).ok().map(|read| read.text)
}

/// Longest path that every system takes: that of macOS.
const LONGEST_PATH: usize = 1_024;

/// Whether `path` is one that a file can have.
fn is_file(path: &str) -> bool {
    !path.is_empty() && !path.ends_with('/') && path.len() <= LONGEST_PATH
}

impl Folder {
    /// Takes a text apart.
    pub fn read(text: &str) -> Self {
        let mut folder = Self::default();
        let mut path = FIRST;
        let mut own = String::new();
        for line in text.split_inclusive('\n') {
            match line.strip_prefix(MARK) {
                Some(next) if folder.files.len() + 1 < MOST && is_file(next.trim()) => {
                    folder.add(path, &std::mem::take(&mut own));
                    path = next.trim();
                }
                _ => own.push_str(line),
            }
        }
        folder.add(path, &own);
        folder
    }

    fn add(&mut self, path: &str, marked: &str) {
        let text = marked.replace(CURSOR, "");
        // Of two files with one path the second stays, and a cursor in the first is nowhere.
        self.cursor.take_if(|(other, _)| other == path);
        if let Some(at) = marked.find(CURSOR) {
            let at = u32::try_from(between(&text, at)).expect("a small file");
            self.cursor = Some((path.to_owned(), at));
        }
        self.files.insert(path.to_owned(), text);
    }

    /// The files as documents, with the settings.
    pub fn workspace(&self) -> Workspace {
        let mut workspace = Workspace::default();
        workspace.set_today(TODAY);
        let mut settings: BTreeMap<&str, Settings> = BTreeMap::new();
        for (path, text) in &self.files {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            let own = settings.entry(folder).or_default();
            if name.ends_with(".json") {
                own.inventories.push(Inventory::read(path.as_str(), text).0);
                continue;
            }
            if name == "azml.yaml" {
                let (read, _, problems) =
                    config::read(&Arc::from(path.as_str()), text, PathStyle::Unix);
                for problem in &problems {
                    super::fits(problem.range, text);
                }
                *own = Settings {
                    inventories: std::mem::take(&mut own.inventories),
                    ..read
                };
            }
            workspace.insert(Document::new(path.as_str(), text.as_str()));
        }
        for (folder, mut settings) in settings {
            settings.preview = Some(true);
            workspace.set_settings(folder, settings);
        }
        workspace.set_disk(Arc::new(Files::new(self.files.clone())));
        workspace
    }
}

/// Every heading of every spec below `tests/specs` as a folder in one text.
pub fn spec_folders() -> Vec<String> {
    let mut found = Vec::new();
    for markdown in specs() {
        for blocks in blocks(&markdown).chunk_by(|a, b| a.heading == b.heading) {
            found.extend(in_one_text(blocks));
        }
    }
    found
}

/// The texts of all specs.
pub(super) fn specs() -> impl Iterator<Item = String> {
    let groups = entries(&root().join("tests/specs")).into_iter();
    let paths = groups.flat_map(|group| entries(&group));
    paths.map(|path| std::fs::read_to_string(path).unwrap_or_default())
}

/// What is in a folder, by name; nothing for a file.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn in_one_text(blocks: &[Block]) -> Option<String> {
    let mut text = String::new();
    for block in blocks {
        let is_file = matches!(block.language.as_str(), "yaml" | "json");
        // What a fix makes of a file is not a file.
        if !is_file || block.words.iter().any(|word| word.starts_with("fixed")) {
            continue;
        }
        if let Some(path) = &block.path {
            text.push_str(&format!("{MARK}{path}\n"));
        }
        text.push_str(&block.text);
    }
    (!text.is_empty()).then_some(text)
}
