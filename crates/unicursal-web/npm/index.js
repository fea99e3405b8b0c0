// unicursal for pages and for Node: levels of puzzles in which a path must fill a grid.

import { Queue } from "./queue.js";

/** Makes the library ready. It runs in a worker of its own, which is started with the first question.
 * @param {{ wasm?: string | URL | WebAssembly.Module }} [options]
 * @returns {Promise<import("./index.d.ts").Unicursal>} */
export async function load({ wasm = new URL("./unicursal.wasm", import.meta.url) } = {}) {
  const queue = new Queue(wasm instanceof WebAssembly.Module ? wasm : String(wasm));
  const { puzzles } = await queue.ask("puzzles", {});
  return new Library(queue, puzzles);
}

class Library {
  #queue;

  constructor(queue, puzzles) {
    this.#queue = queue;
    this.puzzles = puzzles;
  }

  async level(puzzle, level, { signal } = {}) {
    return new Level(this.#queue, await this.#queue.ask("level", { puzzle, level }, { signal }));
  }

  async generate(puzzle, width, height, { seed = "", options = {}, signal } = {}) {
    const asked = { puzzle, width, height, seed: String(seed), options: words(options) };
    return new Level(this.#queue, await this.#queue.ask("generate", asked, { signal }));
  }

  close() {
    return this.#queue.close();
  }
}

class Level {
  #queue;
  #asked;

  constructor(queue, { puzzle, text, width, height, facts, id, answer }) {
    this.#queue = queue;
    this.#asked = { puzzle, level: text };
    Object.assign(this, { puzzle, text, width, height, facts, id, answer });
  }

  async solve({ signal, onProgress = () => {}, timeLimit, method, seed = 0, options = {} } = {}) {
    const asked = { ...this.#asked, method, seed, options: words(options), time_limit: timeLimit };
    const heard = (name, data) => name === "progress" && onProgress(data);
    const { picture, ...solved } = await this.#queue.ask("solve", asked, { signal, heard });
    return solved;
  }

  count({ most, signal, timeLimit } = {}) {
    return this.#queue.ask("count", { ...this.#asked, most, time_limit: timeLimit }, { signal });
  }

  hint(answer = "", { signal } = {}) {
    return this.#queue.ask("hint", { ...this.#asked, answer }, { signal });
  }

  check(answer, { signal } = {}) {
    return this.#queue.ask("check", { ...this.#asked, answer }, { signal });
  }

  async prompt(style, { signal } = {}) {
    return (await this.#queue.ask("prompt", { ...this.#asked, style }, { signal })).text;
  }

  score(answer, { signal } = {}) {
    return this.#queue.ask("score", { ...this.#asked, answer }, { signal });
  }

  difficulty({ signal, timeLimit } = {}) {
    return this.#queue.ask("grade", { ...this.#asked, time_limit: timeLimit }, { signal });
  }

  async convert(to, { signal } = {}) {
    return (await this.#queue.ask("convert", { ...this.#asked, to }, { signal })).text;
  }

  async draw({ answer, format = "svg", signal } = {}) {
    const drawn = await this.#queue.ask("draw", { ...this.#asked, answer, format }, { signal });
    return format.endsWith("svg") ? new TextDecoder().decode(drawn) : drawn;
  }
}

// Options are words for the library.
const words = (options) => Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]));
