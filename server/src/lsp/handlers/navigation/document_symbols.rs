//! The outline of the document.

use tower_lsp::lsp_types::{
    DocumentSymbol, DocumentSymbolResponse, Location, SymbolInformation, SymbolKind,
};

use crate::lsp::protocol::display_text::label;
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use azml_ide::navigation::symbols;
use azml_ide::navigation::symbols::{Symbol, SymbolSort};

/// The outline, flat for clients that know no other.
pub(crate) fn symbols(current: &DocumentSnapshot) -> DocumentSymbolResponse {
    let symbols = current.site(symbols::symbols);
    if current.client.nests_symbols {
        return DocumentSymbolResponse::Nested(nested(current, symbols));
    }
    let mut flat = Vec::new();
    flatten(current, symbols, None, &mut flat);
    DocumentSymbolResponse::Flat(flat)
}

fn nested(current: &DocumentSnapshot, symbols: Vec<Symbol>) -> Vec<DocumentSymbol> {
    let mut nested_symbols = Vec::new();
    for symbol in symbols {
        let children = nested(current, symbol.children);
        #[allow(deprecated)] // The struct has no other way to be made.
        nested_symbols.push(DocumentSymbol {
            name: label(symbol.name),
            detail: Some(label(symbol.detail)).filter(|detail| !detail.is_empty()),
            kind: symbol_kind(symbol.sort),
            tags: None,
            deprecated: None,
            range: current.range(symbol.range),
            selection_range: current.range(symbol.selection),
            children: (!children.is_empty()).then_some(children),
        });
    }
    nested_symbols
}

fn flatten(
    current: &DocumentSnapshot,
    symbols: Vec<Symbol>,
    container: Option<&str>,
    flat: &mut Vec<SymbolInformation>,
) {
    for symbol in symbols {
        #[allow(deprecated)] // The struct has no other way to be made.
        flat.push(SymbolInformation {
            name: label(&symbol.name),
            kind: symbol_kind(symbol.sort),
            tags: None,
            deprecated: None,
            location: Location {
                uri: current.url.clone(),
                range: current.range(symbol.range),
            },
            container_name: container.map(label),
        });
        flatten(current, symbol.children, Some(&symbol.name), flat);
    }
}

fn symbol_kind(sort: SymbolSort) -> SymbolKind {
    match sort {
        SymbolSort::Job => SymbolKind::MODULE,
        SymbolSort::Component => SymbolKind::CLASS,
        SymbolSort::Compute => SymbolKind::STRUCT,
        SymbolSort::Endpoint => SymbolKind::INTERFACE,
        SymbolSort::Deployment => SymbolKind::PACKAGE,
        SymbolSort::Schedule => SymbolKind::EVENT,
        SymbolSort::Document => SymbolKind::FILE,
        SymbolSort::Step => SymbolKind::FUNCTION,
        SymbolSort::Input => SymbolKind::VARIABLE,
        SymbolSort::Output => SymbolKind::FIELD,
        SymbolSort::Parameter => SymbolKind::TYPE_PARAMETER,
        SymbolSort::Text => SymbolKind::STRING,
        SymbolSort::Number => SymbolKind::NUMBER,
        SymbolSort::Bool => SymbolKind::BOOLEAN,
        SymbolSort::List => SymbolKind::ARRAY,
        SymbolSort::Mapping => SymbolKind::OBJECT,
        SymbolSort::Nothing => SymbolKind::NULL,
    }
}
