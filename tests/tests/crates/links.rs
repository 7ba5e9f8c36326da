//! Links in our Markdown lead to files that are there, and to places in them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use azml_rules::checks::RULES;
use azml_rules::rule_pages;
use azml_tests::process::root;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// The Markdown files of the repository that people read.
const FILES: [&str; 11] = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "editors/README.md",
    "editors/claude-code/README.md",
    "rules/README.md",
    "rules/data/SOURCES.md",
    "rules/data/schema/README.md",
    "server/ci/README.md",
    "tests/fuzz/README.md",
];

/// The addresses in `markdown`.
fn links(markdown: &str) -> Vec<String> {
    let events = Parser::new(markdown);
    let links = events.filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.into_string())
        }
        _ => None,
    });
    links.collect()
}

/// What GitHub calls the headings of `markdown`.
fn anchors(markdown: &str) -> BTreeSet<String> {
    let (mut anchors, mut heading) = (BTreeSet::new(), None::<String>);
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                heading
                    .iter_mut()
                    .for_each(|heading| heading.push_str(&text));
            }
            Event::End(TagEnd::Heading(_)) => anchors.extend(heading.take().map(|it| anchor(&it))),
            _ => {}
        }
    }
    anchors
}

fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The links of the file at `path`, which says `markdown`, that lead nowhere.
fn dead(path: &str, markdown: &str) -> Vec<String> {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let is_dead = |link: &String| {
        if link.contains("://") || link.starts_with("mailto:") {
            return false;
        }
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target = if file.is_empty() {
            path.to_owned()
        } else {
            normal(&folder.join(file))
        };
        match text(&target, path, markdown) {
            None => !root().join(&target).is_dir(),
            Some(text) => !anchor.is_empty() && !anchors(&text).contains(anchor),
        }
    };
    let dead = links(markdown).into_iter().filter(is_dead);
    dead.map(|link| format!("{path}: {link}")).collect()
}

/// What the file at `target` says. The generated ones are what would be generated.
fn text(target: &str, path: &str, markdown: &str) -> Option<String> {
    let page = target.strip_prefix("rules/book/");
    if let Some(page) = page.filter(|page| !page.is_empty()) {
        let rule = RULES.iter().find(|rule| rule_pages::file(rule) == page)?;
        return Some(rule_pages::page(rule));
    }
    match target {
        "rules/RULES.md" => Some(rule_pages::index()),
        _ if target == path => Some(markdown.to_owned()),
        _ => std::fs::read_to_string(root().join(target)).ok(),
    }
}

fn normal(path: &Path) -> String {
    let mut out = PathBuf::new();
    for part in path {
        if part == ".." {
            out.pop();
        } else if part != "." {
            out.push(part);
        }
    }
    out.to_string_lossy().replace('\\', "/")
}

#[test]
fn no_link_between_our_files_is_dead() {
    let mut all = Vec::new();
    for path in FILES {
        let text = std::fs::read_to_string(root().join(path)).expect("the file is there");
        all.extend(dead(path, &text));
    }
    all.extend(dead("rules/RULES.md", &rule_pages::index()));
    for rule in RULES {
        all.extend(dead(
            &format!("rules/book/{}", rule_pages::file(rule)),
            &rule_pages::page(rule),
        ));
    }
    assert!(all.is_empty(), "{all:#?}");
    assert_eq!(dead("README.md", "[a](no.md) [b](#no)").len(), 2);
}

#[test]
fn a_finding_leads_to_our_page_which_leads_to_its_source() {
    for rule in RULES {
        let address = rule_pages::address(rule);
        let name = address
            .strip_prefix(rule_pages::BASE)
            .expect("all are below one base");
        assert_eq!(name, format!("{}.md", rule.name));
        let links = links(&rule_pages::page(rule));
        assert!(links.contains(&rule.url.to_owned()), "{}", rule.name);
        assert!(links.contains(&"../RULES.md".to_owned()), "{}", rule.name);
    }
}
