//! `--cost`, and `--cost --diff REF`.

use std::path::Path;
use std::process::Command;

use azml_tests::process::{Project, Run};

const ONLINE: &str = "$schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json\n\
    name: blue\nendpoint_name: scores\nmodel: azureml:m:1\ninstance_type: Standard_DS3_v2\ninstance_count: 1\n";

const COMPUTE: &str = "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\n\
    name: cpu\ntype: amlcompute\nsize: Standard_DS3_v2\nmin_instances: 1\nmax_instances: 4\n";

const JOB: &str = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
    command: python train.py\nenvironment: azureml:training:1\ncompute: azureml:cpu\n\
    resources: {instance_count: 2}\nlimits: {timeout: 1800}\n";

const SCHEDULE: &str = "$schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json\n\
    name: nightly\ntrigger: {type: cron, expression: \"0 6 * * *\"}\ncreate_job: ./job.yml\n";

/// git without the settings of this machine.
pub(crate) fn git(folder: &Path, arguments: &str) {
    let mut git = Command::new("git");
    git.args([
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b.c",
        "-c",
        "commit.gpgsign=false",
    ]);
    git.args(arguments.split_whitespace()).current_dir(folder);
    let output = git.output().expect("git can be started");
    assert!(output.status.success(), "{arguments}: {output:?}");
}

/// Runs azml-ls with the PATH of this test, on which git is.
pub(crate) fn run(project: &Project, arguments: &str) -> Run {
    let path = std::env::var("PATH").expect("there is a PATH");
    project.run_with(arguments, &[("PATH", &path)], b"")
}

fn folder() -> Project {
    Project::default()
        .with("deploy/blue.yml", ONLINE)
        .with("cluster.yml", COMPUTE)
        .with("jobs/job.yml", JOB)
        .with("jobs/nightly.yml", SCHEDULE)
}

/// A repository with five commits, each with a tag: the size, the number of instances, the times of the schedule,
/// the name of a file, and a file that is broken.
fn repository() -> Project {
    let mut project = folder();
    std::fs::remove_dir(project.root().join(".git")).expect("the folder is empty");
    git(project.root(), "init -q -b main");
    let commit = |project: &Project, tag: &str| {
        git(project.root(), "add -A");
        git(project.root(), &format!("commit -q -m {tag}"));
        git(project.root(), &format!("tag {tag}"));
    };
    commit(&project, "start");
    project = project.with("cluster.yml", COMPUTE.replace("DS3_v2", "DS4_v2"));
    commit(&project, "size");
    project = project.with("deploy/blue.yml", ONLINE.replace("count: 1", "count: 3"));
    commit(&project, "count");
    project = project.with("jobs/nightly.yml", SCHEDULE.replace("0 6 *", "0 6,18 *"));
    commit(&project, "schedule");
    git(project.root(), "mv deploy/blue.yml deploy/green.yml");
    commit(&project, "renamed");
    project = project.with(
        "jobs/job.yml",
        JOB.replace("{instance_count: 2}", "{instance_count: 2"),
    );
    commit(&project, "broken");
    project
}

#[test]
fn a_folder_is_listed_by_when_it_is_paid() {
    let project = folder();
    let table = project.run("--cost");
    assert_eq!((table.code, table.stderr.as_str()), (0, ""));
    for part in [
        "Paid every month",
        "online deployments: $214 a month",
        "computes that are not used: $214 a month",
        "schedules: about $8.91 a month",
        "Paid while it runs",
        "≈ $0.29",
        "East US list price of 2026-06-18",
    ] {
        assert!(table.stdout.contains(part), "{part}: {}", table.stdout);
    }
    let json = project.run("--cost --format json").stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("this is JSON");
    let job = &json["running"][0];
    assert_eq!(
        (&job["per_hour"], &job["run_bound"]),
        (&0.586.into(), &0.293.into())
    );
    assert_eq!(json["totals"]["schedules"]["at_most"], 1);
    assert_eq!(job["about"], serde_json::json!(["run_bound"]));
    let markdown = project.run("--cost --format markdown").stdout;
    assert!(
        markdown.contains("| --- |") || markdown.contains("|---|"),
        "{markdown}"
    );
}

#[test]
fn a_price_of_another_region_is_no_limit() {
    for (region, sign) in [("eastus", "≤ $0.29"), ("northeurope", "≈ $0.29")] {
        let workspace = format!(
            "$schema: https://azuremlschemas.azureedge.net/latest/workspace.schema.json\n\
             name: w\nlocation: {region}\n"
        );
        let table = folder()
            .with("workspace.yml", workspace)
            .run("--cost")
            .stdout;
        assert!(table.contains(sign), "{region}: {table}");
        let is_foreign = table.contains('≈') && !table.contains("≤ $");
        assert_eq!(is_foreign, region != "eastus", "{table}");
        let explained = "in North Europe, the price may be higher or lower";
        let is_explained = table.replace('\n', " ").contains(explained);
        assert_eq!(is_explained, region != "eastus", "{table}");
    }
}

#[test]
fn findings_and_computes_have_the_prices_of_the_region() {
    let workspace = |region: &str| {
        let schema = "$schema: https://azuremlschemas.azureedge.net/latest/workspace.schema.json";
        folder().with(
            "workspace.yml",
            format!("{schema}\nname: w\nlocation: {region}\n"),
        )
    };
    let list = "{\"Items\": [{\"currencyCode\": \"USD\", \"retailPrice\": 0.34, \"armRegionName\": \"westeurope\", \
        \"armSkuName\": \"Standard_DS3_v2\", \"productName\": \"Virtual Machines DSv2 Series\", \
        \"skuName\": \"DS3 v2\", \"meterName\": \"DS3 v2\", \"serviceName\": \"Virtual Machines\", \
        \"unitOfMeasure\": \"1 Hour\", \"type\": \"Consumption\"}], \"NextPageLink\": null}";
    let saved = workspace("westeurope").with(".azml/prices.json", list);
    // The snapshot says the same, without a workspace file.
    let snapshot = folder().with(".azml/prices.json", list).with(
        ".azml/snapshot.json",
        "{\"format\": 1, \"workspace\": \"w\", \"location\": \"westeurope\", \"saved\": \"2026-11-01\"}",
    );
    let title = "\"set `min_instances: 0`";
    for (project, price, basis, end) in [
        (
            workspace("eastus"),
            "$214",
            "East US list price of 2026-06-18",
            " and save about $214 a month\"",
        ),
        (
            saved,
            "$248",
            "West Europe saved list price",
            " and save about $248 a month\"",
        ),
        (
            snapshot,
            "$248",
            "West Europe saved list price",
            " and save about $248 a month\"",
        ),
        (
            workspace("northeurope"),
            "$214",
            "East US list price of 2026-06-18; in North Europe, the price may be higher or lower",
            "\"",
        ),
    ] {
        let found = project.run("--check --format json cluster.yml").stdout;
        let note = format!("about {price} a month ({basis}");
        assert!(found.contains(&note), "{note}: {found}");
        assert!(found.contains(&format!("{title}{end}")), "{end}: {found}");
        let table = project.run("--computes").stdout;
        let table = table.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            table.contains(price) && table.contains(&format!("Price per node: {basis}")),
            "{basis}: {table}"
        );
    }
}

#[test]
fn two_prices_are_no_formula() {
    let markdown = folder().run("--cost --format markdown").stdout;
    assert!(markdown.contains("\\$214"), "{markdown}");
    assert!(!markdown.replace("\\$", "").contains('$'), "{markdown}");
}

#[test]
fn the_run_fails_over_an_amount() {
    let project = folder();
    assert_eq!(project.run("--cost --fail-over 436").code, 1);
    assert_eq!(project.run("--cost --fail-over 437").code, 0);
    for amount in ["nan", "-1", "1e999", "x"] {
        assert_eq!(
            project.run(&format!("--cost --fail-over={amount}")).code,
            2,
            "{amount}"
        );
    }
}

#[test]
fn what_is_not_known_has_a_reason_and_a_next_step() {
    let job = JOB.replace("compute: azureml:cpu\n", "compute: azureml:gpu\n");
    let run = Project::default().with("job.yml", job).run("--cost");
    assert!(
        run.stdout
            .contains("1 × nothing describes the compute `gpu`"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .contains("For 1 of 1: save what the workspace holds with `azml-ls --refresh`")
    );
    let empty = Project::default().run("--cost");
    assert!(
        empty.stderr.contains("Nothing here costs anything"),
        "{}",
        empty.stderr
    );
}

#[test]
fn each_commit_shows_what_it_changed() {
    let project = repository();
    let markdown = run(&project, "--cost --diff start --format markdown");
    assert_eq!((markdown.code, markdown.stderr.as_str()), (0, ""));
    let text = &markdown.stdout;
    assert!(text.starts_with("<!-- azml-ls --cost -->\n"), "{text}");
    for part in [
        "deploy/green.yml",
        "was deploy/blue.yml",
        "$642",
        "Standard_DS4_v2",
        "has a syntax error",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    markdown.is_as_in("cost-diff-markdown");
    run(&project, "--cost --diff=start").is_as_in("cost-diff");
    let json = run(&project, "--cost --diff start --format json").stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("this is JSON");
    assert_eq!(json["changes"][0]["now"]["nodes"], 3);
    // The working tree is the last commit.
    let nothing = run(&project, "--cost --diff broken --format markdown");
    assert_eq!((nothing.code, nothing.stdout.as_str()), (0, ""));
    let only = run(&project, "--cost --diff start --format markdown deploy").stdout;
    assert!(
        only.contains("green.yml") && !only.contains("cluster.yml"),
        "{only}"
    );
    assert_eq!(run(&project, "--cost --diff start --fail-over 400").code, 1);
    assert_eq!(
        run(&project, "--cost --diff renamed --fail-over 400").code,
        0
    );
}

#[test]
fn nothing_of_a_repository_is_run() {
    let project = repository();
    let marks = project.root().join("mark");
    let script = format!("#!/bin/sh\ntouch {}\ncat\n", marks.display());
    let project = project
        .with(".git/evil", &script)
        .with(".gitattributes", "*.yml diff=evil filter=evil\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(project.root().join(".git/evil"), mode).expect("it is there");
    }
    let evil = project.root().join(".git/evil");
    let evil = evil.to_string_lossy();
    let config = format!(
        "\n[core]\n\tfsmonitor = {evil}\n\thooksPath = {evil}\n\tpager = {evil}\n\tsshCommand = {evil}\n\
         [diff \"evil\"]\n\ttextconv = {evil}\n[filter \"evil\"]\n\tsmudge = {evil}\n\tclean = {evil}\n\
         [extensions]\n\tpartialClone = evil\n[remote \"evil\"]\n\tpromisor = true\n\turl = ext::{evil}\n\
         \tuploadpack = {evil}\n"
    );
    let path = project.root().join(".git/config");
    let own = std::fs::read_to_string(&path).expect("it is there");
    std::fs::write(&path, own + &config).expect("it can be written");
    let shown = run(&project, "--cost --diff start");
    assert_eq!(shown.code, 0, "{}", shown.stderr);
    assert!(shown.stdout.contains("blue.yml"), "{}", shown.stdout);
    // An object that is missing is not fetched.
    let gone = run(
        &project,
        "--cost --diff 1234567890123456789012345678901234567890",
    );
    assert_eq!(gone.code, 2);
    assert!(!marks.exists(), "something of the repository was run");
}

#[test]
fn a_commit_is_never_an_option() {
    let project = repository();
    for commit in [
        "-x",
        "--output=mark",
        "--upload-pack=evil",
        "no-such",
        "start:cluster.yml",
        "a..b",
    ] {
        let refused = run(&project, &format!("--cost --diff={commit}"));
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{commit}");
        assert!(
            refused.stderr.contains("--diff"),
            "{commit}: {}",
            refused.stderr
        );
    }
    assert!(!project.root().join("mark").exists());
    let outside = Project::default().with("cluster.yml", COMPUTE);
    std::fs::remove_dir(outside.root().join(".git")).expect("the folder is empty");
    let refused = run(&outside, "--cost --diff main");
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    // A check has another `--diff`.
    assert_eq!(run(&project, "--check --diff cluster.yml").code, 0);
}

#[cfg(unix)]
#[test]
fn hostile_names_are_shown_as_text() {
    let project = Project::default();
    std::fs::remove_dir(project.root().join(".git")).expect("the folder is empty");
    git(project.root(), "init -q -b main");
    git(project.root(), "commit -q --allow-empty -m empty");
    let name = "-rf `x`|<img src=x>\u{1b}[31m\n.yml";
    let project = project.with(name, ONLINE);
    let shown = run(&project, "--cost --diff main --format markdown");
    assert_eq!(shown.code, 0, "{}", shown.stderr);
    // A backslash makes it text in Markdown.
    let obeyed = shown.stdout.replace("\\<img", "");
    assert!(
        !obeyed.contains("<img") && !obeyed.contains('\u{1b}'),
        "{obeyed}"
    );
    assert!(shown.stdout.contains("$214"), "{}", shown.stdout);
}

#[test]
fn hostile_numbers_and_rings_end_in_words() {
    let many = "1000000000000000000000000000000";
    let ring = "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\n\
        type: pipeline\nsettings: {default_compute: azureml:cpu}\njobs:\n\
        \x20 a: {type: command, command: x, environment: azureml:e:1, inputs: {i: '${{parent.jobs.b.outputs.o}}'}, outputs: {o: }}\n\
        \x20 b: {type: command, command: x, environment: azureml:e:1, inputs: {i: '${{parent.jobs.a.outputs.o}}'}, outputs: {o: }}\n";
    let project = folder()
        .with(
            "many.yml",
            JOB.replace("instance_count: 2", &format!("instance_count: {many}")),
        )
        .with("long.yml", JOB.replace("1800", many))
        .with("minus.yml", JOB.replace("1800", "-5"))
        .with(
            "blue.yml",
            ONLINE.replace("count: 1", &format!("count: {many}")),
        )
        .with(
            "cluster2.yml",
            COMPUTE
                .replace("name: cpu", "name: cpu2")
                .replace("max_instances: 4", &format!("max_instances: {many}")),
        )
        .with("ring.yml", ring)
        .with("jobs/self.yml", SCHEDULE.replace("./job.yml", "./self.yml"))
        .with(
            "jobs/ended.yml",
            SCHEDULE.replace(
                "\"}",
                "\", start_time: '2026-05-01T00:00:00', end_time: '2026-04-01T00:00:00'}",
            ),
        )
        .with("jobs/never.yml", SCHEDULE.replace("0 6 *", "61 25 *"));
    for format in ["full", "markdown", "json"] {
        let list = project.run(&format!("--cost --format {format}"));
        assert_eq!((list.code, list.stderr.as_str()), (0, ""), "{format}");
        for wrong in ["inf", "NaN", "nan", "-$", "e+"] {
            assert!(!list.stdout.contains(wrong), "{wrong}: {}", list.stdout);
        }
    }
    let list = project.run("--cost").stdout;
    for part in [
        "the instance_count is out of range",
        "its steps wait for each other",
    ] {
        assert!(list.contains(part), "{part}: {list}");
    }
    for file in [
        "many.yml",
        "long.yml",
        "minus.yml",
        "blue.yml",
        "cluster2.yml",
        "ring.yml",
        "jobs/ended.yml",
        "jobs/never.yml",
        "jobs/self.yml",
    ] {
        let plan = project.run(&format!("--plan {file}"));
        assert_eq!((plan.code, plan.stderr.as_str()), (0, ""), "{file}");
        assert!(
            plan.stdout.contains("not known") || file == "cluster2.yml",
            "{file}: {}",
            plan.stdout
        );
    }
}

#[test]
fn prices_that_are_no_amounts_are_refused() {
    for price in ["-1", ".nan", ".inf", "1e999", "NaN"] {
        let config =
            format!("prices: {{Standard_DS3_v2: {price}}}\nbudgets: [{{per_run: {price}}}]\n");
        let run = folder().with("azml.yaml", config).run("--cost");
        assert_eq!(run.code, 2, "{price}");
        let count = run.stderr.matches("is not an amount of money").count();
        assert_eq!(count, 2, "{price}: {}", run.stderr);
        assert!(
            run.stdout.contains("East US list price"),
            "{price}: {}",
            run.stdout
        );
    }
}

#[cfg(unix)]
#[test]
fn a_repository_with_a_hostile_name_is_a_folder() {
    let project = Project::default();
    let name = "--output=x;$(touch${IFS}mark)`touch${IFS}mark`|&";
    let project = project.with(&format!("{name}/blue.yml"), ONLINE);
    let top = project.root().join(name);
    git(&top, "init -q -b main");
    git(&top, "add -A");
    git(&top, "commit -q -m one");
    let project = project.with(
        &format!("{name}/blue.yml"),
        ONLINE.replace("count: 1", "count: 2"),
    );
    let shown = run(
        &project,
        &format!("--cost --diff main --format markdown ./{name}"),
    );
    assert_eq!((shown.code, shown.stderr.as_str()), (0, ""));
    assert!(
        shown.stdout.contains("$428") || shown.stdout.contains("$427"),
        "{}",
        shown.stdout
    );
    assert!(!project.root().join("mark").exists() && !top.join("mark").exists());
}

#[test]
fn a_comment_is_never_longer_than_github_takes() {
    let mut project = Project::default();
    std::fs::remove_dir(project.root().join(".git")).expect("the folder is empty");
    git(project.root(), "init -q -b main");
    git(project.root(), "commit -q --allow-empty -m empty");
    for file in 0..700 {
        let name = format!("deployments/{}/{file}.yml", "long-name-\u{fc}".repeat(12));
        project = project.with(&name, ONLINE);
    }
    let shown = run(&project, "--cost --diff main --format markdown");
    assert_eq!((shown.code, shown.stderr.as_str()), (0, ""));
    let text = shown.stdout;
    let length = text.chars().count();
    assert!((30_000..=60_000).contains(&length), "{length}");
    assert!(
        text.starts_with("<!-- azml-ls --cost -->\n**Costs: 700 files changed"),
        "{}",
        &text[..200]
    );
    assert_eq!(
        text.matches("<details>").count(),
        text.matches("</details>").count()
    );
    assert!(text.contains(" more.\n") && text.contains("East US list price"));
}
