//! Which files are taken, and what happens with those that cannot be.

use azml_tests::process::Project;

use crate::{CLUSTER, INSTANCE, SWEEP, check};

/// The paths of the files that count as Azure ML's, and how many do not.
fn files(project: &Project, arguments: &str) -> (Vec<String>, u64) {
    let run = project.run(&format!("--check --format json {arguments}"));
    let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("the output is JSON");
    let files = json["files"].as_array().into_iter().flatten();
    let paths = files
        .filter_map(|file| file["path"].as_str())
        .map(str::to_owned)
        .collect();
    (
        paths,
        json["summary"]["files_skipped"]
            .as_u64()
            .unwrap_or(u64::MAX),
    )
}

#[test]
fn folders_are_walked() {
    let project = Project::default()
        .with("a.yml", CLUSTER)
        .with("sub/b.YAML", CLUSTER)
        .with("sub/other.yml", "hello: world\n")
        .with("c.json", CLUSTER)
        .with("node_modules/d.yml", CLUSTER)
        .with(".github/workflows/e.yml", CLUSTER)
        .with("ignored/f.yml", CLUSTER)
        .with(".gitignore", "ignored/\n");
    assert_eq!(
        files(&project, ""),
        (vec!["a.yml".to_owned(), "sub/b.YAML".to_owned()], 1)
    );
    assert_eq!(files(&project, "./sub a.yml").0, ["a.yml", "./sub/b.YAML"]);
    let absolute = project.root().join("sub").to_string_lossy().into_owned();
    assert_eq!(files(&project, &absolute).0, ["[ROOT]/sub/b.YAML"]);
    assert_eq!(
        files(&project, "ignored/f.yml").0,
        ["ignored/f.yml"],
        "what is named is taken"
    );
}

#[test]
fn what_is_named_is_left_out_where_that_is_asked_for() {
    let project = Project::default()
        .with("azml.yaml", "exclude: [old/, '*.draft.yml']\n")
        .with("old/azml.yaml", "")
        .with("old/a.yml", CLUSTER)
        .with("b.draft.yml", CLUSTER)
        .with("c.yml", CLUSTER);
    let named = "old/a.yml b.draft.yml c.yml";
    assert_eq!(files(&project, named).0.len(), 3);
    let force = |rest: &str| files(&project, &format!("--force-exclude {rest}"));
    assert_eq!(force(named), (vec!["c.yml".to_owned()], 0));
    assert_eq!(force("--no-config old/a.yml").0, ["old/a.yml"]);
    assert_eq!(force("--config azml.yaml old/a.yml").0.len(), 0);
    let run = project.run("--check --force-exclude old/a.yml");
    assert_eq!(run.code, 0, "{}", run.transcript());
}

#[test]
fn hidden_folders_hold_files_that_name_their_schema() {
    let project = Project::default()
        .with(".pipelines/a.yml", CLUSTER)
        .with(".github/aml/b.yml", CLUSTER)
        .with(".pipelines/no-schema.yml", "type: amlcompute\nname: c\n")
        .with(".azureml/no-schema.yml", "type: amlcompute\nname: c\n")
        .with(".pipelines/.hidden.yml", CLUSTER)
        .with(".git/c.yml", CLUSTER)
        .with(".github/workflows/d.yml", CLUSTER)
        .with(".mypy_cache/e.yml", CLUSTER)
        .with(".venv/f.yml", CLUSTER);
    let found = vec![
        // The folder of the Azure ML tools.
        ".azureml/no-schema.yml".to_owned(),
        ".github/aml/b.yml".to_owned(),
        ".pipelines/a.yml".to_owned(),
    ];
    assert_eq!(files(&project, ""), (found, 0));
    let named = ".pipelines/no-schema.yml";
    assert_eq!(files(&project, named).0, [named], "what is named is taken");
}

#[test]
fn tables_are_known_by_their_name() {
    let project = Project::default()
        .with("train/MLTable", "paths: [{file: ./a.csv}]\n")
        .with("train/mltable.txt", "paths: []\n");
    assert_eq!(files(&project, ""), (vec!["train/MLTable".to_owned()], 0));
}

#[test]
fn gitignore_counts_outside_of_repositories() {
    let project = Project::default()
        .with("a.yml", CLUSTER)
        .with("b.yml", CLUSTER)
        .with(".gitignore", "b.yml\n");
    std::fs::remove_dir(project.root().join(".git")).unwrap();
    assert_eq!(files(&project, "").0, ["a.yml"]);
}

#[test]
fn what_git_leaves_out_for_its_user_is_checked_as_for_others() {
    let project = Project::default()
        .with("a.yml", CLUSTER)
        .with("home/.gitconfig", "[core]\nexcludesFile = ~/ignore\n")
        .with("home/ignore", "a.yml\n")
        .with("home/.config/git/ignore", "a.yml\n");
    let home = project.root().join("home");
    let mut command = project.command("--check --list-files");
    let run = command.env("HOME", home).output().unwrap();
    let list = String::from_utf8_lossy(&run.stdout);
    assert!(list.starts_with("a.yml "), "{list}");
}

#[test]
fn exclude_leaves_out() {
    let project = Project::default()
        .with("a.yml", CLUSTER)
        .with("old/b.yml", CLUSTER)
        .with("c.gen.yml", CLUSTER)
        .with("sub/azml.yaml", "exclude: ['*.tmp.yml']\n")
        .with("sub/d.gen.yml", CLUSTER)
        .with("sub/e.tmp.yml", CLUSTER)
        .with("azml.yaml", "exclude: [old/, '*.gen.yml']\n");
    assert_eq!(files(&project, "").0, ["a.yml", "sub/d.gen.yml"]);
    assert_eq!(
        files(&project, "old/b.yml").0,
        ["old/b.yml"],
        "what is named is taken"
    );
    assert_eq!(files(&project, "--no-config").0.len(), 5);
}

#[test]
fn one_file_sees_the_computes_of_its_project() {
    let project = Project::default()
        .with("computes/ci.yml", INSTANCE)
        .with("jobs/sweep.yml", SWEEP);
    project.run(&check("jobs/sweep.yml")).is_as_in("one-file");
    assert_eq!(
        files(&project, "jobs").0,
        ["jobs/sweep.yml"],
        "only what was asked for is reported"
    );
    let marked = Project::default()
        .with("p/azml.yaml", "")
        .with("p/jobs/sweep.yml", SWEEP)
        .with("ci.yml", INSTANCE);
    assert_eq!(
        marked.run(&check("p/jobs/sweep.yml")).code,
        0,
        "azml.yaml is the top of its project"
    );
}

#[test]
fn a_path_that_is_not_there() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    project
        .run(&check("--format concise nowhere.yml cpu.yml"))
        .is_as_in("missing-path");
    project
        .run(&check("nowhere.yml"))
        .is_as_in("missing-path-alone");
}

#[test]
fn nothing_to_check() {
    let project = Project::default();
    let run = project.run(&check(""));
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (0, "No YAML files found.\n")
    );
    let run = project
        .with("compose.yml", "services: {a: {image: b}}\n")
        .run(&check(""));
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (0, "No Azure ML files found; skipped 1 YAML file.\n")
    );
}

/// With `--force-exclude`, a tool names the files, and not a person.
#[test]
fn a_named_file_that_is_not_recognized_does_not_pass() {
    let project = Project::default()
        .with(
            "cpu.yml",
            CLUSTER.replace("min_instances: 2", "min_instances: 0"),
        )
        .with("broken.yml", "name: [a\nsize: {\n")
        .with("unknown.yml", "jobs:\n  a: {b: 1}\n")
        .with("compose.yml", "services: {a: {image: b}}\n")
        .with("deploy.sh", "az ml compute create -f cpu.yml\n");
    let run = |rest: &str| {
        let run = project.run(&check(rest));
        (run.code, run.stderr)
    };
    let (code, text) = run("broken.yml cpu.yml");
    assert_eq!(code, 2, "{text}");
    assert!(
        text.contains("error: broken.yml:1:7: isn't recognized as an Azure ML document: this `[`"),
        "{text}"
    );
    assert!(text.contains("amlCompute.schema.json"), "{text}");
    let (code, text) = run("unknown.yml");
    assert!(
        code == 2 && text.contains("latest/pipelineJob.schema.json"),
        "{text}"
    );
    let (code, text) = run("unknown.yml cpu.yml");
    assert!(
        code == 0 && text.contains("warning: unknown.yml: isn't"),
        "{text}"
    );
    let (code, text) = run("compose.yml");
    assert!(
        code == 2 && text.contains("is YAML of another tool"),
        "{text}"
    );
    for calm in [
        "",
        "deploy.sh",
        "--force-exclude broken.yml unknown.yml compose.yml",
    ] {
        let (code, text) = run(calm);
        assert!(code == 0 && !text.contains("recognized"), "{calm}: {text}");
    }
    let run = project.run_with(&check("- --stdin-filename a.yml"), &[], b"hello: world\n");
    assert_eq!(run.code, 0, "an editor may send any file");
}

#[test]
fn a_file_that_is_not_utf8() {
    let mut latin = CLUSTER.as_bytes().to_vec();
    latin.extend(b"description: caf\xe9\n");
    let project = Project::default()
        .with("latin.yml", &latin)
        .with("cpu.yml", CLUSTER);
    project.run(&check("--format concise")).is_as_in("not-utf8");
    let fixed = project.run(&check("--fix --unsafe-fixes"));
    assert_eq!(
        (fixed.code, project.read("latin.yml")),
        (2, latin),
        "it is never written"
    );
    assert!(
        project.text("cpu.yml").contains("min_instances: 0"),
        "the others are"
    );
    let foreign = Project::default()
        .with("latin.yml", b"greeting: \xe9\n")
        .with("cpu.yml", INSTANCE);
    assert_eq!(
        foreign.run(&check("")).code,
        0,
        "what others do is not our business"
    );
}

#[test]
fn utf16_with_a_mark_is_read_and_never_written() {
    let mut bytes = vec![0xff, 0xfe];
    bytes.extend(CLUSTER.encode_utf16().flat_map(u16::to_le_bytes));
    let project = Project::default().with("cpu.yml", &bytes);
    assert_eq!(project.run(&check("")).code, 1);
    project
        .run(&check("--fix --unsafe-fixes --format concise"))
        .is_as_in("utf16-fix");
    assert_eq!(project.read("cpu.yml"), bytes);
}

#[test]
fn a_byte_order_mark_is_no_character() {
    let project = Project::default().with(
        "cpu.yml",
        "\u{feff}{type: amlcompute, name: c, min_instances: 2}\n",
    );
    let run = project.run(&check("--format concise"));
    assert!(run.stdout.starts_with("cpu.yml:1:44: "), "{}", run.stdout);
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let project = Project::default()
        .with("cpu.yml", CLUSTER)
        .with("locked.yml", CLUSTER);
    let locked = project.root().join("locked.yml");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o0)).unwrap();
    // The superuser reads everything.
    if std::fs::read(&locked).is_err() {
        let run = project.run(&check("--format concise"));
        assert!(
            run.code == 2 && run.stdout.starts_with("cpu.yml:"),
            "{run:?}"
        );
        assert!(
            run.stderr
                .starts_with("azml-ls: error: locked.yml can't be read: permission denied\n"),
            "{run:?}"
        );
    }
}

#[test]
fn standard_input_stands_for_a_file() {
    let project = Project::default()
        .with("computes/ci.yml", INSTANCE)
        .with("jobs/sweep.yml", "hello: world\n");
    let named = check("- --stdin-filename jobs/sweep.yml --format concise");
    project
        .run_with(&named, &[], SWEEP.as_bytes())
        .is_as_in("stdin-named");
    project
        .run_with(&check("- --format concise"), &[], CLUSTER.as_bytes())
        .is_as_in("stdin");
    let run = project.run_with(&check("-"), &[], b"type: caf\xe9\n");
    let told = "azml-ls: error: standard input is not UTF-8 (byte 9, line 1)\n";
    assert_eq!((run.code, run.stderr.as_str()), (2, told));
}

#[test]
fn a_syntax_error_is_a_finding() {
    let project = Project::default().with("cpu.yml", "type: amlcompute\nname: \"cpu");
    let run = project.run(&check("--format concise"));
    assert!(
        run.code == 1 && run.stdout.contains("error[yaml-syntax]"),
        "{run:?}"
    );
    assert!(project.run(&check("")).stdout.contains("cpu.yml:2:"));
}

#[test]
fn hostile_files_end_quickly() {
    let deep = format!("type: amlcompute\nname: c\ntags: {}", "[".repeat(100_000));
    let project = Project::default()
        .with("deep.yml", &deep)
        .with("cpu.yml", CLUSTER);
    let run = project.run(&check("--format concise"));
    assert!(
        run.stdout
            .contains("cpu.yml:4:16: warning[cluster-min-nodes]"),
        "{run:?}"
    );
    let long = format!(
        "{{type: amlcompute, name: c, x: {}, min_instances: 2}}",
        "y".repeat(100_000)
    );
    let run = Project::default().with("long.yml", long).run(&check(""));
    assert!(
        run.code == 1 && run.stdout.len() < 2_000,
        "{} bytes",
        run.stdout.len()
    );
}

#[test]
fn no_more_threads_than_processors_are_started() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    for number in ["1", "1000000", "18446744073709551615", "0", "many"] {
        let run = project.run_with(&check(""), &[("RAYON_NUM_THREADS", number)], b"");
        assert!(
            run.code != 2 && run.stdout.contains("cluster-min-nodes"),
            "{run:?}"
        );
    }
}

/// As root there is no such limit: then this shows nothing.
#[cfg(unix)]
#[test]
fn without_a_thread_to_be_had_files_are_checked_and_the_server_says_why_not() {
    use std::process::Command;
    let project = Project::default().with("cpu.yml", CLUSTER);
    let limited = |arguments: &str| {
        let script = "ulimit -u 1; exec \"$0\" \"$@\"";
        let mut command = Command::new("sh");
        command
            .arg("-c")
            .arg(script)
            .arg(azml_tests::process::binary());
        command
            .args(arguments.split_whitespace())
            .current_dir(project.root());
        command.output().expect("there is a shell")
    };
    let is_limited = Command::new("sh")
        .args(["-c", "ulimit -u 1; (true)"])
        .output()
        .is_ok_and(|run| !run.status.success());
    let checked = limited("--check .");
    let stdout = String::from_utf8_lossy(&checked.stdout);
    assert!(stdout.contains("cluster-min-nodes"), "{checked:?}");
    if is_limited {
        let served = limited("--stdio");
        let stderr = String::from_utf8_lossy(&served.stderr);
        assert_eq!(served.status.code(), Some(2), "{served:?}");
        assert!(stderr.contains("can't start threads"), "{served:?}");
    }
}
