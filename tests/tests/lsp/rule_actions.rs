//! What can be done about a rule at one of its findings: fix all of them, turn it off, read its
//! page.

use azml_rules::rule_pages::SITE;
use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{list, of_rule, text, titled};

const REDUNDANT: &str = "redundant-step-compute";
const NODES: &str = "cluster-min-nodes";

/// A pipeline with as many steps as repeat the default compute.
fn pipeline(steps: usize) -> String {
    let mut pipeline = "$schema: \
        https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\n\
        type: pipeline\nsettings: {default_compute: azureml:cpu}\njobs:\n"
        .to_owned();
    for step in 0..steps {
        pipeline += &format!(
            "  s{step}:\n    type: command\n    command: echo\n    environment: azureml:e:1\n    \
             compute: azureml:cpu\n"
        );
    }
    pipeline
}

fn cluster(name: &str) -> String {
    format!("type: amlcompute\nname: {name}\nsize: Standard_D4s_v5\nmin_instances: 1\n")
}

/// It is opt-in.
const TURNED_ON: &str = "rules: {redundant-step-compute: hint}\n";

/// A client that asks for edits when an action was chosen, and makes files.
fn client() -> Client {
    Client::default()
        .with(
            "/textDocument/codeAction/resolveSupport",
            json!({"properties": ["edit"]}),
        )
        .with(
            "/workspace/workspaceEdit/resourceOperations",
            json!(["create"]),
        )
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions
        .iter()
        .map(|action| text(&action["title"]))
        .collect()
}

/// The actions at the first finding of `rule` in the file at `path`, which is open.
fn actions(session: &mut Session<'_>, path: &str, found: &[Value], rule: &str) -> Vec<Value> {
    let found = of_rule(found, rule);
    session.actions(path, &found[..1], Some("quickfix"))
}

/// The file after the edits of an action.
fn edited(before: &str, edits: &Value) -> String {
    let offset = |at: &Value| {
        let line = usize::try_from(at["line"].as_u64().expect("a line")).expect("a small file");
        let lines = before.split_inclusive('\n').take(line).map(str::len);
        lines.sum::<usize>() + crate::number(&at["character"])
    };
    let mut after = before.to_owned();
    for edit in list(edits).iter().rev() {
        let [start, end] = ["start", "end"].map(|end| offset(&edit["range"][end]));
        after.replace_range(start..end, text(&edit["newText"]));
    }
    after
}

#[test]
fn all_findings_of_a_rule_are_fixed_in_the_file_and_nothing_else() {
    let project = Project::default()
        .with("azml.yaml", TURNED_ON)
        .with("p.yml", pipeline(3));
    let mut session = Session::of(&project, &client());
    let before = session.open_file("p.yml");
    let found = session.published("p.yml");
    let actions = actions(&mut session, "p.yml", &found, REDUNDANT);
    assert_eq!(
        titles(&actions),
        [
            "Remove `compute`",
            "Fix all `redundant-step-compute` in this file",
            "Silence `redundant-step-compute` for this line",
            "Turn off `redundant-step-compute` for this folder",
        ]
    );
    assert_eq!(actions[0]["isPreferred"], true);
    assert_eq!(
        actions[1]["edit"],
        Value::Null,
        "it comes when it is chosen"
    );
    let resolved = session.request("codeAction/resolve", actions[1].clone());
    let change = &resolved["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"]["version"], 1);
    let after = edited(&before, &change["edits"]);
    assert_eq!(after.matches("    compute:").count(), 0, "{after}");
    assert_eq!(after.matches("    command:").count(), 3, "{after}");
    session.set("p.yml", 2, &after);
    assert!(of_rule(&session.published("p.yml"), REDUNDANT).is_empty());
}

#[test]
fn where_there_is_one_finding_there_is_no_fix_of_all() {
    let project = Project::default()
        .with("azml.yaml", TURNED_ON)
        .with("p.yml", pipeline(1))
        .with("c.yml", cluster("other"));
    let mut session = Session::of(&project, &client());
    session.open_file("p.yml");
    let found = session.published("p.yml");
    let actions = actions(&mut session, "p.yml", &found, REDUNDANT);
    let titles = titles(&actions);
    assert!(
        !titles.iter().any(|title| title.starts_with("Fix all")),
        "{titles:?}"
    );
}

#[test]
fn all_findings_of_a_rule_are_fixed_in_the_folder() {
    let project = Project::default()
        .with("a.yml", cluster("a"))
        .with("deep/b.yml", cluster("b"))
        .with(
            "c.yml",
            cluster("c").replace("min_instances: 1", "min_instances: 0"),
        );
    let mut session = Session::of(&project, &client());
    session.open_file("a.yml");
    let found = session.published("a.yml");
    let actions = actions(&mut session, "a.yml", &found, NODES);
    let title =
        "Fix all `cluster-min-nodes` in this folder (may change what runs or what it costs)";
    let resolved = session.request("codeAction/resolve", titled(&actions, title).clone());
    let changes = list(&resolved["edit"]["documentChanges"]);
    let mut changed: Vec<(&str, &Value)> = changes
        .iter()
        .map(|change| (text(&change["textDocument"]["uri"]), change))
        .collect();
    changed.sort_by_key(|change| change.0);
    let [a, b] = ["a.yml", "deep/b.yml"].map(|path| session.uri(path));
    assert_eq!([changed[0].0, changed[1].0], [&a, &b], "{changes:#?}");
    assert_eq!(changed.len(), 2);
    assert_eq!(changed[0].1["textDocument"]["version"], 1);
    assert_eq!(
        changed[1].1["textDocument"]["version"],
        Value::Null,
        "it is not open"
    );
    for (_, change) in changed {
        assert!(
            list(&change["edits"])
                .iter()
                .all(|edit| edit["newText"] == "0")
        );
    }
    // Who cannot ask later is not offered what takes long.
    let mut plain = Session::new(&project);
    plain.open_file("a.yml");
    let found = plain.published("a.yml");
    let actions = self::actions(&mut plain, "a.yml", &found, NODES);
    assert!(
        !titles(&actions)
            .iter()
            .any(|title| title.contains("in this folder ("))
    );
}

#[test]
fn the_folder_is_offered_as_long_as_another_file_in_it_has_the_finding() {
    let without = cluster("c").replace("min_instances: 1", "min_instances: 0");
    let project = Project::default().with("a.yml", cluster("a"));
    let project = project.with("c.yml", &without);
    let mut session = Session::of(&project, &client());
    session.open_file("a.yml");
    let found = session.published("a.yml");
    session.open_file("c.yml");
    session.published("c.yml");
    let texts = [without.as_str(), &cluster("c"), &without];
    for ((version, text), is_offered) in (2..).zip(texts).zip([false, true, false]) {
        session.set("c.yml", version, text);
        session.published("c.yml");
        // The second answer is the first one, kept.
        for _ in 0..2 {
            let actions = actions(&mut session, "a.yml", &found, NODES);
            let titles = titles(&actions);
            let offered = titles.iter().any(|it| it.contains("in this folder ("));
            assert_eq!(offered, is_offered, "{version}: {titles:?}");
        }
    }
}

#[test]
fn a_size_that_costs_less_says_so() {
    let project = Project::default().with("a.yml", cluster("a"));
    let mut session = Session::new(&project);
    session.open_file("a.yml");
    let found = session.published("a.yml");
    let actions = actions(&mut session, "a.yml", &found, NODES);
    assert_eq!(
        titles(&actions)[0],
        "Set `min_instances: 0` and save about $140 a month"
    );
}

#[test]
fn a_rule_is_turned_off_in_a_new_file() {
    let project = Project::default().with("deep/a.yml", cluster("a"));
    let mut session = Session::of(&project, &client());
    session.open_file("deep/a.yml");
    let found = session.published("deep/a.yml");
    let before = actions(&mut session, "deep/a.yml", &found, NODES);
    let action = titled(&before, "Turn off `cluster-min-nodes` for this folder");
    assert!(found.contains(&action["diagnostics"][0]), "as it was sent");
    let changes = list(&action["edit"]["documentChanges"]);
    let config = session.uri("azml.yaml");
    assert_eq!(changes[0]["kind"], "create");
    assert_eq!(changes[0]["uri"], config.as_str());
    assert_eq!(
        changes[1]["edits"][0]["newText"],
        "rules:\n  cluster-min-nodes: off\n"
    );
    // A client that makes no files has nothing to write it into.
    let mut plain = Session::new(&project);
    plain.open_file("deep/a.yml");
    let found = plain.published("deep/a.yml");
    let actions = actions(&mut plain, "deep/a.yml", &found, NODES);
    assert!(
        !titles(&actions)
            .iter()
            .any(|title| title.starts_with("Turn off"))
    );
}

#[test]
fn a_rule_is_turned_off_in_the_file_that_counts_and_its_finding_goes() {
    let settings = "# Ours.\nrules: # few\n  unknown-key: hint # soon\npreview: false\n";
    let project = Project::default()
        .with("azml.yaml", settings)
        .with("deep/a.yml", cluster("a"));
    let mut session = Session::new(&project);
    session.open_file("deep/a.yml");
    let found = session.published("deep/a.yml");
    let actions = actions(&mut session, "deep/a.yml", &found, NODES);
    let action = titled(&actions, "Turn off `cluster-min-nodes` for this folder");
    let change = &action["edit"]["documentChanges"][0];
    let config = session.uri("azml.yaml");
    assert_eq!(change["textDocument"]["uri"], config.as_str());
    let after = edited(settings, &change["edits"]);
    assert_eq!(
        after,
        "# Ours.\nrules: # few\n  unknown-key: hint # soon\n  cluster-min-nodes: off\n\
         preview: false\n"
    );
    let project = &project;
    std::fs::write(project.root().join("azml.yaml"), after).expect("it can be written");
    let change = json!({"changes": [{"uri": config, "type": 2}]});
    session.notify("workspace/didChangeWatchedFiles", change);
    assert!(of_rule(&session.published("deep/a.yml"), NODES).is_empty());
}

#[test]
fn what_is_typed_in_the_settings_and_not_saved_counts_for_the_edit() {
    let project = Project::default()
        .with("azml.yaml", "preview: false\n")
        .with("a.yml", cluster("a"));
    let mut session = Session::new(&project);
    session.open("azml.yaml", "rules: {unknown-key: off}\n");
    session.open_file("a.yml");
    let found = session.published("a.yml");
    let actions = actions(&mut session, "a.yml", &found, NODES);
    let action = titled(&actions, "Turn off `cluster-min-nodes` for this folder");
    let change = &action["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"]["version"], 1);
    assert_eq!(
        edited("rules: {unknown-key: off}\n", &change["edits"]),
        "rules: {unknown-key: off, cluster-min-nodes: off}\n"
    );
}

#[test]
fn a_rule_is_explained_where_the_client_shows_documents() {
    let project = Project::default().with("a.yml", cluster("a"));
    let shows = Client::default().with("/window/showDocument", json!({"support": true}));
    let mut session = Session::of(&project, &shows);
    let commands = session.server["capabilities"]["executeCommandProvider"]["commands"].clone();
    session.open_file("a.yml");
    let found = session.published("a.yml");
    let actions = actions(&mut session, "a.yml", &found, NODES);
    let titles = titles(&actions);
    if SITE.is_none() {
        // There is no page to show yet.
        assert_eq!(commands, Value::Null);
        assert!(
            titles.iter().all(|title| !title.starts_with("Explain")),
            "{titles:?}"
        );
        return;
    }
    assert_eq!(commands, json!(["azml-ls.explain"]));
    let of = |start: &str| titles.iter().position(|title| title.starts_with(start));
    assert!(
        of("Explain `cluster-min-nodes`") < of("Silence"),
        "{titles:?}"
    );
    let command = &titled(&actions, "Explain `cluster-min-nodes`")["command"];
    let arguments = command["arguments"].clone();
    assert_eq!(
        (text(&command["command"]), &arguments),
        ("azml-ls.explain", &json!(["cluster-min-nodes"]))
    );
    let params = json!({"command": "azml-ls.explain", "arguments": arguments});
    let _ = session.request("workspace/executeCommand", params);
    let shown = session.expect("window/showDocument");
    assert!(
        text(&shown["uri"]).ends_with("/cluster-min-nodes.html"),
        "{shown}"
    );
    assert_eq!(shown["external"], true);
    let unknown = json!({"command": "azml-ls.explain", "arguments": ["no-such-rule"]});
    let id = session.ask("workspace/executeCommand", unknown);
    assert_eq!(session.refusal(&json!(id))["code"], -32602);
}

#[test]
fn a_client_with_a_page_of_its_own_gets_the_command_and_no_registration() {
    let project = Project::default().with("a.yml", cluster("a"));
    let own = Client {
        options: json!({"explainCommand": true}),
        ..Client::default()
    };
    let mut session = Session::of(&project, &own);
    assert_eq!(
        session.server["capabilities"]["executeCommandProvider"],
        Value::Null
    );
    session.open_file("a.yml");
    let found = session.published("a.yml");
    let actions = self::actions(&mut session, "a.yml", &found, NODES);
    let explain = titled(&actions, "Explain `cluster-min-nodes`");
    assert_eq!(explain["command"]["command"], "azml-ls.explain");
    let mut plain = Session::new(&project);
    plain.open_file("a.yml");
    let found = plain.published("a.yml");
    let actions = self::actions(&mut plain, "a.yml", &found, NODES);
    assert!(
        !titles(&actions)
            .iter()
            .any(|title| title.starts_with("Explain"))
    );
}
