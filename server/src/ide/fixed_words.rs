//! The words of `${{ ... }}` that the service gives a meaning.

/// What a fixed word stands for; nothing for a name.
pub(super) fn meaning_of(name: &str) -> &'static str {
    match name {
        "parent" => "the pipeline around this step",
        "inputs" => "values that come in",
        "outputs" => "places that are written to",
        "search_space" => "what the sweep draws for each trial",
        "jobs" => "the other steps of the pipeline",
        "name" => {
            "filled in by the service: the name of the job; in a pipeline, that of the step's job"
        }
        "default_datastore" => {
            "filled in by the service: the default datastore, the one in `settings` first"
        }
        "output_name" => "filled in by the service: the name of the output",
        _ => "",
    }
}
