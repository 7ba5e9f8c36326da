//! Completion item of an asset, an endpoint or a deployment.

use azml_rules::document::Document;
use azml_rules::syntax::Node;

use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::completion::line::Value;
use crate::markdown::{Markdown, code, md, prose};

pub(crate) fn item(
    value: &Value<'_>,
    label: &str,
    reference: &str,
    detail: &str,
    about: Markdown,
) -> Item {
    let with_prefix = value.typed.starts_with("azureml:") || "azureml:".starts_with(value.typed);
    Item {
        sort: ItemSort::Asset,
        label: label.to_owned(),
        insert: value.written(reference),
        filter: if with_prefix {
            reference.to_owned()
        } else {
            label.to_owned()
        },
        detail: detail.to_owned(),
        about,
        is_retired: false,
        is_snippet: false,
    }
}

pub(crate) fn about(site: &Site<'_>, document: &Document) -> Markdown {
    let described = document
        .get("description")
        .and_then(Node::text)
        .map(prose)
        .filter(|text| !text.is_empty())
        .map_or_else(Markdown::new, |text| md!("{}\n\n", text));
    md!("{}From {}", described, code(site.shown(document.path())))
}
