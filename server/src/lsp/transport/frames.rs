//! Splits the input of a client into messages, even if it is malformed.
//!
//! A message follows header lines `Name: value` and an empty line; one of them is its length. A
//! client may send a wrong length, and another process may write to its pipe. To find the next
//! message:
//!
//! - The line `Content-Length: 123` cannot be part of a message: letters occur only in strings, and
//!   a JSON string has no line ends. A message that contains it ends there.
//! - Input that is not JSON may end with the beginning of such a line ([`Frames::refuse`]).

use bytes::{Buf as _, BytesMut};

/// Maximum size of a message. YAML of an eighth of it is too large already.
pub(crate) const MAX_MESSAGE: usize = 128 << 20;

/// A longer line is no header.
const MAX_LINE: usize = 8 << 10;

/// `Content-Length: ` with the longest number and blanks around it is shorter.
const MAX_HEADER: usize = 64;

/// Maximum number of skipped bytes that are reported.
const MAX_SAMPLE: usize = 80;

/// Maximum number of bytes read at once. Memory is not allocated by the length in a header.
const MAX_STEP: usize = 1 << 20;

const LENGTH: &[u8] = b"content-length";

/// Part of the input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// Content of a message.
    Message(BytesMut),
    /// Beginning of the bytes before a header or in place of one.
    Garbage(Vec<u8>),
    /// Message with this length in its header. Its content is skipped.
    TooLarge(u64),
    /// A message that has none.
    Empty,
}

/// Bytes that came in and were not cut yet.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    bytes: BytesMut,
    part: FramePart,
    /// Bytes right before `bytes` that may be the beginning of the same line.
    before: Vec<u8>,
    /// The beginning of the lines of this header that say nothing about the length.
    sample: Vec<u8>,
    /// `true` if one of these lines is not a header.
    is_garbage: bool,
}

/// Part of a frame at the start of `bytes`.
#[derive(Debug, PartialEq, Eq)]
enum FramePart {
    /// Header lines, with the length if one of them had it.
    Header { length: Option<u64> },
    /// A message, and how much of it was searched for a header.
    Message { length: u64, searched: usize },
    /// Content that is skipped.
    TooLarge { left: u64 },
}

impl Default for FramePart {
    fn default() -> Self {
        Self::Header { length: None }
    }
}

impl Frames {
    /// Returns the buffer for new input, with free capacity.
    pub(crate) fn room(&mut self) -> &mut BytesMut {
        // The memory of a large message is freed instead of being reused for the next one.
        if self.bytes.is_empty() {
            self.bytes = BytesMut::new();
        }
        let expected = match self.part {
            FramePart::Header { .. } => MAX_LINE,
            _ => MAX_STEP.min(self.bytes.len().max(MAX_LINE)),
        };
        self.bytes.reserve(expected);
        &mut self.bytes
    }

    /// Number of bytes that are not cut yet.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The next piece; `None` until more comes in.
    pub(crate) fn next(&mut self) -> Option<Frame> {
        loop {
            match self.part {
                FramePart::Header { length } => {
                    if let Some(frame) = self.read_line(length)? {
                        return Some(frame);
                    }
                }
                FramePart::Message { length, searched } => {
                    let message = self.take_message(length, searched)?;
                    return Some(message);
                }
                FramePart::TooLarge { left } => self.skip(left)?,
            }
        }
    }

    /// Takes the message that [`Self::next`] just returned for garbage.
    pub(crate) fn refuse(&mut self, message: &[u8]) {
        let end = &message[message.len().saturating_sub(MAX_HEADER)..];
        let mut starts = (0..end.len()).map(|at| &end[at..]);
        let start = starts.find(|start| begins_header(start));
        self.before = start.unwrap_or_default().to_vec();
    }
}

/// Headers.
impl Frames {
    /// Takes a line of a header; `None` until it is complete.
    fn read_line(&mut self, length: Option<u64>) -> Option<Option<Frame>> {
        let Some(end) = memchr::memchr(b'\n', &self.bytes) else {
            self.skip_long_line();
            return None;
        };
        let mut line = std::mem::take(&mut self.before);
        line.extend_from_slice(&self.bytes[..end]);
        self.bytes.advance(end + 1);
        let line = line.trim_ascii();
        if line.is_empty() {
            return Some(self.end_header(length));
        }
        if let Some((before, length)) = length_header(line) {
            self.note(before, !before.is_empty());
            self.part = FramePart::Header {
                length: Some(length),
            };
        } else {
            self.note(line, !is_header(line));
        }
        Some(None)
    }

    /// Skips a line of any length: only its end can be a header.
    fn skip_long_line(&mut self) {
        if self.bytes.len() <= MAX_LINE {
            return;
        }
        let mut line = std::mem::take(&mut self.before);
        line.extend_from_slice(&self.bytes[..MAX_SAMPLE]);
        self.note(&line, true);
        self.bytes.advance(self.bytes.len() - MAX_HEADER);
    }

    fn note(&mut self, line: &[u8], is_garbage: bool) {
        if !self.sample.is_empty() && !line.is_empty() {
            self.sample.push(b' ');
        }
        self.sample.extend(line.iter().take(MAX_SAMPLE));
        self.sample.truncate(MAX_SAMPLE);
        self.is_garbage |= is_garbage;
    }

    fn end_header(&mut self, length: Option<u64>) -> Option<Frame> {
        let sample = std::mem::take(&mut self.sample);
        let is_garbage = std::mem::take(&mut self.is_garbage) || length.is_none();
        if let Some(left) = length.filter(|length| *length > MAX_MESSAGE as u64) {
            self.part = FramePart::TooLarge { left };
            return Some(Frame::TooLarge(left));
        }
        if let Some(length) = length {
            let searched = 0;
            self.part = FramePart::Message { length, searched };
        }
        (is_garbage && !sample.is_empty()).then_some(Frame::Garbage(sample))
    }
}

/// Messages.
impl Frames {
    /// Takes a message; `None` until its end is there.
    fn take_message(&mut self, length: u64, searched: usize) -> Option<Frame> {
        let Some(end) = self.end(length, searched) else {
            let searched = self.bytes.len();
            self.part = FramePart::Message { length, searched };
            return None;
        };
        self.part = FramePart::default();
        let message = self.bytes.split_to(end);
        Some(if message.is_empty() {
            Frame::Empty
        } else {
            Frame::Message(message)
        })
    }

    /// Skips a message; `None` until its end is there.
    fn skip(&mut self, left: u64) -> Option<()> {
        let Some(end) = self.end(left, 0) else {
            let skipped = self.bytes.len().saturating_sub(MAX_HEADER);
            self.bytes.advance(skipped);
            let left = left - skipped as u64;
            self.part = FramePart::TooLarge { left };
            return None;
        };
        self.part = FramePart::default();
        let message = self.bytes.split_to(end);
        self.refuse(&message);
        Some(())
    }

    /// Returns the end of a message of `length`: that offset, or the header of the next one.
    fn end(&self, length: u64, searched: usize) -> Option<usize> {
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let here = length.min(self.bytes.len());
        let mut lines = memchr::memchr_iter(b'\n', &self.bytes[searched..here]);
        let header = lines.find_map(|end| header_at_end(&self.bytes[..searched + end]));
        header.or((here == length).then_some(here))
    }
}

/// Returns the start of a header with a length that ends where `bytes` end.
fn header_at_end(bytes: &[u8]) -> Option<usize> {
    let offset = bytes.len().saturating_sub(MAX_HEADER);
    let end = bytes[offset..].trim_ascii_end();
    let digits = end.iter().rev().take_while(|byte| byte.is_ascii_digit());
    let digits = digits.count();
    let name = end[..end.len() - digits].trim_ascii_end();
    let name = name.strip_suffix(b":")?.trim_ascii_end();
    let start = name.len().checked_sub(LENGTH.len())?;
    let is_header = digits > 0 && name[start..].eq_ignore_ascii_case(LENGTH);
    is_header.then_some(offset + start)
}

/// Splits `line` into the bytes before a length header and the length.
fn length_header(line: &[u8]) -> Option<(&[u8], u64)> {
    let start = header_at_end(line)?;
    let value = line[start..].rsplit(|byte| *byte == b':').next()?;
    let digits = str::from_utf8(value.trim_ascii()).ok()?;
    // They are digits: what does not fit is too large.
    Some((&line[..start], digits.parse().unwrap_or(u64::MAX)))
}

/// `Content-Type: ...` and the like.
fn is_header(line: &[u8]) -> bool {
    let colon = line.iter().position(|byte| *byte == b':');
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte);
    colon.is_some_and(|colon| colon > 0 && line[..colon].iter().all(is_name))
}

/// Returns `true` if a line with this start can be a length header.
fn begins_header(start: &[u8]) -> bool {
    let name = start.len().min(LENGTH.len());
    let is_value = |byte: &u8| byte.is_ascii_digit() || b": \t\r".contains(byte);
    start[..name].eq_ignore_ascii_case(&LENGTH[..name]) && start[name..].iter().all(is_value)
}

#[cfg(test)]
mod tests;
