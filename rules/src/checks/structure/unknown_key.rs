//! A key that is not valid where it is.

use std::collections::HashMap;

use crate::checks::prelude::*;
use crate::checks::shared::foreign_sections;
use crate::diagnostic::Tag;
use crate::expression::misspelled_section;
use crate::schema::LABELS;
use crate::schema::table::TypeDef;
use crate::schema::validate::accepts_in;
use crate::syntax::NodeId;

declare_rule! {
    /// At most places the CLI rejects a key that it does not know, with a message that names
    /// neither the line nor the key that was meant.
    ///
    /// Some places are not checked. At the top of most components, in `settings` of a pipeline and
    /// in a step that uses a component, the CLI sends an unknown key to the service as written. In
    /// parallel components and in `resources`, `task`, and `distribution` of a component it ignores
    /// the key. Either way the setting that was meant is missing, so this is a warning there. It
    /// is an error where something needs the setting: expressions that name the entries of a
    /// misspelled `inputs`, or steps whose only compute is under a misspelled key.
    ///
    /// `display_name` and `tags` of a step are sent and are valid. Labels that the CLI ignores,
    /// such as `description` of a step, and keys of private previews are hints.
    ///
    /// Four sections or more at the top of a job that resemble none of its keys are one finding: the file was written for
    /// another purpose.
    ///
    /// The fix renames the key when only one letter is wrong. A rename to a name that is further
    /// away is unsafe.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// computee: azureml:cpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// ```
    "unknown-key", Structure, Error,
    marks: [SchemaCheck, Unfinished, HidesValue],
    summary: "a key that is not valid where it is",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    // The rest of these files belongs to another tool.
    let is_frame = cx.kind().is_some_and(Kind::is_of_other_tool);
    let mut places: HashMap<(NodeId, &str), MappingWithUnknownKeys<'_>> = HashMap::new();
    let foreign = foreign_sections::report(cx);
    for problem in faults::of(cx, FaultRule::UnknownKey) {
        if is_frame && !problem.refused || foreign.contains(&problem.at.id()) {
            continue;
        }
        let (owner, mapping, meant, fate) = match problem.fault {
            SchemaFault::UnknownKey {
                owner,
                mapping,
                meant,
                sent,
            } => {
                let fate = if problem.refused {
                    Fate::Refused
                } else if sent {
                    Fate::Sent
                } else {
                    Fate::Ignored
                };
                (owner, mapping, meant.map(|field| field.name), fate)
            }
            SchemaFault::Check { owner, .. } => {
                let mapping = problem.at.parent().unwrap_or(problem.at);
                (owner, mapping, None, Fate::Refused)
            }
            _ => continue,
        };
        if is_job_without_key(cx, mapping) {
            continue;
        }
        let place = places
            .entry((mapping.id(), owner.name))
            .or_insert_with(|| MappingWithUnknownKeys::new(owner, mapping));
        report(cx, problem.at, place, meant, fate);
    }
}

/// Returns `true` if `mapping` is a `create_job` with the keys of a job that belong under `job`:
/// `missing-required-key` reports that.
fn is_job_without_key(cx: &Context<'_>, mapping: Node<'_>) -> bool {
    faults::is_inline_job_of_schedule(cx, mapping)
        && cx.judgement().problems.iter().any(|problem| {
            matches!(
                problem.fault,
                SchemaFault::MissingKey { name: "job", mapping: at, .. } if at == mapping
            )
        })
}

/// The client's treatment of the key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Refused,
    Ignored,
    Sent,
}

/// A mapping with unknown keys, of which there may be thousands.
struct MappingWithUnknownKeys<'a> {
    mapping: Node<'a>,
    owner: &'static TypeDef,
    /// The keys that aren't used yet.
    free: Vec<&'static str>,
    /// The keys that were probably meant to be `inputs` and `outputs`.
    sections: [Option<Node<'a>>; 2],
}

impl<'a> MappingWithUnknownKeys<'a> {
    fn new(owner: &'static TypeDef, mapping: Node<'a>) -> Self {
        let fields = owner.fields.iter().filter(|field| !field.private);
        let names = fields.map(|field| field.name);
        let section = |name| misspelled_section(mapping, name).map(|entry| entry.key);
        Self {
            mapping,
            owner,
            free: names.filter(|name| mapping.entry(name).is_none()).collect(),
            sections: ["inputs", "outputs"].map(section),
        }
    }

    /// Returns the key that was probably meant: an alias or a similar name.
    fn similar(&self, name: &str) -> Option<&'static str> {
        faults::key_of_alias(self.owner, name)
            .filter(|key| self.free.contains(key))
            .or_else(|| closest(name, self.free.iter().copied()))
    }

    /// Lists the first of the keys that aren't used yet.
    fn possible(&self) -> String {
        let first = self.free.iter().take(10);
        let names: Vec<String> = first.map(|name| format!("`{name}`")).collect();
        let names = names.join(", ");
        match self.free.len() {
            0 => "remove it".to_owned(),
            count if count > 10 => format!("valid keys are {names}, …"),
            _ => format!("remove it, or use {names}"),
        }
    }
}

fn report<'a>(
    cx: &mut Context<'a>,
    at: Node<'a>,
    place: &mut MappingWithUnknownKeys<'a>,
    meant: Option<&'static str>,
    fate: Fate,
) {
    let name = faults::short_text(at);
    let words = faults::mapping_name(cx.kind(), place.mapping);
    if place.owner.field(&name).is_some_and(|field| field.private) {
        // The service may support a preview key that the client sends.
        if fate != Fate::Sent {
            private_preview(cx, at, &name, &words, fate);
        }
        return;
    }
    let steps = steps_without_environment(cx, at);
    let is_read = is_read(cx, place, at) || steps > 0;
    let kind = cx.kind();
    let meant = meant.or_else(|| place.similar(&name));
    let fix = meant.map(|meant| rename(cx, place.owner, at, meant));
    let diagnostic = cx.report(at.range(), format!("`{name}` is not a key of {words}"));
    if advise(diagnostic, at, &name, place, kind) {
        return;
    }
    if fate != Fate::Refused && !is_read {
        tell_fate(diagnostic, &name, fate);
    }
    if steps > 0 {
        let steps = match steps {
            1 => "the step that has no environment of its own".to_owned(),
            steps => format!("the {steps} steps that have no environment of their own"),
        };
        diagnostic
            .note(format!("the CLI rejects {steps}"))
            .help("move `environment` into each step");
        return;
    }
    if name == "identity"
        && place.mapping.parent().is_none()
        && let Some(user) = kind.and_then(user_of_component)
    {
        diagnostic.help(format!("move `identity` to the job, or to {user}"));
        return;
    }
    if let Some((command, edits)) = faults::script_form(place.mapping, at)
        && place.free.contains(&"command")
    {
        diagnostic.help(format!("write `command: {command}`"));
        diagnostic.fix(Fix::unsafe_(format!("write `command: {command}`"), edits));
        place.free.retain(|key| *key != "command");
        return;
    }
    match meant.zip(fix) {
        Some((meant, fix)) => {
            diagnostic.help(format!("did you mean `{meant}`?")).fix(fix);
            // Another unknown key can't become the same one.
            place.free.retain(|key| *key != meant);
        }
        None => {
            // A key that may be meant as another one isn't dead text.
            diagnostic.tag = (fate == Fate::Ignored).then_some(Tag::Unnecessary);
            diagnostic.help(place.possible());
        }
    }
}

/// Adds what to write where the key shows what was meant; returns `false` if it doesn't.
fn advise(
    diagnostic: &mut Diagnostic,
    at: Node<'_>,
    name: &str,
    place: &MappingWithUnknownKeys<'_>,
    kind: Option<Kind>,
) -> bool {
    let is_at_top = place.mapping.parent().is_none();
    if name == "component" && place.mapping.key().and_then(Node::text) == Some("trial") {
        diagnostic.help("set `trial` to the component itself, and move `inputs` to the sweep");
        return true;
    }
    if name == "component" && kind == Some(Kind::JobCommand) && is_at_top {
        diagnostic
            .note("only a step of a pipeline runs a component")
            .help("write `type: pipeline`, and move the rest into a step under `jobs`");
        return true;
    }
    if let Some(value) = faults::default_alone(place.mapping)
        && let Some(input) = place.mapping.key().and_then(Node::text)
    {
        diagnostic
            .note("a job gives its inputs values; only a component declares defaults")
            .help(format!("write `{input}: {}`", value.raw()));
        if let Some(edit) = fix::replace_by_scalar(place.mapping, value.raw()) {
            diagnostic.unsafe_fix(format!("write `{input}: {}`", value.raw()), edit);
        }
        return true;
    }
    if let Some(reference) = reference_with_blank(place.mapping, at) {
        diagnostic
            .help(format!(
                "write `{reference}`, without a blank after the colon"
            ))
            .fix(Fix::safe(
                format!("write `{reference}`"),
                vec![replace(place.mapping, &reference)],
            ));
        return true;
    }
    if name == "target_column_name" && place.owner.name == "ReferenceData" {
        diagnostic
            .note("the CLI replaced it with `data_column_names`, and rejects it now")
            .help("write `data_column_names: {target_column: NAME}`");
        return true;
    }
    if name == "type" && place.owner.name.ends_with("Endpoint") {
        let entry = place.mapping.entries().find(|entry| entry.key == at);
        diagnostic.help("remove `type`; the command that creates the endpoint tells its type");
        if let Some(entry) = entry {
            diagnostic.unsafe_fix("remove `type`", remove_entry(entry));
        }
        return true;
    }
    false
}

/// Returns where the identity of a component's runs is set, beside the job.
fn user_of_component(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::ComponentCommand | Kind::ComponentParallel | Kind::ComponentSpark => {
            "the step that runs the component"
        }
        Kind::ComponentPipeline => "the steps",
        _ => return None,
    })
}

/// Returns the reference that the environment or the model `mapping` is with a blank after its first colon:
/// `azureml: train@latest`.
fn reference_with_blank(mapping: Node<'_>, key: Node<'_>) -> Option<String> {
    let owner = mapping.key().and_then(Node::text);
    let mut entries = mapping.entries();
    let only = entries.next().filter(|only| only.key == key)?;
    let name = known_text(only.value)?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.:@/".contains(c);
    let is_reference = key.text() == Some("azureml")
        && matches!(owner, Some("environment" | "model"))
        && !name.starts_with("azureml:")
        && name.chars().all(is_part)
        && !mapping.raw().contains(['#', '!', '&']);
    (is_reference && entries.next().is_none()).then(|| format!("azureml:{name}"))
}

/// Adds the treatment of the key, in a file that the client accepts.
fn tell_fate(diagnostic: &mut Diagnostic, name: &str, fate: Fate) {
    let is_label = fate == Fate::Ignored && LABELS.contains(&name);
    diagnostic.level(if is_label {
        Level::Hint
    } else {
        Level::Warning
    });
    diagnostic.note(match fate {
        Fate::Sent => "the CLI sends it to the service as written, without a check",
        _ => "the CLI ignores it without warning",
    });
}

fn private_preview(cx: &mut Context<'_>, at: Node<'_>, name: &str, place: &str, fate: Fate) {
    let diagnostic = cx.report(
        at.range(),
        format!("`{name}` of {place} belongs to a private preview"),
    );
    diagnostic.help(format!(
        "remove `{name}`, unless you take part in the preview"
    ));
    if fate == Fate::Ignored {
        diagnostic
            .level(Level::Hint)
            .note("the CLI ignores it without warning")
            .unnecessary();
    } else {
        diagnostic.note("the CLI rejects the file because of it");
    }
}

/// Returns the number of steps without the environment that is under `key` in the settings of the pipeline.
fn steps_without_environment(cx: &Context<'_>, key: Node<'_>) -> i64 {
    if faults::environment_in_settings(cx) != Some(key) {
        return 0;
    }
    let missing = cx.judgement().problems.iter().filter(|problem| {
        matches!(
            problem.fault,
            SchemaFault::MissingKey {
                name: "environment",
                ..
            }
        )
    });
    missing.count().try_into().unwrap_or(i64::MAX)
}

/// Returns `true` if expressions name a port under `key`, which is a misspelled `inputs` or
/// `outputs`, or a component needs it.
fn is_read(cx: &Context<'_>, place: &MappingWithUnknownKeys<'_>, key: Node<'_>) -> bool {
    let [inputs, outputs] = place.sections.map(|section| section == Some(key));
    if !inputs && !outputs {
        return false;
    }
    let mapping = place.mapping;
    let program = cx.program();
    let is_named = program.expressions().any(|(site, expression)| {
        let scope = program.scope(site).map(|scope| scope.node);
        let pipeline = program.pipeline(site).map(|pipeline| pipeline.node);
        match &expression.target {
            Target::Input(_) => inputs && scope == Some(mapping),
            Target::Output(_) => outputs && scope == Some(mapping),
            Target::ParentInput(_) => inputs && pipeline == Some(mapping),
            Target::ParentOutput(_) => outputs && pipeline == Some(mapping),
            _ => false,
        }
    });
    is_named || inputs && needs_input(program, mapping)
}

/// Returns `true` if the component of the step at `mapping` needs an input.
fn needs_input(program: &Program<'_>, mapping: Node<'_>) -> bool {
    let step = program.calls().find(|(_, step)| step.node == mapping);
    let interface = step.and_then(|(_, step)| step.callee.interface());
    interface.is_some_and(|it| it.inputs.list.iter().any(|port| port.is_required()))
}

/// Returns the fix that renames `key` to `meant`. It is safe for a small slip, if the new key takes the value.
fn rename(cx: &Context<'_>, owner: &'static TypeDef, key: Node<'_>, meant: &'static str) -> Fix {
    let takes_value = || {
        let field = owner.field(meant).zip(key.value_of_key());
        field.is_none_or(|(field, value)| {
            value.is_null() || accepts_in(cx.workspace, cx.document.path(), &field.ty, value)
        })
    };
    let name = faults::short_text(key);
    let title = format!("rename `{name}` to `{meant}`");
    let edits = vec![replace(key, meant)];
    if is_slip(&name, meant) && takes_value() {
        Fix::safe(title, edits)
    } else {
        Fix::unsafe_(title, edits)
    }
}

/// Returns `true` if `name` differs from `meant` in a letter or two.
fn is_slip(name: &str, meant: &str) -> bool {
    let difference = name.chars().count().abs_diff(meant.chars().count());
    difference <= 1 && closest(name, [meant]).is_some()
}
