//! Static analysis of Python scripts: their arguments, metrics, and files. Only this module uses
//! the Python parser.
//!
//! Start at [`Module`] (`module`), a parsed file, and at [`ScriptInterface`]
//! (`argparse_interface`), the arguments of a script: [`interface`] computes them with an abstract
//! interpreter (`interpreter`), which reads files through `sources`. `imports`, `top_level`,
//! `metrics` (with `packages`), and `uses` analyze one module, `syntax` finds certain syntax
//! errors. Recent results are cached (`remembered`): a script of many steps is parsed once.
//!
//! Invariants: no type of the parser leaves this folder; no script overflows the stack, however
//! long or deeply nested it is.

mod argparse_interface;
mod imports;
mod interpreter;
mod metrics;
mod module;
mod packages;
mod remembered;
mod sources;
mod syntax;
mod top_level;
mod uses;

pub use argparse_interface::{
    Argument, ArgumentAction, Choices, ExclusiveGroup, Nargs, ScriptInterface, SourceLocation,
    State, Subcommands, UnknownInterface, Value, ValueKind,
};
pub use imports::{Import, imports};
pub use metrics::{Metric, Metrics};
pub use module::{MAX_BYTES, Module, PythonSyntaxError};
pub use remembered::interface;
pub use sources::{Beside, ScriptSource, ScriptStart, Sources};
pub use syntax::certain_error;
pub use top_level::{Bound, Parameter, Passing, Signature, TopLevel};
pub use uses::Uses;
