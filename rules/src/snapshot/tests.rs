use super::*;

const WORKSPACE: &str = r#"{
"format": 1,
"workspace": "dev",
"location": "westeurope",
"saved": "2026-11-20"
}
"#;

/// The snapshot with these files, and the problems of its parts.
fn read(files: &[(&str, &str)]) -> (Option<Snapshot>, Vec<SnapshotProblem>) {
    Snapshot::read("/w/.azml", |name| {
        let mut found = files.iter().filter(|(file, _)| *file == name);
        found.next().map(|(_, text)| Arc::from(*text))
    })
}

fn with(file: &str, text: &str) -> (Snapshot, Vec<SnapshotProblem>) {
    let (snapshot, problems) = read(&[("snapshot.json", WORKSPACE), (file, text)]);
    (snapshot.expect("it has a description"), problems)
}

#[test]
fn a_missing_file_is_not_an_empty_list() {
    let (snapshot, problems) = with("models.json", "[]\n");
    assert_eq!(problems, []);
    assert_eq!(snapshot.data, None);
    let models = snapshot.models.as_ref().expect("the file exists");
    assert!(models.is_whole && models.entries().is_empty());
    assert_eq!(snapshot.workspace.as_deref(), Some("dev"));
    assert_eq!(snapshot.describe(), "the workspace `dev` of 2026-11-20");
    assert_eq!(read(&[("models.json", "[]\n")]).0, None);
}

#[test]
fn assets_of_every_shape_are_the_same() {
    let snake = r#"[
{"name": "churn", "type": "mlflow_model", "latest": "7", "versions": ["1", "2", "7"], "archived_versions": ["1"], "labels": {"default": "2"}, "archived": false}
]
"#;
    let camel = r#"{"value": [{"name": "churn", "properties": {"type": "mlflow_model",
        "latestVersion": 7, "versions": [1, 2, 7], "archivedVersions": ["1"],
        "labels": {"default": "2"}, "isArchived": false}}]}"#;
    let of = |text: &str| {
        let (snapshot, problems) = with("models.json", text);
        assert_eq!(problems, []);
        let models = snapshot.models.expect("the file exists");
        let mut asset = models.get("churn").expect("it is listed").clone();
        assert_eq!(asset.name.range.slice(text), "\"churn\"");
        assert_eq!(models.place(&asset).range.slice(text), "churn");
        asset.name.range = Default::default();
        asset
    };
    let asset = of(snake);
    assert_eq!(asset, of(camel));
    assert!(asset.lacks_version("3") && !asset.lacks_version("2"));
    assert!(asset.lacks_label("staging") && !asset.lacks_label("latest"));
    assert!(asset.is_archived(Some("1")) && !asset.is_archived(Some("2")));
    assert_eq!(
        (asset.newer_than("2"), asset.newer_than("7")),
        (Some(7), None)
    );
}

#[test]
fn without_versions_no_version_is_unknown() {
    let (snapshot, _) = with("data.json", r#"[{"name": "raw", "latest": "2026-01-01"}]"#);
    let data = snapshot.data.expect("the file exists");
    let asset = data.get("raw").expect("it is listed");
    assert!(!asset.lacks_version("9") && !asset.lacks_label("x"));
    assert_eq!(asset.newer_than("3"), None);
    assert_eq!(data.get("RAW"), None);
    assert_eq!(data.named("RAW").count(), 1);
}

#[test]
fn a_cut_list_has_what_is_before_the_cut() {
    let text = "[\n{\"name\": \"a\", \"latest\": \"1\"},\n{\"name\": \"b\", \"versions\": [\"1\", \"2\"], \"la";
    let (snapshot, problems) = with("components.json", text);
    let components = snapshot.components.expect("the file exists");
    assert_eq!(components.names().collect::<Vec<_>>(), ["a"]);
    assert!(!components.is_whole);
    assert_eq!(problems[0].file, "components.json");
    assert_eq!(
        problems[0].message,
        "the file is incomplete; only the first entry is used"
    );
    assert_eq!(problems[0].range.start as usize, text.len());
}

#[test]
fn a_newer_format_is_not_used() {
    for format in ["2", "99", "\"x\"", "[]", "1.5"] {
        let text = format!("{{\"format\": {format}, \"workspace\": \"dev\"}}");
        let (snapshot, problems) = read(&[("snapshot.json", &text), ("models.json", "[]")]);
        assert_eq!(snapshot, None, "{format}");
        assert_eq!(problems[0].help, "update azml-ls");
    }
}

#[test]
fn the_age_counts_days() {
    let (snapshot, _) = read(&[("snapshot.json", WORKSPACE)]);
    let snapshot = snapshot.expect("it has a description");
    let day = |text| Date::parse(text);
    assert_eq!(snapshot.age(day("2026-11-21")), Some(1));
    assert_eq!(snapshot.age(day("2026-11-01")), Some(0));
    assert!(!snapshot.is_old(day("2026-12-20")) && snapshot.is_old(day("2026-12-21")));
    assert!(!snapshot.is_old(None));
}

#[test]
fn quotas_are_read_from_both_forms() {
    let ours = r#"[
{"name": "Standard DSv2 Family Cluster Dedicated vCPUs", "kind": "family", "scope": "workspace", "used": 2, "limit": 24},
{"name": "Total Cluster LowPriority Regional vCPUs", "kind": "low_priority", "scope": "subscription", "used": 18, "limit": -1}
]
"#;
    let rest = r#"{"value": [
 {"type": "Microsoft.MachineLearningServices/workspaces/usages", "currentValue": 2, "limit": 24,
  "name": {"value": "Standard DSv2 Family Cluster Dedicated vCPUs"}},
 {"type": "Microsoft.MachineLearningServices/workspaces/computes/usages", "currentValue": 2, "limit": 24,
  "name": {"value": "Standard DSv2 Family Cluster Dedicated vCPUs"}},
 {"type": "Microsoft.MachineLearningServices/lowPriorityCores/usages", "currentValue": 18, "limit": -1,
  "name": {"localizedValue": "x", "value": "Total Cluster LowPriority Regional vCPUs"}}]}"#;
    let of = |text| {
        let (snapshot, problems) = with("quota.json", text);
        assert_eq!(problems, []);
        let quota = snapshot.quota.expect("the file exists");
        let row = |row: &Quota| {
            (
                row.kind,
                row.family.clone(),
                row.is_of_workspace,
                row.used,
                row.limit,
            )
        };
        quota.entries().iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(of(ours), of(rest));
    assert_eq!(
        of(ours)[0],
        (
            QuotaKind::Family,
            "dsv2".to_owned(),
            true,
            Some(2),
            Some(24)
        )
    );
    assert_eq!(of(ours)[1].4, None);
}

#[test]
fn sizes_have_the_prices_of_their_region() {
    let sizes = r#"[
{"name": "Standard_DS3_v2", "family": "standardDSv2Family", "vcpus": 4, "gpus": 0, "memory_gb": 14, "compute_types": ["AmlCompute", "MIR"], "low_priority": true, "price": 0.293, "low_priority_price": 0.06},
{"name": "Standard_X", "price": "NaN"},
{"name": "Standard_Y", "price": -1}
]
"#;
    let (snapshot, problems) = with("sizes.json", sizes);
    assert_eq!(problems, []);
    let prices = snapshot.prices.as_ref().expect("the region is known");
    assert_eq!(prices.per_hour.len(), 1);
    let own = crate::compute::Prices {
        home: Some(prices.region.clone()),
        regions: vec![prices.clone()],
        ..Default::default()
    };
    let rate = own.rate("STANDARD_ds3_v2").expect("it has a price");
    assert_eq!(
        (rate.hourly().as_str(), rate.basis().as_str()),
        (
            "$0.29/h",
            "West Europe price of the workspace snapshot of 2026-11-20"
        )
    );
    let low = own
        .low_priority_rate("Standard_DS3_v2")
        .expect("it has a price");
    assert_eq!(low.hourly(), "$0.06/h");
    let elsewhere = own.at(Some("East US"));
    let listed = elsewhere.rate("Standard_DS3_v2").expect("it has a price");
    assert!(listed.basis().contains("list price"), "{}", listed.basis());
    assert_eq!(
        own.at(Some("West Europe")).rate("Standard_DS3_v2"),
        Some(rate)
    );
    let size = &snapshot.sizes.as_ref().expect("the file exists").entries()[0];
    assert!(size.lacks_use("ComputeInstance") && !size.lacks_use("amlcompute"));
}

#[test]
fn hostile_texts_end_in_problems() {
    let deep = "[".repeat(200_000);
    let nested = format!("[{}{}]", "{\"name\":".repeat(50_000), "}".repeat(50_000));
    let bomb = "[&a [x, x], &b [*a, *a], &c [*b, *b], {\"name\": *c}]";
    let control = "[{\"name\": \"a\\u0000b\"}, {\"name\": \"\\u001b[31m\"}, {\"name\": 1}]";
    let long = format!("[{{\"name\": \"{}\"}}]", "x".repeat(1_000_000));
    let texts = [
        deep.as_str(),
        &nested,
        bomb,
        control,
        &long,
        "null",
        "7",
        "\"x\"",
        "{}",
        "[1, 2]",
        "[null]",
        "<html>login</html>",
        "\u{0}",
        "{\"value\": {}}",
        "[{\"name\": []}]",
        "[{\"name\": {\"a\": 1}}]",
    ];
    for text in texts {
        for file in SNAPSHOT_LISTS {
            let (_, problems) = with(file, text);
            assert!(
                !problems.is_empty(),
                "{file}: {}",
                &text[..text.len().min(60)]
            );
        }
        let (snapshot, problems) = read(&[("snapshot.json", text)]);
        assert!(snapshot.is_none() || problems.is_empty());
    }
    let (snapshot, _) = with("models.json", control);
    let models = snapshot.models.expect("the file exists");
    assert!(!models.is_whole);
    assert_eq!(models.names().collect::<Vec<_>>(), ["1"]);
}
