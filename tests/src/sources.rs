//! Files to test with: this repository's own fixtures, and the corpus where it is at hand.

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Names the folder of collected public files, which holds `azureml-examples/` and
/// `yaml-test-suite/`.
const CORPUS: &str = "AZML_CORPUS";

/// A part of the corpus; where the variable is not set a line says what the test leaves out.
///
/// # Panics
/// When the variable names a folder that is not there.
fn of_corpus(part: &str) -> Option<PathBuf> {
    let Some(corpus) = std::env::var_os(CORPUS) else {
        let thread = std::thread::current();
        let test = thread.name().unwrap_or("a test");
        // Not `eprintln!`: what a test prints is hidden when it passes.
        let line = format!("{test}: skipped for {part}, {CORPUS} is not set\n");
        let _ = std::io::stderr().write_all(line.as_bytes());
        return None;
    };
    let folder = Path::new(&corpus).join(part);
    assert!(
        folder.is_dir(),
        "{CORPUS}: there is no {}",
        folder.display()
    );
    Some(folder)
}

/// The YAML files of Azure/azureml-examples.
pub fn examples() -> Option<PathBuf> {
    of_corpus("azureml-examples")
}

/// The test suite of YAML itself.
pub fn yaml_suite() -> Option<PathBuf> {
    of_corpus("yaml-test-suite")
}

/// The folder of this repository's fixtures.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// The pages of the guide beside the rule book, from the top of the repository.
///
/// # Panics
/// When the folder cannot be read.
pub fn guide() -> Vec<String> {
    let folder = crate::process::root().join("rules/guide");
    let entries = std::fs::read_dir(folder).expect("there is a guide");
    let names = entries.map(|entry| entry.expect("it is listed").file_name());
    let names = names.map(|name| format!("rules/guide/{}", name.to_string_lossy()));
    let mut pages: Vec<String> = names.filter(|name| name.ends_with(".md")).collect();
    pages.sort();
    pages
}

/// The YAML files under `folder` with something in them, by path.
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

/// Names and texts of `count` Azure ML files of 19 to 285 lines that parse: of the corpus, else all
/// fixtures there are.
pub fn sources(count: usize) -> Vec<(String, String)> {
    let folder = examples().unwrap_or_else(|| fixtures().join("typing"));
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
