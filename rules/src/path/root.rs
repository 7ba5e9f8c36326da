//! The root of a path.

use super::style::PathStyle;

/// The root of a path as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Root<'t> {
    /// No root: relative to another path.
    None,
    /// `/`; on Windows the root of the current drive.
    Slash,
    /// `C:/`
    Drive(char),
    /// `//server/share/`
    Share(&'t str, &'t str),
    /// `//?/Volume{...}/`, `//./pipe/`: a Windows device path.
    Device(char, &'t str),
}

impl Root<'_> {
    /// Writes the root in the form of the module, with a final `/`.
    pub(super) fn write(self, out: &mut String) {
        match self {
            Self::None => {}
            Self::Slash => out.push('/'),
            Self::Drive(letter) => out.extend([letter.to_ascii_uppercase(), ':', '/']),
            Self::Share(host, share) => {
                for part in ["//", host, "/", share, "/"] {
                    out.push_str(part);
                }
            }
            Self::Device(sort, name) => {
                out.extend(['/', '/', sort, '/']);
                out.push_str(name);
                out.push('/');
            }
        }
    }
}

/// Returns the root of `text`, and the rest. `None` if the root is unknown: `C:data` is relative to
/// the current folder of the drive.
pub(super) fn split_root(style: PathStyle, text: &str) -> Option<(Root<'_>, &str)> {
    if style == PathStyle::Windows {
        if let Some((sort, device)) = device(text) {
            return of_device(style, sort, device);
        }
        if let Some((letter, rest)) = drive(text) {
            let is_absolute = rest.starts_with(['/', '\\']);
            return is_absolute.then_some((Root::Drive(letter), rest));
        }
    }
    let separates = |c: char| style.separates(c);
    let Some(rest) = text.strip_prefix(separates) else {
        return Some((Root::None, text));
    };
    match rest.strip_prefix(separates) {
        // POSIX leaves the meaning of two leading slashes to the system, so they are never read as
        // one: the second name may be a host.
        Some(rest) if rest.starts_with(|c| !separates(c)) => share(style, rest),
        _ => Some((Root::Slash, rest)),
    }
}

/// Returns the letter of `C:...`, and the text after the colon.
fn drive(text: &str) -> Option<(char, &str)> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    Some((letter, text[1..].strip_prefix(':')?))
}

/// Returns the text after `\\?\`, `\\.\` or `\??\`, and the third character. Windows accepts all
/// three as the start of a device path:
/// <https://learn.microsoft.com/windows/win32/fileio/naming-a-file#win32-device-namespaces>.
fn device(text: &str) -> Option<(char, &str)> {
    let [one, two, three, four, ..] = text.as_bytes() else {
        return None;
    };
    let is_separator = |byte: u8| matches!(byte, b'/' | b'\\');
    if !is_separator(*one) || !is_separator(*four) {
        return None;
    }
    let sort = match (*two, *three) {
        (b'?', b'?') => '?',
        (two, b'?') if is_separator(two) => '?',
        (two, b'.') if is_separator(two) => '.',
        _ => return None,
    };
    Some((sort, &text[4..]))
}

/// Converts the device path of a drive or a share to its shorter form. Others are Windows devices.
fn of_device(style: PathStyle, sort: char, text: &str) -> Option<(Root<'_>, &str)> {
    if let Some((letter, rest)) = drive(text)
        && (rest.is_empty() || rest.starts_with(['/', '\\']))
    {
        return Some((Root::Drive(letter), rest));
    }
    let (name, rest) = first(style, text);
    match name {
        "" | "." | ".." => None,
        _ if name.eq_ignore_ascii_case("UNC") => share(style, rest),
        name => Some((Root::Device(sort, name), rest)),
    }
}

/// A host without a share is not a folder.
fn share(style: PathStyle, text: &str) -> Option<(Root<'_>, &str)> {
    let (host, rest) = first(style, text);
    let (share, rest) = first(style, rest);
    let is_name = |name: &str| !matches!(name, "" | "." | "..");
    (is_name(host) && is_name(share)).then_some((Root::Share(host, share), rest))
}

/// Returns the first part of `text`, and the text after it.
fn first(style: PathStyle, text: &str) -> (&str, &str) {
    let text = text.trim_start_matches(|c| style.separates(c));
    text.split_at(text.find(|c| style.separates(c)).unwrap_or(text.len()))
}
