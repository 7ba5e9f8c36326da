//! Completion of paths of files and folders, relative to the file or to the folder that the client
//! resolves them against.

use std::borrow::Cow;

use azml_rules::document::{Document, Kind, ResourceUse};
use azml_rules::path;
use azml_rules::schema::may_name_files;
use azml_rules::syntax::{Node, known_text};

use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::completion::line::Value;
use crate::completion::stand_in::StandIn;
use crate::completion::values::packages::conda_rank;
use crate::completion::values::path_fields::{PathField, PathTarget, place};
use crate::markdown::{Markdown, prose};

/// Maximum number of paths listed.
const LISTED: usize = 200;

/// Keys whose values are paths although the schema declares them as plain strings.
const KEYS: [&str; 11] = [
    "additional_includes",
    "conda_file",
    "dockerfile_path",
    "entry_script",
    "environment",
    "file",
    "jars",
    "model",
    "path",
    "py_files",
    "scoring_script",
];

/// Returns `true` if a value of `key`, or an item of its list, can be a path.
pub(crate) fn may_stand_at(key: &str) -> bool {
    KEYS.contains(&key) || may_name_files(key)
}

/// Returns the paths that can be written; none if the value is not a path.
pub(crate) fn items(
    site: &Site<'_>,
    value: &Value<'_>,
    stand_in: &StandIn,
    used: Option<ResourceUse>,
) -> Vec<Item> {
    let (prefix, written) = match value.typed.strip_prefix("file:") {
        Some(typed) => ("file:", typed),
        None => ("", value.typed),
    };
    if written.contains(':') || written.starts_with(['<', '$', '/', '~', '\\']) {
        return Vec::new();
    }
    // A user who types `\` means folders on every system; the inserted path has `/`.
    let typed = with_slashes(value, written);
    let typed = &*typed;
    let Some(place) = place(site, stand_in, used, prefix) else {
        return Vec::new();
    };
    let (folder, _) = typed
        .rsplit_once('/')
        .map_or(("", typed), |(folder, name)| (folder, name));
    let edit = PathEdit {
        value,
        prefix,
        typed,
        written,
        is_own: place.base.is_empty(),
        leads_on: !matches!(place.target, PathTarget::Folder | PathTarget::Any),
    };
    let mut items = Vec::new();
    let is_top = folder.is_empty() || folder.split('/').all(|part| matches!(part, "." | ".."));
    if let PathTarget::Documents(kinds) = &place.target
        && is_top
    {
        items.extend(documents(site, kinds, &edit));
    }
    items.extend(listed(site, &place, folder, &edit, &items));
    let goes_up =
        !typed.contains('/') || folder.split('/').all(|part| part == "..") || folder == ".";
    if goes_up && place.base.is_empty() && may_go_up(site, folder) {
        let up = if folder.is_empty() || folder == "." {
            "..".to_owned()
        } else {
            format!("{folder}/..")
        };
        items.push(edit.item(&up, "../", ItemSort::Folder, "the parent folder"));
    }
    items.truncate(LISTED);
    items
}

/// The edit of a path at the cursor.
struct PathEdit<'v> {
    value: &'v Value<'v>,
    prefix: &'static str,
    typed: &'v str,
    /// The same with the separators that the user typed.
    written: &'v str,
    is_own: bool,
    /// `true` if a file in the folder may be meant, not the folder itself.
    leads_on: bool,
}

impl PathEdit<'_> {
    /// Returns the item of `path`, which continues the typed text.
    fn item(&self, path: &str, label: &str, sort: ItemSort, detail: &str) -> Item {
        let dotted = path.starts_with("./")
            || path.starts_with("..")
            || !self.is_own
            || self.typed.contains('/');
        let path = if dotted {
            path.to_owned()
        } else {
            format!("./{path}")
        };
        // The text after the next slash stays.
        let rest = with_slashes(self.value, self.value.rest);
        let rest = rest.find('/').map_or("", |at| &rest[at..]);
        // The next list is that of the folder.
        let is_open = sort == ItemSort::Folder && rest.is_empty() && self.leads_on;
        let rest = if is_open { "/" } else { rest };
        let filter = self.filter(&path);
        Item {
            sort,
            label: label.to_owned(),
            insert: self.value.written(&format!("{}{path}{rest}", self.prefix)),
            filter: format!("{}{filter}", self.prefix),
            detail: detail.to_owned(),
            about: Markdown::new(),
            is_retired: false,
            is_snippet: false,
        }
    }

    /// Returns the text that an editor compares with the typed text.
    fn filter(&self, path: &str) -> String {
        let path = if self.typed.starts_with('.') {
            path
        } else {
            path.trim_start_matches("./")
        };
        let folder = self.written.rfind('\\').map_or(0, |at| at + 1);
        let inside = self.typed.rfind('/').map_or(0, |at| at + 1);
        match path.strip_prefix(&self.typed[..inside]) {
            Some(name) if folder > 0 => format!("{}{name}", &self.written[..folder]),
            _ => path.to_owned(),
        }
    }
}

/// Returns `written` with `/` in place of `\`; in double quotes each `\` is written twice.
fn with_slashes<'t>(value: &Value<'_>, written: &'t str) -> Cow<'t, str> {
    if !written.contains('\\') {
        return Cow::Borrowed(written);
    }
    let separator = if value.quote == Some('"') {
        "\\\\"
    } else {
        "\\"
    };
    Cow::Owned(written.replace(separator, "/"))
}

/// Returns the documents of `kinds` in the whole project, the closest first.
fn documents(site: &Site<'_>, kinds: &[String], edit: &PathEdit<'_>) -> Vec<Item> {
    let this_file = site.document.path();
    let fitting = site
        .workspace
        .documents()
        .filter(|document| document.path() != this_file && is_one_of(document, kinds))
        .filter(|document| may_be_scheduled(site, document));
    let mut found: Vec<(usize, String, &Document)> = fitting
        .map(|document| {
            let path = relative(this_file, document.path());
            (
                path.matches("../").count() * 10 + path.matches('/').count(),
                path,
                &**document,
            )
        })
        .collect();
    found.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    if found.len() > LISTED {
        let typed = edit.typed.trim_start_matches(['.', '/']);
        found.retain(|(_, path, _)| path.contains(typed));
    }
    let mut items = Vec::new();
    for (_, path, document) in found.into_iter().take(LISTED) {
        let item = edit.item(&path, &path, ItemSort::File, &described(document));
        items.push(Item {
            about: about(document),
            ..item
        });
    }
    items
}

/// Returns `true` if a schedule can submit the document: of jobs in files, only pipelines.
fn may_be_scheduled(site: &Site<'_>, document: &Document) -> bool {
    let kind = document.kind();
    let is_other_job = kind.is_some_and(Kind::is_job) && kind != Some(Kind::JobPipeline);
    !is_other_job || site.document.schedule().is_none()
}

fn is_one_of(document: &Document, kinds: &[String]) -> bool {
    let is_named = |kind: Kind| kinds.iter().any(|pattern| kind.is_named_by(pattern));
    document.kind().is_some_and(is_named)
}

/// "command component · train_model, version 3"
fn described(document: &Document) -> String {
    let text = |key: &str| document.get(key).and_then(known_text);
    let kind = document.kind().map_or("", Kind::label);
    match (text("name"), text("version")) {
        (Some(name), Some(version)) => format!("{kind} · {name}, version {version}"),
        (Some(name), None) => format!("{kind} · {name}"),
        _ => kind.to_owned(),
    }
}

fn about(document: &Document) -> Markdown {
    document
        .get("description")
        .and_then(Node::text)
        .map(prose)
        .unwrap_or_default()
}

/// Returns the entries of `folder` that the field accepts, and folders that may contain some.
fn listed(
    site: &Site<'_>,
    place: &PathField,
    folder: &str,
    edit: &PathEdit<'_>,
    known: &[Item],
) -> Vec<Item> {
    let at = match (place.base.is_empty(), folder.is_empty()) {
        (_, true) => format!("./{}", place.base),
        (true, false) => folder.to_owned(),
        (false, false) => path::inside(&place.base, folder),
    };
    let this_file = path::file_name(site.document.path());
    let mut found: Vec<(u8, Item)> = Vec::new();
    for entry in site.workspace.list(site.document.path(), &at) {
        let path = if folder.is_empty() {
            entry.name.clone()
        } else {
            format!("{folder}/{}", entry.name)
        };
        let is_own = entry.name == this_file && relative_is_here(folder) && place.base.is_empty();
        if entry.name.starts_with('.') || is_own {
            continue;
        }
        if entry.is_folder {
            let rank = u8::from(!matches!(place.target, PathTarget::Folder));
            found.push((
                rank,
                edit.item(
                    &path,
                    &format!("{}/", entry.name),
                    ItemSort::Folder,
                    "folder",
                ),
            ));
        } else if let Some((rank, detail)) = file(site, place, &format!("{at}/{}", entry.name)) {
            found.push((rank, edit.item(&path, &entry.name, ItemSort::File, &detail)));
        }
    }
    found.retain(|(_, item)| !known.iter().any(|other| other.insert == item.insert));
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, item)| item).collect()
}

fn relative_is_here(folder: &str) -> bool {
    folder.is_empty() || folder == "."
}

/// Returns the rank and the description of the file at `path`; `None` if the field does not accept it.
fn file(site: &Site<'_>, place: &PathField, path: &str) -> Option<(u8, String)> {
    let name = path::file_name(path);
    let end = name.rsplit_once('.').map_or("", |(_, end)| end);
    let ends = |known: &[&str]| known.iter().any(|known| end.eq_ignore_ascii_case(known));
    match &place.target {
        PathTarget::Folder => None,
        PathTarget::Any | PathTarget::Files([]) => Some((0, String::new())),
        PathTarget::Files(known) if known.contains(&"Dockerfile") => Some((
            u8::from(!name.to_ascii_lowercase().contains("dockerfile")) * 2,
            String::new(),
        )),
        PathTarget::Files(known) => ends(known).then(|| (0, String::new())),
        PathTarget::Conda if ends(&["yml", "yaml"]) => {
            Some((conda_rank(site, path), String::new()))
        }
        PathTarget::Conda => None,
        PathTarget::Documents(kinds) => match site.workspace.referenced(site.document.path(), path)
        {
            Some(document) if !may_be_scheduled(site, document) => None,
            Some(document) if is_one_of(document, kinds) => Some((0, described(document))),
            // A file that is not loaded may be anything.
            None => ends(&["yml", "yaml"]).then(|| (2, String::new())),
            Some(_) => None,
        },
    }
}

/// Returns `to` relative to the folder of `from`, with `./` or `../` in front; unchanged on another drive.
pub(crate) fn relative(from: &str, to: &str) -> String {
    match path::relative(path::parent(from), to) {
        Some(seen) if seen.starts_with("..") => seen,
        Some(seen) => format!("./{seen}"),
        None => to.to_owned(),
    }
}

/// Returns `true` if there is a folder of the project above `folder`.
fn may_go_up(site: &Site<'_>, folder: &str) -> bool {
    let depth = site.shown(site.document.path()).matches('/').count();
    folder.matches("..").count() < depth
}
