//! Errors of writing a file.

use std::io;

use thiserror::Error;

use crate::sandbox::{ReadProblem, is_held, without_number};

/// Reason why a file is unchanged.
#[derive(Debug, Error)]
pub enum WriteProblem {
    /// The system refuses.
    #[error("cannot be written: {}", without_number(.0))]
    Io(#[from] io::Error),
    /// Windows says no to a replacement, because of permissions or of another program.
    #[error("cannot be written: permission denied")]
    Denied,
    /// It cannot be looked at again.
    #[error("{0}")]
    Read(#[from] ReadProblem),
    /// Its permissions forbid it.
    #[error("cannot be written: it is read-only")]
    ReadOnly,
    /// Another program wrote it.
    #[error("cannot be written: it changed while azml-ls was running")]
    Changed,
    /// It has several names.
    #[error("was not changed: it is a hard link, and its other names would keep the old text")]
    HardLink,
    /// It is a link that leads out of the project.
    #[error("was not changed: it is a link to a file outside the project")]
    LeadsOutside,
    /// The new file would have another owner.
    #[error("was not changed: its owner and group can't be kept")]
    Owner,
    /// A new file would lack this extended attribute.
    #[error("was not changed: its attribute `{0}` can't be kept")]
    Attribute(String),
}

impl WriteProblem {
    /// Returns `true` if another program may soon close the file.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Io(error) | Self::Read(ReadProblem::Io(error)) => is_held(error),
            Self::Denied => true,
            _ => false,
        }
    }

    /// The next step.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            _ if self.may_pass() => Some("close it in other programs, then run azml-ls again"),
            Self::Changed => Some("run azml-ls again"),
            Self::HardLink => Some("replace it with a copy of the file"),
            Self::LeadsOutside => Some("check the file that the link leads to"),
            Self::Owner | Self::Attribute(_) => Some("run azml-ls as the owner of the file"),
            Self::Io(_) | Self::Read(_) | Self::Denied | Self::ReadOnly => None,
        }
    }
}
