//! Documents are analyzed each for itself: nobody waits for the slowest.

use azml_tests::process::Project;
use azml_tests::session::Session;

use crate::{CLUSTER, of_rule};

/// A job with so many inputs that its analysis takes a while.
fn large() -> String {
    let inputs: String = (0..20_000).map(|i| format!("  a{i}: 1\n")).collect();
    format!("type: command\ncommand: echo\nenvironment: azureml:e:1\ninputs:\n{inputs}")
}

const DIAGNOSTICS: &str = "textDocument/publishDiagnostics";

#[test]
fn large_documents_do_not_hold_up_the_diagnostics_of_a_small_one() {
    let project = Project::default();
    let mut session = Session::new(&project);
    // More than there are places for, and all before it in the alphabet.
    let names: Vec<String> = (0..40).map(|i| format!("large{i}.yml")).collect();
    for name in &names {
        session.open(name, &large());
    }
    session.open(
        "small.yml",
        &CLUSTER.replace("min_instances: 0", "min_instances: 2"),
    );
    let found = session.published("small.yml");
    assert_eq!(of_rule(&found, "cluster-min-nodes").len(), 1, "{found:#?}");
    let before = names
        .iter()
        .filter(|it| session.has_unread(DIAGNOSTICS, it));
    assert!(before.count() < names.len(), "all of the others came first");
    // The same for what is edited while they are at work.
    session.set("small.yml", 2, CLUSTER);
    let found = session.published("small.yml");
    assert!(
        of_rule(&found, "cluster-min-nodes").is_empty(),
        "{found:#?}"
    );
    let before = names
        .iter()
        .filter(|it| session.has_unread(DIAGNOSTICS, it));
    assert!(before.count() < names.len(), "all of the others came first");
    for name in &names {
        session.close(name);
    }
    session.set(
        "small.yml",
        3,
        &CLUSTER.replace("max_instances: 4", "max_instances: 5"),
    );
    let _ = session.published("small.yml");
    for message in session.unread(DIAGNOSTICS) {
        let uri = message["uri"].as_str().unwrap_or_default();
        assert!(uri.contains("large"), "{message}");
    }
}
