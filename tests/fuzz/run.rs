//! What every fuzz target does: one property of `azml_tests::properties`, and its memory.

use azml_tests::properties::Property;

/// Checks the property `name`.
///
/// # Panics
/// When it does not hold of `bytes`.
pub fn run(name: &str, bytes: &[u8]) {
    let property = Property::named(name).expect("a target is called like its property");
    let used = allocation_counter::measure(|| (property.check)(bytes));
    property.check_memory(bytes.len(), used.bytes_total, used.bytes_max);
}
