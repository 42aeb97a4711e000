/** A lower rank goes first. */
type Reader = { readonly rank: number };

/** Readers share one thread: those of the lowest rank go first, in the order in which they came. */
export class Turns {
  readonly #readers: Reader[] = [];
  readonly #waiting = new Map<Reader, () => void>();

  add(reader: Reader): void {
    this.#readers.push(reader);
  }

  /** Resolves when it is the reader's turn. */
  async of(reader: Reader): Promise<void> {
    while (this.#first !== reader) await new Promise<void>((resolve) => this.#waiting.set(reader, resolve));
  }

  remove(reader: Reader): void {
    this.#readers.splice(this.#readers.indexOf(reader), 1);
    this.next();
  }

  /** To be called when another reader may be the first. */
  next(): void {
    const first = this.#first;
    if (!first) return;
    this.#waiting.get(first)?.();
    this.#waiting.delete(first);
  }

  get #first(): Reader | undefined {
    return this.#readers.toSorted((a, b) => a.rank - b.rank)[0];
  }
}
