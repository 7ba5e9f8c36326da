//! A command that keeps its machine running until the service ends the job.

use crate::checks::prelude::*;
use crate::checks::shared::script::endless_commands::{self, Length};
use crate::compute::limits::{JOB_DAYS, LOW_PRIORITY_JOB_DAYS};

/// Maximum duration of a job in the service, in seconds.
const LONGEST: i64 = JOB_DAYS * 86_400;

/// Four hours in seconds: an afternoon of interactive work.
const TIMEOUT: i64 = 14_400;

declare_rule! {
    /// `sleep infinity`, `tail -f /dev/null`, a sleep of days, or an empty loop keeps a job running
    /// so that somebody can connect to it. The machine is billed until somebody cancels the job or
    /// the service ends it: after 21 days, or 7 days on low-priority nodes. Set `limits.timeout` to
    /// end it earlier. For interactive work, a compute instance with idle shutdown fits better.
    ///
    /// Components can't have `limits`; the step that uses one can. Jobs on `local` compute are not
    /// reported. The fix is unsafe because the timeout also ends the work that the command does
    /// before it waits.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python prepare.py && sleep infinity
    /// code: src
    /// environment: azureml:dev:1
    /// compute: azureml:gpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python prepare.py && sleep infinity
    /// code: src
    /// environment: azureml:dev:1
    /// compute: azureml:gpu-cluster
    /// limits:
    ///   timeout: 14400
    /// ```
    "job-never-ends", Cost, Warning,
    summary: "a command that keeps its machine running for days",
    fix: Unsafe,
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
            "add `limits: {{timeout: {TIMEOUT}}}` to end {subject} after {}",
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
    let seconds = match found.length {
        Length::Seconds(seconds) if seconds < LONGEST => Some(seconds),
        _ => None,
    };
    let time = match seconds {
        Some(seconds) => duration(seconds),
        None => format!("up to {JOB_DAYS} days"),
    };
    let diagnostic = cx.report(
        place,
        format!("`{shown}` keeps {subject} running for {time}"),
    );
    diagnostic
        .note(match seconds {
            Some(_) => {
                "the machine is billed for that time, even when nobody is connected".to_owned()
            }
            None => format!(
                "the machine is billed until somebody cancels the job or the service ends it after \
                 {JOB_DAYS} days ({LOW_PRIORITY_JOB_DAYS} days on low-priority nodes)"
            ),
        })
        .help("remove it, or set `limits.timeout` in the steps that use the component");
    Some(diagnostic)
}

/// Returns the range of the phrase in the source, or of its first line; the whole scalar if folding
/// created the phrase.
fn place(command: Node<'_>, text: &str, range: &std::ops::Range<usize>) -> TextRange {
    let (before, phrase) = (&text[..range.start], &text[range.clone()]);
    let first_line = phrase.split_once('\n').map(|(first, _)| first.trim_end());
    in_source(command, before, phrase)
        .or_else(|| in_source(command, before, first_line?))
        .unwrap_or(command.range())
}

/// Returns the range in the source of `part`, which follows `before` in the text of `command`.
fn in_source(command: Node<'_>, before: &str, part: &str) -> Option<TextRange> {
    let nth = before.matches(part).count();
    let (at, _) = command.raw().match_indices(part).nth(nth)?;
    let start = command.range().start as usize + at;
    Some(TextRange::from(start..start + part.len()))
}

/// Adds a timeout to the job or the step.
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
