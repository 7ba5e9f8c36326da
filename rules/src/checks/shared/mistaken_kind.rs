//! Files that were written for another command than that of their `$schema`.

use crate::checks::context::Context;
use crate::document::{Kind, KindFamily, declares_value};
use crate::schema::table::{KindDef, ValueShape};
use crate::schema::{Judgement, SchemaFault, SchemaProblem, accepts, judge_as};
use crate::syntax::Node;

/// The probable kind of a file that has another one.
pub(crate) struct MistakenKind<'a> {
    /// The kind that its keys belong to.
    pub(crate) meant: &'static KindDef,
    /// Nodes that the command of its own kind rejects: keys at the top, a `type`, inputs.
    pub(crate) refused: Vec<Node<'a>>,
}

/// Returns the kind that the document was meant to be of, if it is clear: that kind knows every key
/// at the top, accepts the `type`, and accepts more of the document than its own kind does.
pub(crate) fn mistaken_kind<'a>(cx: &Context<'a>) -> Option<MistakenKind<'a>> {
    let (root, own) = (cx.document.root()?, cx.kind()?);
    let refused = evidence(cx.judgement(), root, own)?;
    let has_declarations = refused.iter().any(|node| is_declared_input(*node));
    let by_type = refused.iter().any(|node| is_type_of(*node, root));
    let own_member = own.member();
    let own_count = refusals(cx.judgement());
    let keys: Vec<&str> = root
        .entries()
        .filter_map(|entry| entry.key.text())
        .collect();
    let candidates = crate::schema::table::kinds().iter().filter(|def| {
        !def.nested_only
            && def.kind != own
            && knows_all(def, &keys)
            && takes_type(def, root, by_type)
            && (!has_declarations || def.kind.is_component())
    });
    let judged = candidates.map(|def| {
        let judgement = judge_as(cx.workspace, cx.document, def);
        // A managed endpoint is more likely confused with a managed deployment.
        let differs = def.kind.member() != own_member;
        (refusals(&judgement), differs, def)
    });
    let best = judged.min_by_key(|(count, differs, def)| (*count, *differs, def.kind))?;
    (best.0 < own_count).then_some(MistakenKind {
        meant: best.2,
        refused,
    })
}

/// Returns `true` if the client rejects keys at the top, or the `type`, that indicate another kind.
pub(crate) fn has_keys_of_another(cx: &Context<'_>) -> bool {
    let document = cx.document.root().zip(cx.kind());
    document.is_some_and(|(root, own)| evidence(cx.judgement(), root, own).is_some())
}

/// Returns the nodes that indicate another kind, if they are enough: two keys that this kind
/// doesn't know (one for a component without a name), a `type` that it doesn't have, or an input
/// that only a component may declare.
fn evidence<'a>(judgement: &Judgement<'a>, root: Node<'a>, own: Kind) -> Option<Vec<Node<'a>>> {
    // A component ignores unknown keys instead of rejecting them.
    let mut refused: Vec<Node<'a>> = judgement
        .problems
        .iter()
        .filter(|it| it.refused || own.is_component())
        .filter(|it| is_unknown_key_of(it, root) || is_type_of(it.at, root))
        .map(|it| it.at)
        .collect();
    let unknown = refused.iter().filter(|node| node.is_key()).count();
    let is_nameless_component = own.is_component() && root.get("name").is_none();
    let needed = if is_nameless_component { 1 } else { 2 };
    let mut is_enough = unknown >= needed || unknown < refused.len();
    let inputs = root.get("inputs").filter(|_| own.is_job());
    for entry in inputs.into_iter().flat_map(Node::entries) {
        if declares_value(entry.value) {
            refused.push(entry.key);
            is_enough = true;
        }
    }
    is_enough.then_some(refused)
}

fn refusals(judgement: &Judgement<'_>) -> usize {
    let refused = judgement.problems.iter().filter(|problem| problem.refused);
    refused
        .filter(|problem| !matches!(problem.fault, SchemaFault::MissingFile { .. }))
        .count()
}

fn is_unknown_key_of(problem: &SchemaProblem<'_>, root: Node<'_>) -> bool {
    matches!(problem.fault, SchemaFault::UnknownKey { mapping, .. } if mapping == root)
}

/// Returns `true` if `node` is the value of `type` at the top.
pub(crate) fn is_type_of(node: Node<'_>, root: Node<'_>) -> bool {
    root.get("type") == Some(node)
}

/// Returns `true` if `node` is the key of an input that declares the type of a value.
pub(crate) fn is_declared_input(node: Node<'_>) -> bool {
    node.value_of_key().is_some_and(declares_value)
}

fn knows_all(def: &KindDef, keys: &[&str]) -> bool {
    // Endpoints of the preview had a type, and their deployments in the same file.
    let is_endpoint = is_endpoint(def.kind) && keys.iter().any(|key| ENDPOINT.contains(key));
    let was_known = |key: &str| matches!(key, "deployments" | "type") && is_endpoint;
    let knows = |key: &&str| {
        def.ty.field(key).is_some() || def.ty.read_only.contains(key) || was_known(key)
    };
    keys.iter().all(knows)
}

/// Keys that only endpoints have.
const ENDPOINT: [&str; 3] = ["auth_mode", "defaults", "traffic"];

fn is_endpoint(kind: Kind) -> bool {
    kind.family() == KindFamily::Endpoint
}

/// Returns `true` if the kind accepts the `type` of the document, or there is none. If only `type`
/// indicates the kind, it must be one of its enumerated values.
fn takes_type(def: &KindDef, root: Node<'_>, by_type: bool) -> bool {
    let Some(node) = root.get("type") else {
        return true;
    };
    match def.ty.field("type") {
        Some(field) => {
            let is_word = matches!(field.ty.shape, ValueShape::Enum(..));
            accepts(&field.ty, node) && (is_word || !by_type)
        }
        None => {
            let is_batch = def.kind == Kind::EndpointBatch;
            let of_preview = match node.text() {
                Some("batch") => is_batch,
                Some("online") => is_endpoint(def.kind) && !is_batch,
                _ => false,
            };
            !by_type || of_preview
        }
    }
}
