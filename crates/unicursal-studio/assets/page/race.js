// Two walkers in one maze at the same time: one follows a rule, the other a shortest path.

import { solve } from "../backend/server.js";
import { number, t } from "../model/words.js";

const AWAY = { N: [0, -1], W: [-1, 0], S: [0, 1], E: [1, 0] };
// Where each line is drawn beside the middle of its cells, so that both can be seen.
const ASIDE = 0.13;
const COLOURS = ["#d6336c", "#12809c"];

export class Race {
  // Asks the server how both walk, and brings them to the start. Throws if a rule never arrives.
  static async between(rules, { text, sheet, signal, heard }) {
    const runners = [];
    for (const rule of rules) {
      const done = await solve({ puzzle: "maze", level: text, method: rule }, heard, signal);
      if (done.outcome === "unsolvable") throw new Error(done.proof);
      if (done.outcome !== "solved") throw new Error(t("Not known: {why}", { why: done.why }));
      runners.push({ rule, trail: follow(done.answer, sheet) });
    }
    return new Race(runners, sheet.width);
  }

  constructor(runners, width) {
    this.runners = runners;
    this.width = width;
    this.length = Math.max(...runners.map(({ trail }) => trail.length - 1));
    this.step = 0;
  }

  goTo(step) {
    this.step = step;
  }

  text() {
    const each = this.runners.map(({ rule, trail }) => {
      const all = trail.length - 1;
      return `${rule} ${number(Math.min(this.step, all))} / ${number(all)}`;
    });
    return each.join(" · ");
  }

  draw(context, scale) {
    const aside = scale < 5 ? 0 : ASIDE;
    context.lineWidth = Math.max(0.2, 1.5 / scale);
    context.lineCap = context.lineJoin = "round";
    this.runners.forEach(({ trail }, i) => {
      const away = 0.5 + (i ? aside : -aside);
      context.strokeStyle = COLOURS[i];
      context.beginPath();
      for (const cell of trail.slice(0, this.step + 1)) {
        context.lineTo(cell % this.width + away, Math.floor(cell / this.width) + away);
      }
      context.stroke();
    });
  }

  heads() {
    return this.runners.map(({ trail }, i) => {
      const cell = trail[Math.min(this.step, trail.length - 1)];
      return { x: cell % this.width, y: Math.floor(cell / this.width), colour: COLOURS[i] };
    });
  }
}

// The cells of a walk from S.
function follow(answer, sheet) {
  let cell = sheet.find(sheet.singles[0].symbol);
  const trail = [cell];
  for (const letter of answer.trim().split("=").at(-1)) {
    const [dx, dy] = AWAY[letter];
    trail.push(cell += dx + dy * sheet.width);
  }
  return trail;
}
