//! Markdown for pages that render formulas: outside of code, `$` begins one in VS Code and on GitHub.

use azml_ide::markdown::{message_with, plain as escaped};

/// Returns text in one line, escaped.
pub(in crate::output) fn plain(text: impl AsRef<str>) -> String {
    without_math(&escaped(text))
}

/// Returns a sentence, escaped; backticks in it mark code.
pub(in crate::output) fn message(text: impl AsRef<str>) -> String {
    message_with(text, |words| without_math(&words)).into_string()
}

fn without_math(markdown: &str) -> String {
    markdown.replace('$', "\\$")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dollar_sign_is_no_formula() {
        assert_eq!(message("$1 to ${{a}}"), "\\$1 to \\${{a}}");
        assert_eq!(message("set `$x` to $1"), "set `$x` to \\$1");
        assert_eq!(message("a ` b $"), "a \\` b \\$");
        assert_eq!(plain("a `$b` $1"), "a \\`\\$b\\` \\$1");
    }
}
