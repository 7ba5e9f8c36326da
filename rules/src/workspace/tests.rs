use super::*;

fn settings_of(path: &str) -> Settings {
    Settings {
        path: Some(path.into()),
        ..Settings::default()
    }
}

#[test]
fn the_closest_settings_win() {
    let mut workspace = Workspace::default();
    workspace.set_settings("", settings_of("azml.yaml"));
    workspace.set_settings("a/b", settings_of("a/b/azml.yaml"));
    assert_eq!(
        workspace.settings("a/b/c/x.yml").path.as_deref(),
        Some("a/b/azml.yaml")
    );
    assert_eq!(
        workspace.settings("a/x.yml").path.as_deref(),
        Some("azml.yaml")
    );
}

fn windows() -> Workspace {
    let mut workspace = Workspace::new(PathStyle::Windows);
    workspace.insert(Document::new("C:/Repo/Jobs/Train.yml", "command: a\n"));
    workspace
}

#[test]
fn references_of_windows_lead_to_their_documents() {
    let workspace = windows();
    let from = "C:/Repo/pipelines/p.yml";
    for reference in [
        "../Jobs/Train.yml",
        r"file:..\jobs\train.yml",
        r"c:\repo\Jobs\Train.yml",
        r"\Repo\Jobs\Train.yml",
        r"\\?\C:\Repo\Jobs\Train.yml",
    ] {
        let found = workspace.referenced(from, reference);
        let path = found.map(|document| document.path());
        assert_eq!(path, Some("C:/Repo/Jobs/Train.yml"), "{reference}");
    }
    for reference in [r"..\Train.yml", "C:Train.yml", r"D:\Repo\Jobs\Train.yml"] {
        assert!(
            workspace.referenced(from, reference).is_none(),
            "{reference}"
        );
    }
    let full = workspace.full_path(from, r"..\JOBS\train.yml");
    assert_eq!(full.as_deref(), Some("C:/Repo/Jobs/Train.yml"));
}

#[test]
fn two_spellings_are_one_document() {
    let mut workspace = windows();
    workspace.insert(Document::new("C:/repo/jobs/train.yml", "command: b\n"));
    let texts: Vec<&str> = workspace.documents().map(|it| it.text()).collect();
    assert_eq!(texts, ["command: b\n"]);
    workspace.remove("C:/REPO/jobs/train.yml");
    assert_eq!(workspace.documents().count(), 0);
    let mut unix = Workspace::default();
    unix.insert(Document::new("/a.yml", "a"));
    unix.insert(Document::new("/A.yml", "a"));
    assert_eq!(unix.documents().count(), 2);
}

#[test]
fn settings_hold_below_drives_and_shares() {
    let mut workspace = Workspace::new(PathStyle::Windows);
    workspace.set_settings("", settings_of("none"));
    for folder in ["C:/", "//server/share/", "D:/p"] {
        workspace.set_settings(folder, settings_of(&format!("{folder}azml.yaml")));
    }
    for (file, config) in [
        ("C:/a/b.yml", "C:/azml.yaml"),
        ("//server/share/a/b.yml", "//server/share/azml.yaml"),
        ("//server/other/b.yml", "none"),
        ("D:/p/a.yml", "D:/pazml.yaml"),
        ("D:/a.yml", "none"),
    ] {
        assert_eq!(
            workspace.settings(file).path.as_deref(),
            Some(config),
            "{file}"
        );
    }
}

#[test]
fn trees_are_put_away_however_their_documents_came() {
    let closed = |path, text| ClosedDocument::new(Document::new(path, text), PathStyle::default());
    let mut before = Workspace::default();
    before.insert_all([closed("/a.yml", "name: a\n"), closed("/b.yml", "name: b\n")]);
    let mut now = Workspace::default();
    now.insert_all([
        closed("/a.yml", "name: a\n"),
        closed("/b.yml", "name: another\n"),
        closed("/c.yml", "name: c\n"),
    ]);
    let with_tree = Document::new("/d.yml", "name: d\n");
    now.insert_closed(ClosedDocument::with_tree(with_tree, PathStyle::default()));
    now.share_with(&before);
    now.insert(Document::new("/e.yml", "name: e\n"));
    let with_trees = |workspace: &Workspace| -> Vec<String> {
        let documents = workspace.documents();
        let have = documents.filter(|document| document.can_put_tree_away());
        have.map(|document| document.path().to_owned()).collect()
    };
    assert_eq!(with_trees(&now), ["/d.yml", "/e.yml"]);
    for _ in 0..2 {
        now.documents().for_each(|document| _ = document.tree());
        assert_eq!(with_trees(&now).len(), 5);
        // A snapshot keeps the trees that it has.
        let snapshot = now.clone();
        now.put_trees_away(|path| path != "/e.yml");
        assert_eq!(with_trees(&now), ["/e.yml"]);
        assert_eq!(with_trees(&snapshot).len(), 5);
        now.put_trees_away(|_| true);
        assert_eq!(with_trees(&now), [""; 0]);
    }
}
