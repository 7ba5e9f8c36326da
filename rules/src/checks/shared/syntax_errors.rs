//! Reports of text that is not valid YAML.

use crate::checks::context::Context;
use crate::diagnostic::Diagnostic;
use crate::syntax::SyntaxError;

/// Reports `error`, with what to write instead and the place where the unfinished part begins.
pub(crate) fn report<'c>(cx: &'c mut Context<'_>, error: &SyntaxError) -> &'c mut Diagnostic {
    let path = cx.document.shared_path();
    let diagnostic = cx.report(error.range, error.message.clone());
    diagnostic.help.clone_from(&error.help);
    if let Some((range, message)) = &error.opened {
        diagnostic.related(&path, *range, message.clone());
    }
    diagnostic
}
