//! Here-documents: `<<END`, and lines up to the line `END`.

use std::ops::Range;

use crate::script::shell::word::Word;

/// A here-document whose lines are still to come.
pub(super) struct HereDocument {
    /// The operator, in the decoded text.
    pub(super) operator: Range<usize>,
    /// The line that ends it; `None` where that is not known.
    end: Option<String>,
    /// `<<-`: tabs in front of lines do not count.
    strips_tabs: bool,
}

impl HereDocument {
    /// The one that `word` behind `operator` begins, where that is such an operator.
    pub(super) fn new(text: &str, operator: &Range<usize>, word: &Word) -> Option<Self> {
        let strips_tabs = match &text[operator.clone()] {
            "<<" => false,
            "<<-" => true,
            _ => return None,
        };
        Some(Self {
            operator: operator.clone(),
            end: word.literal().map(str::to_owned),
            strips_tabs,
        })
    }

    /// How long its lines at the beginning of `text` are, with the one that ends it; `None` where
    /// that is missing.
    pub(super) fn end_in(&self, text: &str) -> Option<usize> {
        let end = self.end.as_ref()?;
        let mut len = 0;
        for line in text.split_inclusive('\n') {
            len += line.len();
            let line = line.strip_suffix('\n').unwrap_or(line);
            let content = if self.strips_tabs {
                line.trim_start_matches('\t')
            } else {
                line
            };
            if content == end {
                return Some(len);
            }
        }
        None
    }
}
