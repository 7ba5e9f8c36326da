//! Prices of machines: the user's own from `prices:` in `azml.yaml`, those of the workspace's region
//! from a snapshot, or the list price of the size.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::compute::{VmSize, vm_size};
use crate::date::Date;
use crate::syntax::{Node, known_text};

/// Hours in a month, as Azure's own calculator counts them: 365 × 24 / 12.
pub const HOURS_PER_MONTH: f64 = 730.0;

/// The user's own prices, and those of regions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Prices {
    /// ISO 4217 code of the user's own prices; `None` means US dollars.
    pub currency: Option<String>,
    /// Price of one machine per hour, by size name in lower case.
    pub per_hour: BTreeMap<String, f64>,
    /// Region of the workspace, if it is known.
    pub home: Option<Arc<str>>,
    /// Saved prices of regions, those with precedence first.
    pub regions: Vec<Arc<RegionPrices>>,
}

/// The prices of one region.
#[derive(Clone, PartialEq, Debug)]
pub struct RegionPrices {
    /// The region, such as `westeurope`.
    pub region: Arc<str>,
    /// ISO 4217 code.
    pub currency: Arc<str>,
    /// File that has the prices.
    pub source: SavedPrices,
    /// Day on which they were saved.
    pub as_of: Option<Date>,
    /// Price of one machine per hour, by size name in lower case. Prices are finite and above zero.
    pub per_hour: BTreeMap<String, RegionPrice>,
}

impl Eq for RegionPrices {}

impl RegionPrices {
    /// Returns the prices of a size.
    fn of(&self, size: &str) -> Option<&RegionPrice> {
        self.per_hour.get(&size.trim().to_ascii_lowercase())
    }
}

/// File that has the prices of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SavedPrices {
    /// The sizes of the workspace in its snapshot.
    Snapshot,
    /// A page of the Azure Retail Prices API.
    RetailPage,
}

/// The prices of one size in a region, per hour.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RegionPrice {
    /// Of a dedicated machine.
    pub dedicated: Option<f64>,
    /// Of a low-priority machine.
    pub low_priority: Option<f64>,
}

/// Source of a price.
#[derive(Clone, PartialEq, Debug)]
pub enum PriceBasis {
    /// The public price list: pay-as-you-go, Linux.
    List {
        /// Azure region, such as `eastus`.
        region: &'static str,
        /// Date of the list.
        as_of: Date,
        /// Region of the machine, if it is another one, where the price may be higher.
        other_region: Option<Arc<str>>,
        /// `true` if the region of the machine is not known.
        is_assumed: bool,
    },
    /// Saved prices of the region: Linux.
    Region {
        /// Azure region, such as `westeurope`.
        region: Arc<str>,
        /// File that has the price.
        source: SavedPrices,
        /// Day on which it was saved.
        as_of: Option<Date>,
    },
    /// `prices:` in `azml.yaml`.
    Own,
}

/// The price of one machine.
#[derive(Clone, PartialEq, Debug)]
pub struct Rate {
    /// Price per hour.
    pub per_hour: f64,
    /// ISO 4217 code.
    pub currency: String,
    /// Source of the price.
    pub basis: PriceBasis,
}

impl Prices {
    /// Returns the price of one machine of `size`: the user's own, else that of the workspace's region,
    /// else the list price. A price that a person wrote comes first.
    pub fn rate(&self, size: &str) -> Option<Rate> {
        if let Some(own) = self.per_hour.get(&size.to_ascii_lowercase()) {
            let currency = self.currency.clone().unwrap_or_else(|| "USD".to_owned());
            return Some(Rate {
                per_hour: *own,
                currency,
                basis: PriceBasis::Own,
            });
        }
        if let Some(rate) = self.rate_in_region(size, |price| price.dedicated) {
            return Some(rate);
        }
        let price = vm_size(size)?.price?;
        let is_other = |home: &&Arc<str>| !is_same_region(home, price.region);
        let basis = PriceBasis::List {
            region: price.region,
            as_of: price.as_of,
            other_region: self.home.as_ref().filter(is_other).cloned(),
            is_assumed: self.home.is_none(),
        };
        Some(Rate {
            per_hour: price.usd_per_hour,
            currency: "USD".to_owned(),
            basis,
        })
    }

    /// Returns the price of one low-priority machine of `size` in the workspace's region.
    pub fn low_priority_rate(&self, size: &str) -> Option<Rate> {
        self.rate_in_region(size, |price| price.low_priority)
    }

    fn rate_in_region(
        &self,
        size: &str,
        price: impl Fn(&RegionPrice) -> Option<f64>,
    ) -> Option<Rate> {
        self.here().find_map(|prices| {
            Some(Rate {
                per_hour: price(prices.of(size)?)?,
                currency: prices.currency.to_string(),
                basis: PriceBasis::Region {
                    region: prices.region.clone(),
                    source: prices.source,
                    as_of: prices.as_of,
                },
            })
        })
    }

    /// Returns the saved prices of the workspace's region.
    fn here(&self) -> impl Iterator<Item = &RegionPrices> {
        let home = self.home.as_deref();
        let regions = self.regions.iter().map(|prices| &**prices);
        regions.filter(move |prices| home.is_some_and(|home| is_same_region(&prices.region, home)))
    }

    /// Returns the same prices for machines in `location`, if it is known.
    pub fn at(&self, location: Option<&str>) -> Cow<'_, Self> {
        let own = self.home.as_deref();
        match location {
            Some(location) if own.is_none_or(|own| !is_same_region(own, location)) => {
                Cow::Owned(Self {
                    home: Some(location.into()),
                    ..self.clone()
                })
            }
            _ => Cow::Borrowed(self),
        }
    }
}

/// Returns `true` if both name the same region: "West Europe" is `westeurope`.
pub fn is_same_region(a: &str, b: &str) -> bool {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|c| !c.is_whitespace());
        letters.flat_map(char::to_lowercase).collect()
    };
    a == b || letters(a) == letters(b)
}

impl Prices {
    /// Returns the price of one machine of `size` per hour in an unspecified currency, for sorting
    /// sizes.
    pub fn per_hour_of(&self, size: &VmSize) -> Option<f64> {
        let own = (!self.per_hour.is_empty())
            .then(|| self.per_hour.get(&size.name.to_ascii_lowercase()))
            .flatten();
        let in_region = || {
            self.here()
                .find_map(|prices| prices.of(size.name)?.dedicated)
        };
        own.copied()
            .or_else(in_region)
            .or_else(|| Some(size.price?.usd_per_hour))
    }
}

impl Rate {
    /// Returns the cost of `machines` for a month of continuous use: "about $5,362 a month".
    pub fn monthly(&self, machines: i64) -> String {
        format!(
            "about {} a month",
            money(self.month(machines), &self.currency)
        )
    }

    /// Returns the cost of `machines` for a month of continuous use.
    pub fn month(&self, machines: i64) -> f64 {
        #[allow(clippy::cast_precision_loss)] // Far fewer than 2^53 machines.
        let machines = machines as f64;
        self.per_hour * HOURS_PER_MONTH * machines
    }

    /// "$0.23/h"
    pub fn hourly(&self) -> String {
        self.hourly_of(1)
    }

    /// "$1.17/h" for several `machines`.
    pub fn hourly_of(&self, machines: i64) -> String {
        #[allow(clippy::cast_precision_loss)] // Far fewer than 2^53 machines.
        let amount = self.per_hour * machines as f64;
        format!("{}/h", money(amount, &self.currency))
    }

    /// Returns `true` if it is a price of the region of the machine, or one that the user set.
    pub fn is_of_region(&self) -> bool {
        match &self.basis {
            PriceBasis::List {
                other_region,
                is_assumed,
                ..
            } => other_region.is_none() && !is_assumed,
            PriceBasis::Region { .. } | PriceBasis::Own => true,
        }
    }

    /// Returns `true` if it is a list price of another region than that of the machine. Without its
    /// [`Self::basis`], it is not shown.
    pub fn is_of_other_region(&self) -> bool {
        matches!(&self.basis, PriceBasis::List { other_region, .. } if other_region.is_some())
    }

    /// "East US list price of 2026-06-18" or "price from azml.yaml". Says so where the machine is in another
    /// region.
    pub fn basis(&self) -> String {
        match &self.basis {
            PriceBasis::List {
                region,
                as_of,
                other_region,
                ..
            } => {
                let other_region = other_region.as_ref().map_or_else(String::new, |home| {
                    format!(
                        "; in {}, the price may be higher or lower",
                        region_name(home)
                    )
                });
                format!(
                    "{} list price of {as_of}{other_region}",
                    region_name(region)
                )
            }
            PriceBasis::Region {
                region,
                source,
                as_of,
            } => {
                let day = as_of.map_or_else(String::new, |day| format!(" of {day}"));
                let saved = match source {
                    SavedPrices::Snapshot => "price of the workspace snapshot",
                    SavedPrices::RetailPage => "saved list price",
                };
                format!("{} {saved}{day}", region_name(region))
            }
            PriceBasis::Own => "price from azml.yaml".to_owned(),
        }
    }
}

/// Returns `true` if the machines of a size written at `node` are dedicated: neither the compute
/// nor the job around it requests low-priority ones, which have different prices.
pub fn is_dedicated(node: Node<'_>) -> bool {
    let mut around = std::iter::successors(node.parent(), |node| node.parent());
    around.all(|mapping| {
        let tier = mapping.get("tier");
        let job_tier = mapping.get_path(&["queue_settings", "job_tier"]);
        tier.is_none_or(|tier| is_word(tier, &["dedicated"]))
            && job_tier.is_none_or(|tier| is_word(tier, &["standard", "premium"]))
    })
}

fn is_word(node: Node<'_>, words: &[&str]) -> bool {
    let text = known_text(node);
    node.is_null()
        || text.is_some_and(|text| words.iter().any(|word| text.eq_ignore_ascii_case(word)))
}

/// "$5,362", "$0.23", "EUR 1,200": whole units from 100 on.
pub fn money(amount: f64, currency: &str) -> String {
    let digits = if amount >= 100.0 {
        format!("{amount:.0}")
    } else {
        format!("{amount:.2}")
    };
    let (whole, cents) = digits
        .split_once('.')
        .map_or((digits.as_str(), None), |(whole, cents)| {
            (whole, Some(cents))
        });
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let cents = cents.map(|cents| format!(".{cents}")).unwrap_or_default();
    match currency {
        "USD" => format!("${grouped}{cents}"),
        other => format!("{other} {grouped}{cents}"),
    }
}

/// "East US 2" for `eastus2`: display name of a region in the price table.
fn region_name(region: &str) -> String {
    let (word, number) =
        region.split_at(region.trim_end_matches(|c: char| c.is_ascii_digit()).len());
    let name = match word {
        "eastus" => "East US",
        "westus" => "West US",
        "centralus" => "Central US",
        "southcentralus" => "South Central US",
        "northcentralus" => "North Central US",
        "westcentralus" => "West Central US",
        "northeurope" => "North Europe",
        "westeurope" => "West Europe",
        other => other,
    };
    if number.is_empty() {
        name.to_owned()
    } else {
        format!("{name} {number}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_reads_as_people_write_it() {
        assert_eq!(money(5362.58, "USD"), "$5,363");
        assert_eq!(money(0.229, "USD"), "$0.23");
        assert_eq!(money(1_234_567.0, "EUR"), "EUR 1,234,567");
        assert_eq!(money(99.5, "EUR"), "EUR 99.50");
    }

    #[test]
    fn the_users_own_price_wins() {
        let mut prices = Prices::default();
        let list = prices
            .rate("standard_nc24ads_a100_v4")
            .expect("a size with a price");
        assert_eq!(list.basis(), "East US list price of 2026-06-18");
        assert_eq!(list.monthly(2), "about $5,363 a month");
        prices.currency = Some("EUR".to_owned());
        prices.per_hour.insert("standard_d4s_v5".to_owned(), 0.19);
        let own = prices.rate("Standard_D4s_v5").expect("the user's own");
        assert_eq!(
            (own.hourly().as_str(), own.basis().as_str()),
            ("EUR 0.19/h", "price from azml.yaml")
        );
        assert_eq!(prices.rate("Standard_Unknown_v1"), None);
    }
}
