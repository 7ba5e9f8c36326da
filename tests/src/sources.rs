//! Files to test with: the corpus where it is at hand, else this repository's own fixtures.

use std::path::{Path, PathBuf};

/// The folder of collected public files: `$AZML_CORPUS`, else `shared/corpus` beside the repository.
#[must_use]
pub fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let folder = std::env::var_os("AZML_CORPUS").map_or(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// The folder of this repository's fixtures.
#[must_use]
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// The YAML files under `folder` with something in them, by path.
#[must_use]
pub fn yaml_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path
                .extension()
                .is_some_and(|end| end == "yml" || end == "yaml")
            {
                found.push(path);
            }
        }
    }
    found.retain(|path| path.metadata().is_ok_and(|data| data.len() > 0));
    found.sort();
    found
}

/// Names and texts of `count` Azure ML files of 19 to 285 lines that parse: of the corpus, else all fixtures there are.
#[must_use]
pub fn sources(count: usize) -> Vec<(String, String)> {
    let examples = corpus()
        .map(|folder| folder.join("azureml-examples"))
        .filter(|folder| folder.is_dir());
    let folder = examples.unwrap_or_else(|| fixtures().join("typing"));
    let texts = yaml_files(&folder).into_iter().filter_map(|path| {
        let text = std::fs::read_to_string(&path).ok()?;
        let name = path
            .strip_prefix(&folder)
            .ok()?
            .to_string_lossy()
            .into_owned();
        let fits = (19..=285).contains(&text.lines().count()) && text.contains("$schema");
        (fits && azml_rules::syntax::parse(text.as_str()).errors().is_empty())
            .then_some((name, text))
    });
    let all: Vec<_> = texts.collect();
    let step = (all.len() / count.max(1)).max(1);
    all.into_iter().step_by(step).take(count).collect()
}
