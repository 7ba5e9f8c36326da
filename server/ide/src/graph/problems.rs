//! Problems of the bindings of a file, by range: looked up for every step and every binding.

use azml_rules::analyze;
use azml_rules::rule::Level;
use azml_rules::text::TextRange;

use crate::Site;

/// Problems of the bindings of a file.
pub(crate) struct Problems {
    /// The messages by range.
    found: Vec<(TextRange, String)>,
    /// Largest end of each range and those before it.
    ends: Vec<u32>,
}

impl Problems {
    pub(crate) fn of(site: &Site<'_>) -> Self {
        let mut found = analyze(site.workspace, site.document.path());
        found.retain(|it| it.rule.group.name() == "reference" && it.level >= Level::Warning);
        Self::new(found.into_iter().map(|it| (it.range, it.message)).collect())
    }

    fn new(found: Vec<(TextRange, String)>) -> Self {
        let mut furthest = 0;
        let ends = found.iter().map(|(range, _)| {
            furthest = range.end.max(furthest);
            furthest
        });
        let ends = ends.collect();
        Self { found, ends }
    }

    /// Returns the first problem in one of these ranges.
    pub(crate) fn first_at(&self, places: &[TextRange]) -> Option<String> {
        let first = places
            .iter()
            .filter_map(|place| self.index_at(*place))
            .min();
        first.map(|index| self.found[index].1.clone())
    }

    fn index_at(&self, place: TextRange) -> Option<usize> {
        let from = self.ends.partition_point(|end| *end < place.start);
        let near = self.found.iter().enumerate().skip(from);
        let mut near = near.take_while(|(_, (range, _))| range.start <= place.end);
        let (index, _) = near.find(|(_, (range, _))| range.intersects(place) || *range == place)?;
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_is_in_a_place_is_found() {
        let ranges = [(0, 2), (4, 30), (5, 8), (10, 12), (40, 40)];
        let found = ranges.map(|(start, end)| (TextRange::new(start, end), format!("{start}")));
        let problems = Problems::new(found.into());
        let first = |start, end| {
            let by_looking_at_all = ranges.iter().find(|(from, to)| {
                let range = TextRange::new(*from, *to);
                range.intersects(TextRange::new(start, end))
            });
            let first = problems.first_at(&[TextRange::new(start, end)]);
            assert_eq!(first, by_looking_at_all.map(|(from, _)| from.to_string()));
            first
        };
        for start in 0..45 {
            for end in start..45 {
                let _ = first(start, end);
            }
        }
        assert_eq!(
            first(10, 12).as_deref(),
            Some("4"),
            "the wider one begins before it"
        );
        let both = [TextRange::new(40, 41), TextRange::new(1, 3)];
        assert_eq!(problems.first_at(&both).as_deref(), Some("0"));
    }
}
