//! The workflow that keeps `.azml` fresh, with a stand-in for the Azure CLI and for `gh`, and a real git with a remote.

use std::path::Path;

use serde_json::Value;

use super::machine::{Done, Machine, write_program, yaml};
use crate::refresh::stand_in::StandIn;

/// Notes its arguments; a pull request is open once it was created.
const GH: &str = r#"#!/bin/sh
echo "$@" >>"$TOOLS/gh.log"
case "$2" in
  create) touch "$TOOLS/open" ;;
  view) if [ -e "$TOOLS/open" ]; then echo OPEN; else echo "no pull requests found" >&2; exit 1; fi ;;
esac
"#;

/// A checkout with a remote, as `actions/checkout` leaves it.
const CHECKOUT: &str = "rm -rf .git; git init -q -b main; git add -A; \
    git -c user.name=a -c user.email=a@example.com commit -qm start; \
    git init -q --bare \"$TOOLS/remote\"; git remote add origin \"$TOOLS/remote\"; git push -q origin main";

struct Workflow {
    machine: Machine,
    steps: Vec<Value>,
}

impl Workflow {
    fn new(stand_in: &StandIn) -> Self {
        let machine = Machine::new();
        let tools = Path::new(&machine.path("tools")).to_owned();
        write_program(&tools.join("gh"), GH);
        let mut machine = machine.before_path(stand_in.folder());
        machine.set("RUNNER_TEMP", &machine.path(""));
        machine.set("GIT_CONFIG_GLOBAL", "/dev/null");
        let workflow = yaml("server/ci/refresh-azml.yml");
        let steps = workflow["jobs"]["refresh"]["steps"].as_array().unwrap();
        Self {
            machine,
            steps: steps.clone(),
        }
    }

    fn install(&self, checkout: &Path) -> Done {
        let step = self
            .steps
            .iter()
            .find(|step| step["name"] == "Install azml-ls");
        let step = step.unwrap();
        assert_eq!(step["working-directory"], "${{ runner.temp }}");
        let script = step["run"].as_str().unwrap();
        assert!(checkout.is_dir() && !script.contains("${{"));
        self.machine.run(script, Path::new(&self.machine.path("")))
    }

    fn refresh(&self, checkout: &Path) -> Done {
        let step = self
            .steps
            .iter()
            .find(|step| step["name"] == "Refresh")
            .unwrap();
        let script = step["run"].as_str().unwrap();
        assert!(!script.contains("${{"), "text of variables would be run");
        self.machine.run(script, checkout)
    }
}

#[test]
fn a_pull_request_is_opened_once_and_updated() {
    let stand_in = StandIn::new();
    stand_in.run("--refresh");
    // The last command of the installation.
    let program = stand_in.folder().join("az");
    let az = std::fs::read_to_string(&program).unwrap();
    let extension = "case \"$*\" in\n'extension add --name ml --yes') exit 0 ;;\n";
    write_program(&program, &az.replacen("case \"$*\" in\n", extension, 1));
    let workflow = Workflow::new(&stand_in);
    let checkout = stand_in.path("");
    assert_eq!(workflow.machine.run(CHECKOUT, &checkout).code, 0);
    let installed = workflow.install(&checkout);
    assert_eq!(installed.code, 0, "{}", installed.log);
    let gh = || workflow.machine.read("tools/gh.log");

    let current = workflow.refresh(&checkout);
    assert!(
        current.code == 0 && current.log.contains("is up to date"),
        "{}",
        current.log
    );
    assert_eq!(gh(), "");

    let computes = stand_in.answered("computes");
    stand_in.answer(
        "computes",
        &computes.replace("\"max_instances\": 4", "\"max_instances\": 8"),
    );
    let opened = workflow.refresh(&checkout);
    assert_eq!(opened.code, 0, "{}", opened.log);
    assert!(
        gh().contains("pr create --head refresh-azml --title Refresh .azml"),
        "{}",
        gh()
    );
    let body = workflow.machine.read("body.md");
    assert!(body.contains("cpu-cluster: max_instances 4 → 8"), "{body}");
    let pushed = "git --git-dir \"$TOOLS/remote\" show --stat=200 --format=%s refresh-azml";
    let pushed = workflow.machine.run(pushed, &checkout).log;
    assert!(
        pushed.starts_with("Refresh .azml\n") && pushed.contains(".azml/computes.json"),
        "{pushed}"
    );
    assert!(!pushed.contains("jobs/"), "{pushed}");

    // The next night, the pull request is still open.
    assert_eq!(
        workflow.machine.run("git switch -q main", &checkout).code,
        0
    );
    let updated = workflow.refresh(&checkout);
    assert_eq!(updated.code, 0, "{}", updated.log);
    assert!(
        gh().lines()
            .last()
            .unwrap()
            .starts_with("pr edit refresh-azml"),
        "{}",
        gh()
    );

    stand_in.script(
        "computes",
        "echo \"ERROR: Please run 'az login' to setup account.\" >&2; exit 1",
    );
    let failed = workflow.refresh(&checkout);
    assert!(
        failed.code == 2 && failed.log.contains("run `az login`"),
        "{}",
        failed.log
    );
}
