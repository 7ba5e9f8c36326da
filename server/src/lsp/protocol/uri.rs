//! Conversion between file URIs and paths. Clients write the same file in several ways: VS Code
//! `file:///c%3A/jobs/a.yml`, Neovim `file:///C:/jobs/a.yml`.
//!
//! The path syntax of the platform is a parameter, so every platform tests the URIs of all others.

use std::path::PathBuf;
use std::sync::Arc;

use azml_rules::path::{PathStyle, has_drive, root};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use tower_lsp::lsp_types::Url;

use crate::sandbox;
use crate::sandbox::STYLE;

/// Characters that are percent-encoded in a path segment:
/// <https://url.spec.whatwg.org/#path-percent-encode-set> and the separators.
const ENCODED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'/')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'\\')
    .add(b'`')
    .add(b'{')
    .add(b'}');

/// The file at `url`; `None` for what is no file.
pub(crate) fn path_of(url: &Url) -> Option<PathBuf> {
    let path = text_of(STYLE, url).map(PathBuf::from);
    // On Unix a path may be any bytes.
    let path = path.or_else(|| url.to_file_path().ok())?;
    Some(sandbox::absolute(&path))
}

/// Returns the key under which the document at `url` is stored.
pub(crate) fn key_of(url: &Url) -> Option<Arc<str>> {
    path_of(url).map(|path| sandbox::key(&path))
}

/// The address of the file with the key `path`.
pub(crate) fn of_path(path: &str) -> Option<Url> {
    of_text(STYLE, path)
}

fn text_of(style: PathStyle, url: &Url) -> Option<String> {
    if url.scheme() != "file" {
        return None;
    }
    let decode = |text| percent_decode_str(text).decode_utf8().ok();
    let host = url.host_str().filter(|host| *host != "localhost");
    let (host, path) = (decode(host.unwrap_or_default())?, decode(url.path())?);
    match (host.is_empty(), style) {
        (false, PathStyle::Windows) => style.clean(&format!("//{host}{path}")),
        (false, _) => None,
        (true, PathStyle::Windows) => {
            let inside = path.strip_prefix('/').filter(|inside| has_drive(inside));
            let path = style.clean(inside.unwrap_or(&path))?;
            style.is_absolute(&path).then_some(path)
        }
        (true, _) => style.clean(&path),
    }
}

fn of_text(style: PathStyle, path: &str) -> Option<Url> {
    if !style.is_absolute(path) {
        return None;
    }
    let (host, rest) = match path.strip_prefix("//") {
        Some(share) => share.split_once('/')?,
        None => ("", path.strip_prefix('/').unwrap_or(path)),
    };
    // A device of Windows has no address.
    if matches!(host, "?" | ".") || root(path).is_empty() {
        return None;
    }
    let mut address = format!("file://{host}");
    for part in rest.split('/') {
        address.push('/');
        address.extend(utf8_percent_encode(part, ENCODED));
    }
    Url::parse(&address).ok()
}

#[cfg(test)]
mod tests {
    use super::PathStyle::{Unix, Windows};
    use super::*;

    fn path(style: PathStyle, url: &str) -> Option<String> {
        text_of(style, &Url::parse(url).expect("it is an address"))
    }

    #[test]
    fn clients_of_windows_mean_the_same_file() {
        for (url, text) in [
            // VS Code, Neovim, and what others were seen to write.
            (
                "file:///c%3A/Users/anna/a%20b.yml",
                Some("C:/Users/anna/a b.yml"),
            ),
            (
                "file:///c%3a/Users/anna/a%20b.yml",
                Some("C:/Users/anna/a b.yml"),
            ),
            (
                "file:///C:/Users/anna/a b.yml",
                Some("C:/Users/anna/a b.yml"),
            ),
            (
                "file://localhost/c:/Users/anna/a%20b.yml",
                Some("C:/Users/anna/a b.yml"),
            ),
            (
                "file:///C:/Users/anna/x/../a%20b.yml",
                Some("C:/Users/anna/a b.yml"),
            ),
            (
                "file:///C:%5CUsers%5Canna%5Ca%20b.yml",
                Some("C:/Users/anna/a b.yml"),
            ),
            ("file:///c%3A/", Some("C:/")),
            // Shares, and the Linux of Windows.
            ("file://server/share/x.yml", Some("//server/share/x.yml")),
            (
                "file://wsl.localhost/Ubuntu/home/a.yml",
                Some("//wsl.localhost/Ubuntu/home/a.yml"),
            ),
            ("file://wsl%24/Ubuntu/a.yml", Some("//wsl$/Ubuntu/a.yml")),
            // No file of this system.
            ("file:///home/anna/a.yml", None),
            ("untitled:Untitled-1", None),
            ("vscode-remote://wsl/home/a.yml", None),
        ] {
            assert_eq!(path(Windows, url).as_deref(), text, "{url}");
        }
    }

    #[test]
    fn addresses_of_unix() {
        for (url, text) in [
            ("file:///home/anna/a%20b.yml", Some("/home/anna/a b.yml")),
            ("file:///home/%61nna/%C3%BC.yml", Some("/home/anna/ü.yml")),
            ("file:///c%3A/a.yml", Some("/c:/a.yml")),
            ("file://server/share/x.yml", None),
            ("file:///%FF.yml", None),
        ] {
            assert_eq!(path(Unix, url).as_deref(), text, "{url}");
        }
    }

    #[test]
    fn a_path_has_one_address() {
        for (style, text, url) in [
            (
                Windows,
                "C:/Users/a b.yml",
                Some("file:///C:/Users/a%20b.yml"),
            ),
            (Windows, "C:/", Some("file:///C:/")),
            (
                Windows,
                "//server/share/x.yml",
                Some("file://server/share/x.yml"),
            ),
            (
                Windows,
                "//wsl.localhost/Ubuntu/a.yml",
                Some("file://wsl.localhost/Ubuntu/a.yml"),
            ),
            (Windows, "//?/Volume{1}/a.yml", None),
            (Windows, "/a.yml", None),
            (
                Unix,
                "/home/50%#?.yml",
                Some("file:///home/50%25%23%3F.yml"),
            ),
            (Unix, r"/a\b.yml", Some("file:///a%5Cb.yml")),
            (Unix, "a.yml", None),
        ] {
            let found = of_text(style, text);
            assert_eq!(found.as_ref().map(Url::as_str), url, "{text}");
            let back = found.and_then(|url| text_of(style, &url));
            assert_eq!(back.as_deref(), url.map(|_| text), "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn addresses_are_those_of_the_library() {
        for path in [
            "/home/anna/a b.yml",
            "/ü/[x]/a#b?c%d^e`f{g}|h.yml",
            "/a\tb\n.yml",
        ] {
            assert_eq!(of_path(path), Url::from_file_path(path).ok());
        }
    }
}
