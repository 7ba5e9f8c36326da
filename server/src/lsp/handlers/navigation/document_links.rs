//! Document links.

use tower_lsp::lsp_types::{DocumentLink, Url};

use crate::lsp::protocol::uri;
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use azml_ide::navigation::links;
use azml_ide::navigation::links::{Link, LinkTarget};

/// Returns the links of a document: its paths and addresses, except those with a secret.
pub(crate) fn links(current: &DocumentSnapshot) -> Vec<DocumentLink> {
    let links = current.site(links::links);
    let secrets = current.document.secrets();
    let has_secret = |link: &Link| {
        let from = secrets.partition_point(|secret| secret.range.end <= link.range.start);
        let first = secrets.get(from);
        first.is_some_and(|secret| secret.range.intersects(link.range))
    };
    links
        .into_iter()
        .filter(|link| !has_secret(link))
        .filter_map(|link| of_link(current, link))
        .collect()
}

fn of_link(current: &DocumentSnapshot, link: Link) -> Option<DocumentLink> {
    let target = match link.target {
        LinkTarget::Url(address) => Url::parse(&address).ok()?,
        LinkTarget::File(path) => uri::of_path(&path)?,
    };
    Some(DocumentLink {
        range: current.range(link.range),
        target: Some(target),
        tooltip: None,
        data: None,
    })
}
