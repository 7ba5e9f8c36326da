//! The properties that `cargo fuzz` hunts with, on stable Rust: over the corpus in
//! `tests/fuzz/corpus`, over every YAML of the specs, and over damaged ones.
//!
//! `PROPERTY_ROUNDS` and `PROPERTY_SEED` make it run longer and begin elsewhere.
#![allow(clippy::print_stdout)] // Which input failed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use azml_tests::damage::damaged;
use azml_tests::process::root;
use azml_tests::properties::{PROPERTIES, Property, spec_folders, spec_texts};
use azml_tests::random::Random;

/// How many damaged texts each property is tried on in a normal run.
const ROUNDS: u64 = 150;

fn number(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok().and_then(|text| text.parse().ok());
    given.unwrap_or(otherwise)
}

/// The inputs in a folder, by name.
fn inputs(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<(PathBuf, Vec<u8>)> = entries
        .filter_map(|entry| Some((entry.path(), std::fs::read(entry.path()).ok()?)))
        .collect();
    found.sort();
    found
}

/// Where `property` does not hold of `bytes`, `name` is printed.
fn holds(property: &Property, name: &str, bytes: &[u8]) -> bool {
    let checked = catch_unwind(AssertUnwindSafe(|| {
        let used = allocation_counter::measure(|| (property.check)(bytes));
        property.check_memory(bytes.len(), used.bytes_total, used.bytes_max);
    }));
    if checked.is_err() {
        println!(
            "{} does not hold of {name}: {:?}\n",
            property.name,
            String::from_utf8_lossy(bytes)
        );
    }
    checked.is_ok()
}

/// The hunt compiles its targets with another compiler, so that they are held here by their text.
#[test]
fn each_property_has_a_target() {
    let fuzz = root().join("tests/fuzz");
    let read = |path: &str| std::fs::read_to_string(fuzz.join(path)).unwrap_or_default();
    let manifest = read("Cargo.toml");
    let targets = std::fs::read_dir(fuzz.join("fuzz_targets")).expect("the folder");
    assert_eq!(targets.count(), PROPERTIES.len());
    for Property { name, .. } in PROPERTIES {
        let path = format!("fuzz_targets/{name}.rs");
        let text = format!(
            "#![no_main]\n\nlibfuzzer_sys::fuzz_target!(|bytes: &[u8]| azml_fuzz::run(\"{name}\", bytes));\n"
        );
        assert_eq!(read(&path), text, "{path}");
        let entry = format!("name = \"{name}\"\npath = \"{path}\"\n");
        assert!(manifest.contains(&entry), "{entry}");
    }
}

#[test]
fn what_was_found_once_holds_now() {
    let folder = root().join("tests/fuzz/corpus");
    let mut failed = 0;
    for property in PROPERTIES {
        let inputs = inputs(&folder.join(property.corpus));
        assert!(inputs.len() > 10, "the corpus of {}", property.name);
        for (path, bytes) in inputs {
            failed += usize::from(!holds(property, &path.display().to_string(), &bytes));
        }
    }
    assert_eq!(failed, 0);
}

#[test]
fn properties_hold_of_damaged_specs() {
    let mut corpora = spec_texts();
    corpora.insert("text", spec_folders());
    let (first, rounds) = (
        number("PROPERTY_SEED", 1),
        number("PROPERTY_ROUNDS", ROUNDS),
    );
    let mut failed = 0;
    for property in PROPERTIES {
        let Some(specs) = corpora.get(property.corpus) else {
            continue;
        };
        // What is named by other files is looked at with all that is around it.
        let rounds = if property.corpus == "text" {
            rounds
        } else {
            rounds / 3
        };
        for seed in first..first + rounds {
            let mut random = Random::new(seed);
            let seed_text: &String = random.pick(specs);
            let text = damaged(seed_text, 4, &mut random);
            let name = format!("seed {seed}");
            failed += usize::from(!holds(property, &name, text.as_bytes()));
        }
    }
    assert_eq!(failed, 0, "of {rounds} rounds from seed {first}");
}

#[test]
fn any_session_holds() {
    let (first, rounds) = (
        number("PROPERTY_SEED", 1),
        number("PROPERTY_ROUNDS", ROUNDS) / 3,
    );
    let mut failed = 0;
    for name in ["session", "client", "disk"] {
        let session = Property::named(name).expect("it is one of them");
        for seed in first..first + rounds {
            let mut random = Random::new(seed);
            let length = random.below(400);
            let bytes: Vec<u8> = (0..length)
                .map(|_| u8::try_from(random.below(256)).expect("below 256"))
                .collect();
            failed += usize::from(!holds(session, &format!("seed {seed}"), &bytes));
        }
    }
    assert_eq!(failed, 0, "of {rounds} rounds from seed {first}");
}
