// Questions to the server, over HTTP.

import { failure, gone } from "./failure.js";

async function send(name, body, signal) {
  let response;
  try {
    response = await fetch(`api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw gone();
  }
  if (!response.ok) {
    const said = await response.json().catch(() => ({}));
    throw failure({ error: `the server said ${response.status}`, ...said });
  }
  return response;
}

// What a server offers; undefined if the page came from a mere file server.
export async function offer() {
  const response = await fetch("api/puzzles").catch(() => undefined);
  const isOurs = response?.ok && response.headers.get("Content-Type")?.includes("json");
  return isOurs ? response.json() : undefined;
}

// A file beside the page; undefined if there is none.
export async function file(name) {
  const response = await fetch(name).catch(() => undefined);
  return response?.ok ? response.json().catch(() => undefined) : undefined;
}

export async function ask(name, body, signal) {
  return (await send(name, body, signal)).json();
}

export async function fetchBlob(name, body, signal) {
  return (await send(name, body, signal)).blob();
}

export async function solve(body, heard, signal) {
  const response = await send("solve", body, signal);
  const reader = /** @type {ReadableStream} */ (response.body).pipeThrough(new TextDecoderStream()).getReader();
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
