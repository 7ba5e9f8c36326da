//! The only place that turns a rule into Markdown: the terminal, hovers, pages and tables all use it.

use std::fmt::Write as _;

use crate::checks::RULES;
use crate::fix::Applicability;
use crate::rule::Rule;

/// The page of `rule`.
#[must_use]
pub fn markdown(rule: &Rule) -> String {
    let fix = match rule.fix {
        Some(Applicability::Safe) => "fixed by `--fix`",
        Some(Applicability::Unsafe) => "fixed by `--fix --unsafe-fixes`, because it may change what runs",
        Some(Applicability::Display) => "shown, not applied",
        None => "none",
    };
    let docs: String = rule.docs.lines().map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect();
    let docs = docs.replace("```yaml bad", "Reported:\n\n```yaml").replace("```yaml good", "Not reported:\n\n```yaml");
    let docs = docs.replace("```json bad", "```json").replace("```json good", "```json");
    format!(
        "# {}\n\n{}.\n\n{}\nLevel: {}{} · group: {} · fix: {fix} · since {}\n\nSilence it for one line with \
         `# azml: ignore[{}] reason`, for a project with `rules: {{{}: off}}` in `azml.yaml`.\n\n<{}>\n",
        rule.name,
        sentence(rule.summary),
        without_other_files(&docs),
        rule.level.name(),
        if rule.off { " (off until `azml.yaml` gives it a level)" } else { "" },
        rule.group.name(),
        rule.since,
        rule.name,
        rule.name,
        rule.url,
    )
}

/// The first letter in upper case.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Drops the file name that examples of several files carry: ` ```yaml path=x.yml `.
fn without_other_files(docs: &str) -> String {
    let mut out = String::new();
    for line in docs.lines() {
        match line.split_once(" path=") {
            Some((fence, path)) if fence.starts_with("```") => {
                let _ = writeln!(out, "{fence}\n# {path}");
            }
            _ => {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    out
}

/// Every rule as rows of a Markdown table.
#[must_use]
pub fn table() -> String {
    let mut out = String::from("| rule | level | group | fix | what it finds |\n|---|---|---|---|---|\n");
    for rule in RULES {
        let fix = rule.fix.map_or("", Applicability::name);
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {fix} | {} |",
            rule.name,
            if rule.off { "off" } else { rule.level.name() },
            rule.group.name(),
            sentence(rule.summary)
        );
    }
    out
}
