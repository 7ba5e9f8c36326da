//! Aliases that make a file infinite, or far larger than its text.

use crate::checks::prelude::*;

declare_rule! {
    /// An alias such as `*step` stands for everything that its anchor `&step` marks. When aliases
    /// are in values that other aliases repeat, each level multiplies the size: a file of one
    /// kilobyte can stand for gigabytes. An alias inside the value it refers to never ends. The
    /// CLI goes through the file as if every alias were written out.
    ///
    /// azml-ls follows aliases as long as they repeat no more than one megabyte, or the size of
    /// the file if that is larger, and nest no more than 255 levels. The values of other aliases
    /// aren't checked.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// tags: &tags
    ///   owner: research
    ///   team: *tags
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// tags:
    ///   owner: &owner research
    ///   team: *owner
    /// ```
    "aliases-repeat-too-much", Structure, Warning,
    summary: "aliases that make a file endless, or far larger than it is written",
    url: "https://yaml.org/spec/1.2.2/#71-alias-nodes",
}

fn check(cx: &mut Context<'_>) {
    let tree = cx.document.tree();
    let unfollowed = tree.unfollowed_aliases();
    for alias in unfollowed.iter().filter(|alias| alias.is_endless) {
        let alias = tree.node(alias.id);
        let message = format!("`{}` repeats the value that it is in", alias.raw());
        cx.report(alias.range(), message)
            .note("with the alias written out, the file never ends")
            .help("replace the alias with the values that are needed there");
    }
    // If one alias is too large, those after it are, too: one finding covers them.
    let mut large = unfollowed.iter().filter(|alias| !alias.is_endless);
    if let Some(first) = large.next() {
        let alias = tree.node(first.id);
        let message = format!("aliases up to `{}` repeat too much text", alias.raw());
        let not_checked = match i64::try_from(large.count()).unwrap_or(i64::MAX) {
            0 => "what it stands for is not checked".to_owned(),
            more => format!(
                "what it and {} stand for is not checked",
                counted(more, "more alias")
            ),
        };
        cx.report(alias.range(), message)
            .note(format!(
                "the CLI reads a file as if every alias were written out; {not_checked}"
            ))
            .help("repeat less: move what many places share into a component");
    }
}
