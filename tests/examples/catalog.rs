//! Holds the rules against an index of names, a table with the name in the first column:
//!
//! ```console
//! cargo run -q -p azml-tests --example catalog -- rules-index.tsv
//! ```
//!
//! It runs every example and prints each rule with its level, examples, fix, and source, and what
//! became of the names that are no rules. It fails if an example does not do what it says.
#![allow(clippy::print_stdout, clippy::print_stderr)] // The report is what it is for.

use std::process::ExitCode;

use azml_tests::catalog::report;

fn main() -> Result<ExitCode, std::io::Error> {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("name the index: a table of rules, the name in the first column");
        return Ok(ExitCode::from(2));
    };
    let (report, problems) = report(&std::fs::read_to_string(path)?);
    print!("{report}");
    problems.iter().for_each(|problem| eprintln!("{problem}"));
    Ok(ExitCode::from(u8::from(!problems.is_empty())))
}
