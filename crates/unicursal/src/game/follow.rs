//! Converts an answer to the moves that make it.

use std::cmp::Ordering;

use super::rules::Rules;
use super::{Game, State};
use crate::puzzle::Level;
use crate::{Error, Moves};

/// The opposite of each direction.
const BACK: [usize; 4] = [1, 0, 3, 2];

impl Game {
    /// The moves that make an answer to a level of this game, or the beginning of one, from the
    /// start. They need not be legal. An error means that the text cannot be read.
    pub fn moves_of(&self, level: &dyn Level, answer: &[u8]) -> Result<Vec<usize>, Error> {
        if answer.trim_ascii().is_empty() {
            return Ok(Vec::new());
        }
        let answer = level.read_answer(answer)?;
        Ok(match &self.state {
            State::Join(_) => self.moves_of_pieces(&answer).concat(),
            State::Walk(_) => self.moves_of_letters(&answer)?,
        })
    }

    /// Plays an answer from the start as far as it is legal: up to its first wrong move or, in
    /// Connect, the first wrong move of each colour. Returns the number of its moves and of those
    /// that were made.
    pub fn follow(&mut self, level: &dyn Level, answer: &[u8]) -> Result<(usize, usize), Error> {
        let answer = level.read_answer(answer)?;
        let parts = match &self.state {
            State::Join(_) => self.moves_of_pieces(&answer),
            State::Walk(_) => vec![self.moves_of_letters(&answer)?],
        };
        self.restart();
        let all = parts.iter().map(Vec::len).sum();
        let made = parts.iter().map(|part| {
            let legal = part.iter().take_while(|&&number| self.play(number));
            legal.count()
        });
        Ok((all, made.sum()))
    }

    /// The moves of `x=0&y=1&path=DRURD`, or of `drurd`.
    fn moves_of_letters(&self, answer: &str) -> Result<Vec<usize>, Error> {
        let number = |letter: char| "UDLR".find(letter.to_ascii_uppercase());
        if self.rules.moves != Moves::Slide {
            return Ok(answer.chars().filter_map(number).collect());
        }
        let field = |name: &str| {
            let mut fields = answer.trim().split('&');
            fields.find_map(|field| field.strip_prefix(name))
        };
        let side = |name: &str| field(name).and_then(|word| word.parse::<usize>().ok());
        let (width, height) = self.size();
        let start = match (side("x="), side("y=")) {
            (Some(x), Some(y)) if x < width && y < height => 4 + y * width + x,
            _ => {
                let message = format!("the start is not on the board of {width}x{height} cells");
                return Err(Error::bad_input(message, None));
            }
        };
        let letters = field("path=").unwrap_or("").chars();
        Ok(std::iter::once(start)
            .chain(letters.filter_map(number))
            .collect())
    }

    /// The moves of lines `x1 y1 x2 y2 colour`, for each colour from its first tile.
    fn moves_of_pieces(&self, answer: &str) -> Vec<Vec<usize>> {
        let rules = &*self.rules;
        let mut pieces = vec![Vec::new(); rules.colours.len()];
        for (colour, piece) in answer.lines().filter_map(|line| self.piece(line)) {
            pieces[colour].push(piece);
        }
        // The directions in which the pieces of a colour leave a cell.
        let mut leaves = vec![0_u8; rules.tiles.len()];
        let mut parts = Vec::new();
        for (colour, (pieces, (_, ends))) in pieces.iter().zip(&rules.colours).enumerate() {
            let cells = || pieces.iter().flat_map(|piece| piece.steps(rules));
            for (here, dir, next) in cells() {
                leaves[here] |= 1 << dir;
                leaves[next] |= 1 << BACK[dir];
            }
            let (mut part, mut here) = (Vec::new(), ends[0]);
            while here != ends[1] && leaves[here] != 0 {
                let dir = leaves[here].trailing_zeros() as usize;
                let Some(next) = rules.neighbour(here, dir) else {
                    break;
                };
                // Removed from both sides, so that following a loop ends.
                leaves[here] &= !(1 << dir);
                leaves[next] &= !(1 << BACK[dir]);
                part.push(4 * colour + dir);
                here = next;
            }
            parts.push(part);
            for (here, _, next) in cells() {
                (leaves[here], leaves[next]) = (0, 0);
            }
        }
        parts
    }

    /// The colour and the piece of a line.
    fn piece(&self, line: &str) -> Option<(usize, Piece)> {
        let rules = &*self.rules;
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let [x1, y1, x2, y2, symbol] = words[..] else {
            return None;
        };
        let number = |word: &str| word.parse::<usize>().ok();
        let (x1, y1, x2, y2) = (number(x1)?, number(y1)?, number(x2)?, number(y2)?);
        let symbol = symbol.chars().next();
        let colour = (rules.colours.iter()).position(|(known, _)| Some(*known) == symbol)?;
        let dir = match (x2.cmp(&x1), y2.cmp(&y1)) {
            (Ordering::Equal, Ordering::Less) => 0,
            (Ordering::Equal, Ordering::Greater) => 1,
            (Ordering::Less, Ordering::Equal) => 2,
            (Ordering::Greater, Ordering::Equal) => 3,
            _ => return None,
        };
        let on_board = x1.max(x2) < rules.width && y1.max(y2) < rules.height;
        let piece = Piece {
            from: y1 * rules.width + x1,
            to: y2 * rules.width + x2,
            dir,
        };
        on_board.then_some((colour, piece))
    }
}

/// A straight piece of a path.
#[derive(Clone)]
struct Piece {
    from: usize,
    to: usize,
    dir: usize,
}

impl Piece {
    /// Each cell but the last, with the direction and the cell after it.
    fn steps<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = (usize, usize, usize)> + 'a {
        let mut here = self.from;
        std::iter::from_fn(move || {
            let from = (here != self.to).then_some(here)?;
            here = rules.neighbour(from, self.dir)?;
            Some((from, self.dir, here))
        })
    }
}
