//! A placeholder that is not filled in.

use crate::az_ml::Mention;
use crate::checks::prelude::*;
use crate::checks::shared::comments;
use crate::checks::shared::paths::mentions::{is_in_script, may_mean, page_with};
use crate::checks::shared::paths::repository::{Repository, repository};
use crate::checks::shared::paths::written_path::{child, folders_to};
use crate::expression::MACROS;
use crate::path::{below, file_name, parent};
use crate::secrets::CREDENTIAL_KEYS;
use crate::syntax::{Placeholder, PlaceholderForm, placeholders};

declare_rule! {
    /// `<your-endpoint>`, `{{ENDPOINT_NAME}}`, `#{name}#`, `$(CLUSTER)`, `${CLUSTER}`, `$cluster`,
    /// `__NAME__`, `CHANGE_ME`, and similar text is replaced by a person or another tool before the
    /// file is used. The CLI does not replace it. No other rule checks such a value. `${{ ... }}`
    /// and `$[[ ... ]]` are expressions of the service, not placeholders.
    ///
    /// Names, references, IDs, paths, and numbers are checked. Commands, descriptions, and tags are
    /// not, and shell variables are valid in environment variables and inputs. A file has one
    /// finding, with the number of values that hold a placeholder.
    ///
    /// Placeholders that a script of the repository fills in with `sed` or `envsubst`, values that it
    /// replaces by their key (`s/image: .*/.../`), and values that every `az ml` command sets with
    /// `--set`, do not count, nor does `<user-input>` in a connection of prompt flow. Variables that a script or
    /// workflow sets which sends the file, and words such as `CHANGE_ME` that it contains, do not
    /// count either. The same holds for names with `_` that any script, notebook, or workflow of the
    /// repository contains, such as `CHANGE_ME_REGION`, `__MODEL_NAME__`, or `${MODEL_NAME}`, and for values
    /// that a comment beside them asks to replace, or whose placeholder such a comment names. The name in a conda file doesn't
    /// count.
    ///
    /// A file has no finding if a script names it and does not send it with an `az ml` command, because such a script
    /// may fill it in, or if no command sends it, and a Markdown page names the file and the placeholder, or a `README.md` in
    /// its folder or above it speaks of placeholders.
    ///
    /// A file that is not valid YAML until its placeholders are filled in, such as `image:
    /// {{REGISTRY}}.azurecr.io/x`, is a template. It also has one finding, and the rest of the file
    /// is checked.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: <ENDPOINT_NAME>
    /// ```
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: {{ENDPOINT_NAME}}
    /// environment:
    ///   image: {{REGISTRY}}.azurecr.io/scoring:1
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: scoring
    /// model: azureml:credit:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// environment:
    ///   image: myregistry.azurecr.io/scoring:1
    /// ```
    "unfilled-placeholder", Structure, Hint,
    marks: [Placeholder],
    summary: "a placeholder such as `<name>` that is not filled in",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    if !cx.document.template_markers().is_empty() {
        return report_template(cx);
    }
    let document = cx.document;
    let schema = document.get("$schema").and_then(known_text);
    // The client of prompt flow prompts for these values of a connection.
    let is_prompted = schema.is_some_and(|schema| schema.contains("/promptflow/"));
    let mut first = None;
    let mut values = 0;
    for node in document
        .tree()
        .nodes()
        .filter(|node| node.is_template() && !node.is_key() && !node.is_repaired())
    {
        let Some(text) = node.text().filter(|text| text.len() > 2) else {
            continue;
        };
        if placeholders(text).next().is_none() || is_prompted && text == "<user-input>" {
            continue;
        }
        let is_unread =
            cx.kind() == Some(Kind::CondaFile) && faults::key_name(node) == Some("name");
        let key = node.key().unwrap_or(node);
        if is_unread || is_secret(node) || comments::ask_to_fill_in(key) {
            continue;
        }
        let use_ = usage(cx, &node.path());
        let is_in_comment =
            |found: &Placeholder| comments::mention(key, &text[found.range.clone()]);
        let mut found = placeholders(text)
            .filter(|found| is_unfilled(text, found, use_) && !is_in_comment(found));
        let found = found.find(|found| {
            !cx.cli_overrides().fills(&text[found.range.clone()])
                && !is_filled_by_script(cx, text, found)
        });
        if let Some(found) = found
            && cx.cli_overrides().replaces(&node.path()).is_none()
            && !cx.cli_overrides().rewrites(document, node)
        {
            values += 1;
            // A word may be a part of the name that it represents.
            let name = match found.form {
                PlaceholderForm::Word => text,
                _ => &text[found.range],
            };
            first.get_or_insert((node, name));
        }
    }
    if let Some((node, name)) = first
        && !may_be_filled_in(cx, name)
    {
        report(cx, node, name, values);
    }
}

/// Returns `true` if a script may fill in the document, or a page says that its placeholders are meant as such.
fn may_be_filled_in(cx: &Context<'_>, placeholder: &str) -> bool {
    let Repository { top, .. } = &repository(cx);
    let path = cx.document.path();
    let full = below(top, path).unwrap_or(path);
    // What fills it in is known of a script that sends it.
    let commands = cx.workspace.commands_on(path);
    let sends = |script: &str| {
        commands
            .iter()
            .any(|it| it.script.path() == child(top, script))
    };
    let is_about = |folder: &str| {
        let page = cx.workspace.text_at(path, &child(folder, "README.md"));
        page.is_some_and(|page| is_about_placeholders(&page))
    };
    let names_both = || {
        let page = page_with(cx, top, file_name(path), |mention| may_mean(mention, full));
        let text = page.and_then(|page| cx.workspace.text_at(path, &child(top, &page)));
        text.is_some_and(|text| text.contains(placeholder))
    };
    commands.is_empty() && names_both()
        || is_in_script(cx, top, full, |mention| !sends(&mention.script)) == Some(true)
        || commands.is_empty() && folders_to(top, parent(path)).any(is_about)
}

/// Returns `true` if a page speaks of placeholders: in a sentence, not as the name of an image or of a function.
fn is_about_placeholders(page: &str) -> bool {
    let page = page.to_ascii_lowercase();
    let mut places = page.match_indices("placeholder").map(|(at, _)| at);
    places.any(|at| !page[..at].ends_with(['[', '.', '/', '_', '-']))
}

/// Returns `true` if the value is one of the secrets that should not be in a file: its placeholder is right.
fn is_secret(node: Node<'_>) -> bool {
    let key = node.key().and_then(Node::text);
    key.is_some_and(|key| CREDENTIAL_KEYS.contains(&key))
}

/// Returns `true` if a script of the repository contains the name of the placeholder `found` in `text`.
fn is_filled_by_script(cx: &Context<'_>, text: &str, found: &Placeholder) -> bool {
    let placeholder = &text[found.range.clone()];
    let name = placeholder.trim_matches(['$', '{', '}', '(', ')', '%']);
    // `CHANGE_ME` alone may be a placeholder of the script itself.
    let least = match found.form {
        PlaceholderForm::Word => 2,
        PlaceholderForm::Variable => 1,
        PlaceholderForm::Angle | PlaceholderForm::Marker => return false,
    };
    let is_own = name.trim_matches('_').matches('_').count() >= least
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let top = repository(cx).top;
    let mentions = || cx.workspace.mentions(cx.document.path(), &top, name);
    // A document such as this one is no script, even if it looks like a workflow.
    let is_script = |path: &str| {
        let document = cx.workspace.document(&child(&top, path));
        document.is_none_or(|document| document.kind().is_none())
    };
    let is_meant = |it: &Mention| !it.is_in_page() && is_script(&it.script);
    is_own && mentions().is_some_and(|found| found.iter().any(is_meant))
}

fn report_template(cx: &mut Context<'_>) {
    let document = cx.document;
    let markers = document.template_markers();
    let is_filled = |marker: &TextRange| cx.cli_overrides().fills(marker.slice(document.text()));
    if markers.iter().all(is_filled) {
        return;
    }
    let first = markers[0];
    let name = first.slice(document.text());
    let rest = match markers.len() - 1 {
        0 => " is".to_owned(),
        1 => " and 1 more placeholder are".to_owned(),
        more => format!(" and {more} more placeholders are"),
    };
    cx.report(
        first,
        format!("the file is a template: it is not valid YAML until `{name}`{rest} filled in"),
    )
    .note("the CLI can't read the file as it is; the rest of the file is checked as usual")
    .help("fill in the placeholders before you pass the file to the CLI");
}

/// Reports the placeholder `name` in `node`, the first of `values` that contain one.
fn report(cx: &mut Context<'_>, node: Node<'_>, name: &str, values: i64) {
    let range = match node.raw().find(name) {
        Some(at) => TextRange::from(at..at + name.len()),
        None => TextRange::from(0..node.raw().len()),
    };
    let start = node.range().start;
    let range = TextRange::new(start + range.start, start + range.end);
    let message = match values {
        1 => format!("placeholder `{name}` is not filled in"),
        more => format!(
            "placeholder `{name}` and those of {} are not filled in",
            counted(more - 1, "other value")
        ),
    };
    let inner = name.strip_prefix("{{").and_then(|it| it.strip_suffix("}}"));
    let has_expression = node.text().is_some_and(|text| text.contains("${{"));
    let help = match inner.map(str::trim) {
        Some(inner) if has_expression && MACROS.contains(&inner) => {
            format!(
                "write `${{{{{inner}}}}}` if you mean the expression, or replace it with its value"
            )
        }
        _ => format!("replace `{name}` with its value"),
    };
    cx.report(range, message)
        .note("the CLI sends the text as written unless something fills it in before")
        .help(help);
}

/// The use of a value, as it concerns placeholders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    /// A name, reference, ID, path or number.
    Reference,
    /// Custom values of the user: environment variables, inputs.
    Own,
    /// Text for people or for the shell.
    Text,
}

const TEXT: &[&str] = &[
    "args",
    "command",
    "comment",
    "description",
    "display_name",
    "expression",
    "header",
    "program_arguments",
    "properties",
    "query",
    "tags",
];

const OWN: &[&str] = &[
    "conf",
    "connections",
    "environment_variables",
    "inputs",
    "job_properties",
    "search_space",
];

const REFERENCE: &[&str] = &[
    "application_insights",
    "client_secret",
    "code",
    "component",
    "compute",
    "connection",
    "container_registry",
    "datastore",
    "default_compute",
    "default_datastore",
    "endpoint",
    "entry_script",
    "environment",
    "image",
    "instance_type",
    "key",
    "key_vault",
    "location",
    "model",
    "name",
    "namespace",
    "password",
    "path",
    "scoring_script",
    "size",
    "storage_account",
    "subnet",
    "target",
    "trial",
    "username",
    "version",
    "workspace",
    "workspace_hub",
];

const REFERENCE_ENDS: &[&str] = &[
    "_connection",
    "_count",
    "_file",
    "_id",
    "_instances",
    "_key",
    "_name",
    "_password",
    "_path",
    "_token",
    "_uri",
    "_url",
    "_username",
];

fn usage(cx: &Context<'_>, path: &[Segment]) -> Use {
    let keys: Vec<&str> = path
        .iter()
        .filter_map(|segment| match segment {
            Segment::Key(key) => Some(key.as_str()),
            Segment::Index(_) => None,
        })
        .collect();
    let Some((last, above)) = keys.split_last() else {
        return Use::Own;
    };
    if keys.iter().any(|key| TEXT.contains(key)) {
        return Use::Text;
    }
    // The values of a prompt flow have their own syntax: `${node.output}`.
    let own = cx.kind() == Some(Kind::FlowDag) || above.iter().any(|key| OWN.contains(key));
    let reference =
        REFERENCE.contains(last) || REFERENCE_ENDS.iter().any(|end| last.ends_with(end));
    if own && *last != "path" || !reference {
        Use::Own
    } else {
        Use::Reference
    }
}

/// Returns `true` if `found`, a part of `text`, is certainly meant as a placeholder.
fn is_unfilled(text: &str, found: &Placeholder, usage: Use) -> bool {
    let placeholder = &text[found.range.clone()];
    let inner = placeholder.trim_matches(['<', '>', '{', '}', '$', '(', ')', '#', '@', '%', ' ']);
    // An expression without its `$` is another mistake.
    let expression = ["inputs.", "outputs.", "parent.", "search_space."]
        .iter()
        .any(|start| inner.starts_with(start));
    match (usage, found.form) {
        (Use::Text, _) | (Use::Own, PlaceholderForm::Variable) => false,
        (_, PlaceholderForm::Word) => is_plain(text),
        (Use::Reference, PlaceholderForm::Variable) => !inner.contains('.'),
        (Use::Reference, _) => !expression,
        (Use::Own, _) => !expression && is_plain(text) && is_spoken(inner),
    }
}

/// Returns `true` if `text` has no spaces outside its placeholders: a value, not a sentence or a prompt.
fn is_plain(text: &str) -> bool {
    let mut rest = 0;
    let outside = |part: &str| part.contains(char::is_whitespace);
    for found in placeholders(text) {
        if outside(&text[rest..found.range.start]) {
            return false;
        }
        rest = found.range.end;
    }
    !outside(&text[rest..])
}

/// Returns `true` for `<your-key>`, `<KEY>`, `<api_key>`; a single word such as `<mask>` may be a
/// token of a language model.
fn is_spoken(inner: &str) -> bool {
    inner.contains(['_', '-', ' '])
        || inner.len() > 1 && !inner.contains(|c: char| c.is_lowercase())
}
