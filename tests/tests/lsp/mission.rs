//! The two findings the product began with, from diagnostic to fixed text, and the same as on
//! the command line.

use azml_rules::checks::rule;
use azml_rules::explain::sentence;
use azml_rules::rule_pages;
use azml_tests::process::Project;
use azml_tests::session::Session;
use serde_json::{Value, json};

use crate::{CLUSTER, INSTANCE, SWEEP, changes, list, number, of_rule, only, text, titled};

const WARM: &str = "type: amlcompute\nname: warm\nsize: Standard_D4s_v5\n\
    min_instances: 2 # nights too\nmax_instances: 4\n";

/// By their numbers in the protocol.
const LEVELS: [&str; 5] = ["", "error", "warning", "info", "hint"];

fn project() -> Project {
    let project = Project::default()
        .with("jobs/sweep.yml", SWEEP)
        .with("computes/ci.yml", INSTANCE);
    project
        .with("computes/cpu.yml", CLUSTER)
        .with("computes/warm.yml", WARM)
}

#[test]
fn a_sweep_on_an_instance_is_sent_to_the_cluster() {
    let project = project();
    let mut session = Session::new(&project);
    session.open_file("jobs/sweep.yml");
    let diagnostics = session.published("jobs/sweep.yml");
    let found = only(&diagnostics, "sweep-on-single-node");
    assert_eq!(found["range"]["start"], json!({"line": 2, "character": 9}));
    assert_eq!(
        (&found["source"], &found["severity"]),
        (&json!("azml-ls"), &json!(2))
    );
    assert!(
        found["message"]
            .as_str()
            .unwrap()
            .starts_with("24 trials share `ci-anna`, a compute instance")
    );
    // A link only where there is a page.
    let page = rule_pages::address(rule("sweep-on-single-node").unwrap());
    assert_eq!(found["codeDescription"]["href"].as_str(), page.as_deref());
    let related = &found["relatedInformation"][0];
    assert_eq!(
        related["location"]["uri"],
        session.uri("computes/ci.yml").as_str()
    );
    assert_eq!(
        related["location"]["range"]["start"],
        json!({"line": 1, "character": 6})
    );

    let hover = session.hover("jobs/sweep.yml", 2, 20);
    assert_eq!(hover["range"], found["range"]);
    let card = hover["contents"]["value"].as_str().unwrap();
    assert!(
        card.starts_with("### `ci-anna`: compute instance"),
        "{card}"
    );
    let link = format!(
        "Defined in [`computes/ci.yml:2`]({}#L2)",
        session.uri("computes/ci.yml")
    );
    assert!(card.contains(&link), "{card}");

    let actions = session.actions("jobs/sweep.yml", &[found], Some("quickfix"));
    let action = titled(&actions, "Run on `cpu-cluster`");
    assert_eq!(action.get("isPreferred"), None, "it changes what runs");
    assert_eq!(
        action["edit"]["documentChanges"][0]["textDocument"]["version"],
        1
    );
    session.change("jobs/sweep.yml", 2, changes(action));
    let left = session.published("jobs/sweep.yml");
    assert!(
        of_rule(&left, "sweep-on-single-node").is_empty(),
        "{left:#?}"
    );
    let card = session.hover("jobs/sweep.yml", 2, 20)["contents"]["value"].to_string();
    assert!(card.contains("`cpu-cluster`: compute cluster"), "{card}");
}

#[test]
fn nodes_kept_warm_are_set_to_none() {
    let project = project();
    let mut session = Session::new(&project);
    session.open_file("computes/warm.yml");
    let found = only(&session.published("computes/warm.yml"), "cluster-min-nodes");
    let actions = session.actions("computes/warm.yml", &[found], None);
    let action = titled(&actions, "Set `min_instances: 0`");
    assert_eq!(action, &actions[0], "it is the first");
    assert_eq!(
        action.get("isPreferred"),
        None,
        "it changes when machines run"
    );
    session.change("computes/warm.yml", 2, changes(action));
    let left = session.published("computes/warm.yml");
    assert!(of_rule(&left, "cluster-min-nodes").is_empty(), "{left:#?}");
}

#[test]
fn the_editor_finds_what_the_command_line_finds() {
    let project = project();
    let checked: Value =
        serde_json::from_str(&project.run("--check --format json --min-level hint").stdout)
            .unwrap();
    let mut session = Session::of(&project, &azml_tests::session::Client::default().utf8());
    let mut compared = 0;
    for path in [
        "jobs/sweep.yml",
        "computes/warm.yml",
        "computes/ci.yml",
        "computes/cpu.yml",
    ] {
        let source = session.open_file(path);
        let published = session.published(path);
        let shown: Vec<Value> = published
            .iter()
            .map(|found| of_editor(&mut session, path, &source, found))
            .collect();
        let all = checked["diagnostics"].as_array().unwrap();
        let listed: Vec<Value> = all
            .iter()
            .filter(|found| found["path"] == path)
            .map(|found| of_terminal(&session, found))
            .collect();
        assert_eq!(
            serde_json::to_string_pretty(&shown).unwrap(),
            serde_json::to_string_pretty(&listed).unwrap()
        );
        compared += listed.len();
    }
    assert!(compared >= 2, "{checked:#}");
}

/// What an editor offers beside the fixes of a finding.
const BESIDE: [&str; 4] = ["Silence ", "Fix all ", "Turn off ", "Explain "];

/// What an editor shows, as byte offsets and plain words. Columns are bytes here, as negotiated.
fn of_editor(session: &mut Session<'_>, path: &str, source: &str, found: &Value) -> Value {
    let edit =
        |edit: &Value| json!({"range": bytes(source, &edit["range"]), "text": edit["newText"]});
    let fix = |fix: &Value| {
        let edits: Vec<Value> = list(&fix["edit"]["documentChanges"])
            .iter()
            .flat_map(|file| list(&file["edits"]))
            .map(edit)
            .collect();
        let is_safe = fix["isPreferred"] == true;
        json!({"title": fix["title"], "safe": is_safe, "edits": edits})
    };
    assert_eq!(
        found.get("data"),
        None,
        "fixes are sent when they are asked for"
    );
    let mut actions = session.actions(path, std::slice::from_ref(found), Some("quickfix"));
    actions.retain(|action| {
        !BESIDE
            .iter()
            .any(|it| text(&action["title"]).starts_with(it))
    });
    let related = |related: &Value| {
        let place = &related["location"];
        json!({"uri": place["uri"], "line": place["range"]["start"]["line"],
            "message": related["message"]})
    };
    json!({
        "rule": found["code"],
        "level": LEVELS.get(number(&found["severity"])),
        "message": found["message"],
        "url": found["codeDescription"]["href"],
        "range": bytes(source, &found["range"]),
        "related": list(&found["relatedInformation"]).iter().map(related).collect::<Vec<_>>(),
        "fixes": actions.iter().map(fix).collect::<Vec<_>>(),
    })
}

/// What the terminal prints, in the same form.
fn of_terminal(session: &Session<'_>, found: &Value) -> Value {
    let mut message = vec![text(&found["message"]).to_owned()];
    message.extend(
        list(&found["notes"])
            .iter()
            .map(|note| format!("note: {}", text(note))),
    );
    message.extend(found["help"].as_str().map(|help| format!("help: {help}")));
    let edit = |edit: &Value| json!({"range": [edit["start"], edit["end"]], "text": edit["text"]});
    let fix = |fix: &Value| {
        let edits: Vec<Value> = list(&fix["edits"]).iter().map(edit).collect();
        let title = sentence(text(&fix["title"]));
        json!({"title": title, "safe": fix["applicability"] == "safe", "edits": edits})
    };
    let related = |related: &Value| {
        let line = number(&related["start"]["line"]) - 1;
        json!({"uri": session.uri(text(&related["path"])), "line": line,
            "message": related["message"]})
    };
    let fixes = list(&found["fixes"])
        .iter()
        .filter(|fix| fix["applicability"] != "display");
    json!({
        "rule": found["rule"],
        "level": found["level"],
        "message": message.join("\n"),
        "url": found["url"],
        "range": [found["start"]["offset"], found["end"]["offset"]],
        "related": list(&found["related"]).iter().map(related).collect::<Vec<_>>(),
        "fixes": fixes.map(fix).collect::<Vec<_>>(),
    })
}

/// A range of lines and byte columns as offsets.
fn bytes(source: &str, range: &Value) -> Value {
    let offset = |at: &Value| {
        let above: usize = source
            .split_inclusive('\n')
            .take(number(&at["line"]))
            .map(str::len)
            .sum();
        above + number(&at["character"])
    };
    json!([offset(&range["start"]), offset(&range["end"])])
}
