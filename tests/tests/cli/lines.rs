//! The lines that findings show: long ones, those with letters of every width, tabs, and line ends;
//! and what a terminal makes of them.

use azml_tests::process::{Project, Run};
use unicode_width::UnicodeWidthChar;

use crate::check;

/// A file whose finding is at `min_instances`, with `before` and `after` on the same line.
fn flow(before: &str, after: &str) -> String {
    format!("{{type: amlcompute, name: cpu, {before}min_instances: 2{after}}}\n")
}

/// One cluster for each sort of line.
fn odd_lines() -> Project {
    let tags = |letters: &str| flow(&format!("tags: {{a: '{letters}'}}, "), "");
    let around = |letters: &str| {
        let value = letters.repeat(5000 / letters.chars().count());
        flow(
            &format!("tags: {{a: '{value}'}}, "),
            &format!(", description: '{value}'"),
        )
    };
    Project::default()
        .with("long.yml", around("word "))
        .with("long-wide.yml", around("計算"))
        .with("wide.yml", tags("計算 é e\u{301} 👍🏽 👩\u{200d}💻 🇩🇪 ﷺ"))
        .with("zero-width.yml", tags("می\u{200c}شود नमस्\u{200d}ते"))
        .with("bidi.yml", tags("\u{202e}gnp\u{2066}"))
        .with(
            "carriage-returns.yml",
            "type: amlcompute\r\nname: cpu\r\nmin_instances: 2\r\n",
        )
        .with("tabs.yml", tags("a\tb\t\tc").replace('\'', "\""))
        .with(
            "no-line-end.yml",
            "type: amlcompute\nname: cpu\nmin_instances: 2",
        )
}

/// Every line with a mark, and the text above the mark.
fn marked(run: &Run) -> Vec<String> {
    let lines: Vec<&str> = run.stdout.lines().collect();
    let pairs = lines
        .windows(2)
        .filter(|pair| pair[1].trim_start().starts_with(": ") && pair[1].contains('^'));
    let found = pairs.map(|pair| {
        let at = width(&pair[1][..pair[1].find('^').unwrap_or(0)]);
        at_column(pair[0], at)
    });
    found.collect()
}

/// Columns that `text` fills on a terminal that shows the parts of an emoji one by one, as most do.
fn width(text: &str) -> usize {
    text.chars().filter_map(UnicodeWidthChar::width).sum()
}

/// What stands in `line` from `column` on.
fn at_column(line: &str, column: usize) -> String {
    let mut starts = line.char_indices().map(|(at, _)| at);
    let start = starts.find(|at| width(&line[..*at]) >= column);
    line[start.unwrap_or(line.len())..].to_owned()
}

#[test]
fn odd_lines_are_shown_in_full() {
    odd_lines().run(&check("")).is_as_in("odd-lines");
}

#[test]
fn a_mark_stands_below_what_it_marks_whatever_the_width_of_letters() {
    let run = odd_lines().run(&check(""));
    let marked = marked(&run);
    assert_eq!(marked.len(), 8, "{}", run.stdout);
    for text in marked {
        assert!(text.starts_with('2'), "{text}\n{}", run.stdout);
    }
}

#[test]
fn lines_fit_into_the_output() {
    let run = odd_lines().run(&check(""));
    for line in run.stdout.lines() {
        assert!(width(line) <= 100, "{}: {line}", width(line));
    }
}

#[test]
fn places_of_one_file_stand_in_one_excerpt() {
    let tags: String = (0..40)
        .map(|number| format!("  key{number}: value\n"))
        .collect();
    let near = "type: amlcompute\nname: cpu\ndescription: one\ndescription: two\n";
    let far =
        format!("type: amlcompute\nname: cpu\ndescription: one\ntags:\n{tags}description: two\n");
    Project::default()
        .with("near.yml", near)
        .with("far.yml", far)
        .run("--check --only duplicate-key")
        .is_as_in("places-of-one-file");
}

#[test]
fn lines_are_drawn_for_people_whose_terminal_has_the_letters() {
    let project = odd_lines();
    let run = project.run_with(
        &check("--color always long.yml no-line-end.yml"),
        &[("LANG", "en_US.UTF-8")],
        b"",
    );
    run.is_as_in("drawn-lines");
    let run = project.run_with(&check("long.yml"), &[("LANG", "en_US.UTF-8")], b"");
    assert!(
        !run.stdout.contains('─') && run.stdout.contains("..."),
        "a pipe: {}",
        run.stdout
    );
}
