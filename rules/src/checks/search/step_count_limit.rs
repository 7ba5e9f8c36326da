//! More steps, or more data, than the documentation allows.

use crate::checks::prelude::*;
use crate::compute::limits::{PIPELINE_STEPS, RUN_DATA_INPUTS, RUN_DATA_OUTPUTS};

declare_rule! {
    /// The documentation allows a pipeline 30,000 steps, and a job 200 data inputs and 20 data outputs. The
    /// CLI doesn't check it.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// outputs:
    ///   part_0: {type: uri_folder}
    ///   part_1: {type: uri_folder}
    ///   part_2: {type: uri_folder}
    ///   part_3: {type: uri_folder}
    ///   part_4: {type: uri_folder}
    ///   part_5: {type: uri_folder}
    ///   part_6: {type: uri_folder}
    ///   part_7: {type: uri_folder}
    ///   part_8: {type: uri_folder}
    ///   part_9: {type: uri_folder}
    ///   part_10: {type: uri_folder}
    ///   part_11: {type: uri_folder}
    ///   part_12: {type: uri_folder}
    ///   part_13: {type: uri_folder}
    ///   part_14: {type: uri_folder}
    ///   part_15: {type: uri_folder}
    ///   part_16: {type: uri_folder}
    ///   part_17: {type: uri_folder}
    ///   part_18: {type: uri_folder}
    ///   part_19: {type: uri_folder}
    ///   part_20: {type: uri_folder}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// outputs:
    ///   parts: {type: uri_folder}
    /// ```
    "step-count-limit", Search, Error,
    summary: "more steps, data inputs, or data outputs than the documentation allows",
    url: "https://learn.microsoft.com/azure/machine-learning/resource-limits-capacity",
}

fn check(cx: &mut Context<'_>) {
    if let Some(steps) = cx.document.root().and_then(|root| root.entry("jobs"))
        && cx.kind().is_some_and(Kind::is_pipeline)
    {
        let count = steps.value.resolved().entries().count();
        report(cx, steps.key, (count, PIPELINE_STEPS), "pipeline", "steps");
    }
    for work in cx.works() {
        for (key, most, noun) in [
            ("inputs", RUN_DATA_INPUTS, "data inputs"),
            ("outputs", RUN_DATA_OUTPUTS, "data outputs"),
        ] {
            let Some(entry) = work.node.entry(key) else {
                continue;
            };
            let values = entry.value.resolved().entries();
            // An output may be written without a value. Values of inputs are not data.
            let is_data = |value: Node<'_>| key == "outputs" || value.get("path").is_some();
            let count = values
                .filter(|entry| is_data(entry.value.resolved()))
                .count();
            report(cx, entry.key, (count, most), "job", noun);
        }
    }
}

fn report(
    cx: &mut Context<'_>,
    key: Node<'_>,
    (count, most): (usize, i64),
    owner: &str,
    noun: &str,
) {
    if i64::try_from(count).is_ok_and(|count| count <= most) {
        return;
    }
    cx.report(
        key.range(),
        format!("a {owner} can have at most {most} {noun}, not {count}"),
    )
    .note("that is the documented limit; the CLI doesn't check it")
    .help(if noun == "steps" {
        "combine steps, or make a parallel job of those that do the same"
    } else {
        "put the data into one folder"
    });
}
