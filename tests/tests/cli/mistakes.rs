//! The documents that public models write by mistake (`tests/fixtures/mistakes/NAME.yml`): keys of old previews, of SDK v1, and of other tools. Each
//! is found, and mended by `--fix --unsafe-fixes` to what is in `NAME.fixed.yml`, without an error. `UPDATE=1` rewrites those.

use std::collections::BTreeSet;

use azml_tests::process::{Project, root};

/// Mistakes that are found, and have no certain fix, with the reason.
const OPEN: [(&str, &str); 4] = [
    (
        "algorithm-and-preview-limits",
        "nearly every line has another form; the page of the rule has a table",
    ),
    (
        "deployment-scale-settings",
        "manual settings became `instance_count`; a scale type needs another file",
    ),
    (
        "distribution-process-count",
        "SDK v1 counts the processes of all nodes, today's key those of one",
    ),
    ("resources-gpu", "the VM size decides on GPUs"),
];

/// A script that the documents name.
const SCRIPT: &str = "import argparse\np = argparse.ArgumentParser()\np.add_argument('--epochs', type=int)\n\
    p.add_argument('--data')\np.add_argument('--model')\np.parse_args()\n";
const SCORING: &str = "def init():\n    pass\n\n\ndef run(data):\n    return data\n";
const CONDA: &str = "dependencies:\n  - python=3.11\n  - pip=25\n";
const COMPONENT: &str = "$schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\n\
    type: command\nname: train_model\nversion: \"1\"\ninputs:\n  epochs:\n    type: integer\n\
    command: echo ${{inputs.epochs}}\nenvironment: azureml:training:3\n";
const PIPELINE: &str = "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\n\
    type: pipeline\nsettings: {default_compute: azureml:cpu-cluster}\njobs:\n  train: {component: ./component.yml, inputs: {epochs: 10}}\n";

fn project(document: &str) -> Project {
    Project::default()
        .with("src/train.py", SCRIPT)
        .with("src/score.py", SCORING)
        .with("conda.yml", CONDA)
        .with("component.yml", COMPONENT)
        .with("pipeline.yml", PIPELINE)
        .with("mistake.yml", document)
}

/// The names of the documents.
fn names() -> BTreeSet<String> {
    let entries = std::fs::read_dir(root().join("tests/fixtures/mistakes")).expect("a folder");
    let names = entries.map(|it| it.expect("it is listed").file_name());
    let names = names.filter_map(|name| Some(name.to_str()?.strip_suffix(".yml")?.to_owned()));
    names.filter(|name| !name.ends_with(".fixed")).collect()
}

fn read(name: &str) -> String {
    let path = root().join(format!("tests/fixtures/mistakes/{name}.yml"));
    std::fs::read_to_string(path)
        .unwrap_or_default()
        .replace("\r\n", "\n")
}

/// The errors that are found, a line each.
fn errors(project: &Project) -> String {
    let run = project.run("check mistake.yml --min-level error --format concise");
    run.stdout
}

#[test]
fn each_is_found_and_mended() {
    let names = names();
    assert!(names.len() >= 20, "{names:?}");
    let mut wrong = Vec::new();
    for name in &names {
        let project = project(&read(name));
        let found = project.run("check mistake.yml --format concise");
        if found.code != 1 {
            wrong.push(format!("{name}: nothing is found"));
        }
        project.run("check mistake.yml --fix --unsafe-fixes");
        let (mended, left) = (project.text("mistake.yml"), errors(&project));
        let is_open = OPEN.iter().any(|(open, _)| open == name);
        if left.is_empty() == is_open {
            wrong.push(format!("{name}: {left}{mended}"));
        }
        let again = project.run("check mistake.yml --fix --unsafe-fixes --format concise");
        assert_eq!(project.text("mistake.yml"), mended, "{name}: {again:?}");
        let path = root().join(format!("tests/fixtures/mistakes/{name}.fixed.yml"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, &mended).unwrap();
        } else if read(&format!("{name}.fixed")) != mended {
            wrong.push(format!("{name}: it is mended to another text:\n{mended}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let unknown = OPEN.iter().find(|(open, _)| !names.contains(*open));
    assert_eq!(unknown, None);
}

#[test]
fn a_document_without_a_mistake_has_no_error() {
    let correct = PIPELINE;
    assert_eq!(errors(&project(correct)), "");
}
