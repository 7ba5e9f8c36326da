//! `--plan`: what happens when a file is submitted.

use std::io::Write as _;

use azml_ide::Site;
use azml_ide::plan::{SubmissionPlan, plan};

use super::listing::Listing;
use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::cli::exit_codes::FAILED;
use crate::config::now;
use crate::guarded::guarded;
use crate::loading::Loaded;
use crate::output::{CostFormat, plan_json, plan_markdown, plan_redactor, plan_text, tell};
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
        match of_file(loaded, key) {
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
        let text = text(loaded, &plans, format)?;
        let redactor = plan_redactor(&loaded.workspace, &plans);
        out.write_all(redactor.redacted(&text).as_bytes())
    });
    listing.exit_code(written, code)
}

fn of_file(loaded: &Loaded, key: &str) -> Result<SubmissionPlan, String> {
    let Some(document) = loaded.workspace.document(key) else {
        return Err("can't be read as YAML".to_owned());
    };
    let site = Site::new(document, &loaded.workspace, "", &|_| None).at(now());
    guarded(|| plan(&site))?.ok_or_else(|| {
        "nothing of it runs or costs anything: it is no job, deployment, compute, or schedule"
            .to_owned()
    })
}

fn text(
    loaded: &Loaded,
    plans: &[(&str, SubmissionPlan)],
    format: CostFormat,
) -> std::io::Result<String> {
    let names = &loaded.names;
    let mut text = Vec::new();
    if format == CostFormat::Json {
        plan_json(&mut text, names, plans)?;
    } else {
        for (at, (path, plan)) in plans.iter().enumerate() {
            if at > 0 {
                writeln!(text)?;
            }
            match format {
                CostFormat::Markdown => plan_markdown(&mut text, names, path, plan)?,
                _ => plan_text(&mut text, names, path, plan)?,
            }
        }
    }
    String::from_utf8(text).map_err(std::io::Error::other)
}
