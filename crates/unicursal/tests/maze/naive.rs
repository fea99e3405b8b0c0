//! The left-hand rule as the rules tell it, on a grid of characters, with everything remembered.

use std::collections::HashSet;

/// North, west, south, east: the next is a turn to the left.
const DIRECTIONS: [(i32, i32, char, char); 4] = [
    (0, -1, 'N', '^'),
    (-1, 0, 'W', '<'),
    (0, 1, 'S', 'v'),
    (1, 0, 'E', '>'),
];

/// All frames, and whether the walk reaches the end. The walk ends where it would repeat itself.
pub fn left_hand(map: &str) -> (Vec<String>, bool) {
    let width = map.lines().map(str::len).max().unwrap();
    let mut grid: Vec<Vec<char>> = map
        .lines()
        .map(|line| format!("{line:width$}").chars().collect())
        .collect();
    let (mut x, mut y) = (0..grid.len())
        .flat_map(|y| (0..width).map(move |x| (x as i32, y as i32)))
        .find(|&(x, y)| grid[y as usize][x as usize] == 'S')
        .unwrap();
    let at = |grid: &[Vec<char>], x: i32, y: i32| {
        let inside = x >= 0 && y >= 0 && (x as usize) < width && (y as usize) < grid.len();
        if inside {
            grid[y as usize][x as usize]
        } else {
            ' '
        }
    };
    let ahead = |grid: &[Vec<char>], x: i32, y: i32, d: usize| {
        let (dx, dy, ..) = DIRECTIONS[d % 4];
        at(grid, x + dx, y + dy)
    };
    let mut facing = (0..4).find(|&d| ahead(&grid, x, y, d) != ' ').unwrap();
    let mut frames = Vec::new();
    let mut before = HashSet::new();
    while before.insert((x, y, facing)) {
        let (dx, dy, name, glyph) = DIRECTIONS[facing];
        grid[y as usize][x as usize] = glyph;
        let rows: String = grid
            .iter()
            .map(|row| row.iter().chain([&'\n']).collect::<String>())
            .collect();
        frames.push(format!(
            "{rows}\nCurrent Position:  {x},{y}\nCurrent Direction: {name}\n\n"
        ));
        if ahead(&grid, x, y, facing) == 'E' {
            return (frames, true);
        }
        grid[y as usize][x as usize] = '.';
        (x, y) = (x + dx, y + dy);
        // Left, straight, right, back.
        facing = [1, 0, 3, 2]
            .map(|turn| (facing + turn) % 4)
            .into_iter()
            .find(|&d| ahead(&grid, x, y, d) != ' ')
            .unwrap();
    }
    (frames, false)
}
