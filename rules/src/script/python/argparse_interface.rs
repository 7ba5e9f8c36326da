//! The arguments that a script declares with `argparse`.
//!
//! <https://docs.python.org/3/library/argparse.html>

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::text::TextRange;

/// The command-line interface of a script.
#[derive(Clone, PartialEq, Debug)]
pub struct ScriptInterface {
    /// State of the interface: if it is open, only the names of arguments may be reported.
    pub state: State,
    /// The arguments in the order in which they are added; without `-h` and `--help`.
    pub arguments: Vec<Argument>,
    /// The mutually exclusive groups; an argument names its group by its index.
    pub exclusive_groups: Vec<ExclusiveGroup>,
    /// The subcommands of `add_subparsers`.
    pub subcommands: Option<Subcommands>,
    /// `true` if it ignores unknown arguments: `parse_known_args`.
    pub takes_unknown: bool,
    /// `true` if the beginning of a flag means the flag: `allow_abbrev`.
    pub allows_abbreviations: bool,
    /// `true` if it has the flags `-h` and `--help`.
    pub has_help: bool,
    /// Description of the script: that of the parser, or the docstring of the file.
    pub description: Option<String>,
    /// The call that creates the parser.
    pub place: Option<SourceLocation>,
}

impl Default for ScriptInterface {
    fn default() -> Self {
        Self {
            state: State::Open(UnknownInterface::NoParser),
            arguments: Vec::new(),
            exclusive_groups: Vec::new(),
            subcommands: None,
            takes_unknown: false,
            allows_abbreviations: true,
            has_help: true,
            description: None,
            place: None,
        }
    }
}

impl ScriptInterface {
    /// Returns `true` if its arguments are all known.
    pub fn is_closed(&self) -> bool {
        self.state == State::Closed
    }

    /// Returns the argument that has exactly this `flag`.
    pub fn flag(&self, flag: &str) -> Option<&Argument> {
        let mut arguments = self.arguments.iter();
        arguments.find(|argument| argument.flags.iter().any(|it| it == flag))
    }
}

/// Completeness of the arguments of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// All of them are known.
    Closed,
    /// There may be others, and the known ones may not apply.
    Open(UnknownInterface),
}

/// The reason why some arguments of a script are unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnknownInterface {
    /// No parser of `argparse` gets the command line.
    NoParser,
    /// A file can't be read, is too long, or nested too deeply.
    Unreadable(Arc<str>),
    /// A file has a syntax error.
    Syntax(Arc<str>),
    /// Another library reads the command line.
    Library(String),
    /// The script reads or changes the command line without a parser.
    CommandLine,
    /// The parser is passed to unknown code, or changed in an unknown way.
    Escapes(SourceLocation),
    /// The name of an argument is computed.
    ComputedName(SourceLocation),
    /// A setting of the parser changes how the command line is read.
    Setting(SourceLocation),
    /// A condition decides if the parser reads the command line, or if an error of it ends the
    /// script.
    Perhaps(SourceLocation),
    /// More than one parser reads the command line.
    SeveralParsers,
    /// The script exceeds a limit of the analysis.
    TooLong,
}

/// A place in a script.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SourceLocation {
    /// The full path of the file.
    pub path: Arc<str>,
    /// Byte range in the file.
    pub range: TextRange,
}

/// The argument that one `add_argument` adds.
#[derive(Clone, PartialEq, Debug)]
pub struct Argument {
    /// Its flags as written, with dashes; empty for a positional argument.
    pub flags: Vec<String>,
    /// The name of the attribute that gets the value.
    pub dest: String,
    /// Name of the value in messages and the help.
    pub metavar: Option<String>,
    /// The action for the value.
    pub action: ArgumentAction,
    /// The number of values that it takes.
    pub nargs: Nargs,
    /// The type of a value.
    pub kind: ValueKind,
    /// The allowed values.
    pub choices: Choices,
    /// The value without the argument; `None` if no default is written.
    pub default: Option<Value>,
    /// `true` if the script ends without it; `false` if that is unknown.
    pub is_required: bool,
    /// `true` if it is added only sometimes, or with unknown settings.
    pub is_conditional: bool,
    /// Index of its mutually exclusive group.
    pub exclusive_group: Option<usize>,
    /// Its help.
    pub help: Option<String>,
    /// The call of `add_argument`.
    pub place: SourceLocation,
}

impl Argument {
    /// Returns `true` if it is passed by its position, not by a flag.
    pub fn is_positional(&self) -> bool {
        self.flags.is_empty()
    }

    /// Returns its name for messages: the longest flag, or the name of a positional argument.
    pub fn name(&self) -> &str {
        let longest = self.flags.iter().max_by_key(|flag| flag.len());
        longest.map_or(&self.dest, String::as_str)
    }
}

/// The action for a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgumentAction {
    /// It is stored: the default.
    Store,
    /// A constant is stored.
    StoreConst,
    /// `True` is stored.
    StoreTrue,
    /// `False` is stored.
    StoreFalse,
    /// `True`, or `False` with the flag that begins with `--no-`, which is among the flags.
    BooleanOptional,
    /// It is added to a list.
    Append,
    /// A constant is added to a list.
    AppendConst,
    /// Values are added to a list.
    Extend,
    /// The flag is counted.
    Count,
    /// The help is shown, and the script ends.
    Help,
    /// The version is shown, and the script ends.
    Version,
    /// A class of the script, or a computed value.
    Unknown,
}

impl ArgumentAction {
    /// Returns `true` if values follow the flag; `None` if that is unknown.
    pub fn takes_value(self) -> Option<bool> {
        match self {
            Self::Store | Self::Append | Self::Extend => Some(true),
            Self::Unknown => None,
            _ => Some(false),
        }
    }
}

/// The number of values that an argument takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nargs {
    /// None: a switch.
    Zero,
    /// One, which is stored directly: no `nargs`.
    One,
    /// A list with this number of values.
    Exactly(u32),
    /// One or none: `?`.
    Optional,
    /// Any number: `*`.
    ZeroOrMore,
    /// At least one: `+`.
    OneOrMore,
    /// All remaining words: `...`.
    Remainder,
    /// A computed value.
    Unknown,
}

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    /// Text: no `type`, or `str`.
    Str,
    /// `int`.
    Int,
    /// `float`.
    Float,
    /// `bool`: every text but the empty one is true.
    Bool,
    /// `pathlib.Path`, or a name of `os.path`.
    Path,
    /// `json.loads`.
    Json,
    /// A function of the script, or a computed value.
    Unknown,
}

/// The values that an argument allows.
#[derive(Clone, PartialEq, Debug)]
pub enum Choices {
    /// Any value.
    Any,
    /// One of these values.
    Of(Vec<Value>),
    /// Computed values.
    Unknown,
}

/// A value in a script.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `None`.
    None,
    /// `True` or `False`.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// Text.
    Str(Arc<str>),
    /// A list, tuple, or set.
    List(Vec<Value>),
    /// A computed value.
    Unknown,
}

/// Arguments of which at most one may be passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExclusiveGroup {
    /// `true` if one of them must be passed.
    pub is_required: bool,
    /// `true` if it is created only sometimes.
    pub is_conditional: bool,
}

/// The subcommands of a script.
#[derive(Clone, PartialEq, Debug)]
pub struct Subcommands {
    /// The interface after each name.
    pub commands: BTreeMap<String, ScriptInterface>,
    /// `true` if one must be passed.
    pub is_required: bool,
    /// Number of arguments of the parser itself that are added before them.
    pub position: usize,
}
