//! The maintainer's refresh, with made-up input.

use azml_rules::date::Date;
use azml_tests::process::root;
use azml_tests::refresh::{Table, prices, retirements};

const SIZES: &str = "name,series,usd_per_hour,price_region,price_as_of,retires_on\n\
                     Standard_X2_v1,Xv1,0.1,eastus,2026-06-18,\n\
                     Standard_X4_v1,Xv1,0.2,eastus,2026-06-18,\n\
                     Standard_Y2,Y,,,,2026-01-01\n";
const SERIES: &str =
    "kind,series,retirement_date,replacement,source\nseries,Xv1,,,\nseries,Y,2026-01-01,Xv1,a\n";
const DAY: Date = Date::new(2026, 12, 1);

fn page(items: &[(&str, &str, f64)]) -> String {
    let item = |(name, product, price): &(&str, &str, f64)| {
        format!(
            r#"{{"currencyCode": "USD", "retailPrice": {price}, "armRegionName": "eastus",
                "armSkuName": "{name}",
                "productName": "{product}", "skuName": "X2 v1", "meterName": "X2 v1",
                "unitOfMeasure": "1 Hour",
                "type": "Consumption"}}"#
        )
    };
    format!(
        "{{\"Items\": [{}], \"NextPageLink\": null}}",
        items.iter().map(item).collect::<Vec<_>>().join(",")
    )
}

#[test]
fn prices_are_taken_over_and_told() {
    let mut sizes = Table::read(SIZES).unwrap();
    let linux = page(&[
        ("Standard_X2_v1", "Virtual Machines Xv1 Series", 0.12),
        ("Standard_Y2", "Y", 0.5),
    ]);
    let more = page(&[
        ("Standard_X2_v1", "Virtual Machines Xv1 Series Windows", 0.3),
        ("Standard_X4_v1", "Virtual Machines Xv1 Series", 0.2),
        ("Standard_Z1", "Virtual Machines Z Series", 1.5),
    ]);
    let changes = prices(&mut sizes, &[linux, more], "eastus", DAY).unwrap();
    assert_eq!(
        changes,
        [
            "Standard_X2_v1: price 0.1 (eastus) -> 0.12 (eastus)",
            "Standard_Y2: price none -> 0.5 (eastus)",
            "1 prices are the same, now of 2026-12-01",
            "Standard_Z1: not in the table (1.5 in eastus)",
        ]
    );
    assert_eq!(
        sizes.write().unwrap(),
        "name,series,usd_per_hour,price_region,price_as_of,retires_on\n\
         Standard_X2_v1,Xv1,0.12,eastus,2026-12-01,\n\
         Standard_X4_v1,Xv1,0.2,eastus,2026-12-01,\n\
         Standard_Y2,Y,0.5,eastus,2026-12-01,2026-01-01\n"
    );
}

#[test]
fn what_is_no_linux_price_of_the_region_changes_nothing() {
    let mut sizes = Table::read(SIZES).unwrap();
    let right = page(&[("Standard_X2_v1", "Virtual Machines Xv1 Series", 0.9)]);
    for (from, to) in [
        ("\"Consumption\"", "\"Reservation\""),
        ("\"eastus\"", "\"westus\""),
        ("\"USD\"", "\"EUR\""),
        ("\"skuName\": \"X2 v1\"", "\"skuName\": \"X2 v1 Spot\""),
        (
            "\"meterName\": \"X2 v1\"",
            "\"meterName\": \"X2 v1 Low Priority\"",
        ),
        ("1 Hour", "1 Month"),
    ] {
        let changes = prices(&mut sizes, &[right.replace(from, to)], "eastus", DAY).unwrap();
        assert_eq!(
            (changes.len(), sizes.write().unwrap().as_str()),
            (1, SIZES),
            "{to}"
        );
    }
    assert!(prices(&mut sizes, &["{}".to_owned()], "eastus", DAY).is_err());
}

#[test]
fn retirements_reach_the_series_and_its_sizes() {
    let (mut sizes, mut series) = (Table::read(SIZES).unwrap(), Table::read(SERIES).unwrap());
    let list = "series,retirement_date,replacement,source\nXv1,2028-11-15,Y,https://example.com\n";
    let changes = retirements(&mut sizes, &mut series, list).unwrap();
    assert_eq!(
        changes,
        [
            "series Xv1: retirement_date none -> 2028-11-15",
            "series Xv1: replacement none -> Y",
            "series Xv1: source none -> https://example.com",
            "Standard_X2_v1: retires_on none -> 2028-11-15",
            "Standard_X4_v1: retires_on none -> 2028-11-15",
        ]
    );
    assert_eq!(
        retirements(&mut sizes, &mut series, list).unwrap(),
        Vec::<String>::new(),
        "once is enough"
    );
    for wrong in ["Xv1,soon,,\n", "Nowhere,2028-11-15,,\n"] {
        let list = format!("series,retirement_date,replacement,source\n{wrong}");
        assert!(
            retirements(&mut sizes, &mut series, &list).is_err(),
            "{wrong}"
        );
    }
}

#[test]
fn the_committed_tables_are_as_the_refresh_would_write_them() {
    for name in ["vm-sizes.csv", "vm-series.csv"] {
        let text = std::fs::read_to_string(root().join("rules/data").join(name))
            .unwrap()
            .replace("\r\n", "\n");
        assert!(
            Table::read(&text).unwrap().write().unwrap() == text,
            "{name}"
        );
    }
}
