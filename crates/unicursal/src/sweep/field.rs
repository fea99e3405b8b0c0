//! What a sweep is told about a board: for each cell, what a path may do there.

/// A board as a sweep sees it, rows one after the other.
///
/// Three puzzles share it: Connect the Colours, where each colour has two terminals; Pellet Eater,
/// where the only colour has one, the start, and may end on any cell; and Trail, where the path
/// between two numbers is a colour and each number is a terminal of two colours.
#[derive(Clone, Debug)]
pub struct Field {
    /// Columns.
    pub width: usize,
    /// By row, then column.
    pub cells: Vec<Cell>,
    /// How many colours there are.
    pub colours: usize,
}

/// What a path may do on a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a yes or no of its own"
)]
pub struct Cell {
    /// What is there.
    pub kind: Kind,
    /// The only colour whose path may use the cell; terminals have one.
    pub colour: Option<usize>,
    /// The colour of the path that begins at a relay, where the path of the first colour ends.
    pub second: Option<usize>,
    /// Whether a path may go on to the right neighbour.
    pub right: bool,
    /// Whether a path may go on to the neighbour below.
    pub down: bool,
    /// Whether it may stay unused.
    pub may_be_blank: bool,
    /// Whether a path that began elsewhere may end here.
    pub may_end: bool,
}

/// What is on a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// No path comes here.
    #[default]
    Wall,
    /// A path goes through.
    Through,
    /// A path begins or ends.
    Terminal,
    /// Two paths of different colours begin or end.
    Relay,
}

impl Cell {
    /// The colours of the paths that use it, if they are given.
    pub fn colours(&self) -> impl Iterator<Item = usize> + use<> {
        self.colour.into_iter().chain(self.second)
    }

    /// Whether a path begins or ends here.
    pub fn is_terminal(&self) -> bool {
        matches!(self.kind, Kind::Terminal | Kind::Relay)
    }
}

impl Field {
    /// Rows.
    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The field with rows and columns exchanged, and the cell here of each cell there.
    pub fn transposed(&self) -> (Self, Vec<usize>) {
        let (width, height) = (self.height(), self.width);
        let origin = (0..width * height).map(|cell| cell % width * self.width + cell / width);
        let origin: Vec<usize> = origin.collect();
        self.rearranged(width, origin, |from| {
            let from = self.cells[from];
            Cell {
                right: from.down,
                down: from.right,
                ..from
            }
        })
    }

    /// The field upside down, and the cell here of each cell there.
    pub fn flipped(&self) -> (Self, Vec<usize>) {
        let (width, height) = (self.width, self.height());
        let from = |cell: usize| (height - 1 - cell / width) * width + cell % width;
        let origin: Vec<usize> = (0..self.cells.len()).map(from).collect();
        self.rearranged(width, origin, |from| Cell {
            // The edge below is the one that was above.
            down: from
                .checked_sub(width)
                .is_some_and(|above| self.cells[above].down),
            ..self.cells[from]
        })
    }

    /// The field with its cells in another order; `cell` makes each new cell from those here.
    fn rearranged(
        &self,
        width: usize,
        origin: Vec<usize>,
        cell: impl Fn(usize) -> Cell,
    ) -> (Self, Vec<usize>) {
        let field = Self {
            width,
            cells: origin.iter().map(|&from| cell(from)).collect(),
            colours: self.colours,
        };
        (field, origin)
    }
}
