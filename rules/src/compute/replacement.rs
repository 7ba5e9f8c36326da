//! Replacements for retired sizes.

use super::{VmSize, vm_series, vm_sizes};
use crate::date::Date;

/// Returns sizes of the series that the retirement page of `size` names, one per series, the
/// closest first: by GPUs or vCPUs, by sufficient memory, then by price. Sizes that are retired
/// within a year from `today`, and unsuitable ones, are left out. At most three.
pub fn replacements(
    size: &VmSize,
    today: Date,
    fits: impl Fn(&VmSize) -> bool,
) -> Vec<&'static VmSize> {
    let Some(series) = vm_series(size.series) else {
        return Vec::new();
    };
    let named = series
        .replacement
        .split(['/', ';', ' ', '(', ')', ','])
        .filter(|name| vm_series(name).is_some());
    let mut found: Vec<&'static VmSize> = Vec::new();
    for name in named {
        let closest = closest_in(name, size, today, &fits);
        found.extend(closest.filter(|size| !found.iter().any(|other| other.name == size.name)));
    }
    found.sort_by_key(|other| difference(other, size));
    found.truncate(3);
    found
}

fn closest_in(
    series: &str,
    original: &VmSize,
    today: Date,
    fits: &dyn Fn(&VmSize) -> bool,
) -> Option<&'static VmSize> {
    let may_replace = |size: &&VmSize| {
        let is_offered = size.is_current(Some(today)) && size.restricted_since.is_empty();
        size.series == series && is_offered && fits(size)
    };
    let of_series = vm_sizes().iter().filter(may_replace);
    of_series.min_by_key(|size| difference(size, original))
}

/// Returns the distance between `size` and `original`, smaller is closer: different GPU vendor, GPUs
/// or vCPUs, too little memory, many more vCPUs, price.
fn difference(size: &VmSize, original: &VmSize) -> [i64; 8] {
    let has_gpus = original.gpus.is_some_and(|count| count > 0.0);
    let gpus = thousandths(size.gpus) - thousandths(original.gpus);
    let vcpus = i64::from(size.vcpus.unwrap_or(0)) - i64::from(original.vcpus.unwrap_or(0));
    // Of machines with GPUs, only much larger ones come after the others.
    let is_huge = has_gpus && size.vcpus.unwrap_or(0) / 8 > original.vcpus.unwrap_or(0);
    let vcpus = if has_gpus { 0 } else { vcpus };
    let enough = thousandths(original.memory_gib) / 10 * 9;
    [
        i64::from(has_gpus && maker(size) != maker(original)),
        i64::from(gpus < 0),
        gpus.abs(),
        i64::from(vcpus < 0),
        vcpus.abs(),
        i64::from(thousandths(size.memory_gib) < enough),
        i64::from(is_huge),
        hundredths_of_a_cent(size),
    ]
}

/// Returns the GPU vendor, the first word of the model: GPU software runs on one vendor's GPUs only.
fn maker(size: &VmSize) -> &'static str {
    size.gpu_model.split(' ').next().unwrap_or_default()
}

#[allow(clippy::cast_possible_truncation)] // Memory is below 100,000 GiB.
fn thousandths(amount: Option<f32>) -> i64 {
    (amount.unwrap_or(0.0) * 1000.0) as i64
}

/// Returns the price per hour; sizes without a price come last.
#[allow(clippy::cast_possible_truncation)] // No machine costs $1,000,000 an hour.
fn hundredths_of_a_cent(size: &VmSize) -> i64 {
    size.price
        .map_or(i64::MAX, |price| (price.usd_per_hour * 10_000.0) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::vm_size;

    const TODAY: Date = Date::new(2026, 11, 21);

    fn names(size: &str) -> Vec<&'static str> {
        let size = vm_size(size).expect("a known size");
        replacements(size, TODAY, |_| true)
            .iter()
            .map(|size| size.name)
            .collect()
    }

    #[test]
    fn replaces_by_the_series_that_the_page_names() {
        assert_eq!(names("Standard_NC6")[0], "Standard_NC8as_T4_v3");
        // The cheapest of the series with as many vCPUs and enough memory.
        assert_eq!(names("Standard_DS3_v2")[0], "Standard_D4as_v5");
        assert_eq!(names("Standard_D4s_v5"), Vec::<&str>::new());
    }

    #[test]
    fn gpus_count_before_memory_and_memory_before_the_price() {
        assert_eq!(
            names("Standard_NC6s_v3"),
            [
                "Standard_NC16as_T4_v3",
                "Standard_NV36ads_A10_v5",
                "Standard_NC24ads_A100_v4"
            ]
        );
        assert_eq!(
            names("Standard_NC24rs_v3")[..2],
            ["Standard_NC64as_T4_v3", "Standard_NC96ads_A100_v4"]
        );
    }

    #[test]
    fn never_offers_what_is_retired_within_a_year() {
        for size in vm_sizes() {
            assert!(
                replacements(size, TODAY, |_| true)
                    .iter()
                    .all(|new| new.is_current(Some(TODAY)) && new.restricted_since.is_empty()),
                "{}",
                size.name
            );
        }
    }
}
