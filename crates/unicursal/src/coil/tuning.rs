//! The numbers that were chosen by measurement, each with its unit and what it trades.
//!
//! None of them decides what is true: with other values a run takes longer or gives up sooner.
//! `record/coil-constants.md` has a line for each, with the run that compared it with other values;
//! a test holds the two together.

/// Distances that are tried one after the other around a place, more than `from` and `to` at most:
/// 3, 6, 10, 15 and so on, each further from the one before than that from its own.
pub fn distances(from: usize, to: usize) -> impl Iterator<Item = usize> {
    let all = (2..).map(|n| n * (n + 1) / 2);
    all.skip_while(move |&distance| distance <= from)
        .take_while(move |&distance| distance <= to)
}

/// The engine: how far the consequences of one value are followed.
pub mod engine {
    /// Steps after which the consequences of one thing are not followed any further: cells that a
    /// probe revises or a search for a cycle in their order looks at, fragments that are looked at to
    /// find a chain of relations between two. In empty areas the consequences of a value go on and on
    /// without ever contradicting it.
    pub const STEPS: u64 = 1_000;
}

/// Deduction in windows: work per window against what a window can see.
pub mod windows {
    /// Cells on a side of a tile. Larger ones share less work among threads and are taken back as a
    /// whole; smaller ones spend more on their margins. So near to a conflict its cause is looked
    /// for: in a hundred conflicts of walks on 10000x10000 t1 and four levels of 2000x2000 the wrong
    /// choice was at most 52 cells away and, but for one, the next one 87 and more.
    pub const TILE: usize = 64;
    /// A board with at most this many cells on a side is one tile, margins and threads being
    /// pointless.
    pub const SINGLE: usize = 160;
    /// Cells that a window reaches beyond its tile: what lies further hardly ever matters.
    pub const MARGIN: usize = 8;
    /// Cells on a side of the blocks by which changes are noted: finer ones cost memory, coarser
    /// ones repeat probes.
    pub const BLOCK: usize = 4;
    /// Windows whose findings are held before they are taken over: more cost memory, up to 50 kB
    /// each, fewer let threads wait for each other more often.
    pub const PORTION: usize = 512;
}

/// Cores: the time to make them small against the starts that a large one leaves.
pub mod cores {
    /// Sets that may be tried while cells are dropped one by one.
    pub const TRIES: usize = 30;
    /// Cores with more cells are shrunk once more, with new refutations instead of those known.
    /// Without that the median of most families gains by a twentieth, but one of 12 lanes of 200x200
    /// has a core of 1,892 cells instead of 647, and takes five times as long.
    pub const MANY: usize = 60;
    /// Cells of a core for which it may take as long again: walks from 2,000 starts of a 100x100
    /// took a second.
    pub const AS_LONG_AGAIN: u64 = 500;
}

/// Where the ends are: how long one guess is followed before the next.
pub mod ends {
    /// Cells around a place where ends may be within which that matters: what was deduced without a
    /// zone is taken back so near to it, and the surroundings of a box are looked at so far. With 10
    /// one of 160 levels of 50x50 took ten times as long, with 6 one of 200x200 as well;
    /// `record/coil-hidden-ends.md`.
    pub const REACH: usize = 16;
    /// Paths with this many cells are long: walking through most of one, only to see that the start
    /// was wrong, costs more than a few choices tell. Nor is what counting refutes kept on such a
    /// board for a proof: about 50 bytes for each cell.
    pub const LONG_PATH: usize = 100_000;
    /// Cells around what a round has changed in which values are tried.
    pub const PROBED: usize = 4;
    /// Cells on a side of the boxes in which the start is looked for one by one.
    pub const BOX: usize = 12;
}

/// The place where a board that looks like a closed loop is cut.
pub mod cut {
    /// Steps: relations between cells of a fragment that are so few steps apart do not count.
    pub const FEW_STEPS: usize = 6;
    /// Relations: a place that contradicts this many more than another one may be the cut all the
    /// same.
    pub const WRONG_RELATIONS: i32 = 2;
    /// Fragments that are taken out, one at a time, to see whether a cycle remains.
    pub const SUSPECTS: usize = 64;
}

/// Rehearsals: starts that are given up too soon against time for wrong ones.
/// `record/coil-hidden-ends.md` compares some of these values.
pub mod rehearsals {
    /// Ticks since the longest walk from a start has grown after which it leaps, in the first round;
    /// twice as many and it is given up.
    pub const STANDSTILL: u64 = 1_000;
    /// Ticks that it may take for each cell of the longest walk.
    pub const PER_CELL: u64 = 8;
    /// Cells from the start within which what was deduced does not count. What is wrong is within
    /// two cells of the ends, as a rule.
    pub const REACH: usize = 4;
}

/// The plain search: many short tries against few long ones.
pub mod slides {
    use crate::coil::solve::slides::window_facts::Division;

    /// Starts of the first phase.
    pub const FIRST_STARTS: usize = 40;
    /// Cells from the end of a wall from which on starts along it are alike: farther ones take
    /// longer to tell.
    pub const STRETCH: usize = 8;
    /// A pass over these starts.
    pub struct Pass {
        /// Ticks that a try may take.
        pub work: u64,
        /// How many more for each cell of its longest walk. From the right start of an open board a
        /// walk of N cells enters 2 N to 15 N; from a wrong one it enters 50 times as many as its
        /// longest walk has.
        pub work_per_cell: u64,
        /// The number of its order.
        pub order: usize,
        /// Whether the end comes last. On some boards that leaves no answer, on others nothing else
        /// finds one soon.
        pub end_last: bool,
    }

    /// The passes. On 39 boards where the first five failed once, ten with the end last find
    /// nothing, ten others solve 32; `record/coil-solve.md`.
    pub const FIRST_PASSES: [Pass; 12] = [
        pass(20_000, 4, 0, true),
        pass(20_000, 8, 0, false),
        pass(80_000, 8, 4, true),
        pass(80_000, 8, 1, false),
        pass(320_000, 16, 3, false),
        pass(320_000, 16, 0, false),
        pass(1_280_000, 16, 1, true),
        pass(320_000, 16, 4, false),
        pass(320_000, 16, 1, false),
        pass(320_000, 16, 0, false),
        pass(1_280_000, 16, 0, false),
        pass(5_120_000, 16, 0, true),
    ];

    const fn pass(work: u64, work_per_cell: u64, order: usize, end_last: bool) -> Pass {
        Pass {
            work,
            work_per_cell,
            order,
            end_last,
        }
    }

    /// A board is nearly full when one of this many cells is left.
    pub const LAST_CELLS: usize = 20;
    /// Ticks since the longest walk has grown after which a walk stands still. With 5,000
    /// to 20,000 walks leap that would have found their way, with 100,000 those that do not lose
    /// time.
    pub const STANDSTILL: u64 = 50_000;
    /// Cells from where a walk stands still to the choices to which it leaps, columns and rows
    /// counted apart. With 1, 8 or 64 single boards of 500x500 are lost, with 16 to 32 none.
    pub const LEAP_RADIUS: usize = 20;
    /// The unit of limits in choices: of those that sweeps over all starts may make at each, and of
    /// random tries.
    pub const CHOICES: u64 = 64;
    /// How the board is divided for that.
    pub const DIVISION: Division = Division { side: 24, reach: 4 };

    /// How much each property of a slide counts against it.
    pub struct Order {
        /// Free cells along the side of the slide that has fewer, for each of its cells.
        pub beside: f32,
        /// Its length, as a share of the board's width.
        pub length: f32,
        /// Blocked stretches that it touches.
        pub contacts: f32,
        /// Dead ends on the board after it.
        pub dead_ends: f32,
        /// A random number from 0 to 1.
        pub chance: f32,
    }

    /// Several orders, tried in turn: no one is best for all boards.
    pub const ORDERS: [Order; 6] = [
        order(1.0, 0.0, 0.3, 0.2, 0.3),
        order(1.0, 0.3, 0.0, 0.0, 0.2),
        order(1.0, -0.3, 0.5, 0.3, 0.2),
        order(0.5, 0.0, 0.0, 0.5, 1.0),
        order(1.0, 0.0, 1.0, 0.0, 0.05),
        order(0.0, 0.0, 0.0, 0.0, 1.0),
    ];

    const fn order(beside: f32, length: f32, contacts: f32, dead_ends: f32, chance: f32) -> Order {
        Order {
            beside,
            length,
            contacts,
            dead_ends,
            chance,
        }
    }
}

/// Counting and the generator's judges. What is too hard is counted in work, not in time, so that a
/// seed leads to the same level everywhere: other values change which levels `--unique` and its
/// like choose.
pub mod judges {
    use crate::schedule::Ticks;

    /// Slides of the plain search that weigh as much as a choice of a walk with the engine.
    pub const SLIDES_PER_CHOICE: u64 = 100;
    /// Choices that the walks of a count may make for a level that must be unique; some seconds.
    pub const COUNT_CHOICES: u64 = 20_000;
    /// The work in which the default method must prove that there is no answer; some seconds.
    pub const PROOF_TICKS: Ticks = Ticks(200_000_000);
    /// Cells that the method 'search' may walk over for a level that must be hard; some seconds.
    pub const SEARCH_CELLS: u64 = 100_000_000;
    /// Candidates that are judged before giving up.
    pub const CANDIDATES: usize = 1_000;
}

/// Advice for certificates: a tree of choices, in rounds.
pub mod certify {
    /// Cells of a third core at most. One of 29 changed levels of `open` 30x30 has 315 in it, one
    /// of 12 of 60x60 1,626: what shows that takes 10 and 50 times as long as walks from the others.
    pub const THIRD_CORE: usize = 100;
    /// Steps of a tree before single values are refuted, which costs a pass over the whole board.
    pub const FIRST_STEPS: usize = 250;
    /// Cells from the place of a contradiction within which refuted values may suffice for it.
    pub const NEAR: [usize; 3] = [15, 40, 100];
    /// Steps of a tree in the first round.
    pub const STEPS: usize = 2_500;
    /// How many times as many a round may have as the one before.
    pub const MORE: usize = 8;
    /// Rounds, after which all walks are to be tried.
    pub const TREE_ROUNDS: u32 = 3;
}

/// The clock: what is counted, in ticks of about 10 ns, which is what a plain search takes to enter
/// a cell or to look at one. `record/coil-solve.md` has what each takes in fact.
pub mod clock {
    use crate::schedule::Ticks;

    /// A slide that is made or looked at on the plain field, beside one tick for each of its cells.
    pub const SLIDE: Ticks = Ticks(5);
    /// A cell that is put into an engine, or on the plain field with its place among the starts.
    pub const LOADED: Ticks = Ticks(4);
    /// A cell that a walk with the engine, or one backwards, comes to.
    pub const PASSED: Ticks = Ticks(6);
    /// A cell that the engine revises.
    pub const REVISED: Ticks = Ticks(8);
    /// A cell that a search for cycles in the order of cells comes to.
    pub const FOLLOWED: Ticks = Ticks(1);
    /// A cell whose fragment is ordered among all others.
    pub const ORDERED: Ticks = Ticks(10);
}

/// The method as a whole: who goes first, and with which share of the clock.
pub mod schedule {
    use crate::schedule::Ticks;

    /// On boards with a larger share of free cells the plain search goes first.
    pub const OPEN_SHARE: f64 = 0.74;
    /// On boards with fewer free cells likewise.
    pub const SMALL: usize = 300;
    /// How long a turn lasts at least, for each free cell, and the head start of rehearsals and
    /// walks: about what a walk through the whole board takes that hardly goes back. With 2 walks
    /// spend most of a turn on coming to the next start: `record/coil-schedule.md`.
    pub const SLICE: Ticks = Ticks(15);
    /// The head start of the entry that goes first, likewise: levels of the original game are
    /// deduced in 130. With 30 on open boards deducing began in vain on many that slides have made,
    /// and took a hundred times as long.
    pub const HEAD_START: Ticks = Ticks(400);
    /// What a choice of a walk takes, about: no walk is to take longer than all walks so far, or
    /// than a slice.
    pub const WALK_CHOICE: Ticks = Ticks(400);
    /// Bytes per cell that the solvers need together at most, the engine's trail and the path
    /// included: measured, rounded up.
    pub const BYTES_PER_CELL: usize = 110;
}
