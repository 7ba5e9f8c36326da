//! Names of inputs and outputs that the system uses itself.

use crate::checks::prelude::*;
use crate::document::is_reserved_name;

declare_rule! {
    /// The inputs and outputs of a component can't have the names `path`, `ld_library_path`,
    /// `user`, `logname`, `home`, `pwd`, and `shell`: the system reserves them. The CLI doesn't
    /// check it.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// type: command
    /// command: python train.py --data ${{inputs.path}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   path: {type: uri_folder}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// type: command
    /// command: python train.py --data ${{inputs.data_path}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   data_path: {type: uri_folder}
    /// ```
    "io-name-reserved", Structure, Error,
    summary: "an input or output with a name that the system reserves",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-component-command",
}

fn check(cx: &mut Context<'_>) {
    if !cx.kind().is_some_and(Kind::is_component) {
        return;
    }
    for (key, noun) in [("inputs", "input"), ("outputs", "output")] {
        let entries = cx.document.get(key).into_iter().flat_map(Node::entries);
        for entry in entries {
            let Some(name) = known_text(entry.key).filter(|name| is_reserved_name(name)) else {
                continue;
            };
            cx.report(
                entry.key.range(),
                format!("{} can't be called `{name}`", with_article(noun)),
            )
            .note("the system reserves this name; the CLI doesn't check it")
            .help(format!(
                "choose another name, for example `{}_{noun}`",
                name.to_ascii_lowercase()
            ));
        }
    }
}
