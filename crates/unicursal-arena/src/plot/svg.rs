//! A scene as SVG.

use std::fmt::Write;

use super::{Anchor, Colour, HEIGHT, Scene, Shape, WIDTH};

/// Writes the scene; its size is a viewBox, so that it scales.
pub fn write(scene: &Scene) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"14\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n"
    );
    for shape in &scene.shapes {
        // Writing to a string cannot fail.
        let _ = match shape {
            Shape::Line {
                points,
                colour,
                width,
                dashed,
            } => {
                let points = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}"));
                let points: Vec<String> = points.collect();
                let (points, colour) = (points.join(" "), hex(*colour));
                let dash = if *dashed { "7 5" } else { "none" };
                writeln!(
                    svg,
                    "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" \
                     stroke-width=\"{width}\" stroke-dasharray=\"{dash}\"/>"
                )
            }
            Shape::Disc {
                centre: (x, y),
                radius,
                colour,
                hollow,
            } => {
                let colour = hex(*colour);
                let fill = if *hollow { "#ffffff" } else { &colour };
                let rim = if *hollow { 2 } else { 0 };
                writeln!(
                    svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{fill}\" \
                     stroke=\"{colour}\" stroke-width=\"{rim}\"/>"
                )
            }
            Shape::Label {
                at: (x, y),
                anchor,
                text,
                colour,
            } => {
                let anchor = match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                let (text, colour) = (escaped(text), hex(*colour));
                writeln!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" \
                     fill=\"{colour}\">{text}</text>"
                )
            }
        };
    }
    svg.push_str("</svg>\n");
    svg
}

fn hex((red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Somebody else's text, safe in SVG, HTML and XML. XML has no control characters but these three,
/// and no U+FFFE and U+FFFF, not even by their numbers: U+FFFD stands for them.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '\t' | '\n' | '\r' => safe.push(letter),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(
            escaped("a<b> & \"c\"\n"),
            "a&lt;b&gt; &amp; &quot;c&quot;\n"
        );
        assert_eq!(
            escaped("\0\u{1b}[31m\u{fffe}\u{ffff}é"),
            "\u{fffd}\u{fffd}[31m\u{fffd}\u{fffd}é"
        );
    }
}
