//! "Did you mean": the closest of some names, if it is close at all.

/// The candidate closest to `word`, unless none is close: at most a third of its letters may differ.
#[must_use]
pub fn closest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let allowed = (word.chars().count() / 3).clamp(1, 3);
    let scored = candidates.into_iter().map(|candidate| (distance(word, candidate), candidate));
    scored.filter(|(distance, _)| *distance <= allowed).min().map(|(_, candidate)| candidate)
}

/// Edits between two words, ignoring the letter case; swapping two neighbours counts as one.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let substitute = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = substitute.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_near_names_only() {
        let names = ["cpu-cluster", "gpu-cluster", "ci"];
        assert_eq!(closest("cpu-clustr", names), Some("cpu-cluster"));
        assert_eq!(closest("CPU-Cluster", names), Some("cpu-cluster"));
        assert_eq!(closest("gpu-clsuter", names), Some("gpu-cluster"));
        assert_eq!(closest("databricks", names), None);
        assert_eq!(closest("ic", names), Some("ci"));
    }
}
