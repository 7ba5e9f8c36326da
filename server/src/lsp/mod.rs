//! Placeholder: the language server.

/// Serves on standard input and output.
pub fn run() -> std::process::ExitCode {
    std::process::ExitCode::from(2)
}
