//! Every key of the real files that the catalogue knows has a card with a description, and no card
//! of the catalogue contradicts itself.

#![allow(clippy::print_stdout)]

use std::collections::BTreeSet;

use azml_ide::{Site, hover};
use azml_rules::document::Document;
use azml_rules::schema::table::{CheckRule, Field, KindDef, Type, TypeDef, ValueShape, kinds};
use azml_rules::schema::{KnownKey, judge_document, mappings};
use azml_rules::workspace::Workspace;
use azml_tests::{corpus, sources};

/// How many keys are known, and which of them have no card with a description.
#[derive(Default)]
struct Count {
    known: usize,
    without: BTreeSet<String>,
}

impl Count {
    fn look(&mut self, workspace: &Workspace, document: &Document) {
        let text_of = |_: &str| None;
        let site = Site::new(document, workspace, "", &text_of);
        let walk = judge_document(workspace, document);
        let keys: BTreeSet<_> = walk.fields.iter().map(|(id, _)| *id).collect();
        for id in keys {
            let key = document.tree().node(id);
            self.known += 1;
            let card = hover::hover(&site, key.range().start);
            if !card.is_some_and(|card| card.range == key.range() && is_described(&card.text)) {
                self.without
                    .insert(format!("{}: {:?}", document.path(), key.path()));
            }
        }
    }
}

/// Whether a sentence follows the heading.
fn is_described(card: &str) -> bool {
    card.lines()
        .nth(2)
        .is_some_and(|line| line.starts_with(char::is_alphanumeric) || line.starts_with('`'))
}

#[test]
fn nearly_every_known_key_has_a_card_with_a_description() {
    let mut count = Count::default();
    let mut folders = corpus::folders();
    folders.push(sources::fixtures().join("tour"));
    folders.push(sources::fixtures().join("computes"));
    for folder in folders {
        let workspace = corpus::load(&folder);
        for document in workspace.documents() {
            count.look(&workspace, document);
        }
    }
    let with = count.known - count.without.len();
    println!(
        "{} keys of files are known, {with} have a card with a description",
        count.known
    );
    assert!(count.known > 100, "the fixtures have keys");
    assert!(
        with * 100 >= count.known * 99,
        "without: {:#?}",
        count.without
    );
}

#[test]
fn a_card_without_a_sentence_does_not_count() {
    assert!(is_described("### `x`\n\nWhat it is.\n\n- **Type:** text"));
    assert!(!is_described("### `x`\n\n- **Type:** text"));
    assert!(!is_described("### `x`\n\n\n\n- **Type:** text"));
}

/// A card of the catalogue, with the place of its key.
struct CatalogCard {
    kind: &'static KindDef,
    way: Vec<&'static str>,
    key: KnownKey,
    text: String,
}

impl CatalogCard {
    fn owner(&self) -> &'static TypeDef {
        self.key.owner.expect("the catalogue has no merged keys")
    }

    fn place(&self) -> String {
        format!(
            "{}: {} ({})",
            self.kind.kind.id(),
            self.way.join("."),
            self.owner().name
        )
    }
}

/// Walks through the types of one kind.
struct Walk<'s> {
    kind: &'static KindDef,
    site: &'s Site<'s>,
    seen: BTreeSet<(usize, usize)>,
    cards: Vec<CatalogCard>,
}

impl Walk<'_> {
    fn fields(
        &mut self,
        def: &'static TypeDef,
        place: Option<&'static Type>,
        way: &[&'static str],
    ) {
        let address = |place: &Type| std::ptr::from_ref(place) as usize;
        let here = (std::ptr::from_ref(def) as usize, place.map_or(0, address));
        if !self.seen.insert(here) {
            return;
        }
        for field in def.fields.iter().filter(|field| !field.private) {
            let way: Vec<&str> = way.iter().copied().chain([field.name]).collect();
            let key = KnownKey::of_catalog(field, def, place);
            let text = hover::of_catalog(self.site, &key, &way).to_string();
            self.cards.push(CatalogCard {
                kind: self.kind,
                way: way.clone(),
                key,
                text,
            });
            self.values(&field.ty, &way);
        }
    }

    fn values(&mut self, ty: &'static Type, way: &[&'static str]) {
        for def in mappings(ty) {
            self.fields(def, Some(ty), way);
        }
        self.items(ty, way);
    }

    /// The items of lists, and the values of free keys.
    fn items(&mut self, ty: &'static Type, way: &[&'static str]) {
        match ty.shape {
            _ if ty.private => {}
            ValueShape::List(item) => self.values(item, way),
            ValueShape::Map { value, .. } => self.values(value, way),
            ValueShape::OneOf(all) => all.iter().for_each(|ty| self.items(ty, way)),
            ValueShape::Named(named) => self.items(&named.ty, way),
            _ => {}
        }
    }
}

/// Every card of the catalogue, in the order of the kinds.
fn catalog() -> Vec<CatalogCard> {
    let mut cards = Vec::new();
    for kind in kinds() {
        let base = "https://azuremlschemas.azureedge.net/latest/";
        let head = match (kind.kind.type_word(), kind.schema) {
            (Some(word), "") => format!("type: {word}\n"),
            (_, "") => String::new(),
            (Some(word), schema) => format!("$schema: {base}{schema}\ntype: {word}\n"),
            (None, schema) => format!("$schema: {base}{schema}\n"),
        };
        let mut workspace = Workspace::default();
        workspace.insert(Document::new("file.yml", head));
        let document = workspace.document("file.yml").expect("it was just added");
        let text_of = |_: &str| None;
        let site = Site::new(document, &workspace, "", &text_of);
        let mut walk = Walk {
            kind,
            site: &site,
            seen: BTreeSet::new(),
            cards: Vec::new(),
        };
        walk.fields(kind.ty, None, &[]);
        cards.append(&mut walk.cards);
    }
    cards
}

/// Whether a sentence holds for a field of a type.
type Holds = fn(&'static TypeDef, &'static Field) -> bool;

/// Sentences that hold only for some types.
const SENTENCES: &[(&str, Holds)] = &[
    ("The name of the resource.", |_, _| false),
    ("which determines the other keys", |_, _| false),
    ("A job name can be used only once", |def, _| {
        def.field("experiment_name").is_some() && !def.step
    }),
    ("The type of job", |def, _| !def.step),
    ("with `type` and `path`", |_, field| {
        has_keys(&field.ty, &["type", "path"])
    }),
    ("`path` is the location to write to", |_, field| {
        has_keys(&field.ty, &["path"])
    }),
    ("the service assigns the next version", |def, field| {
        !field.required && !def.name.starts_with("Anonymous")
    }),
    ("Set by the service", |_, field| !field.is_offered),
    ("used to access data and registries", |def, _| {
        def.field("key_vault").is_none()
    }),
    ("You can't change or remove a pair", |def, _| {
        ["alert_enabled", "nodes", "trigger"]
            .iter()
            .all(|key| def.field(key).is_none())
    }),
    ("Interactive services that run with the job", |def, _| {
        def.field("distribution").is_some()
    }),
    ("The Azure region, for example", |def, _| {
        def.field("key_vault").is_some() || def.name == "ComputeBinding"
    }),
    ("Environment variables of the process", |def, field| {
        !def.without_effect.contains(&field.name)
    }),
    ("of a cluster or compute instance", |def, _| {
        !def.name.starts_with("DataTransfer")
    }),
    ("as an MLTable", |_, field| {
        mappings(&field.ty)
            .iter()
            .any(|def| def.name == "MLTableInput")
    }),
    ("Everyone who can see the job", |def, _| {
        def.field("endpoint_name").is_none() && def.field("image").is_none()
    }),
    ("If omitted, the identity of the user is used", |def, _| {
        def.field("api_key").is_none() && def.field("file_share_name").is_none()
    }),
];

/// Whether the values of `ty`, or of its items, are mappings with `keys`.
fn has_keys(ty: &'static Type, keys: &[&str]) -> bool {
    let inside = match ty.shape {
        ValueShape::List(item) => has_keys(item, keys),
        ValueShape::Map { value, .. } => has_keys(value, keys),
        ValueShape::OneOf(all) => all.iter().any(|ty| has_keys(ty, keys)),
        ValueShape::Named(named) => has_keys(&named.ty, keys),
        ValueShape::Any => true,
        _ => false,
    };
    let has_all = |def: &&TypeDef| keys.iter().all(|key| def.field(key).is_some());
    inside || mappings(ty).iter().any(has_all)
}

/// What is wrong with a card.
fn faults(card: &CatalogCard) -> Vec<String> {
    let mut found = Vec::new();
    let field = card.key.field;
    let is_required = card.text.contains("\n- **Required:** yes");
    if is_required && (field.doc.contains("If omitted") || field.doc.contains("f a job has none")) {
        found.push("required, but may be omitted".to_owned());
    }
    let words = card.key.words();
    if let Some(default) = card.key.default()
        && card.key.takes_only_words()
        && !words.iter().any(|(word, _)| *word == default)
    {
        found.push(format!("the default `{default}` is not listed"));
    }
    let is_rejected = card.owner().checks.iter().any(|check| {
        let rejects = [CheckRule::Forbidden, CheckRule::ConstructorRejects].contains(&check.rule);
        rejects && check.fields.contains(&field.name)
    });
    if is_rejected && !field.doc.starts_with("Not supported") {
        found.push("the client rejects the key, which the card doesn't say".to_owned());
    }
    let mut lines = BTreeSet::new();
    let mut listed = card.text.lines().filter(|line| line.starts_with("  - "));
    if let Some(line) = listed.find(|line| !lines.insert(*line)) {
        found.push(format!("twice: {line}"));
    }
    for (sentence, holds) in SENTENCES {
        if field.doc.contains(sentence) && !holds(card.owner(), field) {
            found.push(format!("`{sentence}` does not hold here"));
        }
    }
    found
}

#[test]
fn no_card_of_the_catalogue_contradicts_itself() {
    let cards = catalog();
    let mut wrong = Vec::new();
    for card in &cards {
        let found = faults(card);
        if !found.is_empty() {
            let place = card.place();
            wrong.push(format!("{place}: {}\n{}", found.join("; "), card.text));
        }
    }
    println!(
        "{} cards of the catalogue, {} wrong",
        cards.len(),
        wrong.len()
    );
    assert!(cards.len() > 3000, "only {} cards", cards.len());
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn contradictions_are_found() {
    let cards = catalog();
    let of = |owner: &str, key: &str| {
        let is_it = |card: &&CatalogCard| card.owner().name == owner && card.key.field.name == key;
        cards.iter().find(is_it).expect("a card")
    };
    let faults_of = |card: &CatalogCard, text: &str| {
        let key = card.key;
        let (kind, way, text) = (card.kind, card.way.clone(), text.to_owned());
        faults(&CatalogCard {
            kind,
            way,
            key,
            text,
        })
    };
    let tags = of("AzureBlob", "credentials");
    assert!(faults_of(tags, "- **Type:** a\n- **Required:** yes")[0].contains("omitted"));
    assert!(faults_of(tags, "  - `a`\n  - `b`\n  - `a`")[0].starts_with("twice"));
    assert!(faults_of(tags, "").is_empty());
}

#[test]
fn every_key_of_the_catalogue_is_described() {
    let fields = azml_rules::schema::table::types()
        .iter()
        .flat_map(|def| def.fields.iter().map(|field| (def.name, field)));
    let silent: Vec<String> = fields
        .filter(|(_, field)| field.doc.is_empty() && !field.private)
        .filter(|(_, field)| !matches!(field.ty.shape, ValueShape::Nothing))
        .map(|(owner, field)| format!("{owner}.{}", field.name))
        .collect();
    assert!(silent.is_empty(), "no description: {silent:?}");
}

/// Prints a sample for readers: `CARDS_SEED=27 CARDS=200`.
#[test]
fn a_sample_is_printed_for_readers() {
    let Some(seed) = std::env::var("CARDS_SEED")
        .ok()
        .and_then(|it| it.parse().ok())
    else {
        return;
    };
    let count = std::env::var("CARDS").ok().and_then(|it| it.parse().ok());
    let mut cards = catalog();
    let mut random = azml_tests::random::Random::new(seed);
    for _ in 0..count.unwrap_or(200) {
        let limit = u32::try_from(cards.len()).expect("some thousand cards");
        let card = cards.swap_remove(random.below(limit) as usize);
        println!("## {}\n{}\n", card.place(), card.text);
    }
}
