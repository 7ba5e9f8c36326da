//! `--add-ignore`, `--write-baseline` and `--baseline`.

use azml_tests::process::{Project, Run};

use crate::{CLUSTER, RULES, check};

const PIPELINE: &str = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
    command: |\n  python -m train \\\n  --data ${{inputs.data}}\n\
    environment: azureml:train:1\ncompute: azureml:cpu-cluster\n";

fn ignore(project: &Project, rest: &str) -> Run {
    project.run(&format!("--add-ignore {rest}"))
}

fn without_comments(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !line.contains("# azml:")).collect()
}

#[test]
fn a_comment_silences_every_finding_and_nothing_else_changes() {
    let project = Project::copy_of("tour").with("job.yml", PIPELINE);
    let files = ["job.yml", "jobs/sweep.yml"];
    let before = files.map(|file| project.text(file));
    let run = ignore(&project, "--reason=later");
    assert_eq!(run.code, 0, "{}", run.transcript());
    assert!(run.stderr.starts_with("Ignored "), "{}", run.stderr);
    for (file, before) in files.into_iter().zip(before) {
        let text = project.text(file);
        assert!(text.contains("] later\n"), "{text}");
        assert_eq!(without_comments(&text), before);
    }
    assert!(
        project
            .text("job.yml")
            .contains("# azml: ignore[undefined-input-reference] later\ncommand: |\n"),
        "a comment about a line in a string stands where the string starts"
    );
    let after = files.map(|file| project.text(file));
    assert_eq!(project.run("--check").code, 0);
    assert_eq!(ignore(&project, "--reason=later").code, 0);
    assert_eq!(after, files.map(|file| project.text(file)), "a second run");
}

#[test]
fn only_what_is_shown_gets_a_comment() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let run = ignore(&project, &format!("{RULES} --min-level error"));
    assert_eq!(project.text("cpu.yml"), CLUSTER, "{}", run.transcript());
    let run = ignore(&project, &format!("{RULES} --diff"));
    assert_eq!((run.code, project.text("cpu.yml").as_str()), (1, CLUSTER));
    assert!(
        run.stdout.contains("+# azml: ignore[cluster-min-nodes]\n"),
        "{}",
        run.transcript()
    );
    assert!(run.stderr.contains("Would ignore 1 finding in 1 file"));
}

#[test]
fn line_ends_and_marks_stay_and_comments_are_extended() {
    let text = CLUSTER
        .replace("min_", "# azml: ignore[fixed-size-cluster]\nmin_")
        .replace('\n', "\r\n");
    let text = format!("\u{feff}{}", text.trim_end());
    let project = Project::default().with("cpu.yml", &text);
    assert_eq!(ignore(&project, RULES).code, 0);
    assert_eq!(
        project.text("cpu.yml"),
        text.replace("cluster]", "cluster, cluster-min-nodes]")
    );
}

#[test]
fn another_reason_is_another_comment() {
    let text = CLUSTER.replace("min_", "# azml: ignore[fixed-size-cluster] small\nmin_");
    let project = Project::default().with("cpu.yml", &text);
    assert_eq!(ignore(&project, &format!("{RULES} --reason=demo")).code, 0);
    assert!(
        project
            .text("cpu.yml")
            .contains(" small\n# azml: ignore[cluster-min-nodes] demo\nmin_instances: 2\n")
    );
}

#[test]
fn scripts_get_comments_between_their_commands() {
    let script = "#!/bin/bash\nset -e\nif true; then\n  az ml job create \\\n    --file nowhere.yml \\\n    --web\nfi\n\
                  true && \\\n  az ml job create -f gone.yml\n";
    let make = "run:\n\taz ml job create -f gone.yml\n";
    let batch = "az ml job create -f gone.yml\r\n";
    let project = Project::default()
        .with(
            "job.yml",
            "command: python -c 1\nenvironment: azureml:e:1\ncompute: azureml:c\n",
        )
        .with("run.sh", script)
        .with("run.bat", batch)
        .with("Makefile", make);
    let before = project.run("check --format concise");
    assert_eq!(
        before.stdout.matches("[az-command-file-missing]").count(),
        4,
        "{}",
        before.transcript()
    );
    let run = ignore(&project, "--reason=later");
    let comment = "# azml: ignore[az-command-file-missing] later";
    // Above a command of several lines; at its end where the line before continues.
    let wanted = script
        .replace(
            "  az ml job create \\",
            &format!("  {comment}\n  az ml job create \\"),
        )
        .replace("-f gone.yml", &format!("-f gone.yml  {comment}"));
    assert_eq!(project.text("run.sh"), wanted, "{}", run.transcript());
    assert_eq!(
        project.text("Makefile"),
        make.replace("\taz", &format!("\t{comment}\n\taz"))
    );
    assert_eq!(project.text("run.bat"), batch);
    let said = "run.bat:1:21: `az-command-file-missing` is not ignored here, because no comment can be on \
                this line or the line before it; turn it off in azml.yaml";
    assert!(run.stderr.contains(said), "{}", run.transcript());
    let after = project.run("check --format concise");
    assert_eq!(after.stdout.lines().count(), 1, "{}", after.transcript());
}

#[test]
fn where_no_comment_can_be_it_says_so() {
    let flow = "{type: amlcompute, name: c, description: \"a\n  b\", min_instances: 2, \
                tags: {a: \"x\n  y\"}}\n";
    let broken = "type: amlcompute\nname: c\nmin_instances: 2\nmax_instances: [4\n";
    let project = Project::default()
        .with("flow.yml", flow)
        .with("broken.yml", broken);
    ignore(&project, RULES).is_as_in("add-ignore-no-room");
    assert_eq!(project.text("flow.yml"), flow);
    assert_eq!(project.text("broken.yml"), broken);
}

#[test]
fn the_text_of_standard_input_gets_comments() {
    let project = Project::default();
    let arguments = format!("--add-ignore {RULES} -");
    let run = project.run_with(&arguments, &[], CLUSTER.as_bytes());
    assert_eq!(run.code, 0, "{}", run.transcript());
    assert_eq!(without_comments(&run.stdout), CLUSTER);
    assert!(run.stdout.contains("# azml: ignore[cluster-min-nodes]\n"));
}

#[test]
fn findings_of_a_baseline_are_not_reported_wherever_they_have_moved() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let run = project.run(&format!("--write-baseline known.json {RULES}"));
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    assert_eq!(run.stderr, "Wrote 1 finding to known.json.\n");
    let project = project.with("cpu.yml", format!("# New.\n\n{CLUSTER}"));
    let run = project.run(&check("--baseline known.json"));
    assert_eq!(run.code, 0, "{}", run.transcript());
    assert_eq!(run.stderr, "1 file passed; 1 finding in the baseline.\n");
    let other = CLUSTER.replace("name: cpu", "name: gpu");
    let project = project.with("gpu.yml", other);
    let run = project.run(&check("--baseline known.json --format concise"));
    assert_eq!(run.code, 1);
    assert!(run.stdout.starts_with("gpu.yml:4:"), "{}", run.stdout);
    assert_eq!(run.stdout.lines().count(), 1);
}

#[test]
fn findings_that_have_gone_are_counted() {
    let project = Project::copy_of("tour").with("cpu.yml", CLUSTER);
    assert_eq!(project.run("--write-baseline jobs/known.json").code, 0);
    let before = project.text("jobs/known.json");
    let fixed = CLUSTER.replace("min_instances: 2", "min_instances: 0");
    let project = project.with("cpu.yml", fixed);
    let run = project.run("--check --baseline jobs/known.json");
    assert_eq!(run.code, 0, "{}", run.transcript());
    assert!(
        run.stderr.contains("is fixed, write it again"),
        "{}",
        run.stderr
    );
    let elsewhere = project.run("--check jobs --baseline jobs/known.json");
    assert!(!elsewhere.stderr.contains("fixed,"), "{}", elsewhere.stderr);
    let others = project.run("--check --off cluster-min-nodes --baseline jobs/known.json");
    assert!(!others.stderr.contains("fixed,"), "{}", others.stderr);
    std::fs::remove_file(project.root().join("cpu.yml")).unwrap();
    let deleted = project.run("--check --baseline jobs/known.json");
    assert!(deleted.stderr.contains("fixed,"), "{}", deleted.stderr);
    assert_eq!(project.run("--write-baseline jobs/known.json").code, 0);
    let after = project.text("jobs/known.json");
    let line_of = |text: &str| text.lines().filter(|line| line.contains("cpu.yml")).count();
    assert!(line_of(&before) > line_of(&after));
    assert!(!after.contains("cpu.yml"), "{after}");
}

/// A file with four findings.
const OLD_JOB: &str = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
    command: python -m train --data ${{inputs.data}} --epochs ${{inputs.epochs}}\n\
    colour: red\nenvironment: azureml:train:1\ncompute: azureml:gone\nflavour: sweet\n";

#[test]
fn an_old_repository_with_two_thousand_findings_is_adopted() {
    let mut project = Project::default();
    for number in 0..500 {
        project = project.with(&format!("team-{}/job-{number}.yml", number % 20), OLD_JOB);
    }
    let before = project.run("--check --format concise");
    assert_eq!(before.code, 1);
    assert!(before.stdout.lines().count() >= 2000, "{}", before.stderr);

    let run = project.run("--write-baseline azml-baseline.json");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stderr, "Wrote 2000 findings to azml-baseline.json.\n");
    let today = "--check --baseline azml-baseline.json --format concise";
    let run = project.run(today);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    assert_eq!(
        run.stderr,
        "All 500 files passed; 2000 findings in the baseline.\n"
    );

    // A file that moves down is known, one new mistake is not.
    let moved = format!("# Owner: team 7.\n\n{OLD_JOB}");
    let broken = format!("{moved}display_nam: a job\n");
    let project = project.with("team-7/job-7.yml", broken);
    let run = project.run(today);
    assert_eq!(run.code, 1, "{}", run.transcript());
    assert_eq!(run.stdout.lines().count(), 1, "{}", run.stdout);
    assert!(run.stdout.starts_with("team-7/job-7.yml:9:1: "));

    let corrected = moved.replace("colour: red\n", "");
    let project = project.with("team-7/job-7.yml", corrected);
    let run = project.run(today);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    assert_eq!(
        run.stderr,
        "All 500 files passed; 1999 findings in the baseline; \
         1 in the baseline is fixed, write it again with --write-baseline.\n"
    );
}

#[test]
fn a_baseline_has_one_line_for_each_finding_and_shows_no_text_of_files() {
    let secret = "KDFRuNw5GCf!hA6ILI";
    let text = format!(
        "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
         command: python train.py\nenvironment: azureml:train:1\ncompute: azureml:c\n\
         environment_variables:\n  DB_PASSWORD: {secret}\n"
    );
    let project = Project::default()
        .with("cpu.yml", CLUSTER)
        .with("job.yml", &text);
    let found = project.run("--check --only secret-in-yaml");
    assert_eq!(found.code, 1);
    let rules = "--only cluster-min-nodes,secret-in-yaml";
    assert_eq!(
        project
            .run(&format!("--write-baseline b.json {rules}"))
            .code,
        0
    );
    let baseline = project.text("b.json");
    assert!(!baseline.contains("KDFR"), "{baseline}");
    let lines: Vec<&str> = baseline
        .lines()
        .filter(|line| line.contains("\"path\""))
        .collect();
    assert_eq!(lines.len(), 2, "{baseline}");
    let mut sorted = lines.clone();
    sorted.sort_unstable();
    assert_eq!(lines, sorted);
    assert_eq!(
        lines[0],
        "    {\"path\":\"cpu.yml\",\"rule\":\"cluster-min-nodes\",\"at\":\"min_instances\",\
         \"id\":\"b84440779783cd5e\"},"
    );
    // Another secret at the same place is the same finding: its text is in no hash.
    let project = project.with("job.yml", text.replace("KDFR", "RFDK"));
    let run = project.run(&format!("--check {rules} --baseline b.json"));
    assert_eq!(run.code, 0, "{}", run.transcript());
}

#[test]
fn what_is_no_baseline_is_neither_read_nor_overwritten() {
    let project = Project::default()
        .with("cpu.yml", CLUSTER)
        .with("notes.json", "{\"password\": \"secret\"}\n")
        .with("newer.json", "{\"version\": 9, \"findings\": []}\n");
    let run = project.run(&check("--baseline missing.json"));
    assert_eq!(run.code, 2);
    run.is_as_in("baseline-missing");
    let run = project.run(&check("--baseline notes.json"));
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("is not a baseline of azml-ls"),
        "{}",
        run.stderr
    );
    assert!(!run.stderr.contains("secret"));
    let run = project.run(&check("--write-baseline newer.json"));
    assert_eq!(run.code, 2, "{run:?}");
    assert!(
        run.stderr.contains("update azml-ls, or delete the file"),
        "{run:?}"
    );
    assert!(project.text("newer.json").contains('9'));
    let run = project.run(&check("--baseline newer.json"));
    assert!(
        run.code == 2 && run.stderr.contains("version 9"),
        "{}",
        run.stderr
    );
    let run = project.run("--write-baseline cpu.yml");
    assert_eq!((run.code, project.text("cpu.yml").as_str()), (2, CLUSTER));
    assert!(run.stderr.contains("was not overwritten"), "{}", run.stderr);
    assert_eq!(
        project.run("--write-baseline known.json --baseline x").code,
        2
    );
    assert_eq!(project.run("--add-ignore --fix").code, 2);
    assert_eq!(project.run("--check --reason=x").code, 2);
}
