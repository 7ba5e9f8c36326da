//! Conversion of symbol kinds, which decide the client's icons.

use azml_rules::document::Resource;
use azml_rules::expression::Declaration;
use azml_rules::symbols::SymbolKind;
use tower_lsp::lsp_types;

pub(crate) fn symbol_kind(kind: SymbolKind) -> lsp_types::SymbolKind {
    use lsp_types::SymbolKind as Lsp;
    match kind {
        SymbolKind::Declared(Declaration::Step) => Lsp::FUNCTION,
        SymbolKind::Declared(_) => Lsp::FIELD,
        SymbolKind::Resource(resource) => match resource {
            Resource::Component => Lsp::CLASS,
            Resource::Compute => Lsp::STRUCT,
            Resource::Environment => Lsp::PACKAGE,
            Resource::Data | Resource::Datastore => Lsp::OBJECT,
            Resource::Model | Resource::VmSize => Lsp::CONSTANT,
            Resource::Endpoint => Lsp::INTERFACE,
            Resource::Deployment => Lsp::METHOD,
            Resource::Schedule | Resource::Job => Lsp::MODULE,
            Resource::Workspace => Lsp::NAMESPACE,
        },
        SymbolKind::File => Lsp::FILE,
    }
}
