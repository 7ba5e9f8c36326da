//! Completion in expressions and of paths, cards of references and semantic tokens, as editors ask
//! for them.

use azml_tests::process::Project;
use azml_tests::session::Session;
use serde_json::{Value, json};

use crate::{list, text};

const COMPONENT: &str = "$schema: \
    https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\n\
                         name: train\n\
                         command: train ${{inputs.data}} ${{outputs.model}}\n\
                         environment: azureml:sklearn:1\n\
                         inputs: {data: {type: uri_folder, description: The table.}}\n\
                         outputs: {model: {type: mlflow_model}}\n";
const PIPELINE: &str = "type: pipeline\n\
                        inputs: {raw: {type: uri_folder, path: ./raw}}\n\
                        jobs:\n  \
                          fit:\n    \
                            component: ./components/train.yml\n    \
                            inputs: {data: \"${{parent.inputs.raw}}\"}\n    \
                            display_name: 😀 ${{parent.inputs.raw}}\n";

fn at(session: &Session<'_>, line: u32, column: u32) -> Value {
    json!({"textDocument": {"uri": session.uri("p.yml")}, "position": {"line": line,
        "character": column}})
}

fn items(answer: &Value) -> Vec<(String, String)> {
    let items = list(&answer["items"]).iter();
    items
        .map(|item| {
            (
                text(&item["label"]).to_owned(),
                text(&item["textEdit"]["newText"]).to_owned(),
            )
        })
        .collect()
}

fn pair(label: &str, insert: &str) -> (String, String) {
    (label.to_owned(), insert.to_owned())
}

#[test]
fn references_are_completed_explained_and_coloured() {
    let project = Project::default()
        .with("p.yml", PIPELINE)
        .with("components/train.yml", COMPONENT)
        .with("components/.hidden/x.yml", COMPONENT)
        .with("components/out/y.txt", "")
        .with("components/more/z.txt", "")
        .with(".gitignore", "out/\n");
    let mut session = Session::new(&project);
    let server = session.server["capabilities"].clone();
    for trigger in ["{", ".", "/", "@"] {
        let all = &server["completionProvider"]["triggerCharacters"];
        assert!(list(all).contains(&json!(trigger)), "{all}");
    }
    session.open_file("p.yml");
    session.published("p.yml");

    let card = session.request_again("textDocument/hover", &at(&session, 5, 38));
    assert!(
        text(&card["contents"]["value"]).starts_with("### `raw`: input of this pipeline"),
        "{card}"
    );
    // Counted in UTF-16: the smiley is two.
    let card = session.request_again("textDocument/hover", &at(&session, 6, 39));
    let name = json!({"start": {"line": 6, "character": 38}, "end": {"line": 6, "character": 41}});
    assert_eq!(card["range"], name);

    let document = json!({"uri": session.uri("p.yml")});
    let all = session.request_again(
        "textDocument/semanticTokens/full",
        &json!({"textDocument": document}),
    );
    let numbers: Vec<u64> = list(&all["data"])
        .iter()
        .filter_map(Value::as_u64)
        .collect();
    assert_eq!(numbers.len(), 2 * 5 * 5);
    let legend = &server["semanticTokensProvider"]["legend"]["tokenTypes"];
    let kinds: Vec<&str> = numbers
        .chunks(5)
        .map(|token| text(&legend[usize::try_from(token[3]).unwrap()]))
        .collect();
    assert_eq!(
        kinds[..5],
        [
            "operator",
            "namespace",
            "namespace",
            "parameter",
            "operator"
        ]
    );
    // The second expression: one line down, behind blanks, a key and the smiley.
    assert_eq!(numbers[25..30], [1, 21, 3, 0, 0]);
    let range = json!({"start": {"line": 6, "character": 0}, "end": {"line": 7, "character": 0}});
    let params = json!({"textDocument": document, "range": range});
    let part = session.request_again("textDocument/semanticTokens/range", &params);
    assert_eq!(list(&part["data"]).len(), 5 * 5);

    // Half written, not saved.
    let half = PIPELINE
        .replace("\"${{parent.inputs.raw}}\"}", "${{parent.│")
        .replace('│', "");
    session.set("p.yml", 2, &half);
    let answer = session.request_again("textDocument/completion", &at(&session, 5, 29));
    let offered = items(&answer);
    assert!(
        offered.contains(&pair("inputs.raw", "\"${{parent.inputs.raw}}\"")),
        "{offered:?}"
    );
    session.set(
        "p.yml",
        3,
        &PIPELINE.replace("./components/train.yml", "./components/"),
    );
    let answer = session.request_again("textDocument/completion", &at(&session, 4, 28));
    let wanted = [
        pair("train.yml", "./components/train.yml"),
        pair("more/", "./components/more/"),
    ];
    assert_eq!(
        items(&answer),
        wanted,
        "what is hidden or ignored is left out"
    );
    // What is half written is reported after a moment, which may pass before or after this.
    assert_eq!(session.exit(), Some(0));
}
