// Requests to a worker, one after the other. A worker cannot be interrupted, so to cancel a request
// is to end the worker; the next request starts another one.

import { failure } from "./failure.js";

const cancelled = () => new DOMException("cancelled", "AbortError");

/** A worker with the same interface in a browser and in Node. */
async function start() {
  const address = new URL("./worker.js", import.meta.url);
  if (typeof Worker === "function") {
    const worker = new Worker(address, { type: "module" });
    return {
      post: (message) => worker.postMessage(message),
      hear: (heard, failed) => {
        worker.onmessage = ({ data }) => heard(data);
        worker.onerror = () => failed();
      },
      end: () => worker.terminate(),
    };
  }
  // A page never comes here, and its types know nothing of Node.
  const node = "node:worker_threads";
  const { Worker: Thread } = await import(node);
  const worker = new Thread(address);
  // A worker that waits does not keep the program from ending.
  worker.unref();
  return {
    post: (message) => {
      worker.ref();
      worker.postMessage(message);
    },
    hear: (heard, failed) => {
      worker.removeAllListeners();
      worker.on("message", (message) => {
        if (!message.told) worker.unref();
        heard(message);
      });
      worker.on("error", () => failed());
    },
    end: () => void worker.terminate(),
  };
}

export class Queue {
  #wasm;
  /** @type {ReturnType<typeof start> | undefined} */
  #worker;
  /** @type {Promise<any>} */
  #line = Promise.resolve();

  /** @param {string | WebAssembly.Module} wasm where the library is, or the library itself */
  constructor(wasm) {
    this.#wasm = wasm;
  }

  /** Answers after all earlier requests.
   * @param {string} name @param {any} body
   * @param {{ signal?: AbortSignal, heard?: (name: string, data: any) => void }} manner */
  ask(name, body, { signal, heard = () => {} } = {}) {
    const answered = this.#line.then(() => this.#send(name, body, signal, heard));
    this.#line = answered.catch(() => {});
    return answered;
  }

  /** Ends the worker; what was asked is not answered. */
  async close() {
    const worker = this.#worker;
    this.#worker = undefined;
    (await worker)?.end();
  }

  async #send(name, body, signal, heard) {
    if (signal?.aborted) throw cancelled();
    if (!this.#worker) {
      this.#worker = start();
      (await this.#worker).post({ wasm: this.#wasm });
    }
    const worker = await this.#worker;
    return new Promise((resolve, reject) => {
      const stop = () => {
        finish();
        this.close();
        reject(cancelled());
      };
      const finish = () => {
        worker.hear(() => {}, () => {});
        signal?.removeEventListener("abort", stop);
      };
      signal?.addEventListener("abort", stop, { once: true });
      const end = (message) => {
        finish();
        this.close();
        reject(new Error(message));
      };
      worker.hear(({ told, status, json, bytes, lost }) => {
        if (told) return heard(told, json);
        if (lost) return end(lost);
        finish();
        if (status >= 400) reject(failure(json));
        else resolve(json ?? bytes);
      }, () => end("the library could not be loaded"));
      worker.post({ name, body });
    });
  }
}
