//! What jobs, deployments, computes, and schedules cost: the cases of `fixtures/costs/cases.md`, worked out by
//! hand.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use azml_rules::compute::{Inventory, vm_size};
use azml_rules::document::Document;
use azml_rules::estimate::{Estimate, Figure, Money, Reason, estimate};
use azml_rules::settings::Settings;
use azml_rules::workspace::Workspace;

/// A case of the file.
#[derive(Default)]
struct CostCase {
    title: String,
    /// Its file in azureml-examples.
    corpus: Option<String>,
    files: BTreeMap<String, String>,
    inventory: String,
    figures: Vec<(String, String)>,
}

fn cases() -> Vec<CostCase> {
    let mut cases: Vec<CostCase> = Vec::new();
    let mut block: Option<(String, String)> = None;
    for line in include_str!("../../fixtures/costs/cases.md").lines() {
        let Some((head, text)) = &mut block else {
            if let Some(title) = line.strip_prefix("## ") {
                let title = title.to_owned();
                cases.push(CostCase {
                    title,
                    ..CostCase::default()
                });
            } else if let Some(head) = line.strip_prefix("```") {
                block = Some((head.to_owned(), String::new()));
            } else if let (Some(path), Some(case)) =
                (line.strip_prefix("Corpus: "), cases.last_mut())
            {
                case.corpus = Some(path.to_owned());
            }
            continue;
        };
        if line != "```" {
            text.push_str(line);
            text.push('\n');
            continue;
        }
        let case = cases.last_mut().expect("a block is below a title");
        match head.split_once(' ') {
            Some((_, path)) => {
                case.files.insert(path.to_owned(), std::mem::take(text));
            }
            None if head == "json" => case.inventory = std::mem::take(text),
            None => {
                let lines = text.lines().filter_map(|line| line.split_once(": "));
                case.figures = lines
                    .map(|(key, it)| (key.to_owned(), it.to_owned()))
                    .collect();
            }
        }
        block = None;
    }
    cases
}

fn estimated(files: &BTreeMap<String, String>, main: &str, inventory: &str) -> Estimate {
    let mut workspace = Workspace::default();
    for (path, text) in files {
        workspace.insert(Document::new(format!("/p/{path}"), text.as_str()));
    }
    let mut settings = Settings::default();
    if !inventory.is_empty() {
        let (inventory, problems) = Inventory::read("/p/.azml/computes.json", inventory);
        assert_eq!(problems, []);
        settings.inventories.push(inventory);
    }
    workspace.set_settings("/p", settings);
    let document = workspace
        .document(&format!("/p/{main}"))
        .expect("the file is there")
        .clone();
    estimate(&workspace, &document).expect("it costs something")
}

fn amount(figure: Option<&Figure<Money>>) -> Option<f64> {
    Some(figure?.value()?.amount)
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn number(found: &Estimate, key: &str) -> Option<f64> {
    if let Some((step, key)) = key.rsplit_once('.') {
        let part = found
            .parts
            .iter()
            .find(|it| it.name == step)
            .expect("there is such a step");
        return number(part, key);
    }
    match key {
        "steps" => Some(found.parts.len() as f64),
        "nodes" | "peak_nodes" => found.nodes.value().map(|it| *it as f64),
        "per_hour" | "peak_per_hour" => amount(Some(&found.per_hour)),
        "dedicated_per_hour" => found.dedicated_per_hour.as_ref().map(|it| it.amount),
        "rounds" => found.trials.map(|it| it.rounds() as f64),
        "time_bound_s" => Some(*found.time_bound_s.as_ref()?.value()? as f64),
        "run_bound" => amount(found.run_bound.as_ref()),
        "runs_per_month" => found.runs_per_month.as_ref()?.value().copied(),
        "per_month" => amount(found.per_month.as_ref()),
        "idle_per_month" => amount(found.idle_per_month.as_ref()),
        "full_per_month" => amount(found.full_per_month.as_ref()),
        "cores_needed" => {
            let size = vm_size(found.machine.as_ref()?.size.as_ref()?)?;
            Some(size.online_quota(*found.nodes.value()?)?.1 as f64)
        }
        other => panic!("no figure is called {other}"),
    }
}

fn reasons(found: &Estimate) -> Vec<String> {
    let money = [
        &found.run_bound,
        &found.per_month,
        &found.idle_per_month,
        &found.full_per_month,
    ];
    let money = money
        .into_iter()
        .flatten()
        .chain([&found.per_hour])
        .filter_map(Figure::reason);
    let others = found.nodes.reason().into_iter();
    let runs = found.runs_per_month.as_ref().and_then(Figure::reason);
    money
        .chain(others)
        .chain(runs)
        .map(Reason::in_words)
        .collect()
}

/// Returns what differs from the figures of the case.
fn differences(case: &CostCase, found: &Estimate) -> Vec<String> {
    let mut differences = Vec::new();
    for (key, expected) in &case.figures {
        if key == "reason" {
            let reasons = reasons(found);
            if !reasons.iter().any(|it| it.contains(expected)) {
                differences.push(format!(
                    "{}: {expected:?} is not in {reasons:?}",
                    case.title
                ));
            }
            continue;
        }
        let number = number(found, key);
        let expected: Option<f64> = expected.parse().ok();
        // To the cent, and amounts below a cent to a hundredth of it.
        let is_near = |a: f64, b: f64| (a - b).abs() < if b < 0.1 { 0.0001 } else { 0.005 };
        let is_same = match (number, expected) {
            (Some(number), Some(expected)) => is_near(number, expected),
            (number, expected) => number == expected,
        };
        if !is_same {
            differences.push(format!(
                "{}: {key} is {number:?}, not {expected:?}",
                case.title
            ));
        }
    }
    differences
}

#[test]
fn every_case_equals_the_sum_by_hand() {
    let cases = cases();
    assert!(cases.len() >= 36, "{}", cases.len());
    let found = cases
        .iter()
        .flat_map(|case| differences(case, &estimated(&case.files, "main.yml", &case.inventory)));
    assert_eq!(found.collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn every_case_of_the_corpus_equals_the_sum_by_hand() {
    let Some(corpus) = std::env::var_os("AZML_CORPUS") else {
        println!("skipped: AZML_CORPUS is not set");
        return;
    };
    let root = Path::new(&corpus).join("azureml-examples");
    let mut found = Vec::new();
    for case in cases() {
        let Some(path) = &case.corpus else {
            continue;
        };
        let (folder, name) = path.rsplit_once('/').expect("a file is in a folder");
        let mut files = BTreeMap::new();
        add_files(&root.join(folder), "", &mut files);
        found.extend(differences(
            &case,
            &estimated(&files, name, &case.inventory),
        ));
    }
    assert_eq!(found, Vec::<String>::new());
}

fn add_files(folder: &Path, prefix: &str, files: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).expect("the corpus has the folder") {
        let path = entry.expect("an entry of a folder").path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a plain name");
        let key = format!("{prefix}{name}");
        if path.is_dir() {
            add_files(&path, &format!("{key}/"), files);
        } else if let (true, Ok(text)) = (name.ends_with(".yml"), std::fs::read_to_string(&path)) {
            files.insert(key, text);
        }
    }
}

#[test]
fn prices_that_are_no_prices_are_not_used() {
    for price in [f64::NAN, f64::INFINITY, -1.0, f64::MAX] {
        let mut settings = Settings::default();
        settings
            .prices
            .per_hour
            .insert("standard_ds3_v2".to_owned(), price);
        let mut workspace = Workspace::default();
        workspace.set_settings("/p", settings);
        let text = "$schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json\n\
                    name: b\nendpoint_name: e\ninstance_type: Standard_DS3_v2\ninstance_count: 900000\n";
        let document = Document::new("/p/d.yml", text);
        let found = estimate(&workspace, &document).expect("a deployment costs something");
        assert_eq!(amount(found.per_month.as_ref()), None, "{price}");
    }
}

#[test]
fn a_pipeline_that_repeats_itself_without_end_is_not_reckoned() {
    let mut jobs = "x-a: &a {jobs: {s: {command: c}}}\n".to_owned();
    for level in 1..12 {
        let steps: String = (0..10)
            .map(|it| format!("s{it}: *{}, ", anchor(level - 1)))
            .collect();
        jobs += &format!(
            "x-{0}: &{0} {{type: pipeline, jobs: {{{steps}}}}}\n",
            anchor(level)
        );
    }
    let text = format!(
        "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\ntype: pipeline\n\
         {jobs}jobs: {{all: *l}}\n"
    );
    let document: Arc<Document> = Document::new("/p/p.yml", text).into();
    let found = estimate(&Workspace::default(), &document).expect("a pipeline costs something");
    assert!(found.parts.len() <= 1000, "{}", found.parts.len());
    assert_eq!(amount(found.run_bound.as_ref()), None);
}

fn anchor(level: u8) -> char {
    char::from(b'a' + level)
}
