//! The input of every editor feature: a document and its workspace.

use std::cell::OnceCell;
use std::sync::Arc;

use azml_rules::compute::Prices;
use azml_rules::date::{Date, UnixTime};
use azml_rules::document::Document;
use azml_rules::estimate::document_prices;
use azml_rules::expression::Program;
use azml_rules::path::{below, file_name, parent, relative};
use azml_rules::schema::{Judgement, judge_around, judge_document};
use azml_rules::settings::Settings;
use azml_rules::text::{Column, LineIndex};
use azml_rules::workspace::Workspace;

use super::markdown::{Markdown, code, link, ours};

/// Returns the URL of a file.
type UrlOf<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// A document, its workspace, and the cached analyses of the document: features that run one after
/// another share them.
pub struct Site<'a> {
    /// The document under the cursor.
    pub document: &'a Document,
    /// The other documents.
    pub workspace: &'a Workspace,
    /// The folder that paths are shown relative to.
    pub root: &'a str,
    /// Returns the text of files that are not documents: `azml.yaml`, inventories.
    pub text_of: &'a dyn Fn(&str) -> Option<Arc<str>>,
    now: Option<UnixTime>,
    /// Returns the URLs of files, for links.
    url_of: Option<&'a UrlOf<'a>>,
    /// The URL that runs `azml-ls --refresh` in the editor, if it has a command for it.
    refresh_url: Option<&'a str>,
    program: OnceCell<Program<'a>>,
    judgement: OnceCell<Judgement<'a>>,
    prices: OnceCell<Prices>,
}

impl<'a> Site<'a> {
    /// Creates the site of `document` in `workspace`. Paths are shown relative to the folder `root`;
    /// `text_of` returns the text of files that are not documents: `azml.yaml`, inventories.
    pub fn new(
        document: &'a Document,
        workspace: &'a Workspace,
        root: &'a str,
        text_of: &'a dyn Fn(&str) -> Option<Arc<str>>,
    ) -> Self {
        Self {
            document,
            workspace,
            root,
            text_of,
            now: None,
            url_of: None,
            refresh_url: None,
            program: OnceCell::new(),
            judgement: OnceCell::new(),
            prices: OnceCell::new(),
        }
    }

    /// Sets the current time.
    #[must_use]
    pub fn at(self, now: Option<UnixTime>) -> Self {
        Self { now, ..self }
    }

    /// Enables links to files: `url_of` returns the URL of a file.
    #[must_use]
    pub fn linking(self, url_of: &'a UrlOf<'a>) -> Self {
        Self {
            url_of: Some(url_of),
            ..self
        }
    }

    /// Sets the URL that runs `azml-ls --refresh` in the editor.
    #[must_use]
    pub fn refreshing(&self, refresh_url: Option<&'a str>) -> Site<'a> {
        Site {
            refresh_url,
            ..self.with(self.document, self.workspace)
        }
    }

    /// Returns the current time, if known; the beginning of the day that the settings set.
    pub(crate) fn now(&self) -> Option<UnixTime> {
        let day = self.workspace.settings(self.document.path()).as_of;
        day.map(Date::begins).or(self.now)
    }

    /// Returns the date that counts as today, for retirements.
    pub(crate) fn today(&self) -> Option<Date> {
        self.workspace.today(self.document.path())
    }

    /// Returns the site of another document, or of a changed copy of this one, in the same workspace.
    pub(crate) fn with<'b>(&self, document: &'b Document, workspace: &'b Workspace) -> Site<'b>
    where
        'a: 'b,
    {
        Site {
            url_of: self.url_of,
            refresh_url: self.refresh_url,
            ..Site::new(document, workspace, self.root, self.text_of).at(self.now)
        }
    }

    /// Returns the semantic model of the document: scopes, pipelines, expressions.
    pub(crate) fn program(&self) -> &Program<'a> {
        self.program
            .get_or_init(|| Program::new(self.workspace, self.document))
    }

    /// Returns the document validated against the schema.
    pub(crate) fn judgement(&self) -> &Judgement<'a> {
        self.judgement
            .get_or_init(|| judge_document(self.workspace, self.document))
    }

    /// Like [`Self::judgement`], limited to what concerns `offset`: much less work in a long file.
    pub(crate) fn judgement_around(&self, offset: u32) -> Judgement<'a> {
        judge_around(self.workspace, self.document, offset)
    }

    /// Returns `computes/cpu.yml:4`; without the line if the file's text is not available.
    pub(crate) fn place(&self, path: &str, offset: u32) -> String {
        let shown = self.shown(path);
        let line = self.line(path, offset);
        line.map_or_else(|| shown.to_owned(), |line| format!("{shown}:{line}"))
    }

    /// Returns the line of `offset`, counted from 1.
    fn line(&self, path: &str, offset: u32) -> Option<u32> {
        let line = match self.workspace.document(path) {
            Some(document) => document.lines().line_of(offset),
            None => {
                let text = self.text(path)?;
                let lines = LineIndex::new(&text);
                lines.position(&text, offset, Column::Utf32).line
            }
        };
        Some(line + 1)
    }

    /// Like [`Self::place`], as a link to the line if files have URLs.
    pub(crate) fn place_link(&self, path: &str, offset: u32) -> Markdown {
        let shown = code(self.place(path, offset));
        let line = self.line(path, offset);
        self.link(path, shown, line)
    }

    /// Returns the offer to save what the workspace holds, for the card of a name that nothing knows.
    pub(crate) fn refresh_offer(&self) -> Markdown {
        match self.refresh_url {
            Some(url) => link(&ours("Refresh from the workspace"), url, None),
            None => ours("`azml-ls --refresh` saves what the workspace holds."),
        }
    }

    /// Like [`Self::shown`], as a link if files have URLs.
    pub(crate) fn file_link(&self, path: &str) -> Markdown {
        self.link(path, code(self.shown(path)), None)
    }

    fn link(&self, path: &str, shown: Markdown, line: Option<u32>) -> Markdown {
        match self.url_of.and_then(|url_of| url_of(path)) {
            Some(url) => link(&shown, &url, line),
            None => shown,
        }
    }

    /// Returns the text of a file that is not a document: a file stored by the server, or a script.
    pub fn text(&self, path: &str) -> Option<Arc<str>> {
        let from = self.document.path();
        let on_disk = || self.workspace.text(from, &relative(parent(from), path)?);
        (self.text_of)(path).or_else(on_disk)
    }

    /// Returns `path` relative to the folder.
    pub fn shown<'p>(&self, path: &'p str) -> &'p str {
        below(self.root, path).unwrap_or(path)
    }

    /// Returns the settings that apply to the document.
    pub(crate) fn settings(&self) -> Arc<Settings> {
        self.workspace.settings(self.document.path())
    }

    /// Returns the prices in the region of the document: a compute's own, else that of its workspace.
    pub(crate) fn prices(&self) -> &Prices {
        self.prices
            .get_or_init(|| document_prices(self.workspace, self.document))
    }

    /// Returns `true` if keys and words of the schema are explained and offered here, and not left
    /// to a generic YAML server.
    pub(crate) fn schema_help(&self) -> bool {
        self.workspace.schema_help(self.document.path())
    }

    /// Returns `true` if the document is an `azml.yaml`.
    pub(crate) fn is_config(&self) -> bool {
        file_name(self.document.path()) == "azml.yaml"
    }
}
