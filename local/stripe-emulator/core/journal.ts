import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyState, type State, type Table } from './state.ts';

/** One row written, or removed when `row` is null. */
export type Change = [table: Table, id: string, row: object | null];

/**
 * The state on disk: one line of JSON for each request that changed something, so that a killed process loses nothing
 * it has answered. emulate's own persistence writes everything after each request, and nothing between requests.
 */
export class Journal {
  readonly #file: string | undefined;

  constructor(folder: string | undefined) {
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'journal.jsonl');
  }

  load(): State {
    const state = emptyState();
    if (!this.#file || !existsSync(this.#file)) return state;
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) {
      for (const [table, id, row] of changesIn(line)) {
        if (!(table in state)) continue;
        if (row) (state[table] as Record<string, object>)[id] = row;
        else delete state[table][id];
      }
    }
    return state;
  }

  /** Starts over from `state`, without the history. */
  compact(state: State): void {
    if (!this.#file) return;
    const rows = Object.entries(state).flatMap(([table, rows]) =>
      Object.entries(rows).map(([id, row]) => `${JSON.stringify([[table, id, row]])}\n`),
    );
    writeFileSync(`${this.#file}.new`, rows.join(''));
    renameSync(`${this.#file}.new`, this.#file);
  }

  append(changes: Change[]): void {
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(changes)}\n`);
  }
}

/** A line cut short by a kill was never answered for. */
const changesIn = (line: string): Change[] => {
  try {
    return line ? (JSON.parse(line) as Change[]) : [];
  } catch {
    return [];
  }
};
