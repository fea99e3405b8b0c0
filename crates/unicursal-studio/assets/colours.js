// Colours as the pictures need them: hexadecimal for drawing, packed for pixels.

// The stops of the ramp along which lines flow in all of the program's pictures.
const STOPS = [[62, 18, 110], [58, 72, 160], [24, 122, 168], [16, 160, 130], [110, 190, 60], [246, 190, 20]];
export const RAMP = 96;

const toHex = (parts) => "#" + parts.map((part) => part.toString(16).padStart(2, "0")).join("");

// The colour at a place of the ramp, 0 to 1.
function ramp(share) {
  const place = share * (STOPS.length - 1);
  const below = Math.min(Math.floor(place), STOPS.length - 2);
  return toHex(STOPS[below].map((a, i) => Math.round(a + (STOPS[below + 1][i] - a) * (place - below))));
}

export const ramped = Array.from({ length: RAMP }, (_, i) => ramp(i / (RAMP - 1)));

// A pixel of image data, whose bytes are red, green, blue and opacity in this order.
export function pixel(hex) {
  const [red, green, blue] = [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16));
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
}

// Colours that colour-blind people can tell apart, in the order of the program's own pictures; then
// darker and lighter ones.
const DISTINCT = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#5a5a5a", "#beb214"];

export function distinct(index) {
  const base = DISTINCT[index % DISTINCT.length];
  const round = Math.floor(index / DISTINCT.length) % 3;
  if (round === 0) return base;
  const [towards, share] = round === 1 ? [0, 0.45] : [255, 0.5];
  const parts = [1, 3, 5].map((from) => parseInt(base.slice(from, from + 2), 16));
  return toHex(parts.map((part) => Math.round(part + (towards - part) * share)));
}
