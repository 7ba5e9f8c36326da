//! Commands without dashes, and paths without a command.

use azml_tests::process::{Project, Run};

use crate::CLUSTER;

fn answer(run: Run) -> (i32, String, String) {
    (run.code, run.stdout, run.stderr)
}

#[test]
fn a_command_is_its_option() {
    let project = Project::default().with("jobs/cpu.yml", CLUSTER).with(
        "p.yml",
        "type: pipeline\njobs:\n  a: {type: command, command: x, environment: azureml:e:1}\n",
    );
    for (typed, meant) in [
        ("check", "--check"),
        ("check jobs --format json", "--check jobs --format json"),
        ("jobs", "--check jobs"),
        ("jobs/cpu.yml p.yml", "--check jobs/cpu.yml p.yml"),
        ("explain cluster-min-nodes", "--explain cluster-min-nodes"),
        ("rules", "--rules"),
        ("computes jobs", "--computes jobs"),
        ("graph p.yml", "--graph p.yml"),
        ("list-files", "--list-files"),
        ("fmt --check", "--fmt --check"),
        ("show-settings p.yml", "--show-settings p.yml"),
        ("schema config", "--schema config"),
        ("refresh --dry-run", "--refresh --dry-run"),
        ("help", "--help"),
        ("version", "--version"),
    ] {
        assert_eq!(
            answer(project.run(typed)),
            answer(project.run(meant)),
            "{typed}"
        );
    }
    assert_eq!(project.run("check").code, 1);
}

#[test]
fn standard_input_needs_no_option() {
    let run = Project::default().run_with("-", &[], CLUSTER.as_bytes());
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("cluster-min-nodes"), "{run:?}");
}

#[test]
fn the_server_is_a_command() {
    // Without a message on standard input, it ends at once.
    let project = Project::default();
    assert_eq!(
        answer(project.run("server")),
        answer(project.run("--stdio"))
    );
}

#[test]
fn a_folder_is_not_a_command() {
    let project = Project::default()
        .with("check/cpu.yml", CLUSTER)
        .with("expain/cpu.yml", CLUSTER);
    assert!(project.run("check check").stdout.contains("check/cpu.yml"));
    assert!(project.run("./check").stdout.contains("check/cpu.yml"));
    assert!(project.run("expain").stdout.contains("cluster-min-nodes"));
}

#[test]
fn a_slip_is_told() {
    let project = Project::default();
    let run = project.run("chekc");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    let said = "azml-ls: error: there is no command `chekc`; did you mean `check`? To check a file \
                or folder, give a path that exists\n";
    assert_eq!(run.stderr, said);
    let run = project.run("explain cluster-min-node");
    assert!(
        run.stderr.contains("did you mean `cluster-min-nodes`"),
        "{run:?}"
    );
    let run = project.run("nowhere/job.yml");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("nowhere/job.yml"), "{run:?}");
}
