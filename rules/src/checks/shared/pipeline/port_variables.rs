//! The environment variables in which the service passes inputs and outputs to a script.

use std::collections::BTreeSet;

use crate::checks::context::Context;
use crate::checks::shared::script::python_modules::python_modules;
use crate::checks::shared::script::python_scripts::python_script;
use crate::syntax::Node;

/// Prefix of the variables in which the service passes inputs and outputs to a script. Source: the
/// notes on `CommandJob` in azure-ai-ml 1.35.2.
pub(crate) const VARIABLE: &str = "AZUREML_PARAMETER_";

/// The ports whose variables a command line itself reads.
pub(crate) struct Variables<'a>(BTreeSet<&'a str>);

impl<'a> Variables<'a> {
    pub(crate) fn of(command: &'a str) -> Self {
        let mut names = BTreeSet::new();
        for (at, _) in command.match_indices('A') {
            for start in [VARIABLE, "AZURE_ML_INPUT_", "AZURE_ML_OUTPUT_"] {
                let Some(rest) = command[at..].strip_prefix(start) else {
                    continue;
                };
                let is_end = |c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '.');
                names.insert(&rest[..rest.find(is_end).unwrap_or(rest.len())]);
            }
        }
        Self(names)
    }

    /// Returns `true` if one of the variables starts with `name`: the shell may expand the rest.
    pub(crate) fn has(&self, name: &str) -> bool {
        let mut following = self.0.range(name..);
        following.next().is_some_and(|read| read.starts_with(name))
    }
}

/// Returns `true` if a script that `scope` runs, or a module that it imports, names the variables.
/// It may compute the rest of their names.
pub(crate) fn reads_variables(cx: &Context<'_>, scope: Node<'_>) -> bool {
    let runs = cx.runs().iter();
    let mut own = runs.filter(|run| run.site.scope.is_some_and(|it| it.node == scope));
    own.any(|run| {
        let script = python_script(cx, run);
        script.is_some_and(|script| {
            let files = &python_modules(cx, &script).files;
            let mut texts = files.iter().map(|file| file.module.text());
            texts.any(|text| text.contains(VARIABLE))
        })
    })
}
