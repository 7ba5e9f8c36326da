//! The files of the page as a workspace.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use azml_ide::Site;
use azml_rules::config::{self, ConfigProblem};
use azml_rules::date::{Date, UnixTime};
use azml_rules::document::Document;
use azml_rules::path::{PathStyle, below, file_name, parent};
use azml_rules::settings::Settings;
use azml_rules::terraform::is_terraform;
use azml_rules::text::TextRange;
use azml_rules::workspace::{MemoryDisk, Workspace};

use crate::request::Choices;
use crate::units::{UnitIndex, UnitRange};

/// The name of a file of settings.
pub(crate) const CONFIG: &str = "azml.yaml";

/// Seconds of a day.
const DAY: i64 = 86_400;

/// All files, with what they mean to each other.
#[derive(Debug, Default)]
pub(crate) struct Project {
    pub(crate) workspace: Workspace,
    disk: MemoryDisk,
    now: Option<UnixTime>,
    preview: Option<bool>,
    /// The unit indexes of texts, made when one is needed.
    indexes: RefCell<BTreeMap<String, Rc<UnitIndex>>>,
}

impl Project {
    /// The project of `files`; no other file exists if it `is_whole`. `now` is in seconds since 1970.
    pub(crate) fn new(
        files: BTreeMap<String, Option<String>>,
        is_whole: bool,
        choices: Choices,
        now: i64,
    ) -> Self {
        let shared = |text: Option<String>| text.map(Arc::from);
        let files = files.into_iter().map(|(path, text)| (path, shared(text)));
        let mut project = Self {
            disk: MemoryDisk {
                files: files.collect(),
                is_whole,
            },
            now: Some(UnixTime(now)),
            preview: choices.preview.then_some(true),
            ..Self::default()
        };
        project
            .workspace
            .set_no_schema_checks(choices.no_schema_checks);
        let days = u32::try_from(now.div_euclid(DAY)).ok();
        if let Some(today) = days.and_then(Date::from_days_since_1970) {
            project.workspace.set_today(today);
        }
        for path in project.paths() {
            project.read(&path);
        }
        project.update();
        project
    }

    /// Replaces the text of the file at `path`.
    pub(crate) fn edit(&mut self, path: &str, text: &str) {
        self.indexes.borrow_mut().remove(path);
        self.disk.files.insert(path.to_owned(), Some(text.into()));
        self.read(path);
        self.update();
    }

    /// The paths of all files, in order.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.disk.files.keys().cloned().collect()
    }

    /// Returns the text of the file at `path`, empty if it is unknown.
    pub(crate) fn text(&self, path: &str) -> &str {
        self.known_text(path).unwrap_or_default()
    }

    /// Returns the text of the file at `path`, if it is known.
    pub(crate) fn known_text(&self, path: &str) -> Option<&str> {
        self.disk.files.get(path)?.as_deref()
    }

    /// Returns the path of the settings that hold for the file at `path`: `None` where there is no `azml.yaml`.
    pub(crate) fn config_of(&self, path: &str) -> Option<Arc<str>> {
        let configs = self.disk.files.keys().filter(|it| file_name(it) == CONFIG);
        let above = |it: &&String| parent(it).is_empty() || below(parent(it), path).is_some();
        let closest = configs.filter(above).max_by_key(|it| it.len());
        closest.map(|it| it.as_str().into())
    }

    /// Calls `look` with the document at `path` as the editor features see it; `None` if it is no document.
    pub(crate) fn site<T>(&self, path: &str, look: impl FnOnce(&Site<'_>) -> T) -> Option<T> {
        let document = self.workspace.document(path)?;
        let text_of = |path: &str| self.disk.files.get(path)?.clone();
        let site = Site::new(document, &self.workspace, "", &text_of).at(self.now);
        Some(look(&site))
    }

    /// Returns the byte offset of `unit` in the file at `path`.
    pub(crate) fn offset(&self, path: &str, unit: usize) -> u32 {
        self.unit_index(path).offset(self.text(path), unit)
    }

    /// Returns `range` of the file at `path` as JavaScript counts.
    pub(crate) fn units(&self, path: &str, range: TextRange) -> UnitRange {
        self.unit_index(path).units(self.text(path), range)
    }

    fn unit_index(&self, path: &str) -> Rc<UnitIndex> {
        let mut indexes = self.indexes.borrow_mut();
        let index = indexes.entry(path.to_owned());
        let index = index.or_insert_with(|| Rc::new(UnitIndex::new(self.text(path))));
        index.clone()
    }

    /// Returns the problems of the file at `path` if it is one of settings.
    pub(crate) fn config_problems(&self, path: &str) -> Vec<ConfigProblem> {
        if file_name(path) != CONFIG {
            return Vec::new();
        }
        config::read(&path.into(), self.text(path), PathStyle::Unix).2
    }

    /// Makes a document of the file at `path`, if it may be one.
    fn read(&mut self, path: &str) {
        let document = Document::new(path, self.text(path));
        if is_yaml(path) || is_terraform(file_name(path)) || document.commands().is_some() {
            self.workspace.insert(document);
        } else {
            self.workspace.remove(path);
        }
    }

    /// Gives the settings and the texts to the workspace.
    fn update(&mut self) {
        self.workspace.clear_settings();
        let set = |workspace: &mut Workspace, folder: &str, settings: Settings| {
            let preview = self.preview.or(settings.preview);
            workspace.set_settings(
                folder,
                Settings {
                    preview,
                    ..settings
                },
            );
        };
        set(&mut self.workspace, "", Settings::default());
        for (path, text) in &self.disk.files {
            if let Some(text) = text.as_deref().filter(|_| file_name(path) == CONFIG) {
                let path: Arc<str> = path.as_str().into();
                let (settings, _, _) = config::read(&path, text, PathStyle::Unix);
                set(&mut self.workspace, parent(&path), settings);
            }
        }
        self.workspace.set_disk(Arc::new(self.disk.clone()));
    }
}

/// Returns `true` if `path` has the name of YAML; a workflow of another tool may be a script in it.
fn is_yaml(path: &str) -> bool {
    let name = file_name(path);
    let ending = name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_ascii_lowercase());
    matches!(ending.as_deref(), Some("yml" | "yaml")) || name == "MLTable"
}
