// Forms that are built from what the server says about a puzzle's options.

import { t } from "../model/words.js";
import { at, make } from "./dom.js";

let count = 0;

// What an option is for, in words that fit a page rather than a command line.
const explained = (help) => help.replaceAll(/--(method )?/g, "").replace(/ \[default: (.*)\]/, "; usually $1");

// A labelled control for an option, with what it is for beside it.
function field({ name, help, kind, choices, default: usual, placeholder }) {
  const input = make(kind === "choice" ? "select" : "input");
  if (kind === "choice") input.append(...choices.map((choice) => new Option(choice)));
  if (kind === "flag") input.type = "checkbox";
  if (kind === "text") Object.assign(input, { value: usual, placeholder, autocomplete: "off" });
  input.dataset.option = name;
  const word = t(name[0].toUpperCase() + name.slice(1));
  const parts = kind === "flag" ? [input, word] : [word, input];
  const note = make("small", { id: `option-${name}-${count++}` }, t(explained(help)));
  input.setAttribute("aria-describedby", note.id);
  return make("div", { className: "option" }, make("label", { className: kind }, ...parts), note);
}

export function showOptions(id, specs) {
  at(id).replaceChildren(...specs.map(field));
}

// What was chosen, by name; what was left alone is an empty text.
export function options(id) {
  const inputs = [...at(id).querySelectorAll("[data-option]")];
  const value = (input) => input.type === "checkbox" ? (input.checked ? "true" : "") : input.value.trim();
  return Object.fromEntries(inputs.map((input) => [input.dataset.option, value(input)]));
}
