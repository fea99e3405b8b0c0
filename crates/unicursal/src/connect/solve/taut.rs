//! Taut paths: what is left of an answer when its paths are drawn tight.
//!
//! *Taut* are paths that join all colours, leave tiles empty or not, do not touch themselves, and
//! have no corner that could go the other way round its square in the row above: no tile where a
//! path turns from above to the left or right while the tile diagonally between is empty.
//!
//! **Every answer can be drawn taut**, on a board without directional tiles and checkpoints,
//! whether the rules ask it to fill the board or not. Where a path touches itself, go straight
//! across from the one tile to the other and leave those between, at least two, empty. Where a
//! corner could go round the other way, let it: the tile that it leaves is empty then, and the one
//! that it takes was. Both give paths that join all colours, since an edge between two neighbours
//! is forbidden by blockers and directional tiles alone, and what is left out is neither a terminal
//! nor a checkpoint. The first takes fewer tiles, the second as many whose rows are together one
//! less, so that it comes to an end, and what is left then is taut.
//!
//! Two things follow, for each rule that lets paths touch themselves:
//!
//! - **No answer.** A board without taut paths has none.
//! - **No other answer.** Let taut paths fill the board, and let there be no other taut paths. Any
//!   answer can be drawn to these then. But each step leaves a tile empty, so that paths which fill
//!   the board are not the end of any step. So no step was taken: the answer is these paths.
//!
//! Where tiles may stay empty, taut paths are an answer themselves. A limit of pieces makes answers
//! fewer only, so that both hold with it, too.

use super::sat::Session;
use crate::connect::{Answer, Board, Edges, Rules, Tile};
use crate::{Control, Dir, Interruption};

/// Whether answers by these rules can be drawn tight on a board.
pub fn applies(board: &Board, rules: Rules) -> bool {
    let is_plain = |tile: &Tile| !matches!(tile, Tile::Horizontal | Tile::Vertical);
    !rules.no_touch && board.checkpoints().is_empty() && board.tiles.iter().all(is_plain)
}

/// Whether an answer uses every tile, and no path in it touches itself: it is taut then.
pub fn fills(board: &Board, edges: &Edges, answer: &Answer) -> bool {
    let mut owner = vec![usize::MAX; board.cell_count()];
    for (colour, path) in answer.paths.iter().enumerate() {
        for &cell in path {
            owner[cell] = colour;
        }
    }
    let is_used = |cell: usize| board.degree(cell) == 0 || owner[cell] != usize::MAX;
    let alike = |cells: &&[usize; 2]| owner[cells[0]] == owner[cells[1]];
    // A path without chords has as many edges between its tiles as it uses.
    let touching = edges.cells.iter().filter(alike).count();
    (0..board.cell_count()).all(is_used) && touching == edges.along(answer).count()
}

/// A solver that looks for taut paths.
pub fn session<'a>(
    board: &'a Board,
    edges: &'a Edges,
    seed: u64,
    control: &'a Control<'a>,
) -> Result<Session<'a>, Interruption> {
    let rules = Rules {
        no_touch: true,
        blanks: true,
    };
    let mut session = Session::new(board, edges, rules, seed, control)?;
    let clauses = &mut session.encoding.clauses;
    for cell in 0..board.cell_count() {
        if board.tile(cell) != Tile::Empty {
            continue;
        }
        for (side, up) in [(Dir::Left, Dir::Up), (Dir::Right, Dir::Up)] {
            let [Some(one), Some(two)] = [side, up].map(|dir| edges.around[cell][dir.index()])
            else {
                continue;
            };
            let beside = edges.other(one, cell);
            let Some(diagonal) = edges.around[beside][up.index()] else {
                continue;
            };
            let diagonal = edges.other(diagonal, beside);
            if board.tile(diagonal) == Tile::Empty {
                let used = edges.at(diagonal).map(|(edge, _)| clauses.used[edge]);
                let corner = [!clauses.used[one], !clauses.used[two]];
                let clause: Vec<_> = used.chain(corner).collect();
                clauses.add(clause);
            }
        }
    }
    Ok(session)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{applies, fills, session};
    use crate::Control;
    use crate::connect::{Answer, Board, Edges, Rules, Tile, text};
    use crate::rng::Rng;

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
            if !used[to] && (board.tile(to) == Tile::Empty || to == colour.terminals[1]) {
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
        all
    }

    /// Whether paths are taut, from tile to tile as the documentation has it.
    fn is_taut(board: &Board, paths: &Paths) -> bool {
        let mut used = vec![false; board.cell_count()];
        for &cell in paths.iter().flatten() {
            used[cell] = true;
        }
        let spot = |cell| board.position(cell);
        let apart = |a, b| {
            let ((ax, ay), (bx, by)) = (spot(a), spot(b));
            ax.abs_diff(bx) + ay.abs_diff(by)
        };
        let touches = |path: &Vec<usize>| {
            let later = |at: usize| path.iter().skip(at + 2).map(move |&other| (at, other));
            let mut pairs = (0..path.len()).flat_map(later);
            pairs.any(|(at, other)| apart(path[at], other) == 1)
        };
        let moves = |path: &Vec<usize>| {
            path.windows(3).any(|three| {
                let [(ax, ay), (x, y), (bx, by)] = [three[0], three[1], three[2]].map(spot);
                if ax == bx || ay == by {
                    return false;
                }
                let diagonal = board.cell(ax + bx - x, ay + by - y);
                ay.min(by) < y && !used[diagonal] && board.tile(diagonal) == Tile::Empty
            })
        };
        !paths.iter().any(|path| touches(path) || moves(path))
    }

    fn cut(tiles: &[u8], width: usize) -> Vec<String> {
        let rows = tiles.chunks(width);
        rows.map(|row| String::from_utf8_lossy(row).into_owned())
            .collect()
    }

    /// Compares what the solver finds with what there is, and tests both theorems. Whether the
    /// board has an answer, and whether it was proved to be the only one.
    fn agree(rows: &[String]) -> (bool, bool) {
        let text = format!("{} {}\n{}\n0\n", rows.len(), rows[0].len(), rows.join("\n"));
        let board = text::parse_board(text.as_bytes()).expect("it is a board");
        let (edges, control) = (Edges::new(&board), Control::new());
        let all = all_paths(&board, &edges);
        let expected: BTreeSet<Paths> = all
            .iter()
            .filter(|paths| is_taut(&board, paths))
            .cloned()
            .collect();
        let mut found = BTreeSet::new();
        let mut session = session(&board, &edges, 0, &control).expect("there is memory");
        while let Some(answer) = session.next_answer().expect("there is no limit") {
            session.refuse(&answer);
            assert!(found.insert(answer.paths), "twice the same\n{text}");
        }
        assert_eq!(found, expected, "{text}");
        // With `expected` empty there is no answer of any kind.
        assert_eq!(expected.is_empty(), all.is_empty(), "{text}");
        let is_only = expected.first().is_some_and(|paths| {
            let paths = paths.clone();
            expected.len() == 1 && fills(&board, &edges, &Answer { paths })
        });
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
                    let (has_answer, is_only) = agree(&cut(row.as_bytes(), width));
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
        let [boards, answered, only] =
            agree_on_all(&[(2, 3), (3, 2), (4, 2), (2, 4), (3, 3)], b".X01");
        assert!(
            boards > answered && answered > only && only > 100,
            "{boards} {answered} {only}"
        );
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
            names.extend(vec![b'X'; rng.below(3)]);
            for name in names {
                let mut at = rng.below(tiles.len());
                while tiles[at] != b'.' {
                    at = (at + 1) % tiles.len();
                }
                tiles[at] = name;
            }
            sum(agree(&cut(&tiles, width)));
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
                sum(agree(&cut(&tiles, 4)));
            }
        }
        assert!(sums[0] > 100 && sums[1] > 10, "{sums:?}");
    }

    /// Tiles that forbid a way, or must be passed, are no longer free to be left.
    #[test]
    fn it_does_not_apply_everywhere() {
        for (text, applicable) in [
            ("2 3\n0..\n0..\n0\n", true),
            ("2 3\n0.X\n0..\n0\n", true),
            ("2 3\n0V.\n0..\n0\n", false),
            ("2 3\n0..\n0.H\n0\n", false),
            ("2 3\n0..\n0..\n1\n1 0 0\n", false),
        ] {
            let board = text::parse_board(text.as_bytes()).expect("it is a board");
            for (blanks, no_touch) in [(false, false), (false, true), (true, false), (true, true)] {
                let rules = Rules { no_touch, blanks };
                assert_eq!(applies(&board, rules), applicable && !no_touch, "{text}");
            }
        }
    }
}
