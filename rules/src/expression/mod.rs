//! The language inside the values: `${{ ... }}`, `$[[ ... ]]`, `azureml:` and `azureml://` references.
//!
//! [`scan`] reads decoded text and never fails; [`Text`] is a scalar of a tree with its expressions, and the only thing
//! that turns places in decoded text into places in the file. [`AssetRef`] takes references to resources apart.
//! [`Program`] says what every expression of a document may name.

mod asset;
mod complete;
mod interface;
mod misnomer;
mod overrides;
mod program;
mod queries;
mod scan;
mod sites;
mod slip;
mod slots;
mod source;
mod target;
mod text;
mod types;

pub use asset::{AssetRef, DATASTORE, REGISTRY};
pub(crate) use complete::waiting_for;
pub use complete::{Candidate, Completion, complete};
pub(crate) use interface::misspelt_section;
pub use interface::{Callee, Interface, Port, Ports};
pub use misnomer::Misnomer;
pub use program::{Pipeline, Place, Program, Scope, ScopeKind, Site, Step, StepKind};
pub use queries::{
    Link, Location, SymbolKind, definition_of, is_free, link_at, links, references_to,
};
pub use scan::{Bracket, Expression, Mistake, MistakeKind, Scan, scan};
pub(crate) use slots::slots_of;
pub use slots::{Slot, slots};
pub use source::SourceMap;
pub use target::{Name, Target, is_plain};
pub use text::Text;
pub use types::PortType;
