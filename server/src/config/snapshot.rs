//! Snapshots of workspaces on disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use azml_rules::compute::{RegionPrices, read_retail_pages};
use azml_rules::snapshot::{Snapshot, SnapshotProblem};

use super::inventory::saved_on;
use crate::sandbox::problem::FileProblem;
use crate::sandbox::{key, read_text};

/// Reads the snapshot in `folder`: those of its files that `is_own`. Returns the files that were read,
/// and their problems.
pub(crate) fn read_snapshot(
    folder: &Path,
    mut is_own: impl FnMut(&'static str) -> bool,
) -> (Option<Snapshot>, Vec<PathBuf>, Vec<FileProblem>) {
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    let mut texts: Vec<(&'static str, Arc<str>)> = Vec::new();
    let text_of = |name: &'static str| {
        let file = folder.join(name);
        if !is_own(name) {
            return None;
        }
        files.push(file.clone());
        match read_text(&file) {
            Ok(text) => {
                let text: Arc<str> = text.text.into();
                texts.push((name, text.clone()));
                Some(text)
            }
            Err(problem) => {
                problems.push(FileProblem::error(&file, problem.to_string()).help(SAVE));
                None
            }
        }
    };
    let (snapshot, found) = Snapshot::read(&key(folder), text_of);
    for SnapshotProblem {
        file,
        range,
        message,
        help,
    } in found
    {
        let problem = FileProblem::error(&folder.join(file), message).help(help);
        let text = texts.iter().find(|(name, _)| *name == file);
        problems.push(match text {
            Some((_, text)) => problem.at(text, range),
            None => problem,
        });
    }
    (snapshot, files, problems)
}

/// Reads the saved price list `file`: the prices of each region, and the problems.
pub(super) fn read_retail_prices(file: &Path) -> (Vec<RegionPrices>, Vec<FileProblem>) {
    let text = match read_text(file) {
        Ok(text) => text.text,
        Err(problem) => {
            let problem = FileProblem::error(file, problem.to_string());
            return (Vec::new(), vec![problem]);
        }
    };
    let (prices, problems) = read_retail_pages(&text, saved_on(file));
    let problem = |(range, message)| FileProblem::error(file, message).at(&text, range);
    (prices, problems.into_iter().map(problem).collect())
}

const SAVE: &str = "save the snapshot again with `azml-ls --refresh`";
