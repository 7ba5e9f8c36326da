//! `action.yml`: its steps, run as GitHub runs them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use azml_tests::process::{Project, root};
use serde_json::Value;

use super::machine::{Machine, json, yaml};

/// A run of `action.yml`.
pub(super) struct Action {
    machine: Machine,
    /// `steps.<id>.outputs.<name>` and `inputs.<name>`.
    values: BTreeMap<String, String>,
    pub(super) log: String,
    /// Of the last step.
    pub(super) code: i32,
    uploads: bool,
}

impl Action {
    fn run(project: &Project, inputs: &[(&str, &str)]) -> Self {
        Self::run_on(Machine::new(), project, inputs)
    }

    pub(super) fn run_on(mut machine: Machine, project: &Project, inputs: &[(&str, &str)]) -> Self {
        let definition = yaml("action.yml");
        let mut values = BTreeMap::new();
        for (name, input) in definition["inputs"].as_object().unwrap() {
            let default = input["default"].as_str().unwrap().to_owned();
            values.insert(format!("inputs.{name}"), default);
        }
        for (name, value) in inputs {
            let known = values.insert(format!("inputs.{name}"), (*value).to_owned());
            assert!(known.is_some(), "there is no input {name}");
        }
        machine.set("GITHUB_ACTIONS", "true");
        machine.set("GITHUB_WORKSPACE", &project.root().to_string_lossy());
        machine.set("RUNNER_TEMP", &machine.path(""));
        machine.set("GITHUB_STEP_SUMMARY", &machine.path("summary.md"));
        let mut action = Self {
            machine,
            values,
            log: String::new(),
            code: 0,
            uploads: false,
        };
        for step in definition["runs"]["steps"].as_array().unwrap() {
            action.step(step, project.root());
            if action.code != 0 {
                break;
            }
        }
        action
    }

    fn step(&mut self, step: &Value, folder: &Path) {
        let Some(script) = step["run"].as_str() else {
            let condition = "inputs.upload-sarif == 'true' && steps.check.outputs.sarif-file != ''";
            assert_eq!(step["if"].as_str(), Some(condition), "decide it here, too");
            self.uploads = self.values["inputs.upload-sarif"] == "true"
                && self.values.contains_key("steps.check.outputs.sarif-file");
            return;
        };
        assert!(!script.contains("${{"), "text of inputs would be run");
        let output = self.machine.path("output.txt");
        std::fs::write(&output, "").unwrap();
        self.machine.set("GITHUB_OUTPUT", &output);
        for (name, value) in step["env"].as_object().unwrap() {
            let value = self.evaluated(value.as_str().unwrap());
            self.machine.set(name, &value);
        }
        assert!(step["working-directory"].is_null(), "join it here, too");
        let done = self.machine.run(script, folder);
        self.log += &done.log;
        self.code = done.code;
        let id = step["id"].as_str().unwrap_or_default();
        for line in self.machine.read("output.txt").lines() {
            let (name, value) = line.split_once('=').unwrap();
            self.values
                .insert(format!("steps.{id}.outputs.{name}"), value.to_owned());
        }
    }

    /// `text` with the value in place of `${{ name }}`.
    fn evaluated(&self, text: &str) -> String {
        let name = text.strip_prefix("${{ ");
        let Some(name) = name.and_then(|rest| rest.strip_suffix(" }}")) else {
            return text.to_owned();
        };
        self.values.get(name).cloned().unwrap_or_default()
    }

    /// An output of the action.
    pub(super) fn output(&self, name: &str) -> String {
        self.evaluated(
            yaml("action.yml")["outputs"][name]["value"]
                .as_str()
                .unwrap(),
        )
    }
}

#[test]
fn the_action_annotates_summarizes_and_fails() {
    let project = Project::copy_of("tour");
    let action = Action::run(&project, &[]);
    assert_eq!(action.code, 1, "{}", action.log);
    assert!(
        action.log.contains("::warning file=jobs/"),
        "{}",
        action.log
    );
    if let Some(installed) = action.machine.installed() {
        let wanted = format!("azml-ls=={}\n", env!("CARGO_PKG_VERSION"));
        assert!(installed.ends_with(&wanted), "{installed}");
    }
    let summary = action.machine.read("summary.md");
    assert!(summary.contains("sweep-on-single-node"), "{summary}");
    let sarif = json(&PathBuf::from(action.output("sarif-file")));
    let results = sarif["runs"][0]["results"].as_array().unwrap().len();
    let found = json(&PathBuf::from(action.output("json-file")));
    let diagnostics = found["diagnostics"].as_array().unwrap().len();
    assert_eq!(action.output("findings"), diagnostics.to_string());
    assert_eq!(results, diagnostics);
    assert_eq!(action.output("exit-code"), "1");
    assert_eq!(
        action.output("errors"),
        found["summary"]["error"].to_string()
    );
    assert!(!action.uploads);
}

#[test]
fn inputs_of_the_action_reach_the_program() {
    let project = Project::copy_of("tour");
    let never = Action::run(&project, &[("fail-on", "never"), ("upload-sarif", "true")]);
    assert_eq!((never.code, never.uploads), (0, true), "{}", never.log);
    assert_ne!(never.output("findings"), "0");
    let quiet = [
        ("annotations", "false"),
        ("summary", "false"),
        ("fail-on", "error"),
    ];
    let quiet = Action::run(&project, &quiet);
    assert_eq!(quiet.code, 0, "{}", quiet.log);
    assert!(!quiet.log.contains("::warning"), "{}", quiet.log);
    assert_eq!(quiet.machine.read("summary.md"), "");
    let one = [
        (
            "paths",
            "computes/ci-anna.yml\n  computes/cpu-cluster.yml\n",
        ),
        ("args", "--only instance-no-idle-shutdown  --restricted"),
    ];
    let one = Action::run(&project, &one);
    assert_eq!(
        (one.code, one.output("findings").as_str()),
        (1, "1"),
        "{}",
        one.log
    );
    let levels = Action::run(&project, &[("min-level", "error")]);
    assert_eq!((levels.code, levels.output("findings").as_str()), (0, "0"));
}

#[test]
fn the_action_runs_in_a_folder_with_a_baseline() {
    let tour = std::fs::read_to_string(root().join("tests/fixtures/tour/jobs/sweep.yml")).unwrap();
    let project = Project::default()
        .with("ml/sweep.yml", tour)
        .with("ml/ci.yml", "type: computeinstance\nname: ci-anna\n");
    let within = ("working-directory", "ml");
    let action = Action::run(&project, &[within]);
    assert_eq!(action.code, 1, "{}", action.log);
    assert!(
        action.log.contains("file=ml/sweep.yml"),
        "paths are those of the repository: {}",
        action.log
    );
    assert_eq!(project.run("--write-baseline ml/known.json").code, 0);
    let action = Action::run(&project, &[within, ("baseline", "known.json")]);
    assert_eq!((action.code, action.output("findings").as_str()), (0, "0"));
    let action = Action::run(&project, &[("working-directory", "nowhere")]);
    assert_eq!(action.code, 2, "{}", action.log);
    assert!(action.log.contains("nowhere"), "{}", action.log);
}

#[test]
fn what_a_stranger_writes_into_inputs_is_not_run() {
    let project = Project::copy_of("tour");
    let marks = project.root().join("ran");
    let command = format!(
        "$(touch {0}) `touch {0}`; touch {0}; \" ' $IFS",
        marks.display()
    );
    for name in [
        "paths",
        "min-level",
        "fail-on",
        "baseline",
        "args",
        "annotations",
    ] {
        let action = Action::run(&project, &[(name, &command)]);
        assert!(!marks.exists(), "{name}: {}", action.log);
        let wanted = if name == "annotations" { 1 } else { 2 };
        assert_eq!(action.code, wanted, "{name}: {}", action.log);
    }
    let wrong = Action::run(&project, &[("paths", "nowhere")]);
    assert_eq!(wrong.output("exit-code"), "2");
    assert!(wrong.log.contains("nowhere"), "{}", wrong.log);
}
