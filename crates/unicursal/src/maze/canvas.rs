//! The map as text with the walker on it, frame after frame in one buffer.

use std::io::Write;

use super::text::{self, compass};
use super::{Board, State};
use crate::Dir;

/// How frames look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The walker who faces south.
    pub facing_down: u8,
    /// Leaves out the empty line between the map and the position.
    pub compact: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            facing_down: b'v',
            compact: false,
        }
    }
}

/// A map on which a walker leaves a trail of periods.
///
/// A step changes two bytes, and a frame writes its last lines after the map; neither allocates.
///
/// ```
/// use unicursal::maze::{Canvas, Rule, Style, Walk, text};
///
/// let board = text::parse(b"S#E")?;
/// let mut canvas = Canvas::new(&board, Style::default());
/// for state in Walk::new(&board, Rule::Left) {
///     canvas.show(&board, state);
/// }
/// let frame = b".>E\n\nCurrent Position:  1,0\nCurrent Direction: E\n\n";
/// assert_eq!(canvas.frame(&board), frame);
/// # Ok::<(), unicursal::Error>(())
/// ```
pub struct Canvas {
    style: Style,
    /// The rows, each ended by a newline, then the rest of the last frame.
    text: Vec<u8>,
    map_length: usize,
    state: Option<State>,
}

impl Canvas {
    /// The map without a walker.
    pub fn new(board: &Board, style: Style) -> Self {
        let text = text::print(board).into_bytes();
        Self {
            style,
            map_length: text.len(),
            text,
            state: None,
        }
    }

    /// Moves the walker; the cell it leaves becomes a period.
    pub fn show(&mut self, board: &Board, state: State) {
        let index = |cell| {
            let (x, y) = board.position(cell);
            y * (board.width() + 1) + x
        };
        if let Some(before) = self.state.replace(state) {
            self.text[index(before.at)] = b'.';
        }
        self.text[index(state.at)] = match state.facing {
            Dir::Up => b'^',
            Dir::Left => b'<',
            Dir::Down => self.style.facing_down,
            Dir::Right => b'>',
        };
    }

    /// The frame: the map, the position of the walker, and the direction it faces.
    pub fn frame(&mut self, board: &Board) -> &[u8] {
        self.text.truncate(self.map_length);
        if let Some(state) = self.state {
            let (x, y) = board.position(state.at);
            let gap = if self.style.compact { "" } else { "\n" };
            let facing = compass(state.facing);
            // Writing to memory cannot fail.
            let _ = write!(
                self.text,
                "{gap}Current Position:  {x},{y}\nCurrent Direction: {facing}\n\n"
            );
        }
        &self.text
    }
}
