// What the browser keeps for this page: solved levels, games begun, drawings. If a browser keeps
// nothing, because it may not or has no room, nothing else breaks. What is read may be anything.

const NAME = "unicursal ";

/** @param {string} name @param {any} value @param {"localStorage" | "sessionStorage"} where */
export function keep(name, value, where = "localStorage") {
  try {
    if (value === undefined) window[where].removeItem(NAME + name);
    else write(where, NAME + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

// If there is no room, unfinished games are deleted, the largest first, because what was solved
// matters more; never the item that is being written.
/** @param {"localStorage" | "sessionStorage"} where @param {string} name @param {string} text */
function write(where, name, text) {
  const games = () => Object.keys(window[where]).filter((other) => other.startsWith(`${NAME}game `) && other !== name);
  const size = (other) => window[where].getItem(other)?.length ?? 0;
  for (const other of [...games().sort((a, b) => size(b) - size(a)), undefined]) {
    try {
      return window[where].setItem(name, text);
    } catch (error) {
      if (other === undefined || name.startsWith(`${NAME}game `)) throw error;
      window[where].removeItem(other);
    }
  }
}

/** @param {string} name @param {"localStorage" | "sessionStorage"} where */
export function kept(name, where = "localStorage") {
  try {
    return JSON.parse(window[where].getItem(NAME + name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

// Whether anything is kept at all.
export function keeps() {
  const isKept = keep("probe", 1) && kept("probe") === 1;
  keep("probe", undefined);
  return isKept;
}

/** Everything whose name matches, by name. @param {RegExp} meant */
export function readAll(meant) {
  try {
    const names = Object.keys(window.localStorage).filter((name) => name.startsWith(NAME)).map((name) => name.slice(NAME.length));
    return Object.fromEntries(names.filter((name) => meant.test(name)).map((name) => [name, kept(name)]));
  } catch {
    return {};
  }
}

/** Stores what a file contains under names that match: its entries are added to those that are there, and replace worse ones. Returns how many were stored.
 * @param {Record<string, any>} brought @param {RegExp} meant
 * @param {(name: string, key: string, brought: any, there: any) => boolean} isBetter */
export function writeAll(brought, meant, isBetter) {
  let count = 0;
  for (const [name, value] of Object.entries(brought)) {
    if (!meant.test(name)) continue;
    const there = kept(name);
    const isObject = (one) => typeof one === "object" && one !== null && !Array.isArray(one);
    if (!isObject(value) || !isObject(there)) {
      if (there === undefined) count += keep(name, value) ? 1 : 0;
      continue;
    }
    const added = Object.entries(value).filter(([key, one]) => !Object.hasOwn(there, key) || isBetter(name, key, one, there[key]));
    count += keep(name, { ...there, ...Object.fromEntries(added) }) ? added.length : 0;
  }
  return count;
}
