// Every word of the page is in the one table: texts of the document, and what the scripts say through `t`
// and `count`. And nothing is said past it.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { GERMAN } from "../../assets/model/german.js";
import { count, setLanguage, t } from "../../assets/model/words.js";

const TOP = fileURLToPath(new URL("../../assets", import.meta.url));
const scripts = readdirSync(TOP, { recursive: true }).map(String).filter((name) => name.endsWith(".js"));
const text = (name) => readFileSync(path.join(TOP, name), "utf8");
// Signs, names and formats that are the same everywhere.
const isWord = (words) => /[A-Za-z]{2}/.test(words.replaceAll(/\{\w+\}/g, "")) && !["unicursal", "API", "PNG", "SVG", "W A S D"].includes(words);

// The texts and spoken attributes of the document.
function ofDocument() {
  const html = text("index.html").replace(/<head>[\s\S]*<\/head>/, "").replaceAll(/<(script|svg)[\s\S]*?<\/\1>/g, "");
  const texts = html.split(/<[^>]*>/).map((part) => part.trim().replaceAll(/\s+/g, " ").replaceAll("&nbsp;", ""));
  const attributes = [...html.matchAll(/(?:aria-label|title|placeholder|alt)="([^"]+)"/g)].map(([, value]) => value);
  return [...texts, ...attributes].filter(isWord);
}

// The first argument of `t`, the second and third of `count`, the hints of modes and names of brushes.
function ofScripts() {
  const found = [];
  for (const name of scripts) {
    const script = text(name);
    for (const [, words] of script.matchAll(/\bt\("((?:[^"\\]|\\.)*)"/g)) found.push(words);
    for (const [, one, many] of script.matchAll(/\bcount\([^"`;]*?"((?:[^"\\]|\\.)*)", "((?:[^"\\]|\\.)*)"/g)) found.push(one, many);
    for (const [, hint] of script.matchAll(/^ {2}hint: "(.+)",$/gm)) found.push(hint);
  }
  return found.filter(isWord);
}

test("every word of the page is in the table, and the table has no others", () => {
  const said = new Set([...ofDocument(), ...ofScripts()]);
  const missing = [...said].filter((words) => !GERMAN.has(words));
  assert.equal(missing.join("\n"), "", "not in german.js");
  assert.ok(said.size > 250, `${said.size} texts were found`);
});

test("what is filled in is the same in both languages", () => {
  const names = (words) => [...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const [english, german] of GERMAN) assert.deepEqual(names(german), names(english), english);
});

// A text in a script that has several words and is not said through the table. What only programs read, and
// what goes wrong where no page is, may be so.
const ALLOWED = [
  /^(unicursal|rgb|hsl|linear|\d|[a-z-]+: )/, /^[a-z]+[a-z-]* [a-z-]+( [a-z-]+)*$/, /^\(/, /system-ui/, /^[MLH] ?[\d{$]/,
];
const SILENT = ["sw.js", "model/german.js", "model/hero.js", "library/worker.js", "library/queue.js", "library/failure.js", "library/library.js", "backend/failure.js", "backend/local.js", "backend/http.js", "model/entries.js", "model/words.js"];

test("no sentence is outside the table", () => {
  for (const name of scripts.filter((name) => !SILENT.includes(name))) {
    const code = text(name).replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "").replaceAll(/^import .*$/gm, "");
    const outside = code.replaceAll(/\bt\("(?:[^"\\]|\\.)*"/g, "").replaceAll(/\bcount\([^"`;]*?"(?:[^"\\]|\\.)*", "(?:[^"\\]|\\.)*"/g, "").replaceAll(/^ {2}hint: ".*",$/gm, "");
    for (const [, words] of outside.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)) {
      const isSentence = /[A-Z]?[a-z]+ [a-z]+/.test(words) && !ALLOWED.some((allowed) => allowed.test(words));
      assert.ok(!isSentence, `${name}: "${words}"`);
    }
    for (const [, words] of outside.matchAll(/`([^`]*)`/g)) {
      assert.ok(!/[A-Z][a-z]+ [a-z]+ [a-z]+/.test(words.replaceAll(/\$\{[^}]*\}/g, "")), `${name}: \`${words}\``);
    }
  }
});

test("another language fills in and counts", () => {
  setLanguage("de", GERMAN);
  try {
    assert.equal(t("Undo"), "Zurück");
    assert.equal(count(1, "{n} cell left", "{n} cells left"), "noch 1 Feld");
    assert.equal(count(1234, "{n} cell left", "{n} cells left"), "noch 1.234 Felder");
    assert.equal(t("what is in no table"), "what is in no table");
  } finally {
    setLanguage("en");
  }
});
