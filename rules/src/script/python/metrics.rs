//! The names of the metrics that a module logs, with MLflow or with the `Run` of azureml-core.
//!
//! The result is open if a metric may be logged in a way that isn't followed: by packages that aren't known
//! to log nothing, `autolog`, computed names, or values that are passed to unknown code.

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{
    Alias, Arguments, Expr, ExprCall, ExprDict, FStringPart, InterpolatedStringElement, Parameter,
    Stmt,
};

use super::imports::Imports;
use super::module::{Module, place};
use super::packages;
use crate::text::TextRange;

/// The metrics that a module logs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Metrics {
    /// The metrics in the order of the file.
    pub logged: Vec<Metric>,
    /// `true` if there may be others.
    pub is_open: bool,
}

/// A metric that is logged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metric {
    /// The known parts of its name: the texts between the computed parts.
    pub name: Vec<String>,
    /// The range of the name.
    pub range: TextRange,
}

impl Metric {
    /// Returns its name, if no part of it is computed.
    pub fn exact(&self) -> Option<&str> {
        match self.name.as_slice() {
            [name] => Some(name),
            _ => None,
        }
    }

    /// Returns `true` if its name may be `name`.
    pub fn may_be(&self, name: &str) -> bool {
        let Some((first, rest)) = self.name.split_first() else {
            return true;
        };
        let Some((last, between)) = rest.split_last() else {
            return name == first;
        };
        let Some(mut open) = name.strip_prefix(first.as_str()) else {
            return false;
        };
        for part in between {
            let Some(at) = open.find(part.as_str()) else {
                return false;
            };
            open = &open[at + part.len()..];
        }
        open.ends_with(last.as_str())
    }
}

/// Functions that log a metric, with the parameter that has its name.
const LOG_ONE: [(&str, &str); 10] = [
    ("log_metric", "key"),
    ("log", "name"),
    ("log_list", "name"),
    ("log_row", "name"),
    ("log_table", "name"),
    ("log_image", "name"),
    ("log_accuracy_table", "name"),
    ("log_confusion_matrix", "name"),
    ("log_predictions", "name"),
    ("log_residuals", "name"),
];

/// Functions that log metrics in other ways.
const LOG_OTHERS: [&str; 3] = ["autolog", "log_batch", "log_metrics"];

/// Names that may run or reach other code.
const ESCAPES: [&str; 13] = [
    "__dict__",
    "__import__",
    "__getattribute__",
    "eval",
    "exec",
    "execl",
    "execv",
    "execve",
    "execvp",
    "globals",
    "popen",
    "spawnv",
    "system",
];

impl Metrics {
    /// Returns the metrics that `module` logs. `is_local` returns `true` for modules and packages
    /// of the job, which are analyzed separately.
    pub fn of(module: &Module, is_local: impl Fn(&str) -> bool) -> Self {
        let body = module.body();
        let imports = Imports::of(body);
        let is_known = |name: &str| {
            let top = name.split('.').next().unwrap_or_default();
            is_local(top) || packages::logs_nothing(name)
        };
        let is_open = !imports.modules().all(is_known);
        let mut reader = MetricReader {
            metrics: Self {
                logged: Vec::new(),
                is_open,
            },
            is_local,
            constants: constants(body),
            imports,
        };
        reader.visit_body(body);
        reader.metrics
    }
}

/// Returns the texts of names at the top of a module that are assigned only once.
fn constants(body: &[Stmt]) -> BTreeMap<&str, &str> {
    let mut texts = BTreeMap::new();
    for statement in body {
        if let Stmt::Assign(assign) = statement
            && let [Expr::Name(name)] = assign.targets.as_slice()
            && let Expr::StringLiteral(text) = &*assign.value
        {
            texts.insert(name.id.as_str(), text.value.to_str());
        }
    }
    if !texts.is_empty() {
        let mut bindings = ModuleBindings::default();
        bindings.visit_body(body);
        texts.retain(|name, _| bindings.once.contains(name) && !bindings.again.contains(name));
    }
    texts
}

/// The names that are bound once in the whole module, in any scope, and those that are bound more often.
#[derive(Default)]
struct ModuleBindings<'a> {
    once: BTreeSet<&'a str>,
    again: BTreeSet<&'a str>,
}

impl<'a> ModuleBindings<'a> {
    fn bind(&mut self, name: &'a str) {
        if !self.once.insert(name) {
            self.again.insert(name);
        }
    }

    fn bind_all(&mut self, names: &'a [Alias]) {
        for alias in names {
            self.bind(alias.asname.as_ref().unwrap_or(&alias.name));
        }
    }
}

impl<'a> Visitor<'a> for ModuleBindings<'a> {
    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Name(name) = expression
            && !name.ctx.is_load()
        {
            self.bind(&name.id);
        }
        walk_expr(self, expression);
    }

    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::FunctionDef(function) => self.bind(&function.name),
            Stmt::ClassDef(class) => self.bind(&class.name),
            Stmt::Import(import) => self.bind_all(&import.names),
            Stmt::ImportFrom(import) => self.bind_all(&import.names),
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_parameter(&mut self, parameter: &'a Parameter) {
        self.bind(&parameter.name);
    }
}

struct MetricReader<'a, L> {
    metrics: Metrics,
    is_local: L,
    imports: Imports<'a>,
    constants: BTreeMap<&'a str, &'a str>,
}

impl<'a, L: Fn(&str) -> bool> Visitor<'a> for MetricReader<'a, L> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        // An imported function of MLflow is found at the call, by its name.
        if !matches!(statement, Stmt::Import(_) | Stmt::ImportFrom(_)) {
            walk_stmt(self, statement);
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Call(call) => {
                self.call(call);
                return;
            }
            Expr::Name(_) | Expr::Attribute(_) if self.is_followed(expression) => return,
            _ => {}
        }
        walk_expr(self, expression);
    }
}

impl<'a, L: Fn(&str) -> bool> MetricReader<'a, L> {
    fn open(&mut self) {
        self.metrics.is_open = true;
    }

    /// Returns the full name of `expression`, if it comes from a package: values from modules of
    /// the job may be anything.
    fn path(&self, expression: &Expr) -> Option<String> {
        let path = self.imports.path(expression)?;
        let top = path.split('.').next().unwrap_or_default();
        (!top.is_empty() && !(self.is_local)(top)).then_some(path)
    }

    /// Examines a function or an object that is named, but not called. Returns `true` if it comes
    /// from a package.
    fn is_followed(&mut self, expression: &'a Expr) -> bool {
        if let Some(path) = self.path(expression) {
            if is_mlflow(&path) && !packages::is_harmless_in_mlflow(&path) {
                self.open();
            }
            return true;
        }
        let name = match expression {
            Expr::Name(name) => {
                // `mlflow` that is imported from a module of the job.
                if name.id.as_str() == "mlflow" {
                    self.open();
                }
                name.id.as_str()
            }
            Expr::Attribute(attribute) => {
                let name = attribute.attr.as_str();
                if is_logger(name) {
                    self.open();
                }
                name
            }
            _ => return false,
        };
        if ESCAPES.contains(&name) {
            self.open();
        }
        false
    }

    fn call(&mut self, call: &'a ExprCall) {
        let path = self.path(&call.func);
        match &path {
            Some(path) if is_mlflow(path) => self.call_of_mlflow(path, call),
            // Functions such as `numpy.log`.
            Some(path) => {
                let name = path.rsplit('.').next().unwrap_or_default();
                if ESCAPES.contains(&name) {
                    self.open();
                }
            }
            None => self.call_of_logger(call),
        }
        self.visit_arguments(&call.arguments);
    }

    fn call_of_mlflow(&mut self, path: &str, call: &'a ExprCall) {
        match path {
            "mlflow.log_metric" => self.log_one(&call.arguments, "key"),
            "mlflow.log_metrics" => self.log_many(&call.arguments),
            _ if packages::is_harmless_in_mlflow(path) => {}
            _ => self.open(),
        }
    }

    fn call_of_logger(&mut self, call: &'a ExprCall) {
        match &*call.func {
            Expr::Attribute(attribute) => {
                let name = attribute.attr.as_str();
                if let Some((_, argument)) = LOG_ONE.iter().find(|(it, _)| *it == name) {
                    self.log_by_object(name, &call.arguments, argument);
                } else if name == "log_metrics" {
                    self.log_many(&call.arguments);
                } else if is_logger(name) || ESCAPES.contains(&name) {
                    self.open();
                }
                self.visit_expr(&attribute.value);
            }
            Expr::Name(name) if name.id.as_str() == "getattr" => {
                let named = call.arguments.find_positional(1);
                let text = named.and_then(Expr::as_string_literal_expr);
                if text.is_none_or(|text| text.value.to_str().contains("log")) {
                    self.open();
                }
            }
            callee => self.visit_expr(callee),
        }
    }

    /// Examines a call of a method of an object that may be a run or a client.
    fn log_by_object(&mut self, method: &str, arguments: &'a Arguments, argument: &str) {
        // A call without arguments is the logarithm of a tensor.
        if method == "log" && arguments.is_empty() {
            return;
        }
        // The first argument of a client is the run.
        if method == "log_metric"
            && arguments.find_keyword(argument).is_none()
            && let Some(second) = arguments.find_positional(1)
            && let Some(name) = self.name(second)
        {
            self.add(name, second);
        }
        self.log_one(arguments, argument);
    }

    fn log_one(&mut self, arguments: &'a Arguments, argument: &str) {
        let Some(written) = arguments.find_argument_value(argument, 0) else {
            return self.open();
        };
        match self.name(written) {
            Some(name) => self.add(name, written),
            None => self.open(),
        }
    }

    fn log_many(&mut self, arguments: &'a Arguments) {
        match arguments.find_argument_value("metrics", 0) {
            Some(Expr::Dict(dict)) => self.log_dict(dict),
            _ => self.open(),
        }
    }

    fn log_dict(&mut self, dict: &'a ExprDict) {
        for item in &dict.items {
            let name = item
                .key
                .as_ref()
                .and_then(|key| Some((self.name(key)?, key)));
            match name {
                Some((name, key)) => self.add(name, key),
                None => self.open(),
            }
        }
    }

    fn add(&mut self, name: Vec<String>, written: &Expr) {
        self.metrics.logged.push(Metric {
            name,
            range: place(written),
        });
    }

    /// Returns the known parts of the text of `expression`; `None` if none is known.
    fn name(&self, expression: &'a Expr) -> Option<Vec<String>> {
        match expression {
            Expr::StringLiteral(text) => Some(vec![text.value.to_str().to_owned()]),
            Expr::Name(name) => {
                let text = self.constants.get(name.id.as_str())?;
                Some(vec![(*text).to_owned()])
            }
            Expr::FString(text) => {
                let mut name = vec![String::new()];
                for part in text.value.as_slice() {
                    append_part(&mut name, part);
                }
                let is_known = name.iter().any(|part| !part.is_empty());
                is_known.then_some(name)
            }
            _ => None,
        }
    }
}

/// Appends a part of an f-string to its known parts.
fn append_part(name: &mut Vec<String>, part: &FStringPart) {
    let mut write = |text: &str| {
        if let Some(last) = name.last_mut() {
            last.push_str(text);
        }
    };
    match part {
        FStringPart::Literal(literal) => write(literal.as_str()),
        FStringPart::FString(text) => {
            for element in &text.elements {
                match element {
                    InterpolatedStringElement::Literal(literal) => {
                        if let Some(last) = name.last_mut() {
                            last.push_str(&literal.value);
                        }
                    }
                    InterpolatedStringElement::Interpolation(_) => name.push(String::new()),
                }
            }
        }
    }
}

/// Returns `true` if a method of this name logs metrics.
fn is_logger(name: &str) -> bool {
    LOG_ONE.iter().any(|(it, _)| *it == name) || LOG_OTHERS.contains(&name)
}

fn is_mlflow(path: &str) -> bool {
    path == "mlflow" || path.starts_with("mlflow.")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // Helpers of tests.
    use super::*;

    /// Returns the logged names, with `*` for computed parts, and `true` if there may be others.
    fn logged(text: &str) -> (String, bool) {
        let module = Module::parse(&text.into()).unwrap();
        let metrics = Metrics::of(&module, |name| name == "helpers");
        let names = metrics.logged.iter().map(|metric| metric.name.join("*"));
        (names.collect::<Vec<_>>().join(" "), metrics.is_open)
    }

    #[test]
    fn metrics_of_mlflow_and_of_runs_are_found() {
        for (text, names) in [
            ("import mlflow\nmlflow.log_metric('a', 1)", "a"),
            ("import mlflow as m\nm.log_metric(value=1, key='a')", "a"),
            ("from mlflow import log_metric as l\nl('a', 1)", "a"),
            (
                "import mlflow\nmlflow.log_metrics({'a': 1, f'{x}_b': 2})",
                "a *_b",
            ),
            ("import mlflow\nK = 'a'\nmlflow.log_metric(K, 1)", "a"),
            ("import mlflow\nmlflow.log_metric(f'{a}_x_{b}', 1)", "*_x_*"),
            (
                "from azureml.core import Run\nRun.get_context().log('a', 1)",
                "a",
            ),
            (
                "from azureml.core import Run\nr = Run.get_context()\nr.log_list(name='a', value=[1])",
                "a",
            ),
            ("import numpy as np\nx = np.log(1)\ny.log()", ""),
            (
                "import mlflow.sklearn\nwith mlflow.start_run():\n  mlflow.sklearn.log_model(m, 'm')\n  mlflow.log_metric('a', 1)",
                "a",
            ),
            ("import helpers\nhelpers.run()", ""),
            ("from .near import x\nx()", ""),
        ] {
            assert_eq!(logged(text), (names.to_owned(), false), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_followed_is_open() {
        for text in [
            "import mlflow\nmlflow.autolog()",
            "import mlflow\nmlflow.sklearn.autolog()",
            "import mlflow\nmlflow.evaluate(m, d)",
            "import mlflow\nmlflow.log_metrics(metrics)",
            "import mlflow\nmlflow.log_metrics({**metrics})",
            "import mlflow\nmlflow.log_metrics({k: 1 for k in x})",
            "import mlflow\nmlflow.log_metric(name, 1)",
            "import mlflow\nmlflow.log_metric(*a)",
            "import mlflow\nmlflow.log_metric(f'{a}', 1)",
            "import mlflow\nK = 'a'\nK = 'b'\nmlflow.log_metric(K, 1)",
            "import mlflow\nK = 'a'\ndef f(K):\n  mlflow.log_metric(K, 1)",
            "import mlflow\nf(mlflow)",
            "import mlflow\nl = mlflow.log_metric",
            "import mlflow\nmlflow.keras.MlflowCallback()",
            "from mlflow import *",
            "from helpers import *",
            "from helpers import mlflow\nmlflow.anything()",
            "from mlflow.tracking import MlflowClient\nMlflowClient()",
            "run.log(name, 1)",
            "l = run.log",
            "client.log_batch(1, [])",
            "getattr(run, 'log')('a', 1)",
            "getattr(run, name)('a', 1)",
            "import transformers",
            "import azureml.train",
            "import subprocess",
            "import os\nos.system('python other.py')",
            "exec('x')",
            "import unknown_helpers",
        ] {
            assert!(logged(text).1, "{text}");
        }
    }

    #[test]
    fn computed_names_may_be_what_fits_them() {
        let metric = |name: &[&str]| Metric {
            name: name.iter().map(|part| (*part).to_owned()).collect(),
            range: TextRange::new(0, 0),
        };
        for (name, other, fits) in [
            (&["a"][..], "a", true),
            (&["a"], "ab", false),
            (&["", "_r2"], "train_r2", true),
            (&["", "_r2"], "train_rmse", false),
            (&["a", "a"], "a", false),
            (&["a", "a"], "aa", true),
            (&["a", "b", "c"], "abc", true),
            (&["a", "b", "c"], "axbxc", true),
            (&["a", "b", "c"], "acb", false),
            (&["é", "ü"], "é-ü", true),
        ] {
            assert_eq!(metric(name).may_be(other), fits, "{name:?} {other}");
        }
    }
    #[test]
    fn hostile_modules_end() {
        let n = 20_000;
        for text in [
            "import mlflow\n".repeat(n),
            "mlflow.log_metric(f'{a}')\n".repeat(n),
            format!("x = {}", "{'a': [".repeat(90)),
            (0..n)
                .map(|i| format!("a{i} = a{}\n", i + 1))
                .chain([format!("a{n} = p.parse_args()")])
                .collect(),
            (0..n)
                .map(|i| format!("def f{i}(a): return f{}(a)\n", i + 1))
                .collect(),
            format!("f({})", "a, ".repeat(n)),
        ] {
            if let Some(module) = Module::parse(&text.as_str().into()) {
                let _ = Metrics::of(&module, |_| false);
                let mut uses = crate::script::python::Uses::default();
                uses.add(&module);
                let _ = uses.may_read("model");
                let _ = crate::script::python::TopLevel::of(&module);
                let _ = crate::script::python::imports(&module);
            }
        }
    }
}
