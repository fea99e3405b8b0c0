//! What levels of Pellet Eater and Trail have in common: from graphs and numbers to what front ends
//! show.

use super::grade::{self, Scale};
use super::technique::Technique;
use super::{Graph, path, reason};
use crate::reason::{Explanation, Step as Reason};
use crate::{Control, Dir, Error, Figures, Step};

/// How hard a board is for a person; no figures if it has no path.
pub fn difficulty(
    graph: &Graph,
    numbered: &[usize],
    scale: Scale,
    control: &Control,
) -> Result<Figures, Error> {
    let uses = grade::grade(graph, numbered, scale, Technique::Guess, control);
    let uses = uses.map_err(|why| Error::interrupted(why, "the grade was not finished"))?;
    Ok(uses.map_or_else(Figures::new, |uses| uses.figures()))
}

/// How a person solves a board.
pub fn explain(
    graph: &Graph,
    numbered: &[usize],
    scale: Scale,
    control: &Control,
) -> Result<Explanation, Error> {
    let explained = reason::explain(graph, numbered, scale, control);
    explained.map_err(|why| Error::interrupted(why, "the explanation is not complete"))
}

/// Why the first step of what is left of a board is right. If time is short, a hint has no reason.
pub fn reason(rest: &Graph, numbered: &[usize], control: &Control) -> Option<Reason> {
    reason::first_step(rest, numbered, control).unwrap_or_default()
}

/// The next step of a whole path after this many steps.
pub fn next_step(path: Vec<Dir>, taken: usize) -> Step<Vec<Dir>> {
    let end = path.len().min(taken + 1);
    Step {
        next: path::print(&path[taken..end]).trim_end().to_owned(),
        so_far: path[..end].to_vec(),
        answer: path,
    }
}

/// What [`Kind`](crate::Kind) says of Pellet Eater and of Trail alike, whose answers are steps from
/// a start: it stands in modules that have a `Board`, `text`, `solve`, `draw` and `facts` of their
/// own, and the puzzle's independent `checker`.
macro_rules! walked {
    ($puzzle:ident) => {
        type Board = Board;
        type Answer = Vec<Dir>;
        type Request = SolveRequest;

        const PROVES: bool = true;
        const COUNTING: Option<Counting<Self>> = Some(Counting::BY_TRAIT);
        const HINTING: Option<Hinting<Self>> = Some(Hinting::BY_TRAIT);
        const EXPLAIN: Option<Explain<Self>> = Some(explain);
        const GENERATING: Option<Generating<Self>> = Some(Generating::BY_TRAIT);

        fn parse(text: &[u8]) -> Result<Board, Error> {
            text::parse_board(text)
        }

        fn print(board: &Board) -> String {
            text::print_board(board)
        }

        fn size(board: &Board) -> (usize, usize) {
            (board.width(), board.height())
        }

        fn request(_: &Board, request: &SolveRequest) -> Result<SolveRequest, Error> {
            Ok(request.clone())
        }

        fn solve(
            board: &Board,
            request: &SolveRequest,
            control: &Control,
        ) -> Result<Solved<Vec<Dir>>, Error> {
            Ok(solve::solve(board, request, control))
        }

        fn print_answer(_: &Board, _: &SolveRequest, answer: &Vec<Dir>) -> String {
            path::print(answer)
        }

        fn check(level: &[u8], _: &SolveRequest, answer: &[u8]) -> Result<Verdict, Error> {
            Verdict::of(checker::check(level, answer))
        }

        fn prove(
            board: &Board,
            request: &SolveRequest,
            answer: Option<&Vec<Dir>>,
            control: &Control,
        ) -> Result<Option<Checked>, Error> {
            let known = answer.map_or(&[][..], std::slice::from_ref);
            Checked::learned::<Self>(board, request, known, control)
        }

        fn kernel_rules(_: &[u8], _: &SolveRequest) -> Result<Option<Rules>, Error> {
            Ok(Some(Rules::$puzzle))
        }

        fn kernel_paths(board: &Board, answer: &Vec<Dir>) -> Vec<Vec<(usize, usize)>> {
            path::positions(board, answer)
        }

        fn kernel_answer(_: &Board, paths: &[Vec<(usize, usize)>]) -> String {
            path::of_positions(paths)
        }

        fn draw(board: &Board, answer: Option<&Vec<Dir>>) -> Result<Picture, Error> {
            draw::picture(board, answer.map(Vec::as_slice))
        }

        fn facts(board: &Board) -> Figures {
            facts::facts(board)
        }
    };
}

/// The same for [`Counts`](crate::Counts), with `count`.
macro_rules! counted_walks {
    ($puzzle:ident) => {
        impl Counts for $puzzle {
            fn count(
                board: &Board,
                _: &SolveRequest,
                most: Option<u64>,
                control: &Control,
            ) -> Result<Count, Error> {
                Ok(count::count(board, most, control))
            }

            fn list(
                board: &Board,
                _: &SolveRequest,
                most: usize,
                control: &Control,
            ) -> Result<Vec<Vec<Dir>>, Error> {
                let listed = count::list(board, most, control);
                listed.map_err(|why| Error::interrupted(why, "the list is not complete"))
            }
        }
    };
}

pub(crate) use {counted_walks, walked};
