//! Writes a new rule that works, with its line in the table and its spec:
//!
//! ```console
//! cargo run -p azml-tests --example new-rule -- GROUP NAME
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr)] // What to do next is what it is for.

use std::process::ExitCode;

use azml_tests::new_rule::generate;
use azml_tests::process::root;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [group, name] = arguments.as_slice() else {
        eprintln!("usage: cargo run -p azml-tests --example new-rule -- GROUP NAME");
        return ExitCode::from(2);
    };
    match generate(&root(), group, name) {
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
        Ok([rule, table, spec]) => {
            println!("wrote   {rule}\nwrote   {spec}\nchanged {table}\n");
            println!(
                "The rule works and is in preview. Change the spec first, then the rule, and run"
            );
            println!("  cargo test -p azml-tests --test rules -- {name}");
            ExitCode::SUCCESS
        }
    }
}
