//! Log: a file, if the user turns it on, and the most recent errors and warnings for a report.
//!
//! Invariant: no contents of files get into the log, since users send it to others. Messages name
//! requests, files, and rules; the message of a panic is reduced to its location.

use std::collections::VecDeque;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use azml_rules::secrets::Redactor;
use jiff::Timestamp;

/// Maximum number of errors and warnings stored for a report.
const MAX_MESSAGES: usize = 20;

/// The longest line of a report, in characters.
const LONGEST: usize = 400;

/// Level of detail of the log file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum LogLevel {
    /// Bugs, and what could not be done.
    Error,
    /// Features that may be missing because of the editor or the system.
    Warning,
    /// Connections and loaded folders.
    #[default]
    Info,
    /// Every message, without what is in it.
    Debug,
}

impl LogLevel {
    fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
            Self::Debug => "debug",
        }
    }
}

/// The log of one server. A clone is the same log.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    level: LogLevel,
    file: Option<Mutex<File>>,
    last: Mutex<VecDeque<String>>,
}

impl Log {
    /// One that is also written to the end of a file.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    pub fn to_file(path: &Path, level: LogLevel) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self(Arc::new(Inner {
            level,
            file: Some(Mutex::new(file)),
            last: Mutex::default(),
        })))
    }

    /// Something went wrong.
    pub fn error(&self, text: &str) {
        self.write(LogLevel::Error, text);
    }

    /// Something may be missing.
    pub(crate) fn warning(&self, text: &str) {
        self.write(LogLevel::Warning, text);
    }

    /// Something is done.
    pub(crate) fn info(&self, text: fmt::Arguments<'_>) {
        if self.writes(LogLevel::Info) {
            self.write(LogLevel::Info, &text.to_string());
        }
    }

    /// A message came or was answered.
    pub(crate) fn debug(&self, text: fmt::Arguments<'_>) {
        if self.writes(LogLevel::Debug) {
            self.write(LogLevel::Debug, &text.to_string());
        }
    }

    /// The last errors and warnings, the newest last.
    pub(crate) fn last(&self) -> Vec<String> {
        let last = self.0.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.iter().cloned().collect()
    }

    fn writes(&self, level: LogLevel) -> bool {
        self.0.file.is_some() && level <= self.0.level
    }

    fn write(&self, level: LogLevel, text: &str) {
        let text = one_line(without_contents(text));
        let text = Redactor::default().redacted(&text);
        let time = Timestamp::now().strftime("%Y-%m-%dT%H:%M:%S%.3fZ");
        let line = format!("{time} {:7} {text}", level.name());
        if level <= LogLevel::Warning {
            let mut last = self.0.last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.len() == MAX_MESSAGES {
                last.pop_front();
            }
            last.push_back(line.clone());
        }
        if !self.writes(level) {
            return;
        }
        if let Some(file) = &self.0.file {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            // A full disk is no reason to stop.
            let _ = file.write_all(format!("{line}\n").as_bytes());
        }
    }
}

/// Returns `text` up to the location of a panic: the message after it may contain text of a file.
fn without_contents(text: &str) -> &str {
    let Some(at) = text.find(".rs:") else {
        return text;
    };
    let place = &text[at + ".rs:".len()..];
    let end = place.find(|c: char| !c.is_ascii_digit() && c != ':');
    let end = at + ".rs:".len() + end.unwrap_or(place.len());
    text[..end].trim_end_matches(':')
}

fn one_line(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(clean).take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_keeps_the_last_errors_and_no_text_of_files() {
        let log = Log::default();
        for number in 0..30 {
            log.error(&format!("error {number}"));
        }
        log.info(format_args!("done"));
        log.error("a.yml: a bug (rules/src/a.rs:12:3: byte 3 of `secret`); report it");
        log.warning("two\nlines");
        let last = log.last();
        assert_eq!(last.len(), MAX_MESSAGES);
        assert!(last[0].ends_with("error   error 12"), "{last:#?}");
        assert!(last[18].ends_with("a.yml: a bug (rules/src/a.rs:12:3"));
        assert!(last[19].ends_with("warning two lines"));
    }

    #[test]
    fn a_file_gets_what_is_at_least_as_bad_as_its_level() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("server.log");
        for level in [LogLevel::Error, LogLevel::Info, LogLevel::Debug] {
            let log = Log::to_file(&path, level).unwrap();
            log.error("e");
            log.info(format_args!("i"));
            log.debug(format_args!("d"));
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let ends: Vec<_> = text.lines().map(|line| &line[line.len() - 1..]).collect();
        assert_eq!(ends.concat(), "eeieid");
    }
}
