//! Moving pictures as SVG: the pieces of the lines appear one after the other.

use crate::picture::Picture;

/// Seconds in which everything is drawn.
const SECONDS: f64 = 8.0;

const STYLE: &str = "<style>.p{opacity:0;animation:p 1ms forwards}\
@keyframes p{to{opacity:1}}\
@media (prefers-reduced-motion:reduce){.p{opacity:1;animation:none}}</style>\n";

impl Picture {
    /// The picture as an SVG document in which the lines are drawn once; at once for people who do not
    /// want motion.
    pub fn to_moving_svg(&self) -> String {
        let still = self.to_svg();
        let pieces = still.matches(" stroke=\"").count().max(1);
        let mut moving = String::with_capacity(still.len() + pieces * 48);
        let mut drawn = 0;
        for line in still.lines() {
            let is_piece = line.starts_with("<path ") && line.contains(" stroke=\"");
            if let Some(rest) = line.strip_prefix("<path ").filter(|_| is_piece) {
                let delay = SECONDS * f64::from(drawn) / pieces as f64;
                moving.push_str(&format!(
                    "<path class=\"p\" style=\"animation-delay:{delay:.2}s\" {rest}"
                ));
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
