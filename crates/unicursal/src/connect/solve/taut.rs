//! Taut paths: what is left of an answer when its paths are drawn tight.
//!
//! Paths that join all colours, with tiles left empty or not, are *taut* when none of these steps
//! is possible along edges of the board without leaving a checkpoint:
//!
//! ```text
//!   across:        round:       down:
//!   o-o     o o    . o    o-o   o-o-o-o    . . . .
//!   |   ->  |      |   -> |     |     | -> |     |
//!   o-o     o      o-o    . o   o . . o    o-o-o-o
//! ```
//!
//! - *Across*: where a path touches itself, it goes straight from the one tile to the other, and
//!   leaves those between, at least two, empty. On the path of a colour that has checkpoints this
//!   is asked for around single squares only, where one sees what is left.
//! - *Round*: a corner that comes from above goes the other way round its square, if the tile
//!   diagonally between is empty.
//! - *Down*: a path that comes from below, goes along a row and down again, goes along the row
//!   below instead, if that is empty in between.
//!
//! **Every answer can be drawn taut**, by each rule: a step gives paths that join all colours by
//! edges of the board and use all checkpoints. *Across* and *down* take fewer tiles, *round* as
//! many whose rows are together one less, so that it comes to an end, and what is left then is
//! taut. Two things follow:
//!
//! - **No answer.** A board without taut paths has none.
//! - **No other answer.** Let taut paths fill the board, and let there be no other taut paths. Any
//!   answer can be drawn to these then. But each step leaves a tile empty, so that paths which fill
//!   the board are not the end of any step. So no step was taken: the answer is these paths.
//!
//! Where tiles may stay empty, taut paths are an answer themselves, unless they touch themselves
//! and must not. A limit of pieces makes answers fewer only, so that all this holds with it, too.
//!
//! The solver has a literal for each colour of each tile. That is much more than the binary numbers
//! of [`clauses`](super::clauses) need, and suits proofs that colours exclude each other: here
//! neighbours of one colour are joined, so that nearly everything follows from colours.

use batsat::{Lit, Solver, SolverInterface, SolverOpts, lbool};

use crate::connect::tuning::{
    LONGEST_ROW, RESTART_AFTER, TAUT_ACTIVITY_KEPT, TAUT_CLAUSES, TAUT_LEARNT_SHARE,
    TAUT_RESTARTS_GROW,
};
use crate::connect::{Answer, Board, Edges, Rules, Tile};
use crate::sat::{Unit, Watch, add_at_most, subsets, undecided};
use crate::{Control, Dir, Interruption};

/// What is proved where there are none.
pub const NONE: &str = "no paths join all colours, even if tiles stay empty";

/// What a clause takes, with the solver's lists of it.
const BYTES_OF_CLAUSE: usize = 64;

/// A solver that looks for taut paths.
pub struct Taut<'a> {
    board: &'a Board,
    edges: &'a Edges,
    solver: Solver<Watch<'a>>,
    /// Whether an edge is used.
    used: Vec<Lit>,
    /// Whether a cell has a colour, by cell and colour.
    colour: Vec<Vec<Lit>>,
    /// Whether a cell is part of a path.
    taken: Vec<Lit>,
    is_checkpoint: Vec<bool>,
}

/// Whether the clauses of a board are few enough.
pub fn fits(board: &Board, edges: &Edges) -> bool {
    edges.cells.len().saturating_mul(board.colours().len()) <= TAUT_CLAUSES
}

/// Whether paths are an answer by these rules.
pub fn is_answer(board: &Board, edges: &Edges, rules: Rules, answer: &Answer) -> bool {
    let owner = owners(board, answer);
    let is_used = |cell: usize| board.degree(cell) == 0 || owner[cell].is_some();
    let touches = || {
        let right = |cell: usize| (cell % board.width() + 1 < board.width()).then_some(cell + 1);
        let below = |cell: usize| Some(cell + board.width()).filter(|&to| to < owner.len());
        let near = (0..owner.len()).flat_map(|cell| [(cell, right(cell)), (cell, below(cell))]);
        let near = near.filter_map(|(cell, to)| Some((cell, to?)));
        let alike = near.filter(|&(one, two)| owner[one].is_some() && owner[one] == owner[two]);
        // A path that does not touch itself has as many edges as neighbours.
        alike.count() > edges.along(answer).count()
    };
    (rules.blanks || (0..owner.len()).all(is_used)) && !(rules.no_touch && touches())
}

/// Whether an answer uses every tile, and is taut.
pub fn fills(board: &Board, edges: &Edges, answer: &Answer) -> bool {
    let mut used = vec![false; edges.cells.len()];
    for edge in edges.along(answer) {
        used[edge] = true;
    }
    let owner = owners(board, answer);
    let mut place = vec![0; owner.len()];
    for path in &answer.paths {
        for (index, &cell) in path.iter().enumerate() {
            place[cell] = index;
        }
    }
    let is_checkpoint = checkpoints(board);
    let goes_across = |edge: usize| {
        let [one, two] = edges.cells[edge];
        let Some(colour) = owner[one].filter(|_| !used[edge] && owner[one] == owner[two]) else {
            return false;
        };
        let (from, to) = (place[one].min(place[two]), place[one].max(place[two]));
        let path = &answer.paths[colour];
        let left = &path[from + 1..to];
        let has_none = path.iter().all(|&cell| !is_checkpoint[cell]);
        has_none || (left.len() == 2 && left.iter().all(|&cell| !is_checkpoint[cell]))
    };
    is_answer(board, edges, Rules::default(), answer) && !(0..used.len()).any(goes_across)
}

/// Of each cell, the colour whose path uses it.
fn owners(board: &Board, answer: &Answer) -> Vec<Option<usize>> {
    let mut owner = vec![None; board.cell_count()];
    for (colour, path) in answer.paths.iter().enumerate() {
        for &cell in path {
            owner[cell] = Some(colour);
        }
    }
    owner
}

fn checkpoints(board: &Board) -> Vec<bool> {
    let mut is_checkpoint = vec![false; board.cell_count()];
    for &(cell, _) in board.checkpoints() {
        is_checkpoint[cell] = true;
    }
    is_checkpoint
}

impl<'a> Taut<'a> {
    /// All clauses of a board, unless they take more time or memory than the caller permits.
    pub fn new(
        board: &'a Board,
        edges: &'a Edges,
        seed: u64,
        control: &'a Control<'a>,
    ) -> Result<Self, Interruption> {
        let colours = board.colours().len();
        let bits = (usize::BITS - colours.leading_zeros()) as usize;
        let clauses = edges.cells.len() * (3 * colours + 40)
            + board.cell_count() * (colours * (bits + 1) + 10);
        if !control.allows_memory(clauses * BYTES_OF_CLAUSE) {
            return Err(Interruption::Memory);
        }
        let options = SolverOpts {
            restart_first: RESTART_AFTER,
            luby_restart: false,
            restart_inc: TAUT_RESTARTS_GROW,
            var_decay: TAUT_ACTIVITY_KEPT,
            learntsize_factor: TAUT_LEARNT_SHARE,
            random_seed: SolverOpts::default().random_seed + (seed % (1 << 32)) as f64,
            rnd_init_act: seed != 0,
            ..SolverOpts::default()
        };
        let mut solver = Solver::new(options, Watch::new(control, Unit::Decisions));
        let mut literals = |count: usize| -> Vec<Lit> {
            let all = (0..count).map(|_| Lit::new(solver.new_var_default(), true));
            all.collect()
        };
        let used = literals(edges.cells.len());
        let cells = 0..board.cell_count();
        let colour = cells.clone().map(|_| literals(colours)).collect();
        let taken = cells.map(|_| undecided(&mut solver)).collect();
        let mut taut = Self {
            board,
            edges,
            solver,
            used,
            colour,
            taken,
            is_checkpoint: checkpoints(board),
        };
        for cell in 0..board.cell_count() {
            control.check()?;
            taut.add_cell(cell);
        }
        for (cell, colour) in board.fixed_colours() {
            taut.add([taut.colour[cell][colour]]);
        }
        taut.add_edges(control)?;
        taut.add_squares();
        taut.add_rows();
        Ok(taut)
    }

    /// The next taut paths; an error when this many decisions or the caller's limits did not
    /// suffice.
    pub fn next_within(&mut self, decisions: u64) -> Result<Option<Answer>, Interruption> {
        self.solver.cb().begin(decisions);
        loop {
            let result = self.solver.solve_limited(&[]);
            if result == lbool::FALSE {
                return Ok(None);
            } else if result != lbool::TRUE {
                return Err(self.solver.cb().reason());
            }
            let is_used = |&lit: &Lit| self.solver.value_lit(lit) == lbool::TRUE;
            let used: Vec<bool> = self.used.iter().map(is_used).collect();
            let traced = self.edges.trace(self.board, &used);
            if traced.loops.is_empty() {
                return Ok(Some(traced.answer));
            }
            for cells in traced.loops {
                let round = cells.iter().zip(cells.iter().cycle().skip(1));
                let along = round.filter_map(|(&a, &b)| self.edges.between(a, b));
                let clause: Vec<Lit> = along.map(|edge| !self.used[edge]).collect();
                self.add(clause);
            }
        }
    }

    /// Refuses these paths: taut paths have no others among their edges, so any others lack one.
    pub fn refuse(&mut self, answer: &Answer) {
        let along = self.edges.along(answer);
        let clause: Vec<Lit> = along.map(|edge| !self.used[edge]).collect();
        self.add(clause);
    }

    /// The proof that there are none.
    pub fn proof(&self) -> String {
        format!("{NONE} ({} conflicts)", self.solver.num_conflicts())
    }

    fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let mut clause = clause.into_iter().collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    /// A cell has its edges and one colour, or neither.
    fn add_cell(&mut self, cell: usize) {
        let around = self.edges.at(cell).map(|(edge, _)| self.used[edge]);
        let around: Vec<Lit> = around.collect();
        let degree = self.board.degree(cell);
        add_at_most(&mut self.solver, &around, degree);
        if degree == 2 {
            // One that is used is not the only one.
            for &one in &around {
                let others = around.iter().copied().filter(|&lit| lit != one);
                let clause: Vec<Lit> = others.chain([!one]).collect();
                self.add(clause);
            }
        }
        let (colours, taken) = (self.colour[cell].clone(), self.taken[cell]);
        for &edge in &around {
            self.add([!edge, taken]);
        }
        self.add(around.iter().copied().chain([!taken]));
        self.add(colours.iter().copied().chain([!taken]));
        if degree == 0 {
            self.add([!taken]);
        } else if degree == 1 || self.is_checkpoint[cell] {
            self.add([taken]);
        }
        // Two colours have numbers that differ in a bit.
        let bits = usize::BITS - colours.len().saturating_sub(1).leading_zeros();
        let bits: Vec<Lit> = (0..bits).map(|_| undecided(&mut self.solver)).collect();
        for (number, &colour) in colours.iter().enumerate() {
            self.add([!colour, taken]);
            for (index, &bit) in bits.iter().enumerate() {
                let bit = if number >> index & 1 == 1 { bit } else { !bit };
                self.add([!colour, bit]);
            }
        }
    }

    /// An edge is used exactly if its cells have one colour; for colours with checkpoints only the
    /// one follows from the other.
    fn add_edges(&mut self, control: &Control) -> Result<(), Interruption> {
        let mut may_touch = vec![false; self.board.colours().len()];
        for &(_, colour) in self.board.checkpoints() {
            may_touch[colour] = true;
        }
        for edge in 0..self.used.len() {
            control.check()?;
            let ([a, b], used) = (self.edges.cells[edge], self.used[edge]);
            for (colour, &may_touch) in may_touch.iter().enumerate() {
                let (a, b) = (self.colour[a][colour], self.colour[b][colour]);
                self.add([!used, !a, b]);
                self.add([!used, a, !b]);
                if !may_touch {
                    self.add([used, !a, !b]);
                }
            }
        }
        Ok(())
    }

    /// No path goes around three sides of a square when it could go straight across, and no corner
    /// could go round the other way.
    fn add_squares(&mut self) {
        for square in self.edges.squares(self.board) {
            let present: Vec<usize> = square.into_iter().flatten().collect();
            if present.len() < 4 {
                continue;
            }
            let all: Vec<Lit> = present.iter().map(|&edge| !self.used[edge]).collect();
            for three in subsets(&all, 3) {
                let free = all.iter().position(|lit| !three.contains(lit));
                let across = free.map(|index| self.edges.cells[present[index]]);
                let cells = present.iter().flat_map(|&edge| self.edges.cells[edge]);
                let mut left = cells.filter(|cell| across.is_some_and(|two| !two.contains(cell)));
                if !left.any(|cell| self.is_checkpoint[cell]) {
                    self.add(three);
                }
            }
            self.add(all);
        }
        for cell in 0..self.board.cell_count() {
            if self.is_checkpoint[cell] || self.board.tile(cell) != Tile::Empty {
                continue;
            }
            for side in [Dir::Left, Dir::Right] {
                let around = &self.edges.around;
                let Some((up, out)) = around[cell][Dir::Up.index()].zip(around[cell][side.index()])
                else {
                    continue;
                };
                let (above, beside) = (self.edges.other(up, cell), self.edges.other(out, cell));
                let other_way = around[above][side.index()].zip(around[beside][Dir::Up.index()]);
                let Some((along, _)) = other_way else {
                    continue;
                };
                let diagonal = self.edges.other(along, above);
                if self.board.tile(diagonal) == Tile::Empty {
                    self.add([!self.used[up], !self.used[out], self.taken[diagonal]]);
                }
            }
        }
    }

    /// No path goes along a row when it could go along the one below.
    fn add_rows(&mut self) {
        let (down, right) = (Dir::Down.index(), Dir::Right.index());
        for first in 0..self.board.cell_count() {
            let Some(start) = self.edges.around[first][down] else {
                continue;
            };
            let mut clause = vec![!self.used[start]];
            let (mut above, mut below) = (first, self.edges.other(start, first));
            for length in 1..=LONGEST_ROW {
                let around = &self.edges.around;
                let Some((along, under)) = around[above][right].zip(around[below][right]) else {
                    break;
                };
                if self.is_checkpoint[above] {
                    break;
                }
                if length > 1 {
                    if self.board.degree(below) != 2 {
                        break;
                    }
                    clause.push(self.taken[below]);
                }
                clause.push(!self.used[along]);
                above = self.edges.other(along, above);
                below = self.edges.other(under, below);
                if self.is_checkpoint[above] {
                    break;
                }
                // A single square is among the squares.
                if length > 1
                    && let Some(end) = self.edges.around[above][down]
                {
                    let whole: Vec<Lit> = clause.iter().copied().chain([!self.used[end]]).collect();
                    self.add(whole);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Taut, fills, is_answer};
    use crate::Control;
    use crate::connect::tuning::LONGEST_ROW;
    use crate::connect::{Answer, Board, Edges, Rules, Tile, text};
    use crate::rng::Rng;
    use crate::sat::ENDLESS;

    type Paths = Vec<Vec<usize>>;

    /// All ways to join the colours from this one on, with tiles left empty or not.
    fn join(
        board: &Board,
        edges: &Edges,
        paths: &mut Paths,
        used: &mut [bool],
        all: &mut Vec<Paths>,
    ) {
        let Some(colour) = board.colours().get(paths.len().max(1) - 1) else {
            return;
        };
        let Some(&at) = paths.last().and_then(|path| path.last()) else {
            return;
        };
        if at == colour.terminals[1] {
            let Some(next) = board.colours().get(paths.len()) else {
                all.push(paths.clone());
                return;
            };
            paths.push(vec![next.terminals[0]]);
            join(board, edges, paths, used, all);
            paths.pop();
            return;
        }
        for (_, to) in edges.at(at) {
            if !used[to] && (board.degree(to) == 2 || to == colour.terminals[1]) {
                used[to] = true;
                let last = paths.len() - 1;
                paths[last].push(to);
                join(board, edges, paths, used, all);
                paths[last].pop();
                used[to] = false;
            }
        }
    }

    fn all_paths(board: &Board, edges: &Edges) -> Vec<Paths> {
        let mut all = Vec::new();
        let mut used = vec![false; board.cell_count()];
        let mut paths = vec![vec![board.colours()[0].terminals[0]]];
        join(board, edges, &mut paths, &mut used, &mut all);
        let passes = |paths: &Paths| {
            let mut known = board.checkpoints().iter();
            known.all(|&(cell, colour)| paths[colour].contains(&cell))
        };
        all.retain(passes);
        all
    }

    /// All that can be made of paths by a single step, from tile to tile as the documentation has
    /// it.
    fn steps(board: &Board, edges: &Edges, paths: &Paths) -> Vec<Paths> {
        let mut taken = vec![false; board.cell_count()];
        for &cell in paths.iter().flatten() {
            taken[cell] = true;
        }
        let checkpoints: Vec<usize> = board.checkpoints().iter().map(|&(cell, _)| cell).collect();
        let spot = |cell: usize| board.position(cell);
        let joined = |one: usize, two: usize| edges.between(one, two).is_some();
        let mut all = Vec::new();
        for (colour, path) in paths.iter().enumerate() {
            let has_checkpoints = board
                .checkpoints()
                .iter()
                .any(|&(_, known)| known == colour);
            let mut put = |from: usize, to: usize, between: Vec<usize>| {
                let left = &path[from + 1..to];
                let is_free = |cell: &usize| !taken[*cell] && board.degree(*cell) == 2;
                let mut whole = vec![path[from]];
                whole.extend(&between);
                whole.push(path[to]);
                let permitted = whole.windows(2).all(|two| joined(two[0], two[1]));
                let free = between.iter().all(is_free);
                if permitted && free && !left.iter().any(|cell| checkpoints.contains(cell)) {
                    let mut drawn = paths.clone();
                    drawn[colour].splice(from + 1..to, between);
                    all.push(drawn);
                }
            };
            for from in 0..path.len() {
                for to in from + 2..path.len() {
                    let [(ax, ay), (bx, by)] = [path[from], path[to]].map(spot);
                    let far = ax.abs_diff(bx) + ay.abs_diff(by);
                    if far == 1 && (!has_checkpoints || to == from + 3) {
                        put(from, to, Vec::new());
                    }
                    if to == from + 2 && ax != bx && ay != by {
                        let (x, y) = spot(path[from + 1]);
                        let diagonal = board.cell(ax + bx - x, ay + by - y);
                        if ay.min(by) < y && board.tile(diagonal) == Tile::Empty {
                            put(from, to, vec![diagonal]);
                        }
                    }
                    let above = path[from + 1..to]
                        .iter()
                        .all(|&cell| spot(cell).1 + 1 == ay);
                    if ay == by && above && (2..=LONGEST_ROW).contains(&far) {
                        let (least, most) = (ax.min(bx), ax.max(bx));
                        let mut row: Vec<usize> =
                            (least + 1..most).map(|x| board.cell(x, ay)).collect();
                        if ax > bx {
                            row.reverse();
                        }
                        put(from, to, row);
                    }
                }
            }
        }
        all
    }

    fn cut(tiles: &[u8], width: usize) -> Vec<String> {
        let rows = tiles.chunks(width);
        rows.map(|row| String::from_utf8_lossy(row).into_owned())
            .collect()
    }

    /// Compares what the solver finds with what there is, and tests both theorems. Whether the
    /// board has paths, and whether some were proved to be the only answer.
    fn agree(rows: &[String], checkpoints: &str) -> (bool, bool) {
        let rows = format!("{} {}\n{}\n", rows.len(), rows[0].len(), rows.join("\n"));
        let text = format!("{rows}{checkpoints}");
        let board = text::parse_board(text.as_bytes()).expect("it is a board");
        let (edges, control) = (Edges::new(&board), Control::new());
        let all = all_paths(&board, &edges);
        let mut expected = BTreeSet::new();
        for paths in &all {
            let steps = steps(&board, &edges, paths);
            // What a step makes is among the paths that there are.
            assert!(steps.iter().all(|drawn| all.contains(drawn)), "{text}");
            if steps.is_empty() {
                expected.insert(paths.clone());
            }
        }
        let mut found = BTreeSet::new();
        let mut taut = Taut::new(&board, &edges, 0, &control).expect("there is memory");
        while let Some(answer) = taut.next_within(ENDLESS).expect("there is no limit") {
            taut.refuse(&answer);
            assert!(found.insert(answer.paths), "twice the same\n{text}");
        }
        assert_eq!(found, expected, "{text}");
        // With `expected` empty there is no answer of any kind.
        assert_eq!(expected.is_empty(), all.is_empty(), "{text}");
        let whole = |paths: &&Paths| {
            let paths = (*paths).clone();
            fills(&board, &edges, &Answer { paths })
        };
        // Of what fills the board, exactly that is taut which is found.
        for paths in all.iter().filter(whole) {
            assert!(expected.contains(paths), "{text}");
        }
        let is_only = expected.len() == 1 && expected.iter().all(|paths| whole(&paths));
        if is_only {
            assert_eq!(all.len(), 1, "{text}");
        }
        (!all.is_empty(), is_only)
    }

    /// All boards of these sizes with one or two colours and these tiles elsewhere; how many, how
    /// many with an answer, and with a single one.
    fn agree_on_all(sizes: &[(usize, usize)], tiles: &[u8]) -> [usize; 3] {
        let mut sums = [0; 3];
        for &(width, height) in sizes {
            let cells = (width * height) as u32;
            for code in 0..tiles.len().pow(cells) {
                let tile = |index| tiles[code / tiles.len().pow(index) % tiles.len()];
                let row: String = (0..cells).map(|index| char::from(tile(index))).collect();
                let number = |name: char| row.matches(name).count();
                // Of two colours the first is the one that comes first.
                let is_first = row.find('0') < row.find('1') || number('1') == 0;
                if number('0') == 2 && [0, 2].contains(&number('1')) && is_first {
                    let (has_answer, is_only) = agree(&cut(row.as_bytes(), width), "0\n");
                    sums[0] += 1;
                    sums[1] += usize::from(has_answer);
                    sums[2] += usize::from(is_only);
                }
            }
        }
        sums
    }

    #[test]
    fn all_small_boards_can_be_drawn_taut() {
        for tiles in [b".X01", b".V01", b".H01"] {
            let [boards, answered, only] =
                agree_on_all(&[(2, 3), (3, 2), (4, 2), (2, 4), (3, 3)], tiles);
            assert!(
                boards > answered && answered > only && only > 100,
                "{boards} {answered} {only}"
            );
        }
    }

    /// All pairs of terminals of 4x4, and random boards with three colours up to 5x5, of which
    /// `UNICURSAL_BOARDS` asks for more.
    #[test]
    fn larger_boards_can_be_drawn_taut() {
        let mut sums = [0; 2];
        let mut sum = |(has_answer, is_only)| {
            sums[0] += usize::from(has_answer);
            sums[1] += usize::from(is_only);
        };
        let mut rng = Rng::from_text("taut");
        let wished = std::env::var("UNICURSAL_BOARDS").ok();
        let boards = wished.and_then(|number| number.parse().ok());
        for _ in 0..boards.unwrap_or(1500) {
            let (width, height) = (3 + rng.below(3), 3 + rng.below(3));
            let mut tiles = vec![b'.'; width * height];
            let mut names: Vec<u8> = b"001122".to_vec();
            names.truncate(4 + 2 * rng.below(2));
            names.extend((0..rng.below(4)).map(|_| b"XXVH"[rng.below(4)]));
            for name in names {
                let mut at = rng.below(tiles.len());
                while tiles[at] != b'.' {
                    at = (at + 1) % tiles.len();
                }
                tiles[at] = name;
            }
            let mut free: Vec<usize> = (0..tiles.len())
                .filter(|&cell| b".VH".contains(&tiles[cell]))
                .collect();
            rng.shuffle(&mut free);
            free.truncate(rng.below(3));
            let number = free.len();
            let lines = free.iter().map(|&cell| {
                let colour = rng.below(1 + usize::from(tiles.contains(&b'1')));
                format!("{} {} {colour}\n", cell % width, cell / width)
            });
            let lines: String = lines.collect();
            sum(agree(&cut(&tiles, width), &format!("{number}\n{lines}")));
        }
        // Of each pair the first tile comes first, and so does the first pair.
        let pairs = (0..16).flat_map(|a| (a + 1..16).map(move |b| [a, b]));
        let pairs: Vec<[usize; 2]> = pairs.collect();
        for (index, first) in pairs.iter().enumerate() {
            for second in &pairs[index + 1..] {
                if first.iter().any(|cell| second.contains(cell)) {
                    continue;
                }
                let mut tiles = [b'.'; 16];
                for (name, pair) in [(b'0', first), (b'1', second)] {
                    for &cell in pair {
                        tiles[cell] = name;
                    }
                }
                sum(agree(&cut(&tiles, 4), "0\n"));
            }
        }
        assert!(sums.iter().all(|&sum| sum > 0), "{sums:?}");
    }

    /// Whether paths are an answer by each rule, against the rules as they are written.
    #[test]
    fn paths_are_an_answer_by_the_rules_that_they_obey() {
        let text = "3 3\n0..\n0V.\n...\n";
        let board = text::parse_board(text.as_bytes()).expect("it is a board");
        let edges = Edges::new(&board);
        for (paths, fills_board, touches) in [
            (vec![0, 3], false, false),
            (vec![0, 1, 4, 7, 6, 3], false, true),
            (vec![0, 1, 2, 5, 8, 7, 6, 3], false, true),
        ] {
            let answer = Answer { paths: vec![paths] };
            for (blanks, no_touch) in [(false, false), (false, true), (true, false), (true, true)] {
                let rules = Rules { no_touch, blanks };
                let expected = (blanks || fills_board) && !(no_touch && touches);
                assert_eq!(is_answer(&board, &edges, rules, &answer), expected);
            }
        }
    }
}
