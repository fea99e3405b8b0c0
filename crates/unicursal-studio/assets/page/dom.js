// The parts of the page, what it says, and what happens when an action fails.

/** @param {string} id @returns {any} */
export const at = (id) => document.getElementById(id);

/** An element with properties and children. @param {string} tag @param {Record<string, any>} properties @param {(string | Node)[]} children @returns {any} */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// The line that says what happened last.
export function say(text, kind = "") {
  at("message").textContent = text;
  at("message").className = kind;
  // The panel of a win covers that line.
  if (!at("win").hidden) Object.assign(at("win-more"), { textContent: text, className: kind || "quiet" });
  at("home-message").textContent = kind === "bad" ? text : "";
}

// The note of the form that a control belongs to: errors are shown where the text was typed.
const noteOf = (target) => target?.closest?.("form")?.querySelector(".note");

function complain(error, target) {
  if (error.name === "AbortError") return;
  const note = noteOf(target);
  if (!note) return say(error.message, "bad");
  if (at("message").textContent.endsWith("…")) say("");
  note.textContent = error.message;
}

// Milliseconds after which the page shows that it is busy: shorter work needs no sign.
const SOON = 400;
let running = 0;

// Says that the page is busy while any action runs; where there is a board, it has a message of its
// own.
function showBusy() {
  running++;
  const timer = setTimeout(() => { document.body.dataset.busy = "yes"; }, SOON);
  return () => {
    clearTimeout(timer);
    if (!--running) delete document.body.dataset.busy;
  };
}

// Wraps the action of a control, so that the page looks busy meanwhile and errors are shown.
export function doing(action) {
  return async (event) => {
    event?.preventDefault?.();
    const target = event?.target;
    const note = noteOf(target);
    if (note) note.textContent = "";
    // What the user did not ask for is done without any sign.
    const done = event instanceof Event ? showBusy() : () => {};
    try {
      await action(event);
    } catch (error) {
      complain(error, target);
    } finally {
      done();
    }
  };
}

// Lets the browser save a file.
export function saveFile(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function on(id, action, kind = "click") {
  at(id).addEventListener(kind, doing(action));
}
