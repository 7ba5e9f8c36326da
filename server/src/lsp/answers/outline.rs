//! Document symbols, folds, selections and links in the protocol's words.

use tower_lsp::lsp_types::{
    DocumentLink, DocumentSymbol, DocumentSymbolResponse, FoldingRange, FoldingRangeKind, Location,
    Position, Range, SelectionRange, SymbolInformation, SymbolKind, Url,
};

use crate::ide::links::Target;
use crate::ide::symbols::{Sort, Symbol};
use crate::ide::{folding, links, selection, symbols};
use crate::lsp::analysis::Current;
use crate::lsp::convert;

/// The outline, flat for clients that know no other.
pub(in crate::lsp) fn symbols(current: &Current) -> DocumentSymbolResponse {
    let found = current.site(symbols::symbols);
    if current.client.nests_symbols {
        return DocumentSymbolResponse::Nested(
            found
                .into_iter()
                .map(|symbol| nested(current, symbol))
                .collect(),
        );
    }
    let mut flat = Vec::new();
    for symbol in found {
        flatten(current, symbol, None, &mut flat);
    }
    DocumentSymbolResponse::Flat(flat)
}

fn nested(current: &Current, symbol: Symbol) -> DocumentSymbol {
    let children: Vec<DocumentSymbol> = symbol
        .children
        .into_iter()
        .map(|child| nested(current, child))
        .collect();
    #[allow(deprecated)] // The struct has no other way to be made.
    DocumentSymbol {
        name: symbol.name,
        detail: Some(symbol.detail).filter(|detail| !detail.is_empty()),
        kind: kind(symbol.sort),
        tags: None,
        deprecated: None,
        range: current.range(symbol.range),
        selection_range: current.range(symbol.selection),
        children: (!children.is_empty()).then_some(children),
    }
}

fn flatten(
    current: &Current,
    symbol: Symbol,
    container: Option<&str>,
    flat: &mut Vec<SymbolInformation>,
) {
    let name = symbol.name.clone();
    #[allow(deprecated)] // The struct has no other way to be made.
    flat.push(SymbolInformation {
        name: symbol.name,
        kind: kind(symbol.sort),
        tags: None,
        deprecated: None,
        location: Location {
            uri: current.url.clone(),
            range: current.range(symbol.range),
        },
        container_name: container.map(str::to_owned),
    });
    for child in symbol.children {
        flatten(current, child, Some(&name), flat);
    }
}

fn kind(sort: Sort) -> SymbolKind {
    match sort {
        Sort::Job => SymbolKind::MODULE,
        Sort::Component => SymbolKind::CLASS,
        Sort::Compute => SymbolKind::STRUCT,
        Sort::Endpoint => SymbolKind::INTERFACE,
        Sort::Deployment => SymbolKind::PACKAGE,
        Sort::Schedule => SymbolKind::EVENT,
        Sort::Document => SymbolKind::FILE,
        Sort::Step => SymbolKind::FUNCTION,
        Sort::Input => SymbolKind::VARIABLE,
        Sort::Output => SymbolKind::FIELD,
        Sort::Parameter => SymbolKind::TYPE_PARAMETER,
        Sort::Text => SymbolKind::STRING,
        Sort::Number => SymbolKind::NUMBER,
        Sort::Bool => SymbolKind::BOOLEAN,
        Sort::List => SymbolKind::ARRAY,
        Sort::Mapping => SymbolKind::OBJECT,
        Sort::Nothing => SymbolKind::NULL,
    }
}

/// What can be folded, by lines.
pub(in crate::lsp) fn folds(current: &Current) -> Vec<FoldingRange> {
    let fold = |fold: folding::Fold| FoldingRange {
        start_line: fold.first,
        end_line: fold.last,
        kind: fold.is_comment.then_some(FoldingRangeKind::Comment),
        ..FoldingRange::default()
    };
    current.site(folding::folds).into_iter().map(fold).collect()
}

/// The ranges around each position, one inside the other.
pub(in crate::lsp) fn selections(current: &Current, positions: &[Position]) -> Vec<SelectionRange> {
    positions.iter().map(|at| around(current, *at)).collect()
}

fn around(current: &Current, position: Position) -> SelectionRange {
    let document = &current.document;
    let offset = convert::offset(
        document.text(),
        document.lines(),
        position,
        current.client.unit,
    );
    let grown = selection::selection(document, offset);
    let around =
        grown
            .into_iter()
            .rev()
            .fold(None, |parent: Option<Box<SelectionRange>>, inner| {
                Some(Box::new(SelectionRange {
                    range: current.range(inner),
                    parent,
                }))
            });
    // An empty text has nothing to grow into; the protocol wants an answer for every position.
    around.map_or_else(
        || SelectionRange {
            range: Range::new(position, position),
            parent: None,
        },
        |around| *around,
    )
}

/// What can be followed.
pub(in crate::lsp) fn links(current: &Current) -> Vec<DocumentLink> {
    let link = |link: links::Link| {
        let target = match link.target {
            Target::Url(address) => Url::parse(&address).ok()?,
            Target::File(path) => Url::from_file_path(path).ok()?,
        };
        Some(DocumentLink {
            range: current.range(link.range),
            target: Some(target),
            tooltip: None,
            data: None,
        })
    };
    current
        .site(links::links)
        .into_iter()
        .filter_map(link)
        .collect()
}
