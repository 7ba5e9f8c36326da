//! One document: fixes, silencing, closing, broken text.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::json;

use crate::{CLUSTER, changes, of_rule, only, titled};

const WARM: &str =
    "type: amlcompute\nname: c\nsize: Standard_D4s_v5\nmin_instances: 2\nmax_instances: 4\n";

const MISSPELLED: &str = "type: amlcompute\nname: c\nmax_instanses: 4\n";

#[test]
fn closing_clears_what_was_shown() {
    let project = Project::default();
    let mut session = Session::new(&project);
    session.open("c.yml", WARM);
    let _ = only(&session.published("c.yml"), "cluster-min-nodes");
    session.close("c.yml");
    assert!(session.published("c.yml").is_empty());
    session.open("c.yml", WARM);
    let _ = only(&session.published("c.yml"), "cluster-min-nodes");
}

#[test]
fn a_broken_text_keeps_its_cards() {
    let project = Project::default();
    let mut session = Session::new(&project);
    session.open("c.yml", WARM);
    let _ = session.published("c.yml");
    session.set("c.yml", 2, &WARM.replace("name: c", "name: \"c"));
    let _ = only(&session.published("c.yml"), "yaml-syntax");
    let hover = session.hover("c.yml", 0, 8);
    assert!(
        hover["contents"]["value"]
            .as_str()
            .unwrap()
            .starts_with("### Compute cluster"),
        "{hover}"
    );
    session.set("c.yml", 3, WARM);
    let found = session.published("c.yml");
    assert!(of_rule(&found, "yaml-syntax").is_empty(), "{found:#?}");
}

#[test]
fn safe_fixes_are_applied_at_once() {
    let project = Project::default();
    for kind in ["source.fixAll.azml", "source.fixAll", "source"] {
        let mut session = Session::new(&project);
        session.open("c.yml", MISSPELLED);
        let _ = session.published("c.yml");
        let actions = session.actions("c.yml", &[], Some(kind));
        assert_eq!(actions.len(), 1, "{actions:#?}");
        assert_eq!(actions[0]["kind"], "source.fixAll.azml");
        session.change("c.yml", 2, changes(&actions[0]));
        let left = session.published("c.yml");
        assert!(of_rule(&left, "unknown-key").is_empty(), "{left:#?}");
        assert!(
            session
                .actions("c.yml", &[], Some("source.fixAll.ruff"))
                .is_empty()
        );
        assert!(
            session.actions("c.yml", &[], Some(kind)).is_empty(),
            "nothing is left"
        );
    }
}

#[test]
fn the_edit_of_fix_all_comes_when_it_is_asked_for() {
    let project = Project::default();
    let client = Client::default().with(
        "/textDocument/codeAction/resolveSupport",
        json!({"properties": ["edit"]}),
    );
    let mut session = Session::of(&project, &client);
    session.open("c.yml", MISSPELLED);
    let _ = session.published("c.yml");
    let actions = session.actions("c.yml", &[], Some("source.fixAll"));
    assert_eq!(actions[0].get("edit"), None);
    let resolved = session.request_again("codeAction/resolve", &actions[0]);
    assert_eq!(changes(&resolved)[0]["text"], "c");
}

#[test]
fn a_rule_is_silenced_for_a_line() {
    let project = Project::default();
    let mut session = Session::new(&project);
    session.open("c.yml", WARM);
    let found = only(&session.published("c.yml"), "cluster-min-nodes");
    let actions = session.actions("c.yml", &[found], Some("quickfix"));
    let silence = titled(&actions, "Silence `cluster-min-nodes` for this line");
    assert_eq!(
        changes(silence)[0]["text"],
        "# azml: ignore[cluster-min-nodes]\n"
    );
    session.change("c.yml", 2, changes(silence));
    let left = session.published("c.yml");
    assert!(of_rule(&left, "cluster-min-nodes").is_empty(), "{left:#?}");
}

#[test]
fn actions_do_not_trust_outdated_diagnostics() {
    let project = Project::default();
    let mut session = Session::new(&project);
    session.open("c.yml", WARM);
    let old = only(&session.published("c.yml"), "cluster-min-nodes");
    let start = json!({"line": 0, "character": 0});
    session.change(
        "c.yml",
        2,
        json!([{"range": {"start": start, "end": start}, "text": "# new\n"}]),
    );
    // The client moved the mark, but what it carries is for the old text.
    let mut moved = old.clone();
    moved["range"]["start"]["line"] = json!(4);
    moved["range"]["end"]["line"] = json!(4);
    let actions = session.actions("c.yml", &[moved], Some("quickfix"));
    let edit =
        &titled(&actions, "Set `min_instances: 0`")["edit"]["documentChanges"][0]["edits"][0];
    assert_eq!(edit["range"]["start"]["line"], 4);
    let _ = session.published("c.yml");
}

#[test]
fn clients_without_versions_get_plain_changes() {
    let project = Project::default();
    let client = Client {
        capabilities: json!({}),
        ..Client::default()
    };
    let mut session = Session::of(&project, &client);
    session.open("c.yml", WARM);
    let found = only(&session.published("c.yml"), "cluster-min-nodes");
    let actions = session.actions("c.yml", &[found], Some("quickfix"));
    let edit = &titled(&actions, "Set `min_instances: 0`")["edit"];
    assert_eq!(edit["changes"][session.uri("c.yml")][0]["newText"], "0");
}

#[test]
fn rule_names_are_completed_in_comments() {
    let project = Project::default();
    let mut session = Session::new(&project);
    session.open("c.yml", &format!("# azml: ignore[clus]\n{CLUSTER}"));
    let _ = session.published("c.yml");
    let position = json!({"line": 0, "character": 19});
    let params = json!({"textDocument": {"uri": session.uri("c.yml")}, "position": position});
    let items = session.request_again("textDocument/completion", &params);
    let item = items
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["label"] == "cluster-min-nodes")
        .unwrap();
    assert_eq!(item["textEdit"]["range"]["start"]["character"], 15);
    let hover = session.hover("c.yml", 0, 17);
    assert!(hover.is_null(), "no rule has this name: {hover}");
}

#[test]
fn a_directive_is_completed_after_its_prefix() {
    let project = Project::default();
    let mut session = Session::new(&project);
    session.open("c.yml", &format!("# azml: ig\n{CLUSTER}"));
    let _ = session.published("c.yml");
    let position = json!({"line": 0, "character": 10});
    let params = json!({"textDocument": {"uri": session.uri("c.yml")}, "position": position});
    let items = session.request_again("textDocument/completion", &params);
    assert_eq!(items[0]["label"], "ignore");
    assert_eq!(items[0]["textEdit"]["range"]["start"]["character"], 8);
    let text = items[0]["textEdit"]["newText"].as_str().unwrap();
    assert!(text.starts_with("ignore["), "{text}");
}

#[test]
fn a_schedule_shows_its_next_runs() {
    let project = Project::default();
    let mut session = Session::new(&project);
    let text = "$schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json\n\
                name: weekly\ncreate_job: azureml:train\ntrigger:\n  type: cron\n  \
                expression: \"0 6 * * 1\"\n  time_zone: Tokyo Standard Time\n";
    session.open("schedule.yml", text);
    let _ = session.published("schedule.yml");
    let hover = session.hover("schedule.yml", 5, 18);
    let card = hover["contents"]["value"].as_str().unwrap();
    assert!(
        card.contains("every Monday at 06:00 in `Tokyo Standard Time`")
            && card.contains("- Mon 2026-11-23 06:00 (UTC+09:00)"),
        "{card}"
    );
}
