//! A step that sets an input or output which its component does not have.

use crate::checks::{names, ports};
use crate::expression::{Interface, Port, Ports, Step};
use crate::prelude::*;
use crate::similar::closest;

declare_rule! {
    /// What a step gives to a component arrives only under a name that the component declares. The official client drops
    /// anything else without a word, so a misspelt parameter keeps its default and the run looks fine.
    /// Where the component needs the input that was meant, the client refuses the pipeline; there this is an error.
    ///
    /// ```yaml bad path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// jobs:
    ///   train:
    ///     component: ./train.yml
    ///     inputs: {epoch: 20}
    /// ```
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py --epochs ${{inputs.epochs}}
    /// environment: azureml:sklearn@latest
    /// inputs: {epochs: {type: integer, default: 10}}
    /// ```
    /// ```yaml good path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// jobs:
    ///   train:
    ///     component: ./train.yml
    ///     inputs: {epochs: 20}
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py --epochs ${{inputs.epochs}}
    /// environment: azureml:sklearn@latest
    /// inputs: {epochs: {type: integer, default: 10}}
    /// ```
    "unknown-component-port", Reference, Warning,
    summary: "a step that sets an input or output which its component does not have",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-create-component-pipelines-cli",
}

fn check(cx: &mut Context<'_>) {
    for (_, step) in cx.program().calls() {
        let Some(interface) = step.callee.interface() else { continue };
        let misspelt = ports::misspelt(step, interface);
        for port in &step.inputs.list {
            let needed = misspelt.iter().find(|(key, _)| *key == port.key).map(|(_, meant)| *meant);
            let Some(diagnostic) = unknown(cx, step, interface, *port, "input", &interface.inputs) else { continue };
            if let Some(meant) = needed {
                diagnostic.level(Level::Error).notes =
                    vec![format!("it needs `{meant}`, which {} does not set", step.subject())];
            }
        }
        for port in &step.outputs.list {
            unknown(cx, step, interface, *port, "output", &interface.outputs);
        }
    }
}

fn unknown<'c, 'a>(
    cx: &'c mut Context<'a>,
    step: &Step<'a>,
    interface: &Interface<'a>,
    port: Port<'a>,
    word: &str,
    known: &Ports<'a>,
) -> Option<&'c mut Diagnostic> {
    let name = port.name();
    if known.has(name) || known_text(port.key).is_none() || port.key.is_repaired() {
        return None;
    }
    let section = format!("{word}s");
    let free: Vec<&str> = known.names().filter(|known| step.node.get_path(&[&section, known]).is_none()).collect();
    let all = names::names(known);
    let near = closest(name, free.iter().copied()).or_else(|| closest(name, all.iter().copied()));
    let declared = interface.node.get(&section).and_then(Node::key);
    let message = format!("{} has no {word} `{name}`", interface.subject());
    let diagnostic = cx.report(port.key.range(), message);
    diagnostic.note(format!("the value never arrives: {}", names::only(&section, &all)));
    if let Some(near) = near {
        diagnostic.help(format!("did you mean `{near}`?"));
        if free.contains(&near) {
            diagnostic.unsafe_fix(format!("write `{near}`"), fix::replace(port.key, near));
        }
    }
    if let Some((document, key)) = interface.document.zip(declared) {
        diagnostic.related(&document.shared_path(), key.range(), format!("its {section} are declared here"));
    }
    Some(diagnostic)
}
