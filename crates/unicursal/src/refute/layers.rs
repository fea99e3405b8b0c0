//! Proofs by layers: cells are taken one by one, and after each step all possible borders are
//! listed.
//!
//! On boards that are narrow, or have few colours, this ends where a SAT solver does not. Which
//! borders follow from another is computed by the [checker](unicursal_check::edge_proof::Sweep).

use std::collections::BTreeSet;
use std::fmt::Write;

use unicursal_check::edge_proof::{Border, Formula, MOST_TAKEN, Sweep, known_edges};

use crate::{Control, Interruption, Progress};

/// Borders in all layers together that each order of cells may take before one is chosen.
const FIRST_SHARE: usize = 2_000;
/// Borders that the chosen order may take, if it has covered enough of the board by then.
const MOST_BORDERS: usize = 50_000;
/// How much is enough: one part in this many.
const LEAST_PART: usize = 4;

/// Layers that show that there is no solution, or no other than the one with these edges, as steps
/// of a proof; `None` if there are too many borders, or if there is such an answer.
pub fn write(
    formula: &Formula,
    answer: Option<&[usize]>,
    control: &Control,
) -> Result<Option<String>, Interruption> {
    let known = known_edges(formula);
    let mut answer = answer.map(<[usize]>::to_vec);
    if let Some(edges) = &mut answer {
        edges.sort_unstable();
    }
    let begin = |order: &[Vec<usize>]| Layers::new(formula, &known, answer.clone(), order.to_vec());
    let orders = orders(formula);
    let mut chosen = (0, 0);
    for (index, order) in orders.iter().enumerate() {
        let mut layers = begin(order);
        if layers.run(FIRST_SHARE, control)? {
            return Ok(layers.steps());
        }
        chosen = chosen.max((layers.next, index));
    }
    let (taken, index) = chosen;
    let order = &orders[index];
    if taken * LEAST_PART < order.len() {
        return Ok(None);
    }
    let mut layers = begin(order);
    layers.run(MOST_BORDERS, control)?;
    Ok(layers.steps())
}

/// The cells row by row from above and from below, and column by column from the left and from the
/// right, in parts of rows and columns.
fn orders(formula: &Formula) -> [Vec<Vec<usize>>; 4] {
    let is_cell = |&cell: &usize| formula.degree(cell).1 > 0;
    let rows: Vec<usize> = (0..formula.cells()).filter(is_cell).collect();
    let mut columns = rows.clone();
    columns.sort_by_key(|&cell| formula.place(cell));
    let parts = |cells: &[usize], line: fn((usize, usize)) -> usize| -> Vec<Vec<usize>> {
        let is_same = |&a: &usize, &b: &usize| line(formula.place(a)) == line(formula.place(b));
        let lines = cells.chunk_by(is_same);
        let parts = lines.flat_map(|line| line.chunks(MOST_TAKEN));
        parts.map(<[usize]>::to_vec).collect()
    };
    let [rows, columns] = [parts(&rows, |(_, y)| y), parts(&columns, |(x, _)| x)];
    let back = |parts: &[Vec<usize>]| parts.iter().rev().cloned().collect();
    [back(&rows), back(&columns), rows, columns]
}

struct Layers<'a> {
    sweep: Sweep<'a>,
    known: &'a [Option<bool>],
    /// What to take, in order, and how much of it was taken.
    order: Vec<Vec<usize>>,
    next: usize,
    layer: BTreeSet<Border>,
    /// The border of the answer that is known, and its edges.
    own: Option<(Border, Vec<usize>)>,
    /// How many borders were listed.
    count: usize,
    steps: String,
    formula: &'a Formula,
}

impl<'a> Layers<'a> {
    fn new(
        formula: &'a Formula,
        known: &'a [Option<bool>],
        answer: Option<Vec<usize>>,
        order: Vec<Vec<usize>>,
    ) -> Self {
        let others = answer.is_none().then(Border::default);
        Self {
            sweep: Sweep::new(formula),
            known,
            order,
            next: 0,
            layer: others.into_iter().collect(),
            own: answer.map(|edges| (Border::default(), edges)),
            count: 0,
            steps: String::new(),
            formula,
        }
    }

    /// Whether no other solution is left, or no cell is.
    fn is_done(&self) -> bool {
        self.next == self.order.len() || self.own.is_none() && self.layer.is_empty()
    }

    /// The steps of the proof, if they are complete.
    fn steps(mut self) -> Option<String> {
        let is_proof = self.is_done() && self.layer.is_empty();
        self.steps.push_str("swept\n");
        is_proof.then_some(self.steps)
    }

    /// Continues until it is done. Returns false if that takes more than `most` borders.
    fn run(&mut self, most: usize, control: &Control) -> Result<bool, Interruption> {
        while !self.is_done() {
            if !self.take_next(most, control)? {
                return Ok(false);
            }
            control.report(|| Progress {
                phase: "writing the proof",
                share: None,
                figures: vec![("borders", self.count as u64)],
            });
        }
        Ok(true)
    }

    /// Takes the next cells. Returns false if there are more than `most` borders in all.
    fn take_next(&mut self, most: usize, control: &Control) -> Result<bool, Interruption> {
        let cells = self.order[self.next].clone();
        for &cell in &cells {
            self.sweep.take(cell);
        }
        let permits = |edge: usize, used: bool| self.known[edge] != Some(!used);
        let mut layer = BTreeSet::new();
        for border in &self.layer {
            control.check()?;
            layer.extend(self.sweep.follow(border, &cells, permits));
            if self.count + layer.len() > most {
                return Ok(false);
            }
        }
        self.own = self.own.take().and_then(|(own, edges)| {
            let next = self.sweep.follow_answer(&own, &edges, &cells, permits);
            let (own, others) = next?;
            layer.extend(others);
            Some((own, edges))
        });
        self.count += layer.len();
        self.next += 1;
        self.steps.push_str("take");
        for cell in cells {
            let (x, y) = self.formula.place(cell);
            let _ = write!(self.steps, " {x},{y}");
        }
        self.steps.push('\n');
        for border in &layer {
            let _ = writeln!(self.steps, "{}", border.line());
        }
        control.demand_memory(self.steps.len());
        self.layer = layer;
        Ok(self.count <= most)
    }
}
