//! Brackets in text that may not be valid YAML yet: they are counted without regard to quotes.

/// Returns the brackets that are open at the end of `text`, the innermost last: the offset of each,
/// and its closing character.
pub(crate) fn open(text: &str) -> Vec<(usize, char)> {
    let mut open = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '{' => open.push((at, '}')),
            '[' => open.push((at, ']')),
            '}' | ']' => {
                open.pop();
            }
            _ => {}
        }
    }
    open
}

/// Returns only the innermost of them, without reading all of a long text.
pub(crate) fn innermost(text: &str) -> Option<(usize, char)> {
    let mut depth = 0;
    for (at, c) in text.char_indices().rev() {
        match c {
            ']' | '}' => depth += 1,
            '[' | '{' if depth > 0 => depth -= 1,
            '[' => return Some((at, ']')),
            '{' => return Some((at, '}')),
            _ => {}
        }
    }
    None
}

/// Returns how many brackets `text` closes that it does not open.
pub(crate) fn unmatched(text: &str) -> usize {
    let (mut open, mut unmatched) = (0_usize, 0);
    for c in text.chars() {
        match c {
            '{' | '[' => open += 1,
            '}' | ']' if open > 0 => open -= 1,
            '}' | ']' => unmatched += 1,
            _ => {}
        }
    }
    unmatched
}
