//! Tests of hovers at a cursor, marked by `│` in one of several files.

use azml_rules::compute::Inventory;
use azml_rules::config;
use azml_rules::date::Date;
use azml_rules::document::Document;
use azml_rules::path::PathStyle;
use azml_rules::settings::Settings;
use azml_rules::workspace::Workspace;

use super::{Hover, hover};
use crate::Site;

const JOB: &str =
    "$schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json\ntype: sweep\n";
const LIMITS: &str = "limits: {max_total_trials: 24, max_concurrent_trials: 4}\n";
const CLUSTER: &str = "\
    $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\ntype: amlcompute\n\
    name: cpu-cluster\nsize: Standard_DS3_v2\nmax_instances: 4\ntier: low_priority\n";
const INSTANCE: &str = "type: computeinstance\nname: ci-anna\n";

/// Returns the hover at the mark, and the text that it describes.
fn card(files: &[(&str, &str)]) -> Option<(String, String)> {
    let mut workspace = Workspace::default();
    let mut cursor = None;
    let mut settings = Settings::default();
    for (name, text) in files {
        let path = format!("/p/{name}");
        if let Some(at) = text.find('│') {
            cursor = Some((path.clone(), u32::try_from(at).unwrap()));
        }
        let text = text.replace('│', "");
        match *name {
            "azml.yaml" => settings = config::read(&path.as_str().into(), &text, PathStyle::Unix).0,
            "computes.json" => settings
                .inventories
                .push(Inventory::read(path.as_str(), &text).0),
            _ => {}
        }
        workspace.insert(Document::new(path, text));
    }
    workspace.set_settings("/p", settings);
    let (path, offset) = cursor?;
    let document = workspace.document(&path)?;
    let text_of = |_: &str| None;
    let site =
        Site::new(document, &workspace, "/p", &text_of).at(Some(Date::new(2026, 11, 21).begins()));
    let Hover { text, range } = hover(&site, offset)?;
    Some((text.into_string(), range.slice(document.text()).to_owned()))
}

/// Returns the hover of one file at the mark.
fn one(text: &str) -> Option<(String, String)> {
    card(&[("job.yml", text)])
}

fn text(files: &[(&str, &str)]) -> String {
    card(files).expect("there is a card").0
}

#[test]
fn a_known_compute_is_headed_by_its_name() {
    let job = format!("{JOB}compute: azureml:cpu-│cluster\n{LIMITS}");
    let (text, about) = card(&[("jobs/job.yml", &job), ("computes/cpu.yml", CLUSTER)]).unwrap();
    assert_eq!(about, "azureml:cpu-cluster");
    let head: Vec<&str> = text.lines().take(4).collect();
    assert_eq!(
        head,
        [
            "### `cpu-cluster`: compute cluster",
            "",
            "`Standard_DS3_v2` · 0 to 4 nodes · low_priority  ",
            "Defined in `computes/cpu.yml:3`",
        ]
    );
    assert!(
        text.contains("- **Good for:** training on large data"),
        "{text}"
    );
    assert!(text.contains("(https://learn.microsoft.com/"), "{text}");
}

#[test]
fn nothing_is_told_twice() {
    let words = one("type: amlcompute\nname: c\nti│er: dedicated\n")
        .unwrap()
        .0;
    assert!(
        words.contains("- **Values:**") && !words.contains("**Type:**"),
        "{words}"
    );
    let word = one("type: amlcompute\nname: c\ntier: dedi│cated\n")
        .unwrap()
        .0;
    assert!(
        word.contains("**`dedicated`:**") && !word.contains("- `dedicated`:"),
        "{word}"
    );
    let job = format!("{JOB}compute: azureml:cpu-│cluster\n");
    let dedicated = CLUSTER.replace("tier: low_priority\n", "min_instances: 1\n");
    let compute = text(&[("job.yml", &job), ("cpu.yml", &dedicated)]);
    assert_eq!(compute.matches("list price of").count(), 1, "{compute}");
}

#[test]
fn computes_are_found_in_settings_and_inventory() {
    let job = format!("{JOB}compute: azureml:│gpu\n");
    let config = (
        "azml.yaml",
        "computes:\n  gpu: {type: amlcompute, max_instances: 2}\n",
    );
    let found = text(&[("job.yml", &job), config]);
    assert!(found.contains("Listed in `azml.yaml:2`"), "{found}");
    let inventory = (
        "computes.json",
        r#"[{"name": "gpu", "type": "kubernetes"}]"#,
    );
    let found = text(&[("job.yml", &job), inventory]);
    assert!(
        found.starts_with("### `gpu`: Kubernetes compute") && found.contains("In the inventory"),
        "{found}"
    );
}

#[test]
fn an_unknown_compute_lists_the_known_ones() {
    let job = format!("{JOB}compute: azureml:│gone\n");
    let found = text(&[
        ("job.yml", &job),
        ("ci.yml", INSTANCE),
        ("cpu.yml", CLUSTER),
    ]);
    assert!(found.starts_with("### `gone`: unknown compute"), "{found}");
    assert!(
        found.contains("Known computes: `ci-anna`, `cpu-cluster`\n"),
        "{found}"
    );
}

#[test]
fn several_definitions_are_listed() {
    let job = format!("{JOB}compute: azureml:│ci-anna\n");
    let other = "type: amlcompute\nname: ci-anna\nmax_instances: 2\n";
    let found = text(&[
        ("job.yml", &job),
        ("dev/ci.yml", INSTANCE),
        ("prod/ci.yml", other),
    ]);
    assert!(found.contains("Defined in 2 places"), "{found}");
    assert!(
        found.contains("- Defined in `dev/ci.yml:2`: compute instance"),
        "{found}"
    );
    assert!(
        found.contains("- Defined in `prod/ci.yml:2`: compute cluster, 0 to 2 nodes"),
        "{found}"
    );
}

#[test]
fn the_words_local_and_serverless_have_cards() {
    let local = "type: command\ncommand: x\nenvironment: e\ncompute: lo│cal\n";
    assert!(one(local).unwrap().0.starts_with("### Local compute"));
    let serverless =
        "type: pipeline\njobs: {}\nsettings:\n  default_compute: azureml:serv│erless\n";
    assert!(
        one(serverless)
            .unwrap()
            .0
            .starts_with("### Serverless compute")
    );
}

#[test]
fn steps_have_cards_and_inputs_have_none() {
    let pipeline = "type: pipeline\njobs:\n  train:\n    compute: azureml:ci-│anna\n    \
                    inputs: {compute: x}\n";
    assert!(
        text(&[("job.yml", pipeline), ("ci.yml", INSTANCE)])
            .contains("### `ci-anna`: compute instance")
    );
    assert_eq!(
        one("type: pipeline\njobs:\n  train:\n    inputs: {compute: │x}\n"),
        None
    );
}

#[test]
fn the_type_of_a_compute_file_has_a_card() {
    for (kind, heading) in [
        ("amlcompute", "Compute cluster"),
        ("computeinstance", "Compute instance"),
        ("kubernetes", "Kubernetes compute"),
        ("virtualmachine", "Attached virtual machine"),
        ("synapsespark", "Attached Synapse Spark pool"),
    ] {
        let (text, about) = one(&format!("type: {kind}│\nname: c\nnamespace: n\n")).unwrap();
        assert!(text.starts_with(&format!("### {heading}\n")), "{text}");
        assert_eq!(about, kind);
    }
}

#[test]
fn the_schema_of_endpoints_and_deployments_has_a_card() {
    for (schema, heading) in [
        ("managedOnlineEndpoint", "Managed online endpoint"),
        ("managedOnlineDeployment", "Managed online deployment"),
        ("kubernetesOnlineDeployment", "Kubernetes online deployment"),
        ("batchEndpoint", "Batch endpoint"),
    ] {
        let kubernetes = if schema.starts_with("kube") {
            "type: kubernetes\n"
        } else {
            ""
        };
        let text = format!(
            "$schema: https://azuremlschemas.azureedge.net/latest/{schema}│.schema.json\n\
             {kubernetes}"
        );
        assert!(
            one(&text).unwrap().0.starts_with(&format!("### {heading}")),
            "{schema}"
        );
    }
}

/// Returns what the hover says about the number in this file.
fn here(text: &str) -> String {
    let card = one(text).unwrap_or_else(|| panic!("no card: {text}")).0;
    let said = card
        .lines()
        .find_map(|line| line.strip_prefix("**Here:** "));
    said.unwrap_or("nothing").to_owned()
}

#[test]
fn fields_are_explained_with_the_numbers_of_the_file() {
    let nodes = "type: amlcompute\nname: c\nmin_instances: │0\nmax_instances: 4\n";
    assert_eq!(
        here(nodes),
        "0 to 4 nodes: no machines are billed while idle"
    );
    let nodes =
        "type: amlcompute\nname: c\nsize: Standard_DS3_v2\nmin_instances: 2\nmax_│instances: 4\n";
    assert_eq!(
        here(nodes),
        "2 to 4 nodes of Standard_DS3_v2: 2 nodes are billed around the clock, even when idle; \
         with all nodes running, it costs 4 × $0.29/h, about $856 a month (East US list price of 2026-06-18)"
    );
    assert_eq!(
        here("type: amlcompute\nname: c\nmin_instances: ${{x}}\nmax_instances: │4\n"),
        "nothing"
    );
    let wait = "type: amlcompute\nname: c\nidle_time_before_scale_down: │1800\n";
    assert_eq!(
        here(wait),
        "a node keeps running, and is billed, for 30 minutes after its last job"
    );
    let stop = "type: computeinstance\nname: c\nidle_time_before_shutdown_minutes: │120\n";
    assert_eq!(
        here(stop),
        "the instance shuts down after 2 hours without activity"
    );
    let trials = format!(
        "{JOB}compute: azureml:c\nlimits: {{max_total_trials: 24, max_concurrent_trials: │4}}\n"
    );
    assert_eq!(here(&trials), "4 of 24 trials run at a time, in 6 rounds");
    let online = "$schema: x/managedOnlineDeployment.schema.json\ninstance_count: │3\n";
    assert_eq!(here(online), "nothing");
}

#[test]
fn trials_are_bounded_by_the_nodes_of_the_compute() {
    let job = format!(
        "{JOB}compute: azureml:cpu-cluster\n\
         limits: {{max_total_trials: 24, max_concurrent_trials: │8}}\n"
    );
    let found = text(&[("job.yml", &job), ("cpu.yml", CLUSTER)]);
    let expected = "4 of 24 trials run at a time, in 6 rounds because `cpu-cluster` has 4 nodes (8 \
                    at a time requested)";
    assert!(found.contains(expected), "{found}");
}

#[test]
fn a_field_elsewhere_is_not_ours() {
    assert_eq!(
        one("type: amlcompute\nname: c\ntags:\n  size: │big\n"),
        None
    );
    assert_eq!(one("services:\n  web: {image: x, size: │1}\n"), None);
}

#[test]
fn rules_in_comments_show_their_pages() {
    let (text, about) =
        one("type: amlcompute\nname: c\n# azml: ignore[x, cluster-min-│nodes] why\nsize: x\n")
            .unwrap();
    assert!(text.starts_with("### `cluster-min-nodes`\n"), "{text}");
    assert_eq!(about, "cluster-min-nodes");
    assert_eq!(
        one("# azml: ignore[no-su│ch-rule]\ntype: amlcompute\nname: c\n"),
        None
    );
    assert_eq!(
        one("type: amlcompute\nname: c\nmin_instances: 1 # so│me words\n"),
        None
    );
}

#[test]
fn rules_and_types_in_the_configuration_have_cards() {
    let (text, about) = card(&[("azml.yaml", "rules:\n  cluster-│min-nodes: off\n")]).unwrap();
    assert!(text.starts_with("### `cluster-min-nodes`\n"), "{text}");
    assert_eq!(about, "cluster-min-nodes");
    let kind = card(&[("azml.yaml", "computes:\n  gpu:\n    type: aml│compute\n")]).unwrap();
    assert!(kind.0.starts_with("### Compute cluster"));
}

#[test]
fn a_card_is_there_in_a_broken_file() {
    let job = format!("{JOB}compute: azureml:cpu-│cluster\ndescription: \"never closed\n");
    assert!(text(&[("job.yml", &job), ("cpu.yml", CLUSTER)]).starts_with("### `cpu-cluster`"));
}

const SCHEDULE: &str = "$schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json\n\
    name: nightly\ncreate_job: azureml:train\n";

#[test]
fn a_cron_expression_shows_the_next_runs_in_its_zone() {
    let (text, about) = one(&format!(
        "{SCHEDULE}trigger:\n  type: cron\n  expression: \"30 6 * │* 1,5\"\n  \
         time_zone: W. Europe Standard Time\n"
    ))
    .unwrap();
    assert_eq!(about, "\"30 6 * * 1,5\"");
    assert_eq!(
        text,
        "**Runs:** every Monday and Friday at 06:30 in `W. Europe Standard Time` (Europe/Berlin)\n\n\
         **Next runs:**\n\n\
         - Mon 2026-11-23 06:30 (UTC+01:00)\n\
         - Fri 2026-11-27 06:30 (UTC+01:00)\n\
         - Mon 2026-11-30 06:30 (UTC+01:00)\n\
         - Fri 2026-12-04 06:30 (UTC+01:00)\n\
         - Mon 2026-12-07 06:30 (UTC+01:00)\n\n\
         Without `start_time`, it also runs once as soon as it is created."
    );
}

#[test]
fn keys_of_a_recurrence_show_what_they_are_and_the_next_runs() {
    let (text, about) = one(&format!(
        "{SCHEDULE}trigger:\n  type: recurrence\n  freq│uency: day\n  interval: 2\n  \
         start_time: \"2026-11-20T10:00:00\"\n  end_time: \"2026-11-25T00:00:00\"\n  \
         schedule: {{hours: 6, minutes: 0}}\n"
    ))
    .unwrap();
    assert_eq!(about, "frequency");
    assert!(text.starts_with("### `trigger.frequency`"), "{text}");
    assert!(
        text.ends_with(
            "**Runs:** every 2 days at 06:00 in UTC\n\n**Next runs:**\n\n\
             - Sun 2026-11-22 06:00 (UTC)\n- Tue 2026-11-24 06:00 (UTC)"
        ),
        "{text}"
    );
}

#[test]
fn what_depends_on_the_creation_of_a_schedule_is_not_listed() {
    let (text, _) = one(&format!(
        "{SCHEDULE}trigger:\n  type: recurrence\n  frequency: hour\n  inter│val: 6\n"
    ))
    .unwrap();
    assert!(text.contains("**Runs:** every 6 hours in UTC"), "{text}");
    assert!(!text.contains("Next runs"), "{text}");
}

#[test]
fn other_values_of_a_trigger_and_broken_expressions_have_no_runs() {
    for trigger in [
        "type: cron\n  expression: \"30 │25 * * *\"\n",
        "type: cron\n  expression: \"{{ cr│on }}\"\n",
    ] {
        assert_eq!(one(&format!("{SCHEDULE}trigger:\n  {trigger}")), None);
    }
}

#[test]
fn a_schedule_of_an_instance_shows_its_runs() {
    let (text, _) = one(
        "$schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json\n\
         type: computeinstance\nname: ci-anna\nschedules:\n  compute_start_stop:\n  \
         - action: stop\n    trigger: {type: cron, expression: \"0 1│8 * * *\"}\n",
    )
    .unwrap();
    assert!(text.contains("every day at 18:00 in UTC"), "{text}");
    assert!(text.contains("- Sat 2026-11-21 18:00 (UTC)"), "{text}");
    assert!(!text.contains("created"), "{text}");
}
