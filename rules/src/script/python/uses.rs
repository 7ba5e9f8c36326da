//! The parsed arguments that a script may read, by the words in its modules.
//!
//! An argument is read as an attribute (`args.model`) or by its name in a text. Parsed arguments
//! are followed by names alone, in any scope: that finds more flows than there are. If they reach
//! code outside of the modules, all of them may be read.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_interpolated_string_element, walk_stmt};
use ruff_python_ast::{Arguments, Expr, ExprCall, InterpolatedStringElement, Parameters, Stmt};

use super::module::Module;

/// Names that read arguments without naming them.
const READS_ALL: [&str; 11] = [
    "__dict__",
    "_get_args",
    "_get_kwargs",
    "argv",
    "asdict",
    "eval",
    "exec",
    "globals",
    "locals",
    "orig_argv",
    "vars",
];

/// Prefixes of the variables in which the service passes inputs and outputs to a script.
const VARIABLES: [&str; 2] = ["AZUREML_PARAMETER_", "AZURE_ML_OUTPUT_"];

/// Functions that only print or log their arguments.
const SHOWS: [&str; 10] = [
    "critical",
    "debug",
    "error",
    "exception",
    "format",
    "info",
    "pprint",
    "print",
    "repr",
    "warning",
];

/// The arguments that the modules of a script may read.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// Attributes, texts, and the names of arguments in calls.
    words: BTreeSet<Box<str>>,
    /// The parameters of all functions, by the name of the function.
    parameters: BTreeMap<Box<str>, Vec<Box<str>>>,
    flows: BTreeMap<ValueSource, BTreeSet<Sink>>,
    reads_all: bool,
}

/// The source of a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum ValueSource {
    /// The parser.
    Parsed,
    /// A variable.
    Name(Box<str>),
    /// A function that returns it.
    Call(Box<str>),
}

/// The destination of a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Sink {
    /// No destination.
    Nothing,
    /// To one of these variables.
    Names(Rc<[Box<str>]>),
    /// To a parameter of the functions with this name.
    Parameters(Box<str>),
    /// To the callers of the functions with this name.
    Callers(Box<str>),
    /// To unknown code.
    Anywhere,
}

impl Uses {
    /// Adds the names that `module` may read.
    pub fn add(&mut self, module: &Module) {
        let mut reader = UsageReader {
            uses: self,
            sink: Sink::Nothing,
            functions: Vec::new(),
        };
        reader.visit_body(module.body());
    }

    /// Returns `true` if the script may read the argument that is stored as `dest`.
    pub fn may_read(&self, dest: &str) -> bool {
        self.reads_all || self.words.contains(dest) || self.parsed_escape()
    }

    /// Returns `true` if the parsed arguments reach unknown code.
    fn parsed_escape(&self) -> bool {
        let mut held = BTreeSet::from([ValueSource::Parsed]);
        let mut open = vec![ValueSource::Parsed];
        while let Some(source) = open.pop() {
            for sink in self.flows.get(&source).into_iter().flatten() {
                let Some(reached) = self.reached(sink) else {
                    return true;
                };
                for source in reached {
                    if held.insert(source.clone()) {
                        open.push(source);
                    }
                }
            }
        }
        false
    }

    /// Returns the sources that get their value from `sink`; `None` if it is unknown code.
    fn reached(&self, sink: &Sink) -> Option<Vec<ValueSource>> {
        let names = match sink {
            Sink::Nothing => &[][..],
            Sink::Names(names) => names,
            Sink::Parameters(function) => self.parameters.get(function)?,
            Sink::Callers(function) => return Some(vec![ValueSource::Call(function.clone())]),
            Sink::Anywhere => return None,
        };
        Some(names.iter().cloned().map(ValueSource::Name).collect())
    }
}

struct UsageReader<'u> {
    uses: &'u mut Uses,
    /// Destination of the value of the current expression.
    sink: Sink,
    /// The names of the enclosing functions.
    functions: Vec<Box<str>>,
}

impl UsageReader<'_> {
    fn word(&mut self, word: &str) {
        self.name(word);
        self.uses.words.insert(word.into());
    }

    fn text(&mut self, text: &str) {
        let is_variable = VARIABLES.iter().any(|start| text.contains(start));
        self.uses.reads_all |= is_variable;
        self.uses.words.insert(text.into());
    }

    fn name(&mut self, name: &str) {
        self.uses.reads_all |= READS_ALL.contains(&name);
    }

    fn flow(&mut self, source: ValueSource) {
        let sinks = self.uses.flows.entry(source).or_default();
        sinks.insert(self.sink.clone());
    }

    /// Visits `expression`, whose value goes to `sink`.
    fn into(&mut self, expression: &Expr, sink: Sink) {
        let before = std::mem::replace(&mut self.sink, sink);
        self.visit_expr(expression);
        self.sink = before;
    }

    fn assign(&mut self, targets: &[&Expr], value: &Expr) {
        let mut names = Vec::new();
        let mut all_are_names = true;
        let mut open: Vec<&Expr> = targets.to_vec();
        while let Some(target) = open.pop() {
            match target {
                Expr::Name(name) => names.push(name.id.as_str().into()),
                Expr::Tuple(tuple) => open.extend(&tuple.elts),
                _ => all_are_names = false,
            }
        }
        let sink = if all_are_names {
            Sink::Names(names.into())
        } else {
            Sink::Anywhere
        };
        self.into(value, sink);
        for target in targets {
            self.into(target, Sink::Nothing);
        }
    }

    fn call(&mut self, call: &ExprCall) {
        let name = match &*call.func {
            Expr::Name(name) => Some(name.id.as_str()),
            Expr::Attribute(attribute) => Some(attribute.attr.as_str()),
            _ => None,
        };
        match name {
            Some("parse_args" | "parse_known_args") => self.flow(ValueSource::Parsed),
            Some(name) => self.flow(ValueSource::Call(name.into())),
            None => {}
        }
        self.into(&call.func, Sink::Nothing);
        if name == Some("add_argument") {
            return;
        }
        if name == Some("getattr") {
            let named = call.arguments.find_positional(1);
            self.uses.reads_all |= !named.is_some_and(Expr::is_string_literal_expr);
        }
        let sink = match name {
            Some(name) if SHOWS.contains(&name) => Sink::Nothing,
            // The name of the attribute that it reads is in the text.
            Some("getattr") => Sink::Nothing,
            Some(name) => Sink::Parameters(name.into()),
            None => Sink::Anywhere,
        };
        self.arguments(&call.arguments, &sink);
    }

    fn arguments(&mut self, arguments: &Arguments, sink: &Sink) {
        for argument in &arguments.args {
            self.into(argument, sink.clone());
        }
        for keyword in &arguments.keywords {
            match &keyword.arg {
                Some(name) => {
                    self.word(name);
                    self.into(&keyword.value, sink.clone());
                }
                None => self.into(&keyword.value, Sink::Anywhere),
            }
        }
    }

    fn function(&mut self, name: &str, parameters: &Parameters) {
        let names = parameters.iter().map(|it| it.name().as_str());
        let names: Vec<Box<str>> = names.map(Box::from).collect();
        let known = self.uses.parameters.entry(name.into()).or_default();
        known.extend(names);
    }
}

impl<'a> Visitor<'a> for UsageReader<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::FunctionDef(function) => {
                self.function(&function.name, &function.parameters);
                self.functions.push(function.name.as_str().into());
                self.sink = Sink::Anywhere;
                walk_stmt(self, statement);
                self.functions.pop();
            }
            // Creating an object calls this function of the class.
            Stmt::ClassDef(class) => {
                for inner in &class.body {
                    if let Stmt::FunctionDef(function) = inner
                        && &*function.name == "__init__"
                    {
                        self.function(&class.name, &function.parameters);
                    }
                }
                self.sink = Sink::Anywhere;
                walk_stmt(self, statement);
            }
            Stmt::Assign(assign) => {
                let targets: Vec<&Expr> = assign.targets.iter().collect();
                self.assign(&targets, &assign.value);
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    self.assign(&[&assign.target], value);
                }
            }
            Stmt::Return(returned) => {
                let function = self.functions.last().cloned();
                if let Some(value) = &returned.value {
                    self.into(value, function.map_or(Sink::Anywhere, Sink::Callers));
                }
            }
            Stmt::Expr(expression) => self.into(&expression.value, Sink::Nothing),
            _ => {
                self.sink = Sink::Anywhere;
                walk_stmt(self, statement);
            }
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Name(name) => {
                self.name(&name.id);
                if name.ctx.is_load() {
                    self.flow(ValueSource::Name(name.id.as_str().into()));
                }
            }
            Expr::Attribute(attribute) => {
                self.word(&attribute.attr);
                self.into(&attribute.value, Sink::Nothing);
            }
            Expr::Call(call) => self.call(call),
            Expr::Tuple(tuple) => {
                for element in &tuple.elts {
                    self.into(element, self.sink.clone());
                }
            }
            Expr::Subscript(subscript) => {
                self.into(&subscript.value, self.sink.clone());
                self.into(&subscript.slice, Sink::Anywhere);
            }
            Expr::StringLiteral(text) => self.text(text.value.to_str()),
            _ => {
                let before = std::mem::replace(&mut self.sink, Sink::Anywhere);
                walk_expr(self, expression);
                self.sink = before;
            }
        }
    }

    fn visit_interpolated_string_element(&mut self, element: &'a InterpolatedStringElement) {
        if let Some(literal) = element.as_literal() {
            self.text(&literal.value);
        }
        walk_interpolated_string_element(self, element);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // Helpers of tests.
    use super::*;

    fn may_read(texts: &[&str]) -> bool {
        let mut uses = Uses::default();
        for text in texts {
            uses.add(&Module::parse(&(*text).into()).unwrap());
        }
        uses.may_read("model")
    }

    #[test]
    fn what_nothing_names_is_not_read() {
        for text in [
            "p.add_argument('--model', dest='model')\nargs = p.parse_args()\nprint(args)\nf(args.x)",
            "args, _ = p.parse_known_args()\nmodel = fit()\nmodel.save('model.pkl')",
            "def main(a):\n  b = a\n  print(f'{b.x}')\ndef read():\n  return p.parse_args()\nmain(read())",
            "class T:\n  def __init__(self, args):\n    self.x = args.x\nT(p.parse_args())",
        ] {
            assert!(!may_read(&[text]), "{text}");
        }
    }

    #[test]
    fn what_may_be_read_is_read() {
        for text in [
            "f(p.parse_args().model)",
            "args = p.parse_args()\nf(getattr(args, 'model'))",
            "args = p.parse_args()\nf(getattr(args, name))",
            "f(**vars(p.parse_args()))",
            "f(p.parse_args())",
            "args = p.parse_args()\nself.args = args",
            "args = p.parse_args()\ncopy.copy(args)",
            "args = p.parse_args()\nx = [args]",
            "args = p.parse_args()\nf(*args)",
            "args = p.parse_args()\nfor a in args: pass",
            "def main(a):\n  train(a)\nmain(p.parse_args())",
            "def read():\n  return p.parse_args()\nx = read()\ntrain(x)",
            "import sys\nsys.argv[1]",
            "os.environ['AZURE_ML_OUTPUT_model']",
            "x = args = p.parse_args()\nf(x)",
            "lambda: p.parse_args()",
        ] {
            assert!(may_read(&[text]), "{text}");
        }
        let main = "from helper import go\ngo(p.parse_args())";
        assert!(may_read(&[main]));
        assert!(!may_read(&[main, "def go(opts):\n  print(opts.x)"]));
        assert!(may_read(&[main, "def go(opts):\n  print(opts.model)"]));
        assert!(may_read(&[main, "def go(opts):\n  other.save(opts)"]));
    }
}
