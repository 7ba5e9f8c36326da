//! Files that are certainly invalid in every version of Python 3.

use super::module::{Module, PythonSyntaxError};

/// Markers of template engines, which fill in the file before Python reads it, apart from `{{ name }}`.
const MARKERS: [&str; 4] = ["{%", "<%", "#{", "@@"];

/// Statements of Python 2 that Python 3 rejects.
const OLD_STATEMENTS: [&str; 3] = ["print", "exec", "raise"];

/// Words that are keywords only in some versions of Python 3.
const NEWER_KEYWORDS: [&str; 3] = ["async", "await", "lazy"];

/// Returns the first error of `module` in every version of Python 3; `None` also if the file may be
/// for another program: Python 2, IPython, a template engine.
pub fn certain_error(module: &Module) -> Option<&PythonSyntaxError> {
    let error = module.errors().first().filter(|error| error.is_certain)?;
    let text = module.text();
    let shebang = text.lines().next().filter(|line| line.starts_with("#!"));
    let is_other = text.contains('\0')
        || shebang.is_some_and(|line| line.contains("python2"))
        || MARKERS.iter().any(|marker| text.contains(marker))
        || has_placeholder(text)
        || wrong_lines(module).any(is_for_others)
        || NEWER_KEYWORDS
            .iter()
            .any(|word| line_at(text, error.range.start).contains(word));
    (!is_other).then_some(error)
}

/// Maximum number of errors that are examined.
const MAX_ERRORS: usize = 20;

/// Returns the lines at which `module` has syntax errors.
fn wrong_lines(module: &Module) -> impl Iterator<Item = &str> {
    let errors = module.errors().iter().take(MAX_ERRORS);
    let starts = errors.map(|error| error.range.start);
    starts.flat_map(|start| line_at(module.text(), start).lines())
}

/// Returns `true` if `{{ name }}` or `{{ name | filter }}` is in `text`.
fn has_placeholder(text: &str) -> bool {
    text.split("{{").skip(1).any(|after| {
        let after = after.trim_start_matches([' ', '-']);
        let end = after.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.'));
        let (name, rest) = after.split_at(end.unwrap_or(after.len()));
        let rest = rest.trim_start_matches([' ', '-']);
        !name.is_empty() && (rest.starts_with("}}") || rest.starts_with('|'))
    })
}

/// Returns the line of `text` at the byte `at`, and the one before it: an element missing at the
/// start of a line belongs to the line before.
fn line_at(text: &str, at: u32) -> &str {
    let at = text.floor_char_boundary(at as usize);
    let end = text[at..]
        .find('\n')
        .map_or(text.len(), |length| at + length);
    let mut starts = text[..at].rmatch_indices('\n').map(|(at, _)| at + 1);
    &text[starts.nth(1).unwrap_or(0)..end]
}

/// Returns `true` if another program than Python 3 reads this line.
fn is_for_others(line: &str) -> bool {
    let line = line.trim_start();
    if line.starts_with(['%', '!', '?']) || line.contains('`') {
        return true;
    }
    let is_old = OLD_STATEMENTS.iter().any(|keyword| {
        let rest = line.strip_prefix(keyword);
        rest.is_some_and(|rest| {
            let operand = rest.trim_start();
            let is_separate = operand.len() < rest.len() || operand.starts_with(['"', '\'']);
            match *keyword {
                "raise" => is_separate && operand.contains(','),
                _ => is_separate && !operand.starts_with(['(', '=', '.', '[', ',', ')']),
            }
        })
    });
    let catches_old = line.starts_with("except") && line.contains(',');
    is_old || catches_old || line.contains("<>")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the line of the certain error in `text`.
    fn line_of_error(text: &str) -> Option<usize> {
        let module = Module::parse(&text.into())?;
        let error = certain_error(&module)?;
        Some(text[..error.range.start as usize].matches('\n').count() + 1)
    }

    #[test]
    fn errors_of_every_version_are_certain() {
        for (text, line) in [
            ("def f(:\n  pass", 1),
            ("x = 1\n  y = 2", 2),
            ("x = 'a\ny = 1", 1),
            ("a b", 1),
            ("# `print 1`, or <> for {{x}: 1}\nimport os\na b", 3),
            ("f(a=1, 2)", 1),
            ("def f(a=1, b): pass", 1),
            ("if x:\npass", 2),
            ("x = <your id>", 1),
            ("<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> main", 1),
            ("x = “a”", 1),
        ] {
            assert_eq!(line_of_error(text), Some(line), "{text}");
        }
    }

    #[test]
    fn what_some_version_or_tool_reads_is_not_an_error() {
        for text in [
            "print 'a'",
            "print x, y",
            "exec 'a'",
            "raise E, 'a'",
            "try:\n  pass\nexcept A, e:\n  pass",
            "x = `a`",
            "x = a <> b",
            "x = 0777",
            "async = 1",
            "await = 1",
            "f(async=True)",
            "%matplotlib inline",
            "!pip install a",
            "x?",
            "x = {{ name }}_a",
            "x = {{ name | upper }} a",
            "{% if a %}\nx = 1\n{% endif %}",
            "f(a=#{token}#)\ng(",
            "x = $(name)",
            "#!/usr/bin/env python2\nx = (",
            "x = \0(",
            "match x:\n  case [1, *_]: pass",
            "type X = int",
            "def f[T = int](x: T): pass",
            "x = t'{a}'",
            "with (open(a) as b, open(c) as d): pass",
            "try: pass\nexcept* E: pass",
            "x = f'{f'{1}'}'",
            "x = [*a for a in b]",
            "def f(a, /, b): pass",
            "print(f'{x=}', (y := 1))",
            "",
        ] {
            assert_eq!(line_of_error(text), None, "{text}");
        }
    }

    #[test]
    fn hostile_texts_end() {
        let n = 100_000;
        for text in [
            "(".repeat(300),
            "a b ".repeat(n),
            "a b\n".repeat(n),
            "\u{feff}a b".to_owned(),
            "{{".repeat(n),
            "'''".repeat(n) + "'",
            "\\\n".repeat(n),
            "\r".repeat(n) + "a b",
            "é ".repeat(n),
            "f'{".repeat(100),
            "@".repeat(n),
        ] {
            let _ = line_of_error(&text);
        }
    }
}
