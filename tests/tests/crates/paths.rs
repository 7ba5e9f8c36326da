//! Paths on a disk that ignores letter case, as those of Windows and macOS do. Specs have another one.

use std::sync::Arc;

use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Document;
use azml_rules::path::PathStyle;
use azml_rules::rule::Level;
use azml_rules::workspace::{Disk, OnDisk, Workspace};
use azml_rules::{analyze, analyze_tracked};

/// One file, `src/train.py`, which is found in any letter case.
#[derive(Debug)]
struct AnyCase;

impl Disk for AnyCase {
    fn at(&self, path: &str) -> Option<OnDisk> {
        Some(match path.to_lowercase().as_str() {
            "src" => OnDisk::Folder,
            "src/train.py" => OnDisk::File,
            _ => OnDisk::Nothing,
        })
    }

    fn other_case(&self, folder: &str, name: &str) -> Option<String> {
        let is_other = folder.is_empty() && name != "src" && name.to_lowercase() == "src";
        is_other.then(|| "src".to_owned())
    }
}

fn workspace(code: &str) -> Workspace {
    let mut workspace = Workspace::new(PathStyle::Windows);
    workspace.set_disk(Arc::new(AnyCase));
    let text = format!(
        "$schema: https://x/latest/commandJob.schema.json\ncommand: python train.py\n\
         environment: azureml:e:1\ncompute: azureml:c\ncode: {code}\n"
    );
    workspace.insert(Document::new("job.yml", text));
    workspace
}

fn found(code: &str) -> Vec<Diagnostic> {
    let mut found = analyze(&workspace(code), "job.yml");
    found.retain(|it| it.rule.name == "path-letter-case" || it.rule.name == "local-path-missing");
    found
}

#[test]
fn a_path_that_only_works_here_is_a_warning() {
    let found = found("./SRC");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].rule.name, "path-letter-case");
    assert_eq!(found[0].level, Level::Warning);
    assert_eq!(found[0].fixes[0].edits[0].text, "./src");
}

#[test]
fn the_spelling_of_the_disk_is_right() {
    assert!(found("./src").is_empty());
    assert_eq!(found("./srcs")[0].rule.name, "local-path-missing");
}

#[test]
fn what_the_disk_says_of_names_is_noted() {
    let workspace = workspace("./SRC");
    let (_, reads) = analyze_tracked(&workspace, "job.yml");
    assert!(workspace.confirms(&reads) && workspace.disk_confirms(&reads));
    let mut other = workspace.clone();
    other.set_disk(Arc::new(Renamed));
    assert!(!other.disk_confirms(&reads));
}

/// The same disk, after the folder was renamed to `SRC`.
#[derive(Debug)]
struct Renamed;

impl Disk for Renamed {
    fn at(&self, path: &str) -> Option<OnDisk> {
        AnyCase.at(path)
    }
}

/// `C:/p/src` and `//server/share/src`, as a disk of Windows has them.
#[derive(Debug)]
struct Drives;

impl Disk for Drives {
    fn at(&self, path: &str) -> Option<OnDisk> {
        let folders = ["c:/p/src", "//server/share/src"];
        Some(if folders.contains(&path.to_lowercase().as_str()) {
            OnDisk::Folder
        } else {
            OnDisk::Nothing
        })
    }
}

/// The rules about paths that report in the job at `file` with this `code`.
fn reported(file: &str, code: &str) -> Vec<&'static str> {
    let mut workspace = Workspace::new(PathStyle::Windows);
    workspace.set_disk(Arc::new(Drives));
    let text = format!(
        "$schema: https://x/latest/commandJob.schema.json\ncommand: python train.py\n\
         environment: azureml:e:1\ncompute: azureml:c\ncode: {code}\n"
    );
    workspace.insert(Document::new(file, text));
    let found = analyze(&workspace, file).into_iter();
    let mut names: Vec<&str> = found.map(|it| it.rule.name).collect();
    names.retain(|name| name.ends_with("-path") || name.starts_with("local-path"));
    names.sort_unstable();
    names
}

#[test]
fn a_job_on_windows_finds_its_code() {
    for (file, code, rules) in [
        ("C:/p/jobs/job.yml", "../src", &[][..]),
        ("C:/p/jobs/job.yml", r"..\src", &["windows-path"]),
        (
            "C:/p/jobs/job.yml",
            r"..\..\src",
            &["local-path-missing", "windows-path"],
        ),
        ("C:/p/jobs/job.yml", r"c:\P\src", &["absolute-local-path"]),
        ("C:/p/jobs/job.yml", r"\p\src", &["absolute-local-path"]),
        (
            "C:/p/jobs/job.yml",
            r"\\server\share\src",
            &["absolute-local-path"],
        ),
        ("//server/share/jobs/job.yml", "../src", &[]),
        ("//server/share/jobs/job.yml", "../../../src", &[]),
    ] {
        assert_eq!(reported(file, code), rules, "{file} {code}");
    }
}
