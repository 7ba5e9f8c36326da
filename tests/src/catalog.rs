//! The catalog of rules that was drawn up before they were written, held against those that are
//! there: each of its names is a rule, or `tests/survey/catalog.md` says what stands in its
//! place, with an example that is run, or why it was left out.

use std::fmt::Write as _;

use azml_rules::checks;
use azml_rules::fix::Applicability;
use azml_rules::rule::Rule;

use crate::process::root;
use crate::spec;

/// Where the names without a rule of their own are explained, below the top of the repository.
pub const PAGE: &str = "tests/survey/catalog.md";

/// What became of a name of the catalog.
#[derive(Debug)]
pub enum Fate {
    /// It is a rule.
    Rule(&'static Rule),
    /// Another rule finds what it is about; the examples on [`PAGE`] show it.
    CoveredBy(&'static Rule),
    /// It is no rule, for this reason.
    LeftOut(String),
    /// Nothing says what became of it.
    Unknown,
}

/// A name that [`PAGE`] explains.
#[derive(Debug)]
pub struct Explained {
    /// The name in the catalog.
    pub name: String,
    /// The rule that covers it.
    pub by: Option<String>,
    /// Why, in one paragraph.
    pub reason: String,
    /// Its section in Markdown, with the examples.
    pub section: String,
}

/// The sections of [`PAGE`].
///
/// # Panics
/// If the page cannot be read.
pub fn explained() -> Vec<Explained> {
    let page = std::fs::read_to_string(root().join(PAGE)).expect("the page is in the repository");
    page.split("\n## ").skip(1).map(section).collect()
}

fn section(text: &str) -> Explained {
    let (name, body) = text.split_once('\n').unwrap_or((text, ""));
    let reason: Vec<&str> = body
        .lines()
        .skip_while(|line| line.is_empty())
        .take_while(|line| !line.is_empty() && !line.starts_with("```"))
        .collect();
    let reason = reason.join(" ");
    let by = reason
        .strip_prefix("Covered by `")
        .and_then(|rest| rest.split_once('`'))
        .map(|(rule, _)| rule.to_owned());
    Explained {
        name: name.trim().to_owned(),
        by,
        reason,
        section: format!("## {text}"),
    }
}

/// What became of `name`.
pub fn fate(name: &str, explained: &[Explained]) -> Fate {
    if let Some(rule) = checks::rule(name) {
        return Fate::Rule(rule);
    }
    let Some(found) = explained.iter().find(|section| section.name == name) else {
        return Fate::Unknown;
    };
    match found.by.as_deref().map(checks::rule) {
        Some(Some(rule)) => Fate::CoveredBy(rule),
        Some(None) => Fate::Unknown,
        None => Fate::LeftOut(found.reason.clone()),
    }
}

/// Runs the examples of a section that another rule covers; returns what went wrong.
pub fn problems(explained: &Explained) -> Vec<String> {
    let Some(by) = &explained.by else {
        return Vec::new();
    };
    let mut problems = spec::run(by, &explained.section);
    if !explained.section.contains("# expect:") {
        problems.push(format!("{}: no example expects a finding", explained.name));
    }
    problems
}

/// How many examples of a rule are run: those of its page that are bad, those that are good, and
/// the cases of its spec; and what went wrong in them.
pub fn examples(rule: &'static Rule) -> ([usize; 3], Vec<String>) {
    let mut problems = Vec::new();
    let mut counts = [0; 3];
    for example in spec::examples(rule) {
        let bad = example[0].words.contains(&"bad".to_owned());
        let found = spec::findings(&spec::workspace(rule.name, &example), rule.name).len();
        counts[usize::from(!bad)] += 1;
        if found != usize::from(bad) {
            let name = rule.name;
            problems.push(format!("{name}: {found} findings in an example"));
        }
    }
    match std::fs::read_to_string(root().join(spec::path(rule))) {
        Ok(markdown) => {
            counts[2] = spec::workspaces(rule.name, &markdown).len();
            problems.extend(spec::run(rule.name, &markdown));
        }
        Err(error) => problems.push(format!("{}: {error}", rule.name)),
    }
    (counts, problems)
}

/// The report on `index`, a table with a rule in the first column of each line and the group in the
/// third: every rule with its examples, fix, and source, then the difference by name. Beside it,
/// what went wrong.
pub fn report(index: &str) -> (String, Vec<String>) {
    let (mut rows, mut problems) = (String::new(), Vec::new());
    let (mut covered, mut left, mut rules) = (String::new(), String::new(), 0);
    let explained = explained();
    let lines = index.lines().skip(1).filter(|line| !line.is_empty());
    let names: Vec<&str> = lines.filter_map(|line| line.split('\t').next()).collect();
    for name in &names {
        match fate(name, &explained) {
            Fate::Rule(rule) => {
                let ([bad, good, cases], wrong) = examples(rule);
                let fix = rule.fix.map_or("-", Applicability::name);
                let level = rule.default_level();
                let url = rule.url;
                let _ = writeln!(
                    rows,
                    "{name}\t{level}\t{bad} bad, {good} good, {cases} cases\t{fix}\t{url}"
                );
                problems.extend(wrong);
                rules += 1;
            }
            Fate::CoveredBy(rule) => {
                let _ = writeln!(covered, "{name}\t{}", rule.name);
            }
            Fate::LeftOut(reason) => {
                let _ = writeln!(left, "{name}\t{reason}");
            }
            Fate::Unknown => problems.push(format!("{name}: nothing says what became of it")),
        }
    }
    problems.extend(explained.iter().flat_map(self::problems));
    let own: Vec<&str> = checks::RULES
        .iter()
        .map(|rule| rule.name)
        .filter(|name| !names.contains(name))
        .collect();
    let report = format!(
        "{} names in the catalog, {rules} are rules\n\nrule\tlevel\texamples, all run\tfix\tsource\n{rows}\n\
         {} covered by another rule, shown by an example that is run:\n{covered}\n{} left out:\n{left}\n{} rules that the \
         catalog does not name: {}\n",
        names.len(),
        covered.lines().count(),
        left.lines().count(),
        own.len(),
        own.join(", "),
    );
    (report, problems)
}
