//! Certificates that were changed, or shown about another level: what is still accepted must be
//! true.

#![allow(clippy::format_push_string, clippy::format_collect)]

use unicursal_certificate::{Guide, Learned, by_clauses, by_guide, judge};
use unicursal_kernel::{Answer, Board, Rules, Verdict};

#[path = "../../unicursal-kernel/tests/kernel/brute.rs"]
#[allow(dead_code)]
mod brute;

use brute::{Cells, Random, Tiles};

/// A level, and how many answers it has.
struct Case {
    board: Board,
    text: String,
    answers: Vec<Answer>,
}

impl Case {
    fn path(rules: Rules, text: String, paths: Vec<Vec<usize>>) -> Self {
        let board = Board::read(text.as_bytes(), rules).expect(&text);
        let answers = paths.into_iter().map(|path| Answer(vec![path])).collect();
        Self { board, text, answers }
    }

    /// A small level of the puzzle with this number, if there happens to be one.
    fn random(puzzle: usize, random: &mut Random) -> Option<Self> {
        if puzzle == 3 {
            let tiles = Tiles::random(random, 4);
            if tiles.pairs().len() > 14 {
                return None;
            }
            let rules = Rules::Connect { no_touch: tiles.no_touch, blanks: tiles.blanks, turns: tiles.turns };
            let board = Board::read(tiles.text().as_bytes(), rules).expect("a level");
            // Which sides they use is enough to tell how many there are.
            let answers = tiles.answers().iter().map(|_| Answer(Vec::new())).collect();
            return Some(Self { board, text: tiles.text(), answers });
        }
        let (cells, numbers) = Cells::trail(random, 4);
        let cells = if puzzle == 2 { cells } else { Cells::new(cells.width, cells.free) };
        let &start = numbers.first()?;
        Some(match puzzle {
            0 => Self::path(Rules::Coil, cells.coil_text(), cells.coil_answers()),
            1 => Self::path(Rules::Pellet, cells.pellet_text(start), cells.pellet_answers(start)),
            _ => Self::path(Rules::Trail, cells.trail_text(&numbers), cells.trail_answers(&numbers)),
        })
    }

    /// Whether the kernel accepts a certificate; what it says must be true.
    fn accepts(&self, certificate: &str) -> bool {
        let judged = judge(&self.board, &mut certificate.as_bytes(), &|| true, &mut |_, _| {});
        let Verdict::Proved(answers) = judged.expect("it can be read") else { return false };
        assert_eq!(answers.len(), self.answers.len(), "{}{certificate}", self.text);
        true
    }
}

/// Drops, swaps, repeats and cuts off lines, and changes words and digits.
fn change(certificate: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = certificate.lines().map(str::to_owned).collect();
    let (at, other) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(6) {
        0 => drop(lines.remove(at)),
        1 => lines.swap(at, other),
        2 => lines.insert(at, lines[other].clone()),
        3 => lines.truncate(at.max(1)),
        4 => {
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
            let foreign: Vec<&str> = lines[other].split(' ').collect();
            let word = random.below(words.len());
            if random.one_in(2) {
                words.remove(word);
            } else {
                foreign[random.below(foreign.len())].clone_into(&mut words[word]);
            }
            lines[at] = words.join(" ");
        }
        _ => {
            let mut bytes = lines[at].clone().into_bytes();
            if let Some(place) = bytes.len().checked_sub(1).map(|last| random.below(last + 1)) {
                bytes[place] = match bytes[place] {
                    b'-' => b' ',
                    digit if digit.is_ascii_digit() => b'0' + random.below(10) as u8,
                    _ => b'-',
                };
            }
            lines[at] = String::from_utf8_lossy(&bytes).into_owned();
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn what_is_accepted_of_changed_and_transplanted_certificates_is_true() {
    let wished = std::env::var("UNICURSAL_BOARDS").ok().and_then(|text| text.parse().ok());
    let mut random = Random::new(41);
    for puzzle in 0..4 {
        let (mut changed, mut transplanted, mut rejected) = (0, 0, [0; 2]);
        let mut certificates: Vec<String> = Vec::new();
        let mut walks = 0;
        for _ in 0..wished.unwrap_or(600) {
            let Some(case) = Case::random(puzzle, &mut random) else { continue };
            // Certificates about others of the same rules, answers of which may happen to be
            // answers here.
            for _ in 0..certificates.len().min(8) {
                transplanted += 1;
                let other = &certificates[random.below(certificates.len())];
                rejected[0] += usize::from(!case.accepts(other));
            }
            let known = if puzzle == 3 { &[] } else { &case.answers[..case.answers.len().min(3)] };
            let learned = by_clauses(&case.board, known, u64::MAX, &|| true).expect("not stopped");
            let is_all = known.len() == case.answers.len();
            assert_eq!(learned == Learned::Another, !is_all, "{}", case.text);
            let Learned::Certificate(certificate) = learned else { continue };
            // Without advice walks are tried, and their lines left out.
            let walked = (puzzle == 0 && case.answers.is_empty()).then(|| {
                by_guide(&case.board, &Guide::default(), usize::MAX, &|| true).expect("not stopped")
            });
            for certificate in [Some(certificate), walked.flatten()].into_iter().flatten() {
                assert!(case.accepts(&certificate));
                for _ in 0..20 {
                    changed += 1;
                    rejected[1] += usize::from(!case.accepts(&change(&certificate, &mut random)));
                }
                walks += usize::from(certificate.contains("\nwalks "));
                certificates.push(certificate);
            }
        }
        assert_eq!(walks > 4, puzzle == 0, "{puzzle}: {walks}");
        assert!(rejected[0] * 2 > transplanted && rejected[1] * 2 > changed, "{puzzle}: {rejected:?}");
        assert!(transplanted > 1_000 && changed > 1_000, "{puzzle}: {transplanted} {changed}");
    }
}
