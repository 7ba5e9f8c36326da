//! Paths as URIs.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Characters that are not reserved in any part of a URI.
const UNRESERVED: AsciiSet = NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

const ABSOLUTE: AsciiSet = UNRESERVED.remove(b':');

/// `path` as a relative URI. A `:` in its first folder would end a scheme.
pub(crate) fn relative_uri(path: &str) -> String {
    utf8_percent_encode(path, &UNRESERVED).to_string()
}

/// The absolute `key` as a URI.
pub(crate) fn file_uri(key: &str) -> String {
    let start = match key {
        // Another machine: `//server/share/a.yml`.
        _ if key.starts_with("//") => "file:",
        _ if key.starts_with('/') => "file://",
        // A drive: `C:/a.yml`.
        _ => "file:///",
    };
    format!("{start}{}", utf8_percent_encode(key, &ABSOLUTE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_hold_any_name() {
        for (path, uri) in [
            ("jobs/a.yml", "jobs/a.yml"),
            ("a b/100%é😀.yml", "a%20b/100%25%C3%A9%F0%9F%98%80.yml"),
            ("c:d?e#f\n[g].yml", "c%3Ad%3Fe%23f%0A%5Bg%5D.yml"),
        ] {
            assert_eq!(relative_uri(path), uri);
        }
    }

    #[test]
    fn absolute_uris_name_drives_and_machines() {
        for (key, uri) in [
            ("/w/a b.yml", "file:///w/a%20b.yml"),
            ("//server/share/a.yml", "file://server/share/a.yml"),
            ("C:/w/a.yml", "file:///C:/w/a.yml"),
        ] {
            assert_eq!(file_uri(key), uri);
        }
    }
}
