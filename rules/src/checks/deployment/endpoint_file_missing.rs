//! Endpoints of deployments that look misspelled.

use crate::az_ml::CommandLine;
use crate::checks::prelude::*;
use crate::checks::shared::cli_overrides::SetBy;
use crate::checks::shared::paths::repository::repository;
use crate::document::Document;
use crate::path::{file_name, parent};

declare_rule! {
    /// A deployment belongs to the endpoint that `endpoint_name` names. If a file of the project
    /// defines an endpoint with almost the same name, and none defines this one, it is probably
    /// misspelled, and this is a warning.
    ///
    /// It is a warning, too, if each script or workflow that sends the deployment sends one endpoint before, from
    /// a file with another name, and no script or page names the endpoint of the deployment.
    ///
    /// If no script sends the deployment, the only endpoint file in its folder counts, unless a script,
    /// a page, or a comment in that file names the endpoint of the deployment, or another deployment in the
    /// folder belongs to that endpoint. The endpoint may exist without a file, so this is a hint.
    ///
    /// ```yaml bad path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn-scorng
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```yaml bad path=endpoint.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn-scoring
    /// auth_mode: aad_token
    /// ```
    /// ```yaml good path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn-scoring
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```yaml good path=endpoint.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn-scoring
    /// auth_mode: aad_token
    /// ```
    "endpoint-file-missing", Deployment, Hint,
    marks: [Unfinished, Overridable],
    summary: "a deployment of an endpoint that looks misspelled",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-endpoints-online",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind().and_then(Kind::endpoint).is_none() || is_workspace_known(cx) {
        return;
    }
    let node = cx.document.get("endpoint_name");
    let Some((node, name)) = node.and_then(|node| Some((node, known_text(node)?))) else {
        return;
    };
    // An endpoint with an invalid name has a finding of its own, whose fix gives it another name.
    if let Some((other, by)) = endpoint_sent_with(cx, name) {
        if faults::is_endpoint_name(other) {
            report_other(cx, node, (name, other), &by);
        }
        return;
    }
    // Names that differ in a number are a series, not a typo.
    let near = cx
        .workspace
        .near_name(cx.document.path(), Resource::Endpoint, name);
    let Some(near) = near.filter(|near| !letters(near).eq(letters(name))) else {
        return report_beside(cx, node, name);
    };
    if !faults::is_endpoint_name(near) {
        return;
    }
    cx.report(
        node.range(),
        format!("no file in this project defines the endpoint `{name}`, but one defines `{near}`"),
    )
    .level(Level::Warning)
    .help(format!("did you mean `{near}`?"))
    .unsafe_fix(format!("write `{near}`"), fix::replace(node, near));
}

/// Returns `true` if a snapshot lists the endpoints of the workspace: then another rule compares names.
fn is_workspace_known(cx: &Context<'_>) -> bool {
    let endpoints = cx
        .settings
        .snapshot
        .as_ref()
        .and_then(|it| it.endpoints.as_ref());
    endpoints.is_some_and(|known| known.is_whole)
}

fn report_other(cx: &mut Context<'_>, node: Node<'_>, (name, other): (&str, &str), by: &SetBy) {
    let place = by.shown(cx.document.path());
    cx.report(
        node.range(),
        format!("no file in this project defines the endpoint `{name}`"),
    )
    .level(Level::Warning)
    .note(format!(
        "`{place}`, which sends this file, sends the endpoint `{other}`"
    ))
    .help(format!(
        "write `endpoint_name: {other}`, or rename the endpoint"
    ))
    .unsafe_fix(format!("write `{other}`"), fix::replace(node, other))
    .related(
        &by.script.shared_path(),
        by.range,
        "the endpoint is sent here",
    );
}

/// Reports the endpoint `name` at `node` if the file of an endpoint beside the deployment has another name.
fn report_beside(cx: &mut Context<'_>, node: Node<'_>, name: &str) {
    let Some(endpoint) = endpoint_beside(cx, name) else {
        return;
    };
    let Some(other) = endpoint.get("name").and_then(known_text) else {
        return;
    };
    // A comment in the file of the endpoint may give the name on the command line.
    let mut comments = endpoint.tree().comments().iter();
    let is_named = comments.any(|it| names_whole(it.slice(endpoint.text()), name));
    if is_named
        || !faults::is_endpoint_name(other)
        || letters(other).eq(letters(name))
        || has_deployment(cx, other)
    {
        return;
    }
    let file = file_name(endpoint.path());
    cx.report(
        node.range(),
        format!("no file in this project defines the endpoint `{name}`"),
    )
    .note(format!("`{file}` beside it defines `{other}`"))
    .help(format!(
        "write `endpoint_name: {other}`, or rename the endpoint in its file"
    ))
    .unsafe_fix(format!("write `{other}`"), fix::replace(node, other));
}

/// Returns `true` if `name` is in `text`, and not a part of a longer name.
fn names_whole(text: &str, name: &str) -> bool {
    let is_in_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(is_in_name) && !after.starts_with(is_in_name)
    })
}

/// Returns `true` if a deployment in the folder belongs to the endpoint `name`.
fn has_deployment(cx: &Context<'_>, name: &str) -> bool {
    let folder = parent(cx.document.path());
    let mut beside = cx
        .workspace
        .paths_below(folder)
        .filter(|path| parent(path) == folder)
        .filter_map(|path| cx.workspace.document(path));
    beside.any(|document| {
        let endpoint = document.get("endpoint_name").and_then(known_text);
        endpoint == Some(name)
    })
}

/// Returns the only endpoint of the kind of the deployment in its folder; `None` if the endpoint `name` may
/// exist.
fn endpoint_beside<'a>(cx: &Context<'a>, name: &str) -> Option<&'a Document> {
    let (workspace, path) = (cx.workspace, cx.document.path());
    let kind = cx.kind().and_then(Kind::endpoint)?;
    let mut beside = workspace
        .members_in_scope(path, Resource::Endpoint)
        .filter(|it| parent(it.path()) == parent(path) && it.kind() == Some(kind));
    let only = beside.next().filter(|_| beside.next().is_none())?;
    let mut defined = workspace.named(path, Resource::Endpoint, name);
    let is_sent = !cx.cli_overrides().senders().is_empty();
    if is_sent || defined.next().is_some() {
        return None;
    }
    let mentions = workspace.mentions(path, &repository(cx).top, name)?;
    mentions
        .is_empty()
        .then(|| workspace.document(only.path()))?
        .map(|it| &**it)
}

/// Returns the name of the one endpoint that every script sends before the deployment, and the first
/// place of that; `None` if a script may mean the endpoint `name`.
fn endpoint_sent_with<'a>(cx: &Context<'a>, name: &str) -> Option<(&'a str, SetBy)> {
    let (workspace, path) = (cx.workspace, cx.document.path());
    let senders = cx.cli_overrides().senders();
    if senders.is_empty()
        || workspace
            .named(path, Resource::Endpoint, name)
            .next()
            .is_some()
    {
        return None;
    }
    let known = workspace.all_mentions(path, &repository(cx).top, name);
    if known.is_none_or(|known| !known.is_empty()) {
        return None;
    }
    let own_name = [Segment::Key("endpoint_name".into())];
    let mut found: Option<(&str, SetBy)> = None;
    for sender in senders {
        let line = sender.line()?;
        let script = &sender.script;
        if line.sets(&own_name).is_some() || line.sets_unknown || mentions(script.text(), name) {
            return None;
        }
        let (endpoint, at) = only_endpoint(cx, script.path(), line)?;
        match &found {
            Some((other, _)) if *other != endpoint => return None,
            Some(_) => {}
            None => {
                let sent = SetBy {
                    script: script.clone(),
                    range: at,
                    is_certain: true,
                };
                found = Some((endpoint, sent));
            }
        }
    }
    found
}

/// Returns `true` for a command that creates or updates an endpoint.
fn sends_endpoint(line: &CommandLine) -> bool {
    line.action.sends() && matches!(&*line.noun, "online-endpoint" | "batch-endpoint")
}

/// Returns the name of the only endpoint that the script at `script` sends, and its command, which is
/// before `deployment`.
fn only_endpoint<'a>(
    cx: &Context<'a>,
    script: &str,
    deployment: &CommandLine,
) -> Option<(&'a str, TextRange)> {
    let own_name = [Segment::Key("name".into())];
    let (workspace, path) = (cx.workspace, cx.document.path());
    let mut found = None;
    let kind = cx.kind().and_then(Kind::endpoint);
    let endpoints = workspace.members_in_scope(path, Resource::Endpoint);
    for endpoint in endpoints.filter(|it| it.kind() == kind) {
        for command in workspace.commands_on(endpoint.path()) {
            if command.script.path() != script || !command.line().is_some_and(sends_endpoint) {
                continue;
            }
            let line = command.line()?;
            let all = &command.script.commands()?.commands;
            let is_only = all.iter().filter(|line| sends_endpoint(line)).count() == 1;
            if !is_only
                || line.range.start > deployment.range.start
                || line.sets(&own_name).is_some()
                || line.sets_unknown
            {
                return None;
            }
            let file = workspace.document(endpoint.path())?;
            found = Some((file.get("name").and_then(known_text)?, line.range));
        }
    }
    found
}

/// Returns `true` if `text` contains `name` as a word of its own.
fn mentions(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '-';
    let mut found = text.match_indices(name);
    found.any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part)
    })
}

fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| !c.is_ascii_digit())
}
