//! A file whose content is of another kind than its `$schema`.

use crate::checks::prelude::*;
use crate::checks::shared::mistaken_kind::{
    MistakenKind, is_declared_input, is_type_of, mistaken_kind,
};
use crate::document::Certainty;
use crate::path::file_name;
use crate::schema::table::{KindDef, kinds};
use crate::wording::listed_up_to;

declare_rule! {
    /// The keys are those of another kind of document than `$schema` or `type` names. Each kind has
    /// a command of its own: `az ml job create` rejects a component, and
    /// `az ml online-endpoint create` a deployment. Other findings in the file are shown once it is
    /// clear what it is.
    ///
    /// If `type` and the keys agree, and only `$schema` names another kind of the same family, it is an
    /// info: the CLI goes by `type`, but editors check the file by `$schema`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: blue
    /// endpoint_name: credit-scoring
    /// model: azureml:credit:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: credit-scoring
    /// model: azureml:credit:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    "wrong-schema-for-content", Structure, Error,
    marks: [WholeFile, Unfinished],
    summary: "a file with the keys of another kind than `$schema` or `type` names",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

/// The address of the published schemas.
const PUBLISHED: &str = "https://azuremlschemas.azureedge.net/latest/";

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::WrongSchemaForContent) {
        let key = faults::short_text(problem.at);
        cx.report(
            problem.at.range(),
            format!("`{key}` belongs in a conda file, not in an environment"),
        )
        .help("move `channels` and `dependencies` to a file such as `conda.yml`, and add `conda_file: conda.yml` and an `image`");
    }
    if let Some(root) = cx.document.root().filter(|root| has_only_steps(cx, *root)) {
        report_missing_type(cx, root, Kind::JobPipeline);
        return;
    }
    if let Some(on) = trigger_of_workflow(cx) {
        report_workflow(cx, on);
        return;
    }
    // The kind of the command line may be the intended one.
    if cx.document.certainty() == Some(Certainty::Command) {
        report_schema_of_job(cx);
        return;
    }
    let Some((root, own)) = cx.document.root().zip(cx.kind()) else {
        return;
    };
    if let Some(def) = kind_without_type(cx, root, own) {
        report_missing_type(cx, root, def.kind);
        return;
    }
    let Some(mistaken) = mistaken_kind(cx) else {
        report_schema_of_other_type(cx, root, own);
        return;
    };
    let meant = mistaken.meant.kind;
    // A step reads the file as a component, whatever its content is.
    if own.is_component() && cx.is_run_by_others() {
        return;
    }
    if root.get("type").is_none() && meant.family() == own.family() {
        report_missing_type(cx, root, meant);
    } else {
        report_other_kind(cx, root, &mistaken);
    }
}

/// Returns the key `on` of a GitHub workflow, which a command line passes to `az ml`.
fn trigger_of_workflow<'a>(cx: &Context<'a>) -> Option<Node<'a>> {
    let root = cx.document.root()?;
    let mut jobs = root.get("jobs")?.entries();
    let on = root.entry("on")?;
    jobs.any(|job| job.value.get("runs-on").is_some())
        .then_some(on.key)
}

fn report_workflow(cx: &mut Context<'_>, on: Node<'_>) {
    let own = cx.kind().map_or("document of Azure ML", Kind::label);
    cx.report(
        on.range(),
        format!("the file is a GitHub workflow, not {}", with_article(own)),
    )
    .note("a command line passes it to `az ml`, which rejects its keys")
    .help("name the YAML file of the job in that command line");
}

/// Returns `true` for a job that is recognized as a pipeline by its steps alone: the client goes by
/// `type`.
fn has_only_steps(cx: &Context<'_>, root: Node<'_>) -> bool {
    matches!(cx.kind(), Some(Kind::JobPipeline | Kind::JobCommand))
        && root.get("type").is_none()
        && root.get("jobs").is_some()
        && cx.document.kind_by_content() == Some(Kind::JobPipeline)
}

/// Reports the `$schema` of a job in a file that others run or create as a component.
fn report_schema_of_job(cx: &mut Context<'_>) {
    let Some(schema) = cx.document.get("$schema") else {
        return;
    };
    let Some((named, own)) = schema.text().and_then(label_of_schema).zip(cx.kind()) else {
        return;
    };
    let (named, own) = (with_article(named), with_article(own.label()));
    let message = format!("`$schema` names {named}, but the file is used as {own}");
    report_schema(cx, schema, message);
}

/// Reports a `$schema` of another kind than `type` says, in the same family: the client goes by `type`.
fn report_schema_of_other_type(cx: &mut Context<'_>, root: Node<'_>, own: Kind) {
    let (Some(schema), Some(word)) = (root.get("$schema"), root.get("type").and_then(known_text))
    else {
        return;
    };
    let mut named = schema.text().into_iter().flat_map(of_schema);
    let (Some(first), None) = (named.next(), named.next()) else {
        return;
    };
    let is_other = first.kind != own && first.kind.family() == own.family();
    if is_other && first.kind.label() != own.label() {
        let (named, own) = (with_article(first.kind.label()), with_article(own.label()));
        let message = format!("`$schema` names {named}, but `type: {word}` is {own}");
        report_schema(cx, schema, message);
    }
}

/// Reports `schema`, which doesn't change how the client reads the file.
fn report_schema(cx: &mut Context<'_>, schema: Node<'_>, message: String) {
    let def = cx.kind().and_then(KindDef::of);
    let diagnostic = cx.report(schema.range(), message);
    diagnostic
        .level(Level::Info)
        .note("the CLI doesn't read `$schema`, but editors check the file as another kind");
    if let Some(def) = def.filter(|def| !def.schema.is_empty()) {
        let own = with_article(def.kind.label());
        let address = format!("{PUBLISHED}{}", def.schema);
        diagnostic
            .help(format!("write `$schema: {address}`"))
            .safe_fix(
                format!("replace `$schema` with that of {own}"),
                replace(schema, address),
            );
    }
}

/// Returns the kind that `$schema` names in a file without `type`, which is therefore read as a command.
fn kind_without_type(cx: &Context<'_>, root: Node<'_>, own: Kind) -> Option<&'static KindDef> {
    let url = root.get("$schema").and_then(Node::text)?;
    let is_read_as_command = matches!(own, Kind::JobCommand | Kind::ComponentCommand)
        && root.get("type").is_none()
        && root.get("command").is_none();
    let is_refused = cx.judgement().problems.iter().any(|it| it.refused);
    if !is_read_as_command || !is_refused {
        return None;
    }
    let mut meant = of_schema(url).filter(|def| def.kind.family() == own.family());
    meant.next().filter(|def| def.kind != own)
}

/// Reports a missing `type`, without which the client reads every job as a command job, and every
/// component as a command component.
fn report_missing_type(cx: &mut Context<'_>, root: Node<'_>, meant: Kind) {
    let (Some(first), Some(word)) = (root.entries().next(), meant.type_word()) else {
        return;
    };
    let own = cx.kind().filter(|own| *own != meant);
    let own = own.map_or(Kind::JobCommand.label(), Kind::label);
    let what = if meant.is_automl() {
        "AutoML job"
    } else {
        meant.label()
    };
    let message = format!("`type: {word}` is missing in this {what}");
    let edit = add_type(root, word);
    let diagnostic = cx.report(first.key.range(), message);
    diagnostic
        .note(format!(
            "without `type`, the CLI reads the file as a {own} and rejects it"
        ))
        .help(format!("add `type: {word}`"));
    if let Some(edit) = edit {
        diagnostic.safe_fix(format!("add `type: {word}`"), edit);
    }
}

/// Adds `type: word` below `$schema`, or at the top.
fn add_type(root: Node<'_>, word: &str) -> Option<Edit> {
    if let Some(schema) = root.entry("$schema") {
        return Some(fix::insert_key(schema, "type", word));
    }
    let first = root.entries().next()?.key.text()?;
    fix::add_entry(root, "type", word, &[first])
}

fn report_other_kind(cx: &mut Context<'_>, root: Node<'_>, mistaken: &MistakenKind<'_>) {
    let (meant, own) = (mistaken.meant, cx.kind());
    let looks = with_article(meant.kind.label());
    let says = own.map_or_else(String::new, |kind| with_article(kind.label()));
    let schema = root.entry("$schema");
    let named = schema.and_then(|entry| label_of_schema(entry.value.text()?));
    let (range, message) = match (schema, named, root.entries().next()) {
        (Some(entry), Some(label), _) if label != meant.kind.label() => (
            entry.value.range(),
            format!(
                "`$schema` names {}, but the keys are those of {looks}",
                with_article(label)
            ),
        ),
        (_, _, Some(first)) => {
            let entry = root.entry("type").or(schema).unwrap_or(first);
            let message = format!("the keys are those of {looks}, not of {says}");
            (entry.value.range(), message)
        }
        (_, _, None) => return,
    };
    let refuses = refused_words(root, mistaken);
    let command = own.and_then(KindDef::of).map_or("", |def| def.command);
    let help = help(cx.document.path(), mistaken, schema.is_some());
    let diagnostic = cx.report(range, message);
    if own.is_some_and(Kind::is_component) {
        diagnostic.note(format!("a component ignores {refuses}"));
    } else if !command.is_empty() {
        diagnostic.note(format!("`{command}` rejects {refuses}"));
    }
    if meant.kind.family() == KindFamily::Endpoint && root.get("deployments").is_some() {
        diagnostic
            .note("each deployment needs a file of its own, with the `$schema` of a deployment");
    }
    if let Some(word) = root
        .entry("type")
        .filter(|_| named == Some(meant.kind.label()))
    {
        diagnostic
            .help("remove `type`")
            .unsafe_fix("remove `type`", remove_entry(word));
        return;
    }
    diagnostic.help(help);
    let address = format!("{PUBLISHED}{}", meant.schema);
    if let Some(schema) = schema.filter(|_| !meant.schema.is_empty()) {
        let title = format!("replace `$schema` with that of {looks}");
        diagnostic.unsafe_fix(title, replace(schema.value, address));
    }
}

/// Returns the name of the kind that a schema describes, if it is unique.
fn label_of_schema(url: &str) -> Option<&'static str> {
    let mut of_schema = of_schema(url);
    let first = of_schema.next()?;
    of_schema.next().is_none().then(|| first.kind.label())
}

/// Returns the kinds that a schema describes.
fn of_schema(url: &str) -> impl Iterator<Item = &'static KindDef> {
    let name = schema_name(url);
    let is_its = move |def: &&KindDef| !def.schema.is_empty() && schema_name(def.schema) == name;
    kinds().iter().filter(is_its)
}

/// Returns `sparkjob` for `http://azureml/sdk-2-0/SparkJob.json` and for `sparkJob.schema.json`.
fn schema_name(url: &str) -> String {
    let name = url.rsplit('/').next().unwrap_or(url).to_ascii_lowercase();
    let name = name.strip_suffix(".json").unwrap_or(&name);
    name.strip_suffix(".schema").unwrap_or(name).to_owned()
}

/// Lists the rejected nodes: "`version`, `type: integer` of `epochs` and 2 more".
fn refused_words(root: Node<'_>, mistaken: &MistakenKind<'_>) -> String {
    let words = mistaken.refused.iter().map(|node| {
        let text = faults::short_text(*node);
        if is_type_of(*node, root) {
            return format!("`type: {text}`");
        }
        match node.value_of_key().and_then(|value| value.get("type")) {
            Some(ty) if is_declared_input(*node) => {
                format!("`type: {}` of `{text}`", faults::short_text(ty))
            }
            _ => format!("`{text}`"),
        }
    });
    listed_up_to(3, words.collect())
}

/// Returns the help: the command that reads the file, and its `$schema`.
fn help(path: &str, mistaken: &MistakenKind<'_>, has_schema: bool) -> String {
    let meant = mistaken.meant;
    let file = file_name(path);
    let mut help = match meant.command {
        "" => "write the keys of one kind only".to_owned(),
        command => format!("create it with `{command} --file {file}`"),
    };
    if has_schema && !meant.schema.is_empty() {
        help += &format!(", and replace `$schema` with `{PUBLISHED}{}`", meant.schema);
    }
    let inputs = mistaken.refused.iter().copied();
    let Some(input) = inputs.into_iter().find(|node| is_declared_input(*node)) else {
        return help;
    };
    let default = input.value_of_key().and_then(|value| value.get("default"));
    let value = default.and_then(Node::text).unwrap_or("VALUE");
    let name = faults::short_text(input);
    help += &format!("; to submit it as a job, give inputs a value, such as `{name}: {value}`");
    help
}
