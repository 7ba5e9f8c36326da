//! `check`: the findings of files, each with its fix as a patch.

use std::path::PathBuf;

use azml_rules::rule::Level;
use serde_json::Value;

use crate::check::{Report, check, unrecognized};
use crate::mcp::agent_tool::{AgentTool, TEXT, ToolAnswer};
use crate::mcp::arguments::{Argument, ArgumentSort, ArgumentValues};
use crate::mcp::printed::{loaded_or_problems, problem_lines, structured};
use crate::mcp::served_folder::ServedFolder;
use crate::output::{Findings, Format, SchemaName, Style, schema};
use crate::sandbox::key;

pub(super) const TOOL: AgentTool = AgentTool {
    name: "check",
    title: "Check Azure ML files",
    about: "Checks Azure Machine Learning YAML files, and scripts and workflows that run `az ml`: wrong keys and values, \
            broken references, jobs that don't fit their compute, needless cost. Returns a line for each finding, the \
            advice, and every fix as a unified diff. Nothing is written.",
    arguments: &[
        Argument {
            name: "paths",
            sort: ArgumentSort::Texts,
            about: "Files and folders, relative to the current folder; all of it by default",
            is_required: false,
        },
        Argument {
            name: "path",
            sort: ArgumentSort::Text,
            about: "With `text`, the path that the text is checked as",
            is_required: false,
        },
        TEXT,
        Argument {
            name: "level",
            sort: ArgumentSort::Word(levels),
            about: "Leave out findings below this level: `info` by default",
            is_required: false,
        },
        Argument {
            name: "limit",
            sort: ArgumentSort::Count,
            about: "Most findings, the worst first: 100 by default",
            is_required: false,
        },
    ],
    output: Some(output),
    writes: false,
    call,
};

/// Most findings where no number is named: more than a model can take in.
const MOST: usize = 100;

fn levels() -> Vec<&'static str> {
    Level::ALL.map(Level::name).into()
}

fn output() -> Value {
    structured(|mut out| schema(&mut out, SchemaName::Findings)).unwrap_or_default()
}

fn call(folder: &ServedFolder, values: &ArgumentValues<'_>) -> Result<ToolAnswer, String> {
    let (paths, text) = requested(folder, values)?;
    let input = text.as_ref().map(|(path, _)| key(path));
    let mut loaded = loaded_or_problems(folder.load(paths, text))?;
    let mut report = check(&mut loaded);
    let level = values.text("level").and_then(Level::from_name);
    report.keep_from(level.unwrap_or(Level::Info));
    let most = values.count("limit").map_or(MOST, |it| it as usize);
    let left_out = keep_worst(&mut report, most);
    let unrecognized = unrecognized(&loaded, input.as_deref());
    report.problems.extend(unrecognized);
    let findings = Findings::new(&loaded, &report, Style::default());
    let mut written = Vec::new();
    // Writing to memory doesn't fail.
    let _ = Format::Agent.write(&mut written, &findings);
    let mut text = problem_lines(&loaded, loaded.problems.iter().chain(&report.problems));
    text.push_str(&String::from_utf8_lossy(&written));
    if left_out > 0 {
        text.push_str(&format!("left out: {left_out}, by `limit`\n"));
    }
    Ok(ToolAnswer {
        text,
        structured: structured(|out| Format::Json.write(out, &findings)),
    })
}

type Requested = (Vec<PathBuf>, Option<(PathBuf, String)>);

/// Returns the files to check, and the text that replaces one.
fn requested(folder: &ServedFolder, values: &ArgumentValues<'_>) -> Result<Requested, String> {
    let paths = values.texts("paths").unwrap_or_default();
    let mut paths = paths
        .into_iter()
        .map(|path| folder.path(path))
        .collect::<Result<Vec<PathBuf>, String>>()?;
    let path = values
        .text("path")
        .map(|path| folder.path(path))
        .transpose()?;
    let text = match (path, values.text("text")) {
        (Some(path), Some(text)) => Some((path, text.to_owned())),
        (Some(path), None) => {
            paths.push(path);
            None
        }
        (None, Some(_)) => {
            return Err("`text` needs `path`, the path that it is checked as".to_owned());
        }
        (None, None) => None,
    };
    if paths.is_empty() && text.is_none() {
        paths.push(PathBuf::from("."));
    }
    Ok((paths, text))
}

/// Drops all findings but the worst `most`; returns how many are gone.
fn keep_worst(report: &mut Report, most: usize) -> usize {
    let mut levels: Vec<Level> = report.findings().map(|(_, found)| found.level).collect();
    let gone = levels.len().saturating_sub(most);
    levels.sort_unstable_by(|a, b| b.cmp(a));
    let Some(least) = levels.get(most) else {
        return 0;
    };
    let mut room = levels[..most]
        .iter()
        .filter(|level| *level == least)
        .count();
    for file in &mut report.files {
        file.found.retain(|found| {
            let is_last = found.level == *least && room > 0;
            room -= usize::from(is_last);
            is_last || found.level > *least
        });
    }
    gone
}
