//! `--fix` and `--diff`.

#![allow(clippy::unwrap_used)] // Helpers of tests.

use std::path::PathBuf;
use std::process::Command;

use azml_rules::wording::counted;
use azml_tests::process::Project;
use azml_tests::sources;

use crate::{CLUSTER, SWEEP, check};

#[test]
fn safe_fixes_are_written() {
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
fn unsafe_fixes_are_written_when_asked_for() {
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
fn fixes_keep_line_ends_and_the_byte_order_mark() {
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
fn fixes_keep_permissions_and_links() {
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
fn standard_input_is_fixed_to_standard_output() {
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
        "what cannot be fixed comes out as it was"
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
fn each_file_is_fixed() {
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

#[test]
fn a_fix_of_another_file_is_not_promised() {
    let component = "$schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\n\
        name: train\ntype: command\ncommand: python train.py ${{inputs.data}}\n\
        environment: azureml:train:1\ninputs:\n  data: {type: uri_folder}\n";
    let pipeline = "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\n\
        type: pipeline\njobs:\n  train:\n    type: command\n    component: ./train.yml\n\
        \x20   compute: azureml:cpu\n    inputs:\n      data: {type: uri_folder, path: azureml:d:1}\n\
        \x20     rounds: 3\n";
    let project = Project::default()
        .with("train.yml", component)
        .with("pipeline.yml", pipeline);
    let run = project.run("--check --only unknown-component-port");
    let fix = "declare the input `rounds` of component `train.yml` (in an editor)";
    assert!(run.stdout.contains(fix), "{}", run.transcript());
    assert!(run.stderr.starts_with("Found 1 warning in 1 of 2 files"));
    assert!(!run.stderr.contains("fixable"), "{}", run.stderr);
}

/// A copy of the public files that can be written, and their paths.
fn examples() -> Option<(Project, Vec<PathBuf>)> {
    let examples = sources::examples()?;
    let project = Project::copy_of(&examples.to_string_lossy());
    let files = sources::yaml_files(project.root());
    for file in &files {
        let mut permissions = std::fs::metadata(file).unwrap().permissions();
        #[expect(
            clippy::permissions_set_readonly_false,
            reason = "it is a copy for this test"
        )]
        permissions.set_readonly(false);
        std::fs::set_permissions(file, permissions).unwrap();
    }
    Some((project, files))
}

/// The bytes of `files`.
fn bytes(files: &[PathBuf]) -> Vec<Vec<u8>> {
    let read = files.iter().map(|file| std::fs::read(file).unwrap());
    read.collect()
}

#[test]
fn public_files_are_fixed_as_the_difference_says_and_at_once() {
    for options in ["", "--unsafe-fixes"] {
        let Some((patched, same_files)) = examples() else {
            return;
        };
        let (fixed, files) = examples().expect("they were there just now");
        let before = bytes(&files);
        let difference = patched.run(&format!("--check --diff {options}"));
        assert_eq!(difference.code, 1);
        let patched = patched.with("fixes.patch", &difference.stdout);
        let mut git = Command::new("git");
        git.args(["apply", "-p0", "fixes.patch"]);
        assert!(git.current_dir(patched.root()).status().unwrap().success());

        let run = fixed.run(&format!("--check --fix {options}"));
        let after = bytes(&files);
        assert!(
            after == bytes(&same_files),
            "git finds other bytes in the difference than --fix wrote"
        );
        let changed = before.iter().zip(&after).filter(|(a, b)| a != b).count();
        let told = format!("in {}. Found", counted(changed, "file"));
        assert!(changed > 5 && run.stderr.contains(&told), "{}", run.stderr);
        let again = fixed.run(&format!("--check --fix {options}"));
        assert!(again.stderr.starts_with("Found "), "{}", again.stderr);
        assert!(after == bytes(&files), "a second run changes something");
    }
}
