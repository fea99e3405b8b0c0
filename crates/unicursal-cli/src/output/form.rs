//! The formats of drawings, by the endings of their files.

use std::fs;
use std::path::Path;

use anyhow::{anyhow, bail};
use unicursal::picture::Picture;
use unicursal_arena::printable;

/// The endings of pictures.
const PICTURES: [&str; 4] = ["svg", "png", "gif", "apng"];
/// The endings of text; names without an ending are text as well.
const TEXTS: [&str; 1] = ["txt"];

/// The format of a file with a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Svg,
    /// The path is drawn step by step.
    MovingSvg,
    Png,
    Gif,
    Apng,
    Text,
}

impl Form {
    /// The format for a file with this name; text for standard output.
    pub fn of(path: &str) -> anyhow::Result<Self> {
        let ending = Path::new(path)
            .extension()
            .and_then(|ending| ending.to_str());
        let special = fs::metadata(path).is_ok_and(|found| !found.is_file());
        let ending = ending.map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("gif") => Ok(Self::Gif),
            Some("apng") => Ok(Self::Apng),
            None => Ok(Self::Text),
            Some(text) if TEXTS.contains(&text) || special => Ok(Self::Text),
            Some(other) => bail!(
                "{}: '.{}' is no kind of picture; use .svg, .png, .gif, .apng or .txt",
                printable(path),
                printable(other)
            ),
        }
    }

    /// The same where text is not accepted as a picture.
    pub fn of_picture(path: &str) -> anyhow::Result<Self> {
        match Self::of(path) {
            Ok(form) if form != Self::Text => Ok(form),
            _ => Err(anyhow!(
                "{}: a picture's name ends in .{}",
                printable(path),
                PICTURES.join(" or .")
            )),
        }
    }

    /// The form in which the path is drawn step by step, if there are two.
    #[must_use]
    pub fn moving(self) -> Self {
        match self {
            Self::Svg => Self::MovingSvg,
            other => other,
        }
    }

    /// Its name, as the ending of a file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Svg | Self::MovingSvg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::Text => "txt",
        }
    }

    /// Whether a file that begins like this is an older drawing; `text` is how our drawings as text
    /// begin.
    pub fn is_older(self, beginning: &[u8], text: &str) -> bool {
        match self {
            Self::Svg | Self::MovingSvg => beginning.starts_with(b"<svg "),
            Self::Gif => beginning.starts_with(b"GIF89a"),
            Self::Png | Self::Apng => beginning.starts_with(b"\x89PNG\r\n\x1a\n"),
            Self::Text => beginning.starts_with(text.as_bytes()),
        }
    }

    /// The bytes of a picture in this form; `None` for text.
    pub fn bytes(self, picture: &Picture) -> anyhow::Result<Option<Vec<u8>>> {
        Ok(match self {
            Self::Svg => Some(picture.to_svg().into_bytes()),
            Self::MovingSvg => Some(picture.to_moving_svg().into_bytes()),
            Self::Png => Some(picture.to_png()?),
            Self::Gif => Some(picture.to_gif()?),
            Self::Apng => Some(picture.to_apng()?),
            Self::Text => None,
        })
    }
}
