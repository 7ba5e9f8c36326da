//! No output shows a secret, whatever is reported, silenced, or turned off.

use azml_tests::process::Project;

use crate::formats::FINDINGS;

pub(crate) const TOKEN: &str = "ghp_fDNxSIvPZZ63fFKcZjR4I0b3jRtaWr4Y9OJF";
pub(crate) const KEY: &str = "7d1e4b93a6c20f85e47b19d0c3f628a5914ce07b";
pub(crate) const PASSWORD: &str = "vK3nTq82LmXw5RzB";

const JOB: &str = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
    type: command\nenvironment: azureml:training:3\ncompute: azureml:cpu\n";

/// Places of secrets: in values, keys, names, comments, addresses, scripts, Dockerfiles, and broken YAML.
pub(crate) fn places() -> Vec<(&'static str, Project)> {
    let job = |lines: &str| Project::default().with("job.yml", format!("{JOB}{lines}"));
    let reads_no_key = "import argparse\np = argparse.ArgumentParser()\n\
        p.add_argument('--mode', choices=['a', 'b'])\np.parse_args()\n";
    let environment = "$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json\n\
        name: e\nversion: '1'\nbuild: {path: context}\n";
    vec![
        ("two of a command", job(&format!(
            "command: python t.py --a {TOKEN} --api-key {KEY} ${{{{inputs.zz}}}}\nunknwn: 1\n"
        ))),
        ("a variable", job(&format!(
            "command: x\nenvironment_variables: {{API_KEY: {KEY}, OTHER: 1}}\nunknwn: 1\n"
        ))),
        ("a value of a wrong type", job(&format!(
            "command: x\nresources: {{instance_count: {TOKEN}}}\n"
        ))),
        ("a key", job(&format!("command: x\n{TOKEN}: 1\ntags: {{{TOKEN}: 1, {TOKEN}: 2}}\n"))),
        ("a compute", job(&format!("command: x\ncompute: {TOKEN}\n"))),
        ("a comment", job(&format!("command: x\nunknwn: 1 # {TOKEN}\n"))),
        ("an address", job(&format!(
            "command: git clone https://u:{PASSWORD}@github.com/a/b && python zz.py\ncode: .\n"
        ))),
        ("an escape", job(&format!(
            "command: x\nresources: {{instance_count: \"\\x67{}\"}}\n",
            &TOKEN[1..]
        ))),
        ("broken YAML", job(&format!("command: [x, {TOKEN}\n"))),
        ("a script", job(&format!("code: src\ncommand: python t.py --api-key {KEY} --mode {TOKEN}\n"))
            .with("src/t.py", format!("# {TOKEN}\n{reads_no_key}"))),
        ("a Dockerfile", Project::default().with("env.yml", environment).with(
            "context/Dockerfile",
            format!("FROM mcr.microsoft.com/azureml/openmpi3.1.2-ubuntu18.04\nENV T={TOKEN}\nCOPY {TOKEN} /x\n"),
        )),
        ("a private key", job(&format!(
            "command: x\nunknwn: 1\nenvironment_variables:\n  K: |\n    -----BEGIN PRIVATE KEY-----\n    \
             {KEY}{KEY}\n    -----END PRIVATE KEY-----\n"
        ))),
        ("settings", job("command: x\n").with("azml.yaml", format!("rules: {{{TOKEN}: off}}\n{TOKEN}: 1\n"))),
    ]
}

#[test]
fn no_place_is_shown_in_any_format() {
    let options = [
        "--min-level hint --preview",
        "--min-level error",
        "--off secret-in-yaml,ssh-password --min-level hint",
        "--only unknown-key,undefined-input-reference,yaml-syntax",
    ];
    for (place, project) in places() {
        for format in FINDINGS {
            for option in options {
                let arguments = format!("--check {option} --format {format}");
                assert_hidden(&project, place, &arguments);
            }
        }
    }
}

#[test]
fn no_place_is_shown_by_other_modes() {
    for (place, project) in places() {
        for arguments in [
            "--check --statistics",
            "--check --fix --unsafe-fixes",
            "--computes",
            "--cost",
            "--cost --format json",
            "--cost --format markdown",
            "--list-files",
            "--write-baseline b.json",
            "--check --baseline b.json --min-level hint",
            "--add-ignore --reason later",
        ] {
            assert_hidden(&project, place, arguments);
        }
        let baseline = std::fs::read_to_string(project.root().join("b.json")).unwrap_or_default();
        assert!(!is_shown(&baseline), "{place}: {baseline}");
    }
}

fn assert_hidden(project: &Project, place: &str, arguments: &str) {
    let run = project.run(arguments);
    let text = format!("{}{}", run.stdout, run.stderr);
    assert!(!is_shown(&text), "{place}, {arguments}: {text}");
}

fn is_shown(text: &str) -> bool {
    let flat: String = text.split_whitespace().collect();
    [TOKEN, KEY, PASSWORD]
        .iter()
        .any(|secret| flat.contains(secret) || flat.contains(&secret[4..]))
}
