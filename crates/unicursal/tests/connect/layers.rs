//! Proofs by layers of borders: there is one exactly where there is no solution, or no other.

use unicursal::connect::{Board, Connect, text};
use unicursal::implement::{Rng, level_of};
use unicursal::internals::refute::write_layers;
use unicursal::{Control, Level, SolveRequest};
use unicursal_check::connect_proof::{Formula, formula, header};

use crate::boards::{board, count_by_trying, random};
use crate::changed::{boards, mutate, proved};
use crate::relatives::{answers, request, rules};

/// The proof that there is no solution, or none but the given one.
fn prove(board: &Board, (no_touch, blanks): (bool, bool), answer: Option<&str>) -> Option<String> {
    let rules = rules(no_touch, blanks);
    let level = text::print_board(board);
    let formula = formula(level.as_bytes(), &rules).expect("the board is good");
    let edges = answer.map(|answer| edges(&formula, board.width(), answer));
    let layers = write_layers(&formula, edges.as_deref(), &Control::new());
    let layers = layers.expect("nothing interrupts it")?;
    let mut proof = header(&rules);
    for line in answer.unwrap_or_default().lines() {
        proof.push_str("\nanswer ");
        proof.push_str(line);
    }
    Some(format!("{proof}\n{layers}0\n"))
}

/// The edges along the lines of an answer.
fn edges(formula: &Formula, width: usize, answer: &str) -> Vec<usize> {
    let line = |line: &str| {
        let numbers = line.split(' ').map(str::parse::<usize>);
        let numbers: Vec<usize> = numbers.filter_map(Result::ok).collect();
        let [one, other] = [0, 2].map(|at| numbers[at + 1] * width + numbers[at]);
        let (first, last) = (one.min(other), one.max(other));
        let step = if last - first < width { 1 } else { width };
        let cells = (first..last).step_by(step);
        let edges = cells.filter_map(move |cell| formula.edge(cell, cell + step));
        edges.collect::<Vec<usize>>()
    };
    answer
        .lines()
        .take_while(|text| text.contains(' '))
        .flat_map(line)
        .collect()
}

fn is_proof(level: &dyn Level, request: &SolveRequest, proof: &str, count: u64) -> bool {
    proved(level, request, proof) == Some(count)
}

/// Every board of up to 4x3 tiles, blockers among them, with one or two colours.
#[test]
fn every_small_board_has_layers_or_an_answer() {
    let usual = request(false, false);
    let mut numbers = [0; 2];
    for (width, height) in [(1, 4), (4, 1), (2, 3), (3, 2), (3, 3)] {
        let cells = width * height;
        let mut see = |ends: &[usize], blocked: usize| {
            let tile = |cell: usize| match ends.iter().position(|&end| end == cell) {
                Some(index) => ['0', '0', '1', '1'][index],
                None if blocked >> cell & 1 == 1 => 'X',
                None => '.',
            };
            let row = |y: usize| (0..width).map(|x| tile(y * width + x)).collect();
            let rows: Vec<String> = (0..height).map(row).collect();
            let board = board(&rows, &[]);
            let level = level_of::<Connect>(board.clone());
            let proof = prove(&board, (false, false), None);
            let count = count_by_trying(&board);
            assert_eq!(proof.is_none(), count > 0, "{}", level.text());
            if let Some(proof) = &proof {
                assert!(
                    is_proof(&*level, &usual, proof, 0),
                    "{}{proof}",
                    level.text()
                );
            }
            numbers[usize::from(proof.is_some())] += 1;
        };
        for b in 0..cells {
            for a in 0..b {
                for blocked in (0..1_usize << cells).filter(|bits| bits & (1 << a | 1 << b) == 0) {
                    if blocked.count_ones() < 3 {
                        see(&[a, b], blocked);
                    }
                }
                for d in (0..cells).filter(|&d| d != a && d != b) {
                    for c in (a + 1..d).filter(|&c| c != b) {
                        see(&[a, b, c, d], 0);
                    }
                }
            }
        }
    }
    assert!(numbers[0] > 100 && numbers[1] > 1000, "{numbers:?}");
}

/// Boards with tiles and checkpoints of every kind, by every set of rules.
#[test]
fn layers_agree_with_all_answers() {
    let mut rng = Rng::from_text("layers");
    let mut numbers = [[0; 2]; 3];
    for _ in 0..boards(300) {
        let (width, height) = (1 + rng.below(4), 1 + rng.below(4));
        if width * height < 2 {
            continue;
        }
        let board = random(&mut rng, width, height);
        let level = level_of::<Connect>(board.clone());
        for (no_touch, blanks) in [(false, false), (false, true), (true, false), (true, true)] {
            let request = request(no_touch, blanks);
            let right = answers(&board, &rules(no_touch, blanks));
            let proof = prove(&board, (no_touch, blanks), None);
            // That paths do not touch themselves is nothing that a border knows.
            if no_touch {
                assert!(proof.is_none() || right.is_empty(), "{}", level.text());
            } else {
                assert_eq!(proof.is_none(), !right.is_empty(), "{}", level.text());
            }
            if let Some(proof) = &proof {
                assert!(
                    is_proof(&*level, &request, proof, 0),
                    "{}{proof}",
                    level.text()
                );
                numbers[0][usize::from(blanks)] += 1;
            }
            let Some(first) = right.first().filter(|_| !no_touch) else {
                continue;
            };
            let only = prove(&board, (no_touch, blanks), Some(first));
            assert_eq!(only.is_some(), right.len() == 1, "{}{first}", level.text());
            if let Some(only) = &only {
                assert!(
                    is_proof(&*level, &request, only, 1),
                    "{}{only}",
                    level.text()
                );
                numbers[1][usize::from(blanks)] += 1;
            } else {
                numbers[2][usize::from(blanks)] += 1;
            }
        }
    }
    let seen = numbers.iter().flatten().all(|&number| number > 1);
    assert!(seen, "{numbers:?}");
}

#[test]
fn changed_layers_are_rejected_or_still_prove_what_is_true() {
    let mut rng = Rng::from_text("changed layers");
    let usual = request(false, false);
    let (mut solvable, mut proofs) = (Vec::new(), Vec::new());
    while proofs.len() < 100 || solvable.len() < 100 {
        let (width, height) = (2 + rng.below(3), 2 + rng.below(3));
        let board = random(&mut rng, width, height);
        let right = answers(&board, &rules(false, false));
        let level = level_of::<Connect>(board.clone());
        let answer = right.first().map(String::as_str);
        if let Some(proof) = prove(&board, (false, false), answer)
            && proof.lines().count() > 5
        {
            proofs.push((board.clone(), proof, right.len() as u64));
        }
        if !right.is_empty() {
            solvable.push((level, right.len()));
        }
    }
    let (mut rejected, mut kept) = (0, 0);
    for (board, proof, count) in &proofs {
        let level = level_of::<Connect>(board.clone());
        assert!(
            is_proof(&*level, &usual, proof, *count),
            "{}{proof}",
            level.text()
        );
        let mut borders = proof.lines().filter(|line| line.starts_with("border"));
        let last = borders.next_back().unwrap_or_default();
        let without: Vec<&str> = proof.lines().filter(|line| *line != last).collect();
        let mut all: Vec<String> = (0..20).map(|_| mutate(proof, &mut rng)).collect();
        all.push(without.join("\n"));
        for changed in all {
            match proved(&*level, &usual, &changed) {
                Some(found) => {
                    assert_eq!(found, *count, "{}{changed}", level.text());
                    kept += 1;
                }
                None => rejected += 1,
            }
            let (other, number) = &solvable[rng.below(solvable.len())];
            for forged in [proof, &changed] {
                match proved(&**other, &usual, forged) {
                    Some(found) => assert!(found == 1 && *number == 1, "{}{forged}", other.text()),
                    None => rejected += 1,
                }
            }
        }
    }
    assert!(rejected > 2000 && kept > 20, "{rejected} {kept}");
}

/// What no writer would write.
#[test]
fn layers_that_are_none_are_rejected() {
    // Two paths, one above the other.
    let level = level_of::<Connect>(board(&["0.0".to_owned(), "1.1".to_owned()], &[]));
    let all = "take 0,0 1,0 2,0 0,1 1,1 2,1";
    let steps = [
        "swept",
        "border",
        "take 0,0\nswept",
        "take\nswept",
        "take 0,0\nborder\nswept",
        "take 0,0 0,0\nswept",
        "take 0,0\nborder 1:1\ntake 0,0\nswept",
        "take 9,9\nswept",
        "take 0,0\nborder 1:1\nborder 0-0\nswept",
        "take 0,0\nborder 1:99999999999999999999\nswept",
        "take 0,0\nborder 1-2147483647\nswept",
        "take 0,0\nborder 1--2147483648\nswept",
        "take 0,0\nborder 99999999999\nswept",
        "take 0,0\nborder 1:1 1:1\nswept",
        "take 0,0\nborder 7:1\nswept",
        all,
        &format!("{all}\nswept"),
        &format!("{all}\nborder\nswept"),
        &format!("{all}\nborder\ntake 0,0\nswept"),
    ];
    for steps in steps {
        let proof = format!("unicursal connect proof 1\n{steps}\n0\n");
        assert_eq!(
            proved(&*level, &request(false, false), &proof),
            None,
            "{steps}"
        );
    }
    // The answer must be followed to its end.
    let answer = "answer 0 0 2 0 0\nanswer 0 1 2 1 1\n";
    for (cells, count) in [("take 0,0", None), (all, Some(1))] {
        let proof = format!("unicursal connect proof 1\n{answer}{cells}\nswept\n0\n");
        let found = proved(&*level, &request(false, false), &proof);
        assert_eq!(found, count, "{cells}");
    }
}

/// The third example of docs/older-proofs.md, which needs each of its lines.
#[test]
fn the_example_of_the_documentation_is_a_proof() {
    let documentation = include_str!("../../../../docs/older-proofs.md");
    let (_, example) = documentation
        .split_once("0 . 1         ")
        .expect("the example is there");
    let (example, _) = example.split_once("```").expect("it has an end");
    let words = example.lines().map(|line| line.get(14..).unwrap_or(line));
    let mut lines: Vec<&str> = words.collect();
    lines[0] = "unicursal connect proof 1";
    let rows = ["0.1", "...", "1.0"].map(str::to_owned);
    let level = level_of::<Connect>(board(&rows, &[]));
    let usual = request(false, false);
    let proof = lines.join("\n");
    assert!(is_proof(&*level, &usual, &proof, 0), "{proof}");
    for at in 0..lines.len() {
        let mut others = lines.clone();
        others.remove(at);
        assert_eq!(proved(&*level, &usual, &others.join("\n")), None, "{at}");
    }
}
