//! Retired VM sizes in commands that create a compute.

use crate::az_ml::Action;
use crate::checks::prelude::*;
use crate::checks::shared::compute::retirement::Retirement;

declare_rule! {
    /// `az ml compute create --size` takes the size from the command line instead of a file. Azure retires old
    /// VM series on announced days, as `retired-vm-series` says: after that day, no machine of the size can be
    /// started, so a cluster gets no nodes, and an instance isn't created. Within a year before that day, this
    /// is an info.
    ///
    /// This rule doesn't check sizes that come from variables outside the script.
    ///
    /// Fix: writes a size of the series that the retirement page recommends. It is unsafe, because that one
    /// may be faster, slower, or more expensive.
    ///
    /// ```sh bad path=setup.sh
    /// az ml compute create --name gpu --type amlcompute --size Standard_NC6
    /// ```
    /// ```sh good path=setup.sh
    /// az ml compute create --name gpu --type amlcompute --size Standard_NC8as_T4_v3
    /// ```
    "retired-size-in-command", Script, Error,
    marks: [CommandLines],
    summary: "a retired VM size in `az ml compute create`",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/virtual-machines/sizes/retirement/retired-sizes-list",
}

fn check(cx: &mut Context<'_>) {
    let document = cx.document;
    let lines = document.commands().into_iter();
    let commands = lines.flat_map(|lines| &lines.commands);
    for command in commands.filter(|it| it.noun == "compute" && it.action == Action::Create) {
        let size = command.sets(&[Segment::Key("size".to_owned())]);
        let Some(written) = size.and_then(|setting| setting.value.as_ref()) else {
            continue;
        };
        let Some(retirement) = Retirement::of(cx, &written.text, |_| true) else {
            continue;
        };
        // The option may name a variable, which another line sets.
        let is_here = written.range.slice(document.text()) == &*written.text;
        let first = retirement.instead.first().filter(|_| is_here);
        let fix = first.map(|new| {
            (
                format!("use `{}`", new.name),
                Edit::new(written.range, new.name),
            )
        });
        let diagnostic = retirement.report(cx, written.range);
        if let Some((title, edit)) = fix {
            diagnostic.unsafe_fix(title, edit);
        }
    }
}
