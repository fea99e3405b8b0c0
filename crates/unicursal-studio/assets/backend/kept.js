// What the browser keeps for this page: solved levels, games begun, drawings. A browser that keeps
// nothing, because it may not or has no room, only forgets.

const NAME = "unicursal ";

export function keep(name, value, where = "localStorage") {
  try {
    if (value === undefined) window[where].removeItem(NAME + name);
    else window[where].setItem(NAME + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function kept(name, where = "localStorage") {
  try {
    return JSON.parse(window[where].getItem(NAME + name)) ?? undefined;
  } catch {
    return undefined;
  }
}
