//! What a repository writes becomes no command of a CI service, and no markup of a summary.

use azml_tests::commands;
use azml_tests::hostile::{self, ATTACKS, escaped_from};
use azml_tests::process::{Project, Run};
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::Value;

use crate::CLUSTER;

/// How many findings there are.
fn count(project: &Project) -> usize {
    let run = project.run("--check --min-level hint --format json");
    let json: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let found = json["diagnostics"].as_array();
    found.expect("a list of findings").len()
}

fn hostile_projects() -> Vec<Project> {
    let mut projects: Vec<Project> = ATTACKS
        .iter()
        .map(|attack| hostile::project(attack))
        .collect();
    if cfg!(unix) {
        let names = [
            "n\nline.yml",
            "e\u{1b}[31m.yml",
            "b\u{202e}lmy.yml",
            "::error file=x::y.yml",
            "##vso[task.x]y.yml",
            "a,line=1::b%0A::error::c.yml",
            "a;b]c.yml",
            "<img src=x>|`*.yml",
            "</code></summary>x.yml",
        ];
        let files = names.iter().fold(Project::default(), |project, name| {
            project.with(name, CLUSTER)
        });
        projects.push(files);
    }
    projects
}

fn harmless(text: &str, run: &Run) {
    assert_eq!(escaped_from(text), None, "{run:?}");
}

#[test]
fn nothing_of_a_hostile_repository_becomes_a_command_of_github() {
    for project in hostile_projects() {
        let run = project.run("--check --min-level hint --format github");
        let lines: Vec<&str> = run.stdout.lines().collect();
        assert_eq!(lines.len(), count(&project), "{run:?}");
        for line in lines {
            let command = commands::github(line).expect("a command");
            assert!(
                ["error", "warning", "notice"].contains(&command.name.as_str()),
                "{line}"
            );
            let mut keys: Vec<&str> = command.properties.keys().map(String::as_str).collect();
            keys.retain(|key| !["col", "endColumn"].contains(key));
            assert_eq!(keys, ["endLine", "file", "line", "title"], "{line}");
            assert!(command.properties["file"].ends_with(".yml"), "{line}");
            assert!(
                azml_rules::checks::rule(&command.properties["title"]).is_some(),
                "{line}"
            );
            let (first, help) = command
                .data
                .split_once('\n')
                .unwrap_or((&command.data, "help: "));
            assert!(help.starts_with("help: "), "{line}");
            harmless(first.trim_start_matches(['\\', ':']), &run);
            harmless(help, &run);
            assert_eq!(commands::azure(line), None, "{line}");
        }
    }
}

#[test]
fn nothing_of_a_hostile_repository_becomes_a_command_of_azure() {
    for project in hostile_projects() {
        let run = project.run("--check --min-level hint --format azure");
        let lines: Vec<&str> = run.stdout.lines().collect();
        assert_eq!(lines.len(), count(&project), "{run:?}");
        for line in lines {
            let Some(command) = commands::azure(line) else {
                harmless(line, &run);
                continue;
            };
            assert!(line.starts_with("##vso[task.logissue type="), "{line}");
            let keys: Vec<&str> = command.properties.keys().map(String::as_str).collect();
            let wanted = ["code", "columnnumber", "linenumber", "sourcepath", "type"];
            assert_eq!(keys, wanted, "{line}");
            assert!(command.properties["sourcepath"].ends_with(".yml"), "{line}");
            harmless(&command.data, &run);
        }
    }
}

#[test]
fn nothing_of_a_hostile_repository_is_markup_in_a_summary() {
    for project in hostile_projects() {
        for more in ["", "--statistics"] {
            let run = project.run(&format!(
                "--check --min-level hint --format markdown {more}"
            ));
            harmless(&run.stdout, &run);
            let mut tables = 0;
            for event in Parser::new_ext(&run.stdout, Options::all()) {
                match event {
                    Event::Html(html) => assert!(is_ours(&html), "{html}"),
                    Event::Start(Tag::Table(_)) => tables += 1,
                    Event::Start(Tag::Link { dest_url, .. }) => {
                        assert!(
                            azml_rules::rule_pages::SITE
                                .is_some_and(|site| dest_url.starts_with(site)),
                            "{dest_url}"
                        );
                    }
                    Event::InlineHtml(_)
                    | Event::FootnoteReference(_)
                    | Event::Start(Tag::Image { .. } | Tag::BlockQuote(_) | Tag::CodeBlock(_)) => {
                        panic!("{event:?} in {}", run.stdout)
                    }
                    _ => {}
                }
            }
            assert_eq!(tables, 1, "{run:?}");
        }
    }
}

/// Whether a line of HTML has no tags but those of a fold.
fn is_ours(html: &str) -> bool {
    let html = html.trim();
    if html.is_empty() || html == "</details>" {
        return true;
    }
    let inner = html.strip_prefix("<details><summary><code>");
    let inner = inner.and_then(|html| html.strip_suffix("</summary>"));
    inner
        .and_then(|html| html.split_once("</code>: "))
        .is_some_and(|(name, counts)| {
            !name.contains(['<', '>']) && !counts.contains(['<', '>', '&'])
        })
}
