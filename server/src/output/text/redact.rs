//! Texts of files as they may be shown: without secrets, and with what a terminal obeys written
//! out. A place in the file is another one here; [`ShownText`] knows both.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

use azml_rules::query::LruCache;
use azml_rules::secrets::Secret;
use azml_rules::text::{LineIndex, TextRange};

use super::place::PrintedPlace;
use super::source::{CACHED_FILES, SourceText, Sources};
use azml_rules::text::printable::{escaped, printable, replaced};

/// A place of more lines is shown by its first one: the rest is the file itself.
const MOST_LINES: u32 = 6;

/// A text as it may be shown: same lines, with what a terminal obeys written out.
pub(crate) struct ShownText {
    name: String,
    source: Arc<SourceText>,
    /// Text in which parts are replaced, if any.
    rewritten: Option<Rewritten>,
}

/// A text in which some characters are longer than in the file.
struct Rewritten {
    text: String,
    lines: LineIndex,
    /// The ends of those characters, in the file and here.
    ends: Vec<(u32, u32)>,
}

/// Texts ready to be shown.
pub(crate) struct ShownTexts {
    known: LruCache<String, Option<Arc<ShownText>>>,
}

impl ShownTexts {
    /// Secrets are not shown, whatever is reported.
    pub(crate) fn without_secrets() -> Self {
        Self {
            known: LruCache::new(CACHED_FILES),
        }
    }

    pub(crate) fn get(&self, sources: &Sources<'_>, key: &str) -> Option<Arc<ShownText>> {
        self.known.get_or_make(key, 1, || {
            let source = sources.get(key)?;
            let source = masked(source, &sources.secrets(key));
            let name = printable(&sources.name(key)).into_owned();
            Some(Arc::new(ShownText::new(name, source)))
        })
    }
}

/// The text of `source` with a star for each byte of `secrets` but line ends.
fn masked(source: Arc<SourceText>, secrets: &[Secret]) -> Arc<SourceText> {
    if secrets.is_empty() {
        return source;
    }
    let mut text = source.text().to_owned();
    for secret in secrets {
        let range = secret.range;
        let stars: String = range
            .slice(&text)
            .bytes()
            .map(|byte| {
                if matches!(byte, b'\r' | b'\n') {
                    char::from(byte)
                } else {
                    '*'
                }
            })
            .collect();
        text.replace_range(range.start as usize..range.end as usize, &stars);
    }
    Arc::new(SourceText::new(text))
}

impl ShownText {
    pub(crate) fn new(name: String, source: Arc<SourceText>) -> Self {
        let rewritten = Rewritten::of(source.text());
        Self {
            name,
            source,
            rewritten,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the start of `range` of the file as a line and column, counted from 1.
    pub(crate) fn place(&self, range: TextRange) -> PrintedPlace {
        PrintedPlace::new(&self.source, range.start)
    }

    pub(crate) fn text(&self) -> &str {
        match &self.rewritten {
            Some(rewritten) => &rewritten.text,
            None => self.source.text(),
        }
    }

    pub(crate) fn lines(&self) -> &LineIndex {
        match &self.rewritten {
            Some(rewritten) => &rewritten.lines,
            None => self.source.lines(),
        }
    }

    /// Returns the range in the shown text of `range` of the file.
    fn shown(&self, range: TextRange) -> TextRange {
        match &self.rewritten {
            Some(it) => TextRange::new(it.offset(range.start), it.offset(range.end)),
            None => range,
        }
    }

    /// Returns `true` if `range` is in the file, which may have changed since it was read.
    pub(crate) fn has(&self, range: TextRange) -> bool {
        self.source
            .text()
            .get(range.start as usize..range.end as usize)
            .is_some()
    }

    /// Returns the range to mark for `range` of the file: limited in size, and without the line end.
    pub(crate) fn marked(&self, range: TextRange) -> TextRange {
        let (text, lines) = (self.text(), self.lines());
        let mut range = self.shown(range);
        range.end = range.start + number(range.slice(text).trim_end().len());
        if lines.line_of(range.end) - lines.line_of(range.start) >= MOST_LINES {
            range.end = lines.line(text, lines.line_of(range.start)).end;
        }
        range
    }
}

impl Rewritten {
    /// `None` where everything may be shown as it is.
    fn of(text: &str) -> Option<Self> {
        let ends = RefCell::new(Vec::new());
        // How much longer the text is so far; shorter by what has no width.
        let longer = Cell::new(0_isize);
        let shown = replaced(text, |at, c| {
            let shown = match c {
                '\n' | '\t' => return None,
                '\r' if text[at..].starts_with("\r\n") => return None,
                // It ends a line for us, and for others once it is a `\n`.
                '\r' => "\n".to_owned(),
                '\u{feff}' if at == 0 => String::new(),
                // Some terminals draw the letters around it as one, others do not: without it, all
                // agree on the columns.
                '\u{200d}' => String::new(),
                c => escaped(c),
            };
            longer.set(longer.get() + shown.len() as isize - c.len_utf8() as isize);
            let end = at + c.len_utf8();
            let shown_end = end.saturating_add_signed(longer.get());
            ends.borrow_mut().push((number(end), number(shown_end)));
            Some(shown)
        });
        let Cow::Owned(shown) = shown else {
            return None;
        };
        Some(Self {
            lines: LineIndex::new(&shown),
            text: shown,
            ends: ends.into_inner(),
        })
    }

    /// Converts an `offset` in the file to one in the shown text.
    fn offset(&self, offset: u32) -> u32 {
        let before = self.ends.partition_point(|(end, _)| *end <= offset);
        match before.checked_sub(1).map(|last| self.ends[last]) {
            Some((end, shown_end)) => shown_end + (offset - end),
            None => offset,
        }
    }
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
