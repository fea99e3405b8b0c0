// Size against time on logarithmic axes, a colour for each solver; what did not pass is hollow. And how
// many levels each solver passes within a time.

import { distinct } from "../model/colours.js";
import { duration } from "../model/time.js";
import { t } from "../model/words.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
const HEIGHT = 420;
// On a phone the same letters need a larger share of it.
const small = matchMedia("(max-width: 760px)");
const width = () => small.matches ? 440 : 760;
const LEFT = 62, RIGHT = 14, TOP = 14, BOTTOM = 46;
// How much of a power of ten an axis goes beyond its values.
const ROOM = 0.12;
// Times below this are all noise.
const SHORTEST = 1e-4;
// How near to a mark the pointer has to be.
const NEAR = 14;

function element(tag, attributes, text = "") {
  const made = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

// A logarithmic axis that has room for all values, with lines at powers of ten, and where these are few between them too.
function axis(values, from, to) {
  const logs = values.map(Math.log10);
  // One by one: there may be more values than a call takes arguments.
  const low = logs.reduce((a, b) => Math.min(a, b)) - ROOM;
  const high = Math.max(low + 1, logs.reduce((a, b) => Math.max(a, b)) + ROOM);
  const place = (value) => from + (to - from) * (Math.log10(value) - low) / (high - low);
  const powers = Array.from({ length: Math.floor(high) - Math.ceil(low) + 2 }, (_, i) => 10 ** (Math.ceil(low) - 1 + i));
  const isInside = (value) => Math.log10(value) >= low && Math.log10(value) <= high;
  const lines = high - low > 3 ? powers : powers.flatMap((power) => [power, 2 * power, 5 * power]);
  return { place, powers: lines.filter(isInside) };
}

const count = (cells) => cells >= 1e6 ? `${cells / 1e6} M` : cells >= 1e3 ? `${cells / 1e3} k` : String(cells);

// The marks of one solver in one path: passed levels as dots, others as triangles.
function marks(places, passed) {
  return places.filter(({ entry }) => (entry.verdict === "PASS") === passed)
    .map(({ x, y }) => passed ? `M${x} ${y}h0` : `M${x} ${y}m-5 4h10l-5 -9z`).join("");
}

// An empty plot with its grid: columns at `across.powers`, rows at `up.powers`.
function frame(title, across, up, name) {
  const svg = element("svg", { viewBox: `0 0 ${width()} ${HEIGHT}`, role: "img" });
  svg.append(element("title", {}, title));
  for (const power of across.powers) {
    const x = across.place(power);
    svg.append(element("path", { class: "grid", d: `M${x} ${TOP}V${HEIGHT - BOTTOM}` }));
    svg.append(element("text", { x, y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, count(power)));
  }
  for (const power of up.powers) {
    const y = up.place(power);
    svg.append(element("path", { class: "grid", d: `M${LEFT} ${y}H${width() - RIGHT}` }));
    svg.append(element("text", { x: LEFT - 8, y: y + 4, "text-anchor": "end" }, duration(power)));
  }
  svg.append(element("text", { x: (LEFT + width() - RIGHT) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, name));
  return svg;
}

const times = (entries) => axis(entries.map(({ seconds }) => Math.max(seconds, SHORTEST)), HEIGHT - BOTTOM, TOP);

// `onEntry` gets the entry whose mark the pointer is at, or undefined, and whether it was clicked.
export function plot(entries, solvers, onEntry) {
  const across = axis(entries.map(({ cells }) => Math.max(1, cells)), LEFT, width() - RIGHT);
  const up = times(entries);
  const svg = frame(t("Cells of each level against the time it took, on logarithmic axes"), across, up, t("cells"));
  const places = entries.map((entry) => ({
    entry, x: across.place(entry.cells).toFixed(1), y: up.place(Math.max(entry.seconds, SHORTEST)).toFixed(1),
  }));
  solvers.forEach((solver, i) => {
    const own = places.filter(({ entry }) => entry.solver === solver);
    const colour = distinct(i);
    svg.append(element("path", { class: "passed", stroke: colour, d: marks(own, true) }));
    svg.append(element("path", { class: "failed", stroke: colour, d: marks(own, false) }));
  });
  const ring = element("circle", { class: "ring", r: 7, visibility: "hidden" });
  svg.append(ring);
  const pointed = (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const far = (place) => Math.hypot(place.x - x, place.y - y);
    const nearest = places.reduce((best, place) => far(place) < far(best) ? place : best);
    const found = event.type !== "pointerleave" && far(nearest) <= NEAR ? nearest : undefined;
    ring.setAttribute("visibility", found ? "visible" : "hidden");
    if (found) for (const [name, value] of [["cx", found.x], ["cy", found.y]]) ring.setAttribute(name, value);
    svg.style.cursor = found ? "pointer" : "";
    onEntry(found?.entry, event.type === "click");
  };
  for (const kind of ["pointermove", "pointerleave", "click"]) svg.addEventListener(kind, pointed);
  return svg;
}

// An axis of whole numbers from 0 on.
function counting(most, from, to) {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  const step = [1, 2, 5, 10].map((part) => Math.max(1, part * unit / 5)).find((step) => most / step <= 6) ?? unit;
  const powers = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
  return { place: (value) => from + (to - from) * value / Math.max(1, most), powers };
}

// How many levels each solver passes within a time for each: a cactus plot.
export function cactus(entries, solvers) {
  const passed = entries.filter(({ verdict }) => verdict === "PASS");
  const sorted = solvers.map((solver) => passed.filter((entry) => entry.solver === solver)
    .map(({ seconds }) => Math.max(seconds, SHORTEST)).sort((a, b) => a - b));
  const across = counting(sorted.reduce((most, { length }) => Math.max(most, length), 0), LEFT, width() - RIGHT);
  const up = times(entries);
  const svg = frame(t("Levels passed against the time for each"), across, up, t("levels passed"));
  sorted.forEach((seconds, i) => {
    const d = seconds.map((time, rank) => `${rank ? "L" : "M"}${across.place(rank + 1).toFixed(1)} ${up.place(time).toFixed(1)}`).join("");
    svg.append(element("path", { class: "curve", stroke: distinct(i), d }));
  });
  return svg;
}
