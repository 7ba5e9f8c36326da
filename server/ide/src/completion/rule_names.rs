//! Completion of rule names inside `# azml: ignore[...]`: first the rules that report something
//! which the comment would silence.

use std::collections::BTreeSet;

use azml_rules::analyze;
use azml_rules::checks::RULES;
use azml_rules::document::Document;
use azml_rules::rule::Rule;
use azml_rules::suppress::is_meant;
use azml_rules::text::TextRange;
use azml_rules::workspace::Workspace;

/// The rules that can be named in a comment.
#[derive(Debug)]
pub struct RuleNames {
    /// The part of a name that is already written.
    pub range: TextRange,
    /// Those that the comment would silence.
    pub reporting: Vec<&'static Rule>,
    /// All others.
    pub others: Vec<&'static Rule>,
}

/// Returns the rules that can be named at `offset`.
pub fn complete(workspace: &Workspace, document: &Document, offset: u32) -> Option<RuleNames> {
    let (range, named) = names_at(document, offset)?;
    let comments = document.tree().comments().iter();
    let comment = *comments.clone().find(|comment| comment.touches(offset))?;
    let found = analyze(workspace, document.path());
    let found = found.iter().filter(|it| !it.is_syntax_error());
    let meant = found.filter(|it| is_meant(document, comment, it.range.start));
    let reporting: BTreeSet<&str> = meant.map(|it| it.rule.name).collect();
    let (reporting, others) = named
        .into_iter()
        .partition(|rule| reporting.contains(rule.name));
    Some(RuleNames {
        range,
        reporting,
        others,
    })
}

/// Returns the part of a directive at `offset`, in a comment that has only `# azml:` and no brackets yet.
pub fn directive_at(document: &Document, offset: u32) -> Option<TextRange> {
    let mut comments = document.tree().comments().iter();
    let comment = comments.find(|comment| comment.touches(offset))?;
    let before = TextRange::new(comment.start, offset).slice(document.text());
    let written = before
        .trim_start_matches('#')
        .trim_start()
        .strip_prefix("azml:")?
        .trim_start();
    let is_begun = DIRECTIVES.iter().any(|it| it.starts_with(written));
    let is_at_end = TextRange::new(offset, comment.end)
        .slice(document.text())
        .trim()
        .is_empty();
    let length = u32::try_from(written.len()).ok()?;
    (is_begun && is_at_end).then(|| TextRange::new(offset - length, offset))
}

/// The directives of a comment, without their brackets.
pub const DIRECTIVES: [&str; 2] = ["ignore", "ignore-file"];

/// Returns the part of a name at `offset`, and the rules that are not named yet.
fn names_at(document: &Document, offset: u32) -> Option<(TextRange, Vec<&'static Rule>)> {
    let comment = document
        .tree()
        .comments()
        .iter()
        .find(|comment| comment.touches(offset))?;
    let before = TextRange::new(comment.start, offset).slice(document.text());
    let directive = before
        .trim_start_matches('#')
        .trim_start()
        .strip_prefix("azml:")?
        .trim_start();
    let list = directive
        .strip_prefix("ignore-file[")
        .or_else(|| directive.strip_prefix("ignore["))?;
    if list.contains(']') {
        return None;
    }
    let word = list.rsplit(',').next().unwrap_or_default().trim_start();
    let start = offset - u32::try_from(word.len()).ok()?;
    let after = TextRange::new(offset, comment.end).slice(document.text());
    let rest = after
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .unwrap_or(after.len());
    let range = TextRange::new(start, offset + u32::try_from(rest).ok()?);
    let named: Vec<&str> = list.split(',').map(str::trim).collect();
    let rules = RULES
        .iter()
        .copied()
        .filter(|rule| rule.name == word || !named.contains(&rule.name));
    Some((range, rules.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(marked: &str) -> Option<(String, usize)> {
        let offset = u32::try_from(marked.find('│').unwrap()).unwrap();
        let document = Document::new("x.yml", marked.replace('│', ""));
        names_at(&document, offset)
            .map(|(range, rules)| (range.slice(document.text()).to_owned(), rules.len()))
    }

    #[test]
    fn rule_names_are_offered_inside_the_brackets_only() {
        let all = RULES.len();
        assert_eq!(
            completed("# azml: ignore[│]\na: 1\n"),
            Some((String::new(), all))
        );
        assert_eq!(
            completed("a: 1 # azml: ignore[clus│ter-min]\n"),
            Some(("cluster-min".to_owned(), all))
        );
        assert_eq!(
            completed("# azml: ignore-file[cluster-min-nodes, │\na: 1\n"),
            Some((String::new(), all - 1))
        );
        assert_eq!(completed("# azml: ignore[a] │x\na: 1\n"), None);
        assert_eq!(completed("# note [│]\na: 1\n"), None);
    }

    #[test]
    fn a_directive_is_offered_after_the_prefix_only() {
        let typed = |marked: &str| {
            let offset = u32::try_from(marked.find('│').unwrap()).unwrap();
            let document = Document::new("x.yml", marked.replace('│', ""));
            directive_at(&document, offset).map(|range| range.slice(document.text()).to_owned())
        };
        assert_eq!(typed("a: 1  # azml: │\n"), Some(String::new()));
        assert_eq!(typed("# azml:│\na: 1\n"), Some(String::new()));
        assert_eq!(typed("# azml: ign│\na: 1\n"), Some("ign".to_owned()));
        assert_eq!(typed("# azml: ignore[│]\na: 1\n"), None);
        assert_eq!(typed("# azml: other│\na: 1\n"), None);
        assert_eq!(typed("# note │\na: 1\n"), None);
    }

    #[test]
    fn what_reports_on_the_line_comes_first() {
        for (marked, expected) in [
            ("min_instances: 2 # azml: ignore[│\n", true),
            ("# azml: ignore[│]\nmin_instances: 2\n", true),
            ("# azml: ignore-file[│]\nname: c\nmin_instances: 2\n", true),
            (
                "min_instances: 2\nmax_instances: 4 # azml: ignore[│]\n",
                false,
            ),
        ] {
            let marked = format!("type: amlcompute\n{marked}");
            let offset = u32::try_from(marked.find('│').unwrap()).unwrap();
            let mut workspace = Workspace::default();
            workspace.insert(Document::new("x.yml", marked.replace('│', "")));
            let document = workspace.document("x.yml").unwrap();
            let names = complete(&workspace, document, offset).unwrap();
            let reports = names
                .reporting
                .iter()
                .any(|it| it.name == "cluster-min-nodes");
            assert_eq!(reports, expected, "{marked}");
            assert_eq!(names.reporting.len() + names.others.len(), RULES.len());
        }
    }
}
