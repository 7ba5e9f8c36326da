//! Folders of tables without an `MLTable` file.

use crate::checks::prelude::*;
use crate::checks::shared::fields;
use crate::path::{self, has_drive};
use crate::workspace::OnDisk;

declare_rule! {
    /// Data of the type `mltable` is a folder with a file named `MLTable`, which describes how to
    /// read the data. The CLI reads it when it creates a data asset, and fails without it. A job
    /// uploads the folder as it is, and fails when it loads the table. On Linux, `MLTABLE` is another
    /// name.
    ///
    /// ```yaml bad path=data.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/data.schema.json
    /// name: churn
    /// type: mltable
    /// path: ./churn
    /// ```
    /// ```text bad path=churn/churn.csv
    /// a,b
    /// ```
    /// ```yaml good path=data.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/data.schema.json
    /// name: churn
    /// type: mltable
    /// path: ./churn
    /// ```
    /// ```yaml good path=churn/MLTable
    /// paths: [{file: ./churn.csv}]
    /// transformations: [{read_delimited: {delimiter: ","}}]
    /// ```
    /// ```text good path=churn/churn.csv
    /// a,b
    /// ```
    "mltable-file-missing", Path, Error,
    marks: [Unfinished],
    summary: "a local folder of the type `mltable` without an `MLTable` file",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-mltable",
}

fn check(cx: &mut Context<'_>) {
    let from = cx.document.path();
    for data in fields::mappings_of(cx, &["Data", "MLTableInput"]) {
        if data.get("type").and_then(known_text) != Some("mltable") {
            continue;
        }
        let Some(path) = data.get("path") else {
            continue;
        };
        let local = known_text(path)
            .filter(|text| !text.is_empty() && (!text.contains(':') || has_drive(text)));
        let Some(folder) = local else {
            continue;
        };
        let file = path::inside(folder, "MLTable");
        if cx.workspace.on_disk(from, folder) != Some(OnDisk::Folder)
            || cx.workspace.on_disk(from, &file) != Some(OnDisk::Nothing)
        {
            continue;
        }
        let is_asset = cx.kind() == Some(Kind::Data);
        let near = near_file(cx, folder);
        let diagnostic = cx.report(
            path.range(),
            format!("the folder `{folder}` has no `MLTable` file"),
        );
        diagnostic.help(match near {
            Some(name) => format!("rename `{name}` in it to `MLTable`"),
            None => "create the file `MLTable` in it, or use the type `uri_folder` for files as \
                     they are"
                .to_owned(),
        });
        if is_asset {
            diagnostic.note("the CLI reads this file when it creates the data asset, and fails");
        } else {
            diagnostic
                .level(Level::Warning)
                .note("the CLI uploads the folder, and the job fails when it loads the table");
        }
    }
}

/// Returns the name of a file in `folder` that was probably meant: `MLTABLE`, `mltable.yml`.
fn near_file(cx: &Context<'_>, folder: &str) -> Option<String> {
    let files = cx.workspace.files_below(cx.document.path(), folder)?;
    let is_near = |name: &&String| {
        let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
        stem.eq_ignore_ascii_case("MLTable") && matches!(ending, "" | "yml" | "yaml")
    };
    files.iter().find(is_near).cloned()
}
