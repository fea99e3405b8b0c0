//! Certificates about small boards, compared with trying everything.

#![allow(clippy::format_push_string, clippy::format_collect)]

use unicursal_certificate::{Advice, Guide, Learned, Step, Value, by_guide, export, judge, others_by_guide};
use unicursal_kernel::{Answer, Board, Rules, Verdict};

#[path = "../../unicursal-kernel/tests/kernel/brute.rs"]
#[allow(dead_code)]
mod brute;

use brute::{Cells, Random, Tiles};

/// A certificate that there are no other answers; none if there are.
fn by_clauses(board: &Board, answers: &[Answer]) -> Option<String> {
    match unicursal_certificate::by_clauses(board, answers, u64::MAX, &|| true).expect("not stopped") {
        Learned::Certificate(certificate) => Some(certificate),
        Learned::Another => None,
        Learned::TooLong => panic!("it may take as long as it likes"),
    }
}

fn proved(board: &Board, certificate: &str) -> usize {
    match judge(board, &mut certificate.as_bytes(), &|| true, &mut |_, _| {}).expect("it can be read") {
        Verdict::Proved(answers) => answers.len(),
        other => panic!("{other:?}\n{certificate}"),
    }
}

#[test]
fn clause_learning_certifies_what_has_no_answer_and_nothing_else() {
    let mut random = Random::new(31);
    let mut found = 0;
    for _ in 0..1_000 {
        let cells = Cells::random(&mut random, 6);
        let Some(&start) = cells.all().first() else { continue };
        for (rules, text) in [(Rules::Coil, cells.coil_text()), (Rules::Pellet, cells.pellet_text(start))] {
            let board = Board::read(text.as_bytes(), rules).expect("a level");
            let solvable = match rules {
                Rules::Coil => !cells.coil_answers().is_empty(),
                _ if cells.all().len() > 20 => continue,
                _ => !cells.pellet_answers(start).is_empty(),
            };
            let certificate = by_clauses(&board, &[]);
            assert_eq!(certificate.is_none(), solvable, "{text}");
            if let Some(certificate) = certificate {
                assert_eq!(proved(&board, &certificate), 0);
                found += 1;
            }
        }
    }
    assert!(found > 500, "{found}");
    let mut found = 0;
    for _ in 0..600 {
        let tiles = Tiles::random(&mut random, 4);
        if tiles.pairs().len() > 14 {
            continue;
        }
        let rules = Rules::Connect { no_touch: tiles.no_touch, blanks: tiles.blanks, turns: tiles.turns };
        let board = Board::read(tiles.text().as_bytes(), rules).expect("a level");
        let certificate = by_clauses(&board, &[]);
        assert_eq!(certificate.is_none(), !tiles.answers().is_empty(), "{}", tiles.text());
        if let Some(certificate) = certificate {
            assert_eq!(proved(&board, &certificate), 0);
            found += 1;
        }
    }
    assert!(found > 100, "{found}");
}

/// Two pockets, one with too many cells of one colour, cells that cannot have enough neighbours wherever the path ends.
#[test]
fn levels_of_pellet_with_pockets_need_no_search() {
    for level in [
        "..#S#..\n..#.#..\n#.....#\n.......\n",
        "S......\n##.####\n##.####\n#...###\n",
        "S.......\n.....###\n...##...\n.....##.\n...##...\n",
        ".......\n.##S##.\n#.....#\n.......\n###.###\n##...##\n##...##\n",
    ] {
        let board = Board::read(level.as_bytes(), Rules::Pellet).expect(level);
        let answers =
            Cells::new(board.width, board.free.clone()).pellet_answers(board.ends[0].expect("a start"));
        assert!(answers.is_empty(), "{level}");
        let certificate = by_clauses(&board, &[]).expect("a certificate");
        assert_eq!(proved(&board, &certificate), 0);
        assert!(certificate.lines().count() < 30, "{level}{certificate}");
    }
}

/// A cell with one neighbour is an end. Two of them of one colour; one of the colour of which there are fewer cells.
#[test]
fn ends_of_colours_that_do_not_match_need_no_walks() {
    let (width, height) = (13, 9);
    for (blocked, ends) in [(&[1, 11][..], 2), (&[1], 1)] {
        let middle = [(6, 2), (4, 6), (8, 6)];
        let is_free = |x: usize, y: usize| !(y == 0 && blocked.contains(&x) || middle.contains(&(x, y)));
        let rows = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let cells: String = rows.map(|(x, y)| if is_free(x, y) { '.' } else { 'X' }).collect();
        let text = format!("x={width}&y={height}&board={cells}");
        let board = Board::read(text.as_bytes(), Rules::Coil).expect(&text);
        assert_eq!(board.white.abs_diff(board.count - board.white), 2 - ends, "{text}");
        let certificate = by_guide(&board, &Guide::default(), 100_000, &|| true);
        let certificate = certificate.expect("not stopped").expect(&text);
        assert_eq!(proved(&board, &certificate), 0);
        assert!(certificate.lines().count() < 30 && !certificate.contains("walk"), "{certificate}");
    }
}

/// Numbers in their order, thin walls, blocked cells, a free end: also that a path is the only one.
#[test]
fn clause_learning_certifies_trails() {
    let mut random = Random::new(34);
    let (mut none, mut only) = (0, 0);
    for index in 0..1_500 {
        let (cells, numbers) = Cells::trail(&mut random, if index % 5 == 0 { 5 } else { 4 });
        if numbers.is_empty() {
            continue;
        }
        let text = cells.trail_text(&numbers);
        let board = Board::read(text.as_bytes(), Rules::Trail).expect("a level");
        let mut answers: Vec<Answer> =
            cells.trail_answers(&numbers).into_iter().map(|path| Answer(vec![path])).collect();
        let certificate = by_clauses(&board, &[]);
        assert_eq!(certificate.is_none(), !answers.is_empty(), "{text}");
        if let Some(certificate) = certificate {
            assert_eq!(proved(&board, &certificate), 0);
            none += 1;
        }
        answers.truncate(4);
        let all = cells.trail_answers(&numbers).len() == answers.len();
        let certificate = by_clauses(&board, &answers);
        assert_eq!(certificate.is_some(), all, "{text}");
        if let Some(certificate) = certificate {
            assert_eq!(proved(&board, &certificate), answers.len());
            only += usize::from(answers.len() == 1);
        }
    }
    assert!(none > 200 && only > 200, "{none} {only}");
}

/// Without advice every walk is tried.
#[test]
fn walks_certify_what_has_no_answer_and_nothing_else() {
    let mut random = Random::new(32);
    let mut found = 0;
    for _ in 0..1_500 {
        let cells = Cells::random(&mut random, 7);
        let text = cells.coil_text();
        let board = Board::read(text.as_bytes(), Rules::Coil).expect("a level");
        let certificate = by_guide(&board, &Guide::default(), usize::MAX, &|| true).expect("not stopped");
        let solvable = !cells.coil_answers().is_empty();
        assert_eq!(certificate.is_none(), solvable, "{text}");
        if let Some(certificate) = certificate {
            assert_eq!(proved(&board, &certificate), 0);
            found += 1;
        }
    }
    assert!(found > 500, "{found}");
}

#[test]
fn answers_are_certified_to_be_all_only_if_they_are() {
    let mut random = Random::new(33);
    let (mut all, mut few) = (0, 0);
    for _ in 0..600 {
        let cells = Cells::random(&mut random, 4);
        let board = Board::read(cells.coil_text().as_bytes(), Rules::Coil).expect("a level");
        let mut answers: Vec<Answer> =
            cells.coil_answers().into_iter().map(|path| Answer(vec![path])).collect();
        if answers.len() > 12 {
            continue;
        }
        let certificate = by_clauses(&board, &answers);
        let certificate = certificate.unwrap_or_else(|| panic!("{}", cells.coil_text()));
        assert_eq!(proved(&board, &certificate), answers.len());
        all += 1;
        if answers.pop().is_some() {
            let certificate = by_clauses(&board, &answers);
            assert_eq!(certificate, None);
            few += 1;
        }
    }
    assert!(all > 300 && few > 100, "{all} {few}");
}

/// Whatever advice there is: sets that have no end among them as well, and values that answers have.
#[test]
fn answers_are_certified_to_be_all_with_any_guide() {
    let mut random = Random::new(35);
    let (mut all, mut few) = (0, 0);
    for _ in 0..600 {
        let cells = Cells::random(&mut random, 4);
        let text = cells.coil_text();
        let board = Board::read(text.as_bytes(), Rules::Coil).expect("a level");
        let (free, width) = (cells.all(), board.width);
        if free.len() < 2 {
            continue;
        }
        let mut answers: Vec<Answer> =
            cells.coil_answers().into_iter().map(|path| Answer(vec![path])).collect();
        if answers.len() > 12 {
            continue;
        }
        let mut place = || {
            let cell = free[random.below(free.len())];
            (cell % width, cell / width)
        };
        let advice = Advice { cells: vec![place(), place()], ..Advice::default() };
        let value = |side| Value::Side { side, is_used: side % 2 == 0, is_later: side < 2 };
        let values = (0..8).map(|side| Step::Not(place(), if side < 4 { value(side) } else { Value::Start }));
        let guide = Guide { choices: Some(values.collect()), cores: vec![advice] };
        let others = |answers: &[Answer]| {
            others_by_guide(&board, &guide, answers, u64::MAX, &|| true).expect("not stopped")
        };
        match others(&answers) {
            Learned::Certificate(certificate) => assert_eq!(proved(&board, &certificate), answers.len()),
            other => panic!("{text}: {other:?}"),
        }
        all += 1;
        if answers.pop().is_some() {
            assert_eq!(others(&answers), Learned::Another, "{text}");
            few += 1;
        }
    }
    assert!(all > 300 && few > 100, "{all} {few}");
}

/// Hints name premises and lemmas that come before them, and the last clause is empty.
#[test]
fn exported_certificates_are_of_the_form_that_others_read() {
    let board = Board::read(b"x=5&y=3&board=.XX.X..........", Rules::Coil).expect("a level");
    let certificate = by_clauses(&board, &[]).expect("a certificate");
    let (verdict, exported) = export(&board, &mut certificate.as_bytes(), &|| true).expect("it can be read");
    assert_eq!(verdict, Verdict::Proved(Vec::new()));
    let premises = exported.cnf.lines().count() - 1;
    assert!(
        exported.cnf.starts_with("p cnf ")
            && exported.cnf.lines().next().is_some_and(|line| line.ends_with(&format!(" {premises}")))
    );
    let mut last = premises;
    for line in exported.lrat.lines().filter(|line| !line.contains(" d ")) {
        let numbers: Vec<i64> = line.split(' ').map(|word| word.parse().expect("a number")).collect();
        assert_eq!(numbers[0], last as i64 + 1, "{line}");
        let hints = numbers[1..].iter().skip_while(|&&number| number != 0);
        assert!(hints.clone().all(|&hint| hint < numbers[0]), "{line}");
        last += 1;
    }
    assert!(
        exported
            .lrat
            .lines()
            .rfind(|line| !line.contains(" d "))
            .is_some_and(|line| line.starts_with(&format!("{last} 0 ")))
    );
    assert_eq!(exported.drat.lines().filter(|line| !line.starts_with('d')).count(), last - premises);
    // What is rejected has no other form.
    let broken = certificate.replacen("c ", "d 9\nc ", 1);
    let (verdict, exported) = export(&board, &mut broken.as_bytes(), &|| true).expect("it can be read");
    assert!(!matches!(verdict, Verdict::Proved(_)) && exported.cnf.is_empty());
}
