//! Counts by the independent checker, for [`Kind::RECOUNT`](crate::Kind::RECOUNT).

use unicursal_check::recount::{Counted, GoOn};

use crate::{BigUint, Control, Error, Interruption};

/// What such a counter says, which is kept within the limits of `control`.
pub fn recount<E: std::fmt::Display>(
    control: &Control,
    count: impl FnOnce(GoOn) -> Result<Counted, E>,
) -> Result<BigUint, Error> {
    let go_on = |bytes: usize| control.demand_memory(bytes) && control.check().is_ok();
    match count(&go_on).map_err(|bad| Error::bad_input(bad, None))? {
        Counted::All(digits) => Ok(digits.parse().expect("it is written in decimal digits")),
        Counted::Stopped => {
            let why = control.interruption().unwrap_or(Interruption::GaveUp);
            Err(Error::interrupted(
                why,
                "the answers were not counted again",
            ))
        }
    }
}
