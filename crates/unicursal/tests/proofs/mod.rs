//! Proofs about any puzzle that were changed somewhere: they must be rejected, or still be proofs.
//! And proofs about generated levels that were changed somewhere.

use unicursal::implement::Rng;
use unicursal::{Control, Judgement, Level, LevelName, Outcome, SolveRequest, puzzle};

/// What a proof proves about a level: that it has no solution (0), or a single one (1).
pub fn proved(level: &dyn Level, request: &SolveRequest, proof: &str) -> Option<u64> {
    match level.check_proof(request, proof.as_bytes(), &Control::new()) {
        Ok(Judgement::NoAnswer) => Some(0),
        Ok(Judgement::OnlyAnswer(_)) => Some(1),
        Ok(Judgement::OnlyWay(_)) => Some(2),
        Ok(Judgement::AllAnswers(answers)) => Some(answers.len() as u64),
        _ => None,
    }
}

/// Drops, swaps, repeats, cuts off and changes lines.
pub fn mutate(proof: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = proof.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return String::new();
    }
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
            let place = rng.below(bytes.len().max(1));
            if let Some(byte) = bytes.get_mut(place) {
                *byte = match *byte {
                    b'-' => b' ',
                    digit if digit.is_ascii_digit() => b'0' + rng.below(10) as u8,
                    _ => b'-',
                };
            }
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

/// Changes a proof twenty times. What is still accepted must prove how many solutions there are;
/// returns how many are rejected.
pub fn reject_changed(
    level: &dyn Level,
    request: &SolveRequest,
    proof: &str,
    answers: u64,
    rng: &mut Rng,
) -> usize {
    let changed = |_: &usize| {
        let changed = mutate(proof, rng);
        let found = proved(level, request, &changed);
        assert!(
            found.is_none_or(|found| found == answers),
            "{}{changed}",
            level.text()
        );
        found.is_none()
    };
    (0..20).filter(changed).count()
}

/// Changes the tiles of the level with this id, given as rows of text. If it has no solution now,
/// that is proved, and the proof is returned.
pub fn prove_changed(
    name: &str,
    id: &str,
    request: &SolveRequest,
    change: impl FnOnce(&mut [u8]),
) -> Option<String> {
    let puzzle = puzzle(name).expect("there is such a puzzle");
    let id = LevelName::Id(id.parse().expect("it is an id"));
    let made = puzzle.make(&id, &Control::new()).expect("it can be made");
    let mut text = made.level.text().into_bytes();
    change(&mut text);
    let level = puzzle.parse(&text, &Control::new());
    let level = level.expect("the level is still one");
    let solved = level.solve(request, &Control::new());
    let outcome = solved.expect("it is a good request").outcome;
    if !matches!(outcome, Outcome::Unsolvable { .. }) {
        return None;
    }
    let proof = level.prove(request, None, &Control::new());
    let proof = proof.expect("nothing interrupts it");
    Some(proof.expect("there is no solution"))
}
