// The server's compact pictures, unpacked: see 'A picture' in the description of the API.

export function bytes(base64) {
  const text = atob(base64);
  const array = new Uint8Array(text.length);
  for (let i = 0; i < array.length; i++) array[i] = text.charCodeAt(i);
  return array;
}

// A picture with an index into the palette for each cell, and the moves of each line.
export function unpack(picture) {
  const { width, height, bits } = picture;
  const packed = bytes(picture.fills);
  const fills = new Uint8Array(width * height);
  const each = 8 / bits, mask = (1 << bits) - 1;
  for (let cell = 0; cell < fills.length; cell++) {
    fills[cell] = (packed[Math.floor(cell / each)] >> ((cell % each) * bits)) & mask;
  }
  const lines = picture.lines.filter(({ start }) => start)
    .map(({ start, stroke, moves }) => ({ start, stroke, moves: bytes(moves) }));
  return { ...picture, fills, lines };
}
