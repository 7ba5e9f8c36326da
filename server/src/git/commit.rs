//! The files of a commit.

use std::fmt::Write as _;
use std::path::Path;

use super::process::run;
use crate::programs;

/// Maximum size of a file, as of one on the disk.
const MAX_FILE: u64 = 16 * 1024 * 1024;
/// Maximum number of files.
const MAX_FILES: usize = 100_000;

/// A file of a commit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CommitFile {
    /// Its path from the top of the repository, with `/`.
    pub(crate) path: String,
    /// Its text.
    pub(crate) text: String,
}

/// Returns the files of `commit` in the repository `top` whose path `is_read`, or a message.
pub(crate) fn files_of_commit(
    top: &Path,
    commit: &str,
    is_read: impl Fn(&str) -> bool,
) -> Result<Vec<CommitFile>, String> {
    if commit.is_empty() || commit.starts_with('-') || commit.contains(char::is_control) {
        return Err("this is not the name of a commit, branch, or tag".to_owned());
    }
    let program = programs::git().ok_or("git is not in an absolute folder of PATH")?;
    let tree = format!("{commit}^{{tree}}");
    let parse = [
        "rev-parse",
        "--verify",
        "--quiet",
        "--end-of-options",
        &tree,
    ];
    let tree =
        run(&program, top, &parse, Vec::new()).map_err(|message| match message.as_str() {
            "it failed" | "" => {
                "no commit, branch, or tag has this name; fetch it first".to_owned()
            }
            _ => message,
        })?;
    let tree = String::from_utf8_lossy(&tree);
    let tree = tree
        .lines()
        .last()
        .filter(|it| is_object(it))
        .ok_or("git named no tree")?;
    let list = ["ls-tree", "-r", "-l", "-z", "--full-tree", tree];
    let list = run(&program, top, &list, Vec::new())?;
    let listed = list
        .split(|byte| *byte == 0)
        .filter_map(|line| entry(line, &is_read));
    let listed: Vec<(String, String)> = listed.take(MAX_FILES).collect();
    let mut objects = String::new();
    for (object, _) in &listed {
        let _ = writeln!(objects, "{object}");
    }
    let batch = run(
        &program,
        top,
        &["cat-file", "--batch"],
        objects.into_bytes(),
    )?;
    Ok(texts(&batch, listed))
}

fn is_object(text: &str) -> bool {
    (40..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the object and the path of a line: `100644 blob OBJECT SIZE<tab>PATH`. Links and submodules are not
/// files.
fn entry(line: &[u8], is_read: impl Fn(&str) -> bool) -> Option<(String, String)> {
    let (facts, path) = std::str::from_utf8(line).ok()?.split_once('\t')?;
    let mut facts = facts.split_ascii_whitespace();
    let (mode, sort, object) = (facts.next()?, facts.next()?, facts.next()?);
    let size: u64 = facts.next()?.parse().ok()?;
    let is_inside = path
        .split('/')
        .all(|part| !matches!(part, "" | "." | "..") && !part.contains(['\\', ':', '\0']));
    let is_file = sort == "blob" && mode.starts_with("100") && size <= MAX_FILE;
    (is_file && is_inside && is_object(object) && is_read(path))
        .then(|| (object.to_owned(), path.to_owned()))
}

/// Returns the texts in the answer of `cat-file --batch`: for each object `OBJECT blob SIZE`, and its bytes.
fn texts(batch: &[u8], listed: Vec<(String, String)>) -> Vec<CommitFile> {
    let (mut files, mut rest) = (Vec::new(), batch);
    for (object, path) in listed {
        let Some(end) = rest.iter().position(|byte| *byte == b'\n') else {
            break;
        };
        let head = String::from_utf8_lossy(&rest[..end]).into_owned();
        rest = &rest[end + 1..];
        let Some(size) = head
            .strip_prefix(&object)
            .and_then(|it| it.strip_prefix(" blob "))
            .and_then(|it| it.parse::<usize>().ok())
        else {
            // The object is missing, as in a partial clone.
            continue;
        };
        let Some(bytes) = rest.get(..size) else {
            break;
        };
        if let Ok(text) = std::str::from_utf8(bytes) {
            let text = text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
            files.push(CommitFile { path, text });
        }
        rest = rest.get(size + 1..).unwrap_or_default();
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_inside_and_are_files() {
        let object = "a".repeat(40);
        let line = |mode: &str, sort: &str, path: &str| {
            entry(
                format!("{mode} {sort} {object}      12\t{path}").as_bytes(),
                |_| true,
            )
        };
        assert!(line("100644", "blob", "jobs/a.yml").is_some());
        for path in [
            "../a.yml",
            "a/../b.yml",
            "/a.yml",
            "a//b.yml",
            "a\\b.yml",
            "c:/a.yml",
        ] {
            assert_eq!(line("100644", "blob", path), None, "{path}");
        }
        assert_eq!(line("120000", "blob", "a.yml"), None);
        assert_eq!(line("160000", "commit", "a.yml"), None);
    }

    #[test]
    fn missing_and_cut_objects_are_left_out() {
        let (a, b, c) = ("a".repeat(40), "b".repeat(40), "c".repeat(40));
        let batch = format!("{a} blob 3\nx\ny\n{b} missing\n{c} blob 9\nz");
        let listed = [(a, "1.yml"), (b, "2.yml"), (c, "3.yml")];
        let listed = listed.map(|(object, path)| (object, path.to_owned()));
        let found = texts(batch.as_bytes(), listed.into());
        let file = CommitFile {
            path: "1.yml".to_owned(),
            text: "x\ny".to_owned(),
        };
        assert_eq!(found, [file]);
    }

    #[test]
    fn a_commit_is_no_option() {
        for commit in ["", "-x", "--upload-pack=touch x", "a\nb"] {
            let found = files_of_commit(Path::new("."), commit, |_| true);
            assert!(
                found.is_err_and(|message| message.contains("not the name")),
                "{commit}"
            );
        }
    }
}
