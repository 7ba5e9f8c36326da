//! Monthly cost of a compute: while it is idle, and with all its nodes.

use super::{Prices, Rate};
use crate::compute::{ComputeDef, ComputeKind, IdleBehavior};

/// Cost of a compute.
#[derive(Clone, PartialEq, Debug)]
pub enum Bill {
    /// Nothing, or nothing but a disk.
    Nothing,
    /// Machines that run all the time.
    Machines {
        /// Number of machines.
        count: i64,
        /// Price of one machine.
        rate: Rate,
    },
    /// There is a cost, but its amount is unknown.
    Unknown(Unknown),
}

/// Reason why a cost is unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unknown {
    /// Azure ML does not manage the machines: Kubernetes, attached machines, pools.
    Foreign,
    /// The kind, the size or the number of nodes is an expression, or is not set.
    Unspecified,
    /// The tables have no price for the size.
    NoPrice,
    /// The tables have no prices for low-priority nodes of Azure ML.
    LowPriority,
    /// It starts and stops on a schedule.
    Scheduled,
}

impl Unknown {
    /// "no price is known for the size"
    pub fn why(self) -> &'static str {
        match self {
            Self::Foreign => "the machines are not billed by Azure Machine Learning",
            Self::Unspecified => "kind, size, or nodes are not known",
            Self::NoPrice => "no price is known for the size",
            Self::LowPriority => "low-priority nodes are Spot VMs at a variable price",
            Self::Scheduled => "it runs at certain times",
        }
    }
}

impl Bill {
    /// Returns the amount for a month of 730 hours with its currency; `None` if zero or unknown.
    pub fn amount(&self) -> Option<(f64, &str)> {
        match self {
            Self::Machines { count, rate } => Some((rate.month(*count), rate.currency.as_str())),
            Self::Nothing | Self::Unknown(_) => None,
        }
    }
}

impl ComputeDef {
    /// Returns the price of one node; `None` for sizes without a known price. Only a snapshot has prices of
    /// low-priority nodes.
    pub fn rate(&self, prices: &Prices) -> Option<Rate> {
        let size = self.size.as_deref().filter(|_| !self.is_templated)?;
        let prices = prices.at(self.location.as_deref());
        if self.is_low_priority() {
            prices.low_priority_rate(size)
        } else {
            prices.rate(size)
        }
    }

    /// Returns `true` if its nodes can be preempted.
    pub fn is_low_priority(&self) -> bool {
        self.tier.as_ref().is_some_and(|tier| {
            tier.replace(['_', '-'], "")
                .eq_ignore_ascii_case("lowpriority")
        })
    }

    /// Returns the cost of a month in which it is not used.
    pub fn idle_bill(&self, prices: &Prices) -> Bill {
        match (self.kind, self.rest) {
            (Some(ComputeKind::Instance), IdleBehavior::StopsWhenIdle | IdleBehavior::Stopped) => {
                Bill::Nothing
            }
            (Some(ComputeKind::Instance), IdleBehavior::Scheduled) => {
                Bill::Unknown(Unknown::Scheduled)
            }
            (Some(ComputeKind::Instance), IdleBehavior::Runs) => self.bill(1, prices),
            (Some(ComputeKind::Cluster), _) if self.is_templated && self.min_nodes.is_none() => {
                Bill::Unknown(Unknown::Unspecified)
            }
            (Some(ComputeKind::Cluster), _) => self.bill(self.min_nodes.unwrap_or(0), prices),
            (Some(_), _) => Bill::Unknown(Unknown::Foreign),
            (None, _) => Bill::Unknown(Unknown::Unspecified),
        }
    }

    /// Returns the cost of a month in which all its nodes run.
    pub fn full_bill(&self, prices: &Prices) -> Bill {
        match (self.kind, self.max_nodes) {
            (Some(ComputeKind::Instance), _) => self.bill(1, prices),
            (Some(ComputeKind::Cluster), Some(max)) => self.bill(max, prices),
            (Some(ComputeKind::Cluster), None) => Bill::Unknown(Unknown::Unspecified),
            (Some(_), _) => Bill::Unknown(Unknown::Foreign),
            (None, _) => Bill::Unknown(Unknown::Unspecified),
        }
    }

    fn bill(&self, count: i64, prices: &Prices) -> Bill {
        if count <= 0 {
            return Bill::Nothing;
        }
        match self.price(prices) {
            Ok(rate) => Bill::Machines { count, rate },
            Err(reason) => Bill::Unknown(reason),
        }
    }

    /// Returns the price of one node, or the reason why it is unknown.
    pub fn price(&self, prices: &Prices) -> Result<Rate, Unknown> {
        self.rate(prices)
            .ok_or(if self.size.is_none() || self.is_templated {
                Unknown::Unspecified
            } else if self.is_low_priority() {
                Unknown::LowPriority
            } else {
                Unknown::NoPrice
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;
    use crate::path::PathStyle;

    /// Returns the idle and the full bill of `gpu`.
    fn bills(compute: &str) -> (Bill, Bill) {
        let text = format!("computes: {{c: {{{compute}}}}}\n");
        let (settings, _, problems) = config::read(&"azml.yaml".into(), &text, PathStyle::Unix);
        assert_eq!(problems, []);
        (
            settings.computes[0].idle_bill(&settings.prices),
            settings.computes[0].full_bill(&settings.prices),
        )
    }

    fn count(bill: &Bill) -> i64 {
        match bill {
            Bill::Machines { count, .. } => *count,
            Bill::Nothing => 0,
            Bill::Unknown(_) => -1,
        }
    }

    #[test]
    fn clusters_pay_for_the_nodes_they_keep() {
        let (idle, full) =
            bills("type: amlcompute, size: Standard_DS3_v2, min_instances: 2, max_instances: 4");
        assert_eq!((count(&idle), count(&full)), (2, 4));
        let (idle, full) = bills("type: amlcompute, size: Standard_DS3_v2");
        assert_eq!(
            (idle, full),
            (Bill::Nothing, Bill::Unknown(Unknown::Unspecified))
        );
        let (idle, _) = bills("type: amlcompute, size: Standard_DS3_v2, min_instances: '${{x}}'");
        assert_eq!(idle, Bill::Unknown(Unknown::Unspecified));
        let (idle, _) = bills("type: amlcompute, size: Standard_NC24rs_v9, min_instances: 1");
        assert_eq!(idle, Bill::Unknown(Unknown::NoPrice));
    }

    #[test]
    fn low_priority_has_no_price() {
        for tier in ["low_priority", "LowPriority"] {
            let text =
                format!("type: amlcompute, size: Standard_DS3_v2, min_instances: 1, tier: {tier}");
            assert_eq!(bills(&text).0, Bill::Unknown(Unknown::LowPriority));
        }
    }

    #[test]
    fn instances_pay_until_something_stops_them() {
        let start = "type: computeinstance, size: Standard_DS3_v2";
        let of = |rest: &str| bills(&format!("{start}{rest}")).0;
        assert_eq!(count(&of("")), 1);
        assert_eq!(of(", idle_time_before_shutdown_minutes: 30"), Bill::Nothing);
        assert_eq!(count(&of(", idle_time_before_shutdown: null")), 1);
        assert_eq!(of(", state: Stopped"), Bill::Nothing);
        assert_eq!(
            of(", schedules: {compute_start_stop: []}"),
            Bill::Unknown(Unknown::Scheduled)
        );
        assert_eq!(bills("type: kubernetes").0, Bill::Unknown(Unknown::Foreign));
    }
}
