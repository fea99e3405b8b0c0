/** What long work may be told. */
export interface Manner {
  /** Cancels it: the promise is rejected with an `AbortError`. */
  signal?: AbortSignal;
}

/** What a puzzle says of itself. */
export interface About {
  name: string;
  title: string;
  [more: string]: unknown;
}

/** How work goes. */
export interface Progress {
  /** What is being done. */
  phase: string;
  /** How much of it is done, 0 to 1, where that is known. */
  share: number | null;
  figures: Record<string, number>;
  seconds: number;
}

export interface SolveManner extends Manner {
  onProgress?: (progress: Progress) => void;
  /** Seconds. */
  timeLimit?: number;
  method?: string;
  seed?: number;
  options?: Record<string, string | number | boolean>;
}

export type Outcome =
  | { outcome: "solved"; answer: string; stats: Record<string, unknown>; seconds: number }
  | { outcome: "unsolvable"; proof: string; stats: Record<string, unknown>; seconds: number }
  | { outcome: "unknown"; stats: Record<string, unknown>; seconds: number; [why: string]: unknown };

export type Hint =
  | { outcome: "solved"; next: string; so_far: string; answer: string; [more: string]: unknown }
  | { outcome: "unsolvable" | "unknown"; [more: string]: unknown };

/** `found` is a number, or a text of digits where it is beyond what numbers say exactly. */
export interface Count {
  found: number | string;
  /** Whether that is all of them. */
  complete: boolean;
}

/** What a text is worth as an answer: `score` is 1 if and only if the checker accepts it, else at most 0.5. */
export interface Score {
  score: number;
  valid: boolean;
  /** The answer that was found in the text. */
  answer: string | null;
  /** What is wrong and where; empty for a right answer. */
  reason: string;
  moves: number;
  legal: number;
  filled: number;
}

export type Verdict = { valid: true } | { valid: false; reason: string; board: string };

/** A text that cannot be read, or a request that cannot be met; `place` says where in the text. */
export interface Refusal extends Error {
  place?: { line?: number; column?: number; byte?: number };
}

export interface Level {
  readonly puzzle: string;
  readonly text: string;
  readonly width: number;
  readonly height: number;
  readonly facts: Record<string, unknown>;
  /** Of a generated level: the id that makes it again. */
  readonly id?: string;
  /** Of a generated level: its answer, if it has one. */
  readonly answer?: string | null;

  /** Looks for an answer, which the independent checker has seen. */
  solve(manner?: SolveManner): Promise<Outcome>;
  /** Counts all answers, or up to `most`. */
  count(manner?: Manner & { most?: number; timeLimit?: number }): Promise<Count>;
  /** The next move of an answer that begins as given. */
  hint(answer?: string, manner?: Manner): Promise<Hint>;
  check(answer: string, manner?: Manner): Promise<Verdict>;
  /** The rules, the board and the form of an answer in plain words. */
  prompt(style?: "rows" | "cells" | "own", manner?: Manner): Promise<string>;
  /** What a text is worth as an answer, whatever else stands in it. */
  score(answer: string, manner?: Manner): Promise<Score>;
  /** How hard it is, by figures of the puzzle that are the same on every machine. */
  difficulty(manner?: Manner & { timeLimit?: number }): Promise<Record<string, unknown>>;
  /** The level in the form of another program. */
  convert(to: string, manner?: Manner): Promise<string>;
  /** A picture: text for `svg`, `paper` and `moving-svg`, else bytes. */
  draw(manner?: Manner & { answer?: string; format?: "svg" | "moving-svg" }): Promise<string>;
  draw(manner: Manner & { answer?: string; format: "png" | "gif" | "apng" }): Promise<Uint8Array>;
}

export interface Unicursal {
  readonly puzzles: readonly About[];
  /** A level from its text, its id, or `PUZZLE:pack/NUMBER`. */
  level(puzzle: string, text: string, manner?: Manner): Promise<Level>;
  generate(
    puzzle: string,
    width: number,
    height: number,
    manner?: Manner & { seed?: string | number; options?: Record<string, string | number | boolean> },
  ): Promise<Level>;
  /** Ends the worker. */
  close(): Promise<void>;
}

/** Makes the library ready, in a worker of its own. `wasm` is where `unicursal.wasm` is, beside this file if not given. */
export function load(options?: { wasm?: string | URL | WebAssembly.Module }): Promise<Unicursal>;
