//! Components whose results pipelines reuse, although they do something each time.

use crate::checks::context::Context;
use crate::diagnostic::Diagnostic;
use crate::document::Kind;
use crate::fix;
use crate::syntax::Entry;

/// Returns the `command` of a command component without `is_deterministic`, so that its results are
/// reused.
pub(crate) fn command<'a>(cx: &Context<'a>) -> Option<Entry<'a>> {
    if cx.kind() != Some(Kind::ComponentCommand) || cx.document.get("is_deterministic").is_some() {
        return None;
    }
    cx.document.root()?.entry("command")
}

/// Reports `message` at `command`, with a fix that runs it each time.
pub(crate) fn report<'c>(
    cx: &'c mut Context<'_>,
    command: Entry<'_>,
    message: String,
) -> &'c mut Diagnostic {
    cx.report(command.key.range(), message).unsafe_fix(
        "add `is_deterministic: false`",
        fix::insert_key(command, "is_deterministic", "false"),
    )
}
