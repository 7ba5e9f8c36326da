//! Command lines as they are run and as they are shown.

use std::fmt;

/// Arguments of the Azure CLI. Shown, they can be pasted into a shell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CommandLine(Vec<String>);

impl CommandLine {
    /// Returns the command line with these `words`, which are separated by spaces.
    pub(crate) fn new(words: &str) -> Self {
        Self(words.split(' ').map(str::to_owned).collect())
    }

    /// Adds an option.
    #[must_use]
    pub(crate) fn with(mut self, option: &str, value: impl Into<String>) -> Self {
        self.0.extend([option.to_owned(), value.into()]);
        self
    }

    /// Adds an option if it has a value.
    #[must_use]
    pub(crate) fn with_known(self, option: &str, value: Option<&String>) -> Self {
        match value {
            Some(value) => self.with(option, value),
            None => self,
        }
    }

    /// Adds an option with its values, if there are any.
    #[must_use]
    pub(crate) fn with_all(mut self, option: &str, values: Vec<String>) -> Self {
        if !values.is_empty() {
            self.0.push(option.to_owned());
            self.0.extend(values);
        }
        self
    }

    pub(crate) fn arguments(&self) -> &[String] {
        &self.0
    }

    /// The words before the first option, `ml compute list`, or what `rest` reads:
    /// `rest --url .../vmSizes`.
    pub(crate) fn subject(&self) -> String {
        let words = self.0.iter().take_while(|word| !word.starts_with('-'));
        let words = words.cloned().collect::<Vec<_>>().join(" ");
        match self
            .0
            .iter()
            .find_map(|word| word.strip_prefix("/subscriptions/"))
        {
            Some(path) => format!("{words} --url .../{}", last_segments(path)),
            None => words,
        }
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("az")?;
        for word in &self.0 {
            write!(out, " {}", quoted(word))?;
        }
        Ok(())
    }
}

/// Returns the name of a list in a path: `vmSizes`, `train-env/versions`.
fn last_segments(path: &str) -> &str {
    let path = path.split('?').next().unwrap_or(path);
    let count = if path.ends_with("/versions") { 2 } else { 1 };
    let start = path.rmatch_indices('/').nth(count - 1);
    start.map_or(path, |(at, _)| &path[at + 1..])
}

/// Returns `word` as the shells of this system read it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else if cfg!(windows) {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_pasted() {
        let line = CommandLine::new("rest --method get")
            .with("--url", "/subscriptions/1/a?api-version=2&$skip=3")
            .with_known("--subscription", Some(&"it's one".to_owned()))
            .with_known("--resource-group", None);
        assert_eq!(
            line.to_string(),
            r"az rest --method get --url '/subscriptions/1/a?api-version=2&$skip=3' --subscription 'it'\''s one'"
        );
        assert_eq!(line.subject(), "rest --url .../a");
        let versions = CommandLine::new("rest --url /subscriptions/1/data/a/versions?x=1");
        assert_eq!(versions.subject(), "rest --url .../a/versions");
    }
}
