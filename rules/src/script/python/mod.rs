//! Static analysis of Python scripts: their arguments, metrics, and files. Only this module uses
//! the Python parser.
//!
//! Start at [`Module`], a file as the parser reads it, and at [`ScriptInterface`], the arguments that a
//! script takes (`argparse_interface`): [`interface`] finds them by an abstract run (`interpreter`).
//! `module` calls the parser, and `syntax` has its errors that are certain. `sources` reads the files of a
//! script, `imports` lists its imports, `top_level` its functions and names, `metrics` the metrics that it
//! logs, `uses` the names that it reads, and `certain_call` a call that
//! runs whenever the script does. `packages` are the packages with known behavior.
//!
//! Invariants: no type of the parser leaves this folder; no script overflows the stack, however
//! long or deeply nested it is.

mod argparse_interface;
mod certain_call;
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
pub use certain_call::certain_call;
pub use imports::{Import, imports};
pub use interpreter::interface;
pub use metrics::{Metric, Metrics};
pub use module::{MAX_BYTES, Module, PythonSyntaxError};
pub use sources::{Beside, ScriptSource, ScriptStart, Sources};
pub use syntax::certain_error;
pub use top_level::{Bound, Parameter, Passing, Signature, TopLevel};
pub use uses::Uses;
