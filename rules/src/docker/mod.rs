//! Dockerfiles of environments: their instructions (`instruction`), and the images that they start
//! from (`base_image`).
//!
//! Start at [`Dockerfile`]. Invariants: reading never fails; an unknown instruction is stored as
//! its words, and an unknown value is `None`.

mod base_image;
mod instruction;

pub use base_image::BaseImage;
pub use instruction::{DockerWord, Dockerfile, Instruction};
