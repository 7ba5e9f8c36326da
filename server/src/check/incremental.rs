//! Looks again at what a change affects. As in the editor, every analysis notes what it looks up, and
//! as long as the answers are the same, so are its findings.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use azml_rules::analyze_tracked;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::workspace::{Dependencies, Workspace};
use rayon::prelude::*;

use super::file_report::FileReport;
use super::run::{Report, skipped};
use crate::guarded::guarded;
use crate::loading::Loaded;
use crate::sandbox::FileProblem;

/// Results of the last check.
#[derive(Debug, Default)]
pub struct IncrementalCheck {
    known: BTreeMap<Arc<str>, Arc<Looked>>,
    analyzed: usize,
}

/// Result for a document.
#[derive(Debug)]
struct Looked {
    found: Vec<Diagnostic>,
    /// Dependencies of the analysis; `None` if it failed.
    reads: Option<Dependencies>,
    problem: Option<String>,
}

impl IncrementalCheck {
    /// Checks the requested documents like [`check`](super::check()), but analyzes only those that
    /// are new, or whose dependencies changed in `loaded` or on disk.
    pub fn check(&mut self, loaded: &Loaded) -> Report {
        let before = &self.known;
        let requested: Vec<&Arc<str>> = loaded.requested.iter().chain(&loaded.scripts).collect();
        let looked: Vec<(Arc<str>, Arc<Looked>, bool)> = requested
            .into_par_iter()
            .filter_map(|path| {
                let document = loaded.workspace.document(path)?;
                if document.kind().is_none() && document.commands().is_none() {
                    return None;
                }
                let known = before.get(path).filter(|it| it.holds(&loaded.workspace));
                let looked = known
                    .cloned()
                    .unwrap_or_else(|| Arc::new(look(loaded, path)));
                Some((path.clone(), looked, known.is_none()))
            })
            .collect();
        self.analyzed = looked.iter().filter(|(_, _, is_new)| *is_new).count();
        let mut report = Report {
            skipped: skipped(loaded),
            ..Report::default()
        };
        self.known.clear();
        for (path, looked, _) in looked {
            report.files.extend(file_report(loaded, &path, &looked));
            let problem = looked.problem.as_ref();
            let problem = problem.map(|it| FileProblem::error(Path::new(&*path), it.clone()));
            report.problems.extend(problem);
            self.known.insert(path, looked);
        }
        report.files.sort_by(|a, b| a.path.cmp(&b.path));
        report
    }

    /// Returns the number of documents that the last [`Self::check`] analyzed.
    pub fn analyzed(&self) -> usize {
        self.analyzed
    }

    /// Returns the paths that rules have looked up on disk.
    pub fn paths_looked_up(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let reads = self
            .known
            .values()
            .filter_map(|looked| looked.reads.as_ref());
        reads.flat_map(Dependencies::on_disk)
    }
}

impl Looked {
    fn holds(&self, workspace: &Workspace) -> bool {
        let reads = self.reads.as_ref();
        reads.is_some_and(|it| workspace.confirms(it) && workspace.disk_confirms(it))
    }
}

fn look(loaded: &Loaded, path: &Arc<str>) -> Looked {
    match guarded(|| analyze_tracked(&loaded.workspace, path)) {
        Ok((found, reads)) => Looked {
            found,
            reads: Some(reads),
            problem: None,
        },
        Err(message) => Looked {
            found: Vec::new(),
            reads: None,
            problem: Some(message),
        },
    }
}

fn file_report(loaded: &Loaded, path: &Arc<str>, looked: &Looked) -> Option<FileReport> {
    let kind = loaded.workspace.document(path)?.kind();
    if kind.is_none() && looked.found.is_empty() {
        return None;
    }
    Some(FileReport {
        path: path.clone(),
        kind,
        found: looked.found.clone(),
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::check::check;
    use crate::loading::{Request, load, read_again};

    const CLUSTER: &str = "type: amlcompute\nname: cpu\nsize: Standard_D4s_v5\n";
    const SWEEP: &str = "type: sweep\ntrial: {command: python train.py}\n\
        limits: {max_total_trials: 24}\n";
    const JOB: &str = "type: command\ncommand: python train.py\nenvironment: azureml:e:1\n";

    /// Creates a folder with two computes, jobs on each, and one that looks up a path on disk.
    fn folder() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let root = std::fs::canonicalize(folder.path()).unwrap();
        std::fs::create_dir(root.join(".git")).unwrap();
        let put = |name: &str, text: &str| std::fs::write(root.join(name), text).unwrap();
        put("cpu.yml", CLUSTER);
        put("gpu.yml", &CLUSTER.replace("cpu", "gpu"));
        put("on-cpu.yml", &format!("{SWEEP}compute: azureml:cpu\n"));
        put("on-gpu.yml", &format!("{SWEEP}compute: azureml:gpu\n"));
        put(
            "code.yml",
            &format!("{JOB}compute: azureml:gpu\ncode: ./src\n"),
        );
        (folder, root)
    }

    fn loaded(root: &Path) -> Loaded {
        load(&Request {
            paths: vec![root.to_owned()],
            ..Request::default()
        })
    }

    /// Returns `true` if both reports are equal.
    fn same(a: &Report, b: &Report) -> bool {
        format!("{:?}", a.files) == format!("{:?}", b.files)
    }

    #[test]
    fn only_what_a_change_affects_is_analyzed_again() {
        let (_folder, root) = folder();
        let mut loaded_once = loaded(&root);
        let mut recheck = IncrementalCheck::default();
        let first = recheck.check(&loaded_once);
        assert_eq!(recheck.analyzed(), 5);
        assert!(same(&first, &check(&mut loaded_once)) && first.all().count() > 0);
        assert!(same(&first, &recheck.check(&loaded_once)));
        assert_eq!(recheck.analyzed(), 0, "nothing changed");
        recheck.check(&loaded(&root));
        assert_eq!(recheck.analyzed(), 0, "loaded anew, with the same texts");

        let cpu = root.join("cpu.yml");
        std::fs::write(&cpu, CLUSTER.replace("amlcompute", "computeinstance")).unwrap();
        loaded_once.workspace.insert(read_again(&cpu).unwrap());
        let after = recheck.check(&loaded_once);
        assert_eq!(recheck.analyzed(), 2, "the compute and the job on it");
        assert!(same(&after, &check(&mut loaded_once)) && !same(&after, &first));

        std::fs::create_dir(root.join("src")).unwrap();
        let after = recheck.check(&loaded_once);
        assert_eq!(recheck.analyzed(), 1, "the job whose code came");
        assert!(same(&after, &check(&mut loaded_once)));
        assert!(recheck.paths_looked_up().any(|path| path.ends_with("/src")));

        std::fs::remove_file(root.join("on-gpu.yml")).unwrap();
        let gone = recheck.check(&loaded(&root));
        assert_eq!((recheck.analyzed(), gone.files.len()), (0, 4));
    }
}
