//! Scanner of one line, up to the token at the cursor.

/// Scans a line up to the token that contains the cursor.
pub(crate) struct Scan<'t> {
    line: &'t str,
    at: usize,
    cursor: usize,
    /// The closing characters of the open brackets.
    pub(crate) open: Vec<char>,
    /// The key of the current value, and its column.
    pub(crate) key: Option<(usize, &'t str)>,
    /// `true` after a value: the following text belongs to no key.
    is_filled: bool,
}

/// The token at the cursor, in columns.
#[derive(Default)]
pub(crate) struct LineToken {
    /// Its start, after the quote.
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) quote: Option<char>,
    pub(crate) is_closed: bool,
    pub(crate) is_at_colon: bool,
    pub(crate) is_bare: bool,
}

impl<'t> Scan<'t> {
    pub(crate) fn new(line: &'t str, cursor: usize) -> Self {
        Self {
            line,
            at: 0,
            cursor,
            open: Vec::new(),
            key: None,
            is_filled: false,
        }
    }

    /// Returns the token at the cursor; `None` in keys, and after a value.
    pub(crate) fn token(&mut self) -> Option<LineToken> {
        let mut is_first = true;
        loop {
            let blanks = self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
            self.at += blanks;
            if self.at > self.cursor
                || self.rest().is_empty()
                || self.rest().starts_with('#') && blanks > 0
            {
                return self.nothing(is_first);
            }
            let c = self.rest().chars().next()?;
            match c {
                '-' if self.open.is_empty()
                    && is_first
                    && matches!(self.rest().as_bytes().get(1), Some(b' ') | None) =>
                {
                    self.at += 1;
                    if self.at > self.cursor {
                        return None;
                    }
                    // An item follows, or its first key.
                    if self.rest().trim().is_empty() {
                        return self.nothing(false);
                    }
                    continue;
                }
                '{' | '[' if self.at < self.cursor => {
                    self.open.push(if c == '{' { '}' } else { ']' });
                    self.enter(false);
                }
                '}' | ']' | ',' if !self.open.is_empty() => {
                    if self.at >= self.cursor {
                        return self.nothing(false);
                    }
                    if c != ',' {
                        self.open.pop();
                    }
                    self.enter(c != ',');
                }
                ':' if self.at < self.cursor => self.at += 1,
                _ => {
                    if let Some(found) = self.word(c)? {
                        return Some(found);
                    }
                }
            }
            is_first = false;
        }
    }

    /// Steps over a bracket or a comma.
    fn enter(&mut self, is_filled: bool) {
        self.at += 1;
        self.key = None;
        self.is_filled = is_filled;
    }

    fn rest(&self) -> &'t str {
        self.line.get(self.at..).unwrap_or_default()
    }

    /// Returns an empty value at the cursor.
    fn nothing(&self, is_first: bool) -> Option<LineToken> {
        let before = self.line.get(..self.cursor).filter(|_| !self.is_filled)?;
        let is_at_colon = self.key.is_some() && before.ends_with(':');
        let is_bare = self.key.is_none() && (is_first || !self.open.is_empty());
        Some(LineToken {
            start: self.cursor,
            end: self.cursor,
            is_at_colon,
            is_bare,
            ..LineToken::default()
        })
    }

    /// Scans one token. The outer `None` means that the cursor is in a key.
    fn word(&mut self, c: char) -> Option<Option<LineToken>> {
        let start = self.at;
        let (inner, end, is_closed) = match c {
            '"' | '\'' => {
                let length = quoted(&self.rest()[1..], c);
                let stop = start + 1 + length.unwrap_or_else(|| self.rest()[1..].trim_end().len());
                (
                    start + 1..stop,
                    stop + usize::from(length.is_some()),
                    length.is_some(),
                )
            }
            _ => {
                let length = self.plain();
                (start..start + length, start + length, true)
            }
        };
        let behind = self.line.get(end..)?.trim_start_matches([' ', '\t']);
        let is_key = self.key.is_none() && is_closed && ends_key(behind, !self.open.is_empty());
        if is_key && self.cursor > end {
            self.key = self.line.get(inner.clone()).map(|key| (inner.start, key));
            let colon = end + self.line.get(end..)?.find(':')?;
            self.at = colon + 1;
            if self.cursor <= colon {
                return None;
            }
            return Some(None);
        }
        let quote = matches!(c, '"' | '\'').then_some(c);
        let last = if is_closed {
            inner.end
        } else {
            inner.end.max(self.cursor)
        };
        if inner.start <= self.cursor && self.cursor <= last {
            let is_dashed = self.line.get(..start)?.trim_start().starts_with('-');
            let is_bare = self.key.is_none() && (!self.open.is_empty() || !is_dashed);
            let found = LineToken {
                start: inner.start,
                end: last,
                quote,
                is_closed,
                is_bare,
                is_at_colon: false,
            };
            return if is_key { None } else { Some(Some(found)) };
        }
        self.at = end.max(start + 1);
        self.is_filled = true;
        if self.at > self.cursor {
            None
        } else {
            Some(None)
        }
    }

    /// Returns the length of the plain scalar at the current position.
    fn plain(&self) -> usize {
        let rest = self.rest();
        let mut at = 0;
        while let Some(c) = rest[at..].chars().next() {
            let tail = &rest[at..];
            if tail.starts_with("${{") {
                // A closed expression, else the opening brackets alone.
                at += tail.find("}}").map_or(3, |end| end + 2);
                continue;
            }
            let comment = c == '#' && rest[..at].ends_with([' ', '\t']);
            let key = c == ':' && self.key.is_none() && ends_key(tail, !self.open.is_empty());
            // A comma is missing before the next key.
            let next =
                c == ':' && self.key.is_some() && !self.open.is_empty() && ends_key(tail, true);
            if let Some(blank) = rest[..at].rfind(' ').filter(|_| next) {
                at = blank;
                break;
            }
            if comment || key || !self.open.is_empty() && matches!(c, ',' | '{' | '}' | '[' | ']') {
                break;
            }
            at += c.len_utf8();
        }
        rest[..at].trim_end().len()
    }
}

/// Returns `true` if `behind` starts with the colon of a key.
fn ends_key(behind: &str, is_flow: bool) -> bool {
    let Some(after) = behind.strip_prefix(':') else {
        return false;
    };
    after.is_empty()
        || after.starts_with([' ', '\t'])
        || is_flow && after.starts_with([',', '}', ']'])
}

/// Returns the end of the quoted scalar at the start of `rest`.
fn quoted(rest: &str, quote: char) -> Option<usize> {
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if quote == '"' => {
                chars.next();
            }
            c if c == quote
                && quote == '\''
                && chars.peek().is_some_and(|(_, next)| *next == '\'') =>
            {
                chars.next();
            }
            c if c == quote => return Some(at),
            _ => {}
        }
    }
    None
}
