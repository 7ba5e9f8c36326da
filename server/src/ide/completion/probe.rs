//! A document as it would be with something sound in place of a value that is half written: what may stand there is read
//! from it.

use azml_rules::document::Document;
use azml_rules::syntax::Node;
use azml_rules::text::TextRange;
use azml_rules::workspace::Workspace;

use super::brackets::unmatched;
use crate::ide::Site;

/// A document with something else in place of a value, and its surroundings.
pub(super) struct Probe {
    pub(super) workspace: Workspace,
    /// Where what was put in starts.
    pub(super) at: u32,
    /// Where the original goes on.
    resumes: u32,
    /// The same place in the probe.
    resumes_here: u32,
}

impl Probe {
    /// As [`Self::new`]; brackets that are `open` on the line of a broken text and not closed on it are closed, if that
    /// makes it sound.
    pub(super) fn mended(
        site: &Site<'_>,
        range: TextRange,
        parts: [&str; 3],
        open: &[char],
    ) -> Self {
        let text = site.document.text();
        let lines = site.document.lines();
        let line = lines.line(text, lines.line_of(range.start));
        let rest = TextRange::new(range.end, line.end.max(range.end)).slice(text);
        let missing = open.len().saturating_sub(unmatched(rest));
        let plain = || Self::new(site, range, parts);
        if missing == 0 || site.document.tree().errors().is_empty() {
            return plain();
        }
        let closing: String = open[..missing].iter().rev().collect();
        let longer = TextRange::new(
            range.start,
            range.end + u32::try_from(rest.len()).unwrap_or(0),
        );
        let [before, value, after] = parts;
        let closed = Self::new(
            site,
            longer,
            [before, value, &format!("{after}{rest}{closing}")],
        );
        let is_sound = closed
            .document(site)
            .is_some_and(|document| document.tree().errors().is_empty());
        if is_sound { closed } else { plain() }
    }

    /// Puts the three parts in place of `range`; the second is the value, the others are what it takes around it.
    pub(super) fn new(
        site: &Site<'_>,
        range: TextRange,
        [before, value, after]: [&str; 3],
    ) -> Self {
        let mut workspace = site.workspace.clone();
        workspace.insert(replaced(
            site.document,
            range,
            &format!("{before}{value}{after}"),
        ));
        let length = |text: &str| u32::try_from(text.len()).unwrap_or(0);
        let at = range.start + length(before);
        Self {
            workspace,
            at,
            resumes: range.end,
            resumes_here: at + length(value) + length(after),
        }
    }

    /// The document.
    pub(super) fn document(&self, site: &Site<'_>) -> Option<&Document> {
        self.workspace
            .document(site.document.path())
            .map(|document| &**document)
    }

    /// The scalar that was put in.
    pub(super) fn node(&self, site: &Site<'_>) -> Option<Node<'_>> {
        let node = self.document(site)?.tree().node_at(self.at)?;
        (!node.is_key() && node.text().is_some()).then_some(node)
    }

    /// Where `offset` of the probe is in the original.
    pub(super) fn original(&self, offset: u32) -> u32 {
        if offset < self.resumes_here {
            offset
        } else {
            offset - self.resumes_here + self.resumes
        }
    }
}

/// `document` with `with` in place of `range`.
pub(super) fn replaced(document: &Document, range: TextRange, with: &str) -> Document {
    let text = document.text();
    let (head, tail) = (&text[..range.start as usize], &text[range.end as usize..]);
    Document::edited(
        document.path(),
        format!("{head}{with}{tail}"),
        &[document.lines().line_of(range.start)],
    )
}
