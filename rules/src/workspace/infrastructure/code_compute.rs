//! The values of a definition in infrastructure code.

use crate::compute::{ComputeDef, ComputeKind, IdleBehavior, Origin};
use crate::syntax::is_template;

/// A value as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum CodeValue {
    /// It is not set.
    Missing,
    /// It is set, and known only at run time.
    Unknown,
    /// It is set.
    Known(String),
}

impl CodeValue {
    /// Returns a value that is set; `None` for an unknown one.
    pub(super) fn of(text: Option<&str>) -> Self {
        match text.filter(|text| !text.is_empty() && !is_template(text)) {
            Some(text) => Self::Known(text.to_owned()),
            None => Self::Unknown,
        }
    }

    fn text(&self) -> Option<&str> {
        match self {
            Self::Known(text) => Some(text),
            Self::Missing | Self::Unknown => None,
        }
    }
}

/// The meaning of a value that is not set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Missing {
    /// The default of the service.
    Default,
    /// Another file sets it, or has a default of its own.
    Unknown,
}

/// The values of a definition.
#[derive(Clone, Debug)]
pub(super) struct CodeCompute {
    pub(super) kind: Option<ComputeKind>,
    pub(super) size: CodeValue,
    pub(super) tier: CodeValue,
    pub(super) min_nodes: CodeValue,
    pub(super) max_nodes: CodeValue,
    pub(super) location: CodeValue,
    pub(super) missing: Missing,
}

impl CodeCompute {
    /// Returns the compute called `name`; `None` if the name is a placeholder.
    pub(super) fn named(&self, name: &str, origin: Origin) -> Option<ComputeDef> {
        let name = CodeValue::of(Some(name)).text()?.to_owned();
        let tier = self.tier.text().and_then(tier);
        let number = |value: &CodeValue| value.text().and_then(|text| text.parse().ok());
        let (min_nodes, max_nodes) = (number(&self.min_nodes), number(&self.max_nodes));
        let is_unknown = |value: &CodeValue, is_known: bool| match value {
            CodeValue::Missing => self.missing == Missing::Unknown,
            _ => !is_known,
        };
        let is_cluster_unknown = is_unknown(&self.tier, tier.is_some())
            || is_unknown(&self.min_nodes, min_nodes.is_some())
            || is_unknown(&self.max_nodes, max_nodes.is_some());
        let is_instance = self.kind == Some(ComputeKind::Instance);
        let size = self.size.text().map(str::to_owned);
        Some(ComputeDef {
            name,
            kind: self.kind,
            is_templated: is_unknown(&self.size, size.is_some())
                || !is_instance && is_cluster_unknown,
            size,
            min_nodes,
            max_nodes,
            tier: tier.map(str::to_owned),
            location: self.location.text().map(str::to_owned),
            rest: IdleBehavior::default(),
            origin,
        })
    }
}

/// Returns the tier as YAML writes it; Terraform and the REST API write `LowPriority`.
fn tier(text: &str) -> Option<&'static str> {
    let letters = text.replace(['_', '-'], "").to_ascii_lowercase();
    match &*letters {
        "dedicated" => Some("dedicated"),
        "lowpriority" => Some("low_priority"),
        _ => None,
    }
}

/// Makes the values of `def` unknown that `update` changes.
pub(super) fn weaken(def: &mut ComputeDef, update: &ComputeDef) {
    fn forget<T: PartialEq>(own: &mut Option<T>, other: Option<&T>, is_any: bool) -> bool {
        let differs = is_any || other.is_some() && own.as_ref() != other;
        if differs {
            *own = None;
        }
        differs
    }
    let is_any = update.is_templated;
    let forgotten = [
        forget(&mut def.size, update.size.as_ref(), is_any),
        forget(&mut def.tier, update.tier.as_ref(), is_any),
        forget(&mut def.min_nodes, update.min_nodes.as_ref(), is_any),
        forget(&mut def.max_nodes, update.max_nodes.as_ref(), is_any),
    ];
    def.is_templated |= forgotten.contains(&true);
}
