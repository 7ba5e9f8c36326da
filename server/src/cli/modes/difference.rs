//! `--diff`: changes of fixes, for people on a terminal and for `patch` otherwise.

use crate::check::FixedFile;
use crate::cli::console::Console;
use crate::cli::exit_codes::FAILED;
use crate::output::{obeyed_line, tell, unified, unified_for_people};
use crate::sandbox::Names;

/// Writes the difference of each of `files`.
pub(in crate::cli) fn write(
    console: &Console,
    names: &Names,
    files: &[FixedFile],
) -> Result<(), u8> {
    let mut diffs = Vec::new();
    let mut refused = false;
    for file in files {
        let name = names.show(&file.path);
        let diff = unified(&name, &file.before, &file.after);
        if console.is_terminal() {
            diffs.push(unified_for_people(&diff));
        } else if let Some(line) = obeyed_line(&diff).filter(|_| !console.is_file()) {
            refused = true;
            tell(&format!(
                "azml-ls: error: {name}: its diff is not shown, because a CI service would run one \
                 of its lines as a command: `{}`; use --output to write the diff to a file",
                line.trim()
            ));
        } else {
            diffs.push(diff);
        }
    }
    console.write_exact(|out| {
        let mut diffs = diffs.iter();
        diffs.try_for_each(|diff| out.write_all(diff.as_bytes()))
    })?;
    if refused { Err(FAILED) } else { Ok(()) }
}
