//! The language inside the values: `${{ ... }}`, `$[[ ... ]]`, `azureml:` and `azureml://`
//! references.
//!
//! [`scan`] reads decoded text and never fails; [`Text`] is a scalar of a tree with its
//! expressions, and the only thing that turns places in decoded text into places in the file.
//! [`AssetRef`] takes references to resources apart. [`Program`] says what every expression of a
//! document may name.

mod asset;
mod complete;
mod declaration;
mod interface;
mod misnomer;
mod program;
mod scan;
mod sites;
mod slip;
mod source;
mod target;
mod text;
mod types;

pub use asset::{AssetRef, DATASTORE, REGISTRY};
pub(crate) use complete::waiting_for;
pub use complete::{Candidate, Completion, complete};
pub use declaration::Declaration;
pub(crate) use interface::misspelt_section;
pub use interface::{Callee, Interface, Port, Ports};
pub use misnomer::Misnomer;
pub use program::{Pipeline, Place, Program, Scope, ScopeKind, Site, Step, StepKind};
pub use scan::{Bracket, Expression, Mistake, MistakeKind, Scan, scan};
pub use source::{SourceMap, text_range};
pub use target::{Name, Target, is_plain};
pub use text::Text;
pub use types::PortType;
