//! `--computes`, and inventories in every shape they are saved in.

use std::fs::File;
use std::time::{Duration, UNIX_EPOCH};

use azml_tests::process::Project;
use serde_json::Value;

/// Noon of 2026-11-02, when the inventories were saved.
const SAVED: Duration = Duration::from_secs(1_793_620_800);

/// The fixture, with inventories of a known day.
fn project() -> Project {
    saved(
        Project::copy_of("computes"),
        &["computes-prod.json", "computes-test.json"],
    )
}

/// Gives files a known day.
fn saved(project: Project, names: &[&str]) -> Project {
    for name in names {
        let file = File::options()
            .write(true)
            .open(project.root().join(name))
            .expect("the file is there");
        file.set_modified(UNIX_EPOCH + SAVED)
            .expect("a date can be set");
    }
    project
}

/// Name, kind and size of every compute that `project` knows.
fn known(project: &Project) -> Vec<(String, String, String)> {
    let run = project.run("--computes --format json");
    let out: Value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {run:?}"));
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let computes = out["computes"].as_array().expect("a list").iter();
    computes
        .map(|compute| {
            (
                text(&compute["name"]),
                text(&compute["kind"]),
                text(&compute["size"]),
            )
        })
        .collect()
}

#[test]
fn the_table_says_what_is_known_and_what_it_costs() {
    project().run("--computes").is_as_in("computes-table");
}

#[test]
fn machines_read_the_same() {
    project()
        .run("--computes --format json")
        .is_as_in("computes-json");
}

#[test]
fn a_file_of_the_project_shows_all_of_it() {
    let project = project();
    let out = project.run("--computes jobs/train.yml").stdout;
    let rows = out.lines().take_while(|line| !line.is_empty()).count();
    assert_eq!(
        (rows - 1, out.contains("computes/ci-anna.yml")),
        (known(&project).len(), true)
    );
}

#[test]
fn without_a_compute_the_next_step_is_told() {
    let run = Project::default()
        .with("job.yml", "command: x\n")
        .run("--computes");
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    assert!(
        run.stderr
            .contains("az ml compute list -o json > .azml/computes.json"),
        "{run:?}"
    );
}

#[test]
fn a_saved_inventory_is_found_by_itself_in_utf16_and_with_a_mark() {
    let text = "[\r\n  {\"name\": \"gerät\", \"type\": \"AmlCompute\", \
        \"size\": \"Standard_D2s_v3\"}\r\n]\r\n";
    let little: Vec<u8> = [0xfeff]
        .into_iter()
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let big: Vec<u8> = [0xfeff]
        .into_iter()
        .chain(text.encode_utf16())
        .flat_map(u16::to_be_bytes)
        .collect();
    let marked = format!("\u{feff}{text}").into_bytes();
    for bytes in [little, big, marked, text.as_bytes().to_vec()] {
        let found = known(&Project::default().with(".azml/computes.json", bytes));
        assert_eq!(
            found,
            [(
                "gerät".to_owned(),
                "cluster".to_owned(),
                "Standard_D2s_v3".to_owned()
            )]
        );
    }
}

#[test]
fn one_file_several_files_and_one_compute() {
    let list = r#"[{"name": "a", "type": "amlcompute"}]"#;
    let show = r#"{"name": "b", "type": "computeinstance"}"#;
    let project = Project::default()
        .with("x/list.json", list)
        .with("x/show.json", show);
    let names = |config: &str| -> Vec<String> {
        std::fs::write(project.root().join("azml.yaml"), config).expect("a file can be written");
        known(&project).into_iter().map(|(name, ..)| name).collect()
    };
    assert_eq!(names("inventory: x/list.json\n"), ["a"]);
    assert_eq!(names("inventory: [x/list.json, x/show.json]\n"), ["a", "b"]);
    assert_eq!(
        names("inventories: [{name: one, file: x/show.json}]\n"),
        ["b"]
    );
    assert_eq!(
        names("inventory: x/list.json\ninventories: [{name: one, file: x/show.json}]\n"),
        ["a", "b"]
    );
}

#[test]
fn an_empty_list_is_no_mistake() {
    let run = Project::default()
        .with(".azml/computes.json", "[]\n")
        .run("--computes");
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn a_cut_file_is_told_and_the_rest_goes_on() {
    let text = r#"[{"name": "a", "type": "amlcompute"}, {"name": "b", "type": "aml"#;
    let project = Project::default().with("computes/cpu.yml", "type: amlcompute\nname: cpu\n");
    let project = saved(project.with("cut.json", text), &["cut.json"]);
    project
        .run("--computes --inventory cut.json")
        .is_as_in("inventory-cut");
    let utf16: Vec<u8> = [0xfeff]
        .into_iter()
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let run = Project::default()
        .with("cut.json", &utf16)
        .run("--computes --inventory cut.json");
    assert!(
        run.stderr.contains(&format!("(byte {})", utf16.len())),
        "{run:?}"
    );
}

#[test]
fn an_unknown_compute_is_held_against_the_named_inventory() {
    let project = project().with(
        "jobs/typo.yml",
        "type: command\ncommand: x\nenvironment: azureml:e@latest\ncompute: azureml:test-clster\n",
    );
    project
        .run("--check --only unresolved-compute jobs/typo.yml")
        .is_as_in("inventory-named");
}

#[test]
fn a_finding_does_not_say_where_the_project_lies() {
    let job = "type: command\ncommand: x\nenvironment: azureml:e@latest\ncompute: azureml:cpuu\n";
    let list = "[{\"name\": \"cpu\", \"type\": \"amlcompute\"}]";
    let project = Project::default()
        .with("job.yml", job)
        .with(".azml/computes.json", list)
        .with("other.json", list);
    let found = |more: &str| {
        project
            .run(&format!(
                "--check --format concise --only unresolved-compute {more}"
            ))
            .stdout
    };
    assert!(
        found("").contains("compute `cpuu` is not in `.azml/computes.json`"),
        "{}",
        found("")
    );
    assert!(found("--inventory other.json").contains("compute `cpuu` is not in `other.json`"));
}
