//! `--graph`: a pipeline as Mermaid, as DOT, and as a picture.

use azml_tests::process::Project;

fn project() -> Project {
    let config =
        "computes:\n  cpu-cluster: {type: amlcompute, size: Standard_DS3_v2, max_instances: 4}\n";
    Project::copy_of("pipelines").with("azml.yaml", config)
}

/// Names as nobody writes them, bindings to nothing, a pipeline in a step, control flow.
const ODD: &str = r##"type: pipeline
display_name: "a \"b\" <c> #d: `e` \\ style: #x;"
inputs:
  größe😀: 3
  "-  x": "1. list <b>bold</b> & `code` *star* _under_"
  style: "style: #1; classDef"
jobs:
  "end":
    command: echo
    environment: azureml:e:1
    compute: "azureml:cpu#1\"2"
    inputs: {a: "${{parent.inputs.größe😀}}", b: "${{parent.inputs.nope}}",
        c: "${{parent.jobs.gone.outputs.x}}"}
  subgraph:
    component: azureml://registries/azureml/components/<x>/versions/1
    inputs: {z: "${{parent.jobs.end.outputs.q|\"}}", graph: "${{parent.inputs.style}}"}
  sub:
    type: pipeline
    inputs: {i: "${{parent.jobs.subgraph.outputs.o}}"}
    outputs: {o: "${{parent.outputs.final}}"}
    jobs:
      inner: {command: echo, inputs: {i: "${{parent.inputs.i}}"}}
  loop:
    type: do_while
    body: ${{parent.jobs.sub}}
    condition: ${{parent.jobs.subgraph.outputs.stop}}
"##;

#[test]
fn a_pipeline_in_a_pipeline_is_a_box_in_each_format() {
    project()
        .run("--graph nested.yml")
        .is_as_in("graph-mermaid");
    project()
        .run("--graph nested.yml --format dot")
        .is_as_in("graph-dot");
    project()
        .run("--graph nested.yml --format svg")
        .is_as_in("graph-svg");
}

#[test]
fn odd_names_are_escaped_and_broken_bindings_are_red() {
    let project = Project::default().with("p.yml", ODD);
    project.run("--graph p.yml").is_as_in("graph-odd-mermaid");
    project
        .run("--graph p.yml --format dot")
        .is_as_in("graph-odd-dot");
}

#[test]
fn standard_input_stands_for_its_file() {
    let project = project();
    let text = project.text("nested.yml");
    let from_file = project.run("--graph nested.yml").stdout;
    let run = project.run_with(
        "--graph - --stdin-filename nested.yml",
        &[],
        text.as_bytes(),
    );
    assert_eq!((run.code, run.stdout), (0, from_file));
    let alone = Project::default().run_with("--graph -", &[], text.as_bytes());
    assert!(
        alone.stdout.contains("./components/part.yml"),
        "a component that is not at hand: {alone:?}"
    );
}

#[test]
fn what_is_no_pipeline_is_said() {
    let project = project().with("other.yml", "hello: world\n");
    for (arguments, told) in [
        (
            "--graph components/train.yml",
            "components/train.yml is a command component, not a pipeline; a graph needs",
        ),
        (
            "--graph other.yml",
            "other.yml is not Azure ML YAML; a graph needs",
        ),
        ("--graph gone.yml", "gone.yml can't be read"),
        (
            "--graph components",
            "components is a folder; give the path of a pipeline file",
        ),
    ] {
        let run = project.run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments}");
        assert!(run.stderr.contains(told), "{run:?}");
    }
}

#[test]
fn a_pipeline_that_runs_itself_is_drawn_once() {
    let text = "type: pipeline\nname: p\nversion: 1\n\
        jobs:\n  a: {component: ./p.yml}\n  b: {component: ./p.yml}\n";
    let run = Project::default().with("p.yml", text).run("--graph p.yml");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        !run.stdout.contains("subgraph") && run.stdout.contains("n1[\"b<br>pipeline · p.yml\"]"),
        "{run:?}"
    );
}
