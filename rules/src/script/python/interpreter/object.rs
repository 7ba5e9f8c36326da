//! The values of names in a script, as far as they concern its arguments.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use ruff_python_ast::StmtFunctionDef;

use crate::script::python::argparse_interface::{
    Argument, ExclusiveGroup, ScriptInterface, SourceLocation, UnknownInterface, Value,
};

/// The value of an expression.
#[derive(Clone)]
pub(super) enum Object<'a> {
    /// Any value.
    Unknown,
    /// `None`, a boolean, number, or text.
    Constant(Value),
    /// A list, tuple, or set.
    List(Items<'a, Object<'a>>),
    /// A dictionary whose keys are constants.
    Dict(Items<'a, (Value, Object<'a>)>),
    /// A function of the script.
    Function(Rc<Function<'a>>),
    /// A function with the object that is its first argument.
    Method(Rc<Function<'a>>, Rc<Instance<'a>>),
    /// A class of the script.
    Class(Rc<Class<'a>>),
    /// An object of such a class.
    Instance(Rc<Instance<'a>>),
    /// `super()`: an object with only the members of this class.
    Super(Rc<Instance<'a>>, Rc<Class<'a>>),
    /// A module of the script, by its index.
    Module(usize),
    /// A folder of modules without an `__init__.py`, by its path.
    Folder(Rc<str>),
    /// A member of a package that isn't in the folder, by its full name.
    External(Rc<str>),
    /// `sys.argv` from this index on.
    CommandLine(usize),
    /// A parser of `argparse`, by its index.
    Parser(usize),
    /// A group of arguments of a parser, and its exclusive group.
    Group(usize, Option<usize>),
    /// The result of `add_subparsers`.
    Subparsers(usize),
    /// The result of `add_argument`: of this parser, at this index.
    Argument(usize, usize),
    /// The result of `parse_args`.
    Namespace,
    /// A method of a tracked object that isn't called yet.
    Bound(Rc<Object<'a>>, &'a str),
}

/// The items of a list; `None` if they are unknown. All names of a list share them.
pub(super) type Items<'a, T> = Rc<RefCell<Option<Vec<T>>>>;

/// A function with its enclosing scope.
pub(super) struct Function<'a> {
    pub(super) node: &'a StmtFunctionDef,
    pub(super) around: Namespace<'a>,
    /// The index of its module.
    pub(super) module: usize,
    /// The default values of its parameters.
    pub(super) defaults: HashMap<&'a str, Object<'a>>,
    pub(super) binding: Binding,
    /// `true` if it was called with unknown arguments.
    pub(super) has_escaped: Cell<bool>,
}

/// The first argument of a function of a class.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Binding {
    /// The object.
    Object,
    /// The class.
    Class,
    /// No argument.
    Nothing,
    /// The object; reading the attribute calls the function.
    Property,
}

/// A class with its members.
pub(super) struct Class<'a> {
    pub(super) names: Namespace<'a>,
    pub(super) bases: Vec<Object<'a>>,
}

/// An object of a class with its attributes.
pub(super) struct Instance<'a> {
    pub(super) class: Rc<Class<'a>>,
    pub(super) attributes: RefCell<HashMap<&'a str, Object<'a>>>,
    pub(super) has_escaped: Cell<bool>,
}

/// A scope: names and their values.
pub(super) struct NameTable<'a> {
    pub(super) names: RefCell<HashMap<&'a str, Object<'a>>>,
    pub(super) around: Option<Namespace<'a>>,
    /// `true` if any name may be defined: `from package import *`.
    pub(super) has_unknown: Cell<bool>,
}

/// The names of a module, function, or class.
pub(super) type Namespace<'a> = Rc<NameTable<'a>>;

impl<'a> NameTable<'a> {
    pub(super) fn within(around: Option<&Namespace<'a>>) -> Namespace<'a> {
        Rc::new(Self {
            names: RefCell::default(),
            around: around.cloned(),
            has_unknown: Cell::new(false),
        })
    }

    pub(super) fn own(&self, name: &str) -> Option<Object<'a>> {
        self.names.borrow().get(name).cloned()
    }

    pub(super) fn set(&self, name: &'a str, object: Object<'a>) {
        self.names.borrow_mut().insert(name, object);
    }

    /// Returns the value of `name`; a name that isn't defined is a builtin of Python.
    pub(super) fn get(&self, name: &str) -> Object<'a> {
        let mut scope = Some(self);
        let mut has_unknown = false;
        while let Some(names) = scope {
            if let Some(object) = names.own(name) {
                return object;
            }
            has_unknown |= names.has_unknown.get();
            scope = names.around.as_deref();
        }
        if has_unknown {
            Object::Unknown
        } else {
            Object::External(format!("builtins.{name}").into())
        }
    }
}

impl<'a> Class<'a> {
    /// Returns the member `name` of this class, or of its base classes.
    pub(super) fn member(&self, name: &str) -> Option<Object<'a>> {
        self.member_within(name, 16)
    }

    fn member_within(&self, name: &str, depth: usize) -> Option<Object<'a>> {
        if let Some(object) = self.names.own(name) {
            return Some(object);
        }
        let mut bases = self.bases.iter();
        bases.find_map(|base| match base {
            Object::Class(class) if depth > 0 => class.member_within(name, depth - 1),
            _ => None,
        })
    }

    /// Returns the full names of its base classes from packages.
    pub(super) fn external_bases(&self) -> Vec<Rc<str>> {
        let mut found = Vec::new();
        self.collect_bases(&mut found, 16);
        found
    }

    fn collect_bases(&self, found: &mut Vec<Rc<str>>, depth: usize) {
        for base in &self.bases {
            match base {
                Object::Class(class) if depth > 0 => class.collect_bases(found, depth - 1),
                Object::External(name) => found.push(name.clone()),
                _ => found.push("".into()),
            }
        }
    }
}

impl<'a> Object<'a> {
    pub(super) const NONE: Self = Self::Constant(Value::None);

    pub(super) fn bool(value: bool) -> Self {
        Self::Constant(Value::Bool(value))
    }

    pub(super) fn text(value: impl AsRef<str>) -> Self {
        Self::Constant(Value::Str(value.as_ref().into()))
    }

    pub(super) fn list(items: Vec<Self>) -> Self {
        Self::List(Rc::new(RefCell::new(Some(items))))
    }

    /// Returns the items of a list; `None` if they are unknown.
    pub(super) fn items(&self) -> Option<Vec<Self>> {
        match self {
            Self::List(items) => items.borrow().clone(),
            _ => None,
        }
    }

    /// Returns the object as a constant.
    pub(super) fn value(&self) -> Value {
        match self {
            Self::Constant(value) => value.clone(),
            Self::List(_) => match self.items() {
                Some(items) => Value::List(items.iter().map(Self::value).collect()),
                None => Value::Unknown,
            },
            _ => Value::Unknown,
        }
    }

    pub(super) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Constant(Value::Str(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns the parser that it is, or belongs to.
    pub(super) fn parser(&self) -> Option<usize> {
        match self {
            Self::Parser(parser) | Self::Group(parser, _) | Self::Subparsers(parser) => {
                Some(*parser)
            }
            Self::Bound(object, _) => object.parser(),
            _ => None,
        }
    }

    /// Returns its truth value in Python; `None` if that is unknown.
    pub(super) fn truth(&self) -> Option<bool> {
        match self {
            Self::Constant(value) => truth_of(value),
            Self::List(items) => items.borrow().as_ref().map(|items| !items.is_empty()),
            Self::Dict(items) => items.borrow().as_ref().map(|items| !items.is_empty()),
            Self::External(name) if &**name == "typing.TYPE_CHECKING" => Some(false),
            Self::Unknown | Self::External(_) | Self::Instance(_) | Self::CommandLine(_) => None,
            _ => Some(true),
        }
    }

    /// Returns `true` if both are certainly the same.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unknown, Self::Unknown) | (Self::Namespace, Self::Namespace) => true,
            (Self::Constant(one), Self::Constant(other)) => one == other,
            (Self::List(one), Self::List(other)) => Rc::ptr_eq(one, other),
            (Self::Dict(one), Self::Dict(other)) => Rc::ptr_eq(one, other),
            (Self::Function(one), Self::Function(other)) => Rc::ptr_eq(one, other),
            (Self::Class(one), Self::Class(other)) => Rc::ptr_eq(one, other),
            (Self::Instance(one), Self::Instance(other)) => Rc::ptr_eq(one, other),
            (Self::Method(one, at), Self::Method(other, there)) => {
                Rc::ptr_eq(one, other) && Rc::ptr_eq(at, there)
            }
            (Self::Module(one), Self::Module(other))
            | (Self::Parser(one), Self::Parser(other))
            | (Self::Subparsers(one), Self::Subparsers(other))
            | (Self::CommandLine(one), Self::CommandLine(other)) => one == other,
            (Self::Group(one, a), Self::Group(other, b)) => one == other && a == b,
            (Self::Argument(one, a), Self::Argument(other, b)) => one == other && a == b,
            (Self::External(one), Self::External(other))
            | (Self::Folder(one), Self::Folder(other)) => one == other,
            (Self::Bound(one, a), Self::Bound(other, b)) => a == b && one.is_same(other),
            _ => false,
        }
    }
}

fn truth_of(value: &Value) -> Option<bool> {
    match value {
        Value::None => Some(false),
        Value::Bool(value) => Some(*value),
        Value::Int(value) => Some(*value != 0),
        Value::Float(value) => Some(*value != 0.0),
        Value::Str(value) => Some(!value.is_empty()),
        Value::List(values) => Some(!values.is_empty()),
        Value::Unknown => None,
    }
}

/// The state of a parser at this point of the script.
#[derive(Clone)]
pub(super) struct Parser {
    pub(super) arguments: Vec<Argument>,
    pub(super) exclusive_groups: Vec<ExclusiveGroup>,
    pub(super) subparsers: Option<Subparsers>,
    /// Values of `set_defaults`.
    pub(super) defaults: Vec<(String, Value)>,
    pub(super) allows_abbreviations: bool,
    pub(super) has_help: bool,
    pub(super) description: Option<String>,
    pub(super) place: SourceLocation,
    /// The reason why it is open.
    pub(super) open: Option<UnknownInterface>,
}

impl Parser {
    pub(super) fn new(place: SourceLocation) -> Self {
        Self {
            arguments: Vec::new(),
            exclusive_groups: Vec::new(),
            subparsers: None,
            defaults: Vec::new(),
            allows_abbreviations: true,
            has_help: true,
            description: None,
            place,
            open: None,
        }
    }

    pub(super) fn open(&mut self, reason: UnknownInterface) {
        self.open.get_or_insert(reason);
    }

    /// Copies the arguments of a parser in `parents`.
    pub(super) fn inherit(&mut self, parent: &Self) {
        let groups = self.exclusive_groups.len();
        for argument in &parent.arguments {
            let mut argument = argument.clone();
            argument.exclusive_group = argument.exclusive_group.map(|group| group + groups);
            self.arguments.push(argument);
        }
        self.exclusive_groups.extend(&parent.exclusive_groups);
        self.defaults.extend(parent.defaults.iter().cloned());
        if parent.subparsers.is_some() {
            self.open(UnknownInterface::Setting(parent.place.clone()));
        }
        if let Some(reason) = &parent.open {
            self.open(reason.clone());
        }
    }
}

/// The result of `add_subparsers`.
#[derive(Clone)]
pub(super) struct Subparsers {
    /// The parser of each command.
    pub(super) commands: Vec<(String, usize)>,
    pub(super) is_required: bool,
    /// Number of arguments that were added before.
    pub(super) position: usize,
}

/// A call that reads the command line.
pub(super) struct ParseCall {
    pub(super) interface: ScriptInterface,
    /// The reason why the interface is open.
    pub(super) open: Option<UnknownInterface>,
}
