//! Every threshold of the solvers of Connect the Colours: its unit, what it trades, and what chose
//! it.
//!
//! Figures are in `record/connect.md`.

/// *Decisions* of the SAT solver's first turn for each cell of the board, and at least. Longer
/// turns solve more without repair, and delay it where it is needed; "How long the solver's first
/// turn should be".
pub const DECISIONS: u64 = 15;
/// See [`DECISIONS`].
pub const LEAST_DECISIONS: u64 = 10_000;
/// *Cells*, 15x15: up to this many the solver hardly ever needs more than
/// [`SMALL_BOARD_DECISIONS`], and repair takes longer; the same table.
pub const SMALL_BOARD: u64 = 225;
/// *Decisions*; see [`SMALL_BOARD`].
pub const SMALL_BOARD_DECISIONS: u64 = 30_000;
/// *Columns* or rows: small boards that are no wider begin with a short turn. There a sweep costs
/// so little that it usually decides; on wider ones it is usually given up, and boards with answers
/// took a fifth longer; "A short turn for narrow boards alone".
pub const NARROW_BOARD: usize = 12;
/// *Decisions* of the solver's short turn on such boards, and *borders* of the sweep after it,
/// about 10 and 20 ms: most boards without an answer are decided there, and those that need more
/// lose no more than that.
pub const SHORT_TURN_DECISIONS: u64 = 5_000;
/// See [`SHORT_TURN_DECISIONS`].
pub const SHORT_TURN_SWEEP: usize = 250_000;
/// The number of *windows* of repair before it starts over, as a share of the cells, twice; then
/// always twice as many: "Borders as single words".
pub const SMALL_BOARD_SHARE: u64 = 4;
/// *Windows* of the first repair for each cell of the board. The next ones are as long as two,
/// three and more.
pub const WINDOWS: u64 = 1;

/// *Conflicts* before the SAT solver's first restart: few, because hard boards are easy from the
/// right side; "What mattered" has 30 against 100.
pub const RESTART_AFTER: i32 = 20;

/// *Cells*: the smallest and the largest side of a window. Larger ones mend more and take longer;
/// "What the parts of `repair` are worth".
pub const SIDES: [usize; 2] = [7, 11];
/// *Ticks*, about 0.06 us, the time of a border: what the units of the ways cost on the one clock
/// of the schedule, and the first slice of each. Of `hu_swap15c15_0` a decision takes 7 us and a
/// window 3 ms; "Every rule on one schedule".
pub const TICKS_OF_WINDOW: u64 = 50_000;
/// See [`TICKS_OF_WINDOW`].
pub const TICKS_OF_BORDER: u64 = 1;
/// See [`TICKS_OF_WINDOW`].
pub const FIRST_SLICE: u64 = 200_000;
/// A decision of the SAT solver on a board of this many cells; see [`TICKS_OF_WINDOW`].
pub const fn ticks_of_decision(cells: usize) -> u64 {
    10 + cells as u64 / 2
}
/// *Decisions* for each cell of the board in which taut paths are looked for when the solver's
/// first turn found no answer. If the colours can be joined they are usually found in a few
/// thousand decisions, and if not, this usually proves it; "How the solver for taut paths is set".
pub const TAUT_TURN: u64 = 100;
/// *Learnt clauses* for each clause of the board that the solver for taut paths keeps at first.
/// Proofs are long, and with a tenth they become endless; the same section.
pub const TAUT_LEARNT_SHARE: f64 = 1.0;
/// The *share* of a variable's activity that is kept after a conflict there; the same section.
pub const TAUT_ACTIVITY_KEPT: f64 = 0.9;
/// *Times* by which the solver for taut paths goes on for longer after each restart; the same
/// section.
pub const TAUT_RESTARTS_GROW: f64 = 1.1;
/// A decision of the solver that looks for taut paths, which has more clauses.
pub const fn ticks_of_taut(cells: usize) -> u64 {
    2 * ticks_of_decision(cells)
}
/// *Decisions* for each number of empty tiles, where few are to be left.
pub const FEW_DECISIONS: u64 = 20_000;
/// *Rounds* in which short paths give way to each other, and *cells* of the largest board on which
/// they are tried: a round takes as many steps as there are colours times cells.
pub const ROUTE_ROUNDS: u64 = 24;
/// See [`ROUTE_ROUNDS`].
pub const ROUTE_CELLS: usize = 4_000;
/// *Times* that a window is asked for other colours than all.
pub const SECOND_THOUGHTS: usize = 2;
/// *Decisions* after which a window is given up.
pub const WINDOW_DECISIONS: u64 = 500;
/// *Cells* of a strand, about, that are compared with those of another to see where the two are
/// near: time against the best place.
pub const MOST_COMPARED: usize = 500;
/// *Windows* without progress after which faults count as stuck; the same table, 50 against 100.
pub const PATIENCE: usize = 50;
/// *Cells*: the sides of the window that is then laid without regard to colours, and the
/// *decisions* it may take.
pub const LARGE_SIDES: [usize; 2] = [14, 26];
/// See [`LARGE_SIDES`].
pub const LARGE_DECISIONS: u64 = 20_000;

/// *Cells*: sides of the windows in which an answer is shortened; "Within the turn limit".
pub const TURN_SIDES: [usize; 3] = [6, 8, 10];
/// *Decisions* in one of them, after which it is given up.
pub const TURN_WINDOW_DECISIONS: u64 = 5_000;

/// *Cells* of a board of which `info` says which rules it needs, and *decisions* for each kind of
/// rules.
pub const MOST_JUDGED: usize = 1_600;
/// See [`MOST_JUDGED`].
pub const JUDGE_TURN: u64 = 10_000;
/// *Decisions* for each wider rule, when there is no answer by the one that was asked for; about 5
/// ms.
pub const BESIDE_TURN: u64 = 3_000;
/// *Answers*: up to this many are listed one by one before a sweep counts them.
pub const LISTED: u64 = 1000;
/// *Cells*: sides of the windows in which another answer is looked for near a known one, and the
/// *decisions* in one.
pub const NEAR_SIDES: [usize; 3] = [4, 6, 8];
/// See [`NEAR_SIDES`].
pub const NEAR_DECISIONS: u64 = 300;
/// *Decisions* in which a U-turn at one place is refuted; four times as many for those that are
/// left.
pub const U_TURN_DECISIONS: u64 = 500;
/// *Ticks*, about a quarter of a second, of the first turn of each way to look for other answers.
/// In short turns proofs take longer, because restarts begin from the start in each; "How ways to
/// look for other answers take turns".
pub const OTHERS_SLICE: u64 = 4_000_000;
/// *Decisions* in which the solver looks for another answer, first one without a U-turn, before the
/// other ways begin.
pub const PLAIN_DECISIONS: u64 = 5_000;
/// *Cells* of the largest board with shifts: there are up to 18 for each cell, about 3 kB, and
/// boards beyond it are hardly ever decided by a proof.
pub const SHIFTED_CELLS: usize = 4_000;
/// *Columns* or rows: up to this many a sweep usually decides whether there is another answer; "The
/// only answer, by the sweep".
pub const SWEPT_BOARD: usize = 15;
/// *Ticks* in which an answer is looked for before those of a wide board are counted, and before a
/// board that people cannot solve is asked for a second one; about 0.2 s.
pub const KNOWN_FIRST: u64 = 2_000_000;
/// *Steps* for each cell of the board in a turn of the search along diagonals, about 1.6 us: of 165
/// boards up to 40x20 and 30x30 nine in ten take no more; "No path touches itself".
pub const DIAGONAL_STEPS: u64 = 80;
/// *Turns*, from each corner of the board in order; from the fifth on they are twice as long.
pub const DIAGONAL_TURNS: u64 = 8;
/// *Cells* of a board that is large enough for the solver to be faster.
pub const DIAGONAL_CELLS: usize = 1_000;
/// *Colours* times edges: up to this many, [taut paths](super::solve) are looked for with a literal
/// for each colour of each cell. There are three clauses for each, 0.2 kB.
pub const TAUT_CLAUSES: usize = 250_000;
/// *Edges* of the longest row that taut paths do not go along when they could go along the one
/// below. Longer ones are rare.
pub const LONGEST_ROW: usize = 6;
