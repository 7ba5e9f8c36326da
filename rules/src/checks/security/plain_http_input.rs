//! Data and images that are read without encryption.

use std::ops::Range;

use crate::checks::prelude::*;
use crate::checks::shared::fields;

declare_rule! {
    /// Anyone on the network path can read and change what is read over `http://`. A changed
    /// dataset changes the model, and a changed image or package runs as your job.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py ${{inputs.data}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   data: {type: uri_file, path: "http://data.contoso.com/titanic.csv"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py ${{inputs.data}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   data: {type: uri_file, path: "https://data.contoso.com/titanic.csv"}
    /// ```
    "plain-http-input", Security, Info,
    marks: [Vulnerability],
    summary: "data, an image, or a package that is read over `http://`",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-read-write-data-v2",
}

fn check(cx: &mut Context<'_>) {
    // Fast path: most files contain no such URL.
    if !cx.document.text().contains("http://") {
        return;
    }
    for key in ["path", "image"] {
        for value in fields::values_of(cx, key) {
            let address = value.raw().find("http://");
            if let (Some(host), Some(at)) = (value.text().and_then(host_of), address) {
                let message = format!("`{key}` is read from `{host}`");
                let end = value.raw().trim_end_matches(['"', '\'']).len();
                report(cx, value, at..end, &message);
            }
        }
    }
    for command in fields::values_of(cx, "command") {
        check_command(cx, command);
    }
}

/// Reports the first URL that a command downloads something from.
fn check_command(cx: &mut Context<'_>, command: Node<'_>) {
    let raw = command.raw();
    if !DOWNLOADERS.iter().any(|tool| raw.contains(tool)) {
        return;
    }
    for (at, _) in raw.match_indices("http://") {
        let end = raw[at..].find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ';'));
        let address = &raw[at..end.map_or(raw.len(), |end| at + end)];
        if let Some(host) = host_of(address) {
            let message = format!("the command downloads from `{host}`");
            report(cx, command, at..at + address.len(), &message);
            return;
        }
    }
}

/// Commands and options that download files.
const DOWNLOADERS: [&str; 4] = ["curl ", "wget ", "index-url", "git clone"];

/// Returns the host of a plain HTTP URL, if it isn't on the same machine or in the same network.
fn host_of(address: &str) -> Option<&str> {
    let rest = address.strip_prefix("http://")?;
    let host = rest.split(['/', ':', '?']).next().unwrap_or_default();
    let is_near = !host.contains('.') || host.starts_with(|c: char| c.is_ascii_digit());
    (!is_near && !is_template(host)).then_some(host)
}

/// Reports the URL at `place` of the raw text of `value`.
fn report(cx: &mut Context<'_>, value: Node<'_>, place: Range<usize>, what: &str) {
    let at = |offset: usize| value.range().start + u32::try_from(offset).unwrap_or(0);
    let scheme = TextRange::new(at(place.start), at(place.start + "http".len()));
    let range = TextRange::new(at(place.start), at(place.end));
    cx.report(range, format!("{what} without encryption"))
        .note("anyone on the network path can read it, and replace it with something else")
        .help("use `https://` if the server offers it, or copy the data to a datastore")
        .unsafe_fix("use `https://`", Edit::new(scheme, "https"));
}
