//! The one walk on the plain field: from a start, slide by slide, and back where there is no way
//! on.
//!
//! In: a field, a start, and a [`Policy`] for all that searches do differently: which ways there
//! are and in which order, when to stop, which choices to give up, what to do with a complete path.
//! Out: whether a path was found, every walk was tried, or neither. What the [field](super::field)
//! refuses is refused for all.

use super::field::{Field, Look, Mark};
use crate::ended::Ended;
use crate::{Control, Interruption};

/// A way that was not gone yet: where it begins, and its direction.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub mark: Mark,
    pub dir: usize,
}

/// What searches do differently.
pub trait Policy {
    /// Whether another slide may be made: the limit.
    fn may_go_on(&mut self) -> bool;

    /// Lists those of the directions, of free cells beside the head, in which the walk goes on: the
    /// best first.
    fn list_ways(&mut self, field: &mut Field, dirs: &[usize], ways: &mut Vec<usize>);

    /// Takes note of a slide, which the field refused unless it is hopeful. Returns whether the
    /// walk goes on.
    fn slid(&mut self, field: &Field, look: Look) -> bool;

    /// Looks at a complete path. Returns whether further ones are wanted.
    fn complete(&mut self, path: &[u32]) -> bool;

    /// Takes note that there is no way on, and may give up some of the latest choices.
    fn stuck(&mut self, _field: &Field, _choices: &mut Vec<Choice>) {}

    /// Shows the walk to a caller that watches.
    fn show(&self, _field: &Field, _control: &Control) {}

    /// Whether walks were left out, so that nothing is proved.
    fn has_left_out(&self) -> bool {
        false
    }
}

/// Slides between two looks at the control.
const SLIDES_PER_LOOK: u32 = 256;

/// Walks from a start. The field is left as it was, unless a path was found: then with that.
pub fn walk_from(
    field: &mut Field,
    start: usize,
    policy: &mut impl Policy,
    control: &Control,
) -> Result<Ended, Interruption> {
    let empty = field.mark();
    let ended = try_all(field, start, policy, control);
    if ended != Ok(Ended::Found) {
        field.undo(empty);
    }
    ended
}

fn try_all(
    field: &mut Field,
    start: usize,
    policy: &mut impl Policy,
    control: &Control,
) -> Result<Ended, Interruption> {
    if !field.start(start) {
        return Ok(Ended::Exhausted);
    }
    if field.left() == 0 && !policy.complete(field.path()) {
        return Ok(Ended::Found);
    }
    let (mut choices, mut ways) = (Vec::new(), Vec::new());
    policy.list_ways(field, &[0, 1, 2, 3], &mut ways);
    let mut slides = 0_u32;
    loop {
        let mark = field.mark();
        let later_first = ways.drain(..).rev();
        choices.extend(later_first.map(|dir| Choice { mark, dir }));
        let Some(Choice { mark, dir }) = choices.pop() else {
            return Ok(if policy.has_left_out() {
                Ended::Undecided
            } else {
                Ended::Exhausted
            });
        };
        if !policy.may_go_on() {
            return Ok(Ended::Undecided);
        }
        slides = slides.wrapping_add(1);
        if slides.is_multiple_of(SLIDES_PER_LOOK) {
            policy.show(field, control);
            control.check()?;
        }
        field.undo(mark);
        let look = field.slide(dir);
        if policy.slid(field, look) {
            policy.list_ways(field, &[(dir + 1) % 4, (dir + 3) % 4], &mut ways);
        }
        if field.left() == 0 && !policy.complete(field.path()) {
            return Ok(Ended::Found);
        }
        if ways.is_empty() {
            policy.stuck(field, &mut choices);
        }
    }
}
