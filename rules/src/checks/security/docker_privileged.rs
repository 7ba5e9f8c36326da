//! A container that can control its host.

use crate::checks::prelude::*;
use crate::checks::shared::fields;

declare_rule! {
    /// `docker_args` is passed to `docker run`. A privileged container, or one that mounts the
    /// root folder or the Docker socket of its host, can do everything that the administrator of
    /// the machine can, including reading the data and credentials of other jobs there.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// resources: {docker_args: --privileged}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// resources: {shm_size: 16g}
    /// ```
    "docker-privileged", Security, Warning,
    marks: [Vulnerability],
    summary: "a container of a job that can control its host",
    url: "https://docs.docker.com/reference/cli/docker/container/run/",
}

fn check(cx: &mut Context<'_>) {
    for value in fields::values_of(cx, "docker_args") {
        let given: Vec<Node<'_>> = match value.kind() {
            NodeKind::Sequence => value.items().collect(),
            _ => vec![value],
        };
        // An option and its value may be two items of the list.
        let words = given.iter().filter_map(|node| known_text(*node));
        let words: Vec<&str> = words.flat_map(str::split_ascii_whitespace).collect();
        let Some(danger) = words.iter().enumerate().find_map(|(at, word)| {
            let next = words.get(at + 1).copied().unwrap_or_default();
            danger_of(word, next)
        }) else {
            continue;
        };
        cx.report(
            value.range(),
            format!("`{}` lets the container control its host", danger.option),
        )
        .note(danger.reason)
        .help("remove the option; more shared memory is set with `shm_size`");
    }
}

struct Danger {
    option: String,
    reason: &'static str,
}

fn danger_of(word: &str, next: &str) -> Option<Danger> {
    let (option, value) = word.split_once('=').unwrap_or((word, next));
    let shown = || {
        if word.contains('=') {
            word.to_owned()
        } else {
            format!("{word} {next}")
        }
    };
    match option {
        "--privileged" if value != "false" => Some(Danger {
            option: "--privileged".to_owned(),
            reason: "a privileged container has all devices and capabilities of the host",
        }),
        "--cap-add" if matches!(value.to_ascii_uppercase().as_str(), "ALL" | "SYS_ADMIN") => {
            Some(Danger {
                option: shown(),
                reason: "with this capability, a process in the container can leave it",
            })
        }
        "-v" | "--volume" | "--mount" if mounts_host(value) => Some(Danger {
            option: shown(),
            reason: "whoever can write there can run programs on the host",
        }),
        _ => None,
    }
}

/// Returns `true` if the root folder or the Docker socket of the host is mounted.
fn mounts_host(value: &str) -> bool {
    let source = value
        .split(',')
        .find_map(|part| {
            part.strip_prefix("source=")
                .or_else(|| part.strip_prefix("src="))
        })
        .unwrap_or_else(|| value.split(':').next().unwrap_or_default());
    source == "/" || source.ends_with("/docker.sock")
}
