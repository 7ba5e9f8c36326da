//! The documents that a change outdates: those that depend on it, and no others.

use azml_rules::analyze_tracked;
use azml_rules::document::Document;
use azml_rules::settings::Settings;
use azml_rules::workspace::{Dependencies, Workspace};

const COMPONENT: &str = "$schema: https://x/commandComponent.schema.json\nname: c\ntype: \
                         command\nversion: 1\n\
                         command: echo ${{inputs.a}}\nenvironment: azureml:e:1\ninputs:\n  a: \
                         {type: string}\n";

fn pipeline(component: &str) -> String {
    format!(
        "$schema: https://x/pipelineJob.schema.json\ntype: pipeline\ncompute: azureml:cpu\n\
         jobs:\n  s:\n    type: command\n    component: {component}\n    inputs: {{a: x}}\n"
    )
}

fn workspace() -> Workspace {
    let mut workspace = Workspace::default();
    workspace.insert(Document::new("lib/c.yml", COMPONENT));
    workspace.insert(Document::new("user.yml", pipeline("./lib/c.yml")));
    workspace.insert(Document::new("other.yml", pipeline("azureml:other:1")));
    workspace
}

fn named(name: &str) -> Document {
    let text = COMPONENT.replace("name: c", &format!("name: {name}"));
    Document::new("lib/d.yml", text)
}

fn compute(name: &str) -> Document {
    let text = format!("type: amlcompute\nname: {name}\nsize: x\n");
    Document::new("cpu.yml", text)
}

fn dependencies_of(workspace: &Workspace, path: &str) -> Dependencies {
    analyze_tracked(workspace, path).1
}

/// Which of the pipelines are outdated once `change` is made.
fn outdated(change: impl FnOnce(&mut Workspace)) -> Vec<&'static str> {
    let before = workspace();
    let dependencies = ["user.yml", "other.yml"].map(|path| (path, dependencies_of(&before, path)));
    let mut after = before.clone();
    change(&mut after);
    let mut outdated = Vec::from(dependencies);
    outdated.retain(|(_, dependencies)| !after.confirms(dependencies));
    outdated.into_iter().map(|(path, _)| path).collect()
}

#[test]
fn only_users_of_what_changed_are_outdated() {
    let none: [&str; 0] = [];
    assert_eq!(outdated(|_| {}), none);
    assert_eq!(
        outdated(|w| w.insert(Document::new("lib/c.yml", COMPONENT))),
        none,
        "the same text again"
    );
    assert_eq!(
        outdated(|w| w.insert(Document::new("lib/c.yml", COMPONENT.replace("a:", "b:")))),
        ["user.yml"]
    );
    assert_eq!(outdated(|w| w.remove("lib/c.yml")), ["user.yml"]);
    assert_eq!(outdated(|w| w.insert(named("d"))), none);
    assert_eq!(
        outdated(|w| w.insert(named("othre"))),
        ["other.yml"],
        "its reference may be a slip"
    );
    assert_eq!(outdated(|w| w.insert(compute("training"))), none);
    assert_eq!(
        outdated(|w| w.insert(compute("CPU"))),
        ["user.yml", "other.yml"],
        "letter case does not count"
    );
    assert_eq!(
        outdated(|w| w.set_settings("lib", Settings::default())),
        none
    );
    let prices = Settings {
        path: Some("azml.yaml".into()),
        ..Settings::default()
    };
    assert_eq!(
        outdated(|w| w.set_settings("", prices)),
        ["user.yml", "other.yml"]
    );
}

#[test]
fn a_file_that_comes_outdates_those_that_missed_it() {
    let mut before = workspace();
    before.remove("lib/c.yml");
    let dependencies = dependencies_of(&before, "user.yml");
    assert!(before.confirms(&dependencies) && before.disk_confirms(&dependencies));
    assert!(!workspace().confirms(&dependencies));
}
