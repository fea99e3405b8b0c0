// What the page says, in the language of whoever reads it. English stands where it is said and is the
// key of the one table of the other language (german.js); a test finds what is not in it. `{name}` in a
// text is filled in.

/** @type {Map<string, string> | undefined} */
let table;
let language = "en";

/** @param {string} name @param {Map<string, string>} [words] */
export function setLanguage(name, words) {
  [language, table] = [name, words];
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
