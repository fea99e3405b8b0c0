//! What the rules say about the edges between neighbouring cells, as clauses.
//!
//! Variables 1, 2, ... are the edges: cell by cell in the order of reading, first the edge to the
//! right, then the one down, where they exist. An edge is *used* if the path goes along it. The
//! variables of a puzzle follow.

/// A board as a graph, and clauses about it that every answer satisfies.
#[derive(Default)]
pub struct Formula {
    pub(crate) width: usize,
    /// How many edges are used at each cell, at least and at most. The last cell of a path has one
    /// less than that, where `ends` has a variable.
    pub(crate) least: Vec<usize>,
    pub(crate) most: Vec<usize>,
    /// The two cells of each edge, the left or upper one first.
    pub(crate) edges: Vec<[usize; 2]>,
    /// The edges at each cell.
    pub(crate) around: Vec<Vec<usize>>,
    /// The variable that says that a cell is the last of the path; 0 where it cannot be.
    pub(crate) ends: Vec<i32>,
    /// Cells at which a path begins or ends, by the board.
    pub(crate) terminals: Vec<usize>,
    /// Cells that are on one path, by the board.
    pub(crate) alike: Vec<Vec<usize>>,
    variables: usize,
    /// Literals, each clause ended by 0.
    clauses: Vec<i32>,
}

impl Formula {
    /// The edges of a board of this many columns; `joins` says whether there can be one between two
    /// neighbours, which lie above each other or beside each other.
    pub(crate) fn new(
        width: usize,
        most: Vec<usize>,
        joins: impl Fn([usize; 2], Axis) -> bool,
    ) -> Self {
        let cells = most.len();
        let mut formula = Self {
            width,
            least: most.clone(),
            most,
            around: vec![Vec::new(); cells],
            ends: vec![0; cells],
            ..Self::default()
        };
        for cell in 0..cells {
            for (other, axis) in neighbours(cell, width, cells) {
                if joins([cell, other], axis) {
                    for end in [cell, other] {
                        formula.around[end].push(formula.edges.len());
                    }
                    formula.edges.push([cell, other]);
                }
            }
        }
        formula.variables = formula.edges.len();
        formula
    }

    /// A new variable.
    pub(crate) fn variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables as i32
    }

    /// Adds a clause.
    pub(crate) fn add(&mut self, clause: impl IntoIterator<Item = i32>) {
        self.clauses.extend(clause);
        self.clauses.push(0);
    }

    /// Of these literals at most this many are true, unless another one is.
    pub(crate) fn at_most(&mut self, count: usize, literals: &[i32], unless: Option<i32>) {
        for some in subsets(literals, count + 1) {
            self.add(some.into_iter().map(|literal| -literal).chain(unless));
        }
    }

    /// Of these literals at least this many are true, unless another one is.
    pub(crate) fn at_least(&mut self, count: usize, literals: &[i32], unless: Option<i32>) {
        for some in subsets(literals, (literals.len() + 1).saturating_sub(count)) {
            self.add(some.into_iter().chain(unless));
        }
    }

    /// The four edges around a square of four cells are not all used: that would be a loop.
    pub(crate) fn forbid_squares(&mut self) {
        let is_last = |cell: usize| (cell + 1).is_multiple_of(self.width);
        let squares: Vec<usize> = (0..self.most.len())
            .filter(|&cell| !is_last(cell))
            .collect();
        for cell in squares {
            let [right, down] = [1, self.width].map(|step| (cell, cell + step));
            let far = cell + self.width + 1;
            let sides = [right, down, (cell + 1, far), (cell + self.width, far)];
            let sides = sides.map(|(one, other)| self.edge(one, other));
            if let [Some(a), Some(b), Some(c), Some(d)] = sides {
                self.add([a, b, c, d].map(|edge| -variable_of(edge)));
            }
        }
    }

    /// The variables of the edges at a cell.
    pub(crate) fn variables_at(&self, cell: usize) -> Vec<i32> {
        self.around[cell].iter().copied().map(variable_of).collect()
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// All clauses, their literals as in DIMACS.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        let all = self.clauses.strip_suffix(&[0]);
        let split = all.map(|all| all.split(|&literal| literal == 0));
        split.into_iter().flatten()
    }

    /// The cells of each edge, by the number of its variable less 1. A cell is its place in the
    /// order of reading.
    pub fn edges(&self) -> &[[usize; 2]] {
        &self.edges
    }

    /// The edge between two cells, if there is one.
    pub fn edge(&self, one: usize, other: usize) -> Option<usize> {
        let around = self.around.get(one)?.iter().copied();
        let mut around = around.filter(|&edge| self.edges[edge].contains(&other));
        around.next().filter(|_| one != other)
    }

    /// How many edges are used at a cell, at least and at most, unless it is the last; (0, 0) for
    /// walls.
    pub fn degree(&self, cell: usize) -> (usize, usize) {
        (self.least[cell], self.most[cell])
    }

    /// How many cells there are, walls included.
    pub fn cells(&self) -> usize {
        self.most.len()
    }

    /// The edges at a cell.
    pub fn edges_at(&self, cell: usize) -> &[usize] {
        &self.around[cell]
    }

    /// The variable that says that a cell is the last of the path, if it can be.
    pub fn end(&self, cell: usize) -> Option<i32> {
        Some(self.ends[cell]).filter(|&end| end != 0)
    }

    /// The column and the row of a cell.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell % self.width, cell / self.width)
    }

    /// Whether a cell is white when the board is coloured as a chess board, the first cell black.
    pub fn is_white(&self, cell: usize) -> bool {
        let (x, y) = self.place(cell);
        (x + y) % 2 == 1
    }
}

/// How two neighbours lie.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Axis {
    Horizontal,
    Vertical,
}

/// The neighbours of a cell to the right and below, where the board has them.
pub(crate) fn neighbours(
    cell: usize,
    width: usize,
    cells: usize,
) -> impl Iterator<Item = (usize, Axis)> {
    let has_right = !(cell + 1).is_multiple_of(width);
    let right = has_right.then_some((cell + 1, Axis::Horizontal));
    let down = (cell + width < cells).then_some((cell + width, Axis::Vertical));
    [right, down].into_iter().flatten()
}

/// The variable of an edge.
pub(crate) fn variable_of(edge: usize) -> i32 {
    edge as i32 + 1
}

/// All subsets of this size of a few literals.
fn subsets(of: &[i32], size: usize) -> Vec<Vec<i32>> {
    let masks = (0_u32..1 << of.len()).filter(|mask| mask.count_ones() as usize == size);
    let chosen = |mask: u32| {
        let numbered = (0..).zip(of);
        let chosen = numbered.filter(move |(bit, _)| mask >> bit & 1 == 1);
        chosen.map(|(_, &literal)| literal).collect()
    };
    masks.map(chosen).collect()
}
