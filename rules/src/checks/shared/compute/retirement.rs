//! The retirement of a VM size, and the sizes that take its place.

use super::price_change;
use crate::checks::context::Context;
use crate::compute::{VmSize, replacements, vm_size};
use crate::diagnostic::{Diagnostic, Stage};
use crate::rule::Level;
use crate::text::TextRange;

/// The retirement of a VM size that has begun or begins within a year.
pub(crate) struct Retirement {
    size: &'static VmSize,
    stage: Stage,
    /// The name as written, with the day.
    message: String,
    /// The beginning of the note: "after that day, ", or nothing.
    when: &'static str,
    /// The sizes that take its place, the best first.
    pub(crate) instead: Vec<&'static VmSize>,
}

impl Retirement {
    /// Returns the retirement of the size `name`; sizes that `fits` accepts can take its place.
    pub(crate) fn of(cx: &Context<'_>, name: &str, fits: impl Fn(&VmSize) -> bool) -> Option<Self> {
        let size = vm_size(name)?;
        let day = size.retires_on?;
        let retired = (day, Level::Error);
        let stage = cx.stage(&[(day.year_before(), Level::Info), retired])?;
        let (message, when) = if stage.began == day {
            (format!("`{name}` was retired on {day}"), "")
        } else {
            let message = format!("`{name}` will be retired on {day}");
            (message, "after that day, ")
        };
        Some(Self {
            size,
            stage,
            message,
            when,
            instead: replacements(size, cx.today()?, fits),
        })
    }

    /// Reports it at `range`.
    pub(crate) fn report<'d>(
        self,
        cx: &'d mut Context<'_>,
        range: TextRange,
    ) -> &'d mut Diagnostic {
        let help = match self.instead.first() {
            Some(first) => format!("use `{}` ({})", first.name, figures(cx, first, self.size)),
            None => "choose a size of a newer series".to_owned(),
        };
        let note = format!(
            "{}machines of this size can no longer be started (series {}; retirement pages of 2026-09-24)",
            self.when, self.size.series
        );
        cx.report(range, self.message)
            .stage(self.stage)
            .deprecated()
            .note(note)
            .help(help)
    }
}

/// Formats "4 vCPU · 16 GiB · $0.19/h instead of $0.23/h".
fn figures(cx: &Context<'_>, new: &VmSize, old: &VmSize) -> String {
    let price = |size: &VmSize| price_change::hourly(cx, size.name);
    let mut parts = new.figures();
    parts.extend(match (price(new), price(old)) {
        (Some(new), Some(old)) => Some(format!("{new} instead of {old}")),
        (new, _) => new,
    });
    parts.join(" · ")
}
