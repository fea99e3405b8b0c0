// What is shown, kept in the address after '#', so that a link shows the same thing.

// Longer texts do not belong into an address.
const LONGEST = 6000;

export function read() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

// Replaces the address. Values that are too long are left out.
export function write(state) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    const text = value === undefined || value === null ? "" : String(value);
    if (text !== "" && text.length <= LONGEST) params.set(name, text);
  }
  history.replaceState(null, "", "#" + params);
}

// Whether a level can be part of a link.
export const fits = (text) => text.length <= LONGEST;
