//! `azml.yaml` and inventory files.

use azml_rules::rule::RuleMark;
use azml_tests::process::{Project, Run};

use crate::{CLUSTER, INSTANCE, SWEEP, check};

const OFF: &str = "rules: {cluster-min-nodes: off}\n";

fn concise(project: &Project, arguments: &str) -> Run {
    project.run(&format!("--check --format concise {arguments}"))
}

/// The level at which the cluster is reported.
fn level(project: &Project, arguments: &str) -> Option<String> {
    let out = concise(project, &format!("--min-level hint {arguments}")).stdout;
    let line = out
        .lines()
        .find(|line| line.contains("[cluster-min-nodes]"))?;
    line.split(' ').nth(1)?.split('[').next().map(str::to_owned)
}

#[test]
fn the_closest_file_wins() {
    let project = Project::default()
        .with("azml.yaml", "rules: {cluster-min-nodes: error}\n")
        .with("a/azml.yaml", "rules: {cluster-min-nodes: info}\n")
        .with("a/b/cpu.yml", CLUSTER)
        .with("other.yaml", "rules: {cluster-min-nodes: hint}\n");
    assert_eq!(level(&project, "").as_deref(), Some("info"));
    assert_eq!(
        level(&project, "a/b/cpu.yml").as_deref(),
        Some("info"),
        "also above the path"
    );
    assert_eq!(
        level(&project, "--config other.yaml").as_deref(),
        Some("hint")
    );
    assert_eq!(level(&project, "--no-config").as_deref(), Some("warning"));
}

#[test]
fn the_top_of_the_repository_is_the_limit() {
    let project = Project::default()
        .with("azml.yaml", OFF)
        .with("inner/.git/HEAD", "")
        .with("inner/cpu.yml", CLUSTER);
    assert_eq!(level(&project, "inner").as_deref(), Some("warning"));
}

#[test]
fn a_file_extends_another_one() {
    let project = Project::default()
        .with(
            "base.yaml",
            "rules: {cluster-min-nodes: error, sweep-on-single-node: info}\n\
                computes: {ci: {type: computeinstance}}\n",
        )
        .with(
            "azml.yaml",
            "extends: base.yaml\nrules: {cluster-min-nodes: hint}\n",
        )
        .with("cpu.yml", CLUSTER)
        .with("sweep.yml", SWEEP);
    assert_eq!(level(&project, "").as_deref(), Some("hint"));
    assert!(
        concise(&project, "")
            .stdout
            .contains("info[sweep-on-single-node]")
    );
    let circle = Project::default()
        .with("azml.yaml", "extends: b.yaml\n")
        .with("b.yaml", "extends: azml.yaml\n");
    circle
        .with("cpu.yml", CLUSTER)
        .run(&check("--format concise"))
        .is_as_in("extends-circle");
    let missing = Project::default()
        .with("azml.yaml", "extends: ../nowhere.yaml\n")
        .with("cpu.yml", INSTANCE);
    let run = missing.run(&check(""));
    assert!(
        run.code == 2 && run.stderr.contains("nowhere.yaml is outside the project"),
        "{run:?}"
    );
}

#[test]
fn the_schema_can_be_left_to_others() {
    let typo = format!("{CLUSTER}max_nodes: 4\nmax_instances: 9\n");
    let rules = |settings: &str, arguments: &str| {
        let project = Project::default()
            .with("azml.yaml", settings)
            .with("base.yaml", "schemaChecks: off\n");
        let out = concise(&project.with("cpu.yml", &typo), arguments).stdout;
        ["cluster-min-nodes", "duplicate-key", "unknown-key"]
            .map(|rule| out.contains(&format!("[{rule}]")))
    };
    assert_eq!(rules("rules: {}\n", ""), [true, true, true]);
    assert_eq!(rules("schemaChecks: off\n", ""), [true, false, false]);
    assert_eq!(rules("extends: base.yaml\n", ""), [true, false, false]);
    assert_eq!(
        rules("extends: base.yaml\nschemaChecks: on\n", ""),
        [true, true, true]
    );
    assert_eq!(
        rules("schemaChecks: off\nrules: {unknown-key: warning}\n", ""),
        [true, false, true]
    );
    assert_eq!(
        rules("schemaChecks: off\n", "--only unknown-key"),
        [false, false, true]
    );
}

#[test]
fn a_rule_in_preview_that_is_named_stays_off_and_says_so() {
    let mut rules = azml_rules::checks::RULES.iter();
    let Some(rule) = rules.find(|rule| rule.is(RuleMark::Preview)) else {
        return;
    };
    let name = rule.name;
    let told = |settings: &str, arguments: &str| {
        let project = Project::default().with("azml.yaml", settings);
        let run = concise(&project.with("cpu.yml", CLUSTER), arguments);
        let mut lines = run.stderr.lines();
        lines.find_map(|line| Some(line.strip_prefix("azml-ls: warning: ")?.to_owned()))
    };
    let named = format!("rules:\n  {name}: warning\n");
    assert_eq!(
        told(&named, "").unwrap(),
        format!(
            "azml.yaml:2:3: `{name}` is a preview rule, so it stays off; add `preview: true` to \
             azml.yaml, or use --preview"
        )
    );
    assert_eq!(
        told("", &format!("--only {name}")).unwrap(),
        format!("`{name}` is a preview rule, so it stays off; use --preview")
    );
    for settings in [
        format!("preview: true\n{named}"),
        named.replace("warning", "off"),
    ] {
        assert_eq!(told(&settings, ""), None);
    }
    assert_eq!(told(&named, "--preview"), None);
    assert_eq!(told("", &format!("--preview --only {name}")), None);
}

#[test]
fn the_command_line_comes_last() {
    let project = Project::default()
        .with("azml.yaml", OFF)
        .with("cpu.yml", CLUSTER);
    assert_eq!(level(&project, ""), None);
    assert_eq!(
        level(&project, "--only cluster-min-nodes").as_deref(),
        Some("warning")
    );
    assert_eq!(level(&project, "--no-config --off cluster-min-nodes"), None);
}

#[test]
fn what_is_not_understood_is_told_with_its_place() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let unknown = project.with("azml.yaml", "rulez: {}\nrules:\n  cluster-min-node: off\n");
    let run = unknown.run(&check("--format concise"));
    run.is_as_in("config-unknown-names");
    let wrong = unknown.with(
        "azml.yaml",
        "rules:\n  cluster-min-nodes: loud\nexclude: {a: 1}\n",
    );
    wrong
        .run(&check("--format concise"))
        .is_as_in("config-wrong-values");
    let broken = wrong.with("azml.yaml", "rules: {cluster-min-nodes: off\n");
    let run = broken.run(&check("--format concise"));
    assert!(
        run.code == 2 && run.stderr.starts_with("azml-ls: error: azml.yaml:"),
        "{run:?}"
    );
    assert!(
        run.stdout.contains("[cluster-min-nodes]"),
        "the rest is still checked"
    );
    let run = broken.run(&check("--config nowhere.yaml"));
    assert!(
        run.code == 2 && run.stderr.contains("nowhere.yaml can't be read"),
        "{run:?}"
    );
}

#[test]
fn a_byte_order_mark_or_utf16_is_no_obstacle() {
    let project = Project::default()
        .with("azml.yaml", format!("\u{feff}{OFF}"))
        .with("cpu.yml", CLUSTER);
    assert_eq!(level(&project, ""), None);
    let mut bytes = vec![0xfe, 0xff];
    bytes.extend(OFF.encode_utf16().flat_map(u16::to_be_bytes));
    assert_eq!(level(&project.with("azml.yaml", bytes), ""), None);
}

#[test]
fn a_hostile_file_is_refused_before_it_costs_time() {
    let project = Project::default()
        .with("azml.yaml", "[".repeat(100_000))
        .with("cpu.yml", CLUSTER);
    let run = project.run(&check("--format concise"));
    assert!(
        run.code == 2 && run.stderr.starts_with("azml-ls: error: azml.yaml:1:"),
        "{run:?}"
    );
    assert!(run.stdout.contains("[cluster-min-nodes]"));
    let large = project
        .with("azml.yaml", "# x\n".repeat(300_000))
        .run(&check("--format concise"));
    assert!(
        large.code == 2 && large.stderr.contains("larger than 1 MiB"),
        "{large:?}"
    );
}

#[test]
fn an_inventory_names_computes() {
    let list = r#"[{"name": "ci", "type": "computeinstance"}]"#;
    let found = |project: &Project, arguments: &str| {
        let run = project.run(&check(&format!("--format concise {arguments}")));
        assert!(run.code < 2, "{run:?}");
        run.stdout.contains("[sweep-on-single-node]")
    };
    let project = Project::default().with("jobs/sweep.yml", SWEEP);
    assert!(!found(&project, ""));
    let project = project.with("saved.json", list);
    assert!(found(&project, "--inventory saved.json"));
    let project = project.with(".azml/computes.json", list);
    assert!(found(&project, "") && found(&project, "jobs/sweep.yml"));
    let project = project
        .with(".azml/computes.json", "[]")
        .with("azml.yaml", "inventory: saved.json\n");
    assert!(found(&project, ""), "what azml.yaml names comes first");
    let project = project.with("empty.json", "[]");
    assert!(
        !found(&project, "--inventory empty.json"),
        "the command line comes first of all"
    );
    // `az ml compute list > computes.json` in PowerShell 5 writes UTF-16.
    let mut bytes = vec![0xff, 0xfe];
    bytes.extend(list.encode_utf16().flat_map(u16::to_le_bytes));
    assert!(found(
        &project.with("utf16.json", bytes),
        "--inventory utf16.json"
    ));
}

#[test]
fn infrastructure_code_names_computes() {
    let terraform = "resource \"azurerm_machine_learning_compute_instance\" \"ci\" {\n  \
        name = \"ci\"\n  virtual_machine_size = var.size\n}\n";
    let script =
        "SIZE=Standard_DS3_v2\naz ml compute create -n ci -t computeinstance --size $SIZE\n";
    let workflow = "jobs:\n  a:\n    uses: ./.github/workflows/create-compute.yml\n    with: \
        {cluster_name: ci, size: Standard_DS3_v2, min_instances: 0, max_instances: 4}\n";
    let with = |files: &[(&str, &str)]| {
        let mut project = Project::default().with("jobs/sweep.yml", SWEEP);
        for (path, text) in files {
            project = project.with(path, *text);
        }
        project
    };
    let found = |project: &Project| {
        let run = project.run(&check("--format concise"));
        assert!(run.code < 2, "{run:?}");
        run.stdout.contains("[sweep-on-single-node]")
    };
    let variables = (
        "infra/variables.tf",
        "variable \"size\" { default = \"S\" }\n",
    );
    assert!(!found(&with(&[])));
    assert!(found(&with(&[("infra/main.tf", terraform)])));
    assert!(found(&with(&[("setup.sh", script)])));
    assert!(!found(&with(&[(".github/workflows/a.yml", workflow)])));
    let ignored = [("infra/main.tf", terraform), (".gitignore", "infra/\n")];
    assert!(!found(&with(&ignored)));
    let all = [
        ("infra/main.tf", terraform),
        variables,
        ("setup.sh", script),
        (".github/workflows/a.yml", workflow),
    ];
    let listed = with(&all).run("--computes --format json");
    let listed: serde_json::Value = serde_json::from_str(&listed.stdout).expect("JSON");
    let rows = listed["computes"].as_array().expect("a list").iter();
    let places = rows.map(|row| {
        assert_eq!(row["found_in"]["source"], "infrastructure");
        let (path, size) = (&row["found_in"]["path"], &row["size"]);
        format!("{path} {size}").replace(['"', '\\'], "")
    });
    assert_eq!(
        places.collect::<Vec<_>>(),
        [
            ".github/workflows/a.yml Standard_DS3_v2",
            "infra/main.tf S",
            "setup.sh Standard_DS3_v2"
        ]
    );
}

#[test]
fn hostile_terraform_does_no_harm() {
    let start = "resource \"azurerm_machine_learning_compute_cluster\" \"a\" {\n name = ";
    let with = |text: Vec<u8>| {
        let project = Project::default().with("jobs/sweep.yml", SWEEP);
        project.with("infra/main.tf", text)
    };
    let texts = [
        format!("{start}{}", "{".repeat(50 << 20)).into_bytes(),
        format!("{start}{}", "[{(".repeat(100_000)).into_bytes(),
        format!("{start}{}", "\"${".repeat(100_000)).into_bytes(),
        format!("{start}{{ {} }}\n}}\n", "a = 1, ".repeat(100_000)).into_bytes(),
        format!("{start}\"\u{1b}[31m\u{7}\u{202e}ci\"\n}}\n").into_bytes(),
        [start.as_bytes(), b"\"\xff\xfe\"\n}\n"].concat(),
        [start.as_bytes(), &[0; 1000]].concat(),
    ];
    for text in texts {
        let project = with(text);
        let run = project.run(&check("--format concise"));
        assert_eq!((run.code, &*run.stderr), (0, "1 file passed.\n"));
        let listed = project.run("--computes");
        let is_plain = |c: char| c == '\n' || !c.is_control() && c != '\u{202e}';
        assert!(
            listed.code < 2 && listed.stdout.chars().all(is_plain),
            "{listed:?}"
        );
    }
}

#[test]
fn an_inventory_that_cannot_be_read_is_told_with_its_place() {
    let project = Project::default()
        .with("sweep.yml", SWEEP)
        .with("cut.json", "[{\"name\": \"ci\",\n \"type\": \"comp");
    let run = project.run(&check("--inventory cut.json"));
    assert!(
        run.code == 2 && run.stderr.starts_with("azml-ls: error: cut.json:"),
        "{run:?}"
    );
    assert!(run.stderr.contains(" (byte "), "{run:?}");
    for inventory in ["cut.json", "nowhere.json"] {
        let run = project.run(&format!(
            "--check --only unresolved-compute --inventory {inventory}"
        ));
        assert_eq!(run.stdout, "", "what was not read is not missing");
    }
    project
        .run(&check("--inventory nowhere.json"))
        .is_as_in("inventory-missing");
    project
        .with("other.json", "\"hello\"")
        .run(&check("--inventory other.json"))
        .is_as_in("inventory-other");
}

#[test]
fn projects_beside_each_other_do_not_share_names() {
    let job = "type: command\ncommand: echo\nenvironment: azureml:e:1\n\
               compute: azureml:gpu\nresources: {instance_count: 9}\n";
    let cluster = "type: amlcompute\nname: gpu\nsize: Standard_D4s_v5\nmax_instances: 2\n";
    let reported = |project: &Project| {
        let out = concise(project, "").stdout;
        let lines = out.lines();
        let found = lines.filter(|line| line.contains("[nodes-exceed-cluster-max]"));
        let files: Vec<String> = found
            .filter_map(|line| Some(line.split_once(':')?.0.replace('\\', "/")))
            .collect();
        files.join(" ")
    };
    let project = Project::default()
        .with("a/job.yml", job)
        .with("b/job.yml", job)
        .with("b/gpu.yml", cluster);
    assert_eq!(reported(&project), "a/job.yml b/job.yml", "one project");
    let project = project.with("a/azml.yaml", "").with("b/azml.yaml", "");
    assert_eq!(reported(&project), "b/job.yml", "an empty file is enough");
    let project = project.with("gpu.yml", cluster);
    assert_eq!(reported(&project), "a/job.yml b/job.yml", "what is around");
}

#[test]
fn a_broken_configuration_counts_only_where_it_holds() {
    let project = Project::default()
        .with(".git/HEAD", "")
        .with("broken/azml.yaml", "rules: {nonsense: off}\n")
        .with("broken/job.yml", "type: command\ncommand: echo\n")
        .with("jobs/cpu.yml", CLUSTER);
    let cluster = CLUSTER.as_bytes();
    for arguments in [
        "jobs/cpu.yml",
        "jobs",
        "--fix - --stdin-filename jobs/new.yml",
    ] {
        let run = project.run_with(&check(arguments), &[], cluster);
        assert!(run.code != 2 && !run.stderr.contains("nonsense"), "{run:?}");
    }
    for arguments in [".", "broken", "jobs broken/job.yml"] {
        let run = project.run(&check(arguments));
        assert!(run.code == 2 && run.stderr.contains("nonsense"), "{run:?}");
    }
    // What is above a file holds for it.
    let project = project.with("azml.yaml", "rules: {odd: off}\n");
    let run = project.run(&check("jobs/cpu.yml"));
    assert!(run.code == 2 && run.stderr.contains("odd"), "{run:?}");
    assert!(!run.stderr.contains("nonsense"), "{run:?}");
}
