//! Names of steps, components, endpoints and deployments that violate their pattern or are too long.

use crate::checks::context::Context;
use crate::fix::replace;
use crate::rule::Level;
use crate::schema::SchemaFault;
use crate::schema::table::{CheckRule, pattern_words};
use crate::syntax::NodeKind;

use super::document_faults::of;
use super::fault_rule::FaultRule;
use super::node_words::short_text;

/// The characters allowed in the name of an endpoint or deployment.
const ENDPOINT_NAME: &str =
    "letters, digits, and `-`, starting with a letter and not ending with `-`";

/// Returns `true` if `text` has the characters that the name of an endpoint may have.
pub(crate) fn is_endpoint_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.ends_with(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// Reports names that violate their pattern; the fix replaces invalid characters with `filler`.
pub(crate) fn report_names(cx: &mut Context<'_>, rule: FaultRule, what: &str, filler: char) {
    for problem in of(cx, rule) {
        let (SchemaFault::Pattern { pattern } | SchemaFault::KeyPattern { pattern }) =
            problem.fault
        else {
            continue;
        };
        let text = short_text(problem.at);
        let words = pattern_words(pattern).unwrap_or_default();
        let better = corrected(&text, filler);
        let is_ignored = rule == FaultRule::ComponentName && cx.is_used_by_path();
        let diagnostic = cx.report(
            problem.at.range(),
            format!("`{text}` is not a valid {what}"),
        );
        diagnostic.help(format!("use {words}, such as `{better}`"));
        if is_ignored {
            diagnostic.level(Level::Info).note(
                "a pipeline uses this file by its path and ignores the name, but `az ml component \
                 create` rejects it",
            );
        }
        // Expressions refer to the key of a step; renaming it takes more than one edit.
        if problem.at.kind() != NodeKind::Mapping && !problem.at.is_key() {
            diagnostic.unsafe_fix(format!("write `{better}`"), replace(problem.at, better));
        }
    }
}

/// Returns a valid name with the same letters: other characters become `filler`.
pub(crate) fn corrected(text: &str, filler: char) -> String {
    let lower = if filler == '_' {
        text.to_lowercase()
    } else {
        text.to_owned()
    };
    let out: String = lower
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { filler })
        .collect();
    let out = out.trim_end_matches('-').trim_start_matches(['-', '_']);
    if out.starts_with(|c: char| c.is_ascii_alphabetic()) {
        out.to_owned()
    } else {
        format!("n{filler}{out}")
    }
}

/// Reports names of endpoints and deployments that are shorter than 3 or longer than 32 characters.
pub(crate) fn report_lengths(cx: &mut Context<'_>, rule: FaultRule, what: &str) {
    for problem in of(cx, rule) {
        let SchemaFault::Check { check, .. } = problem.fault else {
            continue;
        };
        let text = short_text(problem.at);
        if check.rule == CheckRule::Length {
            let message = format!(
                "{what} `{text}` must have 3 to 32 characters, not {}",
                text.chars().count()
            );
            cx.report(problem.at.range(), message)
                .help("use 3 to 32 characters");
        } else {
            let better = corrected(&text, '-');
            let message = format!("`{text}` is not a valid {what}");
            cx.report(problem.at.range(), message)
                .help(format!("use {ENDPOINT_NAME}, such as `{better}`"))
                .unsafe_fix(format!("write `{better}`"), replace(problem.at, better));
        }
    }
}
