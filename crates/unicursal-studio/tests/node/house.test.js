// The page's own house: which folder may use which, and that no module needs itself.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const TOP = fileURLToPath(new URL("../../assets", import.meta.url));
// From the ground up: each folder uses those that are named, and itself.
const USES = {
  model: [], library: [], draw: ["model"], backend: ["model", "library"], page: ["model", "draw", "backend"],
  modes: ["model", "draw", "backend", "page"], "": ["model", "draw", "backend", "page", "modes"],
};

const scripts = readdirSync(TOP, { recursive: true }).map(String).filter((name) => name.endsWith(".js"));
const folder = (name) => path.dirname(name) === "." ? "" : path.dirname(name);
const text = (name) => readFileSync(path.join(TOP, name), "utf8");
const imports = (name) => [...text(name).matchAll(/^import .*?from "(\.[^"]+)";|^export .*? from "(\.[^"]+)";/gm)].map(([, a, b]) => path.join(folder(name), a ?? b));

test("imports lead to modules that are there, in one direction", () => {
  for (const name of scripts) {
    for (const used of imports(name)) {
      assert.ok(scripts.includes(used), `${name} uses ${used}, which is not there`);
      const [from, to] = [folder(name), folder(used)];
      assert.ok(from === to || USES[from]?.includes(to), `${name} must not use ${used}`);
    }
  }
});

test("no module needs itself", () => {
  const done = new Set();
  const visit = (name, way) => {
    assert.ok(!way.includes(name), `a cycle: ${[...way, name].join(" > ")}`);
    if (done.has(name)) return;
    for (const used of imports(name)) visit(used, [...way, name]);
    done.add(name);
  };
  for (const name of scripts) visit(name, []);
});

test("every module is used, and the model needs no browser", async () => {
  const used = new Set(scripts.flatMap(imports));
  const loaded = scripts.filter((name) => text(name).includes("import(") || text(name).includes("new URL(")).map(text).join("");
  const entries = ["main.js", "sw.js"];
  for (const name of scripts) {
    assert.ok(used.has(name) || entries.includes(name) || loaded.includes(path.basename(name)), `${name} is used by nobody`);
    if (folder(name) === "model") await import(path.join(TOP, name));
  }
});

test("what is shown is changed through its functions only", () => {
  for (const name of scripts) assert.doesNotMatch(text(name), /\bshown\.\w+ = |Object\.assign\((shown|offer),/, name);
});

test("an id is given once", () => {
  const ids = [...readFileSync(path.join(TOP, "index.html"), "utf8").matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.ok(ids.length > 100);
  assert.deepEqual(ids.filter((id, i) => ids.indexOf(id) !== i), []);
});
