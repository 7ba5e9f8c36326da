//! The catalogue against the facts about the official client, and how much of it is described.
//!
//! The facts come from `rules/data/schema/extract.py`; `AZML_FACTS` names the file. Without facts
//! there is nothing to hold the catalogue against, and only the coverage is printed:
//! `cargo test -p azml-tests --test crates schema:: -- --nocapture`.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use azml_rules::document::Kind;
use azml_rules::schema::describe::{NotationNames, notation};
use azml_rules::schema::table::{Field, KindDef, Type, TypeDef, ValueShape, kinds, types};
use azml_tests::facts::field_notation;
use serde_json::Value;

/// The facts, where they are at hand.
fn facts() -> Option<Value> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/facts/schema/facts.json");
    let path = std::env::var_os("AZML_FACTS").map_or(beside, PathBuf::from);
    let text = std::fs::read_to_string(path).ok()?;
    Some(serde_json::from_str(&text).expect("the facts are JSON"))
}

#[test]
fn every_kind_has_a_type() {
    for kind in Kind::ALL {
        assert!(
            KindDef::of(*kind).is_some(),
            "{} is not in the catalogue",
            kind.id()
        );
    }
    assert_eq!(kinds().len(), Kind::ALL.len());
}

/// What is read from the sources of other tools: the facts of the client say less of it, or nothing.
const TOOLS: &str = include_str!("../../../rules/data/schema/tools.yaml");

/// Paths of tables, which are one type here and three in the facts.
const OF_PATHS: &str = "MLTableMetadataPath";

/// Where the catalogue knows better than the facts: what the client sends was read from its REST
/// body, and it sends the default of a namespace that is left out.
fn is_corrected(line: &str) -> bool {
    line.ends_with(": - display_name")
        || line.ends_with(": - tags")
        || line == "PrimitiveOutput: - is_control"
        || line == "KubernetesCompute.namespace required: false -> true"
}

fn is_of_another_tool(name: &str) -> bool {
    TOOLS.contains(&format!("\n  {name}:\n")) || name.starts_with(OF_PATHS)
}

#[test]
fn the_catalogue_says_what_the_facts_say() {
    let Some(facts) = facts() else {
        println!("no facts at hand: set AZML_FACTS");
        return;
    };
    // `extract.py` sees only what the client's schemas show.
    let shallow = facts["meta"]["depth"] == "fields";
    let mut lines = Vec::new();
    let known: BTreeSet<&str> = types().iter().map(|def| def.name).collect();
    let types_of_facts = facts["types"].as_object().expect("facts have types");
    lines.extend(
        types_of_facts
            .keys()
            .filter(|name| !known.contains(name.as_str()) && !is_of_another_tool(name))
            .map(|name| format!("+ {name}")),
    );
    for def in types().iter().filter(|def| !is_of_another_tool(def.name)) {
        match types_of_facts.get(def.name) {
            Some(fact) if shallow => lines.extend(shallow_difference(def, fact)),
            None if shallow => {}
            Some(fact) => lines.extend(type_difference(def, fact)),
            None => lines.push(format!("- {}", def.name)),
        }
    }
    let fields = types_of_facts
        .values()
        .map(|fact| fact["fields"].as_array().map_or(0, Vec::len))
        .sum::<usize>();
    println!("fields in the facts {fields}, {}", coverage());
    lines.retain(|line| !is_corrected(line));
    assert!(
        lines.is_empty(),
        "the catalogue differs from the facts:\n{}",
        lines.join("\n")
    );
}

/// How many fields the catalogue has, and how many are described.
fn coverage() -> String {
    let fields: Vec<&Field> = types().iter().flat_map(|def| def.fields).collect();
    let described = fields.iter().filter(|field| !field.doc.is_empty()).count();
    format!(
        "in the catalogue {}, with a description {described}",
        fields.len()
    )
}

/// Keys, required keys, words and nested types: what `extract.py` knows.
fn shallow_difference(def: &TypeDef, fact: &Value) -> Vec<String> {
    let none = Vec::new();
    let fields = fact["fields"].as_array().unwrap_or(&none);
    let mut lines = Vec::new();
    for fact in fields {
        let name = fact["name"].as_str().unwrap_or_default();
        let Some(ours) = def.field(name) else {
            lines.push(format!("{}: + {name}: {fact}", def.name));
            continue;
        };
        if fact["required"] == true && !ours.required && ours.default.is_none() {
            lines.push(format!("{}.{name} is required now", def.name));
        }
        let (mut words, mut types) = (BTreeSet::new(), BTreeSet::new());
        gather(&ours.ty, &mut words, &mut types);
        for (key, ours) in [("words", words), ("types", types)] {
            let theirs = fact[key]
                .as_array()
                .unwrap_or(&none)
                .iter()
                .filter_map(Value::as_str);
            let theirs: BTreeSet<String> = theirs.map(str::to_owned).collect();
            let (new, gone): (Vec<_>, Vec<_>) = (
                theirs.difference(&ours).collect(),
                ours.difference(&theirs).collect(),
            );
            // A nested type may hide from the script behind a field of the client's own making.
            if !new.is_empty() || (key == "words" && !gone.is_empty()) {
                lines.push(format!(
                    "{}.{name} {key}: new {new:?}, gone {gone:?}",
                    def.name
                ));
            }
        }
    }
    let gone = def
        .fields
        .iter()
        .filter(|ours| !ours.private && !fields.iter().any(|field| field["name"] == ours.name));
    lines.extend(gone.map(|ours| format!("{}: - {}", def.name, ours.name)));
    lines
}

/// The words and the types in a type expression.
fn gather(ty: &Type, words: &mut BTreeSet<String>, types: &mut BTreeSet<String>) {
    match &ty.shape {
        _ if ty.private => {}
        ValueShape::Enum(_, values) => words.extend(values.iter().map(|word| (*word).to_owned())),
        ValueShape::List(item) => gather(item, words, types),
        ValueShape::Map { key, value } => {
            key.iter().for_each(|key| gather(key, words, types));
            gather(value, words, types);
        }
        ValueShape::OneOf(all) => all.iter().for_each(|ty| gather(ty, words, types)),
        ValueShape::Named(named) => gather(&named.ty, words, types),
        ValueShape::Mapping(def, _) => {
            let base = def.name.split(['@', '<']).next().unwrap_or_default();
            types.insert(if base == "Choice" && def.name != base {
                "CustomChoice".to_owned()
            } else {
                base.to_owned()
            });
        }
        _ => {}
    }
}

fn type_difference(def: &TypeDef, fact: &Value) -> Vec<String> {
    let none = Vec::new();
    let fields = fact["fields"].as_array().unwrap_or(&none);
    let mut lines = Vec::new();
    for field in fields {
        let name = field["name"].as_str().unwrap_or_default();
        match def.field(name) {
            None => lines.push(format!("{}: + {name}: {}", def.name, field_notation(field))),
            Some(ours) => lines.extend(field_difference(def.name, ours, field)),
        }
    }
    let gone = def
        .fields
        .iter()
        .filter(|ours| !fields.iter().any(|field| field["name"] == ours.name));
    lines.extend(gone.map(|ours| format!("{}: - {}", def.name, ours.name)));
    lines
}

fn field_difference(owner: &str, ours: &Field, fact: &Value) -> Vec<String> {
    let set = |key: &str| fact[key].as_bool().unwrap_or(false);
    let required = (set("required") || set("required_by_constructor")) && fact["default"].is_null();
    let pairs = [
        (
            "type",
            notation(&ours.ty, NotationNames::Expanded).replace("~>", "~"),
            field_notation(fact),
        ),
        ("required", ours.required.to_string(), required.to_string()),
        (
            "preview",
            ours.preview.to_string(),
            set("preview").to_string(),
        ),
        (
            "private",
            ours.private.to_string(),
            set("private_preview").to_string(),
        ),
        (
            "expression",
            ours.takes_expression.to_string(),
            (!set("no_bind")).to_string(),
        ),
        (
            "deprecated",
            ours.deprecated.is_some().to_string(),
            (!fact["deprecated"].is_null()).to_string(),
        ),
    ];
    let differs = pairs.into_iter().filter(|(_, ours, theirs)| ours != theirs);
    differs
        .map(|(what, mine, theirs)| format!("{owner}.{} {what}: {mine} -> {theirs}", ours.name))
        .collect()
}

#[test]
fn descriptions_are_short_sentences() {
    for def in types() {
        for field in def.fields.iter().filter(|field| !field.doc.is_empty()) {
            let place = format!("{}.{}: {}", def.name, field.name, field.doc);
            assert!(
                field.doc.ends_with(['.', '`']),
                "a description ends with a full stop: {place}"
            );
            assert!(
                field.doc.len() <= 420,
                "a description is one to three sentences: {place}"
            );
        }
    }
}
