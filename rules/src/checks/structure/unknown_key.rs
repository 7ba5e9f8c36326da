//! A key that nothing reads.

use crate::checks::prelude::*;
use crate::diagnostic::Tag;
use crate::expression::misspelled_section;
use crate::schema::table::TypeDef;

declare_rule! {
    /// At most places the client refuses a key that it does not know, with a message that names
    /// neither the line nor the key that was meant. At some (the top of a component, `settings` of
    /// a pipeline, a step with a component) it drops the key without a word, and the job runs
    /// without what was asked for; there this is a warning. It is an error where something needs
    /// what the key would have given: expressions that name the entries of a misspelled `inputs`,
    /// or steps that have no compute but under a misspelled `compute`.
    ///
    /// The fix renames the key when only one letter is wrong; a name that is further away is
    /// offered as an unsafe fix.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: azureml:training:3
    /// computee: azureml:cpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// ```
    "unknown-key", Structure, Error,
    marks: [SchemaCheck],
    summary: "a key that its place does not know",
    fix: Some(Applicability::Safe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    // What else these hold is another tool's.
    let is_frame = matches!(
        cx.kind(),
        Some(
            Kind::FlowDag
                | Kind::FlowRun
                | Kind::FlowConnection
                | Kind::FeatureSetSpec
                | Kind::FoundryTrainingJob
        )
    );
    for problem in faults::of(cx, FaultRule::UnknownKey) {
        if is_frame && !problem.refused {
            continue;
        }
        let name = faults::short_text(problem.at);
        let (owner, mapping, meant) = match &problem.fault {
            Fault::UnknownKey {
                owner,
                mapping,
                meant,
            } => (*owner, *mapping, meant.map(|field| field.name)),
            Fault::Check { owner, .. } => (*owner, problem.at.parent().unwrap_or(problem.at), None),
            _ => continue,
        };
        let place = faults::mapping_name(cx, mapping);
        let is_read = is_read(cx, mapping, problem.at);
        let private = owner.field(&name).is_some_and(|field| field.private);
        let diagnostic = if private {
            let message =
                format!("`{name}` in {place} is a private preview that the client does not read");
            cx.report(problem.at.range(), message)
        } else {
            cx.report(
                problem.at.range(),
                format!("`{name}` is not a key of {place}"),
            )
        };
        if !problem.refused && !is_read {
            diagnostic
                .level(Level::Warning)
                .note("the client drops it without a word");
        }
        let present = |key: &str| mapping.entry(key).is_some();
        match meant.or_else(|| similar(owner, &name, &present)) {
            Some(meant) => rename(diagnostic, problem.at, &name, meant),
            None if private => {}
            None => {
                // What may be meant for another key is no dead text.
                diagnostic.tag = (!problem.refused).then_some(Tag::Unnecessary);
                diagnostic.help(possible(owner, &present));
            }
        }
    }
}

/// Whether expressions name what stands under `key`, which is a misspelled `inputs` or `outputs`,
/// or a component needs it.
fn is_read(cx: &Context<'_>, mapping: Node<'_>, key: Node<'_>) -> bool {
    let [inputs, outputs] = ["inputs", "outputs"]
        .map(|name| misspelled_section(mapping, name).is_some_and(|entry| entry.key == key));
    if !inputs && !outputs {
        return false;
    }
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

/// Whether the component of the step at `mapping` needs an input.
fn needs_input(program: &Program<'_>, mapping: Node<'_>) -> bool {
    let step = program.calls().find(|(_, step)| step.node == mapping);
    let interface = step.and_then(|(_, step)| step.callee.interface());
    interface.is_some_and(|it| it.inputs.list.iter().any(|port| port.is_required()))
}

/// The key that was probably meant: by habit, by spelling.
fn similar(
    owner: &'static TypeDef,
    name: &str,
    present: &dyn Fn(&str) -> bool,
) -> Option<&'static str> {
    let fields = owner
        .fields
        .iter()
        .filter(|field| !field.private && !present(field.name))
        .map(|field| field.name);
    faults::key_of_alias(owner, name)
        .filter(|key| !present(key))
        .or_else(|| closest(name, fields))
}

fn rename(diagnostic: &mut Diagnostic, key: Node<'_>, name: &str, meant: &str) {
    let title = format!("rename `{name}` to `{meant}`");
    diagnostic.help(format!("did you mean `{meant}`?"));
    if name.chars().count().abs_diff(meant.chars().count()) <= 1 && closest(name, [meant]).is_some()
    {
        diagnostic.safe_fix(title, replace(key, meant));
    } else {
        diagnostic.unsafe_fix(title, replace(key, meant));
    }
}

/// The keys that are still free, the first of them.
fn possible(owner: &TypeDef, present: &dyn Fn(&str) -> bool) -> String {
    let fields = owner.fields.iter();
    let free: Vec<String> = fields
        .filter(|field| !field.private && !present(field.name))
        .map(|field| format!("`{}`", field.name))
        .collect();
    match free.len() {
        0 => "remove it".to_owned(),
        count if count > 10 => format!("known here: {}, …", free[..10].join(", ")),
        _ => format!("known here: {}", free.join(", ")),
    }
}
