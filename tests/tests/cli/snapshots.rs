//! Snapshots of workspaces in `.azml/`: what is checked against them, and what they may contain.

use azml_tests::process::Project;

const SNAPSHOT: &str =
    r#"{"format": 1, "workspace": "dev", "location": "westeurope", "saved": "2026-11-20"}"#;

/// A project whose workspace is known.
fn project() -> Project {
    Project::default()
        .with(".git/HEAD", "")
        .with("azml.yaml", "as-of: 2026-11-21\n")
        .with(".azml/snapshot.json", SNAPSHOT)
        .with(
            ".azml/computes.json",
            r#"[{"name": "cpu-cluster", "type": "amlcompute", "size": "Standard_DS3_v2", "max_instances": 4}]"#,
        )
        .with(
            ".azml/environments.json",
            r#"[{"name": "train-env", "latest": "7", "versions": ["1", "2", "7"], "archived_versions": ["2"]}]"#,
        )
        .with(".azml/data.json", r#"[{"name": "wine", "latest": "1", "versions": ["1"]}]"#)
        .with(".azml/models.json", r#"[{"name": "churn", "latest": "3", "versions": ["3"]}]"#)
        .with(".azml/components.json", r#"[{"name": "prepare", "latest": "1", "labels": {"default": "1"}}]"#)
        .with(".azml/datastores.json", r#"[{"name": "lake", "type": "azure_blob"}]"#)
        .with(".azml/endpoints.json", r#"[{"name": "churn-scoring", "kind": "online"}]"#)
        .with(
            ".azml/sizes.json",
            "[\n{\"name\": \"Standard_DS3_v2\", \"family\": \"standardDSv2Family\", \"vcpus\": 4, \"gpus\": 0},\n\
             {\"name\": \"Standard_DS4_v2\", \"family\": \"standardDSv2Family\", \"vcpus\": 8, \"gpus\": 0}\n]",
        )
        .with(
            ".azml/quota.json",
            r#"[{"name": "Standard DSv2 Family Cluster Dedicated vCPUs", "kind": "family", "used": 0, "limit": 6}]"#,
        )
}

const JOB: &str = "\
$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
type: pipeline
settings:
  default_compute: azureml:cpu-cluster
inputs:
  data: {type: uri_folder, path: azureml:wine:1}
  raw: {type: uri_folder, path: azureml://datastores/lake/paths/raw/}
jobs:
  prepare:
    component: azureml:prepare@default
    inputs: {data: \"${{parent.inputs.data}}\", raw: \"${{parent.inputs.raw}}\"}
  train:
    type: command
    command: python -m train
    environment: azureml:train-env:7
    compute: azureml:cpu-cluster
";

const DEPLOYMENT: &str = "\
$schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
name: blue
endpoint_name: churn-scoring
model: azureml:churn:3
instance_type: Standard_DS3_v2
instance_count: 0
";

const CLUSTER: &str = "\
$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
type: amlcompute
name: new-cluster
size: Standard_DS3_v2
max_instances: 1
";

/// The rules that compare with the snapshot.
const RULES: [&str; 9] = [
    "unresolved-compute",
    "unresolved-asset",
    "unresolved-asset-version",
    "archived-asset",
    "outdated-asset-version",
    "unresolved-datastore",
    "unresolved-endpoint",
    "quota-exceeded",
    "size-not-in-region",
];

/// `file:line rule` for each finding of these rules.
fn found(project: &Project) -> Vec<String> {
    let only: Vec<String> = RULES.iter().map(|rule| format!("--only {rule}")).collect();
    let run = project.run(&format!("--check --format concise {}", only.join(" ")));
    assert!(run.code < 2, "{run:?}");
    let findings = run
        .stdout
        .lines()
        .filter(|line| line.contains("]: ") || line.contains('['));
    let shown = findings.filter_map(|line| {
        let mut parts = line.splitn(4, ':');
        let (file, line_number, _, rest) =
            (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let rule = RULES
            .iter()
            .find(|rule| rest.contains(&format!("[{rule}]")))?;
        Some(format!("{file}:{line_number} {rule}"))
    });
    shown.collect()
}

#[test]
fn what_the_workspace_has_is_not_reported() {
    let project = project()
        .with("job.yml", JOB)
        .with("deployment.yml", DEPLOYMENT)
        .with("cluster.yml", CLUSTER);
    assert_eq!(found(&project), Vec::<String>::new());
}

#[test]
fn each_of_ten_mistakes_is_found_at_its_line() {
    let mistakes = [
        (
            "job.yml",
            "azureml:wine:1",
            "azureml:wnie:1",
            "6 unresolved-asset",
        ),
        (
            "job.yml",
            "azureml:wine:1",
            "azureml:wine:4",
            "6 unresolved-asset-version",
        ),
        (
            "job.yml",
            "datastores/lake",
            "datastores/laek",
            "7 unresolved-datastore",
        ),
        (
            "job.yml",
            "prepare@default",
            "prepare@staging",
            "10 unresolved-asset-version",
        ),
        (
            "job.yml",
            "azureml:train-env:7",
            "azureml:trainenv:7",
            "15 unresolved-asset",
        ),
        (
            "job.yml",
            "azureml:train-env:7",
            "azureml:train-env:1",
            "15 outdated-asset-version",
        ),
        (
            "job.yml",
            "azureml:train-env:7",
            "azureml:train-env:2",
            "15 archived-asset",
        ),
        (
            "deployment.yml",
            "churn-scoring",
            "churn-scorng",
            "3 unresolved-endpoint",
        ),
        (
            "cluster.yml",
            "Standard_DS3_v2",
            "Standard_DS4_v2",
            "4 quota-exceeded",
        ),
        (
            "cluster.yml",
            "Standard_DS3_v2",
            "Standard_D4as_v4",
            "4 size-not-in-region",
        ),
    ];
    for (file, old, new, expected) in mistakes {
        let text = match file {
            "job.yml" => JOB,
            "deployment.yml" => DEPLOYMENT,
            _ => CLUSTER,
        };
        assert_eq!(text.matches(old).count(), 1, "{old}");
        let project = project().with(file, text.replace(old, new));
        assert_eq!(found(&project), [format!("{file}:{expected}")], "{new}");
    }
    let text = JOB.replace(
        "compute: azureml:cpu-cluster\n",
        "compute: azureml:cpu-clustr\n",
    );
    let found = found(&project().with("job.yml", text));
    assert_eq!(
        found,
        [
            "job.yml:4 unresolved-compute",
            "job.yml:16 unresolved-compute"
        ]
    );
}

#[test]
fn the_day_of_the_snapshot_is_that_of_its_computes() {
    let job = JOB.replace(
        "    compute: azureml:cpu-cluster\n",
        "    compute: azureml:other\n",
    );
    let project = project()
        .with("azml.yaml", "as-of: 2027-01-10\n")
        .with("job.yml", job);
    let run = project.run("--check --only unresolved-compute --format concise");
    assert!(run.stdout.contains("info[unresolved-compute]"), "{run:?}");
    let table = project.run("--computes").stdout;
    assert!(table.contains("of 2026-11-20"), "{table}");
}

#[test]
fn a_snapshot_of_a_newer_format_is_not_used() {
    let project = project()
        .with("job.yml", JOB.replace("azureml:wine:1", "azureml:wnie:1"))
        .with(
            ".azml/snapshot.json",
            r#"{"format": 2, "workspace": "dev"}"#,
        );
    let run = project.run("--check --only unresolved-asset");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    assert!(
        run.stderr.contains("newer format") && run.stderr.contains("update azml-ls"),
        "{run:?}"
    );
}

#[test]
fn hostile_snapshots_end_in_messages() {
    let deep = "[".repeat(100_000);
    let mapping = "{\"name\":".repeat(50_000);
    let many = format!(
        "[{}{{}}]",
        "{\"name\": \"\\u001b[31mx\\u0007\"},".repeat(1_000)
    );
    let large = format!("[{{\"name\": \"{}\"}}]", "x".repeat(17 << 20));
    let texts: [(&str, &[u8]); 9] = [
        ("nothing", b""),
        ("deep", deep.as_bytes()),
        ("deep mappings", mapping.as_bytes()),
        ("control characters", many.as_bytes()),
        ("too large", large.as_bytes()),
        ("half a list", b"[\n{\"name\": \"raw\"},\n{\"name\": \"wi"),
        ("a page", b"<html><body>Sign in</body></html>"),
        ("not UTF-8", b"[{\"name\": \"\xff\xfe\"}]"),
        (
            "aliases",
            b"[&a [x, x], &b [*a, *a], &c [*b, *b], &d [*c, *c]]",
        ),
    ];
    let job = JOB.replace("azureml:wine:1", "azureml:wnie:1");
    for (what, text) in texts {
        for file in ["snapshot.json", "data.json", "models.json", "quota.json"] {
            let project = project()
                .with("job.yml", job.as_str())
                .with(&format!(".azml/{file}"), text);
            let run = project.run("--check --only unresolved-asset");
            assert!(
                !run.stderr.contains("panicked"),
                "{what} in {file}: {run:?}"
            );
            assert!(
                !run.stderr.contains('\u{1b}') && !run.stderr.contains('\u{7}'),
                "{run:?}"
            );
            // Nothing is missing from what was not read completely.
            assert_eq!(run.code, 2, "{what} in {file}: {run:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_file_of_a_snapshot_that_is_a_link_out_of_the_repository_is_not_read() {
    let project = Project::default()
        .with("clone/.git/HEAD", "")
        .with("clone/job.yml", JOB)
        .with("clone/.azml/snapshot.json", SNAPSHOT)
        .with("outside/data.json", "[]");
    let link = project.root().join("clone/.azml/data.json");
    std::os::unix::fs::symlink("../../outside/data.json", link).expect("a link can be made");
    let run = project.run("--check --only unresolved-asset --format concise clone");
    assert!(
        run.code == 2 && run.stderr.contains("is a link to a file outside"),
        "{run:?}"
    );
    assert!(!run.stdout.contains("unresolved-asset"), "{run:?}");
}
