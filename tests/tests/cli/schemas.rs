//! The JSON schemas hold for what the program reads and writes.

use std::path::{Path, PathBuf};

use azml_rules::config;
use azml_rules::document::Document;
use azml_rules::path::PathStyle;
use azml_tests::markdown::blocks;
use azml_tests::process::{Project, printed, root};
use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

use crate::CLUSTER;

pub(crate) struct Validator {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Validator {
    fn of(name: &str) -> Self {
        let schema = printed(&format!("--schema {name}"));
        Self::with(serde_json::from_str(&schema).expect("a schema is JSON"))
    }

    pub(crate) fn with(schema: Value) -> Self {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler
            .add_resource("schema.json", schema)
            .expect("it has a name");
        let index = compiler.compile("schema.json", &mut schemas);
        let index = index.expect("the schema is one");
        Self { schemas, index }
    }

    pub(crate) fn problem(&self, value: &Value) -> Option<String> {
        let result = self.schemas.validate(value, self.index);
        result.err().map(|error| format!("{error:#}"))
    }
}

fn markdown_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("it is a folder") {
        let path = entry.expect("it is listed").path();
        if path.is_dir() {
            markdown_below(&path, found);
        } else if path.extension().is_some_and(|it| it == "md") {
            found.push(path);
        }
    }
}

/// Every `azml.yaml` of the specs.
fn configurations() -> Vec<String> {
    let mut files = Vec::new();
    markdown_below(&root().join("tests/specs"), &mut files);
    let mut found = Vec::new();
    for file in files {
        for block in blocks(&std::fs::read_to_string(file).expect("it was listed")) {
            let path = block.path.clone().unwrap_or_default();
            if path.ends_with("azml.yaml") && !block.text.contains('│') {
                found.push(block.text);
            }
        }
    }
    found
}

const MORE: &[&str] = &[
    "",
    "rules:\nexclude:\n",
    "rules: {cluster-min-nodes: Off, job-never-ends: false, unused-input: error}\n",
    "rules: {cluster-min-nodes: loud}\n",
    "rules: {cluster-min-node: off}\n",
    "rules: {cluster-min-nodes: {level: warning}}\n",
    "rules: {cluster-min-nodes: {levels: warning}}\n",
    "rules: {cluster-min-nodes: {options: {minutes: 3}}}\n",
    "rules: {cluster-slow-scale-down: {level: hint, options: {idle_minutes: 60}}}\n",
    "rules: {cluster-slow-scale-down: {options: {idle_minutes: 0}}}\n",
    "rules: {cluster-slow-scale-down: {options: {idle_minutes: soon}}}\n",
    "rules: {cluster-slow-scale-down: {options: {minutes: 3}}}\n",
    "rule: {}\n",
    "rules: [a]\n",
    "profile: strict\n",
    "profile: [cost, security]\n",
    "profile: [cost, securiti]\n",
    "profile: {a: b}\n",
    "preview: true\n",
    "preview: sometimes\n",
    "schemaChecks: off\n",
    "schemaChecks: sometimes\n",
    "extends: [a]\n",
    "extends: base.yaml\n",
    "required-version: '>=0.1, <9'\n",
    "exclude: {a: 1}\n",
    "exclude: [a, b/]\n",
    "inventory: a.json\n",
    "inventory: [a.json, b.json]\n",
    "inventory: {a: b}\n",
    "inventories: [{name: prod, file: a.json}, {file: b.json}]\n",
    "inventories: [{name: prod}]\n",
    "inventories: {prod: a.json}\n",
    "computes: 5\n",
    "computes: {gpu: {type: amlcompute, other: 1}, cpu: null}\n",
    "computes: {gpu: amlcompute}\n",
    "computes: [{name: gpu, type: amlcompute}]\n",
    "prices: {currency: EUR, Standard_D4s_v5: 0.19}\n",
    "prices: {Standard_D4s_v5: -1}\n",
    "prices: {Standard_D4s_v5: [1]}\n",
    "overrides: [{files: dev/, rules: {cluster-min-nodes: off}}]\n",
    "overrides: [{files: [dev/, '*.gen.yml'], rules: {}}]\n",
    "overrides: [{files: dev/}]\n",
    "overrides: [{file: dev/, rules: {}}]\n",
    "overrides: {files: dev/, rules: {}}\n",
];

#[test]
fn a_configuration_fits_its_schema_if_and_only_if_it_is_understood() {
    let validator = Validator::of("config");
    let mut counts = [0, 0];
    let more = MORE.iter().map(|&text| text.to_owned());
    for text in configurations().into_iter().chain(more) {
        let (_, _, problems) = config::read(&"azml.yaml".into(), &text, PathStyle::Unix);
        let value: Value = serde_yaml::from_str(&text).unwrap();
        let problem = validator.problem(&value);
        assert_eq!(
            problem.is_none(),
            problems.is_empty(),
            "{text}\n{problem:?}\n{problems:?}"
        );
        counts[usize::from(problem.is_some())] += 1;
    }
    assert!(counts.iter().all(|count| *count > 15), "{counts:?}");
}

#[test]
fn the_findings_fit_their_schema() {
    let validator = Validator::of("findings");
    let run = Project::copy_of("tour")
        .with(
            "a.yml",
            "type: command\ncommand: echo ${{inputs.x}}\nunknown: 1\n",
        )
        .with("b.yml", "type: command\nname: [\n")
        .with("cpu.yml", CLUSTER)
        .run("--check --format json --min-level hint");
    let tour: Value = serde_json::from_str(&run.stdout).unwrap();
    assert!(tour["diagnostics"].as_array().unwrap().len() > 3);
    assert_eq!(validator.problem(&tour), None);
    let mut wrong = tour;
    wrong["diagnostics"][0]["level"] = "fatal".into();
    assert!(validator.problem(&wrong).is_some());
    wrong["diagnostics"][0]["level"] = "error".into();
    wrong["diagnostics"][0]["more"] = "x".into();
    assert!(validator.problem(&wrong).is_some());
}

/// The names of all kinds that have a schema, as an unknown name lists them.
fn kinds() -> Vec<String> {
    let run = Project::default().run("--schema nothing-like-it");
    assert_eq!(run.code, 2, "{run:?}");
    let (_, names) = run
        .stderr
        .split_once("the names are ")
        .expect("they are listed");
    let names = names.lines().next().unwrap_or_default().split(", ");
    names.skip(2).map(str::to_owned).collect()
}

#[test]
fn skeletons_fit_the_schemas_of_their_kinds_and_misspelled_keys_do_not() {
    let validators: Vec<(String, Validator)> = kinds()
        .into_iter()
        .map(|kind| (kind.clone(), Validator::of(&kind)))
        .collect();
    assert!(validators.len() > 50, "{}", validators.len());
    let mut count = 0;
    for skeleton in azml_rules::skeletons::skeletons() {
        let text = skeleton.plain();
        let document = Document::new(&*format!("{}.yml", skeleton.id), text.clone());
        let Some(kind) = document.kind().map(|kind| kind.id().to_string()) else {
            continue;
        };
        let Some((_, validator)) = validators.iter().find(|(name, _)| *name == kind) else {
            continue;
        };
        let value: Value = serde_yaml::from_str(&text).unwrap();
        assert_eq!(validator.problem(&value), None, "{}", skeleton.id);
        let mut misspelled = value;
        let keys = misspelled.as_object_mut().expect("a document is a mapping");
        keys.insert("descriptionn".to_owned(), "x".into());
        assert!(validator.problem(&misspelled).is_some(), "{}", skeleton.id);
        count += 1;
    }
    assert!(count > 30, "{count}");
}

#[test]
fn a_schema_takes_expressions_and_spellings_as_the_client_does() {
    let sweep = Validator::of("sweepJob");
    let job = |sampling: &str, trials: &str, concurrent: &str| {
        let text = format!(
            "type: SWEEP\nsampling_algorithm: {sampling}\nlimits: {{max_total_trials: {trials}, \
             max_concurrent_trials: {concurrent}}}\ntrial: {{command: x, environment: 'azureml:e:1'}}\n\
             search_space: {{lr: {{type: choice, values: [1]}}}}\n\
             objective: {{goal: minimize, primary_metric: loss}}\n"
        );
        serde_yaml::from_str::<Value>(&text).unwrap()
    };
    assert_eq!(sweep.problem(&job("random", "4", "2")), None);
    assert_eq!(sweep.problem(&job("Random", "'4'", "2")), None);
    assert!(sweep.problem(&job("randomly", "4", "2")).is_some());
    assert!(sweep.problem(&job("random", "four", "2")).is_some());
    assert!(sweep.problem(&job("random", "[4]", "2")).is_some());
    let pipeline = Validator::of("job/pipeline");
    let step = |count: &str| {
        let text = format!(
            "type: pipeline\njobs:\n  a:\n    type: command\n    component: azureml:c:1\n    \
             resources: {{instance_count: {count}}}\n"
        );
        serde_yaml::from_str::<Value>(&text).unwrap()
    };
    assert_eq!(
        pipeline.problem(&step("\"${{parent.inputs.nodes}}\"")),
        None
    );
    assert!(pipeline.problem(&step("many")).is_some());
}

#[test]
fn a_misspelled_kind_has_a_suggestion() {
    let run = Project::default().run("schema job/pipelin");
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("did you mean `job/pipeline`?"),
        "{run:?}"
    );
}
