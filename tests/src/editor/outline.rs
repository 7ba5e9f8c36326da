//! Expectations on the shape of a file:
//!
//! - ` ```symbols `: the outline, `name [Sort] detail` in each line, children two blanks deeper.
//!   With `2` behind the fence only so many levels.
//! - ` ```folds `: `first-last` lines of every fold, `comment` behind blocks of comments.
//! - ` ```selection `: the ranges around the cursor from inside outwards, `⏎` for each line end.
//! - ` ```links `: `line: text -> target` for every link.

use azml_ide::navigation::links::LinkTarget;
use azml_ide::navigation::symbols::Symbol;
use azml_ide::navigation::{folding, links, selection, symbols};
use azml_rules::text::TextRange;

use super::Scene;
use crate::markdown::Block;

/// What is shown for the expectation `block`; `None` where it is none of these.
pub(super) fn shown(scene: &Scene, block: &Block) -> Option<String> {
    Some(match block.language.as_str() {
        "symbols" => shown_symbols(scene, block.words.iter().find_map(|word| word.parse().ok())),
        "folds" => shown_folds(scene),
        "selection" => shown_selection(scene),
        "links" => shown_links(scene),
        _ => return None,
    })
}

fn shown_symbols(scene: &Scene, levels: Option<usize>) -> String {
    let mut text = String::new();
    for symbol in scene.look(|site, _| symbols::symbols(site)) {
        assert_nested(&symbol);
        write_symbol(&symbol, 0, levels.unwrap_or(usize::MAX), &mut text);
    }
    text
}

/// What every client relies on: the part to jump to lies in the whole, and so do the children.
fn assert_nested(symbol: &Symbol) {
    assert!(
        symbol.range.contains_range(symbol.selection),
        "{} is not in itself",
        symbol.name
    );
    for child in &symbol.children {
        assert!(
            symbol.range.contains_range(child.range),
            "{} is not in {}",
            child.name,
            symbol.name
        );
        assert_nested(child);
    }
}

fn write_symbol(symbol: &Symbol, depth: usize, levels: usize, text: &mut String) {
    if depth >= levels {
        return;
    }
    let line = format!(
        "{}{} [{:?}] {}",
        "  ".repeat(depth),
        symbol.name,
        symbol.sort,
        symbol.detail
    );
    text.push_str(line.trim_end());
    text.push('\n');
    symbol
        .children
        .iter()
        .for_each(|child| write_symbol(child, depth + 1, levels, text));
}

fn shown_folds(scene: &Scene) -> String {
    let line = |fold: folding::Fold| {
        let comment = if fold.is_comment { " comment" } else { "" };
        format!("{}-{}{comment}\n", fold.first + 1, fold.last + 1)
    };
    scene
        .look(|site, _| folding::folds(site))
        .into_iter()
        .map(line)
        .collect()
}

fn shown_selection(scene: &Scene) -> String {
    let ranges = scene.look(|site, offset| selection::selection(site.document, offset));
    let line = |range: TextRange| {
        format!(
            "{}\n",
            range
                .slice(scene.text())
                .replace("\r\n", "⏎")
                .replace('\n', "⏎")
        )
    };
    ranges.into_iter().map(line).collect()
}

fn shown_links(scene: &Scene) -> String {
    let line = |link: links::Link| {
        let line = scene.text()[..link.range.start as usize]
            .matches('\n')
            .count()
            + 1;
        let target = match link.target {
            LinkTarget::Url(url) => url,
            LinkTarget::File(path) => path.trim_start_matches("/p/").to_owned(),
        };
        format!("{line}: {} -> {target}\n", link.range.slice(scene.text()))
    };
    scene
        .look(|site, _| links::links(site))
        .into_iter()
        .map(line)
        .collect()
}
