//! Mentions of files in the scripts and Markdown pages of a repository.

use super::repository::Repository;
use crate::az_ml::Mention;
use crate::checks::context::Context;
use crate::path::{below, file_name, parent};

/// Returns `true` if the document is used in another place, where the path may exist: it is in a
/// template project, or a script copies or fills it in.
pub(crate) fn is_rendered(cx: &Context<'_>, repository: &Repository) -> bool {
    let path = cx.document.path();
    if path.contains('{') || repository.is_template {
        return true;
    }
    let root = &*repository.top;
    let copied = [path, parent(path)];
    let copied = copied.iter().filter_map(|path| below(root, path));
    copied
        .filter(|path| !path.is_empty())
        .any(|path| is_in_script(cx, root, path, |mention| mention.is_copied) == Some(true))
}

/// Returns `true` if a script of the repository at `root` mentions the file or folder at `path`, relative to it, in a way
/// that is `meant`; `None` if the scripts are unknown.
pub(crate) fn is_in_script(
    cx: &Context<'_>,
    root: &str,
    path: &str,
    meant: impl Fn(&Mention) -> bool,
) -> Option<bool> {
    let found = cx
        .workspace
        .mentions(cx.document.path(), root, file_name(path))?;
    let is_meant = |it: &Mention| !it.is_in_page() && may_mean(it, path) && meant(it);
    Some(found.iter().any(is_meant))
}

/// Returns a Markdown page of the repository at `root` with a mention of `name` that is `meant`.
pub(crate) fn page_with(
    cx: &Context<'_>,
    root: &str,
    name: &str,
    meant: impl Fn(&Mention) -> bool,
) -> Option<String> {
    let found = cx.workspace.mentions(cx.document.path(), root, name)?;
    let mut pages = found.iter().filter(|mention| mention.is_in_page());
    pages.find(|it| meant(it)).map(|page| page.script.clone())
}

/// Returns `true` if a mention may mean the path, relative to the same folder. A bare name counts
/// in the scripts of the same project: those above the path, beside it, or in one folder beside it.
pub(crate) fn may_mean(mention: &Mention, path: &str) -> bool {
    mention.may_mean(path, |script| {
        let folder = parent(script);
        let mut common = parent(path);
        while below(common, folder).is_none() {
            common = parent(common);
        }
        let rest = below(common, folder).unwrap_or_default();
        script.starts_with('.') || !rest.contains('/')
    })
}
