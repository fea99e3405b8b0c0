// The arena's JSON lines: one for each solver and level, in any order, from one file or several.

const NEEDED = { solver: "string", level: "number", width: "number", height: "number", verdict: "string", seconds: "number" };
// No board has longer sides, and no solver takes longer: larger numbers are not measurements.
const LONGEST_SIDE = 1e6, LONGEST_TIME = 1e9;

// Reads a file's lines. Anything that is not a result is an error that names the line; estimates
// and an incomplete last line, as an interrupted run leaves it, are skipped.
export function readEntries(name, text) {
  const lines = text.split("\n");
  const entries = [];
  lines.forEach((line, i) => {
    if (!line.trim()) return;
    const bad = (why) => new Error(`${name}: line ${i + 1}: ${why}`);
    let entry;
    try {
      entry = JSON.parse(line);
    } catch (error) {
      if (i === lines.length - 1 && entries.length) return;
      throw bad(error.message);
    }
    if (entry !== null && typeof entry === "object" && "estimate" in entry) return;
    for (const [field, kind] of Object.entries(NEEDED)) {
      if (typeof entry?.[field] !== kind) throw bad(`no result of the arena: '${field}' is missing`);
    }
    for (const side of ["width", "height"]) {
      const isSide = Number.isInteger(entry[side]) && entry[side] >= 1 && entry[side] <= LONGEST_SIDE;
      if (!isSide) throw bad(`'${side}' is ${entry[side]}, which is no side of a board`);
    }
    if (!(entry.seconds >= 0 && entry.seconds <= LONGEST_TIME)) throw bad(`'seconds' is ${entry.seconds}, which is no time`);
    entries.push({ ...entry, line, cells: entry.width * entry.height, file: name });
  });
  if (!entries.length) throw new Error(`${name}: there are no results in it`);
  return entries;
}

// The solvers in the order in which they appear, with their totals.
export function summarise(entries) {
  const solvers = [...new Set(entries.map(({ solver }) => solver))];
  const passed = entries.filter(({ verdict }) => verdict === "PASS");
  const times = new Map(passed.map((entry) => [key(entry), entry.seconds]));
  const [first] = solvers;
  return solvers.map((solver) => {
    const own = passed.filter((entry) => entry.solver === solver);
    const ratios = own.map((entry) => Math.log(entry.seconds / times.get(key({ ...entry, solver: first })))).filter(Number.isFinite);
    return {
      solver,
      runs: entries.filter((entry) => entry.solver === solver).length,
      passed: own.length,
      seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
      largest: own.reduce((most, { cells }) => Math.max(most, cells), 0),
      // The geometric mean over the levels that both passed.
      ratio: ratios.length ? Math.exp(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length) : undefined,
    };
  });
}

const key = ({ puzzle, solver, level, width, height }) => [puzzle, solver, level, width, height].join(" ");

// Entries without those whose line is already there: the same file counts once.
export function withoutCopies(entries) {
  return [...new Map(entries.map((entry) => [entry.line, entry])).values()];
}
