//! How long the release binary takes, as users start it: the best of several runs.
//!
//! ```console
//! cargo bench -p azml-tests --bench check
//! ```
#![allow(clippy::print_stdout)] // The figures are the point of a benchmark.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use azml_tests::process::{self, Project};
use azml_tests::session::Session;
use azml_tests::sources;

const RUNS: u32 = 10;

fn main() {
    let folder = sources::examples().unwrap_or_else(sources::fixtures);
    let tour = sources::fixtures().join("tour");
    measure("--version", &["--version".into()]);
    measure("--check tests/fixtures/tour", &["--check".into(), tour]);
    let files = sources::yaml_files(&folder).len();
    for format in ["full", "concise", "json"] {
        let name = format!("--check of {files} files, --format {format}");
        measure(
            &name,
            &[
                "--check".into(),
                "--format".into(),
                format.into(),
                folder.clone(),
            ],
        );
    }
    let best = (0..RUNS)
        .map(|_| first_diagnostics())
        .min()
        .unwrap_or_default();
    println!(
        "{:8.1} ms  first diagnostics in an editor, from the start of the server",
        best.as_secs_f64() * 1000.0
    );
}

/// From the start of the server to the findings of the first file that is opened.
fn first_diagnostics() -> Duration {
    let cluster = "type: amlcompute\nname: c\nsize: Standard_D4s_v5\nmin_instances: 2\n";
    let project = Project::default().with("c.yml", cluster);
    let start = Instant::now();
    let mut session = Session::new(&project);
    session.open("c.yml", cluster);
    let found = session.published("c.yml");
    assert!(!found.is_empty(), "the cluster keeps nodes running");
    start.elapsed()
}

fn measure(name: &str, arguments: &[PathBuf]) {
    let best = (0..RUNS).map(|_| once(arguments)).min().unwrap_or_default();
    println!("{:8.1} ms  {name}", best.as_secs_f64() * 1000.0);
}

fn once(arguments: &[PathBuf]) -> Duration {
    let mut command = Command::new(process::binary());
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status().expect("azml-ls starts");
    let took = start.elapsed();
    assert!(
        status.code().is_some_and(|code| code < 3),
        "azml-ls ended with {status}"
    );
    took
}
