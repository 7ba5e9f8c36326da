//! The lines of functions and files that count: tables and matches may be long.
//!
//! The elements of an array do not count, nor do the arms of a `match` that have at most
//! [`ARM`] lines; a longer arm counts line by line. In the length of a file, the arrays of
//! constants, the calls of macros beside the items (tables of rules or kinds, the metadata of a
//! rule), and the unit tests at its end do not count.

use std::ops::RangeInclusive;

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

/// Maximum number of lines of an arm in a match that reads as a table.
const ARM: usize = 5;

/// The lines that a span covers.
pub(super) fn lines(span: Span) -> RangeInclusive<usize> {
    span.start().line..=span.end().line
}

fn count(span: Span) -> usize {
    span.end().line + 1 - span.start().line
}

/// The lines of a function that count, from its signature to its end.
pub(super) fn function_lines(signature: Span, body: &syn::Block) -> usize {
    let mut table = Table::default();
    table.visit_block(body);
    let all = body.brace_token.span.close().end().line + 1 - signature.start().line;
    all.saturating_sub(table.lines)
}

/// The lines of the arrays in the value of a constant.
pub(super) fn table_lines(value: &syn::Expr) -> usize {
    let mut table = Table::default();
    table.visit_expr(value);
    table.lines
}

#[derive(Default)]
struct Table {
    lines: usize,
}

impl<'ast> Visit<'ast> for Table {
    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        match count(arm.span()) {
            short if short <= ARM => self.lines += short,
            _ => visit::visit_arm(self, arm),
        }
    }

    fn visit_expr_array(&mut self, array: &'ast syn::ExprArray) {
        self.lines += count(array.bracket_token.span.join()).saturating_sub(2);
    }

    fn visit_macro(&mut self, list: &'ast syn::Macro) {
        if let syn::MacroDelimiter::Bracket(_) = list.delimiter {
            self.lines += count(list.delimiter.span().join()).saturating_sub(2);
        }
    }
}
