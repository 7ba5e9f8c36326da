//! What to take instead of a size that is retired.

use super::{VmSize, vm_series, vm_sizes};
use crate::date::Date;

/// Sizes of the series that the retirement page of `size` names, each as close to it as the series
/// has one: at least its vCPUs and GPUs where possible, and not retired by `today` themselves. In
/// the order of the page, at most three.
#[must_use]
pub fn replacements(size: &VmSize, today: Date) -> Vec<&'static VmSize> {
    let Some(series) = vm_series(size.series) else {
        return Vec::new();
    };
    let named = series
        .replacement
        .split(['/', ';', ' ', '(', ')', ','])
        .filter(|name| vm_series(name).is_some());
    let mut found: Vec<&'static VmSize> = Vec::new();
    for name in named {
        let closest = closest_in(name, size, today);
        found.extend(closest.filter(|size| !found.iter().any(|other| other.name == size.name)));
    }
    // Sizes that no page retires come first.
    found.sort_by_key(|size| size.retires_on.is_some());
    found.truncate(3);
    found
}

fn closest_in(series: &str, wanted: &VmSize, today: Date) -> Option<&'static VmSize> {
    let of_series = vm_sizes()
        .iter()
        .filter(|size| size.series == series && size.retires_on.is_none_or(|day| day > today));
    of_series.min_by_key(|size| {
        let vcpus = i32::from(size.vcpus.unwrap_or(0)) - i32::from(wanted.vcpus.unwrap_or(0));
        let gpus = size.gpus.unwrap_or(0.0) - wanted.gpus.unwrap_or(0.0);
        let memory = size.memory_gib.unwrap_or(0.0) - wanted.memory_gib.unwrap_or(0.0);
        #[allow(clippy::cast_possible_truncation)] // Memory is below 100,000 GiB.
        let memory = (memory.abs() * 8.0) as i64;
        (gpus < 0.0, vcpus < 0, vcpus.abs(), memory)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::vm_size;

    const TODAY: Date = Date::new(2026, 11, 21);

    fn names(size: &str) -> Vec<&'static str> {
        let size = vm_size(size).expect("a known size");
        replacements(size, TODAY)
            .iter()
            .map(|size| size.name)
            .collect()
    }

    #[test]
    fn replaces_by_the_series_that_the_page_names() {
        assert_eq!(names("Standard_NC6")[0], "Standard_NC8as_T4_v3");
        assert!(
            names("Standard_DS3_v2").contains(&"Standard_D4s_v5"),
            "{:?}",
            names("Standard_DS3_v2")
        );
        assert_eq!(names("Standard_D4s_v5"), Vec::<&str>::new());
    }

    #[test]
    fn never_offers_what_is_retired_itself() {
        for size in vm_sizes() {
            assert!(
                replacements(size, TODAY)
                    .iter()
                    .all(|new| new.retires_on.is_none_or(|day| day > TODAY)),
                "{}",
                size.name
            );
        }
    }
}
