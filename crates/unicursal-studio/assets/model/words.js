// What the page says, in the reader's language. English texts are in the code and are the keys of
// the table of the other language (german.js); a test finds those that are missing. `{name}` in a
// text is filled in.

/** @type {Map<string, string> | undefined} */
let table;
/** The forms of sentences that are made of parts. @type {[RegExp, string[], string][]} */
let forms = [];
let language = "en";

/** @param {string} name @param {Map<string, string>} [words] @param {Map<string, string>} [sentences] */
export function setLanguage(name, words, sentences = new Map()) {
  [language, table] = [name, words];
  forms = [...sentences].map(([form, other]) => [pattern(form), [...form.matchAll(/\{(\w+)\}/g)].map(([, part]) => part), other]);
}

// The pattern of texts of this form; `{n}` is a number, other parts are any text.
function pattern(form) {
  const parts = form.split(/(\{\w+\})/).map((part) => {
    if (part === "{n}") return "(\\d+)";
    return part.startsWith("{") ? "(.+?)" : part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}

/** A sentence of the library, which is made of parts, in the language of the page; if its form is unknown it stays as it is.
 * @param {string} text @returns {string} */
export function sentence(text) {
  for (const [looks, parts, other] of forms) {
    const found = text.match(looks);
    if (!found) continue;
    const values = Object.fromEntries(parts.map((part, i) => [part, sentence(found[i + 1])]));
    return other.replaceAll(/\{(\w+)\}/g, (_, part) => values[part]);
  }
  return t(text);
}

/** The language as dates are written in it. */
export const locale = () => language === "en" ? "en-GB" : language;

/** A text in the language of the page.
 * @param {string} text @param {Record<string, string | number>} [values] */
export function t(text, values = {}) {
  const words = table?.get(text) ?? text;
  return words.replaceAll(/\{(\w+)\}/g, (whole, name) => name in values ? String(values[name]) : whole);
}

/** A text about one thing or several; `{n}` is how many.
 * @param {number} n @param {string} one @param {string} many @param {Record<string, string | number>} [values] */
export function count(n, one, many, values = {}) {
  return t(n === 1 ? one : many, { n: number(n), ...values });
}

/** A number as it is written in the language of the page. @param {number} n */
export const number = (n) => n.toLocaleString(language);
