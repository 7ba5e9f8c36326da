//! Strings that were meant as expressions.

use crate::checks::prelude::*;
use crate::checks::shared::paths::mentions::is_rendered;
use crate::checks::shared::paths::repository::repository;
use crate::expression::{Mistake, MistakeKind};

declare_rule! {
    /// Only `${{inputs.x}}` and a few other paths are evaluated. Anything else is passed on as a
    /// plain string: with a missing brace, or `parents` instead of `parent`, the command receives
    /// the braces instead of the value.
    ///
    /// `$(inputs.x)` is a program for the shell, and `$[[inputs.x]]` an optional part without a value:
    /// `$[[--x ${{inputs.x}}]]` is meant.
    ///
    /// In files that another tool fills in with `{{ ... }}`, a missing `$` is not reported.
    ///
    /// `${{secrets.X}}`, `${{vars.X}}`, `${{github.X}}`, and `${{env.X}}` are expressions of GitHub
    /// Actions, which evaluates them in its workflows only. Files that a script copies or fills in
    /// aren't reported.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data $ {{inputs.data}}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.data}} --home ${HOME}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    /// ```
    "malformed-expression", Reference, Error,
    marks: [Unfinished],
    summary: "a malformed expression, which is not evaluated",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-expressions",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    let is_template = is_template(cx.document.text(), &program.sites);
    for site in program
        .sites
        .iter()
        .filter(|site| site.role != ExpressionRole::Other)
    {
        let mistakes = &site.text.scan.mistakes;
        let is_bare = |mistake: &&Mistake| mistake.kind == MistakeKind::BareBracket;
        let first_bare = mistakes.iter().find(is_bare);
        for mistake in mistakes {
            let skipped = match mistake.kind {
                // One finding for all of a text.
                MistakeKind::BareBracket => first_bare != Some(mistake),
                // `brace-only-expression` reports it, because shell text looks like it.
                MistakeKind::BraceOnly => true,
                MistakeKind::MissingDollar => is_template,
                _ => false,
            };
            if !skipped {
                report(cx, site, mistake);
            }
        }
    }
    foreign(cx);
    of_workflows(cx);
    of_parameters(cx);
}

/// First words of the expressions of GitHub Actions.
const WORKFLOW_WORDS: [&str; 4] = ["env", "github", "secrets", "vars"];

/// Reports expressions of workflows.
fn of_workflows(cx: &mut Context<'_>) {
    let program = cx.program();
    for (site, expression) in program.expressions() {
        let path = &site.text.text[expression.path.clone()];
        let is_of_workflow = path.split_once('.').is_some_and(|(first, name)| {
            WORKFLOW_WORDS.contains(&first)
                && !name.is_empty()
                && name
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'))
        });
        let written = &site.text.text[expression.range.clone()];
        if expression.target != Target::Foreign
            || !is_of_workflow
            || cx.cli_overrides().fills(written)
            || cx
                .cli_overrides()
                .replaces(&site.text.node.path())
                .is_some()
            || is_rendered(cx, &repository(cx))
        {
            continue;
        }
        cx.report(
            site.text.range(&expression.path),
            format!("`{path}` is read only in workflows of GitHub Actions"),
        )
        .level(Level::Warning)
        .note("the CLI sends the expression as it is")
        .help(
            "pass the value with `--set` in the workflow, or read it from a key vault in the job",
        );
    }
}

/// Reports `parameters.x` in the command of a job or component that has the input `x`. Azure Pipelines replaces
/// such an expression only in its own files.
fn of_parameters(cx: &mut Context<'_>) {
    let program = cx.program();
    for (site, expression) in program.expressions_in(ExpressionRole::Run) {
        let path = &site.text.text[expression.path.clone()];
        let Some(name) = path.strip_prefix("parameters.") else {
            continue;
        };
        let has_input = program.scope(site).is_some_and(|it| it.inputs.has(name));
        let written = &site.text.text[expression.range.clone()];
        if expression.target != Target::Foreign
            || !has_input
            || cx.cli_overrides().fills(written)
            || is_rendered(cx, &repository(cx))
        {
            continue;
        }
        let edit = site.text.edit(&expression.path, &format!("inputs.{name}"));
        let diagnostic = cx.report(
            site.text.range(&expression.path),
            format!("`{path}` isn't an expression of Azure ML"),
        );
        if program.is_checked_command(site) {
            diagnostic.note("the CLI refuses the command: \"Invalid data binding expression\"");
        } else {
            diagnostic
                .level(Level::Warning)
                .note("the service does not evaluate it and passes it on unchanged");
        }
        diagnostic.help(format!("write `${{{{inputs.{name}}}}}`"));
        if let Some(edit) = edit {
            diagnostic.unsafe_fix(format!("write `inputs.{name}`"), edit);
        }
    }
}

/// First words that the client resolves in the component itself, and those of template engines.
const OTHER_WORDS: &[&str] = &[
    "name",
    "version",
    "type",
    "description",
    "display_name",
    "tags",
    "properties",
    "code",
    "command",
    "environment",
    "environment_variables",
    "distribution",
    "resources",
    "id",
    "parameters",
    "variables",
    "secrets",
    "github",
    "env",
    "matrix",
    "vars",
    "needs",
    "runner",
    "steps",
    "values",
];

/// Reports an expression in a command component or a command step that names anything but its parts, which
/// the client rejects.
fn foreign(cx: &mut Context<'_>) {
    let program = cx.program();
    for (site, expression) in program.expressions_in(ExpressionRole::Run) {
        if expression.target != Target::Foreign || !program.is_checked_command(site) {
            continue;
        }
        let path = &site.text.text[expression.path.clone()];
        let first = path.split('.').next().unwrap_or(path);
        // Placeholders of other tools are rarely all lowercase.
        let plain = path
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '.'));
        let has_slip = || {
            let mistakes = site.text.scan.mistakes_in(&expression.range);
            mistakes.iter().any(|mistake| {
                expression.range.start <= mistake.range.start
                    && mistake.range.end <= expression.range.end
            })
        };
        if plain && !OTHER_WORDS.contains(&first) && !has_slip() {
            let is_step = program.step(site).is_some();
            let owner = if is_step { "step" } else { "component" };
            let section = program.scope(site).and_then(|scope| {
                let sections = [("inputs", &scope.inputs), ("outputs", &scope.outputs)];
                let mut declaring = sections
                    .into_iter()
                    .filter(|(_, ports)| ports.get(path).is_some());
                let first = declaring.next()?;
                declaring.next().is_none().then_some(first.0)
            });
            let edit = section.and_then(|section| {
                let start = expression.path.start;
                site.text.edit(&(start..start), &format!("{section}."))
            });
            let diagnostic = cx.report(
                site.text.range(&expression.path),
                format!("`{path}` isn't something a {owner} can read"),
            );
            diagnostic.note(format!(
                "the CLI refuses the {owner}: \"Invalid data binding expression\""
            ));
            match section {
                Some(section) => {
                    diagnostic.help(format!("write `${{{{{section}.{path}}}}}`"));
                }
                None => {
                    diagnostic.help("write `${{inputs.NAME}}` or `${{outputs.NAME}}`");
                }
            }
            if let Some((edit, section)) = edit.zip(section) {
                diagnostic.unsafe_fix(format!("insert `{section}.`"), edit);
            }
        }
    }
}

/// Returns `true` if the file has `{{ ... }}` that isn't a misspelled expression: another tool fills it in.
fn is_template(text: &str, sites: &[ExpressionSite<'_>]) -> bool {
    let bare = text
        .match_indices("{{")
        .filter(|(at, _)| !text[..*at].trim_end_matches(' ').ends_with('$'))
        .count();
    let mistakes = sites.iter().flat_map(|site| &site.text.scan.mistakes);
    let slips = mistakes.filter(|mistake| mistake.kind == MistakeKind::MissingDollar);
    bare > slips.count()
}

fn report(cx: &mut Context<'_>, site: &ExpressionSite<'_>, mistake: &Mistake) {
    let written = &site.text.text[mistake.range.clone()];
    let message = match mistake.kind {
        MistakeKind::Misspelled => format!("unknown word `{written}` in an expression"),
        MistakeKind::Unclosed => "this expression has no closing `}}`".to_owned(),
        MistakeKind::UnclosedBracket => "`$[[` has no closing `]]`".to_owned(),
        MistakeKind::BareBracket => {
            format!("the optional part `{written}` contains no `${{{{...}}}}`")
        }
        MistakeKind::Empty => "this expression is empty".to_owned(),
        MistakeKind::Incomplete => format!("the expression `{written}` is incomplete"),
        MistakeKind::Blank => format!("the expression `{written}` contains a space"),
        MistakeKind::DoubleDollar => format!("`{written}` starts with one `$` too many"),
        _ => format!("`{written}` is not a valid expression"),
    };
    let edit = mistake
        .replacement
        .as_deref()
        .and_then(|text| site.text.edit(&mistake.range, text));
    let safe = !matches!(mistake.kind, MistakeKind::Misspelled);
    let diagnostic = cx.report(site.text.range(&mistake.range), message);
    diagnostic.note(match mistake.kind {
        MistakeKind::DoubleDollar => "the extra `$` becomes part of the string",
        MistakeKind::BareBracket => "no value is passed",
        MistakeKind::Parenthesis => "a shell runs the program of this name and passes its output",
        _ => "the service does not evaluate it and passes it on unchanged",
    });
    match mistake.replacement.as_deref() {
        None if mistake.kind == MistakeKind::BareBracket => {
            let path = written.trim_matches(['$', '[', ']']).trim();
            let name = path.rsplit('.').next().unwrap_or(path);
            diagnostic.help(format!(
                "write the option and its value as `$[[--{name} ${{{{{path}}}}}]]`"
            ))
        }
        Some(text) => diagnostic.help(format!("write `{text}`")),
        None if mistake.kind == MistakeKind::UnclosedBracket => {
            diagnostic.help("add `]]` at the end of the optional part")
        }
        None => diagnostic.help("write a full path, as in `${{inputs.NAME}}`"),
    };
    if matches!(
        mistake.kind,
        MistakeKind::BareBracket
            | MistakeKind::DoubleDollar
            | MistakeKind::Parenthesis
            | MistakeKind::UnclosedBracket
    ) {
        // A dollar sign before a value, or `$[[` in a script, may be intended.
        diagnostic.level(Level::Warning);
    }
    if let Some(edit) = edit {
        let title = format!(
            "write `{}`",
            mistake.replacement.as_deref().unwrap_or_default()
        );
        diagnostic.fix(if safe {
            Fix::safe(title, vec![edit])
        } else {
            Fix::unsafe_(title, vec![edit])
        });
    }
}
