//! Text that is not YAML.

use crate::checks::prelude::*;

declare_rule! {
    /// The client reads nothing of a file with a syntax error. Each mistake is reported at its own
    /// place, and the rest of the file is still checked.
    ///
    /// The client's parser is older than YAML 1.2 and refuses every tab outside of quotes, comments
    /// and blocks of text.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: "cpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: "cpu-cluster"
    /// ```
    "yaml-syntax", Structure, Error,
    marks: [Syntax],
    summary: "text that is not YAML",
    fix: None,
    since: "0.1.0",
    url: "https://yaml.org/spec/1.2.2/",
}

fn check(cx: &mut Context<'_>) {
    let document = cx.document;
    let tabs = document.tree().stray_tabs();
    for error in document.tree().errors().iter().chain(&tabs) {
        let diagnostic = cx.report(error.range, error.message.clone());
        diagnostic.help.clone_from(&error.help);
        if let Some((range, message)) = &error.opened {
            diagnostic.related(&document.shared_path(), *range, message.clone());
        }
    }
}
