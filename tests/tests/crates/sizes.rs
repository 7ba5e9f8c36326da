//! The table of VM sizes against the sizes that people write.

use std::collections::BTreeSet;

use azml_rules::compute::{looks_like_vm_size, vm_size};
use azml_rules::document::Document;
use azml_rules::workspace::Workspace;
use azml_rules::{analyze, date::Date};
use azml_tests::sources;

/// Sizes in the spellings of real files, with vCPUs and GPUs.
const SIZES: &[(&str, u16, f32)] = &[
    ("STANDARD_DS3_v2", 4, 0.0),
    ("Standard_E4s_v3", 4, 0.0),
    ("standard_e64s_v3", 64, 0.0),
    ("Standard_F72s_v2", 72, 0.0),
    ("Standard_D4as_v5", 4, 0.0),
    ("Standard_E4-2s_v5", 2, 0.0),
    ("Standard_NC6s_v3", 6, 1.0),
    ("Standard_NC64as_T4_v3", 64, 4.0),
    ("Standard_NC24ads_A100_v4", 24, 1.0),
    ("Standard_ND96asr_v4", 96, 8.0),
    ("Standard_ND96isr_H100_v5", 96, 8.0),
];

/// Storage SKUs and instance types of Kubernetes, which share the keys of sizes.
const NO_SIZES: &[&str] = &[
    "Standard_LRS",
    "Standard_GRS",
    "Standard_RAGRS",
    "Standard_ZRS",
    "Standard_GZRS",
    "Standard_RAGZRS",
    "Premium_LRS",
    "Premium_ZRS",
    "Standard",
    "Basic",
    "defaultinstancetype",
    "standard-gpu",
];

#[test]
fn knows_sizes_in_any_letter_case() {
    for (name, vcpus, gpus) in SIZES {
        let size = vm_size(name).unwrap_or_else(|| panic!("{name} is in the table"));
        assert_eq!(
            (size.vcpus, size.gpus),
            (Some(*vcpus), Some(*gpus)),
            "{name}"
        );
        assert!(looks_like_vm_size(name), "{name}");
    }
}

#[test]
fn takes_no_storage_sku_for_a_size() {
    for name in NO_SIZES {
        assert!(!looks_like_vm_size(name), "{name}");
        for text in [
            format!("type: amlcompute\nname: c\nsize: {name}\n"),
            format!(
                "command: ls\nenvironment: azureml:e:1\nresources: {{instance_type: {name}}}\n"
            ),
        ] {
            assert_eq!(findings(&text), Vec::<String>::new(), "{text}");
        }
    }
}

/// What the rules about single sizes say of one file.
fn findings(text: &str) -> Vec<String> {
    let mut workspace = Workspace::default();
    workspace.set_today(Date::new(2026, 11, 21));
    workspace.insert(Document::new("file.yml", text));
    let about_sizes = [
        "unknown-vm-size",
        "retired-vm-series",
        "unsupported-online-sku",
    ];
    let found = analyze(&workspace, "file.yml").into_iter();
    found
        .filter(|found| about_sizes.contains(&found.rule.name))
        .map(|found| found.message)
        .collect()
}

#[test]
fn knows_every_size_of_the_corpus() {
    let Some(folder) = sources::examples() else {
        return;
    };
    let mut unknown = BTreeSet::new();
    let mut known = BTreeSet::new();
    for path in sources::yaml_files(&folder) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
        for word in words.filter(|word| looks_like_vm_size(word)) {
            match vm_size(word) {
                Some(size) => known.insert(size.name),
                None => unknown.insert(format!("{word} in {}", path.display())),
            };
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
    assert!(known.len() > 5, "{known:?}");
}
