//! References to assets of the workspace, compared with its snapshot.

use crate::checks::context::Context;
use crate::checks::shared::reference::snapshot_age::short_path;
use crate::diagnostic::Diagnostic;
use crate::document::Resource;
use crate::expression::AssetRef;
use crate::similar::closest;
use crate::snapshot::{Asset, SavedList, Snapshot, asset_sorts};
use crate::syntax::{Node, known_text};
use crate::workspace::Registration;

/// A reference that differs from the snapshot in some way.
pub(crate) struct SavedUse<'a> {
    /// The value.
    pub(crate) node: Node<'a>,
    /// Sort of the asset.
    pub(crate) resource: Resource,
    /// Its name.
    pub(crate) name: &'a str,
    /// The difference.
    pub(crate) verdict: Verdict<'a>,
    /// The resource that the value names; an input that is a model names data.
    named: Resource,
    /// The lists in which it was looked up.
    lists: Vec<&'a SavedList<Asset>>,
    /// Text after the name, with the colon or the `@`.
    rest: &'a str,
}

/// The difference between a reference and the snapshot.
#[derive(Clone, Copy)]
pub(crate) enum Verdict<'a> {
    /// The workspace has it.
    Known,
    /// It has no asset with this name.
    UnknownName,
    /// The asset has no such version.
    UnknownVersion(&'a Asset, &'a str),
    /// The asset has no such label.
    UnknownLabel(&'a Asset, &'a str),
    /// The asset or the version is archived.
    Archived(&'a Asset, Option<&'a str>),
    /// The asset has a newer version.
    Old(&'a Asset, &'a str, u64),
}

/// Returns the references of the document that can be looked up in the snapshot, if there is one.
pub(crate) fn saved_uses<'a>(cx: &Context<'a>) -> Vec<SavedUse<'a>> {
    let Some(snapshot) = cx.settings.snapshot.as_deref() else {
        return Vec::new();
    };
    let references = cx.references().iter().copied();
    let versioned = references.filter(|(_, used)| used.resource.is_versioned());
    versioned
        .filter_map(|(node, used)| saved_use(cx, snapshot, node, used.resource))
        .collect()
}

fn saved_use<'a>(
    cx: &Context<'a>,
    snapshot: &'a Snapshot,
    node: Node<'a>,
    resource: Resource,
) -> Option<SavedUse<'a>> {
    let text = known_text(node)?.trim();
    let AssetRef::Named {
        name,
        version,
        label,
    } = AssetRef::parse(text)
    else {
        return None;
    };
    if name.is_empty() || is_made_by_service(name) {
        return None;
    }
    let mut lists: Vec<_> = snapshot
        .asset_lists(resource)
        .map(|(_, list)| list)
        .collect();
    let mut found = snapshot.asset_lists(resource).filter_map(|(sort, list)| {
        let verdict = of_asset(cx, resource, list.get(name)?, (version, label));
        Some((sort, list, verdict))
    });
    let first = found.next();
    // Data and a model may have one name: the reference is right if either is meant.
    let is_known = |it: &(_, _, Verdict<'_>)| matches!(it.2, Verdict::Known);
    let found = found.find(is_known).or(first);
    let (sort, verdict) = match found {
        Some((sort, list, verdict)) => {
            lists = vec![list];
            (sort, verdict)
        }
        None if lists.len() < asset_sorts(resource).len()
            || lists.iter().any(|list| !list.is_whole) =>
        {
            return None;
        }
        None if registration(cx, resource, name) == Registration::Yes => return None,
        None => (resource, Verdict::UnknownName),
    };
    let rest = text.find(name).and_then(|at| text.get(at + name.len()..));
    Some(SavedUse {
        node,
        resource: sort,
        name,
        verdict,
        named: resource,
        lists,
        rest: rest.unwrap_or_default(),
    })
}

/// Returns `true` for names that the service gives: curated environments, and the outputs of jobs, which
/// lists of assets leave out.
fn is_made_by_service(name: &str) -> bool {
    let starts_with = |start: &str| {
        let own = name.get(..start.len());
        own.is_some_and(|own| own.eq_ignore_ascii_case(start))
    };
    starts_with("AzureML-") || starts_with("azureml_")
}

fn of_asset<'a>(
    cx: &Context<'a>,
    resource: Resource,
    asset: &'a Asset,
    (version, label): (Option<&'a str>, Option<&'a str>),
) -> Verdict<'a> {
    if let Some(version) = version.filter(|version| asset.lacks_version(version)) {
        let is_here = is_version_defined_here(cx, resource, &asset.name.text, version)
            || version.eq_ignore_ascii_case("latest");
        return if is_here {
            Verdict::Known
        } else {
            Verdict::UnknownVersion(asset, version)
        };
    }
    if let Some(label) = label.filter(|label| asset.lacks_label(label)) {
        return Verdict::UnknownLabel(asset, label);
    }
    let labels = asset.labels.as_ref();
    let labelled = labels
        .and_then(|labels| labels.get(label?))
        .map(String::as_str);
    let meant = version.or(labelled);
    if asset.is_archived(meant) {
        return Verdict::Archived(asset, meant);
    }
    let newest = version.and_then(|version| Some((version, asset.newer_than(version)?)));
    match newest {
        Some((version, newest))
            if !is_version_defined_here(cx, resource, &asset.name.text, version) =>
        {
            Verdict::Old(asset, version, newest)
        }
        _ => Verdict::Known,
    }
}

/// Returns if a file of the folder defines the resource, or something creates it.
pub(crate) fn registration(cx: &Context<'_>, resource: Resource, name: &str) -> Registration {
    let mut named = cx.workspace.named(cx.document.path(), resource, name);
    if named.next().is_some() {
        return Registration::Yes;
    }
    registration_by_name(cx, resource, name)
}

/// Returns if something of the folder creates the resource without a file; a model can be an input, too.
fn registration_by_name(cx: &Context<'_>, resource: Resource, name: &str) -> Registration {
    let found = cx.workspace.registration(resource, name);
    if resource != Resource::Data {
        return found;
    }
    found.max(cx.workspace.registration(Resource::Model, name))
}

fn is_version_defined_here(
    cx: &Context<'_>,
    resource: Resource,
    name: &str,
    version: &str,
) -> bool {
    let mut named = cx.workspace.named(cx.document.path(), resource, name);
    let may_be_it = |own: Option<&str>| own.is_none_or(|own| own == version);
    named.any(|document| may_be_it(document.get("version").and_then(known_text)))
        || registration_by_name(cx, resource, name) == Registration::Yes
}

impl<'a> SavedUse<'a> {
    /// Returns the asset of the workspace with nearly the same name.
    pub(crate) fn near(&self) -> Option<&'a Asset> {
        let names = self.lists.iter().flat_map(|list| list.names());
        let near = closest(self.name, names)?;
        self.lists.iter().find_map(|list| list.get(near))
    }

    /// Returns the reference to `asset` instead, with the version or label that it has if `asset` has it,
    /// too.
    pub(crate) fn renamed(&self, asset: &Asset) -> String {
        let version = self.rest.strip_prefix(':');
        let rest = match (version, &asset.latest) {
            (Some(version), Some(latest)) if asset.lacks_version(version) => format!(":{latest}"),
            _ => self.rest.to_owned(),
        };
        format!("azureml:{}{rest}", asset.name.text)
    }

    /// Returns the reference to `version` of the same asset.
    pub(crate) fn with_version(&self, version: &str) -> String {
        format!("azureml:{}:{version}", self.name)
    }

    /// Returns the file of the snapshot that lists such assets, below the folder of the project.
    pub(crate) fn list_name(&self) -> &'a str {
        self.lists.first().map_or("", |list| short_path(&list.path))
    }

    /// Returns `true` if something in the folder creates such assets under names that are not known.
    pub(crate) fn may_be_created(&self, cx: &Context<'_>) -> bool {
        registration(cx, self.named, self.name) == Registration::Unknown
    }

    /// Points `diagnostic` to the line of the snapshot that lists `asset`.
    pub(crate) fn point_to(&self, asset: &Asset, diagnostic: &mut Diagnostic) {
        if let Some(list) = self.list_of(asset) {
            let place = list.place(asset);
            let message = "the snapshot lists the asset here";
            diagnostic.related(&place.path, place.range, message);
        }
    }

    /// Returns the list that has `asset`.
    fn list_of(&self, asset: &Asset) -> Option<&'a SavedList<Asset>> {
        let mut lists = self.lists.iter().copied();
        lists.find(|list| list.get(&asset.name.text).is_some())
    }
}
