//! What is known about a cell, in four bytes that are read and written as one.

// Whether something has to wait is practically random: a processor would mispredict a branch on it.
#![allow(clippy::needless_bitwise_bool)]

use super::rules::Table;
use super::values::{Word, role};

/// The word in the lower half, then the roles, then the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(u32);

const ROLES: u32 = 16;
/// The cell, or the block that begins there, waits for revision.
const CELL_WAITS: u32 = 1 << 24;
const BLOCK_WAITS: u32 = 1 << 25;
/// The cell is free and not in the border.
const ACTIVE: u32 = 1 << 26;
/// The 2x2 block with this cell at its upper left is free and inside the rectangle.
const BLOCK: u32 = 1 << 27;
/// A path that is being walked has come to this cell.
const PASSED: u32 = 1 << 28;

impl Cell {
    pub(super) fn new(word: Word, roles: u8) -> Self {
        Self(u32::from(word.0) | u32::from(roles) << ROLES)
    }

    #[inline]
    pub(super) fn word(self) -> Word {
        Word(self.0 as u16)
    }

    #[inline]
    pub(super) fn edge(self, dir: usize) -> u16 {
        self.word().towards(dir)
    }

    #[inline]
    pub(super) fn roles(self) -> u8 {
        (self.0 >> ROLES) as u8
    }

    pub(super) fn set_roles(&mut self, roles: u8) {
        self.0 = self.0 & !(0xff << ROLES) | u32::from(roles) << ROLES;
    }

    #[inline]
    pub(super) fn is_free(self) -> bool {
        self.word() != Word::WALL
    }

    #[inline]
    pub(super) fn is_active(self) -> bool {
        self.0 & ACTIVE != 0
    }

    /// Whether the block that begins there is ever revised.
    #[inline]
    pub(super) fn has_block(self) -> bool {
        self.0 & BLOCK != 0
    }

    #[inline]
    pub(super) fn is_passed(self) -> bool {
        self.0 & PASSED != 0
    }

    /// Says whether the cell itself and the block that begins there are ever revised.
    pub(super) fn set_revised(&mut self, cell: bool, block: bool) {
        self.0 |= (u32::from(cell) * ACTIVE) | (u32::from(block) * BLOCK);
    }

    pub(super) fn set_passed(&mut self, passed: bool) {
        self.0 = self.0 & !PASSED | (u32::from(passed) * PASSED);
    }

    /// Takes values, which are there, from an edge.
    #[inline]
    pub(super) fn take(&mut self, dir: usize, gone: u16) {
        self.0 ^= u32::from(gone) << (4 * dir);
    }

    /// Restores values of an edge.
    #[inline]
    pub(super) fn add(&mut self, dir: usize, gone: u16) {
        self.0 |= u32::from(gone) << (4 * dir);
    }

    /// Whether the cell is a middle cell and its edges are consistent by the table of these.
    #[inline]
    pub(super) fn fits(self, middle: &Table) -> bool {
        let Word(word) = self.word();
        (self.roles() == role::MIDDLE) & (middle[usize::from(word)] == word)
    }

    /// The cell waits now if it is inconsistent and is ever revised. Returns whether it has to be
    /// added to those that wait.
    #[inline]
    pub(super) fn wait_unless(&mut self, fits: bool) -> bool {
        let wanted = (self.0 & (ACTIVE | CELL_WAITS) == ACTIVE) & !fits;
        self.0 |= u32::from(wanted) * CELL_WAITS;
        wanted
    }

    /// The same for the block that begins there.
    #[inline]
    pub(super) fn block_wait_unless(&mut self, fits: bool) -> bool {
        let wanted = (self.0 & (BLOCK | BLOCK_WAITS) == BLOCK) & !fits;
        self.0 |= u32::from(wanted) * BLOCK_WAITS;
        wanted
    }

    /// The cell does not wait any more.
    #[inline]
    pub(super) fn done(&mut self) {
        self.0 &= !CELL_WAITS;
    }

    /// The block that begins there does not wait any more.
    #[inline]
    pub(super) fn block_done(&mut self) {
        self.0 &= !BLOCK_WAITS;
    }
}
