//! Format Document: the layout changes, values and comments do not.

#![allow(clippy::unwrap_used)] // Helpers of tests.

use azml_ide::format::{FormatRefusal, format};
use azml_rules::document::Document;
use azml_tests::sources::{examples, fixtures, yaml_files};

fn formatted(text: &str) -> Result<String, FormatRefusal> {
    format(&Document::new("file.yml", text))
}

/// The values as another reader of YAML sees them; none for several documents.
fn values(text: &str) -> Option<serde_yaml::Value> {
    serde_yaml::from_str(text).ok()
}

#[test]
fn blanks_indentation_and_quotes_are_made_alike() {
    let text = "\
type:  command
# What runs.
command: >-
  python train.py 
  --data ${{inputs.data}}
environment: 'azureml:sklearn:1'   # ours
inputs:
    data: { type: uri_folder,path: data }
tags: [a,b]
distribution:


  type: pytorch
  process_count_per_instance: 1";
    let wanted = "\
type: command
# What runs.
command: >-
  python train.py 
  --data ${{inputs.data}}
environment: \"azureml:sklearn:1\" # ours
inputs:
  data: {type: uri_folder, path: data}
tags: [a, b]
distribution:
  type: pytorch
  process_count_per_instance: 1
";
    assert_eq!(formatted(text).unwrap(), wanted);
}

#[test]
fn line_ends_a_byte_order_mark_and_names_of_templates_stay() {
    let text = "\u{feff}type:   amlcompute\r\ndescription: |\r\n  a\r\n  b\r\n";
    let wanted = "\u{feff}type: amlcompute\r\ndescription: |\r\n  a\r\n  b\r\n";
    assert_eq!(formatted(text).unwrap(), wanted);
    let template = "type: amlcompute\nname:  {{NAME}}\nsize: #{SIZE}#\n";
    let kept = formatted(template);
    assert!(
        kept.as_ref()
            .is_ok_and(|text| text.contains("name: {{NAME}}\nsize: #{SIZE}#\n")),
        "{kept:?}"
    );
}

#[test]
fn what_is_broken_foreign_or_deep_stays_as_it_is() {
    let deep = |count: usize| {
        let (open, close) = ("[".repeat(count), "]".repeat(count));
        format!("type: amlcompute\ntags: {open}{close}\n")
    };
    let cases = [
        (
            "services: {web: {image: x}}\n".to_owned(),
            FormatRefusal::NotAzureMl,
        ),
        (
            "type: amlcompute\nname: \"a\nsize: x\n".to_owned(),
            FormatRefusal::SyntaxError,
        ),
        (deep(200), FormatRefusal::TooDeep),
    ];
    for (text, refusal) in cases {
        assert_eq!(formatted(&text), Err(refusal), "{text}");
    }
    // What is one level less deep is formatted with the stack of a thread.
    assert!(formatted(&deep(95)).is_ok());
    assert!(formatted(&deep(100_000)).is_err());
}

#[test]
fn public_files_keep_their_values_and_a_second_run_changes_nothing() {
    let folders = examples().into_iter().chain([fixtures()]);
    let (mut all, mut changed, mut refused) = (0, 0, Vec::new());
    for path in folders.flat_map(|folder| yaml_files(&folder)) {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let name = path.display();
        match formatted(&text) {
            Ok(after) => {
                all += 1;
                changed += usize::from(after != text);
                assert_eq!(values(&after), values(&text), "{name}");
                assert_eq!(formatted(&after).as_ref(), Ok(&after), "{name}");
            }
            Err(FormatRefusal::WouldChange) => refused.push(name.to_string()),
            Err(_) => (),
        }
    }
    println!("{all} files formatted, {changed} changed, not kept: {refused:#?}");
    assert!(changed > 0 && refused.len() * 50 < all, "{refused:#?}");
}
