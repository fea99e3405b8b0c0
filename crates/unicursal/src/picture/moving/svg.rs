//! Moving pictures as SVG: the pieces of the lines appear one after the other.

use std::fmt::Write;

use crate::picture::Picture;

/// How many seconds drawing everything takes.
const SECONDS: f64 = 8.0;

const STYLE: &str = "<style>.p{opacity:0;animation:p 1ms forwards}\
@keyframes p{to{opacity:1}}\
@media (prefers-reduced-motion:reduce){.p{opacity:1;animation:none}}</style>\n";

impl Picture {
    /// The picture as an SVG document in which the lines are drawn once, or shown at once to people
    /// who prefer no motion.
    pub fn to_moving_svg(&self) -> String {
        let still = self.to_svg();
        let is_piece = |line: &str| line.starts_with("<path ") && line.contains(" stroke=\"");
        let pieces = still.lines().filter(|line| is_piece(line)).count().max(1);
        let mut moving = String::with_capacity(still.len() + pieces * 48);
        let mut drawn = 0;
        for line in still.lines() {
            if let Some(rest) = line.strip_prefix("<path ").filter(|_| is_piece(line)) {
                let delay = SECONDS * f64::from(drawn) / pieces as f64;
                // Writing to a string cannot fail.
                let _ = write!(
                    moving,
                    "<path class=\"p\" style=\"animation-delay:{delay:.2}s\" {rest}"
                );
                drawn += 1;
            } else {
                moving.push_str(line);
            }
            moving.push('\n');
            if line.starts_with("<svg ") {
                moving.push_str(STYLE);
            }
        }
        moving
    }
}

#[cfg(test)]
mod tests {
    use crate::picture::{Fill, Picture};

    #[test]
    fn every_piece_of_a_line_appears_in_its_turn() {
        let mut picture = Picture::new(9, 1, |_, _| Fill::Open);
        picture.add_flow(vec![(0, 0), (8, 0)]);
        let (still, moving) = (picture.to_svg(), picture.to_moving_svg());
        assert!(!still.contains("animation"));
        assert_eq!(moving.matches("animation-delay:").count(), 8);
        assert!(moving.contains("animation-delay:7.00s"));
        assert!(moving.contains("prefers-reduced-motion"));
    }
}
