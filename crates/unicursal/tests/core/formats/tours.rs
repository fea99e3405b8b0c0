//! Tours through the problems that we write in the form of TSPLIB.

use unicursal::{Outcome, SolveRequest, Verdict};

use super::examples::named;
use super::*;

/// Cells 1 to 5 in the order of reading, S is 1; 6 is before it, 7 after the last.
const BOARD: &str = "3 2\nS..\n.#.\n";

fn tour(vertices: &str) -> String {
    format!("NAME : x.8.tour\nTYPE : TOUR\nDIMENSION : 7\nTOUR_SECTION\n{vertices}\n-1\nEOF\n")
}

#[test]
fn a_tour_is_an_answer_wherever_it_begins_and_whichever_way_it_goes() {
    let level = read(named("pellet"), b"3 2\nS..\n...\n");
    for vertices in [
        "1\n4\n5\n2\n3\n6\n8\n7",
        "7 1 4 5 2 3 6 8",
        "8 6 3 2 5 4 1 7",
        "5 4 1 7 8 6 3 2",
    ] {
        for text in [tour(vertices), tour(vertices).replace('\n', "\r\n")] {
            let answer = level.read_answer(text.as_bytes());
            assert_eq!(answer.as_deref(), Ok("drurd\n"), "{vertices}");
            let drawn = level.draw(Some(text.as_bytes()));
            assert_eq!(drawn.ok(), level.draw(Some(b"drurd")).ok());
        }
    }
}

/// What a program finds on the problem that we write leads back to an answer: here the tour is made
/// of one.
#[test]
fn the_problem_and_its_tour_are_of_one_mind() {
    for seed in 0..20 {
        let name = format!("pellet:6x5#{seed}")
            .parse()
            .map(unicursal::LevelName::Id);
        let made = named("pellet").make(&name.expect("it is an id"), &Control::new());
        let level = made.expect("it can be made").level;
        let problem = level.write_as("tsplib").expect("it has a start");
        let problem = String::from_utf8(problem).expect("it is text");
        let edges: Vec<(usize, usize)> = problem
            .lines()
            .filter_map(|line| {
                let (one, two) = line.split_once(' ')?;
                Some((one.parse().ok()?, two.parse().ok()?))
            })
            .collect();
        let last = edges
            .iter()
            .map(|edge| edge.1)
            .max()
            .expect("there are edges");
        let solved = level.solve(&SolveRequest::default(), &Control::new());
        let Outcome::Solved(answer) = solved.expect("it can be solved").outcome else {
            panic!("it has a solution");
        };
        // Follow the answer over cells that are numbered anew.
        let sheet = level.sheet();
        let cells: Vec<char> = sheet.cells.chars().collect();
        let number = |at: usize| cells[..=at].iter().filter(|&&cell| cell != '#').count();
        let mut at = cells.iter().position(|&cell| cell == 'S').expect("S");
        let mut vertices = vec![last, last - 1, number(at)];
        for step in answer.trim_end().chars() {
            at = match step {
                'u' => at - sheet.width,
                'd' => at + sheet.width,
                'l' => at - 1,
                _ => at + 1,
            };
            vertices.push(number(at));
        }
        let has =
            |one: usize, two: usize| edges.contains(&(one, two)) || edges.contains(&(two, one));
        assert!(vertices.windows(2).all(|pair| has(pair[0], pair[1])));
        assert!(has(vertices[0], vertices[vertices.len() - 1]));
        let turn = seed % vertices.len();
        vertices.rotate_left(turn);
        let words: Vec<String> = vertices.iter().map(usize::to_string).collect();
        let read = level.read_answer(tour(&words.join("\n")).as_bytes());
        assert_eq!(read.as_deref(), Ok(answer.as_str()));
        let verdict = level.check(&SolveRequest::default(), answer.as_bytes());
        assert!(matches!(verdict, Ok(Verdict::Valid)));
    }
}

#[test]
fn a_tour_that_does_not_fit_is_refused_at_its_vertex() {
    let level = read(named("pellet"), BOARD.as_bytes());
    for (vertices, expected) in [
        ("1 2 3 5 4 7", "line 7: the tour has 6 vertices, not 7"),
        (
            "1 2 3 5 4 7 6 8",
            "line 5, column 15: vertices are 1 to 7 for this board, not 8",
        ),
        (
            "1 2 3 5 4 7 7",
            "line 5, column 13: the tour visits 7 twice",
        ),
        (
            "1 2 x",
            "line 5, column 5: a vertex must be a whole number, not 'x'",
        ),
        (
            "1 2 3 5 6 7 4",
            "line 5, column 11: the tour does not go from 7 by 6 to the start",
        ),
        (
            "1 2 3 5 4 7 6",
            "line 5, column 9: there is no edge from 5 to 4",
        ),
    ] {
        let error = level.read_answer(tour(vertices).as_bytes());
        let error = error.expect_err("it is refused").to_string();
        assert_eq!(error, expected, "{vertices}");
    }
}
