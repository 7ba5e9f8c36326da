//! Runs git in a repository, in an environment that is always the same.

use std::io::{Read, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::times::GIT_COMMAND_MAX;

/// Maximum size of an answer.
const MAX_ANSWER: u64 = 512 * 1024 * 1024;
/// Maximum size of a message that is shown.
const MAX_MESSAGE: u64 = 2000;

/// Settings that come before those of the repository: nothing that it could name is run or reached.
const SETTINGS: [&str; 10] = [
    "--no-pager",
    "--no-replace-objects",
    "--no-optional-locks",
    "--literal-pathspecs",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "protocol.allow=never",
];

/// The environment besides. No object is fetched that a partial clone lacks.
const ENVIRONMENT: [(&str, &str); 5] = [
    ("GIT_CONFIG_NOSYSTEM", "1"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("LC_ALL", "C"),
];

/// Variables that are passed on: the folder of the user has the list of folders that are safe.
const PASSED_ON: [&str; 5] = [
    "HOME",
    "XDG_CONFIG_HOME",
    "USERPROFILE",
    "SystemRoot",
    "TEMP",
];

/// Runs `program` with `arguments` in the repository `top`, with `input`; returns its output, or its message.
pub(super) fn run(
    program: &Path,
    top: &Path,
    arguments: &[&str],
    input: Vec<u8>,
) -> Result<Vec<u8>, String> {
    run_within(GIT_COMMAND_MAX, program, top, arguments, input)
}

#[allow(clippy::disallowed_methods)] // One of the two programs that are started: SECURITY.md.
fn run_within(
    most: Duration,
    program: &Path,
    top: &Path,
    arguments: &[&str],
    input: Vec<u8>,
) -> Result<Vec<u8>, String> {
    let mut command = Command::new(program);
    command
        .args(SETTINGS)
        .args(arguments)
        .current_dir(top)
        .env_clear();
    let passed_on = PASSED_ON
        .iter()
        .filter_map(|name| Some((name, std::env::var_os(name)?)));
    command.envs(passed_on).envs(ENVIRONMENT);
    if let Some(above) = top.parent() {
        command.env("GIT_CEILING_DIRECTORIES", above);
    }
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let failed = |error: std::io::Error| crate::sandbox::without_number(&error);
    let mut child = command.spawn().map_err(failed)?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    std::thread::spawn(move || stdin.map(|mut pipe| pipe.write_all(&input)));
    let message = std::thread::spawn(move || read(stderr, MAX_MESSAGE));
    let (sender, receiver) = channel();
    std::thread::spawn(move || sender.send(read(stdout, MAX_ANSWER)));
    let output = receiver.recv_timeout(most);
    let is_too_large = |output: &Vec<u8>| output.len() as u64 > MAX_ANSWER;
    if output.as_ref().is_ok_and(is_too_large) || output.is_err() {
        // Nothing reads the rest, so that it would wait without end.
        drop(child.kill());
    }
    let status = child.wait().map_err(failed)?;
    let Ok(output) = output else {
        return Err(format!("git took longer than {} seconds", most.as_secs()));
    };
    if is_too_large(&output) {
        return Err("its answer is too large".to_owned());
    }
    if status.success() {
        return Ok(output);
    }
    let message = message.join().unwrap_or_default();
    let message = String::from_utf8_lossy(&message);
    Err(message.lines().next().unwrap_or("it failed").to_owned())
}

/// Reads to the end; the first `most` bytes, and one more, are returned.
fn read(pipe: Option<impl Read>, most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        let mut start = pipe.take(most + 1);
        drop(start.read_to_end(&mut bytes));
        if bytes.len() as u64 <= most {
            return bytes;
        }
    }
    bytes
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_git_that_never_ends_is_ended() {
        let folder = tempfile::tempdir().unwrap();
        let git = folder.path().join("git");
        std::fs::write(&git, "#!/bin/sh\nexec sleep 1000\n").unwrap();
        std::fs::set_permissions(&git, std::fs::Permissions::from_mode(0o755)).unwrap();
        let found = run_within(Duration::ZERO, &git, folder.path(), &[], Vec::new());
        assert_eq!(found, Err("git took longer than 0 seconds".to_owned()));
    }
}
