//! A `\` at the end of a line that YAML joins with the next one.

use crate::checks::prelude::*;
use crate::checks::shared::script::command_lines::{self, is_folded, is_read_as};
use crate::script::Command;
use crate::shell::{Part, Word};

declare_rule! {
    /// With `>`, or without any sign, YAML itself joins the lines of a command with spaces. A `\`
    /// at the end of a line is then before a space, not before a line break. To the shell, this
    /// space is a part of the next argument: the program gets `" --epochs"` instead of `--epochs`.
    ///
    /// Lines that are indented more keep their line breaks, so `\` is right before them, as it is
    /// with `|`.
    ///
    /// The fix is unsafe because the program then gets other arguments. It removes every such `\`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// code: src
    /// command: >-
    ///   python train.py \
    ///   --epochs 10
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// code: src
    /// command: >-
    ///   python train.py
    ///   --epochs 10
    /// code: src
    /// environment: azureml:training:3
    /// ```
    "command-backslash-newline", Script, Error,
    summary: "`\\` before a line break that YAML replaces with a space",
    fix: Unsafe,
    since: "0.2.0",
    url: "https://yaml.org/spec/1.2.2/#813-folded-style",
}

fn check(cx: &mut Context<'_>) {
    for command in cx.commands() {
        let has_any = command.text.text.contains("\\ ") && is_folded(command.text.node);
        if has_any && command_lines::is_known(command) {
            check_command(cx, command);
        }
    }
}

fn check_command(cx: &mut Context<'_>, command: &Command<'_>) {
    let words = command.simple.iter().flat_map(|simple| &simple.words);
    let folded: Vec<&Word> = words
        .filter(|word| begins_with_folded_space(command, word))
        .collect();
    // A space alone may be harmless.
    let Some(word) = folded.iter().find(|word| !word.prefix().trim().is_empty()) else {
        return;
    };
    let backslash = word.range.start..word.range.start + 1;
    let fix = fix(command, &folded);
    let shown = word.prefix();
    let diagnostic = cx.report(
        command.range(&backslash),
        "`\\` at the end of a line that YAML joins with the next one",
    );
    diagnostic
        .note(format!(
            "YAML replaces the line break with a space, and `\\` makes it a part of the argument \
             `\"{shown}\"`"
        ))
        .help("remove `\\`: YAML joins the lines without it");
    diagnostic.fixes.extend(fix);
}

/// Returns `true` if `word` begins with `\` from the end of a line, and the space that replaces the
/// line break.
fn begins_with_folded_space(command: &Command<'_>, word: &Word) -> bool {
    let start = word.range.start;
    let is_escaped = command.text.text[start..word.range.end].starts_with("\\ ");
    let place = command
        .text
        .exact(&(start..start + 1))
        .filter(|_| is_escaped);
    place.is_some_and(|backslash| {
        let behind = &command.text.node.tree().text()[backslash.end as usize..];
        behind.starts_with(['\n', '\r'])
    })
}

/// Removes the `\` at the start of `word`, and the spaces before it.
fn remove(command: &Command<'_>, word: &Word) -> Option<Edit> {
    let place = command
        .text
        .exact(&(word.range.start..word.range.start + 1))?;
    let node = command.text.node;
    let before = TextRange::new(node.range().start, place.start);
    let before = command_lines::source(command, before);
    let blanks = before.len() - before.trim_end_matches([' ', '\t']).len();
    let start = place.start - u32::try_from(blanks).ok()?;
    Some(Edit::new(TextRange::new(start, place.end), ""))
}

/// Removes every `\` at the start of `folded` words.
fn fix(command: &Command<'_>, folded: &[&Word]) -> Option<Fix> {
    let edits: Option<Vec<Edit>> = folded.iter().map(|word| remove(command, word)).collect();
    let edits = edits?;
    let mut expected = Vec::new();
    for simple in &command.simple {
        let words = simple.words.iter();
        expected.push(words.filter_map(|word| mended(word, folded)).collect());
    }
    is_read_as(command, &edits, &expected).then(|| Fix::unsafe_("remove `\\`", edits))
}

/// Returns `word` without the space at its start; `None` if nothing is left.
fn mended(word: &Word, folded: &[&Word]) -> Option<Vec<Part>> {
    let mut parts = word.parts.clone();
    // Words are in the order of the text.
    let is_folded = folded.binary_search_by_key(&word.range.start, |it| it.range.start);
    if let Some(Part::Literal(text)) = parts.first_mut().filter(|_| is_folded.is_ok()) {
        text.remove(0);
        if text.is_empty() {
            parts.remove(0);
        }
    }
    (!parts.is_empty() || word.parts.is_empty()).then_some(parts)
}
