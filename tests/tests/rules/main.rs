//! One test for the spec of every rule, and one for its page:
//! `cargo test -p azml-tests --test rules -- sweep-on` runs those whose name holds that text.

mod page;

use azml_rules::checks::RULES;
use azml_rules::rule::Rule;
use azml_tests::process::root;
use azml_tests::spec;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for &rule in RULES {
        let (group, name) = (rule.group.name(), rule.name);
        trials.push(Trial::test(format!("spec/{group}/{name}"), || {
            keeps_its_spec(rule)
        }));
        for (what, check) in page::CHECKS {
            trials.push(Trial::test(format!("{what}/{group}/{name}"), || {
                check(rule)
            }));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn keeps_its_spec(rule: &Rule) -> Result<(), Failed> {
    let markdown = std::fs::read_to_string(root().join(spec::path(rule)))?;
    all_good(&spec::run(rule.name, &markdown))
}

/// Every failure of a test, or none.
fn all_good(failures: &[String]) -> Result<(), Failed> {
    if failures.is_empty() {
        return Ok(());
    }
    Err(failures.join("\n\n").into())
}
