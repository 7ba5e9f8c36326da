//! Text that resembles an expression: a dollar or a brace is missing or separated.

use super::found::{Mistake, MistakeKind};
use crate::expression::target::{self, Target};

/// Maximum length of the opening in bytes, including blanks.
const LONGEST_HEAD: usize = 16;

/// Returns the mistake in text at `at` that resembles an expression without `${{`, and its end.
pub(super) fn near_miss(text: &str, at: usize) -> Option<(Mistake, usize)> {
    let rest = &text[at..];
    if let Some(inner) = rest.strip_prefix("$(") {
        let path = leading_path(inner);
        let is_closed = inner[path.len()..].starts_with(')');
        let end = at + "$()".len() + path.len();
        let mistake = || Mistake {
            kind: MistakeKind::Parenthesis,
            range: at..end,
            replacement: Some(format!("${{{{{path}}}}}")),
        };
        // Other words, such as `parent`, may be a program or a variable of another tool.
        let is_own = matches!(target::read(path, 0), Target::Input(_) | Target::Output(_));
        return (is_closed && is_own).then(|| (mistake(), end));
    }
    let opening = rest
        .bytes()
        .take_while(|byte| matches!(byte, b'$' | b'{' | b' '))
        .take(LONGEST_HEAD)
        .count();
    let head = &rest[..opening];
    let body = &rest[opening..];
    let path = leading_path(body);
    let tail = &body[path.len()..];
    let closing = tail.len() - tail.trim_start_matches([' ', '}']).len();
    let braces = tail[..closing].bytes().filter(|byte| *byte == b'}').count();
    let closing = if braces == 0 {
        0
    } else {
        tail[..closing].rfind('}').map_or(0, |last| last + 1)
    };
    let end = at + opening + path.len() + closing;
    let kind = near_miss_kind(head, path, braces)?;
    let written = if kind == MistakeKind::MissingDollar {
        path.trim_start_matches('$')
    } else {
        path
    };
    // Bindings to steps began without `parent.` in the preview.
    let is_legacy = matches!(target::read(written, 0), Target::LegacyStep(_));
    let start = if is_legacy { "parent." } else { "" };
    let mistake = Mistake {
        kind,
        range: at..end,
        replacement: Some(format!("${{{{{start}{written}}}}}")),
    };
    Some((mistake, end))
}

/// Returns the word with dots at the start of `text`.
fn leading_path(text: &str) -> &str {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())]
}

/// Returns `true` if the service has such a `path`.
pub(super) fn is_known(path: &str) -> bool {
    matches!(
        target::read(path, 0),
        Target::Input(_)
            | Target::Output(_)
            | Target::SearchSpace(_)
            | Target::ParentInput(_)
            | Target::ParentOutput(_)
            | Target::StepOutput(..)
            | Target::StepInput(..)
            | Target::LegacyStep(_)
    )
}

/// Returns the type of the mistake `head path }`, if the service has such a `path`.
fn near_miss_kind(head: &str, path: &str, braces: usize) -> Option<MistakeKind> {
    let dense: String = head.chars().filter(|c| *c != ' ').collect();
    if braces == 0 || head.ends_with(' ') && dense.len() == 1 {
        return None;
    }
    if dense == "{{$" && braces == 2 && target::MACROS.contains(&path) {
        return Some(MistakeKind::MissingDollar);
    }
    if !is_known(path) {
        return None;
    }
    match dense.as_str() {
        "${{" | "$${{" if head.trim_end() != dense => Some(MistakeKind::SplitOpening),
        "$${" => Some(MistakeKind::DoubleDollar),
        "${" => Some(MistakeKind::SingleBrace),
        "{{" => Some(MistakeKind::MissingDollar),
        "{" if head == "{" => Some(MistakeKind::BraceOnly),
        _ => None,
    }
}
