//! Semantic tokens of expressions and references, so that editors can color them inside
//! strings and block scalars.
//!
//! A token stays within a line, tokens do not overlap, and they are sorted by position.

use std::ops::Range;

use azml_rules::expression::{AssetRef, Expression, Name, ScannedText, Target};
use azml_rules::syntax::Node;
use azml_rules::text::TextRange;

use crate::Site;

/// The type of a token. The order is that of the legend.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TokenKind {
    /// `${{`, `}}`, `$[[`, `]]`
    Operator,
    /// `inputs`, `parent`, and the collections in addresses: `registries`, `datastores`.
    Namespace,
    /// A step.
    Function,
    /// An input, an output, a hyperparameter.
    Parameter,
    /// A word that the service replaces.
    Macro,
    /// `azureml:`
    Keyword,
    /// The name of a resource.
    Variable,
    /// A version.
    Number,
    /// A label of a version.
    EnumMember,
}

impl TokenKind {
    /// All types, in the order of the legend.
    pub const ALL: [Self; 9] = [
        Self::Operator,
        Self::Namespace,
        Self::Function,
        Self::Parameter,
        Self::Macro,
        Self::Keyword,
        Self::Variable,
        Self::Number,
        Self::EnumMember,
    ];

    /// Its name in the protocol's standard legend.
    pub fn name(self) -> &'static str {
        match self {
            Self::Operator => "operator",
            Self::Namespace => "namespace",
            Self::Function => "function",
            Self::Parameter => "parameter",
            Self::Macro => "macro",
            Self::Keyword => "keyword",
            Self::Variable => "variable",
            Self::Number => "number",
            Self::EnumMember => "enumMember",
        }
    }
}

/// A semantic token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its range.
    pub range: TextRange,
    /// Its type.
    pub kind: TokenKind,
}

/// Returns the tokens of the document that touch `visible`.
pub fn tokens(site: &Site<'_>, visible: TextRange) -> Vec<Token> {
    if site.document.kind().is_none() {
        return Vec::new();
    }
    let mut found = TokenCollector {
        tokens: Vec::new(),
        visible,
        text: site.document.text(),
    };
    for written in &site.program().sites {
        found.expressions(&written.text);
    }
    let references = site
        .document
        .tree()
        .nodes()
        .filter(|node| node.range().intersects(visible) && !node.is_key());
    for node in references {
        found.reference(node);
    }
    found.tokens.sort_by_key(|token| (token.range, token.kind));
    found.tokens.dedup();
    found.tokens
}

struct TokenCollector<'t> {
    tokens: Vec<Token>,
    visible: TextRange,
    text: &'t str,
}

impl TokenCollector<'_> {
    fn push(&mut self, text: &ScannedText<'_>, decoded: Range<usize>, kind: TokenKind) {
        let Some(range) = text.exact(&decoded).filter(|range| !range.is_empty()) else {
            return;
        };
        // A multi-line token is split, because tokens may not span lines.
        let mut start = range.start;
        for line in range.slice(self.text).split_inclusive(['\n', '\r']) {
            let length = |text: &str| u32::try_from(text.len()).unwrap_or(0);
            let (solid, indent) = (line.trim(), line.len() - line.trim_start().len());
            let from = start + length(&line[..indent]);
            let piece = TextRange::new(from, from + length(solid));
            if !piece.is_empty() && piece.intersects(self.visible) {
                self.tokens.push(Token { range: piece, kind });
            }
            start += length(line);
        }
    }

    fn expressions(&mut self, text: &ScannedText<'_>) {
        if !text.node.range().intersects(self.visible) {
            return;
        }
        for bracket in &text.scan.brackets {
            let Range { start, end } = bracket.range;
            self.push(text, start..start + 3, TokenKind::Operator);
            self.push(text, end - 2..end, TokenKind::Operator);
        }
        for expression in &text.scan.expressions {
            self.expression(text, expression);
        }
    }

    fn expression(&mut self, text: &ScannedText<'_>, expression: &Expression<'_>) {
        let Range { start, end } = expression.range;
        self.push(text, start..start + 3, TokenKind::Operator);
        if text.text[..end].ends_with("}}") {
            self.push(text, end - 2..end, TokenKind::Operator);
        }
        let names = names(&expression.target);
        let mut at = expression.path.start;
        while at < expression.path.end {
            let (to, kind) = match names.iter().find(|(name, _)| name.range.start == at) {
                Some((name, kind)) => (name.range.end, *kind),
                None => {
                    let rest = &text.text[at..expression.path.end];
                    (
                        at + rest.find('.').unwrap_or(rest.len()),
                        TokenKind::Namespace,
                    )
                }
            };
            if !matches!(expression.target, Target::Foreign | Target::LegacyStep(_)) {
                self.push(text, at..to, kind);
            }
            at = to + 1;
        }
    }

    fn reference(&mut self, node: Node<'_>) {
        if !node.text().is_some_and(|text| text.starts_with("azureml:")) {
            return;
        }
        let Some(text) = ScannedText::new(node) else {
            return;
        };
        let slashes = if text.text.starts_with("azureml://") {
            2
        } else {
            0
        };
        self.push(&text, 0..8 + slashes, TokenKind::Keyword);
        match AssetRef::parse(text.text) {
            AssetRef::Named {
                name,
                version,
                label,
            } => {
                for (part, kind) in [
                    (Some(name), TokenKind::Variable),
                    (version, TokenKind::Number),
                    (label, TokenKind::EnumMember),
                ] {
                    if let Some(part) = part.filter(|part| !part.contains("${{")) {
                        let start = part.as_ptr() as usize - text.text.as_ptr() as usize;
                        self.push(&text, start..start + part.len(), kind);
                    }
                }
            }
            AssetRef::Other(_) => {}
            _ => self.address(&text, 8 + slashes),
        }
    }

    /// `registries/R/models/M/versions/1`: collections and names in turn.
    fn address(&mut self, text: &ScannedText<'_>, from: usize) {
        let body = text.text[from..].trim_start_matches('/');
        let mut at = text.text.len() - body.len();
        let mut before = "";
        for (index, part) in body.split('/').enumerate() {
            let range = at..at + part.len();
            at = range.end + 1;
            let kind = match before {
                _ if index % 2 == 0 => TokenKind::Namespace,
                "versions" => TokenKind::Number,
                "labels" => TokenKind::EnumMember,
                _ => TokenKind::Variable,
            };
            // Names that are expressions have tokens of their own.
            if part.contains(['$', '{', '}']) {
                before = part;
                continue;
            }
            self.push(text, range, kind);
            if part == "paths" && index % 2 == 0 {
                return;
            }
            before = part;
        }
    }
}

/// Returns the names in a path with their token types.
fn names<'e, 'a>(target: &'e Target<'a>) -> Vec<(&'e Name<'a>, TokenKind)> {
    match target {
        Target::Input(name)
        | Target::Output(name)
        | Target::SearchSpace(name)
        | Target::ParentInput(name)
        | Target::ParentOutput(name) => vec![(name, TokenKind::Parameter)],
        Target::Step(step) => vec![(step, TokenKind::Function)],
        Target::StepInput(step, port) | Target::StepOutput(step, port) => {
            vec![(step, TokenKind::Function), (port, TokenKind::Parameter)]
        }
        Target::Macro(name) => vec![(name, TokenKind::Macro)],
        Target::Secret(name) => vec![(name, TokenKind::Variable)],
        Target::LegacyStep(_) | Target::Incomplete | Target::Foreign => Vec::new(),
    }
}
