//! Text that is not valid YAML.

use std::collections::HashMap;

use crate::checks::prelude::*;
use crate::checks::shared::syntax_errors;
use crate::syntax::{SyntaxError, SyntaxErrorCause};

declare_rule! {
    /// The CLI rejects a file with a syntax error. Each error is reported where it is, and the rest
    /// of the file is still checked. Lines of text without keys that follow each other at the same indentation are one
    /// error.
    ///
    /// The CLI's parser implements YAML 1.1 and rejects tabs outside of quotes, comments and
    /// multiline strings.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: "cpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: "cpu-cluster"
    /// ```
    "yaml-syntax", Structure, Error,
    marks: [Syntax],
    summary: "text that is not valid YAML",
    url: "https://yaml.org/spec/1.2.2/",
}

fn check(cx: &mut Context<'_>) {
    let document = cx.document;
    if let Some(conflict) = merge_conflict(document.text()) {
        cx.report(conflict, "the file has an unresolved merge conflict")
            .help("resolve it, and remove the lines with `<<<<<<<`, `=======`, and `>>>>>>>`");
        return;
    }
    let tabs = document.tree().stray_tabs();
    let errors: Vec<&SyntaxError> = document.tree().errors().iter().chain(&tabs).collect();
    let mut alike: HashMap<&str, usize> = HashMap::new();
    // Placeholders of other tools cause one for each value.
    for error in errors
        .iter()
        .filter(|error| error.cause == SyntaxErrorCause::ReservedStart)
    {
        *alike.entry(&error.message).or_default() += 1;
    }
    let mut last_keyless = None;
    for error in &errors {
        if error.cause == SyntaxErrorCause::NoKey {
            let lines = document.tree().lines();
            let line = lines.line_of(error.range.start);
            let indent = error.range.start - lines.full_line(line).start;
            let above = last_keyless.replace((line, indent));
            let is_next = above.is_some_and(|(above, same)| above + 1 == line && same == indent);
            if is_next && !may_be_entry(error.range.slice(document.text())) {
                continue;
            }
        }
        let again = match alike.get_mut(&*error.message) {
            // The first error covered them.
            Some(0) => continue,
            Some(count) => std::mem::take(count) - 1,
            None => 0,
        };
        let diagnostic = syntax_errors::report(cx, error);
        if again > 0 {
            let values = counted(i64::try_from(again).unwrap_or(i64::MAX), "more value");
            diagnostic.note(format!("the same error is in {values} of this file"));
        }
    }
}

/// Returns `true` for two words, which may be a key and its value.
fn may_be_entry(line: &str) -> bool {
    let is_key = line.starts_with(|c: char| c.is_alphabetic());
    is_key && line.split_whitespace().count() == 2
}

/// Returns the first conflict marker of git.
fn merge_conflict(text: &str) -> Option<TextRange> {
    let line_at = |start: &str| {
        let inside = text.find(&format!("\n{start}")).map(|at| at + 1);
        if text.starts_with(start) {
            Some(0)
        } else {
            inside
        }
    };
    let ours = line_at("<<<<<<< ")?;
    let theirs = line_at(">>>>>>> ")?;
    let len = text[ours..].lines().next().map_or(0, str::len);
    (ours < theirs).then(|| TextRange::from(ours..ours + len))
}
