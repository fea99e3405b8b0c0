// Forms that are built from what the server says about a puzzle's options.

import { gradesIn } from "../model/grades.js";
import { t } from "../model/words.js";
import { at, make } from "./dom.js";

let count = 0;

// What an option is for, in words that fit a page rather than a command line.
export const explained = (help) => help.replaceAll(/--(method )?/g, "").replace(/ \[default: (.*)\]/, "; usually $1");

// A labelled control for an option, with what it is for beside it.
function field(spec) {
  const { name, help, default: usual, placeholder } = spec, grades = gradesIn(spec);
  const isText = spec.kind === "text" && !grades.length, kind = isText || spec.kind === "flag" ? spec.kind : "choice";
  const input = make(kind === "choice" ? "select" : "input");
  // A choice that the explanation names keeps its name. An option that may be left out has an empty
  // choice.
  const called = (choice) => help.includes(`(${choice})`) ? choice : t(choice);
  const choices = spec.choices?.map((choice) => new Option(called(choice), choice)) ?? [new Option(t("any"), ""), ...grades.map((grade) => new Option(t(grade), grade))];
  if (kind === "choice") input.append(...choices);
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

// The values by name; an option that was left alone is an empty text.
export function options(id) {
  const inputs = [...at(id).querySelectorAll("[data-option]")];
  const value = (input) => input.type === "checkbox" ? (input.checked ? "true" : "") : input.value.trim();
  return Object.fromEntries(inputs.map((input) => [input.dataset.option, value(input)]));
}
