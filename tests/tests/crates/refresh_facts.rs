//! The maintainer's refresh of Python versions and images, on saved answers that are cut down
//! (`tests/fixtures/refresh/`).

use azml_rules::date::Date;
use azml_tests::process::root;
use azml_tests::refresh::{images, python};

const DAY: Date = Date::new(2026, 12, 1);

const PYTHON: &str = "# Read on a day.\nuse: \"3.12\"\nversions:\n\
                      - {version: \"3.9\", ends: 2025-10-31}\n\
                      - {version: \"3.10\", ends: 2026-10-31}\n\
                      - {version: \"3.14\", ends: 2030-10-31}\n";

const IMAGES: &str = "# Comments stay.\nbase_images:\n  source: x\n  ended:\n\
  \x20 - {name: openmpi3.1.2-ubuntu18.04, ended: 2023-06-06}\n  current:\n\
  \x20 - {name: openmpi4.1.0-ubuntu22.04, source: x}\nenvironments:\n  source: x\n  ended:\n\
  \x20 - {name: old-1.0, ended: 2024-01-01, replacement: sklearn-1.5}\n\
  \x20 - {name: older-1.0, ended: 2024-01-01, replacement: acpt-pytorch-2.2}\n  current:\n\
  \x20 - {name: sklearn-1.5, source: x}\n  - {name: gone-1.0, source: x}\n\
  \x20 - {name: acpt-pytorch-2.2, source: x}\n  - {name: minimal-py312-inference, source: x}\n";

fn fixture(name: &str) -> String {
    let path = root().join("tests/fixtures/refresh").join(name);
    std::fs::read_to_string(path).expect("the fixture is there")
}

fn committed(name: &str) -> String {
    let path = root().join("rules/data").join(name);
    let text = std::fs::read_to_string(path).expect("the table is there");
    text.replace("\r\n", "\n")
}

#[test]
fn ends_of_support_are_taken_over_and_told() {
    let (text, changes) = python::support_ends(PYTHON, &fixture("release-cycle.json")).unwrap();
    assert_eq!(
        changes,
        [
            "3.10: ends 2026-10-31 -> 2026-11-03",
            "3.15: new, ends 2031-10-31",
            "3.16: not released yet",
        ]
    );
    assert_eq!(
        text,
        PYTHON.replace("2026-10-31", "2026-11-03") + "- {version: \"3.15\", ends: 2031-10-31}\n"
    );
    let again = python::support_ends(&text, &fixture("release-cycle.json")).unwrap();
    assert_eq!(again, (text, vec!["3.16: not released yet".to_owned()]));
}

#[test]
fn what_is_no_release_cycle_changes_nothing() {
    for wrong in [
        "",
        "[]",
        r#"{"3.x": {"end_of_life": "2030-10"}}"#,
        r#"{"3.14": {}}"#,
        r#"{"3.14": {"end_of_life": "soon"}}"#,
    ] {
        assert!(python::support_ends(PYTHON, wrong).is_err(), "{wrong}");
    }
    assert!(python::support_ends("versions: []\n", &fixture("release-cycle.json")).is_err());
}

#[test]
fn environments_without_a_specification_end() {
    let (text, changes) = images::environments(IMAGES, &fixture("assets.txt"), DAY).unwrap();
    assert_eq!(
        changes,
        [
            "gone-1.0: no specification, ended 2026-12-01",
            "acpt-pytorch-2.2: no specification; it replaces 1 others, which need another one first",
            "old-1.0: specified, although it ended 2024-01-01",
            "sklearn-9.9: not in the table",
        ]
    );
    let gone = "  - {name: gone-1.0, source: x}\n";
    let ended = "  - {name: gone-1.0, ended: 2026-12-01, source: \"Azure/azureml-assets (MIT), no \
                 specification on 2026-12-01\"}\n";
    let old = "  - {name: old-1.0";
    assert_eq!(
        text,
        IMAGES
            .replace(gone, "")
            .replace(old, &format!("{ended}{old}"))
    );
    assert!(images::environments(IMAGES, "README.md\n", DAY).is_err());
}

#[test]
fn tags_of_base_images_tell_when_they_were_built() {
    let built =
        |name: &str, tags: &str| format!(r#"{{"name": "azureml/{name}", "tags": [{tags}]}}"#);
    let pages = [
        fixture("tags.json"),
        built("openmpi4.1.0-ubuntu22.04", r#""20250911.v1""#),
        built("openmpi3.1.2-ubuntu18.04", r#""20230501.v1""#),
        built("openmpi3.1.2-ubuntu18.04", r#""20240501.v1""#),
        built("new", r#""20261101.v1""#),
        built("new", r#""latest""#),
    ];
    assert_eq!(
        images::tags(IMAGES, &pages, DAY).unwrap(),
        [
            "openmpi4.1.0-ubuntu22.04: current, last built on 2026-09-11",
            "openmpi4.1.0-ubuntu22.04: last built on 2025-09-11; look whether it has ended",
            "openmpi3.1.2-ubuntu18.04: ended 2023-06-06, last built on 2023-05-01",
            "openmpi3.1.2-ubuntu18.04: built on 2024-05-01, although it ended 2023-06-06",
            "new: not in the table, last built on 2026-11-01",
            "new: no tag with a day",
        ]
    );
    assert!(images::tags(IMAGES, &["{}".to_owned()], DAY).is_err());
}

#[test]
fn the_committed_tables_are_of_the_form_that_the_refresh_reads() {
    let (python, _) =
        python::support_ends(&committed("python.yaml"), &fixture("release-cycle.json")).unwrap();
    assert!(python.contains("- {version: \"3.15\", ends: 2031-10-31}\n"));
    let table = committed("images.yaml");
    let (text, changes) = images::environments(&table, &fixture("assets.txt"), DAY).unwrap();
    assert!(
        changes
            .iter()
            .any(|change| change.ends_with("ended 2026-12-01"))
    );
    assert_eq!(text.lines().count(), table.lines().count());
}
