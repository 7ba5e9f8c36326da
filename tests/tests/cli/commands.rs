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
        ("new --list", "--new"),
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
fn a_slip_in_an_option_or_its_value_is_told() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    for (typed, meant) in [
        ("check --fromat json", "'--format'"),
        ("check --format jsn", "'json'"),
        ("check --fail-on eror", "'error'"),
        ("check --only cluster-min-node", "`cluster-min-nodes`"),
        ("check --off cluster-min-node", "`cluster-min-nodes`"),
        ("schema job/comand", "`job/command`"),
        ("new comand-job", "`command-job`"),
        ("refersh", "`refresh`"),
    ] {
        let run = project.run(typed);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{typed}");
        assert!(run.stderr.contains(meant), "{typed}: {}", run.stderr);
    }
}

#[test]
fn the_version_says_what_decides_the_findings() {
    let project = Project::default();
    let short = project.run("-V").stdout;
    assert_eq!(short, format!("azml-ls {}\n", env!("CARGO_PKG_VERSION")));
    let long = project.run("--version").stdout;
    let mut lines = long.lines();
    assert_eq!(lines.next(), Some(short.trim_end()));
    // A commit is only in builds for release.
    let lines: Vec<&str> = lines.filter(|line| !line.starts_with("commit: ")).collect();
    let [client, prices] = lines.as_slice() else {
        panic!("{long}");
    };
    assert!(client.starts_with("client: azure-ai-ml 1."), "{long}");
    assert!(prices.starts_with("prices: 20"), "{long}");
}

#[test]
fn quiet_leaves_only_findings_and_errors() {
    let project = Project::default()
        .with("cpu.yml", CLUSTER)
        .with("notes.yml", "a: 1\n");
    let run = project.run("check -q --format concise");
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    assert_eq!(run.stdout, project.run("check --format concise").stdout);
    for silent in [
        "fmt -q --check",
        "list-files -q",
        "new compute-cluster new.yml -q",
        "check -q --write-baseline b.json",
    ] {
        let run = project.run(silent);
        assert_eq!(run.stderr, "", "{silent}");
    }
    let failed = project.run("check -q nowhere.yml");
    assert_eq!(failed.code, 2);
    assert!(failed.stderr.contains("nowhere.yml"), "{failed:?}");
    assert_eq!(project.run("check -q -v").code, 2);
}

#[test]
fn verbose_names_the_files_their_configuration_and_the_times() {
    let project = Project::default()
        .with("jobs/cpu.yml", CLUSTER)
        .with("notes.yml", "a: 1\n")
        .with("run.sh", "az ml compute create -f cpu.yml\n")
        .with("azml.yaml", "rules: {}\n");
    let run = project.run("check -v jobs --format concise");
    assert_eq!(
        run.stdout,
        project.run("check jobs --format concise").stdout
    );
    for line in [
        "azml-ls:   azml.yaml (configuration)\n",
        "azml-ls:   jobs/cpu.yml (compute cluster)\n",
        "azml-ls:   notes.yml (not Azure ML)\n",
        "azml-ls:   run.sh (runs `az ml`)\n",
        "azml-ls: checked 1 file in ",
    ] {
        assert!(run.stderr.contains(line), "{line}{}", run.stderr);
    }
    assert!(run.stderr.starts_with("azml-ls: read "), "{}", run.stderr);
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

/// With what is in its folder, `new` writes what an editor offers there.
#[test]
fn a_new_document_fits_its_folder() {
    let script = "import argparse\np = argparse.ArgumentParser()\np.add_argument('--raw', required=True)\n\
                  p.add_argument('--rate', type=float, default=0.1)\np.parse_args()\n";
    let positional =
        "import argparse\np = argparse.ArgumentParser()\np.add_argument('raw')\np.parse_args()\n";
    let kinds = azml_rules::skeletons::skeletons().iter();
    let kinds = kinds.filter(|it| it.only.is_empty());
    let kinds: Vec<&str> = kinds.map(|it| it.id).collect();
    let cluster = "type: amlcompute\nname: gpus\nsize: Standard_NC24ads_A100_v4\n";
    let folders = [
        Project::default(),
        Project::default().with("src/fit.py", script),
        Project::default()
            .with("train.py", script)
            .with("gpus.yml", cluster),
        Project::default().with("src/train.py", positional),
    ];
    for project in &folders {
        for kind in &kinds {
            let file = format!("{kind}.yml");
            assert_eq!(project.run(&format!("new {kind} {file}")).code, 0);
            let found = project.run(&format!(
                "check --format concise --min-level warning {file}"
            ));
            assert!(
                found.code == 0 && !found.stdout.contains(&file),
                "{found:?}"
            );
            if !matches!(*kind, "command-component" | "command-job") {
                std::fs::remove_file(project.root().join(file)).expect("it was written");
            }
        }
    }
    let job = folders[2].text("command-component.yml");
    assert!(job.contains("--raw ${{inputs.raw}}"), "{job}");
    let job = folders[2].text("command-job.yml");
    assert!(job.contains("compute: azureml:gpus"), "{job}");
}
