//! What repairs would change, as a unified diff that `git apply` and `patch` take.

use similar::TextDiff;

/// The difference between `before` and `after` of the file shown as `name`.
#[must_use]
pub fn unified(name: &str, before: &str, after: &str) -> String {
    TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(3)
        .header(name, name)
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_when_the_last_line_has_no_end() {
        let diff = unified("a.yml", "a: 1\nb: 2", "a: 1\nb: 3");
        let lines: Vec<_> = diff.lines().collect();
        assert_eq!(lines[..2], ["--- a.yml", "+++ a.yml"]);
        assert!(
            diff.contains("-b: 2\n\\ No newline at end of file\n+b: 3"),
            "{diff}"
        );
        assert_eq!(unified("a.yml", "a", "a"), "");
    }
}
