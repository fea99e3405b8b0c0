//! Proofs that there is no solution, or no other: the independent checker accepts all of them, and
//! none about a board that has one.

use std::collections::BTreeMap;

use unicursal::connect::Connect;
use unicursal::implement::{Rng, level_of};
use unicursal::{Control, Level, SolveRequest};

use crate::boards::{board, count_by_trying, random};
use crate::changed::{boards, mutate, prove_changed, proved, reject_changed};
use crate::relatives::{answers, request, rules};

fn usual() -> SolveRequest {
    request(false, false)
}

/// The proof that there is no solution, or none but the given one; `None` if there is one.
fn prove(level: &dyn Level, request: &SolveRequest, answer: Option<&str>) -> Option<String> {
    let proof = level.prove(request, answer.map(str::as_bytes), &Control::new());
    proof.unwrap_or_else(|error| panic!("{error:?}\n{}", level.text()))
}

/// How many solutions there are, by sweep.
fn count(level: &dyn Level) -> u64 {
    let count = level.count(&usual(), None, &Control::new());
    let count = count.expect("it can be counted");
    assert!(count.complete);
    u64::try_from(count.found).unwrap_or(u64::MAX)
}

/// Every board of up to 4x4 tiles with one or two colours and nothing else.
#[test]
fn every_plain_board_up_to_4x4_has_a_proof_or_an_answer() {
    let mut numbers = [0; 2];
    for (width, height) in (1..=4).flat_map(|w| (1..=4).map(move |h| (w, h))) {
        let cells = width * height;
        let see = |ends: &[usize], numbers: &mut [i32; 2]| {
            let mut tiles = vec!['.'; cells];
            for (index, &end) in ends.iter().enumerate() {
                tiles[end] = if index < 2 { '0' } else { '1' };
            }
            let rows: Vec<String> = tiles
                .chunks(width)
                .map(|row| row.iter().collect())
                .collect();
            let board = board(&rows, &[]);
            let level = level_of::<Connect>(board.clone());
            let proof = prove(&*level, &usual(), None);
            assert_eq!(
                proof.is_none(),
                count_by_trying(&board) > 0,
                "{}",
                level.text()
            );
            numbers[usize::from(proof.is_some())] += 1;
        };
        for b in 0..cells {
            for a in 0..b {
                see(&[a, b], &mut numbers);
                for d in (0..cells).filter(|&d| d != a && d != b) {
                    // The colour with the smaller first tile is 0.
                    for c in (a + 1..d).filter(|&c| c != b) {
                        see(&[a, b, c, d], &mut numbers);
                    }
                }
            }
        }
    }
    assert!(numbers[0] > 500 && numbers[1] > 5000, "{numbers:?}");
}

#[test]
fn random_boards_up_to_7x7_have_a_proof_or_an_answer() {
    let mut rng = Rng::from_text("proofs of connect");
    let mut by = BTreeMap::new();
    let mut solvable = 0;
    for _ in 0..boards(2500) {
        let (width, height) = (2 + rng.below(6), 2 + rng.below(6));
        let level = level_of::<Connect>(random(&mut rng, width, height));
        let proof = prove(&*level, &usual(), None);
        assert_eq!(proof.is_none(), count(&*level) > 0, "{}", level.text());
        solvable += usize::from(proof.is_none());
        for line in proof.as_deref().unwrap_or("").lines().skip(1) {
            let word = line.split(' ').next().unwrap_or("");
            let word = word.trim_start_matches(|c: char| c == '-' || c.is_ascii_digit());
            *by.entry(word.to_owned()).or_insert(0) += 1;
        }
    }
    assert!(solvable > 50, "{solvable}");
    for argument in ["count", "cut", "cycle", ""] {
        assert!(by.contains_key(argument), "{by:?}");
    }
}

#[test]
fn boards_have_a_proof_or_an_answer_by_the_rules_of_relatives_too() {
    let mut rng = Rng::from_text("proofs of relatives");
    let mut numbers = [[0; 3]; 4];
    for _ in 0..boards(500) {
        let (width, height) = (2 + rng.below(3), 2 + rng.below(3));
        let board = random(&mut rng, width, height);
        let level = level_of::<Connect>(board.clone());
        for (index, numbers) in numbers.iter_mut().enumerate() {
            let (no_touch, blanks) = (index & 1 == 1, index & 2 == 2);
            let request = request(no_touch, blanks);
            let right = answers(&board, &rules(no_touch, blanks));
            let proof = prove(&*level, &request, None);
            assert_eq!(
                proof.is_none(),
                !right.is_empty(),
                "{index}\n{}",
                level.text()
            );
            if let Some(first) = right.first() {
                let proof = prove(&*level, &request, Some(first));
                assert_eq!(
                    proof.is_some(),
                    right.len() == 1,
                    "{index}\n{}",
                    level.text()
                );
            }
            // A proof by other rules is no proof.
            if let Some(proof) = proof {
                assert_eq!(
                    proved(
                        &*level,
                        &crate::relatives::request(!no_touch, blanks),
                        &proof
                    ),
                    None
                );
            }
            numbers[right.len().min(2)] += 1;
        }
    }
    // Without touching or blanks hardly a random board has a solution.
    let seen = |[none, one, _]: &[i32; 3]| *none > 50 && *one > 0;
    assert!(numbers.iter().all(seen), "{numbers:?}");
}

#[test]
fn the_only_answer_is_proved_to_be_the_only_one() {
    let mut rng = Rng::from_text("the only solution");
    let mut numbers = [0; 2];
    while numbers[1] < 150 {
        let (width, height) = (2 + rng.below(4), 2 + rng.below(4));
        let level = level_of::<Connect>(random(&mut rng, width, height));
        let listed = level.list(&usual(), 2, &Control::new());
        let listed = listed.expect("it can be listed");
        let Some(answer) = listed.first() else {
            continue;
        };
        let proof = prove(&*level, &usual(), Some(answer));
        assert_eq!(
            proof.is_some(),
            listed.len() == 1,
            "{}{answer}",
            level.text()
        );
        if let Some(proof) = &proof {
            assert_eq!(proved(&*level, &usual(), proof), Some(1));
        }
        numbers[usize::from(proof.is_some())] += 1;
    }
    assert!(numbers[0] > 10, "{numbers:?}");
}

/// Every board has answers from some number of pieces on, or none at all: a proof below that, and
/// none from there on.
#[test]
fn a_limit_of_turns_has_a_proof_if_all_answers_are_longer() {
    let mut rng = Rng::from_text("proofs of turns");
    let mut proved_by_turns = 0;
    for _ in 0..boards(150) {
        let (width, height) = (2 + rng.below(4), 2 + rng.below(3));
        let level = level_of::<Connect>(random(&mut rng, width, height));
        let listed = level
            .list(&usual(), 50, &Control::new())
            .expect("it can be listed");
        if listed.len() == 50 {
            continue;
        }
        // Each piece is a line of an answer.
        let least = listed.iter().map(|answer| answer.lines().count()).min();
        for turns in 1..=12 {
            let mut request = usual();
            request.options.set("turns", turns.to_string());
            let proof = level
                .prove(&request, None, &Control::new())
                .expect("it ends");
            let text = level.text();
            assert_eq!(
                proof.is_some(),
                least.is_none_or(|least| turns < least),
                "{turns} {text}"
            );
            if let Some(proof) = proof {
                assert_eq!(proved(&*level, &request, &proof), Some(0));
                proved_by_turns += usize::from(proof.contains("\nturns "));
                // With one more piece than there are, it says nothing.
                request
                    .options
                    .set("turns", least.unwrap_or(turns).max(turns).to_string());
                let judged = level.check_proof(&request, proof.as_bytes(), &Control::new());
                let is_none = matches!(judged, Ok(unicursal::Judgement::NoAnswer));
                assert_eq!(is_none, least.is_none(), "{turns} {text}");
            }
        }
    }
    assert!(proved_by_turns > 20, "{proved_by_turns}");
}

#[test]
fn a_changed_proof_is_rejected_or_still_proves_what_is_true() {
    let mut rng = Rng::from_text("changed proofs of connect");
    let (mut solvable, mut proofs) = (Vec::new(), Vec::new());
    while proofs.len() < 200 {
        let (width, height) = (2 + rng.below(4), 2 + rng.below(4));
        let level = level_of::<Connect>(random(&mut rng, width, height));
        match prove(&*level, &usual(), None) {
            Some(proof) if proof.lines().count() > 4 || rng.chance(1, 20) => {
                proofs.push((level, proof));
            }
            Some(_) => {}
            None => solvable.push(level),
        }
    }
    let mut rejected = 0;
    for (level, proof) in &proofs {
        for _ in 0..20 {
            let changed = mutate(proof, &mut rng);
            match proved(&**level, &usual(), &changed) {
                Some(found) => assert_eq!(found, 0, "{}{changed}", level.text()),
                None => rejected += 1,
            }
            let other = &solvable[rng.below(solvable.len())];
            for forged in [proof, &changed] {
                let proved = proved(&**other, &usual(), forged);
                assert_eq!(proved, None, "{}{forged}", other.text());
            }
        }
    }
    assert!(rejected > 1000, "{rejected}");
}

#[test]
fn a_changed_proof_of_the_only_answer_is_rejected_or_still_one() {
    let mut rng = Rng::from_text("changed proofs of the only solution of connect");
    let (mut number, mut rejected) = (0, 0);
    while number < 100 {
        let (width, height) = (3 + rng.below(3), 3 + rng.below(3));
        let level = level_of::<Connect>(random(&mut rng, width, height));
        let listed = level.list(&usual(), 2, &Control::new());
        if let [answer] = &listed.expect("it can be listed")[..] {
            let proof = prove(&*level, &usual(), Some(answer));
            let proof = proof.expect("it is the only one");
            rejected += reject_changed(&*level, &usual(), &proof, 1, &mut rng);
            number += 1;
        }
    }
    assert!(rejected > 1000, "{rejected}");
}

/// Generated boards with two terminals exchanged.
#[test]
fn larger_boards_with_exchanged_terminals_have_proofs() {
    let mut rng = Rng::from_text("exchanged terminals");
    for (size, colours, count) in [(8, 6, 10), (10, 8, 8), (12, 10, 3)] {
        let mut proved = 0;
        for number in 0..count {
            let id = format!("connect:{size}x{size}/c{colours}-d0-b0-k0#exchanged-{number}");
            let proof = prove_changed("connect", &id, &usual(), |text| {
                let is_line_end = |byte: &u8| *byte == b'\n';
                let first = 1 + text.iter().position(is_line_end).expect("there is a size");
                let board = first..first + size * (size + 1);
                let is_terminal = |&at: &usize| !b".VHX\n".contains(&text[at]);
                let terminals: Vec<usize> = board.filter(is_terminal).collect();
                let [one, other] = [0; 2].map(|_| terminals[rng.below(terminals.len())]);
                text.swap(one, other);
            });
            proved += usize::from(proof.is_some());
        }
        assert!(3 * proved >= count, "{proved} of {count}");
    }
}
