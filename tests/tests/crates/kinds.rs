//! Which kind a file is: a table of our own, and every file of the corpus where it is at hand.

use azml_rules::document::Document;
use azml_tests::sources;

/// A case: path, text, kind; `-` for files of other tools.
const CASES: &str = include_str!("../../specs/kinds.txt");

struct Case {
    path: String,
    kind: Option<String>,
    text: String,
}

/// `== path: kind` starts a case, the lines below are the file.
fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in CASES.lines() {
        if let Some(head) = line.strip_prefix("== ") {
            let (path, kind) = head.split_once(": ").expect("a case is `== path: kind`");
            let kind = (kind != "-").then(|| kind.to_owned());
            cases.push(Case {
                path: path.to_owned(),
                kind,
                text: String::new(),
            });
        } else if let Some(case) = cases.last_mut() {
            case.text.push_str(line);
            case.text.push('\n');
        }
    }
    cases
}

fn kind_of(path: &str, text: &str) -> Option<String> {
    Document::new(path, text)
        .kind()
        .map(|kind| kind.id().to_string())
}

#[test]
fn each_file_is_of_its_kind() {
    let cases = cases();
    assert!(cases.len() >= 60, "only {} cases", cases.len());
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let got = kind_of(&case.path, &case.text);
            (got != case.kind).then(|| {
                format!(
                    "{}\n{}got {got:?}, not {:?}",
                    case.path, case.text, case.kind
                )
            })
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n\n"));
}

#[test]
fn line_ends_do_not_change_a_kind() {
    for case in cases() {
        let crlf = case.text.replace('\n', "\r\n");
        assert_eq!(
            kind_of(&case.path, &crlf),
            case.kind,
            "{} with CRLF\n{}",
            case.path,
            case.text
        );
        let bom = format!("\u{feff}{}", case.text);
        assert_eq!(
            kind_of(&case.path, &bom),
            case.kind,
            "{} with a byte-order mark\n{}",
            case.path,
            case.text
        );
    }
}

/// The kinds the official client's loaders give to the files of Azure/azureml-examples; kept
/// outside the repository.
#[test]
fn the_corpus_has_the_kinds_of_the_client() {
    let Some(examples) = sources::examples() else {
        return;
    };
    let verdicts = std::fs::read_to_string(examples.with_extension("verdicts.jsonl"))
        .expect("what the client says stands beside its examples");
    let (mut same, mut all, mut foreign) = (0_u32, 0_u32, Vec::new());
    for line in verdicts.lines() {
        let verdict: serde_json::Value =
            serde_json::from_str(line).expect("a line of the verdicts is JSON");
        let path = verdict["file"].as_str().expect("a verdict names its file");
        let Ok(bytes) = std::fs::read(examples.join(path)) else {
            continue;
        };
        let got = kind_of(path, &String::from_utf8_lossy(&bytes));
        match verdict["kind"].as_str() {
            Some(wanted) => {
                all += 1;
                same += u32::from(got.as_deref() == Some(wanted));
                if got.as_deref() != Some(wanted) {
                    println!("{path}: {got:?}, the client says {wanted}");
                }
            }
            // The client reads these through the environments that name them, not by themselves.
            None => foreign.extend(
                got.filter(|kind| !["conda_file", "python_env"].contains(&kind.as_str()))
                    .map(|kind| format!("{path}: {kind}")),
            ),
        }
    }
    println!(
        "same kind {same}/{all}, recognised but not ours {}",
        foreign.len()
    );
    assert_eq!(foreign, Vec::<String>::new());
    assert!(
        all > 400 && same * 100 >= all * 99,
        "same kind {same}/{all}"
    );
}
