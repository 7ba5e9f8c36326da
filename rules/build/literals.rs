//! Rust literals of what stands in the tables.

/// Why a table cannot be turned into code.
pub(crate) type Failure = Box<dyn std::error::Error>;

/// A name of several words as a variant of an enum: `AlsoThis` for `also-this`, `job/also:this` is
/// `JobAlsoThis`.
pub(crate) fn variant(name: &str) -> String {
    let mut variant = String::new();
    for word in name.split(|c: char| !c.is_ascii_alphanumeric()) {
        let (first, rest) = word.split_at(1.min(word.len()));
        variant.push_str(&first.to_ascii_uppercase());
        variant.push_str(rest);
    }
    variant
}

/// `Some` of the code for `text`, or `None` for empty text.
pub(crate) fn optional(
    text: &str,
    code: impl Fn(&str) -> Result<String, Failure>,
) -> Result<String, Failure> {
    Ok(if text.is_empty() {
        "None".to_owned()
    } else {
        format!("Some({})", code(text)?)
    })
}

/// A literal that Rust reads as a float.
pub(crate) fn float(text: &str) -> String {
    if text.contains('.') {
        text.to_owned()
    } else {
        format!("{text}.0")
    }
}

/// The code of a date such as `2026-01-31`.
pub(crate) fn date(text: &str) -> Result<String, Failure> {
    let mut parts = text.split('-').map(str::parse::<u16>);
    let mut next = || parts.next().ok_or_else(|| format!("`{text}` is no date"));
    Ok(format!(
        "Date::new({}, {}, {})",
        next()??,
        next()??,
        next()??
    ))
}
