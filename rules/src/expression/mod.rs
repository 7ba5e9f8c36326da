//! Expressions and references in values: `${{ ... }}`, `$[[ ... ]]`, `azureml:` and `azureml://`.
//!
//! Start at [`Program`] in [`program`], which resolves the names in the expressions of a document;
//! [`program_builder`] creates it from each [`interface`], [`declaration`] and [`port_type`].
//! [`scan`](mod@scan) finds expressions in decoded text and never fails, with the [`target`] of each and
//! its [`misspelled_words`]; [`scanned_text`] maps them to the file by a [`source_map`], and [`asset`]
//! parses references to resources. Built on these are [`completion`] and [`misspelled_definitions`],
//! which uses [`word_counts`]. Invariant: repaired text is never read as an expression.

mod asset;
mod completion;
mod declaration;
mod interface;
mod misspelled_definitions;
mod misspelled_words;
mod port_type;
mod program;
mod program_builder;
mod scan;
mod scanned_text;
mod source_map;
mod target;
mod word_counts;

pub use asset::{AssetRef, DATASTORE, REGISTRY};
pub(crate) use completion::steps_waiting_for;
pub use completion::{ExpressionCompletion, NameCandidate, complete};
pub use declaration::Declaration;
pub(crate) use interface::misspelled_section;
pub use interface::{Callee, ComponentInterface, Port, Ports};
pub use misspelled_definitions::MisspelledDefinition;
pub(crate) use misspelled_definitions::{
    MisspelledDefinitions, differ_in_number, misspelled_definitions,
};
pub use port_type::PortType;
pub use program::{
    ExpressionRole, ExpressionScope, ExpressionSite, Pipeline, Program, ScopeKind, Step, StepKind,
};
pub use scan::{Bracket, Expression, Mistake, MistakeKind, Scan, scan};
pub use scanned_text::ScannedText;
pub use source_map::{SourceMap, text_range};
pub(crate) use target::MACROS;
pub use target::{Name, Target, is_plain};
