//! Prompt flows.

use crate::checks::prelude::*;
use crate::path::parent;

declare_rule! {
    /// Since 2026-04-20, prompt flow in Azure Machine Learning and Microsoft Foundry gets no new
    /// features, and its container images get no updates. After 2027-04-20, prompt flow, its VS Code
    /// extensions, and its images are no longer supported or available. Microsoft recommends
    /// rebuilding flows with Microsoft Agent Framework.
    ///
    /// Flows in sibling folders are reported once, in the first file, with
    /// their number.
    ///
    /// ```yaml bad path=flow.dag.yaml
    /// $schema: https://azuremlschemas.azureedge.net/promptflow/latest/Flow.schema.json
    /// inputs: {question: {type: string}}
    /// outputs: {answer: {type: string, reference: "${echo.output}"}}
    /// nodes:
    /// - name: echo
    ///   type: python
    ///   source: {type: code, path: echo.py}
    ///   inputs: {question: "${inputs.question}"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: chat
    /// model: azureml:agent:1
    /// environment: azureml:agent-framework:1
    /// code_configuration: {code: src, scoring_script: score.py}
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    "prompt-flow-retired", Migration, Warning,
    summary: "a prompt flow, which Azure Machine Learning stops supporting on 2027-04-20",
    url: "https://learn.microsoft.com/azure/machine-learning/prompt-flow/migrate-prompt-flow-to-agent-framework",
}

fn check(cx: &mut Context<'_>) {
    if !is_flow(cx.document) {
        return;
    }
    let keys = ["nodes", "entry", "type"];
    let root = cx.document.root();
    let Some(entry) = root.and_then(|root| ended_features::telling_entry(root, &keys)) else {
        return;
    };
    let range = entry.key.range();
    let folder = |document: &Document| parent(parent(document.path())).to_owned();
    let around = folder(cx.document);
    let is_beside = |other: &Document| is_flow(other) && folder(other) == around;
    let Some(flows) = cx.first_of_sharing(&around, is_beside) else {
        return;
    };
    if let Some(diagnostic) = ended_features::report(
        cx,
        range,
        "prompt flow in Azure Machine Learning",
        ended_features::PROMPT_FLOW,
    ) {
        diagnostic
            .note("after that day, prompt flow and its images are no longer supported or available")
            .help("rebuild the flow with Microsoft Agent Framework");
        if flows > 1 {
            let others = counted(flows - 1, "other flow");
            let verb = if flows == 2 { "is" } else { "are" };
            diagnostic.note(format!("{others} beside this one {verb} not reported"));
        }
    }
}

fn is_flow(document: &Document) -> bool {
    matches!(document.kind(), Some(Kind::FlowDag | Kind::ComponentFlow))
}
