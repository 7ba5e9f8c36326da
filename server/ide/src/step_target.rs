//! Description of what a step runs, by file name.

use azml_rules::document::Kind;
use azml_rules::expression::ComponentInterface;
use azml_rules::path::file_name;

use super::markdown::{Markdown, code, md, ours};

/// "component `train.yml`", "job `train.yml`" or "the inline component".
pub(crate) fn subject(interface: &ComponentInterface<'_>) -> Markdown {
    let Some(document) = interface.document else {
        return ours("the inline component");
    };
    let path = document.path();
    let sort = if document.kind().is_some_and(Kind::is_job) {
        "job"
    } else {
        "component"
    };
    md!("{} {}", sort, code(file_name(path)))
}
