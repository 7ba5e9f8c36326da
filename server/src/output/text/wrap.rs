//! Breaks long lines between words, for terminals. A width is that of the letters as they are
//! shown.

use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use super::style::WIDTH;

/// Wraps `text` after `label`, which may be colored, at `width` columns; further lines are aligned
/// with the text.
pub(crate) fn wrapped(label: &str, text: &str, width: usize) -> String {
    let below_text = " ".repeat(display_width(label));
    let options = between_words(width.min(WIDTH))
        .initial_indent(label)
        .subsequent_indent(&below_text);
    let mut lines = textwrap::fill(text, options);
    lines.push('\n');
    lines
}

/// Names and commands are to be copied: a word is never broken.
fn between_words(width: usize) -> Options<'static> {
    Options::new(width)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_between_words() {
        let text = wrapped("  help: ", &"word ".repeat(40), WIDTH);
        assert!(
            text.lines().all(|line| line.chars().count() <= WIDTH),
            "{text}"
        );
        assert!(
            text.lines()
                .skip(1)
                .all(|line| line.starts_with("        word")),
            "{text}"
        );
        let long = "x".repeat(200);
        assert_eq!(wrapped("a ", &long, WIDTH), format!("a {long}\n"));
    }

    #[test]
    fn colors_have_no_width_and_some_letters_have_two() {
        let colored = wrapped("\u{1b}[36mhelp:\u{1b}[0m ", &"word ".repeat(40), WIDTH);
        assert!(colored.lines().nth(1).unwrap().starts_with("      word"));
        let wide = wrapped("", &"計算 ".repeat(40), WIDTH);
        assert_eq!(wide.lines().next().unwrap().chars().count(), 59);
    }
}
