//! What is said of a slide holds for every answer: on all boards of 3x3 and some larger ones, after
//! every walk that can be walked, and compared with answers that are found here, by nothing but the
//! rule.

use std::collections::BTreeMap;

use unicursal::coil::{Answer, Board, Coil, Walker};
use unicursal::implement::{Hints, Kind};
use unicursal::{Control, Dir};

use crate::boards::from_bits;

/// Goes on from a walk in every way. Returns the first slides of those that end in an answer.
fn go_on(
    board: &Board,
    walker: &mut Walker,
    walk: &mut Answer,
    said: &mut BTreeMap<&'static str, usize>,
) -> Vec<Dir> {
    let mut right = Vec::new();
    for way in Dir::ALL {
        let length = walker.slide(way);
        if length == 0 {
            continue;
        }
        walk.slides.push(way);
        if walker.left() == 0 || !go_on(board, walker, walk, said).is_empty() {
            right.push(way);
        }
        walk.slides.pop();
        walker.take_back(way, length);
    }
    let reason = Coil::reason(board, Some(walk), &Control::new()).expect("no limits");
    if let Some(reason) = reason {
        *said.entry(reason.technique).or_default() += 1;
        for way in &right {
            let letter = way.letter().to_string();
            let drawn = Coil::print(board);
            assert!(
                reason.moves.contains(&letter),
                "{drawn}{walk:?}: {reason:?}"
            );
        }
        assert!(!reason.moves.is_empty() && !reason.text.is_empty());
        for &(x, y) in &reason.tiles {
            assert!(walker.is_left(board.cell(x, y)), "a cell that is visited");
        }
    }
    right
}

fn all_walks(board: &Board, said: &mut BTreeMap<&'static str, usize>) {
    for cell in (0..board.cell_count()).filter(|&cell| board.is_free(cell)) {
        let mut walker = Walker::new(board, cell);
        let mut walk = Answer {
            start: board.position(cell),
            slides: Vec::new(),
        };
        if walker.left() > 0 {
            go_on(board, &mut walker, &mut walk, said);
        }
    }
}

#[test]
fn a_reason_holds_for_every_answer() {
    let mut said = BTreeMap::new();
    for bits in 0..1 << 9 {
        all_walks(&from_bits(3, 3, bits), &mut said);
    }
    // Larger boards of few walls, of which the bits of a product stand in for chance.
    for number in 1..=600_u64 {
        let bits =
            number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | number.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        all_walks(&from_bits(5, 4, (bits >> 20) & 0xf_ffff), &mut said);
    }
    for technique in ["only way", "cut", "dead ends", "forced slides", "trial"] {
        assert!(
            said.get(technique).is_some_and(|&times| times > 20),
            "{said:?}"
        );
    }
}

#[test]
fn a_walk_that_cannot_be_followed_has_no_reason() {
    let board = from_bits(3, 3, 0x1ff);
    for (start, slides) in [((9, 9), vec![]), ((0, 0), vec![Dir::Left])] {
        let walk = Answer { start, slides };
        let reason = Coil::reason(&board, Some(&walk), &Control::new());
        assert_eq!(reason, Ok(None));
    }
}
