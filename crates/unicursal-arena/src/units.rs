//! Times and sizes for people.

/// Seconds in a year of 365.25 days.
const YEAR: f64 = 31_557_600.0;

/// Units of time with their length in seconds and the number from which the next unit is used.
const TIMES: [(&str, f64, f64); 8] = [
    ("ms", 0.001, 1000.0),
    ("seconds", 1.0, 60.0),
    ("minutes", 60.0, 60.0),
    ("hours", 3600.0, 24.0),
    ("days", 86_400.0, 365.25),
    ("years", YEAR, 100.0),
    ("centuries", 100.0 * YEAR, 10.0),
    ("millennia", 1000.0 * YEAR, f64::INFINITY),
];

/// A time in the unit that suits it, given as the natural logarithm of its seconds, so that no
/// prediction is too large to be shown.
///
/// ```
/// use unicursal_arena::units::time;
///
/// assert_eq!(time(0.25_f64.ln()), "250.00 ms");
/// assert_eq!(time(90_f64.ln()), "1.50 minutes");
/// assert_eq!(time((304_410.0 * 31_557_600_f64).ln()), "304.41 millennia");
/// assert_eq!(time(1000.0), "6.24e423 millennia");
/// ```
pub fn time(ln_seconds: f64) -> String {
    let fits = |&&(_, length, most): &&(&str, f64, f64)| (ln_seconds - length.ln()).exp() < most;
    let (name, length, _) = TIMES.iter().find(fits).unwrap_or(&TIMES[7]);
    let ln_count = ln_seconds - length.ln();
    let count = ln_count.exp();
    if ln_count < 1e6_f64.ln() {
        return format!("{count:.2} {name}");
    }
    // The mantissa is taken from the logarithm: the number itself may be beyond all floats.
    let log10 = ln_count / std::f64::consts::LN_10;
    let mut exponent = log10.floor();
    let mut mantissa = 10_f64.powf(log10 - exponent);
    if mantissa >= 9.995 {
        (mantissa, exponent) = (1.0, exponent + 1.0);
    }
    format!("{mantissa:.2}e{exponent} {name}")
}

/// A number of bytes.
///
/// ```
/// use unicursal_arena::units::bytes;
///
/// assert_eq!(bytes(512), "512 B");
/// assert_eq!(bytes(3 << 29), "1.5 GiB");
/// ```
pub fn bytes(count: u64) -> String {
    let mut value = count as f64;
    let mut unit = "B";
    for next in ["KiB", "MiB", "GiB", "TiB"] {
        if value < 1024.0 {
            break;
        }
        (value, unit) = (value / 1024.0, next);
    }
    if unit == "B" || value.fract() < 0.05 {
        return format!("{value:.0} {unit}");
    }
    format!("{value:.1} {unit}")
}
