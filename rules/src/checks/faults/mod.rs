//! Messages for the problems that the schema validation finds, and their assignment to rules.
//!
//! Start with [`of`] (`document_faults`, `fault_rule`): every fault belongs to exactly one rule, which selects its
//! own. `messages`, `names`, and `node_words` hold wording that these rules share; `aliases`,
//! `declared_input`, `misplaced`, `preview_form`, and `script_form` recognize common mistakes. A new check of the
//! schema doesn't compile until it has a rule and a message here.

mod aliases;
mod declared_input;
mod document_faults;
mod fault_rule;
mod messages;
mod misplaced;
mod names;
mod node_words;
mod preview_form;
mod script_form;

pub(crate) use aliases::{key_of_alias, value_of_alias};
pub(crate) use declared_input::declared_input;
pub(crate) use document_faults::{
    default_alone, environment_in_settings, is_inline_job_of_schedule, is_misspelled, of,
};
pub(crate) use fault_rule::{FaultRule, MANAGED_ENDPOINT_KEY, rules_of};
pub(crate) use messages::{all_fields, check_message, reference_message};
pub(crate) use misplaced::misplaced_key;
pub(crate) use names::{corrected, is_endpoint_name, report_lengths, report_names};
pub(crate) use node_words::{
    given, key_name, mapping_name, place_name, quoted, relative_to, short_text, value_name,
};
pub(crate) use preview_form::{PreviewForm, preview_form};
pub(crate) use script_form::script_form;
