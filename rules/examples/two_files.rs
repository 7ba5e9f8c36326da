//! What is said of a sweep, given what another file says about its compute.
#![allow(clippy::print_stdout)]

use azml_rules::analyze;
use azml_rules::document::Document;
use azml_rules::workspace::Workspace;

const INSTANCE: &str =
    "type: computeinstance\nname: ci-anna\nidle_time_before_shutdown_minutes: 60\n";
const SWEEP: &str = "\
type: sweep
compute: azureml:ci-anna
objective: {goal: minimize, primary_metric: rmse}
limits: {max_total_trials: 24, max_concurrent_trials: 4}
";

pub(crate) fn main() {
    let mut workspace = Workspace::default();
    workspace.insert(Document::new("ci-anna.yml", INSTANCE));
    workspace.insert(Document::new("sweep.yml", SWEEP));
    let found = analyze(&workspace, "sweep.yml");
    for finding in &found {
        let (level, rule) = (finding.level.name(), finding.rule.name);
        println!("{level}[{rule}] {}", finding.message);
    }
    assert!(
        found
            .iter()
            .any(|finding| finding.rule.name == "sweep-on-single-node")
    );
}
