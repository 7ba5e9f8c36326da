//! `data/time-zones.csv` to a static table.

use std::fmt::Write as _;

use crate::literals::Failure;

/// The code for the zones in `text`.
pub(crate) fn code(text: &str) -> Result<String, Failure> {
    let mut code = String::from("static TIME_ZONES: &[TimeZone] = &[\n");
    for line in text.lines().skip(1) {
        let (windows, iana) = line.split_once(',').ok_or("a line without a comma")?;
        writeln!(
            code,
            "    TimeZone {{ windows: {windows:?}, iana: {iana:?} }},"
        )?;
    }
    code.push_str("];\n");
    Ok(code)
}
