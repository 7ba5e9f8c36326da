//! Fixes for missing paths: a new file. The rules themselves offer a path that exists.

use std::cell::OnceCell;

use azml_rules::checks;
use azml_rules::path::{below, file_name};
use azml_rules::rule::{Rule, RuleMark};
use azml_rules::script::commands::{self, sites};
use azml_rules::skeletons::skeletons;
use azml_rules::syntax::Node;
use azml_rules::text::TextRange;
use azml_rules::workspace::OnDisk;

use crate::Site;
use crate::refactor::NewFile;
use crate::refactor::file_rename::{NamedPath, named_paths};

/// One fix for a missing path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingPathFix {
    /// Its title, in the imperative.
    pub title: String,
    /// The file to create.
    pub new_file: NewFile,
}

/// The type of the missing file, from the rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Missing {
    Document,
    Conda,
    Dockerfile,
    Any,
}

impl Missing {
    fn of(rule: &Rule) -> Option<Self> {
        let all = [
            (RuleMark::MissingDocument, Self::Document),
            (RuleMark::MissingCondaFile, Self::Conda),
            (RuleMark::MissingDockerfile, Self::Dockerfile),
            (RuleMark::MissingFile, Self::Any),
        ];
        let mut all = all.into_iter();
        all.find_map(|(mark, missing)| rule.is(mark).then_some(missing))
    }
}

/// The fixes for missing paths in a document. A request may look for thousands: its paths and
/// commands are collected once.
pub struct MissingPathFixes<'s, 'a> {
    site: &'s Site<'a>,
    paths: OnceCell<PathsByPlace>,
    commands: OnceCell<Vec<commands::Site<'s>>>,
}

impl<'s, 'a> MissingPathFixes<'s, 'a> {
    /// Creates the fixes for the document of `site`.
    pub fn new(site: &'s Site<'a>) -> Self {
        Self {
            site,
            paths: OnceCell::new(),
            commands: OnceCell::new(),
        }
    }

    /// Returns the fix of a finding of `rule` at `range`; none for other rules.
    pub fn of(&self, rule: &str, range: TextRange) -> Option<MissingPathFix> {
        let missing = checks::rule(rule).and_then(Missing::of)?;
        let paths = self.paths.get_or_init(|| PathsByPlace::of(self.site));
        let path = paths.first_in(range)?;
        let file = self.new_file(path, missing)?;
        Some(MissingPathFix {
            title: format!("Create `{}`", shown_new(self.site, path, &file)),
            new_file: file,
        })
    }

    /// Returns the file to create, with initial content.
    fn new_file(&self, path: &NamedPath, missing: Missing) -> Option<NewFile> {
        let site = self.site;
        let mut target = path.target(site)?;
        below(site.root, &target)?;
        let text = match missing {
            Missing::Document => document_text(&target, &path.text)?,
            Missing::Conda => conda_text(&target)?,
            Missing::Dockerfile => {
                if exists(site, &target) {
                    target.push_str("/Dockerfile");
                }
                "FROM mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest\n".to_owned()
            }
            Missing::Any => {
                target = format!("{target}/{}", self.script_in(path)?);
                String::new()
            }
        };
        let is_new = !exists(site, &target) && site.workspace.document(&target).is_none();
        is_new.then_some(NewFile { path: target, text })
    }

    /// Returns the script that a command runs in the code folder `path`.
    fn script_in(&self, path: &NamedPath) -> Option<String> {
        let commands = self
            .commands
            .get_or_init(|| sites(self.site.document, self.site.program()));
        let is_there = |node: Node<'_>| node.range().touches(path.range.start);
        let mut of_code = commands.iter().filter(|it| it.code.is_some_and(is_there));
        let command = of_code.find_map(|it| it.node.get("command")?.text())?;
        let mut words = command.split_whitespace();
        let program = words.next()?;
        let script = words.next().filter(|_| program.starts_with("python"))?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
        let is_script = script.ends_with(".py") && script.chars().all(is_plain);
        (is_script && !script.contains("..") && !script.starts_with('/')).then(|| script.to_owned())
    }
}

/// The paths of a document by their starts, each with its number among them.
struct PathsByPlace(Vec<(usize, NamedPath)>);

impl PathsByPlace {
    fn of(site: &Site<'_>) -> Self {
        let mut paths: Vec<_> = named_paths(site).into_iter().enumerate().collect();
        paths.sort_by_key(|(_, path)| path.range.start);
        Self(paths)
    }

    /// Returns the first of the paths that start in `range`.
    fn first_in(&self, range: TextRange) -> Option<&NamedPath> {
        let from = self
            .0
            .partition_point(|(_, path)| path.range.start < range.start);
        let inside = self.0[from..].iter();
        let inside = inside.take_while(|(_, path)| range.touches(path.range.start));
        inside
            .min_by_key(|(number, _)| *number)
            .map(|(_, path)| path)
    }
}

/// Returns a component with the name of the file.
fn document_text(target: &str, written: &str) -> Option<String> {
    let name = stem(target, &[".yml", ".yaml"])?;
    let is_path = written.contains('/') || written.contains('.');
    let skeleton = skeletons().iter().find(|it| it.id == "command-component")?;
    let text = skeleton.plain().replace("my_component", &name);
    is_path.then_some(text)
}

fn conda_text(target: &str) -> Option<String> {
    let name = stem(target, &[".yml", ".yaml"])?;
    Some(format!(
        "name: {name}\nchannels:\n  - conda-forge\ndependencies:\n  - python=3.11\n  - pip\n"
    ))
}

/// Returns the name of a file without its extension, as a valid resource name.
fn stem(path: &str, endings: &[&str]) -> Option<String> {
    let name = file_name(path);
    let stem = endings
        .iter()
        .find_map(|ending| name.strip_suffix(ending))?;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name: String = stem
        .chars()
        .map(|c| if plain(c) { c } else { '_' })
        .collect();
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        .then(|| name.to_ascii_lowercase())
}

/// Returns the path of the new file as the document would write it, for the title.
fn shown_new(site: &Site<'_>, path: &NamedPath, file: &NewFile) -> String {
    let target = path.target(site).unwrap_or_default();
    match below(&target, &file.path) {
        Some("") => path.text.clone(),
        Some(rest) => format!("{}/{rest}", path.text.trim_end_matches('/')),
        None => file_name(&file.path).to_owned(),
    }
}

fn exists(site: &Site<'_>, full: &str) -> bool {
    let found = site.workspace.on_disk(site.document.path(), full);
    matches!(found, Some(OnDisk::File | OnDisk::Folder))
}
