//! The instructions of a Dockerfile as words with their places.
//!
//! The parsers on crates.io refuse the whole file at the first line that they do not know (a
//! heredoc, an instruction of a newer frontend); a linter reads on.
//! <https://docs.docker.com/reference/dockerfile>

use crate::shell::HereDocument;
use crate::text::TextRange;

/// A Dockerfile.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dockerfile<'t> {
    /// Its instructions, in order.
    pub instructions: Vec<Instruction<'t>>,
}

/// One instruction, over all of its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction<'t> {
    /// Its keyword, in uppercase.
    pub keyword: String,
    /// The words after the keyword, without comments and line continuations.
    pub words: Vec<DockerWord<'t>>,
}

/// Text between spaces, with its quotes: an instruction isn't a shell command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DockerWord<'t> {
    /// The text in the file.
    pub text: &'t str,
    /// Its place in the file.
    pub range: TextRange,
}

impl<'t> Dockerfile<'t> {
    /// Parses `text`.
    pub fn new(text: &'t str) -> Self {
        let escape = escape(text);
        let mut instructions: Vec<Instruction<'t>> = Vec::new();
        let mut is_continued = false;
        let mut here_documents: Vec<HereDocument> = Vec::new();
        let content = text.trim_start_matches('\u{feff}');
        let mut start = text.len() - content.len();
        for line in content.split_inclusive('\n') {
            let at = start;
            start += line.len();
            let line = line.trim_end();
            if let Some(document) = here_documents.first() {
                if document.ends_at(line) {
                    here_documents.remove(0);
                }
                continue;
            }
            if line.trim_start().starts_with('#') || line.trim_start().is_empty() {
                continue;
            }
            let content = line.strip_suffix(escape);
            let words = words_of(content.unwrap_or(line), at);
            add(&mut instructions, words, is_continued);
            is_continued = content.is_some();
            if let Some(whole) = instructions.last().filter(|_| !is_continued) {
                here_documents = here_documents_of(whole);
            }
        }
        Self { instructions }
    }

    /// Returns the instructions called `keyword`, which is in uppercase.
    pub fn all<'d>(&'d self, keyword: &'d str) -> impl Iterator<Item = &'d Instruction<'t>> {
        let instructions = self.instructions.iter();
        instructions.filter(move |instruction| instruction.keyword == keyword)
    }
}

/// Adds the words of a line, which may continue the last one.
fn add<'t>(
    instructions: &mut Vec<Instruction<'t>>,
    mut words: Vec<DockerWord<'t>>,
    is_continued: bool,
) {
    if words.is_empty() {
        return;
    }
    if let Some(last) = instructions.last_mut().filter(|_| is_continued) {
        last.words.append(&mut words);
        return;
    }
    let keyword = words.remove(0).text.to_ascii_uppercase();
    instructions.push(Instruction { keyword, words });
}

/// Returns the line continuation character: a backslash, unless a directive at the top changes it.
fn escape(text: &str) -> char {
    let directives = text.lines().map_while(|line| {
        let line = line.trim_start_matches('\u{feff}').trim();
        let (name, value) = line.strip_prefix('#')?.split_once('=')?;
        Some((name.trim(), value.trim()))
    });
    let mut escapes = directives.filter(|(name, _)| name.eq_ignore_ascii_case("escape"));
    match escapes.next() {
        Some((_, "`")) => '`',
        _ => '\\',
    }
}

fn words_of(line: &str, start: usize) -> Vec<DockerWord<'_>> {
    let mut words = Vec::new();
    for text in line.split([' ', '\t']) {
        if text.is_empty() {
            continue;
        }
        let at = start + (text.as_ptr().addr() - line.as_ptr().addr());
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        words.push(DockerWord {
            text,
            range: TextRange::new(offset(at), offset(at + text.len())),
        });
    }
    words
}

/// Returns the here-documents that begin after `instruction`: `RUN <<EOF`.
fn here_documents_of(instruction: &Instruction<'_>) -> Vec<HereDocument> {
    if !matches!(instruction.keyword.as_str(), "RUN" | "COPY" | "ADD") {
        return Vec::new();
    }
    let words = instruction.words.iter();
    let documents = words.filter_map(|word| HereDocument::at_start(word.text));
    documents
        .map(|(document, _)| document)
        .filter(HereDocument::is_named)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let file = Dockerfile::new(text);
        let show = |it: &Instruction<'_>| {
            let words: Vec<&str> = it.words.iter().map(|word| word.text).collect();
            for word in &it.words {
                assert_eq!(word.range.slice(text), word.text);
            }
            format!("{} {}", it.keyword, words.join("|"))
        };
        file.instructions.iter().map(show).collect()
    }

    #[test]
    fn lines_go_on_and_comments_do_not_count() {
        let text = "\u{feff}# syntax=docker/dockerfile:1\nfrom a:1 \\\r\n  # not this\n\n  AS x\r\nRUN pip \\\n install b\n";
        assert_eq!(shown(text), ["FROM a:1|AS|x", "RUN pip|install|b"]);
        assert_eq!(
            shown("# escape=`\nRUN a `\n b \\\nENV c\n"),
            ["RUN a|b|\\", "ENV c"]
        );
        assert_eq!(shown(""), Vec::<String>::new());
        assert_eq!(shown("RUN a \\"), ["RUN a"]);
    }

    #[test]
    fn the_text_after_a_heredoc_is_no_instruction() {
        let text =
            "RUN <<EOF\nFROM x\nEOF\nCOPY <<-\"A\" <<B /to\nFROM y\n\tA\nFROM z\nB\nFROM w\n";
        assert_eq!(
            shown(text),
            ["RUN <<EOF", "COPY <<-\"A\"|<<B|/to", "FROM w"]
        );
    }
}
