//! Pseudorandom numbers that are the same in every run.

/// A xorshift generator; equal seeds give equal numbers on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Starts from `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number under `limit`; 0 for a limit of 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let high = u32::try_from(self.0 >> 32).unwrap_or(0);
        high.checked_rem(limit).unwrap_or(0)
    }

    /// One of `choices`.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(u32::try_from(choices.len()).unwrap_or(u32::MAX)) as usize]
    }

    /// One of `words`.
    ///
    /// # Panics
    /// If there are none.
    pub fn word<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(u32::try_from(words.len()).unwrap_or(u32::MAX)) as usize]
    }
}
