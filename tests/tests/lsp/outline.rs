//! The shape of a file and the cards of its keys, as editors ask for them; and the setting that
//! leaves the schema to others.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{list, text};

const JOB: &str = "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\n\
                   description: größer 😀\n\
                   jobs:\n\
                   \x20 träin😀: {type: command, component: ./träin.yml, comment: 😀}\n\
                   # 😀\n\
                   # two\n\
                   type: pipeline\n";
const TRAIN: &str = "$schema: \
    https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\n\
                     type: command\nname: train\ncommand: echo\nenvironment: azureml:env:1\n";
/// A key that nobody knows.
const TYPO: &str =
    "type: amlcompute\nname: cpu\nmin_instances: 2\nmax_instances: 4\nmax_nodes: 4\n";

fn project() -> Project {
    Project::default()
        .with("jobs/job.yml", JOB)
        .with("jobs/träin.yml", TRAIN)
}

fn nesting() -> Client {
    Client::default().with(
        "/textDocument/documentSymbol",
        json!({"hierarchicalDocumentSymbolSupport": true}),
    )
}

fn opened<'p>(project: &'p Project, client: &Client) -> Session<'p> {
    let mut session = Session::of(project, client);
    session.open_file("jobs/job.yml");
    session.published("jobs/job.yml");
    session
}

fn of(session: &Session<'_>, path: &str) -> Value {
    json!({"textDocument": {"uri": session.uri(path)}})
}

fn span(from: [u32; 2], to: [u32; 2]) -> Value {
    json!({"start": {"line": from[0], "character": from[1]}, "end": {"line": to[0],
        "character": to[1]}})
}

fn names(symbols: &Value) -> Vec<&str> {
    list(symbols)
        .iter()
        .map(|symbol| text(&symbol["name"]))
        .collect()
}

#[test]
fn symbols_are_nested_with_the_columns_of_the_client() {
    let project = project();
    for (client, end) in [(nesting(), 9), (nesting().utf8(), 12)] {
        let mut session = opened(&project, &client);
        assert_eq!(
            session.server["capabilities"]["documentSymbolProvider"],
            true
        );
        let params = of(&session, "jobs/job.yml");
        let answer = session.request_again("textDocument/documentSymbol", &params);
        assert_eq!(
            names(&answer),
            ["job.yml", "jobs", "description", "$schema"]
        );
        assert_eq!(answer[0]["detail"], "pipeline job · 1 step");
        assert_eq!(answer[0]["range"], span([6, 0], [6, 14]));
        let step = &answer[1]["children"][0];
        assert_eq!(
            (text(&step["name"]), text(&step["detail"])),
            ("träin😀", "command · ./träin.yml")
        );
        assert_eq!(
            (&step["kind"], &step["selectionRange"]),
            (&json!(12), &span([3, 2], [3, end]))
        );
    }
}

/// Editors pin the first line of each symbol around the first line that is seen.
#[test]
fn no_symbol_pins_the_schema() {
    let project = project();
    let mut session = opened(&project, &nesting());
    let params = of(&session, "jobs/job.yml");
    let answer = session.request_again("textDocument/documentSymbol", &params);
    for symbol in list(&answer) {
        let (start, end) = (&symbol["range"]["start"], &symbol["range"]["end"]);
        assert!(start["line"] != 0 || end["line"] == 0, "{symbol}");
    }
}

#[test]
fn symbols_are_flat_for_those_who_know_no_other() {
    let project = project();
    let mut session = opened(&project, &Client::default());
    let params = of(&session, "jobs/job.yml");
    let answer = session.request_again("textDocument/documentSymbol", &params);
    assert_eq!(names(&answer)[..3], ["job.yml", "jobs", "träin😀"]);
    let step = list(&answer)
        .iter()
        .find(|symbol| symbol["name"] == "träin😀")
        .cloned()
        .unwrap();
    assert_eq!(step["containerName"], "jobs");
    assert_eq!(step["location"]["uri"], session.uri("jobs/job.yml"));
}

#[test]
fn a_client_can_ask_for_the_page_of_a_rule() {
    let project = project();
    let mut session = opened(&project, &Client::default());
    let page = session.request("azml-ls/rulePage", json!({"rule": "unknown-key"}));
    assert!(text(&page).starts_with("# unknown-key\n"), "{page}");
    let none = session.request("azml-ls/rulePage", json!({"rule": "../x"}));
    assert_eq!(none, Value::Null);
}

#[test]
fn folds_go_by_lines() {
    let project = project();
    let mut session = opened(&project, &Client::default());
    let params = of(&session, "jobs/job.yml");
    let answer = session.request_again("textDocument/foldingRange", &params);
    let folds: Vec<(&Value, &Value, &Value)> = list(&answer)
        .iter()
        .map(|fold| (&fold["startLine"], &fold["endLine"], &fold["kind"]))
        .collect();
    assert_eq!(
        folds,
        [
            (&json!(2), &json!(3), &Value::Null),
            (&json!(4), &json!(5), &json!("comment"))
        ]
    );
}

#[test]
fn selections_grow_from_every_position() {
    let project = project();
    let mut session = opened(&project, &Client::default());
    let mut params = of(&session, "jobs/job.yml");
    // In `component`, behind the emoji; and in the value of `description`.
    params["positions"] = json!([{"line": 3, "character": 28}, {"line": 1, "character": 15}]);
    let answer = session.request_again("textDocument/selectionRange", &params);
    assert_eq!(list(&answer).len(), 2);
    let grown = |mut at: &Value| {
        let mut ranges = Vec::new();
        while at.is_object() {
            ranges.push(at["range"].clone());
            at = &at["parent"];
        }
        ranges
    };
    assert_eq!(
        grown(&answer[0])[..2],
        [span([3, 27], [3, 36]), span([3, 27], [3, 49])]
    );
    assert_eq!(
        grown(&answer[1])[..2],
        [span([1, 13], [1, 19]), span([1, 13], [1, 22])]
    );
    assert_eq!(grown(&answer[1]).last(), Some(&span([0, 0], [7, 0])));
}

#[test]
fn links_lead_to_files_and_to_the_schema() {
    let project = project();
    let mut session = opened(&project, &Client::default());
    let params = of(&session, "jobs/job.yml");
    let answer = session.request_again("textDocument/documentLink", &params);
    let links: Vec<(&Value, &str)> = list(&answer)
        .iter()
        .map(|link| (&link["range"], text(&link["target"])))
        .collect();
    let schema = "https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json";
    let target = session.uri("jobs/träin.yml");
    let expected = [
        (&span([0, 9], [0, 76]), schema),
        (&span([3, 38], [3, 49]), target.as_str()),
    ];
    assert_eq!(links, expected);
}

#[test]
fn the_outline_follows_the_text_and_others_have_none() {
    let project = project().with("docker-compose.yml", "services:\n  web: {image: x}\n");
    let mut session = opened(&project, &nesting());
    session.set(
        "jobs/job.yml",
        2,
        "type: pipeline\njobs:\n  a: {type: command\n  b: [\n",
    );
    let params = of(&session, "jobs/job.yml");
    let answer = session.request_again("textDocument/documentSymbol", &params);
    assert_eq!(names(&answer), ["job.yml", "jobs"]);
    session.published("jobs/job.yml");
    session.open_file("docker-compose.yml");
    let params = of(&session, "docker-compose.yml");
    for method in ["documentSymbol", "foldingRange", "documentLink"] {
        assert_eq!(
            session.request_again(&format!("textDocument/{method}"), &params),
            json!([]),
            "{method}"
        );
    }
}

#[test]
fn a_key_behind_other_letters_has_a_card_at_its_place() {
    let project = project();
    let mut session = opened(&project, &Client::default());
    let answer = session.hover("jobs/job.yml", 3, 28);
    let card = text(&answer["contents"]["value"]).to_owned();
    assert!(
        card.starts_with("### `jobs.träin😀.component`\n\nThe component to run"),
        "{card}"
    );
    assert_eq!(answer["range"], span([3, 27], [3, 36]));
}

/// The rules that report something in the compute file.
fn found(session: &mut Session<'_>) -> Vec<String> {
    let found = session.published("cpu.yml");
    found
        .iter()
        .map(|diagnostic| text(&diagnostic["code"]).to_owned())
        .collect()
}

fn has(rules: &[String], rule: &str) -> bool {
    rules.iter().any(|found| found == rule)
}

#[test]
fn the_configuration_leaves_the_schema_to_others() {
    let project = Project::default()
        .with("cpu.yml", TYPO)
        .with("azml.yaml", "schemaChecks: off\n");
    let mut session = Session::new(&project);
    session.open_file("cpu.yml");
    let rules = found(&mut session);
    assert!(
        has(&rules, "cluster-min-nodes") && !has(&rules, "unknown-key"),
        "{rules:?}"
    );
    assert_eq!(
        session.hover("cpu.yml", 1, 1),
        Value::Null,
        "`name` is in every schema"
    );
    let card = session.hover("cpu.yml", 3, 1)["contents"]["value"].clone();
    assert!(
        text(&card).starts_with("### `max_instances`\n\n**Here:** 2 to 4 nodes"),
        "{card}"
    );
}

#[test]
fn a_level_of_its_own_brings_a_rule_back() {
    let settings = "schemaChecks: off\nrules: {unknown-key: warning}\n";
    let project = Project::default()
        .with("cpu.yml", TYPO)
        .with("azml.yaml", settings);
    let mut session = Session::new(&project);
    session.open_file("cpu.yml");
    assert!(has(&found(&mut session), "unknown-key"));
}

#[test]
fn the_editor_leaves_the_schema_to_others_from_the_start() {
    let project = Project::default().with("cpu.yml", TYPO);
    for options in [
        json!({"schemaChecks": "off"}),
        json!({"azml-ls": {"schemaChecks": false}}),
    ] {
        let mut session = Session::of(
            &project,
            &Client {
                options,
                ..Client::default()
            },
        );
        session.open_file("cpu.yml");
        let rules = found(&mut session);
        assert!(
            has(&rules, "cluster-min-nodes") && !has(&rules, "unknown-key"),
            "{rules:?}"
        );
        assert_eq!(session.hover("cpu.yml", 1, 1), Value::Null);
    }
}

#[test]
fn the_editor_can_change_its_mind() {
    let project = Project::default().with("cpu.yml", TYPO);
    let mut session = Session::new(&project);
    session.open_file("cpu.yml");
    assert!(has(&found(&mut session), "unknown-key"));
    for (setting, reported) in [("off", false), ("on", true)] {
        let settings = json!({"settings": {"azml-ls": {"schemaChecks": setting}}});
        session.notify("workspace/didChangeConfiguration", settings);
        assert_eq!(
            has(&found(&mut session), "unknown-key"),
            reported,
            "{setting}"
        );
        assert_eq!(
            session.hover("cpu.yml", 1, 1).is_null(),
            !reported,
            "{setting}"
        );
    }
}
