//! Work on one tile, in a window that holds it and a margin.
//!
//! Windows read the board and write nothing: so several threads may work on them at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;

use super::{Deduction, Effort};
use crate::area::{Area, Local};
use crate::coil::engine::Engine;
use crate::coil::engine::probe::{Prober, Refutation};
use crate::coil::engine::values::{Word, role};
use crate::coil::solve::deduce::rule::RULES;
use crate::coil::solve::sketch;
use crate::coil::tuning::windows::BLOCK;
use crate::{Control, Interruption};

/// What one window found.
pub(super) struct Found {
    pub(super) tile: usize,
    pub(super) changes: Vec<(u32, Word)>,
    pub(super) conflict: Option<usize>,
    pub(super) refuted: Vec<u32>,
    pub(super) effort: Effort,
}

/// What a thread needs to work on windows.
struct Workplace {
    engine: Engine,
    prober: Prober,
    cells: Vec<u32>,
    earlier: Vec<Refutation>,
}

impl Deduction<'_> {
    /// Works on these tiles, each in its window, with as many threads as there may be. What is
    /// found is in the order of the tiles.
    pub(super) fn run_windows(
        &self,
        due: &[usize],
        control: &Control,
    ) -> Result<Vec<Found>, Interruption> {
        let next = AtomicUsize::new(0);
        // A window within a board hardly ever holds a whole ring; looking for one costs a tenth.
        let mut switches = self.switches;
        switches.connectivity &= self.tiles.len() == 1;
        let work = || {
            let mut place = Workplace {
                engine: Engine::new(&RULES, switches),
                prober: Prober::default(),
                cells: Vec::new(),
                earlier: Vec::new(),
            };
            let mut found = Vec::new();
            while let Some(&tile) = due.get(next.fetch_add(1, Ordering::Relaxed)) {
                control.check()?;
                found.push(self.run_window(tile, &mut place, control)?);
            }
            Ok(found)
        };
        let threads = control.thread_count().min(due.len());
        if threads == 1 {
            return work();
        }
        let found: Vec<Result<Vec<Found>, Interruption>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            // All are joined, so that none is left behind when one was interrupted.
            let join = |worker: ScopedJoinHandle<_>| {
                worker
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().map(join).collect()
        });
        let found: Result<Vec<Vec<Found>>, Interruption> = found.into_iter().collect();
        let mut found: Vec<Found> = found?.into_iter().flatten().collect();
        found.sort_by_key(|found| found.tile);
        Ok(found)
    }

    fn run_window(
        &self,
        tile: usize,
        place: &mut Workplace,
        control: &Control,
    ) -> Result<Found, Interruption> {
        let Workplace {
            engine,
            prober,
            cells,
            earlier,
        } = place;
        let window = self.window(tile);
        let (width, height) = (window.width(), window.height());
        let global = |i: usize| window.on_board(Local(i));
        let before = (prober.probes, prober.refuted, engine.ticks());
        let deleted = engine.deleted();

        let no_ends = || {
            self.board
                .free_cells()
                .all(|cell| self.roles[cell] == role::MIDDLE)
        };
        engine.permit_ring(self.tiles.len() == 1 && no_ends());
        let mut sound = engine.load(width, height, |x, y| {
            let cell = window.at(x, y);
            (self.words[cell], self.roles[cell])
        });
        if sound {
            sound = if self.tiles[tile].ran == 0 {
                engine.propagate_all()
            } else {
                self.queue_changed(tile, window, engine);
                engine.propagate()
            };
        }
        prober.reset(width, height);
        if sound {
            self.list_cells(tile, window, engine, prober, cells);
            if self.tiles[tile].ran == 0 {
                earlier.clear();
                earlier.extend(self.tiles[tile].refuted.iter().filter_map(|&packed| {
                    let refuted = Refutation::unpack(packed);
                    let cell = window.local(refuted.cell as usize)?.0 as u32;
                    Some(Refutation { cell, ..refuted })
                }));
                sound = prober.repeat(engine, earlier);
            }
            sound = sound && prober.run(engine, cells, control)?;
        }
        let conflict = if sound {
            None
        } else {
            engine.conflict().map(|c| global(c.cell))
        };
        let changes = if sound {
            control.sketch_part(|| {
                let inner = self
                    .tile(tile)
                    .part((1, self.board.width() + 1), (1, self.board.height() + 1));
                sketch::of_words(inner, |cell| {
                    window.local(cell).map_or(Word::WALL, |i| engine.word(i.0))
                })
            });
            let words = window.cells().zip((0..).map(|i| engine.word(i)));
            words
                .filter(|&(cell, word)| self.words[cell] != word)
                .map(|(cell, word)| (cell as u32, word))
                .collect()
        } else {
            Vec::new()
        };
        let effort = Effort {
            windows: 1,
            probes: prober.probes - before.0,
            refuted: prober.refuted - before.1,
            ticks: engine.ticks() - before.2,
            deleted: engine.deleted().since(deleted),
        };
        let refuted = prober
            .log
            .iter()
            .map(|&refuted| {
                let cell = global(refuted.cell as usize) as u32;
                Refutation { cell, ..refuted }.pack()
            })
            .collect();
        Ok(Found {
            tile,
            changes,
            conflict,
            refuted,
            effort,
        })
    }

    /// Queues what has changed in a window since its tile ran.
    fn queue_changed(&self, tile: usize, window: Area, engine: &mut Engine) {
        let ran = self.tiles[tile].ran;
        for (y, first) in window.rows().zip((0..).step_by(engine.stride())) {
            for (x, i) in window.columns().zip(first..) {
                if self.changed[y / BLOCK * self.block_columns + x / BLOCK] > ran {
                    engine.queue(i);
                }
            }
        }
    }

    /// Lists the free cells of the tile, by their place in the window. Edges around which nothing
    /// has changed since the tile ran need no probing.
    fn list_cells(
        &self,
        tile: usize,
        window: Area,
        engine: &Engine,
        prober: &mut Prober,
        cells: &mut Vec<u32>,
    ) {
        cells.clear();
        let ran = self.tiles[tile].ran;
        let (tile, stride) = (self.tile(tile), self.board.stride());
        for y in tile.rows() {
            let first = window.local(y * stride + tile.columns().start());
            for (x, i) in tile
                .columns()
                .zip(first.into_iter().flat_map(|Local(first)| first..))
            {
                if !engine.is_free(i) {
                    continue;
                }
                cells.push(i as u32);
                if ran != 0 && !self.changed_near(x / BLOCK, y / BLOCK, ran) {
                    prober.trust(i);
                }
            }
        }
    }

    fn changed_near(&self, column: usize, row: usize, since: u32) -> bool {
        let rows = self.changed.len() / self.block_columns;
        (row.saturating_sub(1)..=(row + 1).min(rows - 1)).any(|row| {
            (column.saturating_sub(1)..=(column + 1).min(self.block_columns - 1))
                .any(|column| self.changed[row * self.block_columns + column] > since)
        })
    }
}
