// Times as one reads them.

import { number } from "./words.js";

// Some seconds with three digits, in the unit that fits.
export function duration(seconds) {
  if (seconds < 1e-3) return `${Number((seconds * 1e6).toPrecision(3))} µs`;
  if (seconds < 1) return `${Number((seconds * 1e3).toPrecision(3))} ms`;
  return `${number(Number(seconds.toPrecision(3)))} s`;
}

// Whole seconds as on a clock.
export function clock(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, i) => i ? String(part).padStart(2, "0") : part).join(":");
}
