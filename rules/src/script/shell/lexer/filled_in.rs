//! What the service fills in before the shell sees the text: `${{ }}` and `$[[ ]]`, in quotes as
//! well, and what was meant as one of them.

use super::{Lexer, Quotes, WORD_ENDS};
use crate::expression::MistakeKind;
use crate::script::shell::word::Part;

impl Lexer<'_, '_> {
    /// Reads `${{ }}`, the ends of `$[[ ]]`, and what was meant as one of them; `false` where
    /// nothing of that stands here.
    pub(super) fn filled_in(&mut self, quotes: Quotes) -> bool {
        let (at, scan) = (self.at, self.scan);
        let next = &mut self.next_expression;
        pass(next, at, &scan.expressions, |it| it.range.start);
        pass(&mut self.next_mistake, at, &scan.mistakes, |it| {
            it.range.start
        });
        let mistake = scan.mistakes.get(self.next_mistake);
        let mistake = mistake.filter(|mistake| mistake.range.start == at);
        if let Some(expression) = scan.expressions.get(self.next_expression)
            && expression.range.start == at
        {
            let index = self.next_expression;
            let end = expression.range.end;
            let is_open = mistake.is_some_and(|m| m.kind == MistakeKind::Unclosed);
            self.current().parts.push(Part::Expression(index));
            self.advance(end - at);
            if is_open {
                self.unknown(0);
            }
            return true;
        }
        if let Some(mistake) = mistake {
            let expression = scan.expressions.get(self.next_expression);
            let end =
                expression.map_or(mistake.range.end, |e| e.range.start.min(mistake.range.end));
            self.unknown(end.max(at + 1) - at);
            return true;
        }
        self.group_end(quotes) || self.group_start(quotes)
    }

    fn group_start(&mut self, quotes: Quotes) -> bool {
        let brackets = &self.scan.brackets;
        pass(&mut self.next_group, self.at, brackets, |it| it.range.start);
        let group = self.next_group;
        if brackets.get(group).is_none_or(|b| b.range.start != self.at) {
            return false;
        }
        self.open_groups.push(group);
        if quotes == Quotes::Inside {
            self.unknown(3);
        } else {
            let touches = self.word.is_some() && !self.ends_word(self.at + 3);
            self.cross(3, touches);
        }
        true
    }

    fn group_end(&mut self, quotes: Quotes) -> bool {
        let end = self.at + 2;
        let mut ended = None;
        while let Some(group) = self.open_groups.last() {
            let group_end = self.scan.brackets[*group].range.end;
            if group_end > end {
                break;
            }
            self.open_groups.pop();
            ended = Some(group_end);
        }
        if ended != Some(end) {
            return false;
        }
        if quotes == Quotes::Inside {
            self.unknown(2);
        } else {
            let touches = !self.ends_word(self.at + 2);
            self.cross(2, touches);
        }
        true
    }

    /// Goes over an end of a group. Text that touches it on both sides is one word or two.
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

    /// Whether a word that ends at `at` ends there for the shell as well.
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

/// Moves `index` over the `items` that start before `at`.
fn pass<T>(index: &mut usize, at: usize, items: &[T], start: impl Fn(&T) -> usize) {
    while items.get(*index).is_some_and(|item| start(item) < at) {
        *index += 1;
    }
}
