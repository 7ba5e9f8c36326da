//! Work that is cancelled: it ends soon, also within a rule, and changes no later answer.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use azml_rules::cancellation::{Cancelled, cancellable};
use azml_rules::document::Document;
use azml_rules::work_counter::spent;
use azml_rules::workspace::Workspace;
use azml_rules::{analyze_rule, analyze_tracked};
use azml_tests::spec::TODAY;

const PIPELINE: &str = "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\n\
                        type: pipeline\nsettings: {default_compute: azureml:cpu-cluster}\njobs:\n";

/// A pipeline with `count` steps, each with mistakes, beside files that it names.
fn workspace(count: usize) -> Workspace {
    let mut pipeline = PIPELINE.to_owned();
    for step in 0..count {
        let _ = write!(
            pipeline,
            "  step_{step}:\n    type: command\n    component: ./component.yml\n    comput: \
             azureml:cpu-clutser\n    command: python train.py --rate ${{{{inputs.rat}}}}\n    inputs:\n      \
             rate: ${{{{parent.jobs.step_{}.outputs.out}}}}\n",
            step + 1
        );
    }
    let mut workspace = Workspace::default();
    workspace.set_today(TODAY);
    workspace.insert(Document::new("pipeline.yml", pipeline));
    workspace.insert(Document::new(
        "component.yml",
        "$schema: https://x/commandComponent.schema.json\ntype: command\nname: c\nversion: 1\n\
         command: python train.py ${{inputs.rate}}\nenvironment: azureml:e:1\ninputs:\n  rate: {type: number}\n",
    ));
    workspace.insert(Document::new(
        "cpu.yml",
        "type: amlcompute\nname: cpu-cluster\nsize: Standard_DS3_v2\nmax_instances: 2\n",
    ));
    workspace.begin_revision();
    workspace
}

/// A job with `count` inputs, and with a use of each under a similar name: the closest of all names is
/// looked for each time.
fn job(count: usize) -> Document {
    let mut job =
        "$schema: https://x/commandJob.schema.json\ntype: command\ncommand: run".to_owned();
    for input in 0..count {
        let _ = write!(job, " ${{{{inputs.in_{input}}}}}");
    }
    job.push_str("\ninputs:\n");
    for input in 0..count {
        let _ = writeln!(job, "  on_{input}: 1");
    }
    Document::new("job.yml", job)
}

#[test]
fn a_rule_ends_within_a_few_looks_at_each_node() {
    let document = job(200);
    let nodes = document.tree().nodes().len() as u64;
    let mut workspace = Workspace::default();
    workspace.insert(document);
    let until = |limit: u64| {
        let before = spent();
        let is_cancelled = move || spent() - before >= limit;
        let rule = || analyze_rule(&workspace, "job.yml", "undefined-input-reference").len();
        (cancellable(is_cancelled, rule), spent() - before)
    };
    let (found, all) = until(u64::MAX);
    assert_eq!(found, Ok(200));
    assert!(all > 200 * nodes, "it takes long: {all} for {nodes} nodes");
    for part in 0..40 {
        let limit = all / 50 * part;
        let (found, work) = until(limit);
        assert_eq!(found, Err(Cancelled), "{limit} of {all}");
        assert!(
            work - limit <= 15 * nodes,
            "{work} after {limit}, {nodes} nodes"
        );
    }
}

#[test]
fn an_answer_after_a_cancelled_one_is_the_same() {
    let fresh = || {
        let (found, reads) = analyze_tracked(&workspace(3), "pipeline.yml");
        format!("{found:#?} {}", reads.len())
    };
    let expected = fresh();
    let polls = Arc::new(AtomicU64::new(0));
    let counted = polls.clone();
    let count = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        false
    };
    let all = workspace(3);
    assert!(cancellable(count, || analyze_tracked(&all, "pipeline.yml")).is_ok());
    let polls = polls.load(Ordering::Relaxed);
    assert!(polls > 500, "{polls}");
    // All of the first ones, and then with growing steps.
    let mut at = 0;
    while at < polls {
        let workspace = workspace(3);
        let left = AtomicU64::new(at);
        let is_cancelled = move || {
            let before = left.load(Ordering::Relaxed);
            left.store(before.saturating_sub(1), Ordering::Relaxed);
            before == 0
        };
        let ended = cancellable(is_cancelled, || analyze_tracked(&workspace, "pipeline.yml"));
        assert!(ended.is_err(), "{at} of {polls}");
        let (found, reads) = analyze_tracked(&workspace, "pipeline.yml");
        assert_eq!(
            format!("{found:#?} {}", reads.len()),
            expected,
            "{at} of {polls}"
        );
        at += 1 + at / 50;
    }
}
