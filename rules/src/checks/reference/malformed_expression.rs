//! Text that was meant as an expression.

use crate::checks::prelude::*;
use crate::expression::{Mistake, MistakeKind};

declare_rule! {
    /// The service replaces `${{inputs.x}}` and a few paths like it, and takes everything else as
    /// plain text: one brace too few or `parents` for `parent`, and the command gets the braces
    /// instead of the value.
    ///
    /// Files that other tools fill in with `{{ ... }}` are left alone in that respect.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data $ {{inputs.data}}
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.data}} --home ${HOME}
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    /// ```
    "malformed-expression", Reference, Error,
    summary: "text that was meant as an expression and is none",
    fix: Some(Applicability::Safe),
    since: "0.1.0",
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
        for mistake in &site.text.scan.mistakes {
            let skipped = match mistake.kind {
                // Its own rule, because shell text looks like it.
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
}

/// First words that the client looks up in a component itself, and those of templates that other
/// tools fill in.
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

/// The client refuses a command component whose command names anything but its parts.
fn foreign(cx: &mut Context<'_>) {
    let program = cx.program();
    for (site, expression) in program
        .expressions()
        .filter(|(site, _)| site.role == ExpressionRole::Run)
    {
        let component = program
            .scope(site)
            .is_some_and(|scope| scope.kind == ScopeKind::Component);
        let path = &site.text.text[expression.path.clone()];
        let first = path.split('.').next().unwrap_or(path);
        // What another tool fills in is rarely written in small letters alone.
        let plain = path
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '.'));
        let slip = site.text.scan.mistakes.iter().any(|mistake| {
            expression.range.start <= mistake.range.start
                && mistake.range.end <= expression.range.end
        });
        if component
            && expression.target == Target::Foreign
            && plain
            && !slip
            && !OTHER_WORDS.contains(&first)
        {
            cx.report(
                site.text.range(&expression.path),
                format!("`{path}` names nothing that a component can read"),
            )
            .note("the client refuses the component")
            .help("write `${{inputs.NAME}}` or `${{outputs.NAME}}`");
        }
    }
}

/// Whether the file has `{{ ... }}` that is no slip of ours: another tool fills it in.
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
        MistakeKind::Misspelled => {
            let wanted = mistake.replacement.as_deref().unwrap_or_default();
            format!("`{written}` is not a word of expressions: `{wanted}` is")
        }
        MistakeKind::Unclosed => "this expression is never closed".to_owned(),
        MistakeKind::UnclosedBracket => "this optional piece is never closed".to_owned(),
        MistakeKind::Empty => "this expression names nothing".to_owned(),
        MistakeKind::Incomplete => format!("`{written}` stops before it names anything"),
        MistakeKind::Blank => format!("`{written}` has a blank inside"),
        _ => format!("`{written}` is not an expression"),
    };
    let edit = mistake
        .replacement
        .as_deref()
        .and_then(|text| site.text.edit(&mistake.range, text));
    let safe = !matches!(mistake.kind, MistakeKind::Misspelled);
    let diagnostic = cx.report(site.text.range(&mistake.range), message);
    diagnostic.note("the service does not evaluate it; the step gets the text as it stands");
    match mistake.replacement.as_deref() {
        Some(text) => diagnostic.help(format!("write `{text}`")),
        None if mistake.kind == MistakeKind::UnclosedBracket => {
            diagnostic.help("close it with `]]`")
        }
        None => diagnostic.help("write `${{inputs.NAME}}`, `${{parent.inputs.NAME}}` or the like"),
    };
    if matches!(
        mistake.kind,
        MistakeKind::DoubleDollar | MistakeKind::UnclosedBracket
    ) {
        // A dollar before a value, `$[[` in a script: odd, but perhaps meant.
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
