// Recorded games: what `connect referee --record` and `pellet play --record` write, JSON of one board in
// each line.

// The boards of a recorded game, each with its `puzzle`, its `level`, the `answer` and what the `verdict`
// was; undefined if the text is none. No level begins with a brace.
export function readRecording(text) {
  if (!text.trimStart().startsWith("{")) return undefined;
  return turns(text).map(({ line, turn }) => {
    const board = ofConnect(turn ?? {}) ?? ofPellet(turn ?? {});
    if (!board) throw new Error(`line ${line}: this is no board of a recorded game`);
    return { ...board, line };
  });
}

// The values in a text: a single one, which may go over many lines, or one in each line.
function turns(text) {
  try {
    return [{ line: 1, turn: JSON.parse(text) }];
  } catch {
    const lines = text.split("\n").map((json, i) => ({ line: i + 1, json }));
    return lines.filter(({ json }) => json.trim()).map(({ line, json }) => ({ line, turn: parsed(json, line) }));
  }
}

function parsed(json, line) {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Error(`line ${line}: ${error.message}`);
  }
}

const isText = (value) => typeof value === "string";

function ofConnect({ puzzle, level, turns, victory, loss }) {
  if (puzzle !== "connect" || !isText(level) || !Array.isArray(turns)) return undefined;
  const lines = turns.map((turn) => turn?.line);
  if (!lines.every(isText)) return undefined;
  const verdict = victory ? `victory in ${lines.length} turns` : `loss at turn ${loss?.turn}: ${loss?.reason}`;
  return { puzzle, level, answer: lines.join("\n"), verdict };
}

function ofPellet({ board, path, verdict }) {
  if (![board, path, verdict].every(isText)) return undefined;
  return { puzzle: "pellet", level: board, answer: path, verdict };
}
