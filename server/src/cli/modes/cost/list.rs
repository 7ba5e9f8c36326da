//! `--cost`: what the files of a folder cost.

use std::path::{Path, PathBuf};

use azml_rules::estimate::Estimate;

use crate::check::{CostChange, CostList, cost_changes, earlier_costs};
use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::cli::exit_codes::{FAILED, FOUND};
use crate::cli::modes::listing::Listing;
use crate::discovery::{is_terraform, is_yaml};
use crate::git::files_of_commit;
use crate::loading::Loaded;
use crate::output::{
    CostFormat, changes_json, changes_markdown, changes_table, cost_json, cost_markdown,
    cost_table, tell, tell_ours,
};
use crate::sandbox::project_roots::is_repository;
use crate::sandbox::{absolute, is_within, key};

/// Writes what the files cost; returns the exit code.
pub(in crate::cli) fn run(args: &Args, format: CostFormat, console: &Console) -> u8 {
    let listing = Listing::load(args.paths_or_here(), args, console);
    let loaded = &listing.loaded;
    let costs = CostList::of(loaded);
    if let Some(commit) = &args.cost.from {
        let code = run_since(commit, args, loaded, &costs, format, console);
        return listing.exit_code(Ok(()), code);
    }
    if costs.all().next().is_none() && format == CostFormat::Full {
        tell_ours(
            "Nothing here costs anything by itself: no job, deployment, compute, or schedule.",
        );
        return listing.exit_code(Ok(()), 0);
    }
    let names = &loaded.names;
    let written = console.write(|mut out| match format {
        CostFormat::Full => cost_table(&mut out, names, &costs),
        CostFormat::Markdown => cost_markdown(&mut out, names, &costs),
        CostFormat::Json => cost_json(&mut out, names, &costs),
    });
    let is_over = args
        .cost
        .fail_over
        .is_some_and(|most| costs.greatest_month() > most);
    listing.exit_code(written, if is_over { FOUND } else { 0 })
}

/// Writes what changed since `commit`; returns the exit code.
fn run_since(
    commit: &str,
    args: &Args,
    loaded: &Loaded,
    costs: &CostList,
    format: CostFormat,
    console: &Console,
) -> u8 {
    let before = match earlier(commit, args, loaded) {
        Ok(before) => before,
        Err(message) => {
            tell(&format!("azml-ls: error: --diff {commit}: {message}"));
            return FAILED;
        }
    };
    let is_file = |it: &&Estimate| loaded.is_requested(&it.path);
    let now: Vec<Estimate> = costs.all().filter(is_file).cloned().collect();
    let changes = cost_changes(loaded, before, &now);
    let names = &loaded.names;
    let written = console.write(|mut out| match format {
        CostFormat::Full => changes_table(&mut out, names, commit, &changes),
        CostFormat::Markdown => changes_markdown(&mut out, names, commit, &changes),
        CostFormat::Json => changes_json(&mut out, names, &changes),
    });
    let more: f64 = changes.iter().map(CostChange::more_per_month).sum();
    match written {
        Err(code) => code,
        Ok(()) if args.cost.fail_over.is_some_and(|most| more > most) => FOUND,
        Ok(()) => 0,
    }
}

/// Returns what the files of `commit` cost, of the folders that were named.
fn earlier(commit: &str, args: &Args, loaded: &Loaded) -> Result<Vec<Estimate>, String> {
    let folders: Vec<PathBuf> = args.paths_or_here().iter().map(|it| absolute(it)).collect();
    let mut tops = folders.iter().map(|folder| {
        let mut above = folder.ancestors();
        above.find(|above| is_repository(above)).map(Path::to_owned)
    });
    let top = tops
        .next()
        .flatten()
        .ok_or("this is not in a git repository")?;
    if tops.any(|other| other.as_ref() != Some(&top)) {
        return Err("the files are in several git repositories".to_owned());
    }
    let is_read = |path: &str| {
        let path = top.join(path);
        (is_yaml(&path) || is_terraform(&path)) && !path.ends_with("azml.yaml")
    };
    let files = files_of_commit(&top, commit, is_read)?;
    let keys = files
        .into_iter()
        .map(|file| (key(&top.join(&file.path)), file.text));
    let keys = keys.collect();
    let all = earlier_costs(loaded, &key(&top), &keys);
    let is_named = |it: &Estimate| {
        let path = Path::new(&*it.path);
        folders.iter().any(|folder| is_within(path, folder))
    };
    Ok(all.into_iter().filter(is_named).collect())
}
