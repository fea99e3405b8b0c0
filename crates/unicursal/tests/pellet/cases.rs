//! The list of cases in `testdata/pellet.toml`.

use toml::Value;
use unicursal::pellet::text;

use crate::{list, methods, solve};

#[test]
fn every_method_on_every_case() {
    for case in list::read(include_str!("../../testdata/pellet.toml"), 20) {
        let name = &case.name;
        let board = text::parse_board(case.rows.join("\n").as_bytes());
        let board = board.unwrap_or_else(|error| panic!("{name}: {error}"));
        let proof = case.fields.get("proof").and_then(Value::as_str);
        for method in methods() {
            match (solve(&board, method), proof) {
                (Ok(_), None) => {}
                (Err(found), Some(proof)) => assert!(
                    method != "fast" || found.starts_with(proof),
                    "{name}: proved by '{found}'"
                ),
                (found, _) => panic!("{method}: {name}: {found:?}"),
            }
        }
    }
}

/// The states are those of the published search: up, down, right, left, straight on before these,
/// tunnels before all, a flood before each.
#[test]
fn the_plain_search_counts_its_states() {
    let board = text::parse_board(b"....\n.S..\n....\n").unwrap();
    let states = |limit| {
        unicursal::internals::pellet::count_states(&board, limit, &unicursal::Control::new())
    };
    assert_eq!(states(1000), Ok(Some(naive_states(&board))));
    assert_eq!(states(3), Ok(None));
}

/// The published search, written down once more without any of the machinery.
fn naive_states(board: &unicursal::pellet::Board) -> u64 {
    use unicursal::Dir;
    fn free(board: &unicursal::pellet::Board, path: &[usize], cell: usize) -> bool {
        board.is_free(cell) && !path.contains(&cell)
    }
    fn reach(board: &unicursal::pellet::Board, path: &[usize]) -> usize {
        let mut seen: Vec<usize> = vec![path[path.len() - 1]];
        let mut next = 0;
        while next < seen.len() {
            for near in board.free_neighbours(seen[next]) {
                if free(board, path, near) && !seen.contains(&near) {
                    seen.push(near);
                }
            }
            next += 1;
        }
        seen.len() - 1
    }
    fn go(
        board: &unicursal::pellet::Board,
        path: &mut Vec<usize>,
        last: Option<Dir>,
        states: &mut u64,
    ) -> bool {
        let left = board.free_count() - path.len();
        if left == 0 {
            return true;
        }
        if reach(board, path) < left {
            return false;
        }
        let at = path[path.len() - 1];
        let mut moves = vec![Dir::Up, Dir::Down, Dir::Right, Dir::Left];
        moves.retain(|&dir| free(board, path, board.neighbour(at, dir)));
        if let Some(place) = moves.iter().position(|&dir| Some(dir) == last) {
            let straight = moves.remove(place);
            moves.insert(0, straight);
        }
        let mut ordered: Vec<Dir> = Vec::new();
        for dir in moves {
            let cell = board.neighbour(at, dir);
            let ways = board
                .free_neighbours(cell)
                .filter(|&way| free(board, path, way));
            match ways.count() {
                1 => ordered.insert(0, dir),
                _ => ordered.push(dir),
            }
        }
        for dir in ordered {
            *states += 1;
            path.push(board.neighbour(at, dir));
            if go(board, path, Some(dir), states) {
                return true;
            }
            path.pop();
        }
        false
    }
    let mut states = 0;
    assert!(go(board, &mut vec![board.start()], None, &mut states));
    states
}
