//! Proofs by layers of borders: there is one exactly where there is no path, or no other.

use unicursal::implement::{Rng, level_of};
use unicursal::internals::refute::write_layers;
use unicursal::pellet::{Board, Pellet, text};
use unicursal::{Control, Dir, SolveRequest};
use unicursal_check::pellet_proof::{HEADER, formula};

use crate::changed::{boards, mutate, proved};
use crate::counts::all_paths;
use crate::oracle::{each_small_board, has_path};
use crate::proofs::random;

/// The proof that there is no path, or none but the given one.
fn prove(board: &Board, path: Option<&[Dir]>) -> Option<String> {
    let formula = formula(text::print_board(board).as_bytes()).expect("the board is good");
    let edges = path.map(|path| {
        let (x, y) = board.position(board.start());
        let mut at = y * board.width() + x;
        let edges = path.iter().filter_map(|dir| {
            let from = at;
            at = match dir {
                Dir::Right => at + 1,
                Dir::Down => at + board.width(),
                Dir::Left => at - 1,
                Dir::Up => at - board.width(),
            };
            formula.edge(from, at)
        });
        edges.collect::<Vec<usize>>()
    });
    let layers = write_layers(&formula, edges.as_deref(), &Control::new());
    let layers = layers.expect("nothing interrupts it")?;
    let answer = path.map(|path| format!("answer {}", text::print_path(path)));
    Some(format!(
        "{HEADER}\n{}{layers}0\n",
        answer.unwrap_or_default()
    ))
}

#[test]
fn every_small_board_has_layers_or_a_path() {
    let mut numbers = [0; 2];
    each_small_board(|board| {
        if board.width() * board.height() > 12 {
            return;
        }
        let level = level_of::<Pellet>(board.clone());
        let proof = prove(board, None);
        assert_eq!(proof.is_none(), has_path(board), "{}", level.text());
        if let Some(proof) = &proof {
            let proved = proved(&*level, &SolveRequest::default(), proof);
            assert_eq!(proved, Some(0), "{}{proof}", level.text());
        }
        numbers[usize::from(proof.is_some())] += 1;
    });
    assert!(numbers.iter().all(|&number| number > 1000), "{numbers:?}");
}

#[test]
fn layers_agree_with_all_paths_and_changed_ones_prove_only_what_is_true() {
    let mut rng = Rng::from_text("layers of pellet");
    let mut numbers = [0; 3];
    let mut rejected = 0;
    let request = SolveRequest::default();
    for _ in 0..boards(400) {
        let board = random(&mut rng, 5);
        let paths = all_paths(&board);
        let level = level_of::<Pellet>(board.clone());
        numbers[paths.len().min(2)] += 1;
        let none = prove(&board, None);
        assert_eq!(none.is_some(), paths.is_empty(), "{}", level.text());
        let only = paths.first().and_then(|path| prove(&board, Some(path)));
        assert_eq!(only.is_some(), paths.len() == 1, "{}", level.text());
        for proof in none.iter().chain(&only) {
            let count = paths.len() as u64;
            assert_eq!(
                proved(&*level, &request, proof),
                Some(count),
                "{}{proof}",
                level.text()
            );
            for _ in 0..5 {
                let changed = mutate(proof, &mut rng);
                match proved(&*level, &request, &changed) {
                    Some(found) => assert_eq!(found, count, "{}{changed}", level.text()),
                    None => rejected += 1,
                }
            }
        }
    }
    assert!(
        numbers.iter().all(|&number| number > 10) && rejected > 200,
        "{numbers:?} {rejected}"
    );
}
