//! The paths that scripts, notebooks, workflows, and pages of documentation mention. A path that is
//! mentioned may be made by what mentions it, or by the reader of the page.

use std::collections::BTreeSet;

use aho_corasick::AhoCorasick;
use memchr::memmem;

use super::sources::is_script;
use crate::path::file_name;
use crate::work_counter;

/// A path in a script, up to the name that was searched for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mention {
    /// The file that mentions it, relative to the folder that was searched.
    pub script: String,
    /// The path as written, with `/` between its parts.
    pub path: String,
    /// `true` if the line copies or fills in files, and the path ends with the name.
    pub is_copied: bool,
    /// `true` if the line only reads the file, as in `--file job.yml`, or lists it as a filter.
    pub is_read: bool,
}

/// Names of files that run commands and have no extension that shows it.
const NAMES: [&str; 9] = [
    ".gitlab-ci.yml",
    "Jenkinsfile",
    "Justfile",
    "Taskfile.yml",
    "dvc.yaml",
    "justfile",
    "noxfile.py",
    "pyproject.toml",
    "tox.ini",
];

/// Keys of YAML files that run commands.
const STEPS: [&str; 5] = ["inlineScript:", "run:", "script:", "stages:", "steps:"];

/// Words of lines that copy or fill in files.
const COPIES: [&str; 9] = [
    "cookiecutter",
    "copy",
    "cp ",
    "envsubst",
    "jinja",
    "mv ",
    "render",
    "rsync",
    "sed ",
];

/// Words of lines that make or fetch files.
const MAKES: [&str; 20] = [
    " -o ",
    ">",
    "azcopy",
    "clone",
    "copy",
    "cp ",
    "curl ",
    "download",
    "dump",
    "dvc ",
    "extract",
    "mkdir",
    "makedirs",
    "mv ",
    "outfile",
    "output",
    "save",
    "submodule",
    "unzip ",
    "wget ",
];

/// Ends of texts before a path that is read.
const READS: [&str; 8] = [
    "--file ", "--file=", "--path ", "--path=", "-f ", "-f=", "cat ", "echo ",
];

/// Longer lines are those of notebooks in one line, where `#` begins no comment.
const LONG_LINE: usize = 1000;

/// Returns `true` if the file at `path` may make files, judging by its name. For YAML, the text
/// decides: [`runs_steps`].
pub fn may_make_files(path: &str) -> bool {
    let name = file_name(path);
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let is_code = |end: &str| {
        matches!(
            end,
            "py" | "ipynb" | "R" | "r" | "psm1" | "yml" | "yaml" | "md"
        )
    };
    is_script(path) || NAMES.contains(&name) || extension.is_some_and(is_code)
}

/// Returns `true` if the YAML file with this text has steps that run commands.
pub fn runs_steps(text: &str) -> bool {
    // `scoring_script` is not `script`.
    let is_key = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let has = |key: &&str| text.match_indices(*key).any(|(at, _)| is_key(at));
    !text.contains("azuremlschemas") && STEPS.iter().any(has)
}

/// Returns the mentions of a file or folder called `name` in the text of `script`.
pub fn mentions_of(script: &str, text: &str, name: &str) -> Vec<Mention> {
    work_counter::spend(text.len() as u64 / 64);
    // Thousands of paths may be missing beside a long script: `str::find` takes twenty times as long.
    let places = memmem::find_iter(text.as_bytes(), name);
    let places = places.filter(|at| text.is_char_boundary(*at));
    let mut found: Vec<Mention> = places
        .filter_map(|at| mention_at(script, text, at, name))
        .collect();
    found.sort();
    found.dedup();
    found
}

/// Returns those of `names` that [`mentions_of`] finds in `text` and that aren't only read. The text is read once.
pub(crate) fn mentioned_names<'n>(text: &str, names: &BTreeSet<&'n str>) -> BTreeSet<&'n str> {
    let mut found = BTreeSet::new();
    each_name(text, names, |at, name| {
        if mention_at("", text, at, name).is_some_and(|it| !it.is_read) {
            found.insert(name);
        }
    });
    found
}

/// Returns those of `names` that are anywhere in `text`, which is read once.
pub(crate) fn names_in<'n>(text: &str, names: &BTreeSet<&'n str>) -> BTreeSet<&'n str> {
    let mut found = BTreeSet::new();
    each_name(text, names, |_, name| {
        found.insert(name);
    });
    found
}

/// Passes each place of `text` where one of `names` begins to `on_name`.
fn each_name<'n>(text: &str, names: &BTreeSet<&'n str>, mut on_name: impl FnMut(usize, &'n str)) {
    let names: Vec<&str> = names.iter().copied().collect();
    let finder = AhoCorasick::new(&names).expect("names of one text are not too many");
    for found in finder.find_overlapping_iter(text) {
        work_counter::spend(1);
        on_name(found.start(), names[found.pattern()]);
    }
}

/// Returns the mention of `name`, which is at the offset `at` of `text`.
fn mention_at(script: &str, text: &str, at: usize, name: &str) -> Option<Mention> {
    let is_page = is_page(script);
    let line = line_around(text, at);
    let (path, is_certain) = path_to(text, at, name)?;
    let before = &text[line.start..at];
    let line = match is_page {
        true => &text[line],
        false => without_comment(&text[line]),
    };
    if before.len() >= line.len() {
        return None;
    }
    let has = |words: &[&str]| words.iter().any(|word| line.contains(word));
    let is_meant = is_certain || name.contains(['.', '_', '-']) || has(&MAKES);
    let start = before.len() - (path.len() - name.len()).min(before.len());
    let before = before[..start].trim_end_matches(['"', '\'']);
    let is_read = READS.iter().any(|end| before.ends_with(end)) || is_filter(before, line);
    let is_read = is_read && !is_page;
    let goes_on = text[at + name.len()..].starts_with(['/', '\\']);
    (is_meant || is_read).then(|| Mention {
        script: script.to_owned(),
        path,
        is_copied: has(&COPIES) && !goes_on,
        is_read,
    })
}

/// Returns `true` for a page of documentation, which runs nothing.
fn is_page(path: &str) -> bool {
    path.ends_with(".md")
}

fn line_around(text: &str, at: usize) -> std::ops::Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    start..end
}

/// Returns `true` if a line has the filters of a workflow, or is an item of a list in YAML that is
/// nothing but a path.
fn is_filter(before: &str, line: &str) -> bool {
    let before = before.trim();
    before == "-" && !line.trim()[1..].trim().contains(' ') || before.starts_with("paths")
}

fn without_comment(line: &str) -> &str {
    let mut signs = line.match_indices('#').map(|(at, _)| at);
    let starts = |at: &usize| *at == 0 || line[..*at].ends_with([' ', '\t', '"']);
    match signs.find(starts) {
        Some(at) if line.len() < LONG_LINE => &line[..at],
        _ => line,
    }
}

/// Returns `true` for a letter of names of files that are written without quotes.
pub(super) fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// Returns `true` if a name ends before `after`: a point may end a sentence.
pub(super) fn ends_name(after: &str) -> bool {
    let mut next = after.chars();
    match next.next() {
        Some('.') => !next.next().is_some_and(char::is_alphanumeric),
        Some(c) => !is_part_of_name(c),
        None => true,
    }
}

/// Returns the path that ends with the name at `at`, and `true` if it is written as a path;
/// `None` if the name is a part of another word.
fn path_to(text: &str, at: usize, name: &str) -> Option<(String, bool)> {
    let (before, after) = (&text[..at], &text[at + name.len()..]);
    if before.ends_with(is_part_of_name) || !ends_name(after) {
        return None;
    }
    let following = after.chars().next();
    let is_path =
        |c: char| is_part_of_name(c) || matches!(c, '/' | '\\' | '$' | '{' | '}' | '(' | ')' | '%');
    let start = before.len()
        - before
            .chars()
            .rev()
            .take_while(|c| is_path(*c))
            .map(char::len_utf8)
            .sum::<usize>();
    let path = text[start..at + name.len()].replace('\\', "/");
    // The rest of an address says nothing about folders.
    if before[..start].ends_with(':') && path.starts_with("//") {
        return Some((name.to_owned(), true));
    }
    let is_quoted = before.ends_with(['"', '\'']) && matches!(following, Some('"' | '\'' | '\\'));
    let is_certain = path.contains('/') || matches!(following, Some('/' | '\\')) || is_quoted;
    Some((path, is_certain))
}

impl Mention {
    /// Returns `true` if a page of documentation mentions it, not a script.
    pub fn is_in_page(&self) -> bool {
        is_page(&self.script)
    }

    /// Returns `true` if the path may lead to the file or folder at `path`, judging by the names
    /// of the folders that both have, and by the folder of the script if only the name is written.
    pub fn may_mean(&self, path: &str, is_near: impl FnOnce(&str) -> bool) -> bool {
        let is_literal = |part: &&str| !part.contains(['$', '{', '}', '(', ')', '%']);
        let parts = self.path.rsplit('/').filter(|part| *part != ".");
        let parts = parts.take_while(|part| is_literal(part) && !matches!(*part, "" | ".."));
        let mut same = 0;
        for (part, expected) in parts.zip(path.rsplit('/')) {
            if part != expected {
                return false;
            }
            same += 1;
        }
        same > 1 || is_near(&self.script)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str, name: &str) -> Vec<String> {
        let found = mentions_of("a.sh", text, name);
        let found = found.into_iter().filter(|mention| !mention.is_read);
        found.map(|mention| mention.path).collect()
    }

    #[test]
    fn a_mention_is_a_path_and_no_word_of_a_sentence() {
        for (text, name, expected) in [
            ("mkdir -p data", "data", "data"),
            ("echo the data is here", "data", ""),
            ("sort data/raw.csv", "data", "data"),
            ("cat data/raw.csv", "data", ""),
            ("open('data')", "data", "data"),
            ("# unzip x -d data", "data", ""),
            ("unzip x -d $BASE/data", "data", "$BASE/data"),
            ("cp a.yml aml\\job.yml", "job.yml", "aml/job.yml"),
            ("wget https://host/x/model", "model", "model"),
            ("python metadata.py; data.csv > x", "data", ""),
            ("az ml job create --file \"job.yml\"", "job.yml", ""),
            ("  paths: ['a/job.yml', job.yml]", "job.yml", ""),
            ("  paths:\n  - 'jobs/job.yml'\n", "job.yml", ""),
            ("MODEL=half_plus_two", "half_plus_two", "half_plus_two"),
            // A comment sign within the name.
            ("mv x 'raw #2'", "raw #2", "raw #2"),
        ] {
            assert_eq!(paths(text, name).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn a_deployment_runs_no_steps() {
        assert!(runs_steps("steps:\n- script: ls") && runs_steps("a: {run: ls}"));
        assert!(!runs_steps(
            "code_configuration: {scoring_script: score.py}"
        ));
    }

    #[test]
    fn folders_of_a_mention_are_compared() {
        let mention = |path: &str| Mention {
            script: "ci/a.sh".to_owned(),
            path: path.to_owned(),
            is_copied: false,
            is_read: false,
        };
        let far = |path: &str| mention(path).may_mean("jobs/data", |_| false);
        assert!(far("jobs/data") && far("./jobs/data") && !far("data") && !far("other/data"));
        assert!(mention("$X/data").may_mean("jobs/data", |script| script == "ci/a.sh"));
    }
}
