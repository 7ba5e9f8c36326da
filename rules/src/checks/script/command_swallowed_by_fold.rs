//! A command that YAML appends to the one on the line before.

use crate::checks::prelude::*;
use crate::checks::shared::script::command_lines::{
    self, is_folded, is_read_as, line_break, name_of, words_of,
};
use crate::script::Command;
use crate::script::commands::starts_script;
use crate::shell::Word;

declare_rule! {
    /// Without `|`, YAML joins the lines of a value with spaces. A program on a line of its own
    /// then becomes an argument of the command on the line before, and never runs: end the line
    /// before with `&&`, or use `|`.
    ///
    /// This rule reports a program if the line before is complete: `source`, `cd`, `export`,
    /// `set`, `mkdir`, `pip install`, `conda activate`, or `echo` with one text in quotes. Other commands
    /// may take a program as an argument, as `conda run` does.
    ///
    /// The fix is unsafe because the program then runs.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// code: src
    /// command: >-
    ///   pip install -r requirements.txt
    ///   python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// code: src
    /// command: >-
    ///   pip install -r requirements.txt &&
    ///   python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    "command-swallowed-by-fold", Script, Error,
    summary: "a program that YAML makes an argument of the line before",
    fix: Unsafe,
    since: "0.2.0",
    url: "https://yaml.org/spec/1.2.2/#813-folded-style",
}

fn check(cx: &mut Context<'_>) {
    for command in cx.commands() {
        let node = command.text.node;
        if !is_folded(node) || !command_lines::is_known(command) {
            continue;
        }
        for (index, simple) in command.simple.iter().enumerate() {
            if let Some(at) = swallowed(command, &simple.words) {
                report(cx, command, index, at);
            }
        }
    }
}

/// Returns the index of a program in `words` that begins a line, after a complete command.
fn swallowed(command: &Command<'_>, words: &[Word]) -> Option<usize> {
    // Fast path: most commands may take a program as an argument.
    let mut programs = (1..words.len()).filter(|_| takes_no_program(words));
    programs.find(|at| {
        let (before, behind) = words.split_at(*at);
        line_break(command, &before[at - 1].range, &behind[0].range).is_some()
            && behind[0].group.is_none()
            && is_complete(before)
            && (starts_script(behind) || before[0].is("echo") && starts_pip(behind))
    })
}

/// Returns `true` if `words` begin with a command for which [`is_complete`] knows the end.
fn takes_no_program(words: &[Word]) -> bool {
    const NAMES: &[&str] = &[
        ".", "cd", "conda", "echo", "export", "mkdir", "pip", "pip3", "set", "source",
    ];
    let name = words.first().and_then(Word::literal);
    name.is_some_and(|name| NAMES.contains(&name))
}

/// Returns `true` if `words` are a complete command that takes no program as an argument.
fn is_complete(words: &[Word]) -> bool {
    let (Some(name), Some(last)) = (words[0].literal(), words.last()) else {
        return false;
    };
    let last_is_option = last.prefix().starts_with(['-', '+']);
    let second_is = |text: &str| words.get(1).is_some_and(|word| word.is(text));
    match name {
        "source" | "." | "cd" => words.len() == 2,
        "echo" => words.len() == 2 && words[1].is_quoted,
        "export" => words.len() > 1 && words[1..].iter().all(|word| word.prefix().contains('=')),
        "set" => words.len() == 2 && last_is_option && !last.prefix().ends_with('o'),
        "mkdir" => words.len() > 1 && !last_is_option,
        "conda" => words.len() == 3 && second_is("activate"),
        _ => words.len() > 2 && second_is("install") && !last_is_option,
    }
}

/// Returns `true` if `words` begin with an installation by pip.
fn starts_pip(words: &[Word]) -> bool {
    let is = |at: usize, text: &str| words.get(at).is_some_and(|word| word.is(text));
    (is(0, "pip") || is(0, "pip3")) && is(1, "install")
}

fn report(cx: &mut Context<'_>, command: &Command<'_>, index: usize, at: usize) {
    let words = &command.simple[index].words;
    let program = name_of(command, &words[at..]);
    let before = name_of(command, &words[..at]);
    let start = words[at].range.start;
    let gap = command_lines::between(command, &words[at - 1].range, &words[at].range);
    let end = gap.map_or(command.range(&words[at - 1].range).end, |gap| gap.start);
    let edit = Edit::new(TextRange::new(end, end), " &&");
    let mut expected = words_of(&command.simple);
    let behind = expected[index].split_off(at);
    expected.insert(index + 1, behind);
    let is_right = is_read_as(command, std::slice::from_ref(&edit), &expected);
    let diagnostic = cx.report(
        command.range(&(start..start + program.len())),
        format!("`{program}` never runs: it is an argument of `{before}`"),
    );
    diagnostic
        .note("YAML joins the lines of this value with spaces, so the shell reads one command")
        .help("end the line before with `&&`");
    if is_right {
        diagnostic.unsafe_fix(format!("run it after `{before}`"), edit);
    }
}
