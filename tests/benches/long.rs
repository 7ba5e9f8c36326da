//! How long the rules and the editor take over a pipeline of 20,000 lines, and over a folder of 1,000
//! files: the least of several runs.
//!
//! ```console
//! cargo bench -p azml-tests --bench long
//! ```
#![allow(clippy::print_stdout)] // The figures are the point of a benchmark.

use std::time::{Duration, Instant};

use azml_ide::navigation::{references, symbols};
use azml_ide::refactor::rename;
use azml_ide::{completion, hover, refactor};
use azml_rules::analyze;
use azml_rules::document::{Document, ParseCache};
use azml_rules::schema::judge_document;
use azml_rules::text::TextRange;
use azml_rules::workspace::Workspace;
use azml_tests::editor::Scene;
use rayon::prelude::*;

const RUNS: u32 = 10;
const LINES: usize = 20_000;
const FILES: usize = 1_000;

fn main() {
    pipeline();
    folder();
}

/// A pipeline of [`LINES`] lines with a finding in each step.
fn long_pipeline() -> String {
    let mut text = String::from(
        "type: pipeline\nsettings: {default_compute: azureml:cpu}\ninputs: {rate: 0.1}\njobs:\n",
    );
    for step in 0..LINES / 8 {
        text.push_str(&format!(
            "  step_{step}:\n    type: command\n    command: echo ${{{{inputs.number}}}} \
             ${{{{inputs.missing}}}}\n    environment: azureml:training:3\n    inputs:\n      \
             number: {step}\n    limits:\n      timeout: 3600\n"
        ));
    }
    text
}

fn pipeline() {
    let text = long_pipeline();
    let line = text.lines().count() / 2;
    let edited = [u32::try_from(line).unwrap_or(0)];
    show("parsed", || Document::new("p.yml", text.as_str()));
    let key = text.replacen(
        "timeout: 3600\n  step_1250:",
        "timeout: 36000\n  step_1250:",
        1,
    );
    assert_ne!(key, text, "there is such a step");
    let mut workspace = Workspace::default();
    show("a key: parsed, and all rules", || {
        workspace.insert(Document::edited("p.yml", key.as_str(), &edited));
        analyze(&workspace, "p.yml").len()
    });
    let document = Document::new("p.yml", text.as_str());
    show("held against the catalogue", || {
        judge_document(&workspace, &document).problems.len()
    });
    let marked = |before: &str, behind: &str| {
        let (head, tail) = text
            .split_once("  step_1250:")
            .expect("there is such a step");
        let (until, rest) = tail.split_once(behind).expect("each step has it");
        let until = until.strip_suffix(before).expect("that is before it");
        Scene::new([(
            "p.yml",
            format!("{head}  step_1250:{until}{before}│{behind}{rest}"),
        )])
    };
    let keys = marked("      ", "timeout");
    let value = marked("azureml:", "training");
    let port = marked("      ", "number:");
    show("completion of a key", || {
        keys.look(|site, at| completion::complete(site, at).is_some())
    });
    show("completion of an environment", || {
        value.look(|site, at| completion::complete(site, at).is_some())
    });
    show("hover on a key", || {
        keys.look(|site, at| hover::hover(site, at).is_some())
    });
    show("highlight of an input", || {
        port.look(|site, at| references::highlights(site, at).len())
    });
    show("rename of an input", || {
        port.look(|site, at| rename::rename(site, at, "fresh").is_ok())
    });
    show("refactorings on a value", || {
        value.look(|site, at| refactor::refactorings(site, TextRange::empty(at)).len())
    });
    show("outline", || {
        value.look(|site, _| symbols::symbols(site).len())
    });
}

/// What `--check` does with the texts of a folder, without the disk.
fn folder() {
    let texts: Vec<(String, String)> = (0..FILES).map(file).collect();
    show("1,000 files: parsed, and all rules", || {
        let documents: Vec<Document> = texts
            .par_iter()
            .map(|(path, text)| {
                Document::of_file(&ParseCache::default(), path.as_str(), text.as_str())
            })
            .collect();
        let mut workspace = Workspace::default();
        documents.into_iter().for_each(|it| workspace.insert(it));
        let found = texts
            .par_iter()
            .map(|(path, _)| analyze(&workspace, path).len());
        found.sum::<usize>()
    });
}

/// One of the files of a folder: jobs, the computes that they run on, and components.
fn file(number: usize) -> (String, String) {
    let text = match number % 3 {
        0 => format!(
            "type: amlcompute\nname: cpu-{number}\nsize: Standard_D4s_v5\nmin_instances: 1\n"
        ),
        1 => format!(
            "type: command\ncommand: python train.py --rate ${{{{inputs.rate}}}}\nenvironment: \
             azureml:training@latest\ncompute: azureml:cpu-{}\ninputs:\n  rate: 0.1\n  unused: 1\n",
            number - 1
        ),
        _ => format!(
            "$schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\n\
             name: clean_{number}\nversion: 1\ntype: command\ncommand: echo ${{{{inputs.data}}}}\n\
             environment: azureml:training@latest\ninputs:\n  data: {{type: uri_folder}}\n"
        ),
    };
    (format!("folder-{}/file-{number}.yml", number % 40), text)
}

fn show<T>(name: &str, mut run: impl FnMut() -> T) {
    let least = (0..RUNS).map(|_| once(&mut run)).min();
    let milliseconds = least.unwrap_or_default().as_secs_f64() * 1000.0;
    println!("{milliseconds:9.3} ms  {name}");
}

fn once<T>(run: &mut impl FnMut() -> T) -> Duration {
    let start = Instant::now();
    std::hint::black_box(run());
    start.elapsed()
}
