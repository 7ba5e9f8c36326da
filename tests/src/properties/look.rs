//! Everything the editor shows, asked of one file: every range that is answered lies in its text, and
//! every edit leads to a text that can be looked at.

use std::ops::Range;

use azml_ide::completion::rule_names;
use azml_ide::diagnostics::suppress_action;
use azml_ide::drawing::{Direction, picture};
use azml_ide::hints::{code_lens, inlay_hints, semantic_tokens};
use azml_ide::navigation::references::Definitions;
use azml_ide::navigation::symbols::Symbol;
use azml_ide::navigation::{
    definition, folding, links, references, selection, symbols, used_by, workspace_symbols,
};
use azml_ide::refactor::rename;
use azml_ide::{Site, completion, graph, hover, refactor};
use azml_ls::output::{GraphFormat, graph_text};
use azml_rules::analyze;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Document;
use azml_rules::fix::{Edit, Fix, apply};
use azml_rules::suppress::Comments;
use azml_rules::text::{Location, TextRange};

use crate::damage::place;
use crate::random::Random;

const QUERIES: [&str; 5] = ["", "a", "é", "train", "😀\0"];
const NAMES: [&str; 8] = ["other", "", "é", "a.b", "train", "a b", "x\ny", "outputs"];

/// A look at a file, and what every answer must be like.
pub struct Look<'s, 'a> {
    site: &'s Site<'a>,
}

impl<'s, 'a> Look<'s, 'a> {
    /// A look at `site`.
    pub fn new(site: &'s Site<'a>) -> Self {
        Self { site }
    }

    fn text(&self) -> &str {
        self.site.document.text()
    }

    /// That `range` lies in the text, between characters.
    fn fits(&self, range: TextRange) {
        fits(range, self.text());
    }

    fn is_somewhere(&self, location: &Location) {
        match self.site.workspace.document(&location.path) {
            Some(document) => fits(location.range, document.text()),
            None => fits(
                location.range,
                &(self.site.text_of)(&location.path).unwrap_or_default(),
            ),
        }
    }

    /// What is found, and its fixes.
    ///
    /// # Panics
    /// Where an answer is not as it must be.
    pub fn at_findings(&self, random: &mut Random) {
        let path = self.site.document.path();
        let found: Vec<Diagnostic> = analyze(self.site.workspace, path);
        let comments = Comments::of(self.site.document);
        for diagnostic in &found {
            self.fits(diagnostic.range);
            diagnostic
                .fixes
                .iter()
                .for_each(|fix| self.can_be_made(&fix.edits));
            let _ = suppress_action::suppress_action(
                &comments,
                diagnostic.range.start,
                diagnostic.rule.name,
            );
        }
        if !found.is_empty() {
            let one = random.pick(&found);
            let silence =
                suppress_action::suppress_action(&comments, one.range.start, one.rule.name);
            self.can_be_made(&[silence.edit]);
        }
    }

    /// That edits are in order, inside of their texts, without overlap, and lead to a text that can
    /// be looked at.
    fn can_be_made(&self, edits: &[Edit]) {
        let mut paths: Vec<&str> = edits.iter().map(|edit| self.path_of(edit)).collect();
        paths.dedup();
        let mut after = self.site.workspace.clone();
        for path in paths {
            let document = self
                .site
                .workspace
                .document(path)
                .unwrap_or_else(|| panic!("edits of {path}"));
            let own: Vec<Edit> = edits
                .iter()
                .filter(|edit| self.path_of(edit) == path)
                .cloned()
                .collect();
            for edit in &own {
                fits(edit.range, document.text());
            }
            for pair in own.windows(2) {
                assert!(pair[0].range.end <= pair[1].range.start, "{own:?}");
            }
            let own = own
                .into_iter()
                .map(|edit| Edit { path: None, ..edit })
                .collect();
            let (text, made) = apply(document.text(), [&Fix::safe("", own)]);
            assert_eq!(made, 1, "{edits:?}");
            after.insert(Document::new(path, text));
        }
        let _ = analyze(&after, self.site.document.path());
    }

    fn path_of<'e>(&'e self, edit: &'e Edit) -> &'e str {
        edit.path
            .as_deref()
            .unwrap_or_else(|| self.site.document.path())
    }

    /// What is shown of the whole file.
    ///
    /// # Panics
    /// Where an answer is not as it must be.
    pub fn at_all(&self, random: &mut Random) {
        let site = self.site;
        symbols::symbols(site)
            .iter()
            .for_each(|symbol| self.nests(symbol, TextRange::from(0..self.text().len())));
        let lines = site.document.lines().line_count();
        for fold in folding::folds(site) {
            assert!(
                fold.first < fold.last && fold.last < lines,
                "{fold:?} of {lines}"
            );
        }
        links::links(site)
            .iter()
            .for_each(|link| self.fits(link.range));
        code_lens::code_lenses(site)
            .iter()
            .for_each(|lens| self.fits(lens.range));
        self.colours(TextRange::new(0, u32::MAX));
        let (from, to) = (place(self.text(), random), place(self.text(), random));
        let visible = TextRange::from(from.min(to)..from.max(to));
        self.colours(visible);
        for hint in inlay_hints::hints(site, visible)
            .iter()
            .chain(&inlay_hints::hints(site, TextRange::new(0, u32::MAX)))
        {
            self.fits(TextRange::empty(hint.offset));
        }
        if let Some(used) = used_by::used_by(site) {
            self.fits(used.range);
            used.places
                .iter()
                .for_each(|place| self.is_somewhere(place));
        }
        for call in used_by::incoming(site) {
            self.is_somewhere(&call.other.location);
            let path = &call.other.location.path;
            call.steps.iter().for_each(|step| {
                self.is_somewhere(&Location {
                    path: path.clone(),
                    range: *step,
                });
            });
        }
        for call in used_by::outgoing(site) {
            self.is_somewhere(&call.other.location);
            call.steps.iter().for_each(|step| self.fits(*step));
        }
        for found in workspace_symbols::search(
            site.workspace,
            site.root,
            &[],
            random.word(&QUERIES),
            &|_| true,
        ) {
            self.is_somewhere(&found.location);
        }
        self.picture();
    }

    fn nests(&self, symbol: &Symbol, around: TextRange) {
        self.fits(symbol.range);
        self.fits(symbol.selection);
        assert!(
            around.contains_range(symbol.range),
            "{symbol:?} in {around:?}"
        );
        assert!(symbol.range.contains_range(symbol.selection), "{symbol:?}");
        assert!(
            !symbol.name.trim().is_empty(),
            "editors refuse a symbol without a name: {symbol:?}"
        );
        symbol
            .children
            .iter()
            .for_each(|child| self.nests(child, symbol.range));
    }

    fn colours(&self, visible: TextRange) {
        let found = semantic_tokens::tokens(self.site, visible);
        for token in &found {
            self.fits(token.range);
            let text = token.range.slice(self.text());
            assert!(
                !text.is_empty() && !text.contains(['\n', '\r']),
                "{token:?} {text:?}"
            );
        }
        for pair in found.windows(2) {
            assert!(pair[0].range.end <= pair[1].range.start, "{pair:?}");
        }
    }

    fn picture(&self) {
        let Some(graph) = graph::graph(self.site) else {
            return;
        };
        let (nodes, groups) = (graph.nodes.len(), graph.groups.len());
        assert!(
            graph
                .edges
                .iter()
                .all(|edge| edge.from < nodes && edge.to < nodes)
        );
        assert!(
            graph
                .nodes
                .iter()
                .all(|node| node.group.is_none_or(|group| group < groups))
        );
        assert!(
            graph
                .groups
                .iter()
                .enumerate()
                .all(|(at, group)| group.parent.is_none_or(|parent| parent < at))
        );
        let places = graph.nodes.iter().filter_map(|node| node.place.as_ref());
        places
            .chain(graph.groups.iter().map(|group| &group.place))
            .for_each(|place| self.is_somewhere(place));
        let _ = (
            graph_text(&graph, GraphFormat::Mermaid),
            graph_text(&graph, GraphFormat::Dot),
            graph_text(&graph, GraphFormat::Svg),
            picture(&graph, Direction::Right),
            picture(&graph, Direction::Down),
        );
    }

    /// What is answered at a place.
    ///
    /// # Panics
    /// Where an answer is not as it must be.
    pub fn at_place(&self, at: u32, random: &mut Random) {
        let (site, document) = (self.site, self.site.document);
        if let Some(card) = hover::hover(site, at) {
            self.fits(card.range);
            assert!(!card.text.is_empty());
        }
        self.completed(at, random);
        if let Some(names) = rule_names::complete(site.workspace, document, at) {
            self.fits(names.range);
        }
        if let Some(found) = definition::definition(site, at) {
            self.fits(found.origin);
            found
                .locations
                .iter()
                .for_each(|location| self.is_somewhere(location));
        }
        for which in [Definitions::Included, Definitions::LeftOut] {
            references::references(site, at, which)
                .iter()
                .for_each(|location| self.is_somewhere(location));
        }
        references::highlights(site, at)
            .iter()
            .for_each(|highlight| self.fits(highlight.range));
        let ranges = selection::selection(document, at);
        ranges.iter().for_each(|range| self.fits(*range));
        assert!(
            ranges
                .windows(2)
                .all(|pair| pair[1].contains_range(pair[0]) && pair[0] != pair[1]),
            "{ranges:?}"
        );
        assert!(
            ranges.iter().all(|range| range.touches(at)),
            "{ranges:?} at {at}"
        );
        for one in used_by::callable(site, at) {
            self.is_somewhere(&one.location);
        }
        self.renamed(at, random);
        for refactoring in refactor::refactorings(site, TextRange::empty(at)) {
            self.can_be_made(&refactoring.edits);
        }
    }

    fn completed(&self, at: u32, random: &mut Random) {
        let Some(found) = completion::complete(self.site, at) else {
            return;
        };
        self.fits(found.range);
        let first = found.items.first().map(|item| item.label.as_str());
        assert!(
            found.range.touches(at),
            "{:?} at {at}: {first:?}",
            found.range
        );
        // The protocol wants it so.
        assert!(
            !found.range.slice(self.text()).contains(['\n', '\r']),
            "{:?} is of one line",
            found.range
        );
        if found.items.is_empty() {
            return;
        }
        let item = random.pick(&found.items);
        let edit = Edit::new(found.range, item.insert.clone());
        self.can_be_made(&[edit]);
    }

    fn renamed(&self, at: u32, random: &mut Random) {
        let Ok(Some(name)) = rename::prepare(self.site, at) else {
            return;
        };
        self.fits(name.range);
        assert!(name.range.touches(at), "{name:?} at {at}");
        if let Ok(Some(edits)) = rename::rename(self.site, at, random.word(&NAMES)) {
            self.can_be_made(&edits);
        }
    }
}

/// That `range` lies in `text`, between characters.
///
/// # Panics
/// When it does not.
pub fn fits(range: TextRange, text: &str) {
    assert!(
        text.get(Range::from(range)).is_some(),
        "{range:?} in {} bytes",
        text.len()
    );
}
