//! What waits for revision, each thing once: whoever adds something knows whether it waits already.
//!
//! Adding is the innermost step of all deduction, and whether something has to be added is as good
//! as random. So an entry is written in any case, and only counts if it is wanted: no branch to
//! guess.

#[derive(Default)]
pub(super) struct Worklist {
    /// What waits are the entries from `first` up to `end`.
    entries: Vec<u32>,
    first: usize,
    end: usize,
}

impl Worklist {
    /// Adds an entry at the end, if it is wanted.
    #[inline]
    pub(super) fn push_if(&mut self, wanted: bool, entry: usize) {
        if let Some(place) = self.entries.get_mut(self.end) {
            *place = entry as u32;
            self.end += usize::from(wanted);
        } else if wanted {
            self.push_with_room(entry);
        }
    }

    /// Moves what waits to the front, makes room for as much again, and adds an entry.
    #[cold]
    fn push_with_room(&mut self, entry: usize) {
        self.entries.drain(..self.first);
        self.entries.push(entry as u32);
        (self.first, self.end) = (0, self.entries.len());
        self.entries.resize((2 * self.end).max(64), 0);
    }

    /// Takes the entry that was added first.
    #[inline]
    pub(super) fn pop_first(&mut self) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        let entry = self.entries[self.first] as usize;
        self.first += 1;
        if self.first == self.end {
            (self.first, self.end) = (0, 0);
        }
        Some(entry)
    }

    /// Takes the entry that was added last.
    #[inline]
    pub(super) fn pop_last(&mut self) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        self.end -= 1;
        Some(self.entries[self.end] as usize)
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.first == self.end
    }

    pub(super) fn clear(&mut self) {
        (self.first, self.end) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::Worklist;

    #[test]
    fn what_is_wanted_comes_out_in_order() {
        let mut list = Worklist::default();
        let mut taken = 0;
        for entry in 0..1000 {
            list.push_if(true, entry);
            list.push_if(false, 7777);
            if entry % 3 == 0 {
                assert_eq!(list.pop_first(), Some(taken));
                taken += 1;
            }
        }
        assert_eq!(list.pop_last(), Some(999));
        assert!((taken..999).all(|entry| list.pop_first() == Some(entry)));
        assert_eq!((list.pop_first(), list.pop_last()), (None, None));
    }
}
