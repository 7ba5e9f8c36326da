//! Markdown specs of what an editor shows.
//!
//! A spec is `tests/specs/editor/<name>.md`; every heading is one test. Blocks with a path are the
//! files of a project, as in the specs of rules; the cursor is `│` in one of them, and `crlf`
//! behind the fence gives a file Windows line ends. The other blocks say what is shown:
//!
//! - ` ```hover `: each line is a part of the card, in this order; a line `- text` in the card may
//!   be given in part. An empty block means no card.
//! - ` ```completion `: the labels in order; behind ` | ` a part of the detail. `...` stands for
//!   any number of others, a label behind `~` is marked as retired. An empty block means nothing is
//!   offered.
//! - ` ```completed `: the file after the first value was taken, or with `title="label"` behind the
//!   fence the one listed so. Tab stops of snippets stand as they are: `$1`, `$0`.
//! - ` ```hints `: `line: label` for every inlay hint of the file with the cursor.
//! - ` ```tokens `: `line: kind text, kind text` for every line with semantic tokens.
//! - ` ```lens `: what stands above its first line.
//! - ` ```symbols `, ` ```folds `, ` ```selection `, ` ```links `: see [`outline`].
//! - those of [`moves`] and [`navigation`].
//!
//! An `azml.yaml` in a folder holds there.
//!
//! - ` ```refactor `: the titles of the refactorings at the cursor. An empty block means none.
//! - ` ```refactored title="part of a title" `: the file afterwards; each new file follows below a
//!   line `--- path`.

mod moves;
mod navigation;
mod outline;
mod refactor;

use std::collections::BTreeMap;
use std::sync::Arc;

use azml_ide::completion::ItemSort;
use azml_ide::hints::{code_lens, inlay_hints, semantic_tokens};
use azml_ide::{Site, completion, hover};
use azml_rules::compute::Inventory;
use azml_rules::document::Document;
use azml_rules::path::PathStyle;
use azml_rules::rule::Level;
use azml_rules::settings::Settings;
use azml_rules::snapshot::Snapshot;
use azml_rules::text::TextRange;
use azml_rules::workspace::Workspace;
use azml_rules::{analyze, config};

use crate::markdown::{Block, blocks};
use crate::spec::{Files, TODAY, is_of_snapshot};

/// Whether it is a file of the snapshot of the project.
fn is_saved(name: &str) -> bool {
    let parts = name.rsplit_once('/');
    parts.is_some_and(|(folder, file)| folder == ".azml" && is_of_snapshot(folder, file))
}

/// A project with a cursor.
#[derive(Clone, Debug)]
pub struct Scene {
    workspace: Workspace,
    path: String,
    offset: u32,
    /// Files that are no documents.
    texts: BTreeMap<String, Arc<str>>,
}

impl Scene {
    /// The files of `project` with their texts; one has a `│`.
    ///
    /// # Panics
    /// When none has.
    pub fn new<'f>(project: impl IntoIterator<Item = (&'f str, String)>) -> Self {
        let mut workspace = Workspace::default();
        workspace.set_today(TODAY);
        let mut cursor = None;
        let mut texts = BTreeMap::new();
        let mut found = Settings::default();
        let mut inside: Vec<(&str, Settings)> = Vec::new();
        let mut files = BTreeMap::new();
        let mut snapshot: BTreeMap<String, Arc<str>> = BTreeMap::new();
        for (name, marked) in project {
            let path = format!("/p/{name}");
            let text = marked.replace('│', "");
            files.insert(path.clone(), text.clone());
            if let Some(at) = marked.find('│') {
                cursor = Some((path.clone(), u32::try_from(at).expect("a small file")));
            }
            match name.rsplit('.').next() {
                _ if name == "azml.yaml" => {
                    let inventories = std::mem::take(&mut found.inventories);
                    found = Settings {
                        inventories,
                        ..config::read(&path.as_str().into(), &text, PathStyle::Unix).0
                    };
                }
                _ if name.ends_with("/azml.yaml") => {
                    let folder = name.trim_end_matches("/azml.yaml");
                    inside.push((
                        folder,
                        config::read(&path.as_str().into(), &text, PathStyle::Unix).0,
                    ));
                }
                Some("json") if is_saved(name) => {
                    let file = name.trim_start_matches(".azml/").to_owned();
                    snapshot.insert(file, text.as_str().into());
                    texts.insert(path, text.into());
                    continue;
                }
                Some("json") => {
                    found
                        .inventories
                        .push(Inventory::read(path.as_str(), &text).0);
                    texts.insert(path, text.into());
                    continue;
                }
                _ => {}
            }
            workspace.insert(Document::new(path, text));
        }
        let (snapshot, problems) = Snapshot::read("/p/.azml", |name| snapshot.get(name).cloned());
        assert_eq!(problems, [], "the snapshot of a spec");
        if let Some(snapshot) = snapshot {
            found.add_snapshot(Arc::new(snapshot));
        }
        workspace.set_settings("/p", found);
        for (folder, settings) in inside {
            workspace.set_settings(&format!("/p/{folder}"), settings);
        }
        workspace.set_disk(Arc::new(Files::new(files)));
        let (path, offset) = cursor.expect("a file has a cursor");
        Self {
            workspace,
            path,
            offset,
            texts,
        }
    }

    /// Looks at the file with the cursor.
    pub fn look<T>(&self, at: impl FnOnce(&Site<'_>, u32) -> T) -> T {
        let document = self
            .workspace
            .document(&self.path)
            .expect("it was just inserted");
        let text_of = |path: &str| self.texts.get(path).cloned();
        let site = Site::new(document, &self.workspace, "/p", &text_of).at(Some(TODAY.begins()));
        at(&site, self.offset)
    }

    /// All its files.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// The errors at `insert`, written in place of `range`.
    fn errors_with(&self, range: TextRange, insert: &str) -> Vec<String> {
        let (before, after) = (
            &self.text()[..range.start as usize],
            &self.text()[range.end as usize..],
        );
        let text = format!("{before}{insert}{after}");
        let length = u32::try_from(insert.len()).expect("a short text");
        let at = TextRange::new(range.start, range.start + length);
        let mut workspace = self.workspace.clone();
        workspace.insert(Document::new(self.path.as_str(), text));
        let mut errors = Vec::new();
        for found in analyze(&workspace, &self.path) {
            let is_there = found.range.intersects(at) && at.contains_range(found.range);
            if found.level == Level::Error && is_there {
                errors.push(found.message);
            }
        }
        errors
    }

    fn text(&self) -> &str {
        self.workspace
            .document(&self.path)
            .map_or("", |document| document.text())
    }
}

/// Runs every test of the spec `markdown`; returns what went wrong, and how many expectations there
/// were.
pub fn run(markdown: &str) -> (Vec<String>, usize) {
    let mut problems = Vec::new();
    let mut count = 0;
    for (heading, blocks) in &by_heading(markdown) {
        let (scene, shown) = staged(blocks);
        for block in shown {
            count += 1;
            if let Err(problem) = check(&scene, block) {
                problems.push(format!("{heading}: {}: {problem}", block.language));
            }
        }
    }
    (problems, count)
}

/// The projects of the spec `markdown`, by the headings of their tests.
pub fn scenes(markdown: &str) -> Vec<(String, Scene)> {
    let by_heading = by_heading(markdown).into_iter();
    by_heading
        .map(|(heading, blocks)| (heading, staged(&blocks).0))
        .collect()
}

fn by_heading(markdown: &str) -> BTreeMap<String, Vec<Block>> {
    let mut found: BTreeMap<String, Vec<Block>> = BTreeMap::new();
    for block in blocks(markdown) {
        found.entry(block.heading.clone()).or_default().push(block);
    }
    found
}

/// The project of a test, and the blocks that say what is shown.
fn staged(blocks: &[Block]) -> (Scene, Vec<&Block>) {
    let (shown, files): (Vec<&Block>, Vec<&Block>) =
        blocks.iter().partition(|block| block.path.is_none());
    let files = files.into_iter();
    let named = files.map(|block| (block.path.as_deref().unwrap_or_default(), text(block)));
    (Scene::new(named), shown)
}

/// The values that are offered in the scenes of `markdown` although an error is reported for them
/// once they are written, and how many were tried.
pub fn refused(markdown: &str) -> (Vec<String>, usize) {
    let (mut refused, mut count) = (Vec::new(), 0);
    for (heading, scene) in scenes(markdown) {
        let Some(offered) = scene.look(completion::complete) else {
            continue;
        };
        for item in &offered.items {
            let is_whole = !matches!(
                item.sort,
                ItemSort::Key
                    | ItemSort::Skeleton
                    | ItemSort::Name
                    | ItemSort::Flag
                    | ItemSort::Folder
            );
            let goes_on = item.is_snippet || item.insert.ends_with(": ");
            if !is_whole || goes_on || item.is_retired {
                continue;
            }
            count += 1;
            let range = offered.range;
            for found in scene.errors_with(range, &item.insert) {
                refused.push(format!("{heading}: `{}`: {found}", item.label));
            }
        }
    }
    (refused, count)
}

fn text(block: &Block) -> String {
    let crlf = block.words.iter().any(|word| word == "crlf");
    if crlf {
        block.text.replace('\n', "\r\n")
    } else {
        block.text.clone()
    }
}

fn check(scene: &Scene, block: &Block) -> Result<(), String> {
    match block.language.as_str() {
        "hover" => check_hover(scene, &block.text),
        "completion" => check_completion(scene, &block.text),
        "completed" => check_same(&completed(scene, block), &text(block)),
        "hints" => check_same(&shown_hints(scene), &block.text),
        "tokens" => check_same(&shown_tokens(scene), &block.text),
        "refactor" => check_same(&refactor::titles(scene), &block.text),
        "refactored" => check_same(
            &refactor::result(scene, block.title.as_deref()),
            &text(block),
        ),
        "lens" => check_same(&shown_lenses(scene), &block.text),
        _ if let Some(now) = moves::shown(scene, block) => check_same(&now, &block.text),
        _ if let Some(now) = outline::shown(scene, block) => check_same(&now, &block.text),
        language if navigation::LANGUAGES.contains(&language) => navigation::check(scene, block),
        other => Err(format!("no such expectation: {other}")),
    }
}

fn check_same(now: &str, wanted: &str) -> Result<(), String> {
    if now == wanted {
        Ok(())
    } else {
        Err(format!("expected\n{wanted}but it is\n{now}"))
    }
}

fn check_hover(scene: &Scene, wanted: &str) -> Result<(), String> {
    let card = scene
        .look(hover::hover)
        .map(|hover| hover.text.to_string())
        .unwrap_or_default();
    if wanted.trim().is_empty() {
        return if card.is_empty() {
            Ok(())
        } else {
            Err(format!("expected no card, but it is\n{card}"))
        };
    }
    let mut rest = card.as_str();
    for line in wanted.lines().filter(|line| !line.is_empty()) {
        match rest.find(line) {
            Some(at) => rest = &rest[at + line.len()..],
            None => return Err(format!("`{line}` is not in the rest of the card\n{card}")),
        }
    }
    Ok(())
}

fn check_completion(scene: &Scene, wanted: &str) -> Result<(), String> {
    let items = scene
        .look(completion::complete)
        .map(|found| found.items)
        .unwrap_or_default();
    let listed = || {
        let rows = items
            .iter()
            .take(12)
            .map(|item| format!("{} | {}\n", item.label, item.detail));
        format!("it offers {}:\n{}", items.len(), rows.collect::<String>())
    };
    let mut rest = items.iter();
    let mut skip = false;
    for line in wanted.lines().filter(|line| !line.trim().is_empty()) {
        if line.trim() == "..." {
            skip = true;
            continue;
        }
        let (label, detail) = line.split_once(" | ").unwrap_or((line, ""));
        let retired = label.starts_with('~');
        let is_it = |item: &&completion::Item| item.label == label.trim().trim_start_matches('~');
        let found = if skip {
            rest.find(is_it)
        } else {
            rest.next().filter(is_it)
        };
        let fits = |item: &&completion::Item| {
            item.detail.contains(detail.trim()) && item.is_retired == retired
        };
        if found.filter(fits).is_none() {
            return Err(format!("`{line}` is not there; {}", listed()));
        }
        skip = false;
    }
    if skip || rest.next().is_none() {
        Ok(())
    } else {
        Err(format!("more is offered than expected; {}", listed()))
    }
}

fn completed(scene: &Scene, block: &Block) -> String {
    let label = block.title.as_deref();
    let Some(found) = scene.look(completion::complete) else {
        return String::new();
    };
    let mut items = found.items.iter();
    let Some(first) = items.find(|item| label.is_none_or(|label| item.label == label)) else {
        return String::new();
    };
    let (before, after) = (
        &scene.text()[..found.range.start as usize],
        &scene.text()[found.range.end as usize..],
    );
    format!("{before}{}{after}", first.insert)
}

fn shown_hints(scene: &Scene) -> String {
    let line = |hint: inlay_hints::InlayHint| {
        let line = scene.text()[..hint.offset as usize].matches('\n').count() + 1;
        format!("{line}: {}\n", hint.label)
    };
    scene
        .look(|site, _| inlay_hints::hints(site, TextRange::new(0, u32::MAX)))
        .into_iter()
        .map(line)
        .collect()
}

fn shown_lenses(scene: &Scene) -> String {
    scene
        .look(|site, _| code_lens::code_lenses(site))
        .into_iter()
        .map(|lens| format!("{}\n", lens.title))
        .collect()
}

fn shown_tokens(scene: &Scene) -> String {
    let mut lines: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for token in scene.look(|site, _| semantic_tokens::tokens(site, TextRange::new(0, u32::MAX))) {
        let line = scene.text()[..token.range.start as usize]
            .matches('\n')
            .count()
            + 1;
        let shown = format!("{} {}", token.kind.name(), token.range.slice(scene.text()));
        lines.entry(line).or_default().push(shown);
    }
    lines
        .iter()
        .map(|(line, tokens)| format!("{line}: {}\n", tokens.join(", ")))
        .collect()
}
