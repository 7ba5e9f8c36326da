//! Commands of the CLI v1 in scripts and workflows.

use crate::checks::prelude::*;

declare_rule! {
    /// Support for the CLI v1, the extension `azure-cli-ml` of the Azure CLI, ended on 2025-09-30. Existing
    /// workflows that install it still run, without updates. The extension `ml` of the CLI v2, which
    /// reads YAML files, doesn't have all commands of the CLI v1: with it, the others fail.
    ///
    /// The rule reports the first such command of a shell script, a Makefile, or a workflow. It doesn't
    /// report a command that a version of the CLI v2 had.
    ///
    /// ```sh bad path=upload.sh
    /// az ml datastore upload --name workspaceblobstore --src-path data
    /// ```
    /// ```sh good path=upload.sh
    /// az ml data create --name churn --version 1 --type uri_folder --path data
    /// ```
    /// ```text good path=data/churn.csv
    /// a,b
    /// ```
    "cli-v1-command", Migration, Warning,
    marks: [CommandLines],
    summary: "a command of the CLI v1, whose support has ended",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-migrate-from-v1",
}

fn check(cx: &mut Context<'_>) {
    let document = cx.document;
    let Some([first, others @ ..]) = document.commands().map(|lines| &lines.v1_commands[..]) else {
        return;
    };
    let name = &first.name;
    let feature = match others.len() {
        0 => format!("support for `az ml {name}`, a command of the CLI v1,"),
        count => format!(
            "support for `az ml {name}` and {} of the CLI v1",
            counted(count as i64, "other command")
        ),
    };
    let ends = ended_features::CLI_V1;
    let Some(diagnostic) = ended_features::report(cx, first.range, &feature, ends) else {
        return;
    };
    diagnostic.note(
        "the CLI v2, the extension `ml`, doesn't have this command, so it fails where that is \
                     installed",
    );
    diagnostic.help(match first.successor {
        Some(successor) => format!("use `az ml {successor}`"),
        None => "remove it: the CLI v2 has no command in its place".to_owned(),
    });
}
