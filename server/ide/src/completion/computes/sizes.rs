//! Completion of VM sizes: those available for this value, the most usual ones first, then the
//! others by price. Retired sizes are not offered, nor those that the workspace's region does not have.
//!
//! The usual sizes are derived from the data: of the sizes listed for Azure ML without a retirement
//! date, the cheapest of each number of cores or GPUs.

use std::cmp::Ordering;

use std::collections::BTreeMap;

use azml_rules::compute::{
    ComputeKind, Prices, SPARK_SIZES, VmCategory, VmSize, vm_size, vm_sizes,
};
use azml_rules::date::Date;
use azml_rules::document::{Kind, Task, Work};
use azml_rules::snapshot::{SavedList, SavedSize, Snapshot};
use azml_rules::syntax::known_text;
use azml_rules::workspace::Resolution;

use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::completion::line::Value;
use crate::markdown::{Markdown, md, ours, plain};

/// Maximum number of sizes listed: longer lists slow editors down, and typing more narrows the list.
const LISTED: usize = 200;

pub(crate) fn items(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let today = site.today();
    let prices = site.prices();
    let search = SizeSearch::new(value.typed);
    let (purpose, mut of_place) = sizes(site, value);
    let settings = site.settings();
    let snapshot = settings.snapshot.as_deref();
    let region = snapshot.and_then(|snapshot| sizes_of_region(site, snapshot, purpose));
    of_place.retain(|size| {
        let is_offered = region.is_none_or(|sizes| sizes.named(size.name).next().is_some());
        is_offered && !size.is_retired(today)
    });
    let common = common(&of_place, purpose, prices);
    let mut found: Vec<RankedSize> = of_place
        .into_iter()
        .filter_map(|size| search.find(size, prices))
        .collect();
    for found in &mut found {
        found.rank = rank(found.size, purpose, &common, today);
    }
    found.sort_by(RankedSize::compare);
    found.truncate(LISTED);
    found
        .iter()
        .map(|found| found.item(value, prices))
        .collect()
}

/// Returns the sizes that the region of the document offers; `None` if they are not known.
fn sizes_of_region<'s>(
    site: &Site<'_>,
    snapshot: &'s Snapshot,
    purpose: Purpose,
) -> Option<&'s SavedList<SavedSize>> {
    let location = site.document.get("location").map(known_text);
    let is_here = location.is_none_or(|it| it.is_some_and(|it| snapshot.is_in_region(Some(it))));
    let sizes = snapshot
        .sizes
        .as_ref()
        .filter(|_| is_here && purpose != Purpose::Spark)?;
    (sizes.is_whole && !sizes.entries().is_empty()).then_some(sizes)
}

/// The use of the machines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Jobs and compute instances.
    Training,
    /// Online endpoints.
    Online,
    /// Serverless Spark, which has sizes of its own.
    Spark,
}

/// Minimum number of cores to serve a model, which shares them with the server around it.
const CORES_TO_SERVE: u16 = 4;
/// Maximum number of cores of a usual size.
const COMMON_CORES: u16 = 16;
/// Minimum memory for each core of a usual size, in GiB.
const COMMON_GIB: f32 = 4.0;

/// Returns the cheapest size of each number of cores, and of each number of GPUs of a model.
fn common(sizes: &[&'static VmSize], purpose: Purpose, prices: &Prices) -> Vec<&'static str> {
    let mut cheapest: BTreeMap<(u16, &str, u16), (f64, &'static str)> = BTreeMap::new();
    for size in sizes {
        let is_offered = purpose == Purpose::Online || size.listed_for_aml;
        let (Some(kind), Some(price)) = (common_kind(size), prices.per_hour_of(size)) else {
            continue;
        };
        if !is_offered || size.retires_on.is_some() || !size.restricted_since.is_empty() {
            continue;
        }
        let best = cheapest.entry(kind).or_insert((price, size.name));
        // Of two sizes with the same price, the later name has the better disk.
        if (price, std::cmp::Reverse(size.name)) < (best.0, std::cmp::Reverse(best.1)) {
            *best = (price, size.name);
        }
    }
    cheapest.into_values().map(|(_, name)| name).collect()
}

/// Returns the cores of a usual machine, or the model and number of its GPUs.
fn common_kind(size: &VmSize) -> Option<(u16, &'static str, u16)> {
    let cores = size.vcpus?;
    let gpus = size.gpus.unwrap_or_default();
    if gpus >= 1.0 {
        return Some((0, size.gpu_model, gpus as u16));
    }
    let is_usual = size.category == VmCategory::General && gpus == 0.0;
    let memory = size.memory_gib? / f32::from(cores);
    let fits = (CORES_TO_SERVE..=COMMON_CORES).contains(&cores) && memory >= COMMON_GIB;
    (is_usual && fits).then_some((cores, "", 0))
}

/// Returns the rank of `size` in the list; the lowest rank comes first.
fn rank(size: &VmSize, purpose: Purpose, common: &[&str], today: Option<Date>) -> u8 {
    let is_small = size.vcpus.is_some_and(|cores| cores < CORES_TO_SERVE);
    match purpose {
        Purpose::Spark => 0,
        _ if !size.is_current(today) => 5,
        _ if common.contains(&size.name) => 0,
        Purpose::Online if is_small => 4,
        // New subscriptions can't deploy these.
        _ if !size.restricted_since.is_empty() => 4,
        Purpose::Training if !size.listed_for_aml => 3,
        _ if size.retires_on.is_some() => 2,
        _ => 1,
    }
}

/// Returns the sizes available for `value`, and their purpose.
fn sizes(site: &Site<'_>, value: &Value<'_>) -> (Purpose, Vec<&'static VmSize>) {
    let works = site.document.works();
    let enclosing = works
        .iter()
        .filter(|work| work.node.range().touches(value.key_at));
    let work = enclosing.min_by_key(|work| work.node.range().len());
    match work {
        _ if site.document.kind() == Some(Kind::DeploymentManagedOnline) => {
            let sizes = vm_sizes().iter().filter(|size| size.online_endpoint);
            (Purpose::Online, sizes.collect())
        }
        // A monitor runs on serverless Spark.
        _ if site.document.kind() == Some(Kind::ScheduleMonitor) => {
            let sizes = SPARK_SIZES.iter().filter_map(|name| vm_size(name));
            (Purpose::Spark, sizes.collect())
        }
        Some(work) if work.task == Task::Spark => {
            let sizes = SPARK_SIZES.iter().filter_map(|name| vm_size(name));
            (Purpose::Spark, sizes.collect())
        }
        Some(work) if is_on_kubernetes(site, work) => (Purpose::Training, Vec::new()),
        Some(work) if matches!(work.task, Task::AutoMlImage | Task::AutoMlText) => {
            // These jobs train deep neural networks, which needs GPUs.
            let sizes = vm_sizes().iter().filter(|size| size.gpus != Some(0.0));
            (Purpose::Training, sizes.collect())
        }
        _ => (Purpose::Training, vm_sizes().iter().collect()),
    }
}

/// Returns `true` if the work runs on Kubernetes, whose instance types have names of their own.
fn is_on_kubernetes(site: &Site<'_>, work: &Work<'_>) -> bool {
    let Some(node) = work.target.node else {
        return false;
    };
    let compute = site.workspace.resolve_compute(site.document.path(), node);
    matches!(compute, Resolution::Known(compute) if compute.kind() == Some(ComputeKind::Kubernetes))
}

/// The typed text, normalized for the search.
struct SizeSearch {
    typed: String,
    bare: String,
}

impl SizeSearch {
    fn new(typed: &str) -> Self {
        let lower = typed.to_ascii_lowercase();
        let bare = lower
            .strip_prefix("standard_")
            .unwrap_or(if "standard_".starts_with(&lower) {
                ""
            } else {
                &lower
            });
        Self {
            typed: typed.to_owned(),
            bare: squashed(bare),
        }
    }

    fn find(&self, size: &'static VmSize, prices: &Prices) -> Option<RankedSize> {
        let has_gpu = size.gpus.is_some_and(|count| count > 0.0);
        let name = if self.bare.is_empty() {
            String::new()
        } else {
            squashed(size.name)
        };
        let name = name.strip_prefix("standard").unwrap_or(&name);
        let begins = name.starts_with(&self.bare);
        let matches = match self.bare.as_str() {
            "gpu" => has_gpu,
            "cpu" => !has_gpu,
            bare => begins || name.contains(bare) || has_word(size.gpu_model, bare),
        };
        matches.then(|| RankedSize {
            size,
            // Clients rank by the match with this text: it is equal for all, so that our order stays.
            filter: if self.typed.is_empty() {
                size.name.to_owned()
            } else {
                self.typed.clone()
            },
            is_inside_name: !begins,
            rank: 0,
            price: prices.per_hour_of(size).unwrap_or(f64::INFINITY),
        })
    }
}

/// Returns the letters and digits in lower case: users often leave out `_`.
fn squashed(text: &str) -> String {
    text.bytes()
        .filter(u8::is_ascii_alphanumeric)
        .map(|byte| char::from(byte.to_ascii_lowercase()))
        .collect()
}

/// Returns `true` if `bare` begins at the start of a word of `text`: `a100` in `NVIDIA A100`, but
/// not `nc` in `Instinct`.
fn has_word(text: &str, bare: &str) -> bool {
    let starts = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    let mut words: Vec<&str> = starts.collect();
    while !words.is_empty() {
        if squashed(&words.concat()).starts_with(bare) {
            return true;
        }
        words.remove(0);
    }
    false
}

/// A size that matches, with its sort key.
struct RankedSize {
    size: &'static VmSize,
    filter: String,
    is_inside_name: bool,
    rank: u8,
    price: f64,
}

impl RankedSize {
    fn compare(&self, other: &Self) -> Ordering {
        let rank = |found: &Self| (found.is_inside_name, found.rank);
        rank(self)
            .cmp(&rank(other))
            .then_with(|| self.price.total_cmp(&other.price))
            .then_with(|| self.size.name.cmp(other.size.name))
    }

    fn item(&self, value: &Value<'_>, prices: &Prices) -> Item {
        let rate = prices.rate(self.size.name);
        let mut about = Markdown::new();
        if let Some(rate) = &rate {
            about.push(md!("{}: {}\n\n", plain(rate.hourly()), ours(rate.basis())));
        }
        if let Some(day) = self.size.retires_on {
            let day = ours(day.to_string());
            about.push(md!(
                "will be retired on {} (retirement pages of 2026-09-24)",
                day
            ));
        }
        if let Some(restriction) = self.size.restriction() {
            about.push(md!("\n\n{}", ours(restriction)));
        }
        let mut detail = self.size.figures();
        // The GPU is the reason to choose the size, and a row shows only the beginning.
        let gpu = detail
            .iter()
            .position(|part| part.contains(self.size.gpu_model));
        let gpu = gpu.filter(|_| !self.size.gpu_model.is_empty());
        let at = gpu.map_or(detail.len(), |at| {
            let gpu = detail
                .remove(at)
                .replace("NVIDIA ", "")
                .replace("Tesla ", "");
            detail.insert(0, gpu);
            1
        });
        if let Some(rate) = &rate {
            detail.insert(at, rate.hourly());
        }
        let (category, series) = (self.size.category.label(), self.size.series);
        detail.push(format!("{series} family, {category}"));
        Item {
            sort: ItemSort::Size,
            label: self.size.name.to_owned(),
            insert: value.spaced(self.size.name),
            filter: self.filter.clone(),
            detail: detail.join(" · "),
            about,
            is_retired: false,
            is_snippet: false,
        }
    }
}
