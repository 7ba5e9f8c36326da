//! The workflows that build and publish, and those that users copy: what they run cannot be exchanged,
//! and no job goes on without end.

use azml_tests::process::root;

use super::machine::yaml;

const WORKFLOWS: [&str; 4] = [
    ".github/workflows/ci.yml",
    ".github/workflows/release.yml",
    "server/ci/refresh-azml.yml",
    "server/ci/cost-comment.yml",
];

#[test]
fn actions_are_named_by_commit_and_jobs_have_a_time_limit() {
    for path in WORKFLOWS {
        let workflow = yaml(path);
        for (name, job) in workflow["jobs"].as_object().unwrap() {
            let called = job["uses"].as_str();
            let steps = job["steps"].as_array().into_iter().flatten();
            let used = steps.filter_map(|step| step["uses"].as_str()).chain(called);
            for action in used.filter(|action| !action.starts_with("./")) {
                let commit = action.split_once('@').unwrap().1;
                let is_commit =
                    commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
                assert!(is_commit, "{path}: {action}");
            }
            // A called workflow has jobs of its own.
            let is_limited = called.is_some() || job["timeout-minutes"].is_number();
            assert!(is_limited, "{path}: {name}");
        }
    }
}

#[test]
fn packages_that_build_a_release_are_held_by_their_hashes() {
    let text = std::fs::read_to_string(root().join(WORKFLOWS[1])).unwrap();
    let mut installs = text
        .lines()
        .filter(|line| line.contains("pip install --only-binary"));
    let held = "--require-hashes --requirement server/packaging/requirements.txt";
    assert!(installs.all(|line| line.contains(held)));
    assert!(text.contains(held));
}
