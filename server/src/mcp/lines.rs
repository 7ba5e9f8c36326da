//! Lines of limited length.

use std::io::{BufRead, Read as _, Result};

/// Maximum length of a line, in bytes. Numbers in a list take 16 times their length in memory.
pub(super) const MAX_LINE: usize = 8 << 20;

/// A line of the input, without its end.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum InputLine {
    Text(Vec<u8>),
    /// It was skipped.
    TooLong,
    /// End of the input.
    End,
}

/// Reads the next line.
pub(super) fn read_line(input: &mut impl BufRead) -> Result<InputLine> {
    let mut line = Vec::new();
    let read = input
        .by_ref()
        .take(MAX_LINE as u64 + 1)
        .read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(InputLine::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MAX_LINE {
        skip_line(input)?;
        return Ok(InputLine::TooLong);
    }
    Ok(InputLine::Text(line))
}

/// Skips the rest of the line, without holding it in memory.
fn skip_line(input: &mut impl BufRead) -> Result<()> {
    loop {
        let available = input.fill_buf()?;
        let end = memchr::memchr(b'\n', available);
        let length = end.map_or(available.len(), |at| at + 1);
        input.consume(length);
        if end.is_some() || length == 0 {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn a_long_line_is_skipped_and_the_next_one_is_read() {
        let long = vec![b'x'; MAX_LINE + 1];
        let most = &long[1..];
        let text = [&long, &b"\n"[..], most, b"\na\r\nb"].concat();
        let mut input = BufReader::new(&text[..]);
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next(), InputLine::TooLong);
        assert_eq!(next(), InputLine::Text(most.to_vec()));
        assert_eq!(next(), InputLine::Text(b"a\r".to_vec()));
        assert_eq!(next(), InputLine::Text(b"b".to_vec()));
        assert_eq!(next(), InputLine::End);
    }
}
