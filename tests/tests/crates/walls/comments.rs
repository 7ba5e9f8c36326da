//! Finds the comments of a file, which the parser of Rust leaves out.

/// For whom a comment is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    /// `///`, about the item below.
    Item,
    /// `//!`, about the module.
    Module,
    /// `//` and `/* */`.
    Plain,
}

/// The lines of comment that belong together.
#[derive(Debug)]
pub(super) struct Comment {
    pub sort: Sort,
    /// Each line without its slashes, by its number from 1.
    pub lines: Vec<(usize, String)>,
}

/// Every comment of `text`.
pub(super) fn comments(text: &str) -> Vec<Comment> {
    let mut scanner = Scanner {
        text: text.as_bytes(),
        at: 0,
        line: 1,
        line_start: 0,
    };
    let mut found: Vec<Comment> = Vec::new();
    while let Some((line, alone, raw)) = scanner.next_comment() {
        let raw = &text[raw.0..raw.1];
        let (sort, text) = sort(raw);
        let continues = found.last_mut().filter(|last| {
            let above = last.lines.last().map_or(0, |(line, _)| *line);
            alone && last.sort == sort && above + 1 == line
        });
        let first = (line, text.to_owned());
        match continues {
            Some(last) => last.lines.push(first),
            None => found.push(Comment {
                sort,
                lines: vec![first],
            }),
        }
    }
    found
}

/// The sort of a comment and its text.
fn sort(raw: &str) -> (Sort, &str) {
    if let Some(text) = raw.strip_prefix("//!") {
        return (Sort::Module, text.trim());
    }
    match raw.strip_prefix("///") {
        Some(text) if !text.starts_with('/') => (Sort::Item, text.trim()),
        _ => (Sort::Plain, raw.trim_matches(['/', '*', ' '])),
    }
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
    line_start: usize,
}

impl Scanner<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn step(&mut self) {
        if self.peek(0) == b'\n' {
            self.line += 1;
            self.line_start = self.at + 1;
        }
        self.at += 1;
    }

    /// The next comment: its line, whether it is alone there, and its range.
    fn next_comment(&mut self) -> Option<(usize, bool, (usize, usize))> {
        while self.at < self.text.len() {
            match self.peek(0) {
                b'/' if self.peek(1) == b'/' => {
                    let start = self.at;
                    let before = &self.text[self.line_start..start];
                    let alone = before.iter().all(u8::is_ascii_whitespace);
                    while self.at < self.text.len() && self.peek(0) != b'\n' {
                        self.at += 1;
                    }
                    return Some((self.line, alone, (start, self.at)));
                }
                b'/' if self.peek(1) == b'*' => {
                    let (start, line) = (self.at, self.line);
                    while self.at < self.text.len() && !self.text[..self.at].ends_with(b"*/") {
                        self.step();
                    }
                    return Some((line, false, (start, self.at)));
                }
                b'"' => self.string(),
                b'r' if matches!(self.peek(1), b'"' | b'#') && !self.is_in_word() => self.raw(),
                b'\'' => self.character(),
                _ => self.step(),
            }
        }
        None
    }

    /// Whether a letter other than the `b` of `br""` is before the cursor.
    fn is_in_word(&self) -> bool {
        let before = self.text[..self.at].last().copied().unwrap_or(b' ');
        (before.is_ascii_alphanumeric() || before == b'_') && before != b'b'
    }

    fn string(&mut self) {
        self.step();
        while self.at < self.text.len() && self.peek(0) != b'"' {
            if self.peek(0) == b'\\' {
                self.step();
            }
            self.step();
        }
        self.step();
    }

    fn raw(&mut self) {
        let start = self.at + 1;
        let marks = self.text[start..]
            .iter()
            .take_while(|c| **c == b'#')
            .count();
        if self.peek(1 + marks) != b'"' {
            return self.step();
        }
        self.at = start + marks + 1;
        let end = [b"\"".as_slice(), &b"#".repeat(marks)].concat();
        while self.at < self.text.len() && !self.text[self.at..].starts_with(&end) {
            self.step();
        }
        self.at += end.len();
    }

    /// Skips a character in quotes, or the quote of a lifetime.
    fn character(&mut self) {
        self.step();
        if self.peek(0) == b'\\' {
            self.step();
            self.step();
        } else {
            let rest = &self.text[self.at..self.text.len().min(self.at + 5)];
            let width = rest
                .iter()
                .skip(1)
                .take_while(|c| **c & 0xC0 == 0x80)
                .count()
                + 1;
            if self.peek(width) != b'\'' {
                return;
            }
            self.at += width;
        }
        while self.at < self.text.len() && self.peek(0) != b'\'' {
            self.step();
        }
        self.step();
    }
}

#[test]
fn finds_comments_beside_strings_that_look_like_them() {
    let text = "//! Module.\n\n/// Item,\n/// two lines.\nfn a<'a>() {\n    \
                let _ = (\"// no\", r#\"// \"no\"#, '\"', '\\'', b'/', \"\\\"\"); // Yes.\n}\n";
    let found = comments(text);
    let texts: Vec<_> = found.iter().flat_map(|it| &it.lines).collect();
    let expected = [(1, "Module."), (3, "Item,"), (4, "two lines."), (6, "Yes.")];
    let plain: Vec<(usize, &str)> = texts.iter().map(|(n, t)| (*n, t.as_str())).collect();
    assert_eq!(plain, expected);
    assert_eq!(found[1].sort, Sort::Item);
}
