//! Environments of work: conda files, Dockerfiles, images, and their software.
//!
//! Start at [`environments`].
//!
//! - [`ended_images`]: reports of images and curated environments that are no longer maintained.
//! - [`environments`]: the environments that a document writes, and the folders they are built
//!   from.
//! - [`packages`]: the purpose of conda files, and the packages of environments.
//! - [`software`]: the command of some work, and the hardware that its environment indicates.
//! - [`unused_definitions`]: definitions of environments that nothing uses any more.

pub(crate) mod ended_images;
pub(crate) mod environments;
pub(crate) mod packages;
pub(crate) mod software;
pub(crate) mod unused_definitions;
