//! Warnings about preview rules that `--only` names and that stay off.

use azml_rules::path::inside;

use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::loading::Loaded;
use crate::sandbox::key;

/// Reports selected rules that stay off, because they are in preview.
pub(in crate::cli) fn tell_withheld(args: &Args, loaded: &Loaded, console: &Console) {
    let folders = loaded.folders.iter();
    let paths: Vec<String> = folders
        .map(|folder| inside(&key(folder), "azml.yaml"))
        .collect();
    for rule in &args.only {
        let mut settings = paths.iter().map(|path| loaded.workspace.settings(path));
        if !paths.is_empty() && settings.all(|settings| settings.withholds(rule)) {
            console.remark(&format!(
                "azml-ls: warning: `{}` is a preview rule, so it stays off; use --preview",
                rule.name
            ));
        }
    }
}
