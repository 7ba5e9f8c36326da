//! What holds for every path, on every system: the texts are made of parts that systems read
//! differently.

use azml_rules::path::{PathStyle, Spellings, below, file_name, parent, relative, root};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const STYLES: [PathStyle; 3] = [PathStyle::Unix, PathStyle::MacOs, PathStyle::Windows];

/// Roots, and what looks like one.
const STARTS: [&str; 22] = [
    "",
    "",
    "",
    "/",
    "//",
    "///",
    "\\",
    "\\\\",
    "C:",
    "c:/",
    "C:\\",
    "//server/share/",
    "\\\\server\\share\\",
    "//Server",
    "\\\\?\\",
    "\\\\?\\C:\\",
    "\\\\?\\UNC\\server\\share\\",
    "\\??\\C:\\",
    "\\\\.\\",
    "//wsl.localhost/Ubuntu/",
    "./",
    "../",
];

const PARTS: [&str; 19] = [
    "a", "b", "A", "ü", "Ü", "job.yml", "..", "..", ".", "", "...", "a.", "b ", ".git", "?", "UNC",
    "\\", "\\..", "x\\y",
];

fn path() -> impl Strategy<Value = String> {
    let parts = prop::collection::vec(prop::sample::select(&PARTS[..]), 0..6);
    let start = prop::sample::select(&STARTS[..]);
    let ends = prop::sample::select(&["", "", "/", "\\"][..]);
    (start, parts, ends).prop_map(|(start, parts, end)| format!("{start}{}{end}", parts.join("/")))
}

/// Relative, of names and `..` only: every system reads these the same.
fn plain() -> impl Strategy<Value = String> {
    let part = prop::sample::select(&["a", "b", "job.yml", "..", ".", "ü", ""][..]);
    prop::collection::vec(part, 0..6).prop_map(|parts| {
        let text = parts.join("/");
        text.trim_start_matches('/').to_owned()
    })
}

/// A relative path of Unix can start with the name `C:`, but nobody calls a folder so.
fn clean(style: PathStyle, text: &str) -> Option<String> {
    let is_drive = style != PathStyle::Windows && text.contains(':');
    style.clean(text).filter(|_| !is_drive)
}

fn style() -> impl Strategy<Value = PathStyle> {
    prop::sample::select(&STYLES[..])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn a_clean_path_stays_as_it_is(style in style(), text in path()) {
        if let Some(clean) = clean(style, &text) {
            prop_assert_eq!(style.clean(&clean), Some(clean.clone()), "{}", text);
            prop_assert!(!clean.split('/').any(|part| matches!(part, "." | ".."))
                || clean.starts_with("//./"), "{clean}");
            prop_assert_eq!(style.is_absolute(&clean), style.is_absolute(&text), "{}", text);
        }
    }

    #[test]
    fn an_absolute_path_is_the_same_everywhere(style in style(), folder in path(), text in path()) {
        let Some(folder) = clean(style, &folder) else { return Ok(()) };
        if style.is_absolute(&text) {
            prop_assert_eq!(style.join(&folder, &text), style.clean(&text));
        }
    }

    #[test]
    fn nothing_leaves_its_root(style in style(), folder in path(), text in path()) {
        let Some(folder) = clean(style, &folder) else { return Ok(()) };
        let Some(joined) = style.join(&folder, &text) else { return Ok(()) };
        prop_assume!(style == PathStyle::Windows || !text.contains(':'));
        if !style.is_rooted(&text) {
            prop_assert_eq!(root(&joined), root(&folder));
        }
        prop_assert!(root(&folder).is_empty() || !root(&joined).is_empty());
    }

    #[test]
    fn what_is_seen_from_a_folder_leads_back(style in style(), folder in path(), path in path()) {
        let (Some(folder), Some(path)) = (clean(style, &folder), clean(style, &path)) else {
            return Ok(());
        };
        if let Some(seen) = relative(&folder, &path) {
            prop_assert_eq!(style.join(&folder, &seen), Some(path), "{} {}", folder, seen);
        }
    }

    #[test]
    fn a_folder_holds_what_is_in_it(style in style(), text in path()) {
        let Some(path) = clean(style, &text) else { return Ok(()) };
        let folder = parent(&path);
        prop_assert!(folder.len() < path.len() || path == root(&path));
        if folder.len() < path.len() {
            prop_assert_eq!(below(folder, &path), Some(file_name(&path)), "{}", path);
            prop_assert_eq!(style.join(folder, file_name(&path)), Some(path.clone()));
        }
    }

    #[test]
    fn systems_agree_on_plain_paths(folder in plain(), text in plain()) {
        let folder = PathStyle::Unix.clean(&folder);
        prop_assert_eq!(&folder, &PathStyle::Windows.clean(folder.as_deref().unwrap_or("..")));
        let Some(folder) = folder else { return Ok(()) };
        for top in ["", "/", "//server/share/"] {
            let folder = format!("{top}{folder}");
            let unix = PathStyle::Unix.join(&folder, &text);
            prop_assert_eq!(unix, PathStyle::Windows.join(&folder, &text));
        }
    }

    #[test]
    fn every_spelling_is_settled_once(paths in prop::collection::vec(path(), 1..8)) {
        for style in STYLES {
            let mut spellings = Spellings::new(style);
            let clean: Vec<String> = paths.iter().filter_map(|path| style.clean(path)).collect();
            let settled: Vec<_> = clean.iter().map(|path| spellings.settled(path)).collect();
            for (one, first) in clean.iter().zip(&settled) {
                prop_assert!(style.is_same(one, first), "{one} {first}");
                for (other, second) in clean.iter().zip(&settled) {
                    prop_assert_eq!(style.is_same(one, other), first == second, "{} {}", one, other);
                }
            }
        }
    }
}
