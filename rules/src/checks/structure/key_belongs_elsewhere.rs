//! A key that is valid in another place or kind of document.

use crate::checks::prelude::*;

declare_rule! {
    /// The key is valid one level deeper or in another kind of document: a cluster has
    /// `idle_time_before_scale_down` in seconds, an instance `idle_time_before_shutdown_minutes`,
    /// and the number of nodes of a job is under `resources`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// idle_time_before_scale_down: 3600
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// idle_time_before_shutdown_minutes: 60
    /// ```
    "key-belongs-elsewhere", Structure, Error,
    summary: "a key that belongs in another place or kind of document",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::MisplacedKey) {
        let SchemaFault::UnknownKey {
            owner,
            mapping,
            sent,
            ..
        } = &problem.fault
        else {
            continue;
        };
        let Some(found) = faults::misplaced_key(owner, problem.at) else {
            continue;
        };
        let place = faults::mapping_name(cx.kind(), *mapping);
        let message = format!(
            "`{}` belongs {}, not in {place}",
            faults::short_text(problem.at),
            found.belongs
        );
        let diagnostic = cx.report(problem.at.range(), message);
        diagnostic.help(found.help);
        if !problem.refused {
            diagnostic.level(Level::Warning).note(if *sent {
                "the CLI sends it to the service as written, without a check"
            } else {
                "the CLI ignores it without warning"
            });
        }
    }
}
