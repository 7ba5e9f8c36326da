//! The arguments that a script takes, as `argparse` was told them.
//!
//! <https://docs.python.org/3/library/argparse.html>

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::text::TextRange;

/// What a script takes on its command line.
#[derive(Clone, PartialEq, Debug)]
pub struct ScriptInterface {
    /// Whether this is all; of an open one, nothing more than names may be told.
    pub state: State,
    /// In the order in which they are added; without `-h` and `--help`.
    pub arguments: Vec<Argument>,
    /// The groups of which only one member may be given; an argument names its group by its index.
    pub exclusive_groups: Vec<ExclusiveGroup>,
    /// What `add_subparsers` adds.
    pub subcommands: Option<Subcommands>,
    /// Whether it ignores what it does not know: `parse_known_args`.
    pub takes_unknown: bool,
    /// Whether the beginning of a flag stands for the flag: `allow_abbrev`.
    pub allows_abbreviations: bool,
    /// Whether `-h` and `--help` are flags of it.
    pub has_help: bool,
    /// What the script says that it does: the description of the parser, or the text at the top of
    /// the file.
    pub description: Option<String>,
    /// Where the parser is made.
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
    /// Whether its arguments are all known.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.state == State::Closed
    }

    /// The argument that has exactly this `flag`.
    #[must_use]
    pub fn flag(&self, flag: &str) -> Option<&Argument> {
        let mut arguments = self.arguments.iter();
        arguments.find(|argument| argument.flags.iter().any(|it| it == flag))
    }
}

/// Whether the arguments of a script are all known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// All of them are known.
    Closed,
    /// There may be others, and those that are known may not count.
    Open(UnknownInterface),
}

/// Why the arguments of a script are not all known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnknownInterface {
    /// No parser of `argparse` gets the command line.
    NoParser,
    /// A file cannot be read, is too long, or nested too deep.
    Unreadable(Arc<str>),
    /// A file is not Python.
    Syntax(Arc<str>),
    /// Another library reads the command line.
    Library(String),
    /// The command line is read, or changed, without a parser.
    CommandLine,
    /// The parser goes where it cannot be followed, or is changed in a way that is not known.
    Escapes(SourceLocation),
    /// The name of an argument is computed.
    ComputedName(SourceLocation),
    /// A setting of the parser changes how the command line is read.
    Setting(SourceLocation),
    /// Whether the parser reads the command line, or a failure of it ends the script, depends on
    /// something.
    Perhaps(SourceLocation),
    /// More than one parser reads the command line.
    SeveralParsers,
    /// The script does more than we follow.
    TooLong,
}

/// A place in a script.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SourceLocation {
    /// The full path of the file.
    pub path: Arc<str>,
    /// Where in it.
    pub range: TextRange,
}

/// What one `add_argument` adds.
#[derive(Clone, PartialEq, Debug)]
pub struct Argument {
    /// Its flags as they are written, dashes included; none for a positional argument.
    pub flags: Vec<String>,
    /// The name of the attribute that gets the value.
    pub dest: String,
    /// How messages and the help call the value.
    pub metavar: Option<String>,
    /// What becomes of the value.
    pub action: ArgumentAction,
    /// How many values it takes.
    pub nargs: Nargs,
    /// What a value is turned into.
    pub kind: ValueKind,
    /// The values that are allowed.
    pub choices: Choices,
    /// What it is without the argument; `None` where no default is written.
    pub default: Option<Value>,
    /// Whether the script ends without it. False where that is not known.
    pub is_required: bool,
    /// Whether it is added only sometimes, or with settings that are not known.
    pub is_conditional: bool,
    /// The group of which only one member may be given.
    pub exclusive_group: Option<usize>,
    /// Its help.
    pub help: Option<String>,
    /// The call of `add_argument`.
    pub place: SourceLocation,
}

impl Argument {
    /// Whether it is given by its place, not by a flag.
    #[must_use]
    pub fn is_positional(&self) -> bool {
        self.flags.is_empty()
    }

    /// How people call it: the longest flag, or the name of a positional one.
    #[must_use]
    pub fn name(&self) -> &str {
        let longest = self.flags.iter().max_by_key(|flag| flag.len());
        longest.map_or(&self.dest, String::as_str)
    }
}

/// What becomes of a value.
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
    /// A class of the script, or something computed.
    Unknown,
}

impl ArgumentAction {
    /// Whether values stand behind the flag; `None` where that is not known.
    #[must_use]
    pub fn takes_value(self) -> Option<bool> {
        match self {
            Self::Store | Self::Append | Self::Extend => Some(true),
            Self::Unknown => None,
            _ => Some(false),
        }
    }
}

/// How many values an argument takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nargs {
    /// None: a switch.
    Zero,
    /// One, which is stored as it is: no `nargs`.
    One,
    /// A list of so many.
    Exactly(u32),
    /// One or none: `?`.
    Optional,
    /// Any number: `*`.
    ZeroOrMore,
    /// At least one: `+`.
    OneOrMore,
    /// All that is left: `...`.
    Remainder,
    /// Something computed.
    Unknown,
}

/// What a value is turned into.
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
    /// A function of the script, or something computed.
    Unknown,
}

/// The values that an argument allows.
#[derive(Clone, PartialEq, Debug)]
pub enum Choices {
    /// All.
    Any,
    /// These.
    Of(Vec<Value>),
    /// Something computed.
    Unknown,
}

/// A value in a script.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `None`.
    None,
    /// `True` or `False`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Another number.
    Float(f64),
    /// Text.
    Str(Arc<str>),
    /// A list, tuple, or set.
    List(Vec<Value>),
    /// Something computed.
    Unknown,
}

/// Arguments of which only one may be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExclusiveGroup {
    /// Whether one of them must be given.
    pub is_required: bool,
    /// Whether it is made only sometimes.
    pub is_conditional: bool,
}

/// The commands of a script that has several.
#[derive(Clone, PartialEq, Debug)]
pub struct Subcommands {
    /// Each with what it takes after its name.
    pub commands: BTreeMap<String, ScriptInterface>,
    /// Whether one must be given.
    pub is_required: bool,
    /// How many arguments of the parser itself are added before them.
    pub position: usize,
}
