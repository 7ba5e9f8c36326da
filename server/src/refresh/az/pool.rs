//! Runs several command lines, a few at a time.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};
use std::time::Duration;

use serde_json::Value;

pub(crate) use super::children::Children;
use super::command_line::CommandLine;
use super::failure::{AzFailure, Cause};
use super::process;
use crate::refresh::answer;

/// Number of processes that run at the same time. Each takes a processor while Python starts, and
/// Azure limits requests.
const AT_ONCE: usize = 4;

/// Runs command lines of the Azure CLI.
#[derive(Debug)]
pub(crate) struct Pool {
    pub(crate) program: PathBuf,
    pub(crate) limit: Duration,
    pub(crate) children: Children,
}

/// The answer to a command line.
pub(crate) type AzAnswer = Result<Value, AzFailure>;

impl Pool {
    /// Runs `lines`; calls `done` after each. A failure that every further command would meet ends
    /// the others.
    pub(crate) fn run(&self, lines: &[CommandLine], done: &(dyn Fn() + Sync)) -> Vec<AzAnswer> {
        let next = AtomicUsize::new(0);
        let answers: Mutex<Vec<Option<AzAnswer>>> =
            Mutex::new(lines.iter().map(|_| None).collect());
        let work = || {
            while let at = next.fetch_add(1, Ordering::Relaxed)
                && let Some(line) = lines.get(at)
            {
                let answer = self.answer(line);
                if answer
                    .as_ref()
                    .is_err_and(|failure| !failure.is_of_one_part())
                {
                    self.children.end();
                }
                let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
                answers[at] = Some(answer);
                drop(answers);
                done();
            }
        };
        scope(|scope| {
            let workers = AT_ONCE.min(lines.len());
            let others = (1..workers).map(|_| Builder::new().spawn_scoped(scope, work));
            let _others: Vec<_> = others.collect();
            work();
        });
        let answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
        answers.into_iter().flatten().collect()
    }

    fn answer(&self, line: &CommandLine) -> AzAnswer {
        let failure = |cause| AzFailure::new(line, cause);
        let ended = process::run(&self.program, line, self.limit, &self.children);
        let ended = ended.map_err(failure)?;
        if !ended.status.success() {
            return Err(AzFailure::of_messages(line, ended.status, &ended.messages));
        }
        answer::parse(&ended.output).map_err(failure)
    }
}

/// Returns the first failure that ended the others.
pub(crate) fn first_failure(answers: &[AzAnswer]) -> Option<&AzFailure> {
    let failures = answers.iter().filter_map(|answer| answer.as_ref().err());
    failures
        .filter(|failure| !failure.is_of_one_part() && !matches!(failure.cause, Cause::Canceled))
        .min_by_key(|failure| failure.rank())
}
