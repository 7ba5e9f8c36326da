#![allow(clippy::unwrap_used)] // Helpers of tests.

use super::*;
use crate::script::python::{
    Argument, ArgumentAction, Choices, Nargs, ScriptInterface, SourceLocation, State, ValueKind,
};
use crate::text::TextRange;

/// `--name -n` is an option, `name` a positional argument; `!` after it: required; `?`, `*`, `+`,
/// `2`, `...` its nargs; `0` a switch.
fn argument(text: &str) -> Argument {
    let (names, rest) = text.split_once(':').unwrap_or((text, ""));
    let names: Vec<String> = names.split('|').map(str::to_owned).collect();
    let is_positional = !names[0].starts_with('-');
    let (nargs, action) = match rest.trim_end_matches('!') {
        "0" => (Nargs::Zero, ArgumentAction::StoreTrue),
        "?" => (Nargs::Optional, ArgumentAction::Store),
        "*" => (Nargs::ZeroOrMore, ArgumentAction::Store),
        "+" => (Nargs::OneOrMore, ArgumentAction::Store),
        "2" => (Nargs::Exactly(2), ArgumentAction::Store),
        "..." => (Nargs::Remainder, ArgumentAction::Store),
        _ => (Nargs::One, ArgumentAction::Store),
    };
    let needs_value = !matches!(
        nargs,
        Nargs::Optional | Nargs::ZeroOrMore | Nargs::Remainder | Nargs::Zero
    );
    Argument {
        dest: names[0].trim_start_matches('-').to_owned(),
        is_required: rest.ends_with('!') || is_positional && needs_value,
        flags: if is_positional { Vec::new() } else { names },
        metavar: None,
        action,
        nargs,
        kind: ValueKind::Str,
        choices: Choices::Any,
        default: None,
        is_conditional: false,
        exclusive_group: None,
        help: None,
        place: SourceLocation {
            path: "train.py".into(),
            range: TextRange::empty(0),
        },
    }
}

fn interface(text: &str) -> ScriptInterface {
    ScriptInterface {
        state: State::Closed,
        arguments: text.split_whitespace().map(argument).collect(),
        ..ScriptInterface::default()
    }
}

/// `_` is a value, `$` an unclear token, `--a=$` a word with this prefix.
fn tokens(line: &str) -> Vec<ArgumentToken> {
    let words = line.split_whitespace();
    let token = |word: &str| match word {
        "_" => ArgumentToken::Value,
        "$" => ArgumentToken::Unclear,
        _ => match word.strip_suffix('$') {
            Some(start) => ArgumentToken::Start(start.to_owned()),
            None => ArgumentToken::Text(word.replace('~', " ")),
        },
    };
    words.map(token).collect()
}

fn shown(fault: &ArgumentFault<'_>) -> String {
    match fault {
        ArgumentFault::UnknownFlag { name, .. } => format!("unknown {name}"),
        ArgumentFault::AmbiguousFlag { name, .. } => format!("ambiguous {name}"),
        ArgumentFault::NoValue { flag, .. } => format!("no value {flag}"),
        ArgumentFault::ValueForSwitch { flag, .. } => format!("switch {flag}"),
        ArgumentFault::Unexpected { token } => format!("unexpected {token}"),
        ArgumentFault::LoneDashes { token } => format!("dashes {token}"),
        ArgumentFault::Missing { argument } => format!("missing {}", argument.name()),
    }
}

fn faults(takes: &str, line: &str) -> String {
    let interface = interface(takes);
    let matching = Matching::new(&tokens(line), &interface);
    let faults: Vec<String> = matching.faults.iter().map(shown).collect();
    faults.join(", ")
}

#[track_caller]
fn holds(takes: &str, lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        assert_eq!(faults(takes, line), *expected, "{takes} <- {line}");
    }
}

#[test]
fn flags_are_found_as_argparse_finds_them() {
    holds(
        "--data --epochs|-e --eval|-v:0 --verbose:0",
        &[
            ("--data _ --epochs 3", ""),
            ("--data=_ -e3 -e 3 --ep 3", ""),
            ("--dta _", "unknown --dta"),
            ("--e 3", "ambiguous --e"),
            ("--data --epochs 3", "no value --data"),
            ("--data", "no value --data"),
            ("--epochs -3", ""),
            ("--epochs -1e-3", ""),
            ("-vve3", ""),
            ("-vx", "unknown -vx"),
            ("--eval=true", "switch --eval"),
            ("--eval true", "switch --eval"),
            ("--eval $", ""),
            ("_ --data _", "unexpected 0"),
            ("--data _ _ --epochs 3", "unexpected 2"),
            ("--data _ -- epochs 3", "dashes 2"),
            ("--help --nothing", ""),
            ("--da~ta --data _", "unexpected 0"),
            ("--data $ --epocs 3", "unknown --epocs"),
            ("--data $ _", ""),
            ("$ --data _ extra", ""),
            ("--${} _", "unknown --${}"),
            ("--$ _", ""),
            ("--other=$", ""),
            ("-e$ --data=$", ""),
        ],
    );
}

#[test]
fn what_is_required_must_surely_be_missing() {
    holds(
        "--data:! --mode:! source",
        &[
            ("_ --data _ --mode x", ""),
            ("--data _ --mode x", "missing source"),
            ("_ --data _", "missing --mode"),
            ("_ --data _ $", ""),
            ("_ --data $", "missing --mode"),
            ("_ --data _ --$", ""),
            ("_ --data _ --modes x", "unknown --modes, missing --mode"),
        ],
    );
}

#[test]
fn values_are_shared_out_as_argparse_does() {
    holds(
        "--pair:2 --list:+ first rest:*",
        &[
            ("a --pair 1 2", ""),
            ("a --pair 1", "no value --pair"),
            ("a --pair=1", "no value --pair"),
            ("--list a b c", "missing first"),
            ("a b c --list", "no value --list"),
            ("--list a -- b", ""),
            // Before Python 3.13 `rest` is consumed when `--pair` follows.
            ("a --pair 1 2 b", ""),
        ],
    );
    holds(
        "first rest:...",
        &[("a --b c", ""), ("--b a", "unknown --b")],
    );
}
