//! Runs one command line within the limits of time and size.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, sleep};
use std::time::{Duration, Instant};

use super::children::Children;
use super::command_line::CommandLine;
use super::failure::Cause;
use crate::times::{PIPE_END_MAX, PROCESS_POLL};

/// Maximum size of an answer: that of a file that azml-ls reads.
const MAX_ANSWER: usize = 16 * 1024 * 1024;
/// Maximum size of the messages that are looked at.
const MAX_MESSAGES: usize = 64 * 1024;

/// Settings of the Azure CLI for its environment: no prompt to install an extension, and no colors or
/// warnings among its errors.
const SETTINGS: [(&str, &str); 4] = [
    ("AZURE_EXTENSION_USE_DYNAMIC_INSTALL", "no"),
    ("AZURE_CORE_ONLY_SHOW_ERRORS", "true"),
    ("AZURE_CORE_NO_COLOR", "true"),
    ("AZURE_CORE_DISABLE_CONFIRM_PROMPT", "true"),
];

/// Output of a process that ended by itself.
pub(super) struct ProcessOutput {
    pub(super) status: ExitStatus,
    pub(super) output: Vec<u8>,
    pub(super) messages: Vec<u8>,
}

/// Runs `program`, and returns its output.
pub(super) fn run(
    program: &Path,
    line: &CommandLine,
    limit: Duration,
    children: &Children,
) -> Result<ProcessOutput, Cause> {
    let started = children.start(&mut command(program, line));
    let mut child = started.map_err(Cause::NotStarted)?.ok_or(Cause::Canceled)?;
    let output = Stream::of(child.stdout.take(), MAX_ANSWER);
    let messages = Stream::of(child.stderr.take(), MAX_MESSAGES);
    let ended = wait(&mut child, &output, limit, children);
    let status = match ended {
        Ok(status) => status,
        Err(cause) => {
            children.kill(&mut child);
            return Err(cause);
        }
    };
    // The end of the run ended it, because of another command.
    if !status.success() && children.have_ended() {
        return Err(Cause::Canceled);
    }
    // A process that it left may hold the pipes open; what it wrote itself is in them already.
    let end = Instant::now();
    while !(output.is_read() && messages.is_read()) && end.elapsed() < PIPE_END_MAX {
        sleep(PROCESS_POLL);
    }
    if output.is_cut() {
        return Err(Cause::TooLarge);
    }
    Ok(ProcessOutput {
        status,
        output: output.bytes(),
        messages: messages.bytes(),
    })
}

/// The command runs in the folder of the program: the Azure CLI reads `.azure/config` of the current
/// folder, and may import its Python modules.
#[allow(clippy::disallowed_methods)] // One of the two programs that are started: SECURITY.md.
fn command(program: &Path, line: &CommandLine) -> Command {
    let mut command = Command::new(program);
    command
        .args(line.arguments())
        .envs(SETTINGS)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    // The Azure CLI is a script that starts Python: a signal to its group reaches both. On Windows they
    // stay in the group of the console, which sends Ctrl-C to all of them.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    if let Some(folder) = program.parent() {
        command.current_dir(folder);
    }
    command
}

fn wait(
    child: &mut Child,
    output: &Stream,
    limit: Duration,
    children: &Children,
) -> Result<ExitStatus, Cause> {
    let start = Instant::now();
    loop {
        if let Some(status) = children.status(child).map_err(Cause::NotStarted)? {
            return Ok(status);
        }
        if output.is_cut() {
            return Err(Cause::TooLarge);
        }
        if start.elapsed() >= limit {
            return Err(Cause::TimeLimit(limit));
        }
        sleep(PROCESS_POLL);
    }
}

/// A pipe that a thread reads.
struct Stream {
    max: usize,
    bytes: Arc<Mutex<Vec<u8>>>,
    ended: Arc<AtomicBool>,
}

impl Stream {
    fn of(pipe: Option<impl Read + Send + 'static>, max: usize) -> Self {
        let stream = Self {
            max,
            bytes: Arc::default(),
            ended: Arc::default(),
        };
        let (bytes, ended) = (stream.bytes.clone(), stream.ended.clone());
        let read = move || {
            if let Some(pipe) = pipe {
                read(pipe, max, &bytes);
            }
            ended.store(true, Ordering::Release);
        };
        if Builder::new().spawn(read).is_err() {
            stream.ended.store(true, Ordering::Release);
        }
        stream
    }

    fn is_read(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }

    fn is_cut(&self) -> bool {
        self.bytes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
            > self.max
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *bytes)
    }
}

/// Reads to the end of `pipe`; the first `max` bytes, and one more, are stored.
fn read(mut pipe: impl Read, max: usize, bytes: &Mutex<Vec<u8>>) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(length @ 1..) = pipe.read(&mut buffer) {
        let mut bytes = bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let room = (max + 1).saturating_sub(bytes.len());
        bytes.extend_from_slice(&buffer[..length.min(room)]);
    }
}
