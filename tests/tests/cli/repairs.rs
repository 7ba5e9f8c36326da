//! `--fix` and `--diff`.

use azml_tests::process::Project;

use crate::{CLUSTER, SWEEP, check};

#[test]
fn safe_repairs_are_written() {
    let misspelled = CLUSTER.replace("max_instances", "max_instancess");
    let project = Project::default().with("cpu.yml", &misspelled);
    let fix = "--check --only cluster-min-nodes,unknown-key --fix --format concise";
    project.run(fix).is_as_in("fix-safe");
    assert_eq!(
        project.text("cpu.yml"),
        CLUSTER,
        "what changes when machines run stays"
    );
    let again = project.run(fix);
    assert!(
        again.stderr.starts_with("Found 1 warning"),
        "{}",
        again.stderr
    );
    assert_eq!(
        project.text("cpu.yml"),
        CLUSTER,
        "a second time changes nothing"
    );
}

#[test]
fn unsafe_repairs_are_written_when_asked_for() {
    let project = Project::copy_of("tour");
    project
        .run(&check("--fix --unsafe-fixes"))
        .is_as_in("fix-unsafe");
    assert!(
        project
            .text("jobs/sweep.yml")
            .contains("compute: azureml:cpu-cluster\n")
    );
    assert_eq!(
        project.run("--check --unsafe-fixes").code,
        2,
        "alone it means nothing"
    );
}

#[test]
fn repairs_keep_line_ends_and_the_byte_order_mark() {
    let before = format!("\u{feff}{}", CLUSTER.replace('\n', "\r\n"));
    let project = Project::default().with("cpu.yml", &before);
    assert_eq!(project.run(&check("--fix --unsafe-fixes")).code, 0);
    assert_eq!(
        project.text("cpu.yml"),
        before.replace("min_instances: 2", "min_instances: 0")
    );
}

#[cfg(unix)]
#[test]
fn repairs_keep_permissions_and_links() {
    use std::os::unix::fs::PermissionsExt as _;
    let project = Project::default().with("real/cpu.yml", CLUSTER);
    let real = project.root().join("real/cpu.yml");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink(&real, project.root().join("link.yml")).unwrap();
    assert_eq!(project.run(&check("--fix --unsafe-fixes link.yml")).code, 0);
    assert_eq!(
        std::fs::metadata(&real).unwrap().permissions().mode() & 0o777,
        0o640
    );
    assert!(
        std::fs::symlink_metadata(project.root().join("link.yml"))
            .unwrap()
            .is_symlink()
    );
    assert!(project.text("real/cpu.yml").contains("min_instances: 0"));
    let left: Vec<_> = std::fs::read_dir(project.root().join("real"))
        .unwrap()
        .collect();
    assert_eq!(left.len(), 1, "no temporary file is left");
}

#[test]
fn a_file_that_is_read_only_stays() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let path = project.root().join("cpu.yml");
    let mut permissions = std::fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).unwrap();
    project
        .run(&check("--fix --unsafe-fixes"))
        .is_as_in("fix-read-only");
    assert_eq!(project.text("cpu.yml"), CLUSTER);
}

#[test]
fn a_difference_changes_nothing() {
    let project = Project::default()
        .with("sub/cpu.yml", CLUSTER)
        .with("sweep.yml", SWEEP);
    project
        .run(&check("--diff --unsafe-fixes"))
        .is_as_in("diff");
    project
        .run(&check("--diff --fix --unsafe-fixes"))
        .is_as_in("diff-and-fix");
    assert_eq!(project.text("sub/cpu.yml"), CLUSTER);
    let run = project.run(&check("--diff --unsafe-fixes sweep.yml"));
    assert_eq!(
        (run.code, run.stdout.as_str(), run.stderr.as_str()),
        (0, "", "Nothing to fix.\n")
    );
}

#[test]
fn standard_input_is_repaired_to_standard_output() {
    let project = Project::default().with("computes/ci.yml", crate::INSTANCE);
    let run = project.run_with(&check("- --fix --unsafe-fixes"), &[], CLUSTER.as_bytes());
    assert_eq!(
        (run.code, run.stdout),
        (0, CLUSTER.replace("min_instances: 2", "min_instances: 0"))
    );
    let run = project.run_with(&check("- --fix"), &[], SWEEP.as_bytes());
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (1, SWEEP),
        "what cannot be repaired comes out as it was"
    );
    assert!(
        run.stderr
            .starts_with("<stdin>:2:10: warning[sweep-on-single-node]"),
        "{}",
        run.stderr
    );
    let project = project.with("cpu.yml", "a: 1\n");
    let run = project.run_with(
        &check("- --fix --unsafe-fixes --stdin-filename cpu.yml"),
        &[],
        CLUSTER.as_bytes(),
    );
    assert_eq!(
        (run.code, project.text("cpu.yml").as_str()),
        (0, "a: 1\n"),
        "the file itself is not touched"
    );
    let diff = project.run_with(&check("- --diff --unsafe-fixes"), &[], CLUSTER.as_bytes());
    assert!(
        diff.code == 1 && diff.stdout.starts_with("--- <stdin>\n+++ <stdin>\n"),
        "{diff:?}"
    );
}

#[test]
fn each_file_is_repaired() {
    let mut project = Project::default();
    for number in 0..40 {
        project = project.with(&format!("{number}.yml"), CLUSTER);
    }
    let run = project.run(&check("--fix --unsafe-fixes"));
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (0, "Fixed 40 problems in 40 files. All 40 files passed.\n")
    );
}
