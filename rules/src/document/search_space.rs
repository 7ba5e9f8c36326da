//! The search space of a sweep: its hyperparameters and how values are drawn.

use super::{Task, Work};
use crate::syntax::{Entry, Node, NodeKind, Scalar, known_text};

/// A hyperparameter whose distribution is known.
pub(crate) struct Hyperparameter<'t> {
    /// Its entry in `search_space`.
    pub(crate) entry: Entry<'t>,
    /// The name of its distribution, in lowercase as the client reads it.
    pub(crate) distribution: String,
    /// The value that names the distribution.
    pub(crate) type_node: Node<'t>,
}

impl<'t> Hyperparameter<'t> {
    /// Its name.
    pub(crate) fn name(&self) -> &'t str {
        self.entry.key.text().unwrap_or_default()
    }

    /// Returns the number at `key`, with its node.
    pub(crate) fn number(&self, key: &str) -> Option<(f64, Node<'t>)> {
        let node = self.entry.value.get(key)?;
        Some((known_number(node)?, node))
    }

    /// Counts the values of a `choice`; `None` if one of them opens a nested search space or is
    /// unknown.
    pub(crate) fn choices(&self) -> Option<usize> {
        let values = self.entry.value.get("values")?;
        if self.distribution != "choice" || values.kind() != NodeKind::Sequence {
            return None;
        }
        let mut count = 0;
        for value in values.items() {
            known_text(value.resolved())?;
            count += 1;
        }
        Some(count)
    }
}

/// Returns the hyperparameters of a sweep whose distribution is known, in the order of the file.
pub(crate) fn hyperparameters<'t>(work: &Work<'t>) -> impl Iterator<Item = Hyperparameter<'t>> {
    let space = (work.task == Task::Sweep)
        .then(|| work.node.get("search_space"))
        .flatten();
    space
        .into_iter()
        .flat_map(Node::entries)
        .filter_map(|entry| {
            let type_node = entry.value.get("type")?;
            Some(Hyperparameter {
                entry,
                distribution: known_text(type_node)?.to_ascii_lowercase(),
                type_node,
            })
        })
}

/// Returns `true` if every hyperparameter of the sweep is known, and there is at least one.
pub(crate) fn is_known(work: &Work<'_>) -> bool {
    let written = work
        .node
        .get("search_space")
        .map_or(0, |space| space.entries().count());
    written > 0 && written == hyperparameters(work).count()
}

/// Returns the number of combinations of a grid; `None` if a hyperparameter is unknown or is not a
/// `choice`.
pub(crate) fn combinations(work: &Work<'_>) -> Option<i64> {
    let mut parameters = hyperparameters(work);
    let all = parameters.try_fold(1_i64, |points, parameter| {
        points.checked_mul(i64::try_from(parameter.choices()?).ok()?)
    });
    all.filter(|_| is_known(work))
}

/// Returns the sampling algorithm of a sweep, in lowercase as the client reads it, with its value:
/// `sampling_algorithm` itself or the `type` in it.
pub(crate) fn sampling<'t>(work: &Work<'t>) -> Option<(String, Node<'t>)> {
    let node = work.node.get("sampling_algorithm")?;
    let name = if node.text().is_some() {
        node
    } else {
        node.get("type")?
    };
    Some((known_text(name)?.to_ascii_lowercase(), name))
}

/// Returns the early termination policy of a sweep, or of the sweep inside an AutoML job.
pub(crate) fn policy<'t>(work: &Work<'t>) -> Option<Entry<'t>> {
    let holder = if work.task.is_automl() {
        work.node.get("sweep")?
    } else {
        work.node
    };
    holder.entry("early_termination")
}

/// Returns a number that is final, also one that YAML 1.1 reads as a string (`1e-4`) and the client
/// as a number.
pub(crate) fn known_number(node: Node<'_>) -> Option<f64> {
    if node.is_repaired() {
        return None;
    }
    #[expect(
        clippy::cast_precision_loss,
        reason = "bounds are compared, not counted"
    )]
    match node.scalar()? {
        Scalar::Int(number) => Some(number as f64),
        Scalar::Float(number) => Some(number),
        Scalar::Str => known_text(node)?.trim().parse().ok(),
        _ => None,
    }
}
