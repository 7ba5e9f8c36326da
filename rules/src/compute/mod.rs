//! Facts about computes, and the definitions of computes in files.
//!
//! Start at [`ComputeDef`] (the definition of one compute in a file) and [`ComputeKind`] (the
//! capabilities of each kind: `data/compute-kinds.yaml`). [`KnownCompute`] is a compute with all
//! its definitions, [`ComputeRef`] a parsed reference to one, [`Inventory`] a list of them;
//! [`VmSize`] is a row of the size tables, [`Prices`] and [`Bill`] describe costs.
//!
//! Invariants: facts come from `data/` with their date; a value that a file does not set, or sets
//! by an expression, is `None` and never a guess.
//!
//! [`definition`], [`known`], [`reference`] and [`inventory`] read files; [`kind`], [`size`],
//! [`replacement`], [`image`], [`package`], [`python`], [`spark`] and [`limits`] have the facts;
//! [`prices`] has the prices.

mod definition;
mod image;
mod inventory;
mod kind;
mod known;
pub mod limits;
mod package;
mod prices;
mod python;
mod reference;
mod replacement;
mod size;
mod spark;

pub use definition::{ComputeDef, IdleBehavior, InventoryLabel, Origin, OriginKind};
pub use image::{
    Basis, CurrentImage, EndedImage, ImageKind, VERSION_TO_FILL_IN, current_image, current_images,
    ended_image, image_named_after_ended, software_in_name,
};
pub use inventory::{Inventory, InventoryProblem};
pub use kind::{Capability, ComputeKind, Load, Nodes};
pub use known::KnownCompute;
pub use package::{
    CommonPackage, PackageBasis, SDK_V1_SUPPORT_ENDS, SdkV1Package, Uninstallable,
    UninstallablePackage, common_packages, sdk_v1_package, uninstallable_package,
};
pub use prices::{
    Bill, HOURS_PER_MONTH, PriceBasis, Prices, RETAIL_FILE, Rate, RegionPrice, RegionPrices,
    RetailProblem, SavedPrices, Unknown, is_dedicated, is_same_region, money, read_retail_pages,
};
pub use python::{
    PYTHON_TO_USE, PythonVersion, newest_python, python_in_name, python_version, python_versions,
};
pub use reference::ComputeRef;
pub use replacement::replacements;
pub use size::{
    Price, VmCategory, VmSeries, VmSize, closest_vm_size, looks_like_vm_size, vm_series, vm_size,
    vm_sizes, vm_sizes_as_of,
};
pub use spark::{
    MONITOR_RUNTIMES, SPARK_SIZES, SparkRuntime, spark_runtime, spark_runtimes,
    supported_spark_runtime,
};
