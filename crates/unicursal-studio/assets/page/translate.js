// Translates the words of the document itself, which are keys of the table like any other text.

import { t } from "../model/words.js";

const ATTRIBUTES = ["aria-label", "title", "placeholder", "alt"];

/** @param {Element} top */
export function translate(top) {
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const node of texts) {
    const whole = node.nodeValue ?? "", text = whole.trim().replace(/\s+/g, " ");
    if (!text) continue;
    const before = whole.slice(0, whole.length - whole.trimStart().length), after = whole.slice(whole.trimEnd().length);
    node.nodeValue = `${before}${t(text)}${after}`;
  }
  for (const element of top.querySelectorAll(ATTRIBUTES.map((name) => `[${name}]`).join())) {
    for (const name of ATTRIBUTES) {
      const value = element.getAttribute(name);
      if (value) element.setAttribute(name, t(value));
    }
  }
}
