//! Suppression comments without effect.

use crate::checks::prelude::*;
use crate::checks::{RULES, rule};
use crate::rule::{Group, Rule};
use crate::settings::RuleLevel;
use crate::suppress::Suppression;

declare_rule! {
    /// A comment `# azml: ignore[...]` that silences nothing hides the next finding of its rule,
    /// which has not been reviewed. It is left over from a finding that is gone, is on the wrong
    /// line, or has a rule name that doesn't exist.
    ///
    /// This rule doesn't report comments for rules that are off in this run, or for rules about
    /// computes if a compute of the file is not known: the finding may be there in another run.
    ///
    /// ```yaml bad
    /// type: amlcompute
    /// name: cpu-cluster
    /// min_instances: 0  # azml: ignore[cluster-min-nodes] demo week
    /// max_instances: 4
    /// ```
    /// ```yaml good
    /// type: amlcompute
    /// name: cpu-cluster
    /// min_instances: 2  # azml: ignore[cluster-min-nodes] demo week
    /// max_instances: 4
    /// ```
    "unused-suppression", Style, Info,
    marks: [Suppression],
    summary: "an `# azml: ignore[...]` comment that silences nothing",
    fix: Safe,
    url: "https://docs.astral.sh/ruff/rules/unused-noqa/",
}

fn check(cx: &mut Context<'_>) {
    // A file with syntax errors is only partly parsed, so the findings in it are uncertain.
    if !cx.document.tree().errors().is_empty() {
        return;
    }
    for suppression in &cx.silenced().suppressions {
        let names = suppression.rules.iter();
        let names: Vec<_> = names.filter(|(name, _)| !name.is_empty()).collect();
        // This comment suppresses the rule itself.
        if names.iter().any(|(name, _)| name == RULE.name) {
            continue;
        }
        if names.is_empty() {
            report_no_names(cx, suppression);
        }
        for (name, range) in names {
            match rule(name) {
                None => report_unknown(cx, suppression, name, *range),
                Some(rule) if is_unused(cx, suppression, rule) => {
                    report_unused(cx, suppression, rule, *range);
                }
                Some(_) => {}
            }
        }
    }
}

fn is_unused(cx: &Context<'_>, suppression: &Suppression, rule: &'static Rule) -> bool {
    let about_computes =
        matches!(rule.group, Group::Compute | Group::Cost) || rule.name.contains("compute");
    cx.level(rule) != RuleLevel::Off
        && !cx.silenced().silences(suppression.line, rule.name)
        && !(about_computes && has_unknown_compute(cx))
}

/// Returns `true` if a compute is unknown here: other machines may have an inventory that knows it.
fn has_unknown_compute(cx: &Context<'_>) -> bool {
    let mut works = cx.works().iter();
    works.any(|work| {
        matches!(
            cx.resolve(work),
            Some(Resolution::Unknown(_) | Resolution::Unknowable)
        )
    })
}

fn report_no_names(cx: &mut Context<'_>, suppression: &Suppression) {
    let directive = directive(suppression);
    let example = cx.silenced().reporting(suppression.line);
    let example = example.first().copied().unwrap_or("RULE");
    cx.report(
        suppression.comment,
        "this comment names no rule, so it silences nothing",
    )
    .note("a comment silences only the rules that it names in brackets")
    .help(format!("write `# azml: {directive}[{example}] reason`"));
}

fn report_unknown(cx: &mut Context<'_>, suppression: &Suppression, name: &str, range: TextRange) {
    let reporting = cx.silenced().reporting(suppression.line);
    let meant = closest(name, reporting.iter().copied());
    let similar = meant.or_else(|| closest(name, RULES.iter().map(|rule| rule.name)));
    let fix = match meant {
        Some(meant) => Fix::safe(
            format!("Replace with `{meant}`"),
            vec![Edit::new(range, meant.to_owned())],
        ),
        None => removal(cx, suppression, name, range),
    };
    let help = match similar {
        Some(similar) => format!("did you mean `{similar}`?"),
        None => "remove the name; `azml-ls --rules` lists all rules".to_owned(),
    };
    cx.report(range, format!("there is no rule called `{name}`"))
        .note("this name has no effect")
        .help(help)
        .fix(fix);
}

fn report_unused(
    cx: &mut Context<'_>,
    suppression: &Suppression,
    rule: &'static Rule,
    range: TextRange,
) {
    let name = rule.name;
    let reported = cx.silenced().reported_on(name);
    let fix = removal(cx, suppression, name, range);
    let place = match suppression.line {
        Some(line) => format!("on line {}", line + 1),
        None => "in this file".to_owned(),
    };
    let finding = cx.report(
        range,
        format!("`{name}` reports nothing {place}, so there is nothing to silence"),
    );
    finding.unnecessary();
    match reported {
        Some(line) => finding
            .note(format!("the rule reports something on line {}", line + 1))
            .help("move the comment to that line or the line before it, or remove it"),
        None => finding
            .note("it would hide the next finding of this rule there")
            .help(if suppression.rules.len() > 1 {
                "remove the name from the comment"
            } else {
                "remove the comment"
            })
            .fix(fix),
    };
}

fn directive(suppression: &Suppression) -> &'static str {
    match suppression.line {
        Some(_) => "ignore",
        None => "ignore-file",
    }
}

/// Removes `name` at `range` from its comment, or the whole comment if it is the only name.
fn removal(cx: &Context<'_>, suppression: &Suppression, name: &str, range: TextRange) -> Fix {
    let names = &suppression.rules;
    let at = names.iter().position(|(_, own)| *own == range);
    let edit = match at {
        Some(0) if names.len() > 1 => TextRange::new(range.start, names[1].1.start),
        Some(at) if names.len() > 1 => TextRange::new(names[at - 1].1.end, range.end),
        _ => {
            let edit = fix::remove_comment(cx.document.tree(), suppression.comment);
            return Fix::safe("Remove the comment", vec![edit]);
        }
    };
    Fix::safe(
        format!("Remove `{name}` from the comment"),
        vec![Edit::new(edit, "")],
    )
}
