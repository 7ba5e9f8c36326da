//! Phrases that rules, hovers and reports share: counts, durations, articles,
//! lists, truncated texts. Invariant: each of them has one form everywhere, so only this module
//! creates it.

use std::fmt::Display;

/// "1 node", "4 nodes", "2 processes".
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let ending = if noun.ends_with('s') { "es" } else { "s" };
    if count == N::from(1) {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}{ending}")
    }
}

/// "812 bytes", "57 kB", "3.2 MB", "298 MB": with two digits at least.
pub fn size(bytes: u64) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    for (unit, name) in units {
        if bytes >= 10 * unit {
            return format!("{} {name}", (bytes + unit / 2) / unit);
        }
        if bytes >= unit {
            let tenths = (bytes * 10 + unit / 2) / unit;
            return format!("{}.{} {name}", tenths / 10, tenths % 10);
        }
    }
    counted(bytes, "byte")
}

/// "a command job", "an attached virtual machine", "an MLTable file".
pub fn with_article(noun: &str) -> String {
    let vowel =
        noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O']) || noun.starts_with("ML");
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// "45 seconds", "2 hours", "1 day and 12 hours": the two largest units.
pub fn duration(seconds: i64) -> String {
    let units = [
        (86_400, "day"),
        (3_600, "hour"),
        (60, "minute"),
        (1, "second"),
    ];
    let mut rest = seconds;
    let mut parts = Vec::new();
    for (length, noun) in units {
        if rest >= length {
            parts.push(counted(rest / length, noun));
            rest %= length;
        }
    }
    parts.truncate(2);
    if parts.is_empty() {
        "0 seconds".to_owned()
    } else {
        parts.join(" and ")
    }
}

/// "90 minutes", "36 hours": the duration in the largest unit up to hours that gives a whole
/// number, for comparison with the written value.
pub fn duration_in_one_unit(seconds: i64) -> String {
    match seconds {
        s if s >= 3600 && s % 3600 == 0 => counted(s / 3600, "hour"),
        s if s >= 60 && s % 60 == 0 => counted(s / 60, "minute"),
        s => counted(s, "second"),
    }
}

/// "a", "a and b", "a, b, and c"; nothing for none.
pub fn listed(parts: &[String]) -> String {
    joined(parts, "and")
}

/// "a", "a or b", "a, b, or c"; nothing for none.
pub fn alternatives(parts: &[String]) -> String {
    joined(parts, "or")
}

fn joined(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first, second] => format!("{first} {word} {second}"),
        [first @ .., last] => format!("{}, {word} {last}", first.join(", ")),
    }
}

/// Like [`listed`]; the parts after `most` become a number: "a, b, and 5 more".
pub fn listed_up_to(most: usize, mut parts: Vec<String>) -> String {
    if parts.len() > most {
        let more = parts.len() - most + 1;
        parts.truncate(most - 1);
        parts.push(format!("{more} more"));
    }
    listed(&parts)
}

/// Maximum number of names listed; the rest become a number.
pub(crate) const NAMES: usize = 12;

/// "`a`, `b`, and `c`", or "none".
pub fn names_listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    first_names_listed(&names, names.len())
}

/// Like [`names_listed`], of `count` names of which only the first are available.
pub fn first_names_listed(first: &[&str], count: usize) -> String {
    if first.is_empty() {
        return "none".to_owned();
    }
    let all_fit = count <= NAMES;
    let shown = first.len().min(if all_fit { NAMES } else { NAMES - 1 });
    let mut parts = in_backticks(first[..shown].iter().copied());
    if shown < count {
        parts.push(format!("{} more", count - shown));
    }
    listed(&parts)
}

/// "step `a`", "steps `a` and `b`", "steps `a`, `b`, and 3 more".
pub fn steps_listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names = in_backticks(names);
    match names.as_slice() {
        [] => "no step".to_owned(),
        [only] => format!("step {only}"),
        _ => format!("steps {}", listed_up_to(3, names)),
    }
}

fn in_backticks<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    names.into_iter().map(|name| format!("`{name}`")).collect()
}

/// Returns at most `most` characters of `text`; `mark` replaces the rest.
pub fn shortened(text: &str, most: usize, mark: &str) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}{mark}", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns the first line of `text`, at most `most` characters of it; `mark` replaces the rest,
/// after a space if only whole lines are left out.
pub fn first_line(text: &str, most: usize, mark: &str) -> String {
    let text = text.trim_end();
    let line = text.lines().next().unwrap_or_default().trim_end();
    let is_all = line.len() == text.len();
    match line.char_indices().nth(most) {
        None if !is_all => format!("{line} {mark}"),
        _ => shortened(line, most, mark),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_in_words() {
        let cases = [
            (0, "0 seconds"),
            (1, "1 second"),
            (7200, "2 hours"),
            (5400, "1 hour and 30 minutes"),
            (604_800, "7 days"),
        ];
        for (seconds, words) in cases {
            assert_eq!(duration(seconds), words);
        }
        assert_eq!(duration_in_one_unit(5400), "90 minutes");
        assert_eq!(duration_in_one_unit(129_600), "36 hours");
    }

    #[test]
    fn sizes_have_two_digits() {
        let cases = [
            (0, "0 bytes"),
            (999, "999 bytes"),
            (1_000, "1.0 kB"),
            (9_960, "10.0 kB"),
            (26_400, "26 kB"),
            (3_150_000, "3.2 MB"),
            (298_000_000, "298 MB"),
            (12_000_000_000, "12 GB"),
        ];
        for (bytes, words) in cases {
            assert_eq!(size(bytes), words);
        }
    }

    #[test]
    fn long_lists_end_in_a_number() {
        assert_eq!(names_listed([]), "none");
        assert_eq!(names_listed(["a", "b", "c"]), "`a`, `b`, and `c`");
        assert_eq!(steps_listed(["a"]), "step `a`");
        assert_eq!(steps_listed(["a", "b", "c"]), "steps `a`, `b`, and `c`");
        assert_eq!(
            steps_listed(["a", "b", "c", "d"]),
            "steps `a`, `b`, and 2 more"
        );
    }

    #[test]
    fn cuts_at_characters_and_says_so() {
        assert_eq!(shortened("äöü", 3, "…"), "äöü");
        assert_eq!(shortened("äöüß", 3, "…"), "äöü…");
        assert_eq!(first_line("one\ntwo\n", 10, "…"), "one …");
        assert_eq!(first_line("one and more\ntwo", 3, "…"), "one…");
        assert_eq!(first_line("one\n", 3, "…"), "one");
    }
}
