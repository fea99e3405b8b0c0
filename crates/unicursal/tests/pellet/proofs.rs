//! Proofs that there is no path, or no other: the independent checker accepts all of them, and none
//! about a board that has one.

use std::collections::BTreeMap;

use unicursal::implement::{Rng, level_of};
use unicursal::pellet::{Board, Pellet};
use unicursal::{Control, Level, SolveRequest};

use crate::changed::{boards, mutate, prove_changed, proved, reject_changed};
use crate::counts::all_paths;
use crate::oracle::{each_small_board, has_path};

/// The proof that there is no path, or none but the given one; `None` if there is one.
fn prove(level: &dyn Level, path: Option<&str>) -> Option<String> {
    let path = path.map(str::as_bytes);
    let proof = level.prove(&SolveRequest::default(), path, &Control::new());
    proof.unwrap_or_else(|error| panic!("{error:?}\n{}", level.text()))
}

/// By which arguments a proof goes.
fn arguments(proof: &str) -> impl Iterator<Item = &str> {
    let words = proof
        .lines()
        .skip(1)
        .filter_map(|line| line.split(' ').next());
    words.map(|word| {
        let is_clause = word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if is_clause && word != "0" {
            "clause"
        } else {
            word
        }
    })
}

/// A random board; most have as many cells of each colour of a chess board as a path needs.
pub fn random(rng: &mut Rng, most: usize) -> Board {
    let (width, height) = (3 + rng.below(most - 2), 3 + rng.below(most - 2));
    let percent = 2 + rng.below(22);
    let mut board = None;
    for _ in 0..20 {
        let walls: Vec<bool> = (0..width * height)
            .map(|_| rng.chance(percent, 100))
            .collect();
        let start = (rng.below(width), rng.below(height));
        let made = Board::from_fn(width, height, start, |x, y| !walls[y * width + x]);
        let own = |&cell: &usize| made.is_black(cell) == made.is_black(made.start());
        let own = made.free_cells().filter(own).count();
        let fits = [0, 1].contains(&(2 * own as isize - made.free_count() as isize));
        board = Some(made);
        if fits && rng.chance(9, 10) {
            break;
        }
    }
    board.expect("one was made")
}

#[test]
fn every_board_up_to_4x4_has_a_proof_or_a_path() {
    let mut proofs = 0;
    each_small_board(|board| {
        let level = level_of::<Pellet>(board.clone());
        let proof = prove(&*level, None);
        assert_eq!(proof.is_none(), has_path(board), "{}", level.text());
        proofs += usize::from(proof.is_some());
    });
    assert!(proofs > 100_000, "{proofs}");
}

/// Whether there is a path, by the sweep, which shares nothing with the clauses.
fn is_counted(level: &dyn Level) -> bool {
    let count = level.count(&SolveRequest::default(), None, &Control::new());
    let count = count.expect("it can be counted");
    assert!(count.complete);
    count.found != 0_u8.into()
}

#[test]
fn random_boards_up_to_7x7_have_a_proof_or_a_path() {
    let mut rng = Rng::from_text("proofs of pellet");
    let mut by = BTreeMap::new();
    for _ in 0..boards(4000) {
        let level = level_of::<Pellet>(random(&mut rng, 7));
        let proof = prove(&*level, None);
        assert_eq!(proof.is_none(), is_counted(&*level), "{}", level.text());
        for argument in arguments(proof.as_deref().unwrap_or("")) {
            *by.entry(argument.to_owned()).or_insert(0) += 1;
        }
    }
    assert!(by.contains_key("clause"), "{by:?}");
    for argument in ["count", "cut", "cycle", "ends"] {
        assert!(
            by.get(argument).is_some_and(|&number| number > 10),
            "{by:?}"
        );
    }
}

#[test]
fn the_only_path_is_proved_to_be_the_only_one() {
    let mut rng = Rng::from_text("the only path");
    let mut numbers = [0; 2];
    while numbers[1] < 200 {
        let board = random(&mut rng, 5);
        let paths = all_paths(&board);
        let Some(path) = paths.first() else { continue };
        let path = unicursal::pellet::text::print_path(path);
        let level = level_of::<Pellet>(board);
        let proof = prove(&*level, Some(&path));
        assert_eq!(proof.is_some(), paths.len() == 1, "{}{path}", level.text());
        if let Some(proof) = &proof {
            assert_eq!(proved(&*level, &SolveRequest::default(), proof), Some(1));
        }
        numbers[usize::from(proof.is_some())] += 1;
    }
    assert!(numbers[0] > 20, "{numbers:?}");
}

#[test]
fn a_single_cell_has_one_path_and_no_proof_of_none() {
    let level = level_of::<Pellet>(Board::from_fn(2, 1, (0, 0), |_, _| false));
    assert_eq!(prove(&*level, None), None);
    assert!(prove(&*level, Some("\n")).is_some());
    for steps in [
        "0",
        "count 0 0,0\n0 1 0",
        "cut 0 0,0\n0 1 0",
        "ends 0\n0 1 0",
    ] {
        let proof = format!("unicursal certificate 1 pellet\n{steps}\n");
        assert_eq!(proved(&*level, &SolveRequest::default(), &proof), None);
    }
}

#[test]
fn a_proof_in_the_older_form_is_refused_with_what_to_do() {
    let level = level_of::<Pellet>(Board::from_fn(3, 1, (0, 0), |x, _| x != 1));
    let proof = b"unicursal pellet proof 1\ncut 0,0\n0\n";
    let judged = level.check_proof(&SolveRequest::default(), proof, &Control::new());
    let Err(unicursal::Error::BadInput(bad)) = judged else {
        panic!("{judged:?}")
    };
    let said = bad.to_string();
    assert!(said.contains("'unicursal certificate 1 pellet'") && said.contains("solve --proof"));
}

#[test]
fn a_changed_proof_is_rejected_or_still_proves_what_is_true() {
    let mut rng = Rng::from_text("changed proofs of pellet");
    let (mut solvable, mut proofs) = (Vec::new(), Vec::new());
    while proofs.len() < 300 {
        let board = random(&mut rng, 6);
        let level = level_of::<Pellet>(board.clone());
        match prove(&*level, None) {
            Some(proof) if proof.lines().count() > 4 || rng.chance(1, 10) => {
                proofs.push((level, proof));
            }
            Some(_) => {}
            None => solvable.push(level),
        }
    }
    let (request, mut rejected) = (SolveRequest::default(), 0);
    for (level, proof) in &proofs {
        for _ in 0..20 {
            let changed = mutate(proof, &mut rng);
            match proved(&**level, &request, &changed) {
                Some(count) => assert_eq!(count, 0, "{}{changed}", level.text()),
                None => rejected += 1,
            }
            let other = &solvable[rng.below(solvable.len())];
            for forged in [proof, &changed] {
                let proved = proved(&**other, &request, forged);
                assert_eq!(proved, None, "{}{forged}", other.text());
            }
        }
    }
    assert!(rejected > 2000, "{rejected}");
}

#[test]
fn a_changed_proof_of_the_only_path_is_rejected_or_still_one() {
    let mut rng = Rng::from_text("changed proofs of the only path");
    let (mut number, mut rejected) = (0, 0);
    while number < 100 {
        let board = random(&mut rng, 5);
        if let [path] = &all_paths(&board)[..] {
            let path = unicursal::pellet::text::print_path(path);
            let level = level_of::<Pellet>(board);
            let proof = prove(&*level, Some(&path)).expect("it is the only one");
            rejected += reject_changed(&*level, &SolveRequest::default(), &proof, 1, &mut rng);
            number += 1;
        }
    }
    assert!(rejected > 1000, "{rejected}");
}

/// Generated boards with two cells changed, of different colours of a chess board.
#[test]
fn large_boards_with_two_changed_cells_have_proofs() {
    let mut rng = Rng::from_text("two changed cells");
    for (width, height, count) in [(12, 10, 20), (28, 21, 10), (60, 40, 5), (100, 100, 3)] {
        let mut proved = 0;
        for number in 0..count {
            let id = format!("pellet:{width}x{height}#changed-{number}");
            let proof = prove_changed("pellet", &id, &SolveRequest::default(), |text| {
                let is_line_end = |byte: &u8| *byte == b'\n';
                let first = 1 + text.iter().position(is_line_end).expect("there is a size");
                for colour in 0..2 {
                    let at = loop {
                        let (x, y) = (rng.below(width), rng.below(height));
                        let at = first + y * (width + 1) + x;
                        if (x + y) % 2 == colour && text[at] != b'S' {
                            break at;
                        }
                    };
                    text[at] = b'.' + b'#' - text[at];
                }
            });
            proved += usize::from(proof.is_some());
        }
        assert!(proved > 0, "{proved} of {count}");
    }
}
