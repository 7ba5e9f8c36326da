//! The only place that turns a rule into Markdown: the terminal, hovers, pages and tables all use
//! it.

use std::fmt::Write as _;

use crate::checks::RULES;
use crate::fix::Applicability;
use crate::rule::Rule;

/// The page of `rule`.
#[must_use]
pub fn markdown(rule: &Rule) -> String {
    let fix = match rule.fix {
        Some(Applicability::Safe) => "fixed by `--fix`",
        Some(Applicability::Unsafe) => {
            "fixed by `--fix --unsafe-fixes`, because it can change what runs, when machines run, or what \
             they cost"
        }
        Some(Applicability::Display) => "suggested, not applied",
        None => "none",
    };
    format!(
        "# {}\n\n{}.\n\n{}\nLevel: {}{} · group: {} · fix: {fix} · since {}\n\nSilence it on one \
         line with `# azml: ignore[{}] reason`, or in a project with `rules: {{{}: off}}` in \
         `azml.yaml`.\n\n<{}>\n",
        rule.name,
        sentence(rule.summary),
        with_examples(&rule.page()),
        rule.level.name(),
        if rule.off {
            " (off unless `azml.yaml` sets a level)"
        } else {
            ""
        },
        rule.group.name(),
        rule.since,
        rule.name,
        rule.name,
        rule.url,
    )
}

/// The first letter in upper case.
#[must_use]
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Says of the examples whether they are reported, once for the files of one, and names each file
/// in a comment.
fn with_examples(docs: &str) -> String {
    let mut out = String::new();
    let mut before = "";
    let mut labelled = "";
    for line in docs.lines() {
        let Some((language, words)) = line
            .strip_prefix("```")
            .filter(|fence| !fence.is_empty())
            .map(first_word)
        else {
            let _ = writeln!(out, "{line}");
            before = line;
            continue;
        };
        let label = if words.contains("bad") {
            "Reported:"
        } else {
            "Not reported:"
        };
        let path = words.split_once("path=").map(|(_, path)| path.trim());
        let continues = before == "```" && labelled == label && path.is_some();
        let label_line = if continues {
            String::new()
        } else {
            format!("{label}\n\n")
        };
        let blank = if before.is_empty() { "" } else { "\n" };
        let name = path.map_or_else(String::new, |path| format!("# {path}\n"));
        let _ = write!(out, "{blank}{label_line}```{language}\n{name}");
        (before, labelled) = (line, label);
    }
    out
}

fn first_word(text: &str) -> (&str, &str) {
    text.split_once(' ').unwrap_or((text, ""))
}

/// Every rule as rows of a Markdown table.
#[must_use]
pub fn table() -> String {
    let mut out =
        String::from("| rule | level | group | fix | what it finds |\n|---|---|---|---|---|\n");
    for rule in RULES {
        let fix = rule.fix.map_or("", Applicability::name);
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {fix} | {} |",
            rule.name,
            rule.default_level(),
            rule.group.name(),
            sentence(rule.summary)
        );
    }
    out
}
