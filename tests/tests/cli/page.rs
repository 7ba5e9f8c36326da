//! `server/ci/README.md`: every command on it does what it says, in the order in which a reader
//! runs them.

#![allow(clippy::unwrap_used)] // Helpers of tests.

use azml_tests::process::{Project, Run, root};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

const PAGE: &str = "server/ci/README.md";

/// The code blocks in `language` of the page at `path`.
pub(crate) fn blocks(path: &str, language: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join(path)).unwrap();
    let mut blocks = Vec::new();
    let mut is_inside = false;
    for event in Parser::new(&text) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(name))) => {
                is_inside = &*name == language;
                blocks.extend(is_inside.then(String::new));
            }
            Event::Text(text) if is_inside => blocks.last_mut().unwrap().push_str(&text),
            Event::End(TagEnd::CodeBlock) => is_inside = false,
            _ => {}
        }
    }
    blocks
}

/// The YAML block whose first line names `file`.
fn file(name: &str) -> String {
    let first = format!("# {name}\n");
    let found = blocks(PAGE, "yaml")
        .into_iter()
        .find(|block| block.starts_with(&first));
    found.unwrap_or_else(|| panic!("the page has no {name}"))
}

/// The commands, without their comments and without those of other programs.
fn commands() -> Vec<String> {
    let mut commands = Vec::new();
    for line in blocks(PAGE, "sh").concat().lines() {
        let command = line.split("  #").next().unwrap_or_default().trim();
        match command.strip_prefix("azml-ls ") {
            Some(arguments) => commands.push(arguments.to_owned()),
            None => assert_eq!(command, "pip install azml-ls"),
        }
    }
    commands
}

/// Runs what a shell would run: text in quotes is one argument.
fn run(project: &Project, arguments: &str) -> Run {
    let quoted = arguments.replace("\"reviewed in 2026\"", "reviewed");
    assert!(!quoted.contains('"'), "{quoted}");
    project.run(&quoted)
}

/// The exit codes of the commands, in their order.
const CODES: [i32; 13] = [1, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0];

#[test]
fn its_commands_lead_from_many_findings_to_none() {
    let project = Project::copy_of("tour").with("azml.yaml", "");
    let twice = "type: amlcompute\nname: cpu\nsize: Standard_D4s_v5\nsize: Standard_D4s_v5\n";
    let project = project.with("computes/old.yml", twice);
    let commands = commands();
    assert_eq!(commands.len(), CODES.len(), "what is the code of each?");
    let mut told = String::new();
    for (command, code) in commands.iter().zip(CODES) {
        let run = run(&project, command);
        assert_eq!(run.code, code, "{}", run.transcript());
        told += &run.transcript();
    }
    assert!(told.contains("Fixed 1 problem in 1 file"), "{told}");
    assert!(told.contains("findings in the baseline"), "{told}");
    assert!(told.contains("Ignored 1 finding in 1 file"), "{told}");
    assert!(project.text("azml-ls.xml").contains("<testsuites"));
}

#[test]
fn its_settings_are_valid_and_do_what_they_say() {
    let instance = "type: computeinstance\nname: ci-anna\n";
    let project = Project::default()
        .with("archive/ci.yml", instance)
        .with("sandbox/ci.yml", instance)
        .with("azml.yaml", file("azml.yaml"));
    let run = project.run("--check");
    assert_eq!(run.code, 0, "{}", run.transcript());
    assert!(run.stderr.starts_with("1 file passed"), "{}", run.stderr);
    let project = project.with("prod/ci.yml", instance);
    assert_eq!(project.run("--check").code, 1);
}
