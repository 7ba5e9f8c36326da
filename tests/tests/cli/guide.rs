//! `README.md` and the pages of `rules/guide`: every command on them does what it says.

use std::collections::BTreeSet;

use azml_tests::process::Project;
use azml_tests::sources::guide;

use crate::CLUSTER;
use crate::cost::{git, run};
use crate::page::blocks;

/// Commands of other programs, and those that `.ci/run` runs.
const OTHERS: [&str; 11] = [
    "[Console]::OutputEncoding = [Text.Encoding]::UTF8",
    "pip install azml-ls",
    "cd path/to/your/repository",
    "cargo run --release -- --check tests/fixtures/tour",
    "cargo test --workspace",
    "cargo install --path server --locked",
    "mkdir -p .azml",
    "az ml compute list -o json > .azml/computes.json",
    "curl -G https://prices.azure.com/api/retail/prices -o .azml/prices.json --data-urlencode \"\\$filter=serviceName eq 'Virtual Machines' \\",
    "and armRegionName eq 'westeurope' and priceType eq 'Consumption' and contains(armSkuName, 'Standard_D')\"",
    "tests/tools/peers.py target/release/azml-ls --corpus FOLDER",
];

/// The command that does not end; `watching::` runs it.
const ENDLESS: &str = "--check --watch";

/// The other commands, each with its exit code in [`project`] and a part of what it says.
const COMMANDS: [(&str, i32, &str); 30] = [
    ("check", 1, "warning[sweep-on-single-node]"),
    ("--check", 1, "warning[sweep-on-single-node]"),
    ("--check path/to/your/repository", 1, "Found 1 warning"),
    ("--check --diff", 1, "+description: \"yes\""),
    ("--check --fix", 1, "Fixed 1 problem in 1 file"),
    (
        "--check --format json",
        1,
        "\"rule\": \"cluster-min-nodes\"",
    ),
    (
        "--check --format concise",
        1,
        "cpu-cluster.yml:5:16: warning[cluster-min-nodes]",
    ),
    (
        "--check --output azml.md",
        1,
        "warning[sweep-on-single-node]",
    ),
    (
        "--check --output findings.json",
        1,
        "warning[sweep-on-single-node]",
    ),
    ("--check --fail-on error", 1, "error[quote-required-string]"),
    (
        "--check --as-of 2026-11-01",
        1,
        "warning[sweep-on-single-node]",
    ),
    ("--add-ignore --reason later", 0, "Ignored"),
    ("--write-baseline known.json", 0, "known.json"),
    ("--check --baseline known.json", 0, "in the baseline"),
    ("--computes", 0, "cpu-cluster  compute cluster"),
    ("--cost", 0, "Paid every month"),
    ("--cost --diff main", 0, "No cost changed since main"),
    ("--plan pipeline.yml", 0, "cpu-cluster"),
    ("--refresh", 2, "Azure CLI"),
    ("--graph pipeline.yml", 0, "flowchart LR"),
    ("--fmt", 0, "Formatted"),
    ("--list-files", 0, "jobs/sweep.yml"),
    (
        "--explain sweep-on-single-node",
        0,
        "# sweep-on-single-node",
    ),
    ("--show-settings job.yml", 0, "profile: recommended"),
    ("--rules", 0, "sweep-on-single-node"),
    ("--check --quiet", 1, "warning[sweep-on-single-node]"),
    ("--check --verbose", 1, "warning[sweep-on-single-node]"),
    ("--version", 0, "azure-ai-ml"),
    ("--generate bash", 0, "complete"),
    ("--generate man", 0, ".TH"),
];

/// The tour, with the files that the commands name.
fn project() -> Project {
    let step = "type: command\n    command: ls\n    environment: azureml:e:1\n";
    let pipeline =
        format!("type: pipeline\njobs:\n  list:\n    {step}    compute: azureml:cpu-cluster\n");
    let project = Project::copy_of("tour")
        .with("path/to/your/repository/cpu.yml", CLUSTER)
        .with("pipeline.yml", pipeline)
        .with(
            "job.yml",
            "type: command\ncommand: ls\nenvironment: azureml:e:1\ndescription: yes\n",
        );
    assert_eq!(project.run("--write-baseline known.json").code, 0);
    std::fs::remove_dir(project.root().join(".git")).expect("the folder is empty");
    git(project.root(), "init -q -b main");
    git(project.root(), "add -A");
    git(project.root(), "commit -q -m all");
    project
}

/// The commands of the pages without their comments, redirections, and pipes.
fn commands() -> BTreeSet<String> {
    let pages = guide().into_iter().chain(["README.md".to_owned()]);
    let languages = ["sh", "powershell"];
    let of_page = |page: String| languages.map(|language| blocks(&page, language).concat());
    let text: String = pages.flat_map(of_page).collect();
    let lines = text.lines().map(|line| {
        let command = line.split("  #").next().unwrap_or_default();
        command.split(" # ").next().unwrap_or_default().trim()
    });
    let lines = lines.filter(|line| !line.is_empty() && !OTHERS.contains(line));
    let ours = lines.map(|line| {
        let arguments = line
            .strip_prefix("azml-ls ")
            .unwrap_or_else(|| panic!("{line}"));
        let end = arguments.find(['>', '|']).unwrap_or(arguments.len());
        arguments[..end].trim_end().to_owned()
    });
    ours.collect()
}

#[test]
fn each_command_is_run() {
    let tested = COMMANDS.iter().map(|(command, ..)| *command);
    let tested: BTreeSet<String> = tested.chain([ENDLESS]).map(str::to_owned).collect();
    assert_eq!(commands(), tested);
}

#[test]
fn each_command_does_what_it_says() {
    for (command, code, part) in COMMANDS {
        let run = run(&project(), command);
        assert_eq!(run.code, code, "{}", run.transcript());
        assert!(
            run.transcript().contains(part),
            "{part}\n{}",
            run.transcript()
        );
    }
}
