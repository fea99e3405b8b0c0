// Colours as the pictures need them: hexadecimal for drawing, packed for pixels.

import { t } from "./words.js";

// The stops of the ramp along which lines flow in all of the program's pictures.
const STOPS = [[62, 18, 110], [58, 72, 160], [24, 122, 168], [16, 160, 130], [110, 190, 60], [246, 190, 20]];
export const RAMP = 96;
// How strongly a path's colour tints the cells that it passes.
export const TINT = 0.2;

const toHex = (parts) => "#" + parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");
const parts = (hex) => [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16));

// The colour at a place of the ramp, 0 to 1.
export function ramp(share) {
  const place = share * (STOPS.length - 1);
  const below = Math.min(Math.floor(place), STOPS.length - 2);
  return toHex(STOPS[below].map((a, i) => a + (STOPS[below + 1][i] - a) * (place - below)));
}

export const ramped = Array.from({ length: RAMP }, (_, i) => ramp(i / (RAMP - 1)));

// A pixel of image data, whose bytes are red, green, blue and opacity in this order.
export function pixel(hex) {
  const [red, green, blue] = parts(hex);
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
}

// Colours that colour-blind people can tell apart; after them, hues a golden angle apart,
// alternately darker and lighter, so that none repeats.
const NAMES = ["blue", "orange", "green", "pink", "red", "sky blue", "grey", "yellow"];
// Signs that distinguish the colours without colour; after them, letters.
const SIGNS = [..."●▲■★◆✚▼◐"], LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const DISTINCT = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#5a5a5a", "#beb214"];

// What a colour is called: its name or, beyond those that have names, the letter on it.
export const colourName = (index) => index < NAMES.length ? t(NAMES[index]) : t("colour {sign}", { sign: symbolOf(index) });

// The sign on a colour's ends.
export const symbolOf = (index) => SIGNS[index] ?? LETTERS[(index - SIGNS.length) % LETTERS.length] ?? "?";

export function distinct(index) {
  if (index < DISTINCT.length) return DISTINCT[index];
  const hue = (index * 137.508) % 360, lightness = [38, 62, 50][index % 3];
  return hsl(hue, [75, 60, 45][Math.floor(index / 3) % 3], lightness);
}

function hsl(hue, saturation, lightness) {
  const light = lightness / 100, reach = saturation / 100 * Math.min(light, 1 - light);
  const part = (n) => {
    const k = (n + hue / 30) % 12;
    return 255 * (light - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return toHex([part(0), part(8), part(4)]);
}

// How light a colour is to the eye, from 0 to 1.
function luminance(hex) {
  const [red, green, blue] = parts(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// Black or white, whichever can be read on a colour.
export const inkOn = (hex) => luminance(hex) > 0.22 ? "#14161a" : "#ffffff";
