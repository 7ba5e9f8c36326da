//! Whole folders of YAML as workspaces: our own fixtures, and the corpus beside the repository where there is one.

use std::path::{Path, PathBuf};

use azml_rules::analyze;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Document;
use azml_rules::workspace::Workspace;

/// The repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests folder has a parent").to_owned()
}

/// The folders to look at: our own, and the corpus if it is there.
#[must_use]
pub fn folders() -> Vec<PathBuf> {
    let corpus = root().join("../shared/corpus/azureml-examples");
    let own = root().join("tests/fixtures/pipelines");
    [own, corpus].into_iter().filter(|folder| folder.is_dir()).collect()
}

/// Every YAML file below `folder`, with paths relative to it.
///
/// # Panics
/// Where a folder cannot be read.
#[must_use]
pub fn load(folder: &Path) -> Workspace {
    let mut workspace = Workspace::default();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).expect("a folder can be read").flatten() {
            let path = entry.path();
            let yaml = path.extension().is_some_and(|end| end == "yml" || end == "yaml");
            if path.is_dir() && !path.ends_with(".github") {
                open.push(path);
            } else if let Some(text) = yaml.then(|| std::fs::read_to_string(&path).ok()).flatten() {
                let name =
                    path.strip_prefix(folder).expect("it lies in the folder").to_string_lossy().replace('\\', "/");
                workspace.insert(Document::new(name, text));
            }
        }
    }
    workspace
}

/// The findings about references in one file.
pub fn references<'w>(workspace: &'w Workspace, path: &'w str) -> impl Iterator<Item = Diagnostic> + 'w {
    analyze(workspace, path).into_iter().filter(|diagnostic| diagnostic.rule.group.name() == "reference")
}
