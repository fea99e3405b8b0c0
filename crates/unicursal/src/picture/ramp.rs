//! Colours, and the ramp along which a line flows.

/// Red, green and blue, 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// The colour as `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The colour of letters that can be read on this one: nearly black or nearly white.
    #[must_use]
    pub fn ink(self) -> Self {
        // Relative luminance, as WCAG defines it.
        let linear = |part: u8| {
            let share = f64::from(part) / 255.0;
            if share <= 0.04045 {
                share / 12.92
            } else {
                ((share + 0.055) / 1.055).powf(2.4)
            }
        };
        let light = 0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2);
        if light > 0.22 {
            Self(20, 22, 26)
        } else {
            super::OPEN
        }
    }

    /// A colour between this one and another; `share` 0 is this one.
    #[must_use]
    pub fn mix(self, other: Self, share: f64) -> Self {
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round();
        Self(
            mix(self.0, other.0) as u8,
            mix(self.1, other.1) as u8,
            mix(self.2, other.2) as u8,
        )
    }
}

/// The colours of the ramp at equal distances: from deep violet through blue, teal and green to
/// amber.
///
/// Lightness increases throughout, so that the order can be seen without telling hues apart.
const STOPS: [Colour; 6] = [
    Colour(62, 18, 110),
    Colour(58, 72, 160),
    Colour(24, 122, 168),
    Colour(16, 160, 130),
    Colour(110, 190, 60),
    Colour(246, 190, 20),
];

/// The colour at a share (0 to 1) of a line's length.
pub fn ramp(share: f64) -> Colour {
    let place = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let below = (place as usize).min(STOPS.len() - 2);
    STOPS[below].mix(STOPS[below + 1], place - below as f64)
}

#[cfg(test)]
mod tests {
    use super::{Colour, ramp};

    #[test]
    fn lightness_grows_along_the_ramp() {
        let lightness = |Colour(r, g, b): Colour| {
            2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b)
        };
        let steps: Vec<u32> = (0..=100)
            .map(|i| lightness(ramp(f64::from(i) / 100.0)))
            .collect();
        assert!(steps.windows(2).all(|pair| pair[0] <= pair[1]), "{steps:?}");
    }

    #[test]
    fn shares_outside_are_the_ends() {
        assert_eq!(ramp(-1.0), ramp(0.0));
        assert_eq!(ramp(7.0), Colour(246, 190, 20));
    }
}
