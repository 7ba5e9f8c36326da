//! Commands and messages that a client asks for in its initialization options.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{list, text};

const JOB: &str =
    "type: command\ncommand: python train.py\nenvironment: azureml:e:1\ncompute: azureml:far\n";

fn client(options: Value) -> Client {
    Client {
        options,
        ..Client::default().pulling().with(
            "/textDocument/completion/completionItem/snippetSupport",
            json!(true),
        )
    }
}

fn at(session: &Session, line: u32, character: u32) -> Value {
    json!({
        "textDocument": {"uri": session.uri("job.yml")},
        "position": {"line": line, "character": character},
    })
}

#[test]
fn the_card_of_an_unknown_name_offers_the_refresh() {
    let project = Project::default().with("job.yml", JOB);
    for (options, offer) in [
        (
            json!({"refreshCommand": true}),
            "[Refresh from the workspace](command:azml-ls.refreshWorkspace)",
        ),
        (
            json!({}),
            "`azml-ls --refresh` saves what the workspace holds.",
        ),
    ] {
        let mut session = Session::of(&project, &client(options));
        session.open_file("job.yml");
        for (line, character) in [(3, 20), (2, 22)] {
            let params = at(&session, line, character);
            let card = session.request_again("textDocument/hover", &params);
            let card = text(&card["contents"]["value"]).to_owned();
            assert!(card.ends_with(offer), "{card}");
        }
    }
}

#[test]
fn a_key_opens_the_list_of_its_values_and_a_folder_that_of_its_files() {
    let project = Project::default()
        .with("env/conda.yml", "dependencies: [python=3.12]\n")
        .with("job.yml", JOB);
    let mut session = Session::of(&project, &client(json!({"suggestCommand": true})));
    session.open("job.yml", &format!("{JOB}dis"));
    let offered = |session: &mut Session, line: u32, character: u32, label: &str| {
        let params = at(session, line, character);
        let answer = session.request_again("textDocument/completion", &params);
        let items = list(&answer["items"]).to_vec();
        let found = items.iter().find(|item| item["label"] == label);
        found
            .unwrap_or_else(|| panic!("no {label} in {items:#?}"))
            .clone()
    };
    let opens = json!({"title": "Suggest", "command": "editor.action.triggerSuggest", "arguments": [{"auto": true}]});
    assert_eq!(
        offered(&mut session, 4, 3, "display_name")["command"],
        opens
    );
    session.set("job.yml", 2, "$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json\nname: e\nimage: x\nconda_file: \n");
    let folder = offered(&mut session, 3, 12, "env/");
    assert_eq!(
        (&folder["textEdit"]["newText"], &folder["command"]),
        (&json!("./env/"), &opens)
    );
    session.set("job.yml", 3, "type: pipeline\njob");
    let jobs = offered(&mut session, 1, 3, "jobs");
    assert_eq!(
        (&jobs["textEdit"]["newText"], &jobs["command"]),
        (&json!("jobs:\n  $0"), &opens)
    );

    // Other clients do not know that command.
    let mut other = Session::of(&project, &client(json!({})));
    other.open("job.yml", &format!("{JOB}dis"));
    assert_eq!(
        offered(&mut other, 4, 3, "display_name")["command"],
        Value::Null
    );
}

#[test]
fn a_message_is_one_line_where_the_client_wants_that() {
    let project = Project::default().with("job.yml", format!("{JOB}limits: {{timeout: 1h}}\n"));
    let related = json!(true);
    let found = |options: Value| -> Value {
        let client = client(options).with(
            "/textDocument/publishDiagnostics/relatedInformation",
            related.clone(),
        );
        let mut session = Session::of(&project, &client);
        session.open_file("job.yml");
        let params = json!({"textDocument": {"uri": session.uri("job.yml")}});
        let report = session.request_again("textDocument/diagnostic", &params);
        let all = list(&report["items"]).iter();
        let mut of_rule = all.filter(|it| it["code"] == "invalid-type");
        of_rule.next().expect("it is found").clone()
    };
    let full = found(json!({}));
    assert!(
        text(&full["message"]).contains("\nhelp: write the number of seconds"),
        "{full}"
    );
    let short = found(json!({"messages": "short"}));
    assert!(!text(&short["message"]).contains('\n'), "{short}");
    let help = "help: write the number of seconds, `3600`";
    assert_eq!(short["data"], json!({"notes": [help]}));
}
