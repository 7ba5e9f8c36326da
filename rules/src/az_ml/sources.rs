//! The parts of a file that a shell reads: all of a script, and the steps of workflows and
//! pipelines.

use std::ops::Range;

use super::place::Place;
use crate::path::file_name;
use crate::shell::{Dialect, LineBreaks, Syntax, Template, is_name};
use crate::syntax::{Node, NodeKind, ScalarStyle, Tree};
use crate::text::TextRange;

/// A text that a shell reads.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) range: Range<usize>,
    pub(super) syntax: Syntax,
    /// The working folder in which the shell starts.
    pub(super) folder: Option<Place>,
    /// `true` if each line runs in its own shell.
    pub(super) has_own_lines: bool,
    /// The variables that the file sets for it, those of the innermost block first.
    variables: Vec<(String, String)>,
    /// The expressions `${{ .. }}` of workflows and pipelines.
    pub(super) template: Template,
}

impl Source {
    fn new(text: &str, range: TextRange, syntax: Syntax, folder: Option<Place>) -> Self {
        let range = range.start as usize..range.end as usize;
        let mut expressions: Vec<Range<usize>> = Vec::new();
        let mut at = range.start;
        while let Some(start) = text[at..range.end].find("${{").map(|found| at + found) {
            let end = text[start..range.end]
                .find("}}")
                .map(|found| start + found + 2);
            at = end.unwrap_or(range.end);
            expressions.push(start..at);
        }
        Self {
            range,
            syntax,
            folder,
            has_own_lines: syntax.dialect == Dialect::Make,
            variables: Vec::new(),
            template: Template {
                expressions,
                ..Template::default()
            },
        }
    }

    /// Returns the value that the file sets for the variable `name`.
    pub(super) fn variable(&self, name: &str) -> Option<&str> {
        let known = self.variables.iter().find(|(known, _)| known == name);
        known.map(|(_, value)| value.as_str())
    }

    /// Returns the variable that an expression reads: `${{ env.NAME }}`.
    pub(super) fn variable_of_expression<'t>(
        &self,
        text: &'t str,
        index: usize,
    ) -> Option<&'t str> {
        let expression = &text[self.template.expressions.get(index)?.clone()];
        let inner = expression
            .trim_start_matches("${{")
            .trim_end_matches("}}")
            .trim();
        if inner == "github.workspace" {
            return Some("GITHUB_WORKSPACE");
        }
        let name = inner
            .strip_prefix("env.")
            .or_else(|| inner.strip_prefix("variables."));
        name.filter(|name| is_name(name))
    }
}

/// Returns `true` if the file at `path` is a script or a Makefile by its name.
pub fn is_script(path: &str) -> bool {
    dialect_of(path).is_some()
}

fn dialect_of(path: &str) -> Option<Dialect> {
    let name = file_name(path);
    if matches!(name, "Makefile" | "makefile" | "GNUmakefile") {
        return Some(Dialect::Make);
    }
    if is_task_file(path) {
        return Some(Dialect::Bash);
    }
    Some(match &*name.rsplit_once('.')?.1.to_ascii_lowercase() {
        "sh" | "bash" | "zsh" | "ksh" => Dialect::Bash,
        "ps1" => Dialect::PowerShell,
        "cmd" | "bat" => Dialect::Cmd,
        "mk" => Dialect::Make,
        _ => return None,
    })
}

/// Returns `true` for a justfile, and for the configuration of `tox`: their lines run in the folder
/// of the file, each on its own. What is in braces is known only when they run.
fn is_task_file(path: &str) -> bool {
    matches!(file_name(path), "justfile" | "Justfile" | "tox.ini")
}

/// Returns the sources in the file at `path`.
pub(super) fn of(path: &str, tree: &Tree) -> Vec<Source> {
    let Some(dialect) = dialect_of(path) else {
        return tree
            .nodes()
            .filter_map(|node| step(tree.text(), node))
            .collect();
    };
    let has_own_lines = dialect == Dialect::Make || is_task_file(path);
    // Settings of the files themselves.
    let changes_folder =
        |text: &str| text.contains("changedir") || text.contains("working-directory");
    let folder = match has_own_lines {
        true if is_task_file(path) && changes_folder(tree.text()) => None,
        true => Some(Place::Beside(String::new())),
        false => Some(Place::Somewhere(String::new())),
    };
    let syntax = Syntax {
        dialect,
        line_breaks: LineBreaks::Source,
    };
    let range = TextRange::from(0..tree.text().len());
    vec![Source {
        has_own_lines,
        ..Source::new(tree.text(), range, syntax, folder)
    }]
}

/// Words of the steps that are read: those that run `az ml`, and those that fill in values before.
const READ: [&str; 3] = ["az ml", "envsubst", "sed "];

/// Reads the text of a step: `run` of GitHub, `script` and similar keys of Azure, `script` of GitLab.
fn step(text: &str, node: Node<'_>) -> Option<Source> {
    let is_read = |raw: &str| READ.iter().any(|word| raw.contains(word));
    if !matches!(node.kind(), NodeKind::Scalar(_)) || node.is_key() || !is_read(node.raw()) {
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
        "run" | "script" | "bash" | "inlineScript" | "InlineScript" | "inline" => Dialect::Bash,
        "before_script" | "after_script" => Dialect::Bash,
        "pwsh" | "powershell" => Dialect::PowerShell,
        _ => return None,
    };
    let around = entry.parent()?;
    let (range, line_breaks) = content(node)?;
    let syntax = Syntax {
        dialect: shell_of(around).unwrap_or(dialect),
        line_breaks,
    };
    Some(Source {
        variables: variables_around(around),
        ..Source::new(text, range, syntax, folder_of(around))
    })
}

/// Returns the range of the text in a scalar; `None` if the shell gets another text.
fn content(node: Node<'_>) -> Option<(TextRange, LineBreaks)> {
    let (range, raw) = (node.range(), node.raw());
    let inside = |start: usize, end: usize| {
        let from = range.start as usize;
        TextRange::from(from + start..from + end)
    };
    Some(match node.style()? {
        ScalarStyle::Literal => (inside(raw.find('\n')?, raw.len()), LineBreaks::Source),
        ScalarStyle::Folded => (inside(raw.find('\n')?, raw.len()), LineBreaks::Folded),
        ScalarStyle::Plain => (range, LineBreaks::Folded),
        ScalarStyle::SingleQuoted if !raw[1..].contains("''") => {
            (inside(1, raw.len() - 1), LineBreaks::Folded)
        }
        ScalarStyle::DoubleQuoted if !raw.contains('\\') => {
            (inside(1, raw.len() - 1), LineBreaks::Folded)
        }
        _ => return None,
    })
}

/// Returns the shell that the step names.
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

/// Returns the working folder of a step: the root of the repository, unless the step sets another
/// one.
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

/// Returns `env` and `variables` of a step and of its enclosing blocks, innermost first.
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
