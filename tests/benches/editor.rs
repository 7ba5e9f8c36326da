//! How long the editor waits for a card and for completions, with the full table of sizes: the
//! median and the slowest of many runs.
//!
//! ```console
//! cargo bench -p azml-tests --bench editor
//! ```
#![allow(clippy::print_stdout)] // The figures are the point of a benchmark.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use azml_ide::hints::{code_lens, inlay_hints, semantic_tokens};
use azml_ide::navigation::references::Definitions;
use azml_ide::navigation::{definition, references, used_by, workspace_symbols};
use azml_ide::refactor::rename;
use azml_ide::{Site, completion, hover};
use azml_rules::text::TextRange;
use azml_tests::editor::Scene;

const RUNS: u32 = 200;
/// Or so long, for what is slow.
const LONGEST: Duration = Duration::from_secs(3);

/// A pipeline of 60 steps in a project with 500 computes.
fn project(marked: &str) -> Scene {
    pipeline(60, marked)
}

/// A pipeline of so many steps in a project with 500 computes.
fn pipeline(steps: u32, marked: &str) -> Scene {
    let mut jobs =
        String::from("type: pipeline\nsettings: {default_compute: azureml:cpu-7}\njobs:\n");
    for step in 0..steps {
        let _ = write!(
            jobs,
            "  s{step}:\n    type: command\n    component: azureml:c@latest\n    compute: \
                azureml:cpu-{step}\n"
        );
    }
    jobs.push_str(marked);
    let mut list = Vec::new();
    for number in 0..500 {
        list.push(format!(
            "{{\"name\": \"cpu-{number}\", \"type\": \"amlcompute\", \
             \"size\": \"Standard_DS3_v2\", \"max_instances\": 4}}"
        ));
    }
    Scene::new([
        ("pipeline.yml", jobs),
        (".azml/computes.json", format!("[{}]", list.join(",\n"))),
    ])
}

/// A pipeline of 500 steps, each of which reads the one before, with a component that it can read.
fn chain(last: &str) -> Scene {
    let component = "name: c\nversion: 1\ntype: command\ncommand: x ${{inputs.d}}\n\
        environment: azureml:e:1\n\
                     inputs: {d: {type: uri_folder}}\n\
                     outputs: {o: {type: uri_folder}, log: {type: uri_file}}\n";
    let mut jobs =
        String::from("type: pipeline\ninputs: {raw: {type: uri_folder, path: ./x}}\njobs:\n");
    for step in 0..500 {
        let from = if step == 0 {
            "parent.inputs.raw".to_owned()
        } else {
            format!("parent.jobs.s{}.outputs.o", step - 1)
        };
        let _ = write!(
            jobs,
            "  s{step}:\n    component: ./c.yml\n    inputs:\n      d: ${{{{{from}}}}}\n"
        );
    }
    jobs.push_str(last);
    Scene::new([("pipeline.yml", jobs), ("c.yml", component.to_owned())])
}

/// What expressions and references cost in a long pipeline.
fn long_pipeline() {
    let offered = |site: &Site<'_>, at| completion::complete(site, at).is_some();
    let step = "  last:\n    component: ./c.yml\n    inputs:\n";
    measure(
        "500 steps: `parent.jobs.`",
        &chain(&format!("{step}      d: ${{{{parent.jobs.│}}}}\n")),
        offered,
    );
    measure(
        "500 steps: not closed, in a flow map",
        &chain("  last: {component: ./c.yml, inputs: {d: ${{parent.│\n"),
        offered,
    );
    measure(
        "500 steps: an empty input",
        &chain(&format!("{step}      d: │\n")),
        offered,
    );
    measure(
        "500 steps: a component",
        &chain("  last:\n    component: │\n"),
        offered,
    );
    measure(
        "500 steps: nothing to offer",
        &chain("  last:\n    display_name: a.│\n"),
        |site, at| !offered(site, at),
    );
    let card = chain(&format!(
        "{step}      d: ${{{{parent.jobs.s1.outputs.o│}}}}\n"
    ));
    measure("500 steps: hover on an output", &card, |site, at| {
        hover::hover(site, at).is_some()
    });
    let all = TextRange::new(0, u32::MAX);
    measure("500 steps: all semantic tokens", &card, |site, _| {
        semantic_tokens::tokens(site, all).len() > 3000
    });
}

/// 800 files: a component, a compute, and pipelines of twenty steps that use both. `cursor` is the
/// line of the pipeline with the cursor.
fn folder(cursor: &str) -> Scene {
    let mut files =
        vec![
        (
            "lib/clean.yml".to_owned(),
            "$schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\n\
                name: clean\n\
             command: python clean.py ${{inputs.data}}\nenvironment: azureml:e:1\n\
             inputs: {data: {type: uri_folder}}\n\
             outputs: {out: {type: uri_folder}}\n"
                .to_owned(),
        ),
        ("computes/cpu.yml".to_owned(), "type: amlcompute\nname: cpu-cluster\n".to_owned()),
    ];
    for number in 0..798 {
        let mut text =
            "type: pipeline\nsettings: {default_compute: azureml:cpu-cluster}\njobs:\n".to_owned();
        // One pipeline in eight uses the component by its file.
        let component = if number % 8 == 0 {
            "../lib/clean.yml"
        } else {
            "azureml:other:1"
        };
        for step in 0..20 {
            let before = if step == 0 {
                "raw".to_owned()
            } else {
                format!("${{{{parent.jobs.s{}.outputs.out}}}}", step - 1)
            };
            let _ = write!(
                text,
                "  s{step}:\n    component: {component}\n    inputs:\n      data: {before}\n"
            );
        }
        if number == 400 {
            text.push_str(cursor);
        }
        files.push((format!("jobs/p{number}.yml"), text));
    }
    Scene::new(
        files
            .iter()
            .map(|(path, text)| (path.as_str(), text.clone())),
    )
}

/// Names in a folder of 800 files.
fn names() {
    let step = folder(
        "  last: \
            {component: ../lib/clean.yml, inputs: {data: \"${{parent.jobs.s1│9.outputs.out}}\"}}\n",
    );
    measure("definition of a step", &step, |site, at| {
        definition::definition(site, at).is_some()
    });
    measure("highlight of a step", &step, |site, at| {
        !references::highlights(site, at).is_empty()
    });
    measure("references of a step", &step, |site, at| {
        references::references(site, at, Definitions::Included).len() == 2
    });
    measure("rename of a step", &step, |site, at| {
        rename::rename(site, at, "fresh").is_ok()
    });
    let port = folder("  last: {component: ../lib/clean.yml, inputs: {da│ta: raw}}\n");
    measure("definition of a port", &port, |site, at| {
        definition::definition(site, at).is_some()
    });
    measure("references of a port, 100 files", &port, |site, at| {
        references::references(site, at, Definitions::Included).len() > 2000
    });
    measure("rename of a port, 100 files", &port, |site, at| {
        rename::rename(site, at, "fresh").is_ok()
    });
    let compute = folder("  last: {component: ../lib/clean.yml, compute: azureml:cpu-clu│ster}\n");
    measure("definition of a compute", &compute, |site, at| {
        definition::definition(site, at).is_some()
    });
    measure("highlight of a compute", &compute, |site, at| {
        references::highlights(site, at).len() == 2
    });
    measure(
        "references of a compute, 800 files",
        &compute,
        |site, at| references::references(site, at, Definitions::Included).len() == 800,
    );
    measure("rename of a compute, 800 files", &compute, |site, at| {
        rename::rename(site, at, "fresh").is_ok()
    });
    measure("workspace symbols, `s1`", &compute, |site, _| {
        !workspace_symbols::search(site.workspace, site.root, &[], "s1", &|_| true).is_empty()
    });
    measure("callers and note above a pipeline", &compute, |site, _| {
        used_by::incoming(site).is_empty() && used_by::used_by(site).is_none()
    });
}

fn main() {
    long_pipeline();
    names();
    let step = "  last:\n    type: command\n    component: azureml:c@latest\n";
    let hover_compute = project(&format!("{step}    compute: azureml:cpu-4│2\n"));
    measure("hover on a compute", &hover_compute, |site, at| {
        hover::hover(site, at).is_some()
    });
    let size = project(&format!(
        "{step}    resources: {{instance_type: Standard_NC│6}}\n"
    ));
    measure("hover on a size", &size, |site, at| {
        hover::hover(site, at).is_some()
    });
    let unknown = project(&format!(
        "{step}    resources: {{instance_type: Standard_NCC│66_v9}}\n"
    ));
    measure("hover on an unknown size", &unknown, |site, at| {
        hover::hover(site, at).is_some()
    });
    let computes = project(&format!("{step}    compute: azureml:│\n"));
    measure("completion of 500 computes", &computes, |site, at| {
        completion::complete(site, at).is_some()
    });
    let sizes = project(&format!("{step}    resources: {{instance_type: │}}\n"));
    measure("completion of all sizes", &sizes, |site, at| {
        completion::complete(site, at).is_some()
    });
    let typed = project(&format!(
        "{step}    resources: {{instance_type: Standard_D4│}}\n"
    ));
    measure("completion of sizes, `Standard_D4`", &typed, |site, at| {
        completion::complete(site, at).is_some()
    });
    let keys = pipeline(
        500,
        &format!("{step}    res│\n    compute: azureml:cpu-4\n"),
    );
    measure("completion of keys, 500 steps", &keys, |site, at| {
        completion::complete(site, at).is_some()
    });
    let words = pipeline(500, &format!("{step}    inputs: {{x: {{type: │}}}}\n"));
    measure("completion of values, 500 steps", &words, |site, at| {
        completion::complete(site, at).is_some()
    });
    let all = TextRange::new(0, u32::MAX);
    measure("inlay hints of 60 steps", &computes, |site, _| {
        !inlay_hints::hints(site, all).is_empty()
    });
    measure("code lenses", &computes, |site, _| {
        code_lens::code_lenses(site).is_empty()
    });
}

fn measure(name: &str, scene: &Scene, work: impl Fn(&Site<'_>, u32) -> bool) {
    let once = || {
        let start = Instant::now();
        assert!(scene.look(&work), "{name} has an answer");
        start.elapsed()
    };
    let started = Instant::now();
    let mut took: Vec<Duration> = (0..RUNS)
        .take_while(|_| started.elapsed() < LONGEST)
        .map(|_| once())
        .collect();
    took.sort();
    let [median, slowest] =
        [took.len() / 2, took.len() - 1].map(|at| took[at].as_secs_f64() * 1000.0);
    println!("{median:8.3} ms median {slowest:8.3} ms slowest  {name}");
}
