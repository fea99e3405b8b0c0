// Times as one reads them.

// Some seconds with three digits, in the unit that fits.
export function duration(seconds) {
  if (seconds < 1e-3) return `${Number((seconds * 1e6).toPrecision(3))} µs`;
  if (seconds < 1) return `${Number((seconds * 1e3).toPrecision(3))} ms`;
  return `${Number(seconds.toPrecision(3)).toLocaleString("en")} s`;
}
