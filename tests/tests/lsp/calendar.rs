//! The day of `as-of`.

use azml_tests::process::Project;
use azml_tests::session::Session;
use serde_json::json;

use crate::{of_rule, only, text};

/// Support of Python 3.9 ended on 2025-10-31.
const ENVIRONMENT: &str = "$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json\n\
    name: training\n\
    image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest\n\
    conda_file: {dependencies: [python=3.9]}\n";

/// Writes the configuration as an editor saves it.
fn save(session: &mut Session<'_>, project: &Project, settings: &str) {
    std::fs::write(project.root().join("azml.yaml"), settings).expect("it can be written");
    let changes = json!([{"uri": session.uri("azml.yaml"), "type": 2}]);
    session.notify(
        "workspace/didChangeWatchedFiles",
        json!({"changes": changes}),
    );
}

#[test]
fn an_edit_of_the_day_changes_findings() {
    let project = Project::default()
        .with("env.yml", ENVIRONMENT)
        .with("azml.yaml", "as-of: 2025-10-31\n");
    let mut session = Session::new(&project);
    session.open_file("env.yml");
    let found = session.published("env.yml");
    assert!(of_rule(&found, "retired-python").is_empty(), "{found:#?}");

    save(&mut session, &project, "as-of: 2026-10-31\n");
    let info = only(&session.published("env.yml"), "retired-python");
    assert_eq!(info["severity"], 3, "{info}");
    assert!(text(&info["message"]).contains("reported since 2025-11-01"));

    save(&mut session, &project, "as-of: 2026-11-01\n");
    let warning = only(&session.published("env.yml"), "retired-python");
    assert_eq!(warning["severity"], 2, "{warning}");
    assert!(text(&warning["message"]).contains("as a warning since 2026-11-01"));
}
