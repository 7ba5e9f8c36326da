//! Which parts of a file a shell reads: all of a script, and the steps of workflows and pipelines.

use super::dialect::{Dialect, Reading};
use super::folder::Place;
use super::lexer::Piece;
use crate::path::file_name;
use crate::syntax::{Node, NodeKind, ScalarStyle, Tree};
use crate::text::TextRange;

/// A text that a shell reads.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) range: TextRange,
    pub(super) reading: Reading,
    /// Where the shell starts.
    pub(super) folder: Option<Place>,
    /// What stands around it.
    variables: Vec<(String, String)>,
}

impl Source {
    /// What stands around it says of the variable `name`; the closest counts.
    pub(super) fn variable(&self, name: &str) -> Option<Vec<Piece>> {
        let known = self.variables.iter().find(|(known, _)| known == name);
        known.map(|(_, value)| vec![Piece::Text(value.clone())])
    }
}

/// Whether the file at `path` is a script or a Makefile by its name.
#[must_use]
pub fn is_script(path: &str) -> bool {
    dialect_of(path).is_some()
}

fn dialect_of(path: &str) -> Option<Dialect> {
    let name = file_name(path);
    if matches!(name, "Makefile" | "makefile" | "GNUmakefile") {
        return Some(Dialect::Make);
    }
    Some(match &*name.rsplit_once('.')?.1.to_ascii_lowercase() {
        "sh" | "bash" | "zsh" | "ksh" => Dialect::Posix,
        "ps1" => Dialect::PowerShell,
        "cmd" | "bat" => Dialect::Cmd,
        "mk" => Dialect::Make,
        _ => return None,
    })
}

/// Those of the file at `path`.
pub(super) fn of(path: &str, tree: &Tree) -> Vec<Source> {
    let Some(dialect) = dialect_of(path) else {
        return tree.nodes().filter_map(step).collect();
    };
    let folder = match dialect {
        Dialect::Make => Place::Beside(String::new()),
        _ => Place::Somewhere(String::new()),
    };
    vec![Source {
        range: TextRange::from(0..tree.text().len()),
        reading: Reading {
            dialect,
            folds: false,
        },
        folder: Some(folder),
        variables: Vec::new(),
    }]
}

/// The text of a step: `run` of GitHub, `script` and its relatives of Azure, `script` of GitLab.
fn step(node: Node<'_>) -> Option<Source> {
    if !matches!(node.kind(), NodeKind::Scalar(_)) || node.is_key() || !node.raw().contains("az ml")
    {
        return None;
    }
    let parent = node.parent()?;
    let entry = if parent.kind() == NodeKind::Sequence {
        parent
    } else {
        node
    };
    let key = entry.key()?.text()?;
    let dialect = match key {
        "run" | "script" | "bash" | "inlineScript" | "InlineScript" | "inline" => Dialect::Posix,
        "before_script" | "after_script" => Dialect::Posix,
        "pwsh" | "powershell" => Dialect::PowerShell,
        _ => return None,
    };
    let around = entry.parent()?;
    let (range, folds) = content(node)?;
    Some(Source {
        range,
        reading: Reading {
            dialect: shell_of(around).unwrap_or(dialect),
            folds,
        },
        folder: folder_of(around),
        variables: variables_around(around),
    })
}

/// The text of a scalar as it is written, and whether its lines are joined. `None` where the source
/// is not what the shell gets.
fn content(node: Node<'_>) -> Option<(TextRange, bool)> {
    let (range, raw) = (node.range(), node.raw());
    let inside = |start: usize, end: usize| {
        let from = range.start as usize;
        TextRange::from(from + start..from + end)
    };
    Some(match node.style()? {
        ScalarStyle::Literal => (inside(raw.find('\n')?, raw.len()), false),
        ScalarStyle::Folded => (inside(raw.find('\n')?, raw.len()), true),
        ScalarStyle::Plain => (range, true),
        ScalarStyle::SingleQuoted if !raw[1..].contains("''") => (inside(1, raw.len() - 1), true),
        ScalarStyle::DoubleQuoted if !raw.contains('\\') => (inside(1, raw.len() - 1), true),
        _ => return None,
    })
}

/// The shell that the step names.
fn shell_of(step: Node<'_>) -> Option<Dialect> {
    let named = ["shell", "scriptType"]
        .iter()
        .find_map(|key| step.get(key)?.text())?;
    match named {
        "pwsh" | "powershell" | "pscore" | "ps" => Some(Dialect::PowerShell),
        "cmd" | "batch" => Some(Dialect::Cmd),
        _ => None,
    }
}

/// Where a step starts: the top of the repository, which the file is in, unless it says more.
fn folder_of(step: Node<'_>) -> Option<Place> {
    let own = ["working-directory", "workingDirectory"]
        .iter()
        .find_map(|key| step.get(key));
    let around = || {
        let mut around = std::iter::successors(Some(step), |node| node.parent());
        around.find_map(|node| node.get_path(&["defaults", "run", "working-directory"]))
    };
    let Some(folder) = own.or_else(around) else {
        return Some(Place::Somewhere(String::new()));
    };
    let mut text = folder.text()?;
    for top in [
        "$(System.DefaultWorkingDirectory)",
        "$(Build.SourcesDirectory)",
        "$(Build.Repository.LocalPath)",
        "${{ github.workspace }}",
        "${{github.workspace}}",
    ] {
        text = text
            .strip_prefix(top)
            .map_or(text, |rest| rest.trim_start_matches('/'));
    }
    let is_known = !text.contains(['$', '{', '*', ':']) && !text.starts_with(['/', '~']);
    let text = text.trim_end_matches('/');
    is_known.then(|| Place::Somewhere(text.strip_prefix("./").unwrap_or(text).to_owned()))
}

/// `env` and `variables` of a step and of what it is in, the closest first.
fn variables_around(step: Node<'_>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut add = |name: Option<&str>, value: Option<&str>| {
        if let (Some(name), Some(value)) = (name, value)
            && !value.contains(['$', '{'])
        {
            found.push((name.to_owned(), value.to_owned()));
        }
    };
    for around in std::iter::successors(Some(step), |node| node.parent()) {
        for block in ["env", "variables"]
            .iter()
            .filter_map(|key| around.get(key))
        {
            for entry in block.entries() {
                add(entry.key.text(), entry.value.text());
            }
            for item in block.items() {
                let text = |key: &str| item.get(key).and_then(Node::text);
                add(text("name"), text("value"));
            }
        }
    }
    found
}
