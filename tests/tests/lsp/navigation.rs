//! From names to places over the protocol: in files that are open and files that are not, in
//! columns of the client.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{list, text};

const COMPONENT: &str = "$schema: \
    https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\n\
    name: clean\nversion: 1\ncommand: python clean.py ${{inputs.data}}\nenvironment: azureml:e:1\n\
    inputs:\n  data: {type: uri_folder}\n";
/// The name is behind characters that are two units each.
const PIPELINE: &str = "type: pipeline\njobs:\n  one: \
    {display_name: \"😀é\", component: ./lib/clean.yml, inputs: {data: 1}}\n\
    \x20 two: {component: \"azureml:clean:1\", compute: azureml:cpu}\n";
const OTHER: &str =
    "type: pipeline\r\njobs:\r\n  one: {component: ../lib/clean.yml, inputs: {'data': 1}}\r\n";
const CPU: &str = "type: amlcompute\nname: cpu\n";

fn project() -> Project {
    let project = Project::default()
        .with("lib/clean.yml", COMPONENT)
        .with("p.yml", PIPELINE);
    project.with("jobs/q.yml", OTHER).with("cpu.yml", CPU)
}

/// Diagnostics are not what this is about: nobody asks for them.
fn client() -> Client {
    Client::default().pulling()
}

/// The parameters of a question about a place.
fn at(session: &Session<'_>, path: &str, line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": session.uri(path)}, "position": {"line": line,
        "character": character}})
}

fn with(mut params: Value, key: &str, value: Value) -> Value {
    params[key] = value;
    params
}

/// `file:line:character` of each place.
fn places(session: &Session<'_>, found: &Value) -> Vec<String> {
    let root = session.uri("");
    let place = |one: &Value| {
        let uri = text(&one["uri"])
            .trim_start_matches(&root)
            .trim_start_matches('/')
            .to_owned();
        format!(
            "{uri}:{}:{}",
            one["range"]["start"]["line"], one["range"]["start"]["character"]
        )
    };
    list(found).iter().map(place).collect()
}

fn index(number: &Value) -> usize {
    number
        .as_u64()
        .and_then(|number| usize::try_from(number).ok())
        .expect("a line or a column")
}

/// What one edit for each file makes of the files.
fn applied(project: &Project, session: &Session<'_>, edit: &Value) -> Vec<(String, String)> {
    let root = session.uri("");
    let file = |change: &Value| {
        let path = text(&change["textDocument"]["uri"])
            .trim_start_matches(&root)
            .trim_start_matches('/')
            .to_owned();
        let mut lines: Vec<String> = project.text(&path).split('\n').map(str::to_owned).collect();
        for edit in list(&change["edits"]).iter().rev() {
            let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
            assert_eq!(start["line"], end["line"]);
            let line = &mut lines[index(&start["line"])];
            let mut units: Vec<u16> = line.encode_utf16().collect();
            let place = |at: &Value| index(&at["character"]);
            units.splice(
                place(start)..place(end),
                text(&edit["newText"]).encode_utf16(),
            );
            *line = String::from_utf16(&units).expect("whole characters");
        }
        (path, lines.join("\n"))
    };
    list(&edit["documentChanges"]).iter().map(file).collect()
}

#[test]
fn a_port_is_followed_into_files_that_are_not_open() {
    let project = project();
    let mut session = Session::of(&project, &client());
    session.open_file("p.yml");
    let column =
        u32::try_from(PIPELINE.lines().nth(2).unwrap().encode_utf16().count()).unwrap() - 8;
    let port = at(&session, "p.yml", 2, column);
    let found = session.request_again("textDocument/definition", &port);
    assert_eq!(places(&session, &found), ["lib/clean.yml:6:2"]);
    let asked = with(port.clone(), "context", json!({"includeDeclaration": true}));
    let found = session.request_again("textDocument/references", &asked);
    let all = [
        "jobs/q.yml:2:47",
        "lib/clean.yml:3:35",
        "lib/clean.yml:6:2",
        "p.yml:2:66",
    ];
    assert_eq!(places(&session, &found), all);
    let asked = with(
        port.clone(),
        "context",
        json!({"includeDeclaration": false}),
    );
    let found = session.request_again("textDocument/references", &asked);
    assert_eq!(places(&session, &found), [all[0], all[1], all[3]]);
    let found = session.request_again("textDocument/documentHighlight", &port);
    assert_eq!((list(&found).len(), &found[0]["kind"]), (1, &json!(2)));
}

#[test]
fn a_rename_edits_open_and_closed_files_in_columns_of_the_client() {
    let project = project();
    let mut session = Session::of(&project, &client());
    session.open_file("p.yml");
    session.open_file("lib/clean.yml");
    session.set("lib/clean.yml", 7, COMPONENT);
    let asked = with(at(&session, "lib/clean.yml", 6, 4), "newName", json!("raw"));
    let edit = session.request_again("textDocument/rename", &asked);
    let versions: Vec<&Value> = list(&edit["documentChanges"])
        .iter()
        .map(|change| &change["textDocument"]["version"])
        .collect();
    assert_eq!(versions, [&Value::Null, &json!(7), &json!(1)], "{edit:#}");
    let after = applied(&project, &session, &edit);
    let expected = [
        ("jobs/q.yml", OTHER.replace("'data'", "'raw'")),
        ("lib/clean.yml", COMPONENT.replace("data", "raw")),
        ("p.yml", PIPELINE.replace("data", "raw")),
    ];
    assert_eq!(after, expected.map(|(path, text)| (path.to_owned(), text)));
}

#[test]
fn unsaved_text_counts_and_a_file_that_changed_unseen_is_not_edited() {
    let project = project();
    let mut session = Session::of(&project, &client());
    session.open_file("cpu.yml");
    session.open_file("p.yml");
    // Not analysed yet when the question comes.
    session.set("p.yml", 2, &format!("# moved\n{PIPELINE}"));
    let asked = with(at(&session, "cpu.yml", 1, 7), "newName", json!("big"));
    let edit = session.request_again("textDocument/rename", &asked);
    let change = &edit["documentChanges"][1];
    assert_eq!(
        (
            &change["textDocument"]["version"],
            &change["edits"][0]["range"]["start"]["line"]
        ),
        (&json!(2), &json!(4))
    );
    std::fs::write(
        project.root().join("jobs/q.yml"),
        format!("# moved\n{OTHER}"),
    )
    .unwrap();
    session.open_file("lib/clean.yml");
    let asked = with(at(&session, "lib/clean.yml", 6, 4), "newName", json!("raw"));
    let id = session.ask("textDocument/rename", asked);
    let answer = session.answer(id);
    assert_eq!(answer["error"]["code"], -32803, "{answer:#}");
    assert_eq!(
        answer["error"]["message"],
        "`q.yml` has changed on disk; try again in a moment"
    );
}

#[test]
fn what_cannot_be_renamed_says_why() {
    let project = project();
    let client = client().with("/textDocument/rename", json!({"prepareSupport": true}));
    let mut session = Session::of(&project, &client);
    assert_eq!(
        session.server["capabilities"]["renameProvider"]["prepareProvider"],
        true
    );
    session.open_file("p.yml");
    let step = at(&session, "p.yml", 2, 3);
    let found = session.request_again("textDocument/prepareRename", &step);
    let range = json!({"start": {"line": 2, "character": 2}, "end": {"line": 2, "character": 5}});
    assert_eq!(found, json!({"range": range, "placeholder": "one"}));
    assert_eq!(
        session.request_again("textDocument/prepareRename", &at(&session, "p.yml", 0, 8)),
        Value::Null
    );
    let id = session.ask("textDocument/rename", with(step, "newName", json!("two")));
    let answer = session.answer(id);
    let message =
        "`two` is already the name of another step of `jobs` (p.yml:4): choose another name";
    assert_eq!(answer["error"], json!({"code": -32803, "message": message}));
}

#[test]
fn clients_without_versions_get_plain_changes() {
    let project = project();
    let client = client()
        .with("/workspace/workspaceEdit/documentChanges", json!(false))
        .utf8();
    let mut session = Session::of(&project, &client);
    assert_eq!(session.server["capabilities"]["renameProvider"], true);
    session.open_file("p.yml");
    let asked = with(at(&session, "p.yml", 2, 3), "newName", json!("first"));
    let edit = session.request_again("textDocument/rename", &asked);
    let start = json!({"line": 2, "character": 2});
    assert_eq!(
        edit["changes"][session.uri("p.yml").as_str()][0]["range"]["start"],
        start
    );
}

#[test]
fn a_byte_order_mark_is_no_column_of_the_client() {
    let project = Project::default().with("cpu.yml", "\u{feff}name: cpu\ntype: amlcompute\n");
    let project = project.with(
        "job.yml",
        "type: command\ncommand: echo\ncompute: azureml:cpu\n",
    );
    let mut session = Session::of(&project, &client());
    session.open_file("job.yml");
    let asked = with(at(&session, "job.yml", 2, 19), "newName", json!("gpu"));
    let edit = session.request_again("textDocument/rename", &asked);
    let range = &edit["documentChanges"][0]["edits"][0]["range"];
    let place = |character: u32| json!({"line": 0, "character": character});
    assert_eq!(
        (&range["start"], &range["end"]),
        (&place(6), &place(9)),
        "{edit:#}"
    );
}

#[test]
fn two_folders_have_names_of_their_own() {
    let project = Project::default().with("a/cpu.yml", CPU).with(
        "a/job.yml",
        "type: command\ncommand: echo\ncompute: azureml:cpu\n",
    );
    let project = project.with("b/azml.yaml", "computes:\n  cpu: {type: computeinstance}\n");
    let project = project.with(
        "b/job.yml",
        "type: command\ncommand: echo\ncompute: azureml:cpu\n",
    );
    let client = Client {
        folders: vec!["a", "b"],
        ..client()
    };
    let mut session = Session::of(&project, &client);
    session.open_file("a/job.yml");
    session.open_file("b/job.yml");
    for (path, expected) in [
        ("a/job.yml", "a/cpu.yml:1:6"),
        ("b/job.yml", "b/azml.yaml:1:2"),
    ] {
        let found = session.request_again("textDocument/definition", &at(&session, path, 2, 20));
        assert_eq!(places(&session, &found), [expected]);
    }
    let asked = with(at(&session, "b/job.yml", 2, 20), "newName", json!("gpu"));
    let edit = session.request_again("textDocument/rename", &asked);
    let after = applied(&project, &session, &edit);
    let expected = [
        ("b/azml.yaml", "computes:\n  gpu: {type: computeinstance}\n"),
        (
            "b/job.yml",
            "type: command\ncommand: echo\ncompute: azureml:gpu\n",
        ),
    ];
    assert_eq!(
        after,
        expected.map(|(path, text)| (path.to_owned(), text.to_owned()))
    );
    let found = session.request("workspace/symbol", json!({"query": "cpu"}));
    let named: Vec<(&str, &str)> = list(&found)
        .iter()
        .map(|one| (text(&one["name"]), text(&one["containerName"])))
        .collect();
    assert_eq!(named, [("cpu", "cpu.yml"), ("cpu", "azml.yaml")]);
}

#[test]
fn users_stand_above_the_name_and_in_the_call_hierarchy() {
    let project = project();
    let mut session = Session::of(&project, &client());
    session.open_file("lib/clean.yml");
    let document = json!({"textDocument": {"uri": session.uri("lib/clean.yml")}});
    let lenses = session.request_again("textDocument/codeLens", &document);
    assert_eq!(list(&lenses).len(), 1);
    let command = &lenses[0]["command"];
    assert_eq!(
        (text(&command["title"]), text(&command["command"])),
        ("used by 2 pipelines", "azml-ls.showReferences")
    );
    assert_eq!(command["arguments"][1], json!({"line": 1, "character": 6}));
    assert_eq!(
        places(&session, &command["arguments"][2]),
        ["jobs/q.yml:2:19", "p.yml:2:40", "p.yml:3:28"]
    );

    let found = session.request_again(
        "textDocument/prepareCallHierarchy",
        &at(&session, "lib/clean.yml", 1, 7),
    );
    assert_eq!(found[0]["name"], "clean");
    let callers = session.request("callHierarchy/incomingCalls", json!({"item": found[0]}));
    let shown = |call: &Value, side: &str| {
        (
            text(&call[side]["name"]).to_owned(),
            list(&call["fromRanges"]).len(),
        )
    };
    let named: Vec<_> = list(&callers)
        .iter()
        .map(|call| shown(call, "from"))
        .collect();
    assert_eq!(named, [("q".to_owned(), 1), ("p".to_owned(), 2)]);
    let calls = session.request(
        "callHierarchy/outgoingCalls",
        json!({"item": callers[1]["from"]}),
    );
    let named: Vec<_> = list(&calls).iter().map(|call| shown(call, "to")).collect();
    assert_eq!(named, [("clean".to_owned(), 2)]);
}

#[test]
fn users_are_counted_again_when_a_pipeline_in_another_tab_changes() {
    let project = project();
    let client = client().with("/workspace/codeLens", json!({"refreshSupport": true}));
    let mut session = Session::of(&project, &client);
    session.open_file("lib/clean.yml");
    let document = json!({"textDocument": {"uri": session.uri("lib/clean.yml")}});
    let title = |session: &mut Session<'_>| {
        let lenses = session.request_again("textDocument/codeLens", &document);
        text(&lenses[0]["command"]["title"]).to_owned()
    };
    assert_eq!(title(&mut session), "used by 2 pipelines");
    // The folder is loaded.
    session.expect("workspace/codeLens/refresh");
    session.open_file("p.yml");
    let hover = |session: &mut Session<'_>| session.hover("p.yml", 0, 1);
    hover(&mut session);

    // What it uses stays the same: nobody is asked to look again.
    session.set("p.yml", 2, &PIPELINE.replace("data: 1", "data: 2"));
    hover(&mut session);
    assert!(session.unread("workspace/codeLens/refresh").is_empty());

    session.set(
        "p.yml",
        3,
        "type: pipeline\njobs: {one: {component: ./other.yml}}\n",
    );
    hover(&mut session);
    session.expect("workspace/codeLens/refresh");
    assert_eq!(title(&mut session), "used by 1 pipeline");
}

#[test]
fn an_address_with_a_secret_is_no_link() {
    let project = Project::default();
    let mut session = Session::new(&project);
    let token = ["ghp", "_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"].concat();
    let schema = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json";
    let mut links = |text: &str| {
        session.open("job.yml", text);
        let _ = session.published("job.yml");
        let document = json!({"textDocument": {"uri": session.uri("job.yml")}});
        let links = session.request_again("textDocument/documentLink", &document);
        session.close("job.yml");
        let _ = session.published("job.yml");
        links.as_array().map(Vec::len)
    };
    assert_eq!(links(&format!("{schema}\ncommand: echo\n")), Some(1));
    assert_eq!(
        links(&format!("{schema}?{token}\ncommand: echo\n")),
        Some(0)
    );
}
