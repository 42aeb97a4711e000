type Keyed = { id: string; created_at?: string };

export class Collection<Row extends Keyed> {
  readonly #byId: ReadonlyMap<string, Row>;
  /** Newest first; rows without a date by id. */
  readonly all: readonly Row[];

  constructor(byId: ReadonlyMap<string, Row> = new Map(), all: readonly Row[] = []) {
    this.#byId = byId;
    this.all = all;
  }

  get size(): number {
    return this.all.length;
  }

  get(id: string | null | undefined): Row | undefined {
    return id ? this.#byId.get(id) : undefined;
  }
}

const order = (a: Keyed, b: Keyed): number => {
  const [x, y] = [a.created_at ?? '', b.created_at ?? ''];
  return x === y ? (a.id < b.id ? 1 : a.id > b.id ? -1 : 0) : x < y ? 1 : -1;
};

const MAX_INSERTS = 50;

export class CollectionBuilder<Row extends Keyed> {
  readonly #byId = new Map<string, Row>();
  #sorted: Row[] = [];
  current = new Collection<Row>();

  apply(changes: ReadonlyMap<string, Row | undefined>): void {
    if (changes.size > MAX_INSERTS) this.#rebuild(changes);
    else for (const [id, row] of changes) this.#insert(id, row);
    this.current = new Collection(this.#byId, this.#sorted.slice());
  }

  #rebuild(changes: ReadonlyMap<string, Row | undefined>) {
    for (const [id, row] of changes) {
      if (row) this.#byId.set(id, row);
      else this.#byId.delete(id);
    }
    this.#sorted = [...this.#byId.values()].sort(order);
  }

  #insert(id: string, row: Row | undefined) {
    const before = this.#byId.get(id);
    if (before) this.#sorted.splice(this.#indexOf(before), 1);
    if (row) {
      this.#byId.set(id, row);
      this.#sorted.splice(this.#indexOf(row), 0, row);
    } else this.#byId.delete(id);
  }

  #indexOf(row: Row): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order(this.#sorted[middle]!, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
