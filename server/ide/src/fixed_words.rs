//! Reserved words of `${{ ... }}`, which the service gives a meaning.

/// Returns the meaning of a reserved word; an empty string for any other name.
pub(crate) fn meaning_of(name: &str) -> &'static str {
    match name {
        "parent" => "the pipeline that contains this step",
        "inputs" => "the input values",
        "outputs" => "the locations that outputs are written to",
        "search_space" => "the hyperparameter values of each trial",
        "jobs" => "the other steps of the pipeline",
        "name" => {
            "the name of the job (in a pipeline, of the job that runs the step), set by the service"
        }
        "default_datastore" => {
            "the default datastore, set by the service: the one in `settings`, or else that of the workspace"
        }
        "output_name" => "the name of the output, set by the service",
        _ => "",
    }
}
