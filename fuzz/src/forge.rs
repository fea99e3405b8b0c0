//! Certificates forged from lines of every kind: the bytes choose a small level that has answers,
//! and then line after line, as the tests of the kernel do.

// The kernel, whose files they are, has longer lines.
#[rustfmt::skip]
#[path = "../../crates/unicursal-kernel/tests/kernel/brute.rs"]
#[expect(dead_code, reason = "tests of the kernel use the rest")]
#[expect(clippy::format_push_string, reason = "texts need not be quick")]
mod brute;
#[rustfmt::skip]
#[path = "../../crates/unicursal-kernel/tests/kernel/forger.rs"]
#[expect(
    clippy::format_push_string,
    clippy::format_collect,
    reason = "texts need not be quick"
)]
mod forger;

/// Forges a certificate; see the [module](self).
pub fn run(data: &[u8]) {
    forger::forge_some(1, &mut brute::Random::beginning_with(data));
}

/// Choices of every kind.
pub fn seeds() -> Vec<Vec<u8>> {
    let seed = |number: usize| (0..200).map(move |at| ((number * (2 * at + 1)) >> (at % 8)) as u8);
    (0..64).map(|number| seed(number).collect()).collect()
}
