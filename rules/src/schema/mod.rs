//! The catalog of document kinds: the allowed content, and the validation of documents against it.
//!
//! Start at [`table`], the data of `data/schema/` as statics. [`validate`] checks a document against it
//! once, for rules, hover and completion. [`suggest`] lists the keys and words that may still be added at
//! a place, [`describe`] puts types and keys into words, and [`resources`] finds the values that name
//! resources. [`entries`], [`formats`], [`key_checks`], [`spelling`], [`union_members`] and
//! [`vocabulary`] are shared helpers. Invariant: nothing here depends on rules or expressions.

pub mod describe;
mod entries;
mod formats;
mod key_checks;
mod resources;
mod spelling;
pub mod suggest;
pub mod table;
mod union_members;
pub mod validate;
mod vocabulary;

pub use describe::KnownKey;
pub use formats::fits;
pub use key_checks::LABELS;
pub(crate) use resources::{SizeUse, resource_uses_of, vm_sizes_among};
pub use resources::{resource_at, resource_behind, resource_uses};
pub use spelling::{meant, misspelled};
pub use suggest::{
    KeyNeed, OpenMapping, PossibleValue, SuggestedKey, SuggestedWord, is_some_kind_with,
    kinds_left, open_mapping, possible_values, suggested_words,
};
pub(crate) use union_members::is_bool;
pub use union_members::{
    ALTERNATIVE_KEYS, enum_values, enum_values_of_all, is_numeric, mappings, may_name_files,
};
pub use validate::{
    Judgement, SchemaFault, SchemaProblem, accepts, judge_around, judge_as, judge_document,
    mark_for_missing, takes_expression,
};
pub use vocabulary::is_common;

/// Official client that the catalog describes.
pub const CLIENT: &str = "azure-ai-ml 1.35.2";
