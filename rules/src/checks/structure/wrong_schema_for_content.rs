//! A file that is something else than it says.

use crate::checks::prelude::*;
use crate::schema::Problem;
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
    let problems = cx.judgement().problems.iter();
    if problems.filter(|it| is_unknown_key_of(it, root)).count() < 2 {
        return None;
    }
    let keys: Vec<&str> = root
        .entries()
        .filter_map(|entry| entry.key.text())
        .collect();
    let candidates: Vec<&KindDef> = crate::schema::table::kinds()
        .iter()
        .filter(|def| !def.nested_only && knows_all(def, &keys) && takes_type(def, root))
        .collect();
    // A managed endpoint is rather mistaken for a managed deployment.
    let own = cx.kind().and_then(Kind::member);
    let same = candidates.iter().find(|def| def.kind.member() == own);
    same.or_else(|| candidates.first()).map(|def| def.kind)
}

fn is_unknown_key_of(problem: &Problem<'_>, root: Node<'_>) -> bool {
    match problem.fault {
        Fault::UnknownKey { mapping, .. } => mapping == root && problem.refused,
        _ => false,
    }
}

fn knows_all(def: &KindDef, keys: &[&str]) -> bool {
    let knows = |key: &&str| def.ty.field(key).is_some() || def.ty.read_only.contains(key);
    keys.iter().all(knows)
}

/// Whether the `type` that is written, if one is, is one of this kind.
fn takes_type(def: &KindDef, root: Node<'_>) -> bool {
    let ty = def.ty.field("type").zip(root.get("type"));
    ty.is_none_or(|(field, node)| crate::schema::accepts(&field.ty, node))
}
