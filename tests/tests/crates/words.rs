//! The words of enumerations, and what they mean.

#![allow(clippy::print_stdout)]

use std::collections::{BTreeMap, BTreeSet};

use azml_rules::document::{Kind, KindFamily};
use azml_rules::schema::table::{
    Field, KindDef, Meaning, Type, TypeDef, ValueShape, kinds, meanings, types,
};

/// Families that users write by hand.
const FAMILIES: &[KindFamily] = &[
    KindFamily::Job,
    KindFamily::Component,
    KindFamily::Compute,
    KindFamily::Endpoint,
    KindFamily::Deployment,
    KindFamily::Schedule,
    KindFamily::Alone(Kind::Environment),
    KindFamily::Alone(Kind::Data),
    KindFamily::Alone(Kind::Model),
];

/// The words of `ty`, those of keys and items included.
fn words(ty: &'static Type, found: &mut BTreeSet<&'static str>) {
    match ty.shape {
        _ if ty.private => {}
        ValueShape::Enum(_, all) => found.extend(all),
        ValueShape::List(item) => words(item, found),
        ValueShape::Map { key, value } => {
            key.into_iter().for_each(|key| words(key, found));
            words(value, found);
        }
        ValueShape::OneOf(all) => all.iter().for_each(|ty| words(ty, found)),
        // Computes are explained by their own cards.
        ValueShape::Named(named) if named.name != "Compute" => words(&named.ty, found),
        _ => {}
    }
}

/// Every type that is used in `ty`.
fn gather(ty: &'static Type, found: &mut BTreeMap<&'static str, &'static TypeDef>) {
    match ty.shape {
        _ if ty.private => {}
        ValueShape::Mapping(def, _) if found.insert(def.name, def).is_none() => {
            gather_fields(def, found);
        }
        ValueShape::List(item) => gather(item, found),
        ValueShape::Map { value, .. } => gather(value, found),
        ValueShape::OneOf(all) => all.iter().for_each(|ty| gather(ty, found)),
        ValueShape::Named(named) => gather(&named.ty, found),
        _ => {}
    }
}

fn gather_fields(def: &'static TypeDef, found: &mut BTreeMap<&'static str, &'static TypeDef>) {
    def.fields
        .iter()
        .filter(|field| !field.private)
        .for_each(|field| gather(&field.ty, found));
}

/// The types of the kinds that users write.
fn used() -> BTreeMap<&'static str, &'static TypeDef> {
    let mut found = BTreeMap::new();
    let by_hand = |kind: &&KindDef| FAMILIES.contains(&kind.kind.family());
    for kind in kinds().iter().filter(by_hand) {
        found.insert(kind.ty.name, kind.ty);
        gather_fields(kind.ty, &mut found);
    }
    found
}

fn fields(
    of: &BTreeMap<&'static str, &'static TypeDef>,
) -> impl Iterator<Item = (&'static str, &'static Field)> {
    of.values().flat_map(|def| {
        def.fields
            .iter()
            .filter(|field| !field.private)
            .map(|field| (def.name, field))
    })
}

#[test]
fn every_word_that_users_write_has_a_meaning() {
    let mut missing = Vec::new();
    let (mut enums, mut count) = (0, 0);
    for (owner, field) in fields(&used()) {
        let mut found = BTreeSet::new();
        words(&field.ty, &mut found);
        enums += usize::from(!found.is_empty());
        count += found.len();
        let silent = found.iter().filter(|word| field.meaning(word).is_none());
        missing.extend(silent.map(|word| format!("{owner}.{}: {word}", field.name)));
    }
    println!(
        "enumerations {enums}, words {count}, without a meaning {}",
        missing.len()
    );
    assert!(enums > 250, "only {enums} fields with words were found");
    assert!(missing.is_empty(), "no meaning:\n{}", missing.join("\n"));
}

#[test]
fn meanings_are_short_clauses_of_words_that_exist() {
    let every: BTreeMap<&str, &TypeDef> = types().iter().map(|def| (def.name, *def)).collect();
    let mut known: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (_, field) in fields(&every) {
        words(&field.ty, known.entry(field.name).or_default());
    }
    let mut problems = Vec::new();
    for (key, values) in meanings() {
        let words = known.get(key);
        for Meaning { word, means, .. } in *values {
            if !(2..=12).contains(&means.split_whitespace().count()) || means.ends_with('.') {
                problems.push(format!("{key}: {word}: {means}"));
            }
        }
        // Lists that several keys share may hold words that only one of them has.
        if words.is_none_or(|words| !values.iter().any(|meaning| words.contains(meaning.word))) {
            problems.push(format!("no field `{key}` has such words"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
