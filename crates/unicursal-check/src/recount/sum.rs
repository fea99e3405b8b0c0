//! Whole numbers of any size that can be added and printed.

use std::fmt;

/// A number, in digits of eighteen decimal digits each, the lowest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum(Vec<u64>);

const BASE: u64 = 1_000_000_000_000_000_000;

impl Sum {
    pub fn one() -> Self {
        Self(vec![1])
    }

    pub fn add(&mut self, other: &Self) {
        let mut carry = 0;
        for at in 0..self.0.len().max(other.0.len()) {
            if self.0.len() == at {
                self.0.push(0);
            }
            let sum = self.0[at] + other.0.get(at).unwrap_or(&0) + carry;
            (self.0[at], carry) = (sum % BASE, sum / BASE);
        }
        self.0.extend((carry > 0).then_some(carry));
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = self.0.iter().rev();
        write!(f, "{}", digits.next().unwrap_or(&0))?;
        digits.try_for_each(|digit| write!(f, "{digit:018}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Sum;

    #[test]
    fn powers_of_two_are_printed_with_all_their_digits() {
        let mut sum = Sum::one();
        assert_eq!(Sum::default().to_string(), "0");
        for power in 1..=127 {
            sum.add(&sum.clone());
            assert_eq!(sum.to_string(), (1_u128 << power).to_string());
        }
        let mut round = Sum(vec![999_999_999_999_999_999; 2]);
        round.add(&Sum::one());
        assert_eq!(round.to_string(), format!("1{}", "0".repeat(36)));
    }
}
