//! Removes the markup from a [`super::Markdown`], for clients that show plain text.

/// Returns `markdown` as plain text: headings, bold, code and escapes lose their markup; links show
/// their URLs, except those to files.
pub(crate) fn unmarked(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while !rest.is_empty() {
        if out.is_empty() || out.ends_with('\n') {
            rest = without_heading(rest);
        }
        rest = next(rest, &mut out);
    }
    out
}

/// Returns `text`, the start of a line, without the mark of a heading or a thematic break.
fn without_heading(text: &str) -> &str {
    let text = text.strip_prefix("---\n\n").unwrap_or(text);
    let heading = text.trim_start_matches('#').strip_prefix(' ');
    heading.filter(|_| text.starts_with('#')).unwrap_or(text)
}

/// Writes the first element of `text`; returns the rest.
fn next<'t>(text: &'t str, out: &mut String) -> &'t str {
    let mut chars = text.chars();
    let Some(c) = chars.next() else {
        return text;
    };
    let taken = match c {
        '*' => text.strip_prefix("**"),
        '`' => code(text, out),
        '[' => link(text, out),
        '\\' => chars.next().filter(char::is_ascii_punctuation).map(|c| {
            out.push(c);
            chars.as_str()
        }),
        _ => None,
    };
    taken.unwrap_or_else(|| {
        out.push(c);
        &text[c.len_utf8()..]
    })
}

/// Writes a code span, or a code block without its language.
fn code<'t>(text: &'t str, out: &mut String) -> Option<&'t str> {
    let body = text.trim_start_matches('`');
    let fence = &text[..text.len() - body.len()];
    let mut at = 0;
    let end = loop {
        let start = at + body[at..].find('`')?;
        at = start + body[start..].len() - body[start..].trim_start_matches('`').len();
        if at - start == fence.len() {
            break start;
        }
    };
    let inner = &body[..end];
    let unpadded = inner
        .strip_prefix(' ')
        .and_then(|text| text.strip_suffix(' '));
    out.push_str(match inner.split_once('\n') {
        Some((_language, lines)) => lines.trim_end(),
        None => unpadded.unwrap_or(inner),
    });
    Some(&body[at..])
}

fn link<'t>(text: &'t str, out: &mut String) -> Option<&'t str> {
    let (label, rest) = text[1..].split_once("](")?;
    let (address, rest) = rest.split_once(')')?;
    if label.contains('\n') || address.contains(char::is_whitespace) {
        return None;
    }
    out.push_str(&unmarked(label));
    // The label of a link to a file is its path already.
    if !address.starts_with("file:") {
        out.extend([": ", address]);
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::unmarked;
    use crate::markdown::{code, link, md, plain};

    #[test]
    fn what_was_escaped_comes_back() {
        for text in [
            "a `b` [c](d) <e> _f_ ![g](h) 1. i \\",
            "` x `",
            "# a",
            "plain",
        ] {
            assert_eq!(unmarked(&plain(text)), text);
            assert_eq!(unmarked(&code(text)), text);
        }
    }

    #[test]
    fn a_card_loses_its_marks() {
        let card = md!(
            "### {}: cluster\n\n- **Size:** {}\n\n---\n\nMore.\n\n[Learn](https://a.b/c)",
            code("cpu"),
            plain("a*b")
        );
        assert_eq!(
            unmarked(&card),
            "cpu: cluster\n\n- Size: a*b\n\nMore.\n\nLearn: https://a.b/c"
        );
        assert_eq!(unmarked("```yaml\na: 1\n```"), "a: 1");
        let file = link(&code("a b.yml:3"), "file:///c%3A/a%20b (1).yml", Some(3));
        assert_eq!(&*file, "[`a b.yml:3`](file:///c%3A/a%20b%20%281%29.yml#L3)");
        assert_eq!(unmarked(&file), "a b.yml:3");
    }
}
