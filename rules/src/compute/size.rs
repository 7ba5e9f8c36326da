//! The tables of VM sizes and series: `data/vm-sizes.csv`, `data/vm-series.csv`.

use std::sync::LazyLock;

use crate::date::Date;
use crate::similar::closest;

include!(concat!(env!("OUT_DIR"), "/vm_tables.rs"));

/// Every size by lower-case name, built on first use.
static VM_SIZES: LazyLock<Vec<VmSize>> = LazyLock::new(|| VM_ROWS.iter().map(Row::size).collect());

/// Range of `VM_TEXT`.
#[derive(Clone, Copy)]
struct Text {
    start: u32,
    len: u8,
}

impl Text {
    fn get(self) -> &'static str {
        let start = self.start as usize;
        VM_TEXT
            .get(start..start + usize::from(self.len))
            .unwrap_or_default()
    }
}

/// A [`VmSize`] in the form of the table, without pointers.
struct Row {
    name: Text,
    series: Text,
    category: VmCategory,
    vcpus: Option<u16>,
    memory_gib: Option<f32>,
    gpu_model: Text,
    gpus: Option<f32>,
    rdma: bool,
    price: Option<(f64, Text, Date)>,
    retires_on: Option<Date>,
    restricted_since: Text,
    online_endpoint: bool,
    upgrade_reserve_exempt: bool,
    listed_for_aml: bool,
}

impl Row {
    fn size(&self) -> VmSize {
        VmSize {
            name: self.name.get(),
            series: self.series.get(),
            category: self.category,
            vcpus: self.vcpus,
            memory_gib: self.memory_gib,
            gpu_model: self.gpu_model.get(),
            gpus: self.gpus,
            rdma: self.rdma,
            price: self.price.map(|(usd_per_hour, region, as_of)| Price {
                usd_per_hour,
                region: region.get(),
                as_of,
            }),
            retires_on: self.retires_on,
            restricted_since: self.restricted_since.get(),
            online_endpoint: self.online_endpoint,
            upgrade_reserve_exempt: self.upgrade_reserve_exempt,
            listed_for_aml: self.listed_for_aml,
        }
    }
}

/// Purpose of a series, as Azure groups them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum VmCategory {
    /// A balanced ratio of memory to processor.
    General,
    /// A high ratio of processor to memory.
    Compute,
    /// A high ratio of memory to processor.
    Memory,
    /// Fast disks.
    Storage,
    /// GPUs.
    Gpu,
    /// FPGAs.
    Fpga,
    /// Fast nodes with InfiniBand.
    HighPerformance,
}

impl VmCategory {
    /// Its name on Microsoft Learn.
    pub const fn label(self) -> &'static str {
        match self {
            Self::General => "general purpose",
            Self::Compute => "compute optimized",
            Self::Memory => "memory optimized",
            Self::Storage => "storage optimized",
            Self::Gpu => "GPU",
            Self::Fpga => "FPGA",
            Self::HighPerformance => "high performance compute",
        }
    }
}

/// A VM size. Values that no source contains are `None`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VmSize {
    /// Canonical spelling.
    pub name: &'static str,
    /// The series it belongs to.
    pub series: &'static str,
    /// Purpose of its series.
    pub category: VmCategory,
    /// Usable virtual CPUs.
    pub vcpus: Option<u16>,
    /// Memory in GiB.
    pub memory_gib: Option<f32>,
    /// GPU model, empty without GPUs.
    pub gpu_model: &'static str,
    /// Number of GPUs; a fraction if one is shared; 0 = none.
    pub gpus: Option<f32>,
    /// `true` if its nodes are connected by InfiniBand.
    pub rdma: bool,
    /// List price.
    pub price: Option<Price>,
    /// Retirement date.
    pub retires_on: Option<Date>,
    /// Month since which new subscriptions can't deploy it and no quota is granted: "July 2026";
    /// empty if it isn't restricted.
    pub restricted_since: &'static str,
    /// `true` if it is in the list of sizes for managed online endpoints.
    pub online_endpoint: bool,
    /// `true` if deployments on it need no quota reserve for upgrades; known for sizes of online
    /// endpoints.
    pub upgrade_reserve_exempt: bool,
    /// `true` if it is listed for Azure ML compute; `false` does not mean that it is unsupported.
    pub listed_for_aml: bool,
}

impl VmSize {
    /// Returns the instances and the vCPUs for which a managed online deployment of `count`
    /// instances needs quota: a fifth more, rounded up, for upgrades, except on some sizes.
    pub fn online_quota(&self, count: i64) -> Option<(i64, i64)> {
        let reserved = if self.upgrade_reserve_exempt {
            count
        } else {
            count.checked_mul(6)?.checked_add(4)? / 5
        };
        Some((reserved, reserved.checked_mul(i64::from(self.vcpus?))?))
    }

    /// Returns `true` if it is not retired within a year from `today`, so that it may be suggested.
    pub fn is_current(&self, today: Option<Date>) -> bool {
        match (self.retires_on, today) {
            (Some(day), Some(today)) => day > today.plus_years(1),
            (day, _) => day.is_none(),
        }
    }

    /// Returns `true` if it is retired on `today`.
    pub fn is_retired(&self, today: Option<Date>) -> bool {
        let days = self.retires_on.zip(today);
        days.is_some_and(|(day, today)| day <= today)
    }

    /// Returns the restriction of a series that gets no more capacity.
    pub fn restriction(&self) -> Option<String> {
        let since = Some(self.restricted_since).filter(|since| !since.is_empty())?;
        Some(format!(
            "new subscriptions can't deploy it; no new quota since {since}"
        ))
    }

    /// Returns the known facts of a machine: "4 vCPU", "16 GiB", "1 × NVIDIA T4", "InfiniBand".
    pub fn figures(&self) -> Vec<String> {
        let model = self.gpu_model;
        let gpus = match self.gpus {
            _ if model.is_empty() => None,
            Some(count) if count > 0.0 && count < 1.0 => {
                Some(format!("{} of an {model}", fraction(count)))
            }
            Some(count) if count > 0.0 => Some(format!("{count} × {model}")),
            Some(_) => None,
            None => Some(format!("{model}, number unknown")),
        };
        let parts = [
            self.vcpus.map(|count| format!("{count} vCPU")),
            self.memory_gib.map(|amount| format!("{amount} GiB")),
            gpus,
            self.rdma.then(|| "InfiniBand".to_owned()),
        ];
        parts.into_iter().flatten().collect()
    }
}

/// "1/6" for a shared GPU.
fn fraction(share: f32) -> String {
    format!("1/{}", (1.0 / share).round())
}

/// The pay-as-you-go Linux list price of one machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Price {
    /// US dollars per hour.
    pub usd_per_hour: f64,
    /// Azure region.
    pub region: &'static str,
    /// Date of the price list.
    pub as_of: Date,
}

/// A VM series.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VmSeries {
    /// Its name, such as `NCsv3`.
    pub name: &'static str,
    /// Retirement date.
    pub retires_on: Option<Date>,
    /// The series that its retirement page names as replacement, separated by `/` and `;`.
    pub replacement: &'static str,
}

/// Returns the size called `name`, ignoring case.
pub fn vm_size(name: &str) -> Option<&'static VmSize> {
    let lower = name.trim().to_ascii_lowercase();
    let at = VM_SIZES
        .binary_search_by(|size| compare_lower(size.name, &lower))
        .ok()?;
    VM_SIZES.get(at)
}

/// Returns the date of the newest source of the sizes.
pub fn vm_sizes_as_of() -> Option<Date> {
    static NEWEST: LazyLock<Option<Date>> = LazyLock::new(|| {
        let days = VM_ROWS.iter().filter_map(|row| row.price);
        days.map(|(.., as_of)| as_of).max()
    });
    *NEWEST
}

/// Returns every size, by lower-case name.
pub fn vm_sizes() -> &'static [VmSize] {
    &VM_SIZES
}

/// Returns the series called `name`.
pub fn vm_series(name: &str) -> Option<&'static VmSeries> {
    VM_SERIES.iter().find(|series| series.name == name)
}

/// Returns the size that `name` probably means: the same letters and digits, or nearly so. `None`
/// if that size is retired within a year from `today`.
pub fn closest_vm_size(name: &str, today: Option<Date>) -> Option<&'static VmSize> {
    // From the end: most sizes begin alike.
    let same = VM_SIZES
        .iter()
        .find(|size| letters(size.name).rev().eq(letters(name).rev()));
    let near = same.or_else(|| vm_size(closest(name, VM_SIZES.iter().map(|size| size.name))?));
    near.filter(|size| size.is_current(today))
}

/// Returns its letters and digits in lower case.
fn letters(name: &str) -> impl DoubleEndedIterator<Item = u8> {
    name.bytes()
        .filter(u8::is_ascii_alphanumeric)
        .map(|byte| byte.to_ascii_lowercase())
}

/// Returns `true` if `name` is shaped like a VM size: `Standard_` or `Basic_`, a family letter and
/// a number. Storage SKUs such as `Standard_LRS` are not.
pub fn looks_like_vm_size(name: &str) -> bool {
    let Some((tier, rest)) = name.split_once('_') else {
        return false;
    };
    let tier = tier.eq_ignore_ascii_case("standard") || tier.eq_ignore_ascii_case("basic");
    let letters = rest.chars().take_while(char::is_ascii_alphabetic).count();
    let digit = rest[letters..].starts_with(|c: char| c.is_ascii_digit());
    tier && (1..=5).contains(&letters)
        && digit
        && rest
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}

/// Compares `name` in lower case with `lower`. Most names share their first word, which is skipped.
fn compare_lower(name: &str, lower: &str) -> std::cmp::Ordering {
    let rests = (name.strip_prefix("Standard_")).zip(lower.strip_prefix("standard_"));
    let (name, lower) = rests.unwrap_or((name, lower));
    name.bytes()
        .map(|byte| byte.to_ascii_lowercase())
        .cmp(lower.bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_sizes_in_any_case() {
        let size = vm_size("STANDARD_ds3_V2").expect("a size everybody uses");
        assert_eq!(
            (size.name, size.vcpus, size.memory_gib, size.gpus),
            ("Standard_DS3_v2", Some(4), Some(14.0), Some(0.0))
        );
        assert!(
            size.price
                .is_some_and(|price| price.usd_per_hour > 0.0 && price.region == "eastus")
        );
        assert!(
            vm_sizes()
                .iter()
                .all(|size| vm_size(size.name) == Some(size))
        );
        assert_eq!(vm_size("Standard_Imaginary_v9"), None);
    }

    #[test]
    fn online_deployments_need_a_fifth_more() {
        let size = vm_size("Standard_DS3_v2").expect("a size everybody uses");
        assert_eq!(
            [1, 3, 5, 6].map(|count| size.online_quota(count)),
            [(2, 8), (4, 16), (6, 24), (8, 32)].map(Some)
        );
        let exempt = vm_sizes()
            .iter()
            .find(|size| size.upgrade_reserve_exempt && size.vcpus.is_some());
        let exempt = exempt.expect("some sizes are exempt");
        assert_eq!(
            exempt.online_quota(3).map(|(instances, _)| instances),
            Some(3)
        );
        assert_eq!(size.online_quota(i64::MAX), None);
    }

    #[test]
    fn figures_leave_out_what_is_not_there() {
        let of = |name| vm_size(name).map(|size| size.figures().join(" · "));
        assert_eq!(of("Standard_DS3_v2").as_deref(), Some("4 vCPU · 14 GiB"));
        assert_eq!(
            of("Standard_NV6ads_A10_v5").as_deref(),
            Some("6 vCPU · 55 GiB · 1/6 of an NVIDIA A10")
        );
        assert_eq!(
            of("Standard_NC64ds_xl_RTXPRO6000BSE_v6").as_deref(),
            Some(
                "64 vCPU · 256 GiB · NVIDIA RTX PRO 6000 Blackwell Server Edition, number unknown"
            )
        );
        assert_eq!(
            of("Standard_NC24rs_v3").as_deref(),
            Some("24 vCPU · 448 GiB · 4 × NVIDIA Tesla V100 · InfiniBand")
        );
    }

    #[test]
    fn finds_what_was_meant() {
        let today = Some(Date::new(2026, 11, 22));
        let name = |text| closest_vm_size(text, today).map(|size| size.name);
        assert_eq!(name("Standard_DS3v2"), Some("Standard_DS3_v2"));
        assert_eq!(
            name("standard_nc24ads_a100v4"),
            Some("Standard_NC24ads_A100_v4")
        );
        assert_eq!(name("my-own-type"), None);
        assert_eq!(name("Standard_NC6v2"), None);
        assert_eq!(vm_sizes_as_of(), Some(Date::new(2026, 6, 18)));
    }

    #[test]
    fn knows_the_shape_of_a_size() {
        for size in [
            "Standard_DS3_v2",
            "STANDARD_NC6",
            "Standard_ND96isr_H100_v5",
            "Basic_A1",
            "Standard_E4-2s_v5",
        ] {
            assert!(looks_like_vm_size(size), "{size}");
        }
        for other in [
            "Standard_LRS",
            "Standard_RAGRS",
            "Standard_ZRS",
            "defaultinstancetype",
            "Premium_LRS",
            "Standard",
        ] {
            assert!(!looks_like_vm_size(other), "{other}");
        }
    }

    #[test]
    fn older_series_get_no_more_capacity() {
        let since = |name: &str| vm_size(name).map(|size| size.restricted_since);
        assert_eq!(since("Standard_DS3_v2"), Some("July 2026"));
        assert_eq!(since("Standard_F4s_v2"), Some("July 2026"));
        assert_eq!(since("Standard_D4as_v4"), Some(""));
        assert_eq!(
            vm_size("Standard_DS3_v2")
                .and_then(VmSize::restriction)
                .as_deref(),
            Some("new subscriptions can't deploy it; no new quota since July 2026")
        );
    }

    #[test]
    fn every_size_has_a_series() {
        assert!(
            vm_sizes()
                .iter()
                .all(|size| vm_series(size.series).is_some())
        );
    }
}
