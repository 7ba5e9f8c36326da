//! The card of a field that bears on compute: what it does, its unit and default, and what its number means in this file.

use std::fmt::Write as _;

use azml_rules::fields::field;
use azml_rules::syntax::Node;

use super::here::here;
use crate::ide::Site;

pub(super) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<String> {
    let kind = site.document.kind()?;
    let field = field(kind, keys)?;
    let mut text = format!("### `{}`\n\n{}\n\n", field.name(), field.what);
    if let Some(here) = here(site, node, kind, field) {
        let _ = write!(text, "**Here:** {here}\n\n");
    }
    for (name, value) in [("Unit", field.unit), ("Default", field.default)] {
        if let Some(value) = value {
            let _ = writeln!(text, "- **{name}:** {value}");
        }
    }
    let _ = write!(text, "\n[Microsoft Learn]({})", field.url);
    Some(text.replace("\n\n\n", "\n\n"))
}
