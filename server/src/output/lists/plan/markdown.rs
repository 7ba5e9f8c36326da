//! A plan as Markdown.

use std::io::{Result, Write};

use azml_ide::markdown::{code, message, plain};
use azml_ide::plan::SubmissionPlan;

use super::sections::{closing, sections};
use crate::sandbox::Names;

/// Writes the plan of the file at `path` as Markdown.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn plan_markdown(
    out: &mut impl Write,
    names: &Names,
    path: &str,
    plan: &SubmissionPlan,
) -> Result<()> {
    for section in sections(names, path, plan) {
        writeln!(out, "**{}**\n", without_math(&section.title))?;
        for (label, text) in &section.lines {
            match *label {
                "" => writeln!(out, "- {}", without_math(text))?,
                "command" => writeln!(out, "- command: {}", &*code(text))?,
                label => writeln!(out, "- {label}: {}", without_math(text))?,
            }
        }
        writeln!(out)?;
    }
    match closing(plan) {
        Some(closing) => writeln!(out, "{}", without_math(&closing)),
        None => Ok(()),
    }
}

/// Returns escaped text; backticks still mark code. Outside of code, `$` begins a formula in VS Code and on GitHub.
fn without_math(text: &str) -> String {
    let escaped = |markdown: &str| markdown.replace('$', "\\$");
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escaped(&plain(text));
    }
    let marked = parts.iter().enumerate().map(|(number, part)| {
        if number % 2 == 0 {
            escaped(&message(part))
        } else {
            code(part).to_string()
        }
    });
    marked.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dollar_sign_is_no_formula() {
        assert_eq!(without_math("$1 to ${{a}}"), "\\$1 to \\${{a}}");
        assert_eq!(without_math("set `$x` to $1"), "set `$x` to \\$1");
        assert_eq!(without_math("a ` b $"), "a \\` b \\$");
    }
}
