// Talks to the server. Every failure becomes an Error whose message can be shown as it is, with the
// place in the text that it is about, if there is one.

const failure = ({ error, place }) => Object.assign(new Error(error), { place });

async function send(path, body, signal) {
  let response;
  try {
    response = await fetch(path, body === undefined ? { signal } : {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("the server cannot be reached; is 'unicursal studio' still running?");
  }
  if (!response.ok) {
    const said = await response.json().catch(() => ({}));
    throw failure({ error: `the server said ${response.status}`, ...said });
  }
  return response;
}

export async function ask(path, body, signal) {
  return (await send(path, body, signal)).json();
}

export async function fetchBlob(path, body) {
  return (await send(path, body)).blob();
}

// Solves a level. `heard` gets each event's name and data; the promise ends with the data of `done`.
export async function solve(body, heard, signal) {
  const response = await send("/api/solve", body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  // The last event can have many megabytes in many pieces, so pieces are joined only at line ends.
  let pieces = [];
  let name = "";
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      if (error.name === "AbortError") throw error;
      throw new Error("the connection to the server was lost");
    });
    if (done) throw new Error("the server ended before the solve did");
    const lines = value.split("\n");
    for (let i = 0; i < lines.length; i++) {
      pieces.push(lines[i]);
      if (i === lines.length - 1) break;
      const line = pieces.join("");
      pieces = [];
      if (line.startsWith("event:")) name = line.slice(6).trim();
      if (!line.startsWith("data:")) continue;
      const data = JSON.parse(line.slice(5));
      if (name === "done") return data;
      if (name === "error") throw failure(data);
      heard(name, data);
    }
  }
}
