//! The files of an earlier commit, without touching the working tree: for `--cost --diff`.
//!
//! [`process`] runs git, and [`commit`] reads the files of a commit.
//!
//! Invariants: only `rev-parse`, `ls-tree`, and `cat-file` are run, which execute nothing of the repository: no hook,
//! filter, text conversion, file monitor, or transport. No text of a file becomes an argument, and a commit is one
//! argument that is no option.

mod commit;
mod process;

pub(crate) use commit::files_of_commit;
