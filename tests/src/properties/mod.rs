//! What must hold of any bytes. Stable Rust replays the corpus of `tests/fuzz/corpus` and tries
//! random texts (`tests/crates/properties.rs`); `cargo fuzz` looks for more (`tests/fuzz/`).
//!
//! A property takes bytes and panics where it does not hold. Bytes that stand for files are text:
//! see [`folder`]. What must stay true: equal bytes do the same thing, so that what was found once
//! fails again.

mod analysis;
mod editor;
mod edits;
mod expressions;
mod fixes;
mod folder;
mod look;
mod named_texts;
mod positions;
mod session;
mod syntax;

pub use folder::{Folder, spec_folders};
pub use look::{Look, fits};
pub use named_texts::spec_texts;
pub use session::{AT_A_PLACE, OF_A_FILE};
pub use syntax::check_tree;

/// Something that must hold of any bytes.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// Its name, which is that of the fuzz target.
    pub name: &'static str,
    /// The folder in `tests/fuzz/corpus` with bytes to begin with.
    pub corpus: &'static str,
    /// Panics where it does not hold.
    pub check: fn(&[u8]),
    /// How much memory it may ask for.
    pub budget: Budget,
}

/// How much memory may be asked for: all that was ever allocated, which bounds the work, and the
/// most at a time. Bytes and not seconds, because they are the same on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// For each byte of the input, in all.
    pub total: u64,
    /// For each byte of the input, at a time.
    pub most: u64,
}

/// What an empty input may cost in all and at a time: tables that are made once.
const BASE: Budget = Budget {
    total: 4 << 20,
    most: 1 << 20,
};

/// What is smaller may cost as much as this many bytes: a session with no steps has a start and an
/// end.
const SMALLEST: usize = 16;

impl Property {
    /// The property with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PROPERTIES.iter().find(|property| property.name == name)
    }

    /// That an input of `size` bytes did not ask for too much memory.
    ///
    /// # Panics
    /// When it did.
    pub fn check_memory(&self, size: usize, total: u64, most: u64) {
        let size = size.max(SMALLEST) as u64;
        let all = BASE.total + size * self.budget.total;
        let at_once = BASE.most + size * self.budget.most;
        assert!(
            total <= all,
            "{}: {total} bytes were allocated for an input of {size}, more than {all}",
            self.name
        );
        assert!(
            most <= at_once,
            "{}: {most} bytes at a time for an input of {size}, more than {at_once}",
            self.name
        );
    }
}

/// All of them.
pub const PROPERTIES: &[Property] = &[
    Property {
        name: "syntax",
        corpus: "text",
        check: syntax::check,
        budget: Budget {
            total: 24_000,
            most: 500,
        },
    },
    Property {
        name: "analysis",
        corpus: "text",
        check: analysis::check,
        budget: Budget {
            total: 50_000,
            most: 1_000,
        },
    },
    Property {
        name: "expressions",
        corpus: "text",
        check: expressions::check,
        budget: Budget {
            total: 10_000,
            most: 500,
        },
    },
    Property {
        name: "positions",
        corpus: "text",
        check: positions::check,
        budget: Budget {
            total: 100,
            most: 20,
        },
    },
    Property {
        name: "fixes",
        corpus: "text",
        check: fixes::check,
        budget: Budget {
            total: 200_000,
            most: 2_000,
        },
    },
    Property {
        name: "editor",
        corpus: "text",
        check: editor::check,
        // The actions at each finding look at the file again.
        budget: Budget {
            total: 500_000,
            most: 2_000,
        },
    },
    Property {
        name: "session",
        corpus: "session",
        check: session::check,
        budget: Budget {
            total: 4_000_000,
            most: 100_000,
        },
    },
    Property {
        name: "scripts",
        corpus: "scripts",
        check: named_texts::scripts,
        budget: Budget {
            total: 400_000,
            most: 4_000,
        },
    },
    Property {
        name: "shell",
        corpus: "shell",
        check: named_texts::shell,
        budget: Budget {
            total: 400_000,
            most: 4_000,
        },
    },
    Property {
        name: "docker",
        corpus: "docker",
        check: named_texts::docker,
        budget: Budget {
            total: 400_000,
            most: 4_000,
        },
    },
    Property {
        name: "packages",
        corpus: "packages",
        check: named_texts::packages,
        budget: Budget {
            total: 400_000,
            most: 4_000,
        },
    },
    Property {
        name: "client",
        corpus: "client",
        check: session::client,
        budget: Budget {
            total: 4_000_000,
            most: 100_000,
        },
    },
    Property {
        name: "disk",
        corpus: "disk",
        check: session::disk,
        budget: Budget {
            total: 4_000_000,
            most: 100_000,
        },
    },
];
