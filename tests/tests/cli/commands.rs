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
        ("new sweep-job", "--new sweep-job"),
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

#[test]
fn a_new_document_is_written_once() {
    let project = Project::default();
    let listed = project.run("new");
    assert_eq!(listed.code, 0);
    assert!(listed.stdout.contains("sweep-job "), "{listed:?}");
    let printed = project.run("new compute-cluster");
    assert!(printed.stdout.starts_with("$schema:"), "{printed:?}");
    let written = project.run("new compute-cluster cpu.yml");
    assert_eq!(
        answer(written),
        (
            0,
            String::new(),
            "Wrote a compute cluster to cpu.yml.\n".to_owned()
        )
    );
    assert_eq!(project.text("cpu.yml"), printed.stdout);
    assert_eq!(project.run("check cpu.yml").code, 0);
    let again = project.run("new compute-instance cpu.yml");
    assert_eq!(again.code, 2);
    assert!(
        again
            .stderr
            .contains("cpu.yml exists already; nothing was written"),
        "{again:?}"
    );
    assert_eq!(project.text("cpu.yml"), printed.stdout);
    let nowhere = project.run("new compute-instance missing/ci.yml");
    assert_eq!(nowhere.code, 2);
    assert!(
        nowhere.stderr.contains("can't write missing/ci.yml"),
        "{nowhere:?}"
    );
    let misspelled = project.run("new compute-clutser");
    assert_eq!(misspelled.code, 2);
    assert!(
        misspelled
            .stderr
            .contains("did you mean `compute-cluster`?"),
        "{misspelled:?}"
    );
    assert_eq!(project.run("new compute-cluster a.yml b.yml").code, 2);
}
