//! Certificates that are right, written by hand, and answers of every kind.

use unicursal_kernel::{Board, Rules, Verdict, check};

use crate::brute::{Cells, Random};

fn judge(level: &str, rules: Rules, lines: &str) -> Verdict {
    let board = Board::read(level.as_bytes(), rules).expect("a level");
    let text = format!("{}\n{lines}", rules.header());
    check(&board, &mut text.as_bytes(), &|| true, &mut |_, _| {}).expect("it can be read")
}

fn proves(level: &str, rules: Rules, lines: &str) -> usize {
    match judge(level, rules, lines) {
        Verdict::Proved(answers) => answers.len(),
        other => panic!("{level}{lines}: {other:?}"),
    }
}

#[test]
fn boards_with_no_cell_and_with_one_are_ordinary() {
    assert_eq!(proves("x=2&y=1&board=XX\n", Rules::Coil, "ends 0\n0 1 0\n"), 0);
    assert_eq!(proves("x=1&y=1&board=.\n", Rules::Coil, "answer 0,0\nother 1\nends 5 0\n0 1 2 0\n"), 1);
    assert_eq!(proves("S\n", Rules::Pellet, "answer 0,0\nother 1\nc 0,0 1\n0 2 1 0\n"), 1);
    let blanks = Rules::Connect { no_touch: false, blanks: true, turns: None };
    assert_eq!(proves("2 2\n..\n..\n0\n", blanks, "answer\nother 1\n0 1 0\n"), 1);
    assert_eq!(proves("1 2\nXX\n", blanks, "answer\nother 1\n0 1 0\n"), 1);
}

#[test]
fn a_board_in_two_parts_has_no_answer() {
    assert_eq!(proves("x=3&y=1&board=.X.\n", Rules::Coil, "cut 0 0,0\n0 1 0\n"), 0);
    assert!(matches!(judge("x=3&y=1&board=...\n", Rules::Coil, "cut 0 0,0\n"), Verdict::Rejected(2, _)));
}

#[test]
fn every_answer_of_small_boards_is_one_and_no_other_path_is() {
    let mut random = Random::new(21);
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..600 {
        let cells = Cells::random(&mut random, 4);
        let Some(&start) = cells.all().first() else { continue };
        let coil = cells.coil_answers();
        let verdict = |level: &str, rules: Rules, path: &[usize]| {
            judge(level, rules, &format!("answer {}\n", cells.answer_text(path)))
        };
        for path in cells.pellet_answers(start).iter().take(50) {
            let refused = |verdict: Verdict| matches!(verdict, Verdict::Rejected(2, _));
            assert!(!refused(verdict(&cells.pellet_text(start), Rules::Pellet, path)));
            assert_eq!(
                !refused(verdict(&cells.coil_text(), Rules::Coil, path)),
                coil.contains(path),
                "{path:?}"
            );
            let trail = |numbers: &[usize]| verdict(&cells.trail_text(numbers), Rules::Trail, path);
            let [middle, last] = [path[path.len() / 2], path[path.len() - 1]];
            if path.len() > 2 {
                assert!(!refused(trail(&[start, middle, last])));
                assert!(refused(trail(&[start, last, middle])));
                assert!(refused(trail(&[start, middle])));
                assert!(refused(trail(&[middle, last])));
            }
            assert!(!refused(trail(&[start])));
            if path.len() > 1 {
                assert!(refused(verdict(&cells.pellet_text(start), Rules::Pellet, &path[1..])));
                assert!(refused(verdict(&cells.coil_text(), Rules::Coil, &path[1..])));
            }
            if coil.contains(path) { right += 1 } else { wrong += 1 }
        }
    }
    assert!(right > 100 && wrong > 400, "{right} {wrong}");
}

/// As docs/proofs.md has it.
#[test]
fn a_dead_end_of_the_wrong_colour_has_no_path() {
    let level = "x=3&y=3&board=...X.XX.X\n";
    assert_eq!(proves(level, Rules::Coil, "c 1,2 3\nends -47 0\nends -48 0\n0 2 3 1 0\n"), 0);
    let fewer = judge(level, Rules::Coil, "c 1,2 3\nends -47 0\n0 2 1 0\n");
    assert_eq!(fewer, Verdict::Rejected(4, "the hints end without a contradiction".to_owned()));
}
