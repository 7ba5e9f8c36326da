//! Placeholder until the command line is merged.

fn main() -> std::process::ExitCode {
    azml_ls::lsp::run()
}
