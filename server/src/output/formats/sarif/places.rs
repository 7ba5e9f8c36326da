//! Files and parts of them.

use azml_rules::text::{Column, TextRange};

use super::model::{ArtifactLocation, PhysicalLocation, Region, SarifLocation, SarifMessage};
use crate::output::formats::findings::Findings;
use crate::output::text::place::line_and_column;
use crate::output::text::uri::{file_uri, relative_uri};
use crate::sandbox::ProblemPlace;

/// Name of the base of relative URIs, as GitHub expects it.
pub(crate) const ROOT: &str = "%SRCROOT%";

/// A longer text says no more than its place.
const LONGEST_SNIPPET: usize = 1000;

/// Turns keys and ranges into locations.
pub(crate) struct Places<'f> {
    pub(crate) findings: &'f Findings<'f>,
}

impl Places<'_> {
    /// A file of the repository, or below the current folder, is relative to it.
    pub(crate) fn file(&self, key: &str) -> ArtifactLocation {
        let path = self.findings.in_repository(key);
        let path = path.trim_start_matches("./");
        let is_below = key.strip_suffix(path).is_some_and(|top| top.ends_with('/'));
        if is_below {
            ArtifactLocation {
                uri: relative_uri(path),
                uri_base_id: Some(ROOT),
            }
        } else {
            ArtifactLocation {
                uri: file_uri(key),
                uri_base_id: None,
            }
        }
    }

    /// `range` of the file with `key`; the file alone where it went away.
    pub(crate) fn location(&self, key: &str, range: TextRange) -> SarifLocation {
        self.place(key, self.region(key, range))
    }

    /// Like [`Self::location`], with the text at `range`.
    pub(crate) fn location_with_text(&self, key: &str, range: TextRange) -> SarifLocation {
        let region = self.region(key, range).map(|region| Region {
            snippet: self.snippet(key, range),
            ..region
        });
        self.place(key, region)
    }

    /// A file that is none of the documents.
    pub(crate) fn of_problem(&self, key: &str, place: Option<ProblemPlace>) -> SarifLocation {
        let region = place.and_then(|place| self.region(key, place.range));
        self.place(key, region)
    }

    pub(crate) fn region(&self, key: &str, range: TextRange) -> Option<Region> {
        let source = self.findings.sources.get(key)?;
        let at = |offset| line_and_column(&source, offset, Column::Utf16);
        let ((start_line, start_column), (end_line, end_column)) = (at(range.start), at(range.end));
        Some(Region {
            start_line,
            start_column,
            end_line,
            end_column,
            snippet: None,
        })
    }

    fn snippet(&self, key: &str, range: TextRange) -> Option<SarifMessage> {
        let source = self.findings.sources.get(key)?;
        let text = source.text().get(std::ops::Range::from(range))?;
        (1..=LONGEST_SNIPPET)
            .contains(&text.len())
            .then(|| SarifMessage::new(text))
    }

    fn place(&self, key: &str, region: Option<Region>) -> SarifLocation {
        SarifLocation {
            id: None,
            physical_location: PhysicalLocation {
                artifact_location: self.file(key),
                region,
            },
            message: None,
        }
    }
}
