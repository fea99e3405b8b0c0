//! Certificates that there is no solution, or no other: the kernel accepts all of them, and none for
//! a board that has one.

use unicursal::coil::{Board, Coil};
use unicursal::implement::{Rng, level_of};
use unicursal::{Control, Error, Judgement, LevelName, SolveRequest, board_of, puzzle};

use crate::boards::from_bits;
use crate::changed::{boards, mutate, prove_changed, proved, reject_changed};
use crate::small::for_all_boards;
use unicursal::internals::coil::{brute, guide};

/// The proof that a board has no solution, or `None` if it has one.
fn proof_of_none(board: &Board) -> Option<String> {
    let proof =
        level_of::<Coil>(board.clone()).prove(&SolveRequest::default(), None, &Control::new());
    match proof {
        Ok(proof) => proof,
        Err(Error::Unfinished(_)) => None,
        Err(other) => panic!("{board:?}: {other}"),
    }
}

/// The proof of a board that has no solution; none for others.
fn has_a_proof_or_an_answer(board: &Board) -> Option<String> {
    let solvable = brute::count(board) > 0;
    let proof = proof_of_none(board);
    assert_eq!(proof.is_none(), solvable, "{board:?}");
    proof
}

fn is_accepted(board: &Board, proof: &str) -> bool {
    let level = level_of::<Coil>(board.clone());
    proved(&*level, &SolveRequest::default(), proof).is_some()
}

#[test]
fn a_small_board_has_a_proof_or_an_answer() {
    let mut proofs = Vec::new();
    let mut solvable = Vec::new();
    for_all_boards(12, |board| match has_a_proof_or_an_answer(board) {
        Some(proof) => proofs.push(proof),
        None if board.free_count() > 1 => solvable.push(board.clone()),
        None => {}
    });
    assert!(proofs.len() > 1000 && solvable.len() > 1000);
    // A proof for one board is none for another that has a solution.
    let mut rng = Rng::from_text("forged");
    for board in &solvable {
        for _ in 0..20 {
            let proof = &proofs[rng.below(proofs.len())];
            assert!(!is_accepted(board, proof), "{board:?}\n{proof}");
        }
    }
}

/// The bits of a board of 4x4 cells, turned by a quarter or reflected at a diagonal.
fn moved(bits: u64, to: fn(u64, u64) -> (u64, u64)) -> u64 {
    let cells = (0..16).filter(|cell| bits >> cell & 1 == 1);
    let moved = cells.map(|cell| to(cell % 4, cell / 4));
    moved.fold(0, |bits, (x, y)| bits | 1 << (4 * y + x))
}

#[test]
fn a_board_of_4x4_has_a_proof_or_an_answer() {
    let mut proved = 0;
    for bits in 1..1_u64 << 16 {
        // One of each eight that are the same but for turning and reflecting.
        let reflected = moved(bits, |x, y| (y, x));
        let is_first = [bits, reflected].into_iter().all(|mut turned| {
            (0..4).all(|_| {
                turned = moved(turned, |x, y| (3 - y, x));
                turned >= bits
            })
        });
        if is_first {
            let board = from_bits(4, 4, bits);
            proved += usize::from(has_a_proof_or_an_answer(&board).is_some());
        }
    }
    assert!(proved > 1000, "{proved}");
}

#[test]
fn random_boards_have_a_proof_or_an_answer() {
    let mut rng = Rng::from_text("random proofs");
    let (mut proved, mut choices) = (0, 0);
    for _ in 0..boards(4000) {
        let (width, height) = (4 + rng.below(4), 4 + rng.below(3));
        let walls = rng.below(width * height / 3);
        let mut bits = (1_u64 << (width * height)) - 1;
        for _ in 0..walls {
            bits &= !(1 << rng.below(width * height));
        }
        let board = from_bits(width, height, bits);
        if has_a_proof_or_an_answer(&board).is_some() {
            proved += 1;
            // Advice is good or bad, and nothing else.
            let advice = guide(&board, &Control::new()).expect("nothing interrupts it");
            choices += usize::from(advice.choices.is_some_and(|choices| choices.len() > 1));
        }
    }
    assert!(
        proved > 500 && choices > 20,
        "{proved} proofs, {choices} with choices"
    );
}

#[test]
fn the_only_answer_is_proved_to_be_the_only_one() {
    let (mut only, mut several) = (0, 0);
    for_all_boards(12, |board| {
        let level = level_of::<Coil>(board.clone());
        let count = brute::count(board);
        if count == 0 || board.free_count() == 1 {
            return;
        }
        let solved = level.solve(&SolveRequest::default(), &Control::new());
        let Ok(unicursal::Outcome::Solved(answer)) = solved.map(|solved| solved.outcome) else {
            panic!("{board:?} has a solution");
        };
        let proof = level
            .prove(
                &SolveRequest::default(),
                Some(answer.as_bytes()),
                &Control::new(),
            )
            .unwrap();
        assert_eq!(proof.is_some(), count == 1, "{board:?}");
        if let Some(proof) = proof {
            let judged =
                level.check_proof(&SolveRequest::default(), proof.as_bytes(), &Control::new());
            assert!(matches!(judged, Ok(Judgement::OnlyAnswer(_))));
            only += 1;
        } else {
            several += 1;
        }
    });
    assert!(
        only > 10 && several > 100,
        "{only} only ones, {several} others"
    );
}

#[test]
fn a_changed_proof_of_the_only_answer_is_rejected_or_still_one() {
    let request = SolveRequest::default();
    let mut rng = Rng::from_text("changed proofs of the only solution");
    let (mut proofs, mut others) = (Vec::new(), Vec::new());
    for_all_boards(12, |board| {
        let count = brute::count(board);
        if count == 0 || board.free_count() < 6 {
            return;
        }
        let level = level_of::<Coil>(board.clone());
        if count > 1 {
            others.push(level);
            return;
        }
        let solved = level.solve(&request, &Control::new());
        let Ok(unicursal::Outcome::Solved(answer)) = solved.map(|solved| solved.outcome) else {
            panic!("{board:?} has a solution");
        };
        let proof = level.prove(&request, Some(answer.as_bytes()), &Control::new());
        let proof = proof.expect("nothing interrupts it");
        proofs.push((level, proof.expect("it is the only one")));
    });
    let mut rejected = 0;
    for (level, proof) in &proofs {
        rejected += reject_changed(&**level, &request, proof, 1, &mut rng);
        let other = &others[rng.below(others.len())];
        assert_eq!(
            proved(&**other, &request, proof),
            None,
            "{}{proof}",
            other.text()
        );
    }
    assert!(
        proofs.len() > 10 && rejected > 10 * proofs.len(),
        "{rejected} of {}",
        20 * proofs.len()
    );
}

/// One changed cell in levels of the original kind.
#[test]
fn large_levels_with_a_changed_cell_have_proofs() {
    for (size, count) in [(50, 20), (100, 10), (300, 2), (1000, 1)] {
        let proofs = proofs_of_changed("original", size, count);
        assert!(2 * proofs.len() >= count, "{} of {count}", proofs.len());
    }
}

/// The contradiction lies at the changed cell, far from two cores.
#[test]
fn contradictions_far_from_two_cores_are_certified() {
    for name in ["#10", "#40"] {
        let id = format!("coil:300x300/original{name}");
        let coil = puzzle("coil").expect("there is such a puzzle");
        let id = LevelName::Id(id.parse().expect("it is an id"));
        let level = coil.make(&id, &Control::new()).expect("it can be made");
        let board = board_of::<Coil>(&*level.level).expect("a level of Coil");
        let mut rng = Rng::from_text(name);
        let at = (rng.below(300), rng.below(300));
        let board = Board::from_fn(300, 300, |x, y| {
            board.is_free(board.cell(x, y)) != ((x, y) == at)
        });
        let (level, request) = (level_of::<Coil>(board), SolveRequest::default());
        let (_, proof) = level
            .solve_with_proof(&request, &Control::new())
            .expect("a good request");
        let proof = proof.expect("no solution");
        assert!(proof.is_ok(), "{name}: {proof:?}");
    }
}

/// What takes many conflicts is certified with the help of cores and of what single probes refute.
#[test]
fn the_only_solution_of_a_large_level_is_certified_with_a_guide() {
    let coil = puzzle("coil").expect("there is such a puzzle");
    let id = LevelName::Id("coil:50x50/original#1.2".parse().expect("it is an id"));
    let made = coil.make(&id, &Control::new()).expect("it can be made");
    let solution = made.answer(&Control::new()).expect("nothing interrupts it");
    let solution = solution.expect("generated levels have one");
    let (level, request) = (made.level, SolveRequest::default());
    let proof = level.prove(&request, Some(solution.as_bytes()), &Control::new());
    let proof = proof.expect("it is found").expect("there is no other");
    let judged = level.check_proof(&request, proof.as_bytes(), &Control::new());
    assert!(matches!(judged, Ok(Judgement::OnlyAnswer(_))));
    assert!(proof.contains("\nset "), "it names cores");
}

/// On open levels all walks are tried, and their lines left out.
#[test]
fn open_levels_with_a_changed_cell_have_proofs_by_walks() {
    let mut proofs = Vec::new();
    for (style, size) in [("open", 20), ("open", 30), ("sparse", 40)] {
        proofs.extend(proofs_of_changed(style, size, 20));
    }
    let walks = proofs.iter().filter(|proof| proof.contains("\nwalks "));
    let walks = walks.count();
    assert!(walks > 20, "{} proofs, {walks} with walks", proofs.len());
}

/// The proofs of levels of a style in which a cell was changed.
fn proofs_of_changed(style: &str, size: usize, count: usize) -> Vec<String> {
    let mut rng = Rng::from_text("a changed cell");
    let ids = (0..count).map(|number| format!("coil:{size}x{size}/{style}#changed-{number}"));
    ids.filter_map(|id| {
        prove_changed("coil", &id, &SolveRequest::default(), |text| {
            let first = text.len() - 1 - size * size;
            let cell = &mut text[first + rng.below(size * size)];
            *cell = b'.' + b'X' - *cell;
        })
    })
    .collect()
}

#[test]
fn no_mutated_proof_is_accepted_for_a_board_with_an_answer() {
    let mut rng = Rng::from_text("mutated");
    let mut boards = Vec::new();
    let mut proofs = Vec::new();
    while proofs.len() < 300 {
        let bits = rng.next_u64() | rng.next_u64();
        let board = from_bits(6, 5, bits);
        if board.free_count() < 2 {
            continue;
        }
        match proof_of_none(&board) {
            Some(proof) if proof.lines().count() > 4 => proofs.push((board, proof)),
            Some(_) => {}
            None => boards.push(board),
        }
    }
    let mut rejected = 0;
    for (board, proof) in &proofs {
        for _ in 0..20 {
            let mutated = mutate(proof, &mut rng);
            rejected += usize::from(!is_accepted(board, &mutated));
            let solvable = &boards[rng.below(boards.len())];
            assert!(!is_accepted(solvable, &mutated), "{solvable:?}\n{mutated}");
        }
    }
    assert!(
        rejected > 2000,
        "only {rejected} mutated proofs were rejected"
    );
}

/// Boards that differ in one cell from one without an answer, and have one: what was proved is
/// nearly true of them.
#[test]
fn no_proof_is_accepted_for_a_board_with_an_answer_that_differs_in_one_cell() {
    let mut rng = Rng::from_text("one cell");
    let mut certificates = 0;
    for _ in 0..boards(300) {
        let (width, height) = (3 + rng.below(3), 3 + rng.below(3));
        let all = (1_u64 << (width * height)) - 1;
        let bits = (rng.next_u64() | rng.next_u64()) & all;
        let board = from_bits(width, height, bits);
        let Some(proof) = proof_of_none(&board).filter(|_| board.free_count() > 1) else {
            continue;
        };
        for cell in 0..width * height {
            let near = from_bits(width, height, bits ^ (1 << cell));
            if brute::count(&near) == 0 {
                continue;
            }
            let near = level_of::<Coil>(near);
            for forged in [
                proof.clone(),
                mutate(&proof, &mut rng),
                mutate(&proof, &mut rng),
            ] {
                let again = mutate(&forged, &mut rng);
                for forged in [forged, again] {
                    certificates += 1;
                    let found = proved(&*near, &SolveRequest::default(), &forged);
                    assert_eq!(found, None, "{}{forged}", near.text());
                }
            }
        }
    }
    assert!(certificates > 1000, "{certificates} certificates");
}
