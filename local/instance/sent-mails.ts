import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Longer than a job is tried (72 hours). */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** The Message-IDs that the mail server took in the last days, in a file: one a line, after the time in ms since 1970. */
export class SentMails {
  readonly #file: string;
  readonly #ids: Set<string>;

  constructor(file: string, now = Date.now()) {
    this.#file = file;
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    const kept = lines.filter((line) => Number(line.split(' ')[0]) > now - KEPT_MS);
    if (kept.length < lines.length - 1) writeFileSync(file, `${kept.join('\n')}\n`);
    this.#ids = new Set(kept.map((line) => line.split(' ')[1] ?? ''));
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): void {
    this.#ids.add(id);
    appendFileSync(this.#file, `${Date.now()} ${id}\n`);
  }
}
