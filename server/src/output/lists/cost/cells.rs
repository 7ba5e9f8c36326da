//! The cells and sentences that the table and the Markdown share. None of them is escaped yet.

use azml_rules::estimate::{Estimate, Figure, Money, Reason, Total, bases};
use azml_rules::wording::{counted, duration_in_one_unit};

use crate::check::{CostList, MonthlySort, month_of};
use crate::output::text::markdown::plain;
use crate::sandbox::Names;

/// Headings of what is paid every month.
pub(super) const MONTHLY: [&str; 6] = ["per month", "of", "nodes", "size", "per hour", "found in"];
/// Headings of what is paid while it runs.
pub(super) const RUNNING: [&str; 7] = [
    "per hour",
    "per run",
    "ended after",
    "of",
    "nodes",
    "size",
    "found in",
];
/// Headings of columns that are aligned to the right.
pub(super) const NUMBERS: [&str; 5] = ["per month", "per hour", "per run", "ended after", "nodes"];

/// Returns a row of a Markdown table.
pub(super) fn markdown_row<const N: usize>(cells: [String; N]) -> String {
    let cells = cells.map(|cell| plain(cell).replace('|', "\\|"));
    format!("| {} |", cells.join(" | "))
}

/// The rows of what is paid every month, the dearest first.
pub(super) fn monthly(names: &Names, costs: &CostList) -> Vec<[String; 6]> {
    let mut found: Vec<&Estimate> = costs.monthly.iter().collect();
    found.sort_by(|a, b| amount(month_of(b)).total_cmp(&amount(month_of(a))));
    let row = |found: &Estimate| {
        [
            month_of(found).map_or_else(String::new, money),
            found.sort.id().to_owned(),
            nodes(found),
            size(found),
            money(&found.per_hour),
            place(names, found),
        ]
    };
    found.into_iter().map(row).collect()
}

/// The rows of what is paid while it runs, the dearest first.
pub(super) fn running(names: &Names, costs: &CostList) -> Vec<[String; 7]> {
    let mut found: Vec<&Estimate> = costs.running.iter().collect();
    found.sort_by(|a, b| amount(Some(&b.per_hour)).total_cmp(&amount(Some(&a.per_hour))));
    let row = |found: &Estimate| {
        let bound = found.run_bound.as_ref();
        let time = found.time_bound_s.as_ref();
        [
            money(&found.per_hour),
            bound.map_or_else(String::new, money),
            match time {
                Some(Figure::Unknown(reason)) if *reason.root() == Reason::NoTimeout => {
                    "never".to_owned()
                }
                time => time
                    .and_then(Figure::value)
                    .map_or_else(String::new, |it| duration_in_one_unit(*it)),
            },
            found.sort.id().to_owned(),
            nodes(found),
            size(found),
            place(names, found),
        ]
    };
    found.into_iter().map(row).collect()
}

/// "$1.17", "≤ $2.34", "≈ $2.34", "?".
pub(super) fn money(figure: &Figure<Money>) -> String {
    match figure {
        Figure::Known(amount) => amount.in_words(),
        Figure::AtMost(amount) => format!("≤ {}", amount.in_words()),
        Figure::About(amount) => format!("≈ {}", amount.in_words()),
        Figure::Unknown(_) => "?".to_owned(),
    }
}

fn amount(figure: Option<&Figure<Money>>) -> f64 {
    figure.and_then(Figure::value).map_or(-1.0, |it| it.amount)
}

fn nodes(found: &Estimate) -> String {
    match &found.nodes {
        Figure::Known(nodes) => nodes.to_string(),
        Figure::AtMost(nodes) | Figure::About(nodes) => format!("≤ {nodes}"),
        Figure::Unknown(_) => "?".to_owned(),
    }
}

fn size(found: &Estimate) -> String {
    let size = found.machine.as_ref().and_then(|it| it.size.as_ref());
    size.cloned().unwrap_or_default()
}

fn place(names: &Names, found: &Estimate) -> String {
    let path = names.show(&found.path);
    match found.name.as_str() {
        "" => path,
        name => format!("{path} ({name})"),
    }
}

/// "online deployments: $213.89 a month, and 1 that is not known".
pub(super) fn totals(costs: &CostList) -> Vec<String> {
    let sorts = MonthlySort::ALL.into_iter();
    let totals = sorts.map(|sort| (sort, costs.total(sort)));
    let some = totals.filter(|(_, total)| total.parts > 0);
    some.map(|(sort, total)| format!("{}: {}", sort.label(), total_in_words(&total)))
        .collect()
}

pub(super) fn total_in_words(total: &Total) -> String {
    let known: Vec<String> = total.known.iter().map(Money::in_words).collect();
    let at_most = match total.limits {
        0 => "",
        _ if total.is_foreign => "about ",
        _ => "at most ",
    };
    let unknown = match total.unknown {
        0 => String::new(),
        count => format!(", without {count} of {} that are not known", total.parts),
    };
    if known.is_empty() {
        return format!("not known ({})", counted(total.unknown, "price"));
    }
    format!("{at_most}{} a month{unknown}", known.join(" and "))
}

/// The reasons why prices are not known, and the step that would make most of them known.
pub(super) fn unknown(costs: &CostList) -> Vec<String> {
    let reasons = costs.reasons();
    let all: usize = reasons.iter().map(|(_, count)| count).sum();
    let mut lines: Vec<String> = reasons
        .iter()
        .map(|(reason, count)| format!("{count} × {}", reason.in_words()))
        .collect();
    if let Some((remedy, count)) = costs.remedy() {
        lines.push(format!("For {count} of {all}: {remedy}"));
    }
    lines
}

/// The sources of the prices, and the amounts that they lack.
pub(super) fn closing(costs: &CostList) -> Option<String> {
    let bases = bases(costs.all());
    let has_notes = costs.all().any(|it| !it.notes.is_empty());
    let beside = if has_notes {
        " Disks, load balancers, and public IP addresses are billed beside the machines, also those of stopped \
         instances."
    } else {
        ""
    };
    (!bases.is_empty()).then(|| {
        let bases = bases.join("; ");
        let foreign = if costs.all().any(Estimate::has_foreign_limits) {
            " ≈ is the most by these prices, which may be higher in the region of the machines."
        } else {
            ""
        };
        format!("Prices: {bases} (pay-as-you-go, Linux). A month has 730 hours.{foreign}{beside}")
    })
}
