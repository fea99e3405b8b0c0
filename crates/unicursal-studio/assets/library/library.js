// The library as WebAssembly in this thread: texts go in and come out through its memory. See
// crates/unicursal-web for the other side.

const decoder = new TextDecoder(), encoder = new TextEncoder();

/** Makes the library ready. `heard` gets reports while a request is worked on.
 * @param {WebAssembly.Module} module
 * @param {(name: string, data: any) => void} heard */
export async function instantiate(module, heard) {
  /** @type {any} */
  let library;
  const memory = (at, length) => new Uint8Array(library.memory.buffer, at, length);
  const text = (at, length) => decoder.decode(memory(at, length));
  const page = {
    now: () => performance.now(),
    tell: (name, nameLength, json, length) => heard(text(name, nameLength), JSON.parse(text(json, length))),
  };
  library = (await WebAssembly.instantiate(module, { page })).exports;

  /** Answers one request: the status as in HTTP, and an object or the bytes of a file.
   * @param {string} name @param {any} body @returns {{ status: number, json?: any, bytes?: Uint8Array }} */
  return (name, body) => {
    const words = encoder.encode(name), json = encoder.encode(JSON.stringify(body));
    const at = library.reserve(words.length + json.length);
    memory(at, words.length).set(words);
    memory(at + words.length, json.length).set(json);
    const status = library.ask(words.length);
    const [from, length] = [library.answer_at(), library.answer_length()];
    if (library.answer_is_json()) return { status, json: JSON.parse(text(from, length)) };
    return { status, bytes: memory(from, length).slice() };
  };
}
