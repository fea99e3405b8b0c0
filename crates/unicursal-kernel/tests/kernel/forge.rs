//! Certificates of the [forger](crate::forger), and that it finds true ones where there are any.

use unicursal_kernel::{Board, Rules, Verdict, check};

use crate::brute::{Cells, Random};
use crate::forger::{forge, forge_some};

fn certificates(usual: usize) -> usize {
    std::env::var("UNICURSAL_BOARDS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn no_forged_certificate_about_a_level_with_another_answer_is_accepted() {
    let count = certificates(16_000);
    let (mut random, mut tried, mut accepted) = (Random::new(11), 0, 0);
    while tried < count {
        let lines = forge_some(8, &mut random);
        tried += 8 * usize::from(lines.is_some());
        accepted += lines.unwrap_or(0);
    }
    assert!(accepted > 5 * count, "the forger finds lines that are accepted: {accepted}");
}

/// As the fuzz target does: the first choices are bytes, which a fuzzer changes.
#[test]
fn no_certificate_forged_from_given_choices_is_accepted() {
    let mut tried = 0;
    for number in 0..certificates(2_000) {
        let bytes: Vec<u8> = (0..64).map(|at| ((number * (2 * at + 1)) >> (at % 8)) as u8).collect();
        let lines = forge_some(1, &mut Random::beginning_with(&bytes));
        tried += usize::from(lines.is_some());
    }
    assert!(tried > certificates(2_000) / 10, "{tried}");
}

/// The forger itself finds certificates where there are true ones.
#[test]
fn the_forger_finds_true_certificates() {
    let mut random = Random::new(12);
    let mut found = 0;
    for _ in 0..400 {
        let cells = Cells::random(&mut random, 3);
        if !cells.coil_answers().is_empty() {
            continue;
        }
        let board = Board::read(cells.coil_text().as_bytes(), Rules::Coil).expect("a level");
        for _ in 0..8 {
            let (proved, lines) = forge(&board, &cells, &[], &mut random);
            if !proved {
                continue;
            }
            found += 1;
            let text = format!("{}\n{}\n", board.rules.header(), lines.join("\n"));
            let verdict =
                check(&board, &mut text.as_bytes(), &|| true, &mut |_, _| {}).expect("it can be read");
            assert_eq!(verdict, Verdict::Proved(Vec::new()), "{text}");
        }
    }
    assert!(found > 100, "{found}");
}
