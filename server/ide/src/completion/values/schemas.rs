//! Completion of schema URLs, first the one of the kind that the file already resembles.

use azml_rules::analyze;
use azml_rules::document::Document;
use azml_rules::rule::RuleMark;
use azml_rules::schema::accepts;
use azml_rules::schema::table::{KindDef, kinds};
use azml_rules::syntax::Node;
use azml_rules::workspace::Workspace;

use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::completion::line::Value;
use crate::completion::meant::neighbors::{KindEvidence, Neighbors};
use crate::markdown::Markdown;

/// Score of a kind: by the content of the file, then by its name and the files beside it.
type Score = (i32, KindEvidence);

/// Base URL of the published schemas.
const BASE: &str = "https://azuremlschemas.azureedge.net/latest/";

pub(crate) fn items(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let guess = site
        .document
        .kind_by_content()
        .and_then(KindDef::of)
        .map(|kind| kind.schema);
    let neighbors = Neighbors::of(site);
    let calls = neighbors.calls();
    let mut ranked: Vec<(Score, &'static KindDef, Vec<&'static str>)> = Vec::new();
    for kind in kinds().iter().filter(|kind| !kind.schema.is_empty()) {
        let label = kind.kind.label();
        let own = if guess == Some(kind.schema) {
            i32::MAX
        } else {
            score(kind, site.document)
        };
        // If the content of the file is not conclusive, its name and the files around it decide, then
        // the order of the skeletons: jobs first.
        let score = (own, calls.for_kind(kind.kind));
        match ranked
            .iter_mut()
            .find(|(_, known, _)| known.schema == kind.schema)
        {
            Some((best, _, labels)) => {
                *best = score.max(*best);
                labels.push(label);
            }
            None => ranked.push((score, kind, vec![label])),
        }
    }
    ranked.sort_by_key(|(score, ..)| std::cmp::Reverse(*score));
    let mut refusals = Refusals::of(site, value);
    ranked.retain(|(_, kind, _)| !refusals.refuse(kind.schema));
    ranked
        .into_iter()
        .map(|(_, kind, labels)| item(value, kind.schema, &labels))
        .collect()
}

/// Maximum length in bytes of documents that are analyzed once for each URL.
const TRIED: usize = 16 * 1024;

/// Finds the URLs whose kind does not match the keys of the file.
struct Refusals<'s, 'd> {
    site: &'s Site<'d>,
    value: &'s Value<'s>,
    /// `None` if the file contains only the URL, and in long documents.
    workspace: Option<Workspace>,
}

impl<'s, 'd> Refusals<'s, 'd> {
    fn of(site: &'s Site<'d>, value: &'s Value<'s>) -> Self {
        let document = site.document;
        let entries = document.root().into_iter().flat_map(Node::entries).count();
        let is_tried = entries > 1 && document.text().len() <= TRIED;
        Self {
            site,
            value,
            workspace: is_tried.then(|| site.workspace.clone()),
        }
    }

    fn refuse(&mut self, schema: &str) -> bool {
        let Some(workspace) = &mut self.workspace else {
            return false;
        };
        let (text, range) = (self.site.document.text(), self.value.range);
        let (before, after) = (&text[..range.start as usize], &text[range.end as usize..]);
        let url = self.value.spaced(&format!("{BASE}{schema}"));
        let path = self.site.document.path();
        workspace.insert(Document::new(path, format!("{before}{url}{after}")));
        let found = analyze(workspace, path);
        found.iter().any(|found| found.rule.is(RuleMark::WholeFile))
    }
}

/// Returns how well the content of the file matches `kind`.
fn score(kind: &KindDef, document: &Document) -> i32 {
    let entries = document.root().into_iter().flat_map(Node::entries);
    entries
        .filter_map(|entry| Some(entry_score(kind, entry.key.text()?, entry.value)))
        .sum()
}

/// Returns how well one entry of the file matches `kind`.
fn entry_score(kind: &KindDef, name: &str, value: Node<'_>) -> i32 {
    match (name, kind.ty.field(name)) {
        ("$schema", _) => 0,
        ("type" | "task", Some(field)) if !value.is_null() => {
            if accepts(&field.ty, value) {
                20
            } else {
                -20
            }
        }
        (_, Some(_)) => 3,
        (_, None) => -3,
    }
}

fn item(value: &Value<'_>, schema: &str, labels: &[&str]) -> Item {
    let url = format!("{BASE}{schema}");
    let is_url = "https:".starts_with(value.typed) || url.starts_with(value.typed);
    Item {
        sort: ItemSort::Value,
        label: schema.to_owned(),
        insert: value.spaced(&url),
        // Clients match the typed text against this: the beginning of a URL or of a name.
        filter: if is_url { url } else { schema.to_owned() },
        detail: described(labels),
        about: Markdown::new(),
        is_retired: false,
        is_snippet: false,
    }
}

/// "command job"; for several kinds the part they share: "AutoML job".
fn described(labels: &[&str]) -> String {
    match labels {
        [one] => (*one).to_owned(),
        several => {
            let mut shared = several
                .first()
                .map(|label| words_of_label(label))
                .unwrap_or_default();
            shared.retain(|word| {
                several
                    .iter()
                    .all(|label| words_of_label(label).contains(word))
            });
            shared.join(" ")
        }
    }
}

fn words_of_label(label: &str) -> Vec<&str> {
    label.split(' ').collect()
}
