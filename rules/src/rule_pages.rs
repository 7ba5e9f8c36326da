//! Pages of the rules: `rules/book/` has one file per rule, of which the site has a page, and
//! `rules/RULES.md` is the index. Findings name the command that shows the page, and link to it once the site
//! is there.
//!
//! Invariant: the address of a page depends only on the name of its rule, which never
//! changes.

use std::fmt::Write as _;

use crate::checks::{RULES, rule};
use crate::explain::{fix_label, markdown, sentence};
use crate::rule::{Group, Rule};

/// Address of the site, which ends with `/`; `None` until it is published. Nothing else has to change then.
pub const SITE: Option<&str> = None;

/// Returns the address of the page of `rule` on the site, if there is one.
pub fn address(rule: &Rule) -> Option<String> {
    SITE.map(|site| address_below(site, rule))
}

/// Returns the address of the page of `rule` on a site.
pub fn address_below(site: &str, rule: &Rule) -> String {
    format!("{site}rules/{}.html", rule.name)
}

/// Returns the name of `rule` in Markdown, with a link to its page, if there is one.
pub fn link(rule: &Rule) -> String {
    let name = rule.name;
    match address(rule) {
        Some(address) => format!("[`{name}`]({address})"),
        None => format!("`{name}`"),
    }
}

/// Returns the command that shows the page of `rule` in a terminal.
pub fn command(rule: &Rule) -> String {
    format!("azml-ls explain {}", rule.name)
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
    fn the_address_of_a_page_is_that_of_its_rule() {
        let rule = rule("traffic-sum").unwrap();
        let address = address_below("https://example.com/", rule);
        assert_eq!(address, "https://example.com/rules/traffic-sum.html");
        assert!(SITE.is_none_or(|site| site.starts_with("https://") && site.ends_with('/')));
    }

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
