//! VM sizes: those that can be had at this value, the cheapest first. Retired sizes are not offered.

use std::cmp::Ordering;

use azml_rules::compute::{ComputeKind, Prices, SPARK_SIZES, VmSize, vm_size, vm_sizes};
use azml_rules::date::Date;
use azml_rules::document::{Kind, Task, Work};
use azml_rules::workspace::Resolution;

use super::item::{Item, ItemSort};
use super::line::Value;
use crate::ide::Site;
use crate::ide::markdown::{Markdown, md, ours};

/// So many are listed; more is no choice, and takes editors long. Who types more sees others.
const LISTED: usize = 200;

pub(super) fn items(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let today = site.workspace.today();
    let prices = site.settings().prices.clone();
    let search = SizeSearch::new(value.typed);
    let of_place = sizes(site, value);
    let mut found: Vec<RankedSize> = of_place
        .filter(|size| !is_retired(size, today))
        .filter_map(|size| search.find(size, &prices))
        .collect();
    found.sort_by(RankedSize::compare);
    found.truncate(LISTED);
    found
        .iter()
        .map(|found| found.item(value, &prices))
        .collect()
}

fn is_retired(size: &VmSize, today: Option<Date>) -> bool {
    size.retires_on
        .zip(today)
        .is_some_and(|(day, today)| day <= today)
}

/// The sizes that can be had at `value`.
fn sizes(site: &Site<'_>, value: &Value<'_>) -> Box<dyn Iterator<Item = &'static VmSize>> {
    let works = site.document.works();
    let enclosing = works
        .iter()
        .filter(|work| work.node.range().touches(value.key_at));
    let work = enclosing.min_by_key(|work| work.node.range().len());
    match work {
        _ if site.document.kind() == Some(Kind::DeploymentManagedOnline) => {
            Box::new(vm_sizes().iter().filter(|size| size.online_endpoint))
        }
        Some(work) if work.task == Task::Spark => {
            Box::new(SPARK_SIZES.iter().filter_map(|name| vm_size(name)))
        }
        Some(work) if is_on_kubernetes(site, work) => Box::new(std::iter::empty()),
        _ => Box::new(vm_sizes().iter()),
    }
}

/// Whether the work runs on Kubernetes, whose instance types have names of their own.
fn is_on_kubernetes(site: &Site<'_>, work: &Work<'_>) -> bool {
    let Some(node) = work.target.node else {
        return false;
    };
    let compute = site.workspace.resolve_compute(site.document.path(), node);
    matches!(compute, Resolution::Known(compute) if compute.kind() == Some(ComputeKind::Kubernetes))
}

/// What is typed, made ready to be looked for.
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
            // Clients rank by how well this fits what is typed: alike for all, our order stays.
            filter: if self.typed.is_empty() {
                size.name.to_owned()
            } else {
                self.typed.clone()
            },
            is_inside_name: !begins,
            unlisted: !size.listed_for_aml,
            price: prices.per_hour_of(size).unwrap_or(f64::INFINITY),
        })
    }
}

/// Letters and digits in lower case: people leave out `_`.
fn squashed(text: &str) -> String {
    text.bytes()
        .filter(u8::is_ascii_alphanumeric)
        .map(|byte| char::from(byte.to_ascii_lowercase()))
        .collect()
}

/// Whether `bare` begins at the start of a word of `text`: `a100` in `NVIDIA A100`, but no `nc` in
/// `Instinct`.
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

/// A size that matches, with what decides its place in the list.
struct RankedSize {
    size: &'static VmSize,
    filter: String,
    is_inside_name: bool,
    unlisted: bool,
    price: f64,
}

impl RankedSize {
    fn compare(&self, other: &Self) -> Ordering {
        let rank = |found: &Self| (found.is_inside_name, found.unlisted);
        rank(self)
            .cmp(&rank(other))
            .then_with(|| self.price.total_cmp(&other.price))
            .then_with(|| self.size.name.cmp(other.size.name))
    }

    fn item(&self, value: &Value<'_>, prices: &Prices) -> Item {
        let price = prices
            .rate(self.size.name)
            .map(|rate| format!("{} ({})", rate.hourly(), rate.basis()));
        let about = self.size.retires_on.map_or_else(Markdown::new, |day| {
            let day = ours(day.to_string());
            md!(
                "will be retired on {} (retirement pages of 2026-09-24)",
                day
            )
        });
        let detail: Vec<String> = self.size.figures().into_iter().chain(price).collect();
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
