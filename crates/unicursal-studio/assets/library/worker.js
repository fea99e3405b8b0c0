// The worker in which the library runs, in a browser or under Node. Its first message says where the library is;
// each one after that is a question.

import { instantiate } from "./library.js";

const isNode = typeof process === "object" && Boolean(process.versions?.node);
/** @type {any} */
const port = isNode ? (await import("node:worker_threads")).parentPort : globalThis;
const post = (message) => port.postMessage(message);

/** Compiles what is at an address. @param {string} address */
async function compile(address) {
  if (isNode && address.startsWith("file:")) {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(new URL(address)));
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} is not there`);
  // A server may not know the kind of the file.
  const again = response.clone();
  return WebAssembly.compileStreaming(response).catch(async () => WebAssembly.compile(await again.arrayBuffer()));
}

/** @type {Promise<Awaited<ReturnType<typeof instantiate>>> | undefined} */
let ready;

async function hear({ wasm, name, body }) {
  if (wasm !== undefined) {
    ready = (async () => instantiate(wasm instanceof WebAssembly.Module ? wasm : await compile(wasm),
      (told, json) => post({ told, json })))();
    ready.catch(() => {});
    return;
  }
  try {
    const ask = await ready;
    post(ask(name, body));
  } catch (error) {
    post({ lost: `the library ended: ${error.message}` });
  }
}

if (isNode) port.on("message", hear);
else port.onmessage = ({ data }) => hear(data);
