//! Loading and exit codes of the modes that list something: 2 if a file could not be read.

use std::path::PathBuf;

use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::cli::exit_codes::FAILED;
use crate::guarded::install_panic_hook;
use crate::loading::{Loaded, Request, load};

/// The files of a list.
pub(in crate::cli) struct Listing {
    /// The files, with their project.
    pub(in crate::cli) loaded: Loaded,
    /// `true` if a file could not be read.
    failed: bool,
}

impl Listing {
    /// Loads `paths`, and reports problems.
    pub(in crate::cli) fn load(paths: Vec<PathBuf>, args: &Args, console: &Console) -> Self {
        install_panic_hook(|_| ());
        let loaded = load(&Request {
            paths,
            options: args.options(),
            ..Request::default()
        });
        let failed = console.tell_problems(&loaded.names, &loaded.problems);
        Self { loaded, failed }
    }

    /// Returns the exit code: `code`, unless the list or a file could not be written or read.
    pub(in crate::cli) fn exit_code(&self, written: Result<(), u8>, code: u8) -> u8 {
        match written {
            Err(code) => code,
            Ok(()) if self.failed => FAILED,
            Ok(()) => code,
        }
    }
}
