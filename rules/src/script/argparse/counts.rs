//! The number of words that an argument takes.

use crate::script::python::Nargs;

/// The smallest and the largest number of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ValueCounts {
    pub(crate) least: usize,
    pub(crate) most: usize,
}

impl ValueCounts {
    pub(crate) fn of(nargs: Nargs) -> Self {
        let (least, most) = match nargs {
            Nargs::Zero => (0, 0),
            Nargs::One => (1, 1),
            Nargs::Exactly(count) => (count as usize, count as usize),
            Nargs::Optional => (0, 1),
            Nargs::ZeroOrMore | Nargs::Remainder | Nargs::Unknown => (0, usize::MAX),
            Nargs::OneOrMore => (1, usize::MAX),
        };
        Self { least, most }
    }

    /// Distributes `words` values over the arguments in `counts`, each taking as many as it can;
    /// `None` if there are too few.
    pub(crate) fn share(counts: &[Self], words: usize) -> Option<Vec<usize>> {
        let mut needed: usize = counts.iter().map(|count| count.least).sum();
        let mut left = words;
        if needed > words {
            return None;
        }
        let mut shares = Vec::with_capacity(counts.len());
        for count in counts {
            needed -= count.least;
            let share = count.most.min(left - needed);
            left -= share;
            shares.push(share);
        }
        Some(shares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_takes_what_the_others_leave() {
        let share = |nargs: &[Nargs], words| {
            let counts: Vec<ValueCounts> = nargs.iter().copied().map(ValueCounts::of).collect();
            ValueCounts::share(&counts, words)
        };
        use Nargs::{Exactly, One, OneOrMore, Optional, ZeroOrMore};
        assert_eq!(share(&[One, One], 1), None);
        assert_eq!(share(&[ZeroOrMore, One], 3), Some(vec![2, 1]));
        assert_eq!(share(&[One, Optional, ZeroOrMore], 1), Some(vec![1, 0, 0]));
        assert_eq!(share(&[OneOrMore, Exactly(2)], 4), Some(vec![2, 2]));
        assert_eq!(share(&[], 2), Some(vec![]));
    }
}
