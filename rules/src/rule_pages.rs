//! Pages of the rules: `rules/book/` has one file per rule, shown by GitHub, and
//! `rules/RULES.md` is the index. Findings link to these pages, and the pages to their
//! sources.
//!
//! Invariant: the address of a page depends only on the name of its rule, which never
//! changes.

use std::fmt::Write as _;

use crate::checks::{RULES, rule};
use crate::explain::{fix_label, markdown, sentence};
use crate::rule::{Group, Rule};

/// Base of the addresses of all pages: below the `repository` of the workspace.
pub const BASE: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/rules/book/");

/// Returns the address of the page of `rule`.
pub fn address(rule: &Rule) -> String {
    format!("{BASE}{}", file(rule))
}

/// Returns the file name of its page in `rules/book/`.
pub fn file(rule: &Rule) -> String {
    format!("{}.md", rule.name)
}

/// Returns the page of `rule`, with links to the rules that it mentions.
pub fn page(rule: &Rule) -> String {
    let page = with_links(&markdown(rule), rule);
    format!("{page}\n[All rules](../RULES.md)\n")
}

/// Returns the index: every rule, by group.
pub fn index() -> String {
    let mut out = String::from(
        "# The rules of azml-ls\n\nGenerated from the doc comments in `src/checks/`; `azml-ls --explain RULE` shows a page in \
         the terminal.\n",
    );
    let mut groups: Vec<Group> = RULES.iter().map(|rule| rule.group).collect();
    groups.dedup();
    for group in groups {
        let name = group.name();
        let _ = writeln!(out, "\n## {}\n", sentence(name));
        out.push_str("| rule | level | fix | what it finds |\n|---|---|---|---|\n");
        for rule in RULES.iter().filter(|rule| rule.group == group) {
            let (name, file, level) = (rule.name, file(rule), rule.level_label());
            let (fix, summary) = (fix_label(rule), sentence(rule.summary));
            let _ = writeln!(
                out,
                "| [`{name}`](book/{file}) | {level} | {fix} | {summary} |"
            );
        }
    }
    out
}

/// Makes a link of each other rule that the text of a page mentions; its examples are unchanged.
fn with_links(page: &str, own: &Rule) -> String {
    let mut out = String::new();
    let mut in_example = false;
    for line in page.lines() {
        let is_fence = line.starts_with("```");
        in_example ^= is_fence;
        if in_example || is_fence {
            out.push_str(line);
        } else {
            link_line(&mut out, line, own);
        }
        out.push('\n');
    }
    out
}

fn link_line(out: &mut String, line: &str, own: &Rule) {
    for (at, part) in line.split('`').enumerate() {
        let is_code = at % 2 == 1;
        match rule(part).filter(|rule| is_code && *rule != own) {
            Some(rule) => {
                let _ = write!(out, "[`{part}`]({})", file(rule));
            }
            None if is_code => {
                let _ = write!(out, "`{part}`");
            }
            None => out.push_str(part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_rules_are_linked_outside_of_examples() {
        let own = rule("traffic-sum").unwrap();
        let page =
            "See `invalid-value`, `traffic-sum`, and `x`.\n```yaml\na: `invalid-value`\n```\n";
        assert_eq!(
            with_links(page, own),
            page.replacen("`invalid-value`", "[`invalid-value`](invalid-value.md)", 1)
        );
    }
}
