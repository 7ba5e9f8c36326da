//! Reports skipped input on standard error.

use super::frames::{Frame, MAX_MESSAGE};
use crate::lsp::session::log::Log;
use crate::output::tell;

/// Maximum number of lines: standard error may have no reader, and a full pipe would block the server.
const MOST_LINES: usize = 100;

/// The lines that were written so far.
#[derive(Debug)]
pub(crate) struct Skipped {
    lines: usize,
    log: Log,
}

impl Skipped {
    pub(crate) fn new(log: Log) -> Self {
        Self { lines: 0, log }
    }

    /// A message was answered with an error, because it can't be read.
    pub(crate) fn note_refused(&self) {
        self.log.warning("refused a message that is not JSON-RPC");
    }

    /// Reports skipped input. The log gets no details: they are text of a message.
    pub(crate) fn tell(&mut self, what: &str) {
        self.lines += 1;
        self.log.warning("skipped what is no message");
        let end = match self.lines {
            ..MOST_LINES => "",
            MOST_LINES => " (more of this is not told)",
            _ => return,
        };
        tell(&format!("azml-ls: skipped {what}{end}"));
    }
}

/// Returns the reason why a frame is not a message.
pub(crate) fn reason(frame: &Frame) -> String {
    match frame {
        Frame::Garbage(sample) => {
            let sample = String::from_utf8_lossy(sample);
            format!("what is not a message with a `Content-Length`: {sample}")
        }
        Frame::TooLarge(length) => {
            let limit = MAX_MESSAGE >> 20;
            format!("a message of {length} bytes; the limit is {limit} MiB")
        }
        Frame::Empty => "an empty message".to_owned(),
        Frame::Message(_) => "a message".to_owned(),
    }
}
