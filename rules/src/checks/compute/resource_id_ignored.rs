//! `resource_id` on a compute that the service creates.

use crate::checks::prelude::*;

declare_rule! {
    /// A compute cluster or compute instance is created by the service, so there is no existing
    /// resource to attach. The client accepts `resource_id` but doesn't send it. If the file should
    /// attach a resource that exists already, its `type` has to be that of an attached compute:
    /// `kubernetes`, `virtualmachine`, or `synapsespark`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// resource_id: /subscriptions/0000/resourceGroups/ml/providers/Microsoft.Compute/virtualMachines/box
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// ```
    "resource-id-ignored", Compute, Warning,
    summary: "a `resource_id` on a compute that is created, not attached",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-compute-aml",
}

fn check(cx: &mut Context<'_>) {
    let Some(Kind::ComputeAmlcompute | Kind::ComputeComputeinstance) = cx.kind() else {
        return;
    };
    let root = cx.document.root();
    let Some(entry) = root.and_then(|root| root.entry("resource_id")) else {
        return;
    };
    if entry.value.is_null() {
        return;
    }
    let kind = cx.kind().and_then(ComputeKind::of_document);
    let what = with_article(kind.map_or("compute", ComputeKind::label));
    let meant = attachable::resource(entry.value).zip(cx.document.get("type"));
    let diagnostic = cx.report(
        entry.key.range(),
        format!("`resource_id` is ignored, because {what} is created and not attached"),
    );
    diagnostic
        .unnecessary()
        .note("the client doesn't send it to the service");
    match meant {
        Some(((resource, kind), node)) => {
            let right = attachable::type_of(kind);
            diagnostic
                .help(format!(
                    "remove it, or write `type: {right}` to attach {resource}"
                ))
                .fix(attachable::attach_as(kind, node));
        }
        None => {
            diagnostic.help("remove it");
        }
    }
    diagnostic.unsafe_fix("remove `resource_id`", fix::remove_entry(entry));
}
