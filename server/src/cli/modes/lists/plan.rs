//! `--plan`: what happens when a file is submitted.

use super::listing::Listing;
use crate::check::submission_plan;
use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::cli::exit_codes::FAILED;
use crate::output::{CostFormat, plans_text, tell};
use crate::sandbox::key;

/// Writes what happens when each of the files is submitted; returns the exit code.
pub(in crate::cli) fn run(args: &Args, format: CostFormat, console: &Console) -> u8 {
    if args.paths.is_empty() {
        tell("azml-ls: error: --plan needs a file, such as `azml-ls --plan job.yml`");
        return FAILED;
    }
    if let Some(folder) = args.paths.iter().find(|path| path.is_dir()) {
        let folder = folder.display();
        tell(&format!(
            "azml-ls: error: {folder} is a folder; give the path of a job, deployment, or schedule"
        ));
        return FAILED;
    }
    let listing = Listing::load(args.paths.clone(), args, console);
    let loaded = &listing.loaded;
    let keys: Vec<_> = args.paths.iter().map(|path| key(path)).collect();
    let mut plans = Vec::new();
    let mut code = 0;
    for key in &keys {
        match submission_plan(loaded, key) {
            Ok(plan) => plans.push((&**key, plan)),
            Err(message) => {
                let shown = loaded.names.show(key);
                tell(&format!("azml-ls: error: {shown}: {message}"));
                code = FAILED;
            }
        }
    }
    if plans.is_empty() {
        return FAILED;
    }
    let written = console.write(|out| {
        let text = plans_text(&loaded.workspace, &loaded.names, &plans, format)?;
        out.write_all(text.as_bytes())
    });
    listing.exit_code(written, code)
}
