//! `azml-ls/submission`: the command line of the Azure CLI that submits, validates, or follows what an open document
//! describes, for clients that run it in a terminal. Nothing is run here.
//!
//! Texts of files and of the user are arguments of their own, never parts of a text that a shell reads.

use std::collections::BTreeMap;

use azml_rules::document::Kind;
use azml_rules::syntax::known_text;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::lsp_types::TextDocumentIdentifier;

use crate::lsp::protocol::display_text::label;
use crate::lsp::protocol::uri;
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::state_reader::StateReader;
use crate::programs;
use crate::refresh::{CommandLine, known_workspace};
use azml_ide::hints::create_command::create_command;
use azml_ide::hints::open_values::{is_settable, open_values};

/// Longest name of a job.
const MAX_NAME: usize = 255;

/// Parameters of the request.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SubmissionParams {
    pub(crate) text_document: TextDocumentIdentifier,
    #[serde(default)]
    action: SubmissionAction,
    /// Name of the job that is followed.
    name: Option<String>,
    /// Values that the user has given, by their keys for `--set`; an empty one leaves the file as it is.
    #[serde(default)]
    values: BTreeMap<String, String>,
}

/// Something that the Azure CLI does with a file or a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SubmissionAction {
    #[default]
    Create,
    Validate,
    Stream,
    Cancel,
    /// Opens the job in the studio.
    Open,
}

/// The command line, with the values that the file leaves open; `None` where the Azure CLI has no such command, and
/// for folders that are not trusted.
pub(crate) fn submission(
    params: &SubmissionParams,
    state: StateReader<'_>,
    current: &DocumentSnapshot,
) -> Option<Value> {
    if state.options().restricted || current.url.scheme() != "file" {
        return None;
    }
    let noun = current.site(create_command)?.noun;
    let words = words(params.action, noun, current.document.kind()?)?;
    let answered = answer(params, current, noun, &words);
    Some(answered.unwrap_or_else(|problem| json!({"problem": label(problem)})))
}

fn words(action: SubmissionAction, noun: &str, kind: Kind) -> Option<String> {
    let verb = match (action, noun) {
        (SubmissionAction::Create, _) => "create",
        // The client checks nothing of other jobs.
        (SubmissionAction::Validate, _) if kind == Kind::JobPipeline => "validate",
        (SubmissionAction::Stream, "job") => "stream",
        (SubmissionAction::Cancel, "job") => "cancel",
        (SubmissionAction::Open, "job") => "show --web",
        _ => return None,
    };
    Some(format!("ml {noun} {verb}"))
}

fn answer(
    params: &SubmissionParams,
    current: &DocumentSnapshot,
    noun: &str,
    words: &str,
) -> Result<Value, String> {
    let is_of_file = matches!(
        params.action,
        SubmissionAction::Create | SubmissionAction::Validate
    );
    let line = CommandLine::new(words);
    let line = if is_of_file {
        with_file(line, params, current)?
    } else {
        with_name(line, params.name.as_deref())?
    };
    let workspace = match uri::path_of(&current.url)
        .as_deref()
        .and_then(|it| it.parent())
    {
        // The name of a new workspace is in its file.
        Some(folder) if noun != "workspace" => known_workspace(folder),
        _ => Ok(Default::default()),
    };
    let workspace = workspace.map_err(|name| {
        format!("`{name}` is not the name of a workspace, resource group, or subscription")
    })?;
    let line = workspace.added_to(line, "--workspace-name");
    let mut arguments = line.arguments().iter();
    if let Some(word) = arguments.find(|word| cfg!(windows) && is_changed_by_cmd(word)) {
        return Err(format!(
            "the Azure CLI on Windows is a batch file, which would change `{word}`; use names without these characters"
        ));
    }
    let program = programs::azure_cli().ok_or(
        "the Azure CLI (`az`) is not on PATH; install it, then run `az extension add --name ml` and `az login`",
    )?;
    let open = current.site(open_values).into_iter();
    let asks: Vec<Value> = open
        .filter(|_| is_of_file)
        .map(|it| json!({"key": it.key, "text": it.text}))
        .collect();
    Ok(json!({
        "program": program,
        "arguments": line.arguments(),
        "folder": &*current.view.root,
        "line": label(line.to_string()),
        "values": asks,
        "name": written_name(current),
        "workspace": workspace.workspace,
    }))
}

/// Adds the file, and the values that its user has given.
fn with_file(
    line: CommandLine,
    params: &SubmissionParams,
    current: &DocumentSnapshot,
) -> Result<CommandLine, String> {
    let shown = current.site(|site| site.shown(site.document.path()).to_owned());
    // To the Azure CLI, `-` begins an option, and `@` the name of a file whose text is meant, also after `=`.
    let file = if shown.starts_with(['-', '@']) {
        format!("./{shown}")
    } else {
        shown
    };
    if file.contains("=@") {
        return Err(format!(
            "the Azure CLI would read another file for `{file}`: rename it"
        ));
    }
    let mut settings = Vec::new();
    for (key, value) in params.values.iter().filter(|(_, value)| !value.is_empty()) {
        if !is_settable(key) {
            return Err(format!("`{key}` is not a key that `--set` can set"));
        }
        settings.push(format!("{key}={value}"));
    }
    Ok(line.with("--file", file).with_all("--set", settings))
}

/// Adds the name of the job that is followed; without one, the client asks for it.
fn with_name(line: CommandLine, name: Option<&str>) -> Result<CommandLine, String> {
    match name {
        Some(name) if is_job_name(name) => Ok(line.with("--name", name)),
        Some(name) => Err(format!("`{name}` is not the name of a job")),
        None => Ok(line),
    }
}

/// The name of the job in its file.
fn written_name(current: &DocumentSnapshot) -> Option<&str> {
    let name = current.document.get("name").and_then(known_text);
    name.filter(|name| is_job_name(name))
}

fn is_job_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.chars().all(is_part)
        && name.len() <= MAX_NAME
}

/// Returns `true` if `cmd.exe` reads a character of `word` otherwise, which no quotes prevent.
fn is_changed_by_cmd(word: &str) -> bool {
    word.contains(|c: char| "%\"!^&|<>()".contains(c) || c.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_jobs_are_no_options_and_no_files() {
        assert!(is_job_name("calm_carrot-7x"));
        for name in ["", "-x", "@x", "a b", "a=@b", "a;b", "$(a)"] {
            assert!(!is_job_name(name), "{name}");
        }
    }

    #[test]
    fn a_batch_file_gets_no_word_that_it_would_change() {
        for word in ["%PATH%", "a&b", "a\"b", "a\nb", "a^b", "a(b"] {
            assert!(is_changed_by_cmd(word), "{word}");
        }
        assert!(!is_changed_by_cmd("jobs/it's a b;$x`y`.yml"));
    }
}
