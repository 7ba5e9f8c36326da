//! Prices of machines: [`cost`] has the price of one, from its several sources, [`monthly_cost`] that of a month of
//! a compute, and [`retail_page`] reads a saved page of the price list.

mod cost;
mod monthly_cost;
mod retail_page;

pub use cost::{
    HOURS_PER_MONTH, PriceBasis, Prices, Rate, RegionPrice, RegionPrices, SavedPrices,
    is_dedicated, is_same_region, money,
};
pub use monthly_cost::{Bill, Unknown};
pub use retail_page::{RETAIL_FILE, RetailProblem, read_retail_pages};
