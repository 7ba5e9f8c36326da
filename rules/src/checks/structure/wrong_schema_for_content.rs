//! A file that is something else than it says.

use crate::checks::prelude::*;
use crate::schema::table::KindDef;

declare_rule! {
    /// The keys are those of another kind of document than `$schema` or `type` says. Sent to the
    /// command of the kind it claims to be, the file is refused.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// dependencies: [python=3.11]
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// ```
    "wrong-schema-for-content", Structure, Error,
    summary: "a file whose keys are those of another kind than it says",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::WrongSchemaForContent) {
        let message = format!(
            "`{}` belongs in a conda file, not in an environment",
            faults::short_text(problem.at)
        );
        cx.report(problem.at.range(), message).help(
            "move the conda specification to a file of its own and name it with `conda_file`",
        );
    }
    let Some((kind, meant)) = cx.kind().and_then(|kind| Some((kind, meant(cx)?))) else {
        return;
    };
    let place = cx.document.root().and_then(|root| {
        root.entry("$schema")
            .or_else(|| root.entry("type"))
            .or_else(|| root.entries().next())
    });
    if let Some(entry) = place {
        let says = with_article(kind.label());
        let looks = with_article(meant.label());
        cx.report(
            entry.range(),
            format!("the file says it is {says}, but has the keys of {looks}"),
        );
    }
}

/// The kind that knows all keys of a document of which its own kind does not know several.
fn meant(cx: &Context<'_>) -> Option<Kind> {
    let root = cx.document.root()?;
    let unknown = |problem: &&crate::schema::Problem<'_>| matches!(problem.fault, Fault::UnknownKey { mapping, .. } if mapping == root && problem.refused);
    if cx.judgement().problems.iter().filter(unknown).count() < 2 {
        return None;
    }
    let keys: Vec<&str> = root
        .entries()
        .filter_map(|entry| entry.key.text())
        .collect();
    let knows = |def: &&KindDef| {
        !def.nested_only
            && keys
                .iter()
                .all(|key| def.ty.field(key).is_some() || def.ty.read_only.contains(key))
    };
    let fits = |def: &&KindDef| {
        let ty = def.ty.field("type").zip(root.get("type"));
        ty.is_none_or(|(field, node)| crate::schema::accepts(&field.ty, node))
    };
    let candidates: Vec<&KindDef> = crate::schema::table::kinds()
        .iter()
        .filter(knows)
        .filter(fits)
        .collect();
    // A managed endpoint is rather mistaken for a managed deployment.
    let own = cx.kind().and_then(Kind::member);
    let same = candidates.iter().find(|def| def.kind.member() == own);
    same.or_else(|| candidates.first()).map(|def| def.kind)
}
