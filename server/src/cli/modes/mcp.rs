//! `--mcp`: serve a coding agent.

use std::io::{self, ErrorKind, IsTerminal as _};

use crate::cli::args::Args;
use crate::cli::exit_codes::FAILED;
use crate::guarded::install_panic_hook;
use crate::mcp::serve;
use crate::output::{tell, tell_ours};
use crate::sandbox::without_number;

/// Serves until the agent closes standard input; returns the exit code.
pub(in crate::cli) fn run(args: &Args) -> u8 {
    if io::stdin().is_terminal() {
        tell_ours(SERVER);
        return FAILED;
    }
    install_panic_hook(|what| tell(&format!("azml-ls: bug: {what}")));
    match serve(args.options(), &mut io::stdin().lock(), &mut stdout()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let error = without_number(&error);
            tell(&format!(
                "azml-ls: error: the agent can't be served: {error}"
            ));
            FAILED
        }
        _ => 0,
    }
}

/// Standard output, which only the protocol writes to.
#[allow(clippy::disallowed_methods)]
fn stdout() -> io::StdoutLock<'static> {
    io::stdout().lock()
}

const SERVER: &str = "\
azml-ls mcp speaks the Model Context Protocol over standard input and output, and is started by a coding agent:
    {\"mcpServers\": {\"azml-ls\": {\"command\": \"azml-ls\", \"args\": [\"mcp\"]}}}";
