//! Semantic tokens in the protocol's words: places as differences, kinds as places in the legend.

use azml_rules::text::TextRange;
use tower_lsp::lsp_types::{
    Range, SemanticToken, SemanticTokenType, SemanticTokens, SemanticTokensFullOptions,
    SemanticTokensLegend, SemanticTokensOptions, SemanticTokensServerCapabilities,
    WorkDoneProgressOptions,
};

use crate::ide::tokens::{TokenKind, tokens};
use crate::lsp::analysis::Current;
use crate::lsp::convert;

/// What the server can do.
pub(in crate::lsp) fn options() -> SemanticTokensServerCapabilities {
    SemanticTokensServerCapabilities::SemanticTokensOptions(SemanticTokensOptions {
        work_done_progress_options: WorkDoneProgressOptions::default(),
        legend: SemanticTokensLegend {
            token_types: TokenKind::ALL
                .iter()
                .map(|kind| SemanticTokenType::new(kind.name()))
                .collect(),
            token_modifiers: Vec::new(),
        },
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Bool(true)),
    })
}

/// The tokens of the document, or of a part of it.
pub(in crate::lsp) fn all(current: &Current, visible: Option<Range>) -> SemanticTokens {
    let (text, lines, unit) = (
        current.document.text(),
        current.document.lines(),
        current.client.unit,
    );
    let visible = visible.map_or(TextRange::new(0, u32::MAX), |range| {
        let offset = |at| convert::offset(text, lines, at, unit);
        TextRange::new(offset(range.start), offset(range.end))
    });
    let (mut line, mut column) = (0, 0);
    let token = |token: crate::ide::tokens::Token| {
        let Range { start, end } = convert::range(text, lines, token.range, unit);
        let delta_start = if start.line == line {
            start.character - column
        } else {
            start.character
        };
        let delta_line = start.line - line;
        (line, column) = (start.line, start.character);
        let token_type = TokenKind::ALL
            .iter()
            .position(|kind| *kind == token.kind)
            .unwrap_or(0);
        SemanticToken {
            delta_line,
            delta_start,
            length: end.character - start.character,
            token_type: u32::try_from(token_type).unwrap_or(0),
            token_modifiers_bitset: 0,
        }
    };
    let data = current
        .site(|site| tokens(site, visible))
        .into_iter()
        .map(token)
        .collect();
    SemanticTokens {
        result_id: None,
        data,
    }
}
