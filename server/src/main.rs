//! The `azml-ls` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    azml_ls::cli::main()
}
