// Finds the place that a message of the server names in the text that it is about.

// The offset of the character, or undefined if the message names no place.
export function placeOf(message, text) {
  const byte = message.match(/\bbyte (\d+)/);
  if (byte) return Math.min(Number(byte[1]), text.length);
  const place = message.match(/\b(?:line|row) (\d+)(?:[,:] column (\d+))?/);
  if (!place) return undefined;
  const lines = text.split("\n");
  const line = Math.min(Number(place[1]), lines.length) - 1;
  const before = lines.slice(0, line).reduce((sum, passed) => sum + passed.length + 1, 0);
  return before + Math.min(Number(place[2] ?? 1) - 1, lines[line].length);
}
