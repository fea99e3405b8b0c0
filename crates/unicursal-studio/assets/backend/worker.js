// The worker in which the library runs as WebAssembly: see crates/unicursal-web for the other side.

const decoder = new TextDecoder(), encoder = new TextEncoder();
let library;

const memory = (at, length) => new Uint8Array(library.memory.buffer, at, length);
const text = (at, length) => decoder.decode(memory(at, length));

const page = {
  now: () => performance.now(),
  tell: (name, nameLength, json, length) =>
    postMessage({ told: text(name, nameLength), json: JSON.parse(text(json, length)) }),
};

async function load() {
  const wasm = fetch(new URL("../unicursal.wasm", import.meta.url));
  const { instance } = await WebAssembly.instantiateStreaming(wasm, { page })
    // A server that does not know the kind of the file.
    .catch(async () => WebAssembly.instantiate(await (await fetch(new URL("../unicursal.wasm", import.meta.url))).arrayBuffer(), { page }));
  library = instance.exports;
}

function answer({ name, body }) {
  const words = encoder.encode(name), json = encoder.encode(JSON.stringify(body));
  const at = library.reserve(words.length + json.length);
  memory(at, words.length).set(words);
  memory(at + words.length, json.length).set(json);
  const status = library.ask(words.length);
  const [from, length] = [library.answer_at(), library.answer_length()];
  if (library.answer_is_json()) return { status, json: JSON.parse(text(from, length)) };
  const kind = { svg: "image/svg+xml", png: "image/png", apng: "image/png", gif: "image/gif" };
  return { status, file: new Blob([memory(from, length)], { type: kind[body.format] ?? "image/svg+xml" }) };
}

const loaded = load();

onmessage = async ({ data }) => {
  try {
    await loaded;
    postMessage(answer(data));
  } catch (error) {
    postMessage({ lost: `the library ended: ${error.message}` });
  }
};
