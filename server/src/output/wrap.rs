//! Breaks long lines between words, for terminals. A width is that of the letters as they are
//! shown.

use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// Columns that text for people fills.
const WIDTH: usize = 100;

/// `text` behind `label`, which may be colored; further lines start below the text.
pub(super) fn wrapped(label: &str, text: &str) -> String {
    let below_text = " ".repeat(display_width(label));
    // Names and commands are to be copied: a word is never broken.
    let options = Options::new(WIDTH)
        .initial_indent(label)
        .subsequent_indent(&below_text)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let mut lines = textwrap::fill(text, options);
    lines.push('\n');
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_between_words() {
        let text = wrapped("  help: ", &"word ".repeat(40));
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
        assert_eq!(wrapped("a ", &long), format!("a {long}\n"));
    }

    #[test]
    fn colors_have_no_width_and_some_letters_have_two() {
        let colored = wrapped("\u{1b}[36mhelp:\u{1b}[0m ", &"word ".repeat(40));
        assert!(colored.lines().nth(1).unwrap().starts_with("      word"));
        let wide = wrapped("", &"計算 ".repeat(40));
        assert_eq!(wide.lines().next().unwrap().chars().count(), 59);
    }
}
