//! Turns the tables in `data/` into Rust statics and enums, so that nothing is parsed when the
//! program starts.
//!
//! One file for each table; each has a function `code`, and what it writes is included by the
//! module that owns the type.

// A build script reads files and talks to cargo.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]

mod az_ml;
mod compute_kinds;
mod features;
mod images;
mod limits;
mod literals;
mod packages;
mod python;
mod schema;
mod secrets;
mod skeletons;
mod spark;
mod time_zones;
mod vm_sizes;

use std::path::{Path, PathBuf};

use literals::Failure;

fn main() -> Result<(), Failure> {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=data");
    let data = Path::new("data");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let text = |name: &str| std::fs::read_to_string(data.join(name));
    let files = [
        ("az_ml.rs", az_ml::code(&text("az-ml.yaml")?)?),
        (
            "compute_kinds.rs",
            compute_kinds::code(&text("compute-kinds.yaml")?)?,
        ),
        ("features.rs", features::code(&text("features.yaml")?)?),
        ("limits.rs", limits::code(&text("limits.yaml")?)?),
        ("images.rs", images::code(&text("images.yaml")?)?),
        ("packages.rs", packages::code(&text("packages.yaml")?)?),
        ("python.rs", python::code(&text("python.yaml")?)?),
        ("secrets.rs", secrets::code(&text("secrets.yaml")?)?),
        ("spark.rs", spark::code(&text("spark.yaml")?)?),
        ("time_zones.rs", time_zones::code(&text("time-zones.csv")?)?),
        ("vm_tables.rs", vm_sizes::code(data)?),
        ("skeletons.rs", skeletons::code(&data.join("skeletons"))?),
        ("schema.rs", schema::code(&data.join("schema"))?),
    ];
    for (name, code) in files {
        std::fs::write(out.join(name), code)?;
    }
    Ok(())
}
