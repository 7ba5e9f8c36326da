//! What users copy for the costs of a pull request, with a stand-in for `gh` and a real git.

use std::path::Path;

use azml_tests::process::Project;

use super::github::Action;
use super::machine::{Machine, write_program, yaml};

const ONLINE: &str = "$schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json\n\
    name: blue\nendpoint_name: scores\nmodel: azureml:m:1\ninstance_type: Standard_DS3_v2\ninstance_count: 1\n";

/// Notes its arguments; the comment with id 7 is there once it was posted.
const GH: &str = r#"#!/bin/sh
echo "$@" >>"$TOOLS/gh.log"
case "$*" in
  *POST*) touch "$TOOLS/posted" ;;
  *DELETE*) rm "$TOOLS/posted" ;;
  *--paginate*) [ ! -e "$TOOLS/posted" ] || echo 7 ;;
esac
"#;

const COMMIT: &str = "git -c user.name=a -c user.email=a@example.com commit -qm x";

/// A repository in which the last commit changed the number of instances.
fn repository(machine: &Machine) -> Project {
    let project = Project::default().with("blue.yml", ONLINE);
    let start = format!("rm -rf .git; git init -q -b main; git add -A; {COMMIT}");
    assert_eq!(machine.run(&start, project.root()).code, 0);
    let project = project.with("blue.yml", ONLINE.replace("count: 1", "count: 3"));
    assert_eq!(machine.run(&format!("{COMMIT} -a"), project.root()).code, 0);
    project
}

#[test]
fn a_comment_is_posted_once_updated_and_deleted() {
    let mut machine = Machine::new();
    let tools = machine.path("tools");
    write_program(&Path::new(&tools).join("gh"), GH);
    machine.set("RUNNER_TEMP", &machine.path(""));
    machine.set("GITHUB_REPOSITORY", "o/r");
    machine.set("NUMBER", "5");
    let project = repository(&machine);
    let workflow = yaml("server/ci/cost-comment.yml");
    let steps = workflow["jobs"]["costs"]["steps"].as_array().unwrap();
    let step = |name: &str| {
        let step = steps.iter().find(|step| step["name"] == name).unwrap();
        let script = step["run"].as_str().unwrap();
        assert!(!script.contains("${{"), "text of variables would be run");
        script
    };
    let temp = machine.path("");
    assert_eq!(
        machine.run(step("Install azml-ls"), Path::new(&temp)).code,
        0
    );
    let comment = || {
        let done = machine.run(step("Comment"), project.root());
        assert_eq!(done.code, 0, "{}", done.log);
        let calls = machine.read("tools/gh.log");
        calls.lines().last().unwrap().to_owned()
    };
    let posted = comment();
    assert!(
        posted.contains("--method POST repos/o/r/issues/5/comments"),
        "{posted}"
    );
    assert!(
        machine
            .read("comment.md")
            .contains(r"| \$214 a month | \$642 a month |")
    );
    let updated = comment();
    assert!(
        updated.contains("--method PATCH repos/o/r/issues/comments/7"),
        "{updated}"
    );
    // A commit that changes no cost.
    assert_eq!(
        machine
            .run(&format!("{COMMIT} --allow-empty"), project.root())
            .code,
        0
    );
    let deleted = comment();
    assert!(
        deleted.contains("--method DELETE repos/o/r/issues/comments/7"),
        "{deleted}"
    );
    let nothing = comment();
    assert!(nothing.contains("--paginate"), "{nothing}");
}

#[test]
fn the_action_writes_changed_costs_to_the_summary() {
    let project = repository(&Machine::new());
    let action = Action::run_on(
        Machine::new(),
        &project,
        &[("cost-since", "HEAD^1"), ("fail-on", "never")],
    );
    assert_eq!(action.code, 0, "{}", action.log);
    let costs = std::fs::read_to_string(action.output("cost-file")).unwrap();
    assert!(
        costs.contains(r"| \$214 a month | \$642 a month |"),
        "{costs}"
    );
    let unchanged = Action::run_on(Machine::new(), &project, &[("fail-on", "never")]);
    assert_eq!(
        (unchanged.code, unchanged.output("cost-file")),
        (0, String::new())
    );
}

#[test]
fn templates_write_changed_costs() {
    let mut machine = Machine::new();
    machine.set("BUILD_ARTIFACTSTAGINGDIRECTORY", &machine.path(""));
    machine.set("CI_MERGE_REQUEST_DIFF_BASE_SHA", "HEAD^1");
    let project = repository(&machine);
    assert_eq!(
        machine
            .run(
                "mkdir \"$BUILD_ARTIFACTSTAGINGDIRECTORY/azml-ls\"",
                project.root()
            )
            .code,
        0
    );
    let template = yaml("server/ci/azure-pipelines.yml");
    let steps = template["steps"].as_array().unwrap();
    let step = steps
        .iter()
        .find(|step| step["displayName"] == "Changed costs");
    let done = machine.run(step.unwrap()["bash"].as_str().unwrap(), project.root());
    assert!(
        done.log.contains("##vso[task.uploadsummary]"),
        "{}",
        done.log
    );
    let template = yaml("server/ci/gitlab-ci.yml");
    let lines = template["azml-ls-cost"]["script"].as_array().unwrap();
    let last = lines.last().unwrap().as_str().unwrap();
    let done = machine.run(last, project.root());
    assert_eq!(done.code, 0, "{}", done.log);
    assert!(project.text("azml-cost.md").contains(r"\$642 a month"));
}
