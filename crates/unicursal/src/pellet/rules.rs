//! The rule: step by step to a neighbour, never onto a wall and never onto a cell twice.

pub use crate::hamilton::path::walk;

#[cfg(test)]
mod tests {
    use super::walk;
    use crate::pellet::text::{parse_board, parse_path};

    #[test]
    fn a_path_stops_at_walls_and_visited_cells() {
        let board = parse_board(b"S.\n#.\n").unwrap();
        let follow = |path: &str| walk(&board, &parse_path(path.as_bytes()).unwrap());
        assert_eq!(follow("rd").unwrap().len(), 3);
        let message = follow("rl").unwrap_err().to_string();
        assert_eq!(
            message,
            "step 2 of the path: l of (1, 0) is visited already"
        );
        let message = follow("d").unwrap_err().to_string();
        assert_eq!(message, "step 1 of the path: d of (0, 0) is a wall");
    }
}
