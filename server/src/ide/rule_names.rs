//! Completion of rule names inside `# azml: ignore[...]`.

use azml_rules::checks::RULES;
use azml_rules::document::Document;
use azml_rules::rule::Rule;
use azml_rules::text::TextRange;

/// The rules that can be named at `offset`, and the part of a name that is already there.
#[must_use]
pub fn complete(document: &Document, offset: u32) -> Option<(TextRange, Vec<&'static Rule>)> {
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
        complete(&document, offset)
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
}
