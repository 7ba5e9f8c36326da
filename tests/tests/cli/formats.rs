//! `--format` and `--output`: each format, who gets which, and what is refused.

use azml_tests::process::Project;
use serde_json::Value;

use crate::{CLUSTER, SWEEP, check};

/// The formats of findings.
pub(crate) const FINDINGS: [&str; 11] = [
    "full", "concise", "json", "github", "azure", "markdown", "sarif", "gitlab", "junit", "rdjson",
    "agent",
];

#[test]
fn every_format_shows_the_tour() {
    let tour = Project::copy_of("tour");
    for format in &FINDINGS[..3] {
        tour.run(&check(&format!("--format {format}")))
            .is_as_in(&format!("tour-{format}"));
    }
    for format in &FINDINGS[3..] {
        tour.run(&check(&format!("--min-level hint --format {format}")))
            .is_as_in(&format!("tour-{format}"));
    }
    // Windows has the letters to draw with, other systems where the locale says so.
    tour.run_with(&check("--color always"), &[("LANG", "C.UTF-8")], b"")
        .is_as_in("tour-colour");
    tour.run(&check("--diff --unsafe-fixes"))
        .is_as_in("tour-diff");
    tour.run(&check("--statistics")).is_as_in("tour-statistics");
    for format in ["json", "markdown"] {
        tour.run(&check(&format!("--statistics --format {format}")))
            .is_as_in(&format!("tour-statistics-{format}"));
    }
}

#[test]
fn auto_is_what_the_service_shows() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let starts = |arguments: &str, environment: &[(&str, &str)], start: &str| {
        let run = project.run_with(&check(arguments), environment, b"");
        assert!(run.code == 1 && run.stdout.starts_with(start), "{run:?}");
        assert!(
            run.stderr.starts_with("Found 1 warning in 1 file"),
            "{run:?}"
        );
    };
    let (github, azure) = ([("GITHUB_ACTIONS", "true")], [("TF_BUILD", "True")]);
    starts("", &[], "warning[cluster-min-nodes]: ");
    starts("", &github, "::warning file=cpu.yml,line=4,");
    starts(
        "",
        &azure,
        "##vso[task.logissue type=warning;sourcepath=cpu.yml;",
    );
    starts("--format auto", &github, "::warning ");
    starts(
        "",
        &[("GITHUB_ACTIONS", "false"), ("TF_BUILD", "")],
        "warning[",
    );
    starts("--format full", &github, "warning[");
    starts("--format concise", &azure, "cpu.yml:4:16: ");
    starts("--output found.json", &github, "warning[");
    starts("--statistics", &github, "1  cluster-min-nodes");
    let rules = project.run_with("--rules", &github, b"");
    assert_eq!(rules.stdout, project.run("--rules").stdout);
}

#[test]
fn places_are_those_of_the_repository_wherever_it_runs() {
    let project = Project::default().with("ml/jobs/cpu.yml", CLUSTER);
    let found = |format: &str| {
        let arguments = check(&format!("--format {format} jobs"));
        let mut command = project.command(&arguments);
        let output = command
            .current_dir(project.root().join("ml"))
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(
        found("github").contains(" file=ml/jobs/cpu.yml,"),
        "{}",
        found("github")
    );
    assert!(
        found("github").contains("::jobs/cpu.yml:4:16: warning"),
        "{}",
        found("github")
    );
    assert!(
        found("azure").contains(";sourcepath=ml/jobs/cpu.yml;"),
        "{}",
        found("azure")
    );
    std::fs::remove_dir(project.root().join(".git")).unwrap();
    assert!(
        found("github").contains(" file=jobs/cpu.yml,"),
        "{}",
        found("github")
    );
}

#[test]
fn the_worst_come_first_where_only_some_are_shown() {
    let project = Project::default()
        .with("a.yml", CLUSTER)
        .with("b.yml", "type: amlcompute\nname: [\n");
    for (format, worst) in [
        ("github", "::error file=b.yml"),
        ("azure", "##vso[task.logissue type=error;"),
    ] {
        let run = project.run(&check(&format!("--format {format}")));
        assert!(run.stdout.starts_with(worst), "{run:?}");
    }
    let run = project.run(&check("--format markdown"));
    let place = |name: &str| run.stdout.find(&format!("<code>{name}</code>"));
    assert!(
        place("b.yml") < place("a.yml") && place("b.yml").is_some(),
        "{run:?}"
    );
}

#[test]
fn one_run_writes_several_files() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let run = project.run(&check(
        "--format concise --output found.json --output markdown=summary.txt --output found.txt \
         --output github=commands",
    ));
    assert_eq!(run.code, 1, "{run:?}");
    let line = "cpu.yml:4:16: warning[cluster-min-nodes] ";
    assert!(run.stdout.starts_with(line), "{run:?}");
    assert!(project.text("found.txt").starts_with(line));
    assert_eq!(project.text("found.txt"), run.stdout);
    let json: Value = serde_json::from_str(&project.text("found.json")).unwrap();
    assert_eq!(json["diagnostics"][0]["rule"], "cluster-min-nodes");
    assert!(project.text("summary.txt").starts_with("azml-ls\n---"));
    assert!(project.text("commands").starts_with("::warning "));
    // A dash is standard output.
    let run = project.run(&check("--output json=- --output found.txt"));
    assert!(run.stdout.starts_with('{'), "{run:?}");
    assert!(
        project
            .text("found.txt")
            .starts_with("warning[cluster-min-nodes]: ")
    );
    // Other modes have one output.
    let run = project.run("--rules --output rules.json");
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    assert!(
        project
            .text("rules.json")
            .starts_with("{\n  \"version\": 1")
    );
    let run = project.run("--rules --output full=-");
    assert_eq!(run.stdout, project.run("--rules").stdout);
}

#[test]
fn an_output_that_fails_leaves_the_others() {
    let project = Project::default()
        .with("cpu.yml", CLUSTER)
        .with("old.json", "old");
    let run = project.run(&check(
        "--format concise --output missing/found.json --output found.json --exit-zero",
    ));
    assert_eq!(run.code, 2, "{run:?}");
    assert!(
        run.stderr
            .contains("missing/found.json cannot be written: no such file or directory\n"),
        "{run:?}"
    );
    assert!(run.stdout.starts_with("cpu.yml:4:16: "), "{run:?}");
    assert!(project.text("found.json").starts_with('{'));
    assert!(!project.root().join("missing").exists());
    let run = project.run(&check("--output old.json"));
    assert_eq!(run.code, 1, "{run:?}");
    assert!(project.text("old.json").starts_with('{'));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    for (arguments, told) in [
        (
            "--rules --format github",
            "'github' for '--rules --format <FORMAT>'\n  [possible values: full, json, markdown]",
        ),
        (
            "--explain cluster-min-nodes --format xml",
            "[possible values: full, json, markdown]",
        ),
        (
            "--computes --format markdown",
            "[possible values: full, json]",
        ),
        (
            "--show-settings cpu.yml --format concise",
            "[possible values: full, json]",
        ),
        (
            "--graph cpu.yml --format json",
            "[possible values: mermaid, dot, svg]",
        ),
        ("--schema config --format full", "[possible values: json]"),
        (
            "--list-files --format azure",
            "[possible values: full, concise, json]",
        ),
        (
            "--check --output mermaid=x",
            "'mermaid' for '--check --output <[FORMAT=]FILE>'",
        ),
        (
            "--check --output josn=x",
            "unknown format `josn`; the formats are full, ",
        ),
        (
            "--check --output json=",
            "a file is missing; write `json=FILE`",
        ),
        ("--check --output=", "a file is missing"),
        (
            "--check --output a.md --output json=a.md",
            "--output names a.md twice",
        ),
        (
            "--rules --output a --output b",
            "--rules has one output; use --output once",
        ),
        (
            "--check --statistics --format github",
            "--statistics counts findings",
        ),
        (
            "--check --statistics --output azure=x",
            "--statistics counts findings",
        ),
        (
            "--check --diff --format json",
            "--diff writes a unified diff",
        ),
        (
            "--check --diff --output json=x",
            "--diff writes a unified diff",
        ),
        (
            "--check --fix - --format json",
            "standard output gets the changed text",
        ),
        ("--write-baseline x --format json", "cannot be used with"),
        ("--list-files --fix", "cannot be used with"),
        (
            "--exit-zero --rules",
            "required arguments were not provided",
        ),
    ] {
        let run = project.run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        assert!(run.stderr.contains(told), "{run:?}");
    }
    let files = std::fs::read_dir(project.root()).unwrap();
    assert_eq!(files.count(), 2, "nothing was written");
}

#[test]
fn findings_need_not_fail() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let run = project.run(&check("--exit-zero"));
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("cluster-min-nodes"), "{run:?}");
    assert_eq!(
        project
            .run(&check("--exit-zero --diff --unsafe-fixes"))
            .code,
        0
    );
    assert_eq!(
        project.run(&check("--exit-zero cpu.yml missing.yml")).code,
        2
    );
    assert_eq!(project.run(&check("--exit-zero --output no/x")).code, 2);
}

#[test]
fn files_are_listed_as_they_would_be_checked() {
    let project = Project::default()
        .with("azml.yaml", "exclude: [old/]\n")
        .with(".gitignore", "build/\n")
        .with("jobs/sweep.yml", SWEEP)
        .with("cpu.yml", CLUSTER)
        .with("old/cpu.yml", CLUSTER)
        .with("build/cpu.yml", CLUSTER)
        .with("compose.yml", "services: {}\n");
    project.run("--list-files").is_as_in("list-files");
    project
        .run("--list-files --format json")
        .is_as_in("list-files-json");
    let names = project.run("--list-files --format concise");
    assert_eq!(names.stdout, "cpu.yml\njobs/sweep.yml\n", "{names:?}");
    assert_eq!(
        project.run("--check --list-files jobs").stdout,
        "jobs/sweep.yml  sweep job\n"
    );
    let checked: Value =
        serde_json::from_str(&project.run("--check --format json").stdout).unwrap();
    let listed: Value =
        serde_json::from_str(&project.run("--list-files --format json").stdout).unwrap();
    assert_eq!(checked["files"], listed["files"]);
    assert_eq!(project.run("--list-files missing.yml").code, 2);
}

#[test]
fn rules_are_written_for_machines_and_pages() {
    let project = Project::default();
    let page = project.run("--explain cluster-min-nodes --format json");
    let page: Value = serde_json::from_str(&page.stdout).unwrap();
    assert_eq!(
        (&page["version"], &page["name"]),
        (&1.into(), &"cluster-min-nodes".into())
    );
    let text = project.run("--explain cluster-min-nodes").stdout;
    assert_eq!(page["page"], text.as_str());
    assert_eq!(
        project
            .run("--explain cluster-min-nodes --format markdown")
            .stdout,
        text
    );
    let table = project.run("--rules --format markdown").stdout;
    assert_eq!(table.lines().count(), azml_rules::checks::RULES.len() + 2);
    let columns = |line: &str| line.replace("\\|", "").matches('|').count() - 1;
    assert!(table.lines().all(|line| columns(line) == 5), "{table}");
}

#[test]
fn a_summary_stays_below_the_limit_of_the_service() {
    let mut project = Project::default();
    let mut job =
        String::from("type: command\ncommand: python train.py\nenvironment: azureml:e:1\n");
    for number in 0..300 {
        job += &format!("unknown_{number:0>200}: 1\n");
    }
    for number in 0..20 {
        project = project.with(&format!("job{number}.yml"), &job);
    }
    let run =
        project.run("--check --no-config --only unknown-key --min-level hint --format markdown");
    assert!(
        (500_000..1_000_000).contains(&run.stdout.len()),
        "{}",
        run.stdout.len()
    );
    let items = run
        .stdout
        .lines()
        .filter(|line| line.starts_with("- "))
        .count();
    let last = run.stdout.lines().last().unwrap();
    assert_eq!(
        last,
        format!(
            "{} more findings would make this summary too long; run `azml-ls --check` to see all of them.",
            6000 - items
        )
    );
    assert_eq!(
        run.stdout.matches("<details>").count(),
        run.stdout.matches("</details>").count()
    );
}

#[test]
fn sarif_has_as_many_results_as_github_takes_and_the_severe_ones() {
    let keys: String = (0..900).map(|number| format!("k{number}: 1\n")).collect();
    let text = format!("{CLUSTER}{keys}");
    let project = (0..30).fold(Project::default(), |project, number| {
        project.with(&format!("{number}.yml"), &text)
    });
    let rules = "--only cluster-min-nodes,unknown-key";
    let run = project.run(&format!("--check {rules} --format sarif ."));
    let log: Value = serde_json::from_str(&run.stdout).unwrap();
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 25_000);
    assert!(results.iter().all(|result| result["level"] == "error"));
    let told = &run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
    let expected = "2030 findings omitted, the least severe: a SARIF file may have 25,000.";
    assert_eq!(told, expected);
}
