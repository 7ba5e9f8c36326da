//! Dockerfiles that environments are built from: their instructions, and the images that they
//! start from.
//!
//! Start at [`Dockerfile`]. What must stay true: reading never fails; an instruction that is not
//! known is one of its words, and a value that cannot be known is `None`.

mod base_image;
mod instruction;

pub use base_image::BaseImage;
pub use instruction::{DockerWord, Dockerfile, Instruction};
