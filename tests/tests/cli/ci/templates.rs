//! The templates in `server/ci`.

use std::path::{Path, PathBuf};

use azml_tests::process::Project;
use serde_json::Value;

use super::machine::{Machine, json, yaml};

/// The folder in which a step of Azure Pipelines starts: the checkout unless it names another one.
pub(super) fn folder_of(step: &Value, machine: &Machine, checkout: &Path) -> PathBuf {
    match step["workingDirectory"].as_str() {
        None => checkout.to_owned(),
        Some("$(Agent.TempDirectory)") => machine.path("").into(),
        Some(other) => panic!("{other}: decide it here, too"),
    }
}

/// The script of the GitLab job.
pub(super) fn gitlab_script() -> String {
    let template = yaml("server/ci/gitlab-ci.yml");
    let lines = template["azml-ls"]["script"].as_array().unwrap().iter();
    let lines: Vec<&str> = lines.map(|line| line.as_str().unwrap()).collect();
    lines.join("\n")
}

#[test]
fn the_template_of_azure_pipelines_runs() {
    let project = Project::copy_of("tour");
    let mut machine = Machine::new();
    machine.set("TF_BUILD", "True");
    machine.set("BUILD_ARTIFACTSTAGINGDIRECTORY", &machine.path("staging"));
    let template = yaml("server/ci/azure-pipelines.yml");
    let mut codes = Vec::new();
    let mut log = String::new();
    let mut published = Vec::new();
    for step in template["steps"].as_array().unwrap() {
        let is_of_pull_request = step["condition"]
            .as_str()
            .is_some_and(|it| it.contains("PullRequest"));
        if let Some(script) = step["bash"].as_str().filter(|_| !is_of_pull_request) {
            assert!(!script.contains("$("), "text of variables would be run");
            let done = machine.run(script, &folder_of(step, &machine, project.root()));
            codes.push(done.code);
            log += &done.log;
        }
        if step["task"]
            .as_str()
            .unwrap_or_default()
            .starts_with("Publish")
        {
            assert_eq!(step["condition"], "succeededOrFailed()");
            let inputs = &step["inputs"];
            let path = inputs["testResultsFiles"].as_str();
            let path = path.or(inputs["PathtoPublish"].as_str()).unwrap();
            let staging = machine.path("staging");
            published.push(path.replace("$(Build.ArtifactStagingDirectory)", &staging));
        }
    }
    assert_eq!(codes, [0, 1], "{log}");
    assert!(log.contains("##vso[task.logissue type=warning;"), "{log}");
    let summary = log.split_once("##vso[task.uploadsummary]").unwrap().1;
    let summary = std::fs::read_to_string(summary.lines().next().unwrap()).unwrap();
    assert!(summary.contains("sweep-on-single-node"), "{summary}");
    let [tests, logs] = &published[..] else {
        panic!("{published:?}")
    };
    let junit = std::fs::read_to_string(tests).unwrap();
    assert!(
        junit.contains("<testsuites") && junit.contains("sweep-on-single-node"),
        "{junit}"
    );
    let sarif = json(&Path::new(logs).join("azml-ls.sarif"));
    assert_eq!(sarif["version"], "2.1.0");
}

#[test]
fn the_template_of_gitlab_runs() {
    let project = Project::copy_of("tour");
    let mut machine = Machine::new();
    machine.set("GITLAB_CI", "true");
    let template = yaml("server/ci/gitlab-ci.yml");
    let job = &template["azml-ls"];
    let done = machine.run(&gitlab_script(), project.root());
    assert_eq!(done.code, 1, "{}", done.log);
    assert!(done.log.contains("sweep-on-single-node"), "{}", done.log);
    let reports = &job["artifacts"]["reports"];
    assert_eq!(job["artifacts"]["when"], "always");
    let quality = json(
        &project
            .root()
            .join(reports["codequality"].as_str().unwrap()),
    );
    let issues = quality.as_array().unwrap();
    assert!(!issues.is_empty());
    assert!(issues.iter().all(|issue| issue["fingerprint"].is_string()));
    assert!(
        project
            .text(reports["junit"].as_str().unwrap())
            .contains("<testsuites")
    );
}
