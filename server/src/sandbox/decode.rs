//! Decoding of files. UTF-8 retains its byte-order mark, so that offsets are those of the file and
//! writing preserves it; UTF-16 with a mark, as PowerShell's `>` writes it, is read but never
//! written.

use std::path::Path;

use super::read_error::{MAX_BYTES, ReadProblem};
use super::safe_read::{read_bytes, read_found_bytes};

/// Encoding of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// UTF-8, with or without a byte-order mark.
    #[default]
    Utf8,
    /// UTF-16, little or big endian, with a byte-order mark.
    Utf16,
}

/// Text of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DecodedText {
    /// Its text.
    pub text: String,
    /// Encoding of the file.
    pub encoding: Encoding,
}

/// Reads the file at `path`.
///
/// # Errors
/// Returns an error if it cannot be read or is not text.
pub fn read_text(path: &Path) -> Result<DecodedText, ReadProblem> {
    decode(read_bytes(path)?)
}

/// Like [`read_text`], for a `path` that a directory listing has shown to be a file.
///
/// # Errors
/// Returns an error if it cannot be read or is not text.
pub(crate) fn read_found_text(path: &Path) -> Result<DecodedText, ReadProblem> {
    decode(read_found_bytes(path)?)
}

/// Reads `bytes` as text.
///
/// # Errors
/// Returns an error if they are not text.
pub fn decode(bytes: Vec<u8>) -> Result<DecodedText, ReadProblem> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadProblem::TooLarge);
    }
    let text = match bytes.get(..2) {
        Some([0xff, 0xfe]) => return utf16(&bytes, u16::from_le_bytes),
        Some([0xfe, 0xff]) => return utf16(&bytes, u16::from_be_bytes),
        _ => String::from_utf8(bytes),
    };
    match text {
        Ok(text) => Ok(DecodedText {
            text,
            encoding: Encoding::Utf8,
        }),
        Err(error) => Err(not_utf8(error.as_bytes(), error.utf8_error().valid_up_to())),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<DecodedText, ReadProblem> {
    let units: Vec<u16> = bytes[2..]
        .chunks_exact(2)
        .map(|pair| unit([pair[0], pair[1]]))
        .collect();
    match String::from_utf16(&units) {
        Ok(text) if bytes.len().is_multiple_of(2) => Ok(DecodedText {
            text,
            encoding: Encoding::Utf16,
        }),
        _ => Err(not_utf8(bytes, 0)),
    }
}

fn not_utf8(bytes: &[u8], offset: usize) -> ReadProblem {
    let line = 1 + bytes[..offset]
        .iter()
        .filter(|byte| **byte == b'\n')
        .count();
    ReadProblem::NotUtf8 {
        offset,
        line,
        lossy: String::from_utf8_lossy(bytes).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_mark_of_utf8_and_drops_that_of_utf16() {
        assert_eq!(
            decode(b"\xef\xbb\xbfa: \xc3\xa9".to_vec()).unwrap().text,
            "\u{feff}a: é"
        );
        let little = decode(vec![0xff, 0xfe, b'a', 0, 0xe9, 0]).unwrap();
        assert_eq!(
            little,
            DecodedText {
                text: "aé".to_owned(),
                encoding: Encoding::Utf16
            }
        );
        assert_eq!(
            decode(vec![0xfe, 0xff, 0, b'a', 0, 0xe9]).unwrap().text,
            "aé"
        );
    }

    #[test]
    fn says_where_text_ends_to_be_utf8() {
        let problem = decode(b"a: 1\nb: \xe9t\xe9\n".to_vec()).unwrap_err();
        assert_eq!(problem.to_string(), "is not UTF-8 (byte 8, line 2)");
        assert!(decode(vec![0xff, 0xfe, b'a']).is_err(), "half a unit");
    }
}
