//! A command that keeps its machine busy for ever.

use crate::checks::prelude::*;
use crate::checks::shared::endless_commands::{self, Length};

/// Four hours: an afternoon of interactive work.
const TIMEOUT: i64 = 14_400;

declare_rule! {
    /// `sleep infinity`, `tail -f /dev/null`, a sleep of days or an empty loop keeps a job alive so
    /// that somebody can connect to it. The machine is billed until that person thinks of
    /// cancelling the job. With `limits.timeout` the service ends it; for interactive work without
    /// an end a compute instance with idle shutdown is the better place.
    ///
    /// Components cannot have `limits`; the step that uses one can. Jobs that run on `local` cost
    /// nothing and are left alone. The fix is unsafe because the timeout also ends the work that
    /// comes before.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python prepare.py && sleep infinity
    /// environment: azureml:dev:1
    /// compute: azureml:gpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python prepare.py && sleep infinity
    /// environment: azureml:dev:1
    /// compute: azureml:gpu-cluster
    /// limits:
    ///   timeout: 14400
    /// ```
    "job-never-ends", Cost, Warning,
    summary: "a command that keeps its machine running for days or for ever",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-interactive-jobs",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind() == Some(Kind::ComponentCommand) {
        if let Some(command) = cx.document.get("command") {
            report(cx, command, "the component");
        }
        return;
    }
    for work in cx.works().iter().filter(|work| work.task == Task::Command) {
        let inline = || work.component?.get("command");
        let Some(command) = work.node.get("command").or_else(inline) else {
            continue;
        };
        let limited = work.node.get_path(&["limits", "timeout"]).is_some();
        if limited || matches!(cx.resolve(work), Some(Resolution::Local)) {
            continue;
        }
        let subject = work
            .step_name()
            .map_or("the job".to_owned(), |name| format!("step `{name}`"));
        let Some(diagnostic) = report(cx, command, &subject) else {
            continue;
        };
        diagnostic.help(format!(
            "add `limits: {{timeout: {TIMEOUT}}}`: {subject} ends after {}",
            duration(TIMEOUT)
        ));
        diagnostic.fixes.extend(limit(work));
    }
}

fn report<'c>(
    cx: &'c mut Context<'_>,
    command: Node<'_>,
    subject: &str,
) -> Option<&'c mut Diagnostic> {
    let text = command.text().filter(|_| !command.is_repaired())?;
    let found = endless_commands::find(text)?;
    let phrase = &text[found.range.clone()];
    let place = place(command, text, &found.range);
    let shown: String = phrase.split_whitespace().collect::<Vec<_>>().join(" ");
    let (message, note) = match found.length {
        Length::Endless => (
            format!("`{shown}` never ends, and nothing ends {subject}"),
            "the machine is billed until somebody cancels the job".to_owned(),
        ),
        Length::Seconds(seconds) => (
            format!(
                "`{shown}` keeps {subject} running for {}",
                duration(seconds)
            ),
            format!(
                "the machine is billed for all {} hours, also while nobody is connected",
                seconds / 3600
            ),
        ),
    };
    let diagnostic = cx.report(place, message);
    diagnostic
        .note(note)
        .help("leave it out, or set `limits.timeout` in the steps that use the component");
    Some(diagnostic)
}

/// Where the phrase stands in the source, or its first line; the whole scalar where folding has
/// made the phrase.
fn place(command: Node<'_>, text: &str, range: &std::ops::Range<usize>) -> TextRange {
    let (before, phrase) = (&text[..range.start], &text[range.clone()]);
    let first_line = phrase.split_once('\n').map(|(first, _)| first.trim_end());
    in_source(command, before, phrase)
        .or_else(|| in_source(command, before, first_line?))
        .unwrap_or(command.range())
}

/// Where `part`, which stands behind `before` in the text of `command`, stands in the source.
fn in_source(command: Node<'_>, before: &str, part: &str) -> Option<TextRange> {
    let nth = before.matches(part).count();
    let (at, _) = command.raw().match_indices(part).nth(nth)?;
    let start = command.range().start as usize + at;
    Some(TextRange::from(start..start + part.len()))
}

/// Gives the job or the step a timeout.
fn limit(work: &Work<'_>) -> Option<Fix> {
    let edit = match work.node.entry("limits") {
        Some(limits) => fix::insert_key(
            limits.value.entries().last()?,
            "timeout",
            &TIMEOUT.to_string(),
        ),
        None => {
            let after = work
                .node
                .entry("command")
                .or_else(|| work.node.entry("component"))?;
            let flow = work.node.is_flow();
            let value = if flow {
                format!("{{timeout: {TIMEOUT}}}")
            } else {
                format!("timeout: {TIMEOUT}\n")
            };
            fix::insert_key(after, "limits", &value)
        }
    };
    Some(Fix::unsafe_(
        format!(
            "end it after {}: `limits.timeout: {TIMEOUT}`",
            duration(TIMEOUT)
        ),
        vec![edit],
    ))
}
