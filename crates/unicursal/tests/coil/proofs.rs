//! Proofs that there is no solution, or no other: the independent checker accepts all of them, and
//! none for a board that has one.

use unicursal::coil::{Board, Coil};
use unicursal::implement::{Kind, Rng, level_of};
use unicursal::{Control, Error, Judgement, LevelName, SolveRequest, board_of, puzzle};
use unicursal_check::coil_proof::{HEADER, Verdict, check};

use crate::boards::{from_bits, from_rows};
use crate::changed::{boards, mutate, prove_changed, proved, reject_changed};
use crate::small::for_all_boards;
use unicursal::internals::coil::{
    By, Division, EndsFirst, Evidence, Query, Switches, brute, certify, draft, local_facts,
};

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

/// A proof by a tree of choices, where a search would be shorter.
fn tree_of_none(board: &Board) -> Option<String> {
    let proof = certify(board, &[], By::Tree, &Control::new()).expect("nothing interrupts it");
    if let Some(proof) = &proof {
        assert!(is_accepted(board, proof), "{board:?}\n{proof}");
    }
    proof
}

/// Proofs that leave everything to the checker's search: from all starts at once, and one by one.
fn searches(board: &Board) -> [String; 2] {
    let most = 1_000_000_000_u64;
    let places = board.free_cells().map(|cell| board.position(cell));
    let each = places.map(|(x, y)| format!("try {x},{y} start\nsearch {most}\n"));
    let each: String = each.collect();
    [
        format!("{HEADER}\nworld\nsearch {most}\n"),
        format!("{HEADER}\nworld\n{each}contradiction\n"),
    ]
}

/// A proof by a search with what windows show of walks that start elsewhere, if the board has a
/// core.
fn search_with_windows(board: &Board, division: Division) -> Option<String> {
    let (rules, control) = (Switches::default(), Control::new());
    let found = EndsFirst::new(board, rules, Query::default()).locate_cores(&control);
    let mut cores = found.expect("nothing interrupts it").cores;
    cores.retain(|core| !core.cells.is_empty());
    cores.truncate(1);
    let shown = local_facts(board, rules, &cores.first()?.cells, division, &control);
    let (_, shown) = shown.expect("nothing interrupts it");
    draft(
        board,
        &Evidence {
            cores,
            shown,
            searched: Some(1_000_000),
            ..Evidence::default()
        },
    )
}

/// Every proof of a board that has no solution; none of any kind for others. Returns a tree, if it
/// has one.
fn has_proofs_or_an_answer(board: &Board) -> Option<String> {
    let solvable = brute::count(board) > 0;
    assert_eq!(proof_of_none(board).is_none(), solvable, "{board:?}");
    if board.free_count() < 2 {
        return None;
    }
    for search in searches(board) {
        assert_eq!(
            is_accepted(board, &search),
            !solvable,
            "{board:?}\n{search}"
        );
    }
    let tree = tree_of_none(board);
    assert_eq!(tree.is_none(), solvable, "{board:?}");
    tree
}

fn is_accepted(board: &Board, proof: &str) -> bool {
    let text = Coil::print(board);
    matches!(
        check(text.as_bytes(), proof.as_bytes()),
        Ok(Verdict::Accepted(_))
    )
}

#[test]
fn a_small_board_has_a_proof_or_an_answer() {
    let mut proofs = Vec::new();
    let mut solvable = Vec::new();
    for_all_boards(12, |board| match has_proofs_or_an_answer(board) {
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
            proved += usize::from(has_proofs_or_an_answer(&board).is_some());
        }
    }
    assert!(proved > 1000, "{proved}");
}

#[test]
fn random_boards_have_a_proof_or_an_answer() {
    let mut rng = Rng::from_text("random proofs");
    let (mut proved, mut deep) = (0, 0);
    for _ in 0..boards(4000) {
        let (width, height) = (4 + rng.below(4), 4 + rng.below(3));
        let walls = rng.below(width * height / 3);
        let mut bits = (1_u64 << (width * height)) - 1;
        for _ in 0..walls {
            bits &= !(1 << rng.below(width * height));
        }
        let board = from_bits(width, height, bits);
        if let Some(proof) = has_proofs_or_an_answer(&board) {
            proved += 1;
            deep += usize::from(proof.contains("try"));
        }
    }
    assert!(
        proved > 500 && deep > 20,
        "{proved} proofs, {deep} with choices"
    );
}

/// A walk that is given up in vain would make these proofs of boards that have a solution.
#[test]
fn what_windows_show_hides_no_answer_from_the_checker() {
    let mut rng = Rng::from_text("windows of proofs");
    let (mut proofs, mut solvable) = (Vec::new(), Vec::new());
    let (mut kept, mut ends) = (0, 0);
    for _ in 0..boards(1500) {
        let (width, height) = (4 + rng.below(4), 4 + rng.below(3));
        let mut bits = (1_u64 << (width * height)) - 1;
        for _ in 0..rng.below(width * height / 3) {
            bits &= !(1 << rng.below(width * height));
        }
        let board = from_bits(width, height, bits);
        let division = Division {
            side: 1 + rng.below(5),
            reach: 1 + rng.below(3),
        };
        let at_once = format!("{HEADER}\nworld\ncontradiction\n");
        if board.free_count() < 2 || is_accepted(&board, &at_once) {
            continue;
        }
        let Some(proof) = search_with_windows(&board, division) else {
            continue;
        };
        let has_answer = brute::count(&board) > 0;
        assert_eq!(
            is_accepted(&board, &proof),
            !has_answer,
            "{board:?}\n{proof}"
        );
        kept += proof.matches("\nnot").count();
        // A core ends with a contradiction, and so do windows with an end.
        ends += usize::from(proof.matches("\ncontradiction").count() > 1);
        if has_answer {
            solvable.push(level_of::<Coil>(board));
        } else {
            proofs.push((level_of::<Coil>(board), proof));
        }
    }
    let mut rejected = 0;
    for (level, proof) in &proofs {
        rejected += reject_changed(&**level, &SolveRequest::default(), proof, 0, &mut rng);
        for _ in 0..5 {
            let other = &solvable[rng.below(solvable.len())];
            let changed = mutate(proof, &mut rng);
            for proof in [proof, &changed] {
                let found = proved(&**other, &SolveRequest::default(), proof);
                assert_eq!(found, None, "{}{proof}", other.text());
            }
        }
    }
    assert!(
        proofs.len() > 100 && solvable.len() > 100,
        "{} proofs, {} boards with answers",
        proofs.len(),
        solvable.len()
    );
    assert!(
        kept > 1000 && ends > 10 && rejected > 5 * proofs.len(),
        "{kept} values refuted, {ends} windows with an end, {rejected} of {} rejected",
        20 * proofs.len()
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
        let answer = Coil::parse_answer(board, answer.as_bytes()).expect("it was just printed");
        let certified = |by| certify(board, std::slice::from_ref(&answer), by, &Control::new());
        for proof in [
            proof,
            certified(By::Tree).unwrap(),
            certified(By::Search).unwrap(),
        ] {
            assert_eq!(proof.is_some(), count == 1, "{board:?}");
            if let Some(proof) = proof {
                let judged =
                    level.check_proof(&SolveRequest::default(), proof.as_bytes(), &Control::new());
                assert!(matches!(judged, Ok(Judgement::OnlyAnswer(_))));
                only += 1;
            } else {
                several += 1;
            }
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
        let answer = Coil::parse_answer(board, answer.as_bytes()).expect("it was just printed");
        let tree = certify(
            board,
            std::slice::from_ref(&answer),
            By::Tree,
            &Control::new(),
        );
        let tree = tree.expect("nothing interrupts it");
        let level = level_of::<Coil>(board.clone());
        proofs.push((level, tree.expect("it is the only one")));
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

/// What two cores leave may contradict itself anywhere. A third core says where, though the engine
/// and the checker need none: on boards of this size they find one contradiction at a time.
#[test]
fn where_two_cores_leave_a_contradiction_is_another_core() {
    let proofs = proofs_of_changed("original", 40, 60);
    let cores = |proof: &String| proof.lines().filter(|&line| line == "core").count();
    let three = proofs.iter().filter(|proof| cores(proof) == 3).count();
    assert!(three > 5, "{three} of {}", proofs.len());
    let bare = |proof: &&String| cores(proof) == 2 && proof.ends_with("world\ncontradiction\n");
    let bare = proofs.iter().filter(bare).count();
    assert!(bare < 5, "{bare} of {}", proofs.len());
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
        let proof = proof.expect("no solution").expect("a proof");
        let certificate = level.certify(&request, &proof, &Control::new());
        let certificate = certificate.expect("nothing interrupts it");
        assert!(certificate.is_some(), "{name}");
    }
}

/// On open levels the checker repeats what the plain search has done with the windows that it has
/// looked at.
#[test]
fn open_levels_with_a_changed_cell_have_proofs_by_search() {
    let mut proofs = Vec::new();
    for (style, size) in [("open", 20), ("open", 30), ("sparse", 40)] {
        proofs.extend(proofs_of_changed(style, size, 20));
    }
    let with = |word: &str| proofs.iter().filter(|proof| proof.contains(word)).count();
    let [searches, windows] = ["search", "away"].map(with);
    assert!(
        searches > 20 && windows > 1,
        "{} proofs, {searches} with a search, {windows} with windows",
        proofs.len()
    );
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
        match [proof_of_none(&board), tree_of_none(&board)] {
            [Some(short), Some(tree)] if tree.lines().count() > 4 => {
                proofs.push((board.clone(), short));
                proofs.push((board, tree));
            }
            [None, None] => boards.push(board),
            _ => {}
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
    let (mut older, mut certificates) = (0, 0);
    for _ in 0..boards(300) {
        let (width, height) = (3 + rng.below(3), 3 + rng.below(3));
        let all = (1_u64 << (width * height)) - 1;
        let bits = (rng.next_u64() | rng.next_u64()) & all;
        let board = from_bits(width, height, bits);
        let Some(short) = proof_of_none(&board).filter(|_| board.free_count() > 1) else {
            continue;
        };
        let level = level_of::<Coil>(board.clone());
        let certificate = level.certify(&SolveRequest::default(), &short, &Control::new());
        let certificate = certificate.expect("nothing interrupts it");
        let proofs = [Some(short), tree_of_none(&board), certificate];
        for cell in 0..width * height {
            let near = from_bits(width, height, bits ^ (1 << cell));
            if brute::count(&near) == 0 {
                continue;
            }
            let near = level_of::<Coil>(near);
            for proof in proofs.iter().flatten() {
                let is_certificate = proof.starts_with("unicursal certificate");
                certificates += 6 * usize::from(is_certificate);
                older += 6 * usize::from(!is_certificate);
                for forged in [
                    proof.clone(),
                    mutate(proof, &mut rng),
                    mutate(proof, &mut rng),
                ] {
                    let again = mutate(&forged, &mut rng);
                    for forged in [forged, again] {
                        let found = proved(&*near, &SolveRequest::default(), &forged);
                        assert_eq!(found, None, "{}{forged}", near.text());
                    }
                }
            }
        }
    }
    assert!(
        older > 1000 && certificates > 1000,
        "{older} older, {certificates} certificates"
    );
}

#[test]
fn the_documented_example_needs_each_of_its_lines() {
    let documentation = include_str!("../../../../docs/older-proofs.md");
    let numbered = documentation.lines().map(str::trim_start);
    let lines: Vec<&str> = (1..)
        .zip(numbered.skip_while(|line| !line.starts_with("1  unicursal coil proof")))
        .map_while(|(number, line)| line.strip_prefix(&format!("{number}  ")))
        .collect();
    let board = from_rows(&[".XX.X", ".....", "....."]);
    assert_eq!(lines.len(), 12, "{lines:?}");
    assert!(is_accepted(&board, &lines.join("\n")));
    for line in 0..lines.len() {
        let mut fewer = lines.clone();
        fewer.remove(line);
        assert!(!is_accepted(&board, &fewer.join("\n")), "without {line}");
    }
    // And as the program writes it.
    let written = format!("{HEADER}\nworld\nsearch 56\n");
    assert_eq!(proof_of_none(&board), Some(written));
}
