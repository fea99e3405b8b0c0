// Questions to the library itself, which runs in a worker as WebAssembly. A worker answers one question
// after the other and cannot be interrupted, so what is cancelled ends its worker; there are two, so
// that a level can be looked at while another one is solved.

import { failure } from "./failure.js";

const LONG = new Set(["solve", "count", "hint", "generate"]);
// A level that is given by a name has to be made first.
const isLong = (name, body) => LONG.has(name) || /^\s*[a-z]+:/.test(body.level ?? "");

class Clerk {
  #worker;
  #line = Promise.resolve();

  /** Answers when all earlier questions are answered.
   * @param {string} name @param {any} body @param {{ signal?: AbortSignal, heard?: (name: string, data: any) => void }} manner */
  ask(name, body, { signal, heard = () => {} } = {}) {
    const answered = this.#line.then(() => this.#send(name, body, signal, heard));
    this.#line = answered.catch(() => {});
    return answered;
  }

  #send(name, body, signal, heard) {
    return new Promise((resolve, reject) => {
      const cancelled = () => reject(new DOMException("cancelled", "AbortError"));
      if (signal?.aborted) return cancelled();
      const worker = this.#worker ??= new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
      const end = () => {
        worker.terminate();
        this.#worker = undefined;
      };
      signal?.addEventListener("abort", () => {
        if (worker.onmessage === null) return;
        end();
        cancelled();
      }, { once: true });
      const finish = (action) => {
        worker.onmessage = null;
        action();
      };
      worker.onmessage = ({ data: { told, status, json, file, lost } }) => {
        if (told) heard(told, json);
        else if (lost) finish(() => { end(); reject(new Error(lost)); });
        else if (status >= 400) finish(() => reject(failure(json)));
        else finish(() => resolve(json ?? file));
      };
      worker.onerror = () => finish(() => { end(); reject(new Error("the library could not be loaded")); });
      worker.postMessage({ name, body });
    });
  }
}

const quick = new Clerk(), thorough = new Clerk();
const clerk = (name, body) => isLong(name, body) ? thorough : quick;

// Levels that are known before the library has arrived.
let known = {};

export function prime(levels) {
  known = levels;
}

export function ask(name, body, signal) {
  const level = name === "level" && known[String(body.level).trim()];
  return level && level.puzzle === body.puzzle ? Promise.resolve(structuredClone(level)) : clerk(name, body).ask(name, body, { signal });
}
export const solve = (body, heard, signal) => thorough.ask("solve", body, { signal, heard });

export async function fetchBlob(name, body, signal) {
  const answer = await ask(name, body, signal);
  return answer instanceof Blob ? answer : new Blob([JSON.stringify(answer)]);
}
