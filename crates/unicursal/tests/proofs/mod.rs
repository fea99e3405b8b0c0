//! Proofs about any puzzle that were changed somewhere: they must be rejected, or still be proofs.

use unicursal::{Control, Judgement, Level, Rng, SolveRequest};

/// What a proof proves about a level: that it has no answer (0), or a single one (1).
pub fn proved(level: &dyn Level, request: &SolveRequest, proof: &str) -> Option<u64> {
    match level.check_proof(request, proof.as_bytes(), &Control::new()) {
        Ok(Judgement::NoAnswer) => Some(0),
        Ok(Judgement::OnlyAnswer(_)) => Some(1),
        _ => None,
    }
}

/// Drops, swaps, repeats, cuts off and changes lines.
pub fn mutate(proof: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = proof.lines().map(str::to_owned).collect();
    let at = rng.below(lines.len());
    let other = rng.below(lines.len());
    match rng.below(6) {
        0 => drop(lines.remove(at)),
        1 => lines.swap(at, other),
        2 => lines.insert(at, lines[other].clone()),
        3 => lines.truncate(at.max(1)),
        4 => {
            // A word less, or one of another line.
            let mut words: Vec<&str> = lines[at].split(' ').collect();
            let foreign: Vec<&str> = lines[other].split(' ').collect();
            let word = rng.below(words.len());
            if rng.chance(1, 2) {
                words.remove(word);
            } else {
                words[word] = foreign[rng.below(foreign.len())];
            }
            lines[at] = words.join(" ");
        }
        _ => {
            // Another digit, or the other sign.
            let mut bytes = lines[at].clone().into_bytes();
            let place = rng.below(bytes.len());
            bytes[place] = match bytes[place] {
                b'-' => b' ',
                digit if digit.is_ascii_digit() => b'0' + rng.below(10) as u8,
                _ => b'-',
            };
            lines[at] = String::from_utf8_lossy(&bytes).into_owned();
        }
    }
    lines.join("\n")
}

/// How many boards a test tries: as many as `UNICURSAL_BOARDS` says, or its usual number.
pub fn boards(usual: usize) -> usize {
    let wished = std::env::var("UNICURSAL_BOARDS").ok();
    let wished = wished.and_then(|number| number.parse().ok());
    wished.unwrap_or(usual)
}
