//! The puzzle's line protocol: the board as its input, the answer as its output.
//!
//! A board may begin with a line `rule: blanks, no-touch, turns 40` that names another rule than
//! the game's, or a part of it. Then it is a line `h w`, then h rows of w characters (`.` empty,
//! `V` and `H` directional, `X` blocker, anything else the terminal of a colour), then a line with
//! the number of checkpoints and for each a line `x y colour`. The second part of the puzzle ends
//! after the rows. An answer is a line `x1 y1 x2 y2 colour` for each straight piece of a path.
//!
//! LF and CRLF end lines; blanks at the end of a line and empty lines at the end of the text do not
//! count. Lines and columns in messages count from 1, coordinates from 0 as in the texts.

mod answer;
mod board;
mod lines;
mod rule_line;

pub use answer::{Piece, parse_pieces, paths, pieces, print_answer, print_piece};
pub use board::{is_whole, parse_board, print_board, symbol};
pub(super) use rule_line::{print as print_rule, words as rule_words};
