//! What a Python script takes, logs, and writes. The only place that knows the parser.
//!
//! Start at [`Module`], a file as the parser reads it, and at [`ScriptInterface`], the arguments that a
//! script takes: [`interface`] finds them by an abstract run (`interpreter`).
//!
//! What must stay true: no type of the parser leaves this folder; no script, however long or deep,
//! overflows the stack.

mod argparse_interface;
mod imports;
mod interpreter;
mod metrics;
mod module;
mod packages;
mod sources;
mod syntax;
mod top_level;
mod uses;

pub use argparse_interface::{
    Argument, ArgumentAction, Choices, ExclusiveGroup, Nargs, ScriptInterface, SourceLocation,
    State, Subcommands, UnknownInterface, Value, ValueKind,
};
pub use imports::{Import, imports};
pub use interpreter::interface;
pub use metrics::{Metric, Metrics};
pub use module::{MAX_BYTES, Module, PythonSyntaxError};
pub use sources::{Beside, ScriptSource, ScriptStart, Sources};
pub use syntax::certain_error;
pub use top_level::{Bound, Parameter, Passing, Signature, TopLevel};
pub use uses::Uses;
