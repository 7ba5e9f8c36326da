//! The names of the metrics that a module logs, with MLflow or with the `Run` of azureml-core.
//!
//! Whatever may log a metric in a way that is not followed opens the result: packages that are not
//! known to log nothing, `autolog`, names that are computed, what leaves for other code.

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
    /// In the order of the file.
    pub logged: Vec<Metric>,
    /// Whether there may be others.
    pub is_open: bool,
}

/// A metric that is logged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metric {
    /// What is known of its name: the texts between the parts that are computed.
    pub name: Vec<String>,
    /// Where the name is written.
    pub range: TextRange,
}

impl Metric {
    /// Its name, where no part of it is computed.
    #[must_use]
    pub fn exact(&self) -> Option<&str> {
        match self.name.as_slice() {
            [name] => Some(name),
            _ => None,
        }
    }

    /// Whether it may be called `name`.
    #[must_use]
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

/// Functions that log metrics whose names are arguments, and which argument it is.
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

/// What may run or reach other code.
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
    /// The metrics that `module` logs. `is_local` tells whether the module or package of that name
    /// is one of the job's own, which are read by themselves.
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

/// The texts that names at the top of a module stand for, as long as nothing else has that name.
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

/// Which names are bound once in all of a module, whatever the scope, and which more often.
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
        // Who imports a function of MLflow calls it by its name.
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

    /// The full name of what `expression` stands for, if it comes from a package: what comes from
    /// the job's own modules may be anything.
    fn path(&self, expression: &Expr) -> Option<String> {
        let path = self.imports.path(expression)?;
        let top = path.split('.').next().unwrap_or_default();
        (!top.is_empty() && !(self.is_local)(top)).then_some(path)
    }

    /// Looks at a function or an object that is named, but not called. Returns whether it comes from
    /// a package.
    fn is_followed(&mut self, expression: &'a Expr) -> bool {
        if let Some(path) = self.path(expression) {
            if is_mlflow(&path) && !packages::is_harmless_in_mlflow(&path) {
                self.open();
            }
            return true;
        }
        let name = match expression {
            Expr::Name(name) => {
                // MLflow from a module of the job.
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
            // `numpy.log` and the like.
            Some(path) => {
                let name = path.rsplit('.').next().unwrap_or_default();
                if ESCAPES.contains(&name) {
                    self.open();
                }
            }
            None => self.call_of_others(call),
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

    fn call_of_others(&mut self, call: &'a ExprCall) {
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

    /// A call of a method of an object that may be a run or a client.
    fn log_by_object(&mut self, method: &str, arguments: &'a Arguments, argument: &str) {
        // The logarithm of a tensor.
        if method == "log" && arguments.is_empty() {
            return;
        }
        // A client is told the run first.
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

    /// What is known of the text that `expression` stands for; `None` if nothing is.
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

/// Adds a part of an f-string to the texts that are known of it.
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

/// Whether a method of this name logs metrics.
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

    /// The names that `text` logs, `*` for what is computed, and whether there may be others.
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
