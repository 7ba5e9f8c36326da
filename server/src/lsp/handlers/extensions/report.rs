//! `azml-ls/report`: what to know about a server that does something wrong, for an issue. No text of
//! any file, and the home folder is `~`.

use std::env::{consts, var_os};
use std::fmt::Write as _;

use azml_rules::text::Column;
use serde::Deserialize;
use serde_json::json;
use tower_lsp::lsp_types::Url;

use crate::config::{ConfigSource, Options};
use crate::lsp::protocol::client_features::ClientFeatures;
use crate::lsp::session::state_reader::StateReader;

/// Parameters of the request: none yet, but a client may send an object.
#[derive(Debug, Deserialize)]
pub(crate) struct ReportParams {}

/// Maximum number of configuration and inventory files that a report lists.
const MOST_SETTINGS_FILES: usize = 20;

/// The report, as Markdown.
pub(crate) fn report(state: StateReader<'_>) -> String {
    let counts = state.counts();
    let client = state.client();
    let mut report = format!("azml-ls {}\n\n", env!("CARGO_PKG_VERSION"));
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(report, "- {name}: {value}");
    };
    let name = state.client_name();
    line("client", name.as_deref().unwrap_or("unknown"));
    line("platform", &format!("{} {}", consts::OS, consts::ARCH));
    line("arguments", &arguments(state.options()));
    line("settings", &settings(client));
    line("columns", column(client.unit));
    line("diagnostics", diagnostics(client));
    line("file watching", client.watches.name());
    line("folders", &counts.folders.to_string());
    line("documents", &counts.documents.to_string());
    line("open documents", &counts.open.to_string());
    for path in state.settings_files().iter().take(MOST_SETTINGS_FILES) {
        line("settings file", path);
    }
    let last = state.log().last();
    report.push_str("\nLast errors and warnings:\n\n");
    if last.is_empty() {
        report.push_str("none\n");
    }
    for entry in last {
        let _ = writeln!(report, "    {entry}");
    }
    without_home(&report)
}

fn arguments(options: &Options) -> String {
    let mut all = Vec::new();
    match &options.config {
        ConfigSource::File(file) => all.push(format!("--config {}", file.display())),
        ConfigSource::None => all.push("--no-config".to_owned()),
        ConfigSource::Closest => {}
    }
    let flags = [
        (options.allow_outside, "--allow-outside"),
        (options.restricted, "--restricted"),
        (options.preview, "--preview"),
    ];
    let set = flags.iter().filter(|(is_set, _)| *is_set);
    all.extend(set.map(|(_, flag)| (*flag).to_owned()));
    all.extend(options.as_of.map(|day| format!("--as-of {day}")));
    if all.is_empty() {
        return "none".to_owned();
    }
    all.join(" ")
}

/// Formats the user's settings as `name = value` text.
fn settings(client: ClientFeatures) -> String {
    let settings = json!({
        "codeLens": client.lenses,
        "createLens": client.offers_create,
        "diagnosticMode": client.diagnostic_mode.name(),
        "inlayHints": client.hints,
        "planCommand": client.shows_plan,
        "preview": client.preview,
        "schemaChecks": client.schema_checks,
    });
    settings.to_string()
}

fn column(unit: Column) -> &'static str {
    match unit {
        Column::Utf8 => "UTF-8",
        Column::Utf16 => "UTF-16",
        Column::Utf32 => "UTF-32",
    }
}

fn diagnostics(client: ClientFeatures) -> &'static str {
    if client.pulls { "pulled" } else { "published" }
}

/// `text` with `~` in place of the home folder, as paths and addresses spell it.
fn without_home(text: &str) -> String {
    let home = var_os("HOME").or_else(|| var_os("USERPROFILE"));
    let Some(home) = home.filter(|home| home.len() > 1) else {
        return text.to_owned();
    };
    let plain = home.to_string_lossy();
    let plain = plain.trim_end_matches(['/', '\\']);
    let slashes = plain.replace('\\', "/");
    let address = Url::from_file_path(&home)
        .map(String::from)
        .unwrap_or_default();
    let address = address.trim_start_matches("file://").trim_end_matches('/');
    let mut text = text.to_owned();
    for spelling in [plain, &slashes, address] {
        if spelling.len() > 1 {
            text = text.replace(spelling, "~");
        }
    }
    text
}
