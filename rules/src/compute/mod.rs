//! What the facts say about computes: kinds and what each can do.

mod bill;
mod cost;
mod definition;
mod image;
mod kind;
pub mod limits;
mod replacement;
mod size;
mod spark;

pub use bill::{Bill, Unknown};
pub use cost::{HOURS_PER_MONTH, PriceBasis, Prices, Rate, money};
pub use definition::{ComputeDef, InventoryLabel, Origin, OriginKind, Rest};
pub use image::{EndedImage, ImageKind, ended_image};
pub use kind::{Capability, ComputeKind, Load, Nodes};
pub use replacement::replacements;
pub use size::{
    Price, VmSeries, VmSize, closest_vm_size, looks_like_vm_size, vm_series, vm_size, vm_sizes,
};
pub use spark::{SPARK_SIZES, SparkRuntime, newest_offered_runtime, spark_runtime};
