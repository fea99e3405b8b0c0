//! Values of options: whole numbers, times such as `1.5s`, sizes such as `2G`.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Reads a whole number within these bounds.
pub fn whole<T: TryFrom<u64>>(
    bounds: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse::<i128>();
        let number = number.map_err(|_| "not a whole number".to_owned())?;
        let within = u64::try_from(number).ok().filter(|n| bounds.contains(n));
        let number = within.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| match bounds.clone().into_inner() {
            (least, u64::MAX) => format!("it must be at least {least}"),
            (least, most) => format!("it must be from {least} to {most}"),
        })
    }
}

/// Reads a number of at least 1.
pub fn positive(text: &str) -> Result<u64, String> {
    whole(1..=u64::MAX)(text)
}

/// Reads a time such as `10`, `1.5s`, `500ms`, `2m` or `1h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if digits.is_empty() {
        return Err("not a time".to_owned());
    }
    let seconds = match &text[digits.len()..] {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        unit => return Err(format!("'{unit}' is not a unit of time; use ms, s, m or h")),
    };
    let number: f64 = digits.parse().map_err(|_| "not a time".to_owned())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| "out of range".to_owned())
}

/// Reads a size such as `500M` or `2G`, in units of 1024.
pub fn size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if digits.is_empty() {
        return Err("not a size".to_owned());
    }
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        unit => return Err(format!("'{unit}' is not a unit of size; use K, M, G or T")),
    };
    let number: f64 = digits.parse().map_err(|_| "not a size".to_owned())?;
    let bytes = number * f64::from(shift).exp2();
    if (1.0..1e18).contains(&bytes) {
        return Ok(bytes as usize);
    }
    Err("out of range".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{duration, positive, size, whole};
    use std::time::Duration;

    #[test]
    fn times_and_sizes() {
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(size("2K"), Ok(2048));
        assert_eq!(size("1.5g"), Ok(3 << 29));
        assert_eq!(duration("nan"), Err("not a time".to_owned()));
        for bad in ["", "x", "1y", "-1", "nan", "1e400"] {
            assert!(duration(bad).is_err(), "{bad}");
            assert!(size(bad).is_err(), "{bad}");
        }
    }

    /// Not with the messages of Rust's standard library.
    #[test]
    fn whole_numbers_are_refused_in_plain_words() {
        let number = whole::<u16>(1..=1000);
        assert_eq!(number("1000"), Ok(1000));
        for (bad, why) in [
            ("", "not a whole number"),
            ("1.5", "not a whole number"),
            ("NaN", "not a whole number"),
            ("-1", "it must be from 1 to 1000"),
            ("70000", "it must be from 1 to 1000"),
        ] {
            assert_eq!(number(bad), Err(why.to_owned()), "{bad}");
        }
        let huge = "18446744073709551616";
        assert_eq!(positive("-3"), Err("it must be at least 1".to_owned()));
        assert!(positive(huge).is_err());
    }
}
