//! Makes boards ahead of time, outside any player's clock.
//!
//! They are made one at a time, because making hundreds at once would delay the players who wait
//! for a verdict. Players in the middle of a game come before those who have just connected, so
//! that a crowd that connects and leaves costs nobody time; and boards that nobody is waiting for
//! any more are not made.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use unicursal::pellet::Board;

use super::boards::{BoardError, Boards};

/// How often a waiting thread checks whether the server stops.
const LOOK: Duration = Duration::from_millis(50);

/// A board that was asked for. Dropping it cancels the order.
pub struct Order(Arc<Slot>);

struct Slot {
    player: u64,
    index: usize,
    made: Mutex<Option<Result<Board, BoardError>>>,
    ready: Condvar,
}

/// Makes boards in a thread of its own.
#[derive(Default)]
pub struct Maker {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    /// First boards of games.
    first: VecDeque<Arc<Slot>>,
    /// All others.
    further: VecDeque<Arc<Slot>>,
    closed: bool,
}

impl Maker {
    /// Asks for a board.
    pub fn order(&self, player: u64, index: usize) -> Order {
        let slot = Arc::new(Slot {
            player,
            index,
            made: Mutex::new(None),
            ready: Condvar::new(),
        });
        let mut queue = lock(&self.queue);
        let line = if index == 0 {
            &mut queue.first
        } else {
            &mut queue.further
        };
        line.push_back(Arc::clone(&slot));
        drop(queue);
        self.changed.notify_one();
        Order(slot)
    }

    /// Makes the boards that are asked for until it is closed.
    pub fn work(&self, boards: &Boards) {
        while let Some(slot) = self.next() {
            let made = boards.board(slot.player, slot.index);
            *lock(&slot.made) = Some(made);
            slot.ready.notify_one();
        }
    }

    /// Ends the work.
    pub fn close(&self) {
        lock(&self.queue).closed = true;
        self.changed.notify_all();
    }

    fn next(&self) -> Option<Arc<Slot>> {
        let mut queue = lock(&self.queue);
        loop {
            if queue.closed {
                return None;
            }
            let next = queue.further.pop_front();
            match next.or_else(|| queue.first.pop_front()) {
                // The player who asked is gone.
                Some(slot) if Arc::strong_count(&slot) == 1 => {}
                Some(slot) => return Some(slot),
                None => {
                    let woken = self.changed.wait(queue);
                    queue = woken.unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }
}

impl Order {
    /// Waits for the board; `None` if `stopped` returns true first.
    pub fn wait(self, stopped: impl Fn() -> bool) -> Option<Result<Board, BoardError>> {
        let mut made = lock(&self.0.made);
        loop {
            if let Some(made) = made.take() {
                return Some(made);
            }
            if stopped() {
                return None;
            }
            let woken = self.0.ready.wait_timeout(made, LOOK);
            made = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::{Boards, Maker};

    #[test]
    fn those_who_play_come_first_and_those_who_left_not_at_all() {
        let maker = Maker::default();
        let left = maker.order(1, 0);
        let new = maker.order(2, 0);
        let playing = maker.order(3, 5);
        drop(left);
        let next = || maker.next().map(|slot| (slot.player, slot.index));
        assert_eq!((next(), next()), (Some((3, 5)), Some((2, 0))));
        drop((new, playing));
    }

    #[test]
    fn a_board_is_made_or_the_wait_is_over() {
        let maker = Maker::default();
        let boards = Boards::Fresh {
            count: 2,
            from: (4, 4),
            to: (5, 5),
            seed: "x".to_owned(),
        };
        let order = maker.order(1, 0);
        assert!(maker.order(2, 0).wait(|| true).is_none());
        std::thread::scope(|scope| {
            scope.spawn(|| maker.work(&boards));
            let made = order.wait(|| false).expect("it is made").expect("a board");
            assert_eq!(made, boards.board(1, 0).expect("a board"));
            maker.close();
        });
    }
}
