//! Families of VM sizes, which are spelled differently in each list of Azure.

/// Returns the family as it is compared: `standardDSv2Family` of a size and "Standard DSv2 Family Cluster
/// Dedicated vCPUs" of a quota are both `dsv2`.
pub(super) fn family_key(name: &str) -> String {
    let lower: String = name
        .chars()
        .filter(|c| !c.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect();
    let key = lower.strip_prefix("standard").unwrap_or(&lower);
    let key = key.strip_suffix("vcpus").unwrap_or(key);
    let key = key
        .strip_suffix("clusterdedicated")
        .or_else(|| key.strip_suffix("clusterlowpriority"))
        .unwrap_or(key);
    let key = key.strip_suffix("family").unwrap_or(key);
    without_optional_letter(key)
}

/// Returns `ncv3` for `ncsv3`: lists spell the older GPU series in both ways.
fn without_optional_letter(key: &str) -> String {
    for series in ["nc", "nd"] {
        let version = key
            .strip_prefix(series)
            .and_then(|rest| rest.strip_prefix("sv"));
        if let Some(version) = version.filter(|version| is_digit(version)) {
            return format!("{series}v{version}");
        }
    }
    key.to_owned()
}

fn is_digit(text: &str) -> bool {
    matches!(text.as_bytes(), [digit] if digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_of_sizes_and_quotas_are_the_same() {
        for (size, quota) in [
            (
                "standardDSv2Family",
                "Standard DSv2 Family Cluster Dedicated vCPUs",
            ),
            (
                "standardDv2Family",
                "Standard Dv2 Family Cluster Dedicated vCPUs",
            ),
            (
                "standardDFamily",
                "Standard D Family Cluster Dedicated vCPUs",
            ),
            (
                "standardFSv2Family",
                "Standard FSv2 Family Cluster LowPriority vCPUs",
            ),
            (
                "standardNCFamily",
                "Standard NC Family Cluster Dedicated vCPUs",
            ),
            (
                "standardNCSv3Family",
                "Standard NCSv3 Family Cluster Dedicated vCPUs",
            ),
            (
                "standardNCSv3Family",
                "Standard NCv3 Family Cluster Dedicated vCPUs",
            ),
            (
                "Standard NCASv3_T4 Family",
                "Standard NCASv3_T4 Family Cluster Dedicated vCPUs",
            ),
            (
                "StandardNCADSA100v4Family",
                "Standard NCADSA100v4 Family vCPUs",
            ),
        ] {
            assert_eq!(family_key(size), family_key(quota), "{size}");
        }
        assert_ne!(
            family_key("standardDSv2Family"),
            family_key("standardDv2Family")
        );
        assert_ne!(
            family_key("standardNCFamily"),
            family_key("standardNCSv3Family")
        );
    }
}
