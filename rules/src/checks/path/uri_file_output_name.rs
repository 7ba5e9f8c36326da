//! Output files without an extension.

use crate::checks::prelude::*;
use crate::checks::shared::fields;

declare_rule! {
    /// The service names the file of an output of the type `uri_file` after the output, without an
    /// ending: `scores`, not `scores.csv`. Code that looks at the ending doesn't recognize it. A
    /// `path` that ends with a name gives it that name.
    ///
    /// The rule is off by default, because most code doesn't look at the ending.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python score.py ${{outputs.scores}}
    /// code: src
    /// environment: azureml:training:3
    /// outputs:
    ///   scores: {type: uri_file}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python score.py ${{outputs.scores}}
    /// code: src
    /// environment: azureml:training:3
    /// outputs:
    ///   scores: {type: uri_file, path: "azureml://datastores/lake/paths/${{name}}/scores.csv"}
    /// ```
    "uri-file-output-name", Path, Hint(off),
    summary: "an output of the type `uri_file` whose file has no ending",
    url: "https://github.com/Azure/azureml-examples/issues/1374",
}

fn check(cx: &mut Context<'_>) {
    if !cx
        .kind()
        .is_some_and(|kind| kind.family() == KindFamily::Job)
    {
        return;
    }
    for output in fields::mappings_of(cx, &["Output"]) {
        let is_file = output.get("type").and_then(known_text) == Some("uri_file");
        let Some(key) = output
            .key()
            .filter(|_| is_file && output.get("path").is_none())
        else {
            continue;
        };
        let name = key.text().unwrap_or_default();
        cx.report(
            key.range(),
            format!("the file of the output `{name}` has no ending"),
        )
        .note("the service names it after the output")
        .help("write a `path` that ends with the name of the file, or use the type `uri_folder`");
    }
}
