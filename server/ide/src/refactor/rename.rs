//! Renames a symbol in all files, or returns the reason why that is not possible.
//!
//! A rename changes nothing but the name. The new name of a resource must be
//! unused. An input or a step can be captured in more ways: its edits are applied to
//! a copy of the folder, and the references to the new name must be those to the old
//! name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use azml_rules::compute::{KnownCompute, OriginKind};
use azml_rules::document::{Document, Resource};
use azml_rules::expression::{AssetRef, Declaration};
use azml_rules::fix::{Edit, Fix, apply};
use azml_rules::symbols::{
    Occurrence, Reference, Referent, SymbolKind, all_of, definitions, occurrence_at, occurrences,
    references, taken, written, wrong_name,
};
use azml_rules::syntax::Node;
use azml_rules::text::{Location, TextRange};
use azml_rules::wording::with_article;
use azml_rules::workspace::Workspace;

use crate::Site;

/// The name at the cursor, if it can be changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renaming {
    /// Its range.
    pub range: TextRange,
    /// The name.
    pub name: String,
}

/// Returns the name at `offset`; `None` if there is none.
///
/// # Errors
/// The reason why a name cannot be changed.
pub fn prepare(site: &Site<'_>, offset: u32) -> Result<Option<Renaming>, String> {
    let plan = Plan::make(site, offset)?;
    Ok(plan.map(|plan| Renaming {
        range: plan.occurrence.range,
        name: plan.occurrence.name,
    }))
}

/// Returns the edits that rename the symbol at `offset` to `new`, by file and position; `None` if
/// there is no symbol.
///
/// # Errors
/// The reason why it cannot have this name.
pub fn rename(site: &Site<'_>, offset: u32, new: &str) -> Result<Option<Vec<Edit>>, String> {
    let Some(plan) = Plan::make(site, offset)? else {
        return Ok(None);
    };
    let kind = plan.occurrence.kind;
    if let Some(help) = wrong_name(kind, new, plan.occurrence.name.contains('.')) {
        return Err(format!(
            "`{new}` is not a valid name of {}: {help}",
            with_article(kind.label())
        ));
    }
    if new == plan.occurrence.name {
        return Ok(Some(Vec::new()));
    }
    plan.look_for_clashes(new)?;
    let edits = plan.edits(new)?;
    if kind.is_declared() {
        plan.prove(&edits, new)?;
    }
    Ok(Some(edits))
}

/// The symbol to rename, and all its places.
struct Plan<'s, 'a> {
    site: &'s Site<'a>,
    occurrence: Occurrence,
    places: Vec<Reference>,
}

impl<'s, 'a> Plan<'s, 'a> {
    fn make(site: &'s Site<'a>, offset: u32) -> Result<Option<Self>, String> {
        let Some(occurrence) = occurrence_at(site.workspace, site.document, offset) else {
            return registry_at(site, offset).map_or(Ok(None), Err);
        };
        if !occurrence.is_name() {
            let path = &occurrence.name;
            return Err(format!(
                "`{path}` is a file path: move the file, then write its new path here"
            ));
        }
        let places = places(site, site.workspace, site.document.path(), &occurrence)?;
        let plan = Self {
            site,
            occurrence,
            places,
        };
        plan.look_for_others()?;
        Ok(Some(plan))
    }

    /// Rejects text that names two symbols at once, like a mapping that two steps share by an alias.
    fn look_for_others(&self) -> Result<(), String> {
        let Referent::Declared(own) = &self.occurrence.referent else {
            return Ok(());
        };
        for (path, places) in by_file(&self.places) {
            let Some(document) = self.site.workspace.document(path) else {
                continue;
            };
            let named = occurrences(self.site.workspace, document);
            let shared = named.iter().find(|one| {
                has_other_declaration(one, own)
                    && places.iter().any(|place| place.location.range == one.range)
            });
            if let Some(other) = shared {
                let place = self.site.place(path, other.range.start);
                let name = &self.occurrence.name;
                return Err(format!(
                    "`{name}` in {place} names something else too: write it for each on its own \
                     first"
                ));
            }
        }
        Ok(())
    }

    fn look_for_clashes(&self, new: &str) -> Result<(), String> {
        let kind = self.occurrence.kind;
        if !kind.is_declared() {
            return self.look_for_resources(new);
        }
        for place in &self.places {
            let document = self.site.workspace.document(&place.location.path);
            let key = document
                .and_then(|it| it.tree().node_at(place.location.range.start))
                .filter(|node| node.is_key());
            let Some((key, mapping)) = key.and_then(|key| Some((key, key.parent()?))) else {
                continue;
            };
            if let Some(other) = same_key(mapping, key, new, kind) {
                let section = mapping
                    .key()
                    .and_then(Node::text)
                    .map_or_else(String::new, |key| format!(" of `{key}`"));
                let location = Location {
                    path: place.location.path.clone(),
                    range: other,
                };
                return Err(self.taken(
                    new,
                    &format!("another {}{section}", kind.label()),
                    &location,
                ));
            }
        }
        Ok(())
    }

    /// Rejects a name that another resource has, or that references something undefined in the folder.
    fn look_for_resources(&self, new: &str) -> Result<(), String> {
        let workspace = self.site.workspace;
        let is_other = |other: &Location| !self.places.iter().any(|place| place.location == *other);
        let defined = taken(workspace, self.site.document.path(), &self.occurrence, new)
            .map(|(location, _)| location);
        if let Some(other) = defined.filter(is_other) {
            return Err(self.taken(
                new,
                &format!("another {}", self.occurrence.kind.label()),
                &other,
            ));
        }
        let renamed = Occurrence {
            name: new.to_owned(),
            ..self.occurrence.clone()
        };
        let used = all_of(workspace, self.site.document.path(), &renamed)
            .into_iter()
            .map(|place| place.location)
            .find(is_other);
        used.map_or(Ok(()), |other| {
            Err(self.taken(new, "something else", &other))
        })
    }

    fn taken(&self, new: &str, what: &str, at: &Location) -> String {
        format!(
            "`{new}` is already the name of {what} ({}): choose another name",
            self.site.place(&at.path, at.range.start)
        )
    }

    fn edits(&self, new: &str) -> Result<Vec<Edit>, String> {
        let mut edits = Vec::new();
        for (path, places) in by_file(&self.places) {
            let document = self
                .document(path)
                .ok_or_else(|| format!("`{}` can't be read", self.site.shown(path)))?;
            for place in places {
                let range = place.location.range;
                let edit = written(&document, range, &place.name, new);
                edits.push(edit.ok_or_else(|| {
                    let place = self.site.place(path, range.start);
                    format!(
                        "`{}` in {place} is written in a way that can't be edited safely",
                        self.occurrence.name
                    )
                })?);
            }
        }
        Ok(edits)
    }

    /// Returns a document, or a file such as `azml.yaml` that is not one.
    fn document(&self, path: &Arc<str>) -> Option<Arc<Document>> {
        let known = self.site.workspace.document(path).cloned();
        known.or_else(|| {
            Some(Arc::new(Document::new(
                path.clone(),
                (self.site.text_of)(path)?,
            )))
        })
    }

    /// Tries the edits on a copy: the places of the new name must be those of the old one.
    fn prove(&self, edits: &[Edit], new: &str) -> Result<(), String> {
        let mut after = self.site.workspace.clone();
        let mut expected: BTreeSet<NamePosition> = BTreeSet::new();
        let mut rest = edits;
        while let Some(path) = rest.first().and_then(|edit| edit.path.clone()) {
            let count = rest
                .iter()
                .take_while(|edit| edit.path.as_ref() == Some(&path))
                .count();
            let (own, others) = rest.split_at(count);
            let Some(old) = self.site.workspace.document(&path) else {
                break;
            };
            let changed = Document::new(path.clone(), edited(old.text(), &path, own));
            if changed.tree().nodes().count() != old.tree().nodes().count() {
                return Err(format!(
                    "`{new}` would change how the YAML of {} is read",
                    self.site.shown(&path)
                ));
            }
            expected.extend(names_of(own, new).map(|start| (path.clone(), start)));
            after.insert(changed);
            rest = others;
        }
        let Some((path, start)) = expected.first() else {
            return Ok(());
        };
        let named = after.document(path).map(|it| occurrences(&after, it));
        let found = named
            .unwrap_or_default()
            .into_iter()
            .find(|one| one.is_name() && one.name == new && one.range.start == *start);
        let found = found
            .ok_or_else(|| format!("`{new}` is not a usable name in {}", self.site.shown(path)))?;
        let now = places(self.site, &after, path, &found)?;
        let other = now.iter().find(|place| {
            !expected.contains(&(place.location.path.clone(), place.location.range.start))
        });
        match other {
            Some(other) => Err(self.taken(new, "something else", &other.location)),
            None if now.len() == expected.len() => Ok(()),
            None => Err(format!(
                "`{new}` would mean something else in some places: choose another name"
            )),
        }
    }
}

/// Returns `true` if `one` is declared at another place than `definition`.
fn has_other_declaration(one: &Occurrence, definition: &Location) -> bool {
    matches!(&one.referent, Referent::Declared(other) if other != definition)
}

/// A file, and the offset of a name in it.
type NamePosition = (Arc<str>, u32);

/// Returns the offsets of the new name once the edits of one file, in their order, are applied.
fn names_of<'e>(edits: &'e [Edit], new: &'e str) -> impl Iterator<Item = u32> + 'e {
    edits.iter().scan(0_i64, move |grown, edit| {
        // The new name may have got quotes.
        let quote = if edit.text.len() > new.len() { 1 } else { 0 };
        let start = i64::from(edit.range.start) + *grown + quote;
        *grown += i64::try_from(edit.text.len()).unwrap_or(0) - i64::from(edit.range.len());
        u32::try_from(start).ok()
    })
}

/// Returns the places to change, or the reason why it is not possible.
fn places(
    site: &Site<'_>,
    workspace: &Workspace,
    path: &str,
    occurrence: &Occurrence,
) -> Result<Vec<Reference>, String> {
    if occurrence.kind.is_declared() {
        return Ok(references(workspace, path, occurrence));
    }
    let defined = definitions(workspace, path, occurrence);
    let (name, label) = (&occurrence.name, occurrence.kind.label());
    if defined.is_empty() && !occurrence.is_definition {
        return Err(format!(
            "no file of this folder defines the {label} `{name}`: only what is defined here can be \
             renamed"
        ));
    }
    if occurrence.kind == SymbolKind::Resource(Resource::Compute) {
        let known = workspace.compute_named(path, name);
        let origin = known.as_ref().map(KnownCompute::origin);
        let source = origin.and_then(|origin| match origin.kind {
            OriginKind::Inventory => Some((origin, "listed in an inventory")),
            OriginKind::Infrastructure => Some((origin, "created by infrastructure code")),
            OriginKind::Yaml | OriginKind::Config => None,
        });
        if let Some((origin, source)) = source {
            let place = site.place(&origin.path, origin.range.start);
            return Err(format!(
                "`{name}` is {source} ({place}): a compute of the workspace keeps its name"
            ));
        }
        return Ok(references(workspace, path, occurrence)
            .into_iter()
            .filter(|place| place.is_name)
            .collect());
    }
    let this_place = Reference {
        location: Location {
            path: path.into(),
            range: occurrence.range,
        },
        name: name.clone(),
        is_definition: occurrence.is_definition,
        is_name: true,
    };
    let all = all_of(workspace, path, occurrence);
    if all.is_empty() {
        return Ok(vec![this_place]);
    }
    versions(site, workspace, occurrence, all, this_place)
}

/// Several definitions of one name must be versions of one asset; otherwise a reference is
/// ambiguous.
fn versions(
    site: &Site<'_>,
    workspace: &Workspace,
    occurrence: &Occurrence,
    all: Vec<Reference>,
    this_place: Reference,
) -> Result<Vec<Reference>, String> {
    let has_versions = matches!(
        occurrence.kind,
        SymbolKind::Resource(Resource::Component)
            | SymbolKind::Resource(Resource::Environment)
            | SymbolKind::Resource(Resource::Data)
            | SymbolKind::Resource(Resource::Model)
    );
    let defining: Vec<&Reference> = all.iter().filter(|place| place.is_definition).collect();
    let mut known: Vec<&str> = Vec::new();
    for place in &defining {
        let document = workspace.document(&place.location.path);
        let version = document.and_then(|document| document.get("version"));
        known.extend(version.and_then(Node::text));
    }
    known.sort_unstable();
    known.dedup();
    if !has_versions || defining.len() < 2 || known.len() == defining.len() {
        return Ok(all);
    }
    if occurrence.is_definition && defining.len() == all.len() {
        return Ok(vec![this_place]);
    }
    let mut shown: Vec<String> = defining
        .iter()
        .map(|place| site.place(&place.location.path, place.location.range.start))
        .collect();
    let count = shown.len();
    shown.truncate(3);
    let more = if count > 3 {
        format!(", and {} more", count - 3)
    } else {
        String::new()
    };
    Err(format!(
        "{count} files define the {} `{}` without different versions ({}{more}): give each file \
         its own version first",
        occurrence.kind.label(),
        occurrence.name,
        shown.join(", "),
    ))
}

/// Returns another key of `mapping` that is `new`, or that equals it for a component.
fn same_key(mapping: Node<'_>, key: Node<'_>, new: &str, kind: SymbolKind) -> Option<TextRange> {
    let port = matches!(
        kind,
        SymbolKind::Declared(Declaration::Input) | SymbolKind::Declared(Declaration::Output)
    );
    let same = |text: &str| text == new || port && text.eq_ignore_ascii_case(new);
    let twin = mapping
        .entries()
        .find(|entry| entry.key != key && entry.key.text().is_some_and(same));
    twin.map(|entry| entry.key.range()).or_else(|| {
        let merged = mapping.get(new).filter(|_| mapping.entry(new).is_none())?;
        Some(merged.key().unwrap_or(merged).range())
    })
}

/// Returns the reason why an asset in a registry cannot be renamed.
fn registry_at(site: &Site<'_>, offset: u32) -> Option<String> {
    let node = site.document.tree().node_at(offset)?;
    match AssetRef::parse(node.text()?) {
        AssetRef::Registry { registry, .. } => Some(format!(
            "this is an asset of the registry `{registry}`, which can't be renamed here"
        )),
        AssetRef::ResourceId(_) => {
            Some("this is an Azure resource ID, which can't be renamed here".to_owned())
        }
        _ => None,
    }
}

fn by_file(places: &[Reference]) -> BTreeMap<&Arc<str>, Vec<&Reference>> {
    let mut files: BTreeMap<&Arc<str>, Vec<&Reference>> = BTreeMap::new();
    for place in places {
        files.entry(&place.location.path).or_default().push(place);
    }
    files
}

/// Returns `text` of the file at `path` with its edits applied.
pub fn edited(text: &str, path: &str, edits: &[Edit]) -> String {
    let edits_of_file = edits
        .iter()
        .filter(|edit| edit.path.as_deref() == Some(path));
    let edits_of_file = edits_of_file
        .map(|edit| Edit {
            path: None,
            ..edit.clone()
        })
        .collect();
    apply(text, &[Fix::safe("", edits_of_file)]).0
}
