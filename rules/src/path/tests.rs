use super::PathStyle::{MacOs, Unix, Windows};
use super::*;

#[test]
fn texts_get_one_form() {
    let nasty = [
        // Relative paths, and texts that look like them.
        (Windows, r".\a\..\b", Some("b")),
        (Unix, r".\a", Some(r".\a")),
        (Windows, "C:relative", None),
        (Windows, "c:", None),
        (Unix, "C:relative", Some("C:relative")),
        (Windows, "a/../..", None),
        (Windows, "", Some("")),
        // Drives.
        (Windows, "C:/", Some("C:/")),
        (Windows, r"c:\", Some("C:/")),
        (Windows, r"c:\a\\b\", Some("C:/a/b")),
        (Windows, r"C:\..\..\a", Some("C:/a")),
        (Windows, r"\a", Some("/a")),
        (Windows, "C:/a./b ", Some("C:/a./b ")),
        // Verbatim.
        (Windows, r"\\?\C:\a\..\b", Some("C:/b")),
        (Windows, r"\\?\c:", Some("C:/")),
        (Windows, r"//?/C:/a", Some("C:/a")),
        (Windows, r"\??\C:\a", Some("C:/a")),
        (Windows, r"\\.\C:\a", Some("C:/a")),
        (Windows, r"\\?\UNC\server\share\a", Some("//server/share/a")),
        (Windows, r"\??\unc\server\share", Some("//server/share/")),
        (Windows, r"\\?\Volume{1}\a", Some("//?/Volume{1}/a")),
        (Windows, r"\\.\pipe\name", Some("//./pipe/name")),
        (Windows, r"\\?\", None),
        // Shares.
        (Windows, r"\\server\share\a", Some("//server/share/a")),
        (Windows, "//server", None),
        (Windows, "//server/share", Some("//server/share/")),
        (Windows, "//server/share/..", Some("//server/share/")),
        (Windows, "//server/../a", None),
        (
            Windows,
            r"\\wsl.localhost\Ubuntu\home",
            Some("//wsl.localhost/Ubuntu/home"),
        ),
        // Unix.
        (Unix, "/a/./b/../c.yml", Some("/a/c.yml")),
        (Unix, "/../a", Some("/a")),
        (Unix, "///a", Some("/a")),
        (Unix, "//host/a/b", Some("//host/a/b")),
        (Unix, r"\\host\a", Some(r"\\host\a")),
    ];
    for (style, text, clean) in nasty {
        assert_eq!(style.clean(text).as_deref(), clean, "{style:?} {text}");
    }
}

#[test]
fn references_count_from_the_file() {
    let references = [
        (Unix, "a/b/c.yml", "./d.yml", Some("a/b/d.yml")),
        (Unix, "a/b/c.yml", "../d.yml", Some("a/d.yml")),
        (Unix, "c.yml", "../d.yml", None),
        (Unix, "/a/c.yml", "../../../d.yml", Some("/d.yml")),
        (Unix, "/a/c.yml", "/b//d.yml", Some("/b/d.yml")),
        (Unix, "/a/c.yml", r".\x\d.yml", Some(r"/a/.\x\d.yml")),
        (Unix, "/a/c.yml", r"C:\d.yml", Some(r"/a/C:\d.yml")),
        (Windows, "C:/a/c.yml", r".\x\d.yml", Some("C:/a/x/d.yml")),
        (Windows, "C:/a/c.yml", r"..\..\..\d.yml", Some("C:/d.yml")),
        (Windows, "C:/a/c.yml", r"\d.yml", Some("C:/d.yml")),
        (Windows, "C:/a/c.yml", r"d:\d.yml", Some("D:/d.yml")),
        (Windows, "C:/a/c.yml", "d:d.yml", None),
        (
            Windows,
            "//s/h/a/c.yml",
            "../../../d.yml",
            Some("//s/h/d.yml"),
        ),
        (Windows, "//s/h/a/c.yml", "/d.yml", Some("//s/h/d.yml")),
        (
            Windows,
            "//s/h/a/c.yml",
            r"\\t\i\d.yml",
            Some("//t/i/d.yml"),
        ),
    ];
    for (style, file, reference, full) in references {
        let joined = style.join_beside(file, reference);
        assert_eq!(joined.as_deref(), full, "{style:?} {file} {reference}");
    }
}

#[test]
fn what_is_absolute_depends_on_the_system() {
    let absolute = |style: PathStyle| {
        let texts = [
            "/a",
            r"\a",
            r"C:\a",
            "C:a",
            r"\\s\h",
            "//s/h",
            r"\\?\C:\a",
            "a",
        ];
        texts.map(|text| style.is_absolute(text))
    };
    assert_eq!(
        absolute(Unix),
        [true, false, false, false, false, true, false, false]
    );
    assert_eq!(
        absolute(Windows),
        [false, false, true, false, true, true, true, false]
    );
    assert!(Windows.is_rooted(r"\a") && Windows.is_rooted("C:a") && !Windows.is_rooted(r"a\b"));
}

#[test]
fn folders_names_and_what_is_below() {
    for (path, folder, name) in [
        ("C:/a.yml", "C:/", "a.yml"),
        ("/a.yml", "/", "a.yml"),
        ("a.yml", "", "a.yml"),
        ("a/b/c.yml", "a/b", "c.yml"),
        ("//s/h/a.yml", "//s/h/", "a.yml"),
        ("C:/", "C:/", ""),
    ] {
        assert_eq!((parent(path), file_name(path)), (folder, name), "{path}");
    }
    assert_eq!(below("C:/", "C:/a/b"), Some("a/b"));
    assert_eq!(below("C:/a", "C:/a/b"), Some("b"));
    assert_eq!(below("C:/a", "C:/ab"), None);
    assert_eq!(below("", "a/b"), Some("a/b"));
    assert_eq!(below("C:/a", "C:/a"), Some(""));
}

#[test]
fn paths_are_seen_from_a_folder() {
    for (folder, path, seen) in [
        ("C:/a/b", "C:/a/c/d.yml", Some("../c/d.yml")),
        ("C:/a", "C:/a", Some(".")),
        ("C:/", "C:/a", Some("a")),
        ("C:/a", "C:/", Some("..")),
        ("C:/a", "D:/a", None),
        ("//s/h/a", "//s/i/a", None),
        ("//s/h/a", "//s/h/b", Some("../b")),
        ("a", "/a", None),
    ] {
        assert_eq!(relative(folder, path).as_deref(), seen, "{folder} {path}");
    }
}

#[test]
fn letter_case_counts_by_system() {
    assert!(Windows.is_same("C:/Jobs/Train.yml", "C:/jobs/TRAIN.yml"));
    assert!(MacOs.is_same("/Users/Ä.yml", "/users/ä.yml"));
    assert!(!Unix.is_same("/a", "/A"));
    // Windows shows the files of its Linux subsystem as a share.
    assert!(!Windows.is_same("//wsl.localhost/Ubuntu/a", "//wsl.localhost/Ubuntu/A"));
}

#[test]
fn the_first_spelling_stays() {
    let mut spellings = Spellings::new(Windows);
    for (path, settled) in [
        ("C:/Repo/Jobs/a.yml", "C:/Repo/Jobs/a.yml"),
        ("C:/repo/jobs/A.yml", "C:/Repo/Jobs/a.yml"),
        ("C:/repo/JOBS/b.yml", "C:/Repo/Jobs/b.yml"),
        ("C:/REPO", "C:/Repo"),
        ("//Server/Share/a", "//Server/Share/a"),
        ("//server/share/b", "//Server/Share/b"),
        ("a.yml", "a.yml"),
    ] {
        assert_eq!(&*spellings.settled(path), settled);
    }
    let mut spellings = Spellings::new(Unix);
    for path in ["/Repo/a.yml", "/repo/A.yml"] {
        assert_eq!(&*spellings.settled(path), path);
    }
}
