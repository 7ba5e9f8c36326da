//! The Azure CLI command that creates the resource of a file.

use azml_rules::text::TextRange;

use crate::Site;

/// A command and the range above which it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateCommand {
    /// The first key of the file.
    pub range: TextRange,
    /// The CLI's noun for the kind: "job".
    pub noun: &'static str,
    /// "az ml job create --file jobs/train.yml", as it is written in the folder.
    pub title: String,
    /// The command up to the path: "az ml job create --file".
    pub command: String,
}

/// Returns the command that creates the resource of the document; `None` if no command accepts such
/// a file.
pub fn create_command(site: &Site<'_>) -> Option<CreateCommand> {
    let noun = site.document.kind()?.noun()?;
    let first = site.document.root()?.entries().next()?;
    let command = format!("az ml {noun} create --file");
    Some(CreateCommand {
        range: first.key.range(),
        noun,
        title: format!("{command} {}", site.shown(site.document.path())),
        command,
    })
}
