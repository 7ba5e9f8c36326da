//! Semantic tokens: places as differences, kinds as places in the legend.

use azml_rules::text::TextRange;
use tower_lsp::lsp_types::{Position, Range, SemanticToken, SemanticTokens};

use crate::lsp::session::document_snapshot::DocumentSnapshot;
use azml_ide::hints::semantic_tokens;
use azml_ide::hints::semantic_tokens::TokenKind;

/// The tokens of the document, or of a part of it.
pub(crate) fn tokens(current: &DocumentSnapshot, visible: Option<Range>) -> SemanticTokens {
    let all = TextRange::new(0, u32::MAX);
    let visible = visible.map_or(all, |range| current.offsets(range));
    let mut before = Position::default();
    let mut data = Vec::new();
    for token in current.site(|site| semantic_tokens::tokens(site, visible)) {
        let range = current.range(token.range);
        data.push(behind(before, range, token.kind));
        before = range.start;
    }
    SemanticTokens {
        result_id: None,
        data,
    }
}

/// Returns the token at `range`, encoded relative to `before`, the start of the previous token.
fn behind(before: Position, range: Range, kind: TokenKind) -> SemanticToken {
    let Range { start, end } = range;
    let delta_start = if start.line == before.line {
        start.character - before.character
    } else {
        start.character
    };
    let mut kinds = TokenKind::ALL.iter();
    let token_type = kinds.position(|other| *other == kind).unwrap_or(0);
    SemanticToken {
        delta_line: start.line - before.line,
        delta_start,
        length: end.character - start.character,
        token_type: u32::try_from(token_type).unwrap_or(0),
        token_modifiers_bitset: 0,
    }
}
