//! A saved page of the [Azure Retail Prices API]: prices of regions that no workspace is needed for.
//!
//! [Azure Retail Prices API]: https://learn.microsoft.com/rest/api/cost-management/retail-prices/azure-retail-prices

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{RegionPrice, RegionPrices, SavedPrices};
use crate::date::Date;
use crate::syntax::{self, Node, NodeKind, known_text};
use crate::text::TextRange;

/// The file in `.azml/` with the page, or with a list of pages.
pub const RETAIL_FILE: &str = "prices.json";

/// A part of the file that cannot be read; the rest is used.
pub type RetailProblem = (TextRange, String);

/// Reads pages saved on the day `saved`: the prices of each region.
pub fn read_retail_pages(
    text: &str,
    saved: Option<Date>,
) -> (Vec<RegionPrices>, Vec<RetailProblem>) {
    let tree = syntax::parse(text);
    let Some(root) = tree.root() else {
        return (Vec::new(), Vec::new());
    };
    if let Some(error) = tree.errors().first() {
        return (Vec::new(), vec![(error.range, error.message.clone())]);
    }
    let pages: Vec<Node<'_>> = root.items().chain([root]).collect();
    let items = pages.iter().filter_map(|page| page.get("Items"));
    let items: Vec<Node<'_>> = items.collect();
    if items.is_empty() {
        let message = "this is not a page of the Azure Retail Prices API".to_owned();
        return (Vec::new(), vec![(root.range(), message)]);
    }
    let mut regions: BTreeMap<(&str, &str), PricesBySize<'_>> = BTreeMap::new();
    for row in items
        .into_iter()
        .flat_map(Node::items)
        .filter_map(RetailRow::read)
    {
        let prices = regions.entry((row.region, row.currency)).or_default();
        let price = prices.entry(row.size.to_ascii_lowercase()).or_default();
        let known = if row.is_low_priority {
            &mut price.1
        } else {
            &mut price.0
        };
        // A price with a later start replaces an earlier one.
        if known.is_none_or(|(start, _)| start < row.start) {
            *known = Some((row.start, row.price));
        }
    }
    let regions = regions.into_iter().map(|((region, currency), prices)| {
        let prices = prices.into_iter().map(|(size, (dedicated, low_priority))| {
            let price = RegionPrice {
                dedicated: dedicated.map(|(_, price)| price),
                low_priority: low_priority.map(|(_, price)| price),
            };
            (size, price)
        });
        RegionPrices {
            region: region.into(),
            currency: Arc::from(currency),
            source: SavedPrices::RetailPage,
            as_of: saved,
            per_hour: prices.collect(),
        }
    });
    (regions.collect(), Vec::new())
}

/// Dedicated and low-priority prices by size, each with its start.
type PricesBySize<'t> = BTreeMap<String, (Option<Priced<'t>>, Option<Priced<'t>>)>;
type Priced<'t> = (&'t str, f64);

/// A row with the price of a Linux machine per hour.
struct RetailRow<'t> {
    region: &'t str,
    currency: &'t str,
    size: &'t str,
    start: &'t str,
    price: f64,
    is_low_priority: bool,
}

impl<'t> RetailRow<'t> {
    /// Reads a row; `None` for Windows, Spot, reservations, dedicated hosts, and other services.
    fn read(row: Node<'t>) -> Option<Self> {
        let row = Some(row).filter(|row| row.kind() == NodeKind::Mapping)?;
        let text = |key: &str| {
            row.get(key)
                .and_then(known_text)
                .filter(|it| !it.is_empty())
        };
        let (product, sku, meter) = (text("productName")?, text("skuName")?, text("meterName")?);
        let is_ours = text("type")? == "Consumption"
            && text("unitOfMeasure")? == "1 Hour"
            && text("serviceName")? == "Virtual Machines"
            && !product.contains(" Windows")
            && !product.contains("Dedicated Host");
        let is_marked = |mark: &str| sku.contains(mark) || meter.contains(mark);
        if !is_ours || is_marked(" Spot") {
            return None;
        }
        let price: f64 = text("retailPrice")?.parse().ok()?;
        Some(Self {
            region: text("armRegionName")?,
            currency: text("currencyCode").unwrap_or("USD"),
            size: text("armSkuName")?,
            start: text("effectiveStartDate").unwrap_or_default(),
            price: Some(price).filter(|it| it.is_finite() && *it > 0.0)?,
            is_low_priority: is_marked(" Low Priority"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(meter: &str, product: &str, sort: &str, price: &str) -> String {
        format!(
            r#"{{"currencyCode": "USD", "retailPrice": {price}, "armRegionName": "westeurope",
             "effectiveStartDate": "2023-04-01T00:00:00Z", "meterName": "D2s v3{meter}",
             "productName": "Virtual Machines DSv3 Series{product}", "skuName": "D2s v3{meter}",
             "serviceName": "Virtual Machines", "unitOfMeasure": "1 Hour", "type": "{sort}",
             "armSkuName": "Standard_D2s_v3"}}"#
        )
    }

    #[test]
    fn rows_of_linux_machines_count() {
        let rows = [
            row(" Spot", "", "Consumption", "0.018"),
            row("", " Windows", "Consumption", "0.188"),
            row("", "", "Consumption", "0.115"),
            row(" Low Priority", "", "Consumption", "0.023"),
            row("", "", "Reservation", "501.0"),
            row("", "", "Consumption", "-1"),
            row("", "", "Consumption", ".nan"),
            "7".to_owned(),
        ];
        let text = format!(
            r#"{{"Items": [{}], "NextPageLink": null}}"#,
            rows.join(",\n")
        );
        let (regions, problems) = read_retail_pages(&text, Some(Date::new(2026, 11, 20)));
        assert_eq!(problems, []);
        let [region] = regions.as_slice() else {
            panic!("{regions:?}");
        };
        let price = RegionPrice {
            dedicated: Some(0.115),
            low_priority: Some(0.023),
        };
        assert_eq!(&*region.region, "westeurope");
        assert_eq!(region.per_hour.get("standard_d2s_v3"), Some(&price));
    }

    #[test]
    fn pages_can_be_listed_and_other_texts_are_problems() {
        let page = format!(r#"{{"Items": [{}]}}"#, row("", "", "Consumption", "0.115"));
        let (regions, problems) = read_retail_pages(&format!("[{page}, {page}]"), None);
        assert_eq!((regions.len(), problems), (1, Vec::new()));
        for text in ["[1]", "{}", "{\"Items\": [", "hello"] {
            let (regions, problems) = read_retail_pages(text, None);
            assert_eq!((regions.len(), problems.len()), (0, 1), "{text}");
        }
    }
}
