//! Escapes text from files so that Markdown shows it literally, as [CommonMark] and GitHub parse it.
//!
//! [CommonMark]: https://spec.commonmark.org/0.31.2/

use azml_rules::text::printable::printable;

/// Returns `text` as a code span, with a fence longer than any in it.
pub(crate) fn code(text: &str) -> String {
    let text = printable(text);
    if text.trim().is_empty() {
        // An empty code span does not exist.
        return text.into_owned();
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // A renderer removes one space on each side if both are there.
    let is_padded = text.starts_with(' ') && text.ends_with(' ');
    let pad = if text.starts_with('`') || text.ends_with('`') || is_padded {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Returns `url` as the destination of a link: characters that would end it are encoded.
pub(crate) fn address(url: &str) -> String {
    let mut out = String::with_capacity(url.len());
    for c in url.chars() {
        match c {
            '(' | ')' | '<' | '>' | '\\' | '"' | '`' => out += &format!("%{:02X}", u32::from(c)),
            _ if c.is_whitespace() || c.is_control() => {
                let mut bytes = [0; 4];
                for byte in c.encode_utf8(&mut bytes).bytes() {
                    out += &format!("%{byte:02X}");
                }
            }
            _ => out.push(c),
        }
    }
    out
}

/// Returns `text` with its line breaks; several empty lines become one.
pub(crate) fn lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut between = "";
    for text in text.lines() {
        let text = line(text);
        if text.is_empty() {
            between = if out.is_empty() { "" } else { "\n\n" };
        } else {
            out.push_str(between);
            out.push_str(&text);
            between = "\n";
        }
    }
    out
}

/// Returns `text` as one line with escaped markup.
pub(crate) fn line(text: &str) -> String {
    part_of_line(text.trim())
}

/// Returns `text` with escaped markup; backticks still mark code. What is outside of code passes through `words`.
pub(crate) fn with_code(text: &str, words: impl Fn(String) -> String) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return words(line(text));
    }
    let marked = parts
        .iter()
        .enumerate()
        .map(|(number, part)| match number % 2 {
            0 => words(part_of_line(part)),
            _ => code(part),
        });
    marked.collect()
}

/// Returns `text` with escaped markup, with the spaces around it.
fn part_of_line(text: &str) -> String {
    let text = printable(text);
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if is_mark(&text, at, c, before) {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}

/// Returns `true` if `c`, at `at` of `text` after `before`, would begin or end markup.
fn is_mark(text: &str, at: usize, c: char, before: char) -> bool {
    let after = &text[at + c.len_utf8()..];
    match c {
        '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '~' | '&' | '@' => true,
        '!' => after.starts_with('['),
        // Inside a word, an underscore is literal.
        '_' => !before.is_alphanumeric() || !after.starts_with(char::is_alphanumeric),
        // Headings, lists, lines under headings, the second line of a table.
        '#' | '+' | '-' | '=' | '|' if at == 0 => true,
        ':' => at == 0 || after.starts_with("//"),
        '.' | ')' => {
            let start = &text[..at];
            let is_number = !start.is_empty() && start.bytes().all(|byte| byte.is_ascii_digit());
            is_number || start.to_ascii_lowercase().ends_with("www")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_has_a_fence_of_its_own() {
        for (text, shown) in [
            ("a", "`a`"),
            ("a`b", "``a`b``"),
            ("` ![x](y) `", "`` ` ![x](y) ` ``"),
            ("``", "``` `` ```"),
            (" a ", "`  a  `"),
            ("a\n\nb\u{202e}", "`a\\n\\nb\\u{202e}`"),
            ("", ""),
            (" ", " "),
        ] {
            assert_eq!(code(text), shown);
        }
    }

    #[test]
    fn a_line_is_only_text() {
        for (text, shown) in [
            (
                "Trains a model, 2 of 3 (v1.5) - fast!",
                "Trains a model, 2 of 3 (v1.5) - fast!",
            ),
            ("learning_rate of _x_", "learning_rate of \\_x\\_"),
            ("![x](https://a.b/p.png)", "\\!\\[x\\](https\\://a.b/p.png)"),
            (
                "<script> & `c` **b**",
                "\\<script\\> \\& \\`c\\` \\*\\*b\\*\\*",
            ),
            ("# a", "\\# a"),
            ("1. a", "1\\. a"),
            ("---", "\\---"),
            ("a | b", "a | b"),
            ("|---|", "\\|---|"),
            (":--", "\\:--"),
            ("see www.a.b or c@d.e", "see www\\.a.b or c\\@d.e"),
            ("a\\", "a\\\\"),
        ] {
            assert_eq!(line(text), shown);
        }
    }

    #[test]
    fn backticks_in_pairs_are_code() {
        for (text, shown) in [
            ("`a*b` has no *c*", "`a*b` has no \\*c\\*"),
            ("`a` and `<b>`", "`a` and `<b>`"),
            ("one ` alone <b>", "one \\` alone \\<b\\>"),
            ("`a`<b>`", "\\`a\\`\\<b\\>\\`"),
            ("`a``b`", "`a``b`"),
        ] {
            assert_eq!(with_code(text, |words| words), shown);
        }
    }

    #[test]
    fn paragraphs_stay() {
        let text = "\nFirst\n    second \n\n\n- third\r\n";
        assert_eq!(lines(text), "First\nsecond\n\n\\- third");
    }
}
