//! Cron expressions that are not valid.

use crate::checks::prelude::*;
use crate::timetable::{Trigger, cron};

declare_rule! {
    /// A cron expression of a schedule has five fields: minute, hour, day of the month, month, and day of the
    /// week, where 0 is Sunday. Expressions with six fields, aliases such as `@daily`, and the characters `L`,
    /// `W`, `#`, and `?` belong to other schedulers. The CLI doesn't check the expression. Removing the
    /// first of six fields, if it is `0`, is an unsafe fix: it assumes that
    /// the field is for seconds.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger: {type: cron, expression: "0 0 6 * * 1", time_zone: UTC}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger: {type: cron, expression: "0 6 * * 1", time_zone: UTC}
    /// ```
    "cron-fields", Schedule, Error,
    marks: [Unfinished],
    summary: "a cron expression that is not valid",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-schedule-pipeline-job",
}

fn check(cx: &mut Context<'_>) {
    let expressions = cx
        .triggers()
        .iter()
        .copied()
        .filter_map(Trigger::expression);
    for (node, expression) in expressions {
        check_expression(cx, node, expression);
    }
}

fn check_expression(cx: &mut Context<'_>, node: Node<'_>, expression: &str) {
    let fields = cron::fields(expression);
    let problem = if fields.len() == cron::FIELDS.len() {
        let mut all = cron::FIELDS.iter().zip(&fields);
        all.find_map(|(field, (_, text))| field.problem(text))
    } else if expression.trim_start().starts_with('@') {
        Some(format!("`{}` isn't supported", expression.trim()))
    } else {
        Some(format!(
            "it has {}",
            counted(u32::try_from(fields.len()).unwrap_or(u32::MAX), "field")
        ))
    };
    let Some(problem) = problem else {
        return;
    };
    let diagnostic = cx.report(
        node.range(),
        format!("the cron expression is not valid: {problem}"),
    );
    diagnostic.note(
        "the CLI doesn't check it; an expression has five fields: minute, hour, day of the month, \
         month, and day of the week (0 is Sunday)",
    );
    if let Some(shorter) = without_seconds(&fields) {
        diagnostic.unsafe_fix(
            "remove the field of the seconds",
            fix::set_text(node, &shorter),
        );
    }
    diagnostic.help(if fields.len() == 6 {
        "remove the first field if it counts seconds: `0 6 * * 1` is every Monday at 6:00"
    } else {
        "for example, `0 6 * * 1` is every Monday at 6:00"
    });
}

/// Returns the last five of six fields, if they are valid and the first is a second: `0`.
fn without_seconds(fields: &[(usize, &str)]) -> Option<String> {
    let [(_, "0"), rest @ ..] = fields else {
        return None;
    };
    let mut all = cron::FIELDS.iter().zip(rest);
    let is_valid = rest.len() == cron::FIELDS.len()
        && all.all(|(field, (_, text))| field.problem(text).is_none());
    let texts: Vec<&str> = rest.iter().map(|(_, text)| *text).collect();
    is_valid.then(|| texts.join(" "))
}
