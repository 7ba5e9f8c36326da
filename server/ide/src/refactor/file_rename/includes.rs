//! Text files called `NAME.additional_includes` beside `NAME.yml`: one path per line, relative to
//! the file. Older components use them.

use azml_rules::fix::Edit;
use azml_rules::path::{PathStyle, file_name, inside, parent};
use azml_rules::text::TextRange;

use super::{Base, Move, NamedPath, new_text};

/// Returns the path of the includes file that belongs to the document `path`; it need not exist.
pub fn includes_beside(path: &str) -> String {
    let name = file_name(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    inside(parent(path), &format!("{stem}.additional_includes"))
}

/// Returns the edits of the includes file `file` with `text`, as it was before `moves`, that keep
/// its paths valid. `exists` checks the disk.
pub fn edits_of_includes(
    (file, text): (&str, &str),
    style: PathStyle,
    moves: &[Move],
    exists: &dyn Fn(&str) -> bool,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let written = line.trim();
        let indent = line.len() - line.trim_start().len();
        let range = range(start + indent, written.len());
        start += line.len();
        let path = NamedPath {
            range,
            text: written.to_owned(),
            base: Base::Document,
            is_shell: false,
        };
        if written.is_empty() || written.starts_with('#') || written.contains([':', '*']) {
            continue;
        }
        let Some(target) = style.join(parent(file), written) else {
            continue;
        };
        if let Some(text) = new_text(style, file, &target, &path, moves, exists) {
            edits.push(Edit::new(range, text));
        }
    }
    edits
}

fn range(start: usize, length: usize) -> TextRange {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    TextRange::new(offset(start), offset(start + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(text: &str, from: &str, to: &str) -> String {
        let moves = [Move {
            from: from.to_owned(),
            to: to.to_owned(),
        }];
        let file = "/p/parts/prep.additional_includes";
        let exists = |path: &str| path.starts_with("/p/");
        let mut text = text.to_owned();
        let edits = edits_of_includes((file, &text), PathStyle::Unix, &moves, &exists);
        for edit in edits.iter().rev() {
            let range = edit.range.start as usize..edit.range.end as usize;
            text.replace_range(range, &edit.text);
        }
        text
    }

    #[test]
    fn each_line_is_a_path() {
        let text = "../lib\r\n  ../lib/a.py\n\n# ../lib\n../other\nazureml:x:1\n";
        let there = "../shared/lib\r\n  ../shared/lib/a.py\n\n# ../lib\n../other\nazureml:x:1\n";
        assert_eq!(moved(text, "/p/lib", "/p/shared/lib"), there);
        let file = "/p/parts/prep.additional_includes";
        assert_eq!(
            moved("../lib/", file, "/p/prep.additional_includes"),
            "./lib/"
        );
        assert_eq!(moved("../../gone", "/p/parts", "/p/a/b"), "../../gone");
    }

    #[test]
    fn the_file_has_the_name_of_the_component() {
        let file = "/p/parts/prep.additional_includes";
        assert_eq!(includes_beside("/p/parts/prep.yml"), file);
    }
}
