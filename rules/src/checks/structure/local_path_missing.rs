//! A file or folder that does not exist.

use crate::checks::prelude::*;
use crate::checks::shared::paths::missing_paths::MissingPath;
use crate::checks::shared::paths::written_path::WrittenPath;
use crate::path::{is_absolute_somewhere, is_yaml, parent};
use crate::workspace::OnDisk;

declare_rule! {
    /// Paths are relative to the folder of the YAML file. The CLI checks code folders and scripts
    /// when it loads the file, and rejects a path that does not exist.
    ///
    /// A path that is not in the repository may exist when the file is used. The level depends on
    /// what the repository shows, also for `component-file-missing`, `conda-file-missing`,
    /// `dockerfile-missing`, `script-missing`, and `az-command-file-missing`:
    ///
    /// | The repository | Level |
    /// |---|---|
    /// | has a path with a similar name, or the same one in another folder nearby, and nothing creates the missing one | error |
    /// | has nothing that creates the path | warning, or info if the YAML file is in a folder of examples, samples, templates, docs, or tests |
    /// | has nothing that creates the path of data or of a model | none, because repositories seldom contain them; a warning in a workflow, which has nothing else |
    /// | has the YAML file in a folder of archived files (`archive`, `old`, `deprecated` ...) | info |
    /// | names the path of code or of a file of the environment in a `.gitignore`, or one of data that is close to a path that exists; or its folder in a Markdown page as one of the reader's own, such as `{your-folder}/env` | hint |
    /// | names the data or model, or files below its folder, in a `.gitignore`, or the file, or an archive with the name of the folder, in a Markdown page, such as a `README.md` | none |
    /// | names the path in a script, a Makefile, a notebook, a workflow, or a `.dvc` file | none |
    /// | has the path in a submodule, is a template, or has a script that copies the YAML file to another place | none |
    /// | has an `az ml` command that sets another path, also one whose folder is not known | none |
    ///
    /// Where the CLI accepts the file, a path with a similar name is a warning, and the rest a hint.
    ///
    /// Fix: writes the path that exists. It is unsafe, because another path might have been meant.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: ./source
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: ./src
    /// environment: azureml:training:3
    /// ```
    /// ```python good path=src/train.py
    /// print("training")
    /// ```
    "local-path-missing", Structure, Error,
    marks: [Unfinished, Overridable, MissingFile],
    summary: "a file or folder that does not exist",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

const HELP: &str = "correct the path, or create the file or folder before you submit";

const HELP_ABSOLUTE: &str = "use a path relative to this file";

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::LocalPathMissing) {
        if faults::key_name(problem.at) == Some("path")
            && problem.at.text().is_some_and(names_a_resource)
        {
            continue;
        }
        if cx.is_misspelled_path(problem.at) {
            continue;
        }
        let key = faults::key_name(problem.at).unwrap_or("path");
        let _ = report(cx, key, problem.at, problem.refused);
    }
    for (key, value) in given_paths(cx) {
        if let Some(diagnostic) = report(cx, key, value, true) {
            diagnostic.note(
                "the component declares this input as data, so the CLI reads the string as a path",
            );
        }
    }
}

fn report<'d>(
    cx: &'d mut Context<'_>,
    key: &str,
    value: Node<'_>,
    is_refused: bool,
) -> Option<&'d mut Diagnostic> {
    let judged = judge(cx, key, value);
    let level = judged.level(is_refused)?;
    let path = faults::short_text(value);
    let message = format!(
        "`{key}: {path}` does not exist{}",
        faults::relative_to(&path)
    );
    let help = if is_absolute_somewhere(&path) {
        HELP_ABSOLUTE
    } else {
        HELP
    };
    let diagnostic = cx.report(value.range(), message).level(level).help(help);
    judged.explain(diagnostic, value);
    Some(diagnostic)
}

fn judge(cx: &Context<'_>, key: &str, value: Node<'_>) -> MissingPath {
    let own = parent(cx.document.path());
    let around = value.key().and_then(Node::parent);
    let section = around.and_then(Node::key).and_then(Node::text);
    let text_of = |key: &str| around.and_then(|around| known_text(around.get(key)?));
    let code = text_of("code").filter(|_| matches!(key, "scoring_script" | "file"));
    let folder = code.and_then(|code| cx.workspace.full_path(cx.document.path(), code));
    let command = text_of("command").filter(|_| key == "code");
    let script = command.and_then(|command| {
        let mut words = command.split_whitespace();
        words.find(|word| word.ends_with(".py") && !word.contains(['$', '{', '*']))
    });
    let path = WrittenPath {
        folder: folder.as_deref().unwrap_or(own),
        written: value.text().unwrap_or_default(),
        leads_to: match (key, section) {
            ("code", _) | ("path", Some("build")) => Some(OnDisk::Folder),
            ("scoring_script", _) | ("file", Some("entry")) => Some(OnDisk::File),
            _ if is_source(value) => Some(OnDisk::File),
            _ => None,
        },
        contains: script
            .or_else(|| text_of("scoring_script"))
            .filter(|_| key == "code"),
    };
    MissingPath::judge(cx, path)
}

/// Returns `true` for a file that repositories contain: one after `file:`, YAML, or a script.
fn is_source(value: Node<'_>) -> bool {
    let ends = [".py", ".sh"];
    value.text().is_some_and(|text| {
        text.starts_with("file:") || is_yaml(text) || ends.iter().any(|end| text.ends_with(end))
    })
}

/// Returns `true` for a resource ID, which is valid for data even without `azureml:`.
fn names_a_resource(path: &str) -> bool {
    path.starts_with("/subscriptions/")
}

/// Returns strings that a step binds to data inputs and that aren't existing paths, with the input's name.
fn given_paths<'a>(cx: &Context<'a>) -> Vec<(&'a str, Node<'a>)> {
    let mut found = Vec::new();
    for (_, step) in cx.program().calls() {
        let Some(interface) = step.callee.interface() else {
            continue;
        };
        for given in &step.inputs.list {
            let is_data = interface
                .inputs
                .get(given.name())
                .and_then(Port::declared)
                .is_some_and(PortType::is_data);
            let path = known_text(given.value).filter(|text| {
                is_data && !text.is_empty() && !text.contains([':', '@']) && !names_a_resource(text)
            });
            if path.is_some_and(|path| {
                cx.workspace.on_disk(cx.document.path(), path) == Some(OnDisk::Nothing)
            }) {
                found.push((given.name(), given.value));
            }
        }
    }
    found
}
