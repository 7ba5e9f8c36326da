//! Text that is filled in before the shell reads the rest: `${{ }}` and `$[[ ]]`, also in quotes,
//! and malformed forms of them.

use super::{Lexer, WORD_ENDS};
use crate::shell::word::Part;

impl Lexer<'_> {
    /// Reads an expression, an end of a group, or a malformed form of them; returns `false` if
    /// there is none here.
    pub(super) fn filled_in(&mut self) -> bool {
        let (at, template) = (self.at, self.template);
        let next = &mut self.next_expression;
        pass(next, at, &template.expressions, |it| it.start);
        pass(&mut self.next_broken, at, &template.broken, |it| it.0.start);
        let broken = template.broken.get(self.next_broken);
        let broken = broken.filter(|(range, _)| range.start == at);
        let expression = template.expressions.get(self.next_expression);
        if let Some(expression) = expression.filter(|range| range.start == at) {
            let index = self.next_expression;
            self.current().parts.push(Part::Expression(index));
            self.advance(expression.end - at);
            if broken.is_some_and(|(_, is_unclosed)| *is_unclosed) {
                self.unknown(0);
            }
            return true;
        }
        if let Some((range, _)) = broken {
            let end = expression.map_or(range.end, |it| it.start.min(range.end));
            self.unknown(end.max(at + 1) - at);
            return true;
        }
        self.group_end() || self.group_start()
    }

    fn group_start(&mut self) -> bool {
        let groups = &self.template.groups;
        pass(&mut self.next_group, self.at, groups, |it| it.start);
        let group = self.next_group;
        if groups.get(group).is_none_or(|it| it.start != self.at) {
            return false;
        }
        self.open_groups.push(group);
        if self.is_quoted {
            self.unknown(3);
        } else {
            let touches = self.word.is_some() && !self.ends_word(self.at + 3);
            self.cross(3, touches);
        }
        true
    }

    fn group_end(&mut self) -> bool {
        let end = self.at + 2;
        let mut ended = None;
        while let Some(group) = self.open_groups.last() {
            let group_end = self.template.groups[*group].end;
            if group_end > end {
                break;
            }
            self.open_groups.pop();
            ended = Some(group_end);
        }
        if ended != Some(end) {
            return false;
        }
        if self.is_quoted {
            self.unknown(2);
        } else {
            let touches = !self.ends_word(self.at + 2);
            self.cross(2, touches);
        }
        true
    }

    /// Skips an end of a group. Text that touches it on both sides may be one word or two.
    fn cross(&mut self, len: usize, touches: bool) {
        if touches && let Some(word) = &mut self.word {
            word.parts.push(Part::Unknown);
        }
        self.end_word();
        self.at += len;
        if touches {
            self.unknown(0);
        }
    }

    /// Returns `true` if a word that ends at `at` ends there for the shell as well.
    fn ends_word(&self, at: usize) -> bool {
        let rest = &self.text[at..];
        let rest = rest.strip_prefix("$[[").unwrap_or(rest);
        let rest = match rest.strip_prefix("]]") {
            Some(rest) if !self.open_groups.is_empty() => rest,
            _ => rest,
        };
        rest.is_empty() || rest.starts_with(WORD_ENDS)
    }
}

/// Advances `index` past the `items` that start before `at`.
fn pass<T>(index: &mut usize, at: usize, items: &[T], start: impl Fn(&T) -> usize) {
    while items.get(*index).is_some_and(|item| start(item) < at) {
        *index += 1;
    }
}
