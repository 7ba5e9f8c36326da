//! The server watches the disk by itself where the client does not: nothing is told in these tests.

use std::path::Path;
use std::process::Command;

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::json;

use crate::{CLUSTER, INSTANCE, SWEEP, of_rule};

/// A client that tells of no changes.
fn blind() -> Client {
    Client {
        server_watches: true,
        ..Client::default()
    }
}

/// Waits until `rule` is found `times` times in a file. What is found in between may be published,
/// too.
fn wait_for(session: &mut Session<'_>, path: &str, rule: &str, times: usize) {
    while of_rule(&session.published(path), rule).len() != times {}
}

fn write(project: &Project, path: &str, text: &str) {
    let file = project.root().join(path);
    std::fs::create_dir_all(file.parent().expect("it is in a folder")).expect("it can be made");
    std::fs::write(file, text).expect("it can be written");
}

fn git(folder: &Path, arguments: &str) {
    let ran = Command::new("git")
        .args([
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b",
            "-c",
            "commit.gpgsign=false",
        ])
        .args(arguments.split(' '))
        .current_dir(folder)
        .output()
        .expect("git can be run");
    assert!(ran.status.success(), "git {arguments}: {ran:?}");
}

const PIPELINE: &str = "type: pipeline\njobs:\n  prep:\n    type: command\n    \
    component: ./components/prep/component.yml\n    compute: azureml:cpu-cluster\n";
const TERRAFORM: &str =
    "resource \"azurerm_machine_learning_compute_instance\" \"a\" {\n  name = \"ci-anna\"\n}\n";
const COMPONENT: &str = "type: command\nname: prep\nversion: \"1\"\ncommand: echo prep\n\
    environment: azureml:e:1\n";

#[test]
fn files_and_folders_that_come_change_and_go_count() {
    let project = Project::default()
        .with("sweep.yml", SWEEP)
        .with("pipeline.yml", PIPELINE);
    let mut session = Session::of(&project, &blind());
    session.open_file("sweep.yml");
    wait_for(&mut session, "sweep.yml", "sweep-on-single-node", 0);
    session.open_file("pipeline.yml");
    wait_for(&mut session, "pipeline.yml", "component-file-missing", 1);
    // A file that comes, changes, and goes.
    write(&project, "ci.yml", INSTANCE);
    wait_for(&mut session, "sweep.yml", "sweep-on-single-node", 1);
    write(
        &project,
        "ci.yml",
        &CLUSTER.replace("cpu-cluster", "ci-anna"),
    );
    wait_for(&mut session, "sweep.yml", "sweep-on-single-node", 0);
    write(&project, "ci.yml", INSTANCE);
    wait_for(&mut session, "sweep.yml", "sweep-on-single-node", 1);
    // Infrastructure code.
    std::fs::remove_file(project.root().join("ci.yml")).unwrap();
    wait_for(&mut session, "sweep.yml", "sweep-on-single-node", 0);
    let create = "az ml compute create --name ci-anna --type computeinstance\n";
    write(&project, "setup.sh", create);
    wait_for(&mut session, "sweep.yml", "sweep-on-single-node", 1);
    std::fs::remove_file(project.root().join("setup.sh")).unwrap();
    wait_for(&mut session, "sweep.yml", "sweep-on-single-node", 0);
    write(&project, "main.tf", TERRAFORM);
    wait_for(&mut session, "sweep.yml", "sweep-on-single-node", 1);
    write(&project, "main.tf", &TERRAFORM.replace("ci-anna", "ci-ben"));
    wait_for(&mut session, "sweep.yml", "sweep-on-single-node", 0);
    // Folders with what is in them, which nobody could watch before.
    write(&project, "components/prep/component.yml", COMPONENT);
    wait_for(&mut session, "pipeline.yml", "component-file-missing", 0);
    std::fs::remove_dir_all(project.root().join("components")).unwrap();
    wait_for(&mut session, "pipeline.yml", "component-file-missing", 1);
    write(&project, "components/prep/component.yml", COMPONENT);
    wait_for(&mut session, "pipeline.yml", "component-file-missing", 0);
    let _ = session.exit();
}

#[test]
fn what_no_walk_looks_into_counts_where_a_file_names_it() {
    let job = "type: command\ncommand: python train.py\nenvironment: azureml:e:1\n\
        code: ./build/code\n";
    let project = Project::default()
        .with(".git/HEAD", "")
        .with(".gitignore", "build\n")
        .with("job.yml", job)
        .with("build/log", "");
    let mut session = Session::of(&project, &blind());
    session.open_file("job.yml");
    wait_for(&mut session, "job.yml", "local-path-missing", 1);
    write(&project, "build/code/train.py", "print(1)\n");
    wait_for(&mut session, "job.yml", "local-path-missing", 0);
    std::fs::remove_dir_all(project.root().join("build/code")).unwrap();
    wait_for(&mut session, "job.yml", "local-path-missing", 1);
    let _ = session.exit();
}

#[test]
#[cfg_attr(windows, ignore = "there is no git under Wine")]
fn after_git_pull_nothing_stays_that_no_longer_holds() {
    let theirs = Project::default()
        .with("ci.yml", INSTANCE)
        .with("sweep.yml", SWEEP);
    git(theirs.root(), "init -q");
    git(theirs.root(), "add .");
    git(theirs.root(), "commit -qm one");
    let ours = Project::default();
    git(ours.root(), "init -q");
    let pull = format!("pull -q {} HEAD", theirs.root().display());
    git(ours.root(), &pull);
    let mut session = Session::of(&ours, &blind());
    session.open_file("sweep.yml");
    wait_for(&mut session, "sweep.yml", "sweep-on-single-node", 1);
    // The instance becomes a cluster in another folder, and the settings change.
    git(theirs.root(), "rm -q ci.yml");
    write(
        &theirs,
        "computes/ci.yml",
        &CLUSTER.replace("cpu-cluster", "ci-anna"),
    );
    git(theirs.root(), "add .");
    git(theirs.root(), "commit -qm two");
    git(ours.root(), &pull);
    wait_for(&mut session, "sweep.yml", "sweep-on-single-node", 0);
    git(theirs.root(), "revert --no-edit HEAD");
    git(ours.root(), &pull);
    wait_for(&mut session, "sweep.yml", "sweep-on-single-node", 1);
    let _ = session.exit();
}

#[test]
fn a_client_that_refuses_to_watch_is_not_needed() {
    let watches = json!({"dynamicRegistration": true});
    let client = blind().with("/workspace/didChangeWatchedFiles", watches);
    let client = Client {
        answers: false,
        ..client
    };
    let project = Project::default().with("sweep.yml", SWEEP);
    let mut session = Session::of(&project, &client);
    session.refuse("client/registerCapability");
    session.open_file("sweep.yml");
    wait_for(&mut session, "sweep.yml", "sweep-on-single-node", 0);
    let told = session.expect("window/logMessage")["message"].to_string();
    assert!(told.contains("the editor does not watch files"), "{told}");
    write(&project, "ci.yml", INSTANCE);
    wait_for(&mut session, "sweep.yml", "sweep-on-single-node", 1);
    let _ = session.exit();
}

#[test]
fn a_client_that_watches_is_asked_for_yaml_and_for_what_is_deleted() {
    let watches = json!({"dynamicRegistration": true});
    let client = blind().with("/workspace/didChangeWatchedFiles", watches);
    // Data that a job names is watched by the server: clients are asked for names of code and YAML.
    let job = "type: command\ncommand: echo\nenvironment: azureml:e:1\ninputs:\n  \
        rows: {type: uri_file, path: ./rows.csv}\n";
    let project = Project::default()
        .with("job.yml", job)
        .with("row.csv", "1\n")
        .with("ci.yml", INSTANCE)
        .with("sweep.yml", SWEEP);
    let mut session = Session::of(&project, &client);
    let asked = session.expect("client/registerCapability");
    let watchers = &asked["registrations"][0]["registerOptions"]["watchers"];
    let watchers = watchers.as_array().expect("a list of patterns");
    assert!(watchers.contains(&json!({"globPattern": "**/*.{yml,yaml}"})));
    assert!(watchers.contains(&json!({"globPattern": "**/*", "kind": 4})));
    session.open_file("job.yml");
    wait_for(&mut session, "job.yml", "local-path-missing", 1);
    write(&project, "rows.csv", "1\n");
    wait_for(&mut session, "job.yml", "local-path-missing", 0);
    let _ = session.exit();
}
