//! What can be followed.

use tower_lsp::lsp_types::{DocumentLink, Url};

use crate::lsp::protocol::uri;
use crate::lsp::session::document_snapshot::Current;
use azml_ide::navigation::links;
use azml_ide::navigation::links::{Link, Target};

/// What can be followed.
pub(crate) fn links(current: &Current) -> Vec<DocumentLink> {
    let links = current.site(links::links);
    links
        .into_iter()
        .filter_map(|link| of_link(current, link))
        .collect()
}

fn of_link(current: &Current, link: Link) -> Option<DocumentLink> {
    let target = match link.target {
        Target::Url(address) => Url::parse(&address).ok()?,
        Target::File(path) => uri::of_path(&path)?,
    };
    Some(DocumentLink {
        range: current.range(link.range),
        target: Some(target),
        tooltip: None,
        data: None,
    })
}
