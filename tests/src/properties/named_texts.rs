//! Any script, command, Dockerfile, or list of packages, where jobs and environments name it: what is
//! said of the files around it is in order, fixes settle, and the editor shows it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use azml_rules::docker::Dockerfile;
use azml_rules::document::Document;
use azml_rules::expression::scan;
use azml_rules::shell::{Dialect, Event, LineBreaks, ShellText, Syntax, Template, read};
use azml_rules::workspace::Workspace;

use super::{Folder, analysis, editor, fits, fixes};
use crate::markdown::blocks;
use crate::spec::{Files, TODAY};

/// Files in which `{text}` stands for the text, with the indentation of its line.
type Around = [(&'static str, &'static str)];

const SCRIPTS: &Around = &[
    (
        "job.yml",
        "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\ncode: src\n\
         command: python train.py --data ${{inputs.data}} --alpha 0.5 $[[--rate ${{inputs.rate}}]] --out ${{outputs.out}}\n\
         environment: azureml:e:1\ncompute: azureml:cpu\n\
         inputs:\n  data: {type: uri_folder, path: ./data}\n  rate: {type: number, optional: true}\n\
         outputs:\n  out: {type: uri_folder}\n",
    ),
    (
        "online.yml",
        "$schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json\nname: blue\n\
         endpoint_name: e\nmodel: azureml:m:1\nenvironment: azureml:e:1\ninstance_type: Standard_DS3_v2\n\
         instance_count: 1\ncode_configuration: {code: src, scoring_script: train.py}\n",
    ),
    ("src/train.py", "{text}"),
    ("src/io.py", "NAME = '--alpha'\n"),
];

const SHELL: &Around = &[
    (
        "job.yml",
        "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\ncode: src\n\
         environment: azureml:e:1\ncompute: azureml:cpu\ninputs: {a: 1}\ncommand: |2\n  {text}\n",
    ),
    ("deploy.sh", "{text}"),
    ("deploy.ps1", "{text}"),
    ("deploy.cmd", "{text}"),
    ("Makefile", "run:\n\t{text}"),
    (
        "src/train.py",
        "import argparse\np = argparse.ArgumentParser()\np.add_argument('--a')\np.parse_args()\n",
    ),
];

const DOCKER: &Around = &[
    (
        "env.yml",
        "$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json\nname: e\nversion: 1\n\
         build: {path: ctx}\n",
    ),
    (
        "online.yml",
        "$schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json\nname: blue\n\
         endpoint_name: e\nmodel: azureml:m:1\nenvironment: {build: {path: ctx}}\n\
         instance_type: Standard_DS3_v2\ninstance_count: 1\n",
    ),
    ("ctx/Dockerfile", "{text}"),
    ("ctx/requirements.txt", "mlflow\n"),
];

const PACKAGES: &Around = &[
    (
        "env.yml",
        "$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json\nname: e\nversion: 1\n\
         image: python:3.11\nconda_file: conda.yml\n",
    ),
    (
        "other.yml",
        "$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json\nname: f\nversion: 1\n\
         image: python:3.11\nconda_file:\n  channels: [conda-forge]\n  dependencies:\n  - python=3.11\n  \
         - pip: [-r requirements.txt]\n",
    ),
    ("conda.yml", "{text}"),
    ("requirements.txt", "{text}"),
];

/// Each corpus, the files around its texts, and the ends of the paths in specs with such texts.
const CORPORA: [(&str, &Around, &[&str]); 4] = [
    ("scripts", SCRIPTS, &[".py"]),
    ("shell", SHELL, &[".sh", ".ps1", ".cmd", "Makefile"]),
    ("docker", DOCKER, &["Dockerfile"]),
    (
        "packages",
        PACKAGES,
        &["conda.yml", "conda.yaml", "req.txt", "requirements.txt"],
    ),
];

pub(super) fn scripts(bytes: &[u8]) {
    check(bytes, SCRIPTS);
}

pub(super) fn shell(bytes: &[u8]) {
    if let Some(text) = check(bytes, SHELL) {
        check_commands(&text);
    }
}

pub(super) fn docker(bytes: &[u8]) {
    if let Some(text) = check(bytes, DOCKER) {
        for instruction in Dockerfile::new(&text).instructions {
            for word in instruction.words {
                fits(word.range, &text);
                assert_eq!(word.range.slice(&text), word.text);
            }
        }
    }
}

pub(super) fn packages(bytes: &[u8]) {
    check(bytes, PACKAGES);
}

/// Checks the files around the text of `bytes`, and returns it.
fn check(bytes: &[u8], around: &Around) -> Option<String> {
    let text = super::folder::text(bytes)?;
    let files = around
        .iter()
        .map(|(path, template)| ((*path).to_owned(), filled(template, &text)));
    let folder = Folder {
        files: files.collect(),
        cursor: None,
    };
    let workspace = workspace(&folder);
    analysis::hold(&workspace);
    fixes::hold(&workspace);
    editor::hold(&folder, &workspace);
    Some(text)
}

fn filled(template: &str, text: &str) -> String {
    let Some((before, after)) = template.split_once("{text}") else {
        return template.to_owned();
    };
    let indentation = before.rsplit('\n').next().unwrap_or_default();
    let text = text.replace('\n', &format!("\n{indentation}"));
    format!("{before}{text}{after}")
}

/// The YAML of a folder as documents, and everything on its disk.
fn workspace(folder: &Folder) -> Workspace {
    let mut workspace = Workspace::default();
    workspace.set_today(TODAY);
    for (path, text) in folder
        .files
        .iter()
        .filter(|(path, _)| path.ends_with(".yml"))
    {
        workspace.insert(Document::new(path.as_str(), text.as_str()));
    }
    workspace.set_disk(Arc::new(Files::new(folder.files.clone())));
    workspace
}

/// That the words of each shell are in the text, one after the other.
fn check_commands(text: &str) {
    let expressions = scan(text).expressions;
    let template = Template {
        expressions: expressions.iter().map(|it| it.range.clone()).collect(),
        ..Template::default()
    };
    for dialect in [
        Dialect::Bash,
        Dialect::PowerShell,
        Dialect::Cmd,
        Dialect::Make,
    ] {
        for line_breaks in [LineBreaks::Decoded, LineBreaks::Source, LineBreaks::Folded] {
            let source = ShellText {
                text,
                start: 0,
                syntax: Syntax {
                    dialect,
                    line_breaks,
                },
                template: &template,
            };
            let mut last = [0; 2];
            let mut all = Vec::new();
            let outcome = read(source, &mut |event| {
                // A comment at the end of a command comes first.
                let last = &mut last[usize::from(matches!(event, Event::Comment(_)))];
                for range in ranges_of(event) {
                    assert!(text.get(range.clone()).is_some(), "{range:?} in {text:?}");
                    assert!(range.start >= *last, "{range:?} after {last} in {text:?}");
                    *last = range.end;
                    all.push(range);
                }
            });
            all.sort_by_key(|range| (range.start, range.end));
            for both in all.windows(2) {
                let is_apart = both[0].end <= both[1].start;
                assert!(is_apart, "{both:?} overlap in {text:?}");
            }
            if let Some(unclosed) = outcome.unclosed {
                assert!(text.get(unclosed.range.clone()).is_some(), "{unclosed:?}");
            }
        }
    }
}

fn ranges_of(event: Event) -> Vec<Range<usize>> {
    match event {
        Event::Comment(range) => vec![range],
        Event::Command(command) => {
            let words = command.words.into_iter().map(|word| word.range);
            let targets = command.redirects.into_iter();
            let mut ranges: Vec<_> = words
                .chain(targets.flat_map(|it| [it.operator, it.target.range]))
                .collect();
            ranges.sort_by_key(|range| (range.start, range.end));
            ranges
        }
        Event::SubshellStart | Event::SubshellEnd | Event::LineEnd => Vec::new(),
    }
}

/// The texts of specs that each corpus begins with.
pub fn spec_texts() -> BTreeMap<&'static str, Vec<String>> {
    let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for spec in super::folder::specs() {
        for block in blocks(&spec) {
            let path = block.path.as_deref().unwrap_or_default();
            let corpora = CORPORA.iter();
            let corpora = corpora.filter(|(.., ends)| ends.iter().any(|end| path.ends_with(end)));
            for (corpus, ..) in corpora {
                found.entry(corpus).or_default().push(block.text.clone());
            }
        }
    }
    found
}
