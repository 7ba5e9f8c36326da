//! VM sizes of the region, with the prices that Azure Machine Learning estimates.

use serde_json::Value;

use crate::refresh::values::{Entry, child, find, number, put, text, whole};

pub(crate) fn entry(size: &Value) -> Entry {
    let mut entry = Entry::new();
    put(&mut entry, "name", text(size, &["name"]));
    put(&mut entry, "family", text(size, &["family"]));
    put(&mut entry, "vcpus", whole(size, &["vcpus"]));
    put(&mut entry, "gpus", whole(size, &["gpus"]));
    put(
        &mut entry,
        "memory_gb",
        find(size, &["memorygb"]).and_then(number),
    );
    put(&mut entry, "compute_types", compute_types(size));
    put(
        &mut entry,
        "low_priority",
        find(size, &["lowprioritycapable"]).and_then(Value::as_bool),
    );
    put(&mut entry, "price", price(size, "Standard"));
    put(&mut entry, "low_priority_price", price(size, "LowPriority"));
    entry
}

fn compute_types(size: &Value) -> Option<Value> {
    let types = find(size, &["supportedcomputetypes"])?.as_array()?.iter();
    Some(types.filter(|it| it.is_string()).cloned().collect())
}

/// Returns the price of Linux by the hour in USD.
fn price(size: &Value, tier: &str) -> Option<Value> {
    let prices = find(size, &["estimatedvmprices"])?;
    let is = |place: &Value, key: &str, expected: &str| {
        child(place, key).and_then(Value::as_str) == Some(expected)
    };
    if !is(prices, "billingcurrency", "USD") || !is(prices, "unitofmeasure", "OneHour") {
        return None;
    }
    let mut values = child(prices, "values")?.as_array()?.iter();
    let price = values.find(|price| is(price, "ostype", "Linux") && is(price, "vmtier", tier))?;
    child(price, "retailprice").and_then(number)
}
