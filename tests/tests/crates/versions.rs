//! Each version stands in one place, the workspace's `Cargo.toml`. What repeats it agrees.

use azml_tests::process::root;
use serde_json::Value;

/// Files that say which client they are about.
const OF_CLIENT: [&str; 5] = [
    "README.md",
    "rules/data/SOURCES.md",
    "rules/data/spark.yaml",
    "rules/src/document/kind.rs",
    "rules/src/document/classify/mod.rs",
];

/// Files that name the repository.
const OF_REPOSITORY: [&str; 6] = [
    "server/packaging/azml-ls.azml-ls.locale.en-US.yaml",
    "server/packaging/azml-ls.rb",
    "server/packaging/scoop.json",
    "server/README.md",
    "server/pyproject.toml",
    "server/python/azml_ls/jupyter.py",
];

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What installs a version of the wheel, or of this repository.
const OF_WHEEL: [(&str, &str); 9] = [
    ("pyproject.toml", "version = \"{}\""),
    ("pyproject.toml", "\"azml-ls=={}\""),
    ("action.yml", "    default: {}\n"),
    (
        "editors/claude-code/.claude-plugin/plugin.json",
        "\"version\": \"{}\"",
    ),
    ("server/ci/README.md", "rev: v{}\n"),
    ("server/ci/README.md", "azml-ls/azml-ls@v{}\n"),
    ("server/ci/azure-pipelines.yml", "\"azml-ls=={}\""),
    ("server/ci/gitlab-ci.yml", "\"azml-ls=={}\""),
    ("server/ci/refresh-azml.yml", "\"azml-ls=={}\""),
];

/// The text in quotes behind `key = ` in `Cargo.toml`.
fn in_manifest(key: &str) -> String {
    let manifest = text("Cargo.toml");
    let line = manifest
        .lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
    let value = line.and_then(|rest| rest.strip_suffix('"'));
    value
        .unwrap_or_else(|| panic!("Cargo.toml has no {key}"))
        .to_owned()
}

#[test]
fn the_version_of_the_product_is_the_same_everywhere() {
    let version = in_manifest("version");
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    let manifest = text("Cargo.toml");
    for (name, folder) in [
        ("azml-rules", "rules"),
        ("azml-ide", "server/ide"),
        ("azml-ls", "server"),
    ] {
        let line = format!("{name} = {{ path = \"{folder}\", version = \"{version}\" }}");
        assert!(manifest.contains(&line), "Cargo.toml should say {line}");
    }
    for (file, place) in OF_WHEEL {
        let wanted = place.replace("{}", &version);
        assert!(text(file).contains(&wanted), "{file} should say {wanted}");
    }
    for (file, pointers) in [
        ("editors/vscode/package.json", &["/version"][..]),
        ("editors/playground/package.json", &["/version"]),
        (
            "editors/playground/package-lock.json",
            &["/version", "/packages//version"],
        ),
        (
            "editors/vscode/package-lock.json",
            &["/version", "/packages//version"],
        ),
    ] {
        let json: Value = serde_json::from_str(&text(file)).expect("it is JSON");
        for pointer in pointers {
            let found = json.pointer(pointer).and_then(Value::as_str);
            assert_eq!(found, Some(version.as_str()), "{pointer} of {file}");
        }
    }
}

#[test]
fn the_wheel_and_the_changelog_follow() {
    assert!(text("server/pyproject.toml").contains("dynamic = [\"version\"]"));
    let changelog = text("CHANGELOG.md");
    let newest = changelog.lines().find_map(|line| line.strip_prefix("## "));
    let newest = newest.expect("the changelog has a heading");
    let released = newest.starts_with(&in_manifest("version"));
    assert!(newest == "Unreleased" || released, "{newest}");
}

#[test]
fn the_address_of_the_repository_is_the_same_everywhere() {
    let repository = in_manifest("repository");
    for file in OF_REPOSITORY {
        let text = text(file);
        let others: Vec<&str> = text
            .match_indices("https://github.com/azml-ls")
            .map(|(start, _)| &text[start..])
            .filter(|address| !address.starts_with(&repository))
            .collect();
        assert!(text.contains(&repository) && others.is_empty(), "{file}");
    }
}

#[test]
fn the_version_of_the_client_is_the_same_everywhere() {
    let version = in_manifest("azure-ai-ml");
    for file in OF_CLIENT {
        let text = text(file);
        assert!(
            text.contains(&format!("azure-ai-ml {version}")),
            "{file} is not about {version}"
        );
        // What was looked up in all of its history begins there.
        let others = text
            .split("azure-ai-ml ")
            .skip(1)
            .map(version_at)
            .find(|other| {
                other.matches('.').count() == 2 && ![version.as_str(), "1.0.0"].contains(other)
            });
        assert_eq!(
            others, None,
            "{file} speaks of another version than {version}"
        );
    }
}

/// The digits and dots that `text` begins with.
fn version_at(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    text[..end.unwrap_or(text.len())].trim_end_matches('.')
}
