//! Several nodes without `distribution`.

use crate::checks::prelude::*;

declare_rule! {
    /// `resources.instance_count` starts several nodes. `distribution` makes them work together: it
    /// starts the processes and sets the environment variables by which they find each other, such
    /// as `MASTER_ADDR`, `WORLD_SIZE`, and `RANK` for PyTorch.
    ///
    /// Commands that start the processes themselves (torchrun, deepspeed, ray, mpirun ...) and
    /// commands that run a shell script are not reported.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch:1
    /// resources: {instance_count: 4}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch:1
    /// resources: {instance_count: 4}
    /// distribution: {type: pytorch, process_count_per_instance: 1}
    /// ```
    "multinode-without-distribution", Compute, Warning,
    summary: "several nodes for a command without `distribution`",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-train-distributed-gpu",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task.trains()) {
        if !work_values::is_whole(cx, work)
            || work_values::value_at(cx, work, &["distribution"]).is_some()
        {
            continue;
        }
        let Some(node) = work_values::value_at(cx, work, &["resources", "instance_count"]) else {
            continue;
        };
        let Some(count) = node.int().filter(|count| *count > 1) else {
            continue;
        };
        if software::command_of(cx, work).is_none_or(software::launches_itself) {
            continue;
        }
        let machine = machine::machine_of(cx, work);
        let on_one_node = machine.as_ref().map(|it| it.fewer_nodes(cx, 1, count));
        let gpus = machine.as_ref().and_then(Machine::gpus).unwrap_or(1).max(1);
        let price = machine.and_then(|machine| machine.price(cx));
        let billed = price.map_or_else(String::new, |price| format!(": {price}"));
        let here = work_values::is_here(cx, node);
        // On a single-node compute, `multinode-on-single-node` reports it.
        let on_one = cx
            .known_compute(work)
            .and_then(|(compute, _)| compute.kind())
            .is_some_and(ComputeKind::is_single_node);
        let edit = here.then(|| insert(node, gpus)).flatten();
        let diagnostic = cx.report(
            work_values::place_of(cx, work, node),
            format!("{count} nodes without a `distribution` to make them work together"),
        );
        diagnostic
            .note(format!(
                "`distribution` sets the variables by which processes on different nodes find each \
                 other (`MASTER_ADDR`, `RANK` ...); without it, all {count} nodes are still billed\
                 {billed}"
            ))
            .help(format!(
                "add `distribution: {{type: pytorch, process_count_per_instance: {gpus}}}`, or \
                 write `instance_count: 1`"
            ));
        if let Some(edit) = edit {
            diagnostic.unsafe_fix("distribute with PyTorch", edit);
        }
        if here && !on_one {
            let price = on_one_node.unwrap_or_default();
            diagnostic.unsafe_fix(format!("run on one node{price}"), fix::replace(node, "1"));
        }
    }
}

/// Inserts `distribution` after the `resources` that contain `count`.
fn insert(count: Node<'_>, gpus: i64) -> Option<Edit> {
    let resources = count.parent()?;
    let key = resources.key()?;
    let values = format!("type: pytorch\nprocess_count_per_instance: {gpus}");
    Some(fix::insert_key(
        Entry {
            key,
            value: resources,
        },
        "distribution",
        &values,
    ))
}
