// Finds the place that an error names in the text that it is about.

// The offset of the character, or undefined if the error has no place.
export function placeOf({ place }, text) {
  if (!place) return undefined;
  if (place.byte !== undefined) return Math.min(place.byte, text.length);
  const lines = text.split("\n");
  const line = Math.min(place.line, lines.length) - 1;
  const before = lines.slice(0, line).reduce((sum, passed) => sum + passed.length + 1, 0);
  return before + Math.min((place.column ?? 1) - 1, lines[line].length);
}
