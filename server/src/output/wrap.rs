//! Breaks long lines between words, for terminals.

/// Columns that text for people fills.
pub(super) const WIDTH: usize = 100;

/// `text` behind `label`; further lines start below the text. The label is measured without its colours: `width`.
pub(super) fn wrapped(label: &str, width: usize, text: &str) -> String {
    let mut out = label.to_owned();
    let mut column = width;
    for (at, word) in text.split_whitespace().enumerate() {
        let length = word.chars().count();
        if at > 0 && column + 1 + length > WIDTH {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', width));
            column = width;
        } else if at > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_between_words() {
        let text = wrapped("  help: ", 8, &"word ".repeat(40));
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
        assert_eq!(wrapped("a ", 2, &long), format!("a {long}\n"));
    }
}
