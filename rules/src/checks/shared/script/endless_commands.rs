//! Shell commands that never end: found only where the shell would run them, not in text or
//! comments.

use std::ops::Range;

/// Seconds in a day. Shorter sleeps may be part of the work.
const DAY: i64 = 86_400;

/// Duration of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Length {
    /// Runs until it is stopped.
    Endless,
    /// A number of seconds.
    Seconds(i64),
}

/// A command that delays everything after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hold {
    /// Byte range in the text.
    pub(crate) range: Range<usize>,
    /// Duration of the command.
    pub(crate) length: Length,
}

/// Maximum number of words that are examined, for texts that are not commands.
const MOST_WORDS: usize = 20_000;

/// Returns the first command in the shell script `text` that takes a day or longer.
pub(crate) fn find(text: &str) -> Option<Hold> {
    let words = text
        .match_indices(['s', 't', 'w'])
        .map(|(at, _)| at)
        .take(MOST_WORDS);
    words
        .filter(|at| *at == 0 || !text.as_bytes()[at - 1].is_ascii_alphanumeric())
        .find_map(|at| {
            let rest = &text[at..];
            let (len, length) = idle_loop(rest)
                .or_else(|| sleep(rest))
                .or_else(|| tail(rest))?;
            (is_command(&text[..at]) && !is_background(&rest[len..])).then(|| Hold {
                range: at..at + len,
                length,
            })
        })
}

/// Returns the arguments of `program` if `text` calls it: up to the end of the command, each with
/// the offset of its end.
fn arguments<'t>(text: &'t str, program: &str) -> Option<impl Iterator<Item = (&'t str, usize)>> {
    let rest = text.strip_prefix(program)?.strip_prefix([' ', '\t'])?;
    let end = rest
        .find([
            ';', '&', '|', ')', '}', '\n', '\r', '"', '\'', '<', '>', '`',
        ])
        .unwrap_or(rest.len());
    let from = text.len() - rest.len();
    Some(
        rest[..end]
            .split([' ', '\t'])
            .filter(|word| !word.is_empty())
            .map(move |word| {
                let offset = word.as_ptr() as usize - rest.as_ptr() as usize;
                (word, from + offset + word.len())
            }),
    )
}

fn sleep(text: &str) -> Option<(usize, Length)> {
    let mut seconds = Some(0_i64);
    let mut end = 0;
    for (word, at) in arguments(text, "sleep")? {
        if word.starts_with('#') {
            break;
        }
        seconds = match (seconds, span(word)?) {
            (Some(sum), Length::Seconds(more)) => Some(sum.saturating_add(more)),
            _ => None,
        };
        end = at;
    }
    let length = seconds.map_or(Length::Endless, Length::Seconds);
    let long = match length {
        Length::Endless => true,
        Length::Seconds(seconds) => seconds >= DAY,
    };
    (end > 0 && long).then_some((end, length))
}

/// Parses a duration of `sleep`: `infinity`, `30`, `12h`, `7d`.
fn span(word: &str) -> Option<Length> {
    if matches!(word.to_ascii_lowercase().as_str(), "inf" | "infinity") {
        return Some(Length::Endless);
    }
    let digits = word.trim_end_matches(['s', 'm', 'h', 'd']);
    let unit = match &word[digits.len()..] {
        "" | "s" => 1,
        "m" => 60,
        "h" => 3_600,
        "d" => DAY,
        _ => return None,
    };
    let whole = digits.split_once('.').map_or(digits, |(whole, _)| whole);
    whole
        .parse::<i64>()
        .ok()
        .filter(|number| *number >= 0)
        .map(|number| Length::Seconds(number.saturating_mul(unit)))
}

/// Matches `tail -f /dev/null`.
fn tail(text: &str) -> Option<(usize, Length)> {
    let mut follows = false;
    for (word, end) in arguments(text, "tail")? {
        match word {
            "/dev/null" => return follows.then_some((end, Length::Endless)),
            "--follow" | "--retry" => follows = true,
            _ if word.starts_with('-') => follows |= word.contains(['f', 'F']),
            _ if word.parse::<u32>().is_ok() => {}
            _ => return None,
        }
    }
    None
}

/// Maximum length of an idle loop, in bytes.
const LONGEST_LOOP: usize = 200;

/// Matches `while true; do sleep 60; done`.
fn idle_loop(text: &str) -> Option<(usize, Length)> {
    let rest = text.strip_prefix("while")?;
    let end = rest
        .char_indices()
        .take(LONGEST_LOOP)
        .find(|(at, _)| rest[*at..].starts_with("done"))?
        .0
        + "done".len();
    let body = rest[..end].replace([';', '\n', '\r'], " ");
    let mut words = body.split_whitespace();
    let for_ever = matches!(words.next(), Some("true" | ":"));
    let idle = for_ever
        && words.next() == Some("do")
        && words.next() == Some("sleep")
        && words.next().is_some_and(|word| span(word).is_some())
        && words.next() == Some("done");
    idle.then_some(("while".len() + end, Length::Endless))
}

/// Returns `true` if the shell starts a command after `before`.
fn is_command(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    if line.starts_with('#') || line.contains(" #") || line.contains("\t#") {
        return false;
    }
    let before = before.trim_end_matches([' ', '\t']);
    if before.is_empty() || before.ends_with(['\n', ';', '&', '|', '(', '{']) {
        return !before.ends_with("\\\n");
    }
    if let Some(shell) = before.strip_suffix(['"', '\'']) {
        return shell.trim_end().ends_with("-c") || shell.trim_end().ends_with("-lc");
    }
    let word = before
        .rsplit([' ', '\t', '\n', ';', '&', '|'])
        .next()
        .unwrap_or_default();
    matches!(
        word,
        "then" | "do" | "else" | "exec" | "sudo" | "nohup" | "time"
    )
}

/// Returns `true` if a single `&` follows: the script goes on, and its end ends the command.
fn is_background(after: &str) -> bool {
    let after = after.trim_start_matches([' ', '\t']);
    after.starts_with('&') && !after.starts_with("&&")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(&str, Length)> {
        find(text).map(|hold| (&text[hold.range], hold.length))
    }

    #[test]
    fn finds_what_never_ends() {
        for (text, phrase) in [
            ("sleep infinity", "sleep infinity"),
            ("python a.py && sleep  inf # wait", "sleep  inf"),
            ("python a.py; tail -f /dev/null", "tail -f /dev/null"),
            (
                "echo hi\ntail -n 0 -F /dev/null\n",
                "tail -n 0 -F /dev/null",
            ),
            ("tail --follow /dev/null", "tail --follow /dev/null"),
            ("bash -c \"sleep infinity\"", "sleep infinity"),
            (
                "while true; do sleep 30; done",
                "while true; do sleep 30; done",
            ),
            (
                "while :\ndo\n  sleep 5m\ndone\n",
                "while :\ndo\n  sleep 5m\ndone",
            ),
            ("if [ x ]; then sleep infinity; fi", "sleep infinity"),
            ("(sleep infinity)", "sleep infinity"),
        ] {
            assert_eq!(found(text), Some((phrase, Length::Endless)), "{text}");
        }
    }

    #[test]
    fn a_sleep_of_days_has_a_length() {
        assert_eq!(
            found("sleep 7d"),
            Some(("sleep 7d", Length::Seconds(604_800)))
        );
        assert_eq!(
            found("sleep 1d 12h; ls"),
            Some(("sleep 1d 12h", Length::Seconds(129_600)))
        );
        assert_eq!(
            found("sleep 100000"),
            Some(("sleep 100000", Length::Seconds(100_000)))
        );
    }

    #[test]
    fn what_ends_and_what_is_only_text_is_left_alone() {
        for text in [
            "sleep 600",
            "sleep 23h",
            "sleep infinity & python a.py",
            "timeout 1h sleep infinity",
            "echo sleep infinity",
            "# sleep infinity",
            "ls # then sleep infinity",
            "python sleep.py infinity",
            "python --sleep infinity",
            "sleep ${{inputs.days}}d",
            "sleep $DAYS",
            "sleep -1d",
            "tail -f log.txt",
            "tail /dev/null",
            "while true; do python step.py; sleep 5; done",
            "nosleep infinity",
            "echo \"sleep infinity\"",
            "sleepinfinity",
            "sleep",
            "",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
