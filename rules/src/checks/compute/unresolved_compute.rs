//! A compute that nothing defines.

use crate::checks::prelude::*;
use crate::checks::shared::reference::snapshot_age::{SnapshotAge, short_path};
use crate::wording::listed_up_to;

declare_rule! {
    /// If there is an inventory (the saved output of `az ml compute list -o json`), a `compute`
    /// that is neither in the inventory nor in a compute YAML nor in `azml.yaml` is probably
    /// misspelled. The service rejects it when the job is submitted. Save the inventory again when
    /// computes are added. In a snapshot of the workspace that is older than 30 days, this is an info.
    ///
    /// Without an inventory, only a slip is reported: a name that differs in a letter or two from a
    /// compute that a file here defines. If only the case, `-`, or `_` differs, this is a hint. Names
    /// that differ in a number or a short word, such as `cpu-cluster` and `gpu-cluster`, are not slips.
    ///
    /// Computes that Terraform, a call of a `create-compute.yml` workflow or template, or
    /// `az ml compute create` creates are known, too. A name that they don't have is never
    /// reported for that reason alone: computes are also created in the studio.
    ///
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:sklearn@latest
    /// compute: azureml:cpu-clustr
    /// ```
    /// ```json bad path=.azml/computes.json
    /// [{"name": "cpu-cluster", "type": "amlcompute"}]
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:sklearn@latest
    /// compute: azureml:cpu-cluster
    /// ```
    /// ```json good path=.azml/computes.json
    /// [{"name": "cpu-cluster", "type": "amlcompute"}]
    /// ```
    "unresolved-compute", Compute, Warning,
    marks: [Unfinished],
    summary: "a compute that is not in the inventory, or a slip in the name of one in the folder",
    fix: Unsafe,
    url: "https://learn.microsoft.com/cli/azure/ml/compute#az-ml-compute-list",
}

/// Names that are reserved by the service.
const RESERVED: [&str; 5] = [
    "amlcompute",
    "adfcompute",
    "datafactory",
    "containerinstance",
    "virtualcluster",
];

fn check(cx: &mut Context<'_>) {
    for node in values(cx) {
        let Resolution::Unknown(name) = cx.resolve_compute(node) else {
            continue;
        };
        // `virtualClusters/...` and paths of other resources are not computes of the workspace.
        if name.contains(['/', ' '])
            || RESERVED
                .iter()
                .any(|reserved| name.eq_ignore_ascii_case(reserved))
        {
            continue;
        }
        let inventories = &cx.settings.inventories;
        if !inventories.is_empty() && inventories.iter().all(|it| it.is_whole) {
            not_in_inventory(cx, node, name);
        } else {
            not_in_folder(cx, node, name);
        }
    }
}

fn not_in_inventory(cx: &mut Context<'_>, node: Node<'_>, name: &str) {
    let inventories = &cx.settings.inventories;
    let shown = match &inventories[0].label.name {
        Some(name) => format!("inventory `{name}`"),
        None => format!("`{}`", short_path(&inventories[0].path)),
    };
    let more = if inventories.len() > 1 {
        " and the other inventories"
    } else {
        ""
    };
    let saved = inventories.iter().filter_map(|it| it.label.saved_on).min();
    let age = saved.map_or_else(String::new, |day| format!(" (saved on {day})"));
    let known = cx.workspace.computes(cx.document.path());
    let near = closest(name, known.iter().map(|def| def.name.as_str()));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "check the name".to_owned(),
        None => format!("known: {}", list(known.iter().map(|def| def.name.as_str()))),
    };
    let snapshot_age = SnapshotAge::of(cx);
    let diagnostic = cx.report(
        node.range(),
        format!("compute `{name}` is not in {shown}{more}"),
    );
    match snapshot_age {
        Some(age) => age.of_missing(diagnostic, Level::Warning),
        None => diagnostic.note(format!(
            "if the compute is new, save the inventory again with `az ml compute list -o json`{age}"
        )),
    };
    diagnostic.help(help);
    if let Some(near) = near {
        suggest(diagnostic, node, near);
    }
}

/// Reports a likely typo. Without an inventory, the computes of the workspace are unknown.
fn not_in_folder(cx: &mut Context<'_>, node: Node<'_>, name: &str) {
    let path = cx.document.path();
    let defined = cx.workspace.near_name(path, Resource::Compute, name);
    let configured = || {
        let names = cx.settings.computes.iter().map(|def| def.name.as_str());
        closest(name, names)
    };
    let near = defined.or_else(configured).map(str::to_owned);
    let created = || cx.workspace.near_compute_in_code(path, name);
    let Some(near) = near.or_else(created).filter(|near| is_slip(name, near)) else {
        return;
    };
    let compute = cx.workspace.compute_named(path, &near);
    let diagnostic = cx.report(
        node.range(),
        format!("no file here defines the compute `{name}`, but one defines `{near}`"),
    );
    // `cpucluster` and `cpu-cluster` may be two computes.
    if words(name).concat() == words(&near).concat() {
        diagnostic.level(Level::Hint);
    }
    diagnostic.help(format!("did you mean `{near}`?"));
    if let Some(compute) = compute {
        diagnostic.defined_at(&compute);
    }
    suggest(diagnostic, node, &near);
}

fn suggest(diagnostic: &mut Diagnostic, node: Node<'_>, near: &str) {
    diagnostic.unsafe_fix(
        format!("use `{near}`"),
        compute_fixes::set_compute(node, near),
    );
}

/// Returns `true` if the difference of two similar names is probably a typo. Short words and numbers
/// distinguish computes: `cpu-cluster` and `gpu-cluster`, `team-a` and `team-b`, `train-1` and `train-2`.
fn is_slip(name: &str, near: &str) -> bool {
    let [words, near_words] = [words(name), words(near)];
    if words.concat() == near_words.concat() {
        return true;
    }
    let mut pairs = words.iter().zip(&near_words);
    words.len() == near_words.len()
        && pairs.all(|(word, near)| word == near || is_slip_of_word(word, near))
}

fn is_slip_of_word(word: &str, near: &str) -> bool {
    let has_digit = |word: &str| word.contains(|c: char| c.is_ascii_digit());
    if has_digit(word) || has_digit(near) {
        return false;
    }
    sorted(word) == sorted(near) || is_long(near) && closest(word, [near]).is_some()
}

/// Returns the words of a name, in lower case.
fn words(name: &str) -> Vec<String> {
    let words = name.split(['-', '_', '.']).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect()
}

/// Returns `true` if the word is long enough that one letter more or less is a typo.
fn is_long(word: &str) -> bool {
    word.chars().count() >= 5
}

/// Returns the distinct letters of a word in order: the same after letters were swapped or doubled.
fn sorted(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    letters
}

/// Returns every value of the document that names a compute.
fn values<'a>(cx: &Context<'a>) -> Vec<Node<'a>> {
    let mut values: Vec<Node<'a>> = cx
        .works()
        .iter()
        .filter_map(|work| work.target.node)
        .collect();
    let document = cx.document;
    if matches!(
        cx.kind(),
        Some(Kind::JobPipeline | Kind::EndpointKubernetesOnline)
    ) {
        let root = document.root();
        values.extend(root.and_then(|root| root.get_path(&["settings", "default_compute"])));
        values.extend(root.and_then(|root| root.get("compute")));
    }
    let deployment = document.batch_deployment();
    values.extend(
        deployment
            .into_iter()
            .flat_map(|found| [found.compute, found.default_compute])
            .flatten(),
    );
    if let Some(schedule) = document.schedule() {
        values.extend(schedule.default_compute());
        values.extend(schedule.works().iter().filter_map(|work| work.target.node));
    }
    // A value that several steps inherit is found several times.
    values.sort_by_key(|node| node.range().start);
    values.dedup();
    values
}

/// Formats "`a`, `b`, `c`, `d`, and 4 more".
fn list<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    names.sort();
    names.dedup();
    listed_up_to(5, names)
}
