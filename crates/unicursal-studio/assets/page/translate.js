// Puts the words of the page itself into the language that is spoken. Texts of the document are keys of the
// table like any other.

import { t } from "../model/words.js";

const ATTRIBUTES = ["aria-label", "title", "placeholder", "alt"];

/** @param {Element} top */
export function translate(top) {
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const node of texts) {
    const text = node.nodeValue.trim().replace(/\s+/g, " ");
    if (!text) continue;
    const [before] = node.nodeValue.match(/^\s*/), [after] = node.nodeValue.match(/\s*$/);
    node.nodeValue = `${before}${t(text)}${after}`;
  }
  for (const element of top.querySelectorAll(ATTRIBUTES.map((name) => `[${name}]`).join())) {
    for (const name of ATTRIBUTES) {
      const value = element.getAttribute(name);
      if (value) element.setAttribute(name, t(value));
    }
  }
}
