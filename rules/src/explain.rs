//! Converts rules to Markdown, for the terminal, hovers, pages and tables; no other module does
//! that.

use std::fmt::Write as _;

use crate::checks::RULES;
use crate::fix::Applicability;
use crate::rule::{Rule, RuleMark};
use crate::settings::PROFILES;

/// Returns the page of `rule`.
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
        "# {}\n\n{}.\n\n{}\n{}Level: {}{}{} · group: {} · fix: {fix} · since {}\n\nSilence it on one \
         line with `# azml: ignore[{}] reason`, or in a project with `rules: {{{}: off}}` in \
         `azml.yaml`.\n\n<{}>\n",
        rule.name,
        sentence(rule.summary),
        with_examples(&rule.page()),
        options_of(rule),
        rule.level.name(),
        if rule.off {
            " (off unless `azml.yaml` sets a level or a profile turns it on)"
        } else {
            ""
        },
        if rule.is(RuleMark::Preview) {
            " (preview: off without `preview: true` in `azml.yaml` or `--preview`)"
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

/// Returns the hover of `rule`: summary, reason, example. `page` is the address of the full
/// page, if it has one.
pub fn card(rule: &Rule, page: Option<&str>) -> String {
    let docs = rule.page();
    let why = docs.split("\n\n").next().unwrap_or_default();
    let why = why.split("```").next().unwrap_or_default();
    let why: Vec<&str> = why.split_whitespace().collect();
    let example = docs.split("```").skip(1).step_by(2);
    let bad = example
        .filter_map(|block| block.split_once('\n'))
        .find(|(fence, _)| fence.contains(" bad"));
    let example = bad.map_or_else(String::new, |(_, text)| {
        format!("Reported:\n\n```yaml\n{}\n```\n\n", text.trim_end())
    });
    let page = page.map_or_else(
        || format!("More: `azml-ls explain {}`", rule.name),
        |page| format!("[The page of this rule]({page})"),
    );
    format!(
        "### `{}`\n\n{}.\n\n{}\n\n{example}{page}",
        rule.name,
        sentence(rule.summary),
        why.join(" "),
    )
}

/// Returns `text` with its first letter in upper case.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Adds a sentence before the examples that says if they are reported, once for the files of one
/// example, and a comment with the name of each file.
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

/// Returns the safety of its best fix; empty without a fix.
pub(crate) fn fix_label(rule: &Rule) -> &'static str {
    rule.fix.map_or("", Applicability::name)
}

/// Returns the numeric options of `rule`.
fn options_of(rule: &Rule) -> String {
    let mut out = String::new();
    for option in rule.options {
        let (least, most) = option.range;
        let _ = writeln!(
            out,
            "- `{}` ({least} to {most}, default {}): {}",
            option.name, option.default, option.doc
        );
    }
    if out.is_empty() {
        out
    } else {
        format!(
            "Options, set with `rules: {{{}: {{options: {{...}}}}}}` in `azml.yaml`:\n\n{out}\n",
            rule.name
        )
    }
}

/// Returns every profile with the rules that it turns on, as rows of a Markdown table.
pub fn profiles() -> String {
    let mut out = String::from("| profile | what it turns on | rules |\n|---|---|---|\n");
    for profile in &PROFILES {
        let rules = RULES.iter().filter(|rule| profile.turns_on(rule));
        let names: Vec<String> = rules.map(|rule| format!("`{}`", rule.name)).collect();
        let names = if profile.name == "strict" {
            "all of them".to_owned()
        } else {
            names.join(", ")
        };
        let _ = writeln!(
            out,
            "| `{}` | {} | {names} |",
            profile.name,
            sentence(profile.doc)
        );
    }
    out
}

/// Returns every option of a rule as rows of a Markdown table.
pub fn options() -> String {
    let mut out = String::from("| rule | option | default | what it does |\n|---|---|---|---|\n");
    for rule in RULES {
        for option in rule.options {
            let _ = writeln!(
                out,
                "| `{}` | `{}` | {} | {} |",
                rule.name, option.name, option.default, option.doc
            );
        }
    }
    out
}
