//! TensorFlow workers that do not match the nodes.

use crate::checks::prelude::*;

declare_rule! {
    /// A TensorFlow distribution starts `worker_count` workers, one on each node. With fewer
    /// workers than nodes, the other nodes are billed and idle. With more, some workers have no
    /// node. The default is `resources.instance_count`.
    ///
    /// Parameter servers may run on the nodes of the workers or on their own; neither is reported.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch@latest
    /// distribution: {type: tensorflow, worker_count: 2}
    /// resources: {instance_count: 4}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch@latest
    /// distribution: {type: tensorflow, worker_count: 4}
    /// resources: {instance_count: 4}
    /// ```
    "tensorflow-worker-count", Compute, Warning,
    summary: "a number of TensorFlow workers that is not the number of nodes",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-train-distributed-gpu",
}

fn check(cx: &mut Context<'_>) {
    for (distribution, nodes, work) in distribution::distributions(cx) {
        let Some(node) = distribution
            .get("worker_count")
            .filter(|_| distribution.kind == "tensorflow")
        else {
            continue;
        };
        let servers = distribution
            .get("parameter_server_count")
            .map_or(Some(0), Node::int);
        // Without a number of nodes, a job has one; that of a component is set by the job.
        let count = match (nodes, work) {
            (Some(nodes), _) => nodes.int(),
            (None, Some(work)) if work_values::is_whole(cx, work) => Some(1),
            _ => None,
        };
        let (Some(workers), Some(servers), Some(count)) = (node.int(), servers, count) else {
            continue;
        };
        if count < 1 || workers == count || workers + servers == count {
            continue;
        }
        let note = if workers < count {
            let idle = counted(count - workers, "node");
            format!("each worker takes one node, so {idle} would be billed and idle")
        } else {
            let without = counted(workers - count, "worker");
            format!("each worker takes one node, so {without} would have none")
        };
        let path = cx.document.shared_path();
        let nodes_here = nodes.filter(|nodes| work_values::is_here(cx, *nodes));
        let diagnostic = cx.report(
            node.range(),
            format!(
                "{} for {}",
                counted(workers, "TensorFlow worker"),
                counted(count, "node")
            ),
        );
        diagnostic
            .note(note)
            .help(format!(
                "write `worker_count: {count}`, or `instance_count: {workers}`"
            ))
            .unsafe_fix(
                format!("start {}", counted(count, "worker")),
                fix::replace(node, count.to_string()),
            );
        if let Some(nodes) = nodes_here {
            diagnostic.related(&path, nodes.range(), "the number of nodes is set here");
        }
    }
}
