//! The questions of the page.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// A question. Places are counted in units of UTF-16 from the start of a file, as JavaScript does.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "camelCase")]
pub(crate) enum Request {
    /// Replaces all files.
    #[serde(rename_all = "camelCase")]
    Open {
        /// The texts by path; null for a file whose text is unknown.
        files: BTreeMap<String, Option<String>>,
        /// `true` if no other file exists, so that a path to one is a mistake.
        is_whole: bool,
        /// Settings of the editor, beside `azml.yaml`.
        #[serde(default)]
        choices: Choices,
        /// The time, in seconds since 1970.
        now: i64,
    },
    /// Replaces the text of a file, or adds it.
    Edit {
        /// Its path.
        path: String,
        /// Its new text.
        text: String,
    },
    /// The findings of all files, or of some.
    Findings {
        /// The files; all if it is missing.
        #[serde(default)]
        paths: Option<BTreeSet<String>>,
        /// The place where text was typed last, if any: what may only be incomplete there is left out.
        writing: Option<Spot>,
    },
    /// The card at a place.
    Hover(Spot),
    /// The values that can be written at a place.
    Complete(Spot),
    /// The edits offered for a selection.
    Actions {
        /// The file.
        path: String,
        /// Its start.
        from: usize,
        /// Its end.
        to: usize,
    },
    /// The places where the name at a place is defined.
    Definition(Spot),
    /// The page of a rule, as Markdown.
    Page {
        /// Its name.
        rule: String,
    },
    /// The picture of a pipeline.
    #[serde(rename_all = "camelCase")]
    Graph {
        /// The file.
        path: String,
        /// `true` for a narrow page: from top to bottom.
        is_narrow: bool,
    },
}

/// Settings of an editor.
#[derive(Clone, Copy, Default, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Choices {
    /// `true` if another extension checks the schema.
    pub(crate) no_schema_checks: bool,
    /// `true` for the rules in preview.
    pub(crate) preview: bool,
}

/// A place in a file.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Spot {
    /// The file.
    pub(crate) path: String,
    /// The place.
    pub(crate) at: usize,
}
